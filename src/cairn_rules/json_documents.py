"""JSON documents of every game: `dumps` and `loads`, `to_data` and `from_data`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from types import MappingProxyType, UnionType
from typing import TYPE_CHECKING, Any, Final, TypeVar, Union, cast, get_args, get_origin, overload

from attrs import evolve

from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind, TextCache, game_of, unknown_game
from cairn_rules.codec.json_text import bad_document, check_length, read_json, write_json
from cairn_rules.codec.schema import schema_of
from cairn_rules.errors import DefinitionError, UnknownGameError, UnknownIdError, cut, quoted, shown
from cairn_rules.game import FORMAT_NUMBER, ActionT, Game, StateT
from cairn_rules.games import DEFAULT, LIBRARY, known, loaded, spelled
from cairn_rules.history.match import Match
from cairn_rules.history.match_document import MatchForm, match_form_of, match_of
from cairn_rules.history.record import Record
from cairn_rules.history.record_document import RecordForm, form_of, record_of
from cairn_rules.history.review_document import ReviewForm, is_review, review_form_of, review_of
from cairn_rules.lazy import Ref
from cairn_rules.manifest import ids_for, manifest_of
from cairn_rules.registry import Content, Ids, Registry

if TYPE_CHECKING:
    from typing_extensions import TypeForm


T = TypeVar("T")

_HISTORY: Final = MappingProxyType(
    {"record": Kind(RecordForm, is_of(RecordForm)), "match": Kind(MatchForm, is_of(MatchForm))}
)
_REVIEWS: Final = MappingProxyType({**_HISTORY, "review": Kind(ReviewForm, is_of(ReviewForm))})
"""The kinds of a game whose seats compete."""
_READERS: Final[dict[Any, Any]] = {RecordForm: record_of, MatchForm: match_of, ReviewForm: review_of}
"""Functions that read what is the same in every game."""
_HISTORIES: Final = Codec({})
"""The codec of games whose manifest has no documents: only records and matches."""
_HEAD: Final = re.compile(r'\{"format":[0-9]{1,9},"game":"([A-Za-z0-9_-]{1,100})",')
"""The beginning of a document as `dumps` writes it."""
_HELD: Final[dict[type, Documents]] = {}
"""A cache of the documents that can hold the values of a class. Cleared when full."""
_MOST_TYPES: Final = 1000
_LONGEST_CACHED: Final = 5000
"""Maximum length of a `bytes` input that is looked up in a game's cache."""


def _documents(game: Game[Any, Any, Any]) -> Documents:
    """Return the kinds of documents of a game: those of its manifest, records, matches, and reviews."""
    manifest = manifest_of(game)
    own, compete = manifest.documents, manifest.seats.compete
    if own is None:
        kinds = _REVIEWS if compete else _HISTORY
        return Documents(game=manifest.name, format=FORMAT_NUMBER, kinds=kinds, codec=lambda: _HISTORIES)
    return _loaded_documents(own, compete) if isinstance(own, Ref) else _with_history(own, compete)


@cache
def _loaded_documents(own: Ref[Documents], compete: bool) -> Documents:  # noqa: FBT001
    return _with_history(own.load(), compete)


def _with_history(documents: Documents, compete: bool) -> Documents:  # noqa: FBT001
    return evolve(documents, kinds={**documents.kinds, **(_REVIEWS if compete else _HISTORY)})


def _games_of(value: Any) -> Iterator[Game[Any, Any, Any]]:
    """Yield the loaded games to which a value may belong, most likely first.

    The game of this library whose package defines the value's class comes first, then the other games of this
    library, then those of other distributions. For a tuple, its first item decides.
    """
    several: tuple[Any, ...] = value if isinstance(value, tuple) else (value,)  # pyright: ignore[reportUnknownVariableType]
    modules = [f"{each.__module__}." for first in several[:1] for each in type(first).__mro__]
    ours = [name for name, place in LIBRARY.items() if place.partition(":")[0] in sys.modules]
    ours.sort(key=lambda name: not any(module.startswith(f"{LIBRARY[name]}.") for module in modules))
    yield from map(known, ours)
    yield from (game for name, game in loaded().items() if name not in LIBRARY)


def _library_documents(game: str) -> Documents:
    name = spelled(game, LIBRARY)
    if name is None:
        raise UnknownIdError(game, tuple(LIBRARY))
    return _documents(known(name))


