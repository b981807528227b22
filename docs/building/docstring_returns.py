"""The check that no `Returns:` section of a docstring has prose where mkdocstrings shows a type.

Google style reads the words before the first colon of the section as the type. All functions of this library have
annotations, so these words are nearly always the beginning of a sentence that has a colon in it.
"""

from __future__ import annotations

import logging
from typing import Final

from griffe import Docstring, DocstringSectionReturns, DocstringSectionYields, Function, Object

LOG: Final = logging.getLogger("mkdocs.plugins.docstring_returns")
"""MkDocs counts warnings of its plugins, and a strict build with a warning fails."""


def prose_type(obj: Object) -> str | None:
    """Return the type that the docstring of a function names for its result, if it is not part of the annotation.

    Returns:
        The words before the first colon of the section; None if they are a type, or if there is no colon.
    """
    if not isinstance(obj, Function) or obj.docstring is None:
        return None
    docstring = Docstring(obj.docstring.value, lineno=obj.docstring.lineno, parent=obj)
    options = {"returns_multiple_items": False, "returns_named_value": False, "warnings": False}
    for section in docstring.parse("google", **options):
        if isinstance(section, DocstringSectionReturns | DocstringSectionYields):
            for result in section.value:
                named = " ".join(str(result.annotation).split())
                if named not in str(obj.returns):
                    return named
    return None


def warn_of_prose_types(obj: Object) -> None:
    """Log a warning if the type of a `Returns:` section is prose."""
    words = prose_type(obj)
    if words is not None:
        LOG.warning("%s: the words %r in Returns would be shown as a type; avoid the colon after them", obj.path, words)
