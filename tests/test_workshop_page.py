"""The workshop, without a browser; `nox -s browser` opens it in one."""

from __future__ import annotations

import doctest
import json
import re
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import page_editor
import page_python
import pytest
from editor_names import editor_names

from cairn_rules import cairn
from support.pictures import drawn
from web.shared.cairn_board import CairnBoard
from web.workshop import page as workshop_page
from web.workshop.page import AT, POSITION, SOURCE, Page, opening
from web.workshop.places import places
from web.workshop.refusals import explain_refusals
from web.workshop.stone import LONGEST, printing, read_stone

DOCS = Path(__file__).parent.parent / "docs"
HEAD = "from cairn_rules.cairn import *\n\n"
DEER = f"{HEAD}@megalith('Own Deer', text='x', id='deer')\ndef deer(site):\n    return ()\n"
WARD = f"{HEAD}@ward('Own Ward', text='x')\ndef own(site, action):\n    return isinstance(action, Add)\n"


def ask(**changed: Any) -> dict[str, Any]:
    question = {"source": SOURCE, "position": POSITION, "at": AT, "taken": [], "marked": [], "dark": False}
    answer: dict[str, Any] = json.loads(Page().answer(json.dumps({**question, **changed})))
    return answer


def change(tool: str, place: str, **changed: Any) -> dict[str, Any]:
    return ask(tool=tool, place=place, **changed)


def power(*lines: str) -> str:
    """The text of a megalith, whose power begins on line 6."""
    return f"{HEAD}@megalith('Odd', text='x')\ndef odd(site):\n    pass\n    " + "\n    ".join(lines)


def field_of(view: dict[str, Any], number: int) -> str:
    return str(view["position"].split()[number])


def test_it_opens_on_the_beacon_of_the_tutorial() -> None:
    tutorial = (DOCS / "tutorial/first-megalith.md").read_text(encoding="utf-8")
    assert SOURCE in re.findall(r'```python title="beacon\.py"\n(.*?)```', tutorial, re.DOTALL)
    assert POSITION in tutorial
    view = ask()
    assert (view["fault"], view["line"], view["problem"], view["printed"]) == (None, None, "", "")
    assert (view["name"], view["position"], view["at"]) == ("Beacon", POSITION, "c3")
    text = "Call another shaman of yours to a free space next to this megalith."
    assert view["question"] == f"Sea must use Beacon on c3: {text}"


def test_its_options_are_listed_marked_and_clicked() -> None:
    """Three shamans come to the spaces around c3, but not to c2 and d4, where others are."""
    view = ask()
    by_action = {each["action"]: each for each in view["actions"]}
    assert {action[:2] for action in by_action} == {"b1", "e1", "c2"}
    assert len(by_action) == 3 * 6  # b2, d2, b3, d3, b4, c4
    assert by_action["b1>b2"] == {
        "action": "b1>b2",
        "words": "Move Sea's shaman from b1 to b2",
        "ways": [["b1", "b2"]],
    }
    assert view["board"] != ask(marked=["b1>b2"])["board"]
    assert view["board"] != ask(dark=True)["board"]
    assert "cairn-tile" not in view["board"]
    assert "cairn-tile" in view["panel"]


def test_what_follows_an_option_is_shown() -> None:
    """b2, c3 and d4 are a line with the enemy at the end (rule 8.2)."""
    view = ask(taken=["b1>b2"])
    assert view["told"] == ["Sea moves b1-b2"]
    assert [each["action"] for each in view["actions"]] == ["*d4", "pass"]
    assert view["position"] == POSITION
    view = ask(taken=["b1>b2", "*d4"])
    assert view["question"] == "Sea must build on d4: choose an upcoming megalith."


def test_a_decision_that_is_not_legal_is_a_problem() -> None:
    view = ask(taken=["a1-a2"])
    assert "Sea must use Beacon on c3 now" in view["problem"]
    assert view["actions"] == []


