"""Set-up of a fight: the fighters of both sides, and their relations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, Final, assert_never

from attrs import evolve, fields

from cairn_rules.cairn_rpg.argument_checks import checked, listed, unknown_name
from cairn_rules.cairn_rpg.characters.attacks import UNARMED, Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character, CharacterKind, replaced
from cairn_rules.cairn_rpg.characters.effects import (
    ActsFirst,
    AttackChange,
    CriticalHp,
    DefenceChange,
    Effect,
    Immunity,
    Leads,
    OnlyWhile,
    OnUse,
)
from cairn_rules.cairn_rpg.characters.inventory import EMPTY, MOST_ARMOR, armor_of, works
from cairn_rules.cairn_rpg.characters.items import Companion, Item
from cairn_rules.cairn_rpg.combat.rules.circumstances import ALLIED, active_effects
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, State
from cairn_rules.cairn_rpg.content.book import Book, Creature, Leader, Repertoire
from cairn_rules.cairn_rpg.dice_formula import parse_weapon_dice
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.carrying import SHIELDS
from cairn_rules.cairn_rpg.procedures.magic import the_book
from cairn_rules.cairn_rpg.procedures.saves import save
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance, Dice, Resolution
from cairn_rules.chance.dice import check_whole
from cairn_rules.errors import DefinitionError, hint, quoted
from cairn_rules.game import SEED_BITS

MOST_FIGHTERS: Final = 100
"""Maximum number of fighters of a side."""


@checked
def person(
    name: str,
    *,
    hp: int,
    strength: int = 10,
    dexterity: int = 10,
    willpower: int = 10,
    armor: int = 0,
    attacks: Iterable[str | Attack] = (),
    kind: CharacterKind = "npc",
    detachment: bool = False,
) -> Character:
    """Return a character from a few figures, such as those of a stat line.

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
    armor = check_whole("armour", armor, 0, MOST_ARMOR)
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


@checked
def creature(
    kind: Creature,
    *,
    name: str = "",
    leading: bool = False,
    size: int | None = None,
    spells: Iterable[str] | None = None,
    book: Book | None = None,
) -> Character:
    """Return a creature of the book as a character, with its powers and spells, its immunities and weaknesses.

    It carries its spellbooks as items. Spells that it casts at will or once a day are items of its body (R145, R152).

    Args:
        kind: The creature, such as `book().creatures["wolf"]`.
        name: Its name (default: that of its kind).
        leading: True for the leader of a group, with its own figures and attacks (R130).
        size: The number of members of a group that fights as a detachment (default: a single creature, R123).
        spells: The ids of its spells (default: the first ones of its kind, as many as it has).
        book: The book with the spells (default: that of the game).

    Raises:
        DefinitionError: if the book describes no leader of that kind, if the size is not a number from 2 up, or if a
            creature of that kind does not have such spells.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> captain = creature(book().creatures["bandit"], leading=True)
        >>> captain.willpower.max, captain.armor, str(captain.attacks[0])
        (13, 2, 'long sword (d10)')
    """
    leader = Leader()
    effects: list[Effect] = [*kind.effects, *kind.powers]
    effects += [Immunity(to=threat) for threat in kind.immune]
    effects += [DefenceChange(change="impaired", against=threat) for threat in kind.impairs]
    effects += [DefenceChange(change="enhanced", against=threat) for threat in kind.enhances]
    if kind.pack:
        effects.append(AttackChange(change="enhanced", when=ALLIED))
    if leading:
        if kind.leader is None:
            raise DefinitionError(f"the book describes no leader of creatures of the kind {kind.name}")
        leader = kind.leader
        effects.append(Leads(bold=leader.bold, fall_routs=leader.fall_routs))
    if size is not None and (type(size) is not int or size < 2):
        raise DefinitionError(f"a detachment has a number of members from 2 up, not {quoted(size)}")
    return Character(
        kind="creature",
        name=name or kind.name,
        strength=Score.full(kind.strength),
        dexterity=Score.full(kind.dexterity),
        willpower=Score.full(kind.willpower if leader.willpower is None else leader.willpower),
        hp=Score.full(kind.hp),
        armor=kind.armor if leader.armor is None else leader.armor,
        attacks=leader.attacks or kind.attacks,
        effects=tuple(effects),
        detachment=kind.detachment or size is not None,
        size=size,
        fights_on=kind.fights_on,
        heads=kind.heads,
        creature=kind.id,
        inventory=EMPTY.with_items(*_spells(kind, spells, book)),
    )


