"""The book: what calling each suit is worth on every hand of five cards, counted once.

`find_book` opens the book of a game and `Book.advise` reads a hand; `build_book` solves deals,
`count_shards` counts them and `write_book` makes the file. Each public name is imported when it
is first used, so that reading a hand loads nothing of the builder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.lazily import names_on_demand

if TYPE_CHECKING:
    from .build import BuildReport, book_game, build_book
    from .classes import HandClasses, hand_classes
    from .counts import Counts, count_shards
    from .lessons import Claim, Lessons, Rule, Split, ValueOfRight, learn
    from .reader import (
        Book,
        BookAdvice,
        BookTable,
        find_book,
        write_book,
    )
    from .shards import Shard, find_shards, join_shards, read_shard
    from .tables import RANKINGS, HandTable, RankedHand

_HOMES = {
    "build": "BuildReport book_game build_book",
    "classes": "HandClasses hand_classes",
    "counts": "Counts count_shards",
    "lessons": "Claim Lessons Rule Split ValueOfRight learn",
    "reader": "Book BookAdvice BookTable find_book write_book",
    "shards": "Shard find_shards join_shards read_shard",
    "tables": "RANKINGS HandTable RankedHand",
}

__all__ = [
    "RANKINGS",
    "Book",
    "BookAdvice",
    "BookTable",
    "BuildReport",
    "Claim",
    "Counts",
    "HandClasses",
    "HandTable",
    "Lessons",
    "RankedHand",
    "Rule",
    "Shard",
    "Split",
    "ValueOfRight",
    "book_game",
    "build_book",
    "count_shards",
    "find_book",
    "find_shards",
    "hand_classes",
    "join_shards",
    "learn",
    "read_shard",
    "write_book",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = names_on_demand(__name__, _HOMES)
