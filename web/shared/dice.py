"""Dice, tables and saves at the table, with rolled faces or with those of real dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cairn_rules.cairn_rpg import Attribute, Character, texts
from cairn_rules.cairn_rpg.creation.create import dice_from
from cairn_rules.cairn_rpg.procedures.saves import save
from cairn_rules.chance import Dice, NeedsRoll, Roll, ScriptedDice
from cairn_rules.errors import CairnRulesError, SetupError

T = TypeVar("T")


def thrown(what: str, faces: str) -> dict[str, Any]:
    """Return the lines of a throw of dice or on a table, or of what is wrong."""
    from cairn_rules.cairn_rpg.random_tables import throw_of  # noqa: PLC0415 - loads all the games

    words = texts()
    try:
        throw = throw_of(what)
        result, log = with_faces(faces, throw.once)
    except CairnRulesError as error:
        return _refused(error)
    lines = list(throw.lines(result, log, words))
    return {"lines": [*lines, *([throw.table.note] if throw.table and throw.table.note else [])], "refused": False}


def saved(character: Character, attribute: Attribute, faces: str) -> dict[str, Any]:
    """Return the lines of a save, or of what is wrong."""
    try:
        _, log = with_faces(faces, lambda dice: save(character, attribute, dice))
    except CairnRulesError as error:
        return _refused(error)
    return {"lines": list(map(str, log)), "refused": False}


def _refused(error: CairnRulesError) -> dict[str, Any]:
    """Return what is wrong as a line among those of the rolls."""
    return {"lines": [str(error)], "refused": True}


def with_faces(faces: str, make: Callable[[Dice], T]) -> tuple[T, tuple[Roll, ...]]:
    """Return the result of a function of dice, and their log: real faces if there are any, or rolled ones.

    Raises:
        CairnRulesError: if a face is missing, impossible or too many.
    """
    words = faces.replace(",", " ").split()
    if not words:
        rolled = dice_from(None)
        return make(rolled), rolled.log
    script: list[Any] = [int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word for word in words]
    dice = ScriptedDice(script)
    try:
        result = make(dice)
    except NeedsRoll as need:
        raise SetupError(f"Type {need.request.needed(need.index)}, too.") from None
    used = sum(len(roll.values) for roll in dice.log)
    if used < len(words):
        raise SetupError(f"All dice have been rolled; remove the rest, '{' '.join(words[used:])}'.")
    return result, dice.log
