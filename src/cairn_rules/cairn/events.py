"""The events that `events_of` lists: changes to shamans, megaliths, tiles and turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, TypeAlias, TypeVar, cast, final

from cairn_rules.cairn.event_table import Event
from cairn_rules.cairn.rules.observation import Observation, observe
from cairn_rules.cairn.state.board import Space, Tribe
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import AddFace, JumpFace, MoveFace, TransformationFace
from cairn_rules.checks import checked, line_of_text
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import Outcome

__all__ = [
    "Activated",
    "Added",
    "AnyFace",
    "Arranged",
    "Asked",
    "Banished",
    "Built",
    "Change",
    "Drawn",
    "EffectDone",
    "Exited",
    "ExtraTurnGiven",
    "Flipped",
    "Moved",
    "Question",
    "Replaced",
    "Scored",
    "Slid",
    "Swapped",
    "TurnPassed",
    "Won",
    "fold",
    "visible",
]

T = TypeVar("T")


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the items with the first occurrence of one item removed.

    Raises:
        DefinitionError: if the item is missing: the change does not fit the position.
    """
    if item not in items:
        what = " on ".join(map(str, cast("tuple[object, ...]", item)[::-1])) if isinstance(item, tuple) else item
        raise DefinitionError(f"the change does not fit the position: {what} is not there")
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])


@final
@frozen
class Built(Event):
    """The construction of an upcoming megalith (rule 5.3). `Scored` and `Drawn` follow."""

    space: Space
    """The space that it is built on."""
    megalith: Megalith
    """The megalith. It leaves a gap in the display."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(
            seen,
            megaliths=(*seen._megaliths, (self.space, self.megalith)),
            upcoming=without(seen.upcoming, self.megalith),
        )


@final
@frozen
class Drawn(Event):
    """A draw: the top of the deck fills the gap in the display (rule 5.3)."""

    megalith: Megalith
    """The drawn megalith: one of the unknown ones, or the first tucked one when no unknown one is left."""
    slot: int
    """Its index in the display, from 0."""

    def _after(self, seen: Observation) -> Observation:
        unknown, tucked, upcoming = seen.unknown, seen.tucked, seen.upcoming
        if unknown:
            unknown = without(unknown, self.megalith)
        else:
            tucked = (*without(tucked[:1], self.megalith), *tucked[1:])
        upcoming = (*upcoming[: self.slot], self.megalith, *upcoming[self.slot :])
        return evolve(seen, unknown=unknown, tucked=tucked, upcoming=upcoming)


@final
@frozen
class Slid(Event):
    """The slide of a megalith to another space. Shamans stay, and no megalith wakes (rules 7.8, 6.9)."""

    megalith: Megalith
    """The megalith that slides."""
    origin: Space
    """The space that it leaves."""
    to: Space
    """The space that it slides to."""

    def _after(self, seen: Observation) -> Observation:
        others = without(seen._megaliths, (self.origin, self.megalith))
        return evolve(seen, megaliths=(*others, (self.to, self.megalith)))


@final
@frozen
class Swapped(Event):
    """The swap of two megaliths on the board. Shamans stay, and no megalith wakes (rules 7.10, 6.9)."""

    first: Space
    """The lower of the two spaces, from a1 to e5, rank by rank."""
    second: Space
    """The higher of the two spaces."""

    def _after(self, seen: Observation) -> Observation:
        new = {self.first: self.second, self.second: self.first}
        swapped = [(new.get(space, space), megalith) for space, megalith in seen._megaliths]
        return evolve(seen, megaliths=tuple(swapped))


@final
@frozen
class Replaced(Event):
    """The replacement of a megalith by an upcoming one. The old one goes under the deck (rules 7.14, 2.7)."""

    space: Space
    """The space of both megaliths."""
    old: Megalith
    """The replaced megalith, now at the bottom of the deck. Every player knows that it is there."""
    new: Megalith
    """The new megalith. It leaves a gap in the display."""

    def _after(self, seen: Observation) -> Observation:
        others = without(seen._megaliths, (self.space, self.old))
        return evolve(
            seen,
            megaliths=(*others, (self.space, self.new)),
            upcoming=without(seen.upcoming, self.new),
            tucked=(*seen.tucked, self.old),
        )


@final
@frozen
class Arranged(Event):
    """A new layout of the megaliths that no other change describes.

    A custom effect can cause one, or several turns between the two states.
    """

    megaliths: tuple[tuple[Space, Megalith], ...]
    """The megaliths on the board with their spaces, in space order."""
    upcoming: tuple[Megalith, ...]
    """The megaliths on display."""
    unknown: tuple[Megalith, ...]
    """The megaliths of the deck whose place is unknown, sorted by id."""
    tucked: tuple[Megalith, ...]
    """The megaliths at the bottom of the deck whose order is public."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, megaliths=self.megaliths, upcoming=self.upcoming, unknown=self.unknown, tucked=self.tucked)


AnyFace: TypeAlias = AddFace | MoveFace | JumpFace | TransformationFace
"""A face of any of the four tiles."""
Question: TypeAlias = ChooseAction | UsePower | BuildMegalith | TransformOrPass
"""A decision that a player must make."""
_DECISIONS: Final[Mapping[type, str]] = {
    ChooseAction: "choose-action",
    UsePower: "use-power",
    BuildMegalith: "build",
    TransformOrPass: "transform",
}


