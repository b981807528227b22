"""Pictures in pages, drawn by the library when a page is built: a fence of the language `picture`.

The first line of the fence is a position, every further line an action. The picture shows the state after
them, with the last action marked. Options are in the fence's first line, as in `picture mark="legal" view="forest"`:

- `before="yes"`: the positions before and after the last action, side by side;
- `caption="..."`: a line below;
- `game`: `cairn` (default) or `korrigans`;
- `mark`: `last` (the last action; default), `legal` (all legal actions) or `none`;
- `stones="module"` or `stones="module:name"`: custom megaliths of the position (default name: `STONES`); the module is
  in `examples`, or the page shows it as a file;
- `view`: the tribe at the bottom, `sea` (default) or `forest`; in Korrigans the seat whose view is shown, such as
  `blue` (default: a spectator's view);
- `width`: maximum width of one picture, in pixels (default: 420).

A position of Korrigans is a set-up, such as `players=3 seed=7 side=advanced`; `played=40` takes 40 random decisions
from the same seed before the actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from importlib import import_module
from random import Random
from typing import Any, Final

import cairn_rules as cairn
from cairn_rules import korrigans
from cairn_rules.korrigans.seats import SEAT_NAMES

OPTIONS: Final = {
    "before": re.compile("yes"),
    "caption": re.compile(".+"),
    "game": re.compile("cairn|korrigans"),
    "mark": re.compile("last|legal|none"),
    "stones": re.compile("[a-z_.]+(:[a-z_]+)?"),
    "view": re.compile("|".join(("sea", "forest", *SEAT_NAMES))),
    "width": re.compile("[1-9][0-9]{1,3}"),
}
"""The options of a fence's first line, with patterns for their values."""


def picture(source: str, options: dict[str, str]) -> str:
    """Return the figure of a fence, as HTML.

    Raises:
        ValueError: If an option is unknown or has a wrong value.
        CairnRulesError: If the position or an action cannot be parsed, or an action is illegal.
    """
    for name, value in options.items():
        if name not in OPTIONS or not OPTIONS[name].fullmatch(value):
            raise ValueError(f"a picture has no option {name}={value!r}; it has {', '.join(OPTIONS)}")
    position, *texts = (line for line in source.splitlines() if line.strip())
    game: Any = korrigans if options.get("game") == "korrigans" else cairn
    draw = _drawn_by(options)
    states = [_set_up(position) if game is korrigans else _position(position, options)]
    taken: list[Any] = []
    for text in texts:
        taken.append(game.parse_action(text, states[-1]))
        states.append(game.apply(states[-1], taken[-1]))
    shown = [draw(states[-1], _marked(game, states[-1], taken, options))]
    if options.get("before") and taken:
        shown = [draw(states[-2], taken[-1] if game is korrigans else ()), *shown]
    caption = options.get("caption")
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    width = options.get("width", "420")
    inner = "".join(f'<div style="max-width: {width}px">{svg}</div>' for svg in shown)
    return f'<figure class="position"><div class="boards">{inner}</div>{below}</figure>'


def _position(text: str, options: dict[str, str]) -> cairn.State:
    stones = cairn.BASE_SET | _stones(options["stones"]) if "stones" in options else cairn.BASE_SET
    return cairn.parse_position(text, stones)


def _stones(place: str) -> cairn.Registry[cairn.Megalith]:
    module, _, name = place.partition(":")
    held = getattr(import_module(module), name or "STONES")
    return cairn.Registry((held,) if isinstance(held, cairn.Megalith) else held)


def _set_up(text: str) -> korrigans.State:
    """Return a state of Korrigans from the first line of a fence."""
    given = {name: value for name, _, value in (word.partition("=") for word in text.split())}
    seed, players, played = (int(given.pop(name, default)) for name, default in zip(*_NUMBERS, strict=True))
    variant: Any = given
    state = korrigans.new_game(seed=seed, players=players, variant=korrigans.Variant(**variant))
    rng = Random(seed)
    for _ in range(played):
        state = korrigans.apply(state, rng.choice(korrigans.legal_actions(state)))
    return state


_NUMBERS: Final = (("seed", "players", "played"), ("0", "2", "0"))
"""Numbers in the first line of a picture of Korrigans, and their defaults."""


def _marked(game: Any, state: Any, taken: list[Any], options: dict[str, str]) -> Any:
    match options.get("mark", "last"):
        case "legal":
            return game.legal_actions(state)
        case "last" if taken:
            return taken[-1]
        case _:
            return ()


def _drawn_by(options: dict[str, str]) -> Callable[[Any, Any], str]:
    """Return the function that draws a state with a highlight."""
    view = options.get("view")
    if options.get("game") == "korrigans":
        player = None if view is None else SEAT_NAMES.index(view)
        return lambda state, highlight: korrigans.svg(state, viewer=player, highlight=highlight)
    perspective = cairn.Tribe.FOREST if view == "forest" else cairn.Tribe.SEA
    return lambda state, highlight: cairn.svg(state, perspective=perspective, highlight=highlight)
