"""The page of the Warden, without a browser; `nox -s browser` opens it in one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest
from attrs import evolve, frozen

from cairn_rules.cairn_rpg import (
    Attribute,
    Character,
    Conditions,
    Container,
    Inventory,
    Item,
    Score,
    Uses,
    book,
    combat,
    texts,
)
from cairn_rules.cairn_rpg.characters.character import Omen
from cairn_rules.cairn_rpg.characters.scars import Scar
from cairn_rules.cairn_rpg.creation import create_party
from cairn_rules.errors import CairnRulesError
from cairn_rules.json_documents import dumps
from web.warden import table as warden_table
from web.warden.page import MOST_STEPS, Page
from web.warden.table import MOST_LINES, MOST_MEMBERS, PANELS, Table, panel, read_table, write_table

pytestmark = pytest.mark.untraced

ADDRESS = "v=1&seed=7&players=2"
NAMES = ["Baladria", "Landsford"]


def ask(page: Page, **question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(page.answer(json.dumps(question)))
    return answer


def seated() -> Page:
    """The page with a party of two."""
    page = Page()
    ask(page, ask="make", address=ADDRESS)
    return page


def names(answer: dict[str, Any]) -> list[str]:
    return [each["name"] for each in answer["table"]["members"]]


# The party


def test_the_first_use_loads_nothing_that_it_does_not_need() -> None:
    """A party from a link, and a point of HP: no panel, no board game, no other formats, no pages or PDFs of sheets."""
    program = """
