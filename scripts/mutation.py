"""Mutation testing of the games: change one place of their sources at a time, and check that their tests fail.

    nox -s mutation -- cairn

The sample of mutants depends on a seed. For each mutant, the test files of the game that reach the changed line are
run one after another, the most promising first, until one fails. Surviving mutants are printed, and the exit code is 1
if fewer than 98 % of the sample die. Mutants that behave like the original are listed with their reasons in
`tests/equivalent_mutants.toml` and never drawn.
"""

from __future__ import annotations

import ast
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

# Forked test runs need not import again what is imported here; the library itself must not be.
import attrs  # noqa: F401
import cattrs  # noqa: F401
import hypothesis.stateful  # noqa: F401
import pytest
from coverage import Coverage
from hypothesis import HealthCheck, Phase, settings

ROOT: Final = Path(__file__).parent.parent
GAMES: Final = ("cairn", "korrigans")
EQUIVALENT: Final = "tests/equivalent_mutants.toml"
LEAST_KILLED: Final = 0.98
"""Minimum share of mutants that die."""
MEMORY: Final = 4 << 30
"""Maximum memory of a test run, in bytes."""
PATIENCE: Final = 20
"""Maximum time of a test run as a multiple of its processor time: the machine may be busy."""
PASSED: Final = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

