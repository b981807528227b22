"""What the page for packs checks and plays, without a browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pack_examples import examples

from cairn_rules import DocumentError, endless_winter
from web.packs.page import MOST_FINDINGS, Page, levels
from web.shared.game_table import Table
from web.shared.record_pack import content_in

pytestmark = pytest.mark.untraced

SHORT, FENLAND, MILL, CARDS = (each["text"] for each in examples())


def ask(**question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(Page().answer(json.dumps(question)))
    return answer


def check(text: str) -> dict[str, Any]:
    return ask(ask="check", text=text)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        (SHORT, "role-playing", "The Heath"),
        (FENLAND, "role-playing", "The Fenland"),
        (MILL, "dungeon", ""),
        (CARDS, "cards", "My cards"),
        ("landmarks.inn.settlement = true", "land", ""),
    ],
)
def test_a_text_without_faults(text: str, kind: str, name: str) -> None:
    """All examples of the page are among them."""
    expected = {"kind": kind, "name": name, "playable": True, "findings": [], "more": 0}
    assert {key: value for key, value in check(text).items() if key in expected} == expected


def test_all_faults_have_their_paths_and_lines() -> None:
    """In TOML and in JSON."""
    wrong = FENLAND.replace('license = "', 'licence = "')
    found = check(wrong)
    assert not found["playable"]
    assert [(each["where"], each["line"]) for each in found["findings"]] == [("$.licence", 6), ("$.license", None)]
    wrong = CARDS.replace('"food(3)"', '"foot(3)"', 1).replace('"rounds": 4', '"rounds": 5')
    found = check(wrong)
    lines = wrong.split("\n")
    assert [each["where"] for each in found["findings"]] == ["$.limits.rounds", "$.culture[0].effect"]
    at = [lines[each["line"] - 1].strip() for each in found["findings"]]
    assert at == ['"rounds": 5,', '"effect": "foot(3)",']


def test_what_is_found_by_trying_is_at_its_line_too() -> None:
    """A warning leaves a pack playable; a fault does not."""
    found = check(FENLAND.replace('license = "CC-BY-4.0"', 'license = "free for all"'))
    assert [(each["severity"], each["where"], each["line"]) for each in found["findings"]] == [
        ("warning", "license", 6)
    ]
    assert found["playable"]
    found = check(FENLAND.replace("mire-hog", "wolf").replace('license = "', 'license = "free '))
    places = [(each["severity"], each["where"], each["line"]) for each in found["findings"]]
    line = FENLAND.split("\n").index('id = "mire-hog"') + 1
    assert places == [("fault", "creatures[1].id", line), ("warning", "license", 6)]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a = 1\nb = = 2", 2, "not valid TOML"),
        ('{"a": 1,\n"b": }', 2, "not JSON"),
        ("colour = 3", None, "it has keys such as 'colour' instead of those of a content pack: "),
        ("", None, "it has too few of the keys"),
        ("#" * (1 << 20) + "#", None, "1048577 characters; a pack has at most 1048576"),
    ],
)
def test_a_text_that_is_no_pack(text: str, line: int | None, said: str) -> None:
    found = check(text)
    assert (found["kind"], found["playable"]) == ("", False)
    (fault,) = found["findings"]
    assert fault["line"] == line
    assert fault["message"].startswith(said)


def test_a_land_opens_no_file() -> None:
    found = check('landmarks.mill.dungeon = "mill.toml"')
    (fault,) = found["findings"]
    assert fault["message"] == "'mill.toml' cannot be read; write its areas as tables"


def test_the_list_of_findings_ends() -> None:
    areas = "".join(f"[areas.a{number}]\nexits = []\n" for number in range(300))
    found = check(areas)
    assert (len(found["findings"]), found["more"] > 0) == (MOST_FINDINGS, True)


def test_other_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(ask="run", text="")


# What is played


def test_a_game_with_the_cards_of_a_pack() -> None:
    """It is a record for the play page, which holds the pack."""
    text = CARDS.replace('"food(3)"', '"food(2)"', 1)
    record = ask(ask="deal", text=text, opponent="greedy", seed=7)["record"]
    table = Table.opened(record, endless_winter, ())
    assert table.state.pack == endless_winter.parse_pack(text)
    seen = table.view()
    assert seen["yours"]
    table.do(seen["actions"][0]["action"])
    again = Table.opened(table.record(), endless_winter, ())
    assert (again.record(), again.state) == (table.record(), table.state)
    with pytest.raises(DocumentError, match="tools"):
        content_in(record.replace("tool(2)", "tools(2)"))
    assert content_in('[Game "endless-winter"]\n') == (None, {})


def test_a_character_of_a_pack_is_rolled_and_fights() -> None:
    """The sheet has the texts of the pack; the computer plays the creature."""
    page = Page()
    said: dict[str, Any] = json.loads(page.answer(json.dumps({"ask": "check", "text": FENLAND})))
    assert said["backgrounds"] == [{"id": "eel-warden", "name": "Eel Warden"}]
    assert [each["name"] for each in said["creatures"]] == ["Bog Lantern", "Mire Hog"]

    def send(**question: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(page.answer(json.dumps(question)))
        return answer

    assert send(ask="fight", creature="mire-hog", seed=1) == {"problem": "Nobody can fight yet. Roll a character."}
    assert send(ask="play", question={"ask": "reply"}) == {"problem": "The fight was stopped. Begin another one."}
    sheet = send(ask="roll", text=FENLAND, background="eel-warden", seed=7)["sheet"]
    assert sheet.startswith("HERON\nEel Warden")
    assert "You counted the eels" in sheet
    assert "BACKGROUND" in send(ask="roll", text=FENLAND, background="", seed=7)["sheet"]
    view = send(ask="fight", creature="mire-hog", seed=1)
    assert "Mire Hog" in view["diagram"]
    assert (view["picture"], view["yours"], view["question"]) == (
        "",
        True,
        "It is your turn. Party: begin the fight with DEX saves [R73].",
    )
    questions = set()
    for _ in range(200):
        if view["over"]:
            break
        questions.add(view["question"])
        asked = {"ask": "do", "action": view["actions"][0]["action"]} if view["yours"] else {"ask": "reply"}
        view = send(ask="play", question=asked)
    assert view["over"]
    assert any(re.search(r"what does \w+ do\?$", each) for each in questions)
    assert send(ask="play", question={"ask": "picture", "actions": []}) == {"picture": ""}
    said = send(ask="fight", creature="mire-hgo", seed=1)
    assert said["problem"].startswith("'mire-hgo' is not a creature; did you mean 'mire-hog'?")


@pytest.mark.parametrize("text", [FENLAND, CARDS.replace('"food(3)"', '"foot(3)"', 1)])
def test_only_a_sound_pack_of_cards_is_dealt(text: str) -> None:
    said = "This text has faults, or is another kind of text. Check it again."
    assert ask(ask="deal", text=text, opponent="greedy", seed=7) == {"problem": said}


def test_the_levels_of_the_opponent() -> None:
    assert [each["words"] for each in levels()][:2] == ["Beginner", "Easy"]


def test_names_of_a_pack_stay_text_in_pictures() -> None:
    """The play page puts pictures into itself, so that nothing in a pack may become markup."""
    bad = json.dumps("<script>x</script>")
    names = [each.name for each in endless_winter.default_pack().culture]
    text = CARDS
    for number, name in enumerate(names):
        text = text.replace(f'"name": {json.dumps(name)}', f'"name": {bad[:-1]}{number}"')
    state = endless_winter.new_game(seed=7, content=endless_winter.parse_pack(text))
    picture = endless_winter.svg(state)
    assert "&lt;script" in picture
    assert "<script" not in picture
