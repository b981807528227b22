"""Compare batches of random games of Cairn with batches and single games of other libraries, in the same run.

A side's speed is the number of decisions in a second of processor time, all its threads together; each side is
limited to one thread. Batches have 1024 games. A decision of the sides "lists" and "mask" is chosen outside, by NumPy;
that of "playouts" inside. Peers that are not installed are left out: pgx, open_spiel and chess.

    python benchmarks/batches.py --rounds 11 --seconds 1
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from random import Random
from statistics import median
from time import perf_counter, process_time

import numpy as np
from sides.side import resident
from timing import figure, machine, options, spread, table

from cairn_rules import cairn
from cairn_rules.cairn.batch import Batch

GAMES = 1024
RNG = Random(1)
NUMBERS = np.random.default_rng(1)

Work = Callable[[], int]
"""Makes some decisions and returns their number."""


@dataclass(frozen=True)
class Player:
    """A way to play many random games."""

    name: str
    version: str
    work: Work


def chosen(batch: Batch) -> np.ndarray:
    """Return a random legal action for each game."""
    lists, counts = batch.legal
    return lists[np.arange(GAMES), (NUMBERS.random(GAMES) * counts).astype(np.int64)]


def ours() -> Iterator[Player]:
    """The batch by its three routes, and the scalar engine."""
    installed = f"cairn-rules {version('cairn-rules')}, numba {version('numba')}, numpy {np.__version__}"
    batch = Batch(GAMES, seed=1)

    def playouts() -> int:
        return int(batch.playouts(1, seed=RNG.getrandbits(32)).decisions.sum())

    yield Player("Cairn, `playouts`", installed, playouts)
    listed = Batch(GAMES, seed=2)

    def lists() -> int:
        for _ in range(50):
            listed.step(chosen(listed))
        return 50 * GAMES

    yield Player("Cairn, `step` with lists", installed, lists)
    masked = Batch(GAMES, seed=3)
    mask, seen = masked.mask(), masked.observation()

    def masks() -> int:
        for _ in range(50):
            masked.mask(out=mask)
            masked.step(chosen(masked))
        return 50 * GAMES

    yield Player("… and a mask of 641 bytes a game", installed, masks)

    def observed() -> int:
        for _ in range(50):
            masked.mask(out=mask)
            masked.observation(out=seen)
            masked.step(chosen(masked))
        return 50 * GAMES

    yield Player("… and an observation of 526 bytes a game", installed, observed)

    def scalar() -> int:
        done = 0
        state = cairn.new_game(seed=RNG.getrandbits(32))
        while actions := cairn.legal_actions(state):
            state = cairn.apply(state, RNG.choice(actions))
            done += 1
        return done

    compiled = "compiled" if cairn.compiled else "pure Python"
    yield Player(f"Cairn, one game at a time ({compiled})", installed, scalar)


def chess() -> Iterator[Player]:
    """python-chess, one game at a time, in the leanest loop."""
    from sides import python_chess  # noqa: PLC0415 - it may be missing

    yield Player("python-chess", f"chess {python_chess.chess.__version__}", python_chess.playout)


def open_spiel() -> Iterator[Player]:
    """OpenSpiel's breakthrough on 5x5, one game at a time."""
    from sides import open_spiel_games  # noqa: PLC0415 - it may be missing

    game = open_spiel_games.pyspiel.load_game("breakthrough", {"columns": 5, "rows": 5})
    name = "OpenSpiel, breakthrough 5x5 in C++"
    yield Player(name, f"open_spiel {version('open_spiel')}", lambda: open_spiel_games.playout(game))


def pgx() -> Iterator[Player]:
    """Pgx's batches, with the choice inside the compiled step."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax  # noqa: PLC0415 - it may be missing
    import pgx as library  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    for name in ("connect_four", "animal_shogi"):
        env = library.make(name)
        again = jax.vmap(auto_reset(env.step, env.init))

        def one(carry, _, again=again):  # noqa: ANN001, ANN202 - JAX's
            state, key = carry
            key, choosing, resetting = jax.random.split(key, 3)
            scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            actions = jax.random.categorical(choosing, scores)
            return (again(state, actions, jax.random.split(resetting, GAMES)), key), None

        @jax.jit
        def many(carry, one=one):  # noqa: ANN001, ANN202
            return jax.lax.scan(one, carry, None, 20)[0]

        carry = [(jax.vmap(env.init)(jax.random.split(jax.random.key(1), GAMES)), jax.random.key(2))]

        def work(carry=carry, many=many) -> int:  # noqa: ANN001
            carry[0] = jax.block_until_ready(many(carry[0]))
            return 20 * GAMES

        title = name.replace("_", " ")
        yield Player(f"Pgx, {title}, {GAMES} games", f"pgx {library.__version__}, jax {jax.__version__}", work)


def players() -> list[Player]:
    """All sides that are installed."""
    found = list(ours())
    for peer in (chess, pgx, open_spiel):
        try:
            found += peer()
        except ImportError as missing:
            print(f"left out: {peer.__name__}, {missing}", file=sys.stderr)
    return found


def speed(work: Work, seconds: float) -> float:
    """Decisions in a second of processor time."""
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def memory() -> str:
    """Return the memory that a game of a batch takes, measured after all games have woken powers."""
    before = resident()
    batch = Batch(100_000, seed=1)
    for _ in range(100):
        lists, counts = batch.legal
        batch.step(lists[np.arange(len(batch)), (NUMBERS.random(len(batch)) * counts).astype(np.int64)])
    return f"{(resident() - before) / len(batch):.0f} bytes a game of a batch of 100 000, its lists of actions included"


FIRST_STEP = """
from cairn_rules.cairn.batch import Batch
batch = Batch(1024, seed=1)
batch.step(batch.legal[0][:, 0])
batch.mask(), batch.observation(), batch.playouts(1)
"""


def starts() -> str:
    """Return the time of a first batch with an empty cache and with a full one, each in a separate process."""
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "NUMBA_CACHE_DIR": cache, "XDG_CACHE_HOME": cache}
        spent = []
        for program in ("pass", FIRST_STEP, FIRST_STEP, FIRST_STEP, "import cairn_rules.cairn, numpy"):
            start = perf_counter()
            subprocess.run([sys.executable, "-c", program], env=env, check=True)  # noqa: S603 - our own
            spent.append(perf_counter() - start)
    _, cold, *warm, imports = spent
    return (
        f"the first batch of a process, from starting Python to its first steps: {cold:.1f} s with an empty cache, "
        f"{min(warm):.2f} s with a full one; starting Python and importing NumPy and Cairn takes {imports:.2f} s of it"
    )


if __name__ == "__main__":
    asked = options(__doc__, seconds=1.0)
    sides = players()
    print(f"{machine(sides)}; {asked.rounds} rounds of {asked.seconds} seconds of processor time a side\n")
    for side in sides:
        speed(side.work, asked.seconds / 4)  # warm up
    rounds = [[speed(side.work, asked.seconds) for side in sides] for _ in range(asked.rounds)]
    speeds = dict(zip((side.name for side in sides), zip(*rounds, strict=True), strict=True))
    baseline = speeds.get("python-chess", next(iter(speeds.values())))
    rows = [
        (name, figure(median(each)), spread([a / b for a, b in zip(each, baseline, strict=True)]))
        for name, each in speeds.items()
    ]
    print(table(["", "decisions a second, median", "times python-chess, median (lowest to highest)"], rows))
    print(f"\n{memory()}\n{starts()}")
