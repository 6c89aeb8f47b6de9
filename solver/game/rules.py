"""The rules of play in plain Python: legal cards, who wins a trick, who collects, for every game.

`Position.play` and every replay use these rules; the search has its own, faster ones (core/rules).
Section numbers are those of docs/rules.md; where that page leaves a question open, the comment says
"Decision". A rule takes a position and returns cards or a new position. None searches.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..base.cards import SUIT_BITS, Card, Hand, Rank, Suit
from ..base.errors import PlayError
from .move import Move
from .state import PositionState, State, stepped

__all__ = [
    "best_under",
    "chances",
    "draw_trump",
    "groups_of_equals",
    "groups_of_moves",
    "is_trump",
    "kasiet_known",
    "leader_would_take",
    "legal_cards",
    "may_request_trump",
    "only_follows",
    "play",
    "request_trump",
    "winning_place",
]

W = Card(Suit.HEARTS, Rank.TWO)
"""The 2 of hearts, highest trump of satat and trup kasiet (2)."""
CALLER = 0


def suit_cards(hand: Hand, suit: int | None) -> Hand:
    """The cards of this suit in the hand; none for the suit None."""
    return Hand() if suit is None else Hand(hand.bits & SUIT_BITS << 13 * suit)


# Who wins a trick ------------------------------------------------------------------------------


def led_suit(position: PositionState) -> Suit:
    """The suit to be followed: that of the led card, or the trump suit when W was led (2)."""
    led = position.table[0]
    if position.variant.wild_two and led == W and position.trump is not None:
        return position.trump
    return led.suit


def winning_place(position: PositionState, table: tuple[Card, ...] | None = None) -> int:
    """The index (0 = led) of the card that wins the running trick so far.

    `table` replaces the position's own running trick; it must hold at least one card.
    """
    return best_under(position, position.table if table is None else table, position.trump)


def best_under(position: PositionState, table: tuple[Card, ...], trump: Suit | None) -> int:
    """The index in the trick of the winning card if this suit were trump."""
    variant = position.variant
    if variant.wild_two or variant.hides_trump or position.ace_streak:
        strengths = [_strength(position, table, place, trump) for place in range(len(table))]
        return strengths.index(max(strengths))
    led = table[0].suit
    strengths = [
        100 + card.rank if card.suit == trump else 2 + card.rank if card.suit == led else 0
        for card in table
    ]
    return strengths.index(max(strengths))


def _strength(
    position: PositionState, table: tuple[Card, ...], place: int, trump_suit: Suit | None
) -> int:
    """The strength of a card in this trick: 0 for a discard, trumps above the led suit."""
    card = table[place]
    if position.variant.wild_two and card == W:
        return 300
    trump = card.suit == trump_suit and _is_live(position, place)
    if not trump and card.suit != table[0].suit:
        return 0
    # 3.2, demote: an ace led right after a win with an ace ranks below the two.
    low = (
        place == 0
        and position.ace_streak
        and position.variant.get("ace_rule") == "demote"
        and _is_ace(position, card, trump_suit)
    )
    return (100 if trump else 0) + (1 if low else 2 + card.rank)


def is_trump(position: PositionState, card: Card, place: int) -> bool:
    """Whether this card at this place (0 = led) of the running trick is a trump in it."""
    if position.variant.wild_two and card == W:
        return True
    return card.suit == position.trump and _is_live(position, place)


def _is_live(position: PositionState, place: int) -> bool:
    """Whether a card of the trump suit is a trump: always, except for a hidden trump (7.1)."""
    if not position.variant.hides_trump:
        return True
    whole_trick = position.variant["activation"] == "whole_trick"
    return position.revealed and (whole_trick or place >= position.live_from)


def _is_ace(position: PositionState, card: Card, trump: Suit | None) -> bool:
    """Whether this card is an ace for the ace rule (3.2)."""
    if card.rank is not Rank.ACE:
        return False
    return bool(position.variant.get("ace_trumps_count", True)) or card.suit != trump


# Legal cards -----------------------------------------------------------------------------------


def legal_cards(position: PositionState) -> Hand:
    """The cards the seat to move may play; empty when the hand is over."""
    if position.variant.hides_trump:
        position = shown_in_time(position)
    return legal_from(position, position.hands[position.to_move])


def legal_from(position: PositionState, hand: Hand) -> Hand:
    """The cards the seat to move might play if it held `hand`; a trump due is shown already."""
    if position.asked and (trumps := suit_cards(hand, position.trump)):
        return trumps
    if position.indicator is not None:
        hand = _playable(position, position.indicator, hand)
    if not position.table:
        return hand
    if position.variant.wild_two:
        return _satat_cards(position, hand)
    held = hand.bits & SUIT_BITS << 13 * position.table[0].suit
    return Hand(held) if held else _void_cards(position, hand)


def only_follows(position: PositionState) -> bool:
    """Whether following suit is all that binds the seat to move, behind a card that was led."""
    variant = position.variant
    return not (
        position.asked
        or not position.table
        or variant.wild_two
        or variant.get("void_duty", "none") != "none"
        or variant.get("overtrump_duty", "off") != "off"
        or variant.get("indicator_playable") == "after_known"
    )


def groups_of_equals(
    position: PositionState, elsewhere: Hand | None = None
) -> tuple[tuple[Card, ...], ...]:
    """The legal cards in groups that no play can tell apart, suit by suit, each high to low.

    Cards of a suit are equal where no card between them is `elsewhere`: by default every unplayed
    card that the seat to move does not hold. A card that counts for more than its rank has no
    equal: a ten where tens count, an ace under an ace rule, the 2 of hearts as the highest trump,
    an indicator.
    """
    variant, groups = position.variant, list[list[Card]]()
    if variant.hides_trump:
        position = shown_in_time(position)
    if elsewhere is None:
        elsewhere = position.unplayed - position.hands[position.to_move]

    def alone(card: Card) -> bool:
        return (
            (variant.points == "tens" and card.rank is Rank.TEN)
            or (variant.get("ace_rule", "off") != "off" and card.rank is Rank.ACE)
            or (variant.wild_two and card == W)
            or card == position.indicator
        )

    for card in legal_cards(position):
        last = groups[-1][-1] if groups else None
        if (
            last is not None
            and last.suit is card.suit
            and not elsewhere.bits & (last.bit - 2 * card.bit)  # those between them
            and not alone(card)
            and not alone(last)
        ):
            groups[-1].append(card)
        else:
            groups.append([card])
    return tuple(map(tuple, groups))


def groups_of_moves(
    position: PositionState, elsewhere: Hand | None = None
) -> tuple[tuple[Move, ...], ...]:
    """The moves in groups that no play can tell apart, those that request a hidden trump last.

    `elsewhere` as for `groups_of_equals`.
    """
    ways = [(position, False)]
    if may_request_trump(position):
        ways.append((request_trump(position), True))
    return tuple(
        [
            tuple([Move(card, requests) for card in group])
            for before, requests in ways
            for group in groups_of_equals(before, elsewhere)
        ]
    )


def _void_cards(position: PositionState, hand: Hand) -> Hand:
    """The cards a player who cannot follow may play: any card, or fewer under the duties of 1.4.

    Decision: the duty to overtrump applies only to a player who plays a trump: he must beat the
    trump that wins the trick so far, if he can. It does not force him to play a trump, and does not
    apply when trumps are led.
    """
    trumps = suit_cards(hand, position.trump)
    usable = trumps
    duty = position.variant.get("overtrump_duty", "off")
    place = winning_place(position)
    if duty != "off" and position.table[place].suit == position.trump:
        winner = (position.leader + place) % position.seats
        opponent = position.side(winner) != position.side(position.to_move)
        if duty == "always" or opponent:
            rank = position.table[place].rank
            usable = Hand.of(card for card in trumps if card.rank > rank) or trumps
    if position.variant.get("void_duty", "none") == "must_trump" and trumps:
        return usable
    return (hand - trumps) | usable


def _satat_cards(position: PositionState, hand: Hand) -> Hand:
    """The legal cards of satat (2), with the free play of trup kasiet (2.1)."""
    if _kasiet_free(position):
        return hand
    led = led_suit(position)
    wild = hand & Hand(W.bit)
    following = suit_cards(hand, led) - wild
    if following:
        return following | wild
    forced = not position.variant["satat_exempt"] and led == position.trump
    if forced and wild and kasiet_known(position, len(position.table)):
        return wild
    return hand


def kasiet_known(position: PositionState, place: int) -> bool:
    """Whether the players knew the trump suit when the card at this index was due.

    Decision: playing the indicator makes the suit known at once; an announced winner makes it known
    from the next trick on.
    """
    if position.variant.family != "kasiet":
        return True
    mask = position.kasiet_mask
    return mask & mask - 1 == 0 or (
        position.indicator is None or position.indicator in position.table[:place]
    )


def _kasiet_free(position: PositionState) -> bool:
    """Whether any card may be played because of W (2.1).

    Decision: what counts is whether the suit was known when W was played.
    """
    if position.variant.family != "kasiet" or W not in position.table:
        return False
    place = position.table.index(W)
    anywhere = position.variant["kasiet_free_on_W"] == "any"
    return (place == 0 or anywhere) and not kasiet_known(position, place)


def _playable(position: PositionState, indicator: Card, hand: Hand) -> Hand:
    """The hand, without its indicator that may not be played yet (2.1, `indicator_playable`).

    Decision: such an indicator does not count for following suit, and it may be played as the last
    card of the hand.
    """
    locked = position.variant.get("indicator_playable") == "after_known" and not kasiet_known(
        position, len(position.table)
    )
    return (hand - Hand(indicator.bit) or hand) if locked else hand


# Requesting a hidden trump (7) -----------------------------------------------------------------


def may_request_trump(position: PositionState) -> bool:
    """Whether the seat to move may request the hidden trump before it plays."""
    if not position.variant.hides_trump:
        return False
    position = shown_in_time(position)
    if position.revealed or position.over:
        return False
    seat = position.to_move
    if not position.table:
        return seat == CALLER
    if suit_cards(position.hands[seat], position.table[0].suit):
        return False
    partner = seat != CALLER and seat % 2 == CALLER % 2
    return not partner or bool(position.variant["may_ask"] == "any_void")


def request_trump(position: State) -> State:
    """The position after the seat to move requested the hidden trump; it still has to play.

    Raises PlayError when no trump is hidden or the seat may not request it now.
    """
    position = shown_in_time(position)
    where = f"trick {position.tricks_done + 1}, seat {position.to_move}"
    if not position.variant.hides_trump:
        raise PlayError(f"{where}: no trump is hidden in {position.variant.name}")
    if position.revealed:
        raise PlayError(f"{where}: the trump has been shown already")
    if not may_request_trump(position):
        raise PlayError(
            f"{where}: only a player who cannot follow, or the caller on lead, may ask for trump"
        )
    # The caller must trump after showing his suit; the option concerns the other seats only.
    bound = position.to_move == CALLER or bool(position.variant["asker_must_trump"])
    return stepped(_show(position), {"asked": bound})


def _show(position: State) -> State:
    """Return the indicator to the caller's hand; cards already on the table are no trumps."""
    if position.indicator is None:
        return position
    first, *rest = position.hands
    hands = (first | Hand(position.indicator.bit), *rest)
    shown = {"hands": hands, "indicator": None, "revealed": True, "live_from": len(position.table)}
    return stepped(position, shown)


