"""Content packs (rules 14, 1): the built-in one, files, every fault, hostile input, pickles."""

import copy
import json
import pickle
import tracemalloc
from collections import OrderedDict
from importlib.resources import files
from random import Random
from time import process_time
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import endless_winter
from cairn_rules.endless_winter import Variant
from cairn_rules.endless_winter.content import Limits, MegalithSpace, Pack, Stone, TribeCard
from cairn_rules.endless_winter.effects import Benefit, InOrder, parse_effect
from cairn_rules.endless_winter.packs import pack_file
from cairn_rules.endless_winter.packs.pack_file import LONGEST, default_pack, format_pack, parse_pack, read_pack
from cairn_rules.errors import CairnRulesError, DocumentError
from support.endless_winter.packs import packs, random_data

PACK = default_pack()
DELETE = object()


def changed(*changes):
    """The data of the built-in pack with other values at some paths."""
    data = json.loads(PACK.data)
    for path, value in changes:
        *way, last = path
        part = data
        for key in way:
            part = part[key]
        if value is DELETE:
            del part[last]
        elif isinstance(part, list) and last == len(part):
            part.append(value)
        else:
            part[last] = value
    return data


def faults(source):
    with pytest.raises(DocumentError) as caught:
        parse_pack(source)
    return [str(fault) for fault in caught.value.faults]


def toml(value):
    """Return plain data as TOML: nulls are left out, and a ratio of 0 stands for null in a list."""
    if isinstance(value, dict):
        return (
            f"{{{', '.join(f'{json.dumps(key)} = {toml(part)}' for key, part in value.items() if part is not None)}}}"
        )
    if isinstance(value, list):
        return f"[{', '.join('0' if part is None else toml(part) for part in value)}]"
    return json.dumps(value)


def toml_text(pack):
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in json.loads(pack.data).items())


def test_the_built_in_pack_has_the_numbers_of_the_rules():
    """Rule 1 and tables 14.1 to 14.13, counted by hand."""
    assert (PACK.id, PACK.edition) == ("prerelease_reconstructed", "prerelease")
    assert PACK.limits == Limits(
        rounds=4,
        turns_per_round=3,
        hand_draw=5,
        culture_row=8,
        culture_plays_per_turn=2,
        camps=5,
        villages=3,
        own_megaliths=8,
        neutral_megaliths=2,
        tribe_figures=2,
        stones_per_player=3,
        idol_levels=10,
        village_food=3,
        stones_per_pool=(2, 2, 3),
    )
    assert sum(card.copies for card in PACK.tribe) == 60
    assert sum(card.copies for card in PACK.starting) == 9
    assert [sum(card.era == era for card in PACK.culture) for era in (1, 2)] == [20, 20]
    assert sum(animal.copies for animal in PACK.animals) == 36
    assert sum(terrain.copies for terrain in PACK.terrain) == 28
    assert (len(PACK.stones), len(PACK.setup), len(PACK.chiefs), len(PACK.rival)) == (15, 5, 5, 20)
    assert sum(len(tile) for tile in PACK.megalith_tiles.values()) == 24
    assert PACK.animal_sets == (1, 3, 6, 10)
    assert dict(PACK.land) == {2: (6, 9, 3), 3: (6, 6, 6), 4: (6, 3, 9)}
    assert (PACK.chief_labor, PACK.chief_rest_labor) == (1, 2)
    assert list(map(str, PACK.order_benefits)) == ["megalith(1)", "draw(1)", "idol(1)", "tool(1)"]
    assert PACK.order_goods == ((0, 0), (1, 0), (0, 1), (1, 1))
    assert [(space.food, space.tools, str(space.gain)) for space in PACK.stone_spaces] == [
        (2, 1, "megalith(1)"),
        (2, 2, "megalith(1)+idol(1)"),
        (3, 3, "megalith(2)+draw(1)"),
    ]
    assert (PACK.village_benefit, PACK.megalith_benefit) == (Benefit("draw"), Benefit("idol"))
    assert (PACK.food_max, PACK.tool_max) == (10, 8)
    assert (PACK.camp_spaces, PACK.labor_steps) == ((6, 7, 8, 9, 10), {1, 3, 5, 7, 9})
    assert PACK.offering == (None, None, 5, 5, 4, 4, 3, 3, 2, 2, 1)
    assert dict(PACK.honor_points) == {8: 1, 9: 2, 10: 3}
    assert PACK.honor_thresholds == (1, 4, 6)
    assert dict(PACK.honor_charts) == {"left": (6, 10, 15), "middle": (3, 6, 10), "right": (1, 3, 6)}
    assert list(PACK.layouts) == ["A_block", "B_line", "C_steps", "D_tee"]
    assert PACK.layouts["D_tee"] == ((0, 0), (3, 0), (6, 0), (3, 2))
    assert (PACK.rival_stone_points, PACK.rival_levels) == (5, (0, 10, 20))
    assert PACK.switches == {
        "culture.second_card_cost": "free",
        "middle.repeatable": True,
        "rest.tip_animal": False,
        "chief.side": "A",
        "animals.wild_overflow": True,
    }


