"""The price lists (R213 to R222, T12 to T17)."""

import pytest

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.items import Uses, item_id
from cairn_rules.cairn_rpg.content.book import Goods
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.errors import DefinitionError

GOODS = {each.id: each for goods in book().goods.values() for each in goods}
PRICES = {
    "armor": "Shield 10, Helmet 10, Gambeson 15, Brigandine 20, Chainmail 40, Plate 60",
    "weapons": (
        "Dagger / Cudgel / Sickle / Staff 5, Spear / Sword / Mace / Axe / Flail 10, "
        "Halberd / War Hammer / Long Sword 20, Sling 5, Bow 20, Crossbow 30"
    ),
    "hirelings": (
        "Alchemist 30, Animal Handler 5, Blacksmith 15, Bodyguard 10, Local Guide 5, Lockpick 10, Navigator 10, "
        "Sailor 5, Scholar 20, Tracker 5, Trapper 5, Veteran Bodyguard 20"
    ),
    "transport": "Cart 30, Wagon 200, Horse 75, Mule 30, Carriage Seat 5, Ship's Passage 10",
    "upkeep": (
        "Room & Board 10, Private Room & Board 35, Stable & Feed 5, Medical Healing 50, Rations 10, Animal Feed 5"
    ),
    "gear": (
        "Air Bladder 5, Antitoxin 20, Bandages 30, Bathing Goods 5, Book 50, Caltrops 10, Card Deck 5, Chain 10, "
        "Chalk 1, Chest 25, Chisel 5, Common Agents 10, Common Tools 10, Compass 75, Complex Instruments 50, "
        "Containers 10, Cooking Gear 10, Costume Gear 15, Dowsing Rod 15, Expeditionary Gear 10, Fire Oil 10, "
        "Fishing Rod 10, Games 10, Gloves 20, Grappling Hook 25, Lantern 10, Mirror 5, Net 10, Oil Can 10, "
        "Outdoor Comfort 10, Parchment 10, Pole 5, Repellent 10, Rope 5, Sedative 30, Sewing Kit 20, "
        "Simple Instruments 10, Smoking Pipe 15, Specialized Tools 20, Spiked Boots 15, Spyglass 40, Tent 20, "
        "Thieving Tools 25, Torch 5, Trap 35, Whistle 15, Wilderness Clothes 15"
    ),
}


@pytest.mark.parametrize(
    ("name", "rows"), [("armor", 6), ("weapons", 6), ("hirelings", 12), ("transport", 6), ("upkeep", 6), ("gear", 47)]
)
def test_prices(name: str, rows: int) -> None:
    """Each row has the printed price in gold pieces (R213)."""
    goods = book().goods[name]
    assert len(goods) == rows
    assert ", ".join(f"{each.name} {each.price}" for each in goods) == PRICES[name]


def test_armor() -> None:
    """Shield, helmet and gambeson add to other armour; the rest are bulky (R29, R69)."""
    assert [(each.item.armor, each.item.armor_is_bonus, each.item.slots) for each in book().goods["armor"]] == [
        (1, True, 1),
        (1, True, 1),
        (1, True, 1),
        (1, False, 2),
        (2, False, 2),
        (3, False, 2),
    ]


def test_weapons() -> None:
    """Weapons have dice and slots; slings, bows and crossbows reach distant targets (R82, R92)."""
    weapons = [each.item for each in book().goods["weapons"]]
    assert [each.attacks[0].dice for each in weapons] == [(6,), (8,), (10,), (6,), (6,), (8,)]
    assert [each.slots for each in weapons] == [1, 1, 2, 1, 2, 2]
    assert [each.attacks[0].ranged for each in weapons] == [False, False, False, True, True, True]


def test_named_weapons() -> None:
    """A row with several names sells each of them with its die; the six rows name fifteen weapons (R214)."""
    named = [each.named(name) for each in book().goods["weapons"] for name in each.examples or (each.name,)]
    assert len({each.id for each in named}) == 15
    hammer = next(each for each in named if each.name == "War Hammer")
    assert (hammer.id, hammer.slots, str(hammer.attacks[0])) == ("war-hammer", 2, "war hammer (d10)")


def test_named_goods() -> None:
    """A row sells the names that it lists, or its own (R214)."""
    assert GOODS["costume-gear"].named("Disguise").id == "disguise"
    assert GOODS["torch"].named("Torch") == GOODS["torch"].item


