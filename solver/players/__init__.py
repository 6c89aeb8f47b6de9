"""Players: they see what a seat knows, call trump and play cards; hands, matches and duels.

Each public name is imported when it is first used, so that reading the curves of `at_the_table`
loads no player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.lazily import names_on_demand

if TYPE_CHECKING:
    from .alpha_mu import AlphaMuPlayer
    from .archive import Archive, ArchivedPlayer, Source, review_archive
    from .at_the_table import (
        CallPlayed,
        check_curves,
        draw_call,
        fit_curve,
        fit_curves,
        play_hands,
        solve_worlds,
    )
    from .curves import AtTheTable, Curve, TableChance, all_curves, curves_of, table_fields
    from .duel import Duel, check_duel, duel_scoring, play_duel
    from .graded_card import GradedCard
    from .grading import FAULTS, Grade, grade_of, is_open
    from .hand_in_play import HandInPlay, HandPlayed, record_of
    from .hand_review import CallLoss, HandReview, PlayerSummary, review_hand
    from .hands import deal_of, play_hand, play_out_match
    from .league import League, Standing, play_league
    from .match_review import MatchReview, review_match
    from .player import Player, View, Watch, check_players_know, usual_call
    from .playout import PlayoutPlayer
    from .roster import PLAYERS, find_player
    from .sampled import SampledPlayer
    from .simple import RandomPlayer, ThumbPlayer

_HOMES = {
    "alpha_mu": "AlphaMuPlayer",
    "at_the_table": (
        "CallPlayed check_curves draw_call fit_curve fit_curves play_hands solve_worlds"
    ),
    "curves": "AtTheTable Curve TableChance all_curves curves_of table_fields",
    "archive": "Archive ArchivedPlayer Source review_archive",
    "duel": "Duel check_duel duel_scoring play_duel",
    "league": "League Standing play_league",
    "grading": "FAULTS Grade grade_of is_open",
    "hand_in_play": "HandInPlay HandPlayed record_of",
    "hands": "deal_of play_hand play_out_match",
    "player": "Player View Watch check_players_know usual_call",
    "graded_card": "GradedCard",
    "hand_review": "CallLoss HandReview PlayerSummary review_hand",
    "match_review": "MatchReview review_match",
    "playout": "PlayoutPlayer",
    "roster": "PLAYERS find_player",
    "sampled": "SampledPlayer",
    "simple": "RandomPlayer ThumbPlayer",
}

__all__ = [
    "FAULTS",
    "PLAYERS",
    "AlphaMuPlayer",
    "Archive",
    "ArchivedPlayer",
    "AtTheTable",
    "CallLoss",
    "CallPlayed",
    "Curve",
    "Duel",
    "Grade",
    "GradedCard",
    "HandInPlay",
    "HandPlayed",
    "HandReview",
    "League",
    "MatchReview",
    "Player",
    "PlayerSummary",
    "PlayoutPlayer",
    "RandomPlayer",
    "SampledPlayer",
    "Source",
    "Standing",
    "TableChance",
    "ThumbPlayer",
    "View",
    "Watch",
    "all_curves",
    "check_curves",
    "check_duel",
    "check_players_know",
    "curves_of",
    "deal_of",
    "draw_call",
    "duel_scoring",
    "find_player",
    "fit_curve",
    "fit_curves",
    "grade_of",
    "is_open",
    "play_duel",
    "play_hand",
    "play_hands",
    "play_league",
    "play_out_match",
    "record_of",
    "review_archive",
    "review_hand",
    "review_match",
    "solve_worlds",
    "table_fields",
    "usual_call",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = names_on_demand(__name__, _HOMES)
