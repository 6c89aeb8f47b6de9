"""Records read from text: tags, then the tricks line by line, in any usual spelling.

The format is that of docs/match.md. The reader checks the syntax and names the line of every error;
`replay.py` checks the cards against the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from ..base.cards import Card, Hand, Suit, parse_trump
from ..base.errors import HakemError, MatchError, RecordError, need, shown, unread
from ..base.outcomes import Outcome, parse_outcome
from ..game.house_rules import House, find_house, find_rules, house_named, set_options, usual_house
from ..game.opening import parse_bids, seats_of
from ..game.scoring import Scoring, find_scoring
from ..game.scoring_text import parse_scoring
from ..game.variants import find_variant
from ..match.scoring import HandResult
from .model import FLAGS, HAND_TAGS, MATCH_TAGS, HandRecord, MatchRecord, Trick

MAX_TEXT = 50_000_000
_KNOWN = {tag.lower(): tag for tag in (*MATCH_TAGS, *HAND_TAGS)}
_TAG = re.compile(r'\s*\[\s*([A-Za-z]\w{0,40})\s*(?:"((?:[^"\\]|\\.)*)"|([^\]"]*))\s*\]', re.ASCII)
_NUMBER = re.compile(r"\s*#?([0-9]{1,3})\s*[.)](?![0-9])\s*", re.ASCII)
_FIRST = re.compile(r"\s*[0NESWnesw]\s*:\s*\S", re.ASCII)
_LEADER = re.compile(r"\s*[Pp]?([0-9])\s*:\s*", re.ASCII)


@dataclass(slots=True)
class _Section:
    """The tags and body lines of the match header or of one hand, in their order."""

    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    notes: list[tuple[str, str]] = field(default_factory=list)
    play: list[tuple[int, str]] | None = None
    results: list[tuple[int, str]] | None = None
    first: int = 0


def read_match(text: str, source: str = "") -> MatchRecord:
    """Read the record of a hand or of a match; RecordError names the line and the fault.

    A text without any tag is read as a plain list of tricks.
    """
    need(text, str, "is no record: expected its text", RecordError)
    try:
        return _assemble(_sections(text), source)
    except RecordError as fault:
        raise RecordError(fault.text, fault.line, source) from None


def read_file(path: str) -> MatchRecord:
    """Read the record in a file; RecordError when it is unreadable, not text, or has a fault."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_TEXT + 1)
    except (OSError, ValueError) as fault:
        raise RecordError(unread(path, fault)) from None
    return read_match(decode(raw, path), path)


def decode(raw: bytes, source: str = "") -> str:
    """Decode bytes as UTF-8; RecordError with the line of the first byte that is not UTF-8."""
    if len(raw) > MAX_TEXT:
        raise RecordError("the file is too long for a record", 0, source)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        raise RecordError("this is no UTF-8 text", line, source) from None


def _sections(text: str) -> list[_Section]:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    sections = [_Section()]
    body: list[tuple[int, str]] | None = None
    tagged = False
    opened = 0  # the line of a comment that is still open
    loose: list[tuple[int, str]] = []
    for number, raw in enumerate(lines, 1):
        if re.match(r"\ufeff?(%|#(?!\s*\d))", raw):  # `#1)` is the number of a trick
            continue
        line, opened = _without_comments(raw, opened, number)
        line = line.strip()
        if not line:
            continue
        if line.startswith("["):
            tagged = True
            body = None
            rest = line
            while rest.strip():
                found = _TAG.match(rest)
                if found is None:
                    raise RecordError(
                        f'{shown(rest.strip())} is no tag: expected [Name "value"]', number
                    )
                value = found[2] if found[2] is not None else (found[3] or "").strip()
                value = re.sub(r"\\(.)", r"\1", value)
                rest = rest[found.end() :]
                body = _take_tag(sections, found[1], value, number)
            continue
        if body is not None:
            if line == "*":
                body = None
            else:
                body.append((number, line))
        elif tagged:
            if line != "*":
                raise RecordError(f"{shown(line)} stands outside [Play] and is no tag", number)
        else:
            loose.append((number, line))
    if opened:
        raise RecordError("this comment is never closed", opened)
    if loose:
        if tagged:
            raise RecordError(f"{shown(loose[0][1])} stands before the first tag", loose[0][0])
        sections[0].play = [entry for entry in loose if entry[1] != "*"]
        sections[0].first = loose[0][0]
    elif not tagged:
        raise RecordError("the record is empty")
    return sections


