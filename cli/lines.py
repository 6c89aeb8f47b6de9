"""Text to lines: decoded, without comments; of a PBN or LIN text its deals.

What a line means is decided in `questions`. No file is opened here, and no rule is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .failures import ILLEGAL, Failure
from .texts import without_comments

_TAG = re.compile(r'\[([A-Za-z]\w*)\s+"([^"]*)"\s*\]')
_LIN = re.compile(r"(?:^|\|)md\|([1-4])([^|]*)\|", re.IGNORECASE)
_PACK = "AKQJT98765432"


@dataclass(frozen=True, slots=True)
class Line:
    """One line that is not empty: its number in its source, and its text without comments."""

    number: int
    text: str
    source: str = ""

    @property
    def place(self) -> str:
        """Where the line stands, for messages."""
        return f"{self.source}, line {self.number}" if self.source else f"line {self.number}"


def lines_of_text(text: str) -> list[str]:
    """The lines of a text that do not come from a file; of a PBN or LIN text its deals."""
    rows = text.encode("utf-8", "replace").splitlines()
    return [line.text for line in lines_in(rows, "the text", lambda said: None)]


def lines_in(rows: Iterable[bytes], source: str, told: Callable[[str], object]) -> Iterator[Line]:
    """Decoded lines without comments; of a PBN or LIN file only its deals, which is `told`."""
    tagged, deals = False, 0
    for number, raw in enumerate(rows, 1):
        text = decoded(raw, number, source)
        tag = _TAG.match(text)
        if tag is not None:
            tagged = True
            if tag[1].lower() == "deal":
                deals += 1
                yield Line(number, tag[2], source)
            continue
        lin = _deal_of_lin(text)
        if lin is not None:
            yield Line(number, lin, source)
        elif text.startswith("{"):
            yield Line(number, text, source)
        elif not tagged and (plain := without_comments(text)):
            yield Line(number, plain, source)  # else the auction or the play of a record
    if tagged:
        plural = "s" * (deals != 1)
        told(f"{source}: a record with tags; its {deals} deal{plural} read, the rest left out")


def decoded(raw: bytes, number: int, source: str) -> str:
    """One line as text; bytes that are not UTF-8 become a sign that no card has.

    Raises Failure when the first line shows another encoding.
    """
    if number == 1 and _is_utf16(raw):
        raise Failure(f"{source} is no text in UTF-8 but in UTF-16: save it as UTF-8", ILLEGAL)
    return raw.decode("utf-8", "replace").lstrip("\ufeff").strip()


def _is_utf16(raw: bytes) -> bool:
    """Whether this begins with the mark of UTF-16, or with letters that have a zero byte each."""
    halves = raw[0:8:2], raw[1:8:2]
    by_turns = len(raw) >= 8 and any(halves[0]) != any(halves[1])
    return raw.startswith((b"\xff\xfe", b"\xfe\xff")) or by_turns


def _deal_of_lin(text: str) -> str | None:
    """The deal of a LIN record as a deal text from the dealer on; None where there is none.

    LIN lists South, West, North and East, the last hand may be left out; play goes clockwise.
    """
    found = _LIN.search(text)
    if found is None:
        return None
    hands = [_dotted(hand) for hand in found[2].strip(",").split(",")]
    if len(hands) == 3:
        suits = [[hand.split(".")[suit] for hand in hands] for suit in range(4)]
        rest = ("".join(r for r in _PACK if r not in "".join(held)) for held in suits)
        hands.append(".".join(rest))
    dealer = int(found[1]) - 1
    return "SWNE"[dealer] + ":" + "|".join(hands[dealer:] + hands[:dealer])


def _dotted(hand: str) -> str:
    """A hand such as SAKHQ2DCT9 as AK.Q2..T9; what is of another form stays as it is."""
    suits = re.fullmatch(r"S([^SHDC]*)H([^SHDC]*)D([^SHDC]*)C([^SHDC]*)", hand.strip().upper())
    return ".".join(suits.groups()) if suits else hand
