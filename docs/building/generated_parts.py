"""Parts of pages that a program writes: see `write_parts.py`.

A part stands between two lines, `<!-- generated: NAME -->` and `<!-- end -->`. The first one can also say what the part
is of, as in `<!-- generated: reasons cairn -->`, in one word or more. `PARTS` lists the names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import signature
from typing import Final

from benchmark_table import benchmark_table
from code_tables import check_table, event_table, outcome_table, reason_table
from command_line import command_line
from encoding_tables import encoding_table, section_table
from exchange_table import exchange_table
from json_shapes import document_examples, document_list
from megalith_facts import megalith_facts
from name_tables import name_table
from notation_tables import action_table, face_table
from pack_tables import pack_table
from rpg_tables import background_options, bond_options, rule_list, ruling_options, trait_fields
from ruling_tables import house_rulings, mark_table, ruling_table
from simulated_creatures import simulated_creatures

PARTS: Final[dict[str, Callable[..., str]]] = {
    "actions": action_table,
    "benchmark": benchmark_table,
    "checks": check_table,
    "command-line": command_line,
    "content": pack_table,
    "document-examples": document_examples,
    "documents": document_list,
    "encodings": encoding_table,
    "events": event_table,
    "exchange": exchange_table,
    "faces": face_table,
    "house": house_rulings,
    "marks": mark_table,
    "megalith": megalith_facts,
    "names": name_table,
    "outcomes": outcome_table,
    "reasons": reason_table,
    "rpg-backgrounds": background_options,
    "rpg-bonds": bond_options,
    "rpg-rules": rule_list,
    "rpg-rulings": ruling_options,
    "rpg-traits": trait_fields,
    "rulings": ruling_table,
    "sections": section_table,
    "simulated": simulated_creatures,
}

BEGIN: Final = "<!-- generated: "
_END: Final = "<!-- end -->"
_FIRST: Final = rf"^{BEGIN}(?P<part>[a-z-]+)(?: (?P<of>[\w. -]+))? -->\n"
_PART: Final = re.compile(rf"(?P<begin>{_FIRST})(?:(?!{BEGIN}).*\n)*?{_END}$", re.MULTILINE)


def with_generated_parts(markdown: str) -> str:
    """Return the Markdown of a page with all its generated parts written anew.

    Raises:
        ValueError: If a part is unknown or has no end.
        UnknownIdError: If a megalith is unknown.
    """

    def generated(found: re.Match[str]) -> str:
        return f"{found['begin']}\n{_text(found['part'], found['of'])}\n\n{_END}"

    written, count = _PART.subn(generated, markdown)
    if count != len(re.findall(_FIRST, f"{markdown}\n", re.MULTILINE)):
        raise ValueError(f"a part '{BEGIN}… -->' has no line '{_END}' below it")
    return written


def _text(part: str, of: str | None) -> str:
    if part not in PARTS:
        raise ValueError(f"{part!r} is not a generated part, but {', '.join(PARTS)} are")
    arguments = [] if of is None else of.split()
    try:
        signature(PARTS[part]).bind(*arguments)
    except TypeError as error:
        raise ValueError(f"the part {part!r}: {error}") from None
    return PARTS[part](*arguments).strip()
