"""Many records at once, player by player: what cards and calls cost them, and what they were dealt.

A hand's result for a side is the worth of the deal as called, less what its own cards lost, plus
what the others' lost; so the luck of the deals can be told from the play. Values of a hand are one
observation for each player, and intervals are by hand. Cards are judged by `match_review.py`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..base.drawn import Drawn, Told
from ..base.errors import HakemError, OptionError
from ..decide.distributions import t_quantile
from ..decide.estimates import Mean
from ..decide.parallel import map_chunks
from ..decide.plan import Workers
from ..record import read_match
from .hand_review import HandReview
from .match_review import MatchReview, review_match

__all__ = ["Archive", "ArchivedPlayer", "Source", "review_archive"]

_CONFIDENCE = 0.95


class Source(NamedTuple):
    """A record as text, and where it is from."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ArchivedPlayer(Told):
    """One player over all hands of an archive, in points a hand.

    - `lost`: what his cards cost his side: as his seat saw them, or in a quick review with all
      hands open.
    - `points`: what his side won more than the other. `luck`: what the deals as called were worth
      to his side with best play and open hands.
    - `calls`, `call_lost`: his calls that a book judged, and what they cost, in points a call.
    """

    player: str
    hands: int
    lost: Mean
    points: Mean
    luck: Mean
    calls: int
    call_lost: Mean | None


@dataclass(frozen=True, repr=False)
class Archive(Drawn, Told):
    """The players of many records, those first whose cards lost least.

    `records`, `hands`: how many were reviewed. `refused`: by the name of a record why it was not.
    `interrupted`: Ctrl-C ended it; the figures are those of the records before.
    """

    players: tuple[ArchivedPlayer, ...]
    records: int
    hands: int
    unit: str
    quick: bool
    refused: Mapping[str, str]
    interrupted: bool = False


@dataclass(slots=True)
class _Values:
    """What is added up for a player, a number for each hand (of `calls`, for each call)."""

    lost: list[float] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)


_Seen = list[tuple[str, float, float, float, float | None]]
"""For each seat of a hand: player, lost, points, luck, and what the call cost."""


class _Told(NamedTuple):
    """What a record came to: its hands, the unit of its scoring and the most that two classes are
    apart in it, or why it is refused."""

    name: str
    hands: list[_Seen]
    unit: str = ""
    most: float = 0.0
    why: str = ""


@dataclass(frozen=True)
class _Judge:
    """Reviews a record; can be sent to other processes."""

    quick: bool
    seed: int
    node_limit: int

    def __call__(self, source: Source) -> _Told:
        try:
            record = read_match(source.text)
            if len(record.players) < record.variant.seats:
                raise OptionError("the record does not name its players (tag Players)")
            if not record.variant.has_sides:
                raise OptionError(f"{record.variant.name} has no sides")
            found = review_match(
                record,
                quick=self.quick,
                seed=self.seed,
                node_limit=self.node_limit,
                workers=Workers(1),
            )
        except HakemError as fault:
            return _Told(source.name, [], why=str(fault))
        if found.interrupted:
            raise KeyboardInterrupt
        hands = [_seen(found, number) for number in found.hands]
        scoring = next(iter(found.hands.values())).scoring
        return _Told(source.name, hands, scoring.unit, 2 * max(map(abs, scoring.vector())))


def _seen(found: MatchReview, number: int) -> _Seen:
    """What each seat of a hand lost and got."""
    hand, persons = found.hands[number], found.persons[number]
    worth = hand.scoring.difference
    classes = [card.opened.class_before for card in hand.cards[:1]]
    classes += [card.opened.class_after for card in hand.cards]
    known = [each for each in classes if each is not None]
    if not known:
        return []
    start, end = worth(known[0]), worth(known[-1])
    call = None if hand.call is None else (hand.call.loss.mean or 0.0)
    seen: _Seen = []
    for seat, person in enumerate(persons):
        if person is None:
            continue
        sign = -1 if seat % 2 else 1
        lost = _lost(hand, seat)
        name = found.record.players[person]
        seen.append((name, lost, sign * end, sign * start, None if seat else call))
    return seen


