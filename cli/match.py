"""`hakem match`: a person sits down and plays a match against players of Hakem."""

from __future__ import annotations

import os
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import WRITES, Seed, with_groups
from .failures import Failure, as_usage
from .matches import HouseRules
from .output import complain, emit, line_typed, remark, show
from .seats import seat_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solver import Card, Suit
    from solver.players.hand_in_play import Asked
    from solver.players.hints import Hint
    from solver.players.match_in_play import Event, MatchInPlay, Sitting

_ENDS = ("q", "quit", "exit")
_KEYS = "A card as SA or ♠A; ? a hint, a step each; u undo (practice); r again; q ends.\n"


@with_groups
def match(
    *,
    rules: HouseRules = HouseRules(),
    level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="How well the others play: easy, good or best."),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Their player instead, as `hakem duel` names it."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Your seat; seat 0 calls the first hand."),
    ] = None,
    seed: Seed = None,
    file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Keep the match in this file, and go on with it if it is there."
        ),
        WRITES,
    ] = None,
    practice: Annotated[bool, typer.Option("--practice", help="Cards may be taken back.")] = False,
    daily: Annotated[
        bool, typer.Option("--daily", help="The hand of today, the same for everybody.")
    ] = False,
) -> None:
    """Play a match: call, play cards, and see what each hand scores.

    You hold one seat, players of Hakem the others, who see their own cards alone. Type a card such
    as SA, nothing where one card is legal, ? for a hint (a reason, the suit, the card), q to end.
    After a hand n deals the next one and r plays the same cards again, `r left` from another seat,
    which counts for nothing. Nobody bids, draws, exchanges cards or asks for a new deal.

    --daily is one hand of hokm that you call against players of rules of thumb, the same cards for
    everybody on that day, and a line to share that tells no card.
    """
    given = {
        "--variant": rules.house, "--set": rules.setting, "--scoring": rules.scoring,
        "--target": rules.target, "--level": level, "--player": player, "--seat": seat,
        "--seed": seed, "--practice": practice or None,
    }  # fmt: skip
    if level is not None and player is not None:
        raise Failure("--level and --player both name who plays: give one")
    if file == "-":
        raise Failure("--file: a match is kept in a file of its own, not in a pipe")
    if daily:
        for option, value in (given | {"--file": file}).items():
            if value is not None:
                raise Failure(f"{option}: the hand of the day is the same for everybody")
        _hand_of_day()
        return
    if file is not None and os.path.exists(file):
        for option, value in given.items():
            if value is not None:
                raise Failure(f"--file: the match in {file} goes on as it began, without {option}")
        found = _taken_up(file)
    else:
        found = _begun(rules, level, player, seat or 0, seed, practice)
    _Table(found, file).run()


def _begun(
    rules: HouseRules,
    level: str | None,
    player: str | None,
    seat: int,
    seed: int | None,
    practice: bool,
) -> MatchInPlay:
    from solver.decide.worlds import new_seed
    from solver.players import find_player
    from solver.players.match_in_play import STRENGTHS, MatchInPlay

    if level is not None and level not in STRENGTHS:
        raise Failure(f"--level: there is no level {level}, expected {', '.join(STRENGTHS)}")
    table, game = rules.rules_and_game()
    chosen = new_seed() % 1_000_000 if seed is None else seed
    with as_usage():
        other = find_player(player or STRENGTHS[level or "good"], table.scoring)
        found = MatchInPlay(table, game, other, seat, chosen, practice)
    if seed is None:
        remark(f"seed {chosen}")
    return found


def _hand_of_day() -> None:
    """The hand of today, and a line to share."""
    from datetime import date

    from solver.match import result_words
    from solver.quiz import seed_of_day, share_hand

    today = date.today()
    found = _begun(HouseRules(), "easy", None, 0, seed_of_day(today), False)
    table = _Table(found, None)
    try:
        table._hand(found.sitting, counts=True)
    except _End:
        return
    result = found.sitting.hand.played.record.result
    assert result is not None
    emit(share_hand(today, result_words(result)) + "\n")


def _taken_up(file: str) -> MatchInPlay:
    from solver.base.errors import MatchError
    from solver.players import find_player
    from solver.players.match_in_play import MatchInPlay
    from solver.record import read_file

    record = read_file(file)
    try:
        player = find_player(dict(record.notes).get("Against", ""), record.scoring)
        return MatchInPlay.of_record(record, player)
    except (MatchError, ValueError) as fault:
        raise Failure(f"--file: {file}: {fault}", 3) from None


class _End(Exception):
    """The person or the input ends the match for today."""


