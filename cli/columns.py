"""Answers as a table of fixed columns: `--format`, and the rows of each command.

What a table is made of stands in `solver.base.columns`; here is what a row says, beside the JSON
of the same command (docs/tables.md).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from solver.base.columns import FORMS, check_form, written_rows

from .failures import Failure, as_usage

__all__ = ["FormName", "form_of", "written_rows"]

FormName = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="FORM", help="csv or parquet; by the name of the file if not given."
    ),
]


def form_of(form: str | None, out: Path | str | None, usual: str | None = None) -> str:
    """The form that `--format` names, or the ending of the file; Failure where there is none.

    A table without a file is CSV.
    """
    ending = Path(out).suffix.removeprefix(".").lower() if out is not None else ""
    chosen = form or (ending if ending in FORMS else usual)
    if chosen is None:
        raise Failure(f"--out: {out} has no ending that tells a table, expected --format")
    with as_usage("--format"):
        check_form(chosen)
    if out is None and chosen != "csv":
        raise Failure(f"--format {chosen} needs a file: give --out")
    return chosen
