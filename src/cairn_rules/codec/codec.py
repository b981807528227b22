"""A codec between frozen values and plain JSON data, for any game. Every fault has its path."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from itertools import islice, repeat
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Literal, NoReturn, TypeVar, cast, final, get_args, get_origin
from typing import Union as AnyUnion

from attrs import Attribute, fields, has, resolve_types
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from cairn_rules.codec.faults import Mismatch, faults_of
from cairn_rules.codec.readers import PLAIN, Reader, each_of, list_of, object_of, text_reader
from cairn_rules.codec.shapes import TAG, ById, Data, Form, Text, Union, named, tag_of
from cairn_rules.errors import MOST_FAULTS, DocumentError, hint, shown
from cairn_rules.game import ADDED_LATER

T = TypeVar("T")


@final
class Codec:
    """A codec that writes the values of a game as plain JSON data, and reads them back.

    Attrs classes are objects with a key for each field, tuples are lists, frozen sets are sorted lists, mappings are
    objects. Register all other types before the first use. Reading is strict: types must match exactly, and unknown
    keys are faults.

    Args:
        known_names: Names that annotations of fields use, but that their modules do not define at runtime, such as
            imports under `TYPE_CHECKING`.
        tags: The tags of classes that were renamed after their first documents were written.
            By default, a class's name is its tag; see `tag_of`.

    Example:
        >>> from attrs import frozen
        >>> @frozen
        ... class EndFinalTurn:
        ...     seat: int
        >>> codec = Codec({}, tags={EndFinalTurn: "end"})
        >>> codec.union("Action", [EndFinalTurn])
        >>> codec.write(EndFinalTurn(2), "Action")
        {'type': 'end', 'seat': 2}
        >>> codec.read({"type": "end", "seat": 2}, "Action")
        EndFinalTurn(seat=2)
    """

    def __init__(self, known_names: Mapping[str, Any], *, tags: Mapping[type[Any], str] = MappingProxyType({})) -> None:
        self.texts: dict[Any, Text[Any]] = {}
        """Types whose values are written as one text."""
        self.unions: dict[Any, Union] = {}
        """Unions whose members are written with a tag."""
        self.forms: dict[Any, Form[Any, Any]] = {}
        """Classes whose values are converted to another class first."""
        self.ids: dict[Any, ById[Any]] = {}
        """Types of which some values are written as an id."""
        self._known_names = dict(known_names)
        self._tags = dict(tags)
        converter = self._converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})
        for kind, (read, write) in PLAIN.items():
            converter.register_structure_hook(kind, read)
            converter.register_unstructure_hook(kind, write)
        converter.register_structure_hook_factory(_is(Literal), _literal)
        converter.register_unstructure_hook_factory(_is(Literal), _literal_writer)
        converter.register_structure_hook_factory(_is_plain_union, self._plain_union)
        converter.register_unstructure_hook_factory(_is_plain_union, self._plain_union_writer)
        converter.register_structure_hook_factory(_is(tuple), self._tuple)
        converter.register_structure_hook_factory(_is(frozenset), self._set)
        converter.register_unstructure_hook_factory(_is(frozenset), self._set_writer)
        converter.register_structure_hook_factory(_is(Mapping), self._mapping)
        converter.register_structure_hook_factory(has, self._attrs)
        converter.register_unstructure_hook_factory(has, self._attrs_writer)
        converter.register_structure_hook_factory(_needs_tags, _refuse)
        converter.register_unstructure_hook_factory(_needs_tags, _refuse)

    def tag_of(self, kind: type[Any]) -> str:
        """Return the tag of a class: the one given in `tags`, or its name in lower case with hyphens."""
        return self._tags.get(kind) or tag_of(kind)

    def text(self, kind: Any, text: Text[Any]) -> None:
        """Register a type whose values are written as one text each."""
        self.texts[kind] = text
        self._register(kind, text_reader(text), text.write)

    def union(
        self,
        kind: Any,
        members: Iterable[type[Any]],
        *,
        others: Callable[[str], type[Any] | None] | None = None,
        hint: str = "",
        text: Any = None,
        name: str = "",
    ) -> None:
        """Register a union whose values are written as objects with the tag of their class.

        Args:
            kind: The union.
            members: The classes of the union.
            others: For an open union, a function that returns the class of any other tag, or None.
            hint: A remark for the error about an unknown tag.
            text: The type of those values that are written as one text instead, or a union such as `str | int` of
                types that are written without a tag (default: none).
            name: The name in JSON Schemas, for a union whose members contain it (default: none).
        """
        tags = {self.tag_of(member): member for member in members}
        union = self.unions[kind] = Union(tags, others, hint, text, name)
        self._register(kind, self._union_reader(union), self._union_writer(union))

    def form(self, kind: type[T], form: Form[T, Any]) -> None:
        """Register a class whose values are converted to another class before they are written."""
        self.forms[kind] = form
        converter = self._converter
        self._register(
            kind,
            lambda data, _: form.read(converter.structure(data, form.form)),
            lambda value: converter.unstructure(form.write(value)),
        )

    def by_id(self, kind: Any, ids: ById[Any]) -> None:
        """Register a type whose values are written as an id where possible, or in full."""
        self.ids[kind] = ids
        converter, read_id = self._converter, text_reader(ids.text)

        def read(data: Data, _: Any) -> Any:
            return read_id(data, kind) if type(data) is str else converter.structure(data, ids.full)

        def write(value: Any) -> Data:
            return ids.text.write(value) if ids.has_id(value) else converter.unstructure(value, unstructure_as=ids.full)

        self._register(kind, read, write)

    def write(self, value: object, kind: Any) -> Data:
        """Return a value as plain data.

        Raises:
            DocumentError: if the value contains something that cannot be written.
        """
        try:
            return self._converter.unstructure(value, unstructure_as=kind)
        except Exception as error:  # noqa: BLE001 - any error becomes a fault with its path
            raise DocumentError(islice(faults_of(error, "$.value"), MOST_FAULTS)) from None

    def read(self, data: Data, kind: Any, where: str = "$") -> Any:
        """Return the value for plain data.

        The type may be a registered union. `where` is the path of the data in their document.

        Raises:
            DocumentError: if the data are not valid. It lists every fault with its path.
        """
        try:
            return self._converter.structure(data, kind)
        except Exception as error:  # noqa: BLE001 - any error becomes a fault with its path
            raise DocumentError(islice(faults_of(error, where), MOST_FAULTS)) from None

    def _register(self, kind: Any, read: Reader, write: Callable[[Any], Data]) -> None:
        if isinstance(kind, type) and issubclass(kind, Enum):  # else cattrs' own hooks for enumerations win
            self._converter.register_structure_hook(kind, read)
            self._converter.register_unstructure_hook(kind, write)
        else:
            self._converter.register_structure_hook_func(_equals(kind), read)
            self._converter.register_unstructure_hook_func(_equals(kind), write)

    def _union_reader(self, union: Union) -> Reader:
        converter = self._converter
        is_plain = _is_plain_union(union.text)

        def read(data: Data, _: Any) -> Any:
            if union.text is not None and (type(data) is str or (is_plain and type(data) is not dict)):
                return converter.structure(data, union.text)
            keys = object_of(data, f"an object with a {TAG!r}")
            if TAG not in keys:
                raise Mismatch("missing", TAG)
            kind = _class_of(keys[TAG], union)
            return converter.structure({key: each for key, each in keys.items() if key != TAG}, kind)

        return read

    def _union_writer(self, union: Union) -> Callable[[Any], Data]:
        converter = self._converter

        def write(value: Any) -> Data:
            kind: type[Any] = type(value)  # pyright: ignore[reportUnknownVariableType]
            tag = self.tag_of(kind)
            if union.members.get(tag) is not kind:
                if union.text is not None:
                    return converter.unstructure(value, unstructure_as=union.text)
                _check_other(kind, tag, union)
            return {TAG: tag, **converter.unstructure(value)}

        return write

    def _plain_union(self, kind: Any) -> Reader:
        """Return a reader of a union of types that JSON tells apart, such as texts, whole numbers and lists."""
        readers = {_JSON_TYPES[get_origin(each) or each]: each for each in get_args(kind)}
        *names, last = (_JSON_NAMES[each] for each in readers)
        what = f"{', '.join(names)} or {last}"

        def read(data: Data, _: Any) -> Any:
            if type(data) not in readers:
                raise Mismatch(f"{shown(data)} is not {what}")
            return self._converter.structure(data, readers[type(data)])

        return read

    def _plain_union_writer(self, kind: Any) -> Callable[[Any], Data]:
        read = self._plain_union(kind)

        def write(value: Any) -> Data:
            data = self._converter.unstructure(value)
            read(data, kind)  # refuse what could not be read again
            return data

        return write

    def _tuple(self, kind: Any) -> Reader:
        """Return a reader of tuples: either any number of items of one type, or a type for each item."""
        arguments = get_args(kind)
        any_length = arguments[-1] is Ellipsis
        inner = arguments[:1] if any_length else arguments
        readers = [(self._converter.get_structure_hook(each), each) for each in inner]

        def read(data: Data, _: Any) -> tuple[Any, ...]:
            items = list_of(data)
            if not any_length and len(items) != len(readers):
                raise Mismatch(f"a list of length {len(items)}; it should have {len(readers)} items")
            hooks = repeat(readers[0]) if any_length else readers
            pairs = enumerate(zip(hooks, items, strict=False))
            return tuple(each_of(kind, lambda _, pair: pair[0][0](pair[1], pair[0][1]), pairs, len(items)))

        return read

    def _set(self, kind: Any) -> Reader:
        """Return a reader of sets: lists without repetitions, in any order."""
        (inner,) = get_args(kind)
        read_item = self._converter.get_structure_hook(inner)

        def read(data: Data, _: Any) -> frozenset[Any]:
            items = list_of(data)
            found = each_of(kind, lambda _, item: read_item(item, inner), enumerate(items), len(items))
            if len(set(found)) < len(found):
                raise Mismatch("an item occurs twice")
            return frozenset(found)

        return read

    def _set_writer(self, kind: Any) -> Callable[[Any], Data]:
        (inner,) = get_args(kind)
        converter = self._converter
        return lambda values: sorted((converter.unstructure(value, unstructure_as=inner) for value in values), key=str)

    def _mapping(self, kind: Any) -> Reader:
        """Return a reader of mappings, whose keys are written as texts."""
        inner_key, inner = get_args(kind)
        read_key = self._converter.get_structure_hook(inner_key)
        read_item = self._converter.get_structure_hook(inner)

        def read(data: Data, _: Any) -> dict[Any, Any]:
            items = object_of(data, "an object")
            pairs = each_of(
                kind, lambda key, item: (read_key(key, inner_key), read_item(item, inner)), items.items(), len(items)
            )
            return dict(pairs)

        return read

    def _attrs(self, kind: type) -> Reader:
        keys = ", ".join(self.keys_of(kind))
        fill = cast("Reader", make_dict_structure_fn(kind, self._converter))
        what = f"an object with {keys}" if keys else "an empty object"

        def read(data: Data, _: Any) -> Any:
            return fill(object_of(data, what), kind)

        return read

    def _attrs_writer(self, kind: type) -> Callable[[Any], Data]:
        later = {name for name, each in self.keys_of(kind).items() if each.metadata.get(ADDED_LATER)}
        left_out: dict[str, Any] = {name: override(omit_if_default=True) for name in later}
        return make_dict_unstructure_fn(kind, self._converter, **left_out)

    def keys_of(self, kind: type) -> dict[str, Attribute[Any]]:
        """Return the fields of an attrs class that are written as keys, with their types resolved.

        Raises:
            Mismatch: if the type of a field cannot be found, or cannot be written as JSON.
        """
        names = dict(self._known_names)
        for each in reversed(kind.__mro__):
            names |= getattr(sys.modules.get(each.__module__), "__dict__", {})
        try:
            resolve_types(kind, localns=names)
        except NameError as error:
            why = f"{error}; import it when the module runs, not under TYPE_CHECKING"
            raise Mismatch(f"cannot find the field types of {kind.__qualname__}: {why}") from None
        keys = {each.name: each for each in fields(kind) if each.init}
        for name, each in keys.items():
            if not self._is_known(each.type):
                raise Mismatch(
                    f"{kind.__qualname__}.{name} has a type that cannot be written as JSON: {each.type};"
                    " use values of the game, texts, numbers, True or False, a Literal of texts, or tuples of these"
                )
        return keys

    def _is_known(self, kind: Any) -> bool:
        """Return whether the codec supports a type."""
        if kind in (*PLAIN, *self.texts, *self.unions, *self.ids) or (isinstance(kind, type) and has(kind)):
            return True
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return all(type(each) is str for each in arguments)
        if _is_plain_union(kind):
            return all(map(self._is_known, arguments))
        if origin in (AnyUnion, UnionType) and (len(arguments) != 2 or NoneType not in arguments):
            return False
        inner = [each for each in arguments if each not in (Ellipsis, NoneType)]
        return (
            origin in (tuple, frozenset, Mapping, AnyUnion, UnionType)
            and bool(inner)
            and all(map(self._is_known, inner))
        )


def _equals(kind: Any) -> Callable[[Any], bool]:
    return lambda other: other == kind


def _is(origin: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) is origin


_JSON_TYPES: Final[Mapping[Any, type]] = {str: str, int: int, bool: bool, tuple: list}
"""The class of the JSON data of types whose unions need no tags."""
_JSON_NAMES: Final[Mapping[type, str]] = {str: "a text", int: "a whole number", bool: "true or false", list: "a list"}


def _is_plain_union(kind: Any) -> bool:
    return get_origin(kind) in (AnyUnion, UnionType) and all(
        (get_origin(each) or each) in _JSON_TYPES for each in get_args(kind)
    )


def _needs_tags(kind: Any) -> bool:
    return get_origin(kind) in (AnyUnion, UnionType) and sum(map(has, get_args(kind))) > 1


def _refuse(kind: Any) -> NoReturn:
    raise Mismatch(f"the values of a union need tags; register it with codec.union, before its first use: {kind}")


def _literal(kind: Any) -> Reader:
    values = get_args(kind)
    return text_reader(named(" or ".join(map(repr, values)), {value: value for value in values}))


def _literal_writer(kind: Any) -> Callable[[Any], Data]:
    check = _literal(kind)
    return lambda value: check(value, kind)


def _class_of(tag: Data, union: Union) -> type[Any]:
    """Return the class for a tag of a union.

    Raises:
        Mismatch: if the tag is unknown, or the values of its class cannot be read.
    """
    if type(tag) is not str:
        raise Mismatch(f"{shown(tag)} is not a text", TAG)
    kind = union.members.get(tag) or (union.others(tag) if union.others else None)
    if kind is None:
        raise Mismatch(
            f"{shown(tag)} is unknown; {hint(tag, tuple(union.members))}{union.hint and f' ({union.hint})'}", TAG
        )
    _check_class(kind)
    return kind


def _check_other(kind: type, tag: str, union: Union) -> None:
    """Check that the values of a class outside the union's members could be read back."""
    if union.others is None:
        raise Mismatch(f"{kind.__qualname__} is not one of {', '.join(union.members)}")
    _check_class(kind)
    if tag in union.members:
        raise Mismatch(f"{kind.__qualname__} cannot be written: a member of the union has the same tag {tag!r}")


def _check_class(kind: type) -> None:
    if not has(kind):
        raise Mismatch(f"{kind.__qualname__} cannot be written or read: it is not an attrs class")
    if TAG in (each.name for each in fields(kind)):
        raise Mismatch(f"{kind.__qualname__} has a field {TAG!r}, a name reserved for the tag; rename the field")
