# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# The quick reference: every line of play, compiled, with a memory of whole states at the start of a trick.
# No pruning, no equal cards, no bounds, no code of the package; written from rules.md 1 to 4 and 8 for the games
# whose trump is declared (or none), and held against the slow reference by test_brute.py.
# A card is 13 * suit + rank, suits in the order SHDC, rank 0 the two; a hand is a set of such bits.

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

cdef extern from *:
    int __builtin_ctzll(uint64_t) nogil
    int __builtin_popcountll(uint64_t) nogil

SUITS = "SHDC"
RANKS = "23456789TJQKA"

cdef enum:
    WILD = 13             # the 2 of hearts
    TEN = 8
    ACE = 12
    BLOCK = 1
    RESET = 2
    DEMOTE = 3

cdef struct Rules:
    int seats, player
    int trump             # 0 .. 3, -1 none
    bint satat, exempt, must_trump, double_sar, tens, trump_aces
    int overtrump         # 0 off, 1 against an opponent, 2 always
    int first_streak, ace_rule
    int no_collect        # bit of every trick number at whose end nobody collects
    int need, tie         # the "seven" of the whole hand, the class of an even split
    bint hard7

cdef struct Spot:
    uint64_t hand[6]
    int leader, done, heap, heap_tens, streak, ace
    int a, b              # what A and B still need in a race; what they have taken where the result is asked
    int kot               # of a result: 1 or -1 when A or B took the first so many tricks, 2 when neither did
    int asked             # VALUE, RACE, RESULT: answers to different questions lie in one book

cdef enum:                # what is asked
    VALUE = 0
    RACE = 1
    RESULT = 2

cdef struct Line:
    Spot spot
    int answer
    bint used

cdef struct Book:
    Line* lines
    size_t room, count


cdef uint64_t mix(const Spot* s) noexcept nogil:
    cdef uint64_t x = 0x9E3779B97F4A7C15
    cdef int i
    for i in range(6):
        x = (x ^ s.hand[i]) * <uint64_t>0xD6E8FEB86659FD93
        x ^= x >> 32
    x ^= <uint64_t>(s.leader + 8 * s.done + 256 * s.heap + 8192 * s.heap_tens + 65536 * s.streak + 524288 * s.ace)
    x = (x ^ (<uint64_t>(s.a + 64 * s.b + 4096 * (s.kot + 1) + 16384 * s.asked) << 32)) * <uint64_t>0xD6E8FEB86659FD93
    return x ^ (x >> 29)


cdef Line* find(Book* k, const Spot* s) noexcept nogil:
    # Its line, or the free one where it belongs.
    cdef size_t i = mix(s) & (k.room - 1)
    while k.lines[i].used and memcmp(&k.lines[i].spot, s, sizeof(Spot)):
        i = (i + 1) & (k.room - 1)
    return k.lines + i


cdef void note(Book* k, const Spot* s, int answer) noexcept nogil:
    cdef Book larger
    cdef Line* line
    cdef size_t i
    if 2 * k.count >= k.room:
        larger.room = 4 * k.room
        larger.count = k.count
        larger.lines = <Line*>calloc(larger.room, sizeof(Line))
        for i in range(k.room):
            if k.lines[i].used:
                line = find(&larger, &k.lines[i].spot)
                line[0] = k.lines[i]
        free(k.lines)
        k[0] = larger
    line = find(k, s)
    line.spot = s[0]
    line.answer = answer
    line.used = True
    k.count += 1


cdef bint for_a(const Rules* r, int seat) noexcept nogil:
    return seat == r.player if r.player >= 0 else seat % 2 == 0


cdef uint64_t suit(uint64_t cards, int number) noexcept nogil:
    return cards & (<uint64_t>0x1FFF << (13 * number)) if number >= 0 else 0


cdef int suit_led(const Rules* r, const int* table) noexcept nogil:
    # Section 2: a led W counts as a trump lead.
    return r.trump if r.satat and table[0] == WILD and r.trump >= 0 else table[0] // 13


