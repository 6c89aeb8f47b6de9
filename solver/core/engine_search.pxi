# What is asked of a position, and how the search of its game is run: one question or several that bound a number.
# A part of engine.pyx, on engine_start.pxi. All without the GIL; a stopped search leaves `s.stopped` set.
# `under` is the only place that picks the search of a family.

cdef enum:                # what is asked of a position
    POINTS_RACE           # a points before the other side has b
    KOT_RACE              # ... and a kot, or one of the two
    APART_RACE            # three players: more tricks than each of the others
    RUN_RACE              # tricks in a row at some time
    PLAYS                 # how many ways to play so many plays
    DRAW                  # two players: the race after the best draw from an open stock

cdef struct Stock:
    # The draw of two players (rules.md 8.2) with an open stock.
    u64 card[52]          # in order of drawing
    int size
    int draws             # to be made
    int cards             # of a full hand
    int a
    int b
    bint see_second       # a draw uses up two cards, whichever is kept


cdef struct Question:
    int kind              # which of the fields below count
    int a                 # POINTS_RACE: from here on, a at least 1
    int b
    AtOnce once           # POINTS_RACE by the way the game takes points, filled in by `search`
    Heap heap
    Kot kot               # KOT_RACE
    Apart apart           # APART_RACE
    Run run               # RUN_RACE
    Perft plays           # PLAYS
    Stock stock           # DRAW
    int turn              # ... the seat that draws first


cdef u64 search(Search* s, const Start* q, Question* w) noexcept nogil:
    # Runs the search of the family on the first node. Returns a proof word, which holds only if s.stopped is not set.
    if w.kind == POINTS_RACE and q.heap_game:
        w.heap.q = w.a
        w.heap.p = w.a - q.heap if w.a > q.heap else 0
        w.heap.chain = q.streak
        w.heap.ace = q.ace
        w.heap.opened = q.opened
    elif w.kind == POINTS_RACE:
        w.once.a = w.a
        w.once.b = w.b
        if w.a + w.b > s.nodes[0].left + (q.heap if q.kind == TRUMP_IN_PLAY else 0):
            w.once.b = ENDLESS
    if q.kind == TRUMP_DECLARED:
        return under(s, q, w, declared_of(q))
    if q.kind == TRUMP_SATAT:
        return under(s, q, w, satat_of(q))
    if q.kind == TRUMP_KASIET:
        return under(s, q, w, kasiet_of(q))
    if q.kind == TRUMP_IN_PLAY:
        return under(s, q, w, in_play_of(q))
    return under(s, q, w, hidden_of(q))


cdef u64 under(Search* s, const Start* q, const Question* w, Trump t) noexcept nogil:
    # Every search of dispatch.pxd, by the trump and then by the question.
    cdef int places = q.on_table
    cdef int shown = q.shown_at
    cdef bint usual = s.game.seats == 4 and s.game.side_a == 0b010101 and s.game.duty == 0
    if Trump is Declared:
        if w.kind == PLAYS:
            return dispatch.perft(s, w.plays, t, places, shown)
        if w.kind == APART_RACE:
            return dispatch.apart(s, w.apart, t, places, shown)
        if w.kind == RUN_RACE:
            return dispatch.run(s, w.run, t, places, shown)
        if w.kind == KOT_RACE and usual:
            return dispatch.kot(s, w.kot, t, places, shown)
        if w.kind == KOT_RACE:
            return dispatch.kot_declared(s, w.kot, t, places, shown)
        if q.heap_game:
            return dispatch.heap(s, w.heap, t, places, shown)
        if usual:
            return dispatch.plain(s, w.once, t, places, shown)
        return dispatch.declared(s, w.once, t, places, shown)
    elif Trump is Satat:
        if w.kind == PLAYS:
            return dispatch.perft_satat(s, w.plays, t, places, shown)
        if w.kind == KOT_RACE:
            return dispatch.kot_satat(s, w.kot, t, places, shown)
        if q.heap_game:
            return dispatch.heap_satat(s, w.heap, t, places, shown)
        return dispatch.satat(s, w.once, t, places, shown)
    elif Trump is Kasiet:
        if w.kind == PLAYS:
            return dispatch.perft_kasiet(s, w.plays, t, places, shown)
        if w.kind == KOT_RACE:
            return dispatch.kot_kasiet(s, w.kot, t, places, shown)
        return dispatch.kasiet(s, w.once, t, places, shown)
    elif Trump is InPlay:
        if w.kind == PLAYS:
            return dispatch.perft_in_play(s, w.plays, t, places, shown)
        if w.kind == KOT_RACE:
            return dispatch.kot_in_play(s, w.kot, t, places, shown)
        if q.heap_game:
            return dispatch.heap_in_play(s, w.heap, t, places, shown)
        return dispatch.in_play(s, w.once, t, places, shown)
    else:
        if w.kind == PLAYS:
            return dispatch.perft_hidden(s, w.plays, t, places, shown)
        if w.kind == KOT_RACE:
            return dispatch.kot_hidden(s, w.kot, t, places, shown)
        if q.heap_game:
            return dispatch.heap_hidden(s, w.heap, t, places, shown)
        return dispatch.hidden(s, w.once, t, places, shown)


