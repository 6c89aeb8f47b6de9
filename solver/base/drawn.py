"""`Drawn`: the base of records that a terminal (rich) or a notebook can display; `Told`: in JSON.

A record does not draw itself. Both pass the request to the drawer that the package sets when
it is imported (`solver.views`), which is loaded when the first drawing is requested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import RenderableType


class Drawer(Protocol):
    """The interface of a module that draws records."""

    def rich_of(self, record: object) -> RenderableType:
        """The record as a rich renderable."""

    def html_of(self, record: object) -> str:
        """The record as HTML."""

    def json_of(self, record: object) -> dict[str, Any]:
        """The record as JSON can hold it."""


_find: Callable[[], Drawer] | None = None


def set_drawer(find: Callable[[], Drawer]) -> None:
    """Set the function that loads the drawer."""
    global _find
    _find = find


def _drawer() -> Drawer:
    assert _find is not None, "the package sets the drawer when it is imported"
    return _find()


def kind_of(record: object) -> str:
    """The name by which a record is told apart: an answer also by what was asked."""
    return str(getattr(record, "row", type(record).__name__))


class Drawn:
    """Base of the records that `rich.print` and notebooks display as a drawing."""

    __slots__ = ()

    def __rich__(self) -> RenderableType:
        return _drawer().rich_of(self)

    def _repr_html_(self) -> str:
        return _drawer().html_of(self)


class Told:
    """Base of the records whose names in JSON stand in one table with all others."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON can hold it, by the names of docs/json.md."""
        return _drawer().json_of(self)


class Found:
    """Base of records that are found, not typed: the representation is the first line of `str`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).splitlines()[0]}>"


class Result(Found, Drawn):
    """Base of the large results, which terminals and notebooks display."""

    __slots__ = ()
