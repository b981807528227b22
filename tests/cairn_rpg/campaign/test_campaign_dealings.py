"""What a party does between its scenes: trade, belongings, company and downtime, as rules R10 to R222 have them."""

from __future__ import annotations

import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import Match, Record, Registry, dumps, format_record, is_legal, loads, parse_record
from cairn_rules.cairn_rpg import Item, Rulings, Uses, book, campaign, read_pack, with_packs
from cairn_rules.cairn_rpg.campaign import Hire, State
from cairn_rules.cairn_rpg.campaign.actions import OPEN_ACTIONS, Dealing
from cairn_rules.cairn_rpg.campaign.rules.action_list import MOST_SALES
from cairn_rules.cairn_rpg.campaign.rules.trade import MOST_LISTED
from cairn_rules.cairn_rpg.campaign.rules.transitions import with_party
from cairn_rules.cairn_rpg.campaign.samples import SAMPLES
from cairn_rules.cairn_rpg.campaign.state import is_free
from cairn_rules.cairn_rpg.campaign.terminal_words import CampaignWords
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cairn_rpg.procedures.party import Light, Party
from cairn_rules.cairn_rpg.sheets import sheet
from cairn_rules.cli.main import main
from cairn_rules.errors import CairnRulesError, DocumentError, IllegalActionError, NotationError
from support.cairn_rpg.campaigns import begun, play
from support.cairn_rpg.delves import TORCH
from support.cairn_rpg.packs import HILLS
from support.cairn_rpg.people import CART, CHALK, HEART, MULE, PLATE, RATIONS, ROPE, SHIELD, SWORD, person

FEN = read_pack(Path(__file__).parents[3] / "examples/fenland-pack/src/fenland_pack/fenland.toml")
GEM = Item(id="gem", name="Gem", slots=0, value=25)
HALF = Rulings(sell_rate=Fraction(1, 2))


def done(state: State, text: str, *faces: int) -> tuple[State, list[str]]:
    """The campaign after one action, and its events."""
    state, events = play(state, text, faces=faces)
    return state, list(map(str, events))


def refused(state: State, text: str) -> str:
    """The code of the reason why an action is illegal, which `apply`, `why_illegal` and `is_legal` agree on."""
    action = campaign.parse_action(text, state)
    with pytest.raises(IllegalActionError) as caught:
        campaign.apply(state, action)
    assert campaign.why_illegal(state, action) == caught.value.reason
    assert not is_legal(campaign, state, action)
    return str(caught.value.reason.code)


def names(state: State) -> list[str]:
    return [member.name for member in state.party.members]


def gold(state: State) -> list[int]:
    return [member.inventory.gold for member in state.party.members]


def items(state: State) -> list[list[str]]:
    return [[item.name for item in member.inventory.items] for member in state.party.members]


# The market


def test_buying_in_a_settlement() -> None:
    """A rope costs 5gp, a sword 10gp as its whole row (T13, T17, R213, R214); a mule carries (R35)."""
    state = begun(person("Ada", gold=100), person("Bo", gold=4))
    state, events = done(state, "buy:ada:rope")
    assert (events, gold(state), items(state)) == (["Ada buys Rope for 5gp [R213]"], [95, 4], [["Rope"], []])
    state, events = done(state, "buy:1:Sword")
    assert events == ["Ada buys Sword for 10gp [R214]"]
    state, events = done(state, "buy:1:sword=Falchion")
    assert events == ["Ada buys Falchion for 10gp [R214]"]
    assert [(item.id, str(item.attacks[0])) for item in state.party.members[0].inventory.items[1:]] == [
        ("sword", "sword (d8)"),
        ("falchion", "falchion (d8)"),
    ]
    state, events = done(state, "buy:1:mule")
    assert (events, gold(state)) == (["Ada buys Mule for 30gp [R213]"], [45, 4])
    assert [each.name for each in state.party.members[0].inventory.containers] == ["Mule"]
    state, events = done(state, "buy:1:room-and-board")
    assert (events, gold(state)) == (["Ada buys Room & Board for 10gp [R216]"], [35, 4])
    assert refused(state, "buy:2:rope") == "gold/short"
    assert refused(state, "buy:3:rope") == "member/unknown"
    assert refused(state, "buy:1:ropes") == "market/unknown"
    assert refused(state, "buy:1:rope=Cord") == "market/name"
    assert refused(state, "buy:1:rations") == "market/watch"
    assert refused(begun(person("Ada", gold=9), at="crypt"), "buy:1:rope") == "market/no-settlement"
    assert refused(begun(person("Ada"), person("Bo", gold=9, dead=True)), "buy:2:rope") == "member/dead"
    full = begun(person("Ada", gold=9, fatigue=10))
    assert refused(full, "buy:1:rope") == "slots/full"
    journey, _ = play(state, "set-out:dyke", faces=(2,))
    assert refused(journey, "buy:1:rope") == "market/no-settlement"


def test_healing_is_sold_only_if_it_heals_at_once() -> None:
    """A week of rest heals without pay in a settlement (R55); by a ruling, the attributes return at once (R56, A10)."""
    hurt = person("Ada", gold=60, strength=Score(3, 10))
    heal = campaign.Buy(0, "medical-healing")
    assert refused(begun(hurt), "buy:1:medical-healing") == "market/week"
    assert heal not in campaign.legal_actions(begun(hurt))
    at_once = begun(hurt, rulings=Rulings(paid_healing="instant"))
    assert heal in campaign.legal_actions(at_once)
    state, events = done(at_once, "buy:1:medical-healing")
    assert events == ["Ada buys Medical Healing for 50gp [R216]", "Ada has 10 STR again [R55]"]
    assert (state.party.members[0].strength.value, gold(state)) == (10, [10])


def test_shops_pay_a_share_if_the_table_says_so() -> None:
    """Half of 25 is 12, half of the 5gp for a rope 2 (R221, A50); what has no price needs one."""
    tooth = Item(id="tooth", name="Tooth", slots=0)
    seller = person("Ada", items=(GEM, ROPE, tooth))
    assert refused(begun(seller), "sell:1:gem") == "market/no-sale"
    state = begun(seller, rulings=HALF)
    assert [text for text in map(campaign.format_action, campaign.legal_actions(state)) if "sell" in text] == [
        "sell:1:gem",
        "sell:1:rope",
    ]
    state, events = done(state, "sell:1:gem")
    assert (events, gold(state)) == (["Ada sells Gem for 12gp [R221]"], [12])
    assert gold(done(state, "sell:1:rope")[0]) == [14]
    assert refused(state, "sell:1:tooth") == "market/no-price"
    assert gold(done(state, "sell:1:tooth=9")[0]) == [16]
    assert refused(state, "sell:1:gem") == "item/not-carried"
    lone = begun(person("Ada", items=(tooth,)), rulings=HALF)
    assert campaign.Sell(0, "tooth", 1) in campaign.legal_actions(lone)


