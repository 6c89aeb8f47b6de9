"""Records written as text: the one strict form, which the reader reads back as the same record."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..base.errors import RecordError
from ..base.whole_files import write_whole
from ..game.house_rules import House, find_house, usual_house
from ..game.options import show_value
from ..game.scoring_text import show_scoring
from ..game.variants import Variant, find_variant
from ..match.scoring import HandResult
from .model import FLAGS, HandRecord, MatchRecord, Trick

_HEAD = "% Hakem play record 1"


def show_result(result: HandResult) -> str:
    """The strict text of a result."""
    words = [] if result.outcome is None else [result.outcome.name]
    if result.points:
        words.append("-".join(map(str, result.points)))
    words += [flag for flag in FLAGS if getattr(result, flag)]
    if result.bid is not None:
        words.append(f"bid={result.bid}")
    if result.lone is not None:
        words.append(f"lone={result.lone}")
    if result.setter is not None:
        words.append(f"setter={result.setter}")
    if result.winners:
        words.append("winners=" + ",".join(map(str, result.winners)))
    return " ".join(words)


def show_options(house: House, variant: Variant) -> str:
    """The options that differ from the presets of house and game, in one line."""
    words = {name: show_value(value) for name, value in house.changed().items()}
    base = house.applied_to(find_variant(variant.name))
    for name, value in variant.settings.items():
        if value != base.settings[name]:
            words.setdefault(name, show_value(value).replace(" ", ""))
    return " ".join(f"{name}={value}" for name, value in sorted(words.items()))


def _tag(name: str, value: object) -> str:
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


Comments = Mapping[int, Mapping[int, str]]
"""What is said of cards: hand (from 1 on) -> cards played before -> text."""


def write_match(record: MatchRecord, comments: Comments | None = None) -> str:
    """The strict text of a record; `read_match` returns the same record from it.

    `comments` stand in braces behind their cards; RecordError for one with a brace in it.
    """
    lines = [_HEAD]
    if record.name:
        lines.append(_tag("Match", record.name))
    lines.append(_tag("Game", record.variant.name))
    usual = usual_house(record.variant, record.scoring).name
    if record.house.play != find_house(record.house.name).play:
        # Without the tag House the reader takes the usual house without its play options.
        if record.house.play or record.house.name != usual:
            raise RecordError(f"the house {record.house.name} with other play options than its own")
    elif record.house.play or record.house.name != usual:
        lines.append(_tag("House", record.house.name))
    options = show_options(record.house, record.variant)
    if options:
        lines.append(_tag("Options", options))
    lines.append(_tag("Scoring", show_scoring(record.scoring)))
    if record.players:
        lines.append(_tag("Players", ", ".join(record.players)))
    if record.first_caller:
        lines.append(_tag("FirstCaller", record.first_caller))
    lines += [_tag(name, value) for name, value in record.notes]
    for number, hand in enumerate(record.hands, 1):
        lines.append("")
        lines += _hand_lines(hand, number, (comments or {}).get(number, {}))
    return "\n".join(lines) + "\n"


def _commented(trick: Trick, first: int, said: Mapping[int, str]) -> str:
    """The trick as text, each comment behind its card; `first`: cards played before it."""
    words = []
    for place, move in enumerate(trick.moves, first):
        words.append("? " * move.requests + str(move.card))
        if place in said:
            if set(said[place]) & set("{}\n"):
                raise RecordError(f"a comment cannot hold a brace: {said[place]}")
            words.append(f"{{{said[place]}}}")
    return " ".join(words)


def _hand_lines(hand: HandRecord, number: int, said: Mapping[int, str]) -> list[str]:
    lines = [_tag("Hand", number)]

    def put(name: str, value: object | None) -> None:
        if value is not None:
            lines.append(_tag(name, value))

    put("Dealer", hand.dealer)
    put("Caller", hand.caller)
    put("Redeals", hand.redeals or None)
    put("FirstFive", hand.first_five)
    if hand.turnup is not None:
        put("TurnUp", f"{hand.turnup[0]}@{hand.turnup[1]}")
    put("Blind", hand.blind)
    if hand.auction:
        calls = " ".join("pass" if bid is None else str(bid) for bid in hand.auction)
        put("Auction", f"{hand.auction_first}: {calls}")
    put("Trump", None if hand.trump is None else hand.trump.letter)
    put("Indicator", hand.indicator)
    if hand.challenge is not None:
        put("Challenge", f"{hand.challenge[0]} {hand.challenge[1].letter}")
    if hand.exchange:
        put(
            "Exchange",
            " ".join(
                f"{seat}:{'+'.join(map(str, given))}/{'+'.join(map(str, back))}"
                for seat, given, back in hand.exchange
            ),
        )
    if hand.deal:
        put("Deal", "0:" + " ".join(map(str, hand.deal)))
    if hand.reserves:
        put("Reserves", "0:" + " ".join(map(str, hand.reserves)))
    lines += [_tag(name, value) for name, value in hand.notes]
    if hand.tricks:
        leader = hand.tricks[0].leader
        lines.append("[Play]" if leader is None else _tag("Play", leader))
        played = 0
        for i, trick in enumerate(hand.tricks, 1):
            seat = "" if trick.leader is None else f"{trick.leader}: "
            lines.append(f"{i}. {seat}{_commented(trick, played, said)}")
            played += len(trick.cards)
        lines.append("*")
    if hand.result is not None:
        put("Result", show_result(hand.result))
    return lines


def save_match(record: MatchRecord, path: Path | str, comments: Comments | None = None) -> None:
    """Write a record to a file, whole or not at all; WriteError when it cannot be written."""
    write_whole(path, write_match(record, comments))
