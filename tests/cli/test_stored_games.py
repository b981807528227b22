"""The command line on stored games: show, replay, check and convert."""

from __future__ import annotations

import importlib
import io
import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import chain, count, repeat
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

import cairn_rules
from cairn_rules import (
    Match,
    PowerError,
    Record,
    animated_svg,
    cairn,
    dumps,
    endless_winter,
    format_record,
    korrigans,
    loads,
    parse_record,
    to_png,
)
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cli.main import main
from cairn_rules.cli.words import words_for
from support.command_line import printed, refused
from support.random_play import random_match

POSITION = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
"""Sea leaves from c5 and builds; Forest does the same from e1."""


def record(*decisions: str, **more: object) -> Record:
    match = Match(cairn, cairn.parse_position(POSITION))
    for decision in decisions:
        match.do(decision)
    return evolve(Record.of(match), **more)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with two games: one of two turns, one of one."""
    file = tmp_path / "games.cairn"
    both = (
        record("c5-x", "=alley", "e1-x", "=menhir", comments={1: "Out!"}),
        record("c5-x", "=menhir", tags={"Sea": "Zoë"}),
    )
    file.write_text("\n".join(map(format_record, both)), encoding="utf-8")
    return file


def test_a_position_is_drawn(capsys) -> None:
    assert printed(capsys, "show", POSITION) == cairn.diagram(cairn.parse_position(POSITION)) + "\n"


def test_the_last_state_of_the_first_game_is_drawn(capsys, games: Path) -> None:
    *_, last = record("c5-x", "=alley", "e1-x", "=menhir").replay()
    assert printed(capsys, "show", games) == cairn.diagram(last) + "\n"


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("turn", "done"), [(0, ()), (1, ("c5-x", "=alley")), (2, ("c5-x", "=alley", "e1-x", "=menhir"))]
)
def test_the_state_after_some_turns_is_drawn(capsys, games: Path, turn: int, done: tuple[str, ...]) -> None:
    *_, state = record(*done).replay()
    assert printed(capsys, "show", games, "--turn", turn) == cairn.diagram(state) + "\n"


def test_another_game_of_the_file_is_drawn(capsys, games: Path) -> None:
    *_, state = record("c5-x", "=menhir").replay()
    assert printed(capsys, "show", games, "--number", 2) == cairn.diagram(state) + "\n"


def test_a_picture_marks_the_last_decision(capsys, games: Path, tmp_path: Path) -> None:
    picture = tmp_path / "state.svg"
    assert printed(capsys, "show", games, "--turn", 1, "--svg", picture) == ""
    states = tuple(record("c5-x", "=alley").replay())
    assert picture.read_text(encoding="utf-8") == (
        cairn.svg(states[-1], highlight=cairn.Construct(cairn.BASE_SET["alley"])) + "\n"
    )
    assert ET.parse(picture).getroot().tag.endswith("svg")  # noqa: S314 - made by the library


def test_a_page_and_a_picture_are_written_of_a_position(capsys, tmp_path: Path) -> None:
    page, picture = tmp_path / "game.html", tmp_path / "state.svg"
    assert printed(capsys, "show", POSITION, "--html", page, "--svg", picture) == ""
    assert "A game of Cairn" in page.read_text(encoding="utf-8")
    assert picture.read_text(encoding="utf-8") == cairn.svg(cairn.parse_position(POSITION)) + "\n"


def test_an_animation_and_an_image_are_written(capsys, games: Path, tmp_path: Path) -> None:
    moving, image = tmp_path / "game.svg", tmp_path / "state.png"
    files = ("--animation", moving, "--seconds", "0.5", "--png", image, "--width", 90)
    assert printed(capsys, "show", games, *files) == ""
    whole = record("c5-x", "=alley", "e1-x", "=menhir", comments={1: "Out!"})
    assert moving.read_text(encoding="utf-8") == animated_svg(whole, seconds=0.5) + "\n"
    last = cairn.svg(tuple(whole.replay())[-1], highlight=whole.actions[-1])
    assert image.read_bytes() == to_png(last, width=90)


@pytest.mark.parametrize("dark", [("--colours", "dark"), ("--dark",)])
def test_pictures_are_written_in_the_dark_scheme(capsys, games: Path, tmp_path: Path, dark: tuple[str, ...]) -> None:
    picture, image, moving = (tmp_path / name for name in ("state.svg", "state.png", "game.svg"))
    printed(capsys, "show", games, "--svg", picture, "--png", image, "--width", 90, "--animation", moving, *dark)
    whole = record("c5-x", "=alley", "e1-x", "=menhir", comments={1: "Out!"})
    last = cairn.svg(tuple(whole.replay())[-1], highlight=whole.actions[-1], colours="dark")
    assert picture.read_text(encoding="utf-8") == last + "\n"
    assert image.read_bytes() == to_png(last, width=90)
    assert moving.read_text(encoding="utf-8") == animated_svg(whole, colours="dark") + "\n"


def test_an_unknown_scheme_is_refused(capsys, tmp_path: Path) -> None:
    said = refused(capsys, "show", POSITION, "--svg", tmp_path / "state.svg", "--colours", "blue")
    assert "--colours: invalid choice: 'blue' (choose from" in said
    assert refused(capsys, "show", POSITION, "--dark") == "cairn-rules: --colours is for --svg, --png, --animation\n"


@pytest.mark.parametrize(("option", "of"), [("width", "png"), ("seconds", "animation")])
def test_an_option_of_a_file_needs_the_file(capsys, option: str, of: str) -> None:
    assert refused(capsys, "show", POSITION, f"--{option}", "9") == f"cairn-rules: --{option} is for --{of}\n"


def test_a_stored_state_is_drawn(capsys, tmp_path: Path) -> None:
    """In the middle of a turn, as a document of several lines."""
    file = tmp_path / "state.json"
    *_, state = record("c5-x").replay()
    file.write_text(dumps(state, indent=2), encoding="utf-8")
    assert printed(capsys, "show", file) == cairn.diagram(state) + "\n"


def test_the_last_state_shows_the_result(capsys, tmp_path: Path) -> None:
    """In the words of the record, and of a replay; no other state shows it."""
    file = tmp_path / "resigned.cairn"
    match = Match(cairn, cairn.parse_position(POSITION))
    match.resign()
    file.write_text(format_record(Record.of(match)), encoding="utf-8")
    assert file.read_text(encoding="utf-8").endswith("result: forest won, sea resigned\n")
    assert printed(capsys, "show", file) == cairn.diagram(match.state) + "\nResult: forest won, sea resigned\n"
    assert "Result: forest won, sea resigned\n" in printed(capsys, "replay", file, "--all")
    file.write_text(
        format_record(record("c5-x")).replace("result: *", "result: sea won, forest resigned"), encoding="utf-8"
    )
    assert "Result" not in printed(capsys, "show", file, "--turn", 0)


def test_a_stored_match_is_drawn_as_it_stands(capsys, tmp_path: Path) -> None:
    """What was taken back does not show."""
    file = tmp_path / "match.json"
    match = Match(cairn, cairn.parse_position(POSITION))
    before = match.do("c5-x")
    match.do("=alley")
    match.undo()
    file.write_text(dumps(match), encoding="utf-8")
    assert printed(capsys, "show", file) == cairn.diagram(before) + "\n"


def test_standard_input_is_read(capsys, games: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(games.read_bytes())))
    assert printed(capsys, "check", "-") == "-: 2 read\n"


def test_a_game_is_replayed_state_by_state(capsys, games: Path) -> None:
    shown = printed(capsys, "replay", games, "--all")
    heads = ["Start", "1. Sea: c5-x", "1. Sea: =alley", "2. Forest: e1-x", "2. Forest: =menhir"]
    assert [line for line in shown.splitlines() if line in heads] == heads
    assert "Out!" in shown
    assert "Alley of Dusk is built on c5" in shown
    for state in record("c5-x", "=alley", "e1-x", "=menhir").replay():
        assert cairn.diagram(state) in shown


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    """A game of one turn with two variations, of which the second one has another."""
    head = f'[Game "cairn"]\n[Format "2"]\n[Position "{POSITION}"]\n\n'
    moves = "1. c5-x ! value:0.5,-0.5\n( 1. c5-d5 {Slow.} 2. e1-x ) =alley\n( 1. =menhir 2. e1-x =alley ( 2. =deer )"
    file = tmp_path / "annotated.cairn"
    moves = moves.replace("( 2. =deer )", "... ( 3. +d1 )")
    file.write_text(f"{head}{moves} )\nresult: *\n", encoding="utf-8")
    return file


def test_a_replay_tells_marks_values_and_variations(capsys, annotated: Path) -> None:
    shown = printed(capsys, "replay", annotated, "--all").splitlines()
    told = [line for line in shown if re.match(r"Start|\d\. |Variation|Value|!", line)]
    assert told == [
        "Start",
        "Variation 1: c5-d5 e1-x",
        "1. Sea: c5-x !",
        "!: good",
        "Value: Sea +0.50, Forest -0.50",
        "Variation 2: =menhir e1-x =alley",
        "1. Sea: =alley",
    ]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("variation", "heads"),
    [
        ("1", ["Start", "1. Sea: c5-d5", "2. Forest: e1-x"]),
        ("2", ["Start", "1. Sea: c5-x !", "1. Sea: =menhir", "2. Forest: e1-x", "2. Forest: =alley"]),
        (
            "2.1",
            ["Start", "1. Sea: c5-x !", "1. Sea: =menhir", "2. Forest: e1-x", "2. Forest: =alley", "3. Sea: +d1"],
        ),
    ],
)
def test_a_replay_and_a_picture_follow_a_variation(
    capsys, annotated: Path, tmp_path: Path, variation: str, heads: list[str]
) -> None:
    shown = printed(capsys, "replay", annotated, "--all", "--variation", variation).splitlines()
    assert [line for line in shown if re.match(r"Start|\d\. ", line)] == heads
    *_, state = record(*(head.split(": ")[1].removesuffix(" !") for head in heads[1:])).replay()
    assert printed(capsys, "show", annotated, "--variation", variation) == cairn.diagram(state) + "\n"
    picture = tmp_path / "state.svg"
    printed(capsys, "show", annotated, "--variation", variation, "--turn", 0, "--svg", picture)
    assert picture.read_text(encoding="utf-8") == cairn.svg(cairn.parse_position(POSITION)) + "\n"


@pytest.mark.parametrize(
    ("variation", "message"),
    [
        ("3", "3 is not the number of a variation; this line has 2"),
        ("1.1", "1 is not the number of a variation; this line has 0"),
        ("0", "'0' is not a whole number from 1"),
        ("2.", "'' is not a whole number from 1"),
        ("x", "'x' is not a whole number from 1"),
    ],
)
def test_a_variation_that_there_is_not(capsys, annotated: Path, variation: str, message: str) -> None:
    assert message in refused(capsys, "show", annotated, "--variation", variation)


@pytest.mark.untraced
@pytest.mark.parametrize("command", [("show",), ("replay", "--all"), ("check",), ("convert",)])
def test_the_options_of_a_stored_game_need_no_name_of_the_game(
    capsys, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """A game with a content pack is read only with the pack."""
    pack, file = tmp_path / "pack.json", tmp_path / "winter.txt"
    text = endless_winter.format_pack(endless_winter.default_pack())
    pack.write_text(text.replace('"prerelease_reconstructed"', '"mine"'), encoding="utf-8")
    start = endless_winter.new_game(seed=7, content=endless_winter.read_pack(str(pack)))
    file.write_text(format_record(Record(game=endless_winter, start=start, actions=())), encoding="utf-8")
    assert printed(capsys, *command, file, "--pack", pack)
    assert "'mine'" in printed(capsys, "check", file, code=1)


def test_an_annotated_game_is_converted_to_json_and_back(capsys, annotated: Path, tmp_path: Path) -> None:
    game = parse_record(annotated.read_text(encoding="utf-8"))
    json = tmp_path / "game.json"
    json.write_text(printed(capsys, "convert", annotated), encoding="utf-8")
    assert printed(capsys, "convert", json) == format_record(game)


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the standard output be a terminal of 80 columns and 24 lines, with colours."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.delenv("NO_COLOR", raising=False)


def screens(shown: str) -> list[str]:
    """What a replay shows at once, without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", shown).split("Enter: next")[:-1]


