"""Hakem: open-hand solver for Court Piece (Rang, Hokm, Troefcall) and its relatives.

The public names; `__init__.pyi` beside this file is their only list. Each is imported when it is
first used, so that reading cards and deals is quick and needs neither numpy nor the compiled
search; where the search is needed but has not been compiled, one sentence says so.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from .base.drawn import set_drawer

# The modules that a build makes from .pyx files.
_COMPILED = "solver.core"


def _names() -> dict[str, str]:
    """Each public name and the module it lives in ("" for a module of this package)."""
    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    rows = re.findall(r"^from \.(\S*) import (\w+) as \w+$", stub, re.MULTILINE)
    return {name: module for module, name in rows}


_HOME_OF = _names()
__all__ = sorted(_HOME_OF)

# Records ask for their pictures below; they are drawn at the top of the house.
set_drawer(lambda: import_module(".views", __name__))


def __getattr__(name: str) -> Any:
    module = _HOME_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        if not module:
            return import_module(f".{name}", __name__)
        home = import_module(f".{module}", __name__)
        if hasattr(home, name):
            value = getattr(home, name)
        else:  # the name of a module there
            value = import_module(f".{name}", home.__name__)
    except ModuleNotFoundError as missing:
        if missing.name is not None and missing.name.startswith(_COMPILED):
            raise ImportError(
                "Hakem's search is not compiled here: run `python -m pip install .` in its "
                "folder, or `python setup.py build_ext --inplace` to work on it",
                name=missing.name,
            ) from None
        raise
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
