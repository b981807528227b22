"""Benefits: the choices that each one offers, and their results (rules page, section 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, assert_never

from cairn_rules.endless_winter.effects import LADDER, Benefit, Both, Effect, Either, Exchange, InColumn, InOrder
from cairn_rules.endless_winter.rules import pieces
from cairn_rules.endless_winter.rules.cards import bury, buryable, discard_from_hand, take_to_hand, with_card, without
from cairn_rules.endless_winter.state import actions
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.agenda import Arrows, Frame
from cairn_rules.endless_winter.state.hexes import NEIGHBOURS
from cairn_rules.endless_winter.state.state import State, note, with_player
from cairn_rules.replace import replaced

# The common actions, each made once.
DECLINE: Final = actions.Decline()
PAY: Final = actions.Pay()
PLACE_CAMP: Final = actions.PlaceCamp()
REVEAL: Final = actions.RevealAnimals()
DRAW_ANIMAL: Final = actions.DrawAnimal()
gain: Final = lru_cache(1024)(actions.Gain)
move_idol_on: Final = lru_cache(1024)(actions.MoveIdol)
_CAMP_MOVES: Final = {start: [actions.MoveCamp(start, end) for end in ends] for start, ends in NEIGHBOURS.items()}
"""The steps of a Camp, by its tile (rule 8.2)."""
take_part: Final = lru_cache(1024)(actions.TakePart)
choose: Final = lru_cache(1024)(actions.Choose)
build: Final = lru_cache(1024)(actions.BuildVillage)
take_tribe_card: Final = lru_cache(1024)(actions.TakeTribe)
take_culture_card: Final = lru_cache(1024)(actions.TakeCulture)
bury_card: Final = lru_cache(1024)(actions.Bury)
_take_animal: Final = lru_cache(1024)(actions.TakeAnimal)
_tip: Final = lru_cache(1024)(actions.Tip)
_discard: Final = lru_cache(1024)(actions.Discard)
_place_megalith: Final = lru_cache(1024, typed=True)(actions.PlaceMegalith)
_benefit: Final = lru_cache(1024)(Benefit)


def lesser(state: State, kind: str) -> list[Action]:
    """Return the ways to gain a unit of a benefit or of a lesser one, except Megaliths (rule 3.2)."""
    player = state.players[state.active]
    steps = LADDER.index(kind)
    options: list[Action] = []
    if steps <= 1 and (player.deck or player.discard):
        options.append(gain("draw"))
    if steps <= 2:
        options.append(move_idol_on("offering"))
        if pieces.honor_level(state.table, state.active) < state.pack.limits.idol_levels:
            options.append(move_idol_on("honor"))
    if steps <= 3 and player.tools < state.pack.tool_max:
        options.append(gain("tool"))
    if player.food < state.pack.food_capacity(player.camps_left):
        options.append(gain("food"))
    return options


def arrow_options(state: State, frame: Arrows) -> list[Action]:
    """List the choices for the extra Megalith of an arrow space (rule 9.3)."""
    taken = {each.spot for each in state.table.megaliths}
    spots = [spot for spot in frame.spots if spot not in taken]
    if not spots:
        return [DECLINE]
    player = state.players[state.active]
    placed: list[Action] = [*map(_place_megalith, spots)] if pieces.has_megalith(player) else []
    return [*placed, *lesser(state, "megalith"), DECLINE]


def benefit_options(state: State, frame: Benefit) -> list[Action]:
    """List the choices for one unit of a benefit."""
    kind = frame.kind
    if kind == "discard":
        return [*map(_discard, dict.fromkeys(state.players[state.active].hand))]
    options = lesser(state, kind) if kind in LADDER else _TARGETS[kind](state)
    return [*(map(_place_megalith, pieces.megalith_spots(state)) if kind == "megalith" else ()), *options, DECLINE]


def tribe_types(state: State) -> list[str]:
    """Return the ids of the Tribe cards in the supply."""
    return [card.id for card, left in zip(state.pack.tribe, state.table.piles, strict=True) if left]


def _camp_targets(state: State) -> list[Action]:
    return [PLACE_CAMP] if state.players[state.active].camps_left else []


def camp_moves(state: State) -> list[Action]:
    """List the steps of the active player's Camps."""
    return [move for start in dict.fromkeys(state.players[state.active].camps) for move in _CAMP_MOVES[start]]


