"""The protocol of a rule system, and the outcome of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from importlib import import_module
from random import Random
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast, final

from cairn_rules.checks import as_int, checked, game_around, instance, is_of
from cairn_rules.errors import CairnRulesError, DefinitionError, quoted
from cairn_rules.frozen_classes import AttrsInstance, field, fields, frozen

__all__ = ["ActionT", "ObservationT", "StateT"]

SLUG: Final = re.compile("[a-z][a-z0-9-]{0,99}")
"""The form of the names of reasons, seats and players in matches and records."""
REPETITION: Final = "repetition"
"""The reason of a draw by a repeated position."""
TURN_LIMIT: Final = "turn-limit"
"""The reason of a draw because the match reached its maximum number of turns."""
RESIGNATION: Final = "resignation"
"""The reason of a win because a player resigned."""
FORMAT_NUMBER: Final = 1
"""The current format of stored games. This one and all earlier ones can be read."""
SEED_BITS: Final = 53
"""Size of a drawn seed, in bits: too many to try them all, and exact in every JSON reader."""
ADDED_LATER: Final = "added_later"
"""The metadata key of a field added to the format later. JSON leaves it out if it has its default."""
STATE_TAG: Final = "State"
"""The tag with a record's start as a whole document, for starts that the game's other tags cannot express."""
MAX_PLAYERS: Final = 100
"""Maximum number of players in a match or record."""

# A class that stands bare in an annotation is one of any game. Only type checkers ask for these defaults (PEP 696), and
# `typing_extensions` is slow to import.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StateT = TypeVar("StateT", default=Any)
    """The states of a game, in the types of functions for any game."""
    ActionT = TypeVar("ActionT", default=Any)
    """The actions of a game."""
    ObservationT = TypeVar("ObservationT", default=Any)
    """The observations of a game."""
else:
    from typing import TypeVar

    StateT, ActionT, ObservationT = map(TypeVar, ("StateT", "ActionT", "ObservationT"))


def written(value: object, function: str, game: str | None = None) -> str:
    """Return the text of a value by a function of a game; its `repr` if the value is unsound.

    `game` is the name of the game's module (default: the game that the value's class belongs to).
    """
    try:
        text: str = getattr(import_module(game) if game else game_around(type(value).__module__), function)(value)
    except CairnRulesError:
        return repr(value)
    return text


class Notated:
    """A base class of actions, whose `str` is their notation."""

    __slots__ = ()

    def __str__(self) -> str:
        return written(self, "format_action")


class NamedEnum(Enum):
    """A base class of enumerations, whose `repr` is the name of a member without its value, such as `Tile.ADD`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Drawn:
    """A base class of states and observations, whose `str` is their diagram."""

    __slots__ = ()

    def __str__(self) -> str:
        return written(self, "diagram")


class Pictured(Drawn):
    """A base class of states and observations that a notebook shows as pictures, by the function `svg` of the game."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook: what a spectator sees of a state, and what the seat of an observation."""
        picture: str = game_around(type(self).__module__).svg(self)
        return picture


def _numbers(value: object) -> tuple[int, ...] | None:
    """Return whole numbers as plain `int`, also those of an `IntEnum`; None if the value holds anything else."""
    many = isinstance(value, Iterable) and not isinstance(value, str | bytes)
    given = tuple(cast("Iterable[object]", value)) if many else (None,)
    numbers = tuple(number for number in map(as_int, given) if number is not None)
    return numbers if len(numbers) == len(given) else None


def _players(winners: Iterable[int]) -> tuple[int, ...]:
    players = _numbers(winners)
    if players is None:
        raise DefinitionError(f"winners must be seat numbers, got {quoted(winners)}")
    return players


def _points(scores: Iterable[int] | None) -> tuple[int, ...] | None:
    if scores is None:
        return None
    points = _numbers(scores)
    if not points:
        raise DefinitionError(f"scores must be whole numbers, one for each seat, got {quoted(scores)}")
    return points


def _check_rival(_: object, __: object, points: Any) -> None:
    if points is not None and _numbers((points,)) is None:
        raise DefinitionError(f"the points of a rival must be a whole number, got {quoted(points)}")


