"""Policies of a forecast: those of the travellers and those of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias, cast, final

from cairn_rules.cairn_rpg.estimates.policies import decided
from cairn_rules.cairn_rpg.procedures.party import Drop, Question
from cairn_rules.cairn_rpg.wilderness import actions
from cairn_rules.cairn_rpg.wilderness.actions import Action
from cairn_rules.cairn_rpg.wilderness.food import FEED, RATIONS, meals
from cairn_rules.cairn_rpg.wilderness.rules import legal_actions
from cairn_rules.cairn_rpg.wilderness.state import NIGHT, Choice, State
from cairn_rules.checks import fits, instance, one_of, whole_number
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import field, frozen

Policy: TypeAlias = Callable[[State], "Action | Mapping[Action, Fraction]"]
"""A function that decides for the party or for the table: it returns a legal action, or several with probabilities.

It may depend on everything in the state except the number of the day, but not on earlier states. In exact forecasts,
`progress`, `delay` and `weather_delay` are smaller than in a journey: only the watches left, `needed(state) -
state.progress`, are the same.
"""

_ASKED_OF_TABLE: Final = frozenset({"environment", "discovery", "rest"})
"""The questions that the table answers; the party answers all others."""
_FOOD: Final = frozenset({RATIONS, FEED})
_share = fits("a Fraction from 0 to 1", lambda value: isinstance(value, Fraction | int) and 0 <= value <= 1)


@final
@frozen(kw_only=True)
class Traveller:
    """A policy that travels by day, finds the way again when lost, and camps by night.

    Example:
        >>> print(Traveller(pays="watch", forages_below=2))
        take its time, forage below 2 meals each
    """

    pays: Literal["fatigue", "watch"] = field(default="fatigue", validator=one_of("fatigue", "watch"))
    """The price that it prefers for bad weather, exhaustion, losses and its pace (R187, R191, R211)."""
    forages_below: int = field(default=0, validator=whole_number)
    """It looks for food by day while each member has fewer meals than this (R204)."""
    marches: bool = field(default=False, validator=instance(bool))
    """True if it travels by night as well, without a camp (R197, R201)."""

    def __call__(self, state: State) -> Action:
        """Return the decision."""
        legal = legal_actions(state)
        if state.phase == "dawn" and not state.questions:
            return actions.BEGIN
        if state.questions:
            return self._answer(state, legal)
        wanted: list[Action] = [actions.Camp()] if state.watch == NIGHT and not self.marches else []
        if not wanted:
            living = state.party.living
            short = meals(state.party.members, state.rulings) < self.forages_below * len(living)
            wanted = [actions.FindWay(), *([actions.Supply()] if short else []), actions.TRAVEL]
        return next((action for action in wanted if action in legal), actions.Wait())

    def _answer(self, state: State, legal: tuple[Action, ...]) -> Action:
        if isinstance(state.questions[0], Question):
            drops = cast("tuple[Drop, ...]", legal)
            return next((drop for drop in drops if drop.item not in _FOOD), drops[0])
        slow = actions.Pay("watch")
        if self.pays == "watch":
            return slow
        return next((action for action in legal if isinstance(action, actions.Pay) and action != slow), slow)

    def __str__(self) -> str:
        parts = ["pay with Fatigue" if self.pays == "fatigue" else "take its time"]
        if self.forages_below:
            parts.append(f"forage below {self.forages_below} meals each")
        if self.marches:
            parts.append("march by night")
        return ", ".join(parts)


def _check_environment(_: object, __: object, value: Any) -> None:
    words = cast("Iterable[object]", value) if isinstance(value, Mapping) else (value,)
    if not value or any(type(word) is not str for word in words):
        shown = quoted(cast("object", value))
        raise DefinitionError(f"{shown} is not a change of the environment: give a word such as 'none' or 'watch'")


@final
@frozen(kw_only=True)
class Table:
    """A policy of the table: changes by events, discoveries, disturbed sleep (R210, R211).

    By default, only the dice decide.

    Example:
        >>> print(Table(environment="watch", disturbed=Fraction(1, 6)))
        environment: watch; discovery: feature; disturbed nights: 1/6
    """

    environment: str | Mapping[str, Fraction] = field(default="none", validator=_check_environment)
    """The change by an Environment event: `none`, `watch`, `terrain` or a weather, or several with probabilities."""
    food: int = field(default=0, validator=fits("a number from 0 to 4", {0, 1, 2, 3, 4}.__contains__))
    """The Rations of each Discovery, from 1 to 4; 0 if it is no food."""
    disturbed: Fraction = field(default=Fraction(0), validator=_share)
    """The probability that the sleep of a night is disturbed."""

    def __call__(self, state: State) -> Action | Mapping[Action, Fraction]:
        """Return the decision."""
        question = state.questions[0]
        kind = question.kind
        if kind == "environment":
            if isinstance(self.environment, str):
                return self._shift(state, self.environment)
            shares: dict[Action, Fraction] = {}
            for word, share in self.environment.items():
                action = self._shift(state, word)
                shares[action] = shares.get(action, Fraction(0)) + share
            return shares
        if kind == "discovery":
            return actions.Find("food", self.food) if self.food else actions.Find("feature")
        return {actions.Rest(): 1 - self.disturbed, actions.Rest(disturbed=True): self.disturbed}

    @staticmethod
    def _shift(state: State, word: str) -> Action:
        """Return the change; none if the weather is already the same."""
        return actions.Shift("none") if word == state.weather else actions.Shift(word)

    def __str__(self) -> str:
        words = self.environment
        if not isinstance(words, str):
            words = ", ".join(f"{word} {share}" for word, share in words.items())
        found = f"{self.food} Rations" if self.food else "feature"
        return f"environment: {words}; discovery: {found}; disturbed nights: {self.disturbed}"


STEADY: Final = Traveller()
"""The default policy of the party."""
QUIET: Final = Table()
"""The default policy of the table."""


def decide(policy: Policy, table: Policy, state: State) -> tuple[tuple[Action, Fraction], ...]:
    """Return the decision of the party or of the table, as actions with their probabilities.

    Raises:
        DefinitionError: if it is not legal, or its probabilities do not add up to 1.
    """
    question = state.questions[0] if state.questions else None
    asked = isinstance(question, Choice) and question.kind in _ASKED_OF_TABLE
    whose = "table" if asked else "party"
    legal = legal_actions(state)
    return decided(table if asked else policy, state, legal.__contains__, lambda: legal, lambda: whose)
