"""The text drawing of a state: `diagram`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import wrap
from types import MappingProxyType
from typing import Final

from cairn_rules.checks import checked, chosen_parts
from cairn_rules.endless_winter.content import MegalithSpace
from cairn_rules.endless_winter.effects import COLUMNS, Benefit
from cairn_rules.endless_winter.rules.columns import CULTURE_PRICE
from cairn_rules.endless_winter.rules.observation import Observation
from cairn_rules.endless_winter.state.agenda import Arrows, Culture, Figure, Middle, SetupChoice, Tiles, Top
from cairn_rules.endless_winter.state.hexes import HEXES, Hex
from cairn_rules.endless_winter.state.megaliths import spaces_of
from cairn_rules.endless_winter.state.state import State
from cairn_rules.endless_winter.texts import words
from cairn_rules.endless_winter.texts.plain_text import plain_text
from cairn_rules.endless_winter.texts.possessions import influence_text, offering_text, possessions
from cairn_rules.endless_winter.texts.view import View, view_of
from cairn_rules.errors import ascii_text

_WIDTH: Final = 80
_HALF: Final = 39
"""Width of an entry in a list with two columns, in characters."""
_TILE: Final = 10
"""Width of a tile of the map, in characters."""
LETTERS: Final = "crog"
"""A letter for the pieces of each player, by seat number."""
_ARROWS: Final = MappingProxyType({(-1, 0): "<", (1, 0): ">", (0, -1): "^", (0, 1): "v"})
_HEAD: Final = 10
"""Width of the heads of lines, in characters."""


@checked
def diagram(
    state: State | Observation,
    *,
    unicode: bool = True,
    compact: bool = False,
    viewer: int | None = None,
    parts: str | Iterable[str] = (),
    plain: bool = False,
) -> str:
    r"""Return a drawing of a state in text, at most 80 columns wide.

    The drawing has these parts: `columns` with the free bottoms and the turn order, `setup` with the Chief and Setup
    cards to choose from, `culture` with the price and the effect of each Culture card, `supply` with Tribe cards and
    Animals, `stones`, `map`, `megaliths`, `idols` and `players` with all that the viewer may know of each player. The
    map shows Camps as the letter of a player and a number, and Villages as `V` and the letter; the Influence on tiles
    with a benefit follows. On the Megalith board, a letter with the level is a Megalith (`n`: neutral), `*` marks
    starting spaces, and `F`, `T`, `D`, `I`, `M`, `P` are Food, Tools, cards, Idols, Megaliths and points.

    Args:
        state: A state, or an observation, which is drawn as its seat sees it.
        unicode: Draw any characters that names contain (default: True). Otherwise draw ASCII only: accents are
            dropped, and characters without an ASCII letter become question marks.
        compact: Draw for a terminal of 24 lines (default: False): the parts that matter for the pending decision, a
            line for each player, and the hidden cards of the viewer.
        viewer: A seat number, whose hidden cards are shown, or None for a spectator (default: None).
        parts: The names of the parts to draw (default: all).
        plain: Return sentences for screen readers instead, a line each (default: False). They can be longer than 80
            columns, and have all parts.

    Raises:
        DefinitionError: if an argument is not valid.

    Example:
        >>> from cairn_rules import endless_winter
        >>> print(diagram(endless_winter.new_game(seed=7), parts=["columns"]))
        Endless Winter, round 1 of 4: Cyan must play a Culture card or go on
        Columns   free bottoms: Initiate, Develop, Migrate, Hunt
        Order     Cyan, Red; turn 1 of 6
    """
    view = view_of(state, viewer)
    if plain:
        text = plain_text(view)
        return text if unicode else ascii_text(text)
    chosen = chosen_parts(parts, tuple(_PARTS))
    lines: Iterable[str]
    if chosen:
        lines = (line for part in chosen for line in _PARTS[part](view))
    else:
        lines = _compact(view) if compact else _full(view)
    return _drawn(view, lines, unicode=unicode)


def small_diagrams(state: State, *, unicode: bool = True) -> tuple[str, ...]:
    """Return drawings of a state for terminals with few lines, as a spectator sees it, largest first.

    All have the parts that matter for the pending decision. The first one adds the columns and a line for each player,
    the second one only a line for each player.
    """
    view = view_of(state)
    focus = [line for part in _focus(view) for line in _SMALL_PARTS[part](view)]
    seats = [_seat_line(view, seat) for seat in range(len(view.players))]
    layouts = (_compact(view), [*focus, *seats], focus)
    return tuple(_drawn(view, lines, unicode=unicode) for lines in layouts)


def part_diagram(state: State, part: str, *, unicode: bool = True) -> str:
    """Return a part of the drawing of a state as a spectator sees it, without the heading."""
    view = view_of(state)
    return _joined(_PARTS[part](view), unicode=unicode)


def seat_diagram(state: State, seat: int, *, unicode: bool = True) -> str:
    """Return the public information about a player."""
    view = view_of(state)
    return _joined(_after(view.name(seat), "; ".join(possessions(view, seat))), unicode=unicode)


def _drawn(view: View, lines: Iterable[str], *, unicode: bool) -> str:
    heading = wrap(f"Endless Winter, {words.when(view)}: {words.asked(view)}", _WIDTH, subsequent_indent="  ")
    return _joined((*heading, *lines), unicode=unicode)


def _joined(lines: Iterable[str], *, unicode: bool) -> str:
    text = "\n".join(words.fitting(line.rstrip(), _WIDTH) for line in lines)
    return text if unicode else ascii_text(text)


def _full(view: View) -> Iterator[str]:
    """Yield the lines of the full drawing, part by part."""
    for part, lines in _PARTS.items():
        if part in _SEPARATED:
            yield ""
        yield from lines(view)


def _compact(view: View) -> Iterator[str]:
    """Yield the lines of the compact drawing."""
    yield from _columns(view)
    for part in _focus(view):
        yield from _SMALL_PARTS[part](view)
    for seat in range(len(view.players)):
        yield _seat_line(view, seat)
    yield from _own_cards(view)


_TOP_FOCUS: Final = MappingProxyType({"initiate": "supply", "develop": "culture", "migrate": "map", "hunt": "supply"})
_FOCUS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "megalith": ("megaliths", "idols"),
        "camp": ("map",),
        "move": ("map",),
        "village": ("map",),
        "culture": ("culture",),
        "tribe_to_hand": ("supply",),
        "tribe_to_discard": ("supply",),
        "bury_supply": ("supply",),
        "animal_take": ("supply",),
        "animal_draw": ("supply",),
        "animal_reveal": ("supply",),
    }
)


def _focus(view: View) -> tuple[str, ...]:
    """Return the parts that matter for the pending decision."""
    match view.pending:
        case SetupChoice():
            return ("setup", "idols")
        case Figure() | Culture():
            return ("culture", "supply", "stones", "idols")
        case Top():
            return (_TOP_FOCUS[str(view.this_turn.column)],)
        case Middle():
            part = {"develop": "stones", "migrate": "map"}.get(str(view.this_turn.column))
            return ("idols",) if part is None else (part,)
        case Tiles():
            return ("map",)
        case Arrows():
            return ("megaliths", "idols")
        case Benefit(kind):
            return _FOCUS.get(kind, ("idols",))
        case _:  # open: the hand and the Ritual pile are no parts, and other frames are never pending
            return ("idols",)


# Parts


def _after(head: str, text: str) -> list[str]:
    """Return a text after a head, wrapped into as many lines as it needs."""
    lines = wrap(text, _WIDTH - _HEAD) or [""]
    return [f"{'' if number else head:<{_HEAD}}{line}" for number, line in enumerate(lines)]


def _columns(view: View) -> Iterator[str]:
    free = [column.capitalize() for column, taken in zip(COLUMNS, view.table.bottoms, strict=True) if not taken]
    yield from _after("Columns", f"free bottoms: {', '.join(free) or 'none'}")
    turns = view.pack.limits.turns_per_round * len(view.players)
    turn = min(view.turn - (view.round - 1) * turns + 1, turns)
    now = f"; turn {turn} of {turns}" if view.phase == "action" else ""
    this = view.this_turn
    figure = "" if this.column is None else f"; {view.name(view.active)} on {words.place_name(this.column)}"
    labor = f" with {this.labor} Labor" if this.column is not None else f"; {this.labor} Labor" if this.labor else ""
    yield from _after("Order", ", ".join(map(view.name, view.order)) + now + figure + labor)


def _setup(view: View) -> Iterator[str]:
    for id in view.table.chiefs:
        yield from _after(id, words.chief_text(view.pack, id, "B"))
    for id in view.table.setups:
        yield from _after(id, words.setup_text(view.pack, id))


def _price(token: object) -> int:
    return CULTURE_PRICE - bool(token)


def _culture(view: View) -> Iterator[str]:
    first, second = view.culture_left
    yield from _after("Culture", f"price, name, points, effect; decks {first} of Era I, {second} of Era II")
    cards = view.pack.culture_cards
    for id, token in zip(view.table.row, view.table.tokens, strict=True):
        if id is not None:
            card = cards[id]
            name = words.fitting(card.name, 17)
            yield f"{id:<9} {_price(token)}L {name:<17} {card.points}p {words.effect_text(card.effect)}"


def _small_culture(view: View) -> Iterator[str]:
    cells: list[str] = []
    for id, token in zip(view.table.row, view.table.tokens, strict=True):
        if id is not None:
            card = view.pack.culture_cards[id]
            end = f" {words.effect_sign(card.effect)} {card.points}p"
            head = f"{_price(token)}L {id} "
            cells.append(head + words.fitting(card.name, max(3, _HALF - len(head) - len(end))) + end)
    yield from _in_two(cells)


def _in_two(cells: list[str]) -> Iterator[str]:
    """Yield entries in two columns."""
    for place in range(0, len(cells), 2):
        yield "  ".join(f"{words.fitting(cell, _HALF):<{_HALF}}" for cell in cells[place : place + 2])


def _supply(view: View) -> Iterator[str]:
    piles = zip(view.pack.tribe, view.table.piles, strict=True)
    yield from _after("Tribe", ", ".join(f"{card.name} {left}" for card, left in piles))
    animals = words.animals_text(view.pack, view.table.animals)
    yield from _after("Animals", f"{animals}; {view.animals_left} in the deck")


def _stones(view: View) -> Iterator[str]:
    for number, pool in enumerate(view.table.pools, 1):
        state = "" if number <= view.round else f", closed until round {number}"
        for place, id in enumerate(pool):
            yield from _after("" if number > 1 or place else "Stones", f"{id} {words.stone_text(view.pack, id)}{state}")


def _small_stones(view: View) -> Iterator[str]:
    player = view.players[view.active]
    if len(player.stones) < len(view.pack.stone_spaces):
        space = view.pack.stone_spaces[len(player.stones)]
        price = words.price_text(space.food, space.tools)
        yield from _after(
            "Stones", f"next space of {view.name(view.active)}: pay {price} for: {words.effect_text(space.gain)}"
        )
    open_stones = [id for pool in view.table.pools[: view.round] for id in pool]
    yield from _in_two([f"{id} {words.stone_text(view.pack, id)}" for id in open_stones])


def _idols(view: View) -> Iterator[str]:
    ranking = [
        f"{', '.join(map(view.name, seats))} {level}"
        for level, seats in reversed(list(enumerate(view.table.honor)))
        if seats
    ]
    yield from _after("Honor", f"{'; '.join(ranking)} (the first is ahead)")
    offering = [f"{view.name(seat)} {offering_text(view, player)}" for seat, player in enumerate(view.players)]
    yield from _after("Offering", "; ".join(offering))


def _map(view: View) -> Iterator[str]:
    cells: dict[int, list[tuple[int, str, str]]] = {}
    for tile, terrain in zip(HEXES, view.table.terrain, strict=True):
        name = view.pack.tiles[terrain].name[:3]
        camps = "".join(
            f"{LETTERS[seat]}{count}" for seat, player in enumerate(view.players) if (count := player.camps.count(tile))
        )
        cells.setdefault(tile.r, []).append((_left(tile), f"{tile} {name}", camps))
    villages: dict[int, list[tuple[int, str]]] = {}
    for seat, player in enumerate(view.players):
        for juncture in player.villages:
            middle = sum(_left(tile) for tile in juncture) // 3 + _TILE // 2 - 2
            villages.setdefault(min(tile.r for tile in juncture), []).append((middle, f"V{LETTERS[seat]}"))
    for row, tiles in cells.items():
        yield _placed((left, text) for left, text, _ in tiles)
        if any(camps for _, _, camps in tiles):
            yield _placed((left, camps) for left, _, camps in tiles)
        if row in villages:
            yield _placed(sorted(villages[row]))
    shares = [f"{tile} {share}" for tile in HEXES if (share := influence_text(view, tile))]
    if shares:
        yield from _after("Influence", "; ".join(shares))


def _left(tile: Hex) -> int:
    """Return the first character of a tile."""
    return (2 * tile.q + tile.r + 4) * _TILE // 2


def _placed(texts: Iterable[tuple[int, str]]) -> str:
    """Return texts in a line, each at its place."""
    line = ""
    for place, text in texts:
        line = f"{line:<{place}}{text}"
    return line


def _megaliths(view: View) -> Iterator[str]:
    spaces = spaces_of(view.pack, view.table.layout, view.table.megalith_tiles)
    signs = {(2 * x, 2 * y): _space_sign(space) for (x, y), space in spaces.items()}
    for spot, owner in sorted(view.table.megaliths, key=lambda each: each.spot.level):
        signs[spot.x, spot.y] = f"{'n' if owner is None else LETTERS[owner]}{spot.level}"
    rows = sorted({y for _, y in signs})
    columns = range(max(x for x, _ in signs) + 1)
    widths = [3 if any((x, y) in signs for y in rows) else 1 for x in columns]
    numbers = "".join(f"{x if width > 1 else '':<{width}}" for x, width in zip(columns, widths, strict=True))
    yield f"    {numbers}"
    for y in rows:
        cells = zip(columns, widths, strict=True)
        yield f"{y:>3} " + "".join(f"{signs.get((x, y), ''):<{width}}" for x, width in cells)


def _space_sign(space: MegalithSpace) -> str:
    """Return the benefit of a space in two characters, and `*` if it is a starting space."""
    if space.benefit is None:
        sign = "".join(_ARROWS.get(arrow, "@") for arrow in space.arrows)[:2]
    else:
        sign = words.effect_sign(space.benefit)
        sign = sign if len(sign) <= 2 else "~"
    return f"{sign}*" if space.start else sign


def _players(view: View) -> Iterator[str]:
    for seat in range(len(view.players)):
        yield from _after(view.name(seat), "; ".join(possessions(view, seat)))
    for seat, score in enumerate(view.scores or ()):
        yield from _after("" if seat else "Points", f"{view.name(seat)} {words.score_text(score)}")


def _seat_line(view: View, seat: int) -> str:
    """Return the goods, the pieces and the numbers of cards of a player in a line."""
    player, counts = view.players[seat], view.counts[seat]
    parts = [f"{view.name(seat):<6} {player.points}p"]
    if seat < view.seats:
        parts.append(f"F{player.food}/{view.capacity(seat)} T{player.tools}")
    figures = f"{'C' if player.chief_ready else ''}{player.figures or ''}" or "0"
    parts.append(f"fig {figures}{f' rest {player.resting}' if player.resting else ''}")
    parts.append(f"camps {player.camps_left} vill {player.villages_left} meg {player.neutrals}+{player.megaliths}")
    if seat < view.seats:
        buried = counts.buried + len(player.buried_openly)
        parts.append(f"hand {counts.hand} deck {counts.deck} bur {buried}")
    return "  ".join(parts)


def _own_cards(view: View) -> Iterator[str]:
    """Yield the hidden cards of the viewer."""
    if view.viewer is not None:
        player = view.players[view.viewer]
        for zone, cards in (("Hand", player.hand), ("Ritual", player.ritual), ("Buried", player.buried)):
            if cards:
                yield from _after(zone, words.cards_text(view.pack, cards))


_PARTS: Final[Mapping[str, Callable[[View], Iterator[str]]]] = MappingProxyType(
    {
        "columns": _columns,
        "setup": _setup,
        "culture": _culture,
        "supply": _supply,
        "stones": _stones,
        "map": _map,
        "megaliths": _megaliths,
        "idols": _idols,
        "players": _players,
    }
)
PARTS: Final = tuple(_PARTS)
_SMALL_PARTS: Final = MappingProxyType({**_PARTS, "culture": _small_culture, "stones": _small_stones})
_SEPARATED: Final = frozenset({"map", "megaliths", "idols"})
