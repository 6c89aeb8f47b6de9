"""The bot protocol of hakem.club: a call and a card are asked for by one JSON object each.

    choose_trump_suite  {your_cards}: the first five cards               -> the number of a suit
    play_card           {whos_lead, your_index, your_cards, floor_cards, trump_suite, wins, tricks}
                                                                         -> the number of a card

A card is 13 x suit + rank, the deuce rank 0 and the ace rank 12; the suits in the order of that
site are hearts, spades, diamonds, clubs. `whos_lead` is the caller, players are counted in playing
order, `tricks` are the complete ones and `floor_cards` the running one. Source:
hakem-club.github.io, "Bots API" and "Data Model". `your_cards_your_can_play` is written for others
and not read: the rules say which cards may be played.

Knows views and no player, no address and no server. The plain game of four only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..base.cards import PACK, Card, Hand, Suit
from ..base.errors import OptionError, VariantError, shown
from ..game.deal import FIRST_CARDS, Deal
from ..game.position import Position
from ..game.variants import HOKM, Variant
from .player import View, Watch

__all__ = ["SUITS", "call_asked", "call_request", "card_asked", "card_request"]

SUITS = "HSDC"
"""The suits in the order of hakem.club."""
SEATS = 4


def check_spoken(variant: Variant) -> None:
    """VariantError for a game that the protocol has no words for."""
    if variant.family != "plain" or variant.seats != SEATS or variant.changed:
        raise VariantError(
            f"{variant}: the bot protocol speaks of plain hokm of four players without options"
        )


def number_of(card: Card, suits: str = SUITS) -> int:
    """The number of a card, 0 to 51."""
    return 13 * suits.index(card.suit.letter) + int(card.rank)


def card_of(number: object, where: str, suits: str = SUITS) -> Card:
    """The card of a number; OptionError, naming the field, for anything else."""
    at = _whole(number, 52, where)
    return Card.from_index(13 * Suit.parse(suits[at // 13]) + at % 13)


def suit_of(number: object, where: str, suits: str = SUITS) -> Suit:
    """The suit of a number; OptionError, naming the field, for anything else."""
    return Suit.parse(suits[_whole(number, 4, where)])


def check_suits(suits: str) -> str:
    """An order of the suits as letters; OptionError where one is missing."""
    order = suits.strip().upper()
    if sorted(order) != sorted(SUITS):
        raise OptionError(f"suits in the order {shown(suits)}: expected S, H, D, C, each once")
    return order


def call_request(five: Hand, suits: str = SUITS) -> dict[str, Any]:
    """The question which trump to call with these five cards."""
    return {"your_cards": [number_of(card, suits) for card in five]}


def card_request(view: View, suits: str = SUITS) -> dict[str, Any]:
    """The question which card to play, as the seat of the view sees the hand."""
    now, trump = view.position, view.trump
    assert trump is not None
    plays, tricks = view.plays, []
    on_table = len(now.table)
    for at in range(0, len(plays) - on_table, SEATS):
        after = plays[at + SEATS][0] if at + SEATS < len(plays) else now.leader
        tricks.append(
            {
                "cards": [number_of(card, suits) for _, card in plays[at : at + SEATS]],
                "starting_player": plays[at][0],
                "winner": after,
            }
        )
    return {
        "whos_lead": 0,
        "your_index": view.seat,
        "your_cards": [number_of(card, suits) for card in view.hand],
        "your_cards_your_can_play": [number_of(card, suits) for card in now.legal()],
        "floor_cards": [number_of(card, suits) for card in now.table],
        "trump_suite": suits.index(trump.letter),
        "wins": list(now.taken),
        "tricks": tricks,
    }


def call_asked(request: object, suits: str = SUITS) -> Hand:
    """The five cards of a question for the trump; OptionError naming the field at fault."""
    cards = _cards(_object(request), "your_cards", suits)
    if len(cards) != FIRST_CARDS:
        raise OptionError(f"your_cards: {len(cards)} cards, expected the first {FIRST_CARDS}")
    return Hand.of(cards)


def card_asked(request: object, suits: str = SUITS) -> View:
    """The view of the seat that is asked for a card.

    Raises OptionError naming the field where the question is none, or says of a trick or of the
    score what the cards do not.
    """
    asked = _object(request)
    caller = _whole(asked.get("whos_lead"), SEATS, "whos_lead")
    seat = (_whole(asked.get("your_index"), SEATS, "your_index") - caller) % SEATS
    trump = suit_of(asked.get("trump_suite"), "trump_suite", suits)
    mine = _cards(asked, "your_cards", suits)
    tricks = [_trick(entry, number, suits) for number, entry in enumerate(_tricks(asked))]
    floor = _cards(asked, "floor_cards", suits)
    held: list[list[Card]] = [[] for _ in range(SEATS)]
    held[seat] += mine
    leader = 0
    for number, trick in enumerate(tricks):
        leader = _played(trick, f"tricks[{number}]", leader, caller, trump, held)
    if (leader + len(floor)) % SEATS != seat or len(floor) >= SEATS:
        turn = (leader + len(floor) + caller) % SEATS
        raise OptionError(f"your_index: player {turn} is to play now")
    for place, card in enumerate(floor):
        held[(leader + place) % SEATS].append(card)
    watch = Watch(Position.start(_deal(held, len(mine), len(tricks)), trump))
    for card in [*(card for cards, _, _ in tricks for card in cards), *floor]:
        watch.course.lay(card)
    _check_score(asked.get("wins"), watch.position, caller)
    return watch.view()


def _played(
    trick: tuple[list[Card], int, int],
    where: str,
    leader: int,
    caller: int,
    trump: Suit,
    held: Sequence[list[Card]],
) -> int:
    """Give the cards of a trick to those who played them; the seat that won it."""
    cards, said, winner = trick
    if (said - caller) % SEATS != leader:
        raise OptionError(
            f"{where}.starting_player: {said}, but player {(leader + caller) % SEATS} has to lead "
            "this trick"
        )
    for place, card in enumerate(cards):
        held[(leader + place) % SEATS].append(card)
    best = max(cards, key=lambda card: (card.suit == trump, card.suit == cards[0].suit, card.rank))
    won = (leader + cards.index(best)) % SEATS
    if (winner - caller) % SEATS != won:
        raise OptionError(
            f"{where}.winner: {winner}, but the cards were won by player {(won + caller) % SEATS}"
        )
    return won


def _deal(held: Sequence[list[Card]], mine: int, tricks: int) -> Deal:
    """The hands at the start: what each seat is known to have held, and other cards in place of
    those that are not known; no view shows where they lie."""
    named = [card for cards in held for card in cards]
    if len(set(named)) < len(named):
        twice = next(card for card in named if named.count(card) > 1)
        raise OptionError(f"{twice} is named twice")
    if mine + tricks != HOKM.cards_per_hand or not mine:
        raise OptionError(
            f"your_cards: {mine} cards after {tricks} tricks, expected "
            f"{HOKM.cards_per_hand - tricks}"
        )
    rest = [card for card in PACK if card not in set(named)]
    for cards in held:
        while len(cards) < HOKM.cards_per_hand:
            cards.append(rest.pop())
    return Deal(tuple(Hand.of(cards) for cards in held))


def _check_score(wins: object, now: Position, caller: int) -> None:
    """OptionError where the tricks that the teams have won are others than those told."""
    if wins is None:
        return
    taken = list(now.taken) if caller % 2 == 0 else list(reversed(now.taken))
    if wins != taken:
        raise OptionError(f"wins: {shown(wins)}, but by the tricks told it is {taken}")


def _object(request: object) -> Mapping[str, Any]:
    if not isinstance(request, Mapping):
        raise OptionError("the question is no JSON object")
    return request


def _whole(number: object, below: int, where: str) -> int:
    if type(number) is not int or not 0 <= number < below:
        raise OptionError(
            f"{where}: {shown(number)}, expected a whole number from 0 to {below - 1}"
        )
    return number


def _cards(asked: Mapping[str, Any], name: str, suits: str, where: str = "") -> list[Card]:
    """The cards of a list of numbers, which must differ."""
    numbers, where = asked.get(name), where or name
    if not isinstance(numbers, (list, tuple)) or len(numbers) > 13:
        raise OptionError(f"{where}: expected a list of cards, each a number from 0 to 51")
    cards = [card_of(number, f"{where}[{at}]", suits) for at, number in enumerate(numbers)]
    if len(set(cards)) < len(cards):
        raise OptionError(f"{where}: a card stands there twice")
    return cards


def _tricks(asked: Mapping[str, Any]) -> Sequence[object]:
    tricks = asked.get("tricks")
    if not isinstance(tricks, (list, tuple)) or len(tricks) > HOKM.cards_per_hand:
        raise OptionError("tricks: expected a list of the complete tricks")
    return tricks


def _trick(entry: object, number: int, suits: str) -> tuple[list[Card], int, int]:
    """Cards, leader and winner of a complete trick."""
    where = f"tricks[{number}]"
    if not isinstance(entry, Mapping):
        raise OptionError(f"{where}: expected an object with cards, starting_player and winner")
    cards = _cards(entry, "cards", suits, f"{where}.cards")
    if len(cards) != SEATS:
        raise OptionError(f"{where}.cards: {len(cards)} cards, expected {SEATS}")
    leader = _whole(entry.get("starting_player"), SEATS, f"{where}.starting_player")
    return cards, leader, _whole(entry.get("winner"), SEATS, f"{where}.winner")
