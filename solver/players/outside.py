"""Players from outside: a class in a module of the user's own, or a program at an HTTP address.

A player from outside may answer wrongly, late or not at all. `Refereed` plays the card of the rule
of thumb in its place then, and counts it as a fault, so that a duel goes on and says how often.
"""

from __future__ import annotations

import http.client
import importlib
import json
import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from ..base.cards import Card, Hand, Suit
from ..base.errors import HakemError, OptionError, shown
from ..game.variants import Variant
from . import bot_protocol as protocol
from .player import Player, View
from .simple import ThumbPlayer

__all__ = ["FAULTS_OF_PLAYERS", "AddressPlayer", "Refereed", "is_outside", "outside_player"]

SECONDS: Final = 10.0
"""How long a player from outside may take for an answer, unless it is said otherwise."""
LONGEST_ANSWER: Final = 1 << 12
"""Bytes of an answer; a number has two."""
FAULTS_OF_PLAYERS: Final = {
    "illegal": "answers that no rule allows",
    "late": "answers after their time",
    "failed": "questions without an answer",
}
"""What a player from outside may do wrong, and what each is called."""

Answer = TypeVar("Answer")


class Late(Exception):
    """An answer that did not come in time."""


class Refereed:
    """A player from outside under the rules: what it does wrong is counted, and made good.

    `name` is the player's own; `faults` counts by the names of FAULTS_OF_PLAYERS what was answered
    in its place by the rule of thumb. May be asked by several threads.
    """

    def __init__(self, player: Player, seconds: float = SECONDS) -> None:
        self.name = str(getattr(player, "name", type(player).__name__))
        self.seconds = seconds
        self._player = player
        self._thumb = ThumbPlayer()
        self._lock = threading.Lock()
        self._faults: Counter[str] = Counter()

    @property
    def faults(self) -> dict[str, int]:
        """How often each fault was made so far."""
        with self._lock:
            return {name: self._faults[name] for name in FAULTS_OF_PLAYERS}

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        """The player's call, or that of the rule of thumb where it makes none."""
        return self._asked(
            lambda: self._player.call(five, variant, seed),
            lambda suit: isinstance(suit, Suit),
            lambda: self._thumb.call(five, variant, seed),
        )

    def check(self, variant: Variant) -> None:
        """VariantError, naming the game, where the player cannot be asked at all."""
        if isinstance(self._player, AddressPlayer):
            protocol.check_spoken(variant)

    def requests_trump(self, view: View, seed: int) -> bool:
        """Whether the player has a hidden trump shown; the rule of thumb where it knows none."""
        asked = getattr(self._player, "requests_trump", self._thumb.requests_trump)
        return self._asked(
            lambda: asked(view, seed),
            lambda said: isinstance(said, bool),
            lambda: self._thumb.requests_trump(view, seed),
        )

    def play(self, view: View, seed: int) -> Card:
        """The player's card where it is legal, else that of the rule of thumb."""
        legal = view.position.legal()
        return self._asked(
            lambda: self._player.play(view, seed),
            lambda card: card in legal,
            lambda: self._thumb.play(view, seed),
        )

    def _asked(
        self,
        ask: Callable[[], Answer],
        allowed: Callable[[Answer], bool],
        instead: Callable[[], Answer],
    ) -> Answer:
        began = time.monotonic()
        try:
            answer = ask()
            fault = None if allowed(answer) else "illegal"
        except (Late, TimeoutError):
            fault = "late"
        except Exception:
            fault = "failed"
        if fault is None and time.monotonic() - began > self.seconds:
            fault = "late"
        if fault is None:
            return answer
        with self._lock:
            self._faults[fault] += 1
        return instead()


class AddressPlayer:
    """A program that answers the two questions of the bot protocol (`bot_protocol`) over HTTP.

    `address`: what stands before `/play_card`; `/bot` is added to an address without a path.
    `suits`: the suits in the order of that program. `seconds`: the time for one answer. Raises
    OptionError for an address that is none.
    """

    def __init__(self, address: str, suits: str = protocol.SUITS, seconds: float = SECONDS) -> None:
        parts = urlsplit(address)
        try:
            sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # a port out of range
            sound = False
        if not sound or parts.query or parts.fragment:
            raise OptionError(
                f"{shown(address)}: expected an address such as http://127.0.0.1:8000"
            )
        self.name = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._base = self.name if parts.path.strip("/") else f"{self.name}/bot"
        self._suits = protocol.check_suits(suits)
        self._seconds = seconds

    def reach(self) -> None:
        """OptionError where nobody listens at the address."""
        parts = urlsplit(self.name)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            socket.create_connection((parts.hostname or "", port), self._seconds).close()
        except OSError as fault:
            raise OptionError(
                f"the player {self.name} is not there: {fault.strerror or fault}"
            ) from None

    def call(self, five: Hand, variant: Variant, seed: int) -> Suit:
        """The program's call."""
        said = self._post("choose_trump_suite", protocol.call_request(five, self._suits))
        return _read(lambda: protocol.suit_of(said, "the answer", self._suits))

    def requests_trump(self, view: View, seed: int) -> bool:
        """Never: the protocol knows no hidden trump."""
        return False

    def play(self, view: View, seed: int) -> Card:
        """The program's card."""
        said = self._post("play_card", protocol.card_request(view, self._suits))
        return _read(lambda: protocol.card_of(said, "the answer", self._suits))

    def _post(self, question: str, body: dict[str, Any]) -> object:
        """The JSON of the answer; Late, or an exception of the connection."""
        request = urllib.request.Request(
            f"{self._base}/{question}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        until = time.monotonic() + self._seconds
        try:
            with urllib.request.urlopen(request, timeout=self._seconds) as answer:
                text = b""
                while part := answer.read1(LONGEST_ANSWER):
                    text += part
                    if time.monotonic() > until:
                        raise Late
                    if len(text) > LONGEST_ANSWER:
                        raise ValueError("the answer is too long")
        except urllib.error.URLError as fault:
            if isinstance(fault.reason, TimeoutError):
                raise Late from None
            raise
        except http.client.HTTPException as fault:
            raise ConnectionError(str(fault)) from None
        return json.loads(text)


def _read(read: Callable[[], Answer]) -> Answer:
    """An answer; one that is no card or suit is a fault of the player, not of the question."""
    try:
        return read()
    except OptionError as fault:
        raise ValueError(str(fault)) from None


def is_outside(text: str) -> bool:
    """Whether a text is an address or `module:Class`."""
    home, _, name = text.strip().partition(":")
    module = all(part.isidentifier() for part in home.split("."))
    return module and (name.startswith("//") or name.isidentifier())


def outside_player(text: str, suits: str = protocol.SUITS, seconds: float = SECONDS) -> Refereed:
    """The player at an address, or of a class `module:Class` that is found from this folder on.

    The class is made without arguments and has what `Player` has; `name` may be missing. Raises
    OptionError, naming what is not there.
    """
    text = text.strip()
    if "://" in text:
        player = AddressPlayer(text, suits, seconds)
        player.reach()
        return Refereed(player, seconds)
    home, _, name = text.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        made = getattr(importlib.import_module(home), name)()
    except HakemError:
        raise
    except Exception as fault:
        raise OptionError(
            f"the player {shown(text)} cannot be made: {type(fault).__name__}: {fault}"
        ) from None
    missing = [each for each in ("call", "play") if not callable(getattr(made, each, None))]
    if missing:
        raise OptionError(f"the player {shown(text)} has no {' and no '.join(missing)}")
    found = Refereed(made, seconds)
    if not hasattr(made, "name"):
        found.name = text
    return found
