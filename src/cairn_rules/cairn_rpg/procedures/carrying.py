"""Taking, dropping, stowing, giving, wearing and using items, and moving gold (R28 to R44).

Every function returns new characters. Only `use`, `light` and `recharge` change the uses of an item (R39).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.effects import RechargeCost
from cairn_rules.cairn_rpg.characters.inventory import Inventory, coin_slots, packed
from cairn_rules.cairn_rpg.characters.items import Container, Item, Uses
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures.damage import lose
from cairn_rules.cairn_rpg.procedures.fatigue import Change
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Dice, Resolution
from cairn_rules.chance.dice import check_whole
from cairn_rules.errors import DefinitionError, Reason
from cairn_rules.phrasebook import Named

__all__ = [
    "burden",
    "drop",
    "fetch",
    "fetch_gold",
    "give",
    "give_gold",
    "hand_over",
    "light",
    "park",
    "pay",
    "pull",
    "put_out",
    "recharge",
    "share_gold",
    "stow",
    "stow_gold",
    "take",
    "take_gold",
    "take_off",
    "use",
    "wear",
]

SHIELDS: Final = frozenset({"shield", "steadymade-buckler"})
"""The ids of the armour that has to be held in a hand (A71)."""
OIL: Final = "oil-can"
"""The id of the item whose uses light a lantern (R171)."""
BAGS: Final = frozenset({"sack"})
"""The ids of the items that serve as a bag (R33)."""
BARE: Final = 4
"""Number of slots that can be carried without a backpack or a container, by a strict ruling (R33, A8)."""
MOST_GOLD: Final = 10**9
"""Maximum number of gold pieces in one transaction."""


# Items


@checked
def take(character: Character, *items: Item, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with more items. Either all are taken or none; they are not worn (R32, R40).

    Raises:
        IllegalActionError: if there are not enough free slots.

    Example:
        >>> from cairn_rules.cairn_rpg.characters.attributes import Score
        >>> ten = Score.full(10)
        >>> ada = Character(name="Ada", strength=ten, dexterity=ten, willpower=ten, hp=Score.full(4))
        >>> ada = take(ada, *[Item(id="chain", name="Chain")] * 9)
        >>> take(ada, Item(id="tent", name="Tent", slots=2))
        Traceback (most recent call last):
            ...
        cairn_rules.errors.IllegalActionError: illegal action take Tent: Tent needs 2 slots, and Ada has 1 free
        [slots/full, rule R32]
    """
    what = ", ".join(item.name for item in items)
    inventory = character.inventory.with_items(*map(loose, items))
    return _fitted(character, inventory, f"take {what}", what, rulings)


@checked
def drop(character: Character, item: Item) -> Character:
    """Return the character without an item (R40).

    Raises:
        IllegalActionError: if the item is not carried, cannot be dropped by choice, or is a part of the body (R41).

    Example:
        >>> from cairn_rules.cairn_rpg import Item, combat
        >>> rope = Item(id="rope", name="Rope")
        >>> ada = take(combat.person("Ada", hp=4), rope)
        >>> ada.inventory.used(), drop(ada, rope).inventory.used()
        (1, 0)
    """
    return _parted(character, item, f"drop {item.name}")