def test_the_built_in_pack_has_the_cards_of_the_rules():
    """One record of each kind, read from the tables 14.1 to 14.12."""
    seed, invented = "seed", "reconstructed"
    assert PACK.tribe_cards["explorer"] == TribeCard(
        id="explorer",
        name="Explorer",
        copies=12,
        labor=1,
        points=1,
        column="migrate",
        added_labor=1,
        eclipse=InOrder((Benefit("camp"), Benefit("move"))),
        source=(
            ("name", invented),
            ("copies", seed),
            *((key, invented) for key in ("labor", "points", "action", "eclipse")),
        ),
    )
    shaman = PACK.tribe_cards["shaman"]
    assert (shaman.column, shaman.added_labor, shaman.eclipse_labor, shaman.eclipse) == (None, 0, 3, Benefit("idol"))
    assert shaman.source[-2:] == (("eclipse.effect", invented), ("eclipse.labor2", seed))
    assert (PACK.tribe_cards["brave"].labor, PACK.tribe_cards["brave"].eclipse) == (2, None)
    stockade = PACK.culture_cards["C211"]
    assert (stockade.name, stockade.era, stockade.points) == ("Oral Tradition", 2, 3)
    assert str(stockade.effect) == "pay food(1)+tool(1) -> culture(1)"
    rhino = PACK.species["woolly_rhino"]
    assert (rhino.name, rhino.set, rhino.copies, str(rhino.tip)) == ("Woolly Rhino", "purple", 6, "food(2)+tool(1)")
    assert (PACK.tiles["tundra"].copies, PACK.tiles["tundra"].benefit) == (3, Benefit("points", 2))
    assert PACK.tiles["base"].benefit is None
    assert PACK.stone["SS02"] == Stone(
        id="SS02", rule="megaliths_upper", each=2, source=(("rule", seed), ("each", seed))
    )
    assert (PACK.stone["SS04"].counts, PACK.stone["SS04"].each) == ("purple", 3)
    assert (PACK.stone["SS10"].counts, PACK.stone["SS10"].table) == ("river_valley", ((1, 3), (2, 6), (3, 10)))
    assert (PACK.stone["SS15"].counts, PACK.stone["SS15"].table) == (None, ((2, 3), (3, 6), (4, 10)))
    sloth = PACK.setup_card["SU2"]
    assert (sloth.food, sloth.tools, sloth.tribe, sloth.extra) == (2, 2, "hunter", None)
    assert sloth.animals == ("giant_sloth", "glyptodon")
    thunder = PACK.chief["CH2"]
    assert (thunder.column, thunder.added_labor, thunder.boost_tools, thunder.boost_labor) == ("any", 1, 1, 2)
    assert (PACK.chief["CH5"].column, PACK.chief["CH5"].boost_tools) == ("initiate", 0)
    assert PACK.megalith_tiles["M1"][1:3] == (
        MegalithSpace(x=1, y=0, start=True, benefit=Benefit("tool")),
        MegalithSpace(x=2, y=0, arrows=((-1, 0), (0, 1))),
    )
    assert [space.place for space in PACK.rival[-4:]] == ["rest"] * 4
    assert list(PACK.order)[4:9] == ["shaman", "tribesman", "tribeswoman", "brave", "C101"]
    assert PACK.order["C220"] == 47


def test_every_value_has_an_origin():
    """Rule 14.0: the origin of the values that are not part of a record."""
    source = dict(PACK.source)
    assert source["limits.stones_per_pool"] == "derived"
    assert source["limits.rounds"] == "seed"
    assert source["tool_max"] == "reconstructed"
    assert source["megalith_tiles.M3"] == source["megalith_layouts.B_line"] == "reconstructed"
    assert source["honor_points.8"] == "seed"
    assert source["stone_tables.camps"] == "reconstructed"
    assert not {key for key in source if key.endswith((".id", ".note", ".source"))}
    assert {tag for _, tag in PACK.source} == {"seed", "published", "derived", "reconstructed"}


def test_origins_can_be_given_for_parts():
    """`a.b` goes before `a`, and both go before `*`."""
    source = {"*": "seed", "eclipse.effect": "derived"}
    (card, *_) = parse_pack(changed((("tribe", 0, "source"), source))).tribe
    rest = [(key, "seed") for key in ("name", "copies", "labor", "points", "action", "eclipse")]
    assert card.source == (*rest, ("eclipse.effect", "derived"))
    parts = {"action.column": "seed", "action.added_labor": "derived", "*": "published"}
    (card, *_) = parse_pack(changed((("tribe", 0, "source"), parts))).tribe
    assert card.source[4:6] == (("action.added_labor", "derived"), ("action.column", "seed"))
    del parts["*"]
    parts |= {"name": "seed", "copies": "seed", "labor": "seed", "points": "seed", "eclipse": "seed"}
    card = parse_pack(changed((("tribe", 4, "source"), parts))).tribe[4]
    assert (card.column, card.source[4:6]) == (None, (("action.added_labor", "derived"), ("action.column", "seed")))


def test_the_built_in_file_is_as_the_library_writes_it():
    """The file has no fault, and nothing in it is left out."""
    text = (files("cairn_rules.endless_winter") / "prerelease.json").read_text("utf-8")
    assert text == format_pack(PACK)
    assert parse_pack(text) == PACK
    assert json.loads(text) == json.loads(PACK.data)
    assert max(map(len, text.splitlines())) <= 140


def test_packs_are_equal_if_their_data_are():
    """Neither the order of keys nor the spelling of an effect matters; any value does."""
    data = changed((("culture", 2, "effect"), " food(1) + tool(1) "))
    data["culture"][0] = dict(reversed(data["culture"][0].items()))
    del data["starting"][0]["action"]
    same = parse_pack(OrderedDict(reversed(data.items())))
    assert same == PACK
    assert same.data == PACK.data
    assert hash(same) == hash(PACK)
    assert len({same, PACK}) == 1
    other = parse_pack(changed((("culture", 2, "points"), 1)))
    assert other != PACK
    assert PACK.__eq__("a text") is NotImplemented
    assert repr(PACK) == f"<Pack prerelease_reconstructed, {PACK.hash[:12]}>"
    assert len(PACK.hash) == 64


