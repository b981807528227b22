"""The puzzles of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, final

from typing_extensions import override

from cairn_rules import cairn
from cairn_rules.cairn import Action, Attempt, Puzzle, State
from cairn_rules.errors import DefinitionError, quoted
from web.shared.answers import Backend, unanswered
from web.shared.board import Way
from web.shared.cairn_board import CairnBoard

FIRST: Final = 2
"""The number of the puzzle that the page shows until Python is loaded: an easy one, won in one turn."""
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
            case {"ask": "daily", "day": str(day)}:
                return self._begin(cairn.puzzle_of(date.fromisoformat(day)))
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
        """Return the next hint for a decision: what the win is made of, then where to begin, then the action."""
        action = attempt.hint()
        hints: list[tuple[str, list[Action]]] = [] if attempt.actions else [(_motifs(attempt.puzzle), [])]
        if start := _start(action):
            hints.append((start, [each for each in cairn.legal_actions(attempt.state) if _start(each) == start]))
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
    """Return what the page needs before Python is loaded: the length and difficulty of each puzzle, and a board."""
    known = cairn.puzzles()
    first = known[FIRST - 1]
    return {"puzzles": [[each.turns, each.difficulty] for each in known], "view": view(first.start(batch=False))}


def _question(attempt: Attempt) -> str:
    puzzle, state = attempt.puzzle, attempt.state
    if attempt.is_solved:
        outcome = cairn.outcome(state)
        assert outcome is not None, "a solved puzzle is over"
        return f"Solved. {_BOARD.result(state, outcome, None)}"
    if not attempt.actions:
        return f"{puzzle.task}. Find the first action."
    return f"Right. {_BOARD.question(state, puzzle.winner)}"


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


def _motifs(puzzle: Puzzle) -> str:
    """Return what the win of a puzzle is made of, as a sentence."""
    stones = [cairn.BASE_SET[motif].name for motif in puzzle.motifs if motif not in _MOTIFS]
    parts = [f"it needs the power of {' and of '.join(stones)}"] if stones else []
    parts += [_MOTIFS[motif] for motif in puzzle.motifs if motif in _MOTIFS]
    return f"In the solution, {'; '.join(parts)}."


def _start(action: Action) -> str:
    """Return where an action begins, as a sentence; empty if nothing but the action itself is to be told."""
    match action:
        case cairn.Add():
            return "Add a shaman."
        case cairn.Move(origin) | cairn.Jump(origin) | cairn.Relocate(origin):
            return f"Take the shaman on {origin}."
        case _:
            return ""
