"""The language of conditions on a deal: `class >= kot and leads(kot) = 1`, read without `eval`.

A text becomes a tree of small records that is asked about one deal at a time. This file has the
grammar and the terms that only look at the cards; a `Vocabulary` may bring others (those that need
a search stand in purposes.py). docs/conditions.md describes the language. Every fault is
an OptionError that names its place in the text.

    condition   = all { "or" all }                all     = one { "and" one }
    one         = "not" one | "(" condition ")" | sum { comparison sum }
    sum         = part { ("+" | "-") part }       part    = number | class | term | preset
    term        = name [ "(" argument { "," argument } ")" ]
    comparison  = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NamedTuple, Protocol

from ..base.cards import Card, Hand, Rank, Suit
from ..base.errors import HakemError, OptionError, shown
from ..base.outcomes import Outcome
from ..game.deal import Deal

__all__ = ["CARD_TERMS", "CLASS_WORDS", "Condition", "Dealt", "Term", "Vocabulary"]

MOST_LETTERS = 2000
"""The longest text of a condition."""
MOST_LEVELS = 50
"""How deep parentheses and `not` may be nested."""

CLASS_WORDS = {
    "goon_bavney": Outcome.BAVNEY_B,
    "goon_kot": Outcome.KOT_B,
    "loss": Outcome.WIN_B,
    "tie": Outcome.NONE,
    "win": Outcome.WIN_A,
    "kot": Outcome.KOT_A,
    "bavney": Outcome.BAVNEY_A,
}
"""The classes as a condition names them, from the worst for the caller's side to the best."""


class Dealt(Protocol):
    """What a condition is asked about: the cards, and the trump where one is named."""

    @property
    def deal(self) -> Deal:
        """The hands, the caller's first."""
        ...

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the language: how it is written, what it means and what it costs to answer.

    `takes`: the kinds of its arguments ("seat", "suit", "card", "number", "class" or a kind of the
    vocabulary); `optional` of them, the last ones, may be left out; with `more` the last kind may
    be repeated. `gives`: "number", "class" or "truth". `cost` orders the questions: the cheap ones
    are asked first. `at_least` answers whether a class is at least so good, where that is cheaper
    than the class.
    """

    name: str
    says: str
    of: Callable[..., int] = field(compare=False)
    takes: tuple[str, ...] = ()
    gives: str = "number"
    cost: int = 0
    optional: int = 0
    more: bool = False
    at_least: Callable[[Any, int], bool] | None = field(default=None, compare=False)
    cost_of: Callable[[tuple[Any, ...]], int] | None = field(default=None, compare=False)

    @property
    def written(self) -> str:
        """The term as the documents show it, such as `length(SEAT, SUIT)`."""
        if not self.takes:
            return self.name
        names = [kind.upper() for kind in self.takes]
        text = ", ".join(names[: len(names) - self.optional])
        text += "".join(f"[, {name}]" for name in names[len(names) - self.optional :])
        return f"{self.name}({text}{', ...' if self.more else ''})"


class Vocabulary:
    """The terms and presets that conditions may use, and the words of further kinds of arguments.

    `presets`: name -> (condition text, what it is for). `kinds`: name of a kind -> its words.
    """

    def __init__(
        self,
        terms: Sequence[Term],
        presets: Mapping[str, tuple[str, str]] = {},
        kinds: Mapping[str, Mapping[str, Any]] = {},
    ) -> None:
        self.terms = {term.name: term for term in terms}
        self.presets = dict(presets)
        self.kinds = {"class": CLASS_WORDS, **kinds}

    def read(self, text: str) -> Condition:
        """The condition that a text means; OptionError naming the place of a fault."""
        return Condition(text.strip(), _Reader(text, self).whole())


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as it was written and as it is asked; `cost` of its dearest question."""

    text: str
    root: _Node = field(compare=False, repr=False)

    def __call__(self, dealt: Dealt) -> bool:
        """Whether the deal meets the condition; cheap questions are asked first."""
        return bool(self.root.of(dealt))

    @property
    def cost(self) -> int:
        """0 where the cards alone tell."""
        return self.root.cost

    def __str__(self) -> str:
        return self.text


# The tree ----------------------------------------------------------------------------------------


class _Node(Protocol):
    @property
    def gives(self) -> str: ...
    @property
    def cost(self) -> int: ...
    def of(self, dealt: Any) -> int: ...


class _Constant(NamedTuple):
    gives: str
    value: int
    cost: int = 0

    def of(self, dealt: Any) -> int:
        return self.value


