"""Setting up a fight: the fighters of both sides, and how they stand to each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from cairn_rules.cairn_rpg.attacks import UNARMED, Attack
from cairn_rules.cairn_rpg.attributes import Score
from cairn_rules.cairn_rpg.character import Character, Kind
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, State
from cairn_rules.cairn_rpg.content import Creature
from cairn_rules.cairn_rpg.effects import ActsFirst
from cairn_rules.cairn_rpg.formula import parse_weapon_dice
from cairn_rules.cairn_rpg.inventory import MOST_ARMOR, armor_of
from cairn_rules.cairn_rpg.items import Companion
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.game import SEED_BITS

MOST_FIGHTERS: Final = 100
"""Maximum number of fighters of a side."""


def person(
    name: str,
    *,
    hp: int,
    strength: int = 10,
    dexterity: int = 10,
    willpower: int = 10,
    armor: int = 0,
    attacks: Iterable[str | Attack] = (),
    kind: Kind = "npc",
    detachment: bool = False,
) -> Character:
    """Return a character from a few figures, as stat lines give them.

    Args:
        name: The name.
        hp: Hit Protection.
        strength: STR.
        dexterity: DEX.
        willpower: WIL.
        armor: Armour, from 0 to 3.
        attacks: Attacks, as `Attack` values or as texts such as `"bite d8"`.
        kind: The kind; only a `pc` takes scars (R107).
        detachment: True for a large group that fights as one (R123).

    Raises:
        DefinitionError: if a figure is impossible.

    Example:
        >>> person("Wolf", hp=6, strength=12, attacks=["bite d8"]).attacks[0].dice
        (8,)
    """
    if type(armor) is not int or not 0 <= armor <= MOST_ARMOR:
        raise DefinitionError(f"armour is a number from 0 to {MOST_ARMOR}, not {quoted(armor)}")
    return Character(
        kind=kind,
        name=name,
        strength=Score.full(strength),
        dexterity=Score.full(dexterity),
        willpower=Score.full(willpower),
        hp=Score.full(hp),
        armor=armor,
        attacks=tuple(_attack(each) for each in attacks),
        detachment=detachment,
    )


def _attack(attack: str | Attack) -> Attack:
    if isinstance(attack, Attack):
        return attack
    name, _, dice = attack.rpartition(" ") if isinstance(attack, str) else ("", "", "")
    return Attack(name=name or "attack", dice=parse_weapon_dice(dice))


def creature(kind: Creature, *, name: str = "") -> Character:
    """Return a creature of the book as a character.

    Args:
        kind: The creature, such as `book().creatures["wolf"]`.
        name: Its own name (default: that of its kind).
    """
    return Character(
        kind="creature",
        name=name or kind.name,
        strength=Score.full(kind.strength),
        dexterity=Score.full(kind.dexterity),
        willpower=Score.full(kind.willpower),
        hp=Score.full(kind.hp),
        armor=kind.armor,
        attacks=kind.attacks,
        effects=kind.effects,
        detachment=kind.detachment,
        fights_on=kind.fights_on,
        creature=kind.id,
    )


def attacks_of(character: Character) -> tuple[Attack, ...]:
    """Return the attacks that a character can choose from: natural ones, weapons, two weapons at once, unarmed (R90).

    Example:
        >>> [str(attack) for attack in attacks_of(person("Wolf", hp=6, attacks=["bite d8"]))]
        ['bite (d8)', 'unarmed (d4)']
    """
    weapons = [(item, attack) for item in character.inventory.items for attack in item.attacks]
    found = [*character.attacks, *(attack for _, attack in weapons)]
    for (item, one), (other_item, other) in combinations(weapons, 2):
        held = item is not other_item and max(item.slots, other_item.slots) < 2 and not (one.ranged or other.ranged)
        alike = (one.blast, one.ignores_armor, one.attribute, one.consequences, one.reload) == (
            other.blast,
            other.ignores_armor,
            other.attribute,
            other.consequences,
            other.reload,
        )
        if held and alike and one.attribute is None:
            name = f"two {one.name}s" if one.name == other.name else f"{one.name} and {other.name}"
            found.append(replaced_attack(one, name=name, dice=one.dice + other.dice))
    return tuple(dict.fromkeys((*found, UNARMED)))


def replaced_attack(attack: Attack, *, name: str, dice: tuple[int, ...]) -> Attack:
    """Return an attack with another name and other dice."""
    return Attack(
        name=name,
        dice=dice,
        blast=attack.blast,
        ignores_armor=attack.ignores_armor,
        ranged=attack.ranged,
        consequences=attack.consequences,
        reload=attack.reload,
    )


def fighter(
    character: Character, side: int = PARTY, *, rulings: Rulings = DEFAULT, owner: int | None = None, **where: Any
) -> Fighter:
    """Return a character as a fighter.

    Args:
        character: The character.
        side: 0 for the party, 1 for the foes.
        rulings: The rulings, for its armour.
        owner: The fighter whom it follows.
        where: Other fields of `Fighter`, such as `position="impaired"`.
    """
    ready = any(type(effect) is ActsFirst for effect in character.effects)
    fields = {"ready": ready, "area": side, **where}
    return Fighter(
        character=character,
        side=side,
        attacks=attacks_of(character),
        armor=armor_of(character, rulings),
        owner=owner,
        **fields,
    )


def companion(follower: Companion, owner: Character) -> Character:
    """Return a companion as a character. Figures that it lacks are those of its owner.

    Raises:
        DefinitionError: if its HP are not known.
    """
    hp = owner.hp.max if follower.owner_scores else follower.hp
    if hp is None:
        raise DefinitionError(f"{follower.name} has no printed HP: give it some with `attrs.evolve(…, hp=6)`")

    def score(own: int | None, of_owner: Score) -> Score:
        return Score.full(of_owner.max if own is None else own)

    return Character(
        kind="npc",
        name=follower.name,
        strength=score(follower.strength, owner.strength),
        dexterity=score(follower.dexterity, owner.dexterity),
        willpower=score(follower.willpower, owner.willpower),
        hp=Score.full(hp),
        armor=follower.armor,
        attacks=follower.attacks,
    )


def new_game(
    *,
    seed: int | None = None,
    party: Sequence[Character | Fighter] = (),
    foes: Sequence[Character | Fighter] = (),
    leader: int | None = None,
    crowd: bool = False,
    rulings: Rulings = DEFAULT,
) -> State:
    """Return the first state of a fight.

    Args:
        seed: The same seed and decisions give the same fight (default: a different one each time).
        party: The characters of the party (default: two adventurers).
        foes: Their opponents (default: a bear).
        leader: The leader of the foes, as an index of `foes` (R130).
        crowd: True if the number of targets of a blast is unclear, so that its die decides (R89).
        rulings: The rulings.

    Raises:
        DefinitionError: if a side is larger than 100, or the leader is not among the foes.

    Example:
        >>> state = new_game(seed=7)
        >>> [fighter.character.name for fighter in state.fighters]
        ['Hestia', 'Basil', 'Bear']
    """
    sides = (tuple(party) or tuple(_adventurers()), tuple(foes) or (_bear(),))
    for side in sides:
        if len(side) > MOST_FIGHTERS:
            raise DefinitionError(f"a side has at most {MOST_FIGHTERS} fighters, not {len(side)}; use detachments")
    if leader is not None and (type(leader) is not int or leader not in range(len(sides[FOES]))):
        last = len(sides[FOES]) - 1
        raise DefinitionError(f"the leader is an index of the foes, from 0 to {last}, not {quoted(leader)}")
    fighters = tuple(
        each if isinstance(each, Fighter) else fighter(each, side, rulings=rulings)
        for side, members in enumerate(sides)
        for each in members
    )
    for each in fighters:
        if not isinstance(each, Fighter):
            raise DefinitionError(f"a fight is between characters, not {quoted(each)}")
    return State(
        fighters=fighters,
        numbers=(len(sides[PARTY]), len(sides[FOES])),
        leader=None if leader is None else leader + len(sides[PARTY]),
        crowd=crowd,
        rulings=rulings,
        chance=Chance.from_seed(Random().getrandbits(SEED_BITS) if seed is None else seed),
    )


def _adventurers() -> Iterator[Character]:
    yield person("Hestia", hp=4, strength=11, dexterity=11, armor=2, attacks=["sword d8"], kind="pc")
    yield person("Basil", hp=3, strength=9, dexterity=12, armor=1, attacks=["daggers d6+d6"], kind="pc")


def _bear() -> Character:
    return person("Bear", hp=6, strength=15, willpower=8, attacks=["claws d8"], kind="creature")
