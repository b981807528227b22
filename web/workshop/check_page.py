"""The check of a megalith for the workshop: `Page` answers JSON messages with JSON, one step after another.

It runs in a cell of the sandbox of its own, so that the board answers meanwhile. Another cell is its second process:
see `second_page`.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final, final

from typing_extensions import override

from cairn_rules.cairn import Megalith, State
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION
from cairn_rules.cairn.state.state import draft
from cairn_rules.cairn.testing.second_process import NOT_SENT, packed
from cairn_rules.cairn.testing.situations import lies_on
from cairn_rules.cairn.testing.source_lines import code_of
from cairn_rules.cairn.texts.position_text import format_position
from cairn_rules.codec.variant_text import format_variant
from cairn_rules.testing import MegalithFault, MegalithVerdict, SecondLook, check_in_steps
from web.shared.answers import Backend, unanswered
from web.workshop.page import picture_of
from web.workshop.setting import Setting
from web.workshop.stone import FILE, printing, read_stone

EXAMPLES: Final = {"quick": 20, "whole": 200}
"""The numbers of positions of a check while one writes, and of the whole one, which is that of the command line."""
SECONDS: Final = {"quick": 8, "whole": 60}
"""The time limits."""
_LATER: Final = SecondLook(absent="only the whole check looks for them")


@final
class Page(Backend):
    """The backend of the check. It holds the check that is under way."""

    def __init__(self) -> None:
        self._check: _Check | None = None

    @override
    def reply(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return a step or the verdict.

        A question with a `source` and the `kind` of check begins one. One with a `look` goes on: it is what was seen in
        the `states` of the last step, or None if that had no states.
        """
        with printing():
            return self._answer(asked)

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        match asked:
            case {"source": str(source), "kind": "quick" | "whole" as kind, "dark": bool(dark)}:
                self._check = _Check(read_stone(source), kind, "dark" if dark else "light")
                return self._check.go_on(None)
            case {"look": look} if self._check is not None:
                return self._check.go_on(None if look is None else look_from(look))
            case _:
                raise unanswered(asked)


def look_from(given: Any) -> SecondLook:
    """Return what was seen in the other cell.

    Raises:
        KeyError: if a part is missing.
    """
    seen, read = (tuple(tuple(map(str, each)) for each in given[name]) for name in ("seen", "read"))
    return SecondLook(seen=seen, read=read, ended=given["ended"], absent=given["absent"])


class _Check:
    """A check that is under way."""

    def __init__(self, stone: Megalith, kind: str, colours: Any) -> None:
        self._stone = stone
        self._kind = kind
        self._colours = colours
        self._steps = check_in_steps(stone, max_examples=EXAMPLES[kind], max_seconds=SECONDS[kind])

    def go_on(self, look: SecondLook | None) -> dict[str, Any]:
        """Run until the next step or the verdict."""
        try:
            step = self._steps.send(look)
        except StopIteration as finished:
            return self._verdict(finished.value)
        except MegalithFault as fault:
            return self._fault(fault)
        states: str | None = None
        if step.states is not None:
            if self._kind == "quick":
                return self.go_on(_LATER)
            sent = packed(step.states)
            if sent is None:
                return self.go_on(NOT_SENT)
            states = b64encode(sent).decode()
        return {"done": step.done, "checks": step.checks, "line": step.line, "states": states}

    def _verdict(self, verdict: MegalithVerdict) -> dict[str, Any]:
        words = f"{verdict.megalith}: nothing found in {EXAMPLES[self._kind]} positions."
        return self._told(words, warnings=verdict.warnings, missing=verdict.not_looked_for)

    def _fault(self, fault: MegalithFault) -> dict[str, Any]:
        code = code_of(self._stone)
        line = fault.line if code is not None and code.co_filename == FILE else None
        board = None if fault.state is None else _board(self._stone, fault.state, self._colours)
        words = f"{self._stone}: {fault.message}."
        if fault.state is not None and (options := format_variant(fault.state.variant)):
            words += f" The rule options are {options}; the board has the printed ones."
        return self._told(words, check=fault.check, line=line, board=board)

    def _told(self, words: str, **parts: Any) -> dict[str, Any]:
        return {"verdict": words, "check": None, "line": None, "board": None, "warnings": (), "missing": (), **parts}


def _board(stone: Megalith, state: State, colours: Any) -> dict[str, Any] | None:
    """Return the position of a state, with its picture; None if no game has it, as an effect may make it.

    No power is pending in it, so that nothing of the megalith is called for the picture.
    """
    between = draft(state)
    between._pending = CHOOSE_ACTION
    try:
        position, at = format_position(between), str(lies_on(stone, state))
        picture = picture_of(Setting.read(position, at, stone).state, colours)
    except Exception:  # noqa: BLE001 - it may be any state
        return None
    return {"setting": {"position": position, "at": at, "taken": ()}, **picture}
