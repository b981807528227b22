"""Buying, selling and hiring."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from cairn_rules import Match, Record, dumps, format_record, loads, parse_record
from cairn_rules.cairn_rpg import campaign, with_packs
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.items import Uses
from cairn_rules.cairn_rpg.content.book import Goods
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.formats import KETTLEWRIGHT
from cairn_rules.cairn_rpg.formats.exchange import STATE
from cairn_rules.cairn_rpg.procedures.carrying import drop
from cairn_rules.cairn_rpg.procedures.market import buy, hire, item_of, sell, wages_due, why_not_buy
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.errors import DefinitionError, IllegalActionError
from support.cairn_rpg.campaigns import begun, play
from support.cairn_rpg.packs import HILLS
from support.cairn_rpg.people import CHALK, HEART, PLATE, ROPE, SWORD, person

HALF = Rulings(sell_rate=Fraction(1, 2))


def row(id: str) -> Goods:
    """Return a row of the price lists of the book."""
    [found] = [goods for goods_list in book().goods.values() for goods in goods_list if goods.id == id]
    return found


def test_gold_and_slots_are_checked_together() -> None:
    """A refusal has all reasons, and nothing changes (R213)."""
    poor = person(gold=45, fatigue=9)
    assert [reason.code for reason in why_not_buy(poor, row("plate"))] == ["gold/short", "slots/full"]
    with pytest.raises(IllegalActionError) as refused:
        buy(poor, row("plate"))
    assert str(refused.value.reason) == (
        "Plate costs 60gp, and Freya has 45gp; Plate needs 2 slots, and Freya has 1 free [gold/short, rule R213, R32]"
    )
    assert refused.value.where == "Freya: 9 of 10 slots used, 45gp"
    rich = buy(person(gold=60), row("plate"))
    assert (rich.inventory.gold, rich.inventory.used(), rich.inventory.items[0].armor) == (0, 2, 3)
    assert not rich.inventory.items[0].worn


def test_paid_coins_free_a_slot() -> None:
    """The slots that count are those after the payment (R30, R213)."""
    heavy = person(gold=100, fatigue=9)
    assert heavy.inventory.free() == 0
    assert buy(heavy, row("shield")).inventory.free() == 0
    with pytest.raises(IllegalActionError, match="Plate needs 2 slots, and Freya has 1 free"):
        buy(heavy, row("plate"))


def test_a_full_inventory_costs_the_hp() -> None:
    """What is bought can fill the last slot (R31, A7)."""
    assert buy(person(gold=10, fatigue=9), row("shield"), rulings=Rulings(zero_hp="lose")).hp.value == 0


def test_rows_with_several_names() -> None:
    """Any of the names is sold at the same price with the same die (R214)."""
    goods = row("spear-sword-mace-axe-flail")
    bought = buy(person(gold=10), goods, name="Axe")
    [axe] = bought.inventory.items
    assert (axe.id, axe.name, str(axe.attacks[0]), bought.inventory.gold) == ("axe", "Axe", "axe (d8)", 0)
    several = "stands for several things; known: Spear, Sword, Mace, Axe, Flail, or any other name"
    with pytest.raises(IllegalActionError, match=several):
        buy(person(gold=10), goods)
    with pytest.raises(IllegalActionError, match=r"stands for several things; known: Face Paint, Disguise \["):
        buy(person(gold=15), row("costume-gear"))
    with pytest.raises(IllegalActionError, match=r"'Disguises' is not sold as .*; did you mean 'Disguise'\?"):
        buy(person(gold=15), row("costume-gear"), name="Disguises")
    assert item_of(row("plate")) == item_of(row("plate"), "Plate") == row("plate").item
    assert item_of(row("stable-and-feed")) is item_of(row("stable-and-feed"), "Straw") is None


OPEN = [goods for rows in book().goods.values() for goods in rows if goods.open_ended]


@pytest.mark.parametrize("goods", OPEN, ids=lambda goods: goods.id)
def test_open_ended_rows_sell_any_other_name(goods: Goods) -> None:
    """The price, the slots and the dice are those of the row (R214)."""
    bought = buy(person(gold=goods.price), goods, name="Morning Star")
    [star] = bought.inventory.items
    [known] = buy(person(gold=goods.price), goods, name=goods.examples[0]).inventory.items
    assert (star.id, star.name, bought.inventory.gold) == ("morning-star", "Morning Star", 0)
    assert [(each.name, each.dice) for each in star.attacks] == [("morning star", each.dice) for each in known.attacks]
    assert evolve(star, id=known.id, name=known.name, attacks=known.attacks) == known
    assert item_of(goods, "Morning Star") == star


def test_what_is_bought_by_another_name_is_an_item_like_others() -> None:
    """It is stored, exported, fought with and dropped (R214)."""
    toph = buy(person("Toph", gold=10), row("spear-sword-mace-axe-flail"), name="Morning Star")
    assert loads(dumps(toph)) == toph
    document, _ = KETTLEWRIGHT.write(toph)
    del document[STATE]
    assert KETTLEWRIGHT.read(document)[0].inventory.items == toph.inventory.items
    fight, _ = play(begun(toph), "fight:rat begin", faces=(1,))
    match = Match(campaign, fight)
    match.do("toph:morning star>rat")
    record = Record.of(match)
    assert list(parse_record(format_record(record)).replay())[-1] == match.state
    assert [each.name for each in drop(toph, toph.inventory.items[0]).inventory.items] == []


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["Morning Star", "Bow", "", "bow", "Two\nlines", "M" * 101, "\ud800"])
def test_rows_refuse_foreign_names(name: str) -> None:
    """Those that are not open-ended refuse all others, open-ended ones those that another row or nobody has (R214)."""
    rich = person(gold=200)
    for goods in (goods for rows in book().goods.values() for goods in rows):
        if name == goods.name or (name == "Morning Star" and goods.open_ended):
            continue
        code = "market/hireling" if goods.per == "day" else "market/name"
        assert why_not_buy(rich, goods, name=name)[0].code == code
        with pytest.raises(IllegalActionError):
            buy(rich, goods, name=name)


def test_names_that_an_open_ended_row_does_not_sell() -> None:
    """The error says what would be right (R214)."""
    swords = row("spear-sword-mace-axe-flail")
    rich = person(gold=99)
    for name, hint in (
        ("Bow", "buy it from the row 'Bow'"),
        ("rations", "buy it from the row 'Rations'"),
        ("Mule", "buy it from the row 'Mule'"),
        ("sword", r"did you mean 'Sword'\?"),
        ("War Hammer", r"buy it from the row 'Halberd / War Hammer / Long Sword'"),
        ("Two\nlines", "give one line of at most 100 characters"),
        ("", "give one line of at most 100 characters"),
    ):
        with pytest.raises(IllegalActionError, match=rf"is not sold as Spear / .*; {hint} \["):
            buy(rich, swords, name=name)
    assert buy(rich, swords, name="Wool Rope").inventory.items[0].id == "wool-rope"
    with pytest.raises(IllegalActionError, match="buy it from the row 'Wool Rope'"):
        buy(rich, swords, name="Wool Rope", book=with_packs(HILLS).book)
    with pytest.raises(DefinitionError, match="name should be a text or None, not 3"):
        buy(rich, swords, name=3)  # type: ignore[arg-type]
    assert buy(rich, swords, name="Молот").inventory.items[0].id == "item"
    assert buy(rich, row("thieving-tools"), name="Lockpick").inventory.items[0].id == "lockpick"


def test_what_a_row_says_in_brackets() -> None:
    """Uses, sizes and lengths are fields, not parts of names (R215, R220)."""
    rations, feed = item_of(row("rations")), item_of(row("animal-feed"))
    assert rations is not None
    assert feed is not None
    assert (row("rations").price, rations.uses, rations.slots) == (10, Uses(3, 3), 1)
    assert (row("animal-feed").price, feed.uses, feed.slots) == (5, Uses(3, 3), 2)
    assert (row("tent").fits, row("chain").length_ft, row("room-and-board").per) == (2, 10, "night")
    assert buy(person(gold=1), row("chalk")).inventory.used() == 0


def test_services_take_no_slot() -> None:
    """A night in the common room costs gold alone; a private room serves four (R216, R219)."""
    full = person(gold=45, fatigue=10)
    slept = buy(full, row("room-and-board"))
    assert slept == evolve(full, inventory=evolve(full.inventory, gold=35))
    private = row("private-room-and-board")
    assert (buy(slept, private).inventory.gold, private.fits) == (0, 4)


def test_carts_and_mounts() -> None:
    """Transport comes with its own slots, and takes none until a cart is pulled (R35, R213)."""
    full = buy(buy(person(gold=60, fatigue=10), row("cart")), row("mule"))
    assert [(each.id, each.capacity, each.pulled) for each in full.inventory.containers] == [
        ("cart", 4, False),
        ("mule", 6, False),
    ]
    assert full.inventory.gold == 0


def test_hirelings_are_paid_by_the_day() -> None:
    """The daily rate is paid in advance (R140, R217)."""
    employer, guide = hire(person(gold=20), row("local-guide"), person("Bo", kind="npc"), days=3)
    assert (employer.inventory.gold, guide.kind, guide.day_rate) == (5, "hireling", 5)
    with pytest.raises(IllegalActionError, match="Local Guide costs 10gp, and Freya has 5gp"):
        hire(employer, row("local-guide"), guide, days=2)
    with pytest.raises(IllegalActionError, match="Plate is not hired by the day"):
        hire(employer, row("plate"), guide)
    with pytest.raises(IllegalActionError, match="Local Guide is hired by the day, not bought"):
        buy(employer, row("local-guide"))
    with pytest.raises(DefinitionError, match="the number of days must be a whole number from 1 to 10000, got 0"):
        hire(employer, row("local-guide"), guide, days=0)


def test_wages_due() -> None:
    """Wages are counted and nothing else happens (R143)."""
    party = (person(), person("Bo", day_rate=5), person("Cy", day_rate=20))
    assert wages_due(party, 4) == 100
    assert wages_due((*party, person("Dee", day_rate=10, dead=True))) == 25


def test_shops_buy_nothing_by_default() -> None:
    """Selling is off; with a rate the price is rounded down (R221, A50)."""
    seller = person(items=(SWORD, evolve(ROPE, value=9), HEART))
    with pytest.raises(IllegalActionError, match="shops buy nothing: start with the ruling sell_rate"):
        sell(seller, SWORD, price=10)
    assert sell(seller, SWORD, price=15, rulings=HALF).inventory.gold == 7
    sold = sell(seller, evolve(ROPE, value=9), rulings=HALF)
    assert (sold.inventory.gold, sold.inventory.items) == (4, (SWORD, HEART))
    with pytest.raises(IllegalActionError, match="Sword has no stated worth: give the price"):
        sell(seller, SWORD, rulings=HALF)
    with pytest.raises(IllegalActionError, match="cannot part with Stone Heart"):
        sell(seller, HEART, price=500, rulings=HALF)
    with pytest.raises(IllegalActionError, match="does not carry Plate"):
        sell(seller, PLATE, price=60, rulings=HALF)
    with pytest.raises(DefinitionError, match="the price must be a whole number"):
        sell(seller, SWORD, price=-1, rulings=HALF)


def test_the_proceeds_need_room() -> None:
    """Coins for a petty item can need a slot (R30, R32)."""
    full = person(items=(evolve(CHALK, value=200),), fatigue=10)
    with pytest.raises(IllegalActionError, match="100gp needs 1 slot, and Freya has 0 free"):
        sell(full, full.inventory.items[0], rulings=HALF)


def test_unpaid_hirelings_stay_as_they_are() -> None:
    """Counting wages changes nobody (R143)."""
    bo = person("Bo", day_rate=5)
    wages_due([bo])
    assert (bo.day_rate, bo.conditions) == (5, Conditions())
