"""What happened between two states, in order: `changes`, told of what lies on the table: `visible`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from attrs import evolve

from cairn_rules.cairn.actions import Action, Effect, Jump, Move
from cairn_rules.cairn.board import VILLAGE
from cairn_rules.cairn.change_kinds import Activated, Asked, Change, Won, fold
from cairn_rules.cairn.changing import can_leave
from cairn_rules.cairn.observation import Observation, observe
from cairn_rules.cairn.pending import BuildMegalith, Over, Pending, UsePower
from cairn_rules.cairn.rules import apply, legal_actions
from cairn_rules.cairn.several_effects import Together
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tables import Shaman, difference
from cairn_rules.cairn.waking_effects import GrantBuild
from cairn_rules.errors import DefinitionError, PowerError


def changes(before: State, after: State) -> tuple[Change, ...]:
    """What happened between two states of one game, in the order in which the rules let it happen.

    One decision apart, everything is told as it came about. Further apart, or backwards, it is the
    difference that is told: a shaman that is missing then counts as banished. In either case
    `fold` makes the later table of the earlier one.

    The effects of a `Together` are told one by one; any other effect of one's own is told by what it
    does in all. Of several decisions with the same result, the first is taken for what happened.

    What was drawn from the deck is told, too: to show a player what an action would do, before it is
    taken, is to show what is hidden.

    Args:
        before: The earlier state.
        after: The later one.

    Returns:
        For equal states nothing; otherwise the last change is what is asked now (`Asked`), or the
        end (`Won`).

    Raises:
        DefinitionError: when one is no state, or when they differ in variant or set of megaliths.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.cairn.differences import changes
        >>> before = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> for change in changes(before, cairn.apply(before, cairn.Move(cairn.Space.C1, cairn.Space.C2))):
        ...     print(change)
        Sea moves c1-c2
        The Move tile shows diagonal now
        Turn 1 is complete, Forest is active
        An action is asked for
    """
    _check_one_game(before, after)
    if before == after and before.turn == after.turn:
        return ()
    told: list[Change] = []
    now = visible(before)
    for goal, exits in _steps(before, after):
        step = tuple(difference(now, goal, exits))
        told += step
        now = fold(now, step)
    return (*told, *_asked(after.pending))


def visible(state: State) -> Observation:
    """What lies on the table: what everyone may know, without the book-keeping of the rules.

    Returns:
        The observation of the state in which `moved`, `waiting` and `seen` are empty.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.cairn.differences import visible
        >>> state = cairn.parse_position("5/5/5/2sf1/1s3 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> after = cairn.apply(state, cairn.Move(cairn.Space.B1, cairn.Space.B2))
        >>> after.moved, visible(after).moved, visible(after).pending
        ((B2,), (), TransformOrPass())
    """
    return evolve(observe(state, None), moved=(), waiting=(), seen=())


def _check_one_game(before: State, after: State) -> None:
    for each in (before, after):
        if not isinstance(each, State):
            raise DefinitionError(f"{each!r} is no State")
    if before.variant != after.variant:
        raise DefinitionError(f"states of two games: one is played by {before.variant}, one by {after.variant}")
    differing = set(before._ground.all_megaliths) ^ set(after._ground.all_megaliths)
    if differing:
        ids = sorted({megalith.id for megalith in differing})
        raise DefinitionError(f"states of two games: only one has the megaliths {', '.join(ids)}")


def _steps(before: State, after: State) -> Iterator[tuple[Observation, tuple[Shaman, ...]]]:
    """What lies on the table after each step from one state to another, and who leaves the field in it."""
    exits: tuple[Shaman, ...] = ()
    action = _decision(before, after)
    if isinstance(action, Effect):
        yield from _effects(before, action)
    elif isinstance(action, Move | Jump) and action.to is VILLAGE:
        exits = ((action.origin, before.active),)
    yield visible(after), exits


def _decision(before: State, after: State) -> Action | None:
    """The decision that leads from one state to another; None when no single one does."""
    try:
        legal = legal_actions(before)
    except PowerError:
        return None
    return next((action for action in legal if _leads_to(before, action, after)), None)


def _leads_to(before: State, action: Action, after: State) -> bool:
    with suppress(PowerError):
        return apply(before, action) == after
    return False


def _effects(state: State, option: Effect) -> Iterator[tuple[Observation, tuple[Shaman, ...]]]:
    """The steps of a power's option: one for each effect."""
    for effect in _single(option):
        after = effect.apply(state)
        yield visible(after), () if isinstance(effect, GrantBuild) else _exits(state, after)
        state = after


def _exits(before: State, after: State) -> tuple[Shaman, ...]:
    """Who leaves the field by an effect: a build is owed for each of them (rule 6.6)."""
    owed = (Counter(after.waiting) - Counter(before.waiting)).elements()
    builds = [each for each in owed if isinstance(each, BuildMegalith)]
    return tuple((each.space, each.builder) for each in builds if can_leave(before, each.builder, each.space))


def _single(option: Effect) -> Iterator[Effect]:
    if isinstance(option, Together):
        for effect in option.effects:
            yield from _single(effect)
    else:
        yield option


def _asked(pending: Pending) -> Iterator[Change]:
    """What is asked now, after the megalith that asks it has woken; or the end."""
    if isinstance(pending, Over):
        yield Won(pending.outcome)
        return
    if isinstance(pending, UsePower) and not pending.chosen:
        yield Activated(pending.space, pending.megalith, pending.owner)
    yield Asked(pending)
