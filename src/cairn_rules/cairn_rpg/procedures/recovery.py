"""Needs, rest, aid, harm outside combat, and scars whose gain comes later (R53 to R67, R95, R103, R111 to R122)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, assert_never

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, replaced, with_conditions
from cairn_rules.cairn_rpg.characters.effects import NoNeed
from cairn_rules.cairn_rpg.characters.inventory import armor_of
from cairn_rules.cairn_rpg.characters.items import Item, Restored
from cairn_rules.cairn_rpg.characters.scars import NAMES, ScarPart
from cairn_rules.cairn_rpg.content.book import Goods
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures.abilities import tire
from cairn_rules.cairn_rpg.procedures.carrying import check_carried, use
from cairn_rules.cairn_rpg.procedures.damage import die, hit, injure, lose
from cairn_rules.cairn_rpg.procedures.fatigue import Change
from cairn_rules.cairn_rpg.procedures.market import buy
from cairn_rules.cairn_rpg.procedures.saves import save
from cairn_rules.cairn_rpg.procedures.scar_table import raised
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Dice, Resolution
from cairn_rules.chance.dice import check_whole
from cairn_rules.errors import DefinitionError, Reason

__all__ = [
    "Pair",
    "aid",
    "bandage",
    "deprive",
    "end_of_day",
    "harm",
    "heal",
    "hour_passed",
    "medical_healing",
    "meet",
    "rest",
    "rest_night",
    "rest_week",
    "restore",
    "restore_hearing",
    "settle_scar",
]

SLEEP: Final = "sleep"
"""The need of characters that did not camp (R201)."""
ENDED_BY_NIGHT: Final = frozenset({SLEEP, "rest", "recovery"})
"""The needs that a night of sleep ends: a Walloped character needs only a few hours (R66, R111)."""
MORTAL_WOUND: Final = "mortal wound"
"""The need of a mortally wounded character (R120)."""
BANDAGES: Final = "bandages"
"""The id of the item whose uses stabilise (R54)."""
HEALING: Final = "medical-healing"
"""The id of the service that restores attributes (R56, A10)."""

Pair: TypeAlias = Resolution[tuple[Character, Character], Event]
"""The acting character and the patient afterwards, with the events."""


# Needs


def is_free_of(character: Character, need: str) -> bool:
    """Return whether an effect frees a character from a need, such as `food`."""
    return any(isinstance(effect, NoNeed) and need in effect.needs for effect in character.effects)


def overcome_panic(character: Character, dice: Dice) -> Change:
    """Make a character's WIL save against its panic (R176)."""
    name = character.name
    if not save(character, Attribute.WIL, dice, rule="R176"):
        return Resolution(character, (Event("panicked", "R176", who=name),))
    calm = with_conditions(character, panicked=False)
    return Resolution(calm, (Event("calmed", "R176", who=name),))


@checked
def deprive(character: Character, need: str) -> Character:
    """Return the character with a crucial need unmet, so that it is Deprived (R61).

    A character without this need is unchanged. Needs are `food`, `sleep` and those that backgrounds name.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> hungry = deprive(combat.person("Ada", hp=4), "food")
        >>> hungry.is_deprived, meet(hungry, "food").is_deprived
        (True, False)
    """
    if is_free_of(character, need):
        return character
    return with_conditions(character, needs=character.conditions.needs | {need})


@checked
def meet(character: Character, *needs: str) -> Character:
    """Return the character with some needs met. It is Deprived until none is left (R61)."""
    conditions = character.conditions
    left = conditions.needs.difference(needs)
    days = conditions.deprived_days if left else 0
    if left == conditions.needs and days == conditions.deprived_days:
        return character
    return with_conditions(character, needs=left, deprived_days=days)


