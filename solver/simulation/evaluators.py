"""Evaluators: solve each sampled deal for each trump, to its outcome class or to its kot only.

The plain game is solved in batches. Other games, and the plain game under a node limit, are solved
deal by deal, by the races of analysis/ladder.py. An evaluator owns one solver per thread. It knows
nothing of samples and estimates.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ..cards import FULL_PACK, Card, Hand, Suit
from ..errors import HandError, OptionError, VariantError
from ..game.deal import FIRST_CARDS, Deal
from ..game.position import Position
from ..game.variants import Variant
from ..outcomes import Outcome
from .parallel import PerThread
from .worlds import PartialDeal, Worlds, world_hands

__all__ = ["Answers", "BatchSolver", "WorldEvaluator", "find_evaluator", "known_sizes"]

Codes = NDArray[np.int8]
Bounds = tuple[Outcome, Outcome]

LOWEST_CLUB = Card.parse("C2")
LONG_GAME_LIMIT = 5_000_000
"""The default node limit of one answer where some hands take minutes: three players, and tens."""
NO_TRUMP = -1
"""The trump of a game in which nobody calls one."""


class Answers(NamedTuple):
    """The worst and the best outcome codes still possible, each int8 of shape (deals, trumps).

    Both are the same where the search decided; without a node limit that is everywhere.
    """

    worst: Codes
    best: Codes


class BatchSolver(Protocol):
    """The part of `solver.engine.Solver` that the evaluator of the plain game needs."""

    def batch_outcomes(
        self, hands: Worlds, trumps: Sequence[int], leader: int = 0, detail: str = "class"
    ) -> Codes:
        """Outcome codes, int8 (n, len(trumps))."""
        ...


class WorldEvaluator(Protocol):
    """Answers for many worlds at once. Evaluators can be pickled.

    - `trumps`: the suits that may be called; none where nobody calls.
    - `known`: the PartialDeal whose worlds are evaluated.
    - `method`: in words, the question that is solved for each deal.
    - `bavneys`: whether the game has bavneys.
    - `kots_per_deal`: the number of deals to search for kots for each one solved to its class, so
      chosen that the kots take the smaller part of the time.
    - `chunk`, `kot_chunk`: deals per chunk of a trump study and of a kot study, about half a second
      of work. A seed gives other deals when they change.
    - `node_limit`: cards that may be played for one answer; 0 for no limit.
    """

    known: PartialDeal
    trumps: tuple[Suit, ...]
    method: str
    bavneys: bool
    kots_per_deal: int
    chunk: int
    kot_chunk: int
    node_limit: int

    def classes(self, worlds: Worlds, trumps: Sequence[int]) -> Answers:
        """The outcome classes of the deals, one column for each trump."""
        ...

    def kots(self, worlds: Worlds, trumps: Sequence[int], bavneys: bool) -> Answers:
        """The kots of the deals: 2, -2, or 0 for neither; with `bavneys` also 3 and -3."""
        ...


def find_evaluator(
    variant: Variant,
    hand: Hand,
    make_solver: Callable[[], BatchSolver] | None = None,
    node_limit: int | None = None,
) -> WorldEvaluator:
    """The evaluator of this game for a caller (seat 0) who holds these cards.

    `make_solver` makes the solver of each thread in the plain game. `node_limit`: None for the
    default of the game (`LONG_GAME_LIMIT` for three players and tens, else no limit), 0 for no
    limit. Raises VariantError for a game of bids, HandError for a card that is not in the pack of
    the game.
    """
    known_sizes(variant)
    if node_limit is not None and node_limit < 0:
        raise OptionError(f"node limit {node_limit}, expected 0 (none) or more")
    stray = hand - _pack(variant)
    if stray:
        raise HandError(f"{', '.join(map(str, stray))} is not in the pack of {variant.name}")
    if variant.family == "three":
        return _ThreeEvaluator(variant, hand, node_limit)
    if variant.family == "two" and len(hand) <= FIRST_CARDS:
        return _DrawEvaluator(variant, hand, node_limit)
    if variant.family == "five_card_start":
        return _FiveCardEvaluator(variant, hand, node_limit)
    plain = variant.family == "plain" and not {"void_duty", "overtrump_duty"} & set(variant.changed)
    if plain:
        return _PlainEvaluator(variant, hand, make_solver or _engine, node_limit)
    return _GameEvaluator(variant, hand, node_limit)


def known_sizes(variant: Variant) -> tuple[int, ...]:
    """The sizes of a caller's hand from which kots can be studied; VariantError if none."""
    if variant.family == "daba":
        raise VariantError(
            f"{variant.name} is a game of bids and knows no kot: `hakem trump` (match.study_bids) "
            "judges the bids from thirteen cards"
        )
    if variant.family == "five_card_start":
        return (FIRST_CARDS,)
    return (FIRST_CARDS, variant.cards_per_hand)


