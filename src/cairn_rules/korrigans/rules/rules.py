"""The rules as functions: `current_player`, `legal_actions`, `apply`, `outcome`."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, assert_never

from cairn_rules.checks import agreed_actions, check_state, not_a_state
from cairn_rules.errors import IllegalActionError
from cairn_rules.game import Outcome
from cairn_rules.korrigans.rules import turns
from cairn_rules.korrigans.rules.determinisation import states_seen
from cairn_rules.korrigans.rules.movement import cauldron_fields, movements, places_for, sides_to_buy
from cairn_rules.korrigans.rules.observation import Observation
from cairn_rules.korrigans.rules.reasons import why_illegal
from cairn_rules.korrigans.state import actions
from cairn_rules.korrigans.state import pending as decisions
from cairn_rules.korrigans.state.actions import Action
from cairn_rules.korrigans.state.board import Board, Link
from cairn_rules.korrigans.state.ledger import Unmasked
from cairn_rules.korrigans.state.state import State, seats_with, with_korrigan
from cairn_rules.korrigans.state.tokens import Clover
from cairn_rules.replace import replaced

_place: Final = cache(actions.Place)
_take: Final = cache(actions.Take)
_cover_sun: Final = cache(actions.CoverSun)
_cover_cloud: Final = cache(actions.CoverCloud)
_move: Final = cache(actions.Move)
_final_move: Final = cache(actions.FinalMove)
_sacrifice: Final = cache(actions.Sacrifice)
_place_cauldron: Final = cache(actions.PlaceCauldron)
_end_final_turn: Final = actions.EndFinalTurn()
"""The common actions, each made and checked once."""


def current_player(state: State | Observation) -> int | None:
    """Return the seat that decides now, or None if the game is over.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import korrigans
        >>> korrigans.current_player(korrigans.new_game(seed=7))
        0
    """
    try:
        pending = state.pending
        return None if isinstance(pending, decisions.Over) else pending.seat
    except AttributeError:
        raise not_a_state(state) from None


def outcome(state: State | Observation) -> Outcome | None:
    """Return the winner and the reason, or None until the game is over (rules 8.2, 8.3).

    There is always exactly one winner. The reasons are `most-gold`, `most-companions` and
    `later-in-turn-order`.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from random import Random
        >>> from cairn_rules import korrigans
        >>> state, rng = korrigans.new_game(seed=7, players=4), Random(7)
        >>> while korrigans.outcome(state) is None:
        ...     state = korrigans.apply(state, rng.choice(korrigans.legal_actions(state)))
        >>> len(korrigans.outcome(state).winners), korrigans.outcome(state).reason
        (1, 'most-gold')
    """
    try:
        pending = state.pending
    except AttributeError:
        raise not_a_state(state) from None
    return pending.outcome if isinstance(pending, decisions.Over) else None


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return every legal action of the seat that decides; empty if the game is over.

    Args:
        state: A state, or the observation of the seat that decides.

    Returns:
        The actions in a fixed order, without duplicates. Fields and links are in board order, tokens in the order
        of their kinds, rows, columns and seats in ascending order. Movements are sorted by Korrigan, companion and
        destination. Sacrifices follow, sorted by token and side, or else `Pass()`, `Decline()` or
        `EndFinalTurn()`. If both Korrigans of a player share a field and carry the same, only the first one
        is listed.

    Raises:
        DefinitionError: if the value is neither a state nor an observation, or is the observation of another seat.

    Example:
        >>> from cairn_rules import korrigans
        >>> korrigans.legal_actions(korrigans.new_game(seed=7))
        (Place(field='A'), Place(field='G'))
    """
    if not isinstance(state, State):
        return agreed_actions(state, Observation, map(legal_actions, states_seen(state)))
    legal = _remembered(state)
    if legal is None:
        legal = _listed(state)
        object.__setattr__(state, "_legal", legal)
    return legal


def _remembered(state: State) -> tuple[Action, ...] | None:
    """Return the legal actions if they were listed before."""
    return getattr(state, "_legal", None)


def _listed(state: State) -> tuple[Action, ...]:  # noqa: C901, PLR0912 - a case for each decision
    """List the legal actions."""
    pending = state.pending
    match pending:
        case decisions.PlaceKorrigan():
            return tuple(map(_place, places_for(state, pending)))
        case decisions.TakeClover(seat, korrigan):
            field = state.seats[seat].korrigans[korrigan].field
            assert field is not None, "a Korrigan gathers where it stands"
            return _takes(state.clovers_in(field))
        case decisions.ChooseSun():
            return tuple([_cover_sun(row) for row, pawn in enumerate(state.suns, 1) if pawn is None])
        case decisions.ChooseCloud():
            return tuple([_cover_cloud(column) for column, pawn in enumerate(state.clouds, 1) if pawn is None])
        case decisions.ChooseMove(seat):
            return _turn_actions(state, seat)
        case decisions.ChooseSecondMove(seat):
            return (*movements(state, seat, _move), actions.Decline())
        case decisions.ChooseFinalMove(seat):
            return (*movements(state, seat, _final_move), _end_final_turn)
        case decisions.ChooseReceiver(seat, korrigan):
            return tuple(actions.GiveGoblin(*receiver) for receiver in turns.receivers_of(state, seat, korrigan))
        case decisions.ChooseOpponent(seat):
            return tuple(actions.Unmask(opponent) for opponent in turns.opponents_with_screen(state, seat))
        case decisions.ChooseLink():
            return _troll_places(state.board, state.troll)
        case decisions.ChooseCauldronField(seat):
            return tuple(map(_place_cauldron, cauldron_fields(state, seat)))
        case decisions.Over():
            return ()
        case _:
            assert_never(pending)


