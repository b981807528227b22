"""The game of the page on which one plays, without a browser; `nox -s browser` plays it in one."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tarfile
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from hashlib import sha512
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import page_python
import pytest

from cairn_rules import (
    Match,
    Outcome,
    Record,
    cairn,
    endless_winter,
    format_record,
    games,
    korrigans,
    parse_record,
)
from cairn_rules.cairn import State, Tribe
from cairn_rules.cairn_rpg import creation
from cairn_rules.endless_winter.state.agenda import Figure, PickSide, StartBurial, Top
from cairn_rules.history.match_log import is_hidden
from support.endless_winter.positions import position as winter
from support.pictures import drawn, of_class
from web.play.page import Page, opening
from web.shared.board import Board
from web.shared.cairn_board import CairnBoard
from web.shared.cairn_clicks import meant, ways
from web.shared.games import LEVELS, board_of, described, levels_of


def position(text: str, *actions: str) -> State:
    state = cairn.parse_position(text)
    for action in actions:
        state = cairn.apply(state, cairn.parse_action(action, state))
    return state


def by_text(state: State) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {cairn.format_action(action): found for action, found in ways(state).items()}


def ask(page: Page, **question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(page.answer(json.dumps(question)))
    return answer


def new(page: Page, opponent: str = "random", tribe: str = "sea", seed: int | None = 7) -> dict[str, Any]:
    seats = ["person", opponent] if tribe == "sea" else [opponent, "person"]
    return ask(page, ask="new", game="cairn", seats=seats, seed=seed)


def readers_turn(page: Page, view: dict[str, Any]) -> dict[str, Any]:
    while not view["yours"] and not view["over"]:
        view = ask(page, ask="reply")
    return view


def played_until(page: Page, found: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """What the page shows two people when something is found in it, in one of many games at random."""
    rng = Random(1)
    for seed in range(50):
        view = new(page, opponent="person", seed=seed)
        while not view["over"]:
            if found(view):
                return view
            view = ask(page, ask="do", action=rng.choice(view["actions"])["action"])
    raise AssertionError("it was not found in 50 games")


def test_an_action_is_taken_by_clicking_where_it_starts_and_where_it_leads() -> None:
    """A shaman that is added may also be taken from the village (rule 4.1); one that leaves goes to the other one."""
    state = position("2s1f/s4/5/5/f3f s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    found = by_text(state)
    assert found["c5-x"] == (("c5", "village forest"),)
    assert found["a4-b4"] == (("a4", "b4"),)
    assert found["+d1"] == (("d1",), ("village sea", "d1"))


def test_what_is_built_or_transformed_is_clicked_itself() -> None:
    built = position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0", "c5-x")
    assert by_text(built) == {"=alley": (("stone alley",),), "=menhir": (("stone menhir",),)}
    transforming = position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0", "c1-c2")
    assert by_text(transforming) == {"*d2": (("d2",),), "pass": ()}


def test_where_a_power_moves_one_shaman_only_its_goal_need_be_clicked() -> None:
    """Menhir of the Dancers moves the shaman that woke it (rule 7.7)."""
    state = position("5/5/5/2s2/f4 s wooe c3=menhir,d3=dawn alley,deer - 0-0", "c2-c3")
    assert by_text(state)["c3>b4"] == (("c3", "b4"), ("b4",))


def test_an_exchange_begins_at_either_megalith() -> None:
    state = position("5/5/5/2s2/f4 s wooe c3=stormwell,d3=dawn alley,deer - 0-0", "c2-c3")
    assert by_text(state) == {"c3%d3": (("c3", "d3"), ("d3", "c3"))}


@pytest.mark.parametrize("seed", range(3))
def test_all_actions_of_a_game_have_words_and_ways_of_their_own(seed: int) -> None:
    """No two actions are said or clicked in the same way; what has no way at all needs no place."""
    rng, state = Random(seed), cairn.new_game(seed=seed)
    while legal := cairn.legal_actions(state):
        assert len({cairn.describe(state, action) for action in legal}) == len(legal)
        every = [way for found in ways(state).values() for way in found]
        assert len(set(every)) == len(every)
        without = {cairn.format_action(action) for action, found in ways(state).items() if not found}
        assert without <= {"pass", "again"}
        state = cairn.apply(state, rng.choice(legal))


@pytest.mark.parametrize(
    ("clicked", "code"),
    [
        (["a1", "b2"], "move/not-straight"),
        (["a1", "a3"], "jump/nothing-to-jump"),
        (["a1", "e1"], "move/not-one-step"),
        (["c1", "village forest"], "move/no-exit"),
        (["c5"], "move/not-yours"),
        (["c3"], "add/not-a-totem"),
        (["village sea", "b1"], "add/other-face"),
        (["tile move"], None),
        (["stone deer"], None),
    ],
)
def test_clicks_that_take_no_action_stand_for_one(clicked: list[str], code: str | None) -> None:
    """The reason is that of the action that was most likely meant (rules 4.1, 4.3 to 4.5)."""
    state = position("f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    action = meant(state, clicked)
    reason = None if action is None else cairn.why_illegal(state, action)
    assert (reason and reason.code) == code


def test_a_jump_out_is_meant_from_the_row_before_the_last() -> None:
    state = position("f1f1f/s4/5/5/2s1s s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    assert meant(state, ["a4", "village forest"]) == cairn.Jump(cairn.Space.A4, cairn.VILLAGE)


def test_within_a_turn_clicks_stand_for_what_is_asked() -> None:
    """Powers, builds and transformations have reasons of their own (rules 5.3, 6.3, 8.1)."""
    building = position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0", "c5-x")
    moving = position("5/5/5/2s2/f4 s wooe c3=menhir,d3=dawn alley,deer - 0-0", "c2-c3")
    banishing = position("5/4f/5/2s2/f4 s wooe c3=tumulus,d3=dawn alley,deer - 0-0", "c2-c3")
    turning = position("5/4f/5/2s2/f4 s wooe c3=mound,d3=dawn alley,deer - 0-0", "c2-c3")
    transforming = position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0", "c1-c2")
    over = position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0", "c5-x", "=alley")
    found = [
        meant(building, ["a1"]),
        meant(moving, ["c3", "e5"]),
        meant(moving, ["c3", "c3"]),
        meant(banishing, ["a1"]),
        meant(turning, ["a1"]),
        meant(transforming, ["a1"]),
        meant(transforming, ["tile move"]),
        meant(over, ["a1"]),
    ]
    expected: list[str | None] = ["pass", "c3>e5", None, "xa1", None, "*a1", None, None]
    assert [action and cairn.format_action(action) for action in found] == expected


def test_the_question_says_what_the_reader_decides() -> None:
    """The owner of the shaman decides about a power (rule 6.2); the text of the megalith is told."""
    power = position("5/5/5/2s2/f4 s wooe c3=menhir,d3=dawn alley,deer - 0-0", "c2-c3")
    board = CairnBoard()
    assert board.question(power, Tribe.SEA) == "You must use Menhir of the Dancers on c3: Move this shaman one space."
    assert board.question(power, None) == "Sea must use Menhir of the Dancers on c3: Move this shaman one space."
    building = position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0", "c5-x")
    assert board.question(building, Tribe.SEA) == "You must build on c5: choose an upcoming megalith."
    transforming = position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0", "c1-c2")
    assert board.question(transforming, Tribe.SEA) == "Transform an enemy shaman, or decline."
    declined = cairn.apply(transforming, cairn.Pass())
    assert board.told(transforming, cairn.Pass(), declined, None) == [
        "Sea does not transform",
        "Turn 1 is complete, Forest is active",
    ]


@pytest.mark.parametrize(
    ("outcome", "reader", "said"),
    [
        (Outcome((0,), "third-megalith"), 0, "You have won: the third megalith is built."),
        (Outcome((1,), "no-action"), 0, "You have lost: no action is possible."),
        (Outcome((1,), "no-action"), None, "Forest has won: no action is possible."),
        (Outcome((1,), "resignation"), 1, "You have won: Sea resigned."),
        (Outcome((), "repetition"), 0, "A draw: the position occurred for the third time."),
    ],
)
def test_the_end_is_told_to_the_reader(outcome: Outcome, reader: int | None, said: str) -> None:
    """A game ends by rules 9.1 to 9.3, or because someone resigns."""
    assert CairnBoard().result(cairn.new_game(seed=1), outcome, reader) == said


def test_several_winners_have_won_together() -> None:
    state = korrigans.new_game(seed=1, players=3)
    assert board_of(korrigans).result(state, Outcome((0, 2), "shared"), None) == "Blue and Violet have won: shared."


def test_threats_name_the_victim_and_what_leads_to_it() -> None:
    """Sea completes an arrangement with d2 at its end by moving c1-c2 (rule 8.2)."""
    state = position("5/5/5/1s1f1/2s2 f wooe b3=chaos,d3=dawn alley,deer - 0-0")
    assert CairnBoard().threats(state, Tribe.FOREST) == ["Sea threatens to transform d2 with c1-c2."]


@pytest.mark.untraced
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_game_goes_to_its_end_and_its_record_can_be_read(opponent: str) -> None:
    page, rng = Page(), Random(1)
    view = readers_turn(page, new(page, opponent, tribe="forest"))
    while not view["over"]:
        assert view["choices"].startswith("<svg")
        action = rng.choice(view["actions"])["action"]
        view = readers_turn(page, ask(page, ask="do", action=action))
    record = parse_record(view["record"])
    assert record.outcome is not None
    assert view["question"].startswith(("You have", "A draw"))
    assert (record.tags["Forest"], record.tags["Sea"]) == ("Person", f"Computer ({opponent})")


@pytest.mark.untraced
def test_every_player_of_a_game_is_a_level() -> None:
    """The words go from the weakest to the strongest player of the game."""
    assert tuple(levels_of(cairn).values()) == LEVELS
    assert [*levels_of(korrigans).values()] == ["Beginner", "Medium", "Strong"]
    assert [*levels_of(endless_winter).values()] == ["Beginner", "Easy", "Hard", "Strong"]
    page = Page()
    assert readers_turn(page, new(page, "tree"))["yours"]


def test_the_form_offers_every_game_with_pictures_and_its_options() -> None:
    """Numbers of players are those that the game accepts; positions and files have other places."""
    found = {each["name"]: each for each in described()}
    assert {name: each["players"] for name, each in found.items()} == {
        "cairn": [2],
        "korrigans": [2, 3, 4, 5],
        "endless-winter": [1, 2, 3, 4],
    }
    assert [option["name"] for option in found["cairn"]["options"]] == ["light", "faces", "circles", "first", "variant"]


def test_the_page_opens_on_the_board_that_python_deals_behind_it() -> None:
    """What is decided on the stored board is decided in the same game."""
    stored = opening()
    page = Page()
    assert ask(page, **stored["question"]) == stored["view"]
    assert stored["view"]["yours"]
    assert not stored["view"]["can_undo"]
    ask(page, ask="do", action=stored["view"]["actions"][0]["action"])


def test_first_games_have_the_light_set() -> None:
    """Chaos of the Giants and Cairn of Dawn lie on the Stone Circles (rule 2.5)."""
    chosen = {"light": True, "first": "sea"}
    view = ask(Page(), ask="new", game="cairn", seats=["person", "random"], options=chosen)
    assert view["yours"]
    assert {(stone["place"], stone["name"]) for stone in view["things"]} >= {
        ("b3", "Chaos of the Giants"),
        ("d3", "Cairn of Dawn"),
    }


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        (
            {"ask": "new", "game": "cairn", "options": {"first": "river"}},
            "'river' is not a first player; use 'sea' or 'forest'",
        ),
        ({"ask": "new", "game": "korrigans", "options": {"players": "3"}}, "there are 3 seats, but players for 2"),
        (
            {"ask": "new", "game": "korrigans", "options": {"players": True}},
            "the option 'players' should be a text or a whole number, not True",
        ),
        (
            {"ask": "new", "game": "korrigans", "options": {"players": "\ud800"}},
            "should be a text or a whole number, not '\\ud800'",
        ),
        (
            {"ask": "new", "game": "cairn", "options": {"light": "yes"}},
            "the option 'light' should be True or False, not 'yes'",
        ),
        (
            {"ask": "new", "game": "cairn", "options": {"lihgt": True}},
            "'lihgt' is not an option; did you mean 'light'?",
        ),
        ({"ask": "open", "game": "cairn", "text": '[Game "chess"]\n\nresult: *'}, "there is no game 'chess'"),
        ({"ask": "open", "game": "cairn", "text": "5/5/5"}, "there are seven"),
        ({"ask": "open", "game": "korrigans", "text": "5/5/5"}, "Korrigans has no position texts; paste a record"),
    ],
)
def test_what_cannot_be_started_or_opened_gets_a_sentence(asked: dict[str, Any], problem: str) -> None:
    """And the game before it goes on."""
    page = Page()
    new(page)
    assert problem in ask(page, seats=["person", "random"], **asked)["problem"]
    assert ask(page, ask="why", clicked=["tile move"])["rule"] is None


@pytest.mark.untraced
@pytest.mark.parametrize(
    "message",
    [
        *(
            "[]",
            "1",
            "null",
            "{}",
            '{"ask": "dance"}',
            '{"ask": ["new"]}',
            '{"ask": "do"}',
            '{"ask": "do", "action": 1}',
        ),
        *('{"ask": "why", "clicked": "tile move"}', '{"ask": "picture", "actions": [1]}', '{"ask": "new"}'),
        *('{"ask": "new", "game": [], "seats": []}', '{"ask": "new", "game": "cairn", "seats": [[], []]}'),
        '{"ask": "new", "game": "cairn", "seats": ["person", "random"], "options": []}',
        '{"ask": "new", "game": "cairn", "seats": ["person", "random"], "seed": "7"}',
        '{"ask": "open", "game": "cairn", "seats": ["person", "random"], "text": "\\ud800"}',
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_a_message_that_the_page_never_sends_is_refused(message: str) -> None:
    """And the game before it goes on."""
    page = Page()
    new(page)
    with pytest.raises(ValueError, match=r"nothing to answer|Expecting"):
        page.answer(message)
    assert ask(page, ask="why", clicked=["tile move"])["rule"] is None


def test_a_game_without_pictures_is_refused() -> None:
    match = Match(creation, seed=1)
    record = format_record(Record.of(match))
    said = ask(Page(), ask="open", game="cairn", seats=["person"], text=record)["problem"]
    assert said.endswith("has no pictures, so this page cannot show it")


def test_a_record_opens_where_it_was_even_within_a_turn() -> None:
    """The tags say who plays. A computer player that this version does not know is taken over by a person."""
    page = Page()
    view = ask(page, ask="open", game="cairn", seats=["person", "random"], text=WITHIN)
    view = ask(page, ask="do", action="c5-x")
    again = ask(Page(), ask="open", game="korrigans", seats=["person"], text=view["record"])
    assert (again["record"], again["actions"]) == (view["record"], view["actions"])
    assert [action["action"] for action in again["actions"]] == ["=alley", "=menhir"]
    strange = view["record"].replace("Computer (random)", "Computer (oracle)")
    assert '[Forest "Person"]' in ask(Page(), ask="open", game="cairn", seats=[], text=strange)["record"]


WITHIN = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"


def test_undo_and_redo_lead_from_decision_to_decision_of_a_person() -> None:
    page = Page()
    before = readers_turn(page, new(page))
    after = readers_turn(page, ask(page, ask="do", action=before["actions"][0]["action"]))
    assert not after["can_redo"]
    assert ask(page, ask="undo")["can_redo"]
    assert ask(page, ask="redo")["record"] == after["record"]
    over = ask(page, ask="resign")
    assert (over["over"], over["question"]) == (True, "You have lost: Sea resigned.")
    assert ask(page, ask="undo")["record"] == after["record"]
    assert ask(page, ask="redo")["record"] == over["record"]


@pytest.mark.untraced
def test_a_hint_is_a_legal_action_in_words() -> None:
    page = Page()
    view = ask(page, ask="open", game="cairn", seats=["person", "person"], text=WITHIN)
    assert ask(page, ask="hint") in [{"action": each["action"], "words": each["words"]} for each in view["actions"]]


def test_two_people_at_one_screen_see_the_board_from_the_same_side() -> None:
    """Cairn hides nothing that one of them may see, so nobody waits."""
    page = Page()
    view = ask(page, ask="open", game="cairn", seats=["person", "person"], text=WITHIN)
    for action in ("c5-x", "=alley"):
        view = ask(page, ask="do", action=action)
    assert (view["yours"], view["seat"], view["handover"]) == (True, None, None)
    assert view["question"] == "Forest: add, move or jump a shaman."
    assert any("Alley of Dusk" in told for told in view["told"][0])


@pytest.mark.untraced
@pytest.mark.parametrize("game", ["korrigans", "endless-winter"])
def test_hidden_hands_wait_for_the_next_person(game: str) -> None:
    """Whoever takes the screen sees what their seat may see, and nobody anything else before."""
    page, rng, handed = Page(), Random(1), 0
    view = ask(page, ask="new", game=game, seats=["person", "person", "random"][:3], options={"players": "3"}, seed=3)
    for _ in range(40):
        if view["handover"]:
            assert not any((view["actions"], view["yours"], view["can_undo"]))
            assert view["question"] == f"Hand the screen to {view['handover']}."
            view = ask(page, ask="look")
            handed += 1
            assert view["yours"]
        elif view["yours"]:
            view = ask(page, ask="do", action=rng.choice(view["actions"])["action"])
        else:
            view = ask(page, ask="reply")
    assert handed >= 2
    text = view["record"]
    assert ask(Page(), ask="open", game="cairn", seats=[], text=text)["record"] == text


@pytest.mark.untraced
@pytest.mark.parametrize("game", ["korrigans", "endless-winter"])
def test_the_places_of_actions_are_those_of_the_picture(game: str) -> None:
    """Every place to click is the data of an element (`data-field`, `data-column` and so on)."""
    rules: Any = games.known(game)
    board, rng, seen = board_of(rules), Random(2), set[str]()
    state = rules.new_game(seed=2)
    for _ in range(150):
        if not (legal := rules.legal_actions(state)):
            break
        player = rules.current_player(state)
        found = board.ways(state)
        picture = board.picture(state, player, legal, None)
        drawn = {f"{kind} {unescape(name)}" for kind, name in re.findall(r'data-(\w+)="([^"]*)"', picture)}
        drawn |= {f"korrigan {seat}.{n}" for seat, n in re.findall(r'data-seat="(\d)" data-korrigan="(\d)"', picture)}
        for way in found.values():
            assert {place for each in way for place in each} <= drawn
            seen |= {place.partition(" ")[0] for each in way for place in each}
        state = rules.apply(state, rng.choice(legal))
    assert len(seen) >= 5


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "options"),
    [("cairn", {}), ("korrigans", {"players": 2}), ("korrigans", {"players": 4}), ("endless-winter", {})],
)
def test_the_log_says_who_did_what(game: str, options: dict[str, int]) -> None:
    """Also where a decision changes nothing on the table, or moves a piece of another player."""
    rules: Any = games.known(game)
    board, rng = board_of(rules), Random(5)
    state = rules.new_game(seed=5, **options)
    for _ in range(250):
        if not (legal := rules.legal_actions(state)):
            break
        action = rng.choice(legal)
        after = rules.apply(state, action)
        who, told = board.name(rules.current_player(state)), board.told(state, action, after, 0)
        assert any(said.startswith(who) and not said.startswith(f"{who}: ") for said in told), told
        state = after


@pytest.mark.untraced
@pytest.mark.parametrize("game", ["korrigans", "endless-winter"])
def test_an_action_is_told_once_and_names_nothing_hidden(game: str) -> None:
    """What another seat takes, buries or puts away is told as what everybody sees of it (Korrigans, rule 9.2)."""
    rules: Any = games.known(game)
    board, rng, hidden = board_of(rules), Random(3), 0
    state = rules.new_game(seed=3)
    while legal := rules.legal_actions(state):
        action = rng.choice(legal)
        after = rules.apply(state, action)
        for viewer in (0, 1, None):
            told = board.told(state, action, after, viewer)
            assert len(told) == 1 or not any(rules.describe(state, action) in said for said in told)
            if is_hidden(rules, state, action, viewer):
                own = board.told(state, action, after, rules.current_player(state))
                assert len(told) == len(own)
                assert set(told) != set(own)
                assert "?" not in "".join(told)
                hidden += 1
        state = after
    assert hidden > 5


def test_the_person_who_decides_is_told_so_in_one_sentence() -> None:
    state = korrigans.new_game(seed=4)
    assert board_of(korrigans).question(state, 0) == "You must place a Korrigan."
    assert board_of(korrigans).question(state, 1) == "Blue must place a Korrigan."
    assert board_of(endless_winter).question(endless_winter.new_game(seed=7), 0).startswith("You must play a Culture")


def test_a_question_of_another_form_begins_with_whose_turn_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(cairn)
    monkeypatch.setattr(board, "asked", lambda _: "Choose a stone")
    assert board.question(cairn.parse_position(WITHIN), 0) == "It is your turn. Choose a stone."


BOOSTING = winter(Top(), turn={"column": "hunt", "is_chief": True}, chief="CH2", side="B", tools=3, chief_ready=False)
BUTTONS = {
    "cairn": {"Pass": "decline to transform", "TakeExtraTurn": "take an extra turn"},
    "korrigans": {
        "Decline": "make no second movement",
        "EndFinalTurn": "end the final turn",
        "Pass": "state that no movement is possible",
        "Sacrifice": "choose the side of a Backup Companion when both are left",
    },
    "endless-winter": {"End": "go on with the next step", "Decline": "decline", "Bury": "bury a card from the deck"},
}
"""The actions that only a button takes, since no part of the picture stands for them, and their words on the page."""


def test_the_page_lists_what_only_a_button_takes() -> None:
    text = (Path(__file__).parent.parent / "docs/play/index.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| ([A-Z][\w ]+) \| (.+) \|$", text, re.MULTILINE))
    assert {title.lower().replace(" ", "-") for title in listed} == {*BUTTONS}
    for title, words in listed.items():
        assert [each.partition(",")[0] for each in words.split("; ")] == [
            *BUTTONS[title.lower().replace(" ", "-")].values()
        ]


@pytest.mark.untraced
@pytest.mark.parametrize("game", BUTTONS)
def test_what_only_a_button_takes_is_listed(game: str) -> None:
    """Every other action has a way of its own by clicks; of those with buttons, only some in some decisions."""
    rules: Any = games.known(game)
    board, found = board_of(rules), set[str]()
    for seed in range(4):
        rng, state = Random(seed), rules.new_game(seed=seed)
        while legal := rules.legal_actions(state):
            by_click = board.ways(state)
            counts = Counter(way for ways in by_click.values() for way in ways)
            found |= {
                type(action).__name__ for action, ways in by_click.items() if not any(counts[w] == 1 for w in ways)
            }
            state = rules.apply(state, rng.choice(legal))
    assert found <= BUTTONS[game].keys()


def test_a_card_is_buried_from_the_deck_by_a_button_alone() -> None:
    """The deck lies face down (Endless Winter, rule 4.1); the other zones are seen."""
    board, cards = board_of(endless_winter), {"hand": ("brave",), "played": ("brave",), "discard": ("brave",)}
    assert set(board.ways(winter("bury(1)", **cards)).values()) == {
        (),  # to decline
        *(((f"{zone} brave",),) for zone in cards),
    }
    start = winter(StartBurial(0), state={"phase": "setup"}, deck=("brave",))
    assert board.ways(start) == {endless_winter.Bury("deck", "brave"): ()}


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("state", "text", "place"),
    [
        (winter("tool(1)"), "gain:tool", "goods tool"),
        (winter("draw(1)", deck=("brave",)), "gain:draw", "goods draw"),
        (winter(Top(), turn={"column": "hunt"}, food=1), "food", "goods food"),
        (BOOSTING, "boost", "offer boost"),
        (winter("pay tool(1) -> food(1)", tools=1), "pay", "offer pay"),
        (winter("tool(1)+idol(1)"), "part:1", "offer 1"),
        (winter("tool(1)|food(1)"), "option:0", "offer 0"),
        (winter(PickSide(0), state={"phase": "setup"}), "side:A", "offer A"),
        (winter(Figure()), "chief>hunt", "column hunt"),
    ],
)
def test_goods_prices_and_effects_are_clicked_in_the_picture(
    state: endless_winter.State, text: str, place: str
) -> None:
    """In the area of the player who decides, where they are marked (Endless Winter, rules 3.1 to 3.3, 6.2)."""
    board, action = board_of(endless_winter), endless_winter.parse_action(text, state)
    assert (place,) in board.ways(state)[action]
    kind, _, name = place.partition(" ")
    picture = drawn(board.picture(state, 0, (action,), None))
    marked = [part for part in picture.iter() if part.get(f"data-{kind}") == name and of_class(part, "winter-target")]
    assert len(marked) == 1


def test_a_figure_is_chosen_before_or_after_its_column() -> None:
    ways_of = board_of(endless_winter).ways(winter(Figure()))
    found = ways_of[endless_winter.PlaceFigure("tribe", "rest")]
    assert found == (("column rest",), ("figure tribe", "column rest"), ("column rest", "figure tribe"))


def test_two_movements_to_a_field_are_told_apart_by_the_companion() -> None:
    """Its token is clicked last: behind the screen, in front of it, or a Backup Companion (Korrigans, rule 4.1)."""
    board, found = board_of(korrigans), set[str]()
    for seed in range(8):
        rng, state = Random(seed), korrigans.new_game(seed=seed)
        while legal := korrigans.legal_actions(state):
            ways_of = board.ways(state)
            found |= {way[2].rpartition(" ")[0] for ways in ways_of.values() for way in ways if len(way) == 3}
            state = korrigans.apply(state, rng.choice(legal))
    assert found == {"unused", "front", "front Backup"}


def decision(game: Any, kind: type) -> Any:
    """A state of a random game of three in which a kind of action is legal."""
    for seed in range(4, 50):
        rng, state = Random(seed), game.new_game(seed=seed, players=3)
        while legal := game.legal_actions(state):
            if any(isinstance(action, kind) for action in legal):
                return state
            state = game.apply(state, rng.choice(legal))
    raise AssertionError("there is no such decision in 46 games")


@pytest.mark.parametrize(
    ("kind", "clicked", "said", "rule"),
    [
        (korrigans.Place, ["field B"], "Blue starts in .*, not in Boulder Lane", "2.5"),
        (korrigans.Place, ["row 3"], "Blue must place a Korrigan now", "2.5"),
        (korrigans.CoverSun, ["column 2"], "must put the pawn on a Sun now", "3.3"),
        (korrigans.Move, ["field V"], "no Korrigan in V can move now", None),
        (korrigans.Move, ["korrigan 0.0", "field {own}"], "Blue's first Korrigan is already in", "4.1"),
        (korrigans.Move, ["field {own}", "korrigan 0.0"], "Blue's first Korrigan is already in", "4.1"),
        (korrigans.Move, ["seat 1"], "must .* now", None),
        (korrigans.PlaceTroll, ["field B"], "must place the Troll now", "6.6"),
        (korrigans.PlaceTroll, ["link A|V"], "no legal action there", None),
        (korrigans.PlaceCauldron, ["field B"], "Boulder Lane", None),
        (korrigans.GiveGoblin, ["korrigan {giver}"], "the Goblin can go to .* Korrigan", "6.10"),
    ],
)
def test_illegal_clicks_on_korrigans_have_the_reasons_of_the_library(
    kind: type, clicked: list[str], said: str, rule: str | None
) -> None:
    state = decision(korrigans, kind)
    seat = korrigans.current_player(state)
    assert seat is not None
    names = {"own": state.seats[0].korrigans[0].field, "giver": f"{seat}.0"}
    found, cited = board_of(korrigans).why(state, [place.format(**names) for place in clicked])
    assert re.search(said, found)
    assert rule in {None, cited}


@pytest.mark.parametrize(
    ("kind", "clicked", "said", "rule"),
    [
        (endless_winter.PlaceFigure, ["hand hunter"], "must place a figure now", "6.1"),
        (endless_winter.TakeTile, ["tile 0,1"], "Glacier .* has no benefit", "8.4"),
        (endless_winter.MoveCamp, ["tile 2,0", "tile 2,0"], "has no Camp on River Valley", "8.2"),
        (endless_winter.Bury, ["pile hunter"], "no card can be buried from supply now", None),
        (endless_winter.PlaceFigure, ["seat 1"], "no legal action there", None),
    ],
)
def test_illegal_clicks_on_endless_winter_have_the_reasons_of_the_library(
    kind: type, clicked: list[str], said: str, rule: str | None
) -> None:
    found, cited = board_of(endless_winter).why(decision(endless_winter, kind), clicked)
    assert re.search(said, found)
    assert rule in {None, cited}


def test_a_game_of_its_own_has_buttons() -> None:
    """A board needs nothing of a game but its pictures; its words are those of the terminal."""
    board, state = Board(cairn), cairn.parse_position(WITHIN)
    action = cairn.parse_action("c5-x", state)
    assert board.ways(state)[action] == ()
    assert board.why(state, ["c5"]) == ("there is no legal action there now", None)
    assert board.question(state, 0) == "You must choose an action."
    assert board.question(state, None) == "Sea must choose an action."
    assert board.told(state, action, cairn.apply(state, action), None)[0] == "Sea leaves the board from c5"
    assert board.picture(state, 0, (), action).startswith("<svg")
    assert (board.things(state), board.threats(state, 0)) == ([], [])


def test_undo_goes_back_to_the_readers_last_decision() -> None:
    page = Page()
    before = readers_turn(page, new(page))
    assert not before["can_undo"]
    after = readers_turn(page, ask(page, ask="do", action=before["actions"][0]["action"]))
    assert after["can_undo"]
    back = ask(page, ask="undo")
    assert (back["record"], back["actions"]) == (before["record"], before["actions"])


CARDS = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir fairy,mound 0-0"


def drawn_stone(*seats: str, **options: Any) -> Page:
    """A page on which Sea has built, so that a megalith was drawn."""
    page = Page()
    ask(page, ask="new", game="cairn", seats=list(seats), options={"position": CARDS}, **options)
    for action in ("c5-x", "=alley"):
        ask(page, ask="do", action=action)
    return page


def test_one_person_is_asked_once_before_something_shown_is_taken_back() -> None:
    """The record says what was, also when it is opened again."""
    page = drawn_stone("person", "random")
    before = ask(page, ask="reply")
    asked = ask(page, ask="undo")
    assert asked["asks"] == (
        "This has shown you something hidden: Alley of Dusk is built on c5. Sea's score is 1. Fairy Circle is drawn. "
        "Turn 1 is complete, Forest is active. Take it back all the same? The record will say so."
    )
    assert (asked["record"], before["can_undo"], before["asks"]) == (before["record"], True, "")
    back = ask(page, ask="undo")
    answered = cairn.format_action(parse_record(before["record"]).actions[-1])
    assert (back["asks"], [each["action"] for each in back["actions"]]) == ("", ["=alley", "=menhir"])
    assert parse_record(back["record"]).tags["Undo"] == f"2: =alley {answered}"
    again = ask(Page(), ask="open", game="cairn", seats=[], text=back["record"])
    assert again["record"] == back["record"]
    ask(page, ask="do", action="=menhir")
    assert parse_record(ask(page, ask="undo")["record"]).tags["Undo"] == f"2: =alley {answered}; 2: =menhir"


def test_something_shown_is_not_taken_back_between_people() -> None:
    """Unless they have agreed beforehand, which the record says."""
    page = drawn_stone("person", "person")
    refused = "What has shown something hidden is not taken back between people."
    view = ask(page, ask="picture", actions=[]) and ask(page, ask="go", place=2)
    assert (view["can_undo"], view["refusal"]) == (False, refused)
    assert ask(page, ask="undo") == {"problem": refused}
    free = drawn_stone("person", "person", undo=True)
    back = ask(free, ask="undo")
    assert (back["place"], parse_record(back["record"]).tags["Undo"]) == (1, "free; 2: =alley")
    again = Page()
    ask(again, ask="open", game="cairn", seats=[], text=back["record"])
    assert ask(again, ask="do", action="=menhir")["can_undo"]
    ask(again, ask="open", game="cairn", seats=["person", "person"], text=CARDS, undo=True)
    ask(again, ask="do", action="c5-x")
    assert ask(again, ask="do", action="=menhir")["can_undo"]


def test_what_the_end_of_a_game_shows_is_not_taken_back_unasked() -> None:
    """Whoever resigns sees the tokens of all, and could go on. Once a game is over, variations are free."""
    page = Page()
    view = ask(page, ask="new", game="korrigans", seats=["person", "random"], seed=3)
    view = readers_turn(page, view)
    ask(page, ask="resign")
    assert "the game is over" in ask(page, ask="undo")["asks"]
    shown = ask(page, ask="go", place=0)
    tried = ask(page, ask="do", action=shown["actions"][0]["action"])
    assert tried["can_undo"]
    assert (ask(page, ask="undo")["asks"], "Undo" in parse_record(tried["record"]).tags) == ("", False)
    two = Page()
    ask(two, ask="new", game="korrigans", seats=["person", "person"], seed=3)
    assert ask(two, ask="resign")["can_undo"] is False
    cairns = readers_turn(page, new(page))
    ask(page, ask="resign")
    assert ask(page, ask="undo")["record"] == cairns["record"]


def test_an_own_shaman_that_can_do_nothing_says_so() -> None:
    """No reason of a single action says that of all of them (rules 4.3, 4.4)."""
    page = Page()
    readers_turn(page, new(page))
    assert ask(page, ask="why", clicked=["a1", "e4"]) == {"text": "e4 is not one step from a1", "rule": "4.3"}
    assert ask(page, ask="why", clicked=["tile move"]) == {"text": "there is no legal action there now", "rule": None}
    idle = idle_shamans(played_until(page, idle_shamans))
    said = {"text": f"the shaman on {idle[0]} has no legal action now", "rule": None}
    assert ask(page, ask="why", clicked=idle[:1]) == said


def idle_shamans(view: dict[str, Any]) -> list[str]:
    """Sea's shamans with which no action starts, when it is time for one."""
    if not view["question"].startswith("Sea: add, move or jump"):
        return []
    starts = {way[0] for action in view["actions"] for way in action["ways"]}
    return sorted(set(re.findall(r"Sea shaman on (..)", view["choices"])) - starts)


