"""Thousands of games of Cairn at once, in arrays, for training and statistics (extra `batch`)."""

from importlib.util import find_spec as _find_spec

from cairn_rules.errors import MissingExtraError as _MissingExtraError
from cairn_rules.lazy import load_lazily as _load_lazily

if _find_spec("numpy") is None:
    raise _MissingExtraError(__name__, "numpy", "batch")

from cairn_rules.cairn.batch.batch import Batch

__all__ = ["Batch"]

_load_lazily(globals())
