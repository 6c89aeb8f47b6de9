# A position as the C parts take it: Position -> Start (printed cards, rules as data). A part of engine.pyx and of
# closed.pyx. Of game/position.py it uses the fields only. Rules are passed on as data; none is decided here.

_DUTY = {"off": 0, "vs_opponent": DUTY_OVER_OPPONENT, "always": DUTY_OVER_ALWAYS}
_ACE_RULE = {"off": ACE_OFF, "block": ACE_BLOCK, "reset": ACE_RESET, "demote": ACE_DEMOTE}
_KASIET = {"deduction": KASIET_DEDUCTION, "first_ruff": KASIET_RUFF, "indicator_played": KASIET_INDICATOR}
_TIES = {"third_wins": TIE_THIRD, "no_score": TIE_NOBODY, "both": TIE_BOTH}

cdef enum:                # how trump stands: which member of the second axis is asked
    TRUMP_DECLARED = 0
    TRUMP_SATAT = 1
    TRUMP_KASIET = 2
    TRUMP_IN_PLAY = 3
    TRUMP_HIDDEN = 4

cdef enum:
    TEN_IN_TRICKS = 6     # collect.pxd, points_of


cdef u64 every_suit(int rank):
    cdef u64 one = <u64>1 << rank
    return one | one << WIDTH | one << (2 * WIDTH) | one << (3 * WIDTH)

cdef u64 TENS = every_suit(8)
cdef u64 ACES = every_suit(12)


cdef struct Start:
    # A position with the cards in their printed places, and the rules of its game.
    Game game
    bint heap_game
    int kind              # TRUMP_...
    u64 hand[SEATS]       # cards not dealt yet and a hidden indicator included
    u64 table[SEATS]
    int on_table
    int trump             # 0 .. 3, -1 none (yet)
    int leader
    int shown_at          # hidden: place of the running trick where it was shown, else -1
    bint asked
    u64 indicator         # the card that marks a hidden or unknown trump, while it does
    u64 later             # cards not dealt yet
    int suspects          # kasiet: bit set of suits
    int fallen            # points in the heap when the reserves are dealt
    int cards             # ... and cards in the pile from which trump is drawn then, 0 when none is
    int heap              # points in the heap
    int streak
    bint ace
    bint opened
    u64 tens              # the marked cards of the pack
    u64 aces


cdef u64 seen(const Start* q, u64 x) noexcept nogil:
    # The 2 of hearts of satat goes to its own place, the trumps to lane 3.
    if (q.kind == TRUMP_SATAT or q.kind == TRUMP_KASIET) and x & (<u64>1 << WIDTH):
        x ^= (<u64>1 << WIDTH) | (<u64>1 << W_AT)
    return x if q.trump < 0 else swap_with_lane_3(x, q.trump)


cdef void set_pack(Game* g, int seats) noexcept nogil:
    # Weights of the shape (table.pxd) and the usual sides.
    cdef int i, j
    cdef u64 w = 1
    memset(g, 0, sizeof(Game))
    g.seats = seats
    g.side_a = 0b010101
    g.need_first = 2
    for i in range(SEATS):
        for j in range(4):
            if seats <= 4:
                g.weight[i][j] = <u64>1 << (16 * i + 4 * j) if i < seats else 0
            elif j < 3:
                g.weight[i][j] = w
                w *= 9
    if seats > 4:
        for i in range(SEATS):
            g.weight[i][3] = w


cdef u64 trump_lane(const Start* q) noexcept nogil:
    return lane(3) if q.trump >= 0 else 0


cdef Declared declared_of(const Start* q) noexcept nogil:
    cdef Declared t
    t.suit = trump_lane(q)
    return t


cdef Satat satat_of(const Start* q) noexcept nogil:
    cdef Satat t
    t.suit = trump_lane(q)
    return t


cdef Kasiet kasiet_of(const Start* q) noexcept nogil:
    cdef Kasiet t
    t.suit = trump_lane(q)
    # suits -> lanes
    t.suspects = q.suspects & ~(1 << q.trump) & ~8 | 8
    if q.trump != 3 and q.suspects & 8:
        t.suspects |= 1 << q.trump
    t.free = False
    t.shown = False
    return t


cdef Hidden hidden_of(const Start* q) noexcept nogil:
    cdef Hidden t
    t.suit = trump_lane(q)
    t.shown = False
    t.bound = False
    t.late = False
    return t


cdef int duty_of(variant) except -1:
    # Who cannot follow may be bound to trump and to overtrump (rules.md 1.4).
    cdef int duty = _DUTY[variant.get("overtrump_duty", "off")]
    if variant.get("void_duty", "none") == "must_trump":
        duty |= DUTY_TRUMP
    return duty