import json, sys
before = set(sys.modules)
from web.warden.page import Page
page = Page()
made = json.loads(page.answer(json.dumps({"ask": "make", "address": "v=1&seed=7&players=4"})))
member = made["table"]["members"][0]["key"]
less = {"ask": "do", "what": "score", "score": "hp", "amount": -1, "member": member}
assert "table" in json.loads(page.answer(json.dumps(less)))
print(*set(sys.modules) - before)
"""
    path = os.pathsep.join(sys.path)
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stdout.split()
    rpg = "cairn_rules.cairn_rpg"
    games = [f"{rpg}.{game}" for game in ("campaign", "combat", "dungeon", "wilderness", "odds", "forecast")]
    sheets = [f"{rpg}.sheets.{each}" for each in ("write", "page", "pdf", "plain", "markdown")]
    panels = [*PANELS.values(), *(f"web.warden.{each}" for each in ("game", "odds", "steps"))]
    slow = ["cairn_rules.cairn", f"{rpg}.formats", "web.characters", "html", "tomllib"]
    late = [*panels, *games, *sheets, *slow]
    assert all(find_spec(each) for each in late)
    assert set(late).intersection(loaded) == set()


def test_a_party_comes_from_a_link_of_the_page_that_makes_characters() -> None:
    page = Page()
    answer = ask(page, ask="make", address=ADDRESS)
    assert names(answer) == NAMES
    assert answer["done"] == "Added Baladria, Landsford"
    wrong = ask(page, ask="make", address="v=1&seed=x")
    assert wrong == {
        "problem": "This address does not make a party: 'x' is not a seed: use a whole number from 0 to 4294967295."
    }
    rare = ask(page, ask="make", address="v=1&str=18&dex=18&players=1")
    assert rare["problem"].startswith("This address does not make a party: Character 1: only one character in 46,656")


def test_characters_come_from_files_or_the_dice_and_go() -> None:
    page = seated()
    text = "\n".join(dumps(each) for each in create_party(2, seed=1))
    assert len(names(ask(page, ask="file", name="two.jsonl", text=text))) == 4
    answer = ask(page, ask="random", number=1)
    assert len(names(answer)) == 5
    assert names(ask(page, ask="remove", member="0:Baladria"))[0] == NAMES[1]
    wrong = ask(page, ask="file", name="my notes.txt", text="dear diary")
    assert wrong["problem"].startswith("bad document: my notes.txt, $: not JSON")


def test_a_table_has_no_more_seats_than_it_says() -> None:
    page = Page()
    ask(page, ask="random", number=MOST_MEMBERS)
    answer = ask(page, ask="random", number=1)
    assert answer == {"problem": f"{MOST_MEMBERS + 1} characters are too many: the table seats {MOST_MEMBERS}."}


def test_everything_is_undone_and_done_again() -> None:
    page = seated()
    ask(page, ask="remove", member="0:Baladria")
    back = ask(page, ask="undo")
    assert names(back) == NAMES
    assert (back["table"]["undo"], back["table"]["redo"]) == ("Added Baladria, Landsford", "Removed Baladria")
    assert names(ask(page, ask="redo")) == NAMES[1:]
    ask(page, ask="undo")
    ask(page, ask="remove", member="1:Landsford")  # which forgets what was undone
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(page, ask="redo")


def test_not_more_steps_are_kept_than_a_long_evening_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.warden.page.MOST_STEPS", 2)
    assert MOST_STEPS >= 100
    page = seated()
    for name in NAMES:
        ask(page, ask="remove", member=f"0:{name}")
    assert [names(ask(page, ask="undo")) for _ in range(2)] == [NAMES[1:], NAMES]
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(page, ask="undo")


@pytest.mark.parametrize("message", ['{"ask": "fly"}', "[]", '{"ask": "undo"}', '{"ask": "remove"}'])
def test_what_the_page_never_sends_is_refused(message: str) -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        Page().answer(message)


def test_dice_tables_and_saves_are_rolled() -> None:
    page = seated()
    assert ask(page, ask="roll", what="2d6", faces="3 5") == {"lines": ["2d6: 3, 5 = 8"], "refused": False}
    answer = ask(page, ask="save", attribute="DEX", member=1, faces="20")
    assert answer["lines"] == ["Landsford's DEX save [R45]: d20 against 11: 20 = failed"]


# The document


def test_the_table_is_kept_and_opened_again() -> None:
    page = seated()
    text = ask(page, ask="remove", member="0:Baladria")["text"]
    other = Page()
    answer = ask(other, ask="resume", text=text)
    assert names(answer) == NAMES[1:]
    assert answer["table"]["undo"] == ""
    assert ask(other, ask="write", private=True) == {"shared": text}
    for question in ({"ask": "open", "text": text}, {"ask": "file", "name": "table.json", "text": text}):
        answer = ask(page, **question)
        assert (names(answer), answer["opened"]) == (NAMES[1:], True)
        assert ask(page, ask="undo")["table"]["redo"].startswith("Opened ")


def test_private_omens_stay_at_the_table_unless_the_warden_shares_them() -> None:
    """Only its player knows it (R21)."""
    omen = Omen(3, private=True)
    table = Table().with_members(evolve(combat.person("Ada", hp=4), omen=omen))
    assert read_table(write_table(table, private=True)) == table
    [shared] = read_table(write_table(table, private=False)).members
    assert shared.omen is None


WHOLE = '{"table":1,"party":[],"log":[],"panels":{}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WHOLE[:-9], "not JSON"),
        ("[]", "this is not a table"),
        ('{"table": 2}', "this table is of a newer version of the page (version 2; this page reads 1)"),
        ('{"table": "x"}', "'x' is not a version of a table: it is 1"),
        ('{"table": 1}', "this table has no party: something is missing at its end"),
        (WHOLE[:-1] + ',"pane":{}}', "'pane' is not a part of a table; did you mean 'panels'?"),
        (WHOLE.replace('"party":[]', '"party":{}'), "the party of a table is a list of characters"),
        (WHOLE.replace('"log":[]', '"log":[1]'), "the log of a table is a list of texts"),
        (WHOLE.replace('"panels":{}', '"panels":[]'), "the panels of a table are an object"),
        (
            WHOLE.replace('"panels":{}', '"panels":{"flight":1}'),
            "'flight' is not a panel of this page; did you mean 'fight'?",
        ),
        (WHOLE.replace('"party":[]', '"party":[{}]'), "bad document"),
    ],
)
def test_a_damaged_document_leaves_the_table_alone(text: str, said: str) -> None:
    page = seated()
    answer = ask(page, ask="open", text=text)
    assert said in answer["problem"]
    assert answer.keys() == {"problem"}
    assert json.loads(ask(page, ask="write", private=True)["shared"])["party"] != []


def test_a_log_keeps_the_latest_lines() -> None:
    table = Table().with_lines(*map(str, range(MOST_LINES + 5)), "x" * 5000)
    assert len(table.log) == MOST_LINES
    assert table.log[0] == "6"
    assert len(table.log[-1]) == 1000


# Panels


@frozen
class Watch:
    """A panel that counts, such as the turns of a watch."""

    def view(self, table: Table) -> dict[str, Any]:
        return {"count": table.panels["watch"]}

    def answer(self, table: Table, asked: dict[str, Any]) -> tuple[Table, dict[str, Any]]:
        if asked["ask"] == "look":
            return table, {"seen": len(table.members)}
        if asked["ask"] == "leave":
            return table.with_members(), {}
        count = table.panels.get("watch", 0)
        assert isinstance(count, int)
        return table.with_panel("watch", count + 1), {"done": f"Watch {count + 1}"}

    def data(self, value: object, *, private: bool) -> Any:
        return {"count": value, "private": private}

    def read(self, data: Any) -> object:
        if not isinstance(data, dict):
            raise CairnRulesError("a watch is an object")
        return data["count"]

    def followed(self, before: Table, after: Table) -> object:
        return None if len(after.members) < len(before.members) else before.panels["watch"]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(warden_table.PANELS, "watch", "watch_panel")
    monkeypatch.setattr(warden_table, "import_module", {"watch_panel": Watch()}.__getitem__)


@pytest.mark.usefixtures("watch")
def test_a_panel_is_shown_kept_and_undone_with_the_table() -> None:
    page = seated()
    assert ask(page, panel="watch", ask="look") == {"answer": {"seen": 2}}
    first = ask(page, panel="watch", ask="count")
    assert (first["table"]["undo"], first["table"]["panels"]) == ("Watch 1", {"watch": {"count": 1}})
    second = ask(page, panel="watch", ask="count")
    assert json.loads(second["text"])["panels"] == {"watch": {"count": 2, "private": True}}
    assert ask(page, ask="undo")["table"]["panels"] == {"watch": {"count": 1}}
    assert ask(Page(), ask="resume", text=second["text"])["table"]["panels"] == {"watch": {"count": 2}}
    damaged = ask(page, ask="open", text=WHOLE.replace('"panels":{}', '"panels":{"watch":1}'))
    assert damaged == {"problem": "a watch is an object"}


@pytest.mark.usefixtures("watch")
def test_a_panel_follows_what_others_do_to_the_members() -> None:
    page = seated()
    ask(page, panel="watch", ask="count")
    assert ask(page, ask="random", number=1)["table"]["panels"] == {"watch": {"count": 1}}
    left = ask(page, panel="watch", ask="leave")  # its own change is none to follow
    assert (left["table"]["undo"], left["table"]["panels"]) == ("Watch", {"watch": {"count": 1}})
    ask(page, ask="undo")
    assert ask(page, ask="remove", member="0:Baladria")["table"]["panels"] == {}


@pytest.mark.usefixtures("watch")
def test_an_unknown_panel_is_refused() -> None:
    with pytest.raises(CairnRulesError, match="'wach' is not a panel of this page; did you mean 'watch'"):
        panel("wach")


# The sheets


def alone(who: Character, *others: Character) -> Page:
    """The page with some characters at the table."""
    page = Page()
    text = "\n".join(dumps(each) for each in (who, *others))
    ask(page, ask="file", name="party.jsonl", text=text)
    return page


def do(page: Page, what: str, *, member: str = "0:Ada", **more: Any) -> dict[str, Any]:
    return ask(page, ask="do", member=member, what=what, **more)


def act(page: Page, action: str, **more: Any) -> dict[str, Any]:
    return ask(page, ask="act", action=action, **more)


def take(page: Page, text: str, *, slots: int = 1) -> dict[str, Any]:
    return ask(page, ask="take", member="0:Ada", text=text, slots=slots)


def added(page: Page, answer: Callable[[], dict[str, Any]]) -> list[str]:
    """The lines that an answer adds to the log."""
    before = page.view()["log"]
    found = answer()
    assert "problem" not in found, found
    lines: list[str] = found["table"]["log"][len(before) :]
    return lines


def told(page: Page, what: str, **more: Any) -> list[str]:
    """The lines that a change adds to the log."""
    return added(page, lambda: do(page, what, **more))


def acted(page: Page, action: str, **more: Any) -> list[str]:
    """The lines that an action of a campaign adds to the log."""
    return added(page, lambda: act(page, action, **more))


def taken(page: Page, text: str, *, slots: int = 1) -> list[str]:
    """The lines that taking things adds to the log."""
    return added(page, lambda: take(page, text, slots=slots))


def sheet_of(page: Page, place: int = 0) -> dict[str, Any]:
    shown: dict[str, Any] = page.view()["members"][place]
    return shown


def scores(page: Page, place: int = 0) -> dict[str, str]:
    return {each["id"]: f"{each['value']}/{each['max']}" for each in sheet_of(page, place)["scores"]}


def ada(**changes: Any) -> Character:
    """A healthy player character with 4 HP and 10 in each attribute."""
    character = combat.person("Ada", hp=4, strength=10, dexterity=10, willpower=10, kind="pc")
    return evolve(character, **changes)


def with_items(*items: Item, **more: Any) -> Character:
    return ada(inventory=Inventory(items=items, **more))


BO = combat.person("Bo", hp=3, strength=8, kind="pc")
ROPE = Item(id="rope", name="Rope")
CHAIN = Item(id="chain", name="Chain")


def test_points_are_lost_and_gained_by_a_click() -> None:
    """Never below 0 nor above the maximum (R57); an attribute at 0 has its effect (R101, R102)."""
    page = alone(ada())
    assert told(page, "score", score="hp", amount=-3) == ["Ada has 1 HP [R57]"]
    assert told(page, "score", score="hp", amount=1) == ["Ada has 2 HP [R57]"]
    assert told(page, "score", score="DEX", amount=-10) == [
        "Ada loses 10 DEX and has 0 left [R95]",
        "Ada is paralysed [R102]",
    ]
    assert told(page, "score", score="DEX", amount=2) == [
        "Ada has 1 DEX again [R56]",
        "Ada is no longer paralysed [R60]",
        "Ada has 2 DEX again [R56]",
    ]
    assert scores(page) == {"hp": "2/4", "STR": "10/10", "DEX": "2/10", "WIL": "10/10"}
    assert do(page, "score", score="WIL", amount=1) == {"problem": "Nothing changes for Ada."}
    assert told(page, "score", score="STR", amount=-10) == ["Ada loses 10 STR and has 0 left [R95]", "Ada dies [R101]"]


def test_the_deprived_recover_nothing() -> None:
    """Neither HP nor attributes nor Fatigue (R62)."""
    page = alone(ada(hp=Score(1, 4), inventory=Inventory(fatigue=1), strength=Score(8, 10)))
    assert told(page, "need", text="food") == ["Ada has no food and is Deprived [R61]"]
    for wish in (
        {"what": "score", "score": "hp"},
        {"what": "score", "score": "STR"},
        {"what": "fatigue", "amount": -1},
    ):
        problem = do(page, **wish)["problem"]
        assert "Deprived" in problem, wish
        assert "[R62]" in problem, wish
    assert told(page, "need", text="food") == ["Ada no longer lacks food [R61]"]
    assert told(page, "fatigue", amount=-1) == ["Ada has 0 Fatigue [R66]"]


def test_a_sheet_is_corrected_to_what_is_legal() -> None:
    """A score of 0 STR is that of the dead (R43, R101)."""
    page = alone(ada())
    assert told(page, "correct", score="hp", amount=2, most=6) == ["Ada has 2/6 HP [R57]"]
    assert told(page, "correct", score="WIL", amount=11, most=11) == ["Ada has 11 WIL [R57]"]
    assert do(page, "correct", score="STR", amount=0, most=10)["problem"].endswith("[R101]")
    assert do(page, "correct", score="hp", amount=7, most=6)["problem"] == (
        "a score has a value from 0 to its maximum, got 7 of 6"
    )
    assert "the maximum" in do(page, "correct", score="hp", amount=7, most=1001)["problem"]
    assert acted(page, "rename:1=Ida") == ["Ada is now called Ida [R10]"]
    assert "is not a name" in act(page, f"rename:1={'a' * 200}")["problem"]


def test_fatigue_needs_a_slot() -> None:
    """Without one, the Warden chooses what is dropped first (R65)."""
    page = alone(with_items(CHAIN, Item(id="chalk", name="Chalk", slots=0), ROPE, fatigue=8))
    answer = do(page, "fatigue", amount=1)
    assert answer["problem"].endswith("[R65]")
    assert answer["drops"] == [{"key": "chain", "words": "Chain"}, {"key": "rope", "words": "Rope"}]
    assert told(page, "fatigue", amount=1, drops=["rope"]) == [
        "Ada drops Rope [R65]",
        "Ada adds a Fatigue and has 9 [R64]",
    ]
    assert sheet_of(page)["hp"] == 0
    assert sheet_of(page)["remarks"] == ("HP counts as 0: all 10 slots are used (R31); 4 HP come back when that ends",)


def test_the_end_of_a_day_may_need_several_drops() -> None:
    """Deprived for more than a day, and no night's rest: each item is asked for (R63, R65)."""
    hungry = Conditions(needs=frozenset({"food"}), deprived_days=1)
    page = alone(evolve(with_items(CHAIN, ROPE, fatigue=8), conditions=hungry))
    answer = do(page, "day")
    assert [each["key"] for each in answer["drops"]] == ["chain", "rope"]
    assert told(page, "day", drops=["chain"])[0] == "Ada drops Chain [R65]"
    calm = alone(ada(conditions=Conditions(today=frozenset({"gift"}))))
    assert told(calm, "day") == ["Ada ends the day [R63]"]