def test_a_mapping_of_any_class_is_read():
    """The top table can be any mapping."""
    assert parse_pack(MappingProxyType(json.loads(PACK.data))) == PACK


@pytest.mark.untraced
def test_packs_are_read_from_files(tmp_path):
    """JSON and TOML files, with or without a byte order mark, have the same pack."""
    (tmp_path / "pack.json").write_text(format_pack(PACK), encoding="utf-8-sig")
    (tmp_path / "pack.TOML").write_text(toml_text(PACK), encoding="utf-8")
    assert read_pack(tmp_path / "pack.json") == read_pack(str(tmp_path / "pack.TOML")) == PACK
    assert parse_pack("\ufeff" + toml_text(PACK)) == parse_pack(f"\ufeff \n{format_pack(PACK)}") == PACK


def test_a_file_that_cannot_be_read_is_an_error_of_the_library(tmp_path):
    """The path is named."""
    with pytest.raises(CairnRulesError, match=r"cannot read '.*missing\.toml': No such file"):
        read_pack(tmp_path / "missing.toml")
    with pytest.raises(CairnRulesError, match=r"cannot read .*null"):
        read_pack("a\0b.json")
    for name, written, error in (
        ("pack.yaml", b"", r"cannot read '.*pack\.yaml': the name of a pack's file ends with \.json or \.toml"),
        ("latin.json", b'{"name": "\xe9"}', r"latin\.json: not UTF-8: the byte 0xE9 on line 1"),
        ("wide.toml", "a = 1".encode("utf-16"), r"wide\.toml: not UTF-8 but UTF-16"),
        ("long.json", b" " * (10 << 20), r"long\.json: more than 262144 bytes"),
        ("broken.json", b'{"a": ', r"\$: not JSON: Expecting value, line 1, column 7"),
        ("broken.toml", b"a = = 1", r"line 1, column 5: not valid TOML"),
        ("list.json", b"[]", r"\$: \[\] is not a table"),
    ):
        (tmp_path / name).write_bytes(written)
        with pytest.raises(CairnRulesError, match=error):
            read_pack(tmp_path / name)


