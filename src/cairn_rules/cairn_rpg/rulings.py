"""House rulings: an option for every question that the rules leave open."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, final, get_args, get_origin, get_type_hints

from cairn_rules.errors import DefinitionError, cut, hint, quoted
from cairn_rules.frozen_classes import field, fields, frozen
from cairn_rules.game import ADDED_LATER


def _check(_: object, attribute: Any, value: Any) -> None:
    """Check that a ruling has one of the values of its annotation."""
    kind = _kinds()[attribute.name]
    if get_origin(kind) is Literal:
        if value not in get_args(kind) or type(value) is not str:
            options = ", ".join(map(repr, get_args(kind)))
            raise DefinitionError(f"{quoted(value)} is not a ruling for {attribute.name}: choose one of {options}")
    elif kind is bool:
        if type(value) is not bool:
            raise DefinitionError(f"{attribute.name} is True or False, not {quoted(value)}")
    else:
        allowed: tuple[Any, ...] = get_args(kind) or (kind,)
        allowed += (int,) * (Fraction in allowed)
        if type(value) not in allowed or (value is not None and value < 0):
            what = "a number" if Fraction in allowed else "a whole number"
            raise DefinitionError(f"{attribute.name} is {what} from 0 up, not {quoted(value)}")


@cache
def _kinds() -> dict[str, Any]:
    return get_type_hints(Rulings)


def _ruling(*, default: Any) -> Any:
    return field(default=default, validator=_check, metadata={ADDED_LATER: True})


@final
@frozen(kw_only=True)
class Rulings:
    """The rulings of a table. Every state has them; the defaults are those of the rules page.

    Raises:
        DefinitionError: if a value is not one of those that a ruling allows.

    Example:
        >>> Rulings(armor_stack="sum").changed
        {'armor_stack': 'sum'}
    """

    grant_change: Literal["lost", "coins"] = _ruling(default="lost")
    """The fate of the rest of a budget at creation: lost, or paid out in coins (A1)."""
    omen_tie: Literal["first", "last"] = _ruling(default="first")
    """The bearer of the omen if several are the youngest (A2)."""
    second_bond: Literal["distinct", "any"] = _ruling(default="distinct")
    """The second bond: rolled again if it equals the first, or any (A3)."""
    creation_overflow: Literal["leave_behind", "refuse"] = _ruling(default="leave_behind")
    """The fate of grants above ten slots (A5)."""
    coin_slots: Literal["per_100", "one", "none"] = _ruling(default="per_100")
    """The slots taken by 100 gold pieces or more (A6)."""
    zero_hp: Literal["hold", "lose"] = _ruling(default="hold")
    """The effect of full slots and of panic: HP are held at 0 meanwhile, or lost (A7)."""
    no_backpack: Literal["warn", "limit"] = _ruling(default="warn")
    """The check of more than four items without a bag: a remark, or a fault (A8)."""
    spent: Literal["remove", "keep"] = _ruling(default="remove")
    """The fate of an item after its last use (A9)."""
    paid_healing: Literal["week", "instant"] = _ruling(default="week")
    """The duration of paid healing (A10)."""
    double_fatigue: bool = _ruling(default=True)
    """True if a skipped camp and deprivation both add Fatigue on one day (A11)."""
    fatigue_overflow: Literal["discard"] = _ruling(default="discard")
    """The fate of Fatigue when nothing can be dropped (A12)."""
    armor_stack: Literal["best_base", "sum"] = _ruling(default="best_base")
    """The armour that counts besides bonuses: the best base armour, or the sum (A13)."""
    initiative: Literal["save", "pcs_ready", "foes_first"] = _ruling(default="save")
    """The order of the first round: by saves, all of the party, or the foes first (A14)."""
    cross_side_simultaneous: bool = _ruling(default=False)
    """True if a foe put out in the party's turn still acts in that round (A15)."""
    blast_pools: bool = _ruling(default=True)
    """True if the die of a blast joins the other dice against the same target (A16)."""
    unarmed_enhanced: bool = _ruling(default=False)
    """True if an unarmed attack can be enhanced (A17)."""
    both: Literal["cancel", "impaired", "enhanced"] = _ruling(default="cancel")
    """The die of an attack that is both impaired and enhanced: its own (`cancel`), d4 or d12 (A18)."""
    blast_count: Literal["rolled_die", "weapon_die"] = _ruling(default="rolled_die")
    """The die that counts the targets of an enhanced blast (A20)."""
    dual_enhanced: Literal["both", "one"] = _ruling(default="both")
    """The number of d12 for two enhanced weapons (A21)."""
    npc_noncombat: Literal["hp", "attribute"] = _ruling(default="hp")
    """The loss from harm outside combat, for all except player characters: HP first, or an attribute (A22)."""
    npc_crit: Literal["dead", "out"] = _ruling(default="dead")
    """The fate of those who fail the Critical Damage save, except player characters (A23)."""
    stabilised_until: Literal["rest", "week"] = _ruling(default="rest")
    """The rest that a stabilised character needs to act again (A24)."""
    scar_over_12: Literal["cap", "none"] = _ruling(default="cap")
    """The scar for more than 12 HP lost at once (A26)."""
    scar6: Literal["current", "max"] = _ruling(default="current")
    """The score with which the roll of scar 6 is compared (A27)."""
    attr_cap: int | None = _ruling(default=None)
    """A limit for attributes raised by scars (A28)."""
    detachment_crit: Literal["routed", "weakened"] = _ruling(default="routed")
    """The fate of a detachment that fails the Critical Damage save (A29)."""
    morale: bool = _ruling(default=True)
    """True if foes make morale saves, False if they fight to the end (A30)."""
    morale_unit: Literal["group", "individual"] = _ruling(default="group")
    """The unit that makes a morale save: the group, or each foe (A30)."""
    morale_double: Literal["once", "twice"] = _ruling(default="once")
    """Number of saves if one event is both the first casualty and the loss of half (A30)."""
    lone: Literal["last_active", "started_alone"] = _ruling(default="last_active")
    """The meaning of a lone foe: the last one active, or one that started alone (A31)."""
    hireling_morale: bool = _ruling(default=False)
    """True if hirelings make morale saves (A32)."""
    retreat: Literal["each", "worst"] = _ruling(default="each")
    """The saves of several fighters who retreat: one each, or a single one by the worst (A33)."""
    cast_save: Literal["danger", "always", "never"] = _ruling(default="danger")
    """The situation in which a spell needs a WIL save (A35)."""
    cast_fail: Literal["fatigue", "book", "injury", "story"] = _ruling(default="fatigue")
    """The price of failing the save for a spell (A36)."""
    scroll_save: bool = _ruling(default=True)
    """True if a scroll also needs a save in danger (A37)."""
    dungeon_event_rolls: Literal["once", "each"] = _ruling(default="once")
    """The rolls for an event with several causes in one turn: one in all, or one for each (A38)."""
    oil_per: Literal["lighting"] = _ruling(default="lighting")
    """The event that takes a use of oil: each lighting, including the first (A41)."""
    terrain_mix: Literal["sum", "worst"] = _ruling(default="sum")
    """The penalty of a route with several terrains: the sum of the different ones, or the worst (A43)."""
    step_past: Literal["cap", "extra_watch"] = _ruling(default="cap")
    """The effect of a step past perilous terrain: none, or one more watch (A45)."""
    weather_watch: Literal["per_day", "latest"] = _ruling(default="per_day")
    """The watches that bad weather adds: those of every day of travel, or of the latest (A46)."""
    weather_step: Literal["max", "latest"] = _ruling(default="max")
    """The step of terrain that bad weather adds: the worst suffered on a leg, or that of the latest day (A46)."""
    night_penalty: int = _ruling(default=0)
    """Watches that each watch of travel by night adds (A47)."""
    lost_cost: Literal["recovery_only", "watch_and_recovery"] = _ruling(default="recovery_only")
    """The cost of getting lost: an action to find the way, or the watch of travel as well (A48)."""
    feed: bool = _ruling(default=True)
    """True if mounts may eat Animal Feed instead of Rations (A49)."""
    sell_rate: Fraction | None = _ruling(default=None)
    """The share of the price that shops pay, rounded down; None if they buy nothing (A50)."""
    cast_hands: bool = _ruling(default=True)
    """True if a shield in hand prevents the casting of a spellbook (A53)."""
    stone_heart_start: int = _ruling(default=0)
    """Slots of the Stone Heart at the start (A54)."""
    ally_initiative: Literal["save", "with_owner"] = _ruling(default="save")
    """The first round of hirelings and companions: their own save, or that of their owner (A59)."""
    pool_tie: Literal["first_declared", "most_damage"] = _ruling(default="first_declared")
    """The attack whose qualities count if several roll the highest face (A60)."""
    hit_while_down: Literal["str_only", "deadly"] = _ruling(default="str_only")
    """The effect of a hit on a character who is dying: it takes STR only, or kills (A61)."""
    lost_roll: Literal["per_watch", "per_leg"] = _ruling(default="per_watch")
    """The roll for getting lost: on each watch of travel, or only on the first of a leg (A62)."""
    ration: Literal["use", "item"] = _ruling(default="use")
    """The meal of a night: one use of rations, or all uses (A63)."""
    deprived_fatigue: Literal["after_first", "every_day"] = _ruling(default="after_first")
    """The days of deprivation that add Fatigue (A64)."""
    camp_order: Literal["needs_first", "recovery_first"] = _ruling(default="needs_first")
    """The order at camp: the need of sleep ends before recovery is checked, or after (A65)."""
    scar_raise_current: bool = _ruling(default=True)
    """True if the current value rises with a maximum raised by a scar (A66)."""
    mortal_aid: Literal["stabilise", "heal"] = _ruling(default="stabilise")
    """The aid that stops the hour of a Mortal Wound (A67)."""
    detachment_lone: bool = _ruling(default=True)
    """True if a detachment alone on its side is a lone foe (A68)."""
    spirit: Literal["next", "removes"] = _ruling(default="next")
    """The effect of the Mischievous Spirit: it absorbs the next Fatigue, or removes one (A70)."""
    hands: Literal["as_printed", "two_for_bulky"] = _ruling(default="as_printed")
    """The things that need both hands (A71)."""
    slow_watches: int = _ruling(default=0)
    """Watches that a slow wagon or mount adds to each leg (A72)."""
    mindless_morale: bool = _ruling(default=False)
    """True if foes with a printed WIL of 0 make morale saves (A81)."""
    dash: Literal["total", "extra"] = _ruling(default="total")
    """The distance of a turn of movement only: 120 feet in all, or on top of the 40 (A69)."""
    attr_damage_save: bool = _ruling(default=False)
    """True if STR lost outside combat requires a Critical Damage save (A42)."""

    @property
    def changed(self) -> dict[str, Any]:
        """The rulings that differ from the defaults, by name."""
        return {each.name: value for each in fields(Rulings) if (value := getattr(self, each.name)) != each.default}


