"""The answers of the page: the figures of `solve --json`, and a sentence for every bad text."""

import builtins
import io
import json
import os
import random
import re
from dataclasses import replace

import pytest
from conftest import ROOT

from cli.page.verbs import EXAMPLE, VERBS
from solver import VARIANTS, Outcome, Position, find_variant, match
from solver.game.variants import PRESETS

# Games that are dealt whole and have two sides, so that every question has an answer at once.
USUAL = ["hokm", "satat", "beranga", "band_rang", "two_hokm", "three_hokm"]


def solved(hakem, hand, at):
    """What the command line says of this position."""
    question = {
        **hand,
        "play": hand["play"][:at],
        "ask": ["class", "result", "value", "leads", "line"],
    }
    ran = hakem("solve", "--json", "-", stdin=json.dumps(question))
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def played(hand, cards, seed):
    """The same hand with so many random legal cards."""
    dice, position = random.Random(seed), start_of(hand)
    words = []
    while len(words) < cards and not position.over:
        card = dice.choice(position.legal())
        words.append(str(card))
        position = position.play(card)
    return {**hand, "play": words}


def start_of(hand):
    more = {n: hand[n] for n in ("player", "indicator", "reserves") if n in hand}
    variant = next(game for game in VARIANTS if game.name == hand["variant"])
    return Position.start(
        hand["deal"], hand["trump"], hand["leader"], variant.with_options(**hand["options"]), **more
    )


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", USUAL)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_figure_is_that_of_solve(page, hakem, game, seed):
    hand = page.ask("deal", variant=game, options={}, seed=seed)[0]["hands"][0]["hand"]
    cards = start_of(hand).tricks_total * start_of(hand).seats
    hand = played(hand, cards - 4 * start_of(hand).seats - seed, seed)
    events = page.ask("solve", hand=hand)
    state = events[0]
    known = solved(hakem, hand, len(hand["play"]))
    leads = {e["card"]: e for e in events if e["event"] == "lead"}
    assert set(leads) == set(known["leads"])
    for card, worth in known["leads"].items():
        assert worth.items() <= leads[card].items(), card
    last = [e for e in events if e["event"] == "class"][-1]
    for name in ("class", "class_value", "value"):
        assert last.get(name) == known.get(name)
    line = next(e for e in events if e["event"] == "line")
    assert line["line"] == known["line"]
    assert state["hand"]["deal"] == hand["deal"]
    best = [e for e in leads.values() if e["mark"]["kind"] == "best"]
    for each in best:
        assert each.get("class_value") == last.get("class_value")
        assert each.get("class") == last.get("class")


def test_the_marks_say_what_a_card_costs_its_own_side(page):
    """From E1 of docs/rules.md on: a class lost is named, a trick lost is counted."""
    hand = page.hand(EXAMPLE)
    events = page.ask("solve", hand=hand)
    marks = {e["card"]: e["mark"] for e in events if e["event"] == "lead"}
    kinds = {mark["kind"] for mark in marks.values()}
    assert kinds == {"best", "fewer", "class"}
    assert marks["H4"]["badge"] == "win"
    assert marks["H4"]["label"] == "four of hearts, turns the kot into a win: 12 tricks"
    assert marks["CJ"]["badge"] == "−1"
    assert marks["SA"]["label"] == "ace of spades, best: kot, 12 tricks"
    assert events[2]["verdict"] == "Seats 0 and 2 make a kot with best play: 12 of 13 tricks."


def test_the_other_side_sees_the_same_hand_from_its_side(page):
    hand = page.hand(EXAMPLE)
    events = page.ask("solve", hand={**hand, "play": ["H4"]})
    marks = {e["card"]: e["mark"] for e in events if e["event"] == "lead"}
    assert marks["HJ"]["label"].endswith("loss, 1 trick")
    assert {mark["kind"] for mark in marks.values()} <= {"best", "fewer", "class"}


