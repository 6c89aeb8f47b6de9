"""Random deals that meet a condition, found by dealing and asking.

The deals of a seed are asked in their order by any number of threads, so that the same deals are
found with one thread as with many. What a condition is stands in purposes.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Suit
from ..base.errors import SamplingError, SearchStopped
from ..core.engine import Solver
from ..decide.parallel import PerThread, map_chunks
from ..decide.saved import SavedState, saved_seed
from ..decide.worlds import PartialDeal, Worlds, new_seed, sample_worlds, world_hands
from ..game.deal import Deal
from ..game.variants import HOKM, Variant, find_variant
from .conditions import Condition
from .purposes import SolvedDeal, find_condition

__all__ = ["DealSearch", "FoundDeal"]

LIMIT = 100_000
"""Deals that are tried when no limit is given."""
_BLOCK, _SOLVED_BLOCK = 512, 8  # deals that a thread asks at a time: by the cards, by a search
_SAVE_EVERY = 1.0  # seconds: the file of a run is written again at most so often, and at the end


@dataclass(frozen=True, slots=True)
class FoundDeal:
    """A deal that meets the condition; `place` counts the deals of the seed before it.

    `reserves` are the cards dealt later, in a game that has them.
    """

    place: int
    deal: Deal
    reserves: Deal | None = None

    def to_dict(self) -> dict[str, Any]:
        """The deal as `hakem deal --json` has it; `reserves` only where there are any."""
        entry: dict[str, Any] = {"hands": [str(hand) for hand in self.deal]}
        if self.reserves is not None:
            entry["reserves"] = [str(hand) for hand in self.reserves]
        return {**entry, "place": self.place}


class DealSearch:
    """A search for deals that meet a condition: iterate over it, then read `tried` and `met`.

    `known` is what is known of the hands, `condition` a text or a `Condition`. `trump` None is no
    trump; with `named` False none is named, and a condition on best play is refused. The iterator
    ends after `n` deals found or `limit` deals tried (by default 100,000), whichever comes first.
    `resume`: a file that keeps which deals were found among those tried, as `Plan.resume`; a search
    with another `n` or `limit` goes on from it as well. `stop` is asked now and then; where it is
    true the search ends with SearchStopped. Raises OptionError for a faulty condition or one that
    the game has no answer to, SamplingError for what is known of the hands, ResumeError for the
    file of another search.
    """

    def __init__(
        self,
        condition: Condition | str,
        known: PartialDeal,
        n: int = 1,
        *,
        variant: Variant | str = HOKM,
        trump: Suit | None = None,
        named: bool = True,
        seed: int | None = None,
        limit: int | None = None,
        jobs: int | None = None,
        megabytes: float = 32.0,
        resume: Path | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        limit = LIMIT if limit is None else limit
        if n < 1 or limit < 1:
            raise SamplingError(f"{min(n, limit)} deals were asked for: expected at least 1")
        self.condition = find_condition(condition) if isinstance(condition, str) else condition
        self.known, self.n, self.limit, self.jobs = known, n, limit, jobs
        self.variant, self.trump, self.named = find_variant(variant), trump, named
        seed = saved_seed(resume) if seed is None else seed
        self.seed = new_seed() if seed is None else seed
        self.tried = self.met = 0
        self._stop = stop
        self._solver = PerThread(lambda: self._new_solver(megabytes))
        self._asked, self._places = 0, list[int]()
        """The deals asked so far, also by the run that the file keeps, and the places of those that
        met the condition."""
        self._file: SavedState | None = None
        self._written = 0.0
        if resume is not None:
            self._file = SavedState(resume, self._question())
            self._restore(self._file)

    def _new_solver(self, megabytes: float) -> Solver:
        solver = Solver(megabytes)
        solver.stop = self._stop
        return solver

    def __iter__(self) -> Iterator[FoundDeal]:
        self.tried = self.met = 0
        blocks = self._blocks()
        try:
            for first, size, found in self._answers(blocks):
                for one in found:
                    self.met += 1
                    self.tried = one.place + 1
                    yield one
                    if self.met == self.n:
                        return
                self.tried = first + size
        finally:
            self._save(0.0)

    def _answers(
        self, blocks: Iterator[tuple[int, Worlds]]
    ) -> Iterator[tuple[int, int, list[FoundDeal]]]:
        """The deals of each block that meet the condition; those asked before are known."""
        kept = set(self._places)
        left = blocks
        for first, worlds in blocks:
            if first + len(worlds) > self._asked:
                left = chain([(first, worlds)], blocks)
                break
            places = kept.intersection(range(first, first + len(worlds)))
            found = [FoundDeal(k, *self._hands(worlds[k - first])) for k in sorted(places)]
            yield first, len(worlds), found
        for first, size, found in map_chunks(self._ask, left, jobs=self.jobs):
            self._places = [place for place in self._places if place < first]
            self._places += [one.place for one in found]
            self._asked = first + size
            yield first, size, found
            self._save(_SAVE_EVERY)

    def _hands(self, world: NDArray[np.uint64]) -> tuple[Deal, Deal | None]:
        """The deal of a world, and the cards dealt later where there are any."""
        hands, seats = world_hands(world), self.variant.seats
        return Deal(hands[:seats]), Deal(hands[seats:]) if hands[seats:] else None

    def _question(self) -> dict[str, Any]:
        """What is searched for, for the file that keeps what was found."""
        trump = "none" if self.trump is None else self.trump.letter
        return {
            "command": "deal",
            "condition": str(self.condition),
            "game": str(self.variant),
            "options": self.variant.plain_settings(),
            "trump": trump if self.named else None,
            "seed": self.seed,
            "cards known": repr(self.known),
        }

    def _restore(self, file: SavedState) -> None:
        """Go on from what the file keeps."""
        if file.state is None:
            return
        try:
            self._asked = int(file.state["tried"])
            self._places = sorted(map(int, file.state["places"]))
        except (KeyError, OverflowError, TypeError, ValueError):
            raise file.damaged() from None
        places = self._places
        within = not places or (places[0] >= 0 and places[-1] < self._asked)
        if self._asked < 0 or len(set(places)) < len(places) or not within:
            raise file.damaged()

    def _save(self, after: float) -> None:
        """Write what was found, if so many seconds have passed since it was last written."""
        if self._file is not None and time.monotonic() - self._written >= after:
            self._file.write({"tried": self._asked, "places": self._places})
            self._written = time.monotonic()

    @property
    def share(self) -> float:
        """The share of the deals tried that met the condition; 0 before the first."""
        return self.met / self.tried if self.tried else 0.0

    def _blocks(self) -> Iterator[tuple[int, Worlds]]:
        """The worlds to ask, in small blocks, each with the place of its first."""
        size = _SOLVED_BLOCK if self.condition.cost else _BLOCK
        place = 0
        for worlds in sample_worlds(self.known, self.seed, self.limit):
            for start in range(0, len(worlds), size):
                block = worlds[start : start + size]
                yield place, block
                place += len(block)

    def _ask(self, block: tuple[int, Worlds]) -> tuple[int, int, list[FoundDeal]]:
        """The deals of a block that meet the condition."""
        first, worlds = block
        if self._stop is not None and self._stop():
            raise SearchStopped
        found = []
        for place, world in enumerate(worlds, first):
            deal, reserves = self._hands(world)
            asked = SolvedDeal(deal, self.trump, self.variant, self._solver(), reserves, self.named)
            if asked.possible and self.condition(asked):
                found.append(FoundDeal(place, deal, reserves))
        return first, len(worlds), found
