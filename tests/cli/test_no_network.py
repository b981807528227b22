"""No command reaches for a network, but for those that are asked to use a cluster."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cairn_rules import games
from cairn_rules.cli.commands import COMMANDS
from cairn_rules.cli.parser import commands_of

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parents[2]
GOLDEN = (ROOT / "tests" / "golden").as_posix()
EXAMPLES = (ROOT / "examples").as_posix()

PROGRAM = """
import shlex, socket, sys
from io import StringIO

reached = []

def watch(event, arguments):
    # The processes of a program may speak through sockets of the machine itself (AF_UNIX).
    internet = event == "socket.__new__" and arguments[1] in (socket.AF_INET, socket.AF_INET6)
    if internet or event.startswith(("socket.get", "urllib.")):
        reached.append(f"{line}: {event}")
        raise PermissionError(event)

sys.addaudithook(watch)
from cairn_rules.cli.main import main

lines = sys.stdin.read().splitlines()
for line in lines:
    sys.stdin, sys.stdout = StringIO("resign\\nyes\\n"), StringIO()
    code = main(shlex.split(line))
    print(code, line, file=sys.__stdout__)
print(*reached, sep="\\n", file=sys.__stderr__)
"""
"""Runs each line of its input as a command, and lists those that asked for the internet."""

CALLS = f"""\
help
--version
play --seed 1 --player sea=human --player forest=random --save saved.txt
demo --seed 7
demo --game korrigans --seed 7
demo --game cairn-rpg-combat --seed 7
simulate --lineup greedy,random -n 2 --jobs 2 --seed 7 --max-turns 2 --output games.csv
show {GOLDEN}/records/resigned.txt --svg picture.svg --html page.html
replay {GOLDEN}/records/resigned.txt
check {GOLDEN}/records/resigned.txt
convert {GOLDEN}/records/resigned.txt --output games.jsonl
analyse {GOLDEN}/records/resigned.txt --simulations 20 --svg best.svg
review {GOLDEN}/records/resigned.txt --simulations 20 --html review.html
perft 1
schema --output schemas
megaliths
puzzles today --solution
check-megalith twelve_stones:whirlpool
balance twelve_stones:whirlpool --games 1 --markdown report.md
character --seed 7 --format json --output hero.json
party 2 --seed 7 --format html
sheet hero.json --format html
lookup R97
roll reaction --seed 7
save STR hero.json
check-pack {EXAMPLES}/fenland-pack/src/fenland_pack/fenland.toml
fight hero.json root-goblin --seed 7
odds hero.json root-goblin --output odds.html
forecast --simulate --games 2 --seed 7
chronicle {GOLDEN}/cairn-rpg-campaign/match.json
map {EXAMPLES}/sallow-fen/fen.toml --output fen.png
"""


def run(lines: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run commands in a folder; they find the modules of the examples, and those of the folder."""
    begin = f"import sys; sys.path[:0] = {[str(folder), EXAMPLES]}\n"
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", begin + PROGRAM],
        input=lines,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


@pytest.mark.slow
def test_no_command_asks_for_the_internet(tmp_path: Path) -> None:
    """Every command succeeds without any socket of the internet, and without looking up a name."""
    done = run(CALLS, tmp_path)
    assert done.stdout.splitlines() == [f"0 {line}" for line in CALLS.splitlines()], done.stderr
    assert done.stderr.splitlines()[-1:] == [""], done.stderr
    known = {*COMMANDS, *(command.name for game in games.LIBRARY for command in commands_of(games.load(game)))}
    assert known - {line.split()[0] for line in CALLS.splitlines()} == set()


def test_what_asks_for_the_internet_is_seen(tmp_path: Path) -> None:
    """A module that a command imports is seen when it looks for another machine."""
    module = "import socket\nsocket.create_connection(('127.0.0.1', 1))\n"
    (tmp_path / "curious.py").write_text(module, encoding="utf-8")
    assert "check-megalith curious:stone: socket.getaddrinfo" in run("check-megalith curious:stone", tmp_path).stderr
