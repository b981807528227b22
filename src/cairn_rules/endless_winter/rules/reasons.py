"""Reasons why actions are illegal, each with a stable code and a rule number.

They are derived from the rules, independently of the lists of legal actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, TypeAlias, assert_never, get_args

from cairn_rules.checks import state_of_decider, text_hint
from cairn_rules.endless_winter.effects import LADDER, Benefit, Both, Either, Exchange
from cairn_rules.endless_winter.reason_table import BENEFITS, DECISIONS, REASONS
from cairn_rules.endless_winter.rules.cards import ZONES, gained_in_hand
from cairn_rules.endless_winter.rules.columns import ANIMAL_PRICE, CULTURE_PRICE, TRIBE_PRICE
from cairn_rules.endless_winter.rules.observation import Observation
from cairn_rules.endless_winter.rules.pieces import honor_level, influence_on, terrain_of
from cairn_rules.endless_winter.state import actions, agenda
from cairn_rules.endless_winter.state.actions import (
    FIGURES,
    GOODS,
    PLACES,
    SIDES,
    TRACKS,
    Action,
    GoodsAction,
    LaborAction,
    MiddleAction,
    TopAction,
    UseAction,
)
from cairn_rules.endless_winter.state.hexes import BASE, HEXES, NEIGHBOURS, Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Spot, spaces_of
from cairn_rules.endless_winter.state.state import SEAT_NAMES, Player, State, check_sound_once
from cairn_rules.errors import DefinitionError, Reason
from cairn_rules.phrasebook import Named

_ACTIONS: Final = get_args(Action)
_TARGETS: Final[Mapping[str, type[UseAction]]] = MappingProxyType(
    {
        "discard": actions.Discard,
        "camp": actions.PlaceCamp,
        "move": actions.MoveCamp,
        "village": actions.BuildVillage,
        "tribe_to_hand": actions.TakeTribe,
        "tribe_to_discard": actions.TakeTribe,
        "bury": actions.Bury,
        "bury_supply": actions.Bury,
        "culture": actions.TakeCulture,
        "animal_take": actions.TakeAnimal,
        "animal_draw": actions.DrawAnimal,
        "animal_reveal": actions.RevealAnimals,
        "tip": actions.Tip,
    }
)
"""The class of the actions that use a benefit, by its kind, for those without lesser ones."""


def why_illegal(state: State | Observation, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    The reason is for the player who decides: it can reveal which cards are in their hand. For any other seat or a
    spectator, use `why_illegal_for`. A reason has a stable code, a sentence that names the things involved, and the
    rule.

    Raises:
        DefinitionError: if `state` is neither a state nor the observation of the seat that decides.

    Example:
        >>> from cairn_rules import endless_winter
        >>> state = endless_winter.new_game(seed=7)
        >>> print(why_illegal(state, endless_winter.PlaceFigure("chief", "hunt")))
        Cyan must play a Culture card or end the step now [decision/culture, rule 6.1]
    """
    state = state_of_decider(state, State)
    check_sound_once(state)
    if not isinstance(action, _ACTIONS):
        return REASONS.reason("action/unknown", action=action, hint=text_hint(action))
    try:
        # The module of the notation imports the rules.
        import_module("cairn_rules.endless_winter.texts.notation").format_action(action)
    except DefinitionError as error:
        return REASONS.reason("action/invalid", fault=str(error))
    frame = state.pending
    if frame is None:
        return REASONS.reason("game/over")
    return _REASONS[type(frame)](state, frame, action)


def _who(state: State, seat: int | None = None) -> Named:
    """Return a player (default: the one who decides)."""
    number = state.active if seat is None else seat
    return Named(number, SEAT_NAMES[number].capitalize() if number < state.seats else "the rival")


