"""Which judge a question is asked of: open hands, closed ones, or both; for every command alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from .failures import Failure, as_usage

if TYPE_CHECKING:
    from solver import Variant
    from solver.decide.evaluators import Judge
    from solver.decide.study import Progress, Study

    from .told import Solving

    Watch = Callable[[Progress], object]

__all__ = [
    "JudgeNamed",
    "JudgeWord",
    "asked_by_kind",
    "asked_of_each_kind",
    "judges_by_kind",
    "of_each_kind",
]

Found = TypeVar("Found")
JudgeWord = Literal["open", "closed", "both"]
JUDGES: tuple[JudgeWord, ...] = ("open", "closed", "both")


@dataclass(frozen=True)
class JudgeNamed:
    """What is typed of the judge; `open_only` is the short form of `open`."""

    judge: str | None = None
    open_only: bool = False

    def word(self, game: Variant) -> JudgeWord:
        """The judge asked for, by default both where hands can be played out, else open hands.

        A Failure where nobody can play as asked.
        """
        from solver.decide.closed_hands import why_not_closed

        if self.judge is None:
            return "open" if self.open_only or why_not_closed(game) is not None else "both"
        word = next((each for each in JUDGES if each == self.judge.strip().lower()), None)
        if word is None:
            raise Failure(f"--judge: expected open, closed or both, not '{self.judge}'")
        if self.open_only and word != "open":
            raise Failure(f"--open is --judge open: leave out --judge {word}")
        why = None if word == "open" else why_not_closed(game)
        if why is not None:
            raise Failure(f"--judge {word}: no closed hands in {why}")
        return word


def asked_of_each_kind(ask: Callable[[Judge], Study[Any]], solving: Solving) -> dict[str, Any]:
    """What closed hands say, by the kind of players; that of the first kind stands first."""

    def run(watch: Watch, judge: Judge) -> Any:
        with as_usage():
            study = ask(judge)
        return study.run(watch)

    return asked_by_kind(run, solving)


def judges_by_kind() -> dict[str, str]:
    """The names of the judges of closed hands, by the kind of players."""
    from solver.decide.closed_hands import CLOSED_PLAYERS, closed_by

    return {kind: closed_by(kind).name for kind in CLOSED_PLAYERS}


def of_each_kind(found: Callable[[Judge], Found]) -> dict[str, Found]:
    """What is found by the judge of each kind of players; the first kind stands first."""
    from solver.decide.closed_hands import CLOSED_PLAYERS, closed_by

    return {kind: found(closed_by(kind)) for kind in CLOSED_PLAYERS}


def asked_by_kind(run: Callable[..., Any], solving: Solving) -> dict[str, Any]:
    """The same of what runs by itself: `run` takes the watcher of the progress, and `judge`."""
    return of_each_kind(lambda judge: solving.solved(partial(run, judge=judge)))