def test_a_card_that_may_not_be_played_says_why(page):
    hand = page.hand(EXAMPLE)
    state = page.ask("state", hand={**hand, "play": ["H4"]})[0]
    assert state["to_play"] == 1
    assert set(state["legal"]) == {"HJ", "H3", "H2"}
    assert "hearts" in state["why_not"]["SQ"]
    assert set(state["why_not"]) == set(state["hands"][1]) - set(state["legal"])


def test_the_whole_play_is_told_trick_by_trick(page):
    hand = played(page.hand(EXAMPLE), 52, 7)
    state = page.ask("state", hand=hand)[0]
    assert state["over"]
    assert state["to_play"] is None
    assert len(state["history"]) == 52
    assert [e["trick"] for e in state["history"]] == [1 + n // 4 for n in range(52)]
    assert sum(state["taken"]) == 13
    middle = page.ask("state", hand=hand, at=10)[0]
    assert middle["trick_number"] == 3
    assert len(middle["trick"]) == 2
    assert [each["card"] for each in middle["last_trick"]["cards"]] == hand["play"][4:8]


def test_the_table_is_that_of_the_command_line(page, hakem):
    hand = page.hand("0:AK7.T.K.2 QJ.A.A.43 T98.KQ.5. 6.J9.QJ.5 trump=S")
    rows = page.ask("table", hand=hand)
    ran = hakem("solve", "--json", "--ask", "table", "-", stdin=json.dumps(hand))
    known = json.loads(ran.out)["table"]
    assert {row["trump"]: row["cells"] for row in rows} == known


def test_a_record_comes_back_as_the_same_hand(page):
    hand = played(page.hand(EXAMPLE), 30, 3)
    text = page.ask("record", hand=hand)[0]["record"]
    again = page.ask("parse", text=text)[0]["hands"][0]["hand"]
    assert again["play"] == hand["play"]
    assert again["deal"] == hand["deal"]
    assert again["trump"] == hand["trump"]


def test_the_command_repeats_the_position(page, hakem):
    import shlex

    hand = played(page.hand(EXAMPLE), 40, 5)
    command = page.ask("record", hand=hand)[0]["command"]
    ran = hakem(*shlex.split(command)[1:], "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["class"] == solved(hakem, hand, 40)["class"]


@pytest.mark.parametrize(
    ("text", "event", "hands"),
    [
        ("AQ.K84..", "five", 0),
        ("SA SQ HK H8 H4", "five", 0),
        ("0:AK..2. ..A.32 .AKQ.. Q.J.K.", "hands", 1),
        ("AK..2.\n..A.32\n.AKQ..\nQ.J.K.", "hands", 1),
        ('{"deal": "0:AK..2. ..A.32 .AKQ.. Q.J.K.", "trump": "H"}', "hands", 1),
        ("0:A... K... Q... J...\n# a comment\n0:2... 3... 4... 5... trump=H", "hands", 2),
        ('[Event "x"]\n[Deal "N:A... K... Q... J..."]\n[Auction "N"]\npass', "hands", 1),
    ],
)
def test_what_is_read(page, text, event, hands):
    found = page.ask("parse", text=text)[0]
    assert found["event"] == event
    assert len(found.get("hands", [])) == hands


def test_a_text_without_trump_gets_the_longest_suit_of_the_caller(page):
    assert page.hand("0:A.QJ.. K.T9.. Q.87.. J.65..")["trump"] == "H"
    assert page.hand("0:A.QJ.. K.T9.. Q.87.. J.65.. trump=S")["trump"] == "S"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "paste a deal"),
        ("   \n ", "paste a deal"),
        ("hello", "hand"),
        ("0:AA... K... Q... J...", "twice"),
        ("0:A... A... Q... J...", "SA is with both seat 0 and seat 1"),
        ("0:AK... Q... J... T...", "seat 0 holds 2 cards, expected 1"),
        ("0:A... K... Q...", "expected 4"),
        ("0:A8.A4.KT972.KJ6 QJT64.J32.J43.QT K9532.976.AQ8.A2 7.KQT85.65.98743", "12 cards"),
        ("0:A... K... Q... X...", "X"),
        ("0:A... K... Q... J... trump=Q", "suit"),
        ("0:A... K... Q... J... leader=9", "seat 9"),
        ("0:A... K... Q... J... variant=bridge", "bridge"),
        ("0:A... K... Q... J... play=SK", "SK"),
        ("0:A2... K3... Q4... J5... nonsense=1", "nonsense"),
        ('{"deal": 5}', "deal"),
        ('{"deal": "0:A... K... Q... J...", "deal": ""}', "twice"),
        ('{"', "JSON"),
        ("[Play]\n1. SA S2 S3 S4\n", "trump"),
        ("[Trump \"S\"]\n[Deal \"0:A2... K3... Q4... J5...\"]\n[Play]\n1. SA SK SK SJ\n", "line"),
        ("[Trump \"S\"]\n[Deal \"0:A.2.. K.3.. Q.4.. .J5..\"]\n[Play]\n1. SA H3 SQ HJ\n", "H3"),
        ("0:A... K... Q... J...\n0:A... K... Q... K...", "line 2"),
        ("AQ.K8..", ""),
        ("\x00\x01\x02", ""),
        ("0:" + "A" * 5000, ""),
        ("♠A ♠K", ""),
        ("0:A...|K...|Q...|J...|T...", "5 hands"),
        ("[Hand \"1\"]\n[Result \"kot a\"]", "no cards"),
        ("[Hand \"1\"]", ""),
        ("[Game \"bridge\"]\n[Hand \"1\"]", "bridge"),
    ],
)  # fmt: skip
def test_bad_texts_are_refused_in_one_sentence(page, text, words):
    said = page.refused("parse", text=text)
    assert words.lower() in said.lower()
    assert "\n" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"hand": 5},
        {"hand": {}},
        {"hand": {"deal": "0:A... K... Q... J...", "play": ["SA", "SA"]}},
        {"hand": {"deal": "0:A... K... Q... J...", "play": ["H2"]}},
        {"hand": {"deal": "0:A... K... Q... J...", "play": "SA"}},
        {"hand": {"deal": "0:A... K... Q... J..."}, "at": 3},
        {"hand": {"deal": "0:A... K... Q... J..."}, "at": "x"},
        {"hand": {"deal": "0:A... K... Q... J...", "options": {"stop_rule": "never"}}},
        {"hand": {"deal": "0:A... K... Q... J...", "trump": "X"}},
        {"hand": {"deal": "0:A... K... Q... J...", "nonsense": 1}},
    ],
)
def test_hands_that_are_none_are_refused(page, body):
    for verb in ("state", "solve", "record"):
        assert page.refused(verb, **body)


