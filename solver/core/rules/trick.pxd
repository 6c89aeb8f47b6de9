# Both axes of the families in the running trick: who wins so far, and what a trump does that comes out in it.
# Relies on both axes and on table. Knows nothing of proofs: the search and the hands in play (core/play) use it.

from ..cardset cimport lane, u64
from ..table cimport ACE_DEMOTE, KASIET_DEDUCTION, KASIET_INDICATOR, Game, Node, Trick, everyone, seats_of
from .collect cimport Collect, Heap, Perft
from .trump cimport Hidden, Kasiet, Satat, Trump, leads, takes, w_card

cdef enum NextFamily:
    AS_BEFORE             # the next trick is played as this one was
    AS_DECLARED           # nothing of the trump is open any more
    AS_SATAT              # only the 2 of hearts still stands apart

cdef inline bint demoted(const Game* g, const Node* nd, Collect c, u64 card) noexcept nogil:
    # rules.md 3.2: whether this card, when it is led, ranks below the two. While it wins, no card is the best.
    if Collect is Heap or Collect is Perft:
        return g.ace_rule == ACE_DEMOTE and c.ace and card & nd.aces != 0
    else:
        return False

cdef inline void put_in(const Game* g, Node* nd, Collect c, Trump* t, int pos, u64 card) noexcept nogil:
    # A card comes down at place pos: what it does to the trump, and who wins then.
    cdef const Trick* before = &nd.trick[pos]
    cdef Trick* after = &nd.trick[pos + 1]
    if pos == 0:
        nd.led = leads(g, nd, t, card)
        after.best = 0 if demoted(g, nd, c, card) else card
        after.winner = before.seat
    else:
        if takes(g, nd, t, card, before.best, nd.led):
            after.best = card
            after.winner = before.seat
        else:
            after.best = before.best
            after.winner = before.winner

cdef inline void show(const Game* g, Node* nd, Collect c, Trump* t, int pos) noexcept nogil:
    # The hidden suit is shown before the card at this place.
    cdef Trick* now = &nd.trick[pos]
    cdef int i
    cdef u64 card
    if Trump is Hidden:
        t.shown = True
        t.late = False
        if g.whole_trick:
            # rules.md 7.1: the trumps that lie in this trick become trumps; a demoted lead stays below them all
            for i in range(1 if pos and demoted(g, nd, c, nd.trick[1].card) else 0, pos):
                card = nd.trick[i + 1].card
                if card & t.suit and (card > now.best or not now.best & t.suit):
                    now.best = card
                    now.winner = nd.trick[i].seat

cdef inline void learn(const Game* g, const Node* nd, Kasiet* t, u64 played, u64 best) noexcept nogil:
    # rules.md 2.1: what a complete trick that `best` won tells about the trump. A ruff that wins names the suit; when
    # the led suit wins, no other suit that lies in the trick can be trump. The 2 of hearts wins whatever is trump and
    # tells nothing.
    cdef int suit
    if t.shown:
        t.suspects = 0
    elif not played & w_card() and g.kasiet != KASIET_INDICATOR:
        if best & t.suit & ~nd.led:
            t.suspects = 0
        elif g.kasiet == KASIET_DEDUCTION:
            for suit in range(4):
                if played & ~nd.led & lane(suit):
                    t.suspects &= ~(1 << suit)
    t.free = False
    t.shown = False

cdef inline NextFamily next_family(const Game* g, Node* nd, Trump* t, bint at_once) noexcept nogil:
    # What is settled about the trump when a trick is complete and its cards are gone from nd[1]. at_once: tricks go to
    # their winners at once.
    cdef const Trick* trick = &nd.trick[seats_of(g)]
    cdef Node* child = nd + 1
    if Trump is Satat:
        # rules.md 2: without the 2 of hearts it is the plain game
        return AS_DECLARED if trick.lying & w_card() else AS_BEFORE
    elif Trump is Kasiet:
        learn(g, nd, t, trick.lying, trick.best)
        if t.suspects & (t.suspects - 1) and (g.locked or everyone(g, child) & w_card()):
            return AS_BEFORE
        child.marked = 0
        return AS_SATAT if everyone(g, child) & w_card() else AS_DECLARED
    elif Trump is Hidden:
        # at once: shown before the last trick in any case (rules.md 7.1)
        if t.shown or child.left == 1 and at_once:
            child.marked = 0
            return AS_DECLARED
        return AS_BEFORE
    else:
        return AS_BEFORE
