"""Measure what is large: long matches, big records, many files, and Python in a browser.

    python benchmarks/large.py [--records 1000000] [--games 2000] [--only WORD]

Each line of the table has a process of its own, one after the other. Units are decisions, states of a record, records
or games. Memory is the most that a process of the line had, including shared libraries. Pyodide is that of the web
pages and needs node and npm; without them, its lines are left out. `--only` measures the lines whose name contains a
word.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle, islice
from multiprocessing import get_context
from os import times
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from timing import figure, machine, table

from cairn_rules import Match, Record, cairn, dumps, loads, parse_record
from cairn_rules.games import load
from cairn_rules.history.animation import animated_svg
from cairn_rules.history.page import html_page

ROOT = Path(__file__).parents[1]
GAMES = ("cairn", "korrigans", "endless-winter")
TURNS_ON_A_PAGE = 500
DIFFERENT = 200

Spent = tuple[float, float, float]
"""The number of units of some work, the seconds of a clock, and of processors, that it took."""
Row = Callable[[], Spent]
"""Does the work of a line."""


def long_match(decisions: int) -> Match[cairn.State, cairn.Action]:
    """Return a match of Cairn with random actions, in which nobody wins: what would end it is undone."""
    match, rng = Match(cairn, seed=7), Random(7)
    while len(match._actions) < decisions:
        actions = match.legal_actions
        quiet = [action for action in actions if not cairn.format_action(action).endswith("-x")]
        match.do(rng.choice(quiet or actions))
        for _ in range(20 if match.outcome else 0):
            if match.can_undo:
                match.undo()
    return match


def timed(work: Callable[[], object], units: float) -> Spent:
    """Do some work, here or in other processes."""
    start, before = perf_counter(), sum(times()[:4])
    work()
    return units, perf_counter() - start, sum(times()[:4]) - before


def played(decisions: int) -> Spent:
    """Play a match."""
    return timed(lambda: long_match(decisions), decisions)


def loaded(decisions: int) -> Spent:
    """Load a match from JSON."""
    text = dumps(long_match(decisions))
    return timed(lambda: loads(text), decisions)


def parsed(decisions: int) -> Spent:
    """Read a record from text."""
    text = str(Record.of(long_match(decisions)))
    return timed(lambda: parse_record(text), decisions)


def drawn(draw: Callable[[Record[cairn.State, cairn.Action]], str], turns: int) -> Spent:
    """Make a page or an animation of a record with this number of turns, or of states if that is fewer."""
    match = Match(cairn, seed=7)
    for action in long_match(4 * turns)._actions:
        if match.turns == turns or (draw is animated_svg and len(match.states) == 1_000):
            break
        match.do(action)
    record = Record.of(match)
    return timed(lambda: draw(record), len(match.states))


def records(number: int) -> Iterator[str]:
    """Yield records of random games, of which some are different."""
    texts: list[str] = []
    for seed in range(DIFFERENT):
        match, rng = Match(cairn, seed=seed), Random(seed)
        while match.legal_actions:
            match.do(rng.choice(match.legal_actions))
        texts.append(f"{Record.of(match)}\n")
    yield from islice(cycle(texts), number)


def command(*arguments: str) -> None:
    """Run a command of the library."""
    subprocess.run([sys.executable, "-m", "cairn_rules", *arguments], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own


def checked(number: int) -> Spent:
    """Check a file with records."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "games.txt")
        with file.open("w", encoding="utf-8") as opened:
            opened.writelines(records(number))
        return timed(lambda: command("check", str(file)), number)


def simulated(jobs: int, games: int) -> Spent:
    """Play games of greedy players."""
    asked = ("--lineup", "greedy,greedy", "--games", str(games), "--seed", "7", "--jobs", str(jobs))
    return timed(lambda: command("simulate", *asked), games)


def random_games(name: str) -> tuple[float, float, float]:
    """Play random games for three seconds of processor time."""
    game, rng, decisions, clock, start = load(name), Random(7), 0, perf_counter(), process_time()
    while process_time() - start < 3:
        state = game.new_game(seed=rng.getrandbits(64))
        while actions := game.legal_actions(state):
            state = game.apply(state, rng.choice(actions))
            decisions += 1
    return decisions, perf_counter() - clock, process_time() - start


def in_pyodide(name: str) -> Spent:
    """Play random games in the Python of the web pages."""
    sys.path.append(str(ROOT / "docs" / "building"))
    pyodide = import_module("page_python").pyodide_folder(ROOT)
    places = [Path(str(find_spec(each).origin)).parents[1] for each in ("cairn_rules", "attrs")]  # type: ignore[union-attr]
    source = Path(__file__).read_text("utf-8")
    function = source[source.index("def random_games") : source.index("\n\n\ndef in_pyodide")]
    script = f"""
        const {{ loadPyodide }} = await import("file://{pyodide}/pyodide.mjs");
        const python = await loadPyodide({{ indexURL: "{pyodide}" }});
        python.mountNodeFS("/first", "{places[0]}");
        python.mountNodeFS("/second", "{places[1]}");
        console.log(python.runPython(process.argv[1]));
    """
    begin = "import sys; sys.path += ['/first', '/second']\nfrom random import Random\n"
    begin += "from time import perf_counter, process_time\nfrom cairn_rules.games import load\n"
    code = f"{begin}{function}\n' '.join(map(str, random_games({name!r})))"
    node = ["node", "--input-type=module", "--eval", script, "--", code]
    found = subprocess.run(node, check=True, capture_output=True, text=True).stdout.split()  # noqa: S603 - our own
    decisions, clock, processor = map(float, found)
    return decisions, clock, processor


def measured(row: Row) -> tuple[Spent, float]:
    """Return what a line took, and its memory in MiB."""
    return row(), max(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN)) / 2**10


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=1_000_000, help="Number of records to check.")
    parser.add_argument("--games", type=int, default=2_000, help="Number of games to simulate.")
    parser.add_argument("--only", default="", help="A word in the names of the lines.")
    asked = parser.parse_args()
    rows: dict[str, Row] = {}
    for decisions in (1_000, 10_000):
        rows[f"a match of {decisions} decisions, played"] = partial(played, decisions)
        rows[f"a match of {decisions} decisions, loaded"] = partial(loaded, decisions)
        rows[f"a record of {decisions} decisions, read"] = partial(parsed, decisions)
    for turns in (50, TURNS_ON_A_PAGE):
        rows[f"a record of {turns} turns, page"] = partial(drawn, html_page, turns)
        rows[f"a record of {turns} turns, animation"] = partial(drawn, animated_svg, turns)
    for number in (1_000, asked.records):
        rows[f"`check` of {number} records"] = partial(checked, number)
    for jobs in (1, 2):
        rows[f"`simulate --jobs {jobs}`"] = partial(simulated, jobs, asked.games)
    for name in GAMES:
        rows[f"random {name}"] = partial(random_games, name)
        if which("node") and which("npm"):
            rows[f"random {name} in Pyodide"] = partial(in_pyodide, name)
    print(f"{machine(())}\n")
    lines: list[tuple[str, ...]] = []
    for name, row in rows.items():
        if asked.only not in name:
            continue
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            (units, clock, processor), memory = alone.submit(measured, row).result()
        each = figure(1e6 * processor / units)
        lines.append((name, figure(clock), figure(processor), each, f"{figure(memory)} MiB"))
    print(table(("", "seconds", "of processors", "µs of processors each", "memory"), lines))


if __name__ == "__main__":
    main()