def test_a_hoard_lists_the_first_sales() -> None:
    """Not more than 50 are listed; the others are legal as well."""
    gems = tuple(evolve(GEM, id=f"gem-{number}") for number in range(60))
    state = begun(person("Ada", items=gems), rulings=HALF)
    sales = [action for action in campaign.legal_actions(state) if isinstance(action, campaign.Sell)]
    assert (len(sales), sales[-1]) == (MOST_SALES, campaign.Sell(0, "gem-49"))
    assert is_legal(campaign, state, campaign.Sell(0, "gem-59"))


def test_gold_for_anything_else() -> None:
    state, events = done(begun(person("Ada", gold=7)), "spend:1:3")
    assert (events, gold(state)) == (["Ada pays 3gp [R222]"], [4])
    assert refused(state, "spend:1:5") == "gold/short"
    way, _ = play(state, "set-out:track", faces=(3, 2))
    assert refused(way, "spend:1:1") == "scene/on-the-way"


@pytest.mark.untraced
def test_what_is_listed_is_what_is_affordable() -> None:
    """Each listed purchase is legal, and every legal one by its own name is listed, rations aside."""
    for person_ in (
        person("Ada", gold=30),
        person("Ada", gold=1000, fatigue=8, backpack=False),
        person("Ada", gold=0),
        person("Ada", gold=25, fatigue=9),
    ):
        for rulings in (Rulings(), Rulings(no_backpack="limit")):
            state = begun(person_, rulings=rulings)
            bought = {action for action in campaign.legal_actions(state) if isinstance(action, campaign.Buy)}
            rows = [row for rows in book().goods.values() for row in rows if row.per != "day"]
            ids = [name.lower().replace(" ", "-").replace("'", "") for row in rows for name in row.examples]
            ids += [row.id for row in rows if not row.examples]
            every = {campaign.Buy(0, id) for id in ids}
            assert bought == {action for action in every if campaign.why_illegal(state, action) is None}


def test_a_large_party_lists_the_first_purchases() -> None:
    """Not more than 500 actions are listed; the others are legal as well."""
    state = begun(*(person(f"Ada{number}", gold=500) for number in range(20)))
    listed = campaign.legal_actions(state)
    assert sum(isinstance(action, campaign.Buy) for action in listed) == MOST_LISTED
    assert len(listed) <= 500
    last = campaign.Buy(19, "rope")
    assert last not in listed
    assert is_legal(campaign, state, last)
    assert campaign.apply(state, last).party.members[19].inventory.gold == 495


# Belongings


def test_giving_items_mounts_and_gold() -> None:
    state = begun(person("Ada", items=(ROPE, HEART), gold=5, containers=(MULE,)), person("Bo", fatigue=9))
    state, events = done(state, "give:ada:rope>bo")
    assert events == ["Ada gives Rope to Bo [R40]", "Bo has no free slot left and is at 0 HP [R31]"]
    assert items(state) == [["Stone Heart"], ["Rope"]]
    state, events = done(state, "give:1:mule>2")
    assert events == ["Ada gives Mule to Bo [R40]"]
    assert [len(member.inventory.containers) for member in state.party.members] == [0, 1]
    state, events = done(state, "give-gold:1:5>2")
    assert (events, gold(state)) == (["Ada gives 5gp to Bo [R222]"], [0, 5])
    assert refused(state, "give-gold:1:1>2") == "gold/short"
    assert refused(state, "give:1:stone-heart>2") == "item/bound"
    assert refused(state, "give:1:rope>2") == "item/not-carried"
    assert (refused(state, "give:2:rope>2"), refused(state, "give-gold:2:1>2")) == ("give/self", "give/self")
    heavy = begun(person("Ada", items=(PLATE,)), person("Bo", fatigue=9))
    assert refused(heavy, "give:1:plate>2") == "slots/full"


def test_an_item_goes_before_a_mount_of_the_same_id() -> None:
    """A toy mule is given first; a mule needs no slot."""
    toy = Item(id="mule", name="Toy Mule", slots=1)
    state = begun(person("Ada", items=(toy,), containers=(MULE,)), person("Bo", fatigue=10))
    assert refused(state, "give:1:mule>2") == "slots/full"
    assert not any(isinstance(action, campaign.Give) for action in campaign.legal_actions(state))
    state = begun(person("Ada", containers=(MULE,)), person("Bo", fatigue=10))
    assert campaign.Give(0, "mule", 1) in campaign.legal_actions(state)


def test_the_dead_can_be_searched_but_receive_nothing() -> None:
    state = begun(person("Ada", items=(ROPE,), gold=5, dead=True), person("Bo"))
    state, _ = play(state, "give:1:rope>2 give-gold:1:5>2")
    assert (items(state), gold(state)) == ([[], ["Rope"]], [0, 5])
    assert (refused(state, "give:2:rope>1"), refused(state, "receive:1:rope")) == ("member/dead", "member/dead")


def test_treasure_comes_from_the_table() -> None:
    """A thing of the price lists by its name, or any item as a value; gold is divided with the rest first (R222)."""
    state = begun(person("Ada"), person("Bo"), person("Cy", dead=True))
    state, events = done(state, "receive:1:oil-can")
    assert (events, items(state)[0]) == (["Ada receives Oil Can [R40]"], ["Oil Can"])
    state, _ = done(state, 'receive:2:{"id":"crown","name":"Crown","value":300}')
    assert state.party.members[1].inventory.items == (Item(id="crown", name="Crown", value=300),)
    state, events = done(state, "share:7")
    assert (events, gold(state)) == (["Ada gets 4gp [R222]", "Bo gets 3gp [R222]"], [4, 3, 0])
    state, events = done(state, "share:7>2")
    assert (events, gold(state)) == (["Bo gets 7gp [R222]"], [4, 10, 0])
    state, events = done(state, "share:1>bo,ada")
    assert (events, gold(state)) == (["Bo gets 1gp [R222]"], [4, 11, 0])
    assert refused(state, "share:5>1,3") == "member/dead"
    assert refused(state, "share:5>9") == "member/unknown"
    assert refused(begun(person("Ada", fatigue=10)), "share:100") == "slots/full"
    assert refused(begun(person("Ada", fatigue=10)), "receive:1:rope") == "slots/full"


def test_a_relic_is_handed_out_with_its_spell_and_its_recharge() -> None:
    """The sheet tells both (R152, R154)."""
    horn = (
        'receive:1:{"id":"horn","name":"Mist%20Horn","magic":"relic","spell":"fog-cloud","charges":{"left":2,"max":2},'
        '"notes":[{"place":"recharge","text":"a%20night%20under%20the%20moon"}]}'
    )
    state, _ = done(begun(person("Ada")), horn)
    told = " ".join(sheet(state.party.members[0]).split())
    assert f"Mist Horn (2 of 2 charges, relic). {texts()['spell/fog-cloud']} Recharge: a night under the moon" in told


def test_wearing_what_was_bought() -> None:
    state = begun(person("Ada", items=(PLATE, SHIELD)))
    assert {"wear:1:plate", "wear:1:shield"} <= {*map(campaign.format_action, campaign.legal_actions(state))}
    state, events = done(state, "wear:1:plate")
    assert (events, state.party.members[0].inventory.armor()) == (["Ada wears Plate [R42]"], 3)
    assert refused(state, "wear:1:plate") == "item/worn"
    state, events = done(state, "take-off:1:plate")
    assert (events, state.party.members[0].inventory.armor()) == (["Ada takes off Plate [R42]"], 0)
    assert (refused(state, "take-off:1:plate"), refused(state, "wear:1:rope")) == ("item/not-worn", "item/not-carried")


