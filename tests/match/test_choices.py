"""What the choices before the lead are worth: against sums done by hand, and on solved deals."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from solver.cards import PACK, Hand, Suit
from solver.errors import MatchError
from solver.game.house_rules import find_house
from solver.game.outcome_distribution import parse_outcome_distribution, value_of
from solver.game.position import Position
from solver.game.scoring import find_scoring
from solver.game.variants import find_variant
from solver.match.choices import (
    best_choice,
    bid_values,
    challenge_or_accept,
    law_of_blind,
    law_of_turnup,
    laws_of_calls,
    opening_choices,
    stop_or_go_on,
    throw_in_or_play,
    throw_in_values,
    worth_in_points,
)
from solver.match.default_outcomes import default_distribution
from solver.match.equity import MatchEquity, scoring_at, worth_at_score
from solver.match.ledger import Rules
from solver.match.scoring import HandResult, score_hand
from solver.outcomes import Outcome as O

S, H, D, C = Suit
IRAN = worth_in_points(find_scoring("IR"), find_house("iran"))


def test_worth_in_points() -> None:
    assert [IRAN(outcome) for outcome in (O.KOT_A, O.WIN_A, O.WIN_B, O.KOT_B)] == [2, 1, -1, -3]
    assert value_of({O.WIN_A: 1, O.KOT_B: 1}, IRAN) == -1


def test_throw_in_values_by_hand() -> None:
    # a fifth of all fives may be thrown in; played they are worth -1; a new deal +1/2
    qualifying = [(Fraction(1, 5), Fraction(-1))]
    one, two, three = throw_in_values(Fraction(1, 2), qualifying, 3)
    assert one == Fraction(1, 2)
    assert two == one + Fraction(1, 5) * (one + 1)
    assert three == one + Fraction(1, 5) * (two + 1)
    with pytest.raises(MatchError, match="no redeal is left"):
        throw_in_values(0, [], 0)
    play, again = throw_in_or_play({O.WIN_B: 1}, {O.WIN_A: 1}, IRAN)
    assert (play.value, again.value) == (-1, 1)
    assert best_choice([play, again]).name == "throw in"


def solved() -> tuple[np.ndarray, np.ndarray, Hand]:
    """Three made-up deals: the caller's other eight cards, and the class of each trump."""
    five = Hand.of(PACK[:5])  # S2 to S6
    rows = []
    for other in (PACK[13:21], [*PACK[5:9], *PACK[26:30]], [*PACK[13:19], *PACK[39:41]]):
        caller = five | Hand.of(other)
        rows.append([caller.bits, 0, 0, 0])
    codes = np.array([[1, 2, -1, -2], [3, 1, 1, -1], [-1, -1, 2, 1]], dtype=np.int8)
    return np.array(rows, dtype=np.uint64), codes, five


def test_turnup_and_blind_laws_by_hand() -> None:
    hands, codes, five = solved()
    law = law_of_turnup(hands, codes, five)
    # deal 1: eight hearts -> class 2; deal 2: half spades (3), half diamonds (1);
    # deal 3: six hearts (-1), two clubs (1)
    assert law[O.KOT_A] == 1
    assert law[O.BAVNEY_A] == 0.5
    assert law[O.WIN_A] == 0.5 + 0.25
    assert law[O.WIN_B] == 0.75
    calls = laws_of_calls(codes)
    assert calls[S] == {
        O.BAVNEY_A: 1,
        O.KOT_A: 0,
        O.WIN_A: 1,
        O.WIN_B: 1,
        O.KOT_B: 0,
        O.BAVNEY_B: 0,
    }
    assert value_of(law_of_blind(calls, five), IRAN) == value_of(calls[S], IRAN)
    mixed = Hand.parse("S2 S3 H2 H3 D2")
    blind = value_of(law_of_blind(calls, mixed), IRAN)
    parts = [value_of(calls[suit], IRAN) for suit in (S, H, D)]
    assert blind == (2 * parts[0] + 2 * parts[1] + parts[2]) / 5
    with pytest.raises(MatchError, match="but his five"):
        law_of_turnup(np.array([[five.bits, 0, 0, 0]], dtype=np.uint64), codes[:1], five)


def test_opening_choices_follow_the_house() -> None:
    hands, codes, five = solved()
    names = {c.name for c in opening_choices(hands, codes, five, find_house("iran"), IRAN)}
    assert names == {"name S", "name H", "name D", "name C"}
    house = find_house("satat").set("blind_from_five=on").set("named_position=7")
    choices = opening_choices(hands, codes, five, house, IRAN, {O.WIN_A: 1})
    assert {c.name for c in choices} == names | {
        "turn up a card", "name card 7", "draw one of the five", "throw in",
    }  # fmt: skip
    assert [c.value for c in choices] == sorted((c.value for c in choices), reverse=True)
    used_up = opening_choices(hands, codes, five, house, IRAN, {O.WIN_A: 1}, redeals=2)
    assert "throw in" not in {c.name for c in used_up}


