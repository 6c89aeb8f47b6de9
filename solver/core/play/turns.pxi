# A hand played out by policies, each seat from its own view: turn by turn, for all families.
# The rules are the hooks of rules/; what is remembered is state.pxd. A part of closed.pyx.
#
# Each Trump is a function of its own. It ends when the hand is over, or when what it remembers is settled: then h.kind
# names the simpler family that goes on.

cdef inline bint decided(const HandInPlay* h) noexcept nogil:
    # Whether play stops after this trick: a side has its majority, where each trick is taken at once.
    cdef int left = h.nd.left
    if left == 0:
        return True
    if h.to_the_end:
        return False
    if h.three:
        return (h.seven or lead_of(h, 0) > left or lead_of(h, 1) > left or lead_of(h, 2) > left)
    if h.on_to_all and not (h.tricks[0] and h.tricks[1]):
        return False
    return larger(h.points[0], h.points[1]) > h.total // 2


cdef inline int lead_of(const HandInPlay* h, int seat) noexcept nogil:
    # By how many tricks one of three players is ahead of the better of the others.
    return h.points[seat] - larger(h.points[(seat + 1) % 3], h.points[(seat + 2) % 3])


cdef inline u64 shows_none(const HandInPlay* h, Trump t, int pos, int seat, u64 card) noexcept nogil:
    # The flat cards that the seat cannot hold as well if it may play this one.
    cdef const Game* g = &h.game
    cdef const Node* nd = &h.nd
    cdef const Trick* trick = &nd.trick[pos]
    cdef bint bound = False
    cdef bint against
    cdef u64 other, pair, found = 0
    cdef int i
    if Trump is Hidden:
        bound = t.bound
    if pos == 0 and not bound:
        return 0
    if h.duty_free and not bound:
        return 0 if card & nd.led else nd.led
    if Trump is Satat or Trump is Kasiet:
        if card == w_card() or card & nd.led:
            return 0                       # either may be played from any hand
    against = in_a(g, trick.winner) != in_a(g, seat)
    for i in range(LANES * WIDTH):
        other = raised(h, <u64>1 << i)
        if other != card:
            pair = playable(g, nd, t, card | other)
            if pos:
                pair = legal(g, t, pair, nd.led, trick.best, against)
            if not pair & card:
                found |= <u64>1 << i
    return found


cdef inline u64 policy_card(HandInPlay* h, const View* v) noexcept nogil:
    if h.policy[v.seat] == LEARNT:
        return learnt(h, v)
    if h.policy[v.seat] == RANDOM:
        return random_card(v.legal, &h.luck)
    return thumb(h, v)


cdef inline void tell(HandInPlay* h, u64 card) noexcept nogil:
    if h.told and h.told_n < TOLD_MOST:
        h.told[h.told_n] = number_of(h, card) if card else TOLD_ASK
        h.told_n += 1


cdef inline void shown_now(HandInPlay* h, Trump* t, int pos) noexcept nogil:
    h.laid = h.indicator
    show(&h.game, &h.nd, h.streak, t, pos)


cdef inline u64 choice(const HandInPlay* h, Trump t, int pos, int seat) noexcept nogil:
    # The cards that the seat may play.
    cdef const Trick* trick = &h.nd.trick[pos]
    cdef u64 cards = playable(&h.game, &h.nd, t, h.nd.hand[seat])
    if pos:
        cards = legal(&h.game, t, cards, h.nd.led, trick.best, in_a(&h.game, trick.winner) != in_a(&h.game, seat))
    return cards


cdef inline void request(HandInPlay* h, Trump* t, int pos, int seat) noexcept nogil:
    # This seat, which cannot follow or has the lead, has the hidden trump shown.
    if Trump is Hidden:
        shown_now(h, t, pos)
        t.bound = h.game.asker_trumps or seat == CALLER
        h.barred[seat] |= h.nd.led if pos else 0
        tell(h, 0)


cdef inline void asks(HandInPlay* h, Trump* t, int pos, int seat) noexcept nogil:
    # Who may have a hidden trump shown does so while an opponent wins the trick; at random every other time.
    if Trump is Hidden:
        if not may_ask(&h.game, &h.nd, t[0], seat, pos, h.nd.led):
            return
        if h.policy[seat] == RANDOM:
            if random_number(&h.luck) & 1:
                request(h, t, pos, seat)
        elif pos and in_a(&h.game, h.nd.trick[pos].winner) != in_a(&h.game, seat):
            request(h, t, pos, seat)


cdef inline void stop(HandInPlay* h, const View* v, Trump t) noexcept nogil:
    # Leaves the hand before a decision, so that `go_through` may take it up again.
    h.stopped = True
    h.view = v[0]
    if Trump is Kasiet:
        h.kasiet = t
    elif Trump is InPlay:
        h.in_play = t
    elif Trump is Hidden:
        h.hidden = t


