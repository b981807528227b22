"""A Hypothesis state machine for any `Game`: it plays, and checks what every rule system promises."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cairn_rules import Game


class GameMachine(RuleBasedStateMachine):
    """Plays a game by legal actions; a subclass says which one."""

    game: Game[Any, Any, Any]
    players: tuple[int, ...]

    @initialize(seed=st.integers(0, 2**32))
    def start(self, seed: int) -> None:
        """A new game; the same seed gives the same one."""
        self.state = self.game.new_game(seed=seed)
        assert self.game.new_game(seed=seed) == self.state

    @precondition(lambda self: self.game.outcome(self.state) is not None)
    @rule(seed=st.integers(0, 2**32))
    def start_again(self, seed: int) -> None:
        """A game that is over has nothing more to show."""
        self.start(seed)

    @rule(choice=st.integers(0, 1000))
    def act(self, choice: int) -> None:
        """One decision, the same however often it is tried."""
        actions = self.game.legal_actions(self.state)
        if actions:
            before, action = hash(self.state), actions[choice % len(actions)]
            after = self.game.apply(self.state, action)
            assert self.game.apply(self.state, action) == after
            assert hash(self.state) == before
            self.state = after

    @rule(choice=st.integers(0, 1000))
    def write_and_read(self, choice: int) -> None:
        """An action reads back as it was written, and no two share a text."""
        actions = self.game.legal_actions(self.state)
        texts = [self.game.format_action(action) for action in actions]
        assert len(set(texts)) == len(texts)
        if actions:
            index = choice % len(actions)
            assert self.game.parse_action(texts[index], self.state) == actions[index]

    @rule(seed=st.integers(0, 2**32))
    def look(self, seed: int) -> None:
        """Every seat's observation is kept by whatever is sampled from it, and decides the same actions."""
        for player in (None, *self.players):
            seen = self.game.observe(self.state, player)
            sampled = self.game.sample_hidden(seen, Random(seed))
            assert self.game.observe(sampled, player) == seen
            if player == self.game.current_player(self.state):
                assert self.game.legal_actions(sampled) == self.game.legal_actions(self.state)

    @invariant()
    def somebody_decides_or_it_is_over(self) -> None:
        """A game that goes on has one who decides and something to decide; one that is over has neither."""
        player, outcome = self.game.current_player(self.state), self.game.outcome(self.state)
        actions = self.game.legal_actions(self.state)
        assert (player is None) == (outcome is not None) == (not actions)
        assert player is None or player in self.players
        assert outcome is None or set(outcome.winners) <= set(self.players)
        assert len(set(actions)) == len(actions)

    @invariant()
    def it_can_be_drawn(self) -> None:
        """The drawing fits a terminal."""
        lines = self.game.diagram(self.state).splitlines()
        assert lines
        assert max(map(len, lines)) <= 80
