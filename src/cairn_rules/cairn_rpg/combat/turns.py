"""A side's turn: all dice, then all effects, then morale (R72 to R94, R126 to R135)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from attrs import evolve

from cairn_rules.cairn_rpg.attacks import UNARMED, Affliction, Attack, Feast, Loss, Rend, Ruin
from cairn_rules.cairn_rpg.attributes import Score
from cairn_rules.cairn_rpg.character import Character, replaced
from cairn_rules.cairn_rpg.combat.actions import Aid, Cast, Flee, Recover, Strike
from cairn_rules.cairn_rpg.combat.casting import cast, is_warded, settle, unharmed, worn_off
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, Question, State, actor_of, is_able
from cairn_rules.cairn_rpg.damage import die, hit, lose
from cairn_rules.cairn_rpg.effects import CriticalHp, FleeWithoutSave
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.inventory import armor_of
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Dice, Resolution

Aimed: TypeAlias = tuple[int, int, Attack, tuple[int, ...]]
"""An attack in a pool of dice: its target, its attacker, the attack, and its dice in this position."""
BANDAGES: Final = "bandages"
"""The id of the item that stabilises the dying (R54)."""


def dice_against(attacker: Fighter, attack: Attack, target: Fighter, rulings: Rulings) -> tuple[int, ...]:
    """Return the dice of an attack in its position: d4 if impaired, d12 if enhanced (R85 to R91, R124, R125).

    Example:
        >>> from cairn_rules.cairn_rpg.combat.setup import fighter, person
        >>> wolf = fighter(person("Wolf", hp=6, attacks=["bite d8"]), position="impaired")
        >>> dice_against(wolf, wolf.attacks[0], wolf, Rulings())
        (4,)
    """
    individual = not attacker.character.detachment
    crowd = target.character.detachment
    impaired = (
        attacker.position == "impaired"
        or target.exposure == "impaired"
        or attacker.character.conditions.panicked
        or (crowd and individual and not attack.blast)
    )
    enhanced = attacker.position == "enhanced" or target.exposure == "enhanced" or (not individual and not crowd)
    if impaired and enhanced:
        impaired, enhanced = rulings.both == "impaired", rulings.both == "enhanced"
    if attack == UNARMED and not (enhanced and rulings.unarmed_enhanced):
        return UNARMED.dice
    if impaired:
        return (4,) * len(attack.dice)
    if enhanced:
        return (12,) * (len(attack.dice) if rulings.dual_enhanced == "both" else 1)
    return attack.dice


class Turn:
    """The turn of one side, while its dice fall."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.rulings = state.rulings
        self.fighters = list(state.fighters)
        self.events: list[Event] = []
        self.questions: list[Question] = []
        self.emptied: set[int] = set()

    def play(self) -> State:
        """Return the state after all declarations of the side are resolved (R76)."""
        hits = [self.roll(pool) for pool in self.pools()]
        self.others()
        for hit in hits:
            self.strike(*hit)
        return self.end()

    def pools(self) -> Iterable[list[Aimed]]:
        """Return the attacks of the side, those that count as one hit together (R83)."""
        fighters = self.fighters
        pools: dict[object, list[Aimed]] = {}
        for action in self.state.declared:
            if type(action) is Strike:
                for target in self.targets(action):
                    attacker = fighters[action.by]
                    attack = attacker.attacks[action.attack]
                    if fighters[target].ward and is_warded(fighters[target], attacker, attack):
                        self.events.append(unharmed(fighters[target], attack))
                        continue
                    sizes = dice_against(attacker, attack, fighters[target], self.rulings)
                    alone = attack.blast and not self.rulings.blast_pools
                    pools.setdefault((target, action.by) if alone else target, []).append(
                        (target, action.by, attack, sizes)
                    )
        return pools.values()

    def others(self) -> None:
        """Resolve all declarations of the side that are no attacks."""
        for action in self.state.declared:
            if type(action) is not Strike:
                self.do(action)

    def end(self) -> State:
        """Return the state after the hits: weapons are reloaded, and morale is tested."""
        self.reload()
        tested = self.test_morale()
        return replaced(
            self.state,
            fighters=tuple(self.fighters),
            declared=(),
            questions=tuple(self.questions),
            tested=tested,
        )

    def targets(self, action: Strike) -> Iterable[int]:
        """Return the fighters whom an attack hits: one, or everyone in an area (R88, R89, R125)."""
        fighters = self.fighters
        attacker, target = fighters[action.by], fighters[action.target]
        attack = attacker.attacks[action.attack]
        crowd = attacker.character.detachment and not target.character.detachment
        if not attack.blast and not crowd:
            return (action.target,)
        others = [
            index
            for index, fighter in enumerate(fighters)
            if fighter.area == target.area and fighter.is_in and index not in (action.by, action.target)
        ]
        reached = [action.target, *others]
        if self.state.crowd:
            sizes = attack.dice
            if self.rulings.blast_count == "rolled_die":
                sizes = dice_against(attacker, attack, target, self.rulings)
            purpose = f"targets of {attacker.character.name}'s {attack.name}"
            return reached[: self.dice.highest(sizes, purpose=purpose, rule="R89")]
        return reached

    def roll(self, pool: list[Aimed]) -> tuple[int, int, int, Attack]:
        """Roll all dice against one target, and return it with the face that counts and whose it is (R83)."""
        target, by, attack, sizes = pool[0]
        purpose = f"damage to {self.fighters[target].character.name}"
        if len(pool) == 1:
            return target, self.dice.highest(sizes, purpose=purpose, rule="R82"), by, attack
        if self.rulings.pool_tie == "most_damage":
            pool = sorted(pool, key=lambda each: not each[2].ignores_armor)
        owners = [each for each in pool for _ in each[3]]
        sizes = tuple(size for each in pool for size in each[3])
        if all(_same(each[2], attack) for each in pool):
            return target, self.dice.highest(sizes, purpose=purpose, rule="R83"), by, attack
        face, index = self.dice.keep_highest(sizes, purpose=purpose, rule="R83")
        return target, face, owners[index][1], owners[index][2]

    def strike(self, target: int, face: int, by: int, attack: Attack) -> None:
        """Apply one hit to a target (R106)."""
        fighter = self.fighters[target]
        if fighter.held == "asleep":
            fighter = self.fighters[target] = replaced(fighter, held="", held_for=0)
            name = fighter.character.name
            self.events.append(Event("awake", "R81", f"{name} wakes up", name))
        if attack.attribute is not None:
            character, events = lose(fighter.character, attack.attribute, face)
            self.events += events
            self.update(target, character)
            return
        damage = face if attack.ignores_armor else max(0, face - fighter.armor)
        attacker = self.fighters[by].character.name
        name = fighter.character.name
        self.events.append(Event("hit", "R82", f"{attacker} hits {name} with {attack.name}: {face}", name, face))
        scars = len(fighter.character.scars)
        wound = hit(fighter.character, damage, self.dice, self.rulings)
        self.events += wound.events
        if wound.emptied:
            self.emptied.add(target)
        character = wound.character
        self.update(target, character, failed=wound.failed)
        if len(character.scars) > scars and character.scars[-1].row == 10:
            self.questions.append(Question("limb", target))
        if wound.failed:
            self.critical(target, by, attack)
            self.surge(by)

    def update(self, index: int, character: Character, *, failed: bool = False) -> None:
        """Replace the character of a fighter, which may put it out of the fight."""
        fighter = self.fighters[index]
        was_in = fighter.is_in
        fighter = replaced(fighter, character=character)
        if failed and not character.fights_on and not character.conditions.dead and character.kind != "pc":
            if character.detachment and self.rulings.detachment_crit == "routed":
                fighter = replaced(fighter, gone="routed")
            elif not character.detachment:
                fighter = replaced(fighter, out=True)
        if was_in and not fighter.is_in:
            fighter = replaced(fighter, fell=self.state.round)
        self.fighters[index] = fighter

    def critical(self, target: int, by: int, attack: Attack) -> None:
        """Apply what an attack does when its target fails the Critical Damage save (R100)."""
        for consequence in attack.consequences:
            character = self.fighters[target].character
            name = character.name
            match consequence:
                case Loss(attribute=attribute, dice=formula, permanent=permanent):
                    loss = formula.roll(self.dice, purpose=f"{name}'s loss of {attribute}", rule="R100")
                    character, events = lose(character, attribute, loss, permanent=permanent)
                    self.events += events
                case Affliction(need=need):
                    conditions = character.conditions
                    character = replaced(character, conditions=evolve(conditions, needs=conditions.needs | {need}))
                    self.events.append(Event("deprived", "R100", f"{name} is deprived", name))
                case Ruin(save=attribute):
                    if attribute is not None:
                        value = character.score(attribute).value
                        if self.dice.check(value, purpose=f"{name}'s {attribute} save", rule="R100"):
                            continue
                    character, event = die(character, "R100")
                    self.events.append(event)
                case Feast():
                    eater = self.fighters[by].character
                    self.update(by, replaced(eater, strength=eater.strength.restored))
                    self.events.append(Event("feast", "R100", f"{eater.name} regains its STR", eater.name))
                case Rend(metal=metal):
                    character = self.rend(character, metal=metal)
                case _:
                    self.events.append(Event("story", "R100", f"{name} suffers the effect of {attack.name}", name))
            self.update(target, character)
            self.fighters[target] = replaced(self.fighters[target], armor=armor_of(character, self.rulings))

    def surge(self, by: int) -> None:
        """Give the attacker the HP for its first Critical Damage in the fight (A73)."""
        striker = self.fighters[by]
        for effect in striker.character.effects:
            if type(effect) is CriticalHp and not striker.surge:
                gain = effect.dice.roll(self.dice, purpose=f"{striker.character.name}'s HP", rule="R100")
                hp = Score(striker.character.hp.value + gain, striker.character.hp.max + gain)
                self.fighters[by] = replaced(striker, character=replaced(striker.character, hp=hp), surge=gain)
                self.events.append(
                    Event("surge", "R100", f"{striker.character.name} gains {gain} HP", striker.character.name, gain)
                )

    def rend(self, character: Character, *, metal: bool) -> Character:
        """Destroy armour: one piece, or all metal ones."""
        worn = [item for item in character.inventory.items if item.worn and item.armor and not item.bodily]
        lost = [item for item in worn if item.metal] if metal else worn[:1]
        inventory = character.inventory
        for item in lost:
            inventory = inventory.without(item)
            self.events.append(Event("rend", "R100", f"{character.name} loses {item.name}", character.name))
        return replaced(character, inventory=inventory)

    def do(self, action: object) -> None:
        """Resolve a declaration that is no attack."""
        match action:
            case Flee(by=by):
                self.flee(by)
            case Recover(by=by):
                fighter = self.fighters[by]
                character = fighter.character
                if self.dice.check(character.willpower.value, purpose=f"{character.name}'s WIL save", rule="R176"):
                    calm = evolve(character.conditions, panicked=False)
                    self.fighters[by] = replaced(fighter, character=replaced(character, conditions=calm))
                    self.events.append(Event("calm", "R176", f"{character.name} is calm again", character.name))
                else:
                    self.events.append(Event("panic", "R176", f"{character.name} stays in panic", character.name))
            case Aid(by=by, target=target):
                self.aid(by, target)
            case Cast():
                cast(self, action)
            case _:
                pass

    def flee(self, by: int) -> None:
        """Try to run away (R134, R135)."""
        fighter = self.fighters[by]
        character = fighter.character
        name = character.name
        free = any(type(effect) is FleeWithoutSave and not effect.when for effect in character.effects)
        value = character.dexterity.value
        if self.rulings.retreat == "worst":
            value = min(
                self.fighters[each.by].character.dexterity.value for each in self.state.declared if type(each) is Flee
            )
        if free or self.dice.check(value, purpose=f"{name}'s DEX save", rule="R134"):
            self.fighters[by] = replaced(fighter, gone="fled")
            self.events.append(Event("fled", "R135", f"{name} gets away", name))
        else:
            self.events.append(Event("caught", "R135", f"{name} does not get away", name))

    def aid(self, by: int, target: int) -> None:
        """Spend a use of bandages on someone who is dying (R54, R103)."""
        helper = self.fighters[by].character
        items = helper.inventory.items
        bandages = next(item for item in items if item.id == BANDAGES)
        left = bandages.used()
        place = items.index(bandages)
        kept = () if left.is_spent and self.rulings.spent == "remove" else (left,)
        inventory = evolve(helper.inventory, items=(*items[:place], *kept, *items[place + 1 :]))
        self.fighters[by] = replaced(self.fighters[by], character=replaced(helper, inventory=inventory))
        patient = self.fighters[target]
        character = patient.character
        mortal = character.conditions.down == "mortal"
        stable = evolve(character.conditions, down="mended" if mortal else "stabilised")
        self.fighters[target] = replaced(patient, character=replaced(character, conditions=stable))
        self.events.append(Event("aid", "R103", f"{helper.name} stabilises {character.name}", character.name))

    def reload(self) -> None:
        """Count the rounds in which fighters of the side reload (R81)."""
        state = self.state
        shot = {
            action.by: self.fighters[action.by].attacks[action.attack].reload
            for action in state.declared
            if type(action) is Strike
        }
        for index, fighter in enumerate(self.fighters):
            if fighter.side == state.side and (fighter.reloading or shot.get(index)):
                left = shot.get(index, 0) or fighter.reloading - 1
                self.fighters[index] = replaced(fighter, reloading=left)

    # Morale

    def test_morale(self) -> tuple[frozenset[str], frozenset[str]]:
        """Make the morale saves that are due, and return all that were made (R129 to R133)."""
        tested = list(self.state.tested)
        for side in (PARTY, FOES):
            due = self.due(side) - tested[side]
            if not due:
                continue
            tested[side] |= due
            rolls = 1 if self.rulings.morale_double == "once" else len(due)
            for _ in range(rolls):
                self.morale(side, due)
        return tested[0], tested[1]

    def due(self, side: int) -> frozenset[str]:
        """Return the morale tests that the state of a side asks for."""
        if not self.rulings.morale or (side == PARTY and not self.rulings.hireling_morale):
            return frozenset()
        subject = [(index, each) for index, each in enumerate(self.fighters) if each.side == side]
        standing = [index for index, each in subject if each.is_in]
        lost = sum(each.is_casualty for _, each in subject)
        number = self.state.numbers[side]
        due = {"first"} if lost else set[str]()
        if lost * 2 >= number:
            due.add("half")
        alone = len(standing) == 1 and standing[0] in self.emptied
        if alone and self.rulings.lone == "started_alone":
            alone = number == 1
        if alone and self.fighters[standing[0]].character.detachment:
            alone = self.rulings.detachment_lone
        if alone:
            due.add("lone")
        return frozenset(due) if standing else frozenset()

    def morale(self, side: int, due: frozenset[str]) -> None:
        """Make one morale save for the group, or one for each."""
        able = [
            index
            for index, each in enumerate(self.fighters)
            if each.side == side
            and each.is_in
            and each.character.kind != "pc"
            and (each.character.willpower.max or self.rulings.mindless_morale)
        ]
        if not able:
            return
        groups = [[index] for index in able] if self.rulings.morale_unit == "individual" else [able]
        for group in groups:
            leader = self.state.leader
            if side == FOES and leader is not None and self.fighters[leader].is_in and len(group) > 1:
                savers = [leader]
            else:
                savers = group
            value = min(self.fighters[index].character.willpower.value for index in savers)
            rule = "R131" if due == {"lone"} else "R129"
            if self.dice.check(value, purpose="morale save", rule=rule):
                self.events.append(Event("morale", rule, "the foes stand their ground"))
                continue
            for index in group:
                self.fighters[index] = replaced(self.fighters[index], gone="fled")
                name = self.fighters[index].character.name
                self.events.append(Event("fled", rule, f"{name} flees", name))


