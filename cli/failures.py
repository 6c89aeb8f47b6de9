"""How a command ends that cannot answer: one sentence and an exit code.

A mistake in the options has code 2, one in the cards or records 3. What reads text raises these;
nothing here knows a card, an option or a server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

USAGE, ILLEGAL, BUDGET, UNFINISHED, INTERRUPTED = 2, 3, 4, 5, 130


class Failure(Exception):
    """Ends the command with one sentence for the user and an exit code."""

    def __init__(self, sentence: str, code: int = USAGE) -> None:
        super().__init__(sentence)
        self.code = code


@contextmanager
def as_usage(option: str = "") -> Iterator[None]:
    """Turn an error of the library into a usage Failure that begins with the option's name."""
    from solver import HakemError
    from solver.base.errors import ResumeError

    try:
        yield
    except ResumeError as error:
        raise Failure(f"--resume: {error}") from None
    except HakemError as error:
        raise Failure(f"{option}: {error}" if option else str(error)) from None


def refusal_of(error: Exception) -> tuple[str, int] | None:
    """The sentence and the exit code of a refusal; None for any other error."""
    from solver import HakemError
    from solver.base.errors import ResumeError, UnfinishedError

    if isinstance(error, Failure):
        return str(error), error.code
    if isinstance(error, ResumeError):
        return f"--resume: {error}", USAGE
    if isinstance(error, HakemError):
        return str(error), ILLEGAL
    if isinstance(error, UnfinishedError):
        return str(error), UNFINISHED
    return None
