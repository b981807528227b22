"""Start the server: `python -m two_browsers --database games.sqlite --port 8000`."""

from __future__ import annotations

import socket
import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path

import uvicorn

from two_browsers.app import make_app
from two_browsers.connection import Connection
from two_browsers.store import BusyError, Store


def main() -> None:
    """Listen, print the address, and serve until interrupted."""
    parser = ArgumentParser(prog="two_browsers", description="Two people play Cairn in two browsers.")
    parser.add_argument("--database", type=Path, default=Path("games.sqlite"), help="file of the games (%(default)s)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port, 0 for any free one (%(default)s)")
    parser.add_argument("--patience", type=float, default=10.0, help="seconds for a request to arrive (%(default)s)")
    options = parser.parse_args()
    try:
        app = make_app(Store(options.database))
    except BusyError:
        parser.exit(1, f"cannot open {options.database}: another program has locked it\n")
    Connection.patience = options.patience
    Connection.headers_of_errors = tuple((name.encode(), text.encode()) for name, text in app.headers.items())
    try:
        listener = socket.create_server((options.host, options.port))
    except OSError as error:
        parser.exit(1, f"cannot listen on {options.host}, port {options.port}: {error}\n")
    with listener, suppress(KeyboardInterrupt):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # or each answer waits for 40 ms
        host, port = listener.getsockname()
        sys.stdout.write(f"http://{host}:{port}/\n")
        sys.stdout.flush()
        uvicorn.Server(uvicorn.Config(app, http=Connection, log_level="warning")).run(sockets=[listener])


if __name__ == "__main__":
    main()