def _card(state: State, id: str) -> Named:
    """Return a card, an Animal or a Chief of the pack, with its name and id; an unknown id is quoted."""
    pack = state.pack
    thing: Any = next(
        (each[id] for each in (pack.tribe_cards, pack.culture_cards, pack.species, pack.chief) if id in each), None
    )
    if thing is None:
        return Named(id, repr(id))
    same = thing.name.lower().replace(" ", "_") == id.lower()
    return Named(id, str(thing.name) if same else f"{thing.name} ({id})")


def _tile(state: State, tile: Hex) -> Named:
    """Return a tile of the map, with its name and coordinates."""
    return Named(tile, f"{state.pack.tiles[terrain_of(state.table, tile)].name} ({tile[0]},{tile[1]})")


def _player(state: State) -> Player:
    return state.players[state.active]


def _another_decision(state: State, frame: object) -> Reason:
    if type(frame) in BENEFITS:
        return _another_benefit(state, frame)
    return REASONS.reason(f"decision/{DECISIONS[type(frame)][0]}", who=_who(state))


def _another_benefit(state: State, frame: object) -> Reason:
    return REASONS.reason(f"decision/{BENEFITS[type(frame)][0]}", who=_who(state), effect=frame)


# The set-up


def _draft_chief(state: State, frame: agenda.DraftChief, action: Action) -> Reason | None:
    if not isinstance(action, actions.TakeChief):
        return _another_decision(state, frame)
    chiefs = state.table.chiefs
    if action.chief in chiefs:
        return None
    return REASONS.reason("chief/not-open", card=_card(state, action.chief), chiefs=tuple(chiefs))


def _pick_side(state: State, frame: agenda.PickSide, action: Action) -> Reason | None:
    if not isinstance(action, actions.ChooseSide):
        return _another_decision(state, frame)
    if action.side in SIDES:
        return None
    return REASONS.reason("side/unknown", side=action.side)


def _draft_setup(state: State, frame: agenda.DraftSetup, action: Action) -> Reason | None:
    if not isinstance(action, actions.TakeSetup):
        return _another_decision(state, frame)
    setups = state.table.setups
    if action.card in setups:
        return None
    return REASONS.reason("setup/not-open", card=action.card, setups=tuple(setups))


def _start_idol(state: State, frame: agenda.StartIdol, action: Action) -> Reason | None:
    return _no_track(action.track) if isinstance(action, actions.MoveIdol) else _another_decision(state, frame)


def _start_burial(state: State, frame: agenda.StartBurial, action: Action) -> Reason | None:
    if not isinstance(action, actions.Bury):
        return _another_decision(state, frame)
    return _no_burial(state, action, ("deck",), "4.1")


# The turn


def _culture(state: State, frame: agenda.Culture, action: Action) -> Reason | None:
    if isinstance(action, actions.End):
        return None
    if not isinstance(action, actions.PlayCulture):
        return _another_decision(state, frame)
    card, hand, limit = action.card, _player(state).hand, state.pack.limits.culture_plays_per_turn
    if card not in state.pack.culture_cards:
        return REASONS.reason("culture/not-culture", card=_card(state, card))
    if card not in hand:
        return _not_in_hand(state, card, "culture/not-in-hand")
    if frame.played >= limit:
        return REASONS.reason("culture/limit", limit=limit)
    if frame.played and state.variant.second_culture_card == "discard" and len(hand) < 2:
        return REASONS.reason("culture/no-price", who=_who(state))
    return None


def _not_in_hand(state: State, card: str, code: str) -> Reason:
    return REASONS.reason(code, who=_who(state), card=_card(state, card))


def _figure(state: State, frame: agenda.Figure, action: Action) -> Reason | None:
    if not isinstance(action, actions.PlaceFigure):
        return _another_decision(state, frame)
    figure, place, player = action.figure, action.place, _player(state)
    if figure not in FIGURES:
        return REASONS.reason("figure/unknown", figure=figure)
    if place not in PLACES:
        return REASONS.reason("figure/no-place", place=place, places=tuple(PLACES))
    if figure == "chief" and not player.chief_ready:
        return REASONS.reason("figure/chief-used", who=_who(state))
    if figure == "tribe" and not player.figures:
        return REASONS.reason("figure/tribe-used", who=_who(state))
    return None


