"""Pictures in pages, drawn by the library when a page is built: a fence of the language `picture`.

The first line of the fence is a position, every further line an action that is taken. What is shown is the state after
them, the last action marked. Options stand in the fence's first line, as in `picture mark="legal" view="forest"`:

- `before="yes"`: the position before the last action beside the one after it;
- `caption="..."`: a line below;
- `mark`: `last` (the action that was taken last, as by default), `legal` (all that is legal now) or `none`;
- `stones="module"`: a module with megaliths to read the position with, beside those of the box;
- `view`: `sea` (at the bottom, as by default) or `forest`;
- `width`: the most pixels that one picture is wide, 420 by default.
"""

from __future__ import annotations

import re
from html import escape
from importlib import import_module
from typing import Any, Final

import cairn_rules as cairn

OPTIONS: Final = {
    "before": re.compile("yes"),
    "caption": re.compile(".+"),
    "mark": re.compile("last|legal|none"),
    "stones": re.compile("[a-z_.]+"),
    "view": re.compile("sea|forest"),
    "width": re.compile("[1-9][0-9]{1,3}"),
}
"""What can be said in a fence's first line, and what it may be."""


def picture(source: str, options: dict[str, str]) -> str:
    """The figure that a fence asks for, as HTML.

    Raises:
        ValueError: when an option is unknown or cannot be used.
        CairnRulesError: when the position or an action cannot be read, or an action is illegal.
    """
    for name, value in options.items():
        if name not in OPTIONS or not OPTIONS[name].fullmatch(value):
            raise ValueError(f"a picture has no option {name}={value!r}; it has {', '.join(OPTIONS)}")
    position, *texts = (line for line in source.splitlines() if line.strip())
    registry = cairn.BASE_SET
    if module := options.get("stones"):
        registry = registry | cairn.Registry(import_module(module).STONES)
    states = [cairn.parse_position(position, registry)]
    taken: list[Any] = []
    for text in texts:
        taken.append(cairn.parse_action(text, states[-1]))
        states.append(cairn.apply(states[-1], taken[-1]))
    if options.get("before") and taken:
        shown = [_svg(states[-2], options, ()), _svg(states[-1], options, _marked(states[-1], taken, options))]
    else:
        shown = [_svg(states[-1], options, _marked(states[-1], taken, options))]
    caption = options.get("caption")
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    width = options.get("width", "420")
    inner = "".join(f'<div style="max-width: {width}px">{svg}</div>' for svg in shown)
    return f'<figure class="position"><div class="boards">{inner}</div>{below}</figure>'


def _marked(state: cairn.State, taken: list[Any], options: dict[str, str]) -> Any:
    match options.get("mark", "last"):
        case "legal":
            return cairn.legal_actions(state)
        case "last" if taken:
            return taken[-1]
        case _:
            return ()


def _svg(state: cairn.State, options: dict[str, str], highlight: Any) -> str:
    view = cairn.Tribe.FOREST if options.get("view") == "forest" else cairn.Tribe.SEA
    return cairn.svg(state, perspective=view, highlight=highlight)
