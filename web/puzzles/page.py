"""The puzzles of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, final

from typing_extensions import override

from cairn_rules import cairn
from cairn_rules.cairn import Action, Attempt, Puzzle, State
from cairn_rules.errors import DefinitionError, quoted
from web.shared.answers import Backend, unanswered
from web.shared.board import Way
from web.shared.cairn_board import CairnBoard

_MOTIFS: Final[Mapping[str, str]] = {
    "transformation": "you transform a shaman",
    "chain": "you use two or more powers in one turn",
    "exit": "one of your shamans leaves the board",
    "block": "in the end, your opponent has no action",
}
"""What the solver does in a puzzle of a motif; the other motifs are decisive megaliths."""
_BOARD: Final = CairnBoard()


@final
class Page(Backend):
    """The page's backend, which holds the current attempt."""

    def __init__(self) -> None:
        self._attempt: Attempt | None = None
        self._hints = 0

    @override
    def reply(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        match asked:
            case {"ask": "open", "number": int(number)}:
                known = cairn.puzzles()
                if 0 < number <= len(known):
                    return self._begin(known[number - 1])
                raise DefinitionError(f"{quoted(str(number))} is not a puzzle: their numbers are 1 to {len(known)}.")
            case _ if self._attempt is not None:
                return self._went_on(self._attempt, asked)
            case _:
                raise unanswered(asked)

    def _begin(self, puzzle: Puzzle) -> dict[str, Any]:
        self._attempt = puzzle.start()
        self._hints = 0
        return view(self._attempt)

    def _went_on(self, attempt: Attempt, asked: Mapping[str, Any]) -> dict[str, Any]:
        match asked:
            case {"ask": "do", "action": str(text)}:
                return self._do(attempt, cairn.parse_action(text, attempt.state))
            case {"ask": "picture", "actions": [*texts]}:
                actions = [cairn.parse_action(text, attempt.state) for text in texts]
                return {"picture": _drawn(attempt, attempt.state, actions)}
            case {"ask": "why", "clicked": [*clicked]}:
                text, rule = _BOARD.why(attempt.state, clicked)
                return {"text": text, "rule": rule}
            case {"ask": "hint"}:
                return self._hint(attempt)
            case {"ask": "solution"}:
                return {"steps": solution(attempt.puzzle)}
            case _:
                raise unanswered(asked)

    def _do(self, attempt: Attempt, action: Action) -> dict[str, Any]:
        """Play an action and the replies to it, or say that it gives the win away."""
        words = _BOARD.describe(attempt.state, action)
        played = attempt.play(action)
        if played.is_failed:
            if attempt.actions:
                return {"wrong": f"{words}: after this, there is no forced win in time. Try another action."}
            return {"wrong": f"{words}: this does not win by force. Try another action."}
        self._attempt = played
        self._hints = 0
        done = range(len(attempt.actions), len(played.actions))
        return {"steps": [_step(played, index) for index in done], "view": view(played)}

    def _hint(self, attempt: Attempt) -> dict[str, Any]:
        """Return the next hint for a decision: what the win is made of, where to begin or two actions, the action."""
        action, legal = attempt.hint(), cairn.legal_actions(attempt.state)
        hints: list[tuple[str, list[Action]]] = []
        if not attempt.actions:
            hints += [(words, []) for words in _motifs(attempt.puzzle)]
        start = _start(action)
        alike = [each for each in legal if _start(each) == start]
        if len(alike) < len(legal):
            hints.append((start, alike))
        elif len(legal) > 2:
            other = next(each for each in legal if each != action)
            pair = [each for each in legal if each in (action, other)]
            either, or_ = (_BOARD.describe(attempt.state, each) for each in pair)
            hints.append((f"One of two is right: {either}, or {or_}.", pair))
        hints.append((f"{_BOARD.describe(attempt.state, action)}.", [action]))
        words, marked = hints[min(self._hints, len(hints) - 1)]
        self._hints += 1
        return {
            "words": words,
            "actions": [cairn.format_action(each) for each in marked],
            "more": self._hints < len(hints),
        }


def view(attempt: Attempt) -> dict[str, Any]:
    """Return everything that the page shows of an attempt."""
    state, puzzle = attempt.state, attempt.puzzle
    by_click: Mapping[Action, tuple[Way, ...]] = {} if attempt.is_solved else _BOARD.ways(state)
    return {
        "number": puzzle.number,
        "tribe": puzzle.winner.name.lower(),
        "begun": bool(attempt.actions),
        "yours": not attempt.is_solved,
        "over": attempt.is_solved,
        "question": _question(attempt),
        "actions": [
            {"action": cairn.format_action(each), "words": _BOARD.describe(state, each), "ways": ways}
            for each, ways in by_click.items()
        ],
        "picture": _drawn(attempt, state),
        "choices": _drawn(attempt, state, tuple(by_click)) if by_click else "",
        "things": _BOARD.things(state),
    }


def solution(puzzle: Puzzle) -> list[dict[str, str]]:
    """Return the steps of the solution: before each action a picture with an arrow for it, and in the end the victory.

    Example:
        >>> from cairn_rules import cairn
        >>> [step["words"] for step in solution(cairn.puzzles()[0])]
        ['Sea: Add a shaman on d1', 'Sea: Move from d1 to d2', 'Sea wins']
    """
    steps: list[dict[str, str]] = []
    last: Action | None = None
    for state, action in zip(puzzle.states, puzzle.solution, strict=False):
        decider = cairn.current_player(state)
        words = f"{decider}: {_BOARD.describe(state, action)}"
        steps.append({"words": words, "picture": _BOARD.picture(state, puzzle.winner, (action,), last)})
        last = action
    end = _BOARD.picture(puzzle.states[-1], puzzle.winner, (), last)
    return [*steps, {"words": f"{puzzle.winner} wins", "picture": end}]


def opening() -> dict[str, Any]:
    """Return what the page needs before Python is loaded: the length and difficulty of each puzzle, and the days.

    The puzzle of a day has its number at the place of its ordinal, modulo their number.
    """
    known = cairn.puzzles()
    days = [cairn.puzzle_of(date.fromordinal(len(known) + each)).number for each in range(len(known))]
    return {"puzzles": [[each.turns, each.difficulty] for each in known], "days": days}


def stored() -> Iterator[tuple[str, bytes]]:
    """Return the files with which the page opens before Python is loaded: the view of each puzzle, compressed."""
    for each in cairn.puzzles():
        content = json.dumps(view(each.start(batch=False)) | {"picture": ""}).encode()
        yield f"boards/{each.number}.bin", zlib.compress(content)


def _question(attempt: Attempt) -> str:
    puzzle, state = attempt.puzzle, attempt.state
    if attempt.is_solved:
        outcome = cairn.outcome(state)
        assert outcome is not None, "a solved puzzle is over"
        return f"Solved. {_BOARD.result(state, outcome, None)}"
    if not attempt.actions:
        return f"{puzzle.task}. Find the first action."
    return _BOARD.question(state, puzzle.winner)


def _drawn(attempt: Attempt, state: State, marked: Sequence[Action] = ()) -> str:
    last = attempt.actions[-1] if attempt.actions else None
    return _BOARD.picture(state, attempt.puzzle.winner, marked, last)


def _step(attempt: Attempt, index: int) -> dict[str, Any]:
    """Return what one action of an attempt did: sentences, and the picture after it."""
    before, action, after = attempt.states[index], attempt.actions[index], attempt.states[index + 1]
    winner = attempt.puzzle.winner
    return {
        "told": _BOARD.told(before, action, after, winner),
        "picture": _BOARD.picture(after, winner, (), action),
    }


def _motifs(puzzle: Puzzle) -> list[str]:
    """Return what the win of a puzzle is made of, as sentences: what happens, then the megaliths."""
    stones = [cairn.BASE_SET[motif].name for motif in puzzle.motifs if motif not in _MOTIFS]
    parts = [_MOTIFS[motif] for motif in puzzle.motifs if motif in _MOTIFS]
    sentences = [f"In the solution, {'; '.join(parts)}."] if parts else []
    return [*sentences, *([f"The win needs the power of {' and of '.join(stones)}."] if stones else [])]


def _start(action: Action) -> str:
    """Return where an action begins, as a sentence; empty if nothing but the action itself is to be told."""
    match action:
        case cairn.Add():
            return "Add a shaman."
        case cairn.Move(origin) | cairn.Jump(origin) | cairn.Relocate(origin):
            return f"Take the shaman on {origin}."
        case _:
            return ""