def test_magic_in_danger_may_need_two_drops() -> None:
    """A failure adds a second Fatigue (R148), so both items are chosen before the dice."""
    page = alone(with_items(CHAIN, ROPE, book().spells["ward"].spellbook, fatigue=7))
    cast: dict[str, Any] = {"item": "spellbook-ward", "danger": True, "faces": "20"}
    assert [each["key"] for each in do(page, "use", **cast)["drops"]] == ["chain", "rope", "spellbook-ward"]
    second = do(page, "use", drops=["chain"], **cast)
    assert [each["key"] for each in second["drops"]] == ["rope", "spellbook-ward"]
    lines = told(page, "use", drops=["chain", "rope"], **cast)
    assert [line for line in lines if "drops" in line] == ["Ada drops Chain [R65]", "Ada drops Rope [R65]"]
    assert sheet_of(page)["fatigue"] == 9


def test_gold_comes_and_goes() -> None:
    """It takes a slot for each hundred (R30), and nobody pays what they lack (R213)."""
    page = alone(ada(), BO)
    assert acted(page, "share:150>1") == ["Ada gets 150gp [R222]"]
    assert acted(page, "spend:1:30") == ["Ada pays 30gp [R222]"]
    assert acted(page, "give-gold:1:20>2") == ["Ada gives 20gp to Bo [R222]"]
    assert act(page, "spend:1:101")["problem"] == "it costs 101gp, and Ada has 100gp [R213]"
    assert [sheet_of(page, place)["gold"] for place in range(2)] == [100, 20]
    assert {"slots": "1", "words": "100 gold pieces"} in sheet_of(page)["rows"]