DEFAULT: Final = Rulings()

_FRACTION: Final = re.compile(r"([0-9]{1,9})(?:/([1-9][0-9]{0,8}))?")


def parse_fraction(text: str) -> Fraction:
    """Parse a number such as `2` or `1/2`. Raise a `DefinitionError` if the text is not such a number."""
    match = _FRACTION.fullmatch(text)
    if match is None:
        raise DefinitionError(f"{quoted(text)} is not a number such as '2' or '1/2'")
    return Fraction(int(match[1]), int(match[2] or 1))


def parse_rulings(text: str) -> Rulings:
    """Parse rulings such as `armor_stack=sum,sell_rate=1/2`. Those that are not named keep their defaults.

    Raises:
        DefinitionError: if a name is unknown or given twice, or a value is not one that its ruling allows.

    Example:
        >>> parse_rulings("armor_stack=sum, sell_rate=1/2").changed
        {'armor_stack': 'sum', 'sell_rate': Fraction(1, 2)}
    """
    chosen: dict[str, Any] = {}
    for part in text.split(",") if text.strip() else ():
        name, _, word = (each.strip() for each in part.partition("="))
        kind = _kinds().get(name)
        if kind is None:
            raise DefinitionError(f"{cut(name, 100)!r} is not a ruling; {hint(name, tuple(_kinds()))}")
        if name in chosen:
            raise DefinitionError(f"the ruling {name} is given twice")
        chosen[name] = _value(kind, word)
    return Rulings(**chosen)


def _value(kind: Any, word: str) -> Any:
    """Return the value for a word; the word itself if it is none, so that the ruling refuses it."""
    if get_origin(kind) is Literal:
        return word
    if kind is bool:
        return {"true": True, "false": False}.get(word.lower(), word)
    if word.lower() == "none":
        return None
    number = parse_fraction(word)
    return number if number.denominator > 1 else number.numerator