WRONG = [
    # values of the wrong kind
    (("format",), 2, "$.format: 2 is not 1, the only format"),
    (("format",), True, "$.format: True is not 1"),
    (("format",), DELETE, "$.format: missing; it should be 1"),
    (("formats",), 1, "$.formats: unknown key; did you mean 'format'?"),
    (("id",), "mine", "$.id: unknown key; did you mean 'pack.id'?"),
    (("rounds",), 4, "$.rounds: unknown key; did you mean 'limits.rounds'?"),
    ((3,), 1, "$[3]: unknown key; known: format, pack,"),
    (("a b",), 1, "$['a b']: unknown key; known: format, pack,"),
    (("pack",), "mine", "$.pack: 'mine' is not a table"),
    (("pack", "id"), "my pack", "$.pack.id: 'my pack' is not an id of 1 to 40 letters, digits and underscores"),
    (("pack", "id"), "1st", "$.pack.id: '1st' is not an id"),
    (("pack", "id"), "\xe9tude", "$.pack.id: '\xe9tude' is not an id"),
    (("pack", "id"), "a" * 60, f"$.pack.id: '{'a' * 60}' is not an id of 1 to 40 letters"),
    (("pack", "id"), [0] * 100, "$.pack.id: [0, 0, 0, 0, 0, 0, ...] is not an id"),
    (("pack", "name"), "", "$.pack.name: '' is not a text of 1 to 200 printable characters"),
    (("pack", "name"), " x", "$.pack.name: ' x' is not a text of 1 to 200 printable characters without space around"),
    (("pack", "name"), "a\ud800", "$.pack.name: 'a\\ud800' is not a text"),
    (("pack", "note"), "x" * 1001, "$.pack.note: 'xxx"),
    (("pack", "note"), None, "$.pack.note: None is not a text of 0 to 1000"),
    (("tribe",), {}, "$.tribe: {} is not a list of 1 to 12 items"),
    (("tribe", 1), "hunter", "$.tribe[1]: 'hunter' is not a table"),
    (("tribe", 1, "copies"), 0, "$.tribe[1].copies: 0 is not a whole number from 1 to 30"),
    (("tribe", 1, "copies"), 12.0, "$.tribe[1].copies: 12.0 is not a whole number"),
    (("tribe", 1, "labor"), True, "$.tribe[1].labor: True is not a whole number from 0 to 9"),
    (("tribe", 1, "points"), -1, "$.tribe[1].points: -1 is not a whole number from 0 to 99"),
    (
        ("tribe", 1, "action", "column"),
        "hunting",
        "$.tribe[1].action.column: 'hunting' is not one of initiate, develop,",
    ),
    (("tribe", 1, "action", "column"), [], "$.tribe[1].action.column: [] is not one of initiate"),
    (("tribe", 1, "action", "column"), DELETE, "$.tribe[1].action.column: missing; it should be one of initiate"),
    (("tribe", 1, "action"), 3, "$.tribe[1].action: 3 is not a table"),
    (
        ("tribe", 2, "eclipse", "effect"),
        "camps(1)",
        "$.tribe[2].eclipse.effect: the effect 'camps(1)' is not valid: 'c",
    ),
    (("tribe", 2, "eclipse"), None, "$.tribe[2].eclipse: None is not a table"),
    (("culture", 7, "era"), 3, "$.culture[7].era: 3 is not a whole number from 1 to 2"),
    (("culture", 7, "effect"), None, "$.culture[7].effect: an effect is a text such as 'draw(1)', not None"),
    (("culture", 7, "effect"), DELETE, "$.culture[7].effect: missing; it should be an effect, such as 'draw(1)'"),
    (("culture",), [], "$.culture: length 0; it should be a list of 1 to 120 items"),
    (("limits", "rounds"), 5, "$.limits.rounds: 5 is not 4, as many as the round track has"),
    (
        ("limits", "animals_at_refill"),
        "players",
        "$.limits.animals_at_refill: 'players' is not 'players + 1', the only",
    ),
    (("limits", "stones_per_pool", "5"), 3, "$.limits.stones_per_pool.5: unknown key; known: 2, 3, 4"),
    (("animal_sets", "3"), DELETE, "$.animal_sets.3: missing; it should be a whole number from 0 to 99"),
    (("setup", 0, "extra"), "food", "$.setup[0].extra: 'food' is not one of idol, camp, bury_starting, draw"),
    (("setup", 0, "animals"), [], "$.setup[0].animals: length 0; it should be a list of 1 to 9 items"),
    (("chiefs", 1, "b", "boost", "tools"), 0, "$.chiefs[1].b.boost.tools: 0 is not a whole number from 1 to 20"),
    (
        ("chiefs", 1, "b", "column"),
        "all",
        "$.chiefs[1].b.column: 'all' is not one of initiate, develop, migrate, hunt, a",
    ),
    (("chiefs", 4), DELETE, "$.chiefs: length 4; it should be a list of 5 to 20 items"),
    (
        ("turn_order_benefits", "benefits", 3),
        DELETE,
        "$.turn_order_benefits.benefits: length 3; it should be a list of 4 ",
    ),
    (
        ("offering_ratio", "by_level", 3),
        "5",
        "$.offering_ratio.by_level[3]: '5' is not a whole number from 1 to 99, or null",
    ),
    (("megalith_tiles", "M1", 0, "start"), 1, "$.megalith_tiles.M1[0].start: 1 is not true or false"),
    (
        ("megalith_tiles", "M1", 2, "arrows"),
        [[1, 0]],
        "$.megalith_tiles.M1[2].arrows: length 1; it should be a list of 2",
    ),
    (
        ("megalith_tiles", "M1", 2, "arrows", 0, 0),
        10,
        "$.megalith_tiles.M1[2].arrows[0][0]: 10 is not a whole number",
    ),
    (("megalith_tiles", "M4"), DELETE, "$.megalith_tiles: length 3; it should be a table of 4 entries"),
    (("megalith_tiles",), [], "$.megalith_tiles: [] is not a table of 4 entries"),
    (("megalith_layouts",), {}, "$.megalith_layouts: length 0; it should be a table of 1 to 20 entries"),
    (("solo", "cards", 0, "letter"), "AB", "$.solo.cards[0].letter: 'AB' is not one of A, B, C, D"),
    (("switches", "middle.repeatable"), "yes", "$['switches']"),
    (("switches", "hunt.needs_tools"), True, "$['switches']"),
    (("honor_points", "0"), 1, "$.honor_points.0: '0' is not the number of a level, from '1' to '20'"),
    (("honor_points", 8), 1, "$.honor_points[8]: 8 is not the number of a level"),
    (("stone_tables", "a b"), [[1, 1]], "$.stone_tables['a b']: 'a b' is not an id"),
    (("stone_tables", "note"), 3, "$.stone_tables.note: 3 is not a text of 0 to 1000"),
    # origins
    (
        ("tribe", 0, "source"),
        DELETE,
        "$.tribe[0].source: missing; it should be a table of origins (seed, published, der",
    ),
    (("tribe", 0, "source"), "seed", "$.tribe[0].source: 'seed' is not a table of origins"),
    (
        ("tribe", 0, "source", "name"),
        "guess",
        "$.tribe[0].source.name: 'guess' is not an origin; use one of seed, publi",
    ),
    (("tribe", 0, "source", "name"), ["seed"], "$.tribe[0].source.name: ['seed'] is not an origin"),
    (("tribe", 0, "source", "name"), DELETE, "$.tribe[0].source.name: missing; the value needs an origin"),
    (("tribe", 0, "source", "copy"), "seed", "$.tribe[0].source.copy: unknown key; did you mean 'copies'?"),
    (("tribe", 0, "source", 1), "seed", "$.tribe[0].source[1]: unknown key; known: *, name, copies,"),
    (("tribe", 4, "source", "eclipse.effect"), DELETE, "$.tribe[4].source.eclipse: missing; the value needs an origin"),
    (("tool_max_source",), {}, "$.tool_max_source.tool_max: missing; the value needs an origin"),
    (
        ("megalith_tiles_source",),
        {"M5": "seed", "*": "seed"},
        "$.megalith_tiles_source.M5: unknown key; known: *, M1, M2, M3, M4",
    ),
    (("megalith_layouts_source",), 7, "$.megalith_layouts_source: 7 is not a table of origins"),
    # stones
    (
        ("stones", 0, "rule"),
        "megaliths_level_2",
        "$.stones[0].rule: 'megaliths_level_2' is not a known rule; did you mean",
    ),
    (
        ("stones", 0, "rule"),
        DELETE,
        "$.stones[0].rule: missing; it should be one of megaliths_level_1, megaliths_upper,",
    ),
    (("stones", 0), 1, "$.stones[0]: 1 is not a table"),
    (("stones", 0, "set"), "red", "$.stones[0].set: unknown key; known: id, rule, each, source"),
    (
        ("stones", 2, "set"),
        "wild",
        "$.stones[2].set: 'wild' is not a colour of Animals; known: red, purple, green, yell",
    ),
    (("stones", 7, "land"), "glacier", "$.stones[7].land: 'glacier' is not a land type; known: grassland, forest,"),
    (("stones", 7, "table"), "camp", "$.stones[7].table: 'camp' is not a table of stone_tables; did you mean 'camps'?"),
    (("limits", "stones_per_pool", "4"), 4, "$.stones: 15 stones, but the pools hold up to 16"),
    (("stone_tables", "camps", 1, 0), 1, "$.stone_tables.camps: the counts 1, 1, 3 do not ascend"),
    # ids and names
    (("culture", 3, "id"), "elder", "$.culture[3].id: 'elder' is the id of tribe[3] already"),
    (("solo", "cards", 3, "id"), "INI1", "$.solo.cards[3].id: 'INI1' is the id of solo.cards[0] already"),
    (("stones", 1, "id"), "CH1", "$.chiefs[0].id: 'CH1' is the id of stones[1] already"),
    (("culture", 3, "name"), "Elder", "$.culture[3].name: 'Elder' is the name of tribe[3] already"),
    # numbers that belong together
    (
        ("limits", "turns_per_round"),
        4,
        "$.limits.turns_per_round: 4 turns need 4 figures, but there are 3, the Chief inc",
    ),
    (("limits", "stones_per_player"), 4, "$.stone_spaces: 3 spaces, but limits.stones_per_player is 4"),
    (("animal_sets", "3"), 2, "$.animal_sets.3: a set of 3 is worth less than a set of 2"),
    (("limits", "idol_levels"), 11, "$.offering_ratio.by_level: 11 ratios for levels 0 to 11"),
    (("honor_points", "12"), 2, "$.honor_points.12: there is no level 12; the last is 10"),
    (("honor_charts", "thresholds", 1), 1, "$.honor_charts.thresholds: [1, 1, 6] does not ascend"),
    (("honor_charts", "right", 3), 1, "$.honor_charts.right: 4 values for 3 thresholds"),
    (
        ("limits", "camps"),
        6,
        "$.food_track.camp_spaces: [6, 7, 8, 9, 10] is not [5, 6, 7, 8, 9, 10]: the Camps begin on",
    ),
    (("food_track", "camp_spaces", 0), 5, "$.food_track.camp_spaces: [5, 7, 8, 9, 10] is not [6, 7, 8, 9, 10]"),
    (
        ("food_track", "labor_steps", 1),
        1,
        "$.food_track.labor_steps: [1, 1, 5, 7, 9] does not ascend from 1 to at most ",
    ),
    (
        ("food_track", "labor_steps", 4),
        11,
        "$.food_track.labor_steps: [1, 3, 5, 7, 11] does not ascend from 1 to at mos",
    ),
    # Setup cards
    (
        ("setup", 0, "tribe"),
        "knapper",
        "$.setup[0].tribe: 'knapper' is not the id of a Tribe card; known: crafter, hunt",
    ),
    (("setup", 0, "tribe"), "tribesman", "$.setup[0].tribe: 'tribesman' is not the id of a Tribe card"),
    (
        ("setup", 1, "animals", 1),
        "sloth",
        "$.setup[1].animals[1]: 'sloth' is not the id of a species of Animals; did yo",
    ),
    (
        ("animals", 4, "copies"),
        1,
        "$.animals[4].copies: 'glyptodon' has copies = 1, but the Setup cards take 2",
    ),
    # the map
    (("terrain", 2, "copies"), None, "$.terrain[2].copies: None is not a whole number from 1 to 30"),
    (("terrain", 8), json.loads(PACK.data)["terrain"][3], "$.terrain[8].id: 'forest' is the id of terrain[3] already"),
    (("terrain", 0, "copies"), 2, "$.terrain[0].copies: 'base' has copies = 2, but the map has one"),
    (("terrain", 0, "id"), "camp", "$.terrain: no terrain has the id 'base', which the map needs"),
    (("terrain", 1, "copies"), 8, "$.terrain_table.2.glacier: 9 Glaciers; there are 8"),
    (("terrain_table", "3", "added"), 5, "$.terrain_table.3: 17 tiles in all; the map has 18 around the Base"),
    # Megalith tiles and layouts
    (("megalith_tiles", "M2", 0, "x"), 1, "$.megalith_tiles.M2: the spaces are not those of a tile, 3 wide and 2 high"),
    (("megalith_tiles", "M2", 0, "benefit"), None, "$.megalith_tiles.M2[0]: a space has either a benefit or arrows"),
    (
        ("megalith_tiles", "M1", 2, "benefit"),
        "food(1)",
        "$.megalith_tiles.M1[2]: a space has either a benefit or arrows",
    ),
    (
        ("megalith_tiles", "M1", 2, "arrows", 0),
        [0, 0],
        "$.megalith_tiles.M1[2].arrows: [[0, 0], [0, 1]] does not point ",
    ),
    (
        ("megalith_tiles", "M1", 2, "arrows", 0),
        [0, 1],
        "$.megalith_tiles.M1[2].arrows: [[0, 1], [0, 1]] does not point ",
    ),
    (("megalith_layouts", "B_line", 1), [2, 0], "$.megalith_layouts.B_line: tiles overlap"),
    (("megalith_layouts", "B_line", 3), [9, 2], "$.megalith_layouts.B_line: the tiles are not connected"),
    (
        ("megalith_layouts", "B_line", 3),
        [-3, 0],
        "$.megalith_layouts.B_line[3][0]: -3 is not a whole number from 0 to 30",
    ),
    (("megalith_layouts", "c-d"), [[0, 0], [0, 2], [0, 4], [0, 6]], "$.megalith_layouts.c-d: 'c-d' is not an id"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_one_thing_that_is_wrong_is_the_only_fault(path, value, message):
    """The fault has its place, quotes the value and describes a right one; nothing else is blamed."""
    (fault,) = faults(changed((path, value)))
    assert fault.startswith(message.replace("$['switches']", f"$.switches['{path[-1]}']"))
    assert len(fault) < 500


def test_what_cannot_be_read_is_blamed_once():
    """Values that depend on one with a fault are left out of the checks of the whole."""
    assert faults(
        changed(
            (("tribe", 0), 5),
            (("limits", "camps"), "five"),
            (("terrain_table", "3", "added"), None),
            (("stones", 9, "id"), "?"),
            (("stone_tables", "camps"), 1),
            (("setup", 1, "tribe"), []),
            (("megalith_tiles", "M2"), 5),
            (("megalith_tiles", "M3", 0, "x"), 5),
            (("megalith_layouts", "A_block", 0), 0),
            (("solo", "cards", 0), "INI1"),
        )
    ) == [
        "$.limits.camps: 'five' is not a whole number from 2 to 9",
        "$.tribe[0]: 5 is not a table",
        "$.terrain_table.3.added: None is not a whole number from 0 to 18",
        "$.stones[9].id: '?' is not an id of 1 to 40 letters, digits and underscores that begins with a letter",
        "$.stone_tables.camps: 1 is not a list of 1 to 20 items",
        "$.setup[1].tribe: [] is not an id of 1 to 40 letters, digits and underscores that begins with a letter",
        "$.megalith_tiles.M2: 5 is not a list of 6 items",
        "$.megalith_tiles.M3[0].x: 5 is not a whole number from 0 to 2",
        "$.megalith_layouts.A_block[0]: 0 is not a list of 2 items",
        "$.solo.cards[0]: 'INI1' is not a table",
    ]


def test_every_fault_is_told_at_once():
    """Faults of single values, and of values that do not go together, in one error."""
    found = faults(
        changed(
            (("format",), "1"),
            (("author",), "me"),
            (("tribe", 2, "eclipse", "effect"), "camp"),
            (("tribe", 3, "name"), DELETE),
            (("limits", "idol_levels"), 9),
            (("culture", 39, "id"), "C101"),
            (("setup", 4, "tribe"), "healer"),
            (("stones", 12, "land"), "steppe"),
            (("solo", "source"), {"cards": "seed"}),
            (("megalith_tiles", "M4", 4, "start"), None),
        )
    )
    assert [fault.partition(": ")[0] for fault in found] == [
        "$.format",
        "$.tribe[2].eclipse.effect",
        "$.tribe[3].name",
        "$.megalith_tiles.M4[4].start",
        "$.solo.source.stone_points",
        "$.solo.source.levels",
        "$.author",
        "$.culture[39].id",
        "$.stones[12].land",
        "$.setup[4].tribe",
        "$.offering_ratio.by_level",
        "$.honor_points.10",
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            [(("terrain", 2, "copies"), 1), (("terrain", 3, "copies"), 1)],
            ["$.terrain_table.4.added: 9 more land tiles; there are 8"],
        ),
        (
            [(("terrain_table", "2"), {"fixed": 5, "glacier": 10, "added": 3})],
            [
                "$.terrain_table.2.fixed: 5 tiles, one of each land type; there are 6 types",
                "$.terrain_table.2.glacier: 10 Glaciers; there are 9",
            ],
        ),
        (
            [(("terrain", 0), DELETE), (("terrain", 0), DELETE)],
            [
                "$.terrain: no terrain has the id 'base', which the map needs",
                "$.terrain: no terrain has the id 'glacier', which the map needs",
            ],
        ),
        (
            [(("food_track", "max"), 4), (("food_track", "labor_steps"), [])],
            ["$.food_track.max: 4 spaces cannot hold 5 Camps"],
        ),
        (
            [(("solo", "cards"), [{"id": "R1", "place": "rest", "eclipse": 1, "letter": "A"}])],
            ["$.solo.cards: the rival uses 3 cards a round, but the number of cards is 1"],
        ),
        (
            [
                (("megalith_tiles", tile, index, "start"), False)
                for tile in ("M1", "M2", "M3", "M4")
                for index in range(6)
            ],
            ["$.megalith_tiles: no space has start = true, so no Megalith could be placed"],
        ),
    ],
)
def test_numbers_that_do_not_go_together(changes, expected):
    """Rule 14.0: a pack with which a game could not go on is refused."""
    assert faults(changed(*changes)) == expected


