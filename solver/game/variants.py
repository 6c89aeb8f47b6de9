"""Variants: every game as a frozen record of its options, with aliases, sources and presets.

The options themselves stand in option_tables.py, the rules of play in rules.py. What a country or a
table makes of a game is in house_rules.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import partial
from itertools import pairwise
from typing import Any, Literal

from ..base.cards import FULL_PACK, PACK, Card, Hand, Suit
from ..base.drawn import Drawn
from ..base.errors import OptionError, VariantError, shown
from .option_tables import (
    BERANGA_DELAY,
    BERANGA_GOON,
    BERANGA_LEADER,
    CHOKRI_RULES,
    CLOCKWISE,
    COLLECTING,
    CONTINUE_FAIL,
    COUNTS,
    DABA_CAPTURE,
    DEALER_FOUR,
    DEHLA_RESULT,
    DEHLA_TRUMP,
    DIRECTION,
    DUMMY_CAPTURE,
    DUMMY_SCORE,
    DUMMY_WHO,
    HARD_STOP,
    HEAP_UNTIL_TRUMP,
    HIDDEN,
    KASIET,
    M1_FALLBACK,
    M1_SUIT,
    OVERTRUMP_DUTY,
    REMOVED_TWO,
    SATAT_EXEMPT,
    SEE_SECOND,
    SET_TRICK_ACTIVE,
    SOURCES,
    STOP_RULE,
    STREAK_NEEDS,
    THREE_TIE,
    TWO_DISCARDS,
    VOID_DUTY,
)
from .options import OptionSpec, Settings, Value, assignment, plain_text, show_value

__all__ = ["HOKM", "PRESETS", "PRESET_TEXTS", "VARIANTS", "Variant", "find_variant"]

Family = Literal[
    "plain",
    "satat",
    "kasiet",
    "heap",
    "tens",
    "beranga",
    "five_card_start",
    "hidden",
    "daba",
    "dummy",
    "three",
    "two",
    "chokri",
]


@dataclass(frozen=True, slots=True)
class Variant(Drawn):
    """A game: its name, its seats and cards, and the settings of all its options.

    name            as it is typed and shown, such as `double_sar`
    title           in words
    family          the kind of its rules, which all games of a kind share
    aliases         other names, in any spelling
    seats           players: 2, 3, 4 or 6
    cards_per_hand  cards of a full hand
    points          what a side counts: "tricks" or "tens"
    options         name -> the option; its values, default and source
    settings        name -> the value of that option
    text            the rules in a few sentences
    value_text      what the value of a solved hand means
    source          short names of the sources of the rules
    collecting      whether tricks go to a heap that two wins in a row collect, as in double sar
    sets_trump      whether trump is made in play, by the first card that does not follow suit
    hides_trump     whether the trump is hidden and works only after it has been shown
    wild_two        whether the 2 of hearts is the highest trump
    get             `get(option, default)`: its setting, or `default` where the game has none

    Two variants are equal when name and settings are equal.
    """

    name: str
    title: str = field(compare=False)
    family: Family = field(compare=False)
    aliases: tuple[str, ...] = field(compare=False)
    seats: int = field(compare=False)
    cards_per_hand: int = field(compare=False)
    points: Literal["tricks", "tens"] = field(compare=False)
    options: Mapping[str, OptionSpec] = field(compare=False, repr=False)
    settings: Settings = field(default_factory=Settings)
    text: str = field(default="", compare=False, repr=False)
    value_text: str = field(default="", compare=False, repr=False)
    source: str = field(default="", compare=False, repr=False)
    # Asked at every card that is played, so found once.
    collecting: bool = field(init=False, compare=False, repr=False)
    sets_trump: bool = field(init=False, compare=False, repr=False)
    hides_trump: bool = field(init=False, compare=False, repr=False)
    wild_two: bool = field(init=False, compare=False, repr=False)
    get: Callable[..., Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        found = partial(object.__setattr__, self)
        heaps = self.options.get("no_collect")
        name, value = (heaps and heaps.needs) or ("", None)
        found("collecting", heaps is not None and self.settings.get(name) == value)
        found("sets_trump", self.family in ("beranga", "five_card_start"))
        found("hides_trump", self.family in ("hidden", "daba"))
        found("wild_two", self.family in ("satat", "kasiet"))
        found("get", self.settings.get)

    def __getitem__(self, option: str) -> Any:
        """The setting of an option; KeyError when this game has no such option."""
        return self.settings[option]

    def with_options(self, /, **changes: object) -> Variant:
        """The same game with these options changed.

        Values may be given as text. Raises OptionError naming an option this game does not know,
        a value the option does not take, or settings that exclude each other.
        """
        base, settings = _BASES[self.name], dict(self.settings)
        method = next((v for k, v in changes.items() if plain_text(k) == "dehlatrump"), None)
        if method is not None and "dehla_trump" in settings:
            wanted = str(self.options["dehla_trump"].read(method))
            base = _BASES[_SWITCHES.get((self.name, wanted), self.name)]
            if base.name != self.name:
                # The other method of making trump is a separate variant, with its own options.
                kept = {name: v for name, v in settings.items() if name in base.options}
                settings = {**base.settings, **kept}
        for key, value in changes.items():
            spec = base._option(key)
            settings[spec.name] = spec.read(value)
        variant = _resolved(base, settings)
        faults = _contradictions(variant)
        if faults:
            raise OptionError(f"{variant.name}: {'; '.join(faults)}")
        return variant

    def set(self, *assignments: str) -> Variant:
        """The same game after these `name=value` texts; OptionError as in `with_options`."""
        return self.with_options(**dict(map(assignment, assignments)))

    def _option(self, key: str) -> OptionSpec:
        for spec in self.options.values():
            if spec.is_called(key):
                return spec
        known = ", ".join(self.options) or "none"
        raise OptionError(f"{self.name} has no option {shown(key)}: its options are {known}")

    @property
    def lays_down(self) -> bool:
        """Whether the caller makes trump by a card that he lays down."""
        return self.family == "kasiet" or self.hides_trump

    @property
    def deals_later(self) -> bool:
        """Whether five cards each are played first, the others being dealt once trump is made."""
        return self.family == "five_card_start"

    @property
    def draws(self) -> bool:
        """Whether the players draw their hands from a stock after the call."""
        return self.family == "two"

    @property
    def has_sides(self) -> bool:
        """Whether two sides play, or each for himself: then a hand has no class of its own."""
        return self.family != "three"

    @property
    def has_dummy(self) -> bool:
        """Whether one hand lies open and its partner plays it; every trick of a side counts."""
        return self.family == "dummy"

    @property
    def bids(self) -> bool:
        """Whether the caller is who bids most with thirteen cards."""
        return self.family == "daba"

    @property
    def first_bid(self) -> int | None:
        """The lowest bid, where the caller's side must take what it bid (7.3, 8.4), else None."""
        return {"daba": 7, "chokri": 5}.get(self.family)

    @property
    def half_loses(self) -> bool:
        """Whether half of an even number of tricks loses for the caller's side."""
        return self.family == "chokri"

    @property
    def calls_openly(self) -> bool:
        """Whether two sides play with a trump that is called openly before the lead."""
        return self.has_sides and not (self.lays_down or self.sets_trump)

    @property
    def plain(self) -> bool:
        """Whether this is single sar of four players, whatever its options."""
        return self.family == "plain"

    @property
    def pack(self) -> Hand:
        """The cards of the game: all 52, without the twos in chokri, without one among three."""
        out = sum(PACK[13 * suit].bit for suit in Suit) if self.family == "chokri" else 0
        if self.family == "three":
            out = Card.parse(self["removed_two"]).bit
        return Hand(FULL_PACK & ~out)

    @property
    def fixed_suits(self) -> tuple[Suit, ...]:
        """The suits that are not like the others: hearts where their 2 is the highest trump."""
        return (Suit.HEARTS,) if self.wild_two else ()

    @property
    def changed(self) -> dict[str, Value]:
        """The settings that differ from this game's defaults."""
        return {
            name: self.settings[name]
            for name, spec in self.options.items()
            if self.settings[name] != spec.default
        }

    @property
    def sources(self) -> dict[str, str]:
        """Short name -> full name of every source this game and its options refer to."""
        said = " ".join([self.source, *(spec.source for spec in self.options.values())])
        named = re.findall(r"[A-Z][A-Z0-9-]*", said)
        return {key: SOURCES[key] for key in SOURCES if key in named}

    @property
    def label(self) -> str:
        """The name of the preset with these settings, or of the game with the changed options."""
        for name, preset in PRESETS.items():
            if preset == self and preset.changed:
                return name
        words = [f"{name}={show_value(value)}" for name, value in self.changed.items()]
        return " ".join([self.name, *words])

    def plain_settings(self) -> dict[str, bool | int | str | list[int]]:
        """The settings for JSON; sets become sorted lists."""
        return {
            name: sorted(value) if isinstance(value, frozenset) else value
            for name, value in self.settings.items()
        }

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        if self.label in PRESETS or not self.changed:
            return f"find_variant({self.label!r})"
        options = (f"{name}={show_value(value)}" for name, value in self.changed.items())
        return f"find_variant({self.name!r}).set({', '.join(map(repr, options))})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Texts and option tables are the same in every process; only the settings are pickled.
        return _restore, (self.name, dict(self.settings))


