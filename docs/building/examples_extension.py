"""Lets griffe read the sections `Example:` of docstrings as code: it knows only the plural."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object


class ExamplesExtension(Extension):
    """Writes the heading of examples as griffe wants it."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Mend the docstring of whatever griffe has found."""
        if obj.docstring is not None:
            obj.docstring.value = re.sub(r"^( *)Example:$", r"\1Examples:", obj.docstring.value, flags=re.MULTILINE)
