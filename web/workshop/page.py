"""The workshop: `Page` answers JSON messages with JSON. It runs in a sandbox, together with the text of its reader."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast, final

from attrs import frozen
from typing_extensions import override

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, Action, Megalith, State, Tribe
from cairn_rules.cairn.testing.activation import at_decision, woken_state
from cairn_rules.cairn.texts.words import title
from cairn_rules.checks import is_text
from cairn_rules.errors import CairnRulesError
from web.shared.answers import Backend, unanswered
from web.shared.cairn_board import CairnBoard
from web.workshop.glyph_shapes import GLYPHS
from web.workshop.lesson_page import lesson_views
from web.workshop.places import display_places, places, words
from web.workshop.setting import Setting
from web.workshop.stone import StoneError, failing, printing, read_stone
from web.workshop.tools import Tools

SOURCE: Final = """\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith(
    "Beacon",
    text="Call another shaman of yours to a free space next to this megalith.",
)
def beacon(site: Site) -> Iterator[Effect]:
    for shaman in site.own():
        if shaman != site.space:
            for space in site.free(site.adjacent):
                yield Relocate(shaman, space)
"""
"""The text with which the page opens: that of the tutorial."""
POSITION: Final = "f4/3f1/5/2s2/1s2s s wooe c3=beacon,d3=dawn alley,menhir - 0-0"
AT: Final = "c3"
_SIDE: Final = Tribe.SEA
"""The tribe at the bottom."""
_BOARD: Final = CairnBoard()
_DECISIONS: Final = 40
"""Maximum number of decisions after the power woke."""


def _no_power(_: Any) -> tuple[()]:
    return ()


_BLANK: Final = Megalith("yours", "Yours", "Its text does not work yet.", cairn.StoneColour.LIGHT, (_no_power,))
"""The megalith on the board while the text defines none."""


@final
@frozen
class _Asked:
    """A question of the page."""

    source: str
    position: str
    at: str
    taken: tuple[str, ...]
    marked: tuple[str, ...]
    colours: Any

    @classmethod
    def read(cls, message: Any) -> _Asked:
        """Check the parts of a question.

        Raises:
            ValueError: if the page never sends such a message.
        """
        match message:
            case {
                "source": str(source),
                "position": str(position),
                "at": str(at),
                "taken": [*taken],
                "marked": [*marked],
                "dark": bool(dark),
            } if all(map(is_text, (*taken, *marked))):
                texts = tuple(cast("list[str]", taken)), tuple(cast("list[str]", marked))
                return cls(source, position, at, *texts, "dark" if dark else "light")
            case _:
                raise unanswered(message)


@final
class Page(Backend):
    """The page's backend. Between two questions, it keeps nothing but a measurement of balance."""

    def __init__(self) -> None:
        self._tools = Tools()

    @override
    def reply(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a question about the board, or one with `ask` for the other tools; see `Tools`.

        The first kind is a text, a position with the space of the megalith, the decisions `taken`, the actions to be
        `marked`, and the colours. With `tool` and `place`, the position is changed first.
        """
        with printing() as printed:
            if "ask" in asked:
                return self._tools.answer(asked)
            answer = _answer(_Asked.read(asked), asked.get("tool"), asked.get("place"))
        return {**answer, "printed": printed.text}


def _answer(asked: _Asked, tool: Any, place: Any) -> dict[str, Any]:
    stone, fault = _BLANK, None
    try:
        stone = read_stone(asked.source)
    except StoneError as error:
        fault = error
    problem = ""
    try:
        setting = Setting.read(asked.position, asked.at, stone)
    except CairnRulesError as error:
        setting, problem = Setting.read(POSITION, AT, stone), str(error)
    try:
        if is_text(tool) and is_text(place):
            setting = setting.passed() if tool == "turn" else setting.changed(tool, place)
    except CairnRulesError as error:
        problem = str(error)
    taken = () if tool else asked.taken
    shown: dict[str, Any] | None = None
    if fault is None:
        try:
            shown = _woken(stone, setting, taken, asked)
        except StoneError as error:
            fault = error
        except CairnRulesError as error:
            problem = str(error)
    if shown is None:
        shown = {"question": "", "told": [], "actions": [], **_drawn(setting.state, asked.colours)}
    return {
        "name": "" if stone is _BLANK else stone.name,
        "text": "" if stone is _BLANK else stone.text,
        "position": cairn.format_position(setting.state),
        "at": str(setting.at),
        "problem": problem,
        "fault": None if fault is None else fault.problem,
        "line": None if fault is None else fault.line,
        **shown,
    }


def _woken(stone: Megalith, setting: Setting, taken: Sequence[str], asked: _Asked) -> dict[str, Any]:
    """Return the options of a megalith's power, after some decisions.

    Raises:
        StoneError: if the power or an effect fails.
        CairnRulesError: if the position has no place for the shaman that wakes it, or a decision is not legal.
    """
    state = setting.state
    with failing(stone, lambda: state):
        if stone.powers:
            state = woken_state(stone, on=setting.state, at=setting.at)
            state = at_decision(state)
        told: list[str] = []
        last: Action | None = None
        for text in taken[:_DECISIONS]:
            last = cairn.parse_action(text, state)
            before, state = state, cairn.apply(state, last)
            told += _BOARD.told(before, last, state, None)
        by_click = _BOARD.ways(state)
        marked = [cairn.parse_action(text, state) for text in asked.marked] or tuple(by_click)
        return {
            "question": _question(stone, setting, state, is_begun=bool(taken)),
            "told": told,
            "actions": [
                {"action": cairn.format_action(each), "words": _BOARD.describe(state, each), "ways": ways}
                for each, ways in by_click.items()
            ],
            **_drawn(state, asked.colours, marked, last),
        }


def _question(stone: Megalith, setting: Setting, state: State, *, is_begun: bool) -> str:
    if (outcome := cairn.outcome(state)) is not None:
        return _BOARD.result(state, outcome, None)
    said = _BOARD.question(state, None)
    if is_begun or (isinstance(state.pending, cairn.UsePower) and state.pending.space is setting.at):
        return said
    if not stone.powers:
        return f"{stone} is a ward: these are the actions that it permits."
    return f"{stone} has no option in this position."


def _drawn(state: State, colours: Any, marked: Sequence[Action] = (), last: Action | None = None) -> dict[str, Any]:
    """Return the pictures of a state, and the words of its places."""
    seen = cairn.observe(state, _SIDE)
    board, panel = (
        cairn.svg(seen, perspective=_SIDE, highlight=tuple(marked), last=last, parts=(part,), colours=colours)
        for part in ("board", "panel")
    )
    return {"board": board, "panel": panel, "title": title(state), "words": words(state)}


def picture_of(position: State, colours: Any) -> dict[str, str]:
    """Return a picture of a position between turns, board and tiles in one, and its pieces in words."""
    picture = cairn.svg(cairn.observe(position, _SIDE), perspective=_SIDE, colours=colours)
    on_space = words(position)
    pieces = [on_space[str(space)] for space in sorted({*position.shamans, *position.megaliths})]
    return {"picture": picture, "words": "; ".join(pieces)}


def opening() -> dict[str, Any]:
    """Return what the page needs before Python is there: a text, its pictures, the places in them, the megaliths."""
    question: dict[str, Any] = {"source": SOURCE, "position": POSITION, "at": AT, "taken": [], "marked": []}
    views = {
        name: json.loads(Page().answer(json.dumps({**question, "dark": name == "dark"}))) for name in ("light", "dark")
    }
    return {
        "source": SOURCE,
        "views": views,
        "places": places(),
        "game": {tribe.name.lower(): {**places(tribe), **display_places()} for tribe in Tribe},
        "lessons": lesson_views(_BLANK),
        "glyphs": GLYPHS,
        "megaliths": [{"id": each.id, "name": each.name} for each in BASE_SET],
    }