def test_an_option_that_is_not_offered_is_told_with_the_text_of_the_megalith() -> None:
    """Cairn of Dawn adds a shaman on the first row alone (rules 6.3, 7.2)."""
    page = Page()
    played_until(page, lambda view: "must use Cairn of Dawn" in view["question"])
    text = "Add a shaman from your village to an empty space of your first row."
    said = f"Cairn of Dawn does not offer that. Its text: {text}"
    assert ask(page, ask="why", clicked=["c3"]) == {"text": said, "rule": "6.3"}


def test_the_picture_marks_what_is_asked_for() -> None:
    page = Page()
    view = readers_turn(page, new(page))
    action = next(each for each in view["actions"] if len(each["ways"][0]) == 2)
    origin, to = action["ways"][0]
    assert f'data-from="{origin}" data-to="{to}"' in ask(page, ask="picture", actions=[action["action"]])["picture"]


def test_what_the_page_never_sends_is_refused() -> None:
    page = Page()
    with pytest.raises(ValueError, match="no game yet"):
        ask(page, ask="undo")
    new(page)
    assert ask(page, ask="undo") == {"problem": "You have no decision to take back."}
    with pytest.raises(ValueError, match="nothing to answer"):
        ask(page, ask="fly")
    new(page, opponent="person")
    with pytest.raises(ValueError, match="no computer player decides now"):
        ask(page, ask="reply")
    ask(page, ask="resign")
    for asked in ("reply", "hint"):
        with pytest.raises(ValueError, match="decides now"):
            ask(page, ask=asked)


