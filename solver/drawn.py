"""Records that can be drawn: the terminal and the notebook ask a record for its picture here.

A record knows no drawing. `Drawn` hands the request on to the drawer that the package sets when it
is imported (`solver.views`, at the top of the house), which is loaded when the first picture is
asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import RenderableType


class Drawer(Protocol):
    """What draws records."""

    def rich_of(self, record: object) -> RenderableType:
        """The record for a terminal."""

    def html_of(self, record: object) -> str:
        """The record for a notebook."""


_find: Callable[[], Drawer] | None = None


def set_drawer(find: Callable[[], Drawer]) -> None:
    """Say where drawings come from: a function that loads the drawer."""
    global _find
    _find = find


def _drawer() -> Drawer:
    assert _find is not None, "the package sets the drawer when it is imported"
    return _find()


class Drawn:
    """Base of the records that `rich.print` and notebooks show as a picture."""

    __slots__ = ()

    def __rich__(self) -> RenderableType:
        return _drawer().rich_of(self)

    def _repr_html_(self) -> str:
        return _drawer().html_of(self)