cdef void turns(HandInPlay* h, Trump t) noexcept nogil:
    cdef Game* g = &h.game
    cdef Node* nd = &h.nd
    cdef Trick* now
    cdef View v
    cdef u64 card
    cdef int pos, seat
    while True:
        pos = h.placed
        now = &nd.trick[pos]
        seat = now.seat
        if comes_out(g, nd, t, seat):
            shown_now(h, &t, pos)
        if h.card_to_play:
            card = h.card_to_play
            h.card_to_play = 0
        elif h.policy[seat] == AGENT:
            h.due = CARD_DUE
            if Trump is Hidden:
                if h.answer == REQUESTED:
                    request(h, &t, pos, seat)
                    h.answer = REFUSED
                elif h.answer == NO_ANSWER and may_ask(g, nd, t, seat, pos, nd.led):
                    h.due = REQUEST_DUE
            look(h, &v, t, seat, choice(h, t, pos, seat))
            stop(h, &v, t)
            return
        else:
            asks(h, &t, pos, seat)
            card = choice(h, t, pos, seat)
            if card & (card - 1):
                look(h, &v, t, seat, card)
                if h.stop_at >= 0:
                    h.stop_at -= 1
                    if h.stop_at < 0:
                        stop(h, &v, t)
                        return
                card = raised(h, policy_card(h, &v))
        tell(h, card)
        h.answer = NO_ANSWER
        h.gone[seat] |= flat(h, card)
        h.barred[seat] |= shows_none(h, t, pos, seat, card)
        nd.hand[seat] ^= card
        h.held ^= card
        now[1].card = card
        now[1].lying = now.lying | card
        now[1].seat = seat + 1 if seat + 1 < g.seats else 0
        put_in(g, nd, h.streak, &t, pos, card)
        h.placed = pos + 1
        if h.placed == g.seats:
            won_trick(h, t)
            if decided(h) or settled(h, &t):
                return


cdef inline void won_trick(HandInPlay* h, Trump t) noexcept nogil:
    # Who takes the complete trick, or the heap with it; the next one begins.
    cdef Game* g = &h.game
    cdef Node* nd = &h.nd
    cdef const Trick* trick = &nd.trick[g.seats]
    cdef int winner = trick.winner
    cdef int side = 0 if in_a(g, winner) else 1
    cdef int weight = worth(g, nd, t)
    cdef bint ace
    if h.heap_game:
        if g.count_tens:
            weight = points_of(g, count(trick.lying & nd.marked), 1)
        ace = trick.best == 0 or is_ace(g, nd, t, trick.best)
        h.pile += weight
        h.pile_tricks += 1
        if settle(g, nd, &h.streak, winner, ace, weight, closed(g, t)) != NOBODY:
            h.points[side] += h.pile
            h.tricks[side] += h.pile_tricks
            h.pile = h.pile_tricks = 0
        if Trump is Hidden:
            if not t.late:
                start_over(g, &h.streak)
    elif h.three:
        h.points[winner] += 1
        if h.run == NOBODY_YET:
            h.run = winner
        elif h.run != winner:
            h.run = SHARED
        if h.run == winner and h.points[winner] == 7:
            h.seven = True
    else:
        if not h.on_to_all or larger(h.points[0], h.points[1]) <= h.total // 2:
            h.points[side] += weight
        h.tricks[side] += weight
    nd.marked &= ~trick.lying
    nd.left -= 1
    h.in_a_row = h.in_a_row + 1 if winner == nd.leader else 1
    nd.leader = winner
    h.placed = 0
    begin_trick(nd)


cdef inline bint settled(HandInPlay* h, Trump* t) noexcept nogil:
    # Whether what the family remembers about the trump is settled by the trick that is over.
    cdef Game* g = &h.game
    cdef Node* nd = &h.nd
    cdef const Trick* trick = &nd.trick[g.seats]
    if Trump is InPlay:
        if t.suit:
            make_trump(h, SUIT_OF[first(t.suit)])
        elif t.later and nd.left == g.reserve:
            make_trump(h, drawn_suit(h))
        else:
            return False
        h.kind = TRUMP_DECLARED
        return True
    elif Trump is Kasiet:
        learn(g, nd, t, trick.lying, trick.best)
        if t.suspects & (t.suspects - 1):
            return False
        nd.marked = 0
        h.suit = t.suit
        h.kind = TRUMP_SATAT
        return True
    elif Trump is Hidden:
        if not t.shown and not (nd.left == 1 and not h.heap_game):
            return False
        h.laid = h.indicator
        nd.marked = 0
        h.suit = t.suit
        h.kind = TRUMP_DECLARED
        return True
    else:
        return False


cdef void go_through(HandInPlay* h) noexcept nogil:
    # Plays the hand to its end.
    cdef Declared declared
    cdef Satat satat
    if h.kind == TRUMP_KASIET:
        turns(h, h.kasiet)
    elif h.kind == TRUMP_IN_PLAY:
        turns(h, h.in_play)
    elif h.kind == TRUMP_HIDDEN:
        turns(h, h.hidden)
    if h.stopped or decided(h) and h.placed == 0:
        return
    if h.kind == TRUMP_SATAT:
        satat.suit = h.suit
        turns(h, satat)
    elif h.kind == TRUMP_DECLARED:
        declared.suit = h.suit
        turns(h, declared)