def test_loading_a_mule() -> None:
    state = begun(person("Ada", items=(ROPE,), containers=(MULE, CART)))
    state, events = done(state, "stow:1:rope>mule")
    assert (events, items(state)) == (["Ada stows Rope in Mule [R35]"], [[]])
    assert refused(state, "fetch:1:rope>cart") == "item/not-there"
    assert refused(state, "fetch:1:rope>wagon") == "container/not-there"
    state, events = done(state, "fetch:1:rope>mule")
    assert (events, items(state)) == (["Ada takes Rope out of Mule [R35]"], [["Rope"]])


def test_moving_an_item_between_containers_takes_one_action() -> None:
    """It needs no hands and no slots of the members, and obeys the limits of the containers (R35, R40)."""
    loaded = evolve(MULE, items=(ROPE, PLATE))
    state = begun(
        person("Ada", fatigue=10, containers=(loaded,)), person("Bo", items=(TORCH,), fatigue=9, containers=(CART,))
    )
    moved, events = done(state, "give:1:mule:rope>2:cart")
    assert events == ["Ada puts Rope in Cart of Bo [R40]"]
    assert [[item.id for item in each.inventory.containers[0].items] for each in moved.party.members] == [
        ["plate"],
        ["rope"],
    ]
    assert refused(state, "give:1:mule:rope>2:") == "slots/full"
    assert refused(state, "give:1:mule:chalk>2:cart") == "item/not-there"
    assert refused(state, "give:1:cart:rope>2:cart") == "container/not-there"
    assert refused(state, "give:1:mule:rope>2:mule") == "container/not-there"
    assert refused(state, "give:1::rope>2:cart") == "item/not-carried"
    full = evolve(CART, items=(ROPE,) * 4)
    assert refused(begun(person("Ada", containers=(loaded, full))), "give:1:mule:rope>1:cart") == "container/full"


def test_gifts_from_and_into_containers() -> None:
    """From hands into another member's cart, from a mule into another's hands, and between two of one member."""
    state = begun(person("Ada", items=(TORCH,), containers=(evolve(MULE, items=(ROPE,)), CART)), person("Bo"))
    state = with_party(state, evolve(state.party, lights=(Light(0, "torch"),)))
    state, events = done(state, "give:1:mule:rope>1:cart")
    assert events == ["Ada puts Rope in Cart of Ada [R40]"]
    assert [each.items for each in state.party.members[0].inventory.containers] == [(), (ROPE,)]
    taken, events = done(state, "give:1:cart:rope>2:")
    assert (events, items(taken)) == (["Ada gives Rope to Bo [R40]"], [["Torch"], ["Rope"]])
    assert campaign.describe(state, campaign.Give(0, "rope", 1, "cart")) == "Ada gives Rope to Bo"
    state, _ = done(state, "give:1:cart>2")
    put = campaign.Give(0, "torch", 1, container="cart")
    assert campaign.format_action(put) == "give:1::torch>2:cart"
    assert campaign.describe(state, put) == "Ada puts Torch in Cart of Bo"
    state, events = done(state, "give:1::torch>2:cart")
    assert (events, items(state), state.party.lights) == (["Ada puts Torch in Cart of Bo [R40]"], [[], []], ())


def test_a_cart_is_pulled_or_stays_behind() -> None:
    """Pulled, it takes two slots and both hands of its puller (R35); the others find it where it was left."""
    state = begun(person("Ada", gold=30, items=(SHIELD,)), person("Bo", fatigue=9))
    state, _ = done(state, "buy:1:cart")
    state, events = done(state, "pull:1:cart")
    assert (events, state.party.members[0].inventory.used()) == (["Ada pulls Cart [R35]"], 3)
    assert refused(state, "pull:1:cart") == "hands/pulling"
    assert refused(state, "wear:1:shield") == "hands/pulling"
    there, events = play(state, "set-out:dyke", faces=(2,))
    assert not any(event.code == "left" for event in events)
    assert there.party.members[0].inventory.containers[0].pulled
    given, _ = done(state, "give:1:cart>2")
    assert (refused(given, "pull:2:cart"), refused(given, "park:2:cart")) == ("slots/full", "hands/not-pulling")
    parked, events = done(state, "park:1:cart")
    assert (events, parked.party.members[0].inventory.used()) == (["Ada lets go of the cart [R35]"], 1)
    away, events = play(parked, "set-out:dyke", faces=(2,))
    assert "Ada leaves Cart behind [R35]" in map(str, events)
    assert [len(each.inventory.containers) for each in away.party.members] == [0, 0]
    assert refused(away, "pull:1:cart") == "container/not-there"
    assert loads(dumps(away)) == away
    back, events = play(away, "set-out:dyke", faces=(2,))
    assert "Ada finds Cart again [R35]" in map(str, events)
    assert (back.party, back.carts) == (parked.party, ())
    mount = begun(person("Ada", containers=(MULE,)))
    assert refused(mount, "pull:1:mule") == "hands/no-cart"
    assert play(mount, "set-out:dyke", faces=(2,))[0].party == mount.party


def test_the_cart_of_one_who_cannot_pull_stays_behind() -> None:
    """On the way and in a dungeon as well, each at its own place (R35, R81)."""
    pulled = evolve(CART, pulled=True, items=(ROPE,))
    for helpless in ({"dead": True}, {"dexterity": Score(0, 10)}):
        state = begun(person("Ada", containers=(pulled,), **helpless), person("Bo"), at="crypt")
        inside, _ = play(state, "enter")
        assert inside.carts == (("crypt", evolve(pulled, pulled=False)),)
        out, _ = play(inside, "leave")
        owners = [bool(each.inventory.containers) for each in out.party.members]
        assert owners == ([False, True] if "dead" in helpless else [True, False])
    state, _ = play(begun(person("Ada", containers=(pulled,)), at="crypt"), "set-out:track", faces=(3, 2))
    state, _ = play(state, "park:1:cart")
    state, _ = play(state, "travel", faces=(3, 2))
    assert (state.at, state.carts) == ("inn", (("crypt/track/1", evolve(pulled, pulled=False)),))
    inside, _ = play(begun(person("Ada", items=(TORCH,), containers=(pulled,)), at="crypt"), "enter park:1:cart")
    area = inside.dungeon and inside.dungeon.area
    beyond = next(text for text in map(campaign.format_action, campaign.legal_actions(inside)) if text[:4] == "run:")
    beyond_it = campaign.apply(inside, campaign.parse_action(beyond, inside))
    assert beyond_it.carts == ((f"crypt/{area}", evolve(pulled, pulled=False)),)


