"""The megalith that a text defines, or what keeps the text from defining one."""

from __future__ import annotations

import ast
import io
import linecache
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from types import ModuleType
from typing import Final, NoReturn, final

from typing_extensions import override

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, Megalith, State
from cairn_rules.cairn.testing.fault_causes import cause_of
from cairn_rules.cairn.testing.source_lines import code_of, raised_at
from cairn_rules.errors import CairnRulesError, DefinitionError, PowerError, cut, raised
from web.workshop.refusals import explain_refusals

explain_refusals()

FILE: Final = "stone.py"
"""The name of the text in tracebacks."""
MODULE: Final = "stone"
LONGEST: Final = 100_000
"""Maximum length of a text, in characters."""
_MOST_PRINTED: Final = 2_000
"""Maximum number of printed characters that are shown."""


@final
class StoneError(CairnRulesError):
    """A text that does not work, with the line to look at."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        """The mistake, as a sentence."""
        self.line = line
        """The number of the line, from 1; None if no line stands out."""


def read_stone(source: str) -> Megalith:
    r"""Run a text, and return the last megalith that it defines.

    Texts that were saved when `cairn_rules` offered the names of Cairn itself still run; what to write now is printed.

    Raises:
        StoneError: if it is too long, fails, or defines no megalith.

    Example:
        >>> read_stone("from cairn_rules.cairn import megalith\n1 / 0")
        Traceback (most recent call last):
        ...
        web.workshop.stone.StoneError: ZeroDivisionError('division by zero')
    """
    *_, last = read_stones(source).values()
    return last


def read_stones(source: str) -> dict[str, Megalith]:
    """Run a text, and return the megaliths that it defines, by the first name of each, in order.

    Raises:
        StoneError: if it is too long, fails, or defines no megalith.
    """
    if len(source) > LONGEST:
        raise StoneError(f"The text is longer than {LONGEST} characters.")
    module = ModuleType(MODULE)
    sys.modules[MODULE] = module  # where decorators look up the module of a class
    linecache.cache[FILE] = (len(source), None, [*io.StringIO(source)], FILE)
    renewing = _Renewing()
    try:
        tree = ast.fix_missing_locations(renewing.visit(ast.parse(source, FILE)))
        sys.stdout.writelines(f"Line {line}: write {now}\n" for line, now in renewing.found)
        exec(compile(tree, FILE, "exec", dont_inherit=True), vars(module))  # noqa: S102 - what the page is for
    except SyntaxError as error:
        line = error.lineno if error.filename == FILE else None
        raise StoneError(f"{type(error).__name__}: {error.msg}.", line) from None
    except BaseException as error:  # noqa: BLE001 - even SystemExit
        raise StoneError(raised(error), raised_at(error, FILE)) from None
    found: dict[str, Megalith] = {}
    known = BASE_SET
    for name, value in vars(module).items():
        if isinstance(value, Megalith) and value not in tuple(known):
            try:
                known |= value
            except CairnRulesError as error:
                fail(value, DefinitionError(f"{error}. Choose another id: the name of the function, or your id=."))
            found[name] = value
    if not found:
        raise StoneError("The text defines no megalith. Put @megalith(...) above a function that takes a site.")
    return found


def check_imports(source: str) -> None:
    """Check that a text that runs in the workshop imports the names of Cairn as it must outside of it.

    Raises:
        StoneError: if a line does not.

    Example:
        >>> check_imports("from cairn_rules import Add")
        Traceback (most recent call last):
        ...
        web.workshop.stone.StoneError: This line works in the workshop alone. Write from cairn_rules.cairn import Add.
    """
    renewing = _Renewing()
    renewing.visit(ast.parse(source, FILE))
    if renewing.found:
        line, now = renewing.found[0]
        raise StoneError(f"This line works in the workshop alone. Write {now}.", line)


@final
class _Renewing(ast.NodeTransformer):
    """Takes the names of Cairn from where they are now."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        """The numbers of the changed lines, and what to write there."""
        self._front: set[str] = set()
        """The names that the text gives `cairn_rules`."""

    @override
    def visit_Import(self, node: ast.Import) -> ast.Import:
        self._front |= {each.asname or each.name for each in node.names if each.name == "cairn_rules"}
        return node

    @override
    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.ImportFrom]:
        moved = [each for each in node.names if each.name == "*" or each.name in cairn.__all__]
        if node.module != "cairn_rules" or node.level or not moved:
            return [node]
        kept = [each for each in node.names if each.name == "*" or each not in moved]
        found = [("cairn_rules", kept), ("cairn_rules.cairn", moved)]
        now = [ast.copy_location(ast.ImportFrom(module, names, 0), node) for module, names in found if names]
        self.found.append((node.lineno, " and ".join(map(ast.unparse, now))))
        return now

    @override
    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self._front and node.attr in cairn.__all__:
            node.value = ast.copy_location(ast.Attribute(node.value, "cairn", ast.Load()), node.value)
            self.found.append((node.lineno, f"from cairn_rules import cairn and cairn.{node.attr}"))
        return node


def fail(stone: Megalith, error: BaseException, state: State | None = None) -> NoReturn:
    """Raise an error as one of the text, at the line that caused it, or else at the first line of the power.

    In a state in which the power is pending, the line may also be that of the option at fault.
    """
    said = str(error) if isinstance(error, CairnRulesError) else raised(error)
    line, code = raised_at(error, FILE), code_of(stone)
    if line is None and code is not None and code.co_filename == FILE:
        line = code.co_firstlineno
        if state is not None and stone.ward is None:  # only Hypothesis finds the faults of wards
            line = cause_of(stone, state)[1]
    raise StoneError(said, line) from None


@contextmanager
def failing(stone: Megalith, state: Callable[[], State | None] = lambda: None) -> Generator[None, None, None]:
    """Raise errors of a megalith as those of its text; `state` returns that in which its power is pending, if known."""
    try:
        yield
    except PowerError as error:
        fail(stone, error, state())
    except CairnRulesError:
        raise
    except BaseException as error:  # noqa: BLE001 - a text may raise anything, from anywhere
        fail(stone, error, state())


@final
class Printed(io.TextIOBase):
    """The beginning of what a text prints."""

    def __init__(self) -> None:
        self.text = ""

    @override
    def write(self, text: str, /) -> int:
        self.text = cut(self.text + text, _MOST_PRINTED)
        return len(text)


@contextmanager
def printing() -> Generator[Printed, None, None]:
    """Collect what is printed."""
    printed = Printed()
    with redirect_stdout(printed), redirect_stderr(printed):
        yield printed
