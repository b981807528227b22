"""Actions as text (notation): `format_action` and `parse_action`."""

from __future__ import annotations

import re
from typing import Final, assert_never

from cairn_rules.action_table import parsed
from cairn_rules.cairn.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.board import VILLAGE, Destination, Space
from cairn_rules.cairn.effects import (
    Banish,
    FlipTile,
    Relocate,
    ReplaceMegalith,
    SlideMegalith,
    Summon,
    SwapMegaliths,
    TakeExtraTurn,
)
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.rules import legal_actions
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import Tile
from cairn_rules.cairn.wider_effects import Borrow, GrantBuild, Wake
from cairn_rules.errors import DefinitionError, PowerError, quoted, raised
from cairn_rules.registry import Registry


def format_action(action: Action) -> str:
    """Return an action as text without white space.

    Returns:
        A text such as `+d1` (add), `c1-c2` (move), `c1^c3` (jump), `c5-x` and `c4^x` (exits), `=deer`
        (build), `*d2` (transform) or `pass`. For an effect of a power, its `notation`.

    Raises:
        DefinitionError: if the value is not an action of Cairn.
        PowerError: if the notation of a custom effect is not a text without white space.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.format_action(cairn.Jump(cairn.Space.C4, cairn.VILLAGE))
        'c4^x'
    """
    if not isinstance(action, Action):
        raise DefinitionError(f"{quoted(action)} is not an action of Cairn")
    match action:
        case Add(to):
            return f"+{to}"
        case Move(origin, to):
            return f"{origin}-{to}"
        case Jump(origin, to):
            return f"{origin}^{to}"
        case Construct(megalith):
            return f"={megalith.id}"
        case Transform(victim):
            return f"*{victim}"
        case Pass():
            return "pass"
        case Effect():
            return _notation(action)
        case _:
            assert_never(action)


def _notation(effect: Effect) -> str:
    try:
        text: object = effect.notation
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PowerError(f"the notation of {effect!r} failed with {raised(error)}") from error
    if not isinstance(text, str) or not text or text != "".join(text.split()):
        raise PowerError(f"the notation of {effect!r} should be a text without white space, not {text!r}")
    return text


def parse_action(text: str, state: State) -> Action:
    """Return the action that a text describes. It need not be legal in the state.

    Case and surrounding white space are ignored. A custom effect can only be parsed while it is offered, so not
    while a ward forbids it.

    Raises:
        NotationError: if the text is not an action, or names a megalith that is not in the game.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.parse_action("c1-c2", cairn.new_game(seed=7))
        Move(origin=C1, to=C2)
    """
    return parsed(text, state, State, _parse)


def _parse(text: str, state: State) -> Action:
    written = text.lower()
    if isinstance(state.pending, UsePower):
        for option in legal_actions(state):
            if format_action(option).lower() == written:
                return option
    return _read(written, state)


_WRITTEN: Final = re.compile(r"([a-e][1-5])?([-+^=*x>&~%:!@])([a-z0-9._-]+)")
"""Pattern of an action: an optional space, a sign, and a space, an id or a tile."""


def _read(written: str, state: State) -> Action:  # noqa: C901, PLR0911, PLR0912 - a case for each form
    found = _WRITTEN.fullmatch(written)
    match ("", written, "") if found is None else found.groups(default=""):
        case ("", "pass", ""):
            return Pass()
        case ("", "again", ""):
            return TakeExtraTurn()
        case ("", "+", to):
            return Add(_space(to))
        case ("", "=", id):
            return Construct(_megalith(id, state))
        case ("", "*", victim):
            return Transform(_space(victim))
        case ("", "x", space):
            return Banish(_space(space))
        case ("", "&", to):
            return Summon(_space(to))
        case ("", "@", space):
            return Wake(_space(space))
        case ("", "~", space):
            return Borrow(_space(space))
        case ("", ":", space):
            return GrantBuild(_space(space))
        case ("", "!", "add" | "move" | "jump" as tile):
            return FlipTile(Tile(tile))
        case (str(origin), "-", str(to)) if origin:
            return Move(_space(origin), _destination(to))
        case (str(origin), "^", str(to)) if origin:
            return Jump(_space(origin), _destination(to))
        case (str(origin), ">", str(to)) if origin:
            return Relocate(_space(origin), _destination(to))
        case (str(origin), "~", str(to)) if origin:
            return SlideMegalith(_space(origin), _space(to))
        case (str(first), "%", str(second)) if first:
            return SwapMegaliths(_space(first), _space(second))
        case (str(space), ":", str(id)) if space:
            return ReplaceMegalith(_space(space), _megalith(id, state))
        case _:
            raise DefinitionError("not an action; one is written like +d1, c1-c2, c1^c3, c5-x, =deer, *d2 or pass")


def _megalith(id: str, state: State) -> Megalith:
    return Registry(state._layout.all_megaliths)[id]


def _space(text: str) -> Space:
    try:
        return Space[text.upper()]
    except KeyError:
        raise DefinitionError(f"{text!r} is not a space; spaces are a1 to e5") from None


def _destination(text: str) -> Destination:
    return VILLAGE if text == "x" else _space(text)
