"""A record as a web page with a slider through the game, and the captions of its states."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final, final

from attrs import frozen

from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.game import ActionT, Game, StateT
from cairn_rules.history.record import Record
from cairn_rules.history.transcript import format_result
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of


@final
@frozen
class Caption:
    """The caption of a state of a record."""

    head: str
    """The decision that led to the state, after its turn and player, such as `3. Sea: c5-x`; `Start` at the start."""
    changes: tuple[str, ...] = ()
    """The changes that the decision made, as sentences without full stops; empty if the game does not list them."""
    remarks: tuple[str, ...] = ()
    """The comment on the decision, and the result after the last one."""


def captions_of(record: Record[StateT, Any], states: tuple[StateT, ...]) -> Iterator[Caption]:
    """Yield a caption for every state of a record.

    Args:
        record: The record.
        states: The states of `record.replay()`.
    """
    changes = manifest_of(record.game).changes
    yield Caption("Start", remarks=_remarks(record, 0, states[0]))
    for count, (before, after) in enumerate(pairwise(states)):
        text = record.game.format_action(record.actions[count])
        sentences = () if changes is None else tuple(map(str, resolve(changes)(before, after)))
        yield Caption(f"{whose(record.game, before, count)}: {text}", sentences, _remarks(record, count + 1, after))


def _remarks(record: Record[StateT, Any], count: int, state: StateT) -> tuple[str, ...]:
    remarks = [record.comments[count]] if count in record.comments else []
    if count == len(record.actions) and record.outcome is not None:
        remarks.append(result_line(record, state))
    return tuple(remarks)


def result_line(record: Record[StateT, Any], end: StateT) -> str:
    """Return the result of a record as a line, such as `Result: forest won, sea resigned`."""
    return f"Result: {format_result(record.outcome, manifest_of(record.game).seats.names_in(end))}"


def whose(game: Game[StateT, Any, Any], state: StateT, count: int) -> str:
    """Return the turn and the player of a state, such as `12. Sea`.

    Args:
        game: The rules.
        state: The state.
        count: The number of decisions that led to it.
    """
    return f"{manifest_of(game).pace.turns_complete(state, count) + 1}. {who(game, state)}"


def who(game: Game[StateT, Any, Any], state: StateT) -> str:
    """Return the name of the player who decides in a state: the seat's name, or `Player 2`."""
    player, seats = game.current_player(state), manifest_of(game).seats.names
    return seats[player].capitalize() if player is not None and player < len(seats) else f"Player {player}"


def turns_in(game: Game[StateT, Any, Any], states: Iterable[StateT]) -> list[int]:
    """Return the number of complete turns in each state of a record, given in order."""
    manifest = manifest_of(game)
    return [manifest.pace.turns_complete(state, count) for count, state in enumerate(states)]


_FRAME: Final = "width:100%;height:44rem;border:0"
_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")
_PIECE: Final = re.compile(r"(?=<(?:style|title|desc|rect|g)\b|\n)")
"""The places at which pictures are split, so that the page stores each common piece only once."""


def html_page(record: Record[Any, Any]) -> str:
    """Return a record as one self-contained HTML page, which works offline.

    The page shows the picture of one state at a time, next to the list of decisions. A slider, buttons, the keyboard
    and links step through the game. If the game draws no pictures (`Manifest.pictures`), the page shows text
    diagrams; if the game lists changes (`Manifest.changes`), captions describe them.

    Raises:
        DefinitionError: if `record` is not a record.
        IllegalActionError: if a decision is not legal in its state.

    Example:
        >>> import cairn_rules as cairn
        >>> page = html_page(cairn.Record.of(cairn.Match(cairn, seed=7), tags={"Event": "A first game"}))
        >>> "<title>A first game</title>" in page
        True
    """
    if not isinstance(record, Record):
        raise DefinitionError(f"{quoted(record)} is not a Record; Record.of(match) makes one")
    states = tuple(record.replay())
    # 1. a picture and a caption of every state
    shown = [drawn(record.game, state, last) for state, last in zip(states, (None, *record.actions), strict=True)]
    captions = [_shown(caption) for caption in captions_of(record, states)]
    # 2. the pictures as lists of pieces, each piece stored once
    pieces: dict[str, int] = {}
    frames = [[pieces.setdefault(piece, len(pieces)) for piece in _PIECE.split(picture)] for picture in shown]
    # 3. the first state of every turn, for the buttons that skip a turn
    turns = turns_in(record.game, states)
    starts = [0, *(place for place, (before, after) in enumerate(pairwise(turns), 1) if before != after)]
    # 4. the template
    data = json.dumps({"pieces": list(pieces), "frames": frames, "captions": captions, "starts": starts})
    slots = {
        "title": escape(title_of(record)),
        "tags": escape(" · ".join(f"{name}: {text}" for name, text in record.tags.items())),
        "picture": shown[0],
        "caption": captions[0],
        "last": str(len(record.actions)),
        "turns": "\n".join(_turns(record, states, turns)),
        "game": data.replace("<", "\\u003c"),
    }
    template = files("cairn_rules.history").joinpath("page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


def picture_of(game: Game[StateT, ActionT, Any], state: StateT, last: ActionT | None) -> str | None:
    """Return the picture of a state as SVG; None if the game draws no pictures.

    Args:
        game: The rules.
        state: The state.
        last: The decision that led to the state, which is highlighted; None at the start.
    """
    pictures = manifest_of(game).pictures
    return None if pictures is None else resolve(pictures)(state, highlight=() if last is None else last)


def drawn(game: Game[StateT, ActionT, Any], state: StateT, last: ActionT | None) -> str:
    """Return the picture of a state as HTML, or its diagram if the game draws no pictures; arguments as above."""
    return picture_of(game, state, last) or f"<pre>{escape(game.diagram(state))}</pre>"


def framed(record: Record[Any, Any]) -> str:
    """Return the page of a record as an element of another page, such as a notebook."""
    page = escape(html_page(record))
    return f'<iframe srcdoc="{page}" title="{escape(title_of(record))}" style="{_FRAME}"></iframe>'


def title_of(record: Record[Any, Any]) -> str:
    """Return a title for a record: the tag `Event`, or else the players, or else the game."""
    manifest = manifest_of(record.game)
    players = [record.tags.get(seat.capitalize(), "") for seat in manifest.seats.names_in(record.start)]
    if "Event" in record.tags:
        return record.tags["Event"]
    if players and all(players):
        return " and ".join(filter(None, (", ".join(players[:-1]), players[-1])))
    return f"A game of {manifest.title}"


def _shown(caption: Caption) -> str:
    changes = f"{'. '.join(caption.changes)}." if caption.changes else ""
    remarks = "".join(f"<em>{escape(remark)}</em>" for remark in caption.remarks)
    return f"<strong>{escape(caption.head)}</strong>{escape(changes)}{remarks}"


def _turns(record: Record[StateT, Any], states: tuple[StateT, ...], turns: list[int]) -> Iterator[str]:
    """Return the turns as HTML list items, in which each decision links to the state after it."""
    items: dict[int, list[str]] = {}
    decided = ""
    for count, (state, action) in enumerate(zip(states, record.actions, strict=False)):
        decides = who(record.game, state)
        if turns[count] not in items:
            items[turns[count]] = [f"<span>{escape(whose(record.game, state, count))}</span>"]
        elif decides != decided:
            items[turns[count]].append(f"<i>{escape(decides)}</i>")
        items[turns[count]].append(f'<a href="#{count + 1}">{escape(record.game.format_action(action))}</a>')
        decided = decides
    return (f"<li>{''.join(item)}</li>" for item in items.values())