@checked
def end_of_day(
    character: Character, *, camped: bool = True, drops: Iterable[Item] = (), rulings: Rulings = DEFAULT
) -> Change:
    """End a day: deprivation and a skipped camp add Fatigue, and daily abilities are restored (R63, R201).

    The first day of deprivation adds none, and each further one adds one (A64). If the camp was skipped as well, both
    add Fatigue (A11). `drops` has the items to drop, in order, if there is no free slot (R65).

    Raises:
        IllegalActionError: if an item has to be dropped and the next one of `drops` cannot be, or if the character is
            dead.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada = deprive(combat.person("Ada", hp=4), "food")
        >>> for _ in range(3):
        ...     ada = end_of_day(ada).state
        >>> ada.inventory.fatigue
        2
    """
    _check_alive(character, "end the day")
    tired = tire(character, day_fatigue(character, camped=camped, rulings=rulings), drops, rulings)
    return Resolution(next_day(tired.state, camped=camped), tired.events)


@checked
def day_fatigue(character: Character, *, camped: bool = True, rulings: Rulings = DEFAULT) -> tuple[str, ...]:
    """Return the rules by which the end of a day adds Fatigue, one for each (R63, R201, A11, A64)."""
    rules: list[str] = []
    if character.is_deprived and (character.conditions.deprived_days or rulings.deprived_fatigue == "every_day"):
        rules.append("R63")
    if not camped:
        rules.append("R201")
    return tuple(rules if rulings.double_fatigue else rules[:1])


@checked
def next_day(character: Character, *, camped: bool = True) -> Character:
    """Return the character on the next morning, after its Fatigue, with daily abilities restored (R63, R201)."""
    days = character.conditions.deprived_days + 1 if character.is_deprived else 0
    if not camped:
        character = deprive(character, SLEEP)
    return with_conditions(character, deprived_days=days, absorbed=0, relieved=0, today=frozenset())


# Rest


@checked
def rest(character: Character, rulings: Rulings = DEFAULT) -> Change:
    """Rest for a few moments with water, which sets HP to its maximum (R53, R59).

    Nothing recovers while the character is Deprived (R62), or while full slots or panic hold its HP at 0. Fatigue
    stays (R67). A stabilised character can act again (R103, A24).

    Raises:
        IllegalActionError: if the character is dead or needs aid first.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Score, combat
        >>> ada = evolve(combat.person("Ada", hp=4), hp=Score(1, 4))
        >>> print(*rest(ada).events)
        Ada rests and has 4 HP [R53]
        >>> print(*rest(deprive(ada, "food")).events)
        Ada is Deprived (food) and recovers nothing [R62]
    """
    _check_tended(character, "rest")
    name = character.name
    conditions = character.conditions
    if character.is_deprived:
        return Resolution(character, (_deprived(character),))
    if conditions.panicked or character.inventory.is_full(rulings):
        code = "held-by-panic" if conditions.panicked else "held-by-slots"
        return Resolution(character, (Event(code, "R53", who=name, amount=0),))
    hp = character.hp.restored
    character = replaced(character, hp=hp)
    events = (Event("rested", "R53", who=name, amount=hp.value),)
    if conditions.down == "stabilised" and rulings.stabilised_until == "rest":
        return _up(character, events)
    return Resolution(character, events)


@checked
def rest_night(character: Character, rulings: Rulings = DEFAULT) -> Change:
    """Sleep for a full night in a safe spot, which removes all Fatigue and sets HP to its maximum (R66, R53).

    The sleep first ends the need of sleep. A character that is still Deprived recovers nothing (R62, A65).

    Raises:
        IllegalActionError: if the character is dead or needs aid first.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> from cairn_rules.cairn_rpg.procedures.fatigue import add_fatigue
        >>> tired = add_fatigue(combat.person("Ada", hp=4)).state
        >>> rest_night(tired).state.inventory.fatigue
        0
    """
    _check_tended(character, "rest for a night")
    character = meet(character, *ENDED_BY_NIGHT)
    if character.is_deprived:
        return Resolution(character, (_deprived(character),))
    events: tuple[Event, ...] = ()
    if character.inventory.fatigue:
        character = replaced(character, inventory=evolve(character.inventory, fatigue=0))
        events = (Event("refreshed", "R66", who=character.name, amount=0),)
    change = rest(character, rulings)
    return Resolution(change.state, (*events, *change.events))


