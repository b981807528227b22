"""A side's turn: all dice, then all effects, then morale (R72 to R94, R126 to R135)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from attrs import evolve

from cairn_rules.cairn_rpg.attacks import (
    UNARMED,
    Affliction,
    Attack,
    Consequence,
    Doom,
    Feast,
    Loss,
    Rend,
    Ruin,
    Spellbound,
    Wither,
)
from cairn_rules.cairn_rpg.attributes import Attribute, Score
from cairn_rules.cairn_rpg.carrying import use
from cairn_rules.cairn_rpg.character import Character, replaced
from cairn_rules.cairn_rpg.combat.actions import Aid, Cast, Destroy, Flee, Recover, Rise, Strike, Use
from cairn_rules.cairn_rpg.combat.casting import cast, is_warded, settle, unharmed, worn_off
from cairn_rules.cairn_rpg.combat.circumstances import NEARBY, changes, is_blast, is_immune, is_proof
from cairn_rules.cairn_rpg.combat.powers import burn, destroy, note_of, outlive, rise, rises_of, shake_off
from cairn_rules.cairn_rpg.combat.powers import use as use_power
from cairn_rules.cairn_rpg.combat.setup import attacks_of, joined
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, Plight, Question, State, actor_of, is_able
from cairn_rules.cairn_rpg.damage import Wound, die, hit, injure, lose
from cairn_rules.cairn_rpg.effects import (
    AttackChange,
    CompanionLoss,
    CriticalHp,
    DamageLink,
    FleeWithoutSave,
    Leads,
    NextAttack,
)
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.formula import format_weapon_dice
from cairn_rules.cairn_rpg.inventory import armor_of
from cairn_rules.cairn_rpg.items import item_id
from cairn_rules.cairn_rpg.recovery import BANDAGES, aid
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.saves import n_in_six, save
from cairn_rules.chance import Dice, Resolution

Aimed: TypeAlias = tuple[int, int, Attack, tuple[int, ...]]
"""An attack in a pool of dice: its target, its attacker, the attack, and its dice in this position."""
Hit: TypeAlias = tuple[int, int, list[Aimed]]
"""A hit: its target, the face that counts, and the attacks that may have dealt it, which differ in nothing else."""
_NONE_DUE: Final = frozenset[str]()
_LASTING: Final = (Affliction, Doom, Loss, Ruin, Spellbound, Wither)
"""Consequences that mean nothing to the dead."""


def dice_against(
    attacker: Fighter,
    attack: Attack,
    target: Fighter,
    rulings: Rulings,
    *,
    allied: bool = False,
    screamed: bool = False,
) -> tuple[int, ...]:
    """Return the dice of an attack in its position: d4 if impaired, d12 if enhanced (R85 to R91, R124, R125).

    A weapon with a die above d12 keeps its own dice where it is enhanced.

    Args:
        attacker: The attacker.
        attack: The attack.
        target: The target.
        rulings: The rulings.
        allied: True if an ally attacks the same target.
        screamed: True if something impairs the attacks of everyone in the fight.

    Example:
        >>> from cairn_rules.cairn_rpg.combat import fighter, person
        >>> wolf = fighter(person("Wolf", hp=6, attacks=["bite d8"]), position="impaired")
        >>> dice_against(wolf, wolf.attacks[0], wolf, Rulings())
        (4,)
    """
    individual = not attacker.character.detachment
    crowd = target.character.detachment
    blast = attack.blast
    impaired = (
        screamed
        or attacker.position == "impaired"
        or target.exposure == "impaired"
        or attacker.character.conditions.panicked
    )
    enhanced = attacker.position == "enhanced" or target.exposure == "enhanced" or (not individual and not crowd)
    if attacker.effects or target.effects:
        found = changes(attacker, attack, target, allied=allied)
        blast = blast or "blast" in found
        impaired = impaired or "impaired" in found
        enhanced = enhanced or "enhanced" in found
    if crowd and individual and not blast:
        impaired = True
    if impaired and enhanced:
        impaired, enhanced = rulings.both == "impaired", rulings.both == "enhanced"
    if attack.name == UNARMED.name and attack == UNARMED and not (enhanced and rulings.unarmed_enhanced):
        return UNARMED.dice
    if impaired:
        return (4,) * len(attack.dice)
    if enhanced and max(attack.dice) <= 12:
        return (12,) * (len(attack.dice) if rulings.dual_enhanced == "both" else 1)
    return attack.dice


class Turn:
    """The turn of one side, while its dice fall."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.rulings: Rulings = state.rulings
        self.fighters: list[Fighter] = list(state.fighters)
        self.events: list[Event] = []
        self.questions: list[Question] = []
        self.emptied: set[int] = set()
        self.newcomers: list[Fighter] = []
        """Those who were summoned in this turn. They join its side at its end."""
        self.escapes: bool | None = None
        """The result of the one save of all who retreat together (A33)."""

    def play(self) -> State:
        """Return the state after all declarations of the side are resolved (R76)."""
        hits = [self.roll(pool) for pool in self.pools()]
        self.others()
        for each in hits:
            self.strike(*each)
        return self.end()

    def pools(self) -> Iterable[list[Aimed]]:
        """Return the attacks of the side, those that count as one hit together (R83)."""
        fighters, rulings = self.fighters, self.rulings
        pools: dict[object, list[tuple[int, int, Attack]]] = {}
        for action in self.state.declared:
            if type(action) is Strike:
                attacker = fighters[action.by]
                attack = attacker.attacks[action.attack]
                blast = is_blast(attacker, attack)
                for target in self.targets(action, attack, blast=blast):
                    aim = fighters[target]
                    if aim.ward and is_warded(aim, attacker, attack):
                        self.events.append(unharmed(aim, attack))
                        continue
                    crowd = attacker.character.detachment and not aim.character.detachment
                    alone = not rulings.blast_pools and (blast or crowd)
                    pools.setdefault((target, action.by) if alone else target, []).append((target, action.by, attack))
        screamed = False
        for fighter in fighters:
            for effect in fighter.effects:
                screamed = screamed or (type(effect) is AttackChange and effect.weapon == NEARBY)
        found: list[list[Aimed]] = []
        for pool in pools.values():
            aimed: list[Aimed] = []
            for target, by, attack in pool:
                attacker = fighters[by]
                allied = bool(attacker.effects) and any(
                    other != by and aim == target for each in pools.values() for aim, other, _ in each
                )
                sizes = dice_against(attacker, attack, fighters[target], rulings, allied=allied, screamed=screamed)
                aimed.append((target, by, attack, sizes))
            found.append(aimed)
        return found

    def others(self) -> None:
        """Resolve all declarations of the side that are no attacks."""
        for action in self.state.declared:
            if type(action) is not Strike:
                self.do(action)

    def end(self) -> State:
        """Return the state after the hits: uses of weapons are counted, and morale is tested."""
        for action in self.state.declared:
            if type(action) is Strike:
                self.spend(action.by, self.state.fighters[action.by].attacks[action.attack])
        tested = self.test_morale()
        state = replaced(
            self.state,
            fighters=tuple(self.fighters),
            declared=(),
            questions=tuple(self.questions),
            tested=tested,
        )
        for newcomer in self.newcomers:
            state = joined(state, newcomer)
        return state

    def targets(self, action: Strike, attack: Attack, *, blast: bool) -> Iterable[int]:
        """Return the fighters whom an attack hits: one, or everyone in an area (R88, R89, R125)."""
        fighters = self.fighters
        attacker, target = fighters[action.by], fighters[action.target]
        crowd = attacker.character.detachment and not target.character.detachment
        if not blast and not crowd:
            return (action.target,)
        others = [
            index
            for index, fighter in enumerate(fighters)
            if fighter.area == target.area
            and not fighter.gone
            and not fighter.character.conditions.dead
            and index not in (action.by, action.target)
        ]
        reached = [action.target, *others]
        if self.state.crowd:
            sizes = attack.dice
            if self.rulings.blast_count == "rolled_die":
                sizes = dice_against(attacker, attack, target, self.rulings)
            purpose = f"targets of {attacker.character.name}'s {attack.name}"
            return reached[: self.dice.highest(sizes, purpose=purpose, rule="R89")]
        return reached

    def roll(self, pool: list[Aimed]) -> Hit:
        """Roll all dice against one target, and keep the highest (R83)."""
        target, _, _, sizes = pool[0]
        purpose = self.damage(pool)
        if len(pool) == 1:
            return target, self.dice.highest(sizes, purpose=purpose, rule="R82"), pool
        if self.rulings.pool_tie == "most_damage" and self.fighters[target].armor:
            pool = sorted(pool, key=lambda each: not each[2].ignores_armor)
        owners = [each for each in pool for _ in each[3]]
        sizes = tuple(size for each in pool for size in each[3])
        if all(self.is_same(each, pool[0]) for each in pool):
            return target, self.dice.highest(sizes, purpose=purpose, rule="R83"), pool
        face, index = self.dice.keep_highest(sizes, purpose=purpose, rule="R83")
        return target, face, [owners[index]]

    def damage(self, pool: list[Aimed]) -> str:
        """Return the purpose of the dice against one target: who is hit, and who throws which dice."""
        names = [self.fighters[by].character.name for _, by, _, _ in pool]
        if len(pool) > 1:
            names = [f"{name} ({format_weapon_dice(sizes)})" for name, (*_, sizes) in zip(names, pool, strict=True)]
        return f"damage to {self.fighters[pool[0][0]].character.name} by {' and '.join(names)}"

    def is_same(self, one: Aimed, other: Aimed) -> bool:
        """Return whether it makes no difference which of two attacks hits."""
        mine, yours = one[2], other[2]
        if one is other or (mine is yours and one[1] == other[1]):
            return True
        if self.fighters[one[1]].effects or self.fighters[other[1]].effects or self.fighters[one[0]].effects:
            return False
        return (
            mine.ignores_armor == yours.ignores_armor
            and mine.attribute is yours.attribute
            and mine.armor_applies == yours.armor_applies
            and mine.consequences == yours.consequences
            and not (mine.heals or yours.heals or Feast() in mine.consequences)
        )

    def strike(self, target: int, face: int, pool: list[Aimed]) -> None:
        """Apply one hit to a target (R106)."""
        _, by, attack, _ = pool[0]
        fighter = self.fighters[target]
        if fighter.held == "asleep":
            fighter = self.fighters[target] = replaced(fighter, held="", held_for=0)
            self.events.append(Event("awake", "R81", f"{fighter.character.name} wakes up", fighter.character.name))
        attacker = self.fighters[by]
        name = fighter.character.name
        if len(pool) == 1:
            text, rule = f"{attacker.character.name} hits {name} with {attack.name}: {face}", "R82"
        else:
            who = _listed(self.fighters[each].character.name for _, each, _, _ in pool)
            text, rule = f"{who} hit {name} with {_listed(each.name for _, _, each, _ in pool)}: {face}", "R83"
        self.events.append(Event("hit", rule, text, name, face))
        if fighter.effects and is_immune(fighter, attack, attacker):
            self.events.append(Event("immune", "R82", f"{attack.name} cannot harm {name}", name, 0))
            return
        # Armour helps against damage to an attribute only where the attack says so (R71).
        helps = not attack.ignores_armor and (attack.attribute is None or attack.armor_applies)
        damage = max(0, face - fighter.armor) if helps else face
        before = fighter.character.strength.value
        wound = self.wound(target, damage, attack.attribute)
        if damage and attack.heals:
            eater = self.fighters[by].character
            self.update(by, replaced(eater, hp=eater.hp.more(attack.heals)))
            self.events.append(Event("healed", "R82", f"{eater.name} regains HP", eater.name, attack.heals))
        if wound.failed:
            taken = before - wound.character.strength.value
            text_id = self.text_of(by)
            for consequence in attack.consequences:
                self.suffer(target, by, consequence, what=attack.name, text_id=text_id, taken=taken)
            self.critical(by, attack)
        if fighter.effects and wound.character.conditions.dead:
            burn(self, target, attack, by)

    def wound(self, index: int, damage: int, attribute: Attribute | None = None) -> Wound:
        """Apply damage to a fighter, and what it means for its owner."""
        fighter = self.fighters[index]
        character = fighter.character
        scars = len(character.scars)
        if attribute is None:
            wound = hit(character, damage, self.dice, self.rulings, extra=fighter.surge)
        elif attribute is Attribute.STR and self.rulings.attr_damage_save and damage:
            wound = injure(character, damage, self.dice, self.rulings, extra=fighter.surge)
        elif damage:
            wound = Wound(*lose(character, attribute, damage, rule="R71"), extra=fighter.surge)
        else:
            event = Event("armor", "R71", f"{character.name} takes no damage", character.name, 0)
            wound = Wound(character, (event,), extra=fighter.surge)
        self.events += wound.events
        if wound.emptied:
            self.emptied.add(index)
        if wound.extra != fighter.surge:
            self.fighters[index] = replaced(fighter, surge=wound.extra)
        self.update(index, wound.character, failed=wound.failed)
        if len(wound.character.scars) > scars and wound.character.scars[-1].row == 10:
            self.questions.append(Question("limb", index))
        if fighter.owner is not None:
            self.share(index, fighter.owner, damage, failed=wound.failed)
        return wound

    def share(self, index: int, owner: int, damage: int, *, failed: bool) -> None:
        """Let the owner of a companion suffer for its wounds or its loss."""
        companion = self.fighters[index].character
        dead = companion.conditions.dead
        for effect in self.fighters[owner].effects:
            if type(effect) is DamageLink and effect.source == companion.creature and not effect.optional and damage:
                text = f"{companion.name} shares its wound"
                self.events.append(Event("linked", "R82", text, companion.name, damage))
                self.wound(owner, damage, effect.attribute)
            elif (
                type(effect) is CompanionLoss
                and effect.companion == companion.creature
                and (dead or (failed and effect.on == "critical"))
            ):
                self.lose(owner, effect.loss, "R95")

    def update(self, index: int, character: Character, *, failed: bool = False) -> None:
        """Replace the character of a fighter, which may put it out of the fight."""
        fighter = self.fighters[index]
        was_in = fighter.is_in
        dies = character.conditions.dead and not fighter.character.conditions.dead
        if dies and fighter.effects:
            rises = rises_of(fighter)
            if rises is not None:
                text, text_id = f"{character.name} may get up again", note_of(character, rises.note)
                self.events.append(Event("remains", "R101", text, character.name, None, text_id))
        fighter = replaced(fighter, character=character)
        if failed and not character.fights_on and not character.conditions.dead and character.kind != "pc":
            if not character.detachment:
                fighter = replaced(fighter, out=True)
            elif self.rulings.detachment_crit == "routed":
                fighter = replaced(fighter, gone="routed")
            else:
                fighter = replaced(fighter, position="impaired")
        if was_in and not fighter.is_in:
            fighter = replaced(fighter, fell=self.state.round)
        self.fighters[index] = fighter
        if dies and fighter.effects:
            outlive(self, index)

    def critical(self, by: int, attack: Attack) -> None:
        """Give the attacker what its own Critical Damage brings it (R100, A73)."""
        striker = self.fighters[by]
        name = striker.character.name
        for effect in striker.effects:
            if type(effect) is CriticalHp:
                gain = effect.dice.roll(self.dice, purpose=f"{name}'s HP", rule="R100")
                left = tuple(each for each in striker.effects if each is not effect)
                self.fighters[by] = replaced(self.fighters[by], surge=gain, effects=left)
                self.events.append(Event("surge", "R100", f"{name} gains {gain} HP for the fight", name, gain))
            elif type(effect) is NextAttack and effect.item == item_id(attack.name):
                boosts = {*self.fighters[by].boosts, f"+{effect.item}"}
                self.fighters[by] = replaced(self.fighters[by], boosts=tuple(sorted(boosts)))
                self.events.append(Event("boost", "R100", f"{name}'s next {attack.name} is {effect.change}", name))

    def suffer(  # noqa: C901, PLR0912 - a case for each consequence
        self,
        target: int,
        by: int,
        consequence: Consequence,
        *,
        what: str,
        text_id: str,
        taken: int = 0,
        rule: str = "R100",
    ) -> None:
        """Apply a consequence of an attack whose target failed the Critical Damage save (R100), or of a power.

        Args:
            target: The target.
            by: The attacker.
            consequence: The consequence.
            what: The name of the attack or the power.
            text_id: The id of the text about it.
            taken: The STR that the attack took.
            rule: The rule of its events.
        """
        fighter = self.fighters[target]
        character = fighter.character
        name = character.name
        conditions = character.conditions
        if conditions.dead and isinstance(consequence, _LASTING):
            return
        match consequence:
            case Loss():
                self.lose(target, consequence, rule)
                if consequence.each_round:
                    self.add_plight(target, Plight(consequence))
            case Affliction(need=need):
                self.update(target, replaced(character, conditions=evolve(conditions, needs=conditions.needs | {need})))
                self.events.append(Event("deprived", rule, f"{name} is deprived", name))
            case Ruin(save=attribute, chance=chance):
                if attribute is not None and save(character, attribute, self.dice, rule=rule):
                    return
                if n_in_six(chance, self.dice, purpose=f"{name}'s fate", rule=rule):
                    self.kill(target, rule)
            case Doom(after=after, unit=unit):
                left = after.roll(self.dice, purpose=f"{name}'s last {unit}", rule=rule)
                text = f"{name} dies in {left} {unit} unless freed or cured"
                self.events.append(Event("doom", rule, text, name, left, text_id))
                if unit == "rounds":
                    self.add_plight(target, Plight(consequence, left))
            case Wither():
                left = character.strength.value
                strength = Score(left, max(left, character.strength.max - taken))
                self.update(target, replaced(character, strength=strength))
                self.events.append(Event("withered", rule, f"{name} loses {taken} STR for good", name, taken))
            case Spellbound():
                self.bind(target, consequence, rule)
            case Feast():
                eater = self.fighters[by].character
                self.update(by, replaced(eater, strength=eater.strength.restored))
                self.events.append(Event("feast", rule, f"{eater.name} regains its STR", eater.name))
            case Rend(metal=metal):
                self.update(target, self.rend(character, metal=metal))
                fighter = self.fighters[target]
                armor = armor_of(fighter.character, self.rulings, circumstances=fighter.circumstances)
                self.fighters[target] = replaced(fighter, armor=armor)
            case _:
                text = f"{name} suffers the effect of {what}"
                self.events.append(Event("story", rule, text, name, text_id=consequence.text or text_id))

    def bind(self, index: int, bound: Spellbound, rule: str) -> None:
        """Put a fighter under a condition, unless it is immune."""
        fighter = self.fighters[index]
        character = fighter.character
        name = character.name
        if fighter.effects and is_proof(fighter, (bound,)):
            self.events.append(Event("immune", rule, f"{name} is immune", name))
            return
        self.events.append(Event("spellbound", rule, f"{name} is {bound.condition}", name))
        if bound.condition == "fleeing":
            self.fighters[index] = replaced(fighter, gone="fled")
        elif bound.condition == "afraid":
            hp = Score(0, character.hp.max) if self.rulings.zero_hp == "lose" else character.hp
            panicked = evolve(character.conditions, panicked=True)
            self.update(index, replaced(character, hp=hp, conditions=panicked))
        else:
            self.fighters[index] = replaced(fighter, held=bound.condition, held_for=0)

    def text_of(self, by: int) -> str:
        """Return the id of the text about the Critical Damage of a creature; empty for others."""
        kind = self.fighters[by].character
        return f"creature/{kind.creature}/critical" if kind.kind == "creature" and kind.creature else ""

    def lose(self, index: int, loss: Loss, rule: str, *, times: int = 1) -> None:
        """Take points of an attribute from a fighter, who may die of it."""
        character = self.fighters[index].character
        attribute = loss.attribute
        amount = times * loss.dice.roll(self.dice, purpose=f"{character.name}'s loss of {attribute}", rule=rule)
        character, events = lose(character, attribute, amount, permanent=loss.permanent, rule=rule)
        self.events += events
        self.update(index, character)
        if loss.deadly and not character.score(attribute).value and not character.conditions.dead:
            self.kill(index, rule)

    def kill(self, index: int, rule: str = "R100") -> None:
        """Let a fighter die by a consequence (R100)."""
        character, event = die(self.fighters[index].character, rule)
        self.events.append(event)
        self.update(index, character)

    def add_plight(self, index: int, plight: Plight) -> None:
        """Let something go on for a fighter every round."""
        fighter = self.fighters[index]
        self.fighters[index] = replaced(fighter, plights=(*fighter.plights, plight))

    def endure(self) -> State:
        """Return the state after what goes on every round, for the opponents of the side whose turn begins (R100)."""
        for index, fighter in enumerate(self.fighters):
            if fighter.side == self.state.side or not suffers(fighter):
                continue
            self.fighters[index] = replaced(fighter, plights=())
            for plight in fighter.plights:
                match plight.consequence:
                    case Loss() as loss:
                        self.lose(index, loss, "R100")
                        self.add_plight(index, plight)
                    case Doom() if plight.left > 1:
                        self.add_plight(index, evolve(plight, left=plight.left - 1))
                    case Spellbound() as bound:
                        shake_off(self, index, plight, bound)
                    case _:
                        self.kill(index)
        tested = self.test_morale()
        return replaced(self.state, fighters=tuple(self.fighters), tested=tested)

    def spend(self, by: int, attack: Attack) -> None:
        """Count a use of a weapon, let it be reloaded, and end what made this attack stronger (R37, R81, R93, R100)."""
        fighter = self.fighters[by]
        if attack.reload:
            fighter = self.fighters[by] = replaced(fighter, reloading=attack.reload + 1)
        if fighter.boosts:
            used = item_id(attack.name)
            boosts = tuple(sorted({each.removeprefix("+") for each in fighter.boosts if each != used}))
            fighter = self.fighters[by] = replaced(fighter, boosts=boosts)
        for item in fighter.character.inventory.items:
            if item.uses is not None and item.uses.left and attack in item.attacks:
                change = use(fighter.character, item, self.rulings)
                self.events += change.events
                attacks = attacks_of(change.state, self.rulings, circumstances=fighter.circumstances)
                self.fighters[by] = replaced(fighter, character=change.state, attacks=attacks)
                return

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
                character = self.fighters[by].character
                if save(character, Attribute.WIL, self.dice, rule="R176"):
                    self.calm(by)
                    self.events.append(Event("calm", "R176", f"{character.name} is calm again", character.name))
                else:
                    self.events.append(Event("panic", "R176", f"{character.name} stays in panic", character.name))
            case Aid(by=by, target=target):
                self.aid(by, target)
            case Cast():
                cast(self, action)
            case Use():
                use_power(self, action)
            case Destroy(target=target):
                destroy(self, target)
            case Rise(by=by):
                rise(self, by)
            case _:
                pass

    def calm(self, index: int) -> None:
        """End the panic of a fighter."""
        fighter = self.fighters[index]
        conditions = evolve(fighter.character.conditions, panicked=False)
        self.fighters[index] = replaced(fighter, character=replaced(fighter.character, conditions=conditions))

    def flee(self, by: int) -> None:
        """Try to run away (R134, R135)."""
        fighter = self.fighters[by]
        character = fighter.character
        name = character.name
        free = any(type(effect) is FleeWithoutSave for effect in fighter.effects)
        if free or self.is_away(character):
            self.fighters[by] = replaced(fighter, gone="fled")
            self.events.append(Event("fled", "R135", f"{name} gets away", name))
        else:
            self.events.append(Event("caught", "R135", f"{name} does not get away", name))

    def is_away(self, character: Character) -> bool:
        """Make the save of one who retreats; where the slowest saves for all, only once a turn (R134, A33)."""
        if self.rulings.retreat == "each":
            return save(character, Attribute.DEX, self.dice, rule="R134")
        if self.escapes is None:
            group = [self.fighters[each.by] for each in self.state.declared if type(each) is Flee]
            slowest = min(
                each.character.dexterity.value
                for each in group
                if not any(type(effect) is FleeWithoutSave for effect in each.effects)
            )
            self.escapes = self.dice.check(slowest, purpose="DEX save of all who retreat", rule="R134")
        return self.escapes

    def aid(self, by: int, target: int) -> None:
        """Spend a use of bandages on someone who is dying (R54, R103)."""
        helper = self.fighters[by].character
        bandages = next(
            item for item in helper.inventory.items if item.id == BANDAGES and item.uses is not None and item.uses.left
        )
        used = use(helper, bandages, self.rulings)
        self.events += used.events
        self.update(by, used.state)
        patient = self.fighters[target].character
        if patient.is_dying:  # nobody else was faster
            tended = aid(patient, self.rulings)
            self.events += tended.events
            self.update(target, tended.state)

    # Morale

    def test_morale(self) -> tuple[frozenset[str], frozenset[str]]:
        """Make the morale saves that are due, and return all that were made (R129 to R133)."""
        tested = list(self.state.tested)
        for side in (PARTY, FOES) if self.rulings.hireling_morale else (FOES,):
            due = self.due(side) - tested[side]
            if not due:
                continue
            tested[side] |= due
            rolls = 1 if self.rulings.morale_double == "once" else len(due)
            for _ in range(rolls):
                self.morale(side, due)
        leader = self.fighters[self.state.leader] if self.state.leader is not None else None
        if (
            leader is not None
            and leader.is_casualty
            and any(type(effect) is Leads and effect.fall_routs for effect in leader.effects)
        ):
            for index, each in enumerate(self.fighters):
                if each.side == FOES and each.is_in:
                    self.rout(index, "R130")
        return tested[0], tested[1]

    def due(self, side: int) -> frozenset[str]:
        """Return the morale tests that the state of a side asks for."""
        if not self.rulings.morale:
            return _NONE_DUE
        standing: list[int] = []
        lost = 0
        for index, each in enumerate(self.fighters):
            if each.side == side:
                if each.is_in:
                    standing.append(index)
                elif each.is_casualty:
                    lost += 1
        number = self.state.numbers[side]
        if not standing or not (lost or self.emptied):
            return _NONE_DUE
        due = {"first"} if lost else set[str]()
        if lost * 2 >= number:
            due.add("half")
        if len(standing) == 1 and standing[0] in self.emptied and self.is_lone(standing[0], number):
            due.add("lone")
        return frozenset(due)

    def is_lone(self, index: int, number: int) -> bool:
        """Return whether the last of a side is a lone foe (R131, A31, A68)."""
        if self.rulings.lone == "started_alone" and number > 1:
            return False
        return self.rulings.detachment_lone or not self.fighters[index].character.detachment

    def morale(self, side: int, due: frozenset[str]) -> None:
        """Make one morale save for the group, or one for each."""
        able = [
            index
            for index, each in enumerate(self.fighters)
            if each.side == side
            and each.is_in
            and (each.character.kind == "hireling" if side == PARTY else each.character.kind != "pc")
            and (each.character.willpower.max or self.rulings.mindless_morale)
        ]
        if not able:
            return
        rule = "R131" if due == frozenset({"lone"}) else "R129"
        leader = self.state.leader if side == FOES else None
        if leader is not None and not self.fighters[leader].is_in:
            leader = None
        if leader is not None and any(
            type(effect) is Leads and effect.bold for effect in self.fighters[leader].effects
        ):
            text = f"{self.fighters[leader].character.name} keeps its side together"
            self.events.append(Event("morale", "R130", text))
            return
        groups = [[index] for index in able] if self.rulings.morale_unit == "individual" else [able]
        for group in groups:
            savers = [leader] if leader is not None and len(group) > 1 else group
            value = min(self.fighters[index].character.willpower.value for index in savers)
            names = [self.fighters[index].character.name for index in group]
            who = names[0] if len(names) == 1 else "the foes" if side == FOES else "the hirelings"
            if self.dice.check(value, purpose=f"morale save of {who}", rule=rule):
                verb = "fights" if len(names) == 1 else "fight"
                self.events.append(Event("morale", rule, f"{', '.join(names)} {verb} on"))
                continue
            for index in group:
                self.rout(index, rule)

    def rout(self, index: int, rule: str) -> None:
        """Let a fighter flee without a save."""
        self.fighters[index] = replaced(self.fighters[index], gone="fled")
        name = self.fighters[index].character.name
        self.events.append(Event("fled", rule, f"{name} flees", name))


