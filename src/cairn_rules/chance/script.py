"""Scripted dice, for tests, replays, and real dice whose faces the players type in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, cast, final

from cairn_rules.argument_checks import checked
from cairn_rules.chance.dice import Dice, DiceError, Request, Roll
from cairn_rules.errors import DefinitionError, quoted

Script: TypeAlias = Iterable[int | Sequence[int]]
"""Values in the order in which the rules request them: a face for each die, an order for each shuffle."""


class NeedsRoll(DiceError):  # noqa: N818 - a question rather than a fault, so the games' specifications name it
    """A script that ended before the rules had made all their rolls. Resolve the action again with one more value.

    Example:
        >>> def duel(dice):
        ...     return dice.face(8, purpose="your damage") - dice.face(6, purpose="its damage")
        >>> typed, thrown = [5, 2], []
        >>> while True:
        ...     try:
        ...         result = duel(ScriptedDice(thrown))
        ...         break
        ...     except NeedsRoll as need:
        ...         print(need)
        ...         thrown.append(need.accept(typed.pop(0)))
        the script has ended: add a face of a d8 for 'your damage'
        the script has ended: add a face of a d6 for 'its damage'
        >>> result
        3
    """

    def __init__(self, request: Request, index: int) -> None:
        super().__init__(request, index)
        self.request = request
        """The roll or the shuffle that the rules requested."""
        self.index = index
        """The die that is thrown next, as an index of `request.sizes`."""

    @property
    def sides(self) -> int:
        """Number of sides of the die; for a shuffle, the number of items."""
        return self.request.sizes[self.index]

    def accept(self, value: object) -> int | tuple[int, ...]:
        """Return a possible next value of the script.

        Raises:
            DiceError: if the rules cannot use the value.
        """
        values = self.request.accept(value, self.index)
        return values if self.request.kind == "shuffle" else values[0]

    def __str__(self) -> str:
        return f"the script has ended: add {self.request.needed(self.index)}"


@final
class ScriptedDice(Dice):
    """Dice that follow a script. A value is checked when the rules ask for it.

    The script has a face for each die and an order for each shuffle; `to_script` makes one from a log.

    Raises:
        DefinitionError: if the script is not a list.
        NeedsRoll: by every operation, if the script has ended.
        DiceError: by every operation, if the next value is impossible.

    Example:
        >>> dice = ScriptedDice([4, (2, 0, 1)])
        >>> dice.check(11, purpose="STR save"), dice.shuffle("abc", purpose="deck")
        (True, ('c', 'a', 'b'))
        >>> dice.finish()
    """

    __slots__ = ("_next", "_script")

    def __init__(self, script: Script = (), /) -> None:
        if isinstance(cast("object", script), str) or not isinstance(script, Iterable):
            raise DefinitionError(f"a script must be a list of faces and orders, got {quoted(script)}")
        super().__init__()
        self._script = tuple(script)
        self._next = 0

    @property
    def unused(self) -> tuple[int | Sequence[int], ...]:
        """The values that the rules have not used."""
        return self._script[self._next :]

    def finish(self) -> None:
        """Check that the rules used every value.

        Raises:
            DiceError: if values are left.
        """
        if self.unused:
            raise DiceError(f"the rules did not use all values of the script: remove {quoted(list(self.unused))}")

    def draw(self, request: Request, /) -> tuple[int, ...]:
        """Read the values of a request from the script."""
        values: list[int] = []
        for index in range(len(request.sizes)):
            if self._next == len(self._script):
                raise NeedsRoll(request, index)
            values += request.accept(self._script[self._next], index)
            self._next += 1
        return tuple(values)


@checked
def to_script(log: Iterable[Roll]) -> tuple[int | tuple[int, ...], ...]:
    """Return the script that repeats a log of dice.

    Example:
        >>> from cairn_rules.chance import Chance, KeyedDice
        >>> dice = KeyedDice(Chance(7))
        >>> dice.sum(3, 6, purpose="gold"), dice.shuffle("abcd", purpose="deck")
        (14, ('c', 'b', 'd', 'a'))
        >>> to_script(dice.log)
        (5, 6, 3, (2, 1, 3, 0))
    """
    values: list[int | tuple[int, ...]] = []
    for roll in log:
        values += [roll.values] if roll.request.kind == "shuffle" else roll.values
    return tuple(values)


@checked
def faces_of(log: Iterable[Roll]) -> tuple[int, ...]:
    """Return the faces of a log of dice, for the `faces` of a `Chance`.

    Stored with the state from which a game started, they make its record one of the dice that people threw.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules import Record, format_record, parse_record
        >>> from cairn_rules.cairn_rpg import combat
        >>> start = combat.new_game(seed=7)
        >>> dice = ScriptedDice([4, 19])
        >>> state = combat.resolve(start, combat.Begin(), dice).state
        >>> start = evolve(start, chance=evolve(start.chance, faces=faces_of(dice.log)))
        >>> record = Record(game=combat, start=start, actions=[combat.Begin()])
        >>> tuple(parse_record(format_record(record)).replay())[-1] == state
        True
    """
    return tuple(value for roll in log for value in roll.values)
