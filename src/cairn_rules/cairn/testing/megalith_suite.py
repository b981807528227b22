"""The conformance suite for one megalith: `check_megalith`, and the error that it raises."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import Final, TypeAlias, final

from cairn_rules.errors import missing_extra

if _missing := missing_extra("cairn_rules.testing", "testing", "hypothesis"):
    raise _missing

from hypothesis import strategies as st

from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.rules.rules import apply, legal_actions
from cairn_rules.cairn.rules.setup import new_game
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.testing import effect_checks as offering
from cairn_rules.cairn.testing import power_checks as asking
from cairn_rules.cairn.testing import repeated_checks as again
from cairn_rules.cairn.testing import ward_checks as forbidding
from cairn_rules.cairn.testing.activation import MANY
from cairn_rules.cairn.testing.effect_checks import arguments
from cairn_rules.cairn.testing.fault_causes import cause_of
from cairn_rules.cairn.testing.idle_checks import never_acts
from cairn_rules.cairn.testing.power_checks import set_order
from cairn_rules.cairn.testing.second_process import SecondLook, look_again
from cairn_rules.cairn.testing.situations import situations, wakings
from cairn_rules.cairn.testing.source_lines import first_line
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.cairn.testing.ward_checks import asked_everywhere
from cairn_rules.cairn.texts.diagrams import diagram
from cairn_rules.cairn.texts.position_text import format_position
from cairn_rules.checks import check_least, checked
from cairn_rules.codec.variant_text import format_variant
from cairn_rules.errors import DefinitionError, DocumentError, quoted
from cairn_rules.frozen_classes import frozen
from cairn_rules.json_documents import dumps
from cairn_rules.testing.check import Check, Found, OutOfTime, TimeLimit, Trials, everywhere, fault_of
from cairn_rules.testing.faults import ConformanceFault


class MegalithFault(ConformanceFault):
    """A failed check of `check_megalith`. If the megalith raised an exception, it is the `__cause__` of this one."""

    def __init__(
        self, megalith: Megalith, check: str, message: str, state: State | None = None, line: int | None = None
    ) -> None:
        who = f"{megalith.name} ({megalith.id!r})"
        super().__init__(who, check, message, "" if state is None else _drawn(state), line)
        self.megalith = megalith
        """The megalith."""
        self.state = state
        """The smallest state found that shows the fault; None if no single state shows it."""
        self.line = line
        """The line to look at in the file of the megalith; None if its power and ward are not plain functions.

        It is the line that raised the exception, or the one that yields the option at fault, or else the first line of
        the power or ward.
        """


@final
@frozen(repr=False)
class MegalithVerdict:
    """The result of `check_megalith` for a megalith that passes all checks.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> check_megalith(BASE_SET["deer"], max_examples=10)
        Deer Rock ('deer'): nothing found
    """

    megalith: Megalith
    """The megalith."""
    warnings: tuple[str, ...] = ()
    """Warnings, as sentences: not faults, but worth a look."""
    not_looked_for: tuple[str, ...] = ()
    """Checks that could not run, as sentences with the reason."""

    def __repr__(self) -> str:
        notes = [f"warning: {each}" for each in self.warnings]
        notes += [f"not looked for: {each}" for each in self.not_looked_for]
        return "; ".join((f"{self.megalith.name} ({self.megalith.id!r}): nothing found", *notes))


def _drawn(state: State) -> str:
    between = draft(state)
    between._pending = CHOOSE_ACTION
    lines = [diagram(state), "", f"The board as a position: {format_position(between)}"]
    if options := format_variant(state.variant):
        lines.append(f"The rule options: {options}")
    try:
        lines.append(f"The state as JSON: {dumps(state)}")
    except DocumentError:
        lines.append("The state cannot be written as JSON.")
    return "\n".join(lines)


GAMES: Final = 20
"""Number of whole games that are played."""
_LONG: Final = 300
"""Maximum number of decisions in each of these games."""


def game_fails(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that whole games with the megalith on a Stone Circle raise no error and stay sound."""
    megalith = examined.megalith
    others = [stone for stone in BASE_SET if stone.id != megalith.id]
    for seed in range(GAMES):
        rng = Random(seed)
        circles = (megalith.id, rng.choice(others).id)
        state = new_game(seed=seed, megaliths=(megalith, *others), circles=circles)
        for _decision in trials.timely(range(_LONG)):
            try:
                legal = legal_actions(state)
                if not legal:
                    break
                after = apply(state, rng.choice(legal))
                make_state(**arguments(after))
            except Exception as error:  # noqa: BLE001 - a megalith may raise anything
                return f"a game with it (seed {seed}, circles {','.join(circles)}) fails: {error}", state
            state = after
    return None


