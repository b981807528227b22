"""The lessons of the workshop: what passes, what does not, and what the judge says about it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from cairn_rules.cairn import BASE_SET, Action, Megalith, Site, format_position, legal_actions, parse_position
from cairn_rules.testing import PLAIN_STONES, SecondLook, activate, check_megalith
from web.workshop.lesson import Case, Lesson, Verdict, judged
from web.workshop.lesson_page import lesson_views, verdict_on
from web.workshop.lessons import LESSONS
from web.workshop.stone import read_stone

pytestmark = pytest.mark.untraced

BY_NAME = {lesson.name: lesson for lesson in LESSONS}
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


def test_there_are_twelve_lessons() -> None:
    assert len(LESSONS) == len(BY_NAME) == len({lesson.title for lesson in LESSONS}) == 12


@each_lesson
def test_the_solution_passes(lesson: Lesson) -> None:
    words = "Your megalith does what the task says, also on boards that are not shown."
    assert judged(lesson, read_stone(lesson.solution)) == Verdict("right", words)


@each_lesson
def test_the_text_to_begin_with_differs_on_a_board_that_is_shown(lesson: Lesson) -> None:
    verdict = judged(lesson, read_stone(lesson.start))
    assert verdict.kind in {"too-much", "missing", "wrong-effect"}
    assert verdict.case in lesson.boards.values()


@each_lesson
def test_the_texts_define_the_same_megalith_but_for_its_functions(lesson: Lesson) -> None:
    start, solution = read_stone(lesson.start), read_stone(lesson.solution)
    assert (start.id, start.name, start.text, start.ward is None) == (
        solution.id,
        solution.name,
        solution.text,
        solution.ward is None,
    )
    assert max(map(len, (*lesson.start.splitlines(), *lesson.solution.splitlines()))) <= 100


@pytest.mark.slow
@each_lesson
def test_the_kit_finds_no_fault_in_a_solution(lesson: Lesson) -> None:
    """It cannot look in a second process, which could not import a text."""
    absent = SecondLook(absent="it is a text")
    stone = read_stone(lesson.solution)
    verdict = check_megalith(stone, symmetric=True, max_examples=30, look_again=lambda _: absent)
    assert verdict.warnings == ()


@each_lesson
def test_the_page_can_draw_the_boards_that_it_shows(lesson: Lesson) -> None:
    """They hold printed megaliths and the learner's alone. There are two or more, and at least one that is hidden."""
    stone = read_stone(lesson.solution)
    assert list(lesson.boards) == list(range(1, len(lesson.boards) + 1))
    assert 2 <= len(lesson.boards) < len(lesson.cases)
    for case in lesson.boards.values():
        state = case.state(stone)
        assert f"{case.at}={stone.id}" in format_position(state)
        assert {each.id for each in state.megaliths.values()} <= {*BASE_SET.ids, stone.id}


def constant(stone: Megalith, case: Case) -> Megalith:
    """Return a megalith that always does what another one does in one position."""
    state = case.state(stone)
    if stone.powers:
        options = activate(stone, on=state, at=case.at, choose=case.chosen).options
        return evolve(stone, powers=(lambda _: options,) * len(stone.powers))
    forbidden = {*legal_actions(case.state(PLAIN_STONES[0]))} - {*legal_actions(state)}
    return evolve(stone, ward=lambda _, action: action in forbidden)


@each_lesson
def test_constants_do_not_pass(lesson: Lesson) -> None:
    stone = read_stone(lesson.solution)
    for case in lesson.boards.values():
        assert judged(lesson, constant(stone, case)).kind != "right"


def for_sea(stone: Megalith) -> Megalith:
    """Return a megalith that works for Sea alone, as on all boards that are shown."""

    def asked(function: Any) -> Any:
        return lambda site: function(site) if site.owner == 0 else ()

    def ward(site: Site, action: Action) -> bool:
        return site.owner == 0 and stone.ward is not None and stone.ward(site, action)

    return evolve(stone, powers=tuple(map(asked, stone.powers)), ward=stone.ward and ward)


@each_lesson
def test_what_works_on_the_shown_boards_alone_does_not_pass(lesson: Lesson) -> None:
    """The hidden board is not given away."""
    verdict = judged(lesson, for_sea(read_stone(lesson.solution)))
    assert (verdict.kind, verdict.case) == ("missing", None)
    assert verdict.words.startswith("On a board that is not shown (")


