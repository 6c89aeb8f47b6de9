"""The figures of a sampled answer as text, and the notes below every table of them.

A share or a mean shows its bounds where deals were left undecided. The notes say how many deals
were solved and how, what ended the study, and what a class is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parts import NUMBER_WORDS, WORDS, count_of, percent, percent_range, signed

if TYPE_CHECKING:
    from ..decide.advice import Sampled
    from ..decide.estimates import Estimate, Mean
    from ..game.scoring import Scoring
    from ..game.variants import Variant

__all__ = [
    "chance_text",
    "ends_of",
    "is_limited",
    "method_note",
    "numbers_of",
    "points_range",
    "points_text",
    "share_range",
    "unit_head",
    "worth_line",
]


def share_range(estimate: Estimate) -> str:
    """The interval of a share in percent."""
    return percent_range(estimate.low, estimate.high)


def chance_text(estimate: Estimate) -> str:
    """The share, or its bounds where deals were left undecided."""
    least, most = estimate.share
    return percent(least) if least == most else percent_range(least, most)


def ends_of(mean: Mean) -> tuple[float, ...]:
    """The mean, or its two bounds where deals were left undecided."""
    return mean.value[:1] if mean.value.exact else mean.value


def unit_head(unit: str) -> str:
    """The head of the column of points; a chance to win the match shows its percent sign."""
    return "match" if unit == "match %" else unit


def points_text(mean: Mean, unit: str) -> str:
    """The mean in points, or the chance to win the match."""
    ends = ends_of(mean)
    if unit != "match %":
        return " to ".join(map(signed, ends))
    shares = [min(1.0, max(0.0, end / 100)) for end in ends]
    return percent_range(*shares) if len(shares) == 2 else "".join(map(percent, shares))


def points_range(mean: Mean, unit: str) -> str:
    """The interval of the mean."""
    if unit != "match %":
        return f"{signed(mean.low)} to {signed(mean.high)}"
    low, high = (min(1.0, max(0.0, end / 100)) for end in (mean.low, mean.high))
    return percent_range(low, high)


def worth_line(scoring: Scoring, variant: Variant) -> str:
    """The numbers of the scoring, in one line."""
    if scoring.kind == "chance":
        said = [f"{WORDS[code]} {scoring.difference(code):.1f}%" for code in (2, 1, -1, -2)]
        return f"{scoring.title}: after a {', '.join(said)}"
    whose = ", the points the caller is sure of" if variant.seats == 3 else ""
    return f"{scoring.title} scoring{whose}: {numbers_of(scoring)}"


def numbers_of(scoring: Scoring) -> str:
    """The numbers of a scoring, with what straight wins are worth to a single win."""
    said = scoring.numbers()
    streak = scoring.streak
    if not streak or scoring.kind == "chance":
        return said
    count = NUMBER_WORDS.get(streak, str(streak))
    if any(scoring.win):
        return f"{said}; a win counts 1/{streak} kot more"
    first = f"{streak} straight wins 1 kot"
    return said.replace(first, f"win 1/{streak} ({count} straight make a kot)")


def method_note(advice: Sampled[Any], details: bool) -> str:
    """The notes below every table of probabilities: n, intervals, method, seed."""
    exact = advice.exact
    how = f"solved with open hands{advice.method.removeprefix('open hand')}"
    if closed := advice.method.startswith("closed hands"):
        how = f"played out with {advice.method}"
    deals = f"{count_of(advice.n, 'deal')} {how}"
    if exact:
        one = "the one deal" if advice.n == 1 else f"all {count_of(advice.n, 'deal')}"
        deals = f"{'' if closed else 'exact: '}{one} that can be, {how}"
    kots = advice.best.kot_n or advice.n
    if details and kots != advice.n:
        deals += f", {kots:,} asked for kots"
    stop = {"time": "; time was up", "interrupted": "; interrupted"}.get(advice.stopped, "")
    if advice.undecided or _bounded(advice):
        left = f"{advice.undecided:,} of {advice.asked:,} answers"
        if not advice.undecided:
            left = "Kots of some deals"
        ends = ["when time was up"] if advice.stopped == "time" else []
        if advice.node_limit:
            ends.insert(0, f"after {advice.node_limit:,} cards played for each")
        stop += (
            f"\n{left} left undecided {' or '.join(ends)}: chances are bounds, without and with "
            "them"
        )
        if advice.stopped == "time":
            stop += "; a longer --time decides more"
        elif advice.node_limit:
            stop += "; --node-limit 0 decides all"
    # Two lines, so that the length of the time does not change where the text breaks.
    took = f"seed {advice.seed}; {advice.seconds:.1f} s{stop}"
    if exact:
        return f"{deals}\n{advice.seconds:.1f} s{stop}"
    return f"{deals}; {advice.confidence:.0%} intervals\n{took}"


def _bounded(advice: Sampled[Any]) -> bool:
    """Whether a chance of some candidate is told as bounds."""
    return any(found.p is None for each in advice.candidates for found in each.chances.values())


def is_limited(advice: Sampled[Any]) -> bool:
    """Whether the node limit leaves more open than further deals would settle."""
    by_nodes = advice.node_limit > 0 and advice.stopped != "time"
    return by_nodes and 10 * advice.undecided > advice.asked