class _GameEvaluator:
    """Any game, deal by deal.

    Where the caller makes trump by laying down a card, only suits that he holds can be called, and
    the card is taken to be the lowest of its suit among his known cards.
    """

    method = "open hand"

    def __init__(self, variant: Variant, hand: Hand, node_limit: int | None = None) -> None:
        self.known = _around(variant, hand)
        self.variant = variant
        self.hand = hand
        long = variant.family == "three" or variant.points == "tens"
        usual = LONG_GAME_LIMIT if long else 0
        self.node_limit = usual if node_limit is None else node_limit
        self.lays_down = variant.family == "kasiet" or variant.hides_trump
        self.trumps = tuple(s for s in Suit if not self.lays_down or hand.length(s))
        if variant.sets_trump:
            self.trumps = ()
        if variant.family == "two" and len(hand) > FIRST_CARDS:
            self.method = "open hand, the other's thirteen at random although he drew them"
        if variant.get("dummy_score") == "individual":
            self.method = "open hand, by sides although each defender counts his own"
        # Kots take little time where the race ends early; in games of heaps it lasts to the end.
        self.kots_per_deal = 1 if variant.collecting else 4
        self.chunk = 4 if variant.collecting else 16
        self.kot_chunk = 512 if not variant.collecting else 40 if variant.sets_trump else 64
        if variant.collecting and (variant.hides_trump or variant.get("ace_rule") != "off"):
            self.chunk, self.kot_chunk = 2, 24  # the longest searches for tricks
        if variant.points == "tens":
            self.chunk, self.kot_chunk = 2, 8
        self.bavneys = not (
            variant.collecting or variant.points == "tens" or variant.get("stop_rule") == "hard7"
        )
        self._solvers = PerThread(_engine)

    def classes(self, worlds: Worlds, trumps: Sequence[int]) -> Answers:
        return self._each(worlds, trumps, self._class)

    def kots(self, worlds: Worlds, trumps: Sequence[int], bavneys: bool) -> Answers:
        return self._each(worlds, trumps, lambda hands, trump: self._kot(hands, trump, bavneys))

    def _each(
        self,
        worlds: Worlds,
        trumps: Sequence[int],
        ask: Callable[[tuple[Hand, ...], Suit | None], Bounds],
    ) -> Answers:
        codes = np.empty((2, len(worlds), len(trumps)), dtype=np.int8)
        for row, world in enumerate(worlds):
            hands = world_hands(world)
            for column, trump in enumerate(trumps):
                codes[:, row, column] = ask(hands, None if trump == NO_TRUMP else Suit(trump))
        return Answers(codes[0], codes[1])

    def _class(self, hands: tuple[Hand, ...], trump: Suit | None) -> Bounds:
        from ..analysis.questions import class_bounds

        return class_bounds(self._position(hands, trump), self._solvers(), self.node_limit)

    def _kot(self, hands: tuple[Hand, ...], trump: Suit | None, bavneys: bool) -> Bounds:
        from ..analysis.questions import kot_bounds

        position = self._position(hands, trump)
        return kot_bounds(position, self._solvers(), self.node_limit, bavneys)

    def _position(self, hands: tuple[Hand, ...], trump: Suit | None) -> Position:
        more: dict[str, Any] = {}
        if self.lays_down and trump is not None:
            more["indicator"] = self.hand.suit(trump)[-1]
        leader = 0
        if self.variant.get("beranga_leader") == "holder_of_2C":
            leader = next(seat for seat, hand in enumerate(hands) if LOWEST_CLUB in hand)
        return Position.start(Deal(hands), trump, leader, self.variant, **more)