def _listed(names: Iterable[str]) -> str:
    """Return different names as a list in words."""
    *some, last = dict.fromkeys(names)
    return f"{', '.join(some)} and {last}" if some else last


def suffers(fighter: Fighter, *, surely: bool = False) -> bool:
    """Return whether something goes on for a fighter every round (R100).

    Args:
        fighter: The fighter.
        surely: True to leave out what only a save changes, and so may last for ever.
    """
    if not fighter.plights or fighter.gone or fighter.character.conditions.dead:
        return False
    return not surely or any(each.save is None for each in fighter.plights)


def go_on(state: State, dice: Dice, events: Iterable[Event] = ()) -> Resolution[State, Event]:
    """Return the state with the next question, or with the next turn if no question is left.

    Args:
        state: The state after a turn or an answer.
        dice: The dice, for what goes on every round.
        events: The events so far.
    """
    found = list(events)
    if state.questions:
        settled = settle(state)
        state = settled.state
        found += settled.events
    if not state.questions:
        state = advance(next_side(state, dice, found), dice, found)
    return Resolution(state, tuple(found))


def advance(state: State, dice: Dice, events: list[Event]) -> State:
    """Return the state in which the next fighter declares, in this or a later round (R72, R80).

    Args:
        state: The state.
        dice: The dice, for what goes on every round.
        events: The list to which its events are added.
    """
    idle = 0
    while not is_decided(state) and actor_of(state) is None:
        waiting = state.round == 1 or any(
            each.reloading or each.held_for or (each.late and state.side == PARTY) or suffers(each, surely=True)
            for each in state.fighters
        )
        idle = 0 if waiting else idle + 1
        if idle > 1:
            return state
        state = next_side(state, dice, events)
    return state


