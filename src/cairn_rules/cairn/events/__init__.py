"""The events that `changes` lists: what happened to shamans, megaliths, tiles and turns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar, assert_never, final

from attrs import evolve, field, frozen

from cairn_rules.cairn.board import Space, Tribe
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.observation import Observation, observe
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import AddFace, JumpFace, MoveFace, Tiles, TransformationFace
from cairn_rules.checks import line_of_text
from cairn_rules.errors import DefinitionError
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
    """Some items, one of them taken out.

    Raises:
        DefinitionError: when it is not among them: what should have happened does not fit the position.
    """
    if item not in items:
        raise DefinitionError(f"the change does not fit the position: {item} is not among {items}")
    place = items.index(item)
    return (*items[:place], *items[place + 1 :])


@final
@frozen
class Built:
    """An upcoming megalith is built on a space; `Scored` and `Drawn` tell what follows (rule 5.3)."""

    space: Space
    """Where it lies now."""
    megalith: Megalith
    """The megalith, which leaves a gap in the display."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(
            seen,
            megaliths=(*seen._megaliths, (self.space, self.megalith)),
            upcoming=without(seen.upcoming, self.megalith),
        )

    def __str__(self) -> str:
        return f"{self.megalith} is built on {self.space}"


@final
@frozen
class Drawn:
    """The top of the deck fills the gap in the display (rule 5.3)."""

    megalith: Megalith
    """The megalith that was drawn: an unknown one, or the first of the tucked ones when none is left."""
    slot: int
    """Its place in the display, from 0."""

    def _after(self, seen: Observation) -> Observation:
        unknown, tucked, upcoming = seen.unknown, seen.tucked, seen.upcoming
        if unknown:
            unknown = without(unknown, self.megalith)
        else:
            tucked = (*without(tucked[:1], self.megalith), *tucked[1:])
        upcoming = (*upcoming[: self.slot], self.megalith, *upcoming[self.slot :])
        return evolve(seen, unknown=unknown, tucked=tucked, upcoming=upcoming)

    def __str__(self) -> str:
        return f"{self.megalith} is drawn"


@final
@frozen
class Slid:
    """A megalith goes to another space; shamans stay, and nothing wakes (rules 7.8, 6.9)."""

    megalith: Megalith
    """The megalith."""
    origin: Space
    """Where it lay."""
    to: Space
    """Where it lies now."""

    def _after(self, seen: Observation) -> Observation:
        others = without(seen._megaliths, (self.origin, self.megalith))
        return evolve(seen, megaliths=(*others, (self.to, self.megalith)))

    def __str__(self) -> str:
        return f"{self.megalith} slides {self.origin}-{self.to}"


@final
@frozen
class Swapped:
    """Two megaliths of the field change places; shamans stay, and nothing wakes (rules 7.10, 6.9)."""

    first: Space
    """The space of one; the lower space of the two."""
    second: Space
    """The space of the other."""

    def _after(self, seen: Observation) -> Observation:
        new = {self.first: self.second, self.second: self.first}
        swapped = [(new.get(space, space), megalith) for space, megalith in seen._megaliths]
        return evolve(seen, megaliths=tuple(swapped))

    def __str__(self) -> str:
        return f"The megaliths on {self.first} and {self.second} change places"


@final
@frozen
class Replaced:
    """An upcoming megalith takes the place of one that goes under the deck, where all know it (rules 7.14, 2.7)."""

    space: Space
    """Where the old one lay and the new one lies."""
    old: Megalith
    """The megalith that is at the bottom of the deck now, known to everyone."""
    new: Megalith
    """The megalith that leaves a gap in the display."""

    def _after(self, seen: Observation) -> Observation:
        others = without(seen._megaliths, (self.space, self.old))
        return evolve(
            seen,
            megaliths=(*others, (self.space, self.new)),
            upcoming=without(seen.upcoming, self.new),
            tucked=(*seen.tucked, self.old),
        )

    def __str__(self) -> str:
        return f"{self.new} takes the place of {self.old} on {self.space}"


