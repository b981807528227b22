"""The texts of the game, looked up by id, so that another wording or language can replace them."""

from __future__ import annotations

from typing import Final

CREDIT: Final = (
    "Based on Cairn Second Edition by Yochai Gal (https://cairnrpg.com), licensed under CC BY-SA 4.0 "
    "(https://creativecommons.org/licenses/by-sa/4.0/). Changes: retold in own words as structured data, with a "
    "structured reading added. Not affiliated with or endorsed by the author."
)
"""The credit that goes with everything that shows texts of the game."""
