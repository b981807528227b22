"""A record as a web page with a slider through the game, and the captions of its states."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib.resources import files
from itertools import accumulate, pairwise
from typing import Any, Final, final

from cairn_rules.argument_checks import checked
from cairn_rules.errors import NotationError
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import ActionT, Game, StateT
from cairn_rules.history.chart import chart_svg
from cairn_rules.history.line import MARKS, Line, all_lines, in_order
from cairn_rules.history.record import Record
from cairn_rules.history.record_replay import annotation_faults
from cairn_rules.history.result_line import format_result
from cairn_rules.manifest import events_for, manifest_of, picture_for, seat_name, seat_tag


@final
@frozen
class Caption:
    """The caption of a state of a record."""

    head: str
    """The decision that led to the state, after its turn and player, such as `3. Sea: c5-x`; `Start` at the start."""
    changes: tuple[str, ...] = ()
    """The changes that the decision made, as sentences without full stops; empty if the game does not list them."""
    remarks: tuple[str, ...] = ()
    """The meaning of the mark, the value of the state, the comment, and the result after the last decision."""
    variations: Mapping[int, str] = field(factory=dict[int, str])
    """The variations that begin at the state, as decisions, by their numbers in the line."""


def captions_of(record: Record[StateT, Any], states: tuple[StateT, ...]) -> Iterator[Caption]:
    """Yield a caption for every state of a record. `states` are those of `record.replay()`."""
    captions = _captions(record.game, record, states, 0)
    yield from (next(captions) for _ in record.actions)
    last = next(captions)
    result = () if record.outcome is None else (result_line(record, states[-1]),)
    yield evolve(last, remarks=(*last.remarks, *result))


def _captions(
    game: Game[StateT, Any, Any], line: Line[Any], states: tuple[StateT, ...], before: int
) -> Iterator[Caption]:
    """Yield a caption for every state of a line.

    `states` begins with the one in which the line begins; `before` is the number of decisions before the line.
    """
    variations: dict[int, dict[int, str]] = {}
    for number, (place, each) in enumerate(in_order(line), 1):
        variations.setdefault(place, {})[number] = moves_of(game, each)
    yield Caption("Start", remarks=tuple(_remarks(game, line, 0, states[0])), variations=variations.get(0, {}))
    for place, (state, after) in enumerate(pairwise(states), 1):
        yield Caption(
            head=f"{whose(game, state, before + place - 1)}: {_decision(game, line, place)}",
            changes=tuple(map(str, events_for(game, state, line.actions[place - 1], after, viewer=None))),
            remarks=tuple(_remarks(game, line, place, after)),
            variations=variations.get(place, {}),
        )


def moves_of(game: Game[Any, Any, Any], line: Line[Any]) -> str:
    """Return the decisions of a line with their marks, such as `c5-x ! =alley`."""
    return " ".join(_decision(game, line, number) for number in range(1, len(line.actions) + 1))


def _decision(game: Game[Any, Any, Any], line: Line[Any], number: int) -> str:
    text = game.format_action(line.actions[number - 1])
    return f"{text} {line.marks[number]}" if number in line.marks else text


def _remarks(game: Game[StateT, Any, Any], line: Line[Any], place: int, state: StateT) -> Iterator[str]:
    if place in line.marks:
        yield f"{line.marks[place]}: {MARKS[line.marks[place]]}"
    if place in line.values:
        names = manifest_of(game).seats.names_in(state)
        results = (f"{seat_name(names, seat)} {each:+.2f}" for seat, each in enumerate(line.values[place]))
        yield f"Value: {', '.join(results)}"
    if place in line.comments:
        yield line.comments[place]


def result_line(record: Record[StateT, Any], end: StateT) -> str:
    """Return the result of a record as a line, such as `Result: forest won, sea resigned`."""
    return f"Result: {format_result(record.outcome, manifest_of(record.game).seats.names_in(end))}"


def whose(game: Game[StateT, Any, Any], state: StateT, count: int) -> str:
    """Return the turn and the player of a state, such as `12. Sea`.

    `count` is the number of decisions that led to it.
    """
    return f"{manifest_of(game).pace.turns_complete(state, count) + 1}. {who(game, state)}"


def who(game: Game[StateT, Any, Any], state: StateT) -> str:
    """Return the name of the player who decides in a state: the seat's name, or `Player 2`."""
    return seat_name(manifest_of(game).seats.names, game.current_player(state))


