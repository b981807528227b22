"""Remarks about parts of a character that the book and the texts lack, because they come from a content pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.book_with_packs import installed_packs
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.sheets.item_notes import distinct_items


def missing_content(character: Character, texts: Texts, book: Book) -> Iterator[str]:
    """Yield a remark for each part of a character that the book or the texts lack."""
    kinds: tuple[tuple[str, str | None, Mapping[str, object]], ...] = (
        ("background", character.background, book.backgrounds),
        ("creature", character.creature, book.creatures),
    )
    for kind, id, known in kinds:
        if id is not None and id not in known:
            packs = [each.id for each in installed_packs() if any(own.id == id for own in getattr(each, f"{kind}s"))]
            yield f"{kind} {id!r} is not in the book; {_remedy(packs)}"
    rows = {"bond": (character.bonds, len(book.bonds))}
    if character.omen is not None:
        rows["omen"] = ((character.omen.row,), book.omens)
    for what, (taken, most) in rows.items():
        for row in taken:
            if row > most:
                yield f"{what} {row} is not in the book, which has {most}; {_remedy([])}"
    lacking = {id: item.name for item in distinct_items(character) for id in _text_ids(item) if id not in texts}
    if lacking and not texts.ids_only:
        *others, last = dict.fromkeys(lacking.values())
        names = f"{', '.join(others)} and {last}" if others else last
        packs = [each.id for each in installed_packs() if lacking.keys() & each.texts.keys()]
        yield f"the book does not say what {names} can do; {_remedy(packs)}"


def _text_ids(item: Item) -> Iterator[str]:
    yield from filter(None, (item.text, item.recharge, f"spell/{item.spell}" if item.spell else ""))


def _remedy(packs: list[str]) -> str:
    """Return how to supply what is missing, given the installed packs that have it."""
    return f"use {f'its pack {packs[0]!r}' if packs else 'the pack that has it'}: book=, or --pack"
