"""Solutions to text: what `hakem solve` shows of a position, of a table, of a draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from ..base.outcomes import answer_text, number_text
from .hands import coloured
from .parts import WORDS, Figures, cards_text, outcome_text, plain_table, reddened, suit_text

if TYPE_CHECKING:
    from fractions import Fraction

    from ..base.cards import Card
    from ..base.outcomes import Between, Outcome, Points
    from ..game.position import Position
    from ..open.answers import CardValue, ChallengeAnswer, Guarantee, Line, Solution
    from ..open.explained import ExplainedTrick
    from ..open.stock_draw import DrawSolution, StockDraw
    from ..open.table import Table

__all__ = [
    "draw_view",
    "drawn_view",
    "line_view",
    "reasons_view",
    "solution_view",
    "solved_view",
    "table_view",
]

_NAMES = {2: "seat 0", 4: "seats 0 and 2", 6: "seats 0, 2 and 4"}


def solution_view(
    position: Position, solution: Solution, table: Table | None = None, explain: bool = False
) -> list[RenderableType]:
    """The hands, the answer, the worth of each card, a best line, and the table if requested.

    `explain`: all reasons of the line, and the cards that are as good, beside the main reason of
    each trick.
    """
    parts: list[RenderableType] = [coloured(position.diagram()), ""]
    parts += _verdict(position, solution)
    if solution.guarantees:
        parts += ["", _guarantees(position, solution.guarantees)]
    if solution.challenge is not None:
        parts += ["", *_challenge(solution.challenge)]
    if solution.leads:
        parts += ["", _leads(position, solution)]
    if solution.line is not None and solution.line.cards:
        parts += ["", line_view(position, solution.line, solution.explained)]
    if explain and solution.explained:
        parts += ["", reasons_view(solution.explained)]
    if table is not None:
        parts += ["", *table_view(table)]
    if solution.nodes:
        parts += ["", _effort(solution.nodes, solution.seconds)]
    return parts


def solved_view(solution: Solution) -> list[RenderableType]:
    """A solution with the position it is about, where it was kept."""
    if solution.position is None:
        return [Text(str(solution))]
    return solution_view(solution.position, solution, None, bool(solution.explained))


def drawn_view(answer: DrawSolution) -> list[RenderableType]:
    """The result of a stock draw with the draw it is about, where it was kept."""
    return [Text(str(answer))] if answer.draw is None else draw_view(answer.draw, answer)


def _effort(nodes: int, seconds: float) -> Text:
    return Text(f"{nodes:,} cards played in {seconds * 1000:,.1f} ms of search", style="dim")


def _verdict(position: Position, solution: Solution) -> list[Text]:
    """The answers in words."""
    who = _NAMES.get(position.seats, "side A")
    if position.player is not None:
        who = f"seat {position.player}"
    unit = position.variant.points
    total = sum(position.taken) + position.points_left
    answer = Text(f"{who}: ")
    facts = []
    if solution.outcome is not None:
        facts.append(outcome_text(solution.outcome))
    if solution.classes is not None:
        facts.append(Text(_between(solution.classes)))
    sure = [least for least, share in solution.chances.items() if share == 1]
    facts += [Text(f"{WORDS[int(least)]} or better for sure") for least in sure[:1]]
    for either, share in solution.chances.items():
        if 0 < share < 1:
            facts.append(Text(f"{WORDS[int(either)]} or better {answer_text(share)}"))
    if solution.class_value is not None:
        facts.append(Text(f"{solution.class_value} of {total} {unit}"))
    if solution.class_value_bounds is not None:
        facts.append(
            Text("between {} and {} of {} {}".format(*solution.class_value_bounds, total, unit))
        )
    alone = ""
    if solution.value is not None:
        mean = "" if isinstance(solution.value, int) else " on average"
        alone = f"{number_text(solution.value)} of {total} {unit}{mean}"
    if solution.bounds is not None:
        low, high = map(number_text, solution.bounds)
        alone = f"between {low} and {high} of {total} {unit}"
    # only where the first tricks make a kot do class and most points not name one result
    beside_class = solution.outcome is not None or solution.classes is not None
    beside_class = beside_class and unit == "tricks" and not position.variant.collecting
    kept = solution.class_value is not None or solution.class_value_bounds is not None
    if abs(solution.outcome or 0) == 3 and not kept:  # a bavney is all tricks or none
        beside_class = False
    if alone and not beside_class and not kept:
        facts.append(Text(alone))
    said = [Text.assemble(answer, Text(", ").join(facts))] if facts else []
    if alone and beside_class and solution.value != solution.class_value:
        said.append(Text(f"if {unit} alone counted: {alone}"))
    for (a, b), won in solution.races.items():
        said.append(Text(f"{who}: {a} {unit} before the others take {b}? {answer_text(won)}"))
    if solution.bids:
        said.append(Text(f"{who}: {_bids(solution)}"))
    return said


def _between(classes: tuple[Outcome, Outcome]) -> str:
    low, high = classes
    return f"between {WORDS[int(low)]} and {WORDS[int(high)]}"


def _bids(solution: Solution) -> str:
    """The bids that can be made: every one up to the most tricks."""
    made = [bid for bid, answer in solution.bids.items() if answer]
    still = [bid for bid, answer in solution.bids.items() if answer is None]
    said = "makes no bid"
    if made:
        said = f"makes every bid up to {made[-1]}"
    elif still:
        said = "no bid is sure"
    if still:
        said += f"; {' and '.join(map(str, still))} undecided"
    return said


def _guarantees(position: Position, guarantees: Sequence[Guarantee]) -> RenderableType:
    """What each player can force against all the others."""
    three = position.seats == 3
    seven = min(7, position.tricks_total)
    first = any(each.first_seven is not None or not each.decided for each in guarantees)
    columns = [f"sure {position.variant.points}"]
    columns += ["wins the hand"] if three else []
    columns += [f"first {seven}"] if first else []
    table = plain_table("against all the others", *columns)
    words = {True: "yes", False: "no", None: "undecided"}
    for each in guarantees:
        sure = f"{each.low} to {each.high}" if each.tricks is None else str(each.tricks)
        row = [f"seat {each.player}", sure]
        row += [words[each.wins]] if three else []
        row += [words[each.first_seven]] if first else []
        table.add_row(*row)
    return table


def _challenge(answer: ChallengeAnswer) -> list[RenderableType]:
    """The result of a challenge by either opponent, and whether it pays."""
    table = plain_table("challenge to", "class for seats 0 and 2", "first seven", left=3)
    for seat, suit in answer.classes:
        if seat == 3 and answer.classes[3, suit] == answer.classes[1, suit]:
            continue
        after, made = answer.classes[seat, suit], answer.succeeds[seat, suit]
        table.add_row(
            suit_text(suit),
            "undecided" if after is None else outcome_text(after),
            {True: "succeeds", False: "fails", None: "undecided"}[made],
        )
    if answer.best is not None:
        said = Text("A challenge pays: seats 1 and 3 change to ").append_text(
            suit_text(answer.best[1])
        )
    elif answer.decided:
        said = Text("No challenge pays.")
    else:
        said = Text("Whether a challenge pays is undecided.")
    return [table, said]


def _leads(position: Position, solution: Solution) -> RenderableType:
    """Cards of equal worth in one row, the best first."""
    unit = position.variant.points
    # a column of its own for most points where they are not those within the class
    alone = any(_within(lead) not in (None, (lead.low, lead.high)) for lead in solution.leads)
    columns = [unit, f"{unit} alone"] if alone else [unit]
    table = plain_table("card", "class", *columns, left=2, wrap=["card", "class"])
    groups: dict[tuple[float | Fraction, ...], list[CardValue]] = {}
    for lead in solution.leads:
        classes = lead.classes or (lead.outcome,) * 2
        codes = [-9 if outcome is None else int(outcome) for outcome in classes]
        assert lead.low is not None
        assert lead.high is not None
        within = _within(lead) or (lead.low, lead.high)
        key = (sum(codes) / 2, *codes, *within, lead.low, lead.high, not lead.move.requests)
        groups.setdefault(key, []).append(lead)
    for _, leads in sorted(groups.items(), reverse=True):
        one = leads[0]
        assert one.low is not None
        assert one.high is not None
        points = [_points_text(*(_within(one) or (one.low, one.high)))]
        points += [_points_text(one.low, one.high)] if alone else []
        outcome: str | Text = ""
        if one.classes is not None:
            outcome = _between(one.classes)
        elif one.outcome is not None:
            outcome = outcome_text(one.outcome)
        cards = cards_text(lead.card for lead in leads)
        table.add_row(
            Text("ask, then ").append_text(cards) if one.move.requests else cards, outcome, *points
        )
    return table


def _within(lead: CardValue) -> tuple[int, int] | None:
    """Bounds on the points within the class; None where class and points are no result."""
    if lead.class_value is not None:
        return lead.class_value, lead.class_value
    return lead.class_value_bounds


def _points_text(low: Points, high: Points) -> str:
    return number_text(low) if low == high else f"{number_text(low)} to {number_text(high)}"


def line_view(
    position: Position, line: Line, explained: Sequence[ExplainedTrick] = ()
) -> RenderableType:
    """A best line, one trick in a row, and why; `ask` before a card after trump was shown."""
    why = {trick.number: reddened(trick.headline) for trick in explained}
    heads = ["trick", "best play", "won by", "A-B", *(["why"] if why else [])]
    table = Figures(*heads, left=3, words=["why"], wrap=["why"], drop=["why"])
    cards: list[Card] = list(position.table)
    row = Text(f"{position.leader}: ").append_text(cards_text(cards))
    row.append(" " if cards else "")
    for place, move in enumerate(line.moves):
        if place == line.stops:
            table.add_row("", "the side that took all tricks stops; the rest for the count", "", "")
        position = position.play(move)
        row.append("ask " * move.requests).append_text(cards_text([move.card])).append(" ")
        if not position.table:
            row.rstrip()
            taken = "-".join(map(str, position.taken))
            cells: list[str | Text] = [
                str(position.tricks_done),
                row,
                f"seat {position.leader}",
                taken,
            ]
            cells += [why[position.tricks_done]] if why else []
            table.add_row(*cells)
            row = Text(f"{position.leader}: ")
    if position.table:
        table.add_row("", row, "", "")
    if position.chances():
        table.add_row("", "a random card played so far makes trump", "", "")
    return table


def reasons_view(tricks: Sequence[ExplainedTrick]) -> RenderableType:
    """Every reason of the line, and the cards that would have kept as much."""
    table = plain_table("trick", "why", "just as good", left=3, wrap=["why", "just as good"])
    for trick in tricks:
        good = []
        for card in trick.cards:
            others = [other for other in card.best if other != card.card]
            if others:
                said = "any card" if card.all_keep else " ".join(other.symbol for other in others)
                good.append(f"{card.card.symbol}: {said}")
        table.add_row(str(trick.number), reddened(str(trick)), reddened("; ".join(good)))
    return table


def table_view(answers: Table) -> list[RenderableType]:
    """Tricks and class for each trump and caller, for the caller's side."""
    seats = sorted({seat for _, seat in answers.classes})
    table = plain_table("trump", *(f"seat {seat} calls" for seat in seats), left=1 + len(seats))
    for suit in dict.fromkeys(suit for suit, _ in answers.classes):
        cells = []
        for seat in seats:
            outcome = answers.classes[suit, seat]
            cell = Text(f"{answers.value_text(suit, seat):>2} ")
            cells.append(cell.append("undecided" if outcome is None else outcome_text(outcome)))
        table.add_row(suit_text(suit), *cells)
    return [table]


