"""The challenge of a called trump (1.8): what the other side gains by changing it."""

from __future__ import annotations

from ..base.cards import Suit
from ..base.errors import OptionError, VariantError, shown
from ..base.outcomes import Between, Outcome
from ..core.engine import Solver
from ..game.deal import Deal
from ..game.position import Position
from ..game.variants import HOKM, Variant
from .answers import ChallengeAnswer
from .ladder import ladder
from .whole_hand import WholeHand

__all__ = ["challenge"]


def challenge(
    deal: Deal | str,
    called: Suit,
    solver: Solver | None = None,
    challenge_leader: str = "caller",
    challenge_target: str = "first7",
    variant: Variant = HOKM,
    node_limit: int = 0,
) -> ChallengeAnswer:
    """Whether seat 1 or 3 should change the called trump and try for the first seven tricks.

    challenge_leader: "caller" or "challenger", who leads after a challenge. challenge_target:
    "first7", or "any_run_of_7" for seven tricks in a row by the side at any time (docs/rules.md
    1.8). The node limit applies to the whole question; undecided entries are None. Raises
    OptionError for another word.
    """
    if challenge_leader not in ("caller", "challenger"):
        raise OptionError(
            f"challenge_leader cannot be {shown(challenge_leader)}: expected caller or challenger"
        )
    if challenge_target not in ("first7", "any_run_of_7"):
        raise OptionError(
            f"challenge_target cannot be {shown(challenge_target)}: expected first7 or any_run_of_7"
        )
    _need_plain(variant)
    given = Deal.parse(deal, str(variant["direction"]), variant.seats)
    start = Position.start(given, called, 0, variant)
    return challenge_within(
        WholeHand(solver, node_limit), start, challenge_leader, challenge_target
    )


def challenge_here(search: WholeHand, position: Position) -> ChallengeAnswer:
    """The result of a challenge of this position's trump, before the first lead."""
    _need_plain(position.variant)
    if position.trump is None or position.tricks_done or position.table or position.leader:
        raise OptionError(
            "a challenge comes after the call and before the lead: expected a trump, seat 0 to "
            "lead and no card played"
        )
    return challenge_within(search, position, "caller", "first7")


def challenge_within(
    search: WholeHand, start: Position, leads: str, target: str
) -> ChallengeAnswer:
    """The result of every possible challenge; all searches share the budget."""
    called = start.trump
    assert called is not None
    given = Deal(start.hands)
    as_called = search.classify(start, ladder(start))
    classes: dict[tuple[int, Suit], Between[Outcome]] = {}
    succeeds: dict[tuple[int, Suit], bool | None] = {}
    for suit in Suit:
        for seat in (1, 3):
            if suit == called:
                continue
            if seat == 3 and leads == "caller":
                classes[seat, suit] = classes[1, suit]
                succeeds[seat, suit] = succeeds[1, suit]
                continue
            leader = seat if leads == "challenger" else 0
            changed = Position.start(given, suit, leader, start.variant)
            classes[seat, suit] = worst, best = search.classify(changed, ladder(changed))
            made: bool | None = None
            if best <= Outcome.KOT_B:
                made = True
            elif worst > Outcome.KOT_B:
                made = False
            if target == "any_run_of_7" and not made:
                run = changed.tricks_total // 2 + 1
                made = search.run(search.solver.makes_run, changed, run)
            succeeds[seat, suit] = made
    # Seat 1 is asked before seat 3. A side that has its kot anyway gains nothing by a challenge.
    pays = as_called.low > Outcome.KOT_B
    sure = next((key for key in sorted(succeeds) if succeeds[key]), None)
    return ChallengeAnswer(called, as_called, classes, succeeds, sure if pays else None)


def _need_plain(variant: Variant) -> None:
    if not variant.plain:
        raise VariantError(f"{variant.name} knows no challenge of trumps: it is for plain games")
