"""Mutation testing of the games: change one place of their sources at a time, and check that their tests fail.

    nox -s mutation -- cairn history

All sources of a game are changed, in the folders below it too, except the parts that `APART` names. Any other folder
or module of the library is tested like a game: by the tests in the folder of its name, or by all tests if there is
none. The batch kernel, `cairn/batch`, runs as plain Python, also where Numba is installed.

The sample of mutants depends on a seed. For each mutant, the tests of the game that reach the changed place are run,
the most promising first, until one fails. Surviving mutants are printed, and the exit code is 1 if fewer than 98 % of
a sample die. Mutants that behave like the original are listed with their reasons in `tests/equivalent_mutants.toml`,
and never drawn.

To be quick, pytest collects the tests of a game once. Each mutant gets a fork of that process, in which the code of
its functions is replaced; a module that tests import later is imported with the mutant. What ran while tests were
collected, such as the making of tables, is done again only if a mutant survives.

Each result is stored at once, so that a run that was cut off resumes. It counts as long as the sources, the tests that
decided it and what these use stay the same; `--anew` forgets all results of the game.
"""

from __future__ import annotations

import ast
import builtins
import faulthandler
import gc
import json
import os
import resource
import signal
import sys
import tomllib
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import redirect_stdout, suppress
from functools import cache, partial
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from itertools import accumulate, chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from time import monotonic, process_time
from types import CodeType, FunctionType
from typing import IO, Any, Final, NamedTuple, NoReturn, TypeAlias, TypeVar

import _hypothesis_pytestplugin
import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT: Final = Path(__file__).parent.parent
GAMES: Final = ("cairn", "cairn_rpg", "endless_winter", "korrigans")
PARTS: Final = {
    "cairn/batch": ("kernel.py", "net_search_kernel.py", "loops.py", "search_kernel.py", "measurement_kernel.py")
}
"""The sources that are changed of a part of a game."""
APART: Final = {"balance", "batch", "pictures", "players", "testing"}
"""Folders of a game whose sources are not changed with it: pictures, and what has its tests elsewhere."""
OTHER_TESTS: Final = {
    "terminal_words.py": "cli",
    "setup_options.py": "cli",
    "samples.py": "test_manifests.py",
    "plain_text.py": "test_plain_diagrams.py",
}
"""Where tests of all games are that test a file of each."""
EQUIVALENT: Final = "tests/equivalent_mutants.toml"
RESULTS: Final = "build/mutation"
"""The folder of stored results."""
LEAST_KILLED: Final = 0.98
"""Minimum share of mutants that die."""
MEMORY: Final = 4 << 30
"""Maximum memory of a test run, in bytes."""
SECONDS: Final = 10
"""Maximum processor time of a test, besides four times what it takes without a mutant."""
PATIENCE: Final = 20
"""Maximum time as a multiple of the maximum processor time: the machine may be busy."""

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

# Assertions, the words of errors, and what cannot be replaced by other expressions.
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
    line: int
    block: str
    """The source, and the first line of the block of statements that is changed."""
    start: int
    """Position of the change in the source, in bytes."""
    end: int

    @property
    def key(self) -> Key:
        """What identifies a mutant, whatever changes in other functions."""
        return self.file, self.function, self.was, self.now

    def code(self) -> CodeType:
        """Return the code of the module with the mutant in it, all of it on the lines where it was."""
        text = (ROOT / self.file).read_bytes()
        lines = b"\n" * text[self.start : self.end].count(b"\n")
        now = b"pass%b" % lines if self.now == "pass" else b"(%b%b)" % (self.now.encode(), lines)
        return compile(text[: self.start] + now + text[self.end :], ROOT / self.file, "exec")

    def is_code(self) -> bool:
        """Return whether Python accepts the module: not without the only assignment of a variable that is nonlocal."""
        try:
            self.code()
        except SyntaxError:
            return False
        return True

    def __str__(self) -> str:
        return f"{self.file}:{self.line} in {self.function}: {self.was}  ->  {self.now}"


def mutants_of(file: str) -> Iterator[Mutant]:
    """Yield every mutant of a source."""
    text = (ROOT / file).read_bytes()
    lines = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
    for function, block in blocks(ast.parse(text)):
        for node, now in chain.from_iterable(map(_in_statement, block)):
            start = lines[node.lineno - 1] + node.col_offset
            end = lines[node.end_lineno - 1] + node.end_col_offset
            was = ast.unparse(node).partition("\n")[0]
            yield Mutant(file, function, was, now, node.lineno, _place(file, block), start, end)