def _top(state: State, frame: agenda.Top, action: Action) -> Reason | None:
    if isinstance(action, MiddleAction):
        return _other_column(state, action) or REASONS.reason("section/middle")
    if not isinstance(action, TopAction | actions.End):
        return _another_decision(state, frame)
    match action:
        case actions.End():
            return None
        case actions.PlayTribe(card):
            return _no_labor_from(state, card)
        case actions.SpendFood():
            if _player(state).food:
                return None
            return REASONS.reason("food/none", who=_who(state))
        case actions.Boost():
            return _no_boost(state)
        case (
            actions.TakeTribe()
            | actions.TakeCulture()
            | actions.PlaceCamp()
            | actions.MoveCamp()
            | actions.RevealAnimals()
            | actions.TakeAnimal()
        ):
            return _other_column(state, action) or _no_target(state, action) or _no_labor(state, action)
        case _:
            assert_never(action)


def _column(action: LaborAction | MiddleAction) -> str:
    """Return the column of an action (rule 6.3)."""
    match action:
        case actions.TakeTribe() | actions.Bury():
            return "initiate"
        case actions.TakeCulture() | actions.TakeStone():
            return "develop"
        case actions.PlaceCamp() | actions.MoveCamp() | actions.BuildVillage():
            return "migrate"
        case actions.RevealAnimals() | actions.TakeAnimal() | actions.Tip():
            return "hunt"
        case _:
            assert_never(action)


def _other_column(state: State, action: LaborAction | MiddleAction) -> Reason | None:
    column, here = _column(action), state.this_turn.column
    assert here is not None, "the sections of a column follow a figure"
    if here == column:
        return None
    return REASONS.reason(
        "column/other", column=Named(column, column.capitalize()), here=Named(here, here.capitalize())
    )


def _no_labor_from(state: State, card: str) -> Reason | None:
    """Return the reason why a card cannot be played for Labor."""
    turn, hand = state.this_turn, _player(state).hand
    if card not in state.pack.tribe_cards:
        return REASONS.reason("labor/not-tribe", card=_card(state, card))
    if card not in hand:
        return _not_in_hand(state, card, "labor/not-in-hand")
    if turn.column == "initiate" and hand.count(card) <= gained_in_hand(_player(state), turn)[card]:
        return REASONS.reason("labor/gained-now", card=_card(state, card))
    return None


def _no_boost(state: State) -> Reason | None:
    player, turn = _player(state), state.this_turn
    chief = None if player.chief is None or player.side == "A" else state.pack.chief[player.chief]
    if chief is None or not chief.boost_tools:
        return REASONS.reason("boost/no-ability", who=_who(state))
    if not turn.is_chief:
        return REASONS.reason("boost/no-chief")
    if turn.boosted:
        return REASONS.reason("boost/once")
    if player.tools < chief.boost_tools:
        return REASONS.reason("boost/tools", price=chief.boost_tools, who=_who(state), tools=player.tools)
    return None


def _no_labor(state: State, action: LaborAction) -> Reason | None:
    """Return the reason why there is too little Labor for an otherwise possible action."""
    labor, price = state.this_turn.labor, 1
    match action:
        case actions.TakeTribe(card):
            if card in state.this_turn.bought:
                return REASONS.reason("supply/same-type", card=_card(state, card))
            price = TRIBE_PRICE
        case actions.TakeCulture(card):
            price = CULTURE_PRICE - state.table.tokens[state.table.row.index(card)]
        case actions.TakeAnimal():
            price = ANIMAL_PRICE
        case actions.PlaceCamp() | actions.MoveCamp() | actions.RevealAnimals():
            pass
        case _:
            assert_never(action)
    if labor >= price:
        return None
    return REASONS.reason("labor/too-little", price=price, who=_who(state), labor=labor)


