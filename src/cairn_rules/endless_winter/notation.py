"""Formatting and parsing of actions (rules page, section 13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from cairn_rules.action_forms import parsed
from cairn_rules.endless_winter.actions import (
    Action,
    AddToRitual,
    Boost,
    BuildVillage,
    Bury,
    Choose,
    ChooseSide,
    Decline,
    Discard,
    DrawAnimal,
    End,
    Gain,
    MoveCamp,
    MoveIdol,
    Pay,
    PlaceCamp,
    PlaceFigure,
    PlaceMegalith,
    PlayCulture,
    PlayTribe,
    ResolveTribe,
    RevealAnimals,
    SpendFood,
    TakeAnimal,
    TakeChief,
    TakeCulture,
    TakePart,
    TakeSetup,
    TakeStone,
    TakeTile,
    TakeTribe,
    Tip,
)
from cairn_rules.endless_winter.cards import ZONES
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.hexes import HEXES, RADIUS, Hex, Juncture
from cairn_rules.endless_winter.megaliths import Spot
from cairn_rules.endless_winter.state import State
from cairn_rules.errors import DefinitionError, cut, hint, nearest, quoted

FIGURES: Final = ("chief", "tribe")
"""The kinds of figures."""
PLACES: Final = (*COLUMNS, "rest")
"""The places of figures: the columns, and the Eclipse space."""
SOURCES: Final = (*ZONES, "supply", "deck")
"""The zones from which cards are buried, in all phases."""
GOODS: Final = ("draw", "tool", "food")
"""The benefits that are gained without a target."""
TRACKS: Final = ("offering", "honor")
"""The Idol tracks."""
SIDES: Final = ("A", "B")
"""The sides of a Chief card."""
SIMPLE: Final[Mapping[str, Action]] = MappingProxyType(
    {
        "food": SpendFood(),
        "boost": Boost(),
        "camp": PlaceCamp(),
        "reveal": RevealAnimals(),
        "draw-animal": DrawAnimal(),
        "pay": Pay(),
        "decline": Decline(),
        "end": End(),
    }
)
"""The actions that are one word."""
EXAMPLES: Final = "chief>hunt, work:hunter, play:C101, move:0,0>1,0, megalith:4,2,1, camp, decline or end"
"""Some actions, for errors."""
_WORDS: Final = MappingProxyType({type(action): word for word, action in SIMPLE.items()})
_ID: Final = re.compile("[A-Za-z][A-Za-z0-9_]{0,39}")
_NUMBER: Final = re.compile("-?[0-9]{1,3}")
_MOST: Final = 999


def format_action(action: Action) -> str:  # noqa: C901 - a case for each kind of action
    """Return an action as text, without white space.

    The forms, where a card, tile or stone is the id of the pack, `q,r` a tile of the map (rule 8.1), and `x,y,level` a
    place for a Megalith (rule 9.2):

    * set-up: `chief:CH1`, `side:B`, `setup:SU4`;
    * turn: `play:C101` (Culture card), `tribe>hunt` and `chief>rest` (figure), `work:hunter` (Tribe card for Labor),
      `food`, `boost`, `take:hunter` (Tribe card), `learn:C101` (Culture card), `camp`, `move:0,0>1,0`, `reveal`,
      `animal:giant_sloth`, `bury:hand:tribesman`, `stone:SS01`, `village:0,-2/1,-2/0,-1`, `tip:glyptodon`,
      `ritual:shaman`, `end`;
    * benefits: any of these, `gain:draw`, `idol:honor`, `megalith:4,2,1`, `draw-animal`, `discard:brave`, `pay`,
      `part:0` and `option:0` (counted from 0), `decline`;
    * Eclipse: `resolve:hunter`, `tile:1,-1`, `end`.

    Raises:
        DefinitionError: if the value is not an action, or one of its parts is not of its kind.

    Example:
        >>> from cairn_rules import endless_winter
        >>> endless_winter.format_action(endless_winter.PlaceFigure("chief", "hunt"))
        'chief>hunt'
    """
    match action:
        case SpendFood() | Boost() | PlaceCamp() | RevealAnimals() | DrawAnimal() | Pay() | Decline() | End():
            return _WORDS[type(action)]
        case PlaceFigure(figure, place):
            return f"{_word(figure)}>{_word(place)}"
        case Bury(zone, card):
            return f"bury:{_word(zone)}:{_word(card)}"
        case MoveCamp(start, end):
            return f"move:{_numbers(start, 2)}>{_numbers(end, 2)}"
        case BuildVillage(juncture):
            return f"village:{_juncture_text(juncture)}"
        case PlaceMegalith(spot):
            level, y, x = _numbers(spot, 3).split(",")
            return f"megalith:{x},{y},{level}"
        case TakeTile(tile):
            return f"tile:{_numbers(tile, 2)}"
        case TakePart(number):
            return f"part:{_numbers((number,), 1)}"
        case Choose(number):
            return f"option:{_numbers((number,), 1)}"
        case (
            TakeChief(word)
            | ChooseSide(word)
            | TakeSetup(word)
            | PlayCulture(word)
            | PlayTribe(word)
            | TakeTribe(word)
            | TakeCulture(word)
            | TakeAnimal(word)
            | TakeStone(word)
            | Tip(word)
            | Gain(word)
            | MoveIdol(word)
            | Discard(word)
            | AddToRitual(word)
            | ResolveTribe(word)
        ):
            return f"{_HEADS[type(action)]}:{_word(word)}"
        case _:
            raise DefinitionError(f"{quoted(action)} is not an action of Endless Winter")


def _word(word: object) -> str:
    if isinstance(word, str) and _ID.fullmatch(word):
        return word
    raise DefinitionError(f"{quoted(word)} cannot be part of an action: it should be an id such as 'hunter'")


def _items(value: object) -> tuple[object, ...]:
    """Return the items of a tuple; none for other values."""
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()


def _numbers(values: object, count: int) -> str:
    """Return some whole numbers, separated by commas."""
    numbers = [each for each in _items(values) if isinstance(each, int) and -_MOST <= each <= _MOST]
    if len(numbers) == len(_items(values)) == count:
        return ",".join(str(int(each)) for each in numbers)
    what = {1: "a number such as 1", 2: "a tile such as Hex(1, 0)", 3: "a place such as Spot(level=1, y=0, x=2)"}
    raise DefinitionError(f"{quoted(values)} cannot be part of an action: it should be {what[count]}")


def _juncture_text(juncture: object) -> str:
    tiles = _items(juncture)
    if len(tiles) == 3:
        return "/".join(_numbers(tile, 2) for tile in tiles)
    raise DefinitionError(f"{quoted(juncture)} cannot be part of an action: it should be a juncture of three tiles")


def parse_action(text: str, state: State) -> Action:
    """Parse an action, which need not be legal in the state.

    White space around the text is ignored, and so is case, unless ids of the pack differ in it.

    Args:
        text: The text of an action, such as `work:hunter`; see `format_action` for all forms.
        state: A state of a game with the pack whose ids the text names.

    Raises:
        NotationError: if the text is not an action, or names something that is not in the pack or on the map.

    Example:
        >>> from cairn_rules import endless_winter
        >>> endless_winter.parse_action("tribe>rest", endless_winter.new_game(seed=7))
        PlaceFigure(figure='tribe', place='rest')
    """
    return parsed(text, state, State, _read)


def _read(written: str, state: State) -> Action:
    head, colon, rest = written.partition(":")
    word = head.lower()
    if colon and word in _READERS:
        return _READERS[word](rest, state)
    if not colon and word in SIMPLE:
        return SIMPLE[word]
    figure, sign, place = written.partition(">")
    if sign and not colon:
        return PlaceFigure(_known(figure, FIGURES, "a figure"), _known(place, PLACES, "a place for a figure"))
    if word in _READERS:
        raise DefinitionError(f"not an action: {word!r} needs more, as in {_READERS[word].example!r}")
    if word in SIMPLE:
        raise DefinitionError(f"not an action: {word!r} stands alone")
    guess = nearest(word, (*_READERS, *SIMPLE, *FIGURES))
    if guess is not None:
        example = _READERS[guess].example if guess in _READERS else f"{guess}>hunt" if guess in FIGURES else guess
        raise DefinitionError(f"not an action; did you mean one such as {example!r}?")
    raise DefinitionError(f"not an action; one is written like {EXAMPLES}")


def _known(text: str, words: Iterable[str], what: str, hinted: Iterable[str] | None = None) -> str:
    """Return the word that a text names: itself, or the only one that differs in case.

    Args:
        text: The text.
        words: The words that can be named.
        what: A description with its article, for the error.
        hinted: The words that the error suggests (default: all).
    """
    every = tuple(words)
    if text in every:
        return text
    similar = [word for word in every if word.lower() == text.lower()]
    if len(similar) == 1:
        return similar[0]
    right = every if hinted is None else tuple(hinted)
    raise DefinitionError(f"{cut(text, 100)!r} is not {what}; {hint(text, similar or right)}")


def _whole(text: str, count: int, example: str) -> list[int]:
    """Return the numbers of a text, separated by commas."""
    parts = text.split(",")
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        numbers = "a number" if count == 1 else f"{count} numbers with commas"
        raise DefinitionError(f"{cut(text, 100)!r} should be {numbers}, as in {example!r}")
    return [int(part) for part in parts]


def _tile(text: str, example: str) -> Hex:
    tile = Hex(*_whole(text, 2, example))
    if tile in HEXES:
        return tile
    raise DefinitionError(f"{cut(text, 100)!r} is not a tile of the map: q, r and q + r are from {-RADIUS} to {RADIUS}")


_Reader: TypeAlias = Callable[[str, State], Action]


class _Form:
    """A form of actions: a word, a colon and what it concerns."""

    __slots__ = ("_reader", "example")

    def __init__(self, example: str, reader: _Reader) -> None:
        self.example: Final = example
        self._reader: Final = reader

    def __call__(self, rest: str, state: State) -> Action:
        return self._reader(rest, state)


def _of(kind: type[Any], words: Iterable[str], what: str) -> _Reader:
    """Return a reader of actions that name one of some words."""
    fixed = tuple(words)

    def read(rest: str, _: State) -> Action:
        return cast("Action", kind(_known(rest, fixed, what)))

    return read


def _thing(kind: type[Any], table: str, what: str) -> _Reader:
    """Return a reader of actions that name a thing of the pack.

    Args:
        kind: The class of the action.
        table: The attribute of the pack with the things by id.
        what: The name of such a thing with its article, for errors.
    """

    def read(rest: str, state: State) -> Action:
        return cast("Action", kind(_known(rest, getattr(state.pack, table), f"{what} of the pack")))

    return read


def _card(kind: type[Any], table: str, what: str) -> _Reader:
    """Return a reader of actions that name a card: those of other kinds are read, too, because it need not be legal."""

    def read(rest: str, state: State) -> Action:
        pack = state.pack
        return cast("Action", kind(_known(rest, pack.order, f"{what} of the pack", getattr(pack, table))))

    return read


def _read_move(rest: str, state: State) -> Action:
    del state
    start, _, end = rest.partition(">")
    return MoveCamp(_tile(start, "move:0,0>1,0"), _tile(end, "move:0,0>1,0"))


def _read_bury(rest: str, state: State) -> Action:
    zone, _, card = rest.partition(":")
    return Bury(_known(zone, SOURCES, "a zone"), _known(card, state.pack.order, "a card of the pack"))


def _read_village(rest: str, _: State) -> Action:
    tiles = [_tile(part, "village:0,-2/1,-2/0,-1") for part in rest.split("/")]
    if len({*tiles}) != 3 or len(tiles) != 3:
        raise DefinitionError(f"{cut(rest, 100)!r} should be three tiles, as in 'village:0,-2/1,-2/0,-1'")
    return BuildVillage(cast("Juncture", tuple(sorted(tiles, key=HEXES.index))))


def _read_megalith(rest: str, _: State) -> Action:
    x, y, level = _whole(rest, 3, "megalith:4,2,1")
    return PlaceMegalith(Spot(level, y, x))


def _read_tile(rest: str, _: State) -> Action:
    return TakeTile(_tile(rest, "tile:1,-1"))


def _read_part(rest: str, _: State) -> Action:
    return TakePart(*_whole(rest, 1, "part:0"))


def _read_option(rest: str, _: State) -> Action:
    return Choose(*_whole(rest, 1, "option:0"))


_READERS: Final[Mapping[str, _Form]] = MappingProxyType(
    {
        "chief": _Form("chief:CH1", _thing(TakeChief, "chief", "a Chief card")),
        "side": _Form("side:B", _of(ChooseSide, SIDES, "a side of a Chief card")),
        "setup": _Form("setup:SU1", _thing(TakeSetup, "setup_card", "a Setup card")),
        "play": _Form("play:C101", _card(PlayCulture, "culture_cards", "a Culture card")),
        "work": _Form("work:hunter", _card(PlayTribe, "tribe_cards", "a Tribe card")),
        "take": _Form("take:hunter", _card(TakeTribe, "tribe_cards", "a Tribe card")),
        "learn": _Form("learn:C101", _card(TakeCulture, "culture_cards", "a Culture card")),
        "move": _Form("move:0,0>1,0", _read_move),
        "animal": _Form("animal:giant_sloth", _thing(TakeAnimal, "species", "an Animal")),
        "bury": _Form("bury:hand:tribesman", _read_bury),
        "stone": _Form("stone:SS01", _thing(TakeStone, "stone", "a Sacred Stone")),
        "village": _Form("village:0,-2/1,-2/0,-1", _read_village),
        "tip": _Form("tip:glyptodon", _thing(Tip, "species", "an Animal")),
        "gain": _Form("gain:draw", _of(Gain, GOODS, "a benefit without a target")),
        "idol": _Form("idol:honor", _of(MoveIdol, TRACKS, "an Idol track")),
        "megalith": _Form("megalith:4,2,1", _read_megalith),
        "part": _Form("part:0", _read_part),
        "option": _Form("option:0", _read_option),
        "discard": _Form("discard:brave", _card(Discard, "order", "a card")),
        "ritual": _Form("ritual:shaman", _card(AddToRitual, "order", "a card")),
        "resolve": _Form("resolve:hunter", _card(ResolveTribe, "tribe_cards", "a Tribe card")),
        "tile": _Form("tile:1,-1", _read_tile),
    }
)
_HEADS: Final[Mapping[type, str]] = MappingProxyType(
    {
        TakeChief: "chief",
        ChooseSide: "side",
        TakeSetup: "setup",
        PlayCulture: "play",
        PlayTribe: "work",
        TakeTribe: "take",
        TakeCulture: "learn",
        TakeAnimal: "animal",
        TakeStone: "stone",
        Tip: "tip",
        Gain: "gain",
        MoveIdol: "idol",
        Discard: "discard",
        AddToRitual: "ritual",
        ResolveTribe: "resolve",
    }
)
