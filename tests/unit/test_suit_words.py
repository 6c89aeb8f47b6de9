"""Suits by name in the languages of the game: read, unique, shown in the documents as they are."""

import json
import unicodedata

import pytest
from conftest import ROOT

from solver.base.cards import Suit
from solver.base.errors import CardError
from solver.base.suit_words import SUIT_WORDS, suit_named

WORDS = [
    (word, suit)
    for words in SUIT_WORDS.values()
    for suit, several in zip(Suit, words, strict=True)
    for word in several.split()
]


@pytest.mark.parametrize(("word", "suit"), WORDS)
def test_a_word_names_its_suit(word, suit):
    for form in ("NFC", "NFD"):
        assert Suit.parse(unicodedata.normalize(form, f" {word.title()} ")) is suit


def test_no_word_names_two_suits():
    found = {}
    for word, suit in WORDS:
        assert found.setdefault(word, suit) is suit


@pytest.mark.parametrize(
    ("text", "suit"),
    [("خال پیک", Suit.SPADES), ("اینٹ کا پتہ", Suit.DIAMONDS), ("पान का पत्ता", Suit.HEARTS),
     ("پيك", Suit.SPADES), ("SCHOPPEN", Suit.SPADES)],
)  # fmt: skip
def test_words_as_they_are_typed(text, suit):
    assert Suit.parse(text) is suit


@pytest.mark.parametrize("text", ["کا پتہ", "خال", "schop", "dil", "پ"])
def test_what_names_no_suit_is_refused(text):
    assert suit_named(text) is None
    with pytest.raises(CardError, match="names no suit"):
        Suit.parse(text)


def test_the_how_to_shows_the_same_words():
    text = (ROOT / "docs" / "howto.md").read_text(encoding="utf-8")
    for language, words in SUIT_WORDS.items():
        row = " | ".join(several.replace(" ", ", ") for several in words)
        assert f"| {language} | {row} |" in text


def test_the_command_takes_a_trump_in_any_of_them(hakem):
    deal = "0:AK..2. ..A.32 .AKQ.. Q.J.K."
    for word in ("harten", "دل", "پان", "पान"):
        assert json.loads(hakem("solve", "-t", word, deal, "--json").out)["trump"] == "H"
