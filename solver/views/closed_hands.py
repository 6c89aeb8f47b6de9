"""Closed hands first: what players make of a call or a card who see their own cards only.

The view of the study itself (`studies.py`) with lines beside it: the same for other kinds of
players, the open hands in one line, and whether both judges choose alike. It judges nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import RenderableType
from rich.text import Text

from ..decide.advice import Sampled
from ..decide.closed_hands import CLOSED_PLAYERS
from .book import book_hand_view
from .figures import points_text
from .parts import percent, reddened, suit_text
from .studies import choice_text, choice_view, kot_view, play_view, trump_view

if TYPE_CHECKING:
    from .. import match
    from ..base.cards import Suit
    from ..book import BookAdvice
    from ..decide.advice import Advice, Call, Candidate, Sampled
    from ..decide.before_the_lead import BeforeTheLead
    from ..decide.card_play import CardToPlay
    from ..decide.estimates import Estimate
    from ..decide.kot import Kot

__all__ = [
    "closed_call_lines",
    "closed_calls_view",
    "closed_choice_view",
    "closed_kot_view",
    "closed_play_view",
]

Found = TypeVar("Found")

AT_THE_TABLE = "At the table, where each seat sees its own cards only:"


def closed_calls_view(
    closed: Mapping[str, Sampled[Call] | BookAdvice],
    opened: Advice[Call] | None,
    details: bool = False,
    turns_up: bool = False,
) -> list[RenderableType]:
    """The calls by the first kind of players; `opened`: what the open hands say, if asked.

    `turns_up`: in a house that turns cards up for trump.
    """
    first = next(iter(closed.values()))
    unit = first.question.scoring.unit
    said: list[RenderableType] = []
    best = first.best.trump
    for kind, each in _others(closed):
        who = f"With {CLOSED_PLAYERS[kind]} "
        said.append(_line(who, suit_text(best), each[best], unit))
    if opened is not None:
        said.append(_line("With open hands ", suit_text(best), opened[best], unit))
        if _clearly_behind(opened[best], opened) and opened.best.trump not in [
            each.trump for each in first.same
        ]:
            said.append(_other_call(best, opened, unit))
    lines = [*said, ""]
    if isinstance(first, Sampled):
        return _headed(trump_view(first, details, beside=lines))
    return _headed(book_hand_view(first, details, turns_up=turns_up, beside=lines))


def closed_call_lines(advice: Advice[Call]) -> list[str]:
    """What the calls come to at the table: whose figures these are, then a line for each suit."""
    unit = advice.question.scoring.unit
    rows = [_line("", suit_text(each.trump), each, unit) for each in advice.candidates]
    return [AT_THE_TABLE, *(str(row) for row in rows)]


def _line(who: str, name: Text, odds: Candidate, unit: str) -> Text:
    """`With open hands ♥ wins 71%, makes a kot in 22%, and is worth +0.86.`"""
    win, kot = (_chance(each) for each in (odds.win, odds.kot))
    worth = points_text(odds.points, unit)
    said = f" wins {win}, makes a kot in {kot}, and is worth {worth}."
    return Text.assemble(who, name, said)


def _other_call(best: Suit, opened: Advice[Call], unit: str) -> Text:
    """That the judges differ, and by how much the open hands prefer their own call."""
    mine, theirs = opened[best].points, opened.best.points
    return Text.assemble(
        "The judges differ: with open hands ",
        suit_text(opened.best.trump),
        f" is worth more ({points_text(theirs, unit)} against {points_text(mine, unit)}).",
        style="bold",
    )


def closed_kot_view(
    closed: Mapping[str, Sampled[Kot]], opened: Sampled[Kot] | None, details: bool = False
) -> list[RenderableType]:
    """The kots by the first kind of players; `opened`: what the open hands say, if asked."""
    first = next(iter(closed.values()))
    each = [(f"With {CLOSED_PLAYERS[kind]}", found.best) for kind, found in _others(closed)]
    if opened is not None:
        each.append(("With open hands", opened.best))
    said = [
        Text(f"{who}: a kot in {_chance(odds.kot)}, a goon kot in {_chance(odds.kot_against)}.")
        for who, odds in each
    ]
    parts = kot_view(first, details, beside=said)
    return _headed(parts)


def closed_play_view(
    closed: Mapping[str, Sampled[CardToPlay]],
    opened: Sampled[CardToPlay] | None,
    details: bool = False,
) -> list[RenderableType]:
    """The cards by the first kind of players; `opened`: what the open hands say, if asked."""
    first = next(iter(closed.values()))
    unit, best = first.question.scoring.unit, first.best
    said: list[RenderableType] = []
    for kind, other in _others(closed):
        said.append(_card_line(f"With {CLOSED_PLAYERS[kind]} ", best, other, unit))
    if opened is not None:
        said.append(_card_line("With open hands ", best, opened, unit))
        beside = _odds_of(best, opened)
        if _clearly_behind(beside, opened):
            mine = beside.points
            name = reddened(opened.best.card.symbol)
            worth = f"{points_text(opened.best.points, unit)} against {points_text(mine, unit)}"
            said.append(
                Text.assemble(
                    "The judges differ: with open hands ",
                    name,
                    f" is worth more ({worth}).",
                    style="bold",
                )
            )
    parts = play_view(first, details, said)
    return _headed(parts)


def _card_line(who: str, best: Candidate, advice: Sampled[CardToPlay], unit: str) -> Text:
    return _line(who, reddened(best.card.symbol), _odds_of(best, advice), unit)


def _odds_of(best: Candidate, advice: Sampled[CardToPlay]) -> Candidate:
    """The figures of this card, or of the one it is equal to, with another judge."""
    return next(each for each in advice.candidates if best.card in each.cards)


def _clearly_behind(odds: Candidate, advice: Advice[Any]) -> bool:
    """Whether this judge's best is clearly better than the choice of another judge."""
    return not odds.same and (odds.dropped or odds.p_best < advice.level)


