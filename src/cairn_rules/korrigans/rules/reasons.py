"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from cairn_rules.checks import state_of_decider, text_hint
from cairn_rules.errors import Reason
from cairn_rules.korrigans.reason_table import REASONS
from cairn_rules.korrigans.rules import movement
from cairn_rules.korrigans.rules.observation import Observation
from cairn_rules.korrigans.rules.turns import opponents_met, receivers_of
from cairn_rules.korrigans.state import actions
from cairn_rules.korrigans.state import pending as decisions
from cairn_rules.korrigans.state.actions import Action
from cairn_rules.korrigans.state.board import Link
from cairn_rules.korrigans.state.seats import BACKUP_SIDES, KORRIGANS, korrigan_name, named_korrigan, named_seat
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import Clover, Companion, Pawn, named_clover
from cairn_rules.phrasebook import Named

_ACTIONS: Final = get_args(Action)


def why_illegal(state: State | Observation, action: Action) -> Reason | None:  # noqa: C901, PLR0911, PLR0912 - a case for each kind of action
    """Return the reason why an action is illegal now, or None if it is legal.

    The reason is for the player who decides: it can name their secrets, such as the tokens in their field or behind
    their screen. For any other seat or a spectator, use `why_illegal_for`. A reason has a stable code, a sentence that
    names fields and tokens, and the rule.

    Raises:
        DefinitionError: if `state` is neither a state nor the observation of the seat that decides.

    Example:
        >>> from cairn_rules import korrigans
        >>> print(korrigans.why_illegal(korrigans.new_game(seed=7), korrigans.Place("B")))
        Blue starts in Barley Corner (A) or Granite Tip (G), not in Boulder Lane (B) [place/not-your-start, rule 2.5]
    """
    state = state_of_decider(state, State)
    if not isinstance(action, _ACTIONS):
        return REASONS.reason("action/unknown", action=action, hint=text_hint(action))
    pending = state.pending
    if isinstance(pending, decisions.Over):
        return REASONS.reason("game/over")
    match action:
        case actions.Place(field):
            if isinstance(pending, decisions.PlaceKorrigan):
                return _why_no_place(state, pending, field)
        case actions.Take(clover):
            if isinstance(pending, decisions.TakeClover):
                return _why_no_taking(state, pending, clover)
        case actions.CoverSun(row):
            if isinstance(pending, decisions.ChooseSun):
                return _why_no_spot(state.suns, "sun", "row", row)
        case actions.CoverCloud(column):
            if isinstance(pending, decisions.ChooseCloud):
                return _why_no_spot(state.clouds, "cloud", "column", column)
        case actions.Move(korrigan, companion, to):
            if isinstance(pending, decisions.ChooseMove | decisions.ChooseSecondMove):
                return _why_no_movement(state, pending.seat, korrigan, companion, to)
        case actions.Sacrifice(clover, backup):
            if isinstance(pending, decisions.ChooseMove):
                return _why_no_sacrifice(state, pending.seat, clover, backup)
        case actions.Pass():
            if isinstance(pending, decisions.ChooseMove):
                return _why_no_pass(state, pending.seat)
        case actions.Decline():
            if isinstance(pending, decisions.ChooseSecondMove):
                return None
        case actions.GiveGoblin(seat, korrigan):
            if isinstance(pending, decisions.ChooseReceiver):
                return _why_no_receiver(state, pending, (seat, korrigan))
        case actions.Unmask(seat):
            if isinstance(pending, decisions.ChooseOpponent):
                return _why_no_unmasking(state, pending.seat, seat)
        case actions.PlaceTroll(link):
            if isinstance(pending, decisions.ChooseLink):
                return _why_no_troll(state, link)
        case actions.PlaceCauldron(field):
            if isinstance(pending, decisions.ChooseCauldronField):
                return _why_no_cauldron(state, pending.seat, field)
        case actions.FinalMove(korrigan, companion, to):
            if isinstance(pending, decisions.ChooseFinalMove):
                return _why_no_movement(state, pending.seat, korrigan, companion, to)
        case actions.EndFinalTurn():
            if isinstance(pending, decisions.ChooseFinalMove):
                return None
        case _:
            assert_never(action)
    return _why_another_decision(pending, action)


def _why_another_decision(pending: decisions.Asking, action: Action) -> Reason:
    if isinstance(action, actions.Sacrifice) and isinstance(
        pending, decisions.ChooseSecondMove | decisions.ChooseFinalMove
    ):
        when = "a second movement" if isinstance(pending, decisions.ChooseSecondMove) else "the final turn"
        return REASONS.reason("sacrifice/not-now", decision=Named(decisions.DECISIONS[type(pending)][0], when))
    return REASONS.reason(f"decision/{decisions.DECISIONS[type(pending)][0]}", who=named_seat(pending.seat))


def _why_no_place(state: State, pending: decisions.PlaceKorrigan, field: str) -> Reason | None:
    rule = "2.6" if state.variant.side == "advanced" else "2.5"
    if field not in state.board.indices:
        return REASONS.reason("place/no-field", rule, field=field)
    places = movement.places_for(state, pending)
    if field in places:
        return None
    who, starts = named_seat(pending.seat), tuple(_field(state, each) for each in places)
    if pending.korrigan and field == state.seats[pending.seat].korrigans[0].field:
        return REASONS.reason("place/other-start", rule, who=who, starts=starts)
    return REASONS.reason("place/not-your-start", rule, who=who, starts=starts, field=_field(state, field))


def _why_no_taking(state: State, pending: decisions.TakeClover, clover: Clover) -> Reason | None:
    field = state.seats[pending.seat].korrigans[pending.korrigan].field
    assert field is not None, "a Korrigan gathers where it stands"
    there = state.clovers_in(field)
    if clover in there:
        return None
    clovers = tuple(map(named_clover, there))
    return REASONS.reason("take/not-there", field=_field(state, field), clover=named_clover(clover), clovers=clovers)


