"""The actions as text and in sentences (rules page, section 14)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeVar, cast

from attrs import evolve

from cairn_rules.action_table import ActionTable, Part, Row
from cairn_rules.checks import check_state, read_text
from cairn_rules.errors import DefinitionError, cut
from cairn_rules.korrigans.rules.observation import Observation
from cairn_rules.korrigans.rules.rules import current_player
from cairn_rules.korrigans.state import actions
from cairn_rules.korrigans.state.actions import Action
from cairn_rules.korrigans.state.board import LINK_SIGNS, Link, LinkKind, link_text
from cairn_rules.korrigans.state.seats import SEAT_NAMES, named_korrigan, seat_name
from cairn_rules.korrigans.state.state import MOST, State
from cairn_rules.korrigans.state.tokens import CLOVERS, COMPANIONS, Clover, Companion, clover_text, token_text

T = TypeVar("T")

_KINDS: Final = {sign: kind for kind, sign in LINK_SIGNS.items()}
_LINK: Final = r"\w[-|=]\w"


def parse_link(text: str) -> Link:
    """Parse a link such as `O=V`: two fields with `-` (an open link), `|` (a door) or `=` (a bridge) between them.

    Case and white space around it are ignored. The link need not be on a board.

    Raises:
        NotationError: if the text is not a link.

    Example:
        >>> parse_link("v=o")
        Link(kind=LinkKind.BRIDGE, ends=('O', 'V'))
    """
    return read_text(text, "link", _link)


def _link(text: str) -> Link:
    if not re.fullmatch(_LINK, text):
        raise DefinitionError(f"{cut(text, 100)!r} is not a link; one is written like A-B, A|B or A=B")
    return Link(_KINDS[text[1]], (text[0].upper(), text[2].upper()))


def _read_field(text: str, state: State, _: object) -> str:
    field = text.upper()
    if field in state.board.indices:
        return field
    raise DefinitionError(f"{cut(text, 100)!r} is not a field of the board ({', '.join(state.board.indices)})")


def _say_field(state: State, field: str) -> str:
    """Return a field's name and id, or the id alone if it is not on the board."""
    place = state.board.indices.get(field)
    return field if place is None else f"{state.board.fields[place].name} ({field})"


def _read_link(text: str, state: State, before: object) -> Link:
    link = _link(text)
    for end in link.ends:
        _read_field(end, state, before)
    if link in state.board.links:
        return link
    raise DefinitionError(f"{link_text(link)} is not a link of the board (- is an open link, | a door, = a bridge)")


def _say_moved(state: State, number: int) -> str:
    """Return a Korrigan of the player who decides, with its field if it is on the board."""
    player = current_player(state)
    standing = () if player is None else [korrigan.field for korrigan in state.seats[player].korrigans]
    field = standing[number] if number < len(standing) else None
    which = f"{named_korrigan(number)} Korrigan"
    return which if field is None else f"{which} from {field}"


def _write_seat(number: int) -> str:
    if number >= MOST:
        raise DefinitionError(f"seat {number} does not exist (0 to {MOST - 1})")
    return SEAT_NAMES[number]


def _word(
    words: Mapping[str, T], what: str, write: Callable[[T], str] = str, say: Callable[[T], str] = str
) -> Part[State]:
    """Return the part of an action that is one of some words.

    `words` has the value of each word. `what` is the name of such a value, for errors; `write` returns its text, and
    `say` the words for it.
    """

    def read(text: str, _: object, __: object) -> T:
        value = words.get(text.lower())
        if value is not None:
            return value
        raise DefinitionError(f"{cut(text, 100)!r} is not a {what} ({', '.join(words)})")

    return Part(read=read, write=write, say=lambda _, value: say(value), pattern=_NAME)


