"""`SavedState`: a file that keeps what a long run has found, so that it can be taken up again.

It holds the question and a state, both as JSON, under a checksum. A file of another question is
refused by naming what differs. The file is replaced as a whole, so that a run that is killed leaves
the state before the step at work. Nothing here knows what a state means.

    hakem counts 1 <checksum of all that follows>
    {"question": {"command": "kot", "game": ..., "seed": ...}, "state": {...}}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..base.errors import ResumeError
from ..base.version import __version__
from ..base.whole_files import check_place, read_regular, sealed, unsealed, write_whole

__all__ = ["SavedState", "saved_seed"]

FORMAT = 1
_NAME = b"hakem counts"


class SavedState:
    """The file of one run; ResumeError where it keeps another question, or cannot be read.

    WriteError where it cannot be written. It is not there before the first state is.

    `question`: what the run is about, by names that a message can use; the order is that in which
    differences are looked for.
    """

    def __init__(self, path: Path, question: Mapping[str, Any]) -> None:
        self.path = path
        # As JSON gives it back: numbers as they are, all else as text.
        self.question = json.loads(json.dumps({"program": __version__, **question}))
        found = _read(path)
        self.state: dict[str, Any] | None = None
        if found is None:
            check_place(path)  # refused before the work
            return
        theirs = found["question"]
        for name in dict.fromkeys([*self.question, *theirs]):
            if theirs.get(name) != self.question.get(name):
                raise ResumeError(
                    f"{path} keeps another question: its {name} is {_said(theirs.get(name))}, not "
                    f"{_said(self.question.get(name))}"
                )
        self.state = found["state"]

    def write(self, state: Mapping[str, Any]) -> None:
        """Replace the state in the file."""
        body = json.dumps({"question": self.question, "state": state}).encode()
        write_whole(self.path, sealed(_NAME, FORMAT, body), force=False)

    def damaged(self) -> ResumeError:
        """The refusal of a state that does not fit its question."""
        return ResumeError(f"{self.path} is damaged: its counts do not fit its question")


def saved_seed(path: Path | None) -> int | None:
    """The seed of the run that this file keeps; None without a file."""
    found = None if path is None else _read(path)
    return None if found is None else found["question"].get("seed")


def _read(path: Path) -> dict[str, Any] | None:
    """The question and the state in the file; None where there is no file."""
    try:
        data = read_regular(path, ResumeError)
    except (FileNotFoundError, NotADirectoryError):
        return None
    body = unsealed(_NAME, FORMAT, data, path, ResumeError)
    try:
        found = json.loads(body)
        question, state = found["question"], found["state"]
        sound = isinstance(question, dict) and isinstance(state, dict)
        sound = sound and isinstance(question.get("seed"), int)
    except (KeyError, TypeError, ValueError, RecursionError):
        sound = False
    if not sound:
        raise ResumeError(f"{path} is damaged: it holds no question and no counts")
    kept: dict[str, Any] = found
    return kept


def _said(value: Any) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
