"""Cairn from a position, as a game."""

from __future__ import annotations

from cairn_rules import cairn


class From:
    """Cairn from a position."""

    def __init__(self, start) -> None:
        self.start = start

    def new_game(self, *, seed=None):  # noqa: ARG002 - always the same
        return self.start

    def __getattr__(self, name: str):
        return getattr(cairn, name)
