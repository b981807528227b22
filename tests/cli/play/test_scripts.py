"""`cairn-rules play` without a terminal: its arguments, scripts as input, pipes as output, what it keeps."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from shlex import quote
from time import monotonic
from types import SimpleNamespace

import pytest

from cairn_rules import (
    CairnRulesError,
    Match,
    Outcome,
    PowerError,
    Record,
    cairn,
    dumps,
    endless_winter,
    format_record,
    parse_record,
)
from cairn_rules.cli.main import main
from cairn_rules.cli.play import keyboard, terminal
from cairn_rules.cli.words import words_for
from support.command_line import Terminal, printed
from support.subtraction import PAIR, THREE

EXITS = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
TWO = ("--sea", "human", "--forest", "human")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are kept in the folder where the command is given."""
    monkeypatch.chdir(tmp_path)


class Played:
    """What a command printed."""

    def __init__(self, code: int, captured: pytest.CaptureResult[str]) -> None:
        self.code, self.out, self.err = code, captured.out, captured.err


@pytest.fixture
def play(capsys, monkeypatch):
    """Plays with some lines as the standard input; with `typed`, as if somebody sat there."""

    def played(*arguments: object, lines: str | bytes = "", typed: bool = False) -> Played:
        content = io.BytesIO(lines if isinstance(lines, bytes) else lines.encode())
        monkeypatch.setattr(sys, "stdin", Terminal(lines) if typed else io.TextIOWrapper(content, encoding="utf-8"))
        if typed:
            monkeypatch.setattr(keyboard, "typed", lambda _: keyboard.next_in_script())
        return Played(main(["play", *map(str, arguments)]), capsys.readouterr())

    return played


def kept(file: str | Path) -> Record:
    return parse_record(Path(file).read_text(encoding="utf-8"))


def texts(file: str | Path) -> list[str]:
    return list(map(cairn.format_action, kept(file).actions))


def test_a_script_plays_a_game_to_its_end(play) -> None:
    done = play(*TWO, "--position", EXITS, lines="c5-x\n=alley\nresign\n")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[-1] == "Sea wins: Forest resigned"
    assert "Sea must choose an action [1-5, ?]: c5-x" in lines
    assert "1. Sea =alley: Alley of Dusk is built on c5. Sea's score is 1" in lines
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in done.out
    assert list(Path().iterdir()) == []


