"""Games of other distributions on the command line: bare modules that are loaded because `--game` asks for them."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cairn_rules import Match, cairn, games
from cairn_rules.cli.main import main
from cairn_rules.cli.play.session import Session
from cairn_rules.cli.play.table import Table
from cairn_rules.cli.words import Words, words_for
from cairn_rules.history.match_log import _seems_hidden, is_hidden
from cairn_rules.manifest import Manifest, Seats
from support.face_down import Cards, FaceDown
from support.subtraction import PAIR

HEAP = '''
"""Three players; each takes 1 or 2 of a heap, and who takes the last one wins."""
from random import Random

from cairn_rules import Fault, IllegalActionError, NotationError, Outcome, Reason


def new_game(*, seed=None):
    return Random(seed).randrange(6, 12), 0

def current_player(state):
    return state[1] if state[0] else None

def legal_actions(state):
    return tuple(range(1, min(state[0], 2) + 1))

def apply(state, action):
    if action not in legal_actions(state):
        raise IllegalActionError(action, Reason("take/count", f"{action} cannot be taken", "1"), str(state))
    return state[0] - action, (state[1] + 1) % 3

def outcome(state):
    return None if state[0] else Outcome(winners=((state[1] - 1) % 3,), reason="last-one")

def observe(state, player):
    return state

def sample_hidden(observation, rng):
    return observation

def format_action(action):
    return f"take-{action}"

def parse_action(text, state):
    if text not in ("take-1", "take-2"):
        raise NotationError(text, [Fault("action", f"{text!r} is neither take-1 nor take-2")])
    return int(text[-1])

def diagram(state):
    return "|" * state[0] or "-"
'''
GAME = ("--game", "heap-of-three")


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution with a game."""
    (tmp_path / "heap_of_three.py").write_text(HEAP, encoding="utf-8")
    metadata = tmp_path / "heap-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: heap\nVersion: 1.2\n", encoding="utf-8")
    entry = "[cairn_rules.games]\nheap-of-three = heap_of_three\n"
    (metadata / "entry_points.txt").write_text(entry, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "heap_of_three", None)  # nothing of it is left when the test is over
    del sys.modules["heap_of_three"]
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)


