"""Random endings for tests, leaning towards hands that break quick bounds.

Pure Python, seeded by the caller's `random.Random`; uses only the slow reference's rules to play
into the middle of a trick or of a heap.
"""

from __future__ import annotations

import random

import reference as ref
from reference import Game, State

TRUMP_CHOICES = ("S", "H", "D", "C")


def random_hands(
    rng: random.Random, seats: int, cards: int, trump: str | None
) -> tuple[tuple[str, ...], ...]:
    """`cards` cards for every seat, drawn from all 52 with one of several hostile leanings."""
    while True:
        style = rng.choice(
            ("any", "any", "few_suits", "honours", "tops", "one_suit_hands", "trump_hand", "wild")
        )
        weight = dict.fromkeys(ref.FULL_DECK, 1.0)
        if style == "few_suits":
            kept = rng.sample(ref.SUITS, rng.choice((1, 2, 2, 3)))
            weight = {card: 1.0 if card[0] in kept else 0.02 for card in weight}
        elif style == "honours":
            weight = {card: 1.0 if card[1] in "TA" else 0.25 for card in weight}
        elif style == "tops":
            weight = {card: 1.0 if card[1] in "AKQJT" else 0.01 for card in weight}
        elif style == "wild":
            weight["H2"] = 1000.0
            for card in weight:
                if card[1] == "A":
                    weight[card] = 3.0
        # Weighted order without replacement: the smallest exponential clock comes first.
        order = sorted(weight, key=lambda card: rng.expovariate(weight[card]))
        drawn = order[: seats * cards]
        rng.shuffle(drawn)
        if style == "one_suit_hands":
            drawn.sort(key=lambda card: (card[0], rng.random()))
        elif style == "trump_hand" and trump is not None:
            # One hand as full of trumps as it goes, the rest as they fall.
            trumps = [card for card in order if card[0] == trump][:cards]
            rest = [card for card in drawn if card not in trumps]
            drawn = (trumps + rest)[: seats * cards]
            turn = cards * rng.randrange(seats)
            drawn = drawn[turn:] + drawn[:turn]
        if len(drawn) == seats * cards:
            hands = [drawn[cards * seat : cards * seat + cards] for seat in range(seats)]
            return tuple(tuple(sorted(hand)) for hand in hands)


def random_ending(rng: random.Random, game: Game, cards: int) -> State:
    """A position with about `cards` cards in each hand: any trump or none, any leader, and half
    of the time a few random legal cards have been played, so that a trick is under way."""
    trump = rng.choice((*TRUMP_CHOICES, *TRUMP_CHOICES, None))
    hands = random_hands(rng, game.seats, cards, trump)
    state = ref.make_state(hands, trump, rng.randrange(game.seats))
    return play_on(rng, game, state)


def play_on(rng: random.Random, game: Game, state: State) -> State:
    """Half of the time the same state, else a state some random legal moves later."""
    steps = rng.choice((0, 0, 0, 1, 2, 3, rng.randrange(2 * game.seats)))
    for _ in range(steps):
        legal = ref.moves(game, state)
        if len(legal) == 0:
            break
        branch = rng.choice(ref.play(game, state, rng.choice(legal)))
        if not ref.moves(game, branch.state):
            break
        points = branch.tens if game.points == "tens" else branch.tricks
        is_a = ref.on_side_a(game, branch.seat)
        taken = state.taken[0] + points * is_a, state.taken[1] + points * (not is_a)
        tricks = (
            state.collected[0] + branch.tricks * is_a,
            state.collected[1] + branch.tricks * (not is_a),
        )
        state = branch.state._replace(taken=taken, collected=tricks)
    return state
