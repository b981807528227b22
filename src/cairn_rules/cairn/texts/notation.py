"""Actions as text (notation): `format_action` and `parse_action`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, assert_never, get_args, get_origin

from attrs import fields, has

from cairn_rules.action_table import parsed
from cairn_rules.cairn.megaliths import effects
from cairn_rules.cairn.megaliths.wider_effects import Borrow, GrantBuild, Wake
from cairn_rules.cairn.rules.observation import Observation
from cairn_rules.cairn.rules.rules import legal_actions
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform, field_text
from cairn_rules.cairn.state.board import SPACES, VILLAGE, Destination, space_named
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import Tile
from cairn_rules.errors import DefinitionError, PowerError, quoted, raised
from cairn_rules.registry import Registry

if TYPE_CHECKING:
    from cairn_rules.codec.codec import Codec


def format_action(action: Action) -> str:
    """Return an action as text without white space.

    It is, for instance, `+d1` (add), `c1-c2` (move), `c1^c3` (jump), `c5-x` and `c4^x` (exits), `=deer` (build), `*d2`
    (transform) or `pass`. For an effect of a power, it is its `notation`.

    Raises:
        DefinitionError: if the value is not an action of Cairn.
        PowerError: if the notation of a custom effect is not a text without white space.

    Example:
        >>> from cairn_rules import cairn
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


def parse_action(text: str, state: State | Observation) -> Action:
    """Return the action that a text describes. It need not be legal in the state.

    Case and surrounding white space are ignored. A custom effect that is not on offer can only be parsed if it has
    the default notation, its megalith names it with `effects=`, and its fields are spaces, destinations, members of
    other enumerations of the game, megaliths, whole numbers, True or False, or tuples of one of these.

    Raises:
        NotationError: if the text is not an action, or names a megalith that is not in the game.
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import cairn
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


def _read(written: str, state: State) -> Action:
    common = _common(written)
    if common is not None:
        return common
    if custom := _CUSTOM.fullmatch(written):
        return _custom(custom[1], custom[2], state)
    if written.startswith("="):
        return Construct(_megalith(written[1:], state))
    space, _, id = written.partition(":")
    return effects.ReplaceMegalith(space_named(space), _megalith(id, state))


@lru_cache(4096)
def _common(written: str) -> Action | None:  # noqa: C901, PLR0911, PLR0912 - a case for each form
    """Return the action of a text, or None if it depends on the megaliths in the game."""
    found = _WRITTEN.fullmatch(written)
    match ("", written, "") if found is None else found.groups(default=""):
        case ("", "pass", ""):
            return Pass()
        case ("", "again", ""):
            return effects.TakeExtraTurn()
        case ("", "+", to):
            return Add(space_named(to))
        case ("", "*", victim):
            return Transform(space_named(victim))
        case ("", "x", space):
            return effects.Banish(space_named(space))
        case ("", "&", to):
            return effects.Summon(space_named(to))
        case ("", "@", space):
            return Wake(space_named(space))
        case ("", "~", space):
            return Borrow(space_named(space))
        case ("", ":", space):
            return GrantBuild(space_named(space))
        case ("", "!", "add" | "move" | "jump" as tile):
            return effects.FlipTile(Tile(tile))
        case (str(origin), "-", str(to)) if origin:
            return Move(space_named(origin), _destination(to))
        case (str(origin), "^", str(to)) if origin:
            return Jump(space_named(origin), _destination(to))
        case (str(origin), ">", str(to)) if origin:
            return effects.Relocate(space_named(origin), _destination(to))
        case (str(origin), "~", str(to)) if origin:
            return effects.SlideMegalith(space_named(origin), space_named(to))
        case (str(first), "%", str(second)) if first:
            return effects.SwapMegaliths(space_named(first), space_named(second))
        case (space, sign, _) if sign == (":" if space else "=") or _CUSTOM.fullmatch(written):
            return None
        case _:
            raise DefinitionError("not an action; one is written like +d1, c1-c2, c1^c3, c5-x, =deer, *d2 or pass")


_CUSTOM: Final = re.compile(r"(\w+)\((.*)\)")
"""Pattern of the default notation of a custom effect: the name of its class, and its values."""


def _custom(name: str, written: str, state: State) -> Effect:
    """Return the custom effect with a default notation, whose class a megalith of the game names."""
    # The module that writes actions as JSON imports this one, so that it can only be imported here.
    codec: Codec = import_module("cairn_rules.cairn.documents.documents").DOCUMENTS.codec()
    kinds = {kind.__name__.lower(): kind for stone in state._layout.all_megaliths for kind in stone.effects}
    if name not in kinds:
        raise DefinitionError(f"no megalith in the game names an effect {name!r} with effects=")
    kind: Any = kinds[name]
    if kind.notation is not Effect.notation:
        raise DefinitionError(f"{kind.__name__} has its own notation, which can only be parsed while it is on offer")
    count = sum(each.init for each in fields(kind)) if has(kinds[name]) else 0
    texts = written.split(",") if count or written else []
    if len(texts) != count:
        raise DefinitionError(f"{kind.__name__} is written with {count} values, not {len(texts)}")
    try:
        pairs = zip(codec.keys_of(kind).values(), texts, strict=True)
        made: Effect = kind(**{str(place.alias): _value(text, place.name, place.type, state) for place, text in pairs})
    except DefinitionError:
        raise
    except Exception as error:  # noqa: BLE001 - a type that cannot be found, or any error of the class
        raise DefinitionError(f"{kind.__name__} cannot be made of {written!r}: {raised(error)}") from None
    return made


def _value(text: str, name: str, kind: Any, state: State) -> object:
    """Return the value of a custom effect's field, given its text, its name and its type."""
    values: Iterable[object] = ()
    if get_origin(kind) is tuple and get_args(kind)[1:] == (...,):
        return tuple(_value(each, name, get_args(kind)[0], state) for each in (text.split("+") if text else ()))
    if kind is int and re.fullmatch("-?[0-9]{1,9}", text):
        values = (int(text),)
    elif kind is bool:
        values = (False, True)
    elif kind is Megalith:
        values = state._layout.all_megaliths
    elif kind == Destination:
        values = (*SPACES, VILLAGE)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        values = kind
    found = {field_text(value).lower(): value for value in values}
    if text not in found:
        raise DefinitionError(f"{text!r} does not determine the value of {name!r}; use the effect itself")
    return found[text]


def _megalith(id: str, state: State) -> Megalith:
    return Registry(state._layout.all_megaliths)[id]


def _destination(text: str) -> Destination:
    return VILLAGE if text == "x" else space_named(text)
