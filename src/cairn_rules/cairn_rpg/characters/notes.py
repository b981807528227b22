"""Texts that came with a character from a file of another program."""

from __future__ import annotations

from typing import Any, Final, final

from cairn_rules.codec.json_text import read_json
from cairn_rules.frozen_classes import field, frozen

BACKGROUND: Final = ("background", "custom background")
"""The places of the name of a background that is not in the book."""
PLACES: Final = ("traits", "notes", "bonds", "omens", "scars", "description", "features", "tags")
"""The places of texts that need no heading of their own on a sheet."""


def _check_json(_: object, __: object, raw: str) -> None:
    if raw:
        read_json(raw)


@final
@frozen
class Note:
    """A text from a file of another program, which goes back to where it came from.

    Example:
        >>> print(Note("description", "Oak."), Note("damage", "d6+1"))
        Oak. Damage: d6+1
    """

    place: str
    """The part of the file, such as `description`."""
    text: str
    """The text, without markup; it may have several lines."""
    shown: bool = field(default=True, kw_only=True)
    """False if other fields hold what it says, so that sheets do not show it."""
    raw: str = field(default="", validator=_check_json, kw_only=True)
    """The value as JSON, if the text is not all of it. Its place then begins with the name of its format and a dot."""

    def __str__(self) -> str:
        return self.text if self.place in PLACES else f"{self.place[:1].upper()}{self.place[1:]}: {self.text}"


def put_back(document: dict[str, Any], notes: tuple[Note, ...], format: str) -> dict[str, Any]:
    """Return a document of a format with the values that came with such a document."""
    prefix = f"{format}."
    return document | {
        note.place.removeprefix(prefix): read_json(note.raw) for note in notes if note.place.startswith(prefix)
    }


def values_at(notes: tuple[Note, ...], *places: str) -> list[Any]:
    """Return the values of notes of some places."""
    return [read_json(note.raw) for note in notes if note.raw and note.place in places]


def texts_at(notes: tuple[Note, ...], place: str) -> tuple[str, ...]:
    """Return the texts of a place."""
    return tuple(note.text for note in notes if note.place == place)
