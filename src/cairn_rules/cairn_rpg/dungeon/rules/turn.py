"""A turn in a dungeon: movement, everyone's deeds, and the event that may follow (R155 to R178)."""

from __future__ import annotations

from typing import Final, assert_never

from attrs import evolve

from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.combat.rules.setup import fighter, frighten
from cairn_rules.cairn_rpg.dungeon.actions import Cost, Do, TroubleKind
from cairn_rules.cairn_rpg.dungeon.areas import CLEAR, Door, Part, Row, Trap, title
from cairn_rules.cairn_rpg.dungeon.rules.reasons import RATIONS
from cairn_rules.cairn_rpg.dungeon.state import (
    Found,
    State,
    Trouble,
    Work,
    arrives,
    front,
    here,
    is_lit,
    is_shut,
    reach,
    tables_of,
    work_on,
)
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures import carrying, recovery
from cairn_rules.cairn_rpg.procedures.lights import kindle, quench
from cairn_rules.cairn_rpg.procedures.party import Light, add_fatigue, with_member
from cairn_rules.cairn_rpg.procedures.saves import n_in_six, reaction, save
from cairn_rules.chance import Dice, Resolution
from cairn_rules.phrasebook import Argument, Named

EVENTS: Final = ("encounter", "sign", "environment", "loss", "exhaustion", "quiet")
"""The rows of the Dungeon Events, for the faces 1 to 6 (R162)."""
TRAP_ODDS: Final = 2
"""Faces of six on which the unwitting spring a trap (R178)."""
_DUE: Final = {
    "R158": Named("R158", "more than one turn in the same place"),
    "R159": Named("R159", "a new area"),
    "R160": Named("R160", "haste"),
    "R161": Named("R161", "a loud noise"),
}


