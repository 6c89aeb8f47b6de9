"""`hakem play --live`: a hand in progress, a card a line, with advice at each own turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .output import complain, emit, line_typed

if TYPE_CHECKING:
    from solver import Card, Knowledge

    Play = Sequence[Card | str]

_ENDS = ("q", "quit", "exit")
_KEYS = (
    "A card as it is played, or several: SA, H10, D4 D9; u takes one back, u 3 three; ? asks "
    "again; q ends.\n"
)


def live(
    seat: int,
    play: Play,
    knows: Callable[[Play], Knowledge],
    advise: Callable[[Play], None],
) -> None:
    """Take the cards as they are played, from this play on, until the hand is over.

    `knows`: what the seat knows after a play; a card that cannot have been played is refused by it,
    named and not taken. `advise` prints what to play when the seat is to play.
    """
    from solver import HakemError

    words: list[Card | str] = list(play)
    told = -1  # for how many cards the advice was given
    emit(f"You are seat {seat}. {_KEYS}")
    while True:
        now = knows(words).position
        if now.over:
            emit(f"The hand is over: {now.owned[0]}-{now.owned[1]}.\n")
            break
        if now.to_move == seat and told != len(words):
            told = len(words)
            emit("\n")
            advise(words)
        place = f"trick {now.tricks_done + 1}, card {len(now.table) + 1}"
        whose = "you" if now.to_move == seat else f"seat {now.to_move}"
        emit(f"{place}, {whose} ")
        text = line_typed()
        if text is None or text.lower() in _ENDS:
            break
        word, _, number = text.lower().partition(" ")
        if word in ("u", "undo"):
            taken = int(number) if number.strip().isdigit() else 1
            if taken > len(words):
                complain(f"{len(words)} cards were played: that many can be taken back")
            else:
                del words[len(words) - taken :]
                told = -1
            continue
        if word in ("?", "help"):
            emit(_KEYS)
            told = -1
            continue
        try:
            words = _played(words, text, knows)
        except HakemError as fault:
            complain(str(fault))
    if words:
        emit(f"Played: {' '.join(map(str, words))}\n")


def _played(words: Play, text: str, knows: Callable[[Play], Knowledge]) -> list[Card | str]:
    """The play with these cards more; HakemError naming the one that cannot have been played."""
    from solver import Card

    found = list(words)
    for word in text.replace(",", " ").split():
        found.append("ask" if word.lower() == "ask" else Card.parse(word))
        knows(found)
    return found
