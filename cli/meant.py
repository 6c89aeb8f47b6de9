"""What a command line without a command means: cards ask for their answer, a game for its name.

No rule is known here; the records of `solver` read the cards.
"""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Container, Sequence
from contextlib import suppress
from random import Random

__all__ = ["game_for_command", "verb_for"]


def verb_for(words: Sequence[str], commands: Container[str]) -> str | None:
    """The command that cards without one are meant for; None where a command or option stands.

    Five cards ask for the trump to call, a deal for its solution.
    """
    text = " ".join(_before_options(words))
    if not text or words[0] in commands or (words[0].isalpha() and len(words[0]) > 3):
        return None
    return _verb_of(text)


def game_for_command(words: Sequence[str], commands: Container[str]) -> str | None:
    """The refusal of a line that begins with the name of a game; None where it does not.

    It names the command and the option that were meant.
    """
    plain = _before_options(words)
    if not plain or plain[0] in commands:
        return None
    from solver import HakemError
    from solver.match import find_rules

    for count in range(min(4, len(plain)), 0, -1):
        name = " ".join(plain[:count])
        try:
            find_rules(name)
        except HakemError:
            continue
        verb = _verb_of(" ".join(plain[count:])) if plain[count:] else None
        if verb is None:
            line = shlex.join(["hakem", "variants", name])
            more = shlex.join(["--variant", name])
            return f"{name} is a game, no command: `{line}` describes it, {more} asks about it"
        line = shlex.join(["hakem", verb, *words[count:], "--variant", name])
        return f"{name} is a game, no command: expected `{line}`"
    return None


def _before_options(words: Sequence[str]) -> list[str]:
    return list(itertools.takewhile(lambda word: not word.startswith("-"), words))


def _verb_of(text: str) -> str | None:
    """The command for these cards; None where they are neither five cards nor a deal."""
    from solver import Deal, HakemError
    from solver.decide.small_cards import small_hand

    with suppress(HakemError):
        return "trump" if len(small_hand(text, Random(0))[0]) == 5 else None
    with suppress(HakemError):
        Deal(text)
        return "solve"
    return None
