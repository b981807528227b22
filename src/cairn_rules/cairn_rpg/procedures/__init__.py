"""The book's procedures, in and out of a fight: saves, damage, carrying, trade, recovery, magic and the party."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