def _middle(state: State, frame: agenda.Middle, action: Action) -> Reason | None:
    if isinstance(action, actions.End):
        return None
    if isinstance(action, LaborAction):
        return _other_column(state, action) or REASONS.reason("section/top")
    if not isinstance(action, MiddleAction):
        return _another_decision(state, frame)
    if (other := _other_column(state, action)) is not None:
        return other
    match action:
        case actions.Bury():
            fault = _no_burial(state, action, ZONES, "6.3")
            if fault is None and not _player(state).tools:
                return REASONS.reason("bury/no-tool", who=_who(state))
            return fault
        case actions.TakeStone(stone):
            return _no_stone(state, stone)
        case actions.BuildVillage(juncture):
            return _no_village(state, juncture, state.pack.limits.village_food)
        case actions.Tip():
            return _no_target(state, action)
        case _:
            assert_never(action)


def _no_stone(state: State, stone: str) -> Reason | None:
    player, spaces, pools = _player(state), state.pack.stone_spaces, state.table.pools
    later = [number for number, pool in enumerate(pools, 1) if stone in pool and number > state.round]
    if later:
        return REASONS.reason("stone/closed", stone=stone, round=later[0])
    if not any(stone in pool for pool in pools):
        return REASONS.reason("stone/not-there", stone=stone)
    if len(player.stones) == len(spaces):
        return REASONS.reason("stone/no-space", count=len(spaces), who=_who(state))
    space = spaces[len(player.stones)]
    if player.food >= space.food and player.tools >= space.tools:
        return None
    return REASONS.reason(
        "stone/price", food=space.food, tools=space.tools, who=_who(state), own_food=player.food, own_tools=player.tools
    )


def _ritual(state: State, frame: agenda.Ritual, action: Action) -> Reason | None:
    if isinstance(action, actions.End):
        return None
    if not isinstance(action, actions.AddToRitual):
        return _another_decision(state, frame)
    card, order = action.card, state.pack.order
    if card not in _player(state).hand:
        return _not_in_hand(state, card, "ritual/not-in-hand")
    if order[card] < frame.last:
        last = [*order][frame.last]
        return REASONS.reason("ritual/order", card=_card(state, card), last=_card(state, last))
    return None


# Things that can be taken, moved, placed or buried


def _no_target(  # noqa: C901, PLR0911, PLR0912 - a case for each kind
    state: State, action: LaborAction | actions.DrawAnimal | actions.Tip | actions.Discard
) -> Reason | None:
    """Return the reason why the object of an action is missing, ignoring the cost."""
    player, table = _player(state), state.table
    match action:
        case actions.TakeTribe(card):
            return _no_pile(state, card)
        case actions.TakeCulture(card):
            if card in table.row:
                return None
            return REASONS.reason("row/not-there", card=_card(state, card))
        case actions.PlaceCamp():
            if player.camps_left:
                return None
            return REASONS.reason("camp/none-left", who=_who(state))
        case actions.MoveCamp(start, end):
            return _no_move(state, start, end)
        case actions.RevealAnimals() | actions.DrawAnimal():
            if table.animal_deck:
                return None
            return REASONS.reason("animal/no-deck")
        case actions.TakeAnimal(animal):
            if animal in table.animals:
                return None
            return REASONS.reason("animal/not-displayed", card=_card(state, animal))
        case actions.Tip(animal):
            if animal in player.animals:
                return None
            return REASONS.reason("tip/not-upright", who=_who(state), card=_card(state, animal))
        case actions.Discard(card):
            if card in player.hand:
                return None
            return _not_in_hand(state, card, "discard/not-in-hand")
        case _:
            assert_never(action)


def _no_pile(state: State, card: str) -> Reason | None:
    """Return the reason why a card cannot be taken from the supply."""
    left = {tribe.id: number for tribe, number in zip(state.pack.tribe, state.table.piles, strict=True)}
    if card not in left:
        return REASONS.reason("supply/no-pile", card=_card(state, card), piles=tuple(left))
    if not left[card]:
        return REASONS.reason("supply/empty", card=_card(state, card))
    return None


