"""The chances of a kot with a given trump: only the cheap races are asked, no win is searched."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..base.cards import Card, Hand, Suit, parse_trump
from ..base.drawn import Told
from ..base.errors import CardError, HandError, OptionError
from ..game.variants import HOKM, Variant, find_variant
from .advice import Candidate, Question, Sampled, hand_in_words
from .asked import Evaluated, Marks, Mixture, Places, kot_places
from .compared import Choice
from .counts import Task
from .estimates import Estimate, Mean, difference_of_shares, left_open, share_below, share_from
from .evaluators import OPEN, BatchSolver, Judge, WorldEvaluator, find_evaluator, known_sizes
from .plan import Plan, Workers, find_plan
from .study import Progress, Study
from .template import NO_TRUMP, Chosen, PositionTemplate
from .worlds import Worlds, shown_hands

__all__ = ["CardEffect", "Kot", "KotStudy", "kot_chances"]

BAVNEY_PART = 8
"""One in so many deals of a kot study is asked for bavneys, which cost more than the kots."""


@dataclass(frozen=True, slots=True)
class CardEffect(Told):
    """How much it matters for the caller's kot whether his partner holds a card.

    `held`, `not_held`: the chance of a kot in the deals in which a partner holds `card` and in the
    others; `difference` is the one minus the other with its interval (`low`, `high`). The
    confidence of these intervals is that of all cards of the study together (Bonferroni), so that
    the largest of them may be picked.
    """

    card: Card
    held: Estimate
    not_held: Estimate
    difference: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """Whether the card is known to matter: 0 lies outside the interval."""
        return not self.low <= 0.0 <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Kot(Question):
    """How likely the caller's kot is with this trump; None where nobody calls one.

    The answer has one candidate, worth 1 for a kot. One deal in eight is searched for bavneys,
    which have an n of their own; there are none, nor any "bavney_against", where play stops at the
    seventh trick. `undecided` is the number of deals whose kots a node limit left undecided. For
    three players "kot" is what the caller alone can force, "kot_against" what any other player
    alone can force. The remarks are a `CardEffect` for each unseen card, the largest difference
    first; none where nobody has a partner, where cards are dealt later, and where deals were left
    undecided.
    """

    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.hand}, trump {'none' if self.trump is None else self.trump.symbol}"


class KotQuestions(Evaluated):
    """The five kot codes, bavneys told apart; cheaply the kots alone."""

    places = 5
    columns = 1
    fold = np.clip(np.arange(5), 1, 3)
    mixtures: tuple[Mixture, ...] = ()

    def __init__(self, evaluator: WorldEvaluator, chosen: Chosen) -> None:
        self.evaluator = evaluator
        self.known = evaluator.template.known
        self.chosen = chosen

    def full(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """Places in the five codes."""
        return kot_places(self.evaluator.kots(worlds, [self.chosen], True))

    def cheap(self, worlds: Worlds, columns: Sequence[int]) -> Places:
        """The same, bavneys counting as kots."""
        return kot_places(self.evaluator.kots(worlds, [self.chosen], False))


class KotStudy(Study[Sampled[Kot]]):
    """A study of kots: `run`, or `steps` and `result`. Arguments as for `kot_chances`."""

    def __init__(
        self,
        hand: Hand | str,
        trump: Suit | str | None = None,
        *,
        variant: Variant | str = HOKM,
        plan: Plan = Plan(),
        workers: Workers = Workers(),
        make_solver: Callable[[], BatchSolver] | None = None,
        shown: Mapping[int, Hand | str] | None = None,
        judge: Judge = OPEN,
    ) -> None:
        self.hand = Hand.parse(hand)
        self.variant = find_variant(variant)
        sizes = known_sizes(self.variant)
        if len(self.hand) not in sizes:
            wanted = " or ".join(map(str, sizes))
            raise HandError(f"{hand_in_words(self.hand)}: expected {wanted} for a kot")
        self.shown = shown_hands(shown)
        self.evaluator = find_evaluator(
            self.variant, self.hand, make_solver, find_plan(plan).node_limit, self.shown, judge
        )
        self.trump = self._called(parse_trump(trump))
        super().__init__(
            KotQuestions(self.evaluator, NO_TRUMP if self.trump is None else self.trump),
            [Choice("kot", 0, (0.0,) * 3 + (1.0,) * 2)],
            plan,
            workers,
            self.evaluator.sizes.of_kots,
            marks=_marks(self.evaluator.template),
            judge=judge,
        )

    def _called(self, suit: Suit | None) -> Suit | None:
        """The suit asked for, where one is called and can be."""
        choices = self.evaluator.template.choices
        if NO_TRUMP in choices:
            if suit is not None:
                raise OptionError(
                    f"nobody calls trump in {self.variant.name}, it is made in play: "
                    f"expected no trump, not {suit.letter}"
                )
            return None
        if suit is None:
            raise CardError("the chance of a kot needs a trump suit: expected S, H, D or C")
        if suit not in choices:
            raise HandError(
                f"the hand {self.hand} has no {Suit(suit).name.lower()} to lay down as the trump "
                f"card of {self.variant.name}"
            )
        return Suit(suit)

    def result(self) -> Sampled[Kot]:
        """The advice from the deals solved so far; SamplingError when there are none."""
        self._need_deals()
        asked, both = self.counts.of(0)
        kot, goon = self._wanted()
        folded = np.zeros_like(both)
        np.add.at(folded, np.ix_(KotQuestions.fold, KotQuestions.fold), asked)
        chances = {"kot": kot, "kot_against": goon}
        if self.evaluator.bavneys:
            chances["bavney"] = share_from(asked, 4, self.level)
            chances["bavney_against"] = share_below(asked, 1, self.level)
        found = Candidate(
            name="kot",
            chosen=self.trump,
            n=self._deals,
            chances=chances,
            points=Mean(kot.share, kot.low, kot.high, kot.n),
            shares={},
            undecided=left_open(both) - left_open(folded) + left_open(asked),
        )
        return Sampled(
            question=Kot(hand=self.hand, variant=self.variant, given=self.shown, trump=self.trump),
            candidates=(found,),
            level=self.rival_level,
            remarks=self._effects(),
            **self._sampled(self.evaluator),
        )

    def _effects(self) -> tuple[CardEffect, ...]:
        """What each unseen card matters, the largest difference first."""
        every = self.counts.of(0)[1]
        if self.marks is None or left_open(every):
            return ()
        level = 1 - (1 - self.level) / len(self.marks.cards)
        found = []
        for card, with_it in zip(self.marks.cards, self.counts.marked[:, 0], strict=True):
            held, not_held = (share_from(part, 3, level) for part in (with_it, every - with_it))
            if held.n and not_held.n:
                difference = difference_of_shares(held, not_held)
                found.append(CardEffect(card, held, not_held, *difference))
        return tuple(sorted(found, key=lambda effect: (-abs(effect.difference), effect.card)))

    def _asked(self) -> str:
        return "" if self.trump is None else f" with {self.trump.name.lower()}"

    def _wanted(self) -> list[Estimate]:
        both = self.counts.of(0)[1]
        return [share_from(both, 3, self.level), share_below(both, 2, self.level)]

    def _task(self, number: int, size: int) -> Task:
        asked = math.ceil(size / BAVNEY_PART) if self.evaluator.bavneys else 0
        return Task(number, asked, size, (0,))


def _marks(template: PositionTemplate) -> Marks | None:
    """Every unseen card in the hand of a partner of the caller; None where there is none."""
    seats = template.variant.seats
    partners = tuple(range(2, seats, 2)) if seats % 2 == 0 else ()
    if not partners or len(template.known.sizes) > seats:
        return None
    return Marks(tuple(template.known.unseen), partners)


def kot_chances(
    hand: Hand | str,
    trump: Suit | str | None = None,
    *,
    variant: Variant | str = HOKM,
    plan: Plan = Plan(),
    workers: Workers = Workers(),
    make_solver: Callable[[], BatchSolver] | None = None,
    watch: Callable[[Progress], object] | None = None,
    shown: Mapping[int, Hand | str] | None = None,
    judge: Judge = OPEN,
) -> Sampled[Kot]:
    """The caller's chances of kot, goon kot and bavney with this trump, from 5 or all cards.

    `trump` is None in games where nobody calls one (see `Kot`). Deals are searched for kots
    only, one in eight for bavneys as well. `plan.samples` is the number of deals (by default
    65,536 in the plain game, fewer in others); `plan.precision` is the half width for kot and goon
    kot. The other arguments and the errors are those of `advise_trump`.
    """
    return KotStudy(
        hand,
        trump,
        variant=variant,
        plan=plan,
        workers=workers,
        make_solver=make_solver,
        shown=shown,
        judge=judge,
    ).run(watch)