def test_items_are_taken_and_bought_by_name() -> None:
    """By the price lists, as a spellbook or scroll, or as anything else (R40, R213)."""
    page = alone(ada(inventory=Inventory(gold=50)))
    assert taken(page, "rope") == ["Ada receives Rope [R40]"]
    assert taken(page, "Spellbook: Ward") == ["Ada receives Spellbook: Ward [R40]"]
    assert taken(page, "Stuffed owl", slots=2) == ["Ada receives Stuffed owl [R40]"]
    assert told(page, "buy", text="Sword") == ["Ada buys Sword for 10gp [R213]"]
    assert taken(page, "Mule") == ["Ada has Mule [R35]"]
    assert [(each["slots"], each["words"]) for each in sheet_of(page)["rows"]] == [
        ("1", "Rope"),
        ("2", "Spellbook: Ward"),
        ("3 to 4", "Stuffed owl (bulky)"),
        ("5", "Sword (d8)"),
        ("6 to 10", "free"),
    ]
    assert do(page, "buy", text="Plate")["problem"] == "Plate costs 60gp, and Ada has 40gp [R213]"
    assert do(page, "buy", text="Moon")["problem"].startswith("'Moon' is not on a price list")
    assert take(page, "Room & Board")["problem"].startswith("'Room & Board' is not an item but a service")
    assert take(page, "")["problem"].startswith("'' is not the name of an item: give one line")
    names = ask(page, ask="items")["items"]
    assert {"Rope", "Sword", "Mule", "Spellbook: Ward", "Scroll: Ward"} <= {*names}
    assert len(names) == len({*names})


