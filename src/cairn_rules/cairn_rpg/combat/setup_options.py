"""Set-up options on the command line: the fighters of both sides, and the rulings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from cairn_rules.cairn_rpg.characters.character import Character, CharacterKind
from cairn_rules.cairn_rpg.characters.items import item_id
from cairn_rules.cairn_rpg.combat.foes import counted, described, is_stat_line, numbered
from cairn_rules.cairn_rpg.combat.rules.setup import MOST_FIGHTERS, characters
from cairn_rules.cairn_rpg.combat.state import FOES, State
from cairn_rules.cairn_rpg.content.book import Book, Pack
from cairn_rules.cairn_rpg.content.pack_options import PACK, book_of, pack_registry, rulings_option
from cairn_rules.cairn_rpg.procedures.magic import the_book
from cairn_rules.cairn_rpg.rulings import parse_rulings
from cairn_rules.checks import given_text
from cairn_rules.codec.text_file import is_file, is_folder
from cairn_rules.errors import SetupError, cut
from cairn_rules.manifest import Option, SetupOptions
from cairn_rules.registry import Registry

FILES: Final = (".json", ".jsonl", ".zip", ".cairn", "/")
"""The endings of files and folders of characters, and of saved games."""
_SEED: Final = re.compile(r"seed\s+(-?[0-9]{1,30})(?:\s+(\S.*))?", re.IGNORECASE)
_FOES_OF: Final = re.compile(r"foes of\s+(.*\S)", re.IGNORECASE)


def parse_side(
    text: str, kind: Literal["pc", "creature"] = "creature", *, book: Book | None = None
) -> tuple[Character, ...]:
    """Parse the fighters of a side, separated by semicolons.

    An entry is a creature of the book; a stat line, which may have a name in front, such as `Bear: 6 HP, claws (d8)`; a
    file, folder or ZIP archive of characters, or a saved game, whose party they are; `foes of FILE`, the foes at the
    start of a saved fight; or `seed 7`, a character made with this seed, optionally followed by a background. A leading
    number makes several: `2 root-goblin`, `3 Guard: 4 HP, spear (d6)`. `kind` is that of the fighters that stat lines
    describe.

    Raises:
        SetupError: if an entry is none of these, or there are too many fighters.
        NotationError: if it is not a text, or holds a lone surrogate; or if a stat line has faults. It lists them all.
        DocumentError: if a file has faults. It lists them all.
        UnreadableFileError: if a file cannot be read.

    Example:
        >>> [fighter.name for fighter in parse_side("2 root-goblin; Chief: 6 HP, axe (d8)")]
        ['Root Goblin 1', 'Root Goblin 2', 'Chief']
    """
    found: list[Character] = []
    for part in given_text(text, "side").split(";"):
        found += _entry(part.strip(), kind, book)
        if len(found) > MOST_FIGHTERS:
            raise SetupError(f"a side has at most {MOST_FIGHTERS} fighters; use detachments for more")
    return tuple(found)


def _entry(entry: str, kind: CharacterKind, book: Book | None) -> tuple[Character, ...]:
    count, what = counted(entry)
    if saved := _FOES_OF.fullmatch(what):
        found = characters(saved_fight(saved[1], book), FOES)
    elif what.lower().endswith(FILES):
        found = _in_file(what, book)
    elif seeded := _SEED.fullmatch(what):
        from cairn_rules.cairn_rpg.creation.create import create_character  # noqa: PLC0415 - reads files

        background = seeded[2] and item_id(seeded[2])
        found = (create_character(seed=int(seeded[1]), background=background, book=book),)
    elif _is_there(what) and item_id(what) not in the_book(book).creatures:
        found = _in_file(what, book)
    else:
        found = (described(what, kind, book),)
    return numbered(found, count)


def _is_there(what: str) -> bool:
    """Return whether an entry is the path of a file or a folder, and not a stat line."""
    return not is_stat_line(what) and (is_file(what) or is_folder(what))


def _in_file(path: str, book: Book | None) -> tuple[Character, ...]:
    from cairn_rules.cairn_rpg.formats.character_files import read_characters  # noqa: PLC0415 - most fights need no files

    return read_characters(path, registry=_registry(book))


def saved_fight(path: str, book: Book | None = None) -> State:
    """Return the start of a saved fight.

    The file has a record, a match or a state.

    Raises:
        SetupError: if the file holds something else.
        CairnRulesError: if it cannot be read.
    """
    from cairn_rules.cairn_rpg.formats.character_files import read_record  # noqa: PLC0415 - as below

    record = read_record(path, registry=_registry(book))
    if record is None or not isinstance(record.start, State):
        raise SetupError(f"{cut(path, 100)!r} is not a saved fight, such as 'cairn-rules fight --save' writes")
    return record.start


def _registry(book: Book | None) -> Registry[Pack] | None:
    return None if book is None else Registry(book.packs)


def _fit(side: tuple[Character, ...]) -> tuple[Character, ...]:
    """Return the living of a side, who alone can fight (A51)."""
    found = tuple(each for each in side if not each.conditions.dead)
    if not found:
        raise SetupError(f"everyone is dead ({', '.join(each.name for each in side)}); give somebody who can fight")
    return found


def party_arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments for the options of all games that have a party: its characters, packs and rulings."""
    made: dict[str, Any] = {"book": book_of(chosen["pack"])} if "pack" in chosen else {}
    if "characters" in chosen:  # `--party` chooses the player of that seat
        made["party"] = parse_side(chosen["characters"], "pc", book=made.get("book"))
    if "rulings" in chosen:
        made["rulings"] = parse_rulings(chosen["rulings"])
    return made


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made = party_arguments(chosen)
    if "party" in made:
        made["party"] = _fit(made["party"])
    if "foes" in chosen:
        made["foes"] = _fit(parse_side(chosen["foes"], book=made.get("book")))
    if "leader" in chosen:
        word, most = chosen["leader"], len(made.get("foes", "1"))
        if not (word.isascii() and word.isdigit() and len(word) <= 3 and 1 <= int(word) <= most):
            raise SetupError(f"{cut(word, 100)!r} is not the number of a foe (1 to {most})")
        made["leader"] = int(word) - 1
    if chosen.get("no-companions"):
        made["companions"] = False
    if chosen.get("crowd"):
        made["crowd"] = True
    return made


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(
            name="characters",
            value="FIGHTERS",
            help="Characters of the party, such as '2 Hero: 4 HP, 1 Armor, sword (d8)' (default: two adventurers).",
            unsafe=True,
        ),
        Option(
            name="foes",
            value="FIGHTERS",
            help="Their opponents, such as '2 root-goblin; Chief: 6 HP, axe (d8)' (default: a bear).",
            unsafe=True,
        ),
        Option(name="leader", value="N", help="Number of the foe whose WIL counts for all, from 1 (default: none)."),
        Option(name="no-companions", help="Leave the companions of characters out (default: they fight)."),
        Option(name="crowd", help="Roll the die of a blast for the number of its targets (default: all in the area)."),
        rulings_option("initiative=pcs_ready"),
        PACK,
    ),
    arguments=_arguments,
    registry=pack_registry,
)
