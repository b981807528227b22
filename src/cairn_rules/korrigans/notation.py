"""Formatting and parsing of actions (rules page, section 14)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeVar

from cairn_rules.action_forms import parsed
from cairn_rules.errors import DefinitionError, cut, quoted
from cairn_rules.korrigans.actions import (
    Action,
    CoverCloud,
    CoverSun,
    Decline,
    EndFinalTurn,
    FinalMove,
    GiveGoblin,
    Move,
    Pass,
    Place,
    PlaceCauldron,
    PlaceTroll,
    Sacrifice,
    Take,
    Unmask,
)
from cairn_rules.korrigans.board import Link, LinkKind
from cairn_rules.korrigans.seats import SEAT_NAMES
from cairn_rules.korrigans.state import MOST, State
from cairn_rules.korrigans.tokens import CLOVERS, COMPANIONS, Clover

T = TypeVar("T")

LINK_SIGNS: Final = {LinkKind.OPEN: "-", LinkKind.DOOR: "|", LinkKind.BRIDGE: "="}
"""The sign between the two fields of a link, by its kind."""


def clover_text(clover: Clover) -> str:
    """Return a Clover token as text: a companion's name, or `g` and the gold."""
    return f"g{clover.gold}" if clover.companion is None else str(clover)


def link_text(link: Link) -> str:
    """Return a link as text: its two fields, joined by the sign of its kind.

    Example:
        >>> from cairn_rules.korrigans import Link, LinkKind
        >>> link_text(Link(LinkKind.DOOR, ("A", "B")))
        'A|B'
    """
    return LINK_SIGNS[link.kind].join(link.ends)


def format_action(action: Action) -> str:  # noqa: C901, PLR0911, PLR0912 - a case for each kind of action
    """Return an action as text, without white space.

    The forms are `@A` (place), `+hare` and `+g3` (take), `sun3`, `cloud5`, `0:hare-K` (move Korrigan 0),
    `-g3=hare` (sacrifice), `pass`, `goblin:green.0`, `unmask:green`, `troll:A|B`, `decline`, `cauldron:E`,
    `1:frog>N` (move in the final turn) and `end`.

    Raises:
        DefinitionError: if the value is not an action, or names a seat that no game has.

    Example:
        >>> from cairn_rules.korrigans import Companion, Move, format_action
        >>> format_action(Move(0, Companion.HARE, "K"))
        '0:hare-K'
    """
    match action:
        case Place(field):
            return f"@{field}"
        case Take(clover):
            return f"+{clover_text(clover)}"
        case CoverSun(row):
            return f"sun{row}"
        case CoverCloud(column):
            return f"cloud{column}"
        case Move(korrigan, companion, to):
            return f"{korrigan}:{companion}-{to}"
        case FinalMove(korrigan, companion, to):
            return f"{korrigan}:{companion}>{to}"
        case Sacrifice(clover, backup):
            return f"-{clover_text(clover)}={backup}"
        case GiveGoblin(seat, korrigan):
            return f"goblin:{_seat(seat)}.{korrigan}"
        case Unmask(seat):
            return f"unmask:{_seat(seat)}"
        case PlaceTroll(link):
            return f"troll:{link_text(link)}"
        case PlaceCauldron(field):
            return f"cauldron:{field}"
        case Pass():
            return "pass"
        case Decline():
            return "decline"
        case EndFinalTurn():
            return "end"
        case _:
            raise DefinitionError(f"{quoted(action)} is not an action of Korrigans")


def _seat(number: int) -> str:
    if number >= MOST:
        raise DefinitionError(f"seat {number} does not exist (0 to {MOST - 1})")
    return SEAT_NAMES[number]


def parse_action(text: str, state: State) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored.

    Args:
        text: The text of an action, such as `0:hare-K`; see `format_action` for all forms.
        state: A state on the board whose fields and links the text names.

    Raises:
        NotationError: if the text is not an action, or names a field or a link that is not on the board.

    Example:
        >>> from cairn_rules import korrigans
        >>> korrigans.parse_action("0:hare-k", korrigans.new_game(seed=7))
        Move(korrigan=0, companion=Companion.HARE, to='K')
    """
    return parsed(text, state, State, _read)


_CLOVERS: Final = {clover_text(clover): clover for clover in CLOVERS}
_COMPANIONS: Final = {str(companion): companion for companion in COMPANIONS}
_SEATS: Final = {name: number for number, name in enumerate(SEAT_NAMES)}
_KINDS: Final = {sign: kind for kind, sign in LINK_SIGNS.items()}
_SIMPLE: Final[Mapping[str, Action]] = {"pass": Pass(), "decline": Decline(), "end": EndFinalTurn()}
_FORMS: Final = re.compile(
    r"@(?P<place>\w+)|\+(?P<take>\w+)|sun(?P<sun>\d{1,3})|cloud(?P<cloud>\d{1,3})"
    r"|(?P<korrigan>[01]):(?P<companion>\w+)(?P<way>[->])(?P<to>\w+)"
    r"|-(?P<given>\w+)=(?P<backup>\w+)|goblin:(?P<receiver>\w+)\.(?P<which>[01])|unmask:(?P<unmask>\w+)"
    r"|troll:(?P<end>\w)(?P<sign>[-|=])(?P<other>\w)|cauldron:(?P<cauldron>\w+)",
    re.ASCII | re.IGNORECASE,
)


def _read(written: str, state: State) -> Action:  # noqa: C901 - a case for each form
    if written.lower() in _SIMPLE:
        return _SIMPLE[written.lower()]
    found = _FORMS.fullmatch(written)
    match {} if found is None else {name: part for name, part in found.groupdict().items() if part is not None}:
        case {"place": field}:
            return Place(_field(field, state))
        case {"take": clover}:
            return Take(_known(clover, _CLOVERS, "Clover token"))
        case {"sun": row}:
            return CoverSun(int(row))
        case {"cloud": column}:
            return CoverCloud(int(column))
        case {"korrigan": korrigan, "companion": companion, "way": way, "to": to}:
            kind = Move if way == "-" else FinalMove
            return kind(int(korrigan), _known(companion, _COMPANIONS, "companion"), _field(to, state))
        case {"given": clover, "backup": backup}:
            return Sacrifice(_known(clover, _CLOVERS, "Clover token"), _known(backup, _COMPANIONS, "companion"))
        case {"receiver": seat, "which": which}:
            return GiveGoblin(_known(seat, _SEATS, "seat"), int(which))
        case {"unmask": seat}:
            return Unmask(_known(seat, _SEATS, "seat"))
        case {"end": end, "sign": sign, "other": other}:
            return PlaceTroll(_link(Link(_KINDS[sign], (_field(end, state), _field(other, state))), state))
        case {"cauldron": field}:
            return PlaceCauldron(_field(field, state))
        case _:
            raise DefinitionError("not an action; one is written like @A, +hare, +g3, sun3, cloud5, 0:hare-K or pass")


def _field(text: str, state: State) -> str:
    if text.upper() in state.board.indices:
        return text.upper()
    raise DefinitionError(f"{cut(text, 100)!r} is not a field of the board ({', '.join(state.board.indices)})")


def _link(link: Link, state: State) -> Link:
    if link in state.board.links:
        return link
    raise DefinitionError(f"{link_text(link)} is not a link of the board (- is an open link, | a door, = a bridge)")


def _known(text: str, words: Mapping[str, T], kind: str) -> T:
    if text.lower() in words:
        return words[text.lower()]
    raise DefinitionError(f"{cut(text, 100)!r} is not a {kind} ({', '.join(words)})")
