"""A server as people start it, and players who talk to it over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from two_browsers.store import Created, Store

from cairn_rules import cairn
from cairn_rules.cairn import State, Tribe


class Server:
    """The server in a separate process, on a port that the system chooses."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.options = options
        self.database = folder / "games.sqlite"
        self.log = folder / "log"
        self.store = Store(self.database)
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "two_browsers", "--database", str(self.database), "--port", "0", *self.options]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)  # noqa: S603 - our own
        assert self._process.stdout
        self.url = self._process.stdout.readline().strip()

    def kill(self) -> None:
        with self._process:  # waits for it, and closes the pipe
            self._process.kill()

    def game(self, start: State) -> tuple[Created, Table]:
        """Create a game with a given start, directly in the database."""
        created = self.store.create(start)
        return created, Table(self.url, created)

    def now(self, game: str) -> State:
        return self.store.latest(game)[1].state


class Player:
    """One seat, and everything that its browser may ask for."""

    def __init__(self, url: str, game: str, token: str) -> None:
        self.http = httpx.Client(
            base_url=f"{url}games/{game}", headers={"Authorization": f"Bearer {token}"}, timeout=15
        )

    def look(self) -> dict[str, Any]:
        answer = self.http.get("/state")
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        assert answer.headers["ETag"] == f'"{seen["version"]}"'
        return seen

    def act(self, version: object, action: object) -> httpx.Response:
        return self.http.post("/actions", json={"version": version, "action": action})


class Table:
    """Both players of a game."""

    def __init__(self, url: str, created: Created) -> None:
        self.players = {
            tribe.name.lower(): Player(url, created.game, token)
            for tribe, token in zip(Tribe, created.tokens, strict=True)
        }

    def play(self, rng: Random, most: int | None = None) -> list[str]:
        """Decide at random among what the players are offered, to the end or a number of times."""
        made: list[str] = []
        seen = self.players["sea"].look()
        while seen["decides"] and len(made) != most:
            player = self.players[seen["decides"]]
            seen = player.look()
            made.append(rng.choice(seen["actions"])["action"])
            answer = player.act(seen["version"], made[-1])
            assert answer.json() == {"version": seen["version"] + 1}, answer.text
            seen = player.look()
        return made

    def close(self) -> None:
        for player in self.players.values():
            player.http.close()


def replay(start: State, actions: list[str]) -> State:
    """Return the state after some decisions, from the library without the server."""
    for text in actions:
        start = cairn.apply(start, cairn.parse_action(text, start))
    return start


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests. Whatever they sent, it must not have failed."""
    os.environ["NO_PROXY"] = "*"
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()
    assert server.log.read_text().replace("WARNING:  Invalid HTTP request received.\n", "") == ""


@pytest.fixture
def start() -> State:
    """Sea begins, and may move c1 to c2."""
    return cairn.new_game(seed=7, first=Tribe.SEA, faces="wooe")


@pytest.fixture
def created_table(server: Server, start: State) -> Iterator[tuple[Created, Table]]:
    created, table = server.game(start)
    yield created, table
    table.close()


@pytest.fixture
def created(created_table: tuple[Created, Table]) -> Created:
    return created_table[0]


@pytest.fixture
def table(created_table: tuple[Created, Table]) -> Table:
    return created_table[1]


@pytest.fixture
def sea(table: Table) -> Player:
    return table.players["sea"]


@pytest.fixture
def forest(table: Table) -> Player:
    return table.players["forest"]
