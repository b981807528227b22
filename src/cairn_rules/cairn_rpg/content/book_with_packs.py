"""The book of the game together with content packs, and the packs that are installed."""

from __future__ import annotations

import copyreg
import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.content.book import Book, Pack, by_id
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.content.pack_file import parse_pack, read_pack
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.content.texts import texts as shipped_texts
from cairn_rules.codec.data_file import ENDINGS
from cairn_rules.codec.json_text import within
from cairn_rules.errors import MOST_FAULTS, DefinitionError, DocumentError, DuplicateIdError, Fault, nearest, quoted
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.packs import not_installed
from cairn_rules.plugins import PluginGroup
from cairn_rules.registry import Registry

GROUP: Final = "cairn_rules.cairn_rpg.packs"
"""The group of entry points that offer packs. The name of each is the id of its pack."""
LIBRARY: Final = "the library"
"""The owner of the content of the library, in messages."""
MOST_CLASHES: Final = 20
"""Maximum number of clashing ids that are reported."""
MOST_GUESSES: Final = 10
"""Maximum number of unknown texts for which a similar one is suggested."""


@final
@frozen(kw_only=True, eq=False)
class Shelf:
    """The book and the texts of the game together with some content packs. See `with_packs`.

    Example:
        >>> with_packs().packs, len(with_packs().book.spells)
        ((), 100)
    """

    packs: tuple[Pack, ...]
    """The packs, in order."""
    book: Book
    """The book of the library with the content of the packs, for arguments called `book`."""
    texts: Texts
    """The texts of the library with those of the packs, for arguments called `texts`."""


@checked
def with_packs(*packs: Pack) -> Shelf:
    r"""Return the book and the texts of the library together with those of content packs.

    The rows of packs follow those of the library, in the order of the packs. If several packs have a text with the same
    id, such as translations, the last one is used. The same pack counts once.

    Raises:
        DuplicateIdError: if two packs, or a pack and the library, use an id for different things. It names both.
        DocumentError: if a pack has a text that neither the library nor any of the packs needs. It lists them all.
        DefinitionError: if an argument is not a pack.

    Example:
        >>> from cairn_rules.cairn_rpg import parse_pack
        >>> head = 'id = "de"\nname = "Deutsch"\nauthor = "Anna"\nlicense = "CC-BY-SA-4.0"\n[texts]\n'
        >>> shelf = with_packs(parse_pack(head + '"reaction/wary" = "Misstrauisch."'))
        >>> shelf.texts["reaction/wary"], len(shelf.book.backgrounds)
        ('Misstrauisch.', 20)
    """
    for pack in packs:
        if not isinstance(pack, Pack):
            raise DefinitionError(f"{quoted(pack)} is not a content pack; read_pack reads one from a file")
    return _shelf(tuple(dict.fromkeys(packs)))


def installed_packs() -> Registry[Pack]:
    """Return the packs of installed distributions by id, sorted by distribution and name.

    A pack that cannot be used is left out, with a `PluginWarning` that names its distribution.

    Example:
        >>> "no-such-pack" in installed_packs()
        False
    """
    return Registry((), plugins=PluginGroup(GROUP, Pack)).with_plugins()


def texts_of(book: Book | None) -> Texts:
    """Return the texts of a book: those of its packs and of the library."""
    return with_packs(*(() if book is None else book.packs)).texts


def find_packs(names: Iterable[str]) -> tuple[Pack, ...]:
    """Return packs, each by the path of its file or by the id of an installed one.

    Raises:
        CairnRulesError: if a file cannot be read, or a name is neither that of a file nor the id of an installed pack.
        DocumentError: if a file is not a content pack. It lists every fault with its path.
    """
    found: list[Pack] = []
    for name in names:
        if not name.lower().endswith(ENDINGS):
            installed = installed_packs()
            if name not in installed:
                raise not_installed(name, installed.ids)
            found.append(installed[name])
            continue
        try:
            found.append(read_pack(name))
        except DocumentError as error:
            raise DocumentError(
                [Fault(f"{Path(name).name}, {each.where}", each.message) for each in error.faults]
            ) from None
    return tuple(found)


@lru_cache(maxsize=256)
def _shelf(packs: tuple[Pack, ...]) -> Shelf:
    book = shipped_book()
    clashes = clashes_of(packs)
    if clashes:
        raise DuplicateIdError("; ".join(fault.message for _, fault in clashes))
    sentences = _sentences(book, packs)
    texts = shipped_texts()
    for pack in packs:
        texts = texts.with_pack(sentences[pack], pack.credit)
    if not packs:
        return Shelf(packs=(), book=book, texts=texts)
    traits = {
        trait: tuple(dict.fromkeys((*words, *(word for pack in packs for word in pack.traits.get(trait, ())))))
        for trait, words in book.traits.items()
    }
    goods = {
        name: (*rows, *(row for pack in packs for row in pack.goods.get(name, ()))) for name, rows in book.goods.items()
    }
    creatures = [*book.creatures.values(), *(each for pack in packs for each in pack.creatures)]
    merged = evolve(
        book,
        backgrounds=by_id([*book.backgrounds.values(), *(each for pack in packs for each in pack.backgrounds)]),
        traits=MappingProxyType(traits),
        bonds=(*book.bonds, *(bond for pack in packs for bond in pack.bonds)),
        omens=book.omens + sum(len(pack.omens) for pack in packs),
        goods=MappingProxyType(goods),
        spells=by_id([*book.spells.values(), *(each for pack in packs for each in pack.spells)]),
        creatures=by_id(sorted(creatures, key=lambda each: each.name)),
        credits=MappingProxyType({**book.credits, **{pack.id: pack.credit for pack in packs}}),
        packs=packs,
    )
    return Shelf(packs=packs, book=merged, texts=texts)


