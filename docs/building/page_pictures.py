"""Pictures in pages, drawn by the library when a page is built: a fence of the language `picture`.

The first line of the fence is a position; the actions after it have lines of their own or share one. The picture shows
the state after them, with the last action marked. Options are in the fence's first line, as in
`picture mark="legal" view="forest"`:

- `before="yes"`: the positions before and after the last action, side by side;
- `caption="..."`: a line below;
- `game`: `cairn` (default), `korrigans` or `endless-winter`;
- `legend="yes"`: instead of a position, the lines are ids of megaliths, which a legend explains;
- `map="sallow-fen/mill.toml"`: instead of a position, a dungeon or a land of the role-playing game in `examples`;
- `mark`: `last` (the last action; default), `legal` (all legal actions) or `none`;
- `parts="map megaliths"`: in Endless Winter the parts of the table to draw (default: all);
- `stones="module"` or `stones="module:name"`: custom megaliths of the position (default name: `STONES`); the module is
  in `examples`, or the page shows it as a file;
- `view`: the tribe at the bottom, `sea` (default) or `forest`; in other games the seat whose view is shown, such
  as `blue` or `cyan` (default: a spectator's view);
- `width`: maximum width of one picture, in pixels (default: 420).

A position of Korrigans or Endless Winter is a set-up, such as `players=3 seed=7 side=advanced`; `played=40` takes 40
random decisions from the same seed before the actions. In Endless Winter, `until=eclipse` (a phase) or `until=3` (a
round) lets purposeful players play instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

from cairn_rules import Registry, cairn, endless_winter, korrigans, player_named
from cairn_rules.cairn.pictures import legend_svg
from cairn_rules.cairn_rpg import campaign, dungeon
from cairn_rules.cairn_rpg.campaign.maps.findings import LANDS
from cairn_rules.cairn_rpg.dungeon.maps.findings import MAPS
from cairn_rules.codec.data_file import data_in_file
from cairn_rules.packs import kind_of

GAMES: Final[dict[str, Any]] = {"cairn": cairn, "korrigans": korrigans, "endless-winter": endless_winter}
"""The games that are drawn, by the value of the option `game`."""

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
_KORRIGANS: Final = korrigans.MANIFEST.seats.names
_WINTER: Final = endless_winter.MANIFEST.seats.names
OPTIONS: Final = {
    "before": re.compile("yes"),
    "caption": re.compile(".+"),
    "game": re.compile("|".join(GAMES)),
    "legend": re.compile("yes"),
    "map": re.compile("[a-z-]+/[a-z-]+[.]toml"),
    "mark": re.compile("last|legal|none"),
    "parts": re.compile("[a-z]+( [a-z]+)*"),
    "stones": re.compile("[a-z_.]+(:[a-z_]+)?"),
    "view": re.compile("|".join(("sea", "forest", *_KORRIGANS, *_WINTER))),
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
    if options.get("legend"):
        known = _known(options)
        return _figure([legend_svg([known[id] for id in source.split()])], options)
    if options.get("map"):
        return _figure([_map(EXAMPLES / options["map"])], options)
    position, *lines = (line for line in source.splitlines() if line.strip())
    texts = " ".join(lines).split()
    game = GAMES[options.get("game", "cairn")]
    draw = _drawn_by(options)
    states = [_position(position, options) if game is cairn else _set_up(position, game)]
    taken: list[Any] = []
    for text in texts:
        taken.append(game.parse_action(text, states[-1]))
        states.append(game.apply(states[-1], taken[-1]))
    shown = [draw(states[-1], _marked(game, states[-1], taken, options))]
    if options.get("before") and taken:
        shown = [draw(states[-2], () if game is cairn else taken[-1]), *shown]
    return _figure(shown, options)


def _figure(shown: list[str], options: dict[str, str]) -> str:
    """Return pictures side by side as a figure with its caption."""
    caption = options.get("caption")
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    width = options.get("width", "420")
    inner = "".join(f'<div style="max-width: {width}px">{svg}</div>' for svg in shown)
    return f'<figure class="position"><div class="boards">{inner}</div>{below}</figure>'


def _position(text: str, options: dict[str, str]) -> cairn.State:
    return cairn.parse_position(text, _known(options))


def _map(path: Path) -> str:
    """Return the picture of a dungeon or a land."""
    with data_in_file(path, 1 << 20, "a map") as data:
        kind = kind_of(data, (MAPS, LANDS))
    value: Any = kind.read(str(path))
    return dungeon.map_svg(value) if kind is MAPS else campaign.map_svg(value)


def _known(options: dict[str, str]) -> Registry[cairn.Megalith]:
    """Return the megaliths that a fence may name."""
    return cairn.BASE_SET | _stones(options["stones"]) if "stones" in options else cairn.BASE_SET


def _stones(place: str) -> Registry[cairn.Megalith]:
    module, _, name = place.partition(":")
    held = getattr(import_module(module), name or "STONES")
    return Registry((held,) if isinstance(held, cairn.Megalith) else held)


def _set_up(text: str, game: Any) -> Any:
    """Return a state from the set-up in the first line of a fence."""
    given = {name: value for name, _, value in (word.partition("=") for word in text.split())}
    seed, players, played = (int(given.pop(name, default)) for name, default in zip(*_NUMBERS, strict=True))
    until = given.pop("until", None)
    more: dict[str, Any] = {"layout": given.pop("layout")} if "layout" in given else {}
    state = game.new_game(seed=seed, players=players, variant=game.Variant(**given), **more)
    rng = Random(seed)
    for _ in range(played):
        state = game.apply(state, rng.choice(game.legal_actions(state)))
    if until is not None:
        purposeful = player_named("purposeful", game)(game, seed=seed)
        while until not in {state.phase, str(state.round)}:
            action = purposeful.choose(game.observe(state, state.active))
            state = game.apply(state, action)
    return state


_NUMBERS: Final = (("seed", "players", "played"), ("0", "2", "0"))
"""Numbers in the set-up of a picture, and their defaults."""


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
        player = None if view is None else _KORRIGANS.index(view)
        return lambda state, highlight: korrigans.svg(state, viewer=player, highlight=highlight)
    if options.get("game") == "endless-winter":
        seat, parts = None if view is None else _WINTER.index(view), options.get("parts", "").split()
        return lambda state, highlight: endless_winter.svg(state, viewer=seat, highlight=highlight, parts=parts)
    perspective = cairn.Tribe.FOREST if view == "forest" else cairn.Tribe.SEA
    return lambda state, highlight: cairn.svg(state, perspective=perspective, highlight=highlight)
