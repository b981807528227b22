"""Every public function that reads texts, bytes or plain data of strangers, with valid samples to change.

A new one has to be listed here, so that `tests/test_fuzz.py` tries it; or in `EXCLUDED`, with the reason.
"""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from attrs import evolve, frozen
from public_names import ADAPTERS, MODULES

import cairn_rules
from cairn_rules import (
    Cursor,
    Match,
    Record,
    cairn,
    dumps,
    endless_winter,
    format_record,
    from_data,
    json_schema,
    korrigans,
    loads,
    manifest_of,
    parse_record,
    player_named,
    read_records,
    to_data,
)
from cairn_rules.cairn_rpg import (
    Formula,
    book,
    campaign,
    combat,
    creation,
    dungeon,
    format_stat_line,
    parse_pack,
    parse_stat_line,
    read_pack,
)
from cairn_rules.cairn_rpg.characters.items import Container
from cairn_rules.cairn_rpg.combat.foes import parse_foes
from cairn_rules.cairn_rpg.content.lookup import lookup, mentions, suggestions
from cairn_rules.cairn_rpg.formats import (
    FOUNDRY_CAIRN,
    FOUNDRY_CAIRN2E,
    KETTLEWRIGHT,
    FileFormat,
    read_container,
    write_container,
)
from cairn_rules.cairn_rpg.formats.character_files import read_characters
from cairn_rules.cairn_rpg.random_tables import random_table
from cairn_rules.cairn_rpg.wilderness import parse_legs
from cairn_rules.cli.game_files import stored_in
from cairn_rules.endless_winter.effects import parse_effect
from cairn_rules.games import LIBRARY, known, load
from cairn_rules.lazy import resolve
from cairn_rules.testing import check_pack, parse_drawing
from web.play.page import Page

PACKAGE: Final = Path(cairn_rules.__file__).parent
TESTS: Final = Path(__file__).parents[1]
GOLDEN: Final = TESTS / "golden"
FENLAND: Final = TESTS.parent / "examples/fenland-pack/src/fenland_pack/fenland.toml"
MAP: Final = GOLDEN / "cairn-rpg-dungeon" / "dungeon.json"
LAND: Final = GOLDEN / "cairn-rpg-campaign" / "gazetteer.json"
MILL: Final = TESTS.parent / "examples/sallow-fen/mill.toml"
FEN: Final = (TESTS.parent / "examples/sallow-fen/fen.toml").read_text("utf-8").replace('dungeon = "mill.toml"\n', "")


@frozen
class Reader:
    """A function that reads something of a stranger."""

    read: Callable[[Any], object]
    """The function. For any input it soon returns a value, or raises an error of the library."""
    samples: Callable[[], tuple[Any, ...]]
    """A function that returns valid inputs: texts, bytes, or plain data."""
    write: Callable[[Any], Any] | None = None
    """The inverse: from what it writes, the function reads the same value. None if there is none."""
    strict: bool = True
    """True if a text with half a character is refused. What looks up names just finds nothing."""


# Samples


@cache
def documents(name: str) -> tuple[str, ...]:
    """A document of each kind of a game."""
    lines = (GOLDEN / "0.1.0" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if len(line) < 40_000)


@cache
def records(name: str) -> tuple[str, ...]:
    """Records of a game."""
    files = sorted((GOLDEN / ("records" if name == "cairn" else name)).glob("*.txt"))
    texts = [text for text in (path.read_text(encoding="utf-8") for path in files) if text.count("[Game ") == 1]
    match = Match(load(name), seed=3)
    while match.legal_actions and len(match.history) < 6:
        match.do(match.legal_actions[-1])
    return (*texts, format_record(evolve(Record.of(match, tags={"Event": 'A "test"'}), comments={1: "Oh {no}!"})))


def archive(name: str) -> tuple[str, ...]:
    """A file with several records of a game."""
    return ("\n".join(records(name)),)


def games() -> tuple[str, ...]:
    """Files of stored games: records, and documents, one on a line."""
    stored = [line for line in documents("cairn") if '"document":"record"' in line or '"document":"match"' in line]
    return (*archive("cairn"), *archive("cairn-rpg-dungeon"), "\n".join(stored))


@cache
def winter_pack() -> tuple[str, ...]:
    """The content pack of Endless Winter."""
    return (endless_winter.format_pack(endless_winter.default_pack()),)


@cache
def fen_pack() -> tuple[str, ...]:
    """A content pack of the role-playing game."""
    return (read_pack(FENLAND).data,)


