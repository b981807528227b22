"""What a seed determines is the same on every system and Python, in every process, and in every thread."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from cairn_rules import dumps, loads
from cairn_rules.games import LIBRARY, load
from support import digests

pytestmark = pytest.mark.untraced

GOLDEN: dict[str, Any] = json.loads(digests.FILE.read_text(encoding="utf-8"))


def test_dice_and_shuffles_are_those_of_the_golden_file() -> None:
    assert digests.of_chance() == GOLDEN["chance"]


@pytest.mark.parametrize("name", LIBRARY)
def test_games_are_those_of_the_golden_file(name: str) -> None:
    """When this fails on purpose, the rules or the documents have changed.

    `python tests/support/digests.py > tests/golden/digests.json` writes the file anew. If `actions` or `end` differ,
    the rules revision of the game rises. The games of `random-player` may change in any release.
    """
    assert digests.of_game(name) == GOLDEN[name]


def test_a_check_names_what_differs(monkeypatch) -> None:
    """Each compiled wheel of a release is checked like this."""
    monkeypatch.setattr(digests, "every", lambda: GOLDEN)
    digests.check()
    monkeypatch.setattr(digests, "every", lambda: {**GOLDEN, "chance": "0", "korrigans": {}})
    with pytest.raises(SystemExit, match=r"^not as in digests.json: chance, korrigans$"):
        digests.check()


def test_every_game_is_in_the_golden_file() -> None:
    assert list(GOLDEN) == ["chance", *LIBRARY]


@pytest.mark.slow
@pytest.mark.parametrize(("hash_seed", "threads"), [("0", "1"), ("4294967295", "4")])
def test_a_process_that_differs_in_all_that_must_not_matter_agrees(hash_seed: str, threads: str) -> None:
    """Hash seed, locale, time zone, encoding, no assertions, no docstrings, several threads that begin at once."""
    elsewhere = {
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": "ascii",
        "LC_ALL": "tr_TR.UTF-8",
        "TZ": "Pacific/Kiritimati",
        "COLUMNS": "20",
    }
    command = [sys.executable, "-OO", "-W", "error", digests.__file__, threads]
    done = subprocess.run(command, env=os.environ | elsewhere, capture_output=True, check=True)  # noqa: S603 - our own
    assert json.loads(done.stdout) == GOLDEN


@pytest.mark.parametrize("name", LIBRARY)
def test_threads_share_states(name: str) -> None:
    """What a state computes when it is first asked for is safe, also where threads run side by side."""
    game: Any = load(name)
    state = game.new_game(seed=1)
    written = []
    while (legal := game.legal_actions(state)) and len(written) < 12:
        written.append(dumps(state))
        state = game.apply(state, legal[7 * len(written) % len(legal)])

    def asked(states: list[Any], begin: Callable[[], object]) -> list[Any]:
        begin()
        return [
            (hash(each), game.legal_actions(each), [game.apply(each, one) for one in game.legal_actions(each)[:5]])
            for each in states
        ]

    shared, own = (list(map(loads, written)) for _ in range(2))
    with ThreadPoolExecutor(4) as threads:
        begin = Barrier(4).wait
        found = [each.result() for each in [threads.submit(asked, shared, begin) for _ in range(4)]]
    assert found == [asked(own, lambda: None)] * 4
