"""Plain diagrams: states in sentences for screen readers."""

from __future__ import annotations

import io
from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve

from cairn_rules import Match, cairn, endless_winter, format_record, games, korrigans, manifest_of, phrase_of
from cairn_rules.cairn_rpg import campaign, combat, creation, wilderness
from cairn_rules.cli.main import main
from cairn_rules.endless_winter.state.state import ThisTurn
from cairn_rules.games import LIBRARY
from cairn_rules.history import Record
from cairn_rules.lazy import resolve
from cairn_rules.manifest import plain_diagram
from cairn_rules.testing.game_suite import Rules, bad_diagram
from support.endless_winter.positions import fragment
from support.subtraction import PAIR

WHO = {"cairn": ("--sea", "human", "--forest", "human")}
"""People, where a computer player would begin."""
POSITION = "f1f1f/5/3s1/5/s3s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0"


@pytest.mark.parametrize("game", LIBRARY)
def test_every_state_reads_without_columns_and_drawings(game: str) -> None:
    rules = games.load(game)
    for state in islice(resolve(manifest_of(rules).samples).states(), 20):
        assert bad_diagram(Rules(rules, (), None), state) is None
        assert plain_diagram(rules, state) == rules.diagram(state, plain=True) != rules.diagram(state)


@pytest.mark.untraced
@pytest.mark.parametrize("game", ["cairn", "korrigans", "endless-winter"])
def test_a_server_can_describe_actions_and_draw_from_an_observation(game: str) -> None:
    rules = games.load(game)
    for state in islice(resolve(manifest_of(rules).samples).states(), 20):
        seen = rules.observe(state, rules.current_player(state))
        for action in rules.legal_actions(state):
            assert rules.describe(seen, action) == rules.describe(state, action)
            assert phrase_of(rules, seen, action) == phrase_of(rules, state, action)
        assert plain_diagram(rules, seen) == rules.diagram(seen, plain=True)


def test_a_position_of_cairn_reads_from_the_decision_to_the_deck() -> None:
    assert cairn.diagram(cairn.parse_position(POSITION), plain=True).splitlines() == [
        "Turn 1. Sea must choose an action.",
        "Score: Sea 0, Forest 0.",
        "Add tile: white totem, d1 for Sea, b5 for Forest.",
        "Move tile: orthogonal.",
        "Jump tile: over own.",
        "Transformation tile: enemy at the end.",
        "Rank 5: a5 Forest shaman, c5 Forest shaman, e5 Forest shaman.",
        "Rank 4: empty.",
        "Rank 3: b3 Chaos of the Giants (chaos), d3 Sea shaman on Cairn of Dawn (dawn).",
        "Rank 2: empty.",
        "Rank 1: a1 Sea shaman, e1 Sea shaman.",
        "Forest village: 2 shamans.",
        "Sea village: 2 shamans.",
        "Upcoming: Cromlech of the Stars (cromlech), Pillars of Spring (pillars).",
        "Deck: 2 face down.",
    ]


def test_the_rest_of_a_position_of_cairn_reads_too() -> None:
    """An empty village, one shaman in it, the enemy tile, no upcoming megalith, an extra turn."""
    state = cairn.parse_position("ffff1/5/5/5/sssss s wdem c3=chaos,d3=alley - - 0-0")
    lines = cairn.diagram(state, plain=True).splitlines()
    assert {"Jump tile: over enemy.", "Transformation tile: enemy in the middle."} <= {*lines}
    assert {"Sea village: empty.", "Forest village: 1 shaman.", "Upcoming: no megalith.", "Deck: 0 face down."} <= {
        *lines
    }
    tucked = cairn.observe(cairn.parse_position(POSITION.replace("alley,deer", "alley|deer")), None)
    assert cairn.diagram(tucked, plain=True).endswith("Deck: 2 face down.")
    again = evolve(cairn.observe(state, None), extra_turn=cairn.Tribe.SEA)
    assert "The next turn is also Sea's." in cairn.diagram(again, plain=True)


def test_an_observation_of_cairn_reads_like_its_state() -> None:
    state = cairn.new_game(seed=7)
    for seat in (*cairn.Tribe, None):
        seen = cairn.observe(state, seat)
        for options in ({}, {"compact": True}, {"unicode": False}, {"plain": True}):
            assert cairn.diagram(seen, **options) == cairn.diagram(state, **options)