@cache
def written(form: FileFormat) -> tuple[str, ...]:
    """Characters in a format of another program."""
    made = (creation.create_character(seed=seed) for seed in range(3))
    return tuple(json.dumps(form.write(character, private=True)[0]) for character in made)


def chest() -> tuple[str, ...]:
    """A container in a format of another program."""
    return (json.dumps(write_container(Container(id="chest", name="Chest", capacity=6), keeper="Ada")),)


def characters() -> tuple[str, ...]:
    """Files of characters: documents of this library, one on a line, and one of another program."""
    own = [line for line in documents("cairn-rpg-creation") if '"document":"character"' in line]
    return ("\n".join(own), *written(FOUNDRY_CAIRN2E))


def as_bytes(samples: Callable[..., tuple[str, ...]], *arguments: Any) -> tuple[bytes, ...]:
    """The samples of a reader of texts as bytes."""
    return tuple(text.encode() for text in samples(*arguments))


def as_data(samples: Callable[..., tuple[str, ...]], *arguments: Any) -> tuple[dict[str, Any], ...]:
    """The samples of a reader of JSON as plain data."""
    return tuple(map(json.loads, samples(*arguments)))


POSITION: Final = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir|sanctuary 0-0"
BOARD: Final = korrigans.format_board(korrigans.default_board())
SIDES: Final = ("2 root-goblin; Chief: 6 HP, axe (d8)", "seed 7; seed 8 fieldwarden; 3 Guard: 4 HP, spear (d6)")
STAT_LINES: Final = ("4 HP, 2 Armor, 14 STR, 6 DEX, 3 WIL, tentacles (d8+d8)", "8 hp, bite (d8) or _spit_ (d4)")
EFFECTS: Final = ("food(1)+tool(1)|draw(1) then labor(2) if hunt", "pay food(1)+tool(1) -> idol(2)")
DRAWING: Final = """
    .  .       .     .  f
    .  .       .     .  .
    .  s:deer  .     .  .
    .  .       dawn  .  .
    s  .       .     .  .
"""
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "position": (POSITION,),
    "faces": ("wooe", "bdem"),
    "circles": ("chaos,dawn", "deer,menhir"),
    "first": ("sea", "forest"),
    "variant cairn": ("power_exit=true,transformation_trigger=acted", "transformation_trigger=acted"),
    "variant korrigans": ("backup=voluntary", "final_meetings=true,side=advanced"),
    "variant endless-winter": ("draft=setup,rival_level=2", "rest_tips=true"),
    "players": ("2", "4"),
    "side": ("standard", "advanced"),
    "layout": ("A_block", "B_line"),
    "names": ("Ash", "Ada"),
    "rulings": ("armor_stack=sum, sell_rate=1/2", "initiative=pcs_ready", "dash=extra", "terrain_mix=worst"),
    "characters": SIDES,
    "foes": SIDES,
    "leader": ("1", "01"),
    "legs": ("Mill: road short; Tower: trail long tough guide=-1 vast", "wilderness perilous settlement toll-ration"),
    "season": ("spring", "winter"),
    "weather": ("fair", "catastrophic"),
    "watch": ("morning", "night"),
    "at": ("village", "barrow"),
    "board": (str(PACKAGE / "korrigans/boards/reconstruction-1.toml"),),
    "pack": (str(FENLAND),),
    "pack endless-winter": (str(PACKAGE / "endless_winter/prerelease.json"),),
    "map": (str(MAP), str(MILL), "seed 7"),
    "land": (str(LAND), str(MILL.with_name("fen.toml")), "seed 7"),
}
"""Values of set-up options by name, some with the game. What their files hold has readers of its own."""
MESSAGES: Final = tuple(
    json.dumps(message)
    for message in (
        {"ask": "new", "game": "cairn", "seats": ["person", "random"], "options": {"first": "sea"}, "seed": 7},
        {"ask": "open", "game": "cairn", "seats": ["person", "person"], "text": POSITION},
        {"ask": "why", "clicked": ["tile move", "c1"]},
        {"ask": "picture", "actions": ["c1-c2", "+d1"]},
    )
)

# Readers


def actions(name: str) -> Reader:
    """The actions of a game, read in the first of its sample states."""
    game: Any = load(name)
    samples: Any = resolve(manifest_of(game).samples)

    @cache
    def state() -> Any:
        return next(iter(samples.states()))

    def texts() -> tuple[str, ...]:
        found = map(game.format_action, samples.actions())
        return tuple(text for text in found if name != "cairn" or not set(text[1:]) & set(",+"))  # several effects

    return Reader(lambda text: game.parse_action(text, state()), texts, game.format_action)


