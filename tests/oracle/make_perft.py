"""Reads and writes tests/data/perft/*.perft: counts of legal plays by depth, one file a game.

    python -m tests.oracle.make_perft

The format is that of chess programs, a block of lines for each position:

    id hokm-1
    epd 0:A74.72.AT852.A43 JT9.AJT64.6.QT65 ... trump=D leader=0 variant=hokm
    perft 1 13

The line `epd` holds the position as `hakem solve` reads it: the deal, then `key=value` words.

A full hand by seed and three endings for every game and a few of its settings. The counts come from
the plain rules of the package; test_perft.py holds the compiled search, those rules and the slow
reference to them. Frozen: written anew only when a rule was wrong, and then with a reason.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.base.cards import Hand, Suit
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import PRESETS, VARIANTS, Variant, find_variant
from solver.open.perft import perft_by_rules

HOME = Path(__file__).resolve().parents[1] / "data" / "perft"
MOST = 20_000
"""Counts stop before they grow beyond this."""

SETTINGS: dict[str, tuple[dict[str, Any], ...]] = {
    "hokm": (
        {"void_duty": "must_trump"},
        {"overtrump_duty": "always"},
        {"void_duty": "must_trump", "overtrump_duty": "vs_opponent"},
    ),
    "satat": ({"satat_exempt": False},),
    "trup_kasiet": (
        {"kasiet_known": "first_ruff", "kasiet_free_on_W": "led"},
        {"kasiet_known": "indicator_played", "indicator_playable": "after_known"},
        {"satat_exempt": False, "indicator_playable": "after_known"},
    ),
    "double_sar": ({"ace_rule": "demote"}, {"ace_rule": "demote", "ace_trumps_count": False}),
    "dehla_pakad": ({"void_duty": "must_trump", "overtrump_duty": "always"},),
    "dehla_five_card": ({"m1_fallback": "given_suit"},),
    "beranga": ({"set_trick_active": False},),
    "cut_hukum": ({"set_trick_active": False},),
    "band_rang": (
        {"may_ask": "opponents_only", "asker_must_trump": False},
        {"activation": "whole_trick"},
    ),
    "band_rang_double": ({"asker_must_trump": False}, {"activation": "whole_trick"}),
    "two_hokm": ({"void_duty": "must_trump", "overtrump_duty": "always"},),
}


@dataclass(frozen=True)
class Perft:
    """A position with its counts; `counts[d]` is the number of ways to make d plays."""

    id: str
    epd: str
    variant: Variant
    position: Position
    counts: tuple[int, ...]

    def __str__(self) -> str:
        lines = [f"perft {depth} {count}" for depth, count in enumerate(self.counts) if depth]
        return "\n".join([f"id {self.id}", f"epd {self.epd}", *lines])


def read(path: Path) -> list[Perft]:
    """The positions of a file; ValueError for a line that is none of this format."""
    found = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        words = [line.split(" ", 1) for line in block.splitlines() if line[:1] != "#"]
        (first, name), (second, epd), *rest = words
        counts = [tuple(map(int, line.split())) for word, line in rest if word == "perft"]
        depths = list(range(1, len(rest) + 1))
        if (first, second) != ("id", "epd") or [depth for depth, _ in counts] != depths:
            raise ValueError(f"{path.name}: {block}")
        variant, position = start(epd)
        found.append(Perft(name, epd, variant, position, (1, *(count for _, count in counts))))
    return found


def start(epd: str) -> tuple[Variant, Position]:
    """The game and the position that a line `epd` tells of."""
    words = dict(word.split("=", 1) for word in epd.split() if "=" in word)
    deal = " ".join(word for word in epd.split() if "=" not in word)
    trump = words.pop("trump", None)
    leader = int(words.pop("leader"))
    variant = find_variant(words.pop("variant"))
    fields: dict[str, Any] = {}
    if "player" in words:
        fields["player"] = int(words.pop("player"))
    if "reserves" in words:
        fields["reserves"] = "0:" + words.pop("reserves").replace("|", " ")
    variant = variant.with_options(**words)
    suit = None if trump is None else Suit.parse(trump)
    return variant, Position.start(deal, suit, leader, variant, **fields)


def pack(rng: random.Random, variant: Variant, number: int) -> list[int]:
    """So many cards of the game's pack, endings leaning to few suits and the 2 of hearts."""
    cards = [card for card in range(52) if variant.seats != 6 or card % 13]
    if variant.seats == 3:
        cards.remove(39)
    rng.shuffle(cards)
    if number < len(cards) // 2:
        suits = rng.sample(range(4), rng.choice((2, 3, 4)))
        cards.sort(key=lambda card: card // 13 not in suits)
        if variant.wild_two and 13 in cards:
            cards.remove(13)
            cards.insert(0, 13)
    found = cards[:number]
    rng.shuffle(found)
    return found


def epd_of(rng: random.Random, variant: Variant, size: int) -> str:
    """A position of this game with hands of this size, as a line `epd`."""
    seats = variant.seats
    later = 0
    if variant.deals_later:
        later, size = (8, 5) if size == 13 else (2, size)
    cards = pack(rng, variant, seats * (size + later))
    each = size + later
    hands = [sum(1 << card for card in cards[each * s : each * s + each]) for s in range(seats)]
    words = {}
    if later:
        first = [sum(1 << card for card in cards[each * s : each * s + size]) for s in range(seats)]
        rest = [hand & ~one for hand, one in zip(hands, first, strict=True)]
        hands = first
        words["leader"] = str(rng.randrange(seats))
        words["reserves"] = "|".join(str(Hand(hand)) for hand in rest)
    else:
        mine = [card for card in range(52) if hands[0] >> card & 1 and card != 13]
        trump = rng.choice(mine) // 13
        if not variant.sets_trump:
            words["trump"] = Suit(trump).letter
        words["leader"] = str(rng.randrange(seats))
        if not variant.has_sides:
            words["player"] = "0"
    words["variant"] = variant.name
    for key, value in variant.changed.items():
        several = isinstance(value, frozenset)
        words[key] = ",".join(map(str, sorted(value))) if several else str(value).lower()
    deal = str(Deal(tuple(map(Hand, hands))))
    return " ".join([deal, *(f"{key}={value}" for key, value in words.items())])


def counts(position: Position) -> tuple[int, ...]:
    found = [1]
    while found[-1] and found[-1] <= MOST // 8:
        found.append(perft_by_rules(position, len(found)))
        if found[-1] > MOST:
            return tuple(found[:-1])
    return tuple(found)


def entries(name: str, variant: Variant) -> list[Perft]:
    rng = random.Random(f"{variant} 1")
    found = []
    for number, size in enumerate((variant.cards_per_hand, 2, 3, 3), start=1):
        epd = epd_of(rng, variant, size)
        position = start(epd)[1]
        found.append(Perft(f"{name}-{number}", epd, variant, position, counts(position)))
    return found


def main() -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    games = [(variant, variant.name) for variant in VARIANTS]
    for variant in VARIANTS:
        for number, options in enumerate(SETTINGS.get(variant.name, ()), start=1):
            games.append((variant.with_options(**options), f"{variant.name}_{number}"))
    games.append((PRESETS["DS_HARD"], "DS_HARD"))
    for variant, name in games:
        text = "\n\n".join(map(str, entries(name, variant))) + "\n"
        (HOME / f"{name}.perft").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