MISTAKES = {
    # 1. any other shaman
    ("neighbour", "site.enemies(site.adjacent)", "site.enemies()"): (
        "too-much",
        "On board 1, it offers “Banish Forest's shaman on e5”, but should not.",
    ),
    ("neighbour", "site.enemies(", "site.own("): (
        "missing",
        "On board 1, it should offer “Banish Forest's shaman on b4” and 1 more, but does not.",
    ),
    ("step", "site.enemies(", "site.shamans("): (
        "too-much",
        "On board 2, it offers “Move Sea's shaman from d4 to c3” and 4 more, but should not.",
    ),
    ("call", "if shaman != site.space:", "if True:"): (
        "too-much",
        "On board 1, it offers “Move Sea's shaman from a1 to b1” and 2 more, but should not.",
    ),
    ("exchange", "site.enemies(", "site.shamans("): (
        "too-much",
        "On board 1, it offers “exchange(c3,b3)”, but should not.",
    ),
    # 2. any other space or tile
    ("step", "yield from site.steps(enemy)", "yield site.steps(enemy)[0]"): (
        "missing",
        "On board 1, it should offer “Move Forest's shaman from a1 to a2”, but does not.",
    ),
    ("call", "site.free(site.adjacent)", "site.adjacent"): (
        "too-much",
        "On board 2, it offers “Move Sea's shaman from b1 to b1” and 1 more, but should not.",
    ),
    ("ahead", " and ahead in site.free()", ""): (
        "too-much",
        "On board 2, it offers “Move Forest's shaman from e4 to e5”, but should not.",
    ),
    ("ahead", "site.forward", "1"): (
        "too-much",
        (
            "On a board that is not shown (Forest pushes), it offers “Move Sea's shaman from a2 to a3” and 2 more, but"
            " should not."
        ),
    ),
    ("slide", "site.free(site.megaliths)", "site.megaliths"): (
        "too-much",
        "On board 1, it offers “Move Ice Stone from c3 to b2” and 7 more, but should not.",
    ),
    ("slide", "site.slides(space)", "site.slides(space)[:2]"): (
        "missing",
        "On board 1, it should offer “Move Memorial Mound from a1 to b2”, but does not.",
    ),
    ("borrow", "for space in site.adjacent", "for space in site.megaliths"): (
        "too-much",
        "On board 1, it offers “Use the power of the megalith on e1” and 1 more, but should not.",
    ),
    ("follow", "if step.to == push.origin", "if True"): (
        "too-much",
        "On board 2, it offers “Move Sea's shaman from e1 to d1” and 8 more, but should not.",
    ),
    ("follow", "site.steps(enemy)", "site.steps(enemy)[:1]"): (
        "missing",
        "On board 1, it should offer “Move Forest's shaman from a1 to a2”, but does not.",
    ),
    ("exchange", "site.adjacent", "site.adjacent[4:]"): (
        "missing",
        "On board 2, it should offer “Exchange the shamans on a1 and a2” and 1 more, but does not.",
    ),
    # 3. a condition
    ("village", "if site.village:", "if True:"): (
        "too-much",
        "On board 2, it offers “Add a shaman on b1” and 2 more, but should not.",
    ),
    ("village", "if site.village:", "if site.village and site.enemy_village:"): (
        "missing",
        (
            "On a board that is not shown (only the enemy's village is empty), it should offer “Add a shaman on d4” and"
            " 1 more, but does not."
        ),
    ),
    ("condition", "site.enemies(site.adjacent)", "site.enemies()"): (
        "too-much",
        "On board 2, it offers “Turn over the Add tile” and 2 more, but should not.",
    ),
    ("condition", "site.enemies(site.adjacent)", "site.shamans(site.adjacent)"): (
        "too-much",
        "On board 2, it offers “Turn over the Add tile” and 2 more, but should not.",
    ),
    # 4. another effect
    ("step", "yield from site.steps(enemy)", "yield __import__('cairn_rules').cairn.Banish(enemy)"): (
        "wrong-effect",
        (
            "On board 1, it offers “Banish Forest's shaman on a1”, but should offer “Move Forest's shaman from a1 to"
            " b1” and 1 more."
        ),
    ),
    ("together", "Together(Banish(enemy), Banish(site.space))", "Banish(enemy)"): (
        "wrong-effect",
        (
            "On board 1, it offers “Banish Forest's shaman on d2” and 1 more, but should offer “Banish Forest's shaman "
            "on b4; Banish Sea's shaman on c3” and 1 more."
        ),
    ),
    ("follow", "    then=(follow,),\n", ""): (
        "missing",
        "On board 2, it should offer “Move Sea's shaman from b2 to a1”, but does not.",
    ),
    ("exchange", "yield Exchange(site.space, enemy)", "yield Relocate(site.space, Space.D3)"): (
        "wrong-effect",
        (
            "On board 1, it offers “Move Sea's shaman from c3 to d3”, but should offer “Exchange the shamans on c3 and"
            " c4”."
        ),
    ),
    ("exchange", "state.replace(shamans=moved.shamans, moved=moved.moved)", "moved"): (
        "wrong-effect",
        "On board 1, “exchange(c3,c4)” wakes Mirror Stone, but nothing should wake.",
    ),
    ("exchange", ", moved=moved.moved", ""): (
        "wrong-effect",
        "On board 1, after “exchange(c3,c4)”, the shamans on c3 and c4 should count as moved.",
    ),
    # 5. wards
    ("ward", "Move | Jump", "Move"): (
        "missing",
        "On board 1, it should forbid “Jump from c1 to c3”, but does not.",
    ),
    ("ward", "Jump) and", "Jump) or"): (
        "too-much",
        "On board 1, it forbids “Move from c1 to b1” and 3 more, but should not.",
    ),
    ("ward", "action.to ==", "site.space in site.free() and action.origin !="): (
        "too-much",
        "On board 1, it forbids “Move from c1 to b1” and 3 more, but should not.",
    ),
    # 6. texts that fail
    ("neighbour", "Banish(enemy)", "Banish(enmy)"): (
        "raises",
        (
            "On board 1, it fails: the power of 'gale' on c3 failed with NameError(\"name 'enmy' is not defined\"); a"
            " power takes a Site and yields effects"
        ),
    ),
    ("neighbour", "Banish(enemy)", "enemy"): (
        "raises",
        "On board 1, it fails: the power of 'gale' yields D2, which is not an effect",
    ),
    ("borrow", " and site.megaliths[space].powers", ""): (
        "raises",
        (
            "On a board that is not shown (one neighbour has no power), it fails: 'echo' on d4 offers ~d5, but"
            " 'lesson.quiet' on d5 has no power"
        ),
    ),
    ("ward", "isinstance(action, Move | Jump) and action.to == site.space", "None"): (
        "raises",
        "On board 1, it fails: the ward of 'thorn' on c3 returned None; it should return True or False",
    ),
    ("exchange", "return state.replace(shamans=moved.shamans, moved=moved.moved)", "pass"): (
        "raises",
        "On board 1, it fails: Exchange(first=C3, second=C4) returns None; an effect returns the state after it",
    ),
}
"""What the judge says about a solution in which a text is replaced by another."""


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: f"{mistake[0]}: {mistake[2] or 'nothing'}")
def test_what_differs_is_said(mistake: tuple[str, str, str]) -> None:
    name, old, new = mistake
    lesson = BY_NAME[name]
    assert old in lesson.solution
    verdict = judged(lesson, read_stone(lesson.solution.replace(old, new)))
    assert (verdict.kind, verdict.words) == MISTAKES[mistake]
    assert (verdict.case is None) == ("not shown" in verdict.words)
    assert (verdict.error is None) == (verdict.kind != "raises")


