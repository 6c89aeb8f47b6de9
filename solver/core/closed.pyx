# cython: boundscheck=True
# Closed hands between Python and C: worlds played out by policies, each seat from its own view.
# Relies on core for the rules (core/rules) and the policies (core/play), of game/position.py on the fields only.
# Solves nothing.

from functools import cache
from json import loads
from operator import index
from pathlib import Path

import numpy as np

cimport cython
from libc.math cimport exp, log
from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memcmp, memcpy, memset

from .cardset cimport (ALL, LANES, SUIT_OF, WIDTH, count, first, lane, larger, lowest, smaller,
                       swap_with_lane_3, u64)
from .play.state cimport (AGENT, CALL_DUE, CARD_DUE, CONTEXTS, FEATURES, LEARNT, NOBODY_OPEN, NOBODY_YET,
                          NO_ANSWER, NOTHING_DUE, RANDOM, REFUSED, REQUEST_DUE, REQUESTED, SHARED, THUMB,
                          TOLD_ASK, TOLD_MOST, HandInPlay, View, card_of, drawn_suit, flat, make_trump,
                          name_lanes, number_of, raised)
from .play.learnt cimport Around, describe, learnt, look_around
from .play.thumb cimport thumb
from .play.view cimport look, may_hold
from .rules.collect cimport NOBODY, first_need, points_of, settle, start_over
from .rules.trick cimport learn, put_in, show
from .rules.trump cimport (CALLER, Declared, Hidden, InPlay, Kasiet, Satat, Trump, W_AT, closed, comes_out, is_ace,
                           legal, may_ask, playable, w_card, worth)
from .table cimport (DEPTH, ACE_BLOCK, ACE_DEMOTE, ACE_OFF, ACE_RESET, DUTY_OVER_ALWAYS, DUTY_OVER_OPPONENT,
                     DUTY_TRUMP, KASIET_DEDUCTION, KASIET_INDICATOR, KASIET_RUFF, SEATS, TIE_BOTH, TIE_NOBODY,
                     TIE_THIRD, Game, Node, Trick, begin_trick, in_a)

from ..base.cards import Suit
from ..base.errors import DealError, OptionError
from ..base.errors import shown as quoted
from ..game.state import PositionState

include "engine_start.pxi"
include "play/turns.pxi"
include "play/judged.pxi"
include "play/seen.pxi"
include "play/reply.pxi"

POLICIES = {"thumb": THUMB, "learnt": LEARNT}
WEIGHTS_SHAPE = (CONTEXTS, FEATURES)
_WEIGHTS = Path(__file__).parent / "play"


@cache
def _all_weights(name):
    text = (_WEIGHTS / f"{name}.json").read_text("utf-8")
    return {game: np.array(rows, dtype=np.float32) for game, rows in loads(text).items()}


def _weights_of(name, variant):
    found = _all_weights(name)
    like = "dehla_pakad" if variant.points == "tens" else "double_sar" if variant.collecting else "hokm"
    return found.get(variant.name, found[like])


def learnt_weights(variant):
    """The weights of the learnt policy for this game, float32 WEIGHTS_SHAPE.

    One row for each place in the trick (lead, second, between, last; the caller's side, then the other), one
    column for each number that describes a card (core/play/learnt.pxd). Of a game without weights of its own
    they are those of the game that takes points in the same way: hokm, double_sar or dehla_pakad.
    """
    return _weights_of("learnt", variant)


def seen_weights(variant):
    """The weights under which the chances of seen cards are told, float32 WEIGHTS_SHAPE (`log_likelihoods`).

    Fitted to cards that were played (benchmarks/seen_cards.py), not to what a card is worth; games without weights
    of their own as in `learnt_weights`.
    """
    return _weights_of("seen", variant)


