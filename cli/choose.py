"""`hakem choose`: the choices before the lead under house rules, each with what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import (
    INTERRUPTED,
    Failure,
    HouseName,
    Jobs,
    Json,
    Seed,
    as_usage,
    hand_of,
    trump_of,
    words_or_stdin,
)
from .matches import HouseSettings, ScoringName, Streak, Target, pair_of, table_of
from .output import emit_json, progress, show

if TYPE_CHECKING:
    from solver import ChoiceAdvice, Hand, Variant, match

WANTED = "give the caller's five cards, or the thirteen of a bidder or challenger"


def choose(
    hand: Annotated[
        list[str] | None, typer.Argument(help="The cards: AQ.K84.. or so, or -.")
    ] = None,
    house: HouseName = None,
    setting: HouseSettings = None,
    scoring: ScoringName = None,
    score: Annotated[
        str | None,
        typer.Option("--score", metavar="US-THEM", help="Judge by the chance to win the match."),
    ] = None,
    target: Target = None,
    streak: Streak = None,
    called: Annotated[
        str | None,
        typer.Option("--called", help="The trump another called: challenge it or accept it."),
    ] = None,
    seat: Annotated[
        int, typer.Option("--seat", help="The challenger's seat after the caller: 1 or 3.")
    ] = 1,
    redeals: Annotated[int, typer.Option(min=0, help="Redeals there have been already.")] = 0,
    samples: Annotated[int | None, typer.Option("--samples", "-n", min=2)] = None,
    seed: Seed = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Name a suit, turn up a card, draw blind or throw in; challenge or accept; how much to bid.

    The house rules decide which choices there are; docs/rules.md describes their options. Five
    cards are those of the caller. Thirteen cards are those of a challenger with --called, and of a
    bidder under daba.
    """
    from solver import match, study_challenge, study_opening

    rules, variant = table_of(house, setting, scoring, target)
    if variant.family in ("chokri", "three", "dummy"):
        raise Failure(
            f"no choices before the lead are judged in {variant.name}; the call is: "
            f"`hakem trump --variant {variant.name}`"
        )
    cards = hand_of(words_or_stdin(hand, WANTED), (5, 13))
    if rules.scoring.kind == "bid":
        variant = _bid_game(rules)
    common: dict[str, Any] = {"seed": seed, "jobs": jobs}
    if samples is not None:
        common["samples"] = samples
    if len(cards) == 13 and called is None and rules.scoring.kind != "bid":
        raise Failure("thirteen cards bid (--variant daba) or challenge (--called SUIT)")
    if len(cards) == 13 and called is None:
        choose_bid(cards, rules, samples=samples, seed=seed, jobs=jobs, json=json)
        return
    suit = None if called is None else trump_of(called)
    if called is not None and (suit is None or not rules.house["challenge"]):
        raise Failure("--called: a challenge needs a suit and the option challenge=on")
    with progress("solving deals") as watch, as_usage():
        common["watch"] = watch
        worth, anti, unit = _worth(rules, variant, score, streak, us_call=suit is None)
        if suit is None:
            advice = study_opening(
                cards, rules.house, worth, match.default_distribution(variant), variant=variant,
                redeals=redeals, **common,
            )  # fmt: skip
        else:
            advice = study_challenge(
                cards, seat, suit, rules.house, worth, anti_kot=anti, variant=variant, **common
            )
            if unit == "match %":
                advice = _from_their_side(advice)
    _answer(advice, rules, unit, variant, json)


def choose_bid(
    cards: Hand,
    rules: match.Rules,
    *,
    samples: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    json: bool = False,
) -> None:
    """Print the worth of each bid with these thirteen cards."""
    from solver import study_bids

    common: dict[str, Any] = {} if samples is None else {"samples": samples}
    with progress("solving deals") as watch, as_usage():
        advice = study_bids(cards, rules.house, seed=seed, jobs=jobs, watch=watch, **common)
    _answer(advice, rules, "points", _bid_game(rules), json)


def _answer(
    advice: ChoiceAdvice, rules: match.Rules, unit: str, variant: Variant, json: bool
) -> None:
    """Print the advice as text, or as JSON."""
    if json:
        emit_json(
            {
                **advice.to_dict(),
                "unit": unit,
                "variant": variant.name,
                "house": rules.house.name,
                "house_options": dict(rules.house.changed()),
                "scoring": rules.played.to_dict(),
            }
        )
    else:
        from solver.views import choice_view

        show(*choice_view(advice, rules, unit))
    if advice.interrupted:
        raise Failure(f"interrupted after {advice.n} deals; this is what they say", INTERRUPTED)


def _bid_game(rules: match.Rules) -> Variant:
    """The game in which bids are judged: every trick taken at once, with open trump."""
    from solver import find_variant

    return rules.house.applied_to(find_variant("hokm"))


def _worth(
    rules: match.Rules, variant: Variant, score: str | None, streak: str | None, *, us_call: bool
) -> tuple[Any, float | None, str]:
    """The worth of a class and of an anti-kot to the caller's side, and the unit."""
    from solver import Outcome, match

    if score is None:
        if streak is not None:
            raise Failure("--streak says where a match stands: give --score too")
        if rules.scoring.kind != "class":
            raise Failure(f"--scoring: {rules.scoring.title} counts no classes")
        return match.worth_in_points(rules.scoring, rules.house), None, rules.scoring.unit
    points = pair_of(score, "--score")
    wins = (0, 0) if streak is None else pair_of(streak, "--streak")
    with as_usage("--score"):
        equity = match.MatchEquity(rules, match.default_distribution(variant))
        state = equity.state((points[0], points[1]), 0 if us_call else 1, (wins[0], wins[1]))
        worth = match.worth_at_score(equity, state)
        failed = match.HandResult(Outcome.KOT_A, challenged=True)
        ours = float(equity.after(state, failed).value)
    return (lambda outcome: 100 * worth(outcome)), 100 * (ours if us_call else 1 - ours), "match %"


def _from_their_side(advice: ChoiceAdvice) -> ChoiceAdvice:
    """Side B's chance to win the match in percent: the negative of A's, plus 100."""
    from dataclasses import replace

    choices = tuple(
        replace(c, mean=100 + c.mean, low=100 + c.low, high=100 + c.high) for c in advice.choices
    )
    return replace(advice, choices=choices)
