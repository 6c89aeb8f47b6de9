"""`hakem choose`: the choices before the lead under house rules, each with what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from .arguments import HouseName, Judged, Limits, Shown, VariantOptions, with_groups
from .cluster import Machines
from .failures import Failure, as_usage
from .held import Held, held_of
from .judged import JudgeNamed, JudgeWord, asked_by_kind
from .matches import AtScore, HouseRules
from .output import print_study
from .reading import one_a_line, words_or_stdin
from .seats import seat_of
from .texts import RulesNamed, ScoreNamed, pair_of, trump_of
from .told import Told

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver import Hand, Outcome, Plan, Sampled, Suit, Variant, match
    from solver.decide.before_the_lead import BeforeTheLead

    from .judged import Watch
    from .told import Solving

WANTED = "give the caller's five cards, or the thirteen of a bidder or challenger"


@one_a_line()
@with_groups
def choose(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND", help="The cards: AQ.K84.. or so; or hands, one a line: a file, or -."
        ),
    ] = None,
    house: HouseName = None,
    setting: VariantOptions = None,
    at_score: AtScore = AtScore(),
    called: Annotated[
        str | None,
        typer.Option(
            "--called",
            metavar="SUIT",
            help="The trump another called: challenge it or accept it. Two players: your own "
            "trump, to find what to discard.",
        ),
    ] = None,
    seat: Annotated[
        str,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="The challenger's seat after the caller: 1 or 3, left or right.",
        ),
    ] = "1",
    redeals: Annotated[
        int, typer.Option(min=0, metavar="N", help="Redeals there have been already.")
    ] = 0,
    limits: Limits = Limits(),
    machines: Machines = Machines(),
    judged: Judged = Judged(),
    shown: Shown = Shown(),
) -> None:
    """Name a suit, turn up a card, draw blind or throw in; challenge or accept; how much to bid.

    First at the table, where players who see their own cards only play the deals out; then, in a
    line, with open hands (--judge open says that alone); bids with open hands only.

    The house rules decide which choices there are; docs/rules.md describes their options. Five
    cards are those of the caller. Thirteen cards are those of a challenger with --called, and of a
    bidder under daba.
    """
    print_choice(
        choice_told(
            words_or_stdin(hand, WANTED),
            HouseRules(house, setting, at_score.scoring, at_score.target),
            at_score,
            ChoiceAsked(called, seat, redeals),
            limits,
            machines,
            judged,
        ),
        shown,
        judged.open_only,
    )


@dataclass(frozen=True)
class ChoiceAsked:
    """Whose choice it is: the caller's, or that of a challenger in this seat of the suit called."""

    called: str | None = None
    seat: str = "1"
    redeals: int = 0


@dataclass(frozen=True)
class ChoiceTold:
    """What the choices are worth, the house they are judged for, and in which unit."""

    told: Told[Sampled[BeforeTheLead]]
    rules: match.Rules
    unit: str
    variant: Variant
    judge: JudgeWord = "open"

    @classmethod
    def of(
        cls,
        advice: Sampled[BeforeTheLead],
        held: Held,
        rules: match.Rules,
        unit: str,
        variant: Variant,
        closed: Mapping[str, Sampled[BeforeTheLead]] | None = None,
        judge: JudgeWord = "open",
    ) -> ChoiceTold:
        """The advice with what its JSON says of the house."""
        more = {
            "unit": unit,
            "variant": variant.name,
            "house": rules.house.name,
            "house_options": dict(rules.house.changed()),
            "scoring": rules.played.to_dict(),
        }
        told = Told(advice, held, lambda: more, closed or {})
        return cls(told, rules, unit, variant, judge)

    def to_dict(self) -> dict[str, Any]:
        """The fields of its JSON."""
        return self.told.to_dict()


def choice_told(
    text: str,
    named: RulesNamed,
    at_score: ScoreNamed,
    asked: ChoiceAsked,
    limits: Limits,
    solving: Solving,
    judged: JudgeNamed = JudgeNamed(),
) -> ChoiceTold:
    """What the choices before the lead are worth with the hand of this text."""
    from solver import Plan

    rules, variant = named.rules_and_game()
    if variant.half_loses or variant.has_dummy or not variant.has_sides:
        raise Failure(
            f"no choices before the lead are judged in {variant.name}; the call is: "
            f"`hakem trump --variant {variant.name}`"
        )
    held = held_of(text, (5, 13), limits.seed, variant)
    cards, called = held.hand, asked.called
    if rules.scoring.kind == "bid":
        variant = _bid_game(rules)
    plan = replace(limits.plan(), seed=held.seed)
    if len(cards) == 13 and called is None and rules.scoring.kind != "bid":
        raise Failure("thirteen cards bid (--variant daba) or challenge (--called SUIT)")
    suit = None if called is None else trump_of(called)
    challenger = seat_of(asked.seat, "--seat", variant)
    discards = variant.draws and suit is not None
    if called is not None and not discards and (suit is None or not rules.house["challenge"]):
        raise Failure("--called: a challenge needs a suit and the option challenge=on")
    if len(cards) == 13 and suit is None:
        if judged.judge is not None:
            raise Failure("--judge: bids are judged with open hands only, leave it out")
        return choose_bid(held, rules, plan, solving)
    judge = judged.word(variant)
    plan = plan if judge == "open" else plan.seeded()  # one seed for both
    with solving.workers() as workers, as_usage():
        us_call = discards or suit is None
        stakes = _stakes(rules, variant, at_score, us_call=us_call)
        common = {"variant": variant, "plan": plan, "workers": workers}

        def studied(watch: Watch, **more: Any) -> Sampled[BeforeTheLead]:
            common_here = {**common, **more, "watch": watch}
            return _studied(cards, suit, challenger, asked.redeals, rules, stakes, common_here)

        closed: dict[str, Sampled[BeforeTheLead]] = {}
        if judge != "open":
            own = plan if judge == "closed" else Plan(seed=plan.seed)
            closed = asked_by_kind(partial(studied, plan=own), solving)
        alone = next(iter(closed.values())) if judge == "closed" else None
        advice = alone or solving.solved(studied)
    return ChoiceTold.of(advice, held, rules, stakes.unit, variant, closed, judge)