def test_challenge_or_accept_by_hand() -> None:
    house = find_house("rang").set("challenge=on")
    worth = worth_in_points(find_scoring("INPK"), house)
    accepted = {O.KOT_A: 1, O.WIN_A: 1, O.KOT_B: 2}
    choices = challenge_or_accept(
        S, accepted, {S: 1.0, H: Fraction(3, 4), D: Fraction(1, 2)}, worth, house
    )
    values = {choice.name: choice.value for choice in choices}
    assert values == {
        "accept": Fraction(1, 4),
        "challenge with H": Fraction(1, 2),
        "challenge with D": 0,
    }
    dearer = house.set("anti_kot_value=3")
    harder = challenge_or_accept(S, accepted, {H: Fraction(3, 4)}, worth, dearer)
    assert harder[0].name == "accept"
    with pytest.raises(MatchError, match="first seven"):
        challenge_or_accept(S, accepted, {}, worth, house.set("challenge_target=any_run_of_7"))
    with pytest.raises(MatchError, match="between 0 and 1"):
        challenge_or_accept(S, accepted, {H: 2}, worth, house)


def test_e12_challenge_by_the_search() -> None:
    from solver import outcome

    deal = "0:.654.. A.AK.. 2..32. .32..2"
    classes = {suit: outcome(Position.start(deal, suit)) for suit in Suit}
    assert [int(classes[suit]) for suit in Suit] == [-1, -2, 2, -3]
    house = find_house("rang").set("challenge=on")
    worth = worth_in_points(find_scoring("INPK"), house)
    kots = {suit: int(classes[suit] <= O.KOT_B) for suit in Suit}
    choices = challenge_or_accept(D, {classes[D]: 1}, kots, worth, house)
    values = {choice.name: choice.value for choice in choices}
    assert values == {
        "accept": -1, "challenge with S": -1, "challenge with H": 1, "challenge with C": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("house", "scoring", "even"),
    [
        ("netherlands", "NL", Fraction(3, 13)),  # 5 against 15 or 2
        ("india-pakistan", "INPK", 0),  # a failed run keeps the kot
        ("points", "POINTS", None),  # a bavney is worth no more than a kot
    ],
)
def test_stop_or_go_on(house: str, scoring: str, even: Fraction | None) -> None:
    rules = Rules(find_house(house), find_scoring(scoring))

    def worth(result: HandResult) -> Fraction:
        score = score_hand(rules.scoring, rules.house, result)
        return Fraction(score.points[0] - score.points[1])

    choice = stop_or_go_on(Fraction(1, 2), worth)
    assert choice.even == even
    if scoring == "NL":
        assert (choice.stop, choice.go_on) == (5, Fraction(17, 2))
    with pytest.raises(MatchError, match="between 0 and 1"):
        stop_or_go_on(2, worth)


def test_bid_values_by_hand() -> None:
    tricks = [0] * 7 + [1, 1, 0, 2, 0, 0, 0]  # 7, 8, 10, 10 tricks in four deals
    values = {choice.name: choice.value for choice in bid_values(tricks)}
    assert values["bid 7"] == 7
    assert values["bid 8"] == 8 * 0.5
    assert values["bid 9"] == 0
    assert values["bid 13"] == -13
    with pytest.raises(MatchError):
        bid_values([0] * 14)


def test_the_scoring_of_a_score() -> None:
    rules = Rules(find_house("iran"), find_scoring("IR"))
    equity = MatchEquity(rules, default_distribution(find_variant("iran")))
    state = equity.state((5, 3), 0)
    scoring = scoring_at(equity, state)
    law = {O.WIN_A: 50, O.KOT_A: 14, O.WIN_B: 30, O.KOT_B: 6}
    by_scoring = sum(n / 100 * scoring.difference(o) for o, n in law.items())
    assert by_scoring == pytest.approx(100 * float(equity.of_call(state, law)))
    assert find_scoring(scoring) is scoring
    assert "5-3" in str(scoring)
    # the other team calls: worth is theirs
    theirs = equity.state((5, 3), 1)
    worth = worth_at_score(equity, theirs)
    assert worth(O.WIN_A) == 1 - equity.after(theirs, HandResult(O.WIN_A)).value


def test_default_distribution() -> None:
    law = default_distribution()
    assert sum(law.values()) == 20_000
    hard = default_distribution(find_variant("iran"))
    assert sum(hard.values()) == 20_000
    assert O.BAVNEY_A not in hard


def test_parse_outcome_distribution() -> None:
    assert parse_outcome_distribution("WIN_A=1/2, kot_a=25% goon=0.25") == {
        O.WIN_A: Fraction(1, 2), O.KOT_A: 25, O.KOT_B: Fraction(1, 4),
    }  # fmt: skip
    for text in ("", "WIN_A", "WIN_A=x", "WIN_A=-1", "WIN_C=1", "A=1,WIN_A=1", "A=1/0"):
        with pytest.raises(MatchError):
            parse_outcome_distribution(text)


