"""The reasons of an explained line, found again from the words of `Reason` and nothing else.

The rules are those of the slow reference, what a card keeps is its minimax. A line is taken as JSON
has it, so that nothing of the package is used here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import reference as ref
from reference import ASK, WILD, Game, Questions, State

Move = tuple[str, bool]
"""A card, and whether its player has the hidden trump shown before it."""

KEPT = {3: "keeps_bavney", 2: "keeps_kot", 1: "keeps_win", 0: "keeps_tie",
        -1: "saves_kot", -2: "saves_bavney"}  # fmt: skip
ALONE = {
    "keeps_bavney": ("alone keeps the bavney", "alone keep the bavney"),
    "keeps_kot": ("alone keeps the kot", "alone keep the kot"),
    "keeps_win": ("alone keeps the win", "alone keep the win"),
    "keeps_tie": ("alone keeps the tie", "alone keep the tie"),
    "saves_kot": ("alone saves the hand from a kot", "alone save the hand from a kot"),
    "saves_bavney": ("alone saves the hand from a bavney", "alone save the hand from a bavney"),
    "keeps_points": ("alone costs nothing", "alone cost nothing"),
}
"""What is said of one card, and of several that equal each other."""
SYMBOL = dict(zip("SHDC", "♠♥♦♣", strict=True))


@dataclass(frozen=True)
class Kept:
    """The moves that keep the result at a card, and whether the others give up the class itself.

    `legal` are all moves; `lost` whether every other class is worse (None: there is no class).
    """

    legal: tuple[Move, ...]
    keep: frozenset[Move]
    lost: frozenset[Move]
    outcome: int | None


def asked(game: Game, state: State) -> State:
    """The state after the seat to move has had the hidden trump shown."""
    return ref.play(game, state, ASK)[0].state


def legal_moves(game: Game, state: State) -> tuple[Move, ...]:
    """Every card that may be played, and those that may be played after asking."""
    found = ref.moves(game, state)
    plain = tuple((card, False) for card in found if card != ASK)
    if ASK not in found:
        return plain
    return plain + tuple((card, True) for card in ref.legal_cards(game, asked(game, state)))


def kept(questions: Questions, state: State, by_class: bool) -> Kept:
    """What every move of this state comes to for the seat to move; without a class by points."""
    game = questions.game
    sign = 1 if ref.on_side_a(game, ref.to_move(game, state)) else -1
    worth: dict[Move, tuple[ref.Number, ref.Number]] = {}
    for card, asks in legal_moves(game, state):
        before = asked(game, state) if asks else state
        if by_class:
            outcome, points = questions.move_result(before, card)
        else:
            outcome, points = 0, questions.move_value(before, card)
        worth[card, asks] = sign * outcome, sign * points
    best = max(worth.values())
    keep = frozenset(move for move, each in worth.items() if each == best)
    lost = frozenset(move for move, each in worth.items() if each[0] < best[0])
    return Kept(tuple(worth), keep, lost, int(best[0]) if by_class else None)


def equals(game: Game, state: State, move: Move) -> set[Move]:
    """The legal cards that no play can tell from this one, itself included.

    Between them lies no card that another seat, the table or the talon holds. A ten where tens
    count, an ace under an ace rule, the 2 of hearts as the highest trump and the indicator equal
    no other card.
    """
    card, asks = move
    state = asked(game, state) if asks else ref.ready(game, state)
    mine = state.hands[ref.to_move(game, state)]
    others = [*state.table, *(c for hand in (*state.hands, *state.reserves) for c in hand)]
    others += [state.indicator] if state.indicator is not None else []
    between = {ref.RANK_OF[c] for c in others if c not in mine and c[0] == card[0]}

    def special(one: str) -> bool:
        return (
            (game.points == "tens" and one[1] == "T")
            or (game.ace_rule != "off" and one[1] == "A")
            or (game.satat and one == WILD)
            or one == state.indicator
        )

    found = {move}
    if not special(card):
        for other in ref.legal_cards(game, state):
            low, high = sorted((ref.RANK_OF[card], ref.RANK_OF[other]))
            if other[0] == card[0] and not special(other):
                lies = set(range(low + 1, high))
                walls = lies & between
                walls |= {r for r in lies if special(card[0] + ref.RANKS[r])
                          and card[0] + ref.RANKS[r] in mine}  # fmt: skip
                found |= set() if walls else {(other, asks)}
    return found


class Trick:
    """One trick of a line: every state in it, and what its cards came to."""

    def __init__(self, game: Game, state: State, moves: list[Move]) -> None:
        self.game, self.first, self.moves = game, state, moves
        self.offered = []  # before each move of the line
        self.before = []  # the same after a request
        self.after = []  # with its card on the table, the last one not settled
        for card, asks in moves:
            self.offered.append(state)
            here = asked(game, state) if asks else ref.ready(game, state)
            self.before.append(here)
            self.after.append(ref.lay(game, here, card))
            state = self.after[-1]
        self.end = state
        self.place = len(self.first.table)  # of the first move
        self.best = ref.best_on_table(game, self.end)
        self.taking = ref.taking(game, self.end, self.best)

    def seat(self, place: int) -> int:
        return (self.first.leader + place) % self.game.seats

    def same(self, one: int, other: int) -> bool:
        """Whether the players of these two places are of one side."""
        return ref.on_side_a(self.game, self.seat(one)) == ref.on_side_a(
            self.game, self.seat(other)
        )

    def suit(self, state: State, card: str) -> str:
        wild = self.game.satat and card == WILD and state.trump is not None
        return str(state.trump) if wild else card[0]

    def height(self, card: str) -> int:
        return 99 if self.game.satat and card == WILD else ref.RANK_OF[card]

    def off(self, state: State, card: str) -> bool:
        """Whether it is not of the suit led."""
        return bool(state.table) and self.suit(state, card) != self.suit(state, state.table[0])

    def trump(self, place: int) -> bool:
        card = self.end.table[place]
        if self.game.satat and card == WILD:
            return True
        return card[0] == self.end.trump and ref.trump_works(self.game, self.end, place)

    def said(self, number: int, kept: Kept | None) -> tuple[set[str], list[str]]:
        """The reasons of one card by their words, and the suits it guards."""
        found = {name for name, holds in self.facts(number) if holds}
        if kept is None:
            return found, []
        state, move = self.offered[number], self.moves[number]
        same = equals(self.game, state, move)
        others = set(kept.legal) - same
        if others and not others & kept.keep:
            if kept.outcome is not None and others <= kept.lost:
                found.add(KEPT[kept.outcome])
            else:
                found.add("keeps_points")
        if len(kept.legal) == 1:
            found.add("forced")
        if self.unblocks(number, kept, same):
            found.add("unblocks")
        guarded = self.guarded(number, kept) if "discards" in found else []
        if guarded:
            found.add("guards")
        return found, guarded

    def facts(self, number: int) -> Iterator[tuple[str, bool]]:
        """The reasons that do not ask what other cards are worth."""
        place, (card, asks) = self.place + number, self.moves[number]
        before, best = self.before[number], self.best
        leads, won, ours = place == 0, place == best, self.same(place, best)
        ahead = ref.best_on_table(self.game, self.after[number]) == place
        off = self.off(before, card)
        ruffs = off and (ahead or won)
        held = None if leads else ref.best_on_table(self.game, before)
        over = held is not None and self.off(before, before.table[held])
        yield "ruffs", ruffs and not over
        yield "overruffs", ruffs and over
        yield "wins", won and not ruffs
        yield "discards", off and not ruffs
        yield "overtakes", ahead and not ruffs and held is not None and self.same(held, place)
        higher = any(
            not self.same(other, place)
            and any(
                self.suit(before, one) == self.suit(before, card)
                and self.height(one) > self.height(card)
                for one in before.hands[self.seat(other)]
            )
            for other in range(place)
        )
        still = place < self.game.seats - 1
        yield "finesses", won and not ruffs and not leads and higher and still
        yield "requests_trump", asks
        first_off = not any(self.off(before, one) for one in before.table)
        made = self.game.trump_method == "in_play" and self.first.trump is None
        yield "makes_trump", made and off and first_off
        winning = self.end.table[best]
        ruffed = self.off(self.end, winning)
        drives = (
            ahead
            and not ruffs
            and not ours
            and card[1] in "TJQKA"
            and self.suit(before, winning) == self.suit(before, card)
            and self.height(winning) > self.height(card)
            and any(
                self.suit(before, one) == self.suit(before, card)
                and self.height(one) < self.height(card)
                for one, _ in legal_moves(self.game, self.offered[number])
            )
        )
        # Of a lead that a ruff takes there is no card that is higher in its suit.
        yield "drives_out", drives
        yield "forces_ruff", leads and not ours and ruffed
        yield "gives_up", leads and not ours and not ruffed and not drives
        yield "gives_ruff", leads and ours and not won and ruffed
        yield "crosses", leads and ours and not won and not ruffed
        against = [at for at in range(self.game.seats) if not self.same(at, place)]
        yield "draws_trumps", leads and ours and self.trump(0) and any(map(self.trump, against))
        yield "ducks", not leads and not ours and self.could_win(number)
        yield from self.heap_facts(place, card)

    def heap_facts(self, place: int, card: str) -> Iterator[tuple[str, bool]]:
        won, ours = place == self.best, self.same(place, self.best)
        taken, streak = self.taking.heap, self.first.streak
        yield "collects", won and taken and self.first.heap > 0
        goes_on = streak > 0 and self.taking.streak > 0
        yield "keeps_streak", won and not taken and place == 0 and goes_on
        theirs = not self.same(0, place)
        would = ref.taking(self.game, self.end, 0).heap
        yield "breaks_streak", won and theirs and streak > 0 and would
        tens = self.game.points == "tens"
        caught = any(
            one[1] == "T" and not self.same(at, place) for at, one in enumerate(self.end.table)
        )
        yield "catches_ten", tens and won and caught
        yield "throws_ten", tens and card[1] == "T" and not won and ours

    def could_win(self, number: int) -> bool:
        """Whether another legal card in place of this one would have won the trick."""
        for instead in ref.legal_cards(self.game, self.before[number]):
            state = ref.lay(self.game, self.before[number], instead)
            for card, asks in self.moves[number + 1 :]:
                state = ref.lay(self.game, asked(self.game, state) if asks else state, card)
            if ref.best_on_table(self.game, state) == self.place + number:
                return True
        return False

    def unblocks(self, number: int, kept: Kept, same: set[Move]) -> bool:
        place, (card, asks) = self.place + number, self.moves[number]
        before = self.before[number]
        ahead = ref.best_on_table(self.game, self.after[number]) == place
        if not before.table or ahead or self.off(before, card):
            return False
        lower = {
            move
            for move in kept.legal
            if move[1] == asks
            and self.suit(before, move[0]) == self.suit(before, card)
            and self.height(move[0]) < self.height(card)
        } - same
        return bool(lower) and not lower & kept.keep

    def guarded(self, number: int, kept: Kept) -> list[str]:
        """The suits other than its own of which every legal card gives something up."""
        card, asks = self.moves[number]
        before = self.before[number]
        here = [move for move in kept.legal if move[1] == asks]
        suits = {self.suit(before, one) for one, _ in here} - {self.suit(before, card)}
        free = {self.suit(before, one) for one, asked in here if (one, asked) in kept.keep}
        return [suit for suit in "SHDC" if suit in suits - free]


def next_state(game: Game, trick: Trick) -> State | None:
    """The state after the trick with the accounts kept; None where chance goes on."""
    branch, *others = ref.settle(game, trick.end)
    dealt = bool(trick.end.reserves) and not branch.state.reserves
    if others or (dealt and trick.taking.trump is None and game.m1_fallback == "chance"):
        return None
    is_a = ref.on_side_a(game, branch.seat)
    points = branch.tens if game.points == "tens" else branch.tricks
    taken, tricks = list(trick.first.taken), list(trick.first.collected)
    taken[not is_a] += points
    tricks[not is_a] += branch.tricks
    return branch.state._replace(taken=(taken[0], taken[1]), collected=(tricks[0], tricks[1]))


def check_line(
    game: Game,
    state: State,
    tricks: list[dict[str, Any]],
    by_class: bool,
    stops: int | None = None,
    worth: bool = True,
) -> list[str]:
    """Hold every reason of a line (`reasons` of JSON) against its words; all reasons it states.

    `by_class`: whether the hand has a class; `stops`: the number of cards after which the play is
    only for the count. Without `worth` what other cards are worth is left out. AssertionError names
    the trick.
    """
    questions, stated, played = Questions(game), list[str](), 0
    for told in tricks:
        moves = [(card["card"], card.get("ask", False)) for card in told["cards"]]
        trick = Trick(game, state, moves)
        where = (told, state)
        assert trick.seat(trick.best) == told["winner"], where
        for number, card in enumerate(told["cards"]):
            found = None
            if worth:
                counted = stops is not None and played >= stops
                found = kept(questions, trick.offered[number], by_class and not counted)
                assert set(card["best"]) == {c for c, _ in found.keep}, (card, where)
                assert card["all_keep"] == (len(found.keep) == len(found.legal)), (card, where)
            reasons, guarded = trick.said(number, found)
            names = set(card["reasons"])
            if not worth:
                names -= {*ALONE, "guards", "unblocks", "forced"}
            assert names == reasons, (sorted(names ^ reasons), card, where)
            assert not worth or card.get("guarded", []) == guarded, (card, where)
            check_alone(told["why"], card)
            stated += card["reasons"]
            played += 1
        after = next_state(game, trick)
        if after is None:
            break
        state = after
    return stated


def check_alone(why: str, card: dict[str, Any]) -> None:
    """*alone* is said of one card only where it is alone, and of all where several keep as much."""
    for reason in card["reasons"]:
        if reason in ALONE:
            suit, *others = {one[0] for one in card["best"]}
            assert not others, card
            names = SYMBOL[suit] + "".join(one[1] for one in card["best"])
            said = f"{names} {ALONE[reason][len(card['best']) > 1]}"
            assert any(part.startswith(said) for part in why.split("; ")), (said, why)
