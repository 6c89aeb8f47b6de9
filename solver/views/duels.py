"""Duels of players as text: the verdict first, then the figures with their intervals."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from .figures import worth_line
from .parts import count_of, plain_table
from .verdicts import p_text

if TYPE_CHECKING:
    from ..decide.estimates import Estimate
    from ..players.duel import Duel
    from ..players.league import League

__all__ = ["duel_view", "league_view"]


def duel_view(duel: Duel) -> list[RenderableType]:
    """Who is better and by how much; wins, kots and the deals that were not even."""
    first, second = duel.players
    points = duel.points
    table = plain_table("", first, second, left=1)
    wins, kots_for, kots_against = duel.wins, duel.kots_for, duel.kots_against
    hands = 2 * duel.deals
    table.add_row("hands won", _share(wins), f"{1 - (wins.p or 0):.1%}")
    table.add_row("kots made", _share(kots_for), _share(kots_against))
    table.add_row("deals won", str(duel.deals_won), str(duel.deals_lost))
    even = duel.deals - duel.deals_won - duel.deals_lost
    return [
        Text(
            f"{duel.variant}, {count_of(duel.deals, 'deal')}, {count_of(hands, 'hand')}, "
            f"seed {duel.seed}"
        ),
        "",
        Text(_verdict(duel), style="bold"),
        "",
        table,
        "",
        Text(
            f"{count_of(even, 'deal')} came out even; "
            f"sign test over the others {p_text(duel.p_sign)}",
            style="dim",
        ),
        Text(
            f"{first}: {points.mean:+.3f} {duel.scoring.unit} a hand, "
            f"{duel.confidence:.0%} interval by deal {points.low:+.3f} to {points.high:+.3f}",
            style="dim",
        ),
        Text(worth_line(duel.scoring, duel.variant), style="dim"),
        *_faults(duel),
    ]


def league_view(league: League) -> list[RenderableType]:
    """Who is first and how surely; how each stands against all, and against each other player."""
    standings = league.standings
    level = f"{league.confidence:.0%}"
    table = plain_table(
        *("", "player", "points", level, "won", "kots", "against"),
        left=2,
        drop=("against", "kots", "won", level),
    )
    for place, each in enumerate(standings, 1):
        points = each.points
        table.add_row(
            str(place),
            each.player,
            f"{points.mean:+.3f}",
            f"{points.low:+.3f} to {points.high:+.3f}",
            f"{each.wins.p:.1%}",
            f"{each.kots_for.p:.1%}",
            f"{each.kots_against.p:.1%}",
        )
    pairs = plain_table("", *(str(place) for place in range(1, len(standings) + 1)), left=1)
    for one in standings:
        cells = [
            "" if other is one else f"{league.between(one.number, other.number).mean:+.3f}"
            for other in standings
        ]
        pairs.add_row(one.player, *cells)
    deals, hands = count_of(league.deals, "deal"), count_of(league.hands_played, "hand")
    faults = list(dict.fromkeys(line for duel in league.duels for line in _faults(duel)))
    return [
        Text(f"{league.variant}, {deals} for each pair, {hands}, seed {league.seed}"),
        "",
        Text(_first(league), style="bold"),
        "",
        table,
        "",
        Text(f"{league.scoring.unit} a hand against the players by their places:", style="dim"),
        pairs,
        "",
        Text(f"Intervals: {league.confidence:.0%}, by deal.", style="dim"),
        Text(worth_line(league.scoring, league.variant), style="dim"),
        *faults,
    ]


def _first(league: League) -> str:
    """The verdict: those at the top who are not told apart, or the one who is."""
    standings = league.standings
    unit = league.scoring.unit
    alike = [standings[0].player]
    for before, each in itertools.pairwise(standings):
        assert before.ahead is not None
        if before.ahead.low > 0:
            break
        alike.append(each.player)
    if len(alike) == 1:
        ahead = standings[0].ahead
        assert ahead is not None
        return (
            f"{alike[0]} is first, {ahead.mean:.3f} {unit} a hand ahead of {standings[1].player} "
            f"({ahead.low:+.3f} to {ahead.high:+.3f})."
        )
    if len(alike) == len(standings):
        return "Too close to call: more deals may tell."
    return f"{', '.join(alike[:-1])} and {alike[-1]} are ahead of the others, not told apart."


def _faults(duel: Duel) -> list[RenderableType]:
    """What was played by the rule of thumb in the place of a player from outside."""
    from ..players.outside import FAULTS_OF_PLAYERS

    lines: list[RenderableType] = []
    for name, faults in zip(duel.players, duel.faults or (), strict=False):
        made = [f"{n:,} {FAULTS_OF_PLAYERS[fault]}" for fault, n in (faults or {}).items() if n]
        if made:
            lines.append(f"{name}: {', '.join(made)}; the rule of thumb played in their place")
    return ["", *lines] if lines else []


def _verdict(duel: Duel) -> str:
    first, second = duel.players
    points = duel.points
    said = f"{abs(points.mean or 0.0):.3f} {duel.scoring.unit} a hand"
    if points.low > 0:
        return f"{first} plays better than {second}, by about {said}."
    if points.high < 0:
        return f"{second} plays better than {first}, by about {said}."
    if not duel.deals_won + duel.deals_lost:
        return f"{first} and {second} come out even on every deal."
    return f"Too close to call after {count_of(duel.deals, 'deal')}: more deals may tell."


def _share(share: Estimate) -> str:
    return f"{share.p:.1%} ({share.low:.1%} to {share.high:.1%})"
