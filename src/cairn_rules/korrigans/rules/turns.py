"""The decisions of a turn and their results, in order: the rainbow, movement, meetings, gathering, and the next turn.

For each decision, one function lists the options, and another one follows the chosen one.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeVar

from cairn_rules.korrigans.rules.movement import cauldron_fields, is_stuck, movements, places_for, sides_to_buy, useful
from cairn_rules.korrigans.rules.scoring import result
from cairn_rules.korrigans.state import actions
from cairn_rules.korrigans.state import ledger as entries
from cairn_rules.korrigans.state import pending as decisions
from cairn_rules.korrigans.state.actions import Action
from cairn_rules.korrigans.state.seats import KORRIGANS, UNPLACED, Carried
from cairn_rules.korrigans.state.state import SUPPLY, State, korrigans_moved, seats_with, with_carried
from cairn_rules.korrigans.state.tokens import CLOVERS, RUSH, Clover, Companion, Menhir
from cairn_rules.replace import replaced

TokenT = TypeVar("TokenT", bound=int)

# The common actions, decisions and entries, each made and checked once.
_place_in: Final = cache(actions.Place)
_TAKES: Final = tuple(map(actions.Take, CLOVERS))
_cover_sun: Final = cache(actions.CoverSun)
_cover_cloud: Final = cache(actions.CoverCloud)
_move: Final = cache(actions.Move)
_final_move: Final = cache(actions.FinalMove)
_sacrifice: Final = cache(actions.Sacrifice)
_place_cauldron: Final = cache(actions.PlaceCauldron)
_place_troll: Final = cache(actions.PlaceTroll)
_decline: Final = actions.Decline()
_end_final_turn: Final = actions.EndFinalTurn()
_place_korrigan: Final = cache(decisions.PlaceKorrigan)
_take_clover: Final = cache(decisions.TakeClover)
_choose_sun: Final = cache(decisions.ChooseSun)
_choose_cloud: Final = cache(decisions.ChooseCloud)
_choose_move: Final = cache(decisions.ChooseMove)
_choose_cauldron_field: Final = cache(decisions.ChooseCauldronField)
_choose_final_move: Final = cache(decisions.ChooseFinalMove)
_taken: Final = cache(entries.Taken)
_revealed: Final = cache(entries.Revealed)
_final_turn_begun: Final = cache(entries.FinalTurnBegun)


def place_options(state: State, pending: decisions.PlaceKorrigan) -> tuple[Action, ...]:
    """List the fields where a Korrigan may be placed."""
    return tuple(map(_place_in, places_for(state, pending)))


def place(state: State, pending: decisions.PlaceKorrigan, action: actions.Place) -> State:
    """Place a Korrigan, which then gathers (rule 2.5)."""
    number, korrigan = pending.seat, pending.korrigan
    seat = state.seats[number]
    seat = replaced(seat, korrigans=korrigans_moved(seat, korrigan, action.field))
    return gather(replaced(state, seats=seats_with(state, number, seat)), number, korrigan)


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
        pending = _choose_cauldron_field(drawer)
    holder = (drawer + 1) % len(state.seats)
    return replaced(state, bag=state.bag[1:], bag_holder=holder, pending=pending, **changes)


def sun_options(state: State, _: decisions.ChooseSun) -> tuple[Action, ...]:
    """List the free Suns."""
    return tuple([_cover_sun(row) for row, pawn in enumerate(state.suns, 1) if pawn is None])


def cover_sun(state: State, pending: decisions.ChooseSun, action: actions.CoverSun) -> State:
    """Cover the Sun of a row with the drawn pawn (rule 3.3)."""
    suns = (*state.suns[: action.row - 1], pending.pawn, *state.suns[action.row :])
    return _after_pawn(state, suns=suns)


def cloud_options(state: State, _: decisions.ChooseCloud) -> tuple[Action, ...]:
    """List the free Clouds."""
    return tuple([_cover_cloud(column) for column, pawn in enumerate(state.clouds, 1) if pawn is None])


def cover_cloud(state: State, pending: decisions.ChooseCloud, action: actions.CoverCloud) -> State:
    """Cover the Cloud of a column with the drawn pawn (rule 3.4)."""
    clouds = (*state.clouds[: action.column - 1], pending.pawn, *state.clouds[action.column :])
    return _after_pawn(state, clouds=clouds)


def _after_pawn(state: State, **changes: Any) -> State:
    """Begin the First Player's turn, or draw the next pawn in the rush (rule 3.6)."""
    after = replaced(state, pending=_choose_move(0), **changes)
    return draw(after) if len(after.clouds) - after.clouds.count(None) >= RUSH else after


