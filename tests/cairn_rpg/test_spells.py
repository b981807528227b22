"""The hundred spells (R144 to R153)."""

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.items import Item, Uses, item_id
from cairn_rules.cairn_rpg.content.book import Spell
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import texts

SPELLS = book().spells


def with_other_than_default(name: str) -> dict[str, object]:
    plain = getattr(Spell(id="x", name="X", target="place"), name)
    return {id: getattr(each, name) for id, each in SPELLS.items() if getattr(each, name) != plain}


def test_there_are_a_hundred() -> None:
    assert len(SPELLS) == 100
    names = list(SPELLS)
    assert (names[0], names[49], names[99]) == ("adhere", "manse", "x-ray-vision")
    assert all(id == item_id(each.name) for id, each in SPELLS.items())


def test_each_has_a_text_for_the_effect_and_one_for_the_book() -> None:
    ids = [f"spell/{id}{part}" for id in SPELLS for part in ("", "/book")]
    assert all(texts()[id].endswith(".") for id in ids)
    assert [each for each in texts() if each.startswith("spell/")] == ids


def test_distances() -> None:
    """Stated distances and sizes are fields, in feet."""
    assert with_other_than_default("feet") == {
        "anchor": (50,),
        "attract": (10,),
        "displace": (15,),
        "elasticity": (10,),
        "elemental-wall": (50, 10),
        "hover": (2,),
        "icy-touch": (10,),
        "invisible-tether": (10,),
        "leap": (10,),
        "night-sphere": (50,),
        "pit": (10, 10),
        "repel": (10,),
        "slick": (30,),
        "teleport": (50,),
        "thicket": (50,),
        "time-control": (50,),
        "ward": (50,),
    }


def test_durations() -> None:
    """Stated durations are fields, in seconds: six rounds of combat are a minute (R72)."""
    assert with_other_than_default("seconds") == {"anthropomorphize": 24 * 60 * 60, "shield": 60, "time-control": 30}


def test_effects_with_rules() -> None:
    """Effects that the rules can act on are fields (R56, R78, R81, R88)."""
    assert with_other_than_default("restores") == {"cure-wounds": ((Attribute.STR, "1d4"),)}
    assert with_other_than_default("condition") == {
        "charm": "charmed",
        "deafen": "deaf",
        "shroud": "invisible",
        "sleep": "asleep",
    }
    assert with_other_than_default("harmed_only_by") == {"shield": "magic", "swarm": "blast"}
    assert with_other_than_default("speed") == {"haste": 3}
    assert with_other_than_default("armor") == {"shield": 1}
    assert with_other_than_default("save") == {"telekinesis": Attribute.WIL}


def test_numbers_stay_in_the_texts() -> None:
    numbers = {"cure-wounds": "1d4 STR", "telekinesis": "60lbs", "haste": "three", "time-control": "10%", "pit": "10ft"}
    assert [id for id, number in numbers.items() if number not in texts()[f"spell/{id}"]] == []
    books = {"shield": "+1 Armor", "magic-dampener": "100ft", "telekinesis": "WIL save", "swarm": "twelve"}
    assert [id for id, number in books.items() if number not in texts()[f"spell/{id}/book"]] == []


def test_spellbooks() -> None:
    """A spellbook takes one slot and holds one spell; that of Shield is also armour (R69, R144)."""
    sleep, shield = SPELLS["sleep"].spellbook, SPELLS["shield"].spellbook
    assert sleep == Item(id="spellbook-sleep", name="Spellbook: Sleep", magic="spellbook", spell="sleep")
    assert (shield.slots, shield.armor, shield.armor_is_bonus) == (1, 1, True)


def test_scrolls() -> None:
    """A scroll is petty and has one use (R151)."""
    scroll = SPELLS["shield"].scroll
    assert (scroll.slots, scroll.uses, scroll.magic, scroll.armor) == (0, Uses.full(1), "scroll", 0)
    assert scroll.used().is_spent


def test_magic_items_of_backgrounds_are_those_of_the_spells() -> None:
    """Spellbooks and scrolls that backgrounds give hold spells of the list (R144, R151)."""
    rows = [row for each in book().backgrounds.values() for row in (each.start, *each.tables[0], *each.tables[1])]
    found = [item for row in rows for item in row.items if item.magic in {"spellbook", "scroll"}]
    assert len(found) == 8
    for item in found:
        spell = SPELLS[item.spell]
        made = spell.scroll if item.magic == "scroll" else spell.spellbook
        assert (item.id, item.name, item.slots, item.uses) == (made.id, made.name, made.slots, made.uses)