class Turn:
    """A turn while it is resolved. The state has all declarations."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state: State = state
        """The state so far."""
        self.dice = dice
        """The dice."""
        self.events: list[Event] = []
        """The events, in order."""
        self._due: dict[str, None] = {}
        self._worked: set[str] = set()
        self._rests = 0

    # The course of a turn

    def play(self, *, haste: str = "") -> Resolution[State, Event]:
        """Resolve all declarations at once (R155), and roll for an event if one is due (R158 to R161).

        `haste` is the id of the area to which the party hurries, doing nothing else; empty if it does not hurry.
        """
        state = self.state
        goal, declared = haste or state.goal, state.declared
        ways = tuple(work for work in state.works if state.dungeon.find(work.target) is None)
        self._set(turn=state.turn + 1, goal=None, declared=(), works=ways)
        stayed = goal == state.area
        for each in declared:
            if each.deed == "light":  # it lights the way as well
                self._do(each)
        if haste:  # without watching for traps (R160)
            self._due["R160"] = None
            self.events.append(Event("haste", "R157"))
            for id in reach(state)[haste]:
                self._enter(id, [])
        elif goal is not None and not stayed:
            self._move(state, goal, watchful=[each.by for each in declared if each.deed == "watch"])
        if self.state.area != state.area or stayed:
            self._set(stay=self.state.stay + 1)
        for each in declared:
            if each.deed != "light" and self.state.party.members[each.by].is_able:
                self._do(each)
        self._rest_along(declared)
        if stayed and self.state.stay > 1:
            self._due["R158"] = None
        self._roll_if_due()
        self._darken()
        return Resolution(self.state, tuple(self.events))

    def pay(self, cost: Cost) -> Resolution[State, Event]:
        """Make the party pay for its exhaustion (R165)."""
        self._rests = (self.state.rests or 0) + 1
        self._set(rests=None)
        party = self.state.party
        match cost:
            case "rest":
                self.events.append(Event("brief-rest", "R165"))
                self._event()
                self._darken()
            case "fatigue":
                tiring = add_fatigue(party, rule="R165", rulings=self.state.rulings)
                self._set(party=tiring.party, questions=tiring.questions)
                self.events += tiring.events
            case "rations":
                for index in party.living:
                    self._eat(index)
            case _:
                assert_never(cost)
        return Resolution(self.state, tuple(self.events))

    # Movement

    def _move(self, before: State, to: str, watchful: list[int]) -> None:
        """Cover up to 40 feet on the way to another area (R156)."""
        if arrives(before, to):
            self._enter(to, watchful)
        else:
            covered = work_on(before, to) + CLEAR
            length = next(each.feet for each in here(before).exits if each.to == to)
            self._set(works=(*self.state.works, Work(target=to, done=covered)))
            self.events.append(Event("under-way", "R156", amount=covered, length=length))

    def _enter(self, id: str, watchful: list[int]) -> None:
        """Enter an area, with its traps (R159, R178). The first in marching order goes in front (R174)."""
        state = self.state
        area = state.dungeon.area(id)
        leader = front(state)
        if leader is None:  # a trap on the way felled everyone
            return
        new = id not in state.visited
        loot = state.loot + tuple(Found(area=id, item=item) for item in area.items if new)
        self._set(area=id, stay=0, visited=state.visited | {id}, loot=loot)
        name = state.party.members[leader].name
        self.events.append(Event("entered", "R159" if new else "R156", who=name, place=_named(area)))
        lit = is_lit(self.state)
        if new:
            self._due["R159"] = None
            if area.text and lit:
                self.events.append(Event("seen", "R155", place=_named(area), description=area.text))
        self._pass_traps(area.traps, leader, watchful if lit else [])

    def _pass_traps(self, traps: tuple[Trap, ...], by: int, watchful: list[int]) -> None:
        """Find traps if a member is careful, avoid the known ones, and run into all others (R178)."""
        for trap in traps:
            if trap.id in self.state.sprung:
                continue
            if trap.id in self.state.found:
                self.events.append(Event("avoided", "R178", trap=_named(trap)))
            elif watchful:
                self._find(trap, self.state.party.members[watchful[0]].name)
            elif not self.state.party.members[by].conditions.dead:
                self._spring(trap, by)

    def _find(self, trap: Trap, name: str) -> None:
        self._set(found=self.state.found | {trap.id})
        self.events.append(Event("trap-found", "R178", who=name, trap=_named(trap)))

    def _spring(self, trap: Trap, by: int) -> None:
        if not trap.certain and not n_in_six(TRAP_ODDS, self.dice, purpose="a trap", rule="R178"):
            return
        self.events.append(Event("trap", "R178", who=self.state.party.members[by].name, trap=_named(trap)))
        self._set(found=self.state.found | {trap.id})
        if not trap.again:
            self._set(sprung=self.state.sprung | {trap.id})
        for index in self.state.party.living if trap.everyone else (by,):
            self._harm(trap, index)

    def _harm(self, trap: Trap, index: int) -> None:
        character = self.state.party.members[index]
        if trap.save and save(character, trap.save, self.dice, rule="R178"):
            self.events.append(Event("dodged", "R178", who=character.name, trap=_named(trap), attribute=trap.save))
            return
        amount = trap.damage.roll(self.dice, purpose=f"damage of the {title(trap)}", rule="R178")
        change = recovery.harm(
            character, amount, self.dice, attribute=trap.attribute, armor=trap.armor, rulings=self.state.rulings
        )
        self._member(index, change.state)
        self.events += change.events

    # Deeds

    def _do(self, action: Do) -> None:  # noqa: C901, PLR0912 - a case for each deed
        by, target = action.by, action.target
        character = self.state.party.members[by]
        name = character.name
        match action.deed:
            case "search":
                self._search(name, target)
            case "listen":
                self._listen(name, self.state.dungeon.door(target))
            case "unlock":
                self._unlock(by, self.state.dungeon.door(target))
            case "force":
                self._force(by, self.state.dungeon.door(target))
            case "wedge":
                self._set(wedged=self.state.wedged | {target})
                self.events.append(Event("wedged", "R174", who=name, door=_named(self.state.dungeon.door(target))))
            case "take":
                self._take(by, target)
            case "light":
                change = kindle(self.state.party, by, target, self.state.rulings)
                self._set(party=change.state)
                self.events += change.events
            case "put-down":
                self._put_down(by, target)
            case "bandage":
                self._bandage(by, int(target) - 1)
            case "put-out":
                self._quench(Light(by, target), "R170")
            case "rest":
                self._rest(by)
            case "recover":
                calmed = recovery.overcome_panic(character, self.dice)
                self._member(by, calmed.state)
                self.events += calmed.events
            case "watch":
                for trap in here(self.state).traps if is_lit(self.state) else ():
                    if trap.id not in self.state.found:
                        self._find(trap, name)
            case "noise":
                self._noise(who=name)
            case "wait":
                pass
            case _:
                assert_never(action.deed)

    def _search(self, name: str, id: str) -> None:
        """Search a place or a door, which reveals everything hidden there (R167)."""
        state = self.state
        area = here(state)
        place = next((each for each in area.places if each.id == id), None)
        turns = 1 if place is None else place.turns
        if id in state.found or not self._work("searching", name, id, turns):
            return
        reveals = place.reveals if place else tuple(trap.id for trap in state.dungeon.door(id).traps)
        items = place.items if place else ()
        new = [each for each in reveals if each not in state.found]
        loot = state.loot + tuple(Found(area=area.id, item=item) for item in items)
        self._set(found=state.found | {id, *reveals}, loot=loot)
        where = _named(place or state.dungeon.door(id))
        exits = (way for each in state.dungeon.areas for way in each.exits)
        finds = {
            "items": tuple(item.name for item in items),
            "ways": tuple(title(state.dungeon.area(way.to)) for way in exits if way.hidden in new),
            "traps": tuple(title(trap) for trap in state.dungeon.traps if trap.id in new),
        }
        if found := {kind: names for kind, names in finds.items() if names}:
            self.events.append(Event("searched", "R167", who=name, place=where, **found))
        else:
            self.events.append(Event("found-nothing", "R167", who=name, place=where))
        if place and place.text:
            self.events.append(Event("seen", "R167", place=where, description=place.text))

    def _work(self, code: str, name: str, target: str, turns: int) -> bool:
        """Spend a turn on a task, and return whether that completes it (R166). Helpers do not make it shorter.

        `code` is that of the event if the task takes more turns, `target` the id of the place or the door, and `turns`
        the number of turns that the task takes.
        """
        if target in self._worked:
            return False
        self._worked.add(target)
        done = work_on(self.state, target) + 1
        works = tuple(work for work in self.state.works if work.target != target)
        if done >= turns:
            self._set(works=works)
            return True
        self._set(works=(*works, Work(target=target, done=done)))
        self.events.append(Event(code, "R166", who=name, amount=turns - done, target=target))
        return False

    def _listen(self, name: str, door: Door) -> None:
        """Listen at a door, which reveals life and hazards behind it (R174)."""
        self._set(heard=self.state.heard | {door.id})
        if door.sounds:
            self.events.append(Event("heard", "R174", who=name, door=_named(door), sounds=door.sounds))
        else:
            self.events.append(Event("silence", "R174", who=name, door=_named(door)))
        for trap in door.traps:
            if trap.id not in self.state.found:
                self._find(trap, name)

    def _unlock(self, by: int, door: Door) -> None:
        self._pass_traps(door.traps, by, [])
        character = self.state.party.members[by]
        if character.is_able:
            self._set(opened=self.state.opened | {door.id})
            self.events.append(Event("unlocked", "R174", who=character.name, door=_named(door)))

    def _force(self, by: int, door: Door) -> None:
        """Force a door, or knock out the wedge in it (R174)."""
        state = self.state
        name = state.party.members[by].name
        if door.id in state.wedged:
            self._set(wedged=state.wedged - {door.id})
            self.events.append(Event("unwedged", "R174", who=name, door=_named(door)))
            return
        if not is_shut(state, door):  # somebody was faster
            return
        if door.loud:
            self._noise(who=name, door=_named(door))
        if not self._work("forcing", name, door.id, door.turns):
            return
        self._pass_traps(door.traps, by, [])
        character = self.state.party.members[by]
        if not character.is_able:
            return
        if door.save and not save(character, door.save, self.dice, rule="R174"):
            self.events.append(Event("not-forced", "R174", who=name, door=_named(door)))
            return
        self._set(opened=self.state.opened | {door.id})
        self.events.append(Event("forced", "R174", who=name, door=_named(door)))

    def _take(self, by: int, id: str) -> None:
        state = self.state
        place = next(index for index, each in enumerate(state.loot) if (each.area, each.item.id) == (state.area, id))
        item = state.loot[place].item
        character = carrying.take(state.party.members[by], item, rulings=state.rulings)
        self._set(loot=(*state.loot[:place], *state.loot[place + 1 :]))
        self._member(by, character)
        self.events.append(Event("taken", "R40", who=character.name, item=Named(item.id, item.name)))

    def _put_down(self, by: int, id: str) -> None:
        """Put down an item, which lies in the area from now on (R40)."""
        character = self.state.party.members[by]
        item = next(each for each in character.inventory.items if each.id == id)
        self._set(loot=(*self.state.loot, Found(area=self.state.area, item=evolve(item, worn=False))))
        self._member(by, carrying.drop(character, item))
        self.events.append(Event("put-down", "R40", who=character.name, item=Named(item.id, item.name)))

    def _bandage(self, by: int, index: int) -> None:
        """Stabilise a dying member, unless another member was faster (R54, R103)."""
        helper, patient = self.state.party.members[by], self.state.party.members[index]
        bandages = recovery.bandages_of(helper)
        assert bandages is not None, "only those with bandages declare it"
        if not patient.is_dying:
            return
        tended = recovery.bandage(helper, patient, bandages, self.state.rulings)
        self._member(by, tended.state[0])
        self._member(index, tended.state[1])
        self.events += tended.events

    def _rest(self, index: int) -> None:
        """Let a member rest (R168)."""
        rested = recovery.rest(self.state.party.members[index], self.state.rulings)
        self._member(index, rested.state)
        self.events += rested.events

    def _rest_along(self, declared: tuple[Do, ...]) -> None:
        """Let stabilised members rest if others do, because they cannot declare anything (R103, A24)."""
        if any(each.deed == "rest" for each in declared):
            for index in self.state.party.living:
                if self.state.party.members[index].conditions.down == "stabilised":
                    self._rest(index)

    def _noise(self, **arguments: Argument) -> None:
        """Make an event due. Dwellers nearby may also come at once, as the Warden decides (R161)."""
        self._due["R161"] = None
        self.events.append(Event("noise", "R161", **arguments))

    # Events

    def _roll_if_due(self) -> None:
        """Roll for an event if one is due, once or for each cause (A38)."""
        due = sorted(self._due)
        if due:
            causes = [_DUE[rule] for rule in due]  # at most two at once
            self.events.append(Event("due", due[0], **dict(zip(("cause", "other"), causes, strict=False))))
            for _ in due if self.state.rulings.dungeon_event_rolls == "each" else due[:1]:
                self._event()

    def _event(self) -> None:
        """Roll on the Dungeon Events (R162)."""
        face = self.dice.face(6, purpose="Dungeon Events", rule="R162")
        tables = tables_of(self.state)
        match EVENTS[face - 1]:
            case "encounter":
                row = self._row(tables.encounters, "encounter", "R163")
                attitude = reaction(self.dice).name if tables.reactions else ""
                self._happen("encounter", "R163", row, attitude)
            case "sign":
                self._happen("sign", "R162", self._row(tables.signs, "sign", "R162"))
            case "environment":
                self._happen("environment", "R162", self._row(tables.environments, "environment", "R162"))
            case "loss":
                self._happen("mishap", "R164", self._row(tables.losses, "loss", "R164"))
            case "exhaustion":
                self.events.append(Event("exhaustion", "R165"))
                self._set(rests=self._rests)
            case _:
                self.events.append(Event("quiet", "R162"))

    def _row(self, rows: tuple[Row, ...], kind: str, rule: str) -> Row | None:
        """Draw a row of the author's table; None if it is empty."""
        if len(rows) < 2:
            return rows[0] if rows else None
        return rows[self.dice.face(len(rows), purpose=kind, rule=rule) - 1]

    def _happen(self, code: str, rule: str, row: Row | None, attitude: str = "") -> None:
        """Apply a row of a table. Encounters and losses remain until they are settled."""
        text = row.text if row else ""
        arguments = {"description": text} if text else {}
        if attitude:
            arguments["attitude"] = attitude
        self.events.append(Event(code, rule, **arguments))
        open_: TroubleKind | None = "encounter" if code == "encounter" else "loss" if code == "mishap" else None
        if open_:
            self._set(troubles=(*self.state.troubles, Trouble(kind=open_, text=text, reaction=attitude)))
        if row and row.lights_out:
            for light in self.state.party.lights:
                self._quench(light, rule)
        if row and row.panic:
            self.frighten()

    def _darken(self) -> None:
        """Make the party's saves against panic when darkness begins (R172, R175)."""
        blind = not is_lit(self.state)
        if blind and not self.state.blind:
            self.events.append(Event("darkness", "R172"))
            self.frighten()
        self._set(blind=blind)

    def frighten(self) -> None:
        """Make a save against panic for every member who can act (R175)."""
        members = self.state.party.members
        indices = [index for index, each in enumerate(members) if each.is_able]
        circumstances = ("acting alone",) if len(indices) == 1 else ()
        for index in indices:
            character = members[index]
            if character.name in self.state.calm:
                self.events.append(Event("cannot-panic", "R175", who=character.name))
                continue
            frightened = fighter(character, rulings=self.state.rulings, circumstances=circumstances)
            change = frighten(frightened, self.dice, self.state.rulings)
            self._member(index, change.state.character)
            self.events += change.events

    # Helpers

    def _eat(self, index: int) -> None:
        """Spend a ration use for a member: one of its own, or of the first who has one (R165)."""
        party = self.state.party
        by, ration = next(
            (by, item)
            for by in (index, *party.living)
            for item in party.members[by].inventory.items
            if item.id == RATIONS and item.uses and item.uses.left
        )
        change = carrying.use(party.members[by], ration, self.state.rulings)
        self._member(by, change.state)
        self.events += change.events

    def _quench(self, light: Light, rule: str) -> None:
        change = quench(self.state.party, light, rule=rule, rulings=self.state.rulings)
        self._set(party=change.state)
        self.events += change.events

    def _member(self, index: int, character: Character) -> None:
        self._set(party=with_member(self.state.party, index, character))

    def _set(self, **changes: object) -> None:
        self.state = replaced(self.state, **changes)


def _named(part: Part) -> Named:
    """Return a part of the map, for an event."""
    return Named(part.id, title(part))
