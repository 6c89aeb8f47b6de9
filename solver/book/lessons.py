"""What the book teaches: rules that a person can use, and what each loses against the best call.

A rule picks a suit for every hand of five cards. Its price is what it loses against the best call,
in points a deal, as a mean over all hands. A claim is a saying of card players: the book tells
whether the call it advises is worth more, over the hands that it is about. The best call is the
highest of four estimates, which is too high on average. So prices are somewhat too high, the less
so the more deals the book has. The fitted rule has eight weights for 134,459 classes, too few to
fit the chance errors of the book.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.cards import Hand
from ..base.drawn import Result, Told
from .tables import HandTable

__all__ = ["Claim", "Lessons", "Rule", "Split", "ValueOfRight", "learn"]

Floats = NDArray[np.float64]
Chosen = NDArray[np.bool_]

_ACE, _KING, _QUEEN, _JACK, _TEN = 12, 11, 10, 9, 8
_COURT = sum(1 << rank for rank in (_ACE, _KING, _QUEEN, _JACK))
WORST = 5
"""How many of its worst hands a rule shows."""


class LostOn(NamedTuple):
    """A hand, and the points that a rule loses on it."""

    hand: Hand
    lost: float


@dataclass(frozen=True, slots=True)
class Rule(Told):
    """A rule for the call: its price in points a deal, and how often it picks the best suit.

    `agrees`: the share of hands (0 to 1) for which its call is worth as much as the best. Where the
    rule leaves several suits open, each is taken as often. `worst`: the hands it loses most on,
    with the loss in points.
    """

    name: str
    says: str
    price: float
    agrees: float
    worst: tuple[LostOn, ...]


@dataclass(frozen=True, slots=True)
class Claim(Told):
    """A saying of card players: what following it gains, over the `share` of hands it is about.

    `gain`: mean points of the call it advises less those of the call it warns of. `holds`: the
    share of these hands where the advised call is worth at least as much.
    """

    says: str
    share: float
    gain: float
    holds: float


@dataclass(frozen=True, slots=True)
class ValueOfRight(Told):
    """What a right of the caller is worth: used for the `share` of hands where it gains.

    `value`: points a deal over all hands; `gain`: points where it is used.
    """

    name: str
    share: float
    gain: float
    value: float
    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Split(Told):
    """One shape of hands: its share of all, the mean worth of the best call, win and kot.

    `longest`: how often a longest suit is the best call.
    """

    shape: tuple[int, ...]
    share: float
    points: float
    win: float
    kot: float
    longest: float


@dataclass(frozen=True, slots=True, repr=False)
class Lessons(Result, Told):
    """All lessons of a book under one scoring.

    `points`: the mean worth of the best call over all hands, `win` and `kot` its chances.
    `weights`: the numbers of the fitted count, by name.
    """

    deals: int
    scoring: str
    points: float
    win: float
    kot: float
    rules: tuple[Rule, ...]
    weights: dict[str, float]
    claims: tuple[Claim, ...]
    rights: tuple[ValueOfRight, ...]
    shapes: tuple[Split, ...]

    def __str__(self) -> str:
        return f"{len(self.rules)} rules and {len(self.claims)} claims on {self.deals:,} deals"


def learn(table: HandTable) -> Lessons:
    """Everything the book says under the table's scoring."""
    rows = np.arange(len(table.points))
    best = table.shares[rows, table.best]
    count, weights = fitted_count(table)
    chosen = {
        "longest suit": ("the longest, any of equals", _most(table.lengths)),
        "longest, then highest cards": (
            "the longest; of equals the one with the higher cards",
            _most(_long_then_high(table)),
        ),
        "points for length and honours": (
            "3 for each card, 3 for the ace, 2 king, 1 queen or jack; the most points, of equals "
            "the longer suit, then the higher cards",
            _most(_simple_count(table) + _long_then_high(table) / 16),
        ),
        "fitted count": (
            "the most by the weights below, of equals the higher cards",
            _most(count + _long_then_high(table) * 1e-6),
        ),
        "small tree": (
            "the longest; but ace and king or queen alone before three cards below the ten; of "
            "equals the one with more honours, then the higher cards",
            _tree(table),
        ),
    }
    return Lessons(
        deals=table.book.deals,
        scoring=table.scoring.name,
        points=table.mean(table.value),
        win=table.mean(best[:, 3:].sum(axis=1)),
        kot=table.mean(best[:, 4:].sum(axis=1)),
        rules=tuple(_rule(table, name, says, suits) for name, (says, suits) in chosen.items()),
        weights=weights,
        claims=tuple(_claims(table)),
        rights=tuple(_rights(table)),
        shapes=tuple(_shapes(table)),
    )


