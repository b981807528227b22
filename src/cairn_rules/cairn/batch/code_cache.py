"""The folder on disk for the machine code of compiled functions."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import ModuleType
from typing import Any, Final, cast, final


def digest(modules: Iterable[ModuleType], functions: Iterable[Callable[..., Any]], facts: tuple[str, ...]) -> str:
    """Return a hash of everything that the machine code depends on.

    This is the text of `modules`, with the tables and numbers that they name, the text of the modules of `functions`,
    and other `facts`, such as the name of the processor.
    """
    hashed = sha256()
    for module in modules:
        constants = {
            name: cast("object", value) for name, value in vars(module).items() if type(value) in {int, float, tuple}
        }
        hashed.update(Path(str(module.__file__)).read_bytes() + repr(constants).encode())
    for file in sorted(set(map(getfile, functions))):
        hashed.update(Path(file).read_bytes())
    hashed.update(repr(facts).encode())
    return hashed.hexdigest()[:20]


@final
class CodeCache:
    """The machine code of some functions, as a file for each.

    Each `digest`, a hash of all that the machine code depends on, has its own folder, so that the code is never out of
    date. If the folder cannot be written, nothing is stored.
    """

    def __init__(self, digest: str) -> None:
        self.folder: Final = _folder(digest)

    def read(self, name: str) -> bytes | None:
        """Return the stored machine code of a function, or None."""
        try:
            return None if self.folder is None else self._file(self.folder, name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, code: bytes) -> None:
        """Store the machine code of a function, if there is room. Other processes see either all of it or nothing."""
        if self.folder is None:
            return
        try:
            with NamedTemporaryFile(dir=self.folder, delete=False) as file:
                file.write(code)
            Path(file.name).replace(self._file(self.folder, name))
        except OSError:
            return

    @staticmethod
    def _file(folder: Path, name: str) -> Path:
        return folder / f"{name}.o"


def _folder(digest: str) -> Path | None:
    """Return the folder for machine code with a hash, or None if none can be written."""
    try:
        folder = _user_cache() / "cairn-rules" / f"batch-{digest}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the latter if the user has no home
        return None
    return folder if os.access(folder, os.W_OK) else None


def _user_cache() -> Path:
    """Return the user's folder for caches: the one named for Numba, or else that of the system."""
    named = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if named:
        return Path(named)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