def _spells(kind: Creature, chosen: Iterable[str] | None, book: Book | None) -> Iterator[Item]:
    """Yield the spells of a creature as items: books, or powers of its body."""
    known = kind.repertoire or Repertoire(spells=())
    most = len(known.spells) if known.number is None else known.number
    ids = known.spells[:most] if chosen is None else tuple(chosen)
    for id in ids:
        if id not in known.spells:
            raise DefinitionError(f"{kind.name} does not know the spell {quoted(id)}; {hint(id, known.spells)}")
    if len(ids) > most:
        raise DefinitionError(f"{kind.name} has at most {most} spells, not {len(ids)}")
    if not ids:
        return
    content = the_book(book)
    for id in ids:
        if id not in content.spells:
            raise DefinitionError(f"the book has no spell {quoted(id)}; {hint(id, tuple(content.spells))}")
        spell = content.spells[id]
        match known.use:
            case "spellbooks":
                yield spell.spellbook
            case "at will":
                yield spell.innate()
            case "once a day":
                yield spell.innate(per_day=1)
            case _:
                assert_never(known.use)


@checked
def creatures(kind: Creature, number: int, *, led: bool = False, book: Book | None = None) -> tuple[Character, ...]:
    """Return a group of creatures, as a detachment if there are as many as its kind needs for one (R123).

    A leader, who comes first (R130), is not in the number. Raise a `DefinitionError` if the number is not from 1 to
    100, or the book describes no leader.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> [each.name for each in creatures(book().creatures["wolf"], 2)]
        ['Wolf 1', 'Wolf 2']
        >>> [(each.name, each.size) for each in creatures(book().creatures["bandit"], 6, led=True)]
        [('Bandit leader', None), ('Bandits', 6)]
    """
    number = check_whole("the number of creatures", number, 1, MOST_FIGHTERS)
    head = (creature(kind, name=f"{kind.name} leader", leading=True, book=book),) if led else ()
    if kind.detachment_from is not None and number >= kind.detachment_from:
        return (*head, creature(kind, name=f"{kind.name}s", size=number, book=book))
    if number == 1:
        return (*head, creature(kind, book=book))
    return (*head, *(creature(kind, name=f"{kind.name} {place}", book=book) for place in range(1, number + 1)))


def attacks_of(
    character: Character, rulings: Rulings = DEFAULT, *, circumstances: Collection[str] = ()
) -> tuple[Attack, ...]:
    """Return the attacks that a character can choose from: natural ones, weapons, two weapons at once, unarmed (R90).

    The weapons of creatures and other people are alternatives (A82).

    Weapons whose uses are spent are left out, and so are all weapons while both hands pull a cart (R35, R93). Rulings
    matter for things that need both hands (A71), circumstances for weapons that work only in them.

    Example:
        >>> [str(attack) for attack in attacks_of(person("Wolf", hp=6, attacks=["bite d8"]))]
        ['bite (d8)', 'unarmed (d4)']
    """
    inventory = character.inventory
    if not inventory.items:
        return (*character.attacks, UNARMED)
    found = list(character.attacks)
    idle = {
        effect.item
        for effect in character.effects
        if isinstance(effect, OnlyWhile) and not works(effect, inventory, circumstances)
    }
    pulling = any(each.pulled for each in inventory.containers)
    shield = any(item.id in SHIELDS and item.worn for item in inventory.items)
    weapons = [
        (place, item, attack)
        for place, item in enumerate(inventory.items)
        if item.id not in idle
        and not (item.uses and not item.uses.left)
        and (item.bodily or not pulling)
        and not (rulings.hands == "two_for_bulky" and shield and item.slots > 1)
        for attack in item.attacks
    ]
    found += [attack for _, _, attack in weapons]
    if not shield and character.kind in {"pc", "hireling"}:
        found += _pairs(weapons)
    return tuple(dict.fromkeys((*found, UNARMED)))