def _no_move(state: State, start: Hex, end: Hex) -> Reason | None:
    if start not in HEXES or end not in HEXES:
        off = start if start not in HEXES else end
        return REASONS.reason("move/off-map", tile=_off_map(off))
    if start not in _player(state).camps:
        return REASONS.reason("move/no-camp", who=_who(state), tile=_tile(state, start))
    if end in NEIGHBOURS[start]:
        return None
    return REASONS.reason("move/not-adjacent", start=_tile(state, start), end=_tile(state, end))


def _off_map(tile: tuple[int, int]) -> Named:
    return Named(tile, f"{tile[0]},{tile[1]}")


def _no_village(state: State, juncture: Juncture, food: int) -> Reason | None:
    player = _player(state)
    there = Named(juncture, " / ".join(f"{q},{r}" for q, r in juncture))
    if juncture not in _ALL_JUNCTURES:
        return REASONS.reason("village/no-juncture", juncture=there)
    if BASE in juncture:
        return REASONS.reason("village/base")
    if not player.villages_left:
        return REASONS.reason("village/none-left", who=_who(state))
    for seat, each in enumerate(state.players):
        if juncture in each.villages:
            return REASONS.reason("village/occupied", who=_who(state, seat), juncture=there)
    for tile in juncture:
        if tile not in player.camps:
            return REASONS.reason("village/no-camp", who=_who(state), tile=_tile(state, tile))
    if player.food < food:
        return REASONS.reason("village/food", price=food, who=_who(state), food=player.food)
    return None


_ALL_JUNCTURES: Final = frozenset(
    (a, b, c)
    for place, a in enumerate(HEXES)
    for b in NEIGHBOURS[a]
    if HEXES.index(b) > place
    for c in NEIGHBOURS[b]
    if HEXES.index(c) > HEXES.index(b) and c in NEIGHBOURS[a]
)
"""The twenty-four junctures of the map, including those that touch the Base."""


def _no_burial(state: State, action: actions.Bury, zones: tuple[str, ...], rule: str) -> Reason | None:
    zone, card = action.zone, action.card
    if zone not in zones:
        return REASONS.reason("bury/zone", rule, zone=zone, zones=tuple(zones))
    if zone == "supply":
        return _no_pile(state, card)
    if card in getattr(_player(state), zone):
        return None
    there = "among the played cards" if zone == "played" else f"in the {'discard pile' if zone == 'discard' else zone}"
    return REASONS.reason("bury/not-there", rule, who=_who(state), card=_card(state, card), zone=Named(zone, there))


def _no_track(track: str) -> Reason | None:
    if track in TRACKS:
        return None
    return REASONS.reason("idol/no-track", track=track)


# Benefits


def _benefit(state: State, frame: Benefit, action: Action) -> Reason | None:
    if frame.kind == "discard" and not isinstance(action, actions.Discard):
        return REASONS.reason("discard/mandatory", who=_who(state))
    if isinstance(action, actions.Decline):
        return None
    if frame.kind in LADDER:
        return _no_gain(state, frame, frame.kind, action)
    if not isinstance(action, _TARGETS[frame.kind]):
        return _another_decision(state, frame)
    if isinstance(action, actions.Bury):
        return _no_burial(state, action, ("supply",) if frame.kind == "bury_supply" else ZONES, "3.1")
    if isinstance(action, actions.BuildVillage):
        return _no_village(state, action.juncture, 0 if frame.free_food else state.pack.limits.village_food)
    return _no_target(state, action)


