"""Random endings for tests, leaning towards hands that break quick bounds.

Pure Python, seeded by the caller's `random.Random`; every game of the slow reference: hands that
hold only trumps, bare honours, tens, aces, the 2 of hearts, few suits, top cards; any trump or
none, any leader; the middle of a trick, of a heap and of a hand.
"""

from __future__ import annotations

import random

import reference as ref
from reference import Game, State

MOST_TRICKS = {2: 13, 3: 17, 4: 13, 6: 8}  # tricks of a full hand by number of seats

Hands = tuple[tuple[str, ...], ...]


def random_ending(rng: random.Random, game: Game, cards: int, reserves: int = 0) -> State:
    """A position with up to `cards` cards in each hand (and `reserves` more not dealt yet).

    About half of them come from playing a few random legal moves. The totals are those of a whole
    hand: points taken, heap and cards to come add up (tens: to four).
    """
    trump = rng.choice("SHDC")
    if not game.satat and game.trump_method == "declared" and rng.random() < 0.2:
        dealt = None
    else:
        dealt = trump
    while True:
        hands = random_hands(rng, game, cards + reserves, trump)
        state = State(hands, dealt, rng.randrange(game.seats))
        if game.trump_method in ("kasiet", "hidden"):
            chosen = choose_indicator(rng, state)
            if chosen is None:
                continue
            state = chosen
        break
    state = put_in_the_middle(rng, game, state)
    if game.trump_method == "in_play":
        state = start_without_trump(rng, game, state, reserves)
    if game.trump_method == "kasiet":
        state = know_something(rng, game, state)
    if game.trump_method == "hidden" and rng.random() < 0.8:
        state = hide(state)
    return play_on(rng, game, state)


def random_hands(rng: random.Random, game: Game, cards: int, trump: str) -> Hands:
    """`cards` cards for every seat, drawn from all 52 with one of several hostile leanings."""
    style = rng.choice(
        ("any", "any", "few_suits", "honours", "tops", "sorted", "trump_hand", "stairs")
    )
    pack = [card for card in ref.FULL_DECK if game.seats != 6 or card[1] != "2"]
    weight = dict.fromkeys(pack, 1.0)
    if style == "few_suits":
        kept = rng.sample(ref.SUITS, rng.choice((1, 2, 2, 3)))
        weight = {card: 1.0 if card[0] in kept else 0.02 for card in pack}
    elif style == "honours":
        weight = {card: 1.0 if card[1] in "TA" else 0.25 for card in pack}
    elif style == "tops":
        weight = {card: 1.0 if card[1] in "AKQJT" else 0.01 for card in pack}
    if game.satat and rng.random() < 0.7:
        weight[ref.WILD] = 1000.0
    if game.points == "tens" and rng.random() < 0.5:
        for card in pack:
            weight[card] *= 5.0 if card[1] == "T" else 1.0
    # A weighted order without replacement: the smallest exponential clock comes first.
    clock = {card: rng.expovariate(weight[card]) for card in pack}
    drawn = sorted(pack, key=clock.__getitem__)[: game.seats * cards]
    rng.shuffle(drawn)
    if style == "sorted":  # hands of one or two suits
        drawn.sort(key=lambda card: card[0])
    elif style == "trump_hand":  # one hand as full of trumps as it goes
        drawn.sort(key=lambda card: card[0] != trump)
    elif style == "stairs":  # neighbours in rank sit in different hands
        drawn.sort(key=lambda card: (card[0], ref.RANK_OF[card]))
        drawn = [card for seat in range(game.seats) for card in drawn[seat :: game.seats]]
    turn = cards * rng.randrange(game.seats)
    drawn = drawn[turn:] + drawn[:turn]
    return tuple(
        tuple(sorted(drawn[cards * seat : cards * seat + cards])) for seat in range(game.seats)
    )


def choose_indicator(rng: random.Random, state: State) -> State | None:
    """Trump is the suit of some card of the caller, which is the indicator; never the W."""
    choices = [card for card in state.hands[ref.CALLER] if card != ref.WILD]
    if not choices:
        return None
    indicator = rng.choice(choices)
    return state._replace(trump=ref.suit_of(indicator), indicator=indicator)


