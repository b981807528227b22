"""The reasons why actions are illegal in Endless Winter: the sentence and the rules of each code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cairn_rules.endless_winter.effects import Benefit, Both, Either, Exchange
from cairn_rules.endless_winter.state import agenda
from cairn_rules.phrasebook import ReasonTable

DECISIONS: Final[Mapping[type, tuple[str, str, str]]] = MappingProxyType(
    {
        agenda.DraftChief: ("draft-chief", "take a Chief card", "4.4"),
        agenda.PickSide: ("side", "choose a side of the Chief card", "6.4"),
        agenda.DraftSetup: ("draft-setup", "take a Setup card", "4.4"),
        agenda.StartIdol: ("start-idol", "choose a track for the Idol of the Setup card", "4.1"),
        agenda.StartBurial: ("start-burial", "bury a card for the Setup card", "4.1"),
        agenda.Culture: ("culture", "play a Culture card or end the step", "6.1"),
        agenda.Figure: ("figure", "place a figure", "6.1"),
        agenda.Top: ("top", "act at the top of the column or end the section", "6.3"),
        agenda.Middle: ("middle", "act in the middle of the column or end the section", "6.3"),
        agenda.Ritual: ("ritual", "add a card to the Ritual pile or end the step", "6.1"),
        agenda.Arrows: ("arrows", "place a Megalith where the arrows point, gain something less, or decline", "9.3"),
        agenda.Tribe: ("tribe", "use an ability of the Ritual pile or end the step", "11.1"),
        agenda.Tiles: ("tile", "take the benefit of a tile or end the step", "8.4"),
    }
)
"""The code, the required action and the rule number of each decision of a step."""
BENEFITS: Final[Mapping[type, tuple[str, str, str]]] = MappingProxyType(
    {
        Benefit: ("benefit", "gain a benefit or decline it", "3.2"),
        Both: ("part", "choose the benefit that comes next or decline the rest", "3.3"),
        Either: ("option", "choose one of the benefits or decline", "3.1"),
        Exchange: ("price", "pay the price of a benefit or decline it", "3.1"),
    }
)
"""The same for the decisions of effects."""
REASONS: Final = ReasonTable(
    {
        "action/invalid": ("{fault}", "13.1"),
        "action/unknown": ("{action!r} is not an action of Endless Winter{hint}", "13.1"),
        "animal/no-deck": ("the Animal deck is empty", "3.4"),
        "animal/not-displayed": ("{card} is not in the display", "6.3"),
        "arrows/elsewhere": ("the arrows do not point to {x},{y} on level {level}", "9.3"),
        "arrows/occupied": ("the arrows point to no empty space, so they give nothing", "9.3"),
        "boost/no-ability": ("the Chief card of {who} has no such ability", "6.4"),
        "boost/no-chief": ("only the Chief figure can use this ability", "6.4"),
        "boost/once": ("the ability was already used in this turn", "6.4"),
        "boost/tools": ("the ability costs {price} {price:Tool|Tools}, but {who} has {tools}", "6.4"),
        "bury/no-tool": ("a burial costs 1 Tool, but {who} has none", "6.3"),
        "bury/not-there": ("{who} has no {card} {zone}", "6.3", "3.1", "4.1"),
        "bury/zone": ("no card can be buried from {zone} now, only from {zones:or}", "6.3", "3.1", "4.1"),
        "camp/none-left": ("{who} has no Camp on the Food track", "8.2"),
        "chief/not-open": ("the Chief card {card} is not open; choose {chiefs:or}", "4.4"),
        "column/other": ("this is an action of {column}, but the figure is on {here}", "6.3"),
        "culture/limit": ("only {limit} Culture cards can be played in a turn", "6.1"),
        "culture/no-price": ("{who} has no other card to discard for it", "15.5"),
        "culture/not-culture": ("{card} is not a Culture card", "6.1"),
        "decision/another-player": ("{who} decides now", "5.2"),
        **{f"decision/{code}": (f"{{who}} must {must} now", rule) for code, must, rule in DECISIONS.values()},
        **{
            f"decision/{code}": (f"{{who}} must {must} now: {{effect}}", rule) for code, must, rule in BENEFITS.values()
        },
        **{
            code: ("{who} has no {card} in hand", rule)
            for code, rule in {
                "culture/not-in-hand": "6.1",
                "discard/not-in-hand": "3.1",
                "labor/not-in-hand": "6.2",
                "ritual/not-in-hand": "6.1",
            }.items()
        },
        "discard/mandatory": ("{who} must discard a card; this cannot be declined", "3.1"),
        "figure/chief-used": ("the Chief of {who} is already placed in this round", "6.1"),
        "figure/no-place": ("{place!r} is not a place for a figure; the places are {places:and}", "6.1"),
        "figure/tribe-used": ("all Tribe figures of {who} are placed in this round", "6.1"),
        "figure/unknown": ("{figure!r} is not a figure; the figures are chief and tribe", "6.1"),
        "food/none": ("{who} has no Food to spend", "2.1"),
        "gain/better": ("{what} is better than the benefit {benefit}; only a lesser one can replace it", "3.2"),
        "gain/food-full": ("the Food track of {who} is full", "2.1"),
        "gain/no-cards": ("{who} has no card to draw", "3.4"),
        "gain/tools-full": ("the Tool track of {who} is full", "2.2"),
        "gain/unknown": ("{good!r} cannot be gained like this; choose {goods:or}", "3.2"),
        "game/over": ("the game is over", "12.7"),
        "idol/no-track": ("{track!r} is not an Idol track; the tracks are offering and honor", "10.1"),
        "idol/top": ("the Honor marker of {who} is at the top", "10.3"),
        "labor/gained-now": ("{card} was gained in this turn, so it gives no Labor on Initiate", "6.2"),
        "labor/not-tribe": ("{card} is not a Tribe card and gives no Labor", "6.2"),
        "labor/too-little": ("this costs {price} Labor, but {who} has {labor}", "6.3"),
        "megalith/neutral": ("the next Megalith of {who} is neutral and must lie on the board", "9.1"),
        "megalith/no-space": ("the board has no space at {x},{y}", "9.2"),
        "megalith/no-support": (
            "a Megalith at {x},{y} on level {level} would not cover half of each of two Megaliths",
            "9.2",
        ),
        "megalith/none-left": ("{who} has no Megalith left", "9.4"),
        "megalith/not-adjacent": ("the space at {x},{y} is not a starting space and not next to a Megalith", "9.1"),
        "megalith/occupied": ("there is already a Megalith at {x},{y} on level {level}", "9.2", "9.3"),
        "megalith/overlap": ("a Megalith on level {level} is in the way at {x},{y}", "9.2"),
        "move/no-camp": ("{who} has no Camp on {tile}", "8.2"),
        "move/not-adjacent": ("{start} and {end} are not next to each other", "8.2"),
        "move/off-map": ("{tile} is not a tile of the map", "8.2"),
        "option/unknown": ("option {option} does not exist (0 to {most})", "3.1"),
        "part/unknown": ("part {part} does not exist (0 to {most})", "3.3"),
        "price/too-little": (
            "the price is {food} Food and {tools} {tools:Tool|Tools}, but {who} has {own_food} and {own_tools}",
            "3.1",
        ),
        "resolve/no-ability": ("{card} has no ability in the Eclipse", "11.1"),
        "resolve/not-there": ("{card} is not in the Ritual pile of {who}", "11.1"),
        "ritual/order": ("cards are added in the order of the pack: {card} comes before {last}", "6.1"),
        "row/not-there": ("{card} is not face up in the row", "6.3"),
        "section/middle": ("this is an action of the middle of the column: end the top first", "6.3"),
        "section/top": ("this is an action of the top of the column, which is over", "6.3"),
        "setup/not-open": ("the Setup card {card!r} is not open; choose {setups:or}", "4.4"),
        "side/unknown": ("a Chief card has the sides A and B, not {side!r}", "6.4"),
        "stone/closed": ("the pool of {stone} opens in round {round}", "7.3"),
        "stone/no-space": ("all {count} spaces of {who} hold a Sacred Stone", "7.3"),
        "stone/not-there": ("{stone!r} is not in a pool", "7.3"),
        "stone/price": (
            "the next space costs {food} Food and {tools} {tools:Tool|Tools}, but {who} has {own_food} and {own_tools}",
            "7.3",
        ),
        "supply/empty": ("the pile of {card} is empty", "3.4"),
        "supply/no-pile": ("{card} is not in the supply; its piles are {piles:and}", "6.3"),
        "supply/same-type": ("{card} was taken in this turn: take another type", "6.3"),
        "tile/less-influence": ("{who} has {own} Influence on {tile}, but {other} has {most}", "8.4"),
        "tile/no-benefit": ("{tile} has no benefit", "8.4"),
        "tile/no-influence": ("{who} has no Influence on {tile}", "8.4"),
        "tile/off-map": ("{tile} is not a tile of the map", "8.1"),
        "tile/taken": ("{tile} already gave its benefit in this Eclipse", "8.4"),
        "tip/not-upright": ("{who} has no upright {card}", "6.3"),
        "village/base": ("no Village touches the Base", "8.3"),
        "village/food": ("a Village costs {price} Food, but {who} has {food}", "8.3"),
        "village/no-camp": ("{who} has no Camp on {tile}", "8.3"),
        "village/no-juncture": (
            "{juncture} are not three tiles that meet, in the order of rows and then from the left",
            "8.1",
        ),
        "village/none-left": ("{who} has built all Villages", "8.3"),
        "village/occupied": ("{who} already has a Village at {juncture}", "8.3"),
    }
)
"""The reasons by code. The values of the game that a sentence names are its arguments."""