cdef int fill(Start* q, position, bint with_tricks=False) except -1:
    """A Position as the search takes it; VariantError for a family it does not play.

    with_tricks: where tens count, tricks count as well (rules.md 4.3, tricks_decide).
    """
    cdef int i
    cdef int total
    if not isinstance(position, PositionState):
        raise TypeError(f"{type(position).__name__} is no Position")
    if position.tricks_left >= DEPTH:
        raise DealError(f"{position.tricks_left} tricks are left, the search knows {DEPTH - 1} at most")
    variant = position.variant
    family = variant.family
    memset(q, 0, sizeof(Start))
    set_pack(&q.game, variant.seats)
    q.heap_game = (variant.collecting or family in ("heap", "tens", "five_card_start")
                   or variant.get(f"{family}_capture") == "double")
    q.kind = TRUMP_SATAT if family == "satat" else TRUMP_DECLARED
    q.trump = -1 if position.trump is None else int(position.trump)
    q.shown_at = -1
    q.leader = position.leader
    q.on_table = len(position.table)
    for i in range(q.game.seats):
        q.hand[i] = position.hands[i].bits
    for i in range(q.on_table):
        q.table[i] = position.table[i].bit
    if position.player is not None:
        q.game.side_a = 1 << <int>position.player
    q.game.duty = duty_of(variant)
    q.game.free_w = variant.get("satat_exempt", True)
    if q.heap_game:
        total = position.tricks_total
        q.game.need_first = variant.get("first_streak", 2)
        for number in variant.get("no_collect", ()):
            if number < total:
                q.game.no_collect |= 1 << <int>(total - number)
        q.game.count_tens = (TEN_IN_TRICKS if with_tricks else 1) if variant.points == "tens" else 0
        q.game.ace_rule = _ACE_RULE[variant.get("ace_rule", "off")]
        q.tens = TENS if q.game.count_tens else 0
        if q.game.ace_rule != ACE_OFF:
            q.aces = ACES
            if q.trump >= 0 and not variant.get("ace_trumps_count", True):
                q.aces &= ~lane(q.trump)
        q.heap = points_of(&q.game, position.heap_tens, position.heap)
        q.ace = position.ace_streak and q.game.ace_rule != ACE_OFF
        q.opened = q.game.need_first > 2 and position.heap < position.tricks_done
        q.streak = min(position.streak, first_need(&q.game, q.opened) - 1)
    if family == "kasiet":
        fill_kasiet(q, position)
    elif family in ("beranga", "five_card_start"):
        fill_in_play(q, position)
    elif family in ("hidden", "daba"):
        fill_hidden(q, position)
    return 0


cdef int fill_kasiet(Start* q, position) except -1:
    """Trup kasiet is satat from the trick on that has made the suit known."""
    variant = position.variant
    cdef int mask = position.kasiet_mask
    cdef u64 cards = 0
    cdef int i
    for i in range(q.game.seats):
        cards |= q.hand[i]
    for i in range(q.on_table):
        cards |= q.table[i]
    q.game.kasiet = _KASIET[variant["kasiet_known"]]
    q.game.free_any = variant["kasiet_free_on_W"] == "any"
    q.game.locked = variant["indicator_playable"] == "after_known"
    q.kind = TRUMP_SATAT
    if mask & (mask - 1) and position.indicator is not None and (q.game.locked or cards & (<u64>1 << WIDTH)):
        q.kind = TRUMP_KASIET
        q.suspects = mask
        q.indicator = position.indicator.bit
    return 0


cdef int fill_in_play(Start* q, position) except -1:
    """Trump made in play is a declared trump from the trick on that comes after."""
    variant = position.variant
    cdef int i
    cdef int reserve = len(position.reserves[0]) if position.reserves else 0
    cdef int held
    cdef bint hold = variant.get("single_heap_until_trump", False)
    q.game.set_active = variant.get("set_trick_active", True)
    q.game.delay = variant.get("beranga_delay", 1)
    q.game.ace_trumps = variant.get("ace_trumps_count", True)
    if hold:
        q.heap = position.heap
    if not (position.trump is None or reserve or hold and position.heap):
        return 0
    if position.trump is not None:
        strange = [card.suit for card in position.table if card.suit != position.table[0].suit]
        if not q.game.set_active or not strange or strange[0] != position.trump:
            raise OptionError(
                f"{'cards not dealt yet' if reserve else 'a heap'} in {variant.name} although trump was made "
                "before this trick")
    q.kind = TRUMP_IN_PLAY
    if q.game.ace_rule != ACE_OFF:
        q.aces = ACES
    q.trump = -1                           # a card on the table will say it again
    if hold:
        q.game.hold = q.heap + position.tricks_left
    if reserve:
        q.game.reserve = reserve
        if variant["m1_fallback"] == "chance":
            for i in range(4):
                q.game.pile[i] = position.heap_suits[i]
            for hand in position.hands:
                for i in range(4):
                    q.game.pile[i] += count(<u64>hand.bits & lane(i))
            for card in position.table:
                q.game.pile[<int>card.suit] += 1
        else:
            q.game.pile[<int>Suit.parse(variant["given_suit"])] = 1
        for i in range(4):
            q.cards += q.game.pile[i]
        held = 0
        for hand in position.hands:
            held += count(<u64>hand.bits & TENS)
        for card in position.table:
            held += card.bit & TENS != 0
        q.fallen = q.heap + points_of(&q.game, held, position.tricks_left - reserve)
        for i in range(q.game.seats):
            q.hand[i] |= <u64>position.reserves[i].bits
            q.later |= <u64>position.reserves[i].bits
    return 0


cdef int fill_hidden(Start* q, position) except -1:
    """A hidden trump is a declared trump from the trick on that comes after it was shown."""
    variant = position.variant
    q.game.partner_asks = variant["may_ask"] == "any_void"
    q.game.asker_trumps = variant["asker_must_trump"]
    q.game.whole_trick = variant["activation"] == "whole_trick"
    if position.revealed:
        if position.asked:
            q.kind = TRUMP_HIDDEN
            q.asked = True
            q.shown_at = q.on_table
        elif position.live_from:
            q.kind = TRUMP_HIDDEN
            q.shown_at = position.live_from
    else:
        q.hand[CALLER] |= <u64>position.indicator.bit
        if q.heap_game or position.tricks_left > 1:
            q.kind = TRUMP_HIDDEN
            q.indicator = position.indicator.bit
    if q.kind == TRUMP_HIDDEN or not position.won_open:
        # rules.md 7.2: the trick before was won without trumps (collect.pxd, start_over)
        q.streak = min(q.streak, first_need(&q.game, q.opened) - 2)
    return 0