@pytest.fixture
def ran(capsys, monkeypatch):
    """Runs a command with some lines as input; gives what it prints, to the standard error if it fails."""

    def run(*arguments: object, lines: str = "", code: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main([str(each) for each in arguments]) == code
        captured = capsys.readouterr()
        return captured.err if code == 2 else captured.out

    return run


@pytest.fixture
def stored(ran) -> Path:
    """A game that was begun."""
    ran("play", *GAME, "--seed", 3, "--save", "heap.txt", lines="take-1\nquit\n")
    return Path("heap.txt")


def test_it_is_listed_and_not_loaded(ran) -> None:
    assert f"Game: {', '.join(games.LIBRARY)}, heap-of-three (default: cairn)." in ran("help")
    assert "heap_of_three" not in sys.modules


def test_a_demo_is_played(ran) -> None:
    shown = ran("demo", *GAME, "--seed", 3).splitlines()
    assert shown[0] == "A game of Heap Of Three between random players, seed 3"
    assert shown[-1] == "To see every board: cairn-rules demo --game heap-of-three --seed 3 --all"
    assert " wins: last one. It took " in shown[-2]


@pytest.mark.parametrize(
    ("heap", "lines"),
    [
        (1, ["1. Player 0: take-1"]),
        (3, ["1. Player 0: take-1", "2. Player 1: take-1", "3. Player 2: take-1"]),
        (4, ["3. Player 2: take-1", "4. Player 0: take-1"]),
        (5, ["3. Player 2: take-1", "... 1 more turn ...", "5. Player 1: take-1"]),
        (6, ["3. Player 2: take-1", "... 2 more turns ...", "6. Player 2: take-1"]),
    ],
)
def test_the_first_turns_and_the_last_one_are_printed(ran, monkeypatch, heap: int, lines: list[str]) -> None:
    ran("demo", *GAME)
    module = sys.modules["heap_of_three"]
    monkeypatch.setattr(module, "new_game", lambda seed=None: (heap, 0))  # noqa: ARG005 - always the same
    monkeypatch.setattr(module, "legal_actions", lambda _: (1,))
    shown = ran("demo", *GAME, "--seed", 1).splitlines()
    assert shown[-5 - len(lines) : -5] == lines
    assert shown[-5:-2] == ["", "-", ""]
    assert shown[-2].endswith(f" wins: last one. It took {heap} turn{'s' if heap > 1 else ''}.")
    assert ran("demo", *GAME, "--seed", 1, "--all").count("take-1") == heap


@pytest.mark.untraced
def test_there_are_as_many_seats_as_a_game_shows(ran, stored: Path) -> None:
    text = stored.read_text(encoding="utf-8")
    assert all(f'[Player{seat} "{who}"]' in text for seat, who in enumerate(("human", "tree", "tree")))
    ran("play", *GAME, "--player", "5=greedy", "--save", "six.txt", lines="quit\n")
    assert '[Player4 "tree"]\n[Player5 "greedy"]\n' in Path("six.txt").read_text(encoding="utf-8")
    assert ran("play", *GAME, "--resume", stored, lines="quit\n").splitlines()[-1] == (
        "The game is saved. To continue: cairn-rules play --game heap-of-three --resume heap.txt"
    )


def test_there_are_as_many_seats_as_are_asked_for(ran) -> None:
    ran("play", *GAME, "--players", 4, "--player", "3=greedy", "--save", "f", lines="quit\n")
    assert '[Player3 "greedy"]' in Path("f").read_text(encoding="utf-8")
    error = ran("play", *GAME, "--players", 2, "--player", "2=random", code=2)
    assert error == "cairn-rules: --player: unknown id '2'; known: 0, 1\n"


def test_there_are_two_seats_if_nobody_decides_in_a_first_game(ran, monkeypatch) -> None:
    ran("demo", *GAME)
    heap = sys.modules["heap_of_three"]
    monkeypatch.setattr(heap, "new_game", lambda seed=None: (0, 1))  # noqa: ARG005 - always the same
    ran("play", *GAME, "--save", "f")
    assert '[Player1 "tree"]' in Path("f").read_text(encoding="utf-8")


def test_seats_are_counted_in_an_endless_game(ran, monkeypatch) -> None:
    monkeypatch.setattr("cairn_rules.cli.play.open_session.LONGEST_TRIAL", 2)
    ran("play", *GAME, "--save", "f", lines="quit\n")
    assert "Player2" not in Path("f").read_text(encoding="utf-8")


def test_it_is_shown_replayed_checked_and_converted(ran, stored: Path) -> None:
    diagram = ran("show", *GAME, stored)
    assert diagram.strip("|") == "\n"
    assert ran("show", *GAME, stored, "--turn", 0) > diagram
    assert "\n1. Player 0: take-1\n" in ran("replay", *GAME, "--all", stored)
    assert ran("check", *GAME, stored) == "heap.txt: 1 read\n"
    ran("convert", *GAME, stored, "--output", "heap.json")
    assert json.loads(Path("heap.json").read_text(encoding="utf-8"))["game"] == "heap-of-three"
    assert ran("convert", *GAME, "heap.json") == stored.read_text(encoding="utf-8")
    assert ran("show", *GAME, "6 left", code=2) == "cairn-rules: heap-of-three has no position texts: give a file\n"


def test_what_can_follow_is_counted(ran) -> None:
    assert ran("perft", *GAME, "--seed", 3, 3) == "8\n"
    assert ran("perft", *GAME, "--seed", 3, 3, "--turns", "--divide") == "take-1  4\ntake-2  4\ntotal  8\n"


def test_many_games_are_played(ran) -> None:
    shown = ran("simulate", *GAME, "--lineup", "random,greedy,random", "-n", 3, "--seed", 1)
    assert shown.startswith("3 games of heap-of-three between random and greedy and random-2, seed 1\n")


def test_a_stored_game_does_not_load_it(ran, stored: Path) -> None:
    """Without `--game` it is only said how to; a file of another game is refused."""
    del sys.modules["heap_of_three"]
    for arguments in (("show", stored), ("play", "--resume", stored)):
        assert "belongs to heap 1.2, which is not loaded; load it with" in ran(*arguments, code=2)
        assert "heap_of_three" not in sys.modules
    assert "(on the command line: --game heap-of-three)" in ran("check", stored, code=1)
    ran("show", *GAME, stored)
    error = ran("play", "--game", "cairn", "--resume", stored, code=2)
    assert error == "cairn-rules: --game: 'heap.txt' is a game of heap-of-three, not of cairn\n"


def test_a_hidden_action_without_events_is_told_to_its_player_only() -> None:
    """In a game in which nobody sees what another player does, nor that anything changed."""
    manifest = Manifest(name="closed", seats=cairn.MANIFEST.seats, hides=lambda _state, _action, _viewer: True)
    closed: Any = SimpleNamespace(MANIFEST=manifest, current_player=cairn.current_player, format_action=str)
    state = cairn.new_game(seed=7, first=cairn.Tribe.SEA)
    action = cairn.legal_actions(state)[0]
    told = [Words(closed).told(state, action, cairn.apply(state, action), viewer) for viewer in (None, 0, 1)]
    assert told[0] == told[2] == ("Sea does something that you cannot see",)
    assert told[1] == (f"Sea: {cairn.format_action(action)}",)


def test_an_action_without_events_of_its_player_is_told_by_its_sentence() -> None:
    transforming = cairn.apply(
        cairn.parse_position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0"),
        cairn.Move(cairn.Space.C1, cairn.Space.C2),
    )
    declined = cairn.apply(transforming, cairn.Pass())
    assert words_for(cairn).told(transforming, cairn.Pass(), declined, None) == ("Sea does not transform",)


@pytest.mark.parametrize("hands", [((3, 7), (4, 5)), ((3,), (4,))], ids=["choice", "forced"])
def test_an_action_that_others_cannot_tell_from_another_is_hidden(hands: tuple[tuple[int, ...], ...]) -> None:
    """By default, from all but the player who decides; also one that is forced by what only they know."""
    game: Any = FaceDown()
    start = Cards(hands)
    assert [is_hidden(game, start, 3, viewer) for viewer in (0, 1, None)] == [False, True, True]
    shown = game.apply(start, 3)  # the next decision ends the game and shows all
    assert not any(is_hidden(game, shown, 4, viewer) for viewer in (0, 1, None))


def test_actions_that_lead_to_the_same_for_all_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game without secrets, two actions can have the same effect."""
    monkeypatch.setattr(PAIR, "apply", lambda state, action: (state[0] - 1, 1 - state[1]))  # noqa: ARG005 - any takes one
    assert not any(is_hidden(PAIR, (5, 0), 1, viewer) for viewer in (1, None))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("cairn", 2),
        ("korrigans", 3),
        ("endless-winter", 2),
        ("cairn-rpg-combat", 2),
        ("cairn-rpg-dungeon", 1),
        ("cairn-rpg-campaign", 2),
    ],
)
def test_the_games_of_the_library_hide_what_is_hidden_by_default(name: str, seats: int) -> None:
    """And, in Korrigans and Endless Winter, what is often forced: the default draws only some states to find out."""
    game: Any = games.load(name)
    rng, hidden = Random(3), 0
    has_hands = name in {"korrigans", "endless-winter"}
    state = game.new_game(seed=3, **({"players": seats} if has_hands else {}))
    for _ in range(40):
        if not (legal := game.legal_actions(state)):
            break
        action = rng.choice(legal)
        for viewer in (None, *range(seats)):
            if viewer != game.current_player(state) and _seems_hidden(game, state, action, viewer):
                assert is_hidden(game, state, action, viewer), (game.format_action(action), viewer)
                hidden += 1
        state = game.apply(state, action)
    assert (hidden > 0) == has_hands


def test_a_person_sees_what_they_did_when_the_game_is_over() -> None:
    playing = Session(Match(FaceDown(), seed=1), Table(names={0: "human", 1: "random"}), seed=1)
    card = playing.match.legal_actions[0]
    playing.choose(card)
    playing.opponent_decides()
    assert playing.ending()[0].text == f"1. Left hide-{card}"


def test_a_session_shows_a_person_nothing_of_the_secrets_of_others() -> None:
    game: Any = FaceDown()
    playing = Session(Match(game, seed=1), Table(names={0: "random", 1: "human"}), seed=1)
    playing.opponent_decides()
    told = playing.screen()[0].text
    assert told.split() == ["1.", "Left:", "Left", "does", "something", "that", "you", "cannot", "see"]


class Logged(FaceDown):
    """Its events are a function with a viewer."""

    def __init__(self) -> None:
        self.MANIFEST = Manifest(name="logged", events=self.events)

    def events(self, before: Cards, action: int, after: Cards, *, viewer: int | None = None) -> tuple[str, ...]:  # noqa: ARG002
        return (f"seen by {viewer}",)


def test_events_are_those_for_the_viewer() -> None:
    words = Words(Logged())
    start = Cards(((3, 7), (4, 5)))
    assert [words.events(start, 3, start, viewer) for viewer in (1, None)] == [("seen by 1",), ("seen by None",)]


@pytest.mark.untraced
def test_it_is_analysed_if_it_says_how_many_seats_it_has(ran, stored: Path, monkeypatch) -> None:
    assert "heap-of-three should say in Manifest" in ran("analyse", stored, *GAME, code=2)
    counted: Manifest[object] = Manifest(name="heap-of-three", seats=Seats(count=lambda _: 3))
    monkeypatch.setattr(sys.modules["heap_of_three"], "MANIFEST", counted, raising=False)
    shown = ran("analyse", stored, *GAME, "--simulations", 50).splitlines()
    assert shown[0] == "Player 0 decides; 50 simulations"
    assert all(re.fullmatch(r"\d\. \d+ %( take-[12])+", line.replace(":", "")) for line in shown[1:])
