"""The pack from the fens: as a whole, and what is in it."""

from __future__ import annotations

from attrs import evolve
from fenland_pack import PACK

from cairn_rules import Registry, dumps, loads
from cairn_rules.cairn_rpg import Inventory, combat, installed_packs, with_packs
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cairn_rpg.sheets import sheet
from cairn_rules.testing import check_pack

SHELF = with_packs(PACK)


def test_nothing_is_wrong_with_the_pack() -> None:
    assert check_pack(PACK).warnings == ()


def test_it_is_found_by_its_name() -> None:
    assert installed_packs()["fenland"] == PACK


def test_an_eel_warden() -> None:
    """The first row of the second table is a spellbook, and the sheet credits the author."""
    warden = create_character(seed=7, background="eel-warden", tables=(2, 1), book=SHELF.book)
    assert "spellbook-still-water" in [item.id for item in warden.inventory.items]
    shown = sheet(warden, texts=SHELF.texts, book=SHELF.book)
    assert "Eel Warden" in shown
    assert "A full purse in a pike's belly" in shown
    assert "The cairn-rules contributors, CC-BY-4.0" in " ".join(shown.split())


def test_drowsy_mist_puts_a_mire_hog_to_sleep() -> None:
    """The caster wins the DEX save of the first round with this seed, and chooses the hog."""
    book = SHELF.book.spells["drowsy-mist"].spellbook
    mage = evolve(combat.person("Sedge", hp=4, kind="pc"), inventory=Inventory(items=(book,)))
    hog = combat.creature(SHELF.book.creatures["mire-hog"])
    state = combat.new_game(seed=1, party=[mage], foes=[hog], book=SHELF.book)
    for action in ("begin", "1:cast:spellbook-drowsy-mist>2"):
        state = combat.apply(state, combat.parse_action(action, state))
    assert state.fighters[1].held == "asleep"
    assert loads(dumps(state), registry=Registry([PACK])) == state
