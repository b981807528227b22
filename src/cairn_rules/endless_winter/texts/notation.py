"""The actions as text and in sentences (rules page, section 13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from attrs import evolve

from cairn_rules.action_table import ActionTable, Part, Row
from cairn_rules.checks import read_text
from cairn_rules.endless_winter.content import Chief
from cairn_rules.endless_winter.effects import Benefit, Both, Effect, Either, Exchange
from cairn_rules.endless_winter.rules.cards import ZONES
from cairn_rules.endless_winter.rules.observation import Observation
from cairn_rules.endless_winter.state import actions
from cairn_rules.endless_winter.state.actions import FIGURES, GOODS, PLACES, SIDES, TRACKS, Action
from cairn_rules.endless_winter.state.agenda import Arrows, Culture, Middle, Ritual, Tiles, Top, Tribe
from cairn_rules.endless_winter.state.hexes import HEXES, JUNCTURES, NEIGHBOURS, RADIUS, Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Spot, spaces_of
from cairn_rules.endless_winter.state.state import State, check_sound_once
from cairn_rules.endless_winter.texts import words
from cairn_rules.errors import DefinitionError, cut, hint, quoted
from cairn_rules.phrasebook import Named

SOURCES: Final = (*ZONES, "supply", "deck")
"""The zones from which cards are buried, in all phases."""
_ID: Final = re.compile("[A-Za-z][A-Za-z0-9_]{0,39}")
_NUMBER: Final = "-?[0-9]{1,3}"
_COORDINATES: Final = f"{_NUMBER},{_NUMBER}"
_SPOT: Final = f"{_COORDINATES},{_NUMBER}"
_MOST: Final = 999


def _word(word: object) -> str:
    if isinstance(word, str) and _ID.fullmatch(word):
        return word
    raise DefinitionError(f"{quoted(word)} cannot be part of an action: it should be an id such as 'hunter'")


def _similar(text: str, names: Collection[str], what: str, hinted: Collection[str]) -> str:
    """Return the only word that differs from a text just in case.

    The text is not one of the names. `what` is a description with its article, and `hinted` has the words that the
    error suggests.
    """
    similar = [word for word in names if word.lower() == text.lower()]
    if len(similar) == 1:
        return similar[0]
    raise DefinitionError(f"{cut(text, 100)!r} is not {what}; {hint(text, similar or tuple(hinted))}")


def _one_of(names: Collection[str], what: str, say: Callable[[State, Any], object]) -> Part[State]:
    """Return the part of an action that is one of some words."""

    def read(text: str, _: object, __: object) -> str:
        return text if text in names else _similar(text, names, what, names)

    return Part(read=read, write=_word, say=say, words=tuple(names))


def _thing(table: str, what: str, say: Callable[[State, Any], object], among: str | None = None) -> Part[State]:
    """Return the part of an action that is a thing of the pack.

    `table` is the attribute of the pack with the things by id, and `among` that with the ids that are read (default:
    those of the table). `what` is the name of such a thing with its article, for errors; `say` returns the words for
    it.
    """
    known = among or table

    def read(text: str, state: State, _: object) -> str:
        names = getattr(state.pack, known)
        return text if text in names else _similar(text, names, f"{what} of the pack", getattr(state.pack, table))

    return Part(read=read, write=_word, say=say)


def _card(table: str, what: str, say: Callable[[State, Any], object]) -> Part[State]:
    """Return the part of an action that is a card, of any kind, because the action need not be legal."""
    return _thing(table, what, say, among="order")


def _items(value: object) -> tuple[object, ...]:
    """Return the items of a tuple; none for other values."""
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()


def _numbers(values: object, count: int) -> str:
    """Return some whole numbers, separated by commas."""
    numbers = [each for each in _items(values) if isinstance(each, int) and -_MOST <= each <= _MOST]
    if len(numbers) == len(_items(values)) == count:
        return ",".join(str(int(each)) for each in numbers)
    what = {1: "a number such as 1", 2: "a tile such as Hex(1, 0)", 3: "a place such as Spot(x=2, y=0, level=1)"}
    raise DefinitionError(f"{quoted(values)} cannot be part of an action: it should be {what[count]}")


def parse_hex(text: str) -> Hex:
    """Parse a tile of the map, such as `1,-2`: its column and its slanted row (rule 8.1).

    Raises:
        NotationError: if the text is not a tile of the map.

    Example:
        >>> parse_hex("1,-2")
        Hex(q=1, r=-2)
    """
    return read_text(text, "tile", lambda written: _tile(_matching(_COORDINATES, written, "a tile", "1,-2")))


def parse_spot(text: str) -> Spot:
    """Parse a place for a Megalith, such as `4,2,1`: twice its column and row, and its level (rule 9.2).

    The place need not be on a board.

    Raises:
        NotationError: if the text is not a place.

    Example:
        >>> parse_spot("4,2,1")
        Spot(x=4, y=2, level=1)
    """
    return read_text(text, "place", lambda written: _spot(_matching(_SPOT, written, "a place", "4,2,1")))


def _matching(pattern: str, text: str, what: str, example: str) -> str:
    if re.fullmatch(pattern, text):
        return text
    raise DefinitionError(f"{cut(text, 100)!r} is not {what}; one is written like {example}")


def _tile(text: str, _: object = None, __: object = None) -> Hex:
    q, r = text.split(",")
    tile = Hex(int(q), int(r))
    if tile in NEIGHBOURS:
        return tile
    raise DefinitionError(f"{text!r} is not a tile of the map: q, r and q + r are from {-RADIUS} to {RADIUS}")


def _juncture(text: str, *state: object) -> Juncture:
    tiles = {_tile(part, *state) for part in text.split("/")}
    if len(tiles) == 3:
        return cast("Juncture", tuple(sorted(tiles, key=HEXES.index)))
    raise DefinitionError(f"{text!r} should be three different tiles")


def _juncture_text(juncture: object) -> str:
    tiles = _items(juncture)
    if len(tiles) == 3:
        return "/".join(_numbers(tile, 2) for tile in tiles)
    raise DefinitionError(f"{quoted(juncture)} cannot be part of an action: it should be a juncture of three tiles")


def _spot(text: str, _: object = None, __: object = None) -> Spot:
    x, y, level = text.split(",")
    return Spot(int(x), int(y), int(level))


def _ended(text: str, effect: Effect | None) -> str:
    """Return a text with an effect after a colon, if there is one."""
    return text if effect is None else f"{text}: {words.effect_text(effect)}"


def _side(state: State, side: str) -> str:
    own = state.players[state.active].chief
    return f"side {side}" if own is None else words.chief_text(state.pack, own, side)


def _culture(state: State, id: str) -> str:
    card = state.pack.culture_cards.get(id)
    return _ended(words.card_name(state.pack, id), card and card.effect)


def _labor(state: State, id: str) -> str:
    """Return a Tribe card with its Labor on the column of the figure."""
    name, card = words.card_name(state.pack, id), state.pack.tribe_cards.get(id)
    if card is None:
        return name
    added = card.added_labor if card.column is not None and card.column == state.this_turn.column else 0
    return f"{name} for {card.labor + added} Labor"


def _ability(state: State, id: str) -> str:
    """Return a Tribe card with its ability in the Eclipse."""
    card = state.pack.tribe_cards.get(id)
    return _ended(words.card_name(state.pack, id), card and card.eclipse)


def _tipped(state: State, id: str) -> str:
    animal = state.pack.species.get(id)
    return _ended(words.animal_name(state.pack, id), animal and animal.tip)


def _space(state: State, spot: Spot) -> str:
    """Return a place of the Megalith board, with the benefit of its space; without one for upper levels."""
    spaces = spaces_of(state.pack, state.table.layout, state.table.megalith_tiles)
    space = spaces.get((spot.x // 2, spot.y // 2)) if spot.level == 1 else None
    if space is not None and space.benefit is None:
        return f"{words.spot_text(spot)}: an extra Megalith"
    return _ended(words.spot_text(spot), space and space.benefit)


def _named_tile(state: State, tile: Hex) -> str:
    return words.tile_name(state.table, state.pack, tile)


def _terrain(state: State, tile: Hex) -> str:
    """Return a tile with its benefit."""
    pack, table = state.pack, state.table
    benefit = pack.tiles[table.terrain[HEXES.index(tile)]].benefit if tile in HEXES else None
    return _ended(words.tile_name(table, pack, tile), benefit)


def _benefit(state: State, number: int) -> str:
    """Return one of several benefits, by its place."""
    frame = state.pending
    parts = frame.parts if isinstance(frame, Both) else frame.options if isinstance(frame, Either) else ()
    return words.object_text(parts[number]) if 0 <= number < len(parts) else f"part {number + 1}"


def _declined(state: State, _: object) -> Named | None:
    match state.pending:
        case Benefit(kind, free_food=free) as frame:
            return Named(frame, words.object_text(Benefit(kind, free_food=free)))
        case Both() | Either() | Exchange() as frame:
            return Named(frame, words.object_text(frame))
        case Arrows() as frame:
            return Named(frame, "the extra Megalith of the arrows")
        case _:  # open: nothing else can be declined
            return None


def _chief(state: State) -> Chief | None:
    return state.pack.chief.get(str(state.players[state.active].chief))


def _boost_price(state: State, _: object) -> Named | None:
    of = _chief(state)
    return of and Named(of.boost_tools, words.price_text(0, of.boost_tools))


def _boost_labor(state: State, _: object) -> int | None:
    of = _chief(state)
    return of and of.boost_labor


def _exchange(state: State, _: object) -> Named | None:
    frame = state.pending
    return Named(frame, words.effect_text(frame).removeprefix("pay ")) if isinstance(frame, Exchange) else None


_GAINS: Final = MappingProxyType({"draw": "Draw a card", "tool": "Gain a Tool", "food": "Gain a Food"})
_ENDS: Final[Mapping[type, Named]] = MappingProxyType(
    {
        Culture: Named("culture", "Go on to place a figure"),
        Top: Named("top", "Go on to the middle of the column"),
        Middle: Named("middle", "Go on to the bottom of the column"),
        Ritual: Named("ritual", "Put no more cards on the Ritual pile"),
        Tribe: Named("tribe", "Use no more abilities"),
        Tiles: Named("tiles", "Use no more tiles"),
    }
)
_TILE: Final = Part(read=_tile, write=lambda tile: _numbers(tile, 2), say=_named_tile, pattern=_COORDINATES)
_INDEX: Final = Part(
    read=lambda text, _, __: int(text), write=lambda number: _numbers((number,), 1), say=_benefit, pattern=_NUMBER
)
_TRIBE: Final = _card(
    "tribe_cards", "a Tribe card", lambda state, key: words.with_article(words.card_name(state.pack, key))
)
_ANIMAL: Final = _thing("species", "an Animal", lambda state, key: words.animal_name(state.pack, key))
ACTIONS: Final = ActionTable[State, Action](
    Action,
    "an action of Endless Winter",
    [
        Row(actions.TakeChief("CH2"), "chief:{chief}", "Take the Chief {chief}"),
        Row(actions.ChooseSide("A"), "side:{side}", "Choose {side}", more=(actions.ChooseSide("B"),)),
        Row(actions.TakeSetup("SU4"), "setup:{card:setup}", "Take the Setup card {card:setup}"),
        Row(actions.PlayCulture("C104"), "play:{card:culture}", "Play {card:culture}", "Play"),
        Row(
            actions.PlaceFigure("chief", "hunt"),
            "{figure}>{place}",
            "Place {figure} on {place}",
            "Place",
            more=(actions.PlaceFigure("tribe", "rest"),),
        ),
        Row(actions.PlayTribe("hunter"), "work:{card:worker}", "Play {card:worker}", "Play"),
        Row(actions.SpendFood(), "food", "Spend 1 Food for {step} Labor", "Play"),
        Row(actions.Boost(), "boost", ("Pay {boost_price} for {boost_labor} Labor", "Use the Chief's boost"), "Play"),
        Row(actions.TakeTribe("shaman"), "take:{card:tribe}", "Take {card:tribe}", "Take"),
        Row(actions.TakeCulture("C220"), "learn:{card:culture}", "Take {card:culture}", "Take"),
        Row(actions.PlaceCamp(), "camp", "Place a Camp on the Base", "Camps"),
        Row(
            actions.MoveCamp(Hex(0, 0), Hex(1, -1)), "move:{start}>{end}", "Move a Camp from {start} to {end}", "Camps"
        ),
        Row(actions.RevealAnimals(), "reveal", "Reveal {revealed}", "Take"),
        Row(actions.TakeAnimal("giant_sloth"), "animal:{animal}", "Take the {animal}", "Take"),
        Row(actions.DrawAnimal(), "draw-animal", "Draw an Animal"),
        Row(
            actions.Bury("hand", "brave"),
            "bury:{zone}:{card}",
            "Bury {card} from {zone}",
            "Bury",
            more=(
                *(actions.Bury(zone, "brave") for zone in ("discard", "played", "deck")),
                actions.Bury("supply", "elder"),
            ),
        ),
        Row(actions.TakeStone("SS14"), "stone:{stone}", "Take the Sacred Stone {stone}", "Take"),
        Row(actions.BuildVillage(JUNCTURES[0]), "village:{juncture}", "Build a Village at {juncture}", "Build"),
        Row(actions.Tip("argentavis"), "tip:{animal:tipped}", "Tip the {animal:tipped}", "Tip"),
        Row(actions.Gain("draw"), "gain:{kind}", "{kind}", "Gain", more=(actions.Gain("tool"), actions.Gain("food"))),
        Row(
            actions.MoveIdol("offering"),
            "idol:{track}",
            "Move the Idol on {track}",
            "Idol",
            more=(actions.MoveIdol("honor"),),
        ),
        Row(
            actions.PlaceMegalith(Spot(2, 0, 1)),
            "megalith:{spot}",
            "Place a Megalith at {spot}",
            "Megalith",
            more=(actions.PlaceMegalith(Spot(3, 0, 2)),),
        ),
        Row(actions.TakePart(1), "part:{part}", "Choose {part} first"),
        Row(actions.Choose(0), "option:{option}", "Choose {option}"),
        Row(actions.Pay(), "pay", ("Pay {exchange}", "Pay")),
        Row(actions.Discard("tribesman"), "discard:{card}", "Discard {card}", "Discard"),
        Row(actions.Decline(), "decline", ("Decline {declined}", "Decline")),
        Row(actions.AddToRitual("tribeswoman"), "ritual:{card}", "Put {card} on the Ritual pile", "Ritual"),
        Row(actions.ResolveTribe("explorer"), "resolve:{card:ability}", "Use {card:ability}", "Use"),
        Row(actions.TakeTile(Hex(-1, 2)), "tile:{tile}", "Use {tile}", "Use"),
        Row(actions.End(), "end", ("{ended}", "End the step")),
    ],
    {
        "chief": _thing("chief", "a Chief card", lambda state, key: words.chief_text(state.pack, key, "B")),
        "side": _one_of(SIDES, "a side of a Chief card", _side),
        "setup": _thing("setup_card", "a Setup card", lambda state, key: f"{key}: {words.setup_text(state.pack, key)}"),
        "culture": _card("culture_cards", "a Culture card", _culture),
        "tribe": _TRIBE,
        "worker": evolve(_TRIBE, say=_labor),
        "ability": evolve(_TRIBE, say=_ability),
        "card": _card("order", "a card", lambda state, key: words.card_name(state.pack, key)),
        "figure": _one_of(
            FIGURES, "a figure", lambda _, figure: "the Chief" if figure == "chief" else "a Tribe figure"
        ),
        "place": _one_of(PLACES, "a place for a figure", lambda _, place: words.place_name(place)),
        "animal": _ANIMAL,
        "tipped": evolve(_ANIMAL, say=_tipped),
        "zone": _one_of(SOURCES, "a zone", lambda _, zone: words.zone_name(zone)),
        "stone": _thing("stone", "a Sacred Stone", lambda state, key: f"{key}: {words.stone_text(state.pack, key)}"),
        "kind": _one_of(GOODS, "a benefit without a target", lambda _, kind: _GAINS.get(kind, f"Gain {kind}")),
        "track": _one_of(TRACKS, "an Idol track", lambda _, track: track.capitalize()),
        "start": _TILE,
        "end": _TILE,
        "tile": evolve(_TILE, say=_terrain),
        "juncture": Part(
            read=_juncture,
            write=_juncture_text,
            say=lambda _, juncture: words.site_text(juncture),
            pattern=f"{_COORDINATES}/{_COORDINATES}/{_COORDINATES}",
        ),
        "spot": Part(read=_spot, write=lambda spot: _numbers(spot, 3), say=_space, pattern=_SPOT),
        "part": _INDEX,
        "option": _INDEX,
        "step": Part(say=lambda state, _: int(state.players[state.active].food in state.pack.labor_steps)),
        "boost_price": Part(say=_boost_price),
        "boost_labor": Part(say=_boost_labor),
        "exchange": Part(say=_exchange),
        "declined": Part(say=_declined),
        "ended": Part(say=lambda state, _: _ENDS.get(type(state.pending))),
        "revealed": Part(say=lambda state, _: "2 Animals" if type(state.pending) is Top else "an Animal"),
    },
)


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    Cards, Animals and stones are written as their ids in the pack, a tile of the map as `q,r` (rule 8.1), a place for a
    Megalith as `x,y,level` (rule 9.2). Parts and options are counted from 0.

    Raises:
        DefinitionError: if the value is not an action, or one of its parts is not of its kind.

    Example:
        >>> from cairn_rules import endless_winter
        >>> endless_winter.format_action(endless_winter.PlaceFigure("chief", "hunt"))
        'chief>hunt'
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State | Observation) -> Action:
    """Parse an action, which need not be legal in the state.

    White space around the text is ignored, and so is case, unless ids of the pack differ in it. A text is, for
    instance, `work:hunter`; the state is one of a game with the pack whose ids it names.

    Raises:
        NotationError: if the text is not an action, or names something that is not in the pack or on the map.
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import endless_winter
        >>> endless_winter.parse_action("tribe>rest", endless_winter.new_game(seed=7))
        PlaceFigure(figure='tribe', place='rest')
    """
    if isinstance(state, State):
        check_sound_once(state)
    return ACTIONS.parse(text, state, State)


def describe(state: State | Observation, action: Action) -> str:
    """Return a description of an action, in the imperative, for a button or a list of choices.

    The text names cards that may be hidden from others, so it is not for a log that they read: use `events_of` with
    `viewer`. The action need not be legal. The sentence has no full stop.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation, or `action` is not an action of Endless
            Winter.

    Example:
        >>> from cairn_rules import endless_winter
        >>> describe(endless_winter.new_game(seed=7), endless_winter.PlaceFigure("chief", "hunt"))
        'Place the Chief on Hunt'
    """
    if not isinstance(state, Observation):
        check_sound_once(state)
    return ACTIONS.describe(cast("State", state), action)  # the sentences need nothing that an observation lacks