def option_of(name: str, option: str) -> Reader:
    """A set-up option: a game begins with its value, as on the command line."""
    game: Any = load(name)
    setup: Any = resolve(manifest_of(game).setup)
    several = next(each.several for each in setup.options if each.name == option)

    def begin(text: str) -> object:
        chosen = setup.checked({option: [text] if several else text})
        return setup.position(chosen) or game.new_game(seed=3, **setup.arguments(chosen))

    return Reader(begin, lambda: OPTIONS.get(f"{option} {name}") or OPTIONS[option])


def options() -> Iterator[tuple[str, str]]:
    """Every set-up option of a game of the library that takes a text."""
    for name in LIBRARY:
        setup: Any = resolve(manifest_of(load(name)).setup)
        yield from ((name, option.name) for option in setup.options if option.value)


def character_of(form: FileFormat) -> Reader:
    """The characters in a format of another program."""
    return Reader(
        lambda document: form.read(document)[0],
        partial(written, form),
        lambda character: form.write(character, private=True)[0],
    )


def in_file(read: Callable[[str], object], name: str) -> Callable[[bytes], object]:
    """Return a function that reads some bytes from a file of this name."""

    def from_bytes(content: bytes) -> object:
        with TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_bytes(content)
            return read(str(path))

    return from_bytes


def answered(message: str) -> object:
    """Answer a message as the play page does, which has a game already. What it never sends is a `ValueError`."""
    page = Page()
    page.answer(MESSAGES[0])
    try:
        return page.answer(message)
    except ValueError as error:
        if isinstance(error, UnicodeError):
            raise
        return None


