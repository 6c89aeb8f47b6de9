"""The regret of cards in endings, by the exact best reply to fixed policies of the others.

    python -m benchmarks.endings --endings 300 --seed 7

Hands of the plain game are played at random up to their last three or four tricks, so that every
world that fits the rules is as likely as any other; the hand is undecided, and the seat to move has
a choice. From there on the other three play by one policy, without looking. `closed.best_replies`
tells what each card is worth to a seat that goes on as well as it can with hidden hands (all its
information sets, all worlds); the regret of a card is what it is worth less than the best. Points
are Iranian, kots included; means with a 95 % interval over endings.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np

from solver.base.cards import Card
from solver.core.closed import best_replies
from solver.decide.card_play import advise_play
from solver.decide.closed_hands import closed_by
from solver.decide.plan import Plan, Workers
from solver.game.position import Position
from solver.game.scoring import find_scoring
from solver.game.variants import HOKM
from solver.players import (
    PlayoutPlayer,
    SampledPlayer,
    ThumbPlayer,
    View,
    Watch,
    deal_of,
    usual_call,
)
from solver.players.sampled import worth_by_code

MOST_WORLDS = 4000
PLAYERS: dict[str, Callable[[View, int], Card]] = {
    "play --judge open": lambda view, seed: _advised(view, seed),
    "play --judge closed": lambda view, seed: _advised(view, seed, judge=closed_by()),
    "closed hands by thumb": lambda view, seed: _advised(view, seed, judge=closed_by("thumb")),
    "sampled": SampledPlayer().play,
    "playout": PlayoutPlayer(weighs=False).play,
    "playout to the end": PlayoutPlayer(first_solved=14, weighs=False).play,
    "thumb": ThumbPlayer().play,
}


def _advised(view: View, seed: int, **more: object) -> Card:
    plan = Plan(seed=seed)
    return advise_play(view.knowledge, plan=plan, workers=Workers(1), **more).best.card  # type: ignore[arg-type]


def ending(seed: int) -> View | None:
    """The view of a seat with a choice after random play; None where there is none."""
    deal, five = deal_of(HOKM, np.random.SeedSequence((61, seed)))
    watch = Watch(Position.start(deal, usual_call(five), 0, HOKM))
    dice = np.random.default_rng(seed)
    for _ in range(52 - 4 * int(dice.integers(3, 5)) + int(dice.integers(0, 4))):
        if max(watch.position.owned) > 6:
            return None
        legal = watch.position.legal()
        watch.play(legal[int(dice.integers(len(legal)))])
    view = watch.view()
    if max(watch.position.owned) > 6 or len(view.groups) < 2:
        return None
    return view if len(view.knowledge.worlds(MOST_WORLDS + 1, 0)[0]) <= MOST_WORLDS else None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--endings", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    pay = worth_by_code(find_scoring("ir").with_goon(3))
    regrets: dict[tuple[str, str], list[float]] = {}
    worlds_in_all, decisive, done, number = 0, 0, 0, 0
    while done < asked.endings:
        number += 1
        view = ending(asked.seed * 1_000_003 + number)
        if view is None:
            continue
        done += 1
        worlds = np.ascontiguousarray(view.knowledge.worlds(MOST_WORLDS + 1, 0)[0])
        worlds_in_all += len(worlds)
        chosen = {name: play(view, number) for name, play in PLAYERS.items()}
        for others in ("thumb", "learnt"):
            cards, worth = best_replies(
                view.position, worlds, pay, barred=view.knowledge.barred, policies=others
            )
            decisive += float(np.ptp(worth)) > 1e-9
            for name, card in chosen.items():
                loss = float(worth.max() - worth[cards.index(card.index)])
                regrets.setdefault((name, others), []).append(loss)
    print(f"{done} endings, {worlds_in_all / done:.0f} worlds each, "
          f"the card matters in {decisive / 2 / done:.0%}")  # fmt: skip
    for (name, others), losses in regrets.items():
        half = 1.96 * np.std(losses) / np.sqrt(done)
        best = np.mean(np.array(losses) < 1e-9)
        print(f"{name:<22} others {others:<7} regret {np.mean(losses):.4f} +-{half:.4f}, "
              f"best in {best:.1%}")  # fmt: skip


if __name__ == "__main__":
    main()