def test_a_game_without_decisions_is_not_reviewed_however_often_it_is_asked() -> None:
    page = Page()
    new(page, opponent="person")
    ask(page, ask="resign")
    for _ in range(2):
        assert "no decisions" in ask(page, ask="review")["problem"]


@pytest.mark.parametrize("clicked", [[], ["korrigan 0.2"], ["korrigan 9.0"]])
def test_places_that_the_page_never_shows_are_refused(clicked: list[str]) -> None:
    page = Page()
    ask(page, ask="new", game="korrigans", seats=["person", "person"], options={"players": "2"}, seed=1)
    with pytest.raises(ValueError, match="no such places"):
        ask(page, ask="why", clicked=clicked)


def test_nothing_is_taken_back_at_an_earlier_state() -> None:
    """It could be the decisions before that state. The page goes on."""
    page = Page()
    view = ask(page, ask="do", action=new(page, opponent="person")["actions"][0]["action"])
    last = ask(page, ask="do", action=view["actions"][0]["action"])
    ask(page, ask="go", place=1)
    for _ in range(2):
        with pytest.raises(ValueError, match="while an earlier state is shown"):
            ask(page, ask="undo")
    assert ask(page, ask="leave")["record"] == last["record"]


def test_without_npm_there_is_no_python_for_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site can be built all the same; the page tells that the game was left out."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(page_python.NoNpmError, match="npm is not on the PATH"):
        page_python.python_for_browsers(tmp_path)


