"""The view of a game on the page: pictures, words, and the places to click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from cairn_rules import manifest_of, phrase_of, picture_for
from cairn_rules.errors import IllegalActionError
from cairn_rules.game import Game, Outcome
from cairn_rules.history.match_log import log_entry
from cairn_rules.manifest import question_for

Way: TypeAlias = tuple[str, ...]
"""Places to click in this order to take an action."""


class Board:
    """Any game that has pictures. Only buttons take its actions.

    Args:
        game: The rules.
    """

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game: Final = game
        """The rules."""
        self.seats: Final = manifest_of(game).seats.names
        """The names of the seats."""

    def name(self, seat: int) -> str:
        """Return the name of a seat for people."""
        return self.seats[seat].replace("-", " ").capitalize()

    def picture(
        self,
        state: Any,
        viewer: int | None,
        marked: Sequence[Any],
        last: Any,
        arrows: Sequence[Any] | Mapping[Any, str] = (),
    ) -> str:
        """Draw what a seat may see.

        Args:
            state: The state.
            viewer: The seat; None for a spectator.
            marked: Actions to mark.
            last: The last action, which is marked if no others are; None at the start.
            arrows: Actions to draw with arrows, best first; a mapping gives each a colour.
        """
        shown = marked or (() if last is None or arrows else (last,))
        highlight = shown[0] if len(shown) == 1 else tuple(shown)
        picture = picture_for(self.game, self.game.observe(state, viewer), highlight=highlight, arrows=arrows)
        assert picture is not None, "the page has games with pictures only"
        return picture

    def ways(self, state: Any) -> Mapping[Any, tuple[Way, ...]]:
        """Return the ways to take each legal action by clicks; an action that only has a button has none."""
        return dict.fromkeys(self.game.legal_actions(state), ())

    def meant(self, state: Any, clicked: Sequence[str]) -> Sequence[Any]:  # noqa: ARG002 - for subclasses
        """Guess the illegal actions that clicks were meant to take, if any."""
        return ()

    def why(self, state: Any, clicked: Sequence[str]) -> tuple[str, str | None]:
        """Return why clicks take no action: a sentence without full stop, and a rule number or None."""
        reasons: dict[str, str] = {}
        for action in self.meant(state, clicked):
            try:
                self.game.apply(state, action)
            except IllegalActionError as error:
                reasons[error.reason.text] = error.reason.rule
        if not reasons:
            return "there is no legal action there now", None
        return "; ".join(reasons), next(iter(reasons.values()))

    def question(self, state: Any, addressed: int | None) -> str:
        """Return the pending decision as a request.

        Args:
            state: The state.
            addressed: The seat called "you"; None if several people play.
        """
        asked = self.asked(state)
        seat = self.game.current_player(state)
        end = "" if "?" in asked else "."
        if seat is None or seat != addressed:
            return f"{asked}{end}"
        said, must, what = asked.partition(" must ")
        return f"You must {what}{end}" if must and said == self.name(seat) else f"It is your turn. {asked}{end}"

    def asked(self, state: Any) -> str:
        """Return the pending decision without a full stop, such as "Blue must move a Korrigan"."""
        return question_for(self.game, state)

    def describe(self, state: Any, action: Any) -> str:
        """Return an action as a phrase."""
        return phrase_of(self.game, state, action).text

    def told(self, before: Any, action: Any, after: Any, viewer: int | None) -> list[str]:
        """Return what happened by a decision as sentences, as a seat may know it."""
        return list(log_entry(self.game, before, action, after, viewer).sentences)

    def result(self, state: Any, outcome: Outcome, addressed: int | None) -> str:
        """Return the result of a game, addressed to a seat if there is one."""
        names = tuple(map(self.name, range(manifest_of(self.game).seats.count_in(state) or 0)))
        reason = outcome.reason_text(names)
        if not outcome.winners:
            return f"{'Nobody wins' if len(names) == 1 or not outcome.is_draw else 'A draw'}: {reason}."
        if addressed is not None:
            return f"{'You have won' if addressed in outcome.winners else 'You have lost'}: {reason}."
        winners = " and ".join(map(self.name, outcome.winners))
        return f"{winners} {'have' if len(outcome.winners) > 1 else 'has'} won: {reason}."

    def things(self, state: Any) -> list[dict[str, str]]:  # noqa: ARG002 - for subclasses
        """Return the things on the table to read about: place, name and text."""
        return []

    def threats(self, state: Any, seat: int) -> list[str]:  # noqa: ARG002 - for subclasses
        """Return what threatens a seat, as sentences."""
        return []
