"""`hakem choose`: the choices before the lead under house rules, each with what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from .arguments import (
    Failure,
    HouseName,
    Limits,
    OpenOnly,
    Shown,
    VariantOptions,
    as_usage,
    trump_of,
    with_groups,
)
from .cluster import Machines
from .held import Held, held_of
from .matches import AtScore, pair_of, table_of
from .output import print_study, solved
from .reading import one_a_line, words_or_stdin
from .seats import seat_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver import ChoiceAdvice, Hand, Outcome, Plan, Suit, Variant, Workers, match

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
    open_only: OpenOnly = False,
    shown: Shown = Shown(),
) -> None:
    """Name a suit, turn up a card, draw blind or throw in; challenge or accept; how much to bid.

    The house rules decide which choices there are; docs/rules.md describes their options. Five
    cards are those of the caller. Thirteen cards are those of a challenger with --called, and of a
    bidder under daba.
    """
    rules, variant = table_of(house, setting, at_score.scoring, at_score.target)
    if variant.half_loses or variant.has_dummy or not variant.has_sides:
        raise Failure(
            f"no choices before the lead are judged in {variant.name}; the call is: "
            f"`hakem trump --variant {variant.name}`"
        )
    held = held_of(words_or_stdin(hand, WANTED), (5, 13), limits.seed, variant)
    cards = held.hand
    if rules.scoring.kind == "bid":
        variant = _bid_game(rules)
    plan = replace(limits.plan(), seed=held.seed)
    if len(cards) == 13 and called is None and rules.scoring.kind != "bid":
        raise Failure("thirteen cards bid (--variant daba) or challenge (--called SUIT)")
    suit = None if called is None else trump_of(called)
    challenger = seat_of(seat, "--seat", variant)
    discards = variant.draws and suit is not None
    if called is not None and not discards and (suit is None or not rules.house["challenge"]):
        raise Failure("--called: a challenge needs a suit and the option challenge=on")
    with machines.workers() as workers:
        if len(cards) == 13 and suit is None:
            choose_bid(held, rules, plan, workers, shown)
            return
        with as_usage():
            us_call = discards or suit is None
            stakes = _stakes(rules, variant, at_score, us_call=us_call)
            common = {"variant": variant, "plan": plan, "workers": workers}
            advice = solved(
                lambda watch: _studied(
                    cards, suit, challenger, redeals, rules, stakes, {**common, "watch": watch}
                )
            )
    _answer(advice, held, rules, stakes.unit, variant, shown, open_only)


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
) -> ChoiceAdvice:
    """The choices of the caller, or of a challenger of the suit called."""
    from solver import match, study_challenge, study_opening
    from solver.simulation.before_the_lead import study_discards

    if called is not None and common["variant"].draws:
        return study_discards(cards, called, stakes.worth, **common)
    if called is None:
        fresh = match.default_distribution(common["variant"])
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


def choose_bid(
    held: Held,
    rules: match.Rules,
    plan: Plan,
    workers: Workers,
    shown: Shown,
) -> None:
    """Print the worth of each bid with these thirteen cards."""
    from solver import study_bids

    with as_usage():
        advice = solved(
            lambda watch: study_bids(
                held.hand,
                rules.house,
                plan=replace(plan, seed=held.seed),
                workers=workers,
                watch=watch,
            )
        )
    _answer(advice, held, rules, "points", _bid_game(rules), shown)


def _answer(
    advice: ChoiceAdvice,
    held: Held,
    rules: match.Rules,
    unit: str,
    variant: Variant,
    shown: Shown,
    open_only: bool = False,
) -> None:
    """Print the advice as text, or as JSON."""

    def drawn() -> list[RenderableType]:
        from solver.views.studies import choice_view

        return choice_view(advice, rules, unit, shown.details, None if open_only else variant)

    print_study(
        advice,
        shown.json,
        drawn,
        held,
        unit=unit,
        variant=variant.name,
        house=rules.house.name,
        house_options=dict(rules.house.changed()),
        scoring=rules.played.to_dict(),
    )


def _bid_game(rules: match.Rules) -> Variant:
    """The game in which bids are judged: every trick taken at once, with open trump."""
    from solver import find_variant

    return rules.house.applied_to(find_variant("hokm"))


def _stakes(rules: match.Rules, variant: Variant, at_score: AtScore, *, us_call: bool) -> _Stakes:
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