cdef class _Table:
    """A hand in play as the rules in C take it, and the cards of each seat that a world must tell."""

    cdef Start q
    cdef HandInPlay h
    cdef int sizes[2 * SEATS]
    cdef float weights[2 * CONTEXTS * FEATURES]
    cdef int places
    cdef int fallen[4]    # five-card start: cards of each suit that lie on the table or in the heap

    def __init__(self, position, barred, dummy, laid, packs, policies, seed, drawn, weights):
        cdef int i
        cdef HandInPlay* h = &self.h
        fill(&self.q, position)
        self.open(position)
        self.places = h.game.seats * (2 if position.reserves else 1)
        for i in range(h.game.seats):
            self.sizes[i] = len(position.hands[i])
            if position.reserves:
                self.sizes[h.game.seats + i] = len(position.reserves[i])
        for i, hand in enumerate(barred):
            h.barred[i] = self.swapped(hand.bits)
        for i, pack in enumerate(packs):
            h.out[i] = self.swapped(pack.bits)
        for i in range(4):
            self.fallen[i] = position.heap_suits[i] + sum(card.suit == i for card in position.table)
        h.dummy = NOBODY_OPEN if dummy is None else dummy
        h.drawn = -1 if drawn is None else drawn
        h.luck = seed
        if laid is not None:
            h.laid = h.indicator = self.swapped(laid.bit)
        names = [policies] * h.game.seats if isinstance(policies, str) else list(policies)
        if len(names) != h.game.seats:
            raise OptionError(f"{len(names)} policies, expected one or {h.game.seats}")
        for i, name in enumerate(names):
            if name not in POLICIES:
                raise OptionError(f"there is no policy {quoted(name)}: expected {', '.join(POLICIES)}")
            h.policy[i] = POLICIES[name]
        h.stop_at = -1
        if weights is None and "learnt" in names:
            weights = learnt_weights(position.variant)
        if weights is not None:
            self.take_weights(weights)

    cdef int take_weights(self, weights) except -1:
        """Those of both sides, or one set for each."""
        cdef int i
        found = np.asarray(weights, dtype=np.float32)
        if found.shape not in ((CONTEXTS, FEATURES), (2, CONTEXTS, FEATURES)):
            raise OptionError(f"weights of shape {found.shape}, expected {(CONTEXTS, FEATURES)}, or two of them")
        for i, weight in enumerate(np.broadcast_to(found, (2, CONTEXTS, FEATURES)).ravel()):
            self.weights[i] = weight
        self.h.weights[0] = self.weights
        self.h.weights[1] = self.weights + CONTEXTS * FEATURES
        return 0

    cdef u64 swapped(self, bits):
        cdef u64 x = bits
        return x if self.q.trump < 0 else swap_with_lane_3(x, self.q.trump)

    cdef int open(self, position) except -1:
        """Everything but the hands that a world tells, and the running trick."""
        cdef HandInPlay* h = &self.h
        cdef Start* q = &self.q
        cdef int i
        cdef object variant = position.variant
        memset(h, 0, sizeof(HandInPlay))
        if variant.wild_two and variant.lays_down and position.kasiet_mask & (position.kasiet_mask - 1):
            if position.indicator is not None:
                q.kind = TRUMP_KASIET
                q.suspects = position.kasiet_mask
                q.indicator = position.indicator.bit
        h.game = q.game
        h.kind = q.kind
        h.suit = trump_lane(q)
        h.kasiet = kasiet_of(q)
        h.hidden = hidden_of(q)
        h.in_play.later = q.later
        h.heap_game = q.heap_game
        h.to_the_end = variant.collecting or variant.points == "tens" or variant.bids
        h.three = not variant.has_sides
        h.duty_free = q.game.duty == 0 and not variant.wild_two
        h.streak.chain = q.streak
        h.streak.ace = q.ace
        h.streak.opened = q.opened
        h.indicator = seen(q, q.indicator)
        if variant.wild_two:
            h.wild = swap_with_lane_3(<u64>1 << WIDTH, q.trump) if q.trump >= 0 else <u64>1 << WIDTH
        name_lanes(h, q.trump)
        h.total = position.tricks_total
        h.pile = q.heap if q.heap_game else 0
        h.pile_tricks = position.heap
        for i in range(len(position.taken)):
            h.points[i] = position.taken[i]
        for i in range(2):
            h.tricks[i] = position.collected[i] if any(position.collected) else position.owned[i]
        h.run = NOBODY_YET
        for i in range(3):
            if h.three and h.points[i]:
                h.run = i if h.run == NOBODY_YET else SHARED
        h.nd.leader = position.leader
        h.nd.left = position.tricks_left
        h.nd.marked = seen(q, q.tens | q.indicator)
        h.nd.aces = seen(q, q.aces)
        begin_trick(&h.nd)
        if h.kind == TRUMP_DECLARED:
            lay_out(h, declared_of(q), q)
        elif h.kind == TRUMP_SATAT:
            lay_out(h, satat_of(q), q)
        elif h.kind == TRUMP_KASIET:
            lay_out(h, h.kasiet, q)
        elif h.kind == TRUMP_IN_PLAY:
            lay_out(h, h.in_play, q)
        else:
            lay_out(h, h.hidden, q)
        return 0

    cdef bint deal(self, HandInPlay* h, const uint64_t* row) noexcept nogil:
        """Gives the cards of a world to the seats; False where they do not fit the position."""
        cdef Start* q = &self.q
        cdef u64 every = 0
        cdef int i, cards = 0
        for i in range(self.places):
            if count(row[i]) != self.sizes[i]:
                return False
            cards += self.sizes[i]
            every |= row[i]
        if count(every) != cards or every & ~ALL:
            return False
        h.held = 0
        for i in range(h.game.seats):
            h.nd.hand[i] = seen(q, row[i])
        h.in_play.later = 0
        for i in range(h.game.seats, self.places):
            h.nd.hand[i - h.game.seats] |= row[i]
            h.in_play.later |= row[i]
        if h.kind == TRUMP_HIDDEN and not h.hidden.shown:
            h.nd.hand[CALLER] |= h.indicator
        for i in range(h.game.seats):
            h.held |= h.nd.hand[i]
        for i in range(h.game.seats):
            h.out[i] &= ~flat(h, h.held)
        if q.cards > 1:
            self.fill_pile(h, row)
        return True

    cdef void fill_pile(self, HandInPlay* h, const uint64_t* row) noexcept nogil:
        """The cards of each suit from which chance makes trump (rules.md 6)."""
        cdef int i, suit
        for suit in range(4):
            h.game.pile[suit] = self.fallen[suit]
            for i in range(h.game.seats):
                h.game.pile[suit] += count(row[i] & lane(suit))


