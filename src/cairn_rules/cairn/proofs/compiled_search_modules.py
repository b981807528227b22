"""The way to the compiled searches of the extra `batch`, for modules that also work without it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType

from cairn_rules.checks import check_flag
from cairn_rules.errors import MissingExtraError, missing_extra


def search_module(name: str) -> ModuleType:
    """Return the module of `cairn_rules.cairn.batch` with a compiled search, which needs NumPy."""
    return import_module(f"cairn_rules.cairn.batch.{name}")


@cache
def is_ready(name: str) -> bool:
    """Return whether the search of a module was compiled before, on this machine by this release."""
    return _missing_extra() is None and bool(search_module(name).is_ready())


def _missing_extra() -> MissingExtraError | None:
    return missing_extra("batch=True", "batch", "numpy", "numba")


def check_batch(batch: object) -> None:
    """Check the argument with which a caller asks for a compiled search, or for none; None leaves it to the library.

    Raises:
        DefinitionError: if it is not a flag or None.
        MissingExtraError: if the search is asked for without Numba.
    """
    if batch is not None:
        check_flag(batch=batch)
    if batch and (missing := _missing_extra()):
        raise missing