def _lost(hand: HandReview, seat: int) -> float:
    """What the cards of a seat cost its side, in points."""
    mine = [card for card in hand.cards if card.seat == seat]
    if not hand.quick:
        return sum(card.lost for card in mine)
    worth, sign = hand.scoring.difference, -1 if seat % 2 else 1
    return sum(
        sign * (worth(card.opened.class_before) - worth(card.opened.class_after))
        for card in mine
        if card.opened.class_before is not None and card.opened.class_after is not None
    )


def review_archive(
    sources: Iterable[Source],
    *,
    quick: bool = False,
    seed: int = 0,
    node_limit: int = 0,
    workers: Workers | None = None,
    progress: Callable[[int], None] | None = None,
) -> Archive:
    """The players of all these records, each judged as `review_match` does it.

    A record that is faulty or names no players is left out and told. `progress` is called with the
    number of records done. Raises OptionError where no hand is left, and where records count in
    different units; Ctrl-C ends it with the records before.
    """
    at_work = workers or Workers()
    values: dict[str, _Values] = defaultdict(_Values)
    refused: dict[str, str] = {}
    units: dict[str, str] = {}
    records = hands = 0
    interrupted, most = False, 0.0
    try:
        judged = map_chunks(
            _Judge(quick, seed, node_limit), sources, at_work.executor, at_work.jobs
        )
        for done, told in enumerate(judged, 1):
            if progress is not None:
                progress(done)
            if told.why:
                refused[told.name] = told.why
                continue
            units.setdefault(told.unit, told.name)
            if len(units) > 1:
                one, other = units
                raise OptionError(
                    f"{units[one]} counts {one}, {units[other]} {other}: no common figures"
                )
            records += 1
            most = max(most, told.most)
            for seen in told.hands:
                hands += bool(seen)
                _add(values, seen)
    except KeyboardInterrupt:
        if not hands:
            raise
        interrupted = True
    if not hands:
        why = next(iter(refused.items()), None)
        said = "there is no record" if why is None else f"no record can be used: {why[0]}: {why[1]}"
        raise OptionError(said)
    players = sorted(_players(values, most), key=lambda each: (each.lost.mean or 0.0, each.player))
    return Archive(tuple(players), records, hands, next(iter(units)), quick, refused, interrupted)


def _add(values: dict[str, _Values], seen: _Seen) -> None:
    """One hand: a player who holds several seats counts once, by their mean."""
    for name in dict.fromkeys(each[0] for each in seen):
        mine = [each for each in seen if each[0] == name]
        kept, n = values[name], len(mine)
        kept.lost.append(sum(each[1] for each in mine) / n)
        kept.points.append(sum(each[2] for each in mine) / n)
        kept.luck.append(sum(each[3] for each in mine) / n)
        kept.calls += [each[4] for each in mine if each[4] is not None]


def _players(values: Mapping[str, _Values], most: float) -> Iterator[ArchivedPlayer]:
    for name, kept in values.items():
        calls = _mean(kept.calls, most) if kept.calls else None
        yield ArchivedPlayer(
            name,
            len(kept.lost),
            _mean(kept.lost, most),
            _mean(kept.points, most),
            _mean(kept.luck, most),
            len(kept.calls),
            calls,
        )


def _mean(values: list[float], most: float) -> Mean:
    """With Student's interval; of one value as wide as values go: it says nothing of others."""
    n = len(values)
    mean = math.fsum(values) / n
    if n < 2:
        return Mean.of(mean, -most, most, n)
    variance = math.fsum((each - mean) ** 2 for each in values) / (n - 1)
    half = t_quantile(0.5 + _CONFIDENCE / 2, n - 1) * math.sqrt(variance / n)
    return Mean.of(mean, mean - half, mean + half, n)
