"""Casting from spellbooks and scrolls, and the powers of relics (R144 to R153). `carrying.recharge` recharges them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final, assert_never, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attacks import Loss
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, replaced, with_conditions
from cairn_rules.cairn_rpg.characters.effects import (
    ForcedSave,
    Immunity,
    OncePerDay,
    OnUse,
    OwnerOnly,
    PassSaves,
    Summons,
    SwapLosses,
)
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.content.book import Book, Spell, Threat
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures.abilities import forced_save, tire, use_daily
from cairn_rules.cairn_rpg.procedures.carrying import SHIELDS, check_carried, use
from cairn_rules.cairn_rpg.procedures.damage import lose
from cairn_rules.cairn_rpg.procedures.fatigue import Change
from cairn_rules.cairn_rpg.procedures.recovery import deprive, restore
from cairn_rules.cairn_rpg.procedures.saves import save
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Dice, Resolution
from cairn_rules.errors import Reason
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.phrasebook import Named

__all__ = ["Casting", "call_spellbook", "cast", "cast_reasons", "random_spell"]

INJURY: Final = Loss(attribute=Attribute.STR, dice=Formula.parse("d4"))
"""The default injury of a failed casting, if the ruling is `injury` (A36)."""
_RULES: Final = {"spellbook": "R145", "scroll": "R151", "relic": "R152", "none": "R152"}
"""The rule that lets an item work magic."""
_THREATS: Final[dict[str, frozenset[Threat]]] = {
    "asleep": frozenset({"sleep", "mind"}),
    "charmed": frozenset({"charm", "mind"}),
}
"""The kinds of harm that each condition is, for creatures that are immune to them."""
_IMMUNITIES: Final = {"charmed": frozenset({"charms", "mind-altering magic"})}
"""The immunities of characters, by the condition that they prevent."""


@final
@frozen
class Casting:
    """The result of magic, before the Fatigue of the caster."""

    caster: Character
    """The caster after the magic."""
    targets: tuple[Character, ...]
    """The targets. A caster who is also a target is the same as `caster`."""
    events: tuple[Event, ...]
    """The events in order, without the Fatigue."""
    fatigue: tuple[str, ...]
    """The rules by which the caster adds Fatigue, one rule for each Fatigue."""
    states: tuple[str | None, ...]
    """The condition of each target, such as `asleep`; empty for no condition, None if the magic did not affect it."""


@checked
def cast(
    caster: Character,
    item: Item,
    dice: Dice,
    *,
    targets: Sequence[Character | None] = (),
    danger: bool = False,
    enhanced: bool = False,
    bound: bool = False,
    drops: Iterable[Item] = (),
    injury: Loss = INJURY,
    book: Book | None = None,
    rulings: Rulings = DEFAULT,
) -> Resolution[tuple[Character, ...], Event]:
    """Read a spellbook or a scroll, or use a relic (R145 to R152).

    A spellbook adds a Fatigue. Scrolls and relics add none. If a WIL save is due and fails, the spell works but has ill
    effects as well. The table decides effects without numbers: the events name their texts. The result has the caster
    and the targets, in this order, with the events.

    Args:
        caster: The character. Anyone can cast.
        item: The spellbook, scroll or relic. An item that casts a spell once a day works as a relic.
        dice: The dice.
        targets: The creatures that the magic acts on; None for the caster.
        danger: True in danger, so that a WIL save is due (R147, A35).
        enhanced: True to use time and safety for a greater effect, such as more targets, at no cost (R146).
        bound: True if the hands of the caster are bound or occupied (R150).
        drops: The items to drop if there is no free slot for a Fatigue, in order. They are dropped only if necessary
            (R65). A failure may add a second Fatigue, which also needs room or an item to drop.
        injury: The loss of a failure, if the ruling is `injury` (A36).
        book: The book with the spell (default: that of the game).
        rulings: The rulings.

    Raises:
        IllegalActionError: if the caster cannot act or cannot use the item, if the magic does not act on so many
            creatures, if it is enhanced in danger, or if an item has to be dropped and the next one of `drops` cannot
            be.

    Example:
        >>> from cairn_rules.cairn_rpg.characters.attributes import Score
        >>> from cairn_rules.cairn_rpg import book
        >>> from cairn_rules.cairn_rpg.procedures.carrying import take
        >>> from cairn_rules.chance import ScriptedDice
        >>> ten = Score.full(10)
        >>> ada = Character(name="Ada", strength=ten, dexterity=ten, willpower=ten, hp=Score.full(4))
        >>> cure = book().spells["cure-wounds"].spellbook
        >>> hurt = Character(name="Bo", strength=Score(5, 9), dexterity=ten, willpower=ten, hp=Score.full(4))
        >>> result = cast(take(ada, cure), cure, ScriptedDice([3]), targets=[hurt])
        >>> for event in result.events:
        ...     print(event)
        Ada casts Cure Wounds [R145]
        Bo has 8 STR again [R56]
        Ada adds a Fatigue and has 1 [R145]
    """
    known = the_book(book)
    action = f"cast {item.name}"
    check_carried(caster, item, action)
    reasons = list(cast_reasons(caster, item, bound=bound, rulings=rulings))
    if not caster.is_able:
        reasons.insert(0, REASONS.reason("cast/unable", who=caster.name))
    if enhanced and danger:
        reasons.append(REASONS.reason("cast/unsafe"))
    most = _most_targets(spell_of(item, known))
    if most is not None and len(targets) > most and not enhanced:
        allowed = Named(most, ("no target", "one target")[most])
        reasons.append(REASONS.reason("cast/targets", item=item.name, most=allowed, count=len(targets)))
    if reasons:
        raise refusal(caster, action, *reasons)
    # Refuse before the dice, also if only a failure would need the drop.
    drops = tuple(drops)
    worst = ("R145",) * (item.magic == "spellbook")
    sure = any(isinstance(each, PassSaves) and each.attribute is Attribute.WIL for each in caster.effects)
    if rulings.cast_fail == "fatigue" and not sure and save_due(caster, item, danger=danger, rulings=rulings):
        worst += ("R148",)
    tire(caster, worst, drops, rulings)
    casting = perform(
        caster,
        item,
        dice,
        targets=targets,
        danger=danger,
        enhanced=enhanced,
        injury=injury,
        book=known,
        rulings=rulings,
    )
    tired = tire(casting.caster, casting.fatigue, drops, rulings)
    caster = held(tired.state, item)
    others = (caster if given is None else after for given, after in zip(targets, casting.targets, strict=True))
    return Resolution((caster, *others), (*casting.events, *tired.events))


@checked
def call_spellbook(character: Character, spell: Spell, dice: Dice) -> Change:
    r"""Call a spellbook that comes at its owner's will, with the save that it requires.

    After a failed save, the character is Deprived until a night or some hours of rest.

    Raises:
        IllegalActionError: if the spellbook cannot be called.

    Example:
        >>> from cairn_rules.cairn_rpg import book, combat
        >>> from cairn_rules.chance import ScriptedDice
        >>> ada = combat.person("Ada", hp=4, willpower=9)
        >>> print(*call_spellbook(ada, book().spells["telekinesis"], ScriptedDice([15])).events, sep="\n")
        Ada calls the spellbook of Telekinesis [R144]
        Ada fails the WIL save and is Deprived [R61]
    """
    name = character.name
    if spell.save is None:
        raise refusal(character, f"call {spell.name}", REASONS.reason("cast/no-call", spell=spell.name))
    event = Event("called", "R144", who=name, spell=Named(spell.id, spell.name), text_id=f"spell/{spell.id}/book")
    if save(character, spell.save, dice, rule="R144"):
        return Resolution(character, (event,))
    failed = Event("deprived", "R61", who=name, attribute=spell.save)
    return Resolution(deprive(character, "recovery"), (event, failed))


@checked
def random_spell(dice: Dice, *, book: Book | None = None) -> Spell:
    """Roll a d100 on the list of spells (R1, R4). To choose instead, use `book().spells` (R6).

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> random_spell(ScriptedDice([1])).name, random_spell(ScriptedDice([100])).name
        ('Adhere', 'X-Ray Vision')
    """
    spells = tuple(the_book(book).spells.values())
    return spells[dice.face(len(spells), purpose="spell", rule="R1") - 1]


# What casting consists of


def the_book(book: Book | None = None) -> Book:
    """Return a book, or by default that of the game."""
    if book is not None:
        return book
    from cairn_rules.cairn_rpg.content.book_file import book as read  # noqa: PLC0415 - reads files

    return read()


@checked
def spell_of(item: Item, book: Book) -> Spell | None:
    """Return the spell in an item; None if it has a power of its own.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> spell_of(book().spells["sleep"].scroll, book()).name
        'Sleep'
    """
    return None if item.spell is None else book.spells.get(item.spell)


@checked
def cast_reasons(
    caster: Character, item: Item, *, bound: bool = False, rulings: Rulings = DEFAULT
) -> tuple[Reason, ...]:
    """Return the reason why a carried item cannot be read or used for its magic; empty if it can (R145, R150 to R152).

    It does not check whether the caster can act at all. `bound` is true if the hands of the caster are bound or
    occupied.

    Example:
        >>> from cairn_rules.cairn_rpg import book, combat
        >>> sleep = book().spells["sleep"].spellbook
        >>> [reason.text for reason in cast_reasons(combat.person("Ada", hp=4), sleep, bound=True)]
        ['the hands of Ada are not free']
    """
    name = caster.name
    found: list[Reason] = []
    if item.magic == "none":
        daily = _daily(caster, item)
        if daily is None:
            return (REASONS.reason("cast/no-magic", item=item.name),)
        if daily.text in caster.conditions.today:
            found.append(REASONS.reason("cast/used-today", item=item.name))
    found += _hand_reasons(caster, item, bound=bound, rulings=rulings)
    if item.personal and not any(isinstance(each, OwnerOnly) and each.item == item.id for each in caster.effects):
        found.append(REASONS.reason("cast/not-owner", item=item.name, who=name))
    uses = item.charges or item.uses
    if uses is not None and not uses.left:
        hint = ": recharge it first" if item.charges else ""
        found.append(REASONS.reason("item/no-uses", _RULES[item.magic], item=item.name, hint=hint))
    return tuple(found)


def _hand_reasons(caster: Character, item: Item, *, bound: bool, rulings: Rulings) -> list[Reason]:
    """Return the reason why the hands of a caster are not free for a spellbook or a scroll (R145, R150)."""
    name = caster.name
    found: list[Reason] = []
    if item.magic in {"spellbook", "scroll"}:
        cart = next((each for each in caster.inventory.containers if each.pulled), None)
        if cart:
            found.append(REASONS.reason("hands/pulling", "R150", who=name, cart=cart.name))
        if bound:
            found.append(REASONS.reason("hands/bound", who=name))
    if item.magic == "spellbook" and rulings.cast_hands:
        shield = next((each for each in caster.inventory.items if each.id in SHIELDS and each.worn), None)
        if shield:
            found.append(REASONS.reason("hands/holding", "R145", who=name, item=item.name, shield=shield.name))
    return found


@checked
def save_due(caster: Character, item: Item, *, danger: bool, rulings: Rulings = DEFAULT) -> bool:
    """Return whether a WIL save is due: by default in danger and while Deprived, not for relics (R147, A35, A37).

    Example:
        >>> from cairn_rules.cairn_rpg import book, combat
        >>> ada, sleep = combat.person("Ada", hp=4), book().spells["sleep"].spellbook
        >>> save_due(ada, sleep, danger=True), save_due(ada, sleep, danger=False)
        (True, False)
    """
    if item.magic not in {"spellbook", "scroll"} or (item.magic == "scroll" and not rulings.scroll_save):
        return False
    match rulings.cast_save:
        case "always":
            return True
        case "never":
            return False
        case "danger":
            return danger or caster.is_deprived
        case _:
            assert_never(rulings.cast_save)


def perform(
    caster: Character,
    item: Item,
    dice: Dice,
    *,
    targets: Sequence[Character | None] = (),
    danger: bool = False,
    enhanced: bool = False,
    injury: Loss = INJURY,
    book: Book,
    rulings: Rulings = DEFAULT,
) -> Casting:
    """Work the magic of an item, without checks and without the Fatigue that it costs. See `cast`."""
    name = caster.name
    spell = spell_of(item, book)
    rule = _RULES[item.magic]
    if spell is None:
        events = [Event("cast", rule, who=name, item=Named(item.id, item.name), text_id=item.text)]
    else:
        events = [Event("cast", rule, who=name, spell=Named(spell.id, spell.name), text_id=f"spell/{spell.id}")]
    if enhanced:
        events.append(Event("enhanced", "R146", who=name))
    # 1. The cost to the item
    caster, drained = _drained(caster, item, rulings)
    events += drained
    # 2. The save
    fatigue = ("R145",) * (item.magic == "spellbook")
    failed = False
    if save_due(caster, item, danger=danger, rulings=rulings):
        failed = not save(caster, Attribute.WIL, dice, rule="R147")
        events.append(Event("save-failed" if failed else "save", "R147", who=name, attribute=Attribute.WIL))
    events += _disasters(caster, caster, "self", dice)
    # 3. The effects. The caster is the first one.
    people = [caster, *(each for each in targets if each is not None)]
    numbers = count(1)
    places = [0 if target is None else next(numbers) for target in targets]
    states: list[str | None] = []
    for place in places:
        if place:
            events += _disasters(people[0], people[place], "wielder", dice)
        if (why := _resisted(people[0], people[place], item, spell, dice, book)) is not None:
            events.append(why)
            states.append(None)
            continue
        state, more = _affect(people, place, item, spell, dice)
        events += more
        states.append(state)
    events += _lasting(people[0], item, spell)
    # 4. The ill effects
    if failed:
        people[0], ill = _backfire(people[0], item, dice, injury, rulings)
        events += ill
        if rulings.cast_fail == "fatigue":
            fatigue += ("R148",)
    return Casting(people[0], tuple(people[place] for place in places), tuple(events), fatigue, tuple(states))


def held(caster: Character, item: Item) -> Character:
    """Return the caster with a spellbook that is armour in hand, and other spellbooks put away (R69, R145)."""
    if item.magic != "spellbook":
        return caster
    items = caster.inventory.items
    place = items.index(item) if item in items else None
    changed = tuple(
        evolve(each, worn=each.armor > 0 and index == place) if each.magic == "spellbook" else each
        for index, each in enumerate(items)
    )
    return replaced(caster, inventory=evolve(caster.inventory, items=changed))


def _daily(caster: Character, item: Item) -> OncePerDay | None:
    """Return the effect by which an item casts a spell once a day."""
    return next(
        (each for each in caster.effects if isinstance(each, OncePerDay) and each.spell and each.item == item.id), None
    )


def _most_targets(spell: Spell | None) -> int | None:
    """Return the number of creatures that can be chosen; None for any number."""
    if spell is None or spell.target == "creatures":
        return None
    return int(spell.target == "creature")


def _drained(caster: Character, item: Item, rulings: Rulings) -> tuple[Character, tuple[Event, ...]]:
    """Spend a charge of a relic, the whole scroll, or the daily use."""
    daily = _daily(caster, item)
    if item.magic == "scroll":
        caster = replaced(caster, inventory=caster.inventory.without(item))
        return caster, (Event("scroll-spent", "R151", who=caster.name, item=Named(item.id, item.name)),)
    if item.magic == "none" and daily is not None:
        return use_daily(caster, daily), ()
    if item.magic == "relic" and (item.charges or item.uses):
        used = use(caster, item, rulings)
        return used.state, used.events
    return caster, ()


def _disasters(wielder: Character, cursed: Character, who: str, dice: Dice) -> list[Event]:
    """Make the saves of the wielder that a curse on it or on a target requires (R52)."""
    return [
        forced_save(wielder, effect, dice)[1]
        for effect in cursed.effects
        if isinstance(effect, ForcedSave) and effect.fail == "disaster" and effect.who == who
    ]


def _resisted(
    caster: Character, target: Character, item: Item, spell: Spell | None, dice: Dice, book: Book
) -> Event | None:
    """Return the event of a target that magic does not affect; None if it does."""
    name = target.name
    condition = spell.condition if spell else ""
    creature = book.creatures.get(target.creature or "")
    if creature is not None:
        threats = {"magic", *_THREATS.get(condition, ())}
        if item.magic in {"spellbook", "scroll"}:
            threats.add("spellbooks")
        if threats & set(creature.immune):
            return Event("immune", "R144", who=name)
        if creature.resists_magic and not save(caster, Attribute.WIL, dice, rule="R52"):
            return Event("resisted", "R52", who=name, caster=caster.name)
    against = _IMMUNITIES.get(condition, frozenset())
    if any(isinstance(each, Immunity) and not each.when and each.to in against for each in target.effects):
        return Event("immune", "R144", who=name)
    return None


def _affect(
    people: list[Character], place: int, item: Item, spell: Spell | None, dice: Dice
) -> tuple[str, list[Event]]:
    """Apply magic to one of the characters, the first of which is the caster. Return its condition and the events."""
    target = people[place]
    name = target.name
    rule = _RULES[item.magic]
    events: list[Event] = []
    if spell is not None:
        if spell.restores:
            events += _restore(people, place, spell, dice)
        if spell.condition:
            events.append(Event(spell.condition, rule, who=name))
            if spell.condition == "deaf":
                people[place] = with_conditions(target, deaf=True)
        return spell.condition, events
    state = ""
    for effect in powers_of(people[0], item):
        if isinstance(effect, ForcedSave) and effect.who in {"target", "nearby", "hearers"}:
            passed, event = forced_save(people[place], effect, dice)
            events.append(event)
            state = state if passed else effect.fail
        elif isinstance(effect, SwapLosses) and place:
            events += _swap(people, place, effect.attribute)
    return state, events


def _restore(people: list[Character], place: int, spell: Spell, dice: Dice) -> tuple[Event, ...]:
    """Restore attributes of a target, once a day."""
    target = people[place]
    text_id = f"spell/{spell.id}"
    if target.conditions.dead:
        return (Event("dead", "R101", who=target.name, spell=Named(spell.id, spell.name)),)
    if text_id in target.conditions.today:
        return (Event("used-today", "R56", who=target.name, spell=Named(spell.id, spell.name)),)
    healed = restore(target, spell.restores, dice)
    people[place] = healed.state
    if not target.is_deprived:
        conditions = healed.state.conditions
        people[place] = with_conditions(healed.state, today=conditions.today | {text_id})
    return healed.events


def _swap(people: list[Character], place: int, attribute: Attribute) -> list[Event]:
    """Exchange the lost points of an attribute between the caster and a target, as far as their maxima allow (R57)."""
    scores = [people[index].score(attribute) for index in (0, place)]
    lost = [score.max - score.value for score in scores]
    events: list[Event] = []
    for index, score, loss in zip((0, place), scores, reversed(lost), strict=True):
        new = score.restored.less(loss)
        if new.value > score.value:
            name = people[index].name
            people[index] = replaced(people[index], **{attribute.field: new})
            events.append(Event("restored", "R152", who=name, amount=new.value, attribute=attribute))
        elif new.value < score.value:
            people[index], more = lose(people[index], attribute, score.value - new.value, rule="R152")
            events += more
    return events


def powers_of(caster: Character, item: Item) -> tuple[object, ...]:
    """Return the effects of using an item that holds no spell."""
    return tuple(
        part
        for effect in caster.effects
        if isinstance(effect, OnUse) and effect.item == item.id
        for part in effect.effects
    )


def _lasting(caster: Character, item: Item, spell: Spell | None) -> list[Event]:
    """Return the events of lasting effects: a ward, greater speed, and a creature that appears."""
    name, rule = caster.name, _RULES[item.magic]
    if spell is None:
        return [
            Event("summoned", rule, who=name, companion=Named(effect.companion.id, effect.companion.name))
            for effect in caster.effects
            if isinstance(effect, Summons) and effect.item == item.id
        ]
    named = Named(spell.id, spell.name)
    events: list[Event] = []
    if spell.harmed_only_by:
        events.append(Event("warded", rule, who=name, ward=spell.harmed_only_by, spell=named))
    if spell.speed > 1:
        events.append(Event("speed", "R78", who=name, amount=spell.speed))
    if spell.seconds:
        events.append(Event("lasting", "R72", who=name, spell=named, amount=spell.seconds))
    return events


def _backfire(
    caster: Character, item: Item, dice: Dice, injury: Loss, rulings: Rulings
) -> tuple[Character, tuple[Event, ...]]:
    """Apply the ill effects of a failed save, besides Fatigue (R148, A36)."""
    name = caster.name
    match rulings.cast_fail:
        case "fatigue":
            return caster, (Event("backfire", "R148", who=name),)
        case "story":
            return caster, (Event("backfire-story", "R148", who=name),)
        case "book":
            event = Event("backfire-book", "R148", who=name, item=Named(item.id, item.name))
            if item in caster.inventory.items:
                caster = replaced(caster, inventory=caster.inventory.without(item))
            return caster, (event,)
        case "injury":
            loss = injury.dice.roll(dice, purpose=f"{name}'s loss of {injury.attribute}", rule="R148")
            event = Event("backfire-injury", "R148", who=name)
            caster, more = lose(caster, injury.attribute, loss, permanent=injury.permanent, rule="R148")
            return caster, (event, *more)
        case _:
            assert_never(rulings.cast_fail)
