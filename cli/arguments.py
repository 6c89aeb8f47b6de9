"""Text to records: the arguments of the command line, and the lines of files and pipes.

A mistake in the options is a `Failure` with code 2, a mistake in the cards one with code 3; both
are one sentence. This module knows no rule of a game and draws nothing.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from solver import Deal, Hand, Plan, Position, StockDraw, Suit, Variant, Workers

USAGE, ILLEGAL, BUDGET, INTERRUPTED = 2, 3, 4, 130

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for other programs.")]
Seed = Annotated[
    int | None,
    typer.Option(min=0, help="Repeat exactly this random choice; drawn and printed if not given."),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="Threads that search; one per core if not given."),
]
_NAMED = "The game, or the house that plays it, by any name; see `hakem variants`."
VariantName = Annotated[str, typer.Option("--variant", help=_NAMED)]
HouseName = Annotated[str | None, typer.Option("--variant", help=_NAMED)]
VariantOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--set", "--option", "-o", metavar="NAME=VALUE", help="A rule option; may be repeated."
    ),
]
Megabytes = Annotated[
    float, typer.Option("--memory", min=1, help="Megabytes of search table for each thread.")
]
Samples = Annotated[int | None, typer.Option("--samples", "-n", min=1, help="Deals to solve.")]
Precision = Annotated[
    float | None,
    typer.Option(help="Go on until the intervals are no wider than this on each side, as 0.02."),
]
Seconds = Annotated[float | None, typer.Option("--time", help="Stop after this many seconds.")]
NodeLimit = Annotated[
    int | None,
    typer.Option(
        "--node-limit",
        "--nodes",
        min=0,
        help="Leave an answer open after so many cards played for it; 0: no limit. Chances then "
        "come as bounds.",
    ),
]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Solve on the Dask cluster at this address.")
]


class Failure(Exception):
    """Ends the command with one sentence for the user and an exit code."""

    def __init__(self, sentence: str, code: int = USAGE) -> None:
        super().__init__(sentence)
        self.code = code


@contextmanager
def as_usage(option: str = "") -> Iterator[None]:
    """Turn an error of the library into a usage Failure that begins with the option's name."""
    from solver import HakemError

    try:
        yield
    except HakemError as error:
        raise Failure(f"{option}: {error}" if option else str(error)) from None


def readable_arguments(args: Sequence[str]) -> list[str]:
    """The arguments without the leading hyphens of hands, so that no hand looks like an option.

    `-.AKQ.J5.T987` and `--.AKQ...` (no spades) become `.AKQ.J5.T987`, which is the same hand.
    """
    words = [re.sub(r"^-+(?=\.)", "", word) for word in args]
    end = words.index("--") if "--" in words else len(words)
    # A house and a game are named by one option; its other spelling is understood everywhere.
    return [re.sub(r"^--house(?==|$)", "--variant", word) for word in words[:end]] + words[end:]


def words_or_stdin(words: Sequence[str] | None, wanted: str) -> str:
    """The text of a positional argument; standard input for `-`, or for nothing in a pipe."""
    text = " ".join(words or ()).strip()
    if text and text != "-":
        return text
    if not text or sys.stdin is None:
        _expect_pipe(wanted)
    text = sys.stdin.read().strip()
    if not text:
        raise Failure(f"standard input is empty: {wanted}", ILLEGAL)
    return text


def _expect_pipe(wanted: str) -> None:
    """Refuse to wait for input from a terminal, or from a closed input."""
    if sys.stdin is None or sys.stdin.isatty():
        raise Failure(f"{wanted}, or pipe it in")


def hand_of(text: str, sizes: Sequence[int]) -> Hand:
    """Read a hand that must have one of these numbers of cards."""
    from solver import Hand

    hand = Hand.parse(text)
    if len(hand) not in sizes:
        wanted = " or ".join(str(size) for size in sizes)
        raise Failure(
            f"the hand {hand} has {len(hand)} card{'s' * (len(hand) != 1)}, expected {wanted}",
            ILLEGAL,
        )
    return hand