@pytest.mark.parametrize("game", [game.name for game in VARIANTS])
def test_every_game_can_be_dealt_and_shown(page, game):
    hand = page.ask("deal", variant=game, options={}, seed=1)[0]["hands"][0]["hand"]
    state = page.ask("state", hand=hand)[0]
    assert state["variant"].split()[0] == game
    assert state["legal"]


def test_a_review_has_the_losses_of_the_library(page):
    from solver import review

    hand = played(page.hand(EXAMPLE), 52, 11)
    event = page.ask("review", hand=hand, quick=True)[0]
    known = review(start_of(hand), hand["play"])
    assert len(event["cards"]) == 52
    for card, mine in zip(event["cards"], known, strict=True):
        assert mine.to_dict().items() <= card.items()
        assert bool(mine.loss) == (card["kind"] != "best")
    assert event["svg"].startswith("<svg")


def test_the_line_that_keeps_the_class_from_any_card(page):
    from solver.open.review import kept_line

    hand = played(page.hand(EXAMPLE), 52, 11)
    for place in (0, 17, 51):
        line, reasons = page.ask("line", hand=hand, at=place)
        known = kept_line(start_of(hand), hand["play"], place).to_dict()
        assert (line["line"], line["class"]) == (known["line"], known["class"])
        assert reasons["reasons"] == known["reasons"]
    assert page.ask("line", hand=hand, at=52) == []