def _restore(name: str, settings: dict[str, Value]) -> Variant:
    return _resolved(_BASES[name], settings)


def _resolved(base: Variant, settings: Mapping[str, Value]) -> Variant:
    """The game with exactly these settings, and `points` derived from them."""
    counts = settings.get("counts", base.points)
    return replace(
        base, settings=Settings(settings), points="tens" if counts == "tens" else "tricks"
    )


def _contradictions(variant: Variant) -> list[str]:
    """Faults of settings that are allowed by themselves but contradict each other."""
    faults = []
    for name in variant.changed:
        needs = variant.options[name].needs
        if needs is not None and variant.settings[needs[0]] != needs[1]:
            wanted = f"{needs[0]}={show_value(needs[1])}"
            faults.append(f"{name} means nothing without {wanted}")
    return faults


def _variant(
    name: str,
    title: str,
    family: Family,
    aliases: tuple[str, ...],
    options: tuple[OptionSpec, ...],
    *,
    seats: int = 4,
    cards: int = 13,
    points: Literal["tricks", "tens"] = "tricks",
    text: str,
    value_text: str,
    source: str,
) -> Variant:
    table = {spec.name: spec for spec in options}
    return Variant(
        name,
        title,
        family,
        aliases,
        seats,
        cards,
        points,
        Settings(table),
        Settings({spec.name: spec.default for spec in options}),
        text,
        value_text,
        source,
    )


