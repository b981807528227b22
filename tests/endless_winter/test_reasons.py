"""Every reason why an action of Endless Winter is illegal: its code, its sentence, its rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from cairn_rules import DefinitionError, IllegalActionError, Match, endless_winter
from cairn_rules.endless_winter import (
    AddToRitual,
    Boost,
    BuildVillage,
    Bury,
    Choose,
    ChooseSide,
    Decline,
    Discard,
    DrawAnimal,
    End,
    Gain,
    Hex,
    Megalith,
    MoveCamp,
    MoveIdol,
    Pay,
    PlaceCamp,
    PlaceFigure,
    PlaceMegalith,
    PlayCulture,
    Player,
    PlayTribe,
    ResolveTribe,
    RevealAnimals,
    SpendFood,
    Spot,
    State,
    TakeAnimal,
    TakeChief,
    TakeCulture,
    TakePart,
    TakeSetup,
    TakeStone,
    TakeTile,
    TakeTribe,
    ThisTurn,
    Tip,
    Variant,
    apply,
    legal_actions,
    new_game,
    why_illegal,
)
from cairn_rules.endless_winter.effects import Benefit, parse_effect
from cairn_rules.endless_winter.reason_table import REASONS
from cairn_rules.endless_winter.state.agenda import (
    Arrows,
    Culture,
    DraftChief,
    DraftSetup,
    Figure,
    Frame,
    Middle,
    PickSide,
    Ritual,
    StartBurial,
    StartIdol,
    Tiles,
    Top,
    Tribe,
)
from cairn_rules.endless_winter.state.hexes import HEXES
from cairn_rules.replace import replaced
from support.endless_winter.games import VARIANTS, conceivable, games, random_states
from support.endless_winter.packs import random_pack
from support.endless_winter.positions import fragment

BARE = Player(chief="CH1", camps_left=5, villages_left=3, neutrals=2, megaliths=8, figures=2)
"""A player with nothing but the pieces and the A side of Tuskbreaker."""
SITE = (Hex(0, -2), Hex(1, -2), Hex(0, -1))
"""Three tiles that meet at the top of the map."""


def at(
    *agenda: Frame,
    own: dict[str, Any] | None = None,
    other: dict[str, Any] | None = None,
    table: dict[str, Any] | None = None,
    variant: Variant | None = None,
    round: int = 1,
    **turn: Any,
) -> State:
    """A state in which Cyan must make a decision; both players have nothing but what is given.

    The row shows the first eight Culture cards without tokens. The Megaliths lie on the tiles M1 M2 over M3 M4, whose
    starting spaces are (1, 0), (3, 1), (2, 2) and (4, 3), which is 2,0, 6,2, 4,4 and 8,6 doubled.
    """
    state = new_game(seed=1, variant=variant)
    shown = {
        "row": tuple(card.id for card in state.pack.culture[:8]),
        "animals": ("glyptodon", "argentavis"),
        "animal_deck": ("giant_sloth",),
        "terrain": tuple("base" if tile == (0, 0) else "glacier" if tile.r else "forest" for tile in HEXES),
        "pools": (("SS01", "SS02"), ("SS03",), ("SS04",), ("SS05",)),
        "megalith_tiles": ("M1", "M2", "M3", "M4"),
        "honor": ((0, 1), *[()] * 10),
        **(table or {}),
    }
    return fragment(
        state,
        players=(replaced(BARE, **(own or {})), replaced(BARE, **(other or {}))),
        table=replaced(state.table, **shown),
        phase="action",
        round=round,
        active=0,
        this_turn=ThisTurn(**turn),
        agenda=agenda,
    )


def on(column: str, *agenda: Frame, **changes: Any) -> State:
    """A state at the top or in the middle of a column, with three Labor."""
    return at(*(agenda or (Top(),)), **{"column": column, "labor": 3, **changes})


def gain(text: str, **changes: Any) -> State:
    """A state in which Cyan may gain a benefit."""
    effect = parse_effect(text)
    return at(effect, **changes)


def laid(*spots: tuple[int, int, int], owner: int | None = None) -> dict[str, Any]:
    """The table with Megaliths at some places: x, y, level."""
    return {"megaliths": tuple(Megalith(Spot(x, y, level), owner) for x, y, level in spots)}


def lay(x: int, y: int, level: int = 1) -> PlaceMegalith:
    """The action that places a Megalith."""
    return PlaceMegalith(Spot(x, y, level))


OVER = {"neutrals": 0}
"""A player who has placed both neutral Megaliths."""
ARROWS = Arrows((Spot(2, 0, 1), Spot(4, 2, 1)))
FULL = {"food": 5, "tools": 8}
THUNDERPAW = {"chief": "CH2", "side": "B", "tools": 1}

SCENARIOS: list[tuple[State, Any, str, str, str]] = [
    # any decision
    (at(Figure()), "chief>hunt", "action/unknown", "13.1", "convert it with parse_action('chief>hunt', state)"),
    (at(Figure()), None, "action/unknown", "13.1", "None is not an action of Endless Winter"),
    (at(Figure()), PlayTribe(3), "action/invalid", "13.1", "3 cannot be part of an action"),
    (at(), End(), "game/over", "12.7", "the game is over"),
    # the set-up
    (at(DraftChief(0)), End(), "decision/draft-chief", "4.4", "Cyan must take a Chief card now"),
    (at(DraftChief(0), table={"chiefs": ("CH1", "CH3", "CH4")}), TakeChief("CH2"), "chief/not-open", "4.4",
     "the Chief card Thunderpaw (CH2) is not open; choose CH1, CH3 or CH4"),
    (at(PickSide(0)), End(), "decision/side", "6.4", "Cyan must choose a side of the Chief card now"),
    (at(PickSide(0)), ChooseSide("C"), "side/unknown", "6.4", "a Chief card has the sides A and B, not 'C'"),
    (at(DraftSetup(0)), End(), "decision/draft-setup", "4.4", "Cyan must take a Setup card now"),
    (at(DraftSetup(0), table={"setups": ("SU1",)}), TakeSetup("SU2"), "setup/not-open", "4.4",
     "the Setup card 'SU2' is not open; choose SU1"),
    (at(StartIdol(0)), Decline(), "decision/start-idol", "4.1", "Cyan must choose a track for the Idol"),
    (at(StartIdol(0)), MoveIdol("fame"), "idol/no-track", "10.1", "'fame' is not an Idol track"),
    (at(StartBurial(0)), Decline(), "decision/start-burial", "4.1", "Cyan must bury a card for the Setup card now"),
    (at(StartBurial(0), own={"deck": ("brave",)}), Bury("deck", "shaman"), "bury/not-there", "4.1",
     "Cyan has no Shaman in the deck"),
    (at(StartBurial(0), own={"deck": ("brave",)}), Bury("hand", "brave"), "bury/zone", "4.1",
     "no card can be buried from hand now, only from deck"),
    # Culture cards and the figure
    (at(Culture()), Decline(), "decision/culture", "6.1", "Cyan must play a Culture card or end the step now"),
    (at(Culture(), own={"hand": ("hunter",)}), PlayCulture("hunter"), "culture/not-culture", "6.1",
     "Hunter is not a Culture card"),
    (at(Culture(), own={"hand": ("hunter",)}), PlayCulture("C101"), "culture/not-in-hand", "6.1",
     "Cyan has no Controlled Fire (C101) in hand"),
    (at(Culture(2), own={"hand": ("C101",)}), PlayCulture("C101"), "culture/limit", "6.1",
     "only 2 Culture cards can be played in a turn"),
    (at(Culture(1), own={"hand": ("C101",)}, variant=Variant(second_culture_card="discard")), PlayCulture("C101"),
     "culture/no-price", "15.5", "Cyan has no other card to discard for it"),
    (at(Figure()), End(), "decision/figure", "6.1", "Cyan must place a figure now"),
    (at(Figure()), PlaceFigure("rival", "hunt"), "figure/unknown", "6.1", "'rival' is not a figure"),
    (at(Figure()), PlaceFigure("chief", "home"), "figure/no-place", "6.1", "'home' is not a place for a figure"),
    (at(Figure(), own={"chief_ready": False}), PlaceFigure("chief", "hunt"), "figure/chief-used", "6.1",
     "the Chief of Cyan is already placed in this round"),
    (at(Figure(), own={"figures": 0}), PlaceFigure("tribe", "rest"), "figure/tribe-used", "6.1",
     "all Tribe figures of Cyan are placed in this round"),
    # Labor
    (on("hunt"), Decline(), "decision/top", "6.3", "Cyan must act at the top of the column or end the section now"),
    (on("hunt", own={"hand": ("C101",)}), PlayTribe("C101"), "labor/not-tribe", "6.2",
     "Controlled Fire (C101) is not a Tribe card and gives no Labor"),
    (on("hunt"), PlayTribe("hunter"), "labor/not-in-hand", "6.2", "Cyan has no Hunter in hand"),
    (on("initiate", own={"hand": ("hunter",)}, gained=("hunter",)), PlayTribe("hunter"), "labor/gained-now", "6.2",
     "Hunter was gained in this turn, so it gives no Labor on Initiate"),
    (on("initiate", own={"hand": ("elder",), "buried": ("elder",)}, gained=("elder",), burials=1, burials_before=(1,)),
     PlayTribe("elder"), "labor/gained-now", "6.2", "Elder was gained in this turn, so it gives no Labor on Initiate"),
    (on("hunt"), SpendFood(), "food/none", "2.1", "Cyan has no Food to spend"),
    (on("hunt", is_chief=True, own={"tools": 1}), Boost(), "boost/no-ability", "6.4", "has no such ability"),
    (on("hunt", is_chief=True, own={"chief": None, "side": "B"}), Boost(), "boost/no-ability", "6.4", "Cyan"),
    (on("hunt", is_chief=True, own={"side": "B", "tools": 1}), Boost(), "boost/no-ability", "6.4", "Cyan"),
    (on("hunt", own=THUNDERPAW), Boost(), "boost/no-chief", "6.4", "only the Chief figure can use this ability"),
    (on("hunt", is_chief=True, boosted=True, own=THUNDERPAW), Boost(), "boost/once", "6.4", "already used"),
    (on("hunt", is_chief=True, own={**THUNDERPAW, "tools": 0}), Boost(), "boost/tools", "6.4",
     "the ability costs 1 Tool, but Cyan has 0"),
    # the tops
    (on("hunt"), TakeTribe("hunter"), "column/other", "6.3",
     "this is an action of Initiate, but the figure is on Hunt"),
    (on("hunt"), Tip("glyptodon"), "section/middle", "6.3", "of the middle of the column: end the top first"),
    (on("hunt"), TakeStone("SS01"), "column/other", "6.3", "this is an action of Develop, but"),
    (on("initiate", labor=1), TakeTribe("hunter"), "labor/too-little", "6.3", "this costs 2 Labor, but Cyan has 1"),
    (on("initiate"), TakeTribe("brave"), "supply/no-pile", "6.3",
     "Brave is not in the supply; its piles are crafter, hunter, explorer, elder and shaman"),
    (on("initiate", table={"piles": (12, 0, 12, 12, 12)}), TakeTribe("hunter"), "supply/empty", "3.4",
     "the pile of Hunter is empty"),
    (on("initiate", bought=("hunter",)), TakeTribe("hunter"), "supply/same-type", "6.3",
     "Hunter was taken in this turn: take another type"),
    (on("develop", labor=2), TakeCulture("C101"), "labor/too-little", "6.3", "this costs 3 Labor, but Cyan has 2"),
    (on("develop", labor=1, table={"tokens": (True,) * 8}), TakeCulture("C101"), "labor/too-little", "6.3",
     "this costs 2 Labor"),
    (on("develop"), TakeCulture("C109"), "row/not-there", "6.3", "Shared Burden (C109) is not face up in the row"),
    (on("migrate", labor=0), PlaceCamp(), "labor/too-little", "6.3", "this costs 1 Labor, but Cyan has 0"),
    (on("migrate", own={"camps_left": 0}), PlaceCamp(), "camp/none-left", "8.2", "Cyan has no Camp on the Food track"),
    (on("migrate"), MoveCamp(Hex(0, 0), Hex(1, 0)), "move/no-camp", "8.2", "Cyan has no Camp on Base (0,0)"),
    (on("migrate", own={"camps": (Hex(0, 0),)}), MoveCamp(Hex(0, 0), Hex(2, 0)), "move/not-adjacent", "8.2",
     "Base (0,0) and Forest (2,0) are not next to each other"),
    (on("migrate"), MoveCamp(Hex(3, 0), Hex(2, 0)), "move/off-map", "8.2", "3,0 is not a tile of the map"),
    (on("migrate"), MoveCamp(Hex(2, 0), Hex(3, 0)), "move/off-map", "8.2", "3,0 is not a tile of the map"),
    (on("hunt", labor=0), RevealAnimals(), "labor/too-little", "6.3", "this costs 1 Labor, but Cyan has 0"),
    (on("hunt", table={"animal_deck": ()}), RevealAnimals(), "animal/no-deck", "3.4", "the Animal deck is empty"),
    (on("hunt", labor=1), TakeAnimal("glyptodon"), "labor/too-little", "6.3", "this costs 2 Labor, but Cyan has 1"),
    (on("hunt"), TakeAnimal("giant_sloth"), "animal/not-displayed", "6.3", "Giant Sloth is not in the display"),
    (on("hunt"), TakeAnimal("dodo"), "animal/not-displayed", "6.3", "'dodo' is not in the display"),
    # the middles
    (on("hunt", Middle()), Decline(), "decision/middle", "6.3", "Cyan must act in the middle of the column or end"),
    (on("hunt", Middle()), TakeAnimal("glyptodon"), "section/top", "6.3", "of the top of the column, which is over"),
    (on("hunt", Middle()), PlaceCamp(), "column/other", "6.3", "this is an action of Migrate, but"),
    (on("hunt", Middle()), TakeStone("SS01"), "column/other", "6.3", "this is an action of Develop, but"),
    (on("initiate", Middle(), own={"hand": ("brave",)}), Bury("hand", "brave"), "bury/no-tool", "6.3",
     "a burial costs 1 Tool, but Cyan has none"),
    (on("initiate", Middle(), own=FULL), Bury("discard", "brave"), "bury/not-there", "6.3",
     "Cyan has no Brave in the discard pile"),
    (on("initiate", Middle(), own=FULL), Bury("played", "brave"), "bury/not-there", "6.3",
     "Cyan has no Brave among the played cards"),
    (on("initiate", Middle(), own=FULL), Bury("supply", "hunter"), "bury/zone", "6.3",
     "no card can be buried from supply now, only from hand, discard or played"),
    (on("develop", Middle(), own=FULL), TakeStone("SS04"), "stone/closed", "7.3", "the pool of SS04 opens in round 3"),
    (on("develop", Middle(), own=FULL), TakeStone("SS15"), "stone/not-there", "7.3", "'SS15' is not in a pool"),
    (on("develop", Middle(), own={**FULL, "stones": ("SS06", "SS07", "SS08")}), TakeStone("SS01"), "stone/no-space",
     "7.3", "all 3 spaces of Cyan hold a Sacred Stone"),
    (on("develop", Middle(), own={"food": 2}), TakeStone("SS01"), "stone/price", "7.3",
     "the next space costs 2 Food and 1 Tool, but Cyan has 2 and 0"),
    (on("develop", Middle(), own={"tools": 8}), TakeStone("SS01"), "stone/price", "7.3", "but Cyan has 0 and 8"),
    (on("migrate", Middle(), own={"camps": SITE, "food": 2}), BuildVillage(SITE), "village/food", "8.3",
     "a Village costs 3 Food, but Cyan has 2"),
    (on("migrate", Middle(), own={"camps": SITE[:2], **FULL}), BuildVillage(SITE), "village/no-camp", "8.3",
     "Cyan has no Camp on Glacier (0,-1)"),
    (on("migrate", Middle(), own={"camps": SITE, **FULL}, other={"villages": (SITE,)}), BuildVillage(SITE),
     "village/occupied", "8.3", "Red already has a Village at 0,-2 / 1,-2 / 0,-1"),
    (on("migrate", Middle(), own={"camps": SITE, "villages_left": 0, **FULL}), BuildVillage(SITE),
     "village/none-left", "8.3", "Cyan has built all Villages"),
    (on("migrate", Middle(), own=FULL), BuildVillage((Hex(0, -1), Hex(1, -1), Hex(0, 0))), "village/base", "8.3",
     "no Village touches the Base"),
    (on("migrate", Middle(), own=FULL), BuildVillage((SITE[1], SITE[0], SITE[2])), "village/no-juncture", "8.1",
     "1,-2 / 0,-2 / 0,-1 are not three tiles that meet"),
    (on("migrate", Middle(), own=FULL), BuildVillage((SITE[0], SITE[1], Hex(2, -2))), "village/no-juncture", "8.1",
     "0,-2 / 1,-2 / 2,-2 are not three tiles that meet"),
    (on("hunt", Middle(), own={"tipped": ("glyptodon",)}), Tip("glyptodon"), "tip/not-upright", "6.3",
     "Cyan has no upright Glyptodon"),
    # the Ritual
    (at(Ritual()), Decline(), "decision/ritual", "6.1", "Cyan must add a card to the Ritual pile or end the step now"),
    (at(Ritual(), own={"hand": ("brave",)}), AddToRitual("shaman"), "ritual/not-in-hand", "6.1",
     "Cyan has no Shaman in hand"),
    (at(Ritual(7), own={"hand": ("hunter", "brave"), "ritual": ("brave",)}), AddToRitual("hunter"), "ritual/order",
     "6.1", "cards are added in the order of the pack: Hunter comes before Brave"),
    # benefits
    (gain("draw(2)"), End(), "decision/benefit", "3.2", "Cyan must gain a benefit or decline it now: draw(2)"),
    (gain("tip(1)"), DrawAnimal(), "decision/benefit", "3.2", "Cyan must gain a benefit or decline it now: tip(1)"),
    (gain("discard(1)", own={"hand": ("brave",)}), Decline(), "discard/mandatory", "3.1", "cannot be declined"),
    (gain("discard(1)", own={"hand": ("brave",)}), Discard("shaman"), "discard/not-in-hand", "3.1",
     "Cyan has no Shaman in hand"),
    (gain("tool(1)"), lay(2, 0), "gain/better", "3.2",
     "a Megalith is better than the benefit tool; only a lesser one can replace it"),
    (gain("tool(1)"), MoveIdol("honor"), "gain/better", "3.2", "an Idol is better than the benefit tool"),
    (gain("idol(1)", own={"deck": ("brave",)}), Gain("draw"), "gain/better", "3.2",
     "draw is better than the benefit idol"),
    (gain("draw(1)"), Gain("labor"), "gain/unknown", "3.2",
     "'labor' cannot be gained like this; choose draw, tool or food"),
    (gain("draw(1)"), Gain("draw"), "gain/no-cards", "3.4", "Cyan has no card to draw"),
    (gain("tool(1)", own=FULL), Gain("tool"), "gain/tools-full", "2.2", "the Tool track of Cyan is full"),
    (gain("tool(1)", own=FULL), Gain("food"), "gain/food-full", "2.1", "the Food track of Cyan is full"),
    (gain("idol(1)", table={"honor": ((1,), *[()] * 9, (0,))}), MoveIdol("honor"), "idol/top", "10.3",
     "the Honor marker of Cyan is at the top"),
    (gain("idol(1)"), MoveIdol("fame"), "idol/no-track", "10.1", "'fame' is not an Idol track"),
    (gain("camp(1)", own={"camps_left": 0}), PlaceCamp(), "camp/none-left", "8.2", "Cyan has no Camp"),
    (gain("village", own={"camps": SITE}), BuildVillage(SITE), "village/food", "8.3", "a Village costs 3 Food"),
    (gain("bury(1)"), Bury("hand", "brave"), "bury/not-there", "3.1", "Cyan has no Brave in the hand"),
    (gain("bury_supply(1)"), Bury("hand", "brave"), "bury/zone", "3.1", "only from supply"),
    (gain("bury_supply(1)"), Bury("supply", "brave"), "supply/no-pile", "6.3", "Brave is not in the supply"),
    (gain("animal_draw(1)", table={"animal_deck": ()}), DrawAnimal(), "animal/no-deck", "3.4", "deck is empty"),
    (gain("food(1)|tool(1)"), End(), "decision/option", "3.1",
     "Cyan must choose one of the benefits or decline now: food(1)|tool(1)"),
    (gain("food(1)|tool(1)"), Choose(2), "option/unknown", "3.1", "option 2 does not exist (0 to 1)"),
    (gain("food(1)|tool(1)"), Choose(-1), "option/unknown", "3.1", "option -1 does not exist (0 to 1)"),
    (gain("draw(1)+tool(1)"), End(), "decision/part", "3.3",
     "Cyan must choose the benefit that comes next or decline the rest now: draw(1)+tool(1)"),
    (gain("draw(1)+tool(1)"), TakePart(2), "part/unknown", "3.3", "part 2 does not exist (0 to 1)"),
    (gain("pay food(2) -> idol(1)"), End(), "decision/price", "3.1",
     "Cyan must pay the price of a benefit or decline it now: pay food(2) -> idol(1)"),
    (gain("pay food(2)+tool(1) -> idol(1)", own={"food": 2}), Pay(), "price/too-little", "3.1",
     "the price is 2 Food and 1 Tool, but Cyan has 2 and 0"),
    (gain("pay food(2) -> idol(1)", own={"food": 1}), Pay(), "price/too-little", "3.1", "but Cyan has 1 and 0"),
    # Megaliths
    (gain("megalith(1)"), lay(0, 0), "megalith/not-adjacent", "9.1",
     "the space at 0,0 is not a starting space and not next to a Megalith"),
    (gain("megalith(1)"), lay(3, 0), "megalith/no-space", "9.2", "the board has no space at 3,0"),
    (gain("megalith(1)"), lay(2, 8), "megalith/no-space", "9.2", "the board has no space at 2,8"),
    (gain("megalith(1)", table=laid((2, 0, 1))), lay(2, 0), "megalith/occupied", "9.2",
     "there is already a Megalith at 2,0 on level 1"),
    (gain("megalith(1)", table=laid((2, 0, 1), (4, 0, 1))), lay(3, 0, 2), "megalith/neutral", "9.1",
     "the next Megalith of Cyan is neutral and must lie on the board"),
    (gain("megalith(1)", own=OVER, table=laid((2, 0, 1))), lay(3, 0, 2), "megalith/no-support", "9.2",
     "a Megalith at 3,0 on level 2 would not cover half of each of two Megaliths"),
    (gain("megalith(1)", own=OVER, table=laid((2, 0, 1), (2, 2, 1), (4, 0, 1), (3, 0, 2))), lay(2, 1, 2),
     "megalith/overlap", "9.2", "a Megalith on level 2 is in the way at 2,1"),
    (gain("megalith(1)", own={"neutrals": 0, "megaliths": 0}), lay(2, 0), "megalith/none-left", "9.4",
     "Cyan has no Megalith left"),
    (at(ARROWS), End(), "decision/arrows", "9.3", "Cyan must place a Megalith where the arrows point"),
    (at(ARROWS), lay(6, 2), "arrows/elsewhere", "9.3", "the arrows do not point to 6,2 on level 1"),
    (at(ARROWS, table=laid((2, 0, 1))), lay(2, 0), "megalith/occupied", "9.3", "a Megalith at 2,0 on level 1"),
    (at(ARROWS, own={"neutrals": 0, "megaliths": 0}), lay(2, 0), "megalith/none-left", "9.4", "Cyan has no Megalith"),
    (at(ARROWS, table=laid((2, 0, 1), (4, 2, 1))), Gain("food"), "arrows/occupied", "9.3",
     "the arrows point to no empty space, so they give nothing"),
    (at(ARROWS, own=FULL), Gain("food"), "gain/food-full", "2.1", "the Food track of Cyan is full"),
    # the Eclipse
    (at(Tribe()), Decline(), "decision/tribe", "11.1", "Cyan must use an ability of the Ritual pile or end the step"),
    (at(Tribe(), own={"ritual": ("brave",)}), ResolveTribe("hunter"), "resolve/not-there", "11.1",
     "Hunter is not in the Ritual pile of Cyan"),
    (at(Tribe(), own={"ritual": ("brave",)}), ResolveTribe("brave"), "resolve/no-ability", "11.1",
     "Brave has no ability in the Eclipse"),
    (at(Tiles()), Decline(), "decision/tile", "8.4", "Cyan must take the benefit of a tile or end the step now"),
    (at(Tiles()), TakeTile(Hex(3, 0)), "tile/off-map", "8.1", "3,0 is not a tile of the map"),
    (at(Tiles((Hex(1, 0),)), own={"camps": (Hex(1, 0),)}), TakeTile(Hex(1, 0)), "tile/taken", "8.4",
     "Forest (1,0) already gave its benefit in this Eclipse"),
    (at(Tiles(), own={"camps": (Hex(0, 0),)}), TakeTile(Hex(0, 0)), "tile/no-benefit", "8.4",
     "Base (0,0) has no benefit"),
    (at(Tiles()), TakeTile(Hex(1, 0)), "tile/no-influence", "8.4", "Cyan has no Influence on Forest (1,0)"),
    (at(Tiles(), own={"camps": (Hex(1, 0),)}, other={"villages": ((Hex(1, 0), Hex(2, 0), Hex(1, 1)),)}),
     TakeTile(Hex(1, 0)), "tile/less-influence", "8.4", "Cyan has 1 Influence on Forest (1,0), but Red has 2"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "action", "code", "rule", "text"), SCENARIOS)
def test_why_an_action_is_illegal(state, action, code, rule, text):
    """The code, the rule, and a sentence that names what is involved; `apply` refuses with the same reason."""
    reason = why_illegal(state, action)
    assert (reason.code, reason.rule) == (code, rule)
    assert text in reason.text
    with pytest.raises(IllegalActionError) as caught:
        apply(state, action)
    assert caught.value.reason == reason


def test_every_reason_has_a_scenario():
    """None is left out of the table above, except the one of `why_illegal_for`."""
    assert {*REASONS.rules} - {"decision/another-player"} == {code for _, _, code, _, _ in SCENARIOS}


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (at(DraftChief(0), table={"chiefs": ("CH1",)}), TakeChief("CH1")),
        (at(PickSide(0)), ChooseSide("B")),
        (at(DraftSetup(0), table={"setups": ("SU1",)}), TakeSetup("SU1")),
        (at(Culture(1), own={"hand": ("C101", "C102")}, variant=Variant(second_culture_card="discard")),
         PlayCulture("C101")),
        (on("initiate", own={"hand": ("hunter", "hunter")}, gained=("hunter",)), PlayTribe("hunter")),
        (on("initiate", own={"hand": ("hunter",), "buried": ("hunter",)}, gained=("hunter",), burials=1),
         PlayTribe("hunter")),
        (on("hunt", own={"hand": ("hunter",)}, gained=("hunter",)), PlayTribe("hunter")),
        (on("hunt", is_chief=True, own=THUNDERPAW), Boost()),
        (on("develop", labor=2, table={"tokens": (True,) * 8}), TakeCulture("C101")),
        (on("develop", Middle(), own=FULL, round=3), TakeStone("SS04")),
        (on("migrate", Middle(), own={"camps": SITE, **FULL}), BuildVillage(SITE)),
        (gain("village(free_food)", own={"camps": SITE}), BuildVillage(SITE)),
        (gain("megalith(1)", own=OVER, table=laid((2, 0, 1), (4, 0, 1))), lay(3, 0, 2)),
        (gain("megalith(1)", own=OVER, table=laid((2, 0, 1), (2, 2, 1))), lay(2, 1, 2)),
        (gain("megalith(1)", own=OVER, table=laid((2, 0, 1), (4, 0, 1), (6, 0, 1), (3, 0, 2))), lay(5, 0, 2)),
        (gain("megalith(1)", own=OVER, table=laid((2, 0, 1), (2, 2, 1), (2, 4, 1), (2, 1, 2))), lay(2, 3, 2)),
        (gain("megalith(1)", table=laid((2, 0, 1))), lay(2, 2)),
        (gain("megalith(1)", own={"neutrals": 0, "megaliths": 0}), MoveIdol("honor")),
        (at(ARROWS, table=laid((2, 0, 1))), lay(4, 2)),
        (at(ARROWS), Gain("food")),
        (at(Tiles(), own={"camps": (Hex(1, 0),)}, other={"camps": (Hex(1, 0),)}), TakeTile(Hex(1, 0))),
    ],
)  # fmt: skip
def test_what_is_legal_just_so(state, action):
    """What lacks nothing has no reason against it, and `apply` takes it."""
    assert why_illegal(state, action) is None
    assert action in legal_actions(state)
    apply(state, action)


def first_of_each_kind(states: Iterator[State]) -> Iterator[State]:
    """The first state with each kind of decision."""
    seen: set[object] = set()
    for state in states:
        frame = state.pending
        kind = (type(frame), frame.kind if isinstance(frame, Benefit) else None, state.this_turn.column)
        if kind not in seen:
            seen.add(kind)
            yield state


def check_agreement(states: Iterator[State]) -> None:
    """Check that an action is listed if and only if there is no reason against it.

    These are all conceivable actions of the classes that are listed, and a fifth of the others.
    """
    for number, state in enumerate(states):
        legal = {*legal_actions(state)}
        kinds, every = {*map(type, legal)}, conceivable(state)
        assert legal <= {*every}
        tried = (each for place, each in enumerate(every, number) if type(each) in kinds or place % 5 == 0)
        assert {action for action in tried if why_illegal(state, action) is None} == legal


def test_listed_if_and_only_if_legal():
    """In a decision of each kind, whatever the pack, the number of players and the options."""
    others = (
        random_states(seed, players=1 + seed, variant=VARIANTS[seed], content=random_pack(Random(seed)))
        for seed in range(4)
    )
    check_agreement(first_of_each_kind(chain(*others, games(5))))


@pytest.mark.untraced
def test_listed_if_and_only_if_legal_late_in_a_game():
    """Villages, upper Megaliths and full tracks, which hardly occur at random."""
    tower = laid((2, 0, 1), (4, 0, 1), (2, 2, 1), (4, 2, 1), (3, 0, 2), (3, 2, 2))
    ring = {"camps": (*SITE, Hex(1, -1)), "food": 4, "tools": 2, "neutrals": 0}
    top = {"honor": ((1,), *[()] * 9, (0,)), **tower}
    check_agreement(
        iter(
            (
                on("migrate", Middle(), own=ring),
                on("migrate", Middle(), own={**ring, "villages": (SITE,)}),
                gain("village(free_food)", own={**ring, "food": 0}),
                gain("megalith(1)", own=ring, table=top),
                at(ARROWS, own=ring, table=top),
                at(Arrows((Spot(6, 0, 1), Spot(2, 0, 1))), own=ring, table=top),
                at(Tiles(), own={**ring, "villages": (SITE,)}, other={"camps": (Hex(1, -1), Hex(1, -1))}),
                on("develop", Middle(), own={**ring, "stones": ("SS06",)}, round=2),
                on("hunt", own={**THUNDERPAW, "food": 1, "hand": ("hunter",)}, is_chief=True),
            )
        )
    )


def test_the_rival_is_named():
    """It may have more Influence than the player, and Villages; it has no colour."""
    state = new_game(seed=1, players=1)
    camps = {"camps": (Hex(1, 0), Hex(1, 0)), "villages": (SITE,)}
    players = (replaced(BARE, camps=(Hex(1, 0), *SITE)), replaced(state.players[1], **camps))
    terrain = tuple("base" if tile == (0, 0) else "forest" for tile in HEXES)
    state = fragment(state, players=players, active=0, agenda=(Tiles(),), table=replaced(state.table, terrain=terrain))
    assert "but the rival has 2" in why_illegal(state, TakeTile(Hex(1, 0))).text
    state = fragment(state, agenda=(Middle(),), this_turn=ThisTurn(column="migrate"))
    assert "the rival already has a Village at" in why_illegal(state, BuildVillage(SITE)).text


@pytest.mark.parametrize("function", [why_illegal, apply])
def test_what_is_no_state(function):
    """A match is refused with a hint, and so is anything else."""
    with pytest.raises(DefinitionError, match=r"give its state, match\.state"):
        function(Match(endless_winter, new_game(seed=1)), End())
    with pytest.raises(DefinitionError, match="None is not a state"):
        function(None, End())
