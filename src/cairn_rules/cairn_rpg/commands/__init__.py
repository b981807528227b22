"""Commands of the role-playing game on the command line."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
