"""The conformance suite for one megalith: `check_megalith`, and the error that it raises."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, TypeAlias, final

from attrs import frozen

from cairn_rules.cairn.box_megaliths import BASE_SET
from cairn_rules.cairn.decisions import CHOOSE_ACTION
from cairn_rules.cairn.diagram import diagram
from cairn_rules.cairn.make_state import make_state
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.position import format_position
from cairn_rules.cairn.rules import apply, legal_actions
from cairn_rules.cairn.setup import new_game
from cairn_rules.cairn.state import State, draft
from cairn_rules.cairn.testing import effect_checks as offering
from cairn_rules.cairn.testing import power_checks as asking
from cairn_rules.cairn.testing import repeated_checks as again
from cairn_rules.cairn.testing import ward_checks as forbidding
from cairn_rules.cairn.testing.effect_checks import arguments
from cairn_rules.cairn.testing.power_checks import set_order
from cairn_rules.cairn.testing.situations import situations, wakings
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.cairn.testing.ward_checks import asked_everywhere
from cairn_rules.documents import dumps
from cairn_rules.errors import DefinitionError, DocumentError
from cairn_rules.testing.check import Check, Found, Trials, everywhere, first_fault
from cairn_rules.testing.faults import ConformanceFault


class MegalithFault(ConformanceFault):
    """A megalith that does not keep what every megalith promises."""

    def __init__(self, megalith: Megalith, check: str, message: str, state: State | None = None) -> None:
        who = f"{megalith.name} ({megalith.id!r})"
        super().__init__(who, check, message, "" if state is None else _drawn(state))
        self.megalith = megalith
        """The megalith."""
        self.state = state
        """The smallest state that was found in which it shows; None when it shows in none."""


@final
@frozen(repr=False)
class MegalithVerdict:
    """The result of `check_megalith` for a megalith in which no check found a fault.

    Example:
        >>> from cairn_rules import BASE_SET
        >>> check_megalith(BASE_SET["deer"], max_examples=10)
        Deer Rock ('deer'): nothing found
    """

    megalith: Megalith
    """The megalith."""
    warnings: tuple[str, ...] = ()
    """Sentences about things that are no faults, but deserve a look."""
    not_looked_for: tuple[str, ...] = ()
    """Sentences about checks that could not be made, each with its reason."""

    def __repr__(self) -> str:
        notes = [f"warning: {each}" for each in self.warnings]
        notes += [f"not looked for: {each}" for each in self.not_looked_for]
        return "; ".join((f"{self.megalith.name} ({self.megalith.id!r}): nothing found", *notes))


def _drawn(state: State) -> str:
    between = draft(state)
    between._pending = CHOOSE_ACTION
    lines = [diagram(state), "", f"The field as a position: {format_position(between)}"]
    try:
        lines.append(f"The state as JSON: {dumps(state)}")
    except DocumentError:
        lines.append("The state cannot be written as JSON.")
    return "\n".join(lines)


GAMES: Final = 20
"""So many whole games are played."""
_LONG: Final = 300
"""No game is followed for more decisions."""


def game_fails(examined: Examined, _: Trials[State]) -> Found | None:
    """A whole game with the megalith on a Stone Circle fails, or reaches a state that cannot be."""
    megalith = examined.megalith
    others = [stone for stone in BASE_SET if stone.id != megalith.id]
    for seed in range(GAMES):
        rng = Random(seed)
        state = new_game(seed=seed, megaliths=(megalith, *others), circles=(megalith.id, rng.choice(others).id))
        for _decision in range(_LONG):
            try:
                legal = legal_actions(state)
                if not legal:
                    break
                after = apply(state, rng.choice(legal))
                make_state(**arguments(after))
            except Exception as error:  # noqa: BLE001 - whatever it raises
                return f"a game with it fails: {error}", state
            state = after
    return None


MegalithCheck: TypeAlias = Check[Examined, State]

SYMMETRY: Final = "not-symmetric"
"""The check that is only made when it is asked for."""

_FIRST: Final[tuple[MegalithCheck, ...]] = (Check("id-clash", "no megalith of the box has its id", asking.id_clash),)
_POWER: Final[tuple[MegalithCheck, ...]] = (
    Check("ends-process", "the process goes on when the power is asked", again.ends_process),
    Check("power-fails", "the power never raises", everywhere(asking.power_fails)),
    Check("not-effects", "the power yields effects and nothing else", everywhere(asking.not_effects)),
    Check("not-values", "options are hashable and equal to their copies", everywhere(asking.not_values)),
    Check("too-many-options", f"there are at most {asking.MANY} options", everywhere(asking.too_many_options)),
    Check("slow", f"the power takes at most {1000 * asking.SLOW:.0f} ms a call", asking.slow),
    Check("not-deterministic", "asked twice, the power yields the same", everywhere(asking.not_deterministic)),
    Check("changes-state", "asking the power changes nothing", everywhere(asking.changes_state)),
    Check("remembers", "the power remembers nothing", asking.remembers),
    Check("set-order", "the order of sets does not matter", set_order),
    Check("hidden-information", "the order of the deck does not matter", everywhere(asking.hidden_information)),
    Check("never-offers", "somewhere the power has an option", asking.never_offers),
    Check("duplicate-options", "the power yields an option once", everywhere(asking.duplicate_options)),
    Check("bad-notation", "options are written without white space", everywhere(offering.bad_notation)),
    Check("same-notation", "no two options are written alike", everywhere(offering.same_notation)),
    Check("cannot-be-done", "whatever is offered can be done", everywhere(offering.cannot_be_done)),
    Check("effect-fails", "effects never raise", everywhere(offering.effect_fails)),
    Check("effect-result", "effects return states", everywhere(offering.effect_result)),
    Check("effect-changes-state", "effects leave their argument", everywhere(offering.effect_changes_state)),
    Check("effect-not-deterministic", "effects always do the same", everywhere(offering.effect_not_deterministic)),
    Check("breaks-shamans", "one shaman a space, five a tribe", everywhere(offering.breaks_shamans)),
    Check("breaks-megaliths", "no megalith is lost, made or built", everywhere(offering.breaks_megaliths)),
    Check("breaks-deck", "the deck is drawn from and put under alone", everywhere(offering.breaks_deck)),
    Check("effect-sees-deck", "what effects do is open", everywhere(offering.effect_sees_deck)),
    Check("breaks-turn", "turn, score and decision are left alone", everywhere(offering.breaks_turn)),
    Check("unreadable-notation", "options read back as written", everywhere(offering.unreadable_notation)),
    Check("unsound-state", "options lead to sound states", everywhere(offering.unsound_state)),
    Check("not-json", "options and states are read back from JSON", everywhere(offering.not_json)),
    Check("endless-turn", "every turn ends", everywhere(again.endless_turn)),
    Check("turn-comes-again", "no tribe can take one turn after the other", again.turn_comes_again),
)
"""What is looked for where a power is asked."""
_WARD: Final[tuple[MegalithCheck, ...]] = (
    Check("ward-ends-process", "the process goes on when the ward is asked", again.ends_process),
    Check("ward-fails", "the ward never raises", asked_everywhere(forbidding.ward_fails)),
    Check("ward-answer", "the ward says True or False", asked_everywhere(forbidding.ward_answer)),
    Check("ward-differs", "asked twice, the ward says the same", asked_everywhere(forbidding.ward_differs)),
    Check("ward-changes-state", "asking the ward changes nothing", asked_everywhere(forbidding.ward_changes_state)),
    Check("ward-remembers", "the ward remembers nothing", forbidding.ward_remembers),
    Check("ward-sees-deck", "the ward sees nothing hidden", asked_everywhere(forbidding.ward_sees_deck)),
    Check("never-forbids", "somewhere the ward forbids something", forbidding.never_forbids),
    Check("forbids-everything", "somewhere the ward leaves an action", forbidding.forbids_everything),
)
"""What is looked for where a ward is asked."""
_LAST: Final[tuple[MegalithCheck, ...]] = (
    Check("depends-on-turn", "the number of turns does not matter", everywhere(again.depends_on_turn)),
    Check("reads-outside", "no file and no environment is read", again.reads_outside),
    Check("other-process", "another process sees the same", again.other_process),
    Check(SYMMETRY, "no side of the board is special", everywhere(again.not_symmetric)),
    Check("game-fails", "whole games are played without errors", game_fails),
)
MEGALITH_CHECKS: Final = (*_FIRST, *_WARD, *_POWER, *_LAST)
"""What is looked for, in this order. Those of a power or a ward are left out where there is none."""


def check_megalith(
    megalith: Megalith,
    *,
    symmetric: bool = False,
    max_examples: int = 200,
    seed: int | None = 0,
    progress: Callable[[str], None] | None = None,
) -> MegalithVerdict:
    """Check that a megalith keeps what every megalith promises; the checks are `MEGALITH_CHECKS`.

    What no check looks for is listed on the page about the [testing kit](../reference/testing.md#not-looked-for).

    Args:
        megalith: The megalith.
        symmetric: Whether its power should treat all sides of the board alike; one that names
            spaces of its own does not.
        max_examples: In how many states its power is asked.
        seed: The same seed draws the same states; None for others each time.
        progress: Called with a line of text before each check.

    Returns:
        That nothing was found, with warnings, and what could not be looked for.

    Raises:
        MegalithFault: at the first check that finds something. It says what is wrong, and shows
            the smallest state that was found in which it is.
        DefinitionError: when it is no megalith.

    Example:
        >>> from cairn_rules import Banish, Space, megalith
        >>> @megalith("Hasty Stone", text="Banish the shaman on c3.")
        ... def hasty(site):
        ...     yield Banish(Space.C3)
        >>> check_megalith(hasty)
        Traceback (most recent call last):
        ...
        cairn_rules.cairn.testing.megalith_suite.MegalithFault: Hasty Stone ('hasty'): it offers what ...
    """
    if not isinstance(megalith, Megalith):
        raise DefinitionError(f"{megalith!r} is no Megalith; @megalith makes one of a power")
    examined = Examined(megalith)
    found = first_fault(_checks(examined, max_examples, seed, symmetric=symmetric), examined, progress)
    if found is not None:
        check, message, state = found
        raise MegalithFault(megalith, check, message, state) from None
    return MegalithVerdict(megalith, tuple(examined.warnings), tuple(dict.fromkeys(examined.not_looked_for)))


def _checks(
    examined: Examined, max_examples: int, seed: int | None, *, symmetric: bool
) -> Iterator[tuple[MegalithCheck, Trials[State]]]:
    """What is looked for, and where; a power is asked in its states when its ward is found to be in order."""
    megalith = examined.megalith
    last = [check for check in _LAST if symmetric or check.slug != SYMMETRY]
    suites = [(_WARD, situations)] if megalith.ward is not None else []
    suites += [(_POWER, wakings)] if megalith.powers else []
    for number, (checks, states) in enumerate(suites, 1):
        trials = Trials(states(megalith), max_examples=max_examples, seed=seed)
        first = _FIRST if number == 1 else ()
        for check in (*first, *checks, *(last if number == len(suites) else ())):
            yield check, trials
        if checks is _POWER:
            examined.warnings.extend(filter(None, [offering.common_notation(trials.cases)]))
