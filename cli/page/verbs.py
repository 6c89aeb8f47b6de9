"""The questions of the page: each takes the body of a request and yields the events of its answer.

Every figure is one of `solver`, under the names that `--json` gives it. Positions are told by
`hands.py`; words, badges and pictures are drawn by `solver.views`.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.failures import Failure
from cli.lines import lines_of_text
from cli.questions import fields_of
from cli.texts import GameNamed, ScoreNamed, settings_of

from .hands import HandShown, changed_options, hand_of, question_of, state_of
from .job import Event, Job, Slot, Verb
from .match_verbs import MATCH_VERBS

if TYPE_CHECKING:
    from solver import Card, Position, Scoring, Suit, Variant
    from solver.book import Book
    from solver.match import House
    from solver.players import HandReview
    from solver.players.graded_card import GradedCard
    from solver.quiz import AskedQuestion, QuizQuestion
    from solver.record import HandRecord, MatchRecord

Events = Iterator[dict[str, Any]]

MOST_DEALS = 200
"""Deals of one pasted text that are listed."""
SAMPLES = 256
"""Deals solved for a call without a book, unless the page asks for more."""
MOST_SAMPLES = 100_000
MOST_SEED = (1 << 53) - 1
"""The largest whole number that every browser has."""
MOST_TRIED = 400
"""Worlds over which a card is judged that somebody tries and waits for."""
USUAL_SEED = 0
"""The seed of a place that is looked at again and again: its figures shall not change meanwhile."""
_RECORD = re.compile(
    r"^\s*\[\s*(Match|Game|House|Hand|Trump|FirstFive|Play|Results?)\b", re.MULTILINE | re.I
)
_FOREIGN = re.compile(r"^\s*\[\s*(Event|Board|Declarer|Contract)\b", re.MULTILINE | re.I)
_TRICKS = re.compile(r"^\s*#?1\s*[.)]\s*\S+\s+\S+", re.MULTILINE)


def _text(body: Mapping[str, Any], name: str, default: str = "") -> str:
    """A text of the body; Failure where it is anything else."""
    value = body.get(name)
    if value is None:
        return default
    if not isinstance(value, str):
        raise Failure(f"{name}: expected a text")
    return value


def _number(body: Mapping[str, Any], name: str, low: int, high: int) -> int | None:
    """A whole number of the body; Failure where it is anything else."""
    value = body.get(name)
    if value is not None and (type(value) is not int or not low <= value <= high):
        raise Failure(f"{name}: expected a whole number from {low} to {high}")
    return value


def _hand(body: Mapping[str, Any]) -> HandShown:
    fields = body.get("hand")
    if not isinstance(fields, dict):
        raise Failure("hand: expected a deal with its trump")
    return hand_of(fields, body.get("at"))


def _game(body: Mapping[str, Any], scoring: Scoring | None = None) -> tuple[House, Variant]:
    """The house and the game that the body names, with the options it sets."""
    options = body.get("options") or {}
    if not isinstance(options, dict):
        raise Failure("options: expected an object")
    return GameNamed(_text(body, "variant", "hokm"), settings_of(options)).house_and_game(scoring)


# About ---------------------------------------------------------------------------------------


def about(body: dict[str, Any], job: Job) -> Events:
    """The version, the games and presets with their options, the scorings, who has a book."""
    import os

    from cli.described import described
    from solver import VARIANTS, __version__
    from solver.game.scoring import SCORINGS, find_scoring
    from solver.game.variants import PRESET_TEXTS, PRESETS
    from solver.open.table import has_table
    from solver.views.review import scale_text

    yield {
        "event": "about",
        "version": __version__,
        "games": [
            described(game)
            | {
                "book": _has_book(game),
                "calls": _calls(game),
                "table": has_table(game),
                "makes_trump": game.sets_trump,
                "deals_later": game.deals_later,
            }
            for game in VARIANTS
        ],
        "presets": [
            {
                "name": name,
                "game": game.name,
                "text": PRESET_TEXTS[name],
                "options": changed_options(game),
                "book": _has_book(game),
                "calls": _calls(game),
            }
            for name, game in PRESETS.items()
            if game.changed
        ],
        "scorings": [
            {"name": each.name, "title": each.title} for each in SCORINGS if each.kind == "class"
        ],
        "scale": scale_text(find_scoring("ir")),
        "cores": os.cpu_count() or 1,
    }


def _has_book(game: Variant) -> bool:
    """Whether a call is answered from a book; one that is damaged is named when it is asked."""
    from solver import HakemError

    try:
        return book_for(game) is not None
    except HakemError:
        return True


def _calls(game: Variant) -> bool:
    """Whether a trump is called from five cards."""
    return not (game.sets_trump or game.bids)


# Text in, text out ----------------------------------------------------------------------------


def parse(body: dict[str, Any], job: Job) -> Events:
    """Any text that the command line reads: deals, PBN, LIN, records, five cards."""
    text = _text(body, "text")
    if not text.strip():
        raise Failure("there is no text: paste a deal, five cards or a record")
    if (_RECORD.search(text) or _TRICKS.search(text)) and not _FOREIGN.search(text):
        yield from _record(text)
        return
    five = _five(text)
    if five is not None:
        yield {"event": "five", "hand": five}
        return
    lines = lines_of_text(text)
    if not lines:
        raise Failure("there is no deal in this text")
    if len(lines) == 2 or (len(lines) in (3, 4, 6) and all(":" not in line for line in lines)):
        # one deal with a hand on each line
        joined = " | ".join(lines)
        try:
            yield {"event": "hands", "hands": [_listed(joined, body)]}
            return
        except ValueError:
            pass
    found = []
    for number, line in enumerate(lines[:MOST_DEALS], 1):
        try:
            found.append(_listed(line, body))
        except ValueError as fault:
            where = f"line {number}: " if len(lines) > 1 else ""
            raise Failure(f"{where}{fault}") from None
    yield {"event": "hands", "hands": found, "left_out": max(0, len(lines) - MOST_DEALS)}


def _five(text: str) -> str | None:
    from solver import HakemError, Hand

    try:
        hand = Hand.parse(text.strip())
    except HakemError:
        return None
    return str(hand) if len(hand) == 5 else None


def _listed(line: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """One line as an entry of the list of hands; what it does not say comes from the body."""
    fields = fields_of(line)
    for name in ("variant", "trump"):
        if name not in fields and body.get(name) is not None:
            fields[name] = body[name]
    if "options" not in fields and fields.get("variant") == body.get("variant"):
        fields["options"] = body.get("options") or {}
    hand = hand_of(fields)
    said = dict(hand.question)
    if "trump" not in fields:
        said["trump"] = _usual_trump(hand.start)
        said = hand_of(said).question
    return {"hand": said, "title": str(hand.deal or hand.start.state_text()), "at": 0}


def _usual_trump(start: Position) -> str | None:
    """The usual call of the caller's cards, where a text names no trump."""
    from solver.players import usual_call

    if start.variant.sets_trump or start.trump is not None:
        return None if start.trump is None else start.trump.letter
    return usual_call(start.hands[0]).letter


