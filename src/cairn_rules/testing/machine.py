"""GameMachine: a Hypothesis state machine that plays any `Game` and checks what every rule system promises."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cairn_rules.game import Game

_SEEDS = st.integers(0, 2**32)
_CHOICES = st.integers(0, 1000)


class GameMachine(RuleBasedStateMachine):
    """Plays a game by legal actions; a subclass says which one, and who takes part.

    Example:
        >>> import cairn_rules
        >>> from hypothesis import settings
        >>> class CairnMachine(GameMachine):
        ...     game = cairn_rules
        ...     players = (0, 1)
        >>> TestCairn = CairnMachine.TestCase    # found and run by pytest and unittest
        >>> TestCairn.settings = settings(max_examples=5, stateful_step_count=20)
        >>> TestCairn().runTest()
    """

    game: Game[Any, Any, Any]
    """The rules."""
    players: tuple[int, ...]
    """Everybody who takes part."""

    @initialize(seed=_SEEDS)
    def start(self, seed: int) -> None:
        """A new game; the same seed gives the same one."""
        self.state: Any = self.game.new_game(seed=seed)
        assert self.game.new_game(seed=seed) == self.state, "the same seed gives another game"

    @precondition(lambda self: self.game.outcome(self.state) is not None)
    @rule(seed=_SEEDS)
    def start_again(self, seed: int) -> None:
        """A game that is over has nothing more to show."""
        self.start(seed)

    @rule(choice=_CHOICES)
    def act(self, choice: int) -> None:
        """One decision, the same however often it is tried."""
        actions = self.game.legal_actions(self.state)
        if actions:
            before, action = hash(self.state), actions[choice % len(actions)]
            after = self.game.apply(self.state, action)
            assert self.game.apply(self.state, action) == after, f"{action} leads to different states"
            assert hash(self.state) == before, f"{action} changes the state that it is applied to"
            self.state = after

    @rule(choice=_CHOICES)
    def write_and_read(self, choice: int) -> None:
        """An action reads back as it was written, and no two share a text."""
        actions = self.game.legal_actions(self.state)
        texts = [self.game.format_action(action) for action in actions]
        assert len(set(texts)) == len(texts), "two actions have the same text"
        if actions:
            index = choice % len(actions)
            assert self.game.parse_action(texts[index], self.state) == actions[index], "a text names another action"

    @rule(seed=_SEEDS)
    def look(self, seed: int) -> None:
        """Every seat's observation is kept by whatever is sampled from it, and decides the same actions."""
        for player in (None, *self.players):
            seen = self.game.observe(self.state, player)
            sampled = self.game.sample_hidden(seen, Random(seed))
            assert self.game.observe(sampled, player) == seen, "what is sampled does not look the same"
            if player is not None and player == self.game.current_player(self.state):
                same = self.game.legal_actions(sampled) == self.game.legal_actions(self.state)
                assert same, "what the player may do tells what is hidden"

    @invariant()
    def somebody_decides_or_it_is_over(self) -> None:
        """A game that goes on has one who decides and something to decide; one that is over has neither."""
        player, outcome = self.game.current_player(self.state), self.game.outcome(self.state)
        actions = self.game.legal_actions(self.state)
        assert (player is None) == (outcome is not None) == (not actions), "it is over, or somebody can do something"
        assert player is None or player in self.players, f"{player} decides, who takes no part"
        assert outcome is None or set(outcome.winners) <= set(self.players), f"{outcome} names who takes no part"
        assert len(set(actions)) == len(actions), "an action is listed twice"

    @invariant()
    def it_can_be_drawn(self) -> None:
        """The drawing fits a terminal."""
        lines = self.game.diagram(self.state).splitlines()
        assert lines, "the drawing is empty"
        assert max(map(len, lines)) <= 80, "the drawing is wider than 80 columns"
