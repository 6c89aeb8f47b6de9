"""The slow reference: plain minimax over exact states, written from rules.md alone.

It shares no code with the package under test and uses no bit tricks: cards are strings such as
"SA" or "DT" (suit letter, rank letter), hands are tuples of cards, a state is a plain tuple.
The state at the start of each trick is remembered while one question is answered.
Each rule names the section of rules.md it comes from; where that text leaves something open
the comment says "Decision". Points are counted for side A from the given state onwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

SUITS = "SHDC"
RANKS = "23456789TJQKA"
FULL_DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)
RANK_OF = {card: RANKS.index(card[1]) for card in FULL_DECK}
WILD = "H2"  # the W of satat (section 2)
ASK = "ask"  # the move that shows a hidden trump (section 7)
CALLER = 0  # seats are numbered from the caller (section 0)

BAVNEY_A, KOT_A, WIN_A, TIE, WIN_B, KOT_B, BAVNEY_B = 3, 2, 1, 0, -1, -2, -3

Number = int | Fraction
Result = tuple[Number, Number]
"""How a hand ends: its class, then the points of side A over the whole hand (1.11)."""


# ---------------------------------------------------------------- the game and the state


@dataclass(frozen=True)
class Game:
    """Rule options under their names in rules.md; the defaults make the plain game (section 1)."""

    seats: int = 4
    player: int | None = None  # side A is this one seat; None: the seats of even number
    points: str = "tricks"  # tricks | tens
    capture: str = "single"  # single | double (section 3)
    trump_method: str = "declared"  # declared | kasiet (2.1) | in_play (5, 6) | hidden (7)
    # 1.4, 1.6
    void_duty: str = "none"  # none | must_trump
    overtrump_duty: str = "off"  # off | vs_opponent | always
    stop_rule: str = "may_continue"  # may_continue | hard7
    continue_fail: str = "keep_kot"  # keep_kot | simple_win | opponents_win
    tie: int = TIE  # class of an even split, which a hand of 13 tricks cannot have
    # 2, 2.1
    satat: bool = False
    satat_exempt: bool = True
    kasiet_known: str = "deduction"  # deduction | first_ruff | indicator_played
    kasiet_free_on_W: str = "any"  # any | led
    indicator_playable: str = "yes"  # yes | after_known
    # 3.2
    no_collect: frozenset[int] = frozenset()
    first_streak: int = 2
    ace_rule: str = "off"  # off | block | reset | demote
    ace_trumps_count: bool = True
    # 4.3
    dehla_result: str = "pagat"  # pagat | w25 | tricks_decide | no_winner
    # 5, 6
    set_trick_active: bool = True
    beranga_delay: int = 1
    single_heap_until_trump: bool = False
    m1_fallback: str = "chance"  # chance | given_suit
    given_suit: str | None = None
    # 7
    may_ask: str = "any_void"  # any_void | opponents_only
    asker_must_trump: bool = True
    activation: str = "card_level"  # card_level | whole_trick
    # 8.1
    three_tie: str = "third_wins"  # third_wins | no_score | both
    three_run: int = 7  # so many tricks from the first on end the hand


class State(NamedTuple):
    """Everything the rest of the hand depends on; seats in playing order from the caller."""

    hands: tuple[tuple[str, ...], ...]  # cards that may be played now or later; no reserves
    trump: str | None = None  # also while players do not know it (kasiet, hidden)
    leader: int = 0  # led, or will lead, the running trick; won the trick before
    table: tuple[str, ...] = ()  # running trick in playing order
    tricks_done: int = 0  # complete tricks before the running one
    taken: tuple[int, int] = (0, 0)  # points A and B own already (only outcome looks at it)
    collected: tuple[int, int] = (0, 0)  # tricks they own; only dehla_result=tricks_decide
    heap: int = 0  # tricks lying in the heap
    heap_tens: int = 0
    streak: int = 0  # the leader's wins in a row since the last collection; 2 = two or more
    ace_streak: bool = False  # the trick before was won with an ace
    indicator: str | None = None  # kasiet: a card of the caller's hand; hidden: kept apart
    suspects: str = SUITS  # kasiet: suits that may be trump as far as the players know
    fresh: bool = False  # in_play: trump was set in the running trick
    reserves: tuple[tuple[str, ...], ...] = ()  # not dealt yet (section 6)
    pile: tuple[int, ...] = (0, 0, 0, 0)  # cards by suit that lie played before the deal
    revealed: bool = True  # hidden: the suit has been shown
    revealed_at: int = 0  # hidden: cards on the table when it was shown in the running trick
    must_trump: bool = False  # hidden: the seat to move has just asked
    won_open: bool = True  # hidden: the card that won the trick before was played after that


class Branch(NamedTuple):
    """One way things go on after a move: how likely, and which seat collects what."""

    weight: Fraction
    state: State
    seat: int = 0
    tricks: int = 0
    tens: int = 0


SURELY = Fraction(1)


def make_state(
    hands: Sequence[Iterable[str]] | str,
    trump: str | None = None,
    leader: int = 0,
    table: Iterable[str] = (),
    **more: object,
) -> State:
    """A state from loose material; hands may be one text "SA H2 | ..." with a bar between seats.

    `reserves` may be written like the hands. A hidden indicator is not among the hands.
    """
    state = State(cards_by_seat(hands), trump, leader, tuple(table), **more)  # type: ignore[arg-type]
    state = state._replace(reserves=cards_by_seat(state.reserves))
    cards = [card for hand in state.hands + state.reserves for card in hand] + list(state.table)
    if not state.revealed and state.indicator is not None:
        cards.append(state.indicator)
    for card in cards:
        if card not in FULL_DECK:
            raise ValueError(f"no such card: {card}")
    if len(set(cards)) != len(cards):
        raise ValueError("a card occurs twice")
    return state


def cards_by_seat(hands: Sequence[Iterable[str]] | str) -> tuple[tuple[str, ...], ...]:
    """Sorted hands from a text or from lists."""
    if isinstance(hands, str):
        hands = [part.split() for part in hands.split("|")]
    return tuple(tuple(sorted(hand)) for hand in hands)


def suit_of(card: str) -> str:
    """The printed suit."""
    return card[0]


def of_suit(cards: Iterable[str], suit: str | None) -> tuple[str, ...]:
    """The cards of one printed suit."""
    return tuple(card for card in cards if suit_of(card) == suit)


def to_move(game: Game, state: State) -> int:
    """The seat that plays next."""
    return (state.leader + len(state.table)) % game.seats


def on_side_a(game: Game, seat: int) -> bool:
    """Sides by parity (section 0), or one player against the rest (8.1)."""
    if game.player is not None:
        return seat == game.player
    return seat % 2 == 0


def tricks_left(game: Game, state: State) -> int:
    """Tricks not yet complete, the running one included."""
    cards = len(state.table) + sum(len(hand) for hand in state.hands + state.reserves)
    if game.trump_method == "hidden" and not state.revealed:
        cards += 1  # the indicator
    return cards // game.seats


def points_left(game: Game, state: State) -> int:
    """Points nobody owns yet: in the heap, on the table, in the hands."""
    if game.points == "tricks":
        return state.heap + tricks_left(game, state)
    cards = [card for hand in (*state.hands, *state.reserves, state.table) for card in hand]
    if game.trump_method == "hidden" and not state.revealed and state.indicator is not None:
        cards.append(state.indicator)
    return state.heap_tens + sum(card[1] == "T" for card in cards)


# ---------------------------------------------------------------- who wins a trick


def strength(game: Game, state: State, index: int) -> tuple[int, int]:
    """Worth of one card of the running trick: the highest trump wins, else the highest card of
    the led suit (1.4). Cards of other suits are worth nothing."""
    card, led = state.table[index], state.table[0]
    if game.satat and card == WILD:
        return 3, 0  # the highest trump whatever the trump suit (section 2)
    if suit_of(card) == state.trump and trump_works(game, state, index):
        return 2, RANK_OF[card] if not demoted(game, state, index) else -1
    if suit_of(card) == suit_of(led):
        return 1, RANK_OF[card] if not demoted(game, state, index) else -1
    return 0, 0


def trump_works(game: Game, state: State, index: int) -> bool:
    """Is a card of the trump suit at this place of the trick a trump?  Always, but for a hidden
    suit only when played after it was shown (7.1, `activation`)."""
    if game.trump_method != "hidden":
        return True
    if not state.revealed:
        return False
    return game.activation == "whole_trick" or index >= state.revealed_at


def demoted(game: Game, state: State, index: int) -> bool:
    """`ace_rule=demote` (3.2): a second ace, led by the player who has just won with one, ranks
    below the two."""
    return (
        game.ace_rule == "demote"
        and index == 0
        and state.ace_streak
        and counts_as_ace(game, state, state.table[0])
    )


def counts_as_ace(game: Game, state: State, card: str) -> bool:
    """Is this an ace for `ace_rule`?  (`ace_trumps_count`, 3.2)"""
    return card[1] == "A" and (game.ace_trumps_count or suit_of(card) != state.trump)


def best_on_table(game: Game, state: State) -> int:
    """Place in the running trick of the card that wins so far."""
    return max(range(len(state.table)), key=lambda index: strength(game, state, index))


# ---------------------------------------------------------------- legal moves


def moves(game: Game, state: State) -> tuple[str, ...]:
    """Legal moves of the seat to move, cards in the order of the hand, then ASK where it is
    allowed; empty when the hand is over."""
    state = ready(game, state)
    cards = legal_cards(game, state)
    return (*cards, ASK) if cards and may_ask(game, state) else cards


def legal_cards(game: Game, state: State) -> tuple[str, ...]:
    """The cards that the seat to move may play."""
    hand = state.hands[to_move(game, state)]
    if state.must_trump and of_suit(hand, state.trump):
        return of_suit(hand, state.trump)  # who asked plays a trump if able (7.1)
    if game.trump_method == "kasiet":
        hand = without_locked_indicator(game, state, hand)
    if not state.table:
        return hand
    if game.satat:
        return satat_cards(game, state, hand)
    following = of_suit(hand, suit_of(state.table[0]))
    return following or ruffing_duty(game, state, hand)


def ruffing_duty(game: Game, state: State, hand: tuple[str, ...]) -> tuple[str, ...]:
    """What a player void in the led suit may play: anything, or the stricter duties of 1.4.

    Decision (1.4 only names them): `must_trump` = some trump, whoever holds the trick;
    `overtrump_duty` = of his trumps only those that beat a trump now winning the trick, if he has
    such a one (`vs_opponent`: only while an opponent is winning). It never forces a ruff by
    itself, it does not touch a trump lead, and who cannot overtrump may play any trump.
    """
    if game.void_duty == "none" and game.overtrump_duty == "off":
        return hand
    trumps = of_suit(hand, state.trump)
    best = state.table[best_on_table(game, state)]
    winner = (state.leader + best_on_table(game, state)) % game.seats
    opponent = on_side_a(game, winner) != on_side_a(game, to_move(game, state))
    usable = trumps
    bound = game.overtrump_duty == "always" or (game.overtrump_duty == "vs_opponent" and opponent)
    if bound and suit_of(best) == state.trump:
        usable = tuple(card for card in trumps if RANK_OF[card] > RANK_OF[best]) or trumps
    if game.void_duty == "must_trump" and trumps:
        return usable
    return tuple(card for card in hand if card in usable or card not in trumps)


def satat_cards(game: Game, state: State, hand: tuple[str, ...]) -> tuple[str, ...]:
    """The one rule of section 2, and the free play of trup kasiet (2.1)."""
    led = suit_of(state.table[0])
    if state.table[0] == WILD and state.trump is not None:
        led = state.trump
    if game.trump_method == "kasiet" and kasiet_free(game, state):
        return hand
    following = tuple(card for card in of_suit(hand, led) if card != WILD)
    if following:
        return tuple(card for card in hand if card in following or card == WILD)
    known = game.trump_method != "kasiet" or kasiet_is_known(state, len(state.table))
    if not game.satat_exempt and WILD in hand and led == state.trump and known:
        # Decision: in trup kasiet the lone W can be forced out only once trump is known.
        return (WILD,)
    return hand


# ---------------------------------------------------------------- trup kasiet (2.1)


def kasiet_is_known(state: State, place: int) -> bool:
    """Did the players know the trump suit when the card at this place of the trick was due?

    Decision: playing the indicator makes it known at once, to the rest of the trick too;
    announced winners work from the next trick on.
    """
    return len(state.suspects) == 1 or state.indicator in (None, *state.table[:place])


def kasiet_free(game: Game, state: State) -> bool:
    """May any card be played because W lies on the table and trump was unknown when it fell?

    Decision: what counts is the moment when W was played; an indicator played later in the same
    trick does not end the freedom of this trick.
    """
    if WILD not in state.table:
        return False
    place = state.table.index(WILD)
    allowed = place == 0 or game.kasiet_free_on_W == "any"
    return allowed and not kasiet_is_known(state, place)


def without_locked_indicator(game: Game, state: State, hand: tuple[str, ...]) -> tuple[str, ...]:
    """`indicator_playable=after_known`: the indicator does not count as a card of the hand until
    trump is known, neither to play nor to follow (Decision: except as the last card)."""
    if game.indicator_playable == "yes" or kasiet_is_known(state, len(state.table)):
        return hand
    return tuple(card for card in hand if card != state.indicator) or hand


def kasiet_suspects(game: Game, state: State) -> str:
    """What the complete trick on the table has taught: the suits that may still be trump."""
    assert state.trump is not None
    if kasiet_is_known(state, len(state.table)):
        return state.trump
    best = best_on_table(game, state)
    if game.kasiet_known == "deduction":
        return "".join(
            suit
            for suit in state.suspects
            if best_on_table(game, state._replace(trump=suit)) == best
        )
    if game.kasiet_known == "first_ruff":
        # Decision: a ruff = a trick won by a card of the trump suit, other than W, that was not
        # led.
        card, led = state.table[best], state.table[0]
        if card != WILD and suit_of(card) != suit_of(led) and led != WILD:
            return state.trump
    return state.suspects


# ---------------------------------------------------------------- hidden trump (7.1, 7.2)


def may_ask(game: Game, state: State) -> bool:
    """May the seat to move have the hidden suit shown before he plays?  The caller when void or
    on lead, anybody else when void; the indicator is not in the caller's hand, so he counts as
    void when he could follow with nothing else (`indicator_follow`)."""
    if game.trump_method != "hidden" or state.revealed:
        return False
    seat = to_move(game, state)
    if not state.table:
        return seat == CALLER
    if of_suit(state.hands[seat], suit_of(state.table[0])):
        return False
    partner = seat != CALLER and (seat - CALLER) % 2 == 0
    return not (partner and game.may_ask == "opponents_only")


def reveal(state: State) -> State:
    """The suit is shown and the indicator goes back into the caller's hand."""
    assert state.indicator is not None
    hands = list(state.hands)
    hands[CALLER] = tuple(sorted((*hands[CALLER], state.indicator)))
    return state._replace(
        hands=tuple(hands), indicator=None, revealed=True, revealed_at=len(state.table)
    )


