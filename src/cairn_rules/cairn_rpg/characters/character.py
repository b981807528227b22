"""Characters: player characters, hirelings, other people and creatures, as one frozen type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias, TypeVar, final

from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score, check_is_score
from cairn_rules.cairn_rpg.characters.conditions import WELL, Conditions
from cairn_rules.cairn_rpg.characters.effects import Effect
from cairn_rules.cairn_rpg.characters.inventory import EMPTY, Inventory
from cairn_rules.cairn_rpg.characters.items import Companion
from cairn_rules.cairn_rpg.characters.notes import Note
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.checks import instance, whole_text
from cairn_rules.frozen_classes import AttrsInstance, evolve, field, fields, frozen
from cairn_rules.game import ADDED_LATER

CharacterKind: TypeAlias = Literal["pc", "hireling", "npc", "creature"]
"""The kind of a character. Only a `pc` gets scars (R107), or is dying after Critical Damage (R99)."""
T = TypeVar("T")
AttrsT = TypeVar("AttrsT", bound=AttrsInstance)
CACHE: Final = "_legal"
"""The name under which a state keeps its legal actions, outside its fields."""
ACTOR: Final = "_actor"
"""The name under which a fight keeps the next declarer, outside its fields."""


@final
@frozen
class Omen:
    """An omen that a character carries (R20, R21)."""

    row: int
    """The row of the table, from 1 to 20."""
    private: bool = False
    """True if only its player knows it."""


@final
@frozen(kw_only=True, cache_hash=True)
class Traits:
    """The appearance and the nature of a character: a word of each table (R17)."""

    physique: str
    """The build of the body (T2)."""
    skin: str
    """The look of the skin (T3)."""
    hair: str
    """The look of the hair (T4)."""
    face: str
    """The shape of the face (T5)."""
    speech: str
    """The manner of speaking (T6)."""
    clothing: str
    """The state of the clothes (T7)."""
    virtue: str
    """The best side of the character (T8)."""
    vice: str
    """The worst side of the character (T9)."""


@final
@frozen(kw_only=True, slots=False)
class Character:
    """A character with its scores, its inventory and its conditions.

    Raises:
        DefinitionError: if the name, a score or the inventory is of another class, such as a plain number for a score.

    Example:
        >>> bear = Character(
        ...     kind="creature", name="Bear", strength=Score.full(15), dexterity=Score.full(10),
        ...     willpower=Score.full(8), hp=Score.full(6), attacks=(Attack(name="claws", dice=(8,)),),
        ... )
        >>> bear.score(Attribute.STR), bear.is_deprived
        (Score(value=15, max=15), False)
    """

    kind: CharacterKind = "pc"
    """`pc`, `hireling`, `npc` or `creature`. Only a `pc` gets scars (R107), or is dying after Critical Damage (R99)."""
    name: str = field(validator=whole_text)
    """The name shown in events and on sheets."""
    background: str | None = None
    """The id of the background."""
    strength: Score = field(validator=check_is_score)
    """STR. At 0 the character dies (R101)."""
    dexterity: Score = field(validator=check_is_score)
    """DEX. A loss down to 0 causes paralysis (R102)."""
    willpower: Score = field(validator=check_is_score)
    """WIL. A loss down to 0 causes delirium (R102)."""
    hp: Score = field(validator=check_is_score)
    """Hit Protection. See `inventory.hit_protection` for the effect of full slots."""
    inventory: Inventory = field(default=EMPTY, validator=instance(Inventory))
    """Items, Fatigue, gold and containers (R28 to R44)."""
    traits: Traits | None = None
    """Its eight traits (R17); None if it has none, like most creatures."""
    age: int | None = None
    """Years, from 12 to 50 if rolled (R19); None if unknown."""
    bonds: tuple[int, ...] = ()
    """The rows of its bonds (R18), the first one first."""
    omen: Omen | None = None
    """The omen (R20, R21); None for most characters."""
    rows: tuple[int, int] | None = None
    """The rows of the two tables of its background (R12)."""
    scars: tuple[Scar, ...] = ()
    """Scars in the order in which they were taken (R122b)."""
    conditions: Conditions = WELL
    """The conditions that keep it from recovering or acting."""
    effects: tuple[Effect, ...] = ()
    """Effects of its background, bonds and nature."""
    attacks: tuple[Attack, ...] = ()
    """Natural attacks, besides those of its items."""
    armor: int = 0
    """Natural or printed armour, besides that of its items."""
    companions: tuple[Companion, ...] = ()
    """The companions that follow it. They take no slots (A56)."""
    detachment: bool = False
    """True for a large group that fights as one (R123)."""
    size: int | None = None
    """The number of members of a detachment, for stories only."""
    fights_on: bool = False
    """True for a creature that a failed Critical Damage save does not stop."""
    heads: int | None = None
    """If it fights on: number of failed saves that stop it; None if only STR 0 does."""
    creature: str | None = None
    """The id of the creature in the book, or that of the companion."""
    day_rate: int | None = None
    """The daily rate of a hireling, in gold pieces (R140)."""
    paid_days: int = field(default=0, metadata={ADDED_LATER: True})
    """Number of days for which a hireling is paid in advance; below 0, of days that are owed (R143)."""
    notes: tuple[Note, ...] = field(default=(), metadata={ADDED_LATER: True})
    """Texts from a file of another program. With any of them, what the file does not state is no fault (R43)."""

    def score(self, attribute: Attribute) -> Score:
        """Return the score of an attribute."""
        score: Score = getattr(self, attribute.field)
        return score

    @property
    def is_deprived(self) -> bool:
        """True if a crucial need is unmet (R61)."""
        return bool(self.conditions.needs)

    @property
    def is_paralysed(self) -> bool:
        """True if DEX was lost down to 0. A printed 0 is not a loss (R102)."""
        return not self.dexterity.value and self.dexterity.max > 0

    @property
    def is_delirious(self) -> bool:
        """True if WIL was lost down to 0. A printed 0 is not a loss (R102)."""
        return not self.willpower.value and self.willpower.max > 0

    @property
    def is_dying(self) -> bool:
        """True if it dies within the hour without aid (R99, R120)."""
        return self.conditions.down in {"critical", "mortal"} and not self.conditions.dead

    @property
    def is_able(self) -> bool:
        """True if its body and mind let it act (R81). A fight and panic can still prevent it."""
        conditions = self.conditions
        return not (conditions.dead or conditions.down or self.is_paralysed or self.is_delirious)


def public(character: Character) -> Character:
    """Return the public view of a character: without a private omen (R21)."""
    omen = character.omen
    if omen is None or not omen.private:
        return character
    return replaced(character, omen=None, notes=tuple(note for note in character.notes if note.place != "omens"))


def replaced(value: T, **changes: Any) -> T:
    """Return a value of a class without slots with some fields replaced, without validation. Faster than `evolve`.

    Cached data outside the fields, such as a list of legal actions, is dropped.
    """
    new = object.__new__(type(value))
    fields = value.__dict__ | changes
    if CACHE in fields:
        del fields[CACHE]
    if ACTOR in fields:
        del fields[ACTOR]
    object.__setattr__(new, "__dict__", fields)  # frozen classes refuse it by their own
    return new


def kept_actions(state: Any, find: Callable[[Any], tuple[T, ...]]) -> tuple[T, ...]:
    """Return the legal actions of a state, which caches them. The class of the state has no slots."""
    known: tuple[T, ...] | None = state.__dict__.get(CACHE)
    if known is None:
        known = state.__dict__[CACHE] = find(state)
    return known


def converted(value: Any, kind: type[AttrsT], **others: Any) -> AttrsT:
    """Return the value of another class with the same fields.

    Each field of `kind` is one of the value, or one of the others.
    """
    same = {each.name: getattr(value, each.name) for each in fields(kind) if each.init and each.name not in others}
    return kind(**same, **others)


def with_conditions(character: Character, **changes: Any) -> Character:
    """Return a character with some of its conditions changed."""
    return replaced(character, conditions=evolve(character.conditions, **changes))
