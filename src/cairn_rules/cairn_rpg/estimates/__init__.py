"""Shared parts of odds and forecasts: numbers with their errors, policies, charts, and the markup of reports."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
