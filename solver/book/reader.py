"""Reading a book: what each call is worth with a hand of five cards, without solving.

A book is by one judge: with open hands, or with closed ones, which players of one kind played out.

A book is one file: a line that names it, a header, and blocks of 1,024 classes each. Blocks are
compressed and have a checksum each, so that one hand needs one block. Several credits of one deal
are not independent: intervals are those of the number of independent deals that all credits are
worth at least (`counts.py`). Nothing here solves or counts.

    hakem book 1 <checksum of the header>
    {"variant": ..., "options": ..., "deals": ..., "seeds": ..., "blocks": [[bytes, crc], ...] ...}
    block after block
"""

from __future__ import annotations

import json
import math
import os
import zlib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Hand, Rank, Suit
from ..base.errors import BookError, HakemError, OptionError, shown, unread
from ..base.outcomes import Between, Outcome
from ..base.whole_files import checksum, promised, seal, write_whole
from ..decide.advice import Advice, Call, Candidate, first_cards, ranked
from ..decide.estimates import Estimate, Mean, PairedDifference
from ..game.scoring import CLASSES, SCORINGS, Scoring, find_scoring
from ..game.variants import HOKM, Variant, find_variant
from .classes import PAIRS, PERMUTATIONS, HandClasses, evened, hand_classes
from .shards import OPEN_HANDS, options_of, said_judge, variant_of

if TYPE_CHECKING:
    from .counts import Counts

__all__ = [
    "Book",
    "BookAdvice",
    "BookTable",
    "find_book",
    "write_book",
]

FORMAT = 1
ROWS = 1024
"""Classes of a block."""
QUANTILES = 200
"""Steps of the table of hand strengths in the header."""
DATA = Path(__file__).parent / "data"
SUFFIX = ".book"

_NAME = b"hakem book"
_LOSS = CLASSES.index(Outcome.WIN_B)
_KEPT = [i for i in range(len(CLASSES)) if i != _LOSS]  # the losses are what is left over
_WIN, _KOT = CLASSES.index(Outcome.WIN_A), CLASSES.index(Outcome.KOT_A)
_PAIR_AT = np.zeros((4, 4), dtype=np.int64)  # the number of a pair of places, in either order
for _p, (_i, _j) in enumerate(PAIRS):
    _PAIR_AT[_i, _j] = _PAIR_AT[_j, _i] = _p
_STEPS = 100  # a correlation is kept in hundredths, rounded down
# Options that change nothing in the classes of an open hand (docs/rules.md 1.6, Lemma 1).
_WITHOUT_EFFECT = ("direction", "continue_fail")

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BookTable:
    """What the book holds of some classes, by the places of their canonical hands.

    `counts`: credits (classes, 4, 6) by the trump's place and the outcome in the order of
    `CLASSES`; `squares` (classes,): the sum over deals of squared credits; `turned`
    (classes, 6): credits in eighths when a later card of the caller is turned up; `correlations`
    (classes, 6, 2, 2): for each of the `PAIRS` of places, of win and kot at the first with win and
    kot at the second, rounded down.
    """

    counts: Numbers
    squares: Numbers
    turned: Numbers
    correlations: Floats

    @property
    def credits(self) -> Numbers:
        """How often each class was met, (classes,)."""
        return np.asarray(self.counts[:, 0].sum(axis=1))

    @property
    def worth(self) -> Floats:
        """How many independent deals the credits of each class are worth at least, (classes,)."""
        n = self.credits.astype(np.float64)
        return np.divide(n * n, self.squares, out=np.zeros(len(n)), where=self.squares > 0)

    @property
    def shares(self) -> Floats:
        """Outcome probabilities (classes, 4, 6); 0 for a class never met."""
        n = self.credits.astype(np.float64)[:, None, None]
        return np.divide(self.counts, n, out=np.zeros(self.counts.shape), where=n > 0)

    def rows(self, numbers: list[int]) -> BookTable:
        """These rows alone, in this order."""
        return BookTable(
            self.counts[numbers],
            self.squares[numbers],
            self.turned[numbers],
            self.correlations[numbers],
        )

    def points(self, scoring: Scoring) -> Floats:
        """Mean points of the caller's side less the other's, (classes, 4)."""
        return np.asarray(self.shares @ np.array(scoring.vector(), dtype=np.float64))


