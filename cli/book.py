"""`hakem book`: what every hand of five cards is worth; build it, read it, rank the hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import WRITES, GameOptions, Json, OpenOnly, VariantName, VariantOptions, with_groups
from .cluster import Machines
from .columns import FormName, form_of, written_rows
from .failures import ILLEGAL, INTERRUPTED, Failure, as_usage
from .help_texts import Commands, add_commands, examples_text
from .judged import judges_by_kind
from .matches import ScoringName, scoring_of
from .output import (
    complain,
    emit,
    emit_json,
    end_unfinished,
    known_of,
    progress,
    remark,
    show,
)
from .reading import lines_of, words_or_stdin
from .report import picture_of, reportable
from .texts import GameNamed, hand_of, scoring_named
from .told import Told

if TYPE_CHECKING:
    from solver import Advice, Hand, Scoring, Variant
    from solver.book import Book, BookAdvice
    from solver.decide.advice import Call


WANTED = "give the five cards you hold, such as AQ.K84.."

BookFile = Annotated[
    Path | None,
    typer.Option("--book", metavar="FILE", help="Another book than the one that comes along."),
]
BookJudge = Annotated[
    str | None,
    typer.Option(
        "--judge",
        metavar="JUDGE",
        help="open, or closed: what players who see their own cards make of the calls; "
        "closed:thumb for players by rules of thumb.",
    ),
]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the shards.")]


def book_of(game: Variant, file: Path | None, judge: str = "open") -> Book | None:
    """The book asked for, or the one of this judge that comes along; None without one."""
    from solver.book import Book, find_book

    if file is None:
        return find_book(game, judge)
    found = Book(file)
    if not found.serves(game):
        raise Failure(f"{file} is a book of {found.variant}, not of {game}")
    return found


def _judge_of(judge: str | None) -> str:
    """The name of the judge of `--judge`, that of open hands without one."""
    if judge is None:
        return "open"
    from solver.decide.closed_hands import find_judge

    with as_usage("--judge"):
        return find_judge(judge.strip().lower()).name


def _must(game: Variant, file: Path | None, judge: str | None = None) -> Book:
    """The book asked for; a Failure without one, or where the file is by another judge."""
    named = _judge_of(judge)
    found = book_of(game, file, named)
    if found is not None and judge is not None and found.judge != named:
        raise Failure(f"--judge {named}: {found.path} is by the judge {found.judge}")
    if found is None:
        of = f"{game} by closed hands" if named != "open" else game
        raise Failure(
            f"there is no book of {of} here: `hakem book build` makes one, "
            "`hakem trump` answers by sampling"
        )
    return found


@dataclass(frozen=True)
class BookNamed:
    """A book by its game, and how its classes are scored."""

    scoring: str | None = None
    variant: str = "hokm"
    option: list[str] | None = None
    file: Path | None = None
    judge: str | None = None

    @property
    def turns_up(self) -> bool:
        """Whether the caller of this house may have a card turned up for trump."""
        house, _ = GameNamed(self.variant, self.option).house_and_game()
        return bool(house["turnup_trump"] != "off")

    def named(self) -> Scoring | None:
        """The scoring that is named."""
        return None if self.scoring is None else scoring_named(self.scoring)

    def opened(self) -> tuple[Book, Variant, Scoring]:
        """The book, its game, and the scoring asked for or usual there."""
        from solver import match

        house, game = GameNamed(self.variant, self.option).house_and_game()
        points = self.named() or match.call_scoring(house)
        if points.kind != "class":
            raise Failure(f"--scoring: {points.name} does not score the classes the book counts")
        return _must(game, self.file, self.judge), game, house.scored(points)


@dataclass(frozen=True)
class InBook(BookNamed):
    """The options that say which book is read, and how its classes are scored."""

    scoring: ScoringName = None
    variant: VariantName = "hokm"
    option: VariantOptions = None
    file: BookFile = None
    judge: BookJudge = None

    def named(self) -> Scoring | None:
        """The scoring of `--scoring`, which may be a file here."""
        return None if self.scoring is None else scoring_of(self.scoring)


def show_call(
    told: Told[BookAdvice],
    json: bool,
    details: bool = False,
    open_only: bool = False,
    turns_up: bool = False,
) -> None:
    """What the book says of a hand; `turns_up`: in a house that turns cards up for trump."""
    if json:
        emit_json(told.to_dict())
    else:
        from solver.views.book import book_hand_view
        from solver.views.closed_hands import closed_calls_view

        if told.closed:
            picture_of(next(iter(told.closed.values())))
            drawn = closed_calls_view(told.closed, told.advice, details, turns_up)
        else:
            picture_of(told.advice)
            drawn = book_hand_view(told.advice, details, open_only, turns_up)
        show(*drawn, *(told.held.note() if told.held else ()))


def table_of_calls(advise: Callable[[Hand], Advice[Call]], hands: Sequence[str] | None) -> None:
    """One line of CSV for each hand of a file, of standard input, or of the words themselves.

    `deals` is what the estimates stand on: deals solved for this hand, or as many as its credits in
    the book are worth. What only a book knows has an empty cell without one, as has a chance that
    a limit left open.
    """
    from solver import HakemError, Hand, Suit
    from solver.book import BookAdvice

    heads = [f"{suit.letter}_{what}" for suit in Suit for what in ("win", "kot", "goon", "points")]
    emit(",".join(["line", "hand", "best", "sure", "percentile", "deals", *heads]) + "\n")
    seen = faulty = 0
    for line in lines_of(hands, WANTED):
        seen += 1
        try:
            advice = advise(Hand.parse(line.text))
        except HakemError as error:
            faulty += 1
            complain(f"{line.place}: {error}")
            continue
        said = [
            str(line.number),
            str(advice.hand),
            advice.best.trump.letter,
            str(advice.sure).lower(),
        ]
        if isinstance(advice, BookAdvice):
            said += [_cell(advice.percentile), f"{advice.worth:.0f}"]
        else:
            ended = getattr(advice, "stopped", "")
            if ended == "unfinished":
                end_unfinished()
            if ended == "interrupted":
                at = f"interrupted at {line.place}: the hands before it are told"
                raise Failure(at, INTERRUPTED)
            said += ["", str(advice.n)]
        for suit in Suit:
            each = advice[suit]
            said += [_cell(e.p) for e in (each.win, each.kot, each.kot_against)]
            said.append(_cell(each.points.mean))
        emit(",".join(said) + "\n")
    if not seen:
        raise Failure("there is no hand in the input", ILLEGAL)
    if faulty:
        raise typer.Exit(ILLEGAL)


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


@with_groups
def build(
    folder: Folder,
    deals: Annotated[
        int, typer.Option("--deals", "-n", metavar="N", help="Deals to solve, from the first on.")
    ],
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="The deals come from this number.")],
    first: Annotated[
        int,
        typer.Option(
            "--from", min=0, metavar="N", help="Number of the first deal, for a part of a seed."
        ),
    ] = 0,
    named: GameOptions = GameOptions(),
    judge: BookJudge = None,
    machines: Machines = Machines(),
    json: Json = False,
) -> None:
    """Solve random deals for every caller and every trump and keep the results as shards.

    With --judge closed they are played out, which takes a few minutes for a whole book.

    May be stopped at any moment and started again with the same words: it goes on with what is
    missing. Parts of a seed (--from) and other seeds may be built elsewhere and put together by
    `hakem book merge`.
    """
    from solver.book import book_game, build_book

    by = _judge_of(judge)
    game = book_game(named.house_and_game()[1], by)
    with machines.workers() as workers, progress("solving deals") as advance:
        report = known_of(
            lambda: build_book(
                folder,
                deals=deals,
                seed=seed,
                variant=game,
                first_deal=first,
                judge=by,
                workers=workers,
                watch=lambda done, wanted: advance(done / wanted),
            )
        )
    said = {
        "folder": str(folder), "variant": game.name, "seed": report.seed, "deals": report.deals,
        "solved": report.solved, "seconds": round(report.seconds, 3),
        "interrupted": report.interrupted,
    }  # fmt: skip
    if json:
        emit_json(said)
    else:
        emit(
            f"{report.deals:,} deals of seed {report.seed} in {folder}, {report.solved:,} of them "
            f"solved now in {report.seconds:.0f} s\n"
        )
    end_unfinished()
    if report.interrupted:
        raise Failure(f"interrupted after {report.deals} deals; the rest is to come", INTERRUPTED)


def merge(
    shards: Annotated[
        list[Path], typer.Argument(metavar="SHARDS", help="Folders of shards, or shards.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The book to write."), WRITES
    ],
    alike_below: Annotated[
        str | None,
        typer.Option(
            "--alike-below",
            metavar="RANK",
            help="Cards of a suit below this rank count alike, as 9: a smaller book, and a surer "
            "one where deals are few.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Count the shards of one game and write the book.

    Each deal is counted once: a chunk that is in two shards is refused, and so are shards of
    another game. Takes 2 GB of memory.
    """
    from solver import Rank
    from solver.book import count_shards, find_shards, join_shards, write_book

    below = Rank.parse(alike_below) if alike_below is not None else 0
    paths = find_shards(shards)
    if any(path.resolve() == out.resolve() for path in paths):
        raise Failure(f"--out: {out} is one of the shards, expected another file")
    done = 0
    with progress("counting deals") as advance:

        def watch(deals: int) -> None:
            nonlocal done
            done += 1
            advance(done / len(paths))

        counts = count_shards(join_shards(paths), alike_below=below, watch=watch)
    size = write_book(counts, out)
    if json:
        emit_json({"book": str(out), "deals": counts.deals, "bytes": size})
    else:
        emit(f"{out}: {counts.deals:,} deals of {counts.variant}, {size / 1e6:.2f} MB\n")