def ready(game: Game, state: State) -> State:
    """What happens by itself before the next move: a trump still hidden before the last trick is
    shown then (7.1); on double sar only when the caller comes to his last card (7.2)."""
    if game.trump_method != "hidden" or state.revealed:
        return state
    last = tricks_left(game, state) == 1
    if game.capture == "single":
        return reveal(state) if last and not state.table else state
    return reveal(state) if last and to_move(game, state) == CALLER else state


# ---------------------------------------------------------------- playing a move


def begun(state: State) -> bool:
    """Decision: a trick has begun when a card lies, or when its leader has had the trump shown; a
    side at 7-0 can stop before that only."""
    return bool(state.table) or state.must_trump


def play(game: Game, state: State, move: str) -> list[Branch]:
    """Everything that may follow a legal move; more than one thing only at the chance of
    section 6."""
    state = ready(game, state)
    seat = to_move(game, state)
    if move == ASK:
        # The caller who shows his suit must play a trump (7.1); Decision: also where
        # asker_must_trump is off, which is about the others.
        bound = seat == CALLER or game.asker_must_trump
        return [Branch(SURELY, reveal(state)._replace(must_trump=bound))]
    state = lay(game, state, move)
    if len(state.table) < game.seats:
        return [Branch(SURELY, state)]
    return settle(game, state)