def _without_comments(raw: str, opened: int, number: int) -> tuple[str, int]:
    """The line without `{...}` and `; ...`; `opened` is the line of an open comment, or 0.

    Within quoted tag values these signs are kept.
    """
    out = []
    quoted = False
    at = 0
    while at < len(raw):
        char = raw[at]
        if opened:
            if char == "}":
                opened = 0
        elif quoted and char == "\\" and at + 1 < len(raw):
            out.append(raw[at : at + 2])
            at += 1
        elif char == '"':
            quoted = not quoted
            out.append(char)
        elif not quoted and char == "{":
            opened = number
            out.append(" ")
        elif not quoted and char == ";":
            break
        else:
            out.append(char)
        at += 1
    return "".join(out), opened


def _take_tag(
    sections: list[_Section], name: str, value: str, number: int
) -> list[tuple[int, str]] | None:
    """Store one tag; for Play and Results return the list that takes the lines below it."""
    key = _KNOWN.get(name.lower())
    section = sections[-1]
    if key is None:
        near = get_close_matches(name.lower(), _KNOWN, 1, 0.75)
        if near:
            raise RecordError(f"unknown tag {name} (did you mean {_KNOWN[near[0]]}?)", number)
        if not value.isprintable():
            raise RecordError(f"the tag {name} holds a sign that cannot be printed", number)
        if any(name == other for other, _ in section.notes):
            raise RecordError(f"the tag {name} comes twice", number)
        section.first = section.first or number
        section.notes.append((name, value))
        return None
    if key in MATCH_TAGS and len(sections) > 1:
        raise RecordError(f"the tag {key} belongs before the first hand", number)
    if key not in MATCH_TAGS:
        # A hand begins at its tag Hand, or with the first tag of a hand after the header; without
        # Hand tags the next hand begins with the first tag after a play or result.
        ended = key in section.tags and (section.play is not None or "Result" in section.tags)
        if len(sections) == 1 or key == "Hand" or ended:
            section = _Section()
            sections.append(section)
    if key in section.tags:
        before = section.tags[key][1]
        raise RecordError(f"the tag {key} comes twice, first in line {before}", number)
    section.tags[key] = (value, number)
    section.first = section.first or number
    if key == "Play":
        section.play = []
        return section.play
    if key == "Results":
        section.results = []
        return section.results
    return None


def _assemble(sections: list[_Section], source: str) -> MatchRecord:
    head = sections[0]
    record = _read_head(head, source)
    hands: list[HandRecord] = []
    if head.play is not None:  # a plain list of tricks
        hands.append(HandRecord(tricks=_read_tricks(head.play, record), lines={"play": head.first}))
    for section in sections[1:]:
        hands += _read_hand(section, record)
    for i, hand in enumerate(hands):
        if hand.number is not None and hand.number != i + 1:
            raise RecordError(
                f"this is hand {i + 1}, but it is numbered {hand.number}", hand.line_of("Hand")
            )
    return replace(record, hands=tuple(hands))


def _read_head(section: _Section, source: str) -> MatchRecord:
    tags = section.tags

    def value(tag: str) -> str | None:
        return tags[tag][0] if tag in tags else None

    line = section.first
    try:
        scoring: Scoring | None = None
        if (word := value("Scoring")) is not None:
            line = tags["Scoring"][1]
            scoring = parse_scoring(word)
        house: House | None = None
        if (word := value("House")) is not None:
            line = tags["House"][1]
            house = find_house(word)
        elif (word := value("Game")) is not None:  # a game by the name of a house: that house
            house = house_named(word)
            if house is not None and house.game != "hokm":
                house = None
        if (word := value("Game")) is not None:
            line = tags["Game"][1]
            variant = find_rules(word)[1]
        else:
            variant = find_variant(house.game if house else "hokm")
        if house is None:
            house = replace(usual_house(variant, scoring), play={})
        variant = house.applied_to(variant)
        if (word := value("Options")) is not None:
            line = tags["Options"][1]
            house, variant = set_options(house, variant, *word.split())
        if scoring is None:
            scoring = find_scoring(house.scoring)
        players: tuple[str, ...] = ()
        if (word := value("Players")) is not None:
            line = tags["Players"][1]
            players = tuple(name.strip() for name in word.split(","))
            if len(players) != seats_of(house) and not (
                scoring.kind == "sars" and len(players) == 3
            ):
                raise MatchError(f"{len(players)} players are named, {seats_of(house)} play")
            if not all(name and name.isprintable() for name in players):
                raise MatchError("a player has no name")
        first = 0
        if (word := value("FirstCaller")) is not None:
            line = tags["FirstCaller"][1]
            first = _seat(word, seats_of(house))
        name = value("Match") or ""
        if "Match" in tags:
            line = tags["Match"][1]
            if not name.strip() or not name.isprintable():
                raise MatchError("a match has a name on one line")
    except HakemError as fault:
        raise RecordError(str(fault), line) from None
    return MatchRecord(
        house, variant, scoring, name.strip(), players, first, (), tuple(section.notes), source
    )