@pytest.mark.untraced
def test_what_npm_says_when_it_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing half made is taken for whole the next time."""
    monkeypatch.setattr("shutil.which", lambda _: sys.executable)  # it cannot `pack`
    for _ in range(2):
        with pytest.raises(page_python.NoNpmError, match=r"(?s) pack .* failed, .*can't open file"):
            page_python.python_for_browsers(tmp_path)


def test_only_the_pinned_package_of_pyodide_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever npm gets under that version."""

    def pack(*command: str) -> None:
        shutil.copy(package, command[-1])

    package = tmp_path / "pyodide.tgz"
    with tarfile.open(package, "w") as archive:
        for name in page_python.NEEDED:
            archive.addfile(tarfile.TarInfo(f"package/{name}"))
    monkeypatch.setattr("shutil.which", lambda _: "npm")
    monkeypatch.setattr(page_python, "run", pack)
    for _ in range(2):  # nothing of the other package is used the next time
        with pytest.raises(
            RuntimeError, match=r"^npm's package pyodide .* 'sha512-.*==', but 'sha512-.*==' is pinned$"
        ):
            page_python.pyodide_folder(tmp_path)
    integrity = f"sha512-{b64encode(sha512(package.read_bytes()).digest()).decode()}"
    monkeypatch.setattr(page_python, "INTEGRITY", integrity)
    assert {file.name for file in page_python.pyodide_folder(tmp_path).iterdir()} == {*page_python.NEEDED}