MegalithCheck: TypeAlias = Check[Examined, State]
_Cases: TypeAlias = Callable[[Megalith], st.SearchStrategy[State]]

_MOST_MS: Final = f"{1000 * asking.SLOW:.0f}"
SYMMETRY: Final = "not-symmetric"
"""The check that runs only on request."""
ENDS_PROCESS: Final = "ends-process"
"""The check after which it is safe to call the megalith in this process."""

_FIRST: Final[tuple[MegalithCheck, ...]] = (
    Check("id-clash", "no megalith of the base set has its id", asking.id_clash),
)
_POWER: Final[tuple[MegalithCheck, ...]] = (
    Check(ENDS_PROCESS, "the power does not end the process", again.ends_process),
    Check("slow", f"the power takes at most {_MOST_MS} ms a call", asking.slow),
    Check("power-fails", "the power raises no exception", everywhere(asking.power_fails)),
    Check("not-effects", "the power yields only effects", everywhere(asking.not_effects)),
    Check("not-values", "options are hashable and equal to their copies", everywhere(asking.not_values)),
    Check("too-many-options", f"there are at most {MANY} options", everywhere(asking.too_many_options)),
    Check("not-deterministic", "the power is deterministic", everywhere(asking.not_deterministic)),
    Check("changes-state", "the power leaves the state unchanged", everywhere(asking.changes_state)),
    Check("remembers", "the power keeps no data between calls", asking.remembers),
    Check("set-order", "the order of sets does not matter", set_order),
    Check(
        "hidden-information", "the power does not depend on face-down megaliths", everywhere(asking.hidden_information)
    ),
    Check("never-offers", "the power has an option in at least one state", asking.never_offers),
    Check("duplicate-options", "the power yields each option once", everywhere(asking.duplicate_options)),
    Check("effect-slow", f"effects and their texts take at most {_MOST_MS} ms a call", offering.effect_slow),
    Check("bad-notation", "options are written with no white space", everywhere(offering.bad_notation)),
    Check("bad-text", "the text of an option is one line", everywhere(offering.bad_text)),
    Check("same-notation", "no two options have the same notation", everywhere(offering.same_notation)),
    Check("cannot-be-done", "every option can be applied", everywhere(offering.cannot_be_done)),
    Check("effect-fails", "effects raise no exceptions", everywhere(offering.effect_fails)),
    Check("effect-result", "effects return states", everywhere(offering.effect_result)),
    Check("effect-changes-state", "effects leave the given state unchanged", everywhere(offering.effect_changes_state)),
    Check("effect-not-deterministic", "effects are deterministic", everywhere(offering.effect_not_deterministic)),
    Check("breaks-shamans", "at most one shaman on a space, five of a tribe", everywhere(offering.breaks_shamans)),
    Check("breaks-megaliths", "no megalith is lost, added or built", everywhere(offering.breaks_megaliths)),
    Check("breaks-deck", "effects only draw from the deck or put under it", everywhere(offering.breaks_deck)),
    Check("effect-sees-deck", "effects do not depend on the hidden deck", everywhere(offering.effect_sees_deck)),
    Check("face-down-apart", "effects do not tell face-down megaliths apart", everywhere(offering.face_down_apart)),
    Check("breaks-turn", "effects do not change turn, score and decision", everywhere(offering.breaks_turn)),
    Check("unreadable-notation", "options can be read back as written", everywhere(offering.unreadable_notation)),
    Check("unsound-state", "options lead to sound states", everywhere(offering.unsound_state)),
    Check("breaks-marks", "the shamans that effects move count as moved", everywhere(offering.breaks_marks)),
    Check("not-json", "options and states can be read back from JSON", everywhere(offering.not_json)),
    Check("endless-turn", "every turn ends", everywhere(again.endless_turn)),
    Check("turn-comes-again", "no tribe can take extra turns for ever", again.turn_comes_again),
    Check("never-acts", "each kind of option changes something in at least one state", never_acts),
)
_WARD: Final[tuple[MegalithCheck, ...]] = (
    Check(f"ward-{ENDS_PROCESS}", "the ward does not end the process", again.ends_process),
    Check("ward-slow", f"the ward takes at most {_MOST_MS} ms a call", forbidding.ward_slow),
    Check("ward-fails", "the ward raises no exception", asked_everywhere(forbidding.ward_fails)),
    Check("ward-answer", "the ward returns True or False", asked_everywhere(forbidding.ward_answer)),
    Check("ward-differs", "the ward is deterministic", asked_everywhere(forbidding.ward_differs)),
    Check("ward-changes-state", "the ward leaves the state unchanged", asked_everywhere(forbidding.ward_changes_state)),
    Check("ward-remembers", "the ward keeps no data between calls", forbidding.ward_remembers),
    Check(
        "ward-sees-deck", "the ward does not depend on face-down megaliths", asked_everywhere(forbidding.ward_sees_deck)
    ),
    Check("never-forbids", "the ward forbids an action in at least one state", forbidding.never_forbids),
    Check("forbids-everything", "the ward permits an action in at least one state", forbidding.forbids_everything),
)
_LAST: Final[tuple[MegalithCheck, ...]] = (
    Check("depends-on-turn", "the number of turns does not matter", everywhere(again.depends_on_turn)),
    Check("reads-outside", "no file, environment variable or network is read", again.reads_outside),
    Check("other-process", "another process gets the same results", again.other_process),
    Check(SYMMETRY, "all sides of the board are treated alike", everywhere(again.not_symmetric)),
    Check("game-fails", "whole games raise no errors", game_fails),
)
MEGALITH_CHECKS: Final = (*_FIRST, *_WARD, *_POWER, *_LAST)
"""All checks of `check_megalith`, in order. It skips those of a power or ward that a megalith lacks."""


