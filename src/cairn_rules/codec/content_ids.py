"""The ids of a game's content in its documents: cards, tiles and the like, each written as its id."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, final

from cairn_rules.codec.shapes import Text
from cairn_rules.registry import Content


@final
class ContentIds:
    """How the content of a game is written in documents: each thing as its id.

    Args:
        content: The game's own content.

    Example:
        >>> from cairn_rules import BASE_SET, LIGHT_SET
        >>> ids = ContentIds(Content({"megaliths": BASE_SET}))
        >>> text = ids.text("megaliths", "a megalith")
        >>> text.write(BASE_SET["dawn"]), text.read("dawn").name
        ('dawn', 'Cairn of Dawn')
    """

    def __init__(self, content: Content) -> None:
        self._content: Final[ContextVar[Content]] = ContextVar("content", default=content)

    @contextmanager
    def looking_up(self, content: Content | None) -> Generator[None]:
        """In what follows, look up ids in this content; for `Documents.looking_up`."""
        token = self._content.set(self._content.get() if content is None else content)
        try:
            yield
        finally:
            self._content.reset(token)

    def text(self, kind: str, what: str) -> Text[Any]:
        """Return how the things of a kind are written; for `Codec.text`.

        Args:
            kind: The kind of content, such as `cards`.
            what: What a thing is, such as `a card`, for messages.
        """
        return Text(
            what=f"the id of {what}",
            write=lambda thing: str(thing.id),
            read=lambda word: self._content.get()[kind][word],
            schema={"type": "string"},
        )