class _PlainEvaluator(_GameEvaluator):
    """The plain game: in batches, or deal by deal under a node limit."""

    def __init__(
        self,
        variant: Variant,
        hand: Hand,
        make_solver: Callable[[], BatchSolver],
        node_limit: int | None = None,
    ) -> None:
        super().__init__(variant, hand, node_limit)
        self.kots_per_deal = 16
        self.chunk = 32
        self.kot_chunk = 4096
        self._batches = PerThread(make_solver)

    def classes(self, worlds: Worlds, trumps: Sequence[int]) -> Answers:
        if self.node_limit:
            return super().classes(worlds, trumps)
        return self._batch(worlds, trumps, "class" if self.bavneys else "hard7")

    def kots(self, worlds: Worlds, trumps: Sequence[int], bavneys: bool) -> Answers:
        if self.node_limit:
            return super().kots(worlds, trumps, bavneys)
        return self._batch(worlds, trumps, "kot+bavney" if bavneys else "kot")

    def _batch(self, worlds: Worlds, trumps: Sequence[int], detail: str) -> Answers:
        codes = self._batches().batch_outcomes(worlds, list(trumps), detail=detail)
        return Answers(codes, codes)


class _FiveCardEvaluator(_GameEvaluator):
    """The five-card start: the known cards are the first five; the later ones are dealt as well.

    Where a random card makes trump, the solver gives the probability p of a kot. The deal counts as
    a kot when a number derived from its own cards, uniform from 0 to 1, is below p. The share of
    such deals has the mean of p, and each deal is one yes or no, so the interval of a share is
    valid. A deal never counts as both a kot and a goon kot, because they use the two ends of that
    number.
    """

    method = "open hand, the later cards known to all"

    def __init__(self, variant: Variant, hand: Hand, node_limit: int | None = None) -> None:
        super().__init__(variant, hand, node_limit)
        later = variant.cards_per_hand - FIRST_CARDS
        sizes = (FIRST_CARDS,) * variant.seats + (later,) * variant.seats
        self.known = PartialDeal(_with_empty(hand, len(sizes)), sizes, (), _pack(variant))
        self.kot_chunk = 6

    def _kot(self, hands: tuple[Hand, ...], trump: Suit | None, bavneys: bool) -> Bounds:
        from ..analysis.questions import kot_bounds

        seats = self.variant.seats
        start = Position.start(Deal(hands[:seats]), trump, 0, self.variant, reserves=hands[seats:])
        text = " ".join(str(hand.bits) for hand in hands).encode()
        luck = int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big") / 2**48
        return kot_bounds(start, self._solvers(), self.node_limit, bavneys, luck)


class _ThreeEvaluator(_GameEvaluator):
    """Three players: what the caller can force against the two others together (docs/rules.md 8.1).

    KOT_A: the first seven tricks; WIN_A: the hand; KOT_B: one of the others can force the first
    seven; WIN_B: none of these, which does not say who wins.
    """

    method = "open hand, guaranteed against the two others together"

    def __init__(self, variant: Variant, hand: Hand, node_limit: int | None = None) -> None:
        super().__init__(variant, hand, node_limit)
        self.bavneys = False
        self.kots_per_deal = 32
        self.chunk = 3

    def _class(self, hands: tuple[Hand, ...], trump: Suit | None) -> Bounds:
        worst, best = self._kot(hands, trump, False)
        if worst == best != Outcome.NONE:
            return worst, best
        wins = self._solvers().wins_hand(self._alone(hands, trump, 0), self.node_limit)
        if wins is None:
            return min(worst, Outcome.WIN_B), max(best, Outcome.WIN_A)
        if wins:
            return Outcome.WIN_A, max(best, Outcome.WIN_A)
        return min(worst, Outcome.WIN_B), Outcome.WIN_B

    def _kot(self, hands: tuple[Hand, ...], trump: Suit | None, bavneys: bool) -> Bounds:
        solver = self._solvers()
        first = [
            solver.race(self._alone(hands, trump, seat), 7, 1, self.node_limit)
            for seat in range(self.variant.seats)
        ]
        if first[0]:
            return Outcome.KOT_A, Outcome.KOT_A
        if True in first:
            return Outcome.KOT_B, Outcome.KOT_B
        return (
            Outcome.KOT_B if None in first[1:] else Outcome.NONE,
            Outcome.KOT_A if first[0] is None else Outcome.NONE,
        )

    def _alone(self, hands: tuple[Hand, ...], trump: Suit | None, seat: int) -> Position:
        return replace(self._position(hands, trump), player=seat)


