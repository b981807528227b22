"""The backgrounds and bonds of the role-playing game: their data, and the texts that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import evolve, fields, has

from cairn_rules.cairn_rpg.characters import effects as fx
from cairn_rules.cairn_rpg.characters.attacks import Story
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.items import Companion, Item, Uses, item_id
from cairn_rules.cairn_rpg.content.book import Background, Grant, Purchase
from cairn_rules.cairn_rpg.content.book_file import book, content_codec
from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cairn_rpg.dice_formula import Formula

pytestmark = pytest.mark.untraced

BACKGROUNDS = book().backgrounds
BONDS = book().bonds
SENTENCES = texts()

SLOTS = {
    "aurifex": 4,
    "barber-surgeon": 5,
    "beast-handler": 6,
    "bonekeeper": 5,
    "cutpurse": 6,
    "fieldwarden": 7,
    "fletchwind": 5,
    "foundling": 5,
    "fungal-forager": 5,
    "greenwise": 5,
    "half-witch": 6,
    "hexenbane": 6,
    "jongleur": 6,
    "kettlewright": 5,
    "marchguard": 6,
    "mountebank": 4,
    "outrider": 8,
    "prowler": 6,
    "rill-runner": 7,
    "scrivener": 5,
}
"""The backgrounds in the order of their table, with the slots of their starting gear."""


def grants() -> Iterator[tuple[str, Grant]]:
    """Yield each grant with its place: `aurifex`, `aurifex 1.3` or `bond 4`."""
    for background in BACKGROUNDS.values():
        yield background.id, background.start
        for number, rows in enumerate(background.tables, 1):
            yield from ((f"{background.id} {number}.{row}", grant) for row, grant in enumerate(rows, 1))
    yield from ((f"bond {row}", grant) for row, grant in enumerate(BONDS, 1))


GRANTS = dict(grants())
ITEMS = [(place, item) for place, grant in GRANTS.items() for item in grant.items]


def item(place: str, id: str) -> Item:
    """Return an item of a grant."""
    return next(each for each in GRANTS[place].items if each.id == id)


def effects_of(place: str) -> list[Any]:
    """Return the effects of a grant, those of its uses included."""
    found: list[Any] = []
    for effect in GRANTS[place].effects:
        found += [effect, *(effect.effects if isinstance(effect, fx.OnUse) else ())]
    return found


def parts(value: Any) -> Iterator[Any]:
    """Yield the attrs values in a value, itself included."""
    kind: Any = value.__class__
    if kind is tuple:
        for each in value:
            yield from parts(each)
    elif has(kind):
        yield value
        for each in fields(kind):
            yield from parts(getattr(value, each.name))


def places_with(test: Callable[[Grant], bool]) -> set[str]:
    """Return the places of the grants that pass a test."""
    return {place for place, grant in GRANTS.items() if test(grant)}


# Counts


def test_there_are_twenty_backgrounds_in_the_order_of_their_table() -> None:
    """Twenty backgrounds can be rolled, each with ten names (R9, R10)."""
    assert list(BACKGROUNDS) == list(SLOTS)
    assert all(len(set(each.names)) == 10 for each in BACKGROUNDS.values())


def test_there_are_240_rows_and_twenty_bonds() -> None:
    """Each background has two tables of six rows (R12), and a bond is a d20 (R18)."""
    assert [[len(rows) for rows in each.tables] for each in BACKGROUNDS.values()] == [[6, 6]] * 20
    assert len(BONDS) == 20


def test_every_row_grants_something() -> None:
    """A row without items, gold or anything else would be a gap in the data (R12, R18)."""
    assert not places_with(lambda grant: grant == Grant())


def test_ids_are_slugs_of_names() -> None:
    """An id can be guessed from its name; two weapons that share a name with another one have a longer id."""
    exceptions = {"light-rapier": "Rapier", "order-short-sword": "Short Sword"}
    named = [
        *BACKGROUNDS.values(),
        *(each for grant in GRANTS.values() for each in grant.containers + grant.companions),
    ]
    for each in [*named, *(each for _, each in ITEMS)]:
        assert each.id == item_id(each.name) or exceptions[each.id] == each.name, each


def test_equal_ids_are_equal_items() -> None:
    """The same id is the same item everywhere, the number of uses aside."""
    assert len({evolve(each, uses=None) for _, each in ITEMS}) == len({each.id for _, each in ITEMS})


def test_items_of_the_price_lists_are_those_of_the_market() -> None:
    """Gear that is also sold is the same item, unless its row states other uses or an attack (R11)."""
    sold = {
        item_id(name): goods.named(name)
        for rows in book().goods.values()
        for goods in rows
        if goods.item
        for name in (goods.examples or (goods.name,))
    }
    usual = {"rations", "torch", "lantern", "oil-can", "bandages", "long-sword", "brigandine", "gambeson", "pulley"}
    assert usual <= {each.id for _, each in ITEMS if each.id in sold}
    different = {place + " " + each.id for place, each in ITEMS if sold.get(each.id, each) != each}
    assert different == {
        "beast-handler 1.6 antitoxin",
        "greenwise 1.3 antitoxin",
        "kettlewright hammer",
        "kettlewright 2.3 spiked-boots",
    }


# Texts


def test_every_row_has_its_text() -> None:
    """Each background, question and row has a text of its own, and so does each bond."""
    ids = [f"bond/{row}" for row in range(1, 21)]
    for id in SLOTS:
        ids.append(f"background/{id}")
        for table in ("1", "2"):
            ids += [f"background/{id}/{table}", *(f"background/{id}/{table}/{row}" for row in range(1, 7))]
            assert SENTENCES[f"background/{id}/{table}"].endswith("?")
    assert len(ids) == 20 + 20 + 40 + 240
    assert all(SENTENCES[id].endswith((".", "?")) for id in ids)
    assert len({SENTENCES[id] for id in ids}) == len(ids)


def test_texts_are_short() -> None:
    """A text is one sentence of at most 32 words, figures included."""
    for id in SENTENCES:
        if id.startswith(("background/", "bond/", "item/")):
            assert len(SENTENCES[id].split()) <= 32, id


def test_every_text_that_the_data_name_exists() -> None:
    """Items, effects and recharge conditions look up their texts by id."""
    named = {
        each for grant in GRANTS.values() for value in parts(grant) for each in
        (getattr(value, "text", ""), getattr(value, "recharge", "")) if each
    }  # fmt: skip
    assert named <= set(SENTENCES)
    assert {each for each in SENTENCES if each.startswith("item/")} <= named


def test_a_story_points_to_its_own_row() -> None:
    """An effect that only the table can judge is told by the text of its row."""
    for place, grant in GRANTS.items():
        path = place.replace(" ", "/").replace(".", "/")
        own = path if path.startswith("bond/") else f"background/{path}"
        assert {each.text for each in parts(grant) if isinstance(each, Story)} <= {own}, place


# Items


@pytest.mark.parametrize(("id", "slots"), SLOTS.items())
def test_starting_gear_has_the_printed_slots(id: str, slots: int) -> None:
    """The starting gear takes four to eight slots (R11, R29)."""
    assert sum(each.slots for each in BACKGROUNDS[id].start.items) == slots


def test_everybody_starts_with_gold_and_rations() -> None:
    """All twenty backgrounds start with 3d6 gold pieces and rations for three uses (R11)."""
    for each in BACKGROUNDS.values():
        assert each.start.gold == Formula(3, 6)
        assert each.start.items[0] == Item(id="rations", name="Rations", uses=Uses.full(3))
        assert any(gear.light for gear in each.start.items)


def test_items_start_unused_and_unworn() -> None:
    """Nothing is used up before the game begins, and nothing is worn in the data (R25, R37)."""
    for place, each in ITEMS:
        assert not each.worn, place
        assert all(uses is None or uses.left == uses.max for uses in (each.uses, each.charges)), place
        assert each.uses is None or each.charges is None, place
        assert (each.charges is not None) == bool(each.recharge), place


def test_attacks_have_dice_of_weapons() -> None:
    """Every weapon rolls d4 to d12 (R7); two dice belong to one pair of daggers."""
    for place, each in ITEMS:
        for attack in each.attacks:
            assert set(attack.dice) <= {4, 6, 8, 10, 12}, place
    assert {each.id for _, each in ITEMS if any(len(attack.dice) > 1 for attack in each.attacks)} == {"twin-daggers"}


def test_armor_of_the_rows() -> None:
    """Base armour and bonus armour are told apart (R69, A13)."""
    armor = {each.id: (each.armor, each.armor_is_bonus) for _, each in ITEMS if each.wearable}
    assert armor == {
        "alchemical-sigils": (1, False),
        "padded-leather": (1, False),
        "boiled-leather": (1, False),
        "leather-jerkin": (1, False),
        "stage-mail": (1, False),
        "brigandine": (1, False),
        "chainmail": (2, False),
        "oft-mended-chain-mail": (2, False),
        "candle-helmet": (1, True),
        "lucky-jerkin": (1, True),
        "tin-helm": (1, True),
        "gambeson": (1, True),
        "steadymade-buckler": (1, True),
        "iron-bracers": (1, True),
    }


def test_blast_weapons() -> None:
    """Five weapons hit an area (R88)."""
    blasts = {each.id: (each.attacks[0].dice, each.uses and each.uses.max) for _, each in ITEMS
              if each.attacks and each.attacks[0].blast}  # fmt: skip
    assert blasts == {
        "blunderbuss": ((12,), None),
        "blast-sphere": ((12,), 1),
        "fireseeds": ((8,), 4),
        "seed-bomb": ((6,), 3),
        "fire-eggs": ((8,), 6),
    }
    assert item("aurifex 1.5", "blunderbuss").attacks[0].reload == 1


def test_ranged_weapons() -> None:
    """Bows, crossbows, slings, firearms and what is thrown reach distant targets (R92)."""
    assert {each.id for _, each in ITEMS if any(attack.ranged for attack in each.attacks)} == {
        "blunderbuss", "blast-sphere", "sling", "fireseeds", "western-yew-bow", "sessile-oak-bow", "stone-pine-bow",
        "white-ash-bow", "striped-bamboo-bow", "wych-elm-bow", "weathered-longbow", "seed-bomb", "crossbow",
        "fire-eggs", "throwing-knives",
    }  # fmt: skip


def test_a_bow_can_be_a_club() -> None:
    """The Western Yew bow has two attacks: a ranged one, and one in melee."""
    yew = item("fletchwind 2.1", "western-yew-bow")
    assert [(attack.dice, attack.ranged) for attack in yew.attacks] == [((6,), True), ((6,), False)]
    assert all(len(each.attacks) <= 1 for _, each in ITEMS if each.id != yew.id)


def test_fletchwind_takes_its_bow_from_the_second_table() -> None:
    """The bow of the gear list is a placeholder: each row of table 2 grants exactly one (R24)."""
    assert [each.id for each in BACKGROUNDS.values() if each.placeholder] == ["fletchwind"]
    rows: tuple[Grant, ...] = BACKGROUNDS["fletchwind"].tables[1]
    assert [[each.id.rpartition("-")[2] for each in grant.items] for grant in rows] == [["bow"]] * 6
    assert [grant.items[0].slots for grant in rows] == [2, 2, 2, 2, 1, 2]
    assert not [each for each in BACKGROUNDS["fletchwind"].start.items if each.attacks and each.attacks[0].ranged]


def test_items_that_restore_attributes() -> None:
    """The remedies of the tables and of the starting gear (R56)."""
    found = {f"{place} {each.id}": each.restores for place, each in ITEMS if each.restores}
    strength, willpower = Attribute.STR, Attribute.WIL
    assert found == {
        "barber-surgeon leech": ((strength, "1"),),
        "half-witch herbs-pouch": ((strength, "1"),),
        "fletchwind heartroot-salve": ((strength, "1d4"),),
        "foundling 1.2 healing-unguent": ((strength, "1d4"),),
        "greenwise healing-salve": ((strength, "1d4"),),
        "aurifex 2.3 aqua-vita": ((strength, "1d6"),),
        "greenwise 1.6 healing-potion": ((strength, "full"),),
        "barber-surgeon 2.3 woundwax": ((strength, "full"),),
        "fungal-forager 1.6 rootflower": ((willpower, "1d6"),),
    }


def test_items_that_cannot_be_dropped() -> None:
    """Three bonds cannot be got rid of (R41), and some items are parts of the body (R29)."""
    assert {each.id for _, each in ITEMS if not each.droppable} == {
        "mischievous-spirit",
        "stone-heart",
        "oak-lord-whistle",
    }
    bodily = {each.id: (each.slots, each.slots_detached) for _, each in ITEMS if each.bodily}
    assert bodily == {
        "metal-foot": (0, None),
        "alchemical-sigils": (0, None),
        "metal-arm": (0, 2),
        "alchemical-limb": (0, 1),
        "alchemical-tattoo": (0, None),
    }


def test_charges_come_back() -> None:
    """Ten relics recharge (R38, R154); each states how."""
    charges = {each.id: each.charges.max for _, each in ITEMS if each.charges}
    assert charges == {
        "warble-whistle": 3, "blood-pail": 1, "catring": 2, "gildfinger": 1, "sweetwhistle": 1, "vagrants-veil": 1,
        "sun-stick": 1, "pain-band": 1, "death-whistle": 1, "breeze-knot": 3,
    }  # fmt: skip
    assert all(each.magic == "relic" for _, each in ITEMS if each.charges)


def test_what_is_kept_when_it_is_spent() -> None:
    """A helmet without candles is still a helmet (A9)."""
    assert {each.id for _, each in ITEMS if each.keeps} == {"candle-helmet"}


def test_spellbooks_and_scrolls() -> None:
    """Spellbooks and scrolls are those of the spell list (R144, R151); a bauble casts Ward."""
    spells = book().spells
    found = {place: each for place, each in ITEMS if each.spell}
    assert {place: each.spell for place, each in found.items() if each.magic == "spellbook"} == {
        "bonekeeper 1.5": "detect-magic",
        "foundling 1.6": "control-plants",
        "half-witch": "thicket",
        "hexenbane 2.2": "disassemble",
        "jongleur 1.2": "read-mind",
        "mountebank 1.6": "auditory-illusion",
    }
    scrolls = {place: each.spell for place, each in found.items() if each.magic == "scroll"}
    assert scrolls == {"cutpurse 1.4": "arcane-eye", "kettlewright 1.4": "mirrorwalk"}
    for each in found.values():
        assert each.spell
        spell = spells[each.spell]
        common = evolve(each, personal=False)
        assert common in (spell.spellbook, spell.scroll) or each.id == "twine-bauble"
    assert [place for place, each in ITEMS if each.personal] == ["hexenbane 2.2"]


def test_values_of_treasures() -> None:
    """The items whose worth is stated, in gold pieces."""
    assert {each.id: each.value for _, each in ITEMS if each.value} == {
        "murderous-truffle": 50, "thesaurus": 20, "tragic-tales": 100, "necklace": 20, "ceremonial-sword": 60,
        "cursed-sapphire": 200, "hardening-glue": 20, "the-star-waltz": 100, "gem": 500,
    }  # fmt: skip


# What rows change about a character


def test_bonus_gold() -> None:
    """Six rows and a bond add gold to the 3d6 (R23)."""
    gold = {place: grant.gold.bonus for place, grant in GRANTS.items() if grant.gold and not grant.gold.count}
    assert gold == {
        "cutpurse 1.1": 20,
        "greenwise 1.5": 100,
        "kettlewright 1.1": 40,
        "outrider 1.4": 30,
        "prowler 1.6": 20,
        "rill-runner 2.1": 10,
        "bond 2": 20,
    }


def test_bonus_hit_protection() -> None:
    """Two rows add a d4 to HP (R16)."""
    assert {place: grant.hp for place, grant in GRANTS.items() if grant.hp} == {
        "fieldwarden 1.6": Formula(1, 4),
        "kettlewright 1.5": Formula(1, 4),
    }


def test_second_bonds_and_private_omens() -> None:
    """Two grants take a second bond, two an omen that stays private (R21)."""
    assert places_with(lambda grant: grant.second_bond) == {"fieldwarden", "outrider 1.6"}
    assert places_with(lambda grant: grant.omen == "private") == {"foundling", "mountebank 1.3"}


def test_purchases() -> None:
    """Two rows send the player to the market (R13)."""
    assert {place: grant.purchase for place, grant in GRANTS.items() if grant.purchase} == {
        "kettlewright 1.2": Purchase(budget=20),
        "rill-runner 2.3": Purchase(budget=20, most=1),
    }


def test_containers() -> None:
    """Carts, wagons and mounts with their slots (R35)."""
    found = {f"{place} {each.id}": (each.kind, each.capacity, each.reduced, each.slow, each.load)
             for place, grant in GRANTS.items() for each in grant.containers}  # fmt: skip
    assert found == {
        "bonekeeper 1.4 burial-wagon": ("wagon", 6, None, True, 0),
        "bonekeeper 1.4 donkey": ("mount", 4, 2, False, 0),
        "kettlewright 1.6 donkey": ("mount", 4, None, True, 0),
        "mountebank cart": ("cart", 4, None, False, 2),
        "outrider 2.1 heavy-destrier": ("mount", 2, None, False, 0),
        "outrider 2.2 blacklegged-dandy": ("mount", 4, None, False, 0),
        "outrider 2.3 rivertooth": ("mount", 6, 2, False, 0),
        "outrider 2.4 piebald-cob": ("mount", 4, None, False, 0),
        "outrider 2.5 linden-white": ("mount", 3, None, False, 0),
        "outrider 2.6 stray-fogger": ("mount", 2, None, False, 0),
    }


def stat_line(each: Companion) -> tuple[object, ...]:
    """Return the figures of a companion."""
    return each.hp, each.armor, each.strength, each.dexterity, each.willpower, *map(str, each.attacks)


def test_companions() -> None:
    """Companions have the printed figures; the horses have Hit Protection only."""
    found = {f"{place} {each.id}": stat_line(each) for place, grant in GRANTS.items() for each in grant.companions}
    assert found == {
        "aurifex 2.6 homunculus": (3, 0, 4, 13, 5),
        "fletchwind 1.2 falcon": (3, 0, 5, 16, 4, "claws (d6+d6)", "bite (d8)"),
        "half-witch 1.4 raven-familiar": (8, 0, 3, 11, 13, "beak (d6)"),
        "prowler 1.5 hollow-wolf": (5, 0, 11, 13, 8, "teeth (d6)"),
        "outrider 2.1 heavy-destrier": (8, 1, None, None, None, "hooves (d10+d10)"),
        "outrider 2.2 blacklegged-dandy": (6, 0, None, None, None),
        "outrider 2.3 rivertooth": (4, 0, None, None, None),
        "outrider 2.4 piebald-cob": (6, 0, None, None, None),
        "outrider 2.5 linden-white": (4, 0, None, None, None),
        "outrider 2.6 stray-fogger": (4, 0, None, None, None),
    }
    horses = [each for grant in BACKGROUNDS["outrider"].tables[1] for each in grant.companions]
    assert all(each.mount for each in horses)


def test_summoned_companions_and_forms() -> None:
    """Who only appears when called is part of its effect, not a companion from the start."""
    servant = next(each for each in effects_of("bonekeeper 1.3") if isinstance(each, fx.Summons))
    assert (servant.item, servant.most) == ("blood-pail", 1)
    assert stat_line(servant.companion) == (6, 1, 13, 11, 4, "shard fists (d8+d8)")
    nightmare = next(each for each in effects_of("half-witch 1.3") if isinstance(each, fx.Summons))
    assert nightmare.companion.owner_scores
    assert str(nightmare.companion.attacks[0]) == "claws (d8+d8)"
    werewolf = next(each for each in effects_of("fieldwarden 1.5") if isinstance(each, fx.Form))
    assert stat_line(werewolf.form) == (8, 0, 15, 14, None, "claws (d6+d6)", "bite (d8)")
    wolf = next(each for each in effects_of("hexenbane 1.5") if isinstance(each, fx.Form))
    assert (wolf.per_day, wolf.needs, stat_line(wolf.form)) == (1, "quicksilver-chain", (None, 0, None, None, None))


# Effects, each at its rows


PLACES: dict[type[Any], set[str]] = {
    fx.ForcedSave: {
        "beast-handler", "foundling 2.2", "greenwise 2.6", "outrider 1.3", "rill-runner 1.1", "fieldwarden 1.5",
        "barber-surgeon 1.4", "barber-surgeon 2.4", "mountebank 1.5",
    },
    fx.PassSaves: {"barber-surgeon 2.4"},
    fx.ActsFirst: {"barber-surgeon 2.4"},
    fx.CriticalSavePass: {"fieldwarden 2.6"},
    fx.FleeWithoutSave: {"outrider 2.5"},
    fx.AttackChange: {"fletchwind 1.1", "fletchwind 1.4", "hexenbane 2.4", "outrider 1.2", "fungal-forager 1.1"},
    fx.DefenceChange: {"fletchwind 1.5", "hexenbane 2.1"},
    fx.ArmorChange: {"fletchwind 2.4", "fungal-forager 2.5", "half-witch 2.4"},
    fx.OnlyWhile: {"barber-surgeon 1.5", "barber-surgeon 2.3", "outrider 1.5"},
    fx.NextAttack: {"fieldwarden 1.3", "fieldwarden 2.1"},
    fx.CriticalHp: {"hexenbane 2.6"},
    fx.CannotDie: {"bond 15"},
    fx.Immunity: {
        "bond 13", "fungal-forager 2.3", "fletchwind 2.6", "foundling 2.6", "greenwise 1.3", "half-witch 1.2",
        "hexenbane 2.3", "jongleur 1.6", "outrider 1.1", "prowler 1.1",
    },
    fx.Harm: {"prowler"},
    fx.Revive: {"half-witch 2.1"},
    fx.Rewind: {"cutpurse 2.6"},
    fx.SwapLosses: {"marchguard 2.5"},
    fx.Speed: {"fieldwarden 1.1"},
    fx.DailyNeed: {"aurifex 1.1", "barber-surgeon 1.2", "greenwise 1.4", "prowler 1.1"},
    fx.DeprivedWhile: {"barber-surgeon 1.1", "jongleur 1.4"},
    fx.Deprive: {"hexenbane 1.4"},
    fx.NoNeed: {"bonekeeper 1.2", "greenwise 1.4"},
    fx.Eats: {"fungal-forager 2.1", "kettlewright 2.6"},
    fx.FatigueCost: {"aurifex 1.2", "beast-handler 2.6", "bonekeeper 1.1", "fieldwarden 1.1", "jongleur 2.5"},
    fx.FatigueRelief: {"hexenbane 2.5", "bond 10"},
    fx.StepChange: {
        "fletchwind 1.3", "marchguard 1.1", "fletchwind 1.6", "beast-handler 2.4", "outrider 2.2", "barber-surgeon 1.2",
    },
    fx.FreeUpkeep: {"rill-runner 2.1", "rill-runner 2.5"},
    fx.Produces: {"fletchwind 2.3"},
    fx.OncePerDay: {"greenwise", "beast-handler 2.6"},
    fx.RechargeCost: {"marchguard 2.5"},
    fx.Growth: {"bond 15"},
    fx.Returns: {"mountebank 2.5"},
    fx.OwnerOnly: {"hexenbane 2.2"},
    fx.Summons: {"bonekeeper 1.3", "half-witch 1.3"},
    fx.Form: {"fieldwarden 1.5", "hexenbane 1.5"},
    fx.CompanionLoss: {"bonekeeper 1.3", "half-witch 1.3"},
    fx.DamageLink: {"aurifex 2.6", "mountebank 2.6"},
    fx.Vow: {f"hexenbane 2.{row}" for row in range(1, 7)},
}  # fmt: skip
"""The kinds of effects with the rows that have one."""


@pytest.mark.parametrize("kind", PLACES, ids=lambda kind: kind.__name__)
def test_effects_stand_at_their_rows(kind: type[Any]) -> None:
    """A rule that a row changes is a typed effect of that row, and of no other (R12, R18)."""
    assert {place for place in GRANTS if any(isinstance(each, kind) for each in effects_of(place))} == PLACES[kind]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("fletchwind 1.3", fx.StepChange(of="supply", steps=1)),
        ("marchguard 1.1", fx.StepChange(of="supply", steps=1)),
        ("fletchwind 1.6", fx.StepChange(of="lost", steps=-1, when="travelling")),
        ("outrider 2.2", fx.StepChange(of="terrain", steps=-1, when="tough or perilous, mounted")),
        ("outrider 2.5", fx.FleeWithoutSave(when="mounted")),
        ("fieldwarden 1.3", fx.NextAttack(item="bone-knife", change="enhanced")),
        ("fieldwarden 2.1", fx.NextAttack(item="bloodvine-whip", change="blast")),
        ("fieldwarden 2.6", fx.CriticalSavePass(item="everbloom-band")),
        ("fieldwarden 1.1", fx.FatigueCost(amount=2, when="afterwards")),
        ("hexenbane 2.6", fx.CriticalHp(dice=Formula(1, 4))),
        ("hexenbane 2.5", fx.FatigueRelief(amount=1, mode="removes")),
        ("bond 10", fx.FatigueRelief(amount=1, mode="absorbs")),
        ("bond 13", fx.Immunity(to="panic", when="acting alone")),
        ("fungal-forager 2.3", fx.Immunity(to="panic")),
        ("bond 15", fx.Growth(item="stone-heart", slots=1)),
        ("cutpurse 2.6", fx.Rewind(rounds=3)),
        ("fungal-forager 2.1", fx.Eats(who="glowsnail", uses=1, days=2)),
        ("kettlewright 2.6", fx.Eats(who="carrion-cat", uses=1, only="meat")),
        ("rill-runner 2.5", fx.FreeUpkeep(goods=("ships-passage",))),
        ("greenwise", fx.OncePerDay(text="item/twine-bauble", item="twine-bauble", spell="ward")),
        ("bonekeeper 1.2", fx.NoNeed(needs=("air", "food"))),
        ("greenwise 1.4", fx.NoNeed(needs=("food",))),
        ("prowler 1.1", fx.DailyNeed(need="oil", item="oil-can", deprives=False)),
        ("aurifex 1.1", fx.DailyNeed(need="snuff", item="tin-of-snuff")),
        ("aurifex 2.6", fx.DamageLink(source="homunculus")),
        ("mountebank 2.6", fx.DamageLink(source="alchemical-tattoo", attribute=Attribute.STR, optional=True)),
        ("barber-surgeon 1.5", fx.OnlyWhile(item="alchemical-sigils", without_metal_armor=True)),
    ],
)
def test_effects_have_the_printed_figures(place: str, expected: object) -> None:
    """The numbers, dice and conditions of an effect are those of its row (R12, R18)."""
    assert expected in effects_of(place)


@pytest.mark.parametrize(
    ("place", "attribute", "fail"),
    [
        ("beast-handler", "STR", "asleep"),
        ("foundling 2.2", "STR", "vomits"),
        ("greenwise 2.6", "STR", "entangled"),
        ("outrider 1.3", "WIL", "flees"),
        ("rill-runner 1.1", "WIL", "held back"),
        ("fieldwarden 1.5", "WIL", "infected"),
        ("fieldwarden 1.5", "WIL", "stays"),
        ("barber-surgeon 1.4", "WIL", "paralysed"),
        ("barber-surgeon 2.4", "STR", "deprived"),
        ("mountebank 1.5", "WIL", "disaster"),
    ],
)
def test_forced_saves(place: str, attribute: str, fail: str) -> None:
    """Items and curses ask for saves of the printed attribute (R48, R52)."""
    saves = [each for each in effects_of(place) if isinstance(each, fx.ForcedSave)]
    assert (attribute, fail) in [(each.attribute.value, each.fail) for each in saves]


def test_broken_vows() -> None:
    """The six vows of Hexenbane, with the price of breaking them (R28)."""
    rows = BACKGROUNDS["hexenbane"].tables[1]
    vows = [each for grant in rows for each in grant.effects if isinstance(each, fx.Vow)]
    assert [each.name for each in vows] == ["Honesty", "Poverty", "Selflessness", "Mercy", "Charity", "Valor"]
    assert [each.loss and f"{each.loss.dice} {each.loss.attribute}" for each in vows] == [
        "d4 WIL", "d12 STR", "d6 WIL", None, None, None
    ]  # fmt: skip
    assert [each.slots for each in vows] == [0, 0, 0, 0, 1, 0]
    assert [each.dies for each in vows] == [False] * 5 + [True]
    assert vows[1].destroys == "spellbook-disassemble"
    assert vows[3].forbids


def test_effects_name_things_of_their_own_row() -> None:
    """An effect that names an item or a companion refers to one that the same row grants."""
    goods = {each.id for each in book().goods["transport"] + book().goods["upkeep"]}
    for place, grant in GRANTS.items():
        known = {each.id for each in parts(grant) if isinstance(each, Item | Companion)}
        for each in effects_of(place):
            for name in ("item", "source", "companion", "who", "needs", "without", "destroys"):
                value = getattr(each, name, None)
                if type(value) is str and value and not isinstance(each, fx.ForcedSave | fx.Harm):
                    assert value in known, (place, each)
            assert not isinstance(each, fx.FreeUpkeep) or set(each.goods) <= goods


def test_grants_survive_writing_and_reading() -> None:
    """The codec writes every grant and reads it back unchanged."""
    for each in BACKGROUNDS.values():
        assert content_codec().read(content_codec().write(each, Background), Background) == each
    assert content_codec().read(content_codec().write(BONDS, tuple[Grant, ...]), tuple[Grant, ...]) == BONDS
