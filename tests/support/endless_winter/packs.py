"""Random content packs: the shape of the built-in pack, with other effects, numbers, cards and tiles everywhere."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from cairn_rules.endless_winter import parse_pack
from cairn_rules.endless_winter.content import EXTRAS, Pack
from cairn_rules.endless_winter.effects import COLUMNS, KINDS

SOURCE = {"*": "reconstructed"}
SETS = ("red", "purple", "green", "yellow", "blue", "wild")
LAYOUTS = (
    [[0, 0], [3, 0], [0, 2], [3, 2]],
    [[0, 0], [3, 0], [6, 0], [9, 0]],
    [[0, 0], [3, 1], [6, 2], [9, 3]],
    [[0, 0], [1, 2], [0, 4], [1, 6]],
    [[4, 0], [4, 4], [2, 2], [5, 2]],
)


def random_effect(rng: Random) -> str:
    """Return the text of an effect: up to three steps, each perhaps with a price and a column."""
    return " then ".join(_step(rng) for _ in range(rng.choice((1, 1, 1, 2, 3))))


def _step(rng: Random) -> str:
    parts = rng.choice((1, 1, 2, 3))
    step = "+".join("|".join(_atom(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))) for _ in range(parts))
    if rng.random() < 0.2:
        goods = rng.sample(("food", "tool"), rng.randint(1, 2))
        step = f"pay {'+'.join(f'{kind}({rng.randint(1, 3)})' for kind in goods)} -> {step}"
    return f"{step} if {rng.choice(COLUMNS)}" if rng.random() < 0.2 else step


def _atom(rng: Random) -> str:
    kind = rng.choice(KINDS)
    if kind == "food_fill":
        return kind
    if kind == "village":
        return rng.choice(("village", "village(free_food)"))
    return f"{kind}({rng.choice((1, 1, 2, 3, rng.randint(4, 9)))})"


def random_data(rng: Random) -> dict[str, object]:
    """Return the data of a random pack."""
    tribe = [_tribe_card(rng, f"tribe{each}", 12) for each in range(rng.randint(1, 8))]
    animals = [_animal(rng, each) for each in range(rng.randint(1, 10))]
    setup = _setup(rng, tribe, animals)
    terrain, table = _terrain(rng)
    spaces = [
        {"food": rng.randint(0, 4), "tools": rng.randint(0, 4), "gain": random_effect(rng), "source": SOURCE}
        for _ in range(rng.randint(1, 5))
    ]
    limits = _limits(rng, len(spaces))
    stones = _stones(rng, limits, animals, terrain)
    levels = limits["idol_levels"]
    thresholds = sorted(rng.sample(range(1, 10), rng.randint(1, 4)))
    return {
        "format": 1,
        "pack": {"id": f"random{rng.randrange(10**6)}", "edition": "none", "name": "A random pack", "note": ""},
        "limits": limits,
        "tribe": tribe,
        "starting": [_tribe_card(rng, f"starting{each}", 4) for each in range(rng.randint(1, 4))],
        "culture": [_culture_card(rng, each) for each in range(rng.choice((1, 8, 20, 40, 60)))],
        "animals": animals,
        "animal_sets": {
            "1": (low := rng.randint(0, 3)),
            "2": low + rng.randint(0, 3),
            "3": low + 3 + rng.randint(0, 3),
            "4": low + 6 + rng.randint(0, 5),
            "source": SOURCE,
        },
        "terrain": terrain,
        "terrain_table": table,
        "stones": stones,
        "stone_tables": {"few": [[1, 3], [2, 6]], "many": [[2, 1], [4, 5], [6, 9]], "source": SOURCE},
        "setup": setup,
        "chief_a_side": {"column_added_labor": rng.randint(0, 3), "rest_labor2": rng.randint(0, 4), "source": SOURCE},
        "chiefs": [_chief(rng, each) for each in range(rng.randint(5, 7))],
        "turn_order_benefits": {"benefits": [random_effect(rng) for _ in range(4)], "source": SOURCE},
        "setup_position_bonus": {
            "bonus": [{"food": rng.randint(0, 6), "tools": rng.randint(0, 3)} for _ in range(4)],
            "source": SOURCE,
        },
        "stone_spaces": spaces,
        "board_benefits": {
            "per_village_removed": random_effect(rng),
            "per_two_own_megaliths_removed": random_effect(rng),
            "source": SOURCE,
        },
        "food_track": _food_track(rng, limits["camps"]),
        "tool_max": rng.randint(1, 10),
        "tool_max_source": SOURCE,
        "offering_ratio": {
            "by_level": [rng.choice((None, rng.randint(1, 6))) for _ in range(levels + 1)],
            "source": SOURCE,
        },
        "honor_points": {
            **{
                str(level): rng.randint(0, 4)
                for level in sorted(rng.sample(range(1, levels + 1), rng.randint(0, levels)))
            },
            "source": SOURCE,
        },
        "honor_charts": {
            "thresholds": thresholds,
            **{key: [rng.randint(0, 15) for _ in thresholds] for key in ("left", "middle", "right")},
            "source": SOURCE,
        },
        "megalith_tiles": _tiles(rng),
        "megalith_tiles_source": SOURCE,
        "megalith_layouts": {
            f"layout{place}": each for place, each in enumerate(rng.sample(LAYOUTS, rng.randint(1, 5)))
        },
        "megalith_layouts_source": SOURCE,
        "solo": _solo(rng, limits["turns_per_round"]),
        "switches": {
            "culture.second_card_cost": rng.choice(("free", "discard")),
            "middle.repeatable": rng.random() < 0.5,
            "rest.tip_animal": rng.random() < 0.5,
            "chief.side": rng.choice(("A", "choice")),
            "animals.wild_overflow": rng.random() < 0.5,
        },
    }


def _limits(rng: Random, stones: int) -> dict[str, object]:
    turns = rng.randint(1, 4)
    return {
        "rounds": 4,
        "turns_per_round": turns,
        "hand_draw": rng.randint(1, 7),
        "culture_row": 8,
        "culture_plays_per_turn": rng.randint(1, 3),
        "camps": rng.randint(2, 7),
        "villages": rng.randint(1, 4),
        "own_megaliths": rng.randint(1, 10),
        "neutral_megaliths": rng.randint(0, 3),
        "tribe_figures": max(1, turns - 1 + rng.randint(0, 1)),
        "stones_per_player": stones,
        "labor_tokens": 8,
        "idol_levels": rng.randint(1, 12),
        "villages_food": rng.randint(0, 4),
        "map_radius": 2,
        "animals_at_refill": "players + 1",
        "stones_per_pool": {players: rng.randint(1, 3) for players in "234"},
        "source": SOURCE,
    }


def _tribe_card(rng: Random, id: str, most: int) -> dict[str, object]:
    action = {"column": rng.choice(COLUMNS), "added_labor": rng.randint(0, 3)}
    effect = random_effect(rng) if rng.random() < 0.8 else None
    return {
        "id": id,
        "name": id.title(),
        "copies": rng.randint(1, most),
        "labor": rng.randint(0, 3),
        "points": rng.randint(0, 4),
        "action": action if rng.random() < 0.8 else None,
        "eclipse": {"labor2": rng.randint(0, 4), "effect": effect},
        "source": SOURCE,
    }


def _culture_card(rng: Random, number: int) -> dict[str, object]:
    return {
        "id": f"culture{number}",
        "era": rng.randint(1, 2),
        "name": f"Culture {number}",
        "effect": random_effect(rng),
        "points": rng.randint(0, 5),
        "source": SOURCE,
    }


def _animal(rng: Random, number: int) -> dict[str, object]:
    return {
        "id": f"animal{number}",
        "name": f"Animal {number}",
        "set": rng.choice(SETS),
        "copies": rng.randint(1, 12),
        "tip": random_effect(rng),
        "source": SOURCE,
    }


def _setup(rng: Random, tribe: list[dict[str, object]], animals: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return Setup cards, and add copies of what they take if there are too few."""
    cards = []
    for number in range(rng.randint(5, 7)):
        taken = [rng.choice(tribe), *rng.choices(animals, k=rng.randint(1, 3))]
        cards.append(
            {
                "id": f"setup{number}",
                "food": rng.randint(0, 6),
                "tools": rng.randint(0, 4),
                "tribe": taken[0]["id"],
                "animals": [animal["id"] for animal in taken[1:]],
                "extra": rng.choice((None, *EXTRAS)),
                "source": SOURCE,
            }
        )
    for each in (*tribe, *animals):
        needed = sum((each["id"] == card["tribe"]) + card["animals"].count(each["id"]) for card in cards)
        each["copies"] = max(each["copies"], needed)
    return cards


