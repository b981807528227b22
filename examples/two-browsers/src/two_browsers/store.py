"""Games in SQLite. Every state that a game went through is kept; rows are added and never changed."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple

from cairn_rules import Action, State, Tribe, dumps, format_action, loads

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
    """There is no game with such an id."""


class OutOfDateError(Exception):
    """A decision was made for a state that is not the latest one."""


class BusyError(Exception):
    """Somebody else has locked the database for longer than it is worth waiting."""


class Created(NamedTuple):
    """A new game; nobody but its two players should learn the tokens."""

    game: str
    tokens: tuple[str, str]
    """The secrets that make somebody a player, by tribe."""


class Kept(NamedTuple):
    """A state of a game, and the decision that led to it."""

    version: int
    action: str | None
    state: State


class Store:
    """The games in a file. Each call has a connection of its own, so any thread and process may call.

    Args:
        path: The file; it is made when it is not there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._connection() as db:
            db.execute("PRAGMA journal_mode = WAL")  # readers do not wait for writers
            db.executescript(_SCHEMA)

    def create(self, start: State) -> Created:
        """Keep a new game. Of the tokens only hashes are kept."""
        created = Created(secrets.token_urlsafe(9), (secrets.token_urlsafe(24), secrets.token_urlsafe(24)))
        with self._writing() as db:
            db.execute("INSERT INTO games VALUES (?, ?, ?)", (created.game, *map(_hash, created.tokens)))
            db.execute("INSERT INTO states VALUES (?, 0, NULL, ?)", (created.game, dumps(start)))
        return created

    def seat(self, game: str, token: str) -> Tribe | None:
        """Whose token it is; None when it is nobody's."""
        with self._connection() as db:
            hashes = db.execute("SELECT sea, forest FROM games WHERE id = ?", (game,)).fetchone()
        if hashes is None:
            raise UnknownGameError
        return next((tribe for tribe in Tribe if compare_digest(hashes[tribe], _hash(token))), None)

    def version(self, game: str) -> int:
        """How many decisions were made."""
        with self._connection() as db:
            (version,) = db.execute("SELECT max(version) FROM states WHERE game = ?", (game,)).fetchone()
        if version is None:
            raise UnknownGameError
        return int(version)

    def latest(self, game: str) -> tuple[Kept | None, Kept]:
        """The state before the last decision, None at the start, and the state now."""
        with self._connection() as db:
            now, *earlier = _newest(db, game, 2)
        return (earlier[0] if earlier else None), now

    def history(self, game: str) -> tuple[State, tuple[str, ...]]:
        """The state at the start and every decision since, oldest first."""
        with self._connection() as db:
            rows = db.execute("SELECT action, state FROM states WHERE game = ? ORDER BY version", (game,)).fetchall()
        if not rows:
            raise UnknownGameError
        return loads(rows[0][1], expect=State), tuple(action for action, _ in rows[1:])

    def advance(self, game: str, version: int, decide: Callable[[State], tuple[Action, State]]) -> None:
        """Add a decision: all of it in one transaction, in which nobody else can write.

        Args:
            game: The game.
            version: The version that the decision was made for.
            decide: Gives the decision and the state after it. What it raises changes nothing.
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
    """The last states of a game, the newest first."""
    select = "SELECT version, action, state FROM states WHERE game = ? ORDER BY version DESC LIMIT ?"
    kept = [
        Kept(version, action, loads(state, expect=State))
        for version, action, state in db.execute(select, (game, number))
    ]
    if not kept:
        raise UnknownGameError
    return kept
