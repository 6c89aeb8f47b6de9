"""The rules before the lead: batches, packs, redeals, turned-up trumps, bids and challenges.

Hand seats: 0 calls, 1 and 3 are side B, 2 is the caller's partner, the last seat deals. What these
choices are worth is computed in decide/before_the_lead.py; nothing here affects the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.cards import PACK, Card, Hand, Rank, Suit
from ..base.errors import MatchError, sentence
from .house_rules import House

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WILD = Card(Suit.HEARTS, Rank.TWO)
PICTURES = frozenset({Rank.KING, Rank.QUEEN, Rank.JACK})


# ---- packs and batches ---------------------------------------------------------------------


def pack_of(house: House) -> tuple[Card, ...]:
    """The cards in play: 52; 51 for three players (one two removed); 48 for chokri (no twos)."""
    if house.game == "three":
        removed = Card.parse(str(house["removed_two"]))
        return tuple(card for card in PACK if card != removed)
    if house.game == "chokri":
        return tuple(card for card in PACK if card.rank != Rank.TWO)
    return tuple(PACK)


def seats_of(house: House) -> int:
    """The number of hands dealt in the game of this house: 2, 3, 4 or 6."""
    return {"three": 3, "two": 2, "chokri": 6}.get(house.game, 4)


def batches_of(house: House) -> tuple[int, ...]:
    """The numbers of cards a seat gets at a time, such as (5, 4, 4)."""
    return tuple(int(part) for part in str(house["deal_batches"]).split("-"))


def deal_in_batches(deck: Sequence[Card], house: House) -> tuple[tuple[Card, ...], ...]:
    """Deal a shuffled deck batch by batch; each seat's cards in the order it got them.

    The first five cards of seat 0 are what the caller sees; the later ones, in this order, are
    those that may be turned up. MatchError when the deck is too short or holds a card twice.
    """
    seats, batches = seats_of(house), batches_of(house)
    if len(set(deck)) != len(deck):
        raise MatchError("the deck holds a card twice")
    if len(deck) < seats * sum(batches):
        raise MatchError(
            f"{seats} seats get {sum(batches)} cards each, the deck has only {len(deck)}"
        )
    hands: list[list[Card]] = [[] for _ in range(seats)]
    at = 0
    for batch in batches:
        for hand in hands:
            hand.extend(deck[at : at + batch])
            at += batch
    return tuple(tuple(hand) for hand in hands)


# ---- redeals -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RedealRight:
    """A right to a redeal: the rule, the seat that may use it, and whose consent it needs."""

    rule: str
    seats: tuple[int, ...]
    consent: int | None
    text: str


def pictureless(cards: Iterable[Card], ace_counts: bool) -> bool:
    """Whether the hand holds no K, Q or J, and no ace where an ace counts as a court card."""
    return not any(
        card.rank in PICTURES or (ace_counts and card.rank == Rank.ACE) for card in cards
    )


def redeal_of_five(five: Iterable[Card], house: House, redeals: int = 0) -> RedealRight | None:
    """The caller's right to throw in his first five cards, after `redeals` redeals in a row."""
    rule = house["redeal_first5"]
    if rule == "off" or redeals >= house["redeal_first5_limit"]:
        return None
    ace = rule == "no_AKQJ" or house["ace_is_court"] is True
    if not pictureless(five, ace):
        return None
    what = "card above the ten" if ace else "king, queen or jack"
    return RedealRight("redeal_first5", (0,), None, f"no {what} among the caller's first five")


def redeals_of_deal(
    hands: Sequence[Hand], trump: Suit, house: House, *, wild: bool = False
) -> tuple[RedealRight, ...]:
    """Every right to throw in a full deal, trump known; `wild`: the 2 of hearts is a trump."""
    rights = []
    rule, ace_setting = house["redeal_full13"], house["ace_is_court"]
    if rule == "caller_no_KQJ" and pictureless(hands[0], ace_setting is True):
        rights.append(
            RedealRight("redeal_full13", (0,), None, "the caller's whole hand has no picture")
        )
    if rule == "any_player_no_court":
        ace = ace_setting is not False
        bare = tuple(seat for seat, hand in enumerate(hands) if pictureless(hand, ace))
        if bare:
            rights.append(
                RedealRight("redeal_full13", bare, None, "a whole hand has no court card")
            )
    partner = house["redeal_partner_no_trump"] and len(hands) >= 4
    if partner and trump_count(hands[2], trump, wild=wild) == 0:
        text = "the caller's partner has no trump; the caller must agree"
        rights.append(RedealRight("redeal_partner_no_trump", (2,), 0, text))
    limit = house["redeal_trump_count"]
    if limit != "off":
        long = tuple(
            seat for seat, hand in enumerate(hands) if trump_count(hand, trump, wild=wild) >= limit
        )
        if long:
            rights.append(
                RedealRight("redeal_trump_count", long, None, f"a hand has {limit} or more trumps")
            )
    return tuple(rights)


def trump_count(hand: Hand, trump: Suit, *, wild: bool = False) -> int:
    """The number of trumps in a hand; in satat the 2 of hearts is one."""
    return hand.length(trump) + (wild and trump != Suit.HEARTS and WILD in hand)


# ---- other ways to a trump -----------------------------------------------------------------


def turnup_positions(house: House) -> tuple[int, ...]:
    """Positions (1 to 13) of the caller's cards that may be turned up; () where none may."""
    if house["turnup_trump"] == "off":
        return ()
    pool = house["turnup_pool"]
    batches = batches_of(house)
    if pool == "any_of_8":
        return tuple(range(batches[0] + 1, sum(batches) + 1))
    first = batches[0] if pool == "second_batch" else sum(batches[:-1])
    size = batches[1] if pool == "second_batch" else batches[-1]
    return tuple(range(first + 1, first + size + 1))


