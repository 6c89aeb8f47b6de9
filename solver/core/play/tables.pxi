# Thousands of hands side by side, each stopped where a seat has to decide: what solver/rl/tables.py steps through.
# A part of closed.pyx, on turns.pxi. What an observation holds is said, and done once more, in solver/rl/seen.py.
# Test: tests/rl/test_tables.py (each array against the view of that seat in plain Python, in every game)

cdef enum:
    CARDS = 52
    FIRST_DEALT = 5       # cards from which trump is called
    CALL_AT = 52          # actions: a card's number, a suit to call,
    SHOW_AT = 56          # ... to have a hidden trump shown,
    ACTIONS = 58          # ... and not to
    FACTS = 15

cdef int8_t[256][8] SPREAD
for _byte in range(256):
    for _bit in range(8):
        SPREAD[_byte][_bit] = _byte >> _bit & 1


cdef inline void spread(int8_t* out, u64 cards) noexcept nogil:
    # One number for each card: 1 where it is among these.
    cdef int k
    for k in range(6):
        memcpy(out + 8 * k, SPREAD[<int>(cards >> 8 * k & 255)], 8)
    memcpy(out + 48, SPREAD[<int>(cards >> 48 & 15)], 4)


cdef inline u64 printed(const HandInPlay* h, u64 x) noexcept nogil:
    # Flat cards in their printed places.
    return swap_with_lane_3(x, h.lane_of_suit[3]) if h.lane_of_suit[3] != 3 else x


cdef inline int usual_suit(u64 five) noexcept nogil:
    # As usual_call of players/player.py: the longest suit, then the higher cards, then the first suit.
    cdef int suit, found = 0, most = -1, worth
    for suit in range(4):
        worth = (count(five & lane(suit)) << WIDTH) + <int>(five >> WIDTH * suit & 0x1FFF)
        if worth > most:
            most = worth
            found = suit
    return found