@final
@frozen
class Arranged:
    """The megaliths lie anew, in a way that no other change tells: by an effect of one's own, or in several turns."""

    megaliths: tuple[tuple[Space, Megalith], ...]
    """Which megalith lies where now, in space order."""
    upcoming: tuple[Megalith, ...]
    """The megaliths on display now."""
    unknown: tuple[Megalith, ...]
    """The megaliths of the deck whose place is unknown now, sorted by id."""
    tucked: tuple[Megalith, ...]
    """The megaliths at the bottom of the deck whose order everyone knows now."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, megaliths=self.megaliths, upcoming=self.upcoming, unknown=self.unknown, tucked=self.tucked)

    def __str__(self) -> str:
        return "The megaliths are laid out anew"


AnyFace: TypeAlias = AddFace | MoveFace | JumpFace | TransformationFace
"""A face of any of the four tiles."""
Question: TypeAlias = ChooseAction | UsePower | BuildMegalith | TransformOrPass
"""A decision that somebody must make."""


@final
@frozen
class Moved:
    """A shaman goes from a space to another one, by a step, a jump or a power (rules 4.3, 4.4, 6.4)."""

    tribe: Tribe
    """Whose shaman it is."""
    origin: Space
    """Where it stood."""
    to: Space
    """Where it stands now."""

    def _after(self, seen: Observation) -> Observation:
        others = without(seen._shamans, (self.origin, self.tribe))
        return evolve(seen, shamans=(*others, (self.to, self.tribe)))

    def __str__(self) -> str:
        return f"{self.tribe} moves {self.origin}-{self.to}"


@final
@frozen
class Added:
    """A shaman comes from its village to a space (rules 4.1, 7.2)."""

    tribe: Tribe
    """Whose shaman it is."""
    to: Space
    """Where it stands now."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, shamans=(*seen._shamans, (self.to, self.tribe)))

    def __str__(self) -> str:
        return f"{self.tribe} adds a shaman on {self.to}"


@final
@frozen
class Banished:
    """A shaman is taken off the field, back to its village (rule 1.7)."""

    tribe: Tribe
    """Whose shaman it is."""
    space: Space
    """Where it stood."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, shamans=without(seen._shamans, (self.space, self.tribe)))

    def __str__(self) -> str:
        return f"{self.tribe}'s shaman on {self.space} is banished"


@final
@frozen
class Exited:
    """A shaman leaves through the opposing village and is back in its own one (rules 4.5, 4.6, 6.6)."""

    tribe: Tribe
    """Whose shaman it is."""
    origin: Space
    """Where it stood."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, shamans=without(seen._shamans, (self.origin, self.tribe)))

    def __str__(self) -> str:
        return f"{self.tribe} leaves the field from {self.origin}"


@final
@frozen
class Flipped:
    """A tile is turned over (rules 3.3, 7.13, 8.5)."""

    face: AnyFace
    """The face that lies up now; its class says which tile it is."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, tiles=_flipped(seen.tiles, self.face))

    def __str__(self) -> str:
        return f"The {type(self.face).__name__.removesuffix('Face')} tile shows {self.face} now"


def _flipped(tiles: Tiles, face: AnyFace) -> Tiles:
    match face:
        case AddFace():
            return evolve(tiles, add=face)
        case MoveFace():
            return evolve(tiles, move=face)
        case JumpFace():
            return evolve(tiles, jump=face)
        case TransformationFace():
            return evolve(tiles, transformation=face)
        case _:
            assert_never(face)


@final
@frozen
class Scored:
    """A tribe's score changes: it has built a megalith (rule 5.4)."""

    tribe: Tribe
    """Whose score it is."""
    score: int
    """The new score."""

    def _after(self, seen: Observation) -> Observation:
        sea, forest = seen.scores
        return evolve(seen, scores=(self.score, forest) if self.tribe is Tribe.SEA else (sea, self.score))

    def __str__(self) -> str:
        return f"{self.tribe}'s score is {self.score}"