def next_side(state: State, dice: Dice, events: list[Event]) -> State:
    """Return the state in which the other side has its turn; after the foes, a new round begins (R72).

    The arguments are those of `advance`.
    """
    side = state.side
    new: dict[str, Any] = {"side": FOES} if side == PARTY else {"side": PARTY, "round": state.round + 1}
    if state.truce:
        new["truce"] = ""
    for each in state.fighters:
        if each.late or each.reloading or each.held_for or each.ward_for or each.plights:
            break
    else:
        return replaced(state, declared=(), **new)
    fighters = tuple(
        replaced(each, late=False, reloading=max(0, each.reloading - 1)) if each.side == side else each
        for each in worn_off(state.fighters)
    )
    state = replaced(state, declared=(), fighters=fighters, **new)
    if any(each.side == side and suffers(each) for each in fighters):
        turn = Turn(state, dice)
        state = turn.endure()
        events += turn.events
    return state


def is_decided(state: State) -> bool:
    """Return whether a side has nobody left in the fight (R80)."""
    left: int | None = None
    for each in state.fighters:
        if each.side != left and each.is_in:
            if left is not None:
                return False
            left = each.side
    if state.rulings.cross_side_simultaneous and state.side == FOES:
        return not any(is_able(state, each) for each in state.fighters if each.side == FOES and each.fell)
    return True