cdef bint is_ace(const Rules* r, int card) noexcept nogil:
    return card % 13 == ACE and (r.trump_aces or card // 13 != r.trump)


cdef int worth(const Rules* r, const Spot* s, const int* table, int place) noexcept nogil:
    cdef int card = table[place]
    cdef int rank = card % 13
    if r.satat and card == WILD:
        return 300
    if r.ace_rule == DEMOTE and place == 0 and s.ace and is_ace(r, card):
        rank = -1
    if card // 13 == r.trump:
        return 200 + rank
    return 100 + rank if card // 13 == table[0] // 13 else 0


cdef int winning(const Rules* r, const Spot* s, const int* table, int cards) noexcept nogil:
    cdef int best = 0
    cdef int place
    for place in range(1, cards):
        if worth(r, s, table, place) > worth(r, s, table, best):
            best = place
    return best


cdef uint64_t legal(const Rules* r, const Spot* s, const int* table, int place) noexcept nogil:
    cdef int seat = (s.leader + place) % r.seats
    cdef uint64_t hand = s.hand[seat]
    cdef uint64_t wild = hand & (<uint64_t>1 << WILD)
    cdef uint64_t following, trumps, usable
    cdef int best, winner, card
    if place == 0:
        return hand
    following = suit(hand, suit_led(r, table))
    if r.satat:
        following &= ~wild
        if following:
            return following | wild
        if not r.exempt and wild and suit_led(r, table) == r.trump:
            return wild
        return hand
    if following:
        return following
    if not r.must_trump and not r.overtrump:
        return hand
    trumps = suit(hand, r.trump)
    usable = trumps
    best = winning(r, s, table, place)
    winner = (s.leader + best) % r.seats
    if table[best] // 13 == r.trump and (r.overtrump == 2 or r.overtrump == 1 and for_a(r, winner) != for_a(r, seat)):
        usable = 0
        for card in range(52):
            if trumps >> card & 1 and card > table[best]:
                usable |= <uint64_t>1 << card
        if usable == 0:
            usable = trumps
    if r.must_trump and trumps:
        return usable
    return usable | (hand & ~trumps)


cdef void complete(const Rules* r, Spot* s, const int* table, int* gain_a, int* gain_b) noexcept nogil:
    # Sections 1.4, 3.1, 3.2: the trick is over; what each side gains now.
    cdef int place = winning(r, s, table, r.seats)
    cdef int winner = (s.leader + place) % r.seats
    cdef bint ace = is_ace(r, table[place])
    cdef bint two_aces = ace and s.ace and winner == s.leader
    cdef bint first = s.heap == s.done
    cdef bint takes
    cdef int i, points
    cdef int streak = s.streak + 1 if winner == s.leader else 1
    if r.ace_rule == RESET and two_aces:
        streak = 0
    s.done += 1
    s.heap += 1
    for i in range(r.seats):
        s.heap_tens += table[i] % 13 == TEN
    takes = not r.double_sar or streak >= (r.first_streak if first else 2)
    if r.double_sar and (r.no_collect >> s.done & 1 or r.ace_rule == BLOCK and two_aces):
        takes = False
    if s.hand[winner] == 0:
        takes = True
    gain_a[0] = 0
    gain_b[0] = 0
    if takes:
        points = s.heap_tens if r.tens else s.heap
        if for_a(r, winner):
            gain_a[0] = points
        else:
            gain_b[0] = points
        s.heap = 0
        s.heap_tens = 0
        streak = 0
    s.leader = winner
    s.streak = (2 if streak > 2 else streak) if r.double_sar else 0
    s.ace = ace and r.ace_rule != 0


cdef void take(const Rules* r, Spot* s, int gain_a, int gain_b) noexcept nogil:
    # Onto the accounts; 1.6: who takes the majority before the other side has a trick makes a kot.
    s.a += gain_a
    s.b += gain_b
    if s.kot == 0 and s.a and s.b:
        s.kot = 2
    if s.kot == 0 and (s.a >= r.need or s.b >= r.need):
        s.kot = 1 if s.a else -1


cdef int class_of(const Rules* r, const Spot* s) noexcept nogil:
    # 1.6 at the end of a hand for tricks; a kot that was made is kept (3.3: in a heap game it is all tricks).
    cdef int most = s.a if s.a > s.b else s.b
    cdef int size = 1
    if most < r.need:
        return r.tie
    if s.a == 0 or s.b == 0:
        size = 2 if r.hard7 or r.double_sar else 3
    elif not r.double_sar and (s.kot == 1 or s.kot == -1):
        return 2 * s.kot
    return size if s.a > s.b else -size


cdef int play(const Rules* r, Book* k, Spot* s, int* table, int place) noexcept nogil:
    # The best for the seat to move, trying every legal card.
    cdef int seat = (s.leader + place) % r.seats
    cdef bint most = for_a(r, seat)
    cdef int best = -1
    cdef int answer, card
    cdef uint64_t cards = legal(r, s, table, place)
    while cards:
        card = __builtin_ctzll(cards)
        cards &= cards - 1
        answer = after(r, k, s, table, place, card)
        if best < 0 or (answer > best if most else answer < best):
            best = answer
    return best


cdef int after(const Rules* r, Book* k, Spot* s, int* table, int place, int card) noexcept nogil:
    # The same once this card was played.
    cdef int seat = (s.leader + place) % r.seats
    cdef int gain_a, gain_b, answer
    cdef Spot t
    s.hand[seat] ^= <uint64_t>1 << card
    table[place] = card
    if place + 1 < r.seats:
        answer = play(r, k, s, table, place + 1)
    else:
        t = s[0]
        complete(r, &t, table, &gain_a, &gain_b)
        if s.asked == RACE:
            t.a -= gain_a
            t.b -= gain_b
            answer = start(r, k, &t)
        elif s.asked == RESULT:
            take(r, &t, gain_a, gain_b)
            answer = start(r, k, &t)
        else:
            answer = gain_a + start(r, k, &t)
    s.hand[seat] ^= <uint64_t>1 << card
    return answer


cdef int start(const Rules* r, Book* k, Spot* s) noexcept nogil:
    # Before a lead: points A still takes, or whether A gets there first, or the code of the result.
    cdef Line* line
    cdef int table[6]
    cdef int answer
    if s.asked == RACE and s.a <= 0:
        return 1
    if s.asked == RESULT and s.hand[s.leader] == 0:
        return 32 * (class_of(r, s) + 3) + s.a
    if s.asked == RACE and s.b <= 0 or s.hand[s.leader] == 0:
        return 0
    line = find(k, s)
    if line.used:
        return line.answer
    answer = play(r, k, s, table, 0)
    note(k, s, answer)
    return answer


cdef int number_of(str card) except -1:
    return 13 * SUITS.index(card[0]) + RANKS.index(card[1])


cdef class Brute:
    """Points, races and cards of one game and position; takes the slow reference's Game and State."""
    cdef Rules rules
    cdef Book book
    cdef Spot spot
    cdef int table[6]
    cdef int on_table
    cdef object taken

    def __cinit__(self, game, state):
        cdef int seat
        if game.trump_method != "declared":
            raise ValueError("the quick reference knows declared trumps only")
        memset(&self.spot, 0, sizeof(Spot))
        self.rules = Rules(
            seats=game.seats, player=-1 if game.player is None else game.player,
            trump=-1 if state.trump is None else SUITS.index(state.trump),
            satat=game.satat, exempt=game.satat_exempt, must_trump=game.void_duty == "must_trump",
            double_sar=game.capture == "double", tens=game.points == "tens", trump_aces=game.ace_trumps_count,
            overtrump=("off", "vs_opponent", "always").index(game.overtrump_duty),
            first_streak=game.first_streak, ace_rule=("off", "block", "reset", "demote").index(game.ace_rule),
            no_collect=sum([1 << n for n in game.no_collect]), tie=game.tie, hard7=game.stop_rule == "hard7")
        left = (len(state.table) + sum([len(hand) for hand in state.hands])) // game.seats
        self.rules.need = (state.tricks_done + left) // 2 + 1
        self.taken = state.taken
        for seat, hand in enumerate(state.hands):
            for card in hand:
                self.spot.hand[seat] |= <uint64_t>1 << number_of(card)
        self.spot.leader = state.leader
        self.spot.done = state.tricks_done
        self.spot.heap = state.heap
        self.spot.heap_tens = state.heap_tens
        self.spot.streak = state.streak
        self.spot.ace = state.ace_streak
        self.on_table = len(state.table)
        for seat, card in enumerate(state.table):
            self.table[seat] = number_of(card)
        self.book.room = 1024
        self.book.count = 0
        self.book.lines = <Line*>calloc(self.book.room, sizeof(Line))
        if self.book.lines == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.book.lines)

    def value(self):
        """Points A still takes."""
        cdef int table[6]
        table[:] = self.table
        self.spot.a = self.spot.b = self.spot.kot = 0
        self.spot.asked = VALUE
        return play(&self.rules, &self.book, &self.spot, table, self.on_table)

    def race(self, int a, int b):
        """Does A take a more points before B takes b more?"""
        cdef int table[6]
        table[:] = self.table
        self.spot.a = a
        self.spot.b = b
        self.spot.kot = 0
        self.spot.asked = RACE
        if a <= 0 or b <= 0:
            return a <= 0
        return play(&self.rules, &self.book, &self.spot, table, self.on_table) == 1

    def cards(self):
        """Points A still takes, for every legal card of the seat to move."""
        cdef uint64_t cards = legal(&self.rules, &self.spot, self.table, self.on_table)
        cdef int card
        cdef int table[6]
        self.spot.a = self.spot.b = self.spot.kot = 0
        self.spot.asked = VALUE
        found = {}
        for card in range(52):
            if cards >> card & 1:
                table[:] = self.table
                found[SUITS[card // 13] + RANKS[card % 13]] = after(
                    &self.rules, &self.book, &self.spot, table, self.on_table, card)
        return found

    def result(self):
        """Class of the whole hand, then points of A over the whole hand, for tricks and continue_fail=keep_kot.

        Everybody plays for the class first. The accounts of the state must not tell of a kot that was made and of
        tricks lost after it.
        """
        cdef int table[6]
        cdef int code
        table[:] = self.table
        self.spot.a = self.spot.b = self.spot.kot = 0
        self.spot.asked = RESULT
        take(&self.rules, &self.spot, self.taken[0], self.taken[1])
        code = play(&self.rules, &self.book, &self.spot, table, self.on_table)
        return code // 32 - 3, code % 32

    @property
    def states(self):
        """Different states met at the start of a trick."""
        return self.book.count
