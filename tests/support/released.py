"""Documents of every kind as a release writes them: games played by place of the list, and all that follows from them.

`python tests/support/released.py 0.2.0` writes those of the release 0.2.0 into `tests/golden/0.2.0`, a file for each
game with a document on each line. Later releases read them: see `tests/test_released_documents.py`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve

from cairn_rules import Budget, DocumentError, Match, Record, cairn, dumps, events_for, korrigans, manifest_of, review
from cairn_rules.cairn_rpg import creation
from cairn_rules.games import LIBRARY, load
from cairn_rules.json_documents import schema_names
from cairn_rules.players import AnalysedLine, Analysis

GOLDEN = Path(__file__).parents[1] / "golden"
SETUPS: dict[str, dict[str, Any]] = {
    "korrigans": {"players": 3, "variant": korrigans.Variant(side="advanced", final_meetings=True)},
    "cairn-rpg-creation": {"players": 2},
}
DECISIONS = 30
"""Most decisions of a game."""


class First:
    """An analyst that expects the first action, and gives all seats the same chance, in any release."""

    def __init__(self, game: Any, *, seed: int | None = None) -> None:  # noqa: ARG002 - as in the protocol
        self._game = game

    def choose(self, observation: object, budget: Budget | None = None) -> Any:
        """Decide nothing: an analysis asks for no decision."""
        raise NotImplementedError

    def analyse(self, observation: Any, _: Budget | None = None, *, lines: int = 1) -> Iterator[Analysis[Any]]:  # noqa: ARG002
        """Yield a line of one action."""
        game, state = self._game, self._game.sample_hidden(observation, Random(0))
        seats = manifest_of(game).seats.count_in(state) or 0
        line = AnalysedLine(actions=game.legal_actions(state)[:1], value=0.0, chances=(1 / seats,) * seats, depth=1)
        yield Analysis(seat=game.current_player(state), lines=(line,), simulations=1)


def of_revision(number: int, text: str) -> str:
    """The text of a record or a match of the first revision of the rules, with the tag of a later one."""
    text = re.sub(r'"tags": \{(\s+)', rf'"tags": {{\1"RulesRevision": "{number}",\1', text)
    return text.replace('[Format "1"]', f'[Format "1"]\n[RulesRevision "{number}"]')


def played(name: str) -> Match[Any, Any]:
    """Return a match of a game; unless it is over, its last decision is undone."""
    game = load(name)
    match: Match[Any, Any] = Match(game, game.new_game(seed=3, **SETUPS.get(name, {})))
    while match.outcome is None and len(match.history) < DECISIONS:
        match.do(match.legal_actions[7 * len(match.history) % len(match.legal_actions)])
    if match.outcome is None:
        match.undo()
    return match


def documents(match: Match[Any, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the kind and the value of every document that follows from a match: each kind that its game has."""
    game, state, kinds = match.game, match.state, kinds_of(manifest_of(match.game).name)
    yield "match", match
    yield "record", evolve(Record.of(match, tags={"Event": "Übung"}), comments={0: "Begun."})
    yield "state", state
    for seat in (0, None):
        yield "observation", game.observe(state, seat)
    for action in {type(action): action for action in match.history}.values():
        yield "action", action
    if manifest_of(game).events:
        decisions = zip(match.states, match.history, match.states[1:], strict=False)
        most = max((events_for(game, *decision, viewer=None) for decision in decisions), key=len)
        if "changes" in kinds:
            yield "changes", most
        if "event" in kinds:
            yield "event", most[0]
    if "party" in kinds:
        party = creation.characters(state)
        yield "party", party
        yield "character", party[0]
    for kind in ("variant", "board", "rulings", "dungeon", "gazetteer"):
        if kind in kinds:
            yield kind, getattr(state, kind)
    results: dict[str, Any] = {
        "puzzle": cairn.puzzles,
        "review": lambda: [review(Record.of(match), player=First, seed=1)],
    }
    yield from ((kind, made()[0]) for kind, made in results.items() if kind in kinds)


def kinds_of(name: str) -> list[str]:
    """Return the kinds of documents of a game."""
    return [kind for _, kind in schema_names(name)]


def main(release: str) -> None:
    """Write the documents of a release."""
    folder = GOLDEN / release
    folder.mkdir(exist_ok=True)
    for name in LIBRARY:
        lines = (written(value, load(name)) for _, value in documents(played(name)))
        (folder / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8", newline="\n")


def written(value: object, game: Any) -> str:
    """Return the line of a document, of the game itself unless it belongs to the game of one of its scenes."""
    try:
        return f"{dumps(value, game=game)}\n"
    except DocumentError:
        return f"{dumps(value)}\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
