"""Python for the pages that run the library: Pyodide, and an archive of the library and of what it needs.

Both come from their registries by the ordinary clients, npm and pip, and are kept in `build/play`, so that a site is
built in no time while neither the library nor a version changes. The archive holds compiled modules, and so does the
standard library, of which Pyodide has the sources: to compile them took a browser longer than all the rest of a start.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256, sha512
from pathlib import Path
from typing import Final

PYODIDE: Final = "314.0.7"
"""The version of the npm package; the one place that names it."""
INTEGRITY: Final = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The integrity of that package, as `npm view pyodide@VERSION dist.integrity` prints it."""
STANDARD: Final = "python_stdlib.zip"
"""The archive with the standard library."""
NEEDED: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", STANDARD)
"""The files of it that a browser asks for."""
MODULES: Final = "modules.zip"
"""The archive with everything else that a page can import."""
PURE: Final = "-py3-none-any.whl"
"""The end of the name of a wheel that any Python can use, that of a browser, too."""
COMPILE: Final = Path(__file__).with_name("compile_modules.mjs")
"""The program that compiles modules with the Python of Pyodide."""


class NoNpmError(Exception):
    """Something cannot be had from npm here; the message says why."""


def python_for_browsers(root: Path) -> dict[str, Path]:
    """The files that the page needs beside it, by their names.

    Args:
        root: The project.

    Raises:
        NoNpmError: when there is no npm, or it cannot get Pyodide.
        RuntimeError: when Pyodide is not the pinned one, pip or node fails, or a wheel is not pure.
    """
    cache = root / "build" / "play"
    pyodide = pyodide_folder(root)
    modules = [*_wheels(root, cache), *(root / "web").rglob("*.py")]
    files = [
        *(pyodide / name for name in NEEDED),
        _compiled("standard", STANDARD, [pyodide / STANDARD], root),
        _compiled("modules", MODULES, modules, root),
    ]
    return {file.name: file for file in files}


def pyodide_folder(root: Path) -> Path:
    """Return the folder of Pyodide, which npm fetches the first time.

    Raises:
        NoNpmError: when there is no npm, or it cannot get Pyodide.
        RuntimeError: when the package does not have the pinned integrity.
    """
    folder = root / "build" / "play" / f"pyodide-{PYODIDE}-{_key(INTEGRITY.encode())}"
    if not folder.is_dir():
        _unpacked(folder)
    return folder


def _unpacked(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoNpmError("npm is not on the PATH")
    making = started(folder)
    try:
        run(npm, "pack", "--silent", f"pyodide@{PYODIDE}", "--pack-destination", str(making))
    except RuntimeError as error:
        raise NoNpmError(str(error)) from error
    (package,) = making.glob("*.tgz")
    integrity = f"sha512-{b64encode(sha512(package.read_bytes()).digest()).decode()}"
    if integrity != INTEGRITY:
        raise RuntimeError(
            f"npm's package pyodide {PYODIDE} has the integrity {integrity!r}, but {INTEGRITY!r} is pinned"
        )
    with tarfile.open(package) as archive:
        for name in NEEDED:
            content = archive.extractfile(f"package/{name}")
            assert content is not None, "a file, not a folder"
            (making / name).write_bytes(content.read())
    package.unlink()
    making.rename(folder)


def _compiled(kind: str, name: str, files: list[Path], root: Path) -> Path:
    """An archive of what is in some files, compiled."""
    files = sorted(files)
    pyodide = pyodide_folder(root)
    folder = pyodide.with_name(f"{kind}-{_key(_content([*files, COMPILE]) + PYODIDE.encode())}")
    if not folder.is_dir():
        making = started(folder)
        run("node", str(COMPILE), str(pyodide), str(making / name), str(root), *map(str, files))
        making.rename(folder)
    return folder / name


def _wheels(root: Path, cache: Path) -> Iterator[Path]:
    """The wheels: those of others as the project asks for them, and that of the library as it is now."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    others = project["dependencies"]
    packed = (file for file in root.glob("src/**/*") if file.is_file() and file.parent.name != "__pycache__")
    sources = [*packed, root / "pyproject.toml", root / "README.md"]
    kinds = (("needed", others, "\n".join(others).encode()), ("library", [str(root)], _content(sources)))
    for kind, asked, key in kinds:
        folder = cache / f"{kind}-{_key(key)}"
        if not folder.is_dir():
            making = started(folder)
            run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(making), *asked)
            impure = [wheel.name for wheel in making.iterdir() if not wheel.name.endswith(PURE)]
            if impure:
                raise RuntimeError(f"a browser can use pure wheels alone, which these are not: {', '.join(impure)}")
            making.rename(folder)
        yield from sorted(folder.iterdir())


def started(folder: Path) -> Path:
    """Return an empty folder to make another one in, in place of what was made of other sources."""
    for old in folder.parent.glob(f"{folder.name.partition('-')[0]}-*"):
        shutil.rmtree(old)
    return emptied(folder)


def _key(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def _content(files: list[Path]) -> bytes:
    return b"".join(str(file).encode() + b"\0" + file.read_bytes() for file in sorted(files))


def emptied(folder: Path) -> Path:
    """Return an empty folder to make another one in, which is there only when it is complete."""
    making = folder.with_name(f"{folder.name}.making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    return making


def run(*command: str) -> None:
    """Run a command.

    Raises:
        RuntimeError: if it fails. The message has what it wrote.
    """
    environment = {name: value for name, value in os.environ.items() if name != "HATCH_BUILD_HOOK_ENABLE_MYPYC"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:4])} failed, so that pages would not run:\n{done.stderr}")
