# A hand in play with closed hands: who holds what, what everybody has seen, and what has been won.
# Relies on the rules and on table. Knows no policy, and nothing of searches: no proofs, no thresholds.
#
# Cards stand in their printed places, in two layouts that differ in one card:
#   raised   as the rules have it: trumps in lane 3, the 2 of hearts of satat at bit 52 (nd.hand, nd.trick)
#   flat     trumps in lane 3, the 2 of hearts in its lane (barred, out, laid, and all that a policy is shown)
# Hands are not packed: the rules compare cards, and a comparison is the same without the gaps closed. A card leaves its
# hand when it is played.

from ..cardset cimport ALL, LANE_OF, SUIT_OF, WIDTH, count, first, lane, rarely, swap_with_lane_3, u64
from ..rules.collect cimport Heap
from ..rules.trump cimport Hidden, InPlay, Kasiet, w_card
from ..table cimport SEATS, Game, Node

cdef enum:
    NOBODY_OPEN = -1
    NOBODY_YET = -1
    SHARED = -2

cdef enum Policy:
    THUMB = 0
    LEARNT = 1
    RANDOM = 2
    AGENT = 3             # whoever steps the hand: it stops at each turn of this seat

cdef enum Due:            # what a stopped hand waits for
    NOTHING_DUE = 0
    CALL_DUE = 1
    REQUEST_DUE = 2       # whether a hidden trump is to be shown
    CARD_DUE = 3

cdef enum Answer:         # ... and what was said to a request, up to the card
    NO_ANSWER = 0
    REQUESTED = 1
    REFUSED = 2

cdef enum:
    FEATURES = 32         # numbers that describe a card for the learnt policy
    CONTEXTS = 8          # lead, second, third and last hand of the caller's side, then of the other

cdef struct View:         # what the seat to play sees, flat (view.pxd)
    int seat
    int seats
    u64 hand
    u64 legal
    u64 winning           # those of them that would win the trick as it lies, by the trump that this seat knows
    u64 unseen            # cards that others hold or may hold
    u64 trump             # the trump lane as far as this seat knows it, else empty
    u64 led               # the lane to follow; empty on lead
    u64 best              # the card that wins so far
    int winner            # the seat that wins so far
    int placed            # cards on the table
    int tricks_left       # this one included
    int mates             # bit set of the seats on the same side, without its own
    int rivals            # bit set of the others
    int lane_of_suit[4]   # suits in the order in which hands are written -> lanes

cdef struct HandInPlay:
    Game game
    Node nd               # hands, leader, tricks left, the running trick
    int kind              # TRUMP_...: which of the following holds
    u64 suit              # declared, satat: the trump lane, empty without trumps
    Kasiet kasiet
    InPlay in_play
    Hidden hidden
    bint heap_game
    bint to_the_end       # played to the last card although it is decided
    bint on_to_all        # ... while one side has won every trick; only `tricks` are counted then
    bint three            # three players, each for himself
    bint duty_free        # to follow suit is the only duty
    Heap streak           # heap games; its thresholds are not used
    int placed            # cards on the table
    u64 held              # all cards that are not on the table or gone, raised
    u64 wild              # flat place of the 2 of hearts where it is the highest trump, else empty
    u64 barred[SEATS]     # cards that a seat showed not to hold
    u64 out[SEATS]        # cards that for all a seat knows another may hold, although nobody does
    u64 indicator         # the card that hides the trump, or hid it
    u64 laid              # the card that showed a hidden trump, which everybody knows the caller to hold
    int dummy             # the seat whose hand lies open; NOBODY_OPEN
    int lane_of_suit[4]
    int total             # tricks of the whole hand
    int points[3]         # won by side A, side B; of three players by each
    int tricks[2]         # the tricks in which sides A and B won them
    int pile              # heap games: points lying
    int pile_tricks       # ... and tricks
    int run               # three players: the seat that won every trick so far, NOBODY_YET, or SHARED
    bint seven            # ... and these are the first seven
    bint draws            # five-card start: chance makes trump if nobody does; else it is given
    u64 luck              # ... the state of the generator
    int drawn             # ... the suit that it makes; -1 by the generator
    int policy[SEATS]
    const float* weights[2]  # LEARNT, by the parity of the seat: CONTEXTS rows of FEATURES
    int stop_at           # decisions with a choice before the one at which to stop; -1: none
    bint stopped
    int due
    int answer
    u64 gone[SEATS]       # cards that each seat has played, flat
    int in_a_row          # tricks that the leader won last, one after the other
    View view             # ... of the seat that was to play
    u64 card_to_play      # raised; the next card is this one, whatever the policy; 0 none
    unsigned char* told   # where the cards go as they are played (printed numbers, TOLD_ASK before a request); or NULL
    int told_n

