"""Digests of everything that a seed determines, of every game: the same on every system and Python.

`python tests/support/digests.py` prints them, as they are in `tests/golden/digests.json`; with a number, so many
threads compute all of them at the same time; with `--check`, it fails if they differ from the file. A digest that
changes means that the rules of its game or its documents changed; those of `random-player` may change with any release,
but never between systems.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from cairn_rules import Match, dumps, korrigans, manifest_of
from cairn_rules.cairn import Variant
from cairn_rules.chance import Chance, KeyedDice
from cairn_rules.games import LIBRARY, load
from cairn_rules.players import RandomPlayer

FILE = Path(__file__).parents[1] / "golden" / "digests.json"
SEEDS = range(2)
MOST = 40
"""Decisions of a game at most."""
SETUPS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "cairn": ({}, {"variant": Variant(power_exit=True, dawn_banishes=True, transformation_mandatory=True)}),
    "korrigans": (
        {"players": 2},
        {"players": 5, "variant": korrigans.Variant(side="advanced", backup="voluntary")},
    ),
    "endless-winter": tuple({"players": players} for players in (1, 2, 4)),
    "cairn-rpg-creation": ({"players": 3},),
}
"""The set-ups of each game (default: the game's own)."""


class Digest:
    """A digest of texts."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, *texts: object) -> None:
        for text in texts:
            self._hash.update(f"{text}\n".encode())

    def __str__(self) -> str:
        return self._hash.hexdigest()[:16]


def of_chance() -> str:
    """The digest of dice and shuffles."""
    digest = Digest()
    for seed in (-1, 0, 7, 1 << 70):
        dice = KeyedDice(Chance.from_seed(seed))
        for sides in (2, 3, 4, 6, 8, 10, 12, 20, 100, 1 << 51):
            digest.add(dice.sum(3, sides, purpose="sum"), dice.highest((sides, 6), purpose="highest"))
        digest.add(dice.shuffle(range(60), purpose="deck"), dice.chance)
    return str(digest)


def of_game(name: str) -> dict[str, str | int]:
    """The revision of a game's rules, and the digest of each thing that a seed determines."""
    game = load(name)
    digests: dict[str, Digest] = {}

    def add(what: str, *texts: object) -> None:
        digests.setdefault(what, Digest()).add(*texts)

    for seed in SEEDS:
        for options in SETUPS.get(name, ({},)):
            match: Match[Any, Any] = Match(game, game.new_game(seed=seed, **options))
            add("start", dumps(match.state))
            for number in range(MOST):
                add("actions", *map(game.format_action, match.legal_actions))
                if match.outcome is not None:
                    break
                match.do(match.legal_actions[(7 * number + seed) % len(match.legal_actions)])
            add("end", dumps(match.state), repr(match.outcome))
            seen = game.observe(match.state, match.current_player)
            add("observation", dumps(seen))
            add("hidden", dumps(game.sample_hidden(seen, Random(seed))))
            for number in ("key", "canonical"):
                if (numbering := getattr(game, number, None)) is not None:
                    add(number, *(numbering(state) for state in match.states))
            add("random-player", *at_random(game, game.new_game(seed=seed, **options), seed))
    return {"rules-revision": manifest_of(game).rules_revision, **{what: str(each) for what, each in digests.items()}}


def at_random(game: Any, state: Any, seed: int) -> Iterator[str]:
    """Yield the decisions of a random player for all seats."""
    player = RandomPlayer(game, seed=seed)
    for _ in range(MOST):
        if (seat := game.current_player(state)) is None:
            return
        action = player.choose(game.observe(state, seat))
        yield game.format_action(action)
        state = game.apply(state, action)


def every() -> dict[str, Any]:
    """All digests, in the form of the file."""
    return {"chance": of_chance(), **{name: of_game(name) for name in LIBRARY}}


def main(threads: int = 1) -> None:
    """Print the digests, computed by each of some threads."""
    sys.setswitchinterval(1e-5)  # threads take turns as often as they can
    with ThreadPoolExecutor(threads) as pool:
        first, *others = [each.result() for each in [pool.submit(every) for _ in range(threads)]]
    if any(other != first for other in others):
        sys.exit("the threads disagree")
    sys.stdout.write(json.dumps(first, indent=2) + "\n")


def check() -> None:
    """Fail if a digest differs from that in the file."""
    golden, found = json.loads(FILE.read_text(encoding="utf-8")), every()
    if different := [name for name in {**golden, **found} if found.get(name) != golden.get(name)]:
        sys.exit(f"not as in {FILE.name}: {', '.join(different)}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        check()
    else:
        main(*map(int, sys.argv[1:]))
