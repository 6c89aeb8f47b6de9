"""Position templates: a hand as far as it is known, and the position that a world makes of it.

A template says which cards are unseen (a `PartialDeal`), what can be chosen (a trump, a card), and
how the hands of one world and one choice become a `Position`. A question about a hidden hand is
a template and a list of choices. Nothing here deals, solves or counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ..base.cards import Card, Hand, Suit
from ..base.errors import HandError, SamplingError, VariantError
from ..game.deal import FIRST_CARDS, Deal
from ..game.move import Move
from ..game.position import Position
from ..game.variants import Variant
from .worlds import PartialDeal

__all__ = ["NO_TRUMP", "PositionTemplate"]

NO_TRUMP = -1
"""The choice in a game in which nobody calls trump."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Two players: the trump called, and the cards of his five that the caller lays away."""

    trump: Suit
    cards: Hand


Chosen = int | Move | Discard
"""What may be chosen: a trump suit (0 to 3), NO_TRUMP, a move of the seat to move, or the caller's
discards."""

LOWEST_CLUB = Card.parse("C2")
_PLAYED = (
    "taken", "tricks_done", "heap", "heap_tens", "streak", "ace_streak", "kot", "table", "player",
    "indicator", "revealed", "asked", "live_from", "won_open", "heap_suits", "kasiet_mask",
    "collected",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PositionTemplate:
    """A hand of which some cards are unseen.

    `known` is what is dealt: one place for each seat, after them one for the reserves of each seat
    or for each card of the stock. `choices` are those on offer: suits before the lead, NO_TRUMP
    where nobody calls, cards once play has begun. `trump`, `leader` and `fields` (of a Position)
    are those of a hand already in play; before the lead `fields` is empty and the trump chosen.
    """

    variant: Variant
    known: PartialDeal
    choices: tuple[Chosen, ...]
    trump: Suit | None = None
    leader: int = 0
    fields: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def before_the_lead(
        cls,
        variant: Variant,
        hand: Hand,
        seat: int = 0,
        shown: Mapping[int, Hand] = MappingProxyType({}),
    ) -> PositionTemplate:
        """All cards dealt and none played; `seat` (0 calls and leads) holds these cards.

        `shown`: cards that other seats are known to hold. Raises HandError for a card that is not
        in the game's pack, SamplingError for shown cards that contradict the hand or each other,
        VariantError for shown cards in a game whose hands are not all dealt before the lead.
        """
        pack = variant.pack
        if stray := hand - pack:
            raise HandError(f"{', '.join(map(str, stray))} is not in the pack of {variant.name}")
        sizes = (variant.cards_per_hand,) * variant.seats
        if variant.deals_later:
            later = variant.cards_per_hand - FIRST_CARDS
            sizes = (FIRST_CARDS,) * variant.seats + (later,) * variant.seats
        elif draws(variant, hand):
            stock = len(pack) - 2 * FIRST_CARDS
            sizes = (FIRST_CARDS,) * 2 + (1,) * stock
        if any(shown.values()) and len(sizes) > variant.seats:
            raise VariantError(
                f"{variant.name}: cards are dealt or drawn after the call, so none can be given to "
                "another seat before it"
            )
        wrong = sorted(set(shown) - set(range(variant.seats)))
        if wrong:
            raise SamplingError(f"there is no seat {wrong[0]}: expected 0 to {variant.seats - 1}")
        held = {**shown, seat: hand | shown.get(seat, Hand())}
        given = tuple(held.get(place, Hand()) for place in range(len(sizes)))
        choices: tuple[Chosen, ...] = (NO_TRUMP,)
        if not variant.sets_trump:
            caller = given[0]
            choices = tuple(s for s in Suit if not variant.lays_down or caller.length(s))
        return cls(variant, PartialDeal(given, sizes, (), pack), choices)

    @classmethod
    def in_play(cls, position: Position, known: PartialDeal) -> PositionTemplate:
        """The choices are the legal cards of the seat to move in `position`.

        Where it may have a hidden trump shown, the cards it may play then are choices as well.

        Of `position` only the cards of that seat and what lies open count; who holds the others
        is said by `known`, whose places are the seats (and the reserves). SamplingError when the
        two do not agree.
        """
        sizes = tuple(map(len, (*position.hands, *position.reserves)))
        if known.sizes != sizes:
            raise SamplingError(f"{known.sizes} cards are to be dealt, the position has {sizes}")
        mine = position.to_move
        if known.given[mine] != position.hands[mine]:
            raise SamplingError(
                f"seat {mine} is to move with {position.hands[mine]}, but {known.given[mine]} is "
                "known of its hand"
            )
        fields = {name: getattr(position, name) for name in _PLAYED}
        return cls(
            position.variant,
            known,
            position.moves(),
            position.trump,
            position.leader,
            MappingProxyType(fields),
        )

    @property
    def played(self) -> bool:
        """Whether a card of the hand has been played, or one is to be chosen."""
        return bool(self.fields)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels to other processes; a mapping proxy alone would not."""
        return _rebuilt, (
            self.variant, self.known, self.choices, self.trump, self.leader, dict(self.fields)
        )  # fmt: skip

    def position(self, hands: tuple[Hand, ...], chosen: Chosen) -> Position:
        """The position of the world with these hands once this is chosen."""
        seats = self.variant.seats
        if self.fields:
            start = Position(
                hands[:seats],
                self.trump,
                self.leader,
                variant=self.variant,
                reserves=hands[seats:],
                **self.fields,
            )
            return start.play(chosen) if isinstance(chosen, Move) else start
        if not isinstance(chosen, int):
            raise SamplingError(f"{chosen} cannot be chosen before the lead: a trump is")
        trump = None if chosen == NO_TRUMP else Suit(chosen)
        more: dict[str, Any] = {}
        if self.variant.lays_down and trump is not None:
            # The lowest card of the suit among those the caller knows.
            more["indicator"] = self.known.given[0].suit(trump)[-1]
        leader = self.leader
        if self.variant.get("beranga_leader") == "holder_of_2C":
            leader = next(seat for seat, hand in enumerate(hands) if LOWEST_CLUB in hand)
        if len(hands) > seats:
            more["reserves"] = hands[seats:]
        return Position.start(Deal(hands[:seats]), trump, leader, self.variant, **more)


def _rebuilt(
    variant: Variant,
    known: PartialDeal,
    choices: tuple[Chosen, ...],
    trump: Suit | None,
    leader: int,
    fields: dict[str, Any],
) -> PositionTemplate:
    return PositionTemplate(variant, known, choices, trump, leader, MappingProxyType(fields))


def draws(variant: Variant, hand: Hand) -> bool:
    """Whether two players are still to draw: their hands come from an open stock."""
    return variant.draws and len(hand) <= FIRST_CARDS
