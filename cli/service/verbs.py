"""The questions of `/v1`: for each verb the fields it may have, and the function that answers it.

The fields are an allowlist: texts of cards, numbers and words, nothing that names a file, a
module, an address or a cluster. What answers is what the command of that name prints with --json.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from cli.arguments import Limits
from cli.failures import Failure
from cli.judged import JudgeNamed
from cli.texts import GameNamed, RulesNamed, ScoreNamed, settings_of
from solver.base.errors import shown

from .app import Question
from .asking import Asking
from .fields import FIELDS, SOLVE_FIELDS, Field

__all__ = ["VERBS", "Verb", "verb_questions"]

Fields = Mapping[str, Any]
Answers = Iterator[Mapping[str, Any]]


@dataclass(frozen=True)
class Verb:
    """A question: its fields (`needed` of them always), and its answers from them.

    `lines`: whether one question has an answer of several lines. `quick`: it needs no search where
    it has these fields only, None where it always searches.
    """

    answer: Callable[[Fields, Asking], Answers]
    fields: Mapping[str, Field]
    needed: tuple[str, ...] = ()
    lines: bool = False
    quick: frozenset[str] | None = None

    def is_quick(self, body: Any) -> bool:
        """Whether the answer to a request needs no search."""
        return self.quick is not None and isinstance(body, dict) and self.quick.issuperset(body)


def read_fields(verb: str, body: Any) -> dict[str, Any]:
    """The fields of a request, of their kinds and within their limits; a Failure names the field.

    A field that is null was not given, but for those that the answer reads itself.
    """
    if not isinstance(body, dict):
        raise Failure("the request is no JSON object")
    allowed = VERBS[verb].fields
    for name in body:
        if name not in allowed:
            near = get_close_matches(name, allowed, 1)
            hint = f"did you mean {near[0]}" if near else f"expected {', '.join(allowed)}"
            raise Failure(f"{verb} has no field {shown(name)}: {hint}")
    fields = {
        name: allowed[name].read(name, value)
        for name, value in body.items()
        if value is not None or allowed[name].kind == "any"
    }
    for name in VERBS[verb].needed:
        if name not in fields:
            raise Failure(f"{name}: {verb} needs this field. {allowed[name].text}")
    return fields


def _limits(fields: Fields) -> Limits:
    return Limits(
        fields.get("samples"), fields.get("precision"), fields.get("time"), fields.get("seed"),
        fields.get("node_limit"),
    )  # fmt: skip


def _game(fields: Fields) -> GameNamed:
    return GameNamed(fields.get("variant", "hokm"), settings_of(fields.get("options")))


def _rules(fields: Fields) -> RulesNamed:
    return RulesNamed(
        fields.get("variant"), settings_of(fields.get("options")), fields.get("scoring"),
        fields.get("target"),
    )  # fmt: skip


def _score(fields: Fields) -> ScoreNamed:
    return ScoreNamed(
        fields.get("scoring"), fields.get("score"), fields.get("target"), fields.get("streak")
    )


def _judge(fields: Fields) -> JudgeNamed:
    return JudgeNamed(fields.get("judge"), fields.get("open", False))


def trump(fields: Fields, asking: Asking) -> Answers:
    """Which trump to call."""
    from cli.trump import trump_told

    yield trump_told(
        fields["hand"], _score(fields), fields.get("give", ()), _limits(fields), _game(fields),
        asking, _judge(fields),
    ).to_dict()  # fmt: skip


def kot(fields: Fields, asking: Asking) -> Answers:
    """How likely a kot is."""
    from cli.kot import kot_told

    yield kot_told(
        fields["hand"], fields.get("trump"), fields.get("give", ()), _limits(fields),
        _game(fields), asking, _judge(fields),
    ).to_dict()  # fmt: skip


def play(fields: Fields, asking: Asking) -> Answers:
    """Which card to play."""
    from cli.play import CardAsked, Seen

    seen = Seen(
        fields.get("trump"), fields.get("seat"), fields.get("play"), fields.get("leader"),
        fields.get("indicator"), fields.get("at"), fields.get("number"),
    )  # fmt: skip
    at_score, give, limits = _score(fields), fields.get("give", ()), _limits(fields)
    if ("hand" in fields) == ("record" in fields):
        raise Failure("hand, record: play needs one of them")
    if "record" in fields:
        table = seen.of_record(_record(fields), _game(fields))
    else:
        table = seen.of_hand(fields["hand"], _game(fields), at_score.named(), limits.seed, give)
    weigh_call, judge = fields.get("weigh_call", False), _judge(fields).word(table.game)
    asked = CardAsked(table, at_score, give, limits.plan(), weigh_call, None, judge)
    yield asked.told(asking).to_dict()


def choose(fields: Fields, asking: Asking) -> Answers:
    """What the choices before the lead are worth."""
    from cli.choose import ChoiceAsked, choice_told

    asked = ChoiceAsked(fields.get("called"), fields.get("seat", "1"), fields.get("redeals", 0))
    yield choice_told(
        fields["hand"], _rules(fields), _score(fields), asked, _limits(fields), asking,
        _judge(fields),
    ).to_dict()  # fmt: skip


def solve(fields: Fields, asking: Asking) -> Answers:
    """The exact answers about a deal: the JSON question of `hakem solve`."""
    from cli.lines import Line
    from cli.questions import Defaults
    from cli.solve import Answering
    from solver.game.variants import HOKM

    asked = dict(fields)
    limit = asked.pop("node_limit", 0)
    answering = Answering(Defaults(None, 0, HOKM, None, ()), asking.solver, limit)
    yield answering(Line(asking.line, json.dumps(asked))).to_dict()


def deal(fields: Fields, asking: Asking) -> Answers:
    """Random deals, one a line."""
    from cli.deal import DealsAsked, KnownCards, Wanted

    cards = KnownCards(fields.get("give", ()), fields.get("length", ()), fields.get("cards"))
    asked = DealsAsked.of(
        fields.get("number", 1), fields.get("seed"), cards, fields.get("trump"), _game(fields),
        Wanted(fields.get("where"), fields.get("limit"), jobs=1), lambda: asking.ended,
    )  # fmt: skip
    for at, found in enumerate(asked.deals()):
        asking.check()
        yield asked.to_dict(at, found)
    if asked.search is not None:
        asked.met()


def review(fields: Fields, asking: Asking) -> Answers:
    """Each card of a played hand, judged."""
    from cli.review import ReviewAsked, reviews_json

    asked = ReviewAsked.of(
        _record(fields), fields.get("quick", False), fields.get("line", ()), fields.get("number"),
        fields.get("seed"), fields.get("node_limit"),
    )  # fmt: skip
    with asking.workers() as workers:
        yield reviews_json([asked.found(workers, lambda share: asking.check())])


def quiz(fields: Fields, asking: Asking) -> Answers:
    """Questions with their answers."""
    from cli.quiz import QuizAsked, quiz_json

    asked = QuizAsked.of(
        fields.get("kind"), fields.get("level"), fields.get("count", 10), fields.get("seed"),
        solver=asking.solver(),
    )  # fmt: skip
    found = []
    for each in asked.answered():
        asking.check()
        found.append(each)
    yield quiz_json(found)


def book(fields: Fields, asking: Asking) -> Answers:
    """What the book says of five cards."""
    from cli.book import BookNamed, hand_told

    named = BookNamed(
        fields.get("scoring"), fields.get("variant", "hokm"), settings_of(fields.get("options"))
    )
    yield hand_told(fields["hand"], named, fields.get("open", False)).to_dict()


def equity(fields: Fields, asking: Asking) -> Answers:
    """The chance to win a match."""
    from cli.equity import EquityAsked

    asked = EquityAsked.of(
        _rules(fields), fields.get("score", "0-0"), fields.get("caller", "us"),
        fields.get("streak"), fields.get("hands", 0), fields.get("classes"), None,
    )  # fmt: skip
    yield asked.to_dict(fields.get("table", False))


def score(fields: Fields, asking: Asking) -> Answers:
    """What a result is worth, or the score sheet of a record."""
    from cli.score import USUAL, expected_by, expected_json, scored_by, scored_json, sheets_json
    from solver.record import replay_match

    given = [name for name in ("result", "classes", "record") if name in fields]
    if len(given) != 1:
        raise Failure("result, classes, record: score needs one of them")
    if "record" in fields:
        yield sheets_json([replay_match(_record(fields))])
        return
    named = _rules(fields)
    alone = named.house is not None or named.scoring is not None
    houses = [named] if alone else [
        RulesNamed(name, named.setting, None, named.target) for name in USUAL
    ]  # fmt: skip
    if "classes" in fields:
        yield expected_json(expected_by(houses, fields["classes"]))
        return
    yield scored_json(
        scored_by(
            houses, fields["result"], fields.get("caller", "0"), fields.get("score"),
            fields.get("streak"),
        )
    )  # fmt: skip


def _record(fields: Fields) -> Any:
    """The record that is sent as a text."""
    from solver.record import read_match

    return read_match(fields["record"])


_GAME = ("variant", "options")
_SCORE = ("scoring", "score", "target", "streak")
_LIMITS = ("samples", "precision", "time", "seed", "node_limit")


def _verb(
    answer: Callable[[Fields, Asking], Answers],
    *names: str,
    needed: tuple[str, ...] = (),
    lines: bool = False,
    quick: tuple[str, ...] | None = None,
) -> Verb:
    fields = {name: FIELDS[name] for name in names}
    return Verb(answer, fields, needed, lines, None if quick is None else frozenset(quick))


VERBS = {
    "solve": Verb(solve, SOLVE_FIELDS),
    "trump": _verb(
        trump, "hand", *_GAME, *_SCORE, "give", *_LIMITS, "open", "judge", needed=("hand",),
        quick=("hand", "open"),  # of the plain game and its usual scoring: there is a book
    ),
    "kot": _verb(
        kot, "hand", "trump", *_GAME, "give", *_LIMITS, "open", "judge", needed=("hand",)
    ),
    "play": _verb(
        play, "hand", "record", "trump", "seat", "play", "leader", "indicator", "at", "number",
        *_GAME, *_SCORE, "give", "weigh_call", *_LIMITS, "judge",
    ),
    "choose": _verb(
        choose, "hand", *_GAME, *_SCORE, "called", "seat", "redeals", *_LIMITS, "judge",
        needed=("hand",),
    ),
    "review": _verb(
        review, "record", "quick", "line", "number", "seed", "node_limit", needed=("record",)
    ),
    "quiz": _verb(quiz, "kind", "level", "count", "seed"),
    "deal": _verb(
        deal, "number", "seed", "give", "length", "cards", "trump", "where", "limit", *_GAME,
        lines=True,
    ),
    "book": _verb(
        book, "hand", "scoring", *_GAME, "open", needed=("hand",),
        quick=("hand", "scoring", *_GAME, "open"),
    ),
    "equity": _verb(
        equity, *_SCORE, "caller", *_GAME, "hands", "classes", "table"
    ),
    "score": _verb(
        score, "result", "record", "classes", *_GAME, *_SCORE, "caller",
        quick=("result", "classes", *_GAME, *_SCORE, "caller"),
    ),
}  # fmt: skip
"""Every question of `/v1`, by its name."""


def verb_questions() -> dict[str, Question]:
    """The questions by path."""

    def question(name: str, verb: Verb) -> Question:
        def answer(body: Any, asking: Asking) -> Answers:
            return verb.answer(read_fields(name, body), asking)

        return Question(answer, verb.lines, batch=True, quick=verb.is_quick)

    return {f"/v1/{name}": question(name, verb) for name, verb in VERBS.items()}