def _pairs(weapons: Sequence[tuple[int, Item, Attack]]) -> Iterator[Attack]:
    """Return the attacks with two weapons at once that differ only in their dice (R90)."""
    for (place, item, one), (other_place, other_item, other) in combinations(weapons, 2):
        held = place != other_place and max(item.slots, other_item.slots) < 2 and not (one.ranged or other.ranged)
        if held and not (item.uses or other_item.uses) and one.attribute is None:
            name = f"two {one.name}s" if one.name == other.name else f"{one.name} and {other.name}"
            both = evolve(one, name=name, dice=one.dice + other.dice)
            if both == evolve(other, name=name, dice=both.dice):
                yield both


@checked
def fighter(
    character: Character,
    side: int = PARTY,
    *,
    rulings: Rulings = DEFAULT,
    owner: int | None = None,
    circumstances: Iterable[str] = (),
    chosen: str = "",
    **where: Any,
) -> Fighter:
    """Return a character as a fighter.

    Args:
        character: The character.
        side: 0 for the party, 1 for the foes.
        rulings: The rulings, for its armour and its hands.
        owner: The fighter whom it follows, as an index of `Scene.fighters`.
        circumstances: Conditions that hold for it now: the `when` of its effects, such as `mounted`, and qualities of
            its attacks, such as `silver` or `magic`.
        chosen: The kind of weapon that its vow or its whetstone is about, such as `sword`.
        where: Other fields of `Fighter`, such as `position="impaired"`.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> archer = combat.fighter(combat.person("Ada", hp=4, attacks=["bow d6"]), position="enhanced")
        >>> [str(attack) for attack in archer.attacks], archer.position
        (['bow (d6)', 'unarmed (d4)'], 'enhanced')
    """
    if unknown := unknown_name(where, _WHERE, "a field to give to a fighter"):
        raise DefinitionError(unknown)
    ready = bool(character.effects) and any(type(effect) is ActsFirst for effect in character.effects)
    fields: dict[str, Any] = {"ready": ready, "area": side, **where}
    now = tuple(sorted(set(circumstances))) if circumstances else ()
    return Fighter(
        character=character,
        side=side,
        attacks=attacks_of(character, rulings, circumstances=now),
        armor=armor_of(character, rulings, circumstances=now),
        owner=owner,
        circumstances=now,
        chosen=chosen,
        effects=active_effects(character, now, chosen),
        **fields,
    )


@checked
def using(character: Character, *items: str) -> Character:
    """Return a character with the lasting effects of items that it used (R51, R74).

    `items` are ids, such as `quicksilver`. Raise a `DefinitionError` if using such an item has no effect for the
    character.
    """
    for item in items:
        known = {effect.item: effect.effects for effect in character.effects if type(effect) is OnUse}
        if item not in known:
            raise DefinitionError(
                f"using {quoted(item)} has no effect for {character.name}; {hint(item, tuple(known))}"
            )
        character = replaced(character, effects=(*character.effects, *known[item]))
    return character


_GIVEN: Final = ("armor", "attacks", "character", "chosen", "circumstances", "effects", "owner", "side")
"""Fields of a fighter that `fighter` fills in from its own arguments."""
_WHERE: Final = tuple(each.name for each in fields(Fighter) if each.init and each.name not in _GIVEN)
_ARRANGED: Final = (
    *("area", "chosen", "circumstances", "exposure", "held"),
    *("plights", "position", "ready", "refuge", "surge"),
)


@checked
def arranged(state: State, index: int, **where: Any) -> State:
    """Return the state with a fighter in other circumstances, as the Warden judges them.

    `where` has new values of its fields `area`, `chosen`, `circumstances`, `exposure`, `held`, `plights`, `position`,
    `ready`, `refuge` or `surge`. Raise a `DefinitionError` if there is no such fighter, or a field is not one of these.

    Example:
        >>> state = new_game(seed=7)
        >>> arranged(state, 2, position="impaired", held="entangled").fighters[2].position
        'impaired'
    """
    index = check_whole("the index of a fighter", index, 0, len(state.fighters) - 1)
    if unknown := unknown_name(where, _ARRANGED, "a circumstance of a fighter"):
        raise DefinitionError(unknown)
    old = state.fighters[index]
    new = evolve(old, lapses=tuple(each for each in old.lapses if each.aspect not in where), **where)
    if "circumstances" in where or "chosen" in where:
        now = tuple(sorted(set(new.circumstances)))
        effects = active_effects(new.character, now, new.chosen)
        if not any(type(effect) is CriticalHp for effect in old.effects):  # it works once a fight
            effects = tuple(effect for effect in effects if type(effect) is not CriticalHp)
        new = evolve(
            new,
            circumstances=now,
            attacks=attacks_of(new.character, state.rulings, circumstances=now),
            armor=armor_of(new.character, state.rulings, circumstances=now),
            effects=effects,
        )
    return replaced(state, fighters=(*state.fighters[:index], new, *state.fighters[index + 1 :]))


