"""Seeds of tests that take long."""

from __future__ import annotations

from typing import Any

import pytest


def seeds(count: int) -> list[Any]:
    """Return so many seeds: the first is tried always, the others with the slow tests."""
    return [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, count)]]
