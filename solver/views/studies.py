"""Sampled studies as text: a trump call, kots, a card to play, the choices before the lead.

First the verdict in words, then the figures with their intervals, then bars and notes. Tests, p
values and levels are shown with `details` only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from ..base.cards import Suit
from ..decide.advice import Sampled
from ..decide.estimates import Comparison
from .at_the_table import calls_at_the_table, fewer_kots, kot_at_the_table
from .figures import (
    chance_text,
    ends_of,
    is_limited,
    method_note,
    numbers_of,
    points_range,
    points_text,
    share_range,
    unit_head,
    worth_line,
)
from .parts import (
    BAR_PARTS,
    UNDER,
    Bars,
    Figures,
    cards_text,
    count_of,
    hand_text,
    percent,
    percent_range,
    reddened,
    signed,
    suit_text,
)
from .verdicts import odds, p_text, verdict

if TYPE_CHECKING:
    from .. import match
    from ..base.cards import Hand, Suit
    from ..decide.advice import Advice, Call, Candidate, Sampled
    from ..decide.before_the_lead import BeforeTheLead
    from ..decide.card_play import CardToPlay, NamedPlay
    from ..decide.estimates import Estimate, PairedDifference
    from ..decide.kot import Kot
    from ..game.scoring import Scoring
    from ..game.variants import Variant

__all__ = [
    "choice_text",
    "choice_view",
    "given_lines",
    "kot_view",
    "play_view",
    "trump_view",
]

# The names of the four parts of a bar.
_NAMES = ("kot or better", "win", "loss", "goon kot or worse")
# Three players: what the caller can force against the two others together.
_SURE_NAMES = ("sure of first 7", "of the hand", "of neither", "other of first 7")
_OPEN = "?"
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


# A trump call ----------------------------------------------------------------------------------


def trump_view(
    advice: Sampled[Call],
    details: bool = False,
    open_only: bool = False,
    beside: Sequence[RenderableType] | None = None,
) -> list[RenderableType]:
    """The call, then the numbers with their intervals, then the bars of all outcomes.

    Unless `open_only`, also what the chances come to at the table; `beside`: other lines there.
    """
    alone = not advice.variant.has_sides
    ranked = advice.candidates
    # The number of deals stands below the table, unless it differs.
    counted = details or len({each.n for each in ranked}) > 1
    deals = [(f"{each.n:,}", "dropped" if each.dropped else "") for each in ranked]
    table = call_table(ranked, advice.question.scoring, alone, deals if counted else ())
    bars = outcome_bars(ranked, _SURE_NAMES if alone else _NAMES, bool(advice.undecided))
    given = given_lines(advice.given, advice.variant.seats)
    parts = call_parts(advice, table, bars, given, open_only=open_only, beside=beside)
    notes = []
    if advice.question.scoring.kind != "chance" and not alone:
        nested = ", and a kot bavneys" if any(c.head == "bavney" for c in table.columns) else ""
        notes.append(f"A win counts kots too{nested}.")
    worse = [each for each in ranked if each.dropped]
    notes += [
        f"{each.trump.symbol} dropped: clearly worse after {each.n:,} deals." for each in worse
    ]
    parts += [Text(note, style="dim") for note in notes]
    parts.append(Text(method_note(advice, details), style="dim"))
    if details:
        parts += ["", *_trump_tests(advice)]
    return parts


def call_parts(
    advice: Advice[Call],
    table: Figures,
    bars: Bars,
    given: Sequence[RenderableType] = (),
    *,
    open_only: bool = False,
    beside: Sequence[RenderableType] | None = None,
) -> list[RenderableType]:
    """The hand, the call, the table, the bars, what comes at the table, what a class is worth.

    `given`: lines about cards shown. `open_only`: without what the chances come to at the table,
    or `beside`, the lines in its place.
    """
    odds = [(each.trump, each.win.p, each.kot.p) for each in advice.candidates]
    at_table = beside
    if at_table is None:
        at_table = calls_at_the_table(advice.variant, advice.hand, odds, bool(given))
    return [
        Text.assemble(hand_text(advice.hand), f"   {advice.variant}"),
        *given,
        "",
        call_text(advice),
        "",
        table,
        "",
        bars,
        "",
        *([] if open_only else at_table),
        Text(worth_line(advice.question.scoring, advice.variant), style="dim"),
    ]


def call_text(advice: Advice[Call]) -> Text:
    """The recommendation, and how well the deals support it; suits with the same cards are one."""
    study = advice if isinstance(advice, Sampled) else None

    def suits(calls: Sequence[Candidate]) -> list[Text]:
        return [suit_text(suit) for suit in sorted(each.trump for each in calls)]

    return verdict(
        [suit_text(advice.best.trump), *suits(advice.same)],
        suits(advice.others),
        suits(advice.close),
        None if study is None else study.n,
        verb="Call",
        ahead=all(advice.best.points.value > each.points.value for each in advice.close),
        limited=study is not None and is_limited(study),
        noun="suits",
    )


def call_table(
    ranked: Sequence[Candidate],
    scoring: Scoring,
    alone: bool = False,
    deals: Sequence[tuple[str, str]] = (),
) -> Figures:
    """The chances and points of each suit, with their intervals, bavneys where they are paid.

    `alone`: the chances are what one player is sure of. `deals`: for each suit its number of deals
    and a remark below it. What a narrow terminal leaves out, first to last: deals, the kots of
    others, the intervals, bavneys, points.
    """
    heads = {"win": "win", "kot": "kot", "bavney": "bavney", "kot_against": "goon kot"}
    if alone:
        heads = {"win": "sure win", "kot": "sure 7", "kot_against": "another's 7"}
    if alone or scoring.bavney == scoring.kot or any(each.bavney is None for each in ranked):
        heads.pop("bavney", None)
    if scoring.kind == "chance" and scoring.win == scoring.kot == scoring.bavney:
        heads.pop("win")  # to win the hand is to win the match, which has its own column
    points = unit_head(scoring.unit)
    table = Figures(
        "trump", *heads.values(), points, *(["deals"] if deals else []),
        centre=["trump"],
        drop=["deals", heads["kot_against"], UNDER, "bavney", points],
    )  # fmt: skip
    for place, each in enumerate(ranked):
        style = "" if place else "bold"
        cells = _cells(each, heads, scoring.unit, style) + ([deals[place]] if deals else [])
        _add_row(table, suit_text(each.trump), cells)
    return table


def _cells(
    each: Candidate, names: Iterable[str], unit: str, style: str
) -> list[tuple[Text | str, str]]:
    """The chances of these names and the points, each with its interval."""
    shown = [each.chances[name] for name in names]
    chances = [(Text(chance_text(one), style=style), share_range(one)) for one in shown]
    points = Text(points_text(each.points, unit), style=style)
    return [*chances, (points, points_range(each.points, unit))]


def _add_row(
    table: Figures, name: Text, cells: Sequence[tuple[Text | str, str]], below: bool = True
) -> None:
    """A row of cells; `below` also what stands under each of them."""
    under: list[Text | str] = ["", *(Text(said, style="dim") for _, said in cells)]
    table.add_row(name, *(cell for cell, _ in cells), under=under if below else ())


def outcome_bars(
    calls: Iterable[Candidate],
    names: Sequence[str] = _NAMES,
    undecided: bool = False,
) -> Bars:
    """The class probabilities of each suit as a bar; `names` are those of the four parts."""
    rows = []
    for call in calls:
        parts = [
            (sum(call.shares.get(each, 0.0) for each in part.outcomes), part.sign, part.colour)
            for part in BAR_PARTS
        ]
        rows.append((suit_text(call.trump), parts))
    legend = [(part.sign, name, part.colour) for name, part in zip(names, BAR_PARTS, strict=True)]
    if undecided:
        legend.append((_OPEN, "undecided", "dim"))
    return Bars(rows, legend, _OPEN)


def _trump_tests(advice: Sampled[Call]) -> list[RenderableType]:
    """The paired tests of the best suit against the others, and their level."""
    rows = [(suit_text(suit), each.behind) for suit, each in advice.rivals.items()]
    return _tests(advice.best.trump.symbol, rows, paired_tests(advice.level, advice.looks))


def _tests(
    best: str, rivals: Iterable[tuple[Text, PairedDifference | None]], note: str
) -> list[RenderableType]:
    """The paired tests of the best choice against its rivals, and a note on their level."""
    table = Figures(
        f"{best} against", "difference", "interval", "p", "deals won", "lost",
        "p of wins",
        drop=["p of wins", "lost", "deals won", "interval"],
    )  # fmt: skip
    for name, rival in rivals:
        if isinstance(rival, Comparison):
            table.add_row(name, *_test_cells(rival))
    return [table, "", Text(note, style="dim")]


def _test_cells(rival: Comparison) -> list[str]:
    """The figures of one paired comparison."""
    difference = rival.difference
    return [
        signed(difference.mean or 0.0),
        f"{signed(difference.low)} to {signed(difference.high)}",
        p_text(rival.p_points),
        f"{rival.won:,}",
        f"{rival.lost:,}",
        p_text(rival.p_win),
    ]


def paired_tests(level: float, looks: int) -> str:
    """What the p values are and what they must stay below."""
    often = "once" if looks == 1 else f"at most {looks} times"
    return (
        f"Paired tests on the same deals, two-sided, looked at {often}: clearly better means "
        f"p below {level:.2g}."
    )


# Kots ------------------------------------------------------------------------------------------


def kot_view(
    advice: Sampled[Kot],
    details: bool = False,
    open_only: bool = False,
    beside: Sequence[RenderableType] | None = None,
) -> list[RenderableType]:
    """The chances with their intervals; unless `open_only`, also the kot at the table.

    `beside`: other lines in its place.
    """
    trump = advice.question.trump
    called = () if trump is None else ("   trump ", suit_text(trump))
    heading = Text.assemble(hand_text(advice.hand), *called, f"   {advice.variant}")
    counted = ["deals"] if details else []
    table = Figures("", "chance", "interval", *counted, drop=["deals", "interval"], wrap=[""])
    variant, odds = advice.variant, advice.best
    every, majority = variant.cards_per_hand, variant.cards_per_hand // 2 + 1
    feat = f"the first {majority} tricks"
    if variant.points == "tens":
        feat = "all four tens"
    elif odds.bavney is None and variant.get("stop_rule") != "hard7":
        feat = f"all {every} tricks"
    us, them = ("you take", "the other does") if variant.seats == 2 else (
        "your side takes", "the other side does")  # fmt: skip
    swept = odds.chances.get("bavney_against")
    rows = [
        (f"kot: {us} {feat}", odds.kot, "green"),
        (f"goon kot: {them}", odds.kot_against, "red"),
        (f"bavney: {us} all {every}", odds.bavney, "bold green"),
        (f"{them.removesuffix(' does')} takes all {every}", swept, "bold red"),
    ]
    if not variant.has_sides:
        rows = [
            ("you are sure of the first 7 tricks", odds.kot, "green"),
            ("another player is sure of them", odds.kot_against, "red"),
        ]
    for name, estimate, colour in rows:
        if estimate is not None:
            chance = Text(chance_text(estimate), style=colour)
            deals = [f"{estimate.n:,}"] if details else []
            if estimate.n < odds.kot.n and not details:
                name += f" ({count_of(estimate.n, 'deal')})"
            table.add_row(name, chance, Text(share_range(estimate), style="dim"), *deals)
    said: list[RenderableType] = [kot_text(advice)]
    if beside is not None:
        said += beside
    elif not open_only:
        said += kot_at_the_table(advice.variant, advice.hand, odds.kot.p, bool(advice.given))
    return [
        heading,
        *given_lines(advice.given, advice.variant.seats),
        "",
        *said,
        "",
        table,
        "",
        *_effects(advice),
        Text(method_note(advice, details), style="dim"),
    ]


MOST_EFFECTS = 3
"""Cards named by `hakem kot` as those that decide most; all of them are in its JSON."""


def _effects(advice: Sampled[Kot]) -> list[RenderableType]:
    """The unseen cards that matter most for a kot, where any is known to matter."""
    shown = [effect for effect in advice.remarks if effect.sure][:MOST_EFFECTS]
    if not shown:
        return []
    table = Figures(
        "What decides it most", "kot if partner has it", "if not", "difference",
        drop=[UNDER, "difference"], wrap=["What decides it most", "kot if partner has it"],
    )  # fmt: skip
    for effect in shown:
        table.add_row(
            reddened(effect.card.symbol),
            chance_text(effect.held),
            chance_text(effect.not_held),
            f"{signed(100 * effect.difference, 1)}%",
            under=[
                "",
                Text(share_range(effect.held), style="dim"),
                Text(share_range(effect.not_held), style="dim"),
                Text(
                    f"{signed(100 * effect.low, 1)} to {signed(100 * effect.high, 1)}%",
                    style="dim",
                ),
            ],
        )
    note = f"These intervals hold for all {len(advice.remarks)} unseen cards together."
    return [table, "", Text(note, style="dim")]


def kot_text(advice: Sampled[Kot]) -> Text:
    """How often a kot comes, in words."""
    odds = advice.best
    what, against = "A kot", "a goon kot"
    if not advice.variant.has_sides:
        what, against = "The first 7 tricks sure for you", "sure for another"
    said = Text(f"{what}: {_odds(odds.kot)}; {against}: {_odds(odds.kot_against)}.", style="bold")
    if advice.undecided and advice.node_limit and advice.stopped != "time":
        said.append(" `--node-limit 0` decides the deals left open.")
    return said


def _odds(chance: Estimate) -> str:
    if chance.p is None:
        low, high = chance.share
        return f"between {_odds_words(low)} and {_odds_words(high)}"
    return odds(chance.count, chance.n, chance.p)


def _odds_words(share: float) -> str:
    return {0.0: "none", 1.0: "every deal"}.get(share, odds(1, 2, share))


# A card to play --------------------------------------------------------------------------------


def play_view(
    advice: Sampled[CardToPlay], details: bool = False, beside: Sequence[RenderableType] = ()
) -> list[RenderableType]:
    """The card to play, then each card's chances with their intervals, then notes.

    `beside`: lines below the verdict.
    """
    position = advice.question.position
    heading = Text.assemble(
        hand_text(advice.hand), f"   seat {advice.question.seat}, trick {position.tricks_done + 1}"
    )
    if position.trump is not None:
        heading.append("   trump ").append_text(suit_text(position.trump))
    heading.append(f"   {advice.variant}")
    parts: list[RenderableType] = [heading]
    if position.table:
        parts.append(Text.assemble("on the table ", cards_text(position.table)))
    parts += given_lines(advice.given, position.seats, advice.question.seat)
    parts += ["", card_verdict(advice), *map(_named, advice.remarks), *beside, ""]
    parts += [_cards_table(advice, details), ""]
    side = "; you are the other side" if position.side(advice.question.seat) else ""
    notes = [worth_line(advice.question.scoring, advice.variant) + side]
    for n in sorted({each.n for each in advice.candidates if each.n < advice.n}):
        worse = ", ".join(_cards_of(each) for each in advice.candidates if each.n == n)
        notes.append(f"Dropped after {n:,} deals, clearly worse: {worse}.")
    kots = any(each.kot.count or each.kot_against.count for each in advice.candidates)
    if kots and advice.method.startswith("open hand"):
        notes += map(str, fewer_kots(advice.variant))
    if position.kot and not position.table and (position.kot < 0) == bool(side):
        notes.insert(
            0, "Your side has its kot and may stop here; the chances are those of going on."
        )
    if advice.kept.by:
        kept, dealt = advice.kept.kept, advice.kept.dealt
        by_cards = "as often as the cards played so far are likely in them"
        whys = {"call": "as often as their caller calls so by the book", "cards": by_cards}
        by = {"call": "the call", "cards": "the cards seen"}
        notes.append(
            f"Weighted by {' and '.join(by[each] for each in advice.kept.by)}: "
            f"{percent(kept / dealt)} of the deals were kept, "
            f"{' and '.join(whys[each] for each in advice.kept.by)}; effective sample size "
            f"{advice.n:,}."
        )
    parts += [reddened(note, "dim") for note in notes]
    parts.append(Text(method_note(advice, details), style="dim"))
    if details:
        parts += ["", *_card_tests(advice)]
    return parts


def given_lines(given: Mapping[int, Hand], seats: int, own: int = 0) -> list[Text]:
    """`if your partner holds ♠A ♥K`, a line for each seat."""
    said = []
    for seat, cards in given.items():
        partner = seats == 4 and seat == (own + 2) % 4
        who = f"your partner (seat {seat})" if partner else f"seat {seat}"
        said.append(Text.assemble(f"if {who} holds ", cards_text(cards)))
    return said


def card_verdict(advice: Sampled[CardToPlay]) -> Text:
    """Which card to play, and how well the deals support it; cards that end alike are one."""
    best, rivals, close = advice.best, advice.others, advice.close
    if len(advice.candidates) == 1:
        only = len(best.cards) == 1
        why = "the only card that may be played." if only else "all cards here are the same."
        return Text.assemble("Play ", reddened(best.card.symbol), f": {why}", style="bold")
    if not rivals:
        said = "the only deal" if advice.n == 1 else f"all {count_of(advice.n, 'deal')}"
        ends = f"Every card is as good: in {said} the hand is worth the same."
        return Text(ends, style="bold")
    top = ends_of(best.points)
    return verdict(
        [_card_name(each) for each in (best, *advice.same)],
        [_card_name(each) for each in rivals],
        _some(close),
        advice.n,
        verb="Play",
        ahead=all(top > ends_of(each.points) for each in close),
        limited=is_limited(advice),
        noun="cards",
        exact=advice.exact,
    )


MOST_NAMED = 4
"""Cards that a verdict names as too close to call; of more the first are named."""


def _some(close: Sequence[Candidate]) -> list[Text]:
    """Their names, or the first of them and the number of the others."""
    names = [_card_name(each) for each in close]
    if len(names) <= MOST_NAMED:
        return names
    kept = MOST_NAMED - 1
    return [*names[:kept], Text(f"{len(names) - kept} other cards")]


def _named(play: NamedPlay) -> Text:
    """What the best card is called at the table, and why."""
    card, beside = play.card.symbol, play.beside.symbol
    interval = play.low < play.high
    if play.name == "rafeh koti":
        said = f"Rafeh koti: {card} denies the kot in {percent(play.gain)} of the deals more"
        span = percent_range(play.low, play.high)
    else:
        said = f"T'rup chaal: leading trump is worth {signed(play.gain)} more"
        span = f"{signed(play.low)} to {signed(play.high)}"
    return reddened(f"{said} than {beside}{f' ({span})' if interval else ''}.")


def _cards_table(advice: Sampled[CardToPlay], details: bool) -> Figures:
    scoring = advice.question.scoring
    heads = {"win": "win", "kot": "kot", "bavney": "bavney", "kot_against": "kot against"}
    if scoring.bavney == scoring.kot or any(each.bavney is None for each in advice.candidates):
        heads.pop("bavney")
    points = unit_head(scoring.unit)
    counted = details or len({each.n for each in advice.candidates}) > 1
    more = ["deals"] if counted else []
    table = Figures(
        "card", *heads.values(), points, "behind", *more,
        drop=["deals", "behind", UNDER, "bavney", "kot against", points], wrap=["card"],
    )  # fmt: skip
    for each in advice.candidates:
        style = "bold" if each is advice.best or each.same else ""
        cells = _cells(each, heads, scoring.unit, style)
        behind = None if each.behind is None or each.same else each.behind.difference
        if behind is None:
            cells.append(("same" if each.same else "", ""))
        else:
            span = f"{signed(behind.low)} to {signed(behind.high)}"
            cells.append((signed(behind.mean or 0.0), span))
        if counted:
            cells.append((f"{each.n:,}", "dropped" if each.dropped else ""))
        below = bool(not advice.exact or advice.undecided)
        _add_row(table, reddened(_cards_of(each), style), cells, below)
    return table


def _cards_of(odds: Candidate) -> str:
    """A card with those equal to it, such as `♠KQ2`."""
    ranks = "".join(card.rank.letter for card in odds.cards)
    return odds.card.symbol[0] + ranks + " asked" * odds.requests


def _card_name(odds: Candidate) -> Text:
    """The card that a verdict names."""
    return reddened(odds.card.symbol + " after asking" * odds.requests)


def _card_tests(advice: Sampled[CardToPlay]) -> list[RenderableType]:
    """The paired tests of the best card against the others, and their level."""
    rows = [(reddened(_cards_of(each)), each.behind) for each in advice.candidates]
    note = paired_tests(advice.level, advice.looks)
    if advice.exact:
        note = "Every deal that fits is counted, so nothing is tested."
    return _tests(advice.best.card.symbol, rows, note)


# The choices before the lead -------------------------------------------------------------------


def choice_view(
    advice: Sampled[BeforeTheLead],
    rules: match.Rules | None = None,
    unit: str = "points",
    details: bool = False,
    variant: Variant | None = None,
    beside: Sequence[RenderableType] = (),
) -> list[RenderableType]:
    """The verdict, each choice with its worth and its interval, and notes on what is judged.

    `rules`: what is judged, for the notes. With the `variant` also what naming a suit comes to at
    the table; `beside`: other lines there.
    """
    bids = rules is not None and rules.scoring.kind == "bid"
    head = unit_head(unit)
    made = "made" if bids else "win"
    table = Figures(
        "choice", head, made, *(["deals", "p"] if details else []),
        drop=["deals", UNDER, made], wrap=["choice"],
    )  # fmt: skip
    for choice in advice.candidates:
        style = "bold" if choice is advice.best else ""
        won = choice.success
        extra = [f"{choice.n:,}" if choice.n else "", _p_best(choice)] if details else []
        under = [""] * len(extra)
        table.add_row(
            choice_text(choice, style),
            Text(points_text(choice.points, unit), style=style),
            Text("" if won is None else chance_text(won), style=style),
            *extra,
            under=[
                "",
                Text(points_range(choice.points, unit) if choice.n else "", style="dim"),
                Text("" if won is None else share_range(won), style="dim"),
                *under,
            ],
        )
    at_table = list(beside)
    if variant is not None:
        at_table = calls_at_the_table(variant, advice.hand, _suits_named(advice))
    parts: list[RenderableType] = [
        Text.assemble(hand_text(advice.hand), "" if rules is None else f"   house {rules.house}"),
        "",
        _choice_verdict(advice, bids),
        "",
        table,
        "",
        *at_table,
        *(Text(note, style="dim") for note in _choice_notes(advice, rules)),
        Text(method_note(advice, details), style="dim"),
    ]
    if details:
        parts += ["", Text(paired_tests(advice.level, advice.looks), style="dim")]
    return parts


def _choice_notes(advice: Sampled[BeforeTheLead], rules: match.Rules | None) -> list[str]:
    """What is judged, and what is not."""
    notes = [] if rules is None else [f"{rules.scoring.title}: {numbers_of(rules.played)}"]
    if any(choice.name == "accept" for choice in advice.candidates):
        notes.append("Worth and wins are those of the side that may challenge.")
    if any(not choice.n for choice in advice.candidates):
        notes.append("A new deal is worth what a typical hand of the plain game is.")
    if rules is not None and rules.scoring.kind == "bid":
        notes.append("Passing is not judged: what it is worth depends on what the others bid.")
    return notes


def _suits_named(advice: Sampled[BeforeTheLead]) -> list[tuple[Suit, float | None, float | None]]:
    """(suit, win, kot) of each choice that names a suit."""
    return [
        (
            choice.chosen,
            None if choice.success is None else choice.success.p,
            None if choice.undecided else sum(p for code, p in choice.shares.items() if code > 1),
        )
        for choice in advice.candidates
        if isinstance(choice.chosen, Suit)
    ]


def _choice_verdict(advice: Sampled[BeforeTheLead], bids: bool) -> Text:
    best, rivals, close = advice.best, advice.others, advice.close
    # `Name ♥` or `♥ or ♠`, where all of them name a suit
    verb = "name " if all(each.name.startswith("name ") for each in (best, *close)) else ""
    said = verdict(
        [choice_text(best)[len(verb) :]],
        [choice_text(each) for each in rivals],
        [choice_text(each)[len(verb) :] for each in close],
        advice.n,
        ahead=all(ends_of(best.points) > ends_of(each.points) for each in close),
        limited=is_limited(advice),
        verb=verb.strip(),
        noun="bids" if bids else "choices",
    )
    said = Text.assemble(said[0].plain.upper(), said[1:], style="bold")
    if not close and rivals and not advice.sure:
        # What is not shown is the same bid with another trump.
        said.right_crop(1)
        said.append("; its trump is too close to call.")
    if bids and all(max(ends_of(each.points), default=0.0) < 0 for each in advice.candidates):
        said.append(" Every bid loses points on average.")
    return said


def choice_text(choice: Candidate, style: str = "") -> Text:
    """The name of a choice with the symbol of its suit."""
    name = re.sub(r"(?<=\()[SHDC](?=\))|(?<= )[SHDC]$", lambda m: _SUITS[m[0]], choice.name)
    return reddened(name, style)


def _p_best(choice: Candidate) -> str:
    return "" if choice.behind is None else p_text(choice.p_best)
