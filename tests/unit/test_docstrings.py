"""What help() and `?` show: every public name tells what it does, where the program runs."""

import dataclasses
import inspect
import re

import pytest

import solver


def public(owner):
    return [name for name in dir(owner) if not name.startswith("_")]


def said(owner, name):
    return inspect.getdoc(getattr(owner, name)) or ""


def described(owner):
    """The public classes and functions of a module; data have the docstring of their type."""
    return [
        name
        for name in owner.__all__
        if inspect.isclass(getattr(owner, name)) or inspect.isroutine(getattr(owner, name))
    ]


@pytest.mark.parametrize("name", described(solver))
def test_public_names_have_a_docstring(name):
    text = said(solver, name)
    assert len(text) > 20
    assert "Documented in" not in text
    # A dataclass without a docstring shows its signature, which is no explanation.
    assert not text.startswith(f"{name}(")


@pytest.mark.parametrize("name", public(solver.Solver))
def test_methods_of_the_solver_have_a_docstring(name):
    text = said(solver.Solver, name)
    assert len(text) > 20
    assert "Documented in" not in text


@pytest.mark.parametrize("name", ["race", "value", "wins_hand", "makes_run", "race_of_draw"])
def test_questions_with_a_limit_say_what_happens_at_it(name):
    assert "node limit" in said(solver.Solver, name)


@pytest.mark.parametrize("name", ["batch_races", "batch_outcomes"])
def test_batches_tell_shapes_and_types(name):
    text = said(solver.Solver, name)
    assert "uint64" in text
    assert "shape (n, 4)" in text
    assert "OptionError" in text


CLASSES = [name for name in described(solver) if inspect.isclass(getattr(solver, name))]


@pytest.mark.parametrize("name", CLASSES)
def test_public_methods_have_a_docstring(name):
    owner = getattr(solver, name)
    for method in public(owner):
        member = vars(owner).get(method)
        if isinstance(member, (property, classmethod, staticmethod)) or inspect.isroutine(member):
            assert len(said(owner, method)) > 5, f"{name}.{method}"


RECORDS = sorted(
    {
        getattr(home, name)
        for home in (solver, solver.book, solver.match, solver.players, solver.record)
        for name in home.__all__
        if dataclasses.is_dataclass(getattr(home, name))
    },
    key=lambda record: record.__name__,
)


def fields_of(record):
    return [each.name for each in dataclasses.fields(record) if not each.name.startswith("_")]


def listed(record):
    """The names that the docstring's list explains: each at the start of a line of its own."""
    return re.findall(r"(?m)^([a-z_]+) {2,}\S", inspect.getdoc(record) or "")


@pytest.mark.parametrize("name", ["PartialDeal", "Plan", "Position", "Scoring", "Variant"])
def test_records_of_many_fields_list_them(name):
    record = getattr(solver, name)
    assert listed(record) == fields_of(record)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_list_of_fields_has_a_line_for_each(record):
    """A formatter that joins the lines of such a list leaves fields inside other lines."""
    if any(name in fields_of(record) for name in listed(record)):
        assert listed(record) == fields_of(record)
