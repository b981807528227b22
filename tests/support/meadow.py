"""A game for as many as one likes: from a number, each takes 1 or 2 in turn; who takes the last one wins."""

from __future__ import annotations

from random import Random

from cairn_rules import Outcome
from cairn_rules.manifest import Manifest, RecordStart, Seats
from support.subtraction import Subtraction


class Meadow(Subtraction):
    """A state is what is left, who decides, and how many play."""

    MANIFEST = Manifest(
        name="meadow",
        seats=Seats(names=("red", "green", "blue", "white"), count=lambda state: state[2]),
        records=RecordStart(
            tags=lambda state: {"Left": str(state[0]), "Players": str(state[2])},
            state=lambda tags, _: (int(tags["Left"]), 0, int(tags["Players"])),
        ),
    )

    def __init__(self) -> None:
        super().__init__(2)

    def new_game(self, *, seed: int | None = None, players: int = 2) -> tuple[int, int, int]:
        return Random(seed).randrange(4, 12), 0, players

    def apply(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        left, _ = super().apply(state[:2], action)
        return left, (state[1] + 1) % state[2], state[2]

    def outcome(self, state: tuple[int, int, int]) -> Outcome | None:
        return None if state[0] else Outcome(winners=((state[1] - 1) % state[2],), reason="last-one")


MEADOW = Meadow()
