"""`hakem deal`: random deals by seed, any or those that meet a condition, to pipe into `solve`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from .arguments import GameOptions, Jobs, Json, Resume, Seed, threads, with_groups
from .columns import FormName, TableOut, answers_as_table, game_columns, is_table
from .failures import BUDGET, Failure, as_usage
from .known_cards import partial_deal
from .output import emit, emit_json, progress, remark
from .parts import PartName, in_part
from .texts import GameNamed, trump_of

if TYPE_CHECKING:
    from solver import Deal, Hand, PartialDeal, Suit, Variant
    from solver.deals.search import DealSearch
    from solver.decide.worlds import Worlds


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
    form: FormName = None,
    out: TableOut = None,
    part: PartName = None,
    json: Json = False,
) -> None:
    """Deal at random, by seed, under conditions.

    Each deal is one line that `hakem solve` reads, or a row of a table (--out deals.parquet).
    """
    if wanted.where is None and wanted.resume is not None:
        raise Failure("--resume keeps the search for a condition: give one with --where")
    if wanted.where is not None and part is not None:
        raise Failure("--part: a search for a condition has no parts, give each another --seed")
    if diagram and is_table(out, form):
        raise Failure("--diagram and --format: give one of them")
    asked = DealsAsked.of(
        number, seed, KnownCards(give or (), length or (), cards), trump, named, wanted
    )
    deals = asked.deals()
    if seed is None and not json:
        remark(f"seed {asked.seed}")
    if asked.small and not json:
        small = asked.small
        dealt_small = "; ".join(f"{seat}: {' '.join(map(str, small[seat]))}" for seat in small)
        remark(f"each x by chance: {dealt_small}")
    with (
        in_part(part, json or is_table(out, form)) as mine,
        answers_as_table("deal", form, out, json, mine) as table,
    ):
        for at, found in mine.taken(enumerate(deals)):
            mine.answer()
            if table is not None:
                table.add(asked.to_row(at, found))
            elif json:
                emit_json(asked.to_dict(at, found))
            elif diagram:
                emit(("\n" if at else "") + found.deal.diagram() + "\n")
            else:
                emit(_line(asked, found))
        mine.end(json)
    if asked.search is not None:
        remark(asked.met())


def _line(asked: DealsAsked, found: Numbered) -> str:
    """A deal as `hakem solve` reads it."""
    from solver.game.variants import HOKM

    words = [str(found.deal)]
    if found.reserves is not None:
        words.append("reserves=" + "|".join(map(str, found.reserves)))
    if asked.with_trump:
        words.append(f"trump={'none' if asked.trump is None else asked.trump.letter}")
    if asked.game != HOKM:
        words.append(f"variant={asked.game.label}")
    return " ".join(words) + "\n"


class KnownCards(NamedTuple):
    """`--give`, `--length` and `--cards` as they are typed."""

    give: Sequence[str] = ()
    length: Sequence[str] = ()
    cards: int | None = None


class Numbered(NamedTuple):
    """A deal, its place among the deals of the seed, and the cards dealt later."""

    place: int
    deal: Deal
    reserves: Deal | None


@dataclass(frozen=True)
class DealsAsked:
    """So many deals of a game; `small`: by seat the cards dealt for each x."""

    number: int
    seed: int
    known: PartialDeal
    small: Mapping[int, Hand]
    game: Variant
    trump: Suit | None
    with_trump: bool
    search: DealSearch | None

    @classmethod
    def of(
        cls,
        number: int,
        seed: int | None,
        cards: KnownCards,
        trump: str | None,
        named: GameNamed,
        wanted: Wanted,
        stop: Callable[[], bool] | None = None,
    ) -> DealsAsked:
        """The deals; the seed is drawn if None. `stop` ends a search for a condition."""
        from solver.decide.worlds import new_seed

        game = named.game()
        suit = trump_of(trump)
        chosen = new_seed() if seed is None else seed
        known, small = partial_deal(game, cards.cards, cards.give, cards.length, chosen)
        search = None
        if wanted.where is not None:
            from solver.deals.search import DealSearch

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
                    stop=stop,
                )
            chosen = search.seed
        elif wanted.limit is not None:
            raise Failure("--limit counts the deals tried for a condition: give one with --where")
        return cls(number, chosen, known, small, game, suit, trump is not None, search)

    def deals(self) -> Iterator[Numbered]:
        """The deals; lengths that no deal has are refused before the first one is taken."""
        if self.search is not None:
            return _chosen_deals(self.search)
        return _any_deals(self.known, self.game, self.seed, self.number)

    def to_dict(self, at: int, found: Numbered) -> dict[str, Any]:
        """A deal as JSON; `at`: its number in the output."""
        answer: dict[str, Any] = {"hands": [str(hand) for hand in found.deal]}
        if found.reserves is not None:
            answer["reserves"] = [str(hand) for hand in found.reserves]
        if self.with_trump:
            answer["trump"] = self.trump.letter if self.trump is not None else None
        answer |= {
            "leader": 0, "variant": self.game.name, "options": self.game.plain_settings(),
            "seed": self.seed, "number": at,
        }  # fmt: skip
        if self.small:
            answer["small"] = {str(seat): [*map(str, held)] for seat, held in self.small.items()}
        return answer if self.search is None else {**answer, "place": found.place}

    def to_row(self, at: int, found: Numbered) -> dict[str, Any]:
        """A deal as a row of a table; `at`: its number in the output."""
        suit = -1 if self.trump is None else int(self.trump)
        return {
            "number": at,
            "place": found.place,
            "seed": str(self.seed),
            **game_columns(self.game),
            "trump": suit if self.with_trump else None,
            "leader": 0,
            "hands": [hand.bits for hand in found.deal],
            "reserves": None if found.reserves is None else [hand.bits for hand in found.reserves],
        }

    def met(self) -> str:
        """How often the condition was met; a Failure where too seldom."""
        search = self.search
        assert search is not None
        tried = f"{search.tried:,} deal{'s' * (search.tried != 1)}"
        if search.met == search.n:
            return f"{search.met:,} of {tried} met the condition ({search.share:.2%})"
        met = "none" if not search.met else f"only {search.met:,}"
        raise Failure(
            f"{met} of {tried} met the condition, expected {search.n:,}: "
            "a higher --limit tries more, or the condition may be impossible",
            BUDGET,
        )


def _any_deals(known: PartialDeal, game: Variant, seed: int, number: int) -> Iterator[Numbered]:
    """Random deals, each with its place among the deals of the seed and the cards dealt later.

    Lengths that no deal has are refused here, before the first deal is taken.
    """
    from solver import sample_worlds

    with as_usage():
        chunks = sample_worlds(known, seed, number)
    return _numbered(chunks, game.seats)


def _numbered(chunks: Iterable[Worlds], seats: int) -> Iterator[Numbered]:
    from solver import Deal
    from solver.decide.worlds import world_hands

    for place, world in enumerate(world for worlds in chunks for world in worlds):
        hands = world_hands(world)
        yield Numbered(place, Deal(hands[:seats]), Deal(hands[seats:]) if hands[seats:] else None)


def _chosen_deals(search: DealSearch) -> Iterator[Numbered]:
    """The same for the deals that meet a condition."""
    # On a terminal the deals themselves show the progress, and a bar would run between them.
    apart = sys.stdout is not None and not sys.stdout.isatty()
    with as_usage("--where"), progress("deals") if apart else nullcontext(_no_bar) as told:
        for found in search:
            told(max(search.met / search.n, search.tried / search.limit))
            yield Numbered(found.place, found.deal, found.reserves)


def _no_bar(share: float) -> None:
    """Show nothing."""
