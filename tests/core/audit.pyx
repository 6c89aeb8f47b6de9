# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# Holds proofs to what they say. A proof is a statement about every position with the same suit lengths, the same
# state and the same owners of its masked cards, and about every pair of thresholds that it answers. So the cards
# outside the mask are dealt anew, against the claim first, and each dealing is searched with each pair by a search
# that knows no bound and no pattern: its table has exact positions, and hands of up to four cards do without one.
# One dealing with one pair is a check. Proofs come from the table of a Solver (`table`) and, for invented positions,
# from the bounds and the leads that they refute (`bounds`). Built on demand (compiled.py); no wheel holds it.

from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from solver.core.cache cimport (ENDLESS, Entry, Slot, a_of, answers, b_of, cache_clear, cache_close, cache_open,
                                mask_of, proof, won)
from solver.core.cardset cimport (ALL, LANES, SUIT_OF, WIDTH, count, first, highest, lane, lowest, nth, run_tops,
                                  smaller, u64)
from solver.core.dispatch cimport Dispatch, take
from solver.core.rules.collect cimport LEVEL, AtOnce, Kot, Run, can_level, first_need
from solver.core.rules.trump cimport Declared, Hidden, InPlay, Kasiet, Satat, w_card
from solver.core.search cimport F_ORDER, F_REFUTATIONS, F_TABLE, REFUTATIONS, Search
from solver.core.table cimport ACE_OFF, SEATS, TIE_THIRD, Game, Node, everyone, in_a, owner_of
from solver.core.tag cimport COLLECT_AT, COLLECT_BITS, LEADER_BITS, OWNER_BITS, OWNERS_AT, TRUMP_AT, TRUMP_BITS

include "tests/core/audit_spot.pxi"

COLLECTS = {"once": ONCE, "heap": HEAP, "apart": APART, "run": RUN, "kot": KOT}
TRUMPS = {"declared": DECLARED, "satat": SATAT, "kasiet": KASIET, "in_play": IN_PLAY, "hidden": HIDDEN}

cdef enum:
    BY_HEART = 4          # cards of a hand up to which the exact search has no table
    PAIRS = 1024
    MET = 1 << 16         # classes of proofs, to take some of each
    EACH = 100            # proofs of the same terms: so many, and then one in SHARE of all
    SHARE = 1000
    POOL = 256            # positions of such proofs, to invent others like them
    TRIES = 40            # dealings tried for each one wanted

# terms that are written down before it is known whether they matter
cdef u64 COMMON = (<u64>1 << 8) | (<u64>1 << 9) | (<u64>1 << 17) | (<u64>1 << 18) | (<u64>1 << 22) | (<u64>1 << 24)
cdef int[6] TIDY = [0, 0, 40, 80, 150, 400]           # how much the hands of an invented position follow the suits
cdef int[5] LONG = [1, 4, 4, 8, 20]                   # ... and how long a suit is
cdef int[8] WAYS = [0, 0, 0, 1, 1, 2, 2, 3]           # how a lane is dealt anew (against)


