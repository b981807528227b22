"""The server from outside: whole games, everything that can be wrong, and many at once."""

from __future__ import annotations

import json
import socket
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from threading import Event
from time import sleep
from typing import Any

import httpx
import pytest
from two_browsers.store import Created

from cairn_rules import cairn, parse_record
from cairn_rules.cairn import BuildMegalith, State, Tribe
from conftest import Player, Server, Table, replay


def test_two_players_play_to_the_end(server: Server, start: State, created: Created, table: Table) -> None:
    made = table.play(Random(7))
    end = server.now(created.game)
    assert end == replay(start, made)
    seen = table.players["forest"].look()
    assert (seen["version"], seen["decides"], seen["actions"]) == (len(made), None, [])
    outcome = cairn.outcome(end)
    assert outcome
    assert seen["outcome"] == {"winners": [Tribe(outcome.winners[0]).name.lower()], "reason": outcome.reason}
    answer = table.players["forest"].act(len(made), "pass")
    assert (answer.status_code, answer.json()) == (403, {"error": "the game is over"})
    record = parse_record(httpx.get(f"{server.url}games/{created.game}/record").text, cairn)
    assert (record.start, record.outcome) == (start, outcome)
    assert [cairn.format_action(action) for action in record.actions] == made


def test_a_game_is_made_with_a_link_for_each_tribe(server: Server) -> None:
    answer = httpx.post(f"{server.url}games")
    assert answer.status_code == 201
    links = answer.json()["links"]
    for tribe, link in links.items():
        page, _, token = link.partition("#")
        assert answer.headers["Location"] == page
        shown = httpx.get(f"{server.url.rstrip('/')}{page}")
        assert shown.headers["Content-Type"] == "text/html; charset=utf-8"
        assert token not in shown.text
        with httpx.Client() as client:
            seen = client.get(f"{server.url.rstrip('/')}{page}/state", headers={"Authorization": f"bearer {token}"})
        assert seen.json()["seat"] == tribe
    assert len({link.partition("#")[2] for link in links.values()}) == 2


@pytest.mark.parametrize("path", ["", "static/start.js", "static/game.js", "static/page.css"])
def test_pages_come_with_security_headers(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}")
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; ")
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_players_see_their_side_and_who_decides(sea: Player, forest: Player) -> None:
    mine, theirs = sea.look(), forest.look()
    assert (mine["version"], mine["seat"], mine["decides"]) == (0, "sea", "sea")
    assert mine["actions"][0] == {"action": "+d1", "words": "Add a shaman on d1"}
    assert {"action": "c1-c2", "words": "Move from c1 to c2"} in mine["actions"]
    assert (theirs["seat"], theirs["decides"], theirs["actions"]) == ("forest", "sea", [])
    assert (mine["happened"], mine["asked"]) == ([], "Sea must choose an action")
    assert mine["observation"] == theirs["observation"]
    assert sea.act(0, "c1-c2").status_code == 200
    assert forest.look()["happened"][0] == "Sea moves c1-c2"


@pytest.mark.parametrize("form", ['"0"', 'W/"0"', '"17", "0"'])
def test_what_was_seen_is_not_sent_again(sea: Player, form: str) -> None:
    answer = sea.http.get("/state", headers={"If-None-Match": form})
    assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", '"0"')
    assert answer.headers["Cache-Control"] == "no-store"
    sea.act(0, "c1-c2")
    assert sea.http.get("/state", headers={"If-None-Match": form}).status_code == 200


def test_the_record_waits_for_the_end(sea: Player) -> None:
    answer = sea.http.get("/record")
    assert (answer.status_code, answer.json()) == (403, {"error": "the record is available when the game is over"})


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer wrong", "Basic TOKEN", "TOKEN", "Bearer \u00e9"])
@pytest.mark.parametrize("path", ["state", "actions"])
def test_a_seat_takes_its_token(server: Server, created: Created, header: str | None, path: str) -> None:
    given = {} if header is None else {b"Authorization": header.replace("TOKEN", created.tokens[0]).encode("latin-1")}
    url = f"{server.url}games/{created.game}/{path}"
    answer = httpx.request("GET" if path == "state" else "POST", url, headers=given)
    assert (answer.status_code, answer.json()) == (401, {"error": "this needs the token of a player"})
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_is_for_one_game(server: Server, start: State, sea: Player) -> None:
    created = server.store.create(start)
    assert sea.http.get(f"{server.url}games/{created.game}/state").status_code == 401