def test_a_question_too_long_for_the_terminal_is_asked_on_its_last_line(play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn_rules.cli.play.terminal.fit", lambda text, _: text.replace("choose an", "choose\nan"))
    done = play(*TWO, "--position", EXITS, lines="quit\n", typed=True)
    assert "Sea must choose" in done.out.splitlines()


def test_a_script_may_hold_what_is_no_text(play) -> None:
    done = play(*TWO, "--position", EXITS, lines=b"\xff\nquit\n")
    assert "'\ufffd' is neither an action nor a command" in done.out


def test_a_terminal_shows_that_a_player_thinks(play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with redirect_stdout(Terminal()) as shown:
        play("--position", EXITS, "--forest", "greedy", "--save", "f", lines="c5-x\n=alley\nhint\n")
    assert "greedy thinks" in shown.getvalue()
    assert " thinking" in shown.getvalue()


def test_a_script_may_end_before_the_game(play) -> None:
    done = play(*TWO, "--position", EXITS, lines="c5-x\n")
    assert done.code == 0
    assert done.out.splitlines()[-1] == "The game is not saved; --save FILE saves it."


def test_what_is_kept_goes_on_exactly_there(play) -> None:
    done = play("--position", EXITS, "--forest", "greedy", "--save", "my game", lines="c5-x\nquit\n=alley\n")
    assert done.out.splitlines()[-1] == "The game is saved. To continue: cairn-rules play --resume 'my game'"
    assert texts("my game") == ["c5-x"]
    assert kept("my game").tags == {"Sea": "human", "Forest": "greedy"}
    done = play("--resume", "my game", lines="=alley\nzzz\nresign\n")
    assert done.out.count("Sea village") == 3, "no board before what the computer decides, nor after a wrong line"
    assert "1. Sea c5-x: Sea leaves the board from c5." in done.out
    assert "2. Forest e1-x" in done.out
    assert done.out.splitlines()[-2:] == ["Forest wins: Sea resigned", "The record is in my game."]
    assert kept("my game").outcome == Outcome((1,), "resignation")
    done = play("--resume", "my game", lines="")
    assert done.code == 0
    assert done.out.splitlines()[-2:] == ["Forest wins: Sea resigned", "The record is in my game."]


def test_a_game_goes_on_into_another_file(play) -> None:
    play(*TWO, "--position", EXITS, "--save", "one", lines="c5-x\n")
    play("--resume", "one", "--save", "two", lines="=alley\n")
    assert (texts("one"), texts("two")) == (["c5-x"], ["c5-x", "=alley"])
    play("--resume", "two", "--save", "two", lines="e1-x\n")
    assert texts("two") == ["c5-x", "=alley", "e1-x"]


def test_a_game_in_json_goes_on_in_a_new_file(play) -> None:
    match = Match(cairn, cairn.parse_position(EXITS))
    Path("game.json").write_text(dumps(Record.of(match)), encoding="utf-8")
    done = play("--resume", "game.json", lines="c5-x\n")
    (name,) = (each.name for each in Path().glob("game-*.cairn"))
    assert f"This game is saved in {name}." in done.out
    assert texts(name) == ["c5-x"]


def test_whatever_a_table_agreed_on_is_kept(play) -> None:
    agreed = ("--draw-at-repetition", 3, "--draw-after-turns", 2, "--simulations", 5, "--seconds", 1.5, "--clock", 10)
    play("--position", EXITS, "--forest", "random", *agreed, "--save", "f", lines="quit\n")
    tags = kept("f").tags
    assert {name: tags[name] for name in ("DrawAtRepetition", "DrawAfterTurns", "Simulations", "Seconds")} == {
        "DrawAtRepetition": "3",
        "DrawAfterTurns": "2",
        "Simulations": "5",
        "Seconds": "1.5",
    }
    done = play("--resume", "f", "--forest", "human", lines="c5-x\n=alley\ne1-x\n1\n")
    assert re.search(r"^Sea must choose an action \((10:00|9:59)\) \[1-5, \?\]: c5-x$", done.out, re.MULTILINE)
    assert done.out.splitlines()[-2] == "A draw: turn limit"
    assert kept("f").tags == {**tags, "Forest": "human", "Clock": kept("f").tags["Clock"]}


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ('[Seconds "0"]', "tag Seconds: '0' is not a number of seconds, such as 2.5"),
        ('[Simulations "1.5"]', "tag Simulations: '1.5' is not a whole number from 1 to 999999999"),
        ('[Clock "soon"]', "tag Clock: 'soon' is not a number of seconds, such as 2.5"),
        ('[Clock "1 2 3"]', "tag Clock: 3 times for 2 players"),
    ],
)
def test_a_record_with_other_numbers_does_not_go_on(play, tag: str, message: str) -> None:
    text = format_record(Record.of(Match(cairn, cairn.parse_position(EXITS))))
    Path("f").write_text(f"{tag}\n{text}", encoding="utf-8")
    done = play("--resume", "f")
    assert done.code == 2
    assert message in done.err


def test_a_record_without_names_is_played_by_a_person_and_the_computer(play) -> None:
    Path("f").write_text(format_record(Record.of(Match(cairn, cairn.parse_position(EXITS)))), encoding="utf-8")
    play("--resume", "f", lines="quit\n")
    assert kept("f").tags == {"Sea": "human", "Forest": "tree"}