@pytest.mark.untraced
@pytest.mark.parametrize("game", [cairn, korrigans, endless_winter], ids=lambda game: game.MANIFEST.name)
@pytest.mark.parametrize("height", [12, 24])
def test_a_replay_fits_the_terminal(capsys, tmp_path: Path, monkeypatch, game, height: int) -> None:
    """With the compact board where the large one is too long, or the smallest of all; lines break at words."""
    open_terminal(monkeypatch)
    monkeypatch.setenv("LINES", str(height))
    file = tmp_path / "game.txt"
    match = random_match(game, 8)
    file.write_text(format_record(Record.of(match)), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 8 + "q\n"))
    shown = screens(printed(capsys, "replay", file))
    for screen, state in zip(shown, match.states, strict=True):
        lines = screen.partition("\n")[2].strip("\n").split("\n")
        assert len(lines) <= height - 3 or words_for(game, lines=height).boards(state)[-1] in screen
        assert max(map(len, lines)) <= 80
        assert not lines[0].startswith(" ")


def test_a_replay_marks_the_last_decision(capsys, games: Path, monkeypatch) -> None:
    """The place that the shaman left is shown in reverse, and tribes have their colours."""
    open_terminal(monkeypatch)
    shown = printed(capsys, "replay", games, "--all")
    start, left, *_ = shown.split("1. Sea: ")
    assert "\x1b[7m" not in start
    assert "\x1b[7m" in left
    assert "\x1b[36m●\x1b[0m" in start


