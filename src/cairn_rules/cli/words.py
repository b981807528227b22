"""A game in words: what a session says of any game, `Words`; a game that can say more has its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.errors import Fault
from cairn_rules.game import Game, Outcome
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of


class Words:
    """What can be said of any game: its notation, its diagram, the names of its seats.

    Args:
        game: The rules.
        unicode: Whether boards may be drawn with other signs than those of ASCII.
        compact: Whether boards should take few lines.
    """

    tints: Mapping[str, str] = MappingProxyType({})
    """Signs of the board that have a colour of their own."""

    def __init__(self, game: Game[Any, Any, Any], *, unicode: bool = True, compact: bool = False) -> None:
        self.game: Final = game
        self.unicode: Final = unicode
        self.compact: Final = compact
        self.manifest: Final = manifest_of(game)

    def seat(self, player: int) -> str:
        """What a player is called."""
        seats = self.manifest.seats.names
        return seats[player].capitalize() if player < len(seats) else f"Player {player}"

    def position(self, state: Any) -> str:  # noqa: ARG002 - others look at it
        """The state as one line of text; nothing when the game writes none."""
        return ""

    def board(self, state: Any) -> str:
        """The state, drawn."""
        return self.game.diagram(state)

    def question(self, state: Any) -> str:
        """Who decides what."""
        player = self.game.current_player(state)
        return "Nobody decides" if player is None else f"{self.seat(player)} decides"

    def shown(self, state: Any, action: Any, viewer: int | None) -> str:  # noqa: ARG002 - others look at it
        """The notation of a decision that was made in a state, as a seat (None: a spectator) may know it."""
        return self.game.format_action(action)

    def explained(self, state: Any) -> str:  # noqa: ARG002 - as above
        """What one should know to answer the question; nothing when that is clear."""
        return ""

    def kind(self, action: Any) -> str:  # noqa: ARG002 - as above
        """What sort of action it is, to list it with others like it."""
        return ""

    def sentence(self, state: Any, action: Any) -> str:  # noqa: ARG002 - as above
        """What an action does; nothing when its notation is all there is to say."""
        return ""

    def changes(self, before: Any, after: Any) -> tuple[str, ...]:
        """What a decision changed, in sentences without full stops."""
        changes = self.manifest.changes
        return () if changes is None else tuple(map(str, resolve(changes)(before, after)))

    def about(self, state: Any, word: str) -> str | None:  # noqa: ARG002 - as above
        """The text of the part of the game that a word names; None when it names none."""
        return None

    def parts(self, state: Any) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """The words that `about` has a text for."""
        return ()

    def threats(self, state: Any, player: int) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """What a player should look out for, in sentences."""
        return ()

    def result(self, state: Any, outcome: Outcome) -> str:  # noqa: ARG002 - as above
        """How the game ended."""
        winners = " and ".join(map(self.seat, outcome.winners)) or "Nobody"
        return f"{winners} {'win' if len(outcome.winners) > 1 else 'wins'}: {outcome.reason}"


def words_for(game: Game[Any, Any, Any], *, unicode: bool = True, compact: bool = False) -> Words:
    """Return the words for a game: those of its manifest, or else its notation and its diagram."""
    terminal = manifest_of(game).terminal
    own: type[Words] = Words if terminal is None else resolve(terminal)
    return own(game, unicode=unicode, compact=compact)


def messages(faults: tuple[Fault, ...]) -> str:
    """What is wrong with a text, without its places."""
    return "; ".join(fault.message for fault in faults)