def village_targets(state: State) -> list[Action]:
    """List the sites where the active player can build a Village for the price of the pending decision."""
    frame = state.agenda[-1]
    price = 0 if isinstance(frame, Benefit) and frame.free_food else state.pack.limits.village_food
    if state.players[state.active].food < price:
        return []
    return [build(juncture) for juncture in pieces.village_sites(state)]


def _tribe_targets(state: State) -> list[Action]:
    return [*map(take_tribe_card, tribe_types(state))]


def _bury_targets(state: State) -> list[Action]:
    return [bury_card(zone, card) for zone, card in buryable(state.players[state.active])]


def _supply_targets(state: State) -> list[Action]:
    return [bury_card("supply", card) for card in tribe_types(state)]


def _culture_targets(state: State) -> list[Action]:
    return [take_culture_card(card) for card in state.table.row if card is not None]


def animals_shown(state: State) -> list[Action]:
    """List the Animals of the display, each species once."""
    return [*map(_take_animal, dict.fromkeys(state.table.animals))]


def _draw_targets(state: State) -> list[Action]:
    return [DRAW_ANIMAL] if state.table.animal_deck else []


def _reveal_targets(state: State) -> list[Action]:
    return [REVEAL] if state.table.animal_deck else []


def tip_options(state: State) -> list[Action]:
    """List the upright Animals of the active player, each species once."""
    return [*map(_tip, dict.fromkeys(state.players[state.active].animals))]


_TARGETS: Final[Mapping[str, Callable[[State], list[Action]]]] = MappingProxyType(
    {
        "camp": _camp_targets,
        "move": camp_moves,
        "village": village_targets,
        "tribe_to_hand": _tribe_targets,
        "tribe_to_discard": _tribe_targets,
        "bury": _bury_targets,
        "bury_supply": _supply_targets,
        "culture": _culture_targets,
        "animal_take": animals_shown,
        "animal_draw": _draw_targets,
        "animal_reveal": _reveal_targets,
        "tip": tip_options,
    }
)
AUTOMATIC: Final = frozenset({"labor", "food", "food_fill", "points"})
"""The kinds of benefits that need no decision (rule 3.3)."""


def gain_at_once(state: State, frame: Benefit) -> State:
    """Give the active player a benefit that needs no decision."""
    state = replaced(state, agenda=state.agenda[:-1])
    if frame.kind == "food":
        return pieces.gain_goods(state, food=frame.count)
    if frame.kind == "food_fill":
        return pieces.gain_goods(state, food=state.pack.food_max)
    if frame.kind == "points":
        return pieces.gain_points(state, frame.count)
    if state.phase == "eclipse":  # Nothing costs Labor there.
        return state
    turn = state.this_turn
    return replaced(state, this_turn=replaced(turn, labor=turn.labor + frame.count))


def gain_arrow(state: State, _: Arrows, action: actions.GoodsAction | actions.Decline) -> State:
    """Apply the active player's choice for an arrow space."""
    return gained(replaced(state, agenda=state.agenda[:-1]), Benefit("megalith"), action)


def gain_unit(state: State, frame: Benefit, action: actions.BenefitAction) -> State:
    """Apply the active player's choice for one unit of a benefit."""
    rest: tuple[Frame, ...] = ()
    if frame.count > 1:
        rest = (_benefit(frame.kind, frame.count - 1, free_food=frame.free_food),)
    return gained(replaced(state, agenda=(*state.agenda[:-1], *rest)), frame, action)


