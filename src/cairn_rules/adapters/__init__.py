"""Adapters that offer every game as an environment of another framework. Each needs the extra of the same name."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
