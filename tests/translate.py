"""From the package's words to the slow reference's and back: variants to games, states to
positions, cards to texts. Only tests that compare the two need it."""

from __future__ import annotations

import dataclasses

import reference as ref
from endings import MOST_TRICKS
from reference import Game, State

from solver.cards import Card, Hand, Suit
from solver.deal import Position
from solver.variants import Settings, Variant

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
    if variant.name == "cut_hukum":
        known["capture"] = "single"
    if variant.name == "band_rang_double":
        known["capture"] = "double"
    if "counts" in variant.settings:
        known["points"] = variant["counts"]
    options = {**FAMILIES[variant.family], **known}
    return Game(seats=variant.seats, player=player, **options)


def family_of(game: Game) -> str:
    """The package's family for a reference game; of those that play alike, the plainest."""
    if game.seats != 4:
        return {2: "two", 3: "three", 6: "chokri"}[game.seats]
    if game.trump_method != "declared":
        return {"kasiet": "kasiet", "hidden": "hidden", "in_play": "beranga"}[game.trump_method]
    if game.satat:
        return "satat"
    if game.points == "tens":
        return "tens"
    return "heap" if game.capture == "double" else "plain"


def variant_of(game: Game, family: str | None = None) -> Variant:
    """A variant made by hand with every option of the reference under its name.

    So combinations that no shipped variant offers can be asked of the search, too.
    """
    family = family or family_of(game)
    settings = {
        field.name: getattr(game, field.name)
        for field in dataclasses.fields(game)
        if field.name not in ("seats", "player", "points", "trump_method", "satat")
    }
    settings[f"{family}_capture"] = game.capture
    return Variant(
        name=f"{family} by hand",
        title="",
        family=family,  # type: ignore[arg-type]
        aliases=(),
        seats=game.seats,
        cards_per_hand=MOST_TRICKS[game.seats],
        points=game.points,  # type: ignore[arg-type]
        options=Settings(),
        settings=Settings(settings),
    )


def position_of(game: Game, state: State, variant: Variant | None = None) -> Position:
    """The same position as the package holds it; without a variant, one made by hand."""
    variant = variant or variant_of(game)
    more: dict[str, object] = {}
    if game.trump_method in ("hidden", "kasiet"):
        apart = game.trump_method == "hidden" and not state.revealed
        here = (*state.hands[ref.CALLER], *state.table)
        if state.indicator is not None and (apart or state.indicator in here):
            more["indicator"] = Card.parse(state.indicator)
        more["kasiet_mask"] = sum(1 << ref.SUITS.index(suit) for suit in state.suspects)
    if game.trump_method == "hidden":
        more["revealed"] = state.revealed
        more["asked"] = state.must_trump
        more["live_from"] = state.revealed_at
        more["won_open"] = state.won_open
    taken: tuple[int, ...] = state.taken
    if variant.family == "three":
        # The reference counts the player against the others together.
        others = [seat for seat in range(3) if seat != game.player]
        more_by_seat = {game.player: state.taken[0], others[0]: state.taken[1]}
        taken = tuple(more_by_seat.get(seat, 0) for seat in range(3))
    return Position(
        hands=tuple(Hand.of(Card.parse(card) for card in hand) for hand in state.hands),
        trump=None if state.trump is None else Suit.parse(state.trump),
        leader=state.leader,
        table=tuple(Card.parse(card) for card in state.table),
        variant=variant,
        taken=taken,
        tricks_done=state.tricks_done,
        heap=state.heap,
        heap_tens=state.heap_tens if game.points == "tens" else 0,
        streak=state.streak,
        ace_streak=state.ace_streak,
        player=game.player,
        reserves=tuple(Hand.of(Card.parse(card) for card in hand) for hand in state.reserves),
        heap_suits=state.pile,
        **more,  # type: ignore[arg-type]
    )


def state_of(position: Position) -> State:
    """The reference's state of a position of the package."""
    hidden = position.variant.family in ("hidden", "daba")
    letters = [str(suit.letter) for suit in Suit]
    return State(
        hands=tuple(tuple(sorted(str(card) for card in hand)) for hand in position.hands),
        trump=None if position.trump is None else position.trump.letter,
        leader=position.leader,
        table=tuple(str(card) for card in position.table),
        tricks_done=position.tricks_done,
        taken=(position.taken[0], position.taken[1]),
        heap=position.heap,
        heap_tens=position.heap_tens,
        streak=position.streak,
        ace_streak=position.ace_streak,
        indicator=None if position.indicator is None else str(position.indicator),
        suspects="".join(s for i, s in enumerate(letters) if position.kasiet_mask >> i & 1),
        reserves=tuple(tuple(sorted(str(card) for card in hand)) for hand in position.reserves),
        pile=tuple(position.heap_suits),  # type: ignore[arg-type]
        revealed=position.revealed,
        revealed_at=position.live_from if hidden else 0,
        must_trump=position.asked,
        won_open=position.streak > 0 if hidden else True,
    )