@checked
def join(state: State, newcomer: Character | Fighter, side: int = PARTY) -> State:
    """Return the state with one more fighter, who acts from now on: a new character, or a hireling taken over (R104).

    It becomes the last of its side, so that the indices of the foes change if the party gains a member. The number of
    fighters at the start, which counts for morale, is unchanged (R129).

    Raises:
        DefinitionError: if the side has declared something, or a question is open.
    """
    new = newcomer if isinstance(newcomer, Fighter) else fighter(newcomer, side, rulings=state.rulings)
    if state.declared or state.questions:
        raise DefinitionError(f"{new.character.name} cannot join in the middle of a turn: wait for its end")
    return joined(state, new)


def joined(state: State, new: Fighter) -> State:
    """Return the state with one more fighter at the end of its side, without checks. See `join`."""
    return _inserted(state, new, sum(each.side <= new.side for each in state.fighters))


def _inserted(state: State, new: Fighter, place: int) -> State:
    """Return the state with one more fighter at a place. All from that place on move up by one."""
    fighters = tuple(_shifted(each, place) for each in state.fighters)
    leader = state.leader if state.leader is None or state.leader < place else state.leader + 1
    questions = tuple(
        each if each.fighter < place else evolve(each, fighter=each.fighter + 1) for each in state.questions
    )
    return replaced(state, fighters=(*fighters[:place], new, *fighters[place:]), leader=leader, questions=questions)


def _shifted(fighter: Fighter, place: int) -> Fighter:
    """Return a fighter whose indices of other fighters are updated, because all from a place on move up by one."""
    if fighter.owner is not None and fighter.owner >= place:
        fighter = replaced(fighter, owner=fighter.owner + 1)
    if any(each.source is not None for each in fighter.plights):
        plights = tuple(
            each if each.source is None or each.source < place else evolve(each, source=each.source + 1)
            for each in fighter.plights
        )
        fighter = replaced(fighter, plights=plights)
    return fighter


def frighten(fighter: Fighter, dice: Dice, rulings: Rulings = DEFAULT) -> Resolution[Fighter, Event]:
    """Make the save against panic of a fighter that is surrounded, in darkness or facing its worst fear (R175, R177).

    Nothing is rolled if it is immune to panic, or already panicked.
    """
    character = fighter.character
    name = character.name
    if character.conditions.panicked:
        return Resolution(fighter)
    if any(type(effect) is Immunity and effect.certain and effect.to == "panic" for effect in fighter.effects):
        return Resolution(fighter, (Event("fearless", "R175", who=name),))
    if save(character, Attribute.WIL, dice, rule="R175"):
        return Resolution(fighter, (Event("calm", "R175", who=name),))
    hp = Score(0, character.hp.max) if rulings.zero_hp == "lose" else character.hp
    panicked = replaced(character, hp=hp, conditions=evolve(character.conditions, panicked=True))
    return Resolution(replaced(fighter, character=panicked), (Event("panic", "R177", who=name),))


