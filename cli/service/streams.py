"""An answer that is sent part by part, as a thread finds it.

The thread ends early when nobody waits any more; how it learns that is its own affair (`leave`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import anyio
from anyio.from_thread import run as from_thread
from anyio.streams.memory import MemoryObjectReceiveStream
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

__all__ = ["LEFT", "Parts", "Tell"]

LEFT = 499
"""The status of an answer that nobody waited for, as proxies write it in their logs."""

Tell = Callable[[bytes, int], None]
"""Takes a line of the answer and an HTTP status, which the first line decides."""


class Parts(Response):
    """The lines that `work` tells, each sent when it is told.

    It waits for one of the `turns`; without any it is worked out at once and sent whole. A first
    line with another status than 200 is a refusal, and the whole answer. `leave` is called when
    the answer is not waited for any more, or complete.
    """

    def __init__(
        self,
        work: Callable[[Tell], None],
        leave: Callable[[], None],
        turns: anyio.CapacityLimiter | None,
        media_type: str = "application/x-ndjson",
    ) -> None:
        self.work, self.leave, self.turns, self.kind = work, leave, turns, media_type
        self.status_code = LEFT
        """What was answered, once it was."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the work in a thread and send what it tells."""
        if self.turns is None:
            await self._send_whole(send)
            return
        told, lines = anyio.create_memory_object_stream[tuple[bytes, int]](16)

        def tell(line: bytes, status: int) -> None:
            from_thread(told.send, (line, status))

        async def working() -> None:
            async with told:
                try:
                    with suppress(anyio.BrokenResourceError):
                        await anyio.to_thread.run_sync(self.work, tell, limiter=self.turns)
                finally:
                    self.leave()

        async def watching() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            self.leave()
            group.cancel_scope.cancel()  # if it still waits for its turn

        try:
            async with anyio.create_task_group() as group, lines:
                group.start_soon(working)
                group.start_soon(watching)
                await self._send(lines, send)
                group.cancel_scope.cancel()
        finally:
            self.leave()

    async def _send_whole(self, send: Send) -> None:
        """The answer to a question so quick that a thread of its own would cost more."""
        told: list[tuple[bytes, int]] = []
        try:
            self.work(lambda line, status: told.append((line, status)))
        finally:
            self.leave()
        self.status_code = told[0][1]
        headers = [(b"content-type", self.kind.encode()), (b"cache-control", b"no-store")]
        body = b"".join(line for line, _ in told)
        headers.append((b"content-length", str(len(body)).encode()))
        start = {"type": "http.response.start", "status": self.status_code, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": body})

    async def _send(self, lines: MemoryObjectReceiveStream[tuple[bytes, int]], send: Send) -> None:
        begun = False
        async for line, status in lines:
            if not begun:
                begun, self.status_code = True, status
                refusal = status != 200
                kind = "application/json" if refusal else self.kind
                headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
                if refusal:
                    headers.append((b"connection", b"close"))
                start = {"type": "http.response.start", "status": status, "headers": headers}
                await send(start)
            await send({"type": "http.response.body", "body": line, "more_body": True})
            if self.status_code != 200:
                break
        await send({"type": "http.response.body", "body": b"", "more_body": False})
