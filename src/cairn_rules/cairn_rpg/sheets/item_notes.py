"""The texts about items, each next to the first item that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from cairn_rules.cairn_rpg.character_words import bond_lines, item_texts, item_words
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.content.texts import Texts


def distinct_items(character: Character) -> tuple[Item, ...]:
    """Return the different items of a character, as its sheet lists them: petty ones below those in slots."""
    inventory = character.inventory
    carried = sorted(inventory.items, key=lambda item: not item.slots)
    stowed = (item for container in inventory.containers for item in container.items)
    return tuple(dict.fromkeys((*carried, *stowed, *inventory.stash)))


def with_note(words: str, note: str) -> str:
    """Return words with a note behind them; one of both can be empty.

    Example:
        >>> with_note("Iron Rattle", "It sounds just like a snake."), with_note("Tarp", "")
        ('Iron Rattle. It sounds just like a snake.', 'Tarp')
    """
    return ". ".join(filter(None, (words, note)))


@final
class ItemNotes:
    """The texts about the items of a character. Each is shown once: with its first item, or with its bond."""

    def __init__(self, character: Character, texts: Texts) -> None:
        self.owners: dict[str, Item] = {}
        """The first item of each text."""
        self._notes: dict[Item, str] = {}
        bonds = bond_lines(character, texts)
        for item in distinct_items(character):
            said: list[str] = []
            for text in item_texts(item, texts):
                owner = self.owners.setdefault(text, item)
                if text not in bonds and (owner is item or owner.name != item.name):
                    said.append(text if owner is item else f"See {owner.name}.")
            self._notes[item] = " ".join(dict.fromkeys(said))

    def taken(self, item: Item) -> str:
        """Return the note on an item, at the first call only; empty if there is none."""
        return self._notes.pop(item, "")

    def counted(self, items: Iterable[Item]) -> list[str]:
        """Return items in words with their notes, equal ones once, with their number."""
        alike: dict[str, list[Item]] = {}
        for item in items:
            alike.setdefault(item_words(item), []).append(item)
        return [
            with_note(
                f"{len(each)} x {words}" if len(each) > 1 else words, " ".join(filter(None, map(self.taken, each)))
            )
            for words, each in alike.items()
        ]

    def bond(self, text: str) -> str:
        """Return the text of a bond, after the item that it is about."""
        return with_note(item_words(self.owners[text]), text) if text in self.owners else text
