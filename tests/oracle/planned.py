"""Studies called with one keyword for each limit, as a test reads best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from solver import Plan, Workers

PLAN = {each.name for each in fields(Plan)}
WORKERS = {each.name for each in fields(Workers)}


def planned(study: Callable[..., Any]) -> Callable[..., Any]:
    """The same with `samples=`, `seed=`, `jobs=` ... in place of `plan=` and `workers=`."""

    def call(*args: Any, **settings: Any) -> Any:
        plan = {name: settings.pop(name) for name in PLAN & set(settings)}
        workers = {name: settings.pop(name) for name in WORKERS & set(settings)}
        return study(*args, plan=Plan(**plan), workers=Workers(**workers), **settings)

    return call