def _record(text: str) -> Events:
    """The hands of a record, each with its cards played, and the score sheet in words."""
    from solver.game.move import words_of
    from solver.record import read_match, replay_match, write_match

    record = read_match(text)
    sheet = replay_match(record)
    replays = [*sheet.replays, *([sheet.unfinished] if sheet.unfinished else [])]
    found = []
    for number, replay in enumerate(replays):
        if replay.start is None:
            continue
        hand = record.hands[number]
        said = question_of(replay.start, words_of(replay.moves))
        caller = "" if hand.caller is None or not record.players else (
            f", {record.players[hand.caller % len(record.players)]} calls"
        )  # fmt: skip
        entry: dict[str, Any] = {"hand": said, "title": f"hand {number + 1}{caller}", "at": 0}
        entry["head"] = write_match(_alone(record, hand))
        if hand.caller is not None and len(record.players) == replay.start.seats:
            turned = [*record.players[hand.caller :], *record.players[: hand.caller]]
            entry["names"] = turned if all(turned) else []
        found.append(entry)
    if not found:
        raise Failure("this record has results only, no cards: there is nothing to show")
    yield {
        "event": "hands", "hands": found, "record": record.name or "a record",
        "remarks": list(sheet.remarks),
    }  # fmt: skip


def _alone(record: MatchRecord, hand: HandRecord) -> MatchRecord:
    """The record with this hand alone, to be written with another play."""
    from dataclasses import replace

    first = record.first_caller if hand.caller is None else hand.caller
    return replace(record, hands=(hand,), first_caller=first)


