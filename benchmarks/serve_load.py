"""The service under load: many clients at once, each with one question after another.

    python -m benchmarks.serve_load  # 200 clients for 60 seconds, mixed questions
    python -m benchmarks.serve_load --clients 1 --mix book  # what a book answer takes alone

Every question must be answered or refused with 429; anything else is counted as lost and ends with
1. The service runs in a process of its own, on the same processors as the clients.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
import time
from collections import Counter, defaultdict
from http.client import HTTPConnection

HANDS = ("AQ.K84..", "KQ83.A..", "9876.5..", "JT5.K.A.", "A.K.Q.J2", "AKQ.J2..")
ENDINGS = ("0:AK..2.|..A.32|.AKQ..|Q.J.K.", "0:K8.43..6|A.95.J.9|J5.J.A.5|T..K94.J")
MIXES = {
    "mixed": {"book": 4, "trump": 2, "score": 1, "solve": 2, "kot": 2, "sampled": 1, "play": 1},
    "book": {"book": 1},
    "heavy": {"sampled": 1, "kot": 1},
}


def question(name: str, luck: random.Random) -> tuple[str, dict[str, object]]:
    """A verb and its fields."""
    hand, seed = luck.choice(HANDS), luck.randrange(1000)
    if name in ("book", "trump"):
        return name, {"hand": hand}
    if name == "score":
        return name, {"result": "9-4"}
    if name == "solve":
        return name, {"deal": luck.choice(ENDINGS), "trump": luck.choice("SHDC")}
    if name == "kot":
        return name, {"hand": hand, "trump": "S", "samples": 512, "seed": seed}
    if name == "play":
        return name, {"hand": "K84.KT76.J9.AJ85", "trump": "D", "play": "DQ", "samples": 4,
                      "seed": seed}  # fmt: skip
    return "trump", {"hand": hand, "samples": 16, "seed": seed}


class Client:
    """One connection that is kept, and opened again where the service closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, verb: str, fields: dict[str, object]) -> int:
        """The status of the answer; 0 where it did not come whole."""
        body = json.dumps(fields).encode()
        try:
            if self.reader is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            head = (
                f"POST /v1/{verb} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            self.writer.write(head.encode() + body)
            said = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
            status = int(said.split(" ", 2)[1])
            text = await self._body(said)
            json.loads(text)
        except (OSError, ValueError, asyncio.IncompleteReadError):
            self.close()
            return 0
        if "connection: close" in said:
            self.close()
        return status

    async def _body(self, head: str) -> bytes:
        assert self.reader is not None
        if "transfer-encoding: chunked" not in head:
            size = int(head.split("content-length: ")[1].split("\r\n")[0])
            return await self.reader.readexactly(size)
        text = b""
        while size := int(await self.reader.readline(), 16):
            text += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()
        return text

    def close(self) -> None:
        """Open a new connection for the next question."""
        if self.reader is not None:
            self.writer.close()
        self.reader = None


async def load(port: int, clients: int, seconds: float, mix: dict[str, int]) -> dict[str, object]:
    """What each kind of question took, in seconds, and how it was answered."""
    until = time.monotonic() + seconds
    took: dict[str, list[float]] = defaultdict(list)
    answered: Counter[tuple[str, int]] = Counter()

    async def one(number: int) -> None:
        luck, client = random.Random(number), Client(port)
        while time.monotonic() < until:
            name = luck.choices(list(mix), list(mix.values()))[0]
            began = time.monotonic()
            status = await client.ask(*question(name, luck))
            answered[name, status] += 1
            if status == 200:
                took[name].append(time.monotonic() - began)
            elif status == 429:  # as a client should: it waits before it asks again
                await asyncio.sleep(luck.uniform(0.5, 1.5))
        client.close()

    await asyncio.gather(*map(one, range(clients)))
    return {"took": took, "answered": answered}


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--mix", choices=MIXES, default="mixed")
    parser.add_argument("--queue", type=int, default=64)
    asked = parser.parse_args()
    port = free_port()
    words = ["serve", "--port", str(port), "--queue", str(asked.queue)]
    log = subprocess.DEVNULL
    server = subprocess.Popen([sys.executable, "-m", "cli", *words], stdout=log, stderr=log)
    try:
        while True:
            try:
                HTTPConnection("127.0.0.1", port, timeout=5).request("GET", "/health")
                break
            except OSError:
                time.sleep(0.1)
        asyncio.run(load(port, 1, 3.0, MIXES[asked.mix]))  # first imports are not measured
        found = asyncio.run(load(port, asked.clients, asked.seconds, MIXES[asked.mix]))
    finally:
        server.terminate()
        server.wait(60)
    answered: Counter[tuple[str, int]] = found["answered"]  # type: ignore[assignment]
    took: dict[str, list[float]] = found["took"]  # type: ignore[assignment]
    print(f"{asked.clients} clients, {asked.seconds:g} s, {sum(answered.values()):,} questions")
    print(f"{'question':10}{'answered':>10}{'429':>8}{'lost':>6}{'p50 ms':>10}{'p99 ms':>10}")
    lost = 0
    for name in MIXES[asked.mix]:
        times = sorted(took[name])
        other = sum(n for (kind, status), n in answered.items()
                    if kind == name and status not in (200, 429))  # fmt: skip
        lost += other
        p50, p99 = (
            (1000 * times[min(len(times) - 1, int(share * len(times)))] if times else 0.0)
            for share in (0.5, 0.99)
        )
        refused = answered[name, 429]
        print(f"{name:10}{len(times):>10,}{refused:>8,}{other:>6}{p50:>10.1f}{p99:>10.1f}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
