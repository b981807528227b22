"""Checks of a content pack beyond those of reading: its references, the Guide's advice, and trials in play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from random import Random
from typing import Any, Final, cast, get_args

from attrs import evolve

from cairn_rules.cairn_rpg import combat, creation
from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.maps.findings import LANDS
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.content.book import Background, Creature, Pack, Spell, Threat
from cairn_rules.cairn_rpg.content.book_with_packs import Shelf, clashes_of, installed_packs, with_packs
from cairn_rules.cairn_rpg.content.pack_file import KEYS, ROWS, TITLE, read_pack, text_ids
from cairn_rules.cairn_rpg.dungeon.maps.findings import MAPS
from cairn_rules.cairn_rpg.sheets import Format, sheet
from cairn_rules.cairn_rpg.validation import validate
from cairn_rules.codec.json_text import within
from cairn_rules.errors import CairnRulesError, DocumentError, DuplicateIdError, hint, quoted, raised
from cairn_rules.json_documents import dumps, loads
from cairn_rules.packs import Finding, Packs
from cairn_rules.registry import Registry

NAMES: Final = 10
"""Number of names of a background (R10)."""
MOST_SLOTS: Final = 7
"""Maximum slots of the starting gear of a background, as the Guide advises."""
FIGHTS: Final = 2
"""Number of fights against each creature."""
MOST_DECISIONS: Final = 60
"""Maximum number of decisions of each of these fights."""
SIMILAR: Final = 0.8
"""Similarity from which a custom kind of harm is likely a misspelt one of the book. `poison` and `iron` have 0.6."""

_LICENSE: Final = re.compile(r"[A-Za-z0-9.-]+\+?(?: (?:AND|OR|WITH) [A-Za-z0-9.-]+\+?)*")
_FORMATS: Final[tuple[Format, ...]] = ("text", "markdown", "html")


@checked
def pack_findings(pack: Pack, *, beside: Iterable[Pack] = ()) -> tuple[Finding, ...]:
    """Return the faults of a content pack that could be read, then warnings about it; empty if it is fine.

    Every background makes characters, every creature fights, and every spell is cast. Other packs are used `beside` it,
    such as one that it translates.

    Example:
        >>> from cairn_rules.cairn_rpg import parse_pack
        >>> pack = parse_pack({"id": "fen", "name": "The Fen", "author": "Anna", "license": "free for all"})
        >>> print(*pack_findings(pack))
        warning: license: 'free for all' is not an SPDX identifier, such as 'CC-BY-4.0' or 'MIT'
    """
    found = (*_static(pack), *_together(pack, tuple(dict.fromkeys((*beside, pack)))))
    return tuple(sorted(found, key=lambda each: each.severity == "warning"))


def _together(pack: Pack, packs: tuple[Pack, ...]) -> Iterator[Finding]:
    """Yield what is wrong with a pack among those with which it is used."""
    try:
        shelf = with_packs(*packs)
    except DuplicateIdError:
        for owner, fault in clashes_of(packs):
            yield Finding("fault", fault.where if owner == pack else "ids", fault.message)
        return
    except DocumentError as error:
        own = f"{pack.id}, "
        yield from (Finding("fault", fault.where.removeprefix(own), fault.message) for fault in error.faults)
        return
    yield from _references(pack, shelf)
    yield from _trials(pack, shelf)


def _static(pack: Pack) -> Iterator[Finding]:
    if not _LICENSE.fullmatch(pack.credit.license):
        message = f"{quoted(pack.credit.license)} is not an SPDX identifier, such as 'CC-BY-4.0' or 'MIT'"
        yield Finding("warning", "license", message)
    for index, background in enumerate(pack.backgrounds):
        yield from _background(background, f"backgrounds[{index}]")
    for index, creature in enumerate(pack.creatures):
        yield from _creature(creature, f"creatures[{index}]")
    things: tuple[Background | Spell | Creature, ...] = (*pack.backgrounds, *pack.spells, *pack.creatures)
    shown = {id for each in things for id in text_ids(each)}
    shown |= {f"spell/{spell.id}/book" for spell in pack.spells}
    for id in sorted(pack.text_ids):
        if id.split("/")[0] in {"background", "spell", "creature"} and id not in shown:
            yield Finding("warning", within("texts", id), "this text is never shown")


def _background(background: Background, where: str) -> Iterator[Finding]:
    names = background.names
    if len(names) != NAMES:
        yield Finding("fault", f"{where}.names", f"{len(names)} names; there should be {NAMES} (R10)")
    if len({*names}) < len(names):
        yield Finding("warning", f"{where}.names", "a name occurs twice")
    slots = sum(item.slots for item in background.start.items) + sum(each.load for each in background.start.containers)
    if slots > MOST_SLOTS:
        yield Finding("warning", f"{where}.start", f"it fills {slots} slots; the Guide advises at most {MOST_SLOTS}")
    if str(background.start.gold) != "3d6":
        yield Finding("warning", f"{where}.start.gold", "all backgrounds of the Guide start with 3d6 gold pieces (R11)")


def _creature(creature: Creature, where: str) -> Iterator[Finding]:
    if not creature.notes:
        message = f'it has no text; write one below [texts]: "creature/{creature.id}/1" = "..."'
        yield Finding("warning", where, message)
    known = get_args(Threat)
    for key in ("immune", "impairs", "enhances"):
        for word in getattr(creature, key):
            guesses = [] if word in known else get_close_matches(word, known, n=1, cutoff=SIMILAR)
            for guess in guesses:
                message = f"the book has no harm of the kind {quoted(word)}; did you mean {guess!r}?"
                yield Finding("warning", f"{where}.{key}", message)
    for index, power in enumerate(creature.powers):
        if not 1 <= power.note <= creature.notes:
            message = f"there is no note {power.note}; it has {creature.notes}"
            yield Finding("fault", f"{where}.powers[{index}].note", message)


def _references(pack: Pack, shelf: Shelf) -> Iterator[Finding]:
    """Yield the spells and items to which the pack refers, but which do not exist."""
    spells = tuple(shelf.book.spells)
    own: Any = json.loads(pack.data)
    items = {each["id"] for _, key, each in _parts(own) if key in {"items", "item", "companions"} and "id" in each}
    items |= {item.id for row in shelf.book.goods.values() for each in row if (item := each.item)}
    items |= {item.id for each in shelf.book.backgrounds.values() for item in each.start.items}
    for where, key, record in _parts(own):
        named = [record["spell"]] if isinstance(record.get("spell"), str) else []
        named += record.get("spells", []) if key == "repertoire" else []
        for id in named:
            if id not in spells:
                yield Finding("fault", where, f"{quoted(id)} is not a spell; {hint(id, spells)}")
        item = record.get("item")
        if key == "effects" and isinstance(item, str) and item not in items:
            yield Finding("fault", where, f"there is no item {quoted(item)} for the effect")


def _parts(data: Any, where: str = "", key: str = "") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield all tables within plain data, each with its path and its key, or the key of its list."""
    if isinstance(data, dict):
        table = cast("dict[str, Any]", data)
        yield where, key, table
        for name, each in table.items():
            yield from _parts(each, f"{where}.{name}".lstrip("."), name)
    elif isinstance(data, list):
        for index, each in enumerate(cast("list[object]", data)):
            yield from _parts(each, f"{where}[{index}]", key)