def test_the_numbers_of_a_pack_can_differ():
    """Rule 14.0: other cards, species, terrains and tracks need no other program."""
    data = changed(
        (("tribe", 0, "copies"), 1),
        (("animals", 5), DELETE),
        (("limits", "idol_levels"), 3),
        (("offering_ratio", "by_level"), [0, None, 7, 99]),
        (("honor_points",), {"3": 4, "source": {"3": "derived"}}),
        (("honor_charts",), {"thresholds": [2], "left": [3], "middle": [2], "right": [1], "source": {"*": "seed"}}),
        (("megalith_layouts",), {"tower": [[0, 6], [0, 0], [0, 4], [0, 2]]}),
        (("food_track", "labor_steps"), []),
        (("stone_tables", "note"), None),
    )
    pack = parse_pack(data)
    assert (pack.tribe[0].copies, len(pack.animals)) == (1, 5)
    assert pack.offering == (None, None, 7, 99)
    assert (dict(pack.honor_points), pack.honor_thresholds) == ({3: 4}, (2,))
    assert dict(pack.layouts) == {"tower": ((0, 6), (0, 0), (0, 4), (0, 2))}
    assert pack.labor_steps == frozenset()
    assert dict(pack.source)["honor_points.3"] == "derived"


def test_the_order_of_names_is_kept():
    """The first pattern is the default one, so data with the patterns in another order are another pack."""
    data = changed()
    data["megalith_layouts"] = dict(reversed(data["megalith_layouts"].items()))
    pack = parse_pack(data)
    assert list(pack.layouts) == ["D_tee", "C_steps", "B_line", "A_block"]
    assert pack != PACK
    assert list(parse_pack(pack.data).layouts) == list(pack.layouts)


