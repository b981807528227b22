"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from typing import Final, get_args

from cairn_rules.checks import text_hint
from cairn_rules.errors import Reason, quoted
from cairn_rules.korrigans.actions import (
    Action,
    CoverCloud,
    CoverSun,
    Decline,
    EndFinalTurn,
    FinalMove,
    GiveGoblin,
    Move,
    Pass,
    Place,
    PlaceCauldron,
    PlaceTroll,
    Sacrifice,
    Take,
    Unmask,
)
from cairn_rules.korrigans.board import Link, LinkKind
from cairn_rules.korrigans.movement import (
    WALKS,
    cauldron_candidates,
    cauldron_fields,
    companions_of,
    different_korrigans,
    goals,
    goals_without_troll,
    is_stuck,
    places_for,
    sides_to_buy,
    useful,
)
from cairn_rules.korrigans.pending import (
    Asking,
    ChooseCauldronField,
    ChooseCloud,
    ChooseFinalMove,
    ChooseLink,
    ChooseMove,
    ChooseOpponent,
    ChooseReceiver,
    ChooseSecondMove,
    ChooseSun,
    Over,
    PlaceKorrigan,
    TakeClover,
)
from cairn_rules.korrigans.seats import BACKUP_SIDES, KORRIGANS, seat_name
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Clover, Companion, Pawn
from cairn_rules.korrigans.turns import opponents_met, receivers_of

_ACTIONS: Final = get_args(Action)
DECISIONS: Final[dict[type[Asking], tuple[str, str, str]]] = {
    PlaceKorrigan: ("place", "place a Korrigan", "2.5"),
    TakeClover: ("take", "take a Clover token", "5.2"),
    ChooseSun: ("sun", "put the pawn on a Sun", "3.3"),
    ChooseCloud: ("cloud", "put the pawn on a Cloud", "3.4"),
    ChooseMove: ("move", "move a Korrigan", "4.1"),
    ChooseReceiver: ("goblin", "choose who takes the Goblin", "6.10"),
    ChooseOpponent: ("unmask", "choose whose screen is removed", "6.4"),
    ChooseLink: ("troll", "place the Troll", "6.6"),
    ChooseSecondMove: ("second-move", "make a second movement or decline", "6.5"),
    ChooseCauldronField: ("cauldron", "place the Cauldron", "7.1"),
    ChooseFinalMove: ("final-turn", "move on or end the final turn", "7.5"),
}
"""The code, the required action and the rule number of each decision."""
_RULES: Final = {
    Companion.HARE: "4.4",
    Companion.SQUIRREL: "4.5",
    Companion.MOUSE: "4.6",
    Companion.BIRD: "4.7",
    Companion.MOLE: "4.8",
    Companion.FROG: "4.9",
}
_LINKS: Final = {LinkKind.OPEN: "open link", LinkKind.DOOR: "door", LinkKind.BRIDGE: "bridge"}


def why_illegal(state: State, action: Action) -> Reason | None:  # noqa: C901, PLR0911, PLR0912 - a case for each decision
    """Return the reason why an action is illegal now, or None if it is legal.

    Returns:
        A reason with a stable code, a sentence that names fields and tokens, and the rule.

    Example:
        >>> from cairn_rules import korrigans
        >>> print(korrigans.why_illegal(korrigans.new_game(seed=7), korrigans.Place("B")))
        Blue starts in Barley Corner (A) or Granite Tip (G), not in Boulder Lane (B) [place/not-your-start, rule 2.5]
    """
    if not isinstance(action, _ACTIONS):
        return Reason("action/unknown", f"{quoted(action)} is not an action of Korrigans{text_hint(action)}", "3.1")
    pending = state.pending
    if isinstance(pending, Over):
        return Reason("game/over", "the game is over", "13.1")
    match (pending, action):
        case (PlaceKorrigan(), Place(field)):
            return _why_no_place(state, pending, field)
        case (TakeClover(), Take(clover)):
            return _why_no_taking(state, pending, clover)
        case (ChooseSun(), CoverSun(row)):
            return _why_no_spot(state.suns, "sun", "row", row, "3.3")
        case (ChooseCloud(), CoverCloud(column)):
            return _why_no_spot(state.clouds, "cloud", "column", column, "3.4")
        case (ChooseMove() | ChooseSecondMove(), Move(korrigan, companion, to)):
            return _why_no_movement(state, pending.seat, korrigan, companion, to)
        case (ChooseFinalMove(), FinalMove(korrigan, companion, to)):
            return _why_no_movement(state, pending.seat, korrigan, companion, to)
        case (ChooseMove(), Sacrifice(clover, backup)):
            return _why_no_sacrifice(state, pending.seat, clover, backup)
        case (ChooseMove(), Pass()):
            return _why_no_pass(state, pending.seat)
        case (ChooseReceiver(), GiveGoblin(seat, korrigan)):
            return _why_no_receiver(state, pending, (seat, korrigan))
        case (ChooseOpponent(seat), Unmask(victim)):
            return _why_no_unmasking(state, seat, victim)
        case (ChooseLink(), PlaceTroll(link)):
            return _why_no_troll(state, link)
        case (ChooseCauldronField(seat), PlaceCauldron(field)):
            return _why_no_cauldron(state, seat, field)
        case (ChooseSecondMove(), Decline()) | (ChooseFinalMove(), EndFinalTurn()):
            return None
        case _:
            return _why_another_decision(pending, action)


