"""A match from its record: each hand replayed after the other, the callers checked, the score kept.

How a hand is replayed stands in replay.py, how a match is scored in `match`. Here both meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..base.drawn import Result
from ..base.errors import MatchError, RecordError
from ..game.opening import settle_bids
from ..match.ledger import Entry, MatchState, Rules, advance, match_winner
from ..match.rotation import dealer_of
from ..match.scoring import HandResult
from .model import HandRecord, MatchRecord
from .replay import Replay, replay_hand
from .writer import show_result


@dataclass(frozen=True, slots=True, repr=False)
class Sheet(Result):
    """A replayed match: its entries, the replay of each hand, and the state after the last one.

    `unfinished`: a last hand that the play does not decide; it has no entry.
    """

    record: MatchRecord
    entries: tuple[Entry, ...]
    replays: tuple[Replay, ...]
    state: MatchState
    matches_won: tuple[int, ...]
    remarks: tuple[str, ...] = field(default=())
    unfinished: Replay | None = None

    def to_dict(self) -> dict[str, Any]:
        """The object of `hakem replay --json`."""
        record, state = self.record, self.state
        rules = Rules(record.house, record.scoring)
        hands = [
            {
                "hand": entry.number,
                "line": entry.line,
                "dealer": entry.dealer,
                "caller": entry.caller,
                "trump": None
                if replayed.end is None or replayed.end.trump is None
                else replayed.end.trump.letter,
                "class": None if entry.score.outcome is None else entry.score.outcome.name,
                "result": show_result(entry.result),
                "points": list(entry.score.points),
                "gained": list(entry.gained),
                "score": list(entry.after.score),
                "streak": list(entry.after.streak),
                "next_caller": entry.after.caller,
                "tricks": [trick.to_dict() for trick in replayed.tricks],
                "remarks": list(replayed.remarks),
            }
            for entry, replayed in zip(self.entries, self.replays, strict=True)
        ]
        unfinished: dict[str, Any] | None = None
        if (last := self.unfinished) is not None:
            unfinished = {
                "hand": len(record.hands),
                "tricks": [trick.to_dict() for trick in last.tricks],
                "begun": [] if last.begun is None else [str(card) for card in last.begun.cards],
            }
        return {
            "match": record.name or None,
            "variant": record.variant.name,
            "options": record.variant.plain_settings(),
            "house": record.house.name,
            "house_options": dict(record.house.changed()),
            "scoring": rules.played.to_dict(),
            "players": list(record.players),
            "hands": hands,
            "score": list(state.score),
            "streak": list(state.streak),
            "matches_won": list(self.matches_won),
            "winner": self.winner,
            "next_dealer": (state.caller - 1) % rules.seats,
            "next_caller": state.caller,
            "remarks": list(self.remarks),
            "unfinished": unfinished,
        }

    def __str__(self) -> str:
        score = " : ".join(map(str, self.state.score))
        hands = f"{len(self.entries)} hand{'s' * (len(self.entries) != 1)}"
        return f"{self.record.name or 'a match'}, {hands} of {self.record.variant}: {score}"

    @property
    def winner(self) -> int | None:
        """The winner of the running match (-1: a draw); None while it continues."""
        return match_winner(self.state, self.record.scoring)


def replay_match(record: MatchRecord) -> Sheet:
    """Replay every hand and keep the ledger; RecordError names the line of the first fault.

    Recorded dealers and callers must be those of the rotation. Hands after the end of a match begin
    the next one.
    """
    rules = Rules(record.house, record.scoring)
    first = record.first_caller
    if record.hands and record.hands[0].caller is not None and not record.hands[0].auction:
        first = record.hands[0].caller
    state = rules.start(first)
    entries: list[Entry] = []
    replays: list[Replay] = []
    remarks: list[str] = []
    won = [0] * rules.players
    unfinished: Replay | None = None
    for number, hand in enumerate(record.hands, 1):
        winner = match_winner(state, record.scoring)
        if winner is not None:
            state = replace(state, score=(0,) * rules.players, streak=(0, 0), hands=0)
            remarks.append(f"hand {number} opens a new match")
        _check_caller(number, hand, record, rules, state)
        replayed = replay_hand(hand, record, *exchange_due(entries, state, record))
        remarks += [f"hand {number}: {text}" for text in replayed.remarks]
        if replayed.result is None:
            if number < len(record.hands):
                raise RecordError(
                    f"hand {number}: {replayed.remarks[-1]}", hand.line_of("Play"), record.source
                )
            unfinished = replayed
            break
        entry = _entry(number, hand, record, rules, state, replayed.result)
        state = entry.after
        entries.append(entry)
        replays.append(replayed)
        ended = match_winner(state, record.scoring)
        if ended is not None and ended >= 0:
            won[ended] += 1
    return Sheet(
        record, tuple(entries), tuple(replays), state, tuple(won), tuple(remarks), unfinished
    )


def _check_caller(
    number: int, hand: HandRecord, record: MatchRecord, rules: Rules, state: MatchState
) -> None:
    """RecordError when the recorded caller or first bidder is not that of the rotation."""
    if hand.auction:  # the highest bidder plays; the seat after the dealer bids first
        if hand.auction_first != state.caller and len(record.hands) > 1:
            raise RecordError(
                f"hand {number}: seat {state.caller} bids first, not seat {hand.auction_first}",
                hand.line_of("Auction"),
                record.source,
            )
    elif hand.caller is not None and hand.caller != state.caller and rules.players == 2:
        raise RecordError(
            f"hand {number}: seat {state.caller} calls after the last result, not seat "
            f"{hand.caller}",
            hand.line_of("Caller", "Dealer", "Auction"),
            record.source,
        )


def _entry(
    number: int,
    hand: HandRecord,
    record: MatchRecord,
    rules: Rules,
    state: MatchState,
    result: HandResult,
) -> Entry:
    """The line of the score sheet for one hand."""
    played = state
    if hand.auction:
        contract = settle_bids(hand.auction, record.house, hand.auction_first)
        played = replace(state, caller=contract.seat)
        if result.bid is None:
            result = replace(result, bid=contract.bid)
    try:
        after, entry = advance(played, result, rules)
    except MatchError as fault:
        raise RecordError(
            f"hand {number}: {fault}", hand.line_of("Result", "Play"), record.source
        ) from None
    if hand.auction:
        after = replace(after, caller=(state.caller + 1) % rules.seats)
        entry = replace(entry, after=after, dealer=dealer_of(state.caller, rules.seats))
    return replace(entry, number=number, line=hand.line_of())


def exchange_due(
    entries: Sequence[Entry], state: MatchState, record: MatchRecord
) -> tuple[list[int] | None, int]:
    """(hand seats of the coming hand that owe cards after the last kot, number of cards).

    None when this is unknown: no exchange in this house, no deal to check, or no hand before.
    """
    if not record.house["exchange"]:
        return [], 0
    if not entries:
        return None, 0
    last = entries[-1]
    if not last.score.kot or last.score.outcome is None:
        return [], 0
    team_a = last.caller % 2
    losing_team = 1 - team_a if last.score.outcome > 0 else team_a
    seats = [seat for seat in range(4) if (state.caller + seat) % 2 == losing_team]
    return seats, 2 if abs(last.score.outcome) == 3 else 1
