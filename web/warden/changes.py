"""The changes that the Warden makes on the sheets, each by the rules and with the lines of what happened.

`CHANGES` change one member, `DEALINGS` two. A change that would make a sheet illegal is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar, final

from attrs import evolve, field, fields_dict, frozen
from attrs.validators import instance_of

from cairn_rules.cairn_rpg import Attribute, Character, Score, book
from cairn_rules.cairn_rpg.character_words import item_words
from cairn_rules.cairn_rpg.characters.character import replaced, with_conditions
from cairn_rules.cairn_rpg.characters.inventory import armor_of
from cairn_rules.cairn_rpg.characters.items import Container, Item, new_id
from cairn_rules.cairn_rpg.characters.soundness import MOST_NAME, is_name
from cairn_rules.cairn_rpg.content.book import Goods
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import carrying, fatigue, magic, market, recovery
from cairn_rules.cairn_rpg.procedures.damage import die, hit, lose
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.validation import validate
from cairn_rules.chance import Dice, Resolution
from cairn_rules.chance.dice import check_whole
from cairn_rules.errors import CairnRulesError, IllegalActionError, quoted
from cairn_rules.phrasebook import Named
from web.shared.answers import unanswered

MOST_DAMAGE: Final = 1000
"""Maximum of damage, of scores and of other amounts on a sheet."""
CONDITIONS: Final = MappingProxyType(
    {
        "critical": ("under Critical Damage", "R99"),
        "stabilised": ("stabilised", "R103"),
        "mortal": ("mortally wounded", "R120"),
        "mended": ("under care", "R120"),
        "panicked": ("panicked", "R177"),
        "doomed": ("doomed", "R121"),
        "hamstrung": ("hamstrung", "R115"),
        "deaf": ("deaf", "R116"),
        "diseased": ("diseased", "R113"),
        "dead": ("dead", "R101"),
    }
)
"""The conditions that the Warden starts and ends, in words, with their rules. Deprivation follows from needs (R61)."""
_LINE: Final = f"give one line of at most {MOST_NAME} characters."
SELF: Final = "self"
"""The place of magic that acts on its caster."""
STASH: Final = "stash"
"""The place of what is left behind."""


@final
@frozen(kw_only=True)
class Wish:
    """A change that the Warden wishes. Each kind of change reads some of the fields."""

    what: str = field(default="", validator=instance_of(str))
    """The kind: a key of `CHANGES` or of `DEALINGS`."""
    amount: int = field(default=1, validator=instance_of(int))
    """A number of points, gold pieces, slots or the like; negative for a loss."""
    most: int = field(default=0, validator=instance_of(int))
    """The maximum of a corrected score."""
    score: str = field(default="", validator=instance_of(str))
    """A score: `hp`, or an attribute such as `STR`."""
    text: str = field(default="", validator=instance_of(str))
    """A name, a need or a condition."""
    item: str = field(default="", validator=instance_of(str))
    """The key of an item."""
    place: str = field(default="", validator=instance_of(str))
    """The key of a container, `STASH`, or `SELF`."""
    danger: bool = field(default=False, validator=instance_of(bool))
    """True for magic in danger (R147)."""
    drops: tuple[str, ...] = ()
    """The keys of the items to drop for Fatigue (R65), in order."""


def wish_of(asked: Mapping[str, Any]) -> Wish:
    """Return the wish of a message of the page, of which the other parts are ignored.

    Raises:
        ValueError: if the page never sends such a wish.
    """
    found: dict[str, Any] = {name: asked[name] for name in fields_dict(Wish).keys() & asked.keys()}
    unknown = unanswered(dict(asked))
    found["drops"] = tuple(asked.get("drops", ()))
    try:
        wish = Wish(**found)
    except TypeError:
        raise unknown from None
    if wish.what not in CHANGES.keys() | DEALINGS.keys() or wish.score not in {"", "hp", *Attribute}:
        raise unknown
    if wish.what == "condition" and wish.text not in CONDITIONS:
        raise unknown
    return wish


Lines: TypeAlias = Iterable[object]
"""The events, or sentences with their rules."""
Change: TypeAlias = Callable[[Character, Wish, Dice], tuple[Character, Lines]]
Dealing: TypeAlias = Callable[[Character, Character, Wish, Dice], tuple[Character, Character, Lines]]


class Thing(Protocol):
    """An item or a container."""

    @property
    def id(self) -> str:
        """The id of its kind."""
        ...


ThingT = TypeVar("ThingT", bound=Thing)


def key_of(place: int, thing: Thing) -> str:
    """Return the key by which the page names an item or a container: its place, and its id as a check."""
    return f"{place}:{thing.id}"


def _keyed(things: Sequence[ThingT], key: str, who: Character) -> ThingT:
    """Return the thing of a key.

    Raises:
        CairnRulesError: if it is not there any more, for instance after a second click.
    """
    for place, thing in enumerate(things):
        if key_of(place, thing) == key:
            return thing
    raise CairnRulesError(f"{who.name} no longer has {quoted(key.partition(':')[2])}.")


def _item(who: Character, wish: Wish) -> Item:
    return _keyed(who.inventory.items, wish.item, who)


def _container(who: Character, wish: Wish) -> Container | None:
    return None if wish.place == STASH else _keyed(who.inventory.containers, wish.place, who)


def _cart(who: Character, wish: Wish) -> Container:
    return _keyed(who.inventory.containers, wish.place, who)


def _drops(who: Character, wish: Wish) -> tuple[Item, ...]:
    return tuple(_keyed(who.inventory.items, key, who) for key in wish.drops)


def _told(change: Resolution[Character, Event]) -> tuple[Character, Lines]:
    return change.state, change.events


def _named(thing: Item | Container) -> Named:
    return Named(thing.id, thing.name)


# 1. scores, Fatigue and gold


def _score(who: Character, wish: Wish, dice: Dice) -> tuple[Character, Lines]:
    """Lose or gain points by hand. What is gained is a recovery, which the Deprived do not have (R57, R62)."""
    points = check_whole("the points", abs(wish.amount), 1, MOST_DAMAGE)
    if wish.score == "hp":
        if wish.amount > 0 and who.is_deprived:
            needs = tuple(sorted(who.conditions.needs))
            raise refusal(who, "recover HP", REASONS.reason("recover/deprived", who=who.name, needs=needs))
        hp = who.hp.more(points) if wish.amount > 0 else who.hp.less(points)
        return replaced(who, hp=hp), (Event("hp", "R57", who=who.name, amount=hp.value),)
    attribute = Attribute(wish.score)
    if wish.amount < 0:
        return lose(who, attribute, points, rule="R95")
    change = recovery.restore(who, ((attribute, "1"),), dice)
    for _ in range(points - 1):
        more = recovery.restore(change.state, ((attribute, "1"),), dice)
        change = Resolution(more.state, (*change.events, *more.events))
    return _told(change)


def _correct(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    score = Score(wish.amount, check_whole("the maximum", wish.most, 0, MOST_DAMAGE))
    field, label = ("hp", "HP") if wish.score == "hp" else (Attribute(wish.score).field, wish.score)
    return replaced(who, **{field: score}), (f"{who.name} has {score} {label} [R57]",)


def _fatigue(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    if wish.amount > 0:
        return _told(fatigue.add_fatigue(who, drop=next(iter(_drops(who, wish)), None)))
    rested = fatigue.remove_fatigue(who)
    return rested, (f"{who.name} has {rested.inventory.fatigue} Fatigue [R66]",)


def _gold(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    if wish.amount < 0:
        return carrying.pay(who, -wish.amount), (Event("paid", "R222", who=who.name, amount=-wish.amount),)
    return carrying.take_gold(who, wish.amount), (Event("gold", "R222", who=who.name, amount=wish.amount),)


# 2. items and containers


def rows_of(name: str) -> tuple[Goods, str | None] | None:
    """Return the row of the price lists that sells a name, with the name if it sells several; None if there is none."""
    for rows in book().goods.values():
        for row in rows:
            for each in row.names or (row.name,):
                if each.casefold() == name.casefold():
                    return row, each if row.names else None
    return None


def item_names() -> tuple[str, ...]:
    """Return the names that `take` and `buy` know: those of the price lists, then spellbooks and scrolls."""
    goods = (row for key, rows in book().goods.items() if key not in {"hirelings", "upkeep"} for row in rows)
    names = [name for row in goods for name in row.names or (row.name,)]
    return tuple(dict.fromkeys((*names, *(each.name for each in _magical()))))


def _magical() -> Iterator[Item]:
    spells = book().spells.values()
    yield from (each.spellbook for each in spells)
    yield from (each.scroll for each in spells)


def _take(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    """Take things by name: of the price lists, a spellbook or a scroll, or any other item."""
    count, name = _counted(wish)
    if not is_name(name):
        raise CairnRulesError(f"{quoted(name)} is not the name of an item: {_LINE}")
    if found := rows_of(name):
        row, chosen = found
        if row.container is not None:
            inventory = evolve(who.inventory, containers=(*who.inventory.containers, *(row.container,) * count))
            return replaced(who, inventory=inventory), (f"{who.name} has {_times(count, row.name)} [R35]",)
        item = market.item_of(row, chosen)
    else:
        item = next((each for each in _magical() if each.name.casefold() == name.casefold()), None)
        item = item or Item(id=new_id(name), name=name, slots=wish.amount)
    if item is None:
        raise CairnRulesError(f"{quoted(name)} is not an item but a service; it can only be bought.")
    after = _repeated(who, count, lambda each: carrying.take(each, item))
    return after, (Event("taken", "R40", who=who.name, item=Named(item.id, _times(count, item.name))),)


def _buy(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    count, name = _counted(wish)
    found = rows_of(name)
    if found is None:
        raise CairnRulesError(f"{quoted(name)} is not on a price list; take it instead, or pay for it by hand.")
    row, chosen = found
    price = count * market.price_of(who, row)
    after = _repeated(who, count, lambda each: market.buy(each, row, name=chosen))
    bought = Named(row.id, _times(count, chosen or row.name))
    return after, (Event("bought", "R213", who=who.name, item=bought, price=price),)


def _counted(wish: Wish) -> tuple[int, str]:
    """Return the number in front of a name, which is 1 by default, and the name: `2 torch` is two torches."""
    from cairn_rules.cairn_rpg.combat.foes import counted  # noqa: PLC0415 - needed only to add items

    return counted(wish.text.strip())


def _times(count: int, name: str) -> str:
    return name if count == 1 else f"{count} x {name}"


def _repeated(who: Character, count: int, once: Callable[[Character], Character]) -> Character:
    """Return a member after as many purchases or the like.

    Raises:
        CairnRulesError: if the rules do not allow all of them.
    """
    for number in range(count):
        try:
            who = once(who)
        except IllegalActionError as error:
            if number == 0:
                raise
            raise CairnRulesError(f"Only {number} of {count} would be possible: {problem_of(error)}") from None
    return who


def _drop(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    item = _item(who, wish)
    return carrying.drop(who, item), (Event("dropped", "R40", who=who.name, item=_named(item)),)


def _use(who: Character, wish: Wish, dice: Dice) -> tuple[Character, Lines]:
    """Use an item: for its magic, to restore attributes, or for one of its uses."""
    item = _item(who, wish)
    if item.magic != "none":
        targets = (None,) if wish.place == SELF else ()
        done = magic.cast(who, item, dice, targets=targets, danger=wish.danger, drops=_drops(who, wish))
        return done.state[0], done.events
    if item.restores:
        healed = recovery.heal(who, None, item, dice)
        return healed.state[0], healed.events
    return _told(carrying.use(who, item))


def _recharge(who: Character, wish: Wish, dice: Dice) -> tuple[Character, Lines]:
    return _told(carrying.recharge(who, _item(who, wish), dice))


def _wear(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    item = _item(who, wish)
    return carrying.wear(who, item), (Event("worn", "R42", who=who.name, item=_named(item)),)


def _take_off(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    item = _item(who, wish)
    return carrying.take_off(who, item), (Event("taken-off", "R42", who=who.name, item=_named(item)),)


def _light(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    return _told(carrying.light(who, _item(who, wish)))


def _put_out(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    item = _item(who, wish)
    return carrying.put_out(who, item), (Event("light-out", "R170", who=who.name, item=_named(item)),)


def _stow(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    item, container = _item(who, wish), _container(who, wish)
    event = Event("left", "R40", who=who.name, item=_named(item))
    if container is not None:
        event = Event("stowed", "R35", who=who.name, item=_named(item), container=_named(container))
    return carrying.stow(who, item, container), (event,)


def _fetch(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    container = _container(who, wish)
    items = who.inventory.stash if container is None else container.items
    item = _keyed(items, wish.item, who)
    event = Event("taken", "R40", who=who.name, item=_named(item))
    if container is not None:
        event = Event("fetched", "R35", who=who.name, item=_named(item), container=_named(container))
    return carrying.fetch(who, item, container), (event,)


def _pull(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    cart = _cart(who, wish)
    if cart.pulled:
        return carrying.park(who, cart), (f"{who.name} lets go of {cart.name} [R35]",)
    return carrying.pull(who, cart), (f"{who.name} pulls {cart.name} [R35]",)


def _burden(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    mount = _cart(who, wish)
    after = carrying.burden(who, mount, burdened=not mount.burdened)
    return after, (f"{mount.name} of {who.name} is {'no longer ' * mount.burdened}burdened [R35]",)


def _stow_gold(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    container = _cart(who, wish)
    line = f"{who.name} puts {wish.amount}gp into {container.name} [R35]"
    return carrying.stow_gold(who, wish.amount, container), (line,)


def _fetch_gold(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    container = _cart(who, wish)
    line = f"{who.name} takes {wish.amount}gp out of {container.name} [R35]"
    return carrying.fetch_gold(who, wish.amount, container), (line,)


# 3. conditions, rest and harm


def _need(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    """Start or end a need (R61)."""
    need = wish.text
    if need in who.conditions.needs:
        return recovery.meet(who, need), (f"{who.name} no longer lacks {need} [R61]",)
    return recovery.deprive(who, need), (Event("need-unmet", "R61", who=who.name, need=need),)


def _condition(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    """Start or end a condition."""
    name = wish.text
    if name == "dead" and not who.conditions.dead:
        dead, event = die(who)
        return dead, (event,)
    on = not has_condition(who, name)
    if name in {"critical", "stabilised", "mortal", "mended"}:
        changed = with_conditions(who, down=name if on else "")
    else:
        changed = with_conditions(who, **{name: on})
    words, rule = CONDITIONS[name]
    return changed, (f"{who.name} is {'' if on else 'no longer '}{words} [{rule}]",)


def has_condition(who: Character, name: str) -> bool:
    """Return whether a member has one of the `CONDITIONS`."""
    return who.conditions.down == name or getattr(who.conditions, name, False) is True


def _calm(who: Character, _: Wish, dice: Dice) -> tuple[Character, Lines]:
    return _told(recovery.overcome_panic(who, dice))


def _rest(who: Character, _: Wish, __: Dice) -> tuple[Character, Lines]:
    return _told(recovery.rest(who))


def _night(who: Character, _: Wish, __: Dice) -> tuple[Character, Lines]:
    return _told(recovery.rest_night(who))


def _week(who: Character, _: Wish, __: Dice) -> tuple[Character, Lines]:
    return _told(recovery.rest_week(who))


def _day(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    ended, events = _told(recovery.end_of_day(who, drops=_drops(who, wish)))
    return ended, events or (f"{who.name} ends the day [R63]",)


def _aid(who: Character, _: Wish, __: Dice) -> tuple[Character, Lines]:
    return _told(recovery.aid(who))


def _hour(who: Character, _: Wish, __: Dice) -> tuple[Character, Lines]:
    return _told(recovery.hour_passed(who))


def _hit(who: Character, wish: Wish, dice: Dice) -> tuple[Character, Lines]:
    """Take damage, reduced by armour, from HP and then from STR (R68, R96 to R106)."""
    damage = check_whole("damage", wish.amount, 1, MOST_DAMAGE) - armor_of(who)
    if damage <= 0:
        return who, (Event("armor", "R68", who=who.name, amount=0),)
    wound = hit(who, damage, dice)
    return wound.character, wound.events


def _harm(who: Character, wish: Wish, dice: Dice) -> tuple[Character, Lines]:
    return _told(recovery.harm(who, wish.amount, dice, attribute=Attribute(wish.score)))


def _settle(who: Character, wish: Wish, dice: Dice) -> tuple[Character, Lines]:
    return _told(recovery.settle_scar(who, wish.amount, dice))


def _rename(who: Character, wish: Wish, _: Dice) -> tuple[Character, Lines]:
    name = wish.text.strip()
    if not is_name(name):
        raise CairnRulesError(f"{quoted(name)} is not a name: {_LINE}")
    return replaced(who, name=name), (Event("renamed", "R10", former=who.name, who=name),)


CHANGES: Final[Mapping[str, Change]] = MappingProxyType(
    {
        "score": _score,
        "correct": _correct,
        "fatigue": _fatigue,
        "gold": _gold,
        "take": _take,
        "buy": _buy,
        "drop": _drop,
        "use": _use,
        "recharge": _recharge,
        "wear": _wear,
        "take_off": _take_off,
        "light": _light,
        "put_out": _put_out,
        "stow": _stow,
        "fetch": _fetch,
        "stow_gold": _stow_gold,
        "fetch_gold": _fetch_gold,
        "pull": _pull,
        "burden": _burden,
        "need": _need,
        "condition": _condition,
        "calm": _calm,
        "rest": _rest,
        "night": _night,
        "week": _week,
        "day": _day,
        "aid": _aid,
        "hour": _hour,
        "hit": _hit,
        "harm": _harm,
        "settle": _settle,
        "rename": _rename,
    }
)
"""The changes of one member, by their kinds."""


# 4. between two members


def _give(giver: Character, receiver: Character, wish: Wish, _: Dice) -> tuple[Character, Character, Lines]:
    item = _item(giver, wish)
    return *carrying.give(giver, receiver, item), (_given(giver, receiver, item),)


def _give_gold(giver: Character, receiver: Character, wish: Wish, _: Dice) -> tuple[Character, Character, Lines]:
    event = Event("gave-gold", "R222", who=giver.name, amount=wish.amount, receiver=receiver.name)
    return *carrying.give_gold(giver, receiver, wish.amount), (event,)


def _hand_over(giver: Character, receiver: Character, wish: Wish, _: Dice) -> tuple[Character, Character, Lines]:
    container = _cart(giver, wish)
    return *carrying.hand_over(giver, receiver, container), (_given(giver, receiver, container),)


def _given(giver: Character, receiver: Character, thing: Item | Container) -> Event:
    return Event("given", "R40", who=giver.name, item=_named(thing), receiver=receiver.name)


def _use_on(owner: Character, patient: Character, wish: Wish, dice: Dice) -> tuple[Character, Character, Lines]:
    """Use an item on another member: its magic, bandages, or what restores attributes."""
    item = _item(owner, wish)
    if item.magic != "none":
        done = magic.cast(owner, item, dice, targets=(patient,), danger=wish.danger, drops=_drops(owner, wish))
        return done.state[0], done.state[1], done.events
    restores = bool(item.restores)
    change = recovery.heal(owner, patient, item, dice) if restores else recovery.bandage(owner, patient, item)
    return *change.state, change.events


DEALINGS: Final[Mapping[str, Dealing]] = MappingProxyType(
    {"give": _give, "give_gold": _give_gold, "hand_over": _hand_over, "use_on": _use_on}
)
"""The changes of two members, by their kinds: of the one who acts, and of the other."""


# 5. all of them


def changed(
    members: tuple[Character, ...], place: int, wish: Wish, dice: Dice, *, other: int | None = None
) -> tuple[tuple[Character, ...], tuple[str, ...]]:
    """Return the members after a change, and the lines of what happened.

    Args:
        members: The members.
        place: The index of the one who is changed, or who acts.
        wish: The change.
        dice: The dice.
        other: The index of the other one, for a change of two.

    Raises:
        CairnRulesError: if the rules do not allow it, or nothing would change. `IllegalActionError` has the reason.
    """
    new = list(members)
    if other is None:
        new[place], told = CHANGES[wish.what](members[place], wish, dice)
    else:
        new[place], new[other], told = DEALINGS[wish.what](members[place], members[other], wish, dice)
    lines = tuple(map(str, told))
    lines += tuple(line for line in filled(members, new) if line not in lines)
    if tuple(new) == members:
        raise CairnRulesError(lines[0] if lines else f"Nothing changes for {members[place].name}.")
    for before, after in zip(members, new, strict=True):
        _check_legal(before, after, wish.what)
    return tuple(new), lines


def filled(before: Iterable[Character], after: Iterable[Character]) -> Iterator[str]:
    """Yield a line for each member whose last slot a change filled (R31)."""
    for old, new in zip(before, after, strict=True):
        if new.inventory.is_full() and not old.inventory.is_full():
            yield str(Event("full", "R31", who=new.name, amount=0))


def droppable(who: Character, wish: Wish) -> list[dict[str, str]]:
    """Return the items of which a member must drop one for Fatigue, besides those of the wish (R65)."""
    options = fatigue.must_drop(who)
    keyed = ((key_of(place, each), each) for place, each in enumerate(who.inventory.items) if each in options)
    return [{"key": key, "words": item_words(each)} for key, each in keyed if key not in wish.drops]


def _check_legal(before: Character, after: Character, what: str) -> None:
    """Check that a change adds no fault to a sheet (R43). Those that were there before may stay.

    Raises:
        IllegalActionError: if it does.
    """
    if after is before:
        return
    known = {fault.code for fault in validate(before)}
    if faults := [fault for fault in validate(after) if fault.code not in known]:
        raise refusal(before, what, *faults)


def problem_of(error: Exception) -> str:
    """Return an error as a sentence, with the rules if it has a reason."""
    if not isinstance(error, IllegalActionError):
        return str(error)
    parts = error.reason.parts or (error.reason,)
    return "; ".join(f"{part.text} [{part.rule}]" for part in parts)