def test_a_replay_without_rich_has_no_colours(capsys, games: Path, monkeypatch) -> None:
    open_terminal(monkeypatch)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    shown = printed(capsys, "replay", games, "--all")
    assert "\x1b" not in shown
    assert "Sea village" in shown


@pytest.mark.parametrize(
    ("answers", "heads"),
    [
        ("", ["Start"]),
        ("q\n\n", ["Start"]),
        ("\n\n", ["Start", "1. Sea: c5-x", "1. Sea: =alley"]),
        ("\nb\nB\n", ["Start", "1. Sea: c5-x", "Start", "Start"]),
        ("e\n\nq", ["Start", "2. Forest: =menhir", "2. Forest: =menhir"]),
        ("1\n0\n7\nwhat?\n", ["Start", "1. Sea: =alley", "Start", "Start", "Start"]),
    ],
)
def test_a_reader_steps_through_a_game(capsys, games: Path, monkeypatch, answers: str, heads: list[str]) -> None:
    """Enter goes on, b back, a number to the end of that turn; nobody leaves the game, and what is no answer stays."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    shown = printed(capsys, "replay", games).splitlines()
    assert [line for line in shown if line == "Start" or line.startswith(("1. ", "2. "))] == heads


def test_sound_files_have_no_faults(capsys, games: Path) -> None:
    assert printed(capsys, "check", games) == f"{games}: 2 read\n"


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_empty_file_holds_nothing(capsys, tmp_path: Path, content: str) -> None:
    file = tmp_path / "empty"
    file.write_text(content, encoding="utf-8")
    assert printed(capsys, "check", file) == f"{file}: 0 read\n"
    for command in ("show", "replay"):
        assert main([command, str(file)]) == 2
        assert " holds no game; it seems to be empty" in capsys.readouterr().err


def test_all_faults_of_all_files_are_told(capsys, games: Path, tmp_path: Path) -> None:
    text = games.read_text(encoding="utf-8")
    faulty, states, missing = tmp_path / "faulty.cairn", tmp_path / "states.json", tmp_path / "missing"
    faulty.write_text(text.replace("e1-x", "e1-e3").replace('[Sea "Zoë"]', '[Sea "Zoë"'), encoding="utf-8")
    bad = dumps(cairn.parse_position(POSITION)).replace('"c5":"sea"', '"c9":"sea"').replace("alley", "aley")
    states.write_text(f"{bad}\n\n{dumps(cairn.Pass())}\n", encoding="utf-8")
    remedy = (
        "; to keep the decisions before this line, replace it and all lines after it, up to the next one that begins"
        " with '[' or the end, by the line 'result: *'"
    )
    told = printed(capsys, "check", games, faulty, states, missing, code=1).splitlines()
    assert told == [
        f"{games}: 2 read",
        f"{faulty}, game 1, line 6, turn 2: 'e1-e3': e3 is not one step from e1 [move/not-one-step, rule 4.3]{remedy}",
        f'{faulty}, game 2, line 11: \'[Sea "Zoë"\' is not a tag; a tag is written like [Sea "Ann"], alone on its line',
        f"{faulty}: 0 read, 2 faulty",
        f"{states}, game 1, $.value.shamans.c9: 'c9' is not a space, a1 to e5",
        f"{states}, game 1, $.value.upcoming[0]: unknown id 'aley'; did you mean 'alley'?",
        f"{states}: 1 read, 1 faulty",
        f"{missing}: cannot read '{missing}': No such file or directory",
        f"{missing}: 0 read",
    ]


def test_a_damaged_game_hides_no_other_one(capsys, games: Path, monkeypatch) -> None:
    """The first game has a comment without an end, the second is too long; the third and fourth are read."""
    monkeypatch.setattr("cairn_rules.history.record_text.MOST_PIECES", 20)
    text = games.read_text(encoding="utf-8")
    endless = text[: text.index("\n\n", text.index("result")) + 1].replace("=menhir", ("=menhir " * 50))
    games.write_text(text.replace("{Out!}", "{Out!").split("\n\n[")[0] + f"\n{endless}{text}", encoding="utf-8")
    told = printed(capsys, "check", games, code=1).splitlines()
    assert "game 1, line 5: the comment that opens here has no '}'" in told[0]
    assert "game 2, line 13: the record is too long: at most 20 lines, words and comments are allowed" in told[1]
    assert told[2:] == [f"{games}: 2 read, 2 faulty"]


def test_a_faulty_megalith_is_told_like_other_faults(capsys, games: Path, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise PowerError("the power of 'deer' failed")

    monkeypatch.setattr(cairn, "apply", fail)
    assert "game 1, line 5, turn 1: 'c5-x': the power of 'deer' failed" in printed(capsys, "check", games, code=1)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"\xff\xfe[\x00G\x00", "not UTF-8 but UTF-16"),
        (b"\xfe\xff\x00[\x00G", "not UTF-8 but UTF-16"),
        (b"\n{\n\xff}", "not UTF-8"),
    ],
)
def test_a_file_in_another_encoding_is_told(capsys, tmp_path: Path, content: bytes, fault: str) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)
    assert fault in printed(capsys, "check", file, code=1)


def test_a_byte_that_is_not_utf_8_spoils_one_game_only(capsys, games: Path, tmp_path: Path) -> None:
    text = games.read_text(encoding="utf-8")
    file = tmp_path / "latin.cairn"
    file.write_bytes(text.encode() + text.encode("latin-1") + text.encode())
    told = printed(capsys, "check", file, code=1)
    assert "the byte 0xEB (U+DCEB) is not UTF-8; save the text as UTF-8" in told
    assert told.endswith(": 5 read, 1 faulty\n")


def test_records_become_json_and_records_again(capsys, games: Path, tmp_path: Path) -> None:
    lines, back = tmp_path / "games.jsonl", tmp_path / "back.cairn"
    assert printed(capsys, "convert", games, "-o", lines) == ""
    texts = lines.read_text(encoding="utf-8").splitlines()
    first, second = (loads(text, expect=Record) for text in texts)
    assert first.comments == {1: "Out!"}
    assert second.tags == {"Sea": "Zoë"}
    assert printed(capsys, "convert", lines, "--output", back) == ""
    assert back.read_text(encoding="utf-8") == games.read_text(encoding="utf-8")
    assert printed(capsys, "convert", lines) == games.read_text(encoding="utf-8")


def test_what_cannot_be_converted_whole_leaves_the_old_file(capsys, games: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.json"
    target.write_text("precious", encoding="utf-8")
    games.write_text(games.read_text(encoding="utf-8").replace("=menhir", "=deer"), encoding="utf-8")
    assert "=deer" in refused(capsys, "convert", games, "-o", target)
    assert target.read_text(encoding="utf-8") == "precious"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games.cairn", "target.json"]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "nowhere"], "'nowhere' is neither a file nor a position"),
        (["show", "x" * 5000], "neither a file nor a position"),
        (["show", "5/5 s"], "there are seven"),
        (["show", "FILE", "--number", "3"], "has no game 3"),
        (["show", "FILE", "--number", "0"], "--number: '0' is not a whole number from 1 to 999999999"),
        (["show", "FILE", "--turn", "3"], "no state after 3 turns; the game goes from 0 to 2"),
        (["show", "FILE", "--svg", "no/where.svg"], "cannot write 'no/where.svg': No such file or directory"),
        (["show", "FOLDER"], "Is a directory"),
        (["show", "ACTION"], "holds a Pass; give a record, a match or a state"),
        (["convert", "ACTION"], "holds a Pass; give a record, a match or a state"),
        (["convert", "CHARACTERS"], "holds a list of Character values; give a record, a match or a state"),
        (["replay", "nowhere"], "neither a file nor a position"),
    ],
)
def test_what_cannot_be_done_ends_in_one_clear_line(
    capsys, games: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    action = tmp_path / "action.json"
    action.write_text(dumps(cairn.Pass()), encoding="utf-8")
    characters = tmp_path / "characters.json"
    characters.write_text(dumps((create_character(seed=7),)), encoding="utf-8")
    names = {"FILE": str(games), "FOLDER": str(tmp_path), "ACTION": str(action), "CHARACTERS": str(characters)}
    assert message in refused(capsys, *(names.get(each, each) for each in arguments))


def test_a_character_that_is_none_is_not_read(capsys, tmp_path: Path) -> None:
    """Half of a surrogate pair can stand in JSON, but in no file."""
    source, target = tmp_path / "half.json", tmp_path / "half.cairn"
    text = dumps(record("c5-x", comments={0: "half"}))
    source.write_text(text.replace("half", "\\ud800"), encoding="utf-8")
    assert "'\\ud800': half a character" in refused(capsys, "convert", source, "-o", target)
    assert not target.exists()


def test_a_game_without_pictures_has_none_written(capsys, games: Path, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr("cairn_rules.cli.stored_games.picture_of", lambda *_, **__: None)
    assert "draws no pictures" in refused(capsys, "show", games, "--svg", tmp_path / "none.svg")


def test_a_link_stays_one_and_rights_are_kept(capsys, games: Path, tmp_path: Path) -> None:
    target, link, other = tmp_path / "private.json", tmp_path / "link.json", tmp_path / "private.json.part"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to(target)
    other.write_text("mine", encoding="utf-8")
    printed(capsys, "convert", games, "-o", link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith('{"format":1')
    assert target.stat().st_mode & 0o777 == 0o600
    assert other.read_text(encoding="utf-8") == "mine"


@pytest.mark.untraced
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_is_written_to_and_stays_one(games: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([sys.executable, "-m", "cairn_rules", "convert", games, "-o", pipe]) as writer:  # noqa: S603
        text = pipe.read_text(encoding="utf-8")
    assert writer.returncode == 0
    assert len(text.splitlines()) == 2
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "-", "-"], "the standard input can be read only once"),
        (["replay", "-"], "cannot be used for both the game and the answers"),
    ],
)
def test_the_standard_input_is_read_once(capsys, arguments: list[str], message: str) -> None:
    assert message in refused(capsys, *arguments)


def test_without_a_standard_input_there_is_nothing_to_read(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "the standard input is closed" in printed(capsys, "check", "-", code=1)


class Pouring(io.RawIOBase):
    """A stream of parts, each made when it is read."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.parts = parts
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, room: memoryview) -> int:
        part = next(self.parts, b"")
        assert len(part) <= len(room)
        room[: len(part)] = part
        self.given += len(part)
        return len(part)


