"""The players by name, as the command line and records say them."""

from __future__ import annotations

from types import MappingProxyType

from ..errors import OptionError, need, shown
from ..game.scoring import Scoring
from .alpha_mu import AlphaMuPlayer
from .player import Player
from .sampled import WORLDS, SampledPlayer
from .simple import RandomPlayer, ThumbPlayer

__all__ = ["PLAYERS", "find_player"]

PLAYERS = MappingProxyType(
    {
        "random": "any legal card",
        "thumb": "rules of thumb",
        "sampled": "the mean of 20 solved worlds; sampled:N takes N, sampled:N:T from trick T on",
        "alphamu": "the same with its own next card committed (alpha-mu, M = 2); alphamu:N",
        "alphamu-kot": "alphamu while a kot can be made, sampled after that; alphamu-kot:N",
    }
)
"""What each player does, in a few words."""

_MOST_WORLDS = 10_000
_MOST_TRICKS = 17


def find_player(text: str, scoring: Scoring | None = None) -> Player:
    """The player of that name, such as `thumb` or `sampled:50` (50 worlds a decision).

    `sampled:10:4` plays by rules of thumb before the fourth trick.

    `scoring`: what the players that count points play for. Raises OptionError naming the players.
    """
    need(text, str, "names no player: expected a text such as thumb", OptionError)
    name, colon, number = text.strip().lower().partition(":")
    if name not in PLAYERS:
        raise OptionError(f"there is no player {shown(text)}: expected {', '.join(PLAYERS)}")
    if name in ("random", "thumb"):
        if colon:
            raise OptionError(f"the player {name} solves no worlds, so {shown(text)} says nothing")
        return RandomPlayer() if name == "random" else ThumbPlayer()
    worlds, first = WORLDS, 1
    if name == "sampled" and ":" in number:
        number, _, trick = number.partition(":")
        if not trick.isascii() or not trick.isdigit() or not 1 <= int(trick) <= _MOST_TRICKS:
            raise OptionError(f"{shown(text)}: expected a trick from 1 to {_MOST_TRICKS}")
        first = int(trick)
    if colon:
        if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= _MOST_WORLDS:
            raise OptionError(
                f"{shown(text)}: expected a number of worlds from 1 to {_MOST_WORLDS}"
            )
        worlds = int(number)
    player = SampledPlayer(worlds, scoring, first)
    if name != "sampled":
        player = AlphaMuPlayer(worlds, scoring, kot_only=name == "alphamu-kot")
    player.name = name if worlds == WORLDS else f"{name}:{worlds}"
    if first > 1:
        player.name = f"{name}:{worlds}:{first}"
    return player
