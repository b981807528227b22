"""States of random games of Endless Winter, and every conceivable action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from cairn_rules.endless_winter import State, Variant, apply, legal_actions, new_game
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.state import actions as a
from cairn_rules.endless_winter.state.hexes import HEXES, Hex
from cairn_rules.endless_winter.state.megaliths import Spot, spaces_of

VARIANTS = (
    Variant(),
    Variant(draft="setup", second_culture_card="discard"),
    Variant(draft="chief", rest_tips=True),
    Variant(chief_side="choice", middle_repeatable=False, rival_level=1),
    Variant(draft="chief", second_culture_card="discard", middle_repeatable=False, rest_tips=True),
)
"""Variants that together change every decision."""


def random_states(seed: int, **options: Any) -> Iterator[State]:
    """Every state of a random game, the last one included."""
    rng = Random(seed)
    state = new_game(seed=seed, **options)
    while legal := legal_actions(state):
        yield state
        state = apply(state, rng.choice(legal))
    yield state


def games(number: int, **options: Any) -> Iterator[State]:
    """Every state of some random games, in which the number of players, the variant and the layout change."""
    for seed in range(number):
        chosen = {"players": 1 + seed % 4, "variant": VARIANTS[seed % len(VARIANTS)], **options}
        yield from random_states(seed, **chosen)


def conceivable(state: State) -> tuple[Any, ...]:
    """Every action that can be written in a game, and some that cannot be right: about two thousand.

    The places for Megaliths are those that a game is likely to reach.
    """
    pack = state.pack
    cards, species = [*pack.order, "nothing"], [*pack.species, "nothing"]
    tiles = [*HEXES, Hex(3, 0), Hex(-1, -2)]
    board = spaces_of(pack, state.table.layout, state.table.megalith_tiles)
    spots = [
        *(Spot(2 * x + i, 2 * y + j, level) for x, y in board for level in (1, 2, 3) for i in (0, 1) for j in (0, 1)),
        *(Spot(0, 0, 0), Spot(2, 2, 4), Spot(0, -2, 1), Spot(998, 0, 1), Spot(997, 0, 2)),
    ]
    near = [
        (x, y, z) for x, y, z in combinations(HEXES, 3) if max(abs(p.q - q.q) for p, q in ((x, y), (y, z), (x, z))) < 2
    ]
    return (
        *map(a.TakeChief, [*pack.chief, "nothing"]),
        *map(a.ChooseSide, ["A", "B", "C"]),
        *map(a.TakeSetup, [*pack.setup_card, "nothing"]),
        *map(a.PlayCulture, cards),
        *(
            a.PlaceFigure(figure, place)
            for figure in ("chief", "tribe", "rival")
            for place in (*COLUMNS, "rest", "home")
        ),
        *map(a.PlayTribe, cards),
        a.SpendFood(),
        a.Boost(),
        *map(a.TakeTribe, cards),
        *map(a.TakeCulture, cards),
        a.PlaceCamp(),
        *(a.MoveCamp(start, end) for start, end in product(tiles, tiles)),
        a.RevealAnimals(),
        *map(a.TakeAnimal, species),
        a.DrawAnimal(),
        *(a.Bury(zone, card) for zone in ("hand", "discard", "played", "supply", "deck", "ritual") for card in cards),
        *map(a.TakeStone, [*pack.stone, "nothing"]),
        *map(a.BuildVillage, near),
        a.BuildVillage((HEXES[1], HEXES[0], HEXES[4])),
        *map(a.Tip, species),
        *map(a.Gain, ["draw", "tool", "food", "idol", "megalith", "labor"]),
        *map(a.MoveIdol, ["offering", "honor", "fame"]),
        *map(a.PlaceMegalith, spots),
        *map(a.TakePart, range(-1, 4)),
        *map(a.Choose, range(-1, 4)),
        a.Pay(),
        *map(a.Discard, cards),
        a.Decline(),
        *map(a.AddToRitual, cards),
        *map(a.ResolveTribe, cards),
        *map(a.TakeTile, tiles),
        a.End(),
    )
