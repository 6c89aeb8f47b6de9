"""The examples of docs/service.md, asked of a service."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from typing import Any

from conftest import ROOT

from cli.service.app import Service
from cli.service.verbs import VERBS, verb_questions

TEXT = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")


def test_the_examples_print_what_stands_there(
    serving: Callable[[Service], AbstractContextManager[Any]],
) -> None:
    blocks = re.findall(r"```python\n(.*?)```\s+```text\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == TEXT.count("```python") == 2
    with serving(Service(verb_questions())) as client:
        names: dict[str, Any] = {"service": f"http://127.0.0.1:{client.port}"}
        for code, printed in blocks:
            out = io.StringIO()
            with redirect_stdout(out):
                exec(compile(code, "docs/service.md", "exec"), names)
            assert out.getvalue() == printed


def test_every_verb_is_named() -> None:
    for name in VERBS:
        assert f"`{name}`" in TEXT
