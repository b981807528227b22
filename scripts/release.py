"""Make a release, or refuse with all reasons; nothing is sent anywhere.

    nox -s release -- 0.2.0           # run all checks, write the version down, build, try the wheel, commit, tag
    nox -s release -- --check 0.2.0   # on a tagged commit: check everything again, and build

Afterwards the files to publish are in `dist/`. A refused release leaves every file unchanged.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from addresses import BRANCH, repository_in
from packaging.version import InvalidVersion, Version

UNRELEASED: Final = "## [Unreleased]"
IN_WHEEL: Final = ("cairn_rules/__init__.py", "cairn_rules/py.typed", "cairn_rules/schemas/cairn/state.json")
IN_SDIST: Final = ("CHANGELOG.md", "LICENSE", "README.md", "noxfile.py", "tests/conftest.py", "docs/index.md")


class Refused(Exception):  # noqa: N818 (it says what happened)
    """A refused release; each argument is a reason."""


def run(*command: str, cwd: Path) -> str:
    """Return the output of a program.

    Raises:
        Refused: if it fails, with its whole output.
    """
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 (our own commands)
    if done.returncode:
        raise Refused(f"`{' '.join(command)}` failed:\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout.strip()


def section(changelog: str, heading: str) -> str | None:
    """Return the text below a heading of the second level; None if there is no such heading."""
    found = re.search(rf"^{re.escape(heading)}[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else None


def tags(root: Path) -> dict[str, Version]:
    """Return the tags of releases, with their versions."""
    names = run("git", "tag", "--list", "v*", cwd=root).split()
    return {name: Version(name[1:]) for name in names if re.fullmatch(r"v[0-9][0-9a-z.]*", name)}


def declared(root: Path) -> str:
    """Return the version in pyproject.toml."""
    return str(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def faults_before(root: Path, version: str) -> Iterator[str]:
    """Yield every reason not to make this release."""
    yield from faults_of_version(version)
    if not repository_in(root / "pyproject.toml"):
        yield "pyproject.toml does not name the project's repository, such as https://github.com/owner/name"
    if status := run("git", "status", "--porcelain", cwd=root):
        yield f"there are changes that are not committed:\n{status}"
    if (branch := run("git", "branch", "--show-current", cwd=root)) != BRANCH:
        yield f"releases are made from {BRANCH}, but this is {branch or 'no branch'}"
    known = tags(root)
    if f"v{version}" in known:
        yield f"there is a tag v{version} already"
    elif known and not any(faults_of_version(version)) and Version(version) <= max(known.values()):
        yield f"{version} does not come after {max(known.values())}, the last release"
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if section(changelog, f"## [{version}]") is not None:
        yield f"CHANGELOG.md has a section on {version} already"
    if not section(changelog, UNRELEASED):
        yield f"CHANGELOG.md has no entries below {UNRELEASED!r}"


def faults_after(root: Path, version: str) -> Iterator[str]:
    """Yield every reason why this commit is not the release that its tag names."""
    yield from faults_of_version(version)
    if status := run("git", "status", "--porcelain", cwd=root):
        yield f"there are changes that are not committed:\n{status}"
    if f"v{version}" not in run("git", "tag", "--points-at", "HEAD", cwd=root).split():
        yield f"this commit has no tag v{version}"
    if (there := declared(root)) != version:
        yield f"pyproject.toml says {there}, not {version}"
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if not section(changelog, f"## [{version}] - "):
        yield f"CHANGELOG.md has no section on {version} with its date"
    if section(changelog, UNRELEASED):
        yield f"CHANGELOG.md has entries below {UNRELEASED!r}, which a release must not have"


def faults_of_version(version: str) -> Iterator[str]:
    """Yield every reason why this is not the version of a release."""
    try:
        if str(Version(version)) != version or Version(version).local:
            yield f"{version!r} should be written {Version(version).public}"
    except InvalidVersion:
        yield f"{version!r} is not a version such as 0.2.0"


def write(root: Path, version: str, date: str) -> None:
    """Write the version into the changelog and pyproject.toml."""
    changelog, project = root / "CHANGELOG.md", root / "pyproject.toml"
    text = changelog.read_text(encoding="utf-8")
    changelog.write_text(text.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {date}", 1), encoding="utf-8")
    text = project.read_text(encoding="utf-8")
    text = re.sub(r'^version = "[^"]*"$', f'version = "{version}"', text, count=1, flags=re.MULTILINE)
    project.write_text(text, encoding="utf-8")


def build(root: Path, version: str) -> None:
    """Build the files to publish into `dist/`, and try them as a user would.

    Raises:
        Refused: if something is missing, or does not work.
    """
    shutil.rmtree(root / "dist", ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", "dist", cwd=root)
    wheel, sdist = root / f"dist/cairn_rules-{version}-py3-none-any.whl", root / f"dist/cairn_rules-{version}.tar.gz"
    if lacking := [file.name for file in (wheel, sdist) if not file.exists()]:
        raise Refused(*(f"there is no dist/{name}" for name in lacking))
    with zipfile.ZipFile(wheel) as packed:
        missing = [f"the wheel has no {name}" for name in IN_WHEEL if name not in packed.namelist()]
    with tarfile.open(sdist) as packed_source:
        names = packed_source.getnames()
    missing += [f"the sdist has no {name}" for name in IN_SDIST if f"cairn_rules-{version}/{name}" not in names]
    if missing:
        raise Refused(*missing)
    run(sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist), cwd=root)
    try_out(wheel, version)


def try_out(wheel: Path, version: str) -> None:
    """Install a wheel into an empty environment and play a game with it.

    Raises:
        Refused: if that fails, or the version differs.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder, with_pip=True)
        programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
        run(str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel), cwd=folder)
        output = run(str(programs / "cairn-rules"), "--version", cwd=folder)
        if version not in output:
            raise Refused(f"the wheel's `cairn-rules --version` says {output!r}, not {version}")
        run(str(programs / "cairn-rules"), "demo", "--seed", "7", cwd=folder)


