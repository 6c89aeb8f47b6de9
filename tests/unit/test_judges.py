"""Every sampled question is asked of the judge it was given: here one that awards every hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from solver import Hand, Knowledge, Outcome, Plan, Workers, advise_play, advise_trump, kot_chances
from solver.decide.before_the_lead import study_challenge, study_discards, study_opening
from solver.decide.evaluators import OPEN, Answers, Judge, WorldEvaluator
from solver.decide.template import Chosen, PositionTemplate
from solver.decide.worlds import Worlds
from solver.game.house_rules import find_house

THIRTEEN = Hand.parse("AQ.K8432.T97.AJ5")


class _Awarding:
    """Every hand is a kot of side B, without a search."""

    def __init__(self, exact: WorldEvaluator) -> None:
        for name in ("template", "method", "bavneys", "sizes", "node_limit", "until"):
            setattr(self, name, getattr(exact, name))

    def classes(self, worlds: Worlds, choices: Sequence[Chosen]) -> Answers:
        codes = np.full((len(worlds), len(choices)), Outcome.KOT_B, np.int8)
        return Answers(codes, codes)

    def kots(self, worlds: Worlds, choices: Sequence[Chosen], bavneys: bool) -> Answers:
        return self.classes(worlds, choices)


def _award(template: PositionTemplate, make_solver: Any, node_limit: int | None) -> WorldEvaluator:
    return _Awarding(OPEN.evaluator(template, make_solver, node_limit))  # type: ignore[return-value]


ASKED: dict[str, Callable[..., Any]] = {
    "call": lambda **more: [
        each.kot_against for each in advise_trump("AQ.K84..", **more).trumps.values()
    ],
    "kot": lambda **more: [kot_chances("AQ.K84..", "S", **more).best.kot_against],
    "card": lambda **more: [
        each.kot_against
        for each in advise_play(Knowledge.seen_by(0, THIRTEEN, trump="H"), **more).candidates
    ],
}


@pytest.mark.parametrize("question", ASKED)
def test_a_question_of_chances_is_asked_of_its_judge(question: str) -> None:
    plan = Plan(16, seed=2)
    for chance in ASKED[question](plan=plan, workers=Workers(1), judge=Judge("award", _award)):
        assert chance.p == 1.0


def test_a_choice_before_the_lead_is_asked_of_its_judge() -> None:
    house, judge = find_house("rang"), Judge("award", _award)
    more: dict[str, Any] = {"plan": Plan(8, seed=2), "workers": Workers(1), "judge": judge}
    studies = [
        study_opening("AQ.K84..", house, float, **more),
        study_discards("AQ.K84..", "S", float, **more),
        study_challenge(THIRTEEN, 1, "H", house, float, **more),
    ]
    for advice in studies:
        for choice in advice.candidates:
            against = advice is studies[2]
            assert choice.success is not None
            assert choice.success.p == float(against)
