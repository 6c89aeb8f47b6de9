"""The stock draw of two players before the first lead, with an open stock (docs/rules.md 8.2).

The seats take turns to keep one of two cards until both hold thirteen (21 choices), then the two
hands are played. Every question is a race, decided by plain minimax over the draws with the
compiled search at the leaves. Class and tricks are two questions here, each with its own best play.
Complete draws take long: give a node limit and read the bounds. The discards before the draw are
tried one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from ..base.cards import Card, Hand, Suit
from ..base.drawn import Result
from ..base.errors import DealError, OptionError, need, sentence
from ..base.outcomes import Between, Outcome
from ..base.version import SCHEMA
from ..core.engine import Solver
from ..game.deal import read_hands
from ..game.position import Position
from ..game.variants import Variant, find_variant
from .budget import Budget
from .ladder import narrowed, rungs_of_tricks

__all__ = ["DrawSolution", "StockDraw", "discard_race", "draw_race", "solve_draw"]

TWO_HOKM = find_variant("two_hokm")


@dataclass(frozen=True, slots=True)
class StockDraw:
    """Two hands during the stock draw, the open stock in order of drawing, and the seat to draw.

    `cards` is the size of a full hand. Raises DealError naming every fault.
    """

    hands: tuple[Hand, Hand]
    stock: tuple[Card, ...]
    trump: Suit
    turn: int = 0
    variant: Variant = TWO_HOKM
    cards: int = 13

    def __post_init__(self) -> None:
        faults = _faults(self)
        if faults:
            raise DealError(sentence("not a draw", faults))

    @classmethod
    def parse(
        cls,
        hands: str,
        stock: str | Iterable[Card | str],
        trump: Suit,
        turn: int = 0,
        variant: Variant = TWO_HOKM,
        cards: int = 13,
    ) -> StockDraw:
        """Read `0:hand hand` (as a deal, but of any sizes) and the cards of the stock in order.

        Raises a HakemError that names every fault.
        """
        if not variant.draws:
            raise DealError(f"a stock is drawn from in {TWO_HOKM.name}, not in {variant.name}")
        first, second = read_hands(hands, str(variant.get("direction", "ccw")), 2)
        listed = stock.replace(",", " ").split() if isinstance(stock, str) else stock
        drawn = tuple(Card.parse(card) if isinstance(card, str) else card for card in listed)
        return cls((first, second), drawn, trump, turn, variant, cards)

    @property
    def draws_left(self) -> int:
        """The number of draws that both players together still make."""
        return 2 * self.cards - sum(map(len, self.hands))

    @property
    def see_second(self) -> bool:
        """Whether a draw that keeps its first card buries the second (the option see_second)."""
        return bool(self.variant.get("see_second", True))

    def choices(self) -> tuple[Card, ...]:
        """The cards the player to draw may keep, in the order of the stock; empty at the end."""
        if not self.draws_left:
            return ()
        enough = self.see_second or len(self.stock) - 2 >= self.draws_left - 1
        return self.stock[: 2 if enough else 1]

    def keep(self, card: Card) -> StockDraw:
        """The next state, after the player to draw kept this card of `choices`."""
        choices = self.choices()
        if card not in choices:
            offered = " or ".join(map(str, choices)) or "nothing"
            raise OptionError(f"{card} cannot be kept: the stock offers {offered}")
        hands = list(self.hands)
        hands[self.turn] |= Hand(card.bit)
        used = 2 if self.see_second or card != self.stock[0] else 1
        after = 1 - self.turn if len(hands[1 - self.turn]) < self.cards else self.turn
        return replace(self, hands=(hands[0], hands[1]), stock=self.stock[used:], turn=after)

    def position(self) -> Position:
        """The two full hands before the first lead; DealError while cards remain to be drawn."""
        if self.draws_left:
            raise DealError(f"not a position: {self.draws_left} draws are still to be made")
        return Position(self.hands, self.trump, 0, (), self.variant)


def _faults(draw: StockDraw) -> list[str]:
    """Every fault of a draw, each as a clause that names what is expected."""
    if not draw.variant.draws:
        return [f"{draw.variant.name} has no draw, {TWO_HOKM.name} has"]
    if draw.turn not in (0, 1):
        return [f"turn {draw.turn}, expected 0 or 1"]
    seen, faults = 0, []
    for card in (*draw.hands[0], *draw.hands[1], *draw.stock):
        if seen & card.bit:
            faults.append(f"{card} is in two places")
        seen |= card.bit
    for seat, hand in enumerate(draw.hands):
        if len(hand) > draw.cards:
            faults.append(f"seat {seat} holds {len(hand)} cards, a full hand has {draw.cards}")
    if faults:
        return faults
    if draw.draws_left and len(draw.hands[draw.turn]) == draw.cards:
        return [f"seat {draw.turn} is to draw and holds {draw.cards} cards already"]
    least = 2 * draw.draws_left - 1 if draw.see_second else draw.draws_left
    if len(draw.stock) < least:
        cards = f"{len(draw.stock)} card{'s' if len(draw.stock) != 1 else ''}"
        return [f"the stock has {cards}, {draw.draws_left} draws need at least {least}"]
    return []


@dataclass(frozen=True, slots=True, repr=False)
class DrawSolution(Result):
    """What seat 0 gets: the class, `possible`, and apart from it the most `tricks`.

    - `possible`: when both draw and play for the class.
    - `tricks`: when both draw and play for tricks alone. Other draws may be best for these, so that
      the two need not be had together.
    - `kept_class[card]`, `kept[card]`: the same when the next draw keeps this card; empty unless
      `each` was set.
    - `draw`: what was asked about.
    """

    tricks: Between[int]
    possible: Between[Outcome]
    kept: dict[Card, Between[int]]
    nodes: int
    seconds: float
    kept_class: dict[Card, Between[Outcome]] = field(default_factory=dict)
    draw: StockDraw | None = None

    @property
    def low(self) -> int:
        """The least tricks that are possible."""
        return self.tricks.low

    @property
    def high(self) -> int:
        """The most tricks that are possible."""
        return self.tricks.high

    @property
    def worst(self) -> Outcome:
        """The worst class that is possible."""
        return self.possible.low

    @property
    def best(self) -> Outcome:
        """The best class that is possible."""
        return self.possible.high

    @property
    def exact(self) -> bool:
        """Whether the number of tricks and the class are exact."""
        return self.tricks.exact and self.possible.exact

    @property
    def decided(self) -> bool:
        """Whether every question was answered before the node limit."""
        tricks, classes = self.kept.values(), self.kept_class.values()
        return self.exact and all(e.exact for e in tricks) and all(e.exact for e in classes)

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON can hold it."""
        return {
            "schema": SCHEMA,
            "class": self.best.name if self.possible.exact else None,
            "value": self.tricks.value,
            "bounds": list(self.tricks),
            "class_bounds": [self.worst.name, self.best.name],
            "kept": {str(card): list(bounds) for card, bounds in self.kept.items()},
            "kept_classes": {
                str(card): [each.low.name, each.high.name] for card, each in self.kept_class.items()
            },
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }

    def __str__(self) -> str:
        most = self.tricks.text("between {} and {}")
        return f"{self.possible} for seat 0; if tricks alone counted: {most}"


