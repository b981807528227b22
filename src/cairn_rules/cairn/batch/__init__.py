"""Thousands of games of Cairn at once, in arrays, for training and statistics (extra `batch`)."""

from cairn_rules.errors import missing_extra as _missing_extra
from cairn_rules.lazy import load_lazily as _load_lazily

if _missing := _missing_extra(__name__, "batch", "numpy"):
    raise _missing

from cairn_rules.cairn.batch.batch import Batch

__all__ = ["Batch"]

_load_lazily(globals())
