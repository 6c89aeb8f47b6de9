# The position at the start of a trick (Node) and in the running trick (Trick), and the rules that do not change during
# a solve (Game).
# Relies on cardset. Knows no rule and no bound.
#
# The hands of a Node are packed (cardset.pxd): ranks count only the cards in play, without gaps. A seat plays once in a
# trick, so the hands stay unchanged until the trick is complete; close_trick then writes the next node.
#
# shape: one number per card held, summed; it names the suit lengths of all hands exactly.
#   up to four seats:  4 bits per (seat, suit)        six seats:  base 9 (no hand is longer than 8)

from .cardset cimport (BELOW, LANE_OF, LANES, SUIT_OF, WIDTH, check, close_gap, close_gaps_of_4, count, first, nth,
                       rarely, u64, without_4)

cdef enum:
    SEATS = 6
    DEPTH = 18            # tricks of the longest game (17 with three players) and one more node

cdef struct Trick:        # the running trick after so many cards
    u64 card              # the last of them,
    u64 printed           # ... in its printed place
    u64 lying             # all of them,
    u64 shown             # ... in their printed places,
    u64 shape             # ... and the shape of what the hands hold then
    u64 best              # the card that wins so far; empty before the lead, and while a demoted ace wins
    int winner            # the seat that wins so far; before the lead the leader
    int seat              # the seat that plays next

cdef struct Node:
    u64 hand[SEATS]
    u64 printed[SEATS]    # the same hands with the cards in their printed places, for memory across positions
    u64 in_play           # all cards of the start of the trick, printed
    u64 shape
    u64 marked            # packed like the hands: tens where tens count, the indicator of a hidden trump; else empty
    u64 aces              # aces where an ace rule asks for them; else empty
    int leader
    int left              # tricks left to play, this one included
    Trick trick[SEATS + 1]    # by the number of cards that lie: 0 before the lead
    u64 led               # the lane to follow in it

cdef struct Game:
    int seats
    unsigned int side_a               # bit set of the seats of side A
    unsigned int need_first           # heap: streak that the first collection needs
    unsigned int no_collect           # heap: bit set of the numbers of tricks left after a trick that may not collect
    int count_tens                    # heap: points are tens, not tricks; more than 1: of so many tricks each
    int ace_rule                      # heap: ACE_OFF ...
    int duty                          # DUTY_... flags: duties of a hand that cannot follow
    int free_w                        # satat: the holder of the 2 of hearts may keep it when it is his only trump
    int kasiet                        # the ways of rules.md 2.1: KASIET_...
    int free_any                      # kasiet: free play also after a 2 of hearts that was not led
    int locked                        # kasiet: the indicator may not be played before the suit is known
    int set_active                    # in play: the card that makes trump is a trump in its own trick
    int delay                         # in play: no collection in that trick
    int ace_trumps                    # in play: the ace of trumps is an ace for the ace rule
    int hold                          # in play: tricks lying and to come, when all lie until trump is made; else 0
    int reserve                       # in play: cards of each hand that are dealt after the trick that makes trump
    int pile[4]                       # ... how many cards of each suit lie there when nobody made trump by then
    int partner_asks                  # hidden: the caller's partner may ask, too
    int asker_trumps                  # hidden: who has asked must trump
    int whole_trick                   # hidden: once shown, the suit is trump for the whole trick
    int tricks                        # apart, run: tricks of the whole hand
    int run                           # apart: so many tricks from the first on win; run: so many in a row
    int tie                           # apart: TIE_...
    u64 weight[SEATS][5]              # what a card of (seat, suit) adds to the shape

cdef enum:
    DUTY_TRUMP = 1                    # void: must play a trump
    DUTY_OVER_OPPONENT = 2            # ... and a higher one when an opponent's trump is winning
    DUTY_OVER_ALWAYS = 4              # ... and a higher one whenever a trump is winning
    ACE_OFF = 0
    ACE_BLOCK = 1
    ACE_RESET = 2
    ACE_DEMOTE = 3
    KASIET_DEDUCTION = 0              # the suit is known when the winners so far leave only one
    KASIET_RUFF = 1                   # ... when a ruff has won a trick
    KASIET_INDICATOR = 2              # ... when the indicator was played
    TIE_NOBODY = 0                    # two players ahead of the third win nothing,
    TIE_BOTH = 1                      # both win,
    TIE_THIRD = 2                     # the third wins

