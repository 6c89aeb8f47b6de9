"""`hakem equity`: the chance to win the match from any score, and what each result is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from solver.base.errors import unread

from .arguments import Json, OpenOnly, with_groups
from .failures import Failure, as_usage
from .matches import HouseRules, Streak
from .output import emit_json, show
from .reading import input_bytes
from .seats import side_of
from .texts import RulesNamed, pair_of

if TYPE_CHECKING:
    from solver import Outcome, match

OutcomeDistribution = Mapping["Outcome", Any]


@with_groups
def equity(
    score: Annotated[
        str, typer.Option("--score", metavar="US-THEM", help="The score, ours first: 5-3.")
    ] = "0-0",
    caller: Annotated[
        str, typer.Option("--caller", metavar="WHO", help="Who calls now: us or them.")
    ] = "us",
    named: HouseRules = HouseRules(),
    streak: Streak = None,
    played: Annotated[
        int,
        typer.Option(
            "--hands", min=0, metavar="N", help="Hands played, where a match ends by hands."
        ),
    ] = 0,
    classes: Annotated[
        str | None,
        typer.Option(
            "--classes",
            metavar="COUNTS",
            help="How hands end for the caller's side: WIN_A=50,KOT_A=14,WIN_B=30,...",
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="The same from JSON counts, or the calls of `hakem trump --json`; - for a pipe.",
        ),
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="Every score, both callers.")] = False,
    open_only: OpenOnly = False,
    json: Json = False,
) -> None:
    """The chance to win the match from this score, solved exactly.

    --classes or --from give the outcome distribution of a hand; by default it is how random deals
    of the plain game end at the table, where players see their own cards only, and in a line what
    open hands make of it (--open: these alone). With the answer of `hakem trump --json` the four
    calls are compared at this score, as they come at the table.
    """
    if classes is not None and source is not None:
        raise Failure("--classes and --from both say how hands end: give one of them")
    asked = EquityAsked.of(
        named,
        score,
        caller,
        streak,
        played,
        classes,
        None if source is None else _text_of(source),
        open_only,
    )
    if json:
        emit_json(asked.to_dict(table))
    else:
        from solver.views.matches import equity_view

        if table and not 0 < (asked.rules.scoring.target or 0) <= 21:
            raise Failure("--table needs a match to at most 21 points")
        beside = None if classes or source or open_only else asked.with_open_hands()
        show(*equity_view(asked.solved, asked.state, asked.calls(), asked.said, table, beside))


class Source(NamedTuple):
    """A text of counts, or of the answer of `hakem trump --json`, and the file it is from."""

    name: str
    text: str


@dataclass(frozen=True)
class EquityAsked:
    """A match at a score: how hands end, this one by call, and in a sentence who says so."""

    rules: match.Rules
    solved: match.MatchEquity
    state: match.MatchState
    outcomes: OutcomeDistribution
    by_call: dict[str, OutcomeDistribution]
    said: str

    @classmethod
    def of(
        cls,
        named: RulesNamed,
        score: str,
        caller: str,
        streak: str | None,
        played: int,
        classes: str | None,
        source: Source | None,
        open_hands: bool = False,
    ) -> EquityAsked:
        """The match, solved."""
        from solver import match

        rules = named.rules()
        who = side_of(caller, "--caller")
        outcomes, calls, said = _outcomes(classes, source, rules, open_hands)
        points = pair_of(score, "--score")
        wins = (0, 0) if streak is None else pair_of(streak, "--streak")
        with as_usage():
            solved = match.MatchEquity(rules, outcomes)
            state = solved.state((points[0], points[1]), who, (wins[0], wins[1]), played)
        return cls(rules, solved, state, outcomes, calls, said)

    def with_open_hands(self) -> float:
        """Our chance if hands ended as open ones do."""
        from solver import find_variant, match

        state, game = self.state, self.rules.house.applied_to(find_variant("hokm"))
        solved = match.MatchEquity(self.rules, match.default_distribution(game, open_hands=True))
        chance = solved.at(state.score, state.caller, state.streak, state.hands)  # type: ignore[arg-type]
        return float(chance.value)

    def calls(self) -> list[tuple[str, float]]:
        """Our chance for each call, the best for the caller first."""
        found = [
            (name, float(self.solved.of_call(self.state, outcomes)))
            for name, outcomes in self.by_call.items()
        ]
        return sorted(found, key=lambda entry: entry[1], reverse=self.state.caller == 0)

    def to_dict(self, table: bool) -> dict[str, Any]:
        """The fields of its JSON; `table`: every score, too."""
        rules, state, solved = self.rules, self.state, self.solved
        chance = solved.at(state.score, state.caller, state.streak, state.hands)  # type: ignore[arg-type]
        answer: dict[str, Any] = {
            "score": list(state.score),
            "caller": "us" if state.caller == 0 else "them",
            "streak": list(state.streak),
            "hands": state.hands,
            "house": rules.house.name,
            "scoring": rules.played.to_dict(),
            "equity": float(chance.value),
            "win": float(chance.win),
            "draw": float(chance.draw),
            "lose": float(chance.lose),
            "after": {o.name: float(value) for o, value in solved.values(state).items()},
            "classes": {o.name: float(weight) for o, weight in self.outcomes.items()},
            "method": self.said,
        }
        if self.by_call:
            values = self.calls()
            answer["calls"] = dict(values)
            answer["best"] = values[0][0]
        if table:
            target = rules.scoring.target
            if target is None:
                raise Failure("--table needs a match by points")
            answer["table"] = {
                name: [
                    [float(solved.at((us, them), who).value) for them in range(target)]
                    for us in range(target)
                ]
                for who, name in ((0, "us"), (1, "them"))
            }
        return answer


def _outcomes(
    classes: str | None, source: Source | None, rules: match.Rules, open_hands: bool
) -> tuple[OutcomeDistribution, dict[str, OutcomeDistribution], str]:
    """(outcome distribution of all hands, those of this hand by call, a sentence on the source)."""
    from solver import find_variant, match

    variant = rules.house.applied_to(find_variant("hokm"))
    default = match.default_distribution(variant, open_hands=open_hands)
    from_what = match.OPEN_OUTCOMES_SOURCE if open_hands else match.DEFAULT_OUTCOMES_SOURCE
    said = f"hands as they typically end: {from_what}"
    if classes is not None:
        with as_usage("--classes"):
            return match.parse_outcome_distribution(classes), {}, "hands end as --classes says"
    if source is None:
        if rules.house.game != "hokm":
            raise Failure(f"say with --classes or --from how hands of {rules.house.title} end")
        return default, {}, said
    with as_usage(f"--from {source.name}"):
        outcomes, calls = match.outcome_distribution_from_json(source.text)
    if calls:
        return default, dict(calls), f"this hand by the study, later {said}"
    return outcomes, {}, f"hands end as {source.name} says"


def _text_of(source: str) -> Source:
    """The text of the file of `--from`, or of standard input."""
    try:
        raw = input_bytes("give counts") if source == "-" else Path(source).read_bytes()
        return Source(source, raw.decode("utf-8-sig"))
    except OSError as error:
        raise Failure(f"--from: {unread(source, error)}") from None
    except ValueError:
        raise Failure(f"--from: {source} is no text file") from None