def test_of_several_alike_a_number_says_which_one() -> None:
    used = evolve(TORCH, uses=Uses(1, 3))
    loaded = evolve(MULE, items=(TORCH, used))
    state = begun(person("Ada", items=(TORCH, used, ROPE), containers=(MULE, loaded), gold=5), person("Bo"))
    assert done(state, "give:1:torch>2")[0].party.members[1].inventory.items == (TORCH,)
    given, _ = done(state, "give:1:torch~2>2")
    assert [member.inventory.items for member in given.party.members] == [(TORCH, ROPE), (used,)]
    fetched, _ = done(state, "fetch:1:torch~2>mule~2")
    assert fetched.party.members[0].inventory.containers == (MULE, evolve(MULE, items=(TORCH,)))
    assert done(state, "give:1:mule~2>2")[0].party.members[1].inventory.containers == (loaded,)
    assert refused(state, "give:1:torch~3>2") == "item/not-carried"
    assert refused(state, "fetch:1:torch>mule") == "item/not-there"
    action = campaign.Stow(0, "torch~2", "mule~2")
    assert campaign.format_action(action) == "stow:1:torch~2>mule~2"
    assert campaign.describe(state, action) == "Ada stows Torch in Mule"
    assert campaign.describe(state, campaign.Give(0, "mule~2", 1)) == "Ada gives Mule to Bo"


def test_what_is_put_down_can_be_picked_up_until_the_party_leaves() -> None:
    """A light goes out when its bearer puts it down (R169, R207)."""
    state = begun(person("Ada", items=(TORCH, CHALK)), person("Bo"))
    state = with_party(state, evolve(state.party, lights=(Light(0, "torch"),)))
    state, events = done(state, "put-down:1:torch")
    assert (events, state.party.lights) == (["Ada puts down Torch [R40]"], ())
    state, _ = play(state, "2:take:torch")
    assert items(state) == [["Chalk"], ["Torch"]]
    inside, _ = play(begun(person("Ada", items=(CHALK,)), at="crypt"), "enter")
    assert refused(inside, "put-down:1:chalk") == "scene/dungeon"
    full = evolve(state, journey=evolve(state.journey, ground=(CHALK,) * 1000))
    assert refused(full, "put-down:1:chalk") == "ground/full"


def test_a_burning_torch_changes_hands_in_a_dungeon() -> None:
    """It burns on (R169), unless its bearer keeps another one."""
    state, _ = play(begun(person("Ada", items=(TORCH,)), person("Bo"), at="crypt"), "enter stay 1:light:torch 2:wait")
    state, _ = play(state, "give:1:torch>2")
    assert state.dungeon is not None
    assert state.party.lights == (Light(1, "torch"),)
    assert state.dungeon.party == state.party
    assert items(state) == [[], ["Torch"]]
    turn, _ = play(state, "stay")
    assert refused(turn, "give:2:torch>1") == "scene/turn"
    assert refused(play(begun(person("Ada", gold=1)), "fight:rat")[0], "spend:1:1") == "scene/fight"


# Company


def hired(*employers: Character) -> State:
    """A campaign with a bodyguard, all of whose dice show 3. He costs 10gp a day (T14, R140)."""
    faces = [3] * (9 + 1 + 8)  # attributes, HP and traits
    state, events = done(begun(*employers), "hire:1:bodyguard=2=Bram", *faces)
    assert events == ["Ada hires Bram for 2 days and pays 20gp [R140]"]
    return state


def test_a_hireling_is_paid_leaves_or_becomes_a_character() -> None:
    """A bodyguard costs 10gp a day (T14, R140); a successor draws no pay (R104, R141)."""
    state = hired(person("Ada", gold=55))
    bram = state.party.members[1]
    assert (bram.name, bram.kind, bram.day_rate, bram.hp.max, gold(state)) == ("Bram", "hireling", 10, 3, [35, 0])
    state, events = done(state, "wages:1:3")
    assert (events, gold(state)) == (["Ada pays 30gp [R222]", "all wages are paid for 3 days [R140]"], [5, 0])
    assert refused(state, "wages:1:1") == "gold/short"
    gone, events = done(state, "dismiss:2")
    assert (events, names(gone)) == (["Bram is dismissed [R143]", "Bram leaves the party [R180]"], ["Ada"])
    assert (refused(gone, "wages:1:1"), refused(state, "dismiss:1")) == ("retinue/no-wages", "retinue/no-hireling")
    state, events = done(state, "take-over:bram")
    assert (events, state.party.members[1].kind) == (["Bram becomes a player's character [R104]"], "pc")
    assert refused(state, "take-over:2") == "retinue/no-hireling"


def test_who_can_be_hired() -> None:
    state = begun(person("Ada", gold=12), person("Bo", gold=20))
    hires = [text for text in map(campaign.format_action, campaign.legal_actions(state)) if text.startswith("hire")]
    assert (hires[0], len(hires)) == ("hire:2:animal-handler", 11)
    assert refused(state, "hire:1:bodyguard=2") == "gold/short"
    assert refused(state, "hire:1:wizard") == "hire/unknown"
    assert refused(state, f"hire:1:tracker=1={'x' * 101}") == "name/bad"
    assert refused(begun(*[person(gold=9)] * 100), "hire:1:tracker") == "party/full"
    assert gold(campaign.apply(state, Hire(0, "tracker")))[:2] == [7, 20]


def test_newcomers_and_leavers_keep_the_marks_of_the_others() -> None:
    """The second of three leaves: lights and camps stay with their members (R169, R201)."""
    members = [person(name, items=(RATIONS, TORCH)) for name in ("Ada", "Bo", "Cy")]
    state, _ = play(begun(*members), "1:camp 2:wait 3:camp rest:quiet", faces=(1,))
    state = with_party(state, evolve(state.party, lights=(Light(1, "torch"), Light(2, "torch"))))
    assert state.journey.camped == {0, 2}
    state, events = done(state, "part:bo")
    assert (events, names(state)) == (["Bo leaves the party [R180]"], ["Ada", "Cy"])
    assert (state.journey.camped, state.party.lights) == ({0, 1}, (Light(1, "torch"),))
    state, events = play(state, campaign.format_action(campaign.Join(person("Di"))))
    assert (str(events[0]), names(state)) == ("Di joins the party [R27]", ["Ada", "Cy", "Di"])
    assert (state.journey.camped, state.party.lights) == ({0, 1}, (Light(1, "torch"),))
    state, _ = play(state, "part:ada part:di")
    assert (names(state), refused(state, "part:1")) == (["Cy"], "party/last")


def test_who_cannot_join() -> None:
    def join(newcomer: Character, state: State | None = None) -> str:
        return refused(state or begun(), campaign.format_action(campaign.Join(newcomer)))

    assert join(person("Di", dead=True)) == "member/dead"
    assert join(person("two\nlines")) == "join/fault"
    assert join(person("Di", fatigue=-1)) == "join/fault"
    assert join(person("Di", background="astronaut")) == "join/no-pack"
    assert join(person("Di", creature="astronaut")) == "join/no-pack"
    assert join(person("Di"), begun(*[person()] * 100)) == "party/full"
    assert join(person("Di"), play(begun(), "set-out:track", faces=(3, 2))[0]) == "scene/on-the-way"
    assert join(person("Di"), play(begun(at="crypt"), "enter")[0]) == "scene/inside"