def test_a_review_needs_a_play(page):
    assert "played" in page.refused("review", hand=page.hand(EXAMPLE))


def test_a_call_by_sampling_tells_what_it_knows_on_the_way(page):
    events = page.ask("call", five="AQ.K84..", samples=64, seed=1)
    assert [e["event"] for e in events][-1] == "call"
    assert {"progress", "estimate", "call"} == {e["event"] for e in events}
    last = events[-1]
    assert last["source"] == "sampled"
    assert last["n"] == 64
    assert "--" not in last["verdict"]


def test_a_sampled_call_is_that_of_the_command_line(page, hakem):
    last = page.ask("call", five="AQ.K84..", samples=16, seed=1)[-1]
    known = json.loads(hakem("trump", "AQ.K84..", "--samples", "16", "--seed", "1", "--json").out)
    assert last["trumps"] == known["trumps"]
    assert last["best"] == known["best"]


@pytest.fixture
def small_book(fake_book):
    """A book of made-up results."""
    from solver.book import Book

    return Book(fake_book)


def test_a_call_from_the_book_is_that_of_the_command_line(page, hakem, monkeypatch, small_book):
    """With a book nothing is solved: its bars, the percentile, and the same at a score."""
    monkeypatch.setattr("cli.page.verbs.book_for", lambda game: small_book)
    (found,) = page.ask("call", five="K2.A84..")
    known = json.loads(hakem("book", "show", "K2.A84..", "--book", small_book.path, "--json").out)
    assert found["source"] == "book"
    for name in ("trumps", "best", "sure", "percentile", "worth_deals", "book"):
        assert found[name] == known[name]
    assert found["svg"].count('class="row"') == 4
    book = ("--book", small_book.path, "--json")
    for words in ({"score": "6-4"}, {"score": "3-4", "scoring": "nl"}):
        (scored,) = page.ask("call", five="K2.A84..", **words)
        assert scored["scoring"]["unit"] == "match %"
        said = [part for name, value in words.items() for part in (f"--{name}", value)]
        at_score = json.loads(hakem("trump", "K2.A84..", *said, *book).out)
        assert scored["scoring"] == at_score["scoring"]
        assert scored["trumps"] == at_score["trumps"]


def test_a_call_says_what_it_comes_to_at_the_table(page, hakem):
    """The figures of the command line, from the book of closed hands that comes along."""
    call = page.ask("call", five="AQ.K84..")[0]
    head, *rows = call["at_the_table"]
    assert head in hakem("trump", "AQ.K84..").out
    assert {row[0] for row in rows} == set("♠♥♦♣")
    closed = json.loads(hakem("trump", "AQ.K84..", "--json").out)["closed"]["learnt"]
    best = closed["trumps"][closed["best"]]
    assert f"wins {best['win']['p']:.1%}, makes a kot in {best['kot']['p']:.1%}" in rows[0]


def test_a_question_of_a_trump_is_judged_by_the_book(page, monkeypatch, small_book):
    """The loss is that of the book's figures; what is too close counts as right."""
    monkeypatch.setattr("cli.page.verbs.book_for", lambda game: small_book)
    question = page.ask("quiz", seed=3, n=0, kind="trump")[0]
    scoring = match.call_scoring(match.usual_house(find_variant("hokm")))
    advice = small_book.advise(question["hand"], scoring=scoring)
    for chosen in "SHDC":
        told = page.ask("answer", seed=3, n=0, kind="trump", chosen=chosen)[0]
        lost = advice.best.points.mean - next(
            each.points.mean for suit, each in advice.trumps.items() if suit.letter == chosen
        )
        assert told["loss"] == pytest.approx(lost / scoring.worth(Outcome.WIN_A)[0])


def test_the_call_at_a_score_and_under_every_scoring(page):
    last = page.ask("call", five="AQ.K84..", samples=32, seed=1, score="6-4")[-1]
    assert last["scoring"]["unit"] == "match %"
    assert {row["scoring"] for row in last["by_scoring"]} >= {"ir", "nl"}
    assert "score" in page.refused("call", five="AQ.K84..", samples=32, score="six")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("named", ["from the root", "from here", "alone"])
