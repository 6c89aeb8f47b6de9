"""Hakem: open-hand solver for Court Piece (Rang, Hokm, Troefcall) and its relatives.

The public names. Each is imported when it is first used, so that reading cards and deals is
quick and needs neither numpy nor the compiled search; where the search is needed but has not
been compiled, one sentence says so.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .drawn import set_drawer

if TYPE_CHECKING:  # what type checkers see: the `__all__` of each module below
    from . import book as book
    from . import match as match
    from . import record as record
    from .analysis.answers import *  # noqa: F403
    from .analysis.challenge import *  # noqa: F403
    from .analysis.guarantees import *  # noqa: F403
    from .analysis.ladder import *  # noqa: F403
    from .analysis.line import *  # noqa: F403
    from .analysis.questions import *  # noqa: F403
    from .analysis.review import *  # noqa: F403
    from .analysis.stock_draw import *  # noqa: F403
    from .analysis.table import *  # noqa: F403
    from .cards import *  # noqa: F403
    from .engine import Solver as Solver
    from .errors import *  # noqa: F403
    from .game.deal import *  # noqa: F403
    from .game.options import *  # noqa: F403
    from .game.position import *  # noqa: F403
    from .game.scoring import *  # noqa: F403
    from .game.variants import *  # noqa: F403
    from .outcomes import *  # noqa: F403
    from .simulation.before_the_lead import *  # noqa: F403
    from .simulation.estimates import *  # noqa: F403
    from .simulation.evaluators import *  # noqa: F403
    from .simulation.parallel import *  # noqa: F403
    from .simulation.study import *  # noqa: F403
    from .simulation.worlds import *  # noqa: F403
    from .version import __version__ as __version__

# Which module each public name lives in: the `__all__` of that module.
_HOMES = {
    "analysis.answers": "CardValue Challenge Guarantee Line Solution",
    "analysis.challenge": "challenge",
    "analysis.guarantees": "guarantees",
    "analysis.ladder": "kot_rungs ladder narrowed",
    "analysis.line": "best_line",
    "analysis.questions": "card_values class_bounds kot_bounds outcome race solve tricks",
    "analysis.review": "ReviewedCard review",
    "analysis.stock_draw": "Draw DrawSolution discard_race draw_race solve_draw",
    "analysis.table": "Table table",
    "cards": (
        "FULL_PACK PACK Card Hand Permutation Rank Suit canonical_hand canonical_permutation "
        "parse_trump permute_suits suit_permutations"
    ),
    "engine": "Solver",
    "errors": (
        "BookError CardError DealError ExchangeError HakemError HandError MatchError OptionError "
        "PlayError RecordError SamplingError ScoringError VariantError"
    ),
    "game.deal": "Deal",
    "game.options": "OptionSpec Settings Value",
    "game.position": "POSITION_FIELDS Position replay",
    "game.scoring": "CLASSES SCORINGS Scoring expected_points find_scoring",
    "game.variants": ("HOKM HOUSE_OPTIONS PRESETS SOURCES VARIANTS Variant find_variant"),
    "outcomes": "Outcome Points answer_text number_text parse_outcome",
    "simulation.before_the_lead": (
        "ChoiceAdvice ChoiceOdds playable study_bids study_challenge study_opening"
    ),
    "simulation.estimates": (
        "Comparison Estimate Mean class_shares compare_trumps estimate_share fold_kots "
        "join_means left_open mean_points"
    ),
    "simulation.evaluators": "Answers BatchSolver WorldEvaluator find_evaluator known_sizes",
    "simulation.parallel": "PerThread available_jobs map_chunks parse_jobs",
    "simulation.study": (
        "KotAdvice KotStudy Progress TrumpAdvice TrumpCounts TrumpOdds TrumpStudy "
        "advise_trump kot_chances"
    ),
    "simulation.worlds": (
        "Dealer PartialDeal chunk_seed deal_worlds new_seed parse_seed sample_worlds world_hands"
    ),
    "version": "__version__",
}
# Records ask for their pictures below; they are drawn at the top of the house.
set_drawer(lambda: import_module(".views", __name__))
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}
# The modules that a build makes from .pyx files.
_COMPILED = ("solver.engine", "solver.core")

# Packages with public names of their own: `solver.match.play_match`.
_PACKAGES = ("book", "match", "record")

__all__ = [*_HOME_OF, *_PACKAGES]


if not TYPE_CHECKING:  # hidden, so that type checkers still refuse a name that does not exist

    def __getattr__(name: str) -> Any:
        if name in _PACKAGES:
            return import_module(f".{name}", __name__)
        module = _HOME_OF.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            value = getattr(import_module(f".{module}", __name__), name)
        except ModuleNotFoundError as missing:
            if missing.name is not None and missing.name.startswith(_COMPILED):
                raise ImportError(
                    "Hakem's search is not compiled here: run `python -m pip install .` in its "
                    "folder, or `python setup.py build_ext --inplace` to work on it",
                    name=missing.name,
                ) from None
            raise
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted(set(globals()) | set(__all__))