class _Asked(NamedTuple):
    term: Term
    args: tuple[Any, ...]

    @property
    def gives(self) -> str:
        return self.term.gives

    @property
    def cost(self) -> int:
        return self.term.cost if self.term.cost_of is None else self.term.cost_of(self.args)

    def of(self, dealt: Any) -> int:
        return self.term.of(dealt, *self.args)


class _Sum(NamedTuple):
    parts: tuple[tuple[int, _Node], ...]
    gives: str = "number"

    @property
    def cost(self) -> int:
        return max(part.cost for _, part in self.parts)

    def of(self, dealt: Any) -> int:
        return sum(sign * part.of(dealt) for sign, part in self.parts)


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class _Compared(NamedTuple):
    left: _Node
    sign: str
    right: _Node
    gives: str = "truth"

    @property
    def cost(self) -> int:
        if self._by_steps and isinstance(self.right, _Constant):
            # The races of kots are far cheaper than those of wins.
            return 1 if abs(self.right.value) > 1 else self.left.cost
        return max(self.left.cost, self.right.cost)

    @property
    def _by_steps(self) -> bool:
        """Whether a class is compared with one that is known: one or two races answer that."""
        return (
            isinstance(self.left, _Asked)
            and self.left.term.at_least is not None
            and isinstance(self.right, _Constant)
        )

    def of(self, dealt: Any) -> int:
        if not self._by_steps:
            return _COMPARE[self.sign](self.left.of(dealt), self.right.of(dealt))
        assert isinstance(self.left, _Asked)
        at_least = self.left.term.at_least
        assert at_least is not None
        level = self.right.of(dealt)
        if self.sign in (">=", "<"):
            return at_least(dealt, level) == (self.sign == ">=")
        if self.sign in (">", "<="):
            return at_least(dealt, level + 1) == (self.sign == ">")
        same = at_least(dealt, level) and not at_least(dealt, level + 1)
        return same == (self.sign == "=")


class _Not(NamedTuple):
    inner: _Node
    gives: str = "truth"

    @property
    def cost(self) -> int:
        return self.inner.cost

    def of(self, dealt: Any) -> int:
        return not self.inner.of(dealt)


class _Several(NamedTuple):
    """Conditions joined by `and` (`until` False) or `or` (True), the cheapest first."""

    until: bool
    parts: tuple[_Node, ...]
    gives: str = "truth"

    @property
    def cost(self) -> int:
        return max(part.cost for part in self.parts)

    def of(self, dealt: Any) -> int:
        for part in self.parts:
            if bool(part.of(dealt)) is self.until:
                return self.until
        return not self.until


def _joined(until: bool, parts: Sequence[_Node]) -> _Node:
    """The parts as one node; what is joined in the same way is asked in one order."""
    if len(parts) == 1:
        return parts[0]
    flat: list[_Node] = []
    for part in parts:
        same = isinstance(part, _Several) and part.until is until
        flat += part.parts if isinstance(part, _Several) and same else [part]
    return _Several(until, tuple(sorted(flat, key=lambda part: part.cost)))


# Reading -----------------------------------------------------------------------------------------

_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_♠♥♦♣][\w♠♥♦♣]*)|(<=|>=|!=|==|[=<>()+,-]))")
_PLAIN_WORDS = ("and", "or", "not")
_KIND_WORDS = {
    "seat": "a seat, such as 0",
    "suit": "S, H, D, C or trump",
    "card": "a card, such as SA",
    "number": "a whole number",
    "ranks": "ranks, such as AK",
}


class _Token(NamedTuple):
    kind: str  # "number", "word", "sign" or "end"
    text: str
    at: int