def test_no_request_names_a_file_that_is_opened(page, tmp_path, monkeypatch, named):
    """Wherever a text may stand: names of files are no names of scorings, games or records."""
    file = tmp_path / "x.toml"
    file.write_text("password = 1\n", encoding="utf-8")
    opened = []
    for module in (builtins, io, os):

        def watched(name, *more, real=module.open, **options):
            opened.append(str(name))
            return real(name, *more, **options)

        monkeypatch.setattr(module, "open", watched)
    source = (ROOT / "cli" / "page" / "verbs.py").read_text(encoding="utf-8")
    fields = {*re.findall(r'_text\(body, "(\w+)"', source), "hand", "trump", "options"}
    assert {"scoring", "score", "text", "five", "variant"} <= fields
    opened.clear()
    good = {"call": {"five": "AQ.K84..", "samples": 2, "seed": 1}, "deal": {"seed": 1}}
    names = {"from the root": str(file), "from here": os.path.relpath(file), "alone": file.name}
    name = names[named]
    for verb in VERBS:
        for field in fields:
            status, text = page.send(verb, {**good.get(verb, {}), field: name})
            assert "password" not in text
            assert status in (200, 400, 422), text
    assert not [name for name in opened if "x.toml" in name]
    said = page.refused("call", **good["call"], scoring=str(file))
    assert "is no scoring: expected one of " in said


@pytest.mark.parametrize("five", ["", "AQ", "AQ.K84..2", "X", "AA.K84.."])
def test_a_call_needs_five_cards(page, five):
    assert page.refused("call", five=five)


def test_about_names_every_game(page):
    found = page.ask("about")[0]
    assert {game["name"] for game in found["games"]} == {game.name for game in VARIANTS}
    presets = {one["name"]: one for one in found["presets"]}
    assert set(presets) == {name for name, game in PRESETS.items() if game.changed}
    for name, one in presets.items():
        assert find_variant(one["game"]).with_options(**one["options"]) == PRESETS[name]
    assert {name for name, one in presets.items() if one["book"]} >= {"DS_PK3", "iran"}


def test_the_book_of_a_preset_answers_at_once(page, hakem):
    """Double sar has a book as it is played in Pakistan; without that preset the page says so."""
    (plain,) = page.ask("call", five="AQ.K84..", variant="double_sar")
    assert plain["event"] == "no_book"
    assert "there is one of DS_PK3, the usual game in Pakistan" in plain["text"]
    (call,) = page.ask("call", five="AQ.K84..", variant="DS_PK3")
    said = json.loads(hakem("trump", "AQ.K84..", "--variant", "DS_PK3", "--json").out)
    assert call["source"] == "book"
    assert call["best"] == said["best"]
    assert call["trumps"] == said["trumps"]


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_what_the_page_is_told_of_tables_is_what_the_table_says(page, game):
    (told,) = [one for one in page.ask("about")[0]["games"] if one["name"] == game.name]
    if told["table"]:
        return
    (dealt,) = page.ask("deal", variant=game.name, seed=1)
    said = page.refused("table", hand=dealt["hands"][0]["hand"])
    assert "has no table" in said or "needs a deal" in said


def test_a_seat_gets_the_figures_of_play(page, hakem):
    """The page and `hakem play` ask the same worlds for the same seed."""
    hand = played(page.hand(EXAMPLE), 32, 9)
    state = page.ask("state", hand=hand)[0]
    seat = state["to_play"]
    events = page.ask("play", hand=hand, view=seat, samples=100, seed=5)
    last = events[-1]
    words = ["--trump", "D", "--play", " ".join(hand["play"]), "--samples", "100", "--seed", "5"]
    dealt = hand["deal"].removeprefix("0:").split("|")[seat]
    ran = hakem("play", dealt, *words, "--seat", str(seat), "--json")
    assert ran.code == 0, ran.err
    known = json.loads(ran.out)
    for name in ("cards", "best", "sure", "exact", "n"):
        assert last[name] == known[name]
    assert {card for row in last["rows"] for card in row["cards"]} == set(state["legal"])
    assert "--" not in last["verdict"]


