"""What the conformance checks raise: assertion errors that name the check and draw the position."""

from __future__ import annotations

from typing import Any, TypeVar

from cairn_rules.game import Game
from cairn_rules.manifest import manifest_of
from cairn_rules.testing.reached import Reached

T = TypeVar("T")


class ConformanceFault(AssertionError):  # noqa: N818 - a fault, as everywhere here
    """Something that a megalith or a game promises does not hold."""

    def __init__(self, who: str, check: str, message: str, drawing: str) -> None:
        super().__init__(f"{who}: {message} [{check}]" + (f"\n\n{drawing}" if drawing else ""))
        self.check = check
        """The slug of the check that found it."""
        self.message = message
        """What is wrong and what to do, in a sentence or two."""


class GameFault(ConformanceFault):
    """A rule system that does not keep what every `Game` promises."""

    def __init__(
        self, game: Game[Any, Any, Any], check: str, message: str, reached: Reached[Any, Any] | None = None
    ) -> None:
        super().__init__(manifest_of(game).name, check, message, "" if reached is None else _told(game, reached))
        self.game = game
        """The rules."""
        self.state: Any = None if reached is None else reached.state
        """The state with the shortest way to it that was found in which it shows; None when it shows in none."""


def _told(game: Game[Any, Any, Any], reached: Reached[Any, Any]) -> str:
    try:
        drawing = game.diagram(reached.state)
    except Exception:  # noqa: BLE001 - a game that cannot draw is told by another check
        drawing = repr(reached.state)
    actions = " ".join(map(str, reached.actions)) or "no decision"
    return f"{drawing}\n\nThe state: {reached.state!r}\nReached from seed {reached.seed} by: {actions}"
