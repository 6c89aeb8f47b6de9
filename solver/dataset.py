"""Data sets: solved deals, positions as a seat sees them, and every call of a book, as tables.

Each row follows from the seed and its number alone, so that the same words make the same rows on
any machine. `card_text` says what a set is, where it is from and how it is made again. What a value
is worth knowing for is not decided here.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from .base.cards import Suit
from .base.columns import columns_of, written_rows
from .base.errors import OptionError
from .book.build import BuildReport, build_book, chunk_deals, engine_signature
from .book.shards import CHUNK, find_shards, join_shards
from .book.tables import HandTable
from .decide.advice import Candidate, Sampled
from .decide.card_play import CardToPlay, advise_play
from .decide.closed_hands import CLOSED, why_not_closed
from .decide.parallel import map_chunks
from .decide.plan import Plan, Workers
from .game.variants import HOKM, Variant, find_variant
from .open.questions import solve
from .players.hand_in_play import HandInPlay
from .players.hands import ask, deal_of
from .players.player import View
from .players.simple import ThumbPlayer

__all__ = [
    "CALLS",
    "DEALS",
    "POSITIONS",
    "Made",
    "card_text",
    "row_of_position",
    "rows_of_calls",
    "rows_of_deals",
    "write_calls",
    "write_deals",
    "write_positions",
]  # fmt: skip

DEALS: Final = "number:int64 " + " ".join(
    [f"hand_{seat}:uint64" for seat in range(4)]
    + [f"class_{caller}_{suit.letter}:int8" for caller in range(4) for suit in Suit]
)
"""Solved deals: what each of the four comes to as the caller of each suit."""
POSITIONS: Final = (
    "number:int64 seat:int8 trump:int8 trick:int8 leader:int8 tricks_a:int8 tricks_b:int8"
    " hand:uint64 played:int8[] table:int8[] hands:uint64[] cards:int8[] open_worlds:int32[]"
    " open_win:double[] open_kot:double[] open_points:double[] closed_worlds:int32[]"
    " closed_win:double[] closed_kot:double[] closed_points:double[] class:int8[] tricks:int8[]"
)
"""Positions: what the seat to play sees, and what each of its legal cards is worth."""
CALLS: Final = (
    "hand:text hands:int32 call:text best:bool n:int64 worth_deals:double bavney:double kot:double"
    " win:double kot_against:double points:double behind:double"
)
"""Every call of a book: chances nested (a kot is a win), points under a scoring."""
_ABOUT: Final = {
    "deals": {
        "number": "the number of the deal, from 0 on; it follows from the seed and this alone",
        "hand_0 ... hand_3": "a hand as a set of 52 bits: bit 13 * suit + rank, spades first, the "
        "two lowest; seat 0 leads if it calls, the others follow in turn",
        "class_0_S ... class_3_C": "what the deal comes to with best play and all hands open when "
        "this seat calls this suit and leads, for the caller's side: 3 all tricks, 2 kot (the "
        "first seven tricks), 1 win, below zero the same for the other side",
    },
    "positions": {
        "number": "the number of the position; it follows from the seed and this alone",
        "seat, trump": "who is to play (0 called the trump and led first); 0 to 3, spades first",
        "trick, leader": "the running trick, from 1 on; who led it",
        "tricks_a, tricks_b": "points taken by seats 0 and 2, and by 1 and 3",
        "hand": "what the seat holds, as a set of 52 bits",
        "played, table": "every card played so far in order, 13 * suit + rank; those of the "
        "running trick",
        "hands": "what all seats hold: hidden from the seat, for the last two fields and for "
        "learning",
        "cards": "the legal cards; each list below has a value for each of them",
        "open_worlds, open_win, open_kot, open_points": "over so many deals that fit what the seat "
        "knows, each solved with open hands: the chance of its side to win, to make a kot, and its "
        "mean points less those of the other side",
        "closed_worlds, closed_win, closed_kot, closed_points": "the same, each deal played out by "
        "players who see their own cards only",
        "class, tricks": "with the true hands open and best play: the class for the side of the "
        "seat, and its points within that class",
    },
    "calls": {
        "hand, hands": "five cards; how many of the 2,598,960 hands are this one after renaming "
        "suits",
        "call, best": "the suit called; whether it is worth most",
        "n, worth_deals": "deals in which the hand was counted; how many independent ones these "
        "are worth",
        "bavney, kot, win, kot_against": "chances with open hands: all tricks, the first seven, "
        "the hand (each of them counts the ones before), and a kot of the other side",
        "points, behind": "mean points of the caller's side less the other's; how far it is "
        "behind the best call",
    },
}


@dataclass(frozen=True, slots=True)
class Made:
    """A table of a data set: its kind (`deals`, `positions`, `calls`), its file, rows, checksum."""

    kind: str
    path: Path
    rows: int
    sha256: str

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "table": self.kind, "file": str(self.path), "rows": self.rows, "sha256": self.sha256,
        }  # fmt: skip


# Solved deals -----------------------------------------------------------------------------------


def rows_of_deals(folder: Path, seed: int, first: int, deals: int) -> Iterator[dict[str, Any]]:
    """The rows of these deals from the shards of a folder; BookError where one is not there."""
    codes = {
        chunk: found
        for shard in join_shards(find_shards([folder]))
        if shard.seed == seed
        for chunk, found in shard.codes.items()
    }
    names = list(columns_of(DEALS))
    for number in range(first, first + deals):
        chunk, row = divmod(number, CHUNK)
        if row == 0 or number == first:
            worlds = chunk_deals(seed, chunk)
        values = [number, *worlds[row].tolist(), *codes[chunk][row].ravel().tolist()]
        yield dict(zip(names, values, strict=True))


def write_deals(
    folder: Path,
    deals: int,
    seed: int,
    form: str,
    variant: Variant = HOKM,
    first: int = 0,
    workers: Workers | None = None,
    watch: Callable[[int, int], object] | None = None,
) -> tuple[BuildReport, Made | None]:
    """Solve these deals in `shards` of the folder, and write them; None where it was interrupted.

    The shards are kept: the same words go on where they were broken off, and solve nothing twice.
    Errors as of `build_book`.
    """
    shards = folder / "shards"
    report = build_book(
        *(shards,), deals=deals, seed=seed, variant=variant, first_deal=first, workers=workers,
        watch=watch,
    )  # fmt: skip
    if report.interrupted:
        return report, None
    rows = rows_of_deals(shards, seed, first, deals)
    return report, _written(folder, "deals", form, DEALS, rows, seed)


# Positions --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Position:
    """Makes the position of a number; can be sent to other processes."""

    variant: Variant
    seed: int
    worlds: int

    def __call__(self, number: int) -> dict[str, Any]:
        return row_of_position(number, self.seed, self.worlds, self.variant)


def row_of_position(number: int, seed: int, worlds: int, variant: Variant = HOKM) -> dict[str, Any]:
    """A hand played by rules of thumb up to a card in which there is a choice, and its values.

    The number of cards played before is drawn evenly over the hand; `worlds` are solved, and as
    many played out, or all that fit where they are fewer.
    """
    for attempt in itertools.count():
        drawn = np.random.SeedSequence(seed, spawn_key=(number, attempt))
        deal, five = deal_of(variant, drawn)
        luck, turns = drawn.generate_state(2, np.uint64).tolist()
        hand = HandInPlay(deal, five, variant, turns >> 1)
        before = luck % (variant.seats * (variant.cards_per_hand - 1))
        while (asked := hand.asked) is not None:
            choice = asked.what == "play" and len(asked.seen.groups) > 1
            if choice and len(asked.seen.plays) >= before:
                return _row_of_position(number, hand, asked.seen, worlds, luck)
            ask(hand, asked, ThumbPlayer())
    raise AssertionError("hands without a choice do not come for ever")


def _row_of_position(
    number: int, hand: HandInPlay, view: View, worlds: int, seed: int
) -> dict[str, Any]:
    now = hand.position
    cards = sorted(now.legal(), key=lambda card: card.index)
    row: dict[str, Any] = {
        "number": number,
        "seat": view.seat,
        "trump": -1 if now.trump is None else int(now.trump),
        "trick": now.tricks_done + 1,
        "leader": now.leader,
        "tricks_a": now.taken[0],
        "tricks_b": now.taken[1],
        "hand": view.hand.bits,
        "played": [card.index for _, card in view.plays],
        "table": [card.index for card in now.table],
        "hands": [each.bits for each in now.hands],
        "cards": [card.index for card in cards],
    }
    plan, alone = Plan(samples=worlds, seed=seed), Workers(1)
    for name, advice in (
        ("open", advise_play(view.knowledge, plan=plan, workers=alone)),
        ("closed", advise_play(view.knowledge, plan=plan, workers=alone, judge=CLOSED)),
    ):
        odds = _by_card(advice)
        row[f"{name}_worlds"] = [odds[card.index].n for card in cards]
        row[f"{name}_win"] = [odds[card.index].win.p for card in cards]
        row[f"{name}_kot"] = [odds[card.index].kot.p for card in cards]
        row[f"{name}_points"] = [odds[card.index].points.mean for card in cards]
    sign = -1 if view.seat % 2 else 1
    leads = {lead.card.index: lead for lead in solve(now, questions=("leads",)).leads}
    total = sum(now.taken) + now.points_left
    row["class"] = [sign * int(leads[card.index].outcome or 0) for card in cards]
    kept = [leads[card.index].class_value for card in cards]
    row["tricks"] = [n if n is None or sign > 0 else total - n for n in kept]
    return row


def _by_card(advice: Sampled[CardToPlay]) -> Mapping[int, Candidate]:
    return {card.index: odds for odds in advice.candidates for card in odds.cards}


def write_positions(
    folder: Path,
    positions: int,
    seed: int,
    form: str,
    worlds: int,
    variant: Variant = HOKM,
    first: int = 0,
    workers: Workers | None = None,
    watch: Callable[[int, int], object] | None = None,
) -> Made:
    """Positions of these numbers with their values, by threads or any executor.

    OptionError for a game whose hands are not played out, or where a seat does not see the trump.
    """
    variant = find_variant(variant)
    if (why := why_not_closed(variant)) is not None or variant.lays_down or variant.deals_later:
        raise OptionError(f"no positions of {variant.name}: {why or 'its trump is hidden'}")
    at_work = workers or Workers()

    def rows() -> Iterator[dict[str, Any]]:
        numbers = range(first, first + positions)
        work = _Position(variant, seed, worlds)
        for done, row in enumerate(map_chunks(work, numbers, at_work.executor, at_work.jobs), 1):
            if watch is not None:
                watch(done, positions)
            yield row

    return _written(folder, "positions", form, POSITIONS, rows(), seed)


# Calls ------------------------------------------------------------------------------------------


def rows_of_calls(table: HandTable) -> Iterator[dict[str, Any]]:
    """Each class of hands with each suit as trump, in the order of the classes."""
    shares, points = table.shares.tolist(), table.points.tolist()
    for row, known in enumerate(table.rows()):
        best = max(points[row])
        for suit in Suit:
            b_kot_or_worse, win, kot, bavney = _nested(shares[row][suit])
            yield {
                "hand": known["hand"],
                "hands": known["hands"],
                "call": suit.letter,
                "best": suit.letter == known["best"],
                "n": known["n"],
                "worth_deals": known["worth_deals"],
                "bavney": bavney,
                "kot": kot,
                "win": win,
                "kot_against": b_kot_or_worse,
                "points": round(points[row][suit], 6),
                "behind": round(best - points[row][suit], 6),
            }


def _nested(shares: Sequence[float]) -> tuple[float, ...]:
    """The chances of a kot against, a win, a kot and all tricks, of shares from the worst class."""
    sums = sum(shares[:2]), sum(shares[3:]), sum(shares[4:]), shares[5]
    return tuple(round(each, 6) for each in sums)


def write_calls(folder: Path, table: HandTable, form: str) -> Made:
    """Every call of a book under its scoring."""
    return _written(folder, "calls", form, CALLS, rows_of_calls(table), None)


# Files and the card -----------------------------------------------------------------------------


def _written(
    folder: Path,
    kind: str,
    form: str,
    described: str,
    rows: Iterator[dict[str, Any]],
    seed: int | None,
) -> Made:
    path, n = folder / f"{kind}.{form}", 0
    facts = {"engine": engine_signature(), "licence": "CC0-1.0"}
    if seed is not None:
        facts["seed"] = str(seed)
    with written_rows(path, form, described, facts) as table:
        for row in rows:
            table.add(row)
            n += 1
    with path.open("rb") as file:
        return Made(kind, path, n, hashlib.file_digest(file, "sha256").hexdigest())


def card_text(made: Sequence[Made], variant: Variant, command: str, more: Sequence[str]) -> str:
    """The card of a data set: what it is, its fields, licence, and the command that repeats it.

    `more`: further lines of the origin, such as the seed and the book.
    """
    lines = [
        "---", "license: cc0-1.0", "tags: [court-piece, hokm, double-dummy]", "---", "",
        f"# Court Piece, solved: {variant.title}", "",
        "Made by Hakem, an exact solver, from random deals: no person's play is in it.", "",
        "## Origin", "",
        f"- Game: {variant}", f"- Engine: {engine_signature()}", *(f"- {line}" for line in more),
        "- Licence: CC0 1.0, public domain: no rights are kept, no permission is needed",
        "", "The same rows again:", "", f"    {command}", "",
    ]  # fmt: skip
    described = {"deals": DEALS, "positions": POSITIONS, "calls": CALLS}
    for each in made:
        lines += [
            f"## {each.path.name}", "",
            f"{each.rows:,} rows, SHA-256 `{each.sha256}`", "",
            "| field | what it is |", "|---|---|",
            *(f"| {names} | {said} |" for names, said in _ABOUT[each.kind].items()), "",
            "Types: " + ", ".join(
                f"`{name}` {kind}" for name, kind in columns_of(described[each.kind]).items()
            ), "",
        ]  # fmt: skip
    return "\n".join(lines)