cdef void lay_out(HandInPlay* h, Trump t, const Start* q) noexcept nogil:
    # The cards of the running trick come down again.
    cdef int i
    cdef Trick* now
    for i in range(q.on_table):
        now = &h.nd.trick[i]
        if i == q.shown_at:
            show(&h.game, &h.nd, h.streak, &t, i)
        now[1].card = seen(q, q.table[i])
        now[1].lying = now.lying | now[1].card
        now[1].seat = now.seat + 1 if now.seat + 1 < h.game.seats else 0
        put_in(&h.game, &h.nd, h.streak, &t, i, now[1].card)
    if q.on_table == q.shown_at:
        show(&h.game, &h.nd, h.streak, &t, q.on_table)
    h.placed = q.on_table
    if Trump is Hidden:
        t.bound = q.asked
        h.hidden = t
    elif Trump is Kasiet:
        h.kasiet = t
    elif Trump is InPlay:
        h.in_play = t


def play_out(position, const uint64_t[:, ::1] worlds, cards, *, barred=(), dummy=None, laid=None, packs=(),
             policies="thumb", seed=0, weights=None, bavneys=False):
    """What each card comes to in each world when policies play the rest, each seat from its own view.

    `position`: the hand now; of its hands only the sizes count. `worlds`: uint64 (n, places), the hand of
    each seat as 52 bits, in a five-card start then the cards of each that are dealt later; a hidden trump
    that lies apart is in no hand. `cards`: numbers (13 * suit + rank) of legal cards of the seat to move, or
    -1 to have it play by its policy.

    What the seats know besides their own cards:
    - `barred`: for each seat the cards that it showed not to hold (Hands);
    - `dummy`: the seat whose hand lies open;
    - `laid`: the card that showed a hidden trump, once it is back in the caller's hand;
    - `packs`: for each seat the cards that it holds or may yet meet, where some are out of play (two players).

    `policies`: a name of POLICIES, or one for each seat: "thumb" (rules of thumb), "learnt" (each card has a
    weighted sum of what describes it). `weights`: of the learnt policy, by default `learnt_weights`; two sets
    are those of the even and the odd seats. `seed`: of the trump that chance makes.

    Returns int8 (n, cards, 4): points of sides A and B (tens or tricks), then the tricks in which they won
    them; of three players the points of each, then 1 where one of them won the first seven. Play stops where
    a hand does: when it is decided, or, in games of heaps, tens and bids, after the last card; with `bavneys` it goes
    on while one side has won every trick, and then the tricks count on where the points do not.

    Raises DealError for a world that does not fit the position, OptionError for a policy or a card that is
    none. Without the GIL.
    """
    cdef Py_ssize_t i
    cdef Py_ssize_t n = worlds.shape[0]
    cdef int k, m
    cdef int seat = position.to_move
    cdef _Table table = _Table(position, barred, dummy, laid, packs, policies, seed, None, weights)
    cdef HandInPlay start, h
    cdef Py_ssize_t wrong = -1
    cdef u64 first_card
    table.h.on_to_all = bavneys
    asked = np.array([index(card) for card in cards], dtype=np.intc)
    cdef const int[::1] numbers = asked
    m = len(asked)
    out = np.empty((n, m, 4), dtype=np.int8)
    cdef int8_t[:, :, ::1] answers = out
    if worlds.shape[1] != table.places:
        raise DealError(f"worlds of {worlds.shape[1]} hands, expected {table.places}")
    if any(not -1 <= card < 52 for card in asked):
        raise OptionError("a card's number is 0 to 51, or -1 to play by the policy")
    with nogil:
        for i in range(n):
            start = table.h
            start.luck += <u64>i
            if not table.deal(&start, &worlds[i, 0]):
                wrong = i
                break
            for k in range(m):
                h = start
                first_card = card_of(&h, numbers[k]) if numbers[k] >= 0 else 0
                if first_card & ~h.nd.hand[seat]:
                    wrong = i
                    break
                h.card_to_play = first_card
                go_through(&h)
                write(&h, &answers[i, k, 0])
    if wrong >= 0:
        raise DealError(f"world {wrong} does not fit the position: hands of other sizes, or a card not held")
    return out