def turned_trump(order: Sequence[Card], position: int, house: House) -> Suit:
    """The trump when the caller's card at `position` (from 1, in the order dealt) is turned up."""
    allowed = turnup_positions(house)
    if position not in allowed:
        if not allowed:
            raise MatchError("this house does not turn up a card for trump")
        raise MatchError(
            f"card {position} may not be turned up: the pool is cards {allowed[0]} to {allowed[-1]}"
        )
    return order[position - 1].suit


def named_trump(order: Sequence[Card], house: House) -> Suit:
    """The trump when the caller names a card by its position (`named_position`)."""
    position = house["named_position"]
    if position == "off":
        raise MatchError("this house does not let the caller name a card by its position")
    return order[int(position) - 1].suit


def blind_trump(five: Sequence[Card], pick: int, house: House) -> Suit:
    """The trump when card `pick` (0..4) of the caller's own five is drawn blind."""
    if not house["blind_from_five"]:
        raise MatchError("this house does not draw the trump from the caller's five")
    if not 0 <= pick < len(five):
        raise MatchError(f"the blind card is one of 0 to {len(five) - 1}, not {pick}")
    return five[pick].suit


# ---- challenge -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenge:
    """A change of the trump by side B: the seat, the new suit, and the seat that leads."""

    seat: int
    trump: Suit
    leader: int


def check_challenge(called: Suit, seat: int, suit: Suit, house: House) -> Challenge:
    """The challenge, if docs/rules.md 1.8 allows it; MatchError says what forbids it."""
    faults = []
    if not house["challenge"]:
        faults.append("this house knows no challenge of trumps")
    if seat not in (1, 3):
        faults.append(f"seat {seat} is of the caller's side and may not challenge")
    if suit == called:
        faults.append(f"the new trump must differ from {called.letter}")
    if faults:
        raise MatchError(sentence("the challenge is refused", faults))
    return Challenge(seat, suit, seat if house["challenge_leader"] == "challenger" else 0)


def challenge_succeeds(winners: Sequence[int], house: House, need: int = 7) -> bool | None:
    """Whether side B has met its target, from the trick winners so far; None while undecided.

    Target `first7`: the first `need` tricks. Target `any_run_of_7`: any `need` tricks in a row,
    lost as soon as too few tricks are left. With need = 7 the hand has 13 tricks.
    """
    total = 2 * need - 1
    if house["challenge_target"] == "first7":
        if any(seat % 2 == 0 for seat in winners[:need]):
            return False
        return True if len(winners) >= need else None
    run = 0
    for count, seat in enumerate(winners, 1):
        run = run + 1 if seat % 2 else 0
        if run == need:
            return True
        if run + total - count < need:
            return False
    return None


# ---- bids ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contract:
    """The seat that plays and its number of tricks; `forced` when all had passed."""

    seat: int
    bid: int
    forced: bool = False


def bid_range(house: House) -> tuple[int, int]:
    """Lowest and highest bid: daba 7..13, chokri 5..8, dummy by bids 7..13."""
    if house.game == "chokri":
        return 5, 8
    return int(house["daba_bids"]), 13


def settle_bids(calls: Sequence[int | None], house: House, first: int = 0) -> Contract:
    """The contract after one round of bids that seat `first` begins; None is a pass.

    Every bid must be higher than the last. When all pass, `first` must play for the lowest bid.
    MatchError names the seat and the bid that break the rule (rules.md 7.3, 8.4).
    """
    seats = seats_of(house)
    low, high = bid_range(house)
    if len(calls) != seats:
        raise MatchError(f"one round of bids has {seats} calls, not {len(calls)}")
    best: Contract | None = None
    for step, bid in enumerate(calls):
        seat = (first + step) % seats
        if bid is None:
            continue
        if not low <= bid <= high:
            raise MatchError(f"seat {seat} bids {bid}: bids go from {low} to {high}")
        if best is not None and bid <= best.bid:
            raise MatchError(f"seat {seat} bids {bid}: it must be higher than {best.bid}")
        best = Contract(seat, bid)
    return best or Contract(first, low, forced=True)


def parse_bids(text: str) -> list[int | None]:
    """Read calls such as `7 pass 9 -`; MatchError names a word that is no call."""
    calls: list[int | None] = []
    for word in text.replace(",", " ").split():
        if word.lower() in ("pass", "p", "-"):
            calls.append(None)
        elif word.isascii() and word.isdigit() and len(word) < 4:
            calls.append(int(word))
        else:
            raise MatchError(f"{word[:20]!r} is no call: expected a number or pass")
    return calls


def turnup_weights(hands: NDArray[np.uint64], five: Hand) -> NDArray[np.float64]:
    """For each deal (a row of `hands`, seat 0 calling) the chance of each suit to be turned up.

    The caller's other eight cards come in random order, so each of them is at any given position
    with the chance 1/8. The result has the shape (n, 4); rows add up to 1.
    """
    import numpy as np

    other = hands[:, 0] & ~np.uint64(five.bits)
    counts = np.empty((len(hands), 4), dtype=np.float64)
    for suit in range(4):
        part = (other >> np.uint64(13 * suit)) & np.uint64((1 << 13) - 1)
        counts[:, suit] = [int(bits).bit_count() for bits in part]
    totals = counts.sum(axis=1, keepdims=True)
    if len(hands) == 0 or not (totals > 0).all():
        raise MatchError("the caller has no cards but his five to turn up")
    shares: NDArray[np.float64] = counts / totals
    return shares
