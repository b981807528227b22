"""HTTP connections, which are closed if a client takes too long over a request."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """A connection. It is closed if a request is not complete some seconds after its first byte."""

    patience: ClassVar[float] = 10.0
    """Seconds in which a request has to arrive with its body; the first one counts from the connection."""
    headers_of_errors: ClassVar[tuple[tuple[bytes, bytes], ...]] = ()
    """Headers of the answer to a message that is not HTTP, which does not reach the application."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.patience, transport.close)

    def data_received(self, data: bytes) -> None:
        """Take some bytes. Stop the timer if they complete a request, or start it for the next one."""
        super().data_received(data)
        if self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self._stop_waiting()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.patience, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse a message that is not HTTP, with the same headers as every other answer."""
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *self.headers_of_errors]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=msg.encode("ascii")),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