@cython.boundscheck(False)
cdef class Tables:
    """So many hands of a game; `solver.rl.VectorEnv` says what each array is."""

    cdef HandInPlay* h
    cdef readonly object variant, arrays, start
    cdef readonly int tables, seats, places, width
    cdef int size, first, dummy
    cdef bint again, sets_trump, lays_down, hides, has_sides, calls, tricks_told
    cdef list pack
    cdef int policy[SEATS]
    cdef dict starts
    cdef u64 seed, number, any_luck
    cdef int8_t[:, ::1] observation, action_mask, result
    cdef int8_t[::1] seat, over, laid
    cdef uint64_t[:, ::1] deal
    cdef uint64_t[::1] five, legal
    cdef unsigned char[:, ::1] told
    cdef int[::1] due

    def __cinit__(self, variant, int tables, policies, bint again=True, bint calls=True):
        cdef int i
        self.variant = variant
        self.tables = tables
        self.h = <HandInPlay*>calloc(tables, sizeof(HandInPlay))
        if self.h == NULL:
            raise MemoryError
        self.seats = variant.seats
        self.size = variant.cards_per_hand
        self.places = self.seats * (2 if variant.deals_later else 1)
        self.again, self.calls = again, calls
        self.sets_trump, self.lays_down = variant.sets_trump, variant.lays_down
        self.hides, self.has_sides = variant.hides_trump, variant.has_sides
        self.tricks_told = variant.points == "tricks" or variant["dehla_result"] == "tricks_decide"
        self.dummy = 2 if variant.has_dummy else NOBODY_OPEN
        self.pack = [card.index for card in variant.pack]
        for i in range(self.seats):
            self.policy[i] = {**POLICIES, "random": RANDOM, None: AGENT}[policies[i]]
        if self.dummy != NOBODY_OPEN:
            self.policy[self.dummy] = self.policy[(self.dummy + 2) % self.seats]
        self.starts = {}
        self.width = CARDS * (1 + 2 * (self.seats - 1) + self.seats + 1) + 4 + FACTS
        self.arrays = {
            "observation": np.zeros((tables, self.width), np.int8),
            "action_mask": np.zeros((tables, ACTIONS), np.int8),
            "seat": np.zeros(tables, np.int8),
            "over": np.zeros(tables, np.int8),
            "result": np.zeros((tables, 4), np.int8),
            "deal": np.zeros((tables, self.places), np.uint64),
            "five": np.zeros(tables, np.uint64),
            "legal": np.zeros(tables, np.uint64),
            "laid": np.full(tables, -1, np.int8),
            "told": np.zeros((tables, TOLD_MOST), np.uint8),
            "due": np.zeros(tables, np.intc),
        }
        self.observation, self.action_mask = self.arrays["observation"], self.arrays["action_mask"]
        self.seat, self.over, self.result = self.arrays["seat"], self.arrays["over"], self.arrays["result"]
        self.deal, self.five, self.legal = self.arrays["deal"], self.arrays["five"], self.arrays["legal"]
        self.laid, self.told, self.due = self.arrays["laid"], self.arrays["told"], self.arrays["due"]

    def __dealloc__(self):
        free(self.h)

    def reset(self, seed, deals=None, fives=None):
        """A new hand at each table: a random one, or that of `deals` (tables, places) and `fives` (tables,)."""
        cdef int i
        self.seed, self.any_luck, self.number = seed, seed, 0
        if deals is not None:
            self.arrays["deal"][...] = deals
            self.arrays["five"][...] = fives
        for i in range(self.tables):
            self.over[i] = 0
            self.begin(i, deals is None)
        for i in range(self.tables):
            self.show(i)

    def told_at(self, int table):
        """The cards of the hand at a table, in order: numbers, TOLD_ASK before a request."""
        return [self.told[table, k] for k in range(self.h[table].told_n)]

    def trump_at(self, int table):
        """The suit that is trump at a table by now; None where there is none."""
        cdef HandInPlay* h = &self.h[table]
        return None if h.kind == TRUMP_IN_PLAY or not h.suit and self.sets_trump else h.lane_of_suit[3]

    def step(self, const int64_t[::1] actions):
        """One action at each table that waits for one; OptionError, with nothing changed, for one that may not be."""
        cdef int i, wrong = -1, n = self.tables
        cdef int64_t action
        cdef HandInPlay* h
        with nogil:
            for i in range(n):
                if not self.may(i, actions[i]):
                    wrong = i
                    break
        if wrong >= 0:
            raise OptionError(f"table {wrong}: action {actions[wrong]} may not be taken there")
        with nogil:
            for i in range(n):
                self.over[i] = 0
                h = &self.h[i]
                action = actions[i]
                if self.due[i] == CARD_DUE:
                    h.card_to_play = card_of(h, <int>action)
                elif self.due[i] == REQUEST_DUE:
                    h.answer = REQUESTED if action == SHOW_AT else REFUSED
                else:
                    continue
                self.go_on(i)
                if not self.over[i]:
                    self.show(i)
        for i in range(n):
            if self.over[i]:
                if self.again:
                    self.begin(i, True)
                self.show(i)
            elif self.due[i] == CALL_DUE:
                self.lead_to(i, <int>(actions[i] - CALL_AT))
                self.show(i)

    def any_actions(self):
        """A random action for each table, each that it has with the same probability; -1 where none is due."""
        found = np.full(self.tables, -1, np.int64)
        cdef int64_t[::1] actions = found
        cdef int i, k
        cdef u64 card
        with nogil:
            for i in range(self.tables):
                if self.due[i] == CARD_DUE:
                    card = random_card(self.legal[i], &self.any_luck)
                    actions[i] = first(card)
                elif self.due[i] == REQUEST_DUE:
                    actions[i] = SHOW_AT + <int>(random_number(&self.any_luck) & 1)
                elif self.due[i] == CALL_DUE:
                    k = <int>(random_number(&self.any_luck) & 3)
                    while not self.action_mask[i, CALL_AT + k]:
                        k = (k + 1) & 3
                    actions[i] = CALL_AT + k
        return found

    cdef inline bint may(self, int i, int64_t action) noexcept nogil:
        if self.due[i] == NOTHING_DUE:
            return True
        return 0 <= action < ACTIONS and self.action_mask[i, action]

    cdef int begin(self, int i, bint random) except -1:
        """The cards of the next hand; it stops before the call, or where an agent first decides."""
        cdef u64 luck = self.seed * <u64>0x9E3779B97F4A7C15 + self.number
        self.number += 1
        random_number(&luck)
        if random:
            self.shuffle(i, &luck)
        memset(&self.h[i], 0, sizeof(HandInPlay))
        self.h[i].luck = luck
        if self.sets_trump:
            return self.lead_to(i, -1)
        if self.calls and self.policy[0] == AGENT:
            self.due[i] = CALL_DUE
            return 0
        return self.lead_to(i, usual_suit(self.five[i]))

    cdef int shuffle(self, int i, u64* luck) except -1:
        cdef int cards[CARDS]
        cdef int k, other, seat, n = len(self.pack)
        cdef u64 bit
        for k in range(n):
            cards[k] = self.pack[k]
        for seat in range(self.places):
            self.deal[i, seat] = 0
        self.five[i] = 0
        for k in range(self.size * self.seats):
            other = k + <int>(random_number(luck) % <u64>(n - k))
            cards[k], cards[other] = cards[other], cards[k]
            seat = k // self.size
            bit = <u64>1 << cards[k]
            if k < FIRST_DEALT:
                self.five[i] |= bit
            if self.places > self.seats and k % self.size >= FIRST_DEALT:
                seat += self.seats
            self.deal[i, seat] |= bit
        return 0

    cdef int lead_to(self, int i, int suit) except -1:
        """The hand with this trump, or with one made in play (-1), up to the first decision of an agent."""
        cdef u64 row[2 * SEATS]
        cdef u64 luck = self.h[i].luck
        cdef int k, key = suit
        cdef _Table start
        self.laid[i] = -1
        if self.lays_down:
            key = first(self.five[i] & lane(suit))
            self.laid[i] = key
        if key not in self.starts:
            self.starts[key] = self._opened(suit, key)
        start = self.starts[key]
        self.h[i] = start.h
        self.h[i].luck = luck
        self.h[i].told = &self.told[i, 0]
        for k in range(self.seats):
            self.h[i].policy[k] = self.policy[k]
        for k in range(self.places):
            row[k] = self.deal[i, k]
        if self.hides:
            row[0] &= ~(<u64>1 << key)
        if not start.deal(&self.h[i], row):
            raise DealError(f"deal {i} does not fit {self.variant.name}: hands of other sizes, or a card twice")
        with nogil:
            self.go_on(i)
        return 0

    def _opened(self, suit, key):
        """What all hands with this trump, or with this card laid down, have in common before the lead."""
        from ..base.cards import Card, Hand
        from ..game.deal import Deal
        from ..game.position import Position
        more = {}
        cards = [card for card in map(Card.from_index, self.pack)]
        if self.lays_down:
            more["indicator"] = Card.from_index(key)
            cards.sort(key=lambda card: card.index != key)
        size = self.size
        hands = [Hand.of(cards[size * seat:size * (seat + 1)]) for seat in range(self.seats)]
        if self.variant.deals_later:
            more["reserves"] = tuple(Hand.of(list(hand)[FIRST_DEALT:]) for hand in hands)
            hands = [Hand.of(list(hand)[:FIRST_DEALT]) for hand in hands]
        trump = None if suit < 0 else Suit(suit)
        self.start = start = Position.start(Deal(tuple(hands)), trump, 0, self.variant, **more)
        packs = [self.variant.pack] * self.seats if self.variant.draws else ()
        dummy = None if self.dummy == NOBODY_OPEN else self.dummy
        return _Table(start, (), dummy, None, packs, "learnt", 0, None, None)

    cdef void go_on(self, int i) noexcept nogil:
        # Up to the next decision of an agent, or to the end of the hand.
        cdef HandInPlay* h = &self.h[i]
        h.stopped = False
        go_through(h)
        if h.stopped:
            self.due[i] = h.due
        else:
            self.due[i] = NOTHING_DUE
            self.over[i] = 1
            write(h, &self.result[i, 0])

    cdef void show(self, int i) noexcept nogil:
        # Writes what the seat that decides sees, and what it may do.
        cdef HandInPlay* h = &self.h[i]
        cdef View* v = &h.view
        cdef int8_t* out = &self.observation[i, 0]
        cdef int8_t* mask = &self.action_mask[i, 0]
        cdef int k, due = self.due[i], seats = self.seats
        memset(mask, 0, ACTIONS)
        self.legal[i] = 0
        if due == CARD_DUE or due == REQUEST_DUE:
            self.show_play(h, v, out)
            self.seat[i] = (v.seat + 2) % seats if v.seat == self.dummy else v.seat
        else:
            memset(out, 0, self.width)
            self.seat[i] = -1
        if due == CALL_DUE:
            self.seat[i] = 0
            spread(out, self.five[i])
            out += self.width - FACTS
            out[0] = 1
            out[6] = self.size
            for k in range(4):
                mask[CALL_AT + k] = not self.lays_down or (self.five[i] & lane(k)) != 0
        elif due == REQUEST_DUE:
            mask[SHOW_AT] = mask[SHOW_AT + 1] = 1
        elif due == CARD_DUE:
            self.legal[i] = printed(h, v.legal)
            spread(mask, self.legal[i])

    cdef void show_play(self, const HandInPlay* h, const View* v, int8_t* out) noexcept nogil:
        cdef int k, other, side = v.seat & 1, seats = self.seats
        cdef u64 laid = 0
        spread(out, printed(h, v.hand))
        out += CARDS
        for k in range(1, seats):
            other = v.seat + k - (seats if v.seat + k >= seats else 0)
            spread(out, printed(h, may_hold(h, v, other)))
            out += CARDS
        for k in range(seats):
            other = v.seat + k - (seats if v.seat + k >= seats else 0)
            spread(out, printed(h, h.gone[other]))
            out += CARDS
        for k in range(1, seats):
            if k <= h.placed:
                spread(out, printed(h, flat(h, h.nd.trick[k].card)))
            else:
                memset(out, 0, CARDS)
            out += CARDS
        if self.hides:
            laid = h.laid if h.laid else h.indicator if v.seat == CALLER else 0
        spread(out, printed(h, laid))
        out += CARDS
        memset(out, 0, 4 + FACTS)
        if v.trump:
            out[h.lane_of_suit[SUIT_OF[first(v.trump)]]] = 1
        out += 4
        out[1 if h.due == REQUEST_DUE else 2] = 1
        out[3] = v.seat
        out[4] = (h.kind == TRUMP_KASIET or h.kind == TRUMP_HIDDEN) and not v.trump
        out[5] = h.placed
        out[6] = h.nd.left
        if self.has_sides:
            out[7] = h.points[side]
            out[8] = h.points[1 - side]
            if self.tricks_told:
                out[10] = h.tricks[side]
                out[11] = h.tricks[1 - side]
        else:
            for k in range(3):
                out[7 + k] = h.points[(v.seat + k) % 3]
        if h.heap_game:
            out[12] = h.pile_tricks
            out[13] = h.pile
        out[14] = h.in_a_row
