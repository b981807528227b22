"""Control characters in documents, paths and arguments never reach the terminal, whichever command prints them."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final
from unicodedata import category

import pytest
from attrs import frozen

from cairn_rules import CairnRulesError, DocumentError, endless_winter, korrigans, loads, parse_record
from cairn_rules.cairn_rpg import parse_pack
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cairn_rpg.formats.character_files import FORMATS
from cairn_rules.cli.commands import COMMANDS
from cairn_rules.cli.main import main
from cairn_rules.cli.parser import commands_of, parser_of
from cairn_rules.games import LIBRARY, load
from cairn_rules.history.record_text import format_record

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
FENLAND = ROOT / "examples" / "fenland-pack" / "src" / "fenland_pack" / "fenland.toml"
PAYLOAD: Final = "\x1b[31m\x1b]8;;http:x\x07\x1b]52;c;eA\x07\x9b2J\u202e\u2066\r\x7f"
"""Colours, a link, the clipboard, an erased screen, reversed text, a line written over, and a deleted character."""
ESCAPED: Final = r"\x1b[31m\x1b]8;;http:x\x07\x1b]52;c;eA\x07\x9b2J\u202e\u2066\r\x7f"
WITH_NULL: Final = f"{PAYLOAD}\0"
"""The payload of documents; arguments have no null characters."""
SURROGATE: Final = "\ud800"
READS: Final = {"FILE", "FILE|POSITION", "CHARACTERS", "FIGHTERS", "FOES", "MEMBERS"}
"""Names in help of arguments that may be files to read."""
WRITES: Final = {"--svg", "--png", "--animation", "--html", "--markdown", "--save", "--output"}
FLAGS: Final = {"--all", "--check", "--party", "--rolls"}
"""Flags with which a command prints other things."""
LIMITS: Final = {"--max-turns": "1", "--simulations": "1", "--most-states": "1", "--games": "2", "--seed": "7"}
"""Options that keep commands short."""
FIGHTERS: Final = {"characters": "seed 7", "foes": "root-goblin"}
VALUES: Final = {"depth": "1", "games": "1", "members": "1", "lineup": "random,random"}
"""Values of other arguments that commands need."""
FILE: Final = "<file>"
RPG: Final = tuple(name for name in LIBRARY if name.startswith("cairn-rpg"))


def raw(text: str) -> set[str]:
    """Return the control characters in a text, apart from line breaks and tabs."""
    return {each for each in text if category(each) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and each not in "\n\t"}


class Console(io.StringIO):
    """A console that can show all characters."""

    encoding = "utf-8"


class Terminal(Console):
    """A console that shows colours."""

    def isatty(self) -> bool:
        return True


def printed(line: Collection[str], monkeypatch: pytest.MonkeyPatch, shown: io.StringIO | None = None) -> str:
    """Return all that a command prints, with two lines to read."""
    shown = Console() if shown is None else shown
    with monkeypatch.context() as here:
        here.setattr(sys, "stdout", shown)
        here.setattr(sys, "stderr", shown)
        here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"?\n1\n"), encoding="utf-8"))
        assert main([*line]) in {0, 1, 2}
    return shown.getvalue()


@cache
def lines_of(name: str) -> list[list[str]]:
    """Return a command line for each argument with which a command of a game reads a file."""
    return [*_lines_of(name)]


def _lines_of(name: str) -> Iterator[list[str]]:
    game = load(name)
    for command in (*(each.load() for each in COMMANDS.values()), *commands_of(game)):
        actions = parser_of(command, game, name)._actions
        options = {option for action in actions for option in action.option_strings}
        for action in actions:
            if WRITES & {*action.option_strings}:
                continue
            if action.metavar not in READS:
                assert "FILE" not in str(action.metavar)
                continue
            line = [command.name, "--game", name, *_arguments(actions, action)]
            yield line
            yield from ([*line, flag] for flag in sorted(FLAGS & options))
            if "--format" in options:
                yield from ([*line, "--format", format] for format in ("markdown", "html", "json", *FORMATS))


def _arguments(actions: Collection[argparse.Action], reading: argparse.Action) -> Iterator[str]:
    """Yield the arguments of a command, with a file for one of them."""
    for action in actions:
        named = action.option_strings[-1:]
        if action is reading:
            yield from (*named, FILE)
        elif not named and action.dest in FIGHTERS and reading.dest in FIGHTERS:
            yield FIGHTERS[action.dest]
        elif action.required:
            yield from (*named, VALUES.get(action.dest, FILE))
        elif named and named[0] in LIMITS and not (named[0] == "--seed" and reading.dest in {"resume", "source"}):
            yield from (named[0], LIMITS[named[0]])


@frozen
class Sample:
    """A valid document."""

    data: Any
    read: Callable[[str], object]
    games: tuple[str, ...]
    """The games whose commands read it."""
    ending: str = ".json"
    write: Callable[[Any], str] = json.dumps

    def hostile(self, payload: str, *paths: tuple[Any, ...]) -> str:
        """Return the document with a payload within some of its texts."""
        data = json.loads(json.dumps(self.data))
        for path in sorted(paths, key=lambda path: (path[-1] is None, -len(path))):  # keys change last
            *way, last = path if path[-1] is not None else path[:-1]
            part = data
            for key in way:
                part = part[key]
            if path[-1] is not None:
                part[last] = _within(part[last], payload)
            else:
                renamed = {_within(key, payload) if key == last else key: value for key, value in part.items()}
                part.clear()
                part |= renamed
        return self.write(data)


def _within(text: str, payload: str) -> str:
    return text[:1] + payload + text[1:]


def values_in(data: Any) -> Iterator[str]:
    """Yield the texts of a document, without its keys."""
    for _, (*way, last) in texts_in(data):
        if last is not None:
            part = data
            for key in (*way, last):
                part = part[key]
            yield part


def texts_in(part: Any, *path: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield the path of every text of a document, with what objects of the same kind have in common.

    The path of a key has None at its end.
    """
    if isinstance(part, str):
        yield None, path
    elif isinstance(part, dict):
        kind = tuple(sorted(part))
        for key, value in part.items():
            yield (kind, key, None), (*path, key, None)
            for alike, found in texts_in(value, *path, key):
                yield alike or (kind, key), found
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from texts_in(value, *path, place)