def _seat(text: str, seats: int) -> int:
    word = text.strip()
    if not re.fullmatch(r"[Pp]?[0-9]", word, re.ASCII) or int(word[-1]) >= seats:
        raise MatchError(f"{shown(text)} is no seat: expected 0 to {seats - 1}")
    return int(word[-1])


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", text.strip(), re.ASCII):
        raise MatchError(f"{shown(text)} is no number")
    return int(text)


def _hands(text: str, record: MatchRecord) -> tuple[Hand, ...]:
    from ..game.deal import Deal

    variant = record.variant
    direction = "cw" if record.house["direction"] == "cw" else "ccw"
    body = text if _FIRST.match(text) else "0:" + text
    return Deal.parse(body, direction=direction, seats=variant.seats).hands


def _read_hand(section: _Section, record: MatchRecord) -> list[HandRecord]:
    hand = HandRecord(notes=tuple(section.notes))
    seats = record.variant.seats
    lines = {tag.lower(): number for tag, (_, number) in section.tags.items()}
    if section.first:
        lines.setdefault("hand", section.first)
    line = section.first
    try:
        for tag in HAND_TAGS:
            if tag not in section.tags:
                continue
            text, line = section.tags[tag]
            hand = _with_tag(hand, tag, text, seats, record)
    except RecordError:
        raise
    except HakemError as fault:
        raise RecordError(str(fault), line) from None
    hand = replace(hand, lines=lines)
    if section.play is not None:
        hand = replace(hand, tricks=_read_tricks(section.play, record))
    if section.results is None:
        return [hand]
    if set(section.tags) != {"Results"}:
        raise RecordError("Results lists whole hands: no other tag goes with it", line)
    found = []
    for number, text in section.results:
        try:
            found.append(HandRecord(result=parse_result(text), lines={"result": number}))
        except HakemError as fault:
            raise RecordError(str(fault), number) from None
    return found


def _with_tag(hand: HandRecord, tag: str, text: str, seats: int, record: MatchRecord) -> HandRecord:
    """The hand, with the content of one tag added."""
    if tag == "Hand":
        return replace(hand, number=_count(text))
    if tag == "Dealer":
        return replace(hand, dealer=_seat(text, seats))
    if tag == "Caller":
        return replace(hand, caller=_seat(text, seats))
    if tag == "Redeals":
        return replace(hand, redeals=_count(text))
    if tag == "FirstFive":
        five = Hand.parse(text)
        if len(five) != 5:
            raise MatchError(f"the first five are {len(five)} cards")
        return replace(hand, first_five=five)
    if tag == "TurnUp":
        card, sign, position = text.partition("@")
        if not sign:
            raise MatchError(f"{shown(text)}: expected a card and its position, such as H7@6")
        return replace(hand, turnup=(Card.parse(card.strip()), _count(position)))
    if tag == "Blind":
        return replace(hand, blind=Card.parse(text))
    if tag == "Auction":
        first, sign, calls = text.rpartition(":")
        start = _seat(first, seats) if sign else 0
        return replace(hand, auction=tuple(parse_bids(calls)), auction_first=start)
    if tag == "Trump":
        return replace(hand, trump=parse_trump(text))
    if tag == "Indicator":
        return replace(hand, indicator=Card.parse(text))
    if tag == "Challenge":
        words = text.split()
        if len(words) != 2:
            raise MatchError(f"{shown(text)}: expected a seat and a suit, such as 1 H")
        return replace(hand, challenge=(_seat(words[0], seats), Suit.parse(words[1])))
    if tag == "Exchange":
        return replace(hand, exchange=_read_exchange(text, seats))
    if tag == "Deal":
        return replace(hand, deal=_hands(text, record))
    if tag == "Reserves":
        return replace(hand, reserves=_hands(text, record))
    if tag == "Play" and text.strip():
        leader = _seat(text, seats)
        expected = 0
        if hand.challenge is not None and record.house["challenge_leader"] == "challenger":
            expected = hand.challenge[0]
        holder = record.variant.get("beranga_leader") == "holder_of_2C"
        if leader != expected and not holder:
            raise MatchError(f"seat {expected} leads to the first trick, not seat {leader}")
    if tag == "Result":
        return replace(hand, result=parse_result(text))
    return hand