def gained(  # noqa: C901, PLR0911, PLR0912 - a case each
    state: State, frame: Benefit, action: actions.BenefitAction
) -> State:
    """Return the state after an action chosen for a benefit that has left the agenda."""
    match action:
        case actions.Decline():
            return state
        case actions.Gain("draw"):  # The caller draws the card, because it has the dice.
            return state
        case actions.Gain("tool"):
            return pieces.gain_goods(state, tools=1)
        case actions.Gain():
            return pieces.gain_goods(state, food=1)
        case actions.MoveIdol(track):
            return pieces.move_idol(state, track)
        case actions.PlaceMegalith(spot):
            return pieces.place_megalith(state, spot)
        case actions.PlaceCamp():
            return pieces.place_camp(state)
        case actions.MoveCamp(start, end):
            return pieces.move_camp(state, start, end)
        case actions.BuildVillage(juncture):
            return pieces.build_village(state, juncture, 0 if frame.free_food else state.pack.limits.village_food)
        case actions.TakeTribe(card):
            return take_tribe(state, card, to_hand=frame.kind == "tribe_to_hand")
        case actions.Bury("supply", card):
            return bury_supply(state, card)
        case actions.Bury(zone, card):
            return bury(state, zone, card)
        case actions.TakeCulture(card):
            return take_culture(state, card)
        case actions.TakeAnimal(animal):
            return take_animal(state, animal)
        case actions.DrawAnimal():
            return draw_animal(state)
        case actions.RevealAnimals():
            return reveal_animals(state, 1)
        case actions.Tip(animal):
            return tip(state, animal)
        case actions.Discard(card):
            return discard_from_hand(state, card)
        case _:
            assert_never(action)


def _from_pile(state: State, card: str) -> State:
    """Take a card off its pile in the supply."""
    piles = tuple(left - (each.id == card) for each, left in zip(state.pack.tribe, state.table.piles, strict=True))
    return replaced(state, table=replaced(state.table, piles=piles))


def take_tribe(state: State, card: str, *, to_hand: bool) -> State:
    """Give the active player a Tribe card from the supply."""
    state = _from_pile(state, card)
    if to_hand:
        return take_to_hand(state, card)
    note(state, "card-taken", state.active, card, "discard")
    player = state.players[state.active]
    player = replaced(player, discard=with_card(player.discard, card, state.pack.order))
    return with_player(state, state.active, player)


def bury_supply(state: State, card: str) -> State:
    """Bury a Tribe card from its pile, for the active player."""
    note(state, "card-buried", state.active, card, "supply")
    state = _from_pile(state, card)
    player = state.players[state.active]
    return with_player(state, state.active, replaced(player, buried_openly=(*player.buried_openly, card)))


def take_culture(state: State, card: str) -> State:
    """Give the active player a face-up Culture card; its Labor token goes back (rule 6.3)."""
    return take_to_hand(replaced(state, table=pieces.without_culture(state.table, card)), card)


def _with_animal(state: State, animal: str, **table: Any) -> State:
    """Give the active player an upright Animal and change the table."""
    player = state.players[state.active]
    species = list(state.pack.species)
    animals = tuple(sorted((*player.animals, animal), key=species.index))
    table_after = replaced(state.table, **table)
    return with_player(state, state.active, replaced(player, animals=animals), table=table_after)


def take_animal(state: State, animal: str) -> State:
    """Give the active player the oldest Animal of a species in the display."""
    note(state, "animal-gained", state.active, animal, "display")
    return _with_animal(state, animal, animals=without(state.table.animals, animal))


def draw_animal(state: State) -> State:
    """Give the active player the top Animal of the deck."""
    top, *rest = state.table.animal_deck
    note(state, "animal-gained", state.active, top, "deck")
    return _with_animal(state, top, animal_deck=tuple(rest))


def reveal_animals(state: State, count: int) -> State:
    """Turn over Animals into the display, as many as there are (rule 3.4)."""
    table = state.table
    deck = table.animal_deck
    note(state, "animals-revealed", deck[:count])
    shown = table.animals + deck[:count]
    return replaced(state, table=replaced(table, animals=shown, animal_deck=deck[count:]))