cdef void write(const HandInPlay* h, int8_t* row) noexcept nogil:
    row[0] = h.points[0]
    row[1] = h.points[1]
    if h.three:
        row[2] = h.points[2]
        row[3] = h.seven
    else:
        row[2] = h.tricks[0]
        row[3] = h.tricks[1]


def played_out(position, *, barred=(), dummy=None, laid=None, packs=(), policies="thumb", seed=0, drawn=None,
               weights=None):
    """The cards that policies play from here on when the hands are as `position` has them.

    What is known and who plays are told as in `play_out`. `drawn`: the suit (0 to 3) that chance makes trump.
    Returns numbers of cards in order, -1 for a request of a hidden trump, which its seat's card follows.
    """
    cdef _Table table = _Table(position, barred, dummy, laid, packs, policies, seed, drawn, weights)
    cdef unsigned char told[TOLD_MOST]
    row = np.array([hand.bits for hand in (*position.hands, *position.reserves)], dtype=np.uint64)
    cdef const uint64_t[::1] hands = row
    if not table.deal(&table.h, &hands[0]):
        raise DealError("the hands do not fit the position")
    table.h.told = told
    with nogil:
        go_through(&table.h)
    return [-1 if told[k] == TOLD_ASK else told[k] for k in range(table.h.told_n)]


