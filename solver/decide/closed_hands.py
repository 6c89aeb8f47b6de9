"""The judge `closed`: a world and a choice come to what players make of it who see their own cards.

Policies in C play the rest of each hand (`solver.core.closed`), all choices on the same worlds.
What a reader is told as "at the table" is this judge's answer; the other judge is the open hand
(`evaluators.py`). It knows no samples and no estimates, and searches nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import OptionError, VariantError, shown
from ..core.closed import POLICIES, play_out
from ..game.move import Move
from ..game.position import Position
from ..game.scoring import class_of_tens
from ..game.variants import Variant
from .evaluators import OPEN, Answers, Judge, nothing_known
from .plan import ChunkSizes
from .template import LOWEST_CLUB, Chosen, PositionTemplate
from .worlds import Worlds, world_hands

__all__ = [
    "CLOSED",
    "CLOSED_PLAYERS",
    "closed_by",
    "codes_of",
    "find_judge",
    "method_of",
    "why_not_closed",
]

CLOSED_PLAYERS = MappingProxyType(
    {"learnt": "players who also play for the kot", "thumb": "players by rules of thumb"}
)
"""The kinds of players there are, by policy; the first is the one whose figures stand first."""
FIRST = next(iter(CLOSED_PLAYERS))

BEFORE_THE_LEAD = ChunkSizes(1024, 4096, chunks=8, kot_chunks=4)
IN_PLAY = ChunkSizes(128, 0)
CARD_SAMPLES = 6400
"""Worlds at most for a card to play, where no limit is given."""


def why_not_closed(variant: Variant) -> str | None:
    """Why hands of this game are not played out for a call or a card; None where they are.

    In a few words that begin with the game.
    """
    whys = (
        (
            not variant.has_sides,
            "each of three plays for himself, and an answer is about two sides",
        ),
        (variant.draws, "nobody plays the draw"),
        (variant.bids, "nobody plays for a bid"),
        (variant.has_dummy, "a dummy's table counts tricks, not classes"),
        (variant.hides_trump, "nobody asks for a hidden trump in worlds"),
    )
    return next((f"{variant.name}: {why}" for applies, why in whys if applies), None)


class _ClosedEvaluator:
    """Worlds played out by one policy at every seat."""

    node_limit = 0

    def __init__(self, template: PositionTemplate, policy: str) -> None:
        variant = template.variant
        why = why_not_closed(variant)
        if why is not None:
            raise VariantError(f"no closed hands in {why}: ask the open ones (--judge open)")
        self.template = template
        self.policy = policy
        self.method = f"closed hands, {CLOSED_PLAYERS[policy]}"
        self.bavneys = not (
            variant.collecting or variant.points == "tens" or variant.get("stop_rule") == "hard7"
        )
        self.sizes = IN_PLAY if template.played else BEFORE_THE_LEAD
        self.until = math.inf

    def classes(self, worlds: Worlds, choices: Sequence[Chosen]) -> Answers:
        """The outcome classes of the deals, one column for each choice."""
        return self._answers(worlds, choices, self.bavneys)

    def kots(self, worlds: Worlds, choices: Sequence[Chosen], bavneys: bool) -> Answers:
        """The kots of the deals: 2, -2, or 0 for neither; with `bavneys` also 3 and -3."""
        found = self._answers(worlds, choices, bavneys)
        return Answers(*(np.where(abs(codes) == 1, np.int8(0), codes) for codes in found))

    def _answers(self, worlds: Worlds, choices: Sequence[Chosen], bavneys: bool) -> Answers:
        answers = nothing_known(len(worlds), len(choices), bavneys)
        for column, chosen in enumerate(choices):
            if time.monotonic() >= self.until:
                break
            answers.worst[:, column] = answers.best[:, column] = self._played(
                worlds, chosen, bavneys
            )
        return answers

    def _played(self, worlds: Worlds, chosen: Chosen, bavneys: bool) -> NDArray[np.int8]:
        """The codes of the worlds, each played out after this choice."""
        codes = np.zeros(len(worlds), np.int8)
        for rows, start in self._starts(worlds, chosen):
            hands = worlds[rows]
            ends = play_out(
                start,
                np.ascontiguousarray(hands),
                [chosen.card.index if isinstance(chosen, Move) else -1],
                barred=self.template.known.barred[: self.template.variant.seats],
                policies=self.policy,
                seed=int(np.bitwise_xor.reduce(hands[:, 0])),
                bavneys=bavneys,
            )
            codes[rows] = codes_of(start, ends)[:, 0]
        return codes

    def _starts(
        self, worlds: Worlds, chosen: Chosen
    ) -> list[tuple[slice | NDArray[np.int64], Position]]:
        """The worlds, and where they start; by the leader, where the cards say who that is."""
        place = partial(self.template.position, chosen=0 if isinstance(chosen, Move) else chosen)
        if self.template.played or self.template.variant.get("beranga_leader") != "holder_of_2C":
            return [(slice(None), place(world_hands(worlds[0])))]
        two = np.uint64(LOWEST_CLUB.bit)
        leader = (worlds[:, : self.template.variant.seats] & two > 0).argmax(axis=1)
        groups = [np.flatnonzero(leader == seat) for seat in np.unique(leader)]
        return [(rows, place(world_hands(worlds[rows[0]]))) for rows in groups]


def codes_of(position: Position, ends: NDArray[np.int8]) -> NDArray[np.int8]:
    """The outcome codes of hands of two sides, by what `play_out` says of them.

    `ends`: int8 (..., 4); the codes are int8 (...). A bavney is one where every trick was played.
    """
    variant, total = position.variant, position.tricks_total
    if variant.points == "tens":
        rule = str(variant["dehla_result"])
        table = [[class_of_tens(tens, rule, tricks) for tricks in range(14)] for tens in range(5)]
        return np.array(table, np.int8)[ends[..., 0], ends[..., 2]]
    a, b = ends[..., 0].astype(np.int64), ends[..., 1].astype(np.int64)
    need = total if variant.collecting else total // 2 + 1
    even = -1 if variant.half_loses else 0
    one = np.where(2 * a > total, 1, np.where(2 * b > total, -1, even))
    ours = (a >= need) & ((b == 0) | (position.kot > 0))
    theirs = (b >= need) & ((a == 0) | (position.kot < 0))
    kots = ours.astype(np.int8) - theirs
    if not variant.collecting:
        kots += (ends[..., 2] == total).astype(np.int8) - (ends[..., 3] == total)
    return np.asarray(one + kots, np.int8)


def closed_by(policy: str = FIRST) -> Judge:
    """The judge of hands played out by this policy at every seat; OptionError for another name."""
    if policy not in POLICIES:
        raise OptionError(f"there is no policy {shown(policy)}: expected {', '.join(POLICIES)}")

    def evaluator(
        template: PositionTemplate, make_solver: Callable[[], Any] | None, node_limit: int | None
    ) -> _ClosedEvaluator:
        if node_limit:
            raise OptionError("a node limit is for open hands: closed ones are not searched")
        return _ClosedEvaluator(template, policy)

    return Judge("closed" if policy == FIRST else f"closed:{policy}", evaluator, CARD_SAMPLES)


CLOSED = closed_by()
"""Each seat sees its own cards; all are played by the learnt policy."""


def find_judge(name: str) -> Judge:
    """The judge "open", "closed", or "closed:" and a policy; OptionError for other names."""
    if name == OPEN.name:
        return OPEN
    head, _, policy = name.partition(":")
    if head != CLOSED.name:
        raise OptionError(f"there is no judge {shown(name)}: expected open, closed or closed:thumb")
    return closed_by(policy) if policy else CLOSED


def method_of(judge: str) -> str:
    """Who plays, in words, by the name of a judge; OptionError for the name of none."""
    if find_judge(judge) == OPEN:
        return "open hand"
    return f"closed hands, {CLOSED_PLAYERS[judge.partition(':')[2] or FIRST]}"