OTHERS: Final[dict[type[ast.AST], Callable[[], ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
"""The operator that replaces each operator."""

# What cannot change behaviour, or only the words of errors.
SKIPPED: Final = (ast.Raise, ast.Assert, ast.JoinedStr, ast.arguments, ast.pattern)
SKIPPED_FIELDS: Final = {"annotation", "returns", "decorator_list"}

Key: TypeAlias = tuple[str, str, str, str]


class Mutant(NamedTuple):
    """A change in one place of a source."""

    file: str
    """The source, relative to the root."""
    function: str
    """The function, with the classes that it is in."""
    was: str
    """The first line of the code before the change."""
    now: str
    """The code after it."""
    lines: range
    """The lines of the statement that is changed; of a compound statement, those of its head."""
    start: int
    """Position of the change in the source, in bytes."""
    end: int

    @property
    def key(self) -> Key:
        """What identifies a mutant, whatever changes in other functions."""
        return self.file, self.function, self.was, self.now

    def source(self, root: Path) -> bytes:
        """Return the source with the mutant in it."""
        text = (root / self.file).read_bytes()
        now = self.now if self.now == "pass" else f"({self.now})"
        return text[: self.start] + now.encode() + text[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.lines[0]} in {self.function}: {self.was}  ->  {self.now}"


def mutants_of(file: str, root: Path = ROOT) -> Iterator[Mutant]:
    """Yield every mutant of a source."""
    text = (root / file).read_bytes()
    starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
    for function, statement, node, now in _in_functions(ast.parse(text), ""):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        was = ast.unparse(node).partition("\n")[0]
        yield Mutant(file, function, was, now, _head(statement), start, end)


def _in_functions(node: ast.AST, scope: str) -> Iterator[tuple[str, ast.stmt, ast.AST, str]]:
    """Yield each change in the functions below a node: the function, the statement, the node and its replacement."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            for statement in child.body:
                for change in _in_statement(statement, statement):
                    yield f"{scope}{child.name}", *change
        elif isinstance(child, ast.ClassDef):
            yield from _in_functions(child, f"{scope}{child.name}.")


def _in_statement(statement: ast.stmt, node: ast.AST) -> Iterator[tuple[ast.stmt, ast.AST, str]]:
    if isinstance(node, SKIPPED):
        return
    for changed, now in _changes(node):
        yield statement, changed, now if isinstance(now, str) else ast.unparse(now)
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in SKIPPED_FIELDS:
                yield from _in_statement(child if isinstance(child, ast.stmt) else statement, child)


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST | str]]:
    """Yield the nodes that can be replaced here, and what replaces them."""
    match node:
        case ast.If(test=test):
            yield test, "True"
            yield test, "False"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "None"
        case ast.Assign() | ast.AugAssign() | ast.Expr(value=ast.Call()) | ast.Break() | ast.Continue():
            yield node, "pass"
        case ast.expr():
            for other in _other_expressions(node):
                yield node, other
        case _:
            pass


def _other_expressions(node: ast.expr) -> Iterator[ast.AST | str]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=right):
            for index, op in enumerate(ops):
                yield ast.Compare(left, [*ops[:index], OTHERS[type(op)](), *ops[index + 1 :]], right)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(OTHERS[type(op)](), values)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OTHERS:
            yield ast.BinOp(left, OTHERS[type(op)](), right)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1)
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case _:
            pass


def _head(statement: ast.stmt) -> range:
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if body:
        first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
        return range(statement.lineno, max(first.lineno, statement.lineno + 1))
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


class Run(NamedTuple):
    """How a piece of work in a process of its own ended."""

    code: int
    """The exit code; negative if a signal ended it, as when it took too long."""
    seconds: float
    """The processor time that it took."""


def in_fork(work: Callable[[], int], seconds: int) -> Run:
    """Do some work in a process of its own, with a limit to its processor time."""
    child = os.fork()
    if not child:
        code = -1
        try:
            os.setsid()
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(quiet, stream)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(PATIENCE * seconds)
            code = work()
        finally:
            os._exit(code & 0xFF)
    _, status, usage = os.wait4(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # programs that it started and left behind
    return Run(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime)


def run_tests(test: str, root: Path, *more: str) -> int:
    """Run a test file, up to the first failure, with the library of another root; return the exit code of pytest."""
    os.environ["PYTHONPATH"] = str(root / "src")  # for programs that tests start
    sys.path.insert(0, str(root / "src"))
    # A shorter failing example would take long to find, and a busy machine is no reason to fail.
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(
        "mutation", settings.get_profile("default"), phases=phases, suppress_health_check=[HealthCheck.too_slow]
    )
    options = ("-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=mutation")
    return int(pytest.main([test, *options, *more]))


class TestFile(NamedTuple):
    """A test file and what it runs."""

    name: str
    code: int
    """Its exit code without a mutant."""
    seconds: float
    """The processor time that it takes."""
    lines: dict[str, set[int]]
    """The lines that it runs, by source."""


class Verdict(NamedTuple):
    """Whether a mutant survives."""

    mutant: Mutant
    killer: str | None
    """The test file that notices it."""
    code: int
    """The exit code of the last test run."""


class Worker:
    """A process that runs tests with its own copy of the sources, each test file in a fork."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / str(os.getpid())
        self.runs: Counter[tuple[str, str]] = Counter()
        """Number of runs by source with a mutant and test file."""
        self.kills: Counter[tuple[str, str]] = Counter()
        shutil.copytree(ROOT / "src", self.root / "src")

    def measure(self, test: str, sources: list[str]) -> TestFile:
        """Run a test file without a mutant."""
        result = self.root / "lines.json"
        result.write_text("{}")
        copies = {source: str(self.root / source) for source in sources}

        def work() -> int:
            cover = Coverage(data_file=None, config_file=False, include=[*copies.values()])
            cover.start()
            code = run_tests(test, self.root)
            cover.stop()
            data = cover.get_data()
            result.write_text(json.dumps({source: data.lines(copy) or [] for source, copy in copies.items()}))
            return code

        run = in_fork(work, 900)
        lines = json.loads(result.read_text())
        return TestFile(test, run.code, run.seconds, {source: set(numbers) for source, numbers in lines.items()})

    def examine(self, mutant: Mutant, tests: list[tuple[str, float]]) -> Verdict:
        """Run test files until one notices a mutant, the most promising first."""

        def work() -> int:
            # The code of one mutant could be taken for that of the next.
            sys.dont_write_bytecode = True
            os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
            return run_tests(test, self.root)

        def price(test: tuple[str, float]) -> float:
            """Return the processor time that a kill by a test file is expected to take."""
            pair = (mutant.file, test[0])
            return test[1] * (self.runs[pair] + 2) / (self.kills[pair] + 1)

        copy = self.root / mutant.file
        code = 0
        try:
            copy.write_bytes(mutant.source(ROOT))
            for test, seconds in sorted(tests, key=price):
                code = in_fork(work, 10 + 4 * int(seconds)).code
                self.runs[mutant.file, test] += 1
                if code not in PASSED:
                    self.kills[mutant.file, test] += 1
                    return Verdict(mutant, test, code)
        finally:
            shutil.copy2(ROOT / mutant.file, copy)
        return Verdict(mutant, None, code)


def sources_of(game: str) -> list[str]:
    """Return the sources of a game that are changed."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "src" / "cairn_rules" / game).glob("*.py"))


def tests_of(game: str) -> dict[str, list[str]]:
    """Return the test files of a game, each with the sources that it is there for."""
    sources = sources_of(game)
    terminal = [source for source in sources if source.endswith("/terminal.py")]
    folders = {game: sources, "cli": terminal}
    return {
        path.relative_to(ROOT).as_posix(): for_sources
        for folder, for_sources in folders.items()
        for path in sorted((ROOT / "tests" / folder).rglob("test_*.py"))
    }


def sample(mutants: list[Mutant], known: Collection[Key], number: int, seed: int) -> list[Mutant]:
    """Draw mutants, such that most of a sample stays the same when some of the sources change."""
    order = sorted(mutants, key=lambda mutant: sha256(repr((seed, *mutant.key)).encode()).digest())
    return [mutant for mutant in order if mutant.key not in known][:number]


def equivalent(game: str) -> dict[Key, str]:
    """Return the mutants of a game that behave like the original, with the reasons."""
    listed = tomllib.loads((ROOT / EQUIVALENT).read_text("utf-8"))[game]
    return {
        (f"src/cairn_rules/{game}/{each['file']}", each["function"], each["was"], each["now"]): each["reason"]
        for each in listed
    }


_worker: Worker


def _start(folder: Path) -> None:
    global _worker  # noqa: PLW0603 (each process has one)
    _worker = Worker(folder)


def _measure(job: tuple[str, list[str]]) -> TestFile:
    return _worker.measure(*job)


def _examine(job: tuple[Mutant, list[tuple[str, float]]]) -> Verdict:
    return _worker.examine(*job)


def run(game: str, number: int, seed: int, jobs: int) -> bool:
    """Test a sample of mutants of a game, and return whether enough of them die."""
    start = monotonic()
    mutants = [mutant for source in sources_of(game) for mutant in mutants_of(source)]
    known = equivalent(game)
    stale = known.keys() - {mutant.key for mutant in mutants}
    if stale:
        sys.exit("\n".join(f"{EQUIVALENT} lists {key}, which is not a mutant" for key in sorted(stale)))
    drawn = sample(mutants, known, number, seed)
    with (
        tempfile.TemporaryDirectory() as folder,
        multiprocessing.get_context("fork").Pool(jobs, _start, [Path(folder).resolve()]) as pool,
    ):
        tests = pool.map(_measure, tests_of(game).items(), chunksize=1)
        for test in tests:
            if test.code not in PASSED:
                sys.exit(f"{test.name} fails without a mutant, with exit code {test.code}")
        print(f"{game}: {len(drawn)} of {len(mutants)} mutants, {len(known)} equivalent ones excluded", flush=True)
        reaching = [
            [
                (test.name, test.seconds)
                for test in tests
                if not test.lines.get(mutant.file, set()).isdisjoint(mutant.lines)
            ]
            for mutant in drawn
        ]
        killed = Counter[str]()
        late = 0
        for verdict in pool.imap_unordered(_examine, zip(drawn, reaching, strict=True)):
            if verdict.killer is None:
                print(f"survives: {verdict.mutant}", flush=True)
            else:
                killed[verdict.killer] += 1
                late += verdict.code < 0
    share = killed.total() / len(drawn)
    seconds = monotonic() - start
    print(f"{game}: {killed.total()} of {len(drawn)} die ({share:.1%}), {late} of them by time, in {seconds:.0f} s")
    return share >= LEAST_KILLED


def main() -> None:
    """Test samples of mutants of games."""
    parser = ArgumentParser(description="Mutation testing of the games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="Games (default: cairn and korrigans).")
    parser.add_argument("--mutants", type=int, default=300, metavar="N", help="Mutants of each (default: 300).")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="Seed of the samples (default: 0).")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="Processes (default: all cores).")
    options = parser.parse_args()
    os.chdir(ROOT)
    enough = [run(game, options.mutants, options.seed, options.jobs) for game in options.games or GAMES]
    sys.exit(not all(enough))


if __name__ == "__main__":
    main()