cdef class Audit:
    """Checks of one game after another; `checks`, `proofs` and `faults` count on.

    `dealings`: of each proof so many at most; all of them where there are no more. `every_pair`: off,
    of the pairs of thresholds that a proof answers, only those that no other is harder than and one more.
    """

    cdef Search exact
    cdef Dispatch run
    cdef uint8_t met[MET]
    cdef uint32_t of_terms[1 << 14]
    cdef Spot pool[POOL]
    cdef uint32_t pooled
    cdef u64 state
    cdef readonly long checks
    cdef readonly long proofs
    cdef public int dealings
    cdef public bint every_pair
    cdef readonly list faults
    cdef object kind

    def __cinit__(self, modules, seed, int dealings=6, bint every_pair=False):
        memset(&self.exact, 0, sizeof(Search))
        memset(&self.run, 0, sizeof(Dispatch))
        if not cache_open(&self.exact.cache, 64 << 20):
            raise MemoryError
        self.exact.refutations = <uint32_t*>calloc(REFUTATIONS, sizeof(uint32_t))
        if self.exact.refutations == NULL:
            raise MemoryError
        for module in modules:
            take(module, &self.run)
        self.state = (<u64>seed * 2 + 1) * <u64>0x9E3779B97F4A7C15
        self.dealings = dealings
        self.every_pair = every_pair
        self.faults = []

    def __dealloc__(self):
        cache_close(&self.exact.cache)
        free(self.exact.refutations)

    cdef u64 word(self) noexcept nogil:
        self.state ^= self.state << 13
        self.state ^= self.state >> 7
        self.state ^= self.state << 17
        return self.state * <u64>0x2545F4914F6CDD1D

    cdef int below(self, int n) noexcept nogil:
        return <int>((self.word() >> 33) % <u64>n)

    cdef u64 any_of(self, u64 x) noexcept nogil:
        return nth(x, self.below(count(x))) if x else 0

    cdef const Search* look(self, solver) except NULL:
        # A Solver begins, behind what every object has, with its search; its game is that of the checks to come.
        cdef const Search* s = <const Search*>(<char*><PyObject*>solver + sizeof(PyObject) + sizeof(void*))
        if s.count != solver.nodes or s.game.seats not in (2, 3, 4, 6):
            raise TypeError("this is not what a Solver looks like")
        return s

    cdef void begin(self, const Search* s, kind):
        if memcmp(&self.exact.game, &s.game, sizeof(Game)) or kind != self.kind:
            cache_clear(&self.exact.cache)
            self.exact.salt += <u64>0x9E3779B97F4A7C15
        self.exact.game = s.game
        self.kind = kind
        memset(self.met, 0, sizeof(self.met))
        memset(self.of_terms, 0, sizeof(self.of_terms))
        self.pooled = 0

    cdef u64 race(self, const Spot* x, int a, int b, u64 lead) noexcept nogil:
        # What the exact search says, after this lead where there is one.
        cdef Search* s = &self.exact
        cdef Node* nd = &s.nodes[0]
        cdef u64 cards
        cdef int i, table = 1 if lead else 0
        nd[0] = x.nd
        nd.in_play = everyone(&s.game, nd)
        nd.shape = 0
        for i in range(SEATS):
            nd.printed[i] = nd.hand[i]
            cards = nd.hand[i]
            while cards:
                nd.shape += s.game.weight[i][SUIT_OF[first(cards)]]
                cards &= cards - 1
        nd.trick[1].card = lead
        s.features = F_ORDER | F_REFUTATIONS | (F_TABLE if nd.left > BY_HEART else 0)
        if x.trump == DECLARED:
            return self.declared(x, a, b, table)
        if x.trump == SATAT:
            return self.satat(x, a, b, table)
        return self.others(x, a, b, table)

    cdef u64 declared(self, const Spot* x, int a, int b, int table) noexcept nogil:
        cdef Search* s = &self.exact
        cdef Declared t
        cdef bint usual = s.game.seats == 4 and s.game.side_a == 0b010101 and s.game.duty == 0
        t.suit = x.suit
        if x.collect == HEAP:
            return self.run.heap(s, heap_at(x, a, b), t, table, -1)
        if x.collect == APART:
            return self.run.apart(s, apart_at(x, a, b), t, table, -1)
        if x.collect == RUN:
            return self.run.run(s, Run(r=b), t, table, -1)
        if x.collect == KOT:
            return (self.run.kot if usual else self.run.kot_declared)(s, kot_at(x, a), t, table, -1)
        return (self.run.plain if usual else self.run.declared)(s, AtOnce(a=a, b=b), t, table, -1)

    cdef u64 satat(self, const Spot* x, int a, int b, int table) noexcept nogil:
        cdef Search* s = &self.exact
        cdef Satat t
        t.suit = x.suit
        if x.collect == HEAP:
            return self.run.heap_satat(s, heap_at(x, a, b), t, table, -1)
        if x.collect == KOT:
            return self.run.kot_satat(s, kot_at(x, a), t, table, -1)
        return self.run.satat(s, AtOnce(a=a, b=b), t, table, -1)

    cdef u64 others(self, const Spot* x, int a, int b, int table) noexcept nogil:
        cdef Search* s = &self.exact
        cdef Kasiet k = Kasiet(suit=x.suit, suspects=x.suspects, free=False, shown=False)
        cdef InPlay i = InPlay(suit=0, later=0)
        cdef Hidden h = Hidden(suit=x.suit, shown=False, bound=False, late=False)
        if x.trump == KASIET and x.collect == KOT:
            return self.run.kot_kasiet(s, kot_at(x, a), k, table, -1)
        if x.trump == KASIET:
            return self.run.kasiet(s, AtOnce(a=a, b=b), k, table, -1)
        if x.trump == IN_PLAY and x.collect == HEAP:
            return self.run.heap_in_play(s, heap_at(x, a, b), i, table, -1)
        if x.trump == IN_PLAY and x.collect == KOT:
            return self.run.kot_in_play(s, kot_at(x, a), i, table, -1)
        if x.trump == IN_PLAY:
            return self.run.in_play(s, AtOnce(a=a, b=b), i, table, -1)
        if x.collect == HEAP:
            return self.run.heap_hidden(s, heap_at(x, a, b), h, table, -1)
        if x.collect == KOT:
            return self.run.kot_hidden(s, kot_at(x, a), h, table, -1)
        return self.run.hidden(s, AtOnce(a=a, b=b), h, table, -1)

    cdef int pairs_of(self, const Spot* x, u64 p, Pair* pairs) noexcept nogil:
        # The pairs of thresholds that the proof answers.
        cdef const Game* g = &self.exact.game
        cdef Pair found[PAIRS]
        cdef int a, b, i, j, kept = 0, n = 0
        cdef bint hard
        for a in range(ENDLESS + 1):
            for b in range(ENDLESS + 1):
                if answers(p, a, b) and can_be_asked(g, x, a, b):
                    found[n] = Pair(a=a, b=b)
                    n += 1
        for i in range(n):
            hard = True
            for j in range(n):
                # j is harder for him who the proof says wins
                if j != i and (found[j].a >= found[i].a and found[j].b <= found[i].b if won(p) else
                               found[j].a <= found[i].a and found[j].b >= found[i].b):
                    hard = False
                    break
            if hard or self.every_pair:
                pairs[kept] = found[i]
                kept += 1
        if n > kept:
            pairs[kept] = found[self.below(n)]
            kept += 1
        return kept

    cdef void leave_open(self, const Spot* x, u64 mask, Deal* d) noexcept nogil:
        # The cards that may be dealt anew: those of no mask, whose owner no tag names.
        cdef u64 fixed = mask | x.nd.aces, open, card, m
        cdef Free* f
        cdef int suit, seat
        cdef int held[SEATS]
        memset(d, 0, sizeof(Deal))
        d.ways = 1
        for suit in range(LANES):
            f = &d.suit[suit]
            f.marked = -1
            open = everyone(&self.exact.game, &x.nd) & lane(suit) & ~fixed
            m = x.nd.marked & open
            if m & (m - 1):
                continue
            d.all |= open
            if m:
                f.marked = <int>owner_of(&x.nd, m) - 1
            memset(held, 0, sizeof(held))
            while open:
                card = highest(open)
                open ^= card
                seat = <int>owner_of(&x.nd, card) - 1
                f.card[f.n] = card
                f.owner[f.n] = seat
                f.n += 1
                held[seat] += 1
                d.ways *= <double>f.n / held[seat]
            if f.marked >= 0:
                d.ways *= held[f.marked]

    cdef void against(self, Free* f, bint a_wins, int way) noexcept nogil:
        # The cards of a lane dealt anew. way 0: the high ones to the side that loses by the proof, else one of several.
        cdef const Game* g = &self.exact.game
        cdef int rank[SEATS]
        cdef int i, j, k
        if way == 1 and f.n > 1:
            # a card of the winners changes places with a lower one of the losers
            i = self.below(f.n)
            for k in range(f.n):
                j = (i + k) % f.n
                if in_a(g, f.owner[j]) == a_wins:
                    for i in range(j + 1, f.n):
                        if in_a(g, f.owner[i]) != a_wins:
                            f.owner[i], f.owner[j] = f.owner[j], f.owner[i]
                            return
            return
        if way == 2:
            for i in range(f.n - 1, 0, -1):
                j = self.below(i + 1)
                f.owner[i], f.owner[j] = f.owner[j], f.owner[i]
            return
        if way == 3:
            return
        for i in range(g.seats):
            rank[i] = self.below(1024) + (1024 if in_a(g, i) == a_wins else 0)
        for i in range(1, f.n):
            j = i
            while j and rank[f.owner[j]] < rank[f.owner[j - 1]]:
                f.owner[j], f.owner[j - 1] = f.owner[j - 1], f.owner[j]
                j -= 1

    cdef bint lay(self, const Spot* x, Deal* d, Spot* y) noexcept nogil:
        # Writes the dealing into a copy of the position. False when it is no new one, or no pack has it.
        cdef Free* f
        cdef int suit, i, j, k, above, cards
        cdef u64 h = 0, whole
        y[0] = x[0]
        for i in range(SEATS):
            y.nd.hand[i] &= ~d.all
        y.nd.marked &= ~d.all
        for suit in range(LANES):
            f = &d.suit[suit]
            for i in range(f.n):
                y.nd.hand[f.owner[i]] |= f.card[i]
            if f.marked >= 0:
                k = self.below(f.n)
                for i in range(f.n):
                    j = (i + k) % f.n
                    if f.owner[j] != f.marked:
                        continue
                    if self.exact.game.count_tens:
                        # four ranks lie above a ten, eight below
                        whole = everyone(&self.exact.game, &x.nd) & lane(suit)
                        above = count(whole & ~(f.card[j] | (f.card[j] - 1)))
                        cards = count(whole)
                        if above > 4 or cards - 1 - above > 8:
                            continue
                    y.nd.marked |= f.card[j]
                    break
                else:
                    return False
        for i in range(SEATS):
            h = (h ^ y.nd.hand[i]) * <u64>0xD6E8FEB86659FD93
            h ^= h >> 29
        h = (h ^ y.nd.marked) * <u64>0xD6E8FEB86659FD93
        for i in range(d.tried if d.tried < 64 else 64):
            if d.last[i] == h:
                return False
        d.last[d.tried & 63] = h
        d.tried += 1
        return True

    cdef bint next_dealing(self, const Spot* x, Deal* d, bint a_wins, bint all_of_them, Spot* y) noexcept nogil:
        # The next dealing of those that are left open; False when no new one was found.
        cdef int suit, i, _, way
        for _ in range(TRIES):
            if all_of_them:
                for suit in range(LANES):
                    if next_order(d.suit[suit].owner, d.suit[suit].n):
                        break
                if self.lay(x, d, y):
                    return True
                continue
            for suit in range(LANES):
                way = 0 if d.tried < 2 else WAYS[self.below(8)]
                if way:
                    for i in range(d.suit[suit].n):
                        d.suit[suit].owner[i] = <int>owner_of(&x.nd, d.suit[suit].card[i]) - 1
                self.against(&d.suit[suit], a_wins, way)
            if self.lay(x, d, y):
                return True
        return False

    cdef bint hold(self, const Spot* x, u64 p, u64 leads):
        """Checks a proof, or that these leads lose by it. False where there was nothing to check."""
        cdef Pair pairs[PAIRS + 1]
        cdef Deal d
        cdef Spot y
        cdef u64 cards
        cdef int i, _, n = self.pairs_of(x, p, pairs)
        cdef int wanted = self.dealings
        cdef bint all_of_them
        if n == 0:
            return False
        self.leave_open(x, mask_of(p), &d)
        if d.ways < 2:
            return False
        all_of_them = d.ways <= wanted
        self.lay(x, &d, &y)                # the position of the proof is no new dealing
        for _ in range(wanted):
            if not self.next_dealing(x, &d, won(p), all_of_them, &y):
                break
            for i in range(n):
                cards = run_tops(y.nd.hand[y.nd.leader] & leads) if leads else 1
                if cards:
                    self.checks += 1
                while cards:
                    if won(self.race(&y, pairs[i].a, pairs[i].b, lowest(cards) if leads else 0)) != won(p):
                        self.fault(x, &y, p, leads, pairs[i])
                        return True
                    cards &= cards - 1
        self.proofs += 1
        return True

    cdef void fault(self, const Spot* x, const Spot* y, u64 p, u64 leads, Pair pair):
        names = {number: name for name, number in COLLECTS.items()}
        trumps = {number: name for name, number in TRUMPS.items()}
        self.faults.append({
            "game": self.exact.game.seats, "collect": names[x.collect], "trump": trumps[x.trump],
            "trumps": x.suit != 0, "leader": x.nd.leader, "won": won(p), "a": a_of(p), "b": b_of(p),
            "pair": (pair.a, pair.b), "leads": shown(leads), "mask": shown(mask_of(p)),
            "hands": [shown(x.nd.hand[i]) for i in range(self.exact.game.seats)],
            "dealt": [shown(y.nd.hand[i]) for i in range(self.exact.game.seats)],
            "marked": (shown(x.nd.marked), shown(y.nd.marked)), "chain": x.chain, "ace": x.ace, "opened": x.opened,
            "terms": [n for n in range(64) if HK_USED >> n & 1]})

    cdef bint is_new(self, const Spot* x, u64 p, u64 leads, int most) noexcept nogil:
        # Whether few proofs like this one were met: with this mask and winner, and so many trumps in each hand; with
        # these terms of a mask.
        cdef const Game* g = &self.exact.game
        cdef u64 h = (mask_of(p) ^ leads * <u64>0x9E3779B97F4A7C15) * <u64>0xD6E8FEB86659FD93
        cdef u64 terms = (HK_USED & ~COMMON) * <u64>0xD6E8FEB86659FD93 >> 50
        cdef int i
        h = h ^ h >> 31 ^ <u64>(won(p) == in_a(g, x.nd.leader)) << 7
        for i in range(g.seats):
            h = h * 5 + <u64>smaller(count(x.nd.hand[(x.nd.leader + i) % g.seats] & lane(3)), 4)
        h *= <u64>0xA24BAED4963EE407
        if self.met[h >> 48] >= most or terms and self.of_terms[terms] > EACH + self.proofs // SHARE:
            return False
        self.met[h >> 48] += 1
        self.of_terms[terms] += 1
        if self.of_terms[terms] <= EACH:
            self.pool[self.pooled & (POOL - 1)] = x[0]
            self.pooled += 1
        return True

    # The proofs of a table.

    cdef bint read(self, const Slot* slot, const Entry* e, int collect, int trump, bint trumps, Spot* x) noexcept nogil:
        # The position of an entry, and its state, as the tag has it (tag.pxd, collect_tag, trump_tag).
        cdef const Game* g = &self.exact.game
        cdef int c = (slot.tag >> COLLECT_AT) & ((1 << COLLECT_BITS) - 1)
        cdef int t = (slot.tag >> TRUMP_AT) & ((1 << TRUMP_BITS) - 1)
        cdef int i, suit, total
        cdef u64 all_cards = 0, held
        memset(x, 0, sizeof(Spot))
        x.nd.leader = slot.tag & ((1 << LEADER_BITS) - 1)
        x.trump = DECLARED if t == 0 else SATAT if trump == KASIET and not t >> OWNER_BITS & 1 else trump
        x.suit = lane(3) if trumps and x.trump != IN_PLAY else 0
        x.suspects = t >> (OWNER_BITS + 1)
        x.collect = ONCE if collect == KOT and c == 0 else collect
        for suit in range(LANES):
            total = self.length(slot.shape, suit)
            all_cards |= lane(suit) & ~((<u64>1 << (WIDTH * suit + 13 - total)) - 1)
        for i in range(g.seats):
            held = all_cards
            held &= e.lo if i in (1, 3, 5) else ~e.lo
            held &= e.hi if i in (2, 3) else ~e.hi
            if g.seats > 4:
                held &= e.ext if i in (4, 5) else ~e.ext
            x.nd.hand[i] = held
        if (x.trump == SATAT or x.trump == KASIET) and t & 7:
            x.nd.hand[(t & 7) - 1] |= w_card()
        x.nd.left = count(x.nd.hand[x.nd.leader])
        if g.seats <= 4:
            x.nd.marked = e.ext & all_cards
        if x.collect == HEAP:
            x.chain = c & 3
            x.ace = c >> 2 & 1
            x.opened = c >> 3
            for suit in range(LANES):
                if slot.tag >> (OWNERS_AT + OWNER_BITS * (LANES + suit)) & 7:
                    x.nd.aces |= <u64>1 << (WIDTH * suit + 12)
        elif x.collect == APART:
            x.apart.alone = c & 1
            x.apart.level = c >> 1 & 1
            x.apart.x = (c >> 2 & ENDLESS) - LEVEL
            x.apart.y = (c >> 7 & ENDLESS) - LEVEL
            # while one has won all tricks, and nobody else any, each of the others is as far behind him
            if x.apart.alone:
                self.alone(x)
        elif x.collect == KOT:
            x.kot = Kot(a=0, m=c >> 3, of_b=c >> 1 & 1, both=c >> 2 & 1, over=0)
        return x.trump != IN_PLAY or lying_in(g, x) >= 0

    cdef void alone(self, Spot* x) noexcept nogil:
        cdef const Game* g = &self.exact.game
        cdef int done = g.tricks - x.nd.left
        cdef int seat = x.nd.leader
        x.apart.x = x.apart.y = 1 - done
        if not in_a(g, seat):
            x.apart.x = 1 + done if seat == (1 if in_a(g, 0) else 0) else 1
            x.apart.y = 2 + done - x.apart.x

    cdef int length(self, u64 shape, int suit) noexcept nogil:
        # Cards of a suit in all hands.
        cdef const Game* g = &self.exact.game
        cdef int i, n = 0
        cdef u64 w
        if g.seats <= 4:
            for i in range(g.seats):
                n += shape >> (16 * i + 4 * suit) & 15
            return n
        if suit == 3:
            return <int>(shape // g.weight[0][3])
        for i in range(SEATS):
            w = g.weight[i][suit]
            n += <int>(shape // w % 9)
        return n

    def table(self, solver, collect, trump, bint trumps, int most=0, int alike=255):
        """Check the proofs in the table of a Solver after its last question.

        `collect`, `trump`: how points are taken in the game and how trump stands. `trumps`: whether there
        are any. `most`: so many proofs, spread over the table; 0: all. `alike`: no more of one mask.
        Returns the number of entries.
        """
        cdef const Search* s = self.look(solver)
        cdef Spot x
        cdef const Slot* slot
        cdef const Entry* e
        cdef u64 p
        cdef uint32_t i, j
        cdef long entries = 0, step = 1, done = 0
        self.begin(s, (collect, trump, trumps))
        for i in range(1, s.cache.slot_count):
            entries += s.cache.slots[i].used
        if most and entries > most:
            step = entries // most + 1
        for i in range(1, s.cache.slot_count):
            slot = &s.cache.slots[i]
            for j in range(slot.used):
                done += 1
                if (done + self.checks) % step:
                    continue
                e = s.cache.entries + slot.at + j
                p = e.mask | (e.ext & ~<u64>ALL)
                reset_terms()
                if self.read(slot, e, COLLECTS[collect], TRUMPS[trump], trumps, &x) and self.is_new(&x, p, 0, alike):
                    self.hold(&x, p, 0)
        return entries

    # The proofs of the bounds, for invented positions.

    cdef void invent(self, Spot* x, int cards) noexcept nogil:
        # A position of the game with so many cards in a hand: suits of any length, hands from mixed to one-suited.
        cdef const Game* g = &self.exact.game
        cdef int n = g.seats * cards, i, j, k, suit, seat
        cdef int weight[LANES]
        cdef int length[LANES]
        cdef int keys[52]
        cdef u64 card[52]
        cdef int tidy = TIDY[self.below(6)]
        cdef int turn = self.below(g.seats)
        cdef u64 c
        memset(length, 0, sizeof(length))
        for suit in range(LANES):
            weight[suit] = LONG[self.below(5)]
        for i in range(n):
            while True:
                k = self.below(weight[0] + weight[1] + weight[2] + weight[3])
                suit = 0
                while k >= weight[suit]:
                    k -= weight[suit]
                    suit += 1
                if length[suit] < 12:
                    break
                weight[suit] = 1
            card[i] = <u64>1 << (WIDTH * suit + 12 - length[suit])
            length[suit] += 1
            k = suit * tidy + self.below(100)
            j = i
            while j and keys[j - 1] > k:
                keys[j] = keys[j - 1]
                card[j], card[j - 1] = card[j - 1], card[j]
                j -= 1
            keys[j] = k
        for i in range(n):
            x.nd.hand[(i // cards + turn) % g.seats] |= card[i]
        x.nd.leader = self.below(g.seats)
        x.nd.left = cards
        if x.trump == SATAT and self.below(5):
            seat = self.below(4)
            c = lowest(x.nd.hand[seat])
            # the gap closes: what lay below moves up
            for i in range(4):
                x.nd.hand[i] = without(x.nd.hand[i], c)
            x.nd.hand[seat] |= w_card()

    cdef void vary(self, Spot* x) noexcept nogil:
        # A few cards change hands.
        cdef int one, two, _
        cdef u64 gives, takes
        x[0] = self.pool[self.below(self.pooled if self.pooled < POOL else POOL)]
        for _ in range(1 + self.below(3)):
            one = self.below(self.exact.game.seats)
            two = self.below(self.exact.game.seats)
            gives = self.any_of(x.nd.hand[one] & ALL)
            takes = self.any_of(x.nd.hand[two] & ALL)
            if one != two and gives and takes:
                x.nd.hand[one] ^= gives | takes
                x.nd.hand[two] ^= gives | takes

    cdef void state_of(self, Spot* x) noexcept nogil:
        # A state of the game that its rules know.
        cdef const Game* g = &self.exact.game
        cdef int suit, above, n
        cdef u64 whole
        if x.collect == HEAP:
            for suit in range(LANES):
                whole = everyone(g, &x.nd) & lane(suit)
                n = count(whole)
                if g.count_tens and n and self.below(4):
                    above = self.below(n)
                    if above <= 4 and n - 1 - above <= 8:
                        x.nd.marked |= <u64>1 << (WIDTH * suit + 12 - above)
                if g.ace_rule != ACE_OFF and n and self.below(4):
                    x.nd.aces |= <u64>1 << (WIDTH * suit + 12)
            x.opened = g.need_first > 2 and self.below(2)
            x.chain = self.below(first_need(g, x.opened))
            x.ace = g.ace_rule != ACE_OFF and x.chain and self.below(2)
        elif x.collect == APART:
            x.apart.x = self.below(2 * x.nd.left + 1) - x.nd.left
            x.apart.y = self.below(2 * x.nd.left + 1) - x.nd.left
            x.apart.level = g.tie == TIE_THIRD and can_level(x.apart, x.nd.left)
        elif x.collect == KOT:
            x.kot = Kot(a=0, m=1 + self.below(x.nd.left), of_b=self.below(2), both=self.below(2), over=0)

    cdef u64 bound_at(self, const Spot* x, int a, int b, u64* leads, u64* mask) noexcept nogil:
        # The proof of the bound; without one, the leads that lose by a proof of their own.
        cdef const Game* g = &self.exact.game
        cdef Declared t
        cdef Satat w
        t.suit = w.suit = x.suit
        if x.trump == SATAT:
            if x.collect == KOT:
                return asked(g, x, kot_at(x, a), w, leads, mask)
            return asked(g, x, AtOnce(a=a, b=b), w, leads, mask)
        if x.collect == HEAP:
            return asked(g, x, heap_at(x, a, b), t, leads, mask)
        if x.collect == APART:
            return asked(g, x, apart_at(x, a, b), t, leads, mask)
        if x.collect == KOT:
            return asked(g, x, kot_at(x, a), t, leads, mask)
        return asked(g, x, AtOnce(a=a, b=b), t, leads, mask)

    def bounds(self, solver, collect, trump, bint trumps, int cards, long checks, long limit, int alike=4):
        """Check the bounds, and the leads that they refute, in the game of a Solver's last question.

        In invented positions of `cards` cards a hand, until so many checks were made or so many positions
        looked at. Returns the number of proofs met.
        """
        cdef const Search* s = self.look(solver)
        cdef Spot x
        cdef long end = self.checks + checks, met = 0
        self.begin(s, (collect, trump, trumps))
        while self.checks < end and limit > 0 and not self.faults:
            limit -= 1
            if self.pooled and self.below(2):
                self.vary(&x)
            else:
                memset(&x, 0, sizeof(Spot))
                x.collect = COLLECTS[collect]
                x.trump = TRUMPS[trump]
                x.suit = lane(3) if trumps else 0
                self.invent(&x, cards)
                self.state_of(&x)
            met += self.all_bounds(&x, alike)
        return met

    def bounds_at(self, solver, hands, int leader):
        """Check the bounds and the leads they refute in a position of tricks with trumps.

        `hands`: seat by seat, suits as a fault shows them: the trumps first, places as ranks. Returns the number
        of proofs met.
        """
        cdef Spot x
        cdef int i, suit
        self.begin(self.look(solver), ("once", "declared", True))
        memset(&x, 0, sizeof(Spot))
        x.suit = lane(3)
        for i, hand in enumerate(hands):
            for suit, cards in zip((3, 0, 1, 2), hand.split("."), strict=True):
                for card in cards:
                    x.nd.hand[i] |= <u64>1 << (WIDTH * suit + <int>"23456789TJQKA".index(card))
        x.nd.leader = leader
        x.nd.left = count(x.nd.hand[leader])
        return self.all_bounds(&x, 255)

    cdef long all_bounds(self, const Spot* x, int alike):
        # Those of every pair of thresholds.
        cdef u64 p, leads, mask
        cdef int a, b
        cdef long met = 0
        for a in range(ENDLESS + 1):
            for b in range(ENDLESS + 1):
                if not can_be_asked(&self.exact.game, x, a, b):
                    continue
                leads = mask = 0
                reset_terms()
                p = self.bound_at(x, a, b, &leads, &mask)
                if p:
                    leads = 0
                elif leads & x.nd.hand[x.nd.leader]:
                    p = proof(mask, a, b, not in_a(&self.exact.game, x.nd.leader))
                else:
                    continue
                met += 1
                if self.is_new(x, p, leads, alike):
                    self.hold(x, p, leads)
        return met