def lay(game: Game, state: State, move: str) -> State:
    """The card of the seat to move put on the table; a complete trick is not settled yet."""
    state = ready(game, state)
    seat = to_move(game, state)
    hand = tuple(card for card in state.hands[seat] if card != move)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    table = (*state.table, move)
    state = state._replace(hands=hands, table=table, must_trump=False)
    if (
        game.trump_method == "in_play"
        and game.set_trick_active
        and state.trump is None
        and suit_of(move) != suit_of(table[0])
    ):
        # The first card of a void player makes trump, in its own trick already (5, 6).
        state = state._replace(trump=suit_of(move), fresh=True)
    return state


class Taking(NamedTuple):
    """What a complete trick comes to for the seat that wins it."""

    trump: str | None  # from now on
    with_ace: bool
    streak: int  # the winner's; he may have taken the heap with it
    heap: bool  # he takes it


def settle(game: Game, state: State) -> list[Branch]:
    """The trick is complete: who won it, who takes what, what becomes trump, what is dealt."""
    best = best_on_table(game, state)
    winner = (state.leader + best) % game.seats
    trump, won_with_ace, streak, takes = taking(game, state, best)
    heap = state.heap + 1
    tens = state.heap_tens + sum(card[1] == "T" for card in state.table)
    collected = (winner, heap, tens) if takes else (winner, 0, 0)
    if takes:
        heap, tens, streak = 0, 0, 0

    after = state._replace(
        trump=trump,
        leader=winner,
        table=(),
        tricks_done=state.tricks_done + 1,
        heap=heap,
        heap_tens=tens,
        streak=min(streak, 2) if game.capture == "double" else 0,
        ace_streak=won_with_ace if game.ace_rule != "off" else False,
        fresh=False,
        revealed_at=0,
        won_open=state.revealed and best >= state.revealed_at,
    )
    if game.trump_method == "kasiet":
        after = after._replace(suspects=kasiet_suspects(game, state))
    return [
        Branch(weight, dealt, *collected) for weight, dealt in deal_reserves(game, state, after)
    ]


