"""Suit, Rank, Card and Hand, and the conversions between text, card and bit.

A hand is a set of 52 bits; bit 13 * suit + rank, spades lowest, the two of a suit first:

    bit   0 ........ 12 | 13 ....... 25 | 26 ....... 38 | 39 ....... 51
          S2 S3 .... SA | H2 H3 .... HA | D2 D3 .... DA | C2 C3 .... CA

Many spellings are read, one strict form is printed. This module knows no rule of any game.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from .errors import CardError, HandError, sentence, shown
from .suit_words import suit_named

__all__ = [
    "FULL_PACK",
    "PACK",
    "Card",
    "Hand",
    "Permutation",
    "Rank",
    "Suit",
    "canonical_hand",
    "canonical_permutation",
    "parse_trump",
    "permute_suits",
    "suit_permutations",
]

SUIT_LETTERS = "SHDC"
SUIT_SYMBOLS = "♠♥♦♣"
RANK_LETTERS = "23456789TJQKA"
SUIT_BITS = (1 << 13) - 1
FULL_PACK = (1 << 52) - 1

# Characters that name a suit or a rank by themselves; a white symbol means the same suit as the
# black one.
_SUIT_OF = {
    c: i
    for row in (SUIT_LETTERS, SUIT_LETTERS.lower(), SUIT_SYMBOLS, "♤♡♢♧")
    for i, c in enumerate(row)
}
_RANK_OF = {c: i for row in (RANK_LETTERS, RANK_LETTERS.lower()) for i, c in enumerate(row)}
_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
_RANK_NAMES = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
# The invisible variation selector that turns a suit symbol into an emoji; ignored.
_INVISIBLE = re.compile("[\ufe0e\ufe0f\u200b\u200c\u200d]")
_SEPARATORS = re.compile(r"[\s,;:/]+")
# The playing cards of Unicode as letters: four rows, each ace to king with a knight at 12.
_PICTURES = {
    0x1F0A0 + 16 * suit + place: f" {letter}{rank} "
    for suit, letter in enumerate(SUIT_LETTERS)
    for place, rank in (*enumerate("A23456789TJ", 1), (13, "Q"), (14, "K"))
}
_SMALL = "x"
# Ways to write an empty suit: a hyphen, the minus sign, the two dashes.
_DASHES = "-\u2212\u2013\u2014"
_EXPECTED = "expected 2-9, 10 or T, J, Q, K, A"
_FORMS = "write KQ83.A.. or SK SQ S8 S3 HA"

Permutation = tuple[int, int, int, int]
"""A renaming of suits: a card of suit s becomes a card of suit permutation[s]."""


class Suit(IntEnum):
    """The four suits, in the order in which hands are written."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @classmethod
    def _missing_(cls, value: object) -> Suit:
        return cls.parse(value)

    def __str__(self) -> str:
        return SUIT_LETTERS[self]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    @property
    def letter(self) -> str:
        """`S`, `H`, `D` or `C`."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit's symbol, such as `♠`."""
        return SUIT_SYMBOLS[self]

    @classmethod
    def parse(cls, text: object) -> Suit:
        """Read a letter, a symbol or a name, in any case: English, Dutch, Persian, Urdu, Hindi.

        Raises CardError when the text names no suit.
        """
        if isinstance(text, cls):
            return text
        if isinstance(text, str):
            word = _INVISIBLE.sub("", text).strip()
            if word in _SUIT_OF:
                return cls(_SUIT_OF[word])
            lowered = word.lower()
            for index, name in enumerate(_SUIT_NAMES):
                if lowered in (name, name[:-1]):
                    return cls(index)
            found = suit_named(word)
            if found is not None:
                return cls(found)
        raise CardError(f"{shown(text)} names no suit: expected S, H, D, C, a name or a symbol")