def test_an_error_that_is_not_the_librarys_is_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError("nothing here")

    lesson = LESSONS[0]
    monkeypatch.setattr(type(lesson.cases[0]), "difference", fail)
    verdict = judged(lesson, read_stone(lesson.solution))
    assert verdict.words == "On board 1, it fails: LookupError('nothing here')"


def test_the_order_of_two_effects_makes_no_difference() -> None:
    lesson = BY_NAME["together"]
    source = lesson.solution.replace("Banish(enemy), Banish(site.space)", "Banish(site.space), Banish(enemy)")
    assert judged(lesson, read_stone(source)).kind == "right"


# The page


def yours(_: Site) -> tuple[()]:
    return ()


YOURS = Megalith("yours", "Yours", "It is not written yet.", BASE_SET["deer"].stone, (yours,))


@each_lesson
def test_the_page_says_what_each_board_is_for(lesson: Lesson) -> None:
    view = next(each for each in lesson_views(YOURS) if each["name"] == lesson.name)
    assert json.loads(json.dumps(view)) == view
    assert (view["task"], view["hint"]) == (lesson.task, lesson.hint)
    for board, case in zip(view["boards"], lesson.boards.values(), strict=True):
        state = parse_position(board["position"], BASE_SET | YOURS)
        assert state.megaliths[case.at] == YOURS
        assert (board["at"], board["taken"]) == (str(case.at), list(case.chosen))


def test_goals_are_sentences() -> None:
    goals = {each["name"]: [board["goal"] for board in each["boards"]] for each in lesson_views(YOURS)}
    assert goals["neighbour"] == [
        "It offers “Banish Forest's shaman on b4”, “Banish Forest's shaman on d2”.",
        "It offers nothing.",
    ]
    assert goals["follow"][1] == (
        "After “Move Forest's shaman from a1 to a2”, it offers “Move Sea's shaman from b2 to a1”."
    )
    assert goals["ward"] == ["It forbids “Move from c2 to c3”, “Jump from c1 to c3”.", "It forbids nothing."]
    assert goals["exchange"][0] == "It offers “Exchange the shamans on c3 and c4”."


def test_the_page_gets_the_board_on_which_a_text_differs() -> None:
    lesson = BY_NAME["follow"]
    right, error = verdict_on("follow", read_stone(lesson.solution))
    assert (right["passed"], right["board"], error) == (True, None, None)
    wrong, error = verdict_on("follow", read_stone(lesson.start))
    assert (wrong["passed"], error) == (False, None)
    position = "4f/5/5/1s3/f3s s wooe b2=tide,c3=mound chaos,dawn - 0-0"
    assert wrong["board"] == {"position": position, "at": "b2", "taken": ["a1>a2"]}


def test_the_page_gets_no_board_that_is_hidden() -> None:
    lesson = BY_NAME["neighbour"]
    hidden, _ = verdict_on("neighbour", for_sea(read_stone(lesson.solution)))
    assert (hidden["passed"], hidden["board"]) == (False, None)


def test_the_page_asks_for_known_lessons_alone() -> None:
    with pytest.raises(ValueError, match="there is no lesson 'magic'"):
        verdict_on("magic", YOURS)