def shown_in_time(position: State) -> State:
    """Show a trump still hidden before the last trick; on double sar at the caller's card."""
    if not position.variant.hides_trump or position.revealed or position.tricks_left != 1:
        return position
    due = position.to_move == CALLER if position.variant.collecting else not position.table
    return _show(position) if due else position


# Playing a card --------------------------------------------------------------------------------


def play(position: State, card: Card) -> State:
    """The position after the seat to move plays this card.

    Raises PlayError naming trick, seat, card and rule when the card may not be played.
    """
    if position.variant.hides_trump:
        position = shown_in_time(position)
    seat = position.to_move
    if not legal_from(position, position.hands[seat]).bits & card.bit:
        where = f"trick {position.tricks_done + 1}, seat {seat}"
        raise PlayError(f"{where}: {card} {_why_not(position, seat, card)}")
    return _laid(position, seat, card)


def laid(position: State, card: Card) -> State:
    """The position after the seat to move lays this card of its hand down, legal or not."""
    if position.variant.hides_trump:
        position = shown_in_time(position)
    return _laid(position, position.to_move, card)


def _laid(position: State, seat: int, card: Card) -> State:
    held = position.hands
    hands = (*held[:seat], Hand(held[seat].bits & ~card.bit), *held[seat + 1 :])
    table = (*position.table, card)
    trump = position.trump
    if (
        position.variant.sets_trump
        and trump is None
        and position.variant.get("set_trick_active", True)
        and card.suit != table[0].suit
    ):
        # 5, 6: the first card off the suit led makes trump, already in its own trick.
        trump = card.suit
    if len(table) == len(held):
        return _settle(position, hands, table)
    return stepped(position, {"hands": hands, "table": table, "trump": trump, "asked": False})


