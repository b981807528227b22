"""The party outside a fight: its members, marching order, and Fatigue for several at once (R64, R65, R174).

Dungeon and wilderness share it. Fatigue without room leads to a question to the member; `add_fatigue` asks, `drop_item`
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias, final

from cairn_rules.cairn_rpg.argument_checks import checked, listed
from cairn_rules.cairn_rpg.characters.character import Character, public, replaced
from cairn_rules.cairn_rpg.characters.soundness import character_faults
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import fatigue
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Resolution
from cairn_rules.checks import whole_number, whole_text
from cairn_rules.errors import DefinitionError, Fault, Reason, quoted
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import written

__all__ = ["Drop", "Light", "Party", "Question", "march", "with_member"]

MOST_MEMBERS: Final = 100
"""Maximum number of members of a party."""


@final
@frozen
class Light:
    """A burning light (R169)."""

    bearer: int
    """The member who carries it, as an index of `Party.members`."""
    item: str
    """The id of the item, such as `torch`."""


@final
@frozen(kw_only=True, slots=False)
class Party:
    """The characters who travel together, with the lights that burn."""

    members: tuple[Character, ...]
    """The members in marching order, the first in front (R174). The dead keep their place."""
    lights: tuple[Light, ...] = ()
    """The lights that burn now, in the order in which they were lit (R169)."""

    @property
    def living(self) -> tuple[int, ...]:
        """The indices of the members who are alive."""
        return tuple(index for index, member in enumerate(self.members) if not member.conditions.dead)


@final
@frozen
class Question:
    """A question to a member: the item to drop for Fatigue (R65)."""

    member: int
    """The member who answers, as an index of `Party.members`."""
    rule: str = "R64"
    """The number of the rule that adds the Fatigue."""
    kind: Literal["drop"] = "drop"
    """Always `drop`: an item to drop (R65)."""


@final
@frozen
class Drop:
    """Drop an item, to make room for Fatigue (R65)."""

    member: int = field(validator=whole_number)
    """The tired member, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of the item."""

    def __str__(self) -> str:
        return written(self, "format_action", "cairn_rules.cairn_rpg.wilderness")


@final
@frozen
class Tiring:
    """A party after Fatigue was added, with the remaining questions."""

    party: Party
    questions: tuple[Question, ...] = ()
    """The items to drop before the rest of the Fatigue is added, in order (R65)."""
    events: tuple[Event, ...] = ()


PartyChange: TypeAlias = Resolution[Party, Event]
"""A party after an operation, with the events."""


def party_seen_by(party: Party, player: int | None) -> Party:
    """Return the party as a seat or a spectator knows it. Only seat 0, which plays it, knows private omens (R21)."""
    return party if player == 0 else replaced(party, members=tuple(map(public, party.members)))


@checked
def with_member(party: Party, index: int, character: Character) -> Party:
    """Return the party with a member replaced. Lights that the member no longer carries go out.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada, bo = combat.person("Ada", hp=4), combat.person("Bo", hp=3)
        >>> [member.name for member in with_member(Party(members=(ada, ada)), 1, bo).members]
        ['Ada', 'Bo']
    """
    members = (*party.members[:index], character, *party.members[index + 1 :])
    return with_members(party, members)


def gathered(party: Party | Iterable[Character], default: Callable[[], tuple[Character, ...]]) -> Party:
    """Return the party for a new game.

    Members are in marching order; `default` returns them if none are given. Raise a `DefinitionError` if a member is
    not a character, or there are too many or too few.
    """
    group = party if isinstance(party, Party) else Party(members=listed("party", party, Character) or default())
    members = listed("party", group.members, Character)
    if not 1 <= len(members) <= MOST_MEMBERS:
        raise DefinitionError(f"a party has 1 to {MOST_MEMBERS} members, not {len(members)}")
    return group


def member_faults(
    members: Sequence[Character], faults: Callable[[Character], Iterator[Fault]] | None = None
) -> Iterator[Fault]:
    """Yield the faults of the members of a party: those of their number, and those of each.

    `faults` yields the faults of a member (default: `character_faults`).
    """
    if not 1 <= len(members) <= MOST_MEMBERS:
        yield Fault("party.members", f"{len(members)} members; there should be 1 to {MOST_MEMBERS}")
    for index, member in enumerate(members[:MOST_MEMBERS]):
        for fault in (faults or character_faults)(member):
            yield Fault(f"party.members[{index}].{fault.where}", fault.message)


def with_members(party: Party, members: tuple[Character, ...]) -> Party:
    """Return the party with other members. Lights that their bearers no longer carry go out."""
    lights = party.lights
    if lights:
        lights = tuple(
            each for each in lights if any(item.id == each.item for item in members[each.bearer].inventory.items)
        )
    return replaced(party, members=members, lights=lights)


def with_bearer(party: Party, item: str, bearer: int, new: int) -> Party:
    """Return the party with the burning lights of a kind that a member carries in the hands of another (R169)."""
    lights = (Light(new, item) if each == Light(bearer, item) else each for each in party.lights)
    return replaced(party, lights=tuple(dict.fromkeys(lights)))


@checked
def without_member(party: Party, index: int) -> Party:
    """Return the party without a member, whose lights go with it.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada, bo = combat.person("Ada", hp=4), combat.person("Bo", hp=3)
        >>> [member.name for member in without_member(Party(members=(ada, bo)), 0).members]
        ['Bo']
    """
    members = (*party.members[:index], *party.members[index + 1 :])
    lights = tuple(
        evolve(each, bearer=each.bearer - (each.bearer > index)) for each in party.lights if each.bearer != index
    )
    return replaced(party, members=members, lights=lights)


@checked
def march(party: Party, order: Sequence[int]) -> Party:
    """Return the party in another marching order, which decides ties and which member meets a danger first (R50, R174).

    `order` has the present places of the members from 0, the one who walks in front first.

    Raises:
        DefinitionError: if the order does not name each member once.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada, bo = combat.person("Ada", hp=4), combat.person("Bo", hp=3)
        >>> [member.name for member in march(Party(members=(ada, bo)), (1, 0)).members]
        ['Bo', 'Ada']
    """
    last = len(party.members) - 1
    if sorted(order) != list(range(last + 1)):
        raise DefinitionError(f"{quoted(list(order))} is not a marching order: give each place from 0 to {last} once")
    members = tuple(party.members[place] for place in order)
    lights = tuple(evolve(each, bearer=order.index(each.bearer)) for each in party.lights)
    return replaced(party, members=members, lights=lights)


@checked
def add_fatigue(
    party: Party, members: Iterable[int] | None = None, *, rule: str = "R64", rulings: Rulings = DEFAULT
) -> Tiring:
    r"""Add a Fatigue to some members, or ask those without room for an item to drop (R64, R65).

    Members are indices, and one who is named twice adds two (default: all who are alive). `rule` is the number of the
    rule that adds the Fatigue. The result has the party with the Fatigue of those who have room, the questions to the
    others, and the events.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Inventory, Item, combat
        >>> full = Inventory(items=(Item(id="rope", name="Rope"),), fatigue=9)
        >>> ada, bo = combat.person("Ada", hp=4), evolve(combat.person("Bo", hp=3), inventory=full)
        >>> tiring = add_fatigue(Party(members=(ada, bo)), rule="R196")
        >>> print(*tiring.events, sep="\n")
        Ada adds a Fatigue and has 1 [R196]
        >>> drops(tiring.party, tiring.questions)
        (Drop(member=1, item='rope'),)
    """
    indices = party.living if members is None else members
    return tire(party, [Question(index, rule) for index in indices], rulings)


def tire(party: Party, due: Iterable[Question], rulings: Rulings = DEFAULT) -> Tiring:
    """Add every Fatigue that is due, and keep the questions of members who must first drop an item."""
    members = list(party.members)
    left: list[Question] = []
    events: list[Event] = []
    for question in due:
        character = members[question.member]
        if fatigue.needs_drop(character, rulings):
            left.append(question)
        else:
            change = fatigue.add_fatigue(character, rule=question.rule, rulings=rulings)
            members[question.member] = change.state
            events += change.events
    return Tiring(with_members(party, tuple(members)), tuple(left), tuple(events))


@checked
def drops(party: Party, questions: tuple[Question, ...], rulings: Rulings = DEFAULT) -> tuple[Drop, ...]:
    """Return every answer to the first question; empty without a question."""
    if not questions:
        return ()
    index = questions[0].member
    items = fatigue.must_drop(party.members[index], rulings)
    return tuple(Drop(index, id) for id in dict.fromkeys(item.id for item in items))


def why_not_drop(party: Party, question: Question, action: object, rulings: Rulings = DEFAULT) -> Reason | None:
    """Return the reason why an action does not answer a question, or None if it does."""
    character = party.members[question.member]
    if not isinstance(action, Drop) or action.member != question.member:
        return REASONS.reason("decision/drop", who=character.name)
    return why_no_room(character, action.item, rulings)


def why_no_room(character: Character, item: str, rulings: Rulings) -> Reason | None:
    """Return the reason why dropping an item makes no room for Fatigue, or None if it does (R65)."""
    choices = dict.fromkeys(each.id for each in fatigue.must_drop(character, rulings))
    if item in choices:
        return None
    carried = any(each.id == item for each in character.inventory.items)
    code = "drop/no-room" if carried else "drop/not-carried"
    return REASONS.reason(code, who=character.name, item=item, choices=tuple(choices))


@checked
def drop_item(party: Party, questions: tuple[Question, ...], action: Drop, rulings: Rulings = DEFAULT) -> Tiring:
    r"""Answer the first question. Fatigue that now has room is also added.

    There is at least one question, and the action is one of `drops`. The result has the party, the remaining questions,
    and the events. Raise an `IllegalActionError` if the action does not answer the first question.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Inventory, Item, combat
        >>> full = Inventory(items=(Item(id="rope", name="Rope"),), fatigue=9)
        >>> tiring = add_fatigue(Party(members=(evolve(combat.person("Bo", hp=3), inventory=full),)))
        >>> after = drop_item(tiring.party, tiring.questions, Drop(member=0, item="rope"))
        >>> print(*after.events, sep="\n")
        Bo drops Rope [R65]
        Bo adds a Fatigue and has 10 [R64]
        >>> after.questions
        ()
    """
    question, *others = questions
    character = party.members[question.member]
    reason = why_not_drop(party, question, action, rulings)
    if reason is not None:
        raise refusal(character, "drop an item", reason)
    item = next(each for each in fatigue.must_drop(character, rulings) if each.id == action.item)
    change = fatigue.add_fatigue(character, drop=item, rule=question.rule, rulings=rulings)
    after = tire(with_member(party, question.member, change.state), others, rulings)
    return evolve(after, events=(*change.events, *after.events))
