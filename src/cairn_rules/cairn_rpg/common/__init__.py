"""Shared parts of the games of this package: logs, records, documents, parts of actions, rows of diagrams."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