def _terrain(rng: Random) -> tuple[list[dict[str, object]], dict[str, object]]:
    """Return the terrain tiles, and the table of the tiles by number of players."""
    land = [(f"land{each}", rng.randint(1, 6)) for each in range(rng.randint(1, 12))]
    kinds = [("base", 1), ("glacier", 18), *land]
    rng.shuffle(kinds)
    more = sum(copies for _, copies in land) - len(land)
    table: dict[str, object] = {}
    for players in "234":
        added = rng.randint(0, min(more, 18 - len(land)))
        table[players] = {"fixed": len(land), "glacier": 18 - len(land) - added, "added": added}
    tiles = [
        {
            "id": id,
            "name": id.title(),
            "copies": copies,
            "benefit": random_effect(rng) if rng.random() < 0.8 else None,
            "source": SOURCE,
        }
        for id, copies in kinds
    ]
    return tiles, {**table, "source": SOURCE}


def _stones(
    rng: Random, limits: dict[str, object], animals: list[dict[str, object]], terrain: list[dict[str, object]]
) -> list[dict[str, object]]:
    colours = sorted({animal["set"] for animal in animals} - {"wild"})
    land = [each["id"] for each in terrain if each["id"] not in {"base", "glacier"}]
    rules = ["megaliths_level_1", "megaliths_upper", "camps_on_land", "buried_different", "buried_identical"]
    stones = []
    for number in range(4 * max(limits["stones_per_pool"].values()) + rng.randint(0, 4)):
        rule = rng.choice([*rules, "tipped_animals"] if colours else rules)
        stone = {"id": f"stone{number}", "rule": rule, "source": SOURCE}
        if rule == "tipped_animals":
            stone["set"] = rng.choice(colours)
        if rule == "camps_on_land":
            stone["land"] = rng.choice(land)
        if rule in {"megaliths_level_1", "megaliths_upper", "tipped_animals"}:
            stone["each"] = rng.randint(0, 4)
        else:
            stone["table"] = rng.choice(("few", "many"))
        stones.append(stone)
    return stones


