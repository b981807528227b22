"""Make the next release in a copy of the last commit, to see that everything is in place. Nothing of it is kept.

    nox -s rehearsal

The copy gets what a release needs and the project may not have yet: the address of a repository, and an entry in the
changelog. `scripts/release.py` has to refuse whatever is wrong, make the release, and accept it afterwards. The checks
are left out: they run beside this one.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import release
from addresses import BRANCH

ROOT: Final = Path(__file__).resolve().parent.parent
REPOSITORY: Final = re.compile(r"^(repository = ).*$", re.MULTILINE)


def edit(file: Path, change: Callable[[str], str]) -> None:
    """Rewrite a text file."""
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def with_an_entry(changelog: str) -> str:
    """Return the changelog with something to release."""
    if release.section(changelog, release.UNRELEASED):
        return changelog
    return changelog.replace(release.UNRELEASED, f"{release.UNRELEASED}\n\n- A rehearsal.", 1)


def without_entries(changelog: str) -> str:
    """Return the changelog with nothing to release."""
    return changelog.replace(release.section(changelog, release.UNRELEASED) or "", "", 1)


class Rehearsal:
    """A copy of a project, with a release to make in it."""

    def __init__(self, root: Path, folder: Path) -> None:
        """Copy the last commit of a project into a folder, and get the copy ready."""
        self.copy = folder / "copy"
        release.run("git", "clone", "--quiet", root, self.copy, cwd=root)
        self.git("checkout", "--quiet", "-B", BRANCH)
        self.git("config", "user.name", "Rehearsal")
        self.git("config", "user.email", "rehearsal@example.org")
        edit(self.copy / "CHANGELOG.md", with_an_entry)
        edit(self.copy / "pyproject.toml", lambda text: REPOSITORY.sub(r'\1"https://github.com/example/copy"', text))
        self.git("commit", "--quiet", "--all", "--message", "Get ready")
        last = max(release.tags(self.copy).values(), default=None)
        self.version = f"{last.major}.{last.minor + 1}.0" if last else release.declared(self.copy)
        """The next minor release; the version of pyproject.toml if it is the first one."""

    def git(self, *words: str) -> str:
        """Return the output of git in the copy."""
        return release.run("git", *words, cwd=self.copy)

    def status(self) -> tuple[str, ...]:
        """Return all that a refused release must leave as it is."""
        return self.git("rev-parse", "HEAD"), self.git("status", "--porcelain"), self.git("tag")

    def refuse(self, reason: str, *arguments: str) -> None:
        """Check that a call of the program is refused for a reason.

        Raises:
            Refused: if it is not, or changes anything.
        """
        before = self.status()
        call = (sys.executable, str(self.copy / "scripts" / "release.py"), *arguments)
        done = subprocess.run(call, capture_output=True, text=True, check=False)  # noqa: S603 (our own)
        if done.returncode != 1 or reason not in done.stderr or self.status() != before:
            raise release.Refused(f"{call[1:]} should be refused with {reason!r}, but ended with:\n{done}")
        print(f"refused, as it should be: {reason}", flush=True)

    def refuse_edited(self, reason: str, name: str, change: Callable[[str], str]) -> None:
        """Check that the release is refused for a reason after a change of a file, and take the change back."""
        edit(self.copy / name, change)
        self.git("commit", "--quiet", "--all", "--message", "Spoil it")
        self.refuse(reason, self.version)
        self.git("reset", "--quiet", "--hard", "HEAD~1")

    def refuse_before(self) -> None:
        """Check the refusals of a release that is not made yet."""
        version = self.version
        self.refuse(f"'v{version}' should be written {version}", f"v{version}")
        self.refuse("'next' is not a version", "next")
        self.refuse(f"this commit has no tag v{version}", "--check", version)
        self.refuse_edited("CHANGELOG.md has no entries below", "CHANGELOG.md", without_entries)
        for text in release.first_texts(self.copy)[:1]:
            self.refuse_edited("should have this text once, not 0 times", text["page"], lambda _: "# Another text\n")
        unnamed = "pyproject.toml does not name the project's repository"
        self.refuse_edited(unnamed, "pyproject.toml", lambda text: REPOSITORY.sub(r'\1""', text))
        (self.copy / "notes.txt").touch()
        self.refuse("there are changes that are not committed", version)
        (self.copy / "notes.txt").unlink()
        self.git("checkout", "--quiet", "-b", "elsewhere")
        self.refuse(f"releases are made from {BRANCH}, but this is elsewhere", version)
        self.git("checkout", "--quiet", BRANCH)

    def make(self) -> None:
        """Make the release, and check its tag as the servers do.

        Raises:
            Refused: if one of them is refused, or they do not give the same files.
        """
        release.release(self.copy, self.version, date=f"{datetime.now(UTC):%Y-%m-%d}", checked=True)
        made = self.files()
        print(f"made: {', '.join(sorted(made))}", flush=True)
        release.check(self.copy, self.version)
        if self.files() != made:
            raise release.Refused("the tag does not give the same files as the release did")
        print(f"accepted: v{self.version} gives the same files again", flush=True)
        if (self.copy / release.FIRST_RELEASE).exists():
            raise release.Refused(f"{release.FIRST_RELEASE} is still there: the release has not changed its texts")

    def files(self) -> dict[str, bytes]:
        """Return the files to publish."""
        return {file.name: file.read_bytes() for file in (self.copy / "dist").iterdir()}

    def refuse_after(self) -> None:
        """Check the refusals once the release is made."""
        edit(self.copy / "CHANGELOG.md", with_an_entry)
        self.refuse("there are changes that are not committed", "--check", self.version)
        self.git("commit", "--quiet", "--all", "--message", "Go on")
        self.refuse(f"this commit has no tag v{self.version}", "--check", self.version)
        self.refuse(f"there is a tag v{self.version} already", self.version)
        self.refuse(f"0.0.1 does not come after {self.version}, the last release", "0.0.1")


def main() -> int:
    """Rehearse the next release of this project."""
    with tempfile.TemporaryDirectory() as name:
        try:
            rehearsal = Rehearsal(ROOT, Path(name))
            rehearsal.refuse_before()
            rehearsal.make()
            rehearsal.refuse_after()
        except release.Refused as refused:
            for reason in refused.args:
                print(f"the release cannot be made: {reason}", file=sys.stderr)
            return 1
    print(f"{rehearsal.version} can be released")
    return 0


if __name__ == "__main__":
    sys.exit(main())