def test_places_have_words() -> None:
    words = ask()["words"]
    assert words.keys() == places().keys()
    assert (words["c3"], words["a1"], words["d4"]) == ("c3: Sea shaman on Beacon", "a1: empty", "d4: Forest shaman")
    assert (words["tile move"], words["village forest"]) == ("Move: orthogonal", "Forest village: 3 shamans")


def test_places_lie_where_the_pictures_have_them() -> None:
    """The fields of the picture are found in it; a place is given as parts of the picture's width and height."""
    view = ask(position="s4/5/5/5/4f s wooe c3=beacon,d3=dawn alley,menhir - 0-0")
    for part, names in (("board", ("a5", "e1")), ("panel", ("tile add", "tile transformation"))):
        root = drawn(view[part])
        left, top, width, height = map(float, str(root.get("viewBox")).split())
        for name in names:
            x, y, wide, tall = places()[name]
            assert 0 <= x < x + wide <= 1
            assert 0 <= y < y + tall <= 1
            box = [left + x * width, top + y * height, wide * width, tall * height]
            assert _is_in(view[part], name, box)


def _is_in(picture: str, name: str, box: list[float]) -> bool:
    x, y, width, height = box
    if name.startswith("tile"):
        cards = re.findall(r'class="cairn-card"[^>]* x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', picture)
        return any(all(abs(float(a) - b) < 0.5 for a, b in zip(card, box, strict=True)) for card in cards)
    shaman = re.search(rf'data-space="{name}"><title>[^<]*</title><g transform="translate\((\d+) (\d+)\)', picture)
    assert shaman is not None
    return abs(float(shaman[1]) - x - width / 2) < 1 and abs(float(shaman[2]) - y - height / 2) < 1


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("source", "fault", "line"),
    [
        ("from cairn_rules import (\n", "SyntaxError: '(' was never closed.", 1),
        ("x = 1\n  y = 2", "IndentationError: unexpected indent.", 2),
        ("x = 1\nimport nothing_of_this_name", "ModuleNotFoundError(\"No module named 'nothing_of_this_name'\")", 2),
        ("\n\nraise SystemExit(3)", "SystemExit(3)", 3),
        ("x = '\0'", "SyntaxError: source code string cannot contain null bytes.", None),
        ("x = 1", "The text defines no megalith. Put @megalith(...) above a function that takes a site.", None),
        ("from cairn_rules.cairn import BASE_SET\ndeer = BASE_SET['deer']", "The text defines no megalith.", None),
        ("#" * (LONGEST + 1), "The text is longer than 100000 characters.", None),
        (DEER, "two different things have the id 'deer'", 3),
        (power("return Banshee(site.space)"), "NameError(\"name 'Banshee' is not defined\")", 6),
        (power("raise KeyError(1)"), "KeyError(1)", 6),
        (power("yield 3"), "yields 3, which is not an effect", 6),
        (f"{HEAD}@megalith('Odd', text='')\ndef odd(site): ...", "DefinitionError", 3),
    ],
)
def test_a_fault_is_told_with_its_line(source: str, fault: str, line: int | None) -> None:
    view = ask(source=source)
    assert fault in view["fault"]
    assert view["line"] == line
    assert view["actions"] == []
    assert field_of(view, 0) == field_of(ask(), 0), "the board stays"


EFFECT = f"""{HEAD}
from attrs import frozen

@frozen
class Odd(Effect):
    space: Space

    def apply(self, state):
        return state

    @property
    def notation(self):
        return f"odd{{self.space}}"

    @property
    def text(self):
        return "Do something odd" + ODD

@opponent_decides
def first(site):
    return 1 / 0 if site.space is Space.A1 else [Odd(site.space)]

odd = megalith("Odd", text="x", id="odd", effects=(Odd,))(first)
"""


def test_faults_of_effects_and_of_decisions_of_the_opponent_have_lines() -> None:
    good = EFFECT.replace(" + ODD", "")
    assert [each["words"] for each in ask(source=good)["actions"]] == ["Do something odd"]
    assert ask(source=EFFECT)["line"] == 1 + EFFECT[: EFFECT.index("ODD")].count("\n")
    wrong = good.replace("return state", "return state / 2")
    assert ask(source=wrong)["line"] == 1 + wrong[: wrong.index("state / 2")].count("\n")
    wrong = good.replace("[Odd(site.space)]", "[3]")
    assert ask(source=wrong)["line"] == 1 + wrong[: wrong.index("@opponent_decides")].count("\n")