@checked
def rest_week(character: Character, rulings: Rulings = DEFAULT) -> Change:
    r"""Rest for a week with help such as a healer: as after a night, and all attributes are restored (R55, R60).

    A mortal wound under care is healed, and its gain can be settled (R120, A67). A Deprived character recovers
    nothing (R62).

    Raises:
        IllegalActionError: if the character is dead or needs aid first.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Score, combat
        >>> ada = evolve(combat.person("Ada", hp=4), dexterity=Score(0, 12))
        >>> print(*rest_week(ada).events, sep="\n")
        Ada rests and has 4 HP [R53]
        Ada has 12 DEX again [R55]
        Ada is no longer paralysed [R60]
    """
    _check_tended(character, "rest for a week")
    events: tuple[Event, ...] = ()
    if character.conditions.down == "mended":
        change = _up(meet(character, MORTAL_WOUND))
        character, events = change.state, change.events
    change = rest_night(character, rulings)
    character, events = change.state, (*events, *change.events)
    if character.is_deprived:
        return Resolution(character, events)
    if character.conditions.down == "stabilised":
        change = _up(character)
        character, events = change.state, (*events, *change.events)
    change = _restored(character, dict.fromkeys(Attribute), "R55")
    return Resolution(change.state, (*events, *change.events))


@checked
def medical_healing(character: Character, goods: Goods, rulings: Rulings = DEFAULT) -> Change:
    """Pay for healing, and rest for the week that it takes (R56, A10). By another ruling, it has its effect at once.

    Raises:
        IllegalActionError: if the row is not a healing service, or if the character has too little gold, is dead or
            needs aid first, or is Deprived and would recover nothing (R62).

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Inventory, Score, book, combat
        >>> (service,) = (row for row in book().goods["upkeep"] if row.id == "medical-healing")
        >>> ada = evolve(combat.person("Ada", hp=4), strength=Score(3, 9), inventory=Inventory(gold=60))
        >>> healed = medical_healing(ada, service).state
        >>> healed.strength.value, healed.inventory.gold
        (9, 10)
    """
    if goods.id != HEALING:
        raise refusal(character, f"buy {goods.name}", REASONS.reason("market/no-healing", goods=goods.name))
    paid = buy(character, goods, rulings=rulings)
    if rulings.paid_healing == "week":
        change = rest_week(paid, rulings)
    else:
        _check_tended(character, "pay for healing")
        change = _restored(paid, dict.fromkeys(Attribute), "R55")
    if change.state.is_deprived:
        raise refusal(character, "pay for healing", _why_deprived(change.state))
    return change


# Aid


@checked
def aid(character: Character, rulings: Rulings = DEFAULT) -> Change:
    """Stabilise a dying character, which prevents death within the hour (R103, R120, A67).

    Raises:
        IllegalActionError: if the character is not dying.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Conditions, combat
        >>> dying = evolve(combat.person("Ada", hp=4, kind="pc"), conditions=Conditions(down="critical"))
        >>> saved = aid(dying).state
        >>> hour_passed(dying).state.conditions.dead, hour_passed(saved).state.conditions.dead
        (True, False)
    """
    match character.conditions.down:
        case "critical" if not character.conditions.dead:
            return _laid(character, "stabilised", "R103")
        case "mortal" if not character.conditions.dead:
            if rulings.mortal_aid == "heal":
                return _up(meet(character, MORTAL_WOUND))
            return _laid(character, "mended", "R120")
        case _:
            raise refusal(character, "aid", REASONS.reason("aid/unneeded", who=character.name))