@frozen
class Outcome:
    """The result of a game: the winners, the reason, and the scores if the game counts points.

    Raises:
        DefinitionError: if the winners, the scores or the rival's points are not whole numbers.

    Example:
        >>> Outcome(winners=(0,), reason="third-megalith").is_draw
        False
        >>> solo = Outcome(winners=(), reason="out-of-food", scores=(12,))
        >>> solo.is_loss, solo.is_draw
        (True, False)
        >>> print(solo)
        Nobody wins: out of food (12)
    """

    winners: tuple[int, ...] = field(converter=_players)
    """Seats of the winners, as plain numbers in order. Several winners share a victory.

    Empty for a draw, and for a lost game for one player.
    """
    reason: str = field(validator=instance(str))
    """A stable code for the reason why the game ended; the game's rules page lists them."""
    scores: tuple[int, ...] | None = field(default=None, converter=_points, metadata={ADDED_LATER: True})
    """Points of each seat, in seat order; None if the game has no points. A game for one player always has them."""
    rival: int | None = field(default=None, eq=False, validator=_check_rival, metadata={ADDED_LATER: True})
    """Points of an opponent without a seat, in a game for one player against the rules; None if there is none.

    Records leave it out, and equality ignores it.
    """

    @classmethod
    @checked
    def lost_by(cls, player: int, players: int, reason: str) -> Outcome:
        """Return the outcome of a game that one player lost and all others won.

        In a game for one, the score is 0.

        Raises:
            DefinitionError: if the game has no such seat.

        Example:
            >>> Outcome.lost_by(1, 3, "time")
            Outcome(winners=(0, 2), reason='time')
        """
        loser = as_int(player)
        if loser not in range(players):
            raise DefinitionError(f"a game for {players} has no seat {quoted(player)}")
        winners = tuple(seat for seat in range(players) if seat != loser)
        return cls(winners, reason, (0,) if players == 1 else None)

    @property
    def is_draw(self) -> bool:
        """True if a game for two or more players has no winner."""
        return not self.winners and not self.is_loss

    @property
    def is_loss(self) -> bool:
        """True if a game for one player was lost. A single score marks such a game."""
        return not self.winners and self.scores is not None and len(self.scores) == 1

    @property
    def is_shared(self) -> bool:
        """True if several players won together."""
        return len(self.winners) > 1

    @checked
    def sentence(self, names: Sequence[str] = ()) -> str:
        """Return the result as a sentence without a full stop, with the reason's code as words.

        The default names are `Player 0` and so on, in seat order.

        Raises:
            DefinitionError: if a winner has no name.

        Example:
            >>> Outcome(winners=(1,), reason="resignation").sentence(["Ann", "Bo"])
            'Bo wins: Ann resigned'
            >>> Outcome(winners=(0, 2), reason="most-points", scores=(7, 3, 7)).sentence()
            'Player 0 and Player 2 win: most points'
        """
        if names and (isinstance(names, str) or len(names) <= max(self.winners, default=0)):
            raise DefinitionError(f"names should be a list with the name of each player, not {quoted(names)}")
        winners = [names[winner] if names else f"Player {winner}" for winner in self.winners]
        verb = "win" if self.is_shared else "wins"
        result = f"{' and '.join(winners)} {verb}" if winners else "Nobody wins" if self.is_loss else "A draw"
        return f"{result}: {self.reason_text(names)}"

    @checked
    def reason_text(self, names: Sequence[str] = ()) -> str:
        """Return the reason as words, such as `third megalith` or `Ann resigned`.

        The names are those of the players, in seat order.
        """
        who = who_resigned(self, names)
        return self.reason.replace("-", " ") if who is None else f"{who} resigned"

    def __str__(self) -> str:
        return self.sentence() if self.scores is None else f"{self.sentence()} ({', '.join(map(str, self.scores))})"

    def __repr__(self) -> str:
        scores = "" if self.scores is None else f", scores={self.scores}"
        rival = "" if self.rival is None else f", rival={self.rival}"
        return f"Outcome(winners={self.winners}, reason={self.reason!r}{scores}{rival})"


def who_resigned(outcome: Outcome, names: Sequence[str]) -> str | None:
    """Return the name of the player whose resignation ended a game; None if it ended otherwise or this is unclear."""
    losers = [name for seat, name in enumerate(names) if seat not in outcome.winners]
    has_loser = bool(outcome.winners) or outcome.is_loss
    return losers[0] if outcome.reason == RESIGNATION and has_loser and len(losers) == 1 else None