def poured(monkeypatch: pytest.MonkeyPatch, parts: Iterator[bytes]) -> Pouring:
    """The standard input, as a stream of parts."""
    stream = Pouring(parts)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(stream)))
    return stream


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> int:
    """A short limit for the length of a game."""
    for module in ("cli.game_files", "codec.json_text", "history.record_text"):
        monkeypatch.setattr(f"cairn_rules.{module}.LONGEST", 20_000)
    return 20_000


ARCHIVES = {
    "records": lambda text, _: [text],
    "records among empty lines": lambda text, _: [*[b"\n" * 5000] * 100, text],
    "JSON on a line each": lambda _, json: [json],
    "JSON among empty lines": lambda _, json: [*[b"\n" * 5000] * 100, json],
}


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("archive", ARCHIVES)
def test_a_file_of_any_length_is_read_in_little_memory(capsys, monkeypatch, archive: str) -> None:
    """Of two megabytes, many times as long as what is kept."""
    game = record("c5-x", comments={1: "x" * 4000})
    parts = ARCHIVES[archive](f"{format_record(game)}\n".encode(), f"{dumps(game)}\n".encode())
    times = 2_000_000 // sum(map(len, parts))
    poured(monkeypatch, iter(parts))
    printed(capsys, "check", "-")  # what is imported and cached once
    stream = poured(monkeypatch, (part for _ in range(times) for part in parts))
    tracemalloc.start()
    try:
        assert printed(capsys, "check", "-") == f"-: {times} read\n"
        assert tracemalloc.get_traced_memory()[1] < 250_000
    finally:
        tracemalloc.stop()
    assert stream.given > 1_500_000