def test_a_hidden_trump_is_told_to_its_caller_alone(page):
    """The others see it once it has been shown; before that their cards have no chances."""
    (dealt,) = page.ask("deal", variant="band_rang", seed=3)
    hand = dealt["hands"][0]["hand"]
    own, *more = page.ask("play", hand=hand, at=0, view=0, samples=8)
    assert own["trump"] == hand["trump"]
    assert more[-1]["event"] == "estimate"
    for view in range(1, 4):
        (state,) = page.ask("play", hand=hand, at=0, view=view)
        assert (state["trump"], state["trump_hidden"]) == (None, True)
    status, text = page.send("play", {"hand": played(hand, 1, 1), "at": 1, "view": 1})
    assert status == 200
    last = json.loads(text.splitlines()[-1])
    assert last["event"] == "error"
    assert "the trump is hidden from all but the caller" in last["text"]
    open_game = page.ask("play", hand=page.hand(EXAMPLE), at=0, view=2)[0]
    assert open_game["trump"] == "D"


def test_a_seat_that_is_not_to_play_is_told_nothing(page):
    hand = page.hand(EXAMPLE)
    assert [e["event"] for e in page.ask("play", hand=hand, view=2)] == ["state"]


def test_the_line_comes_with_its_reasons(page):
    events = page.ask("solve", hand=page.hand(EXAMPLE))
    reasons = next(e for e in events if e["event"] == "reasons")["reasons"]
    line = next(e for e in events if e["event"] == "line")
    assert [each["trick"] for each in reasons] == [each["trick"] for each in line["tricks"]]
    assert any(each["why"] for each in reasons)


def test_a_question_of_the_quiz_holds_no_answer_and_is_judged_like_the_library(page):
    from solver.quiz import asked_question

    for number in (1, 2):
        question = page.ask("quiz", seed=7, n=number)[0]
        assert {"right", "why", "loss"} & set(question) == set()
        assert question["state"]["legal"]
        chosen = question["choices"][0]
        answer = page.ask("answer", seed=7, n=number, chosen=chosen)[0]
        known = asked_question(7, number).answer(chosen).to_dict()
        assert known.items() <= answer.items()
    assert "no answer" in page.refused("answer", seed=7, n=1, chosen="perhaps")
    assert page.refused("quiz", seed=-1, n=0)
    assert page.refused("quiz", seed=1, n=0, level="nasty")


def test_an_answer_does_not_make_its_question_again(page, monkeypatch):
    from solver.quiz import asked

    question = page.ask("quiz", seed=41, n=0, kind="kot")[0]
    monkeypatch.setattr(asked, "_made", None)  # called, it would raise
    (first,) = page.ask("answer", seed=41, n=0, kind="kot", chosen="yes")
    (other,) = page.ask("answer", seed=41, n=0, kind="kot", chosen="no")
    assert first["right"] == other["right"]
    assert {first["correct"], other["correct"]} == {True, False}
    assert question["choices"] == ["yes", "no"]


def test_a_question_of_one_seat_tells_its_hand_alone(page):
    """No card of another seat is told before it is played."""
    question = page.ask("quiz", seed=8, n=0, kind="seat")[0]
    state, seat = question["state"], question["seat"]
    assert "deal" not in question
    assert "hand" not in state
    held = set(question["choices"]) | set(state["hands"][seat])
    for other, hand in enumerate(state["hands"]):
        assert other == seat or set(hand) == {"?"}
    played = [card for trick in question["tricks"] for card in trick["cards"]]
    assert played == question["play"]
    known = held | set(played)
    told = set(re.findall(r"\b[SHDC][2-9TJQKA]\b", json.dumps(question)))
    assert told == known
    assert page.ask("answer", seed=8, n=0, kind="seat", chosen=question["choices"][0])