cdef enum:
    TOLD_ASK = 255
    TOLD_MOST = 120

cdef inline u64 flat(const HandInPlay* h, u64 x) noexcept nogil:
    if rarely((x & w_card()) != 0):
        return x ^ (w_card() | h.wild)
    return x

cdef inline u64 raised(const HandInPlay* h, u64 x) noexcept nogil:
    if rarely((x & h.wild) != 0):
        return x ^ (w_card() | h.wild)
    return x

cdef inline u64 above(u64 card) noexcept nogil:
    # Every card that stands higher in the word; all where there is none.
    return ~(card | (card - 1)) if card else ~<u64>0

cdef inline u64 dealt(const HandInPlay* h, int seat) noexcept nogil:
    # The cards that a seat has on its hand, flat, with a hidden indicator.
    return flat(h, h.nd.hand[seat]) & ~h.in_play.later

cdef inline u64 card_of(const HandInPlay* h, int number) noexcept nogil:
    # The raised card of a printed number, 13 * suit + rank.
    return raised(h, <u64>1 << (WIDTH * h.lane_of_suit[number // WIDTH] + number % WIDTH))

cdef inline int number_of(const HandInPlay* h, u64 card) noexcept nogil:
    # The way back.
    cdef int at = first(flat(h, card))
    cdef int suit
    for suit in range(4):
        if h.lane_of_suit[suit] == SUIT_OF[at]:
            return WIDTH * suit + at % WIDTH
    return -1

cdef inline void name_lanes(HandInPlay* h, int trump) noexcept nogil:
    # Which suit lies in which lane once this one has gone to lane 3; -1: none has.
    cdef int suit
    for suit in range(4):
        h.lane_of_suit[suit] = suit
    if trump >= 0:
        h.lane_of_suit[3] = trump
        h.lane_of_suit[trump] = 3

cdef inline void make_trump(HandInPlay* h, int suit) noexcept nogil:
    # A suit becomes trump between two tricks where none was, and goes to lane 3; cards to come are dealt.
    cdef int i
    for i in range(h.game.seats):
        h.nd.hand[i] = swap_with_lane_3(h.nd.hand[i], suit)
        h.out[i] = swap_with_lane_3(h.out[i], suit)
        h.gone[i] = swap_with_lane_3(h.gone[i], suit)
        h.barred[i] = 0 if h.in_play.later else swap_with_lane_3(h.barred[i], suit)
    h.held = swap_with_lane_3(h.held, suit)
    h.nd.marked = swap_with_lane_3(h.nd.marked, suit)
    h.nd.aces = swap_with_lane_3(h.nd.aces, suit)
    if not h.game.ace_trumps:
        h.nd.aces &= ~lane(3)
    h.in_play.later = 0
    h.suit = lane(3)
    name_lanes(h, suit)

cdef inline int drawn_suit(HandInPlay* h) noexcept nogil:
    # rules.md 6: the suit of a random card of those that lie there.
    cdef int suit, cards = 0, at
    if h.drawn >= 0:
        return h.drawn
    for suit in range(4):
        cards += h.game.pile[suit]
    h.luck = h.luck * <u64>6364136223846793005 + <u64>1442695040888963407
    at = <int>((h.luck >> 33) % <u64>cards)
    for suit in range(4):
        at -= h.game.pile[suit]
        if at < 0:
            return suit
    return 3
