"""Taking, dropping, stowing, giving, wearing and using items, and moving gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeAlias, TypeVar

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules.cairn_rpg.characters.attacks import Loss
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.effects import RechargeCost
from cairn_rules.cairn_rpg.characters.inventory import armor_of, hit_protection
from cairn_rules.cairn_rpg.characters.items import Container, Item, Uses
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import carrying
from cairn_rules.cairn_rpg.procedures.carrying import (
    container_used,
    drop,
    fetch,
    fetch_gold,
    give,
    give_gold,
    light,
    park,
    pay,
    pull,
    put_out,
    recharge,
    share_gold,
    stow,
    stow_gold,
    take,
    take_gold,
    take_off,
    use,
    wear,
)
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import ScriptedDice
from cairn_rules.errors import DefinitionError, IllegalActionError, Reason
from support.cairn_rpg.people import CART, CHALK, HEART, MULE, PLATE, RATIONS, ROPE, SHIELD, SWORD, person

T = TypeVar("T")
ARM = Item(id="metal-arm", name="Metal Arm", slots=0, slots_detached=2, bodily=True)
FOOT = Item(id="metal-foot", name="Metal Foot", slots=0, bodily=True)
TORCH = Item(id="torch", name="Torch", uses=Uses.full(3), light="torch")
LANTERN = Item(id="lantern", name="Lantern", light="lantern")
OIL = Item(id="oil-can", name="Oil Can", uses=Uses.full(6))
SNAIL = Item(id="glowsnail", name="Glowsnail", light="dim")
WAND = Item(id="wand", name="Wand", charges=Uses.full(2))


def reason(act: Callable[[], object]) -> str:
    """Return the reason of a refusal as text."""
    with pytest.raises(IllegalActionError) as refused:
        act()
    return str(refused.value.reason)


def test_slots_by_size() -> None:
    """An ordinary item takes one slot, a petty one none, a bulky one two, worn or not; 99gp none (R29, R30)."""
    character = take(person(fatigue=1, gold=99), ROPE, CHALK, PLATE)
    assert (character.inventory.used(), character.inventory.free()) == (4, 6)
    assert wear(character, PLATE).inventory.used() == 4
    assert take_gold(character, 101).inventory.used() == 6


def test_the_tenth_slot_leaves_no_protection() -> None:
    """Ten used slots are legal and mean 0 HP, which comes back (R28, R31, A7)."""
    full = take(person(), *[ROPE] * 10)
    assert (full.inventory.free(), hit_protection(full)) == (0, 0)
    assert hit_protection(drop(full, ROPE)) == 4
    lost = take(person(), *[ROPE] * 10, rulings=Rulings(zero_hp="lose"))
    assert lost.hp.value == 0


def test_nothing_passes_ten_slots() -> None:
    """Taking and receiving are refused, and nothing is half-applied; petty items always fit (R32, R40)."""
    character = person(items=(ROPE,) * 9)
    assert reason(lambda: take(character, PLATE)) == "Plate needs 2 slots, and Freya has 1 free [slots/full, rule R32]"
    assert reason(lambda: take(character, ROPE, SWORD)) == (
        "Rope, Sword needs 2 slots, and Freya has 1 free [slots/full, rule R32]"
    )
    full = take(character, ROPE)
    assert take(full, CHALK).inventory.items[-1] == CHALK
    assert "needs 1 slot, and Freya has 0 free" in reason(lambda: give(person("Bo", items=(SWORD,)), full, SWORD))


def test_without_a_backpack() -> None:
    """A strict ruling limits items to four slots without a backpack, cart or mount (R33, A8)."""
    strict = Rulings(no_backpack="limit")
    bare = person(backpack=False, items=(ROPE,) * 3, fatigue=2)
    four = take(bare, ROPE, rulings=strict)
    assert reason(lambda: take(four, ROPE, rulings=strict)) == (
        "Freya has no backpack and can carry items of at most 4 slots [slots/no-backpack, rule R33]"
    )
    assert take(four, CHALK, rulings=strict)
    assert take(four, ROPE)
    muled = person(backpack=False, items=(ROPE,) * 4, containers=(MULE,))
    assert take(muled, ROPE, rulings=strict)


def test_no_position_is_tracked() -> None:
    """Slots are abstract: the order of what is taken changes no numbers (R34)."""
    one, other = take(person(), ROPE, PLATE), take(person(), PLATE, ROPE)
    assert one.inventory.used() == other.inventory.used() == 3


def test_items_are_dropped() -> None:
    """Any carried item can be dropped, except what is bound or a part of the body (R40, R41)."""
    character = person(items=(ROPE, HEART, ARM, FOOT, ROPE))
    assert drop(character, ROPE).inventory.items == (HEART, ARM, FOOT, ROPE)
    assert reason(lambda: drop(character, HEART)) == "Freya cannot part with Stone Heart [item/bound, rule R41]"
    assert reason(lambda: drop(character, FOOT)) == (
        "Metal Foot is a part of the body of Freya [item/bodily, rule R41]"
    )
    assert "Metal Arm is a part of the body of Freya: take it off first" in reason(lambda: drop(character, ARM))
    assert reason(lambda: drop(person(items=(CHALK,)), ROPE)) == (
        "Freya does not carry Rope: it carries Chalk [item/not-carried, rule R40]"
    )
    assert "it carries nothing" in reason(lambda: drop(person(), ROPE))


def test_limbs_come_off() -> None:
    """An attached limb takes no slot, and slots once it is off (R29, R41)."""
    character = person(items=(ARM, ROPE), fatigue=7)
    off = take_off(character, ARM)
    arm = off.inventory.items[0]
    assert (off.inventory.used(), arm.slots, arm.bodily) == (10, 2, False)
    assert drop(off, arm).inventory.items == (ROPE,)
    assert wear(off, arm) == character
    tired = person(items=(ARM,), fatigue=9)
    assert "Metal Arm needs 2 slots, and Freya has 1 free" in reason(lambda: take_off(tired, ARM))
    assert "does not wear Metal Foot" in reason(lambda: take_off(person(items=(FOOT,)), FOOT))


def test_only_worn_armor_counts() -> None:
    """Armour is worn or held to count (R42, R69)."""
    character = person(items=(PLATE, SHIELD, ROPE))
    assert armor_of(character) == 0
    worn = wear(character, SHIELD)
    assert armor_of(worn) == 1
    held = worn.inventory.items[1]
    assert take_off(worn, held) == character
    assert reason(lambda: wear(worn, held)) == "Freya already wears Shield [item/worn, rule R42]"
    assert reason(lambda: wear(worn, ROPE)) == "Rope is not armour [item/not-wearable, rule R42]"
    assert reason(lambda: take_off(worn, PLATE)) == "Freya does not wear Plate [item/not-worn, rule R42]"
    given = give(worn, person("Bo"), held)
    assert (given[0].inventory.items, given[1].inventory.items) == ((PLATE, ROPE), (SHIELD,))
    assert take(person(), held).inventory.items == (SHIELD,)


def test_armor_adds_up_to_three() -> None:
    """The best base armour counts, and every bonus, up to 3 in all (R70, A13)."""
    mail = evolve(PLATE, id="mail", name="Mail", armor=1, worn=True)
    chain = evolve(mail, id="chain", name="Chain", armor=2)
    shield = evolve(SHIELD, worn=True)
    assert armor_of(person(items=(mail, chain))) == 2
    assert armor_of(person(items=(mail, mail)), Rulings(armor_stack="sum")) == 2
    assert armor_of(person(items=(mail, shield, shield))) == 3
    assert armor_of(person(items=(chain, shield, shield))) == 3
    assert armor_of(person(armor=1, items=(shield,))) == 2


def test_a_cart_is_pulled_with_both_hands() -> None:
    """A cart takes two slots while it is pulled, and both hands (R35, A57, A71)."""
    character = person(items=(ROPE,) * 8, containers=(CART, MULE))
    pulling = pull(character, CART)
    cart = pulling.inventory.containers[0]
    assert (pulling.inventory.free(), cart.pulled) == (0, True)
    assert park(pulling, cart) == character
    assert reason(lambda: pull(pulling, cart)) == "Freya already pulls Cart [hands/pulling, rule R35]"
    assert reason(lambda: park(character, CART)) == "Freya does not pull Cart [hands/not-pulling, rule R35]"
    assert reason(lambda: pull(character, MULE)) == "Mule is not pulled by hand [hands/no-cart, rule R35]"
    assert "Freya has no such Cart" in reason(lambda: pull(person(), CART))
    assert "Cart needs 2 slots, and Freya has 1 free" in reason(
        lambda: pull(person(items=(ROPE,) * 9, containers=(CART,)), CART)
    )


def test_a_shield_needs_a_hand() -> None:
    """Nobody pulls a cart and holds a shield; a helmet does no harm (R35, A71)."""
    held, helmet = evolve(SHIELD, worn=True), evolve(SHIELD, id="helmet", name="Helmet")
    assert reason(lambda: pull(person(items=(held,), containers=(CART,)), CART)) == (
        "Freya needs both hands for Cart and holds Shield [hands/holding, rule R35]"
    )
    pulling = pull(person(items=(SHIELD, helmet), containers=(CART,)), CART)
    assert reason(lambda: wear(pulling, SHIELD)) == (
        "Freya pulls Cart with both hands and cannot hold Shield [hands/pulling, rule R35]"
    )
    assert armor_of(wear(pulling, helmet)) == 1


def test_containers_hold_items_beyond_the_ten() -> None:
    """A load counts against its container alone (R35, R40)."""
    character = stow(person(items=(PLATE, evolve(SHIELD, worn=True), SWORD), containers=(CART,)), PLATE, CART)
    cart = character.inventory.containers[0]
    assert (character.inventory.used(), container_used(cart)) == (2, 2)
    character = stow(character, evolve(SHIELD, worn=True), cart)
    cart = character.inventory.containers[0]
    assert cart.items == (PLATE, SHIELD)
    character = stow(take(character, ROPE), ROPE, cart)
    cart = character.inventory.containers[0]
    assert reason(lambda: stow(take(character, PLATE), PLATE, cart)) == (
        "Cart has only 0 of 4 slots free [container/full, rule R35]"
    )
    assert fetch(character, SHIELD, cart).inventory.items == (SWORD, SHIELD)
    assert "Chalk is not in the Cart" in reason(lambda: fetch(character, CHALK, cart))
    full = take(character, *[ROPE] * 9)
    assert "Plate needs 2 slots, and Freya has 0 free" in reason(lambda: fetch(full, PLATE, cart))
    assert "cannot part with Stone Heart" in reason(
        lambda: stow(person(items=(HEART,), containers=(CART,)), HEART, CART)
    )


def test_the_stash() -> None:
    """What is left in a safe place has no limit, and can be fetched (R40)."""
    character = stow(person(items=(ROPE, CHALK)), ROPE)
    assert (character.inventory.items, character.inventory.stash) == ((CHALK,), (ROPE,))
    assert fetch(character, ROPE).inventory.items == (CHALK, ROPE)
    assert reason(lambda: fetch(character, SWORD)) == "Sword is not in the stash [item/not-there, rule R40]"


def test_hirelings_carry() -> None:
    """A hireling has ten slots of its own (R36, R141)."""
    employer, hireling = give(person(items=(ROPE,) * 10), person("Bo", kind="hireling"), ROPE)
    assert (employer.inventory.free(), hireling.inventory.free()) == (1, 9)


def test_uses_are_spent() -> None:
    """Each use counts; the last one removes the item, unless it is kept (R37, A9)."""
    character = person(items=(RATIONS, CHALK))
    for left in (2, 1):
        change = use(character, character.inventory.items[0])
        character = change.state
        assert character.inventory.items[0].uses == Uses(left, 3)
        assert [event.code for event in change.events] == ["used"]
    change = use(character, character.inventory.items[0])
    assert change.state.inventory.items == (CHALK,)
    assert list(map(str, change.events)) == ["Freya spends a use of Rations [R37]", "Rations is used up [R37]"]
    kept = use(character, character.inventory.items[0], Rulings(spent="keep")).state
    empty = kept.inventory.items[0]
    assert empty.uses == Uses(0, 3)
    assert reason(lambda: use(kept, empty)) == "Rations has no uses left [item/no-uses, rule R37]"
    assert "Chalk has no uses left" in reason(lambda: use(kept, CHALK))
    vessel = evolve(RATIONS, uses=Uses(1, 3), keeps=True)
    assert use(person(items=(vessel,)), vessel).state.inventory.items == (evolve(vessel, uses=Uses(0, 3)),)


def test_charges_are_spent_and_stay() -> None:
    """An item with charges stays at zero (R37, R38)."""
    one = evolve(WAND, charges=Uses(1, 2))
    change = use(person(items=(one,)), one)
    assert change.state.inventory.items == (evolve(WAND, charges=Uses(0, 2)),)
    assert change.events[0].rule == "R38"


def test_charges_come_back() -> None:
    """A recharge restores all charges, and may cost an attribute for good (R38, R154)."""
    empty = evolve(WAND, charges=Uses(0, 2))
    change = recharge(person(items=(empty,)), empty, ScriptedDice())
    assert change.state.inventory.items == (WAND,)
    price = RechargeCost(item="wand", loss=Loss(attribute=Attribute.STR, dice=Formula(bonus=1), permanent=True))
    other = evolve(price, item="horn")
    paid = recharge(person(items=(empty,), effects=(other, price)), empty, ScriptedDice())
    assert (paid.state.strength, [event.rule for event in paid.events]) == (Score(9, 9), ["R154", "R154"])
    assert reason(lambda: recharge(change.state, WAND, ScriptedDice())) == (
        "Wand has all charges [item/no-recharge, rule R154]"
    )
    assert "Rope has no charges" in reason(lambda: recharge(person(items=(ROPE,)), ROPE, ScriptedDice()))


def test_torches() -> None:
    """A torch is lit three times in all, and burns on until it is put out (R170, A40)."""
    character = person(items=(TORCH,))
    for left in (2, 1, 0):
        change = light(character, character.inventory.items[0])
        character = change.state
        assert character.inventory.items[0].uses == Uses(left, 3)
        assert (change.events[0].code, change.events[0].rule) == ("lit", "R170")
    torch = character.inventory.items[0]
    assert "Torch has no uses left" in reason(lambda: light(character, torch))
    assert put_out(character, torch).inventory.items == ()
    assert put_out(character, torch, Rulings(spent="keep")) == character
    assert put_out(person(items=(TORCH,)), TORCH).inventory.items == (TORCH,)


def test_lanterns_burn_oil() -> None:
    """Each lighting spends a use of an Oil Can, and none of the lantern (R171, A41)."""
    last = evolve(OIL, uses=Uses(1, 6))
    change = light(person(items=(LANTERN, evolve(OIL, uses=Uses(0, 6), keeps=True), last, OIL)), LANTERN)
    assert change.state.inventory.items == (LANTERN, evolve(OIL, uses=Uses(0, 6), keeps=True), OIL)
    assert light(change.state, LANTERN).state.inventory.items[2].uses == Uses(5, 6)
    assert reason(lambda: light(person(items=(LANTERN,)), LANTERN)) == (
        "Freya has no oil for Lantern: buy an Oil Can [item/no-oil, rule R171]"
    )


def test_other_lights() -> None:
    """A glowing thing costs nothing, and a rope does not glow (R169)."""
    character = person(items=(SNAIL, ROPE))
    assert light(character, SNAIL).state == character
    assert reason(lambda: light(character, ROPE)) == "Rope gives no light [item/no-light, rule R169]"


def test_gold_is_whole() -> None:
    """Gold is an integer, paid from what is there (R213, R222)."""
    assert pay(person(gold=10), 10).inventory.gold == 0
    assert reason(lambda: pay(person(gold=9), 10)) == "it costs 10gp, and Freya has 9gp [gold/short, rule R213]"
    for gold in (0, -5, 1.5, True):
        with pytest.raises(DefinitionError, match="gold must be a whole number from 1 to 1000000000"):
            take_gold(person(), gold)  # type: ignore[arg-type]


def test_gold_takes_slots() -> None:
    """Each full hundred takes a slot, which has to be free (R30, R32, A6)."""
    full = person(items=(ROPE,) * 10, gold=60)
    assert reason(lambda: take_gold(full, 40)) == "100gp needs 1 slot, and Freya has 0 free [slots/full, rule R32]"
    assert take_gold(full, 39).inventory.free() == 0
    assert take_gold(full, 40, Rulings(coin_slots="none")).inventory.gold == 100
    one = Rulings(coin_slots="one")
    assert take_gold(person(), 350, one).inventory.used(one) == 1


def test_gold_changes_hands() -> None:
    """Gold is given, shared and put into containers (R30, A52)."""
    ada, bo = give_gold(person("Ada", gold=30), person("Bo"), 10)
    assert (ada.inventory.gold, bo.inventory.gold) == (20, 10)
    assert [each.inventory.gold for each in share_gold([ada, bo, ada], 2)] == [21, 11, 20]
    with pytest.raises(DefinitionError, match="shared among at least one character"):
        share_gold([], 2)
    rich = stow_gold(person(gold=250, containers=(MULE,)), 200, MULE)
    mule = rich.inventory.containers[0]
    assert (rich.inventory.gold, rich.inventory.used(), container_used(mule)) == (50, 0, 2)
    back = fetch_gold(rich, 150, mule)
    assert (back.inventory.gold, back.inventory.containers[0].gold) == (200, 50)
    assert reason(lambda: fetch_gold(rich, 201, mule)) == "Mule holds 200gp [gold/short, rule R222]"
    assert "Mule has only 4 of 6 slots free" in reason(
        lambda: stow_gold(evolve(rich, inventory=evolve(rich.inventory, gold=999)), 500, mule)
    )


def counted(characters: Iterable[Character]) -> tuple[Counter[tuple[str, Uses | None]], int]:
    """Return all items with their uses, and all gold."""
    items: Counter[tuple[str, Uses | None]] = Counter()
    gold = 0
    for character in characters:
        inventory = character.inventory
        for held in (inventory, *inventory.containers):
            items.update((item.id, item.uses) for item in held.items)
            gold += held.gold
        items.update((item.id, item.uses) for item in inventory.stash)
    return items, gold


ITEMS = (ROPE, CHALK, PLATE, SHIELD, RATIONS, evolve(RATIONS, uses=Uses(1, 3)), TORCH, HEART)


Pair: TypeAlias = tuple[Character, Character]


def some(things: tuple[T, ...], which: int) -> T:
    """Return one of some things, or refuse if there is none."""
    if not things:
        raise refusal(person(), "choose", Reason("test/nothing", "there is nothing", "R40"))
    return things[which % len(things)]


def item(who: Character, which: int) -> Item:
    """Return an item that a character carries."""
    return some(who.inventory.items, which)


def box(who: Character, which: int) -> Container:
    """Return a container of a character."""
    return some(who.inventory.containers, which)


def give_back(ada: Character, bo: Character, which: int) -> Pair:
    """Let the second character give the first one an item."""
    bo, ada = give(bo, ada, item(bo, which))
    return ada, bo


MOVES: dict[str, Callable[[Character, Character, int], Pair]] = {
    "stow": lambda ada, bo, n: (stow(ada, item(ada, n), box(ada, n)), bo),
    "fetch": lambda ada, bo, n: (fetch(ada, some(box(ada, n).items, n), box(ada, n)), bo),
    "stash": lambda ada, bo, n: (stow(ada, item(ada, n)), bo),
    "unstash": lambda ada, bo, n: (fetch(ada, some(ada.inventory.stash, n)), bo),
    "give": lambda ada, bo, n: give(ada, bo, item(ada, n)),
    "give back": give_back,
    "wear": lambda ada, bo, n: (wear(ada, item(ada, n)), bo),
    "take off": lambda ada, bo, n: (take_off(ada, item(ada, n)), bo),
    "pull": lambda ada, bo, n: (pull(ada, box(ada, n)), bo),
    "park": lambda ada, bo, n: (park(ada, box(ada, n)), bo),
    "give gold": lambda ada, bo, n: give_gold(ada, bo, 20 * (n + 1)),
    "stow gold": lambda ada, bo, n: (stow_gold(ada, 20 * (n + 1), box(ada, n)), bo),
    "fetch gold": lambda ada, bo, n: (fetch_gold(ada, 20 * (n + 1), box(ada, n)), bo),
}


@given(
    items=st.lists(st.sampled_from(ITEMS), max_size=7),
    gold=st.integers(0, 299),
    steps=st.lists(st.tuples(st.sampled_from(sorted(MOVES)), st.integers(0, 9)), max_size=30),
)
def test_moves_lose_nothing(items: list[Item], gold: int, steps: list[tuple[str, int]]) -> None:
    """Moving things changes no uses and loses nothing; free and used slots are the capacity (R39, R44)."""
    ada = person("Ada", gold=gold, containers=(CART, MULE))
    for each in items:
        if each.slots <= ada.inventory.free():
            ada = take(ada, each)
    bo = person("Bo", fatigue=6)
    before = counted((ada, bo))
    for move, which in steps:
        with suppress(IllegalActionError):
            ada, bo = MOVES[move](ada, bo, which)
        assert counted((ada, bo)) == before
        for character in (ada, bo):
            inventory = character.inventory
            assert inventory.free() >= 0
            assert inventory.used() + inventory.free() == inventory.capacity
            assert all(container_used(box) <= box.capacity for box in inventory.containers)


def test_the_actions_of_the_rules() -> None:
    """Every action of an inventory has a function (R40)."""
    assert {"take", "drop", "stow", "fetch", "give", "wear", "take_off", "light", "use"} <= set(vars(carrying))
