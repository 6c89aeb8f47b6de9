"""The pages that are made from the program's own records; `python docs/generate.py` writes them.

The pages of the games (docs/games/) are kept in the repository, and a test says when they are out
of date. The commands (docs/commands.md), the Python names (docs/api.md) and the example notebook
with its results (docs/notebook.md) are written when the site is built (docs/conf.py). Markdown as
MyST reads it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import typer  # noqa: E402 (after the path)

import solver  # noqa: E402
from cli.app import app  # noqa: E402
from solver import VARIANTS, Variant  # noqa: E402
from solver.game.house_rules import HOUSES, call_scoring, usual_house  # noqa: E402
from solver.game.options import show_value  # noqa: E402
from solver.game.variants import PRESET_TEXTS, PRESETS, find_variant  # noqa: E402

GAMES = ROOT / "docs" / "games"
NOTEBOOK = ROOT / "docs" / "examples" / "hakem.ipynb"
NOTE = (
    "<!-- Written by `python docs/generate.py` from solver/game/variants.py: change it there. -->"
)
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
# The section of docs/rules.md that describes each game.
SECTIONS = {
    "hokm": "1",
    "satat": "2",
    "trup_kasiet": "2.1",
    "double_sar": "3",
    "dehla_pakad": "4",
    "dehla_five_card": "6",
    "beranga": "5",
    "cut_hukum": "5",
    "band_rang": "7.1",
    "band_rang_double": "7.2",
    "daba_rang": "7.3",
    "dummy_rang": "8.3",
    "three_hokm": "8.1",
    "two_hokm": "8.2",
    "chokri": "8.4",
}


# The games ---------------------------------------------------------------------------------------


def game_page(variant: Variant) -> str:
    """The page of one game: what it is called, its rules in short, its options, its houses."""
    house = usual_house(variant)
    lines = [
        NOTE,
        "",
        f"# {variant.title}",
        "",
        variant.text,
        "",
        f"- name for `--variant`: `{variant.name}`",
        *_some("other names that are read", ", ".join(variant.aliases)),
        f"- seats: {variant.seats}, with {variant.cards_per_hand} cards each",
        f"- counted: {variant.value_text}",
        f"- scored, where nothing else is said: {call_scoring(house)}",
        "",
        f"All its rules: {_section(SECTIONS[variant.name])}. Its options, and a deal:",
        "",
        f"    hakem variants {variant.name}",
        f"    hakem deal --seed 1 --variant {variant.name}",
        "",
        "## Options of the play",
        "",
        "Each is set with `--set NAME=VALUE`, in every command.",
        "",
        "| option | values | default | what it says | source |",
        "|---|---|---|---|---|",
    ]
    for option in variant.options.values():
        needs = "" if option.needs is None else f" (with `{option.needs[0]}={option.needs[1]}`)"
        lines.append(
            _row(
                f"`{option.name}`",
                option.expected,
                show_value(option.default),
                option.text + needs,
                option.source,
            )
        )
    presets = [name for name, preset in PRESETS.items() if preset.name == variant.name]
    if presets:
        lines += ["", "## Settings with a name", "", "| name | what it sets |", "|---|---|"]
        lines += [_row(f"`{name}`", PRESET_TEXTS[name]) for name in presets]
    houses = [house for house in HOUSES if find_variant(house.game).name == variant.name]
    if houses:
        lines += ["", "## Houses that play it", "", "| house | scoring |", "|---|---|"]
        lines += [_row(f"`{house.name}`", call_scoring(house)) for house in houses]
    lines += ["", "## Sources", "", "| key | what it is |", "|---|---|"]
    lines += [_row(key, text) for key, text in variant.sources.items()]
    return "\n".join([*lines, ""])


def games_page() -> str:
    """The list of all games, which is the contents of that part of the site."""
    lines = [NOTE, "", "# The games", "", "| game | seats | cards | counts |", "|---|---|---|---|"]
    for variant in VARIANTS:
        link = f"[{variant.title}]({variant.name}.md)"
        cells = (link, str(variant.seats), str(variant.cards_per_hand), variant.points)
        lines.append(_row(*cells))
    lines += ["", "```{toctree}", ":hidden:", "", *(v.name for v in VARIANTS), "```", ""]
    return "\n".join(lines)


def game_pages() -> dict[Path, str]:
    """Every page about games, by its file."""
    pages = {GAMES / f"{variant.name}.md": game_page(variant) for variant in VARIANTS}
    return {GAMES / "index.md": games_page(), **pages}


def _section(number: str) -> str:
    """A link to a section of the rules, by its heading."""
    heading = re.search(rf"^##+ ({re.escape(number)}\.? .*)$", RULES, re.MULTILINE)
    assert heading is not None, f"docs/rules.md has no section {number}"
    return f"[{heading[1]}](../rules.md)"


def _row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _some(name: str, text: str) -> list[str]:
    return [f"- {name}: {text}"] if text else []


# The commands ------------------------------------------------------------------------------------


def commands_page() -> str:
    """Every command with its arguments, options and examples; the man page is made of it, too."""
    top = typer.main.get_command(app)
    lines = [
        "# The commands",
        "",
        f"**hakem** [*OPTIONS*] *COMMAND* [*ARGUMENTS*]: {top.help}",
        "",
        "Results go to standard output, all else to standard error. Exit codes: 0 done, 1 internal "
        "error, 2 usage, 3 the input is no legal hand, deal or game, 4 the budget ended before the "
        "question was decided, 5 the work was not finished or its answer not written (a cluster "
        "lost, a disk full), 130 interrupted. With 5 and 130 what is known is printed.",
        "",
        *_options(top),
    ]
    for name, command in top.commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", None)
        if inner is None:
            lines += _command(f"hakem {name}", command)
            continue
        lines += ["", f"## hakem {name}", "", *_paragraphs(command.help), ""]
        for part, one in inner.items():
            lines += _command(f"hakem {name} {part}", one)
    return "\n".join([*lines, ""])


def _command(name: str, command: Any) -> list[str]:
    """One command under a heading of its own."""
    epilog = (command.epilog or "").replace("\b", "")
    examples = [line.strip() for line in epilog.splitlines() if line.startswith("  ")]
    lines = ["", f"## {name}", "", *_paragraphs(command.help), "", *_options(command)]
    if examples:
        lines += ["", "Examples:", "", "```console", *(f"$ {line}" for line in examples), "```"]
    return lines


def _options(command: Any) -> list[str]:
    """A definition list of the arguments and options."""
    lines: list[str] = []
    for param in command.params:
        if getattr(param, "hidden", False):
            continue
        if param.param_type_name == "argument":
            names = f"*{param.metavar or param.name.upper()}*"
        else:
            value = f" {param.metavar}" if param.metavar and not param.is_flag else ""
            names = ", ".join(f"`{name}{value}`" for name in param.opts)
        lines += [names, f": {_escaped(param.help or '')}", ""]
    return lines


def _paragraphs(text: str | None) -> list[str]:
    return [_escaped(" ".join(part.split())) + "\n" for part in (text or "").split("\n\n")]


def _escaped(text: str) -> str:
    """Help text as Markdown: nothing in it is markup but code between backticks."""
    return "".join(
        part if odd else part.replace("*", "\\*").replace("<", "\\<").replace("_", "\\_")
        for odd, part in _code(text)
    )


def _code(text: str) -> Iterable[tuple[bool, str]]:
    for place, part in enumerate(text.split("`")):
        yield bool(place % 2), f"`{part}`" if place % 2 else part


# The Python names --------------------------------------------------------------------------------


# Records that results are made of. They are found, not typed, so that `solver` does not list them.
PARTS = (
    "solver.open.answers.CardValue",
    "solver.open.answers.Line",
    "solver.open.review.ReviewedCard",
    "solver.open.stock_draw.DrawSolution",
    "solver.decide.estimates.Estimate",
    "solver.decide.estimates.Mean",
)


def api_page() -> str:
    """Every public name of `solver` with its docstring, by the module it lives in."""
    homes: dict[str, list[str]] = {}
    kinds = dict.fromkeys(PARTS, "class")
    for name in solver.__all__:
        thing = getattr(solver, name)
        home = getattr(thing, "__module__", None)
        if home is not None and home.startswith("solver"):
            kinds[f"{home}.{name}"] = "class" if isinstance(thing, type) else "function"
    for path in sorted(kinds):
        homes.setdefault(path.rpartition(".")[0], []).append(path)
    lines = [
        "# The Python names",
        "",
        "What `import solver` offers, and the records that its results are made of, by the module "
        "each lives in.",
    ]
    for home, paths in homes.items():
        lines += ["", f"## {home}", ""]
        for path in paths:
            more = ["   :members:"] if kinds[path] == "class" else []
            lines += ["```{eval-rst}", f".. auto{kinds[path]}:: {path}", *more, "```", ""]
    return "\n".join([*lines, ""])


def notebook_cells(path: Path) -> Iterable[tuple[str, str, str, object]]:
    """(kind, source, what it prints, its last value) of each cell of a notebook, which is run here.

    A code cell runs in the folder of the repository, after those before it; its last value is that
    of an expression on its last line, else None.
    """
    names: dict[str, Any] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            yield cell["cell_type"], source, "", None
            continue
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        printed, value, before = io.StringIO(), None, Path.cwd()
        os.chdir(ROOT)
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(tree, path.name, "exec"), names)
                if last is not None:
                    value = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
        finally:
            os.chdir(before)
        yield "code", source, printed.getvalue(), value


def notebook_page() -> str:
    """The example notebook with its results."""
    parts = []
    for kind, source, printed, value in notebook_cells(NOTEBOOK):
        if kind != "code":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        if printed:
            parts.append(f"```text\n{printed.rstrip()}\n```")
        if value is not None:
            parts.append(f"```{{raw}} html\n{value._repr_html_()}\n```")
    parts.append(f"The notebook itself is `{NOTEBOOK.relative_to(ROOT).as_posix()}`.")
    return "\n\n".join(parts) + "\n"


def built_pages() -> dict[Path, str]:
    """The pages that are written when the site is built."""
    return {
        ROOT / "docs" / "commands.md": commands_page(),
        ROOT / "docs" / "api.md": api_page(),
        ROOT / "docs" / "notebook.md": notebook_page(),
    }


def write(pages: dict[Path, str]) -> list[Path]:
    """Write the pages that differ from what is there; the files written."""
    written = []
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    return written


if __name__ == "__main__":
    for file in write(game_pages()):
        print(file.relative_to(ROOT))
