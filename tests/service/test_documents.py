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


def test_the_example_files_start_the_service_that_there_is(monkeypatch: Any, tmp_path: Any) -> None:
    """Each line that starts it is understood; nothing is served."""
    import shlex

    from cli.app import run

    folder = ROOT / "docs" / "examples" / "service"
    unit = (folder / "hakem.service").read_text(encoding="utf-8")
    docker = (folder / "Dockerfile").read_text(encoding="utf-8")
    nginx = (folder / "nginx.conf").read_text(encoding="utf-8")
    lines = [
        re.search(r"^ExecStart=\S+/hakem (.*)$", unit, re.MULTILINE)[1],  # type: ignore[index]
        re.search(r'^ENTRYPOINT \["hakem", (.*)\]$', docker, re.MULTILINE)[1].replace(",", ""),  # type: ignore[index]
        re.search(r"`hakem (serve .*)`", nginx)[1],  # type: ignore[index]
    ]
    key = tmp_path / "key"
    key.write_text("k" * 20)
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: None)
    for line in lines:
        words = shlex.split(line)
        words[words.index("--key-file") + 1] = str(key)
        words[words.index("--port") + 1] = "0"
        assert run(words) == 0, line
