"""Judges: which class, or which kot, a dealt world holds for each trump, in any game with a call.

The plain game goes to the solver in batches. The other games are asked deal by deal, through the
ladder of races that analysis.py makes of their classes. A judge owns one solver per thread.
It knows nothing of samples and estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .cards import FULL_PACK, Hand, Suit
from .deal import Deal, Position
from .errors import HandError, VariantError
from .parallel import PerThread
from .results import Outcome
from .sampling import PartialDeal, Worlds, world_hands
from .variants import Variant

__all__ = ["BatchSolver", "Judge", "find_judge"]

Codes = NDArray[np.int8]

# Why a game has no trump call that could be judged, by family.
_NO_CALL = {
    "beranga": "trump is made in play",
    "five_card_start": "trump is made in play",
    "two": "the cards after the first five are drawn by choice, not dealt",
    "three": "with three players there is no class for two sides, `hakem solve` tells what each "
    "player is sure of",
    "daba": "the call is a bid, not a class of the hand, `hakem choose --house daba` judges bids",
}


class BatchSolver(Protocol):
    """What the plain game needs of a solver: `solver.engine.Solver` is one."""

    def batch_outcomes(
        self, hands: Worlds, trumps: Sequence[int], leader: int = 0, detail: str = "class"
    ) -> Codes:
        """Outcome codes, int8 (n, len(trumps))."""
        ...


class Judge(Protocol):
    """Answers for many worlds at once; may travel to other processes.

    `trumps` are the suits that may be called, `known` is what is dealt around the known hand.
    `bavneys`: whether the game has them. `kots_per_deal`: how many deals to ask for kots for each
    one judged in full, so that the kots cost the smaller part of the time. `chunk` and
    `kot_chunk`: deals per chunk of a trump and of a kot study, about half a second of work; they
    are part of what a seed means.
    """

    known: PartialDeal
    trumps: tuple[Suit, ...]
    bavneys: bool
    kots_per_deal: int
    chunk: int
    kot_chunk: int

    def classes(self, worlds: Worlds, trumps: Sequence[int]) -> Codes:
        """Outcome codes of the classes, int8 (n, len(trumps))."""
        ...

    def kots(self, worlds: Worlds, trumps: Sequence[int], bavneys: bool) -> Codes:
        """2, -2 or 0 for neither kot; with `bavneys` 3 and -3 as well."""
        ...


def find_judge(
    variant: Variant, hand: Hand, make_solver: Callable[[], BatchSolver] | None = None
) -> Judge:
    """The judge of this game for a caller (seat 0) who holds these cards.

    `make_solver` makes the solver of each thread in the plain game. Raises VariantError for a
    game without a trump call, HandError for a card that the game's pack does not have.
    """
    if variant.family in _NO_CALL:
        raise VariantError(f"{variant} has no trump call to judge: {_NO_CALL[variant.family]}")
    stray = hand - _pack(variant)
    if stray:
        raise HandError(f"{', '.join(map(str, stray))} is not in the pack of {variant.name}")
    plain = variant.family == "plain" and not {"void_duty", "overtrump_duty"} & set(variant.changed)
    if plain:
        return _PlainJudge(variant, hand, make_solver or _engine)
    return _GameJudge(variant, hand)


class _PlainJudge:
    """The plain game, by batches of the engine."""

    kots_per_deal = 16
    chunk = 32
    kot_chunk = 4096

    def __init__(
        self, variant: Variant, hand: Hand, make_solver: Callable[[], BatchSolver]
    ) -> None:
        self.known = _around(variant, hand)
        self.trumps = tuple(Suit)
        self.bavneys = variant.get("stop_rule") != "hard7"
        self._solvers = PerThread(make_solver)

    def classes(self, worlds: Worlds, trumps: Sequence[int]) -> Codes:
        detail = "class" if self.bavneys else "hard7"
        return self._solvers().batch_outcomes(worlds, list(trumps), detail=detail)

    def kots(self, worlds: Worlds, trumps: Sequence[int], bavneys: bool) -> Codes:
        detail = "kot+bavney" if bavneys else "kot"
        return self._solvers().batch_outcomes(worlds, list(trumps), detail=detail)


class _GameJudge:
    """Any other game, deal by deal.

    Where trump is made by a card laid down, that card is the lowest of its suit among the cards
    the caller knows, and only suits he holds can be called.
    """

    def __init__(self, variant: Variant, hand: Hand) -> None:
        self.known = _around(variant, hand)
        self.variant = variant
        self.hand = hand
        self.lays_down = variant.family == "kasiet" or variant.hides_trump
        self.trumps = tuple(s for s in Suit if not self.lays_down or hand.length(s))
        # A kot is a cheap question where it ends early; in games of heaps it lasts to the end.
        self.kots_per_deal = 1 if variant.collecting else 4
        self.chunk = 4 if variant.collecting else 16
        self.kot_chunk = 64 if variant.collecting else 512
        self.bavneys = not (
            variant.collecting or variant.points == "tens" or variant.get("stop_rule") == "hard7"
        )
        self._solvers = PerThread(_engine)

    def classes(self, worlds: Worlds, trumps: Sequence[int]) -> Codes:
        from .analysis import outcome

        solver: Any = self._solvers()
        return self._each(worlds, trumps, lambda position: outcome(position, solver))

    def kots(self, worlds: Worlds, trumps: Sequence[int], bavneys: bool) -> Codes:
        solver: Any = self._solvers()
        return self._each(worlds, trumps, lambda position: _kot(position, solver, bavneys))

    def _each(
        self, worlds: Worlds, trumps: Sequence[int], ask: Callable[[Position], Outcome]
    ) -> Codes:
        codes = np.empty((len(worlds), len(trumps)), dtype=np.int8)
        for row, world in enumerate(worlds):
            deal = Deal(world_hands(world))
            for column, trump in enumerate(trumps):
                codes[row, column] = ask(self._position(deal, Suit(trump)))
        return codes

    def _position(self, deal: Deal, trump: Suit) -> Position:
        more: dict[str, Any] = {}
        if self.lays_down:
            more["indicator"] = self.hand.suit(trump)[-1]
        return Position.start(deal, trump, 0, self.variant, **more)


def _kot(position: Position, solver: Any, bavneys: bool) -> Outcome:
    """Which kot the hand is, by the races of its ladder that lie next to the kots."""
    from .analysis import ladder, race

    rungs = {outcome: (a, b) for outcome, a, b in ladder(position)}

    def reached(outcome: Outcome) -> bool:
        return outcome in rungs and bool(race(position, *rungs[outcome], solver))

    if reached(Outcome.KOT_A):
        return Outcome.BAVNEY_A if bavneys and reached(Outcome.BAVNEY_A) else Outcome.KOT_A
    safe = min((outcome for outcome in rungs if outcome > Outcome.KOT_B), default=None)
    if safe is None or reached(safe):
        return Outcome.NONE
    if bavneys and Outcome.BAVNEY_B in rungs and not reached(Outcome.KOT_B):
        return Outcome.BAVNEY_B
    return Outcome.KOT_B


def _engine() -> Any:
    from .engine import Solver

    return Solver()


def _around(variant: Variant, hand: Hand) -> PartialDeal:
    """What is known when seat 0 holds these cards and nobody has played."""
    given = (hand, *(Hand() for _ in range(variant.seats - 1)))
    return PartialDeal(given, (variant.cards_per_hand,) * variant.seats, (), _pack(variant))


def _pack(variant: Variant) -> Hand:
    """The cards of the game: all 52, without the twos in chokri."""
    out = sum(1 << 13 * suit for suit in Suit) if variant.family == "chokri" else 0
    return Hand(FULL_PACK & ~out)
