"""The site of the documents: generated pages are up to date, and it builds without a warning."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from html import unescape
from types import ModuleType
from urllib.parse import unquote

import pytest
from conftest import ROOT

import solver
from cli.app import COMMANDS
from solver import VARIANTS
from solver.base.drawn import kind_of


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    """docs/generate.py, which is no module of a package."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_of_the_games_are_up_to_date(generate: ModuleType) -> None:
    """`make pages` writes them again."""
    pages = generate.game_pages()
    old = [path.name for path, text in pages.items() if path.read_text(encoding="utf-8") != text]
    assert old == []
    assert {path.name for path in generate.GAMES.glob("*.md")} == {path.name for path in pages}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_page_has_all_of_the_record(generate: ModuleType, variant: solver.Variant) -> None:
    text = generate.game_page(variant)
    for word in (variant.title, variant.text, variant.value_text, *variant.aliases):
        assert word in text
    assert set(re.findall(r"^\| `(\w+)` \| .* \| .* \| .* \| .* \|$", text, re.MULTILINE)) == set(
        variant.options
    )


def test_the_page_of_commands_has_every_option(generate: ModuleType) -> None:
    text = generate.commands_page()
    for name in COMMANDS:
        assert f"\n## hakem {name}\n" in text
    for option in ("`--where CONDITION`", "`--explain`", "`--samples N`, `-n N`", "`--json`"):
        assert option in text
    assert "\n## hakem book show\n" in text
    assert "$ hakem deal -n 3 --seed 1" in text


def test_every_public_name_is_on_its_page(generate: ModuleType) -> None:
    text = generate.api_page()
    modules = {"book", "errors", "match", "players", "record", "__version__", "VARIANTS"}
    parts = {part.split(".")[-1] for part in generate.PARTS}
    for name in set(solver.__all__) - modules | parts:
        assert re.search(rf"^\.\. auto(class|function):: solver\.[\w.]+\.{name}$", text, re.M), name


@pytest.mark.slow
def test_the_notebook_runs_and_its_results_have_pictures(generate: ModuleType) -> None:
    """Each cell in turn; the last value of a cell is a record that draws itself."""
    drawn = {}
    for kind, source, printed, value in generate.notebook_cells(generate.NOTEBOOK):
        assert not printed
        if value is not None:
            drawn[kind_of(value)] = value._repr_html_()
        else:
            assert kind == "markdown" or source.startswith("import")
    pictures = {
        "Deal": "hand", "Solution": "hand", "Sampled.Call": "bars", "Sampled.Kot": "bars",
        "Sampled.CardToPlay": "bars", "HandReview": "timeline",
    }  # fmt: skip
    assert set(drawn) == {*pictures, "Table"}
    for name, kind in pictures.items():
        assert f'class="{kind}"' in drawn[name], name


def dead_links(folder):
    """Every address inside a site that leads to no file, or to no place in a page."""
    pages = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    places = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    found = []
    for path, text in pages.items():
        for link in set(re.findall(r'\b(?:href|src)="([^"]+)"', text)):
            name, _, place = unquote(unescape(link)).partition("#")
            if re.match(r"[a-z]+:", name):
                continue
            target = (path.parent / name.partition("?")[0]).resolve() if name else path
            if not target.exists() or (place and place not in places.get(target, {place})):
                found.append(f"{path.name}: {link}")
    return found


def test_a_dead_link_is_found(tmp_path) -> None:
    (tmp_path / "a.html").write_text('<p id="x"><a href="b.html#y"></a><a href="#x"></a>', "utf-8")
    (tmp_path / "b.html").write_text('<a href="a.html#z"></a><a href="c.html"></a>', "utf-8")
    assert sorted(dead_links(tmp_path)) == [
        "a.html: b.html#y",
        "b.html: a.html#z",
        "b.html: c.html",
    ]


@pytest.mark.slow
def test_the_site_and_the_man_page_build_without_a_warning(tmp_path) -> None:
    """As `make docs` and `make man` do; every link between the pages is resolved."""
    for builder in ("html", "man"):
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "sphinx", "-W", "-n", "-q", "-b", builder),
                *("-d", str(tmp_path / "trees"), "docs", str(tmp_path / builder)),
            ],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
    pages = {path.name for path in (tmp_path / "html").glob("*.html")}
    assert {"index.html", "tutorial.html", "json.html", "api.html", "commands.html"} <= pages
    assert 'class="timeline"' in (tmp_path / "html" / "notebook.html").read_text(encoding="utf-8")
    html = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r'(?:src|href)="https?://(?!pradyunsg|github\.com/pradyunsg)', html)
    assert dead_links(tmp_path / "html") == []
    manual = (tmp_path / "man" / "hakem.1").read_text(encoding="utf-8")
    assert "HAKEM TRUMP" in manual.upper()
    assert "hakem deal \\-n 3 \\-\\-seed 1" in manual or "hakem deal -n 3 --seed 1" in manual
