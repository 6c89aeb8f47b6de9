"""What a study may cost and who works for it: `Plan`, `Workers`, and the sizes of its chunks.

Everything that limits a sampled study is checked here, once. Nothing here deals or solves.
"""

from __future__ import annotations

import math
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from statistics import NormalDist
from types import MappingProxyType
from typing import Any

from ..base.errors import OptionError, SamplingError, need, shown
from .parallel import parse_jobs
from .saved import saved_seed
from .worlds import new_seed, parse_seed

__all__ = ["Plan", "Workers"]

LOOKS = 8
"""How often at most a study looks whether it may stop; each look at alpha / 8."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study may cost and how well it must know: whichever limit comes first ends it.

    samples     deals, from 1 up. More than a file of `resume` keeps may be asked for where nothing
                is dropped on the way (no `precision`, no card to play): the study then ends as one
                of so many samples from the start
    seconds     of this run: no chunk is begun that is expected to end later, and what is still
                searched for a quarter of a second after that time becomes bounds (in threads of
                this process)
    precision   the half width (0 to 0.5) to which the chances asked for must be known, looked at
                eight times at most
    seed        of the deals, 0 or more; drawn when the study begins if it is None
    confidence  of the intervals over all looks together, 0.5 to 1
    node_limit  cards that may be played for one answer (a class, or a kot, of one deal with one
                choice), 0 for no limit, None for what suits the game; what it leaves undecided
                becomes bounds
    resume      a file in which the counts are kept after every chunk; where it is there already
                the study goes on from it, with its seed if none is given, and ends as it would
                have without a break

    With none of the first three a study takes the deals that `ChunkSizes` tells for the game, about
    ten seconds on two cores at most. Numbers may be given as text. Raises SamplingError for samples
    or a seed, OptionError for anything else that makes no sense.
    """

    samples: int | None = None
    seconds: float | None = None
    precision: float | None = None
    seed: int | None = None
    confidence: float = 0.95
    node_limit: int | None = None
    resume: Path | None = None

    def __post_init__(self) -> None:
        checked: dict[str, Any] = {"confidence": _between(self.confidence, "confidence", 0.5, 1.0)}
        if self.samples is not None:
            checked["samples"] = _whole(self.samples, "number of deals")
        if self.seconds is not None:
            checked["seconds"] = _between(self.seconds, "time", 0.0, math.inf)
        if self.precision is not None:
            checked["precision"] = _between(self.precision, "precision", 0.0, 0.5)
        if self.seed is not None:
            checked["seed"] = parse_seed(self.seed)
        if self.resume is not None:
            if not isinstance(self.resume, (str, PathLike)):
                raise OptionError(f"{shown(self.resume)} is no file to resume: expected a path")
            checked["resume"] = Path(self.resume)
        limit = self.node_limit
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int)):
            raise OptionError(f"node limit {shown(limit)}, expected a whole number")
        if limit is not None and limit < 0:
            raise OptionError(f"node limit {limit}, expected 0 (none) or more")
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    @property
    def looks(self) -> int:
        """How often a study with this plan looks at most whether it may stop."""
        return LOOKS if self.precision is not None else 1

    @property
    def level(self) -> float:
        """The confidence of one interval at one look."""
        return 1 - (1 - self.confidence) / self.looks

    def settled(self, usual: int) -> Plan:
        """The same with a seed and, where nothing ends it, with the usual number of deals."""
        samples = self.samples
        if samples is None and self.seconds is None and self.precision is None:
            samples = usual
        return replace(self.seeded(), samples=samples)

    def seeded(self) -> Plan:
        """The same with a seed: that of the file to resume, or a new one."""
        if self.seed is not None:
            return self
        kept = saved_seed(self.resume)
        return replace(self, seed=new_seed() if kept is None else kept)

    def ends(self, chunk: int, drops: bool = False) -> list[float]:
        """Chunk numbers at which to look; the last one ends the study (it may be endless).

        With a precision the last look has as many deals as the worst case needs, and each look
        before it half as many as the next. Without one a study that `drops` choices on the way
        looks as often, at doubling sizes.
        """
        if self.precision is None and self.samples is None:
            return [*(2.0**k for k in range(LOOKS - 1) if drops), math.inf]
        if self.precision is None:
            return self._doubling(self.samples or 0, chunk)[None if drops else -1 :]
        z = NormalDist().inv_cdf(0.5 + self.level / 2)
        most = math.ceil(z * z / 4 / self.precision**2)
        if self.samples is not None:
            most = min(most, self.samples)
        return self._doubling(most, chunk)

    @staticmethod
    def _doubling(most: int, chunk: int) -> list[float]:
        """The chunks of so many deals, and of half as many, to the number of looks."""
        return sorted({math.ceil(most / 2**k / chunk) for k in range(LOOKS)})