def taking(game: Game, state: State, best: int) -> Taking:
    """What the complete trick on the table comes to if the card at this place of it wins."""
    winner = (state.leader + best) % game.seats

    # Trump set in this trick (5): with set_trick_active off it works from the next trick on.
    trump, set_now = state.trump, state.fresh
    if game.trump_method == "in_play" and trump is None:
        strange = [card for card in state.table if suit_of(card) != suit_of(state.table[0])]
        if strange:
            trump, set_now = suit_of(strange[0]), True

    # Who takes the heap (1.4: at once; 3.1: the heap; 5: before trump exists).
    won_with_ace = counts_as_ace(game, state, state.table[best])
    two_aces = winner == state.leader and state.ace_streak and won_with_ace
    streak = state.streak + 1 if winner == state.leader else 1
    if game.ace_rule == "reset" and two_aces:
        streak = 0
    if game.capture == "single":
        takes = trump is not None or not game.single_heap_until_trump
    else:
        first = state.heap == state.tricks_done  # nothing has been collected yet (3.6)
        takes = streak >= (game.first_streak if first else 2)
        if state.tricks_done + 1 in game.no_collect:
            takes = False
        if game.ace_rule == "block" and two_aces:
            takes = False
        if game.trump_method == "in_play" and trump is None:
            takes = False
        if game.trump_method == "in_play" and set_now and game.beranga_delay == 1:
            takes = False
        if game.trump_method == "hidden" and not (state.tricks_done and state.won_open):
            takes = False  # 7.2: the card that won the trick before was played after the reveal
    last = tricks_left(game, state) == 1  # its winner takes what is left, always
    return Taking(trump, won_with_ace, streak, takes or last)


