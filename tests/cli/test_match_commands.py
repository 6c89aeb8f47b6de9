"""hakem score, replay and equity, the score in hakem trump, and the examples of docs/match.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.arguments import GameOptions
from cli.matches import AtScore
from solver.game.house_rules import HOUSES, call_scoring
from solver.game.option_tables import HOUSE_OPTIONS
from solver.game.scoring_text import read_scoring
from solver.game.variants import PRESET_TEXTS, VARIANTS, find_variant
from solver.record.reader import read_match
from solver.record.sheet import replay_match
from solver.record.writer import write_match
from solver.views.parts import signed

ROOT = Path(__file__).resolve().parents[2]
DOC = (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```hakem\n(.*?)```", DOC, re.DOTALL)


def one_sentence(text: str) -> bool:
    return text.startswith("hakem: ") and text.count("\n") == 1 and "Traceback" not in text


# ---- the page ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_of_the_page_replay(number: int) -> None:
    record = read_match(EXAMPLES[number])
    replay_match(record)
    strict = write_match(record)
    assert write_match(read_match(strict)) == strict


def test_what_the_page_says_of_its_examples() -> None:
    first, double, kots, three = (replay_match(read_match(text)) for text in EXAMPLES)
    assert [entry.after.score for entry in first.entries] == [(2, 0), (2, 1)]
    assert first.state.caller == 1
    assert double.entries[0].result.points == (2, 1)
    # the call moves with every kot: 0, 0, then 2; side B of seat 2 wins, seat 3 calls ...
    assert [entry.caller for entry in kots.entries] == [0, 0, 2, 3, 0]
    assert [entry.after.score for entry in kots.entries] == [
        (0, 0), (1, 0), (1, 0), (2, 0), (54, 0),
    ]  # fmt: skip
    assert kots.winner == 0
    assert three.state.score == (3, 0, 1)
    toml = re.search(r"```toml\n(.*?)```", DOC, re.DOTALL)
    assert toml is not None
    assert read_scoring(toml[1]).target == 15


def test_commands_of_the_page(hakem) -> None:
    for line in re.findall(r"^    hakem (score|equity) (.*?)(?:  +#.*)?$", DOC, re.MULTILINE):
        words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line[1])]
        ran = hakem(line[0], *words)
        assert (ran.code, ran.err) == (0, "")
    assert (
        "77.6% to win the match at 5-3, we call"
        in hakem("equity", "--score", "5-3", "--caller", "us").out
    )


# ---- score ---------------------------------------------------------------------------------


def test_score_in_four_scorings(hakem) -> None:
    answer = json.loads(hakem("score", "KOT_B", "--json").out)
    found = {one["scoring"]["name"]: one for one in answer["scorings"]}
    assert {name: one["points"] for name, one in found.items()} == {
        "ir": [0, 3], "nl": [0, 5], "inpk": [0, 1], "points": [0, 4],
    }  # fmt: skip
    assert {one["next_caller"] for one in found.values()} == {1}
    kot = json.loads(hakem("score", "kot", "a", "--json").out)
    assert [one["next_caller"] for one in kot["scorings"]] == [0, 0, 2, 2]
    assert [one["next_dealer"] for one in kot["scorings"]] == [3, 3, 1, 1]


def test_score_goes_on_from_a_score(hakem) -> None:
    ran = hakem("score", "A", "--house", "iran", "--score", "6-4", "--caller", "2", "--json")
    answer = json.loads(ran.out)
    assert answer["schema"] == 1
    assert answer["score"] == [7, 4]
    assert answer["winner"] == 0
    text = hakem("score", "A", "--house", "iran", "--score", "6-4", "--caller", "2")
    assert "Iran: side 0 has won the match" in text.err
    ran = hakem("score", "A", "--scoring", "INPK", "--streak", "6-0", "--json")
    assert json.loads(ran.out)["streak_kot"] is True


@pytest.mark.parametrize(
    ("words", "points"),
    [
        (["9-4", "--house", "double-sar"], [0, 0]),
        (["0-13", "--house", "double-sar"], [0, 3]),
        (["0-13", "--house", "double-sar", "-o", "goon_value=10"], [0, 10]),
        (["7-0", "--house", "iran"], [2, 0]),
        (["13-0", "--house", "netherlands"], [15, 0]),
        (["4-0", "--house", "dehla"], [1, 0]),
        (["9-4", "bid=8", "--house", "daba"], [8, 0]),
        (["9-5-3", "--house", "three"], [1, 0, 0]),
        (["9-4", "lone=0", "--house", "dummy"], [9, 4, 0, 4]),
    ],
)
def test_score_from_points(hakem, words, points) -> None:
    assert json.loads(hakem("score", *words, "--json").out)["points"] == points


def test_expected_points_of_classes(hakem) -> None:
    ran = hakem("score", "--classes", "WIN_A=50,KOT_A=20,WIN_B=25,KOT_B=5", "--json")
    found = {one["scoring"]["name"]: one for one in json.loads(ran.out)["expected"]}
    assert found["ir"]["a"] == pytest.approx(0.9)
    assert found["ir"]["margin"] == pytest.approx(0.5)
    assert found["nl"]["a"] == pytest.approx(2.0)
    assert found["points"]["b"] == pytest.approx(0.7)
    assert "+0.500" in hakem("score", "--classes", "WIN_A=50,KOT_A=20,WIN_B=25,KOT_B=5").out
    for words in (["A", "--classes", "A=1"], ["--classes", "x"], ["--classes", "A=0"]):
        ran = hakem("score", *words)
        assert (ran.code, ran.out) == (2, "")
        assert one_sentence(ran.err)


OWN = """name = "club"
win = [1, 2]
kot = 4
"""


@pytest.mark.parametrize("command", ["trump", "choose"])
def test_calls_are_judged_by_an_own_scoring(hakem, tmp_path: Path, command: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(OWN)
    words = (command, "AK7.K.4.", "-n", "4", "--seed", "1", "-j", "1", "--json", "--scoring")
    scoring = json.loads(hakem(*words, path).out)["scoring"]
    assert (scoring["name"], scoring["kot"], scoring["values"]["WIN_B"]) == ("club", [4, 4], 2)
    words = (command, "AK7.K.4.", "--scoring", "nl kot=6/7", "-n", "4", "-j", "1", "--json")
    assert json.loads(hakem(*words).out)["scoring"]["kot"] == [6, 7]


def test_score_by_an_own_scoring(hakem, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\nwin = [1, 2]\nkot = 4\n')
    assert json.loads(hakem("score", "WIN_B", "--scoring", path, "--json").out)["points"] == [0, 2]
    path.write_text('name = "club"\nwins = 1\n')
    ran = hakem("score", "WIN_B", "--scoring", path)
    assert ran.code == 2
    assert one_sentence(ran.err)
    assert f"{path}: unknown key 'wins'" in ran.err


# ---- replay --------------------------------------------------------------------------------


def test_replay_prints_tricks_and_sheet(hakem, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(EXAMPLES[0])
    ran = hakem("replay", path)
    assert (ran.code, ran.err) == (0, "")
    assert "Ali + Sara" in ran.out
    assert "kot A 7-0" in ran.out
    assert "2 : 1; seat 0 deals, seat 1 calls next." in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    answer = json.loads(hakem("replay", path, "--json").out)
    assert answer["hands"][0]["tricks"][6] == {
        "trick": 7, "leader": 2, "cards": ["HJ", "D7", "D2", "D5"], "winner": 2, "taken": [7, 0],
    }  # fmt: skip
    assert answer["next_caller"] == 1
    assert json.loads(hakem("score", path, "--json").out) == answer
    assert (
        hakem("replay", "-", "--json", stdin=EXAMPLES[0]).out == hakem("replay", path, "--json").out
    )


def test_replay_writes_the_strict_form(hakem, tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    ran = hakem("replay", "-", "--write", path, stdin=EXAMPLES[0])
    assert ran.code == 0
    strict = path.read_text()
    assert hakem("replay", path, "--write", "-").out == strict
    ran = hakem("replay", "-", "--write", tmp_path / "no" / "way", stdin=EXAMPLES[0])
    assert (ran.code, ran.out) == (5, "")
    assert one_sentence(ran.err)


def test_replay_of_a_list_of_tricks(hakem) -> None:
    tricks = (
        "SA S2 S8 S4\nSK S3 ST S9\nSQ S6 SJ H2\nHK H7 H8 H3\nH6 H9 HT H4\nHA C2 H5 HQ\nHJ D7 D2 D5"
    )
    ran = hakem("replay", "-", "--trump", "S", "--json", stdin=tricks)
    assert json.loads(ran.out)["hands"][0]["class"] == "KOT_A"
    ran = hakem("replay", "-", stdin=tricks)
    assert ran.code == 3
    assert "the tag Trump is missing" in ran.err


def test_replay_names_the_revoke(hakem) -> None:
    faulty = EXAMPLES[0].replace("4. HK H7 H8 H3", "4. HK DA H8 H3")
    ran = hakem("replay", "-", stdin=faulty)
    assert (ran.code, ran.out) == (3, "")
    assert one_sentence(ran.err)
    assert "line 18: trick 4, seat 1: DA is a revoke" in ran.err


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "data" / "broken").iterdir()), ids=lambda path: path.name
)
def test_broken_files_exit_with_3(hakem, path: Path) -> None:
    for command in ("replay", "score"):
        ran = hakem(command, path)
        assert (ran.code, ran.out) == (3, "")
        assert one_sentence(ran.err)


# ---- equity --------------------------------------------------------------------------------


def test_equity_json(hakem) -> None:
    answer = json.loads(hakem("equity", "--score", "6-6", "--caller", "them", "--json").out)
    assert answer["equity"] == pytest.approx(
        1
        - sum(answer["classes"][name] for name in ("WIN_A", "KOT_A"))
        / sum(answer["classes"].values())
    )
    assert answer["after"]["WIN_A"] == 0.0
    table = json.loads(hakem("equity", "--table", "--json").out)["table"]
    assert table["us"][5][3] == pytest.approx(0.776, abs=5e-4)
    assert table["us"][2][4] == pytest.approx(1 - table["them"][4][2])


def test_equity_of_given_classes(hakem, tmp_path: Path) -> None:
    words = ["equity", "--score", "0-0", "--target", "1", "--json"]
    ran = hakem(*words, "--classes", "WIN_A=60,WIN_B=30,KOT_B=10")
    assert json.loads(ran.out)["equity"] == 0.6
    path = tmp_path / "counts.json"
    path.write_text('{"counts": {"WIN_A": 6, "WIN_B": 4}}')
    assert json.loads(hakem(*words, "--from", path).out)["equity"] == pytest.approx(0.6)
    study = {
        "best": "S",
        "trumps": {
            "S": {"shares": {"WIN_A": 0.7, "WIN_B": 0.3}},
            "H": {"shares": {"WIN_A": 0.6, "KOT_A": 0.2, "WIN_B": 0.2}},
        },
    }
    answer = json.loads(hakem(*words, "--from", "-", stdin=json.dumps(study)).out)
    assert answer["best"] == "H"
    assert answer["calls"] == {"H": pytest.approx(0.8), "S": pytest.approx(0.7)}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["equity", "--score", "5"], "--score"),
        (["equity", "--score", "7-0"], "over at 7-0"),
        (["equity", "--caller", "you"], "us or them"),
        (["equity", "--scoring", "whist"], "whist"),
        (["equity", "--house", "moon"], "moon"),
        (["equity", "-o", "x=1"], "'x'"),
        (["equity", "--classes", "WIN_A"], "WIN_A"),
        (["equity", "--classes", "WIN_A=1,WIN_A=2"], "twice"),
        (["equity", "--classes", "WIN_A=0"], "more than zero"),
        (["equity", "--classes", "A=1", "--from", "x"], "--from"),
        (["equity", "--from", "nowhere.json"], "nowhere.json"),
        (["equity", "--streak", "1-0"], "straight"),
        (["equity", "--house", "dehla"], "--classes or --from"),
        (["equity", "--scoring", "DABA", "--classes", "A=1"], "Daba rang"),
        (["equity", "--target", "0"], "--target"),
        (["score", "A", "--caller", "4"], "seat 4"),
        (["score", "A", "--house", "iran", "--score", "7-0"], "over"),
        (["score", "A", "--house", "iran", "--streak", "1-0"], "straight"),
        (["score", "nowhere/match.txt"], "nowhere"),
        (["trump", "AQ.K84..", "--score", "7-3"], "over at 7-3"),
        (["trump", "AQ.K84..", "--score", "x"], "'x'"),
        (["trump", "AQ.K84..", "--target", "5"], "--score"),
        (["trump", "AQ.K84..", "--score", "1-0", "--variant", "dehla"], "--score"),
    ],
)
def test_usage_faults(hakem, words, fault) -> None:
    ran = hakem(*words)
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err
    assert one_sentence(ran.err)


FAULTY = (
    "", "[]", "{", '{"counts": 5}', '{"WIN_C": 1}', "{}", '{"trumps": {"S": {}}}',
    '{"WIN_A": -1}', '{"WIN_A": true}',
)  # fmt: skip


@pytest.mark.parametrize("text", FAULTY)
def test_faulty_counts(hakem, text: str) -> None:
    ran = hakem("equity", "--from", "-", stdin=text)
    assert (ran.code, ran.out) == (2, "")
    assert one_sentence(ran.err)


def at_3_4(*words: str) -> dict[str, float]:
    """What each class is worth at 3-4 under the scoring of the Netherlands, in `GameOptions`."""
    name, *options = words
    at_score = AtScore("nl", "3-4")
    house, game = GameOptions(name, options).house_and_game(at_score.named())
    return at_score.scoring_of_call(house, game, call_scoring(house)).to_dict()["values"]


def test_a_match_at_a_score_is_played_by_the_house_that_is_named() -> None:
    """Where only the game is named, by the usual house of the scoring, with the options set."""
    assert at_3_4("hokm") == at_3_4("netherlands") != at_3_4("iran")
    stays = "rotation=every_hand"
    assert at_3_4("hokm", stays) == at_3_4("netherlands", stays) != at_3_4("hokm")


def test_the_best_call_depends_on_the_score(hakem) -> None:
    words = ["trump", "AQ.K84..", "--samples", "16", "--seed", "1", "--json"]
    answers = [json.loads(hakem(*words, "--score", score).out) for score in ("6-6", "0-6")]
    for answer in answers:
        assert answer["scoring"]["unit"] == "match %"
        assert 0 <= answer["trumps"]["S"]["points"]["mean"] <= 100
    even = answers[0]["trumps"]["S"]
    # one hand from the end a win is all that counts
    won = sum(even["shares"][name] for name in ("WIN_A", "KOT_A", "BAVNEY_A"))
    assert even["points"]["mean"] == pytest.approx(100 * won)
    values = answers[1]["scoring"]["values"]
    assert values["KOT_A"] > values["WIN_A"] > values["WIN_B"] == values["KOT_B"] == 0


# ---- one name, one scoring -----------------------------------------------------------------


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "scoring"), [("hokm", "ir"), ("rung", "inpk"), ("DS_PK3", "double_sar")]
)
def test_a_game_has_one_scoring_in_every_command(hakem, name, scoring) -> None:
    few = ("-n", "4", "--seed", "1", "-j", "1", "--json")
    record = f'[Game "{name}"]\n[Result "KOT_A"]\n'
    answers = [
        hakem("trump", "AQ.K84..", "--variant", name, *few),
        hakem("choose", "AQ.K84..", "--house", name, *few),
        hakem("score", "kot a", "--variant", name, "--json"),
        hakem("replay", "-", "--json", stdin=record),
    ]
    found = [json.loads(ran.out)["scoring"] for ran in answers]
    assert found[0]["name"] == scoring
    assert [one for one in found if one != found[0]] == []


@pytest.mark.slow
def test_both_spellings_of_the_option_are_read_everywhere(hakem) -> None:
    few = ("-n", "4", "--seed", "1", "-j", "1", "--json")
    for words in (
        ("trump", "AQ.K84..", *few),
        ("kot", "AQ.K84..", "-t", "S", *few),
        ("choose", "AQ.K84..", *few),
        ("deal", "--seed", "1", "--json"),
        ("score", "kot a", "--json"),
        ("equity", "--json"),
    ):
        one, two = (json.loads(hakem(*words, option, "troefcall").out) for option in OPTIONS)
        for answer in (one, two):
            for each in (answer, *answer.get("closed", {}).values()):
                each.pop("seconds", None)
        assert one == two
        ran = hakem(*words, "--house=nowhere at all")
        assert ran.code == 2
        assert "`hakem variants` lists them" in ran.err


OPTIONS = ("--variant", "--house")


def test_a_goon_kot_is_worth_what_the_house_says(hakem) -> None:
    few = ("-n", "4", "--seed", "1", "-j", "1", "--json")
    ten = ("--variant", "double_sar", "--set", "goon_value=10")
    for words in (("trump", "AQ.K84..", *few), ("score", "0-13", "--json")):
        assert json.loads(hakem(*words, *ten).out)["scoring"]["kot"] == [1, 10]


@pytest.mark.parametrize(
    ("name", "suggested"),
    [("rnug", "did you mean rang?"), ("mendicot", "mendicoat"), ("tröefcal", "did you mean")],
)
def test_the_nearest_name_is_suggested(hakem, name, suggested) -> None:
    ran = hakem("trump", "AQ.K84..", "--variant", name)
    assert ran.code == 2
    assert suggested in ran.err


# ---- what a result can be ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["WIN_A 5-8"], "win A does not go with 5-8: 5-8 is win B"),
        (["KOT_A 3-7"], "kot A does not go with 3-7"),
        (["win a 7-0"], "7-0 is kot A"),
        (["bavney b 0-12"], "0-12 is kot B"),
        (["kot a 9-9"], "there are only 13 tricks"),
        (["win a 6-5"], "6-5 decides nothing"),
        (["kot a 9-4", "--variant", "double_sar"], "9-4 is win A"),
        (["win b 4-0", "--variant", "dehla"], "4-0 is kot A"),
        (["kot"], "kot for whom? `kot a` is the caller's side, `kot b` the other"),
        (["bavney"], "bavney for whom?"),
        (["cat a"], "expected win, kot or bavney with a or b"),
    ],
)
def test_results_that_cannot_be_are_refused(hakem, words, fault) -> None:
    ran = hakem("score", *words)
    assert (ran.code, ran.out) == (3, "")
    assert one_sentence(ran.err)
    assert fault in ran.err
    if "for whom" not in fault and "--variant" not in words and words != ["cat a"]:
        record = hakem("replay", "-", stdin=f'[Hand "1"]\n[Result "{words[0]}"]\n')
        assert record.code == 3
        assert "line 2: " in record.err
        assert fault in record.err
        record = hakem("replay", "-", stdin=f"[Results]\n{words[0]}\n")
        assert fault in record.err


@pytest.mark.parametrize(
    "text",
    ["KOT_A 7-1 failed", "kot a 10-3", "win b 5-7", "win b 6-7", "bavney a 13-0", "kot b 0-7",
     "win a 7-6", "win a 3-1 capitulated"],
)  # fmt: skip
def test_results_that_can_be_are_taken(hakem, text) -> None:
    assert hakem("score", text, "--variant", "nl").code == 0


def test_a_result_is_told_in_words(hakem) -> None:
    text = hakem("score", "KOT_A 7-1 failed", "--variant", "nl").out
    assert text.startswith("kot A 7-1 failed ")
    assert "Netherlands" in text
    assert "KOT" not in text


# ---- unfinished hands, several files -------------------------------------------------------

BEGUN = "SA S2 S3 S4\nHA H2 H3 H4\n"


@pytest.mark.parametrize(("more", "last"), [("", []), ("D2 D3\n", ["D2", "D3"])])
def test_an_unfinished_hand_is_shown(hakem, more, last) -> None:
    ran = hakem("replay", "-", "-t", "S", stdin=BEGUN + more)
    assert (ran.code, ran.err) == (0, "")
    assert "unfinished: 2 of 13 tricks are played; tricks of A and B: 2-0" in ran.out
    assert ("♦2 ♦3" in ran.out) == bool(last)
    answer = json.loads(hakem("replay", "-", "-t", "S", "--json", stdin=BEGUN + more).out)
    assert answer["hands"] == []
    assert answer["unfinished"]["begun"] == last
    assert [trick["winner"] for trick in answer["unfinished"]["tricks"]] == [0, 0]


def test_only_the_last_hand_may_be_unfinished(hakem) -> None:
    text = '[Hand "1"]\n[Result "A"]\n[Hand "2"]\n[Trump "S"]\n[Play]\n' + BEGUN
    ran = hakem("replay", "-", stdin=text)
    assert ran.code == 0
    assert "1 : 0 before the unfinished hand" in ran.out
    ran = hakem("replay", "-", stdin=text + '*\n[Hand "3"]\n[Result "B"]\n')
    assert ran.code == 3
    assert "hand 2: unfinished" in ran.err


def test_several_files_and_names_with_blanks(hakem, tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "our match.txt"
    first.write_text('[Match "one"]\n[Result "A"]\n')
    second.write_text('[Match "two"]\n[Result "B"]\n')
    for command in ("replay", "score"):
        both = json.loads(hakem(command, first, second, "--json").out)["matches"]
        assert [one["match"] for one in both] == ["one", "two"]
        text = hakem(command, first, second).out
        assert text.index("one") < text.index("two")
        split = str(second).split(" ")  # as an unquoted name comes from the shell
        assert json.loads(hakem(command, *split, "--json").out)["match"] == "two"
    assert "--write takes one record" in hakem("replay", first, second, "--write", "-").err


# ---- what fits -----------------------------------------------------------------------------

LONG = (
    '[Match "long"]\n[House "india-pakistan"]\n[Players "Alexander the Great, Reza Pahlavi junior, '
    'Sara Bint Muhammad, Wilhelmina van Oranje"]\n[Results]\nA 7-6\nKOT_B 0-7\nbavney a 13-0\n'
)


@pytest.mark.parametrize("columns", ["200", "80", "60", "40"])
def test_no_result_is_cut_in_a_narrow_terminal(hakem, monkeypatch, columns) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    text = hakem("replay", "-", stdin=LONG).out
    for word in ("win A 7-6", "kot B 0-7", "bavney A 13-0"):
        assert word in text
    assert "Alexander the Great + Sara Bint Muhammad" in " ".join(text.split()) or columns != "200"
    texts = [text, hakem("score", "kot b").out, hakem("equity", "--table").out]
    assert "…" not in "".join(texts[1:])
    assert all(len(line) <= int(columns) for each in texts for line in each.splitlines())
    for figure in ("0:3", "0:5", "0:1", "0:4"):
        assert figure in texts[1].replace(" : ", ":")
    assert "17.6" in texts[2]


# ---- hakem variants ------------------------------------------------------------------------


def test_houses_and_presets_are_listed(hakem) -> None:
    text = hakem("variants").out
    answer = json.loads(hakem("variants", "--json").out)
    assert len(answer["houses"]) == len(HOUSES)
    for house in HOUSES:
        assert f"\n{house.name} " in text
    for name, said in PRESET_TEXTS.items():
        assert f"\n{name} " in text
        assert answer["presets"][name] == said


def test_a_house_is_described_with_every_option_that_touches_it(hakem) -> None:
    text = hakem("variants", "rung").out
    assert text.count("India and Pakistan (7 straight wins 1 kot") >= 1
    answer = json.loads(hakem("variants", "rung", "--json").out)
    assert [one["name"] for one in answer["variants"]] == ["hokm"]
    (house,) = answer["houses"]
    assert (house["name"], house["scoring"]["name"]) == ("india-pakistan", "inpk")
    assert house["options"]["goon_value"]["numbers"] == [1, 99]
    others = {option.name for variant in VARIANTS for option in variant.options.values()}
    others -= find_variant("hokm").options.keys()
    others |= {"exchange", "pass_which_trump", "pass_highest_tie", "void_check"}
    others |= {"daba_bids", "three_next"}
    for option in HOUSE_OPTIONS:
        assert (f"\n{option.name} " in text) == (option.name not in others)
        assert option.name in house["options"]
    assert json.loads(hakem("variants", "DS_PK3", "--json").out)["houses"] == []


@pytest.mark.parametrize("columns", ["60", "40"])
def test_the_lists_fit_a_narrow_terminal(hakem, monkeypatch, columns) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for words in ((), ("iran",)):
        text = hakem("variants", *words).out
        assert "…" not in text
        assert max(map(len, text.splitlines())) <= int(columns)


# ---- calls and choices in words ------------------------------------------------------------

FEW = ("-n", "16", "--seed", "1", "-j", "1")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("columns", ["200", "80", "60", "40"])
def test_no_figure_of_a_call_is_cut(hakem, monkeypatch, columns) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    text = hakem("trump", "AQ.K84..", *FEW, "--scoring", "nl").out
    assert "…" not in text
    assert all(len(line) <= int(columns) for line in text.splitlines())
    heads = next(line for line in text.splitlines() if line.startswith("trump"))
    assert heads.split()[:2] == ["trump", "win"]
    assert "points" in heads
    assert "bavney" in heads
    assert ("goon kot" in heads) == (columns in ("200", "80"))
    assert bool(re.search(r"\+\d\.\d\d to \+\d\.\d\d", text)) == (columns != "40")


def test_a_bavney_has_a_column_only_where_it_is_paid(hakem) -> None:
    assert " bavney " not in hakem("trump", "AQ.K84..", *FEW).out


@pytest.mark.parametrize("command", ["trump", "choose"])
def test_chances_to_win_the_match_are_percentages(hakem, command) -> None:
    text = hakem(command, "AQ.K84..", *FEW, "--score", "6-4").out
    (head,) = re.findall(r"^(?:trump|choice) .*$", text, re.MULTILINE)
    assert "match" in head.split()
    assert re.search(r"\d\d\.\d–\d\d\.\d%", text)
    assert "+" not in text.split("\n\n")[2]


def test_choices_are_named_with_suits(hakem) -> None:
    text = hakem("choose", "AQ.K84..", *FEW).out
    assert re.search(r"^name ♠ ", text, re.MULTILINE)
    assert not re.search(r"name [SHDC]\b", text)
    text = hakem("choose", "AKQJT.AK42.A4.84", "--variant", "daba", *FEW).out
    assert re.search(r"^bid \d+ \([♠♥♦♣]\) ", text, re.MULTILINE)


def test_a_zero_has_no_sign() -> None:
    assert [signed(x) for x in (-0.001, 0.0, 0.004, -0.006, 12)] == [
        "0.00", "0.00", "0.00", "-0.01", "+12.00",
    ]  # fmt: skip


def test_another_answer_is_no_distribution(hakem) -> None:
    kots = hakem("kot", "AQ.K84..", "-t", "S", "-n", "4", "-j", "1", "--json").out
    ran = hakem("equity", "--from", "-", stdin=kots)
    assert (ran.code, ran.out) == (2, "")
    assert "does not say how hands end: expected that of `hakem trump --json`" in ran.err