def bandages_of(character: Character) -> Item | None:
    """Return the bandages of a character that have a use left; None if it has none (R54)."""
    items = character.inventory.items
    return next((item for item in items if item.id == BANDAGES and item.uses and item.uses.left), None)


@checked
def bandage(helper: Character, patient: Character, item: Item, rulings: Rulings = DEFAULT) -> Pair:
    r"""Spend a use of bandages to stabilise a dying character (R54).

    The helper carries them; the patient is another character.

    Raises:
        IllegalActionError: if the helper cannot act, does not carry the item, or it is not bandages with a use left,
            or if the patient is not dying.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Conditions, Item, Uses, combat
        >>> from cairn_rules.cairn_rpg.procedures.carrying import take
        >>> bandages = Item(id="bandages", name="Bandages", uses=Uses.full(3))
        >>> ada = take(combat.person("Ada", hp=4), bandages)
        >>> bo = evolve(combat.person("Bo", hp=3, kind="pc"), conditions=Conditions(down="critical"))
        >>> print(*bandage(ada, bo, bandages).events, sep="\n")
        Ada spends a use of Bandages [R37]
        Bo is stabilised [R103]
    """
    action = f"bandage {patient.name}"
    if not helper.is_able:
        raise refusal(helper, action, REASONS.reason("aid/unable", who=helper.name))
    if item.id != BANDAGES:
        raise refusal(helper, action, REASONS.reason("aid/no-bandages", item=item.name))
    used = use(helper, item, rulings)
    tended = aid(patient, rulings)
    return Resolution((used.state, tended.state), (*used.events, *tended.events))


@checked
def heal(owner: Character, patient: Character | None, item: Item, dice: Dice, rulings: Rulings = DEFAULT) -> Pair:
    """Spend a use of an item that restores attributes (R56, R57).

    The owner carries it; without a patient, they use it on themself. The result has the owner and the patient, which
    are the same if there is no other patient.

    Raises:
        IllegalActionError: if the item is not carried, has no uses left or restores nothing, or if the patient is dead
            or Deprived (R62).

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Attribute, Item, Score, Uses, combat
        >>> from cairn_rules.cairn_rpg.procedures.carrying import take
        >>> from cairn_rules.chance import ScriptedDice
        >>> salve = Item(id="salve", name="Salve", uses=Uses(2, 2), restores=((Attribute.STR, "1d4"),))
        >>> ada = take(evolve(combat.person("Ada", hp=4), strength=Score(5, 10)), salve)
        >>> ada, _ = heal(ada, None, salve, ScriptedDice([3])).state
        >>> ada.strength.value, str(ada.inventory.items[0])
        (8, 'Salve (1 of 2)')
    """
    target = owner if patient is None else patient
    action = f"use {item.name} on {target.name}"
    check_carried(owner, item, action)
    if not item.restores:
        raise refusal(owner, action, REASONS.reason("aid/no-remedy", item=item.name))
    _check_alive(target, action)
    if target.is_deprived:
        raise refusal(target, action, _why_deprived(target))
    used = use(owner, item, rulings) if item.uses or item.charges else Resolution(owner)
    healed = restore(used.state if patient is None else patient, item.restores, dice)
    acting = healed.state if patient is None else used.state
    return Resolution((acting, healed.state), (*used.events, *healed.events))


@checked
def restore(character: Character, restores: Iterable[tuple[Attribute, Restored]], dice: Dice) -> Change:
    """Restore attributes, and end the effects of their loss (R56, R57, R60). A Deprived character is unchanged (R62).

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Attribute, Score, combat
        >>> from cairn_rules.chance import ScriptedDice
        >>> ada = evolve(combat.person("Ada", hp=4), willpower=Score(9, 11))
        >>> print(*restore(ada, [(Attribute.WIL, "1d6")], ScriptedDice([5])).events)
        Ada has 11 WIL again [R56]
    """
    if character.is_deprived:
        return Resolution(character, (_deprived(character),))
    gains: dict[Attribute, int | None] = {}
    for attribute, amount in restores:
        match amount:
            case "1":
                gains[attribute] = 1
            case "full":
                gains[attribute] = None
            case "1d4" | "1d6":
                purpose = f"{character.name}'s restored {attribute}"
                gains[attribute] = dice.face(int(amount[2:]), purpose=purpose, rule="R56")
            case _:
                assert_never(amount)
    return _restored(character, gains, "R56")


