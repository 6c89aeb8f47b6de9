"""Records of played hands and matches: text in, replayed, text out.

`docs/match.md` shows the format. The public names are those of `__all__`.
"""

from .model import HandRecord, MatchRecord, Trick, tricks_of
from .reader import decode, parse_result, read_file, read_match
from .replay import PlayedTrick, Replay, replay_hand
from .sheet import Sheet, replay_match
from .writer import save_match, show_options, show_result, write_match

__all__ = [
    "HandRecord",
    "MatchRecord",
    "PlayedTrick",
    "Replay",
    "Sheet",
    "Trick",
    "decode",
    "parse_result",
    "read_file",
    "read_match",
    "replay_hand",
    "replay_match",
    "save_match",
    "show_options",
    "show_result",
    "tricks_of",
    "write_match",
]