def test_one_document_may_reach_the_limit(capsys, tmp_path: Path, limit: int) -> None:
    file = tmp_path / "game.json"
    text = dumps(record("c5-x", comments={1: "x"}), indent=1)
    longest = text.replace('"x"', f'"{"x" * (limit - len(text) + 1)}"')
    for ending in ("", "\n"):
        file.write_text(longest + ending, encoding="utf-8")
        assert printed(capsys, "check", file) == f"{file}: 1 read\n"
    file.write_text(longest + " ", encoding="utf-8")
    assert "longer than 20000" in printed(capsys, "check", file, code=1)


def test_empty_lines_count_for_the_place_of_a_fault(capsys, tmp_path: Path) -> None:
    file = tmp_path / "games.cairn"
    file.write_text("\n" * 1000 + "[Sea]\n\n" * 2, encoding="utf-8")
    told = printed(capsys, "check", file, code=1).splitlines()
    assert told[0].startswith(f"{file}, game 1, line 1001: '[Sea]' is not a tag")
    assert told[1].startswith(f"{file}, game 1, line 1003: '[Sea]' is not a tag")


@pytest.mark.parametrize("begun", [b"{\n", b"{", b"\n\n  {\n"])
def test_what_begins_as_json_is_read_to_the_limit(capsys, monkeypatch, limit: int, begun: bytes) -> None:
    stream = poured(monkeypatch, chain([begun], repeat(b'"a": 1,\n', 100_000)))
    assert printed(capsys, "check", "-", code=1).splitlines() == [
        f"-, game 1, $: longer than {limit} characters, the maximum for a document",
        "-: 0 read, 1 faulty",
    ]
    assert stream.given < 2 * limit


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("excess", [-1, 0, 1, 2, 40_000])
def test_a_game_that_is_too_long_hides_no_other_one(
    capsys, tmp_path: Path, limit: int, excess: int, ending: str
) -> None:
    """Neither in text nor in JSON, even on one line, which is not kept. An empty line between parts does not count."""
    texts, lines = tmp_path / "games.cairn", tmp_path / "games.jsonl"
    sound = record("c5-x", comments={1: "x"})
    text, json = format_record(sound), dumps(sound)
    long_text = text.replace("{x}", "{" + "x" * (limit + excess - len(text) + 2) + "}")
    long_json = json.replace('"x"', f'"{"x" * (limit + excess - len(json) + 1)}"')
    assert len(long_text) - 1 == len(long_json) == limit + excess
    texts.write_text(f"{text}\n{long_text}\n{text}", encoding="utf-8", newline=ending)
    lines.write_text(f"{json}\n{long_json}\n{json}\n", encoding="utf-8", newline=ending)
    told = printed(capsys, "check", texts, lines, code=int(excess > 0)).splitlines()
    if excess <= 0:
        assert told == [f"{texts}: 3 read", f"{lines}: 3 read"]
        return
    place = 12 if excess > 100 else 13
    assert told == [
        f"{texts}, game 2, line {place}: the record is too long: at most {limit} characters are allowed",
        f"{texts}: 2 read, 1 faulty",
        f"{lines}, game 2, $: longer than {limit} characters, the maximum for a document",
        f"{lines}: 2 read, 1 faulty",
    ]


