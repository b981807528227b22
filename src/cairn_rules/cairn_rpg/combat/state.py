"""The state of a fight at one decision, as an immutable value."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, final

from cairn_rules.cairn_rpg.characters.attacks import Aspect, Attack, Consequence, Lapse, Mode
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import ACTOR, Character, replaced
from cairn_rules.cairn_rpg.characters.effects import Effect, Rises
from cairn_rules.cairn_rpg.combat.actions import Declaration
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER, Drawn

SEAT_NAMES: Final = ("party", "warden")
"""The names of the seats: the party, and the Warden, who plays the foes."""
PARTY: Final = 0
"""The side of the party."""
FOES: Final = 1
"""The side of the foes."""

Gone: TypeAlias = Literal["", "fled", "routed"]
"""The way in which a fighter left the fight; empty while it has not."""
Held: TypeAlias = Literal["", "asleep", "charmed", "confused", "entangled", "paralysed"]
"""The condition that keeps a fighter from acting (R81); empty if it can act."""
Truce: TypeAlias = Literal["", "offered", "refused", "agreed"]
"""The state of this turn's offer to stop fighting (R80); empty if there was none."""


@final
@frozen
class Plight:
    """Harm that repeats every round until the fighter is freed (R100)."""

    consequence: Consequence
    """A `Loss`, a `Doom`, or a `Spellbound` that a save ends."""
    left: int = 0
    """For a `Doom`, the rounds until death."""
    save: Attribute | None = field(default=None, metadata={ADDED_LATER: True})
    """For a `Spellbound`, the attribute of the save that ends it, made once a round (R52)."""
    source: int | None = field(default=None, metadata={ADDED_LATER: True})
    """The fighter whose death ends it, as an index of `Scene.fighters`; None if no death does."""


@final
@frozen(kw_only=True, slots=False)
class Fighter:
    """A character in a fight, or a detachment."""

    character: Character
    """The character as it is now, with its wounds."""
    side: int
    """0 for the party, 1 for the foes."""
    attacks: tuple[Attack, ...]
    """The attacks that it can choose from, the last one unarmed."""
    armor: int = 0
    """Its armour (R68 to R70)."""
    gone: Gone = ""
    """The way in which it left the fight: `fled` (R135) or `routed` (R126); empty while it has not."""
    out: bool = False
    """True if it failed the Critical Damage save and was spared (A23)."""
    late: bool = False
    """True if it lost its turn of the first round (R73)."""
    ready: bool = False
    """True if it needs no DEX save in the first round (R74)."""
    owner: int | None = None
    """The fighter whom a companion or hireling follows; None if it has none (A59)."""
    position: Mode = "normal"
    """The position from which it attacks (R85, R87)."""
    exposure: Mode = "normal"
    """The position of those who attack it: `impaired` if it is hard to hit."""
    lapses: tuple[Lapse, ...] = field(default=(), metadata={ADDED_LATER: True})
    """The ends of its position and its exposure, if they end by themselves."""
    area: int = 0
    """The number of the area in which it stands. A blast hits everyone in one area (R88)."""
    reloading: int = 0
    """Rounds in which it still reloads (R81)."""
    refuge: bool = True
    """True if it has a safe place to run to (R134)."""
    held: Held = ""
    """The condition that keeps it from acting, such as `asleep` (R81); empty if it can act."""
    held_for: int = 0
    """Turns of sides, two a round, until that condition ends; 0 if it does not end by itself."""
    ward: Literal["", "blast", "magic"] = ""
    """The only attacks that harm it, because of a spell; empty if all do."""
    ward_for: int = 0
    """Turns of sides, two a round, until that spell ends; 0 if it lasts as long as the fight."""
    circumstances: tuple[str, ...] = ()
    """Conditions that hold for it now: the `when` of its effects, such as `mounted`, and qualities of its attacks, such
    as `silver` or `magic`."""
    chosen: str = ""
    """The kind of weapon that its vow or its whetstone is about, such as `sword`."""
    effects: tuple[Effect, ...] = ()
    """The effects of the character that hold in this fight."""
    boosts: tuple[str, ...] = ()
    """The ids of weapons whose next attack is stronger (R100); with `+` before it if earned in this turn."""
    plights: tuple[Plight, ...] = ()
    """Harm that goes on every round, oldest first (R100)."""
    surge: int = 0
    """HP lent for this fight, which are lost first (A73)."""
    fell: int = 0
    """The round in which it was put out of the fight; 0 while it is not (A15)."""

    @property
    def is_in(self) -> bool:
        """True while it is in the fight: neither out nor fled (R80)."""
        character = self.character
        conditions = character.conditions
        return not (
            self.gone
            or self.out
            or conditions.dead
            or conditions.down
            or conditions.hamstrung
            or (not character.dexterity.value and character.dexterity.max)
            or (not character.willpower.value and character.willpower.max)
        )

    @property
    def is_casualty(self) -> bool:
        """True if it is dead, out or routed. A fighter that fled is not a casualty (R133)."""
        return self.gone == "routed" or (not self.is_in and (not self.gone or self.character.conditions.dead))