def test_a_successor_takes_the_place_of_the_dead() -> None:
    """It joins at once, also on the way (R104). The items of the dead lie on the ground (R207); the rest is told."""
    mule = evolve(MULE, items=(CHALK,), gold=5)
    state = begun(
        person("Ada", dead=True, items=(evolve(SHIELD, worn=True), HEART), containers=(mule,), gold=7), person("Bo")
    )
    state, _ = play(state, "set-out:track", faces=(3, 2))
    newcomer = campaign.Succeed(0, person("Di"))
    after, events = play(state, campaign.format_action(newcomer))
    assert [str(event) for event in events] == [
        "Di takes the place of Ada [R104]",
        "Ada leaves Shield behind [R104]",
        f"Ada leaves {HEART.name} behind [R104]",
        f"Ada leaves {CHALK.name} behind [R104]",
        "Ada leaves Mule behind [R104]",
        "Ada leaves 12gp behind [R104]",
    ]
    assert campaign.events_of(state, newcomer, after) == tuple(events)
    assert names(after) == ["Di", "Bo"]
    assert after.journey.ground == (SHIELD, CHALK)  # the heart is a part of the body (R41)
    assert loads(dumps(after)) == after
    assert items(done(after, "1:take:shield")[0]) == [["Shield"], []]
    assert refused(after, campaign.format_action(newcomer)) == "succeed/alive"
    heaped = evolve(state, journey=evolve(state.journey, ground=(ROPE,) * 999))
    assert refused(heaped, campaign.format_action(newcomer)) == "ground/full"


def test_the_dead_leave_their_items_in_the_area_of_a_dungeon() -> None:
    """They can be taken there (R207)."""
    state, _ = play(begun(person("Ada", dead=True, items=(ROPE,)), person("Bo"), at="crypt"), "enter")
    state, _ = play(state, campaign.format_action(campaign.Succeed(0, person("Di"))))
    assert (state.dungeon is not None, state.journey.ground) == (True, ())
    assert "Rope lies here" in campaign.diagram(state)
    state, _ = play(state, "stay 1:take:rope 2:wait")
    assert items(state) == [["Rope"], []]


def test_a_successor_marches_where_the_dead_one_did() -> None:
    """The marks of the others stay theirs; the light of the dead goes out (R104, R169, R174, R201)."""
    members = [person(name, items=(RATIONS, TORCH)) for name in ("Ada", "Bo", "Cy")]
    state, _ = play(begun(*members), "1:camp 2:camp 3:camp rest:quiet", faces=(1,))
    ada, bo, cy = state.party.members
    dead = evolve(bo, conditions=evolve(bo.conditions, dead=True))
    lights = (Light(2, "torch"), Light(1, "torch"))
    state = with_party(state, Party(members=(ada, dead, cy), lights=lights))
    state, _ = play(state, campaign.format_action(campaign.Succeed(1, person("Di", items=(TORCH,)))))
    assert (names(state), state.journey.camped) == (["Ada", "Di", "Cy"], {0, 2})
    assert state.party.lights == (Light(2, "torch"),)


def test_a_successor_appears_in_a_dungeon() -> None:
    """The party of the dungeon has the newcomer, and the light its bearer (R104, R169)."""
    members = (person("Ada", dead=True), person("Bo", items=(TORCH,)))
    state = with_party(begun(*members, at="crypt"), Party(members=members, lights=(Light(1, "torch"),)))
    state, _ = play(state, "enter")
    state, _ = play(state, campaign.format_action(campaign.Succeed(0, person("Di"))))
    assert state.dungeon is not None
    assert (state.dungeon.party, names(state)) == (state.party, ["Di", "Bo"])
    assert state.party.lights == (Light(1, "torch"),)
    assert loads(dumps(state)) == state
    assert play(state, "stay 1:wait 2:wait")[0].dungeon is not None


def test_a_damaged_record_names_the_line() -> None:
    """The other decisions are not lost: the file is as it was."""
    match: Match[State, campaign.Action] = Match(campaign, begun())
    match.do(campaign.Join(person("Di")))
    match.do("share:30")
    text = format_record(Record.of(match))
    broken = text.replace('"dexterity":%7B', '"dexterity":[')
    with pytest.raises(NotationError, match=r"line \d+.*not the JSON of Character: .*not JSON"):
        parse_record(broken, campaign)
    wrong = text.replace('"value":10', '"value":"ten"', 1)
    with pytest.raises(NotationError, match=r"\$\.strength\.value"):
        parse_record(wrong, campaign)
    illegal = text.replace("share:30", "spend:1:30")
    with pytest.raises(NotationError, match="Ada has 0gp"):
        parse_record(illegal, campaign)


@pytest.mark.untraced
def test_a_pack_sells_its_goods_and_a_character_of_it_needs_it() -> None:
    """The book of the campaign must have what a newcomer is made of, also when the record is read (R9, R213)."""
    warden = person("Di", background="eel-warden")
    assert refused(begun(), campaign.format_action(campaign.Join(warden))) == "join/no-pack"
    match: Match[State, campaign.Action] = Match(
        campaign, begun(person("Ada", gold=3), book=with_packs(HILLS, FEN).book)
    )
    assert campaign.Buy(0, "wool-rope") in match.legal_actions
    for action in (campaign.Join(warden), campaign.Buy(0, "wool-rope")):
        match.do(action)
    assert match.state.party.members[0].inventory.items[0].id == "wool-rope"
    saved, text, packs = dumps(match), format_record(Record.of(match)), Registry([HILLS, FEN])
    assert loads(saved, registry=packs).state == match.state
    assert parse_record(text, campaign, registry=packs).actions == match.history
    with pytest.raises(DocumentError, match=r"the pack 'hills' with the hash '\w+' is missing"):
        loads(saved)
    with pytest.raises(NotationError, match=r"the pack 'hills' with the hash '\w+' is missing"):
        parse_record(text, campaign)


def test_a_new_name() -> None:
    state, events = done(begun(person("Ada")), "rename:1=Ada%20the%20Bold")
    assert (events, names(state)) == (["Ada is now called Ada the Bold [R10]"], ["Ada the Bold"])
    assert refused(state, f"rename:1={'x' * 101}") == "name/bad"


@pytest.mark.parametrize(
    "text",
    ["buy:1:rope", "give:2:rope>1", "receive:1:rope", "share:100>1", "give-gold:2:100>1", "fetch:1:chalk>mule"],
)
def test_a_dealing_that_fills_the_last_slot_says_so(text: str) -> None:
    """At ten used slots HP is 0 (R31). One slot less, and nothing is said."""
    mule = evolve(MULE, items=(ROPE, evolve(CHALK, slots=1)))

    def told(fatigue: int) -> bool:
        ada = person("Ada", fatigue=fatigue, gold=5, containers=(mule,))
        return (
            "Ada has no free slot left and is at 0 HP [R31]"
            in done(begun(ada, person("Bo", items=(ROPE,), gold=150)), text)[1]
        )

    assert (told(9), told(8)) == (True, False)


