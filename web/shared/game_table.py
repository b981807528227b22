"""A game in progress on the page, of any game that has pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Any, Final, final

from cairn_rules import Player, analyse, format_record, manifest_of, parse_record, player_named, players_for
from cairn_rules.errors import DefinitionError
from cairn_rules.game import Game
from cairn_rules.history import Match, Record
from cairn_rules.history.chart import chart_svg
from cairn_rules.history.game_review import (
    Review,
    ReviewedTurn,
    reviewed_turns,
    sentence_of,
    total_of,
    turning_point_of,
)
from cairn_rules.history.page import html_page
from cairn_rules.history.undo import UNDO, Undo
from cairn_rules.manifest import have_secrets, setup_of
from cairn_rules.players import Analysis
from web.shared.board import Board, Way
from web.shared.games import EVALUATION, REVIEW, board_of, budget_of
from web.shared.record_pack import content_in

PERSON: Final = "person"
"""What a seat has instead of the name of a computer player."""
LINES: Final = 3
"""Maximum number of lines of an evaluation."""
_COMPUTER: Final = re.compile(r"Computer \(([\w-]+)\)")


@final
class Table:
    """A game in progress, with people and computer players.

    Args:
        match: The game.
        seats: For each seat `person` or the name of a computer player.
        board: The board (default: that of the game).
        tags: Further tags of the record, that of `Undo` included.

    Raises:
        DefinitionError: if the game has no pictures, or `seats` is too short.
        UnknownIdError: if the game has no such player.
    """

    def __init__(
        self,
        match: Match[Any, Any],
        seats: Sequence[str],
        *,
        board: Board | None = None,
        tags: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._match: Final = match
        self._game: Final = match.game
        self._board: Final = board_of(match.game) if board is None else board
        self._tags: Final = tags
        number = manifest_of(match.game).seats.count_in(match.state) or len(self._board.seats)
        if len(seats) < number:
            raise DefinitionError(f"there are {number} seats, but players for {len(seats)}")
        self._seats: Final = tuple(seats[:number])
        self._people: Final = tuple(seat for seat, who in enumerate(self._seats) if who == PERSON)
        self._undo: Final = Undo(match, self._people, tags.get(UNDO, ""))
        self._players: Final[Mapping[int, Player[Any, Any]]] = {
            seat: player_named(who, match.game)(match.game) for seat, who in enumerate(self._seats) if who != PERSON
        }
        self._at_screen: int | None = None
        self._place: int | None = None
        """The number of decisions before the state that is shown; None for the current state."""
        self._left: Final[list[int]] = []
        """The numbers of decisions before the variations that the match follows."""
        self._was_over = False
        """True if the game was over when its first variation began."""
        self._evaluated: Any = None
        """The state that is evaluated."""
        self._pointed: list[Any] = []
        """The actions that the last picture of the evaluation points at."""
        self._evaluation: Iterator[Analysis[Any]] = iter(())
        self._reviewed: Record[Any, Any] | None = None
        """The record that is reviewed."""
        self._turns: list[ReviewedTurn[Any]] = []
        self._review: Iterator[ReviewedTurn[Any]] = iter(())

    @classmethod
    def opened(
        cls,
        text: str,
        game: Game[Any, Any, Any],
        seats: Sequence[str],
        *,
        tags: Mapping[str, str] = MappingProxyType({}),
    ) -> Table:
        """Return a table with the game of a record or of a position text.

        Args:
            text: The text. A record begins with a tag in brackets, and also says who plays.
            game: The rules of a position.
            seats: The players of a position.
            tags: Further tags of the record of a position.

        Raises:
            CairnRulesError: if the text is not valid; the message says why.
        """
        if text.lstrip().startswith("["):
            packs, found = content_in(text)
            record = parse_record(text, registry=packs)
            match = record.match(draw_at_repetition=3)
            return cls(match, seats_in(record), tags={**found, **undo_in(record)})
        start = setup_of(game).position({"position": text.strip()})
        if start is None:
            raise DefinitionError(f"{manifest_of(game).title} has no position texts; paste a record")
        return cls(Match(game, start, draw_at_repetition=3), seats, tags=tags)

    def do(self, action: str) -> str:
        """Take an action of a person. At an earlier state, another one than was taken begins a variation.

        Returns:
            What the only person is asked once before a variation that could show something hidden; nothing is done
            then. Empty otherwise.

        Raises:
            MatchError: if such a variation is refused.
        """
        if self._place is not None:
            taken = self._game.parse_action(action, self.state)
            self._game.apply(self.state, taken)  # an illegal action begins no variation
            if self._match.history[self._place :][:1] == (taken,):
                self.go(self._place + 1)
                return ""
            if asked := self._undo.variation_question(self._place):
                return f"{asked} Try it all the same?"
            self._was_over = self._is_over
            self._left.append(self._place)
            self._match.start_variation(self._place)
            self._place = None
            self._match.do(taken)
        else:
            self._match.do(action)
        return ""

    def reply(self) -> None:
        """Let the computer player that decides now choose from its observation.

        Raises:
            ValueError: if none decides.
        """
        seat = self._match.current_player
        if seat is None or seat not in self._players:
            raise ValueError("no computer player decides now")
        seen = self._game.observe(self._match.state, seat)
        self._match.do(self._players[seat].choose(seen, budget_of(self._seats[seat])))

    def hint(self) -> dict[str, str]:
        """Return the action that the strongest computer player would take.

        Raises:
            ValueError: if the game is over in the state that is shown.
        """
        state, seat = self.state, self._seat
        if seat is None:
            raise ValueError("nobody decides now")
        strongest = tuple(players_for(self._game))[-1]
        player = player_named(strongest, self._game)(self._game)
        action = player.choose(self._game.observe(state, seat), budget_of(strongest))
        return {"action": self._game.format_action(action), "words": self._board.describe(state, action)}

    def undo(self) -> str:
        """Go back to the last decision of a person; from the first one of a variation, to where it began.

        Returns:
            What that decision has shown to the only person, to be asked once; nothing is undone then. Empty otherwise.

        Raises:
            MatchError: if it is refused.
            ValueError: if an earlier state is shown.
        """
        if self._place is not None:
            raise ValueError("nothing is taken back while an earlier state is shown")
        if asked := self._undo.question(self._board.told):
            return f"{asked} Take it back all the same? The record will say so."
        self._undo.take_back()
        if self._left and len(self._match.history) == self._first:
            self._match.end_variation()  # without a decision, it leaves nothing behind
            self._place = self._left.pop()
        return ""

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

    def go(self, place: int) -> None:
        """Show the state after a number of decisions, in which another action can be tried.

        Raises:
            DefinitionError: if there is no such state, or what it shows is hidden from people at the screen.
        """
        last = len(self._match.history)
        if not self._can_step or place not in range(self._first, last + 1):
            raise DefinitionError(f"nothing to show after {place} of {last} decisions")
        self._place = place if place < last or self._match.outcome is not None else None

    def leave(self) -> None:
        """Come back to the current state; from there, to the line that the variation has left."""
        if self._place is not None:
            self._place = None
        else:
            self._match.end_variation()
            self._left.pop()

    def evaluate(self) -> dict[str, Any] | None:
        """Return the next step of the evaluation of the state that is shown; None if the reader may not see one.

        It is made of what the seat that decides may know. The picture is empty if its arrows would be the same.
        """
        seat = self._seat
        if seat is None or self._awaited is not None or not self._sees(seat):
            return None
        state, board = self.state, self._board
        if self._evaluated is not state:
            self._evaluated, self._pointed = state, []
            seen = self._game.observe(state, seat)
            self._evaluation = analyse(self._game, seen, budget=EVALUATION, lines=LINES, seed=0)
        analysis = next(self._evaluation, None)
        if analysis is None:
            return {"done": True}
        before, self._pointed = self._pointed, [line.actions[0] for line in analysis.lines]
        last = self._match.history[self._shown - 1] if self._shown else None
        return {
            "done": False,
            "seat": board.name(seat),
            "chances": [
                {"name": board.name(each), "chance": chance} for each, chance in enumerate(analysis.lines[0].chances)
            ],
            "lines": [
                {
                    "chance": line.chances[seat],
                    "rough": line.is_rough,
                    "words": board.describe(state, line.actions[0]),
                    "more": " ".join(map(self._game.format_action, line.actions[1:])),
                    "wins_in": line.wins_in,
                }
                for line in analysis.lines
            ],
            "picture": ""
            if self._pointed == before
            else board.picture(state, self._viewer, self._game.legal_actions(state), last, self._pointed),
        }

    def review(self) -> dict[str, Any]:
        """Review the next turn of the game, which is over; return the progress, or the review of all turns.

        Raises:
            DefinitionError: if the game is not over, or no decision was made.
        """
        if not self._is_over:
            raise DefinitionError("nothing to review before the game is over")
        record = self._whole
        if not self._turns or self._reviewed is None or self._reviewed.actions != record.actions:
            self._reviewed, self._turns = record, []
            self._review = reviewed_turns(record, budget=REVIEW, seed=0)
        turn = next(self._review, None)
        if turn is not None:
            self._turns.append(turn)
            return {"done": turn.first + len(turn.actions), "count": len(record.actions), "review": None}
        found = Review(original=self._reviewed, turns=self._turns)
        names = tuple(map(self._board.name, range(len(found.seats))))
        point = found.turning_point
        sums = [total_of(seat, names) for seat in found.seats]
        if point is not None:
            sums.append(turning_point_of(point, names))
        return {
            "done": len(record.actions),
            "count": len(record.actions),
            "review": {
                "chart": chart_svg(found.record),
                "sums": sums,
                "turns": [self._told_of(turn, names) for turn in found.turns if turn.mark],
                "page": html_page(found.record),
            },
        }

    def _told_of(self, turn: ReviewedTurn[Any], names: tuple[str, ...]) -> dict[str, Any]:
        """Return a marked turn of a review: where the better line leaves the game, its action there, and texts."""
        assert turn.differs_at is not None, "a turn that is marked could have been better"
        played, best = (" ".join(map(self._game.format_action, each)) for each in (turn.actions, turn.best.actions))
        return {
            "place": turn.differs_at,
            "head": f"{turn.turn}. {names[turn.seat]}: {played} {turn.mark}",
            "said": sentence_of(turn, names),
            "better": best,
            "action": self._game.format_action(turn.best.actions[turn.differs_at - turn.first]),
        }

    def why(self, clicked: Sequence[str]) -> dict[str, str | None]:
        """Return why the clicked places take no action: a sentence, and a rule number or None.

        Raises:
            ValueError: if no place was clicked, or there is no such place.
        """
        try:
            text, rule = self._board.why(self.state, clicked)
        except LookupError as error:
            raise ValueError(f"no such places: {list(clicked)}") from error
        return {"text": text, "rule": rule}

    def picture(self, actions: Sequence[str]) -> str:
        """Return the picture of the current state with some actions marked; a single one beside what was played."""
        state = self.state
        marked = [self._game.parse_action(text, state) for text in actions]
        played = self._match.history[self._shown : self._shown + 1] if self._is_over else ()
        if played and len(marked) == 1 and played[0] != marked[0]:
            return self._drawn((), {marked[0]: "highlight", played[0]: "muted"})
        return self._drawn(marked)

    def view(self) -> dict[str, Any]:
        """Return everything that the page shows."""
        match, board, steps = self._match, self._board, self._place is not None
        state, seat = self.state, self._seat
        awaited = self._awaited
        choosing = seat is not None and awaited is None and (self._sees(seat) if steps else seat in self._people)
        by_click: Mapping[Any, tuple[Way, ...]] = board.ways(state) if choosing else {}
        refusal = self._undo.refusal
        return {
            "game": manifest_of(self._game).name,
            "yours": choosing,
            "over": match.outcome is not None and not choosing,
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
            "can_undo": awaited is None and not refusal and not steps,
            "asks": "",
            "refusal": refusal,
            "can_redo": match.can_redo and awaited is None and not self._has_secrets and not steps,
            "can_step": self._can_step,
            "can_evaluate": seat is not None and awaited is None and self._sees(seat),
            "first": self._first,
            "place": self._shown,
            "count": len(match.history),
            "where": self._where,
            "stepping": steps,
            "varied": match.in_variation,
            "leave": f"Back to the {'variation' if steps and self._left else 'game'}" if steps or self._left else "",
            "finished": self._is_over,
            "record": self.record(),
        }

    @property
    def state(self) -> Any:
        """The state that is shown."""
        return self._match.states[self._shown]

    def record(self) -> str:
        """Return the record so far. Its tags say who plays, so that the game can be opened again."""
        return format_record(self._whole)

    @property
    def _whole(self) -> Record[Any, Any]:
        """The record of the game with its variations, also while one is tried."""
        who = {
            self._board.name(seat): "Person" if name == PERSON else f"Computer ({name})"
            for seat, name in enumerate(self._seats)
        }
        whole = copy(self._match)
        while whole.in_variation:
            whole.end_variation()
        return Record.of(whole, tags={**who, **self._tags, **({UNDO: self._undo.tag} if self._undo.tag else {})})

    @property
    def _first(self) -> int:
        """The number of decisions before the line that the match follows."""
        return self._left[-1] if self._left else 0

    @property
    def _shown(self) -> int:
        """The number of decisions before the state that is shown."""
        return len(self._match.history) if self._place is None else self._place

    @property
    def _seat(self) -> int | None:
        """The seat that decides in the state that is shown; None if the game is over there."""
        return self._match.current_player if self._place is None else self._game.current_player(self.state)

    @property
    def _is_over(self) -> bool:
        """True if the game is over, apart from variations, so that nothing has to be kept secret."""
        return self._was_over if self._left else self._match.outcome is not None

    @property
    def _where(self) -> str:
        """The place of the state that is shown, as a sentence without full stop."""
        told = f"After {self._shown} of {len(self._match.history)} decisions"
        return f"{told}, in a variation from decision {self._first + 1}" if self._left else told

    def _sees(self, seat: int) -> bool:
        """Return whether the reader may know what a seat knows in the state that is shown."""
        if seat in self._people or self._is_over:
            return True
        game, state = self._game, self.state
        return bool(game.observe(state, seat) == game.observe(state, self._viewer))

    @property
    def _can_step(self) -> bool:
        """True if the states of the game so far can be shown."""
        return self._is_over or (self._awaited is None and not self._has_secrets)

    @property
    def _has_secrets(self) -> bool:
        """True if several people share the screen and may not see the same."""
        return have_secrets(self._game, self.state, self._people)

    @property
    def _awaited(self) -> int | None:
        """The person who has to take the screen before anything hidden is shown; None if nobody has."""
        seat = self._seat
        if self._is_over or seat == self._at_screen or seat not in self._people:
            return None
        return seat if self._has_secrets else None

    @property
    def _addressed(self) -> int | None:
        return self._people[0] if len(self._people) == 1 else None

    @property
    def _viewer(self) -> int | None:
        """The seat whose view is shown; None for the view of a spectator."""
        if self._addressed is not None:
            return self._addressed
        if self._is_over and self._place is not None:
            return self._seat
        return self._at_screen if self._has_secrets and self._awaited is None else None

    def _question(self) -> str:
        match, board, seat = self._match, self._board, self._seat
        if self._place is not None and seat is not None:
            return board.question(self.state, None if self._is_over else self._addressed)
        if match.outcome is not None:
            return board.result(match.state, match.outcome, self._addressed)
        if self._awaited is not None:
            return f"Hand the screen to {board.name(self._awaited)}."
        if seat is not None and seat not in self._people:
            return f"{board.name(seat)} is thinking …"
        return board.question(match.state, self._addressed)

    def _drawn(self, marked: Sequence[Any], arrows: Mapping[Any, str] = MappingProxyType({})) -> str:
        last = self._match.history[self._shown - 1] if self._shown else None
        return self._board.picture(self.state, self._viewer, marked, last, arrows)

    def _told(self) -> list[list[str]]:
        """Return the log of each decision since a person's last one, inclusive, in sentences."""
        log = self._match.log(self._viewer)[: self._shown]
        own = [place for place, entry in enumerate(log) if entry.seat in self._people]
        since = log[own[-1] if own else 0 :] if self._place is None else log[-1:]
        return [list(entry.sentences) for entry in since]


def undo_in(record: Record[Any, Any]) -> dict[str, str]:
    """Return the tag of a record that says what may be taken back, and what was; empty if it has none."""
    return {tag: text for tag, text in record.tags.items() if tag == UNDO}


def seats_in(record: Record[Any, Any]) -> tuple[str, ...]:
    """Return the players that the tags of a record name; a person at every other seat."""
    board = board_of(record.game)
    known = players_for(record.game)
    found = (_COMPUTER.fullmatch(record.tags.get(board.name(seat), "")) for seat in range(len(board.seats)))
    return tuple(each[1] if each is not None and each[1] in known else PERSON for each in found)
