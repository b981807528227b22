"""Records of several games with random variations, comments, marks and values."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from cairn_rules import Line, Match, Record, cairn, endless_winter, korrigans, players_of
from cairn_rules.cairn_rpg import dungeon
from cairn_rules.history.line import MARKS
from support.subtraction import PAIR, THREE, WALK

GAMES: Final[dict[str, Any]] = {
    "cairn": cairn,
    "korrigans": korrigans,
    "endless-winter": endless_winter,
    "dungeon": dungeon,
    "pair": PAIR,
    "three": THREE,
    "walk": WALK,
}


def grown(game: Any, state: Any, rng: Random, *, decisions: int, level: int = 0) -> dict[str, Any]:
    """The parts of a random line from a state, with random annotations and variations of up to three levels."""
    seats = players_of(game, state) or 2
    actions: list[Any] = []
    variations: dict[int, list[Line[Any]]] = {}
    for place in range(decisions + 1):
        legal = game.legal_actions(state) if game.outcome(state) is None else ()
        for _ in range(rng.choice((0, 0, 1, 2)) if legal and level < 3 else 0):
            parts = grown(game, state, rng, decisions=rng.randint(1, 3), level=level + 1)
            variations.setdefault(place, []).append(Line(**parts))
        if not legal or place == decisions:
            break
        actions.append(rng.choice(legal))
        state = game.apply(state, actions[-1])
    some = range(len(actions) + 1)
    return {
        "actions": actions,
        "comments": {place: rng.choice(("", "(", "so ) far", "!", "}\n[Game")) for place in some if rng.random() < 0.3},
        "marks": {place: rng.choice([*MARKS]) for place in some[1:] if rng.random() < 0.3},
        "values": {place: [rng.uniform(-1, 1) for _ in range(seats)] for place in some if rng.random() < 0.3},
        "variations": variations,
    }


def random_record(game: Any, rng: Random) -> Record[Any, Any]:
    seed = rng.randrange(1000)
    start = game.new_game(seed=seed)
    parts = grown(game, start, rng, decisions=rng.randint(0, 8))
    state = start
    for action in parts["actions"]:
        state = game.apply(state, action)
    tags = dict(Record.of(Match(game, seed=seed)).tags)
    return Record(game=game, start=start, outcome=game.outcome(state), tags=tags, **parts)


def whole(line: Line[Any]) -> list[Any]:
    """Everything in a line, also what equality could leave out."""
    inner = {place: [whole(each) for each in lines] for place, lines in line.variations.items()}
    return [line.actions, dict(line.comments), dict(line.marks), dict(line.values), inner]