def closed_choice_view(
    closed: Mapping[str, Sampled[BeforeTheLead]],
    opened: Sampled[BeforeTheLead] | None,
    rules: match.Rules | None,
    unit: str,
    details: bool = False,
) -> list[RenderableType]:
    """The choices by the first kind of players; `opened`: what the open hands say, if asked."""
    first = next(iter(closed.values()))
    best = first.best.name
    others = [(f"With {CLOSED_PLAYERS[kind]} ", found) for kind, found in _others(closed)]
    if opened is not None:
        others.append(("With open hands ", opened))
    said: list[RenderableType] = []
    for who, found in others:
        odds = found[best]
        won = "" if odds.success is None else f" wins {_chance(odds.success)} and"
        worth = points_text(odds.points, unit)
        said.append(Text.assemble(who, "“", choice_text(odds), f"”{won} is worth {worth}."))
    if opened is not None and _clearly_behind(opened[best], opened):
        worths = [points_text(each.points, unit) for each in (opened.best, opened[best])]
        said.append(
            Text.assemble(
                "The judges differ: with open hands “",
                choice_text(opened.best),
                f"” is worth more ({' against '.join(worths)}).",
                style="bold",
            )
        )
    parts = choice_view(first, rules, unit, details, beside=[*said, ""])
    return _headed(parts)


def _headed(parts: Sequence[RenderableType]) -> list[RenderableType]:
    """The parts with a line before their first gap that says whose figures these are."""
    at = next(number for number, part in enumerate(parts) if part == "")
    return [*parts[:at], Text(AT_THE_TABLE), *parts[at:]]


def _others(closed: Mapping[str, Found]) -> Sequence[tuple[str, Found]]:
    """The kinds of players whose figures stand in a line."""
    return tuple(closed.items())[1:]


def _chance(estimate: Estimate) -> str:
    """A share in percent, or its bounds."""
    low, high = estimate.share
    return percent(low) if low == high else f"{percent(low)} to {percent(high)}"