def test_spaces_are_sorted_by_place():
    """The spaces of a tile can be listed in any order."""
    data = changed()
    data["megalith_tiles"]["M1"].reverse()
    assert parse_pack(data).megalith_tiles == PACK.megalith_tiles


def test_a_table_that_is_no_pack_has_one_fault():
    """Half of its keys are unknown, or more: the faults of each would hide that. One key less, and each is told."""
    keys = list(json.loads(PACK.data))[:3]
    strange = ["id", "name", "spells", "texts"]
    said = "$: it has keys such as 'id' instead of those of a content pack: format, pack, limits, tribe, …"
    assert faults(dict.fromkeys([*keys, *strange], 1)) == [f"{said} (Endless Winter)"]
    assert len(faults(dict.fromkeys([*keys, *strange[1:]], 1))) > 20
    record = {"format": 1, "game": "endless-winter", "document": "state", "value": {}}
    said = "$: a document of 'endless-winter', 'state', and not a content pack, which has the keys format, pack, "
    assert [each.startswith(said) for each in faults(record)] == [True]


def test_no_more_than_a_hundred_faults_are_told():
    """A long list of nonsense has a short answer."""
    assert len(faults({**changed(), "limits": {str(number): 1 for number in range(1000)}})) == 100
    effects = [(("culture", index, key), 0) for index in range(40) for key in ("name", "effect", "source")]
    assert len(faults(changed(*effects))) == 100
    assert len(faults({**changed(), "culture": json.loads(PACK.data)["culture"][:1] * 120})) == 100


