"""The command `hakem`: its subcommands, and the one place where errors become exit codes.

0 done, 1 internal error, 2 usage, 3 the input is not a legal hand, deal or game, 4 the budget
ended before the question was decided, 5 the work was not finished or its answer not written (a
cluster lost, a disk full), 130 interrupted. Every failure is one sentence on standard error.
Nothing here knows cards; each subcommand imports what it needs when it runs.
"""

from __future__ import annotations

import itertools
import os
import re
import sys
import warnings
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer

from solver.base.errors import shown

from . import (
    bench,
    book,
    choose,
    dataset,
    deal,
    duel,
    equity,
    explore,
    habits,
    kot,
    match,
    merge,
    play,
    quiz,
    replay,
    report,
    review,
    score,
    serve,
    solve,
    trump,
    variants,
)
from .arguments import readable_arguments
from .failures import INTERRUPTED, UNFINISHED, USAGE, Failure, refusal_of
from .help_texts import Commands, add_commands, examples_text
from .meant import game_for_command, verb_for
from .output import OutputClosed, complain, emit_json, nothing_written
from .report import reportable

FIRST_LINES = ("hakem trump AQ.K84..", "hakem deal --seed 1 | hakem solve -t S -")
app = typer.Typer(
    name="hakem",
    help="Exact answers for Court Piece (Rang, Hokm, Troefcall) with open hands.",
    epilog=examples_text(FIRST_LINES)
    + "\n\nMany hands or deals in one start: `-` reads them from a pipe, one a line."
    "\n\nEvery command answers in JSON with --json, where a refusal is an object, too: its "
    "error and the exit code. Results go to standard output, all else to standard error. Exit "
    "codes: 0 done, 1 internal error, 2 usage, 3 illegal input, 4 the budget ended first, 5 not "
    "finished or not written (a cluster lost, a disk full), 130 interrupted.",
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: paragraphs flow, and no type is printed behind a flag
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: Commands = {
    "trump": (
        trump.trump,
        "Which trump to call from your first five cards.",
        ("hakem trump AQ.K84..", "hakem trump SA SQ HK H8 H4 --samples 64 --scoring nl"),
    ),
    "kot": (
        kot.kot,
        "How likely a kot is with this trump.",
        ("hakem kot AQ.K84.. -t S", "hakem kot AQT5.K84.A2.A742 -t S --samples 2000"),
    ),
    "play": (
        play.play,
        "Which card to play now, from what you have seen.",
        ("hakem play K84.KT76.J9.AJ85 -t D --play DQ", "hakem play match.hkm --at 5.3"),
    ),
    "solve": (
        solve.solve,
        "Solve deals exactly: class, tricks, every lead.",
        (
            "hakem solve -t H '0:AK..2. ..A.32 .AKQ.. Q.J.K.'",
            "hakem solve -t H '0:AK..2. ..A.32 .AKQ.. Q.J.K.' --explain",
            "hakem deal -n 3 --cards 6 --seed 1 | hakem solve -t H --ask class,value",
        ),
    ),
    "explore": (
        explore.explore,
        "See, play and call in the browser.",
        ("hakem explore", "hakem explore match.hkm"),
    ),
    "quiz": (
        quiz.quiz,
        "Questions with known answers: which trump, kot, card.",
        ("hakem quiz --kind card", "hakem quiz --seed 7 --count 4 --html sheet.html"),
    ),
    "match": (
        match.match,
        "Sit down and play a match against players of Hakem.",
        ("hakem match", "hakem match --variant satat --level easy --seat 1"),
    ),
    "deal": (
        deal.deal,
        "Deal at random, by seed, under conditions.",
        (
            "hakem deal -n 3 --seed 1",
            "hakem deal --give 0:AQ.K84.. --length 1:S=0-2 --diagram",
            "hakem deal -n 2 -t S --where 'class >= kot and leads(kot) = 1'",
        ),
    ),
    "variants": (
        variants.variants,
        "List the games and houses, or describe one.",
        ("hakem variants", "hakem variants double sar"),
    ),
    "choose": (
        choose.choose,
        "The other choices before the lead, and bids.",
        (
            "hakem choose AQ.K84.. --samples 64",
            "hakem choose AK.AKQJT.AK.A842 --variant rang --set challenge=on --called S",
        ),
    ),
    "score": (
        score.score,
        "What a result is worth, who deals and calls next.",
        ("hakem score 9-4", "hakem score kot a --variant netherlands --score 12-9"),
    ),
    "replay": (
        replay.replay,
        "Check the record of a hand or a match.",
        ("hakem replay match.hkm", "hakem replay match.hkm --tricks"),
    ),
    "review": (
        review.review,
        "Where a played hand went wrong, card by card.",
        ("hakem review match.hkm --quick", "hakem review match.hkm --quick --number 1 --all"),
    ),
    "habits": (
        habits.habits,
        "What your faults cost, by kind, over all your hands.",
        ("hakem habits match.hkm --name Ali", "hakem habits match.hkm --name Sara --json"),
    ),
    "equity": (
        equity.equity,
        "The chance to win the match from any score.",
        ("hakem equity --score 5-3", "hakem equity --score 5-3 --caller them --table"),
    ),
    "duel": (
        duel.duel,
        "Two players on the same deals, sides exchanged.",
        (
            "hakem duel thumb random --deals 20 --seed 1",
            "hakem duel sampled:2 thumb --deals 1 --seed 1 --jobs 1",
        ),
    ),
    "serve": (
        serve.serve,
        "A player as a service for other programs.",
        ("hakem serve --player thumb", "hakem serve --player sampled:50 --port 8080"),
    ),
    "dataset": (
        dataset.dataset,
        "Solved deals, positions and calls to learn from.",
        (
            "hakem dataset data --deals 64 --positions 4 --worlds 8 --seed 1 --format csv",
            "hakem dataset data --deals 64 --from 64 --seed 1",
        ),
    ),
    "merge": (
        merge.merge,
        "The parts of --part put together.",
        (
            "hakem merge part1.jsonl part2.jsonl",
            "hakem merge part1.jsonl part2.jsonl --out all.jsonl",
        ),
    ),
    "bench": (
        bench.bench,
        "Measure this machine on fixed deals.",
        ("hakem bench --group easy", "hakem bench --json"),
    ),
}
REPORTS = ("trump", "kot", "play", "solve", "replay", "review")
"""The commands with --html; those of `hakem book` are named there."""
add_commands(
    app,
    {
        # `replay` has another file that its --out names
        name: (reportable(run, name != "replay") if name in REPORTS else run, brief, examples)
        for name, (run, brief, examples) in COMMANDS.items()
    },
)
app.add_typer(book.book, name="book", short_help="What each call is worth on every five cards.")


def _version(asked: bool) -> None:
    if asked:
        from solver import __version__

        print(f"hakem {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


@cache
def _parser() -> Any:
    """The parser of all commands, made once: that takes as long as many a command runs."""
    return typer.main.get_command(app)


def run(args: Sequence[str] | None = None) -> int:
    """Run one command line (by default the process's own) and return its exit code.

    With `--json` a command that ends before it has answered anything prints one object with the
    `error` and its exit `code`, besides the sentence on standard error.
    """
    words = readable_arguments(sys.argv[1:] if args is None else args) or ["--help"]
    if words[0] == "help":
        words = [*words[1:], "--help"]
    json = "--json" in itertools.takewhile(lambda word: word != "--", words)
    warnings.showwarning = _warn  # type: ignore[assignment]
    nothing_written(again=True)
    try:
        command = _parser()
        known = getattr(command, "commands", {})
        if (verb := verb_for(words, known)) is not None:
            words = [verb, *words]
        elif (refusal := game_for_command(words, known)) is not None:
            raise Failure(refusal)
        report.typed = words
        code = command.main(words, prog_name="hakem", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        if code == INTERRUPTED:  # Ctrl-C before there was any result
            return _ends("interrupted", INTERRUPTED, json)
        return code if isinstance(code, int) else 0
    except (OutputClosed, BrokenPipeError):
        _drop_output()  # its reader has what it wanted, as in `hakem deal -n 100 | head -1`
        return 0
    except SystemExit as end:  # the parser's way to say that the reader of its help has gone
        if end.code == 1:
            _drop_output()
            return 0
        raise
    except OSError as error:
        _drop_output()
        complain(f"cannot write the output: {error.strerror or error}")
        return UNFINISHED
    except (KeyboardInterrupt, typer.Abort):
        return _ends("interrupted", INTERRUPTED, json)
    except Exception as error:
        return _ends(*_refusal(error), json)


def _ends(sentence: str, code: int, json: bool) -> int:
    """Say why the command ends; where JSON was asked for and none was written, in JSON, too."""
    complain(sentence)
    if json and nothing_written():
        try:
            emit_json({"error": sentence, "code": code})
        except (OutputClosed, OSError):
            _drop_output()
    return code


def _warn(message: Warning | str, category: type[Warning], *where: object) -> None:
    """Say what the work goes on without; warnings of other programs' code are not the player's."""
    from solver.base.errors import FewerThreadsWarning

    if issubclass(category, FewerThreadsWarning):
        complain(str(message))


def _drop_output() -> None:
    """Discard the buffer of standard output, so that it does not fail again at exit."""
    if sys.stdout is None:
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _expected(said: str) -> str:
    """The parser's sentence with ranges in words, and what was typed printable and cut short."""
    said = re.sub(r"'([^']{61,})'", lambda typed: f"'{typed[1][:57]}...'", said)
    said = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in said)
    whole, real = "expected a whole number in digits, as 1000", "expected a number, as 0.5"
    said = re.sub(r"Input should be a valid integer.*|'\S*' is not a valid integer.*", whole, said)
    said = re.sub(r"Input should be a valid number.*|'\S*' is not a valid float.*", real, said)
    said = re.sub(r"Input should be greater than or equal to (\S+)", r"expected \1 or more", said)
    said = re.sub(r"Input should be less than or equal to (\S+)", r"expected \1 at most", said)
    # as older versions of the parser have it
    said = re.sub(r"is not in the range x>=(\S+)$", r"is out of range: expected \1 or more", said)
    return re.sub(
        r"is not in the range (\S+)<=x<=(\S+)$", r"is out of range: expected \1 to \2", said
    )


def _with_option(said: str) -> str:
    """The parser's `Invalid value for` as other refusals are: the option, and what was typed."""
    found = re.match(r"Invalid value for ('-[^:]*): (.*)", said, re.DOTALL)
    if found is None:
        return said
    names = tuple(re.findall(r"'(-[^']*)'", found[1]))
    given = None
    for before, word in itertools.pairwise(["", *report.typed]):
        name, equals, value = word.partition("=")
        if before in names or (equals and name in names):
            given = word if before in names else value
    if given is None or not found[2].startswith("expected"):
        return f"{names[0]}: {found[2]}"
    return f"{names[0]}: {shown(given)} cannot be used, {found[2]}"


def _command_of(error: Exception) -> str:
    """The command whose arguments were wrong, such as `hakem trump`."""
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "hakem"


def _refusal(error: Exception) -> tuple[str, int]:
    """The error as one sentence, and its exit code."""
    if (told := refusal_of(error)) is not None:
        return told
    if (message := getattr(error, "format_message", None)) is not None:
        # a mistake in the command line, found by the parser
        said = _with_option(_expected(message().rstrip(".")))
        return f"{said} (see `{_command_of(error)} --help`)", USAGE
    if isinstance(error, ImportError):
        return str(error), 1
    if "HAKEM_TRACEBACK" in os.environ:
        raise error
    return (
        f"internal error: {type(error).__name__}: {error} "
        "(set HAKEM_TRACEBACK=1 to see where, and please report it)"
    ), 1
