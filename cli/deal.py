"""`hakem deal`: random deals by seed, any or those that meet a condition, to pipe into `solve`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import (
    BUDGET,
    Failure,
    GameOptions,
    Jobs,
    Json,
    Resume,
    Seed,
    as_usage,
    threads,
    trump_of,
    with_groups,
)
from .output import emit, emit_json, progress, remark
from .seats import seat_of

if TYPE_CHECKING:
    from solver import Deal, Hand, PartialDeal, Variant
    from solver.simulation.deal_search import DealSearch
    from solver.simulation.worlds import Worlds

FIRST = 5  # cards dealt before trump is made
_LENGTH = re.compile(r"\s*(\w+)\s*:\s*(\S+?)\s*=?\s*(\d+)\s*(?:(\+)|-\s*(\d+))?\s*")


@dataclass(frozen=True)
class Wanted:
    """The options of a search for deals that meet a condition."""

    where: Annotated[
        str | None,
        typer.Option(
            metavar="CONDITION",
            help="Only deals like these, as in 'class >= kot and leads(kot) = 1', or one of: "
            "one_lead_kot, tricks_without_kot, short_suit_call, ruff_saves_kot "
            "(docs/conditions.md).",
        ),
    ] = None
    limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="With --where: try so many deals at most; 100,000 if not given.",
        ),
    ] = None
    resume: Resume = None
    jobs: Jobs = None


@with_groups
def deal(
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="N", help="How many deals.")
    ] = 1,
    seed: Seed = None,
    give: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT:CARDS", help="Cards this seat holds, as in 0:AQ.K84.. ."),
    ] = None,
    length: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT:SUIT=RANGE",
            help="Cards of a suit in this seat's hand, as in 0:S=5 or 1:H=0-2 or 2:C=4+ .",
        ),
    ] = None,
    cards: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Cards for each seat, for endings; all if not given."
        ),
    ] = None,
    trump: Annotated[
        str | None,
        typer.Option(
            "--trump", "-t", metavar="SUIT", help="Write this trump behind each deal, for `solve`."
        ),
    ] = None,
    wanted: Wanted = Wanted(),
    named: GameOptions = GameOptions(),
    diagram: Annotated[bool, typer.Option("--diagram", help="Draw the hands.")] = False,
    json: Json = False,
) -> None:
    """Deal at random, by seed, under conditions.

    Each deal is one line that `hakem solve` reads.
    """
    from solver.game.variants import HOKM
    from solver.simulation.worlds import new_seed

    game = named.game()
    suit = trump_of(trump)
    chosen = new_seed() if seed is None else seed
    known, small = partial_deal(game, cards, give or [], length or [], chosen)
    search = None
    if wanted.where is not None:
        from solver.simulation.deal_search import DealSearch

        with as_usage("--where"):
            search = DealSearch(
                *(wanted.where, known, number),
                variant=game,
                trump=suit,
                named=trump is not None,
                seed=chosen if small else seed,
                limit=wanted.limit,
                jobs=threads(wanted.jobs),
                resume=wanted.resume,
            )
        chosen = search.seed
    elif wanted.resume is not None:
        raise Failure("--resume keeps the search for a condition: give one with --where")
    elif wanted.limit is not None:
        raise Failure("--limit counts the deals tried for a condition: give one with --where")
    found = _any_deals(known, game, chosen, number) if search is None else _chosen_deals(search)
    if seed is None and not json:
        remark(f"seed {chosen}")
    if small and not json:
        dealt_small = "; ".join(f"{seat}: {' '.join(map(str, small[seat]))}" for seat in small)
        remark(f"each x by chance: {dealt_small}")
    for at, (place, dealt, reserves) in enumerate(found):
        if json:
            answer: dict[str, object] = {"hands": [str(hand) for hand in dealt]}
            if reserves is not None:
                answer["reserves"] = [str(hand) for hand in reserves]
            if trump is not None:
                answer["trump"] = suit.letter if suit is not None else None
            answer |= {"leader": 0, "variant": game.name, "options": game.plain_settings()}
            answer |= {"seed": chosen, "number": at}
            if small:
                answer["small"] = {str(seat): [*map(str, held)] for seat, held in small.items()}
            emit_json(answer if search is None else {**answer, "place": place})
        elif diagram:
            emit(("\n" if at else "") + dealt.diagram() + "\n")
        else:
            words = [str(dealt)]
            if reserves is not None:
                words.append("reserves=" + "|".join(map(str, reserves)))
            if trump is not None:
                words.append(f"trump={'none' if suit is None else suit.letter}")
            if game != HOKM:
                words.append(f"variant={game.label}")
            emit(" ".join(words) + "\n")
    if search is not None:
        _account(search)


_Numbered = tuple[int, "Deal", "Deal | None"]


def _any_deals(known: PartialDeal, game: Variant, seed: int, number: int) -> Iterator[_Numbered]:
    """Random deals, each with its place among the deals of the seed and the cards dealt later.

    Lengths that no deal has are refused here, before the first deal is taken.
    """
    from solver import sample_worlds

    with as_usage():
        chunks = sample_worlds(known, seed, number)
    return _numbered(chunks, game.seats)


def _numbered(chunks: Iterable[Worlds], seats: int) -> Iterator[_Numbered]:
    from solver import Deal
    from solver.simulation.worlds import world_hands

    for place, world in enumerate(world for worlds in chunks for world in worlds):
        hands = world_hands(world)
        yield place, Deal(hands[:seats]), Deal(hands[seats:]) if hands[seats:] else None


def _chosen_deals(search: DealSearch) -> Iterator[_Numbered]:
    """The same for the deals that meet a condition."""
    # On a terminal the deals themselves show the progress, and a bar would run between them.
    apart = sys.stdout is not None and not sys.stdout.isatty()
    with as_usage("--where"), progress("deals") if apart else nullcontext(_no_bar) as told:
        for found in search:
            told(max(search.met / search.n, search.tried / search.limit))
            yield found.place, found.deal, found.reserves


def _no_bar(share: float) -> None:
    """Show nothing."""


def _account(search: DealSearch) -> None:
    """Say how often the condition was met; a Failure where too seldom."""
    tried = f"{search.tried:,} deal{'s' * (search.tried != 1)}"
    if search.met == search.n:
        remark(f"{search.met:,} of {tried} met the condition ({search.share:.2%})")
        return
    met = "none" if not search.met else f"only {search.met:,}"
    raise Failure(
        f"{met} of {tried} met the condition, expected {search.n:,}: "
        "a higher --limit tries more, or the condition may be impossible",
        BUDGET,
    )


def partial_deal(
    game: Variant, cards: int | None, give: list[str], length: list[str], seed: int
) -> tuple[PartialDeal, dict[int, Hand]]:
    """The conditions of `--give` and `--length`, and by seat the small cards dealt for each `x`.

    In a five-card start the reserves of each seat are additional seats, after the first ones.
    """
    from solver import Hand, PartialDeal, Suit

    sizes = [cards or game.cards_per_hand] * game.seats
    if game.deals_later and cards is None:
        sizes = [FIRST] * game.seats + [game.cards_per_hand - FIRST] * game.seats
    given = [Hand()] * len(sizes)
    small = _give(give, given, game, seed)
    with as_usage():
        known = PartialDeal(given=tuple(given), sizes=tuple(sizes), pack=game.pack)
        for text in length:
            match = _LENGTH.fullmatch(text)
            if match is None:
                raise Failure(
                    f"--length {text}: expected seat, suit and number, "
                    "as in 0:S=5, 1:H=0-2 or 2:C=4+"
                )
            seat = seat_of(match[1], f"--length {text}", game)
            low = int(match[3])
            high = 13 if match[4] else int(match[5]) if match[5] else low
            known = known.with_length(seat, Suit.parse(match[2]), low, high)
    return known, small


def _give(texts: list[str], given: list[Hand], game: Variant, seed: int) -> dict[int, Hand]:
    """Put the cards of `--give` into the hands; by seat the small ones that were dealt for an x."""
    from solver import Hand
    from solver.simulation.small_cards import named_cards, small_hand

    chance, small, gone = Random(seed), dict[int, Hand](), Hand()
    for text in texts:
        gone |= named_cards(text.partition(":")[2])
    for text in texts:
        name, colon, cards = text.partition(":")
        if not colon or not cards.strip():
            raise Failure(f"--give {text}: expected a seat and its cards, as in 0:AQ.K84..")
        seat = seat_of(name, f"--give {text}", game)
        with as_usage(f"--give {text}"):
            hand, dealt = small_hand(cards, chance, game, gone)
            given[seat] = Hand.of([*given[seat], *hand])
        if dealt:
            gone |= dealt
            small[seat] = small.get(seat, Hand()) | dealt
    return small
