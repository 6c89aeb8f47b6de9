"""An executor that drops its work, as a cluster does whose scheduler is lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class Forgetful(ThreadPoolExecutor):
    """One thread, which does so many pieces of work; the futures of the others are cancelled."""

    def __init__(self, pieces: int) -> None:
        super().__init__(1)
        self.left = pieces

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left >= 0:
            return super().submit(fn, *args, **kwargs)
        lost: Future[Any] = Future()
        lost.cancel()
        return lost
