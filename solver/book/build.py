"""The builder: random deals, judged for every caller and every trump, kept as shards.

The judge solves a deal with open hands, or has it played out by closed ones.
A chunk of deals depends on the seed and its number alone, so the results are the same for any
number of jobs, on threads, processes or a cluster, and however often the work was broken off and
taken up again. Only solving takes time: counts.py decides afterwards what is counted, from the
same shards.
"""

from __future__ import annotations

import contextlib
import itertools
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Hand
from ..base.errors import BookError, OptionError, UnfinishedError, VariantError
from ..base.outcomes import Detail
from ..base.version import __version__
from ..base.whole_files import BESIDE
from ..decide.closed_hands import find_judge, why_not_closed
from ..decide.evaluators import WorldEvaluator, find_evaluator
from ..decide.parallel import PerThread, map_chunks
from ..decide.plan import Workers
from ..decide.worlds import Dealer, PartialDeal, chunk_seed, parse_seed
from ..game.variants import HOKM, Variant, find_variant
from .shards import BLOCK, CHUNK, OPEN_HANDS, SUFFIX, Shard, read_shard, shard_path

__all__ = ["BuildReport", "book_game", "build_book", "chunk_deals", "engine_signature"]

Worlds = NDArray[np.uint64]
Codes = NDArray[np.int8]

_SAVE_EVERY = 1.0  # seconds: a block at work is written again at most so often
_SIDES = np.array([1, -1, 1, -1], dtype=np.int8)[None, :, None]