def _why_another_decision(pending: Asking, action: Action) -> Reason:
    if isinstance(action, Sacrifice) and isinstance(pending, ChooseSecondMove | ChooseFinalMove):
        when = "a second movement" if isinstance(pending, ChooseSecondMove) else "the final turn"
        return Reason("sacrifice/not-now", f"nothing can be sacrificed for {when}", "4.14")
    code, must, rule = DECISIONS[type(pending)]
    return Reason(f"decision/{code}", f"{seat_name(pending.seat)} must {must} now", rule)


def _why_no_place(state: State, pending: PlaceKorrigan, field: str) -> Reason | None:
    rule = "2.6" if state.variant.side == "advanced" else "2.5"
    if field not in state.board.indices:
        return Reason("place/no-field", f"{quoted(field)} is not a field of the board", rule)
    places = places_for(state, pending)
    if field in places:
        return None
    who, there = seat_name(pending.seat), " or ".join(_named(state, each) for each in places)
    if pending.korrigan and field == state.seats[pending.seat].korrigans[0].field:
        return Reason("place/other-start", f"the second Korrigan of {who} starts in {there}", rule)
    return Reason("place/not-your-start", f"{who} starts in {there}, not in {_named(state, field)}", rule)


def _why_no_taking(state: State, pending: TakeClover, clover: Clover) -> Reason | None:
    field = state.seats[pending.seat].korrigans[pending.korrigan].field
    assert field is not None, "a Korrigan gathers where it stands"
    there = state.clovers_in(field)
    if clover in there:
        return None
    seen = ", ".join(map(str, there))
    return Reason("take/not-there", f"{_named(state, field)} has no {clover}; its tokens are {seen}", "5.2")


def _why_no_spot(spots: tuple[Pawn | None, ...], kind: str, line: str, number: int, rule: str) -> Reason | None:
    if not 1 <= number <= len(spots):
        return Reason(f"{kind}/no-{line}", f"{line} {number} does not exist (1 to {len(spots)})", rule)
    pawn = spots[number - 1]
    if pawn is None:
        return None
    return Reason(f"{kind}/covered", f"the {pawn} pawn covers the {kind.capitalize()} of {line} {number}", rule)


def _why_no_movement(state: State, number: int, korrigan: int, companion: Companion, to: str) -> Reason | None:
    """Return why a seat cannot make a movement, or None if it can."""
    seat = state.seats[number]
    who = seat_name(number)
    if korrigan >= KORRIGANS:
        return Reason("move/no-korrigan", f"Korrigan {korrigan} does not exist (0 and 1)", "4.1")
    if korrigan not in different_korrigans(seat):
        text = f"both Korrigans of {who} are in one field and carry the same; move Korrigan 0"
        return Reason("move/same-korrigan", text, "4.1")
    if to not in state.board.indices:
        return Reason("move/no-field", f"{quoted(to)} is not a field of the board", "4.1")
    if companion not in companions_of(seat):
        return Reason("move/no-companion", f"{who} has no {companion}", "4.1")
    origin = seat.korrigans[korrigan].field
    assert origin is not None, "Korrigans move when all are placed"
    if to == origin:
        return Reason("move/same-field", f"Korrigan {korrigan} of {who} is already in {_named(state, to)}", "4.1")
    if to in goals(state, origin, companion):
        return None
    return _why_no_step(state, origin, to, companion)


