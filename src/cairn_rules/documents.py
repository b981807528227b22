"""JSON documents of every game: `dumps` and `loads`, `to_data` and `from_data`."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache
from importlib import import_module
from reprlib import repr as shown
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast, overload

from attrs import evolve

from cairn_rules.cairn.box import BASE_SET
from cairn_rules.cairn.documents.cache import LONGEST as LONGEST_KNOWN
from cairn_rules.cairn.documents.cache import learn, read_state, write_state
from cairn_rules.cairn.state import State
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind, game_of
from cairn_rules.codec.json_text import LONGEST, bad_document, read_json, write_json
from cairn_rules.codec.schema import schema_of
from cairn_rules.errors import DefinitionError, UnknownIdError
from cairn_rules.game import FORMAT_NUMBER, ActionT, Game, StateT, bookkeeping
from cairn_rules.games import GAMES
from cairn_rules.history.record import Record
from cairn_rules.history.record_document import RecordForm, form_of, record_of
from cairn_rules.registry import Registry

if TYPE_CHECKING:
    from cairn_rules.cairn.documents import Document as CairnDocument
    from cairn_rules.korrigans.documents import Document as KorrigansDocument

T = TypeVar("T")

Document: TypeAlias = "CairnDocument | KorrigansDocument | Record[Any, Any]"
"""Everything that can be a JSON document."""

_RECORDS: Final = Codec({})
"""How records are written of a game that is none of this library."""
_RECORD: Final = {"record": Kind(RecordForm, lambda value: isinstance(value, RecordForm))}


def _documents(game: str) -> Documents:
    """The documents of a game; records alone, when it is none of this library."""
    if game in GAMES:
        return _own(game)
    return Documents(game=game, format=FORMAT_NUMBER, kinds=_RECORD, codec=_RECORDS, looking_up=lambda _: nullcontext())


@cache
def _own(game: str) -> Documents:
    """The documents of a game of this library, which its module `documents` tells."""
    own = cast("Documents", import_module(f"cairn_rules.{game}.documents").DOCUMENTS)
    return evolve(own, kinds={**own.kinds, **_RECORD})


def json_schema(document: str, *, game: str = "cairn") -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a kind of document, for readers that do not use this library.

    The same schemas are in the package as files, `cairn_rules/schemas/<game>/<document>.json`.

    Args:
        document: `state`, `observation`, `action`, `variant` or `record`; for Cairn also `changes`, for
            Korrigans `board`.
        game: The game's name.

    Raises:
        UnknownIdError: when there is no such document, or no such game in this library.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.json_schema("variant")["title"]
        'cairn: variant'
    """
    if game not in GAMES:
        raise UnknownIdError(game, tuple(GAMES))
    documents = _own(game)
    if document not in documents.kinds:
        raise UnknownIdError(document, tuple(documents.kinds))
    return schema_of(documents, document)


def schema_names() -> tuple[tuple[str, str], ...]:
    """Every game of this library with each kind of its documents, as `json_schema` takes them."""
    return tuple((game, document) for game in GAMES for document in _own(game).kinds)


def game_of_state(value: object) -> Game[Any, Any, Any] | None:
    """The game of this library that a value is a state of; None when it is none."""
    return next((GAMES[game] for game in GAMES if _own(game).kinds["state"].holds(value)), None)


def to_data(value: Document) -> dict[str, Any]:
    """A value as plain data, of which JSON can be made: the document that `dumps` writes.

    Args:
        value: A state, an observation, an action or a variant of a game of this library, what
            `changes` gives, a board of Korrigans, or a record of any game.

    Returns:
        A dict with the format's number, the game, what it is, and the value.

    Raises:
        DocumentError: when it is none of these, or something in it cannot be written.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.to_data(cairn.Move(cairn.Space.C5, cairn.VILLAGE))["value"]
        {'type': 'move', 'origin': 'c5', 'to': 'village'}
    """
    if isinstance(value, Record):
        return _documents(bookkeeping(value.game).name).wrap(form_of(value))
    for game in GAMES:
        documents = _own(game)
        if documents.holds(value):
            return documents.wrap(value)
    raise bad_document(f"{shown(value)} is nothing that a document is made of")