def instrumented(file: str) -> CodeType:
    """Return the code of a module that adds the blocks that it runs to a set `__reached__` of the interpreter."""
    tree = ast.parse((ROOT / file).read_bytes())
    for _, block in blocks(tree):
        place = _place(file, block)
        docstring = isinstance(block[0], ast.Expr) and isinstance(block[0].value, ast.Constant)
        block[docstring:docstring] = ast.parse(f"__reached__.add({place!r})").body
    return compile(tree, ROOT / file, "exec")


def _place(file: str, block: list[ast.stmt]) -> str:
    return f"{file}:{block[0].lineno}"


def blocks(node: ast.AST, scope: str = "") -> Iterator[tuple[str, list[ast.stmt]]]:
    """Yield each block of statements in the functions below a node, with the name of the function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from blocks(child, f"{scope}{child.name}.")
        elif isinstance(child, ast.FunctionDef):
            for inner in ast.walk(child):
                for name in ("body", "orelse", "finalbody"):
                    block = getattr(inner, name, None)
                    if block and isinstance(block, list):
                        yield f"{scope}{child.name}", block


def _in_statement(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield each change of a statement, but not of those inside it: the node that is replaced, and the new code."""
    if isinstance(node, SKIPPED) or _is_assertion(node):
        return
    for changed, now in _changes(node):
        yield changed, now if isinstance(now, str) else ast.unparse(now)
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.stmt) and name not in SKIPPED_FIELDS:
                yield from _in_statement(child)


def _is_assertion(node: ast.AST) -> bool:
    """Return whether a node claims what always holds: `strict=True` of `zip`, or `assert_never(…)`."""
    match node:
        case ast.keyword(arg="strict") | ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
        case _:
            return False


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


def load(codes: dict[str, CodeType]) -> None:
    """Let imports take other code for some sources."""
    get_code = SourceFileLoader.get_code
    paths = {str(ROOT / file): code for file, code in codes.items()}

    def get_other_code(loader: SourceFileLoader, name: str) -> Any:
        return paths.get(loader.path) or get_code(loader, name)

    SourceFileLoader.get_code = get_other_code


def replace(file: str, changed: CodeType, functions: list[FunctionType]) -> None:
    """Replace the code of those of some functions that the changed code of a source changes.

    Raises:
        ValueError: if a method no longer uses `super`, or an inner function a variable of the outer one.
    """
    path = str(ROOT / file)
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(changed)}
    for function in functions:
        old = function.__code__
        if old.co_filename == path:
            new = codes.get((old.co_qualname, old.co_firstlineno), old)
            if new != old:
                function.__code__ = new


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")
ANEW: Final = "anew"
"""Instead of a test: the mutant cannot replace functions, and has to be imported anew."""
FAILED: Final = 70
"""Exit code of a process whose work, not a test, raised an exception."""


def in_forks(
    jobs: Iterable[JobT], work: Callable[[JobT], ResultT], at_once: int, *, quiet: bool = True
) -> Iterator[tuple[JobT, ResultT | None]]:
    """Do each job in a process of its own, and yield it with its result; None if a limit ended the process."""
    waiting = iter(jobs)
    running: dict[int, tuple[JobT, IO[bytes]]] = {}
    while True:
        for job in islice(waiting, at_once - len(running)):
            file = TemporaryFile()  # noqa: SIM115 (open until the process has ended)
            sys.stdout.flush()
            child = os.fork()
            if not child:
                _do(partial(work, job), file.fileno(), quiet=quiet)
            running[child] = job, file
        if not running:
            return
        child, status = os.wait()
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # programs that tests left behind
        job, file = running.pop(child)
        with file:
            file.seek(0)
            text = file.read()
        if os.waitstatus_to_exitcode(status) == FAILED:
            os.write(sys.__stderr__.fileno(), text)  # in pytest an exception would be taken for one of a test
            os._exit(FAILED)
        yield job, json.loads(text) if text else None


def _do(work: Callable[[], object], told: int, *, quiet: bool) -> NoReturn:
    """Do some work, write what it returns to a file, and end the process."""
    code = 0
    try:
        os.setsid()
        if quiet:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        text = json.dumps(work())
    except BaseException:  # noqa: BLE001 (an exit, too)
        code, text = FAILED, traceback.format_exc()
    with open(told, "w", encoding="utf-8") as file:
        file.write(text)
    sys.stdout.flush()
    os._exit(code)


def in_fork(work: Callable[[], ResultT]) -> ResultT:
    """Return the result of some work in a process of its own."""
    ((_, result),) = in_forks([None], lambda _: work(), 1, quiet=False)
    assert result is not None, "nothing limits its time"
    return result


