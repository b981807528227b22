"""Cairn by the thousand: many games at once, in arrays, for training and statistics (extra `batch`)."""

from __future__ import annotations

from cairn_rules.cairn.batch.batch import Batch

__all__ = ["Batch"]
