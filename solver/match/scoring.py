"""The points for the result of one hand under a scoring and house rules.

`HandResult` describes the result of a hand; `score_hand` computes its points from a `Scoring`
(game/scoring.py) and the house rules. Side A is the caller's (or the bidder's), B the other.
Rotation is in `rotation.py`, running totals in `ledger.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..base.errors import MatchError
from ..base.outcomes import Outcome
from ..game.house_rules import House
from ..game.outcome_distribution import Number, distribution
from ..game.scoring import SCORINGS, Scoring, class_of_tens

TIE = Outcome.NONE


# ---- one hand ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandResult:
    """The result of one hand.

    - `outcome`: the class (A is the caller's side); None where only `points` count.
    - `points`: tricks, collected tricks or tens of A and B, or of each hand seat.
    - `failed`: a side at 7-0 went on and lost a trick.
    - `partner_stopped`: another player than the winner of trick 7 stopped the play.
    - `capitulated`: the loser resigned before both sides had a trick.
    - `challenged`: side B changed the trump, so KOT_A is an anti-kot.
    - `bid`: the contract of a game with bids.
    - `run`: three players; the winner took the first seven tricks.
    - `winners`: three players, or a dummy scored individually; hand seats.
    - `lone`: dummy rang; the hand seat of the player with the dummy.
    - `setter`: be-ranga; the hand seat whose card made trump.
    """

    outcome: Outcome | None = None
    points: tuple[int, ...] = ()
    failed: bool = False
    partner_stopped: bool = False
    capitulated: bool = False
    challenged: bool = False
    bid: int | None = None
    run: bool = False
    winners: tuple[int, ...] = ()
    lone: int | None = None
    setter: int | None = None


@dataclass(frozen=True, slots=True)
class HandScore:
    """The points of one hand: (A, B), or one number for each of three players.

    `winner`: 0 for side A, 1 for side B, None for nobody. `kot`: whether the hand counts as a kot
    for rotation and streaks. `taken_back`: kots that A loses (option value
    `cancels_opponents_kot`).
    """

    points: tuple[int, ...]
    winner: int | None
    kot: bool
    outcome: Outcome | None
    taken_back: int = 0
    winners: tuple[int, ...] = field(default=())


def effective(result: HandResult, house: House) -> Outcome:
    """The class that is scored, by the rules of stopping, going on and resigning (1.6)."""
    outcome = result.outcome
    if outcome is None:
        outcome = class_of_points(result.points, house)
    sign = 1 if outcome > 0 else -1
    if result.capitulated:
        if house["capitulate_early_is_baunie"]:
            return Outcome(3 * sign)
        return outcome
    if result.failed:
        if abs(outcome) != 2:
            raise MatchError("only a side that had a kot can go on and fail")
        if house["continue_fail"] == "simple_win":
            return Outcome(sign)
        if house["continue_fail"] == "opponents_win":
            return Outcome(-sign)
        return outcome
    wrong_partner = result.partner_stopped and house["who_may_stop"] == "winner_of_trick_7"
    if wrong_partner and abs(outcome) == 2 and house["partner_stop"] == "simple_win":
        return Outcome(sign)
    return outcome


def score_hand(scoring: Scoring, house: House, result: HandResult) -> HandScore:
    """The points of a hand, without streaks; MatchError when the result is incomplete."""
    if scoring.kind == "bid":
        return _score_bid(result)
    if scoring.kind == "seats":
        return _score_three(scoring, house, result)
    if scoring.kind == "sars":
        return _score_sars(house, result)
    outcome = effective(result, house)
    goon = 1
    if house["beranga_goon"] == "not_trump_setter_side" and result.setter is not None:
        goon = 1 - result.setter % 2
    here = house.scored(scoring)
    pair = _whole(here, outcome, goon)
    taken_back = 0
    kot = abs(outcome) >= 2
    if result.challenged and outcome > 0 and kot:  # the anti-kot
        pair = (pair[0] * int(house["anti_kot_value"]), 0)
    all_four = outcome == Outcome.KOT_B or (outcome < 0 and result.points[:1] == (0,))
    cancels = house.game == "dehla" and house["dealer_four"] == "cancels_opponents_kot"
    if cancels and all_four:
        outcome, taken_back, kot = Outcome.WIN_B, 1, False
        pair = _whole(here, outcome)
    winner = None if outcome == TIE else 0 if outcome > 0 else 1
    return HandScore(pair, winner, kot, outcome, taken_back)


def is_straight_win(house: House, result: HandResult, score: HandScore) -> bool:
    """Whether this hand is one of the straight wins that make a kot (1.10, 4.3 `streak_needs`).

    A result that does not tell the tens counts as won with three. Nobody's hand and kots are none.
    """
    if score.winner is None or score.kot:
        return False
    tens = result.points if house.game == "dehla" and sum(result.points) == 4 else ()
    return not tens or house["streak_needs"] == "any_win" or tens[score.winner] >= 3


def _whole(scoring: Scoring, outcome: Outcome, goon_side: int = 1) -> tuple[int, int]:
    """The points as whole numbers; MatchError where they are not."""
    a, b = scoring.points(outcome, goon_side)
    if a != int(a) or b != int(b):
        raise MatchError(f"{scoring.title}: a match is scored in whole points, not {a:g} or {b:g}")
    return int(a), int(b)


def _score_bid(result: HandResult) -> HandScore:
    if result.bid is None or len(result.points) != 2:
        raise MatchError("a bid game needs the bid and the tricks of both sides, such as 8-5 bid=8")
    made = result.points[0] >= result.bid
    return HandScore(
        (result.bid if made else -result.bid, 0),
        0 if made else 1,
        False,
        Outcome(1 if made else -1),
    )


def _score_three(scoring: Scoring, house: House, result: HandResult) -> HandScore:
    winners = result.winners
    if not winners:
        winners = three_winners(result.points, house)
    points = [0, 0, 0]
    for seat in winners:
        values = scoring.kot if result.run and len(winners) == 1 else scoring.win
        points[seat] = int(values[0 if seat == 0 else 1])
    won = None if not winners else 0 if 0 in winners else 1
    return HandScore(tuple(points), won, result.run, None, winners=winners)


def _score_sars(house: House, result: HandResult) -> HandScore:
    """Dummy rang: three scores by hand seat, without the dummy's (rules.md 8.3)."""
    if house["dummy_score"] == "individual":
        if len(result.points) != 4 or result.lone is None:
            raise MatchError("individual dummy scores need four numbers and lone=seat")
        dummy = (result.lone + 2) % 4
        own = list(result.points)
        own[result.lone] += own[dummy]
        own[dummy] = 0
        sides = (own[0] + own[2], own[1] + own[3])
        return _sars(tuple(own), sides)
    if len(result.points) != 2 or result.lone is None:
        raise MatchError("a dummy hand needs the tricks of both sides and lone=seat, as 8-5 lone=0")
    dummy = (result.lone + 2) % 4
    four = [result.points[seat % 2] for seat in range(4)]
    four[dummy] = 0
    return _sars(tuple(four), (result.points[0], result.points[1]))


def _sars(four: tuple[int, ...], sides: tuple[int, int]) -> HandScore:
    winner = 0 if sides[0] > sides[1] else 1
    return HandScore(four, winner, min(sides) == 0, None)


# ---- result tables -------------------------------------------------------------------------


def class_of_tricks(tricks_a: int, total: int = 13) -> Outcome:
    """The class by the number of tricks: all are a kot, otherwise the majority wins (3.3)."""
    if tricks_a in (0, total):
        return Outcome(2 if tricks_a else -2)
    return Outcome(1 if 2 * tricks_a > total else -1)


def class_of_winners(winners: Sequence[int], need: int = 7, hard: bool = False) -> Outcome | None:
    """The class of a plain hand from the winners' seats in order; None while undecided.

    The first `need` tricks are a kot, all `2 * need - 1` a bavney unless `hard` (play stops at
    `need`). When play stopped at 7-0 the class is the kot. It stays the kot when the side went on
    and lost a trick; see `failed_run` and the option `continue_fail`.
    """
    sides = [seat % 2 for seat in winners]
    for count in range(1, len(sides) + 1):
        for side in (0, 1):
            if sides[:count].count(side) == need:
                sign = 1 if side == 0 else -1
                if count > need:
                    return Outcome(sign)
                whole = len(sides) == 2 * need - 1 and len(set(sides)) == 1
                return Outcome(sign * (3 if whole and not hard else 2))
    return None


def failed_run(winners: Sequence[int], need: int = 7) -> bool:
    """Whether a side took the first `need` tricks, went on and lost one."""
    sides = [seat % 2 for seat in winners]
    return len(set(sides[:need])) == 1 and len(sides) > need and len(set(sides)) == 2


def class_of_points(points: Sequence[int], house: House) -> Outcome:
    """The class that follows from the points of both sides.

    MatchError when none follows: no pair of numbers, an undecided hand, or too many points.
    """
    if len(points) != 2:
        raise MatchError("the result names no class, such as KOT_A or WIN_B")
    a, b = points
    said = f"{a}-{b}"
    if house.game == "dehla":
        if a + b != 4:
            raise MatchError(f"{said}: the two sides share four tens")
        return class_of_tens(a, house["dehla_result"])
    total = 8 if house.game == "chokri" else 13
    if a + b > total:
        raise MatchError(f"{said}: there are only {total} tricks")
    if house.game in ("double-sar", "be-ranga", "dummy"):
        if a + b != total:
            raise MatchError(f"{said}: the two sides collect {total} tricks")
        return class_of_tricks(a, total)
    need = 5 if house.game == "chokri" else 7
    if house.game == "chokri" and a == b == 4:
        return Outcome.WIN_B
    if max(a, b) < need:
        raise MatchError(f"{said} decides nothing: a side needs {need} tricks")
    sign = 1 if a > b else -1
    if min(a, b):
        return Outcome(sign)
    return Outcome(sign * (3 if max(a, b) == total else 2))


def check_result(result: HandResult, house: House) -> None:
    """Raise MatchError when the class of a whole hand and its points contradict each other.

    A side that went on at 7-0 may have lost tricks after its kot; a resigned hand may end at any
    count. Where the house does not tell whether tricks or collected tricks are counted (be-ranga),
    one of both must fit.
    """
    outcome, points = result.outcome, result.points
    if outcome is None or len(points) != 2 or result.capitulated:
        return
    a, b = points
    tens = house.game == "dehla" and a + b <= 4
    total = 4 if tens else 8 if house.game == "chokri" else 13
    said = f"{outcome.words} does not go with {a}-{b}"
    if a + b > total:
        raise MatchError(f"{said}: there are only {total} {'tens' if tens else 'tricks'}")
    found: set[Outcome] = set()
    if tens:
        if a + b == total:
            tied = a == 2 and house["dehla_result"] == "tricks_decide"
            found = (
                {Outcome.WIN_A, Outcome.WIN_B}
                if tied
                else {class_of_tens(a, house["dehla_result"])}
            )
    elif house.game in ("double-sar", "be-ranga", "dummy", "dehla"):
        if a + b == total:
            found.add(class_of_tricks(a, total))
        if house.game == "be-ranga":
            found |= _classes_of_tricks(a, b, total)
    else:
        found = _classes_of_tricks(a, b, total)
    if not found:
        raise MatchError(f"{said}: {a}-{b} decides nothing")
    if outcome not in found:
        words = " or ".join(each.words for each in sorted(found, key=abs))
        raise MatchError(f"{said}: {a}-{b} is {words}")


def _classes_of_tricks(a: int, b: int, total: int) -> set[Outcome]:
    """The classes that a hand can have in which the sides have taken a and b tricks."""
    need = total // 2 + 1
    if 2 * a == 2 * b == total:
        return {Outcome.WIN_B}
    if max(a, b) < need or min(a, b) >= need:
        return set()
    sign = 1 if a > b else -1
    if min(a, b):  # the first seven, and then a trick lost
        return {Outcome(sign), Outcome(2 * sign)}
    return {Outcome(3 * sign) if max(a, b) == total else Outcome(2 * sign)}


def three_stopped(tricks: Sequence[int], total: int = 17) -> bool:
    """Whether a three-player hand is over: one has more than each other can still reach, or took
    the first seven (rules.md 8.1)."""
    left = total - sum(tricks)
    if sum(tricks) == 7 and max(tricks) == 7:
        return True
    return left == 0 or any(
        all(mine > other + left for j, other in enumerate(tricks) if j != i)
        for i, mine in enumerate(tricks)
    )


def three_winners(tricks: Sequence[int], house: House) -> tuple[int, ...]:
    """The winners of a finished hand of three, by `three_tie` when two are equal at the top."""
    if len(tricks) != 3:
        raise MatchError("a three-player result needs three numbers, such as 9-5-3")
    top = max(tricks)
    best = tuple(seat for seat in range(3) if tricks[seat] == top)
    if len(best) == 1:
        return best
    if len(best) == 3:
        raise MatchError("three equal players: 17 tricks cannot be shared so")
    if house["three_tie"] == "no_score":
        return ()
    if house["three_tie"] == "both":
        return best
    return tuple(seat for seat in range(3) if seat not in best)


# ---- from a class distribution to expected points ------------------------------------------


@dataclass(frozen=True, slots=True)
class Expected:
    """The mean points of one hand for A and for B under one scoring."""

    scoring: Scoring
    a: Number
    b: Number

    @property
    def margin(self) -> Number:
        """A's mean points minus B's."""
        return self.a - self.b


def expected_score(
    weights: Mapping[Outcome, Number],
    scoring: Scoring,
    house: House,
    streak: tuple[int, int] = (0, 0),
    challenged: bool = False,
) -> Expected:
    """The mean points (A, B) of a hand; `streak`: straight wins of A and of B before it."""
    a: Number = 0
    b: Number = 0
    for outcome, chance in distribution(weights).items():
        result = HandResult(outcome, challenged=challenged)
        score = score_hand(scoring, house, result)
        pair = [score.points[0] - score.taken_back, score.points[1]]
        plain_win = is_straight_win(house, result, score)
        if scoring.streak and plain_win and streak[score.winner or 0] + 1 >= scoring.streak:
            pair[score.winner or 0] += 1
        a += chance * pair[0]
        b += chance * pair[1]
    return Expected(scoring, a, b)


def expected_in_all(
    weights: Mapping[Outcome, Number], house: House, scorings: Sequence[Scoring] = SCORINGS
) -> tuple[Expected, ...]:
    """The mean points under every scoring that counts classes, from one outcome distribution."""
    return tuple(
        expected_score(weights, scoring, house) for scoring in scorings if scoring.kind == "class"
    )