def cauldron_options(state: State, pending: decisions.ChooseCauldronField) -> tuple[Action, ...]:
    """List the fields for the Cauldron."""
    return tuple(map(_place_cauldron, cauldron_fields(state, pending.seat)))


def place_cauldron(state: State, _: decisions.ChooseCauldronField, action: actions.PlaceCauldron) -> State:
    """Place the Cauldron and begin the final turns (rules 7.1, 7.4)."""
    return _begin_final_turn(state, 0, cauldron=action.field)


def _begin_final_turn(state: State, number: int, **changes: Any) -> State:
    """Reveal a seat's companions and begin its final turn (rule 7.4)."""
    seat = state.seats[number]
    companions = [clover.companion for clover in seat.hidden if clover.companion is not None]
    hidden, revealed = seat.hidden[len(companions) :], tuple(sorted((*seat.revealed, *companions)))
    changes["seats"] = seats_with(state, number, replaced(seat, hidden=hidden, revealed=revealed))
    shown = [_revealed(number, companion) for companion in companions]
    changes["ledger"] = (*state.ledger, *shown, _final_turn_begun(number))
    return replaced(state, pending=_choose_final_move(number), **changes)


# 2. Movement (section 4)


def move_options(state: State, pending: decisions.ChooseMove) -> tuple[Action, ...]:
    """List movements and sacrifices, or a pass if neither is possible (rules 4.1, 4.11, 4.15)."""
    seat = pending.seat
    moves = movements(state, seat, _move)
    if moves and state.variant.backup == "forced":
        return tuple(moves)
    sides = sides_to_buy(state, seat)
    tokens = dict.fromkeys(state.seats[seat].hidden)
    sacrifices = [_sacrifice(clover, side) for clover in tokens for side in sides]
    return (*moves, *sacrifices) or (actions.Pass(),)


def take_turn(
    state: State, pending: decisions.ChooseMove, action: actions.Move | actions.Sacrifice | actions.Pass
) -> State:
    """Move a Korrigan, exchange a token for a Backup Companion, or pass if neither is possible (rule 4.15)."""
    seat = pending.seat
    if isinstance(action, actions.Move):
        return _moved(state, seat, action, gathers=True)
    if isinstance(action, actions.Sacrifice):
        return _sacrificed(state, seat, action.clover, action.backup)
    return next_turn(replaced(state, ledger=(*state.ledger, *_ruled_out(state, seat))), seat)


def second_move_options(state: State, pending: decisions.ChooseSecondMove) -> tuple[Action, ...]:
    """List the second movements that a Fairy allows."""
    return (*movements(state, pending.seat, _move), _decline)


def move_again(state: State, pending: decisions.ChooseSecondMove, action: actions.Move | actions.Decline) -> State:
    """Make the second movement, or decline it (rule 6.5)."""
    if isinstance(action, actions.Decline):
        return next_turn(state, pending.seat)
    return _moved(state, pending.seat, action, gathers=state.variant.fairy_gathers)


def _moved(state: State, number: int, action: actions.Move, *, gathers: bool) -> State:
    """Move a Korrigan with a companion, which is revealed at its first use (rules 4.1, 4.2)."""
    seat, companion = state.seats[number], action.companion
    korrigans = korrigans_moved(seat, action.korrigan, action.to)
    if companion in seat.revealed or companion in seat.backups:
        seat = replaced(seat, korrigans=korrigans)
        after = replaced(state, seats=seats_with(state, number, seat))
    else:
        hidden, revealed = _without(seat.hidden, companion), tuple(sorted((*seat.revealed, companion)))
        seat = replaced(seat, korrigans=korrigans, hidden=hidden, revealed=revealed)
        ledger = (*state.ledger, _revealed(number, companion))
        after = replaced(state, seats=seats_with(state, number, seat), ledger=ledger)
    return arrive(after, number, action.korrigan, gathers=gathers)


def _without(tokens: tuple[TokenT, ...], token: int) -> tuple[TokenT, ...]:
    """Return tokens without one of a kind; a companion on a Clover token has the number of that companion."""
    place = tokens.index(token)
    return (*tokens[:place], *tokens[place + 1 :])


def final_move_options(state: State, pending: decisions.ChooseFinalMove) -> tuple[Action, ...]:
    """List the movements of a final turn, and its end."""
    return (*movements(state, pending.seat, _final_move), _end_final_turn)