@final
@frozen
class Moved(Event):
    """The move of a shaman between two spaces, by a step, a jump or a power (rules 4.3, 4.4, 6.4)."""

    tribe: Tribe
    """The owner of the shaman."""
    origin: Space
    """The space that it leaves."""
    to: Space
    """The space that it arrives on."""

    def _after(self, seen: Observation) -> Observation:
        others = without(seen._shamans, (self.origin, self.tribe))
        return evolve(seen, shamans=(*others, (self.to, self.tribe)))


@final
@frozen
class Added(Event):
    """The arrival of a shaman from its village (rules 4.1, 7.2)."""

    tribe: Tribe
    """The owner of the shaman."""
    to: Space
    """The space that it arrives on."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, shamans=(*seen._shamans, (self.to, self.tribe)))


@final
@frozen
class Banished(Event):
    """The banishment of a shaman: it returns to its village (rule 1.7)."""

    tribe: Tribe
    """The owner of the shaman."""
    space: Space
    """The space that it leaves."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, shamans=without(seen._shamans, (self.space, self.tribe)))


@final
@frozen
class Exited(Event):
    """The exit of a shaman through the opposing village. It returns to its own (rules 4.5, 4.6, 6.6)."""

    tribe: Tribe
    """The owner of the shaman."""
    origin: Space
    """The space that it leaves."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, shamans=without(seen._shamans, (self.origin, self.tribe)))


@final
@frozen
class Flipped(Event):
    """The flip of a tile (rules 3.3, 7.13, 8.5)."""

    face: AnyFace
    """The new face. Its class identifies the tile."""

    def _after(self, seen: Observation) -> Observation:
        tile = type(self.face).__name__.removesuffix("Face").lower()
        return evolve(seen, tiles=evolve(seen.tiles, **dict[str, Any]({tile: self.face})))


@final
@frozen
class Scored(Event):
    """A change of a tribe's score: it has built a megalith (rule 5.4)."""

    tribe: Tribe
    """The tribe that scored."""
    score: int
    """The new score."""

    def _after(self, seen: Observation) -> Observation:
        sea, forest = seen.scores
        return evolve(seen, scores=(self.score, forest) if self.tribe is Tribe.SEA else (sea, self.score))


@final
@frozen
class ExtraTurnGiven(Event):
    """The grant of the next turn to a tribe, even if it is its turn anyway (rule 7.4)."""

    tribe: Tribe | None
    """The tribe that gets the turn. None withdraws an earlier grant, which only custom effects do."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, extra_turn=self.tribe)


@final
@frozen
class TurnPassed(Event):
    """The end of a turn, including the last one of a game (rules 3.4, 9.1)."""

    turn: int
    """Number of completed turns."""
    active: Tribe
    """The tribe whose turn it is now. It stays the same after the third megalith and before an extra turn."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, turn=self.turn, active=self.active, extra_turn=None)


@final
@frozen
class Activated(Event):
    """The waking of a megalith, before its power is used (rules 6.1, 6.3)."""

    space: Space
    """The space of the megalith."""
    megalith: Megalith
    """The megalith that wakes."""
    owner: Tribe
    """The tribe that uses the power: the owner of the shaman that woke it."""

    def _after(self, seen: Observation) -> Observation:
        return seen


@final
@frozen
class EffectDone(Event):
    """The execution of a custom effect, described by its own text (rule 6.3). Its changes follow."""

    text: str = field(validator=line_of_text)
    """The effect's sentence, with no full stop."""

    def _after(self, seen: Observation) -> Observation:
        return seen


@final
@frozen
class Asked(Event):
    """A request for a decision (rules 3.1, 5.3, 6.2, 8.4)."""

    is_question: ClassVar[bool] = True
    """True: it asks for the next decision."""
    pending: Question
    """The decision to make."""

    @property
    def code(self) -> str:
        """The code for translations: `asked/` and the name of the decision."""
        return f"asked/{_DECISIONS[type(self.pending)]}"

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, pending=self.pending)


@final
@frozen
class Won(Event):
    """The end of the game (rules 9.1, 9.2)."""

    outcome: Outcome
    """The winner and the reason."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, pending=Over(self.outcome))


Change: TypeAlias = (
    Moved
    | Added
    | Banished
    | Exited
    | Flipped
    | Built
    | Scored
    | Drawn
    | Slid
    | Swapped
    | Replaced
    | Arranged
    | ExtraTurnGiven
    | TurnPassed
    | Activated
    | EffectDone
    | Asked
    | Won
)
"""An event between two states."""


@checked
def fold(visible: Observation, changes: Iterable[Change]) -> Observation:
    """Return the public view of a state after changes to it.

    The changes are in order.

    Raises:
        DefinitionError: if an argument is of another type, or a change removes a piece that is not there.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.cairn.events import fold, visible
        >>> before = cairn.new_game(seed=7, faces="wooe")
        >>> action = cairn.legal_actions(before)[0]
        >>> after = cairn.apply(before, action)
        >>> fold(visible(before), cairn.events_of(before, action, after)) == visible(after)
        True
    """
    for change in changes:
        if not isinstance(change, Change):
            raise DefinitionError(f"changes should contain events such as Moved or Built, not {type(change).__name__}")
        visible = change._after(visible)
    return visible


def visible(state: State) -> Observation:
    """Return the public view of a state: everything on the table that all players see.

    It is the observation of a spectator, with `moved`, `waiting` and `seen` cleared, which are bookkeeping of the turn.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("5/5/5/2sf1/1s3 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> after = cairn.apply(state, cairn.Move(cairn.Space.B1, cairn.Space.B2))
        >>> after.moved, cairn.events.visible(after).moved, cairn.events.visible(after).pending
        ((B2,), (), TransformOrPass())
    """
    return evolve(observe(state, None), moved=(), waiting=(), seen=())
