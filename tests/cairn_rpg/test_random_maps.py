"""Random dungeons and lands: each is sound and can be explored to the end, whatever the dice show."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import dumps, loads
from cairn_rules.cairn_rpg import book, campaign, dungeon, parse_pack, with_packs
from cairn_rules.cairn_rpg.campaign import check_gazetteer, create_gazetteer, gazetteer_findings
from cairn_rules.cairn_rpg.dungeon import Dungeon, check_dungeon, create_dungeon, dungeon_findings
from cairn_rules.cairn_rpg.dungeon.maps.create import creatures_by_threat, number_of
from cairn_rules.chance import Chance, KeyedDice, ScriptedDice
from cairn_rules.cli.main import main
from cairn_rules.errors import DefinitionError
from support.command_line import printed

SEEDS = st.integers(0, 10**6)


def entered(made: Dungeon) -> set[str]:
    """The areas that a party without any force enters: locks need their key, hidden exits a search (R167, R174)."""
    found = {made.areas[0].id}
    while True:
        here = [area for area in made.areas if area.id in found]
        places = [place for area in here for place in area.places]
        items = {item.id for area in here for item in area.items} | {item.id for each in places for item in each.items}
        revealed = {id for place in places for id in place.reveals}
        after = found | {
            each.to
            for area in here
            for each in area.exits
            if (not each.hidden or each.hidden in revealed)
            and (not each.door or made.door(each.door).state != "locked" or made.door(each.door).key in items)
        }
        if after == found:
            return found
        found = after


@pytest.mark.slow
@pytest.mark.untraced
@given(SEEDS, st.integers(3, 100))
@settings(max_examples=60, deadline=None)
def test_a_random_dungeon_can_be_explored(seed: int, areas: int) -> None:
    """Every key and every hidden way is found before it is needed; nothing in it is suspicious."""
    made = create_dungeon(seed=seed, areas=areas)
    check_dungeon(made)
    assert len(made.areas) == areas
    assert entered(made) == {area.id for area in made.areas}
    assert dungeon_findings(made) == ()
    assert len({area.name for area in made.areas}) == areas
    assert made == create_dungeon(seed=seed, areas=areas)


@pytest.mark.untraced
@given(SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_random_dungeon_is_played_and_stored(seed: int) -> None:
    """Its first area is outside, lit and safe, its farthest one dangerous, with a spellbook."""
    made = create_dungeon(seed=seed)
    assert 6 <= len(made.areas) <= 11
    first = made.areas[0]
    assert (first.outside, first.dark, first.safe) == (True, False, True)
    found = [item for area in made.areas for place in area.places for item in place.items]
    assert {item.slots for item in found if item.value} == {0}, "valuables are petty"
    (lair,) = (
        area for area in made.areas if any(item.magic == "spellbook" for each in area.places for item in each.items)
    )
    assert lair.danger
    assert lair.tables is not None
    assert loads(dumps(made)) == made
    state = dungeon.new_game(seed=seed, dungeon=made)
    assert dungeon.legal_actions(state)
    dungeon.map_svg(state, secrets=True)


def test_the_same_everywhere() -> None:
    """The dice of a seed are those of the library, the same with every version of Python."""
    names = [area.name for area in create_dungeon(seed=7, areas=4).areas]
    assert names == ["Leaning Hall", "Charred Shrine", "Silent Gallery", "Drowned Guardroom"]
    places = [each.name for each in create_gazetteer(seed=7, landmarks=3).landmarks]
    assert places == [
        "Alderwick",
        "Bramcrypt",
        "Cranemere",
    ]


@pytest.mark.untraced
def test_everything_occurs() -> None:
    """In a hundred dungeons there is every kind of door, content and light, and no area has more exits than it may."""
    made = [create_dungeon(seed=seed, areas=12) for seed in range(100)]
    doors = Counter(door.state for each in made for door in each.doors)
    assert set(doors) == {"locked", "stuck", "closed"}
    areas = [area for each in made for area in each.areas[1:]]
    exits = [each for area in areas for each in area.exits]
    assert any(each.hidden for each in exits)
    assert {each.feet for each in exits} == {40, 60, 80}
    for kind in ("danger", "traps", "items", "places", "safe", "dark"):
        share = sum(bool(getattr(area, kind)) for area in areas) / len(areas)
        assert 0.05 < share < 0.95
    assert any(
        len(each.doors) < len({tuple(sorted((a.id, e.to))) for a in each.areas for e in a.exits}) for each in made
    )
    ways = Counter(len({frozenset((a.id, e.to)) for a in each.areas for e in a.exits}) for each in made)
    assert min(ways) == 11  # a tree
    assert max(ways) > 11  # with loops


def test_when_the_keys_run_out() -> None:
    """In a hundred areas there are more locks than keys: the others are stuck."""
    keys = Counter(door.key for door in create_dungeon(seed=5, areas=100).doors if door.state == "locked")
    assert len(keys) == 10
    assert max(keys.values()) == 1


def test_other_dice() -> None:
    """A program can go on with dice of its own. A land rolls its dungeons with the same dice."""
    assert create_dungeon(dice=KeyedDice(Chance.from_seed(7))) == create_dungeon(seed=7)
    assert create_gazetteer(dice=KeyedDice(Chance.from_seed(7))) == create_gazetteer(seed=7)


def test_creatures_by_threat() -> None:
    """By HP, with armour twice; those without an attack are left out."""
    known = creatures_by_threat(book())
    assert [each.id for each in known[:2]] == ["cave-locust", "zombie"]  # 2 HP both
    assert {"boggart", "pixie"}.isdisjoint(each.id for each in known)
    assert known[-1].id == "titan"


@pytest.mark.parametrize(
    ("id", "face", "number"), [("zombie", 1, 4), ("zombie", 2, 5), ("wolf", 1, 1), ("troll", 2, 1)]
)
def test_numbers_of_creatures(id: str, face: int, number: int) -> None:
    """8 HP divided by theirs, and one more on a 2 of a d2, but at least one: four zombies have 2 HP each."""
    assert number_of(book().creatures[id], ScriptedDice([face])) == number


@pytest.mark.untraced
@pytest.mark.slow
@given(SEEDS, st.integers(2, 60), st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_a_random_land(seed: int, landmarks: int, dungeons: int) -> None:
    """Every landmark can be reached; the first one sells rations; nothing in it is suspicious."""
    dungeons = min(dungeons, landmarks - 1)
    made = create_gazetteer(seed=seed, landmarks=landmarks, dungeons=dungeons)
    check_gazetteer(made)
    assert gazetteer_findings(made) == ()
    assert (len(made.landmarks), made.landmarks[0].settlement) == (landmarks, True)
    assert sum(each.dungeon is not None for each in made.landmarks) == dungeons
    assert len(made.encounters) == 6
    assert len({frozenset(way.ends) for way in made.ways}) == len(made.ways) >= landmarks - 1
    assert made == create_gazetteer(seed=seed, landmarks=landmarks, dungeons=dungeons)


def test_a_random_land_is_played_and_stored() -> None:
    made = create_gazetteer(seed=7)
    assert 5 <= len(made.landmarks) <= 10
    assert sum(each.dungeon is not None for each in made.landmarks) == 1
    assert loads(dumps(made)) == made
    state = campaign.new_game(seed=7, gazetteer=made)
    assert campaign.legal_actions(state)
    campaign.map_svg(state)


def test_creatures_of_a_pack_occur() -> None:
    """The book decides what lives in a land."""
    head = {"id": "fen", "name": "The Fen", "author": "Anna", "license": "MIT"}
    hounds = [{"id": f"hound-{number}", "name": f"Hound {number}", "stats": "2 HP, bite (d8)"} for number in range(300)]
    shelf = with_packs(parse_pack({**head, "creatures": hounds}))
    made = create_gazetteer(seed=1, book=shelf.book)
    assert any(each.id.startswith("hound-") for each in made.encounters)


def test_without_a_seed_each_is_different() -> None:
    assert create_dungeon() != create_dungeon()
    assert create_gazetteer() != create_gazetteer()


def test_wrong_arguments() -> None:
    for areas in (2, 101, True):
        with pytest.raises(DefinitionError, match=r"the number of areas must be a whole number from 3 to 100, got"):
            create_dungeon(areas=areas)
    with pytest.raises(DefinitionError, match=r"the number of landmarks must be a whole number from 2 to 60, got 1"):
        create_gazetteer(landmarks=1)
    with pytest.raises(DefinitionError, match=r"the number of dungeons must be a whole number from 0 to 3, got 4"):
        create_gazetteer(landmarks=4, dungeons=4)
    with pytest.raises(DefinitionError, match="seed must be a whole number, got 'x'"):
        create_dungeon(seed="x")  # type: ignore[arg-type]


def test_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """`seed 7` in place of a file."""
    assert main(["demo", "--game", "cairn-rpg-dungeon", "--map", "seed 7", "--seed", "1"]) == 0
    assert create_dungeon(seed=7).areas[0].name in capsys.readouterr().out
    assert main(["demo", "--game", "cairn-rpg-campaign", "--land", "Seed  7", "--seed", "1"]) == 0
    assert create_gazetteer(seed=7).landmarks[0].name in capsys.readouterr().out
    assert printed(capsys, "map", "dungeon seed 7") == f"{dungeon.map_svg(create_dungeon(seed=7))}\n"
    assert printed(capsys, "map", "land seed 7") == f"{campaign.map_svg(create_gazetteer(seed=7))}\n"
    assert main(["map", "tower seed 7"]) == 2
    assert "cannot read 'tower seed 7'" in capsys.readouterr().err
