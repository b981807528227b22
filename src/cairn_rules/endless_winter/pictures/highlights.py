"""Highlights of a picture: the targets of actions."""

from __future__ import annotations

from typing import Final, assert_never, final, get_args

from attrs import define, field

from cairn_rules.checks import highlighted
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.pictures.colours import STYLING
from cairn_rules.endless_winter.rules.turns import REST
from cairn_rules.endless_winter.state import actions
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.hexes import BASE, HEXES, Hex
from cairn_rules.endless_winter.texts.view import View
from cairn_rules.errors import DefinitionError, quoted

_ACTIONS: Final = get_args(Action)
_TARGET: Final = "target"


@final
@define
class Marks:
    """The things to mark."""

    things: dict[tuple[str, str], str] = field(factory=dict[tuple[str, str], str])
    """The CSS classes of the mark, by the kind of a thing and its id, such as `tile` and `0,1`."""
    ids: set[str] = field(factory=set[str])
    """Ids of things of any kind."""
    ways: list[tuple[str, Hex, Hex]] = field(factory=list[tuple[str, Hex, Hex]])
    """Movements of Camps to draw as arrows, each with the CSS class of its group, which may be empty; the best last."""

    def on(self, kind: str, id: str) -> str:
        """Return the CSS classes of the mark of a thing, as `box` takes them; empty if it is not marked."""
        return _TARGET if id in self.ids else self.things.get((kind, id), "")


def marks_of(highlight: object, arrows: object, view: View) -> Marks:
    """Return the marks of a highlight, and of the actions of the argument `arrows`.

    Raises:
        DefinitionError: if an item is neither an action nor the id of something.
    """
    marks = Marks()
    right = "an action, the id of a card, tile, column, Animal or stone, or several of them"
    items: tuple[Action | str, ...] = highlighted(highlight, (str, *_ACTIONS), right)
    ways: list[tuple[Hex, Hex]] = []
    for item in items:
        if isinstance(item, str):
            marks.ids.add(_known(item, view))
        else:
            marks.things.update(dict.fromkeys(_things(item), _TARGET))
            ways += _ways(item)
    marks.ways += [("", *way) for way in ways if len(ways) == 1]
    ranked: dict[Action, str] = STYLING.arrows_in(arrows, _ACTIONS)
    if ranked and len(items) > 1:
        marks.things = dict.fromkeys(marks.things, f"{_TARGET} winter-fainter")
    for action, kind in reversed(ranked.items()):
        marks.things |= dict.fromkeys(_things(action), f"{_TARGET} {kind}".rstrip())
        marks.ways += [(kind, *way) for way in _ways(action)]
    return marks


def _ways(action: Action) -> list[tuple[Hex, Hex]]:
    return [(_tile(action.start), _tile(action.end))] if isinstance(action, actions.MoveCamp) else []


def _tile(tile: Hex) -> Hex:
    if tile not in HEXES:
        raise DefinitionError(f"highlight: {quoted(tile)} is not a tile of the map (-2,0 to 2,0)")
    return tile


def _known(id: str, view: View) -> str:
    pack = view.pack
    tiles = map(str, HEXES)
    if id in {*pack.order, *pack.species, *pack.stone, *pack.chief, *pack.setup_card, *tiles, *COLUMNS, REST}:
        return id
    what = "the id of a card, an Animal, a stone, a tile such as '0,1', or a column"
    raise DefinitionError(f"highlight: {quoted(id)} is not {what}")


def _things(action: Action) -> set[tuple[str, str]]:  # noqa: C901, PLR0911, PLR0912 - a case for each kind of action
    match action:
        case actions.PlaceFigure(figure, place):
            return {("column", place), ("figure", figure)}
        case actions.TakeChief(id) | actions.TakeSetup(id):
            return {("card", id)}
        case actions.TakeCulture(id):
            return {("culture", id)}
        case actions.TakeTribe(id) | actions.Bury("supply", id):
            return {("pile", id)}
        case actions.PlayTribe(id) | actions.PlayCulture(id) | actions.Discard(id) | actions.AddToRitual(id):
            return {("hand", id)}
        case actions.ResolveTribe(id):
            return {("ritual", id)}
        case actions.Bury(zone, id):
            return {(zone, id)}
        case actions.PlaceCamp():
            return {("tile", str(BASE))}
        case actions.MoveCamp(_, end):
            return {("tile", str(end))}
        case actions.TakeTile(tile):
            return {("tile", str(_tile(tile)))}
        case actions.BuildVillage(juncture):
            return {("juncture", " ".join(map(str, juncture)))}
        case actions.RevealAnimals() | actions.DrawAnimal():
            return {("animals", "deck")}
        case actions.TakeAnimal(animal):
            return {("animal", animal)}
        case actions.Tip(animal):
            return {("own", animal)}
        case actions.TakeStone(stone):
            return {("stone", stone)}
        case actions.MoveIdol(track):
            return {("track", track)}
        case actions.PlaceMegalith(spot):
            return {("spot", str(spot))}
        case actions.Gain(kind):
            return {("goods", kind)}
        case actions.SpendFood():
            return {("goods", "food")}
        case actions.Boost():
            return {("offer", "boost")}
        case actions.Pay():
            return {("offer", "pay")}
        case actions.ChooseSide(side):
            return {("offer", side)}
        case actions.TakePart(number) | actions.Choose(number):
            return {("offer", str(number))}
        case actions.Decline() | actions.End():
            return set()
        case _:
            assert_never(action)