cdef u64 search_points(Search* s, const Start* q, int a, int b) noexcept nogil:
    cdef Question w
    w.kind = POINTS_RACE
    w.a = a
    w.b = b
    return search(s, q, &w)


cdef void most_points(Search* s, const Start* q, Question* w, int* low, int* high, int guess) noexcept nogil:
    # Narrows the bounds on the most points with which A wins the race to the last point, or, for a KOT_RACE, the one
    # for a kot and points. `guess` is asked about first. A proof holds for other numbers, too, and says which. Where
    # the search is stopped the bounds stay apart.
    cdef int wanted
    cdef int points = all_points(q)
    cdef u64 p
    while low[0] < high[0] and s.count < s.end:
        wanted = low[0] + 1 if guess <= low[0] else high[0] if guess > high[0] else guess
        if w.kind == KOT_RACE:
            w.kot.a = wanted
        else:
            w.a = wanted
            w.b = points + 1 - wanted
        open_node(s, q)
        p = search(s, q, w)
        if s.stopped:
            return
        if won(p):
            guess = reached(q, p)
            guess = wanted if guess < wanted else guess
            low[0] = high[0] if guess > high[0] else guess
            guess = low[0] + 1
        else:
            guess = missed(q, p)
            guess = wanted - 1 if guess > wanted - 1 else guess
            high[0] = low[0] if guess < low[0] else guess
            guess = high[0]