def evaluated(page: Page) -> list[dict[str, Any]]:
    """All steps of an evaluation."""
    steps: list[dict[str, Any]] = []
    while not (step := ask(page, ask="evaluate")["evaluation"])["done"]:
        steps.append(step)
    return steps


def another(shown: dict[str, Any]) -> str:
    """An action that was not taken in the state that is shown."""
    actions = parse_record(shown["record"]).actions
    game = games.known(shown["game"])
    return next(
        each["action"] for each in shown["actions"] if each["action"] != game.format_action(actions[shown["place"]])
    )


@pytest.mark.untraced
def test_an_evaluation_improves_step_by_step() -> None:
    page = Page()
    view = ask(page, ask="open", game="cairn", seats=["person", "person"], text=WITHIN)
    assert view["can_evaluate"]
    first, *_ = steps = evaluated(page)
    assert ask(page, ask="evaluate")["evaluation"] == {"done": True}
    words = {action["words"] for action in view["actions"]}
    for step in steps:
        assert step["seat"] == "Sea"
        assert [each["name"] for each in step["chances"]] == ["Sea", "Forest"]
        assert sum(each["chance"] for each in step["chances"]) == pytest.approx(1)
        assert step["lines"][0]["chance"] == step["chances"][0]["chance"]
        assert {line["words"] for line in step["lines"]} <= words
    assert of_class(drawn(first["picture"]), "cairn-arrow")


