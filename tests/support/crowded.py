"""Crowded positions, and turns in the middle of long chains of powers, which random games hardly ever meet."""

from __future__ import annotations

from itertools import product
from random import Random

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, Megalith, Space, State, Tribe, UsePower, Variant
from cairn_rules.cairn.state.board import SHAMANS
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.pending import Snapshot
from cairn_rules.cairn.variant import TRIGGERS

SPACES = tuple(Space)
CHAINING = tuple(BASE_SET[id] for id in ("cromlech", "menhir", "deer", "fairy", "haven", "dawn"))
"""The megaliths whose powers can wake another one."""
VARIANTS = tuple(
    Variant(
        power_exit=power_exit,
        corner_exit=corner_exit,
        transformation_trigger=trigger,
        transformation_mandatory=mandatory,
        dawn_banishes=dawn_banishes,
    )
    for power_exit, corner_exit, trigger, mandatory, dawn_banishes in product(
        (False, True), (True, False), TRIGGERS, (False, True), (False, True)
    )
)
"""Every variant, the rules as printed first."""


def _laid(rng: Random, variant: Variant, scores: tuple[int, int]) -> Layout:
    """A layout with as many megaliths as the scores ask for, among them most of those that chain."""
    stones: list[Megalith] = list(BASE_SET)
    rng.shuffle(stones)
    stones.sort(key=lambda stone: stone not in CHAINING or rng.random() < 0.2)
    on_board = 2 + sum(scores)
    # on neighbouring spaces often, so that steps lead from one to the next
    block = [space for space in SPACES if space.file < 3 and space.rank < 3]
    spaces = rng.sample(block if rng.random() < 0.7 else SPACES, on_board)
    rest = stones[on_board:]
    size = rng.randrange(len(rest) + 1)
    upcoming, deck = rest[:size][:2], rest[:size][2:]
    placed = tuple(sorted(zip(spaces, stones[:on_board], strict=True)))
    return Layout(placed, tuple(upcoming), tuple(deck), rng.randrange(len(deck) + 1), scores, variant)


def _bits(rng: Random, count: int, taken: int = 0) -> int:
    """Some free spaces, as a bitboard."""
    free = [space for space in SPACES if not taken >> space & 1]
    return sum(1 << space for space in rng.sample(free, count))


def crowded(rng: Random, variant: Variant) -> State:
    """The start of a turn with many shamans and megaliths on the board."""
    while True:
        layout = _laid(rng, variant, (rng.randrange(3), rng.randrange(3)))
        own = _bits(rng, rng.randint(1, 5))
        enemy = _bits(rng, rng.randint(0, 5), own)
        start = State(own, enemy, rng.randrange(16), rng.randrange(2), layout, cairn.ChooseAction(), 3)
        state = start.replace(shamans=start.shamans)  # which checks it, and finds out whether it is over
        if cairn.legal_actions(state):
            return state


def _before(rng: Random, now: Snapshot, layout: Layout, active: int) -> Snapshot | None:
    """A position from which one arrival on a megalith can have led to another; None if this try found none."""
    here = now.pending.space
    bit = 1 << here
    mine = bool(now.own & bit)
    own, enemy, moved = now.own & ~bit, now.enemy & ~bit, now.moved & ~bit
    # 1. the shaman goes back to its village, or to a free space, which is often one with a megalith
    summoned = rng.random() < 0.2
    if summoned:
        foes = enemy if mine else own
        if layout.variant.dawn_banishes and foes.bit_count() < SHAMANS and rng.random() < 0.5:
            own, enemy = (own, enemy | bit) if mine else (own | bit, enemy)
            moved |= bit * rng.randrange(2)
    else:
        free = [space for space in SPACES if not (now.own | now.enemy) >> space & 1]
        stones = [space for space in free if layout.mask >> space & 1]
        origin = 1 << rng.choice(stones if stones and rng.random() < 0.8 else free)
        own, enemy = (own | origin, enemy) if mine else (own, enemy | origin)
        if now.moved & bit:
            moved |= origin * rng.randrange(2)
    # 2. a shaman on a megalith uses its power
    users = [(space, stone) for space, stone in layout.stones if (own | enemy) >> space & 1]
    if not users:
        return None
    space, stone = rng.choice(users)
    owner = Tribe(active if own >> space & 1 else 1 - active)
    return _snapshot(own, enemy, moved, now.faces, layout, UsePower(space, stone, owner))


def _snapshot(own: int, enemy: int, moved: int, faces: int, layout: Layout, power: UsePower) -> Snapshot:
    return Snapshot(own, enemy, moved, faces, -1, layout.stones, layout.upcoming, len(layout.deck), power, ())


def chained(rng: Random, variant: Variant, powers: int) -> State:
    """A turn in which so many powers were used, one after another; the next is being used.

    The positions seen need not follow from one another by the powers on their megaliths, only by the arrival of a
    shaman each. Few shamans on few spaces meet many of them again, which is what the guard against repetition is for.
    """
    while True:
        layout = _laid(rng, variant, (rng.randrange(3), rng.randrange(3)))
        users = [(space, stone) for space, stone in layout.stones if stone in CHAINING]
        space, stone = rng.choice(users)
        own = _bits(rng, rng.randint(0, 2), 1 << space)
        enemy = _bits(rng, rng.randint(0, 2), own | 1 << space)
        active, faces = rng.randrange(2), rng.randrange(16)
        if mine := rng.random() < 0.6:
            own |= 1 << space
        else:
            enemy |= 1 << space
        moved = (own | enemy) & rng.getrandbits(25)
        power = UsePower(space, stone, Tribe(active if mine else 1 - active))
        seen = [_snapshot(own, enemy, moved, faces, layout, power)]
        tries = 0
        while len(seen) <= powers and tries < 40 * (powers + 1):
            tries += 1
            before = _before(rng, seen[0], layout, active)
            if before is not None:
                seen.insert(0, before)
        if len(seen) <= powers:
            continue
        state = State(own, enemy, faces, active, layout, power, 3, moved=moved, seen=tuple(seen[:-1]))
        if cairn.legal_actions(state):
            return state