@checked
def companion(follower: Companion, owner: Character) -> Character:
    """Return a companion as a character. Figures that it lacks are those of its owner.

    Raises:
        DefinitionError: if its HP are not known.

    Example:
        >>> from cairn_rules.cairn_rpg import Companion, combat
        >>> wolf = Companion(id="wolf", name="Wolf", hp=5, strength=11)
        >>> fights = combat.companion(wolf, combat.person("Ada", hp=4, dexterity=13))
        >>> fights.strength.max, fights.dexterity.max
        (11, 13)
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
        creature=follower.id,
    )


@checked
def detachment(members: Sequence[Character], *, name: str = "", leader: int | None = None) -> Character:
    """Return similar fighters as a detachment: one stat block, that of the first or of the leader, not a sum (R123).

    It draws the pay of all its hirelings. The others keep their belongings. The default name is that of the fighter
    whose figures it has; `leader` is the place of the leader among the members, from 0 (default: none).

    Raises:
        DefinitionError: if there are fewer than two, or one of them is dead, a player character or a detachment.

    Example:
        >>> guards = detachment([person(name, hp=4) for name in ("Bo", "Cy", "Di")], name="Guards")
        >>> guards.name, guards.size, guards.hp.max
        ('Guards', 3, 4)
    """
    if len(members) < 2:
        raise DefinitionError(f"a detachment has at least two members, got {len(members)}")
    for each in members:
        if each.conditions.dead or each.kind == "pc" or each.detachment:
            what = "dead" if each.conditions.dead else "a player character" if each.kind == "pc" else "a detachment"
            raise DefinitionError(f"{each.name} is {what} and cannot be part of a detachment")
    if leader is not None:
        leader = check_whole("the place of the leader", leader, 0, len(members) - 1)
    block = members[leader or 0]
    rate = sum(each.day_rate or 0 for each in members)
    return replaced(block, name=name or block.name, detachment=True, size=len(members), day_rate=rate or None)


@checked
def muster(party: Iterable[Character], *, rulings: Rulings = DEFAULT, mounts: bool = True) -> tuple[Fighter, ...]:
    """Return a party with its companions as fighters, each companion after its owner, whom it follows (A56, A59).

    Dead members, their companions, and companions with unknown HP stay out of the fight (A51). `new_game` adds
    companions automatically; use this function to change fighters first, or to leave mounts out. The party is in
    marching order. Without `mounts`, companions that are mounts stay out of the fight.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Companion
        >>> ada = evolve(person("Ada", hp=4), companions=(Companion(id="wolf", name="Wolf", hp=5),))
        >>> [(each.character.name, each.owner) for each in muster([ada, person("Bo", hp=3)])]
        [('Ada', None), ('Wolf', 0), ('Bo', None)]
    """
    found: list[Fighter] = []
    for character in party:
        if character.conditions.dead:
            continue
        followers = _followers(character, PARTY, len(found), rulings, mounts=mounts)
        found += (fighter(character, rulings=rulings), *followers)
    return tuple(found)


def _followers(
    character: Character, side: int, place: int, rulings: Rulings, *, mounts: bool = True
) -> tuple[Fighter, ...]:
    """Return the companions of a character as fighters that follow the fighter at its index."""
    return tuple(
        fighter(companion(follower, character), side, rulings=rulings, owner=place)
        for follower in mustered(character, mounts=mounts)
    )


def mustered(character: Character, *, mounts: bool = True) -> tuple[Companion, ...]:
    """Return the companions of a living character that fight: those whose HP are known (A51). See `muster`."""
    return tuple(
        follower
        for follower in character.companions
        if not character.conditions.dead
        and (follower.owner_scores or follower.hp is not None)
        and (mounts or not follower.mount)
    )


@checked
def characters(state: State, side: int = PARTY) -> tuple[Character, ...]:
    """Return the characters of a side as they are now, also the dead.

    Companions are part of their owner, who no longer has those that died in the fight. Creatures that a spell or an
    item called are left out. `side` is 0 for the party, 1 for the foes.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> [(each.name, each.hp.value) for each in combat.characters(combat.new_game(seed=7))]
        [('Hestia', 4), ('Basil', 3)]
    """
    found = {
        index: each.character
        for index, each in enumerate(state.fighters)
        if each.side == side and (each.owner is None or each.character.kind in ("pc", "hireling"))
    }
    for index, each in enumerate(state.fighters):
        owner = None if index in found or each.owner is None else found.get(each.owner)
        if owner is not None and each.owner is not None and each.character.conditions.dead:
            known = (each.character.creature, each.character.name)
            place = next((at for at, one in enumerate(owner.companions) if (one.id, one.name) == known), None)
            if place is not None:
                left = (*owner.companions[:place], *owner.companions[place + 1 :])
                found[each.owner] = replaced(owner, companions=left)
    return tuple(found.values())


@checked
def new_game(
    *,
    seed: int | None = None,
    party: Iterable[Character | Fighter] = (),
    foes: Iterable[Character | Fighter] = (),
    leader: int | None = None,
    companions: bool = True,
    crowd: bool = False,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> State:
    """Return the first state of a fight.

    Characters bring their companions, who follow them (A56). A `Fighter` comes alone; see `muster`.

    Args:
        seed: The same seed and decisions give the same fight (default: a different one each time).
        party: The characters of the party (default: two adventurers).
        foes: Their opponents (default: a bear).
        leader: The leader of the foes, as an index of `foes` (default: the first that leads by its nature, R130).
        companions: False to leave the companions of characters out.
        crowd: True if the number of targets of a blast is unclear, so that its die decides (R89).
        rulings: The rulings.
        book: The spells and creatures (default: those of the library).

    Raises:
        DefinitionError: if a side is larger than 100, companions included, the leader is not among the foes, or a
            fighter is on the wrong side or follows one that does not exist.

    Example:
        >>> state = new_game(seed=7)
        >>> [fighter.character.name for fighter in state.fighters]
        ['Hestia', 'Basil', 'Bear']
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Companion
        >>> ada = evolve(person("Ada", hp=4), companions=(Companion(id="wolf", name="Wolf", hp=5),))
        >>> [fighter.character.name for fighter in new_game(seed=7, party=[ada]).fighters]
        ['Ada', 'Wolf', 'Bear']
    """
    sides = (
        listed("party", party, Character, Fighter) or _party(),
        listed("foes", foes, Character, Fighter) or (_bear(),),
    )
    for side in sides:
        size = len(side) + sum(len(mustered(each)) for each in side if companions and isinstance(each, Character))
        if size > MOST_FIGHTERS:
            raise DefinitionError(f"a side has at most {MOST_FIGHTERS} fighters, not {size}; use detachments")
    if leader is not None:
        leader = check_whole("the index of the leader", leader, 0, len(sides[FOES]) - 1)
    fighters = tuple(
        each if isinstance(each, Fighter) else fighter(each, side, rulings=rulings)
        for side, members in enumerate(sides)
        for each in members
    )
    for index, each in enumerate(fighters):
        owner = each.owner
        if owner is not None and (owner not in range(index) or fighters[owner].side != each.side):
            text = f"{each.character.name} cannot follow fighter {quoted(owner)}"
            raise DefinitionError(f"{text}: give the index of one of its side who comes before it")
    if leader is None:
        foes_made = fighters[len(sides[PARTY]) :]
        leads = (any(type(effect) is Leads for effect in each.character.effects) for each in foes_made)
        leader = next((place for place, is_leader in enumerate(leads) if is_leader), None)
    state = State(
        fighters=fighters,
        numbers=(len(sides[PARTY]), len(sides[FOES])),
        leader=None if leader is None else leader + len(sides[PARTY]),
        crowd=crowd,
        rulings=rulings,
        book=book,
        chance=Chance.from_seed(Random().getrandbits(SEED_BITS) if seed is None else seed),
    )
    return _with_companions(state, (*sides[PARTY], *sides[FOES])) if companions else state


def _with_companions(state: State, given: Sequence[Character | Fighter]) -> State:
    """Return a fight with the companions of its characters after them. They count for morale, too (R129)."""
    numbers = [*state.numbers]
    for place, member in reversed((*enumerate(given),)):
        if isinstance(member, Character):
            followers = _followers(member, state.fighters[place].side, place, state.rulings)
            for follower in reversed(followers):
                state = _inserted(state, follower, place + 1)
                numbers[follower.side] += 1
    return replaced(state, numbers=(numbers[PARTY], numbers[FOES]))


@cache
def adventurers() -> tuple[Character, Character]:
    """Return the party of default games, without items."""
    hestia = person("Hestia", hp=4, strength=11, dexterity=11, armor=2, attacks=["sword d8"], kind="pc")
    basil = person("Basil", hp=3, strength=9, dexterity=12, armor=1, attacks=["daggers d6+d6"], kind="pc")
    return hestia, basil


@cache
def _party() -> tuple[Fighter, ...]:
    return tuple(map(fighter, adventurers()))


@cache
def _bear() -> Fighter:
    return fighter(person("Bear", hp=6, strength=15, willpower=8, attacks=["claws d8"], kind="creature"), FOES)