def trump_of(text: str | None) -> Suit | None:
    """Read the value of `--trump`; None is no trump."""
    from solver.cards import parse_trump

    with as_usage("--trump"):
        return parse_trump(text)


def variant_of(name: str, options: Sequence[str] | None) -> Variant:
    """Find the game that a name of a game or a house means, and set its `name=value` options."""
    from solver.match import find_rules

    with as_usage():
        return find_rules(name)[1].set(*(options or ()))


def threads(jobs: int | None) -> int:
    """The number of threads of `--jobs`, or one for each core this process may use."""
    from solver.simulation.parallel import parse_jobs

    with as_usage("--jobs"):
        return parse_jobs(jobs)


def plan_of(
    *,
    samples: int | None,
    precision: float | None,
    time: float | None,
    seed: int | None,
    node_limit: int | None,
) -> Plan:
    """What the options say that a study may cost."""
    from solver import Plan

    with as_usage():
        return Plan(samples, time, precision, seed, node_limit=node_limit)


@contextmanager
def workers_of(jobs: int | None, cluster: str | None) -> Iterator[Workers]:
    """The threads of this process, or the cluster that the options name."""
    from solver import Workers

    with executor_of(cluster) as executor:
        with as_usage("--jobs"):
            workers = Workers(jobs, executor)
        yield workers


@contextmanager
def executor_of(cluster: str | None) -> Iterator[Executor | None]:
    """The executor of a Dask cluster, or None for threads of this process."""
    if cluster is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise Failure(
            "--cluster needs the package distributed: pip install 'hakem[cluster]'"
        ) from None
    try:
        client = Client(cluster, timeout=10)
    except (OSError, ValueError) as error:
        raise Failure(f"--cluster {cluster}: no scheduler answers there ({error})") from None
    with client:
        yield client.get_executor()


