"""Content packs in documents: a state names the packs of its book, each by its id and a hash of its content."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, Final, TypeVar, final

from cairn_rules.cairn_rpg.characters.character import converted
from cairn_rules.cairn_rpg.content.book import Book, Pack
from cairn_rules.cairn_rpg.content.book_with_packs import with_packs
from cairn_rules.codec.shapes import Form, form_class
from cairn_rules.errors import DefinitionError, cut, quoted
from cairn_rules.frozen_classes import AttrsInstance, field, frozen
from cairn_rules.game import ADDED_LATER

T = TypeVar("T", bound=AttrsInstance)

_PACKS: Final[ContextVar[tuple[Pack, ...]]] = ContextVar("packs", default=())
"""The packs in which those of documents are looked up."""
_REMEDY: Final = "give the packs with registry=Registry([pack]), or with --pack on the command line"


@final
@frozen(kw_only=True)
class PackForm:
    """The JSON form of a pack in a state: its id, and the hash of its content."""

    id: str
    hash: str


@contextmanager
def looking_up(registry: Any) -> Generator[None]:
    """Look up the packs of documents in a registry while the context is active.

    Raises:
        DefinitionError: if the registry holds anything but packs.
    """
    packs = () if registry is None else tuple(registry)
    for pack in packs:
        if not isinstance(pack, Pack):
            raise DefinitionError(f"registry= should hold content packs of Cairn, not {quoted(pack)}")
    token = _PACKS.set(packs)
    try:
        yield
    finally:
        _PACKS.reset(token)


def pack_forms(book: Book | None) -> tuple[PackForm, ...]:
    """Return the form of the packs of a book; None stands for the book of the library.

    Raises:
        DefinitionError: if it is another book, which has no packs.
    """
    if book is None or book is with_packs().book:
        return ()
    if not book.packs:
        raise DefinitionError("a custom book cannot be written: documents contain only content packs, by their ids")
    return tuple(PackForm(id=pack.id, hash=pack.hash) for pack in book.packs)


def book_from(forms: tuple[PackForm, ...]) -> Book | None:
    """Return the book with the packs of a document; None for the book of the library.

    Raises:
        DefinitionError: if a pack is missing or has another content. The message gives both hashes.
    """
    return with_packs(*map(_found, forms)).book if forms else None


def form_with_packs(
    kind: type[T],
    check: Callable[[T], None],
    instead: Mapping[str, tuple[str, Any]] = MappingProxyType({}),
    *,
    required: bool = False,
) -> Form[T, Any]:
    """Return the form of a class with a book, which is written attribute by attribute, with the packs of its book.

    The attribute `book` of the class is a book or None, and the form has `packs` in its place. `instead` has other
    attributes to replace, as for `form_class`. If `required`, no key may be left out but those that were added later.
    """
    packs = field(type=tuple[PackForm, ...], default=(), metadata={ADDED_LATER: True})
    form = form_class(kind, {**instead, "book": ("packs", packs)}, required=required)

    def write(value: Any) -> Any:
        return converted(value, form, packs=pack_forms(value.book))

    def read(written: Any) -> T:
        value = converted(written, kind, book=book_from(written.packs))
        check(value)
        return value

    return Form(form, write, read)


def _found(form: PackForm) -> Pack:
    known = _PACKS.get()
    same_id = [pack for pack in known if pack.id == form.id]
    for pack in same_id:
        if pack.hash == form.hash:
            return pack
    id, hash = quoted(cut(form.id, 100)), quoted(cut(form.hash, 100))
    if same_id:
        raise DefinitionError(
            f"the pack {id} has another content: its hash should be {hash}, but is {same_id[0].hash}; {_REMEDY}"
        )
    there = ", ".join(pack.id for pack in known) or "none"
    raise DefinitionError(f"the pack {id} with the hash {hash} is missing; known: {there}; {_REMEDY}")
