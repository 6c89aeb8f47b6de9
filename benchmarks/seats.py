"""What a seat asks: samplers, players, a reviewed hand, and the time to a 1 % interval.

    python -m benchmarks.seats [--part NAME]... [--variant GAME]... [--jobs N] [--scale S]
        [--json FILE]

Parts: `samplers` (worlds dealt per second, one thread), `players` (decisions per second, one
thread, cards with a choice only), `review` (a recorded hand from its first lead to its end: the
time, and the worlds solved; of the games of --variant, of all that can be judged with `all`),
`precision` (each sampled command: seconds until the chance of a win, or of a kot, is known to 1 %
at 95 %, one look). The last are found from a run of a fixed number of deals: its pace, and the
deals that its own chance would need. Samplers and players are timed by the processor, the others by
the clock (run them on a quiet machine). --scale 0.1 takes a tenth of the hands and deals.
"""

from __future__ import annotations

import argparse
import functools
import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from solver import Hand, Knowledge, PartialDeal, Plan, Suit, Workers, advise_trump, kot_chances
from solver.base.errors import VariantError
from solver.decide.before_the_lead import study_opening
from solver.decide.card_play import advise_play
from solver.decide.estimates import Estimate
from solver.decide.template import PositionTemplate
from solver.decide.worlds import Dealer, chunk_seed
from solver.game.house_rules import find_house
from solver.game.position import Position
from solver.game.scoring import find_scoring
from solver.game.variants import HOKM, VARIANTS, find_variant
from solver.players import (
    PLAYERS,
    ThumbPlayer,
    Watch,
    check_players_know,
    deal_of,
    find_player,
    play_duel,
    play_hand,
    record_of,
    review_match,
)
from solver.players.hand_in_play import decided

Row = dict[str, Any]
FIVE = "AQ.K84.."


def played(number: int, cards: int = 99) -> Watch:
    """A hand of rule-of-thumb players after so many cards, or at its end."""
    deal, five = deal_of(HOKM, np.random.SeedSequence(7, spawn_key=(number,)))
    thumb = ThumbPlayer()
    watch = Watch(Position.start(deal, thumb.call(five, HOKM, 0)))
    while len(watch.plays) < cards and not decided(watch.position):
        watch.play(thumb.play(watch.view(), 0))
    return watch


def samplers(scale: float, jobs: int) -> Iterator[Row]:
    """Worlds dealt per second by each way of dealing."""
    known = PartialDeal.holding(Hand.parse(FIVE))
    late = played(1, 20).view().knowledge
    ways: dict[str, PartialDeal] = {
        "five cards": known,
        "suit lengths and a void": known.with_length(2, Suit.SPADES, 2, 4).with_void(
            1, Suit.HEARTS
        ),
        "voids shown in play (trick 6)": late.known,
        "five-card start": PositionTemplate.before_the_lead(
            find_variant("dehla_five_card"), Hand.parse(FIVE)
        ).known,
        "six players": PositionTemplate.before_the_lead(
            find_variant("chokri"), Hand.parse(FIVE)
        ).known,
    }
    number = max(1000, round(200_000 * scale))
    for name, partial in ways.items():
        dealer = Dealer(partial)
        dealer.deal(100, chunk_seed(1, 0))
        begun = time.process_time()
        dealer.deal(number, chunk_seed(1, 1))
        yield {"sampler": name, "worlds/s": round(number / (time.process_time() - begun))}


def players(scale: float, jobs: int) -> Iterator[Row]:
    """Decisions per second of each player, in hands of the rule of thumb."""
    hands = max(1, round(10 * scale))
    for name in PLAYERS:
        player, spent, asked = find_player(name), 0.0, 0
        for number in range(hands):
            watch = played(number, 0)
            while not decided(watch.position):
                view = watch.view()
                if len(view.groups) > 1:
                    begun = time.process_time()
                    player.play(view, number)
                    spent += time.process_time() - begun
                    asked += 1
                watch.play(ThumbPlayer().play(view, 0))
        yield {"player": name, "decisions": asked, "decisions/s": round(asked / spent, 1)}