def _why_not(position: PositionState, seat: int, card: Card) -> str:
    """The reason why this card is illegal, as words to follow its name."""
    hand = position.hands[seat]
    if card not in hand:
        if card in position.table:
            return "already lies on the table"
        for other, cards in enumerate(position.hands):
            if card in cards:
                return f"is not in this hand, seat {other} holds it"
        if card == position.indicator:
            return "is the hidden indicator and cannot be played before it is shown"
        if any(card in cards for cards in position.reserves):
            return "has not been dealt yet"
        return "is in no hand any more"
    if position.asked:
        return "is refused: who asked for trump must play one"
    if card == position.indicator and card not in _playable(position, card, hand):
        return "is the indicator and cannot be played before the suit is known"
    led = led_suit(position)
    if card.suit != led and suit_cards(hand, led):
        return f"is a revoke: the seat holds {led.name.lower()} and must follow suit"
    if position.variant.wild_two:
        return "is refused: the 2 of hearts must be played to a trump lead under this setting"
    return "is refused: the seat must play a trump, or a higher one, under this game's duties"


def _settle(position: State, hands: tuple[Hand, ...], table: tuple[Card, ...]) -> State:
    """The position after a complete trick: who won, who collects, and which reserves are dealt.

    `position` is the one before the last card of the trick; `hands` are those after it.
    """
    variant = position.variant
    trump = _trump_after(position, table)
    working = _working(position, trump)
    place = best_under(position, table, working)
    winner = (position.leader + place) % position.seats
    heap = position.heap + 1
    tens = position.heap_tens
    if variant.points == "tens":
        tens += sum(card.rank is Rank.TEN for card in table)
    ace = _won_with_ace(position, table[place], working)
    streak, takes = _taking(position, trump, winner, ace)
    gained = (heap, tens) if takes else (0, 0)
    if takes:
        heap, tens, streak = 0, 0, 0
    after = {
        "table": (),
        "leader": winner,
        "tricks_done": position.tricks_done + 1,
        "heap": heap,
        "heap_tens": tens,
        "streak": streak,
        "ace_streak": ace,
        "asked": False,
        "live_from": 0,
        "won_open": position.revealed and place >= position.live_from,
        "kasiet_mask": _mask_after(position, table, place) if variant.family == "kasiet" else 15,
        "indicator": None if position.indicator in table else position.indicator,
        **(
            _dealt(position, hands, table, trump)
            if position.reserves
            else {"hands": hands, "trump": trump}
        ),
        **_accounts(position, winner, *gained),
    }
    return stepped(position, after)