def _needing(options: tuple[OptionSpec, ...], name: str, value: Value) -> tuple[OptionSpec, ...]:
    return tuple(replace(spec, needs=(name, value)) for spec in options)


def _with_default(
    options: tuple[OptionSpec, ...], name: str, value: Value
) -> tuple[OptionSpec, ...]:
    return tuple(replace(s, default=value) if s.name == name else s for s in options)


# Tricks after which nobody may collect, where trump is hidden and in BERANGA_GAMN.
_ENDS = frozenset({1, 2, 12})

# Variants --------------------------------------------------------------------------------------

_FOLLOW = (
    "Follow suit if you can, otherwise play any card; the highest trump or else the highest card "
    "of the led suit wins the trick and its winner leads."
)
_HEAP = (
    "Tricks go to a heap, which the player who wins two tricks in a row takes for his side; then "
    "he needs two more. The winner of the last trick takes what is left."
)

HOKM = _variant(
    "hokm",
    "Court Piece, single sar (Rang, Hokm, Troefcall)",
    "plain",
    ("court piece", "coat piece", "court pees", "coat pees", "kot pees", "kot piece", "cote piece",
     "court", "coat", "rang", "rung", "single sar", "single sir", "single rang", "single rung",
     "hokum", "hukum", "hukm", "hokm four", "four player hokm", "four player", "4 player", "hokm 4",
     "4 nafare", "hokm 4 nafare", "chahar nafare", "troefcall", "troef call",
     "troefkal", "troefkaal", "plain", "simple", "band rang khula", "rang khula", "khula rang",
     "حکم", "رنگ"),
    (STOP_RULE, CONTINUE_FAIL, VOID_DUTY, OVERTRUMP_DUTY, DIRECTION),
    text=f"The caller names trump from his first five cards and leads. {_FOLLOW} Seven tricks win "
    "the hand; the first seven are a kot.",
    value_text="tricks of the caller's side over the whole hand, all thirteen played; the class "
    "also tells who has the first seven, or all",
    source="W10, W25, PG-CP, GB-TC, BIA",
)  # fmt: skip

