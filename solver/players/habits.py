"""A player's faults by the kind of decision, over all his reviewed hands, and the trend.

Relies on reviews (`match_review.py`). A hand is the unit of every interval: the losses within a
hand hang together. Knows nothing of files.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, variance
from typing import Any

from ..base.cards import Card
from ..base.errors import OptionError
from ..decide.distributions import t_quantile
from ..decide.estimates import Mean
from ..game.position import Position
from ..game.rules import is_trump, led_suit
from ..game.scoring import Scoring
from .graded_card import GradedCard
from .grading import Grade
from .hand_review import HandReview
from .match_review import MatchReview

__all__ = ["DECISIONS", "Habit", "Habits", "kind_of", "player_habits"]

DECISIONS = {
    "call": "the call of the trump",
    "lead": "leads",
    "second hand": "second hand",
    "third hand": "third hand",
    "last hand": "last hand",
    "ruff": "ruffs",
    "discard": "discards",
    "kot play": "play with a kot in sight",
}
"""The kinds of decisions, as a summary says them. A kot is in sight while one side has no trick and
the other four or more; a card belongs to that kind first, then to its place in the trick."""
NEAR_KOT = 4
"""Tricks of one side, the other having none, from which on a kot is in sight."""


def kind_of(now: Position, card: Card) -> str:
    """The kind of decision that this card was, one of `DECISIONS`."""
    plain = now.variant.points == "tricks" and not now.variant.collecting
    if plain and min(now.owned) == 0 and max(now.owned) >= NEAR_KOT:
        return "kot play"
    place = len(now.table)
    if not place:
        return "lead"
    if card.suit != led_suit(now) and is_trump(now, card, place):
        return "ruff"
    if card.suit != led_suit(now):
        return "discard"
    if place == now.seats - 1:
        return "last hand"
    return "second hand" if place == 1 else "third hand"


@dataclass(frozen=True, slots=True)
class Habit:
    """One kind of decision: how often it came, how often it was a fault, what that cost.

    `loss`: points a hand, with a 95 % interval over hands. `trend`: the newer half of the hands
    less the older one; None with fewer than four hands. `mostly`: what most of its faults had
    against the better cards ("too high", "too low", "the wrong suit"); empty without any.
    """

    kind: str
    cards: int
    faults: int
    loss: Mean
    trend: Mean | None
    mostly: str = ""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "kind": self.kind, "cards": self.cards, "faults": self.faults,
            "loss": _plain(self.loss), "mostly": self.mostly or None, "trend": _plain(self.trend),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Habits:
    """One player over some hands: what each kind of decision cost, the dearest first.

    `loss` is that of all kinds together, with `trend` as in `Habit`.
    """

    name: str
    hands: int
    scoring: Scoring
    kinds: tuple[Habit, ...]
    loss: Mean
    trend: Mean | None

    @property
    def dearest(self) -> tuple[Habit, ...]:
        """The three kinds that cost most, of those that cost anything."""
        return tuple(each for each in self.kinds if each.faults)[:3]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name, "hands": self.hands, "unit": self.scoring.unit,
            "scoring": self.scoring.name, "kinds": [each.to_dict() for each in self.kinds],
            "dearest": [each.kind for each in self.dearest], "loss": _plain(self.loss),
            "trend": _plain(self.trend),
        }  # fmt: skip


def player_habits(reviews: Iterable[MatchReview], name: str) -> Habits:
    """The habits of the player of this name, the hands in the order of the reviews, old to new.

    OptionError where he plays in none of them, or where their scorings are counted in other units.
    """
    played: list[_Hand] = []
    scorings: dict[str, Scoring] = {}
    for match in reviews:
        if name not in match.record.players:
            continue
        person = match.record.players.index(name)
        for number, hand in match.hands.items():
            if person in match.persons[number] and not hand.quick:
                scorings[hand.scoring.unit] = hand.scoring
                played.append(_Hand.of(hand, match.persons[number].index(person)))
    if not played:
        raise OptionError(f"{name} plays no hand of these records that could be judged")
    if len(scorings) > 1:
        raise OptionError(f"these hands are counted in {' and in '.join(scorings)}: ask for each")
    found = [_habit(kind, played) for kind in DECISIONS]
    kinds = [each for each in found if each.cards]
    kinds.sort(key=lambda each: -(each.loss.mean or 0.0))
    whole = [sum(hand.lost.values()) for hand in played]
    scoring = next(iter(scorings.values()))
    return Habits(name, len(played), scoring, tuple(kinds), _mean(whole), _trend(whole))


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand of the player, by kind: decisions, faults, points lost, what the faults had."""

    cards: Counter[str]
    faults: Counter[str]
    lost: dict[str, float]
    against: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, hand: HandReview, seat: int) -> _Hand:
        cards, faults = Counter[str](), Counter[str]()
        lost = dict.fromkeys(DECISIONS, 0.0)
        against = []
        now = hand.start
        for move, card in zip(hand.moves, hand.cards, strict=True):
            if card.seat == seat and card.grade not in (None, Grade.FORCED, Grade.EQUAL):
                kind = kind_of(now.request_trump() if move.requests else now, card.card)
                cards[kind] += 1
                if card.fault:
                    faults[kind] += 1
                    lost[kind] += card.lost
                    against.append((kind, _against(card)))
            now = now.play(move)
        if seat == 0 and hand.call is not None:
            cards["call"] += 1
            if hand.call.sure:
                faults["call"] += 1
                lost["call"] += hand.call.loss.mean or 0.0
        return cls(cards, faults, lost, tuple(against))


