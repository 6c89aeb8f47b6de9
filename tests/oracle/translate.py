"""From the package's words to the slow reference's and back: variants to games, states to
positions, cards to texts. Only tests that compare the two need it."""

from __future__ import annotations

import dataclasses

import reference as ref
from reference import Game, State

from solver.base.cards import Card, Hand, Suit
from solver.game.position import Position
from solver.game.variants import VARIANTS, Settings, Variant

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


def base_of(game: Game) -> Variant:
    """The shipped game that plays like the reference's, but for options; the plainest of them."""
    double = game.capture == "double"
    if game.seats != 4:
        name = {2: "two_hokm", 3: "three_hokm", 6: "chokri"}[game.seats]
    elif game.trump_method == "kasiet":
        name = "trup_kasiet"
    elif game.trump_method == "hidden":
        name = "band_rang_double" if double else "band_rang"
    elif game.trump_method == "in_play":
        name = "beranga" if double else "cut_hukum"
        if game.points == "tens":
            name = "dehla_five_card"
    elif game.satat:
        name = "satat"
    else:
        name = "double_sar" if double else "hokm"
        if game.points == "tens":
            name = "dehla_pakad"
    return next(variant for variant in VARIANTS if variant.name == name)


def variant_of(game: Game, base: Variant | None = None) -> Variant:
    """The shipped game with every option of the reference put in under its name.

    No option is refused, so that combinations the package does not offer can be searched, too.
    """
    base = base or base_of(game)
    settings = {
        field.name: getattr(game, field.name)
        for field in dataclasses.fields(game)
        if field.name not in ("seats", "player", "points", "capture", "trump_method", "satat")
    }
    if game.given_suit is None:
        del settings["given_suit"]
    return dataclasses.replace(base, settings=Settings({**base.settings, **settings}))


def without(variant: Variant, state: State) -> Variant:
    """Three players: the same game with a two left out of the pack that nobody holds."""
    held = {*state.table, *(card for hand in state.hands for card in hand)}
    out = next(suit + "2" for suit in "CDHS" if suit + "2" not in held)
    settings = Settings({**variant.settings, "removed_two": out})
    return dataclasses.replace(variant, settings=settings)


def position_of(game: Game, state: State, variant: Variant | None = None) -> Position:
    """The same position as the package holds it; without a variant, one made by hand."""
    if variant is None:
        variant = variant_of(game)
        if game.seats == 3:
            variant = without(variant, state)
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
    if not variant.has_sides:
        # The reference counts the player against the others together.
        others = [seat for seat in range(3) if seat != game.player]
        other = state.leader if state.leader in others else others[0]
        more_by_seat = {game.player: state.taken[0], other: state.taken[1]}
        taken = tuple(more_by_seat.get(seat, 0) for seat in range(3))
    return Position(
        hands=tuple(Hand.of(Card.parse(card) for card in hand) for hand in state.hands),
        trump=None if state.trump is None else Suit.parse(state.trump),
        leader=state.leader,
        table=tuple(Card.parse(card) for card in state.table),
        variant=variant,
        taken=taken,
        tricks_done=state.tricks_done,
        collected=state.collected if variant.get("dehla_result") == "tricks_decide" else (0, 0),
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
    taken = position.taken
    if not position.variant.has_sides and position.player is not None:
        taken = (taken[position.player], sum(taken) - taken[position.player])
    return State(
        hands=tuple(tuple(sorted(str(card) for card in hand)) for hand in position.hands),
        trump=None if position.trump is None else position.trump.letter,
        leader=position.leader,
        table=tuple(str(card) for card in position.table),
        tricks_done=position.tricks_done,
        taken=(taken[0], taken[1]),
        collected=(position.collected[0], position.collected[1]),
        heap=position.heap,
        heap_tens=position.heap_tens,
        streak=position.streak,
        ace_streak=position.ace_streak,
        indicator=None if position.indicator is None else str(position.indicator),
        suspects="".join(s.letter for s in Suit if position.kasiet_mask >> s & 1),
        reserves=tuple(tuple(sorted(str(card) for card in hand)) for hand in position.reserves),
        pile=tuple(position.heap_suits),  # type: ignore[arg-type]
        revealed=position.revealed,
        revealed_at=position.live_from,
        must_trump=position.asked,
        won_open=position.won_open,
    )
