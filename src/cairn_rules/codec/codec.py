"""Codec: frozen values to plain JSON data and back, every fault with its path. For any game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from itertools import islice, repeat
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, cast, final, get_args, get_origin
from typing import Union as AnyUnion

from attrs import Attribute, fields, has, resolve_types
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from cairn_rules.codec.faults import Mismatch, faults_of
from cairn_rules.codec.plain import PLAIN, Reader, each_of, list_of, object_of, text_reader
from cairn_rules.codec.shapes import TAG, ById, Data, Form, Text, Union, named, tag_of
from cairn_rules.errors import MOST_FAULTS, DocumentError, hint, shown
from cairn_rules.game import ADDED_LATER

T = TypeVar("T")


@final
class Codec:
    """How the values of a game are written as plain JSON data, and read again.

    Attrs classes are objects with a key for each field, tuples are lists, mappings are objects;
    what else there is, the codec is told once, before it is used. It takes nothing for what it is
    not: no text for a number, no key that it does not know.

    Args:
        known_names: What annotations of fields may name that their modules do not define when
            they run.
        tags: The tags of classes whose names have changed since their first documents were written.
            Any other class has its name as its tag; see `tag_of`.

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
        """The types that are written as one text."""
        self.unions: dict[Any, Union] = {}
        """The unions that are written with a tag."""
        self.forms: dict[Any, Form[Any, Any]] = {}
        """The classes that are written by way of another one."""
        self.ids: dict[Any, ById[Any]] = {}
        """The types of which some values are written as an id."""
        self._known_names = dict(known_names)
        self._tags = dict(tags)
        converter = self._converter = Converter(forbid_extra_keys=True, unstruct_collection_overrides={tuple: list})
        for kind, (read, write) in PLAIN.items():
            converter.register_structure_hook(kind, read)
            converter.register_unstructure_hook(kind, write)
        converter.register_structure_hook_factory(_is(Literal), _literal)
        converter.register_structure_hook_factory(_is(tuple), self._tuple)
        converter.register_structure_hook_factory(_is(Mapping), self._mapping)
        converter.register_structure_hook_factory(has, self._attrs)
        converter.register_unstructure_hook_factory(has, self._attrs_writer)

    def tag_of(self, kind: type[Any]) -> str:
        """Return the tag of a class: the one that was given for it, or its name in small letters, with hyphens."""
        return self._tags.get(kind) or tag_of(kind)

    def text(self, kind: Any, text: Text[Any]) -> None:
        """Write the values of a type as one text each."""
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
    ) -> None:
        """Write the values of a union as objects with the tag of their class.

        Args:
            kind: The union.
            members: Its classes.
            others: Finds the class of any other tag, for a union that is open.
            hint: What to look at when it finds none.
            text: The type of those values that are written as one text instead.
        """
        union = self.unions[kind] = Union({self.tag_of(member): member for member in members}, others, hint, text)
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

    def by_id(self, kind: Any, ids: ById[Any]) -> None:
        """Write those values of a type that have an id as that id, and the others in full."""
        self.ids[kind] = ids
        converter, read_id = self._converter, text_reader(ids.text)

        def read(data: Data, _: Any) -> Any:
            return read_id(data, kind) if type(data) is str else converter.structure(data, ids.full)

        def write(value: Any) -> Data:
            return ids.text.write(value) if ids.has_id(value) else converter.unstructure(value, unstructure_as=ids.full)

        self._register(kind, read, write)

    def write(self, value: object, kind: Any) -> Data:
        """A value of a type as plain data.

        Raises:
            DocumentError: when something in it cannot be written.
        """
        try:
            return self._converter.unstructure(value, unstructure_as=kind)
        except Exception as error:  # noqa: BLE001 - whatever is wrong is told with its place
            raise DocumentError(islice(faults_of(error, "$.value"), MOST_FAULTS)) from None

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
            raise DocumentError(islice(faults_of(error, where), MOST_FAULTS)) from None

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

    def _tuple(self, kind: Any) -> Reader:
        """Reads tuples: of any length and one type, or with a type for each item."""
        arguments = get_args(kind)
        any_length = arguments[-1] is Ellipsis
        inner = arguments[:1] if any_length else arguments
        readers = [(self._converter.get_structure_hook(each), each) for each in inner]

        def read(data: Data, _: Any) -> tuple[Any, ...]:
            items = list_of(data)
            if not any_length and len(items) != len(readers):
                raise Mismatch(f"a list of {len(items)}; it should be of {len(readers)}")
            hooks = repeat(readers[0]) if any_length else readers
            pairs = enumerate(zip(hooks, items, strict=False))
            return tuple(each_of(kind, lambda _, pair: pair[0][0](pair[1], pair[0][1]), pairs, len(items)))

        return read

    def _mapping(self, kind: Any) -> Reader:
        """Reads mappings whose keys are written as texts."""
        inner_key, inner = get_args(kind)
        read_key = self._converter.get_structure_hook(inner_key)
        read_item = self._converter.get_structure_hook(inner)

        def read(data: Data, _: Any) -> dict[Any, Any]:
            items = object_of(data, "an object")
            pairs = each_of(
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
            return fill(object_of(data, what), kind)

        return read

    def _attrs_writer(self, kind: type) -> Callable[[Any], Data]:
        later = {name for name, each in self.keys_of(kind).items() if each.metadata.get(ADDED_LATER)}
        left_out: dict[str, Any] = {name: override(omit_if_default=True) for name in later}
        return make_dict_unstructure_fn(kind, self._converter, **left_out)

    def keys_of(self, kind: type) -> dict[str, Attribute[Any]]:
        """The fields of an attrs class that are its keys; their types are known then, whatever imported them.

        Raises:
            Mismatch: when the type of one cannot be found, or its values have no form in JSON.
        """
        names = dict(self._known_names)
        for each in reversed(kind.__mro__):
            names |= getattr(sys.modules.get(each.__module__), "__dict__", {})
        try:
            resolve_types(kind, localns=names)
        except NameError as error:
            why = f"{error}; import it when the module runs, not under TYPE_CHECKING"
            raise Mismatch(f"the fields of {kind.__qualname__} cannot be told: {why}") from None
        keys = {each.name: each for each in fields(kind) if each.init}
        for name, each in keys.items():
            if not self._is_known(each.type):
                raise Mismatch(f"{kind.__qualname__}.{name} is of a type that has no form in JSON: {each.type}")
        return keys

    def _is_known(self, kind: Any) -> bool:
        """Whether the values of a type can be written and read again."""
        if kind in (*PLAIN, *self.texts, *self.unions, *self.ids) or (isinstance(kind, type) and has(kind)):
            return True
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return all(type(each) is str for each in arguments)
        if origin in (AnyUnion, UnionType) and (len(arguments) != 2 or NoneType not in arguments):
            return False
        inner = [each for each in arguments if each not in (Ellipsis, NoneType)]
        return origin in (tuple, Mapping, AnyUnion, UnionType) and bool(inner) and all(map(self._is_known, inner))


def _equals(kind: Any) -> Callable[[Any], bool]:
    return lambda other: other == kind


def _is(origin: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) is origin


def _literal(kind: Any) -> Reader:
    values = get_args(kind)
    return text_reader(named(" or ".join(map(repr, values)), {value: value for value in values}))


def _class_of(tag: Data, union: Union) -> type[Any]:
    """The class of a tag.

    Raises:
        Mismatch: when there is none, or its values cannot be read.
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
    """Refuse to write what could not be read again."""
    if union.others is None:
        raise Mismatch(f"{kind.__qualname__} is none of {', '.join(union.members)}")
    _check_class(kind)
    if tag in union.members:
        raise Mismatch(f"{kind.__qualname__} has the name of another one, so its values could not be told apart")


def _check_class(kind: type) -> None:
    if not has(kind):
        raise Mismatch(f"{kind.__qualname__} is no attrs class, so its values can be neither written nor read")
    if TAG in (each.name for each in fields(kind)):
        raise Mismatch(f"{kind.__qualname__} has a field {TAG!r}, which could not be told from its tag")