class _Reader:
    """One text on its way to a tree; the grammar stands at the head of this file."""

    def __init__(self, text: str, vocabulary: Vocabulary, inside: tuple[str, ...] = ()) -> None:
        self.vocabulary, self.inside = vocabulary, inside
        self.place = self.level = 0
        if len(text) > MOST_LETTERS:
            raise OptionError(
                f"a condition of {len(text):,} characters: expected at most {MOST_LETTERS:,}"
            )
        self.tokens = _tokens(text)

    def whole(self) -> _Node:
        """The whole text."""
        if self.next.kind == "end":
            raise OptionError("the condition is empty: expected one such as 'class >= kot'")
        start = self.next
        found = self._truth(self._any(), start)
        if self.next.kind != "end":
            raise self._fault("is too much", "and, or, or the end")
        return found

    @property
    def next(self) -> _Token:
        return self.tokens[self.place]

    def _take(self) -> _Token:
        token = self.next
        self.place += token.kind != "end"
        return token

    def _takes(self, *texts: str) -> str | None:
        """The next token where it is one of these words or signs, else None."""
        if self.next.text.lower() not in texts or self.next.kind == "end":
            return None
        return self._take().text.lower()

    def _fault(self, wrong: str, expected: str, token: _Token | None = None) -> OptionError:
        token = self.next if token is None else token
        what = "the end of the condition" if token.kind == "end" else shown(token.text)
        where = "condition" if not self.inside else f"condition {self.inside[-1]}"
        return OptionError(
            f"{where}, character {token.at + 1}: {what} {wrong}: expected {expected}"
        )

    def _any(self) -> _Node:
        return self._several("or", self._all)

    def _all(self) -> _Node:
        return self._several("and", self._one)

    def _several(self, word: str, part: Callable[[], _Node]) -> _Node:
        start, found = self.next, part()
        if self.next.text.lower() != word:
            return found
        parts = [self._truth(found, start)]
        while self._takes(word):
            start = self.next
            parts.append(self._truth(part(), start))
        return _joined(word == "or", parts)

    def _one(self) -> _Node:
        token = self.next
        self.level += 1
        if self.level > MOST_LEVELS:
            raise self._fault("is nested too deep", f"at most {MOST_LEVELS} levels")
        if self._takes("not"):
            start = self.next
            found: _Node = _Not(self._truth(self._one(), start))
        else:
            found = self._compared(token)
        self.level -= 1
        return found

    def _compared(self, start: _Token) -> _Node:
        left = self._sum()
        parts: list[_Node] = []
        while sign := self._takes(*_COMPARE, "=="):
            token = self.next
            right = self._sum()
            for node, where in ((left, start), (right, token)):
                if node.gives == "truth":
                    raise self._fault("is yes or no and no number", "a number or a class", where)
            if left.gives != right.gives:
                words = {"number": "a number", "class": "a class: " + ", ".join(CLASS_WORDS)}
                raise self._fault(
                    "cannot be compared with what precedes it", words[left.gives], token
                )
            sign = sign.replace("==", "=")
            if isinstance(left, _Constant):  # a known class on the left is asked from the right
                parts.append(_Compared(right, _TURNED.get(sign, sign), left))
            else:
                parts.append(_Compared(left, sign, right))
            left, start = right, token
        return _joined(False, parts) if parts else left

    def _sum(self) -> _Node:
        start = self.next
        parts = [(1, self._part())]
        while sign := self._takes("+", "-"):
            token = self.next
            parts.append((1 if sign == "+" else -1, self._number(self._part(), token)))
        if len(parts) == 1:
            return parts[0][1]
        self._number(parts[0][1], start)
        return _Sum(tuple(parts))

    def _part(self) -> _Node:
        if self._takes("("):
            found = self._any()
            if not self._takes(")"):
                raise self._fault("comes too early", ")")
            return found
        token = self._take()
        if token.kind == "number":
            return _Constant("number", int(token.text))
        word = token.text.lower()
        if token.kind != "word" or word in _PLAIN_WORDS:
            raise self._fault("stands in the wrong place", "a term, a number or a class", token)
        if word in self.vocabulary.presets:
            return self._preset(word, token)
        if word in self.vocabulary.terms:
            return self._term(self.vocabulary.terms[word])
        if word in CLASS_WORDS:
            return _Constant("class", int(CLASS_WORDS[word]))
        known = [*self.vocabulary.terms, *self.vocabulary.presets, *CLASS_WORDS]
        near = get_close_matches(word, known, 1)
        raise self._fault("is unknown", near[0] if near else f"one of {', '.join(known)}", token)

    def _preset(self, name: str, token: _Token) -> _Node:
        text = self.vocabulary.presets[name][0]
        assert name not in self.inside
        return _Reader(text, self.vocabulary, (*self.inside, name)).whole()

    def _term(self, term: Term) -> _Node:
        args: list[Any] = []
        least = len(term.takes) - term.optional
        if term.takes and (least or self.next.text == "("):
            if not self._takes("("):
                raise self._fault("comes too early", f"{term.written}")
            while True:
                kinds = term.takes
                kind = kinds[len(args)] if len(args) < len(kinds) else kinds[-1]
                args.append(self._argument(kind))
                full = len(args) >= len(kinds) and not term.more
                if len(args) >= least and self._takes(")"):
                    break
                if full or not self._takes(","):
                    raise self._fault("stands in the wrong place", term.written)
        return _Asked(term, tuple(args))

    def _argument(self, kind: str) -> Any:
        token = self._take()
        word = token.text.lower()
        words = self.vocabulary.kinds.get(kind)
        if words is not None:
            if word in words:
                return words[word]
            near = get_close_matches(word, words, 1)
            raise self._fault("is unknown", near[0] if near else ", ".join(words), token)
        if kind in ("seat", "number"):
            if token.kind == "number":
                return int(token.text)
        elif token.kind in ("word", "number"):
            if kind == "suit" and word == "trump":
                return "trump"
            try:
                if kind == "suit":
                    return Suit.parse(token.text)
                if kind == "card":
                    return Card.parse(token.text)
                return Hand.of(Card(Suit.SPADES, Rank.parse(letter)) for letter in token.text)
            except HakemError:
                pass
        raise self._fault("stands in the wrong place", _KIND_WORDS[kind], token)

    def _truth(self, node: _Node, token: _Token) -> _Node:
        if node.gives != "truth":
            what = "a number" if node.gives == "number" else "a class"
            wrong = f"begins {what} that is compared with nothing"
            raise self._fault(wrong, "one of = < > <= >= != behind it", token)
        return node

    def _number(self, node: _Node, token: _Token) -> _Node:
        if node.gives != "number":
            raise self._fault("cannot be added", "a number", token)
        return node


