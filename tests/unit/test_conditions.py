"""Conditions on deals: the language, its refusals, and every term against an answer of its own."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from conftest import ROOT

from solver import (
    Deal,
    Hand,
    Outcome,
    PartialDeal,
    Position,
    Solver,
    Suit,
    card_values,
    explain,
    find_variant,
    race,
    solve,
    table,
)
from solver.base.cards import PACK
from solver.base.errors import OptionError, ResumeError, SamplingError
from solver.deals.conditions import CLASS_WORDS, Term, Vocabulary
from solver.deals.purposes import CONDITIONS, LESSONS, SolvedDeal, find_condition
from solver.deals.search import DealSearch
from solver.decide.saved import SavedState
from solver.open.explained import Reason

DOC = (ROOT / "docs" / "conditions.md").read_text(encoding="utf-8")
DEAL = Deal("0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42")
ANY = PartialDeal((Hand(),) * 4, (13,) * 4)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(4)


def met(text: str, deal: Deal = DEAL, trump: Suit | None = Suit.SPADES, **more) -> bool:
    return find_condition(text)(SolvedDeal(deal, trump, **more))


# The language ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "length(0, S) = 5",
        "length(0,♠)==5",
        "LENGTH(0, spades) = 5 AND Longest(1) = 4",
        "4 < length(0, trump) < 6",
        "length(0, S) + length(0, H) - length(0, D) = 9",
        "honours(0) = 5 and honours(0, S) = 2 and honours(1, D) = 1",
        "ranks(3, AK) = 3",
        "holds(1, SA) and not holds(0, SA)",
        "shape(0) = 5521 and shortest(0) = 1",
        "longest(0) = 9 or longest(1) = 4",
        "not longest(0) = 9 and longest(1) = 4",
        "not (longest(0) = 9 or longest(1) = 5)",
        "longest(0) = 9 and longest(0) = 9 or longest(1) = 4",
        "longest(1) = 4 or longest(0) = 9 and longest(0) = 9",
        "(((5))) = length(0, S)",
        "3 - 1 - 1 = 1",
        "kot > win",
    ],
)
def test_what_holds(text: str) -> None:
    assert met(text)
    assert not met(f"not ({text})")
    assert find_condition(text).cost == 0


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", None, "the condition is empty"),
        ("   ", None, "the condition is empty"),
        ("clas >= kot", 1, "'clas' is unknown: expected class"),
        ("class >= kott", 10, "'kott' is unknown: expected kot"),
        ("class >= 5", 10, "'5' cannot be compared with what precedes it: expected a class"),
        ("class", 1, "'class' begins a class that is compared with nothing"),
        ("tricks and class = kot", 1, "'tricks' begins a number"),
        ("class = kot and tricks", 17, "'tricks' begins a number"),
        ("class > = kot", 9, "'=' stands in the wrong place"),
        ("class = kot)", 12, "')' is too much"),
        ("(class = kot", 13, "the end of the condition comes too early: expected )"),
        ("length(0, S", 12, "expected length(SEAT, SUIT)"),
        ("length 0", 8, "expected length(SEAT, SUIT)"),
        ("length(0)", 9, "expected length(SEAT, SUIT)"),
        ("length(S, 0) = 1", 8, "expected a seat"),
        ("length(0, X) = 1", 11, "expected S, H, D, C or trump"),
        ("longest(0, S) = 1", 10, "expected longest(SEAT)"),
        ("holds(0, 5) = 1", 10, "expected a card"),
        ("ranks(0, AB) = 1", 10, "expected ranks"),
        ("holds(0, SA) = 1", 1, "is yes or no and no number"),
        ("holds(0, SA) + 1 = 1", 1, "cannot be added"),
        ("1 + kot = 1", 5, "cannot be added"),
        ("leads(winn) = 1", 7, "'winn' is unknown: expected win"),
        ("leads() = 1", 7, "is unknown"),
        ("says(ruff) > 0", 6, "'ruff' is unknown: expected ruffs"),
        ("says() > 0", 6, "is unknown"),
        ("length(0, S) & 1", 14, "'&' is no sign of the language"),
        ("longest(0) = 123456", 14, "is too large"),
        ("not", 4, "the end of the condition stands in the wrong place"),
        ("and", 1, "'and' stands in the wrong place"),
        ("not " * 60 + "longest(0) = 1", 201, "nested too deep"),
        ("(" * 60 + "1 = 1" + ")" * 60, 51, "nested too deep"),
        ("1 = 1 or " * 300 + "1 = 1", None, "expected at most 2,000"),
        ("__import__('os')", 12, "is no sign of the language"),
    ],
)
def test_what_is_refused(text: str, place: int | None, words: str) -> None:
    with pytest.raises(OptionError) as refused:
        find_condition(text)
    said = str(refused.value)
    assert words in said
    assert "\n" not in said
    if place is not None:
        assert f"character {place}:" in said


def test_random_text_is_read_or_refused() -> None:
    rng = random.Random("conditions")
    words = [*"()+-,=<>", "<=", "!=", "and", "or", "not", "0", "7", "S", "trump", "kot", "ruffs"]
    words += [*CONDITIONS.terms, *LESSONS, "'", "é"]
    read = 0
    for _ in range(5000):
        text = " ".join(rng.choices(words, k=rng.randint(1, 9)))
        try:
            find_condition(text)
            read += 1
        except OptionError as fault:
            assert "\n" not in str(fault)  # noqa: PT017
    assert read > 5


def test_random_trees_mean_what_python_means() -> None:
    """`and`, `or`, `not`, sums and comparisons of numbers, against the same text in Python."""
    rng = random.Random("trees")

    def number(depth: int) -> str:
        if depth == 0 or rng.random() < 0.4:
            return str(rng.randint(0, 9))
        return f"{number(depth - 1)} {rng.choice('+-')} {rng.randint(0, 9)}"

    def truth(depth: int) -> str:
        if depth == 0:
            signs = ("==", "!=", "<", "<=", ">", ">=")
            return f"{number(2)} {rng.choice(signs)} {number(2)}"
        shape = rng.randrange(4)
        if shape == 0:
            return f"not ({truth(depth - 1)})"
        if shape == 1:
            return f"({truth(depth - 1)})"
        return f"{truth(depth - 1)} {('and', 'or')[shape - 2]} {truth(depth - 1)}"

    for _ in range(400):
        text = truth(rng.randint(0, 4))
        if len(text) < 2000:
            assert met(text) == eval(text), text


def test_cheap_questions_come_first() -> None:
    asked: list[str] = []

    def term(name: str, cost: int, answer: bool) -> Term:
        def of(dealt: object) -> bool:
            asked.append(name)
            return answer

        return Term(name, "", of, gives="truth", cost=cost)

    words = Vocabulary([term("dear", 9, True), term("mid", 5, True), term("cheap", 1, False)])
    for text in ("dear and mid and cheap", "dear and (mid and cheap)", "cheap and dear"):
        asked.clear()
        assert not words.read(text)(SolvedDeal(DEAL))
        assert asked == ["cheap"]
    asked.clear()
    assert words.read("dear or (mid and cheap) or mid")(SolvedDeal(DEAL))
    assert asked == ["cheap", "mid"] or asked == ["mid"]
    assert find_condition("class >= kot").cost < find_condition("class >= win").cost
    assert find_condition("says(ruffs) > 0 or longest(0) > 1").cost == 8


# The terms ---------------------------------------------------------------------------------------


def a_deal(rng: random.Random, cards: int) -> Deal:
    pack = list(PACK)
    rng.shuffle(pack)
    return Deal([Hand.of(pack[seat * cards : seat * cards + cards]) for seat in range(4)])


@pytest.mark.parametrize("name", ["hokm", "double_sar", "dehla_pakad", "satat"])
def test_classes_against_the_solution(name: str, solver: Solver) -> None:
    """Every comparison of the class, asked by one or two races, against the class itself."""
    rng = random.Random(f"class {name}")
    variant = find_variant(name)
    seen = set()
    for _ in range(25):
        cards = 13 if variant.points == "tens" else rng.choice((4, 5, 6))
        if variant.points == "tens":
            continue
        deal = a_deal(rng, cards)
        found = solve(Position.start(deal, "S", 0, variant), ("class",), solver=solver).outcome
        assert found is not None
        seen.add(found)
        for word, level in CLASS_WORDS.items():
            for sign, holds in (
                ("=", found == level), ("!=", found != level), ("<", found < level),
                ("<=", found <= level), (">", found > level), (">=", found >= level),
            ):  # fmt: skip
                dealt = SolvedDeal(deal, Suit.SPADES, variant, solver)
                assert find_condition(f"class {sign} {word}")(dealt) == holds, (deal, sign, word)
                turned = sign.translate(str.maketrans("<>", "><"))
                assert find_condition(f"{word} {turned} class")(dealt) == holds
    assert variant.points == "tens" or len(seen) > 3


def test_classes_of_whole_hands_with_tens(solver: Solver) -> None:
    rng = random.Random("tens")
    variant = find_variant("dehla_pakad")
    while True:
        deal = a_deal(rng, 5)
        if all(any(str(c) == f"{s}T" for hand in deal for c in hand) for s in "SHDC"):
            break
    found = solve(Position.start(deal, "S", 0, variant), ("class",), solver=solver).outcome
    words = {level: word for word, level in CLASS_WORDS.items()}
    assert found is not None
    assert met(f"class = {words[found]}", deal, Suit.SPADES, variant=variant, solver=solver)


def test_leads_calls_and_points(solver: Solver) -> None:
    rng = random.Random("leads")
    for _ in range(12):
        deal = a_deal(rng, 5)
        position = Position.start(deal, "H")
        dealt = SolvedDeal(deal, Suit.HEARTS, solver=solver)
        answer = solve(position, ("result", "value"), solver=solver)
        assert find_condition(f"tricks = {answer.class_value}")(dealt)
        assert find_condition(f"most_tricks = {answer.value}")(dealt)
        for word, level in CLASS_WORDS.items():
            good = [
                lead.card
                for lead in card_values(position, solver)
                if lead.outcome is not None and lead.outcome >= level
            ]
            # equal cards: neighbours of a suit among all cards dealt
            held = sorted((c for hand in deal for c in hand), key=lambda c: (c.suit, c.rank))
            groups = sum(
                not (i and held[i - 1].suit is card.suit and held[i - 1] in deal[0])
                for i, card in enumerate(held)
                if card in good
            )
            assert find_condition(f"leads({word}) = {groups}")(dealt)
            trumps = sum(
                not (i and held[i - 1].suit is card.suit and held[i - 1] in deal[0])
                for i, card in enumerate(held)
                if card in good and card.suit is Suit.HEARTS
            )
            assert find_condition(f"trump_leads({word}) = {trumps}")(dealt)
        found = table(deal, solver)
        worth = {s: (found.classes[s, 0], found.class_values[s, 0]) for s in Suit}
        for word, level in CLASS_WORDS.items():
            count = sum(outcome is not None and outcome >= level for outcome, _ in worth.values())
            assert find_condition(f"calls({word}) = {count}")(dealt)
        longest = max(deal[0].length(s) for s in Suit)
        best = max(worth.values())  # type: ignore[type-var]
        expected = any(worth[s] == best and deal[0].length(s) == longest for s in Suit)
        assert find_condition("longest_is_best")(dealt) == expected
        assert find_condition("race(3, 1)")(dealt) == race(position, 3, 1, solver)


def test_says_counts_the_cards_of_the_line(solver: Solver) -> None:
    position = Position.start(DEAL, "S")
    said = [set(card.reasons) for trick in explain(position, solver=solver) for card in trick.cards]
    for reasons in ([Reason.RUFFS], [Reason.KEEPS_WIN], [Reason.KEEPS_WIN, Reason.OVERTAKES]):
        count = sum(set(reasons) <= one for one in said)
        assert met(f"says({', '.join(reasons)}) = {count}", solver=solver)
    assert met("says(keeps_win) > 0", solver=solver)


def test_a_trump_is_needed_where_best_play_is_asked_about() -> None:
    with pytest.raises(OptionError, match="needs a trump"):
        met("class = kot", trump=None, named=False)
    assert met("class < kot", trump=None)
    assert met(
        "calls(kot) = 0 or longest_is_best or not longest_is_best", None or DEAL, named=False
    )
    with pytest.raises(OptionError, match="speaks of the trump suit"):
        met("length(0, trump) > 1", trump=None)
    with pytest.raises(OptionError, match="no seat 4, expected 0 to 3"):
        met("longest(4) = 1")
    with pytest.raises(OptionError, match="no single class"):
        met("class = kot", Deal([*DEAL][:3]), variant=find_variant("three_hokm"))
    with pytest.raises(OptionError, match="nobody calls an open trump"):
        met("calls(kot) = 1", variant=find_variant("band_rang"))
    with pytest.raises(OptionError, match="at least one point"):
        met("race(0, 1)")


# The search --------------------------------------------------------------------------------------


def test_the_same_deals_with_any_number_of_jobs() -> None:
    found = [
        [(one.place, str(one.deal)) for one in DealSearch(text, ANY, 3, trump=Suit.SPADES, seed=5,
                                                          jobs=jobs)]
        for jobs in (1, 3)
        for text in ("class >= kot",)
    ]  # fmt: skip
    assert found[0] == found[1]
    assert len(found[0]) == 3
    (first,) = DealSearch("class >= kot", ANY, trump=Suit.SPADES, seed=5)
    place, text = found[0][0]
    assert first.to_dict() == {"hands": text.removeprefix("0:").split(), "place": place}


def test_the_share_of_a_condition_on_cards() -> None:
    """P(caller holds the ace of spades) = 1/4; and every deal found meets what was asked."""
    search = DealSearch("holds(0, SA)", ANY, 4000, seed=1, limit=4000)
    deals = list(search)
    assert search.tried == 4000
    assert abs(search.share - 0.25) < 5 * (0.25 * 0.75 / 4000) ** 0.5
    assert all("SA" in {str(card) for card in one.deal[0]} for one in deals)
    assert [one.place for one in deals] == sorted({one.place for one in deals})


def test_a_condition_that_is_never_met() -> None:
    search = DealSearch("longest(0) > 13", ANY, 1, seed=1, limit=700)
    assert list(search) == []
    assert (search.met, search.tried, search.share) == (0, 700, 0.0)
    with pytest.raises(SamplingError, match="at least 1"):
        DealSearch("longest(0) > 3", ANY, 0)


@pytest.mark.parametrize(
    ("text", "n"), [("holds(0, SA) and holds(0, SK)", 60), ("class >= kot", 2)]
)
def test_a_search_taken_up_again_finds_the_same(text: str, n: int, tmp_path: Path) -> None:
    """Left after a deal or two, then with more deals and a higher limit: nothing is asked twice."""
    path, known = tmp_path / "deals", PartialDeal((Hand(),) * 4, (6,) * 4)

    def search(n: int, limit: int, resume: Path | None = path) -> DealSearch:
        return DealSearch(
            text, known, n, trump=Suit.SPADES, seed=5, limit=limit, jobs=1, resume=resume
        )

    for found in range(1, 3):
        for one, _ in zip(cut := search(n, 5000), range(found), strict=False):
            assert one.place < cut._asked
    for more, limit in ((n, 5000), (n, 20), (2 * n, 20_000)):
        whole, again = search(more, limit, None), search(more, limit)
        assert list(again) == list(whole)
        assert (again.tried, again.met) == (whole.tried, whole.met)
    again._ask = pytest.fail  # type: ignore[assignment, method-assign]
    assert list(again) == list(whole)
    for other, named in {"seed": {"seed": 6}, "trump": {"trump": Suit.CLUBS}}.items():
        with pytest.raises(ResumeError, match=f"another question: its {other} is"):
            DealSearch(text, known, **{"trump": Suit.SPADES, "seed": 5, **named}, resume=path)  # type: ignore[arg-type]
    SavedState(path, search(1, 1)._question()).write({"tried": "many"})
    with pytest.raises(ResumeError, match="damaged"):
        search(n, 5000)


def test_a_hidden_trump_needs_a_trump_with_the_caller() -> None:
    search = DealSearch(
        "longest(0) > 0", ANY, 60, variant="band_rang", trump=Suit.SPADES, seed=1, limit=1000
    )
    assert all(one.deal[0].length(Suit.SPADES) for one in search)


def test_the_cards_dealt_later_are_told_apart() -> None:
    known = PartialDeal((Hand(),) * 8, (5,) * 4 + (8,) * 4)
    search = DealSearch("longest(0) > 2", known, 2, variant="dehla_five_card", named=False, seed=1)
    for one in search:
        assert search.tried == one.place + 1
        assert [len(hand) for hand in one.deal] == [5] * 4
        assert one.reserves is not None
        assert [len(hand) for hand in one.reserves] == [8] * 4


@pytest.mark.parametrize("name", LESSONS)
def test_a_preset_finds_what_it_says(name: str, solver: Solver) -> None:
    """Each example of the issue, on the deal it finds, by another way."""
    cards = 13 if name in ("tricks_without_kot", "one_lead_kot") else 6
    known = PartialDeal((Hand(),) * 4, (cards,) * 4)
    (found,) = DealSearch(name, known, 1, trump=Suit.SPADES, seed=1, jobs=1)
    position = Position.start(found.deal, "S")
    answer = solve(position, ("class", "value", "leads", "reasons"), solver=solver)
    assert answer.outcome is not None
    if name == "one_lead_kot":
        good = [lead.card for lead in answer.leads if lead.outcome and lead.outcome >= 2]
        assert good
        assert len({card.suit for card in good}) == 1
    elif name == "tricks_without_kot":
        assert answer.value is not None
        assert answer.value >= 9
        assert answer.outcome < Outcome.KOT_A
    elif name == "short_suit_call":
        classes = table(found.deal, solver)
        best = max(Suit, key=lambda s: (classes.classes[s, 0], classes.class_values[s, 0]))
        assert found.deal[0].length(best) < max(found.deal[0].length(s) for s in Suit)
    else:
        ruffs = {Reason.RUFFS, Reason.OVERRUFFS}
        kots = {Reason.KEEPS_KOT, Reason.SAVES_KOT}
        said = [set(card.reasons) for trick in answer.explained for card in trick.cards]
        assert any(one & ruffs and one & kots for one in said)


# The page ----------------------------------------------------------------------------------------


def test_the_page_lists_every_word() -> None:
    rows = dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|$", DOC, re.MULTILINE))
    assert {name: says.strip() for name, says in rows.items() if name.split("(")[0] in
            CONDITIONS.terms} == {t.written: t.says for t in CONDITIONS.terms.values()}  # fmt: skip
    lessons = re.findall(r"^\| `(\w+)` \| `([^`]+)` \| ([^|]+) \|$", DOC, re.MULTILINE)
    assert {name: (text, says) for name, text, says in lessons} == LESSONS
    assert set(re.findall(r"`(\w+)`", DOC)) >= {reason.value for reason in Reason}
    assert set(re.findall(r"`(\w+)`", DOC)) >= set(CLASS_WORDS)
