"""What every rule system offers: the protocol that a game's module satisfies, and how a game ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar, cast, final

from attrs import field, frozen

from cairn_rules.errors import DefinitionError, quoted

SLUG: Final = re.compile("[a-z][a-z0-9-]{0,99}")
"""The form of reasons, seats and players in matches and records."""
REPETITION: Final = "repetition"
"""The reason of a draw because a position was repeated."""
TURN_LIMIT: Final = "turn-limit"
"""The reason of a draw because the match lasted as many turns as it may."""
RESIGNATION: Final = "resignation"
"""The reason of a victory because the other player resigned."""
FORMAT_NUMBER: Final = 1
"""The format in which games are written today; this one and all earlier ones are read."""
SEED_BITS: Final = 53
"""Seeds that are drawn have so many: too many to try, and every reader of JSON keeps them exactly."""
ADDED_LATER: Final = "added_later"
"""In the metadata of a field: the format had no such key at first, and has it only where it says something."""
STATE_TAG: Final = "State"
"""The tag of a record that tells its start as a whole document, and alone, where a game's other tags cannot."""
MAX_PLAYERS: Final = 100
"""Maximum number of players in a match or record."""

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")


def _numbers(value: object) -> tuple[int, ...] | None:
    """Return plain whole numbers (members of an `IntEnum` become such), or None if the value is something else."""
    given = tuple(cast("Iterable[object]", value)) if isinstance(value, Iterable) else (None,)
    numbers = tuple(int(each) for each in given if isinstance(each, int) and not isinstance(each, bool))
    return numbers if len(numbers) == len(given) else None


def _players(winners: Iterable[int]) -> tuple[int, ...]:
    players = _numbers(winners)
    if players is None:
        raise DefinitionError(f"the winners of an Outcome are numbers of players, not {quoted(winners)}")
    return players


def _points(scores: Iterable[int] | None) -> tuple[int, ...] | None:
    if scores is None:
        return None
    points = _numbers(scores)
    if not points:
        raise DefinitionError(f"the scores of an Outcome are whole numbers, one for each seat, not {quoted(scores)}")
    return points


@frozen
class Outcome:
    """How a game ended.

    Raises:
        DefinitionError: if the winners or the scores are not whole numbers.

    Example:
        >>> Outcome(winners=(0,), reason="third-megalith").is_draw
        False
        >>> solo = Outcome(winners=(), reason="out-of-food", scores=(12,))
        >>> solo.is_loss, solo.is_draw
        (True, False)
    """

    winners: tuple[int, ...] = field(converter=_players)
    """Seats of the players who won, as plain numbers in order; several share the victory.

    Empty for a draw, or a lost game for one.
    """
    reason: str
    """A stable code for what ended the game; the game's rules page lists them."""
    scores: tuple[int, ...] | None = field(default=None, converter=_points, metadata={ADDED_LATER: True})
    """Points of each seat, in seat order; None if the game counts none. A game for one always has some."""

    @classmethod
    def lost_by(cls, player: int, players: int, reason: str) -> Outcome:
        """Return the outcome of a game that one player lost, so that all others won.

        Args:
            player: The seat that lost.
            players: Number of players. A player who was alone has no points.
            reason: The reason.

        Raises:
            DefinitionError: if the game has no such seat.

        Example:
            >>> Outcome.lost_by(1, 3, "time")
            Outcome(winners=(0, 2), reason='time')
        """
        if player not in range(players):
            raise DefinitionError(f"a game for {players} has no seat {quoted(player)}")
        winners = tuple(seat for seat in range(players) if seat != player)
        return cls(winners, reason, (0,) if players == 1 else None)

    @property
    def is_draw(self) -> bool:
        """True if nobody won a game for two or more."""
        return not self.winners and not self.is_loss

    @property
    def is_loss(self) -> bool:
        """True if a game for one was lost, which its single score shows."""
        return not self.winners and self.scores is not None and len(self.scores) == 1

    @property
    def is_shared(self) -> bool:
        """True if several players won together."""
        return len(self.winners) > 1

    def __repr__(self) -> str:
        scores = "" if self.scores is None else f", scores={self.scores}"
        return f"Outcome(winners={self.winners}, reason={self.reason!r}{scores})"