def test_a_review_brings_the_grades_of_the_review_command(page):
    from solver.players import review_hand

    hand = played(page.hand("0:AK7.T.K.2 QJ.A.A.43 T98.KQ.5. 6.J9.QJ.5 trump=S"), 12, 2)
    events = page.ask("review", hand=hand, seed=3)
    known = review_hand(start_of(hand), hand["play"], seed=3).to_dict()
    assert events[-1]["event"] == "grades"
    for card, mine in zip(events[-1]["cards"], known["cards"], strict=True):
        assert mine.items() <= card.items()
    assert {e["event"] for e in events} == {"review", "progress", "grades"}


def test_a_card_has_one_verdict_and_what_is_tried_in_its_place_another(page):
    """The sentence says the loss over what the seat knew and what the card did as the cards lay; a
    card tried in its place is judged over the same worlds."""
    text = "0:AQ.2.K.T54 K4.A.AQ.32 32.K.J9.98 J9.Q.T8.76 trump=S taken=6,0 tricks_done=6"
    hand = page.hand(text) | {"play": ["H2", "HA"]}
    names = ["you", "right", "partner", "left"]
    told = page.ask("review", hand=hand, names=names)[-1]
    first = told["cards"][0]
    assert (first["sign"], first["fault"]) == ("??", True)
    said = r"a blunder: over what you knew it cost (\d\.\d\d) points, ♠A is better; as the cards "
    found = re.fullmatch(said + "lay it turned a kot into a win\\.", first["sentence"])
    assert found is not None, first["sentence"]
    assert float(found[1]) == pytest.approx(first["loss"]["mean"], abs=0.005)
    (same,) = page.ask("tried", hand=hand, at=0, card="H2", names=names)
    assert first.pop("kind") == "kot play"
    assert {**same, "event": 0} == {**first, "event": 0, "unit": "points"}
    (best,) = page.ask("tried", hand=hand, at=0, card="SA", names=names)
    lay = "though as the cards lay it cost 1 trick."  # the kot stands; a trick of the rest is lost
    assert (best["sign"], best["sentence"]) == ("=", f"best over what you knew, {lay}")
    assert "hold" in page.refused("tried", hand=hand, at=0, card="HA")
    line, _ = page.ask("line", hand=hand, at=0, first="SA")
    assert (line["line"][0], line["class"]) == ("SA", "KOT_A")
    assert page.ask("line", hand=hand, at=0, first="H2") == []


def test_a_place_that_is_looked_at_again_has_the_same_figures(page):
    """A hand that is stepped through is asked for again and again; the seed stands beside it."""
    few = played(page.hand("0:AK7.T.K.2 QJ.A.A.43 T98.KQ.5. 6.J9.QJ.5 trump=S"), 8, 2)
    late = played(page.hand(EXAMPLE), 36, 2)
    seat = page.ask("state", hand=late)[0]["to_play"]
    for verb, body in (
        ("review", {"hand": few}),
        ("play", {"hand": late, "view": seat, "samples": 16}),
    ):
        last = [page.ask(verb, **body)[-1] for _ in range(2)]
        assert [each["seed"] for each in last] == [0, 0]
        assert last[0]["cards"] == last[1]["cards"]


def test_the_questions_of_a_day_are_those_of_the_terminal(page, hakem):
    known = json.loads(hakem("quiz", "--day", "2026-11-23", "-n", "3", "--json").out)["questions"]
    for number, one in enumerate(known):
        (asked,) = page.ask("quiz", day="2026-11-23", n=number)
        assert asked["choices"] == one["choices"]
        assert asked.get("deal") == one.get("deal")
        (shown,) = page.ask("answer", day="2026-11-23", n=number)
        assert (shown["right"], shown["skipped"]) == (one["right"], True)
    assert "question 11: a day has 10" in page.refused("quiz", day="2026-11-23", n=10)
    assert "is no day" in page.refused("quiz", day="soon")


