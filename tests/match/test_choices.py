"""What the choices before the lead are worth: against sums done by hand, and on solved deals."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from solver.base.cards import Hand
from solver.base.errors import MatchError, SamplingError
from solver.base.outcomes import Outcome as O
from solver.decide.before_the_lead import blind_weights, study_discards
from solver.decide.template import PositionTemplate
from solver.game.house_rules import find_house
from solver.game.outcome_distribution import parse_outcome_distribution, value_of
from solver.game.scoring import find_scoring
from solver.game.variants import find_variant
from solver.match.default_outcomes import default_distribution
from solver.match.equity import MatchEquity, scoring_at, worth_at_score
from solver.match.ledger import Rules
from solver.match.scoring import HandResult, score_hand
from solver.match.worth import stop_or_go_on, worth_in_points

IRAN = worth_in_points(find_scoring("IR"), find_house("iran"))


def test_worth_in_points() -> None:
    assert [IRAN(outcome) for outcome in (O.KOT_A, O.WIN_A, O.WIN_B, O.KOT_B)] == [2, 1, -1, -3]
    assert value_of({O.WIN_A: 1, O.KOT_B: 1}, IRAN) == -1


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


def test_the_scoring_of_a_score() -> None:
    rules = Rules(find_house("iran"), find_scoring("IR"))
    equity = MatchEquity(rules, default_distribution(find_variant("iran")))
    state = equity.state((5, 3), 0)
    scoring = scoring_at(equity, state)
    outcomes = {O.WIN_A: 50, O.KOT_A: 14, O.WIN_B: 30, O.KOT_B: 6}
    by_scoring = sum(n / 100 * scoring.difference(o) for o, n in outcomes.items())
    assert by_scoring == pytest.approx(100 * float(equity.of_call(state, outcomes)))
    assert find_scoring(scoring) is scoring
    assert "5-3" in str(scoring)
    # the other team calls: worth is theirs
    theirs = equity.state((5, 3), 1)
    worth = worth_at_score(equity, theirs)
    assert worth(O.WIN_A) == 1 - equity.after(theirs, HandResult(O.WIN_A)).value


def test_default_distribution() -> None:
    for open_hands, deals in ((False, 81_920), (True, 20_000)):
        outcomes = default_distribution(open_hands=open_hands)
        assert sum(outcomes.values()) == deals
        hard = default_distribution(find_variant("iran"), open_hands=open_hands)
        assert sum(hard.values()) == deals
        assert O.BAVNEY_A not in hard


def test_parse_outcome_distribution() -> None:
    assert parse_outcome_distribution("WIN_A=1/2, kot_a=25% goon=0.25") == {
        O.WIN_A: Fraction(1, 2), O.KOT_A: 25, O.KOT_B: Fraction(1, 4),
    }  # fmt: skip
    for text in ("", "WIN_A", "WIN_A=x", "WIN_A=-1", "WIN_C=1", "A=1,WIN_A=1", "A=1/0"):
        with pytest.raises(MatchError):
            parse_outcome_distribution(text)


# ---- with the search -----------------------------------------------------------------------


def answer(ran) -> dict:
    """What a command says in JSON, but for the time it took."""
    found = json.loads(ran.out)
    return {name: value for name, value in found.items() if name != "seconds"}


def test_choose_lists_what_the_house_allows(hakem) -> None:
    words = ["choose", "9876.5..", "-n", "8", "--seed", "1", "--open", "--json"]
    plain = answer(hakem(*words, "--house", "iran"))
    assert {c["choice"] for c in plain["choices"]} == {"name S", "name H", "name D", "name C"}
    assert plain["choices"][0]["choice"] == plain["best"]
    assert answer(hakem(*words, "--house", "iran", "--jobs", "1")) == plain
    redeal = ["--house", "iran", "-o", "redeal_first5=no_KQJ"]
    thrown = answer(hakem(*words, *redeal))
    assert "throw in" in {c["choice"] for c in thrown["choices"]}
    again = answer(hakem(*words, *redeal, "--redeals", "2"))
    assert "throw in" not in {c["choice"] for c in again["choices"]}


def test_named_suits_are_worth_what_trump_says(hakem) -> None:
    words = ["AQ.K84..", "-n", "8", "--seed", "3", "--open", "--json"]
    chosen = answer(
        hakem(
            "choose", *words, "--house", "points",
            "-o", "turnup_trump=caller_may_choose", "-o", "blind_from_five=on",
        )
    )  # fmt: skip
    called = answer(hakem("trump", *words, "--scoring", "points", "--set", "stop_rule=hard7"))
    found = {c["choice"]: c for c in chosen["choices"]}
    for suit, odds in called["trumps"].items():
        name = found[f"name {suit}"]
        assert {"mean": name["mean"], "n": name["n"]} == {
            "mean": pytest.approx(odds["points"]["mean"]), "n": odds["n"]
        }  # fmt: skip
        assert name["success"] == odds["win"]
    means = {name: c["mean"] for name, c in found.items()}
    blind = (2 * means["name S"] + 3 * means["name H"]) / 5
    # Not exactly, since wins are shared out among simple hands after the mixing.
    assert means["draw one of the five"] == pytest.approx(blind, abs=0.1)
    assert min(means.values()) <= means["turn up a card"] <= max(means.values())
    text = hakem("choose", *words[:-1], "--house", "points")
    assert "too close to call after 8 deals" in text.out
    assert "name ♠" in text.out
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
    # hearts and clubs alone have the three cards of a trump
    trumps = {c["choice"].partition("(")[2] for c in bids["choices"]}
    assert trumps <= {"H)", "C)"}


def test_choose_stopped_by_hand_tells_what_is_known(hakem, monkeypatch) -> None:
    from solver.decide import study

    whole = study.map_chunks

    def broken(*args, **more):
        for number, part in enumerate(whole(*args, **more)):
            yield part
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(study, "map_chunks", broken)
    hand = "AK.AKQJT.AK.A842"
    ran = hakem("choose", hand, "-n", "80", "--seed", "1", "--json", "--house", "daba")
    assert ran.code == 130
    found = json.loads(ran.out)
    assert (found["n"], found["interrupted"], found["stopped"]) == (32, True, "interrupted")
    assert ran.err == "hakem: interrupted after 32 deals; this is what is known\n"


def test_choose_takes_the_limits_of_trump(hakem) -> None:
    words = ["choose", "AQ.K84..", "--seed", "1", "--open", "--json", "--house", "iran"]
    timed = answer(hakem(*words, "--time", "0.001"))
    assert timed["stopped"] == "time"
    assert timed["n"] in (32, 64, 96)  # the chunks that were under way
    bound = answer(hakem(*words, "-n", "4", "--node-limit", "300"))
    assert bound["undecided"] > 0
    assert bound["choices"][0]["mean"] is None
    assert len(bound["choices"][0]["bounds"]) == 2
    text = hakem(*words[:2], "--house", "iran", "-n", "4", "--node-limit", "300", "--open").out
    assert "left undecided after 300 cards" in text


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["AQ.K84..", "--house", "moon"], "moon"),
        (["AQ.K84..", "-n", "0"], "--samples"),
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


def test_a_card_drawn_from_five_is_of_a_suit_as_often_as_it_is_held() -> None:
    found = blind_weights(np.zeros((3, 4), np.uint64), Hand.parse("AQ.K84.."))
    assert found.tolist() == [[0.4, 0.6, 0, 0]] * 3


def test_cards_shown_by_a_seat_that_is_not_there_are_refused() -> None:
    five, shown = Hand.parse("AQ.K84.."), {7: Hand.parse("...2")}
    with pytest.raises(SamplingError, match="there is no seat 7: expected 0 to 3"):
        PositionTemplate.before_the_lead(find_variant("hokm"), five, shown=shown)


def test_who_begins_with_five_cards_and_a_stock() -> None:
    """Two hands of five, of which one is known, and the cards of the stock one by one."""
    template = PositionTemplate.before_the_lead(find_variant("two_hokm"), Hand.parse("AQ.K84.."))
    assert template.known.sizes == (5, 5, *[1] * 42)


def test_discards_are_asked_of_games_that_have_them() -> None:
    with pytest.raises(MatchError, match="nobody discards in hokm"):
        study_discards("AQ.K84..", "S", float, variant="hokm")