def draw_view(draw: StockDraw, answer: DrawSolution) -> list[RenderableType]:
    """Two hands, the cards still to be drawn, and the result of the draw for seat 0."""
    rows = [f"{seat}  {hand.pretty()}" for seat, hand in enumerate(draw.hands)]
    shown = " ".join(card.symbol for card in draw.stock)
    state = f"trump {draw.trump.symbol}, seat {draw.turn} to draw, {draw.draws_left} draws to come"
    parts: list[RenderableType] = [coloured("\n".join([*rows, f"stock {shown}", "", state])), ""]
    bounds = (answer.low, answer.high)
    parts.append(Text("seat 0: ").append_text(_class_text(answer.possible)))
    parts.append(Text(f"if tricks alone counted: {_range(bounds)} of {draw.cards} tricks"))
    if answer.kept:
        table = plain_table(f"seat {draw.turn} keeps", "seat 0", "tricks alone")
        for card, kept in answer.kept.items():
            table.add_row(cards_text([card]), _class_text(answer.kept_class[card]), _range(kept))
        parts += ["", table]
    return [*parts, "", _effort(answer.nodes, answer.seconds)]


def _class_text(classes: Between[Outcome]) -> Text:
    return outcome_text(classes.low) if classes.exact else Text(_between(classes))


def _range(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return str(low) if low == high else f"between {low} and {high}"