class _Table:
    """A match at the terminal. `file`: where it is kept, if anywhere."""

    def __init__(self, match: MatchInPlay, file: str | None) -> None:
        self.match, self.file = match, file
        self._told = False  # whether the cards of this trick stand on the terminal

    def run(self) -> None:
        """Play until the match, the person or the input ends; keep it in any case."""
        from solver.views.match_play import score_text, won_text

        match = self.match
        if match.winner is not None:
            show(score_text(match), won_text(match))
            return
        try:
            while True:
                if not match.scored:
                    self._hand(match.sitting, counts=True)
                    self._score()
                    if match.winner is not None:
                        return
                self._after()
        except _End:
            if self.file is None:
                remark("not kept: --file FILE keeps a match")
        finally:
            self._save()

    def _save(self) -> None:
        from solver.record import save_match

        if self.file is not None:
            save_match(self.match.record, self.file)

    def _score(self) -> None:
        """The hand that is over stands on the score sheet, and its review is named."""
        from solver.base.errors import HakemError
        from solver.players import check_players_know
        from solver.views.match_play import ended_view

        _, entry = self.match.score()
        self._save()
        show(*ended_view(self.match, entry))
        try:
            check_players_know(self.match.variant)
        except HakemError:
            return
        if self.file is not None:
            emit(f"Review: hakem review {quote(self.file)} --number {entry.number}\n")

    def _after(self) -> None:
        """Between two hands: the next one, or the same cards again."""
        from solver.base.errors import HakemError

        match = self.match
        emit("n next hand, r again, q end\n")
        while True:
            text = _line().lower()
            word, _, rest = text.partition(" ")
            if text in ("", "n", "next"):
                match.next_hand()
                return
            if word in ("r", "again"):
                try:
                    here = match.sitting.seat
                    there = seat_of(rest, "r", match.variant, here) if rest.strip() else here
                    again = match.sitting.again(there)
                except (Failure, HakemError) as fault:
                    complain(str(fault))
                    continue
                self._hand(again, counts=False)
                return
            complain("n deals the next hand, r plays the same cards again, q ends")

    def _hand(self, sitting: Sitting, counts: bool) -> None:
        """Play a hand to its end; one that does not count is shown and forgotten."""
        self._told = False
        names = self.match.names_for(sitting)
        while not sitting.over:
            self._tell(sitting.play_on(), names, counts)
            if sitting.due is not None:
                self._turn(sitting, names, counts)
        if not counts:
            from solver.match import result_words

            result = sitting.hand.played.record.result
            assert result is not None
            emit(f"This time: {result_words(result)}; it counts for nothing.\n")

    def _tell(self, events: Iterable[Event], names: tuple[str, ...], counts: bool) -> None:
        """Show what happens as it happens; a trick that counts is kept at once."""
        from solver.views.match_play import event_text

        for event in events:
            show(event_text(event, names))
            self._told = True
            if event.what == "trick" and counts:
                self._save()

    def _turn(self, sitting: Sitting, names: tuple[str, ...], counts: bool) -> None:
        """Ask the person once, until there is an answer that may be given, or a card taken back."""
        from solver.base.errors import HakemError
        from solver.views.match_play import hint_text, turn_view

        asked = sitting.due
        assert asked is not None
        show(*turn_view(self.match, sitting, names, not self._told))
        hint: Hint | None = None
        step = 0
        while True:
            text = _line()
            try:
                if text.lower() in ("?", "help"):
                    if hint is None:
                        hint = self._hint(asked)
                        emit(_KEYS)
                    show(hint_text(hint, step))
                    step += 1
                    continue
                if text.lower() in ("u", "undo", "r", "again"):
                    self._back(sitting, counts, whole=text.lower() in ("r", "again"))
                    return
                events = sitting.answer(_meant(asked, text))
            except HakemError as fault:
                complain(str(fault))
                continue
            self._tell(events, names, counts)
            return

    def _back(self, sitting: Sitting, counts: bool, whole: bool) -> None:
        """Take the last answer back, or begin the hand anew."""
        self._told = False
        if counts and not self.match.practice:
            self.match.take_back()  # refuses
        if whole:
            sitting.hand = sitting.hand.until(0)
        else:
            sitting.take_back()

    def _hint(self, asked: Asked) -> Hint:
        from solver.players import find_player
        from solver.players.hints import hint_for
        from solver.players.match_in_play import STRENGTHS

        match = self.match
        best = find_player(STRENGTHS["best"], match.rules.scoring)
        return hint_for(asked, match.variant, best)


def _line() -> str:
    """One line of the person's."""
    text = line_typed()
    if text is None or text.lower() in _ENDS:
        raise _End
    return text


def _meant(asked: Asked, text: str) -> Suit | bool | Card:
    """The answer that was typed; PlayError, CardError where it is none."""
    from solver import Card, Suit
    from solver.base.errors import PlayError

    if asked.what == "call":
        return Suit.parse(text)
    if asked.what == "request":
        said = {"y": True, "yes": True, "n": False, "no": False}.get(text.lower())
        if said is None:
            raise PlayError("ask for the trump? expected y or n")
        return said
    legal = asked.seen.position.legal()
    if not text:
        if len(legal) == 1:
            return legal[0]
        raise PlayError(f"{len(legal)} cards are legal: type one, as {legal[0]}")
    return Card.parse(text)