@pytest.mark.parametrize("data", [None, 5, b"{}", [], [{}], {1, 2}])
def test_what_is_neither_text_nor_a_table_is_refused(data):
    """A pack is a text or a mapping."""
    (fault,) = faults(data)
    assert fault == f"$: a pack is parsed from a text or a dict, not {type(data).__name__}"


def test_an_empty_table_lacks_everything():
    """Every key is asked for."""
    assert {fault.partition(":")[0] for fault in faults({})} == {f"$.{key}" for key in json.loads(PACK.data)}


def cycle():
    data = changed()
    data["tribe"] = data
    return data


HOSTILE = {
    "deep JSON": '{"a": ' + "[" * 100_000,
    "deep JSON, closed": '{"a": ' + "[" * 60_000 + "]" * 60_000 + "}",
    "deep TOML": "a = " + "[" * 200_000,
    "deep TOML, closed": "a = " + "[" * 500 + "]" * 500,
    "long": " " * (10 << 20),
    "many keys": json.dumps({f"k{number}": 0 for number in range(20_000)}),
    "many TOML keys": "".join(f"k{number} = 0\n" for number in range(18_000)),
    "many items": json.dumps({"culture": [0] * 80_000}),
    "a twofold key": '{"format": 1, "format": 1}',
    "a twofold TOML key": "format = 1\nformat = 1",
    "not a number": '{"format": NaN}',
    "no TOML number": "format = nan",
    "infinity": '{"format": 1e999}',
    "a long number": '{"format": ' + "9" * 200_000 + "}",
    "a long TOML number": "format = " + "9" * 200_000,
    "a long hexadecimal number": "format = 0x" + "f" * 200_000,
    "a date": "format = 1979-05-27",
    "a long text": json.dumps({"format": "x" * 200_000}),
    "a long effect": json.dumps(changed((("culture", 0, "effect"), "food(1)+" * 20_000))),
    "a long key": json.dumps({"x" * 200_000: 1}),
    "a dotted key": "a." * 50_000 + "a = 1",
    "many dotted keys": "".join(f"a{number}{'.b' * 90} = 1\n" for number in range(1300)),
    "many headings": "".join(f"[k{number}.a.b]\n" for number in range(16_000)),
    "some dotted headings": "".join(f"[a{number}{'.b' * 90}]\n" for number in range(100)),
    "a long inline table": f"a = {{{','.join(f'k{number}={{}}' for number in range(18_000))}}}",
    "surrogates": '{"\\ud800": "\\udfff"}',
    "control characters": '{"format": "\\u001b[31m"}',
    "a table in itself": cycle(),
    "a table of many tables": {"format": [[[[[0] * 100] * 100] * 100] * 100]},
    "deep data": {"tribe": {"deep": json.loads("[" * 900 + "]" * 900)}},
    "foreign values": {"format": object(), "pack": {1, 2}, "tribe": (1, 2), "limits": float("nan"), None: b"", (): 1},
}


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_input_ends_in_an_error(source):
    """Within a second and 200 MB, and with a message of a readable length."""
    begin = process_time()
    with pytest.raises(DocumentError) as caught:
        parse_pack(source)
    assert process_time() - begin < 5  # a second, and what coverage and a busy machine add
    assert len(str(caught.value)) < 25_000
    tracemalloc.start()
    with pytest.raises(DocumentError):
        parse_pack(source)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200 << 20


def places(data, path=()):
    """The paths of everything in plain data."""
    yield path
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