def test_korrigans_tells_a_seat_its_tokens_and_the_board() -> None:
    state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
    state = korrigans.apply(state, korrigans.legal_actions(state)[0])
    own, open_to_all = (korrigans.diagram(korrigans.observe(state, seat), plain=True) for seat in (0, None))
    assert own.splitlines()[0] == "Placing: Green must place a Korrigan."
    assert "Blue: 1 behind the screen (" in own
    assert "Blue: 1 behind the screen, in front nothing." in open_to_all.splitlines()
    assert "Barley Corner (A) is next to K and P, by a door to B, with the cells 1.1 1.2 2.1 2.2." in own.splitlines()
    assert "over a bridge to C" in own


def test_korrigans_tells_the_gold_at_the_end() -> None:
    states = resolve(korrigans.MANIFEST.samples).states()
    over = next(state for state in states if korrigans.outcome(state) is not None)
    assert [line.partition(":")[0] for line in korrigans.diagram(over, plain=True).splitlines()[1:3]] == [
        "Gold of Blue",
        "Gold of Green",
    ]


def test_plain_text_can_be_ascii() -> None:
    assert korrigans.diagram(korrigans.new_game(seed=7), plain=True, unicode=False).isascii()
    assert endless_winter.diagram(endless_winter.new_game(seed=7), plain=True, unicode=False).isascii()


def test_endless_winter_tells_the_drafted_cards_the_labor_left_and_the_points_at_the_end() -> None:
    drafting = endless_winter.new_game(seed=7, variant=endless_winter.Variant(draft="chief"))
    lines = endless_winter.diagram(drafting, plain=True).splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("Chief card")] == [
        f"Chief card {id}" for id in drafting.table.chiefs
    ]
    resting = fragment(drafting, this_turn=ThisTurn(labor=3))
    assert "Cyan has 3 Labor." in endless_winter.diagram(resting, plain=True).splitlines()
    ended = fragment(drafting, agenda=())
    told = [line for line in endless_winter.diagram(ended, plain=True).splitlines() if line.startswith("Points of ")]
    assert [line.split(":")[0] for line in told] == ["Points of Cyan", "Points of Red"]
    assert all(str(score.total) in line for score, line in zip(endless_winter.scores(ended), told, strict=True))


def test_endless_winter_tells_a_seat_its_hand() -> None:
    state = endless_winter.new_game(seed=7)
    own, open_to_all = (endless_winter.diagram(state, plain=True, viewer=seat).splitlines() for seat in (0, None))
    assert own[0] == "Round 1 of 4: Cyan must play a Culture card or go on."
    assert [("hand 6 (" in line, "hand 6;" in line) for line in (own[3], open_to_all[3])] == [
        (True, False),
        (False, True),
    ]
    assert "Tile Base (0,0): 1 Camp of Cyan, 2 Camps of Red." in own
    assert (
        "Free Megalith space 4,0: arrows left and down." in own or "Free Megalith space 4,0: arrows left, down." in own
    )


def test_the_one_who_decides_is_told_in_words() -> None:
    fight = combat.new_game(seed=7)
    assert (
        "Party 1, Hestia: HP 4 of 4; Armor 2; 1 sword d8, 2 unarmed d4."
        in combat.diagram(fight, plain=True).splitlines()
    )
    journey = wilderness.new_game(seed=7, weather="fair")
    text = "Party 1, Hestia: HP 4 of 4; slots 2 of 10; meals 3; decides."
    assert text in wilderness.diagram(journey, plain=True).splitlines()
    assert "First, who decides: nothing yet" in creation.diagram(creation.new_game(seed=7), plain=True).splitlines()
    assert "Way mill-road: to Ottersford: short road, easy" in campaign.diagram(campaign.new_game(seed=7), plain=True)


def test_a_game_without_plain_diagrams_is_drawn() -> None:
    state = PAIR.new_game(seed=1)
    assert plain_diagram(PAIR, state) == PAIR.diagram(state)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_commands_describe_states(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(format_record(Record.of(Match(cairn, seed=7))), encoding="utf-8")
    assert "Rank 4: empty." in told(capsys, "show", POSITION, "--plain")
    assert "Rank 4: empty." in told(capsys, "replay", str(file), "--all", "--plain")
    assert "Rank 4: empty." in told(capsys, "demo", "--seed", "7", "--plain")


@pytest.mark.parametrize("game", ["cairn", "korrigans", "endless-winter", "cairn-rpg-combat"])
def test_the_terminal_game_describes_states(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    pytest.importorskip("rich")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    text = told(capsys, "play", "--game", game, "--seed", "7", "--plain", *WHO.get(game, ()))
    assert {"cairn": "Deck: 10 face down.", "korrigans": "Suns: all free.", "endless-winter": "Turn order: "}.get(
        game, "Party 1, Hestia:"
    ) in text