class SolvedChunk(NamedTuple):
    """A chunk's results: outcome codes (64, 4, 4) as bytes, a checksum of its deals, the engine."""

    number: int
    codes: bytes
    deals: int
    engine: str


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What there is after a build: all `deals` in the folder, those `solved` now, and the time.

    `interrupted`: Ctrl-C, or a fault, ended it; what was solved is kept.
    """

    folder: Path
    variant: Variant
    seed: int
    deals: int
    solved: int
    seconds: float
    interrupted: bool


def book_game(variant: Variant | str, judge: str = OPEN_HANDS) -> Variant:
    """The game, if a book by this judge can be made of it; VariantError saying why not.

    A deal tells something about every five cards inside the caller's thirteen only where the call
    names a suit and nothing else, and where the suits called are those of four hands of thirteen.
    """
    game = find_variant(variant) if isinstance(variant, str) else variant
    if game.seats != 4 or game.cards_per_hand != 13 or game.sets_trump or game.bids:
        raise VariantError(f"{game.name} has no call of one suit from five of thirteen cards")
    if game.lays_down:
        raise VariantError(
            f"{game.name} has no book: trump is made by a card laid down, so what a call is worth "
            "depends on which five cards came first"
        )
    if game.get("dehla_result") == "no_winner":
        raise VariantError(f"{game} has no book: a tie has no class to count")
    why = why_not_closed(game) if judge != OPEN_HANDS else None
    if why is not None:
        raise VariantError(f"no book of closed hands in {why}")
    return game


def chunk_deals(seed: int, chunk: int) -> Worlds:
    """The deals of a chunk, uint64 (64, 4)."""
    return _DEALER.deal(CHUNK, chunk_seed(seed, chunk))


def deals_sum(worlds: Worlds) -> int:
    """A checksum of deals, the same on every machine."""
    return zlib.crc32(worlds.astype("<u8").tobytes())


def solve_chunk(variant: Variant, seed: int, chunk: int, solver: Any = None) -> SolvedChunk:
    """Solve one chunk of deals for all callers and trumps."""
    worlds = chunk_deals(seed, chunk)
    if variant.plain and not {"void_duty", "overtrump_duty"} & set(variant.changed):
        detail: Detail = "hard7" if variant.get("stop_rule") == "hard7" else "class"
        solver = solver or _solvers()
        codes = solver.batch_outcomes(worlds, range(4), detail=detail, leaders=range(4)) * _SIDES
    else:
        codes = np.empty((CHUNK, 4, 4), dtype=np.int8)
        evaluator = find_evaluator(variant, Hand(), node_limit=0)
        for row, trump, caller in itertools.product(range(CHUNK), range(4), range(4)):
            # The callers of a trump one after the other: a solver keeps its table for them.
            turned = np.roll(worlds[row : row + 1], -caller, axis=1)  # the caller takes seat 0
            codes[row, caller, trump] = evaluator.classes(turned, (trump,)).worst[0, 0]
    return SolvedChunk(chunk, codes.tobytes(), deals_sum(worlds), engine_signature())


def play_chunk(variant: Variant, seed: int, chunk: int, judge: str) -> SolvedChunk:
    """Play one chunk of deals out for all callers and trumps, as the players of this judge do."""
    worlds = chunk_deals(seed, chunk)
    codes = _played(variant, worlds, judge)
    return SolvedChunk(chunk, codes.tobytes(), deals_sum(worlds), players_signature(judge))


def _played(variant: Variant, worlds: Worlds, judge: str) -> Codes:
    """The outcome codes (64, 4, 4) of deals that are played out."""
    codes = np.empty((len(worlds), 4, 4), dtype=np.int8)
    evaluator = _evaluator_of(variant, judge)
    for caller in range(4):
        turned = np.ascontiguousarray(np.roll(worlds, -caller, axis=1))  # the caller takes seat 0
        codes[:, caller] = evaluator.classes(turned, range(4)).worst
    return codes


@lru_cache(maxsize=4)
def _evaluator_of(variant: Variant, judge: str) -> WorldEvaluator:
    return find_evaluator(variant, Hand(), judge=find_judge(judge))


@lru_cache(maxsize=4)
def players_signature(judge: str) -> str:
    """The version, the players, and a checksum of how a few fixed deals of the plain game end."""
    ends = _played(HOKM, chunk_deals(0, 0), judge)
    return f"hakem {__version__}, {judge} {zlib.crc32(ends.tobytes()):08x}"


@lru_cache(maxsize=1)
def engine_signature() -> str:
    """The version, and the cards this build of the search plays for a few fixed deals."""
    deals = Dealer(PartialDeal(sizes=(9,) * 4)).deal(4, chunk_seed(0, 0))
    solver = _engine()
    solver.batch_outcomes(deals, range(4))
    return f"hakem {__version__}, {solver.nodes} nodes"


class _Work:
    """Solves the chunk of a given number. Can be sent to other processes and machines."""

    def __init__(self, variant: Variant, seed: int, judge: str) -> None:
        self.variant = variant
        self.seed = seed
        self.judge = judge

    def __call__(self, chunk: int) -> SolvedChunk:
        if self.judge == OPEN_HANDS:
            return solve_chunk(self.variant, self.seed, chunk)
        return play_chunk(self.variant, self.seed, chunk, self.judge)


def build_book(
    folder: Path | str,
    *,
    deals: int,
    seed: int | str,
    variant: Variant | str = HOKM,
    first_deal: int = 0,
    judge: str = OPEN_HANDS,
    workers: Workers | None = None,
    watch: Callable[[int, int], object] | None = None,
) -> BuildReport:
    """Solve deals number `first_deal` to `first_deal + deals` of a seed, those missing in `folder`.

    `judge`: "open"; or "closed", "closed:thumb", for deals that are played out, which is far
    quicker. Both numbers are made whole chunks of 64 deals. May be stopped at any moment, by
    Ctrl-C, a crash or a power cut, and called again: finished chunks are kept, at most the last
    second's are solved once more. `watch` is called with the deals done and wanted after a chunk.
    Several machines may each build a part of the same seed (`first_deal`), or another seed, in
    a folder of their own; the shards are counted together. Raises OptionError for a number of
    deals below 1, BookError for damaged shards, those of another game and a folder in which another
    build is at work, UnfinishedError (with the report so far) for a full disk and lost workers.
    """
    game = book_game(variant, find_judge(judge).name)
    if deals < 1 or first_deal < 0:
        raise OptionError(
            f"{deals} deals from number {first_deal} were asked for: expected at least 1, from 0 on"
        )
    number = parse_seed(seed)
    at_work = workers or Workers()
    place = Path(folder)
    start = time.monotonic()
    chunks = range(first_deal // CHUNK, -(-(first_deal + deals) // CHUNK))
    with _alone_in(place):
        for stray in place.glob(f"{BESIDE}*.new"):  # left by a build that was killed
            stray.unlink(missing_ok=True)
        shards = _Shards(place, game, number, judge)
        wanted = [chunk for chunk in chunks if chunk not in shards]
        done = (len(chunks) - len(wanted)) * CHUNK
        before = done

        def report(kept: int, interrupted: bool) -> BuildReport:
            spent = time.monotonic() - start
            return BuildReport(place, game, number, kept, kept - before, spent, interrupted)

        try:
            try:
                work = _Work(game, number, judge)
                for solved in map_chunks(work, wanted, at_work.executor, at_work.jobs):
                    shards.put(solved)
                    done += CHUNK
                    if watch is not None:
                        watch(done, len(chunks) * CHUNK)
            finally:
                shards.save()
        except KeyboardInterrupt:
            return report(done, interrupted=True)
        except UnfinishedError as fault:
            there = _Shards(place, game, number, judge)
            kept = CHUNK * sum(chunk in there for chunk in chunks)
            raise UnfinishedError(
                f"{fault}; {kept:,} of {len(chunks) * CHUNK:,} deals are kept in {place}, the same "
                "command goes on with the others",
                report(kept, interrupted=True),
            ) from fault
        return report(done, interrupted=False)


class _Shards:
    """The shards of one seed in a folder; those that are not full yet are kept in memory."""

    def __init__(self, folder: Path, variant: Variant, seed: int, judge: str) -> None:
        self.folder = folder
        self._empty = partial(Shard, variant, seed, judge=judge)
        self.seed = seed
        self._there: set[int] = set()
        self._open: dict[Path, Shard] = {}
        self._changed: set[Path] = set()
        self._saved = time.monotonic()
        wanted = self._empty()
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            shard = read_shard(path)
            if shard.same != wanted.same:
                raise BookError(
                    f"{path} is of {shard}, not of {wanted}: build each game in a folder of its own"
                )
            if shard.seed == seed:
                self._there.update(shard.codes)
                if len(shard.codes) < BLOCK:
                    self._open[path] = shard

    def __contains__(self, chunk: int) -> bool:
        return chunk in self._there

    def put(self, solved: SolvedChunk) -> None:
        path = shard_path(self.folder, self.seed, solved.number)
        shard = self._open.setdefault(path, self._empty())
        codes = np.frombuffer(solved.codes, dtype=np.int8).reshape(CHUNK, 4, 4)
        shard.add(solved.number, codes, solved.deals, solved.engine)
        self._there.add(solved.number)
        self._changed.add(path)
        if len(shard.codes) == BLOCK or time.monotonic() - self._saved >= _SAVE_EVERY:
            self.save()

    def save(self) -> None:
        for path in sorted(self._changed):
            shard = self._open[path]
            shard.write(path)
            self._changed.discard(path)
            if len(shard.codes) == BLOCK:
                del self._open[path]
        self._saved = time.monotonic()


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; BookError when another build has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file: IO[str] = open(folder / "lock", "a")  # noqa: SIM115
    except OSError as error:
        raise BookError(f"{folder} cannot be written to: {error.strerror or error}") from error
    with file:
        try:
            import fcntl
        except ImportError:  # not on every system
            pass
        else:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BookError(f"another build is at work in {folder}") from None
        yield


def _engine() -> Any:
    from ..core.engine import Solver

    return Solver()


_solvers = PerThread(_engine)
_DEALER = Dealer(PartialDeal(sizes=(13,) * 4))