def test_the_start_can_be_chosen(play) -> None:
    setting = ("--light", "--seed", 3, "--faces", "wdee", "--circles", "deer,alley", "--first", "forest")
    play(*TWO, *setting, "--variant", "power_exit=true", "--save", "f", lines="quit\n")
    start = kept("f").start
    assert start == cairn.new_game(
        seed=3,
        megaliths=cairn.LIGHT_SET,
        faces="wdee",
        circles=("deer", "alley"),
        first=cairn.Tribe.FOREST,
        variant=cairn.Variant(power_exit=True),
    )
    play(*TWO, "--light", "--seed", 3, "--save", "g", lines="quit\n")
    assert {str(space): stone.id for space, stone in kept("g").start.megaliths.items()} == {"b3": "chaos", "d3": "dawn"}
    done = play(*TWO, "--seed", 3, "--plugins", "--save", "h", lines="quit\n")
    assert done.out.splitlines()[-1] == "The game is saved. To continue: cairn-rules play --plugins --resume h"
    play(*TWO, "--seed", 3, "--save", "i", lines="quit\n")
    assert kept("h") == kept("i")


def test_a_game_with_a_content_pack_goes_on_with_the_pack(play) -> None:
    Path("my pack.json").write_text(endless_winter.format_pack(endless_winter.default_pack()), encoding="utf-8")
    game = ("--game", "endless-winter", "--pack", "my pack.json")
    done = play(*game, "--seed", 1, "--save", "w", lines="quit\n")  # a person begins
    goes_on = "cairn-rules play --game endless-winter --pack 'my pack.json' --resume w"
    assert done.out.splitlines()[-1] == f"The game is saved. To continue: {goes_on}"
    assert play(*game, "--resume", "w", lines="quit\n").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "chess"], "there is no game 'chess'; installed games: cairn"),
        (["--sea", "nowhere:Bot"], "cannot load 'nowhere:Bot', which should be module:name: ModuleNotFoundError"),
        (
            ["--game", "korrigans", "--player", "violet=tree"],
            "--player: violet plays in games for 3 or more; use --play",
        ),
        (["--circles", "acme.deer,dawn"], "--circles: unknown id 'acme.deer'; did you mean 'deer'? (those"),
        (["--sea", "bob"], "--sea: there is no player 'bob'; there are human, random, greedy, tree"),
        (["--player", "sky=human"], "--player: unknown id 'sky'; known: sea, forest"),
        (["--player", "sea="], "--player: there is no player ''"),
        (["--player", "human"], "--player: 'human' should be SEAT=WHO, such as sea=tree"),
        (["--first", "sky"], "--first: 'sky' is not a first player; use 'sea' or 'forest'"),
        (["--variant", "fly=true"], "--variant: 'fly=true' is not an option; the options are power_exit=true|false"),
        (["--faces", "xxxx"], "--faces: cannot read 'xxxx': tiles: 'x' is not on the Add tile"),
        (["--circles", "deer"], "--circles: the Stone Circles take two different megaliths"),
        (["--position", EXITS, "--faces", "wooe"], "--faces cannot be combined with --position"),
        (["--position", EXITS, "--seed", "3"], "--seed cannot be combined with --position, which determines the game"),
        (["--position", "5/5"], "--position: cannot read '5/5': position: 1 fields; there are seven"),
        (["--simulations", "0"], "'0' is not a whole number from 1 to 999999999"),
        (["--seconds", "-1"], "'-1' is not a number above 0, up to 1000000"),
        (["--seconds", "1000000.5"], "'1000000.5' is not a number above 0, up to 1000000"),
        (["--seconds", "long"], "'long' is not a number above 0"),
        (["--clock", "nan"], "--clock: 'nan' is not a number above 0"),
        (["--draw-after-turns", "0"], "--draw-after-turns: '0' is not a whole number from 1 to 999999999"),
        (["--save", "here"], "the file 'here' already exists; to continue its game: --resume here"),
        (["--save", "no/where"], "cannot write 'no/where': No such file or directory"),
        (["--resume", "nowhere"], "cannot read 'nowhere'"),
        (["--resume", "-"], "the standard input cannot be used for both the game and the answers"),
        (
            ["--resume", "here"],
            "'here' holds no game; it seems to be empty; --resume needs a file with exactly one game",
        ),
        (["--resume", "action"], "'action' does not hold a record or a match"),
        (["--foresst", "x"], "cairn has no option --foresst. Did you mean --forest? Run 'cairn-rules play --help'"),
        (["--resume", "action", "--seed", "3"], "--seed cannot be combined with --resume"),
        (["--resume", "action", "--faces", "wooe"], "--faces cannot be combined with --resume"),
    ],
)
def test_what_cannot_be_asked_for_ends_in_one_clear_line(capsys, arguments: list[str], message: str) -> None:
    Path("here").touch()
    Path("action").write_text(dumps(cairn.Pass()), encoding="utf-8")
    code = main(["play", *arguments])
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert message in captured.err
    assert len(captured.err.splitlines()) == 1


