"""From one scene of a campaign to the next: arriving, entering and leaving a dungeon, beginning and ending a fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias, assert_never

from attrs import evolve

from cairn_rules.cairn_rpg import combat, dungeon
from cairn_rules.cairn_rpg.campaign.gazetteer import Encounter, title
from cairn_rules.cairn_rpg.campaign.state import HERE, UNUSED, Explored, SceneState, State, explored, place_id
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY
from cairn_rules.cairn_rpg.combat.state import State as FightState
from cairn_rules.cairn_rpg.dungeon.soundness import MOST_TROUBLES
from cairn_rules.cairn_rpg.dungeon.state import Found, is_lit
from cairn_rules.cairn_rpg.dungeon.state import State as DungeonState
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import carrying
from cairn_rules.cairn_rpg.procedures.market import wages_due, with_days_paid
from cairn_rules.cairn_rpg.procedures.party import Party, march, with_members, without_member
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.wilderness.soundness import MOST_GROUND
from cairn_rules.cairn_rpg.wilderness.state import State as JourneyState
from cairn_rules.chance import Resolution
from cairn_rules.phrasebook import Named

Result: TypeAlias = Resolution[State, Event]
"""The campaign afterwards, with the events."""
_RESULTS: Final[Mapping[tuple[int, ...], str]] = {(PARTY,): "fight-won", (FOES,): "fight-lost", (): "fight-over"}
"""The codes of the events of a fight that is over, by its winners."""


def followed(state: State, scene: SceneState, events: Iterable[Event]) -> Result:
    """Return the campaign after a decision in its scene, which may be over now."""
    match scene:
        case FightState():
            outcome = combat.outcome(scene)
            if outcome is None:
                return Resolution(replaced(state, fight=scene), tuple(events))
            members = dismustered(state.party.members, scene)
            after = with_party(replaced(state, fight=None), with_members(state.party, members))
            return Resolution(after, (*events, Event(_RESULTS[outcome.winners], "R80", reason=outcome.reason)))
        case DungeonState():
            after = with_party(_with_dungeon(state, scene), scene.party)
            return Resolution(replaced(after, inside=not scene.left), tuple(events))
        case JourneyState():
            return Resolution(_put_journey(state, scene), tuple(events))
        case _:
            assert_never(scene)


def with_party(state: State, party: Party) -> State:
    """Return the campaign with the party changed between two decisions of its scene. It is over if all are dead."""
    journey = replaced(state.journey, party=party)
    if not party.living:
        journey = replaced(journey, phase="over")
    state = replaced(state, journey=journey)
    inside = state.dungeon
    return state if inside is None else _with_dungeon(state, replaced(inside, party=party))


def with_members_changed(state: State, changed: Mapping[int, Character]) -> State:
    """Return the campaign with some members changed, given by their indices."""
    members = tuple(changed.get(index, member) for index, member in enumerate(state.party.members))
    return with_party(state, with_members(state.party, members))


def with_joined(state: State, character: Character, place: int) -> State:
    """Return the campaign with a character at a place of the marching order."""
    last = len(state.party.members)
    party = replaced(state.party, members=(*state.party.members, character))
    camped = frozenset(index + (index >= place) for index in state.journey.camped)
    state = replaced(state, journey=replaced(state.journey, camped=camped))
    return with_party(state, march(party, (*range(place), last, *range(place, last))))


def without(state: State, leaver: int) -> State:
    """Return the campaign without a member. The marks of its journey move as the members do."""
    camped = frozenset(index - (index > leaver) for index in state.journey.camped if index != leaver)
    state = replaced(state, journey=replaced(state.journey, camped=camped))
    return with_party(state, without_member(state.party, leaver))


def with_laid_down(state: State, items: Sequence[Item], who: Character, action: str) -> State:
    """Return the campaign with more items on the ground, or in the area of the dungeon where the party is (R207).

    For the error, `who` lays them down, and does it by `action`. Raise an `IllegalActionError` if there would be too
    many items.
    """
    scene, journey = state.dungeon, state.journey
    lying, most = (journey.ground, MOST_GROUND) if scene is None else (scene.loot, MOST_TROUBLES)
    if len(lying) + len(items) > most:
        raise refusal(who, action, REASONS.reason("ground/full", most=most))
    loose = tuple(map(carrying.loose, items))
    if scene is None:
        return replaced(state, journey=replaced(journey, ground=(*journey.ground, *loose)))
    found = tuple(Found(area=scene.area, item=each) for each in loose)
    return _with_dungeon(state, replaced(scene, loot=(*scene.loot, *found)))


def with_order(state: State, leader: int) -> State:
    """Return the campaign with the marks of its journey moved as members are when one goes in front (R174)."""
    camped = frozenset(0 if index == leader else index + (index < leader) for index in state.journey.camped)
    return replaced(state, journey=replaced(state.journey, camped=camped))


def enter(state: State) -> Result:
    """Return the campaign with the party in the dungeon of its landmark (R155)."""
    landmark = state.landmark
    before = explored(state, landmark.id)
    if before is None:
        fresh = dungeon.new_game(
            seed=0, party=state.party, dungeon=landmark.dungeon, rulings=state.rulings, book=state.journey.book
        )
        now = replaced(fresh, chance=UNUSED)
    else:
        now = replaced(before, party=state.party, left=False, stay=0, works=(), calm=frozenset())
        now = replaced(now, blind=not is_lit(now))
    event = Event("entered-dungeon", "R155", place=Named(landmark.id, title(landmark)))
    return Resolution(replaced(_with_dungeon(state, now), inside=True, rested=0), (event,))


def begin_fight(state: State, encounter: Encounter) -> Result:
    """Return the campaign at the start of a fight: the party with its companions against some foes (R72)."""
    fight = combat.new_game(
        seed=0,
        party=combat.muster(state.party.members, rulings=state.rulings),
        foes=encounter.foes,
        leader=encounter.leader,
        crowd=encounter.crowd,
        rulings=state.rulings,
        book=state.journey.book,
    )
    event = Event("fight", "R72", encounter=Named(encounter.id, title(encounter)))
    return Resolution(replaced(state, fight=replaced(fight, chance=UNUSED), rested=0), (event,))


def dismustered(members: Iterable[Character], fight: FightState) -> tuple[Character, ...]:
    """Return the members of a party after a fight. This is the inverse of `muster`.

    Members who died on earlier days are unchanged.
    """
    fought = iter(combat.characters(fight))
    return tuple(member if member.conditions.dead else next(fought) for member in members)


def moved_on(before: State, change: Result) -> Result:
    """Return a change with what follows when days pass and the party moves: wages (R143), and carts left (R35)."""
    state, events, members = change.state, [*change.events], change.state.party.members
    if days := state.journey.day - before.journey.day:
        if wages := wages_due(members, days):
            events.append(Event("wages-due", "R143", amount=days, price=wages))
        state = with_members_changed(state, dict(enumerate(with_days_paid(members, -days))))
    left, here = place_id(before), place_id(state)
    if left == here:
        return Resolution(state, tuple(events))
    carts = [each for each in state.carts if each[0] != here]
    changed: dict[int, Character] = {}
    for index, member in enumerate(state.party.members):
        containers = member.inventory.containers
        kept = tuple(each for each in containers if not each.load or (each.pulled and member.is_able))
        found = tuple(cart for place, cart in state.carts if place == here and index in state.party.living[:1])
        for code, some in (("left", [each for each in containers if each not in kept]), ("found-cart", found)):
            events += [Event(code, "R35", who=member.name, item=Named(each.id, each.name)) for each in some]
        carts += [(left, evolve(each, pulled=False)) for each in containers if each not in kept]
        changed[index] = replaced(member, inventory=evolve(member.inventory, containers=(*kept, *found)))
    return Resolution(with_members_changed(replaced(state, carts=tuple(carts)), changed), tuple(events))


def _with_dungeon(state: State, now: DungeonState) -> State:
    known = tuple(evolve(each, dungeon=now) if each.landmark == state.at else each for each in state.dungeons)
    if explored(state, state.at) is None:
        known = (*known, Explored(landmark=state.at, dungeon=now))
    return replaced(state, dungeons=known)


def _put_journey(state: State, scene: JourneyState) -> State:
    state = replaced(state, rested=state.rested * (scene.watch == state.journey.watch))
    if not (state.way and scene.leg):
        return replaced(state, journey=scene)
    end = state.gazetteer.landmark(state.gazetteer.way(state.way).end(state.at))
    journey = replaced(scene, legs=(HERE,), leg=0, settlement=end.settlement)
    return replaced(state, journey=journey, at=end.id, way="")
