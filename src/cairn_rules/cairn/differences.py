"""The differences between two states as changes: the shortest account that the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import TypeAlias

from cairn_rules.cairn import events
from cairn_rules.cairn.megaliths.effect_rules import can_leave
from cairn_rules.cairn.megaliths.power_rules import do_effect
from cairn_rules.cairn.megaliths.wider_effects import GrantBuild, Together
from cairn_rules.cairn.rules.observation import Observation, observe
from cairn_rules.cairn.rules.rules import apply, legal_actions
from cairn_rules.cairn.state.actions import Action, Effect, Jump, Move
from cairn_rules.cairn.state.board import TRIBES, VILLAGE, Space, Tribe, check_tribe
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import BuildMegalith, Over, Pending, UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.texts.words import own_text
from cairn_rules.decision_search import decision_between
from cairn_rules.errors import DefinitionError, quoted

Shaman: TypeAlias = tuple[Space, Tribe]
"""A shaman: its space and its owner."""
Layout: TypeAlias = tuple[
    tuple[tuple[Space, Megalith], ...], tuple[Megalith, ...], tuple[Megalith, ...], tuple[Megalith, ...]
]
"""The megaliths on the board, on display, and in the deck: the unknown and the tucked ones."""
Step: TypeAlias = tuple[tuple[events.EffectDone, ...], Observation, tuple[Shaman, ...]]
"""The sentence of an effect, the public view after it, and the shamans that leave the board by it."""


def difference(now: Observation, goal: Observation, exits: tuple[Shaman, ...]) -> Iterator[events.Change]:
    """Yield the changes that lead from one public view to another, in the order of the rules.

    The order follows rules 3.3, 4.2, 5.3 and 8.5. The pending decision is not compared. `exits` are the shamans that
    leave the board. All other missing shamans count as banished.
    """
    # 1. the Transformation tile flips before the victim leaves (rule 8.5)
    if now.tiles.transformation != goal.tiles.transformation:
        yield events.Flipped(goal.tiles.transformation)
    # 2. shamans, then the tile of the action (rule 3.3)
    yield from _of_shamans(set(now._shamans), set(goal._shamans), exits)
    for old, new in (
        (now.tiles.add, goal.tiles.add),
        (now.tiles.move, goal.tiles.move),
        (now.tiles.jump, goal.tiles.jump),
    ):
        if old != new:
            yield events.Flipped(new)
    # 3. a build, its point, and the draw that fills the display (rule 5.3)
    laid = _of_megaliths(now, goal)
    yield from laid[:1]
    for tribe in TRIBES:
        if now.scores[tribe] != goal.scores[tribe]:
            yield events.Scored(tribe, goal.scores[tribe])
    yield from laid[1:]
    # 4. the turn
    yield from _of_turns(now, goal)


def _of_shamans(old: set[Shaman], new: set[Shaman], exits: tuple[Shaman, ...]) -> Iterator[events.Change]:
    """Yield the changes between two sets of shamans: exits, banishments, moves, arrivals."""
    out = old.intersection(exits)
    for space, tribe in sorted(out):
        yield events.Exited(tribe, space)
    staying = old - out
    moves = tuple(_moves(staying - new, new - staying))
    gone = staying - new - {(move.origin, move.tribe) for move in moves}
    # A custom effect may move a shaman before it leaves: then it was never seen on the space of its exit.
    elsewhere = [tribe for space, tribe in exits if (space, tribe) not in out]
    for space, tribe in sorted(gone):
        if tribe in elsewhere:
            elsewhere.remove(tribe)
            yield events.Exited(tribe, space)
        else:
            yield events.Banished(tribe, space)
    yield from moves
    for space, tribe in sorted(new - staying - {(move.to, move.tribe) for move in moves}):
        yield events.Added(tribe, space)


def _moves(left: set[Shaman], arrived: set[Shaman]) -> Iterator[events.Moved]:
    """Pair the shamans that left with those that arrived, nearest first, and yield the moves."""
    possible = [events.Moved(tribe, origin, to) for origin, tribe in left for to, other in arrived if tribe == other]
    taken: set[Shaman] = set()
    for move in sorted(possible, key=_length):
        ends = {(move.origin, move.tribe), (move.to, move.tribe)}
        if not ends & taken:
            taken |= ends
            yield move


def _length(move: events.Moved) -> tuple[int, Space, Space]:
    """Return the sort key of a move: its length in steps, then its spaces."""
    origin, to = move.origin, move.to
    return max(abs(origin.file - to.file), abs(origin.rank - to.rank)), origin, to


def _of_megaliths(now: Observation, goal: Observation) -> tuple[events.Change, ...]:
    """Return the changes between two layouts of megaliths: at most one, and draws."""
    if _layout(now) == _layout(goal):
        return ()
    with suppress(DefinitionError):
        laid = tuple(_laid(dict(now.megaliths), dict(goal.megaliths)))
        told = (*laid, *_drawn(events.fold(now, laid), goal))
        if _layout(events.fold(now, told)) == _layout(goal):
            return told
    return (events.Arranged(*_layout(goal)),)


def _layout(seen: Observation) -> Layout:
    return seen._megaliths, seen.upcoming, seen.unknown, seen.tucked


def _laid(old: dict[Space, Megalith], new: dict[Space, Megalith]) -> Iterator[events.Change]:
    """Yield the change that explains the differing spaces, if a single one does."""
    differing = sorted(space for space in old.keys() | new.keys() if old.get(space) != new.get(space))
    match [(space, old.get(space), new.get(space)) for space in differing]:
        case [(space, None, Megalith() as built)]:
            yield events.Built(space, built)
        case [(space, Megalith() as tucked, Megalith() as laid)]:
            yield events.Replaced(space, tucked, laid)
        case [(origin, Megalith() as slid, None), (to, None, _)] | [(to, None, _), (origin, Megalith() as slid, None)]:
            yield events.Slid(slid, origin, to)
        case [(first, Megalith(), Megalith()), (second, Megalith(), Megalith())]:
            yield events.Swapped(first, second)
        case _:
            pass


def _drawn(now: Observation, goal: Observation) -> Iterator[events.Drawn]:
    """Yield the draws that fill the display."""
    for slot, megalith in enumerate(goal.upcoming):
        if megalith not in now.upcoming:
            yield events.Drawn(megalith, slot)


def _of_turns(now: Observation, goal: Observation) -> Iterator[events.Change]:
    """Yield the changes of turn and extra turn. The end of a turn uses up the extra turn (rule 3.4)."""
    extra = now.extra_turn
    if (now.turn, now.active) != (goal.turn, goal.active):
        yield events.TurnPassed(goal.turn, goal.active)
        extra = None
    if extra != goal.extra_turn:
        yield events.ExtraTurnGiven(goal.extra_turn)


def events_of(state: State, action: Action, after: State, *, viewer: int | None = None) -> tuple[events.Change, ...]:
    """Return the events of a decision, in the order of the rules.

    `fold` applies them to the public view before the decision and returns the one after it.

    The effects in a `Together` are listed one by one; any other custom effect is listed by its total
    result.

    The events include draws from the deck. Do not show a player the events of an action that is not yet taken: they
    reveal hidden information. The last event is the decision that is pending now (`Asked`) or the end of the game
    (`Won`). The events are the same for every viewer: everybody sees everything that happens, including a drawn
    megalith.

    Raises:
        DefinitionError: if an argument is not of its kind, if the states differ in variant or set of megaliths, or if
            the viewer is neither a tribe nor None.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> action = cairn.Move(cairn.Space.C1, cairn.Space.C2)
        >>> for event in cairn.events_of(state, action, cairn.apply(state, action)):
        ...     print(event)
        Sea moves c1-c2
        The Move tile shows diagonal now
        Turn 1 is complete, Forest is active
        An action must be chosen
    """
    _check_one_game(state, after, viewer)
    if not isinstance(action, Action):
        raise DefinitionError(f"action should be an Action of Cairn, not {quoted(action)}")
    return _account(state, action, after)


def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[events.Change, ...]:
    """Return the events between two states of one game, for a program that does not know the decision.

    This tries the legal actions, which takes time: if one of them leads from one state to the other, the result is its
    `events_of`. If several do, the first of them counts. If the states are further apart, or in reverse order, the
    result is the plain differences: a missing shaman counts as banished. In either case, `fold` applies the changes to
    the earlier public view and returns the later one. The last change is the decision that is pending now (`Asked`) or
    the end of the game (`Won`). Equal states have no changes. The changes are the same for every viewer: everybody sees
    everything that happens, including a drawn megalith.

    Raises:
        DefinitionError: if an argument is not a state, if the two differ in variant or set of megaliths, or if the
            viewer is neither a tribe nor None.

    Example:
        >>> from cairn_rules import cairn
        >>> before = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> after = cairn.apply(before, cairn.Move(cairn.Space.C1, cairn.Space.C2))
        >>> print(*cairn.changes(after, before)[:2], sep="; ")
        Sea moves c2-c1; The Move tile shows orthogonal now
    """
    _check_one_game(before, after, viewer)
    if before == after and before.turn == after.turn:
        return ()
    return _account(before, decision_between(before, after, legal_actions, apply), after)


def _account(before: State, action: Action | None, after: State) -> tuple[events.Change, ...]:
    """Return the events of a decision, or the plain differences."""
    told: list[events.Change] = []
    now = events.visible(before)
    for said, goal, exits in _steps(before, action, after):
        step = (*said, *difference(now, goal, exits))
        told += step
        now = events.fold(now, step)
    return (*told, *_asked(after.pending))


def reveals(before: State, after: State, *, viewer: int | None = None) -> bool:
    """Return whether a decision reveals hidden information, so that it should not be taken back in a fair game.

    In Cairn, that is a megalith from the unknown part of the deck. The answer is the same for every viewer, because
    everybody sees a drawn megalith.

    Raises:
        DefinitionError: as `changes` does.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir fairy,mound 0-0")
        >>> leaves = cairn.apply(state, cairn.parse_action("c5-x", state))
        >>> builds = cairn.apply(leaves, cairn.parse_action("=alley", leaves))
        >>> cairn.reveals(state, leaves), cairn.reveals(leaves, builds)
        (False, True)
    """
    _check_one_game(before, after, viewer)
    return bool(Counter(observe(before, viewer).unknown) - Counter(observe(after, viewer).unknown))


def _check_one_game(before: State, after: State, viewer: int | None) -> None:
    for each in (before, after):
        if not isinstance(each, State):
            raise DefinitionError(f"before and after should be States of Cairn, not {quoted(each)}")
    check_tribe("viewer", viewer)
    if before.variant != after.variant:
        raise DefinitionError(f"the states are of two games, with the variants {before.variant} and {after.variant}")
    differing = set(before._layout.all_megaliths) ^ set(after._layout.all_megaliths)
    if differing:
        ids = sorted({megalith.id for megalith in differing})
        raise DefinitionError(f"the states are of two games: only one has the megaliths {', '.join(ids)}")


def _steps(before: State, action: Action | None, after: State) -> Iterator[Step]:
    """Yield the steps from one state to another: several for a power's option, otherwise one."""
    exits: tuple[Shaman, ...] = ()
    if isinstance(action, Effect):
        yield from _effects(before, action)
    elif isinstance(action, Move | Jump) and action.to is VILLAGE:
        exits = ((action.origin, before.active),)
    yield (), events.visible(after), exits


