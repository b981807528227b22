"""Pictures of dungeons and lands: what is on them, what is not, and that every text can be read."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from cairn_rules import Match, Record, dumps, format_record
from cairn_rules.cairn_rpg import campaign, combat, creation, dungeon
from cairn_rules.cairn_rpg.campaign import Gazetteer, Landmark, Way
from cairn_rules.cairn_rpg.dungeon import Area, Dungeon, Exit, map_svg, parse_dungeon
from cairn_rules.cairn_rpg.wilderness import Route
from cairn_rules.cli.main import main
from cairn_rules.errors import DefinitionError
from cairn_rules.pictures.network import Rect
from cairn_rules.pictures.svg import width
from support.command_line import printed

EXAMPLES = Path(__file__).parents[2] / "examples" / "sallow-fen"
MILL = dungeon.read_dungeon(EXAMPLES / "mill.toml")
FEN = campaign.read_gazetteer(EXAMPLES / "fen.toml")
SPACE = "{http://www.w3.org/2000/svg}"


def explored() -> dungeon.State:
    """The mill, when the hopper was searched and the sluice is found."""
    match = Match(dungeon, dungeon.new_game(seed=4, dungeon=MILL))
    for text in ["go:grinding-floor", "1:light:torch", "2:wait", "stay", "1:search:hopper", "2:wait"]:
        match.do(text)
    return match.state


def texts(picture: str) -> list[str]:
    """The texts of a picture in order, without its title, its description and its tooltips."""
    return [each.text or "" for each in ET.fromstring(picture).iter(f"{SPACE}text")]  # noqa: S314 - our own


def described(picture: str) -> str:
    found = ET.fromstring(picture).find(f"{SPACE}desc")  # noqa: S314 - our own
    return (found is not None and found.text) or ""


# What is drawn


def test_a_map_shows_everything() -> None:
    """Names, doors with their states, traps, places and items; lengths other than 40 feet; hidden exits."""
    shown = " ".join(texts(map_svg(MILL)))
    for name in ("Wharf", "Sluice Room", "Trapdoor stuck", "Grate locked", "hidden", "60 ft", "loose", "Chest", "Rope"):
        assert name in shown
    assert "40 ft" not in shown
    assert "the party" not in shown


def test_a_state_shows_what_the_players_know() -> None:
    """Areas that were not visited have only their ids; what nobody found is missing (R167, R178)."""
    picture = map_svg(explored())
    shown = " ".join(texts(picture))
    for name in (
        "Wharf",
        "Grinding Floor",
        "the party",
        "wheel-pit not visited",
        "sluice-room",
        "hidden",
        "(searched)",
    ):
        assert name in shown
    assert not {"Loft", "Wheel Pit", "Chest", "Grate", "paddle", "Tunnel", "tunnel"} & {*re.split(r"[ ,]", shown)}
    assert picture == map_svg(dungeon.observe(explored(), 0))
    assert "hidden" not in texts(map_svg(dungeon.new_game(seed=4, dungeon=MILL)))


def test_secrets_of_a_state() -> None:
    """The whole map, with the place of the party and the doors as they are now."""
    state = evolve(explored(), opened=frozenset({"grate"}), wedged=frozenset({"trapdoor"}))
    shown = " ".join(texts(map_svg(state, secrets=True)))
    for name in ("the party", "Tunnel", "Grate closed", "Trapdoor wedged shut", "loose"):
        assert name in shown


def test_a_found_trap_and_one_way_exits() -> None:
    """An arrow for an exit that leads back nowhere, but not for one whose other side nobody has seen."""
    slide = parse_dungeon(
        "areas.a = { outside = true, exits = [{ to = 'b', back = false }] }\nareas.b.traps.pit.damage = 'd6'"
    )
    head = "cairn-rpg-map-head"
    assert map_svg(slide).count(f'class="{head}"') == 1
    state = dungeon.new_game(seed=1, dungeon=slide)
    assert map_svg(state).count(f'class="{head}"') == 0
    found = map_svg(evolve(state, found=frozenset({"pit"})))
    assert "trap: pit" in " ".join(texts(found))
    there = evolve(state, area="b", visited=frozenset({"a", "b"}))
    assert map_svg(there).count(f'class="{head}"') == 1


def test_arrows_point_to_the_end() -> None:
    """In every direction: of the corners of its head, the tip is farthest from the start."""
    areas = [f"areas.{one}.exits = [{{ to = '{other}', back = false }}]" for one, other in ("ab", "bc", "ca")]
    picture = map_svg(parse_dungeon("\n".join(areas)))
    points = [complex(*map(float, each)) for each in re.findall(r"[ML]([0-9.]+) ([0-9.]+)", picture)]
    assert len(points) == 3 * 5
    for start, _, tip, *base in zip(*[iter(points)] * 5, strict=True):
        assert all(abs(each - start) < abs(tip - start) for each in base)


def test_a_trap_of_a_door_and_two_lengths() -> None:
    text = (
        "areas.a.exits = [{ to = 'b', feet = 60, door = 'd' }]\nareas.b.exits = [{ to = 'a', feet = 80, door = 'd' }]\n"
        "doors.d.traps.needle.damage = '1'\nareas.a.items = ['torch', 'torch']"
    )
    shown = " ".join(texts(map_svg(parse_dungeon(text))))
    assert "closed, trap: needle" in shown
    assert "60 or 80 ft" in shown
    assert "2 x Torch" in shown


def test_screen_readers() -> None:
    """A sentence for each area, with its exits."""
    assert described(map_svg(explored())) == (
        "Wharf (way out, safe): to Grinding Floor, 40 feet. "
        "Grinding Floor (the party is here, Hopper (searched), Rope, Miller's Apron, Iron Key): to Wharf, 40 feet; "
        "to loft, 40 feet, Trapdoor, stuck; to wheel-pit, 60 feet. "
        "loft (not visited): to Grinding Floor, 40 feet, Trapdoor, stuck. "
        "wheel-pit (not visited): to Grinding Floor, 60 feet; to sluice-room, 40 feet, hidden. "
        "sluice-room (not visited): to wheel-pit, 40 feet, hidden."
    )
    slide = parse_dungeon("areas.a.exits = [{ to = 'b', back = false }]\nareas.b = {}")
    assert described(map_svg(slide)) == "a: to b, 40 feet. b."


def test_a_land() -> None:
    """Ways with their path, distance, terrain and watches (R181); those of the same landmarks share a line."""
    picture = campaign.map_svg(FEN)
    shown = " ".join(texts(picture))
    for name in (
        "Withy settlement",
        "Drowned Mill dungeon",
        "causeway short road, easy 1 watch",
        "sea-bank",
        "6 watches",
    ):
        assert name in shown
    assert picture.count('stroke-dasharray="3 7"') == 1
    both = evolve(FEN, ways=(*FEN.ways, Way(id="ditch", ends=("ferry", "withy"), route=Route(path="wilderness"))))
    shown = " ".join(texts(campaign.map_svg(both)))
    assert "causeway short road, easy 1 watch ditch short wilderness, easy 3 watches" in shown


def test_the_party_in_a_land() -> None:
    """At a landmark, or on a way (a way is marked as well)."""
    state = campaign.new_game(seed=3, gazetteer=FEN, at="tor", weather="fair")
    assert "Lantern Tor the party" in " ".join(texts(campaign.map_svg(state)))
    away = campaign.apply(state, campaign.SetOut("tor-road"))
    assert away.way == "tor-road"
    picture = campaign.map_svg(campaign.observe(away, 0))
    assert "tor-road medium trail, easy 3 watches the party" in " ".join(texts(picture))
    assert picture.count('class="cairn-rpg-map-here"') == 1
    assert "the party is on it" in described(picture)


# How it is drawn


def rects(picture: str) -> list[Rect]:
    """The room of each text, by the generous estimate of its width."""
    found: list[Rect] = []
    for each in ET.fromstring(picture).iter(f"{SPACE}text"):  # noqa: S314 - our own
        size = float(each.attrib["font-size"])
        wide = width(each.text or "") * size
        x, y = float(each.attrib["x"]), float(each.attrib["y"])
        found.append(Rect(x=x, y=y - size * 0.35, width=wide, height=size))
    return found


def large() -> Dungeon:
    """Thirty areas with long names, and doors between most of them."""
    areas = [f"the-hall-of-the-{number}th-king" for number in range(30)]
    joined = [(max(0, number - 1 - number % 3), number) for number in range(1, 30)] + [(3, 8), (10, 13), (20, 24)]
    exits: dict[str, list[Exit]] = {id: [] for id in areas}
    for one, other in joined:
        door = f"d{one}-{other}" if (one + other) % 3 else ""
        exits[areas[one]].append(Exit(to=areas[other], door=door, feet=80))
        exits[areas[other]].append(Exit(to=areas[one], door=door, feet=80))
    doors = tuple(
        dungeon.Door(id=f"d{one}-{other}", name="Iron Door with Spikes", state="stuck")
        for one, other in joined
        if (one + other) % 3
    )
    return Dungeon(areas=tuple(Area(id=id, exits=tuple(exits[id]), safe=True) for id in areas), doors=doors)


@pytest.mark.untraced
@pytest.mark.parametrize("kind", ["mill", "fen", "state", "large"])
def test_no_text_is_on_another_one(kind: str) -> None:
    picture = {
        "mill": lambda: map_svg(MILL),
        "fen": lambda: campaign.map_svg(FEN),
        "state": lambda: map_svg(explored()),
        "large": lambda: map_svg(large()),
    }[kind]()
    found = rects(picture)
    assert not [pair for pair in combinations(found, 2) if pair[0].overlaps(pair[1])]
    assert len(found) > 5


def test_long_names_are_cut() -> None:
    """The whole name stays in the tooltip."""
    name = "The Hall of the Many Thousand Candles that Burn Below the Sunken Bell of Saint Anselm"
    picture = map_svg(Dungeon(areas=(Area(id="a", name=name, text="x"),)))
    assert "…" in texts(picture)[1]
    assert f"<title>{name}</title>" in picture


def test_strange_names_are_escaped() -> None:
    """And the title does not begin an element."""
    picture = map_svg(Dungeon(areas=(Area(id="a", name='<b> & "c"'),)))
    assert texts(picture) == ['<b> & "c"']


def test_colours_and_sizes() -> None:
    assert "prefers-color-scheme" in map_svg(MILL)
    assert "prefers-color-scheme" not in map_svg(MILL, colours="dark")
    assert 'width="500"' in map_svg(MILL, size=500)
    with pytest.raises(DefinitionError, match="colours should be"):
        map_svg(MILL, colours="pink")  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="size should be"):
        campaign.map_svg(FEN, size=0)
    many = Gazetteer(landmarks=tuple(Landmark(id=f"l{number}") for number in range(201)))
    with pytest.raises(DefinitionError, match="a picture shows at most 200 places, not 201"):
        campaign.map_svg(many)
    with pytest.raises(DefinitionError, match="map_svg: dungeon should be a Dungeon or a Scene"):
        map_svg(3)  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="map_svg: land should be a Gazetteer or a Scene"):
        campaign.map_svg(MILL)  # type: ignore[arg-type]


# The command


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It takes what people write, documents, and stored games; it writes SVG or PNG, or prints the SVG."""
    monkeypatch.chdir(tmp_path)
    state = campaign.new_game(seed=3, gazetteer=FEN, at="mill", weather="fair")
    match = Match(campaign, state)
    Path("outside.cairn").write_text(format_record(Record.of(match)), encoding="utf-8")
    match.do("enter")
    Path("inside.json").write_text(dumps(match), encoding="utf-8")
    Path("land.json").write_text(dumps(FEN), encoding="utf-8")
    Path("fight.json").write_text(dumps(combat.new_game(seed=1)), encoding="utf-8")
    Path("party.json").write_text(dumps(creation.create_character(seed=1)), encoding="utf-8")

    def drawn(*arguments: str) -> str:
        return printed(capsys, "map", *arguments)

    assert drawn(str(EXAMPLES / "mill.toml")) == f"{map_svg(MILL)}\n"
    assert drawn(str(EXAMPLES / "mill.toml"), "--width", "300") == f"{map_svg(MILL, size=300)}\n"
    assert drawn("land.json") == f"{campaign.map_svg(FEN)}\n"
    assert "Drowned Mill" in drawn("outside.cairn")
    assert "Tunnel" not in drawn("inside.json")
    assert "Tunnel" in drawn("inside.json", "--secrets")
    assert drawn("land.json", "-o", "land.svg") == ""
    assert Path("land.svg").read_text(encoding="utf-8") == f"{campaign.map_svg(FEN)}\n"
    drawn("land.json", "-o", "land.PNG", "--width", "200")
    assert Path("land.PNG").read_bytes()[1:4] == b"PNG"
    Path("bad.toml").write_text("areas.a.dark = 3", encoding="utf-8")
    Path("other.toml").write_text("[project]", encoding="utf-8")
    for arguments, said in (
        (["land.json", "-o", "land.gif"], "--output: 'land.gif' does not end with .svg or .png"),
        (["fight.json"], "'fight.json' holds no dungeon, no land and no game in one"),
        (["party.json"], "'party.json' holds no dungeon, no land and no game in one"),
        (["bad.toml"], "bad document: bad.toml:1, $.areas.a.dark: 3 is not true or false"),
        (["other.toml"], "bad document: other.toml, $: it has keys such as 'project' instead of those"),
        (["none.toml"], "cannot read 'none.toml'"),
    ):
        assert main(["map", *arguments]) == 2
        assert said in capsys.readouterr().err