@pytest.mark.slow
@pytest.mark.untraced
def test_an_evaluation_draws_a_new_picture_only_if_its_arrows_change() -> None:
    page = Page()
    ask(page, ask="new", game="korrigans", seats=["person", "person"], seed=3)
    ask(page, ask="look")
    steps = evaluated(page)
    pictures = [step["picture"] for step in steps if step["picture"]]
    assert steps[0]["picture"]
    assert len(pictures) < len(steps)


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("game", ["korrigans", "endless-winter"])
def test_an_evaluation_is_only_for_the_person_who_decides(game: str) -> None:
    """Nobody sees what a computer player knows, nor what another person does before they take the screen."""
    page = Page()
    view = ask(page, ask="new", game=game, seats=["person", "person", "random"], options={"players": "3"}, seed=3)
    rng, kinds = Random(1), set[str]()
    for _ in range(60):
        kind = "wait" if view["handover"] else "yours" if view["yours"] else "computer"
        kinds.add(kind)
        assert view["can_evaluate"] == (kind == "yours")
        assert (ask(page, ask="evaluate")["evaluation"] is not None) == view["can_evaluate"]
        if kind == "wait":
            view = ask(page, ask="look")
        elif kind == "yours":
            view = ask(page, ask="do", action=rng.choice(view["actions"])["action"])
        else:
            view = ask(page, ask="reply")
    assert kinds == {"wait", "yours", "computer"}


