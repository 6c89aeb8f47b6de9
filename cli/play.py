"""`hakem play`: which card now, from what one player knows, and how sure that is."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import GameOptions, Give, Judged, Limits, Shown, Trump, with_groups
from .book import BookFile, book_of
from .cluster import Machines
from .failures import ILLEGAL, Failure, as_usage
from .held import Held, held_of
from .judged import JudgeWord, asked_by_kind
from .matches import (
    AtScore,
    place_of,
    record_of,
)
from .output import print_study
from .reading import files_of, one_a_line, words_or_stdin
from .report import picture_of
from .seats import given_of, seat_of
from .texts import GameNamed, ScoreNamed, trump_of
from .told import Told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from rich.console import RenderableType

    from solver import Card, Hand, Knowledge, Plan, Sampled, Scoring, Suit, Variant, match
    from solver.decide.card_play import CallShares, CardToPlay
    from solver.decide.unseen import UnseenCards
    from solver.record import HandRecord, MatchRecord

    from .told import Solving

WANTED = "give the cards you were dealt, such as AQ.K8432.T97.AJ5, or the file of a record"


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What is known at the table: who was dealt what, what was played, the rules in force."""

    house: match.House
    game: Variant
    points: Scoring
    seat: int
    hand: Hand
    trump: Suit | None
    leader: int
    play: tuple[Card | str, ...]
    indicator: Card | None = None
    held: Held | None = None

    def knowledge(self, give: Sequence[str]) -> Knowledge:
        """What the seat knows, with the cards of `--give`."""
        from solver import Knowledge

        shown = given_of(give, self.game, self.seat, self.hand)
        return Knowledge.seen_by(
            self.seat,
            self.hand,
            trump=self.trump,
            leader=self.leader,
            variant=self.game,
            play=self.play,
            shown=shown,
            indicator=self.indicator,
        )


@dataclass(frozen=True)
class Seen:
    """The options that say what was called and played, and whose card is asked about."""

    trump: Trump = None
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Your seat, counted from the caller (0) in playing order, or partner, left or "
            "right of the caller; the one whose turn it is if not given.",
        ),
    ] = None
    played: Annotated[
        str | None,
        typer.Option(
            "--play",
            metavar="CARDS",
            help="The cards played so far, in order, as in 'SA S3 S2 S5 H4'.",
        ),
    ] = None
    leader: Annotated[
        str | None, typer.Option(metavar="SEAT", help="The seat that led first; usually 0.")
    ] = None
    indicator: Annotated[
        str | None,
        typer.Option(
            metavar="CARD",
            help="The card laid down for a hidden trump; the caller's lowest trump if not given.",
        ),
    ] = None
    at: Annotated[
        str | None,
        typer.Option(
            metavar="TRICK.CARD",
            help="Of a record: before this card, as 5 or 5.3; at its end if not given.",
        ),
    ] = None
    number: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Of a record: the hand, from 1 on.")
    ] = None

    def of_record(self, record: MatchRecord, named: GameNamed) -> TableSeen:
        """A hand of a record, before the card of `--at`."""
        for option, value in {
            "--trump": self.trump, "--play": self.played, "--leader": self.leader,
            "--indicator": self.indicator,
            "--variant": None if named.variant == GameNamed().variant else named.variant,
            "--set": named.option,
        }.items():  # fmt: skip
            if value is not None:
                raise Failure(f"{option}: a record tells that itself")
        return _of_record(record, self.number, self.at, self.seat)

    def of_hand(
        self,
        text: str,
        named: GameNamed,
        scoring: Scoring | None,
        seed: int | None,
        give: Sequence[str],
    ) -> TableSeen:
        """A hand and the play as they were typed; `scoring`: the one named, if any.

        `seed` and `give` are for small cards (`x`), which are none of the cards given elsewhere.
        """
        if self.at is not None or self.number is not None:
            raise Failure("--at and --number are about a record: give its file")
        house, game = named.house_and_game(scoring)
        trump, seat = trump_of(self.trump), _seat(self.seat, game)

        def read(sizes: tuple[int, ...]) -> Held:
            gone = (self.played or "").replace(",", " ").split()
            return held_of(text, sizes, seed, game, (*give, *gone))

        table = _of_hand(read, house, game, trump, self.leader, self.played or "", seat)
        if self.indicator is None:
            return table
        from solver import Card

        with as_usage("--indicator"):
            return replace(table, indicator=Card.parse(self.indicator))