def _read_exchange(text: str, seats: int) -> tuple[tuple[int, Hand, Hand], ...]:
    swaps = []
    for word in text.split():
        found = re.fullmatch(r"([0-9]):([^/]+)/([^/]+)", word, re.ASCII)
        if found is None:
            raise MatchError(f"{shown(word)}: expected seat:given/returned, such as 1:S4/H9")
        given, back = (Hand.of(map(Card.parse, part.split("+"))) for part in found.groups()[1:])
        swaps.append((_seat(found[1], seats), given, back))
    if len({seat for seat, _, _ in swaps}) != len(swaps):
        raise MatchError("a seat exchanges twice")
    return tuple(swaps)


def _read_tricks(body: Iterable[tuple[int, str]], record: MatchRecord) -> tuple[Trick, ...]:
    seats = record.variant.seats
    tricks: list[Trick] = []
    for number, text in body:
        found = _NUMBER.match(text)
        if found is not None:
            if int(found[1]) != len(tricks) + 1:
                raise RecordError(
                    f"this is trick {len(tricks) + 1}, but it is numbered {found[1]}", number
                )
            text = text[found.end() :]
        leader: int | None = None
        found = _LEADER.match(text)
        if found is not None:
            leader = int(found[1])
            if leader >= seats:
                raise RecordError(f"there is no seat {leader} to lead", number)
            text = text[found.end() :]
        cards: list[Card] = []
        requests: set[int] = set()
        ended = False
        for word in text.replace(",", " ").replace("?", " ? ").split():
            if word == "*":
                ended = True
                break
            if word.lower() in ("?", "ask"):
                requests.add(len(cards))
                continue
            try:
                cards.append(Card.parse(word))
            except HakemError as fault:
                raise RecordError(str(fault), number) from None
        if len(cards) > seats:
            raise RecordError(f"a trick has {seats} cards, this one {len(cards)}", number)
        if cards or requests:
            if tricks and len(tricks[-1].cards) < seats:
                raise RecordError(
                    f"trick {len(tricks)} has only {len(tricks[-1].cards)} of {seats} cards",
                    tricks[-1].line,
                )
            if not cards or max(requests, default=0) >= len(cards):
                raise RecordError("the trump is asked for before a card, not after", number)
            tricks.append(Trick(tuple(cards), frozenset(requests), leader, number))
        if ended:
            break
    return tuple(tricks)


# ---- small texts ---------------------------------------------------------------------------


def parse_result(text: str) -> HandResult:
    """Read a result: class, points `9-4`, flags (`failed` ...), `bid=8`, `lone=0`, `setter=1`.

    At least one part is required. MatchError names a word that is none of these.
    """
    outcome: Outcome | None = None
    points: tuple[int, ...] = ()
    values: dict[str, int] = {}
    flags: set[str] = set()
    winners: tuple[int, ...] = ()
    joined = re.sub(r"(?i)\b(win|kot|bavney|baunie|goon)\s+([ab]|kot)\b", r"\1_\2", text)
    for word in joined.split():
        name, sign, value = word.partition("=")
        lowered = name.lower()
        if not sign and re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3}){1,3}", word):
            if points:
                raise MatchError(f"two counts of points: {word}")
            points = tuple(int(part) for part in word.split("-"))
        elif not sign and lowered in FLAGS:
            flags.add(lowered)
        elif sign and lowered in ("bid", "lone", "setter") and re.fullmatch(r"[0-9]{1,3}", value):
            values[lowered] = int(value)
        elif sign and lowered == "winners" and re.fullmatch(r"[0-5](,[0-5])*", value):
            winners = tuple(int(part) for part in value.split(","))
        elif sign:
            raise MatchError(f"{shown(word)} says nothing about a result")
        elif outcome is not None:
            raise MatchError(f"{shown(word)} is a second class")
        else:
            outcome = parse_outcome(word)
    if outcome is None and not points and not winners:
        raise MatchError("the result is empty: expected a class such as KOT_A, or points as 9-4")
    for name in ("lone", "setter"):
        if values.get(name, 0) > 3:
            raise MatchError(f"{name}={values[name]}: a hand seat is 0 to 3")
    return HandResult(
        outcome,
        points,
        failed="failed" in flags,
        partner_stopped="partner_stopped" in flags,
        capitulated="capitulated" in flags,
        challenged="challenged" in flags,
        bid=values.get("bid"),
        run="run" in flags,
        winners=winners,
        lone=values.get("lone"),
        setter=values.get("setter"),
    )
