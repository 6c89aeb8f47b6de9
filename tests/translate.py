"""From the package's words to the slow reference's and back: variants to games, states to
positions, cards to texts. Only tests that compare the two need it."""

from __future__ import annotations

import dataclasses

import reference as ref
from reference import Game, State

from solver.cards import Card, Hand, Suit
from solver.deal import Position
from solver.variants import Variant

FAMILIES: dict[str, dict[str, object]] = {
    "plain": {},
    "satat": {"satat": True},
    "kasiet": {"satat": True, "trump_method": "kasiet"},
    "heap": {"capture": "double"},
    "tens": {"capture": "double", "points": "tens"},
    "beranga": {"capture": "double", "trump_method": "in_play"},
    "five_card_start": {"capture": "double", "points": "tens", "trump_method": "in_play"},
    "hidden": {"trump_method": "hidden"},
    "daba": {"trump_method": "hidden"},
    "dummy": {"capture": "double"},
    "three": {},
    "two": {},
    "chokri": {},
}


def game_of(variant: Variant, player: int | None = None) -> Game:
    """The reference's game with the options of this variant that it knows by name."""
    names = {field.name for field in dataclasses.fields(Game)}
    known = {name: value for name, value in variant.settings.items() if name in names}
    for name in ("dummy_capture", "daba_capture"):
        if name in variant.settings:
            known["capture"] = variant[name]
    if known.get("given_suit"):
        known["given_suit"] = Suit.parse(str(known["given_suit"])).letter
    options = {**FAMILIES[variant.family], **known}
    return Game(seats=variant.seats, player=player, **options)


def position_of(game: Game, state: State, variant: Variant) -> Position:
    """The same position as the package holds it."""
    more: dict[str, object] = {}
    if game.trump_method in ("hidden", "kasiet"):
        more["indicator"] = None if state.indicator is None else Card.parse(state.indicator)
        more["kasiet_mask"] = sum(1 << ref.SUITS.index(suit) for suit in state.suspects)
    if game.trump_method == "hidden":
        more["revealed"] = state.revealed
        more["asked"] = state.must_trump
        more["live_from"] = state.revealed_at if game.activation == "card_level" else 0
    streak = state.streak
    if game.trump_method == "hidden" and not state.won_open:
        streak = 0  # a win before the reveal counts for no collection (7.2)
    return Position(
        hands=tuple(Hand.of(Card.parse(card) for card in hand) for hand in state.hands),
        trump=None if state.trump is None else Suit.parse(state.trump),
        leader=state.leader,
        table=tuple(Card.parse(card) for card in state.table),
        variant=variant,
        taken=state.taken,
        tricks_done=state.tricks_done,
        heap=state.heap,
        heap_tens=state.heap_tens,
        streak=streak,
        ace_streak=state.ace_streak,
        player=game.player,
        reserves=tuple(Hand.of(Card.parse(card) for card in hand) for hand in state.reserves),
        heap_suits=state.pile,
        **more,  # type: ignore[arg-type]
    )