def record(body: dict[str, Any], job: Job) -> Events:
    """The hand as a record and as a line for the command line, to keep or to share.

    `head`: the record that the hand was read from; its match, players, dealer and first five stay.
    """
    from dataclasses import replace

    from solver.record import read_match, write_match

    hand = _hand(body)
    found = _match(hand)
    if head := _text(body, "head"):
        read, (one,) = read_match(head), found.hands
        old = read.hands[0] if read.hands else None
        if old is not None and read.variant == found.variant and old.deal == one.deal:
            same = old.tricks == one.tricks and old.trump == one.trump
            kept = replace(
                old, trump=one.trump, indicator=one.indicator, tricks=one.tricks,
                result=old.result if same else None,
            )  # fmt: skip
            found = replace(read, hands=(kept,))
    yield {
        "event": "record",
        "record": write_match(found),
        "command": _command(hand),
    }


def _match(hand: HandShown) -> MatchRecord:
    from solver.game.house_rules import usual_house
    from solver.game.scoring import find_scoring
    from solver.record import HandRecord, MatchRecord, tricks_of

    start = hand.start
    tricks = list(tricks_of(hand.course.moves, start.seats))
    if tricks and start.leader:
        from dataclasses import replace

        tricks[0] = replace(tricks[0], leader=start.leader)
    house = usual_house(start.variant)
    one = HandRecord(
        number=1,
        trump=start.trump if not start.variant.sets_trump else None,
        indicator=start.indicator,
        deal=(hand.deal or start).hands,
        reserves=start.reserves,
        tricks=tuple(tricks),
    )
    return MatchRecord(house, start.variant, find_scoring(house.scoring), hands=(one,))


def _command(hand: HandShown) -> str:
    """The command line that repeats this position."""
    said = hand.question
    words = ["hakem", "solve"]
    if said["trump"] is not None:
        words += ["-t", said["trump"]]
    if said["variant"] != "hokm":
        words += ["--variant", said["variant"]]
    for name, value in said["options"].items():
        value = ",".join(map(str, value)) or "none" if isinstance(value, list) else value
        words += ["--set", f"{name}={value}"]
    if said["leader"]:
        words += ["--leader", str(said["leader"])]
    if "player" in said:
        words += ["--player", str(said["player"])]
    if hand.at:
        words += ["--play", f"'{' '.join(hand.play[: hand.at])}'"]
    more = [f"{n}={'|'.join(said[n])}" for n in ("reserves",) if said.get(n)]
    more += [f"indicator={said['indicator']}"] if said.get("indicator") else []
    return " ".join([*words, f"'{' '.join([said['deal'], *more])}'"])


def deal(body: dict[str, Any], job: Job) -> Events:
    """A random deal of the game, by seed."""
    from cli.known_cards import partial_deal
    from solver import sample_worlds
    from solver.decide.worlds import new_seed, world_hands
    from solver.players import usual_call

    _, game = _game(body)
    chosen = _number(body, "seed", 0, MOST_SEED)
    seed = new_seed() if chosen is None else chosen
    chunk = next(iter(sample_worlds(partial_deal(game, None, [], [], seed)[0], seed, 1)))
    hands = world_hands(chunk[0])
    fields: dict[str, Any] = {
        "variant": game.name,
        "options": game.plain_settings(),
        "deal": "0:" + "|".join(map(str, hands[: game.seats])),
    }
    if len(hands) > game.seats:
        fields["reserves"] = [str(each) for each in hands[game.seats :]]
    trump = body.get("trump")
    if not game.sets_trump:
        fields["trump"] = trump or usual_call(hands[0]).letter
    yield {"event": "hands", "hands": [{"hand": hand_of(fields).question, "at": 0,
           "title": f"random deal, seed {seed}"}], "seed": seed}  # fmt: skip