def test_open_ended_rows() -> None:
    """The book ends 17 rows with "etc.": three of weapons and 14 of gear. They sell any other name (R214)."""
    assert {each.id for each in GOODS.values() if each.open_ended} == {
        *("dagger-cudgel-sickle-staff", "spear-sword-mace-axe-flail", "halberd-war-hammer-long-sword"),
        *("bathing-goods", "common-agents", "common-tools", "complex-instruments", "containers", "cooking-gear"),
        *("expeditionary-gear", "games", "outdoor-comfort", "repellent", "simple-instruments", "specialized-tools"),
        *("thieving-tools", "wilderness-clothes"),
    }
    star = GOODS["halberd-war-hammer-long-sword"].named("Morning Star")
    assert (star.id, star.name, star.slots, str(star.attacks[0])) == (
        "morning-star",
        "Morning Star",
        2,
        "morning star (d10)",
    )
    with pytest.raises(DefinitionError, match="has no item '\\\\n'; give one line of at most 100 characters"):
        GOODS["common-tools"].named("\n")
    with pytest.raises(DefinitionError, match="Costume Gear has no item 'Mask'; known: Face Paint, Disguise"):
        GOODS["costume-gear"].named("Mask")
    with pytest.raises(DefinitionError, match="seat: an open-ended row sells items; give it one"):
        Goods(id="seat", name="Seat", price=1, open_ended=True)


def test_names_that_a_row_does_not_sell() -> None:
    """Other names are refused with the nearest one, and so are rows without items (R214, R216)."""
    with pytest.raises(DefinitionError, match="has no item 'mace'; did you mean 'Mace'"):
        GOODS["spear-sword-mace-axe-flail"].named("mace")
    with pytest.raises(DefinitionError, match="Medical Healing is not an item"):
        GOODS["medical-healing"].named("Medical Healing")


def test_details_of_rows() -> None:
    """Uses, sizes and measures in brackets are fields (R215)."""
    uses = {each.id: each.item.uses for each in GOODS.values() if each.item and each.item.uses}
    assert uses == {
        each: Uses.full(6 if each == "oil-can" else 3)
        for each in ("rations", "animal-feed", "bandages", "oil-can", "parchment", "torch")
    }
    slots = {each.id: each.item.slots for each in book().goods["gear"] if each.item and each.item.slots != 1}
    assert slots == {"chalk": 0, "gloves": 0, "smoking-pipe": 0, "tent": 2, "whistle": 0, "wilderness-clothes": 0}
    assert GOODS["animal-feed"].item.slots == 2
    assert {each.id: each.length_ft for each in GOODS.values() if each.length_ft} == {
        "chain": 10,
        "pole": 10,
        "rope": 25,
    }
    assert {each.id: each.fits for each in GOODS.values() if each.fits} == {"private-room-and-board": 4, "tent": 2}
    assert {each.id for each in GOODS.values() if each.per == "night"} == {"room-and-board", "stable-and-feed"}
    assert {each.id: each.item.light for each in GOODS.values() if each.item and each.item.light} == {
        "lantern": "lantern",
        "torch": "torch",
    }


def test_trap() -> None:
    """The trap deals d6 STR damage (R218)."""
    (attack,) = GOODS["trap"].item.attacks
    assert (attack.dice, attack.attribute) == ((6,), Attribute.STR)


def test_transport() -> None:
    """A cart takes two slots of its puller, a wagon and a mule are slow, fares are services (R35, R216)."""
    carriers = [each.container for each in book().goods["transport"]]
    assert [(each.id, each.capacity, each.load, each.slow, each.kind) for each in carriers if each] == [
        ("cart", 4, 2, False, "cart"),
        ("wagon", 8, 0, True, "wagon"),
        ("horse", 4, 0, False, "mount"),
        ("mule", 6, 0, True, "mount"),
    ]
    assert carriers[4:] == [None, None]


def test_services() -> None:
    """Services and hirelings take gold and no slot; hirelings cost their rate each day (R140, R216, R217)."""
    upkeep = [each.id for each in book().goods["upkeep"] if each.item is None]
    assert upkeep == ["room-and-board", "private-room-and-board", "stable-and-feed", "medical-healing"]
    assert {(each.per, each.item, each.container) for each in book().goods["hirelings"]} == {("day", None, None)}


def test_ids_are_made_from_names() -> None:
    assert all(each.id == item_id(each.name) for each in GOODS.values())
    assert all(each.item is None or (each.item.id, each.item.name) == (each.id, each.name) for each in GOODS.values())


def test_starting_gear_is_what_the_market_sells() -> None:
    """An item of a background with the id of a row of the market is the item of that row.

    The repellent of the market has no stated uses; that of the Bonekeeper has three.
    """
    starts = [item for each in book().backgrounds.values() for item in each.start.items]
    sold = {each.id: each.item for each in GOODS.values()} | {
        item_id(name): each.named(name) for each in book().goods["weapons"] for name in each.examples
    }
    found = [item for item in starts if item.id in sold]
    assert {item.id for item in found} >= {"rations", "torch", "lantern", "oil-can", "bandages", "rope", "dagger"}
    assert [(item.id, item.uses) for item in found if item != sold[item.id]] == [("repellent", Uses.full(3))]
