"""Endless Winter on the page. A place is named by the data of the picture, such as `column hunt` or `tile 0,1`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, final

from typing_extensions import override

from cairn_rules import endless_winter
from cairn_rules.endless_winter import Action, State
from web.shared.board import Board, Way


@final
class WinterBoard(Board):
    """Endless Winter, with clicks on what an action takes, plays or goes to."""

    def __init__(self) -> None:
        super().__init__(endless_winter)

    @override
    def ways(self, state: State) -> Mapping[Action, tuple[Way, ...]]:
        return {action: _ways(action) for action in endless_winter.legal_actions(state)}

    @override
    def meant(self, state: State, clicked: Sequence[str]) -> Sequence[Action]:
        """Return the first of the actions that the places stand for, if possible of a kind that can be taken now."""
        kinds = {type(each) for each in endless_winter.legal_actions(state)}
        found = _meant(clicked)
        return sorted(found, key=lambda action: type(action) not in kinds)[:1]


def _ways(action: Action) -> tuple[Way, ...]:  # noqa: C901, PLR0911, PLR0912 - a case for each kind of place
    match action:
        case endless_winter.PlaceFigure(figure, place):
            both = f"figure {figure}", f"column {place}"
            return (f"column {place}",), both, both[::-1]
        case endless_winter.TakeTribe(id):
            return ((f"pile {id}",),)
        case endless_winter.TakeCulture(id) | endless_winter.TakeChief(id) | endless_winter.TakeSetup(id):
            return ((f"card {id}",),)
        case (
            endless_winter.PlayTribe(id)
            | endless_winter.PlayCulture(id)
            | endless_winter.Discard(id)
            | endless_winter.AddToRitual(id)
        ):
            return ((f"hand {id}",),)
        case endless_winter.ResolveTribe(id):
            return ((f"ritual {id}",),)
        case endless_winter.Bury("supply", id):
            return ((f"pile {id}",),)
        case endless_winter.Bury("hand" | "played" | "discard" as zone, id):
            return ((f"{zone} {id}",),)
        case endless_winter.PlaceCamp():  # on the Base
            return (("tile 0,0",),)
        case endless_winter.BuildVillage(juncture):
            return ((f"juncture {' '.join(map(str, juncture))}",),)
        case endless_winter.RevealAnimals() | endless_winter.DrawAnimal():
            return (("animals deck",),)
        case endless_winter.Tip(animal):
            return ((f"own {animal}",),)
        case endless_winter.MoveCamp(start, end):
            return ((f"tile {start}", f"tile {end}"),)
        case endless_winter.TakeTile(tile):
            return ((f"tile {tile}",),)
        case endless_winter.TakeAnimal(animal):
            return ((f"animal {animal}",),)
        case endless_winter.TakeStone(stone):
            return ((f"stone {stone}",),)
        case endless_winter.Gain(kind):
            return ((f"goods {kind}",),)
        case endless_winter.SpendFood():
            return (("goods food",),)
        case endless_winter.Boost():
            return (("offer boost",),)
        case endless_winter.Pay():
            return (("offer pay",),)
        case endless_winter.ChooseSide(side):
            return ((f"offer {side}",),)
        case endless_winter.TakePart(number) | endless_winter.Choose(number):
            return ((f"offer {number}",),)
        case endless_winter.MoveIdol(track):
            return ((f"track {track}",),)
        case endless_winter.PlaceMegalith(spot):
            return ((f"spot {spot}",),)
        case _:
            return ()


def _tile(name: str) -> endless_winter.Hex:
    return endless_winter.Hex(*map(int, name.split(",")))


_PLACED: Final[Mapping[str, tuple[Callable[[str], Any], ...]]] = MappingProxyType(
    {
        "column": (lambda place: endless_winter.PlaceFigure("tribe", place),),
        "card": (endless_winter.TakeCulture, endless_winter.TakeChief, endless_winter.TakeSetup),
        "pile": (endless_winter.TakeTribe, lambda card: endless_winter.Bury("supply", card)),
        "hand": (
            endless_winter.PlayTribe,
            endless_winter.PlayCulture,
            endless_winter.Discard,
            endless_winter.AddToRitual,
            lambda card: endless_winter.Bury("hand", card),
        ),
        "ritual": (endless_winter.ResolveTribe,),
        "tile": (lambda tile: endless_winter.TakeTile(_tile(tile)),),
        "animal": (endless_winter.TakeAnimal,),
        "own": (endless_winter.Tip,),
        "stone": (endless_winter.TakeStone,),
        "goods": (endless_winter.Gain, lambda _: endless_winter.SpendFood()),
        "offer": (lambda _: endless_winter.Boost(),),
        "track": (endless_winter.MoveIdol,),
    }
)
"""The actions that a click on a place could mean, by the kind of place."""


def _meant(clicked: Sequence[str]) -> list[Action]:
    kinds, names = zip(*(place.split(" ", 1) for place in clicked), strict=True)
    if kinds == ("tile", "tile"):
        return [endless_winter.MoveCamp(*map(_tile, names))]
    return [action(names[-1]) for action in _PLACED.get(kinds[-1], ())]


BOARD: Final = WinterBoard
"""The board of this game."""
