"""Slow and plain: what the library should find, worked out another way."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from cairn_rules import cairn
from cairn_rules.cairn import Arrangement, Space, State, TransformationFace, TransformOrPass, Tribe, make_state
from cairn_rules.cairn.proofs.chance_nodes import drawable, with_next
from support.strategies import parts


def lines() -> list[tuple[Space, Space, Space]]:
    """All ordered rows of three adjacent spaces, by coordinates."""
    found = []
    for file, rank, df, dr in product(range(5), range(5), (-1, 0, 1), (-1, 0, 1)):
        row = [(file + step * df, rank + step * dr) for step in range(3)]
        if (df, dr) != (0, 0) and all(0 <= f < 5 and 0 <= r < 5 for f, r in row):
            found.append(tuple(Space["abcde"[f].upper() + str(r + 1)] for f, r in row))
    return found


LINES = lines()


def arrangements(shamans: Mapping[Space, Tribe], face: TransformationFace, tribe: Tribe) -> set[Arrangement]:
    """The rows whose three shamans stand as the tile's face shows."""
    pattern = (tribe, tribe, tribe.other) if face is TransformationFace.END else (tribe, tribe.other, tribe)
    found = set()
    for row in LINES:
        if tuple(shamans.get(space) for space in row) == pattern:
            victim = row[pattern.index(tribe.other)]
            own = sorted(space for space in row if space != victim)
            found.add(Arrangement((own[0], own[1]), victim))
    return found


def transformations(state: State) -> set[Arrangement]:
    """Those with a moved shaman in them, when the state asks for one."""
    if not isinstance(state.pending, TransformOrPass):
        return set()
    standing = arrangements(state.shamans, state.tiles.transformation, state.active)
    return {each for each in standing if {*each.own, each.victim} & set(state.moved)}


def threats(state: State, by: Tribe) -> dict[Space, tuple[cairn.Action, ...]]:
    """Every victim of every way in which a whole turn of a tribe can go, by its first action."""
    start = make_state(**parts(state) | {"active": by, "pending": None})
    found: dict[Space, list[cairn.Action]] = {}
    for action in cairn.legal_actions(start):
        reached, known = [cairn.apply(start, action)], set()
        victims = set()
        while reached:
            at = reached.pop()
            if at.turn != start.turn or at in known or cairn.outcome(at) is not None:
                continue
            known.add(at)
            victims |= {each.victim for each in cairn.transformations(at)}
            if not isinstance(at.pending, TransformOrPass):
                reached += [cairn.apply(at, decision) for decision in cairn.legal_actions(at)]
        for victim in victims:
            found.setdefault(victim, []).append(action)
    return {victim: tuple(actions) for victim, actions in found.items()}


def forces(state: State, player: int, left: int, begun: frozenset[object] = frozenset()) -> bool:
    """Whether a tribe wins within so many of its turns, whatever is decided and drawn: every way is tried.

    A position that comes again, at the start of a turn on the way to itself, is not won by going round once more.
    """
    if (over := cairn.outcome(state)) is not None:
        return player in over.winners
    if not left:
        return False
    if isinstance(state.pending, cairn.ChooseAction):
        if (state, left) in begun:
            return False
        begun |= {(state, left)}
    ways = (
        all(
            forces(after, player, left - (state.active == player and after.turn > state.turn), begun)
            for before in [with_next(state, each) for each in drawable(state, action)] or [state]
            for after in [cairn.apply(before, action)]
        )
        for action in cairn.legal_actions(state)
    )
    return any(ways) if cairn.current_player(state) == player else all(ways)


def fastest_win(state: State, turns: int) -> int | None:
    """The fewest turns in which the tribe that decides forces a win."""
    player = cairn.current_player(state)
    assert player is not None
    return next((number for number in range(1, turns + 1) if forces(state, player, number)), None)
