"""Hypothesis for the check of the workshop: wheels for Pyodide at pinned versions, compiled, with their licences.

`checks.txt` has the versions and the hashes of the wheels. The page loads the archive when a check is first wanted.
"""

from __future__ import annotations

import re
import shutil
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from page_python import COMPILE, PYODIDE, pyodide_folder, run, started

PINS: Final = Path(__file__).with_name("checks.txt")
ARCHIVE: Final = "checks.zip"
LICENCES: Final = "checks-licences.txt"
_PLATFORM: Final = ("--python-version", "3.14", "--implementation", "cp", "--platform", "pyemscripten_2026_0_wasm32")
"""The Python and the platform of Pyodide, by the names of pip."""
_MISMATCH: Final = "DO NOT MATCH THE HASHES"
_PIN: Final = re.compile(r"^([\w-]+)==(\S+)", re.MULTILINE)


class NoWheelError(Exception):
    """pip cannot fetch a wheel here; the message says why."""


def packages() -> dict[str, str]:
    """Return the versions of the packages, by name.

    Example:
        >>> packages()["sortedcontainers"]
        '2.4.0'
    """
    return dict(_PIN.findall(PINS.read_text(encoding="utf-8")))


def checks_for_browsers(root: Path) -> dict[str, Path]:
    """Return the archive of the packages and their licences, by name.

    Args:
        root: The project.

    Raises:
        NoWheelError: if pip cannot fetch the packages.
        NoNpmError: if there is no npm, or it cannot get Pyodide, which compiles them.
        RuntimeError: if a package is not the pinned one, or node fails.
    """
    key = sha256(PINS.read_bytes() + COMPILE.read_bytes() + PYODIDE.encode()).hexdigest()[:16]
    folder = root / "build" / "play" / f"checks-{key}"
    if not folder.is_dir():
        pyodide = pyodide_folder(root)
        making = started(folder)
        wheels = _wheels(making / "wheels")
        run("node", str(COMPILE), str(pyodide), str(making / ARCHIVE), str(root), *map(str, wheels))
        (making / LICENCES).write_text("\n\n---\n\n".join(map(_licence, wheels)) + "\n", encoding="utf-8")
        shutil.rmtree(making / "wheels")
        making.rename(folder)
    return {name: folder / name for name in (ARCHIVE, LICENCES)}


def _wheels(folder: Path) -> list[Path]:
    only = ("--require-hashes", "--only-binary", ":all:", "--no-deps", "--quiet")
    command = (sys.executable, "-m", "pip", "download", *only, *_PLATFORM, "--dest", str(folder), "-r", str(PINS))
    try:
        run(*command)
    except RuntimeError as error:
        if _MISMATCH in str(error):
            raise
        raise NoWheelError(str(error)) from error
    return sorted(folder.iterdir())


def _licence(wheel: Path) -> str:
    name, version, *_ = wheel.name.split("-")
    with ZipFile(wheel) as archive:
        texts = [
            archive.read(each).decode().strip()
            for each in sorted(archive.namelist())
            if re.search(r"\.dist-info/(?:licenses/)?LICEN[CS]E", each)
        ]
    where = f"The source of {name} {version} is the package {name} {version} on the Python Package Index."
    return "\n\n".join((f"{name} {version}", where, *texts))