def release(root: Path, version: str, *, date: str) -> None:
    """Run all checks, write the version, build, try the wheel, commit and tag.

    Raises:
        Refused: with all reasons; the files are unchanged.
    """
    if faults := [*faults_before(root, version)]:
        raise Refused(*faults)
    run(sys.executable, "-m", "nox", "-s", "tests", cwd=root)
    run(sys.executable, "-m", "nox", "-t", "checks", cwd=root)
    write(root, version, date)
    try:
        build(root, version)
        run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", cwd=root)
    except BaseException:
        run("git", "checkout", "--quiet", "--", "CHANGELOG.md", "pyproject.toml", cwd=root)
        raise
    run("git", "tag", "--annotate", f"v{version}", "--message", f"cairn-rules {version}", cwd=root)


def check(root: Path, version: str) -> None:
    """Check a tagged commit again, and build it.

    Raises:
        Refused: if it is not the release that its tag names.
    """
    if faults := [*faults_after(root, version)]:
        raise Refused(*faults)
    build(root, version)


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version", help="such as 0.2.0")
    parser.add_argument("--check", action="store_true", help="change nothing: look at the tagged commit, and build")
    options = parser.parse_args()
    root = Path(__file__).resolve().parent.parent
    try:
        if options.check:
            check(root, options.version)
        else:
            release(root, options.version, date=f"{datetime.now(UTC):%Y-%m-%d}")
    except Refused as refused:
        for reason in refused.args:
            print(f"no release: {reason}", file=sys.stderr)
        return 1
    if options.check:
        print(f"{options.version} is in order; what is published is in dist/")
    else:
        print(
            f"v{options.version} is committed and tagged; publish it with: git push origin {BRANCH} v{options.version}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
