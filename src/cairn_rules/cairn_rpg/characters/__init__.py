"""Characters as values: attributes, inventories, attacks, effects, conditions and scars."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
