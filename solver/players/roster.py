"""The players by name, as the command line and records say them."""

from __future__ import annotations

from types import MappingProxyType

from ..base.errors import OptionError, need, shown
from ..game.scoring import Scoring
from .alpha_mu import AlphaMuPlayer
from .outside import is_outside, outside_player
from .player import Player
from .playout import FIRST_SOLVED, PlayoutPlayer
from .playout import WORLDS as PLAYED_OUT
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
        "playout": "the mean of 1000 worlds played out, from trick 5 on of 50 solved; playout:N:T",
    }
)
"""What each player does, in a few words."""

_USUAL = {"sampled": (WORLDS, 1), "playout": (PLAYED_OUT, FIRST_SOLVED)}
"""The worlds of players that also take a trick, and the trick."""
_MOST_WORLDS = 10_000
_MOST_TRICKS = 17


def find_player(text: str, scoring: Scoring | None = None, *, outside: bool = False) -> Player:
    """The player of that name, such as `thumb` or `sampled:50` (50 worlds a decision).

    `sampled:10:4` plays by rules of thumb before the fourth trick, `playout:600:6` plays 600 worlds
    out before the sixth and solves worlds from then on.

    `scoring`: what the players that count points play for. `outside`: an address or `module:Class`
    is a player as well (`outside.py`); it is opened or imported. Raises OptionError naming the
    players.
    """
    need(text, str, "names no player: expected a text such as thumb", OptionError)
    if outside and is_outside(text):
        return outside_player(text)
    name, colon, number = text.strip().lower().partition(":")
    if name not in PLAYERS:
        raise OptionError(f"there is no player {shown(text)}: expected {', '.join(PLAYERS)}")
    if name in ("random", "thumb"):
        if colon:
            raise OptionError(f"the player {name} solves no worlds, so {shown(text)} says nothing")
        return RandomPlayer() if name == "random" else ThumbPlayer()
    worlds, first = _numbers(text, name, number if colon else None)
    if name == "sampled":
        player = SampledPlayer(worlds, scoring, first)
    elif name == "playout":
        player = PlayoutPlayer(worlds, scoring, first)
    else:
        player = AlphaMuPlayer(worlds, scoring, kot_only=name == "alphamu-kot")
    usual = _USUAL.get(name, (WORLDS, 1))
    player.name = name if (worlds, first) == usual else f"{name}:{worlds}"
    if first != usual[1]:
        player.name = f"{name}:{worlds}:{first}"
    return player


def _numbers(text: str, name: str, number: str | None) -> tuple[int, int]:
    """The worlds and the trick that stand behind a name."""
    worlds, first = _USUAL.get(name, (WORLDS, 1))
    if number is None:
        return worlds, first
    if name in _USUAL and ":" in number:
        number, _, trick = number.partition(":")
        if not trick.isascii() or not trick.isdigit() or not 1 <= int(trick) <= _MOST_TRICKS:
            raise OptionError(f"{shown(text)}: expected a trick from 1 to {_MOST_TRICKS}")
        first = int(trick)
    if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= _MOST_WORLDS:
        raise OptionError(f"{shown(text)}: expected a number of worlds from 1 to {_MOST_WORLDS}")
    return int(number), first