def turns_in(game: Game[StateT, Any, Any], states: Iterable[StateT], before: int = 0) -> list[int]:
    """Return the number of complete turns in each state of a line.

    `before` is the number of decisions that led to the first one.
    """
    manifest = manifest_of(game)
    return [manifest.pace.turns_complete(state, count) for count, state in enumerate(states, before)]


MOST_STATES: Final = 3500
"""Maximum number of states on a page, those of all variations together."""
_FRAME: Final = "width:100%;height:44rem;border:0"
_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")
_PIECE: Final = re.compile(r"(?=<(?:style|title|desc|rect|g)\b|\n)")
"""The places at which pictures are split, so that the page stores each common piece only once."""


@checked
def html_page(record: Record[Any, Any]) -> str:
    """Return a record as one self-contained HTML page, which works offline.

    The page shows the picture of one state at a time, next to the list of decisions. A slider, buttons, the keyboard
    and links step through the game and its variations. Where these begin, their first decisions are arrows on the
    board, and what was played is a grey, dashed one. A record with values has a chart of them, in which a click leads
    to a state. If the game draws no pictures (`Manifest.pictures`), the page shows text diagrams; if the game lists
    events (`Manifest.events`), captions describe them.

    A page shows at most 3500 states and stores equal pictures once. It ends before the first variation, in the order of
    the text, that does not fit (or in the main line), and says how many decisions it leaves out.

    Raises:
        DefinitionError: if `record` is not a record, or has too many variations or levels of them to be stored.
        NotationError: if a comment, a mark or a value is not valid.
        IllegalActionError: if a decision that it shows is not legal in its state.

    Example:
        >>> from cairn_rules import Match, Record, cairn
        >>> page = html_page(Record.of(Match(cairn, seed=7), tags={"Event": "A first game"}))
        >>> "<title>A first game</title>" in page
        True
    """
    if faults := list(annotation_faults(all_lines(record))):
        raise NotationError(repr(record), faults, "write")
    count = sum(len(branch.line.actions) for branch in all_lines(record))
    record = _beginning(record)
    lines = _lines_of(record)
    # 1. a picture and a caption of every state; each picture is a list of pieces, and both are stored once
    arrows = _arrows(lines)
    first = drawn(record.game, record.start, None, arrows.get(0))
    pieces: dict[str, int] = {}
    frames: dict[tuple[int, ...], int] = {}
    shown = [_stored(first, pieces, frames)]
    captions = [*captions_of(record, lines[0].states)]
    for line in lines:
        after = zip(line.states[1:], line.line.actions, strict=True)
        for number, each in enumerate(after, line.first):
            picture = drawn(record.game, *each, arrows.get(number))
            shown.append(_stored(picture, pieces, frames))
    for line in lines[1:]:
        begin, next_, *others = _captions(record.game, line.line, line.states, line.before)
        captions += [evolve(next_, remarks=(*begin.remarks, *next_.remarks)), *others]
    texts = [_shown(caption) for caption in captions]
    begun: dict[int, list[_ShownLine]] = {}
    for line in lines[1:]:
        begins = lines[line.parent]
        texts[line.begins] += _link(record.game, line, f"Variation, {whose(record.game, line.states[0], line.before)}")
        if line.after < len(begins.line.actions):
            texts[begins.number(line.after + 1)] += _link(record.game, line, "Instead")
        begun.setdefault(line.parent, []).append(line)
    # 2. the first state of every turn, for the buttons that skip a turn
    starts = [0]
    for line in lines:
        turns = turns_in(record.game, line.states, line.before)
        starts += [line.number(place) for place, (one, next_) in enumerate(pairwise(turns), 1) if one != next_]
    # 3. the template
    data = {
        "pieces": list(pieces),
        "frames": list(frames),
        "shown": shown,
        "captions": texts,
        "starts": starts,
        "lines": [[line.parent, line.begins, line.first, len(line.line.actions)] for line in lines],
    }
    slots = {
        "title": escape(title_of(record)),
        "tags": escape(" · ".join(f"{name}: {text}" for name, text in record.tags.items())),
        "left_out": _left_out(count - len(shown) + 1, count),
        "picture": first,
        "caption": texts[0],
        "last": str(len(record.actions)),
        "chart": f'<div id="chart">{chart_svg(record)}</div>' if len(record.values) > 1 else "",
        "turns": "\n".join(_turns(record.game, lines[0], begun)),
        "game": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    template = files("cairn_rules.history").joinpath("page.html").read_text(encoding="utf-8")
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


@final
@frozen(kw_only=True)
class _ShownLine:
    """A line in a page, in which the states of all lines are numbered: first those of the main line."""

    line: Line[Any]
    index: int
    """The number of the line; 0 for the main line."""
    parent: int
    """The number of the line from which it branches off; 0 for the main line itself."""
    after: int
    """The number of decisions of that line before it."""
    states: tuple[Any, ...]
    """Its states, from the one in which it begins."""
    before: int
    """The number of decisions that led to that state."""
    begins: int
    """The number of that state."""
    first: int
    """The number of the state after its first decision."""

    def number(self, place: int) -> int:
        """Return the number of the state after some decisions of the line."""
        return self.first + place - 1 if place else self.begins


def _stored(picture: str, pieces: dict[str, int], frames: dict[tuple[int, ...], int]) -> int:
    """Return the number of a picture among those of a page, to which it is added unless it is there already."""
    frame = tuple(pieces.setdefault(piece, len(pieces)) for piece in _PIECE.split(picture))
    return frames.setdefault(frame, len(frames))


def _beginning(record: Record[StateT, ActionT]) -> Record[StateT, ActionT]:
    """Return a record without the decisions of its main line that do not fit on a page."""
    last = MOST_STATES - 1
    if len(record.actions) <= last:
        return record
    names = ("comments", "marks", "values", "variations")
    kept: dict[str, Any] = {
        name: {at: each for at, each in getattr(record, name).items() if at <= last} for name in names
    }
    return evolve(record, actions=record.actions[:last], outcome=None, **kept)


def _left_out(count: int, of: int) -> str:
    """Return a paragraph that says how many decisions a page leaves out; empty if there are none."""
    if not count:
        return ""
    return f"<p>A page shows at most {MOST_STATES} states: the last {count} of {of} decisions are left out.</p>"


def _lines_of(record: Record[Any, Any]) -> list[_ShownLine]:
    """Return the lines of a record that fit on a page, in the order of its text."""
    lines: list[_ShownLine] = []
    first = 1
    for branch in all_lines(record):
        if first + len(branch.line.actions) > MOST_STATES:
            break
        parent = lines[branch.parent] if lines else None
        start = record.start if parent is None else parent.states[branch.after]
        line = _ShownLine(
            line=branch.line,
            index=len(lines),
            parent=branch.parent,
            after=branch.after,
            states=tuple(accumulate(branch.line.actions, record.game.apply, initial=start)),
            before=0 if parent is None else parent.before + branch.after,
            begins=0 if parent is None else parent.number(branch.after),
            first=first,
        )
        first += len(branch.line.actions)
        lines.append(line)
    return lines


def _arrows(lines: list[_ShownLine]) -> dict[int, dict[Any, str]]:
    """Return the colours of the arrows in each state from which variations branch off, what was played last."""
    arrows: dict[int, dict[Any, str]] = {}
    for line in lines[1:]:
        arrows.setdefault(line.begins, {})[line.line.actions[0]] = "highlight"
    for line in lines[1:]:
        for played in lines[line.parent].line.actions[line.after : line.after + 1]:
            arrows[line.begins].setdefault(played, "muted")
    return arrows


def picture_of(
    game: Game[StateT, ActionT, Any],
    state: StateT,
    last: ActionT | None,
    arrows: Mapping[ActionT, str] | None = None,
    colours: Any = "auto",
) -> str | None:
    """Return the picture of a state as SVG; None if the game draws no pictures.

    The last decision is highlighted unless there are arrows. They are ordered, the best action first.
    """
    return picture_for(
        game, state, highlight=() if last is None or arrows else last, arrows=arrows or (), colours=colours
    )


def drawn(
    game: Game[StateT, ActionT, Any], state: StateT, last: ActionT | None, arrows: Mapping[ActionT, str] | None = None
) -> str:
    """Return the picture of a state as HTML, or its diagram if the game draws no pictures; arguments as above."""
    return picture_of(game, state, last, arrows) or f"<pre>{escape(game.diagram(state))}</pre>"


def framed(record: Record[Any, Any]) -> str:
    """Return the page of a record as an element of another page, such as a notebook."""
    page = escape(html_page(record))
    return f'<iframe srcdoc="{page}" title="{escape(title_of(record))}" style="{_FRAME}"></iframe>'


def title_of(record: Record[Any, Any]) -> str:
    """Return a title for a record: the tag `Event`, or else the players, or else the game."""
    manifest = manifest_of(record.game)
    seats = manifest.seats.names_in(record.start)
    players = [record.tags.get(seat_tag(seats, seat), "") for seat in range(len(seats))]
    if "Event" in record.tags:
        return record.tags["Event"]
    if players and all(players):
        return " and ".join(filter(None, (", ".join(players[:-1]), players[-1])))
    return f"A game of {manifest.title}"


def _shown(caption: Caption) -> str:
    changes = f"{'. '.join(caption.changes)}." if caption.changes else ""
    remarks = "".join(f"<em>{escape(remark)}</em>" for remark in caption.remarks)
    return f"<strong>{escape(caption.head)}</strong>{escape(changes)}{remarks}"


def _link(game: Game[Any, Any, Any], line: _ShownLine, label: str) -> str:
    return f'<a href="#{line.first}">{escape(label)}: {escape(_decision(game, line.line, 1))}</a>'


def _turns(game: Game[Any, Any, Any], line: _ShownLine, begun: Mapping[int, list[_ShownLine]]) -> Iterator[str]:
    """Yield the turns of a line as HTML list items, in which each decision links to the state after it.

    Variations follow the turn in which they begin, as lists of their own. `begun` has the variations of each line, by
    its number.
    """
    turns = turns_in(game, line.states, line.before)
    items: dict[int, list[str]] = {}
    decided = ""
    for place, state in enumerate(line.states[:-1]):
        decides = who(game, state)
        if turns[place] not in items:
            items[turns[place]] = [f"<span>{escape(whose(game, state, line.before + place))}</span>"]
        elif decides != decided:
            items[turns[place]].append(f"<i>{escape(decides)}</i>")
        text = escape(_decision(game, line.line, place + 1))
        items[turns[place]].append(f'<a href="#{line.number(place + 1)}">{text}</a>')
        decided = decides
    rows = {turn: [f"<li>{''.join(item)}</li>"] for turn, item in items.items()}
    for each in begun.get(line.index, ()):
        is_at_end = each.after == len(line.line.actions)
        label = "from the end" if is_at_end else f"instead of {_decision(game, line.line, each.after + 1)}"
        inner = "".join(_turns(game, each, begun))
        row = f'<li><ol aria-label="{escape(f"Variation {label}")}">{inner}</ol></li>'
        rows.setdefault(turns[each.after], []).append(row)
    return (row for turn in sorted(rows) for row in rows[turn])