def move_finally(
    state: State, pending: decisions.ChooseFinalMove, action: actions.FinalMove | actions.EndFinalTurn
) -> State:
    """Move a Korrigan with a companion and discard it, a Backup Companion last, or end the final turn (rule 7.5)."""
    number = pending.seat
    if isinstance(action, actions.EndFinalTurn):
        return next_turn(state, number)
    seat, companion = state.seats[number], action.companion
    pool = "revealed" if companion in seat.revealed else "backups"
    changes = {
        pool: _without(getattr(seat, pool), companion),
        "discarded": tuple(sorted((*seat.discarded, companion))),
        "korrigans": korrigans_moved(seat, action.korrigan, action.to),
    }
    after = replaced(state, seats=seats_with(state, number, replaced(seat, **changes)))
    # Tokens pass in final turns only with this option (rule 7.6).
    return arrive(after, number, action.korrigan, gathers=False) if state.variant.final_meetings else after


def _sacrificed(state: State, number: int, clover: Clover, backup: Companion) -> State:
    """Exchange a token for a Backup Companion; the movement is still to be made (rules 4.11 to 4.13)."""
    seat = state.seats[number]
    # A voluntary sacrifice shows only one thing: if the side allows no movement, the player was not stuck.
    told = _ruled_out(state, number) if state.variant.backup == "forced" else _could_move(state, number, backup)
    backups = tuple(sorted((*seat.backups, backup)))
    return replaced(
        state,
        seats=seats_with(state, number, replaced(seat, hidden=_without(seat.hidden, clover), backups=backups)),
        backups=state.backups - 1,
        ledger=(*state.ledger, *told, entries.Sacrificed(number, clover)),
        pending=_choose_move(number),
    )


def _ruled_out(state: State, number: int) -> tuple[entries.RuledOut, ...]:
    """Return the ledger entry on a seat that cannot move, if it rules anything out (rule 9.6)."""
    fitting = useful(state, number, Companion) if is_stuck(state, number) else ()
    return (entries.RuledOut(number, fitting),) if fitting else ()


def _could_move(state: State, number: int, backup: Companion) -> tuple[entries.CouldMove, ...]:
    """Return the ledger entry on a seat that buys a useless side, and so was not stuck (rule 9.6)."""
    seat = state.seats[number]
    if useful(state, number, (backup, *seat.revealed, *seat.backups)):
        return ()
    return (entries.CouldMove(number, useful(state, number, Companion)),)


# 3. Meetings of Korrigans (section 6)


def arrive(state: State, seat: int, korrigan: int, *, gathers: bool) -> State:
    """Resolve meetings in the field just entered, then gather."""
    if state.seats[seat].korrigans[korrigan].carries is Carried.GOBLIN:
        receivers = receivers_of(state, seat, korrigan)
        if len(receivers) > 1:
            return replaced(state, pending=decisions.ChooseReceiver(seat, korrigan, gathers))
        if receivers:
            return _with_goblin_given(state, seat, korrigan, receivers[0], gathers=gathers)
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


def receiver_options(state: State, pending: decisions.ChooseReceiver) -> tuple[Action, ...]:
    """List the Korrigans that may take the Goblin."""
    return tuple(actions.GiveGoblin(*receiver) for receiver in receivers_of(state, pending.seat, pending.korrigan))


def give_goblin(state: State, pending: decisions.ChooseReceiver, action: actions.GiveGoblin) -> State:
    """Pass the Goblin to the chosen Korrigan."""
    receiver = action.seat, action.korrigan
    return _with_goblin_given(state, pending.seat, pending.korrigan, receiver, gathers=pending.gathers)


def _with_goblin_given(state: State, seat: int, korrigan: int, receiver: tuple[int, int], *, gathers: bool) -> State:
    """Pass the Goblin to a Korrigan, then take the Elves of the same field (rule 6.11)."""
    after = _meet_elves(with_carried(state, seat, korrigan, None), seat, korrigan)
    after = with_carried(after, *receiver, Carried.GOBLIN)
    return _go_on(after, seat, korrigan, gathers=gathers)