def deal_reserves(game: Game, state: State, after: State) -> list[tuple[Fraction, State]]:
    """The five-card start (section 6): the reserves are dealt when the setting trick is over.
    If everybody followed all the time, a random card of the heap makes trump first."""
    if not state.reserves:
        return [(SURELY, after)]
    pile = tuple(
        before + len(of_suit(state.table, suit))
        for before, suit in zip(state.pile, SUITS, strict=True)
    )
    if after.trump is None and any(after.hands):
        return [(SURELY, after._replace(pile=pile))]
    hands = tuple(
        tuple(sorted(hand + reserve))
        for hand, reserve in zip(after.hands, after.reserves, strict=True)
    )
    after = after._replace(hands=hands, reserves=(), pile=(0, 0, 0, 0))
    if after.trump is not None:
        return [(SURELY, after)]
    if game.m1_fallback == "given_suit":
        return [(SURELY, after._replace(trump=game.given_suit))]
    return [
        (Fraction(count, sum(pile)), after._replace(trump=suit))
        for suit, count in zip(SUITS, pile, strict=True)
        if count
    ]


# ---------------------------------------------------------------- the questions


class Questions:
    """One game, any number of questions; what was worked out stays known.

    Value and race look at points from the given state on; outcome looks at the whole hand.
    Only states at the start of a trick are remembered: a running trick has one past.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._values: dict[State, Number] = {}
        self._races: dict[tuple[State, int, int], Number] = {}
        self._classes: dict[State, Number] = {}
        self._results: dict[State, Result] = {}

    def gains(self, branch: Branch) -> tuple[int, int]:
        """Points for A and for B of one branch."""
        points = branch.tens if self.game.points == "tens" else branch.tricks
        return (points, 0) if on_side_a(self.game, branch.seat) else (0, points)

    def choose(self, state: State, results: Iterable[Number]) -> Number:
        """The best result for the seat to move: A wants much, B little."""
        return max(results) if on_side_a(self.game, to_move(self.game, state)) else min(results)

    def value(self, state: State) -> Number:
        """Points A still takes from here with best play by everybody."""
        return self._value(untaken(state))

    def _value(self, state: State) -> Number:
        if not state.table and state in self._values:
            return self._values[state]
        is_a = on_side_a(self.game, to_move(self.game, state))
        ideal = points_left(self.game, state) if is_a else 0
        results: list[Number] = []
        for move in moves(self.game, state):
            results.append(self._move_value(state, move))
            if results[-1] == ideal:
                break  # nobody can do better than take everything
        best = self.choose(state, results) if results else 0
        if not state.table:
            self._values[state] = best
        return best

    def move_value(self, state: State, move: str) -> Number:
        """Points A takes from here when this move is made first."""
        return self._move_value(untaken(state), move)

    def _move_value(self, state: State, move: str) -> Number:
        return expected(
            (branch.weight, self.gains(branch)[0] + self._value(branch.state))
            for branch in play(self.game, state, move)
        )

    def race(self, state: State, a: int, b: int) -> Number:
        """1 when A can take a more points before B takes b more, else 0 (a chance: between).

        When the hand ends before either has got there, A has not made it.
        """
        return self._race(untaken(state), a, b)

    def _race(self, state: State, a: int, b: int) -> Number:
        if a <= 0:
            return 1
        if b <= 0:
            return 0
        key = (state, a, b)
        if not state.table and key in self._races:
            return self._races[key]
        is_a = on_side_a(self.game, to_move(self.game, state))
        results: list[Number] = []
        for move in moves(self.game, state):
            results.append(self._move_race(state, move, a, b))
            if results[-1] == int(is_a):
                break  # the best that can be had
        best = self.choose(state, results) if results else 0
        if not state.table:
            self._races[key] = best
        return best

    def move_race(self, state: State, move: str, a: int, b: int) -> Number:
        """The race when this move is made first."""
        return self._move_race(untaken(state), move, a, b)

    def _move_race(self, state: State, move: str, a: int, b: int) -> Number:
        parts: list[tuple[Fraction, Number]] = []
        for branch in play(self.game, state, move):
            gain_a, gain_b = self.gains(branch)
            parts.append((branch.weight, self._race(branch.state, a - gain_a, b - gain_b)))
        return expected(parts)

    def outcome(self, state: State) -> Number:
        """Class of the whole hand, +3 .. -3, by playing it out with its stop rule."""
        if not state.table and state in self._classes:
            return self._classes[state]
        best = self._outcome(state)
        if not state.table:
            self._classes[state] = best
        return best

    def _outcome(self, state: State) -> Number:
        legal = moves(self.game, state)
        if not legal:
            return final_class(self.game, state)
        at_seven = max(state.taken) >= majority(self.game, state)
        if not plays_for_first_seven(self.game) or not at_seven:
            return self.choose(state, [self.move_outcome(state, move) for move in legal])
        stopped = final_class(self.game, state)
        if self.game.stop_rule == "hard7" or min(state.taken) > 0:
            return stopped
        # Only a side at 7-0 may go on, for all of them (1.6).
        going_on = self.choose(state, [self.move_outcome(state, move) for move in legal])
        if begun(state):
            return going_on
        return max(stopped, going_on) if state.taken[0] else min(stopped, going_on)

    def move_outcome(self, state: State, move: str) -> Number:
        """Class of the whole hand when this move is made first."""
        parts: list[tuple[Fraction, Number]] = []
        for branch in play(self.game, state, move):
            gain_a, gain_b = self.gains(branch)
            taken = (state.taken[0] + gain_a, state.taken[1] + gain_b)
            after = branch.state._replace(taken=taken)
            if self.game.points == "tens" and self.game.dehla_result == "tricks_decide":
                is_a = on_side_a(self.game, branch.seat)
                tricks_a = state.collected[0] + (branch.tricks if is_a else 0)
                tricks_b = state.collected[1] + (0 if is_a else branch.tricks)
                after = after._replace(collected=(tricks_a, tricks_b))
            failed = (
                plays_for_first_seven(self.game)
                and max(state.taken) >= majority(self.game, state)
                and min(state.taken) == 0
                and min(taken) > 0
            )
            if failed:  # a 7-0 side went on and has just lost a trick
                parts.append((branch.weight, failed_class(self.game, state.taken)))
            else:
                parts.append((branch.weight, self.outcome(after)))
        return expected(parts)

    def result(self, state: State) -> Result:
        """Class of the whole hand and A's points, where everybody plays for the class first and
        for points only among plays of the same class.

        Decision: where the stop rule ends a hand with cards left (1.6), the class stands and the
        rest is played out for the count alone. Without a chance move.
        """
        if not state.table and state in self._results:
            return self._results[state]
        best = self._result(state)
        if not state.table:
            self._results[state] = best
        return best

    def _result(self, state: State) -> Result:
        legal = moves(self.game, state)
        if not legal:
            return final_class(self.game, state), state.taken[0]
        at_seven = max(state.taken) >= majority(self.game, state)
        if not plays_for_first_seven(self.game) or not at_seven:
            return self.better(state, [self.move_result(state, move) for move in legal])
        stopped = final_class(self.game, state), state.taken[0] + self.value(state)
        if self.game.stop_rule == "hard7" or min(state.taken) > 0:
            return stopped
        going_on = self.better(state, [self.move_result(state, move) for move in legal])
        if begun(state):
            return going_on
        return max(stopped, going_on) if state.taken[0] else min(stopped, going_on)

    def better(self, state: State, results: Iterable[Result]) -> Result:
        """The best result for the seat to move: the class decides, then the points."""
        return max(results) if on_side_a(self.game, to_move(self.game, state)) else min(results)

    def move_result(self, state: State, move: str) -> Result:
        """Class and points of the whole hand when this move is made first."""
        (branch,) = play(self.game, state, move)
        gain_a, gain_b = self.gains(branch)
        taken = (state.taken[0] + gain_a, state.taken[1] + gain_b)
        after = branch.state._replace(taken=taken)
        is_a = on_side_a(self.game, branch.seat)
        collected = (
            state.collected[0] + (branch.tricks if is_a else 0),
            state.collected[1] + (0 if is_a else branch.tricks),
        )
        after = after._replace(collected=collected)
        failed = (
            plays_for_first_seven(self.game)
            and max(state.taken) >= majority(self.game, state)
            and min(state.taken) == 0
            and min(taken) > 0
        )
        if failed:  # a 7-0 side went on and has just lost a trick
            return failed_class(self.game, state.taken), taken[0] + self.value(after)
        return self.result(after)

    # ------------------------------------------------------------ three players (8.1)

    def wins_hand(self, state: State, tricks: tuple[int, ...] | None = None) -> bool:
        """Can `game.player` win the hand against the coalition of all the others?

        `tricks` are those won so far, by seat. Play stops when one player has more than any
        other can still reach, or has won the first seven.
        """
        assert self.game.player is not None
        memo: dict[tuple[State, tuple[int, ...]], bool] = {}
        return self._wins_hand(untaken(state), tricks or (0,) * self.game.seats, memo)

    def _wins_hand(
        self,
        state: State,
        tricks: tuple[int, ...],
        memo: dict[tuple[State, tuple[int, ...]], bool],
    ) -> bool:
        key = (state, tricks)
        if not state.table:
            if key in memo:
                return memo[key]
            winners = three_winners(self.game, tricks, tricks_left(self.game, state))
            if winners is not None:
                return self.game.player in winners
        results = []
        for move in moves(self.game, state):
            (branch,) = play(self.game, state, move)
            after = list(tricks)
            after[branch.seat] += branch.tricks
            results.append(self._wins_hand(branch.state, tuple(after), memo))
        best = bool(self.choose(state, results))
        if not state.table:
            memo[key] = best
        return best


def untaken(state: State) -> State:
    """The same position with nothing on the sides' accounts."""
    return state._replace(taken=(0, 0), collected=(0, 0))


