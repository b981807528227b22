"""Players that work only for Endless Winter."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