# One position ---------------------------------------------------------------------------------


def state(body: dict[str, Any], job: Job) -> Events:
    """The position after so many cards of a hand."""
    yield {"event": "state", **state_of(_hand(body))}


def solve(body: dict[str, Any], job: Job) -> Events:
    """The position, its class, then every card as soon as it is known, then a line of best play."""
    import solver as public
    from solver.open.questions import each_card_value
    from solver.views.marks import mark_of, verdict_of

    hand = _hand(body)
    now = hand.now
    yield {"event": "state", **state_of(hand)}
    if _sideless(now):
        return
    search = job.solver()
    first = public.solve(now, ("class",), solver=search)
    if first.possible is not None or first.chances:
        yield {"event": "class", **first.to_dict(), "verdict": verdict_of(now, first)}
    best = public.solve(now, ("result", "value"), solver=search)
    yield {"event": "class", **best.to_dict(), "verdict": verdict_of(now, best), "known": True}
    if now.over or now.chances():
        return
    moves = len(now.legal())
    for number, lead in enumerate(each_card_value(now, search), 1):
        name = "+".join(lead.move.words)
        yield {
            "event": "lead", "card": name, **lead.to_dict(),
            "mark": mark_of(now, best, lead).to_dict(), "done": number, "of": moves,
        }  # fmt: skip
    yield from _line(now, search)


def line(body: dict[str, Any], job: Job) -> Events:
    """A line of best play from this position on, then the reasons for its cards.

    `first`: it begins with one of these cards where one keeps the class; else there is none.
    """
    from solver import Card

    now = _hand(body).now
    first = [Card.parse(card) for card in _text(body, "first").split()]
    if not (_sideless(now) or now.over or now.chances()):
        yield from _line(now, job.solver(), first)


def _line(now: Position, search: Any, first: Sequence[Card] = ()) -> Events:
    import solver as public
    from solver.open.reasons import explain
    from solver.open.review import begun_with

    found = public.solve(now, ("line",), solver=search).line
    if found is not None and first:
        found = begun_with(now, found, first, search)
    if found is None:
        return
    words = found.to_dict()
    kept = None if found.outcome is None else found.outcome.name
    yield {"event": "line", "line": words, "class": kept, "tricks": _tricks_of(now, words)}
    yield {"event": "reasons", "reasons": [each.to_dict() for each in explain(now, found, search)]}


def saved_page(body: dict[str, Any], job: Job) -> Events:
    """What is shown as a file to keep or send: the position, or with `review` the reviewed hand."""
    import solver as public
    from solver.open.questions import each_card_value
    from solver.views.place_page import position_page, review_page

    hand = _hand(body)
    if body.get("review"):
        seed = _number(body, "seed", 0, MOST_SEED) or USUAL_SEED
        yield {"event": "page", "html": review_page(_reviewed(hand, job, seed))}
        return
    now, search = hand.now, job.solver()
    before = (hand.start, hand.course.moves)
    if _sideless(now):
        yield {"event": "page", "html": position_page(now, None, before=before)}
        return
    best = public.solve(now, ("result", "value"), solver=search)
    if now.over or now.chances():
        yield {"event": "page", "html": position_page(now, best, before=before)}
        return
    leads = tuple(each_card_value(now, search))
    line = public.solve(now, ("line",), solver=search).line
    command = _command(hand)
    yield {"event": "page", "html": position_page(now, best, leads, line, before, command)}


