"""A Hypothesis state machine that plays any `Game` and checks its promises."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cairn_rules.game import Game

_SEEDS = st.integers(0, 2**32)
_CHOICES = st.integers(0, 1000)


class GameMachine(RuleBasedStateMachine):
    """A Hypothesis state machine that plays legal actions. A subclass defines `game` and `players`.

    Example:
        >>> from cairn_rules import cairn
        >>> from hypothesis import settings
        >>> class CairnMachine(GameMachine):
        ...     game = cairn
        ...     players = (0, 1)
        >>> TestCairn = CairnMachine.TestCase    # found and run by pytest and unittest
        >>> TestCairn.settings = settings(max_examples=5, stateful_step_count=20)
        >>> TestCairn().runTest()
    """

    game: Game[Any, Any, Any]
    """The rules."""
    players: tuple[int, ...]
    """The seats of all players."""

    @initialize(seed=_SEEDS)
    def start(self, seed: int) -> None:
        """Start a new game, and check that the same seed gives the same game."""
        self.state: Any = self.game.new_game(seed=seed)
        assert self.game.new_game(seed=seed) == self.state, "the same seed gives a different game"

    @precondition(lambda self: self.game.outcome(self.state) is not None)
    @rule(seed=_SEEDS)
    def start_again(self, seed: int) -> None:
        """Start another game after the end of one."""
        self.start(seed)

    @rule(choice=_CHOICES)
    def act(self, choice: int) -> None:
        """Apply a legal action, and check that it always leads to the same state."""
        actions = self.game.legal_actions(self.state)
        if actions:
            before, action = hash(self.state), actions[choice % len(actions)]
            after = self.game.apply(self.state, action)
            assert self.game.apply(self.state, action) == after, f"{action} leads to different states"
            assert hash(self.state) == before, f"{action} changes the given state"
            self.state = after

    @rule(choice=_CHOICES)
    def write_and_read(self, choice: int) -> None:
        """Check that an action parses back from its text, and that no two actions share a text."""
        actions = self.game.legal_actions(self.state)
        texts = [self.game.format_action(action) for action in actions]
        assert len(set(texts)) == len(texts), "two actions have the same text"
        if actions:
            index = choice % len(actions)
            assert self.game.parse_action(texts[index], self.state) == actions[index], "a text parses to another action"

    @rule(seed=_SEEDS)
    def look(self, seed: int) -> None:
        """Check that a state sampled from an observation looks the same, and has the same legal actions."""
        for player in (None, *self.players):
            seen = self.game.observe(self.state, player)
            sampled = self.game.sample_hidden(seen, Random(seed))
            assert self.game.observe(sampled, player) == seen, "a sampled state does not look the same"
            if player is not None and player == self.game.current_player(self.state):
                same = self.game.legal_actions(sampled) == self.game.legal_actions(self.state)
                assert same, "the legal actions reveal hidden information"

    @invariant()
    def somebody_decides_or_it_is_over(self) -> None:
        """Check that either the game is over, or a player has legal actions."""
        player, outcome = self.game.current_player(self.state), self.game.outcome(self.state)
        actions = self.game.legal_actions(self.state)
        assert (player is None) == (outcome is not None) == (not actions), "the game must be over, or a player must act"
        assert player is None or player in self.players, f"current_player is {player}, which is not in players"
        assert outcome is None or set(outcome.winners) <= set(self.players), f"{outcome!r} has winners not in players"
        assert len(set(actions)) == len(actions), "an action is listed twice"

    @invariant()
    def it_can_be_drawn(self) -> None:
        """Check that the diagram fits a terminal."""
        lines = self.game.diagram(self.state).splitlines()
        assert lines, "the diagram is empty"
        assert max(map(len, lines)) <= 80, "the diagram is wider than 80 columns"
