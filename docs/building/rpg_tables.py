"""The rules of the role-playing game Cairn by number, the table of its rulings, and its backgrounds."""

from __future__ import annotations

import re
from html import escape
from textwrap import shorten
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from attrs import fields

from cairn_rules.cairn_rpg import book
from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cairn_rpg.rulings import Rulings

GROUP: Final = "rule-group/"
RULE: Final = "rule/"
RULING: Final = re.compile(r"\b(A\d+)\b")
OPTION: Final = re.compile(r"ruling/(A\d+)/(\w+)")


def rule_list(first: str, last: str) -> str:
    """Return the rules of some groups, each with an anchor such as `rule-r97`."""
    found = texts()
    known = {number for number, _, _, _ in _rulings()}

    def linked(match: re.Match[str]) -> str:
        number = match[1]
        return f"[{number}](#ruling-{number.lower()})" if number in known else number

    lines: list[str] = []
    letter = ""
    for id in found:
        if id.startswith(GROUP):
            letter = id.removeprefix(GROUP)
        if not first <= letter <= last:
            continue
        if id.startswith(GROUP):
            lines += ["", f"## {letter}. {found[id]} {{ #group-{letter.lower()} }}", ""]
        elif id.startswith(RULE):
            number = id.removeprefix(RULE)
            text = RULING.sub(linked, found[id])
            lines += [f"**{number}.** {text}", f"{{ #rule-{number.lower()} }}", ""]
    return "\n".join(lines)


def ruling_options() -> str:
    """Return the table of the rulings: subject, values with the default first, and the name of the option."""
    lines = ["| number | subject | option | values, default first |", "|---|---|---|---|"]
    seen: set[str] = set()
    for number, name, question, values in _rulings():
        anchor = "" if number in seen else f'<span id="ruling-{number.lower()}"></span>'
        seen.add(number)
        lines.append(f"| {anchor}{number} | {question} | `{name}` | {values} |")
    return "\n".join(lines)


def background_options() -> str:
    """Return the backgrounds as options of a form."""
    return "\n".join(f'<option value="{each.id}">{each.name}</option>' for each in book().backgrounds.values())


def bond_options() -> str:
    """Return the bonds as options of a form, with the beginning of their texts."""
    lines: list[str] = []
    for row in range(1, len(book().bonds) + 1):
        text = shorten(texts()[f"bond/{row}"], 60, placeholder=" …")
        lines.append(f'<option value="{row}">{row}: {escape(text, quote=False)}</option>')
    return "\n".join(lines)


def trait_fields() -> str:
    """Return a field of a form for each trait."""
    lines: list[str] = []
    for trait, words in book().traits.items():
        options = "".join(f"<option>{word}</option>" for word in words)
        first = '<option value="">rolled</option>'
        lines.append(f'<label>{trait.capitalize()} <select data-key="{trait}">{first}{options}</select></label>')
    return "\n".join(lines)


def _rulings() -> list[tuple[str, str, str, str]]:
    """Return number, option, subject and values of each ruling with an option, in the order of the numbers."""
    hints = get_type_hints(Rulings)
    defaults = {each.name: each.default for each in fields(Rulings)}
    found = texts()
    rows: list[tuple[str, str, str, str]] = []
    for id in found:
        if match := OPTION.fullmatch(id):
            number, name = match.groups()
            rows.append((number, name, found[id].removesuffix("."), _values(hints[name], defaults[name])))
    return sorted(rows, key=lambda row: int(row[0][1:]))


def _values(hint: Any, default: object) -> str:
    """Return the values of a ruling as text, the default first."""
    if hint is bool:
        options: tuple[object, ...] = (default, not default)
    elif get_origin(hint) is Literal:
        options = (default, *(value for value in get_args(hint) if value != default))
    else:
        return f"`{default}`, or a number"
    return ", ".join(f"`{value}`" for value in options)