class Game(Protocol[StateT, ActionT, ObservationT]):
    """A rule system: pure functions over frozen values. A module can be one (PEP 544).

    Players are seats, numbered from 0. Every decision is an action, also in the middle of a turn,
    and `apply` maps one state to the next. All randomness is used up in `new_game`, unless the game keeps
    a key for it in its state (see `cairn_rules.chance`). The state contains hidden information; `observe` removes it.
    """

    def new_game(self, *, seed: int | None = None) -> StateT:
        """Return the first state of a game. The same seed gives the same game (default: a different game each time)."""
        ...

    def current_player(self, state: StateT) -> int | None:
        """Return the seat that decides now; None if the game is over."""
        ...

    def legal_actions(self, state: StateT) -> tuple[ActionT, ...]:
        """Return every legal action, in a documented fixed order, without duplicates; empty if the game is over.

        Of the classes that its manifest names as `open_actions`, it lists a sample.
        """
        ...

    def apply(self, state: StateT, action: ActionT) -> StateT:
        """Return the state after an action. The given state is unchanged.

        Raises:
            IllegalActionError: if the action is not legal. It carries the reason.
        """
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Return the outcome of the game; None if it is not over."""
        ...

    def observe(self, state: StateT, player: int | None) -> ObservationT:
        """Return the part of a state that a seat may know; for None, the part that a spectator may know.

        Raises:
            DefinitionError: if there is no such seat. All games of this library check it; other games need not.
        """
        ...

    def sample_hidden(self, observation: ObservationT, rng: Random) -> StateT:
        """Return a full state that agrees with an observation, its hidden part drawn at random."""
        ...

    def format_action(self, action: ActionT) -> str:
        """Return an action in the game's notation, without white space."""
        ...

    def parse_action(self, text: str, state: StateT) -> ActionT:
        """Parse an action in the game's notation. It need not be legal in the state.

        Raises:
            NotationError: if the text does not name an action.
        """
        ...

    def diagram(self, state: StateT) -> str:
        """Return a text drawing of a state, at most 80 columns wide, without anything hidden from spectators.

        With an optional argument `plain`, which a manifest announces as `has_plain_diagram`, it returns sentences
        for screen readers instead, a line each.
        """
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


def missing_functions(game: object) -> tuple[str, ...]:
    """Return the names of the functions of `Game` that a value lacks, in order."""
    return tuple(name for name in FUNCTIONS if not callable(getattr(game, name, None)))


def sendable(game: Game[Any, Any, Any]) -> object:
    """Return a stand-in for a game that can be pickled: for a module, its name."""
    return _Module(game.__name__) if isinstance(game, ModuleType) else game


def received(game: object) -> Game[Any, Any, Any]:
    """Return the game for a stand-in made by `sendable`."""
    return cast("Game[Any, Any, Any]", import_module(game.name) if isinstance(game, _Module) else game)


def reduced(value: AttrsInstance) -> tuple[object, ...]:
    """Return what `__reduce__` does for a value that may hold a module as its game, and read-only mappings."""
    parts = {each.name: getattr(value, each.name) for each in fields(type(value))}
    is_mapping = is_of(MappingProxyType)
    plain = {name: dict(each) if is_mapping(each) else sendable(each) for name, each in parts.items()}
    return _made_again, (type(value), plain)


def _made_again(kind: type[Any], parts: Mapping[str, object]) -> object:
    return kind(**{name: received(each) for name, each in parts.items()})


class _Module(NamedTuple):
    """A stand-in for a module in a pickle."""

    name: str


@checked
def with_options(game: Game[StateT, ActionT, ObservationT], **options: Any) -> Game[StateT, ActionT, ObservationT]:
    """Return the same rules with fixed options for every new game.

    The result can be sent to other processes if the game and the options can. Options are arguments of `new_game`,
    besides the seed.

    Example:
        >>> from cairn_rules import cairn
        >>> light = with_options(cairn, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
        >>> {str(space): megalith.id for space, megalith in light.new_game(seed=7).megaliths.items()}
        {'b3': 'chaos', 'd3': 'dawn'}
    """
    return cast("Game[StateT, ActionT, ObservationT]", GameWithOptions(game, options))


@final
@frozen
class GameWithOptions:
    """A game whose new games get fixed options. All other attributes are those of the game."""

    game: Game[Any, Any, Any]
    options: Mapping[str, Any]
    """The arguments of `new_game`, besides the seed, by name."""

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
