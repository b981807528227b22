"""The content of the book: backgrounds, goods, spells, creatures and texts, and the packs that add to it."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
