"""The days whose ten questions were answered, kept for the streak in a file of the person.

The file stands where programs keep their state: `hakem/days.json` in XDG_STATE_HOME, by default in
`~/.local/state`. One that cannot be read or written is named and changes nothing else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from .output import remark

Marks = list[bool | None]


def _file() -> Path:
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "hakem" / "days.json"


def kept_days() -> dict[date, Marks]:
    """The marks of each day that was answered to its end."""
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
        return {date.fromisoformat(day): list(marks) for day, marks in found.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, TypeError) as fault:
        remark(f"{_file()}: cannot be read ({fault}); the streak begins anew")
        return {}


def keep_day(day: date, marks: Sequence[bool | None]) -> dict[date, Marks]:
    """All days with this one; the first result of a day stays."""
    from solver.base.whole_files import write_whole

    days = kept_days()
    if day in days:
        return days
    days[day] = list(marks)
    said = {each.isoformat(): marks for each, marks in sorted(days.items())}
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(), json.dumps(said) + "\n")
    except OSError as fault:
        remark(f"{_file()}: cannot be written ({fault.strerror}); this day is not kept")
    return days