@checked
def check_megalith(
    megalith: Megalith,
    *,
    symmetric: bool = False,
    max_examples: int = 200,
    seed: int | None = 0,
    max_seconds: int = 60,
    progress: Callable[[str], None] | None = None,
    look_again: Callable[[Sequence[State]], SecondLook] = look_again,
) -> MegalithVerdict:
    """Run the conformance suite on one megalith, without the checks of a power or ward that it lacks.

    [Limits of `check_megalith`][not-looked-for] lists what the suite cannot find. The verdict has warnings and the
    checks that could not run.

    Args:
        megalith: The megalith.
        symmetric: Also check that its power and ward treat all sides of the board alike. A megalith that names certain
            spaces fails this check.
        max_examples: Number of states in which its power is called.
        seed: Seed for these states; None for different states each time.
        max_seconds: Time limit, in seconds. After it, no further state is checked, and the verdict names the unfinished
            checks.
        progress: Called with a line of text before each check.
        look_again: A function that calls the megalith in the same states elsewhere, and returns what it saw there
            (default: it starts a second process). If that takes a program that must not wait, use `check_in_steps`.

    Raises:
        MegalithFault: at the first check that fails, with the fault and the smallest state found that
            shows it.
        DefinitionError: if the argument is not a megalith, or `max_seconds` not a whole number from 1 up.

    Example:
        >>> from cairn_rules.cairn import Banish, Space, megalith
        >>> @megalith("Hasty Stone", text="Banish the shaman on c3.")
        ... def hasty(site):
        ...     yield Banish(Space.C3)
        >>> check_megalith(hasty)
        Traceback (most recent call last):
        ...
        cairn_rules.cairn.testing.megalith_suite.MegalithFault: Hasty Stone ('hasty'): it offers an option that ...
    """
    steps = check_in_steps(megalith, symmetric=symmetric, max_examples=max_examples, seed=seed, max_seconds=max_seconds)
    look: SecondLook | None = None
    while True:
        try:
            step = steps.send(look)
        except StopIteration as finished:
            verdict: MegalithVerdict = finished.value
            return verdict
        if progress is not None:
            progress(step.line)
        look = None if step.states is None else look_again(step.states)


@final
@frozen
class CheckStep:
    """A step of `check_in_steps`: a check that runs next.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> step = next(check_in_steps(BASE_SET["deer"], max_examples=10))
        >>> step.line, step.done, step.states
        ('id-clash: no megalith of the base set has its id', 0, None)
    """

    line: str
    """The slug and the promise of the check."""
    done: int
    """Number of checks that have passed."""
    checks: int
    """Number of all checks."""
    states: tuple[State, ...] | None = None
    """States to look at elsewhere first, such as in a second process; None if the check needs no second look."""