def _no_gain(state: State, frame: Benefit | agenda.Arrows, kind: str, action: Action) -> Reason | None:
    """Return the reason why a benefit, or a lesser one, cannot be gained (rule 3.2)."""
    if not isinstance(action, GoodsAction):
        return _another_decision(state, frame)
    match action:
        case actions.PlaceMegalith(spot):
            if kind != "megalith":
                return _too_good("a Megalith", kind)
            return _no_spot(state, spot)
        case actions.Gain(good):
            return _no_good(state, kind, good)
        case actions.MoveIdol(track):
            fault = _no_track(track)
            if fault is not None:
                return fault
            if LADDER.index(kind) > LADDER.index("idol"):
                return _too_good("an Idol", kind)
            if track == "honor" and honor_level(state.table, state.active) == state.pack.limits.idol_levels:
                return REASONS.reason("idol/top", who=_who(state))
            return None
        case _:
            assert_never(action)


def _too_good(what: str, kind: str) -> Reason:
    return REASONS.reason("gain/better", what=what, benefit=kind)


def _no_good(state: State, kind: str, good: str) -> Reason | None:
    player = _player(state)
    if good not in GOODS:
        return REASONS.reason("gain/unknown", good=good, goods=tuple(GOODS))
    if LADDER.index(good) < LADDER.index(kind):
        return _too_good(good, kind)
    if good == "draw" and not player.deck and not player.discard:
        return REASONS.reason("gain/no-cards", who=_who(state))
    if good == "tool" and player.tools >= state.pack.tool_max:
        return REASONS.reason("gain/tools-full", who=_who(state))
    if good == "food" and player.food >= state.pack.food_capacity(player.camps_left):
        return REASONS.reason("gain/food-full", who=_who(state))
    return None


def _no_megalith_left(state: State) -> Reason | None:
    player = _player(state)
    if player.neutrals or player.megaliths:
        return None
    return REASONS.reason("megalith/none-left", who=_who(state))


def _no_spot(state: State, spot: Spot) -> Reason | None:
    """Return the reason why the next Megalith cannot be placed on a spot (rules 9.1, 9.2)."""
    left = _no_megalith_left(state)
    if left is not None:
        return left
    x, y, level = spot
    taken = {each.spot for each in state.table.megaliths}
    if spot in taken:
        return REASONS.reason("megalith/occupied", x=x, y=y, level=level)
    if level == 1:
        return _no_ground(state, x, y)
    if _player(state).neutrals:
        return REASONS.reason("megalith/neutral", who=_who(state))
    pairs = (((x - 1, y), (x + 1, y)), ((x, y - 1), (x, y + 1)))
    if not any(all(Spot(column, row, level - 1) in taken for column, row in pair) for pair in pairs):
        return REASONS.reason("megalith/no-support", x=x, y=y, level=level)
    if any(each.level == level and abs(each.x - x) < 2 and abs(each.y - y) < 2 for each in taken):
        return REASONS.reason("megalith/overlap", level=level, x=x, y=y)
    return None