def _why_no_spot(spots: tuple[Pawn | None, ...], kind: str, line: str, number: int) -> Reason | None:
    if not 1 <= number <= len(spots):
        return REASONS.reason(f"{kind}/no-{line}", number=number, count=len(spots))
    pawn = spots[number - 1]
    if pawn is None:
        return None
    return REASONS.reason(f"{kind}/covered", pawn=pawn, number=number)


def _why_no_movement(state: State, number: int, korrigan: int, companion: Companion, to: str) -> Reason | None:
    """Return the reason why a seat cannot make a movement, or None if it can."""
    seat = state.seats[number]
    who = named_seat(number)
    if korrigan >= KORRIGANS:
        return REASONS.reason("move/no-korrigan", korrigan=korrigan)
    if korrigan not in movement.different_korrigans(seat):
        return REASONS.reason("move/same-korrigan", who=who)
    if to not in state.board.indices:
        return REASONS.reason("move/no-field", to=to)
    if companion not in movement.companions_of(seat):
        return REASONS.reason("move/no-companion", who=who, companion=companion)
    origin = seat.korrigans[korrigan].field
    assert origin is not None, "Korrigans move when all are placed"
    if to == origin:
        return REASONS.reason("move/same-field", korrigan=named_korrigan(korrigan), who=who, to=_field(state, to))
    if to in movement.goals(state, origin, companion):
        return None
    return _why_no_step(state, origin, to, companion)


def _why_no_step(state: State, origin: str, to: str, companion: Companion) -> Reason:
    here, there = _field(state, origin), _field(state, to)
    on_board = movement.goals_without_troll(state, origin, companion)
    if any(goal == to for goal, _ in on_board):
        return REASONS.reason("move/troll", here=here, there=there)
    if companion in movement.WALKS:
        kind = movement.WALKS[companion]
        return REASONS.reason(f"move/no-{kind}", here=here, there=there)
    if companion is Companion.BIRD:
        return REASONS.reason("move/other-colour", here=here, there=there)
    what = "molehill" if companion is Companion.MOLE else "pontoon"
    start = state.board.fields[state.board.index(origin)]
    without = there if getattr(start, what) else here
    return REASONS.reason(f"move/no-{what}", field=without)


def _why_no_sacrifice(state: State, number: int, clover: Clover, backup: Companion) -> Reason | None:
    """Return the reason why a seat cannot give up a token for a Backup Companion, or None if it can."""
    who = named_seat(number)
    if backup not in BACKUP_SIDES:
        return REASONS.reason("sacrifice/no-side", backup=backup)
    if not state.backups:
        return REASONS.reason("sacrifice/no-backup")
    if clover not in state.seats[number].hidden:
        return REASONS.reason("sacrifice/no-token", who=who, clover=named_clover(clover))
    sides = movement.sides_to_buy(state, number)
    if backup in sides:
        return None
    if sides:
        return REASONS.reason("sacrifice/useless-side", backup=backup, other=sides[0])
    if movement.is_stuck(state, number):
        return REASONS.reason("sacrifice/useless")
    fitting = movement.useful(state, number, movement.companions_of(state.seats[number]))
    return REASONS.reason("sacrifice/can-move", who=who, companion=fitting[0])


def _why_no_pass(state: State, number: int) -> Reason | None:
    """Return the reason why a seat cannot pass, or None if it can."""
    who = named_seat(number)
    fitting = movement.useful(state, number, movement.companions_of(state.seats[number]))
    if fitting:
        return REASONS.reason("pass/can-move", who=who, companion=fitting[0])
    if movement.sides_to_buy(state, number):
        return REASONS.reason("pass/can-sacrifice", who=who)
    return None


def _why_no_receiver(state: State, pending: decisions.ChooseReceiver, chosen: tuple[int, int]) -> Reason | None:
    receivers = receivers_of(state, pending.seat, pending.korrigan)
    if chosen in receivers:
        return None
    if chosen in opponents_met(state, pending.seat, pending.korrigan):
        return REASONS.reason("goblin/same-korrigan", who=named_seat(chosen[0]))
    named = (Named(each, korrigan_name(*each)) for each in receivers)
    return REASONS.reason("goblin/not-there", receivers=tuple(named))


def _why_no_unmasking(state: State, number: int, victim: int) -> Reason | None:
    if victim >= len(state.seats):
        return REASONS.reason("unmask/no-seat", seat=victim, last=len(state.seats) - 1)
    if victim == number:
        return REASONS.reason("unmask/yourself")
    if not state.seats[victim].screen:
        return REASONS.reason("unmask/no-screen", who=named_seat(victim))
    return None


def _why_no_troll(state: State, link: Link) -> Reason | None:
    if link not in state.board.links:
        return REASONS.reason("troll/no-link", link=link)
    if link == state.troll:
        return REASONS.reason("troll/stays", link=link)
    return None


def _why_no_cauldron(state: State, number: int, field: str) -> Reason | None:
    if field not in state.board.indices:
        return REASONS.reason("cauldron/no-field", field=field)
    if field in movement.cauldron_fields(state, number):
        return None
    if field in movement.cauldron_candidates(state):
        return REASONS.reason("cauldron/own-korrigan", who=named_seat(number), field=_field(state, field))
    return REASONS.reason("cauldron/not-free", field=_field(state, field))


def _field(state: State, field: str) -> Named:
    """Return a field, with its name and id for sentences."""
    return Named(field, f"{state.board.fields[state.board.index(field)].name} ({field})")
