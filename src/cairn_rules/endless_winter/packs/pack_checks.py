"""Validation of a pack's plain data, which finds every fault and its path (rules page, section 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice, pairwise
from typing import Any, Final, cast, final

from cairn_rules.endless_winter.content import WILD
from cairn_rules.endless_winter.packs.pack_schema import AROUND, PACK, PLAYERS
from cairn_rules.endless_winter.packs.pack_shapes import Found, Path, origin_faults, path_text
from cairn_rules.errors import MOST_FAULTS, Fault, hint
from cairn_rules.frozen_classes import frozen

BASE: Final = "base"
"""The id of the terrain in the middle of the map."""
GLACIER: Final = "glacier"
"""The id of the terrain that fills the rest of the map."""
CARDS: Final = ("tribe", "starting", "culture")
"""The lists of cards that go through the decks of the players."""
RECORDS: Final = (*CARDS, "animals", "terrain", "stones", "setup", "chiefs")
"""The lists of records with an id. The cards of the rival are another."""


def pack_faults(data: dict[str, Any]) -> tuple[Fault, ...]:
    """Return the faults of a table that should be a pack; empty if a game can be played with it.

    A value that cannot be read is reported once, and left out of the checks of the pack as a whole.
    """
    found = list(islice(PACK.faults(data, ()), MOST_FAULTS))
    whole = _Whole(data, [path for path, _ in found])
    found += islice(whole.faults(), MOST_FAULTS - len(found))
    return tuple(Fault(path_text(path), message) for path, message in found)


def canonical(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return plain data without faults in canonical form: keys in one order, and effects in one spelling."""
    return cast("dict[str, Any]", PACK.plain(data))


