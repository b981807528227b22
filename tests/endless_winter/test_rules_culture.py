"""The printed effects of the Culture cards (rules page, section 14.5)."""

from __future__ import annotations

import pytest

from cairn_rules import endless_winter as ew

EFFECTS = {
    "C101": ("Controlled Fire", "food(3)"),
    "C102": ("Flint Knapping", "tool(2)"),
    "C103": ("Hide Tanning", "food(1)+tool(1)"),
    "C104": ("Campfire Tales", "draw(2)"),
    "C105": ("Spear Thrower", "labor(2) if hunt"),
    "C106": ("Stone Anvil", "labor(2) if develop"),
    "C107": ("Trail Markers", "labor(2) if migrate"),
    "C108": ("Rite of Passage", "labor(2) if initiate"),
    "C109": ("Shared Burden", "labor(1)+food(1)"),
    "C110": ("Hide Tents", "camp(1) then move(1)"),
    "C111": ("Bark Canoe", "move(3)"),
    "C112": ("Grave Gifts", "bury(1)"),
    "C113": ("Ochre Pigment", "idol(1)"),
    "C114": ("Bone Flute", "pay tool(1) -> idol(2)"),
    "C115": ("Game Trails", "animal_reveal(1) then animal_take(1)"),
    "C116": ("Pit Trap", "animal_draw(1)"),
    "C117": ("Drying Racks", "tip(1) then food(1)"),
    "C118": ("Wooden Sledge", "pay tool(1) -> megalith(1)"),
    "C119": ("Adoption", "tribe_to_discard(1)"),
    "C120": ("Barter Circle", "pay food(2) -> tool(1)+draw(1)"),
    "C201": ("Great Feast", "food_fill"),
    "C202": ("Obsidian Blades", "tool(3)"),
    "C203": ("Monument Gang", "pay tool(2) -> megalith(2)"),
    "C204": ("Council Fire", "draw(3) then discard(1)"),
    "C205": ("Atlatl Masters", "labor(3) if hunt"),
    "C206": ("Open Workshop", "labor(3) if develop"),
    "C207": ("Star Navigation", "labor(3) if migrate"),
    "C208": ("Naming Ceremony", "labor(3) if initiate"),
    "C209": ("Work Song", "labor(2)"),
    "C210": ("Winter Lodges", "camp(2) then move(2)"),
    "C211": ("Oral Tradition", "pay food(1)+tool(1) -> culture(1)"),
    "C212": ("Burial Mound", "bury_supply(1)"),
    "C213": ("Totem Carving", "idol(2)"),
    "C214": ("Painted Cave", "idol(1)+draw(1)"),
    "C215": ("Ambush", "animal_take(1)"),
    "C216": ("Communal Drive", "pay food(2) -> animal_draw(2)"),
    "C217": ("Smokehouse", "tip(2)"),
    "C218": ("Lever and Ramp", "megalith(1)+tool(1)"),
    "C219": ("Great Gathering", "tribe_to_hand(1)"),
    "C220": ("Permanent Hearth", "village(free_food)"),
}


@pytest.mark.parametrize("card", EFFECTS)
def test_culture_cards(card):
    """Each has its name, its Era and its effect (rule 14.5)."""
    printed = ew.default_pack().culture_cards[card]
    assert (printed.name, str(printed.effect)) == EFFECTS[card]
    assert printed.era == int(card[1])


def test_number_of_culture_cards():
    """Twenty in each Era (section 1)."""
    assert [*ew.default_pack().culture_cards] == [*EFFECTS]
