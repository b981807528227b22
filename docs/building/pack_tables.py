"""Tables of the built-in content pack of Endless Winter, for its rules page.

Marks are plain Markdown here, as on the rules pages: the build turns them into pills.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from table_cells import code

from cairn_rules.endless_winter import default_pack
from cairn_rules.endless_winter.content import Pack, Stone, TribeCard

MARK_OF: Final = {"seed": "A", "derived": "A-", "published": "C", "reconstructed": "X"}
"""The mark of a rules page for each origin of a value, most reliable first."""
_WORDS: Final = {
    "labor": "Labor",
    "action": "Added Labor",
    "eclipse": "Eclipse",
    "b": "B side",
    "tip": "ability",
    "set": "colour",
    "each": "points",
}
_RECORDS: Final = {
    "Tribe cards": "tribe",
    "starting cards": "starting",
    "Setup cards": "setup",
    "Chief cards": "chiefs",
    "Culture cards": "culture",
    "Sacred Stones": "stones",
    "stone spaces": "stone_spaces",
    "Animals": "animals",
    "terrain": "terrain",
}
_FAMILIES: Final = {
    "megaliths_level_1": "own Megaliths on level 1",
    "megaliths_upper": "own Megaliths on level 2 or higher",
    "tipped_animals": "tipped Animals of one colour: {}",
    "camps_on_land": "own Camps on one land type: {}",
    "buried_different": "buried cards with different names",
    "buried_identical": "buried cards with the same name",
}


def pack_table(name: str) -> str:
    """Return a table of the built-in pack.

    Raises:
        ValueError: If there is no such table.
    """
    if name not in _TABLES:
        raise ValueError(f"there is no table {name!r} of a content pack, but {', '.join(_TABLES)}")
    return "\n".join(_TABLES[name](default_pack()))


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    line = "| {} |".format
    names = list(heads)
    yield line(" | ".join(names))
    yield f"|{'---|' * len(names)}"
    for row in rows:
        yield line(" | ".join("-" if cell is None else str(cell) for cell in row))


def _code(effect: object) -> str | None:
    """Return an effect as code that can stand in a table."""
    return None if effect is None else code(str(effect))


def _source(record: Any) -> str:
    """Return the marks of a record, each with the values that have it unless all have the same."""
    values: dict[str, list[str]] = {}
    for key, tag in record.source:
        values.setdefault(tag, []).append(_word(key))
    marks = [tag for tag in MARK_OF if tag in values]
    if len(marks) == 1:
        return f"**[{MARK_OF[marks[0]]}]**"
    return "; ".join(f"**[{MARK_OF[tag]}]** {', '.join(values[tag])}" for tag in marks)


def _word(key: str) -> str:
    return {"eclipse.labor2": "Eclipse Labor", "eclipse.effect": "Eclipse"}.get(key) or _WORDS.get(key, key)


def _halves(number: int) -> str | None:
    """Return a number of halves; None for none."""
    whole, half = divmod(number, 2)
    return f"+{whole or ''}{'½' * half}" if number else None


def _tribe_cards(cards: Iterable[TribeCard]) -> Iterator[str]:
    heads = ("card", "id", "copies", "Labor", "points", "Added Labor", "Eclipse Labor", "Eclipse", "source")
    rows = (
        (
            card.name,
            f"`{card.id}`",
            card.copies,
            card.labor,
            card.points,
            f"+{card.added_labor} in {card.column.capitalize()}" if card.column else None,
            _halves(card.eclipse_labor),
            _code(card.eclipse),
            _source(card),
        )
        for card in cards
    )
    return _table(heads, rows)


def _setup(pack: Pack) -> Iterator[str]:
    extras = {"idol": "1 Idol", "camp": "a Camp on the Base", "bury_starting": "bury a card", "draw": "a sixth card"}
    rows = (
        (
            f"`{card.id}`",
            card.food,
            card.tools,
            pack.tribe_cards[card.tribe].name,
            ", ".join(pack.species[animal].name for animal in card.animals),
            extras[card.extra] if card.extra else None,
        )
        for card in pack.setup
    )
    return _table(("id", "Food", "Tools", "Tribe card", "Animals", "extra"), rows)


def _chiefs(pack: Pack) -> Iterator[str]:
    for_tools = "; {0.boost_tools} Tool for {0.boost_labor} more".format
    rows = (
        (
            chief.name,
            f"`{chief.id}`",
            "any column" if chief.column == "any" else chief.column.capitalize(),
            f"{chief.added_labor}{for_tools(chief) if chief.boost_tools else ''}",
            _source(chief),
        )
        for chief in pack.chiefs
    )
    return _table(("Chief", "id", "B side: column", "Labor", "source"), rows)


def _culture(pack: Pack) -> Iterator[str]:
    rows = ((card.era, f"`{card.id}`", card.name, _code(card.effect), card.points) for card in pack.culture)
    return _table(("Era", "id", "card", "effect", "points"), rows)


def _stones(pack: Pack) -> Iterator[str]:
    names = {terrain.id: terrain.name for terrain in pack.terrain}
    rows = (
        (
            f"`{stone.id}`",
            _FAMILIES[stone.rule].format(names.get(stone.counts or "", stone.counts)),
            _stone_points(stone),
            _source(stone),
        )
        for stone in pack.stones
    )
    return _table(("id", "counts", "points", "source"), rows)


def _stone_points(stone: Stone) -> str:
    if not stone.table:
        return f"{stone.each} each"
    ends = [*(least - 1 for least, _ in stone.table[1:]), None]
    return ", ".join(
        f"{least}{'+' if most is None else f'-{most}' if most > least else ''} → {points}"
        for (least, points), most in zip(stone.table, ends, strict=True)
    )


def _turn_order(pack: Pack) -> Iterator[str]:
    goods = [
        ", ".join(f"{count} {name}" for count, name in zip(each, ("Food", "Tool"), strict=True) if count) or None
        for each in pack.order_goods
    ]
    rows = zip(range(1, 5), map(_code, pack.order_benefits), goods, strict=True)
    return _table(("position", "Eclipse **[X]**", "set-up **[A]**"), rows)


def _stone_spaces(pack: Pack) -> Iterator[str]:
    rows = (
        (number, f"{space.food} Food, {space.tools} Tool{'s' * (space.tools > 1)}", _code(space.gain), _source(space))
        for number, space in enumerate(pack.stone_spaces, 1)
    )
    return _table(("space", "price", "reward", "source"), rows)


def _megaliths(pack: Pack) -> Iterator[str]:
    def cell(space: Any) -> str:
        text = "↗ " + ", ".join(f"({x}, {y})" for x, y in space.arrows) if space.arrows else _code(space.benefit)
        return f"{text} \\*" if space.start else str(text)

    rows = ((f"{name} **[X]**", *map(cell, tile)) for name, tile in pack.megalith_tiles.items())
    return _table(
        ("tile", *(f"{row} {column}" for row in ("upper", "lower") for column in ("left", "middle", "right"))), rows
    )


def _layouts(pack: Pack) -> Iterator[str]:
    rows = ((f"`{name}` **[X]**", *map(str, places)) for name, places in pack.layouts.items())
    return _table(("pattern", "first tile", "second", "third", "fourth"), rows)


def _idols(pack: Pack) -> Iterator[str]:
    rows = (
        (level, "no points" if ratio is None else ratio, pack.honor_points.get(level))
        for level, ratio in enumerate(pack.offering)
    )
    return _table(("level", "Offering: goods for a point **[X]**", "Honor: points at once **[A]**"), rows)


def _animals(pack: Pack) -> Iterator[str]:
    rows = (
        (animal.name, f"`{animal.id}`", animal.set, animal.copies, _code(animal.tip), _source(animal))
        for animal in pack.animals
    )
    return _table(("species", "id", "colour", "copies", "ability", "source"), rows)


def _terrain(pack: Pack) -> Iterator[str]:
    rows = (
        (terrain.name, f"`{terrain.id}`", terrain.copies, _code(terrain.benefit), _source(terrain))
        for terrain in pack.terrain
    )
    return _table(("terrain", "id", "tiles", "benefit", "source"), rows)


def _honor(pack: Pack) -> Iterator[str]:
    least = pack.honor_thresholds
    ends = [*(each - 1 for each in least[1:]), None]
    heads = [f"{first}+ buried" if last is None else f"{first}-{last}" for first, last in zip(least, ends, strict=True)]
    ranks = {"left": "first", "middle": "second", "right": "all others"}
    return _table(("chart", "rank", *heads), ((key, rank, *pack.honor_charts[key]) for key, rank in ranks.items()))


def _sources(pack: Pack) -> Iterator[str]:
    """Yield the number of values of each kind of content, by mark."""
    kinds = {
        name: Counter(tag for record in getattr(pack, key) for _, tag in record.source)
        for name, key in _RECORDS.items()
    }
    kinds["tracks, tables, tiles and numbers"] = Counter(tag for _, tag in pack.source)
    kinds["in all"] = sum(kinds.values(), Counter())
    rows = ((name, *(tags[tag] or None for tag in MARK_OF)) for name, tags in kinds.items())
    return _table(("values of", *(f"**[{mark}]**" for mark in MARK_OF.values())), rows)


_TABLES: Final[Mapping[str, Callable[[Pack], Iterator[str]]]] = {
    "animals": _animals,
    "chiefs": _chiefs,
    "culture": _culture,
    "honor": _honor,
    "idols": _idols,
    "layouts": _layouts,
    "megaliths": _megaliths,
    "setup": _setup,
    "sources": _sources,
    "starting": lambda pack: _tribe_cards(pack.starting),
    "stone_spaces": _stone_spaces,
    "stones": _stones,
    "terrain": _terrain,
    "tribe": lambda pack: _tribe_cards(pack.tribe),
    "turn_order": _turn_order,
}
"""The tables, by name."""
