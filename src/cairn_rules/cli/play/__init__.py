"""Playing at a terminal: a session that answers what is typed, for any game, and the terminal around it."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
