"""The table of a game: the players of its seats, their time, and when it is drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from cairn_rules.cli.imports import player_at
from cairn_rules.errors import CairnRulesError, UnknownIdError, cut
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import MAX_PLAYERS, Game
from cairn_rules.history.undo import UNDO
from cairn_rules.manifest import may_choose, seat_tag
from cairn_rules.players.by_name import PLAYERS
from cairn_rules.players.player import Budget, Player


class OpponentError(CairnRulesError, RuntimeError):
    """A player raised an exception, or chose an illegal action."""


@final
class Opponents:
    """The computer players of one game, each created on first use.

    The same seed gives the same decisions, unless the budget is a time; None gives different ones.
    """

    def __init__(self, game: Game[Any, Any, Any], seed: int | None = None) -> None:
        self._game = game
        self._seed = seed
        self._made: dict[tuple[int, str], Player[Any, Any]] = {}

    def decision(self, name: str, state: Any, budget: Budget | None) -> Any:
        """Return the decision of a player in a state.

        Raises:
            OpponentError: if the player cannot be created, raises an exception, or chooses an illegal action.
        """
        game = self._game
        seat = game.current_player(state)
        assert seat is not None, "nobody is asked when a game is over"
        try:
            if (seat, name) not in self._made:
                seed = None if self._seed is None else self._seed + seat
                self._made[seat, name] = player_at(name, game)[1](game, seed=seed)
            answer = self._made[seat, name].choose(game.observe(state, seat), budget)
            legal = may_choose(game, state, answer)
        except Exception as error:
            raise OpponentError(f"the player {name} raised {cut(repr(error), 200)}") from error
        if not legal:
            raise OpponentError(f"the player {name} answered {cut(repr(answer), 200)}, which is not legal")
        return answer


PERSON: Final = "human"
"""The name of a person at the terminal."""
OPPONENT: Final = "tree"
_CLOCK: Final = "Clock"
_NUMBERS: Final = {
    "Simulations": "simulations",
    "Seconds": "seconds",
    "DrawAtRepetition": "draw_at_repetition",
    "DrawAfterTurns": "draw_after_turns",
}
"""The fields of a table by tag of a record."""


@final
@frozen(kw_only=True)
class Table:
    """The players and their conditions; a record has them as tags."""

    names: Mapping[int, str] = field(factory=dict[int, str])
    """Player of each seat: `human`, or one of `players`; any other name is a person's."""
    simulations: int | None = None
    """Budget of opponents per decision, in simulations."""
    seconds: float | None = None
    """Budget of opponents per decision, in seconds."""
    clock: tuple[float, ...] = ()
    """Seconds left for each seat; empty without a clock."""
    draw_at_repetition: int | None = None
    """The game is drawn when a position occurs the Nth time."""
    draw_after_turns: int | None = None
    """The game is drawn after N turns."""
    undo: str = ""
    """What may be taken back, and what was: the tag of an `Undo`."""
    players: tuple[str, ...] = tuple(PLAYERS)
    """The names of computer players, and the places of those of the user."""

    @property
    def budget(self) -> Budget | None:
        """Budget of opponents per decision; None: their default."""
        return Budget.of(self.simulations, self.seconds)

    def is_person(self, seat: int) -> bool:
        """Return whether a person has a seat."""
        return self.name(seat) not in self.players

    def name(self, seat: int) -> str:
        """Return the player of a seat."""
        return self.names.get(seat, OPPONENT)

    def tags(self, seats: Sequence[str]) -> dict[str, str]:
        """Return the tags of a record for this table."""
        tags = {seat_tag(seats, seat): name for seat, name in self.names.items()}
        numbers = {tag: getattr(self, name) for tag, name in _NUMBERS.items()}
        tags |= {tag: str(number) for tag, number in numbers.items() if number is not None}
        if self.clock:
            tags[_CLOCK] = " ".join(f"{left:.1f}" for left in self.clock)
        if self.undo:
            tags[UNDO] = self.undo
        return tags

    @classmethod
    def told_by(cls, tags: Mapping[str, str], seats: Sequence[str]) -> Table:
        """Return the table for the tags of a record.

        Raises:
            CairnRulesError: if a number in them is not valid.
        """
        places = range(len(seats) or MAX_PLAYERS)
        names = {seat: tags[seat_tag(seats, seat)] for seat in places if seat_tag(seats, seat) in tags}
        numbers = {name: _number(tag, tags[tag]) for tag, name in _NUMBERS.items() if tag in tags}
        clock = tuple(_number(_CLOCK, text, least=0) for text in tags.get(_CLOCK, "").split())
        whole: dict[str, Any] = {name: number if name == "seconds" else int(number) for name, number in numbers.items()}
        return cls(names=names, clock=clock, undo=tags.get(UNDO, ""), **whole)


def _number(tag: str, text: str, least: float = 0.001) -> float:
    wanted, right = "[1-9][0-9]{0,8}", "a whole number from 1 to 999999999"
    if tag in (_CLOCK, "Seconds"):
        wanted, right = r"[0-9]{1,9}(\.[0-9]{1,9})?", "a number of seconds, such as 2.5"
    if not re.fullmatch(wanted, text) or float(text) < least:
        raise CairnRulesError(f"tag {tag}: {cut(text, 100)!r} is not {right}")
    return float(text)


def placed(given: Mapping[int, str], count: int) -> dict[int, str]:
    """Return the player of every seat, given some.

    Without a person, the first free seat is a person's; the other free seats are the opponent's.

    Example:
        >>> placed({}, 2), placed({0: "greedy"}, 2), placed({1: "human"}, 2)
        ({0: 'human', 1: 'tree'}, {0: 'greedy', 1: 'human'}, {0: 'tree', 1: 'human'})
    """
    names = dict(given)
    for seat in range(count):
        if seat not in names:
            names[seat] = OPPONENT if PERSON in names.values() else PERSON
    return dict(sorted(names.items()))


def named(seat: str, name: str, seats: Sequence[str], players: Sequence[str]) -> dict[int, str]:
    """Return the player that was named for a seat, by the number of the seat.

    The seat is given by its name or its number; `seats` is empty if they have no names, and `players` has the names of
    computer players.

    Raises:
        CairnRulesError: if there is no such seat or player; it lists those that there are.
    """
    numbers = tuple(map(str, range(len(seats) or MAX_PLAYERS)))
    known = tuple(seats) or numbers
    if seat not in known and seat not in numbers:
        raise UnknownIdError(seat, known)
    if name != PERSON and name not in players:
        raise CairnRulesError(f"there is no player {cut(name, 100)!r}; there are {', '.join((PERSON, *players))}")
    return {(known if seat in known else numbers).index(seat): name}
