"""The verbs of the view Match: a person plays a match against players of Hakem.

Every verb takes the match as the page keeps it (`match_state.py`) and yields what happens, event by
event, then `due`: what the person sees and is asked. The cards of others are in no event before the
hand is over; reasons, scores and results are the words of `hakem match`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cli.failures import Failure

from .hands import question_of, why_not
from .match_state import (
    Begun,
    Table,
    answer_of,
    answers_in,
    begun_as,
    begun_of,
    table_from,
    word_of,
    words_of,
)

if TYPE_CHECKING:
    from solver import Card, Hand
    from solver.players.hand_in_play import HandPlayed
    from solver.players.match_in_play import Event, MatchInPlay, Sitting

    from .job import Job, Verb

Events = Iterator[dict[str, Any]]


def match_about(body: dict[str, Any], job: Job) -> Events:
    """The games that a match is played of, by name, and how well the others may play."""
    from solver import VARIANTS, HakemError
    from solver.game.variants import PRESETS
    from solver.players.match_in_play import STRENGTHS

    found = []
    for name in [*(game.name for game in VARIANTS), *PRESETS]:
        try:
            match = Begun(name, player="thumb").start()
        except HakemError:
            continue
        direction = match.variant.get("direction", "ccw")
        seats, target = match.rules.seats, _target(match)
        found.append({"name": name, "seats": seats, "target": target, "direction": direction})
    yield {"event": "match_about", "games": found, "levels": STRENGTHS}


def match_new(body: dict[str, Any], job: Job) -> Events:
    """A match with its first hand dealt, played on until the person is due."""
    from solver.decide.worlds import new_seed
    from solver.players.match_in_play import STRENGTHS

    fields = dict(body.get("match") or {})
    level = fields.pop("level", None)
    if level is not None:
        if level not in STRENGTHS:
            raise Failure(f"level: expected {', '.join(STRENGTHS)}")
        fields["player"] = STRENGTHS[level]
    if fields.get("seed") is None:
        fields["seed"] = new_seed() % 1_000_000
    begun = begun_of(fields)
    yield from _shown(Table(begun, begun.start(), [""]))


def match_day(body: dict[str, Any], job: Job) -> Events:
    """The hand of a `day`, the same for everybody: hokm, the person calls, others play by rules."""
    from solver.quiz import day_named, seed_of_day

    text = body.get("day")
    seed = seed_of_day(day_named(text if isinstance(text, str) else ""))
    yield from match_new({"match": {"variant": "hokm", "level": "easy", "seed": seed}}, job)


def match_day_shared(body: dict[str, Any], job: Job) -> Events:
    """The line to share of the hand of a `day`, when it is over."""
    from solver.match import result_words
    from solver.quiz import day_named, share_hand

    text = body.get("day")
    table = table_from(body.get("match"))
    result = table.match.hands[0].result if table.match.hands else None
    if result is None:
        raise Failure("the hand of the day is not over")
    day = day_named(text if isinstance(text, str) else "")
    yield {"event": "day", "text": share_hand(day, result_words(result))}


def match_show(body: dict[str, Any], job: Job) -> Events:
    """A match that the page kept: what all saw of its hand, from the beginning."""
    yield from _shown(table_from(body.get("match")))


def match_answer(body: dict[str, Any], job: Job) -> Events:
    """What comes of the person's `answer`: a suit, a card, `ask` or `pass` for a hidden trump."""
    table = table_from(body.get("match"))
    word = body.get("answer")
    if not isinstance(word, str) or not word.strip():
        raise Failure("answer: expected a card such as SA")
    sitting = table.sitting
    yield from _told(sitting.answer(answer_of(word.strip(), sitting.hand)), sitting)
    yield from _on(table)


def match_undo(body: dict[str, Any], job: Job) -> Events:
    """The person's last answer is taken back, in practice and where nothing counts."""
    table = table_from(body.get("match"))
    if table.trial is None:
        table.match.take_back()
    else:
        table.sitting.take_back()
    yield from _shown(table)


def match_next(body: dict[str, Any], job: Job) -> Events:
    """The next hand of the match."""
    table = table_from(body.get("match"))
    table.trial = None
    said = table.to_dict()["hands"]
    table.match.next_hand()
    table.hands = [*said, ""]
    yield from _shown(table)


def match_again(body: dict[str, Any], job: Job) -> Events:
    """The same cards again, from hand seat `seat`; it counts for nothing."""
    table = table_from(body.get("match"))
    if not table.match.scored:
        raise Failure("play the hand to its end first: then its cards can be played again")
    seat = body.get("seat", table.match.sitting.seat)
    if type(seat) is not int:
        raise Failure("seat: expected a whole number")
    table.trial = (seat, table.match.sitting.again(seat))
    yield from _shown(table)