def _trump_after(position: PositionState, table: tuple[Card, ...]) -> Suit | None:
    """The trump after this complete trick; its first card off the suit led may have made it."""
    if position.trump is None and position.variant.sets_trump:
        return next((c.suit for c in table if c.suit != table[0].suit), None)
    return position.trump


def _working(position: PositionState, trump: Suit | None) -> Suit | None:
    """The trump within the running trick; 5, set_trick_active off: one made now works later."""
    return trump if position.variant.get("set_trick_active", True) else position.trump


def _won_with_ace(position: PositionState, card: Card, working: Suit | None) -> bool:
    """Whether the ace rule counts a trick won by this card (3.2)."""
    off = position.variant.get("ace_rule", "off") == "off"
    return not off and _is_ace(position, card, working)


def _taking(
    position: PositionState, trump: Suit | None, winner: int, ace: bool
) -> tuple[int, bool]:
    """The winner's streak after this trick, and whether he takes the heap (3.1, 3.2, 5, 7.2).

    `trump` is the one after the trick, `ace` whether the trick counts as won with an ace.
    """
    variant = position.variant
    streak, takes = _streak(position, winner, ace)
    if variant.sets_trump:
        # 5: nobody collects before trump exists, nor in the trick that makes it.
        set_now = trump is not None and position.trump is None
        delayed = variant.collecting and set_now and variant.get("beranga_delay", 1) == 1
        held = variant.collecting or bool(variant.get("single_heap_until_trump"))
        takes = takes and not (held and trump is None) and not delayed
    return streak, takes or position.tricks_left == 1  # the last trick takes all


def leader_would_take(position: PositionState, table: tuple[Card, ...]) -> bool:
    """Whether the leader of this complete trick would take the heap, had his card won it.

    `position` is any one in the trick; where trump is made in it, one from before that card.
    """
    trump = _trump_after(position, table)
    ace = _won_with_ace(position, table[0], _working(position, trump))
    return _taking(position, trump, position.leader, ace)[1]


