"""The game of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, final

import cairn_rules as cairn
from cairn_rules import Action, Match, Record, State, Tribe
from cairn_rules.players import Budget, player_named
from play_clicks import Way, meant, ways
from play_words import question, result, stones, threats, told

BUDGETS: Final[Mapping[str, Budget]] = MappingProxyType(
    {
        "random": Budget(simulations=1),
        "greedy": Budget(simulations=2_000, seconds=1),
        "tree": Budget(simulations=1_500, seconds=1.5),
        "seer": Budget(simulations=20_000, seconds=1.5),
        "sage": Budget(simulations=20_000, seconds=1.5),
    }
)
"""Budget of each opponent per decision. Phones mostly reach the time limit, computers the number of simulations."""


@final
class Table:
    """A game in progress.

    Args:
        tribe: The reader's tribe.
        opponent: The name of the computer player.
        light: True for a first game with the light set (rule 2.5).
        seed: Seed of the deal (default: a different deal each time).
    """

    def __init__(self, *, tribe: Tribe, opponent: str, light: bool, seed: int | None = None) -> None:
        self.reader: Final = tribe
        self._budget: Final = BUDGETS[opponent]
        self._opponent: Final = player_named(opponent, cairn)(cairn, seed=seed)
        deal = cairn.new_game(
            seed=seed,
            megaliths=cairn.LIGHT_SET if light else cairn.BASE_SET,
            circles=("chaos", "dawn") if light else None,
        )
        self._tags: Final = {str(tribe): "You", str(tribe.other): f"The library ({opponent})"}
        self._match: Final[Match[State, Action]] = Match(cairn, deal, draw_at_repetition=3)

    def do(self, action: str) -> None:
        """Take an action of the reader."""
        self._match.do(action)

    def reply(self) -> None:
        """Let the opponent make one decision from its observation."""
        self._match.do(self._opponent.choose(cairn.observe(self._match.state, self.reader.other), self._budget))

    def undo(self) -> None:
        """Go back to the reader's last decision."""
        self._match.undo()
        while self._match.current_player is not self.reader:
            self._match.undo()

    def why(self, clicked: Sequence[str]) -> dict[str, str | None]:
        """Return why the clicked places take no action: a sentence, and a rule number or None."""
        state = self._match.state
        if self._is_own(clicked):
            return {"text": f"the shaman on {clicked[0]} has no legal action now", "rule": None}
        action = meant(state, clicked)
        reason = None if action is None else cairn.why_illegal(state, action)
        if reason is None:
            return {"text": "there is no legal action there now", "rule": None}
        if isinstance(state.pending, cairn.UsePower) and reason.code == "power/not-offered":
            stone = state.pending.megalith
            return {"text": f"{stone} does not offer that. Its text: {stone.text}", "rule": reason.rule}
        return {"text": reason.text, "rule": reason.rule}

    def _is_own(self, clicked: Sequence[str]) -> bool:
        """Return whether the only click was on a shaman of the reader."""
        state = self._match.state
        own = [str(space) for space, tribe in state.shamans.items() if tribe is self.reader]
        return isinstance(state.pending, cairn.ChooseAction) and len(clicked) == 1 and clicked[0] in own

    def picture(self, actions: Sequence[str]) -> str:
        """Return the picture of the current state with some actions marked."""
        state = self._match.state
        return self._drawn([cairn.parse_action(text, state) for text in actions])

    def view(self) -> dict[str, Any]:
        """Return everything that the page shows."""
        match = self._match
        state, outcome = match.state, match.outcome
        choosing = match.current_player is self.reader
        by_click: Mapping[Action, tuple[Way, ...]] = ways(state) if choosing else {}
        return {
            "yours": choosing,
            "over": outcome is not None,
            "question": question(state, self.reader) if outcome is None else result(outcome, self.reader),
            "told": self._told(),
            "actions": [
                {
                    "action": cairn.format_action(action),
                    "words": cairn.describe(state, action),
                    "ways": by_click[action],
                }
                for action in by_click
            ],
            "picture": self._drawn(match.history[-1:]),
            "choices": self._drawn(tuple(by_click)),
            "stones": stones(state),
            "threats": threats(state, self.reader) if choosing else [],
            "can_undo": any(map(self._decided, match.states[:-1])),
            "record": cairn.format_record(Record.of(match, tags=self._tags)),
        }

    def _drawn(self, marked: Sequence[Action]) -> str:
        seen = cairn.observe(self._match.state, self.reader)  # the opponent's view would be the same
        return cairn.svg(seen, perspective=self.reader, highlight=marked)

    def _decided(self, state: State) -> bool:
        return cairn.current_player(state) is self.reader

    def _told(self) -> list[list[str]]:
        """Return the changes of each decision since the reader's last one, inclusive."""
        states = self._match.states
        last = max((count for count, state in enumerate(states[:-1]) if self._decided(state)), default=0)
        return [told(before, after) for before, after in pairwise(states[last:])]


@final
class Page:
    """The page's backend, which holds the current game."""

    def __init__(self) -> None:
        self._table: Table | None = None

    def answer(self, message: str) -> str:
        """Answer a message; both are JSON.

        Raises:
            ValueError: if the page never sends such a message.
            CairnRulesError: if an action is illegal, or there is nothing to undo.
        """
        return json.dumps(self._answer(json.loads(message)))

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        if asked["ask"] == "new":
            tribe, opponent, light = Tribe[asked["tribe"].upper()], asked["opponent"], asked["set"] == "light"
            self._table = Table(tribe=tribe, opponent=opponent, light=light, seed=asked.get("seed"))
            return self._table.view()
        if self._table is None:
            raise ValueError("no game yet: ask for a new one")
        table = self._table
        match asked:
            case {"ask": "why", "clicked": clicked}:
                return table.why(clicked)
            case {"ask": "picture", "actions": actions}:
                return {"picture": table.picture(actions)}
            case {"ask": "do", "action": action}:
                table.do(action)
            case {"ask": "reply"}:
                table.reply()
            case {"ask": "undo"}:
                table.undo()
            case _:
                raise ValueError(f"nothing to answer to the message {json.dumps(asked)}")
        return table.view()
