"""What has changed for those who use the library since its last release, and would break their programs.

    nox -s api

Public names are compared, and the JSON Schemas of documents, which should accept all that they accepted. A change that
breaks programs passes when the section Unreleased of the changelog names what it is about in backticks.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, Final

import griffe
from schema_changes import losses

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = "cairn_rules"
_COLOURS: Final = re.compile(r"\x1b\[\d+m")
_UNRELEASED: Final = re.compile(r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def last_release(root: Path) -> str | None:
    """The tag of the last release before this commit; None when there is none, or no history to ask."""
    top = _git(root, "rev-parse", "--show-toplevel")
    if not top or Path(top).resolve() != root.resolve():  # a source distribution, perhaps within another repository
        return None
    return _git(root, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*") or None


def _git(root: Path, *arguments: str) -> str:
    """What git answers; nothing when it cannot, or there is no git."""
    try:
        command = ("git", *arguments)
        told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
    except FileNotFoundError:
        return ""
    return told.stdout.strip()


def public(package: griffe.Object | griffe.Alias) -> Iterator[tuple[str, griffe.Object | griffe.Alias]]:
    """What the public modules list, with the place to import it from: the front door, when it is there, too."""
    known = set(package.exports or ())
    yield from ((f"{PACKAGE}.{name}", package[name]) for name in sorted(map(str, known)))
    for module in package.modules.values():
        names = sorted(set(map(str, module.exports or ())) - set(map(str, known)))
        yield from ((f"{module.path}.{name}", module[name]) for name in names)


def breaks(root: Path, tag: str) -> Iterator[tuple[str, str]]:
    """What would break programs: the public name that it is about, and what it is."""
    old = griffe.load_git(PACKAGE, ref=tag, repo=root, search_paths=["src"], resolve_aliases=True)
    new = griffe.load(PACKAGE, search_paths=[str(root / "src")], resolve_aliases=True)
    now = dict(public(new))
    for place, thing in public(old):
        name = place.rpartition(".")[2]
        if place not in now:
            yield name, f"{place}: it is gone"
            continue
        for breakage in griffe.find_breaking_changes(_alone(thing), _alone(now[place])):
            if breakage.obj.name == "__init__" or not breakage.obj.name.startswith("__"):
                explained = breakage.explain(style=griffe.ExplanationStyle.ONE_LINE)
                yield name, f"{place}: {_COLOURS.sub('', explained)}"


def _alone(thing: griffe.Object | griffe.Alias) -> griffe.Module:
    """A module with nothing else in it: griffe compares what modules hold."""
    itself = thing.final_target if isinstance(thing, griffe.Alias) else thing
    if isinstance(itself, griffe.Module) and itself.name in itself.members:  # the function is what is offered
        itself = itself[itself.name]
    module = griffe.Module(PACKAGE)
    module.set_member("it", griffe.Alias("it", itself))
    return module


def schemas(source: Path) -> dict[str, Any]:
    """The schemas that the command of a version of the library writes, by the paths of their files."""
    with tempfile.TemporaryDirectory() as name:
        command = (sys.executable, "-m", PACKAGE, "schema", "--output", "schemas")
        env = os.environ | {"PYTHONPATH": str(source)}
        subprocess.run(command, cwd=name, env=env, check=True)  # noqa: S603 (ours)
        folder = Path(name, "schemas")
        files = sorted(folder.rglob("*.json"))
        return {file.relative_to(folder).as_posix(): json.loads(file.read_text(encoding="utf-8")) for file in files}


def format_breaks(root: Path, tag: str) -> Iterator[tuple[str, str]]:
    """What schemas refuse since a release, as `breaks` gives it; changes that do no harm are printed."""
    with tempfile.TemporaryDirectory() as name:
        packed = subprocess.run(("git", "archive", tag, "src"), cwd=root, capture_output=True, check=True).stdout  # noqa: S603, S607
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(name, filter="data")
        old, new = schemas(Path(name, "src")), schemas(root / "src")
    found: dict[tuple[str, str], list[str]] = {}
    harmless: list[str] = []
    for path, schema in old.items():
        if path not in new:
            lost = [(Path(path).stem, "it is gone")]
        else:
            lost = [*losses(schema, new[path], Path(path).stem)]
            harmless += [path] if schema != new[path] and not lost else []
        for each in lost:
            found.setdefault(each, []).append(path)
    if harmless:
        print(f"{', '.join(harmless)}: changed, but accept all that they accepted")
    for (place, what), paths in found.items():
        yield place.rpartition(".")[2], f"{', '.join(paths)}: {place}: {what}"


def told(root: Path) -> set[str]:
    """The names that the section Unreleased of the changelog has in backticks."""
    section = _UNRELEASED.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    spans = re.findall(r"`([^`]+)`", section[1]) if section else []
    return {word for span in spans for word in re.findall(r"\w+", span)}


def main(root: Path = ROOT) -> int:
    """Tell what breaks programs.

    Returns:
        1 when something does that the changelog does not tell, otherwise 0.
    """
    tag = last_release(root)
    if tag is None:
        print("no release to compare with: no tag such as v0.1.0 can be reached from here")
        return 0
    known, untold = told(root), 0
    for name, what in chain(breaks(root, tag), format_breaks(root, tag)):
        is_told = known.issuperset(re.findall(r"\w+", name))
        untold += not is_told
        print(f"{what}{'' if is_told else '  <- the changelog does not tell'}")
    print(f"compared with {tag}: {untold} untold changes that break programs")
    return 1 if untold else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT))