def _streak(position: PositionState, winner: int, ace: bool) -> tuple[int, bool]:
    """The winner's streak after this trick, and whether it lets him collect (3.1, 3.2, 7.2)."""
    variant = position.variant
    if not variant.collecting:
        return 0, True
    again = winner == position.leader
    streak = min(position.streak + 1, 3) if again else 1
    two_aces = again and ace and position.ace_streak
    if two_aces and variant["ace_rule"] == "reset":
        streak = 0
    nothing_yet = position.heap == position.tricks_done
    takes = streak >= (variant["first_streak"] if nothing_yet else 2)
    if two_aces and variant["ace_rule"] == "block":
        takes = False
    if position.tricks_done + 1 in variant["no_collect"]:
        takes = False
    if variant.hides_trump and not (position.tricks_done and position.won_open):
        takes = False  # 7.2: the previous trick was won before the trump was shown
    return min(streak, 2), takes


def _accounts(position: PositionState, winner: int, tricks: int, tens: int) -> dict[str, Any]:
    """The points of the sides after the winner has taken these tricks and tens."""
    variant = position.variant
    place = winner if len(position.taken) > 2 else position.side(winner)
    taken = list(position.taken)
    taken[place] += tens if variant.points == "tens" else tricks
    changes: dict[str, Any] = {"taken": tuple(taken)}
    if variant.get("dehla_result") == "tricks_decide":
        collected = list(position.collected)
        collected[place] += tricks
        changes["collected"] = tuple(collected)
    if variant.points == "tricks" and not variant.collecting:
        need = position.tricks_total // 2 + 1
        # A position may be given without `kot` although its points imply one.
        for points in (position.taken, taken):
            if min(points) == 0 and max(points) >= need and len(points) == 2:
                changes["kot"] = 1 if points[0] else -1
    return changes


def _mask_after(position: PositionState, table: tuple[Card, ...], place: int) -> int:
    """Trup kasiet: the suits that the players must still think possible after this trick."""
    mask = position.kasiet_mask
    trump = position.trump
    if trump is None:
        return mask
    if kasiet_known(position, len(position.table)) or position.indicator in table:
        return 1 << trump
    how = position.variant["kasiet_known"]
    if how == "deduction":
        for suit in Suit:
            if best_under(position, table, suit) != place:
                mask &= ~(1 << suit)
    elif how == "first_ruff":
        # Decision: a ruff is a trick won by a trump other than W that was not led.
        card, led = table[place], table[0]
        if card != W and led != W and card.suit != led.suit:
            return 1 << trump
    return mask


# The five-card start (6) -----------------------------------------------------------------------


def _dealt(
    position: PositionState, hands: tuple[Hand, ...], table: tuple[Card, ...], trump: Suit | None
) -> dict[str, Any]:
    """The hands after a trick; reserves are dealt once trump is made or no card is left.

    When nobody failed to follow and chance chooses the trump, the position waits for `draw_trump`.
    """
    reserves = position.reserves
    if trump is None and not any(hands) and position.variant["m1_fallback"] == "given_suit":
        trump = Suit.parse(position.variant["given_suit"])
    if trump is None:
        counts = [n + sum(c.suit == s for c in table) for s, n in enumerate(position.heap_suits)]
        return {"hands": hands, "heap_suits": tuple(counts)}
    return {
        "hands": tuple(h | r for h, r in zip(hands, reserves, strict=True)),
        "trump": trump,
        "reserves": (),
        "heap_suits": (0, 0, 0, 0),
    }


def draw_trump(position: State, suit: Suit) -> State:
    """The position after the reserves are dealt and chance made this suit trump.

    Raises PlayError when no cards are waiting to be dealt.
    """
    if not position.reserves or position.table:
        raise PlayError(f"trick {position.tricks_done + 1}: no cards are waiting to be dealt")
    hands = tuple(h | r for h, r in zip(position.hands, position.reserves, strict=True))
    drawn = {"hands": hands, "reserves": (), "trump": suit, "heap_suits": (0, 0, 0, 0)}
    return stepped(position, drawn)


def chances(position: State) -> tuple[tuple[Fraction, State], ...]:
    """The outcomes of a chance move with their probabilities; empty where a player is to move.

    Only the five-card start has one: when all five tricks were followed, a random card of those
    played makes trump.
    """
    waits = bool(position.reserves) and not any(position.hands) and not position.table
    if not waits or position.trump is not None:
        return ()
    total = sum(position.heap_suits)
    return tuple(
        (Fraction(count, total), draw_trump(position, Suit(suit)))
        for suit, count in enumerate(position.heap_suits)
        if count
    )
