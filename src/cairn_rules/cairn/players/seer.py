"""The top rung of the ladder for Cairn: `SeerPlayer`, which looks at whole turns ahead."""

from __future__ import annotations

from random import Random
from typing import Any, Final, final

from cairn_rules.cairn.actions import Action
from cairn_rules.cairn.manifest import MANIFEST
from cairn_rules.cairn.observation import Observation, observe, sample_hidden
from cairn_rules.cairn.players.lookahead import Lookahead
from cairn_rules.errors import DefinitionError
from cairn_rules.game import SEED_BITS, Game
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import Budget


@final
class SeerPlayer:
    """Looks at everything that both tribes can do in the next turns of Cairn, and takes what is best by then.

    It plays Cairn alone, since it judges positions by what it knows of that game. What it decided for the
    rest of its turn it does, as long as the turn goes as it expected. Which megaliths are drawn it guesses.

    Args:
        game: The rules: those of Cairn.
        seed: The same seed gives the same answers when the budget is a number of simulations; a
            simulation is one position that is judged.

    Raises:
        DefinitionError: when the game is another one.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import SeerPlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> cairn.format_action(SeerPlayer(cairn, seed=1).choose(cairn.observe(state, 0)))
        'c5-x'
    """

    default: Final = Budget(simulations=20_000)
    """What it spends on a decision when it is given no budget."""

    def __init__(self, game: Game[Any, Any, Any], *, seed: int | None = None) -> None:
        if manifest_of(game) is not MANIFEST:
            raise DefinitionError(f"a SeerPlayer plays cairn alone, not {manifest_of(game).name}")
        self._guesses = Random(seed).getrandbits(SEED_BITS)
        self._lookahead = Lookahead()
        self._plan: list[tuple[Observation, Action]] = []

    def choose(self, observation: Observation, budget: Budget | None = None) -> Action:
        """The first action of the best line that was found, or the next one of the line that it is in."""
        while self._plan:
            expected, action = self._plan.pop(0)
            if expected == observation:
                return action
        state = sample_hidden(observation, Random(self._guesses))
        line = self._lookahead.line(state, (budget or self.default).spend())
        self._plan = [(observe(each, None), action) for each, action in line[1:]]
        return line[0][1]