@one_a_line(files=False)
@with_groups
def play(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help="The cards you were dealt: AQ.K8432.T97.AJ5 or so, or those you still hold; or -: "
            "hands, one a line; or the file of a record.",
        ),
    ] = None,
    dealt: Annotated[
        str | None, typer.Option("--hand", metavar="CARDS", help="The same as HAND.")
    ] = None,
    seen: Seen = Seen(),
    give: Give = None,
    weigh_call: Annotated[
        bool,
        typer.Option(
            "--weigh-call",
            help="Count deals as often as the caller would have called this trump by the book.",
        ),
    ] = False,
    file: BookFile = None,
    at_score: AtScore = AtScore(),
    limits: Limits = Limits(),
    named: GameOptions = GameOptions(),
    machines: Machines = Machines(),
    judged: Judged = Judged(),
    on: Annotated[
        bool,
        typer.Option("--live", help="A hand in progress: a card a line, advice at your turns."),
    ] = False,
    shown: Shown = Shown(),
) -> None:
    """Which card to play now, from the cards you hold and the play you have seen.

    Deals the cards that you have not seen at random many times, as the play allows. First at the
    table: after every card that you may play, players who see their own cards only play the deal
    out, at most 6,400 deals, each as often as the cards played so far are likely in it. Then, in a
    line, with open hands (--judge open says that alone): each deal is solved, at most 400 without
    --samples, --precision or --time, fewer when one card is clearly best before; where few deals
    are possible all are solved and the answer is exact.
    """
    words = list(hand or ())
    if dealt is not None and words:
        raise Failure("--hand gives the cards a second time: give them once")
    plan = limits.plan()
    files = files_of(words)
    if len(files) > 1:
        raise Failure(f"one record is read at a time, not {len(files)}")
    if files:
        table = seen.of_record(record_of(files[0]), named)
    else:
        text = words_or_stdin(words, WANTED) if dealt is None else dealt
        table = seen.of_hand(text, named, at_score.named(), limits.seed, give or ())
    judge = judged.word(table.game)
    asked = CardAsked(table, at_score, give or (), plan, weigh_call, file, judge)
    if on:
        from .live import live

        if shown.json or "-" in words:
            raise Failure("--live: cards are typed one by one and answered in words")

        def after(play: Sequence[Card | str]) -> TableSeen:
            return replace(table, play=tuple(play))

        live(
            table.seat,
            table.play,
            lambda play: after(play).knowledge(give or ()),
            lambda play: _print(replace(asked, table=after(play)), machines, shown),
        )
        return
    _print(asked, machines, shown)


def _print(asked: CardAsked, machines: Machines, shown: Shown) -> None:
    """Print which card to play."""

    def drawn(advice: Sampled[CardToPlay]) -> list[RenderableType]:
        from solver.views.closed_hands import closed_play_view
        from solver.views.studies import play_view

        if told.closed:
            picture_of(next(iter(told.closed.values())))
            beside = None if asked.judge == "closed" else advice
            parts = closed_play_view(told.closed, beside, shown.details)
            return [*parts, *asked.of_the_others.lines(shown.details)]
        picture_of(advice)
        return play_view(advice, shown.details)

    told = asked.told(machines)
    print_study(told, shown.json, drawn)