@with_groups
def info(
    named: GameOptions = GameOptions(),
    file: BookFile = None,
    judge: BookJudge = None,
    json: Json = False,
) -> None:
    """What the book holds and where it is from."""
    found = _must(named.house_and_game()[1], file, judge)
    if json:
        head = {name: value for name, value in found.header.items() if name != "blocks"}
        emit_json({"file": str(found.path), "bytes": found.path.stat().st_size, **head})
    else:
        from solver.views.book import book_info_view

        show(*book_info_view(found))


@with_groups
def show_hand(
    hand: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND", help="Five cards: AQ.K84.. or SA SQ HK H8 H4, or -."),
    ] = None,
    in_book: InBook = InBook(),
    open_only: OpenOnly = False,
    json: Json = False,
) -> None:
    """What each call is worth with these five cards."""
    told = hand_told(words_or_stdin(hand, WANTED), in_book, open_only)
    show_call(told, json, open_only=open_only, turns_up=in_book.turns_up)


def hand_told(text: str, in_book: BookNamed, open_only: bool = False) -> Told[BookAdvice]:
    """What the book says of the hand of this text; of those that come along that at the table, too.

    `open_only`: that of open hands alone.
    """
    cards = hand_of(text, (5,))
    found, game, points = in_book.opened()
    advice = found.advise(cards, scoring=points, variant=game)
    closed: dict[str, BookAdvice] = {}
    if in_book.file is None and in_book.judge is None and not open_only:
        closed = {
            kind: book.advise(cards, scoring=points, variant=game)
            for kind, judge in judges_by_kind().items()
            if (book := book_of(game, None, judge)) is not None
        }
    return Told(advice, closed=closed)