def judge_decisions(position, const uint64_t[:, ::1] deals, const double[::1] pay, *, worlds=100, policies="thumb",
                    weights=None, seed=0, decisions=24, judge="thumb"):
    """One decision of each deal, with the mean pay of each card over worlds that fit what its seat knows.

    `position`: before the first lead, in a game of two sides whose hands are dealt; `deals` as the worlds of
    `play_out`, and the rest as there. `policies` play up to a random one of the first `decisions` that have a
    choice; from there on `judge`, one policy for all seats, plays `worlds` worlds out after each card. `pay`: what
    the classes from -3 to 3 are worth to side A, float64 (7,). The worlds come from the deal by random exchanges
    of cards that the seat does not see: as lessons, not as an answer about that deal.

    Returns features, float32 (n, 13, FEATURES), mean pays to the seat's side, float32 (n, 13), and int32
    (n, 4): the number of cards (0 where the hand ended before), the context, the place of the card of the
    rule of thumb, tricks left.
    """
    if pay.shape[0] != 7 or judge not in POLICIES or worlds < 1 or decisions < 1:
        raise OptionError("expected the pay of seven classes, a policy to judge, at least one world and decision")
    if deals.shape[1] != position.variant.seats or position.variant.cards_per_hand > 13:
        raise DealError(f"decisions of {position.variant.name} are not judged: expected hands that are dealt out")
    if weights is None and judge == "learnt":
        weights = learnt_weights(position.variant)
    cdef _Table table = _Table(position, (), None, None, (), policies, seed, None, weights)
    cdef Py_ssize_t i, n = deals.shape[0]
    cdef int k, many = worlds, steps = decisions, rollout = POLICIES[judge]
    cdef u64 state = seed
    cdef HandInPlay at
    cdef Around a
    cdef u64 left, card
    cdef u64 cards[13]
    cdef double pay_of[13]
    cdef Py_ssize_t wrong = -1
    features = np.zeros((n, 13, FEATURES), dtype=np.float32)
    pays = np.zeros((n, 13), dtype=np.float32)
    facts = np.zeros((n, 4), dtype=np.int32)
    cdef float[:, :, ::1] described = features
    cdef float[:, ::1] means = pays
    cdef int[:, ::1] about = facts
    with nogil:
        for i in range(n):
            at = table.h
            if not table.deal(&at, &deals[i, 0]):
                wrong = i
                break
            at.stop_at = <int>(random_number(&state) % <u64>steps)
            go_through(&at)
            if not at.stopped:
                continue
            at.stopped = False
            look_around(&at, &at.view, &a)
            left = at.view.legal
            k = 0
            while left and k < 13:
                card = left & (~left + 1)
                left ^= card
                describe(&at, &at.view, &a, card, &described[i, k, 0])
                if card == a.thumbs:
                    about[i, 2] = k
                k += 1
            about[i, 0] = k
            about[i, 1] = a.context
            about[i, 3] = at.nd.left
            for k in range(at.game.seats):
                at.policy[k] = rollout
            pays_of(&at, many, &pay[0], &state, cards, pay_of)
            for k in range(about[i, 0]):
                means[i, k] = pay_of[k]
    if wrong >= 0:
        raise DealError(f"deal {wrong} does not fit the position")
    return features, pays, facts


def _need_thirteen(variant):
    if variant.cards_per_hand > 13 or variant.deals_later or variant.hides_trump:
        raise OptionError(f"the cards seen are not weighed in {variant.name}: expected hands of at most thirteen "
                          "cards, dealt at once, and an open trump")


def decisions_seen(position, cards):
    """What the seats had before them at each decision of a play with open hands that had a choice.

    `position`: before the first lead, with the hands as they were; `cards`: numbers of the cards played, in order.
    Returns features, float32 (decisions, 13, FEATURES), and int32 (decisions, 4): the number of cards, the context, the
    place of the card played, its number in the play. DealError for a card that its seat could not play.
    """
    _need_thirteen(position.variant)
    cdef _Table table = _Table(position, (), None, None, (), "thumb", 0, None, None)
    cdef HandInPlay* h = &table.h
    cdef unsigned char told[TOLD_MOST]
    cdef const int[::1] played = np.array([index(card) for card in cards], dtype=np.intc)
    cdef int n = len(cards)
    cdef int at, k, m = 0
    cdef Around a
    cdef u64 left, card
    row = np.array([hand.bits for hand in position.hands], dtype=np.uint64)
    cdef const uint64_t[::1] hands = row
    features = np.zeros((n, 13, FEATURES), dtype=np.float32)
    facts = np.zeros((n, 4), dtype=np.int32)
    cdef float[:, :, ::1] described = features
    cdef int[:, ::1] about = facts
    if not n:
        return features, facts
    if not table.deal(h, &hands[0]):
        raise DealError("the hands do not fit the position")
    h.told = told
    at = next_choice(h, &played[0], n)
    while 0 <= at < n:
        look_around(h, &h.view, &a)
        left = h.view.legal
        about[m, 2] = -1
        k = 0
        while left and k < 13:
            card = lowest(left)
            left ^= card
            describe(h, &h.view, &a, card, &described[m, k, 0])
            if card == seen_card(h, played[at]):
                about[m, 2] = k
            k += 1
        about[m, 0] = k
        about[m, 1] = a.context
        about[m, 3] = at
        if about[m, 2] < 0:
            at = -1
            break
        h.card_to_play = raised(h, seen_card(h, played[at]))
        at = next_choice(h, &played[0], n)
        m += 1
    if at < 0:
        raise DealError("a card of the play could not be played by its seat")
    return features[:m], facts[:m]


