"""`--jobs` and `--cluster`: who solves. A Dask cluster is looked at while its work is awaited.

Dask waits for workers without end, and takes any that come. Here a cluster without workers, and a
worker that could give other answers, end the work with a sentence. Relies on
`solver.decide.parallel`, which calls `look`.
"""

from __future__ import annotations

import asyncio
import logging
import pkgutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from .arguments import Jobs
from .failures import Failure, as_usage
from .output import solved

if TYPE_CHECKING:
    from solver import Workers
    from solver.decide.study import Progress

__all__ = ["Machines"]

Answer = TypeVar("Answer")

PATIENCE = 10.0
"""Seconds for which a cluster may be without any worker."""
_EVERY = 1.0
"""Seconds between two looks at the workers."""

Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Solve on the Dask cluster at this address.")
]


@dataclass(frozen=True)
class Machines:
    """The options that say who solves: threads of this process, or a cluster."""

    jobs: Jobs = None
    cluster: Cluster = None

    @property
    def elsewhere(self) -> bool:
        """Whether a cluster solves."""
        return self.cluster is not None

    def solved(self, run: Callable[[Callable[[Progress], object]], Answer]) -> Answer:
        """What a study answers, with a bar while it runs; see `told.Solving`."""
        return solved(run)

    @contextmanager
    def workers(self) -> Iterator[Workers]:
        """The same for the library, while the command runs."""
        from solver import Workers

        with executor_of(self.cluster) as executor:
            with as_usage("--jobs"):
                workers = Workers(self.jobs, executor)
            yield workers


@contextmanager
def executor_of(address: str | None) -> Iterator[Executor | None]:
    """The executor of a Dask cluster, or None for threads of this process.

    Failure where no scheduler answers; UnfinishedError for workers that cannot do the work.
    """
    if address is None:
        yield None
        return
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise Failure(
            "--cluster needs the package distributed: pip install 'hakem[cluster]'"
        ) from None
    before = logging.root.manager.disable
    logging.disable()  # what Dask's own loggers see is told in one sentence
    try:
        with _connected(address) as client:
            executor = ClusterExecutor(client, address)
            executor.look(False)
            yield executor
    finally:
        logging.disable(before)


def _connected(address: str) -> Any:
    """A client of the scheduler at this address; Failure where there is none.

    The address is tried before there is a client. One that fails in its constructor keeps a thread
    until it is collected, and its finalizer takes the lock under which the next client starts: in
    the same thread it waits for itself without end.
    """
    from distributed import Client, Security
    from distributed.comm import connect

    async def tried() -> None:
        to = Security().get_connection_args("client")
        await (await connect(address, timeout=PATIENCE, **to)).close()

    try:
        asyncio.run(asyncio.wait_for(tried(), 2 * PATIENCE))  # some take a call and say nothing
        return Client(address, timeout=PATIENCE)
    except Exception as error:  # Dask reads the bytes of whoever answers, and any may come of it
        where = f"--cluster {address}:"
        if isinstance(error, TypeError) and address.startswith("tls"):
            raise Failure(
                f"{where} Dask has no certificates for tls, expected them in its configuration "
                "(distributed.comm.tls)"
            ) from error
        why = str(error) or f"silent for {2 * PATIENCE:.0f} seconds"
        if not isinstance(error, (OSError, ValueError)):
            why = "what answers speaks another language"
        raise Failure(f"{where} no scheduler answers there ({why})") from error


class ClusterExecutor(Executor):
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._pool = client.get_executor()
        self._known: set[str] = set()
        self._looked = self._seen = time.monotonic() - _EVERY

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have `fn(*args, **kwargs)` done by a worker."""
        future: Future[Any] = self._pool.submit(fn, *args, **kwargs)
        return future

    def look(self, late: bool) -> None:
        """UnfinishedError where there is no worker, or one that has not this version of Hakem.

        Workers are waited for a while, but not when it is `late`.
        """
        from solver.base.errors import UnfinishedError

        now = time.monotonic()
        if now - self._looked < _EVERY:
            return
        self._looked = now
        workers = set(self._client.scheduler_info()["workers"])
        if workers:
            self._seen = now
        elif late or now - self._seen >= PATIENCE:
            raise UnfinishedError(f"--cluster {self._address}: there is no worker")
        self._compare(sorted(workers - self._known))
        self._known |= workers

    def _compare(self, workers: Sequence[str]) -> None:
        """Ask these workers for their Hakem, by a function that they have without it."""
        from solver.base.errors import UnfinishedError
        from solver.base.version import __version__

        if not workers:
            return
        found = self._client.run(
            pkgutil.resolve_name,
            "solver.base.version:__version__",
            workers=workers,
            on_error="return",
        )
        for worker, version in found.items():
            if isinstance(version, OSError):
                continue  # it has gone
            where = f"--cluster {self._address}: the worker at {worker} has"
            if isinstance(version, Exception):
                raise UnfinishedError(f"{where} no Hakem ({version})")
            if version != __version__:
                raise UnfinishedError(f"{where} Hakem {version}, expected {__version__}")
