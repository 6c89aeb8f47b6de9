"""The five-card start where a random card makes trump (6): means, chances, and honest words."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest
import reference as ref
from reference import Game, State
from translate import game_of, position_of

from solver.base.errors import VariantError
from solver.base.outcomes import Outcome
from solver.core.engine import Solver
from solver.game.course import replay
from solver.game.position import Position
from solver.game.variants import Variant, find_variant
from solver.open.line import best_line
from solver.open.questions import outcome, race, solve, tricks
from solver.open.review import review

TENS = find_variant("dehla_five_card")
GAMES = {
    "tens": TENS,
    "tricks": TENS.with_options(counts="tricks"),
    "tricks, block": TENS.with_options(counts="tricks", ace_rule="block"),
    "tens, w25": TENS.with_options(dehla_result="w25"),
    "tens, nobody": TENS.with_options(dehla_result="no_winner"),
}
FOLLOWED = "0:3...8 4...A 5...K 8...J"
LATER = "0:9...T A..T. 6...5 K...6"


def followed(rng: random.Random, first: int, later: int) -> State:
    """Hands in which everybody can follow to every trick of the start."""
    suits = rng.sample("SHDC", first)
    while True:
        pack = list(ref.FULL_DECK)
        rng.shuffle(pack)
        hands: list[tuple[str, ...]] = []
        for _ in range(4):
            mine = []
            for suit in suits:
                of_suit = [card for card in pack if card[0] == suit]
                if not of_suit:
                    break
                pack.remove(of_suit[0])
                mine.append(of_suit[0])
            hands.append(tuple(sorted(mine)))
        if all(len(hand) == first for hand in hands):
            break
    # Of the suits played, so that trump matters, and tens.
    pack.sort(key=lambda card: (card[0] not in suits and card[1] != "T", rng.random()))
    reserves = tuple(tuple(sorted(pack[seat : 4 * later : 4])) for seat in range(4))
    return State(tuple(hands), reserves=reserves)


def on_account(game: Game, state: State) -> State:
    """The tens of no hand belong to somebody."""
    if game.points != "tens":
        return state
    held = [card for hand in (*state.hands, *state.reserves) for card in hand]
    gone = 4 - sum(card[1] == "T" for card in held)
    return state._replace(taken=(gone // 2, gone - gone // 2))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", GAMES)
def test_values_of_every_card_are_means(name: str) -> None:
    variant = GAMES[name]
    game = game_of(variant)
    rng = random.Random(f"chance {name}")
    broken = 0
    for count in range(10):
        state = on_account(game, followed(rng, 2 + count % 3 // 2, 2 + count % 2))
        position = position_of(game, state, variant)
        questions = ref.Questions(game)
        mine = state.taken[0]
        answer = solve(position, ("class", "value", "leads", "line"))
        value = questions.value(state) + mine
        assert answer.value == value == tricks(position)
        assert answer.decided
        assert answer.bounds is None
        broken += value != int(value)
        rest = value - mine
        assert Solver(1).value(position) == (rest // 1, -(-rest // 1))
        for lead in answer.leads:
            assert lead.value == questions.move_value(state, str(lead.card)) + mine
            assert lead.decided
        left = ref.points_left(game, state)
        total = left + sum(state.taken)
        for a in range(mine + 1, mine + left + 1):
            made = Fraction(questions.race(state, a - mine, left - (a - mine) + 1))
            found = race(position, a, total - a + 1)
            assert found == made
            assert isinstance(found, bool) == (made in (0, 1))
        check_class(variant, position, questions, state)
        assert answer.line is not None
        end = replay(position, answer.line.to_dict())
        if end.chances():
            ahead = sum(share * tricks(after) for share, after in end.chances())
            assert answer.line.value == value == ahead == tricks(end)
        else:
            assert end.over
            assert end.owned[0] == value
    assert broken, "no position with a mean was met"


def check_class(
    variant: Variant, position: Position, questions: ref.Questions, state: State
) -> None:
    """One class when chance cannot change it; else the chance of each class or a better one."""
    answer = solve(position, ("class",))
    assert answer.classes is None
    rungs = {Outcome.KOT_A: (4, 1), Outcome.WIN_A: (2, 3), Outcome.WIN_B: (1, 4)}
    if variant["dehla_result"] == "w25":
        rungs = {Outcome.KOT_A: (4, 1), Outcome.WIN_A: (1, 4)}
    if variant["dehla_result"] == "no_winner":
        rungs = {
            Outcome.KOT_A: (4, 1), Outcome.WIN_A: (3, 2), Outcome.NONE: (2, 3),
            Outcome.WIN_B: (1, 4),
        }  # fmt: skip
    if variant.points == "tricks":
        n = position.tricks_total
        need = n // 2 + 1
        rungs = {Outcome.KOT_A: (n, 1), Outcome.WIN_A: (need, n - need + 1)}
        if n % 2 == 0:
            rungs[Outcome.NONE] = (n - need + 1, need)
        rungs[Outcome.WIN_B] = (1, n)
    shares = {}
    for least, (a, _) in rungs.items():
        need = a - state.taken[0]
        left = ref.points_left(questions.game, state)
        sure = Fraction(need <= 0)
        open_race = 0 < need <= left
        shares[least] = (
            Fraction(questions.race(state, need, left - need + 1)) if open_race else sure
        )
    if all(share in (0, 1) for share in shares.values()):
        best = next((least for least, share in shares.items() if share), None)
        last = Outcome.WIN_B if variant["dehla_result"] == "w25" else Outcome.KOT_B
        if variant.points == "tricks":
            last = Outcome.KOT_B
        assert answer.outcome == (last if best is None else best)
        assert outcome(position) == answer.outcome
        assert not answer.chances
    else:
        assert answer.outcome is None
        assert answer.chances == shares
        with pytest.raises(VariantError, match="the class depends on chance"):
            outcome(position)


def test_a_mean_is_said_as_one(hakem) -> None:  # type: ignore[no-untyped-def]
    words = [FOLLOWED, f"reserves={LATER[2:].replace(' ', '|')}", "--variant", "dehla m1"]
    words += ["-o", "counts=tricks"]
    ran = hakem("solve", *words)
    assert ran.code == 0, ran.err
    said = " ".join(ran.out.split())
    assert "0.50 (1/2) of 4 tricks on average" in said
    assert "loss or better with chance 0.50 (1/2)" in said
    assert "a random card played so far makes trump" in said
    answer = json.loads(hakem("solve", *words, "--json").out)
    exact = Fraction(answer["value_exact"])
    assert float(exact) == answer["value"]
    assert "bounds" not in answer
    assert "class" not in answer
    assert all(0 <= share <= 1 for share in answer["chances"].values())
    limited = hakem("solve", *words, "--json", "--nodes", "1")
    assert limited.code == 4
    low, high = json.loads(limited.out)["bounds"]
    assert low <= answer["value"] <= high


def test_within_a_limit_the_mean_lies_between_the_bounds() -> None:
    rng = random.Random("limits of means")
    variant = GAMES["tricks"]
    game = game_of(variant)
    for _ in range(6):
        state = followed(rng, 2, 2)
        position = position_of(game, state, variant)
        value = tricks(position)
        for limit in (1, 20, 200, 2000):
            answer = solve(position, ("class", "value", "leads"), [(3, 2)], Solver(1), limit)
            low, high = answer.bounds or (answer.value, answer.value)
            assert low <= value <= high
            for lead in answer.leads:
                assert lead.low <= lead.high


def test_review_tells_what_a_card_cost_on_average() -> None:
    variant = GAMES["tricks"]
    start = Position.start(FOLLOWED, None, 0, variant, reserves=LATER)
    line = best_line(start)
    found = review(start, line.cards[:5])
    assert all(card.loss is not None and not card.loss for card in found)
    assert found[0].before == line.value
