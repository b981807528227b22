"""The faults of impossible states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cairn_rules import dumps, loads
from cairn_rules.errors import DocumentError, UnsoundStateError


def faults_of(check_sound: Callable[[Any], None], state: Any) -> list[str]:
    """The places of the faults of a state, which its document has too."""
    with pytest.raises(UnsoundStateError) as refused:
        check_sound(state)
    with pytest.raises(DocumentError) as unread:
        loads(dumps(state))
    assert [fault.message for fault in unread.value.faults] == [fault.message for fault in refused.value.faults]
    return [fault.where for fault in refused.value.faults]
