"""A fight on the command line: its options, its questions, and the texts about fighters."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.combat import Question, Strike, Wait
from cairn_rules.cairn_rpg.combat.actions import BEGIN
from cairn_rules.cairn_rpg.combat.setup_options import OPTIONS, parse_side
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cli.words import words_for
from cairn_rules.errors import CairnRulesError, NotationError, SetupError
from support.cairn_rpg.fights import begun, enemy, foe, hero
from support.cairn_rpg.people import ROPE
from support.command_line import printed

WORDS = words_for(combat)
GAME = ("--game", "cairn-rpg-combat")


def test_fighters_are_creatures_of_the_book_or_stat_lines() -> None:
    wolf, one, two, boss = parse_side("wolf; 2 Root Goblin; Boss: 8 HP, 2 Armor, 15 STR, axe (d10)")
    assert (wolf.name, wolf.creature, wolf.hp) == ("Wolf", "wolf", Score.full(book().creatures["wolf"].hp))
    assert (one.name, two.name, one.creature) == ("Root Goblin 1", "Root Goblin 2", "root-goblin")
    assert (boss.name, boss.kind, boss.creature) == ("Boss", "creature", None)
    assert (boss.hp, boss.armor, boss.strength, boss.attacks[0].dice) == (Score.full(8), 2, Score.full(15), (10,))


def test_stat_lines_of_the_party_are_player_characters() -> None:
    """A number in front is a number of fighters, except that of the HP."""
    assert [each.name for each in parse_side("3 x 4 HP, knife (d6); 6 HP", "pc")] == [
        "Hero 1",
        "Hero 2",
        "Hero 3",
        "Hero",
    ]
    assert {each.kind for each in parse_side("4 HP; Ada: 3 hp", "pc")} == {"pc"}
    assert [each.name for each in parse_side("4 HP, bite (d6)")] == ["Foe"]
    assert parse_side("wolf", "pc")[0].kind == "creature"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wolff", "'wolff' is neither a creature of the book nor a stat line .*did you mean 'wolf'"),
        ("", "a fighter is missing; give one, such as wolf or '6 HP, bite"),
        ("wolf;", "a fighter is missing; give one, such as wolf"),
        ("xyzzy", "'xyzzy' is neither a creature .*; 'cairn-rules lookup creatures' lists all creatures"),
        ("1000000000 wolf", "'1000000000 wolf': 1000000000 is not a number from 1 to 100"),
        ("0 wolf", "'0 wolf': 0 is not a number from 1 to 100"),
        ("101 wolf", "101 is not a number from 1 to 100"),
        ("60 wolf; 41 wolf", "a side has at most 100 fighters; use detachments for more"),
    ],
)
def test_other_fighters_are_refused(text: str, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        parse_side(text)


def test_a_stat_line_with_faults_is_refused() -> None:
    with pytest.raises(NotationError, match="HP, column 6: 1000 is not a number from 0"):
        parse_side("Ada: 1000 HP")
    with pytest.raises(NotationError, match="cannot read 'Wolf: 6HP, bite d6': part, column 12: 'bite d6' is not a"):
        parse_side("Wolf: 6HP, bite d6")


def test_the_options_are_the_arguments_of_a_new_game() -> None:
    made = OPTIONS.arguments(
        {
            "characters": "Ada: 4 HP",
            "foes": "2 wolf",
            "leader": "2",
            "crowd": True,
            "rulings": "initiative=pcs_ready",
        }
    )
    state = combat.new_game(seed=1, **made)
    assert [each.character.name for each in state.fighters] == ["Ada", "Wolf 1", "Wolf 2"]
    assert (state.leader, state.crowd, state.rulings) == (2, True, Rulings(initiative="pcs_ready"))
    assert OPTIONS.arguments({}) == {}
    assert OPTIONS.arguments({"leader": "1"}) == {"leader": 0}


@pytest.mark.parametrize("word", ["0", "3", "x", "", "9999", "²"])
def test_the_leader_is_one_of_the_foes(word: str) -> None:
    """(R130)."""
    with pytest.raises(SetupError, match=r"is not the number of a foe \(1 to 2\)"):
        OPTIONS.arguments({"foes": "2 wolf", "leader": word})


def test_bad_rulings_are_refused() -> None:
    with pytest.raises(CairnRulesError, match="'initiatif' is not a ruling; did you mean 'initiative'"):
        OPTIONS.arguments({"rulings": "initiatif=save"})


def test_every_decision_has_a_question() -> None:
    state = begun(hero("Ada", ROPE, fatigue=9))
    questions = {
        "Party: begin the fight with DEX saves [R73]": combat.new_game(seed=1),
        "Round 1, party: what does Ada do?": state,
        "Round 1, warden: what does Wolf do?": combat.apply(state, Wait(0)),
        "Ada must drop an item for Fatigue [R65]": evolve(state, questions=(Question("drop", 0),)),
        "Ada must lose a limb [R119]": evolve(state, questions=(Question("limb", 0),)),
        "The fight is over": begun(foes=[enemy(gone="fled")]),
    }
    assert {WORDS.question(state): state for state in questions.values()} == questions


def test_a_fighter_is_explained_with_its_figures() -> None:
    state = begun(hero("Ada"), hero("Bo", down="critical"), foes=[foe("Big Man")])
    ada = "Ada: 4 of 4 HP, 0 Armor, 10 STR, 10 DEX, 10 WIL; 1 sword (d8), 2 unarmed (d4)."
    assert WORDS.explained(state) == ada
    assert WORDS.about(state, "1") == WORDS.about(state, "ada") == ada
    assert str(WORDS.about(state, "Bo")).endswith("2 unarmed (d4); Bo is dying of Critical Damage.")
    assert str(WORDS.about(state, "big man")).startswith("Big Man: 6 of 6 HP")
    assert WORDS.about(state, "4") is None
    assert WORDS.about(state, "r97") == texts()["rule/R97"]
    assert WORDS.parts(state) == ("1", "2", "3")
    assert WORDS.explained(combat.new_game(seed=1)) == ""
    assert WORDS.explained(begun(foes=[enemy(held="asleep", gone="fled")])) == WORDS.about(begun(), "1")


def test_actions_are_sorted_by_kind_and_target() -> None:
    state = begun()
    assert [WORDS.kind(action) for action in combat.legal_actions(state)] == [
        "Attack",
        "Attack",
        "Truce",
        "Get away",
        "Wait",
    ]
    assert WORDS.kind(BEGIN) == ""
    assert WORDS.split(Strike(0, 1, 2)) == ("1:2>", "3")
    assert WORDS.split(Wait(0)) == ("", "1:wait")
    assert WORDS.sentence(state, Strike(0, 0, 1)) == "Ada attacks Wolf with sword (d8)"


def test_a_random_fight_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "demo", *GAME, "--seed", "7", "--foes", "2 wolf", "--characters", "Ada: 5 HP, sword (d8)")
    assert "Before the fight" in out
    assert "  1 Ada                    5/5     0 1 sword d8, 2 unarmed d4\n" in out
    assert "the fight is over" in out


def test_fights_are_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "simulate", *GAME, "-n", "6", "--seed", "1", "--lineup", "random,random")
    assert "6 games of cairn-rpg-combat" in out


def test_fights_are_played_stored_and_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person plays the party to the end; the record is replayed and shown, with what happened."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO("1\n" * 100))
    seats = ("--party", "human", "--warden", "random", "--rulings", "initiative=pcs_ready")
    out = printed(capsys, "play", *GAME, "--seed", "3", "--save", "fight.txt", *seats)
    assert "Bear loses" in out
    assert '[Game "cairn-rpg-combat"]' in Path("fight.txt").read_text(encoding="utf-8")
    assert "[R83]" in printed(capsys, "replay", *GAME, "fight.txt", "--all")
    assert "Round" in printed(capsys, "show", *GAME, "fight.txt")
    printed(capsys, "show", *GAME, "fight.txt", "--html", "fight.html")
    assert "Hestia attacks Bear with sword" in Path("fight.html").read_text(encoding="utf-8")
