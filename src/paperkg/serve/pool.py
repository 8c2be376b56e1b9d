"""Workers that answer queries, so that no query holds up the server: a late one is ended with its process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from dataclasses import asdict
from pathlib import Path

from paperkg.serve.limits import Limits
from paperkg.sparql.worker import Order, Reply, message

_LATE = "the query ran for longer than {:g} seconds; ask for less"
_IN_THE_WAY = "the query was ended after {:g} seconds because others were waiting; ask for less, or later"
_BUSY = "too many queries are waiting; ask again in a moment"
_FELL = "the query could not be answered: it nests too deeply or needs too much memory; ask for less"


class _Worker:
    def __init__(self, process: Process) -> None:
        self.process = process
        self.since: float | None = None  # when the query that it is on began
        self.in_the_way = False

    async def ask(self, order: Order) -> Reply:
        """Raises EOFError or OSError where the process has come to its end."""
        assert self.process.stdin is not None  # noqa: S101 - for the type checker
        assert self.process.stdout is not None  # noqa: S101 - for the type checker
        self.process.stdin.write(message(order))
        await self.process.stdin.drain()
        head = json.loads(await self.process.stdout.readuntil(b"\n"))
        body = await self.process.stdout.readexactly(head["bytes"])
        return Reply(head["status"], body, head["is_graph"])

    async def end(self) -> None:
        _kill(self.process)
        await self.process.wait()


def _kill(process: Process) -> None:
    """End a process. `Process.kill` asks first whether it has ended, and so takes the answer from asyncio."""
    with contextlib.suppress(ProcessLookupError):
        if os.name == "posix" and process.returncode is None:
            os.kill(process.pid, signal.SIGKILL)
        else:
            process.kill()


class Pool:
    """Some workers on one store.

    Where all are at work, a query waits; and while one waits, the query that has run longest may only run its
    fair time, so that a few heavy ones do not shut out the rest.
    """

    def __init__(self, store: Path, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._free: list[_Worker] = []
        self._at_work: set[_Worker] = set()
        self._waiting: deque[asyncio.Future[_Worker]] = deque()
        self._starting: set[asyncio.Task[None]] = set()
        self._stopped = False

    async def start(self) -> None:
        """Start the workers.

        Raises:
            OSError: One does not come up.
        """
        for worker in await asyncio.gather(*(self._spawn() for _ in range(self._limits.workers))):
            self._give(worker)

    async def stop(self) -> None:
        """End them all."""
        self._stopped = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in [*self._free, *self._at_work]))

    async def ask(self, order: Order) -> Reply:
        """Have a query answered, in the time that it may take.

        A status of 408 says that it took too long, 503 that there was no room for it.
        """
        worker = await self._take()
        if worker is None:
            return Reply(503, _BUSY.encode())
        loop = asyncio.get_running_loop()
        worker.since = loop.time()
        self._at_work.add(worker)
        sound = False
        try:
            async with asyncio.timeout(self._limits.seconds):
                reply = await worker.ask(order)
            sound = True
            return reply
        except TimeoutError:
            return Reply(408, _LATE.format(self._limits.seconds).encode())
        except (EOFError, OSError):
            if worker.in_the_way:
                return Reply(503, _IN_THE_WAY.format(loop.time() - worker.since).encode())
            return Reply(400, _FELL.encode())
        finally:
            self._at_work.discard(worker)
            worker.since = None
            if sound:
                self._give(worker)
            else:
                self._replace(worker)

    async def _take(self) -> _Worker | None:
        if self._free:
            return self._free.pop()
        if len(self._waiting) >= self._limits.waiting:
            return None
        ticket: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append(ticket)
        timer = asyncio.create_task(self._make_way(ticket))
        try:
            return await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():
                self._give(ticket.result())
            raise
        finally:
            timer.cancel()

    async def _make_way(self, ticket: asyncio.Future[_Worker]) -> None:
        """As long as somebody waits, end what has had its fair time."""
        loop = asyncio.get_running_loop()
        while not ticket.done():
            busy = [worker for worker in self._at_work if worker.since is not None and not worker.in_the_way]
            if not busy:
                await asyncio.sleep(0.05)
                continue
            oldest = min(busy, key=lambda worker: worker.since or 0.0)
            left = self._limits.fair_seconds - (loop.time() - (oldest.since or 0.0))
            if left > 0:
                await asyncio.sleep(left)
            elif oldest in self._at_work and not self._starting:
                oldest.in_the_way = True
                _kill(oldest.process)
            else:
                await asyncio.sleep(0.05)

    def _give(self, worker: _Worker) -> None:
        while self._waiting:
            ticket = self._waiting.popleft()
            if not ticket.done():
                ticket.set_result(worker)
                return
        self._free.append(worker)

    def _replace(self, worker: _Worker) -> None:
        async def anew() -> None:
            await worker.end()
            while not self._stopped:
                try:
                    self._give(await self._spawn())
                    return
                except OSError:
                    await asyncio.sleep(1)

        if not self._stopped:
            task = asyncio.create_task(anew())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _spawn(self) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "paperkg.sparql.worker"),
            *(str(self._store), json.dumps(asdict(self._limits))),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=1 << 16,
        )
        assert process.stdout is not None  # noqa: S101 - for the type checker
        if await process.stdout.readline() != b"ready\n":
            await _Worker(process).end()
            raise OSError(f"{self._store}: a worker could not open it")
        return _Worker(process)
