"""Writes tests/data/perft/*.json: counts of legal plays by depth, one file a game.

    python -m tests.make_perft

A full hand by seed and three endings for every game and a few of its settings. The counts come
from the plain rules of the package; test_perft.py holds the compiled search, those rules and the
slow reference to them. Frozen: written anew only when a rule was wrong, and then with a reason.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from solver.analysis.perft import perft_by_rules
from solver.cards import Hand, Suit
from solver.game.deal import Deal
from solver.game.position import Position
from solver.game.variants import PRESETS, VARIANTS, Variant

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
        {"kasiet_known": "first_ruff", "kasiet_free_on_W": "any"},
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


def start(variant: Variant, fields: dict[str, Any]) -> Position:
    """The position that the fields of a file tell of."""
    fields = dict(fields)
    deal, trump = fields.pop("deal"), fields.pop("trump")
    suit = None if trump is None else Suit.parse(trump)
    return Position.start(deal, suit, fields.pop("leader"), variant, **fields)


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


def fields_of(rng: random.Random, variant: Variant, size: int) -> dict[str, Any]:
    seats = variant.seats
    later = 0
    if variant.family == "five_card_start":
        later, size = (8, 5) if size == 13 else (2, size)
    cards = pack(rng, variant, seats * (size + later))
    each = size + later
    hands = [sum(1 << card for card in cards[each * s : each * s + each]) for s in range(seats)]
    if later:
        first = [sum(1 << card for card in cards[each * s : each * s + size]) for s in range(seats)]
        rest = [hand & ~one for hand, one in zip(hands, first, strict=True)]
        return {
            "deal": str(Deal(tuple(map(Hand, first)))),
            "trump": None,
            "leader": rng.randrange(seats),
            "reserves": str(Deal(tuple(map(Hand, rest)))),
        }
    mine = [card for card in range(52) if hands[0] >> card & 1 and card != 13]
    trump = rng.choice(mine) // 13
    fields: dict[str, Any] = {
        "deal": str(Deal(tuple(map(Hand, hands)))),
        "trump": None if variant.sets_trump else Suit(trump).letter,
        "leader": rng.randrange(seats),
    }
    if variant.family == "three":
        fields["player"] = 0
    return fields


def counts(position: Position) -> list[int]:
    found = [1]
    while found[-1] and found[-1] <= MOST // 8:
        found.append(perft_by_rules(position, len(found)))
        if found[-1] > MOST:
            return found[:-1]
    return found


def entries(variant: Variant, number: int) -> list[dict[str, Any]]:
    rng = random.Random(f"{variant} {number}")
    found = []
    for size in (variant.cards_per_hand, 2, 3, 3):
        fields = fields_of(rng, variant, size)
        found.append({**fields, "counts": counts(start(variant, fields))})
    return found


def main() -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    games = [(variant, variant.name) for variant in VARIANTS]
    for variant in VARIANTS:
        for number, options in enumerate(SETTINGS.get(variant.name, ()), start=1):
            games.append((variant.with_options(**options), f"{variant.name}_{number}"))
    games.append((PRESETS["DS_HARD"], "DS_HARD"))
    for variant, name in games:
        options = {
            key: sorted(value) if isinstance(value, frozenset) else value
            for key, value in variant.changed.items()
        }
        rows = ",\n".join("  " + json.dumps(entry) for entry in entries(variant, 1))
        head = f'{{\n "variant": "{variant.name}",\n "options": {json.dumps(options)},\n'
        text = f'{head} "positions": [\n{rows}\n ]\n}}\n'
        (HOME / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