@final
@frozen
class _Whole:
    """The checks of values that depend on one another."""

    data: dict[str, Any]
    broken: list[Path]
    """The paths of values with faults of their own."""

    def faults(self) -> Found:
        """Yield the faults of values that are valid individually but not together."""
        yield from chain(
            self._repeated_ids(),
            self._repeated_names(),
            self._limits(),
            self._animal_sets(),
            self._terrain(),
            self._stones(),
            self._setup(),
            self._tracks(),
            self._levels(),
            self._charts(),
            self._tiles(),
            self._layouts(),
            self._origins(),
        )

    def _sound(self, *wanted: str | Path) -> bool:
        """Return whether none of these values has a fault; `*` stands for any key, `#` for none."""
        paths = [path.split(".") if isinstance(path, str) else path for path in wanted]
        return not any(
            all(key == "*" or str(key) == str(step) for key, step in zip(path, broken, strict=False))
            for path in paths
            for broken in self.broken
        )

    def _records(self, key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Yield the valid records of a list with their indices."""
        if self._sound(f"{key}.#"):
            yield from _tables(self.data[key])

    def _repeated(self, value: str, lists: Mapping[Path, Iterator[tuple[int, Mapping[str, Any]]]]) -> Found:
        first: dict[str, Path] = {}
        for where, records in lists.items():
            for index, record in records:
                path = (*where, index)
                text = record.get(value)
                if isinstance(text, str) and first.setdefault(text, path) != path:
                    yield (*path, value), f"{text!r} is the {value} of {path_text(first[text])[2:]} already"

    def _repeated_ids(self) -> Found:
        lists: dict[Path, Iterator[tuple[int, Mapping[str, Any]]]] = {(key,): self._records(key) for key in RECORDS}
        if self._sound("solo.cards.#"):
            lists["solo", "cards"] = _tables(self.data["solo"]["cards"])
        yield from self._repeated("id", lists)

    def _repeated_names(self) -> Found:
        yield from self._repeated("name", {(key,): self._records(key) for key in CARDS})

    def _limits(self) -> Found:
        limits = self.data.get("limits", {})
        if self._sound("limits.turns_per_round", "limits.tribe_figures"):
            turns, figures = limits["turns_per_round"], limits["tribe_figures"] + 1
            if turns > figures:
                yield (
                    ("limits", "turns_per_round"),
                    f"{turns} turns need {turns} figures, but there are {figures}, the Chief included",
                )
        if self._sound("limits.turns_per_round", "solo.cards.#"):
            turns, cards = limits["turns_per_round"], len(self.data["solo"]["cards"])
            if turns > cards:
                yield ("solo", "cards"), f"the rival uses {turns} cards a round, but the number of cards is {cards}"
        if self._sound("limits.stones_per_player", "stone_spaces.#"):
            stones, spaces = limits["stones_per_player"], len(self.data["stone_spaces"])
            if stones != spaces:
                yield ("stone_spaces",), f"{spaces} spaces, but limits.stones_per_player is {stones}"

    def _animal_sets(self) -> Found:
        if self._sound("animal_sets.1", "animal_sets.2", "animal_sets.3", "animal_sets.4"):
            for less, more in pairwise("1234"):
                if self.data["animal_sets"][less] > self.data["animal_sets"][more]:
                    yield ("animal_sets", more), f"a set of {more} is worth less than a set of {less}"

    def _terrain(self) -> Found:
        if not self._sound("terrain.*.id", "terrain.*.copies"):
            return
        copies = {each["id"]: each["copies"] for each in self.data["terrain"]}
        if len(copies) < len(self.data["terrain"]):
            return  # two have the same id, a fault by itself
        missing = [id for id in (BASE, GLACIER) if id not in copies]
        for id in missing:
            yield ("terrain",), f"no terrain has the id {id!r}, which the map needs"
        if copies.get(BASE, 1) != 1:
            index = [each["id"] for each in self.data["terrain"]].index(BASE)
            yield ("terrain", index, "copies"), f"{BASE!r} has copies = {copies[BASE]}, but the map has one"
        for players in () if missing else PLAYERS:
            where = ("terrain_table", players)
            if self._sound(where):
                yield from _map_faults(copies, self.data["terrain_table"][players], where)

    def _stones(self) -> Found:
        limits = self.data.get("limits", {})
        if self._sound("stones.#", "limits.rounds", "limits.stones_per_pool"):
            most = limits["rounds"] * max(limits["stones_per_pool"].values())
            if most > len(self.data["stones"]):
                yield ("stones",), f"{len(self.data['stones'])} stones, but the pools hold up to {most}"
        known: dict[str, tuple[str, ...]] = {}
        if self._sound("animals.*.set"):
            known["set"] = tuple(dict.fromkeys(each["set"] for each in self.data["animals"] if each["set"] != WILD))
        if self._sound("terrain.*.id"):
            ids = (each["id"] for each in self.data["terrain"])
            known["land"] = tuple(id for id in ids if id not in {BASE, GLACIER})
        if self._sound("stone_tables.#"):
            known["table"] = tuple(name for name in self.data["stone_tables"] if name not in {"note", "source"})
            for name in known["table"]:
                yield from self._stone_table(name)
        for index, stone in self._records("stones"):
            for key, names in known.items():
                if self._sound(f"stones.{index}.{key}") and key in stone and stone[key] not in names:
                    what = {"set": "colour of Animals", "land": "land type", "table": "table of stone_tables"}[key]
                    yield ("stones", index, key), f"{stone[key]!r} is not a {what}; {hint(stone[key], names)}"

    def _stone_table(self, name: str) -> Found:
        if self._sound(("stone_tables", name)):
            counts = [count for count, _ in self.data["stone_tables"][name]]
            if any(less >= more for less, more in pairwise(counts)):
                yield ("stone_tables", name), f"the counts {', '.join(map(str, counts))} do not ascend"

    def _setup(self) -> Found:
        yield from self._taken("tribe", "Tribe card", "tribe")
        yield from self._taken("animals", "species of Animals", "animals")

    def _taken(self, key: str, what: str, list_of: str) -> Found:
        """Yield the faults of the things that the Setup cards take: unknown ones, or too many."""
        if not self._sound(f"{list_of}.*.id"):
            return
        ids = tuple(each["id"] for each in self.data[list_of])
        taken: Counter[str] = Counter()
        for index, card in self._records("setup"):
            if self._sound(f"setup.{index}.{key}"):
                names = card[key] if isinstance(card[key], list) else [card[key]]
                taken.update(names)
                for place, name in enumerate(names):
                    if name not in ids:
                        path = (key, place) if isinstance(card[key], list) else (key,)
                        yield ("setup", index, *path), f"{name!r} is not the id of a {what}; {hint(name, ids)}"
        for index, each in enumerate(self.data[list_of]):
            if self._sound(f"{list_of}.{index}.copies") and taken[each["id"]] > each["copies"]:
                yield (
                    (list_of, index, "copies"),
                    f"{each['id']!r} has copies = {each['copies']}, but the Setup cards take {taken[each['id']]}",
                )

    def _tracks(self) -> Found:
        limits, track = self.data.get("limits", {}), self.data.get("food_track", {})
        if self._sound("food_track.max", "food_track.camp_spaces", "limits.camps"):
            right = list(range(track["max"] - limits["camps"] + 1, track["max"] + 1))
            if right[0] < 1:
                yield ("food_track", "max"), f"{track['max']} spaces cannot hold {limits['camps']} Camps"
            elif track["camp_spaces"] != right:
                yield (
                    ("food_track", "camp_spaces"),
                    f"{track['camp_spaces']} is not {right}: the Camps begin on the last spaces",
                )
        if self._sound("food_track.max", "food_track.labor_steps"):
            steps = track["labor_steps"]
            if any(less >= more for less, more in pairwise(steps)) or steps[-1:] > [track["max"]]:
                yield ("food_track", "labor_steps"), f"{steps} does not ascend from 1 to at most {track['max']}"

    def _levels(self) -> Found:
        limits = self.data.get("limits", {})
        if self._sound("limits.idol_levels", "offering_ratio.by_level.#"):
            levels, ratios = limits["idol_levels"], len(self.data["offering_ratio"]["by_level"])
            if ratios != levels + 1:
                yield ("offering_ratio", "by_level"), f"{ratios} ratios for levels 0 to {levels}"
        if self._sound("limits.idol_levels", "honor_points"):
            for level in self.data["honor_points"]:
                if level != "source" and int(level) > limits["idol_levels"]:
                    yield ("honor_points", level), f"there is no level {level}; the last is {limits['idol_levels']}"

    def _charts(self) -> Found:
        charts = self.data.get("honor_charts", {})
        if self._sound("honor_charts.thresholds"):
            thresholds = charts["thresholds"]
            if any(less >= more for less, more in pairwise(thresholds)):
                yield ("honor_charts", "thresholds"), f"{thresholds} does not ascend"
            for key in ("left", "middle", "right"):
                if self._sound(f"honor_charts.{key}.#") and len(charts[key]) != len(thresholds):
                    yield ("honor_charts", key), f"{len(charts[key])} values for {len(thresholds)} thresholds"

    def _tiles(self) -> Found:
        if not self._sound("megalith_tiles.#"):
            return
        for name, tile in self.data["megalith_tiles"].items():
            where = ("megalith_tiles", name)
            if self._sound((*where, "*", "x"), (*where, "*", "y")):
                places = {(space["x"], space["y"]) for space in tile}
                if len(places) < 6:
                    yield ("megalith_tiles", name), "the spaces are not those of a tile, 3 wide and 2 high"
            if self._sound((*where, "#")):
                yield from self._spaces(name, tile)
        if self._sound("megalith_tiles.*.*.start"):
            tiles = self.data["megalith_tiles"].values()
            if not any(space["start"] for tile in tiles for space in tile):
                yield ("megalith_tiles",), "no space has start = true, so no Megalith could be placed"

    def _spaces(self, name: str, tile: list[Any]) -> Found:
        for index, space in enumerate(tile):
            where = ("megalith_tiles", name, index)
            if self._sound((*where, "benefit"), (*where, "arrows")):
                arrows = space.get("arrows")
                if (space.get("benefit") is None) == (arrows is None):
                    yield where, "a space has either a benefit or arrows"
                if arrows is not None and (arrows[0] == arrows[1] or [0, 0] in arrows):
                    yield (*where, "arrows"), f"{arrows} does not point to two other spaces"

    def _layouts(self) -> Found:
        if not self._sound("megalith_layouts.#"):
            return
        for name, places in self.data["megalith_layouts"].items():
            if self._sound(("megalith_layouts", name)):
                spaces = [(left + x, top + y) for left, top in places for x in range(3) for y in range(2)]
                if len(set(spaces)) < len(spaces):
                    yield ("megalith_layouts", name), "tiles overlap"
                elif _reached(set(spaces), spaces[0]) < len(spaces):
                    yield ("megalith_layouts", name), "the tiles are not connected: some do not touch the others"

    def _origins(self) -> Found:
        """Yield the faults of the origins that are given outside their values."""
        for key in ("tool_max", "megalith_tiles", "megalith_layouts"):
            beside = f"{key}_source"
            if self._sound(beside, f"{key}.#"):
                value = self.data[key]
                keys = cast("dict[str, Any]", value) if isinstance(value, dict) else (key,)
                yield from origin_faults(self.data[beside], (beside,), dict.fromkeys(keys, ()))


def _map_faults(copies: Mapping[str, int], table: Mapping[str, int], where: Path) -> Found:
    """Yield the faults of the numbers of tiles on a map, given the number of tiles of each terrain."""
    land = [number for id, number in copies.items() if id not in {BASE, GLACIER}]
    total = sum(table[key] for key in ("fixed", "glacier", "added"))
    if total != AROUND:
        yield where, f"{total} tiles in all; the map has {AROUND} around the Base"
    if table["fixed"] != len(land):
        yield (*where, "fixed"), f"{table['fixed']} tiles, one of each land type; there are {len(land)} types"
    elif table["added"] > sum(land) - len(land):
        yield (*where, "added"), f"{table['added']} more land tiles; there are {sum(land) - len(land)}"
    if table["glacier"] > copies[GLACIER]:
        yield (*where, "glacier"), f"{table['glacier']} Glaciers; there are {copies[GLACIER]}"


def _tables(records: list[Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for index, record in enumerate(records):
        if isinstance(record, dict):
            yield index, cast("dict[str, Any]", record)


def _reached(spaces: set[tuple[int, int]], start: tuple[int, int]) -> int:
    """Return the number of spaces that are connected with one of them, by edges."""
    reached = {start}
    edge = [start]
    while edge:
        x, y = edge.pop()
        for space in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if space in spaces and space not in reached:
                reached.add(space)
                edge.append(space)
    return len(reached)
