"""Pictures of Cairn states as SVG, and their colours."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
