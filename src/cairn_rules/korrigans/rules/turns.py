"""The steps of a turn, in order: the rainbow, movement, meetings, gathering, and the next turn."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeVar

from cairn_rules.korrigans.rules.movement import is_stuck, useful
from cairn_rules.korrigans.rules.scoring import result
from cairn_rules.korrigans.state import pending as decisions
from cairn_rules.korrigans.state.ledger import CouldMove, FinalTurnBegun, Revealed, RuledOut, Sacrificed, Taken
from cairn_rules.korrigans.state.seats import KORRIGANS, UNPLACED, Carried
from cairn_rules.korrigans.state.state import State, korrigans_with, seats_with, with_korrigan
from cairn_rules.korrigans.state.tokens import RUSH, Clover, Companion, Menhir, Pawn
from cairn_rules.replace import replaced

TokenT = TypeVar("TokenT", bound=int)

# The common decisions and entries, each made and checked once.
_place_korrigan: Final = cache(decisions.PlaceKorrigan)
_take_clover: Final = cache(decisions.TakeClover)
_choose_sun: Final = cache(decisions.ChooseSun)
_choose_cloud: Final = cache(decisions.ChooseCloud)
_choose_move: Final = cache(decisions.ChooseMove)
_choose_final_move: Final = cache(decisions.ChooseFinalMove)
_taken: Final = cache(Taken)
_revealed: Final = cache(Revealed)
_final_turn_begun: Final = cache(FinalTurnBegun)

# 1. The rainbow, the Cauldron, and the final turns (rules page, sections 3 and 7)


def draw(state: State, **changes: Any) -> State:
    """Draw a pawn for the bag holder and pass the bag on, after other changes (rules 3.2 to 3.5)."""
    pawn = state.bag[0]
    drawer = state.bag_holder
    pending: decisions.Pending
    if pawn in state.suns:
        pending = _choose_cloud(drawer, pawn)
    elif state.suns.count(None) > 1:
        pending = _choose_sun(drawer, pawn)
    else:
        pending = decisions.ChooseCauldronField(drawer)
    holder = (drawer + 1) % len(state.seats)
    return replaced(state, bag=state.bag[1:], bag_holder=holder, pending=pending, **changes)


def cover_sun(state: State, pawn: Pawn, row: int) -> State:
    """Cover the Sun of a row with the drawn pawn (rule 3.3)."""
    suns = (*state.suns[: row - 1], pawn, *state.suns[row:])
    return _after_pawn(state, suns=suns)


def cover_cloud(state: State, pawn: Pawn, column: int) -> State:
    """Cover the Cloud of a column with the drawn pawn (rule 3.4)."""
    clouds = (*state.clouds[: column - 1], pawn, *state.clouds[column:])
    return _after_pawn(state, clouds=clouds)


def _after_pawn(state: State, **changes: Any) -> State:
    """Begin the First Player's turn, or draw the next pawn in the rush (rule 3.6)."""
    after = replaced(state, pending=_choose_move(0), **changes)
    return draw(after) if len(after.clouds) - after.clouds.count(None) >= RUSH else after


def place_cauldron(state: State, field: str) -> State:
    """Place the Cauldron and begin the final turns (rules 7.1, 7.4)."""
    return _begin_final_turn(state, 0, cauldron=field)


def _begin_final_turn(state: State, number: int, **changes: Any) -> State:
    """Reveal a seat's companions and begin its final turn (rule 7.4)."""
    seat = state.seats[number]
    companions = tuple(clover.companion for clover in seat.hidden if clover.companion is not None)
    seats = seats_with(
        state, number, hidden=seat.hidden[len(companions) :], revealed=tuple(sorted((*seat.revealed, *companions)))
    )
    revealed = [_revealed(number, companion) for companion in companions]
    ledger = (*state.ledger, *revealed, _final_turn_begun(number))
    return replaced(state, seats=seats, ledger=ledger, pending=_choose_final_move(number), **changes)


# 2. Movement (section 4)


def move(state: State, number: int, korrigan: int, companion: Companion, to: str, *, gathers: bool) -> State:
    """Move a Korrigan with a companion, which is revealed at its first use (rules 4.1, 4.2)."""
    seat = state.seats[number]
    korrigans = korrigans_with(state, number, korrigan, field=to)
    if companion in seat.revealed or companion in seat.backups:
        after = replaced(state, seats=seats_with(state, number, korrigans=korrigans))
    else:
        hidden = _without(seat.hidden, companion)
        revealed = tuple(sorted((*seat.revealed, companion)))
        seats = seats_with(state, number, korrigans=korrigans, hidden=hidden, revealed=revealed)
        after = replaced(state, seats=seats, ledger=(*state.ledger, _revealed(number, companion)))
    return arrive(after, number, korrigan, gathers=gathers)