class Game(Protocol[StateT, ActionT, ObservationT]):
    """A rule system: pure functions over frozen values. A module can be one (PEP 544).

    Players are seats, numbered from 0. Everything a player decides is an action, also in the
    middle of a turn, and `apply` maps one state to the next. Chance is spent in `new_game`: the
    state carries the hidden order, and `observe` is what keeps secrets.
    """

    def new_game(self, *, seed: int | None = None) -> StateT:
        """The first state of a game; the same seed gives the same game, None a different one each time."""
        ...

    def current_player(self, state: StateT) -> int | None:
        """Who decides now; None when the game is over."""
        ...

    def legal_actions(self, state: StateT) -> tuple[ActionT, ...]:
        """Every legal action, in a documented fixed order, without duplicates; none when the game is over."""
        ...

    def apply(self, state: StateT, action: ActionT) -> StateT:
        """The state after the action.

        Raises:
            IllegalActionError: when the action is not legal; it carries the reason.
        """
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Who won and why; None while the game goes on."""
        ...

    def observe(self, state: StateT, player: int | None) -> ObservationT:
        """What that seat (None: a spectator) may know of the state."""
        ...

    def sample_hidden(self, observation: ObservationT, rng: Random) -> StateT:
        """A full state that agrees with the observation, its hidden part drawn at random."""
        ...

    def format_action(self, action: ActionT) -> str:
        """The action in the game's notation, without white space."""
        ...

    def parse_action(self, text: str, state: StateT) -> ActionT:
        """The action that a text names in a state; it need not be legal there.

        Raises:
            NotationError: when the text names no action.
        """
        ...

    def diagram(self, state: StateT) -> str:
        """The state as a drawing in text, at most 80 columns wide."""
        ...


FUNCTIONS: Final = (
    "new_game",
    "current_player",
    "legal_actions",
    "apply",
    "outcome",
    "observe",
    "sample_hidden",
    "format_action",
    "parse_action",
    "diagram",
)
"""The functions of a rule system."""


def missing_functions(game: object) -> tuple[str, ...]:
    """Return the names of those functions of `Game` that a value lacks."""
    return tuple(name for name in FUNCTIONS if not callable(getattr(game, name, None)))


def sendable(game: Game[Any, Any, Any]) -> object:
    """A game as it can be pickled: a module by its name."""
    return _Module(game.__name__) if isinstance(game, ModuleType) else game


def received(game: object) -> Game[Any, Any, Any]:
    """The game that `sendable` gave."""
    return cast("Game[Any, Any, Any]", import_module(game.name) if isinstance(game, _Module) else game)


@final
@frozen
class _Module:
    """Stands for a module in a pickle."""

    name: str


def with_options(game: Game[StateT, ActionT, ObservationT], **options: Any) -> Game[StateT, ActionT, ObservationT]:
    """Return the same rules, with options that every new game gets beside the seed.

    The result can be sent to other processes if the game and the options can.

    Example:
        >>> import cairn_rules as cairn
        >>> light = with_options(cairn, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
        >>> {str(space): megalith.id for space, megalith in light.new_game(seed=7).megaliths.items()}
        {'b3': 'chaos', 'd3': 'dawn'}
    """
    return cast("Game[StateT, ActionT, ObservationT]", GameWithOptions(game, options))


@final
@frozen
class GameWithOptions:
    """A game with options for every new game; everything else is the game's own."""

    game: Game[Any, Any, Any]
    options: Mapping[str, Any]
    """The arguments of `new_game` beside the seed, by name."""

    def new_game(self, *, seed: int | None = None) -> Any:
        """Return the first state of a game with these options."""
        return cast("Any", self.game).new_game(seed=seed, **self.options)

    @property
    def __name__(self) -> str:
        """The name of the game's module or class."""
        return str(getattr(self.game, "__name__", type(self.game).__name__))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (sendable(self.game), dict(self.options))


def _unpickled(sent: object, options: Mapping[str, Any]) -> GameWithOptions:
    return GameWithOptions(received(sent), options)
