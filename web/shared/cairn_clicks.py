"""Clicks that take an action, and the likely meaning of clicks that take none.

A place is a space such as `c5`, or one of `village sea`, `stone deer` and `tile move`: the last two are an upcoming
megalith and a tile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cairn_rules import cairn
from cairn_rules.cairn import Action, Destination, Megalith, Space, State, Tribe
from web.shared.board import Way


def ways(state: State) -> Mapping[Action, tuple[Way, ...]]:
    """Return the ways to take each legal action; an action that only has a button has none.

    If all options of a power begin at the same place, that first click can be left out.
    """
    found = {action: _ways(state, action) for action in cairn.legal_actions(state)}
    pairs = [way for ways_of in found.values() for way in ways_of if len(way) == 2]
    if isinstance(state.pending, cairn.UsePower) and len({first for first, _ in pairs}) == 1:
        return {action: (*own, *(way[1:] for way in own if len(way) == 2)) for action, own in found.items()}
    return found


def _ways(state: State, action: Action) -> tuple[Way, ...]:
    match action:
        case cairn.Add(to):
            return (str(to),), (_village(state.active), str(to))
        case cairn.Move(origin, to) | cairn.Jump(origin, to) | cairn.Relocate(origin, to):
            return ((str(origin), _goal(state, to)),)
        case cairn.SlideMegalith(origin, to):
            return ((str(origin), str(to)),)
        case cairn.SwapMegaliths(first, second):
            return (str(first), str(second)), (str(second), str(first))
        case cairn.ReplaceMegalith(space, megalith):
            return (_stone(megalith), str(space)), (str(space), _stone(megalith))
        case cairn.Construct(megalith):
            return ((_stone(megalith),),)
        case cairn.Transform(space) | cairn.Banish(space) | cairn.Summon(space):
            return ((str(space),),)
        case cairn.FlipTile(tile):
            return ((f"tile {tile.value}",),)
        case _:
            return ()


def _goal(state: State, to: Destination) -> str:
    return _village(state.active.other) if to is cairn.VILLAGE else str(to)


def _village(tribe: Tribe) -> str:
    return f"village {tribe.name.lower()}"


def _stone(megalith: Megalith) -> str:
    return f"stone {megalith.id}"


def meant(state: State, clicked: Sequence[str]) -> Action | None:
    """Guess the illegal action that clicks were meant to take; None if there is no guess."""
    spaces = [Space[place.upper()] for place in clicked if place.upper() in Space.__members__]
    match state.pending:
        case cairn.ChooseAction():
            return _tile_action(state, clicked, spaces)
        case cairn.UsePower():
            return _option(cairn.legal_actions(state), clicked, spaces)
        case cairn.BuildMegalith():
            return cairn.Pass()
        case cairn.TransformOrPass() if spaces:
            return cairn.Transform(spaces[-1])
        case _:
            return None


def _tile_action(state: State, clicked: Sequence[str], spaces: Sequence[Space]) -> Action | None:
    match spaces:
        case [origin, to]:
            apart = max(abs(origin.file - to.file), abs(origin.rank - to.rank))
            return cairn.Jump(origin, to) if apart == 2 else cairn.Move(origin, to)
        case [origin] if clicked[-1] == _village(state.active.other):
            from_end = abs(origin.rank - (4 if state.active is Tribe.SEA else 0))
            return (cairn.Jump if from_end == 1 else cairn.Move)(origin, cairn.VILLAGE)
        case [space] if clicked[-1] == str(space):
            return cairn.Move(space, cairn.VILLAGE) if _is_enemy(state, space) else cairn.Add(space)
        case _:
            return None


def _is_enemy(state: State, space: Space) -> bool:
    return state.shamans.get(space) is state.active.other


def _option(offered: Sequence[Action], clicked: Sequence[str], spaces: Sequence[Space]) -> Action | None:
    """Return an option like those on offer, for other places."""
    match offered[0], spaces:
        case (cairn.Relocate() | cairn.SlideMegalith() | cairn.SwapMegaliths()) as like, [first, second]:
            return type(like)(first, second) if first is not second else None
        case (cairn.Banish() | cairn.Summon()) as like, [space] if len(clicked) == 1:
            return type(like)(space)
        case _:
            return None