class Test(NamedTuple):
    """A test, without a mutant."""

    name: str
    passes: bool
    seconds: float
    """The processor time that it takes."""
    reached: list[str] | None
    """The blocks that it runs; None if a limit ended it."""


class Loop:
    """A plugin of pytest that does something with the collected tests instead of running them all."""

    def __init__(self, work: Callable[[pytest.Session], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the place of pytest's own loop."""
        session.config._tmp_path_factory.getbasetemp()
        self.work(session)
        return True


def collect(game: str, work: Callable[[pytest.Session], None]) -> int:
    """Let pytest collect the tests of a game, except those that take long, and do something with them."""
    # Shortening a failing example takes long, and a busy machine is no reason to fail.
    phases, health = (Phase.explicit, Phase.generate), [HealthCheck.too_slow]
    settings.register_profile(
        "mutation", deadline=None, max_examples=50, derandomize=True, phases=phases, suppress_health_check=health
    )
    others = {OTHER_TESTS[name] for name in map(os.path.basename, sources_of(game)) if name in OTHER_TESTS}
    folders = [str(tests_of(game)), *(str(ROOT / "tests" / name) for name in sorted(others))]
    plugins = ("-p", "no:cacheprovider", "-p", "no:faulthandler", "--hypothesis-profile=mutation")
    options = ("-q", "-s", "--tb=no", "-m", "not slow", "-o", "tmp_path_retention_policy=none")
    with TemporaryDirectory() as base, Path(os.devnull).open("w") as null, redirect_stdout(null):
        arguments = [*folders, *options, *plugins, f"--basetemp={base}/tests"]
        return int(pytest.main(arguments, [_hypothesis_pytestplugin, Loop(work)]))


def run_test(session: pytest.Session, item: pytest.Item, following: pytest.Item | None, seconds: int) -> bool:
    """Run a test with a limit to its time, and return whether it passes."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    faulthandler.dump_traceback_later(PATIENCE * seconds, exit=True)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return not session.testsfailed


def run_tests(session: pytest.Session, tests: list[tuple[pytest.Item, float]]) -> int | None:
    """Run tests until one fails, and return its number."""
    items = [item for item, _ in tests]
    for number, ((item, seconds), following) in enumerate(zip(tests, [*items, None][1:], strict=True)):
        if not run_test(session, item, following, SECONDS + 4 * int(seconds)):
            return number
    return None


def measure(game: str, sources: list[str], jobs: int) -> tuple[list[str], list[Test]]:
    """Return the blocks that run when tests are collected, and what each test runs."""
    reached: set[str] = set()
    builtins.__reached__ = reached
    load({source: instrumented(source) for source in sources})
    tests: list[Test] = []
    collected: list[str] = []

    def measure_test(item: pytest.Item) -> Test:
        reached.clear()
        start = process_time()
        passes = run_test(item.session, item, None, 600)
        blocks = [block for block in reached if _is_for(item, game, block)]
        return Test(item.nodeid, passes, process_time() - start, blocks)

    def work(session: pytest.Session) -> None:
        collected.extend(reached)
        for item, result in in_forks(session.items, measure_test, jobs):
            tests.append(Test(*result) if result else Test(item.nodeid, passes=False, seconds=0, reached=None))

    collect(game, work)
    return collected, tests


def _is_for(item: pytest.Item, game: str, block: str) -> bool:
    """Return whether a test is among those that should notice changes of a block."""
    other = OTHER_TESTS.get(Path(block.partition(":")[0]).name)
    places = [tests_of(game)] if other is None else [tests_of(game), ROOT / "tests" / other]
    return any(map(item.path.is_relative_to, places))


class Results:
    """The tests that killed the mutants of a game, stored in a file, a result per line.

    Each result has a digest of the files that decided it, as they were when the run began. A kill depends on the
    killing test, any other result on all tests; each depends on every other file in `src`, `tests` and `scripts`. A
    result is trusted only if its digest is that of the files as they are now.
    """

    def __init__(self, game: str) -> None:
        self.path = ROOT / RESULTS / f"{game.replace('/', '-')}.jsonl"
        self._used = sha256()
        self._tests: dict[str, bytes] = {}
        for path in sorted(chain.from_iterable((ROOT / folder).rglob("*") for folder in ("src", "tests", "scripts"))):
            file = path.relative_to(ROOT).as_posix()
            if path.name.startswith("test_") and path.suffix == ".py":
                self._tests[file] = path.read_bytes()
            elif path.is_file() and path.suffix != ".pyc" and file != EQUIVALENT:
                self._used.update(repr((file, path.read_bytes())).encode())

    def _digest(self, killer: str | None) -> str:
        file = (killer or "").partition("::")[0]
        digest = self._used.copy()
        digest.update(repr(self._tests.get(file, self._tests)).encode())
        return digest.hexdigest()

    def load(self) -> dict[Mutant, str | None]:
        """Return the results that can be trusted."""
        digest, killers = cache(self._digest), {}
        for line in self.path.read_text("utf-8").splitlines() if self.path.exists() else ():
            with suppress(ValueError):  # a line that was cut off
                mutant, killer, decided_by = json.loads(line)
                if decided_by == digest(killer):
                    killers[Mutant(*mutant)] = killer
        return killers

    def store(self, mutant: Mutant, killer: str | None) -> None:
        """Add a result, and print a survivor."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            # The first line end separates it from a line that was cut off.
            file.write(f"\n{json.dumps([mutant, killer, self._digest(killer)])}\n")
        if not killer:
            print(f"survives: {mutant}", file=sys.__stdout__, flush=True)

    def forget(self) -> None:
        """Delete all results of the game."""
        self.path.unlink(missing_ok=True)


class Order:
    """The order in which tests are tried: those first that kill neighbours in little time."""

    def __init__(self, tests: list[Test]) -> None:
        self._reaching: dict[str, list[Test]] = {}
        self._runs: Counter[tuple[str, str]] = Counter()
        self._kills: Counter[tuple[str, str]] = Counter()
        for test in tests:
            for block in test.reached or ():
                self._reaching.setdefault(block, []).append(test)

    def of(self, mutant: Mutant) -> list[Test]:
        """Return the tests that reach a mutant, in order."""

        def price(test: Test) -> float:
            pair = (mutant.file, test.name)
            return test.seconds * (self._runs[pair] + 2) / (self._kills[pair] + 0.1)

        return sorted(self._reaching.get(mutant.block, ()), key=price)

    def learn(self, mutant: Mutant, passed: list[Test], killer: Test | None) -> None:
        """Remember which tests passed with a mutant, and which one failed."""
        self._runs.update((mutant.file, test.name) for test in passed)
        if killer is not None:
            self._runs[mutant.file, killer.name] += 1
            self._kills[mutant.file, killer.name] += 1


def examine(
    game: str, mutants: list[Mutant], tests: list[Test], collected: list[str], jobs: int, results: Results
) -> list[Mutant]:
    """Look for a test that fails with each mutant, and store its name; "time" if one takes too long or too much memory.

    Returns:
        The mutants that have to be imported anew.
    """
    order = Order(tests)
    again: list[Mutant] = []

    def work(session: pytest.Session) -> None:
        items = {item.nodeid: item for item in session.items}
        functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
        gc.freeze()  # forks share memory that nothing touches

        def examine_mutant(job: tuple[Mutant, list[Test]]) -> list[int | None]:
            mutant, reaching = job
            changed = mutant.code()
            load({mutant.file: changed})  # for tests that import it only when they run
            try:
                replace(mutant.file, changed, functions)
            except ValueError:
                return []
            return [run_tests(session, [(items[test.name], test.seconds) for test in reaching])]

        pairs = ((mutant, order.of(mutant)) for mutant in mutants)
        for (mutant, reaching), result in in_forks(pairs, examine_mutant, jobs):
            if result is None:
                results.store(mutant, "time")
                continue
            killer = reaching[result[0]] if result and result[0] is not None else None
            if result:
                order.learn(mutant, reaching[: result[0]], killer)
            if killer or (result and mutant.block not in collected):
                results.store(mutant, killer and killer.name)
            else:
                again.append(mutant)

    collect(game, work)
    return again


def examine_again(game: str, mutant: Mutant, tests: list[Test]) -> bool:
    """Return whether a test fails if a mutant is there when the tests are collected."""
    load({mutant.file: mutant.code()})
    seconds = {test.name: test.seconds for test in tests}
    failures: list[pytest.Item] = []

    def work(session: pytest.Session) -> None:
        items = [item for item in session.items if _is_for(item, game, mutant.block)]
        items.sort(key=lambda item: seconds[item.nodeid])
        for item, passes in in_forks(items, lambda item: run_tests(session, [(item, seconds[item.nodeid])]) is None, 1):
            if not passes:
                failures.append(item)
                return

    code = collect(game, work)
    return bool(failures) or code != pytest.ExitCode.OK


def mutants_in(game: str) -> list[Mutant]:
    """Return every mutant of a game."""
    return [mutant for source in sources_of(game) for mutant in mutants_of(source)]


def sources_of(game: str) -> list[str]:
    """Return the sources of a game, or of a part of one, that are changed."""
    folder = ROOT / "src" / "cairn_rules" / game
    if game in PARTS:
        paths = [folder / name for name in PARTS[game]]
    elif folder.is_dir():
        paths = [path for path in sorted(folder.rglob("*.py")) if not APART & {*path.relative_to(folder).parts}]
    else:
        paths = [folder.with_suffix(".py")]
    return [path.relative_to(ROOT).as_posix() for path in paths]


def tests_of(game: str) -> Path:
    """Return the folder of the tests of a game, or of a part of the library."""
    folder = ROOT / "tests" / Path(game).name
    return folder if folder.is_dir() else ROOT / "tests"


def sample(mutants: list[Mutant], known: Collection[Key], number: int, seed: int) -> list[Mutant]:
    """Draw mutants, such that most of a sample stays the same when some of the sources change."""
    order = sorted(mutants, key=lambda mutant: sha256(repr((seed, *mutant.key)).encode()).digest())
    return list(islice((mutant for mutant in order if mutant.key not in known and mutant.is_code()), number))


def equivalent(game: str) -> dict[Key, str]:
    """Return the mutants of a game that behave like the original, with the reasons."""
    listed = tomllib.loads((ROOT / EQUIVALENT).read_text("utf-8")).get(game, [])
    folder = f"src/cairn_rules/{game}"
    return {(f"{folder}/{one['file']}", one["function"], one["was"], one["now"]): one["reason"] for one in listed}


def stale(game: str) -> list[Key]:
    """Return what is listed as an equivalent mutant of a game, but is not a mutant."""
    return sorted(equivalent(game).keys() - {mutant.key for mutant in mutants_in(game)})


def examine_new(game: str, mutants: list[Mutant], jobs: int, results: Results) -> None:
    """Store the results of some mutants."""
    collected, measured = in_fork(lambda: measure(game, sources_of(game), jobs))
    tests = [Test(*each) for each in measured]
    for test in tests:
        if not test.passes and test.reached != []:  # one that reaches no source may fail
            sys.exit(f"{test.name} fails, or takes too long, without a mutant")
    again = in_fork(lambda: examine(game, mutants, tests, collected, jobs, results))
    late = (Mutant(*each) for each in again)
    for mutant, dies in in_forks(late, lambda mutant: examine_again(game, mutant, tests), jobs):
        results.store(mutant, ANEW if dies or dies is None else None)


def run(game: str, number: int, seed: int, jobs: int) -> bool:
    """Test a sample of the mutants of a game, and return whether enough of them die."""
    start = monotonic()
    if old := stale(game):
        sys.exit("\n".join(f"{EQUIVALENT} lists what is not a mutant: {key}" for key in old))
    mutants = mutants_in(game)
    known = equivalent(game)
    drawn = sample(mutants, known, number, seed)
    results = Results(game)
    stored = results.load()
    new = [mutant for mutant in drawn if mutant not in stored]
    print(
        f"{game}: {len(drawn)} of {len(mutants)} mutants, without {len(known)} equivalent ones;"
        f" {len(drawn) - len(new)} results are stored",
        flush=True,
    )
    for mutant in drawn:
        if mutant in stored and not stored[mutant]:
            print(f"survives: {mutant}", flush=True)
    if new:
        examine_new(game, new, jobs, results)
    killers = results.load()
    by = Counter(killers[mutant] for mutant in drawn)
    share = 1 - by[None] / len(drawn)
    print(
        f"{game}: {share:.1%} of {len(drawn)} die, {by['time']} of them by a limit,"
        f" {by[ANEW]} imported anew; {monotonic() - start:.0f} s"
    )
    return share >= LEAST_KILLED


def main() -> None:
    """Test samples of mutants of games."""
    parser = ArgumentParser(description="Mutation testing of the games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"Folders or modules (default: {' '.join(GAMES)}).")
    parser.add_argument("--mutants", type=int, default=300, metavar="N", help="Mutants of each (default: 300).")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="Seed of the samples (default: 0).")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="Processes (default: all cores).")
    parser.add_argument("--anew", action="store_true", help="Forget the stored results of the games.")
    options = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT / "src"))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.modules["numba"] = None  # what is compiled does not change with its source
    games = options.games or GAMES
    if options.anew:
        for game in games:
            Results(game).forget()
    enough = [run(game, options.mutants, options.seed, options.jobs) for game in games]
    sys.exit(not all(enough))


if __name__ == "__main__":
    main()