def test_a_fault_without_a_function_of_the_text_has_no_line() -> None:
    made = "odd = megalith('Odd', text='x', id='odd')(partial(lambda site: [3]))"
    view = ask(source=f"{HEAD}\nfrom functools import partial\n{made}")
    assert "not an effect" in view["fault"]
    assert view["line"] is None


def test_what_raises_outside_of_the_library_is_a_fault_of_the_text() -> None:
    """A text may change what the page calls."""
    source = f"{SOURCE}\nfrom web.workshop import page\ndef fails(*_):\n    raise SystemExit(3)\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workshop_page, "_BOARD", CairnBoard())  # the text changes this one
        view = ask(source=f"{source}\npage._BOARD.ways = fails\n")
    assert (view["fault"], view["line"]) == ("SystemExit(3)", source.count("\n"))


class Refused(Exception):  # noqa: N818 - it stands for an error of JavaScript
    """An error of JavaScript, as Pyodide has it."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}\n")
        self.name = name


def test_what_a_browser_refuses_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in {
        "pyodide": None,
        "pyodide.ffi": SimpleNamespace(JsException=Refused),
        "js": SimpleNamespace(origin="null"),
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    explain_refusals()
    assert (
        repr(Refused("EvalError", "… script-src 'nonce-1'")) == "EvalError: a text cannot run JavaScript in the sandbox"
    )
    assert repr(Refused("NetworkError", "It failed.")) == "NetworkError: It failed."
    browser = import_module("js")
    assert browser.origin == "null"
    with pytest.raises(AttributeError, match=r"^js has no 'document' in the sandbox, which is without page"):
        browser.document  # noqa: B018 - it raises


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ("from cairn_rules import Banish, megalith", "Line 1: write from cairn_rules.cairn import Banish, megalith\n"),
        (
            "from cairn_rules import Banish, Registry, megalith as stone; megalith = stone",
            (
                "Line 1: write from cairn_rules import Registry and"
                " from cairn_rules.cairn import Banish, megalith as stone\n"
            ),
        ),
        ("from cairn_rules import *", "Line 1: write from cairn_rules import * and from cairn_rules.cairn import *\n"),
        (
            "import cairn_rules as c; Banish, megalith = c.Banish, c.megalith",
            "".join(
                f"Line 1: write from cairn_rules import cairn and cairn.{each}\n" for each in ("Banish", "megalith")
            ),
        ),
        ("from cairn_rules.cairn import Banish, megalith", ""),
        ("from cairn_rules import cairn; Banish, megalith = cairn.Banish, cairn.megalith", ""),
    ],
)
def test_texts_that_take_the_names_of_cairn_from_the_package_still_run(old: str, now: str) -> None:
    """So they were saved, linked and recorded; what to write now is printed."""
    with printing() as printed:
        stone = read_stone(
            f'{old}\n@megalith("Far", text="Banish.")\ndef far(site):\n    return map(Banish, site.enemies())\n'
        )
    assert (stone.id, printed.text) == ("far", now)


def test_what_a_text_prints_is_shown_up_to_a_limit() -> None:
    view = ask(source=f"print('hello')\n{SOURCE}")
    assert view["printed"] == "hello\n"
    view = ask(source=f"import sys\nprint('x' * 10_000, file=sys.stderr)\n{SOURCE}")
    assert 1_900 < len(view["printed"]) < 2_100


def test_a_power_without_options_says_so() -> None:
    view = ask(position="5/5/5/5/5 s wooe c3=beacon,d3=dawn alley,menhir - 0-0")
    assert view["question"] == "Beacon has no option in this position."


def test_a_ward_shows_what_it_permits() -> None:
    view = ask(source=WARD, position="5/5/5/5/1s3 s wooe c3=own,d3=dawn alley,menhir - 0-0")
    assert view["question"] == "Own Ward is a ward: these are the actions that it permits."
    assert {each["action"][0] for each in view["actions"]} == {"b"}


def test_the_end_of_the_game_is_told() -> None:
    source = power("yield GrantBuild(Space.E5)")
    view = ask(source=source, position="5/5/5/5/5 s wooe c3=odd,a1=dawn,b1=deer,d1=chaos alley,menhir - 2-0")
    first = view["actions"][0]["action"]
    view = ask(
        source=source,
        position="5/5/5/5/5 s wooe c3=odd,a1=dawn,b1=deer,d1=chaos alley,menhir - 2-0",
        taken=[first, "=alley"],
    )
    assert "won" in view["question"], view


# the board


def test_shamans_are_put_and_taken() -> None:
    assert field_of(change("sea", "a1"), 0) == "f4/3f1/5/2s2/ss2s"
    assert field_of(change("forest", "c2"), 0) == "f4/3f1/5/2f2/1s2s"
    assert field_of(change("sea", "c2"), 0) == "f4/3f1/5/5/1s2s"


def test_the_megalith_moves_and_changes_places_with_another() -> None:
    assert (field_of(change("stone", "a1"), 3), change("stone", "a1")["at"]) == ("a1=beacon,d3=dawn", "a1")
    assert field_of(change("stone", "d3"), 3) == "c3=dawn,d3=beacon"


def test_megaliths_come_move_and_go_with_the_score() -> None:
    """Each megalith beyond two is a point, and the tribe with fewer points gets it."""
    view = change("deer", "e5")
    assert (field_of(view, 3), field_of(view, 6)) == ("c3=beacon,d3=dawn,e5=deer", "1-0")
    view = change("alley", "a1", position=view["position"])
    assert (field_of(view, 3), field_of(view, 6)) == ("a1=alley,c3=beacon,d3=dawn,e5=deer", "1-1")
    assert field_of(view, 4) == "menhir"
    view = change("deer", "b1", position=view["position"])
    assert field_of(view, 3) == "a1=alley,b1=deer,c3=beacon,d3=dawn"
    view = change("deer", "b1", position=view["position"])
    assert (field_of(view, 3), field_of(view, 6)) == ("a1=alley,c3=beacon,d3=dawn", "0-1")
    assert field_of(view, 4) == "menhir,deer"


def test_a_space_is_cleared_but_for_the_megalith() -> None:
    view = change("deer", "b1")
    view = change("empty", "b1", position=view["position"])
    assert (field_of(view, 0), field_of(view, 3)) == ("f4/3f1/5/2s2/4s", "c3=beacon,d3=dawn")
    assert field_of(change("empty", "c3"), 3) == "c3=beacon,d3=dawn"


def test_tiles_and_the_turn() -> None:
    assert field_of(change("sea", "tile add"), 2) == "booe"
    assert field_of(change("options", "tile transformation"), 2) == "woom"
    assert field_of(change("turn", ""), 1) == "f"


@pytest.mark.parametrize(
    ("tool", "place", "problem"),
    [
        ("dawn", "d3", "A board has 2 to 6 megaliths, not 1."),
        ("dawn", "c3", "Your megalith is on c3: move it first."),
        ("ruin", "a1", "unknown id 'ruin'"),
    ],
)
def test_a_change_that_is_not_possible_leaves_the_board(tool: str, place: str, problem: str) -> None:
    view = change(tool, place)
    assert problem in view["problem"]
    assert view["position"] == POSITION
    assert view["actions"]


def test_a_sixth_shaman_is_refused() -> None:
    view = change("sea", "a1", position="5/5/5/5/sssss s wooe c3=beacon,d3=dawn alley,menhir - 0-0")
    assert field_of(view, 0) == "5/5/5/5/1ssss"
    view = change("sea", "a2", position="5/5/5/5/sssss s wooe c3=beacon,d3=dawn alley,menhir - 0-0")
    assert "Sea" in view["problem"]
    assert field_of(view, 0) == "5/5/5/5/sssss"


def test_five_shamans_leave_none_to_wake_the_megalith() -> None:
    view = ask(position="5/5/5/5/sssss s wooe c3=beacon,d3=dawn alley,menhir - 0-0")
    assert view["problem"] == "all 5 Sea shamans are on the board; put one of them on c3"
    assert view["actions"] == []


@pytest.mark.parametrize(
    ("position", "at", "space"),
    [
        ("5/5/5/5/5 s wooe c3=beacon,d3=dawn alley,menhir - 0-0", "", "c3"),
        ("5/5/5/5/5 s wooe a1=dawn,c3=old-name alley,menhir - 0-0", "e5", "c3"),
        ("5/5/5/5/5 s wooe a1=dawn,c3=deer alley,menhir - 0-0", "", "a1"),
    ],
)
def test_a_position_may_name_the_megalith_otherwise(position: str, at: str, space: str) -> None:
    view = ask(position=position, at=at)
    assert view["at"] == space
    assert f"{space}=beacon" in view["position"]


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ("nonsense", "The position has no megalith whose place yours could take."),
        ("5/5/5/5 s wooe c3=beacon,d3=dawn alley,menhir - 0-0", "4 ranks; there are 5"),
    ],
)
def test_a_text_that_is_no_position_is_a_problem(position: str, problem: str) -> None:
    view = ask(position=position)
    assert problem in view["problem"]
    assert view["position"] == POSITION


def test_a_position_can_be_changed_while_the_text_is_broken() -> None:
    view = change("sea", "a1", source="def")
    assert view["fault"]
    assert field_of(view, 0) == "f4/3f1/5/2s2/ss2s"
    assert "c3=yours" in view["position"]
    assert ask(position=view["position"])["name"] == "Beacon"


@pytest.mark.parametrize("message", ["3", "{}", '{"source": 1}'])
def test_what_the_page_never_sends_is_refused(message: str) -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        Page().answer(message)


@pytest.mark.parametrize(("tool", "place"), [("tile", "tile sky"), ("sea", "z9")])
def test_tools_and_places_that_do_not_exist_are_refused(tool: str, place: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        change(tool, place)


def test_what_is_shown_before_python_is_there() -> None:
    found = opening()
    assert found["views"]["light"] == ask()
    assert found["views"]["dark"] == ask(dark=True)
    assert [each["id"] for each in found["megaliths"]] == list(cairn.BASE_SET.ids)


# the editor


@pytest.mark.untraced
@pytest.mark.slow
def test_the_editor_completes_the_names_of_the_reference() -> None:
    found = editor_names()
    by_label = {each["label"]: each for each in found["names"]}
    assert by_label["Banish"]["info"] == "An effect that banishes a shaman to its village (rule 1.7)."
    assert by_label["Together"]["detail"] == "Together(*effects: Effect)"
    assert by_label["BASE_SET"]["detail"] == "BASE_SET"
    site = {each["label"]: each["detail"] for each in found["members"]["Site"]}
    assert site["free"] == "free(among: Iterable[Space] | None = None) -> tuple[Space, ...]"
    assert site["owner"] == "owner: Tribe"
    assert by_label["Site"]["detail"] == "Site"
    assert {"A1", "adjacent"} <= {each["label"] for each in found["members"]["Space"]}


def test_the_editor_is_pinned_and_its_licences_are_listed() -> None:
    """CodeMirror 6 comes from its own packages: the newest version of the package `codemirror` is 5."""
    asked = json.loads((page_editor.FOLDER / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in asked.values())
    assert "codemirror" not in asked
    listed = (DOCS / "licences.md").read_text(encoding="utf-8")
    for name, (version, licence) in page_editor.packages().items():
        assert f"| {name} | {version} | {licence} |" in listed


def test_without_npm_there_is_no_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(page_python.NoNpmError, match="npm is not on the PATH"):
        page_editor.editor_for_browsers(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("editor_names", marks=pytest.mark.slow),
        *(f"web.workshop.{name}" for name in ("stone_game", "page", "places", "stone")),
    ],
)
def test_the_examples_run(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS).failed == 0
