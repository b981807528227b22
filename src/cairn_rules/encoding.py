"""Encodings for machine learning: action indices, action masks and observation tensors of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast, final

from cairn_rules.checks import as_int, fits, is_count, plain_int, plain_number, tuple_of
from cairn_rules.errors import DefinitionError, EncodingError, quoted
from cairn_rules.frozen_classes import Factory, evolve, field, frozen
from cairn_rules.game import ActionT, Game, StateT, missing_functions, received, sendable
from cairn_rules.lazy import resolve
from cairn_rules.manifest import is_legal, manifest_of

if TYPE_CHECKING:
    from attrs import Attribute

ViewT = TypeVar("ViewT")

__all__ = ["Encoder", "Encoding", "EncodingError"]


MAX_ACTIONS: Final = 256
"""Default number of action indices in games that do not number their actions: the most legal actions of a decision."""
CACHED: Final = 1024
"""Number of values of which a counter caches the entries."""
_INT: Final = frozenset({int})


def _is_size(value: object) -> bool:
    return is_count(value) and value != 0


def _check_shape(encoding: Encoding[Any], _: Attribute[Any], shape: object) -> None:
    if not tuple_of(_is_size)(shape) or (encoding.tensor is None) == bool(shape):
        raise DefinitionError(f"Encoding: shape should be a tuple of sizes, empty without tensor, not {quoted(shape)}")


@final
@frozen(kw_only=True)
class Encoding(Generic[StateT]):
    """The part of a manifest with a game's action indices and its observation tensor.

    Raises:
        DefinitionError: if `actions` is not a number from 1 up, or `shape` does not fit `tensor`.

    Example:
        >>> countdown: Encoding[int] = Encoding(
        ...     actions=4,
        ...     indices=lambda counters: tuple(range(1, min(counters, 3) + 1)),
        ...     shape=(1,),
        ...     tensor=lambda counters, seat: bytes([counters]),
        ... )
        >>> countdown.indices(2)
        (1, 2)
    """

    actions: int = field(default=MAX_ACTIONS, validator=fits("a whole number from 1 up", _is_size))
    """Number of action indices, from 0."""
    indices: Callable[[StateT], tuple[int, ...]] | None = None
    """A function that returns the index of each legal action, in the order of `legal_actions`.

    They are a tuple of different whole numbers, and do not depend on hidden information. By default, an index is the
    place of an action in `legal_actions`, which reveals nothing of its meaning to a learner.
    """
    no_indices: str = ""
    """The reason that an error gives if an `Encoder` of the game needs the argument `dynamic`; empty if it does not."""
    tensor: Callable[[Any, int], bytes] | None = None
    """A function that encodes an observation of the game for a seat, given both, as one byte for each entry.

    It receives an observation instead of a state, so that a tensor can reveal nothing hidden.
    """
    shape: tuple[int, ...] = field(default=(), validator=_check_shape)
    """The shape of the tensor; empty if there is none."""
    no_tensor: str = "its manifest defines none"
    """The reason that an error gives if there is no tensor."""
    for_state: Callable[[StateT], Encoding[StateT]] | None = None
    """A function that returns the encoding of a game with options, given a state of it (default: this one for all).

    It depends on what all states of the game have in common, such as the size of the board, and on nothing hidden. An
    `Encoder` calls it with a new game.
    """


@final
@frozen
class Section:
    """Consecutive entries of a tensor, or action indices, that belong together; used by the code and its documentation.

    Example:
        >>> board = Section("shamans", "1 for each space with a shaman", (5, 5), first=10)
        >>> board.stop
        35
    """

    name: str
    """A short name."""
    meaning: str
    """What they stand for, as Markdown."""
    shape: tuple[int, ...] = (1,)
    """Their shape; the last dimension varies fastest."""
    first: int = field(default=0, kw_only=True)
    """Number of the first one."""

    size: int = field(init=False, default=Factory(lambda section: prod(section.shape), takes_self=True), repr=False)
    """Their number."""

    @property
    def stop(self) -> int:
        """The number after the last one."""
        return self.first + self.size


def in_order(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Return sections with their numbers, each after the one before it.

    Example:
        >>> [each.first for each in in_order([Section("own", "", (25,)), Section("enemy", "", (25,))])]
        [0, 25]
    """
    placed: list[Section] = []
    for section in sections:
        placed.append(evolve(section, first=placed[-1].stop if placed else 0))
    return tuple(placed)


def _sections(table: SectionTable[Any]) -> tuple[Section, ...]:
    return in_order(table.rows)


