"""A side's turn while it is resolved: what has happened so far, and how a fighter is wounded (R76 to R94).

A wound can kill whoever shares it or releases what the dead held, which wounds again. So the files of consequences
and powers, which this one needs, take the turn as an argument.
"""

from __future__ import annotations

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.combat.rules.consequences import note_of, share
from cairn_rules.cairn_rpg.combat.rules.powers import outlive, rises_of
from cairn_rules.cairn_rpg.combat.state import Fighter, Question, State, positioned
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.damage import Wound, hit, injure
from cairn_rules.cairn_rpg.procedures.damage import lose as lose_points
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Dice


class Turn:
    """The turn of one side while it is resolved."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.rulings: Rulings = state.rulings
        self.fighters: list[Fighter] = list(state.fighters)
        self.events: list[Event] = []
        self.questions: list[Question] = []
        self.emptied: set[int] = set()
        self.newcomers: list[Fighter] = []
        """The fighters summoned in this turn. They join its side at its end."""
        self.escapes: bool | None = None
        """The result of the single save of all who retreat together (A33)."""

    def wound(self, index: int, damage: int, attribute: Attribute | None = None) -> Wound:
        """Apply damage to a fighter, and its consequences for the owner."""
        fighter = self.fighters[index]
        character = fighter.character
        scars = len(character.scars)
        if attribute is None:
            wound = hit(character, damage, self.dice, self.rulings, extra=fighter.surge)
        elif attribute is Attribute.STR and self.rulings.attr_damage_save and damage:
            wound = injure(character, damage, self.dice, self.rulings, extra=fighter.surge)
        elif damage:
            wound = Wound(*lose_points(character, attribute, damage, rule="R71"), extra=fighter.surge)
        else:
            event = Event("armor", "R71", who=character.name, amount=0)
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
            share(self, index, fighter.owner, damage, failed=wound.failed)
        return wound

    def update(self, index: int, character: Character, *, failed: bool = False) -> None:
        """Replace the character of a fighter, which may put it out of the fight."""
        fighter = self.fighters[index]
        was_in = fighter.is_in
        dies = character.conditions.dead and not fighter.character.conditions.dead
        if dies and fighter.effects:
            rises = rises_of(fighter)
            if rises is not None:
                text_id = note_of(character, rises.note)
                self.events.append(Event("remains", "R101", who=character.name, text_id=text_id))
        fighter = replaced(fighter, character=character)
        if failed and not character.fights_on and not character.conditions.dead and character.kind != "pc":
            if not character.detachment:
                fighter = replaced(fighter, out=True)
            elif self.rulings.detachment_crit == "routed":
                fighter = replaced(fighter, gone="routed")
            else:
                fighter = positioned(fighter, "position", "impaired")
        if was_in and not fighter.is_in:
            fighter = replaced(fighter, fell=self.state.round)
        self.fighters[index] = fighter
        if dies and fighter.effects:
            outlive(self, index)
