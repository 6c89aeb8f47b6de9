"""Players: they see what a seat knows, call trump and play cards; hands, matches and duels.

The public names are those of `__all__`.
"""

from .alpha_mu import AlphaMuPlayer
from .duel import Duel, play_duel
from .hands import HandPlayed, deal_of, play_hand, play_out_match, record_of
from .player import Player, View, Watch, check_players_know, usual_call
from .roster import PLAYERS, find_player
from .sampled import SampledPlayer
from .simple import RandomPlayer, ThumbPlayer

__all__ = [
    "PLAYERS",
    "AlphaMuPlayer",
    "Duel",
    "HandPlayed",
    "Player",
    "RandomPlayer",
    "SampledPlayer",
    "ThumbPlayer",
    "View",
    "Watch",
    "check_players_know",
    "deal_of",
    "find_player",
    "play_duel",
    "play_hand",
    "play_out_match",
    "record_of",
    "usual_call",
]