@checked
def restore_hearing(character: Character) -> Character:
    """Return the character with its hearing restored, after extraordinary aid (R116).

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Conditions, combat
        >>> deaf = evolve(combat.person("Ada", hp=4), conditions=Conditions(deaf=True))
        >>> restore_hearing(deaf).conditions.deaf
        False
    """
    return with_conditions(character, deaf=False)


@checked
def hour_passed(character: Character) -> Change:
    """Return the character an hour later: a dying character without aid is dead (R99, R120). Others are unchanged."""
    if not character.is_dying:
        return Resolution(character)
    character, event = die(character, "R99" if character.conditions.down == "critical" else "R120")
    return Resolution(character, (event,))


# Harm


@checked
def harm(
    character: Character,
    amount: int,
    dice: Dice,
    *,
    attribute: Attribute = Attribute.STR,
    armor: bool = False,
    rulings: Rulings = DEFAULT,
) -> Change:
    """Damage a character outside combat, by a trap or a fall (R95, R178).

    A player character loses points of an attribute, without a save (A42). Others lose HP and then STR, as in combat,
    unless another attribute is named (A22). The dice are for a save if there is one. With `armor`, armour helps a
    player character (R71, A78).

    Raises:
        DefinitionError: if the damage is not a whole number from 0 to 1000.
        IllegalActionError: if the character is dead.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> from cairn_rules.chance import ScriptedDice
        >>> ada = harm(combat.person("Ada", hp=4, strength=12, kind="pc"), 5, ScriptedDice()).state
        >>> ada.hp.value, ada.strength.value
        (4, 7)
    """
    amount = check_whole("damage", amount, 0, 1000)
    _check_alive(character, "take damage")
    strength = attribute is Attribute.STR
    as_in_combat = strength and character.kind != "pc" and rulings.npc_noncombat == "hp"
    if armor or as_in_combat:
        amount = max(0, amount - armor_of(character, rulings))
    if as_in_combat:
        wound = hit(character, amount, dice, rulings)
        return Resolution(wound.character, wound.events)
    if not amount:
        return Resolution(character, (Event("armor", "R71", who=character.name, amount=0),))
    if strength and rulings.attr_damage_save:
        wound = injure(character, amount, dice, rulings)
        return Resolution(wound.character, wound.events)
    return Resolution(*lose(character, attribute, amount, rule="R95"))


# Scars