def test_a_day_is_shared_with_its_streak(page):
    (said,) = page.ask("day", day="2026-11-23", today="2026-11-23", marks=[True, None, False],
                       days=["2026-11-22", "2026-11-23"])  # fmt: skip
    assert said["text"] == "Hakem, 23 November 2026: 1 of 10\n✓·✗\n2 days in a row"
    assert said["streak"] == 2
    assert "marks" in page.refused("day", day="2026-11-23", today="2026-11-23", marks=[1], days=[])
    assert "days" in page.refused("day", day="2026-11-23", today="2026-11-23", marks=[], days=3)


def test_the_hand_of_a_day_is_dealt_by_its_date(page):
    one, other = (page.ask("match_day", day=day)[-1] for day in ("2026-11-23", "2026-11-23"))
    assert one == other
    assert one["match"]["seed"] == 20261123
    said = page.refused("match_day_shared", day="2026-11-23", match=one["match"])
    assert said == "the hand of the day is not over"


def test_a_record_keeps_its_head_when_it_is_saved_from_the_page(page):
    """Match, players, dealer, first five and scoring of a hand that was read, with another play."""
    from solver.record import read_match, write_match

    text = (ROOT / "docs" / "examples" / "match.txt").read_text(encoding="utf-8")
    source = read_match(text)
    for entry in page.ask("parse", text=text)[0]["hands"]:
        number = int(entry["title"].split()[1].rstrip(",")) - 1
        old = source.hands[number]
        (same,) = page.ask("record", hand=entry["hand"], head=entry["head"])
        known = read_match(same["record"])
        assert (known.name, known.players, known.scoring) == (
            source.name, source.players, source.scoring,
        )  # fmt: skip
        assert replace(known.hands[0], number=None) == replace(old, number=None)
        shorter = entry["hand"] | {"play": entry["hand"]["play"][:5]}
        (other,) = page.ask("record", hand=shorter, head=entry["head"])
        (left,) = read_match(other["record"]).hands
        assert (left.dealer, left.first_five, left.result) == (old.dealer, old.first_five, None)
        assert sum(len(trick.cards) for trick in left.tricks) == 5
        again = page.ask("parse", text=other["record"])[0]["hands"][0]
        assert again["hand"]["play"] == shorter["play"]
        assert again.get("names") == entry.get("names")
    plain = page.ask("record", hand=page.hand(EXAMPLE), head=entry["head"])[0]["record"]
    assert plain == page.ask("record", hand=page.hand(EXAMPLE))[0]["record"]
    assert write_match(read_match(plain)) == plain


@pytest.mark.parametrize("game", ["hokm", "three_hokm", "double_sar"])
def test_a_place_is_saved_as_a_page_of_its_own(page, game):
    """Verdict, every legal card and the play so far; nothing from elsewhere, no script but one."""
    hand = page.ask("deal", variant=game, seed=4)[0]["hands"][0]["hand"]
    hand = played(hand, 41, 2)
    (found,) = page.ask("saved_page", hand=hand, at=41)
    html = found["html"]
    assert "src=" not in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "Every card" in html or game == "three_hokm"
    assert "The play so far" in html
    state = page.ask("state", hand=hand, at=41)[0]
    if game == "hokm":
        table = html.partition("Every card")[2].partition("</table>")[0]
        assert table.count("<tr>") == 1 + len(state["legal"])
        assert page.ask("solve", hand=hand, at=41)[2]["verdict"] in html
        assert "hakem solve" in html


def test_a_review_is_saved_as_a_page(page):
    text = "0:AQ.2.K.T54 K4.A.AQ.32 32.K.J9.98 J9.Q.T8.76 trump=S taken=6,0 tricks_done=6"
    hand = page.hand(text) | {"play": ["H2", "HA"]}
    html = page.ask("saved_page", hand=hand, review=True)[-1]["html"]
    assert "Turning point: trick 7, seat 0 plays ♥2" in html
    assert "a blunder: over what seat 0 knew it cost" in html
    assert "played" in page.refused("saved_page", hand=page.hand(text), review=True)