@final
@frozen
class Question:
    """A question after the dice: an item to drop for Fatigue (R65), or the appendage that is lost (R119)."""

    kind: Literal["drop", "limb"]
    """`drop` for an item (R65), `limb` for an appendage (R119)."""
    fighter: int
    """The fighter that answers, as an index of `Scene.fighters`."""


@frozen(kw_only=True, slots=False)
class Scene:
    """A fight, without the source of its rolls."""

    fighters: tuple[Fighter, ...]
    """All fighters, including those who are out. The party comes first."""
    round: int = 0
    """The round, from 1; 0 before the fight begins."""
    side: int = PARTY
    """The side whose turn it is."""
    declared: tuple[Declaration, ...] = ()
    """The declarations of the side so far (R79)."""
    questions: tuple[Question, ...] = ()
    """The questions to answer before the fight goes on, in order."""
    numbers: tuple[int, int]
    """The number of fighters of each side at the start (R129)."""
    tested: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """The morale tests that each side has made: `first`, `half`, `lone` (R133)."""
    crowd: bool = False
    """True if the number of targets of a blast is unclear, so that its die decides (R89)."""
    leader: int | None = None
    """The leader of the foes, whose WIL counts for all (R130); None if they have none."""
    rulings: Rulings = DEFAULT
    """The rulings by which it is fought."""
    truce: Truce = field(default="", metadata={ADDED_LATER: True})
    """The state of this turn's offer to stop fighting (R80); empty if there was none."""
    book: Book | None = None
    """The book with the spells and creatures; None for the book of the library. See `with_packs`."""


@final
@frozen(kw_only=True, slots=False)
class State(Scene, Drawn):
    """A fight at one decision.

    Equality covers everything that can affect what follows: the fighters, the turn, the declarations, the rulings and
    the source of later rolls. The log of a fight is not part of it.
    """

    chance: Chance
    """The source of all later rolls."""


def positioned(fighter: Fighter, aspect: Aspect, mode: Mode, turns: int | None = None) -> Fighter:
    """Return a fighter in another position for some turns of sides; for None, until it changes again."""
    before: Mode = next((each.mode for each in fighter.lapses if each.aspect == aspect), getattr(fighter, aspect))
    lapses = tuple(each for each in fighter.lapses if each.aspect != aspect)
    if turns:
        lapses += (Lapse(aspect, before, turns),)
    return replaced(fighter, **{aspect: mode, "lapses": lapses})


def position_text(state: Scene, fighter: Fighter, aspect: Aspect) -> str:
    """Return the position of a fighter in words, such as `enhanced up to round 2`; empty if it is normal for good."""
    mode: Mode = getattr(fighter, aspect)
    left = next((each.left for each in fighter.lapses if each.aspect == aspect), None)
    if left is None:
        return "" if mode == "normal" else mode
    return f"{mode} up to round {max(state.round, 1) + (left - 1 + state.side) // 2}"


def is_able(state: State, fighter: Fighter) -> bool:
    """Return whether a fighter can act in this round (R81)."""
    if not fighter.is_in and not (
        state.rulings.cross_side_simultaneous and fighter.side == FOES and fighter.fell == state.round > 0
    ):
        return False
    return not (
        fighter.late
        or fighter.reloading
        or fighter.held
        or (state.round == 1 and fighter.character.conditions.panicked)
    )


def can_rise(state: State, fighter: Fighter) -> bool:
    """Return whether a slain creature can get up again now."""
    return (
        fighter.character.conditions.dead
        and not fighter.gone
        and any(
            type(effect) is Rises and effect.rounds is not None and state.round - fighter.fell >= effect.rounds
            for effect in fighter.effects
        )
    )


def actor_of(state: State) -> int | None:
    """Return the fighter who declares next; None if all of the side have declared (R79)."""
    known: int | None = state.__dict__.get(ACTOR, -1)
    if known == -1:
        known = state.__dict__[ACTOR] = _actor_of(state)
    return known


def _actor_of(state: State) -> int | None:
    side = state.side
    fighters = state.fighters
    for index in range(state.declared[-1].by + 1 if state.declared else 0, len(fighters)):
        fighter = fighters[index]
        if fighter.side == side and (is_able(state, fighter) or (fighter.effects and can_rise(state, fighter))):
            return index
    return None


def is_decided(state: State) -> bool:
    """Return whether a side has no fighter left (R80)."""
    left: int | None = None
    for each in state.fighters:
        if each.side != left and each.is_in:
            if left is not None:
                return False
            left = each.side
    if state.rulings.cross_side_simultaneous and state.side == FOES:
        return not any(is_able(state, each) for each in state.fighters if each.side == FOES and each.fell)
    return True
