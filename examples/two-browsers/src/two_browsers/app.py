"""The web server: routes, authorisation, and an HTTP status for each error."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cairn_rules import IllegalActionError, Match, NotationError, Record, cairn, format_record
from cairn_rules.cairn import Action, State, Tribe
from two_browsers.store import BusyError, OutOfDateError, Store, UnknownGameError
from two_browsers.view import view

LONGEST_BODY = 4096
STATIC = Path(__file__).parent / "static"


def make_app(store: Store) -> SecurityHeaders:
    """Return the whole server. Plain functions run in threads, so that SQLite does not block other requests."""
    endpoints = Endpoints(store)
    app = Starlette(
        routes=[
            Route("/", endpoints.start),
            Route("/games", endpoints.create, methods=["POST"]),
            Route("/games/{game}", endpoints.game),
            Route("/games/{game}/state", endpoints.state),
            Route("/games/{game}/actions", endpoints.act, methods=["POST"]),
            Route("/games/{game}/record", endpoints.record),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        exception_handlers={
            HTTPException: _refused,
            UnknownGameError: lambda _request, _error: _problem(404, "there is no such game"),
            BusyError: lambda _request, _error: _problem(503, "the database is busy: try again", {"Retry-After": "1"}),
            OutOfDateError: lambda _request, _error: _problem(409, "the game has changed: look at it again"),
            NotationError: lambda _request, error: _problem(400, str(error)),
            IllegalActionError: _illegal,
            ClientDisconnect: lambda _request, _error: _problem(400, "the request ended too early"),
        },
    )
    app.router.redirect_slashes = False  # the target would be built from what the client sends
    return SecurityHeaders(app)


class Endpoints:
    """The handler of each request."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def start(self, _: Request) -> Response:
        """Return the page with the button for a new game."""
        return FileResponse(STATIC / "start.html")

    def create(self, _: Request) -> Response:
        """Create a game. It takes no seed: anyone who knew the seed would know the order of the deck."""
        game, tokens = self._store.create(cairn.new_game())
        links = {tribe.name.lower(): f"/games/{game}#{tokens[tribe]}" for tribe in Tribe}
        return JSONResponse({"game": game, "links": links}, 201, {"Location": f"/games/{game}"})

    def game(self, request: Request) -> Response:
        """Return the page on which a game is played. The token in its link never reaches the server."""
        self._store.version(request.path_params["game"])
        return FileResponse(STATIC / "game.html")

    def state(self, request: Request) -> Response:
        """Return what a player sees now; 304 if they have already seen it."""
        game, tribe = self._seat(request)
        known = f'"{self._store.version(game)}"'
        if known in request.headers.get("If-None-Match", ""):
            return Response(status_code=304, headers={"ETag": known})
        before, now = self._store.latest(game)
        return JSONResponse(view(before, now, tribe), headers={"ETag": f'"{now.version}"'})

    async def act(self, request: Request) -> Response:
        """Take a decision, after checking who decides, what it says, and if the rules allow it, in this order."""
        game, tribe = await run_in_threadpool(self._seat, request)
        version, text = _decision(await _body(request))

        def decide(state: State) -> tuple[Action, State]:
            decides = cairn.current_player(state)
            if decides is not tribe:
                raise HTTPException(403, "the game is over" if decides is None else f"it is {decides}'s decision")
            action = cairn.parse_action(text, state)
            return action, cairn.apply(state, action)

        await run_in_threadpool(self._store.advance, game, version, decide)
        return JSONResponse({"version": version + 1})

    def record(self, request: Request) -> Response:
        """Return the record of a game that is over; before that, it would reveal the order of the deck."""
        start, actions = self._store.history(request.path_params["game"])
        match = Match(cairn, start)
        for text in actions:
            match.do(text)
        if match.outcome is None:
            raise HTTPException(403, "the record is available when the game is over")
        return PlainTextResponse(format_record(Record.of(match)))

    def _seat(self, request: Request) -> tuple[str, Tribe]:
        """Return the requested game, and the tribe whose token came with the request."""
        game = request.path_params["game"]
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        tribe = self._store.seat(game, token)
        if scheme.lower() != "bearer" or tribe is None:
            raise HTTPException(401, "this needs the token of a player", {"WWW-Authenticate": "Bearer"})
        return game, tribe


async def _body(request: Request) -> bytes:
    """Return the body. Stop reading beyond the maximum length, whatever the headers claim."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            raise HTTPException(413, f"the body is longer than {LONGEST_BODY} bytes")
    return body


def _decision(body: bytes) -> tuple[int, str]:
    """Return the version and the text of the action in a body."""
    try:
        data: Any = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    match data:
        case {"version": int(version), "action": str(text)} if version is not True and version is not False:
            return version, text
        case _:
            raise HTTPException(400, 'the body should look like {"version": 12, "action": "c1-c2"}')


def _problem(status: int, text: str, headers: Mapping[str, str] | None = None, **more: str) -> Response:
    return JSONResponse({"error": text, **more}, status, headers)


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, error.detail, error.headers)


def _illegal(_: Request, error: Exception) -> Response:
    assert isinstance(error, IllegalActionError)
    return _problem(422, error.reason.text, code=error.reason.code, rule=error.reason.rule)


def _policy() -> str:
    """Return a policy that allows only the server's own files, and the style sheet of pictures by its hash."""
    found = re.search("<style>(.*?)</style>", cairn.svg(cairn.new_game()))
    assert found
    style = b64encode(sha256(found[1].encode()).digest()).decode()
    allowed = ("script-src 'self'", "connect-src 'self'", f"style-src 'self' 'sha256-{style}'")
    return "; ".join(
        ("default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'")
    )


class SecurityHeaders:
    """Adds security headers to every answer, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.headers = {
            "Content-Security-Policy": _policy(),
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        await self._app(scope, receive, send_more)
