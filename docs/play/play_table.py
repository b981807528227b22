"""A game in progress on the page, of any game that has pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from cairn_rules import format_record, parse_record
from cairn_rules.errors import DefinitionError
from cairn_rules.game import Game
from cairn_rules.history import Match, Record
from cairn_rules.manifest import manifest_of
from cairn_rules.players import Player, player_named, players_for
from play_board import Way
from play_games import board_of, budget_of, setup_of

PERSON: Final = "person"
"""What a seat has instead of the name of a computer player."""
_COMPUTER: Final = re.compile(r"Computer \(([\w-]+)\)")


@final
class Table:
    """A game in progress, with people and computer players.

    Args:
        match: The game.
        seats: For each seat `person` or the name of a computer player.

    Raises:
        DefinitionError: if the game has no pictures, or `seats` is too short.
        UnknownIdError: if the game has no such player.
    """

    def __init__(self, match: Match[Any, Any], seats: Sequence[str]) -> None:
        self._match: Final = match
        self._game: Final = match.game
        self._board: Final = board_of(match.game)
        number = manifest_of(match.game).seats.count_in(match.state) or len(self._board.seats)
        if len(seats) < number:
            raise DefinitionError(f"there are {number} seats, but players for {len(seats)}")
        self._seats: Final = tuple(seats[:number])
        self._people: Final = tuple(seat for seat, who in enumerate(self._seats) if who == PERSON)
        self._players: Final[Mapping[int, Player[Any, Any]]] = {
            seat: player_named(who, match.game)(match.game) for seat, who in enumerate(self._seats) if who != PERSON
        }
        self._at_screen: int | None = None

    @classmethod
    def opened(cls, text: str, game: Game[Any, Any, Any], seats: Sequence[str]) -> Table:
        """Return a table with the game of a record or of a position text.

        Args:
            text: The text. A record begins with a tag in brackets, and also says who plays.
            game: The rules of a position.
            seats: The players of a position.

        Raises:
            CairnRulesError: if the text is not valid; the message says why.
        """
        if text.lstrip().startswith("["):
            record = parse_record(text)
            match = record.match(draw_at_repetition=3)
            return cls(match, _seats_in(record))
        setup = setup_of(game)
        start = None if setup is None else setup.position({"position": text.strip()})
        if start is None:
            raise DefinitionError(f"{manifest_of(game).title} has no position texts; paste a record")
        return cls(Match(game, start, draw_at_repetition=3), seats)

    def do(self, action: str) -> None:
        """Take an action of a person."""
        self._match.do(action)

    def reply(self) -> None:
        """Let the computer player that decides now choose from its observation."""
        seat = self._match.current_player
        assert seat is not None, "the page asks while the game goes on"
        seen = self._game.observe(self._match.state, seat)
        self._match.do(self._players[seat].choose(seen, budget_of(self._seats[seat])))

    def hint(self) -> dict[str, str]:
        """Return the action that the strongest computer player would take."""
        state, seat = self._match.state, self._match.current_player
        assert seat is not None, "the page asks while the game goes on"
        strongest = tuple(players_for(self._game))[-1]
        player = player_named(strongest, self._game)(self._game)
        action = player.choose(self._game.observe(state, seat), budget_of(strongest))
        return {"action": self._game.format_action(action), "words": self._board.describe(state, action)}

    def undo(self) -> None:
        """Go back to the last decision of a person."""
        self._match.undo()
        while self._match.current_player not in self._people:
            self._match.undo()

    def redo(self) -> None:
        """Repeat what was undone last, up to the next decision of a person."""
        self._match.redo()
        while self._match.can_redo and self._match.current_player not in self._people:
            self._match.redo()

    def resign(self) -> None:
        """Let the person who decides now resign."""
        self._match.resign()

    def look(self) -> None:
        """Show the person who decides now what they may see."""
        self._at_screen = self._match.current_player

    def why(self, clicked: Sequence[str]) -> dict[str, str | None]:
        """Return why the clicked places take no action: a sentence, and a rule number or None."""
        text, rule = self._board.why(self._match.state, clicked)
        return {"text": text, "rule": rule}

    def picture(self, actions: Sequence[str]) -> str:
        """Return the picture of the current state with some actions marked."""
        state = self._match.state
        return self._drawn([self._game.parse_action(text, state) for text in actions])

    def view(self) -> dict[str, Any]:
        """Return everything that the page shows."""
        match, board = self._match, self._board
        state, outcome, seat = match.state, match.outcome, match.current_player
        awaited = self._awaited
        choosing = seat in self._people and awaited is None
        by_click: Mapping[Any, tuple[Way, ...]] = board.ways(state) if choosing else {}
        return {
            "game": manifest_of(self._game).name,
            "yours": choosing,
            "over": outcome is not None,
            "handover": None if awaited is None else board.name(awaited),
            "seat": None if self._viewer is None else board.seats[self._viewer],
            "question": self._question(),
            "told": self._told(),
            "actions": [
                {
                    "action": self._game.format_action(action),
                    "words": board.describe(state, action),
                    "ways": by_click[action],
                }
                for action in by_click
            ],
            "picture": self._drawn(()),
            "choices": self._drawn(tuple(by_click)) if choosing else "",
            "things": board.things(state),
            "threats": board.threats(state, seat) if choosing and seat is not None else [],
            "can_undo": self._can_undo,
            "can_redo": match.can_redo and awaited is None and not self._has_secrets,
            "record": self.record(),
        }

    def record(self) -> str:
        """Return the record so far. Its tags say who plays, so that the game can be opened again."""
        who = {
            self._board.name(seat): "Person" if name == PERSON else f"Computer ({name})"
            for seat, name in enumerate(self._seats)
        }
        return format_record(Record.of(self._match, tags=who))

    @property
    def _has_secrets(self) -> bool:
        """True if several people share the screen and may not see the same."""
        views = [self._game.observe(self._match.state, seat) for seat in self._people]
        return any(view != views[0] for view in views)

    @property
    def _awaited(self) -> int | None:
        """The person who has to take the screen before anything hidden is shown; None if nobody has."""
        seat = self._match.current_player
        return seat if seat in self._people and seat != self._at_screen and self._has_secrets else None

    @property
    def _addressed(self) -> int | None:
        return self._people[0] if len(self._people) == 1 else None

    @property
    def _viewer(self) -> int | None:
        """The seat whose view is shown; None for the view of a spectator."""
        if self._addressed is not None:
            return self._addressed
        return self._at_screen if self._has_secrets and self._awaited is None else None

    @property
    def _can_undo(self) -> bool:
        """True if a person's decision can be taken back; among people with secrets, only one that showed nothing."""
        match = self._match
        if not match.can_undo or self._awaited is not None:
            return False
        deciders = list(map(self._game.current_player, match.states[:-1]))
        if self._has_secrets and match.outcome is None:
            seat = match.current_player
            if seat is None or deciders[-1] != seat:
                return False
            return not self._board.reveals(match.states[-2], match.state, seat)
        return any(seat in self._people for seat in deciders) or match.outcome is not None

    def _question(self) -> str:
        match, board = self._match, self._board
        if match.outcome is not None:
            return board.result(match.state, match.outcome, self._addressed)
        seat = match.current_player
        if self._awaited is not None:
            return f"Hand the screen to {board.name(self._awaited)}."
        if seat is not None and seat not in self._people:
            return f"{board.name(seat)} is thinking …"
        return board.question(match.state, self._addressed)

    def _drawn(self, marked: Sequence[Any]) -> str:
        last = self._match.history[-1] if self._match.history else None
        return self._board.picture(self._match.state, self._viewer, marked, last)

    def _told(self) -> list[list[str]]:
        """Return the changes of each decision since a person's last one, inclusive."""
        match = self._match
        done = tuple(zip(match.states, match.history, match.states[1:], strict=False))
        own = [place for place, (state, _, _) in enumerate(done) if self._game.current_player(state) in self._people]
        since = done[own[-1] if own else 0 :]
        return [self._board.told(before, action, after, self._viewer) for before, action, after in since]


def _seats_in(record: Record[Any, Any]) -> tuple[str, ...]:
    """Return the players that the tags of a record name; a person at every other seat."""
    board = board_of(record.game)
    known = players_for(record.game)
    found = (_COMPUTER.fullmatch(record.tags.get(board.name(seat), "")) for seat in range(len(board.seats)))
    return tuple(each[1] if each is not None and each[1] in known else PERSON for each in found)