@dataclass(frozen=True, slots=True)
class Workers:
    """Who works: `jobs` threads (all processors if None), or any executor, which stays open.

    Raises OptionError for a number of jobs that is not 1 to 1024.
    """

    jobs: int | None = None
    executor: Executor | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None:
            object.__setattr__(self, "jobs", parse_jobs(self.jobs))
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise OptionError(f"{shown(self.executor)} is no executor: it has no method submit")


def find_plan(plan: object) -> Plan:
    """The plan itself; OptionError for anything else."""
    wanted = "is no plan: expected a Plan, such as Plan(samples=200)"
    return need(plan, Plan, wanted, OptionError)


def find_workers(workers: object) -> Workers:
    """The workers themselves; OptionError for anything else."""
    wanted = "are no workers: expected Workers, such as Workers(2)"
    return need(workers, Workers, wanted, OptionError)


# Chunks ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """Deals per chunk, about half a second of work, and chunks of a study without any limit.

    `solved`: deals solved in full per chunk; for each of them `kots_per_deal` deals are asked for
    kots, so that the kots cost the smaller part of the time. `kots`: deals per chunk of a study
    that asks for kots only; 0 where there are none. `chunks` and `kot_chunks`: how many of them
    take about ten seconds on two cores at most.
    """

    solved: int
    kots: int
    kots_per_deal: int = 1
    chunks: int = 16
    kot_chunks: int = 16

    @property
    def of_kots(self) -> ChunkSizes:
        """The sizes of a study that asks for kots only."""
        return ChunkSizes(self.kots, 0, chunks=self.kot_chunks)


CHUNKS_VERSION = 1
"""Raised with every change of the deals of a chunk: they are part of what a seed means."""
CHUNKS = MappingProxyType(
    {
        "plain": ChunkSizes(32, 4096, 16),
        "tricks taken at once": ChunkSizes(16, 512, 4),
        "six players": ChunkSizes(16, 512, 4, chunks=64, kot_chunks=64),
        "heaps": ChunkSizes(4, 64),
        "heaps, trump made in play": ChunkSizes(4, 40),
        "heaps, ace rule or hidden trump": ChunkSizes(2, 24, kot_chunks=8),
        "tens in heaps": ChunkSizes(2, 8),
        "tens": ChunkSizes(2, 8, 4),
        "five-card start": ChunkSizes(2, 6),
        "three players": ChunkSizes(3, 512, 32, chunks=10),
        "two players, draw": ChunkSizes(3, 24),
        "exact tricks": ChunkSizes(16, 0),
    }
)
"""The sizes by kind of question; `evaluators.py` says which kind a game is."""


# Reading ---------------------------------------------------------------------------------------


def _whole(value: Any, what: str) -> int:
    """A whole number of at least 1; SamplingError otherwise."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value)
    whole = not isinstance(value, bool) and hasattr(value, "__index__")
    if not whole or value < 1:
        raise SamplingError(f"{shown(value)} is no {what}: expected a whole number from 1 up")
    return int(value)


def _between(value: Any, what: str, low: float, high: float) -> float:
    """A number strictly between low and high; OptionError otherwise."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if isinstance(value, bool) or not low < number < high:
        bound = f"more than {low:g}" + ("" if high == math.inf else f" and less than {high:g}")
        raise OptionError(f"{shown(value)} is no {what}: expected a number {bound}")
    return number