def test_deals_that_would_be_thrown_in_are_not_dealt() -> None:
    from solver.simulation.before_the_lead import playable
    from solver.simulation.worlds import PartialDeal, chunk_seed, deal_worlds

    bare = Hand.parse("AT.987.654.32")  # no picture yet among eleven of the caller's cards
    known = PartialDeal.holding(bare)
    pictures = sum(1 << 13 * suit + rank for suit in range(4) for rank in (9, 10, 11))
    free = deal_worlds(known, 200, chunk_seed(1, 0))
    assert (free[:, 0] & np.uint64(pictures) == 0).any()
    kept = deal_worlds(known, 200, chunk_seed(1, 0), playable(find_house("netherlands")))
    assert (kept[:, 0] & np.uint64(pictures) != 0).all()
    assert playable(find_house("iran"))(free).all()


# ---- with the search -----------------------------------------------------------------------


def test_choose_lists_what_the_house_allows(hakem) -> None:
    words = ["choose", "9876.5..", "-n", "8", "--seed", "1", "--json"]
    plain = json.loads(hakem(*words, "--house", "iran").out)
    assert {c["choice"] for c in plain["choices"]} == {"name S", "name H", "name D", "name C"}
    assert plain["choices"][0]["choice"] == plain["best"]
    same = json.loads(hakem(*words, "--house", "iran", "--jobs", "1").out)
    assert same == plain
    thrown = json.loads(hakem(*words, "--house", "iran", "-o", "redeal_first5=no_KQJ").out)
    assert "throw in" in {c["choice"] for c in thrown["choices"]}
    again = json.loads(
        hakem(*words, "--house", "iran", "-o", "redeal_first5=no_KQJ", "--redeals", "2").out
    )
    assert "throw in" not in {c["choice"] for c in again["choices"]}


def test_choose_agrees_with_named_calls(hakem) -> None:
    words = ["choose", "AQ.K84..", "-n", "8", "--seed", "3", "--json", "--house", "points"]
    one = json.loads(
        hakem(*words, "-o", "turnup_trump=caller_may_choose", "-o", "blind_from_five=on").out
    )
    means = {c["choice"]: c["mean"] for c in one["choices"]}
    assert means["draw one of the five"] == pytest.approx(
        (2 * means["name S"] + 3 * means["name H"]) / 5
    )
    assert min(means.values()) <= means["turn up a card"] <= max(means.values())
    text = hakem(*words[:-3], "--house", "points")
    assert "Best: name" in text.out
    assert "seed 3" in text.out


def test_choose_for_a_challenger_and_a_bidder(hakem) -> None:
    hand = "AK.AKQJT.AK.A842"
    words = ["choose", hand, "-n", "8", "--seed", "1", "--json"]
    answer = json.loads(hakem(*words, "--house", "rang", "-o", "challenge=on", "--called", "S").out)
    assert {c["choice"] for c in answer["choices"]} == {
        "accept", "challenge with H", "challenge with D", "challenge with C",
    }  # fmt: skip
    bids = json.loads(hakem(*words, "--house", "daba").out)
    found = {c["choice"].split(" (")[0]: c["mean"] for c in bids["choices"]}
    assert set(found) == {f"bid {bid}" for bid in range(7, 14)}
    assert found["bid 7"] == 7


def test_choose_stopped_by_hand_tells_what_is_known(hakem, monkeypatch) -> None:
    from solver.simulation import before_the_lead as study

    whole = study.map_chunks

    def broken(*args):
        for number, part in enumerate(whole(*args)):
            yield part
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(study, "map_chunks", broken)
    monkeypatch.setattr(study, "CHUNK", 2)
    ran = hakem("choose", "AQ.K84..", "-n", "20", "--seed", "1", "--json", "--house", "iran")
    assert ran.code == 130
    answer = json.loads(ran.out)
    assert (answer["n"], answer["interrupted"]) == (4, True)
    assert ran.err == "hakem: interrupted after 4 deals; this is what they say\n"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["AQ.K84..", "--house", "moon"], "moon"),
        (["AQ.K84..", "-n", "1"], "--samples"),
        (["AK.AKQJT.AK.A842"], "thirteen cards"),
        (["AK.AKQJT.AK.A842", "--called", "S"], "challenge=on"),
        (["AK.AKQJT.AK.A842", "--called", "S", "--seat", "2", "-o", "challenge=on"], "seat 2"),
        (["AQ.K84..", "--streak", "1-0"], "--score"),
        (["AQ.K84..", "--house", "be-ranga"], "beranga"),
        (["AQ.K84..", "--house", "three"], "hakem trump --variant three_hokm"),
        (["AQ.K84..", "--score", "9-0"], "over"),
    ],
)
def test_choose_refuses(hakem, words, fault) -> None:
    ran = hakem("choose", *words)
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err
    assert ran.err.count("\n") == 1
