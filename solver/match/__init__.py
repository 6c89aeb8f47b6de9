"""Everything around the play: scorings, rotation, openings, records, matches and their equity.

Pure Python on top of cards, deals and rules; it never searches.  `docs/match.md` shows the record
format.  The public names are those of `__all__`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .choices import (
    Choice,
    EquityScoring,
    StopOrGoOn,
    best_choice,
    bid_values,
    challenge_or_accept,
    law_of_blind,
    law_of_turnup,
    laws_of_calls,
    opening_choices,
    scoring_at,
    stop_or_go_on,
    throw_in_or_play,
    throw_in_values,
    value_of,
    worth_at_score,
    worth_in_points,
)
from .collect import Collections, Take, collect
from .equity import Chance, MatchEquity
from .errors import ExchangeError, MatchError, RecordError, SchemeError
from .exchange import (
    Draw,
    Swap,
    apply_exchange,
    check_exchange,
    gift_faults,
    return_faults,
    two_player_draw,
)
from .house import HOUSE_OPTIONS, HOUSES, House, HouseOption, find_house
from .law import law_from_json, parse_law
from .ledger import Entry, MatchState, Rules, advance, match_winner, outcome_word, play_match
from .opening import (
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
from .record import (
    HandRecord,
    MatchRecord,
    Trick,
    agreed,
    decode,
    parse_outcome,
    parse_result,
    parse_scheme,
    read_file,
    read_match,
    save_match,
    show_options,
    show_result,
    usual_house,
    write_match,
)
from .replay import PlayedTrick, Replay, Sheet, replay_hand, replay_match
from .rotation import first_caller, next_caller, next_caller_three, random_partners
from .scheme import (
    SCHEMES,
    Expected,
    HandResult,
    HandScore,
    Scheme,
    class_of_tens,
    class_of_tricks,
    class_of_winners,
    expected_in_all,
    expected_points,
    find_scheme,
    load_scheme,
    read_scheme,
    score_hand,
    three_stopped,
    three_winners,
)
from .typical import SOURCE as TYPICAL_SOURCE
from .typical import typical_law

if TYPE_CHECKING:
    from .study import (
        ChoiceAdvice,
        ChoiceOdds,
        playable,
        study_bids,
        study_challenge,
        study_opening,
    )

__all__ = [
    "HOUSES",
    "HOUSE_OPTIONS",
    "SCHEMES",
    "TYPICAL_SOURCE",
    "Challenge",
    "Chance",
    "Choice",
    "ChoiceAdvice",
    "ChoiceOdds",
    "Collections",
    "Contract",
    "Draw",
    "Entry",
    "EquityScoring",
    "ExchangeError",
    "Expected",
    "HandRecord",
    "HandResult",
    "HandScore",
    "House",
    "HouseOption",
    "MatchEquity",
    "MatchError",
    "MatchRecord",
    "MatchState",
    "PlayedTrick",
    "RecordError",
    "RedealRight",
    "Replay",
    "Rules",
    "Scheme",
    "SchemeError",
    "Sheet",
    "StopOrGoOn",
    "Swap",
    "Take",
    "Trick",
    "advance",
    "agreed",
    "apply_exchange",
    "best_choice",
    "bid_values",
    "challenge_or_accept",
    "challenge_succeeds",
    "check_challenge",
    "check_exchange",
    "class_of_tens",
    "class_of_tricks",
    "class_of_winners",
    "collect",
    "deal_in_batches",
    "decode",
    "expected_in_all",
    "expected_points",
    "find_house",
    "find_scheme",
    "first_caller",
    "gift_faults",
    "law_from_json",
    "law_of_blind",
    "law_of_turnup",
    "laws_of_calls",
    "load_scheme",
    "match_winner",
    "next_caller",
    "next_caller_three",
    "opening_choices",
    "outcome_word",
    "pack_of",
    "parse_law",
    "parse_outcome",
    "parse_result",
    "parse_scheme",
    "play_match",
    "playable",
    "random_partners",
    "read_file",
    "read_match",
    "read_scheme",
    "redeal_of_five",
    "redeals_of_deal",
    "replay_hand",
    "replay_match",
    "return_faults",
    "save_match",
    "score_hand",
    "scoring_at",
    "settle_bids",
    "show_options",
    "show_result",
    "stop_or_go_on",
    "study_bids",
    "study_challenge",
    "study_opening",
    "three_stopped",
    "three_winners",
    "throw_in_or_play",
    "throw_in_values",
    "two_player_draw",
    "typical_law",
    "usual_house",
    "value_of",
    "worth_at_score",
    "worth_in_points",
    "write_match",
]

_STUDIES = (
    "ChoiceAdvice",
    "ChoiceOdds",
    "playable",
    "study_bids",
    "study_challenge",
    "study_opening",
)


def __getattr__(name: str) -> Any:
    """The studies need numpy and the search: they are imported when first asked for."""
    if name in _STUDIES:
        from . import study

        return getattr(study, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
