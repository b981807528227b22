"""Building blocks for the SVG pictures of all games: colours, style sheets, fitted text, shapes, the root element."""

from cairn_rules.lazy import load_lazily as _load_lazily

_load_lazily(globals())