def test_a_number_in_front_takes_several() -> None:
    """As in the files of lands; all of them or none."""
    page = alone(ada(inventory=Inventory(gold=20)))
    assert taken(page, "2 torch") == ["Ada receives Torch [R40], 2 times"]
    assert taken(page, "2 x Stuffed owl", slots=0) == ["Ada receives Stuffed owl [R40], 2 times"]
    assert taken(page, "2 mule") == ["Ada has 2 x Mule [R35]"]
    assert told(page, "buy", text="2 torch") == ["Ada buys 2 x Torch for 10gp [R213]"]
    assert [each["words"] for each in sheet_of(page)["rows"]].count("Torch (3 of 3 uses)") == 4
    assert len(sheet_of(page)["containers"]) == 2
    few = "Only 2 of 3 would be possible: Torch costs 5gp, and Ada has 0gp [R213]"
    assert do(page, "buy", text="3 torch")["problem"] == few
    few = "Only 6 of 7 would be possible: Rope needs 1 slot, and Ada has 0 free [R32]"
    assert take(page, "7 rope")["problem"] == few
    assert take(page, "0 torch")["problem"] == "'0 torch': 0 is not a number from 1 to 100"
    assert (sheet_of(page)["gold"], sheet_of(page)["slots"]) == (10, "4 of 10 used, 6 free")


def test_the_last_slot_is_said_whatever_fills_it() -> None:
    """It sets HP to 0 (R31): by an item, by Fatigue, by a gift, or by shared gold (R30)."""
    full = "Ada has no free slot left and is at 0 HP [R31]"
    page = alone(with_items(*(CHAIN,) * 9), evolve(BO, inventory=Inventory(items=(ROPE,))))
    assert taken(page, "rope") == ["Ada receives Rope [R40]", full]
    assert sheet_of(page)["hp"] == 0
    ask(page, ask="undo")
    assert told(page, "fatigue", amount=1) == ["Ada adds a Fatigue and has 1 [R64]", full]
    ask(page, ask="undo")
    assert acted(page, "give:2:rope>1") == ["Bo gives Rope to Ada [R40]", full]
    ask(page, ask="undo")
    assert acted(page, "share:200") == ["Ada gets 100gp [R222]", "Bo gets 100gp [R222]", full]
    assert full not in told(page, "score", score="STR", amount=-1)


def test_full_slots_take_nothing_more() -> None:
    page = alone(with_items(*(CHAIN,) * 9))
    assert take(page, "Plate")["problem"] == "Plate needs 2 slots, and Ada has 1 free [R32]"