SATAT = _variant(
    "satat",
    "Satat (Mauritius)",
    "satat",
    ("satat mauritius", "mauritian court piece", "two of hearts", "sept sept"),
    (SATAT_EXEMPT, STOP_RULE, CONTINUE_FAIL, CLOCKWISE),
    text=f"{_FOLLOW} The 2 of hearts is the highest trump whatever the trump suit; it may be "
    "played to any trick, and its holder is never forced to play it.",
    value_text="tricks of the caller's side over the whole hand; hands are those after an exchange",
    source="W10, GB-SA",
)

TRUP_KASIET = _variant(
    "trup_kasiet",
    "Trup kasiet (satat with a hidden, working trump)",
    "kasiet",
    ("kasiet", "trup cachette", "trump kasiet", "trup kaset", "satat kasiet", "hidden satat"),
    (*KASIET, SATAT_EXEMPT, STOP_RULE, CONTINUE_FAIL, CLOCKWISE),
    text="Satat in which the caller makes trump by a card laid face down. Trump works from the "
    "first trick and the caller names each winner until the suit is known. When the 2 of hearts "
    "is played before that, those who play after it may play any card.",
    value_text="tricks of the caller's side over the whole hand; the solver knows the suit",
    source="W10",
)

DOUBLE_SAR = _variant(
    "double_sar",
    "Double sar",
    "heap",
    ("double sir", "double rang", "double rung", "double", "do sar", "dubal sar", "dabal sar",
     "double sar rang", "double court piece", "rang double sar"),
    (*COLLECTING, VOID_DUTY, OVERTRUMP_DUTY, DIRECTION),
    text=f"{_FOLLOW} {_HEAP}",
    value_text="tricks collected by the caller's side; a kot is all of them, a goon kot none",
    source="W10, W25, PG-CP, TASH, RUNG, FD",
)  # fmt: skip

DEHLA_PAKAD = _variant(
    "dehla_pakad",
    "Dehla pakad (catch the tens), trump announced",
    "tens",
    ("dehla", "dehla pakar", "dehla pakadh", "dahla pakad", "dehla pakkad", "das pakad",
     "catch the ten", "catch the tens", "mindikot", "mendikot", "mendicoat", "mindicoat",
     "mendhicot", "mindi coat", "mindi", "mendi", "dehla m2", "m2", "tens"),
    (DEHLA_TRUMP, DEHLA_RESULT, *COLLECTING, DEALER_FOUR, STREAK_NEEDS, VOID_DUTY, OVERTRUMP_DUTY,
     DIRECTION),
    points="tens",
    text=f"{_FOLLOW} {_HEAP} What counts is the tens in the tricks collected.",
    value_text="tens collected by the caller's side, 0 to 4; four are a kot",
    source="PG-DP, TASH, W25, CRP",
)  # fmt: skip

DEHLA_FIVE = _variant(
    "dehla_five_card",
    "Dehla pakad begun with five cards each",
    "five_card_start",
    ("dehla m1", "m1", "five card start", "dehla five", "five card dehla", "dehla pakad m1"),
    (replace(DEHLA_TRUMP, default="M1"), M1_FALLBACK, M1_SUIT, DEHLA_RESULT, *COLLECTING, COUNTS,
     DEALER_FOUR, STREAK_NEEDS, DIRECTION),
    points="tens",
    text="Five cards each and no trump: the first card off the suit led makes its suit trump, at "
    "once. After that trick the other eight cards are dealt. If all five tricks are followed, a "
    f"random card played so far makes trump. {_HEAP} Nobody collects before trump is made.",
    value_text="tens collected by the caller's side, with the later cards known to all; with a "
    "chance move, the mean over the suits. Nobody calls: ask `kot` with the first five cards",
    source="PG-DP, TASH, W10",
)  # fmt: skip

