"""The accounting trace of rules.md E14: who won each trick, which with aces, and who collects."""

WINNERS = (0, 0, 1, 1, 2, 2, 3, 0, 0, 3, 1, 1, 0)
ACES = frozenset({1, 2, 8, 9})
"""Numbers of the tricks that were won by an ace."""
SINGLE = (7, 6)
RULES: tuple[tuple[dict[str, object], tuple[int, int]], ...] = (
    ({}, (8, 5)),
    ({"no_collect": {2}}, (6, 7)),
    ({"no_collect": {2, 3, 4}}, (10, 3)),
    ({"no_collect": {12}}, (11, 2)),
    ({"no_collect": {2, 12}}, (9, 4)),
    ({"ace_rule": "block"}, (3, 10)),
    ({"no_collect": {2, 3, 4}, "ace_rule": "block"}, (7, 6)),
    ({"first_streak": 3}, (13, 0)),
)
"""What is set beside the plain game, and what A and B collect."""

SHORT = (0, 0, 0, 1, 1)
SHORT_ACES = frozenset({1, 2})
SHORT_RULES = (("off", (2, 3)), ("block", (3, 2)), ("reset", (0, 5)))
"""The ace rules on the short trace."""

DEMOTED = (0, 3, 1, 1, 2, 2, 3, 0, 3, 3, 1, 1, 0)
"""Who wins the same cards when an ace led right after an ace ranks below the two (`demote`): tricks
2 and 9 go to the fours. The accounts are then those of the plain rule."""
DEMOTED_TAKEN = (3, 10)
