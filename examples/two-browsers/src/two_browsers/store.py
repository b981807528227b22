"""Games in SQLite. Every state of a game is stored; rows are added and never changed."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple

from cairn_rules import dumps, loads
from cairn_rules.cairn import Action, State, Tribe, format_action

LONGEST_WAIT = 2.0
"""Seconds to wait for a lock of the database."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, sea BLOB NOT NULL, forest BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS states (
    game TEXT NOT NULL REFERENCES games,
    version INTEGER NOT NULL, -- the number of decisions so far
    action TEXT, -- the one that led here
    state TEXT NOT NULL,
    PRIMARY KEY (game, version)
);
"""


class UnknownGameError(LookupError):
    """There is no game with this id."""


class OutOfDateError(Exception):
    """A decision was made for a state that is not the latest one."""


class BusyError(Exception):
    """Another process has locked the database for too long."""


class Created(NamedTuple):
    """A new game. Only its two players should learn the tokens."""

    game: str
    tokens: tuple[str, str]
    """The secret tokens of the players, by tribe."""


class Kept(NamedTuple):
    """A state of a game, and the decision that led to it."""

    version: int
    action: str | None
    state: State


class Store:
    """The games in a file. Each call opens its own connection, so any thread and process may call.

    Args:
        path: The file; it is created if it is missing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._connection() as db:
            db.execute("PRAGMA journal_mode = WAL")  # readers do not wait for writers
            db.executescript(_SCHEMA)

    def create(self, start: State) -> Created:
        """Store a new game, with the hashes of its tokens only."""
        created = Created(secrets.token_urlsafe(9), (secrets.token_urlsafe(24), secrets.token_urlsafe(24)))
        with self._writing() as db:
            db.execute("INSERT INTO games VALUES (?, ?, ?)", (created.game, *map(_hash, created.tokens)))
            db.execute("INSERT INTO states VALUES (?, 0, NULL, ?)", (created.game, dumps(start)))
        return created

    def seat(self, game: str, token: str) -> Tribe | None:
        """Return the tribe whose token this is; None if the token is wrong."""
        with self._connection() as db:
            hashes = db.execute("SELECT sea, forest FROM games WHERE id = ?", (game,)).fetchone()
        if hashes is None:
            raise UnknownGameError
        return next((tribe for tribe in Tribe if compare_digest(hashes[tribe], _hash(token))), None)

    def version(self, game: str) -> int:
        """Return the number of decisions so far."""
        with self._connection() as db:
            (version,) = db.execute("SELECT max(version) FROM states WHERE game = ?", (game,)).fetchone()
        if version is None:
            raise UnknownGameError
        return int(version)

    def latest(self, game: str) -> tuple[Kept | None, Kept]:
        """Return the state before the last decision (None at the start), and the current state."""
        with self._connection() as db:
            now, *earlier = _newest(db, game, 2)
        return (earlier[0] if earlier else None), now

    def history(self, game: str) -> tuple[State, tuple[str, ...]]:
        """Return the first state and every decision since, oldest first."""
        with self._connection() as db:
            rows = db.execute("SELECT action, state FROM states WHERE game = ? ORDER BY version", (game,)).fetchall()
        if not rows:
            raise UnknownGameError
        return loads(rows[0][1], expect=State), tuple(action for action, _ in rows[1:])

    def advance(self, game: str, version: int, decide: Callable[[State], tuple[Action, State]]) -> None:
        """Add a decision, in one transaction, during which nobody else can write.

        Args:
            game: The game.
            version: The version for which the decision was made.
            decide: Returns the decision and the state after it. If it raises an error, nothing changes.
        """
        with self._writing() as db:
            (now,) = _newest(db, game, 1)
            if now.version != version:
                raise OutOfDateError
            action, state = decide(now.state)
            row = (game, version + 1, format_action(action), dumps(state))
            db.execute("INSERT INTO states VALUES (?, ?, ?, ?)", row)

    @contextmanager
    def _connection(self) -> Generator[sqlite3.Connection, None, None]:
        try:
            with closing(sqlite3.connect(self._path, timeout=LONGEST_WAIT, isolation_level=None)) as db:
                yield db
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                raise BusyError from error
            raise

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection, None, None]:
        with self._connection() as db, db:  # the second one commits, or rolls back
            db.execute("BEGIN IMMEDIATE")
            yield db


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()  # a token is long and random, so it needs no salt


def _newest(db: sqlite3.Connection, game: str, number: int) -> list[Kept]:
    """Return the last states of a game, newest first."""
    select = "SELECT version, action, state FROM states WHERE game = ? ORDER BY version DESC LIMIT ?"
    kept = [
        Kept(version, action, loads(state, expect=State))
        for version, action, state in db.execute(select, (game, number))
    ]
    if not kept:
        raise UnknownGameError
    return kept