@pytest.mark.untraced
def test_nothing_hidden_changes_an_evaluation() -> None:
    """The decks of two games that look the same to the reader."""
    page = Page()
    view = ask(page, ask="new", game="cairn", seats=["person", "random"], options={"first": "sea"}, seed=7)
    state = next(iter(parse_record(view["record"]).replay()))
    other = cairn.sample_hidden(cairn.observe(state, 0), Random(3))
    again = Page()
    ask(again, ask="open", game="cairn", seats=["person", "random"], text=cairn.format_position(other))
    assert state != other
    assert [step["lines"] for step in evaluated(page)] == [step["lines"] for step in evaluated(again)]


def vary(page: Page, action: str) -> dict[str, Any]:
    """Try an action at an earlier state; where the game hides something, the page asks once."""
    view = ask(page, ask="do", action=action)
    return ask(page, ask="do", action=action) if view.get("asks") else view


@pytest.mark.untraced
def test_the_game_can_be_stepped_through_and_another_move_tried() -> None:
    """The other move begins a variation, in which the computer answers; the record keeps it."""
    page = Page()
    view = readers_turn(page, new(page))
    for _ in range(3):
        view = readers_turn(page, ask(page, ask="do", action=view["actions"][0]["action"]))
    before, count = view, view["count"]
    assert (view["can_step"], view["place"], view["leave"]) == (True, count, "")
    shown = ask(page, ask="go", place=0)
    assert (shown["place"], shown["count"], shown["leave"]) == (0, count, "Back to the game")
    assert (shown["yours"], shown["can_undo"], shown["can_redo"]) == (True, False, False)
    assert shown["where"] == f"After 0 of {count} decisions"
    assert shown["told"] == []
    assert shown["record"] == before["record"]
    assert ask(page, ask="hint")["action"] in [each["action"] for each in shown["actions"]]
    assert ask(page, ask="evaluate")["evaluation"]["lines"]
    other = another(shown)
    tried = vary(page, other)
    assert (tried["count"], tried["leave"], tried["finished"]) == (1, "Back to the game", False)
    tried = readers_turn(page, tried)
    assert tried["where"] == f"After {tried['count']} of {tried['count']} decisions, in a variation from decision 1"
    inside = ask(page, ask="go", place=0)
    assert inside["leave"] == "Back to the variation"
    assert ask(page, ask="leave")["place"] == tried["count"]
    back = ask(page, ask="leave")
    assert (back["count"], back["leave"], back["can_undo"]) == (count, "", True)
    record = parse_record(back["record"])
    assert [cairn.format_action(line.actions[0]) for line in record.variations[0]] == [other]
    assert record.actions == parse_record(before["record"]).actions


def test_a_variation_shows_nothing_hidden_unasked_while_the_game_goes_on() -> None:
    """It meets the real deck: one person is asked once, several wait for the end unless undo is free."""
    page = drawn_stone("person", "random")
    ask(page, ask="go", place=1)
    asked = ask(page, ask="do", action="=menhir")
    assert asked["asks"] == ("A variation meets what is really hidden, and may show it to you. Try it all the same?")
    assert (asked["varied"], asked["place"], asked["count"]) == (False, 1, 2)
    assert ask(page, ask="do", action="=menhir")["varied"]
    ask(page, ask="leave")
    ask(page, ask="go", place=1)
    assert ask(page, ask="do", action="=menhir")["varied"]
    two = drawn_stone("person", "person")
    assert ask(two, ask="go", place=1)["yours"]
    refused = "A variation could show what is hidden; the game has to be over first."
    assert ask(two, ask="do", action="=menhir") == {"problem": refused}
    ask(two, ask="leave")
    ask(two, ask="resign")
    ask(two, ask="go", place=1)
    assert ask(two, ask="do", action="=menhir")["varied"]
    free = drawn_stone("person", "person", undo=True)
    ask(free, ask="go", place=1)
    assert ask(free, ask="do", action="=menhir")["varied"]


def test_a_variation_is_tried_unasked_where_nothing_is_hidden() -> None:
    page = Page()
    known = CARDS.replace("fairy,mound", "-")
    view = ask(page, ask="open", game="cairn", seats=["person", "person"], text=known)
    ask(page, ask="do", action=view["actions"][0]["action"])
    assert ask(page, ask="do", action=another(ask(page, ask="go", place=0)))["varied"]


