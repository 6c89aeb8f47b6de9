# Axis 2 of the families: which suit is trump, what may be played, which card is winning.
# Relies on cardset, table. Knows nothing of where a trick goes.
#
# Declared   a suit named before the play, or none. The engine puts it in lane 3, so that a card beats another
#            exactly when it is of the led suit or trump and stands higher in the word.
# Satat      the same, with the 2 of hearts as bit 52, above all trumps (rules.md 2)
# Kasiet     Satat while the players do not know the suit (2.1): only what may be played differs
# InPlay     no suit yet; the first card off the suit led makes it (5, 6)
# Hidden     a suit in lane 3 that is no trump before somebody has it shown (7)
# The last three hand over to Declared or Satat at the end of the trick that settles the matter.

from ..cardset cimport LANE_OF, LANES, down_to, first, lane, static_check, u64
from ..table cimport DUTY_OVER_ALWAYS, DUTY_OVER_OPPONENT, DUTY_TRUMP, Game, Node, duties, owner_of
from ..tag cimport OWNER_BITS, TRUMP_BITS

cdef struct Declared:
    u64 suit              # the trump lane, empty without trumps

cdef struct Satat:
    u64 suit

cdef struct Kasiet:
    u64 suit
    int suspects          # bit set of the lanes that may be trump as far as the players know: more than one
    bint free             # the 2 of hearts came down while they did not know: no duty to follow in this trick
    bint shown            # the indicator (the marked card) came down in this trick: now they know

cdef struct InPlay:
    u64 suit              # made by a card of the running trick; empty at the start of every trick
    u64 later             # cards not dealt yet (rules.md 6), packed like the hands

cdef struct Hidden:
    u64 suit
    bint shown            # in this trick; the indicator (the marked card) is back in the caller's hand
    bint bound            # the seat to play has just asked and must trump
    bint late             # the card that wins so far was played after the suit was shown

ctypedef fused Trump:
    Declared
    Satat
    Kasiet
    InPlay
    Hidden

cdef enum:
    W_AT = 52
    CALLER = 0            # the seat that hides a trump

cdef inline u64 w_card() noexcept nogil:
    return <u64>1 << W_AT

cdef inline u64 trump_tag(const Node* nd, Trump t) noexcept nogil:
    # The part of the state that the packed cards do not determine, in TRUMP_BITS (tag.pxd); never the same for two
    # families that one solve can reach.
    static_check(OWNER_BITS + 1 + LANES <= TRUMP_BITS)
    if Trump is Declared:
        return 0
    elif Trump is Satat:
        return owner_of(nd, w_card())
    elif Trump is Kasiet:
        return owner_of(nd, w_card()) | 1 << OWNER_BITS | <u64>t.suspects << OWNER_BITS + 1
    elif Trump is InPlay:
        return 1
    elif Trump is Hidden:
        return 1
    else:
        return t.no_rule_for_this_family

cdef inline bint storable(Trump t) noexcept nogil:
    # Cards not dealt yet are in no key.
    if Trump is InPlay:
        return t.later == 0
    else:
        return True

cdef inline u64 trumps_now(Trump t) noexcept nogil:
    # The suit that ruffs at this moment.
    if Trump is Hidden:
        return t.suit if t.shown else 0
    else:
        return t.suit

cdef inline u64 contenders(Trump t, u64 led) noexcept nogil:
    # The cards that can win a trick to this lead.
    if Trump is Declared or Trump is InPlay:
        return led | t.suit
    elif Trump is Satat or Trump is Kasiet:
        return led | t.suit | w_card()
    elif Trump is Hidden:
        return led | t.suit if t.shown else led
    else:
        return t.no_rule_for_this_family

cdef inline u64 leads(const Game* g, const Node* nd, Trump* t, u64 card) noexcept nogil:
    # Plays a lead: what it does to the trump. Returns the lane that the others must follow.
    if Trump is Declared or Trump is InPlay:
        return LANE_OF[first(card)]
    elif Trump is Satat:
        return t.suit if card == w_card() else LANE_OF[first(card)]
    elif Trump is Kasiet:
        # rules.md 2.1: free play when the 2 of hearts is led while the suit is unknown
        t.shown = (card & nd.marked) != 0
        if card == w_card():
            t.free = True
            return t.suit
        return LANE_OF[first(card)]
    elif Trump is Hidden:
        t.bound = False
        t.late = t.shown
        return LANE_OF[first(card)]
    else:
        return t.no_rule_for_this_family

cdef inline bint takes(const Game* g, const Node* nd, Trump* t, u64 card, u64 best, u64 led) noexcept nogil:
    # Plays a card to a lead: what it does to the trump, and whether it wins so far.
    # best is empty while a demoted ace wins (rules.md 3.2).
    cdef bint wins
    if Trump is Declared or Trump is Satat:
        return (card & contenders(t[0], led)) > best
    elif Trump is Kasiet:
        if card == w_card() and g.free_any and not t.shown:
            t.free = True
        if card & nd.marked:
            t.shown = True
        return (card & contenders(t[0], led)) > best
    elif Trump is InPlay:
        # rules.md 5: the first card off the suit led makes trump, at once or from the next trick on
        if t.suit == 0 and not card & led:
            t.suit = LANE_OF[first(card)]
            return g.set_active
        if card & t.suit and g.set_active:
            return not best & t.suit or card > best
        return (card & led) != 0 and card > best and not (best & t.suit and g.set_active)
    elif Trump is Hidden:
        # rules.md 7.1: a card of the hidden suit is a trump only when played after it was shown
        # (activation=whole_trick: only when it was shown at all)
        t.bound = False
        if t.shown and card & t.suit:
            wins = not (best & t.suit and (t.late or g.whole_trick)) or card > best
        elif best & t.suit and t.shown and (t.late or g.whole_trick):
            wins = False
        else:
            wins = (card & led) > best
        if wins:
            t.late = t.shown
        return wins
    else:
        return t.no_rule_for_this_family