def samples() -> Iterator[tuple[str, Callable[[], Sample]]]:
    """Yield documents of every kind, with names."""
    for name in LIBRARY:
        for line in (GOLDEN / "0.1.0" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            kind = data["document"]
            label = f"{data['game']}, {kind}" + (f" {data['value']['type']}" if kind == "action" else "")
            yield label, partial(Sample, data, loads, RPG if kind in {"character", "party"} else (name,))
            if kind == "record":
                yield f"{name}, text record", partial(_text_record, line, name)
    for format in FORMATS:
        yield format, partial(_character, format)
    yield "pack", _pack
    yield "pack of cards", _cards
    yield "board", _board


def _character(format: str) -> Sample:
    document, _ = FORMATS[format].write(create_character(seed=7))
    # All commands print characters of one class, which the document of a party shows to every game.
    return Sample(document, lambda text: FORMATS[format].read(json.loads(text)), RPG[:2])


def _pack() -> Sample:
    return Sample(tomllib.loads(FENLAND.read_text(encoding="utf-8")), parse_pack, RPG, ".toml", _toml_file)


def _cards() -> Sample:
    pack = json.loads(endless_winter.format_pack(endless_winter.default_pack()))
    return Sample(pack, endless_winter.parse_pack, ("endless-winter",))


def _board() -> Sample:
    board = tomllib.loads(korrigans.format_board(korrigans.default_board()))
    return Sample(board, korrigans.parse_board, ("korrigans",), ".toml", _toml_file)


def _text_record(line: str, game: str) -> Sample:
    head, moves = format_record(loads(line)).split("\n\n")
    words = re.sub(r"{.*?}|result:.*", "", moves).split()[:8]
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', head))
    parts = {"tags": tags, "comment": "Begun.", "words": {str(place): word for place, word in enumerate(words)}}
    return Sample(parts | {"remark": "Stopped.", "result": "result: *"}, parse_record, (game,), ".txt", _record_file)


def _record_file(parts: dict[str, Any]) -> str:
    tags, comment, words, remark, result = parts.values()
    head = "".join(f'[{name} "{text}"]\n' for name, text in tags.items())
    return f"{head}\n{{{comment}}}\n{' '.join(words.values())}\n; {remark}\n{result}\n"


def _toml_file(table: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in table.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value).replace("\x7f", "\\u007f")


SAMPLES: Final = dict(samples())


@cache
def sample_of(name: str) -> Sample:
    """Return the document of a name."""
    return SAMPLES[name]()


def hostile_paths(name: str) -> list[tuple[Any, ...]]:
    """Return the paths of the texts of a sample that are unlike those of earlier samples for the same game."""
    known: set[Any] = set()
    for other in SAMPLES:
        found = dict(texts_in(sample_of(other).data))
        if other == name:
            return [path for alike, path in found.items() if alike not in known]
        known |= found.keys() if sample_of(other).games == sample_of(name).games else set()
    raise AssertionError(name)


def problem_of(sample: Sample, payload: str, *paths: tuple[Any, ...]) -> str:
    """Return the error for a document with a payload in some texts; empty if it is accepted."""
    try:
        sample.read(sample.hostile(payload, *paths))
    except CairnRulesError as error:
        return str(error)
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_no_command_prints_a_control_character_of_a_document(name, monkeypatch, tmp_path):
    """A text that is refused is escaped in the error; one that is accepted is escaped when it is printed."""
    sample = sample_of(name)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / f"document{sample.ending}"
    lines = [[str(file) if each == FILE else each for each in line] for game in sample.games for line in lines_of(game)]

    def check(line: list[str], *paths: tuple[Any, ...]) -> None:
        # written anew, because a game that goes on is saved
        file.write_text(sample.hostile(WITH_NULL, *paths), encoding="utf-8", newline="")
        assert not raw(printed(line, monkeypatch))

    paths, refused, accepted = hostile_paths(name), [], []
    assert not raw(problem_of(sample, SURROGATE, *paths))
    for path in paths:
        problem = problem_of(sample, WITH_NULL, path)
        assert not raw(problem)
        (refused if problem else accepted).append(path)
    for path, line in zip(refused, lines, strict=False):
        check(line, path)
    for path, line in zip(accepted, cycle(lines), strict=False):
        check(line, path)
    for line in lines if accepted else ():
        check(line, *accepted)


@pytest.mark.slow
def test_paths_are_escaped(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path = f"x{PAYLOAD}\udc80.json".replace("\r", "")  # a text with white space would be a position
    quoting = set()
    for line in (line for name in LIBRARY for line in lines_of(name)):
        shown = printed([each.replace(FILE, path) for each in line], monkeypatch)
        assert not raw(shown)
        quoting |= {line[0]} if r"\x7f\udc80" in shown else set()
    assert quoting == {line[0] for name in LIBRARY for line in lines_of(name)}


def test_a_command_line_is_escaped(monkeypatch):
    for line in ([PAYLOAD], [f"--{PAYLOAD}"], ["demo", f"--{PAYLOAD}"], ["demo", "--game", PAYLOAD], ["show", PAYLOAD]):
        shown = printed(line, monkeypatch)
        assert ESCAPED in shown
        assert not raw(shown)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such paths")
def test_the_path_of_a_file_that_is_there_is_escaped(monkeypatch, tmp_path):
    file = tmp_path / f"{PAYLOAD}.txt"
    file.write_bytes((GOLDEN / "records" / "whole.txt").read_bytes())
    for console in (Console(), Terminal()):
        shown = printed(["check", str(file)], monkeypatch, console)
        assert f"{ESCAPED}.txt:1read" in "".join(shown.split()), "also broken into lines"
        assert not raw(shown) - {"\r"}
        assert "\r\x7f" not in shown


@pytest.mark.parametrize("options", [(), ("--all",), ("--all", "--plain")])
def test_comments_are_escaped_in_a_replay(options, monkeypatch, tmp_path):
    file = tmp_path / "record.txt"
    text = (GOLDEN / "records" / "comments.txt").read_text(encoding="utf-8")
    file.write_text(text.replace("Before", PAYLOAD), encoding="utf-8", newline="")
    escaped = ESCAPED.replace(r"\r", "\n")  # a line ends there
    shown = printed(["replay", str(file), *options], monkeypatch)
    assert escaped in shown
    assert not raw(shown)


def test_only_own_colours_reach_a_terminal(monkeypatch, tmp_path):
    """On a terminal, boards and warnings have colours; names of weapons and comments have none."""
    pytest.importorskip("rich")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.delenv("NO_COLOR", raising=False)
    record = tmp_path / "record.txt"
    text = (GOLDEN / "records" / "comments.txt").read_text(encoding="utf-8")
    record.write_text(text.replace("Before", "\x1b]0;x\x07"), encoding="utf-8")
    sample = sample_of("cairn-rpg-creation, character")
    hero = tmp_path / "hero.json"
    attack = next(path for _, path in texts_in(sample.data) if path[-3:] == ("attacks", 0, "name"))
    hero.write_text(sample.hostile("\x1b]0;x\x07", attack, ("value", "name")), encoding="utf-8")
    people = ("--party", "human", "--warden", "human")
    for line in (["replay", str(record)], ["fight", str(hero), "root-goblin", "--seed", "7", *people]):
        shown = printed(line, monkeypatch, Terminal())
        assert r"\x1b]0;x\x07" in shown
        assert "\x1b[" in shown
        assert not raw(re.sub(r"\x1b\[[0-9;]*m", "", shown))


def test_names_of_characters_are_escaped(monkeypatch, tmp_path):
    file = tmp_path / "hero.json"
    file.write_text(sample_of("cairn-rpg-creation, character").hostile(PAYLOAD, ("value", "name")), encoding="utf-8")
    for line in (
        ["sheet", str(file)],
        ["sheet", "--check", str(file)],
        ["odds", str(file), "wolf", "--simulate", "--games", "2"],
    ):
        shown = printed(line, monkeypatch)
        assert r"\x1b]52;c;ea\x07\x9b2j\u202e\u2066" in shown.lower()
        assert not raw(shown)
        data = printed([*line, "--format", "json"], monkeypatch).splitlines()[0]
        assert not raw(data)
        assert PAYLOAD in "".join(values_in(json.loads(data)))


def test_ids_are_escaped_in_the_faults_of_a_map(monkeypatch, tmp_path):
    data = deepcopy(sample_of("cairn-rpg-dungeon, dungeon").data)
    data["value"]["areas"] = data["value"]["areas"][:2]  # a fault lists few ids only
    for number, area in enumerate(data["value"]["areas"]):
        area["id"] = f"{PAYLOAD}{number}"
    with pytest.raises(DocumentError) as caught:
        loads(json.dumps(data))
    assert ESCAPED in str(caught.value)
    assert not raw(str(caught.value))
    assert not any(raw(fault.where + fault.message) for fault in caught.value.faults)
    file = tmp_path / "map.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    shown = printed(["demo", "--game", "cairn-rpg-dungeon", "--map", str(file)], monkeypatch)
    assert ESCAPED in shown
    assert not raw(shown)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_results_file_of_another_run_is_escaped(ending, monkeypatch, tmp_path):
    file = tmp_path / f"results.{ending}"
    line = ["simulate", "--lineup", "random,random", "-n", "1", "--seed", "7", "--output", str(file)]
    printed(line, monkeypatch)
    written = file.read_text(encoding="utf-8")
    for number, text in enumerate(re.findall(r'"[^"]*"|[a-z]+', written)):
        within = json.dumps(PAYLOAD)[1:-1] if number % 2 else PAYLOAD
        file.write_text(written.replace(text, text[:2] + within + text[2:]), encoding="utf-8", newline="")
        assert not raw(printed([*line, "--resume"], monkeypatch))
    file.write_text(written.replace('"seed"', json.dumps(PAYLOAD)), encoding="utf-8")
    assert ESCAPED in printed([*line, "--resume"], monkeypatch)