class Rank(IntEnum):
    """The thirteen ranks, the two lowest and the ace highest."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @classmethod
    def _missing_(cls, value: object) -> Rank:
        return cls.parse(value)

    def __str__(self) -> str:
        return RANK_LETTERS[self]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Rank.{self.name}"

    @property
    def letter(self) -> str:
        """`2` to `9`, `T`, `J`, `Q`, `K` or `A`."""
        return RANK_LETTERS[self]

    @classmethod
    def parse(cls, text: object) -> Rank:
        """Read `2` to `9`, `10` or `T`, `J`, `Q`, `K`, `A` or an English name, in any case.

        Raises CardError when the text names no rank.
        """
        if isinstance(text, cls):
            return text
        if isinstance(text, str):
            word = text.strip()
            if word == "10":
                return cls.TEN
            if word in _RANK_OF:
                return cls(_RANK_OF[word])
            if word.lower() in _RANK_NAMES:
                return cls(_RANK_NAMES.index(word.lower()))
        raise CardError(f"{shown(text)} names no rank: {_EXPECTED}")


@dataclass(frozen=True, slots=True, order=True, init=False)
class Card:
    """One card: `Card("SA")`, or `Card(Suit.SPADES, Rank.ACE)`.

    Cards sort by suit (spades first), then by rank (two first). `index`: 13 * suit + rank, 0 to 51,
    the number of the card's bit; `bit`: the 52-bit set with only this card. Raises CardError for a
    text or a number that names no card.
    """

    suit: Suit
    rank: Rank
    index: int = field(init=False, repr=False, compare=False)
    bit: int = field(init=False, repr=False, compare=False)

    def __init__(self, suit: Suit | Card | str | int, rank: Rank | str | int | None = None) -> None:
        if rank is None:
            card = Card.parse(suit)
            suit, rank = card.suit, card.rank
        object.__setattr__(self, "suit", Suit(suit) if isinstance(suit, int) else Suit.parse(suit))
        object.__setattr__(self, "rank", Rank(rank) if isinstance(rank, int) else Rank.parse(rank))
        object.__setattr__(self, "index", 13 * self.suit + self.rank)
        object.__setattr__(self, "bit", 1 << self.index)

    @classmethod
    def from_index(cls, index: int) -> Card:
        """The card with this index (0 to 51); CardError outside that range."""
        if not 0 <= index < 52:
            raise CardError(f"{index} is no card index: expected 0 to 51")
        return PACK[index]

    @classmethod
    def parse(cls, text: object) -> Card:
        """Read one card, suit or rank first: `SA`, `AS`, `A♠`, `D10`, `dT`.

        Raises CardError when the text is not exactly one card.
        """
        if isinstance(text, Card):
            return text
        if not isinstance(text, str):
            raise CardError(f"{shown(text)} is no card: expected a text such as SA or D10")
        cards, faults = read_cards(text)
        if len(cards) == 1 and not faults:
            return cards[0]
        if not faults:
            faults = [f"{len(cards) or 'no'} cards found, exactly one expected"]
        elif faults[0].endswith(_FORMS):
            faults = ["write it as SA or D10"]
        raise CardError(sentence(f"{shown(text)} is no card", faults))

    def __str__(self) -> str:
        return SUIT_LETTERS[self.suit] + RANK_LETTERS[self.rank]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @property
    def symbol(self) -> str:
        """The card with its suit's symbol, such as `♠A`."""
        return SUIT_SYMBOLS[self.suit] + RANK_LETTERS[self.rank]