READERS: Final[Mapping[str, Reader]] = {
    # for each game
    **{f"{place}.parse_action": actions(name) for name, place in LIBRARY.items()},
    **{
        f"cairn_rules.parse_record {name}": Reader(parse_record, partial(records, name), format_record)
        for name in LIBRARY
    },
    **{
        f"cairn_rules.read_records {name}": Reader(
            lambda text: list(read_records(text.splitlines(keepends=True))), partial(archive, name)
        )
        for name in LIBRARY
    },
    **{f"cairn_rules.loads {name}": Reader(loads, partial(documents, name), dumps) for name in LIBRARY},
    **{f"cairn_rules.loads {name} as bytes": Reader(loads, partial(as_bytes, documents, name)) for name in LIBRARY},
    **{
        f"cairn_rules.from_data {name}": Reader(from_data, partial(as_data, documents, name), to_data)
        for name in LIBRARY
    },
    **{f"--{option} {name}": option_of(name, option) for name, option in options()},
    # Cairn
    "cairn_rules.cairn.parse_position": Reader(cairn.parse_position, lambda: (POSITION,), cairn.format_position),
    "cairn_rules.cairn.puzzles": Reader(
        in_file(cairn.puzzles, "puzzles.tsv"), lambda: (cairn.format_puzzles(cairn.puzzles()[:3]).encode(),)
    ),
    "cairn_rules.cairn.parse_space": Reader(cairn.parse_space, lambda: ("c3", " E5 "), str),
    "cairn_rules.Cursor.add_variation": Reader(
        lambda text: Cursor(Record.of(Match(cairn, seed=3))).add_variation(text), lambda: ("+b5", " +B5 ")
    ),
    "cairn_rules.Cursor.extend": Reader(
        lambda text: Cursor(Record.of(Match(cairn, seed=3))).extend(text), lambda: ("+b5", " +B5 ")
    ),
    "cairn_rules.korrigans.Board.field": Reader(
        korrigans.default_board().field, lambda: ("k", "barley corner"), lambda field: field.name
    ),
    "cairn_rules.korrigans.parse_link": Reader(korrigans.parse_link, lambda: ("O=V", "a|b")),
    "cairn_rules.endless_winter.parse_hex": Reader(endless_winter.parse_hex, lambda: ("0,1", "-2,1"), str),
    "cairn_rules.endless_winter.parse_spot": Reader(endless_winter.parse_spot, lambda: ("4,2,1",), str),
    "cairn_rules.Match.do": Reader(lambda text: Match(cairn, seed=3).do(text), lambda: ("+b5", " +B5 ")),
    "cairn_rules.testing.parse_drawing": Reader(parse_drawing, lambda: (DRAWING,)),
    # Korrigans
    "cairn_rules.korrigans.parse_board": Reader(korrigans.parse_board, lambda: (BOARD,), korrigans.format_board),
    "cairn_rules.korrigans.read_board": Reader(in_file(korrigans.read_board, "board.toml"), lambda: (BOARD.encode(),)),
    # Endless Winter
    "cairn_rules.endless_winter.parse_pack": Reader(endless_winter.parse_pack, winter_pack, endless_winter.format_pack),
    "cairn_rules.endless_winter.parse_pack of data": Reader(endless_winter.parse_pack, partial(as_data, winter_pack)),
    "cairn_rules.endless_winter.read_pack": Reader(
        in_file(endless_winter.read_pack, "pack.json"), partial(as_bytes, winter_pack)
    ),
    "cairn_rules.endless_winter.effects.parse_effect": Reader(parse_effect, lambda: EFFECTS, str),
    # the role-playing game
    "cairn_rules.cairn_rpg.Formula.parse": Reader(Formula.parse, lambda: ("3d6", "d4", "2d20+10", "20"), str),
    "cairn_rules.cairn_rpg.Goods.named": Reader(
        next(each for each in book().goods["gear"] if each.item and each.examples).named, lambda: ("Soap", "Perfume")
    ),
    "cairn_rules.cairn_rpg.parse_stat_line": Reader(parse_stat_line, lambda: STAT_LINES, format_stat_line),
    "cairn_rules.cairn_rpg.parse_pack": Reader(parse_pack, fen_pack, lambda pack: pack.data),
    "cairn_rules.cairn_rpg.parse_pack of TOML": Reader(
        parse_pack, lambda: (FENLAND.read_text(encoding="utf-8"),), lambda pack: pack.data
    ),
    "cairn_rules.cairn_rpg.parse_pack of data": Reader(parse_pack, partial(as_data, fen_pack)),
    "cairn_rules.cairn_rpg.read_pack": Reader(in_file(read_pack, "pack.toml"), lambda: (FENLAND.read_bytes(),)),
    "cairn_rules.cairn_rpg.creation.create_background_hireling": Reader(
        lambda name: creation.create_background_hireling(seed=3, background=name), lambda: ("mountebank", "foundling")
    ),
    "cairn_rules.cairn_rpg.creation.create_hireling": Reader(
        lambda name: creation.create_hireling(name, seed=3), lambda: ("alchemist", "tracker")
    ),
    "cairn_rules.cairn_rpg.combat.person": Reader(lambda name: combat.person(name, hp=3), lambda: ("Ada", "Old Tom")),
    "cairn_rules.cairn_rpg.wilderness.parse_legs": Reader(parse_legs, lambda: OPTIONS["legs"]),
    **{
        f"cairn_rules.cairn_rpg.formats.FileFormat.read {form.name}": character_of(form)
        for form in (FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT)
    },
    **{
        f"cairn_rules.cairn_rpg.formats.FileFormat.read {form.name}, data": Reader(
            form.read, partial(as_data, written, form)
        )
        for form in (FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT)
    },
    "cairn_rules.cairn_rpg.formats.read_container": Reader(read_container, chest),
    "cairn_rules.cairn_rpg.content.lookup.lookup": Reader(lookup, lambda: ("rope", "fireball", "R37"), strict=False),
    "cairn_rules.cairn_rpg.content.lookup.mentions": Reader(mentions, lambda: ("panic", "STR save"), strict=False),
    "cairn_rules.cairn_rpg.content.lookup.suggestions": Reader(suggestions, lambda: ("rope", "lantern"), strict=False),
    "cairn_rules.cairn_rpg.random_tables.random_table": Reader(
        random_table, lambda: ("omens", "winter weather"), strict=False
    ),
    "cairn_rules.testing.check_pack": Reader(
        in_file(check_pack, "pack.json"), lambda: (b'{"id": "fen", "name": "Fen", "author": "A", "license": "MIT"}',)
    ),
    "a file of characters": Reader(in_file(read_characters, "party.jsonl"), partial(as_bytes, characters)),
    "a foe of a land": Reader(parse_foes, lambda: ("2 wolf", "Chief: 6 HP, axe (d8)")),
    "cairn_rules.cairn_rpg.dungeon.parse_dungeon": Reader(dungeon.parse_dungeon, lambda: (MILL.read_text("utf-8"),)),
    "cairn_rules.cairn_rpg.dungeon.parse_dungeon of data": Reader(
        dungeon.parse_dungeon, lambda: (tomllib.loads(MILL.read_text("utf-8")),)
    ),
    "cairn_rules.cairn_rpg.dungeon.read_dungeon": Reader(
        in_file(dungeon.read_dungeon, "map.toml"), lambda: (MILL.read_bytes(),)
    ),
    "cairn_rules.cairn_rpg.dungeon.read_dungeon of JSON": Reader(
        in_file(dungeon.read_dungeon, "map.json"), lambda: (MAP.read_bytes(),)
    ),
    "cairn_rules.cairn_rpg.campaign.parse_gazetteer": Reader(campaign.parse_gazetteer, lambda: (FEN,)),
    "cairn_rules.cairn_rpg.campaign.parse_gazetteer of data": Reader(
        campaign.parse_gazetteer, lambda: (tomllib.loads(FEN),)
    ),
    "cairn_rules.cairn_rpg.campaign.read_gazetteer": Reader(
        in_file(campaign.read_gazetteer, "land.toml"), lambda: (FEN.encode(),)
    ),
    "cairn_rules.cairn_rpg.campaign.read_gazetteer of JSON": Reader(
        in_file(campaign.read_gazetteer, "land.json"), lambda: (LAND.read_bytes(),)
    ),
    # any game
    "cairn_rules.json_schema": Reader(json_schema, lambda: ("state", "record")),
    "cairn_rules.player_named": Reader(lambda name: player_named(name, cairn), lambda: ("greedy", "random")),
    "cairn_rules.games.known": Reader(known, lambda: tuple(LIBRARY)),
    "cairn_rules.games.load": Reader(load, lambda: tuple(LIBRARY)),
    "a file of stored games": Reader(
        in_file(lambda path: [each.read() for each in stored_in(path)], "games.cairn"), partial(as_bytes, games)
    ),
    "a message to the play page": Reader(answered, lambda: MESSAGES, strict=False),
}
"""The readers, by their public names. What follows a name says what is read."""

