"""Which names are public: those that the public modules list in their `__all__`."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGE: Final = "cairn_rules"
REFERENCE: Final = Path(__file__).parent.parent / "reference"
_MODULE: Final = re.compile(rf"^\| `({PACKAGE}(?:\.\w+)*)` \|", re.MULTILINE)
_PLACE: Final = re.compile(rf"^::: ({PACKAGE}(?:\.\w+)+)$", re.MULTILINE)

ADAPTERS: Final = f"{PACKAGE}.adapters."
"""The beginning of the names of modules that are read without being imported, because they need other frameworks."""


def listed(module: str) -> tuple[str, ...]:
    """Return the names in the `__all__` of a module; of an adapter, without importing it."""
    if not module.startswith(ADAPTERS):
        return tuple(import_module(module).__all__)
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    for node in ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == ["__all__"]:
            return tuple(ast.literal_eval(node.value))
    return ()


_NAMESPACES: Final = {f"{PACKAGE}.cairn.events"}
"""Modules that a public module offers under their name."""
MODULES: Final[dict[str, tuple[str, ...]]] = {
    module: tuple(name for name in listed(module) if f"{module}.{name}" not in _NAMESPACES)
    for module in _MODULE.findall((REFERENCE / "index.md").read_text(encoding="utf-8"))
}
"""The public modules, as the page `reference/index.md` lists them, and what each of them offers."""


def names_on(page: Path) -> list[str]:
    """Return the public names on a page, each with its module, in page order."""
    return _PLACE.findall(page.read_text(encoding="utf-8"))


def places() -> list[tuple[str, str]]:
    """Return the public names on all reference pages: the page and the name with its module, in order."""
    return [
        (page.relative_to(REFERENCE).as_posix(), name)
        for page in sorted(REFERENCE.rglob("*.md"))
        for name in names_on(page)
    ]
