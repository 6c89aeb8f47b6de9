"""Many hands: scorings, rotation, openings, matches and their equity.

Pure Python on top of cards, deals and rules; it never searches. `solver.record` reads and writes
matches. The public names are those of `__all__`.
"""

from __future__ import annotations

from ..base.errors import ExchangeError, MatchError, RecordError, ScoringError
from ..base.outcomes import parse_outcome
from ..game.house_rules import (
    HOUSES,
    House,
    call_scoring,
    find_house,
    find_rules,
    set_options,
    usual_house,
)
from ..game.opening import (
    Challenge,
    Contract,
    RedealRight,
    challenge_succeeds,
    check_challenge,
    deal_in_batches,
    pack_of,
    redeal_of_five,
    redeals_of_deal,
    settle_bids,
)
from ..game.option_tables import HOUSE_OPTIONS
from ..game.outcome_distribution import (
    outcome_distribution_from_json,
    parse_outcome_distribution,
    value_of,
)
from ..game.scoring import SCORINGS, Scoring, class_of_tens, find_scoring
from ..game.scoring_text import load_scoring, parse_scoring, read_scoring, show_scoring
from .default_outcomes import OPEN_SOURCE as OPEN_OUTCOMES_SOURCE
from .default_outcomes import SOURCE as DEFAULT_OUTCOMES_SOURCE
from .default_outcomes import default_distribution
from .equity import Chance, MatchEquity, scoring_at, worth_at_score
from .exchange import (
    Draw,
    Swap,
    apply_exchange,
    check_exchange,
    gift_faults,
    return_faults,
    two_player_draw,
)
from .ledger import (
    Entry,
    MatchState,
    Rules,
    advance,
    match_winner,
    outcome_word,
    play_match,
    result_words,
)
from .rotation import first_caller, next_caller, next_caller_three, random_partners
from .scoring import (
    Expected,
    HandResult,
    HandScore,
    check_result,
    class_of_tricks,
    class_of_winners,
    expected_in_all,
    expected_score,
    score_hand,
    three_stopped,
    three_winners,
)
from .worth import StopOrGoOn, stop_or_go_on, worth_in_points

__all__ = [
    "DEFAULT_OUTCOMES_SOURCE",
    "HOUSES",
    "HOUSE_OPTIONS",
    "OPEN_OUTCOMES_SOURCE",
    "SCORINGS",
    "Challenge",
    "Chance",
    "Contract",
    "Draw",
    "Entry",
    "ExchangeError",
    "Expected",
    "HandResult",
    "HandScore",
    "House",
    "MatchEquity",
    "MatchError",
    "MatchState",
    "RecordError",
    "RedealRight",
    "Rules",
    "Scoring",
    "ScoringError",
    "StopOrGoOn",
    "Swap",
    "advance",
    "apply_exchange",
    "call_scoring",
    "challenge_succeeds",
    "check_challenge",
    "check_exchange",
    "check_result",
    "class_of_tens",
    "class_of_tricks",
    "class_of_winners",
    "deal_in_batches",
    "default_distribution",
    "expected_in_all",
    "expected_score",
    "find_house",
    "find_rules",
    "find_scoring",
    "first_caller",
    "gift_faults",
    "load_scoring",
    "match_winner",
    "next_caller",
    "next_caller_three",
    "outcome_distribution_from_json",
    "outcome_word",
    "pack_of",
    "parse_outcome",
    "parse_outcome_distribution",
    "parse_scoring",
    "play_match",
    "random_partners",
    "read_scoring",
    "redeal_of_five",
    "redeals_of_deal",
    "result_words",
    "return_faults",
    "score_hand",
    "scoring_at",
    "set_options",
    "settle_bids",
    "show_scoring",
    "stop_or_go_on",
    "three_stopped",
    "three_winners",
    "two_player_draw",
    "usual_house",
    "value_of",
    "worth_at_score",
    "worth_in_points",
]