def _why_no_step(state: State, origin: str, to: str, companion: Companion) -> Reason:
    here, there, rule = _named(state, origin), _named(state, to), _RULES[companion]
    on_board = goals_without_troll(state, origin, companion)
    if any(goal == to for goal, _ in on_board):
        return Reason("move/troll", f"the Troll blocks the way between {here} and {there}", "4.10")
    if companion in WALKS:
        kind = WALKS[companion]
        return Reason(f"move/no-{kind}", f"no {_LINKS[kind]} joins {here} and {there}", rule)
    if companion is Companion.BIRD:
        return Reason("move/other-colour", f"{here} and {there} differ in colour", rule)
    what = "molehill" if companion is Companion.MOLE else "pontoon"
    start = state.board.fields[state.board.index(origin)]
    without = there if getattr(start, what) else here
    return Reason(f"move/no-{what}", f"{without} has no {what}", rule)


def _why_no_sacrifice(state: State, number: int, clover: Clover, backup: Companion) -> Reason | None:
    """Return why a seat cannot give up a token for a Backup Companion, or None if it can."""
    who = seat_name(number)
    if backup not in BACKUP_SIDES:
        return Reason("sacrifice/no-side", f"a Backup Companion is a hare or a squirrel, not a {backup}", "4.13")
    if not state.backups:
        return Reason("sacrifice/no-backup", "no Backup Companion is left", "4.14")
    if clover not in state.seats[number].hidden:
        return Reason("sacrifice/no-token", f"{who} has no {clover} behind the screen", "4.12")
    sides = sides_to_buy(state, number)
    if backup in sides:
        return None
    if sides:
        return Reason("sacrifice/useless-side", f"a {backup} allows no movement, but a {sides[0]} does", "4.13")
    if is_stuck(state, number):
        return Reason("sacrifice/useless", "neither a hare nor a squirrel allows a movement", "4.15")
    fitting = useful(state, number, companions_of(state.seats[number]))
    return Reason("sacrifice/can-move", f"{who} can move with a {fitting[0]}", "4.11")


def _why_no_pass(state: State, number: int) -> Reason | None:
    """Return why a seat cannot pass, or None if it can."""
    who = seat_name(number)
    fitting = useful(state, number, companions_of(state.seats[number]))
    if fitting:
        return Reason("pass/can-move", f"{who} can move with a {fitting[0]}", "4.15")
    if sides_to_buy(state, number):
        return Reason("pass/can-sacrifice", f"{who} can give up a token for a Backup Companion", "4.15")
    return None


def _why_no_receiver(state: State, pending: ChooseReceiver, chosen: tuple[int, int]) -> Reason | None:
    receivers = receivers_of(state, pending.seat, pending.korrigan)
    if chosen in receivers:
        return None
    if chosen in opponents_met(state, pending.seat, pending.korrigan):
        text = f"both Korrigans of {seat_name(chosen[0])} are in that field and carry the same; give it to Korrigan 0"
        return Reason("goblin/same-korrigan", text, "6.10")
    there = ", ".join(f"Korrigan {which} of {seat_name(number)}" for number, which in receivers)
    return Reason("goblin/not-there", f"the Goblin can go to {there}", "6.10")


def _why_no_unmasking(state: State, number: int, victim: int) -> Reason | None:
    if victim >= len(state.seats):
        return Reason("unmask/no-seat", f"seat {victim} does not exist (0 to {len(state.seats) - 1})", "6.4")
    if victim == number:
        return Reason("unmask/yourself", "only an opponent's screen can be removed", "6.4")
    if not state.seats[victim].screen:
        return Reason("unmask/no-screen", f"{seat_name(victim)} has no screen any more", "6.4")
    return None


def _why_no_troll(state: State, link: Link) -> Reason | None:
    if link not in state.board.links:
        return Reason("troll/no-link", f"the board has no link {link}", "6.6")
    if link == state.troll:
        return Reason("troll/stays", f"the Troll is already on {link} and must move", "6.6")
    return None


def _why_no_cauldron(state: State, number: int, field: str) -> Reason | None:
    if field not in state.board.indices:
        return Reason("cauldron/no-field", f"{quoted(field)} is not a field of the board", "7.2")
    if field in cauldron_fields(state, number):
        return None
    if field in cauldron_candidates(state):
        text = f"a Korrigan of {seat_name(number)} is in {_named(state, field)}, and other fields are possible"
        return Reason("cauldron/own-korrigan", text, "7.3")
    return Reason("cauldron/not-free", f"{_named(state, field)} is not in a free row and a free column", "7.2")


def _named(state: State, field: str) -> str:
    """Return a field's name and id, for use in sentences."""
    return f"{state.board.fields[state.board.index(field)].name} ({field})"
