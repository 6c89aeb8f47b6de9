"""`hakem serve`: a player of Hakem as a service for other programs, by the bot protocol."""

from __future__ import annotations

import ipaddress
import logging
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from .failures import Failure, as_usage
from .output import emit

SWITCH = 0.0005
"""Seconds after which a thread lets another one use the interpreter: book answers wait for it."""
SHORTEST_KEY = 16


def serve(
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Who plays: a name as in `hakem duel`; each seat alike.",
        ),
    ] = "sampled",
    suits: Annotated[
        str,
        typer.Option(
            "--suits",
            metavar="ORDER",
            help="The suits in the order of their numbers, such as HSDC.",
        ),
    ] = "HSDC",
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="The address to serve on; needs a key."),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port",
            min=0,
            max=65535,
            metavar="N",
            help="The port to serve on; 0 takes a free one.",
        ),
    ] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="NAME", help="Another name of this service, as behind a proxy."
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", min=0.1, max=3600, metavar="N", help="What one question may take."
        ),
    ] = 30.0,
    queue: Annotated[
        int,
        typer.Option(
            "--queue",
            min=0,
            max=100_000,
            metavar="N",
            help="Questions that may wait; more are told to come again (429).",
        ),
    ] = 64,
    key_file: Annotated[
        Path | None,
        typer.Option(
            "--key-file", metavar="FILE", help="A file with the key that questions have to bring."
        ),
    ] = None,
) -> None:
    """Answer other programs over HTTP: the questions of the commands, and a player to play with.

    POST /v1/trump and so on with JSON answers what `hakem trump --json` prints; /openapi.json says
    what may be asked. POST /bot/choose_trump_suite and /bot/play_card speak the bot protocol of
    hakem.club. On this machine only, unless --host names an address of it. /health and /metrics
    tell how it is. Ctrl-C ends it when the questions in work are answered.
    """
    from solver.players import bot_protocol, find_player

    from .service.app import LOOPBACK, Limits, Service
    from .service.bots import bot_questions
    from .service.openapi import openapi
    from .service.running import bound, serve_until_stopped, server_of
    from .service.verbs import verb_questions

    with as_usage():
        order = bot_protocol.check_suits(suits)
        plays = find_player(player)
    key = read_key(key_file)
    if key is None and not is_loopback(host):
        raise Failure(
            f"--host {host}: a service on the network asks for a key, give --key-file FILE"
        )
    names = (*LOOPBACK, host.lower(), *(each.lower() for each in name or ()))
    limits = Limits(os.cpu_count() or 1, queue, seconds, key, names)
    questions = {**verb_questions(), **bot_questions(plays, order)}
    service = Service(questions, limits, {"/openapi.json": openapi()})
    listening = bound(host, port, f"--host {host} --port {port}")
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    shown = f"[{host}]" if ":" in host else host
    emit(f"{plays.name} plays at http://{shown}:{listening.getsockname()[1]}\nCtrl-C ends it.\n")
    sys.setswitchinterval(SWITCH)
    serve_until_stopped(server_of(service.application(), service.stop), listening)


def read_key(path: Path | None) -> str | None:
    """The key in a file: its first line."""
    if path is None:
        return None
    try:
        with path.open(encoding="ascii") as file:
            key = file.readline(200).strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it holds more than plain letters"
        raise Failure(f"--key-file {path}: {why}") from None
    if len(key) < SHORTEST_KEY:
        raise Failure(f"--key-file {path}: a key has {SHORTEST_KEY} letters or more")
    return key


def is_loopback(host: str) -> bool:
    """Whether only this machine can ask at an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
