"""What people type: hands with small cards, seats and sides in words, a call left to the book."""

import json
import re

import pytest

HAND = "xxx.KT76.J9.AJxx"
PLAY = ("play", HAND, "-t", "D", "--play", "DQ", "--samples", "8")


def answered(ran):
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize(
    "words",
    [
        ["trump", "Ax.Kxx.."],
        ["trump", "Ax.Kxx..", "--samples", "4"],
        ["kot", "Ax.Kxx..", "-t", "S", "--samples", "8"],
        ["choose", "Ax.Kxx..", "--samples", "4"],
        list(PLAY),
    ],
    ids=lambda words: " ".join(words[:3:2]),
)
def test_an_x_is_dealt_by_chance_and_told(hakem, words):
    first = answered(hakem(*words, "--json"))
    assert first["small"]
    again = answered(hakem(*words, "--json", "--seed", str(first["seed"])))
    assert (again["hand"], again["small"]) == (first["hand"], first["small"])
    said = hakem(*words, "--seed", str(first["seed"])).out.splitlines()[-1]
    cards = re.fullmatch(r"Each x by chance: (.*) \(again with --seed (\d+)\)\.", said)
    assert cards is not None, said
    assert len(cards[1].split()) == len(first["small"])
    assert int(cards[2]) == first["seed"]


def test_an_x_is_no_card_that_was_seen(hakem):
    seen = ["S2", "S3", "S4", "S5", "S6"]
    ran = hakem("trump", "Axx.KQ..", "--give", f"2:{' '.join(seen)}", "--samples", "2", "--json")
    assert set(answered(ran)["small"]) == {"S7", "S8"}


def test_dealt_hands_with_an_x(hakem):
    words = ("deal", "--give", "0:Axx.K..", "--give", "partner:Kxxxx...", "-n", "2", "--seed", "3")
    for line in hakem(*words, "--json").out.splitlines():
        deal = json.loads(line)
        for seat, cards in deal["small"].items():
            assert len(cards) == {"0": 2, "2": 4}[seat]
            spades = deal["hands"][int(seat)].split(".")[0]
            assert all(card[1] in spades for card in cards)
    told = hakem(*words)
    assert told.err.startswith("each x by chance: 0: S")
    assert len(told.out.splitlines()) == 2


def test_an_x_of_many_hands_is_dealt_for_each(hakem):
    said = hakem("trump", "-", "--json", "--seed", "1", stdin="Ax.Kxx..\nAK.QJx..\n").out
    first, second = map(json.loads, said.splitlines())
    assert len(first["small"]) == 3
    assert len(second["small"]) == 1


def test_a_seed_alone_does_not_leave_the_book(hakem):
    plain, seeded = (hakem("trump", "AQ.K84..", *more) for more in ([], ["--seed", "1"]))
    assert plain.out == seeded.out
    assert (plain.err, "--seed changes nothing" in seeded.err) == ("", True)
    assert "seed" in answered(hakem("trump", "AQ.K84..", "--seed", "1", "--samples", "2", "--json"))


def test_kot_takes_the_best_call_of_the_book(hakem):
    best = answered(hakem("trump", "KQ83.A..", "--json"))["best"]
    found = answered(hakem("kot", "KQ83.A..", "--samples", "4", "--json"))
    assert (found["trump"], found["trump_by_book"]) == (best, True)
    said = hakem("kot", "KQ83.A..", "--samples", "4").out
    assert said.endswith("♠ is the best call by the book; -t asks about another suit.\n")
    assert "trump_by_book" not in answered(
        hakem("kot", "KQ83.A..", "--samples", "4", "--json", "-t", "S")
    )


@pytest.mark.parametrize(("word", "seat"), [("right", 1), ("partner", 2), ("left", 3), ("me", 0)])
def test_seats_in_words(hakem, word, seat):
    words = ("play", "T72.AQ4.Q985.J63", "-t", "S", "--samples", "2", "--json", "--leader", word)
    assert answered(hakem(*words))["seat"] == seat
    assert answered(hakem(*words, "--seat", str(seat)))["seat"] == seat
    assert answered(hakem(*words[:-1], str(seat), "--seat", word))["seat"] == seat
