"""A game with a megalith of the workshop, without a browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest

from cairn_rules import Record, cairn, parse_record
from cairn_rules.cairn import BASE_SET, Space
from support.pictures import drawn
from web.workshop import stone_game
from web.workshop.page import SOURCE, Page
from web.workshop.places import display_places
from web.workshop.stone import read_stones
from web.workshop.stone_files import package_of
from web.workshop.stone_game import WHERE, source_in

pytestmark = pytest.mark.untraced

TWO = f"""{SOURCE}

@megalith("Lantern", text="x")
def lantern(site: Site) -> Iterator[Effect]:
    return iter(())
"""
FAILS = SOURCE.replace("if shaman", "if site.nothing and shaman")
"""A power that fails when a shaman wakes it."""
PERSONS = ["person", "person"]


class Reader:
    """The page as far as a game is concerned: it sends the record that it has with each question."""

    def __init__(self) -> None:
        self.page = Page()
        self.seen: dict[str, Any] = {}

    def ask(self, ask: str, *, dark: bool = False, **more: Any) -> dict[str, Any]:
        place = self.seen.get("place") if self.seen.get("stepping") else None
        shown = {"record": self.seen.get("record", ""), "place": place, "dark": dark}
        message = {"ask": "play", "question": {"ask": ask, **more}, **shown}
        answer: dict[str, Any] = json.loads(self.page.answer(json.dumps(message)))
        if "record" in answer:
            self.seen = answer
        return answer

    def new(
        self, source: str = SOURCE, where: str = "display", seats: list[str] = PERSONS, **more: Any
    ) -> dict[str, Any]:
        asked = {"game": "cairn", "options": {"first": "sea"}, "seed": 7, **more}
        return self.ask("new", source=source, where=where, seats=seats, **asked)

    def start(self) -> cairn.State:
        """The first state of the game, as the library reads the record."""
        return record_of(self.seen).start


def record_of(view: dict[str, Any]) -> Record[cairn.State, cairn.Action]:
    """The record, with the megaliths of its own text."""
    registry = BASE_SET
    for stone in read_stones(source_in(view["record"])).values():
        registry |= stone
    return parse_record(view["record"], cairn, registry=registry)


def ids(stones: tuple[cairn.Megalith, ...]) -> list[str]:
    return [stone.id for stone in stones]


def test_the_megalith_lies_where_it_is_wanted_and_the_rest_is_dealt_as_without_it() -> None:
    plain = cairn.new_game(seed=7, first=cairn.Tribe.SEA)
    found = {}
    for where in WHERE:
        reader = Reader()
        reader.new(where=where)
        found[where] = reader.start()
    known = {where: ids((*state.megaliths.values(), *state.upcoming, *state.deck)) for where, state in found.items()}
    assert {tuple(sorted(each)) for each in known.values()} == {tuple(sorted([*BASE_SET.ids, "beacon"]))}
    board, display, deck = (found[where] for where in ("board", "display", "deck"))
    assert board.megaliths[Space.B3].id == "beacon"
    assert board.deck[-1] == plain.megaliths[Space.B3]
    assert board.upcoming == plain.upcoming
    assert ids(display.upcoming) == ["beacon", plain.upcoming[0].id]
    assert display.deck == (plain.upcoming[1], *plain.deck)
    assert deck.upcoming == plain.upcoming
    assert ids(deck.deck) == ["beacon", *ids(plain.deck)]
    for state in (board, display, deck):
        assert (state.tiles, state.active) == (plain.tiles, plain.active)


@pytest.mark.parametrize("where", WHERE)
def test_all_megaliths_of_a_text_play_and_the_last_one_comes_first(where: str) -> None:
    reader = Reader()
    reader.new(TWO, where, options={"light": True})
    state = reader.start()
    lying = ids((*state.megaliths.values(), *state.upcoming, *state.deck))
    assert len(lying) == len(cairn.LIGHT_SET) + 2
    if where != "anywhere":
        assert lying.index("lantern") < lying.index("beacon")


def test_a_game_against_the_computer_is_played_to_its_end() -> None:
    """The record is that of the library, and holds the text."""
    reader, rng = Reader(), Random(1)
    view = reader.new(where="board", seats=["person", "greedy"])
    while not view["over"]:
        view = reader.ask("do", action=rng.choice(view["actions"])["action"]) if view["yours"] else reader.ask("reply")
    assert re.match("(You have|A draw)", view["question"])
    record = record_of(view)
    assert record.outcome is not None
    assert source_in(view["record"]) == SOURCE
    assert (record.tags["Sea"], record.tags["Forest"]) == ("Person", "Computer (greedy)")
    assert "cairn-rules replay --plugins FILE" in record.tags["Note"]


def test_a_view_has_words_for_every_place() -> None:
    view = Reader().new()
    assert view["places"]["upcoming 1"] == "Upcoming: Beacon"
    assert view["places"]["b1"].startswith("b1: ")
    assert view["places"]["tile add"].startswith("Add: ")
    assert view["title"].startswith("Cairn, turn 1: Sea")
    assert view["things"][-2]["text"].startswith("Call another shaman of yours")


def test_the_places_of_upcoming_megaliths_lie_where_the_picture_has_them() -> None:
    picture = Reader().new()["picture"]
    width, height = map(float, str(drawn(picture).get("viewBox")).split()[2:])
    centres = re.findall(r'class="cairn-upcoming"[^>]*><g transform="translate\((\d+) (\d+)\)', picture)
    assert len(centres) == len(display_places())
    panel = width * 264 / 712  # the right part of the whole picture
    for (x, y), (left, top, wide, tall) in zip(centres, display_places().values(), strict=True):
        assert abs(width - panel + panel * (left + wide / 2) - float(x)) < 0.5
        assert abs(height * (top + tall / 2) - float(y)) < 0.5


def test_pictures_are_light_or_dark() -> None:
    reader = Reader()
    light = reader.new()["picture"]
    dark = reader.ask("look", dark=True)["picture"]
    assert light != dark == reader.ask("picture", dark=True, actions=[])["picture"]


def test_another_sandbox_resumes_the_game_where_it_is_shown() -> None:
    """After a stop, the page asks a new one, which has nothing but the record."""
    reader = Reader()
    for _ in range(3):
        view = reader.ask("do", action=reader.seen["actions"][0]["action"]) if reader.seen else reader.new()
    count = view["count"]
    reader.page = Page()
    assert reader.ask("undo")["count"] == count - 1
    shown = reader.ask("go", place=0)
    assert shown["stepping"]
    reader.page = Page()
    assert reader.ask("why", clicked=["a1", "e5"])["text"] == "e5 is not one step from a1"
    tried = reader.ask("do", action=shown["actions"][-1]["action"])
    assert (tried["count"], tried["varied"]) == (1, True)


def test_a_megalith_that_fails_leaves_the_game_as_it_was() -> None:
    """It fails in the turn that wakes it, although it could have been woken in earlier ones."""
    reader = Reader()
    view = reader.new(FAILS, "board", options={"first": "sea", "faces": "wooe"})
    for action in ("a1-a2", "+b5"):
        view = reader.ask("do", action=action)
    fault = reader.ask("do", action="a2-b3")
    assert "has no attribute 'nothing'" in fault["problem"]
    assert fault["line"] == 1 + FAILS[: FAILS.index("site.nothing")].count("\n")
    assert reader.seen == view
    assert reader.ask("open", text=view["record"]) == view
    assert reader.ask("undo")["count"] == 1


def test_the_game_is_the_one_of_the_record_that_the_page_has() -> None:
    """An answer may get lost, or fail after the decision was carried out."""
    reader = Reader()
    before = reader.new()
    reader.ask("do", action="c1-c2")
    reader.seen = before
    assert reader.ask("look")["count"] == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stone_game, "title", lambda _: 1 / 0)
        assert "ZeroDivisionError" in reader.ask("do", action="c1-c2")["problem"]
    assert reader.ask("look")["count"] == 0


EFFECT = f"""{SOURCE}
from attrs import frozen
from cairn_rules.cairn import Space

