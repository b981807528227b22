"""The editor of the workshop: CodeMirror from npm at pinned versions, in one file, with the licences of its packages.

`docs/building/editor` has the list of packages, the lock of npm with their hashes, and what is used of them.
"""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Final

from page_python import NoNpmError, emptied, run

FOLDER: Final = Path(__file__).with_name("editor")
BUNDLE: Final = "codemirror.js"
LICENCES: Final = "codemirror-licences.txt"
_TOOL: Final = "node_modules/esbuild"
"""The packer, of which the site ships nothing."""


def packages() -> dict[str, tuple[str, str]]:
    """Return the version and the licence of each package that the site ships, by name."""
    locked = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return {
        place.removeprefix("node_modules/"): (package["version"], package["license"])
        for place, package in locked.items()
        if place and place != _TOOL and not place.startswith("node_modules/@esbuild/")
    }


def editor_for_browsers(root: Path) -> dict[str, Path]:
    """Return the files of the editor, by their names.

    Args:
        root: The project.

    Raises:
        NoNpmError: if there is no npm, or it cannot get the packages.
        RuntimeError: if the packer fails.
    """
    key = sha256(b"".join(path.read_bytes() for path in sorted(FOLDER.iterdir()))).hexdigest()[:16]
    folder = root / "build" / "play" / f"editor-{key}"
    if not folder.is_dir():
        _make(folder)
    return {name: folder / name for name in (BUNDLE, LICENCES)}


def _make(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoNpmError("npm is not on the PATH")
    making = emptied(folder)
    work = making / "work"
    shutil.copytree(FOLDER, work)
    try:
        run(npm, "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(work))
    except RuntimeError as error:
        raise NoNpmError(str(error)) from error
    esbuild = str(work / _TOOL / "bin" / "esbuild")
    options = ("--bundle", "--minify", "--format=esm", f"--outfile={making / BUNDLE}")
    run("node", esbuild, str(work / "entry.mjs"), *options)
    parts = [
        f"{name} {version}\n\n{_licence(work / 'node_modules' / name)}" for name, (version, _) in packages().items()
    ]
    (making / LICENCES).write_text("\n\n---\n\n".join(parts) + "\n", encoding="utf-8")
    shutil.rmtree(work)
    making.rename(folder)


def _licence(package: Path) -> str:
    (file,) = (each for each in package.iterdir() if each.name.lower().startswith("licen"))
    return file.read_text(encoding="utf-8").strip()