def tip(state: State, animal: str) -> State:
    """Tip an Animal of the active player; its benefit follows."""
    note(state, "animal-tipped", state.active, animal)
    player = state.players[state.active]
    species = list(state.pack.species)
    tipped = tuple(sorted((*player.tipped, animal), key=species.index))
    player = replaced(player, animals=without(player.animals, animal), tipped=tipped)
    return with_player(state, state.active, player, agenda=(*state.agenda, state.pack.species[animal].tip))


# Effects made of other effects


def has_choice(frame: Both) -> bool:
    """Return whether a player chooses which of several effects comes next: the remaining ones need decisions."""
    return len(frame.parts) > 1 and not any(map(_is_automatic, frame.parts))


def begin_parts(state: State, frame: Both) -> State:
    """Give the active player the parts that need no decision; the others follow (rule 3.3)."""
    given = tuple(part for part in frame.parts if _is_automatic(part))
    asked = tuple(part for part in frame.parts if not _is_automatic(part))
    return replaced(state, agenda=(*state.agenda[:-1], *_group(asked), *reversed(given)))


def _is_automatic(effect: Effect) -> bool:
    return isinstance(effect, Benefit) and effect.kind in AUTOMATIC


def _group(parts: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return the agenda items for several effects."""
    return (Both(parts),) if len(parts) > 1 else parts


def part_options(_: State, frame: Both) -> list[Action]:
    """List the remaining parts of several effects."""
    return [*map(take_part, range(len(frame.parts))), DECLINE]


def gain_part(state: State, frame: Both, action: actions.TakePart | actions.Decline) -> State:
    """Continue with one of several effects, or with none of them."""
    agenda = state.agenda[:-1]
    if isinstance(action, actions.TakePart):
        place = action.part
        rest = frame.parts[:place] + frame.parts[place + 1 :]
        agenda = (*agenda, *_group(rest), frame.parts[place])
    else:  # A discard cannot be declined (rule 3.1).
        agenda = (*agenda, *[part for part in frame.parts if isinstance(part, Benefit) and part.kind == "discard"])
    return replaced(state, agenda=agenda)


def either_options(_: State, frame: Either) -> list[Action]:
    """List the effects to choose from."""
    return [*map(choose, range(len(frame.options))), DECLINE]


def gain_either(state: State, frame: Either, action: actions.Choose | actions.Decline) -> State:
    """Continue with the chosen effect, if any."""
    chosen = (frame.options[action.option],) if isinstance(action, actions.Choose) else ()
    return replaced(state, agenda=(*state.agenda[:-1], *chosen))


def exchange_options(state: State, frame: Exchange) -> list[Action]:
    """List the choices for a price: to pay it, if there are the goods."""
    player = state.players[state.active]
    can_pay = player.food >= frame.food and player.tools >= frame.tools
    return [PAY, DECLINE] if can_pay else [DECLINE]


def gain_exchange(state: State, frame: Exchange, action: actions.Pay | actions.Decline) -> State:
    """Pay a price and continue with the effect, or decline it."""
    agenda = state.agenda[:-1]
    if isinstance(action, actions.Decline):
        return replaced(state, agenda=agenda)
    player = state.players[state.active]
    player = replaced(player, food=player.food - frame.food, tools=player.tools - frame.tools)
    return with_player(state, state.active, player, agenda=(*agenda, frame.gain))


def begin_steps(state: State, frame: InOrder) -> State:
    """Put the steps of an effect on the agenda."""
    return replaced(state, agenda=(*state.agenda[:-1], *reversed(frame.steps)))


def begin_in_column(state: State, frame: InColumn) -> State:
    """Continue with an effect for a column; before a figure is placed, it waits (rule 3.1)."""
    agenda, turn = state.agenda[:-1], state.this_turn
    if turn.column is None and state.phase == "action":
        waiting = (*turn.waiting, (frame.column, frame.effect))
        return replaced(state, agenda=agenda, this_turn=replaced(turn, waiting=waiting))
    return replaced(state, agenda=(*agenda, frame.effect) if turn.column == frame.column else agenda)
