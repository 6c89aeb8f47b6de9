"""`hakem explore`: the page in the browser, served from this machine to this machine."""

from __future__ import annotations

import os
import tempfile
import webbrowser
from html import escape
from pathlib import Path
from typing import Annotated

import typer

from .arguments import GameOptions, with_groups
from .output import emit
from .reading import files_of, text_of_files
from .texts import trump_of

WANTED = "give a deal, a file of deals or a record, or nothing"


@with_groups
def explore(
    deal: Annotated[
        list[str] | None,
        typer.Argument(metavar="DEAL", help="A deal, five cards, or a file of deals or a record."),
    ] = None,
    trump: Annotated[
        str | None,
        typer.Option(
            "--trump", "-t", metavar="SUIT", help="S, H, D or C, where the text has none."
        ),
    ] = None,
    named: GameOptions = GameOptions(),
    port: Annotated[
        int,
        typer.Option(
            min=0, max=65535, metavar="N", help="The port to serve on; a free one if not given."
        ),
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")
    ] = True,
) -> None:
    """See deals, play them card by card, and ask what every card and every call is worth.

    Opens a page in the browser. Nobody but this machine can reach it, and it reaches nobody: the
    address that is printed holds a key of its own. Ctrl-C ends it.
    """
    from .page.server import Page
    from .page.verbs import VERBS, first_question
    from .service.running import bound, serve_until_stopped, server_of

    files = files_of(deal)
    text = text_of_files(files) if files else " ".join(deal or ()).strip()
    game = named.game()
    suit = trump_of(trump)
    first = first_question(text, game, suit)
    listening = bound("127.0.0.1", port, f"--port {port}")
    page = Page({**VERBS, "first": first}, listening.getsockname()[1])
    server = server_of(page.application(), page.stop, patience=2)
    emit(f"The page is at {page.address}\nCtrl-C ends it.\n")
    redirect = open_page(page.address) if browser else None
    try:
        serve_until_stopped(server, listening)
    finally:
        if redirect is not None:
            redirect.unlink(missing_ok=True)


def open_page(address: str) -> Path | None:
    """Open the browser by a file that only this user reads, so that no process list has the key."""
    handle, name = tempfile.mkstemp(prefix="hakem-", suffix=".html")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(
            '<!doctype html><meta charset="utf-8"><title>Hakem</title>'
            f'<meta http-equiv="refresh" content="0;url={escape(address, quote=True)}">'
            f'<p><a href="{escape(address, quote=True)}">Hakem</a></p>'
        )
    path = Path(name)
    webbrowser.open(path.as_uri())
    return path
