"""The check that the options of a power change something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from attrs import define

from cairn_rules.cairn.megaliths.power_rules import do_effect, next_decision, next_woken, positions_seen, yields
from cairn_rules.cairn.megaliths.wider_effects import parts
from cairn_rules.cairn.rules.rules import _go_on, legal_actions
from cairn_rules.cairn.state.actions import Action, Effect, LibraryEffect
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.testing.situations import wakings_of_games
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.cairn.texts.notation import format_action
from cairn_rules.testing.check import Found, Trials

_ENOUGH: Final = 10
"""Number of uses after which a kind of option counts as idle, if other options of the power act."""

_Kind: TypeAlias = frozenset[type[Action]]
"""The classes of the effects that an option consists of; empty for an option that declines."""
_DECLINING: Final[_Kind] = frozenset()


@define
class _Uses:
    """The uses of a kind of option."""

    example: Effect
    """The first option of the kind."""
    acts: bool = False
    """True once one of them changed something."""
    legal: int = 0
    """Number of uses before that."""


def never_acts(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that each kind of option changes something in at least one of the states, or in a random game.

    An option without effects, next to others, lets a player decline. A custom effect that never acts may have the same
    purpose, so it only gives a warning.
    """
    kinds: dict[_Kind, _Uses] = {}
    for states in (trials.cases, wakings_of_games(examined.megalith)):
        _use(trials.timely(states), kinds)
        if not _idle(kinds):
            return None
    if not any(uses.legal for uses in kinds.values()):
        return "none of its options is ever legal, because each would repeat a position of the turn (rule 6.7)", None
    nothing_acts = not any(uses.acts for uses in kinds.values())
    for kind, uses in _idle(kinds).items():
        told = f"options such as {format_action(uses.example)} changed nothing in any of {uses.legal} uses"
        if nothing_acts:
            return f"its {told}, and it has no others that act", None
        if uses.legal >= _ENOUGH:
            if all(issubclass(each, LibraryEffect) for each in kind):
                return f"{told}; offer them only where they act, and Together() to let a player decline", None
            examined.warnings.append(f"{told}; if they are meant to decline, Together() does it")
    return None


def _use(states: Iterable[State], kinds: dict[_Kind, _Uses]) -> None:
    """Note the uses of the options in some states, until one option of each kind acts."""
    for state in states:
        options = [(frozenset(map(type, parts(option))), option) for option in yields(state)]
        unproven = [
            (uses, option)
            for kind, option in options
            for uses in (kinds.setdefault(kind, _Uses(option)),)
            if not uses.acts
        ]
        legal = legal_actions(draft(state)) if unproven else ()
        for uses, option in unproven:
            if option in legal and not uses.acts:
                uses.acts = _acts(state, state, option)
                uses.legal += 1


def _idle(kinds: dict[_Kind, _Uses]) -> dict[_Kind, _Uses]:
    """Return the kinds of options that never acted, although they were legal and are not a way to decline."""
    used = {kind: uses for kind, uses in kinds.items() if uses.legal} or kinds
    return {kind: uses for kind, uses in used.items() if not uses.acts and (kind != _DECLINING or len(kinds) == 1)}


def _acts(before: State, state: State, option: Effect) -> bool:
    """Return whether an option changes anything, by itself or by what follows from it in this turn.

    `before` is the state before the first decision of the power; `state` comes after earlier decisions that changed
    nothing.
    """
    # 1. something on the table
    after = do_effect(state, option)
    if _table(after) != _table(before):
        return True
    # 2. a further decision of the power
    pending = state._pending
    assert isinstance(pending, UsePower), "a power is pending"
    further = next_decision(pending, option)
    if further is not None:
        asked = draft(after)
        asked._pending = further
        asked._seen = positions_seen(state)
        options = legal_actions(asked)
        if options:
            return any(_acts(before, asked, each) for each in options if isinstance(each, Effect))
    # 3. what waits: a power, or a build
    with_it, without = (_go_on(each, next_woken(before, each)) for each in (after, draft(before)))
    return (_table(with_it), with_it._pending, with_it._waiting) != (
        _table(without),
        without._pending,
        without._waiting,
    )


def _table(state: State) -> tuple[object, ...]:
    """Return everything on the table, and whose turn is next."""
    following = state._active if state._extra == state._active else 1 - state._active
    return state._own, state._enemy, state._faces, state._moved, state._layout, state._active, following