def expected(parts: Iterable[tuple[Fraction, Number]]) -> Number:
    """Weighted mean; a whole number stays an int."""
    listed = list(parts)
    if len(listed) == 1:
        return listed[0][1]
    total = sum((weight * number for weight, number in listed), Fraction(0))
    return int(total) if total.denominator == 1 else total


# ---------------------------------------------------------------- classes of a hand


def majority(game: Game, state: State) -> int:
    """The "seven" of the whole hand: n // 2 + 1 of its n tricks (section 9)."""
    return (state.tricks_done + tricks_left(game, state)) // 2 + 1


def plays_for_first_seven(game: Game) -> bool:
    """Kot and bavney by the first seven tricks (1.6); not in heap games (3.3) and for tens."""
    return game.points == "tricks" and game.capture == "single"


def final_class(game: Game, state: State) -> int:
    """Class of a hand that stops here."""
    if game.points == "tens":
        return tens_class(game, state)
    taken_a, taken_b = state.taken
    total = state.tricks_done + tricks_left(game, state)
    if max(taken_a, taken_b) < total // 2 + 1:
        return game.tie
    if min(taken_a, taken_b) > 0:
        size = 1
    elif game.capture == "single" and game.stop_rule == "may_continue":
        size = 3 if max(taken_a, taken_b) == total else 2  # 1.6
    else:
        size = 2  # 3.3: all of them is the kot
    return size if taken_a > taken_b else -size


