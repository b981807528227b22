"""The page of the Warden, without a browser; `nox -s browser` opens it in one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve, frozen

import warden_table
from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.characters.character import Omen
from cairn_rules.cairn_rpg.creation import create_party
from cairn_rules.errors import CairnRulesError
from cairn_rules.json_documents import dumps
from warden_page import MOST_STEPS, Page
from warden_table import MOST_LINES, MOST_MEMBERS, Table, panel, read_table, write_table

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
    assert names(ask(page, ask="remove", member=0))[0] == NAMES[1]
    wrong = ask(page, ask="file", name="my notes.txt", text="dear diary")
    assert wrong["problem"].startswith("bad document: my notes.txt, $: not JSON")


def test_a_table_has_no_more_seats_than_it_says() -> None:
    page = Page()
    ask(page, ask="random", number=MOST_MEMBERS)
    answer = ask(page, ask="random", number=1)
    assert answer == {"problem": f"{MOST_MEMBERS + 1} characters are too many: the table seats {MOST_MEMBERS}."}


def test_everything_is_undone_and_done_again() -> None:
    page = seated()
    ask(page, ask="remove", member=0)
    back = ask(page, ask="undo")
    assert names(back) == NAMES
    assert (back["table"]["undo"], back["table"]["redo"]) == ("Added Baladria, Landsford", "Removed Baladria")
    assert names(ask(page, ask="redo")) == NAMES[1:]
    ask(page, ask="undo")
    ask(page, ask="remove", member=1)  # which forgets what was undone
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(page, ask="redo")


def test_not_more_steps_are_kept_than_a_long_evening_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warden_page.MOST_STEPS", 2)
    assert MOST_STEPS >= 100
    page = seated()
    for _ in range(2):
        ask(page, ask="remove", member=0)
    assert [names(ask(page, ask="undo")) for _ in range(2)] == [NAMES[1:], NAMES]
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(page, ask="undo")


@pytest.mark.parametrize("message", ['{"ask": "fly"}', "[]", '{"ask": "undo"}', '{"ask": "remove", "member": 0}'])
def test_what_the_page_never_sends_is_refused(message: str) -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        Page().answer(message)


def test_dice_tables_and_saves_are_rolled() -> None:
    page = seated()
    assert ask(page, ask="roll", what="2d6", faces="3 5") == {"lines": ["2d6: 3, 5 = 8"], "problem": ""}
    answer = ask(page, ask="save", attribute="DEX", member=1, faces="20")
    assert answer["lines"] == ["Landsford's DEX save [R45]: d20 against 11: 20 = failed"]


# The document


def test_the_table_is_kept_and_opened_again() -> None:
    page = seated()
    text = ask(page, ask="remove", member=0)["text"]
    other = Page()
    answer = ask(other, ask="resume", text=text)
    assert names(answer) == NAMES[1:]
    assert answer["table"]["undo"] == ""
    assert ask(other, ask="write", private=True) == {"shared": text}
    for question in ({"ask": "open", "text": text}, {"ask": "file", "name": "table.json", "text": text}):
        assert names(ask(page, **question)) == NAMES[1:]
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
        (WHOLE[:-1] + ',"pannels":{}}', "'pannels' is not a part of a table; did you mean 'panels'?"),
        (WHOLE.replace('"party":[]', '"party":{}'), "the party of a table is a list of at most 24 characters"),
        (WHOLE.replace('"log":[]', '"log":[1]'), "the log of a table is a list of texts"),
        (WHOLE.replace('"panels":{}', '"panels":[]'), "the panels of a table are an object"),
        (WHOLE.replace('"panels":{}', '"panels":{"flight":1}'), "'flight' is not a panel of this page; known: "),
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
    assert ask(page, ask="remove", member=0)["table"]["panels"] == {}


@pytest.mark.usefixtures("watch")
def test_an_unknown_panel_is_refused() -> None:
    with pytest.raises(CairnRulesError, match="'wach' is not a panel of this page; did you mean 'watch'"):
        panel("wach")
