"""Runs the code on the pages of the documentation, as a reader would who types all of it from top to bottom.

What a fence's first line says decides what happens:

- `title="path"` with any language: the block is a file, written to the page's own empty folder. A `pyproject.toml` in
  that folder is installed, so that its entry points are found.
- `title="path, before the last line"`: the block is put there in a file that the page has shown.
- `python`: run in one namespace for the page, in its folder; where it begins with a prompt, output is compared.
- `console`: every line after a `$` is run by a shell in that folder, and what it prints is compared with the lines
  below it, if there are any; a command that fails is followed by its exit status in square brackets. Who is to type
  something ends the input instead. `pip` checks that what it installs is known, and installs the page's own packages.
- `json`, `toml`, `yaml`: read.
- `picture`: drawn.
- `text`, `mermaid` (without a title), `powershell`, which repeats a block for another shell, and what stands below a
  comment `<!-- not run: the reason -->`: left alone.
- What stands below a comment `<!-- needs: numba -->` is run where that module is installed: a session of nox has it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
import warnings
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from importlib import invalidate_caches
from importlib.util import find_spec
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final

import yaml
from sybil import Document, Example, Region, Sybil
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer

from support.pip_install import install

FLAGS: Final = ELLIPSIS | NORMALIZE_WHITESPACE
_OUTSIDE: Final = re.compile(r"<!-- not run: .+ -->\s*(<!-- .+ -->\s*)*\Z")
"""Stands above a block that is not run, and says why."""
_NEEDS: Final = re.compile(r"<!-- needs: (.+) -->\s*\Z")
"""Stands above a block that needs modules."""
_OURS: Final = re.compile(r"cairn-rules [^|<>&;$`*#]*(?<!--jobs \d)")
"""A command of the library that needs nothing of a shell, and no other processes."""
_SHELL: Final = Path(__file__).with_name("shell.sh")
"""What shells have before the commands of a page."""
_INFO: Final = re.compile(r"(?P<language>[a-z]+)(?P<options>[^\n]*)\n")
_OPTION: Final = re.compile(r"([a-z_]+)=\"([^\"]*)\"")


class Pages:
    """A parser of the fences of a page."""

    def __init__(self) -> None:
        """Make the parser."""
        self.lexer = RawFencedCodeBlockLexer(_INFO)
        self.prompts = DocTestStringParser(DocTestEvaluator(FLAGS))
        self.python = PythonEvaluator()

    def __call__(self, document: Document) -> Iterable[Region]:
        """The blocks of a page, each with what it takes to run it.

        Raises:
            ValueError: when nothing is known of a block's language.
        """
        for region in self.lexer(document):
            language, options = region.lexemes["language"], dict(_OPTION.findall(region.lexemes["options"]))
            before = document.text[: region.start]
            if _OUTSIDE.search(before) or not all(map(find_spec, _needed(before))):
                continue
            if "title" in options:
                yield _example(region, _write, options["title"])
            elif language in {"text", "mermaid", "powershell"}:
                continue
            elif language == "python":
                yield from self._code(region, document)
            elif language in _RUNS:
                yield _example(region, _RUNS[language], options)
            else:
                raise ValueError(f"{document.path}: nothing is known of blocks of the language {language}")

    def _code(self, region: Region, document: Document) -> Iterable[Region]:
        source = region.lexemes["source"]
        if source.startswith(">>>"):
            for prompt in self.prompts(source, document.path):
                prompt.adjust(region, source)
                yield prompt
        else:
            yield Region(region.start, region.end, parsed=source, lexemes=region.lexemes, evaluator=self.python)


def _needed(before: str) -> list[str]:
    """The modules that a block needs, by the text above it."""
    found = _NEEDS.search(before)
    return found[1].split(", ") if found else []


def _example(region: Region, run: Callable[[str, Any], str | None], argument: Any) -> Region:
    def evaluate(_example: Example) -> str | None:
        return run(str(region.lexemes["source"]), argument)

    return Region(region.start, region.end, parsed=region.lexemes["source"], evaluator=evaluate)


def add_file(files: dict[str, str], title: str, source: str) -> str:
    """Add a block with a title to the files of a page, by path, and return its path."""
    path, before, _ = title.partition(", before the last line")
    if before:
        *lines, last = files[path].splitlines(keepends=True)
        source = "".join((*lines, source, last))
    files[path] = source
    return path


def _write(source: str, title: str) -> None:
    files = {path.as_posix(): path.read_text(encoding="utf-8") for path in Path().rglob("*.py")}
    file = Path(add_file(files, title, source))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(files[file.as_posix()], encoding="utf-8")
    if title == "pyproject.toml":
        install(tomllib.loads(source)["project"])


def _console(source: str, _options: dict[str, str]) -> str | None:
    for command, expected in re.findall(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n?)*)", source, re.MULTILINE):
        output, code = (_ours if _OURS.fullmatch(command) else _shell)(command)
        told = output + (f"[{code}]\n" if code else "")
        if not expected.strip() and not code:
            continue
        if not OutputChecker().check_output(expected, told, FLAGS):
            return f"$ {command}\nExpected:\n{expected}\nGot:\n{told}"
    return None


def _shell(command: str) -> tuple[str, int]:
    """What a command prints, and its exit status."""
    done = subprocess.run(  # noqa: S603 (our own pages)
        ["bash", "-c", command],  # noqa: S607
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.stdout + done.stderr, done.returncode


def _ours(command: str) -> tuple[str, int]:
    """The same of a command of the library, without another process, which takes longer to start than most commands."""
    from cairn_rules.cli.main import main  # noqa: PLC0415 - few pages have commands

    _forget_modules(Path.cwd(), {"__main__"})  # a page may have changed them
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO())
    try:
        with redirect_stdout(out), redirect_stderr(err), warnings.catch_warnings():
            warnings.simplefilter("default")
            try:
                code = main(shlex.split(command)[1:])
            except SystemExit as end:  # of --version
                code = int(end.code or 0)
    finally:
        sys.stdin = before
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return "".join(texts), code


def _picture(source: str, options: dict[str, str]) -> None:
    from page_pictures import picture  # noqa: PLC0415 - few pages draw, and loading it takes long

    assert "<svg" in picture(source, options)


def _read(reader: Callable[[str], Any]) -> Callable[[str, Any], None]:
    def run(source: str, _options: dict[str, str]) -> None:
        reader(source)

    return run


_RUNS: Final[dict[str, Callable[[str, Any], str | None]]] = {
    "console": _console,
    "json": _read(json.loads),
    "picture": _picture,
    "toml": _read(tomllib.loads),
    "yaml": _read(yaml.safe_load),
}


def _set_up(namespace: dict[str, Any]) -> None:
    """Begin a page: an empty folder, whose modules can be imported."""
    folder = tempfile.TemporaryDirectory(prefix="page-")
    namespace["_page"] = (folder, Path.cwd(), dict(os.environ), set(sys.modules))
    os.chdir(folder.name)
    sys.path.insert(0, folder.name)
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    os.environ["PYTHONPATH"] = folder.name
    os.environ["COLUMNS"] = "100"
    os.environ["BASH_ENV"] = str(_SHELL)


def _tear_down(namespace: dict[str, Any]) -> None:
    folder, before, environment, modules = namespace.pop("_page")
    sys.path.remove(folder.name)
    _forget_modules(Path(folder.name), modules)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(before)
    folder.cleanup()


def _forget_modules(folder: Path, kept: set[str]) -> None:
    """Let the modules of a folder be imported anew, but for those with some names."""
    for name in set(sys.modules) - kept:
        module = sys.modules[name]
        place = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), "")
        if str(place).startswith(str(folder)):
            del sys.modules[name]
    invalidate_caches()


def runner(root: Path, *patterns: str) -> Callable[..., Any]:
    """What pytest is told to collect: the pages below the root whose paths match."""
    sybil = Sybil(parsers=[Pages()], path=str(root), patterns=list(patterns), setup=_set_up, teardown=_tear_down)
    return sybil.pytest()
