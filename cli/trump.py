"""`hakem trump`: the recommended call for five cards, its worth, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import GameOptions, Give, Judged, Limits, Shown, with_groups
from .book import BookFile, book_of, show_call, table_of_calls
from .choose import ChoiceTold, choose_bid, print_choice
from .cluster import Machines
from .failures import Failure, as_usage
from .held import held_of
from .judged import JudgeNamed, JudgeWord, of_each_kind
from .matches import AtScore
from .output import emit_json, print_study, remark, show
from .reading import one_a_line, words_or_stdin
from .report import picture_of
from .seats import given_of
from .texts import GameNamed, ScoreNamed
from .told import Told, calls_at_the_table

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType

    from solver import (
        Advice,
        Hand,
        Plan,
        Sampled,
        Scoring,
        Variant,
        Workers,
        match,
    )
    from solver.book import Book
    from solver.decide.advice import Call
    from solver.decide.evaluators import Judge
    from solver.decide.trump_call import TrumpStudy

    from .told import Solving

WANTED = "give the five cards you hold, such as AQ.K84.."
BIDDER = "give the thirteen cards of a bidder, such as AKQJT.AK42.A4.84"


@one_a_line()
@with_groups
def trump(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help="The five cards: AQ.K84.. or SA SQ HK H8 H4, x for a small card; or hands, one a "
            "line: a file, or -.",
        ),
    ] = None,
    at_score: AtScore = AtScore(),
    give: Give = None,
    limits: Limits = Limits(),
    named: GameOptions = GameOptions(),
    machines: Machines = Machines(),
    file: BookFile = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="A line of CSV for each hand of a file or of a pipe.")
    ] = False,
    judged: Judged = Judged(),
    shown: Shown = Shown(),
    called: Annotated[str | None, typer.Option("--trump", "-t", hidden=True)] = None,
) -> None:
    """Which trump to call from your first five cards.

    First what each call comes to at the table, where four players who see their own cards only play
    the deals out; then, in a line, with open hands, where everybody sees everything and plays
    exactly (--judge open says that alone). Where the game has a book (`hakem book info`) it answers
    at once. Without one, or with --give, --samples, --precision, --time, --node-limit, --resume or
    --cluster: deals the other cards at random many times, solves each deal exactly for all four
    trumps, and counts; on two cores that takes about ten seconds at most, whatever the game. With
    --csv many hands, one a line, make a table, with open hands or, under --judge closed, as it
    comes at the table. In daba rang: what to bid with thirteen cards, as `hakem choose --variant
    daba`.
    """
    if called is not None:
        raise Failure(
            "--trump: every call is a row of the answer, so leave it out "
            "(`hakem kot` asks about one trump)"
        )
    if named.house_and_game(at_score.named())[1].bids:
        _expect_a_bid(at_score, give, named)
        print_choice(bids_told(words_or_stdin(hand, BIDDER), limits, named, machines), shown)
        return
    if csv and judged.judge is None:
        judging = JudgeNamed("open")
    else:
        judging = judged
    asked = CallAsked.of(at_score, give or (), limits, named, machines, file, judging)
    if csv and asked.judge == "both":
        raise Failure("--csv: a line has the figures of one judge, leave out --judge both")
    if csv and shown.json:
        raise Failure("--csv and --json are two forms of an answer: leave one out")
    if csv and limits.resume is not None:
        raise Failure("--csv: a file of --resume holds the counts of one hand, leave it out")
    if csv:
        with machines.workers() as workers:
            table_of_calls(lambda five: asked.one(five, workers, machines), hand)
        return
    told = asked.told(words_or_stdin(hand, WANTED), machines, judged.open_only)
    from solver.decide.advice import Sampled

    if told.closed:
        _print_closed(told, asked, shown)
    elif asked.book is not None:
        show_call(told, shown.json, shown.details, judged.open_only, asked.turns_up)
    if not any(isinstance(each, Sampled) for each in (told.advice, *told.closed.values())):
        if limits.seed is not None and told.held is not None and not told.held.small:
            remark("--seed changes nothing: the book answers, and nothing is left to chance")
        return
    if told.closed:
        return

    def drawn(advice: Sampled[Call]) -> list[RenderableType]:
        from solver.views.studies import trump_view

        picture_of(advice)
        return trump_view(advice, shown.details, judged.open_only)

    print_study(told, shown.json, drawn)


def _print_closed(told: Told[Any], asked: CallAsked, shown: Shown) -> None:
    """What the closed hands say first, then the open ones in a line where both were asked."""
    from solver.decide.advice import Sampled

    def drawn(advice: Advice[Call]) -> list[RenderableType]:
        from solver.views.closed_hands import closed_calls_view

        picture_of(next(iter(told.closed.values())))
        opened = None if asked.judge == "closed" else advice
        return closed_calls_view(told.closed, opened, shown.details, asked.turns_up)

    if isinstance(told.advice, Sampled):
        print_study(told, shown.json, drawn)
    elif shown.json:
        emit_json(told.to_dict())
    else:
        show(*drawn(told.advice), *(told.held.note() if told.held else ()))


def trump_told(
    text: str,
    at_score: ScoreNamed,
    give: Sequence[str],
    limits: Limits,
    named: GameNamed,
    solving: Solving,
    judged: JudgeNamed = JudgeNamed(),
) -> Told[Any] | ChoiceTold:
    """What each call, or each bid, is worth with the hand of this text."""
    if named.house_and_game(at_score.named())[1].bids:
        _expect_a_bid(at_score, give, named)
        return bids_told(text, limits, named, solving)
    asked = CallAsked.of(at_score, give, limits, named, solving, None, judged)
    return asked.told(text, solving, judged.open_only)


@dataclass(frozen=True)
class CallAsked:
    """Everything that is asked about a call but the hand; with a `book` no deal is solved.

    `plan` is for the judge that is asked alone; where both are, for the open hands. `by_books`: for
    closed hands, too, books answer of the kinds of players who have one.
    """

    house: match.House
    game: Variant
    points: Scoring
    plan: Plan
    book: Book | None
    seed: int | None
    give: Sequence[str]
    judge: JudgeWord = "open"
    by_books: bool = False

    @classmethod
    def of(
        cls,
        at_score: ScoreNamed,
        give: Sequence[str],
        limits: Limits,
        named: GameNamed,
        solving: Solving,
        file: Path | None,
        judged: JudgeNamed = JudgeNamed(),
    ) -> CallAsked:
        """What is asked, and whether a book answers it; `file`: that book."""
        from solver import match

        house, game = named.house_and_game(at_score.named())
        plan = limits.plan()
        points = at_score.scoring_of_call(house, game, match.call_scoring(house))
        # The book asks nothing of chance: a seed alone changes nothing.
        anew = replace(limits, seed=None) != Limits() or solving.elsewhere or bool(give)
        if file is not None and anew:
            raise Failure("--book answers without dealing: leave out what says how to sample")
        judge = judged.word(game)
        if file is not None and judged.judge is None:
            judge = "open"  # this book answers alone
        if file is not None and judge == "closed":
            raise Failure("--book answers by open hands: leave it out, or --judge both")
        sampled = anew or points.kind not in ("class", "chance")
        book = None if sampled or judge == "closed" else book_of(game, file)
        if judge != "open" and book is None:
            plan = plan.seeded()  # one seed for both judges
        return cls(house, game, points, plan, book, limits.seed, give, judge, not sampled)

    @property
    def turns_up(self) -> bool:
        """Whether the caller of this house may have a card turned up for trump."""
        return bool(self.house["turnup_trump"] != "off")

    def advice(
        self, cards: Hand, workers: Workers, solving: Solving, seed: int | None = None
    ) -> Advice[Call]:
        """The advice for this hand; `seed`: the one that its small cards were dealt with."""
        if self.book is not None:
            return self.book.advise(cards, scoring=self.points, variant=self.game)
        with as_usage():
            study = self._study(cards, workers, self.plan, seed)
        return solving.solved(study.run)

    def one(self, cards: Hand, workers: Workers, solving: Solving) -> Advice[Call]:
        """The advice of the judge that is asked alone."""
        if self.judge == "closed":
            return next(iter(self.closed(cards, workers, solving, None).values()))
        return self.advice(cards, workers, solving)

    def closed(
        self, cards: Hand, workers: Workers, solving: Solving, seed: int | None
    ) -> dict[str, Advice[Call]]:
        """What closed hands say, by kinds of players; those without a book play the same deals."""
        from solver import Plan

        plan = self.plan if self.judge == "closed" else Plan(seed=self.plan.seed or 0)

        def found(judge: Judge) -> Advice[Call]:
            book = book_of(self.game, None, judge.name) if self.by_books else None
            if book is not None:
                return book.advise(cards, scoring=self.points, variant=self.game)
            with as_usage():
                study = self._study(cards, workers, plan, seed, judge=judge)
            return solving.solved(study.run)

        return of_each_kind(found)

    def _study(
        self, cards: Hand, workers: Workers, plan: Plan, seed: int | None, **more: Any
    ) -> TrumpStudy:
        from solver.decide.trump_call import TrumpStudy

        return TrumpStudy(
            cards,
            variant=self.game,
            scoring=self.points,
            plan=plan if seed is None else replace(plan, seed=seed),
            workers=workers,
            shown=given_of(self.give, self.game, 0, cards),
            **more,
        )

    def told(self, text: str, solving: Solving, open_only: bool) -> Told[Any]:
        """The advice for the hand of this text, with what it comes to at the table."""
        held = held_of(text, (5,), self.seed, self.game, self.give)
        with solving.workers() as workers:
            closed: Mapping[str, Advice[Call]] = {}
            if self.judge != "open":
                closed = self.closed(held.hand, workers, solving, held.seed)
            advice: Advice[Call]
            if self.judge == "closed":
                advice = next(iter(closed.values()))
            else:
                advice = self.advice(held.hand, workers, solving, held.seed)

        def more() -> Mapping[str, Any]:
            fitted = self.judge == "open" and not open_only and not self.give
            return calls_at_the_table(advice) if fitted else {}

        return Told(advice, held, more, closed)


def _expect_a_bid(at_score: ScoreNamed, give: Sequence[str] | None, named: GameNamed) -> None:
    """Daba rang: refuse what says nothing about a bid."""
    game = named.house_and_game()[1]
    if give:
        raise Failure("--give: bids are judged on all deals, expected no cards given")
    for option, value in vars(at_score).items():
        if value is not None:
            raise Failure(f"--{option}: a bid of daba is won or lost as bid, whatever the match")
    if changed := sorted(set(game.changed) - {"direction"}):
        raise Failure(
            f"{changed[0]}: bids are judged with every trick taken at once and trump open, "
            "expected no option of daba_rang"
        )


def bids_told(text: str, limits: Limits, named: GameNamed, solving: Solving) -> ChoiceTold:
    """Daba rang: the worth of each bid with the hand of this text."""
    from solver import match

    game = named.house_and_game()[1]
    house = match.find_house("daba")
    rules = match.Rules(house, match.find_scoring(house.scoring))
    held = held_of(text, (game.cards_per_hand,), limits.seed, game)
    return choose_bid(held, rules, limits.plan(), solving)
