"""The verbs of the view Match: what is told, what is not, and what is taken up again."""

from __future__ import annotations

import json
import random
import re

import pytest

from cli.page.job import Job, Slot
from cli.page.match_state import begun_of, table_from
from cli.page.verbs import VERBS
from solver.base.errors import HakemError
from solver.players import ThumbPlayer
from solver.players.hands import play_out_match
from solver.record import read_match, replay_match

GAMES = ["hokm", "satat", "trup_kasiet", "double_sar", "dehla_five_card", "beranga", "band_rang",
         "dummy_rang", "three_hokm", "BERANGA_GAMN"]  # fmt: skip


def ask(verb, **body):
    return list(VERBS[verb](body, Job(Slot())))


def begin(game="hokm", seed=5, person=0, **more):
    return ask(
        "match_new", match={"variant": game, "level": "easy", "seed": seed, "person": person} | more
    )


def any_answer(due, dice):
    if due["what"] == "call":
        return dice.choice(due["own"])[0]
    return dice.choice(due["legal"]) if due["what"] == "play" else dice.choice(["ask", "pass"])


def cards_in(events):
    return set(re.findall(r'"([SHDC][2-9TJQKA])"', json.dumps(events)))


def play_on(events, dice, each=lambda before, events: None):
    """Random answers to the end of the hand; `each` sees the match and what came of an answer."""
    while events[-1]["over"] is None:
        before = events[-1]["match"]
        events = ask("match_answer", match=before, answer=any_answer(events[-1], dice))
        each(before, events)
    return events[-1]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("person", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_no_card_of_another_is_told_before_the_hand_is_over(game, person):
    """Whatever is said before the end holds own cards, those played, and those that lie open."""
    dice = random.Random(7)
    seen = set()

    def each(before, events):
        if events[-1]["over"] is not None:
            return
        hand = table_from(events[-1]["match"]).sitting.hand
        mine = table_from(events[-1]["match"]).sitting.seat
        seen.update(
            str(card)
            for seat in range(hand.variant.seats)
            for card in hand.hand_of(seat)
            if seat not in (mine, hand.dummy) and card != hand.laid
        )
        assert cards_in(events) & seen == set(), events
        seen.clear()
        if hand.variant.lays_down and mine != 0 and not hand.position.revealed:
            calls = [one for one in events if one.get("what") == "call"]
            assert all(one["suit"] is None for one in calls)
            assert not events[-1]["match"]["hands"][0].startswith(tuple("SHDC"))

    play_on(begin(game, person=person), dice, each)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_taken_up_where_it_stood(game):
    """What a reload shows is what was seen: the same story, the same question."""
    dice = random.Random(3)
    story = [one for one in begin(game, person=1) if one["event"] == "happened"]

    def each(before, events):
        story.extend(one for one in events if one["event"] == "happened")
        again = ask("match_show", match=json.loads(json.dumps(events[-1]["match"])))
        told = [one for one in again if one["event"] == "happened"]
        assert [one | {"old": True} for one in told] == [one | {"old": True} for one in story]
        assert again[-1] == events[-1]

    first = begin(game, person=1)
    story[:] = [one for one in first if one["event"] == "happened"]
    play_on(first, dice, each)


def test_the_match_is_that_of_the_players():
    """A person who plays as the others do gets the score sheet of `play_out_match`."""
    events, thumb = begin(seed=11, person=2, target=3), ThumbPlayer()
    match = begun_of(events[-1]["match"]).start()
    wanted = [
        entry.gained for _, entry in play_out_match([thumb] * 4, match.rules, match.variant, 11)
    ]
    found = []
    while True:
        due = events[-1]
        while due["over"] is None:
            asked = table_from(due["match"]).sitting.due
            if due["what"] == "call":
                told = thumb.call(asked.five, match.variant, asked.seed).letter
            else:
                told = str(thumb.play(asked.seen, asked.seed))
            due = ask("match_answer", match=due["match"], answer=told)[-1]
        table = table_from(due["match"])
        found.append(table.match.entries[-1].gained)
        if due["over"]["match_over"]:
            break
        events = ask("match_next", match=due["match"])
    assert found == wanted
    assert due["over"]["won"] == table.match.winner
    text = ask("match_record", match=due["match"])[0]["record"]
    assert [one.gained for one in replay_match(read_match(text)).entries] == wanted
    opened = ask("match_open", text=text)[-1]
    assert opened | {"match": None} == due | {"match": None}
    assert opened["match"]["hands"] == due["match"]["hands"]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", ["hokm", "satat", "band_rang", "DS_PK3", "netherlands"])
def test_a_record_is_gone_on_with(game):
    dice = random.Random(2)
    due = play_on(begin(game, seed=8), dice)
    due = ask("match_next", match=due["match"])[-1]
    record = ask("match_record", match=due["match"])[0]
    assert record["hands"] == 1
    hidden = table_from(due["match"]).sitting.hand.hand_of(1)
    assert str(hidden) not in record["record"]  # the hand in play is not told
    again = ask("match_open", text=record["record"])[-1]
    assert table_from(again["match"]).match.state == table_from(due["match"]).match.state
    assert again["match"]["hands"][0] == due["match"]["hands"][0]


def test_only_practice_takes_back_and_a_trial_counts_for_nothing():
    dice = random.Random(4)
    events = begin()
    for _ in range(3):
        events = ask("match_answer", match=events[-1]["match"], answer=any_answer(events[-1], dice))
    with pytest.raises(HakemError, match="only practice takes back"):
        ask("match_undo", match=events[-1]["match"])
    due = play_on(events, dice)
    score = due["score"]
    again = ask("match_again", match=due["match"], seat=1)
    assert again[0]["trial"]
    assert again[0]["seat"] == 1
    assert again[0]["names"][1] == "you"
    played = ask("match_answer", match=again[-1]["match"], answer=any_answer(again[-1], dice))
    back = ask("match_undo", match=played[-1]["match"])
    assert back[-1]["match"] == again[-1]["match"]
    over = play_on(back, dice)
    assert over["score"] == score
    assert over["over"]["lines"][0].endswith("it counts for nothing.")
    after = ask("match_next", match=over["match"])
    assert after[0]["hand"] == 2
    assert "trial" not in after[-1]["match"]
    practice = begin(practice=True)
    moved = ask("match_answer", match=practice[-1]["match"], answer="S")
    assert ask("match_undo", match=moved[-1]["match"])[-1]["match"] == practice[-1]["match"]


def test_a_hint_has_a_reason_a_suit_and_a_card():
    due = begin()[-1]
    hint = ask("match_hint", match=due["match"])[0]
    assert len(hint["steps"]) == 2
    assert hint["answer"] in "SHDC"
    due = ask("match_answer", match=due["match"], answer=hint["answer"])[-1]
    hint = ask("match_hint", match=due["match"])[0]
    assert len(hint["steps"]) == 3
    assert hint["answer"] in due["legal"]
    assert hint["answer"][1] not in hint["steps"][1]


def test_what_no_match_is_gets_a_sentence(page):
    due = begin()[-1]
    match = due["match"]
    called = ask("match_answer", match=match, answer="S")[-1]["match"]
    bad = [None, [], {"seed": -1}, {"seed": "x"}, {"seed": 10**30}, {"person": 4}, {"person": 1.5},
           {"hands": "S"}, {"hands": [1]}, {"hands": ["SA SA"]}, {"hands": ["S", "S"]},
           {"hands": ["S " + "SA " * 60]}, {"hands": [""] * 1001}, {"player": "ghost"},
           {"player": "solver.base.errors:HakemError"}, {"variant": "two_hokm"},
           {"variant": "chess"},
           {"settings": ["kot"]}, {"settings": [3]}, {"settings": ["x=y"]}, {"scoring": "a.toml"},
           {"scoring": "../a.toml"}, {"target": 0}, {"practice": 1}, {"trial": 3},
           {"trial": {"seat": 0, "play": ""}}, {"trial": {"seat": 9, "play": 1}}]  # fmt: skip
    for change in bad:
        given = change if not isinstance(change, dict) else match | change
        assert page.refused("match_show", match=given)
    for answer in (None, "", "X", "SA SK", "ask", 3, "H"):
        assert page.refused("match_answer", match=called, answer=answer)
    assert page.refused("match_next", match=called)
    assert page.refused("match_again", match=called)
    assert page.refused("match_open", text='[Game "hokm"]\n')
    assert page.refused("match_new", match={"level": "genius"})
    over = play_on(begin(), random.Random(1))
    assert page.refused("match_answer", match=over["match"], answer="SA")
    assert page.refused("match_hint", match=over["match"])
    assert page.refused("match_again", match=over["match"], seat=7)


def test_what_the_page_may_choose(page):
    (about,) = page.ask("match_about")
    names = [game["name"] for game in about["games"]]
    assert "hokm" in names
    assert not {"two_hokm", "daba_rang"} & set(names)
    assert list(about["levels"]) == ["easy", "good", "best"]


@pytest.mark.parametrize("person", [0, 1])
def test_notes_speak_of_you_and_them(person):
    """After the first trick a kot is open for the side that won it, as the person says it."""
    dice = random.Random(3)
    events = begin(person=person)
    while not any(one.get("what") == "trick" for one in events):
        before = events[-1]["match"]
        events = ask("match_answer", match=before, answer=any_answer(events[-1], dice))
    first = next(one for one in events if one.get("what") == "trick")
    if sum(one.get("what") == "trick" for one in events) == 1:
        whose = "you" if first["seat"] % 2 == events[-1]["match"]["person"] % 2 else "them"
        assert events[-1]["notes"] == [f"a kot is open for {whose}"]
    assert "seat" not in " ".join(events[-1]["notes"])