PLACES = [path for path in places(json.loads(PACK.data)) if path]
FRAGMENTS = st.sampled_from(["*", "seed", "crafter", "camps", "draw(1)", "", True, 0, 1, -1, 7, 10**30, 0.5, None])
NONSENSE = st.recursive(
    FRAGMENTS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.untraced
@given(st.lists(st.tuples(st.sampled_from(PLACES), NONSENSE | st.just(DELETE)), min_size=1, max_size=4))
def test_any_data_are_a_pack_or_an_error(changes):
    """Values of any kind at any place never end in an error of another kind."""
    data = json.loads(PACK.data)
    for path, value in changes:
        try:
            *way, last = path
            part = data
            for key in way:
                part = part[key]
            if value is DELETE:
                del part[last]
            else:
                part[last] = value
        except (LookupError, TypeError):
            continue  # an earlier change took the place away
    try:
        pack = parse_pack(data)
    except DocumentError:
        return
    assert parse_pack(pack.data) == pack


@pytest.mark.untraced
@settings(max_examples=settings().max_examples // 10)
@given(packs())
def test_random_packs_are_written_and_read(pack):
    """Round trips: canonical data, JSON and TOML."""
    assert parse_pack(json.loads(pack.data)) == pack
    for text in (pack.data, format_pack(pack), toml_text(pack)):
        same = parse_pack(text)
        assert (same.data, same.hash) == (pack.data, pack.hash)
    assert pickle.loads(pickle.dumps(pack)) == pack  # noqa: S301


def test_random_packs_have_effects_everywhere():
    """The generator uses the whole vocabulary, and piles of 1 to 12."""
    every = [random_data(Random(seed)) for seed in range(40)]
    copies = {card["copies"] for data in every for card in (*data["tribe"], *data["animals"])}
    assert set(range(1, 13)) <= copies
    text = " ".join(card["effect"] for data in every for card in data["culture"])
    assert all(
        word in text for word in ("pay ", " if ", " then ", "+", "|", "village(free_food)", "discard(", "food_fill")
    )


@pytest.mark.untraced
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_refers_to_the_built_in_pack(protocol):
    """States are small: the built-in pack is not in their pickles. Equal packs become the built-in one."""
    written = pickle.dumps(PACK, protocol)
    assert len(written) < 200
    assert pickle.loads(written) is PACK  # noqa: S301
    assert pickle.loads(pickle.dumps(parse_pack(PACK.data), protocol)) is PACK  # noqa: S301


def test_a_pickle_holds_another_pack():
    """Another process knows nothing of the pack."""
    pack = parse_pack(changed((("culture", 0, "points"), 9)))
    pack_file._custom.cache_clear()
    same = pickle.loads(pickle.dumps(pack))  # noqa: S301
    assert same == pack
    assert same.culture[0].points == 9
    assert pickle.loads(pickle.dumps(pack)) is same  # noqa: S301


def test_a_pickle_of_another_version_is_refused(monkeypatch):
    """The built-in pack can change with the version; both hashes are named."""
    written = pickle.dumps(PACK)
    other = parse_pack(changed((("culture", 0, "points"), 9)))
    monkeypatch.setattr(pack_file, "default_pack", lambda: other)
    with pytest.raises(DocumentError, match=f"built-in pack {PACK.hash}, but that of this version is {other.hash}"):
        pickle.loads(written)  # noqa: S301


def test_copies_are_the_same_pack():
    """Packs do not change, so one is enough."""
    assert copy.copy(PACK) is copy.deepcopy(PACK) is PACK
    other = parse_pack(changed((("culture", 0, "points"), 9)))
    assert copy.copy(other) == copy.deepcopy(other) == other


def test_a_pack_that_was_made_by_hand():
    """Records of a pack can be made without a file; effects are the parsed ones."""
    card = TribeCard(id="x", name="X", copies=1, labor=1, points=0, eclipse=parse_effect("draw(1)"))
    assert (card.column, card.added_labor, card.source) == (None, 0, ())
    assert isinstance(PACK, Pack)
    assert LONGEST == 262_144


def test_a_pack_that_is_too_long_to_be_read_again_is_refused():
    """Data have no length; a hundred effects as long as can be are too much."""
    data = changed()
    card = {**data["culture"][0], "effect": "+".join(["bury_supply(1)"] * 66)}
    data["culture"] = [{**card, "id": f"c{number}", "name": f"Card {number}"} for number in range(110)]
    (fault,) = faults(data)
    assert fault.startswith("$: 13")
    assert fault.endswith("characters as JSON; a pack has at most 131072")
    del data["culture"][90:]
    pack = parse_pack(data)
    assert len(format_pack(pack)) <= LONGEST
    assert parse_pack(format_pack(pack)) == pack


def test_a_number_too_long_to_be_written_is_refused():
    """A number in data has no limit."""
    (fault,) = faults(changed((("tribe", 1, "copies"), 10**5000)))
    assert fault == "$.tribe[1].copies: a number of thousands of digits is not a whole number from 1 to 30"


def test_a_pack_brings_the_rule_options_of_its_edition() -> None:
    """A game takes them unless others are chosen."""
    data = json.loads(format_pack(default_pack()))
    data["switches"] |= {"culture.second_card_cost": "discard", "middle.repeatable": False, "rest.tip_animal": True}
    data["switches"] |= {"chief.side": "choice", "animals.wild_overflow": False}
    pack = parse_pack(data)
    published = Variant(
        second_culture_card="discard",
        middle_repeatable=False,
        rest_tips=True,
        chief_side="choice",
        wild_overflow=False,
    )
    assert endless_winter.new_game(seed=1, content=pack).variant == published
    assert endless_winter.new_game(seed=1, content=pack, variant=Variant()).variant == Variant()
    assert endless_winter.new_game(seed=1).variant == Variant()