@dataclass(frozen=True)
class OfTheOthers:
    """What the seat that asks may guess of the others' hands."""

    seat: int
    unseen: UnseenCards | None
    sure: tuple[Card, ...]

    def lines(self, details: bool) -> list[RenderableType]:
        """As text; empty where nothing is known."""
        from solver.views.unseen import sure_line, unseen_lines

        sure = sure_line(self.sure)
        lie = [] if self.unseen is None else unseen_lines(self.unseen, self.seat, details)
        return [*([] if sure is None else [sure]), *lie]

    def fields(self) -> dict[str, Any]:
        """The fields of its JSON."""
        found: dict[str, Any] = {"sure_cards": [str(card) for card in self.sure]}
        if self.unseen is not None:
            seats = range(max(self.seat, *next(iter(self.unseen.shares.values()))) + 1)
            found["unseen"] = [
                {"card": str(card), "by_seat": [round(by.get(seat, 0.0), 4) for seat in seats]}
                for card, by in self.unseen.shares.items()
            ]
        return found


@dataclass(frozen=True)
class CardAsked:
    """Everything that is asked about the next card of a seat at a table."""

    table: TableSeen
    at_score: ScoreNamed
    give: Sequence[str]
    plan: Plan
    weigh_call: bool = False
    book: Path | None = None
    judge: JudgeWord = "open"

    @cached_property
    def of_the_others(self) -> OfTheOthers:
        """Where their cards lie, once one was played, and which card wins whatever they hold."""
        from solver.decide.unseen import sure_to_win, unseen_cards

        knowledge = self.table.knowledge(self.give)
        unseen = unseen_cards(knowledge) if knowledge.plays else None
        return OfTheOthers(self.table.seat, unseen, sure_to_win(knowledge))

    def told(self, solving: Solving) -> Told[Sampled[CardToPlay]]:
        """Which card to play."""
        from solver import Plan
        from solver.decide.card_play import PlayStudy

        table, plan = self.table, self.plan
        if table.held is not None:
            plan = replace(plan, seed=table.held.seed)
        points = self.at_score.scoring_of_call(table.house, table.game, table.points, table.seat)
        knowledge = table.knowledge(self.give)
        if self.book is not None and not self.weigh_call:
            raise Failure("--book tells what a call says: give --weigh-call too")
        shares = _call_shares(table, points, self.book) if self.weigh_call else None
        with solving.workers() as workers:

            def study(plan: Plan, **more: Any) -> PlayStudy:
                with as_usage("--weigh-call") if self.weigh_call else nullcontext():
                    return PlayStudy(
                        knowledge,
                        scoring=points,
                        plan=plan,
                        workers=workers,
                        call_shares=shares,
                        **more,
                    )

            closed: dict[str, Sampled[CardToPlay]] = {}
            if self.judge != "open":
                plan = plan.seeded()  # one seed for both
                own = plan if self.judge == "closed" else Plan(seed=plan.seed)
                closed = asked_by_kind(
                    lambda watch, judge: study(own, judge=judge, weigh_cards=True).run(watch),
                    solving,
                )
            if self.judge == "closed":
                first = next(iter(closed.values()))
                return Told(first, table.held, self.of_the_others.fields, closed)
            more = self.of_the_others.fields if closed else dict
            return Told(solving.solved(study(plan).run), table.held, more, closed)


def _call_shares(table: TableSeen, points: Scoring, file: Path | None) -> CallShares:
    """How often the book calls the trump of this hand, by the first five cards."""
    book = book_of(table.game, file)
    if book is None:
        raise Failure(
            f"--weigh-call: there is no book of {table.game} here to tell how likely a call is: "
            "`hakem book build` makes one"
        )
    suit = table.trump
    if suit is None:
        raise Failure(f"--weigh-call: nobody calls trump in {table.game.name}")
    # A caller is taken to count points, also where the card is judged by the score of the match.
    scoring = table.points if points.kind == "chance" else points
    return lambda fives: book.call_shares(fives, scoring)[:, suit]


def _seat(text: str | None, game: Variant) -> int | None:
    """The number of `--seat`; a spectator is refused."""
    if text is None:
        return None
    if text.strip().lower() in ("none", "spectator", "-"):
        raise Failure("--seat: a spectator plays no card, expected the seat that does")
    return seat_of(text, "--seat", game)


