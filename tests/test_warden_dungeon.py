"""The dungeon and the journey on the page of the Warden, without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import asdict, evolve

from cairn_rules.cairn_rpg import Item, Score, Uses, dungeon
from cairn_rules.cairn_rpg.characters.character import Character, Omen
from cairn_rules.cairn_rpg.combat.rules.setup import person
from cairn_rules.cairn_rpg.dungeon.areas import example
from cairn_rules.cairn_rpg.dungeon.state import State
from cairn_rules.cairn_rpg.forecast import Traveller, forecast
from cairn_rules.cairn_rpg.procedures.carrying import take
from cairn_rules.cairn_rpg.procedures.party import Light
from cairn_rules.errors import CairnRulesError, IllegalActionError
from cairn_rules.json_documents import dumps
from web.warden import dungeon as warden_dungeon
from web.warden import journey as warden_journey
from web.warden.dungeon import MOST_ROWS, Delve, followed
from web.warden.journey import Plan, journeys, plan_of
from web.warden.table import Table, read_table, write_table

pytestmark = pytest.mark.untraced

TORCH = Item(id="torch", name="Torch", uses=Uses.full(3), light="torch")
RATIONS = Item(id="rations", name="Rations", uses=Uses.full(3))


def member(name: str, *items: Item) -> Character:
    found = person(name, hp=4, kind="pc")
    for item in items:
        found = take(found, item)
    return found


ADA, BO = member("Ada", TORCH, RATIONS), member("Bo", TORCH)
TABLE = Table(members=(ADA, BO))


def do(table: Table, **asked: Any) -> Table:
    return warden_dungeon.answer(table, asked)[0]


def paper(table: Table = TABLE, *, dark: bool = True, **tables: str) -> Table:
    """A table whose party enters a dungeon with a map on paper, with real dice."""
    return do(do(table, ask="enter", map="", dark=dark, tables=tables), ask="hand", on=True)


def state_of(table: Table) -> State:
    found = table.panels["dungeon"]
    assert isinstance(found, Delve)
    state: State = found.play.state
    return state


def shown(table: Table) -> dict[str, Any]:
    view = warden_dungeon.view(table)
    json.dumps(view)  # the page gets it as JSON
    return view


def texts(table: Table) -> list[str]:
    return [choice["text"] for group in shown(table)["groups"] for choice in group["choices"]]


# A map on paper


def test_a_map_on_paper_grows() -> None:
    """There is always a way to a new area, whose entering makes an event due (R159)."""
    table = paper()
    assert texts(table)[:4] == ["Stay here", "Go to a new area", "Hurry to a new area", "The party leaves the dungeon"]
    table = do(table, ask="act", action="go:new-area-2")
    table = do(table, ask="act", action="1:light:torch")
    table = do(table, ask="act", action="2:wait")
    assert shown(table)["needed"] == "a face of a d6 for 'Dungeon Events [R162]'"
    table, answer = warden_dungeon.answer(table, {"ask": "throw", "faces": "6"})
    assert answer == {"done": "Turn 1"}
    assert [line for line in table.log if "[R159]" in line or "quiet" in line] == [
        "Ada enters Area 2 first [R159]",
        "an event is due: a new area [R159]",
        "all is quiet [R162]",
    ]
    assert shown(table)["area"] == {"name": "Area 2", "dark": True, "safe": False, "danger": False}
    assert texts(table)[:3] == ["Stay here", "Go to Area 1", "Go to a new area"]
    assert len(state_of(table).dungeon.areas) == 3


def test_lights_and_uses_are_on_the_sheets() -> None:
    """A lit torch has spent a use, also on the sheet of its bearer (R170)."""
    table = do(paper(), ask="act", action="stay")
    assert [each["burns"] for each in shown(table)["lights"]] == [False, False]
    table = do(table, ask="act", action="1:light:torch")
    assert shown(table)["members"][0]["declared"] == "Ada lights Torch"
    assert shown(table)["members"][1]["decides"] is True
    table = do(table, ask="act", action="2:wait")
    assert shown(table)["lights"] == [
        {"who": "Ada", "item": "Torch (2 of 3)", "burns": True},
        {"who": "Bo", "item": "Torch (3 of 3)", "burns": False},
    ]
    assert str(table.members[0].inventory.items[0]) == "Torch (2 of 3)"


def test_a_second_turn_in_one_place_is_announced() -> None:
    """Then an event is due (R158)."""
    table = paper(dark=False)
    assert shown(table)["stay"] == ""
    table = do(do(table, ask="act", action="stay"), ask="rest-waits")
    assert "[R158]" in shown(table)["stay"]
    table = do(do(table, ask="act", action="stay"), ask="rest-waits")
    assert "Dungeon Events [R162]" in shown(table)["needed"]


def test_the_tables_of_the_warden_say_what_happens() -> None:
    """Encounters with a reaction, and losses that have to be made good (R163, R164)."""
    table = paper(dark=False, encounters="two root goblins\n\n a wet dog ", losses="the rope breaks")
    table = do(do(table, ask="act", action="go:new-area-2"), ask="rest-waits")
    table = do(table, ask="throw", faces="1 2 3 3")
    assert shown(table)["troubles"] == ["Not settled, encounter: a wet dog, Curious [R163]"]
    table = do(do(table, ask="act", action="settle:encounter"), ask="act", action="run:new-area-3")
    table = do(table, ask="throw", faces="4")
    assert shown(table)["troubles"] == ["Not settled, loss: the rope breaks [R164]"]
    with pytest.raises(IllegalActionError, match="R164"):
        do(table, ask="act", action="go:new-area-2")
    table, answer = warden_dungeon.answer(table, {"ask": "act", "action": "settle:loss"})
    assert answer == {"done": "A decision in the dungeon"}
    empty = do(do(paper(dark=False), ask="act", action="run:new-area-2"), ask="throw", faces="4")
    assert shown(empty)["troubles"] == ["Not settled, loss: the Warden describes the loss [R164]"]
    with pytest.raises(CairnRulesError, match=f"A table has at most {MOST_ROWS} rows; that of the signs has 101"):
        paper(signs="a\n" * 101)


def test_exhaustion_is_paid_before_anything_else() -> None:
    """With a ration for each, or Fatigue (R165)."""
    table = do(do(paper(dark=False), ask="act", action="run:new-area-2"), ask="throw", faces="5")
    assert shown(table)["question"] == "The party is exhausted: what does it pay? [R165]"
    assert shown(table)["between"] is False
    with pytest.raises(CairnRulesError, match="Finish this turn first"):
        do(table, ask="panic")
    table = do(table, ask="act", action="pay:fatigue")
    assert [each.inventory.fatigue for each in table.members] == [1, 1]


def test_darkness_and_the_warden_make_the_party_save_against_panic() -> None:
    """The Warden says when they are surrounded or face their worst fear (R175); darkness does by itself (R172)."""
    table = do(paper(dark=False), ask="area", name="Great hall", dark=True, safe=False, danger=True)
    assert shown(table)["area"] == {"name": "Great hall", "dark": True, "safe": False, "danger": True}
    table = do(do(table, ask="act", action="stay"), ask="rest-waits")
    assert "WIL save [R175]" in shown(table)["needed"]
    table = do(table, ask="throw", faces="1 20")
    assert shown(table)["members"][0]["state"] == []
    assert table.members[1].conditions.panicked
    table, answer = warden_dungeon.answer(table, {"ask": "panic"})
    assert answer == {"done": "Panic"}
    assert "Ada's WIL save [R175]" in " ".join(table.log[-3:])


def test_an_area_without_a_name_keeps_its_id() -> None:
    table, answer = warden_dungeon.answer(
        paper(), {"ask": "area", "name": " ", "dark": False, "safe": True, "danger": False}
    )
    assert answer == {"done": "Changed area-1"}
    assert shown(table)["area"]["name"] == "area-1"


def test_marching_order_is_that_of_the_table() -> None:
    """Whoever goes in front is the first on the sheets, and takes their light along."""
    table = do(do(paper(), ask="act", action="stay"), ask="act", action="1:light:torch")
    table = do(do(table, ask="rest-waits"), ask="act", action="lead:2")
    assert [each.name for each in table.members] == ["Bo", "Ada"]
    assert state_of(table).party.lights == (Light(1, "torch"),)


# A map of the page


def test_a_map_of_the_library_is_played() -> None:
    """With its surroundings, doors and finds, and by the computer's dice."""
    table = do(TABLE, ask="enter", map=dumps(example()), dark=True, tables={})
    assert shown(table)["paper"] is False
    assert shown(table)["surroundings"][0].startswith("Mound: Grass, wind")
    assert "Go to passage" in texts(table)
    table = do(table, ask="act", action="go:passage")
    table = do(table, ask="rest-waits")
    assert shown(table)["turn"] == 1
    assert len(state_of(table).dungeon.areas) == 5
    with pytest.raises(CairnRulesError, match="bad document"):
        do(TABLE, ask="enter", map="{", dark=True, tables={})
    with pytest.raises(CairnRulesError, match="may have 1000000"):
        do(TABLE, ask="enter", map="x" * 1_000_001, dark=True, tables={})