BERANGA = _variant(
    "beranga",
    "Be-ranga double sar (trump made in play)",
    "beranga",
    ("be ranga", "bay ranga", "bey ranga", "bilanga", "be rang", "blind rang", "blind rung",
     "beranga double sar", "be ranga double sar"),
    (SET_TRICK_ACTIVE, BERANGA_DELAY, *COLLECTING, BERANGA_LEADER, BERANGA_GOON, DIRECTION),
    text=f"No trump is called: the first card played off the suit led makes its suit trump. {_HEAP}"
    " Nobody collects before trump is made.",
    value_text="tricks collected by the side of seat 0; a kot is all of them. Nobody calls: ask "
    "`kot` without a trump",
    source="W10, W25, TASH, GAMN, BOT",
)  # fmt: skip

CUT_HUKUM = _variant(
    "cut_hukum",
    "Be-ranga single sar (cut hukum)",
    "beranga",
    ("cut hukm", "kat hukum", "katte hukum", "be ranga single sar", "single be ranga",
     "beranga single", "single beranga", "single sar be ranga", "be ranga single"),
    (SET_TRICK_ACTIVE, HEAP_UNTIL_TRUMP, STOP_RULE, CONTINUE_FAIL, BERANGA_LEADER, BERANGA_GOON,
     DIRECTION),
    text="No trump is called: the first card played off the suit led makes its suit trump. Every "
    "trick is taken at once.",
    value_text="tricks of the side of seat 0 over the whole hand. Nobody calls: ask `kot` without "
    "a trump",
    source="GAMN, TASH",
)  # fmt: skip

BAND_RANG = _variant(
    "band_rang",
    "Band rang (hidden trump), single sar",
    "hidden",
    ("hidden rang", "hidden rung", "hidden trump", "hidden", "band rung", "bund rang", "hide trump",
     "closed rang", "chupa rang", "chhupa rang", "band hukum"),
    (*HIDDEN, STOP_RULE, CONTINUE_FAIL, DIRECTION),
    text="The caller lays a card of the trump suit face down. A player who cannot follow may "
    "request it and must then trump if able; the caller may show it himself. Cards of the suit "
    "played before that are no trumps. It is shown before the last trick at the latest.",
    value_text="tricks of the caller's side over the whole hand; the solver knows the suit",
    source="PG-CP, TASH, RUNG",
)  # fmt: skip

BAND_RANG_DOUBLE = _variant(
    "band_rang_double",
    "Band rang (hidden trump) on double sar",
    "hidden",
    ("hidden rang double", "hidden rung double", "double hidden rung", "hidden double sar",
     "band rang double sar", "double band rang", "hidden rung double sar",
     "hidden rung on double sar", "band rang on double sar", "hidden trump double sar"),
    (*HIDDEN, *_with_default(COLLECTING, "no_collect", _ENDS), DIRECTION),
    text="Hidden trump on double sar: nobody collects unless the card that won the previous trick "
    "was played after the trump was shown; the caller shows it with his last card at the latest.",
    value_text="tricks collected by the caller's side; the solver knows the suit",
    source="TASH, PG-PK",
)  # fmt: skip

DABA_RANG = _variant(
    "daba_rang",
    "Daba rang (bids with a hidden trump)",
    "daba",
    ("daba rung", "dabba rang", "dabba rung", "daba", "bid rang"),
    (
        DABA_CAPTURE, *HIDDEN,
        *_needing(_with_default(COLLECTING, "no_collect", _ENDS), "daba_capture", "double"),
        DIRECTION,
    ),
    text="The highest bidder (seven to thirteen) hides trump as in band rang and leads; his side "
    "must take as many tricks as he bid.",
    value_text="the most tricks the bidder's side can take: it makes every bid up to that. `trump` "
    "compares the bids of thirteen cards",
    source="W25, SARB",
)  # fmt: skip