@pytest.mark.parametrize("game", ["x", "' OR 1=1 --", "%00", "%FF", "\u2603", "x" * 5000, "..%5c"])
@pytest.mark.parametrize("rest", ["", "/state", "/record", "/actions"])
def test_other_games_are_unknown(server: Server, game: str, rest: str) -> None:
    answer = httpx.request("POST" if rest == "/actions" else "GET", f"{server.url}games/{game}{rest}")
    assert (answer.status_code, answer.json()) == (404, {"error": "there is no such game"})


@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "games"), ("GET", "games"), ("DELETE", "games/x"), ("GET", "games/x/actions")]
)
def test_other_methods_are_refused(server: Server, method: str, path: str) -> None:
    answer = httpx.request(method, f"{server.url}{path}")
    assert (answer.status_code, answer.json()) == (405, {"error": "Method Not Allowed"})


SHAPE = 'the body should look like {"version": 12, "action": "c1-c2"}'


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        (b"", 400, "the body is not JSON"),
        (b"{", 400, "the body is not JSON"),
        (b'{"version": 0, "action": "\xff"}', 400, "the body is not JSON"),
        (b"[" * 4000, 400, "the body is not JSON"),
        (b"[]", 400, SHAPE),
        (b"null", 400, SHAPE),
        (b'{"version": 0}', 400, SHAPE),
        (b'{"version": "0", "action": "c1-c2"}', 400, SHAPE),
        (b'{"version": false, "action": "c1-c2"}', 400, SHAPE),
        (b'{"version": true, "action": "c1-c2"}', 400, SHAPE),
        (b'{"version": 0.0, "action": "c1-c2"}', 400, SHAPE),
        (b'{"version": 1e999, "action": "c1-c2"}', 400, SHAPE),
        (b'{"version": NaN, "action": "c1-c2"}', 400, SHAPE),
        (b'{"version": 0, "action": ["c1-c2"]}', 400, SHAPE),
        (b'{"version": 0, "action": null}', 400, SHAPE),
        (b'{"version": -1, "action": "c1-c2"}', 409, "the game has changed: look at it again"),
        (b'{"version": 1, "action": "c1-c2"}', 409, "the game has changed: look at it again"),
        (
            b'{"version": %s, "action": "c1-c2"}' % (b"9" * 4000),
            409,
            "the game has changed: look at it again",
        ),
        (b'{"version": %s, "action": "c1-c2"}' % (b"9" * 5000), 413, "the body is longer than 4096 bytes"),
        (b"[" * 100_000, 413, "the body is longer than 4096 bytes"),
    ],
    ids=lambda value: value[:45].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_a_bad_body_is_told_what_is_wrong(sea: Player, body: bytes, status: int, error: str) -> None:
    answer = sea.http.post("/actions", content=body)
    assert (answer.status_code, answer.json()) == (status, {"error": error})
    assert sea.look()["version"] == 0


@pytest.mark.parametrize("text", ["", "c1", "z9-z8", "=nothing", "\ud800", "=\ud800", "\x00", "c1-c2\x00", "x" * 3000])
def test_what_is_no_action_is_told_so(sea: Player, text: str) -> None:
    answer = sea.http.post("/actions", content=json.dumps({"version": 0, "action": text}))
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("cannot read ")


@pytest.mark.parametrize("text", ["c1-d2", "c1-c3", "a5-a4", "c1^c3", "+b1", "=deer", "pass", "xa1"])
def test_what_the_rules_forbid_comes_with_the_rule(
    server: Server, created: Created, start: State, sea: Player, text: str
) -> None:
    answer = sea.act(0, text)
    reason = cairn.why_illegal(start, cairn.parse_action(text, start))
    assert reason
    assert answer.status_code == 422
    assert answer.json() == {"error": reason.text, "code": reason.code, "rule": reason.rule}
    assert server.now(created.game) == start


def test_only_who_decides_may(forest: Player) -> None:
    answer = forest.act(0, "c1-c2")
    assert (answer.status_code, answer.json()) == (403, {"error": "it is Sea's decision"})


def test_a_double_click_counts_once(sea: Player) -> None:
    assert [sea.act(0, "c1-c2").status_code for _ in range(2)] == [200, 409]


