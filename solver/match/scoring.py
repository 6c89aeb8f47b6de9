"""Scorings as data: what each result is worth, and how a match ends.

A `Scheme` is numbers only; `HandResult` says what happened in one hand; `score_hand` puts the two
together under the house rules.  Side A is the caller's (or the bidder's), B the other.
Rotation is in `rotation.py`, running totals in `ledger.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..errors import MatchError, OptionError, SchemeError
from ..game.house_rules import House
from ..game.outcome_distribution import Number, distribution
from ..game.scoring import find_scoring
from ..outcomes import Outcome

Pair = tuple[int, int]
TIE = Outcome.NONE


# ---- the data ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scheme:
    """One scoring.

    `kind`: `class` (six classes; `win`, `kot`, `bavney` are what side A or side B gets for its
    own), `bid` (plus or minus the bid), `seats` (three players: `win`, `kot` for the hakem or
    another), `sars` (every trick a point).  `streak` straight wins make one kot (0: no streaks).
    The match ends at `target` points or after `hands` hands; neither: when the players stop.
    """

    name: str
    title: str
    kind: str
    unit: str
    win: Pair = (0, 0)
    kot: Pair = (0, 0)
    bavney: Pair = (0, 0)
    streak: int = 0
    target: int | None = None
    hands: int | None = None
    goon_from_house: bool = False
    source: str = ""

    def points(self, outcome: Outcome, house: House | None = None, goon: int = 1) -> Pair:
        """Points (A, B) of a plain class, streaks aside; `house` supplies the goon value.

        `goon` is the side whose kot is a goon: B (1), or A (0) in some be-ranga games.
        """
        level = abs(int(outcome))
        if level == 0:
            return 0, 0
        values = (self.win, self.kot, self.bavney)[level - 1]
        side = 0 if outcome > 0 else 1
        value = values[int(side == goon)] if level > 1 else values[side]
        if level == 2 and side == goon and self.goon_from_house and house is not None:
            value = int(house["goon_value"])
        return (value, 0) if side == 0 else (0, value)

    def numbers(self, house: House | None = None) -> str:
        """The numbers in one line, as every output shows them."""
        goon = self.kot[1]
        if self.goon_from_house and house is not None:
            goon = int(house["goon_value"])
        if self.kind == "bid":
            parts = ["made +bid", "failed -bid"]
        elif self.kind == "sars":
            parts = ["1 a trick"]
        else:
            parts = [f"win {_pair(self.win)}", f"kot {_pair((self.kot[0], goon))}"]
            if self.kind == "class" and self.bavney != self.kot:
                parts.append(f"bavney {_pair(self.bavney)}")
        if self.streak:
            parts.append(f"{self.streak} straight wins 1 kot")
        if self.target is not None:
            parts.append(f"to {self.target} {self.unit}{'s' * (self.target != 1)}")
        elif self.hands is not None:
            parts.append(f"{self.hands} hands")
        return ", ".join(parts)

    def to_dict(self, house: House | None = None) -> dict[str, Any]:
        """For JSON: the name and every number."""
        goon = int(house["goon_value"]) if self.goon_from_house and house else self.kot[1]
        return {
            "name": self.name,
            "kind": self.kind,
            "unit": self.unit,
            "win": list(self.win),
            "kot": [self.kot[0], goon],
            "bavney": list(self.bavney),
            "streak": self.streak,
            "target": self.target,
            "hands": self.hands,
        }

    def __str__(self) -> str:
        return f"{self.name} ({self.numbers()})"


def _pair(values: Pair) -> str:
    return str(values[0]) if values[0] == values[1] else f"{values[0]}/{values[1]}"


def _plain(name: str, title: str, **more: Any) -> Scheme:
    """A scoring of the plain game: its numbers are those of `scoring.py`."""
    base = find_scoring(name)
    more.setdefault("win", _whole(base.win))
    more.setdefault("target", base.target)
    return Scheme(
        name,
        title,
        "class",
        base.unit.rstrip("s"),
        kot=_whole(base.kot),
        bavney=_whole(base.bavney),
        **more,
    )


def _whole(pair: tuple[float, float]) -> Pair:
    return int(pair[0]), int(pair[1])


SCHEMES: tuple[Scheme, ...] = (
    _plain("IR", "Iran: 1, 2 and 3 points, to seven", source="rules.md 1.10; W10, BIA, WUM"),
    _plain("NL", "Netherlands: 2, 5 and 15 points, sets of four hands", hands=4,
           source="rules.md 1.10; W10, TC-RB"),
    _plain("INPK", "India and Pakistan: kots, seven straight wins make one", win=(0, 0), streak=7,
           target=5, goon_from_house=True,
           source="rules.md 1.10; W10, PG-CP, TASH; five kots is ours (agreed at the table)"),
    _plain("POINTS", "Points: 1, 2, 3 and 4, to ten", source="rules.md 1.10; PG-CP, TASH"),
    Scheme("DOUBLE_SAR", "Double sar: kots, seven straight wins make one", "class", "kot",
           (0, 0), (1, 3), (1, 3), streak=7, target=5, goon_from_house=True,
           source="rules.md 3.4; W10, PG-CP; five kots is ours"),
    Scheme("DEHLA", "Dehla pakad: kots by four tens or seven straight wins", "class", "kot",
           (0, 0), (1, 1), (1, 1), streak=7, target=5,
           source="rules.md 4.3; PG-DP, TASH; five kots is ours"),
    Scheme("THREE", "Hokm for three: 1 point, first seven 2 or 3, to seven", "seats", "point",
           (1, 1), (2, 3), (2, 3), target=7, source="rules.md 8.1; W10, W25, WUM"),
    Scheme("DUMMY", "Dummy rang: every trick a point, to 104", "sars", "sar",
           target=104, source="rules.md 8.3; W25"),
    Scheme("DABA", "Daba rang: plus or minus the bid", "bid", "point",
           source="rules.md 7.3 (the score is ours)"),
    Scheme("CHOKRI", "Chokri: plus or minus the bid", "bid", "point",
           source="rules.md 8.4 (the score is ours)"),
    Scheme("CHOKRI_MAJORITY", "Chokri by majority: 1 point, kot 2", "class", "point",
           (1, 1), (2, 2), (2, 2), target=7, source="rules.md 8.4 (the score is ours)"),
)  # fmt: skip

_ALIASES = {"dehla pakad": "DEHLA", "dehla-pakad": "DEHLA", "double sir": "DOUBLE_SAR"}


def find_scheme(text: str) -> Scheme:
    """The scoring of that name in any spelling; SchemeError lists the known ones otherwise."""
    word = " ".join(text.strip().split())
    key = _ALIASES.get(word.lower(), word).lower().replace("-", "_").replace(" ", "_")
    for scheme in SCHEMES:
        if scheme.name.lower() == key:
            return scheme
    try:  # another name of a plain scoring
        return find_scheme(find_scoring(word).name)
    except OptionError:
        names = ", ".join(scheme.name for scheme in SCHEMES)
    raise SchemeError(f"there is no scoring {word[:40]!r}; known are {names}")


# ---- user-defined scorings -----------------------------------------------------------------

_TOP_KEYS = ("name", "title", "base", "unit", "win", "kot", "bavney", "streak", "target", "hands")


def read_scheme(text: str, source: str = "scoring") -> Scheme:
    """A scoring from a small TOML text; SchemeError names the file (`source`) and the key.

    Keys: `name`, `title`, `base` (a known scoring to start from), `unit`, `win`, `kot`, `bavney`
    (a number, or [as side A, as side B]), `streak`, `target`, `hands` (0 for none).
    """
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise SchemeError(f"{source}: this is no TOML: {fault}") from None
    except RecursionError:
        raise SchemeError(f"{source}: this is no TOML: nested too deep") from None
    for key in table:
        if key not in _TOP_KEYS:
            raise SchemeError(
                f"{source}: unknown key {key[:40]!r}; known are {', '.join(_TOP_KEYS)}"
            )
    base = Scheme("", "", "class", "point", source=source)
    if "base" in table:
        try:
            base = find_scheme(_text(table, "base", source))
        except SchemeError as fault:
            raise SchemeError(f"{source}: key 'base': {fault}") from None
        base = replace(base, source=f"{source}, after {base.name}")
    elif "win" not in table:
        raise SchemeError(f"{source}: key 'win' is missing (or a 'base' to start from)")
    if base.kind != "class" and {"bavney", "streak"} & set(table):
        raise SchemeError(f"{source}: key 'base': {base.name} knows no bavney and no streaks")
    changes: dict[str, Any] = {"name": _text(table, "name", source)}
    changes["title"] = _text(table, "title", source) if "title" in table else changes["name"]
    if "unit" in table:
        changes["unit"] = _text(table, "unit", source)
    for key in ("win", "kot", "bavney"):
        if key in table:
            changes[key] = _two(table[key], key, source)
    if "base" not in table:  # a class not named is worth as much as the one below it
        changes.setdefault("kot", changes["win"])
        changes.setdefault("bavney", changes["kot"])
    if "kot" in table:
        changes["goon_from_house"] = False
    if "streak" in table:
        changes["streak"] = _count(table["streak"], "streak", source)
    for key in ("target", "hands"):
        if key in table:
            changes[key] = _count(table[key], key, source) or None
    scheme = replace(base, **changes)
    if scheme.target is not None and scheme.hands is not None:
        if "target" in table and "hands" in table:
            raise SchemeError(
                f"{source}: key 'hands': a match ends by 'target' or by 'hands', not by both"
            )
        if "target" in table:
            scheme = replace(scheme, hands=None)
        else:
            scheme = replace(scheme, target=None)
    return scheme


def load_scheme(path: str) -> Scheme:
    """The scoring in a TOML file; SchemeError names the file and the key at fault."""
    try:
        with open(path, encoding="utf-8") as file:
            return read_scheme(file.read(), path)
    except OSError as fault:
        raise SchemeError(f"{path}: cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise SchemeError(f"{path}: is not a text file") from None


def _text(table: Mapping[str, Any], key: str, source: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        what = "is missing" if value is None else "must be a text on one line"
        raise SchemeError(f"{source}: key {key!r} {what}")
    return value.strip()


def _count(value: Any, key: str, source: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10_000:
        raise SchemeError(f"{source}: key {key!r} must be a whole number from 0 to 10000")
    return value


def _two(value: Any, key: str, source: str) -> Pair:
    parts = value if isinstance(value, list) else [value, value]
    if len(parts) != 2:
        raise SchemeError(f"{source}: key {key!r} must be one number or two, [as A, as B]")
    return _count(parts[0], key, source), _count(parts[1], key, source)


# ---- one hand ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandResult:
    """What happened in one hand.

    `outcome` is the class reached (A = caller's side); None where only `points` count.  `points`
    are tricks, collected tricks or tens of A and B, or of each hand seat.  `failed`: a side at
    7-0 went on and lost a trick.  `partner_stopped`: not the winner of trick 7 stopped the play.
    `capitulated`: the loser resigned before both sides had a trick.  `challenged`: side B changed
    the trump, so KOT_A is an anti-kot.  `bid` for bid games.  `run`: three players, the winner
    took the first seven.  `winners`: three players or individual dummy, hand seats.
    `lone`: dummy rang, the hand seat of the player with the dummy.  `setter`: be-ranga, the hand
    seat whose card made trump.
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
    """Points of one hand: (A, B), or one number for each of three players.

    `winner` is 0 for side A, 1 for side B, None for nobody; `kot` whether it counts as a kot for
    rotation and streaks; `taken_back` kots that A loses (`cancels_opponents_kot`).
    """

    points: tuple[int, ...]
    winner: int | None
    kot: bool
    outcome: Outcome | None
    taken_back: int = 0
    winners: tuple[int, ...] = field(default=())


def effective(result: HandResult, house: House) -> Outcome:
    """The class that is scored, after the rules of stopping, going on and resigning (1.6)."""
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


def score_hand(scheme: Scheme, house: House, result: HandResult) -> HandScore:
    """Points of a hand, streaks aside; MatchError when the result lacks what the scoring needs."""
    if scheme.kind == "bid":
        return _score_bid(result)
    if scheme.kind == "seats":
        return _score_three(scheme, house, result)
    if scheme.kind == "sars":
        return _score_sars(house, result)
    outcome = effective(result, house)
    goon = 1
    if house["beranga_goon"] == "not_trump_setter_side" and result.setter is not None:
        goon = 1 - result.setter % 2
    pair = scheme.points(outcome, house, goon)
    taken_back = 0
    kot = abs(outcome) >= 2
    if result.challenged and outcome > 0 and kot:  # the anti-kot
        pair = (pair[0] * int(house["anti_kot_value"]), 0)
    all_four = outcome == Outcome.KOT_B or (outcome < 0 and result.points[:1] == (0,))
    cancels = house.game == "dehla" and house["dealer_four"] == "cancels_opponents_kot"
    if cancels and all_four:
        outcome, taken_back, kot = Outcome.WIN_B, 1, False
        pair = scheme.points(outcome, house)
    winner = None if outcome == TIE else 0 if outcome > 0 else 1
    return HandScore(pair, winner, kot, outcome, taken_back)


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


def _score_three(scheme: Scheme, house: House, result: HandResult) -> HandScore:
    winners = result.winners
    if not winners:
        winners = three_winners(result.points, house)
    points = [0, 0, 0]
    for seat in winners:
        values = scheme.kot if result.run and len(winners) == 1 else scheme.win
        points[seat] = values[0 if seat == 0 else 1]
    won = None if not winners else 0 if 0 in winners else 1
    return HandScore(tuple(points), won, result.run, None, winners=winners)


def _score_sars(house: House, result: HandResult) -> HandScore:
    """Dummy rang: three scores, by hand seat, the dummy's seat left out (rules.md 8.3)."""
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


def _sars(four: tuple[int, ...], sides: Pair) -> HandScore:
    winner = 0 if sides[0] > sides[1] else 1
    return HandScore(four, winner, min(sides) == 0, None)


# ---- result tables -------------------------------------------------------------------------


def class_of_tricks(tricks_a: int, total: int = 13) -> Outcome:
    """Class when all tricks are counted at the end: all = kot, else majority (double sar, 3.3)."""
    if tricks_a in (0, total):
        return Outcome(2 if tricks_a else -2)
    return Outcome(1 if 2 * tricks_a > total else -1)


def class_of_winners(winners: Sequence[int], need: int = 7, hard: bool = False) -> Outcome | None:
    """Class of a plain hand from the winners' seats in order; None while it is open.

    First `need` tricks: kot; all `2 * need - 1`: bavney, unless `hard` (play stops at `need`).
    With play stopped at 7-0 the class is the kot; a kot whose side went on and lost stays KOT here
    (`failed_run` tells, `continue_fail` decides).
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
    """The class that the points of both sides tell, in a game that counts classes.

    MatchError when they tell none: no pair, an undecided hand, or more points than there are.
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
    if house.game in ("double-sar", "be-ranga"):
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


def class_of_tens(tens_a: int, table: str = "pagat", tricks_a: int | None = None) -> Outcome:
    """Class of a dehla hand from A's tens (rules.md 4.3); Outcome(0) when nobody wins.

    `tricks_a` of 13 decides two tens each under `tricks_decide`.
    """
    if not 0 <= tens_a <= 4:
        raise MatchError(f"a side takes 0 to 4 tens, not {tens_a}")
    if tens_a == 2 and table == "no_winner":
        return TIE
    if tens_a == 2 and table == "tricks_decide":
        if tricks_a is None:
            raise MatchError("two tens each: the collected tricks are needed to decide")
        return Outcome(1 if 2 * tricks_a > 13 else -1)
    if table == "w25":
        return Outcome((-1, 1, 1, 1, 2)[tens_a])
    return Outcome((-2, -1, 1, 1, 2)[tens_a])


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
    """Who wins a finished three-player hand, with `three_tie` for two equal at the top."""
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
    """Expected points of one hand for A and for B under one scoring; `margin` = A - B."""

    scheme: Scheme
    a: Number
    b: Number

    @property
    def margin(self) -> Number:
        """What the hand is worth to side A."""
        return self.a - self.b


def expected_points(
    weights: Mapping[Outcome, Number],
    scheme: Scheme,
    house: House,
    streak: Pair = (0, 0),
    challenged: bool = False,
) -> Expected:
    """Expected points (A, B) of a hand; `streak` = straight wins A and B stand at before it."""
    a: Number = 0
    b: Number = 0
    for outcome, chance in distribution(weights).items():
        score = score_hand(scheme, house, HandResult(outcome, challenged=challenged))
        pair = [score.points[0] - score.taken_back, score.points[1]]
        plain_win = score.winner is not None and not score.kot
        if scheme.streak and plain_win and streak[score.winner or 0] + 1 >= scheme.streak:
            pair[score.winner or 0] += 1
        a += chance * pair[0]
        b += chance * pair[1]
    return Expected(scheme, a, b)


def expected_in_all(
    weights: Mapping[Outcome, Number], house: House, schemes: Sequence[Scheme] = SCHEMES
) -> tuple[Expected, ...]:
    """Expected points under every scoring that counts classes, from the same distribution."""
    return tuple(
        expected_points(weights, scheme, house) for scheme in schemes if scheme.kind == "class"
    )
