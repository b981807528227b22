"""A line of play: decisions with comments, marks, values and variations. For any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, cast, final

from cairn_rules.checks import as_int, is_of, items_of, plain_number
from cairn_rules.codec.json_text import DEEPEST
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import Attribute, field, frozen
from cairn_rules.game import ActionT, reduced

MARKS: Final[Mapping[str, str]] = MappingProxyType(
    {"!": "good", "?": "a mistake", "!!": "brilliant", "??": "a blunder", "!?": "interesting", "?!": "dubious"}
)
"""The marks of decisions, as in PGN, each with its meaning."""
MOST_VARIATIONS: Final = 10_000
"""Maximum number of variations in a stored record, all levels together."""


def read_only(values: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return a read-only copy of a mapping. Raise a `DefinitionError` if it is not one."""
    if not isinstance(values, Mapping):
        raise DefinitionError(f"expected a mapping such as {{1: …}}, not {quoted(values)}")
    return MappingProxyType(dict(values))


def _tuple(values: Any) -> tuple[Any, ...]:
    if is_of(str, bytes, Mapping)(values):
        raise DefinitionError(f"actions should be a list of decisions, not {quoted(values)}")
    return items_of(values, "a list of decisions")


def _numbered(values: Mapping[Any, Any]) -> Mapping[int, Any]:
    """Return a read-only copy of a mapping whose keys are whole numbers, in which lists are tuples."""
    for place in read_only(values):
        if as_int(place) is None:
            raise DefinitionError(f"{quoted(place)} is not a number of decisions, such as 1")

    def as_tuple(each: Any) -> Any:
        return tuple(cast("list[object]", each)) if isinstance(each, list) else each

    return read_only({plain_number(place): as_tuple(each) for place, each in values.items()})


def _lines(values: Mapping[int, Any]) -> Mapping[int, tuple[Any, ...]]:
    """Return variations as tuples, in which equal ones stand once."""

    def once(lines: tuple[Any, ...]) -> tuple[Any, ...]:
        are_lines = isinstance(lines, tuple) and all(type(each) is Line for each in lines)
        return tuple(dict.fromkeys(lines)) if are_lines else lines

    return read_only({place: once(lines) for place, lines in _numbered(values).items()})


def _check_variations(line: Line[Any], _: Attribute[Any], variations: Mapping[int, object]) -> None:
    for place, lines in variations.items():
        if place not in range(len(line.actions) + 1):
            raise DefinitionError(
                f"a variation begins after 0 to {len(line.actions)} decisions of its line, not after {quoted(place)}"
            )
        if not isinstance(lines, tuple):
            raise DefinitionError(f"variations should be a tuple of Lines, not {quoted(lines)}")
        for each in cast("tuple[object, ...]", lines):
            if type(each) is not Line or not each.actions:
                raise DefinitionError(f"a variation should be a Line with at least one decision, not {quoted(each)}")


@frozen(kw_only=True, repr=False)
class Line(Generic[ActionT]):
    """A line of play: decisions in order, with comments, marks, values and variations.

    A `Record` is the main line of a game. A variation is a line that begins at a state of another line, in which other
    decisions were made. It can have variations itself. A line never changes; a `Cursor` edits a record.

    Raises:
        DefinitionError: if a variation is not a `Line` with a decision, or begins at no state of this line.

    Example:
        >>> from cairn_rules import Cursor, Match, Record, cairn
        >>> match = Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"))
        >>> state = match.do("c5-x")
        >>> cursor = Cursor(Record.of(match))
        >>> cursor.add_variation("c5-c4").comment = "Too slow."
        >>> (line,) = cursor.record.variations[0]
        >>> len(line.actions), line.comments[1]
        (1, 'Too slow.')
    """

    actions: tuple[ActionT, ...] = field(converter=_tuple)
    """The decisions, oldest first."""
    comments: Mapping[int, str] = field(factory=dict[int, str], converter=_numbered, hash=False)
    """Comments, each by the number of decisions before it."""
    marks: Mapping[int, str] = field(factory=dict[int, str], converter=_numbered, hash=False)
    """Marks of decisions, each by the number of the decision, from 1: `!` for a good one, `?` for a mistake, `!!` for a
    brilliant one, `??` for a blunder, `!?` for an interesting one, `?!` for a dubious one."""
    values: Mapping[int, tuple[float, ...]] = field(
        factory=dict[int, "tuple[float, ...]"], converter=_numbered, hash=False
    )
    """Values of states, each by the number of decisions before the state: the expected result of every seat, in seat
    order, from -1 (lost) to 1 (won)."""
    variations: Mapping[int, tuple[Line[ActionT], ...]] = field(
        factory=dict[int, "tuple[Line[ActionT], ...]"], converter=_lines, validator=_check_variations, hash=False
    )
    """Variations, each by the number of decisions before it: what could have been played from that state on. Of equal
    ones, one is kept."""

    def __repr__(self) -> str:
        return f"<Line: {len(self.actions)} decisions>"

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


def in_order(line: Line[ActionT]) -> tuple[tuple[int, Line[ActionT]], ...]:
    """Return the variations of a line in the order of the text, each after the number of decisions before it."""
    return tuple((place, each) for place in sorted(line.variations) for each in line.variations[place])


@final
@frozen
class Branch:
    """A line among all lines of a record, which are numbered in the order of the text; 0 is the main line."""

    line: Line[Any]
    """The line."""
    parent: int
    """The number of the line from which it branches off; 0 for the main line itself."""
    after: int
    """The number of decisions of that line before it."""
    level: int
    """0 for the main line, 1 for its variations, 2 for theirs."""


def all_lines(main: Line[Any]) -> Iterator[Branch]:
    """Yield a line and all of its variations, in the order of the text.

    Raises:
        DefinitionError: if there are more than `MOST_VARIATIONS`, or they are nested more than `DEEPEST` deep.
    """
    waiting = [Branch(main, 0, 0, 0)]
    number = 0
    while waiting:
        branch = waiting.pop()
        if number > MOST_VARIATIONS:
            raise DefinitionError(f"a record has at most {MOST_VARIATIONS} variations")
        if branch.level > DEEPEST:
            raise DefinitionError(f"variations can be nested at most {DEEPEST} deep")
        yield branch
        inner = [Branch(line, number, place, branch.level + 1) for place, line in in_order(branch.line)]
        waiting.extend(reversed(inner))
        number += 1
