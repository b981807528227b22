"""What the Warden does on the sheets, each by the rules and with the lines of what happened.

Decisions of a party are actions of the game `campaign`: `act` takes them. A `SheetChange` is what a campaign has no
action for. Whatever would make a sheet illegal is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar, final

from attrs import evolve, field, fields_dict, frozen
from attrs.validators import instance_of

from cairn_rules.cairn_rpg import Attribute, Character, Score, book
from cairn_rules.cairn_rpg.character_words import item_words
from cairn_rules.cairn_rpg.characters.character import replaced, with_conditions
from cairn_rules.cairn_rpg.characters.inventory import armor_of
from cairn_rules.cairn_rpg.characters.items import Container, Item, ThingT, by_exact_id, new_id
from cairn_rules.cairn_rpg.characters.soundness import MOST_NAME, is_name
from cairn_rules.cairn_rpg.content.book import Goods
from cairn_rules.cairn_rpg.creation.create import dice_from
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
T = TypeVar("T")
SELF: Final = "self"
"""The place of magic that acts on its caster."""


@final
@frozen(kw_only=True)
class SheetChange:
    """A change of a sheet that is no action of a campaign. Each kind of change reads some of the fields."""

    what: str = field(default="", validator=instance_of(str))
    """The kind: a key of `CHANGES`."""
    amount: int = field(default=1, validator=instance_of(int))
    """A number of points, gold pieces, slots or the like; negative for a loss."""
    most: int = field(default=0, validator=instance_of(int))
    """The maximum of a corrected score."""
    score: str = field(default="", validator=instance_of(str))
    """A score: `hp`, or an attribute such as `STR`."""
    text: str = field(default="", validator=instance_of(str))
    """A name, a need or a condition."""
    item: str = field(default="", validator=instance_of(str))
    """The id of an item, as in `by_exact_id`."""
    place: str = field(default="", validator=instance_of(str))
    """The id of a container, as in `by_exact_id`; or `SELF`."""
    danger: bool = field(default=False, validator=instance_of(bool))
    """True for magic in danger (R147)."""
    drops: tuple[str, ...] = ()
    """The ids of the items to drop for Fatigue (R65), in order."""


def change_of(asked: Mapping[str, Any]) -> SheetChange:
    """Return the change of a message of the page, of which the other parts are ignored.

    Raises:
        ValueError: if the page never sends such a change.
    """
    found: dict[str, Any] = {name: asked[name] for name in fields_dict(SheetChange).keys() & asked.keys()}
    unknown = unanswered(dict(asked))
    found["drops"] = tuple(asked.get("drops", ()))
    try:
        change = SheetChange(**found)
    except TypeError:
        raise unknown from None
    if change.what not in CHANGES or change.score not in {"", "hp", *Attribute}:
        raise unknown
    if change.what == "condition" and change.text not in CONDITIONS:
        raise unknown
    return change


Lines: TypeAlias = Iterable[object]
"""The events, or sentences with their rules."""
Change: TypeAlias = Callable[[Character, SheetChange, Dice], tuple[Character, Lines]]
Changed: TypeAlias = tuple[tuple[Character, ...], tuple[str, ...]]
"""The members after a change, and the lines of what happened."""


def _thing(things: Sequence[ThingT], id: str, who: Character) -> ThingT:
    """Return the thing with an id, as in `by_exact_id`.

    Raises:
        CairnRulesError: if it is not there any more, for instance after a second click.
    """
    try:
        return by_exact_id(things)[id]
    except KeyError:
        raise CairnRulesError(f"{who.name} no longer has {quoted(id)}.") from None


def _item(who: Character, change: SheetChange) -> Item:
    return _thing(who.inventory.items, change.item, who)


def _container(who: Character, change: SheetChange) -> Container:
    return _thing(who.inventory.containers, change.place, who)


def _drops(who: Character, change: SheetChange) -> tuple[Item, ...]:
    return tuple(_thing(who.inventory.items, id, who) for id in change.drops)


def _told(change: Resolution[Character, Event]) -> tuple[Character, Lines]:
    return change.state, change.events


def _named(thing: Item | Container) -> Named:
    return Named(thing.id, thing.name)


# 1. scores and Fatigue


def _score(who: Character, change: SheetChange, dice: Dice) -> tuple[Character, Lines]:
    """Lose or gain points by hand. What is gained is a recovery, which the Deprived do not have (R57, R62)."""
    points = check_whole("the points", abs(change.amount), 1, MOST_DAMAGE)
    if change.score == "hp":
        if change.amount > 0 and who.is_deprived:
            needs = tuple(sorted(who.conditions.needs))
            raise refusal(who, "recover HP", REASONS.reason("recover/deprived", who=who.name, needs=needs))
        hp = who.hp.more(points) if change.amount > 0 else who.hp.less(points)
        return replaced(who, hp=hp), (Event("hp", "R57", who=who.name, amount=hp.value),)
    attribute = Attribute(change.score)
    if change.amount < 0:
        return lose(who, attribute, points, rule="R95")
    restored = recovery.restore(who, ((attribute, "1"),), dice)
    for _ in range(points - 1):
        more = recovery.restore(restored.state, ((attribute, "1"),), dice)
        restored = Resolution(more.state, (*restored.events, *more.events))
    return _told(restored)


def _correct(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    score = Score(change.amount, check_whole("the maximum", change.most, 0, MOST_DAMAGE))
    field, label = ("hp", "HP") if change.score == "hp" else (Attribute(change.score).field, change.score)
    return replaced(who, **{field: score}), (f"{who.name} has {score} {label} [R57]",)


def _fatigue(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    if change.amount > 0:
        return _told(fatigue.add_fatigue(who, drop=next(iter(_drops(who, change)), None)))
    rested = fatigue.remove_fatigue(who)
    return rested, (f"{who.name} has {rested.inventory.fatigue} Fatigue [R66]",)


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


def _buy(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    count, name = _counted(change.text)
    found = rows_of(name)
    if found is None:
        raise CairnRulesError(f"{quoted(name)} is not on a price list; take it instead, or pay for it by hand.")
    row, chosen = found
    price = count * market.price_of(who, row)
    after = _repeated(who, count, lambda each: market.buy(each, row, name=chosen))
    bought = Named(row.id, _times(count, chosen or row.name))
    return after, (Event("bought", "R213", who=who.name, item=bought, price=price),)


def _counted(text: str) -> tuple[int, str]:
    """Return the number in front of a name, which is 1 by default, and the name: `2 torch` is two torches."""
    from cairn_rules.cairn_rpg.combat.foes import counted  # noqa: PLC0415 - needed only to add items

    return counted(text.strip())


def _times(count: int, name: str) -> str:
    return name if count == 1 else f"{count} x {name}"


def _repeated(before: T, count: int, once: Callable[[T], T]) -> T:
    """Return a member, or all of them, after as many purchases or the like.

    Raises:
        CairnRulesError: if the rules do not allow all of them.
    """
    for number in range(count):
        try:
            before = once(before)
        except IllegalActionError as error:
            if number == 0:
                raise
            raise CairnRulesError(f"Only {number} of {count} would be possible: {problem_of(error)}") from None
    return before


def _use(who: Character, change: SheetChange, dice: Dice) -> tuple[Character, Lines]:
    """Use an item: for its magic, to restore attributes, or for one of its uses."""
    item = _item(who, change)
    if item.magic != "none":
        targets = (None,) if change.place == SELF else ()
        done = magic.cast(who, item, dice, targets=targets, danger=change.danger, drops=_drops(who, change))
        return done.state[0], done.events
    if item.restores:
        healed = recovery.heal(who, None, item, dice)
        return healed.state[0], healed.events
    return _told(carrying.use(who, item))


def _recharge(who: Character, change: SheetChange, dice: Dice) -> tuple[Character, Lines]:
    return _told(carrying.recharge(who, _item(who, change), dice))


def _light(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    return _told(carrying.light(who, _item(who, change)))


def _put_out(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    item = _item(who, change)
    return carrying.put_out(who, item), (Event("light-out", "R170", who=who.name, item=_named(item)),)


def _leave(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    item = _item(who, change)
    return carrying.stow(who, item), (Event("left", "R40", who=who.name, item=_named(item)),)


def _pick_up(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    item = _thing(who.inventory.stash, change.item, who)
    return carrying.fetch(who, item), (Event("taken", "R40", who=who.name, item=_named(item)),)


def _burden(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    mount = _container(who, change)
    after = carrying.burden(who, mount, burdened=not mount.burdened)
    return after, (f"{mount.name} of {who.name} is {'no longer ' * mount.burdened}burdened [R35]",)


def _stow_gold(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    container = _container(who, change)
    line = f"{who.name} puts {change.amount}gp into {container.name} [R35]"
    return carrying.stow_gold(who, change.amount, container), (line,)


def _fetch_gold(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    container = _container(who, change)
    line = f"{who.name} takes {change.amount}gp out of {container.name} [R35]"
    return carrying.fetch_gold(who, change.amount, container), (line,)


# 3. conditions, rest and harm


def _need(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    """Start or end a need (R61)."""
    need = change.text
    if need in who.conditions.needs:
        return recovery.meet(who, need), (f"{who.name} no longer lacks {need} [R61]",)
    return recovery.deprive(who, need), (Event("need-unmet", "R61", who=who.name, need=need),)


def _condition(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    """Start or end a condition."""
    name = change.text
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


def _day(who: Character, change: SheetChange, _: Dice) -> tuple[Character, Lines]:
    ended, events = _told(recovery.end_of_day(who, drops=_drops(who, change)))
    return ended, events or (f"{who.name} ends the day [R63]",)


def _hit(who: Character, change: SheetChange, dice: Dice) -> tuple[Character, Lines]:
    """Take damage, reduced by armour, from HP and then from STR (R68, R96 to R106)."""
    damage = check_whole("damage", change.amount, 1, MOST_DAMAGE) - armor_of(who)
    if damage <= 0:
        return who, (Event("armor", "R68", who=who.name, amount=0),)
    wound = hit(who, damage, dice)
    return wound.character, wound.events


def _harm(who: Character, change: SheetChange, dice: Dice) -> tuple[Character, Lines]:
    return _told(recovery.harm(who, change.amount, dice, attribute=Attribute(change.score)))


def _settle(who: Character, change: SheetChange, dice: Dice) -> tuple[Character, Lines]:
    return _told(recovery.settle_scar(who, change.amount, dice))


CHANGES: Final[Mapping[str, Change]] = MappingProxyType(
    {
        "score": _score,
        "correct": _correct,
        "fatigue": _fatigue,
        "buy": _buy,
        "use": _use,
        "recharge": _recharge,
        "light": _light,
        "put_out": _put_out,
        "leave": _leave,
        "pick_up": _pick_up,
        "stow_gold": _stow_gold,
        "fetch_gold": _fetch_gold,
        "burden": _burden,
        "need": _need,
        "condition": _condition,
        "rest": lambda who, _, __: _told(recovery.rest(who)),
        "night": lambda who, _, __: _told(recovery.rest_night(who)),
        "week": lambda who, _, __: _told(recovery.rest_week(who)),
        "day": _day,
        "aid": lambda who, _, __: _told(recovery.aid(who)),
        "hour": lambda who, _, __: _told(recovery.hour_passed(who)),
        "hit": _hit,
        "harm": _harm,
        "settle": _settle,
    }
)
"""The changes by their kinds."""


def _use_on(
    owner: Character, patient: Character, change: SheetChange, dice: Dice
) -> tuple[tuple[Character, ...], Lines]:
    """Use an item on another member: its magic, or what restores attributes."""
    item = _item(owner, change)
    if item.magic == "none":
        healed = recovery.heal(owner, patient, item, dice)
        return healed.state, healed.events
    done = magic.cast(owner, item, dice, targets=(patient,), danger=change.danger, drops=_drops(owner, change))
    return done.state, done.events


# 4. decisions of a campaign


def act(members: tuple[Character, ...], text: str, dice: Dice) -> Changed:
    """Return the members after an action of a campaign, whose party they are, and the lines of what happened.

    Args:
        members: The members.
        text: The action, as a campaign writes it, such as `give:1:rope>2`.
        dice: The dice.

    Raises:
        CairnRulesError: if the rules do not allow it, or nothing would change. `IllegalActionError` has the reason.
        ValueError: if the page never sends such an action.
    """
    from cairn_rules.cairn_rpg import campaign  # noqa: PLC0415 - slow to load

    land = campaign.Gazetteer(landmarks=(campaign.Landmark(id="table", settlement=True),))
    state = campaign.new_game(seed=0, party=members, gazetteer=land, weather="fair")
    action = campaign.parse_action(text, state)
    taken = campaign.BelongingsAction | campaign.Spend | campaign.Rename | campaign.Aid | campaign.Calm
    if not isinstance(action, taken):  # the party and the time are those of the table
        raise unanswered(text)
    done = campaign.resolve(state, action, dice)
    return _settled(members, campaign.characters(done.state), done.events)


def take(members: tuple[Character, ...], place: int, text: str, slots: int) -> Changed:
    """Return the members after one takes things by name, and the lines of what happened.

    Args:
        members: The members.
        place: The index of the one who takes them.
        text: A name of the price lists, of a spellbook or a scroll, or any other; a number in front takes several.
        slots: The number of slots of any other item.

    Raises:
        CairnRulesError: if the rules do not allow it, or the text is not the name of an item.
    """
    from cairn_rules.cairn_rpg import campaign  # noqa: PLC0415 - slow to load

    count, name = _counted(text)
    if not is_name(name):
        raise CairnRulesError(f"{quoted(name)} is not the name of an item: {_LINE}")
    item = next((each for each in _magical() if each.name.casefold() == name.casefold()), None)
    if found := rows_of(name):
        row, chosen = found
        if row.container is not None:  # a campaign receives items only
            who = members[place]
            inventory = evolve(who.inventory, containers=(*who.inventory.containers, *(row.container,) * count))
            owners = (*members[:place], replaced(who, inventory=inventory), *members[place + 1 :])
            return _settled(members, owners, (f"{who.name} has {_times(count, row.name)} [R35]",))
        item = market.item_of(row, chosen)
        if item is None:
            raise CairnRulesError(f"{quoted(name)} is not an item but a service; it can only be bought.")
    receive = campaign.format_action(campaign.Receive(place, item or Item(id=new_id(name), name=name, slots=slots)))
    lines: list[str] = []

    def once(party: tuple[Character, ...]) -> tuple[Character, ...]:
        after, told = act(party, receive, dice_from(None))
        lines.extend(told)
        return after

    after = _repeated(members, count, once)
    return after, tuple(f"{line}, {n} times" if (n := lines.count(line)) > 1 else line for line in dict.fromkeys(lines))


def changed(
    members: tuple[Character, ...], place: int, change: SheetChange, dice: Dice, *, other: int | None = None
) -> Changed:
    """Return the members after a change of a sheet, and the lines of what happened.

    Args:
        members: The members.
        place: The index of the one who is changed, or who acts.
        change: The change.
        dice: The dice.
        other: The index of another one, on whom an item is used.

    Raises:
        CairnRulesError: if the rules do not allow it, or nothing would change. `IllegalActionError` has the reason.
    """
    new = list(members)
    if other is None:
        new[place], told = CHANGES[change.what](members[place], change, dice)
    else:
        (new[place], new[other]), told = _use_on(members[place], members[other], change, dice)
    return _settled(members, tuple(new), told, f"Nothing changes for {members[place].name}.")


def _settled(
    before: tuple[Character, ...], after: tuple[Character, ...], told: Lines, nothing: str = "Nothing changes."
) -> Changed:
    """Return the members after a change, and the lines of what happened.

    Raises:
        CairnRulesError: if a sheet would have a fault that it did not have, or nothing would change.
    """
    lines = tuple(map(str, told))
    lines += tuple(line for line in _filled(before, after) if line not in lines)
    if after == before:
        raise CairnRulesError((*lines, nothing)[0])
    for old, new in zip(before, after, strict=True):
        _check_legal(old, new)
    return after, lines


def _filled(before: Iterable[Character], after: Iterable[Character]) -> Iterator[str]:
    """Yield a line for each member whose last slot a change filled (R31)."""
    for old, new in zip(before, after, strict=True):
        if new.inventory.is_full() and not old.inventory.is_full():
            yield str(Event("full", "R31", who=new.name, amount=0))


def droppable(who: Character, change: SheetChange) -> list[dict[str, str]]:
    """Return the items of which a member must drop one for Fatigue, besides those of the change (R65)."""
    options = fatigue.must_drop(who)
    items = by_exact_id(who.inventory.items).items()
    return [{"key": id, "words": item_words(each)} for id, each in items if each in options and id not in change.drops]


def _check_legal(before: Character, after: Character) -> None:
    """Check that a change adds no fault to a sheet (R43). Those that were there before may stay.

    Raises:
        IllegalActionError: if it does.
    """
    if after is before:
        return
    known = {fault.code for fault in validate(before)}
    if faults := [fault for fault in validate(after) if fault.code not in known]:
        raise refusal(before, "change", *faults)


def problem_of(error: Exception) -> str:
    """Return an error as a sentence, with the rules if it has a reason."""
    if not isinstance(error, IllegalActionError):
        return str(error)
    parts = error.reason.parts or (error.reason,)
    return "; ".join(f"{part.text} [{part.rule}]" for part in parts)