def failed_class(game: Game, taken: tuple[int, int]) -> int:
    """Class after a side that stood at 7-0 went on and lost a trick (`continue_fail`, 1.6)."""
    size = {"keep_kot": 2, "simple_win": 1, "opponents_win": -1}[game.continue_fail]
    return size if taken[0] else -size


def tens_class(game: Game, state: State) -> int:
    """The tables of 4.3. Decision: w25's "B wins the hand" for four tens is a plain win."""
    tens = state.taken[0]
    if sum(state.taken) != 4:
        raise ValueError("the class of a game for tens needs all four tens")
    if game.dehla_result == "w25":
        return {4: 2, 3: 1, 2: 1, 1: 1, 0: -1}[tens]
    if tens != 2 or game.dehla_result == "pagat":
        return {4: 2, 3: 1, 2: 1, 1: -1, 0: -2}[tens]
    if game.dehla_result == "no_winner":
        return 0
    tricks_a, tricks_b = state.collected
    return game.tie if tricks_a == tricks_b else 1 if tricks_a > tricks_b else -1


def three_winners(game: Game, tricks: Sequence[int], remaining: int) -> set[int] | None:
    """Who has won a hand in which each plays for himself (8.1); None while play goes on.

    Decision: when all tie (17 tricks cannot), nobody wins.
    """
    seats = range(len(tricks))
    for one in seats:
        if all(tricks[one] > tricks[other] + remaining for other in seats if other != one):
            return {one}
        if sum(tricks) == tricks[one] == game.three_run:
            return {one}
    if remaining:
        return None
    top = {seat for seat in seats if tricks[seat] == max(tricks)}
    if game.three_tie == "no_score" or len(top) == len(tricks):
        return set()
    return top if game.three_tie == "both" else set(seats) - top


# ---------------------------------------------------------------- plain functions


def value(game: Game, state: State) -> Number:
    """Points A still takes from here."""
    return Questions(game).value(state)


def race(game: Game, state: State, a: int, b: int) -> bool:
    """Does A take a more points before B takes b more?  (Without a chance move.)"""
    return bool(Questions(game).race(state, a, b))


def outcome(game: Game, state: State) -> Number:
    """Class of the whole hand: +3 bavney, +2 kot, +1 win for A; negative for B; 0 neither.

    With a chance move in it: the greatest expected class number.
    """
    return Questions(game).outcome(state)


def result(game: Game, state: State) -> Result:
    """Class of the whole hand, then A's points over the whole hand while everybody keeps it."""
    return Questions(game).result(state)


def wins_hand(game: Game, state: State, tricks: tuple[int, ...] | None = None) -> bool:
    """Can `game.player` win the hand against all others together (8.1)?"""
    return Questions(game).wins_hand(state, tricks)


def move_values(game: Game, state: State) -> dict[str, Number]:
    """Points A still takes, for every legal move."""
    questions = Questions(game)
    return {move: questions.move_value(state, move) for move in moves(game, state)}


def move_outcomes(game: Game, state: State) -> dict[str, Number]:
    """Class of the whole hand, for every legal move."""
    questions = Questions(game)
    return {move: questions.move_outcome(state, move) for move in moves(game, state)}


def move_results(game: Game, state: State) -> dict[str, Result]:
    """Class and points of the whole hand, for every legal move."""
    questions = Questions(game)
    return {move: questions.move_result(state, move) for move in moves(game, state)}


def perft(game: Game, state: State, depth: int) -> int:
    """Number of ways to make `depth` legal moves (0 when the hand is over before). ASK is a move
    of its own; every suit that chance may choose counts as a way."""
    if depth == 0:
        return 1
    return sum(
        perft(game, branch.state, depth - 1)
        for move in moves(game, state)
        for branch in play(game, state, move)
    )


