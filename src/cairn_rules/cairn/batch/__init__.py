"""Cairn by the thousand: many games at once, in arrays, for training and statistics (extra `batch`)."""

from __future__ import annotations

from importlib.util import find_spec

from cairn_rules.errors import MissingExtraError

if find_spec("numpy") is None:
    raise MissingExtraError(__name__, "numpy", "batch")

from cairn_rules.cairn.batch.batch import Batch

__all__ = ["Batch"]