DUMMY_RANG = _variant(
    "dummy_rang",
    "Dummy rang (three players and an open hand)",
    "dummy",
    ("dummy", "dummy rung", "dummy court piece"),
    (DUMMY_CAPTURE, DUMMY_SCORE,
     *_needing(COLLECTING, "dummy_capture", "double"), DUMMY_WHO, DIRECTION),
    text=f"Double sar for three: the fourth hand lies open and is played by its partner. {_HEAP}",
    value_text="tricks collected by the side of seat 0; where each scores for himself, solve for "
    "one player against the others",
    source="W25, PG-PK",
)  # fmt: skip

THREE_HOKM = _variant(
    "three_hokm",
    "Hokm for three",
    "three",
    ("three player hokm", "three hokm", "hokm three", "three handed hokm", "three", "3 player hokm",
     "three player", "3 player", "hokm 3", "se nafare", "hokm se nafare", "3 nafare",
     "hokm 3 nafare"),
    (REMOVED_TWO, THREE_TIE, DIRECTION),
    seats=3,
    cards=17,
    text="A two is left out, 17 cards each, everyone for himself. Play stops when one player has "
    "more tricks than any other can still reach, or has taken the first seven.",
    value_text="tricks one player can force against the other two together; there is no single "
    "value of the hand, so `trump` and `kot` tell what the caller can force",
    source="W10, W25, WUM, HK-SRC",
)  # fmt: skip

TWO_HOKM = _variant(
    "two_hokm",
    "Hokm for two",
    "two",
    ("two player hokm", "two hokm", "hokm two", "two handed hokm", "two", "2 player hokm",
     "two player", "2 player", "hokm 2", "do nafare", "hokm do nafare", "2 nafare",
     "hokm 2 nafare"),
    (HARD_STOP, CONTINUE_FAIL, VOID_DUTY, OVERTRUMP_DUTY, TWO_DISCARDS, SEE_SECOND, DIRECTION),
    seats=2,
    text="Thirteen cards each, drawn from the stock; 26 cards stay out of play. Tricks of two "
    f"cards. {_FOLLOW} Seven tricks win.",
    value_text="tricks of the caller; `trump` and `kot` solve the discards and the draw from five "
    "cards, with an open stock",
    source="W25, ZH, W10",
)  # fmt: skip

CHOKRI = _variant(
    "chokri",
    "Chokri (six players)",
    "chokri",
    ("chakri", "chokree", "six player court piece", "six player rang", "six", "chokdi"),
    (CHOKRI_RULES, DIRECTION),
    seats=6,
    cards=8,
    text="Six players in two sides seated in turn, 48 cards without the twos, eight each. "
    f"{_FOLLOW} The caller's side must make its bid, or five of the eight tricks.",
    value_text="tricks of the caller's side: it makes every bid up to that",
    source="CHK, W25",
)

VARIANTS: tuple[Variant, ...] = (
    HOKM, SATAT, TRUP_KASIET, DOUBLE_SAR, DEHLA_PAKAD, DEHLA_FIVE, BERANGA, CUT_HUKUM, BAND_RANG,
    BAND_RANG_DOUBLE, DABA_RANG, DUMMY_RANG, THREE_HOKM, TWO_HOKM, CHOKRI,
)  # fmt: skip
"""Every game, with its default settings."""

_BASES = {variant.name: variant for variant in VARIANTS}
_SWITCHES = {
    ("dehla_pakad", "M1"): "dehla_five_card",
    ("dehla_five_card", "M2"): "dehla_pakad",
}

PRESETS: dict[str, Variant] = {
    "iran": HOKM.with_options(stop_rule="hard7"),
    "netherlands": HOKM.with_options(continue_fail="simple_win", direction="cw"),
    "DS_PLAIN": DOUBLE_SAR,
    "DS_PK3": DOUBLE_SAR.with_options(no_collect={2}),
    "DS_PK5": DOUBLE_SAR.with_options(no_collect={2, 3, 4}),
    "DS_HARD": DOUBLE_SAR.with_options(no_collect={2, 12}, ace_rule="block"),
    "BERANGA_GAMN": BERANGA.with_options(
        no_collect=_ENDS, ace_rule="block", beranga_leader="holder_of_2C"
    ),
}
"""Games with named settings; `find_variant` finds them as well."""