PACK: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""All 52 cards by index."""
_AS_WRITTEN = tuple(PACK[13 * suit + rank] for suit in range(4) for rank in range(12, -1, -1))


@dataclass(frozen=True, slots=True, init=False)
class Hand:
    """The cards of one seat (or any set of cards): 52 bits, bit 13 * suit + rank.

    Made of a text (`Hand("AQ.K84..")`, see `parse`) or of the bits. Iterates over its cards suit by
    suit, spades first, high to low; `"SA" in hand` asks for a card. Raises HandError when the text
    is no hand, or when the bits are negative or use more than 52 bits.
    """

    bits: int

    def __init__(self, bits: int | str | Hand = 0) -> None:
        if type(bits) is not int:
            bits = Hand._bits_of(bits)
        if not 0 <= bits <= FULL_PACK:
            raise HandError("a hand is a set of 52 bits: a bit outside 0 to 51 is set")
        object.__setattr__(self, "bits", bits)

    @staticmethod
    def _bits_of(given: object) -> int:
        """The bits of a hand given as text, as a hand, or as a whole number of another type."""
        if hasattr(given, "__index__") and not isinstance(given, bool):
            return operator.index(given)
        return Hand.parse(given).bits

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of these cards; HandError when one of them occurs twice."""
        hand, faults = gather(cards)
        if faults:
            raise HandError(sentence("these cards form no hand", faults))
        return hand

    @classmethod
    def parse(cls, text: object) -> Hand:
        """Read a hand in any of the known spellings.

        `AKQ.J5.T.987` (spades, hearts, diamonds, clubs; `10` or `T`; `-` or nothing for an
        empty suit), the same with `:`, `/` or commas for the dots, or with blanks and `-` for an
        empty suit; `SA HK D10`, `AsKhTd`, `♠AK ♥Q`, `🂡 🂾`, any case, with or without blanks or
        commas. A lone `-` or `...` is a hand without cards. Raises HandError naming the faults.
        """
        if isinstance(text, Hand):
            return text
        if not isinstance(text, str):
            raise HandError(f"{shown(text)} is no hand: expected a text such as AKQ.J5.T.987")
        hand, faults = read_hand(text)
        if faults:
            raise HandError(sentence(f"hand {shown(text)}", faults))
        return hand

    def suit(self, suit: int) -> tuple[Card, ...]:
        """The cards of one suit, high to low."""
        cards = []
        rest, first = self.ranks(suit), 13 * suit
        while rest:
            rank = rest.bit_length() - 1
            cards.append(PACK[first + rank])
            rest ^= 1 << rank
        return tuple(cards)

    def ranks(self, suit: int) -> int:
        """The ranks held in one suit as 13 bits, bit 0 = the two."""
        return self.bits >> 13 * suit & SUIT_BITS

    def length(self, suit: int) -> int:
        """The number of cards of one suit, 0 to 13."""
        return self.ranks(suit).bit_count()

    def __iter__(self) -> Iterator[Card]:
        bits = self.bits
        return iter([card for card in _AS_WRITTEN if bits & card.bit])

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, card: object) -> bool:
        known = card if type(card) is Card else Card.parse(card)
        return bool(self.bits >> known.index & 1)

    def __or__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand(self.bits | other.bits)

    def __and__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand(self.bits & other.bits)

    def __sub__(self, other: Hand) -> Hand:
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand(self.bits & ~other.bits)

    def __str__(self) -> str:
        return ".".join("".join(RANK_LETTERS[c.rank] for c in self.suit(s)) for s in range(4))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def pretty(self) -> str:
        """The hand with suit symbols, such as `♠AKQ ♥J5 ♦T ♣987`; an empty suit is `-`."""
        return " ".join(
            SUIT_SYMBOLS[s] + ("".join(RANK_LETTERS[c.rank] for c in self.suit(s)) or "-")
            for s in range(4)
        )


def parse_trump(text: Suit | str | None) -> Suit | None:
    """Read a trump suit; None, `none`, `no`, `nt`, `n` and `-` mean that there is no trump.

    Raises CardError when the text names no suit.
    """
    if text is None or (
        isinstance(text, str) and text.strip().lower() in ("none", "no", "nt", "n", "null", "-")
    ):
        return None
    return Suit.parse(text)


# Reading cards -------------------------------------------------------------------------------