def test_a_map_that_people_write_is_played() -> None:
    """In TOML; its faults are listed with their places."""
    cave = 'areas.mouth = { exits = ["den"], dark = false }\nareas.den = { items = ["2 torch"] }'
    table = do(TABLE, ask="enter", map=cave, dark=True, tables={})
    assert texts(table)[:2] == ["Stay here", "Go to den"]
    with pytest.raises(CairnRulesError, match="did you mean 'den'"):
        do(TABLE, ask="enter", map=cave.replace('["den"]', '["dem"]'), dark=True, tables={})


def test_the_game_ends_outside() -> None:
    table = do(paper(), ask="act", action="leave")
    view = shown(table)
    assert view["over"]
    assert view["groups"] == []
    table, answer = warden_dungeon.answer(table, {"ask": "leave"})
    assert answer == {"done": "The party is done with the dungeon"}
    assert table.panels == {}


def test_what_cannot_be_done_gets_a_sentence() -> None:
    with pytest.raises(CairnRulesError, match="No member of the party can enter the dungeon"):
        do(Table(), ask="enter", map="", dark=True, tables={})
    with pytest.raises(CairnRulesError, match="Nobody declares anything now"):
        do(paper(), ask="rest-waits")
    for table, asked in (
        (TABLE, {"ask": "enter"}),
        (TABLE, {"ask": "panic"}),
        (paper(), {"ask": "nothing"}),
    ):
        with pytest.raises(ValueError, match="nothing to answer"):
            warden_dungeon.answer(table, asked)