def _trials(pack: Pack, shelf: Shelf) -> Iterator[Finding]:
    """Yield the faults that appear when the pack is played."""
    rows = range(len(shelf.book.bonds) + 1 - len(pack.bonds), len(shelf.book.bonds) + 1)
    trials = [(f"backgrounds[{index}]", partial(_try_background, each)) for index, each in enumerate(pack.backgrounds)]
    trials += [(f"bonds[{index}]", partial(_try_character, bond=row)) for index, row in enumerate(rows)]
    trials += [(f"spells[{index}]", partial(_try_spell, each)) for index, each in enumerate(pack.spells)]
    trials += [(f"creatures[{index}]", partial(_try_creature, each)) for index, each in enumerate(pack.creatures)]
    for where, attempt in trials:
        try:
            attempt(shelf)
        except Exception as error:  # noqa: BLE001 - whatever fails is a finding
            yield Finding("fault", where, f"it does not work: {raised(error)}")


def _try_background(background: Background, shelf: Shelf) -> None:
    for row in range(1, ROWS + 1):
        _try_character(shelf, background=background.id, tables=(row, row))


def _try_character(shelf: Shelf, **choices: Any) -> None:
    character = creation.create_character(seed=1, book=shelf.book, **choices)
    faults = validate(character, new=True, book=shelf.book)
    if faults:
        raise CairnRulesError(f"a new character has faults: {faults[0]}")
    for format in _FORMATS:
        sheet(character, format=format, texts=shelf.texts, book=shelf.book)
    _stored(character, shelf)


def _try_spell(spell: Spell, shelf: Shelf) -> None:
    caster = combat.person("Caster", hp=4, kind="pc")
    for item in (spell.spellbook, spell.scroll):
        _fight((evolve(caster, inventory=Inventory(items=(item,))),), (), shelf)


def _try_creature(creature: Creature, shelf: Shelf) -> None:
    for leading in (False, True)[: 1 + (creature.leader is not None)]:
        foe = combat.creature(creature, leading=leading, book=shelf.book)
        sheet(foe, texts=shelf.texts, book=shelf.book)
        _fight((), (foe,), shelf)


def _fight(party: tuple[Character, ...], foes: tuple[Character, ...], shelf: Shelf) -> None:
    """Play some fights with random decisions, and store each of their states."""
    for seed in range(FIGHTS):
        rng = Random(seed)
        state = combat.new_game(seed=seed, party=party, foes=foes, book=shelf.book)
        for _ in range(MOST_DECISIONS):
            legal = combat.legal_actions(state)
            if not legal:
                break
            state = combat.apply(state, rng.choice(legal))
        _stored(state, shelf)


def _stored(value: object, shelf: Shelf) -> None:
    if loads(dumps(value), registry=Registry(shelf.packs)) != value:
        raise CairnRulesError("it changes when it is stored")


PACKS: Final[Packs[Pack]] = Packs(
    title=TITLE,
    keys=KEYS,
    read=read_pack,
    findings=lambda pack, beside: pack_findings(pack, beside=beside),
    installed=installed_packs,
)
"""The packs of the role-playing game, which its games share."""
FILES: Final = (PACKS, MAPS, LANDS)
"""All kinds of files of the role-playing game that authors write."""