def gather(cards: Iterable[Card]) -> tuple[Hand, list[str]]:
    """The set of these cards, and a fault for each card that occurs more than once."""
    bits = 0
    faults = []
    for card in cards:
        bit = card.bit
        if bits & bit:
            faults.append(f"the card {card} appears twice")
        bits |= bit
    return Hand(bits), faults


def read_hand(text: str) -> tuple[Hand, list[str]]:
    """The part of the hand that can be read from this text, and every fault found."""
    cards, faults = read_cards(text)
    if not cards and not faults and "." not in text and not any(d in text for d in _DASHES):
        faults = ["there are no cards in it"]
    hand, twice = gather(cards)
    return hand, faults + twice


def read_cards(text: str) -> tuple[list[Card], list[str]]:
    """The cards of this text in the order written (repeats kept), and every fault found."""
    found, faults = cards_and_small(text)
    cards = [card for card in found if isinstance(card, Card)]
    if small := dict.fromkeys(_SUIT_NAMES[suit] for suit in found if isinstance(suit, Suit)):
        faults.append(
            f"'x' in {' and '.join(small)} is any small card, which only a question about one hand "
            "deals by chance"
        )
    return cards, faults


def cards_and_small(text: str) -> tuple[list[Card | Suit], list[str]]:
    """The same, and for each `x`, which stands for some small card, its suit."""
    plain = _INVISIBLE.sub("", text).translate(_PICTURES)
    parts = _four_suits(plain)
    return _read_words(plain) if parts is None else _read_suits(parts, text)


def _four_suits(text: str) -> list[str] | None:
    """The parts of a text that lists the ranks of each suit; None where cards name their suits.

    Commas and blanks also stand between single cards: there a void or a suit of several cards
    must show what is meant.
    """
    if "." in text:
        return text.split(".")
    if any(char in _SUIT_OF for char in text):
        return None
    for sign in ":/;":
        if sign in text:
            return text.split(sign) if text.count(sign) == 3 else None
    parts = text.split(",") if "," in text else text.split()
    plain = any([kind for kind, _ in _tokens(part.strip())] != ["rank"] for part in parts)
    return parts if len(parts) == 4 and plain else None


def _read_words(text: str) -> tuple[list[Card | Suit], list[str]]:
    """The forms in which cards name their suits; a fault is one short sentence."""
    words = {word: tokens for word in _SEPARATORS.split(text) if (tokens := _tokens(word))}
    wrong = [shown(w) for w, tokens in words.items() if any(kind == "?" for kind, _ in tokens)]
    if wrong:
        return [], [f"{wrong[0]} is no card; {_FORMS}"]
    chunks = [_tokens(word) for word in _SEPARATORS.split(text)]
    cards: list[Card | Suit] = []
    for tokens in chunks:
        found = _pair(tokens)
        if found is None:
            # Blanks between a suit and its ranks (`♠ A K ♥ Q`): read the text without the blanks.
            whole = _pair([token for tokens in chunks for token in tokens])
            if whole is None:
                named = any(kind == "suit" for tokens in chunks for kind, _ in tokens)
                stands = "a suit without a rank or " if named else ""
                return [], [f"{stands}a rank without a suit; {_FORMS}"]
            return whole, []
        cards += found
    return cards, []


def _read_suits(parts: list[str], text: str) -> tuple[list[Card | Suit], list[str]]:
    """The form `AKQ.J5.T.987`, split at the dots or at what stands for them."""
    if len(parts) != 4:
        as_in = f", as in {shown(text + '.' * (4 - len(parts)))[1:-1]}" if len(parts) < 4 else ""
        return [], [f"{len(parts)} suits between the dots, expected 4 (S.H.D.C){as_in}"]
    cards: list[Card | Suit] = []
    faults: list[str] = []
    for suit, part in zip(Suit, parts, strict=True):
        for kind, token in _tokens("".join(_SEPARATORS.split(part))):
            if kind == "rank":
                cards.append(_card(suit, token))
            elif kind != "void":
                faults.append(f"unknown rank {shown(token)} in {_SUIT_NAMES[suit]} ({_EXPECTED})")
    return cards, faults