class _Stakes(NamedTuple):
    """What a class of the hand is worth to the caller's side, and an anti-kot; in which unit."""

    worth: Callable[[Outcome], int | float | Fraction]
    anti_kot: float | None
    unit: str


def _studied(
    cards: Hand,
    called: Suit | None,
    seat: int,
    redeals: int,
    rules: match.Rules,
    stakes: _Stakes,
    common: dict[str, Any],
) -> Sampled[BeforeTheLead]:
    """The choices of the caller, or of a challenger of the suit called."""
    from solver import match, study_challenge, study_opening
    from solver.decide.before_the_lead import study_discards

    if called is not None and common["variant"].draws:
        return study_discards(cards, called, stakes.worth, **common)
    if called is None:
        # A new deal is worth what the same judge says of one.
        fresh = match.default_distribution(common["variant"], open_hands="judge" not in common)
        return study_opening(cards, rules.house, stakes.worth, fresh, redeals=redeals, **common)
    return study_challenge(
        cards,
        seat,
        called,
        rules.house,
        stakes.worth,
        anti_kot=stakes.anti_kot,
        total=100.0 if stakes.unit == "match %" else 0.0,
        **common,
    )


def choose_bid(held: Held, rules: match.Rules, plan: Plan, solving: Solving) -> ChoiceTold:
    """The worth of each bid with these thirteen cards."""
    from solver import study_bids

    with solving.workers() as workers, as_usage():
        advice = solving.solved(
            lambda watch: study_bids(
                held.hand,
                rules.house,
                plan=replace(plan, seed=held.seed),
                workers=workers,
                watch=watch,
            )
        )
    return ChoiceTold.of(advice, held, rules, "points", _bid_game(rules))


def print_choice(found: ChoiceTold, shown: Shown, open_only: bool = False) -> None:
    """Print what the choices are worth as text, or as JSON."""

    def drawn(advice: Sampled[BeforeTheLead]) -> list[RenderableType]:
        from solver.views.closed_hands import closed_choice_view
        from solver.views.studies import choice_view

        measured = None if open_only else found.variant
        if closed := found.told.closed:
            beside = None if found.judge == "closed" else advice
            return closed_choice_view(closed, beside, found.rules, found.unit, shown.details)
        return choice_view(advice, found.rules, found.unit, shown.details, measured)

    print_study(found.told, shown.json, drawn)


def _bid_game(rules: match.Rules) -> Variant:
    """The game in which bids are judged: every trick taken at once, with open trump."""
    from solver import find_variant

    return rules.house.applied_to(find_variant("hokm"))


def _stakes(
    rules: match.Rules, variant: Variant, at_score: ScoreNamed, *, us_call: bool
) -> _Stakes:
    """In points, or at a score as chances to win the match."""
    from solver import Outcome, match

    score, streak = at_score.score, at_score.streak
    if score is None:
        if streak is not None:
            raise Failure("--streak says where a match stands: give --score too")
        if rules.scoring.kind != "class":
            raise Failure(f"--scoring: {rules.scoring.title} counts no classes")
        worth = match.worth_in_points(rules.scoring, rules.house)
        return _Stakes(worth, None, rules.scoring.unit)
    points = pair_of(score, "--score")
    wins = (0, 0) if streak is None else pair_of(streak, "--streak")
    with as_usage("--score"):
        equity = match.MatchEquity(rules, match.default_distribution(variant))
        state = equity.state((points[0], points[1]), 0 if us_call else 1, (wins[0], wins[1]))
        worth_then = match.worth_at_score(equity, state)
        failed = match.HandResult(Outcome.KOT_A, challenged=True)
        ours = float(equity.after(state, failed).value)
    return _Stakes(
        lambda outcome: 100 * worth_then(outcome), 100 * (ours if us_call else 1 - ours), "match %"
    )