def match_hint(body: dict[str, Any], job: Job) -> Events:
    """A hint in steps: a reason, the suit, the answer."""
    from solver.players import find_player
    from solver.players.hints import hint_for
    from solver.players.match_in_play import STRENGTHS
    from solver.views.match_play import hint_text

    table = table_from(body.get("match"))
    asked = table.sitting.due
    if asked is None:
        raise Failure("there is nothing to answer now")
    best = find_player(STRENGTHS["best"], table.match.rules.scoring)
    hint = hint_for(asked, table.match.variant, best)
    steps = [hint_text(hint, step).plain for step in range(3)]
    if hint.suit is None or asked.what == "call":
        del steps[1]  # the suit is the answer, or there is none
    yield {"event": "hint", "steps": steps, "answer": word_of(hint.answer)}


def match_record(body: dict[str, Any], job: Job) -> Events:
    """The hands that are over as a record; `hakem match --file` and this page go on from it."""
    from solver.record import write_match

    table = table_from(body.get("match"))
    over = table.to_dict()
    if not table.match.scored:
        over["hands"][-1] = ""
    over.pop("trial", None)
    match = table_from(over).match
    yield {"event": "record", "record": write_match(match.record), "hands": len(match.hands)}


def match_open(body: dict[str, Any], job: Job) -> Events:
    """A record that `match_record` or `hakem match --file` wrote, to be gone on with."""
    from solver.players import find_player
    from solver.players.match_in_play import MatchInPlay
    from solver.record import read_match

    text = body.get("text")
    if not isinstance(text, str) or not text.strip():
        raise Failure("there is no text: choose the file of a match")
    record = read_match(text)
    player = find_player(dict(record.notes).get("Against", "thumb"), record.scoring)
    match = MatchInPlay.of_record(record, player)
    begun = begun_as(match)
    again, hands = begun.start(), []
    for hand in match.hands:
        again.sitting.hand.take_up(hand.trump, [m for t in hand.tricks for m in t.moves])
        hands.append(words_of(again.sitting))
        again.score()
        if again.winner is None:
            again.next_hand()
    if not match.scored:
        hands.append(words_of(match.sitting))
    yield from _shown(table_from(begun.to_dict() | {"hands": hands}))


def _target(match: MatchInPlay) -> str:
    """What wins the match, in words."""
    scoring = match.rules.scoring
    if scoring.target is not None:
        return f"{scoring.target} {scoring.unit}"
    return f"{scoring.hands} hands" if scoring.hands is not None else "no end"


# What the person sees ----------------------------------------------------------------------------


def _shown(table: Table) -> Events:
    """The table, what all saw of its hand, and what comes until the person is due."""
    sitting = table.sitting
    yield {"event": "table", **_table(table)}
    from_start = sitting.again()
    words = words_of(sitting)
    yield from _told(from_start.told(answers_in(from_start, words)), from_start, old=True)
    yield from _on(table)


def _on(table: Table) -> Events:
    """The others answer until the person is due or the hand is over; then what the person sees."""
    sitting, match = table.sitting, table.match
    yield from _told(sitting.play_on(), sitting)
    told: dict[str, Any] = {"event": "due", **_due(sitting, match), "over": None}
    if sitting.over:
        if table.trial is None and not match.scored:
            match.score()
        told["over"] = _over(table)
    yield told | {"score": _score(match), "match": table.to_dict()}


def _table(table: Table) -> dict[str, Any]:
    """What does not change while a hand is played."""
    from solver.players.match_in_play import STRENGTHS

    match, sitting = table.match, table.sitting
    game = match.variant
    levels = {player: level for level, player in STRENGTHS.items()}
    return {
        "variant": str(game), "title": game.title, "house": match.rules.house.title,
        "scoring": match.rules.scoring.title, "target": _target(match),
        "seats": game.seats, "direction": game.get("direction", "ccw"), "unit": game.points,
        "seat": sitting.seat, "names": list(match.names_for(sitting)), "dummy": sitting.hand.dummy,
        "dealer": game.seats - 1 if game.seats == 4 else None,
        "sides": game.has_sides, "hand": sitting.hand.number,
        "level": levels.get(match.player.name, match.player.name),
        "practice": match.practice, "trial": table.trial is not None, "seed": match.seed,
    }  # fmt: skip


def _told(events: Iterable[Event], sitting: Sitting, old: bool = False) -> Events:
    """Events as the page shows them, each with what stands on the table after it.

    `old`: the page has seen them and shows them at once.
    """
    for event in events:
        said: dict[str, Any] = {"event": "happened", **event.to_dict(), "old": old}
        watch = sitting.hand.watch
        if watch is not None:
            now = watch.position
            going = not (now.over or sitting.over or now.chances())
            said |= {
                "next": now.to_move if going else None,
                "winning": _winning(sitting),
                "taken": list(now.owned),
            }
        yield said


