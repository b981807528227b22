"""The book's procedures, also outside fights: saves, damage, carrying, trade, recovery, magic and the party."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
