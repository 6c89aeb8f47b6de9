"""Hakem: open-hand solver for Court Piece (Rang, Hokm, Troefcall) and its relatives.

The public names. Each is imported when it is first used, so that reading cards and deals is
quick and needs neither numpy nor the compiled search; where the search is needed but has not
been compiled, one sentence says so.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what type checkers see: the `__all__` of each module below
    from .advice import *  # noqa: F403
    from .analysis import *  # noqa: F403
    from .cards import *  # noqa: F403
    from .deal import *  # noqa: F403
    from .draw import *  # noqa: F403
    from .engine import Solver as Solver
    from .errors import *  # noqa: F403
    from .estimates import *  # noqa: F403
    from .judging import *  # noqa: F403
    from .parallel import *  # noqa: F403
    from .results import *  # noqa: F403
    from .sampling import *  # noqa: F403
    from .scoring import *  # noqa: F403
    from .variants import *  # noqa: F403
    from .version import __version__ as __version__

# Which module each public name lives in: the `__all__` of that module.
_HOMES = {
    "advice": "KotAdvice KotStudy Progress TrumpAdvice TrumpCounts TrumpOdds TrumpStudy "
    "advise_trump kot_chances",
    "analysis": "best_line card_values challenge class_bounds guarantees kot_bounds kot_rungs "
    "ladder narrowed outcome race review solve table tricks",
    "cards": "FULL_PACK PACK Card Hand Permutation Rank Suit canonical_hand "
    "canonical_permutation parse_trump permute_suits suit_permutations",
    "deal": "POSITION_FIELDS Deal Position replay",
    "draw": "Draw DrawSolution discard_race draw_race solve_draw",
    "engine": "Solver",
    "errors": "CardError DealError HakemError HandError OptionError PlayError SamplingError "
    "VariantError",
    "estimates": "Comparison class_shares compare_trumps estimate_share fold_kots join_means "
    "left_open mean_points",
    "judging": "Answers BatchSolver Judge find_judge known_sizes",
    "parallel": "PerThread available_jobs map_chunks parse_jobs",
    "results": "CardValue Challenge Estimate Guarantee Line Mean Outcome Points ReviewedCard "
    "Solution Table answer_text number_text",
    "sampling": "Dealer PartialDeal chunk_seed deal_worlds new_seed parse_seed sample_worlds "
    "world_hands",
    "scoring": "CLASSES SCORINGS Scoring expected_points find_scoring",
    "variants": "HOKM PRESETS SOURCES VARIANTS OptionSpec Settings Value Variant find_variant",
    "version": "__version__",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}
# The modules that a build makes from .pyx files.
_COMPILED = ("solver.engine", "solver.core")

__all__ = list(_HOME_OF)


if not TYPE_CHECKING:  # hidden, so that type checkers still refuse a name that does not exist

    def __getattr__(name: str) -> Any:
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