def put_in_the_middle(rng: random.Random, game: Game, state: State) -> State:
    """Pretend that some tricks were played before: number, heap, streak, points."""
    most = MOST_TRICKS[game.seats] - len(state.hands[1])
    done = rng.choice((0, 0, 1, 2, 3, 4, most, most - 1, rng.randint(0, max(most, 0))))
    done = max(0, min(done, most))
    heap = 0
    if game.capture == "double":
        heap = rng.choice((0, done, rng.randint(0, done)))
    elif game.single_heap_until_trump and game.trump_method == "in_play":
        heap = done
    streak = min(rng.choice((0, 1, 1, 2)), heap) if game.capture == "double" else 0
    if game.first_streak == 2 and not (game.no_collect or game.ace_rule == "block"):
        streak = min(streak, 1)  # two would have been collected
    ace = game.ace_rule != "off" and done > 0 and rng.random() < 0.5
    total = done + len(state.hands[1])
    splits = [(won, done - heap - won) for won in range(done - heap + 1)]
    taken = rng.choice([split for split in splits if undecided(game, total, split)])
    state = state._replace(
        tricks_done=done, heap=heap, streak=streak, ace_streak=ace, taken=taken, collected=taken
    )
    if game.seats == 3 and done:  # the winner of the last trick leads
        winners = [seat for seat in range(3) if taken[not ref.on_side_a(game, seat)]]
        state = state._replace(leader=rng.choice(winners))
    if game.points == "tens":
        gone = 4 - sum(card[1] == "T" for hand in state.hands for card in hand)
        lying = min(rng.randint(0, gone), 4 * heap)
        first = rng.randint(0, gone - lying)
        state = state._replace(heap_tens=lying, taken=(first, gone - lying - first))
    return state


def undecided(game: Game, total: int, taken: tuple[int, int]) -> bool:
    """Is a hand of `total` tricks still played on at these points?  (1.6)"""
    if not ref.plays_for_first_seven(game) or max(taken) <= total // 2:
        return True
    return min(taken) == 0 and game.stop_rule == "may_continue"


def start_without_trump(rng: random.Random, game: Game, state: State, reserves: int) -> State:
    """Trump still to be set, now and then set already; the later cards laid aside."""
    if reserves:
        hands = [tuple(rng.sample(hand, len(hand) - reserves)) for hand in state.hands]
        kept = [
            tuple(card for card in whole if card not in hand)
            for whole, hand in zip(state.hands, hands, strict=True)
        ]
        state = State(
            tuple(tuple(sorted(hand)) for hand in hands),
            leader=state.leader,
            reserves=tuple(kept),
            taken=state.taken if game.points == "tens" else (0, 0),
        )
        if game.points == "tens":  # those of no hand are on somebody's account
            gone = 4 - sum(card[1] == "T" for hand in (*hands, *kept) for card in hand)
            first = rng.randint(0, gone)
            state = state._replace(taken=(first, gone - first))
        return state
    held = game.single_heap_until_trump and state.heap  # the trick that makes trump takes it
    if rng.random() < 0.15 and not held:
        return state
    # Before trump nothing can have been collected on double sar.
    if game.capture == "double" or game.single_heap_until_trump:
        done = state.heap
        state = state._replace(tricks_done=done, collected=(0, 0))
        if game.points == "tricks":
            state = state._replace(taken=(0, 0))
    return state._replace(trump=None)


def know_something(rng: random.Random, game: Game, state: State) -> State:
    """Trup kasiet: what the players may have learnt of the suit by now."""
    assert state.trump is not None
    if rng.random() < 0.2:
        return state._replace(suspects=state.trump, indicator=rng.choice((None, state.indicator)))
    if game.kasiet_known != "deduction" or rng.random() < 0.3:
        return state
    others = [suit for suit in ref.SUITS if suit != state.trump]
    kept = {state.trump, *rng.sample(others, rng.randint(1, 3))}
    return state._replace(suspects="".join(suit for suit in ref.SUITS if suit in kept))


def hide(state: State) -> State:
    """Hidden trump: the indicator lies apart from the caller's hand."""
    hands = list(state.hands)
    hands[ref.CALLER] = tuple(card for card in hands[ref.CALLER] if card != state.indicator)
    return state._replace(hands=tuple(hands), revealed=False, won_open=False)


def play_on(rng: random.Random, game: Game, state: State) -> State:
    """Half of the time the same state, else a state some random legal moves later."""
    if game.trump_method == "hidden" and state.revealed:
        state = state._replace(indicator=None)
    steps = rng.choice((0, 0, 0, 1, 2, 3, rng.randrange(2 * game.seats)))
    for _ in range(steps):
        after = random_step(rng, game, state)
        total = after.tricks_done + ref.tricks_left(game, after)
        if not ref.moves(game, after) or not undecided(game, total, after.taken):
            break
        state = after
    return state


def random_step(rng: random.Random, game: Game, state: State) -> State:
    """The state after one random legal move, with the points gained put on the accounts."""
    move = rng.choice(ref.moves(game, state))
    branch = rng.choice(ref.play(game, state, move))
    points = branch.tens if game.points == "tens" else branch.tricks
    is_a = ref.on_side_a(game, branch.seat)
    taken = (state.taken[0] + points * is_a, state.taken[1] + points * (not is_a))
    tricks = (
        state.collected[0] + branch.tricks * is_a,
        state.collected[1] + branch.tricks * (not is_a),
    )
    return branch.state._replace(taken=taken, collected=tricks)