@final
@frozen
class SectionTable(Generic[ViewT]):
    """The sections of a tensor, each with the function that returns its entries for a view of the game.

    Example:
        >>> table: SectionTable[str] = SectionTable({
        ...     Section("length", "number of letters"): lambda text: [len(text)],
        ...     Section("vowels", "number of each vowel", (5,)): lambda text: vowels(tuple(text)),
        ... })
        >>> vowels = counter("aeiou")
        >>> list(table.encode("goose")), [section.name for section in table.sections]
        ([5, 0, 1, 0, 2, 0], ['length', 'vowels'])
    """

    rows: Mapping[Section, Callable[[ViewT], Sequence[int]]]
    """Each section with its function. Entries that it leaves out at the end are 0."""
    sections: tuple[Section, ...] = field(init=False, default=Factory(_sections, takes_self=True))
    """The sections with their numbers."""

    def encode(self, view: ViewT) -> bytes:
        """Return the entries of a view as bytes; those above 255 become 255."""
        try:
            return self._joined(view, bytes)
        except ValueError:
            return self._joined(view, _capped)

    def _joined(self, view: ViewT, convert: Callable[[Sequence[int]], bytes]) -> bytes:
        rows = self.rows.items()
        return b"".join([convert(entries(view)).ljust(section.size, b"\0") for section, entries in rows])


def _capped(entries: Sequence[int]) -> bytes:
    return bytes([min(entry, 255) for entry in entries])


def counter(kinds: Iterable[object]) -> Callable[[tuple[object, ...]], bytes]:
    """Return a function that counts values of each kind, in this order, as entries of a tensor. It ignores others.

    Example:
        >>> list(counter("aeiou")(tuple("goose")))
        [0, 1, 0, 2, 0]
    """
    numbers = {kind: number for number, kind in enumerate(kinds)}

    @lru_cache(CACHED)
    def counts(values: tuple[object, ...]) -> bytes:
        found = [0] * len(numbers)
        for value in values:
            number = numbers.get(value)
            if number is not None:
                found[number] += 1
        return _capped(found)

    return counts


def check_observer(seat: object, player: int | None) -> None:
    """Check that a seat is the one whose observation is encoded.

    Raises:
        DefinitionError: if it is not, or the observation is that of a spectator.
    """
    if player is None or seat != player:
        raise DefinitionError(f"{quoted(seat)} is not the seat of this observation, which is {player}")


def _resolved(encoder: Encoder[Any, Any]) -> Encoding[Any]:
    missing = missing_functions(encoder.game)
    if missing:
        raise DefinitionError(f"{quoted(encoder.game)} is not a game: it has no {', '.join(missing)}")
    if encoder.dynamic is not None and not _is_size(encoder.dynamic):
        raise DefinitionError(f"dynamic should be a whole number from 1 up, or None, not {quoted(encoder.dynamic)}")
    own = _own_encoding(encoder.game)
    if own.for_state is not None:
        own = own.for_state(encoder.game.new_game(seed=0))
    if encoder.dynamic is not None:
        return evolve(own, actions=encoder.dynamic, indices=None, no_indices="")
    _check_indices(encoder.game, own)
    return own


def _own_encoding(game: Game[Any, Any, Any]) -> Encoding[Any]:
    part = manifest_of(game).encoding
    return Encoding[Any]() if part is None else resolve(part)


def _check_indices(game: Game[Any, Any, Any], encoding: Encoding[Any]) -> None:
    """Check that actions have indices without a dynamic action space."""
    if encoding.no_indices:
        raise EncodingError(
            f"{manifest_of(game).name} has no fixed action indices here: {encoding.no_indices};"
            f" pass dynamic=, a number of indices such as {MAX_ACTIONS}"
        )


