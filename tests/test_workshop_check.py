"""The check of the workshop without a browser: step by step, the same verdicts as `check_megalith` in two processes."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import page_checks
import pytest

from cairn_rules.cairn.testing import power_checks
from cairn_rules.cairn.testing.second_process import seen
from cairn_rules.testing import MegalithFault, MegalithVerdict, check_megalith
from support.pictures import drawn
from web.workshop import check_page, second_page
from web.workshop.page import SOURCE
from web.workshop.page import Page as BoardPage

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parent.parent
EXAMPLES = 20
HEAD = "import itertools, os, random, time\nfrom cairn_rules.cairn import *\n\n"
POWER = f"{HEAD}@megalith('Odd', text='x', id='odd')\ndef odd(site):\n"
CELL = """
import sys
from web.workshop.second_page import Page
page = Page()
for line in sys.stdin:
    answer = page.answer(line)
    print(answer, flush=True)
"""
"""The second cell as a process."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of positions that a test can wait for."""
    monkeypatch.setattr(check_page, "EXAMPLES", {"quick": 5, "whole": EXAMPLES})
    monkeypatch.setattr(power_checks, "SLOW", 0.02)  # the other tests keep the processor busy


def ask(page: check_page.Page | second_page.Page, **message: Any) -> Any:
    return json.loads(page.answer(json.dumps(message)))


def checked(source: str, kind: str = "whole") -> dict[str, Any]:
    """The verdict on a text, found as the page does it."""
    page = check_page.Page()
    answer = ask(page, source=source, kind=kind, dark=False)
    done = 0
    while "states" in answer:
        assert done <= answer["done"] < answer["checks"]
        done = answer["done"]
        look = None if answer["states"] is None else looked_at(source, answer["states"])
        answer = ask(page, look=look)
    return answer


def looked_at(source: str, states: str) -> dict[str, Any]:
    """What the second cell sees, as the page puts it together."""
    look: dict[str, Any] = {"seen": [], "read": [], "ended": None}
    with second_cell() as say:
        look["absent"] = say(source=source, states=states)["absent"]
        while look["absent"] is None:
            try:
                found = say()
            except EOFError:
                look["ended"] = "ends the process"
                break
            if found is None:
                break
            look["seen"].append(found["seen"])
            look["read"].append(found["read"])
    return look


