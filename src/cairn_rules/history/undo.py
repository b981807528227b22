"""Undo for people at one screen: what they may take back, and what the record says about it. For any game."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any, Final, final

from attrs import define

from cairn_rules.errors import MatchError
from cairn_rules.history.match import Match
from cairn_rules.manifest import have_secrets, players_of, reveals_for

UNDO: Final = "Undo"
"""The tag of a record with the `tag` of an `Undo`."""
FREE: Final = "free"
"""The beginning of that tag if people may take back everything without a question."""


@final
@define
class Undo:
    """Undo for people who share a screen; `Match.undo` never refuses.

    One person is asked once before something is taken back that has shown them something hidden. Between people, that
    is refused, and those with secrets take back only their own last decision.
    """

    match: Match[Any, Any]
    people: tuple[int, ...]
    tag: str = ""
    """`free`, and what was taken back although it had shown something, by the number of its first decision, such as
    `free; 13: =alley d2-e1`."""
    _asked: int | None = None
    """The number of decisions after which the person was asked; -1 once they have agreed."""

    @property
    def _decisions(self) -> tuple[Any, ...] | None:
        """What is taken back, from a person's last one on: each with the states before and after; None for nothing."""
        match, states = self.match, self.match.states
        done = tuple(zip(states, match.history, states[1:], strict=False))
        places = range(len(done) - (match._ending is None), match._first - 1, -1)
        found = (place for place in places if match.game.current_player(states[place]) in self.people)
        is_whole = match.can_undo and (match.in_variation or match.outcome is not None)
        place = next(found, match._first if is_whole else None)
        return None if place is None else done[place:]

    def _shown(self, told: Any = None) -> list[str]:
        """Return what these decisions have shown to people, a text for each; nothing if the game was over before."""
        match, game, done = self.match, self.match.game, self._decisions or ()
        whole = copy(match)
        while whole.in_variation:
            whole.end_variation()
        if match.in_variation and whole.outcome is not None:
            return []
        found = [(each, seat) for each in done for seat in self.people if reveals_for(game, *each, viewer=seat)]
        if not found and match.outcome and have_secrets(game, match.state, range(players_of(game, match.state))):
            return ["the game is over"]
        return [". ".join(told(*each, seat)) if told else "" for each, seat in found]

    @property
    def refusal(self) -> str:
        """The reason why nothing can be taken back, as a sentence; empty if something can."""
        match, done = self.match, self._decisions
        if done is None:
            return "You have no decision to take back."
        if self.tag.startswith(FREE) or len(self.people) < 2:
            return ""
        is_own = len(done) == 1 and match.game.current_player(done[0][0]) == match.current_player
        if match.outcome is None and not is_own and have_secrets(match.game, match.state, self.people):
            return "You can only take back your own last decision, while you still decide."
        return "What has shown something hidden is not taken back between people." if self._shown() else ""

    def question(self, told: Any) -> str:
        """Return what was shown to the only person, as sentences of a log, to ask them once; empty if nothing was."""
        now = len(self.match.history)
        if len(self.people) != 1 or self.tag.startswith(FREE) or self._asked in (now, -1):
            return ""
        shown = self._shown(told)
        if not shown:
            return ""
        self._asked = now
        return f"This has shown you something hidden: {'. '.join(filter(None, shown))}."

    def variation_question(self, place: int) -> str:
        """Return what to ask the only person before a variation after some decisions; empty if nothing is hidden.

        Raises:
            MatchError: if several people play: what is hidden stays so until the game is over.
        """
        match, state = self.match, self.match.states[place]
        if match.in_variation or match.outcome is not None or self.tag.startswith(FREE) or self._asked == -1:
            return ""
        seen = [match.game.observe(state, seat) for seat in self.people]
        if all(match.game.sample_hidden(each, Random(seed)) == state for each in seen for seed in range(3)):
            return ""
        if len(self.people) != 1:
            raise MatchError("A variation could show what is hidden; the game has to be over first.")
        self._asked = -1
        return "A variation meets what is really hidden, and may show it to you."

    def take_back(self) -> tuple[Any, ...]:
        """Take back what can be, and return it as `told` takes it, oldest first; raise a MatchError if refused."""
        match, undone = self.match, self._decisions
        if undone is None or self.refusal:
            raise MatchError(self.refusal)
        place = len(match.history) - len(undone)
        if self._shown():
            actions = " ".join(match.game.format_action(action) for _, action, _ in undone)
            self.tag = "; ".join(filter(None, (self.tag, f"{place + 1}: {actions}")))
            self._asked = -1
        while len(match.history) > place or match._ending is not None:
            match.undo()
        return undone