# Rules ------------------------------------------------------------------------------------------


def _rule(table: HandTable, name: str, says: str, suits: Chosen) -> Rule:
    """The price of calling these suits (classes, 4), each as often where there are several."""
    each = table.value[:, None] - table.points
    count = suits.sum(axis=1)
    lost = (each * suits).sum(axis=1) / count
    order = np.argsort(-np.where(table.met, lost, 0.0), kind="stable")[:WORST]
    return Rule(
        name,
        says,
        table.mean(lost),
        table.mean(((each < 1e-9) & suits).sum(axis=1) / count),
        tuple(LostOn(Hand(int(table.book.classes.hands[row])), float(lost[row])) for row in order),
    )


def _most(score: NDArray[Any]) -> Chosen:
    """The suits with the highest score (classes, 4); several where they are equal."""
    return np.asarray(score > score.max(axis=1, keepdims=True) - 1e-11)


def _long_then_high(table: HandTable) -> Floats:
    """A score by length, then by the highest cards; less than 6."""
    return np.asarray(table.lengths + table.holdings / 8192)


def _has(holdings: NDArray[np.int64], rank: int) -> NDArray[np.int64]:
    return (holdings >> rank) & 1


def _simple_count(table: HandTable) -> Floats:
    held = table.holdings
    score = 3 * table.lengths + 3 * _has(held, _ACE) + 2 * _has(held, _KING)
    return np.asarray(score + _has(held, _QUEEN) + _has(held, _JACK), dtype=np.float64)


FEATURES = ("card", "ace", "king", "queen", "jack", "ten", "fourth card", "void beside")


def features(table: HandTable) -> Floats:
    """What the fitted count looks at in each suit, (classes, 4, 8): numbers of `FEATURES`.

    "fourth card": cards beyond the third; "void beside": empty suits besides this one.
    """
    held, lengths = table.holdings, table.lengths
    voids = (lengths == 0).sum(axis=1)[:, None] - (lengths == 0)
    columns = [lengths, *(_has(held, rank) for rank in (_ACE, _KING, _QUEEN, _JACK, _TEN))]
    columns += [np.maximum(lengths - 3, 0), voids * (lengths > 0)]
    return np.stack(columns, axis=2).astype(np.float64)


def fitted_count(table: HandTable) -> tuple[Floats, dict[str, float]]:
    """A sum of weights for each suit, fitted by least squares to the points within each hand.

    Only differences between the suits of one hand matter for the call, so each hand's mean is
    taken off first. The weights are points for the scoring of the table.
    """
    seen = features(table)
    weight = np.sqrt(table.hands * table.met)[:, None]
    inside = (seen - seen.mean(axis=1, keepdims=True)) * weight[:, :, None]
    wanted = (table.points - table.points.mean(axis=1, keepdims=True)) * weight
    found, *_ = np.linalg.lstsq(inside.reshape(-1, len(FEATURES)), wanted.reshape(-1), rcond=None)
    names = {name: round(float(w), 4) for name, w in zip(FEATURES, found, strict=True)}
    return np.asarray(seen @ found), names


def _tree(table: HandTable) -> Chosen:
    """Three questions: which is longest, is it bare, and is there a pair with the ace and more?"""
    held, lengths = table.holdings, table.lengths
    honours = np.bitwise_count(held & _COURT)
    suits = _most(lengths + honours / 8 + held / 2**17)
    bare = ((lengths == 3) & (held < 1 << _TEN) & suits).any(axis=1)
    pair = (lengths == 2) & (held >= (1 << _ACE | 1 << _QUEEN))
    other = _most(np.where(pair, held, -1))
    return np.where((bare & pair.any(axis=1))[:, None], other, suits)


# Claims -----------------------------------------------------------------------------------------


def _claims(table: HandTable) -> list[Claim]:
    held, lengths = table.holdings, table.lengths
    honour = (held & _COURT) > 0
    top = (held & (1 << _ACE | 1 << _KING)) > 0
    small = held < (1 << _NINE)
    bare_ace = held == 1 << _ACE
    longer = lengths >= 2
    voids = (lengths == 0).sum(axis=1)
    found = [
        _claim(table, "two with an honour before three small ones (below the nine)",
               (lengths == 2) & honour, (lengths == 3) & small),
        _claim(table, "two with ace or king before three small ones (below the nine)",
               (lengths == 2) & top, (lengths == 3) & small),
        _claim(table, "ace and king before three small ones (below the nine)",
               (lengths == 2) & (held >= (1 << _ACE | 1 << _KING)), (lengths == 3) & small),
        _claim(table, "never a bare ace: any suit of two or more before it", longer, bare_ace),
        _claim(table, "the longest suit before a shorter one with the ace",
               lengths == lengths.max(axis=1, keepdims=True),
               (lengths < lengths.max(axis=1, keepdims=True)) & (held >> _ACE == 1)),
    ]  # fmt: skip
    return [claim for claim in found if claim is not None] + _void_claims(table, voids)


