"""Effects of backgrounds, bonds, spells and creatures, as a closed list of kinds."""

from __future__ import annotations

from typing import TypeAlias, final

from attrs import frozen


@final
@frozen(kw_only=True)
class Story:
    """An effect that only the table can judge. Its text says what happens."""

    text: str
    """The id of its text."""


Effect: TypeAlias = Story
"""An effect of a background, a bond, a spell or a creature."""