@lru_cache(maxsize=4096)
def _takes(clovers: tuple[Clover, ...]) -> tuple[Action, ...]:
    return tuple(map(_take, dict.fromkeys(clovers)))


@lru_cache(maxsize=256)
def _troll_places(board: Board, troll: Link | None) -> tuple[Action, ...]:
    return tuple(actions.PlaceTroll(link) for link in board.links if link != troll)


def _turn_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return movements and sacrifices, or a pass if neither is possible (rules 4.1, 4.11, 4.15)."""
    moves = movements(state, seat, _move)
    if moves and state.variant.backup == "forced":
        return tuple(moves)
    sides = sides_to_buy(state, seat)
    tokens = dict.fromkeys(state.seats[seat].hidden)
    sacrifices = [_sacrifice(clover, side) for clover in tokens for side in sides]
    return (*moves, *sacrifices) or (actions.Pass(),)


def apply(state: State, action: Action) -> State:
    """Return the state after an action. The given state is unchanged.

    Every game ends: each round draws at least one of 14 pawns, the seventh colour comes with
    the thirteenth at the latest, and within a turn tokens, Menhirs and companions run out (rule 13.1).

    Raises:
        IllegalActionError: if the action is illegal; its `reason` says why.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> state.pending
        TakeClover(seat=0, korrigan=0)
    """
    check_state(state, State)
    for legal in _remembered(state) or ():
        if legal is action:
            return _done(state, action)
    reason = why_illegal(state, action)
    if reason is not None:
        raise IllegalActionError(action, reason, repr(state))
    return _done(state, action)


def successors(state: State) -> tuple[tuple[Action, State], ...]:
    """Return every legal action with its resulting state, in the order of `legal_actions`.

    Faster than `legal_actions` and `apply`, because legality is checked once.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7)
        >>> [(korrigans.format_action(action), len(after.ledger)) for action, after in korrigans.successors(state)]
        [('@A', 0), ('@G', 0)]
    """
    check_state(state, State)
    return tuple([(action, _done(state, action)) for action in legal_actions(state)])


def _done(state: State, action: Action) -> State:  # noqa: C901, PLR0911, PLR0912 - a case for each kind of action
    """Return the state after a legal action."""
    pending = state.pending
    assert not isinstance(pending, decisions.Over), "nothing is legal any more"
    seat = pending.seat
    match action:
        case actions.Take(clover):
            assert isinstance(pending, decisions.TakeClover)
            return turns.take(state, seat, pending.korrigan, clover)
        case actions.Move(korrigan, companion, to):
            gathers = isinstance(pending, decisions.ChooseMove) or state.variant.fairy_gathers
            return turns.move(state, seat, korrigan, companion, to, gathers=gathers)
        case actions.FinalMove(korrigan, companion, to):
            return turns.move_finally(state, seat, korrigan, companion, to)
        case actions.CoverSun(row):
            assert isinstance(pending, decisions.ChooseSun)
            return turns.cover_sun(state, pending.pawn, row)
        case actions.CoverCloud(column):
            assert isinstance(pending, decisions.ChooseCloud)
            return turns.cover_cloud(state, pending.pawn, column)
        case actions.Place(field):
            assert isinstance(pending, decisions.PlaceKorrigan)
            return turns.gather(with_korrigan(state, seat, pending.korrigan, field=field), seat, pending.korrigan)
        case actions.Sacrifice(clover, backup):
            return turns.sacrifice(state, seat, clover, backup)
        case actions.Pass():
            return turns.pass_turn(state, seat)
        case actions.GiveGoblin(receiver, korrigan):
            assert isinstance(pending, decisions.ChooseReceiver)
            return turns.give_goblin(state, seat, pending.korrigan, (receiver, korrigan), gathers=pending.gathers)
        case actions.Unmask(victim):
            ledger = (*state.ledger, Unmasked(victim))
            return turns.next_turn(replaced(state, seats=seats_with(state, victim, screen=False), ledger=ledger), seat)
        case actions.PlaceTroll(link):
            return turns.next_turn(replaced(state, troll=link), seat)
        case actions.Decline():
            return turns.next_turn(state, seat)
        case actions.PlaceCauldron(field):
            return turns.place_cauldron(state, field)
        case actions.EndFinalTurn():
            return turns.next_turn(state, seat)
        case _:
            assert_never(action)
