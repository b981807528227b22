"""The steps of a turn, in order: Culture, a figure, the sections of its column, the Ritual (rules page, section 6)."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.endless_winter.effects import COLUMNS, Benefit, Both, Effect, InOrder
from cairn_rules.endless_winter.rules import pieces
from cairn_rules.endless_winter.rules.cards import with_card, with_cards, without, without_gain
from cairn_rules.endless_winter.rules.columns import END
from cairn_rules.endless_winter.state import actions
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.agenda import Culture, EndTurn, Figure, Frame, Middle, Ritual, Top
from cairn_rules.endless_winter.state.state import NO_TURN, Player, State, note, with_player
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.replace import replaced

REST: Final = "rest"
"""The place of a figure on the Eclipse space."""
BOTTOMS: Final[MappingProxyType[str, Effect]] = MappingProxyType(
    {
        "initiate": Both((Benefit("bury"), Benefit("idol"))),
        "develop": Both((Benefit("draw"), Benefit("tool"))),
        "migrate": InOrder((Benefit("camp"), Benefit("move"))),
        "hunt": Benefit("animal_draw"),
    }
)
"""The effect of each column's bottom (rule 6.3)."""

_TURN: Final[tuple[Frame, ...]] = (EndTurn(), Figure(), Culture())
_COLUMN: Final[tuple[Frame, ...]] = (Middle(), Top())

_play_culture: Final = lru_cache(1024)(actions.PlayCulture)
_PLACINGS: Final = {
    figure: [actions.PlaceFigure(figure, place) for place in (*COLUMNS, REST)] for figure in ("chief", "tribe")
}
_add_to_ritual: Final = lru_cache(1024)(actions.AddToRitual)


def begin_turn(state: State, seat: int, number: int) -> State:
    """Begin the turn of a player, after this number of turns."""
    return replaced(state, active=seat, turn=number, this_turn=NO_TURN, agenda=_TURN)


# 1. Culture


def culture_is_asked(state: State, frame: Culture) -> bool:
    """Return whether the Culture step is asked even if only its end is possible, to keep the hand secret."""
    return bool(state.players[state.active].hand) and frame.played < state.pack.limits.culture_plays_per_turn


def culture_options(state: State, frame: Culture) -> list[Action]:
    """List the Culture cards that can be played."""
    hand = state.players[state.active].hand
    can_play = frame.played < state.pack.limits.culture_plays_per_turn and (
        not _costs_card(state, frame) or len(hand) > 1
    )
    cards = state.pack.culture_cards
    return [*[_play_culture(card) for card in hand if can_play and card in cards], END]


def _costs_card(state: State, frame: Culture) -> bool:
    """Return whether a Culture card costs another card of the hand (rule 15)."""
    return frame.played > 0 and state.variant.second_culture_card == "discard"


def play_culture(state: State, frame: Culture, action: actions.CultureAction) -> State:
    """Play a Culture card, or end the step and discard the played ones."""
    seat = state.active
    player = state.players[seat]
    agenda = state.agenda[:-1]
    if not isinstance(action, actions.PlayCulture):
        return _discarded(state, agenda=agenda)
    card = action.card
    note(state, "card-played", seat, card)
    hand, played = without(player.hand, card), with_card(player.played, card, state.pack.order)
    more: tuple[Frame, ...] = (Culture(frame.played + 1), state.pack.culture_cards[card].effect)
    if _costs_card(state, frame):
        more = (*more, Benefit("discard"))
    player = replaced(player, hand=hand, played=played)
    return with_player(state, seat, player, agenda=(*agenda, *more), this_turn=without_gain(state.this_turn, card))


def _discarded(state: State, **changes: Any) -> State:
    """Discard the cards that the active player has played, with other changes."""
    player = state.players[state.active]
    if not player.played:
        return replaced(state, **changes)
    note(state, "played-discarded", state.active, player.played)
    discard = with_cards(player.discard, player.played, state.pack.order)
    return with_player(state, state.active, replaced(player, played=(), discard=discard), **changes)


