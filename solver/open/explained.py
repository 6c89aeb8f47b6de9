"""`Reason` and the records of an explained line: what each reason means, and how it is said.

The rule of each reason stands beside its name in `Reason`; reasons.py applies them. The sentences
are put together here, so that every view says the same. Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ..base.cards import Card, Suit
from ..base.drawn import Told
from ..game.move import Move

__all__ = ["ExplainedCard", "ExplainedTrick", "Reason"]


class Reason(StrEnum):
    """Why a card of a line was played; "mover" is its player, "side" all who score with him.

    With a hidden trump, asking for it first makes another card. The 2 of hearts that is always the
    highest trump is of the trump suit. What is a trump, and what wins, is judged by the whole trick
    (a trump that was hidden may have been shown in it). A card has no reason where none holds.

    What only this card keeps. "Every other card" means every legal card but those that equal the
    one played (`groups_of_equals` in game/rules.py); there must be one. The cards that do keep it
    are then `ExplainedCard.best`: it is *alone* only where that is one card.

    keeps_bavney, keeps_kot, keeps_win, keeps_tie
                    the side has this class, and every other card makes the class worse
    saves_kot       the side loses, and every other card lets the other side make a kot
    saves_bavney    the side loses by a kot, and every other card makes it a bavney
    keeps_points    every other card gives up the class or a point within it, and some keep the
                    class; where the hand has no class, or it stands, every other gives up a point

    How the trick is won, and what the lead is for.

    makes_trump     the card makes its suit trump
    requests_trump  the mover asks for the hidden trump before it
    overruffs       as ruffs, where the card ahead before it was not of the suit led either
    ruffs           it is not of the suit led, and is ahead when it is played or wins the trick
    finesses        as wins; an opponent who played before it holds a higher card of the suit led,
                    and somebody has still to play
    overtakes       it is ahead when it is played, no ruff, and a card of the own side was ahead
    wins            it wins the trick and is no ruff
    draws_trumps    a trump led, the side wins the trick, and an opponent follows with a trump
    gives_ruff      it is led, and another player of the side wins the trick by a ruff
    crosses         it is led, and another player of the side wins the trick otherwise
    forces_ruff     it is led, and an opponent wins the trick by a ruff
    drives_out      a ten or higher and no ruff; it is ahead when it is played, the mover could play
                    a lower card of its suit, and an opponent wins the trick with a higher one
    gives_up        it is led, and an opponent wins the trick in neither of these ways

    Heaps and tens.

    collects        it wins the trick, and its side takes a heap of two tricks or more
    keeps_streak    it wins the trick, the heap stays, and the streak of the mover, who led, goes on
    breaks_streak   it wins the trick; the leader, of the other side, has a streak and would have
                    taken the heap with it, had his card won
    catches_ten     it wins a trick in which the other side has played a ten, where tens count
    throws_ten      a ten on a trick that another player of the side wins, where tens count

    Cards that do not win the trick.

    unblocks        it is of the suit led and not ahead when it is played, and every lower legal
                    card of that suit that does not equal it gives up the class or a point; there is
                    one
    ducks           it was not led, and an opponent wins the trick; with another legal card in place
                    of this one, all others being the same, the mover would have won it
    guards          a discard; every legal card of one or more other suits (`guarded`) gives up the
                    class or a point
    discards        it is neither of the suit led nor a ruff
    forced          the only legal card
    """

    KEEPS_BAVNEY = "keeps_bavney"
    KEEPS_KOT = "keeps_kot"
    KEEPS_WIN = "keeps_win"
    KEEPS_TIE = "keeps_tie"
    SAVES_KOT = "saves_kot"
    SAVES_BAVNEY = "saves_bavney"
    KEEPS_POINTS = "keeps_points"
    MAKES_TRUMP = "makes_trump"
    REQUESTS_TRUMP = "requests_trump"
    OVERRUFFS = "overruffs"
    RUFFS = "ruffs"
    FINESSES = "finesses"
    OVERTAKES = "overtakes"
    WINS = "wins"
    DRAWS_TRUMPS = "draws_trumps"
    GIVES_RUFF = "gives_ruff"
    CROSSES = "crosses"
    FORCES_RUFF = "forces_ruff"
    DRIVES_OUT = "drives_out"
    GIVES_UP = "gives_up"
    COLLECTS = "collects"
    KEEPS_STREAK = "keeps_streak"
    BREAKS_STREAK = "breaks_streak"
    CATCHES_TEN = "catches_ten"
    THROWS_TEN = "throws_ten"
    UNBLOCKS = "unblocks"
    DUCKS = "ducks"
    GUARDS = "guards"
    DISCARDS = "discards"
    FORCED = "forced"

    @property
    def words(self) -> str:
        """What the card does, as words to follow its name."""
        return _WORDS[self]

    @property
    def of_keeping(self) -> bool:
        """Whether it says what every other card gives up."""
        return self in _OF_SEVERAL


_WORDS = {
    Reason.KEEPS_BAVNEY: "alone keeps the bavney",
    Reason.KEEPS_KOT: "alone keeps the kot",
    Reason.KEEPS_WIN: "alone keeps the win",
    Reason.KEEPS_TIE: "alone keeps the tie",
    Reason.SAVES_KOT: "alone saves the hand from a kot",
    Reason.SAVES_BAVNEY: "alone saves the hand from a bavney",
    Reason.KEEPS_POINTS: "alone costs nothing",
    Reason.MAKES_TRUMP: "makes trump",
    Reason.REQUESTS_TRUMP: "has trump shown",
    Reason.OVERRUFFS: "overruffs",
    Reason.RUFFS: "ruffs",
    Reason.FINESSES: "wins the finesse",
    Reason.OVERTAKES: "overtakes",
    Reason.WINS: "wins",
    Reason.DRAWS_TRUMPS: "draws trumps",
    Reason.GIVES_RUFF: "gives partner a ruff",
    Reason.CROSSES: "puts partner on lead",
    Reason.FORCES_RUFF: "makes the other side ruff",
    Reason.DRIVES_OUT: "drives out a higher card",
    Reason.GIVES_UP: "gives the trick up",
    Reason.COLLECTS: "collects the heap",
    Reason.KEEPS_STREAK: "keeps the streak",
    Reason.BREAKS_STREAK: "breaks the streak",
    Reason.CATCHES_TEN: "catches a ten",
    Reason.THROWS_TEN: "gives partner the ten",
    Reason.UNBLOCKS: "unblocks",
    Reason.DUCKS: "ducks",
    Reason.GUARDS: "keeps a guard",
    Reason.DISCARDS: "discards",
    Reason.FORCED: "is forced",
}
_OF_SEVERAL = {
    Reason.KEEPS_BAVNEY: "alone keep the bavney",
    Reason.KEEPS_KOT: "alone keep the kot",
    Reason.KEEPS_WIN: "alone keep the win",
    Reason.KEEPS_TIE: "alone keep the tie",
    Reason.SAVES_KOT: "alone save the hand from a kot",
    Reason.SAVES_BAVNEY: "alone save the hand from a bavney",
    Reason.KEEPS_POINTS: "alone cost nothing",
}
"""The words of a reason of keeping after several cards that equal each other."""
_SILENT = frozenset({Reason.DISCARDS, Reason.FORCED})
"""Reasons that a sentence leaves out: they are plain to see."""
_WAYS = frozenset({Reason.FINESSES, Reason.OVERTAKES, Reason.COLLECTS})
"""Reasons that say more than that the card wins."""
_HEADLINES = (
    *(Reason.KEEPS_BAVNEY, Reason.KEEPS_KOT, Reason.SAVES_KOT, Reason.SAVES_BAVNEY),
    *(Reason.KEEPS_WIN, Reason.KEEPS_TIE, Reason.MAKES_TRUMP, Reason.COLLECTS),
    *(Reason.BREAKS_STREAK, Reason.CATCHES_TEN, Reason.THROWS_TEN, Reason.UNBLOCKS),
    *(Reason.KEEPS_STREAK, Reason.OVERRUFFS, Reason.RUFFS, Reason.FINESSES),
    *(Reason.DRAWS_TRUMPS, Reason.DRIVES_OUT, Reason.DUCKS, Reason.OVERTAKES),
    *(Reason.CROSSES, Reason.WINS, Reason.GIVES_UP),
)
"""The reasons that can stand for a whole trick, the most telling first."""


@dataclass(frozen=True, slots=True)
class ExplainedCard(Told):
    """A card of a line, the cards as good as it, and the reasons for it.

    `best` are all legal cards that keep the class and the points within it (points alone where the
    hand has no class), the card itself included. `all_keep` is true where that is every legal card,
    with or without a request for a hidden trump. `guarded` are the suits of the reason `guards`.
    """

    seat: int
    move: Move
    best: tuple[Card, ...]
    all_keep: bool
    reasons: tuple[Reason, ...]
    guarded: tuple[Suit, ...] = ()

    @property
    def card(self) -> Card:
        """The card played."""
        return self.move.card

    def said(self, reason: Reason) -> str:
        """This reason as words to follow the card."""
        if reason is Reason.GUARDS:
            return "keeps " + " ".join(suit.symbol for suit in self.guarded)
        return reason.words

    def sentence(self, reasons: Iterable[Reason]) -> str:
        """These reasons in words: `♠A wins`, `♠76 alone keep the kot, ♠7 ruffs`; none: empty.

        What several equal cards keep is said of them all; they are of one suit. What is plain to
        see, and that a card wins beside how it wins, is left out.
        """
        reasons = [reason for reason in reasons if reason not in _SILENT]
        if any(reason in _WAYS for reason in reasons):
            reasons = [reason for reason in reasons if reason is not Reason.WINS]
        parts = []
        own = []
        for reason in reasons:
            if reason in _OF_SEVERAL and len(self.best) > 1:
                ranks = "".join(card.rank.letter for card in self.best)
                parts.append(f"{self.card.suit.symbol}{ranks} {_OF_SEVERAL[reason]}")
            else:
                own.append(self.said(reason))
        if own:
            parts.append(f"{self.card.symbol} {', '.join(own)}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True, repr=False)
class ExplainedTrick(Told):
    """A trick of a line; `number` counts from 1, `gained` are the points its winner's side took.

    A trick that had begun holds only the cards of the line. `winner` is the seat that won it.
    """

    number: int
    cards: tuple[ExplainedCard, ...]
    winner: int
    gained: int

    @property
    def headline(self) -> str:
        """The most telling reason of the trick in a few words, such as `♠A draws trumps`."""
        found = [(r, card) for card in self.cards for r in card.reasons if r in _HEADLINES]
        if not found:
            return ""
        reason, card = min(found, key=lambda pair: _HEADLINES.index(pair[0]))
        return card.sentence([reason])

    def __repr__(self) -> str:
        played = " ".join(str(each.card) for each in self.cards)
        return f"<ExplainedTrick: trick {self.number}, {played}>"

    def __str__(self) -> str:
        return "; ".join(filter(None, (card.sentence(card.reasons) for card in self.cards)))