def test_an_ambiguous_name_is_told() -> None:
    """Names may be equal; a member is then named by its number (R10). Case does not matter."""
    said = "2 members are called bo now: use their numbers, or rename one [R10]"
    state, events = play(begun(), campaign.format_action(campaign.Join(person("bo"))))
    assert list(map(str, events)) == ["bo joins the party [R27]", said]
    assert done(begun(), "rename:1=bo")[1] == ["Ada is now called bo [R10]", said.replace("called bo", "called Bo")]
    assert done(state, "share:3")[1] == ["Ada gets 1gp [R222]", "Bo gets 1gp [R222]", "bo gets 1gp [R222]"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("give:1:long sword>2", "Ada does not carry 'long sword'; did you mean 'long-sword'?"),
        ("give:1:crown>2", "Ada does not carry 'crown'; known: long-sword, mule"),
        ("put-down:1:longsword", "Ada does not carry 'longsword'; did you mean 'long-sword'?"),
        ("sell:1:long-sword", "shops buy nothing: start with the ruling sell_rate, as in --rulings sell_rate=1/2"),
    ],
)
def test_a_refusal_says_what_would_be_right(text: str, said: str) -> None:
    sword = evolve(SWORD, id="long-sword", name="Long Sword")
    state = begun(person("Ada", items=(sword,), containers=(MULE,)), person("Bo"))
    reason = campaign.why_illegal(state, campaign.parse_action(text, state))
    assert reason is not None
    assert reason.text == said


# Downtime


def test_wages_are_due_once_the_days_that_were_paid_are_over() -> None:
    """A bodyguard costs 10gp a day (T14). What is due is told, and nothing is paid by itself (R143)."""
    state = hired(person("Ada", gold=95))  # two days are paid
    state, events = done(state, "downtime:1=rest", 2)
    assert not any("due" in event for event in events)
    state, events = done(state, "downtime:4=rest", 2)
    assert "hirelings: 30gp are due after 4 more days [R143]" in events
    assert gold(state) == [75, 0]
    assert "owed 3 days" in sheet(state.party.members[1])
    state, _ = done(state, "wages:1:4")
    assert (gold(state), state.party.members[1].paid_days) == ([35, 0], 1)
    assert "10gp a day, paid for 1 day" in sheet(state.party.members[1])
    state, events = play(state, "wait wait wait", faces=(2, 2, 2, 2))
    assert not any(event.code == "wages-due" for event in events)
    state, events = play(state, "wait wait wait", faces=(2, 2, 2, 2))
    assert [str(event) for event in events if event.code == "wages-due"] == [
        "hirelings: 10gp are due after 1 more day [R143]"
    ]
    for text in ("dismiss:2", "take-over:2"):
        after = done(state, text)[0].party.members[1:]
        assert all(not each.paid_days for each in after)


def test_a_hireling_who_pays_loses_the_gold() -> None:
    state = begun(person("Ada"), person("Bram", kind="hireling", day_rate=10, gold=30))
    state, _ = done(state, "wages:2:3")
    assert (gold(state), state.party.members[1].paid_days) == ([0, 0], 3)


def test_days_of_rest_count_together() -> None:
    """Four and three days in a settlement are a week (R55), unless something else comes in between."""
    weak = person("Ada", strength=Score(5, 10))
    four, _ = done(begun(weak, person("Bo")), "downtime:4=rest", 2)
    state, events = done(four, "downtime:3=rest", 2)
    assert (events[0], state.party.members[0].strength.value, state.rested) == ("3 days pass [R55]", 10, 0)
    assert done(four, "downtime:9=rest", 2)[0].rested == 6
    for kept in ("season:winter", "share:2", "rename:1=Eve", "breathe"):
        hurt = four if kept != "breathe" else with_party(four, begun(person("Ada", hp=Score(1, 4)), person("Bo")).party)
        assert play(hurt, kept)[0].rested == 4
    for broken, faces in (("pass", ()), ("fight:rat", ()), ("set-out:dyke", (2,))):
        assert play(four, broken, faces=faces)[0].rested == 0
    assert play(evolve(four, at="crypt"), "enter")[0].rested == 0
    assert done(evolve(four, at="crypt"), "downtime:3=rest", 2)[0].rested == 0


def test_a_downtime_ends_on_a_morning_with_a_roll_for_its_weather() -> None:
    """A night restores HP and Fatigue (R66), a week in a settlement attributes as well (R55)."""
    weak = person("Ada", hp=Score(1, 4), strength=Score(5, 10), fatigue=2)
    state, events = done(begun(weak, person("Bo", dead=True), watch=1), "downtime:3=learning%20to%20swim", 1)
    assert events == [
        "3 days pass [R66]",
        "Ada has no Fatigue left [R66]",
        "Ada rests and has 4 HP [R53]",
        "day 4: the weather is nice [R188]",
    ]
    ada, journey = state.party.members[0], state.journey
    assert (ada.strength.value, journey.day, journey.watch, journey.weather) == (5, 4, 0, "nice")
    state, events = done(state, "downtime:7=healing", 2)
    assert "Ada has 10 STR again [R55]" in events
    assert (state.party.members[0].strength.value, state.journey.day) == (10, 11)
    wild, _ = done(begun(weak, at="crypt"), "downtime:7=waiting", 2)
    assert wild.party.members[0].strength.value == 5


def test_a_second_extreme_day_in_a_row_is_catastrophic_after_a_night_only() -> None:
    """The weather of the days in between is unknown (R189)."""
    state = begun(weather="extreme")
    assert done(state, "downtime:1=rest", 6)[0].journey.weather == "catastrophic"
    assert done(state, "downtime:2=rest", 6)[0].journey.weather == "extreme"


def test_what_prevents_a_downtime() -> None:
    assert refused(begun(person("Ada", needs=frozenset({"food"}))), "downtime:1=rest") == "downtime/deprived"
    assert refused(begun(person("Ada", down="critical"), person("Bo")), "downtime:1=rest") == "recover/dying"
    late = evolve(begun(), journey=evolve(begun().journey, day=360))
    assert refused(late, "downtime:6=rest") == "downtime/year"
    assert done(late, "downtime:5=rest", 1)[0].journey.day == 365
    assert refused(play(begun(), "set-out:track", faces=(3, 2))[0], "downtime:1=rest") == "scene/on-the-way"
    tired, _ = play(begun(person("Ada", needs=frozenset({"sleep"}))), "downtime:1=rest", faces=(1,))
    assert not tired.party.members[0].is_deprived


# The text of a whole value


