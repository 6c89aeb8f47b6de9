# Axis 2 of the families: which suit is trump, what may be played, which card is winning.
# Relies on cardset, table. Knows nothing of where a trick goes.
#
# Declared   a suit named before the play, or none. The gate puts it in lane 3, so that a card beats another
#            exactly when it is of the led suit or trump and stands higher in the word.
# Satat      the same, with the 2 of hearts as bit 52, above all trumps (rules.md 2)

from ..cardset cimport LANE_OF, first, u64
from ..table cimport DUTY_OVER_ALWAYS, DUTY_OVER_OPPONENT, DUTY_TRUMP, Game, Node, owner_of

cdef struct Declared:
    u64 suit              # the trump lane, empty without trumps

cdef struct Satat:
    u64 suit

ctypedef fused Trump:
    Declared
    Satat

cdef enum:
    W_AT = 52

cdef inline u64 w_card() noexcept nogil:
    return <u64>1 << W_AT

cdef inline u64 trump_tag(const Node* nd, Trump t) noexcept nogil:
    # What the packed cards do not tell: up to 24 bits.
    if Trump is Declared:
        return 0
    elif Trump is Satat:
        return owner_of(nd, w_card())
    else:
        return t.no_rule_for_this_family

cdef inline u64 led_suit(Trump t, u64 card) noexcept nogil:
    # The lane that the others must follow.
    if Trump is Declared:
        return LANE_OF[first(card)]
    elif Trump is Satat:
        return t.suit if card == w_card() else LANE_OF[first(card)]
    else:
        return t.no_rule_for_this_family

cdef inline u64 contenders(Trump t, u64 led) noexcept nogil:
    # The cards that can win a trick to this lead.
    if Trump is Declared:
        return led | t.suit
    elif Trump is Satat:
        return led | t.suit | w_card()
    else:
        return t.no_rule_for_this_family

cdef inline u64 legal(const Game* g, Trump t, u64 hand, u64 led, u64 best, bint against) noexcept nogil:
    # rules.md 1.4; with duties, against = an opponent's card is winning.
    cdef u64 follow = hand & led
    cdef u64 over
    if Trump is Declared:
        if follow:
            return follow
        if g.duty and hand & t.suit:
            if best & t.suit and (g.duty & DUTY_OVER_ALWAYS or g.duty & DUTY_OVER_OPPONENT and against):
                over = hand & t.suit & ~(best | (best - 1))
                if over:
                    hand = over | (hand & ~t.suit)
            if g.duty & DUTY_TRUMP:
                hand &= t.suit
        return hand
    elif Trump is Satat:
        # rules.md 2: the 2 of hearts may always be played, and need not be when it is the only trump.
        if follow:
            return follow | (hand & w_card())
        if led == t.suit and not g.free_w and hand & w_card():
            return w_card()
        return hand
    else:
        return t.no_rule_for_this_family
