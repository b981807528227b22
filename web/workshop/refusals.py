"""Sentences for what the sandbox refuses, in place of the browser's own words."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any, final

from typing_extensions import override


def explain_refusals() -> None:
    """Let errors of the browser be sentences, in every message that names them. Elsewhere nothing changes."""
    if "pyodide" in sys.modules:
        import_module("pyodide.ffi").JsException.__repr__ = _sentence
        sys.modules["js"] = _Browser(import_module("js"))


def _sentence(error: Any) -> str:
    """Return the text of an error of JavaScript. That of a refused one would name the policy of the frame."""
    if error.name == "EvalError":
        return "EvalError: a text cannot run JavaScript in the sandbox"
    return str(error).strip()


@final
class _Browser(ModuleType):
    """The module `js`. Pyodide's own names a missing attribute and says nothing else."""

    def __init__(self, browser: Any) -> None:
        super().__init__("js")
        self._browser = browser

    @override
    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(self._browser, name)
        except AttributeError:
            raise AttributeError(
                f"js has no {name!r} in the sandbox, which is without page, network and storage"
            ) from None