def _without(tokens: tuple[TokenT, ...], token: int) -> tuple[TokenT, ...]:
    """Return tokens without one of a kind; a companion on a Clover token has the number of that companion."""
    place = tokens.index(token)
    return (*tokens[:place], *tokens[place + 1 :])


def move_finally(state: State, number: int, korrigan: int, companion: Companion, to: str) -> State:
    """Move a Korrigan with a companion and discard it, a Backup Companion last (rule 7.5)."""
    seat = state.seats[number]
    pool = "revealed" if companion in seat.revealed else "backups"
    changes = {
        pool: _without(getattr(seat, pool), companion),
        "discarded": tuple(sorted((*seat.discarded, companion))),
        "korrigans": korrigans_with(state, number, korrigan, field=to),
    }
    return arrive(replaced(state, seats=seats_with(state, number, **changes)), number, korrigan, gathers=False)


def sacrifice(state: State, number: int, clover: Clover, backup: Companion) -> State:
    """Exchange a token for a Backup Companion; the movement is still to be made (rules 4.11 to 4.13)."""
    seat = state.seats[number]
    # A voluntary sacrifice shows only one thing: if the side allows no movement, the player was not stuck.
    told = _ruled_out(state, number) if state.variant.backup == "forced" else _could_move(state, number, backup)
    backups = tuple(sorted((*seat.backups, backup)))
    return replaced(
        state,
        seats=seats_with(state, number, hidden=_without(seat.hidden, clover), backups=backups),
        backups=state.backups - 1,
        ledger=(*state.ledger, *told, Sacrificed(number, clover)),
        pending=_choose_move(number),
    )


def pass_turn(state: State, number: int) -> State:
    """End a turn without a movement (rule 4.15)."""
    return next_turn(replaced(state, ledger=(*state.ledger, *_ruled_out(state, number))), number)


def _ruled_out(state: State, number: int) -> tuple[RuledOut, ...]:
    """Return the ledger entry on a seat that cannot move, if it rules anything out (rule 9.6)."""
    fitting = useful(state, number, Companion) if is_stuck(state, number) else ()
    return (RuledOut(number, fitting),) if fitting else ()


def _could_move(state: State, number: int, backup: Companion) -> tuple[CouldMove, ...]:
    """Return the ledger entry on a seat that buys a useless side, and so was not stuck (rule 9.6)."""
    seat = state.seats[number]
    if useful(state, number, (backup, *seat.revealed, *seat.backups)):
        return ()
    return (CouldMove(number, useful(state, number, Companion)),)


# 3. Meetings of Korrigans (section 6)


def arrive(state: State, seat: int, korrigan: int, *, gathers: bool) -> State:
    """Resolve meetings in the field just entered, then gather.

    In final turns, tokens pass only with the option `final_meetings` (rule 7.6).
    """
    if state.cauldron is not None and not state.variant.final_meetings:
        return _go_on(state, seat, korrigan, gathers=gathers)
    if state.seats[seat].korrigans[korrigan].carries is Carried.GOBLIN:
        receivers = receivers_of(state, seat, korrigan)
        if len(receivers) > 1:
            return replaced(state, pending=decisions.ChooseReceiver(seat, korrigan, gathers))
        if receivers:
            return give_goblin(state, seat, korrigan, receivers[0], gathers=gathers)
    return _go_on(_meet_elves(state, seat, korrigan), seat, korrigan, gathers=gathers)


def opponents_met(state: State, seat: int, korrigan: int) -> tuple[tuple[int, int], ...]:
    """Return the opponents' Korrigans in the field of a Korrigan, by seat and number."""
    field = state.seats[seat].korrigans[korrigan].field
    return tuple(
        (number, which)
        for number, other in enumerate(state.seats)
        if number != seat
        for which, each in enumerate(other.korrigans)
        if each.field == field
    )


def receivers_of(state: State, seat: int, korrigan: int) -> tuple[tuple[int, int], ...]:
    """Return the Korrigans that may take the Goblin, one of two indistinguishable ones (rule 6.10)."""
    return tuple(
        (number, which)
        for number, which in opponents_met(state, seat, korrigan)
        if which == 0 or state.seats[number].korrigans[0] != state.seats[number].korrigans[1]
    )


def give_goblin(state: State, seat: int, korrigan: int, receiver: tuple[int, int], *, gathers: bool) -> State:
    """Pass the Goblin to a Korrigan, then take the Elves of the same field (rule 6.11)."""
    after = _meet_elves(with_korrigan(state, seat, korrigan, carries=None), seat, korrigan)
    after = with_korrigan(after, *receiver, carries=Carried.GOBLIN)
    return _go_on(after, seat, korrigan, gathers=gathers)


