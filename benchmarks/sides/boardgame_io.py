"""boardgame.io's tic-tac-toe, in a node process that measures itself on request.

Node finds the package by the environment variable NODE_PATH, or in `node_modules` of this folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from sides.side import Quantity, Side, Speed

PROGRAM = Path(__file__).with_suffix(".cjs")


def sides() -> Sequence[Side]:
    """Return its client, as users play, and its reducer without a client, as its bots simulate."""
    node = shutil.which("node")
    if node is None:
        raise ImportError("node is not installed")
    found = subprocess.run(  # noqa: S603 - our own statement
        [node, "-p", "require('boardgame.io/package.json').version"],
        cwd=PROGRAM.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        raise ImportError("node does not find the npm package boardgame.io")
    process = subprocess.Popen(  # noqa: S603 - our own program
        [node, "--expose-gc", str(PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "NODE_ENV": "production"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    questions: IO[str] = process.stdin
    answers: IO[str] = process.stdout
    installed = f"boardgame.io {found.stdout.strip()}"

    def ask(what: str, number: float) -> float:
        print(json.dumps([what, number]), file=questions, flush=True)
        return float(answers.readline())

    def speed(what: str) -> Speed:
        return lambda seconds: ask(what, seconds)

    branch = speed("branch")
    name = "boardgame.io, tic-tac-toe in JavaScript"
    speeds = {
        Quantity.PLAYOUT: speed("playout"),
        Quantity.CHECKED: branch,
        Quantity.BRANCH: branch,
        Quantity.EXPAND: speed("expand"),
        Quantity.PERFT: speed("perft"),
        Quantity.JSON: speed("json"),
    }
    return [
        Side(
            name=name,
            version=installed,
            speeds=speeds,
            start=((node, "-e", ""), (node, "-e", "require('boardgame.io/client')")),
            keep=lambda count: int(ask("keep", count)),
        ),
        Side(f"{name}, the reducer alone", installed, {Quantity.PLAYOUT: speed("leanPlayout")}),
    ]
