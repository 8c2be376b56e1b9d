"""HTTP as uvicorn speaks it, but not with endless patience: who dawdles is cut off, so that others get in."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from paperkg.serve.limits import Limits

_ARRIVED = (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR)


class PatientProtocol(H11Protocol):
    """A connection whose requests arrive in time, and whose answers are taken in time, or that is closed."""

    limits = Limits()
    _arriving: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; when there are too many, the one that idles longest goes."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._arriving = self.loop.call_later(self.limits.patience, transport.abort)
        if len(self.connections) > self.limits.connections:
            idle = [
                other for other in self.connections if isinstance(other, PatientProtocol) and other.is_idle
            ]
            min(idle, key=lambda other: other._since).transport.abort()

    @property
    def is_idle(self) -> bool:
        """Whether no whole request is being answered."""
        return self._arriving is not None or self.cycle is None or self.cycle.response_complete

    def data_received(self, data: bytes) -> None:
        """Take some bytes, and start or stop the clock."""
        super().data_received(data)
        if self.conn.their_state in _ARRIVED:
            self._arriving = _stopped(self._arriving)
        elif self._arriving is None:
            self._arriving = self.loop.call_later(self.limits.patience, self.transport.abort)

    def pause_writing(self) -> None:
        """Note that the client does not take what it is sent."""
        super().pause_writing()
        self._stalled = self._stalled or self.loop.call_later(self.limits.patience, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that it does again."""
        super().resume_writing()
        self._stalled = _stopped(self._stalled)

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that has nothing more to say, whether or not it has taken all."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(self.limits.patience, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks."""
        self._arriving, self._stalled = _stopped(self._arriving), _stopped(self._stalled)
        super().connection_lost(exc)


def protocol(limits: Limits) -> type[Any]:
    """Return the protocol with these limits."""
    return type("PatientProtocol", (PatientProtocol,), {"limits": limits})


def _stopped(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    if timer is not None:
        timer.cancel()
    return None