@pytest.mark.parametrize("size", [5_000, 3_000_000])
def test_a_long_body_is_not_read_to_its_end_whether_its_length_is_told_or_not(sea: Player, size: int) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(size // 1000):
            yield b" " * 1000

    for content in (b" " * size, chunks()):
        answer = sea.http.post("/actions", content=content)
        assert (answer.status_code, answer.json()) == (413, {"error": "the body is longer than 4096 bytes"})
    assert sea.look()["version"] == 0


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00garbage\r\n\r\n",
        b"GET /games/\xff/state HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/9\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused(server: Server, sent: bytes) -> None:
    with _connection(server) as client:
        client.sendall(sent)
        assert client.recv(100).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /ga",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /games/x/actions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n12",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTT",
    ],
)
def test_who_does_not_finish_a_request_is_hung_up_on(impatient: Server, half: bytes) -> None:
    """In time, even if a byte comes now and then, and also after a complete request."""
    with _connection(impatient) as client:
        client.settimeout(10)
        client.sendall(half)
        with suppress(ConnectionError):
            while client.recv(4096):
                pass


def test_a_slow_request_within_the_patience_is_answered(impatient: Server) -> None:
    with _connection(impatient) as client:
        for part in (b"GET / HT", b"TP/1.1\r\nHo", b"st: x\r\n\r\n"):
            client.sendall(part)
            sleep(0.1)
        assert client.recv(100).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "actions"), ("GET", "state")], ids=["a-decision-waits", "readers-go-on"]
)
def test_a_locked_database_is_said_soon(server: Server, created: Created, sea: Player, method: str, path: str) -> None:
    """Writers are asked to try again; readers do not notice."""
    with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = sea.http.request(method, f"/{path}", json={"version": 0, "action": "c1-c2"})
        other.execute("ROLLBACK")
    if method == "GET":
        assert answer.status_code == 200
    else:
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert answer.json() == {"error": "the database is busy: try again"}
        assert sea.act(0, "c1-c2").status_code == 200
    assert created.game


@pytest.mark.parametrize("path", ["games/", "static", "static/", "games/x/state/"])
def test_nobody_is_sent_elsewhere(server: Server, path: str) -> None:
    """No answer contains the host name that the client sent."""
    answer = httpx.get(f"{server.url}{path}", headers={"Host": "elsewhere.example"})
    assert answer.status_code in {404, 405}
    assert "elsewhere" not in str(answer.headers) + answer.text


@pytest.mark.parametrize("path", ["nowhere", "games/x/state", "static/nothing.js", "games"])
def test_every_answer_has_the_security_headers(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}")
    assert answer.status_code >= 400
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_failure_has_the_security_headers(tmp_path: Path) -> None:
    """Also the server's own answers when it fails, or when a message is not HTTP."""
    broken = Server(tmp_path)
    try:
        with closing(sqlite3.connect(broken.database)) as db:
            db.execute("DROP TABLE states")
        answer = httpx.get(f"{broken.url}games/x")
        assert answer.status_code == 500
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        with _connection(broken) as client:
            client.sendall(b"GET / HTTP/9\r\n\r\n")
            assert b"content-security-policy: default-src 'none'" in client.recv(1000).lower()
    finally:
        broken.kill()


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("impatient"), "--patience", "1")
    yield server
    server.kill()
    assert server.log.read_text() == ""


def test_of_many_at_once_one_counts(server: Server, start: State, created: Created, table: Table) -> None:
    """Right and wrong seats, legal, illegal and unreadable actions, all for the same version."""
    rng, made = Random(3), list[str]()
    with ThreadPoolExecutor(8) as pool:
        for version in range(15):
            seen = {name: player.look() for name, player in table.players.items()}
            decides = seen["sea"]["decides"]
            legal = [each["action"] for each in seen[decides]["actions"]]
            texts = [*rng.choices(legal, k=20), *["a1-a1", "a1^a2", "nonsense", ""] * 5]
            posts = [(name, text) for text in texts for name in table.players]
            rng.shuffle(posts)

            def post(tried: tuple[str, str], version: int = version) -> httpx.Response:
                name, text = tried
                return table.players[name].act(version, text)

            answers = list(pool.map(post, posts))
            counted = [tried for tried, answer in zip(posts, answers, strict=True) if answer.status_code == 200]
            assert len(counted) == 1
            assert counted[0][0] == decides
            assert {answer.status_code for answer in answers} <= {200, 400, 403, 409, 422}
            made.append(counted[0][1])
            assert table.players["sea"].look()["version"] == version + 1 == len(made)
    assert server.now(created.game) == replay(start, made)


