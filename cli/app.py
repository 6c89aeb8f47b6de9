"""The command `hakem`: its subcommands, and the one place where errors become exit codes.

0 done, 1 internal error, 2 usage, 3 the input is not a legal hand, deal or game, 4 the budget
ended before the question was decided, 130 interrupted. Every failure is one sentence on
standard error. Nothing here knows cards; each subcommand imports what it needs when it runs.
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Container, Sequence
from typing import Annotated

import typer

from . import bench, book, choose, deal, equity, kot, replay, score, solve, trump, variants
from .arguments import ILLEGAL, INTERRUPTED, USAGE, Failure, readable_arguments
from .output import OutputClosed, complain

app = typer.Typer(
    name="hakem",
    help="Exact answers for Court Piece (Rang, Hokm, Troefcall) with open hands.",
    epilog="Every command answers in JSON with --json. Results go to standard output, all else "
    "to standard error.",
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("trump")(trump.trump)
app.command("kot")(kot.kot)
app.command("solve")(solve.solve)
app.command("deal")(deal.deal)
app.command("variants")(variants.variants)
app.command("choose")(choose.choose)
app.command("score")(score.score)
app.command("replay")(replay.replay)
app.command("equity")(equity.equity)
app.command("bench")(bench.bench)
app.add_typer(book.book, name="book")


def _version(asked: bool) -> None:
    if asked:
        from solver import __version__

        print(f"hakem {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


def run(args: Sequence[str] | None = None) -> int:
    """Run one command line (by default the process's own) and return its exit code."""
    words = readable_arguments(sys.argv[1:] if args is None else args) or ["--help"]
    try:
        command = typer.main.get_command(app)
        if (verb := verb_for(words, getattr(command, "commands", {}))) is not None:
            words = [verb, *words]
        code = command.main(words, prog_name="hakem", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        if code == INTERRUPTED:  # Ctrl-C before there was any result
            complain("interrupted")
        return code if isinstance(code, int) else 0
    except Failure as failure:
        complain(str(failure))
        return failure.code
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
        return 1
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return INTERRUPTED
    except Exception as error:
        message = getattr(error, "format_message", None)
        if message is not None:  # a mistake in the command line, found by the parser
            complain(f"{message().rstrip('.')} (see `{_command_of(error)} --help`)")
            return USAGE
        return _refusal(error)


def verb_for(words: Sequence[str], commands: Container[str]) -> str | None:
    """The command that cards without one are meant for; None where a command or option stands.

    Five cards ask for the trump to call, a deal for its solution.
    """
    text = " ".join(itertools.takewhile(lambda word: not word.startswith("-"), words))
    if not text or words[0] in commands or (words[0].isalpha() and len(words[0]) > 3):
        return None
    from solver import Deal, HakemError, Hand

    for verb, read in (("trump", Hand), ("solve", Deal)):
        try:
            found = read(text)
        except HakemError:
            continue
        if isinstance(found, Deal) or len(found) == 5:
            return verb
    return None


def _drop_output() -> None:
    """Discard the buffer of standard output, so that it does not fail again at exit."""
    if sys.stdout is None:
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command_of(error: Exception) -> str:
    """The command whose arguments were wrong, such as `hakem trump`."""
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "hakem"


def _refusal(error: Exception) -> int:
    """Print the error as one sentence and return its exit code."""
    from solver import HakemError

    if isinstance(error, HakemError):
        complain(str(error))
        return ILLEGAL
    if isinstance(error, ImportError):
        complain(str(error))
        return 1
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        complain("the system starts no further thread: give a smaller number with --jobs")
        return 1
    if "HAKEM_TRACEBACK" in os.environ:
        raise error
    complain(
        f"internal error: {type(error).__name__}: {error} "
        "(set HAKEM_TRACEBACK=1 to see where, and please report it)"
    )
    return 1