def _chief(rng: Random, number: int) -> dict[str, object]:
    boost = {"tools": rng.randint(1, 3), "added_labor": rng.randint(0, 3)}
    side = {
        "column": rng.choice((*COLUMNS, "any")),
        "added_labor": rng.randint(0, 4),
        "boost": boost if rng.random() < 0.3 else None,
    }
    return {"id": f"chief{number}", "name": f"Chief {number}", "b": side, "source": SOURCE}


def _food_track(rng: Random, camps: int) -> dict[str, object]:
    last = camps + rng.randint(0, 8)
    return {
        "max": last,
        "camp_spaces": list(range(last - camps + 1, last + 1)),
        "labor_steps": [step for step in range(1, last + 1) if rng.random() < 0.5],
        "source": SOURCE,
    }


def _tiles(rng: Random) -> dict[str, object]:
    tiles = {f"T{each}": [_space(rng, x, y) for y in range(2) for x in range(3)] for each in range(4)}
    rng.choice(list(tiles.values()))[rng.randrange(6)]["start"] = True
    return tiles


def _space(rng: Random, x: int, y: int) -> dict[str, object]:
    start = rng.random() < 0.15
    if rng.random() < 0.8:
        return {"x": x, "y": y, "start": start, "benefit": random_effect(rng), "arrows": None}
    near = [[-1, 0], [1, 0], [0, -1], [0, 1], [-2, 1], [3, 0], [2, -2]]
    return {"x": x, "y": y, "start": start, "benefit": None, "arrows": rng.sample(near, 2)}


def _solo(rng: Random, turns: int) -> dict[str, object]:
    cards = [
        {
            "id": f"rival{number}",
            "place": rng.choice((*COLUMNS, "rest")),
            "eclipse": rng.randint(0, 5),
            "letter": rng.choice("ABCD"),
        }
        for number in range(rng.randint(turns, 20))
    ]
    return {"cards": cards, "stone_points": rng.randint(0, 6), "levels": [0, 10, 20], "source": SOURCE}


def random_pack(rng: Random) -> Pack:
    """Return a random pack."""
    return parse_pack(random_data(rng))


def packs() -> st.SearchStrategy[Pack]:
    """Return a strategy for random packs."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_pack(Random(seed)))