_NINE = 7


def _claim(table: HandTable, says: str, this: Chosen, before: Chosen) -> Claim | None:
    """Compare the best of the places `this` with the best of those `before`, where both are."""
    rows = table.met & this.any(axis=1) & before.any(axis=1)
    weights = table.hands * rows
    if not weights.any():
        return None
    advised = np.where(this, table.points, -np.inf).max(axis=1)
    warned = np.where(before, table.points, -np.inf).max(axis=1)
    gain = np.where(rows, np.where(rows, advised, 0.0) - np.where(rows, warned, 0.0), 0.0)
    share = table.mean(rows)
    return Claim(says, share, table.mean(gain) / share, table.mean(rows & (gain >= 0)) / share)


def _void_claims(table: HandTable, voids: NDArray[np.int64]) -> list[Claim]:
    """A void against another card of the trump suit: by a fit of the best call's worth."""
    rows = np.flatnonzero(table.met)
    at = (rows, table.best[rows])
    held = table.holdings[at]
    honours = sum(_has(table.holdings[rows], rank) for rank in (_ACE, _KING, _QUEEN, _JACK))
    columns = [
        np.ones(len(rows)),
        table.lengths[at],
        voids[rows],
        *(_has(held, rank) for rank in (_ACE, _KING, _QUEEN, _JACK)),
        np.asarray(honours).sum(axis=1),
    ]
    weight = np.sqrt(table.hands[rows].astype(np.float64))
    seen = np.stack(columns, axis=1).astype(np.float64) * weight[:, None]
    found, *_ = np.linalg.lstsq(seen, table.value[rows] * weight, rcond=None)
    trump, void = float(found[1]), float(found[2])
    says = f"a void is worth a trump: a void {void:+.2f}, a further trump {trump:+.2f} points"
    return [Claim(says, table.mean(voids > 0), void - trump, float(void >= trump))]


# Rights and shapes ------------------------------------------------------------------------------


def _rights(table: HandTable) -> list[ValueOfRight]:
    value = np.array(table.scoring.vector(), dtype=np.float64)
    credits = np.maximum(table.book.table.credits, 1).astype(np.float64)
    turned = table.book.table.turned @ value / (8 * credits)
    found = [_right(table, "to turn up a card instead of naming a suit", turned)]
    court: Chosen = np.asarray(((table.holdings & _COURT) > 0).any(axis=1))
    jacks: Chosen = np.asarray(((table.holdings & _COURT & ~(1 << _ACE)) > 0).any(axis=1))
    fresh = table.mean(table.value)
    for name, allowed in (
        ("to a new deal without ace, king, queen or jack", ~court),
        ("to a new deal without king, queen or jack", ~jacks),
        ("to a new deal with any hand", np.ones(len(table.points), dtype=np.bool_)),
    ):
        again = np.where(allowed, fresh, -np.inf)
        found.append(_right(table, name, again))
    return found


def _right(table: HandTable, name: str, instead: Floats) -> ValueOfRight:
    """A right is used where it is worth more than the best call. A new deal is worth the mean of
    all hands without the right: there is one throw-in, and then the call must be made."""
    gain = np.where(np.isfinite(instead), instead - table.value, -1.0)
    used = table.met & (gain > 0)
    share = table.mean(used)
    total = table.mean(np.where(used, gain, 0.0))
    order = np.argsort(-np.where(used, gain, -np.inf), kind="stable")[:WORST]
    hands = tuple(Hand(int(table.book.classes.hands[row])) for row in order if used[row])
    return ValueOfRight(name, share, total / share if share else 0.0, total, hands)


def _shapes(table: HandTable) -> list[Split]:
    lengths = -np.sort(-table.lengths, axis=1)
    rows = np.arange(len(lengths))
    best = table.shares[rows, table.best]
    found = []
    for shape in sorted({tuple(row) for row in lengths.tolist()}, reverse=True):
        inside = (lengths == shape).all(axis=1)
        share = table.mean(inside)
        if share == 0:
            continue

        def mean(values: NDArray[Any], inside: Chosen = inside, share: float = share) -> float:
            return table.mean(values * inside) / share

        found.append(
            Split(
                shape,
                share,
                mean(table.value),
                mean(best[:, 3:].sum(axis=1)),
                mean(best[:, 4:].sum(axis=1)),
                mean(table.lost_by_longest <= 1e-9),
            )
        )
    return found
