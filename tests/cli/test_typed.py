"""What people type: hands with small cards, seats and sides in words, a call left to the book."""

import json
import re

import pytest
from conftest import ROOT

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
    words = (
        "play",
        "T72.AQ4.Q985.J63",
        "-t",
        "S",
        "--samples",
        "2",
        "--open",
        "--json",
        "--leader",
        word,
    )
    assert answered(hakem(*words))["seat"] == seat
    assert answered(hakem(*words, "--seat", str(seat)))["seat"] == seat
    assert answered(hakem(*words[:-1], str(seat), "--seat", word))["seat"] == seat


ENDING = "0:AK..2. ..A.32 .AKQ.. Q.J.K."


@pytest.mark.parametrize(("word", "seat"), [("right", 1), ("partner", 2), ("left", 3)])
def test_a_leader_in_words(hakem, word, seat):
    leader = answered(hakem("solve", ENDING, "-t", "S", "--leader", word, "--json"))["leader"]
    line = f"{ENDING} trump=S leader={word}\n"
    assert leader == answered(hakem("solve", "-", "--json", stdin=line))["leader"] == seat
    played = ("solve", "--variant", "netherlands", ENDING, "-t", "S", "--leader", word, "--json")
    assert answered(hakem(*played))["leader"] == 4 - seat  # play goes clockwise there


@pytest.mark.parametrize(
    ("words", "winner"),
    [
        (["kot us"], "KOT_A"),
        (["kot", "them"], "KOT_B"),
        (["win", "partner"], "WIN_A"),
        (["kot", "us", "--caller", "left"], "KOT_B"),
        (["win", "them", "--caller", "1"], "WIN_A"),
    ],
)
def test_results_by_our_side(hakem, words, winner):
    said = answered(hakem("score", *words, "--variant", "iran", "--json"))
    assert said["class"] == winner


def test_sides_of_a_match_in_words(hakem):
    ours, partner, left = (
        answered(hakem("equity", "--score", "5-3", "--caller", who, "--json"))["equity"]
        for who in ("us", "partner", "left")
    )
    assert ours == partner != left


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "rang KQ83.A..",
            "rang is a game, no command: expected `hakem trump KQ83.A.. --variant rang`",
        ),
        ("hukum", "hukum is a game, no command: `hakem variants hukum` describes it"),
        ("double sar AQx.Kx.. --seed 1", "--seed 1 --variant 'double sar'`"),
        ("trumps AQ.K84..", "Did you mean 'trump'?"),
        (
            "trump KQ83.A.. --samples 1e3",
            "--samples: '1e3' cannot be used, expected a whole number",
        ),
        (
            "trump KQ83.A.. -n two",
            "--samples: 'two' cannot be used, expected a whole number in dig",
        ),
        ("trump KQ83.A.. --time=soon", "--time: 'soon' cannot be used, expected a number, as 0.5"),
        ("trump KQ83.A.. --jobs 0", "--jobs: '0' cannot be used, expected 1 or more"),
        (
            "play T72.AQ4.Q985.J63 -t S --seat up",
            "--seat: 'up' is no seat, expected 0 to 3, partner",
        ),
        ("equity --caller you", "--caller: 'you' is nobody, expected us or them"),
        ("variants hokm 5 nafare", "there is no game or house 'hokm 5 nafare'"),
    ],
)
def test_a_slip_is_told_what_was_meant(hakem, words, said):
    ran = hakem(*words.split())
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


MISSING = {
    "solve": ["{}"], "trump": ["{}"], "kot": ["{}", "-t", "S"], "play": ["{}", "-t", "S"],
    "replay": ["{}"], "review": ["{}"], "score": ["{}"], "equity": ["--from", "{}"],
    "trump ": ["AQ.K84..", "--book", "{}"], "trump  ": ["AQ.K84..", "--scoring", "{}.toml"],
}  # fmt: skip


@pytest.mark.parametrize("command", MISSING)
@pytest.mark.parametrize("there", [False, True], ids=["missing", "folder"])
def test_one_message_for_a_file_that_is_not_there(hakem, tmp_path, command, there):
    path = tmp_path / "lost.hkm"
    name = str(path)
    words = [word.format(name) for word in MISSING[command]]
    if there:
        (tmp_path / words[-1].rpartition("/")[2] if ".toml" in words[-1] else path).mkdir()
    ran = hakem(command.strip(), *words)
    named = next(word for word in words if name in word)
    assert ran.code in (2, 3)
    if there and command == "review":  # an archive, here one without records
        assert f"{named} holds no record: expected files that end in " in ran.err
    else:
        assert f"{named}: {'it is a folder' if there else 'no such file'}\n" in ran.err


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("three-player", "three_hokm"),
        ("hokm 2 nafare", "two_hokm"),
        ("2 player", "two_hokm"),
        ("hokm 4 nafare", "hokm"),
    ],
)
def test_names_with_a_number_of_players(hakem, name, found):
    assert answered(hakem("variants", name, "--json"))["variants"][0]["name"] == found


@pytest.mark.parametrize(
    "name", ["rang for 2 nafar", "hokm 6 nafare", "se player ranng", "do nafari"]
)
def test_a_suggestion_has_the_players_that_were_named(hakem, name):
    said = hakem("variants", name).err
    assert len(said) < 120
    if meant := re.search(r"did you mean (.*)\?", said):
        seats = answered(hakem("variants", meant[1], "--json"))["variants"][0]["seats"]
        assert seats == {"r": 2, "h": 6, "s": 3, "d": 2}[name[0]]


def test_a_house_shows_the_options_that_touch_it(hakem):
    rang, satat, daba = (hakem("variants", name).out for name in ("rang", "satat", "daba"))
    for name in ("exchange", "daba_bids", "three_next", "chokri", "dehla_result", "dummy_who"):
        assert f"\n{name} " not in rang
    assert "\nexchange " in satat
    assert "\ndaba_bids " in daba
    assert rang.count("\ncontinue_fail ") == rang.count("\nchallenge ") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["trump", "AQ.K84.."],
        ["solve", ENDING, "-t", "S"],
        ["quiz", "--count", "1", "--seed", "3"],
        ["duel", "thumb", "random", "--deals", "1", "--seed", "1"],
        ["replay", "docs/examples/match.txt"],
        ["book", "info"],
    ],
    ids=lambda words: words[0],
)
def test_out_is_understood_where_a_file_is_written(hakem, tmp_path, monkeypatch, words):
    monkeypatch.chdir(ROOT)
    path = tmp_path / "written"
    assert hakem(*words, "--out", str(path)).code == 0
    assert path.stat().st_size > 100
