"""Replaying records: every card and every caller is checked, every hand scored.

The rules of play are those of `Position.play`. This module adds the other parts of a record: the
opening (dealer, first five, turned-up card, challenge, bids, exchange), the class, and the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..base.cards import Card, Hand, Rank, Suit
from ..base.drawn import Told
from ..base.errors import HakemError, MatchError, RecordError
from ..base.outcomes import Outcome
from ..game.deal import Deal
from ..game.move import Move
from ..game.opening import (
    WILD,
    challenge_succeeds,
    check_challenge,
    pack_of,
    redeal_of_five,
    redeals_of_deal,
    settle_bids,
    turnup_positions,
)
from ..game.position import Position
from ..game.rules import draw_trump
from ..game.scoring import class_of_tens
from ..match.exchange import Swap, check_exchange, right_neighbour, undo_exchange
from ..match.rotation import dealer_of
from ..match.scoring import HandResult, check_result, class_of_tricks, three_stopped
from .model import HandRecord, MatchRecord, Trick


@dataclass(frozen=True, slots=True)
class PlayedTrick(Told):
    """A checked trick: its leader, its winner, and the points of A and B after it."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int
    taken: tuple[int, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """A checked hand: its tricks, its result (None while undecided), and remarks.

    `start` is the position at the first lead; None when only the result was recorded. `by_record`:
    the result is the recorded one, because the play does not decide it. `begun`: the cards of a
    last trick that is not complete. `moves`: all that was replayed, one after another.
    """

    start: Position | None
    end: Position | None
    tricks: tuple[PlayedTrick, ...]
    result: HandResult | None
    remarks: tuple[str, ...] = ()
    by_record: bool = False
    begun: Trick | None = None
    moves: tuple[Move, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The hand seats that won the tricks, in order."""
        return tuple(trick.winner for trick in self.tricks)


class _Fault(Exception):
    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.text, self.line = text, line


def replay_hand(
    hand: HandRecord, record: MatchRecord, losers: Sequence[int] | None = None, k: int = 0
) -> Replay:
    """Check one hand from the opening to the result; RecordError names line and fault.

    `losers` and `k`: the hand seats that owe an exchange of k cards (satat); None when the hand
    before is unknown.
    """
    try:
        return _replay(hand, record, losers, k)
    except _Fault as fault:
        raise RecordError(fault.text, fault.line, record.source) from None


def _replay(hand: HandRecord, record: MatchRecord, losers: Sequence[int] | None, k: int) -> Replay:
    trump, leader = _check_opening(hand, record, losers, k)
    if not hand.tricks:
        if hand.result is None:
            raise _Fault("the hand has neither a play nor a result", hand.line_of())
        _check_result(hand.result, hand, record)
        return Replay(None, None, (), hand.result, by_record=True)
    _check_doubles(hand)
    begun = hand.tricks[-1] if len(hand.tricks[-1].cards) < record.variant.seats else None
    if begun is not None and not hand.deal:
        # Without a deal the hands are what was played, and must be equally long.
        if len(hand.tricks) == 1:
            raise _Fault(
                "no trick is complete: without the tag Deal nothing can be checked", begun.line
            )
        hand = replace(hand, tricks=hand.tricks[:-1])
    start = _start(hand, record, trump, leader)
    position = start
    tricks: list[PlayedTrick] = []
    for number, trick in enumerate(hand.tricks, 1):
        position = _play_trick(position, trick, number, hand)
        if not position.table:
            tricks.append(
                PlayedTrick(
                    number,
                    start.leader if not tricks else tricks[-1].winner,
                    trick.cards,
                    position.leader,
                    tuple(position.taken),
                    trick.line,
                )
            )
    set_in_play = record.variant.sets_trump and position.trump is not None
    if set_in_play and trump not in (None, position.trump):
        raise _Fault(
            f"the play made {Suit(position.trump or 0).letter} trump, not {trump.letter}",
            hand.line_of("Trump"),
        )
    result, remarks, by_record = _result(hand, record, start, position, tricks)
    moves = tuple(move for trick in hand.tricks for move in trick.moves)
    return Replay(start, position, tuple(tricks), result, tuple(remarks), by_record, begun, moves)


def _check_result(result: HandResult, hand: HandRecord, record: MatchRecord) -> None:
    """Refuse a recorded result whose class and points contradict each other.

    A hand of fewer cards than the game has is left alone.
    """
    if hand.deal and len(hand.deal[0]) < record.variant.cards_per_hand:
        return
    try:
        check_result(result, record.house)
    except MatchError as fault:
        raise _Fault(str(fault), hand.line_of("Result")) from None


# ---- the opening ---------------------------------------------------------------------------


def _check_opening(
    hand: HandRecord, record: MatchRecord, losers: Sequence[int] | None, k: int
) -> tuple[Suit | None, int]:
    """Check everything before the lead; return the trump and the leader."""
    house, variant = record.house, record.variant
    seats = variant.seats
    trump, leader = hand.trump, 0
    if hand.dealer is not None and hand.caller is not None and not hand.auction:
        dealer = dealer_of(hand.caller, seats)
        if hand.dealer != dealer:
            raise _Fault(
                f"the dealer sits before the caller: seat {hand.caller} calls, so seat {dealer} "
                f"deals, not seat {hand.dealer}",
                hand.line_of("Dealer"),
            )
    before = _before_exchange(hand, record, losers, k)
    caller_cards = before[0] if before else None
    if hand.deal:
        _check_pack(hand, record)
    if hand.first_five is not None and caller_cards is not None:
        extra = hand.first_five - caller_cards
        if extra and not hand.reserves:
            raise _Fault(
                f"the caller's hand does not hold {' '.join(map(str, extra))} of the first five",
                hand.line_of("FirstFive"),
            )
    if hand.first_five is not None and _redeal_due_refused(hand, record):
        raise _Fault(
            f"{hand.redeals} redeals in a row: the limit is {house['redeal_first5_limit']}",
            hand.line_of("Redeals"),
        )
    _check_called(hand, record, caller_cards, trump)
    if hand.auction:
        try:
            contract = settle_bids(hand.auction, house, hand.auction_first)
        except MatchError as fault:
            raise _Fault(str(fault), hand.line_of("Auction")) from None
        if hand.caller is not None and contract.seat != hand.caller:
            raise _Fault(
                f"seat {contract.seat} bid highest ({contract.bid}) and plays, not seat "
                f"{hand.caller}",
                hand.line_of("Caller"),
            )
    if hand.challenge is not None:
        if trump is None:
            raise _Fault("a challenge needs the suit called first", hand.line_of("Challenge"))
        try:
            challenge = check_challenge(trump, *hand.challenge, house)
        except MatchError as fault:
            raise _Fault(str(fault), hand.line_of("Challenge")) from None
        trump, leader = challenge.trump, challenge.leader
    return trump, leader


def _redeal_due_refused(hand: HandRecord, record: MatchRecord) -> bool:
    house = record.house
    return house["redeal_first5"] != "off" and hand.redeals > int(house["redeal_first5_limit"])


def _check_called(
    hand: HandRecord, record: MatchRecord, caller_cards: Hand | None, trump: Suit | None
) -> None:
    """Check the turned-up or blind card: allowed here, held by the caller, of the trump suit."""
    house = record.house
    checks: list[tuple[Card, str]] = []
    if hand.turnup is not None:
        card, position = hand.turnup
        pool = turnup_positions(house)
        named = house["named_position"]
        if named != "off":
            pool = (*pool, int(named))
        if position not in pool:
            allowed = f"the pool is cards {min(pool)} to {max(pool)}" if pool else "off here"
            raise _Fault(f"card {position} may not be turned up: {allowed}", hand.line_of("TurnUp"))
        if hand.first_five is not None and card in hand.first_five:
            raise _Fault(f"the turned-up {card} is one of the first five", hand.line_of("TurnUp"))
        checks.append((card, "TurnUp"))
    if hand.blind is not None:
        if not house["blind_from_five"]:
            raise _Fault("this house draws no trump from the five", hand.line_of("Blind"))
        if hand.first_five is not None and hand.blind not in hand.first_five:
            raise _Fault(
                f"the blind card {hand.blind} is not one of the first five", hand.line_of("Blind")
            )
        checks.append((hand.blind, "Blind"))
    for card, tag in checks:
        if caller_cards is not None and card not in caller_cards:
            raise _Fault(f"the caller does not hold {card}", hand.line_of(tag))
        if trump is not None and card.suit != trump:
            raise _Fault(
                f"{card} makes {card.suit.letter} trump, not {trump.letter}", hand.line_of(tag)
            )


def _check_pack(hand: HandRecord, record: MatchRecord) -> None:
    """Check that a full deal consists of the pack of its game."""
    seats = record.variant.seats
    if len(hand.deal) != seats:
        raise _Fault(f"{seats} hands are dealt, not {len(hand.deal)}", hand.line_of("Deal"))
    pack = set(pack_of(record.house))
    dealt = [card for cards in (*hand.deal, *hand.reserves) for card in cards]
    foreign = [card for card in dealt if card not in pack]
    if foreign:
        raise _Fault(
            f"{' '.join(map(str, foreign))} is not in the pack of this game", hand.line_of("Deal")
        )


def _before_exchange(
    hand: HandRecord, record: MatchRecord, losers: Sequence[int] | None, k: int
) -> tuple[Hand, ...]:
    """The hands as dealt: the recorded deal with the (checked) exchange undone."""
    if not hand.exchange:
        if losers and hand.deal:
            raise _Fault("an exchange is due after the kot of the last hand", hand.line_of("Deal"))
        return hand.deal
    line = hand.line_of("Exchange")
    if not record.house["exchange"]:
        raise _Fault("this house exchanges no cards", line)
    if losers is not None and not losers:
        raise _Fault("no exchange is due: the last hand was no kot", line)
    if not hand.deal or hand.trump is None:
        raise _Fault("an exchange can only be checked with Deal and Trump", line)
    direction = record.house["direction"]
    sizes = {len(given) for _, given, _ in hand.exchange}
    count = k or max(sizes)
    swaps = [
        Swap(seat, right_neighbour(seat, direction), given, back)
        for seat, given, back in hand.exchange
    ]
    for swap in swaps:
        missing = (swap.gift - hand.deal[swap.receiver]) | (swap.back - hand.deal[swap.giver])
        if missing:
            raise _Fault(
                f"after the exchange {' '.join(map(str, missing))} lies in another hand than the "
                "exchange says",
                line,
            )
    before = undo_exchange(hand.deal, swaps)
    owing = losers if losers is not None else [seat for seat, _, _ in hand.exchange]
    given = {seat: (gift, back) for seat, gift, back in hand.exchange}
    try:
        check_exchange(before, hand.trump, owing, given, count, record.house)
    except HakemError as fault:
        raise _Fault(str(fault), line) from None
    return before


def redeal_rights(hand: HandRecord, record: MatchRecord) -> tuple[str, ...]:
    """Remarks about the rights to a redeal that nobody used in this hand."""
    found = []
    if hand.first_five is not None:
        right = redeal_of_five(hand.first_five, record.house, hand.redeals)
        if right is not None:
            found.append(right.text)
    if hand.deal and hand.trump is not None and not hand.exchange:
        wild = record.variant.wild_two
        found += [
            right.text for right in redeals_of_deal(hand.deal, hand.trump, record.house, wild=wild)
        ]
    return tuple(found)


# ---- the play ------------------------------------------------------------------------------


def _check_doubles(hand: HandRecord) -> None:
    seen: dict[Card, int] = {}
    for number, trick in enumerate(hand.tricks, 1):
        for card in trick.cards:
            if card in seen:
                raise _Fault(
                    f"trick {number}: {card} was already played in trick {seen[card]}", trick.line
                )
            seen[card] = number


def _start(hand: HandRecord, record: MatchRecord, trump: Suit | None, leader: int) -> Position:
    """The position before the lead, from the deal or from the play."""
    variant = record.variant
    line = hand.line_of("Deal", "Play")
    more: dict[str, Any] = {}
    hidden = variant.lays_down
    if hand.indicator is not None:
        if not hidden:
            raise _Fault(f"{variant.name} has no indicator", hand.line_of("Indicator"))
        if trump is not None and trump != hand.indicator.suit:
            raise _Fault(
                f"the indicator {hand.indicator} is not of the trump suit {trump.letter}",
                hand.line_of("Indicator"),
            )
        trump = hand.indicator.suit
        more["indicator"] = hand.indicator
    if variant.sets_trump:
        trump = None
        if variant.get("beranga_leader") == "holder_of_2C":
            leader = _holder_of_two(hand, line)
    elif trump is None:
        raise _Fault("the trump is not given: the tag Trump is missing", line)
    if hand.reserves:
        more["reserves"] = hand.reserves
    hands = hand.deal or _hands_from_play(hand, record, trump, leader)
    try:
        return Position.start(Deal(hands), trump, leader, variant, **more)
    except HakemError as fault:
        raise _Fault(str(fault), line) from None


def _holder_of_two(hand: HandRecord, line: int) -> int:
    """The seat with the 2 of clubs, which leads first in some be-ranga games."""
    two = Card(Suit.CLUBS, Rank.TWO)
    if not hand.deal:
        raise _Fault("the holder of C2 leads: the tag Deal is needed to tell who that is", line)
    for seat, cards in enumerate(hand.deal):
        if two in cards:
            return seat
    raise _Fault("the holder of C2 leads, but C2 is not in the deal", line)


def _hands_from_play(
    hand: HandRecord, record: MatchRecord, trump: Suit | None, leader: int
) -> tuple[Hand, ...]:
    """The cards of every seat, taken from the play where no deal is recorded.

    A seat that did not follow and later plays a card of that suit is thereby found to have revoked.
    """
    variant, seats = record.variant, record.variant.seats
    line = hand.line_of("Play")
    said = all(trick.leader is not None for trick in hand.tricks[1:])
    unknown = variant.hides_trump or variant.get("ace_rule") == "demote"
    if variant.deals_later or (unknown and not said):
        raise _Fault("this game's play can only be replayed with the tag Deal", line)
    whole = len(hand.tricks) == variant.cards_per_hand
    if (variant.collecting or variant.sets_trump) and not whole:
        raise _Fault(
            f"{len(hand.tricks)} of {variant.cards_per_hand} tricks: without the tag Deal all are "
            "needed",
            line,
        )
    wild = variant.wild_two
    held: list[list[Card]] = [[] for _ in range(seats)]
    for trick in hand.tricks:
        if trick.leader is not None:
            leader = trick.leader
        for place, card in enumerate(trick.cards):
            held[(leader + place) % seats].append(card)
            if trump is None and card.suit != trick.cards[0].suit:
                trump = card.suit  # be-ranga: the first card off the suit led makes trump
        leader = (leader + winning_card(trick.cards, trump, wild=wild)) % seats
    return tuple(Hand.of(cards) for cards in held)


def winning_card(cards: Sequence[Card], trump: Suit | None, *, wild: bool = False) -> int:
    """The index of the winning card of a trick; `wild`: the 2 of hearts is the highest trump."""

    def key(card: Card) -> tuple[int, int]:
        if wild and card == WILD and trump is not None:
            return 3, 0
        if card.suit == trump:
            return 2, card.rank
        return int(card.suit == cards[0].suit), card.rank

    return max(range(len(cards)), key=lambda place: (key(cards[place]), -place))


def _play_trick(position: Position, trick: Trick, number: int, hand: HandRecord) -> Position:
    """Play one trick card by card; RecordError names trick, seat, card and rule."""
    if trick.leader is not None and trick.leader != position.leader:
        who = f"seat {position.leader} won the last trick and leads"
        if number == 1:
            who = f"seat {position.leader} leads"
        raise _Fault(f"trick {number}: {who}, not seat {trick.leader}", trick.line)
    try:
        if position.chances():  # five-card start, all tricks followed: a random card makes trump
            if hand.trump is None:
                raise _Fault(
                    "everybody followed for five tricks: the tag Trump must name the suit drawn",
                    trick.line,
                )
            position = draw_trump(position, hand.trump)
        for move in trick.moves:
            position = position.play(move)
    except HakemError as fault:
        raise _Fault(str(fault), trick.line) from None
    return position


# ---- the result ----------------------------------------------------------------------------


def _result(
    hand: HandRecord,
    record: MatchRecord,
    start: Position,
    end: Position,
    tricks: Sequence[PlayedTrick],
) -> tuple[HandResult | None, list[str], bool]:
    """The result of the play, checked against the recorded one."""
    said = hand.result
    total = len(start.hands[1]) + (len(start.reserves[1]) if start.reserves else 0)
    if not hand.deal:
        total = max(total, record.variant.cards_per_hand)
    remarks: list[str] = []
    found = _from_play(hand, record, end, tricks, total, remarks)
    if found is None:
        if said is None:
            remarks.append(f"unfinished: {_so_far(end, len(tricks), total)}")
            return None, remarks, False
        fault = _impossible(said, end)
        if fault:
            raise _Fault(fault, hand.line_of("Result"))
        _check_result(said, hand, record)
        remarks.append(f"the result is taken from the record after {len(tricks)} tricks")
        return said, remarks, True
    if said is None:
        return found, remarks, False
    faults = []
    if said.outcome is not None and found.outcome is not None and said.outcome != found.outcome:
        faults.append(f"the record says {said.outcome.words}, the play is {found.outcome.words}")
    if said.points and found.points and said.points != found.points:
        shown = "-".join(map(str, found.points))
        faults.append(f"the record says {'-'.join(map(str, said.points))}, the play gives {shown}")
    if said.failed and not found.failed:
        faults.append("the record says that a side went on and failed, the play does not")
    if said.bid is not None and found.bid is not None and said.bid != found.bid:
        faults.append(f"the record says bid={said.bid}, the auction ends at {found.bid}")
    if faults:
        raise _Fault("; ".join(faults), hand.line_of("Result"))
    merged = replace(
        found,
        partner_stopped=said.partner_stopped,
        capitulated=said.capitulated,
        challenged=found.challenged or said.challenged,
        bid=found.bid if found.bid is not None else said.bid,
        lone=said.lone,
    )
    return merged, remarks, False


def _so_far(end: Position, tricks: int, total: int) -> str:
    """What has been played of an unfinished hand, in words."""
    played = f"{tricks} of {total} tricks are played"
    if not tricks:
        return "no trick is complete"
    if len(end.taken) == 2:
        what = "tens" if end.variant.points == "tens" else "tricks"
        return f"{played}; {what} of A and B: {end.taken[0]}-{end.taken[1]}"
    return played


def _impossible(said: HandResult, end: Position) -> str:
    """The reason why the recorded class cannot be reached from here; '' when it can."""
    if said.outcome is None or len(end.taken) != 2:
        return ""
    other = end.taken[1] if said.outcome > 0 else end.taken[0]
    if abs(said.outcome) >= 2 and other and not end.variant.get("no_collect"):
        return f"the record says {said.outcome.words}, but the other side has {other}"
    return ""


def _from_play(
    hand: HandRecord,
    record: MatchRecord,
    end: Position,
    tricks: Sequence[PlayedTrick],
    total: int,
    remarks: list[str],
) -> HandResult | None:
    variant, house = record.variant, record.house
    winners = [trick.winner for trick in tricks]
    done = len(tricks) == total
    if not variant.has_sides:
        counts = Counter(winners)
        stops = []
        for number in range(1, len(winners) + 1):
            so_far = Counter(winners[:number])
            if three_stopped([so_far[seat] for seat in range(3)], total):
                stops.append(number)
        if not stops:
            return None
        _late(remarks, len(tricks) - stops[0])
        counts = Counter(winners[: stops[0]])
        run = stops[0] == 7 and len(set(winners[:7])) == 1
        return HandResult(None, tuple(counts[seat] for seat in range(3)), run=run)
    if hand.challenge is not None:
        success = challenge_succeeds(winners, house, total // 2 + 1)
        if success is None:
            return None
        return HandResult(Outcome.KOT_B if success else Outcome.KOT_A, challenged=True)
    taken = (end.taken[0], end.taken[1])
    if record.scoring.kind == "sars":
        return HandResult(None, taken) if done else None
    if record.scoring.kind == "bid":
        if not done:
            return None
        bid = settle_bids(hand.auction, house, hand.auction_first).bid if hand.auction else None
        return HandResult(None, taken, bid=bid)
    if variant.points == "tens":
        if sum(taken) < 4:
            return None
        tricks_a = end.collected[0] if done else None
        if house["dehla_result"] == "tricks_decide" and taken[0] == 2 and not done:
            return None
        return HandResult(class_of_tens(taken[0], house["dehla_result"], tricks_a), taken)
    if variant.collecting:
        setter = _setter(tricks, variant.seats) if variant.sets_trump else None
        return HandResult(class_of_tricks(taken[0], total), taken, setter=setter) if done else None
    return _first_to_need(record, tricks, total, remarks)


def _setter(tricks: Sequence[PlayedTrick], seats: int) -> int | None:
    """The hand seat whose card made trump; None when everybody always followed suit."""
    for trick in tricks:
        for place, card in enumerate(trick.cards):
            if card.suit != trick.cards[0].suit:
                return (trick.leader + place) % seats
    return None


def _first_to_need(
    record: MatchRecord, tricks: Sequence[PlayedTrick], total: int, remarks: list[str]
) -> HandResult | None:
    """The result where tricks are taken at once: the first majority, a kot against 0 tricks."""
    need = total // 2 + 1
    hard = record.variant.get("stop_rule") == "hard7"
    counts = [(trick.taken[0], trick.taken[1]) for trick in tricks]
    stop = next((n for n, pair in enumerate(counts) if max(pair) >= need), None)
    if stop is None:
        if len(tricks) == total:  # an even split: the caller's side has not won
            return HandResult(Outcome.WIN_B, counts[-1])
        return None
    a, b = counts[stop]
    sign = 1 if a > b else -1
    if min(a, b) or hard:
        _late(remarks, len(tricks) - stop - 1)
        return HandResult(Outcome(sign * (1 if min(a, b) else 2)), (a, b))
    failed = next((n for n, pair in enumerate(counts) if min(pair)), None)
    if failed is not None:
        return HandResult(Outcome(2 * sign), counts[-1], failed=True)
    whole = len(tricks) == total
    return HandResult(Outcome(sign * (3 if whole else 2)), counts[-1])


def _late(remarks: list[str], extra: int) -> None:
    if extra > 0:
        remarks.append(f"{extra} trick{'s' * (extra > 1)} played after the hand was decided")


# ---- the match -----------------------------------------------------------------------------
