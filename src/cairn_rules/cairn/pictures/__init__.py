"""Pictures of Cairn states as SVG, and their colours."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn.pictures.legend import glyph_svg, legend_svg

__all__ = ["glyph_svg", "legend_svg"]

_load_lazily(globals(), {".legend": __all__})
