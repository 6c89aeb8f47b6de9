"""The server of `hakem explore`: loopback only, one token, a fixed list of files, JSON in and out.

Every request is checked in the order of `_checked`. Answers are streams of JSON objects, one a
line, so that what is known first is seen first. A request ends when its page asks something newer
in the same slot, or goes away. This module knows no card: `verbs.py` answers.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import re
import secrets
import select
import socket
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver import Solver

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
LONGEST_BODY = 1 << 20
"""Bytes of a request; records have a few thousand."""
MOST_SLOTS = 24
"""Searches that are remembered with their tables, over all tabs; the oldest is forgotten."""
MOST_JOBS = 32
"""Requests that may be in work or wait at a time."""
SLOW = 15.0
"""Seconds after which a connection that sends nothing is closed."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_TAB = re.compile(r"[A-Za-z0-9]{1,40}")

Verb = Callable[[dict[str, Any], "Job"], Iterator[dict[str, Any]]]
"""The answer to a request: its body and its job in, the events of the stream out."""


class Refused(Exception):
    """A request that is not answered, as an HTTP status, a code and a sentence."""

    def __init__(self, status: HTTPStatus, code: str, text: str) -> None:
        super().__init__(text)
        self.status, self.code, self.text = status, code, text


@dataclass(slots=True)
class Slot:
    """What one tab asks of one kind: the newest job, and the solver whose table it keeps."""

    newest: Job | None = None
    turn: threading.Lock = field(default_factory=threading.Lock)
    solver: Solver | None = None


class Job:
    """One request in work. `wanted` says whether anybody still waits for its answer."""

    def __init__(self, slot: Slot, connection: socket.socket | None = None) -> None:
        self.slot = slot
        self._connection = connection
        self._left = False

    @property
    def wanted(self) -> bool:
        """Whether this is the newest request of its slot and its page is still there."""
        if self._left or self.slot.newest is not self:
            return False
        if self._connection is not None and _gone(self._connection):
            self._left = True
        return not self._left

    def solver(self) -> Solver:
        """The solver of the slot; its searches end when the job is not wanted any more."""
        from solver import Solver

        if self.slot.solver is None:
            self.slot.solver = Solver()
        self.slot.solver.stop = lambda: not self.wanted
        return self.slot.solver


def _gone(connection: socket.socket) -> bool:
    """Whether the other end has closed the connection."""
    try:
        readable, _, _ = select.select([connection], [], [], 0)
        return bool(readable) and connection.recv(1, socket.MSG_PEEK) == b""
    except (OSError, ValueError):
        return True


class PageServer(ThreadingHTTPServer):
    """Serves the page on 127.0.0.1; `port` 0 takes a free one.

    `verbs` answer the questions of the page, `static` is the folder of its files.
    """

    daemon_threads = True

    def __init__(self, verbs: Mapping[str, Verb], port: int = 0, static: Path = STATIC) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.verbs = verbs
        self.token = secrets.token_urlsafe(32)
        at = self.server_address[1]
        self.hosts = (f"127.0.0.1:{at}", f"localhost:{at}")
        self.files = {
            f"/static/{path.name}": (TYPES[path.suffix], path.read_bytes())
            for path in sorted(static.iterdir())
            if path.suffix in TYPES
        }
        self.files["/"] = self.files["/static/index.html"]
        self.cores = threading.Semaphore(os.cpu_count() or 1)
        self._jobs = threading.Semaphore(MOST_JOBS)
        self._slots: OrderedDict[tuple[str, str], Slot] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """The address to open, with the token behind the `#`, where no server log sees it."""
        return f"http://{self.hosts[0]}/#k={self.token}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that leaves in the middle of an answer is nothing to report."""

    @contextlib.contextmanager
    def job(self, tab: str, slot: str, connection: socket.socket | None) -> Iterator[Job]:
        """A job in this slot of this tab, begun when the older one in it has ended."""
        if not self._jobs.acquire(blocking=False):
            raise Refused(
                HTTPStatus.TOO_MANY_REQUESTS, "busy", "too many questions at a time: wait a little"
            )
        try:
            with self._lock:
                found = self._slots.setdefault((tab, slot), Slot())
                self._slots.move_to_end((tab, slot))
                if len(self._slots) > MOST_SLOTS:
                    self._slots.popitem(last=False)
                job = Job(found, connection)
                found.newest = job
            with found.turn, self.core(job):
                yield job
        finally:
            self._jobs.release()

    @contextlib.contextmanager
    def core(self, job: Job) -> Iterator[None]:
        """A processor for a job, or for one that is not wanted any more, none."""
        held = False
        while job.wanted and not held:
            held = self.cores.acquire(timeout=0.05)
        try:
            yield
        finally:
            if held:
                self.cores.release()


