"""Estimates of probabilities and means from simulated games."""

from __future__ import annotations

from math import sqrt

import pytest

from cairn_rules.cairn_rpg.estimates.estimate import Estimate


def test_the_standard_error_of_a_share() -> None:
    """The root of p (1 - p) / n: for 1 of 4 games, of 3/64."""
    assert Estimate.share(1, 4).error == pytest.approx(sqrt(3 / 64))
    assert Estimate.share(0, 4).error == Estimate.share(4, 4).error == 0