@final
@frozen
class ExtraTurnGiven:
    """The turn after this one is given to a tribe, be it next anyway or not (rule 7.4)."""

    tribe: Tribe | None
    """Who has it; None: nobody any more, which no effect of the box does."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, extra_turn=self.tribe)

    def __str__(self) -> str:
        return "Turns alternate again" if self.tribe is None else f"The next turn is {self.tribe}'s"


@final
@frozen
class TurnPassed:
    """A turn is complete, also when the game is over with it (rules 3.4, 9.1)."""

    turn: int
    """How many turns are complete now."""
    active: Tribe
    """Whose turn it is now; the same tribe's when the third megalith was built or the turn is an extra one."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, turn=self.turn, active=self.active, extra_turn=None)

    def __str__(self) -> str:
        return f"Turn {self.turn} is complete, {self.active} is active"


@final
@frozen
class Activated:
    """A megalith wakes, and its power will be used (rules 6.1, 6.3)."""

    space: Space
    """Where it lies."""
    megalith: Megalith
    """The megalith."""
    owner: Tribe
    """Who uses the power: the owner of the shaman that woke it."""

    def _after(self, seen: Observation) -> Observation:
        return seen

    def __str__(self) -> str:
        return f"{self.owner} wakes {self.megalith} on {self.space}"


@final
@frozen
class EffectDone:
    """An effect of a megalith's own is done, which says so in a sentence (rule 6.3); what it changes follows."""

    text: str = field(validator=line_of_text)
    """The sentence, without a full stop."""

    def _after(self, seen: Observation) -> Observation:
        return seen

    def __str__(self) -> str:
        return self.text


@final
@frozen
class Asked:
    """Somebody must decide now (rules 3.1, 5.3, 6.2, 8.4)."""

    pending: Question
    """The decision that is asked."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, pending=self.pending)

    def __str__(self) -> str:
        match self.pending:
            case ChooseAction():
                return "An action is asked for"
            case UsePower(space, megalith) as power:
                return f"{power.decider} is asked to use {megalith} on {space}"
            case BuildMegalith(space, builder):
                return f"{builder} is asked to build on {space}"
            case TransformOrPass():
                return "A transformation is asked for"
            case _:
                assert_never(self.pending)


@final
@frozen
class Won:
    """The game is over (rules 9.1, 9.2)."""

    outcome: Outcome
    """Who won and why."""

    def _after(self, seen: Observation) -> Observation:
        return evolve(seen, pending=Over(self.outcome))

    def __str__(self) -> str:
        return f"{' and '.join(str(Tribe(each)) for each in self.outcome.winners)} wins: {self.outcome.reason}"


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
"""Everything that can happen between two states."""


def fold(visible: Observation, changes: Iterable[Change]) -> Observation:
    """What lies on the table once some changes have happened to it.

    Args:
        visible: What lay there before; see `visible`.
        changes: What happened, in order.

    Raises:
        DefinitionError: when one is no change, or takes away what does not lie there.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.cairn.events import fold
        >>> from cairn_rules.cairn.events.differences import changes, visible
        >>> before = cairn.new_game(seed=7, faces="wooe")
        >>> after = cairn.apply(before, cairn.legal_actions(before)[0])
        >>> fold(visible(before), changes(before, after)) == visible(after)
        True
    """
    if not isinstance(visible, Observation):
        raise DefinitionError(f"{visible!r} is no Observation; a state's is given by visible")
    for change in changes:
        if not isinstance(change, Change):
            raise DefinitionError(f"{change!r} is no change")
        visible = change._after(visible)
    return visible


def visible(state: State) -> Observation:
    """Return what lies on the table: what everyone may know, without what the rules note for the turn.

    Returns:
        The observation of the state in which `moved`, `waiting` and `seen` are empty.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.parse_position("5/5/5/2sf1/1s3 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> after = cairn.apply(state, cairn.Move(cairn.Space.B1, cairn.Space.B2))
        >>> after.moved, cairn.events.visible(after).moved, cairn.events.visible(after).pending
        ((B2,), (), TransformOrPass())
    """
    return evolve(observe(state, None), moved=(), waiting=(), seen=())