def best_replies(position, const uint64_t[:, ::1] worlds, const double[::1] pay, *, barred=(), policies="thumb",
                 weights=None):
    """What each card is worth to the seat to move if it goes on as well as can be without seeing the other hands.

    The others play by `policies` (one name, or one for each seat). All worlds count alike; from one own turn to the
    next the seat tells apart those in which other cards were played, and plays one card in all the others. `pay`: what
    the classes from -3 to 3 are worth to side A, float64 (7,), kots without bavneys. For two sides and the last five
    tricks. Returns the numbers of the legal cards and their means, float64. Exact; time and space grow with the worlds,
    some 2 kB each. The other arguments and the errors as for `play_out`. Without the GIL.
    """
    cdef _Table table = _Table(position, barred, None, None, (), policies, 0, None, weights)
    cdef int seat = position.to_move
    cdef int i, n = worlds.shape[0]
    cdef Py_ssize_t wrong = -1
    cdef bint failed = False
    cdef u64 left
    cdef double by_card[13]
    cdef double sign = 1.0 if seat % 2 == 0 else -1.0
    cdef Branch* at
    if pay.shape[0] != 7 or not position.variant.has_sides or position.tricks_left > 5 or not n:
        raise OptionError("expected two sides, the pay of seven classes, at least one world and at most five tricks")
    if worlds.shape[1] != table.places:
        raise DealError(f"worlds of {worlds.shape[1]} hands, expected {table.places}")
    table.h.policy[seat] = AGENT
    at = <Branch*>calloc(n, sizeof(Branch))
    if at == NULL:
        raise MemoryError
    with nogil:
        for i in range(n):
            at[i].h = table.h
            if not table.deal(&at[i].h, &worlds[i, 0]) or at[i].h.nd.hand[seat] != at[0].h.nd.hand[seat]:
                wrong = i
                break
            go_through(&at[i].h)
        if wrong < 0:
            reply(at, n, &pay[0], sign, by_card, &failed)
    numbers = []
    left = at[0].h.view.legal if wrong < 0 else 0
    while left:
        numbers.append(number_of(&at[0].h, raised(&at[0].h, lowest(left))))
        left ^= lowest(left)
    free(at)
    if failed:
        raise MemoryError
    if wrong >= 0:
        raise DealError(f"world {wrong} does not fit the position, or the seat holds other cards in it")
    return numbers, np.array([by_card[i] / n for i in range(len(numbers))])


def log_likelihoods(position, const uint64_t[:, ::1] worlds, cards, seat, weights, *, floor=0.05):
    """How likely the cards that the other seats played were in each world, float64 (n,): sums of logs.

    `position`: before the first lead; `worlds`: uint64 (n, seats), the whole hands as they were dealt. `cards`:
    numbers of the cards played since; `seat`: whose own cards say nothing (-1: nobody's). A card's chance is a
    softmax of the sums with these `weights`, float32 WEIGHTS_SHAPE, as the seat saw the hand, mixed with `floor`
    parts of any legal card. A card without a choice counts nothing. DealError for a world in which a card could not
    be played. Without the GIL.
    """
    _need_thirteen(position.variant)
    cdef _Table table = _Table(position, (), None, None, (), "thumb", 0, None, None)
    cdef HandInPlay h
    cdef unsigned char told[TOLD_MOST]
    cdef const int[::1] played = np.array([index(card) for card in cards], dtype=np.intc)
    cdef const float[:, ::1] w = np.ascontiguousarray(weights, dtype=np.float32)
    cdef Py_ssize_t i, wrong = -1, n = worlds.shape[0]
    cdef int many = len(cards), observer = seat
    cdef double least = floor
    out = np.zeros(n, dtype=np.float64)
    cdef double[::1] sums = out
    if w.shape[0] != CONTEXTS or w.shape[1] != FEATURES:
        raise OptionError(f"weights of shape {np.shape(weights)}, expected {WEIGHTS_SHAPE}")
    if not 0 < least <= 1:
        raise OptionError(f"a floor of {floor}: expected more than 0 and at most 1")
    if worlds.shape[1] != table.places:
        raise DealError(f"worlds of {worlds.shape[1]} hands, expected {table.places}")
    if not many or not n:
        return out
    with nogil:
        for i in range(n):
            h = table.h
            h.told = told
            if (not table.deal(&h, &worlds[i, 0])
                    or seen_again(&h, &played[0], many, observer, &w[0, 0], least, &sums[i]) < 0):
                wrong = i
                break
    if wrong >= 0:
        raise DealError(f"world {wrong} does not fit the play: hands of other sizes, or a card that was not legal")
    return out


include "play/tables.pxi"