@frozen
class Odd(Effect):
    space: Space

    def apply(self, state):
        return state

    @property
    def notation(self):
        return "odd"

    @property
    def text(self):
        return WORDS

@megalith("Odd", text="x", id="odd", effects=(Odd,))
def odd(site):
    return [Odd(site.space)]
"""


def test_an_effect_that_cannot_be_shown_fails_with_its_line() -> None:
    reader = Reader()
    view = reader.new(EFFECT, "board", options={"first": "sea", "faces": "wooe", "circles": "deer,dawn"})
    assert reader.start().megaliths[Space.B3].id == "odd"
    fault = {}
    for _ in range(30):
        onto = [each["action"] for each in view["actions"] if each["action"].endswith("b3")]
        view = reader.ask("do", action=(onto or [each["action"] for each in view["actions"]])[0])
        if "problem" in view:
            fault = view
            break
    assert "WORDS" in fault["problem"]
    assert fault["line"] == 1 + EFFECT[: EFFECT.index("WORDS")].count("\n")


def test_what_raises_outside_of_the_library_is_a_fault_of_the_text() -> None:
    """A text may change what the page calls."""
    fails = "def fails(*_):\n    raise SystemExit(3)\n\nstone_game.title = fails\n"
    source = f"{SOURCE}\nfrom web.workshop import stone_game\n{fails}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stone_game, "title", stone_game.title)  # the text changes this one
        answer = Reader().new(source)
    assert answer == {"problem": "SystemExit(3)", "line": 1 + source[: source.index("raise")].count("\n")}


@pytest.mark.parametrize(
    ("more", "problem", "line"),
    [
        ({"source": "x = ("}, "SyntaxError", 1),
        ({"options": {"faces": "zzzz"}}, "zzzz", None),
        ({"options": {"fog": "x"}}, "fog", None),
        (
            {"where": "sky"},
            "the place of the megalith should be one of board, display, deck, anywhere, not 'sky'",
            None,
        ),
        ({"seats": ["person", "nobody"]}, "nobody", None),
    ],
)
def test_a_game_that_cannot_be_started_leaves_the_one_before(
    more: dict[str, Any], problem: str, line: int | None
) -> None:
    reader = Reader()
    before = reader.new()
    answer = reader.new(**more)
    assert problem in answer["problem"]
    assert answer.get("line") == line
    assert reader.ask("look") == before


def test_the_text_of_a_record_is_read_without_running_it() -> None:
    source = 'raise SystemExit("\\\\ran")\n# [Game "cairn"]\n'
    reader = Reader()
    record = reader.new()["record"]
    tag = re.search(r"^\[Megaliths .*\]$", record, re.MULTILINE)
    assert tag is not None
    escaped = source.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    changed = record.replace(tag[0], f'[Megaliths "{escaped}"]')
    assert reader.ask("text", text=changed) == {"source": source}
    assert reader.ask("open", text=changed)["problem"] == "SystemExit('\\\\ran')"


def test_the_command_line_reads_the_record_with_the_package_of_the_text(tmp_path: Path) -> None:
    reader = Reader()
    reader.new()
    view = reader.ask("do", action="c1-c2")
    package = package_of(SOURCE, read_stones(SOURCE), name="beacon-stones")
    with ZipFile(BytesIO(package.content)) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "cairn-game.txt").write_text(view["record"], encoding="utf-8")
    command = [sys.executable, "-X", "utf8", "-m", "cairn_rules", "replay", "cairn-game.txt", "--all", "--plain"]
    for more, told in (((), "unknown id 'beacon'"), (("--plugins",), "Beacon")):
        done = subprocess.run([*command, *more], capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=120)  # noqa: S603, PLW1510 - ours
        assert (done.returncode == 0) == bool(more)
        assert told in done.stdout + done.stderr


@pytest.mark.parametrize("text", ["", "nonsense", '[Game "cairn"]\n[Format "1"]\n\nresult: *\n'])
def test_a_file_without_a_text_is_refused(text: str) -> None:
    for ask in ("text", "open"):
        assert "it has no tag Megaliths" in Reader().ask(ask, text=text)["problem"]


def test_a_record_that_is_cut_short_or_of_another_game_is_refused() -> None:
    reader = Reader()
    record = reader.new()["record"]
    assert "the result is missing" in reader.ask("open", text=record.replace("result: *", ""))["problem"]
    assert "cairn" in reader.ask("open", text=record.replace('"cairn"', '"korrigans"'))["problem"]


@pytest.mark.parametrize("more", [{}, {"question": {"ask": 3}}, {"question": [], "place": "x"}])
def test_what_the_page_never_sends_is_refused(more: dict[str, Any]) -> None:
    message = {"ask": "play", "record": "", "place": None, "dark": False, **more}
    with pytest.raises(ValueError, match="nothing to answer"):
        Page().answer(json.dumps(message))
