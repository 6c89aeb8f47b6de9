"""The site of the documents: `make docs` builds it with every warning an error.

Sphinx with MyST reads the Markdown of this folder; nothing is fetched when it is built or read.
docs/generate.py writes the pages of commands and Python names first.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import generate  # noqa: E402 (after the path)
from pygments.lexers.special import TextLexer  # noqa: E402
from sphinx.highlighting import lexers  # noqa: E402

from solver import __version__  # noqa: E402

lexers["hakem"] = TextLexer()  # the blocks of docs/match.md
generate.write(generate.built_pages())

project = "Hakem"
author = "The Hakem authors"
copyright = author
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["examples", "**.txt"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"Hakem {release}"
html_copy_source = False
html_show_sphinx = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autoclass_content = "class"
add_module_names = False
python_use_unqualified_type_names = True
man_pages = [("commands", "hakem", "exact answers for Court Piece with open hands", author, 1)]
highlight_language = "text"


def _rst(lines: list[str]) -> list[str]:
    """A docstring as reStructuredText: prose and lists flow, whatever else is indented is kept."""
    found: list[str] = []
    for part in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")):
        rows = part.splitlines()
        listed = rows and all(row.startswith(("- ", "  ")) for row in rows)
        if listed or not any(row.startswith(" ") for row in rows):
            found += [re.sub(r"`([^`]+)`", r"``\1``", row).replace("*", r"\*") for row in rows]
        else:
            found += ["::", "", *("    " + row for row in rows)]
        found.append("")
    return found


def setup(app: object) -> None:
    """Have every docstring read as this project writes them: plain text, not reStructuredText."""

    def read(app: object, what: str, name: str, thing: object, options: object, lines: list[str]):
        lines[:] = _rst(lines)

    app.connect("autodoc-process-docstring", read)  # type: ignore[attr-defined]
