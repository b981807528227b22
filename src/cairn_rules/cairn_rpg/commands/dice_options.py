"""Real dice, typed in at the terminal, the seed of others, and the log of dice as lines and JSON."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from random import SystemRandom
from typing import Any, Final, TypeVar

from cairn_rules.chance import Chance, Dice, DiceError, KeyedDice, NeedsRoll, Roll, ScriptedDice
from cairn_rules.cli.messages import note
from cairn_rules.cli.options import integer
from cairn_rules.errors import CairnRulesError

T = TypeVar("T")

_SEEDS: Final = 2**32
"""Without `--seed`, seeds are below this number, so that they are easy to type."""


def add_dice(parser: ArgumentParser) -> None:
    """Add the seed of the dice, and the choice of real ones."""
    parser.add_argument(
        "--seed", type=integer, metavar="N", help="Seed of the dice (default: a different one each time)."
    )
    parser.add_argument(
        "--dice", action="store_true", help="Ask for the faces of real dice, one by one (default: roll them)."
    )


def seed_of(options: Namespace) -> int:
    """Return the seed of the arguments, or a new one."""
    return SystemRandom().randrange(_SEEDS) if options.seed is None else int(options.seed)


def thrown(options: Namespace, make: Callable[[Dice], T], whose: str = "") -> tuple[T, tuple[Roll, ...]]:
    """Return the result of a function of dice, and their log: real ones, or those of the seed, which is noted.

    `whose` stands in front of the note. Raise a `CairnRulesError` if the arguments ask for both.
    """
    if options.dice:
        if options.seed is not None:
            raise CairnRulesError("--seed cannot be combined with --dice: the dice decide")
        return with_typed_dice(make)
    seed = seed_of(options)
    dice = KeyedDice(Chance.from_seed(seed))
    result = make(dice)
    note(f"{whose}seed {seed}")
    return result, dice.log


def with_typed_dice(make: Callable[[Dice], T]) -> tuple[T, tuple[Roll, ...]]:
    """Return the result of a function and the log of its dice, whose faces are read from the standard input.

    A line can hold several faces. After an impossible face, the rest of the line is dropped, and the face is requested
    again. The function is called again for each face. Raise a `CairnRulesError` if the input ends too early, or has
    more faces than requested.
    """
    faces: list[Any] = []
    typed: list[str] = []
    while True:
        dice = ScriptedDice(faces)
        try:
            result = make(dice)
        except NeedsRoll as need:
            faces.append(_asked(need, typed))
        else:
            if typed:
                raise CairnRulesError(f"all dice have been rolled; remove the rest, {' '.join(typed)!r}")
            return result, dice.log


def _asked(need: NeedsRoll, typed: list[str]) -> object:
    """Return the next face, from the words of the line or of a new one."""
    needed = need.request.needed(need.index)
    while True:
        while not typed:
            line = typed_line(f"{needed}: ", f"all dice were rolled: type {needed}")
            typed += line.replace(",", " ").split()
        word = typed.pop(0)
        try:
            return need.accept(int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word)
        except DiceError as error:
            note(str(error))
            typed.clear()


def typed_line(prompt: str, goal: str) -> str:
    """Return a line of the standard input, after a prompt on the standard error.

    `goal` is the purpose of the lines, for the error at their end. Raise a `CairnRulesError` if there are no more
    lines, or they are not UTF-8.
    """
    note(prompt, end="")
    try:
        line = "" if sys.stdin is None else sys.stdin.readline()  # pyright: ignore[reportUnnecessaryComparison] - None when it is closed
    except UnicodeDecodeError:
        raise CairnRulesError("the input is not UTF-8; type the faces as numbers") from None
    if not line:
        raise CairnRulesError(f"the input ended before {goal}")
    return line


def roll_lines(log: Iterable[Roll], *, private: bool) -> Iterator[str]:
    """Yield the rolls as lines: purpose, rule, dice, faces, result.

    `private` also shows the row of a private omen (R21).
    """
    for roll in log:
        hidden = _is_hidden(roll) and not private
        yield f"{roll.request}: hidden, show it with --private" if hidden else str(roll)


def roll_data(log: Iterable[Roll], *, private: bool) -> list[dict[str, Any]]:
    """Return the rolls as JSON data. The faces of a private omen are null unless requested."""
    found: list[dict[str, Any]] = []
    for roll in log:
        request, hidden = roll.request, _is_hidden(roll) and not private
        found.append(
            {
                "purpose": request.purpose,
                "rule": request.rule,
                "kind": request.kind,
                "dice": list(request.sizes),
                "target": request.target,
                "faces": None if hidden else list(roll.values),
                "value": None if hidden else roll.value,
            }
        )
    return found


def _is_hidden(roll: Roll) -> bool:
    """Return whether a roll determines a private omen (R21)."""
    return roll.request.purpose == "omen" and roll.request.rule == "R21"