def _of_hand(
    read: Callable[[tuple[int, ...]], Held],
    house: match.House,
    game: Variant,
    trump: Suit | None,
    leader: str | None,
    played: str,
    seat: int | None,
) -> TableSeen:
    """A hand and the play as they were typed; `read` takes the numbers of cards it may have."""
    from solver.match import call_scoring

    if trump is None and not game.sets_trump:
        raise Failure("--trump: the trump called is needed, expected S, H, D or C")
    if trump is not None and game.sets_trump:
        raise Failure(
            f"--trump: nobody calls trump in {game.name}, it is made in play: give no trump"
        )
    first = 0 if leader is None else seat_of(leader, "--leader", game)
    words = tuple(played.replace(",", " ").split())
    seat, gone = _turn(game, trump, first, words, seat)
    size = 5 if game.deals_later else game.cards_per_hand
    held = read((size, size - len(gone)) if gone else (size,))
    cards = held.hand
    if len(cards) < size:  # the cards still held
        cards = cards | gone
        if len(cards) < size:
            raise Failure(
                f"the hand holds cards that seat {seat} has played: expected the {size} cards "
                f"dealt, or the {size - len(gone)} still held",
                ILLEGAL,
            )
    points = call_scoring(house)
    return TableSeen(house, game, points, seat, cards, trump, first, words, held=held)


def _turn(
    game: Variant, trump: Suit | None, leader: int, words: tuple[str, ...], seat: int | None
) -> tuple[int, Hand]:
    """The seat that asks (the one whose turn it is), and the cards it has played."""
    from solver import Hand, Knowledge

    if not words:
        return leader if seat is None else seat, Hand()
    if game.lays_down:
        if seat is None:
            raise Failure(
                f"--seat: your seat is needed in {game.name}, where the trump is laid down"
            )
        return seat, Hand()
    seen = Knowledge.seen_by(None, trump=trump, leader=leader, variant=game, play=words)
    mine = seen.position.to_move if seat is None else seat
    return mine, seen.played[mine]


def _of_record(
    record: MatchRecord, number: int | None, at: str | None, seat: str | None
) -> TableSeen:
    """A hand of a record, before the card of `--at`."""
    from solver.game.move import words_of
    from solver.record import replay_hand

    hand = _hand_of_record(record, number)
    replayed = replay_hand(hand, record)
    start = replayed.start
    if start is None:
        raise Failure(f"--number {number}: of this hand only the result is recorded")
    moves: list[Card | str] = []
    ends = [0]  # after how many entries of `moves` each card has been played
    for trick in hand.tricks:
        for place, card in enumerate(trick.cards):
            moves += ["ask", card] if place in trick.requests else [card]
            ends.append(len(moves))
    upto = len(ends) - 1 if at is None else place_of(at, start.seats, len(ends) - 1, "--at")
    play = tuple(moves[: ends[upto]])
    position = start
    for item in play:
        position = position.request_trump() if isinstance(item, str) else position.play(item)
    if position.over:
        raise Failure("the hand is played to its end: expected --at, as in --at 5.2")
    asked = _seat(seat, record.variant)
    mine = position.to_move if asked is None else asked
    cards = start.hands[mine]
    if mine == 0 and start.indicator is not None:
        from solver import Hand

        cards = cards | Hand(start.indicator.bit)
    points = record.house.scored(record.scoring)
    return TableSeen(
        record.house,
        record.variant,
        points,
        mine,
        cards,
        start.trump,
        start.leader,
        tuple(words_of(replayed.moves[:upto])),
        start.indicator,
    )


def _hand_of_record(record: MatchRecord, number: int | None) -> HandRecord:
    """The hand of `--number`; without it the only one that tells its cards."""
    hands = record.hands
    if number is not None:
        if number > len(hands):
            raise Failure(f"--number {number}: the record holds {len(hands)} in all")
        return hands[number - 1]
    told = [hand for hand in hands if hand.tricks]
    if not told:
        raise Failure("the record holds no cards, only results: nothing was played")
    if len(told) > 1:
        raise Failure(f"the record holds {len(told)} played hands: expected --number, from 1 on")
    return told[0]
