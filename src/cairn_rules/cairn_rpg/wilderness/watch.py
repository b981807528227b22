"""A watch from the declarations to its end: travel, other actions, events, sleep and the turn of the day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, assert_never, final

from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.inventory import packed
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.market import buy
from cairn_rules.cairn_rpg.procedures.party import Drop, Question, Tiring, drop_item, tire, with_member, with_members
from cairn_rules.cairn_rpg.procedures.recovery import (
    ENDED_BY_NIGHT,
    day_fatigue,
    hour_passed,
    meet,
    next_day,
    rest_night,
)
from cairn_rules.cairn_rpg.procedures.saves import n_in_six
from cairn_rules.cairn_rpg.wilderness import actions
from cairn_rules.cairn_rpg.wilderness.actions import Action, Answer
from cairn_rules.cairn_rpg.wilderness.food import RATIONS, consume, eat, rations, rations_goods, store
from cairn_rules.cairn_rpg.wilderness.state import (
    MOST_DAYS,
    NIGHT,
    WEATHERS,
    Choice,
    ChoiceKind,
    Phase,
    State,
    declarers,
)
from cairn_rules.cairn_rpg.wilderness.travel import lost_odds, needed, next_weather, supply_die, weather_felt
from cairn_rules.chance import Dice
from cairn_rules.phrasebook import Argument, Named

ENCOUNTER, SIGN, ENVIRONMENT, LOSS, EXHAUSTION, DISCOVERY = range(1, 7)
"""The rows of the table of events (R211, T29)."""
EVENTS: Final = ("Encounter", "Sign", "Environment", "Loss", "Exhaustion", "Discovery")
"""The names of the rows, from row 1 (T29)."""
_ASKED: Final[dict[int, ChoiceKind]] = {
    ENVIRONMENT: "environment",
    LOSS: "loss",
    EXHAUSTION: "exhaustion",
    DISCOVERY: "discovery",
}
_FAIR: Final = WEATHERS.index("fair")
_ROUGH: Final = WEATHERS.index("inclement")


@final
class Watch:
    """A watch while it is resolved: the state so far, the dice and the events."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state: State = state
        self.dice = dice
        self.events: list[Event] = []

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replaced(self.state, **changes)

    def say(self, code: str, rule: str, **arguments: Argument) -> None:
        """Add an event."""
        self.events.append(Event(code, rule, **arguments))

    def take(self, action: Action) -> None:
        """Take a legal action, without the parts of the watch that follow."""
        match action:
            case actions.Begin():
                pass
            case actions.Take(member, item):
                self._pick_up(member, item)
            case Drop() | actions.Pay() | actions.Lose() | actions.Shift() | actions.Find() | actions.Rest():
                self._answer(action)
            case _:  # open: all other actions are declarations, the last of which begins the watch (R180)
                self.set(declared=(*self.state.declared, action))
                if not declarers(self.state):
                    self.begin()

    def run(self) -> State:
        """Continue until a decision is due or the journey is over, and return the state."""
        while goes_on(self.state):
            self.go_on()
        return self.state

    def go_on(self) -> None:
        """Resolve the next part of the watch."""
        _PARTS[self.state.phase](self)

    # The parts of a watch

    def begin(self) -> None:
        """Begin the watch once everyone has declared. Dying members do not survive its eight hours (R99, R179)."""
        declared = self.state.declared
        nightly = self.state.watch == NIGHT and isinstance(declared[0], actions.Travel)
        self.set(rolls=2 if nightly else 1, phase="pace" if isinstance(declared[0], actions.Travel) else "act")
        if any(member.is_dying for member in self.state.party.members):
            changes = [hour_passed(member) for member in self.state.party.members]
            self.events += (event for change in changes for event in change.events)
            self._members([change.state for change in changes])
            if not self.state.party.living:
                self.set(phase="over", declared=())

    def dawn(self) -> None:
        """Roll the weather of the day (R188)."""
        state = self.state
        weather = next_weather(state.season, state.weather, self.dice)
        self.say("weather", "R188", day=state.day, weather=weather)
        if weather == "catastrophic":
            self.say("no-travel", "R194")
        self.set(weather=weather, phase="plan")

    def set_pace(self) -> None:
        """Ask whether the party pays to keep its pace, at the start of a leg (R187)."""
        state = self.state
        ask = state.route.toll and not state.departed
        self.set(phase="weather", questions=(Choice("pace"),) if ask else ())

    def bear_weather(self) -> None:
        """Settle the cost of the weather on a day of travel (R190 to R196)."""
        state = self.state
        felt = WEATHERS.index(weather_felt(state))
        latest = state.rulings.weather_step == "latest"
        step = int(felt >= _ROUGH)
        self.set(phase="move", weather_steps=step if latest else max(state.weather_steps, step))
        if state.weathered:
            return
        self.set(weathered=True)
        if state.party.lights and felt > _FAIR:
            self.say("gust", "R212")
        if state.rulings.weather_watch == "latest":
            self.set(weather_delay=0)
        if felt > _ROUGH:
            self.set(weather_delay=self.state.weather_delay + 1)
            self.say("slowed", "R193", amount=1)
            self._tire(self.state.party.living, "R193")
        elif felt > _FAIR:
            self.set(questions=(Choice("weather"),))

    def move(self) -> None:
        """Travel for a watch, and perhaps get lost (R199)."""
        state = self.state
        rulings = state.rulings
        if state.ground:
            items = tuple(item.name for item in state.ground)
            self.say("left", "R207", amount=len(items), items=items)
        rolls = rulings.lost_roll == "per_watch" or not state.departed
        lost = rolls and n_in_six(lost_odds(state), self.dice, purpose="getting lost", rule="R199")
        gain = int(not lost or rulings.lost_cost == "recovery_only")
        slower = rulings.night_penalty if state.watch == NIGHT else 0
        self.set(
            phase="events",
            ground=(),
            provided=frozenset(),
            departed=True,
            lost=lost,
            progress=state.progress + gain,
            delay=state.delay + slower,
        )
        if gain:
            length = needed(self.state)
            self.say("travel", "R199", amount=self.state.progress, length=length, place=state.route.to)
        if lost:
            self.say("lost", "R199")

    def act(self) -> None:  # noqa: C901 - a case for each kind of deed
        """Resolve the deeds of the members, all at the same time (R198)."""
        state = self.state
        everyone = state.party.living
        able = tuple(index for index in everyone if state.party.members[index].is_able)
        seekers: list[int] = []
        campers: list[int] = []
        sleepers: list[int] = []
        members = list(state.party.members)
        for action in state.declared:
            member: int | None = getattr(action, "member", None)
            together = member is None
            doers = able if member is None else (member,) if member in everyone else ()  # they may have died since
            match action:
                case actions.FindWay():
                    if self.state.lost:
                        self.say("found-way", "R200", **_names(members, doers))
                        self.set(lost=False)
                case actions.Explore():
                    self.say("explored", "R203", **_names(members, doers))
                case actions.Supply():
                    seekers += doers
                case actions.Resupply(member, count):
                    members[member] = self._bought(members[member], count)
                case actions.Camp():
                    campers += everyone if together else doers
                    sleepers += everyone if together else doers
                case actions.Guard(member):
                    campers.append(member)
                case actions.Travel() | actions.Wait():
                    pass
                case _:
                    assert_never(action)
        if campers:
            self.events += eat(members, campers, state.day, state.rulings, state.provided)
        self._members(members)
        if seekers:
            self._supply(tuple(seekers))
        self.set(phase="events", camped=self.state.camped | {*campers}, sleepers=frozenset(sleepers))

    def roll_event(self) -> None:
        """Roll on the table of events (R198, R211), twice for a night of travel (R197)."""
        state = self.state
        if not state.rolls:
            self.set(phase="sleep")
            return
        row = self.dice.face(6, purpose="event", rule="R197" if state.rolls > 1 else "R211")
        self.say("event", "R211", amount=row, event=Named(row, EVENTS[row - 1]))
        asked = _ASKED.get(row)
        self.set(rolls=state.rolls - 1, questions=() if asked is None else (Choice(asked),))

    def sleep(self) -> None:
        """Ask whether the sleep was disturbed, if a member sleeps (R210)."""
        self.set(phase="end", questions=(Choice("rest"),) if self.state.sleepers else ())

    def end(self) -> None:
        """End the watch: the party arrives unless it is lost (R181, R200); after the night the day ends (R63, R201)."""
        state = self.state
        moved = any(isinstance(each, actions.Travel | actions.FindWay) for each in state.declared)
        self.set(declared=(), sleepers=frozenset())
        if moved and not state.lost and state.progress >= needed(state):
            self._arrive()
        if self.state.phase == "over":
            return
        if state.watch < NIGHT:
            self.set(phase="plan", watch=state.watch + 1)
            return
        self.set(phase="dusk")
        due = [
            Question(index, rule)
            for index in state.party.living
            for rule in day_fatigue(state.party.members[index], camped=index in state.camped, rulings=state.rulings)
        ]
        self._tired(tire(state.party, due, state.rulings))

    def _arrive(self) -> None:
        state = self.state
        leg = state.leg + 1
        self.say("arrived", "R181", amount=leg, place=state.route.to)
        self.set(
            leg=leg,
            departed=False,
            lost=False,
            progress=0,
            delay=0,
            weather_delay=0,
            weather_steps=0,
            steps=0,
            phase="over" if leg == len(state.legs) else "end",
        )

    def end_day(self) -> None:
        """Begin the next day, once the Fatigue of the last one is settled (R63, R201)."""
        state = self.state
        members = list(state.party.members)
        for index in state.party.living:
            camped = index in state.camped
            if not camped:
                self.say("no-camp", "R201", who=members[index].name)
            members[index] = next_day(members[index], camped=camped)
        self._members(members)
        if state.day == MOST_DAYS:
            self.say("abandoned", "R179", amount=MOST_DAYS)
            self.set(phase="over")
            return
        self.set(day=state.day + 1, watch=0, camped=frozenset(), weathered=False, phase="dawn")

    # Answers

    def _answer(self, action: Answer) -> None:
        state = self.state
        question, *others = state.questions
        if isinstance(question, Question):
            assert isinstance(action, Drop), "only a legal answer is taken"
            drops = tuple(each for each in state.questions if isinstance(each, Question))
            self._tired(drop_item(state.party, drops, action, state.rulings))
            return
        assert not isinstance(action, Drop), "items are only dropped for Fatigue"
        self.set(questions=tuple(others))
        match action:
            case actions.Pay(cost):
                self._pay(question.kind, cost)
            case actions.Lose(member, item):
                self._lose(member, item)
            case actions.Shift(to):
                self._shift(to)
            case actions.Find("food", count):
                self.say("food", "R211", amount=count)
                self._keep(state.party.living, [rations()] * count)
            case actions.Find(what):
                self.say("discovery", "R211", finding=what)
            case actions.Rest(disturbed):
                self._rest(disturbed=disturbed)
            case _:
                assert_never(action)

    def _pay(self, kind: ChoiceKind, cost: str) -> None:
        state = self.state
        rule = "R187" if kind == "pace" else "R211"
        if kind == "weather":
            rule = "R192" if weather_felt(state) == "inclement" else "R191"
        match cost:
            case "watch":
                field = "weather_delay" if kind == "weather" else "delay"
                self.set(**{field: getattr(state, field) + 1})
                self.say("took-time", rule, amount=1)
            case "fatigue":
                self._tire(state.party.living, rule)
            case _:
                members = list(state.party.members)
                others = range(len(members))
                for index in state.party.living:
                    consume(members, (index, *others), (RATIONS,), state.rulings)
                self._members(members)
                self.say("rations", rule)

    def _lose(self, index: int, id: str) -> None:
        member = self.state.party.members[index]
        item = next(each for each in member.inventory.items if each.id == id)
        if item.uses is not None and item.uses.left > 1:
            inventory, code = member.inventory.exchanged(item, item.used()), "use-lost"
        else:
            inventory, code = member.inventory.without(item), "item-lost"
        self.set(party=with_member(self.state.party, index, replaced(member, inventory=inventory)))
        self.say(code, "R211", who=member.name, item=Named(item.id, item.name))

    def _shift(self, to: str) -> None:
        state = self.state
        if to == "watch":
            self.set(delay=state.delay + 1)
            self.say("obstructed", "R211", amount=1)
        elif to == "terrain":
            self.set(steps=state.steps + 1)
            self.say("harder", "R211", amount=1)
        elif to != "none":
            self.set(weather=to)
            self.say("weather-turned", "R211", weather=to)

    def _rest(self, *, disturbed: bool) -> None:
        """Apply the recovery of the sleepers (R208, R210, A65)."""
        state = self.state
        if disturbed:
            self.say("disturbed", "R210")
            return
        members = list(state.party.members)
        for index in sorted(state.sleepers):
            member = members[index]
            if state.rulings.camp_order == "recovery_first" and member.is_deprived:
                self.say("no-recovery", "R62", who=member.name)
                members[index] = meet(member, *ENDED_BY_NIGHT)
                continue
            change = rest_night(member, state.rulings)
            members[index] = change.state
            self.events += change.events
        self._members(members)

    def _pick_up(self, index: int, id: str) -> None:
        state = self.state
        item = next(each for each in state.ground if each.id == id)
        place = state.ground.index(item)
        member = state.party.members[index]
        taken = packed(member, member.inventory.with_items(item), state.rulings)
        self.set(
            party=with_member(state.party, index, taken), ground=(*state.ground[:place], *state.ground[place + 1 :])
        )
        self.say("taken", "R207", who=member.name, item=Named(item.id, item.name))

    # Helpers

    def _members(self, members: Sequence[Character]) -> None:
        self.set(party=with_members(self.state.party, tuple(members)))

    def _tire(self, members: Iterable[int], rule: str) -> None:
        due = [Question(index, rule) for index in members]
        self._tired(tire(self.state.party, due, self.state.rulings))

    def _tired(self, tiring: Tiring) -> None:
        self.set(party=tiring.party, questions=tiring.questions)
        self.events += tiring.events

    def _bought(self, member: Character, count: int) -> Character:
        goods = rations_goods()
        for _ in range(count):
            member = buy(member, goods, rulings=self.state.rulings)
        self.say("bought", "R206", who=member.name, amount=count, price=count * goods.price)
        return member

    def _supply(self, seekers: tuple[int, ...]) -> None:
        """Roll for rations: one die for all foragers (R204, R205)."""
        state = self.state
        sides = supply_die(state, seekers)
        count = self.dice.face(sides, purpose="rations found", rule="R204" if len(seekers) == 1 else "R205")
        self.say("found", "R204", amount=count, **_names(state.party.members, seekers))
        others = (index for index in state.party.living if index not in seekers)
        self._keep((*seekers, *others), [rations()] * count)

    def _keep(self, takers: Sequence[int], items: Iterable[Item]) -> None:
        """Store items; those that do not fit lie on the ground (R207)."""
        state = self.state
        members = list(state.party.members)
        left = [item for item in items if not store(members, takers, item, state.rulings)]
        self._members(members)
        if left:
            self.set(ground=(*state.ground, *left))
            self.say("no-room", "R207", amount=len(left))


_PARTS: Final[Mapping[Phase, Callable[[Watch], None]]] = {
    "dawn": Watch.dawn,
    "pace": Watch.set_pace,
    "weather": Watch.bear_weather,
    "move": Watch.move,
    "act": Watch.act,
    "events": Watch.roll_event,
    "sleep": Watch.sleep,
    "end": Watch.end,
    "dusk": Watch.end_day,
}
"""The parts of a watch, besides those in which the party decides."""


def goes_on(state: State) -> bool:
    """Return whether a part of the watch comes next, without a decision. Only `Begin` starts the first dawn."""
    return not state.questions and state.phase in _PARTS


def _names(members: Sequence[Character], indices: Sequence[int]) -> dict[str, Argument]:
    """Return the names of some members and their count, for the event of a joint deed."""
    return {"names": tuple(members[index].name for index in indices), "count": len(indices)}
