"""What every rule system offers: the protocol that a game's module satisfies, and how a game ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Final, Generic, Protocol, TypeVar, cast, final

from attrs import field, frozen

from cairn_rules.errors import DefinitionError, Fault, NotationError
from cairn_rules.registry import Registry
from cairn_rules.starting import Starting

REASON: Final = re.compile("[a-z][a-z0-9-]{0,99}")
"""What the reason of an outcome looks like in matches and records."""
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
MOST_PLAYERS: Final = 100
"""More take part in no match and no record."""

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")


def _players(winners: Iterable[int]) -> tuple[int, ...]:
    if not isinstance(winners, Iterable):
        raise DefinitionError(f"the winners of an Outcome are numbers of players, not {winners!r}")
    return tuple(winners)


@frozen
class Outcome:
    """How a game ended.

    Raises:
        DefinitionError: when the winners are no numbers of players.

    Example:
        >>> Outcome(winners=(0,), reason="third-megalith").is_draw
        False
    """

    winners: tuple[int, ...] = field(converter=_players)
    """The players who won, in seat order; more than one share the victory, none is a draw."""
    reason: str
    """A stable code for what ended the game; the game's rules page lists them."""

    @property
    def is_draw(self) -> bool:
        """Whether nobody won."""
        return not self.winners


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


def _check_seats(_: object, __: object, seats: tuple[str, ...]) -> None:
    slugs = all(isinstance(seat, str) and REASON.fullmatch(seat) for seat in seats)
    if not slugs or len(set(seats)) < len(seats) or "draw" in seats:
        raise DefinitionError(f"seats should be different slugs such as 'sea', none of them 'draw', not {seats!r}")


def _check_revision(_: object, __: object, revision: object) -> None:
    if type(revision) is not int or revision < 1:
        raise DefinitionError(f"rules_revision should be a whole number from 1 up, not {revision!r}")


@final
@frozen(kw_only=True)
class Bookkeeping(Generic[StateT]):
    """What a game tells beside its rules, so that its matches can be counted and written down.

    A game that has it offers it as `BOOKKEEPING`. Without it a game can be played in a match all
    the same, and be written down when it starts from a seed.
    """

    name: str
    """What the game is called in records and documents."""
    rules_revision: int = field(default=1, validator=_check_revision)
    """Goes up by one when games come out otherwise: the same seed and decisions then lead elsewhere, or other actions
    are legal, or in another order."""
    seats: tuple[str, ...] = field(default=(), validator=_check_seats)
    """What the players are called there, by number: different slugs; without names they are numbers."""
    players: Callable[[StateT], int] | None = None
    """How many play the game of a state, the first ones of the seats; None: as many as there are seats."""
    reasons: tuple[str, ...] = ()
    """The reasons of the outcomes that the rules bring about."""
    own_tags: tuple[str, ...] = ()
    """The names of all tags that tell where a record starts; its other tags have other names."""
    start_tags: Callable[[StateT], Mapping[str, str]]
    """The tags of a record that tell where it starts."""
    start_state: Callable[[Mapping[str, str], Registry[Any] | None], StateT]
    """The state that such tags stand for, ids looked up in a registry (None: the game's own).

    Raises a `NotationError` when they stand for none; its faults name the tags.
    """
    repetition_key: Callable[[StateT], Hashable | None]
    """What two states share that count as the same position; None for one that never counts."""
    from_seed: bool = False
    """Whether records tell the start by the seed of the match, in a tag `Seed`."""
    turns: Callable[[StateT], int] | None = None
    """How many turns are complete in a state; None: every decision is a turn."""
    value: Callable[[StateT, int], float] | None = None
    """How well a player stands while a game goes on, from -1 (as good as lost) to 1; None: nobody can tell."""
    starting: Starting[StateT] | None = None
    """What can be chosen for the start on a command line; None: nothing but the seed."""

    def turns_complete(self, state: StateT, decisions: int) -> int:
        """How many turns are complete in a state that so many decisions led to."""
        return decisions if self.turns is None else self.turns(state)

    def players_in(self, state: StateT) -> int | None:
        """How many play the game of a state; None when nobody can tell."""
        return (len(self.seats) or None) if self.players is None else self.players(state)

    def seats_in(self, state: StateT) -> tuple[str, ...]:
        """What those are called who play the game of a state, by number; nothing when they have no names."""
        return self.seats[: self.players_in(state)]

    def check_ending(self, outcome: Outcome, state: StateT) -> None:
        """Refuse what cannot end a match beside the rules in a state.

        Raises:
            DefinitionError: when it is no outcome, its reason is no slug or is one of the rules, or
                its winners are not players in seat order.
        """
        if not isinstance(outcome, Outcome) or not REASON.fullmatch(str(outcome.reason)):
            raise DefinitionError(
                f"a match ends with an Outcome whose reason is a slug such as 'time', not {outcome!r}"
            )
        if outcome.reason in self.reasons:
            raise DefinitionError(f"{outcome.reason!r} is for the rules of {self.name} to say")
        players = range(self.players_in(state) or MOST_PLAYERS)
        if outcome.winners != tuple(player for player in players if player in outcome.winners):
            raise DefinitionError(f"the winners are numbers of players, in seat order, not {outcome.winners!r}")


def bookkeeping(game: Game[StateT, Any, Any]) -> Bookkeeping[StateT]:
    """The bookkeeping that a game offers, or else one that makes do with the rules.

    Its name is then that of the module or class, its start is a seed, and positions are the same
    when they look the same to a spectator.
    """
    own = getattr(game, "BOOKKEEPING", None)
    if isinstance(own, Bookkeeping):
        return cast("Bookkeeping[StateT]", own)
    name = getattr(game, "__name__", type(game).__name__)
    return Bookkeeping(
        name=str(name).rpartition(".")[2],
        from_seed=True,
        start_tags=lambda _: {},
        start_state=lambda tags, _: game.new_game(seed=_seed(tags)),
        repetition_key=lambda state: cast("Hashable", game.observe(state, None)),
    )


def players_of(game: Game[StateT, Any, Any], start: StateT | None = None) -> int | None:
    """How many play a game that begins with a state; None when nobody can tell.

    Args:
        game: The rules.
        start: The state; None for a new game with the options that it has by itself.
    """
    book = bookkeeping(game)
    if book.players is not None and start is None:
        start = game.new_game(seed=0)
    return (len(book.seats) or None) if start is None else book.players_in(start)


def seed_in(tags: Mapping[str, str]) -> int | None:
    """The seed that a record's tags name; None when they name none."""
    text = tags.get("Seed", "")
    return int(text) if re.fullmatch(r"-?[0-9]{1,4000}", text) else None


def _seed(tags: Mapping[str, str]) -> int:
    seed = seed_in(tags)
    if seed is None:
        text = tags.get("Seed", "")
        raise NotationError(text, [Fault("tag Seed", f"{text!r} is not the whole number that the game starts from")])
    return seed


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