def play(body: dict[str, Any], job: Job) -> Events:
    """The position as one player sees it, then the chances of each card over what may be.

    The seat `view` knows its own cards and the play so far. Nothing is asked while another seat is
    to play.
    """
    from solver import Knowledge, Plan, Workers
    from solver.decide.card_play import PlayStudy
    from solver.views.pictures import play_rows, play_verdict

    hand = _hand(body)
    now, start = hand.now, hand.start
    seat = _number(body, "view", 0, now.seats - 1) or 0
    state = state_of(hand)
    if start.variant.lays_down and seat != 0 and not (start.variant.hides_trump and now.revealed):
        state |= {"trump": None, "trump_hidden": True}
    yield {"event": "state", **state}
    if now.over or now.chances() or now.to_move != seat:
        return
    held = (hand.deal or start).hands[seat]
    knowledge = Knowledge.seen_by(
        seat, held, trump=start.trump, leader=start.leader, variant=start.variant,
        play=hand.play[: hand.at], indicator=start.indicator,
    )  # fmt: skip
    samples = _number(body, "samples", 1, MOST_SAMPLES)
    seed = _number(body, "seed", 0, MOST_SEED) or USUAL_SEED
    study = PlayStudy(knowledge, plan=Plan(samples, seed=seed), workers=Workers())
    steps = study.steps()

    def told(last: bool) -> dict[str, Any]:
        advice = study.result()
        return {
            "event": "estimate", "last": last, "verdict": play_verdict(advice),
            "rows": play_rows(advice), **advice.to_dict(),
        }  # fmt: skip

    try:
        for step in steps:
            yield {"event": "progress", "fraction": step.fraction, "deals": step.deals,
                   "of": step.target}  # fmt: skip
            yield told(False)
    finally:
        steps.close()
    yield told(True)


def _sideless(position: Position) -> bool:
    return not position.variant.has_sides and position.player is None


def _tricks_of(position: Position, words: list[str]) -> list[dict[str, Any]]:
    """A line trick by trick: the seat of each card, the winner, the points after it."""
    from solver import Course

    found: list[dict[str, Any]] = []
    cards: list[dict[str, Any]] = []
    for move, before, after in Course.of(position, words).steps:
        cards.append({"seat": before.to_move, "card": str(move.card)})
        if not after.table:
            found.append(
                {"trick": before.tricks_done + 1, "cards": cards, "won_by": after.leader,
                 "taken": list(after.taken)}
            )  # fmt: skip
            cards = []
    return found


def table(body: dict[str, Any], job: Job) -> Events:
    """Class and tricks for every trump and caller of the deal, a trump at a time."""
    import solver as public
    from solver.views.marks import class_word

    hand = _hand(body)
    if hand.deal is None:
        raise Failure("a table of every trump and caller needs a deal before the lead")
    for suit in public.Suit:
        found = public.table(
            hand.deal, solver=job.solver(), trumps=(suit,), variant=hand.start.variant
        )
        yield {
            "event": "trump",
            "trump": suit.letter,
            "cells": found.to_dict()[suit.letter],
            "words": [
                {"word": class_word(found.classes[suit, seat]),
                 "tricks": found.value_text(suit, seat)}
                for seat in range(hand.deal.seats)
            ],
        }  # fmt: skip


# A played hand --------------------------------------------------------------------------------


def review(body: dict[str, Any], job: Job) -> Events:
    """What every card of a played hand changed with all hands open, then as its own seat saw it."""
    import solver as public
    from solver.views.pictures import review_words, timeline_heading, timeline_svg

    hand = _hand(body)
    if not hand.play:
        raise Failure("no card of this hand has been played: load a record, or play the hand")
    found = public.review(hand.start, hand.play, job.solver())
    words = [review_words(each, hand.start) for each in found]
    yield {
        "event": "review",
        "cards": [each.to_dict() | said for each, said in zip(found, words, strict=True)],
        "places": [place for place, word in enumerate(hand.play) if word != "ask"],
        "svg": timeline_svg(found, hand.start),
        "heading": timeline_heading(found, hand.start),
    }
    if not body.get("quick"):
        seed = _number(body, "seed", 0, MOST_SEED) or USUAL_SEED
        yield from _graded(hand, job, seed, _names(body))


def _names(body: Mapping[str, Any]) -> list[str]:
    """What the page calls each seat; empty where it has their numbers."""
    names = body.get("names") or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Failure("names: expected a list of texts, one for each seat")
    return [name[:40] for name in names]