cdef inline u64 playable(const Game* g, const Node* nd, Trump t, u64 hand) noexcept nogil:
    # The cards of this hand that may be played at all at this moment.
    if Trump is Declared or Trump is Satat:
        return hand
    elif Trump is Kasiet:
        # rules.md 2.1, indicator_playable: locked until the suit is known, but for the last card
        if g.locked and not t.shown and hand & ~nd.marked:
            return hand & ~nd.marked
        return hand
    elif Trump is InPlay:
        return hand & ~t.later
    elif Trump is Hidden:
        if not t.shown:
            return hand & ~nd.marked
        if t.bound and hand & t.suit:
            return hand & t.suit
        return hand
    else:
        return t.no_rule_for_this_family

cdef inline u64 due(const Game* g, Trump t, u64 hand, u64 led, u64 best, bint against) noexcept nogil:
    # rules.md 1.4: where a hand that ruffs must beat the trump winning so far, the trumps from the top down to that
    # one: their owners decide what may be played, so that they belong to the proof. Else nothing.
    # Test: tests/search/test_vs_reference.py::test_duties
    if Trump is Declared:
        if (not hand & led and hand & t.suit and best & t.suit
                and (duties(g) & DUTY_OVER_ALWAYS or duties(g) & DUTY_OVER_OPPONENT and against)):
            return down_to(best)
        return 0
    elif Trump is Satat or Trump is Kasiet or Trump is InPlay or Trump is Hidden:
        return 0
    else:
        return t.no_rule_for_this_family

cdef inline u64 legal(const Game* g, Trump t, u64 hand, u64 led, u64 best, bint against) noexcept nogil:
    # Of the playable cards. rules.md 1.4; with duties, against = an opponent's card is winning.
    cdef u64 follow = hand & led
    cdef u64 over
    if Trump is Declared:
        if follow:
            return follow
        if duties(g) and hand & t.suit:
            if due(g, t, hand, led, best, against):
                over = hand & t.suit & ~(best | (best - 1))
                if over:
                    hand = over | (hand & ~t.suit)
            if duties(g) & DUTY_TRUMP:
                hand &= t.suit
        return hand
    elif Trump is Satat:
        # rules.md 2: the 2 of hearts may always be played, and need not be when it is the only trump.
        if follow:
            return follow | (hand & w_card())
        if led == t.suit and not g.free_w and hand & w_card():
            return w_card()
        return hand
    elif Trump is Kasiet:
        if t.free:
            return hand
        if follow:
            return follow | (hand & w_card())
        if led == t.suit and t.shown and not g.free_w and hand & w_card():
            return w_card()
        return hand
    elif Trump is InPlay or Trump is Hidden:
        return follow if follow else hand
    else:
        return t.no_rule_for_this_family

cdef inline bint may_ask(const Game* g, const Node* nd, Trump t, int seat, int pos, u64 led) noexcept nogil:
    # rules.md 7.1: who is void may have the suit shown, the caller also on lead.
    if Trump is Hidden:
        if t.shown:
            return False
        if pos == 0:
            return seat == CALLER
        if nd.hand[seat] & ~nd.marked & led:
            return False
        return g.partner_asks or seat == CALLER or (seat & 1) != (CALLER & 1)
    else:
        return False

cdef inline bint comes_out(const Game* g, const Node* nd, Trump t, int seat) noexcept nogil:
    # rules.md 7.2: a suit still hidden is shown by itself when the caller comes to his last card.
    if Trump is Hidden:
        return not t.shown and nd.left == 1 and seat == CALLER
    else:
        return False

cdef inline int worth(const Game* g, const Node* nd, Trump t) noexcept nogil:
    # Tricks that this complete trick hands over where each goes to its winner.
    if Trump is InPlay:
        # rules.md 5, single_heap_until_trump: hold = tricks lying and still to be played together
        if g.hold:
            return g.hold - nd.left + 1 if t.suit or nd.left == 1 else 0
        return 1
    else:
        return 1

cdef inline int lying(const Game* g, const Node* nd, Trump t) noexcept nogil:
    # Tricks that lie in a heap until trump is made.
    if Trump is InPlay:
        return g.hold - nd.left if g.hold else 0
    else:
        return 0

cdef inline bint closed(const Game* g, Trump t) noexcept nogil:
    # Nobody may collect at the end of this trick, unless it is the last.
    if Trump is InPlay:
        return t.suit == 0 or g.delay          # rules.md 5
    elif Trump is Hidden:
        return True                            # rules.md 7.2: the trick before was won without trumps
    else:
        return False

cdef inline bint is_ace(const Game* g, const Node* nd, Trump t, u64 card) noexcept nogil:
    # An ace for the ace rule (3.2). The engine leaves out a suit that it knows to be trump.
    if Trump is InPlay:
        return (card & nd.aces) != 0 and (g.ace_trumps or not card & t.suit)
    else:
        return (card & nd.aces) != 0
