"""Common worlds: all choices of a question are judged on the same deals.

A stand-in for the search tells each deal by its cards alone, whatever is called or played. On
common worlds every choice then has the same figures and every difference is exactly 0; deals of
their own for each choice would differ by chance, as the second stand-in shows. Cards to play are
also counted world by world in test_card_play.py, hands of a duel in tests/players/test_duel.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pytest
from fake_solver import CHANCES, CODES, share

from solver import Hand, Knowledge, Plan, Suit, Workers, advise_play, advise_trump
from solver.decide import evaluators
from solver.decide.before_the_lead import study_opening
from solver.decide.estimates import Mean
from solver.game.house_rules import find_house
from solver.game.scoring import find_scoring

FIVE = "AQ.K84.."
ONE = Workers(1)
IR = find_scoring("ir")


class ByTheCards:
    """The class of a deal by a hash of its cards; the same in every column."""

    def column(self, hands: np.ndarray, number: int, detail: str) -> np.ndarray:
        places = np.searchsorted(np.cumsum(CHANCES[1]), self.luck(hands, number))
        codes = CODES[np.minimum(places, 5)]
        if detail in ("hard7", "kot"):
            codes = np.clip(codes, -2, 2)
        return np.where(abs(codes) == 1, 0, codes) if detail.startswith("kot") else codes

    def luck(self, hands: np.ndarray, number: int) -> np.ndarray:
        del number
        return share(hands, 0)

    def batch_outcomes(
        self, hands: np.ndarray, trumps: Sequence[int], leader: int = 0, detail: str = "class"
    ) -> np.ndarray:
        return np.column_stack([self.column(hands, trump, detail) for trump in trumps])

    def batch_cards(
        self,
        hands: np.ndarray,
        cards: Sequence[int],
        trump: int,
        table: Sequence[int] = (),
        leader: int = 0,
        taken: Sequence[int] = (0, 0),
        detail: str = "class",
    ) -> np.ndarray:
        return np.column_stack([self.column(hands, card, detail) for card in cards])


class OwnLuck(ByTheCards):
    """The same chances, drawn apart for each column: what deals of its own would give."""

    def luck(self, hands: np.ndarray, number: int) -> np.ndarray:
        return np.random.default_rng([number, *map(int, hands[0])]).random(len(hands))


def trump_call() -> Iterable[Mean]:
    found = advise_trump(FIVE, scoring="ir", plan=Plan(64, seed=1), workers=ONE)
    assert len(found.trumps) == 4
    return [rival.behind.difference for rival in found.rivals.values()]


def card_play() -> Iterable[Mean]:
    seen = Knowledge.seen_by(0, "AK2.QJ9.T98765.T", trump=Suit.SPADES)
    found = advise_play(seen, scoring="ir", plan=Plan(64, seed=1), workers=ONE)
    return [odds.behind.difference for odds in found.candidates if odds.behind is not None]


def choice_before_the_lead() -> Iterable[Mean]:
    house = find_house("iran").set("blind_from_five=on")
    plan = Plan(64, seed=1)
    found = study_opening(Hand.parse(FIVE), house, IR.difference, plan=plan, workers=ONE)
    worths = [odds.points for odds in found.candidates if odds.n]
    best = worths[0]
    assert len(worths) >= 5
    return [
        Mean.of((each.mean or 0) - (best.mean or 0), each.low - best.low, each.high - best.high, 64)
        for each in worths[1:]
    ]


QUESTIONS = {"trump": trump_call, "play": card_play, "choose": choice_before_the_lead}


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_does_not_depend_on_the_choice_is_the_same_for_all(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask: Callable[[], Iterable[Mean]] = QUESTIONS[name]
    monkeypatch.setattr(evaluators, "new_engine", ByTheCards)
    found = list(ask())
    assert len(found) >= 3
    for each in found:
        assert (each.mean, each.low, each.high) == pytest.approx((0, 0, 0), abs=1e-12)
    monkeypatch.setattr(evaluators, "new_engine", OwnLuck)
    assert any(abs(each.mean or 0) > 0.01 for each in ask())