def _meet_elves(state: State, seat: int, korrigan: int) -> State:
    """Take each Elf that an opponent has there, keeping only one under the Korrigan (rules 6.3, 6.9)."""
    field = state.seats[seat].korrigans[korrigan].field
    for number, other in enumerate(state.seats) if state.elves < SUPPLY else ():
        for which, each in enumerate(other.korrigans):
            if each.carries is Carried.ELF and each.field == field and number != seat:
                state = with_carried(state, number, which, None)
                state = with_carried(state, seat, korrigan, Carried.ELF)
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
    if state.clovers[_place_of(state, seat, korrigan)]:
        return replaced(state, pending=_take_clover(seat, korrigan))
    return next_turn(state, seat)


def _place_of(state: State, seat: int, korrigan: int) -> int:
    """Return the index of the field where a Korrigan stands."""
    field = state.seats[seat].korrigans[korrigan].field
    assert field is not None, "a Korrigan gathers where it was placed"
    return state.board.indices[field]


def take_options(state: State, pending: decisions.TakeClover) -> tuple[Action, ...]:
    """List the tokens in the field of a Korrigan, each kind once."""
    there = state.clovers[_place_of(state, pending.seat, pending.korrigan)]
    return tuple([_TAKES[clover] for clover in dict.fromkeys(there)])


def take(state: State, pending: decisions.TakeClover, action: actions.Take) -> State:
    """Take a token, and with the last one the Menhir (rules 5.2, 5.5)."""
    number, clover = pending.seat, action.clover
    seat, place = state.seats[number], _place_of(state, number, pending.korrigan)
    left, menhir = _without(state.clovers[place], clover), state.menhirs[place]
    seats = seats_with(state, number, replaced(seat, hidden=tuple(sorted((*seat.hidden, clover)))))
    clovers = (*state.clovers[:place], left, *state.clovers[place + 1 :])
    ledger = (*state.ledger, _taken(number, state.board.fields[place].id, clover))
    if left or menhir is None:
        return next_turn(state, number, seats=seats, clovers=clovers, ledger=ledger)
    menhirs = (*state.menhirs[:place], None, *state.menhirs[place + 1 :])
    after = replaced(state, seats=seats, clovers=clovers, ledger=ledger, menhirs=menhirs)
    after = _applied(after, menhir, number, pending.korrigan)
    asked = _asked(after, menhir, number)
    return next_turn(after, number) if asked is None else replaced(after, pending=asked)


def _applied(state: State, menhir: Menhir, number: int, korrigan: int) -> State:
    """Apply the effect of a Menhir that needs no decision (rules 6.1 to 6.3, 6.7)."""
    if menhir.gold:
        seat = state.seats[number]
        seat = replaced(seat, menhirs=tuple(sorted((*seat.menhirs, menhir))))
        return replaced(state, seats=seats_with(state, number, seat))
    if menhir is Menhir.ELF and state.elves:
        return replaced(with_carried(state, number, korrigan, Carried.ELF), elves=state.elves - 1)
    if menhir is Menhir.GOBLIN and state.goblins:
        return replaced(with_carried(state, number, korrigan, Carried.GOBLIN), goblins=state.goblins - 1)
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


def opponent_options(state: State, pending: decisions.ChooseOpponent) -> tuple[Action, ...]:
    """List the opponents who still have a screen."""
    return tuple(actions.Unmask(opponent) for opponent in opponents_with_screen(state, pending.seat))


def unmask(state: State, pending: decisions.ChooseOpponent, action: actions.Unmask) -> State:
    """Remove the screen of an opponent (rule 6.4)."""
    seats = seats_with(state, action.seat, replaced(state.seats[action.seat], screen=False))
    return next_turn(state, pending.seat, seats=seats, ledger=(*state.ledger, entries.Unmasked(action.seat)))


def link_options(state: State, _: decisions.ChooseLink) -> tuple[Action, ...]:
    """List the links where the Troll is not."""
    return tuple([_place_troll(link) for link in state.board.links if link != state.troll])


def place_troll(state: State, pending: decisions.ChooseLink, action: actions.PlaceTroll) -> State:
    """Put the Troll on a link (rule 6.6)."""
    return next_turn(state, pending.seat, troll=action.link)


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
            return replaced(state, pending=_place_korrigan(following, placed - 1), **changes)
        if placed < KORRIGANS:
            return replaced(state, pending=_place_korrigan(0, placed), **changes)
    elif state.cauldron is not None:
        after = replaced(state, **changes)
        return (
            replaced(after, pending=decisions.Over(result(after))) if is_last else _begin_final_turn(after, following)
        )
    elif not is_last:
        return replaced(state, pending=_choose_move(following), **changes)
    return draw(state, **changes, round=state.round + 1)
