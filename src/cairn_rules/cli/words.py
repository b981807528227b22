"""The words of a game in a terminal: `Words` serves any game, and a game may subclass it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

from cairn_rules.action_table import ActionTable
from cairn_rules.argument_checks import checked
from cairn_rules.errors import Fault, cut
from cairn_rules.game import Game, Outcome
from cairn_rules.history.match_log import told
from cairn_rules.lazy import resolve
from cairn_rules.manifest import events_for, manifest_of, plain_diagram, question_for, seat_name

_BRIEF: Final = 60
"""Maximum length of an action's notation in a list or a log."""


class Words:
    """The words of any game: its notation, its diagram, the names of its seats.

    Args:
        game: The rules.
        unicode: True if boards may use characters beyond ASCII.
        compact: True if boards should be short.
        plain: True if boards should be sentences for screen readers.
    """

    roomy: ClassVar[int] = 30
    """Number of lines of a terminal from which boards are drawn large."""
    tints: Mapping[str, str] = MappingProxyType({})
    """Colours of signs on the board."""
    actions: ClassVar[ActionTable[Any, Any] | None] = None
    """The table of the game's actions, from which `kind` and `sentence` are read (default: none)."""

    def __init__(
        self, game: Game[Any, Any, Any], *, unicode: bool = True, compact: bool = False, plain: bool = False
    ) -> None:
        self.game: Final = game
        """The rules."""
        self.unicode: Final = unicode
        """True if boards may use characters beyond ASCII."""
        self.compact: Final = compact
        """True if boards should be short."""
        self.plain: Final = plain
        """True if boards should be sentences for screen readers."""
        self.manifest: Final = manifest_of(game)
        """The game's manifest."""

    def seat(self, player: int) -> str:
        """Return the name of a player."""
        return seat_name(self.manifest.seats.names, player)

    def position(self, state: Any) -> str:  # noqa: ARG002 - for subclasses
        """Return the state as one line of text; empty if the game or a state within a turn has none."""
        return ""

    def board(self, state: Any) -> str:
        """Return the diagram of a state, which all may see."""
        return plain_diagram(self.game, state) if self.plain else self.game.diagram(state)

    def boards(self, state: Any) -> tuple[str, ...]:
        """Return the diagram of a state and, if there are any, smaller ones, the largest first."""
        return (self.board(state),)

    def question(self, state: Any) -> str:
        """Return the question to the current player, such as "Sea moves"."""
        return question_for(self.game, state)

    def explained(self, state: Any) -> str:  # noqa: ARG002 - as above
        """Return an explanation of the question; empty if none is needed.

        Only the player who decides reads it, so it can name what only they know, such as their hand.
        """
        return ""

    def explained_briefly(self, state: Any) -> str:
        """Return the shortest text that helps to answer the question, for a terminal with few lines."""
        return self.explained(state)

    def kind(self, action: Any) -> str:
        """Return the kind of an action, used to group the list."""
        return "" if self.actions is None else self.actions.group(action)

    def split(self, action: Any) -> tuple[str, str]:
        """Return the beginning and the end of an action's notation; the beginnings of similar actions are equal."""
        return "", self.game.format_action(action)

    def brief(self, action: Any) -> str:
        """Return an action's notation for a list or a log, shortened if it is very long."""
        return cut(self.game.format_action(action), _BRIEF)

    def entered(self, state: Any, text: str) -> str:  # noqa: ARG002 - as above
        """Return the action or command that a typed line stands for: by default, the line itself.

        A game may read a file that the line names, or write one.

        Raises:
            CairnRulesError: if it cannot.
        """
        return text

    def sentence(self, state: Any, action: Any) -> str:
        """Return a sentence about the effect of an action; empty if the notation is enough."""
        return "" if self.actions is None else self.actions.sentence(state, action)

    def events(self, before: Any, action: Any, after: Any, viewer: int | None = None) -> tuple[str, ...]:
        """Return the events of a decision, as a seat (None: a spectator) sees them, as sentences without full stops.

        By default, these are the events of the manifest.
        """
        return tuple(map(str, events_for(self.game, before, action, after, viewer=viewer)))

    def told(self, before: Any, action: Any, after: Any, viewer: int | None) -> tuple[str, ...]:
        """Return a decision for a log, as a seat (None: a spectator) may know it, as sentences without full stops.

        These are its events. The action precedes them if no event begins with the name of the player who decided.
        """
        return told(self.game, before, action, viewer, self.events(before, action, after, viewer))

    def about(self, state: Any, word: str) -> str | None:  # noqa: ARG002 - as above
        """Return the explanation of a word, such as a megalith's id; None if the word is unknown."""
        return None

    def parts(self, state: Any) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """Return the words that `about` has a text for."""
        return ()

    def threats(self, state: Any, player: int) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """Return threats against a player, in sentences."""
        return ()

    def result(self, state: Any, outcome: Outcome) -> str:
        """Return how the game ended: "Red wins: most points"."""
        return outcome.sentence(tuple(map(self.seat, range(self.manifest.seats.count_in(state) or 0))))


@checked
def words_for(
    game: Game[Any, Any, Any],
    *,
    unicode: bool = True,
    compact: bool = False,
    lines: int | None = None,
    plain: bool = False,
) -> Words:
    """Return the words for a game: those of its manifest, or else its notation and its diagram.

    Args:
        game: The rules.
        unicode: Draw boards with characters other than ASCII (default: True).
        compact: Draw boards with few lines (default: False).
        lines: Number of lines of the terminal; boards are also compact if it is small (default: not limited).
        plain: Describe boards in sentences for screen readers (default: False).

    Example:
        >>> from cairn_rules import korrigans
        >>> words_for(korrigans).result(korrigans.new_game(seed=7), Outcome(winners=(1,), reason="resignation"))
        'Green wins: Blue resigned'
    """
    terminal = manifest_of(game).terminal
    own: type[Words] = Words if terminal is None else resolve(terminal)
    is_small = lines is not None and lines < own.roomy
    return own(game, unicode=unicode, compact=compact or (is_small and not plain), plain=plain)


def messages(faults: tuple[Fault, ...]) -> str:
    """Return the messages of faults, without their places."""
    return "; ".join(fault.message for fault in faults)
