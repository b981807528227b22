"""The second look of the workshop's check, in a cell with another hash seed: `Page` answers JSON messages with JSON.

The cell is used for one look, because it watches files, the environment and the clock from then on. It looks at one
state per message, so that the page knows the state in which the text ends the cell or does not return.
"""

from __future__ import annotations

import os
import pickle
from base64 import b64decode
from collections.abc import Iterator, Mapping
from tempfile import mkdtemp
from typing import Any, final

from typing_extensions import override

from cairn_rules.cairn.testing.second_process import NOT_READ, watched
from web.shared.answers import Backend
from web.workshop.stone import printing, read_stones


@final
class Page(Backend):
    """The backend of the second look. It works in a folder of its own."""

    def __init__(self) -> None:
        os.chdir(mkdtemp())
        self._look: Iterator[tuple[tuple[str, ...], tuple[str, ...]]] = iter(())

    @override
    def reply(self, asked: Mapping[str, Any]) -> dict[str, Any] | None:
        """Begin the look, or look at the next state.

        A question with a `source` and packed `states` begins it.

        Returns:
            Why there is no look, as `absent`, or None; or what is `seen` in a state and `read` meanwhile; or None after
            the last state.
        """
        with printing():
            if "states" in asked:
                return {"absent": self._begin(asked["source"], b64decode(asked["states"]))}
            found = next(self._look, None)
        return None if found is None else {"seen": found[0], "read": found[1]}

    def _begin(self, source: str, states: bytes) -> str | None:
        try:
            read_stones(source)
            self._look = watched(pickle.loads(states))  # noqa: S301 - it runs the text anyway
        except Exception:  # noqa: BLE001 - the text may do anything
            return NOT_READ.absent
        return None
