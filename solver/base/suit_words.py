"""The four suits by name in the languages of the game, besides English.

Source: Unicode CLDR, the annotations of the signs ♠ ♥ ♦ ♣ in Dutch, Persian, Urdu and Hindi
(cldr-annotations-full, 2025-12); docs/howto.md shows them. The words for `card` and `card of`
beside them are read over. Urdu *hukm* is the suit of spades; as the name of a game it is read
elsewhere.
"""

from __future__ import annotations

import re
from unicodedata import normalize

__all__ = ["SUIT_WORDS", "suit_named"]

SUIT_WORDS = {
    "Dutch": ("schoppen", "harten hart", "ruiten ruit", "klaveren klaver"),
    "Persian": ("پیک", "دل", "خشت", "گشنیز"),
    "Urdu": ("حکم کالی", "پان", "اینٹ", "چڑیا پھول"),
    "Hindi": ("हुकुम", "पान पाँन", "ईंट", "चिड़िया"),
}
"""The words for spades, hearts, diamonds and clubs, the usual one first, by language."""
_OVER = re.compile(r"^خال\s+|\s+کا پتہ$|\s+का पत्ता$")
"""`khal` before a Persian suit, `ka patta` behind an Urdu or Hindi one: the card of."""
_ARABIC = str.maketrans("يك", "یک")
"""Letters of Arabic keyboards as Persian and Urdu have them."""


def _plain(word: str) -> str:
    return normalize("NFC", word.translate(_ARABIC)).casefold()


_SUITS = {
    _plain(word): suit
    for words in SUIT_WORDS.values()
    for suit, several in enumerate(words)
    for word in several.split()
}


def suit_named(word: str) -> int | None:
    """The suit (0 to 3: spades, hearts, diamonds, clubs) that this word names; None for none."""
    return _SUITS.get(_plain(_OVER.sub("", word.strip().translate(_ARABIC))))