def test_the_record_holds_the_whole_game_while_a_variation_is_tried() -> None:
    page = Page()
    view = readers_turn(page, new(page))
    view = readers_turn(page, ask(page, ask="do", action=view["actions"][0]["action"]))
    inside = vary(page, another(ask(page, ask="go", place=1)))
    assert inside["first"] == 1
    assert ask(page, ask="go", place=0) == {"problem": "nothing to show after 0 of 2 decisions"}
    record = parse_record(inside["record"])
    assert record.actions == parse_record(view["record"]).actions
    assert len(record.variations[1]) == 1


def test_undo_leads_out_of_a_variation_where_it_began() -> None:
    """Also where the reader has tried a move for the computer."""
    page = Page()
    view = readers_turn(page, new(page))
    view = readers_turn(page, ask(page, ask="do", action=view["actions"][0]["action"]))
    for place in (0, 1):
        shown = ask(page, ask="go", place=place)
        tried = vary(page, another(shown))
        assert tried["can_undo"]
        undone = ask(page, ask="undo")
        assert (undone["place"], undone["leave"], undone["actions"]) == (place, "Back to the game", shown["actions"])
        assert ask(page, ask="leave")["record"] == view["record"]


def test_undo_within_a_variation_goes_back_to_the_readers_decision() -> None:
    page = Page()
    view = readers_turn(page, new(page))
    ask(page, ask="do", action=view["actions"][0]["action"])
    shown = ask(page, ask="go", place=view["count"])
    assert ask(page, ask="do", action="a1-e5").keys() == {"problem"}
    first = readers_turn(page, vary(page, another(shown)))
    ask(page, ask="do", action=first["actions"][0]["action"])
    undone = ask(page, ask="undo")
    assert (undone["yours"], undone["place"], undone["leave"]) == (True, first["place"], "Back to the game")


@pytest.mark.untraced
def test_after_the_end_every_decision_can_be_looked_at() -> None:
    page, rng = Page(), Random(4)
    view = ask(page, ask="new", game="korrigans", seats=["person", "person"], seed=3)
    for _ in range(9):
        view = ask(page, ask="look") if view["handover"] else view
        assert not view["can_step"]
        assert "nothing to show" in ask(page, ask="go", place=0)["problem"]
        view = ask(page, ask="do", action=rng.choice(view["actions"])["action"])
    view = ask(page, ask="look") if view["handover"] else view
    over = ask(page, ask="resign")
    assert (over["over"], over["finished"], over["can_step"], over["leave"]) == (True, True, True, "")
    seats = set[str]()
    for place in range(over["count"]):
        shown = ask(page, ask="go", place=place)
        assert (shown["over"], shown["yours"], shown["can_evaluate"]) == (False, True, True)
        assert shown["actions"]
        seats.add(shown["seat"])
    assert seats == {"blue", "green"}
    tried = vary(page, another(ask(page, ask="go", place=0)))
    assert (tried["yours"], tried["handover"], tried["over"]) == (True, None, False)
    assert ask(page, ask="leave")["over"]
    assert ask(page, ask="go", place=over["count"])["leave"] == "Back to the game"
    assert f"nothing to show after {over['count'] + 1} of" in ask(page, ask="go", place=over["count"] + 1)["problem"]


def test_a_computer_players_decision_is_not_shown_in_a_game_with_secrets() -> None:
    """Its state is shown as the reader saw it, without what the computer could do."""
    page = Page()
    view = ask(page, ask="new", game="korrigans", seats=["random", "person"], seed=3)
    while view["yours"]:
        view = ask(page, ask="do", action=view["actions"][0]["action"])
    decided = view["count"]
    view = readers_turn(page, view)
    shown = ask(page, ask="go", place=decided)
    assert shown["stepping"]
    assert (shown["yours"], shown["actions"], shown["can_evaluate"]) == (False, [], False)
    assert ask(page, ask="leave")["actions"] == view["actions"]


def test_the_move_that_was_made_leads_on_and_begins_no_variation() -> None:
    page = Page()
    view = readers_turn(page, new(page))
    view = readers_turn(page, ask(page, ask="do", action=view["actions"][0]["action"]))
    played = parse_record(view["record"]).actions
    ask(page, ask="go", place=0)
    for place, action in enumerate(played, 1):
        shown = ask(page, ask="do", action=cairn.format_action(action))
        assert (shown["place"], shown["count"]) == (place, view["count"])
    assert (shown["leave"], shown["record"]) == ("", view["record"])


@pytest.mark.untraced
def test_a_game_that_is_over_is_reviewed_turn_by_turn() -> None:
    """The chart, the mistakes with better lines, and the sums; asked again, nothing is judged twice."""
    page = Page()
    text = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn,a2=mound,e4=haven alley,menhir - 2-2"
    view = ask(page, ask="open", game="cairn", seats=["person", "person"], text=text)
    assert ask(page, ask="review") == {"problem": "nothing to review before the game is over"}
    for action in ("c5-c4", "e1-x", "=alley"):
        view = ask(page, ask="do", action=action)
    assert view["over"]
    steps: list[dict[str, Any]] = []
    while not steps or not steps[-1]["review"]:
        steps.append(ask(page, ask="review"))
    assert [(step["done"], step["count"]) for step in steps] == [(1, 3), (3, 3), (3, 3)]
    found = steps[-1]["review"]
    assert found["turns"] == [
        {
            "place": 0,
            "head": "1. Sea: c5-c4 ??",
            "said": "Sea could have won in 1 turn.",
            "better": "c5-x =alley",
            "action": "c5-x",
        }
    ]
    assert found["sums"][0].startswith("Sea: 1 turn, on average ")
    assert found["sums"][-1] == "The turning point is turn 1, of Sea."
    assert found["chart"].startswith("<svg")
    assert "Sea could have won in 1 turn." in found["page"]
    ask(page, ask="go", place=0)
    better, played = (
        of_class(drawn(ask(page, ask="picture", actions=[action])["picture"]), "cairn-arrow")
        for action in ("c5-x", "c5-c4")
    )
    assert [arrow.get("data-to") for arrow in better] == ["c4", "x"]
    assert [arrow.get("data-to") for arrow in played] == ["c4"]
    assert "cairn-in-muted" not in played[0].get("class", "")
    assert ask(page, ask="review")["review"] == found
    ask(page, ask="do", action="c5-x")
    assert ask(page, ask="review")["review"] == found


def test_a_game_that_was_won_from_the_start_has_no_turning_point() -> None:
    page = Page()
    text = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
    ask(page, ask="open", game="cairn", seats=["person", "person"], text=text)
    for action in ("c5-x", "=alley"):
        ask(page, ask="do", action=action)
    while not (found := ask(page, ask="review")["review"]):
        pass
    assert (len(found["sums"]), found["turns"]) == (2, [])