def _card(suit: Suit, token: str) -> Card | Suit:
    """The card of this suit and rank; the suit itself for an `x`."""
    if token in _SMALL:
        return suit
    return Card(suit, Rank(_RANK_OF["T" if token == "10" else token]))


def _tokens(word: str) -> list[tuple[str, str]]:
    """Split a word without blanks into ("suit" | "rank" | "void" | "?", text) pairs."""
    tokens = []
    at = 0
    while at < len(word):
        char = word[at]
        if word.startswith("10", at):
            tokens.append(("rank", "10"))
            at += 2
            continue
        if char in _RANK_OF or char in _SMALL:
            kind = "rank"
        elif char in _SUIT_OF:
            kind = "suit"
        else:
            kind = "void" if char in _DASHES else "?"
        tokens.append((kind, char))
        at += 1
    return tokens


def _pair(tokens: list[tuple[str, str]]) -> list[Card | Suit] | None:
    """Pair ranks with their suit, in either order; None when a token remains unpaired."""
    if tokens and tokens[0][0] == "rank":
        # `AsKhTd`: ranks come first; read backwards, each suit comes before its rank.
        backwards = _pair_suit_first([t for t in reversed(tokens) if t[0] != "void"])
        return None if backwards is None else backwards[::-1]
    return _pair_suit_first(tokens)


def _pair_suit_first(tokens: list[tuple[str, str]]) -> list[Card | Suit] | None:
    cards: list[Card | Suit] = []
    suit: Suit | None = None
    complete = True
    for kind, token in tokens:
        if kind == "suit":
            if not complete:
                return None
            suit, complete = Suit(_SUIT_OF[token]), False
        elif kind == "void":
            complete = True
        elif suit is None:
            return None
        else:
            cards.append(_card(suit, token))
            complete = True
    return cards if complete else None


# Renaming suits ------------------------------------------------------------------------------


def permute_suits(hand: Hand, perm: Iterable[int]) -> Hand:
    """Rename suits: every card of suit s becomes the card of suit perm[s] with the same rank.

    Raises HandError when `perm` is no arrangement of the four suits.
    """
    order = tuple(perm)
    if sorted(order) != [0, 1, 2, 3]:
        raise HandError(f"{shown(order)} is no renaming of suits: expected 0, 1, 2, 3 in any order")
    return Hand(sum(hand.ranks(s) << 13 * order[s] for s in range(4)))


def suit_permutations(fixed: Iterable[int] = ()) -> Iterator[Permutation]:
    """All renamings of suits that leave the suits in `fixed` alone, the identity first."""
    free = [s for s in range(4) if s not in set(fixed)]
    for images in itertools.permutations(free):
        perm = [0, 1, 2, 3]
        for source, image in zip(free, images, strict=True):
            perm[source] = image
        yield (perm[0], perm[1], perm[2], perm[3])


def canonical_permutation(hand: Hand, fixed: Iterable[int] = ()) -> Permutation:
    """The renaming that makes this hand canonical (see `canonical_hand`)."""
    kept = set(fixed)
    free = [s for s in range(4) if s not in kept]
    best = sorted(free, key=lambda s: (-hand.length(s), -hand.ranks(s), s))
    perm = [0, 1, 2, 3]
    for source, image in zip(best, free, strict=True):
        perm[source] = image
    return (perm[0], perm[1], perm[2], perm[3])


def canonical_hand(hand: Hand, fixed: Iterable[int] = ()) -> Hand:
    """The representative of all hands that equal this one after renaming suits.

    The suits outside `fixed` are sorted longest first, then strongest first; those in `fixed` (the
    trump suit) keep their place. The 2,598,960 five-card hands have 134,459 canonical ones.
    """
    return permute_suits(hand, canonical_permutation(hand, fixed))