class Handler(BaseHTTPRequestHandler):
    """One connection; see the module."""

    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version = "hakem"
    sys_version = ""
    timeout = SLOW

    def parse_request(self) -> bool:
        """Read the request line and the headers, and refuse a foreign Host on every method."""
        if not super().parse_request():
            return False
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1 or hosts[0].strip().lower() not in self.server.hosts:
            self._refuse(
                Refused(HTTPStatus.FORBIDDEN, "host", "this server answers to its own address only")
            )
            return False
        return True

    def do_GET(self) -> None:
        """A file of the page; they hold no data, so that no token is asked for."""
        found = self.server.files.get(self.path.split("?", 1)[0])
        if found is None:
            self._refuse(Refused(HTTPStatus.NOT_FOUND, "unknown", "there is nothing here"))
            return
        kind, body = found
        self._head(HTTPStatus.OK, kind, len(body))
        self.wfile.write(body)

    def do_POST(self) -> None:
        """A question of the page, answered by a stream."""
        try:
            verb, body = self._checked()
            tab = self.headers.get("X-Hakem-Tab", "")
            if not _TAB.fullmatch(tab):
                raise Refused(HTTPStatus.BAD_REQUEST, "tab", "the request names no tab")
            slot = str(body.get("slot", verb))[:20]
            with self.server.job(tab, slot, self.connection) as job:
                self._stream(self.server.verbs[verb](body, job), job)
        except Refused as refusal:
            self._refuse(refusal)

    def _checked(self) -> tuple[str, dict[str, Any]]:
        """The verb and the body of a request that may be answered; raises Refused."""
        headers, origins = self.headers, {f"http://{host}" for host in self.server.hosts}
        origin, site = headers.get("Origin"), headers.get("Sec-Fetch-Site")
        if (origin is not None and origin not in origins) or site not in (None, "same-origin"):
            raise Refused(
                HTTPStatus.FORBIDDEN, "origin", "only this server's own page may ask questions"
            )
        length = headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,15}", length) or headers.get("Transfer-Encoding"):
            raise Refused(
                HTTPStatus.LENGTH_REQUIRED, "length", "the request does not say its length"
            )
        if int(length) > LONGEST_BODY:
            raise Refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "size",
                f"the request has {int(length):,} bytes, more than {LONGEST_BODY:,}: records have "
                "a few thousand",
            )  # fmt: skip
        if headers.get_content_type() != "application/json":
            raise Refused(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "type", "the request is no application/json"
            )
        said = headers.get("Authorization", "").encode("latin-1", "replace")
        if not hmac.compare_digest(said, f"Bearer {self.server.token}".encode()):
            raise Refused(
                HTTPStatus.UNAUTHORIZED, "token",
                "the page is an old one: open the address that the terminal shows",
            )  # fmt: skip
        verb = self.path.removeprefix("/api/v1/")
        if verb == self.path or verb not in self.server.verbs:
            raise Refused(HTTPStatus.NOT_FOUND, "unknown", "there is no such question")
        raw = self.rfile.read(int(length))
        try:
            body = json.loads(raw)
        except (ValueError, RecursionError):
            body = None
        if len(raw) != int(length) or not isinstance(body, dict):
            raise Refused(HTTPStatus.BAD_REQUEST, "json", "the request is no JSON object")
        return verb, body

    def _stream(self, events: Iterator[dict[str, Any]], job: Job) -> None:
        """Send the events as they come; a refusal before the first one is an HTTP error."""
        begun = False
        for event in _told(events, job):
            if not begun and event["event"] == "error":
                status = HTTPStatus.INTERNAL_SERVER_ERROR
                if event["code"] != "internal":
                    status = HTTPStatus.BAD_REQUEST
                raise Refused(status, event["code"], event["text"])
            if not begun:
                self.send_response(HTTPStatus.OK)
                self._send_headers("application/x-ndjson")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                begun = True
            line = json.dumps(event, ensure_ascii=False).encode() + b"\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def _refuse(self, refusal: Refused) -> None:
        body = json.dumps({"event": "error", "code": refusal.code, "text": refusal.text}).encode()
        self.close_connection = True  # what was sent besides is not read
        self._head(refusal.status, "application/json", len(body))
        self.wfile.write(body)

    def _head(self, status: HTTPStatus, kind: str, length: int) -> None:
        self.send_response(status)
        self._send_headers(kind)
        self.send_header("Content-Length", str(length))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()

    def _send_headers(self, kind: str) -> None:
        self.send_header("Content-Type", kind)
        for name, value in HEADERS.items():
            self.send_header(name, value)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is printed for a request."""


def _told(events: Iterator[dict[str, Any]], job: Job) -> Iterator[dict[str, Any]]:
    """The events of an answer, and how it ended: done, stopped, or a fault in one sentence."""
    from cli.arguments import Failure
    from solver import HakemError
    from solver.errors import SearchStopped

    try:
        for event in events:
            if not job.wanted:
                yield {"event": "stopped"}
                return
            yield event
        yield {"event": "done" if job.wanted else "stopped"}
    except SearchStopped:
        yield {"event": "stopped"}
    except (HakemError, Failure) as fault:
        yield {"event": "error", "code": type(fault).__name__, "text": str(fault)}
    except OSError:
        raise
    except Exception as fault:
        if "HAKEM_TRACEBACK" in os.environ:
            raise
        text = f"internal error: {type(fault).__name__}: {fault} (please report it)"
        yield {"event": "error", "code": "internal", "text": text}
    finally:
        close = getattr(events, "close", None)
        if close is not None:
            close()