@contextmanager
def second_cell() -> Iterator[Any]:
    places = os.pathsep.join(sys.path)
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": places}
    command = [sys.executable, "-c", CELL]
    with subprocess.Popen(  # noqa: S603 - this very Python
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        sent, told = process.stdin, process.stdout

        def say(**message: Any) -> Any:
            sent.write(json.dumps(message) + "\n")
            sent.flush()
            line = told.readline()
            if not line:
                raise EOFError
            return json.loads(line)

        yield say
        process.kill()


def by_library(source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> MegalithVerdict | MegalithFault:
    """The verdict on a module with the text, in two processes, which `cairn-rules check-megalith` prints."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "odd_stone", raising=False)
    (folder / "odd_stone.py").write_text(source, encoding="utf-8")
    stone = importlib.import_module("odd_stone").odd
    try:
        return check_megalith(stone, max_examples=EXAMPLES)
    except MegalithFault as fault:
        return fault


WARD = f"{HEAD}@ward('Odd', text='x', id='odd')\ndef odd(site, action):\n"
GOOD = {
    "beacon": SOURCE.replace("beacon", "odd").replace("Beacon", "Odd"),
    "ward": f"{WARD}    return isinstance(action, Add)\n",
    "two decisions": f"{HEAD}def far(site):\n    return map(FlipTile, Tile)\n\n"
    "@megalith('Odd', text='x', id='odd', then=(far,))\ndef odd(site):\n    return map(Banish, site.enemies())\n",
    "not for others": f"{HEAD}odd = megalith('Odd', text='x', id='odd')(lambda site: map(Banish, site.enemies()))\n",
}
BAD = {
    "power-fails": "    yield Banshee(site.space)",
    "not-effects": "    yield 3",
    "never-offers": "    return ()",
    "duplicate-options": "    yield Banish(site.space)\n    yield Banish(site.space)",
    "cannot-be-done": "    yield Banish(Space.A1)",
    "not-deterministic": "    if random.random() < 0.5:\n        yield Banish(site.space)",
    "remembers": "    seen.append(site.space)\n    if len(seen) < 60:\n        yield Banish(site.space)\n\nseen = []",
    "set-order": "    for space in {*site.shamans()}:\n        yield Banish(space)",
    "changes-state": "    site._state._turn += 1\n    yield Banish(site.space)",
    "hidden-information": "    if any(each.id < 'k' for each in site._state.deck[:1]):\n"
    "        yield Banish(site.space)",
    "slow": "    time.sleep(0.03)\n    yield Banish(site.space)",
    "depends-on-turn": "    if site._state.turn < 20:\n        yield Banish(site.space)",
    "reads-outside": "    if 'PATH' in os.environ:\n        yield Banish(site.space)",
    "other-process": "    if site.village:\n"
    "        yield from map(Summon, sorted(site.free(), key=lambda space: hash(str(space))))",
    "ends-process": "    os._exit(3)",
}
"""A power with each kind of fault, by the check that finds it."""
VARYING = {"slow", "other-process", "not-deterministic", "ends-process"}
"""The checks whose message is another one in each process."""


@pytest.mark.slow
@pytest.mark.parametrize("source", GOOD.values(), ids=GOOD)
def test_a_good_text_has_the_verdict_of_the_library(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = by_library(source, tmp_path, monkeypatch)
    assert isinstance(verdict, MegalithVerdict)
    assert checked(source) == {
        "verdict": f"Odd: nothing found in {EXAMPLES} positions.",
        "check": None,
        "line": None,
        "board": None,
        "warnings": [*verdict.warnings],
        "missing": [*verdict.not_looked_for],
    }
    assert bool(verdict.not_looked_for) == ("lambda" in source)


@pytest.mark.slow
@pytest.mark.parametrize("check", BAD)
def test_a_faulty_text_has_the_verdict_of_the_library(
    check: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f"{POWER}{BAD[check]}\n"
    fault = by_library(source, tmp_path, monkeypatch)
    answer = checked(source)
    assert isinstance(fault, MegalithFault)
    assert (answer["check"], answer["line"]) == (check, fault.line) == (fault.check, fault.line)
    assert (answer["board"] is None) == (fault.state is None)
    if check not in VARYING:
        assert answer["verdict"] == f"Odd: {fault.message}."


def test_an_endless_loop_is_found_without_calling_it_again() -> None:
    """The page ends the second cell, and says how."""
    page = check_page.Page()
    step = ask(page, source=f"{POWER}    while True: pass\n", kind="whole", dark=False)
    while step["states"] is None:
        step = ask(page, look=None)
    ended = "does not return within 10 seconds"
    answer = ask(page, look={"seen": [], "read": [], "ended": ended, "absent": None})
    assert (answer["check"], answer["line"]) == ("ends-process", 4)
    assert ended in answer["verdict"]
    assert answer["board"]["setting"].keys() == {"position", "at", "taken"}


def test_a_quick_check_names_what_only_the_whole_one_looks_for() -> None:
    answer = checked(GOOD["beacon"], "quick")
    assert answer["verdict"] == "Odd: nothing found in 5 positions."
    assert [each.partition(": ")[2] for each in answer["missing"]] == ["only the whole check looks for them"]


def test_the_smallest_position_is_drawn_and_goes_onto_the_board() -> None:
    answer = checked(f"{POWER}    return map(Banish, (*site.enemies(), Space.E5))\n", "quick")
    board = answer["board"]
    assert answer["check"] == "cannot-be-done"
    assert board["words"].startswith("a1: Sea shaman on Odd; ")
    assert drawn(board["picture"]) is not None
    question = {"source": POWER + "    return ()\n", **board["setting"], "marked": [], "dark": False}
    view = json.loads(BoardPage().answer(json.dumps(question)))
    assert (view["position"], view["problem"]) == (board["setting"]["position"], "")


def test_a_position_that_no_game_has_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_page, "format_position", lambda _: "no position")
    answer = checked(f"{POWER}    yield 3\n", "quick")
    assert (answer["check"], answer["board"]) == ("not-effects", None)


def test_a_power_of_another_file_has_no_line() -> None:
    source = f"{HEAD}from string import capwords\nodd = megalith('Odd', text='x', id='odd')(capwords)\n"
    answer = checked(source, "quick")
    assert (answer["check"], answer["line"]) == ("power-fails", None)


def test_a_text_that_does_not_work_is_told_with_its_line() -> None:
    assert checked("x = 1\nx = = 2\n") == {"problem": "SyntaxError: invalid syntax.", "line": 2}


def test_what_the_page_never_says_is_an_error() -> None:
    for message in ({"look": None}, {"source": SOURCE, "kind": "thorough", "dark": False}):
        with pytest.raises(ValueError, match="nothing to answer to the message"):
            check_page.Page().answer(json.dumps(message))


def test_the_second_cell_looks_at_one_state_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here without its watch, which would change this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(second_page, "watched", lambda states: ((seen(state), ("a file",)) for state in states))
    check, second = check_page.Page(), second_page.Page()
    assert Path.cwd() != tmp_path
    step = ask(check, source=GOOD["beacon"], kind="whole", dark=False)
    while step["states"] is None:
        step = ask(check, look=None)
    assert ask(second, source="raise SystemExit", states=step["states"]) == {
        "absent": "another process cannot import it"
    }
    assert ask(second, source=GOOD["beacon"], states="") == {"absent": "another process cannot import it"}
    assert ask(second, source=GOOD["beacon"], states=step["states"]) == {"absent": None}
    looks = [ask(second) for _ in range(EXAMPLES + 1)]
    assert looks.pop() is None
    assert all(look["read"] == ["a file"] for look in looks)
    look = {"seen": [each["seen"] for each in looks], "read": [], "ended": None, "absent": None}
    assert "verdict" not in ask(check, look=look), "the check goes on"


# Hypothesis for the page


def test_the_packages_of_the_check_are_pinned_and_listed() -> None:
    pins = page_checks.PINS.read_text(encoding="utf-8")
    listed = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    assert page_checks.packages().keys() == {"hypothesis", "sortedcontainers"}
    for name, version in page_checks.packages().items():
        assert re.search(rf"^{name}=={version} --hash=sha256:[0-9a-f]{{64}}$", pins, re.MULTILINE)
        assert f"| {name} | {version} | " in listed


def test_without_pip_the_site_has_no_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel that is not the pinned one is no reason to go without it."""
    monkeypatch.setattr(page_checks, "pyodide_folder", lambda root: root)
    said = "no matching distribution"

    def fail(*_: str) -> None:
        raise RuntimeError(said)

    monkeypatch.setattr(page_checks, "run", fail)
    with pytest.raises(page_checks.NoWheelError, match=said):
        page_checks.checks_for_browsers(tmp_path)
    said = "THESE PACKAGES DO NOT MATCH THE HASHES"
    with pytest.raises(RuntimeError, match=said):
        page_checks.checks_for_browsers(tmp_path)


def test_wheels_are_compiled_once_and_come_with_their_licences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[str, ...]] = []

    def run(*command: str) -> None:
        commands.append(command)
        if command[0] == "node":
            Path(command[3]).write_bytes(b"compiled")
            return
        folder = Path(command[command.index("--dest") + 1])
        folder.mkdir()
        with ZipFile(folder / "odd-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr("odd-1.0.dist-info/licenses/LICENSE.txt", "Do what you like.\n")
            wheel.writestr("odd-1.0.dist-info/METADATA", "Name: odd")

    monkeypatch.setattr(page_checks, "pyodide_folder", lambda root: root)
    monkeypatch.setattr(page_checks, "run", run)
    files = page_checks.checks_for_browsers(tmp_path)
    assert page_checks.checks_for_browsers(tmp_path) == files
    assert len(commands) == 2
    assert files["checks.zip"].read_bytes() == b"compiled"
    where = "The source of odd 1.0 is the package odd 1.0 on the Python Package Index."
    assert files["checks-licences.txt"].read_text(encoding="utf-8") == f"odd 1.0\n\n{where}\n\nDo what you like.\n"
