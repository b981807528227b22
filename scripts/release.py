"""Make a release, or refuse with all reasons; nothing is sent anywhere.

    nox -s release -- 0.2.0           # run all checks, write the version down, commit, build, try the wheel, tag
    nox -s release -- --check 0.2.0   # on a tagged commit: check everything again, and build

Afterwards the files to publish are in `dist/`, and a list of what an installation consists of (an SBOM) in `build/`.
A refused release leaves every file unchanged. `scripts/rehearsal.py` makes a release in a copy.
"""

from __future__ import annotations

import argparse
import os
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
FIRST_RELEASE: Final = ".release/first-release.toml"
"""The texts that the first release changes, with the pages on which they are. It removes this file."""
MAIN_COMMAND: Final = re.compile(r"<!-- main job -->\n```sh\n(.+?)\n```")
"""The command with which the README installs the library in a clone."""
SDIST_TESTS: Final = (
    "tests/test_addresses.py",
    "tests/test_licences.py",
    "tests/test_outcome.py",
    "tests/test_record.py",
)
"""Tests to run in an unpacked source distribution: of files of the project, of the library, and with golden files."""


class Refused(Exception):  # noqa: N818 (it says what happened)
    """A refused release; each argument is a reason."""


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Return the output of a program.

    Args:
        command: The program and its arguments.
        cwd: The folder to run it in.
        variables: Environment variables that it gets in addition.

    Raises:
        Refused: if it fails, with its whole output.
    """
    words = [*map(str, command)]
    done = subprocess.run(  # noqa: S603 (our own commands)
        words, cwd=cwd, capture_output=True, text=True, check=False, env=os.environ | variables
    )
    if done.returncode:
        raise Refused(f"`{' '.join(words)}` failed:\n{done.stdout}{done.stderr}".rstrip())
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


def first_texts(root: Path) -> list[dict[str, str]]:
    """Return the texts that the first release changes: `old` on a `page` becomes `new`. None are left after it."""
    file = root / FIRST_RELEASE
    return list(tomllib.loads(file.read_text(encoding="utf-8"))["text"]) if file.exists() else []


def faults_of_texts(root: Path) -> Iterator[str]:
    """Yield every text that the first release should change and that is not on its page exactly once."""
    for text in first_texts(root):
        if (times := (root / text["page"]).read_text(encoding="utf-8").count(text["old"])) != 1:
            first = text["old"].partition("\n")[0]
            yield f"{FIRST_RELEASE}: {text['page']} should have this text once, not {times} times: {first!r}"


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
    yield from faults_of_texts(root)


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
    """Write the version into the changelog and pyproject.toml, and what the first release changes into the pages."""
    changelog, project = root / "CHANGELOG.md", root / "pyproject.toml"
    text = changelog.read_text(encoding="utf-8")
    changelog.write_text(text.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {date}", 1), encoding="utf-8")
    text = project.read_text(encoding="utf-8")
    text = re.sub(r'^version = "[^"]*"$', f'version = "{version}"', text, count=1, flags=re.MULTILINE)
    project.write_text(text, encoding="utf-8")
    for each in first_texts(root):
        page = root / each["page"]
        page.write_text(page.read_text(encoding="utf-8").replace(each["old"], each["new"]), encoding="utf-8")
    (root / FIRST_RELEASE).unlink(missing_ok=True)


def build(root: Path, version: str) -> None:
    """Build the files to publish from the commit alone, and try them as a user would.

    Raises:
        Refused: if something is missing, is not the same when built again, or does not work.
    """
    python = sys.executable
    dist = root / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run("git", "clone", "--quiet", root, folder / "commit", cwd=root)
        date = run("git", "log", "-1", "--format=%ct", cwd=root)
        wheel, sdist = archives(folder / "commit", folder / "dist", version, date)
        with tarfile.open(sdist) as packed:
            packed.extractall(folder, filter="data")
        source = folder / sdist.name.removesuffix(".tar.gz")
        if faults := [*faults_of_contents(folder / "commit", wheel, source)]:
            raise Refused(*faults)
        again = archives(source, folder / "again", version, date)
        if others := [one.name for one, two in zip((wheel, sdist), again, strict=True) if differ(one, two)]:
            raise Refused(*(f"{each} is not the same when it is built again" for each in others))
        run(python, "-m", "twine", "check", "--strict", wheel, sdist, cwd=folder)
        run(python, "-m", "check_wheel_contents", wheel, cwd=source)
        # There is no address to write to; see SECURITY.md.
        run(python, "-m", "pyroma", "--min", "10", "--skip-tests", "AuthorEmail", sdist, cwd=folder)
        try_out(wheel, source, version)
        try_tests(wheel, source)
        (root / "build").mkdir(exist_ok=True)
        list_components(wheel, source, root / "build" / "sbom.cdx.json")
        shutil.copytree(folder / "dist", dist)


def archives(source: Path, folder: Path, version: str, date: str) -> tuple[Path, Path]:
    """Build the source distribution, and the wheel from it.

    Args:
        source: The folder with `pyproject.toml`.
        folder: The folder to write to.
        version: The version that both have to have.
        date: The time of all files in them, in seconds since 1970.

    Raises:
        Refused: if there are not just these two.
    """
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, cwd=source, SOURCE_DATE_EPOCH=date)
    wheel, sdist = f"cairn_rules-{version}-py3-none-any.whl", f"cairn_rules-{version}.tar.gz"
    if (names := {file.name for file in folder.iterdir()}) != {wheel, sdist}:
        raise Refused(f"{wheel} and {sdist} should have been built, not {', '.join(sorted(names)) or 'nothing'}")
    return folder / wheel, folder / sdist


def differ(one: Path, two: Path) -> bool:
    """Return whether the contents of two files differ."""
    return one.read_bytes() != two.read_bytes()


def faults_of_contents(commit: Path, wheel: Path, source: Path) -> Iterator[str]:
    """Yield every file that the wheel or the unpacked source distribution lacks, or should not have."""
    tracked = set(run("git", "ls-files", cwd=commit).splitlines())
    visible = {name for name in tracked if not name.startswith(".")}
    packed = {each.relative_to(source).as_posix() for each in source.rglob("*") if each.is_file()}
    yield from _differences("the source distribution", packed - {".gitignore", "PKG-INFO"}, visible)
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if ".dist-info/" not in name}
    modules = {name.removeprefix("src/") for name in tracked if name.startswith("src/")}
    yield from _differences("the wheel", names, modules)


def _differences(archive: str, found: set[str], expected: set[str]) -> Iterator[str]:
    yield from (f"{archive} has no {name}" for name in sorted(expected - found))
    yield from (f"{archive} should not have {name}" for name in sorted(found - expected))


def try_out(wheel: Path, source: Path, version: str) -> None:
    """Follow the README with a wheel in an empty environment.

    Raises:
        Refused: if that fails, or the version differs.
    """
    readme = source / "README.md"
    commands = MAIN_COMMAND.findall(readme.read_text(encoding="utf-8"))
    if len(commands) != 1 or commands[0].count(" install --quiet . ") != 1:
        raise Refused("README.md has no command below <!-- main job --> that installs the library from a clone")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run("sh", "-c", commands[0].replace(" . ", f" '{wheel}' "), cwd=folder)
        programs = folder / ".venv" / "bin"
        output = run(programs / "cairn-rules", "--version", cwd=folder)
        if version not in output.split():
            raise Refused(f"the wheel's `cairn-rules --version` says {output!r}, not {version}")
        run(programs / "python", "-m", "doctest", "-o", "NORMALIZE_WHITESPACE", readme, cwd=folder)


def try_tests(wheel: Path, source: Path) -> None:
    """Run tests of an unpacked source distribution, with the wheel and the tools that are installed here.

    Raises:
        Refused: if one fails.
    """
    with tempfile.TemporaryDirectory() as name:
        run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", name, wheel, cwd=source)
        run(sys.executable, "-m", "pytest", "--quiet", *SDIST_TESTS, cwd=source, PYTHONPATH=name)


def list_components(wheel: Path, source: Path, file: Path) -> None:
    """Write down what an installation of a wheel consists of, as CycloneDX (an SBOM)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder, with_pip=False)  # nothing but the wheel and what it needs
        run(sys.executable, "-m", "pip", "--python", folder, "install", "--quiet", wheel, cwd=folder)
        options = ("--output-reproducible", "--pyproject", source / "pyproject.toml", "--mc-type", "library")
        command = (sys.executable, "-m", "cyclonedx_py", "environment", *options, "--output-file", file, folder)
        run(*command, cwd=folder)


def release(root: Path, version: str, *, date: str, checked: bool = False) -> None:
    """Run all checks, write the version, commit, build, try the wheel and tag.

    Args:
        root: The project.
        version: The version to release.
        date: The day of the release, such as 2031-06-01.
        checked: Leave out the sessions of nox, because they were run before.

    Raises:
        Refused: with all reasons; the files are unchanged.
    """
    if faults := [*faults_before(root, version)]:
        raise Refused(*faults)
    if not checked:
        run(sys.executable, "-m", "nox", "-s", "tests", cwd=root)
        run(sys.executable, "-m", "nox", "-t", "checks", cwd=root)
    before = run("git", "rev-parse", "HEAD", cwd=root)
    try:
        write(root, version, date)
        run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", cwd=root)
        build(root, version)
        run("git", "tag", "--annotate", f"v{version}", "--message", f"cairn-rules {version}", cwd=root)
    except BaseException:
        run("git", "reset", "--quiet", "--hard", before, cwd=root)
        raise


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
