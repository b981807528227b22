"""The content of Pebbles: two kinds of things, found by their ids."""

from __future__ import annotations

from typing import Final, final

from attrs import frozen

from cairn_rules.registry import Content, Registry


@final
@frozen(kw_only=True)
class Pebble:
    """A kind of pebble."""

    id: str
    """A slug."""
    points: int = 0
    """Its points at the end of the game."""
    cracks: bool = False
    """True if it ends a turn (rule 3)."""


@final
@frozen(kw_only=True)
class Charm:
    """A charm, which its owner keeps secret (rule 6)."""

    id: str
    """A slug."""
    favours: str = ""
    """The id of the pebbles that are worth one more point; empty if there are none."""


PEBBLES: Final = Registry(
    (
        Pebble(id="moss", points=1),
        Pebble(id="slate", points=2),
        Pebble(id="amber", points=4),
        Pebble(id="flint", cracks=True),
    )
)
"""The kinds of pebbles."""
CHARMS: Final = Registry(
    (
        Charm(id="fern", favours="moss"),
        Charm(id="quarry", favours="slate"),
        Charm(id="sun", favours="amber"),
        Charm(id="cloud"),
        Charm(id="well", favours="moss"),
    )
)
"""The charms; there is one of each."""
CONTENT: Final = Content({"pebbles": PEBBLES, "charms": CHARMS})
"""Both."""
