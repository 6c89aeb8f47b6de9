"""What a sampled study says in a player's words, before any figure.

One wording for every command: the choice is clearly best, or too close to call. Tests and levels
are not named here.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from .parts import NUMBER_WORDS, count_of

MORE = 8
"""How many times as many deals a study that decides nothing suggests."""


def verdict(
    best: Sequence[Text],
    others: Sequence[Text],
    close: Sequence[Text],
    deals: int | None = None,
    *,
    verb: str = "",
    ahead: bool = True,
    limited: bool = False,
    noun: str = "",
    exact: bool = False,
) -> Text:
    """The sentence: which choice to take, or which are too close to call and what tells more.

    `best` holds choices that are the same, such as two suits with the same cards. `others` are
    all other choices, `close` those that may be as good after so many `deals` (None: all there
    are). `ahead`: whether the best did better than each of these. `limited`: a node limit left
    deals open. `exact`: no other deals are possible. `noun` is what the choices are called, where
    there may be many.
    """
    said = Text(style="bold")
    if not close:
        why = ": clearly best." if others else ": there is no other choice."
        if exact and others and deals is not None:
            why = ": best, with all " + count_of(deals, "possible deal") + " counted."
        return said.append(f"{verb} " if verb else "").append_text(_listed(best, "or")).append(why)
    if len(close) == len(others) > 1:
        count = len(best) + len(others)
        number = NUMBER_WORDS.get(count, str(count))
        said.append(f"All {number}{noun and ' ' + noun} are too close to call")
        ahead = False
    else:
        said.append_text(_listed([*best, *close], "or")).append(": too close to call")
    if deals is not None:
        said.append(f" after {count_of(deals, 'deal')}")
    if ahead:
        said.append(", ").append_text(_listed(best, "and")).append(" ahead")
    if limited:
        return said.append("; `--node-limit 0` decides the deals left open.")
    return said.append("." if deals is None else f"; `--samples {MORE * deals}` tells more.")


def _listed(choices: Sequence[Text], word: str) -> Text:
    """`a, b or c`."""
    *first, last = choices
    if not first:
        return last.copy()
    return Text(", ").join(first).append(f" {word} ").append_text(last)


def odds(count: float, n: int, share: float) -> str:
    """How often, in words: `about 3 deals in 10`, `none of 500 deals`."""
    if count == 0:
        return f"none of {count_of(n, 'deal')}"
    if count == n:
        return "the only deal" if n == 1 else f"all {count_of(n, 'deal')}"
    if share < 0.01:
        return "fewer than 1 deal in 100"
    if share < 0.175:
        return f"about 1 deal in {round(1 / share)}"
    tenths = round(10 * share)
    words = {5: "about half the deals", 10: "nearly every deal"}
    return words.get(tenths, f"about {tenths} deals in 10")


def p_text(p: float) -> str:
    """A p value; a very small one as a bound."""
    return "< 0.0001" if p < 0.0001 else f"{p:.2g}"
