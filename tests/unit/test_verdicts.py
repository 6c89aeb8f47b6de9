"""The verdict of a study in words: the same for calls, choices and bids."""

import pytest
from rich.text import Text

from solver import Plan, Suit, advise_trump
from solver.views.parts import Figures, signed
from solver.views.studies import trump_view
from solver.views.verdicts import odds, p_text, verdict

OTHERS = [Text(word) for word in ("♠", "♦", "♣")]
BEST = [Text("♥")]


@pytest.mark.parametrize(
    ("close", "deals", "more", "said"),
    [
        ([], 512, {}, "Call ♥: clearly best."),
        (
            ["♠"],
            512,
            {},
            "♥ or ♠: too close to call after 512 deals, ♥ ahead; `--samples 4096` tells more.",
        ),
        (
            ["♠", "♣"],
            1,
            {"ahead": False},
            "♥, ♠ or ♣: too close to call after 1 deal; `--samples 8` tells more.",
        ),
        (
            ["♠", "♦", "♣"],
            32,
            {"noun": "suits"},
            "All four suits are too close to call after 32 deals; `--samples 256` tells more.",
        ),
        (
            ["♠"],
            64,
            {"limited": True},
            "♥ or ♠: too close to call after 64 deals, ♥ ahead; "
            "`--node-limit 0` decides the deals left open.",
        ),
    ],
)
def test_verdict(close, deals, more, said):
    found = verdict(BEST, OTHERS, [Text(word) for word in close], deals, verb="Call", **more)
    assert found.plain == said


def test_suits_with_the_same_cards_are_counted_each():
    """Two void suits are one call and two rows of the table."""
    found = verdict([BEST[0], OTHERS[0]], OTHERS[1:], OTHERS[1:], 8, noun="suits")
    assert found.plain.startswith("All four suits are too close to call after 8 deals")


def test_two_choices_are_both_named_and_one_is_no_choice():
    found = verdict(BEST, OTHERS[:1], OTHERS[:1], 8)
    assert found.plain.startswith("♥ or ♠: too close to call")
    assert verdict(BEST, [], [], 8, verb="Call").plain == "Call ♥: there is no other choice."


def test_no_figure_comes_before_the_verdict():
    advice = advise_trump("AQ.K84..", plan=Plan(samples=8, seed=1))
    hand, blank, said, *rest = trump_view(advice)
    assert hand.plain == "♠AQ ♥K84 ♦- ♣-   hokm"
    assert blank == ""
    assert said.plain.startswith("♠, ♥ or ♦: too close to call after 8 deals;")
    text = [part.plain for part in rest if isinstance(part, Text)]
    assert not any(re_word in line for line in text for re_word in ("p =", "p below", "test"))
    details = [part.plain for part in trump_view(advice, True) if isinstance(part, Text)]
    assert any("p below 0.017" in line for line in details)


@pytest.mark.parametrize(
    ("count", "n", "share", "said"),
    [
        (0, 500, 0.0, "none of 500 deals"),
        (0, 1, 0.0, "none of 1 deal"),
        (500, 500, 1.0, "all 500 deals"),
        (1, 500, 0.002, "fewer than 1 deal in 100"),
        (5, 100, 0.05, "about 1 deal in 20"),
        (34, 100, 0.34, "about 3 deals in 10"),
        (47, 100, 0.47, "about half the deals"),
        (97, 100, 0.97, "nearly every deal"),
    ],
)
def test_odds_in_words(count, n, share, said):
    assert odds(count, n, share) == said


def test_numbers_as_text():
    assert [p_text(p) for p in (0.0, 9.9e-5, 0.0123, 1.0)] == ["< 0.0001"] * 2 + ["0.012", "1"]
    assert [signed(x) for x in (-0.001, 0.0, 0.004, 0.01, -1.13)] == [
        "0.00", "0.00", "0.00", "+0.01", "-1.13",
    ]  # fmt: skip


def drawn(table: Figures, width: int) -> list[str]:
    from rich.console import Console

    console = Console(width=width)
    with console.capture() as capture:
        console.print(table)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_table_too_wide_even_alone_is_a_list_of_its_figures():
    table = Figures("name", "alpha", "beta", drop=["beta"])
    table.add_row("first", "123456", "7", under=["", "1–2", ""])
    assert drawn(table, 20)[0] == "name    alpha  beta"
    assert drawn(table, 18)[0] == "name    alpha"
    assert drawn(table, 11) == ["name  first", "  alpha", "123456", "(1–2)", "  beta  7"]
    table = Figures("trick", "", "a long head")
    table.add_row("1", "mistake", "2")
    assert drawn(table, 19) == ["trick  1", "  mistake", "  a long head  2"]


def test_words_are_broken_and_figures_are_not():
    table = Figures("right", "gain", wrap=["right"])
    table.add_row("to turn up a card", "+0.034")
    assert drawn(table, 25) == ["right                gain", "─" * 25, "to turn up a card  +0.034"]
    assert drawn(table, 17) == ["right        gain", "─" * 17, "to turn    +0.034", "up a card"]


@pytest.mark.slow
def test_suits_with_the_same_cards_are_one_call():
    advice = advise_trump("AK.AK.2.", plan=Plan(samples=64, seed=1))
    twin = advice.rivals[Suit.HEARTS]
    assert advice.best.trump is Suit.SPADES
    assert twin.p_best > advice.level
    assert (advice.same, advice.sure, twin in advice.others) == ((twin,), True, False)
    assert trump_view(advice)[2].plain == "Call ♠ or ♥: clearly best."


@pytest.mark.parametrize(
    ("variant", "shown", "same"),
    [
        ("hokm", {}, (Suit.HEARTS,)),
        ("hokm", {2: "Q..."}, ()),  # the partner's spades are known, his hearts are not
        ("satat", {}, ()),  # the 2 of hearts is the highest trump
    ],
)
def test_suits_are_one_call_only_where_nothing_tells_them_apart(variant, shown, same):
    plan = Plan(samples=1, seed=1)
    advice = advise_trump("AK.AK.2.", variant=variant, plan=plan, shown=shown)
    assert tuple(each.trump for each in advice.same) == same
    assert {each.trump for each in advice.others} == set(Suit) - {advice.best.trump, *same}
