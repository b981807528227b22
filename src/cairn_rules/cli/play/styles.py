"""The colours of blocks in a terminal, by rich, the extra `cli`."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from rich.text import Text

from cairn_rules.cli.messages import escaped
from cairn_rules.cli.play.blocks import Block, Kind

_STYLES: Final = {Kind.CHANGES: "bold", Kind.WARNING: "underline red", Kind.RESULT: "bold"}
_TINTS: Final = {"sea": "cyan", "forest": "green"}
"""Colours that are readable on light and dark backgrounds. No two things differ by colour alone: signs differ too."""


def styled(block: Block) -> Text:
    """Return a block in its colours."""
    shown = escaped(block.text)
    text = Text(shown, _STYLES.get(block.kind, ""))
    for sign, tint in block.tints.items():
        text.highlight_words([sign], _TINTS[tint])
    lines = [0, *accumulate(len(line) + 1 for line in shown.split("\n"))]
    for mark in block.marks:
        style = "reverse" if mark.end - mark.start == 1 else "bold"
        text.stylize(style, lines[mark.line] + mark.start, lines[mark.line] + mark.end)
    return text