def _judged(card: GradedCard, scoring: Scoring, start: Position, names: list[str]) -> Event:
    """One card as the page shows it: its sign, the verdict in a sentence, what it cost."""
    from solver.players.grading import SIGNS
    from solver.views.review import card_sentence

    usual = "" if card.grade is None else "="
    who = names[card.seat] if card.seat < len(names) else ""
    return card.to_dict() | {
        "sign": SIGNS.get(card.grade, usual) if card.grade else usual,
        "sentence": card_sentence(card, scoring, who, start.variant.points),
        "fault": card.fault,
    }


def tried(body: dict[str, Any], job: Job) -> Events:
    """What a card costs in place of the one that was played, as its own seat saw the hand.

    `card` is played after the first `at` words of the hand; the worlds are those of `review`.
    """
    from solver.game.house_rules import call_scoring, usual_house
    from solver.players.hand_review import grade_card

    hand = _hand(body)
    seed = _number(body, "seed", 0, MOST_SEED) or USUAL_SEED
    play = [*hand.play[: hand.at], _text(body, "card")]
    found = grade_card(hand.start, play, seed=seed, most=MOST_TRIED, solver=job.solver())
    scoring = call_scoring(usual_house(hand.start.variant))
    yield {"event": "tried", "unit": scoring.unit,
           **_judged(found, scoring, hand.start, _names(body))}  # fmt: skip


def _reviewed(hand: HandShown, job: Job, seed: int) -> HandReview:
    """The review of `hakem review`, with the progress meanwhile."""
    from solver.base.errors import SearchStopped
    from solver.players import review_hand

    def advance(share: float) -> None:
        if not job.wanted:
            raise SearchStopped
        job.tell({"event": "progress", "fraction": share})

    if not hand.play:
        raise Failure("no card of this hand has been played: load a record, or play the hand")
    return review_hand(hand.start, hand.play, seed=seed, progress=advance)


def _graded(hand: HandShown, job: Job, seed: int, names: list[str]) -> Events:
    """What each card cost by what its own seat could know."""
    from solver.players.habits import kind_of
    from solver.views.pictures import winning_heading, winning_svg
    from solver.views.review import scale_text

    found = _reviewed(hand, job, seed)
    pictured = {"svg": winning_svg(found), "heading": winning_heading(hand.start)}
    cards, now = [], hand.start
    for move, card in zip(found.moves, found.cards, strict=True):
        shown = now.request_trump() if move.requests else now
        told = _judged(card, found.scoring, hand.start, names)
        cards.append(told | {"kind": kind_of(shown, card.card)})
        now = now.play(move)
    said = found.to_dict() | {"cards": cards}
    yield {"event": "grades", "scale": scale_text(found.scoring), **pictured, **said}


# The call -------------------------------------------------------------------------------------


def call(body: dict[str, Any], job: Job) -> Events:
    """What each call is worth with five cards: from the book, or by dealing the other cards."""
    from cli.texts import hand_of as cards_of
    from solver import match
    from solver.game.scoring import find_scoring

    # By name alone: what `--scoring` takes besides are files of this machine.
    scoring = find_scoring(_text(body, "scoring")).name if _text(body, "scoring") else None
    at_score = ScoreNamed(scoring, _text(body, "score") or None)
    house, game = _game(body, at_score.named())
    text = _text(body, "five")
    if not text.strip():
        raise Failure("give the five cards you hold, such as AQ.K84..")
    five = cards_of(text, (5,))
    points = at_score.scoring_of_call(house, game, match.call_scoring(house))
    samples = _number(body, "samples", 1, MOST_SAMPLES)
    seed = _number(body, "seed", 0, MOST_SEED)
    book = None if samples else book_for(game)
    if book is not None and points.kind in ("class", "chance"):
        yield _call_event(book.advise(five, scoring=points, variant=game), "book", five)
        return
    if samples is None:
        yield {"event": "no_book", "samples": SAMPLES,
               "text": f"There is no book of {game}{_nearest_book(game)}: the answer is found by "
               "dealing the other cards at random and solving every deal."}  # fmt: skip
        return
    from solver import Plan, Workers
    from solver.decide.trump_call import TrumpStudy

    study = TrumpStudy(
        five, variant=game, scoring=points, plan=Plan(samples, seed=seed), workers=Workers()
    )
    steps = study.steps()
    try:
        for step in steps:
            share = step.fraction
            yield {"event": "progress", "fraction": share, "deals": step.deals, "of": step.target}
            if share < 1:
                yield _call_event(study.result(), "sampled", five) | {"event": "estimate"}
    finally:
        steps.close()
    yield _call_event(study.result(), "sampled", five)