def test_items_are_used_worn_lit_and_dropped() -> None:
    """Each offers what it can do, and a second click on what is gone gets a sentence."""
    wand = Item(id="wand", name="Wand", charges=Uses(1, 2))
    mail = Item(id="mail", name="Mail", slots=2, armor=2)
    torch = Item(id="torch", name="Torch", uses=Uses(1, 3), light="torch")
    foot = Item(id="foot", name="Metal Foot", slots=0, bodily=True, slots_detached=1, droppable=True)
    page = alone(with_items(wand, mail, torch, foot, ROPE))
    acts = {each["key"]: each["acts"] + each["actions"] for each in sheet_of(page)["rows"] if "key" in each}
    assert acts == {
        "wand": ["use", "recharge", "put-down"],
        "mail": ["wear", "put-down"],
        "torch": ["use", "light", "put-down"],
        "foot": ["take-off"],
        "rope": ["put-down"],
    }
    assert told(page, "use", item="wand") == ["Ada spends a use of Wand [R38]"]
    assert told(page, "recharge", item="wand") == ["Wand of Ada is recharged [R154]"]
    assert acted(page, "wear:1:mail") == ["Ada wears Mail [R42]"]
    assert sheet_of(page)["armor"] == 2
    assert acted(page, "take-off:1:mail") == ["Ada takes off Mail [R42]"]
    assert told(page, "light", item="torch") == ["Ada spends a use of Torch [R170]"]
    assert sheet_of(page)["rows"][2]["acts"] == ["put_out"]
    assert told(page, "put_out", item="torch") == ["Torch of Ada goes out [R170]"]
    assert acted(page, "take-off:1:foot") == ["Ada takes off Metal Foot [R42]"]
    assert sheet_of(page)["rows"][2]["actions"] == ["wear", "put-down"]
    assert acted(page, "put-down:1:rope") == ["Ada puts down Rope [R40]"]
    assert act(page, "put-down:1:rope")["problem"].startswith("Ada does not carry 'rope'")
    assert do(page, "light", item="rope") == {"problem": "Ada no longer has 'rope'."}


def test_items_change_hands_and_places() -> None:
    """Between members, containers and what is left behind (R35, R36, R40)."""
    cart = Container(id="cart", name="Cart", capacity=4, load=2, gold=7)
    donkey = Container(id="donkey", name="Donkey", capacity=4, reduced=2, kind="mount")
    page = alone(with_items(CHAIN, ROPE, gold=10, containers=(cart, donkey)), BO)
    assert acted(page, "give:1:chain>2") == ["Ada gives Chain to Bo [R40]"]
    assert acted(page, "stow:1:rope>cart") == ["Ada stows Rope in Cart [R35]"]
    assert acted(page, "pull:1:cart") == ["Ada pulls Cart [R35]"]
    assert sheet_of(page)["rows"][0] == {"slots": "1 to 2", "words": "pulling Cart"}
    assert acted(page, "park:1:cart") == ["Ada lets go of the cart [R35]"]
    assert acted(page, "fetch:1:rope>cart") == ["Ada takes Rope out of Cart [R35]"]
    assert told(page, "leave", item="rope") == ["Ada leaves Rope behind [R40]"]
    assert [each["words"] for each in sheet_of(page)["stash"]] == ["Rope"]
    assert told(page, "pick_up", item="rope") == ["Ada takes Rope [R40]"]
    assert told(page, "stow_gold", amount=3, place="cart") == ["Ada puts 3gp into Cart [R35]"]
    assert told(page, "fetch_gold", amount=10, place="cart") == ["Ada takes 10gp out of Cart [R35]"]
    assert told(page, "burden", place="donkey") == ["Donkey of Ada is burdened [R35]"]
    assert told(page, "burden", place="donkey") == ["Donkey of Ada is no longer burdened [R35]"]
    assert acted(page, "give:1:donkey>2") == ["Ada gives Donkey to Bo [R40]"]
    shown = sheet_of(page, 1)["containers"][0]
    assert (shown["name"], shown["can_pull"], shown["can_burden"]) == ("Donkey", False, True)


def test_of_several_alike_each_is_one_of_its_own() -> None:
    """The one that is clicked is worn, given or lit, and the others stay."""
    torches = [Item(id="torch", name="Torch", uses=Uses(left, 3), light="torch") for left in (3, 2, 1)]
    page = alone(with_items(*torches), BO)
    assert [each["key"] for each in sheet_of(page)["rows"] if "key" in each] == ["torch", "torch~2", "torch~3"]
    acted(page, "give:1:torch~2>2")
    told(page, "use", item="torch~2")
    assert [each["words"] for each in sheet_of(page)["rows"]] == ["Torch (3 of 3 uses)", "free"]
    assert sheet_of(page, 1)["rows"][0]["words"] == "Torch (2 of 3 uses)"