@checked
def stow(character: Character, item: Item, container: Container | None = None, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with an item moved into a container, such as a cart (R35, R40).

    The container is one of the character's (default: the stash).

    Raises:
        IllegalActionError: if the item is not carried or cannot be dropped, or if the container is full.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Container, Inventory, Item, combat
        >>> rope, mule = Item(id="rope", name="Rope"), Container(id="mule", name="Mule", capacity=6)
        >>> ada = evolve(combat.person("Ada", hp=4), inventory=Inventory(items=(rope,), containers=(mule,)))
        >>> loaded = stow(ada, rope, mule)
        >>> (mule,) = loaded.inventory.containers
        >>> loaded.inventory.used(), [item.name for item in mule.items]
        (0, ['Rope'])
        >>> fetch(loaded, rope, mule).inventory.used()
        1
    """
    return put_in(_parted(character, item, f"stow {item.name}"), item, container, rulings)


def put_in(character: Character, item: Item, container: Container | None, rulings: Rulings) -> Character:
    """Return the character with one more item in a container, or in the stash."""
    inventory = character.inventory
    item = loose(item)
    if container is None:
        return replaced(character, inventory=evolve(inventory, stash=(*inventory.stash, item)))
    new = evolve(container, items=(*container.items, item))
    return _with_container(character, container, new, f"stow {item.name}", rulings)


@checked
def fetch(
    character: Character, item: Item, container: Container | None = None, rulings: Rulings = DEFAULT
) -> Character:
    """Return the character with an item taken out of a container (R32, R40).

    The container is one of the character's (default: the stash).

    Raises:
        IllegalActionError: if the item is not there, or if there are not enough free slots.
    """
    character = taken_out(character, item, container, rulings)
    return _fitted(character, character.inventory.with_items(item), f"fetch {item.name}", item.name, rulings)


def taken_out(character: Character, item: Item, container: Container | None, rulings: Rulings) -> Character:
    """Return the character without an item of a container, or of the stash."""
    action = f"fetch {item.name}"
    inventory = character.inventory
    items = inventory.stash if container is None else container.items
    if item not in items:
        where = Named(None, "stash") if container is None else container.name
        raise refusal(character, action, REASONS.reason("item/not-there", item=item.name, place=where))
    place = items.index(item)
    left = (*items[:place], *items[place + 1 :])
    if container is None:
        return replaced(character, inventory=evolve(inventory, stash=left))
    return _with_container(character, container, evolve(container, items=left), action, rulings)


@checked
def give(giver: Character, receiver: Character, item: Item, rulings: Rulings = DEFAULT) -> tuple[Character, Character]:
    """Return both characters after one gave the other an item (R36, R40).

    Raises:
        IllegalActionError: if the giver does not carry the item or cannot drop it, or if the receiver has not enough
            free slots.

    Example:
        >>> from cairn_rules.cairn_rpg import Item, combat
        >>> rope = Item(id="rope", name="Rope")
        >>> ada, bo = take(combat.person("Ada", hp=4), rope), combat.person("Bo", hp=3)
        >>> ada, bo = give(ada, bo, rope)
        >>> ada.inventory.used(), bo.inventory.used()
        (0, 1)
    """
    parted = _parted(giver, item, f"give {item.name}")
    return parted, take(receiver, item, rulings=rulings)


@checked
def wear(character: Character, item: Item) -> Character:
    """Return the character with a piece of armour worn or held, or a part of the body attached (R41, R42).

    Raises:
        IllegalActionError: if the item is not carried, is not armour, is worn already, or is a shield while both hands
            pull a cart (R35).

    Example:
        >>> from cairn_rules.cairn_rpg import Item, combat
        >>> mail = Item(id="chainmail", name="Chainmail", slots=2, armor=2)
        >>> armed = wear(take(combat.person("Ada", hp=4), mail), mail)
        >>> (worn,) = armed.inventory.items
        >>> armed.inventory.armor(), take_off(armed, worn).inventory.armor()
        (2, 0)
    """
    action = f"wear {item.name}"
    check_carried(character, item, action)
    if item.slots_detached is not None and not item.bodily:
        return _exchanged(character, item, evolve(item, bodily=True, slots=0))
    if item.worn:
        raise refusal(character, action, REASONS.reason("item/worn", who=character.name, item=item.name))
    if not item.wearable:
        raise refusal(character, action, REASONS.reason("item/not-wearable", item=item.name))
    cart = next((each for each in character.inventory.containers if each.pulled), None)
    if item.id in SHIELDS and cart:
        reason = REASONS.reason("hands/pulling", who=character.name, cart=cart.name, item=item.name)
        raise refusal(character, action, reason)
    return _exchanged(character, item, evolve(item, worn=True))


@checked
def take_off(character: Character, item: Item, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with a piece of armour taken off, or a part of the body that comes off (R41, R42).

    Raises:
        IllegalActionError: if the item is not worn, or if a part of the body does not come off, or needs more slots
            than are free once it is off.
    """
    action = f"take off {item.name}"
    check_carried(character, item, action)
    if item.bodily and item.slots_detached is not None:
        off = _exchanged(character, item, evolve(item, bodily=False, slots=item.slots_detached))
        return _fitted(character, off.inventory, action, item.name, rulings)
    if not item.worn:
        raise refusal(character, action, REASONS.reason("item/not-worn", who=character.name, item=item.name))
    return _exchanged(character, item, evolve(item, worn=False))


@checked
def use(character: Character, item: Item, rulings: Rulings = DEFAULT) -> Change:
    r"""Spend a use or charge of an item. An item whose last use is spent is removed (R37, R38, A9).

    Raises:
        IllegalActionError: if the item is not carried, or has no uses or charges left.

    Example:
        >>> from cairn_rules.cairn_rpg import Item, Uses, combat
        >>> rations = Item(id="rations", name="Rations", uses=Uses(1, 3))
        >>> result = use(take(combat.person("Ada", hp=4), rations), rations)
        >>> print(*result.events, sep="\n")
        Ada spends a use of Rations [R37]
        Rations is used up [R37]
        >>> result.state.inventory.items
        ()
    """
    check_carried(character, item, f"use {item.name}")
    return _spent(character, item, f"use {item.name}", "used", "R38" if item.charges else "R37", rulings)


@checked
def recharge(character: Character, item: Item, dice: Dice) -> Change:
    """Restore all charges of an item whose condition is met (R38, R154). Some items have a price.

    The dice are for a price that is rolled.

    Raises:
        IllegalActionError: if the item is not carried, has no charges, or has all of them.

    Example:
        >>> from cairn_rules.cairn_rpg import Item, Uses, combat
        >>> from cairn_rules.chance import ScriptedDice
        >>> wand = Item(id="wand", name="Wand", charges=Uses(0, 2), magic="relic")
        >>> result = recharge(take(combat.person("Ada", hp=4), wand), wand, ScriptedDice())
        >>> print(result.state.inventory.items[0])
        Wand (2 of 2)
    """
    action = f"recharge {item.name}"
    check_carried(character, item, action)
    if item.charges is None or item.charges.left == item.charges.max:
        charges = Named(bool(item.charges), "all" if item.charges else "no")
        raise refusal(character, action, REASONS.reason("item/no-recharge", item=item.name, charges=charges))
    character = _exchanged(character, item, evolve(item, charges=Uses.full(item.charges.max)))
    named, most = Named(item.id, item.name), item.charges.max
    recharged = Event("recharged", "R154", who=character.name, item=named, amount=most, text_id=item.recharge)
    events: tuple[Event, ...] = (recharged,)
    for effect in character.effects:
        if isinstance(effect, RechargeCost) and effect.item == item.id:
            loss = effect.loss
            amount = loss.dice.roll(dice, purpose=f"price of {item.name}", rule="R154")
            character, more = lose(character, loss.attribute, amount, permanent=loss.permanent, rule="R154")
            events += more
    return Resolution(character, events)


@checked
def light(character: Character, item: Item, rulings: Rulings = DEFAULT) -> Change:
    """Light a torch, which costs one of its uses, or a lantern, which costs a use of oil (R170, R171, A40, A41).

    A torch with no uses left burns on until it is put out. Other lights cost nothing.

    Raises:
        IllegalActionError: if the item is not carried or gives no light, if the torch is spent, or if there is no oil.

    Example:
        >>> from cairn_rules.cairn_rpg import Item, Uses, combat
        >>> torch = Item(id="torch", name="Torch", uses=Uses(1, 3), light="torch")
        >>> lit = light(take(combat.person("Ada", hp=4), torch), torch).state
        >>> (burning,) = lit.inventory.items
        >>> print(burning, put_out(lit, burning).inventory.items)
        Torch (0 of 3) ()
    """
    name = character.name
    action = f"light {item.name}"
    check_carried(character, item, action)
    match item.light:
        case "":
            raise refusal(character, action, REASONS.reason("item/no-light", item=item.name))
        case "dim":
            return Resolution(character, (Event("uncovered", "R169", who=name, item=Named(item.id, item.name)),))
        case "torch":
            return _spent(character, item, action, "lit", "R170", evolve(rulings, spent="keep"))
        case "lantern":
            carried = character.inventory.items
            oil = next((each for each in carried if each.id == OIL and each.uses and each.uses.left), None)
            if oil is None:
                reason = REASONS.reason("item/no-oil", who=name, item=item.name, remedy="Oil Can")
                raise refusal(character, action, reason)
            return _spent(character, oil, action, "lit", "R171", rulings)
        case _:
            assert_never(item.light)


@checked
def put_out(character: Character, item: Item, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with a light put out. A torch with no uses left is removed (R170, A9).

    Raises:
        IllegalActionError: if the item is not carried.
    """
    check_carried(character, item, f"put out {item.name}")
    if item.is_spent and rulings.spent == "remove":
        return replaced(character, inventory=character.inventory.without(item))
    return character


@checked
def pull(character: Character, cart: Container, rulings: Rulings = DEFAULT) -> Character:
    """Return the character pulling a cart with both hands (R35, A71).

    Raises:
        IllegalActionError: if the container is not a cart of the character, if it pulls one already or holds a shield,
            or if there are not enough free slots.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Container, Inventory, combat
        >>> cart = Container(id="cart", name="Cart", capacity=4, load=2)
        >>> ada = pull(evolve(combat.person("Ada", hp=4), inventory=Inventory(containers=(cart,))), cart)
        >>> ada.inventory.used(), park(ada, ada.inventory.containers[0]).inventory.used()
        (2, 0)
    """
    name = character.name
    action = f"pull {cart.name}"
    inventory = character.inventory
    pulled = next((each for each in inventory.containers if each.pulled), None)
    shield = next((item for item in inventory.items if item.id in SHIELDS and item.worn), None)
    if not cart.load:
        raise refusal(character, action, REASONS.reason("hands/no-cart", cart=cart.name))
    if pulled:
        raise refusal(character, action, REASONS.reason("hands/pulling", who=name, pulled=pulled.name))
    if shield:
        raise refusal(character, action, REASONS.reason("hands/holding", who=name, cart=cart.name, shield=shield.name))
    inventory = _with_container(character, cart, evolve(cart, pulled=True), action, rulings).inventory
    return _fitted(character, inventory, action, cart.name, rulings)


@checked
def park(character: Character, cart: Container, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with a cart let go, which frees the slots that it took (R35, A57).

    Raises:
        IllegalActionError: if the character does not pull the cart.
    """
    action = f"park {cart.name}"
    if not cart.pulled:
        raise refusal(character, action, REASONS.reason("hands/not-pulling", who=character.name, cart=cart.name))
    return _with_container(character, cart, evolve(cart, pulled=False), action, rulings)


@checked
def burden(character: Character, mount: Container, *, burdened: bool = True, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with a mount that pulls a wagon or carries a second rider, or no longer does (R35).

    Raises:
        IllegalActionError: if the character has no such mount, if a burden does not change its slots, or if its load
            does not fit into the slots that are left.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Container, Inventory, combat
        >>> donkey = Container(id="donkey", name="Donkey", capacity=4, reduced=2, kind="mount")
        >>> ada = evolve(combat.person("Ada", hp=4), inventory=Inventory(containers=(donkey,)))
        >>> burden(ada, donkey).inventory.containers[0].room
        2
    """
    action = f"burden {mount.name}"
    if mount.reduced is None:
        raise refusal(character, action, REASONS.reason("container/no-burden", mount=mount.name))
    new = evolve(mount, burdened=burdened)
    used = container_used(new, rulings)
    if used > new.room:
        raise refusal(character, action, REASONS.reason("container/full", mount=mount.name, used=used, room=new.room))
    return _with_container(character, mount, new, action, rulings)


@checked
def hand_over(giver: Character, receiver: Character, container: Container) -> tuple[Character, Character]:
    """Return both characters after one gave the other a cart, a wagon or a mount with its load (R35).

    Dead characters can also be the givers. A cart is let go first, and the receiver does not pull it yet.

    Raises:
        IllegalActionError: if the giver has no such container.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Container, Inventory, combat
        >>> mule = Container(id="mule", name="Mule", capacity=6, kind="mount")
        >>> ada = evolve(combat.person("Ada", hp=4), inventory=Inventory(containers=(mule,)))
        >>> ada, bo = hand_over(ada, combat.person("Bo", hp=3), mule)
        >>> ada.inventory.containers, [each.name for each in bo.inventory.containers]
        ((), ['Mule'])
    """
    _check_owned(giver, container, f"hand over {container.name}")
    containers = giver.inventory.containers
    place = containers.index(container)
    left = evolve(giver.inventory, containers=(*containers[:place], *containers[place + 1 :]))
    more = (*receiver.inventory.containers, evolve(container, pulled=False))
    return replaced(giver, inventory=left), replaced(receiver, inventory=evolve(receiver.inventory, containers=more))


# Gold


@checked
def take_gold(character: Character, gold: int, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with more gold (R30, R32).

    Raises:
        DefinitionError: if the gold is not a whole number from 1 to a billion.
        IllegalActionError: if its coins need more slots than are free.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada = take_gold(combat.person("Ada", hp=4), 250)
        >>> ada.inventory.gold, ada.inventory.used()
        (250, 2)
    """
    gold = check_whole("gold", gold, 1, MOST_GOLD)
    inventory = character.inventory
    inventory = evolve(inventory, gold=inventory.gold + gold)
    return _fitted(character, inventory, f"take {gold}gp", f"{inventory.gold}gp", rulings)


@checked
def pay(character: Character, gold: int) -> Character:
    """Return the character with less gold (R213, R222).

    Raises:
        DefinitionError: if the gold is not a whole number from 1 to a billion.
        IllegalActionError: if it has less.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> pay(take_gold(combat.person("Ada", hp=4), 20), 5).inventory.gold
        15
    """
    gold = check_whole("gold", gold, 1, MOST_GOLD)
    inventory = character.inventory
    if inventory.gold < gold:
        raise refusal(character, f"pay {gold}gp", *gold_reasons(character, gold, "it"))
    return replaced(character, inventory=evolve(inventory, gold=inventory.gold - gold))


@checked
def give_gold(
    giver: Character, receiver: Character, gold: int, rulings: Rulings = DEFAULT
) -> tuple[Character, Character]:
    """Return both characters after one gave the other gold.

    Raises:
        DefinitionError: if the gold is not a whole number from 1 to a billion.
        IllegalActionError: if the giver has less, or if the coins need more slots than the receiver has free.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada, bo = take_gold(combat.person("Ada", hp=4), 20), combat.person("Bo", hp=3)
        >>> [each.inventory.gold for each in give_gold(ada, bo, 5)]
        [15, 5]
    """
    return pay(giver, gold), take_gold(receiver, gold, rulings)


@checked
def share_gold(characters: Sequence[Character], gold: int, rulings: Rulings = DEFAULT) -> tuple[Character, ...]:
    """Return the characters with found gold divided among them. The first ones get the remainder (R222).

    Raises:
        DefinitionError: if the gold is not a whole number from 1 to a billion, or there are no characters.
        IllegalActionError: if the coins of a character need more slots than are free.

    Example:
        >>> from cairn_rules.cairn_rpg.characters.attributes import Score
        >>> ten = Score.full(10)
        >>> ada = Character(name="Ada", strength=ten, dexterity=ten, willpower=ten, hp=Score.full(4))
        >>> [each.inventory.gold for each in share_gold([ada, ada, ada], 20)]
        [7, 7, 6]
    """
    gold = check_whole("gold", gold, 1, MOST_GOLD)
    if not characters:
        raise DefinitionError("gold is shared among at least one character, got none")
    share, rest = divmod(gold, len(characters))
    shares = [share + (place < rest) for place in range(len(characters))]
    return tuple(
        take_gold(character, part, rulings) if part else character
        for character, part in zip(characters, shares, strict=True)
    )


@checked
def stow_gold(character: Character, gold: int, container: Container, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with gold moved into a container (A52).

    Raises:
        DefinitionError: if the gold is not a whole number from 1 to a billion.
        IllegalActionError: if the character has less, or if the container is full.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Container, Inventory, combat
        >>> mule = Container(id="mule", name="Mule", capacity=6)
        >>> ada = evolve(combat.person("Ada", hp=4), inventory=Inventory(gold=250, containers=(mule,)))
        >>> stowed = stow_gold(ada, 200, mule)
        >>> ada.inventory.used(), stowed.inventory.used()
        (2, 0)
        >>> fetch_gold(stowed, 50, stowed.inventory.containers[0]).inventory.used()
        1
    """
    gold = check_whole("gold", gold, 1, MOST_GOLD)
    new = evolve(container, gold=container.gold + gold)
    return _with_container(pay(character, gold), container, new, f"stow {gold}gp", rulings)


@checked
def fetch_gold(character: Character, gold: int, container: Container, rulings: Rulings = DEFAULT) -> Character:
    """Return the character with gold taken out of a container (A52).

    Raises:
        DefinitionError: if the gold is not a whole number from 1 to a billion.
        IllegalActionError: if there is less in it, or if the coins need more slots than are free.
    """
    gold = check_whole("gold", gold, 1, MOST_GOLD)
    action = f"fetch {gold}gp"
    if container.gold < gold:
        raise refusal(character, action, REASONS.reason("gold/short", container=container.name, gold=container.gold))
    new = evolve(container, gold=container.gold - gold)
    return take_gold(_with_container(character, container, new, action, rulings), gold, rulings)


# What is checked


def gold_reasons(character: Character, price: int, what: str) -> tuple[Reason, ...]:
    """Return the reasons why a character cannot pay a price; empty if it can (R213)."""
    gold = character.inventory.gold
    if gold >= price:
        return ()
    return (REASONS.reason("gold/short", "R213", what=what, price=price, who=character.name, gold=gold),)


def slot_reasons(
    character: Character, inventory: Inventory, what: str, rulings: Rulings = DEFAULT
) -> tuple[Reason, ...]:
    """Return the reasons why a character cannot carry a larger inventory; empty if it can (R32, R33).

    `inventory` is the one that it would have, and `what` the added thing, such as `Plate`.
    """
    free = character.inventory.free(rulings)
    more = inventory.used(rulings) - character.inventory.used(rulings)
    reasons: tuple[Reason, ...] = ()
    if more > 0 and more > free:
        reasons = (REASONS.reason("slots/full", what=what, slots=more, who=character.name, free=max(0, free)),)
    bare = rulings.no_backpack == "limit" and is_bare(inventory)
    if bare and more > 0 and sum(item.slots for item in inventory.items) > BARE:
        reasons = (*reasons, REASONS.reason("slots/no-backpack", who=character.name, most=BARE))
    return reasons


def is_bare(inventory: Inventory) -> bool:
    """Return whether a character lacks a backpack, a bag and a container (R33, A8)."""
    bag = any(item.id in BAGS for item in inventory.items)
    return not (inventory.backpack or inventory.containers or bag)


def container_used(container: Container, rulings: Rulings = DEFAULT) -> int:
    """Return the number of used slots of a container: those of its items and its gold (R30, R35)."""
    return sum(item.slots for item in container.items) + coin_slots(container.gold, rulings)


def check_carried(character: Character, item: Item, action: str) -> None:
    """Check that a character carries an item. Raise an `IllegalActionError` if it does not."""
    if item not in character.inventory.items:
        carried = tuple(each.name for each in character.inventory.items) or ("nothing",)
        reason = REASONS.reason("item/not-carried", who=character.name, item=item, carried=carried)
        raise refusal(character, action, reason)


def check_droppable(character: Character, item: Item, action: str) -> None:
    """Check that a character can part with an item.

    Raises:
        IllegalActionError: if the item is not carried, cannot be dropped by choice, or is a part of the body (R41).
    """
    check_carried(character, item, action)
    if reason := why_not_dropped(character, item):
        raise refusal(character, action, reason)


def why_not_dropped(character: Character, item: Item) -> Reason | None:
    """Return the reason why a character cannot part with an item by choice, or None if it can (R41)."""
    if item.bodily:
        hint = ": take it off first" if item.slots_detached is not None else ""
        return REASONS.reason("item/bodily", item=item.name, who=character.name, hint=hint)
    if not item.droppable:
        return REASONS.reason("item/bound", who=character.name, item=item.name)
    return None


def _fitted(character: Character, inventory: Inventory, action: str, what: str, rulings: Rulings) -> Character:
    """Return the character with a larger inventory, if it can carry it."""
    if reasons := slot_reasons(character, inventory, what, rulings):
        raise refusal(character, action, *reasons)
    return packed(character, inventory, rulings)


def _parted(character: Character, item: Item, action: str) -> Character:
    """Return the character without an item that it can part with."""
    check_droppable(character, item, action)
    return replaced(character, inventory=character.inventory.without(item))


def _exchanged(character: Character, item: Item, new: Item) -> Character:
    """Return the character with an item in another state, in the same place."""
    return replaced(character, inventory=character.inventory.exchanged(item, new))


def _check_owned(character: Character, container: Container, action: str) -> None:
    if container not in character.inventory.containers:
        reason = REASONS.reason("container/not-there", who=character.name, container=container.name)
        raise refusal(character, action, reason)


def _with_container(
    character: Character, container: Container, new: Container, action: str, rulings: Rulings
) -> Character:
    _check_owned(character, container, action)
    used, room = container_used(container, rulings), container.room
    if container_used(new, rulings) > max(new.room, used):
        reason = REASONS.reason("container/full", container=container.name, max=max(0, room - used), room=room)
        raise refusal(character, action, reason)
    return replaced(character, inventory=character.inventory.reloaded(container, new))


def _spent(character: Character, item: Item, action: str, code: str, rule: str, rulings: Rulings) -> Change:
    name = character.name
    if not ((item.uses and item.uses.left) or (item.charges and item.charges.left)):
        raise refusal(character, action, REASONS.reason("item/no-uses", rule, item=item.name))
    used = item.used()
    named = Named(item.id, item.name)
    event = Event(code, rule, who=name, item=named)
    if used.is_spent and rulings.spent == "remove":
        spent = Event("spent", "R37", who=name, item=named)
        return Resolution(replaced(character, inventory=character.inventory.without(item)), (event, spent))
    return Resolution(_exchanged(character, item, used), (event,))


def loose(item: Item) -> Item:
    """Return an item that is not worn."""
    return evolve(item, worn=False) if item.worn else item