# A module built with HK_PLAIN serves four seats, partners opposite, and no duty but to follow suit: there the compiler
# knows these facts.
cdef extern from *:
    """
    #ifdef HK_PLAIN
    #define HK_SEATS(g) 4
    #define HK_SIDE_A(g) 21u
    #define HK_DUTY(g) 0
    #define HK_HANDS 4
    #else
    #define HK_SEATS(g) ((g)->seats)
    #define HK_SIDE_A(g) ((g)->side_a)
    #define HK_DUTY(g) ((g)->duty)
    #define HK_HANDS 6
    #endif
    """
    int seats_of "HK_SEATS" (const Game* g) noexcept nogil
    unsigned int side_a_of "HK_SIDE_A" (const Game* g) noexcept nogil
    int duties "HK_DUTY" (const Game* g) noexcept nogil
    const int HANDS "HK_HANDS"

cdef inline bint in_a(const Game* g, int seat) noexcept nogil:
    return (side_a_of(g) >> seat) & 1

cdef inline u64 everyone(const Game* g, const Node* nd) noexcept nogil:
    cdef u64 x = nd.hand[0] | nd.hand[1] | nd.hand[2] | nd.hand[3]
    if seats_of(g) > 4:
        x |= nd.hand[4] | nd.hand[5]
    return x

cdef inline u64 owner_of(const Node* nd, u64 card) noexcept nogil:
    # Seat + 1 of the holder, 0 when the card is gone.
    cdef int i
    for i in range(HANDS):
        if nd.hand[i] & card:
            return i + 1
    return 0

cdef inline u64 printed_card(const Node* nd, u64 card) noexcept nogil:
    # The printed place of a packed card: as many cards of its suit are in play above it here as there.
    cdef int i = first(card)
    cdef int suit = SUIT_OF[i]
    if rarely(suit == LANES):
        return card
    return nth(nd.in_play & LANE_OF[i], 12 + WIDTH * suit - i)

cdef inline u64 packed_card(const Node* nd, u64 card) noexcept nogil:
    # The way back; the card must be in play.
    cdef int i = first(card)
    if rarely(SUIT_OF[i] == LANES):
        return card
    return <u64>1 << (WIDTH * SUIT_OF[i] + 12 - count(nd.in_play & LANE_OF[i] & ~(card | (card - 1))))

cdef inline void begin_trick(Node* nd) noexcept nogil:
    nd.trick[0].lying = 0
    nd.trick[0].shown = 0
    nd.trick[0].shape = nd.shape
    nd.trick[0].best = 0
    nd.trick[0].winner = nd.leader
    nd.trick[0].seat = nd.leader

cdef inline void put_down(const Game* g, const Node* nd, const Trick* before, Trick* after, u64 card) noexcept nogil:
    # Writes the trick after this card into the next place; the caller sets the winner. Each place has its own entry, so
    # that the entries before it serve every card tried there.
    cdef u64 printed = printed_card(nd, card)
    check(card & (card - 1) == 0)
    check(card & nd.hand[before.seat] == card)
    check(printed & nd.printed[before.seat] == printed)
    after.card = card
    after.printed = printed
    after.lying = before.lying | card
    after.shown = before.shown | printed
    after.shape = before.shape - g.weight[before.seat][SUIT_OF[first(card)]]
    after.seat = before.seat + 1 if before.seat + 1 < seats_of(g) else 0

cdef inline void close_trick(const Game* g, const Node* nd, Node* child, int winner) noexcept nogil:
    # The cards of a complete trick leave every hand, lowest first, so that the places of the others stay true.
    cdef u64 played = nd.trick[seats_of(g)].lying
    cdef u64 printed = nd.trick[seats_of(g)].shown
    cdef u64 card
    cdef int i
    close_gaps_of_4(&nd.hand[0], &child.hand[0], played)
    without_4(&nd.printed[0], &child.printed[0], printed)
    child.in_play = nd.in_play ^ printed
    child.shape = nd.trick[seats_of(g)].shape
    child.leader = winner
    child.left = nd.left - 1
    child.marked = nd.marked
    child.aces = nd.aces
    for i in range(4, HANDS):
        child.hand[i] = nd.hand[i]
        child.printed[i] = nd.printed[i] & ~printed
    if rarely(seats_of(g) > 4 or (nd.marked | nd.aces) != 0):
        while played:
            i = first(played)
            card = <u64>1 << i
            child.hand[4] = close_gap(child.hand[4], card, BELOW[i])
            child.hand[5] = close_gap(child.hand[5], card, BELOW[i])
            child.marked = close_gap(child.marked, card, BELOW[i])
            child.aces = close_gap(child.aces, card, BELOW[i])
            played ^= card
    check(count(everyone(g, child)) == seats_of(g) * child.left)
    check(count(child.in_play) == seats_of(g) * child.left)
    check(count(child.printed[winner]) == child.left)
