"""Names of a package that are imported when they are first used (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["names_on_demand"]


def names_on_demand(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package.

    `homes` gives for each of its modules the public names that live there, with blanks between.
    """
    home_of = {name: module for module, names in homes.items() for name in names.split()}

    def get(name: str) -> Any:
        module = home_of.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f".{module}", package), name)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home_of})

    return get, names