def _nearest_book(game: Variant) -> str:
    """Which preset of the same game has a book; empty where none has."""
    from solver.game.variants import PRESET_TEXTS, PRESETS

    found = [name for name, one in PRESETS.items() if one.name == game.name and _has_book(one)]
    return f" (there is one of {found[0]}, {PRESET_TEXTS[found[0]]})" if found else ""


def book_for(game: Variant) -> Book | None:
    """The book that comes along for this game; one place, so that tests can bring their own."""
    from solver.book import find_book

    return find_book(game)


def _table_lines(advice: Any) -> list[str]:
    """What the calls come to at the table: by the book of closed hands, else by the curve."""
    from solver.book import find_book
    from solver.views.at_the_table import calls_at_the_table
    from solver.views.closed_hands import closed_call_lines

    if (book := find_book(advice.variant, "closed")) is not None:
        scoring, game = advice.question.scoring, advice.variant
        if scoring.kind in ("class", "chance"):
            return closed_call_lines(book.advise(advice.hand, scoring=scoring, variant=game))
    odds = [(each.trump, each.win.p, each.kot.p) for each in advice.trumps.values()]
    lines = calls_at_the_table(advice.variant, advice.hand, odds)
    return [line for each in lines if (line := str(each).strip())]


def _call_event(advice: Any, source: str, five: Any) -> dict[str, Any]:
    from solver.views.pictures import call_rows, call_svg, call_verdict

    return {
        "event": "call",
        "source": source,
        "verdict": call_verdict(advice),
        "rows": call_rows(advice),
        "svg": call_svg(advice),
        "by_scoring": _by_scoring(advice),
        "at_the_table": _table_lines(advice),
        **advice.to_dict(),
    } | {"source": source}


def _by_scoring(advice: Any) -> list[dict[str, Any]]:
    """The best call under every scoring of classes, from the same class probabilities."""
    from solver.game.scoring import CLASSES, SCORINGS

    found = []
    for scoring in SCORINGS:
        if scoring.kind != "class":
            continue
        values = dict(zip(CLASSES, scoring.vector(), strict=True))
        means = {
            suit.letter: sum(values[c] * share for c, share in each.shares.items())
            for suit, each in advice.trumps.items()
        }
        best = max(means.values())
        found.append(
            {"scoring": scoring.name, "title": scoring.title, "points": means,
             "best": [suit for suit, mean in means.items() if mean > best - 1e-9]}
        )  # fmt: skip
    return found


EXAMPLE = "0:A8.A4.KT972.KJ65|QJT64.J32.J43.QT|K9532.976.AQ8.A2|7.KQT85.65.98743 trump=D"
"""What stands on the table before anything is asked."""


def first_question(text: str, game: Variant, trump: Suit | None) -> Verb:
    """The verb that gives the page what the command line named, or an example."""

    def first(body: dict[str, Any], job: Job) -> Events:
        said = {"variant": game.name, "options": game.plain_settings()}
        if trump is not None:
            said["trump"] = trump.letter
        if text:
            yield from parse({**said, "text": text}, job)
        elif game.name == "hokm" and not game.changed:
            yield from parse({"text": EXAMPLE}, job)
        else:
            yield from deal({**said, "seed": 1}, job)

    # A text that cannot be read is refused on the command line, before the page opens.
    if text:
        list(first({}, Job(Slot())))
    return first


# The quiz -------------------------------------------------------------------------------------