# ---------------------------------------------------------------- challenge of trumps (1.8)


def challenge_succeeds(
    game: Game, state: State, challenger: int, suit: str, target: str, leader: str
) -> bool:
    """Can B make the first seven tricks (`target` first7), or seven in a row at any time
    (any_run_of_7, by the side), when the trump is changed to this suit?

    `leader` is caller or challenger. The state is the full deal before the first lead.
    """
    first = CALLER if leader == "caller" else challenger
    state = state._replace(trump=suit, leader=first)
    need = majority(game, state)
    if target == "first7":
        return Questions(game).race(state, 1, need) == 0
    return b_makes_run(game, state, need, 0, {})


def b_makes_run(
    game: Game, state: State, need: int, run: int, memo: dict[tuple[State, int], bool]
) -> bool:
    """Can B win `need` tricks in a row, `run` of which he has just won?"""
    if run >= need:
        return True
    key = (state, run)
    if not state.table and key in memo:
        return memo[key]
    results = []
    for move in moves(game, state):
        (branch,) = play(game, state, move)
        after = run
        if branch.tricks:
            after = 0 if on_side_a(game, branch.seat) else run + 1
        results.append(b_makes_run(game, branch.state, need, after, memo))
    is_a = on_side_a(game, to_move(game, state))
    best = False if not results else all(results) if is_a else any(results)
    if not state.table:
        memo[key] = best
    return best


def challenges(
    game: Game, state: State, target: str = "first7", leader: str = "caller"
) -> dict[tuple[int, str], bool]:
    """For each member of B and each suit that was not called: does his challenge succeed?"""
    return {
        (seat, suit): challenge_succeeds(game, state, seat, suit, target, leader)
        for seat in (1, 3)
        for suit in SUITS
        if suit != state.trump
    }


def challenge_class(
    game: Game, state: State, target: str = "first7", leader: str = "caller"
) -> Number:
    """Class of the hand when B may challenge: a success is a kot for B, a failure one for A
    (anti-kot), and B may leave it."""
    offers = challenges(game, state, target, leader).values()
    return min([outcome(game, state), *(KOT_B if success else KOT_A for success in offers)])


# ---------------------------------------------------------------- the draw of two players (8.2)


def draw_value(
    game: Game,
    state: State,
    stock: Sequence[str],
    cards: int = 13,
    race: tuple[int, int] | None = None,
    see_second: bool = True,
    turn: int = 0,
) -> Number:
    """Tricks (or a race) of seat 0 in the two-player game from the draw on, the stock being open.

    The hands are those after the discards; seat `turn` draws, then the other, until both have
    `cards`. `stock` in order of drawing. With `see_second` a draw uses up two cards, one of them
    kept; without it a first card kept leaves the second where it is (W10).
    """
    missing = [cards - len(hand) for hand in state.hands]
    if missing == [0, 0]:
        questions = Questions(game)
        return questions.value(state) if race is None else questions.race(state, *race)
    if missing[turn] == 0:
        return draw_value(game, state, stock, cards, race, see_second, 1 - turn)
    results: list[Number] = []
    for kept in range(min(2, len(stock))):  # Decision: the last card of the stock must be kept
        hands = list(state.hands)
        hands[turn] = tuple(sorted((*hands[turn], stock[kept])))
        used = 2 if see_second or kept == 1 else 1
        after = state._replace(hands=tuple(hands))
        results.append(draw_value(game, after, stock[used:], cards, race, see_second, 1 - turn))
    return max(results) if on_side_a(game, turn) else min(results)


# ---------------------------------------------------------------- accounting without search


def account(
    winners: Sequence[int],
    ace_tricks: Iterable[int] = (),
    *,
    capture: str = "double",
    no_collect: Iterable[int] = (),
    first_streak: int = 2,
    ace_rule: str = "off",
) -> tuple[int, int]:
    """Tricks collected by (A, B) when the tricks were won by these seats.

    `ace_tricks` are the numbers (from 1) of the tricks won by an ace. Sections 1.4, 3.1 and 3.2;
    written apart from the search, by looking back over the list of winners.
    """
    collected = [0, 0]
    if capture == "single":
        for winner in winners:
            collected[winner % 2] += 1
        return collected[0], collected[1]
    forbidden, aces = set(no_collect), set(ace_tricks)
    two_aces = {
        number
        for number in range(2, len(winners) + 1)
        if winners[number - 1] == winners[number - 2] and {number - 1, number} <= aces
    }
    oldest = 1  # number of the oldest trick lying in the heap
    for number, winner in enumerate(winners, start=1):
        streak = 0
        back = number
        while back >= oldest and winners[back - 1] == winner:
            if ace_rule == "reset" and back in two_aces:
                break  # a second ace counts for nothing and ends what was before it
            streak += 1
            back -= 1
        asked = first_streak if oldest == 1 else 2
        stopped = number in forbidden or (ace_rule == "block" and number in two_aces)
        if number == len(winners) or (streak >= asked and not stopped):
            collected[winner % 2] += number - oldest + 1
            oldest = number + 1
    return collected[0], collected[1]
