"""Adapters that offer every game as an environment of other frameworks; each needs the extra of its name."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