# 2. The figure


def figure_options(state: State, _: Figure) -> list[Action]:
    """List the places for each unused figure."""
    player = state.players[state.active]
    return [*(_PLACINGS["chief"] if player.chief_ready else ()), *(_PLACINGS["tribe"] if player.figures else ())]


def place_figure(state: State, _: Figure, action: actions.PlaceFigure) -> State:
    """Place a figure on a column or on the Eclipse space."""
    seat, place = state.active, action.place
    is_chief, rests = action.figure == "chief", place == REST
    player = state.players[seat]
    player = replaced(
        player,
        chief_ready=player.chief_ready and not is_chief,
        figures=player.figures - (not is_chief),
        chief_rests=player.chief_rests or (is_chief and rests),
        resting=player.resting + rests,
    )
    note(state, "figure-placed", seat, action.figure, place)
    turn, table, agenda = state.this_turn, state.table, state.agenda[:-1]
    if rests:
        agenda = (*agenda, rest_effect(state.variant))
        turn = replaced(turn, column=place, waiting=())
    else:
        if not table.bottoms[COLUMNS.index(place)]:
            note(state, "bottom-claimed", place)
            table = pieces.with_bottom_claimed(table, place)
            agenda = (*agenda, BOTTOMS[place])
        waiting = [effect for column, effect in reversed(turn.waiting) if column == place]
        agenda = (*agenda, *_COLUMN, *waiting)
        labor = turn.labor + (_chief_labor(state, player, place) if is_chief else 0)
        turn = replaced(turn, column=place, is_chief=is_chief, waiting=(), labor=labor)
    return with_player(state, seat, player, agenda=agenda, this_turn=turn, table=table)


def rest_effect(variant: Variant) -> Effect:
    """Return the effect of a figure that rests (rule 6.1)."""
    return Both((Benefit("draw"), Benefit("tip"))) if variant.rest_tips else Benefit("draw")


def _chief_labor(state: State, player: Player, column: str) -> int:
    """Return the Added Labor of the Chief figure on a column (rule 6.4)."""
    if player.side == "A" or player.chief is None:
        return state.pack.chief_labor
    chief = state.pack.chief[player.chief]
    return chief.added_labor if chief.column in {column, "any"} else 0


# 3. The end of a turn


def end_turn(state: State, _: EndTurn) -> State:
    """Discard the played cards; the Ritual follows after the last turn of a round (rule 6.1)."""
    agenda = (*state.agenda[:-1], Ritual()) if is_last_turn(state) else state.agenda[:-1]
    return _discarded(state, agenda=agenda, this_turn=NO_TURN)


def is_last_turn(state: State) -> bool:
    """Return whether the turn is the player's last one of the round."""
    players, turns = len(state.players), state.pack.limits.turns_per_round
    return state.turn % (players * turns) >= players * (turns - 1)


def ritual_options(state: State, frame: Ritual) -> list[Action]:
    """List the cards that can be put on the Ritual pile; they come in the pack's order."""
    order = state.pack.order
    cards = dict.fromkeys(state.players[state.active].hand)
    return [*[_add_to_ritual(card) for card in cards if order[card] >= frame.last], END]


def do_ritual(state: State, _: Ritual, action: actions.RitualAction) -> State:
    """Put a card on the Ritual pile, or end the step."""
    agenda = state.agenda[:-1]
    if not isinstance(action, actions.AddToRitual):
        return replaced(state, agenda=agenda)
    note(state, "ritual-added", state.active, action.card)
    player, order = state.players[state.active], state.pack.order
    hand, ritual = without(player.hand, action.card), with_card(player.ritual, action.card, order)
    player = replaced(player, hand=hand, ritual=ritual)
    return with_player(state, state.active, player, agenda=(*agenda, Ritual(order[action.card])))