def json_schema(document: str, *, game: str = DEFAULT) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a kind of document, for programs that do not use this library.

    `cairn-rules schema` prints the same schemas, or writes them into files. A document is `state`, `observation`,
    `action`, `variant`, `record`, `match`, `review` or another kind of the game.

    Raises:
        UnknownIdError: if the library has no such game, or the game no such kind of document.

    Example:
        >>> from cairn_rules import json_schema
        >>> json_schema("variant")["title"]
        'cairn: variant'
    """
    documents = _library_documents(game)
    if not isinstance(document, str) or document not in documents.kinds:
        raise UnknownIdError(document, tuple(documents.kinds))
    return schema_of(documents, document)


def schema_names(*games: str) -> tuple[tuple[str, str], ...]:
    """Return every pair of a game and a kind of its documents, for `json_schema`.

    `games` has names of games of this library (default: all).

    Raises:
        UnknownIdError: if the library has no such game.
    """
    return tuple((game, document) for game in games or LIBRARY for document in _library_documents(game).kinds)


def schema_files(*games: str) -> Iterator[tuple[str, str]]:
    """Yield the path of each file of schemas, such as `cairn/state.json`, and its text. See `schema_names`."""
    for game, document in schema_names(*games):
        yield f"{game}/{document}.json", write_json(json_schema(document, game=game), indent=2) + "\n"


def game_of_state(value: object) -> Game[Any, Any, Any] | None:
    """Return the loaded game to which a state belongs; None for any other value."""
    for game in _games_of(value):
        kind = _documents(game).kinds.get("state")
        if kind is not None and kind.holds(value):
            return game
    return None


def to_data(value: object, *, game: Game[Any, Any, Any] | None = None) -> dict[str, Any]:
    """Return a value as plain data that JSON can express: the document that `dumps` writes.

    Some values belong to several games, such as an event or the `Drop` of dungeons and journeys. Without `game`, their
    document names one of these games. The value that is read from it is the same in every case. The dict has the format
    number, the game, the kind of document, and the value.

    Args:
        value: A state, an observation, an action, a variant or another documented value of a loaded game, or a
            record, match or review of any game.
        game: The rules that the document names, which have to support the value (default: the game to which the value
            belongs).

    Raises:
        DocumentError: if the value is of any other kind or of another game, or contains something that cannot be
            written.

    Example:
        >>> from cairn_rules import cairn, to_data
        >>> to_data(cairn.Move(cairn.Space.C5, cairn.VILLAGE))["value"]
        {'type': 'move', 'origin': 'c5', 'to': 'village'}
    """
    if isinstance(value, Record):
        record = cast("Record[Any, Any]", value)  # type: ignore[redundant-cast]
        return _of_game(record.game, game).wrap(form_of(record))
    if isinstance(value, Match):
        match = cast("Match[Any, Any]", value)  # type: ignore[redundant-cast]
        return _of_game(match.game, game).wrap(match_form_of(match))
    if is_review(value):
        return _of_game(value.original.game, game).wrap(review_form_of(value))
    return _holding(value, game).wrap(value)


def _of_game(own: Game[Any, Any, Any], game: Game[Any, Any, Any] | None) -> Documents:
    """Return the documents of the game of a record or match, which has to be the given one."""
    documents = _documents(own)
    if game is not None and manifest_of(game).name != documents.game:
        raise bad_document(f"this game is {documents.game!r}, not {manifest_of(game).name!r}")
    return documents


def _holding(value: object, game: Game[Any, Any, Any] | None) -> Documents:
    """Return the documents of the given game, or of the one to which a value belongs."""
    if game is not None:
        documents = _documents(game)
        if not documents.holds(value):
            raise bad_document(f"{shown(value)} cannot be written as JSON: {documents.game!r} has no documents for it")
        return documents
    kind: type = type(value)
    held = _HELD.get(kind)
    if held is not None:
        return held
    for each in _games_of(value):
        documents = _documents(each)
        if documents.holds(value):
            if kind is not tuple:  # the game of a tuple depends on its items
                if len(_HELD) >= _MOST_TYPES:
                    _HELD.clear()
                _HELD[kind] = documents
            return documents
    raise bad_document(f"{shown(value)} cannot be written as JSON: no loaded game has documents for it")


@overload
def from_data(
    data: Any,
    registry: Ids | None = None,
    *,
    game: Game[StateT, ActionT, Any] | None = None,
    expect: type[Record[Any, Any]],
) -> Record[StateT, ActionT]: ...
@overload
def from_data(
    data: Any,
    registry: Ids | None = None,
    *,
    game: Game[StateT, ActionT, Any] | None = None,
    expect: type[Match[Any, Any]],
) -> Match[StateT, ActionT]: ...
@overload
def from_data(
    data: Any, registry: Ids | None = None, *, game: Game[Any, Any, Any] | None = None, expect: TypeForm[T]
) -> T: ...
@overload
def from_data(
    data: Any, registry: Ids | None = None, *, game: Game[Any, Any, Any] | None = None, expect: None = None
) -> Any: ...
def from_data(
    data: Any,
    registry: Ids | None = None,
    *,
    game: Game[Any, Any, Any] | None = None,
    expect: TypeForm[Any] | None = None,
) -> Any:
    """Return the value of a document given as plain data. This is the inverse of `to_data`.

    Args:
        data: The result of `to_data`, or of a JSON parser.
        registry: The source of ids: a `Registry`, or `Content` for a game with several kinds of ids
            (default: the game's own).
        game: The rules, for a game of another distribution. If not given, that game must be loaded already:
            reading never imports code of other distributions.
        expect: The class that the value should have, such as `State` or `Review[State, Action]`, or a union of classes
            (default: any). Needs mypy 1.19 or later.

    Raises:
        DocumentError: if the data are not a valid document, the value is impossible, or it is not of the expected
            class. It lists every fault with its path.
        DefinitionError: if the registry does not fit the game's kinds of ids, or `expect` is not a class.

    Example:
        >>> from cairn_rules import cairn, from_data, to_data
        >>> state = cairn.new_game(seed=7)
        >>> from_data(to_data(state), expect=cairn.State) == state
        True
    """
    classes = _classes(expect)
    return _expected(_value_of(data, registry, game), classes)


def _value_of(data: Any, registry: Ids | None, game: Game[Any, Any, Any] | None) -> Any:
    """Return the value of a document given as plain data, of any class."""
    if not isinstance(registry, Registry | Content | None):
        raise DefinitionError(
            f"registry= should be a Registry or Content, not {quoted(registry)};"
            " to check the class of the value, use expect="
        )
    try:
        rules = known(game_of(data), game)
    except UnknownGameError as error:
        raise unknown_game(data, str(error)) from None
    name = manifest_of(rules).name
    data = {**data, "game": name}  # which the document may spell otherwise
    value = _documents(rules).unwrap(data, ids_for(rules, registry))
    read = _READERS.get(type(value))
    return value if read is None else read(value, name, data["format"], rules, registry)


def _classes(expect: Any) -> tuple[type, ...]:
    """Return the classes that a value may have: one, or those of a union, each with or without what it holds."""
    given = get_args(expect) if get_origin(expect) in {Union, UnionType} else (object if expect is None else expect,)
    classes = tuple(get_origin(each) or each for each in given)
    if not all(isinstance(each, type) for each in classes):
        raise DefinitionError(f"expect= should be a class such as State, not {quoted(expect)}")
    return classes


def _expected(value: Any, classes: tuple[type, ...]) -> Any:
    """Return a value after checking that it is of an expected class."""
    if not isinstance(value, classes):
        wanted = " or ".join(each.__name__ for each in classes)
        raise bad_document(f"the value is of class {type(value).__name__}, not {cut(wanted, 80)}", "$.document")
    return value


def dumps(value: object, *, game: Game[Any, Any, Any] | None = None, indent: int | None = None) -> str:
    """Serialise a value as JSON, in ASCII.

    `game` and the values are as for `to_data`. `indent` is the number of spaces for each level (default: one line, as
    short as possible).

    Raises:
        DocumentError: if the value cannot be written, or the text would be longer than `loads` accepts.
        DefinitionError: if the indent is not a number of spaces.

    Example:
        >>> from cairn_rules import cairn, dumps
        >>> dumps(cairn.Pass())
        '{"format":1,"game":"cairn","document":"action","value":{"type":"pass"}}'
    """
    if indent is not None and (type(indent) is not int or indent < 0):
        raise DefinitionError(f"indent should be None or a number of spaces from 0 up, not {indent!r}")
    text = _cached_text(value, game) if indent is None else None
    if text is None:
        text = write_json(to_data(value, game=game), indent=indent)
    check_length(text)
    return text


def _cached_text(value: object, game: Game[Any, Any, Any] | None) -> str | None:
    cache = None if isinstance(value, Record | Match) or is_review(value) else _holding(value, game).cache
    return None if cache is None else cache.load().write(value)


@overload
def loads(
    text: str | bytes | bytearray,
    registry: Ids | None = None,
    *,
    game: Game[StateT, ActionT, Any] | None = None,
    expect: type[Record[Any, Any]],
) -> Record[StateT, ActionT]: ...
@overload
def loads(
    text: str | bytes | bytearray,
    registry: Ids | None = None,
    *,
    game: Game[StateT, ActionT, Any] | None = None,
    expect: type[Match[Any, Any]],
) -> Match[StateT, ActionT]: ...
@overload
def loads(
    text: str | bytes | bytearray,
    registry: Ids | None = None,
    *,
    game: Game[Any, Any, Any] | None = None,
    expect: TypeForm[T],
) -> T: ...
@overload
def loads(
    text: str | bytes | bytearray,
    registry: Ids | None = None,
    *,
    game: Game[Any, Any, Any] | None = None,
    expect: None = None,
) -> Any: ...
def loads(
    text: str | bytes | bytearray,
    registry: Ids | None = None,
    *,
    game: Game[Any, Any, Any] | None = None,
    expect: TypeForm[Any] | None = None,
) -> Any:
    """Deserialise a JSON document. This is the inverse of `dumps`.

    Untrusted input is safe: it runs no code, and anything that is not exactly valid is refused.

    Args:
        text: The JSON, as text or as bytes in UTF-8, at most 16 MiB long.
        registry: The source of ids: a `Registry`, or `Content` for a game with several kinds of ids
            (default: the game's own).
        game: The rules, for a game of another distribution. If not given, that game must be loaded already:
            reading never imports code of other distributions.
        expect: The class that the value should have, such as `State` or `Review[State, Action]`, or a union of classes
            (default: any). Needs mypy 1.19 or later.

    Raises:
        DocumentError: if the text is not a valid document, the value is impossible, or it is not of the expected
            class. It lists every fault with its path.
        DefinitionError: if the registry does not fit the game's kinds of ids, or `expect` is not a class.

    Example:
        >>> from cairn_rules import cairn, dumps, loads
        >>> state = cairn.new_game(seed=7)
        >>> loads(dumps(state), expect=cairn.State) == state
        True
        >>> loads('{"format":1,"game":"cairn","document":"action","value":{"type":"add","to":"d9"}}')
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: $.value.to: 'd9' is not a space, a1 to e5
    """
    classes = _classes(expect)
    return _expected(_read(text, registry, game), classes)


def _read(text: str | bytes | bytearray, registry: Ids | None, game: Game[Any, Any, Any] | None) -> Any:
    """Return the value of a document given as text, from the game's cache if possible."""
    # A state whose parts are all cached is not parsed.
    written = _decoded(text)
    cache = None if game is not None or written is None else _cache_of(written, registry)
    if cache is None or written is None:
        return _value_of(read_json(text), registry, game)
    own = cast("Registry[Any] | None", registry)
    state = cache.read(written, own)
    if state is None:
        state = _value_of(read_json(text), own, None)
        cache.learn(written, own, state)
    return state


def _cache_of(text: str, registry: Ids | None) -> TextCache | None:
    """Return the cache of the game named at the beginning of a text; None if the game has no cache."""
    head = _HEAD.match(text)
    if head is None or head[1] not in LIBRARY or not isinstance(registry, Registry | None):
        return None
    cache = _documents(known(head[1])).cache
    return None if cache is None else cache.load()


def _decoded(text: object) -> str | None:
    """Return the input as text; None if it is neither text nor ASCII bytes, or too long for a cache."""
    if isinstance(text, str):
        return text
    if not isinstance(text, bytes | bytearray) or len(text) > _LONGEST_CACHED:
        return None
    try:
        return text.decode("ascii")
    except UnicodeDecodeError:
        return None