def from_data(
    data: Any,
    registry: Registry[Any] | None = None,
    *,
    game: Game[Any, Any, Any] | None = None,
) -> Document:
    """The value of a document given as plain data: the reverse of `to_data`.

    Args:
        data: What `to_data` gave, or what a reader of JSON made of it.
        registry: Where the ids of megaliths are looked up; None for the game's own.
        game: The rules of a record, when they are none of this library.

    Raises:
        DocumentError: when it is no such document, or stands for what cannot be. It lists every
            fault with its path.
        DefinitionError: when the registry is none.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7)
        >>> cairn.from_data(cairn.to_data(state)) == state
        True
    """
    if registry is not None and not isinstance(registry, Registry):
        raise DefinitionError(f"{registry!r} is no Registry; what the value should be is told by expect=")
    own = {} if game is None else {bookkeeping(game).name: game}
    name = game_of(data, tuple(dict.fromkeys((*GAMES, *own))))
    value: Document | RecordForm = _documents(name).unwrap(data, registry)
    if isinstance(value, RecordForm):
        return record_of(value, name, data["format"], own.get(name), registry)
    return value


def dumps(value: Document, *, indent: int | None = None) -> str:
    """A value as JSON, in ASCII.

    Args:
        value: What `to_data` takes.
        indent: How many spaces a level is set in by; None for one line, as short as it can be.

    Raises:
        DocumentError: when it cannot be written, or would be longer than what is read.
        DefinitionError: when the indent is none.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.dumps(cairn.Pass())
        '{"format":1,"game":"cairn","document":"action","value":{"type":"pass"}}'
    """
    if indent is not None and (type(indent) is not int or indent < 0):
        raise DefinitionError(f"indent should be None or a number of spaces from 0 up, not {indent!r}")
    text = (
        write_state(value) if isinstance(value, State) and indent is None else write_json(to_data(value), indent=indent)
    )
    if len(text) > LONGEST:
        raise bad_document(f"{len(text)} characters; at most {LONGEST} are read")
    return text


@overload
def loads(
    text: str | bytes | bytearray,
    registry: Registry[Any] | None = None,
    *,
    game: Game[StateT, ActionT, Any],
    expect: type[Record[Any, Any]],
) -> Record[StateT, ActionT]: ...
@overload
def loads(
    text: str | bytes | bytearray,
    registry: Registry[Any] | None = None,
    *,
    game: None = None,
    expect: type[Record[Any, Any]],
) -> Record[Any, Any]: ...
@overload
def loads(
    text: str | bytes | bytearray,
    registry: Registry[Any] | None = None,
    *,
    game: Game[Any, Any, Any] | None = None,
    expect: type[T],
) -> T: ...
@overload
def loads(
    text: str | bytes | bytearray,
    registry: Registry[Any] | None = None,
    *,
    game: Game[Any, Any, Any] | None = None,
    expect: None = None,
) -> Document: ...
def loads(
    text: str | bytes | bytearray,
    registry: Registry[Any] | None = None,
    *,
    game: Game[Any, Any, Any] | None = None,
    expect: type[Any] | None = None,
) -> Any:
    """The value that a JSON document stands for: the reverse of `dumps`.

    Whatever is handed in, it is read or refused: no code in it is run, and nothing of it is guessed.

    Args:
        text: The JSON, as text or as bytes in UTF-8, at most 16 MiB long.
        registry: Where the ids of megaliths are looked up; None for the game's own.
        game: The rules of a record, when they are none of this library.
        expect: The class that the value should be of; None for any.

    Raises:
        DocumentError: when it is no such document, stands for what cannot be, or for a value of
            another class than the expected one. It lists every fault with its path.
        DefinitionError: when the registry is none, or what is expected is no class.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7)
        >>> cairn.loads(cairn.dumps(state), expect=cairn.State) == state
        True
        >>> cairn.loads('{"format":1,"game":"cairn","document":"action","value":{"type":"add","to":"d9"}}')
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: $.value.to: 'd9' is not a space, a1 to e5
    """
    if not isinstance(expect, type | UnionType | None):
        raise DefinitionError(f"{expect!r} is no class that a value could be of")
    value = _read(text, registry, game)
    if expect is not None and not isinstance(value, expect):
        wanted = expect.__name__ if isinstance(expect, type) else expect
        raise bad_document(f"a document of {type(value).__name__}, not of {wanted}", "$.document")
    return value


def _read(text: str | bytes | bytearray, registry: Registry[Any] | None, game: Game[Any, Any, Any] | None) -> Document:
    """The value of a document; of a state, much of whose text is known, without reading that again."""
    stones = BASE_SET if registry is None else registry
    written = _decoded(text)
    if written is None or not isinstance(stones, Registry) or game is not None:
        return from_data(read_json(text), registry, game=game)
    if (state := read_state(written, stones)) is not None:
        return state
    value = from_data(read_json(text), registry)
    if isinstance(value, State):
        learn(written, stones, value)
    return value


def _decoded(text: object) -> str | None:
    """What is handed in as text; None when it is none, or too long for one that could be known."""
    if isinstance(text, str):
        return text
    if not isinstance(text, bytes | bytearray) or len(text) > LONGEST_KNOWN:
        return None
    try:
        return text.decode("ascii")
    except UnicodeDecodeError:
        return None