_NAME: Final = r"\w+"
_FIELD: Final = Part(read=_read_field, say=_say_field, pattern=_NAME)
_COMPANION: Final = _word({str(companion): companion for companion in COMPANIONS}, "companion")
_LINE: Final = Part[State](read=lambda text, _, __: int(text), pattern=r"\d{1,3}")
_KORRIGAN: Final = Part[State](
    read=lambda text, _, __: int(text), say=lambda _, number: named_korrigan(number), pattern="[01]"
)
ACTIONS: Final = ActionTable[State, Action](
    Action,
    "an action of Korrigans",
    [
        Row(actions.Place("A"), "@{field}", "Place a Korrigan in {field}"),
        Row(
            actions.Take(Clover.HARE),
            "+{clover}",
            "Take {clover}",
            more=(actions.Take(Clover.GOLD3),),
            note="+g3 for 3 gold",
        ),
        Row(actions.CoverSun(3), "sun{row}", "Keep the Cauldron out of row {row}"),
        Row(actions.CoverCloud(5), "cloud{column}", "Keep the Cauldron out of column {column}"),
        Row(
            actions.Move(0, Companion.HARE, "K"),
            "{korrigan}:{companion}-{to}",
            "Move the {korrigan:moved} to {to} with a {companion}",
            "Move",
        ),
        Row(
            actions.Sacrifice(Clover.GOLD1, Companion.SQUIRREL),
            "-{clover}={backup}",
            "Give up {clover} for a {backup}",
            "Give up",
        ),
        Row(actions.Pass(), "pass", "State that no movement is possible"),
        Row(actions.GiveGoblin(1, 0), "goblin:{seat}.{korrigan}", "Give the Goblin to {seat}'s {korrigan} Korrigan"),
        Row(actions.Unmask(3), "unmask:{seat}", "Remove the screen of {seat}"),
        Row(
            actions.PlaceTroll(Link(LinkKind.OPEN, ("A", "K"))),
            "troll:{link}",
            "Close the {link}",
            "Troll",
            more=(
                actions.PlaceTroll(Link(LinkKind.DOOR, ("A", "B"))),
                actions.PlaceTroll(Link(LinkKind.BRIDGE, ("B", "C"))),
            ),
        ),
        Row(actions.Decline(), "decline", "Make no second movement"),
        Row(actions.PlaceCauldron("E"), "cauldron:{field}", "Put the Cauldron in {field}"),
        Row(
            actions.FinalMove(1, Companion.FROG, "N"),
            "{korrigan}:{companion}>{to}",
            "Move the {korrigan:moved} to {to} with a {companion}",
            "Move",
            note="in the final turn",
        ),
        Row(actions.EndFinalTurn(), "end", "End the final turn"),
    ],
    {
        "field": _FIELD,
        "to": _FIELD,
        "clover": _word({clover_text(each): each for each in CLOVERS}, "Clover token", clover_text, token_text),
        "companion": _COMPANION,
        "backup": _COMPANION,
        "row": _LINE,
        "column": _LINE,
        "korrigan": _KORRIGAN,
        "moved": evolve(_KORRIGAN, say=_say_moved),
        "seat": _word({name: seat for seat, name in enumerate(SEAT_NAMES)}, "seat", _write_seat, seat_name),
        "link": Part(
            read=_read_link, write=link_text, say=lambda _, link: f"{link.kind} link {link_text(link)}", pattern=_LINK
        ),
    },
)


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    Fields are written as their letters, Korrigans as 0 and 1, links as two fields with the sign of their kind between
    them: `-`, `|` for a door or `=` for a bridge.

    Raises:
        DefinitionError: if the value is not an action, or names a seat that no game has.

    Example:
        >>> from cairn_rules.korrigans import Companion, Move, format_action
        >>> format_action(Move(0, Companion.HARE, "K"))
        '0:hare-K'
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State | Observation) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. A text is, for instance, `0:hare-K`; the state is on the board
    whose fields and links it names.

    Raises:
        NotationError: if the text is not an action, or names a field or a link that is not on the board.
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import korrigans
        >>> korrigans.parse_action("0:hare-k", korrigans.new_game(seed=7))
        Move(korrigan=0, companion=Companion.HARE, to='K')
    """
    return ACTIONS.parse(text, state, State)


def describe(state: State | Observation, action: Action) -> str:
    """Return a description of an action, in the imperative, for a button or a list of choices.

    The text names a token taken or given up, so it is not for a log that others read: use `events_of` with `viewer`.
    The action need not be legal. The sentence has no full stop.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation; or the value is not an action of Korrigans,
            or names a seat that no game has.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7)
        >>> describe(state, korrigans.parse_action("@A", state))
        'Place a Korrigan in Barley Corner (A)'
    """
    check_state(state, State, Observation)
    return ACTIONS.describe(cast("State", state), action)  # the sentences need nothing that an observation lacks