def _same(one: Attack, other: Attack) -> bool:
    """Return whether it makes no difference which of two attacks hits."""
    return (
        one.ignores_armor == other.ignores_armor
        and one.attribute is other.attribute
        and one.consequences == other.consequences
    )


def go_on(state: State, events: tuple[Event, ...] = ()) -> Resolution[State, Event]:
    """Return the state with the next question, or with the next turn if no question is left."""
    if state.questions:
        settled = settle(state)
        state, events = settled.state, (*events, *settled.events)
    return Resolution(state if state.questions else advance(next_side(state)), events)


def advance(state: State) -> State:
    """Return the state in which the next fighter declares, in this or a later round (R72, R80)."""
    idle = 0
    while not is_decided(state) and actor_of(state) is None:
        late = state.side == PARTY and any(each.late for each in state.fighters)
        waiting = late or any(each.reloading or each.held_for for each in state.fighters) or state.round == 1
        idle = 0 if waiting else idle + 1
        if idle > 1:
            return state
        state = next_side(state)
    return state


def next_side(state: State) -> State:
    """Return the state in which the other side has its turn; after the foes, a new round begins."""
    if any(each.held_for or each.ward_for for each in state.fighters):
        state = replaced(state, fighters=worn_off(state.fighters))
    if state.side == PARTY:
        fighters = state.fighters
        if any(each.late for each in fighters):
            fighters = tuple(replaced(each, late=False) if each.late else each for each in fighters)
        return replaced(state, side=FOES, declared=(), fighters=fighters)
    return replaced(state, side=PARTY, declared=(), round=state.round + 1)


def is_decided(state: State) -> bool:
    """Return whether a side has nobody left in the fight (R80)."""
    left = {each.side for each in state.fighters if each.is_in}
    if len(left) == 2:
        return False
    if state.rulings.cross_side_simultaneous and state.side == FOES:
        return not any(is_able(state, each) for each in state.fighters if each.side == FOES and each.fell)
    return True