# Kept, shared and followed


def test_a_dungeon_survives_and_keeps_private_omens_private() -> None:
    table = paper(Table(members=(evolve(ADA, omen=Omen(3, private=True)), BO)))
    table = do(table, ask="act", action="run:new-area-2")
    private, public = (read_table(write_table(table, private=each)) for each in (True, False))
    assert private.panels == table.panels
    assert state_of(public).party.members[0].omen is None
    assert do(private, ask="throw", faces="6").log[-1] == "all is quiet [R162]"
    with pytest.raises(CairnRulesError, match="the dungeon of this table is damaged"):
        warden_dungeon.read({"state": {}, "paper": 1})


def test_changes_of_the_sheets_reach_the_dungeon() -> None:
    """What was declared stays if it is still possible, and lights burn on with their bearers."""
    table = do(do(paper(), ask="act", action="stay"), ask="act", action="1:light:torch")
    hurt = evolve(BO, hp=Score(1, 4))

    def after(*members: Character, of: Table = table) -> State:
        found = followed(of, of.with_members(*members))
        assert found is not None
        state: State = found.play.state
        return state

    assert after(ADA, hurt).declared
    assert after(ADA, hurt).party.members[1] is hurt
    assert after(person("Ada", hp=4, kind="pc"), BO).declared == ()  # without the torch
    assert after(BO, ADA).declared == ()
    assert after(ADA, BO, hurt).goal is None
    lit = do(table, ask="rest-waits")
    first = lit.members[0]
    assert after(BO, first, of=lit).party.lights == (Light(1, "torch"),)
    assert after(first, of=lit).party.lights == (Light(0, "torch"),)
    assert after(lit.members[1], of=lit).party.lights == ()
    assert after(person("Ada", hp=4, kind="pc"), lit.members[1], of=lit).party.lights == ()
    assert followed(lit, lit.with_members()) is None


# The journey


def plan(**more: Any) -> dict[str, Any]:
    """A plan as the page sends it."""
    return asdict(Plan(**{"legs": "Mill: road short", "weather": "fair", **more}))


def ask(table: Table, **asked: Any) -> dict[str, Any]:
    return warden_journey.answer(table, asked)[1]