LOOKS_UP: Final = "looks up an id or a name that the program holds"
IN_CODE: Final = "takes texts that are written in a program"
PART: Final = "a part of another reader, which tries it"
EXCLUDED: Final[Mapping[str, str]] = {
    f"cairn_rules.{name}": reason
    for reason, names in {
        "the protocol that the games satisfy": ("Game.parse_action",),
        IN_CODE: ("cairn.megalith", "cairn.ward", "testing.Activation.choose", "codec.named", "codec.ContentIds.text"),
        LOOKS_UP: (
            *(f"korrigans.{each}" for each in ("Board.index", "State.clovers_in", "State.menhir_in")),
            *(f"cairn_rpg.dungeon.Dungeon.{each}" for each in ("area", "door", "find")),
            *(f"cairn_rpg.campaign.Gazetteer.{each}" for each in ("landmark", "way", "encounter", "ways_from")),
            *("cairn_rpg.campaign.Way.end", "simulation.Tally.won"),
            *("phrasebook.Phrasebook.filled", "phrasebook.ReasonTable.reason"),
        ),
        PART: (
            *("codec.Codec.read", "codec.Documents.unwrap", "codec.read_state_tag"),
            *("codec.TextCache.read", "codec.TextCache.learn"),
            *(f"action_table.ActionTable.{each}" for each in ("find", "hint", "parse", "read")),
        ),
        "takes a picture that the library drew; another program reads it": ("to_png",),
        "resumes a file that it wrote; tests/test_simulation.py damages it": ("simulation.Simulation.results",),
        "connects to the cluster at an address": ("simulation.dask_cluster",),
        "imports what a program or an installed plug-in names": ("manifest.Ref.load", "plugins.PluginGroup.load"),
        "reads a number": ("chance.Chance.from_seed",),
        "what the games satisfy": ("games.LibraryGame.parse_action",),
    }.items()
    for name in names
}
"""Public functions that look like readers, and why they are not fuzzed."""

_NAME: Final = re.compile(r"(parse|read|loads?|from)(_|$)")
_FIRST: Final = re.compile(r"(?:^|\| )(?:str|bytes|Iterable\[str\]|Data)\b")


def public_readers() -> Iterator[str]:
    """Yield the public functions and methods whose first argument is a text, or whose names are those of readers."""
    for module, names in MODULES.items():
        if module.startswith(ADAPTERS) or "batch" in module:  # these need other packages
            continue
        for name in names:
            value = getattr(import_module(module), name)
            found = {name: value}
            if inspect.isclass(value):
                methods = {each: getattr(part, "__func__", part) for each, part in vars(value).items()}
                found = {f"{name}.{each}": part for each, part in methods.items() if each[0] != "_"}
            yield from (f"{module}.{each}" for each, part in found.items() if inspect.isfunction(part) and _reads(part))


def _reads(function: Callable[..., object]) -> bool:
    given = [each for each in inspect.signature(function).parameters.values() if each.name not in {"self", "cls"}]
    return bool(_NAME.match(function.__name__) or (given and _FIRST.search(str(given[0].annotation))))
