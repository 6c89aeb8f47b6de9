"""Documents, source and options agree: citations, defaults, sources, links."""

import ast
import re
from pathlib import Path

import pytest
from conftest import ROOT

from solver import VARIANTS
from solver.game.option_tables import SOURCES
from solver.game.scoring import SCORINGS
from solver.match import HOUSE_OPTIONS

RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
HEADS = re.findall(r"^#{2,3} (E?\d+(?:\.\d+)?)\.? ", RULES, re.MULTILINE)
# What docs/generate.py writes and git ignores: there only after it has run.
GENERATED = re.findall(r"(?m)^docs/.*\.md$", (ROOT / ".gitignore").read_text(encoding="utf-8"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
NUMBER = r"E?\d+(?:\.\d+)?"
# A citation is a list of sections: "rules.md 1.6, 3 and 8.1", "rules.md 1 to 4", "rules.md E14".
CITED = re.compile(
    rf"rules\.md(?:[\s#]+section)?[\s#]+({NUMBER}(?:(?:,\s+|\s+and\s+|\s+to\s+|-){NUMBER})*)"
)


def sources():
    for folder in ("solver", "cli", "tests", "benchmarks", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".pyi", ".pyx", ".pxd", ".pxi", ".md"}:
                yield path


def test_every_cited_section_exists():
    assert len(HEADS) == len(set(HEADS))
    cited = {
        (str(path.relative_to(ROOT)), section)
        for path in sources()
        for places in CITED.findall(path.read_text(encoding="utf-8"))
        for section in re.findall(NUMBER, places)
    }
    assert len(cited) > 60
    assert {place for place in cited if place[1] not in HEADS} == set()


def test_a_citation_names_a_section():
    """A bare `rules.md` is allowed for the page as a whole, a number may never be missed."""
    missed = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in sources()
        for text in re.findall(r"rules\.md\s+\S*\d\S*", path.read_text(encoding="utf-8"))
        if not CITED.match(text)
    ]
    assert missed == []


@pytest.mark.parametrize("name", [f"E{number}" for number in range(1, 16)])
def test_the_worked_examples_are_all_there(name):
    assert name in HEADS


@pytest.mark.parametrize("option", HOUSE_OPTIONS, ids=lambda option: option.name)
def test_a_house_option_names_its_section(option):
    if option.scope != "table":  # an option that some games have, too: its source is theirs
        assert any(option.name in variant.options for variant in VARIANTS)
        return
    sections = re.findall(NUMBER, option.source.removeprefix("docs/rules.md"))
    assert sections
    assert set(sections) <= set(HEADS)


@pytest.mark.parametrize("scoring", SCORINGS, ids=lambda scoring: scoring.name)
def test_a_scoring_is_named_in_its_section(scoring):
    (section,) = re.findall(rf"rules\.md ({NUMBER})", scoring.source)
    text = re.split(r"^#{2,3} ", RULES, flags=re.MULTILINE)
    (here,) = [part for part in text if re.match(rf"{re.escape(section)}\.? ", part)]
    assert f"`{scoring.name}`" in here


def option_names():
    play = {name for variant in VARIANTS for name in variant.options}
    return sorted(play | {option.name for option in HOUSE_OPTIONS})


@pytest.mark.parametrize("name", option_names())
def test_every_option_is_described(name):
    assert f"`{name}`" in RULES


def test_the_sources_are_those_of_the_program():
    table = RULES.split("## 0.")[1].split("## 1.")[0]
    rows = re.findall(r"^\| ([A-Z][^|]*) \|", table, re.MULTILINE)
    keys = {key for row in rows for key in row.split(", ")}
    assert set(SOURCES) <= keys
    # Named in the tables of the page alone.
    assert keys - set(SOURCES) == {"TSBN", "JAH"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path):
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if not target.startswith(("http:", "https:", "mailto:")):
            there = (path.parent / target).exists() or f"docs/{target}" in GENERATED
            assert there, f"{path.name} links to {target}"


def test_the_glossary_is_alphabetical_and_cites_the_rules():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        entries = re.findall(r"^\*\*([^*]+)\*\* ", part, re.MULTILINE)
        keys = [re.sub(r"[^a-z ]", "", entry.lower()) for entry in entries]
        assert len(entries) > 15
        assert keys == sorted(keys)
    for places in re.findall(r"\(((?:E?\d[\d.]*(?:, )?)+)\)", text):
        assert set(places.split(", ")) <= set(HEADS)


def written(value):
    """A setting as the page writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, frozenset):
        return ",".join(map(str, sorted(value))) or "none"
    return str(value)


def defaults(name):
    """Every default an option has in some game or at some table."""
    found = [v.options[name].default for v in VARIANTS if name in v.options]
    found += [option.default for option in HOUSE_OPTIONS if option.name == name]
    return {written(value) for value in found}


@pytest.mark.parametrize("name", option_names())
def test_the_default_described_is_a_default_of_the_program(name):
    """The first bold word after an option's name is its default."""
    said = re.search(rf"`{name}`[^*]{{0,200}}\*\*([\w-]+)\*\*", RULES)
    assert said, f"{name}: no default in bold"
    assert said[1] in defaults(name)


PATH = re.compile(r"(?<![\w/.-])(?:[\w.-]+/)*[\w*-]+\.(?:py|pyx|pyi|pxd|pxi|md|txt|toml|json)\b")


def named_files(path):
    """Every file or folder of this repository that a document names in code."""
    text = path.read_text(encoding="utf-8")
    code = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^    (.*)$", text, re.MULTILINE)
    for words in code:
        for name in PATH.findall(words):
            if "/" in name:
                yield name
        yield from re.findall(r"^(?:solver|cli|tests|benchmarks|docs)/[\w/]*$", words)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents_name_only_files_that_exist(path):
    for name in named_files(path):
        assert list(ROOT.glob(name)) or list(path.parent.glob(name)), f"{path.name} names {name}"


def test_the_architecture_names_every_folder():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for folder in (ROOT / "solver").iterdir():
        if folder.is_dir() and (folder / "__init__.py").exists():
            assert f"\n`solver/{folder.name}/`\n: " in text


def test_the_map_names_only_constants_that_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name in re.findall(r"`([A-Z_]{5,})`", text):
        assert any(
            re.search(rf"^{name}\b", path.read_text(encoding="utf-8"), re.MULTILINE)
            for folder in ("solver", "cli")
            for path in (ROOT / folder).rglob("*.py*")
            if path.suffix in {".py", ".pyx"}
        ), f"the map names {name}"


def rows_of_the_map():
    """The rows of the tables of CONTRIBUTING: the code in each, apart from the files it names."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| .*\|$", text, re.MULTILINE):
        code = re.findall(r"`([^`]+)`", row)
        files = [ROOT / name for name in code if (ROOT / name).is_file()]
        files += [p for name in code if name.endswith("/") for p in (ROOT / name).glob("*.p[yx]*")]
        if files:
            yield [name for name in code if re.fullmatch(r"[a-z]*_[a-z_]+", name)], files


def test_a_function_in_the_map_stands_in_a_file_of_its_row():
    named = 0
    for names, files in rows_of_the_map():
        written = "\n".join(path.read_text(encoding="utf-8") for path in files)
        for name in names:
            named += 1
            assert re.search(rf"\b{name}\b", written), f"the map looks for {name} in {files}"
    assert named > 9


EXAMPLES = re.findall(r"^### (E\d+) .*\n((?:.*\n)*?)(?=^##)", RULES, re.MULTILINE)


@pytest.mark.parametrize(("name", "text"), EXAMPLES[:13], ids=lambda value: value[:3])
def test_an_example_has_the_deal_that_the_tests_solve(name, text):
    tested = (ROOT / "tests" / "search" / "test_reference.py").read_text(encoding="utf-8")
    deal = re.search(r"`([♠♥♦♣][^`|]*(?:\|[^`|]*)+)`", text)[1]
    for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True):
        deal = deal.replace(symbol, letter)
    assert re.sub(r" ?\(\w+\)", "", deal) in tested


def test_source_names_only_files_that_exist():
    """Comments and docstrings follow when a file moves."""
    known = [p.relative_to(ROOT).as_posix() for p in sources()]
    known += ["setup.py", "CONTRIBUTING.md", "README.md", "CHANGELOG.md", *GENERATED]
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources()
        if path.relative_to(ROOT).parts[0] != "tests"
        for name in re.findall(
            r"(?<![\w./-])((?:[\w-]+/)*[a-z_]\w*\.(?:py|pyx|pyi|pxd|pxi|md))\b",
            path.read_text(encoding="utf-8"),
        )
        if not any(f"/{file}".endswith(f"/{name}") for file in known)
    ]
    assert missing == []


@pytest.mark.parametrize("folder", ["solver", "cli", "benchmarks"])
def test_every_module_opens_with_what_lives_in_it(folder):
    """The head of a file is its row in the map."""
    for path in (ROOT / folder).rglob("*.py"):
        if path.stat().st_size == 0:
            continue  # marks a folder
        head = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert head, path.name
        assert len(head.splitlines()[0]) > 20, path.name


def test_every_folder_of_tests_is_described():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for folder in (ROOT / "tests").iterdir():
        if folder.is_dir() and not folder.name.startswith(("_", ".")):
            assert f"`tests/{folder.name}/`" in text, folder.name