def _meet_elves(state: State, seat: int, korrigan: int) -> State:
    """Take each Elf that an opponent has there, keeping only one under the Korrigan (rules 6.3, 6.9)."""
    field = state.seats[seat].korrigans[korrigan].field
    for number, other in enumerate(state.seats):
        for which, each in enumerate(other.korrigans):
            if each.carries is Carried.ELF and each.field == field and number != seat:
                state = with_korrigan(state, number, which, carries=None)
                state = with_korrigan(state, seat, korrigan, carries=Carried.ELF)
    return state


def _go_on(state: State, seat: int, korrigan: int, *, gathers: bool) -> State:
    if gathers:
        return gather(state, seat, korrigan)
    if state.cauldron is not None:
        return replaced(state, pending=_choose_final_move(seat))
    return next_turn(state, seat)


# 4. Gathering, and the Menhirs (sections 5 and 6)


def gather(state: State, seat: int, korrigan: int) -> State:
    """Ask which token a Korrigan takes from its field, or end the turn if none is left (rules 5.2, 5.4)."""
    if state.clovers[_place(state, seat, korrigan)]:
        return replaced(state, pending=_take_clover(seat, korrigan))
    return next_turn(state, seat)


def _place(state: State, seat: int, korrigan: int) -> int:
    """Return the index of the field where a Korrigan stands."""
    field = state.seats[seat].korrigans[korrigan].field
    assert field is not None, "a Korrigan gathers where it was placed"
    return state.board.index(field)


def take(state: State, seat: int, korrigan: int, clover: Clover) -> State:
    """Take a token, and with the last one the Menhir (rules 5.2, 5.5)."""
    place = _place(state, seat, korrigan)
    left = _without(state.clovers[place], clover)
    taken = {
        "seats": seats_with(state, seat, hidden=tuple(sorted((*state.seats[seat].hidden, clover)))),
        "clovers": (*state.clovers[:place], left, *state.clovers[place + 1 :]),
        "ledger": (*state.ledger, _taken(seat, state.board.fields[place].id, clover)),
    }
    menhir = state.menhirs[place]
    if left or menhir is None:
        return next_turn(state, seat, **taken)
    after = replaced(state, **taken, menhirs=(*state.menhirs[:place], None, *state.menhirs[place + 1 :]))
    after = _applied(after, menhir, seat, korrigan)
    asked = _asked(after, menhir, seat)
    return next_turn(after, seat) if asked is None else replaced(after, pending=asked)


def _applied(state: State, menhir: Menhir, seat: int, korrigan: int) -> State:
    """Apply the effect of a Menhir that needs no decision (rules 6.1 to 6.3, 6.7)."""
    if menhir.gold:
        menhirs = tuple(sorted((*state.seats[seat].menhirs, menhir)))
        return replaced(state, seats=seats_with(state, seat, menhirs=menhirs))
    if menhir is Menhir.ELF and state.elves:
        return replaced(with_korrigan(state, seat, korrigan, carries=Carried.ELF), elves=state.elves - 1)
    if menhir is Menhir.GOBLIN and state.goblins:
        return replaced(with_korrigan(state, seat, korrigan, carries=Carried.GOBLIN), goblins=state.goblins - 1)
    return state


def _asked(state: State, menhir: Menhir, seat: int) -> decisions.Pending | None:
    """Return the decision that a Menhir asks for, or None (rules 6.4 to 6.6)."""
    if menhir is Menhir.LEPRECHAUN and opponents_with_screen(state, seat):
        return decisions.ChooseOpponent(seat)
    if menhir is Menhir.FAIRY and state.round:
        return decisions.ChooseSecondMove(seat)
    if menhir is Menhir.TROLL and any(link != state.troll for link in state.board.links):
        return decisions.ChooseLink(seat)
    return None


def opponents_with_screen(state: State, seat: int) -> tuple[int, ...]:
    """Return the opponents of a seat who still have a screen."""
    return tuple(number for number, each in enumerate(state.seats) if number != seat and each.screen)


# 5. The next turn (section 3)


def next_turn(state: State, seat: int, **changes: Any) -> State:
    """Continue after a seat has completed a placing, a turn or a final turn.

    `changes` are further attributes of the state to change.
    """
    following = seat + 1
    is_last = following == len(state.seats)
    changes["turn"] = state.turn + 1
    if state.round == 0:
        placed = sum(korrigan != UNPLACED for korrigan in state.seats[seat].korrigans)
        if not is_last:
            return replaced(state, **changes, pending=_place_korrigan(following, placed - 1))
        if placed < KORRIGANS:
            return replaced(state, **changes, pending=_place_korrigan(0, placed))
    elif state.cauldron is not None:
        after = replaced(state, **changes)
        return (
            replaced(after, pending=decisions.Over(result(after))) if is_last else _begin_final_turn(after, following)
        )
    elif not is_last:
        return replaced(state, **changes, pending=_choose_move(following))
    return draw(state, **changes, round=state.round + 1)