def _ids(content: Book | Pack) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the ids of things, each with its kind before it and its path in a pack after it."""
    for kind in ("backgrounds", "spells", "creatures"):
        things = getattr(content, kind)
        for index, each in enumerate(things.values() if isinstance(content, Book) else things):
            yield (kind[:-1], each.id), f"{kind}[{index}].id"
    for key, rows in content.goods.items():
        for index, row in enumerate(rows):
            yield ("row of a price list", row.id), f"goods.{key}[{index}].id"
            if row.item is not None:
                for name in row.names:
                    yield ("item for sale", row.named(name).id), f"goods.{key}[{index}].item.id"


def clashes_of(packs: Iterable[Pack]) -> tuple[tuple[Pack, Fault], ...]:
    """Return a fault for each id that is used for two things, with the pack that has the second one."""
    return tuple(islice(_clashes(shipped_book(), packs), MOST_CLASHES))


def _clashes(book: Book, packs: Iterable[Pack]) -> Iterator[tuple[Pack, Fault]]:
    owners: dict[tuple[str, str], str] = dict.fromkeys(dict(_ids(book)), LIBRARY)
    own_texts: dict[str, str] = {}
    names: dict[str, Pack] = {}
    for pack in packs:
        owner = f"the pack {pack.name!r} ({pack.id})"
        if pack.id in names:
            both = f"two different packs have the id {pack.id!r}: {names[pack.id].name!r} and {pack.name!r}"
            yield pack, Fault("id", f"{both}; give one of them another id")
        names[pack.id] = pack
        twice: set[str] = set()
        for (kind, id), where in dict(_ids(pack)).items():
            other = owners.setdefault((kind, id), owner)
            if other != owner:
                twice.add(f"{kind}/{id}")
                yield pack, Fault(where, f"the {kind} {id!r} is in {other} and in {owner}; give it another id")
        for id in sorted(pack.text_ids):
            other = own_texts.setdefault(id, owner)
            if other != owner and "/".join(id.split("/")[:2]) not in twice:
                message = f"the text {id!r} is in {other} and in {owner}; give it another id"
                yield pack, Fault(within("texts", id), message)


def _sentences(book: Book, packs: tuple[Pack, ...]) -> dict[Pack, dict[str, str]]:
    """Return the texts of each pack by id, with the rows of its bonds and omens.

    Raises:
        DocumentError: if there is an unused text.
    """
    found: dict[Pack, dict[str, str]] = {}
    bonds, omens = len(book.bonds), book.omens
    for pack in packs:
        rows = {f"bond/{row}": text for row, text in enumerate(pack.bond_texts, bonds + 1)}
        rows |= {f"omen/{row}": text for row, text in enumerate(pack.omens, omens + 1)}
        bonds, omens = bonds + len(pack.bonds), omens + len(pack.omens)
        found[pack] = {**pack.texts, **rows}
    known = {*shipped_texts(), *(id for pack in packs for id in pack.text_ids)}
    unknown = [(pack, id) for pack in packs for id in pack.texts if id not in known][:MOST_FAULTS]
    faults = [
        Fault(f"{pack.id}, texts[{id!r}]", "this text is unused" + (_guess(id, known) if number < MOST_GUESSES else ""))
        for number, (pack, id) in enumerate(unknown)
    ]
    if faults:
        raise DocumentError(faults)
    return found


def _guess(id: str, known: set[str]) -> str:
    """Return what could be meant by an unused text, and how a pack shows it."""
    guess = nearest(id, sorted(known))
    meant = f"; did you mean {guess!r}?" if guess else "; a translation of another pack goes with that pack."
    kind, _, rest = id.partition("/")
    if kind in {"background", "creature", "spell"}:
        return f"{meant} To show it, add a {kind} with id = {json.dumps(rest.partition('/')[0])}"
    if kind != "item" and any(each.startswith(f"{kind}/") for each in shipped_texts()):  # a row of a table, or a rule
        return meant
    return f"{meant} To show it, give an item or an effect text = {json.dumps(id)}"


def _reduced(book: Book) -> Any:
    """Return the recipe by which a pickle restores a book: that of the library, or one with packs."""
    if book is shipped_book():
        return shipped_book, ()
    if book.packs:
        return _restored, tuple(pack.data for pack in book.packs)
    return object.__reduce_ex__(book, 2)


def _restored(*data: str) -> Book:
    return with_packs(*map(_pack, data)).book


@lru_cache(maxsize=64)
def _pack(data: str) -> Pack:
    return parse_pack(json.loads(data))  # as data, because a text has a maximum length


copyreg.pickle(Book, _reduced)
copyreg.pickle(Pack, lambda pack: (_pack, (pack.data,)))
