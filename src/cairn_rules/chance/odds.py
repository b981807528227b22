"""Exact odds: every possible result of a function of dice, with its probability."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import prod
from typing import Final, Generic, TypeVar, final

from cairn_rules.argument_checks import checked
from cairn_rules.chance.dice import MAX_SIDES, Dice, DiceError, Request, Roll, check_whole, passes
from cairn_rules.frozen_classes import frozen

MAX_BRANCHES: Final = 100_000
"""Default limit on the number of branches."""

ResultT = TypeVar("ResultT")
HashableT = TypeVar("HashableT", bound=Hashable)


def _too_many(limit: int) -> DiceError:
    return DiceError(f"there are more than {limit} branches: raise the limit, or take a sample with keyed dice")


def _combined(request: Request, result: tuple[int, int], index: int, face: int) -> tuple[int, int]:
    """Return the result of a roll after one more die: a value, and the index of the die kept."""
    value, kept = result
    match request.kind:
        case "highest":
            return max(value, face), 0
        case "keep_highest":
            return (face, index) if face > value else result
        case "check":
            return int(passes(face, request.target or 0)), 0
        case _:
            return value + face, kept


@final
class _Fork:
    """A roll on the way to a branch, and its possible results."""

    __slots__ = ("chosen", "outcomes", "request")

    def __init__(self, request: Request, limit: int) -> None:
        sizes = request.sizes
        least = {"check": 2, "sum": sum(sizes) - len(sizes) + 1}.get(request.kind, max(sizes))
        if least > limit:
            raise _too_many(limit)
        # For each result, the first faces that lead to it, and the number of throws that do.
        found: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {(0, 0): ((), 1)}
        for index, sides in enumerate(sizes):
            longer: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
            for result, (faces, ways) in found.items():
                for face in range(1, sides + 1):
                    new = _combined(request, result, index, face)
                    example, known = longer.get(new, ((*faces, face), 0))
                    longer[new] = (example, known + ways)
            found = longer
        self.request = request
        self.outcomes = [found[result] for result in sorted(found)]
        self.chosen = 0


@final
class _BranchingDice(Dice):
    """Dice that follow a path of forks, and add a fork for every new roll."""

    __slots__ = ("_depth", "_limit", "_path")

    def __init__(self, path: list[_Fork], limit: int) -> None:
        super().__init__()
        self._path, self._limit, self._depth = path, limit, 0

    def draw(self, request: Request, /) -> tuple[int, ...]:
        if request.kind == "shuffle":
            raise DiceError(f"a shuffle has too many results for exact odds ({request}): take a sample with keyed dice")
        if self._depth == len(self._path):
            self._path.append(_Fork(request, self._limit))
        fork = self._path[self._depth]
        if fork.request != request:
            raise DiceError(
                f"the function should depend on its dice alone, but asked for {fork.request}, then {request}"
            )
        self._depth += 1
        return fork.outcomes[fork.chosen][0]

    def finish(self) -> None:
        """Check that the function asked for all rolls of the path."""
        if self._depth < len(self._path):
            request = self._path[self._depth].request
            raise DiceError(f"the function should depend on its dice alone, but asked only once for {request}")


@final
@frozen
class Branch(Generic[ResultT]):
    """One possible sequence of results, with its probability."""

    probability: Fraction
    """The exact probability. The probabilities of all branches add up to 1."""
    result: ResultT
    """The value that the function returned."""
    log: tuple[Roll, ...] = ()
    """The rolls, with an example of their faces: `ScriptedDice(to_script(log))` leads to this result."""


@checked
def branches(run: Callable[[Dice], ResultT], *, limit: int = MAX_BRANCHES) -> tuple[Branch[ResultT], ...]:
    """Run a pure function of dice for every possible result of its rolls.

    The function, for example `lambda dice: resolve(state, action, dice)`, runs once for every branch. The branches are
    in the order of their rolls, with low results first and a failed check before a passed one.

    Raises:
        DiceError: if the function shuffles two or more items, has more branches than the limit, or asks for other rolls
            when it runs again.
        DefinitionError: if the limit is not a whole number from 1 to 2**52.

    Example:
        >>> for branch in branches(lambda dice: dice.check(11, purpose="STR save")):
        ...     print(branch.probability, branch.result, *branch.log)
        9/20 False STR save: d20 against 11: 12 = failed
        11/20 True STR save: d20 against 11: 1 = passed
    """
    limit = check_whole("the limit", limit, 1, MAX_SIDES)
    path: list[_Fork] = []
    found: list[Branch[ResultT]] = []
    while True:
        dice = _BranchingDice(path, limit)
        result = run(dice)
        dice.finish()
        if len(found) == limit:
            raise _too_many(limit)
        # The path describes one branch: count the throws that lead to it.
        ways = prod(fork.outcomes[fork.chosen][1] for fork in path)
        throws = prod(prod(fork.request.sizes) for fork in path)
        found.append(Branch(Fraction(ways, throws), result, dice.log))
        # Continue with the next result of the last roll that has one.
        while path and path[-1].chosen == len(path[-1].outcomes) - 1:
            path.pop()
        if not path:
            return tuple(found)
        path[-1].chosen += 1


@checked
def distribution(run: Callable[[Dice], HashableT], *, limit: int = MAX_BRANCHES) -> dict[HashableT, Fraction]:
    """Return the exact probability of every result of a pure function of dice. Equal results are merged.

    The function is, for example, `lambda dice: resolve(state, action, dice).state`; its results are hashable. The limit
    counts branches before equal results are merged.

    Raises:
        DiceError: as for `branches`.
        DefinitionError: as for `branches`.

    Example:
        >>> distribution(lambda dice: dice.sum(2, 6, purpose="reaction"))[7]
        Fraction(1, 6)
    """
    merged: dict[HashableT, Fraction] = {}
    for branch in branches(run, limit=limit):
        merged[branch.result] = merged.get(branch.result, Fraction(0)) + branch.probability
    return merged