def _winning(sitting: Sitting) -> int | None:
    """The seat whose card wins the trick so far; None where that would tell a hidden trump."""
    from solver.game.rules import winning_place

    now = sitting.hand.position
    if not now.table:
        return None
    if now.variant.lays_down and sitting.seat != 0 and not now.revealed:
        return None
    return (now.leader + winning_place(now)) % now.seats


def _due(sitting: Sitting, match: MatchInPlay) -> dict[str, Any]:
    """What the person holds and is asked."""
    from solver.views.marks import position_notes

    hand, asked = sitting.hand, sitting.due
    said: dict[str, Any] = {
        "what": None if asked is None else asked.what,
        "own": _cards(sitting.own),
        "held": [len(hand.hand_of(seat)) for seat in range(hand.variant.seats)],
        "from": None, "legal": [], "why_not": {}, "open": None, "notes": [],
    }  # fmt: skip
    watch = hand.watch
    if watch is None:  # all hold five cards before the call
        said["held"] = [len(hand.first_five)] * hand.variant.seats
        said["own"] = _cards(hand.first_five if sitting.seat == 0 else ())
        return said
    if hand.dummy is not None:
        said["open"] = _cards(watch.position.hands[hand.dummy])
    mine = sitting.seat % 2
    sides = ("them", "you") if mine else ("you", "them")
    said["notes"] = position_notes(
        watch.position, sides if hand.variant.has_sides else (), match.names_for(sitting)
    )
    if asked is not None and asked.view is not None:
        view, now = asked.view, asked.view.position
        said["from"] = view.seat
        said["trump"] = None if view.trump is None else view.trump.letter
        said["trump_hidden"] = view.trump_hidden
        if asked.what == "play":
            said["legal"] = _cards(now.legal())
            if hand.laid in now.legal() and hand.laid is not None and view.seat == sitting.seat:
                said["own"] = _cards(sitting.own | type(sitting.own).of([hand.laid]))
            said["why_not"] = why_not(now, now.legal())
    return said


def _over(table: Table) -> dict[str, Any]:
    """How the hand ended, the hands as dealt, and the hand as a question for the review."""
    from solver.base.errors import VariantError
    from solver.game.move import words_of as play_of
    from solver.match import result_words
    from solver.players import check_players_know
    from solver.views.match_play import ended_lines

    match, sitting = table.match, table.sitting
    record = sitting.hand.played.record
    watch = sitting.hand.watch
    assert watch is not None
    assert record.result is not None
    if table.trial is None:
        lines = ended_lines(match, match.entries[-1])
    else:
        lines = [f"This time: {result_words(record.result)}; it counts for nothing."]
    try:
        check_players_know(match.variant)
        judged = True
    except VariantError:
        judged = False
    return {
        "head": _head(sitting.hand.played, sitting),
        "lines": lines,
        "won": None if match.winner is None or table.trial is not None else match.winner,
        "match_over": match.winner is not None,
        "deal": [_cards(hand) for hand in _dealt(record)],
        "hand": question_of(watch.course.start, play_of(watch.course.moves)),
        "review": judged,
    }


_ENDS = {1: "win this hand", 2: "make a kot", 3: "take all the tricks"}


def _head(played: HandPlayed, sitting: Sitting) -> str:
    """Who has won the hand, in a few words."""
    outcome = played.outcome
    if outcome is None or outcome.value == 0:
        return "The hand is over."
    mine = (outcome.value > 0) == (sitting.seat % 2 == 0)
    return f"{'You' if mine else 'They'} {_ENDS[abs(outcome.value)]}."


def _dealt(record: Any) -> list[Any]:
    """The hands with the cards that were dealt later."""
    later = record.reserves or [None] * len(record.deal)
    return [
        hand if more is None else hand | more for hand, more in zip(record.deal, later, strict=True)
    ]


def _score(match: MatchInPlay) -> list[dict[str, Any]]:
    """The score of the match, the person's side first."""
    score = match.state.score
    if len(score) == 2:
        mine = match.person % 2
        streak = match.state.streak if match.rules.scoring.streak else None
        order = ((mine, "you"), (1 - mine, "they"))
        return [
            {"who": who, "points": score[team], "streak": streak and streak[team]}
            for team, who in order
        ]
    seats = [(match.person + at) % len(score) for at in range(len(score))]
    return [{"who": match.names[at], "points": score[at], "streak": None} for at in seats]


def _cards(cards: Iterable[Card] | Hand) -> list[str]:
    return [str(card) for card in cards]


MATCH_VERBS: dict[str, Verb] = {
    "match_about": match_about,
    "match_again": match_again,
    "match_answer": match_answer,
    "match_day": match_day,
    "match_day_shared": match_day_shared,
    "match_hint": match_hint,
    "match_new": match_new,
    "match_next": match_next,
    "match_open": match_open,
    "match_record": match_record,
    "match_show": match_show,
    "match_undo": match_undo,
}