def test_a_character_goes_into_the_record_itself() -> None:
    """Written without defaults as one word, it is read, replayed and undone as it was."""
    newcomer = evolve(person("Di {the; 1%}", items=(SWORD, GEM), gold=12, deaf=True), bonds=(1,))
    match: Match[State, campaign.Action] = Match(campaign, begun())
    match.do(campaign.Join(newcomer))
    match.do("share:30")
    match.do("rename:1=Ada%20{the;Bold}")
    match.do("downtime:2=mending {the; boat}")
    text = format_record(Record.of(match))
    assert "join:%7B" in text
    assert '"worn"' not in text
    record = parse_record(text, campaign)
    assert (record.actions[0], tuple(record.replay())) == (campaign.Join(newcomer), match.states)
    assert loads(dumps(match)).states == match.states
    assert loads(dumps(campaign.Join(newcomer))) == campaign.Join(newcomer)
    assert names(match.undo()) == ["Ada {the;Bold}", "Bo", "Di {the; 1%}"]
    for _ in range(3):
        match.undo()
    assert names(match.state) == ["Ada", "Bo"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("join:ada.json", "this is not the JSON of Character: .*not JSON: Expecting value, line 1, column 1"),
        ('join:{"name":"Ada"}', "strength.*missing"),
        ('join:{"name":"Ada","strength":{"value":"x"}}', "strength.value"),
        ("succeed:1={", "not JSON"),
        ("receive:1:roppe", "'roppe' is neither an item of the price lists nor JSON; did you mean 'rope'"),
        ("receive:1:mule", "'mule' is neither an item"),
        ("receive:1:%7B", "this is not the JSON of Item"),
        ("rename:1=%0A", "one line of text"),
        ("spend:1:x", "'x' is not a whole number"),
        ("spend:1:0", "gold"),
        ("share:5>1,1", "different indices"),
        ("downtime:999=x", "days"),
        ("downtime:1=" + "x" * 301, "activity"),
    ],
)
def test_a_damaged_text_says_where(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        campaign.parse_action(text, begun())


def test_sentences_name_what_they_are_about() -> None:
    state = begun(person("Ada", items=(PLATE,), containers=(evolve(MULE, items=(ROPE,)),)), person("Bo"))
    said = {
        "buy:1:rope": "Ada buys Rope for 5gp",
        "buy:1:sword=Falchion": "Ada buys Falchion for 10gp",
        "buy:1:nothing": "buy:1:nothing",
        "sell:1:plate": "Ada sells Plate",
        "hire:1:bodyguard": "Ada hires a hireling for 10gp: Bodyguard",
        "hire:1:bodyguard=7=Bram": "Ada hires Bram for 7 days and 70gp: Bodyguard",
        "hire:1:bodyguard=1=Bram": "Ada hires Bram for 1 day and 10gp: Bodyguard",
        "hire:1:bodyguard=3": "Ada hires a hireling for 3 days and 30gp: Bodyguard",
        "downtime:1=rest": "The party spends 1 day here: rest (food and lodging are up to the table)",
        "give:1:plate>2": "Ada gives Plate to Bo",
        "give:1:mule>2": "Ada gives Mule to Bo",
        "give:1:crown>2": "Ada gives crown to Bo",
        "share:5>1,2": "Ada and Bo get 5gp",
        "stow:1:plate>mule": "Ada stows Plate in Mule",
        "fetch:1:rope>mule": "Ada takes Rope out of Mule",
        "fetch:1:chalk>mule": "Ada takes chalk out of Mule",
        "fetch:1:rope>cart": "Ada takes rope out of cart",
        "give:1:mule:rope>2:cart": "Ada puts Rope in cart of Bo",
        "pull:1:cart": "Ada pulls cart",
        "park:1:cart": "Ada parks cart",
        "wear:9:plate": "wear:9:plate",
    }
    for text, sentence in said.items():
        assert campaign.describe(state, campaign.parse_action(text, state)) == sentence
    assert campaign.describe(state, campaign.Join(person("Di"))) == "Di joins the party"


RICH = begun(
    person("Ada", items=(PLATE, ROPE, evolve(SHIELD, worn=True)), gold=150, containers=(evolve(MULE, items=(CHALK,)),)),
    person("Bo", items=(GEM,), gold=3),
    person("Cy", kind="hireling", day_rate=10),
    person("Di", dead=True, items=(TORCH,), gold=2),
    rulings=HALF,
)


@pytest.mark.untraced
@pytest.mark.parametrize(
    "text",
    [
        "buy:1:rope",
        "buy:1:sword=Falchion",
        "sell:1:rope",
        "sell:2:gem=7",
        "sell:1:rope=0",
        "spend:1:9",
        "hire:1:tracker",
        "hire:1:tracker=7=Eve",
        "give:1:plate>2",
        "give:1:mule>2",
        "give:4:torch>1",
        "give-gold:1:7>2",
        "give-gold:4:2>1",
        "receive:2:oil-can",
        "share:10",
        "share:10>2,1",
        "wear:1:plate",
        "take-off:1:shield",
        "put-down:1:rope",
        "stow:1:rope>mule",
        "fetch:1:chalk>mule",
        "rename:2=Bob",
        "part:2",
        "downtime:5=painting",
        "take-over:3",
    ],
)
def test_actions_that_no_list_has_are_explained(text: str) -> None:
    action = campaign.parse_action(text, RICH)
    after = campaign.apply(RICH, action)
    events = campaign.events_of(RICH, action, after)
    assert events == campaign.explain(RICH, action) != ()


@pytest.mark.untraced
def test_changes_are_those_of_the_first_listed_action_that_leads_there() -> None:
    """30gp can be the wages of three days or a bribe, and no list has either."""
    listed = next(each for each in campaign.legal_actions(RICH) if isinstance(each, campaign.Buy))
    assert campaign.changes(RICH, campaign.apply(RICH, listed)) == campaign.explain(RICH, listed)
    assert campaign.changes(RICH, campaign.apply(RICH, campaign.PayWages(0, 3))) == ()
    assert campaign.changes(RICH, begun(*[person()] * 9)) == ()


def test_newcomers_are_named() -> None:
    for action in (campaign.Join(person("Eve")), campaign.Succeed(3, person("Eve", gold=7))):
        assert campaign.events_of(RICH, action, campaign.apply(RICH, action)) == campaign.explain(RICH, action)


# The terminal

WORDS = CampaignWords(campaign)


def test_a_typed_line_reads_the_character_of_a_file(tmp_path: Path) -> None:
    """A path never gets into the action; JSON is left as it is."""
    file, both = tmp_path / "eve.json", tmp_path / "both.json"
    eve, fay = person("Eve"), person("Fay")
    file.write_text(dumps(eve), encoding="utf-8")
    both.write_text(f"{dumps(eve)}\n{dumps(fay)}\n", encoding="utf-8")
    state = begun(person("Ada", dead=True), person("Bo"))

    def entered(text: str) -> campaign.Action:
        return campaign.parse_action(WORDS.entered(state, text), state)

    assert entered(f"join:{file}") == campaign.Join(eve)
    assert entered(f"succeed:ada={both}#fay") == campaign.Succeed(0, fay)
    written = campaign.format_action(campaign.Join(fay))
    assert WORDS.entered(state, written) == written
    assert WORDS.entered(state, "join:{") == "join:{"
    assert WORDS.entered(state, "pass") == "pass"
    for line, message in (
        (f"join:{both}", "name one of the characters of the file, as in .*both.json#Eve: Eve, Fay"),
        (f"join:{both}#Gil", "name one of the characters"),
        (f"join:{tmp_path}/none.json", "cannot read .*No such file"),
    ):
        with pytest.raises(CairnRulesError, match=message):
            WORDS.entered(state, line)


def test_a_leaver_is_written_to_a_new_file(tmp_path: Path) -> None:
    """Nothing is written if the action is not legal."""
    state, file = begun(person("Ada"), person("Bo")), tmp_path / "bo.json"
    assert WORDS.entered(state, f"part:bo={file}") == "part:bo"
    assert loads(file.read_text(encoding="utf-8")) == person("Bo")
    with pytest.raises(CairnRulesError, match="already exists: choose another name"):
        WORDS.entered(state, f"part:bo={file}")
    alone = begun(person("Ada"))
    assert WORDS.entered(alone, f"part:ada={tmp_path}/ada.json") == "part:ada"
    assert not (tmp_path / "ada.json").exists()


def test_an_evening_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines as a Warden types them; the saved record has the newcomer and is read again."""
    file, saved = tmp_path / "eve.json", tmp_path / "fen.cairn"
    file.write_text(dumps(person("Eve")), encoding="utf-8")
    lines = ("begin", "buy:", "buy:hestia:rope", "share:9", f"join:{tmp_path}/none", f"join:{file}", "quit")
    monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", "--game", "cairn-rpg-campaign", "--seed", "7", "--save", str(saved), "--party", "human"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for text in (
        "buy:1:... (",
        "Hestia buys Rope for 5gp [R213]",
        "Hestia gets 5gp [R222]. Basil gets 4gp [R222]",
        "cannot read",
        "Eve joins the party [R27]",
    ):
        assert text in shown
    record = parse_record(saved.read_text(encoding="utf-8"), campaign)
    assert [member.name for member in tuple(record.replay())[-1].party.members] == ["Hestia", "Basil", "Eve"]


# Properties


def wealth(state: State) -> tuple[int, list[str]]:
    """All gold, and all items, of the members and on the ground."""
    inventories = [member.inventory for member in state.party.members]
    things = [item.id for each in inventories for item in each.within_reach]
    things += [item.id for item in state.journey.ground]
    return sum(each.gold + sum(box.gold for box in each.containers) for each in inventories), sorted(things)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_lost_and_nothing_half_done(seed: int) -> None:
    """Random dealings, legal and illegal: gold and items only move, and a refusal changes nothing."""
    rng = Random(seed)
    party = Party(
        members=(
            person("Ada", gold=130, items=(ROPE, PLATE, GEM, TORCH, HEART), containers=(MULE, CART)),
            person("Bo", gold=99, fatigue=9),
            person("Cy", gold=10, items=(SHIELD, CHALK), dead=True),
        ),
        lights=(Light(0, "torch"),),
    )
    state = with_party(begun(rulings=HALF), party)
    ids = ("rope", "plate", "gem", "torch", "stone-heart", "shield", "chalk", "mule", "cart", "crown")
    for number in range(150):
        index, to, id = rng.randrange(4), rng.randrange(4), rng.choice(ids)
        amount = rng.choice((1, 5, 40, 100))
        action: Any = rng.choice(
            (
                campaign.Give(index, id, to),
                campaign.GiveGold(index, amount, to),
                campaign.Wear(index, id),
                campaign.TakeOff(index, id),
                campaign.PutDown(index, id),
                campaign.Stow(index, id, "mule"),
                campaign.Fetch(index, id, "mule"),
                campaign.Give(index, id, to, rng.choice(("", "mule")), rng.choice(("", "cart"))),
                campaign.Pull(index, id, park=rng.random() < 0.5),
                campaign.Buy(index, rng.choice(("rope", "torch", "mule", "sword"))),
                campaign.Sell(index, id),
                campaign.Share(amount, tuple({index, to})),
                campaign.Spend(index, amount),
            )
        )
        before = wealth(state)
        reason = campaign.why_illegal(state, action)
        assert is_legal(campaign, state, action) == (reason is None)
        assert campaign.parse_action(campaign.format_action(action), state) == action
        if reason is not None:
            with pytest.raises(IllegalActionError):
                campaign.apply(state, action)
            assert wealth(state) == before
            continue
        state = campaign.apply(state, action)
        gold_now, things = wealth(state)
        if isinstance(action, campaign.Share):
            assert (gold_now, things) == (before[0] + amount, before[1])
        elif isinstance(action, campaign.Spend):
            assert (gold_now, things) == (before[0] - amount, before[1])
        elif isinstance(action, campaign.Buy):
            price = {"rope": 5, "torch": 5, "mule": 30, "sword": 10}[action.goods]
            assert gold_now == before[0] - price
        elif not isinstance(action, campaign.Sell):
            assert (gold_now, things) == before
        assert number % 10 or loads(dumps(state)) == state


def test_somebody_who_can_part_is_listed() -> None:
    """The last member, unless nobody else is alive."""
    for dead, leaver in ((0, 0), (1, 1)):
        state = begun(*(person(name, dead=place == dead) for place, name in enumerate(("Ada", "Bo"))))
        listed = [action for action in campaign.legal_actions(state) if isinstance(action, campaign.PartWays)]
        assert listed == [campaign.PartWays(leaver)]


@pytest.mark.untraced
def test_every_listed_action_is_legal_and_each_open_class_has_a_sample() -> None:
    """In states of random campaigns, the list agrees with `why_illegal`."""
    samples = [each for each in SAMPLES.actions() if isinstance(each, Dealing)]
    for seed in range(4):
        rng = Random(seed)
        state = with_party(
            begun(person("Ada", gold=90, items=(TORCH, PLATE, RATIONS), containers=(MULE,)), person("Bo", gold=9)),
            begun(
                person("Ada", gold=90, items=(TORCH, PLATE, RATIONS), containers=(MULE, CART)),
                person("Bo", gold=9, items=(RATIONS, ROPE)),
            ).party,
        )
        state = evolve(state, journey=evolve(state.journey, rulings=HALF if seed % 2 else Rulings()))
        for _ in range(60):
            legal = campaign.legal_actions(state)
            if not legal:
                break
            assert len(set(legal)) == len(legal)
            for action in legal:
                assert campaign.why_illegal(state, action) is None
            if is_free(state):
                known = {type(action) for action in legal}
                for action in samples:
                    assert type(action) in known or campaign.why_illegal(state, action) is not None
            state = campaign.apply(state, rng.choice(legal))


def test_the_open_classes() -> None:
    assert campaign.MANIFEST.open_actions == OPEN_ACTIONS
    assert {campaign.Buy, campaign.Join, campaign.Share, campaign.Rename} <= {*OPEN_ACTIONS}
    assert {campaign.Wear, campaign.Dismiss, campaign.TakeOver}.isdisjoint(OPEN_ACTIONS)


def test_a_sentence_names_what_a_shop_pays() -> None:
    """Half of 60gp for plate, of a gem's own 25gp, and of a stated price, rounded down (R221)."""
    state = begun(person("Ada", items=(PLATE, GEM, ROPE, HEART)), rulings=HALF)
    said = {
        "sell:1:plate": "Ada sells Plate for 30gp",
        "sell:1:gem": "Ada sells Gem for 12gp",
        "sell:1:rope=9": "Ada sells Rope, worth 9gp, for 4gp",
        "sell:1:stone-heart": "Ada sells Stone Heart",
        "sell:1:crown": "Ada sells crown",
    }
    assert {text: campaign.describe(state, campaign.parse_action(text, state)) for text in said} == said
    honest = begun(person("Ada", items=(ROPE,)))
    assert campaign.describe(honest, campaign.Sell(0, "rope", 9)) == "Ada sells Rope, worth 9gp"
