"""Validation of states and observations as a whole, which finds every fault (rules page, section 13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from random import Random

from attrs import fields

from cairn_rules.checks import not_a_state
from cairn_rules.endless_winter.rules.determinisation import sample_hidden
from cairn_rules.endless_winter.rules.observation import Observation, observe
from cairn_rules.endless_winter.rules.rules import settled
from cairn_rules.endless_winter.rules.soundness.agenda import agenda_faults
from cairn_rules.endless_winter.rules.soundness.parts import number_faults, part_faults
from cairn_rules.endless_winter.rules.soundness.players import player_faults, progress_faults
from cairn_rules.endless_winter.rules.soundness.table import table_faults
from cairn_rules.endless_winter.state.state import State, remember
from cairn_rules.errors import MOST_FAULTS, Fault, UnsoundStateError, quoted, raised
from cairn_rules.replace import replaced


def check_state(state: State) -> None:
    """Check that a state can occur in a game.

    Its attributes should be of the right types. The check covers everything that the state itself shows: every card,
    piece and stone is in a possible place, and the agenda fits the turn.

    Raises:
        DefinitionError: if `state` is not a state.
        UnsoundStateError: if it cannot. The error lists every fault.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules import endless_winter
        >>> state = endless_winter.new_game(seed=7)
        >>> endless_winter.check_state(state)
        >>> endless_winter.check_state(evolve(state, turn=1))
        Traceback (most recent call last):
        ...
        cairn_rules.errors.UnsoundStateError: unsound state: active: it is the turn of seat 1, not 0
    """
    if not isinstance(state, State):
        raise not_a_state(state)
    try:
        check_sound(replaced(state))  # a copy, because the rules trust a state on which they have listed the actions
    except UnsoundStateError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise UnsoundStateError(_type_faults(state) or [Fault("state", raised(error))]) from error
    if faults := _type_faults(state):
        raise UnsoundStateError(faults)
    remember(state, None)


def _type_faults(state: State) -> list[Fault]:
    """Return the faults of attributes of wrong types, such as True for 1."""
    # The module of the documents imports this one, so that it can only be imported here.
    faults: Iterator[Fault] = import_module("cairn_rules.endless_winter.documents.documents").type_faults(state)
    return list(faults)


def check_sound(state: State) -> None:
    """Check that a state whose attributes are of the right types can occur in a game.

    Raises:
        UnsoundStateError: if it cannot. The error lists every fault.
    """
    check_unsettled(state)
    if settled(state) != state:
        raise UnsoundStateError([Fault("agenda", "the last item needs no decision, so it would be done already")])


def check_unsettled(state: State) -> None:
    """Check a state whose attributes are of the right types, and whose agenda may begin with steps without a decision.

    Raises:
        UnsoundStateError: if it cannot occur in a game. The error lists every fault.
    """
    if faults := list(islice(_faults(state), MOST_FAULTS)):
        raise UnsoundStateError(faults)


def check_observation(seen: Observation) -> None:
    """Check that an observation belongs to a state that can occur.

    Raises:
        UnsoundStateError: if there is no such state. The error lists every fault.
    """
    count = len(seen.players)
    humans = count - (seen.rival is not None)
    faults = list(number_faults(seen.players, seen.rival))
    if seen.player is not None and not 0 <= seen.player < humans:
        faults.append(Fault("player", f"seat {seen.player} does not exist (0 to {humans - 1})"))
    if not 0 <= seen.active < count:
        faults.append(Fault("active", f"seat {seen.active} does not exist (0 to {count - 1})"))
    if faults:
        raise UnsoundStateError(faults)
    sample = sample_hidden(seen, Random(0))
    check_sound(sample)
    faults = list(islice(_different(seen, observe(sample, seen.player)), MOST_FAULTS))
    if faults:
        raise UnsoundStateError(faults)
    remember(seen, None)


def _different(seen: Observation, again: Observation) -> Iterator[Fault]:
    """Yield the attributes in which two observations differ."""
    pairs: list[tuple[str, object, object]] = [
        (f"players[{seat}].", *both) for seat, both in enumerate(zip(seen.players, again.players, strict=True))
    ]
    pairs += [("table.", seen.table, again.table), ("rival.", seen.rival, again.rival), ("", seen, again)]
    inner = {"players", "table", "rival"}
    for where, one, other in pairs:
        for name in () if one is None else (each.name for each in fields(type(one))):  # type: ignore[arg-type]
            given, right = getattr(one, name), getattr(other, name)
            if given != right and (where or name not in inner):
                yield Fault(where + name, f"{quoted(given)} contradicts the other parts; it should be {quoted(right)}")


def _faults(state: State) -> Iterator[Fault]:
    """Yield the faults of a state; each step requires that the steps before it found no faults."""
    for step in (part_faults, _whole_faults, progress_faults, agenda_faults):
        faults = list(islice(step(state), MOST_FAULTS))
        if faults:
            yield from faults
            return


def _whole_faults(state: State) -> Iterator[Fault]:
    yield from player_faults(state)
    yield from table_faults(state)
