"""Codec: frozen values to plain JSON data and back, every fault with its path. For any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from reprlib import repr as shown
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast, final, get_args, get_origin

from attrs import Attribute, fields, has, resolve_types
from cattrs import Converter, IterableValidationError
from cattrs.errors import IterableValidationNote
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from cairn_rules.codec_faults import Mismatch, faults_of
from cairn_rules.codec_shapes import TAG, Data, Form, Text, Union, named, tag_of
from cairn_rules.errors import DocumentError, nearest

T = TypeVar("T")

Reader: TypeAlias = Callable[[Data, Any], Any]

MOST_ITEMS: Final = 10_000
"""More are in no list or object."""
MOST_FAULTS: Final = 100
"""After so many in one list or object the rest of it is not looked at."""


@final
class Codec:
    """How the values of a game are written as plain JSON data, and read again.

    Attrs classes are objects with a key for each field, tuples are lists, mappings are objects;
    what else there is, the codec is told once, before it is used. It takes nothing for what it is
    not: no text for a number, no key that it does not know.

    Args:
        known_names: What annotations of fields may name that their modules do not define when
            they run.
    """

    def __init__(self, known_names: Mapping[str, Any]) -> None:
        self.texts: dict[Any, Text[Any]] = {}
        """The types that are written as one text."""
        self.unions: dict[Any, Union] = {}
        """The unions that are written with a tag."""
        self.forms: dict[Any, Form[Any, Any]] = {}
        """The classes that are written by way of another one."""
        self._known_names = dict(known_names)
        converter = self._converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})
        for kind, what in ((bool, "true or false"), (int, "a whole number"), (str, "a text")):
            converter.register_structure_hook(kind, _primitive(kind, what))
        converter.register_structure_hook_factory(_is(Literal), _literal)
        converter.register_structure_hook_factory(_is(tuple), self._tuple)
        converter.register_structure_hook_factory(_is(Mapping), self._mapping)
        converter.register_structure_hook_factory(has, self._attrs)
        converter.register_unstructure_hook_factory(has, self._attrs_writer)

    def text(self, kind: Any, text: Text[Any]) -> None:
        """Write the values of a type as one text each."""
        self.texts[kind] = text
        self._register(kind, _text_reader(text), text.write)

    def union(
        self,
        kind: Any,
        members: Iterable[type[Any]],
        *,
        others: Callable[[str], type[Any] | None] | None = None,
        text: Any = None,
    ) -> None:
        """Write the values of a union as objects with the tag of their class.

        Args:
            kind: The union.
            members: Its classes.
            others: Finds the class of any other tag, for a union that is open.
            text: The type of those values that are written as one text instead.
        """
        union = self.unions[kind] = Union({tag_of(member): member for member in members}, others, text)
        self._register(kind, self._union_reader(union), self._union_writer(union))

    def form(self, kind: type[T], form: Form[T, Any]) -> None:
        """Write the values of a class by way of another class."""
        self.forms[kind] = form
        converter = self._converter
        self._register(
            kind,
            lambda data, _: form.read(converter.structure(data, form.form)),
            lambda value: converter.unstructure(form.write(value)),
        )

    def write(self, value: object, kind: Any) -> Data:
        """A value of a type as plain data.

        Raises:
            DocumentError: when something in it cannot be written.
        """
        try:
            return self._converter.unstructure(value, unstructure_as=kind)
        except Exception as error:  # noqa: BLE001 - whatever is wrong is told with its place
            raise DocumentError(faults_of(error, "$")) from None

    def read(self, data: Data, kind: Any, where: str = "$") -> Any:
        """The value of a type that plain data stand for.

        Args:
            data: The data.
            kind: The type, one that the codec knows; a union, too.
            where: The path of the data in their document.

        Raises:
            DocumentError: when they stand for none; it lists every fault with its path.
        """
        try:
            return self._converter.structure(data, kind)
        except Exception as error:  # noqa: BLE001 - whatever is wrong is told with its place
            raise DocumentError(faults_of(error, where)) from None

    def _register(self, kind: Any, read: Reader, write: Callable[[Any], Data]) -> None:
        if isinstance(kind, type) and issubclass(kind, Enum):  # the converter has its own ways with these
            self._converter.register_structure_hook(kind, read)
            self._converter.register_unstructure_hook(kind, write)
        else:
            self._converter.register_structure_hook_func(_equals(kind), read)
            self._converter.register_unstructure_hook_func(_equals(kind), write)

    def _union_reader(self, union: Union) -> Reader:
        converter = self._converter

        def read(data: Data, _: Any) -> Any:
            if union.text is not None and type(data) is str:
                return converter.structure(data, union.text)
            keys = _object(data, f"an object with a {TAG!r}")
            tag = keys.get(TAG)
            kind = _class_of(tag, union) if type(tag) is str else None
            if kind is None:
                raise Mismatch(_no_tag(tag, union))
            return converter.structure({key: each for key, each in keys.items() if key != TAG}, kind)

        return read

    def _union_writer(self, union: Union) -> Callable[[Any], Data]:
        converter = self._converter

        def write(value: Any) -> Data:
            kind: type[Any] = type(value)  # pyright: ignore[reportUnknownVariableType]
            tag = tag_of(kind)
            if union.members.get(tag) is not kind:
                if union.text is not None:
                    return converter.unstructure(value, unstructure_as=union.text)
                _check_other(kind, tag, union)
            return {TAG: tag, **converter.unstructure(value)}

        return write

    def _tuple(self, kind: Any) -> Reader:
        """Reads tuples: of one type and any length, or of one type and a fixed length."""
        arguments = get_args(kind)
        length = None if arguments[-1] is Ellipsis else len(arguments)
        inner = arguments[0]
        read_item = self._converter.get_structure_hook(inner)

        def read(data: Data, _: Any) -> tuple[Any, ...]:
            items = _list(data)
            if length is not None and len(items) != length:
                raise Mismatch(f"a list of {len(items)}; it should be of {length}")
            return tuple(_each(kind, lambda _, item: read_item(item, inner), enumerate(items), len(items)))

        return read

    def _mapping(self, kind: Any) -> Reader:
        """Reads mappings whose keys are written as texts."""
        inner_key, inner = get_args(kind)
        read_key = self._converter.get_structure_hook(inner_key)
        read_item = self._converter.get_structure_hook(inner)

        def read(data: Data, _: Any) -> dict[Any, Any]:
            items = _object(data, "an object")
            pairs = _each(
                kind,
                lambda key, item: (read_key(key, inner_key), read_item(item, inner)),
                items.items(),
                len(items),
            )
            return dict(pairs)

        return read

    def _attrs(self, kind: type) -> Reader:
        keys = ", ".join(self.keys_of(kind))
        fill = cast("Reader", make_dict_structure_fn(kind, self._converter))
        what = f"an object with {keys}" if keys else "an empty object"

        def read(data: Data, _: Any) -> Any:
            return fill(_object(data, what), kind)

        return read

    def _attrs_writer(self, kind: type) -> Callable[[Any], Data]:
        self.keys_of(kind)
        return make_dict_unstructure_fn(kind, self._converter)

    def keys_of(self, kind: type) -> dict[str, Attribute[Any]]:
        """The fields of an attrs class that are its keys; their types are known then, whatever imported them."""
        resolve_types(kind, localns=self._known_names)
        return {each.name: each for each in fields(kind) if each.init}


def _equals(kind: Any) -> Callable[[Any], bool]:
    return lambda other: other == kind


def _is(origin: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) is origin


def _primitive(kind: type, what: str) -> Reader:
    def read(data: Data, _: Any) -> Any:
        if type(data) is not kind:
            raise Mismatch(f"{shown(data)} is not {what}")
        return data

    return read


def _literal(kind: Any) -> Reader:
    values = get_args(kind)
    return _text_reader(named(" or ".join(map(repr, values)), {value: value for value in values}))


def _text_reader(text: Text[Any]) -> Reader:
    def read(data: Data, _: Any) -> Any:
        if type(data) is not str:
            raise Mismatch(f"{shown(data)} is not {text.what}")
        return text.read(data)

    return read


def _object(data: Data, what: str) -> dict[str, Data]:
    if type(data) is not dict:
        raise Mismatch(f"{shown(data)} is not {what}")
    return cast("dict[str, Data]", data)


def _list(data: Data) -> list[Data]:
    if type(data) is not list:
        raise Mismatch(f"{shown(data)} is not a list")
    items: list[Data] = data  # pyright: ignore[reportUnknownVariableType]
    return items


def _class_of(tag: str, union: Union) -> type[Any] | None:
    return union.members.get(tag) or (union.others(tag) if union.others else None)


def _no_tag(tag: Data, union: Union) -> str:
    guess = nearest(tag, tuple(union.members))
    hint = f"did you mean {guess!r}?" if guess else f"known: {', '.join(union.members)}"
    return f"{TAG}: {shown(tag)} is unknown; {hint}"


def _check_other(kind: type, tag: str, union: Union) -> None:
    """Refuse to write what could not be read again."""
    if union.others is None or not has(kind):
        raise Mismatch(f"{kind.__qualname__} is no attrs class, so its values cannot be written")
    if tag in union.members:
        raise Mismatch(f"{kind.__qualname__} has the name of another one, so its values could not be told apart")


def _each(kind: Any, read: Callable[[Any, Data], T], items: Iterable[tuple[Any, Data]], count: int) -> list[T]:
    """The items of a list or an object, read one by one; the faults of all of them are told."""
    if count > MOST_ITEMS:
        raise Mismatch(f"{count} items; at most {MOST_ITEMS} are read")
    values: list[T] = []
    errors: list[Exception] = []
    for where, item in items:
        try:
            values.append(read(where, item))
        except Exception as error:  # noqa: BLE001 - whatever is wrong is told with its place
            note = IterableValidationNote("", where, kind)  # pyright: ignore[reportCallIssue] - it has its own __new__
            error.add_note(note)
            errors.append(error)
            if len(errors) == MOST_FAULTS:
                break
    if errors:
        raise IterableValidationError("", errors, kind)  # pyright: ignore[reportCallIssue] - it has its own __new__
    return values