def _no_ground(state: State, x: int, y: int) -> Reason | None:
    """Return the reason why a Megalith cannot be placed on a free space of the board."""
    table = state.table
    spaces = spaces_of(state.pack, table.layout, table.megalith_tiles)
    space = None if x % 2 or y % 2 else spaces.get((x // 2, y // 2))
    if space is None:
        return REASONS.reason("megalith/no-space", x=x, y=y)
    near = [each.spot for each in table.megaliths if each.spot.level == 1]
    if space.start or any(abs(each.x - x) + abs(each.y - y) == 2 for each in near):
        return None
    return REASONS.reason("megalith/not-adjacent", x=x, y=y)


def _arrows(state: State, frame: agenda.Arrows, action: Action) -> Reason | None:
    if isinstance(action, actions.Decline):
        return None
    taken = {each.spot for each in state.table.megaliths}
    if isinstance(action, actions.PlaceMegalith | actions.Gain | actions.MoveIdol) and taken.issuperset(frame.spots):
        return REASONS.reason("arrows/occupied")
    if not isinstance(action, actions.PlaceMegalith):
        return _no_gain(state, frame, "megalith", action)
    x, y, level = action.spot
    if action.spot not in frame.spots:
        return REASONS.reason("arrows/elsewhere", x=x, y=y, level=level)
    if action.spot in taken:
        return REASONS.reason("megalith/occupied", "9.3", x=x, y=y, level=level)
    return _no_megalith_left(state)


def _both(state: State, frame: Both, action: Action) -> Reason | None:
    if isinstance(action, actions.Decline):
        return None
    if not isinstance(action, actions.TakePart):
        return _another_decision(state, frame)
    most = len(frame.parts) - 1
    if 0 <= action.part <= most:
        return None
    return REASONS.reason("part/unknown", part=action.part, most=most)


def _either(state: State, frame: Either, action: Action) -> Reason | None:
    if isinstance(action, actions.Decline):
        return None
    if not isinstance(action, actions.Choose):
        return _another_decision(state, frame)
    most = len(frame.options) - 1
    if 0 <= action.option <= most:
        return None
    return REASONS.reason("option/unknown", option=action.option, most=most)


def _exchange(state: State, frame: Exchange, action: Action) -> Reason | None:
    if isinstance(action, actions.Decline):
        return None
    if not isinstance(action, actions.Pay):
        return _another_decision(state, frame)
    player = _player(state)
    if player.food >= frame.food and player.tools >= frame.tools:
        return None
    return REASONS.reason(
        "price/too-little",
        food=frame.food,
        tools=frame.tools,
        who=_who(state),
        own_food=player.food,
        own_tools=player.tools,
    )


# The Eclipse


def _tribe(state: State, frame: agenda.Tribe, action: Action) -> Reason | None:
    if isinstance(action, actions.End):
        return None
    if not isinstance(action, actions.ResolveTribe):
        return _another_decision(state, frame)
    card = action.card
    if card not in _player(state).ritual:
        return REASONS.reason("resolve/not-there", card=_card(state, card), who=_who(state))
    if state.pack.tribe_cards[card].eclipse is None:
        return REASONS.reason("resolve/no-ability", card=_card(state, card))
    return None


def _tiles(state: State, frame: agenda.Tiles, action: Action) -> Reason | None:
    if isinstance(action, actions.End):
        return None
    if not isinstance(action, actions.TakeTile):
        return _another_decision(state, frame)
    tile = action.tile
    if tile not in HEXES:
        return REASONS.reason("tile/off-map", tile=_off_map(tile))
    if tile in frame.taken:
        return REASONS.reason("tile/taken", tile=_tile(state, tile))
    if state.pack.tiles[terrain_of(state.table, tile)].benefit is None:
        return REASONS.reason("tile/no-benefit", tile=_tile(state, tile))
    shares = influence_on(tile, state.players)
    own, most = shares[state.active], max(shares)
    if not own:
        return REASONS.reason("tile/no-influence", who=_who(state), tile=_tile(state, tile))
    if own < most:
        other = _who(state, shares.index(most))
        return REASONS.reason(
            "tile/less-influence", who=_who(state), own=own, tile=_tile(state, tile), other=other, most=most
        )
    return None


_Check: TypeAlias = Callable[[State, Any, Action], Reason | None]
_REASONS: Final[Mapping[type, _Check]] = MappingProxyType(
    {
        agenda.DraftChief: _draft_chief,
        agenda.PickSide: _pick_side,
        agenda.DraftSetup: _draft_setup,
        agenda.StartIdol: _start_idol,
        agenda.StartBurial: _start_burial,
        agenda.Culture: _culture,
        agenda.Figure: _figure,
        agenda.Top: _top,
        agenda.Middle: _middle,
        agenda.Ritual: _ritual,
        Benefit: _benefit,
        agenda.Arrows: _arrows,
        Both: _both,
        Either: _either,
        Exchange: _exchange,
        agenda.Tribe: _tribe,
        agenda.Tiles: _tiles,
    }
)
"""The function that derives the reason in each decision."""