def draw_race(
    draw: StockDraw, a: int, b: int, solver: Solver | None = None, node_limit: int = 0
) -> bool | None:
    """Whether seat 0 can take `a` tricks before seat 1 takes `b`, over draw and play.

    None when the node limit (0: none) came first.
    """
    solver = Solver() if solver is None else solver
    if not draw.draws_left:
        return solver.race(draw.position(), a, b, node_limit)
    return solver.race_of_draw(
        draw.hands, draw.stock, draw.trump, a, b, draw.turn, draw.cards, draw.see_second,
        node_limit, draw.variant,
    )  # fmt: skip


def discards_of(variant: Variant) -> tuple[int, int]:
    """How many of their first cards the caller and the other player discard (rules.md 8.2)."""
    first, second = str(variant["two_discards"]).split("_")
    return int(first), int(second)


def discard_race(
    fives: tuple[Hand, Hand],
    stock: tuple[Card, ...],
    trump: Suit,
    a: int,
    b: int,
    variant: Variant = TWO_HOKM,
    solver: Solver | None = None,
    node_limit: int = 0,
    cards: int = 13,
    discard: Hand | None = None,
) -> bool | None:
    """`draw_race` from the first cards: the caller discards, then the other, then both draw.

    All cards are open: the caller knows the stock when he discards, and the other player knows the
    caller's discards as well. With `discard` the caller's are these cards. None when the node limit
    (0: none; for all searches together) came first.
    """
    budget = Budget(solver, node_limit)
    number, numbers = discards_of(variant)
    refuted: Hand | None = None
    choices = _discards(fives[0], number, trump) if discard is None else [discard]
    for mine in choices:
        replies = _discards(fives[1], numbers, trump)
        if refuted is not None:  # the reply to the last discard may refute this one as well
            replies.remove(refuted)
            replies.insert(0, refuted)
        for theirs in replies:
            hands = (fives[0] - mine, fives[1] - theirs)
            draw = StockDraw(hands, stock, trump, 0, variant, cards)
            made = budget.run(draw_race, draw, a, b, budget.solver)
            if made is None:
                return None
            if not made:
                refuted = theirs
                break
        else:
            return True
    return False