def test_a_mark_of_the_byte_order_is_no_part_of_a_file(capsys, games: Path, tmp_path: Path) -> None:
    marked, document = tmp_path / "marked.cairn", tmp_path / "marked.json"
    marked.write_text(games.read_text(encoding="utf-8"), encoding="utf-8-sig")
    document.write_text(dumps(record("c5-x"), indent=2), encoding="utf-8-sig")
    assert printed(capsys, "check", marked, document).splitlines() == [f"{marked}: 2 read", f"{document}: 1 read"]


def test_an_endless_number_is_no_turn(capsys, games: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("9" * 5000 + "\nq\n"))
    assert printed(capsys, "replay", games).count("\nStart\n") == 2


STONES = """
from cairn_rules.cairn import Banish, Space, megalith

@megalith("Far Thunder", text="Banish an enemy shaman anywhere.")
def thunder(site):
    for enemy in site.enemies():
        yield Banish(enemy)

@megalith("Hasty Stone", text="Banish the shaman on c3.")
def hasty(site):
    yield Banish(Space.C3)

BOTH = (thunder, hasty)
NUMBERS = (1, thunder)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module in the folder where the command is given."""
    (tmp_path / "stones_being_written.py").write_text(STONES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "stones_being_written", raising=False)
    return "stones_being_written"