PRESET_TEXTS: dict[str, str] = {
    "iran": "play ends at a side's seventh trick",
    "netherlands": "clockwise; a side at 7-0 that goes on and loses a trick has a simple win",
    "DS_PLAIN": "double sar without any limit on collecting",
    "DS_PK3": "the usual game in Pakistan: nobody collects at trick 2",
    "DS_PK5": "nobody collects at tricks 2 to 4, so that the first heap has five tricks",
    "DS_HARD": "nobody collects at tricks 2 and 12, nor by two aces in a row",
    "BERANGA_GAMN": "nobody collects at tricks 1, 2 and 12, nor by two aces in a row; the 2 of "
    "clubs leads",
}
"""What each preset changes, in one line."""

PRESET_ALIASES = {
    "hokm iran": "iran",
    "hokm irani": "iran",
    "suriname": "netherlands",
    "nederland": "netherlands",
    "three round sar": "DS_PK3",
    "3 round sar": "DS_PK3",
    "pakistani double sar": "DS_PK3",
    "five round sar": "DS_PK5",
    "5 round sar": "DS_PK5",
    "hard double sar": "DS_HARD",
    "gamenite": "BERANGA_GAMN",
}


def find_variant(text: str | Variant) -> Variant:
    """The game meant by a name, alias or preset in any spelling.

    Raises VariantError, with the nearest known name, when there is none.
    """
    if isinstance(text, Variant):
        return text
    if not isinstance(text, str):
        raise VariantError(f"{shown(text)} names no variant: expected a text such as hokm")
    wanted = plain_text(text)
    if wanted in SPELLINGS:
        return SPELLINGS[wanted][1]
    near = nearest(text, SPELLINGS)
    hint = f"did you mean {near}?" if near else "known are " + ", ".join(_BASES)
    raise VariantError(f"there is no variant {shown(text)}: {hint}")


def nearest(text: str, names: Mapping[str, tuple[str, Variant]]) -> str | None:
    """The name that is spelled most like this text, the first of equals; None where none is near.

    `names`: plain spelling -> the name and its game. Where the text tells a number of players, as
    in `hokm 2 nafare`, only games of so many are meant.
    """
    wanted, players = plain_text(text), _players_in(text)
    near, best = 0.7, None
    for plain, (name, variant) in names.items():
        likeness = SequenceMatcher(None, wanted, plain).ratio()
        if likeness > near and players in (None, variant.seats):
            near, best = likeness, name
    return best


_NUMBERS = {
    2: ("2", "two", "do", "dou", "twee"),
    3: ("3", "three", "se", "teen", "drie"),
    4: ("4", "four", "chahar", "char", "vier"),
    6: ("6", "six", "shesh", "chhe", "zes"),
}


def _players_in(text: str) -> int | None:
    """The number of players that a name tells; rounds, as in `3 round sar`, are none."""
    words = re.findall(r"[0-9]+|[^\W\d_]+", text.casefold())
    for word, after in pairwise([*words, ""]):
        for number, spelled in _NUMBERS.items():
            if word in spelled and not after.startswith("round"):
                return number
    return None


def _by_spelling() -> dict[str, tuple[str, Variant]]:
    found: dict[str, tuple[str, Variant]] = {}
    for variant in VARIANTS:
        for name in (variant.name, variant.title, *variant.aliases):
            found.setdefault(plain_text(name), (name, variant))
    for name, preset in PRESETS.items():
        found.setdefault(plain_text(name), (name, preset))
    for name, target in PRESET_ALIASES.items():
        found.setdefault(plain_text(name), (name, PRESETS[target]))
    return found


SPELLINGS: Mapping[str, tuple[str, Variant]] = _by_spelling()
"""Every name of a game: its plain spelling, as it is written, and the game."""