def _discards(hand: Hand, number: int, trump: Suit) -> list[Hand]:
    """Every choice of this many discards, low plain cards first."""
    order = sorted(hand, key=lambda card: (card.suit == trump, card.rank))
    return [Hand.of(some) for some in combinations(order, number)]


def solve_draw(
    draw: StockDraw, solver: Solver | None = None, node_limit: int = 0, each: bool = False
) -> DrawSolution:
    """Class of the hand and most tricks for seat 0; with `each` also for every card to keep.

    The node limit (0: none) applies to all searches together; undecided answers are bounds.
    """
    need(draw, StockDraw, "is no stock draw: expected a StockDraw", DealError)
    search = _Search(solver, node_limit)
    tricks = search.tricks(draw)
    possible = Between(*search.classes(draw, *tricks))
    kept: dict[Card, Between[int]] = {}
    classes: dict[Card, Between[Outcome]] = {}
    for card in draw.choices() if each else ():
        after = draw.keep(card)
        kept[card] = search.tricks(after)
        classes[card] = Between(*search.classes(after, *kept[card]))
    return DrawSolution(tricks, possible, kept, search.nodes, search.seconds, classes, draw)


class _Search(Budget):
    """The searches about one draw, all on one budget."""

    def race(self, draw: StockDraw, a: int, b: int) -> bool | None:
        return self.run(draw_race, draw, a, b, self.solver)

    def tricks(self, draw: StockDraw) -> Between[int]:
        """Bounds on the tricks of seat 0, by bisection from the middle, where most values lie."""
        low, high = 0, draw.cards
        guess = (draw.cards + 1) // 2
        while low < high:
            wanted = min(max(guess, low + 1), high)
            made = self.race(draw, wanted, draw.cards + 1 - wanted)
            if made is None:
                break
            if made:
                low = wanted
                guess = low + 1
            else:
                high = wanted - 1
                guess = high
        return Between(low, high)

    def classes(self, draw: StockDraw, low: int, high: int) -> tuple[Outcome, Outcome]:
        """Bounds on the class of the hand, given the bounds on the tricks (docs/rules.md 1.6)."""

        def won(a: int, b: int) -> bool | None:
            if a + b > draw.cards and (low >= a or high < a):  # the bounds decide it
                return low >= a
            return self.race(draw, a, b)

        return narrowed(rungs_of_tricks(draw.variant, draw.cards), won)