cdef int most_tricks(Search* s, const Start* q) noexcept nogil:
    # The tricks A takes from here in a plain hand when both sides play for tricks alone.
    cdef Question w
    cdef int low = 0
    cdef int high = s.nodes[0].left
    w.kind = POINTS_RACE
    most_points(s, q, &w, &low, &high, (high + 1) // 2)
    return low


cdef int reached(const Start* q, u64 p) noexcept nogil:
    # Points that a winning proof promises A from here.
    cdef int p_need = a_of(p)
    cdef int q_need = ENDLESS - b_of(p)
    if not q.heap_game:
        return p_need
    p_need += q.heap
    return p_need if p_need < q_need else q_need


cdef int missed(const Start* q, u64 p) noexcept nogil:
    # Points that a lost proof allows A at most.
    cdef int p_need = a_of(p)
    cdef int q_need = ENDLESS - b_of(p)
    if not q.heap_game:
        return p_need - 1
    if p_need:
        p_need += q.heap
    return (p_need if p_need > q_need else q_need) - 1


cdef int guess_of(const Start* q) noexcept nogil:
    # The number of tricks of side A to ask about first; 0 where the middle is as good.
    cdef int guess
    if (q.kind != TRUMP_DECLARED or q.trump < 0 or q.game.seats != 4 or q.game.side_a != 0b010101
            or q.on_table or count(q.hand[0]) != 13):
        return 0
    if q.heap_game:
        # of 200 random deals the leader's side got three tens or all in 116, one or none in 31
        return 3 if q.game.count_tens == 1 else 0
    guess = 500 + guess_tricks(seen(q, q.hand[0]), seen(q, q.hand[1]), seen(q, q.hand[2]), seen(q, q.hand[3]))
    return guess // 1000 if guess > 1000 else 1


cdef bint whole_race(Search* s, const Start* q, int a, int b, int mine, int theirs) noexcept nogil:
    # The race of a whole plain hand of which A has taken `mine` tricks and B `theirs`. Where both goals are reached
    # the lower one was reached first: only one trick is completed between a position that is undecided and this.
    if mine >= a:
        return theirs < b or a <= b
    if theirs >= b or a - mine > s.nodes[0].left:
        return False
    return won(search_points(s, q, a - mine, b - theirs))


cdef enum:
    DETAIL_CLASS = 0
    DETAIL_HARD7 = 1
    DETAIL_KOT = 2
    DETAIL_KOT_BAVNEY = 3
    DETAIL_WIN = 4
    DETAIL_TRICKS = 5


cdef int8_t class_in_play(Search* s, const Start* q, int mine, int theirs, int detail) noexcept nogil:
    # The class of a plain hand of which the sides have taken so many tricks, cheap questions first (rules.md 1.6,
    # Lemma 1).
    cdef int n = s.nodes[0].left + mine + theirs
    cdef int need = n // 2 + 1
    if detail == DETAIL_TRICKS:
        return mine + most_tricks(s, q)
    if detail != DETAIL_WIN:
        if whole_race(s, q, need, 1, mine, theirs):
            if detail == DETAIL_CLASS or detail == DETAIL_KOT_BAVNEY:
                return 3 if whole_race(s, q, n, 1, mine, theirs) else 2
            return 2
        if not whole_race(s, q, 1, need, mine, theirs):
            if detail == DETAIL_CLASS or detail == DETAIL_KOT_BAVNEY:
                return -2 if whole_race(s, q, 1, n, mine, theirs) else -3
            return -2
        if detail == DETAIL_KOT or detail == DETAIL_KOT_BAVNEY:
            return 0
    return 1 if whole_race(s, q, need, need, mine, theirs) else -1


cdef bint draw(Search* s, Start* q, const Stock* d, int at, int turn, int left) noexcept nogil:
    # Whether seat 0 wins its race when both draw and play best; holds only if s.stopped is not set. Plain minimax
    # over the draws, boolean, so that one good draw ends each choice; the hands of all leaves share the table.
    # left: draws to come. Where keeping the first card leaves the second on the stock, a draw must leave as many
    # cards as there are draws to come, so that a first card may have to be kept.
    cdef int k, kept
    cdef bint reached
    if left == 0:
        s.count += 1
        open_node(s, q)
        return won(search_points(s, q, d.a, d.b))
    if count(q.hand[turn]) == d.cards:
        turn = 1 - turn
    for k in range(2):
        # the better card first: a trump, a high one
        kept = k
        if at + 1 < d.size and worth_more(q, d.card[at + 1], d.card[at]):
            kept = 1 - k
        if kept and (at + 1 >= d.size or not d.see_second and at + 1 + left > d.size):
            continue
        q.hand[turn] |= d.card[at + kept]
        reached = draw(s, q, d, at + (2 if d.see_second or kept else 1), 1 - turn, left - 1)
        q.hand[turn] ^= d.card[at + kept]
        if s.stopped or reached == (turn == 0):
            return reached
    return turn != 0


cdef bint worth_more(const Start* q, u64 one, u64 two) noexcept nogil:
    cdef bint one_trump = SUIT_OF[first(one)] == q.trump
    cdef bint two_trump = SUIT_OF[first(two)] == q.trump
    if one_trump != two_trump:
        return one_trump
    return first(one) % WIDTH > first(two) % WIDTH


cdef bint go_on(Search* s) noexcept nogil:
    # Called where s.limit is reached: the end for the node limit, else a look at the signals and at what the solver is
    # told to heed. A signal that raises leaves its exception set, for Solver.heard.
    cdef bint late = False
    if s.interrupted or s.count >= s.end:
        return False
    with gil:
        s.interrupted = signals_waiting() < 0
        if s.owner != NULL and not s.interrupted:
            late = (<Solver>s.owner).called_off()
    if s.interrupted or late:
        s.end = s.count
        return False
    s.limit = s.count + LOOK if s.end - s.count > LOOK else s.end
    return True
