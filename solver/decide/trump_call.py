"""The trump call from five cards: each suit that may be called is a choice, all on the same deals.

Of every deal the kots are asked; the first deals of a chunk are solved to their class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..base.cards import Hand, Suit
from ..base.errors import VariantError
from ..game.house_rules import call_scoring, find_rules, usual_house
from ..game.scoring import CLASSES, Scoring
from ..game.variants import HOKM, Variant, find_variant
from .advice import Call, Candidate, Sampled, first_cards, ranked
from .asked import ClassQuestions, class_scoring
from .compared import Choice
from .control import Control
from .estimate import find_estimate
from .estimates import left_open, share_below, share_from, whole
from .evaluators import OPEN, BatchSolver, Judge, find_evaluator, known_sizes
from .plan import Plan, Workers, find_plan
from .study import Progress, Study
from .template import NO_TRUMP
from .worlds import shown_hands

__all__ = ["TrumpStudy", "advise_trump"]


class TrumpStudy(Study[Sampled[Call]]):
    """A study of a trump call: `run`, or `steps` and `result`. Arguments as for `advise_trump`.

    `counts[s, t]` compares the suits at places s and t of `suits`. `control`: a cheap estimate of
    the classes (control.py); None for that of the game, which an open hand has where it was fitted.
    """

    def __init__(
        self,
        hand: Hand | str,
        *,
        variant: Variant | str = HOKM,
        scoring: Scoring | str | None = None,
        plan: Plan = Plan(),
        workers: Workers = Workers(),
        make_solver: Callable[[], BatchSolver] | None = None,
        shown: Mapping[int, Hand | str] | None = None,
        judge: Judge = OPEN,
        control: Control | None = None,
    ) -> None:
        self.hand = Hand.parse(hand)
        if isinstance(variant, str):  # the name of a game, or of a house that plays it
            house, self.variant = find_rules(variant)
        else:
            self.variant = find_variant(variant)
            house = usual_house(self.variant)
        known_sizes(self.variant)
        first_cards(self.hand)
        self.shown = shown_hands(shown)
        self.evaluator = find_evaluator(
            self.variant, self.hand, make_solver, find_plan(plan).node_limit, self.shown, judge
        )
        choices = self.evaluator.template.choices
        if NO_TRUMP in choices:
            raise VariantError(
                f"{self.variant.name} has no trump call, trump is made in play: "
                f"`hakem kot HAND --variant {self.variant.name}` tells how likely a kot is"
            )
        if self.variant.get("dehla_result") == "no_winner":
            raise VariantError(
                f"{self.variant}: nobody wins with two tens each, a tie has no class to "
                f"count; `hakem kot HAND` tells how likely a kot is"
            )
        self.scoring = class_scoring(call_scoring(house) if scoring is None else scoring)
        points = self.scoring.vector()
        if not self.variant.has_sides:
            # Guarantees of one player: a missing guarantee gives no points to anybody.
            points = tuple(max(0.0, each) for each in points)
        self.suits = tuple(suit for suit in choices if isinstance(suit, Suit))
        self._bavneys = self.evaluator.bavneys and self.scoring.bavney != self.scoring.kot
        if control is None and judge == OPEN:
            suits = tuple(map(int, self.suits))
            control = find_estimate(self.variant, suits, self.evaluator.bavneys)
        super().__init__(
            ClassQuestions(self.evaluator, self.suits, self._bavneys),
            [Choice(suit.letter, column, points) for column, suit in enumerate(self.suits)],
            plan,
            workers,
            self.evaluator.sizes,
            judge=judge,
            control=control,
        )

    def result(self) -> Sampled[Call]:
        """The advice from the deals solved so far; SamplingError when there are none."""
        self._need_deals()
        best = self.best()
        each = [self._candidate(column, best) for column in range(len(self.suits))]
        return Sampled(
            question=Call(
                hand=self.hand, variant=self.variant, given=self.shown, scoring=self.scoring
            ),
            candidates=ranked(each, self.suits[best]),
            level=self.rival_level,
            **self._sampled(self.evaluator),
        )

    def _same(self, one: Suit, two: Suit) -> bool:
        """Whether all known cards are the same in both suits, and the game tells neither apart."""
        known = (self.hand, *self.shown.values())
        return not {one, two} & {*self.variant.fixed_suits} and all(
            hand.ranks(one) == hand.ranks(two) for hand in known
        )

    def _candidate(self, column: int, best: int) -> Candidate:
        classes, cheap = self.counts.of(column)
        counts = np.diagonal(classes).tolist()
        kot, against = share_from(cheap, 3, self.level), share_below(cheap, 2, self.level)
        chances = {
            "win": self.success(column),
            "kot": self.controlled(column, kot, slice(4, None)),
            "kot_against": self.controlled(column, against, slice(2)),
        }
        if self.evaluator.bavneys:
            made = share_from(*((cheap, 4) if self._bavneys else (classes, 5)), self.level)
            chances["bavney"] = self.controlled(column, made, slice(5, None))
        return Candidate(
            name=self.suits[column].letter,
            chosen=self.suits[column],
            n=whole(classes),
            chances=chances,
            points=self.mean(column),
            shares=dict(zip(CLASSES, self.shares(column).tolist(), strict=True)),
            behind=None if column == best else self.compare(best, column),
            same=column != best and self._same(self.suits[column], self.suits[best]),
            kot_n=whole(cheap),
            counts=dict(zip(CLASSES, counts, strict=True)),
            dropped=column not in self._active,
            undecided=left_open(classes),
        )


def advise_trump(
    hand: Hand | str,
    *,
    variant: Variant | str = HOKM,
    scoring: Scoring | str | None = None,
    plan: Plan = Plan(),
    workers: Workers = Workers(),
    make_solver: Callable[[], BatchSolver] | None = None,
    watch: Callable[[Progress], object] | None = None,
    shown: Mapping[int, Hand | str] | None = None,
    judge: Judge = OPEN,
) -> Sampled[Call]:
    """Which trump to call with these five cards, and the chances of a win, a kot and a goon kot.

    - `plan`: limits of the study. `samples` counts deals solved to their class; sixteen times as
      many are searched for kots (512 in the plain game without any limit, fewer in most others).
      `precision`: stop at the first of at most eight looks at which the chance of a win is known to
      this half width for every suit that may still be the best. Suits that are clearly worse are
      dropped on the way. `node_limit` None: a limit in games with hands that take minutes only.
      Undecided deals are neither dropped nor guessed: every chance is given as bounds, with them
      as failures and as successes, and the intervals cover both.
    - `workers`: the same seed gives the same counts for any of them, unless time ends the study.
      Where the system starts fewer threads, a FewerThreadsWarning says so and the study goes on.
    - `make_solver`: makes the solver of each thread (plain game without a node limit only).
    - `watch`: called with the `Progress` after each chunk.
    - `shown`: cards that other seats are taken to hold, by seat: only such deals count.
    - `judge`: what a deal and a call come to, by default the exact search of the open hands.

    Ctrl-C returns the result so far. Where the trump card is laid down, only suits in the hand are
    studied. Raises HandError unless there are five cards; OptionError for a scoring without
    classes; VariantError for a game without a trump call; SamplingError for shown cards that
    contradict each other or the hand.
    """
    return TrumpStudy(
        hand,
        variant=variant,
        scoring=scoring,
        plan=plan,
        workers=workers,
        make_solver=make_solver,
        shown=shown,
        judge=judge,
    ).run(watch)