@pytest.mark.parametrize("action", ["part:2", "downtime:7=rest", "retire", "set-out:road"])
def test_the_party_and_the_time_are_those_of_the_table(action: str) -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        act(alone(ada(), BO), action)


def test_an_action_of_who_is_gone_is_refused() -> None:
    page = alone(ada(), BO)
    ask(page, ask="remove", member="0:Ada")
    assert act(page, "share:5>1", member="0:Ada") == {"problem": "'Ada' is no longer there."}
    assert acted(page, "share:5>1", member="0:Bo") == ["Bo gets 5gp [R222]"]


def test_the_dead_do_nothing_but_leave_what_they_carry() -> None:
    """As in a campaign (R40)."""
    page = alone(evolve(with_items(ROPE), conditions=Conditions(dead=True)), BO)
    assert act(page, "share:5>1")["problem"].startswith("Ada is dead")
    assert acted(page, "give:1:rope>2") == ["Ada gives Rope to Bo [R40]"]


def test_magic_bandages_and_remedies_act_on_others() -> None:
    """A spellbook adds a Fatigue (R145), bandages stabilise (R54), and remedies restore (R56)."""
    cure = book().spells["cure-wounds"].spellbook
    bandages = Item(id="bandages", name="Bandages", uses=Uses(3, 3))
    salve = Item(id="salve", name="Salve", uses=Uses(2, 2), restores=((Attribute.STR, "1d4"),))
    hurt = evolve(BO, strength=Score(5, 8), conditions=Conditions(down="critical"))
    page = alone(evolve(with_items(cure, bandages, salve), strength=Score(4, 10)), hurt)
    assert sheet_of(page, 1)["dying"]
    assert acted(page, "1:aid:2") == [
        "Ada spends a use of Bandages [R37]",
        "Bo is stabilised [R103]",
    ]
    assert told(page, "use", item="spellbook-cure-wounds", other="1:Bo", faces="2")[1:] == [
        "Ada casts Cure Wounds [R145]",
        "Bo has 7 STR again [R56]",
        "Ada adds a Fatigue and has 1 [R145]",
    ]
    assert told(page, "use", item="salve", other="1:Bo", faces="1")[-1] == "Bo has 8 STR again [R56]"
    assert told(page, "use", item="spellbook-cure-wounds", place="self", faces="2")[1:3] == [
        "Ada casts Cure Wounds [R145]",
        "Ada has 6 STR again [R56]",
    ]
    assert told(page, "use", item="salve", faces="3")[-2:] == ["Salve is used up [R37]", "Ada has 9 STR again [R56]"]
    assert told(page, "use", item="spellbook-cure-wounds", danger=True, faces="20")[0].startswith("Ada's WIL save")
    rows = {each["key"]: each for each in sheet_of(page)["rows"] if "key" in each}
    assert rows["bandages"]["acts"] == []
    assert rows["bandages"]["on_others"]
    assert rows["bandages"]["bandages"]
    assert rows["spellbook-cure-wounds"]["magic"]


def test_rest_heals() -> None:
    page = alone(ada(hp=Score(1, 4), inventory=Inventory(fatigue=2), dexterity=Score(3, 10)))
    assert told(page, "rest") == ["Ada rests and has 4 HP [R53]"]
    assert told(page, "night") == ["Ada has no Fatigue left [R66]", "Ada rests and has 4 HP [R53]"]
    assert told(page, "week") == ["Ada rests and has 4 HP [R53]", "Ada has 10 DEX again [R55]"]


def test_hits_and_falls_are_told_with_their_dice() -> None:
    """HP first, then STR with a save (R96, R97); outside a fight an attribute (R95). Real dice are typed."""
    page = alone(ada())
    assert told(page, "hit", amount=6, faces="8") == [
        "Ada's STR save [R97]: d20 against 8: 8 = passed",
        "Ada loses 4 HP and has 0 left [R96]",
        "Ada loses 2 STR and has 8 left [R96]",
        "Ada passes the STR save [R98]",
    ]
    assert told(page, "harm", score="DEX", amount=3) == ["Ada loses 3 DEX and has 7 left [R95]"]
    assert told(page, "hit", amount=1, faces="20")[-1] == "Ada fails the STR save and is dying [R99]"
    assert told(page, "aid") == ["Ada is stabilised [R103]"]
    assert do(page, "hit", amount=1)["table"]["undo"].startswith("Ada's STR save")
    armed = alone(with_items(Item(id="mail", name="Mail", slots=2, armor=2, worn=True)))
    assert do(armed, "hit", amount=2) == {"problem": "Ada takes no damage [R68]"}
    assert told(armed, "hit", amount=3) == ["Ada loses 1 HP and has 3 left [R96]"]
    problem = do(alone(ada()), "hit", amount=1, faces="3 4")["problem"]
    assert problem.startswith("All dice have been rolled")


