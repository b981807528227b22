"""The second look of the workshop's check, in a cell with another hash seed: `Page` answers JSON messages with JSON.

The cell is used for one look, because it watches files, the environment and the clock from then on. It looks at one
state per message, so that the page knows the state in which the text ends the cell or does not return.
"""

from __future__ import annotations

import json
import os
import pickle
from base64 import b64decode
from collections.abc import Iterator
from tempfile import mkdtemp
from typing import Any, final

from cairn_rules.cairn.testing.second_process import NOT_READ, watched
from web.workshop.stone import printing, read_stones


@final
class Page:
    """The backend of the second look. It works in a folder of its own."""

    def __init__(self) -> None:
        os.chdir(mkdtemp())
        self._look: Iterator[tuple[tuple[str, ...], tuple[str, ...]]] = iter(())

    def answer(self, message: str) -> str:
        """Answer a message; both are JSON.

        A message with a `source` and packed `states` begins the look. Every other one looks at the next state.

        Returns:
            Why there is no look, as `absent`, or None; or what is `seen` in a state and `read` meanwhile; or None after
            the last state.
        """
        sent: Any = json.loads(message)
        with printing():
            if "states" in sent:
                return json.dumps({"absent": self._begin(sent["source"], b64decode(sent["states"]))})
            found = next(self._look, None)
        return json.dumps(None if found is None else {"seen": found[0], "read": found[1]})

    def _begin(self, source: str, states: bytes) -> str | None:
        try:
            read_stones(source)
            self._look = watched(pickle.loads(states))  # noqa: S301 - it runs the text anyway
        except Exception:  # noqa: BLE001 - the text may do anything
            return NOT_READ.absent
        return None