def _against(card: GradedCard) -> str:
    """What a fault had against the better cards."""
    same = [each.rank for each in card.better if each.suit == card.card.suit]
    if not same:
        return "the wrong suit"
    return "too high" if card.card.rank > max(same) else "too low"


def _habit(kind: str, hands: Sequence[_Hand]) -> Habit:
    lost = [hand.lost[kind] for hand in hands]
    told = Counter(what for hand in hands for each, what in hand.against if each == kind)
    return Habit(
        kind,
        sum(hand.cards[kind] for hand in hands),
        sum(hand.faults[kind] for hand in hands),
        _mean(lost),
        _trend(lost),
        told.most_common(1)[0][0] if told else "",
    )


def _mean(lost: Sequence[float]) -> Mean:
    """The mean loss of a hand with its 95 % interval, by Student's t over hands; never below 0."""
    mean, n = fmean(lost), len(lost)
    if n < 2:
        return Mean.of(mean, 0.0, math.inf, n)
    half = t_quantile(0.975, n - 1) * math.sqrt(variance(lost) / n)
    return Mean.of(mean, max(0.0, mean - half), mean + half, n)


def _plain(mean: Mean | None) -> dict[str, Any] | None:
    """A mean as JSON can hold it: of a single hand no end above is known."""
    if mean is None:
        return None
    high = None if math.isinf(mean.high) else mean.high
    return {"mean": mean.mean, "low": mean.low, "high": high, "n": mean.n}


def _trend(lost: Sequence[float]) -> Mean | None:
    """The newer half less the older one, with a 95 % interval by Welch's test."""
    half = len(lost) // 2
    if half < 2:
        return None
    old, new = lost[:half], lost[-half:]
    parts = [variance(old) / half, variance(new) / half]
    mean, error = fmean(new) - fmean(old), math.sqrt(sum(parts))
    if not error:
        return Mean.of(mean, mean, mean, len(lost))
    freedom = sum(parts) ** 2 / (sum(part**2 for part in parts) / (half - 1))
    wide = t_quantile(0.975, max(1, int(freedom))) * error
    return Mean.of(mean, mean - wide, mean + wide, len(lost))