def test_an_archive_is_not_read_for_one_game(capsys) -> None:
    """Reading ends at the second game, long before what is no text."""
    text = format_record(Record.of(Match(cairn, seed=1)))
    Path("archive").write_bytes(f"{text}\n{text}\n".encode() * 1000 + b"\xff")
    assert main(["play", "--resume", "archive"]) == 2
    assert "'archive' holds several games; --resume needs a file with exactly one" in capsys.readouterr().err


def test_without_rich_one_is_told_how_to_get_it(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich", None)
    assert main(["play"]) == 2
    told = "cairn-rules: playing needs rich; install it with: pip install 'cairn-rules[cli]'\n"
    assert capsys.readouterr().err == told


@pytest.mark.untraced
def test_other_games_are_played_in_the_same_way(play, monkeypatch: pytest.MonkeyPatch) -> None:
    games = {"Subtraction": "support.subtraction:PAIR", "three": f"{__name__}:THREE"}
    monkeypatch.setitem(sys.modules, __name__, SimpleNamespace(THREE=THREE))
    monkeypatch.setattr("cairn_rules.games.LIBRARY", games)
    monkeypatch.setattr("cairn_rules.games.DEFAULT", "Subtraction")
    numbered = ("--player", "1=human", "--player", "2=random")
    done = play("--game", "three", "--seed", 4, *numbered, "--save", "f", lines="2\nquit\n")
    assert done.code == 0
    assert "Player 1 decides [1-2, ?]: 2" in done.out
    told = parse_record(Path("f").read_text(encoding="utf-8"), THREE)
    assert told.tags == {"Seed": "4", "Player0": "tree", "Player1": "human", "Player2": "random"}
    play("--game", "Subtraction", "--seed", 4, "--save", "g", lines="2\nquit\n")
    before = parse_record(Path("g").read_text(encoding="utf-8"), PAIR).actions
    assert len(before) in (2, 3)
    play("--resume", "g", lines="quit\n")
    after = parse_record(Path("g").read_text(encoding="utf-8"), PAIR)
    assert (after.actions, after.tags["Player1"]) == (before, "tree")
    assert "three has no option --faces." in play("--game", "three", "--faces", "wooe").err


@pytest.mark.untraced
def test_the_computer_can_play_with_itself(play) -> None:
    done = play("--sea", "random", "--forest", "greedy", "--seed", 5, "--save", "f")
    assert done.code == 0
    assert done.out.count("Forest village") > 3
    assert kept("f").outcome is not None


def test_a_player_of_the_users_own_plays_but_is_never_loaded_for_a_file(play) -> None:
    """A record is data: what it names is not imported, unless the command line names it again."""
    Path("bots.py").write_text("from cairn_rules.players import RandomPlayer as Mason\n", encoding="utf-8")
    players = ("--player", "0=human", "--forest", "bots:Mason")
    start = ("--seed", 3, "--first", "forest")
    assert play(*players, *start, "--save", "f", lines="quit\n").code == 0
    assert len(kept("f").actions) > 0
    assert kept("f").tags["Forest"] == "bots:Mason"
    waiting = play("--resume", "f", lines="1\n1\n1\n1\nquit\n")
    assert len(kept("f").actions) == 1 + 4
    assert waiting.code == 0


def test_a_match_as_json_goes_on(play) -> None:
    match = Match(cairn, seed=3)
    match.do(match.legal_actions[0])
    Path("match.json").write_text(dumps(match), encoding="utf-8")
    assert play("--resume", "match.json", "--save", "f", *TWO, lines="1\nquit\n").code == 0
    assert kept("f").actions[0] == match.history[0]
    assert len(kept("f").actions) == 2


def test_somebody_at_a_terminal_is_told_where_the_game_is_kept(play) -> None:
    done = play(*TWO, "--position", EXITS, lines="c5-x\nsave\nsave copy\nsave copy\nquit\n", typed=True)
    (name,) = (each.name for each in Path().glob("game-*.cairn"))
    assert done.out.splitlines()[0] == f"This game is saved in {name}. Type ? for help."
    assert f"Written to {name}." in done.out
    assert "Written to copy." in done.out
    assert "the file 'copy' already exists" in done.out
    assert texts(name) == texts("copy") == ["c5-x"]


def test_a_game_without_a_file_can_be_given_one(play) -> None:
    done = play(*TWO, "--position", EXITS, lines="save\nsave here\n")
    assert "this game has no file yet; type save and a file name" in done.out
    assert texts("here") == []


def test_a_game_that_was_given_a_file_is_kept_in_it_from_then_on(play) -> None:
    done = play(*TWO, "--position", EXITS, lines="save here\nc5-x\nsave here\n")
    assert done.out.count("Written to here.") == 2
    assert texts("here") == ["c5-x"]
    assert done.out.splitlines()[-1] == "The game is saved. To continue: cairn-rules play --resume here"


@pytest.mark.parametrize(("taken", "free"), [((), "f-2.cairn"), (("f-2.cairn",), "f-3.cairn")])
def test_what_somebody_else_has_written_is_not_written_over(
    play, monkeypatch: pytest.MonkeyPatch, taken: tuple[str, ...], free: str
) -> None:
    """As when the same game is gone on with in two windows: each has a file of its own then."""
    play(*TWO, "--position", EXITS, "--save", "f.cairn", lines="")

    def disturb(*given: object) -> object:
        monkeypatch.setattr(terminal, "answer", original)
        Path("f.cairn").write_text("theirs", encoding="utf-8")
        return original(*given)

    original = terminal.answer
    monkeypatch.setattr(terminal, "answer", disturb)
    for each in taken:
        Path(each).write_text("another", encoding="utf-8")
    done = play("--resume", "f.cairn", lines="c5-x\n=alley\n")
    assert done.out.count(f"Another program has changed 'f.cairn'; this game is saved to {free} from now on.") == 1
    assert Path("f.cairn").read_text(encoding="utf-8") == "theirs"
    assert all(Path(each).read_text(encoding="utf-8") == "another" for each in taken)
    assert texts(free) == ["c5-x", "=alley"]
    assert done.out.splitlines()[-1].endswith(f"play --resume {free}")


def test_a_file_that_was_taken_away_is_written_again(play, monkeypatch: pytest.MonkeyPatch) -> None:
    def disturb(*given: object) -> object:
        Path("f").unlink(missing_ok=True)
        return original(*given)

    original = terminal.answer
    monkeypatch.setattr(terminal, "answer", disturb)
    play(*TWO, "--position", EXITS, "--save", "f", lines="c5-x\n")
    assert texts("f") == ["c5-x"]


def test_boards_in_pipes_are_large(play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "24")
    assert "┼" in play(*TWO, "--seed", 7).out


@pytest.mark.parametrize(("lines", "compact"), [(24, True), (50, False)])
def test_on_a_terminal_with_few_lines_boards_are_small(play, monkeypatch, lines: int, compact: bool) -> None:  # noqa: FBT001 - a parameter
    """A new game and one that goes on: board, stones, actions and the question fit into 24 lines."""
    monkeypatch.setenv("LINES", str(lines))
    assert [words_for(cairn, lines=each).compact for each in (29, 30)] == [True, False]
    for start in (("--seed", 7, "--save", "f"), ("--resume", "f")):
        shown = play(*TWO, *start, typed=True).out
        assert ("┼" not in shown) is compact
        assert len(shown.splitlines()) <= 24 or not compact


def test_two_games_of_one_second_have_two_files(play, monkeypatch: pytest.MonkeyPatch) -> None:
    class Noon(terminal.arranged.__globals__["datetime"]):
        @classmethod
        def now(cls, tz: object = None) -> Noon:  # noqa: ARG003 - always the same
            return cls(2031, 5, 4, 12, 0, 0)

    monkeypatch.setattr("cairn_rules.cli.play.open_session.datetime", Noon)
    for _ in range(3):
        play(*TWO, typed=True)
    stem = "game-20310504-120000"
    assert sorted(each.name for each in Path().iterdir()) == [f"{stem}-2.cairn", f"{stem}-3.cairn", f"{stem}.cairn"]


def test_a_disk_that_is_full_later_ends_no_game(play, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*_: object) -> str:
        monkeypatch.setattr("cairn_rules.cli.play.save_file.written_to", full)
        return original(*_)

    def full(path: str) -> None:
        raise CairnRulesError(f"cannot write {path!r}: No space left on device")

    original = terminal.answer
    monkeypatch.setattr(terminal, "answer", fill)
    done = play(*TWO, "--position", EXITS, "--save", "f", lines="c5-x\n=alley\nresign\n")
    assert done.code == 0
    assert "The game is not saved: cannot write 'f': No space left on device" in done.out
    assert "Sea wins: Forest resigned" in done.out


class Sulky:
    """Does not answer."""

    def __init__(self, game: object, *, seed: int | None = None) -> None: ...

    def choose(self, _: object, __: object = None) -> object:
        raise ValueError("no")


def test_a_player_that_fails_is_named_and_the_game_is_kept(play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn_rules.cli.imports.player_named", lambda *_: Sulky)
    done = play("--position", EXITS, "--forest", "greedy", "--save", "f", lines="c5-x\n=alley\n")
    assert done.code == 1
    assert done.out.splitlines()[-2:] == [
        "the player greedy raised ValueError('no')",
        "The game is saved. To continue: cairn-rules play --resume f",
    ]
    assert texts("f") == ["c5-x", "=alley"]


def test_a_game_that_breaks_is_kept(play, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise PowerError("the power of 'deer' failed")

    monkeypatch.setattr("cairn_rules.cli.words.question_for", fail)
    done = play(*TWO, "--position", EXITS, "--save", "f", lines="c5-x\n")
    assert done.code == 1
    assert "the power of 'deer' failed" in done.out
    assert texts("f") == []


def interrupt() -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("stop", "code"),
    [(interrupt, 130), *((lambda each=each: signal.raise_signal(each), 128 + each) for each in keyboard.SIGNALS)],
)
def test_what_stops_the_program_keeps_the_game(play, monkeypatch: pytest.MonkeyPatch, stop, code: int) -> None:
    monkeypatch.setattr(keyboard, "next_in_script", stop)
    done = play(*TWO, "--position", EXITS, "--save", "f")
    assert done.code == code
    assert done.out.splitlines()[-1] == "The game is saved. To continue: cairn-rules play --resume f"


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs a signal")
def test_a_terminal_that_is_closed_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be shown then, not even at the end of the program."""
    reading, writing = os.pipe()

    def close() -> None:
        os.close(reading)
        signal.raise_signal(signal.SIGHUP)

    monkeypatch.setattr(keyboard, "next_in_script", close)
    with os.fdopen(writing, "w", encoding="utf-8") as output, redirect_stdout(output):
        assert main(["play", *TWO, "--position", EXITS, "--save", "f"]) == 128 + signal.SIGHUP
    assert texts("f") == []


def test_time_that_is_over_ends_the_game_while_one_thinks(play, monkeypatch: pytest.MonkeyPatch) -> None:
    def think() -> str:
        while True:
            signal.pause()

    monkeypatch.setattr(keyboard, "next_in_script", think)
    done = play(*TWO, "--position", EXITS, "--clock", 0.001, "--save", "f", lines="c5-x\n")
    assert done.code == 0
    assert done.out.splitlines()[-2] == "Forest wins: time"
    assert kept("f").outcome == Outcome((1,), "time")
    assert play("--resume", "f").code == 0


def test_without_a_standard_input_there_is_nobody_to_ask(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "The game is not saved" in printed(capsys, "play", *TWO)


def test_without_readline_lines_are_typed_all_the_same(monkeypatch: pytest.MonkeyPatch, play) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    assert "Sea wins" in play(*TWO, "--position", EXITS, lines="c5-x\n1\nresign\n").out


def test_without_readline_secrets_are_hidden_all_the_same(monkeypatch: pytest.MonkeyPatch, play) -> None:
    """A terminal whose output goes elsewhere cannot be cleared; many lines go by instead."""
    monkeypatch.setitem(sys.modules, "readline", None)
    people = ("--game", "korrigans", "--seed", "4", "--blue", "human", "--green", "human")
    out = play(*people, lines="\n@A\n+mouse\n\nquit\n", typed=True).out
    before, _, after = out.partition("\n" * 20)
    assert "Tokens in A: bird, mouse" in before
    assert "1. Blue: Blue takes a token from A\n" in after
    assert "mouse" not in after


def test_typed_lines_are_forgotten() -> None:
    readline = pytest.importorskip("readline")
    readline.add_history("+g4")
    keyboard.forget()
    assert readline.get_current_history_length() == 0


def test_what_is_completed_is_asked_for_once() -> None:
    """Control characters are not completed, because readline would show them."""
    readline = pytest.importorskip("readline")
    asked: list[str] = []

    def words(begun: str) -> list[str]:
        asked.append(begun)
        return ["c5-c4", "c5-\x9b2J", "c5-x"]

    with keyboard.completing(words):
        complete = readline.get_completer()
        assert [complete("c5", number) for number in range(3)] == ["c5-c4", "c5-x", None]
    assert asked == ["c5"]
    assert readline.get_completer() is None


def test_where_the_system_has_no_timer_time_is_counted_afterwards(play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer")
    done = play(*TWO, "--position", EXITS, "--clock", 0.00000001, lines="c5-x\n")
    assert "Forest wins: time" in done.out
    assert "Sea leaves" not in done.out


def test_somebody_who_thinks_for_long_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "BEAT", 0.01)
    with keyboard.time_limit(None):
        signal.pause()
    with keyboard.time_limit(60.0):
        signal.pause()


def test_what_is_ignored_stays_so() -> None:
    """As `nohup` wants it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with keyboard.signals_raise():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def run(*arguments: str, lines: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "cairn_rules", "play", *arguments],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        check=False,
    )


@pytest.mark.untraced
def test_a_program_is_played_through_pipes() -> None:
    """In ASCII where nothing else can be shown, and with input that is no text."""
    done = run(*TWO, "--position", EXITS, lines="ü\nc5-x\n=alley\nresign\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert done.stdout.splitlines()[-1] == "Sea wins: Forest resigned"
    assert done.stderr == ""
    assert "┌─────┬" in run(*TWO, "--position", EXITS, PYTHONIOENCODING="utf-8").stdout
    assert "┌─────┬" not in run(*TWO, "--position", EXITS, "--ascii", PYTHONIOENCODING="utf-8").stdout


def test_a_reader_who_has_seen_enough_loses_nothing() -> None:
    play = f"{quote(sys.executable)} -m cairn_rules play {' '.join(TWO)} --position '{EXITS}' --save f"
    command = f"printf 'y\\n%.0s' {{1..5000}} | {play} | head -n 1; echo ${{PIPESTATUS[1]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)  # noqa: S603, S607
    assert done.stdout.splitlines()[1:] == ["0"]
    assert done.stderr == ""
    assert texts("f") == []


@pytest.mark.untraced
def test_the_library_is_imported_without_any_of_it() -> None:
    program = "import sys, cairn_rules; print([name for name in sys.modules if 'rich' in name or '.play' in name])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "[]\n"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers")
def test_that_the_time_is_up_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and whatever is being done then is not disturbed again."""
    monkeypatch.setattr(keyboard, "BEAT", 5.0)
    start = monotonic()
    with keyboard.time_limit(0.001):
        with pytest.raises(keyboard.TimeUpError):
            signal.pause()
        assert monotonic() < start + 4
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