def all_slices(table: Table, **chosen: Any) -> list[dict[str, Any]]:
    slices = [ask(table, ask="forecast", plan=plan(**chosen))]
    while slices[-1]["state"] == "running":
        slices.append(ask(table, ask="go-on", number=slices[-1]["number"]))
    json.dumps(slices)
    return slices


def test_a_forecast_is_that_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rough first, then exact; exact at once if it has few states."""
    assert next(each["result"]["exact"] for each in all_slices(TABLE) if each["result"])
    monkeypatch.setattr("cairn_rules.cairn_rpg.estimates.improve._AT_ONCE", 0)
    results = [each["result"] for each in all_slices(TABLE) if each["result"]]
    assert [each["exact"] for each in results] == [False, True]
    found = forecast(journeys(TABLE, Plan(legs="Mill: road short", weather="fair"))["as planned"], Traveller())
    last = results[-1]
    assert last["title"] == "To Mill: as planned"
    assert last["rows"][0] == ["Arrives", str(found.arrives)]
    assert last["rows"][2] == ["Days", str(found.days)]
    assert last["chart"].startswith("<svg")
    assert last["days"][0][0] == "Day 1"
    assert last["columns"] == last["plans"] == ["as planned"]


def test_a_slice_without_a_result_is_shown_as_it_is() -> None:
    slice = {"number": 1, "state": "running", "line": "10 of 50 journeys are played", "result": None}
    assert warden_journey.shown(slice) == slice


def test_two_plans_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Goods are named or have their ids; long journeys are simulated."""
    monkeypatch.setattr(warden_journey, "MOST_STATES", 10)
    monkeypatch.setattr("cairn_rules.cairn_rpg.forecast.simulated.ENOUGH", 20)
    last = all_slices(TABLE, goods="Mule, rations", change="watch", disturbed="1/6")[-1]["result"]
    assert not last["exact"]
    assert last["plans"] == ["as planned", "with mule, rations"]
    assert "environment: watch; discovery: feature; disturbed nights: 1/6" in last["assumptions"][0]


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"legs": " "}, "Add a leg of the journey"),
        ({"legs": "Mill: raod"}, "'raod' does not describe a leg; did you mean 'road'?"),
        ({"goods": "dragon"}, "'dragon' cannot be taken along"),
    ],
)
def test_a_mistake_in_a_journey_gets_a_sentence(chosen: dict[str, Any], said: str) -> None:
    assert said in ask(TABLE, ask="forecast", plan=plan(**chosen))["fault"]


def test_nobody_travels_at_an_empty_table() -> None:
    dead = evolve(ADA, conditions=evolve(ADA.conditions, dead=True))
    assert ask(Table(members=(dead,)), ask="forecast", plan=plan())["fault"].startswith("Nobody can travel")


def test_what_can_be_chosen_for_a_journey() -> None:
    """Each choice of the lists makes a plan."""
    options = ask(TABLE, ask="options")
    assert options["watches"] == ["morning", "afternoon", "night"]
    assert {"id": "mule", "name": "Mule"} in options["goods"]
    for name, words in (
        ("season", "seasons"),
        ("policy", "policies"),
        ("change", "changes"),
        ("disturbed", "disturbed"),
    ):
        for word in options[words]:
            assert plan_of(plan(**{name: word}))
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(TABLE, ask="nothing")


def test_a_journey_is_kept() -> None:
    table, answer = warden_journey.answer(TABLE, {"ask": "plan", "plan": plan(season="winter", braves=True)})
    assert answer == {"done": "Prepared a journey"}
    again = read_table(write_table(table, private=False))
    assert again.panels == table.panels
    assert warden_journey.view(again)["plan"] == plan(season="winter", braves=True)
    assert warden_journey.followed(again, again.with_members(ADA)) is again.panels["journey"]


@pytest.mark.parametrize("wrong", [None, {}, plan(season="monsoon"), {**plan(), "legs": 1}, {**plan(), "braves": 1}])
def test_a_damaged_plan_is_refused(wrong: Any) -> None:
    with pytest.raises(CairnRulesError, match="is not a journey to prepare: it is damaged"):
        warden_journey.read(wrong)


def test_the_events_of_the_panel_are_those_of_the_game() -> None:
    """The panel follows `dungeon`: every choice of a view is legal."""
    table = paper()
    actions = [choice["action"] for group in shown(table)["groups"] for choice in group["choices"]]
    legal = dungeon.legal_actions(state_of(table))
    assert actions == [dungeon.format_action(each) for each in legal]
