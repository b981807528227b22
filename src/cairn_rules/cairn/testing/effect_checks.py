"""Checks of a power's options: they can be applied, written and read back."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Final, cast

from cairn_rules.cairn.megaliths.effect_rules import covered, keeps_deck, marks_as_moved
from cairn_rules.cairn.megaliths.power_rules import ids_of
from cairn_rules.cairn.megaliths.wider_effects import parts
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.rules.rules import apply, legal_actions
from cairn_rules.cairn.state.actions import Effect, LibraryEffect
from cairn_rules.cairn.state.bitboards import spaces_in
from cairn_rules.cairn.state.board import SHAMANS
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.testing import power_checks
from cairn_rules.cairn.testing.activation import done
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.cairn.texts.notation import format_action, parse_action
from cairn_rules.cairn.texts.words import describe
from cairn_rules.errors import DocumentError, NotationError, PowerError, UnsoundStateError, quoted, raised, raised_by
from cairn_rules.history.record_text import is_annotation, is_plain
from cairn_rules.json_documents import dumps, loads
from cairn_rules.registry import Registry
from cairn_rules.testing.check import Found, Trials


def bad_notation(state: State) -> str | None:
    """Check that every option has a valid notation."""
    for option in power_checks.asked(state):
        try:
            format_action(option)
        except PowerError as error:
            return f"{error}; join its parts with '-', ',' or parentheses"
    return None


def bad_text(state: State) -> str | None:
    """Check that every option has a sentence for people."""
    for option in power_checks.asked(state):
        error = raised_by(partial(describe, state, option))
        if error is not None:
            return f"{error if isinstance(error, PowerError) else raised(error)}; interfaces show it to the player"
    return None


def effect_slow(_: Examined, trials: Trials[State]) -> Found | None:
    """Check that the methods of each kind of effect take at most `SLOW` seconds in the median."""
    return power_checks.too_slow(
        (f"the {name} of the effect {type(option).__name__}", call)
        for state in trials.timely(trials.cases)
        for option in {type(option): option for option in _options(state)}.values()
        for name, call in (
            ("method apply", partial(done, option, state)),
            ("notation", partial(format_action, option)),
            ("text", partial(describe, state, option)),
        )
    )


def same_notation(state: State) -> str | None:
    """Check that no two options have the same notation."""
    written: dict[str, Effect] = {}
    for option in power_checks.asked(state):
        other = written.setdefault(format_action(option).lower(), option)
        if other != option:
            return f"{other!r} and {option!r} are both written {format_action(option)}; write them differently"
    return None


def unreadable_notation(state: State) -> str | None:
    """Check that every option can be read back from its notation, also in a record."""
    for option in legal_actions(draft(state)):
        text = format_action(option)
        if not is_plain(text) or is_annotation(text):
            return (
                f"{text!r} cannot be part of a record; a notation has no braces and does not begin like a tag or number"
            )
        try:
            same = parse_action(text, draft(state)) == option
        except NotationError:
            same = False
        if not same:
            return (
                f"{text!r} is the notation of {option!r}, but is read back as another value; derive it from the fields"
            )
    return None


def common_notation(states: Iterable[State]) -> str | None:
    """Return a warning if a custom option has the same notation as a built-in one."""
    for state in states:
        between = draft(state)
        between._pending = CHOOSE_ACTION
        for option in _options(state):
            text = format_action(option)
            with suppress(NotationError):
                common = parse_action(text, between)
                if not isinstance(option, LibraryEffect) and type(common) is not type(option):
                    return f"{option!r} has the notation {text}, like {common!r}; readers will confuse the two"
    return None


def cannot_be_done(state: State) -> str | None:
    """Check that every option can be applied."""
    for option in _options(state):
        error = raised_by(partial(done, option, state))
        if isinstance(error, PowerError):
            return f"it offers an option that cannot be applied: {error}; yield only legal options"
    return None


def effect_fails(state: State) -> str | None:
    """Check that no effect raises an unexpected exception."""
    for option in _options(state):
        error = raised_by(partial(done, option, state))
        if error is not None:
            return f"the effect {option!r} fails with {raised(error)}"
    return None


def effect_result(state: State) -> str | None:
    """Check that every effect returns a state."""
    for option in _options(state):
        after: object = done(option, state)
        if not isinstance(after, State):
            return f"the effect {option!r} returns {quoted(after)}; it should return the resulting state"
    return None


def effect_changes_state(state: State) -> str | None:
    """Check that no effect modifies the state that it is applied to."""
    for option in _options(state):
        changed = power_checks.changed_by(option.apply, covered(state))
        if changed:
            return f"the effect {option!r} changes the state it is given ({', '.join(changed)}); make a new one"
    return None


def effect_not_deterministic(state: State) -> str | None:
    """Check that every effect returns the same state when it is applied again."""
    for option in _options(state):
        if done(option, state) != done(option, state):
            return f"the effect {option!r} leads to different states; its result must depend only on the state"
    return None


def breaks_shamans(state: State) -> str | None:
    """Check that no effect leaves two shamans on a space, or more than five of a tribe."""
    for option in _options(state):
        after = done(option, state)
        if after._own & after._enemy:
            return f"{option!r} leaves two shamans on one space; use Relocate and Summon, which prevent it"
        if max(after._own.bit_count(), after._enemy.bit_count()) > SHAMANS:
            return f"{option!r} leaves more than {SHAMANS} shamans of a tribe on the board; use Summon"
    return None


def breaks_megaliths(state: State) -> str | None:
    """Check that no effect loses, duplicates or builds a megalith."""
    for option in _options(state):
        after = done(option, state)
        lost, gained = ids_of(state) - ids_of(after), ids_of(after) - ids_of(state)
        if lost or gained:
            told = [f"loses {', '.join(lost)}"] * bool(lost) + [f"adds {', '.join(gained)}"] * bool(gained)
            return f"{option!r} {' and '.join(told)}; the set of megaliths must stay the same"
        if len(after.megaliths) != len(state.megaliths):
            count = len(after.megaliths)
            return (
                f"{option!r} leaves {count} megaliths on the board, not {len(state.megaliths)}; each counts as a point"
            )
    return None


def breaks_deck(state: State) -> str | None:
    """Check that no effect reorders or reveals the deck."""
    for option in _options(state):
        if not keeps_deck(state, done(option, state)):
            return (
                f"{option!r} reorders the deck or reveals a part of it; use ReplaceMegalith or"
                " state.replace(upcoming=...), which draw from the top and return to the bottom"
            )
    return None


def effect_sees_deck(state: State) -> str | None:
    """Check that the hidden order of the deck does not affect any effect."""
    for other in power_checks.with_other_decks(state):
        for option, same in zip(_options(state), _options(other), strict=True):
            if option.apply(covered(state)) != same.apply(covered(other)):
                return f"the result of {option!r} depends on the order of the deck, which is hidden"
    return None


def face_down_apart(state: State) -> str | None:
    """Check that no effect distinguishes face-down megaliths: with the real ones, it draws the same."""
    for option in _options(state):
        if all(isinstance(part, LibraryEffect) for part in parts(option)):
            continue
        for other in (state, *power_checks.with_other_orders(state)):
            face_down, after = power_checks.face_down_of(other), done(option, other)
            lays = any(stone in face_down for stone in after.megaliths.values())
            if not lays and option.apply(draft(other)) != after:  # a placeholder on the board has no power
                return _told_apart(option)
        for other in power_checks.with_look_alikes(state):
            if option.apply(draft(other)) != done(option, other):
                return _told_apart(option)
    return None


def _told_apart(option: Effect) -> str:
    return (
        f"the result of {option!r} depends on the id, colour or text of face-down megaliths, but an effect sees only"
        " placeholders; let it draw, and look at what was drawn in a second decision with then="
    )


def breaks_turn(state: State) -> str | None:
    """Check that no effect changes the turn, the score or the pending decision."""
    for option in _options(state):
        after = done(option, state)
        kept = ("pending", "active", "turn", "scores", "variant", "seen")
        changed = [name for name in kept if getattr(after, name) != getattr(state, name)]
        if changed:
            return f"{option!r} changes {', '.join(changed)}; only the rules may change that"
    return None


def unsound_state(state: State) -> str | None:
    """Check that every option leads to a sound state."""
    for option in legal_actions(draft(state)):
        after = apply(state, option)
        try:
            make_state(**arguments(after))
        except UnsoundStateError as error:
            return f"{option!r} leads to an impossible state: {error}"
    return None


def breaks_marks(state: State) -> str | None:
    """Check that the shamans that an effect moves count as moved, and no others, as far as the board shows it."""
    for option in _options(state):
        after = done(option, state)
        for old, new in ((state._own, after._own), (state._enemy, after._enemy)):
            if marks_as_moved(state):
                lacking = spaces_in(new & (state._moved | ~old) & ~after._moved)
                if lacking:
                    return f"after {option!r}, the shaman on {lacking[0]} does not count as moved, {_MARKS}"
            elif (after._moved & new).bit_count() > (state._moved & old).bit_count():
                return f"after {option!r}, another shaman counts as moved, but this power marks none, {_MARKS}"
    return None


_MARKS: Final = "contrary to rule 8.3; take moved= of state.replace() from a built-in effect"


def not_json(state: State) -> str | None:
    """Check that one option of each kind, and its resulting state, can be read back from JSON."""
    stones = Registry(state._layout.all_megaliths)
    for option in {type(option): option for option in legal_actions(draft(state))}.values():
        for value in (option, apply(state, option)):
            try:
                same = loads(dumps(value), stones) == value
            except DocumentError as error:
                return f"{option!r} or its resulting state cannot be stored as JSON: {error}"
            if not same:
                return f"{option!r} or its resulting state changes when it is read back from JSON"
    return None


def arguments(state: State) -> dict[str, Any]:
    """Return the arguments of `make_state` that make an equal state."""
    names = (
        "shamans megaliths upcoming deck tucked tiles scores active turn pending moved extra_turn waiting seen variant"
    )
    return {name: getattr(state, name) for name in names.split()}


def _options(state: State) -> tuple[Effect, ...]:
    """Return the options of the power, including those that would repeat a position."""
    return cast("tuple[Effect, ...]", power_checks.asked(state))