class _DrawEvaluator(_GameEvaluator):
    """Two players: five cards each, an ordered stock; discards, draw and play are solved."""

    method = "open hand and open stock, discards and draws as good as can be"

    def __init__(self, variant: Variant, hand: Hand, node_limit: int | None = None) -> None:
        from ..analysis.ladder import ladder
        from ..analysis.stock_draw import discards_of

        super().__init__(variant, hand, node_limit)
        stock = FULL_PACK.bit_count() - 2 * FIRST_CARDS
        draws = 2 * (variant.cards_per_hand - FIRST_CARDS) + sum(discards_of(variant))
        if variant["see_second"] and 2 * draws - 1 > stock:
            raise VariantError(
                f"{variant}: {draws} draws that see two cards each need {2 * draws - 1}, the stock "
                f"has {stock}; set see_second=off"
            )
        sizes = (FIRST_CARDS,) * 2 + (1,) * stock
        self.known = PartialDeal(_with_empty(hand, len(sizes)), sizes, (), _pack(variant))
        # The ladder of a new hand does not depend on its cards.
        full = variant.cards_per_hand
        any_deal = Deal((Hand((1 << full) - 1), Hand(((1 << full) - 1) << full)))
        self.rungs = ladder(Position.start(any_deal, Suit.SPADES, 0, variant))
        self.kots_per_deal = 1
        self.chunk = 3
        self.kot_chunk = 24

    def _class(self, hands: tuple[Hand, ...], trump: Suit | None) -> Bounds:
        return self._ask(hands, trump, self.rungs)

    def _kot(self, hands: tuple[Hand, ...], trump: Suit | None, bavneys: bool) -> Bounds:
        from ..analysis.ladder import kot_rungs

        return self._ask(hands, trump, kot_rungs(self.rungs, bavneys))

    def _ask(self, hands: tuple[Hand, ...], trump: Suit | None, rungs: Sequence[Any]) -> Bounds:
        from ..analysis.budget import Budget
        from ..analysis.ladder import narrowed
        from ..analysis.stock_draw import discard_race

        assert trump is not None
        fives, stock = (hands[0], hands[1]), tuple(next(iter(hand)) for hand in hands[2:])
        budget = Budget(self._solvers(), self.node_limit)

        def ask(a: int, b: int) -> bool | None:
            left = budget.left()
            if left is None:
                return None
            return discard_race(fives, stock, trump, a, b, self.variant, budget.solver, left)

        return narrowed(rungs, ask)


def _engine() -> Any:
    from ..engine import Solver

    return Solver()


def _with_empty(hand: Hand, places: int) -> tuple[Hand, ...]:
    """This hand and empty ones, `places` in all."""
    return (hand, *(Hand() for _ in range(places - 1)))


def _around(variant: Variant, hand: Hand) -> PartialDeal:
    """The PartialDeal in which seat 0 holds these cards and nobody has played."""
    sizes = (variant.cards_per_hand,) * variant.seats
    return PartialDeal(_with_empty(hand, variant.seats), sizes, (), _pack(variant))


def _pack(variant: Variant) -> Hand:
    """The pack: 52 cards; in chokri without the twos, for three players without one two."""
    out = sum(1 << 13 * suit for suit in Suit) if variant.family == "chokri" else 0
    if variant.family == "three":
        out = Card.parse(variant["removed_two"]).bit
    return Hand(FULL_PACK & ~out)
