"""The list of the pages, and the addresses of their files on the site."""

from __future__ import annotations

from typing import Final

PAGES: Final = ("play", "puzzles", "workshop", "packs", "characters", "warden")
"""The pages, in the order of the menu. Each has a folder here with a module `page`, and its text in `docs`."""
SHARED: Final = "shared"
"""The folder of what two or more pages need."""
HOME: Final = "play"
"""The page in whose folder the site has the files of `shared`. That folder can be hosted alone."""
ELSEWHERE: Final = {
    "dice.css": "characters",
    "dice.js": "characters",
    "rules.js": "warden",
    **dict.fromkeys(("checked.js", "sandbox.js", "sandbox_worker.js", "text_editor.js"), "workshop"),
    **dict.fromkeys(("checks.zip", "checks-licences.txt", "codemirror.js", "codemirror-licences.txt"), "workshop"),
}
"""The files of `shared` that the site has in the folder of another page, which brought them along."""


def address_of(folder: str, name: str) -> str:
    """Return the address on the site of a file in one of these folders.

    Example:
        >>> address_of("shared", "shell.js"), address_of("shared", "dice.js"), address_of("warden", "card.js")
        ('play/shell.js', 'characters/dice.js', 'warden/card.js')
    """
    return f"{ELSEWHERE.get(name, HOME) if folder == SHARED else folder}/{name}"
