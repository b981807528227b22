"""Whether the options that a power offers can be done, written and read."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any, cast

from cairn_rules.cairn.actions import Effect, LibraryEffect
from cairn_rules.cairn.board import SHAMANS
from cairn_rules.cairn.decisions import CHOOSE_ACTION
from cairn_rules.cairn.effect_rules import covered, keeps_deck, uncovered
from cairn_rules.cairn.make_state import make_state
from cairn_rules.cairn.notation import format_action, parse_action
from cairn_rules.cairn.powers import ids_of
from cairn_rules.cairn.rules import apply, legal_actions
from cairn_rules.cairn.state import State, draft
from cairn_rules.cairn.testing.power_checks import asked, changed_by, with_other_decks
from cairn_rules.documents import dumps, loads
from cairn_rules.errors import DocumentError, NotationError, PowerError, UnsoundStateError, quoted, raised
from cairn_rules.history.record_text import is_plain
from cairn_rules.registry import Registry
from cairn_rules.testing.check import raised_by


def bad_notation(state: State) -> str | None:
    """The notation of an option is none."""
    for option in asked(state):
        try:
            format_action(option)
        except PowerError as error:
            return f"{error}; join its parts with '-', ',' or parentheses"
    return None


def same_notation(state: State) -> str | None:
    """Two options have the same notation."""
    written: dict[str, Effect] = {}
    for option in asked(state):
        other = written.setdefault(format_action(option).lower(), option)
        if other != option:
            return f"{other!r} and {option!r} are both written {format_action(option)}; write them differently"
    return None


def unreadable_notation(state: State) -> str | None:
    """The notation of an option does not stand for it, or cannot stand in a record."""
    for option in legal_actions(draft(state)):
        text = format_action(option)
        if not is_plain(text):
            return f"{text!r} cannot stand in a record; it should have no braces, and not begin like a tag or a number"
        try:
            same = parse_action(text, draft(state)) == option
        except NotationError:
            same = False
        if not same:
            return f"{text!r} is the notation of {option!r}, but is not read as that; it must follow from its fields"
    return None


def common_notation(states: Iterable[State]) -> str | None:
    """An option of its own is written as an option of everybody."""
    for state in states:
        between = draft(state)
        between._pending = CHOOSE_ACTION
        for option in _options(state):
            text = format_action(option)
            with suppress(NotationError):
                if not isinstance(option, LibraryEffect):
                    common = parse_action(text, between)
                    return f"{option!r} is written {text}, as {common!r} is; people will take it for that"
    return None


def cannot_be_done(state: State) -> str | None:
    """The power offers what cannot be done."""
    for option in _options(state):
        error = raised_by(partial(_done, option, state))
        if isinstance(error, PowerError):
            return f"it offers what cannot be done: {error}; yield only what can"
    return None


def effect_fails(state: State) -> str | None:
    """An effect raises an exception of another kind."""
    for option in _options(state):
        error = raised_by(partial(_done, option, state))
        if error is not None:
            return f"the effect {option!r} fails with {raised(error)}"
    return None


def effect_result(state: State) -> str | None:
    """An effect returns something else than a state."""
    for option in _options(state):
        after: object = _done(option, state)
        if not isinstance(after, State):
            return f"the effect {option!r} returns {quoted(after)}; it should return the state after it"
    return None


def effect_changes_state(state: State) -> str | None:
    """An effect changes the state that it is applied to."""
    for option in _options(state):
        changed = changed_by(option.apply, covered(state))
        if changed:
            return f"the effect {option!r} changes the state it is given ({', '.join(changed)}); make a new one"
    return None


def effect_not_deterministic(state: State) -> str | None:
    """An effect does something else when it is done again."""
    for option in _options(state):
        if _done(option, state) != _done(option, state):
            return f"the effect {option!r} leads to different states; what it does must follow from the state alone"
    return None


def breaks_shamans(state: State) -> str | None:
    """An effect leaves two shamans on a space, or more than a tribe has."""
    for option in _options(state):
        after = _done(option, state)
        if after._own & after._enemy:
            return f"{option!r} leaves two shamans on one space; use Relocate and Summon, which see to it"
        if max(after._own.bit_count(), after._enemy.bit_count()) > SHAMANS:
            return f"{option!r} leaves more than {SHAMANS} shamans of a tribe on the field; use Summon"
    return None


def breaks_megaliths(state: State) -> str | None:
    """An effect loses or doubles a megalith, or builds one."""
    for option in _options(state):
        after = _done(option, state)
        lost, gained = ids_of(state) - ids_of(after), ids_of(after) - ids_of(state)
        if lost or gained:
            told = [f"loses {', '.join(lost)}"] * bool(lost) + [f"adds {', '.join(gained)}"] * bool(gained)
            return f"{option!r} {' and '.join(told)}; the set of megaliths must stay the same"
        if len(after.megaliths) != len(state.megaliths):
            return f"{option!r} leaves {len(after.megaliths)} megaliths on the field; each stands for a point"
    return None


def breaks_deck(state: State) -> str | None:
    """An effect changes the order of the deck, or shows what lies in it."""
    for option in _options(state):
        if not keeps_deck(state, _done(option, state)):
            return (
                f"{option!r} changes the order of the deck, or what is known of it; ReplaceMegalith and"
                " state.replace(upcoming=...) draw from it and put under it"
            )
    return None


def effect_sees_deck(state: State) -> str | None:
    """An effect does something else when the deck lies in another order."""
    for other in with_other_decks(state):
        for option, same in zip(_options(state), _options(other), strict=True):
            if option.apply(covered(state)) != same.apply(covered(other)):
                return f"what {option!r} does depends on the order of the deck, which is hidden"
    return None


def breaks_turn(state: State) -> str | None:
    """An effect changes what is not its own to change: whose turn it is, the score, the decision."""
    for option in _options(state):
        after = _done(option, state)
        kept = ("pending", "active", "turn", "scores", "variant", "seen")
        changed = [name for name in kept if getattr(after, name) != getattr(state, name)]
        if changed:
            return f"{option!r} changes {', '.join(changed)}; that is for the rules to do"
    return None


def unsound_state(state: State) -> str | None:
    """An option leads to a state that cannot be."""
    for option in legal_actions(draft(state)):
        after = apply(state, option)
        try:
            make_state(**arguments(after))
        except UnsoundStateError as error:
            return f"{option!r} leads to a state that cannot be: {error}"
    return None


def not_json(state: State) -> str | None:
    """An option, or a state, cannot be written as JSON and read back."""
    stones = Registry(state._layout.all_megaliths)
    for option in {type(option): option for option in legal_actions(draft(state))}.values():
        for value in (option, apply(state, option)):
            try:
                same = loads(dumps(value), stones) == value
            except DocumentError as error:
                return f"{option!r} or what it leads to cannot be stored as JSON: {error}"
            if not same:
                return f"{option!r} or what it leads to is another value when it is read back from JSON"
    return None


def arguments(state: State) -> dict[str, Any]:
    """What a state is made of, as the arguments that make it again."""
    names = (
        "shamans megaliths upcoming deck tucked tiles scores active turn pending moved extra_turn waiting seen variant"
    )
    return {name: getattr(state, name) for name in names.split()}


def _options(state: State) -> tuple[Effect, ...]:
    """What the power yields; whether a position would be repeated is not looked at."""
    return cast("tuple[Effect, ...]", asked(state))


def _done(effect: Effect, state: State) -> State:
    """Do an effect as the engine does it: the deck is face down."""
    after: object = effect.apply(covered(state))
    return uncovered(state, after) if isinstance(after, State) else cast("State", after)