# One hand ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class BookAdvice(Advice[Call]):
    """The trump call from five cards, as the book has it.

    - `deals`: all deals of the book. `n`: credits of this hand's class, those of each candidate and
      each estimate, too. `worth`: how many independent deals these credits are worth at least;
      intervals and tests are those of so many deals.
    - `percentile`: the share of all hands (0 to 1) whose best call is worth less than this one's,
      those worth the same counted half.
    - `turned_up`: mean points when one of the caller's later eight cards makes trump.
    - `alike_below`: the book counts the cards of a suit below this rank alike; None if none.
      Suits that such a book cannot tell apart are the `same`.
    - `level`: for each comparison with another call.
    - The other fields: see `Advice`.
    """

    turned_up: Mean
    percentile: float
    worth: float
    deals: int
    seeds: tuple[int, ...]
    engines: tuple[str, ...]
    alike_below: Rank | None = None
    source: ClassVar[str] = "book"

    @property
    def made_of(self) -> dict[str, Any]:
        """What the book was made of."""
        return {
            "deals": self.deals,
            "seeds": self.seeds,
            "engines": self.engines,
            "alike_below": self.alike_below,
        }


# The file ---------------------------------------------------------------------------------------


class Book:
    """A book, opened: the header is read and checked, blocks when they are asked for.

    Cards of a suit below the rank `alike_below` count alike; None if every card counts by itself.

    `Book(path)` raises BookError naming the file when it is damaged, of another version or no
    book; a damaged block is found when it is read. The book that comes along is opened by
    `find_book()`.
    """

    path: Path

    def __init__(self, path: Path | str) -> None:
        if isinstance(path, Book):
            raise BookError(f"{path.path} is open already: expected the path of a file")
        if not isinstance(path, str | os.PathLike):
            raise BookError(f"{shown(path)} names no book: expected the path of a file")
        self.path = Path(path)
        try:
            with open(self.path, "rb") as file:
                first = file.readline(200)
                line = file.readline(1 << 20)
                self._start = file.tell()
        except OSError as error:
            raise BookError(unread(path, error)) from None
        if checksum(line) != promised(_NAME, FORMAT, first, self.path, BookError):
            raise BookError(f"{path} is damaged: the checksum of its header does not fit")
        header = json.loads(line)
        try:
            self.variant = variant_of(header)
        except HakemError as error:
            raise BookError(f"{path} is of a game unknown to this program: {error}") from None
        self.header: dict[str, Any] = header
        self.deals: int = header["deals"]
        self.seeds: tuple[int, ...] = tuple(header["seeds"])
        self.engines: tuple[str, ...] = tuple(header["engines"])
        # the first books, in which every card counts by itself, say nothing of it
        below = header.get("alike_below")
        self.judge: str = header.get("judge", OPEN_HANDS)
        self.alike_below: Rank | None = Rank(below) if below else None
        self.classes: HandClasses = hand_classes(tuple(header["fixed"]), self.alike_below or 0)
        self._valued: tuple[Scoring, Floats] | None = None
        self._blocks: list[list[int]] = header["blocks"]
        sizes = [size for size, _ in self._blocks]
        self._at = np.concatenate(([0], np.cumsum(sizes))).tolist()

    @property
    def method(self) -> str:
        """Whose outcomes these are, in words."""
        if self.judge == OPEN_HANDS:  # nobody who plays is loaded
            return "open hand"
        from ..decide.closed_hands import method_of

        return method_of(self.judge)

    def __repr__(self) -> str:
        return f"Book({str(self.path)!r})"

    @property
    def outcomes(self) -> Numbers:
        """Callers and trumps of all deals by outcome, (6,)."""
        return np.array(self.header["outcomes"], dtype=np.int64)

    def block(self, number: int) -> BookTable:
        """One block; BookError when it is damaged."""
        size, crc = self._blocks[number]
        with open(self.path, "rb") as file:
            file.seek(self._start + self._at[number])
            data = file.read(size)
        if len(data) != size or zlib.crc32(data) != crc:
            raise BookError(f"{self.path} is damaged: block {number} does not fit its checksum")
        return _unpack(data, min(ROWS, self.classes.count - number * ROWS))

    @cached_property
    def table(self) -> BookTable:
        """All classes: decoded once, about a tenth of a second."""
        parts = [self.block(number) for number in range(len(self._blocks))]
        return BookTable(
            np.concatenate([part.counts for part in parts]),
            np.concatenate([part.squares for part in parts]),
            np.concatenate([part.turned for part in parts]),
            np.concatenate([part.correlations for part in parts]),
        )

    def serves(self, variant: Variant) -> bool:
        """Whether this book answers for a game with these options.

        Where play stops at the seventh trick a bavney counts as the kot it begins with.
        """
        mine, theirs = options_of(self.variant), options_of(variant)
        if self.variant.get("stop_rule") == "may_continue":
            theirs.pop("stop_rule", None)
        for name in _WITHOUT_EFFECT:
            mine.pop(name, None)
            theirs.pop(name, None)
        return self.variant.name == variant.name and mine == theirs

    def advise(
        self,
        hand: Hand | str,
        *,
        scoring: Scoring | str = SCORINGS[0],
        variant: Variant | None = None,
        confidence: float = 0.95,
    ) -> BookAdvice:
        """What each call is worth with these five cards.

        `variant`: the game with its options, that of the book if not given. Raises HandError for
        another number of cards, OptionError for a game the book does not serve and a scoring that
        does not score by the class of a hand.
        """
        five = first_cards(hand)
        game = variant or self.variant
        points = find_scoring(scoring)
        if not self.serves(game):
            raise OptionError(f"{self.path} is a book of {self.variant}, not of {game}")
        number, places = self.classes.find_one(five)
        table = self.block(number // ROWS)
        return _advice(self, table, number % ROWS, places, five, game, points, confidence)

    def call_shares(self, fives: NDArray[np.uint64], scoring: Scoring) -> Floats:
        """How often each suit is the call with these hands of five cards (n,): float64 (n, 4).

        1 for the suit that is worth most, 0 for the others; suits that are worth the same, as those
        with the same cards, share alike. Rows sum to 1.
        """
        numbers, turns = self.classes.find(fives)
        places = PERMUTATIONS[turns].astype(np.int64)
        points = np.take_along_axis(self._points(scoring)[numbers], places, axis=1)
        worth = evened(self.classes.alike(fives), points)
        best = worth >= worth.max(axis=1, keepdims=True) - 1e-9
        return np.asarray(best / best.sum(axis=1, keepdims=True))

    def _points(self, scoring: Scoring) -> Floats:
        """Mean points of all classes, (classes, 4), remembered for the last scoring."""
        if self._valued is None or self._valued[0] != scoring:
            self._valued = scoring, self.table.points(scoring)
        return self._valued[1]

    def percentile(self, best: float, scoring: Scoring) -> float:
        """The share of all hands whose best call is worth less, those worth the same half."""
        best = round(best, 6)
        for name, steps in self.header["quantiles"].items():
            if scoring.vector() == find_scoring(name).vector():
                low = int(np.searchsorted(steps, best, side="left"))
                high = int(np.searchsorted(steps, best, side="right"))
                if high > low:  # it is one of the values themselves, or several
                    return (low + high - 1) / 2 / (len(steps) - 1)
                if low in (0, len(steps)):
                    return float(low > 0)
                part = (best - steps[low - 1]) / (steps[low] - steps[low - 1])
                return (low - 1 + float(part)) / (len(steps) - 1)
        values = self.table.points(scoring).max(axis=1)
        sizes = self.classes.sizes
        less, same = values < best - 1e-12, abs(values - best) <= 1e-12
        return float((sizes[less].sum() + sizes[same].sum() / 2) / sizes.sum())


def find_book(variant: Variant | str = HOKM, judge: str = OPEN_HANDS) -> Book | None:
    """The book that comes with the program for this game, its options and judge; None without one.

    `judge`: "open", "closed" or "closed:thumb" (`decide/closed_hands.py`).

    Raises BookError when the file is there but damaged.
    """
    variant = find_variant(variant)
    by = "" if judge == OPEN_HANDS else "-" + judge.replace(":", "-")
    path = DATA / f"{variant.name}{by}{SUFFIX}"
    if not path.exists():
        return None
    book = _opened(path, path.stat().st_mtime_ns)
    return book if book.serves(variant) else None


@lru_cache(maxsize=4)
def _opened(path: Path, changed: int) -> Book:
    return Book(path)


def write_book(counts: Counts, path: Path | str) -> int:
    """Write the book of these counts, whole or not at all; return its size in bytes.

    WriteError when it cannot be written.
    """
    if not counts.deals:
        raise BookError("there is no deal to make a book of")
    classes = counts.classes
    places, both = counts.summary()
    table = BookTable(places, counts.squares, counts.turned_up(), _correlations(places, both))
    blocks = [
        _pack(
            BookTable(
                table.counts[at : at + ROWS],
                table.squares[at : at + ROWS],
                table.turned[at : at + ROWS],
                table.correlations[at : at + ROWS],
            )
        )
        for at in range(0, classes.count, ROWS)
    ]
    header = {
        "variant": counts.variant.name,
        "options": options_of(counts.variant),
        "fixed": list(classes.fixed),
        "alike_below": Rank(counts.alike_below).letter if counts.alike_below else None,
        "deals": counts.deals,
        "seeds": list(counts.seeds),
        "engines": list(counts.engines),
        "outcomes": counts.outcomes.tolist(),
        **said_judge(counts.judge),
        "quantiles": {
            scoring.name: _quantiles(table.points(scoring).max(axis=1), classes.sizes)
            for scoring in SCORINGS
            if scoring.kind == "class"
        },
        "blocks": [[len(block), zlib.crc32(block)] for block in blocks],
    }
    line = json.dumps(header, sort_keys=True).encode() + b"\n"
    data = seal(_NAME, FORMAT, line) + line + b"".join(blocks)
    write_whole(path, data)
    return len(data)


def _correlations(places: Numbers, both: Numbers) -> Floats:
    """Correlations of win and kot between the trumps of each pair of places, (classes, 6, 2, 2)."""
    n = np.maximum(places[:, 0].sum(axis=1), 1).astype(np.float64)
    share = np.stack([places[:, :, goal:].sum(axis=2) for goal in (_WIN, _KOT)], axis=2)
    share = share / n[:, None, None]  # (classes, 4, 2)
    found = np.zeros(both.shape)
    for p, (i, j) in enumerate(PAIRS):
        one, two = share[:, i, :, None], share[:, j, None, :]
        spread = np.sqrt(one * (1 - one) * two * (1 - two))
        together = both[:, p] / n[:, None, None] - one * two
        found[:, p] = np.divide(together, spread, out=np.zeros(spread.shape), where=spread > 1e-12)
    return np.floor(found * _STEPS) / _STEPS


def _quantiles(values: Floats, sizes: Numbers) -> list[float]:
    """The values at 0, 1/200 ... 1 of all hands, each class counted with its hands."""
    order = np.argsort(values, kind="stable")
    upto = np.cumsum(sizes[order]) - 1
    wanted = np.linspace(0, upto[-1], QUANTILES + 1)
    return [round(float(v), 6) for v in values[order][np.searchsorted(upto, wanted)]]


def _pack(table: BookTable) -> bytes:
    """Bytes of the same weight side by side, which is what compresses well."""
    rows = len(table.squares)
    wide = np.column_stack(
        (
            table.credits,
            table.counts[:, :, _KEPT].reshape(rows, -1),
            table.squares,
            table.turned[:, _KEPT],
        )
    )
    planes = np.ascontiguousarray(wide.T.astype("<u4")).view(np.uint8).reshape(-1, rows, 4)
    correlations = np.rint(table.correlations.reshape(rows, -1).T * _STEPS).astype(np.int8)
    return zlib.compress(planes.transpose(0, 2, 1).tobytes() + correlations.tobytes(), 9)


def _unpack(data: bytes, rows: int) -> BookTable:
    raw = np.frombuffer(zlib.decompress(data), dtype=np.uint8)
    columns = 1 + 4 * len(_KEPT) + 1 + len(_KEPT)
    planes = raw[: columns * 4 * rows].reshape(columns, 4, rows).transpose(0, 2, 1)
    wide = np.ascontiguousarray(planes).view("<u4")[:, :, 0].T.astype(np.int64)
    credits = wide[:, 0]
    counts = np.zeros((rows, 4, len(CLASSES)), dtype=np.int64)
    counts[:, :, _KEPT] = wide[:, 1 : 1 + 4 * len(_KEPT)].reshape(rows, 4, -1)
    counts[:, :, _LOSS] = credits[:, None] - counts.sum(axis=2)
    turned = np.zeros((rows, len(CLASSES)), dtype=np.int64)
    turned[:, _KEPT] = wide[:, -len(_KEPT) :]
    turned[:, _LOSS] = 8 * credits - turned.sum(axis=1)
    correlations = (
        raw[columns * 4 * rows :].view(np.int8).reshape(-1, rows).T.astype(np.float64) / _STEPS
    )
    return BookTable(
        counts, wide[:, -len(_KEPT) - 1], turned, correlations.reshape(rows, len(PAIRS), 2, 2)
    )


# Estimates --------------------------------------------------------------------------------------


def _advice(
    book: Book,
    table: BookTable,
    row: int,
    places: tuple[int, ...],
    five: Hand,
    game: Variant,
    scoring: Scoring,
    confidence: float,
) -> BookAdvice:
    n, worth = int(table.credits[row]), float(table.worth[row])
    if n == 0:
        raise BookError(f"the book of {book.deals} deals never met {five}: more deals are needed")
    by_place = table.counts[row].astype(np.float64)
    turned = table.turned[row].astype(np.float64)
    if game.get("stop_rule") == "hard7":
        by_place, turned = _without_bavneys(by_place), _without_bavneys(turned)
    bavneys = game.get("stop_rule") == "may_continue"
    alike = book.classes.alike(np.array([five.bits], dtype=np.uint64))
    shares = evened(alike, by_place[None, list(places)])[0] / n
    value = np.array(scoring.vector(), dtype=np.float64)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    means = shares @ value
    best = Suit(int(np.argmax(means)))
    error_of = _errors(table, row, shares, places, best, scoring)

    def candidate(suit: Suit) -> Candidate:
        of, same = shares[suit], suit != best and bool(alike[0, best, suit])
        chances = {"win": of[_WIN:].sum(), "kot": of[_KOT:].sum(), "kot_against": of[:_LOSS].sum()}
        if bavneys:
            chances["bavney"] = of[-1]
        ahead = float(means[best] - means[suit])
        return Candidate(
            name=suit.letter,
            chosen=suit,
            n=n,
            chances={name: _estimate(p, n, worth, z) for name, p in chances.items()},
            points=_mean(of, value, n, worth, z),
            shares=dict(zip(CLASSES, of.tolist(), strict=True)),
            behind=None if suit == best else _rival(ahead, error_of[suit], n, z, same),
            same=same,
        )

    return BookAdvice(
        question=Call(hand=five, variant=game, scoring=scoring),
        candidates=ranked(map(candidate, Suit), best),
        turned_up=_mean(turned / (8 * n), value, n, worth, z),
        percentile=book.percentile(float(means[best]), scoring),
        n=n,
        worth=worth,
        deals=book.deals,
        seeds=book.seeds,
        engines=book.engines,
        confidence=confidence,
        level=(1 - confidence) / 3,
        method=book.method,
        alike_below=book.alike_below,
    )


def _errors(
    table: BookTable,
    row: int,
    shares: Floats,
    places: tuple[int, ...],
    best: Suit,
    scoring: Scoring,
) -> dict[Suit, float]:
    """Standard errors of the mean points of the best suit less those of each other."""
    others = [suit for suit in Suit if suit != best]
    of_place = np.empty((len(others), *shares.shape))
    of_place[:, list(places)] = shares
    errors = paired_errors(
        table.rows([row] * len(others)),
        of_place,
        np.full(len(others), places[best]),
        np.array([places[suit] for suit in others]),
        scoring,
    )
    return dict(zip(others, errors.tolist(), strict=True))


def _without_bavneys(counts: Floats) -> Floats:
    """A bavney is the kot it begins with."""
    found = counts.copy()
    found[..., 1] += found[..., 0]
    found[..., -2] += found[..., -1]
    found[..., 0] = found[..., -1] = 0
    return found


def _estimate(share: float, n: int, worth: float, z: float) -> Estimate:
    """A share with its Wilson interval for so many independent deals."""
    p = min(1.0, float(share))
    zz = z * z
    centre = (p + zz / (2 * worth)) / (1 + zz / worth)
    half = z / (1 + zz / worth) * math.sqrt(p * (1 - p) / worth + zz / (4 * worth * worth))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Estimate(round(p * n), n, Between.exactly(p), low, high)


def _mean(shares: Floats, value: Floats, n: int, worth: float, z: float) -> Mean:
    mean = float(shares @ value)
    half = z * math.sqrt(max(0.0, float(shares @ value**2) - mean * mean) / worth)
    return Mean.of(mean, mean - half, mean + half, n)


def paired_errors(
    table: BookTable, shares: Floats, one: Numbers, two: Numbers, scoring: Scoring
) -> Floats:
    """Standard errors (rows,) of the mean points of the places `one` less those of `two` (rows,).

    `shares` (rows, 4, 6): outcome probabilities of the table's rows. On the same deals the two are
    correlated: the covariance is computed from wins and kots, whose correlations the book holds.
    Those of goon kots and bavneys are left out; they would add to it, so the error is rather too
    great.
    """
    value = np.array(scoring.vector(), dtype=np.float64)
    gains = np.array([value[_WIN] - value[_LOSS], value[_KOT] - value[_WIN]])
    rows = np.arange(len(shares))
    variance = np.zeros(len(shares))
    spreads = []
    for places in (one, two):
        of = shares[rows, places]
        variance = variance + of @ value**2 - (of @ value) ** 2
        parts = np.stack([of[:, _WIN:].sum(axis=1), of[:, _KOT:].sum(axis=1)], axis=1)
        spreads.append(gains * np.sqrt(np.clip(parts * (1 - parts), 0, None)))
    correlations = table.correlations[rows, _PAIR_AT[one, two]]
    correlations = np.where(
        (one > two)[:, None, None], correlations.transpose(0, 2, 1), correlations
    )
    together = np.einsum("ri,rij,rj->r", spreads[0], correlations, spreads[1])
    return np.asarray(
        np.sqrt(np.clip(variance - 2 * together, 0, None) / np.maximum(table.worth, 1e-9))
    )


def _rival(mean: float, error: float, n: int, z: float, same: bool) -> PairedDifference:
    """The difference on the same deals; 0 where the calls are the same."""
    if same:
        return PairedDifference(Mean.of(0.0, 0.0, 0.0, n), 1.0)
    p = 2 * NormalDist().cdf(-abs(mean) / error) if error else float(mean == 0)
    return PairedDifference(Mean.of(mean, mean - z * error, mean + z * error, n), p)
