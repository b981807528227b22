"""Conversion of a pack's sound plain data to a `Pack`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from attrs import fields

from cairn_rules.codec.json_text import write_json
from cairn_rules.endless_winter import content
from cairn_rules.endless_winter.effects import Effect, parse_effect
from cairn_rules.endless_winter.packs.pack_schema import PLAYERS

Table: TypeAlias = Mapping[str, Any]


def pack_from(data: Table) -> content.Pack:
    """Return the pack of plain data without faults, in canonical form (`pack_checks.canonical`)."""
    return content.Pack(
        **{key: data["pack"][key] for key in ("id", "edition", "name", "note")},
        limits=_limits(data["limits"]),
        tribe=tuple(map(_tribe_card, data["tribe"])),
        starting=tuple(map(_tribe_card, data["starting"])),
        culture=tuple(map(_culture_card, data["culture"])),
        animals=tuple(map(_animal, data["animals"])),
        animal_sets=tuple(data["animal_sets"][str(size)] for size in range(1, 5)),
        terrain=tuple(map(_terrain, data["terrain"])),
        land=MappingProxyType({players: _land(data["terrain_table"][str(players)]) for players in map(int, PLAYERS)}),
        stones=tuple(_stone(each, data["stone_tables"]) for each in data["stones"]),
        setup=tuple(map(_setup_card, data["setup"])),
        chief_labor=data["chief_a_side"]["column_added_labor"],
        chief_rest_labor=data["chief_a_side"]["rest_labor2"],
        chiefs=tuple(map(_chief, data["chiefs"])),
        order_benefits=tuple(map(parse_effect, data["turn_order_benefits"]["benefits"])),
        order_goods=tuple((goods["food"], goods["tools"]) for goods in data["setup_position_bonus"]["bonus"]),
        stone_spaces=tuple(map(_stone_space, data["stone_spaces"])),
        village_benefit=parse_effect(data["board_benefits"]["per_village_removed"]),
        megalith_benefit=parse_effect(data["board_benefits"]["per_two_own_megaliths_removed"]),
        food_max=data["food_track"]["max"],
        camp_spaces=tuple(data["food_track"]["camp_spaces"]),
        labor_steps=frozenset(data["food_track"]["labor_steps"]),
        tool_max=data["tool_max"],
        offering=tuple(data["offering_ratio"]["by_level"]),
        honor_points=MappingProxyType(
            {int(level): points for level, points in _without_source(data["honor_points"]).items()}
        ),
        honor_thresholds=tuple(data["honor_charts"]["thresholds"]),
        honor_charts=MappingProxyType({key: tuple(data["honor_charts"][key]) for key in ("left", "middle", "right")}),
        megalith_tiles=MappingProxyType({name: _tile(tile) for name, tile in data["megalith_tiles"].items()}),
        layouts=MappingProxyType({name: _pairs(places) for name, places in data["megalith_layouts"].items()}),
        rival=tuple(content.RivalCard(**card) for card in data["solo"]["cards"]),
        rival_stone_points=data["solo"]["stone_points"],
        rival_levels=tuple(data["solo"]["levels"]),
        switches=MappingProxyType(dict(data["switches"])),
        source=tuple(_pack_source(data)),
        data=write_json(data),
    )


def _limits(data: Table) -> content.Limits:
    pools = tuple(data["stones_per_pool"][players] for players in PLAYERS)
    named = {"stones_per_pool": cast("tuple[int, int, int]", pools), "village_food": data["villages_food"]}
    same = (each.name for each in fields(content.Limits) if each.name not in named)
    return content.Limits(**named, **{name: data[name] for name in same})


def _tribe_card(data: Table) -> content.TribeCard:
    action: Table = data["action"] or {"column": None, "added_labor": 0}
    return content.TribeCard(
        **_plain(data, "name", "copies", "labor", "points"),
        column=action["column"],
        added_labor=action["added_labor"],
        eclipse_labor=data["eclipse"]["labor2"],
        eclipse=_effect(data["eclipse"]["effect"]),
    )


def _culture_card(data: Table) -> content.CultureCard:
    return content.CultureCard(**_plain(data, "name", "era", "points"), effect=parse_effect(data["effect"]))


def _animal(data: Table) -> content.Animal:
    return content.Animal(**_plain(data, "name", "set", "copies"), tip=parse_effect(data["tip"]))


def _terrain(data: Table) -> content.Terrain:
    return content.Terrain(**_plain(data, "name", "copies"), benefit=_effect(data["benefit"]))


def _land(data: Table) -> tuple[int, int, int]:
    return data["fixed"], data["glacier"], data["added"]


def _stone(data: Table, tables: Table) -> content.Stone:
    return content.Stone(
        **_plain(data, "rule"),
        each=data.get("each", 0),
        counts=data.get("set", data.get("land")),
        table=_pairs(tables[data["table"]]) if "table" in data else (),
    )


def _setup_card(data: Table) -> content.SetupCard:
    return content.SetupCard(**_plain(data, "food", "tools", "tribe", "extra"), animals=tuple(data["animals"]))


def _chief(data: Table) -> content.Chief:
    side = data["b"]
    boost = side["boost"] or {"tools": 0, "added_labor": 0}
    return content.Chief(
        **_plain(data, "name"),
        column=side["column"],
        added_labor=side["added_labor"],
        boost_tools=boost["tools"],
        boost_labor=boost["added_labor"],
    )


def _stone_space(data: Table) -> content.StoneSpace:
    return content.StoneSpace(
        food=data["food"], tools=data["tools"], gain=parse_effect(data["gain"]), source=tuple(_source(data))
    )


def _tile(spaces: Iterable[Table]) -> tuple[content.MegalithSpace, ...]:
    return tuple(
        content.MegalithSpace(
            x=space["x"],
            y=space["y"],
            start=space["start"],
            benefit=_effect(space["benefit"]),
            arrows=_pairs(space["arrows"] or ()),
        )
        for space in sorted(spaces, key=lambda space: (space["y"], space["x"]))
    )


def _effect(text: str | None) -> Effect | None:
    return None if text is None else parse_effect(text)


def _pairs(data: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((first, second) for first, second in data)


def _plain(data: Table, *keys: str) -> dict[str, Any]:
    """Return the id, the source and some more values of a record, for the constructor of its class."""
    return {"id": data["id"], "source": tuple(_source(data)), **{key: data[key] for key in keys}}


def _without_source(data: Table) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in {"source", "note"}}


def _source(data: Table, where: str = "") -> content.Source:
    """Return the origin of each value of a record, or of a table of values at a path."""
    values = _without_source(data)
    values.pop("id", None)
    return tuple(_origins(values, data["source"], where))


def _origins(values: Table, source: Mapping[str, str], where: str = "") -> Iterator[tuple[str, str]]:
    """Yield the origin of each value. Parts of a value are named only if their origins are."""
    for key, value in values.items():
        parts = {name: tag for name, tag in source.items() if name.startswith(f"{key}.")}
        if (tag := source.get(key) or source.get("*")) and not (parts and len(parts) == len(value or ())):
            yield where + key, tag
        for name, tag in parts.items():
            yield where + name, tag


def _pack_source(data: Table) -> Iterator[tuple[str, str]]:
    """Yield the origin of each value that is not part of a record."""
    yield from _origins({"tool_max": data["tool_max"]}, data["tool_max_source"])
    for key, value in data.items():
        if isinstance(value, dict):
            table = cast("dict[str, Any]", value)
            if "source" in table:
                yield from _source(table, f"{key}.")
            elif f"{key}_source" in data:
                yield from _origins(table, data[f"{key}_source"], f"{key}.")