@final
@frozen
class Encoder(Generic[StateT, ActionT]):
    """The action indices, action masks and observation tensors of a game.

    Each legal action of a decision has an index of its own. In games that number their actions, such as Cairn, an
    index always has the same meaning; in others it is the place of the action in `legal_actions`.

    Args:
        game: The rules.
        dynamic: Number of indices of a dynamic action space, in which an index is a place in `legal_actions`
            (default: the action space of the game).

    Its methods take states. A player, which has only an observation, passes a state from `sample_hidden`: the legal
    actions and the tensor of its seat are the same in every state that agrees with the observation.

    It can be pickled if the game can, or is a module.

    Raises:
        DefinitionError: if `game` is not a game, or `dynamic` not a number from 1 up.
        EncodingError: if the game needs `dynamic`, such as Cairn with custom powers.

    Example:
        >>> from cairn_rules import cairn
        >>> encoder = Encoder(cairn)
        >>> encoder.actions, encoder.shape
        (641, (526,))
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> encoder.index(state, cairn.Add(cairn.Space.D1)), encoder.action(state, 263)
        (263, Add(to=D1))
        >>> sum(encoder.mask(state)) == len(cairn.legal_actions(state))
        True
        >>> list(encoder.tensor(state, seat=0)[:5])  # Sea's shamans on a1, c1 and e1
        [1, 0, 1, 0, 1]
    """

    game: Game[StateT, ActionT, Any]
    """The rules."""
    dynamic: int | None = field(default=None, kw_only=True, converter=plain_int)
    """Number of indices of a dynamic action space; None for the action space of the game."""
    encoding: Encoding[StateT] = field(init=False, default=Factory(_resolved, takes_self=True), repr=False)
    """The encoding in use."""

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (sendable(self.game), self.dynamic)

    @property
    def actions(self) -> int:
        """Number of action indices, from 0."""
        return self.encoding.actions

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the observation tensor; empty if there is none."""
        return self.encoding.shape

    @property
    def no_tensor(self) -> str:
        """A clause that says that there is no tensor, and why; empty if there is one."""
        if self.shape:
            return ""
        return f"{manifest_of(self.game).name} has no observation tensor: {self.encoding.no_tensor}"

    def indices(self, state: StateT) -> tuple[int, ...]:
        """Return the indices of the legal actions, in the order of `legal_actions`.

        Raises:
            EncodingError: if an action has no index, or a decision has more actions than there are indices.
            DefinitionError: if the game returns something else than a tuple with a different index for each action.
        """
        own = self.encoding.indices
        if own is not None:
            indices: object = own(state)
            return self._checked(indices, len(self.game.legal_actions(state)))
        count = len(self.game.legal_actions(state))
        if count > self.actions:
            raise EncodingError(
                f"this decision of {manifest_of(self.game).name} has {count} legal actions, but the dynamic action"
                f" space has {self.actions} indices; pass dynamic={count} or more"
            )
        return tuple(range(count))

    def _checked(self, indices: object, count: int) -> tuple[int, ...]:
        """Return the indices that a game gives to a number of legal actions, if they are as they should be."""
        given = cast("tuple[int, ...]", indices)
        if not (
            isinstance(given, tuple)
            and {*map(type, given)} <= _INT  # quicker than one by one
            and len({*given}) == len(given) == count
            and (not count or 0 <= min(given) <= max(given) < self.actions)
        ):
            raise DefinitionError(
                f"the action indices of {manifest_of(self.game).name} should be a tuple of {count} different whole"
                f" numbers from 0 to {self.actions - 1}, one for each legal action, not {quoted(given)}"
            )
        return given

    def check_indices(self, state: StateT) -> None:
        """Check that actions have indices also in the game of a state, which may have other options.

        Raises:
            EncodingError: if it needs `dynamic`, such as Cairn with custom powers.
        """
        self.game.observe(state, None)  # refuses what is not a state
        own = _own_encoding(self.game)
        if self.dynamic is None and own.for_state is not None:
            _check_indices(self.game, own.for_state(state))

    def index(self, state: StateT, action: ActionT) -> int:
        """Return the index of a legal action.

        Raises:
            EncodingError: if the action is not legal or has no index.
        """
        indices = self.indices(state)
        legal = self.game.legal_actions(state)
        if action not in legal:
            why = "of the open actions, only listed samples have one" if is_legal(self.game, state, action) else ""
            raise EncodingError(f"{quoted(action)} has no index: {why or 'it is not legal here'}")
        return indices[legal.index(action)]

    def action(self, state: StateT, index: int) -> ActionT:
        """Return the legal action with an index.

        Raises:
            EncodingError: if no legal action has this index.
        """
        indices = self.indices(state)
        try:
            place = indices.index(as_int(index))
        except ValueError:
            raise EncodingError(f"no legal action has the index {quoted(index)} here") from None
        return self.game.legal_actions(state)[place]

    def mask(self, state: StateT) -> bytes:
        """Return the action mask: for each index the byte 1 if its action is legal, else 0.

        The actions are those of the seat that decides; once the game is over, none is legal.

        Raises:
            EncodingError: as `indices` does.
        """
        mask = bytearray(self.actions)
        for index in self.indices(state):
            mask[index] = 1
        return bytes(mask)

    def tensor(self, state: StateT, seat: int) -> bytes:
        """Return the observation tensor of a seat, one byte for each entry, in row-major order.

        It is computed from the observation of the seat, so that nothing hidden is in it. NumPy reads it without a copy:
        `numpy.frombuffer(encoder.tensor(state, seat), "uint8").reshape(encoder.shape)`.

        Raises:
            EncodingError: if the game has no tensor, or none for this state.
            DefinitionError: if there is no such seat, or the tensor does not fit the shape that the game declares.
        """
        encode = self.encoding.tensor
        if encode is None:
            raise EncodingError(f"{self.no_tensor}; use observe")
        seat = plain_number(seat)
        tensor: object = encode(self.game.observe(state, seat), seat)
        if not isinstance(tensor, bytes):
            raise DefinitionError(f"the tensor of {manifest_of(self.game).name} should be bytes, not {quoted(tensor)}")
        if len(tensor) != prod(self.shape):
            raise DefinitionError(f"the tensor has {len(tensor)} entries, which does not fit its shape {self.shape}")
        return tensor


def _unpickled(game: object, dynamic: int | None) -> Encoder[Any, Any]:
    return Encoder(received(game), dynamic=dynamic)