def _tokens(text: str) -> list[_Token]:
    """The words, numbers and signs of a text, each with its place, and the end."""
    found, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise OptionError(
                f"condition, character {at + 1}: {shown(text[at])} is no sign of the language: "
                "expected words, numbers, and ( ) , + - = != < <= > >="
            )
        kind = "number" if match[1] else "word" if match[2] else "sign"
        if kind == "number" and len(match[1]) > 5:
            raise OptionError(
                f"condition, character {match.start(1) + 1}: {shown(match[1])} is too large: "
                "expected at most 99999"
            )
        found.append(_Token(kind, match[match.lastindex or 1], match.start(match.lastindex or 1)))
        at = match.end()
    return [*found, _Token("end", "", len(text))]


# Terms about the cards ---------------------------------------------------------------------------

_HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


def hand_of(dealt: Dealt, seat: int) -> Hand:
    """The hand of this seat; OptionError where there is no such seat."""
    if seat >= dealt.deal.seats:
        raise OptionError(
            f"condition: there is no seat {seat}, expected 0 to {dealt.deal.seats - 1}"
        )
    return dealt.deal[seat]


def suit_of(dealt: Dealt, suit: Suit | str) -> Suit:
    """The suit of an argument; OptionError for the trump of a deal without one."""
    if isinstance(suit, Suit):
        return suit
    if dealt.trump is None:
        raise OptionError("condition: it speaks of the trump suit, and none is named")
    return dealt.trump


def _lengths(dealt: Dealt, seat: int) -> list[int]:
    hand = hand_of(dealt, seat)
    return sorted((hand.length(suit) for suit in Suit), reverse=True)


def _length(dealt: Dealt, seat: int, suit: Suit | str) -> int:
    return hand_of(dealt, seat).length(suit_of(dealt, suit))


def _honours(dealt: Dealt, seat: int, suit: Suit | str | None = None) -> int:
    wanted = None if suit is None else suit_of(dealt, suit)
    return sum(
        card.rank in _HONOURS and wanted in (None, card.suit) for card in hand_of(dealt, seat)
    )


def _ranks(dealt: Dealt, seat: int, ranks: Hand) -> int:
    wanted = {card.rank for card in ranks}
    return sum(card.rank in wanted for card in hand_of(dealt, seat))


def _shape(dealt: Dealt, seat: int) -> int:
    return int("".join(map(str, _lengths(dealt, seat))))


CARD_TERMS = (
    Term("length", "cards of a suit in a hand", _length, ("seat", "suit")),
    Term("longest", "cards of its longest suit", lambda d, s: _lengths(d, s)[0], ("seat",)),
    Term("shortest", "cards of its shortest suit", lambda d, s: _lengths(d, s)[-1], ("seat",)),
    Term("shape", "its lengths from long to short, as 5431", _shape, ("seat",)),
    Term(
        *("honours", "aces, kings, queens and jacks in a hand, or in one suit of it", _honours),
        takes=("seat", "suit"),
        optional=1,
    ),
    Term("ranks", "cards of these ranks, as ranks(0, AK)", _ranks, ("seat", "ranks")),
    Term(
        *("holds", "whether the seat holds this card", lambda d, s, c: c in hand_of(d, s)),
        takes=("seat", "card"),
        gives="truth",
    ),
)
"""The terms that only look at the cards."""