def lines_of(words: Sequence[str] | None, wanted: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a file, of standard input (`-`, or nothing in a pipe), or of the text.

    Blank lines and lines that begin with `#` are skipped. Bytes that are not UTF-8 are replaced by
    a character that no card has, so that the fault is reported with its line.
    """
    text = " ".join(words or ()).strip()
    if text in ("", "-") and (not text or sys.stdin is None):
        _expect_pipe(wanted)
    if text and text != "-" and not is_file(text):
        yield 1, text
        return
    if text in ("", "-"):
        yield from _numbered(sys.stdin.buffer)
        return
    try:
        stream = Path(text).open("rb")  # noqa: SIM115 (closed below; this is about opening it)
    except OSError as error:
        raise Failure(f"cannot read {text}: {error.strerror}") from None
    with stream:
        yield from _numbered(stream)


def _numbered(stream: IO[bytes]) -> Iterator[tuple[int, str]]:
    for number, raw in enumerate(stream, 1):
        line = raw.decode("utf-8", "replace").lstrip("\ufeff").strip()
        if line and not line.startswith("#"):
            yield number, line


def is_file(text: str) -> bool:
    """Whether this text names a file that can be read."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a file name, or with a NUL character
        return False


# Questions for `hakem solve` ------------------------------------------------------------------

ASKS = ("class", "result", "value", "leads", "line", "table", "guarantees", "bids", "challenge")
_KEYWORD = re.compile(r"(?:^|(?<=\s))([A-Za-z]\w*)\s?=\s?(\S*)")


@dataclass(frozen=True, slots=True)
class Question:
    """A position and the questions about it: words of `ASKS`, and races (a, b) for side A.

    `deal` is None where cards have been played. With `draw` the two players still have to draw;
    deal and position are None then.
    """

    deal: Deal | None
    position: Position | None
    ask: tuple[str, ...]
    races: tuple[tuple[int, int], ...]
    draw: StockDraw | None = None


@dataclass(frozen=True, slots=True)
class Defaults:
    """The values of the command line for questions that do not set their own.

    `ask` None: the usual questions of the game (`usual_asks`).
    """

    trump: Suit | None
    leader: int
    variant: Variant
    ask: tuple[str, ...] | None
    races: tuple[tuple[int, int], ...]
    play: tuple[str, ...] = ()
    player: int | None = None
    direction: str | None = None
    stock: str | None = None


def asks_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Read words such as `class,value`; HakemError names a word that is no question."""
    from solver.errors import OptionError

    words = [word.strip().lower() for text in texts for word in text.split(",") if word.strip()]
    for word in words:
        if word not in ASKS:
            raise OptionError(f"'{word}' asks nothing: expected {', '.join(ASKS)} or a race")
    return tuple(dict.fromkeys(words))


def usual_asks(variant: Variant, player: int | None) -> tuple[str, ...]:
    """The default questions of a game: about side A, about each player, or about bids."""
    if variant.family == "three" and player is None:
        return ("guarantees",)
    words = ["class", "result", "value"]
    if variant.family in ("three", "dummy") and (
        player is not None or variant.get("dummy_score") == "individual"
    ):
        words.append("guarantees")
    if variant.family == "daba" or variant.get("chokri") == "CHK":
        words.append("bids")
    return (*words, "leads", "line")


def race_of(text: str) -> tuple[int, int]:
    """Read `7,1`: does side A take seven before side B takes one?"""
    from solver.errors import OptionError

    match = re.fullmatch(r"\s*(\d{1,3})\s*[,:/-]\s*(\d{1,3})\s*", text)
    if match is None:
        raise OptionError(f"race '{text}': expected two numbers, as in 7,1")
    return _race(int(match[1]), int(match[2]))


def question_of(text: str, defaults: Defaults) -> Question:
    """Read one line: a deal with `key=value` words behind it, or a JSON object.

    Raises HakemError with one sentence when it is no legal question.
    """
    text = text.strip()
    return _question(_from_json(text) if text.startswith("{") else _from_words(text), defaults)


def _from_words(text: str) -> dict[str, Any]:
    """The line as the same fields that the JSON form has."""
    from solver.errors import OptionError
    from solver.game.position import POSITION_FIELDS

    fields: dict[str, Any] = {"deal": " ".join(_KEYWORD.sub(" ", text).split())}
    options: dict[str, str] = {}
    races = []
    for key, value in _KEYWORD.findall(text):
        name = key.lower()
        if name == "race":
            races.append({"race": list(race_of(value))})
        elif name == "ask":
            fields["ask"] = [word for word in value.split(",") if word]
        elif name == "play":
            fields["play"] = [word for word in value.split(",") if word]
        elif name in ("leader", "player"):
            if not value.isdecimal():
                raise OptionError(f"{name}={value}: expected the number of a seat")
            fields[name] = int(value)
        elif name == "reserves":
            fields[name] = value.split("|")
        elif name in ("trump", "variant", "direction", "stock", *POSITION_FIELDS):
            fields[name] = value
        elif name == "turn":
            fields[name] = int(value) if value.isdecimal() else value
        else:
            options[key] = value
    if races:
        fields["ask"] = [*fields.get("ask", []), *races]
    if options:
        fields["options"] = options
    return fields


def _from_json(text: str) -> dict[str, Any]:
    from solver.errors import DealError
    from solver.game.position import POSITION_FIELDS

    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise DealError("this line begins like a JSON object but is none") from None
    wanted = {
        "deal": str, "hands": list, "trump": str, "leader": int, "variant": str, "options": dict,
        "ask": list, "play": list, "player": int, "direction": str,
        "indicator": str, "reserves": list, "stock": list, "turn": int,
    }  # fmt: skip
    for name, kind in wanted.items():
        value = fields.get(name)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            said = {str: "a text", list: "a list", int: "a number", dict: "an object"}[kind]
            raise DealError(f"{name}: expected {said}, found {json.dumps(value)[:40]}")
    for name in ("hands", "play", "reserves", "stock"):
        if not all(isinstance(word, str) for word in fields.get(name) or ()):
            raise DealError(f"{name}: expected a list of texts")
    if not fields.get("deal") and not fields.get("hands"):
        raise DealError("the question holds no hands")
    known = (*wanted, *(name for name in POSITION_FIELDS if name not in wanted))
    return {name: fields[name] for name in known if name in fields}


def _question(fields: dict[str, Any], defaults: Defaults) -> Question:
    from solver import Position, find_variant, replay
    from solver.cards import parse_trump
    from solver.errors import OptionError
    from solver.game.position import POSITION_FIELDS

    variant = defaults.variant
    if fields.get("variant") is not None:
        named = find_variant(fields["variant"])
        # When a line names the game of the command line, as `hakem deal` does, its options are
        # kept.
        variant = variant if named.name == variant.name and not named.changed else named
    if fields.get("options"):
        variant = variant.with_options(**fields["options"])
    direction = fields.get("direction") or defaults.direction or variant.get("direction", "ccw")
    text = "0:" + "|".join(fields["hands"]) if fields.get("hands") else fields["deal"]
    stock = fields.get("stock", defaults.stock)
    if stock is not None:
        return _draw(text, stock, fields, variant, defaults)
    trump = parse_trump(fields["trump"]) if "trump" in fields else defaults.trump
    leader = fields.get("leader", defaults.leader)
    if not 0 <= leader < variant.seats:
        raise OptionError(f"there is no seat {leader} to lead: expected 0 to {variant.seats - 1}")
    player = fields.get("player", defaults.player)
    later = {n: fields[n] for n in POSITION_FIELDS if n != "player" and fields.get(n) is not None}
    start = Position.start(text, trump, leader, variant, direction, player=player, **later)
    deal = _deal_of(start)
    position = replay(start, fields.get("play") or defaults.play)
    asks, races = _asked(fields.get("ask"), defaults)
    return Question(deal, position, usual_asks(variant, player) if asks is None else asks, races)


def _deal_of(start: Position) -> Deal | None:
    """The deal, or None where cards have been played."""
    from solver import Deal, Hand

    if start.table:
        return None
    first, *rest = start.hands
    if start.indicator is not None:
        first |= Hand(start.indicator.bit)
    return Deal((first, *rest))


def _draw(
    text: str, stock: Any, fields: dict[str, Any], variant: Variant, defaults: Defaults
) -> Question:
    """The state of two players who still draw from an open stock."""
    from solver import StockDraw
    from solver.cards import parse_trump
    from solver.errors import OptionError

    trump = parse_trump(fields["trump"]) if "trump" in fields else defaults.trump
    if trump is None:
        raise OptionError("the draw comes after the call: expected a trump suit, such as trump=S")
    if fields.get("play") or defaults.play:
        raise OptionError("no card can be played while the stock is drawn from")
    turn = fields.get("turn", defaults.leader)
    draw = StockDraw.parse(text, stock, trump, turn, variant)
    return Question(None, None, (), (), draw)


def _asked(
    asked: list[Any] | None, defaults: Defaults
) -> tuple[tuple[str, ...] | None, tuple[tuple[int, int], ...]]:
    """Split the `ask` list into words and races."""
    from solver.errors import OptionError

    if asked is None:
        return defaults.ask, defaults.races
    words, races = [], []
    for item in asked:
        if isinstance(item, str):
            words.append(item)
        elif isinstance(item, dict) and _is_pair(item.get("race")):
            races.append(_race(*item["race"]))
        else:
            raise OptionError(
                f'ask: expected {", ".join(ASKS)} or {{"race": [7, 1]}}, '
                f"found {json.dumps(item)[:40]}"
            )
    return asks_of(words), tuple(dict.fromkeys(races))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)


def _race(a: int, b: int) -> tuple[int, int]:
    from solver.errors import OptionError

    if a < 1 or b < 1:
        raise OptionError(f"race {a},{b}: each side must have at least one point to take")
    return a, b