def test_the_dying_die_within_the_hour() -> None:
    page = alone(ada(conditions=Conditions(down="critical")))
    assert told(page, "hour") == ["Ada dies [R99]"]
    assert do(page, "rest")["problem"].startswith("Ada is dead")


def test_conditions_start_and_end_by_a_click() -> None:
    page = alone(ada())
    for name, begun, ended in (
        ("panicked", "Ada is panicked [R177]", "Ada is no longer panicked [R177]"),
        ("critical", "Ada is under Critical Damage [R99]", "Ada is no longer under Critical Damage [R99]"),
        ("dead", "Ada dies [R101]", "Ada is no longer dead [R101]"),
    ):
        assert told(page, "condition", text=name) == [begun]
        assert [each["id"] for each in sheet_of(page)["conditions"] if each["on"]] == [name]
        assert told(page, "condition", text=name) == [ended]
    do(page, "condition", text="panicked")
    assert acted(page, "calm:1", faces="3")[-1] == "Ada overcomes the panic [R176]"


def test_a_scar_is_settled() -> None:
    """Its gain is rolled once the wound has healed (R112, R122)."""
    page = alone(ada(scars=(Scar(row=4, detail="leg", pending=True),)))
    assert sheet_of(page)["scars"] == [{"words": "Broken Limb (leg), gain pending", "pending": True}]
    assert told(page, "settle", amount=0, faces="5 4")[-1] == "Ada's maximum HP becomes 9 [R112]"


def test_an_illegal_sheet_stays_as_it_is_and_gets_no_worse() -> None:
    """Faults that were there before may stay, and are shown (R43)."""
    page = alone(with_items(*(CHAIN,) * 12))
    assert sheet_of(page)["faults"] == ["Ada uses 12 of 10 slots [R32]"]
    assert acted(page, "put-down:1:chain") == ["Ada puts down Chain [R40]"]


def test_a_character_whom_nobody_can_read_does_not_sit_down() -> None:
    text = dumps(ada()).replace('"max":4', '"max":4000000').replace('"name":"Ada"', '"name":"A\\nda"')
    problem = ask(Page(), ask="file", name="party.json", text=text)["problem"]
    assert "party.members[0].name: 'A\\nda' is not a name" in problem
    assert "party.members[0].hp: the maximum is above 1000000" in problem


def test_a_private_omen_is_seen_when_it_is_opened() -> None:
    """Neither the sheets nor a shared link have it (R21)."""
    page = alone(ada(omen=Omen(3, private=True)), evolve(BO, omen=Omen(4)))
    text = texts()["omen/3"]
    assert sheet_of(page)["private"]
    assert text not in json.dumps(page.view())
    assert text == ask(page, ask="omen", member="0:Ada")["omen"]
    assert ask(page, ask="omen", member="1:Bo") == {"omen": ""}
    assert texts()["omen/4"] in json.dumps(sheet_of(page, 1))


def test_everyone_rests_who_can() -> None:
    """The dead are left alone, and the dying are told to need aid first."""
    dying = evolve(BO, name="Cy", conditions=Conditions(down="critical"))
    page = alone(ada(hp=Score(1, 4)), evolve(BO, conditions=Conditions(dead=True)), dying)
    answer = ask(page, ask="all", what="rest")
    lines = answer["table"]["log"]
    assert lines[0] == "Ada rests and has 4 HP [R53]"
    assert lines[1].startswith("Cy: ")
    assert len(lines) == 2
    assert ask(page, ask="undo")["table"]["log"] == []
    assert ask(alone(dying), ask="all", what="rest")["problem"].startswith("Cy: ")
    assert ask(Page(), ask="all", what="rest") == {"problem": "Nobody is alive to do so."}


def test_found_gold_is_shared_among_the_living() -> None:
    page = alone(ada(), evolve(BO, conditions=Conditions(dead=True)), evolve(BO, name="Cy"))
    assert acted(page, "share:5") == ["Ada gets 3gp [R222]", "Cy gets 2gp [R222]"]
    assert [sheet_of(page, place)["gold"] for place in range(3)] == [3, 0, 2]


def test_the_marching_order_changes() -> None:
    page = alone(ada(), BO)
    answer = ask(page, ask="move", member="1:Bo", to=0)
    assert names(answer) == ["Bo", "Ada"]
    assert ask(page, ask="remove", member="0:Ada") == {"problem": "'Ada' is no longer there."}


@pytest.mark.parametrize(
    "change",
    [
        {"what": "fly"},
        {"what": "score", "score": "LUCK"},
        {"what": "score", "score": "hp", "amount": "much"},
        {"what": "condition", "text": "bored"},
    ],
)
def test_changes_that_the_page_never_sends_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(alone(ada()), ask="do", member="0:Ada", **change)
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(alone(ada()), ask="move", member="0:Ada", to=1)
