"""Compilation of the kernel with Numba, and the cache of the machine code.

Numba compiles twins of the plain functions: their code with other globals, in which tables are arrays and functions
are twins. So the plain text stays callable, and both can be compared.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from logging import getLogger
from pathlib import Path
from threading import Lock
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final, cast

import numpy as np

NUMBA_IS_INSTALLED: Final = find_spec("numba") is not None
_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType({"nogil": True, "error_model": "numpy"})
"""Options of Numba: other threads run meanwhile, and no operation is checked, because none can fail."""
_LOGGER: Final = getLogger(__name__)
_CONFIGURING: Final = Lock()
"""Held while Numba's configuration, which all threads share, is another one."""


def compile_twins(
    modules: Collection[ModuleType], replaced: Mapping[str, Callable[..., Any]], entries: Iterable[str]
) -> dict[str, Any]:
    """Return compiled twins of functions, each compiled when it is first called.

    Args:
        modules: The modules whose functions call one another. Their names must not clash.
        replaced: Functions to compile instead of those of the same name.
        entries: Names of the functions to return, whose machine code is kept on disk.
    """
    numba: Any = import_module("numba")
    names: dict[str, Any] = {}
    for module in modules:
        names |= vars(module)
    names |= replaced
    own = {module.__name__ for module in modules} | {function.__module__ for function in replaced.values()}
    for name, value in tuple(names.items()):
        if isinstance(value, tuple):
            table = cast("tuple[int, ...]", value)
            names[name] = np.array(table, _type_for(table))
        elif isinstance(value, FunctionType) and value.__module__ in own:
            names[name] = numba.njit(**_OPTIONS)(FunctionType(value.__code__, names, name))
    kept = _cache_folder(_digest(modules, replaced))
    if kept is None or not any(kept.iterdir()):
        _LOGGER.warning("Numba compiles the kernel of batches: about 20 seconds in all, once for each version")
    with _CONFIGURING:
        folder_before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(kept or "")
        try:
            return {name: numba.njit(cache=kept is not None, **_OPTIONS)(names[name].py_func) for name in entries}
        finally:
            numba.config.CACHE_DIR = folder_before


def _type_for(table: tuple[int, ...]) -> type[np.signedinteger[Any]]:
    """Return the smallest signed type for the numbers of a table."""
    limit = max(map(abs, table))
    return np.int8 if limit < 1 << 7 else np.int16 if limit < 1 << 15 else np.int32


def _digest(modules: Collection[ModuleType], replaced: Mapping[str, Callable[..., Any]]) -> str:
    """Return a hash of all that the machine code depends on: the text of functions, and their tables and numbers."""
    digest = sha256()
    for module in modules:
        constants = {name: cast("object", value) for name, value in vars(module).items() if type(value) in {int, tuple}}
        digest.update(Path(str(module.__file__)).read_bytes() + repr(constants).encode())
    for function in replaced.values():
        digest.update(Path(function.__code__.co_filename).read_bytes())
    return digest.hexdigest()[:20]


def _cache_folder(digest: str) -> Path | None:
    """Return the folder for machine code with a hash, or None if none can be written.

    Numba looks only at the file of a function, not at those that it imports, so each version has a folder of its own.
    """
    try:
        folder = _user_cache() / "cairn-rules" / f"batch-{digest}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the latter if the user has no home
        return None
    return folder if os.access(folder, os.W_OK) else None


def _user_cache() -> Path:
    """Return the user's folder for caches: Numba's if they named one, else that of the system."""
    named = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if named:
        return Path(named)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