@with_groups
def top(
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="RANKING", help="strongest, weakest, closest or surprises; all if not given."
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, metavar="N", help="Hands of each.")
    ] = 10,
    in_book: InBook = InBook(),
    json: Json = False,
) -> None:
    """The strongest and weakest hands, the closest calls, and the biggest surprises.

    A surprise is a hand whose best call is not its longest suit. Hands that differ in the names of
    suits only are one.
    """
    from solver.book import RANKINGS, HandTable

    if which is not None and which not in RANKINGS:
        raise Failure(f"{which} is no ranking: expected {', '.join(RANKINGS)}")
    found, _, points = in_book.opened()
    table = HandTable(found, points)
    ranked = {name: table.rank(name, count) for name in ([which] if which else RANKINGS)}
    if json:
        emit_json({name: [row.to_dict() for row in rows] for name, rows in ranked.items()})
    else:
        from solver.views.book import book_top_view

        show(*book_top_view(ranked, points.unit))


@with_groups
def lessons(
    in_book: InBook = InBook(),
    json: Json = False,
) -> None:
    """Rules for the call with their prices, sayings of the table tested, rights and shapes."""
    from solver.book import HandTable, learn

    book_read, _, points = in_book.opened()
    found = learn(HandTable(book_read, points))
    if json:
        emit_json(found.to_dict())
    else:
        from solver.views.book import book_lessons_view

        show(*book_lessons_view(found))


@with_groups
def export(
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The file to write; standard output if not given."
        ),
        WRITES,
    ] = None,
    form: FormName = None,
    in_book: InBook = InBook(),
) -> None:
    """Every class of hands with its probabilities, as a table for other programs."""
    from solver.book import HandTable

    form = form_of(form, out, "csv")
    found, _, points = in_book.opened()
    table = HandTable(found, points)
    if out is None:
        for line in table.csv_lines():
            emit(line + "\n")
        return
    with written_rows(out, form, table.columns) as rows:
        for row in table.rows():
            rows.add(row)
    remark(f"{len(table.hands):,} classes of hands in {out}")


BOOK_COMMANDS: Commands = {
    "show": (
        show_hand,
        "What each call is worth with these five cards.",
        ("hakem book show AQ.K84..", "hakem book show SA SQ HK H8 H4 --scoring nl"),
    ),
    "top": (
        top,
        "The strongest and weakest hands, the closest calls.",
        ("hakem book top", "hakem book top surprises --count 5"),
    ),
    "lessons": (
        lessons,
        "Rules for the call with their prices.",
        ("hakem book lessons", "hakem book lessons --scoring inpk"),
    ),
    "info": (
        info,
        "What the book holds and where it is from.",
        ("hakem book info", "hakem book info --json"),
    ),
    "export": (
        export,
        "Every class of hands as a table for other programs.",
        ("hakem book export --out hands.csv", "hakem book export --scoring nl --out hands.csv"),
    ),
    "build": (
        build,
        "Solve deals for a book and keep the results.",
        (
            "hakem book build shards -n 640 --seed 1",
            "hakem book build shards -n 640 --seed 1 --from 640",
        ),
    ),
    "merge": (
        merge,
        "Count the results and write the book.",
        ("hakem book merge shards --out my.book", "hakem book merge shards --out my.book --json"),
    ),
}
book = typer.Typer(
    help="What calling each suit is worth on every hand of five cards, counted once.",
    no_args_is_help=True,
    epilog=examples_text(BOOK_COMMANDS["show"][2][:1] + BOOK_COMMANDS["top"][2][1:]),
)
_REPORTS = ("show", "top", "lessons", "info")
add_commands(
    book,
    {
        name: (reportable(run) if name in _REPORTS else run, brief, examples)
        for name, (run, brief, examples) in BOOK_COMMANDS.items()
    },
)
