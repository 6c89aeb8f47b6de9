"""The table of games: spellings, options, presets, refusals."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.base.errors import HakemError, OptionError, VariantError
from solver.game.house_rules import HOUSES, call_scoring, find_house, find_rules
from solver.game.option_tables import HOUSE_OPTIONS
from solver.game.options import OptionSpec, plain_text, show_value
from solver.game.scoring import find_scoring
from solver.game.variants import (
    HOKM,
    PRESET_TEXTS,
    PRESETS,
    SOURCES,
    SPELLINGS,
    VARIANTS,
    Variant,
    find_variant,
)

OPTIONS = [
    pytest.param(variant, spec, id=f"{variant.name} {spec.name}")
    for variant in VARIANTS
    for spec in variant.options.values()
]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("hokm", "hokm"), ("Court Piece", "hokm"), ("RANG", "hokm"), ("Troef-Call", "hokm"),
        ("single sar", "hokm"), ("حکم", "hokm"), ("Satat", "satat"), ("Trup Kasiet", "trup_kasiet"),
        ("double-sar", "double_sar"), ("Double Sir", "double_sar"), ("dehla", "dehla_pakad"),
        ("Dehla Pakad", "dehla_pakad"), ("be-ranga", "beranga"), ("Be Ranga", "beranga"),
        ("bilanga", "beranga"), ("cut hukum", "cut_hukum"), ("hidden rung", "band_rang"),
        ("band rang", "band_rang"), ("hidden", "band_rang"), ("daba-rang", "daba_rang"),
        ("dummy", "dummy_rang"), ("three", "three_hokm"), ("Hokm for three", "three_hokm"),
        ("two player hokm", "two_hokm"), ("chakri", "chokri"), ("DS_PLAIN", "double_sar"),
        ("ds pk3", "double_sar"), ("Iran", "hokm"), ("COAT", "hokm"), ("Rung", "hokm"),
        ("Hukm", "hokm"), ("double rang", "double_sar"), ("do sar", "double_sar"),
        ("3-round sar", "double_sar"), ("5-round sar", "double_sar"), ("blind rang", "beranga"),
        ("Single-sar be-ranga", "cut_hukum"), ("kat hukum", "cut_hukum"),
        ("hide trump", "band_rang"), ("hidden rung on double sar", "band_rang_double"),
        ("M1", "dehla_five_card"), ("M2", "dehla_pakad"), ("Mendikot", "dehla_pakad"),
        ("catch the tens", "dehla_pakad"), ("2 player Hokm", "two_hokm"),
        ("dummy rang", "dummy_rang"), ("Dabba Rung", "daba_rang"), ("trup cachette", "trup_kasiet"),
        ("Mauritian court piece", "satat"), ("six player rang", "chokri"),
    ],
)  # fmt: skip
def test_any_spelling_is_found(text: str, name: str) -> None:
    assert find_variant(text).name == name


def test_spellings_lead_to_one_game_each() -> None:
    seen: dict[str, str] = {}
    for variant in VARIANTS:
        for alias in (variant.name, variant.title, *variant.aliases):
            assert seen.setdefault(plain_text(alias), variant.name) == variant.name
            assert find_variant(alias.upper()) == variant
    for name, preset in PRESETS.items():
        assert plain_text(name) not in seen
        assert find_variant(name.lower()) == preset


@pytest.mark.parametrize(
    ("text", "hint"),
    [("hokn", "did you mean hokm"), ("doubel sar", "did you mean double_sar"), ("", "known are"),
     ("poker texas holdem", "known are"), (7, "expected a text")],
)  # fmt: skip
def test_unknown_games(text: Any, hint: str) -> None:
    with pytest.raises(VariantError, match=hint):
        find_variant(text)


@settings(max_examples=40)
@given(st.text())
def test_any_name_is_found_or_refused(text: str) -> None:
    try:
        variant = find_variant(text)
    except HakemError as refusal:
        assert "\n" not in str(refusal)  # noqa: PT017
    else:
        assert variant in (*VARIANTS, *PRESETS.values())


def test_presets_are_those_of_the_rules() -> None:
    assert PRESETS["DS_PLAIN"] == find_variant("double sar")
    assert PRESETS["DS_PK3"]["no_collect"] == {2}
    assert PRESETS["DS_PK5"]["no_collect"] == {2, 3, 4}
    assert PRESETS["DS_HARD"]["no_collect"] == {2, 12}
    assert PRESETS["DS_HARD"]["ace_rule"] == "block"
    assert PRESETS["iran"]["stop_rule"] == "hard7"
    assert PRESETS["DS_PK3"].label == str(PRESETS["DS_PK3"]) == "DS_PK3"
    assert find_variant("double sar").label == "double_sar"
    assert HOKM.with_options(void_duty="must_trump").label == "hokm void_duty=must_trump"


@pytest.mark.parametrize(("variant", "spec"), OPTIONS)
def test_every_option_has_its_words_and_reads_them_back(variant: Variant, spec: OptionSpec) -> None:
    assert spec.text
    assert spec.source
    assert spec.expected
    assert variant.settings[spec.name] == spec.default
    assert spec.read(spec.default) == spec.default
    values = [frozenset({2}), frozenset(range(1, 13)), frozenset()] if spec.many else spec.values
    for value in values:
        assert spec.read(value) == value
        assert spec.read(show_value(value)) == value
        assert spec.read(show_value(value).upper()) == value
        needed = dict([spec.needs]) if spec.needs else {}
        changed = variant.with_options(**{spec.name: value}, **needed)
        assert changed[spec.name] == value
        assert pickle.loads(pickle.dumps(changed)) == changed
        assert hash(changed) == hash(pickle.loads(pickle.dumps(changed)))
        assert set(changed.plain_settings()) == set(changed.options)
    for wrong in ("nonsense", 99, None, 1.5, [99], "99", "-1", "2;;x"):
        with pytest.raises(OptionError, match=f"option {spec.name} cannot be .*: expected"):
            spec.read(wrong)


def test_options_by_text() -> None:
    variant = find_variant("double sar").set("no_collect = {2, 12}", "Ace-Rule=BLOCK")
    assert variant == PRESETS["DS_HARD"]
    assert variant.set("no_collect=none", "ace_rule=off") == PRESETS["DS_PLAIN"]
    assert variant.with_options(no_collect=[12, 2]) == variant
    assert variant.with_options(no_collect=2)["no_collect"] == {2}
    assert variant.plain_settings()["no_collect"] == [2, 12]
    assert find_variant("satat").set("satat_exempt=no")["satat_exempt"] is False
    assert variant.get("unheard of", 3) == 3


@pytest.mark.parametrize(
    ("name", "assignments", "words"),
    [
        ("hokm", ["no_collect=2"], ["hokm has no option 'no_collect'", "stop_rule"]),
        ("hokm", ["stop_rule=never"], ["stop_rule cannot be 'never'", "may_continue or hard7"]),
        ("hokm", ["stop_rule"], ["'stop_rule' sets nothing", "expected option=value"]),
        ("hokm", ["=hard7"], ["sets nothing"]),
        ("hokm", ["stop_rule=hard7", "continue_fail=simple_win"],
         ["hokm: continue_fail means nothing without stop_rule=may_continue"]),
        ("double_sar", ["no_collect=13"], ["no_collect cannot be '13'", "from 1 to 12"]),
        ("double_sar", ["no_collect=0"], ["no_collect cannot be '0'"]),
        ("dummy", ["dummy_capture=single", "ace_rule=block", "first_streak=3"],
         ["ace_rule means nothing without dummy_capture=double", "first_streak means nothing"]),
        ("daba", ["no_collect=2"], ["no_collect means nothing without daba_capture=double"]),
        ("dehla m1", ["given_suit=H"], ["given_suit means nothing without m1_fallback=given_suit"]),
    ],
)  # fmt: skip
def test_refused_options(name: str, assignments: list[str], words: list[str]) -> None:
    with pytest.raises(OptionError) as refusal:
        find_variant(name).set(*assignments)
    for word in words:
        assert word in str(refusal.value)


def test_the_other_way_of_making_trump_is_the_other_game() -> None:
    five = find_variant("dehla").set("dehla_trump=M1", "no_collect=2")
    assert five.name == "dehla_five_card"
    assert five["no_collect"] == {2}
    assert five.set("dehla_trump=M2") == find_variant("dehla").set("no_collect=2")
    assert find_variant("dehla").set("dehla_trump=M1", "m1_fallback=given_suit")["m1_fallback"] == (
        "given_suit"
    )


def test_what_is_counted_follows_the_setting() -> None:
    assert find_variant("dehla m1").points == "tens"
    tricks = find_variant("dehla m1").set("counts=tricks")
    assert tricks.points == "tricks"
    assert pickle.loads(pickle.dumps(tricks)).points == "tricks"
    assert tricks.set("counts=tens").points == "tens"


def test_families_know_how_they_collect_and_make_trump() -> None:
    assert [v.name for v in VARIANTS if v.collecting] == [
        "double_sar", "dehla_pakad", "dehla_five_card", "beranga", "band_rang_double", "dummy_rang",
    ]  # fmt: skip
    assert find_variant("daba").set("daba_capture=double").collecting
    assert not find_variant("dummy").set("dummy_capture=single").collecting
    assert [v.name for v in VARIANTS if v.sets_trump] == ["dehla_five_card", "beranga", "cut_hukum"]
    assert [v.name for v in VARIANTS if v.hides_trump] == [
        "band_rang", "band_rang_double", "daba_rang",
    ]  # fmt: skip
    assert [v.name for v in VARIANTS if v.wild_two] == ["satat", "trup_kasiet"]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_game_explains_itself(variant: Variant) -> None:
    assert variant.title
    assert variant.text.endswith(".")
    assert variant.value_text
    assert variant.source
    assert len(variant.aliases) >= 3
    assert variant.seats * variant.cards_per_hand <= 52
    assert variant.changed == {}
    for text in (variant.source, *(spec.source for spec in variant.options.values())):
        for key in re.findall(r"\b[A-Z][A-Z0-9-]+\b", text):
            assert key in {*SOURCES, "MI-09", "NL"}, key


def test_an_option_stands_once() -> None:
    """A game may have its own default and condition; all else is the same wherever it is named."""
    known: dict[str, OptionSpec] = {}
    for spec in (*HOUSE_OPTIONS, *(spec for v in VARIANTS for spec in v.options.values())):
        plain = replace(spec, default=spec.values[0], needs=None)
        assert known.setdefault(spec.name, plain) == plain
    assert len({option.name for option in HOUSE_OPTIONS}) == len(HOUSE_OPTIONS)
    assert {spec.scope for spec in known.values()} == {"play", "deal", "table", "score"}
    assert not any(spec.scope == "table" for v in VARIANTS for spec in v.options.values())


def test_a_house_is_applied_where_its_options_mean_something() -> None:
    dutch = find_house("netherlands")
    assert dutch.applied_to(find_variant("hokm")) == find_variant("netherlands")
    assert dutch.applied_to(find_variant("two")).changed == {"direction": "cw"}
    assert find_house("iran").applied_to(find_variant("hokm")) == find_variant("iran")
    with pytest.raises(OptionError, match="continue_fail means nothing without"):
        find_house("iran").applied_to(find_variant("netherlands"))


def test_numbers_of_an_option_are_read_within_their_range() -> None:
    house = find_house("points")
    assert house.set("goon_value=7", "redeal_first5_limit = 0")["goon_value"] == 7
    assert house.set("dealer-rotation-nl=every hand")["rotation"] == "every_hand"
    for text in ("goon_value=0", "goon_value=-3", "goon_value=1e3", "goon_value=9999999999"):
        with pytest.raises(OptionError, match="expected a number from 1 to 99"):
            house.set(text)
    with pytest.raises(OptionError, match="did you mean goon_value"):
        house.set("goon_valu=3")


@pytest.mark.parametrize(
    ("name", "house", "game", "scoring"),
    [
        ("hokm", "iran", "hokm", "ir"),
        ("iran", "iran", "iran", "ir"),
        ("Rung", "india-pakistan", "hokm", "inpk"),
        ("cote piece", "india-pakistan", "hokm", "inpk"),
        ("rang khula", "india-pakistan", "hokm", "inpk"),
        ("troefcall", "netherlands", "netherlands", "nl"),
        ("satat", "satat", "satat", "inpk"),
        ("double_sar", "double-sar", "double_sar", "double_sar"),
        ("pakistani double sar", "double-sar", "DS_PK3", "double_sar"),
        ("Mendicoat", "dehla", "dehla_pakad", "dehla"),
        ("mindi", "dehla", "dehla_pakad", "dehla"),
        ("two", "two", "two_hokm", "ir"),
        ("dummy", "dummy", "dummy_rang", "double_sar"),
        ("chokri", "chokri", "chokri", "chokri_majority"),
    ],
)
def test_a_name_means_a_house_and_a_game(name: str, house: str, game: str, scoring: str) -> None:
    found, variant = find_rules(name)
    assert (found.name, variant.label) == (house, game)
    judged = call_scoring(found)
    assert judged.name == scoring
    assert judged.by_class
    assert not judged.goon_from_house


@pytest.mark.parametrize(
    ("name", "scoring", "house"),
    [
        ("hokm", None, "iran"),
        ("hokm", "nl", "netherlands"),
        ("hokm", "inpk", "india-pakistan"),
        ("hokm", "double_sar", "iran"),
        ("band_rang", "inpk", "india-pakistan"),
        ("iran", "nl", "iran"),
        ("satat", "nl", "satat"),
    ],
)
def test_the_house_follows_the_scoring_where_only_a_game_is_named(name, scoring, house) -> None:
    found = find_rules(name, None if scoring is None else find_scoring(scoring))[0]
    assert found.name == house


def test_every_name_of_a_game_or_house_is_found() -> None:
    for plain, (written, _) in SPELLINGS.items():
        assert find_rules(written)[1] == find_rules(plain)[1]
    for house in HOUSES:
        assert find_rules(house.name)[0] == house
        assert find_variant(house.game).seats == find_rules(house.title)[1].seats


def test_every_preset_is_explained() -> None:
    assert PRESET_TEXTS.keys() == PRESETS.keys()


def test_the_facts_of_a_game_are_those_of_the_rules() -> None:
    def games(fact: str) -> set[str]:
        return {game.name for game in VARIANTS if getattr(game, fact)}

    every = {game.name for game in VARIANTS}
    assert every - games("has_sides") == {"three_hokm"}
    assert games("lays_down") == {"trup_kasiet", "band_rang", "band_rang_double", "daba_rang"}
    assert games("sets_trump") == every - games("calls_openly") - games("lays_down") - {
        "three_hokm"
    }
    assert games("plain") == {"hokm"}
    assert {game.name: len(game.pack) for game in VARIANTS if len(game.pack) < 52} == {
        "chokri": 48,
        "three_hokm": 51,
    }
    for fact, name in (("draws", "two_hokm"), ("has_dummy", "dummy_rang"), ("bids", "daba_rang")):
        assert games(fact) == {name}
    assert {game.name: game.first_bid for game in VARIANTS if game.first_bid} == {
        "daba_rang": 7,
        "chokri": 5,
    }