_asked: OrderedDict[tuple[Any, ...], AskedQuestion] = OrderedDict()
"""The latest questions with what is known of their answers, so that judging one is not to ask it
again; a question that is forgotten is made anew from its seed."""
MOST_ASKED = 16


def _quiz(body: dict[str, Any], job: Job) -> AskedQuestion:
    """The question that the body names."""
    from solver.game.variants import HOKM
    from solver.quiz import KINDS, asked_question, day_named, question_of_day

    day, kind, level = _text(body, "day"), _text(body, "kind"), _text(body, "level") or None
    seed = _number(body, "seed", 0, MOST_SEED) or 0
    number = _number(body, "n", 0, 9999) or 0
    book = book_for(HOKM)
    key = (day, kind, level, seed, number, book)
    found = _asked.get(key)
    if found is None:
        if day:
            found = question_of_day(day_named(day), number, book, job.solver())
        else:
            found = asked_question(
                seed, number, kinds=(kind,) if kind else KINDS, level=level, book=book,
                variant=HOKM, solver=job.solver(),
            )  # fmt: skip
        _asked[key] = found
        while len(_asked) > MOST_ASKED:
            _asked.popitem(last=False)
    return found


def quiz(body: dict[str, Any], job: Job) -> Events:
    """A question of the quiz; the answer is not in it."""
    question = _quiz(body, job).question
    event: dict[str, Any] = {"event": "question", **question.to_dict()}
    if question.position is not None:
        now = question.position
        fields: dict[str, Any] = {
            "deal": "0:" + "|".join(map(str, now.hands)), "trump": event["trump"],
            "leader": now.leader, "taken": list(now.taken), "tricks_done": now.tricks_done,
            "kot": now.kot,
        }  # fmt: skip
        if now.table:
            fields["table"] = " ".join(event["table"])
        event["state"] = state_of(hand_of(fields))
        if question.seat is not None:
            _one_hand(event, question)
    yield event


def _one_hand(event: dict[str, Any], question: QuizQuestion) -> None:
    """Leave the hand of one seat in the state, and tell the tricks so far."""
    state = event["state"]
    del state["hand"]
    state["hands"] = [
        held if seat == question.seat else ["?"] * len(held)
        for seat, held in enumerate(state["hands"])
    ]
    event["tricks"] = [
        {"leader": leader, "cards": [str(card) for card in cards]}
        for leader, cards in question.tricks
    ]


def answer(body: dict[str, Any], job: Job) -> Events:
    """What an answer to a question of the quiz is worth; without one, the best answer."""
    asked, chosen = _quiz(body, job), _text(body, "chosen")
    judged = asked.answer(chosen, job.solver()) if chosen else asked.solved(job.solver())
    yield {"event": "answer", **judged.to_dict(), "skipped": not chosen}


def day(body: dict[str, Any], job: Job) -> Events:
    """The lines to share of a day with these `marks`, and the streak of the `days` answered."""
    from solver.quiz import DAILY, day_named, share_text, streak

    marks, days = body.get("marks"), body.get("days")
    if not isinstance(marks, list) or not set(map(repr, marks)) <= {"True", "False", "None"}:
        raise Failure("marks: expected true, false or null for each answer")
    if len(marks) > len(DAILY):
        raise Failure(f"marks: a day has {len(DAILY)}")
    if not isinstance(days, list) or not all(isinstance(one, str) for one in days):
        raise Failure("days: expected a list of days as 2026-11-23")
    length = streak({day_named(one) for one in days}, day_named(_text(body, "today")))
    text = share_text(day_named(_text(body, "day")), marks, length)
    yield {"event": "day", "text": text, "streak": length}


VERBS: dict[str, Verb] = {
    "about": about,
    "answer": answer,
    "call": call,
    "day": day,
    "deal": deal,
    "line": line,
    **MATCH_VERBS,
    "parse": parse,
    "play": play,
    "quiz": quiz,
    "record": record,
    "saved_page": saved_page,
    "review": review,
    "solve": solve,
    "state": state,
    "table": table,
    "tried": tried,
}