def review(scale: float, jobs: int, games: Sequence[str] = ("hokm",)) -> Iterator[Row]:
    """Reviewed hands, from the record to the grades and lines, a row for each game.

    Every second hand is played against random cards, so that there are faults of all sizes.
    """
    for game in _judged() if "all" in games else games:
        variant = find_variant(game)
        seconds, worked, worlds = [], [], []
        for number in range(max(1, round(10 * scale))):
            deal, five = deal_of(variant, np.random.SeedSequence(7, spawn_key=(number,)))
            names = ("thumb", "random") if number % 2 else ("thumb", "thumb")
            hand = play_hand(deal, five, [find_player(name) for name in names], variant, number)
            record = record_of([hand.record], variant)
            begun, busy = time.perf_counter(), time.process_time()
            (found,) = review_match(record, seed=number, workers=Workers(jobs)).hands.values()
            seconds.append(time.perf_counter() - begun)
            worked.append(time.process_time() - busy)
            worlds.append(sum(card.worlds for card in found.cards))
        yield {
            "review": variant.name,
            "jobs": jobs,
            "hands": len(seconds),
            "mean s": round(statistics.mean(seconds), 2),
            "worst s": round(max(seconds), 2),
            "processor s, mean": round(statistics.mean(worked), 2),
            "processor s, worst": round(max(worked), 2),
            "worlds, mean": round(statistics.mean(worlds)),
        }


def _judged() -> Iterator[str]:
    """The games whose cards can be judged as their seat saw them."""
    for variant in VARIANTS:
        with suppress(VariantError):
            check_players_know(variant)
            yield variant.name


def precision(scale: float, jobs: int) -> Iterator[Row]:
    """Seconds until a chance is known to 1 % each way."""
    workers = Workers(jobs)

    def trump(deals: int) -> Estimate:
        return advise_trump(FIVE, plan=Plan(deals, seed=1), workers=workers).trumps[Suit.SPADES].win

    def kot(deals: int) -> Estimate:
        return kot_chances(FIVE, "S", plan=Plan(deals, seed=1), workers=workers).best.kot

    def choose(deals: int) -> Estimate:
        house = find_house("iran").set("blind_from_five=on")
        worth = find_scoring("ir").difference
        plan = Plan(deals, seed=1)
        found = study_opening(Hand.parse(FIVE), house, worth, plan=plan, workers=workers)
        success = found.candidates[0].success
        assert success is not None
        return success

    def card(cards: int) -> Callable[[int], Estimate]:
        view = played(3, cards).view()
        knowledge: Knowledge = view.knowledge

        def ask(deals: int) -> Estimate:
            plan = Plan(deals, seed=1)
            return advise_play(knowledge, plan=plan, workers=workers).best.win

        return ask

    def duel(deals: int) -> Estimate:
        players = find_player("sampled"), find_player("thumb")
        return play_duel(*players, deals, HOKM, seed=1, workers=workers).wins

    runs: dict[str, tuple[Callable[[int], Estimate], int]] = {
        "trump": (trump, 512),
        "kot": (kot, 40_000),
        "choose": (choose, 512),
        "play, trick 1": (card(0), 800),
        "play, trick 5": (card(16), 8000),
        "duel sampled thumb, hands": (duel, 64),
    }
    for name, (ask, deals) in runs.items():
        number = max(64, round(deals * scale))
        begun = time.perf_counter()
        found = ask(number)
        spent = time.perf_counter() - begun
        p = 0.5 if found.p is None else found.p
        needed = 1.96**2 * p * (1 - p) / 0.01**2
        yield {
            "command": name,
            "jobs": jobs,
            "chance": round(p, 3),
            "deals/s": round(found.n / spent, 1),
            "deals to 1 %": round(needed),
            "s to 1 %": round(needed * spent / found.n, 1),
        }


PARTS = {part.__name__: part for part in (samplers, players, review, precision)}


def main() -> None:
    """Measure the parts and print a row for each figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", action="append", choices=PARTS, help="only this; may be repeated")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--variant", action="append", help="review: these games, or all")
    parser.add_argument("--json", type=Path, help="write the rows to this file as well")
    told = parser.parse_args()
    rows = []
    for name in told.part or PARTS:
        part = PARTS[name]
        if part is review:
            part = functools.partial(review, games=told.variant or ["hokm"])
        for row in part(told.scale, told.jobs):
            rows.append(row)
            print("  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
    if told.json is not None:
        told.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