@pytest.mark.untraced
@pytest.mark.slow
def test_a_good_megalith_has_no_faults(capsys, module: str) -> None:
    assert main(["check-megalith", "--symmetric", "--verbose", f"{module}:thunder"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "Far Thunder ('thunder'): nothing found\n"
    assert "  not-symmetric: all sides of the board are treated alike" in captured.err.splitlines()


@pytest.mark.untraced
@pytest.mark.slow
def test_the_fault_of_a_megalith_is_drawn(capsys, module: str) -> None:
    shown = printed(capsys, "check-megalith", f"{module}:BOTH", code=1)
    assert "Far Thunder ('thunder'): nothing found" in shown
    assert "Hasty Stone ('hasty'): it offers an option that cannot be applied" in shown
    assert "Sea village" in shown


@pytest.mark.untraced
@pytest.mark.slow
def test_a_check_that_takes_too_long_is_stopped(capsys, module: str, monkeypatch) -> None:
    monkeypatch.setattr("cairn_rules.testing.check.monotonic", count(step=0.1).__next__)
    shown = printed(capsys, "check-megalith", "--max-seconds", "30", f"{module}:thunder")
    assert shown.startswith("Far Thunder ('thunder'): nothing found; ")
    assert re.search(r"; not looked for: '[a-z-]+' and all later checks: 30 seconds were not enough$", shown)
    said = refused(capsys, "check-megalith", "--max-seconds", "0", f"{module}:thunder")
    assert "'0' is not a whole number from 1" in said


@pytest.mark.slow
def test_a_power_that_exits_does_not_end_the_command(capsys, module: str, tmp_path: Path) -> None:
    """Neither an exception that exits nor an exit at once; an exit while the module is imported is told, too."""
    code = (tmp_path / f"{module}.py").read_text(encoding="utf-8")
    exiting = code.replace("    yield Banish(Space.C3)", "    import sys\n    sys.exit(0)")
    (tmp_path / f"{module}.py").write_text(exiting, encoding="utf-8")
    assert "its power fails with SystemExit(0)" in printed(capsys, "check-megalith", f"{module}:hasty", code=1)
    del sys.modules[module]
    at_once = code.replace("    yield Banish(Space.C3)", "    import os\n    os._exit(0)")
    (tmp_path / f"{module}.py").write_text(at_once + "\n\n", encoding="utf-8")
    assert "it ends the process (exit code 0)" in printed(capsys, "check-megalith", f"{module}:hasty", code=1)
    del sys.modules[module]
    (tmp_path / f"{module}.py").write_text("raise SystemExit(0)", encoding="utf-8")
    assert "SystemExit(0)" in refused(capsys, "check-megalith", f"{module}:hasty")
    (tmp_path / f"{module}.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    assert main(["check-megalith", f"{module}:hasty"]) == 130
    for raising, code in (("SystemExit(0)", 2), ("KeyboardInterrupt", 130)):
        stones = f"class Stones:\n    def __iter__(self):\n        raise {raising}\n\nMANY = Stones()\n"
        (tmp_path / f"{module}.py").write_text(stones, encoding="utf-8")
        sys.modules.pop(module, None)
        importlib.invalidate_caches()
        assert main(["check-megalith", f"{module}:MANY"]) == code


@pytest.mark.parametrize(
    "place", ["", "x", "nothing_of_this_name:x", "MODULE:none", "MODULE:NUMBERS", "MODULE:Space.C3"]
)
def test_what_is_no_megalith_is_not_checked(capsys, module: str, place: str) -> None:
    assert place.replace("MODULE", module) in refused(capsys, "check-megalith", place.replace("MODULE", module))


def test_checking_a_megalith_needs_the_kit(capsys, module: str, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    monkeypatch.delitem(sys.modules, "cairn_rules.testing", raising=False)
    monkeypatch.delattr(cairn_rules, "testing", raising=False)
    said = refused(capsys, "check-megalith", f"{module}:thunder")
    assert "cairn_rules.testing needs hypothesis; install it with: pip install 'cairn-rules[testing]'" in said


def test_a_content_pack_is_no_stored_game(tmp_path, capsys):
    """One sentence says so, in place of the faults of each of its keys."""
    pack, table = tmp_path / "pack.json", tmp_path / "pack.TOML"
    pack.write_text('{"format": 1, "pack": {}, "limits": {}}', encoding="utf-8")
    table.write_text('id = "fen"\n[texts]\n', encoding="utf-8")
    said = (
        "not a stored game, which is a text record or JSON with 'game' and 'document'; "
        "'cairn-rules check-pack' checks a content pack"
    )
    assert printed(capsys, "check", pack, table, code=1).splitlines() == [
        f"{pack}, game 1, $: {said}",
        f"{pack}: 0 read, 1 faulty",
        f"{table}: cannot read '{table}': {said}",
        f"{table}: 0 read",
    ]
    pack.write_text('{"format": 1, "document": "state", "limits": {}}', encoding="utf-8")
    faults = printed(capsys, "check", pack, code=1).splitlines()[:-1]
    assert [each.rpartition("$.")[2].partition(":")[0] for each in faults] == ["game", "value", "limits"]
