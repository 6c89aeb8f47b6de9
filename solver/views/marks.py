"""What stands on a card and beside a table: badges, their spoken labels, verdicts in one sentence.

The page and the reports in HTML show the same words. A card is judged from the side that plays it;
"best" is a card that keeps the class of the hand and the points within it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..base.cards import Card, Suit
from ..base.outcomes import Between, Outcome, number_text
from .parts import WORDS

if TYPE_CHECKING:
    from ..game.position import Position
    from ..open.answers import CardValue, Solution

__all__ = ["Mark", "card_name", "class_word", "mark_of", "position_notes", "sides_of", "verdict_of"]

_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
          "king", "ace")  # fmt: skip
_KEPT = {
    Outcome.BAVNEY_A: "takes every trick, a bavney",
    Outcome.KOT_A: "makes a kot",
    Outcome.WIN_A: "wins",
}
_MANY = {
    Outcome.BAVNEY_A: "take every trick, a bavney",
    Outcome.KOT_A: "make a kot",
    Outcome.WIN_A: "win",
}


def card_name(card: Card) -> str:
    """A card as it is spoken, such as `ace of spades`."""
    return f"{_RANKS[int(card.rank)]} of {Suit(card.suit).name.lower()}"


@dataclass(frozen=True, slots=True)
class Mark:
    """The badge of a card and what a screen reader says of it.

    `kind`: "best", "fewer" (keeps the class, not the points), "class" (loses the class), "open"
    (not decided). `classes`: by how much the class is worse; `points`: points lost within it.
    """

    kind: str
    badge: str
    label: str
    classes: int = 0
    points: float = 0

    def to_dict(self) -> dict[str, Any]:
        """As the page reads it."""
        return {
            "kind": self.kind, "badge": self.badge, "label": self.label,
            "loss": {"classes": self.classes, "points": self.points},
        }  # fmt: skip


def mark_of(position: Position, solution: Solution, lead: CardValue) -> Mark:
    """The mark of a legal card; `solution` holds the class of the position and its points."""
    name = ("ask for the trump, then " if lead.move.requests else "") + card_name(lead.card)
    unit = position.variant.points
    total = sum(position.taken) + position.points_left
    for_a = position.side(position.to_move) == 0
    now, then = solution.possible, lead.possible
    kept_now = solution.kept if solution.kept is not None else solution.points
    kept_then = lead.kept if lead.kept is not None else lead.points
    if kept_now is None or not kept_now.exact or not kept_then.exact or _open(now) or _open(then):
        low, high = (kept_then.low, kept_then.high)
        low, high = (low, high) if for_a else (total - high, total - low)
        least, most = number_text(low), number_text(high)
        said = least if least == most else f"between {least} and {most}"
        badge = least if least == most else f"{least}-{most}"
        return Mark("open", badge, f"{name}, {said} {unit}, not decided")
    points = kept_then.low if for_a else total - kept_then.low
    fewer = (kept_now.low - kept_then.low) * (1 if for_a else -1)
    steps, word = 0, ""
    if now is not None and then is not None:
        steps = (now.low - then.low) * (1 if for_a else -1)
        word = then.low.said(for_a)
    plural = unit if points != 1 else unit.removesuffix("s")
    worth = f"{word + ', ' if word else ''}{number_text(points)} {plural}"
    if steps > 0:
        assert now is not None
        was = now.low.said(for_a)
        label = f"{name}, turns the {was} into a {word}: {number_text(points)} {plural}"
        return Mark("class", _SHORT.get(word, word), label, steps, float(fewer))
    if fewer > 0:
        less = f"{number_text(fewer)} {unit if fewer != 1 else unit.removesuffix('s')} fewer"
        label = f"{name}, keeps the {word}, {less}: {number_text(points)}" if word else (
            f"{name}, {less}: {number_text(points)}"
        )  # fmt: skip
        return Mark("fewer", f"−{number_text(fewer)}", label, 0, float(fewer))
    return Mark("best", "=", f"{name}, best: {worth}")


_SHORT = {"goon kot": "goon", "goon bavney": "goon", "none": "tie"}


def class_word(outcome: Outcome | None) -> str:
    """A class as side A says it, `undecided` where it is open."""
    return "undecided" if outcome is None else outcome.said()


def _open(classes: Between[Outcome] | None) -> bool:
    return classes is not None and not classes.exact


def sides_of(position: Position) -> tuple[str, str]:
    """The two sides by their seats, as `seats 0 and 2` and `seats 1 and 3`."""
    found = []
    for side in (0, 1):
        seats = [str(s) for s in range(position.seats) if position.side(s) == side]
        if len(seats) == 1:
            found.append(f"seat {seats[0]}")
        else:
            found.append(f"seats {', '.join(seats[:-1])} and {seats[-1]}")
    return found[0], found[1]


def verdict_of(position: Position, solution: Solution) -> str:
    """The answer about a position in one sentence, for people."""
    unit = position.variant.points
    total = sum(position.taken) + position.points_left
    names = sides_of(position)
    points = solution.kept if solution.kept is not None else solution.points
    classes = solution.possible
    if solution.chances:
        least, share = next(iter(solution.chances.items()))
        said = f"{names[0]}: {WORDS[int(least)]} or better with chance {float(share):.2f}"
        return _capital(said) + "."
    best = "" if position.over else " with best play"
    if classes is not None and classes.exact:
        outcome = classes.low
        if outcome is Outcome.NONE:
            return f"The hand is a tie{best}: neither side has more {unit}."
        side = 0 if outcome > 0 else 1
        words = _KEPT if " and " not in names[side] else _MANY
        said = f"{names[side]} {words[Outcome(abs(outcome))]}{best}"
        if points is not None and points.exact:
            mine = points.low if side == 0 else total - points.low
            said += f": {number_text(mine)} of {total} {unit}"
        return _capital(said) + "."
    if classes is not None:
        low, high = (WORDS[int(c)] for c in classes)
        return _capital(f"{names[0]}: between {low} and {high}, not decided.")
    if points is not None:
        plural = "take" if " and " in names[0] else "takes"
        if points.exact:
            return _capital(
                f"{names[0]} {plural} {number_text(points.low)} of {total} {unit}{best}."
            )
        low_text, high_text = map(number_text, points)
        return _capital(f"{names[0]} {plural} between {low_text} and {high_text} {unit}.")
    return "The cards that decide this hand are not all in play."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def position_notes(
    position: Position, sides: Sequence[str] = (), seats: Sequence[str] = ()
) -> list[str]:
    """What the game remembers besides the cards, in words: kots still open, the heap, a streak.

    `sides`, `seats`: what those at the table call the two sides and each seat, else their numbers.
    """
    notes = []
    names = sides or sides_of(position)
    unit = position.variant.points
    if unit == "tricks" and not position.variant.collecting and not position.over:
        if position.kot:
            notes.append(f"kot of {names[position.kot < 0]}")
        else:
            mine, theirs = position.owned
            still = [names[s] for s, other in ((0, theirs), (1, mine)) if not other]
            both = "both sides" if position.seats % 2 == 0 else "one and for the others"
            whose = both if len(still) == 2 else "".join(still)
            notes.append(f"a kot is open for {whose}" if still else "no kot any more")
    if position.heap:
        notes.append(f"heap of {position.heap} trick{'s' * (position.heap != 1)}")
    if position.heap_tens:
        notes.append(f"{position.heap_tens} ten{'s' * (position.heap_tens != 1)} in the heap")
    if position.streak and position.variant.collecting:
        times = {1: "once", 2: "twice or more"}.get(position.streak, "")
        whom = seats[position.leader] if seats else f"seat {position.leader}"
        has = "have" if whom == "you" else "has"
        notes.append(f"{whom} {has} won {times} in a row")
    if position.variant.hides_trump and not position.revealed:
        notes.append("the trump is hidden")
    if position.chances():
        notes.append("a random card makes trump now")
    return notes