@checked
def settle_scar(character: Character, index: int, dice: Dice, rulings: Rulings = DEFAULT) -> Change:
    """Resolve the pending gain of a scar after the wound has healed (R122).

    It ends the effects of the wound, and rolls for the new maximum. HP itself does not rise. Scars of a character are
    numbered from 0.

    Raises:
        DefinitionError: if there is no such scar.
        IllegalActionError: if the scar is settled, or cannot be settled yet, or if the character is dead.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Scar, combat
        >>> from cairn_rules.chance import ScriptedDice
        >>> ada = evolve(combat.person("Ada", hp=4, kind="pc"), scars=(Scar(row=4, detail="leg", pending=True),))
        >>> settled = settle_scar(ada, 0, ScriptedDice([5, 4])).state
        >>> settled.hp, settled.scars[0].changed
        (Score(value=4, max=9), ('hp', 4, 9))
    """
    index = check_whole("the index of a scar", index, 0, 10**6)
    if index >= len(character.scars):
        raise DefinitionError(f"{character.name} has {len(character.scars)} scars, so no scar has the index {index}")
    scar = character.scars[index]
    name, title = character.name, NAMES[scar.row - 1]
    action = f"settle {title}"
    _check_alive(character, action)
    if not scar.pending:
        raise refusal(character, action, REASONS.reason("scar/settled", scar=title, who=name))
    part: ScarPart = "DEX" if scar.row == 7 else "hp"
    score = "DEX" if scar.row == 7 else "HP"
    old = character.dexterity.max if scar.row == 7 else character.hp.max
    purpose = f"{name}'s new {score}"
    match scar.row:
        case 3:
            rule, new = "R111", old + dice.face(6, purpose=f"{name}'s gain of HP", rule="R111")
            character = meet(character, "recovery")
        case 4:
            rule, new = "R112", max(old, dice.sum(2, 6, purpose=purpose, rule="R112"))
        case 5:
            rule, new = "R113", max(old, dice.sum(2, 6, purpose=purpose, rule="R113"))
            character = with_conditions(character, diseased=False)
        case 7:
            rule, new = "R115", max(old, dice.sum(3, 6, purpose=purpose, rule="R115"))
            character = with_conditions(character, hamstrung=False)
        case 11:
            if character.conditions.down in {"mortal", "mended"}:
                raise refusal(character, action, REASONS.reason("scar/unhealed", who=name, scar=title))
            rule, new = "R120", dice.sum(2, 6, purpose=purpose, rule="R120")
        case _:
            raise refusal(character, action, REASONS.reason("scar/doomed", scar=title, who=name))
    changed = None if new == old else (part, old, new)
    if changed:
        character = raised(character, part, new, rulings)
        event = Event("gain", rule, who=name, score=score, amount=new)
    else:
        event = Event("no-gain", rule, who=name, score=score, amount=old)
    settled = evolve(scar, pending=False, changed=changed)
    scars = (*character.scars[:index], settled, *character.scars[index + 1 :])
    return Resolution(replaced(character, scars=scars), (event,))


# Helpers


def _restored(character: Character, gains: Mapping[Attribute, int | None], rule: str) -> Change:
    """Restore attributes by some points, or to their maximum (None), and end the effects of their loss (R57, R60)."""
    name = character.name
    events: list[Event] = []
    for attribute, gain in gains.items():
        old = character.score(attribute)
        new = old.restored if gain is None else old.more(gain)
        if new == old:
            continue
        character = replaced(character, **{attribute.field: new})
        events.append(Event("restored", rule, who=name, amount=new.value, attribute=attribute))
        if not old.value and attribute is not Attribute.STR:
            condition = "paralysed" if attribute is Attribute.DEX else "delirious"
            events.append(Event("lifted", "R60", who=name, condition=condition))
    return Resolution(character, tuple(events))


def _laid(character: Character, down: Literal["stabilised", "mended"], rule: str) -> Change:
    return Resolution(with_conditions(character, down=down), (Event(down, rule, who=character.name),))


def _up(character: Character, events: tuple[Event, ...] = ()) -> Change:
    """Return a stabilised character, or one under care, to action."""
    rule = "R120" if character.conditions.down in {"mortal", "mended"} else "R103"
    character = with_conditions(character, down="")
    return Resolution(character, (*events, Event("recovered", rule, who=character.name)))


def _deprived(character: Character) -> Event:
    return Event("no-recovery", "R62", who=character.name, needs=tuple(sorted(character.conditions.needs)))


def _why_deprived(character: Character) -> Reason:
    return REASONS.reason("recover/deprived", who=character.name, needs=tuple(sorted(character.conditions.needs)))


def _check_alive(character: Character, action: str) -> None:
    if character.conditions.dead:
        raise refusal(character, action, REASONS.reason("character/dead", who=character.name))


def _check_tended(character: Character, action: str) -> None:
    _check_alive(character, action)
    if character.is_dying:
        raise refusal(character, action, REASONS.reason("recover/dying", who=character.name))