@checked
def check_in_steps(
    megalith: Megalith, *, symmetric: bool = False, max_examples: int = 200, seed: int | None = 0, max_seconds: int = 60
) -> Generator[CheckStep, SecondLook | None, MegalithVerdict]:
    """Return a generator that runs `check_megalith` step by step, for programs that must do other things meanwhile.

    It yields a step before each check. If the step has states, send a `SecondLook` at them; otherwise, the verdict says
    that differences in another process are not looked for. The verdict is the value of the `StopIteration` at the end.

    Args:
        megalith: The megalith.
        symmetric: As for `check_megalith`.
        max_examples: Number of states in which its power is called.
        seed: Seed for these states; None for different states each time.
        max_seconds: Time limit, in seconds, which includes the time between steps.

    Raises:
        MegalithFault: at the first check that fails.
        DefinitionError: if the argument is not a megalith, or `max_seconds` not a whole number from 1 up.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> steps = check_in_steps(BASE_SET["deer"], max_examples=10)
        >>> [(step.line.partition(":")[0], step.states is None) for step in (next(steps), next(steps))]
        [('id-clash', True), ('ends-process', False)]
        >>> steps.send(SecondLook(absent="this program has one process")).line
        'slow: the power takes at most 2 ms a call'
    """
    if not isinstance(megalith, Megalith):
        raise DefinitionError(f"{quoted(megalith)} is not a Megalith; @megalith makes one from a power")
    limit = TimeLimit(check_least("max_seconds", max_seconds, 1))
    return _steps(megalith, _suites(megalith, symmetric=symmetric), max_examples, seed, limit)


def _steps(
    megalith: Megalith,
    suites: Sequence[tuple[Sequence[MegalithCheck], _Cases]],
    max_examples: int,
    seed: int | None,
    limit: TimeLimit,
) -> Generator[CheckStep, SecondLook | None, MegalithVerdict]:
    examined = Examined(megalith)
    number, done = sum(len(checks) for checks, _ in suites), 0
    try:
        for checks, states in suites:
            trials = Trials(states(megalith), max_examples=max_examples, seed=seed, limit=limit)
            if trials.is_cut:
                count, seconds = len(trials.cases), limit.seconds
                said = f"more than {count} states: {seconds} seconds were not enough to draw them"
                examined.not_looked_for.append(said)
            for check in checks:
                if check.slug.endswith(ENDS_PROCESS):
                    look = yield CheckStep(check.line, done, number, trials.cases)
                    examined.looked_at(trials, look or _NO_LOOK)
                else:
                    yield CheckStep(check.line, done, number)
                found = fault_of(check, examined, trials)
                if found is not None:
                    raise _fault(megalith, check.slug, *found)
                done += 1
            if states is wakings:
                examined.warnings.extend(filter(None, [offering.common_notation(trials.cases)]))
    except OutOfTime as stopped:
        examined.not_looked_for.append(f"'{stopped}' and all later checks: {limit.seconds} seconds were not enough")
    return MegalithVerdict(megalith, tuple(examined.warnings), tuple(dict.fromkeys(examined.not_looked_for)))


_NO_LOOK: Final = SecondLook(absent="the check ran in one process only")


def _suites(megalith: Megalith, *, symmetric: bool) -> list[tuple[list[MegalithCheck], _Cases]]:
    """Return the checks of a megalith in order, with what draws their cases: first those of the ward."""
    suites: list[tuple[list[MegalithCheck], _Cases]] = []
    if megalith.ward is not None:
        suites.append(([*_WARD], situations))
    if megalith.powers:
        suites.append(([*_POWER], wakings))
    suites[0][0][:0] = _FIRST
    suites[-1][0].extend(check for check in _LAST if symmetric or check.slug != SYMMETRY)
    return suites


def _fault(megalith: Megalith, check: str, message: str, state: State | None) -> MegalithFault:
    """Return a fault, with its line and what caused it."""
    if state is None or check.endswith(ENDS_PROCESS):
        return MegalithFault(megalith, check, message, state, first_line(megalith))
    cause, line = cause_of(megalith, state)
    fault = MegalithFault(megalith, check, message, state, line)
    fault.__cause__ = cause
    return fault