def test_an_honest_game_is_played_among_bad_clients(
    server: Server, start: State, created: Created, table: Table
) -> None:
    """They have the links, and send wrong requests for the whole game."""
    over = Event()

    def disturb(seed: int) -> set[int]:
        rng, statuses = Random(seed), set[int]()
        with ExitStack() as stack:
            players = [Player(server.url, created.game, token) for token in (*created.tokens, "wrong")]
            for player in players:
                stack.callback(player.http.close)
            version = 0
            bad: list[Callable[[Player], httpx.Response]] = [
                lambda player: player.act(version, "a1-a1"),
                lambda player: player.act(version - 1, "c1-c2"),
                lambda player: player.act(version, "nonsense"),
                lambda player: player.act(None, version),
                lambda player: player.http.post("/actions", content=rng.randbytes(rng.randrange(6000))),
            ]
            while not over.is_set():
                version = players[rng.randrange(2)].look()["version"]
                statuses |= {send(rng.choice(players)).status_code for send in bad}
        return statuses

    with ThreadPoolExecutor(8) as pool:
        running = [pool.submit(disturb, seed) for seed in range(8)]
        try:
            made = table.play(Random(200))
        finally:
            over.set()
        assert {status for each in running for status in each.result()} <= {400, 401, 403, 409, 413, 422}
    end = server.now(created.game)
    assert end == replay(start, made)
    assert cairn.outcome(end)


def test_slow_clients_hold_nobody_up(server: Server, created: Created, table: Table) -> None:
    """They send half a request, wait until others have played, and go."""
    head = f"POST /games/{created.game}/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {created.tokens[0]}\r\n"
    halves = [
        "GET /games/",
        head,
        f'{head}Content-Length: 40\r\n\r\n{{"version"',
        f"{head}Transfer-Encoding: chunked\r\n\r\n9",
    ]
    with ExitStack() as stack:
        for half in halves * 50:
            client = stack.enter_context(_connection(server))
            client.sendall(half.encode())
        assert len(table.play(Random(1), most=10)) == 10


def test_nothing_tells_the_order_of_the_deck(server: Server, start: State) -> None:
    """Two games that differ only in the deck give the same answers until a megalith is drawn."""
    other = cairn.sample_hidden(cairn.observe(start, None), Random(1))
    assert other.deck != start.deck
    games = [server.game(each) for each in (start, other)]
    states, rng, builds = [start, other], Random(5), 0
    with ExitStack() as stack:
        for _, table in games:
            stack.callback(table.close)
        while cairn.observe(states[0], None) == cairn.observe(states[1], None):
            for name in ("sea", "forest"):
                answers = [table.players[name].http.get("/state") for _, table in games]
                assert answers[0].content == answers[1].content
                assert answers[0].headers["ETag"] == answers[1].headers["ETag"]
            builds += isinstance(states[0].pending, BuildMegalith)
            decides = cairn.current_player(states[0])
            assert decides is not None
            text = cairn.format_action(rng.choice(cairn.legal_actions(states[0])))
            for _, table in games:
                player = table.players[decides.name.lower()]
                assert player.act(player.look()["version"], text).status_code == 200
            states = [replay(state, [text]) for state in states]
    assert builds


def test_tokens_are_nowhere_but_with_their_players(server: Server, created: Created, table: Table) -> None:
    for player in table.players.values():
        answers = [player.http.get("/state"), player.act(9, "c1-c2"), player.act(0, "nonsense"), player.http.get("")]
        assert not any(token in f"{answer.headers}{answer.text}" for answer in answers for token in created.tokens)
    kept = b"".join(file.read_bytes() for file in server.database.parent.iterdir())
    assert created.game.encode() in kept
    assert not any(token.encode() in kept for token in created.tokens)


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path, start: State) -> None:
    server = Server(tmp_path)
    try:
        created, table = server.game(start)
        made = table.play(Random(4), most=20)
        before: dict[str, Any] = table.players["sea"].look()
        table.close()
        server.kill()
        server.start()
        table = Table(server.url, created)
        assert table.players["sea"].look() == before
        made += table.play(Random(5), most=20)
        table.close()
        assert server.now(created.game) == replay(start, made)
    finally:
        server.kill()


def _connection(server: Server) -> closing[socket.socket]:
    url = httpx.URL(server.url)
    assert url.port
    return closing(socket.create_connection((url.host, url.port), timeout=15))