def _effects(state: State, option: Effect) -> Iterator[Step]:
    """Yield the steps of a power's option, one for each effect."""
    for effect in _single(option):
        after = do_effect(state, effect)
        said = () if type(effect).text is Effect.text else (events.EffectDone(own_text(effect)),)
        yield said, events.visible(after), () if isinstance(effect, GrantBuild) else _exits(state, after)
        state = after


def _exits(before: State, after: State) -> tuple[Shaman, ...]:
    """Return the shamans that leave the board by an effect: each is owed a build (rule 6.6)."""
    owed = (Counter(after.waiting) - Counter(before.waiting)).elements()
    builds = [each for each in owed if isinstance(each, BuildMegalith)]
    return tuple((each.space, each.builder) for each in builds if can_leave(before, each.builder, each.space))


def _single(option: Effect) -> Iterator[Effect]:
    if isinstance(option, Together):
        for effect in option.effects:
            yield from _single(effect)
    else:
        yield option


def _asked(pending: Pending) -> Iterator[events.Change]:
    """Yield the pending decision, after the waking of the megalith that causes it, or the end of the game."""
    if isinstance(pending, Over):
        yield events.Won(pending.outcome)
        return
    if isinstance(pending, UsePower) and not pending.chosen:
        yield events.Activated(pending.space, pending.megalith, pending.owner)
    yield events.Asked(pending)
