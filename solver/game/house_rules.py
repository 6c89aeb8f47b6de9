"""House rules: every option around the play, with its values and default.

The names are those of docs/rules.md. None of these options affects the search; those that do are in
`variants.py`. A `House` is a preset (Iran, Netherlands ...) with the value of every option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import OptionError
from .variants import Settings

Setting = str | int | bool


@dataclass(frozen=True, slots=True)
class HouseOption:
    """One option: its name, the values it may take, its default, its source and one line of text.

    Besides `values`, any whole number from `low` to `high` is allowed (none when `high` < `low`).
    `source` is the section of docs/rules.md.
    """

    name: str
    values: tuple[Setting, ...]
    default: Setting
    source: str
    text: str
    low: int = 0
    high: int = -1

    def parse(self, text: str | int | bool) -> Setting:
        """The value meant by `text`; OptionError names the option and what it may be."""
        for value in self.values:
            if type(value) is type(text) and value == text:
                return value
        word = str(text).strip().lower()
        for value in self.values:
            if str(value).lower() == word:
                return value
        if any(isinstance(value, bool) for value in self.values):
            if word in ("yes", "true", "on", "1"):
                return True
            if word in ("no", "false", "off", "0"):
                return False
        digits = word[1:] if word[:1] == "-" else word
        whole = digits.isascii() and digits.isdigit() and len(digits) < 9
        if whole and self.low <= int(word) <= self.high:
            return int(word)
        allowed = ", ".join(str(value).lower() for value in self.values)
        if self.high >= self.low:
            allowed += f" or a number from {self.low} to {self.high}"
        raise OptionError(f"option {self.name} may be {allowed}, not {str(text)!r}")


def _option(
    name: str, values: tuple[Setting, ...], source: str, text: str, low: int = 0, high: int = -1
) -> HouseOption:
    return HouseOption(name, values, values[0], source, text, low, high)


YES_NO = (True, False)
NO_YES = (False, True)

HOUSE_OPTIONS: tuple[HouseOption, ...] = (
    # the deal and the call (rules.md 1.1, 1.2, 1.5, 1.9)
    _option("direction", ("ccw", "cw"), "1.2", "direction of play at the table"),
    _option(
        "deal_batches",
        ("5-4-4", "5-4-2-2", "5-3-3-2", "5-4-4-4", "5-3", "13", "5"),
        "1.1",
        "how many cards each seat gets at a time",
    ),
    _option("caller_first", NO_YES, "1.1", "only the caller gets the first batch before the call"),
    _option(
        "first_caller", ("draw", "first_ace", "first_jack"), "1.9", "how the first caller is found"
    ),
    _option(
        "partners", ("fixed", "random_two_aces"), "1.5", "fixed partners, or found by two aces"
    ),
    _option(
        "turnup_trump", ("off", "caller_may_choose"), "1.5", "a later card of the caller decides"
    ),
    _option(
        "turnup_pool",
        ("second_batch", "last_batch", "any_of_8"),
        "1.5",
        "which of the caller's later cards may be turned up",
    ),
    _option("blind_from_five", NO_YES, "1.5", "a random card of the caller's own five decides"),
    _option("named_position", ("off", 7, 10), "1.5", "the caller names a card by its position"),
    _option(
        "redeal_first5",
        ("off", "no_KQJ", "no_AKQJ"),
        "1.5",
        "the caller may throw in five cards without these ranks",
    ),
    _option("redeal_first5_limit", (2,), "1.5", "redeals in a row before he must call", 0, 99),
    _option(
        "redeal_full13",
        ("off", "caller_no_KQJ", "any_player_no_court"),
        "1.5",
        "a full hand without these ranks may be thrown in",
    ),
    _option(
        "ace_is_court",
        ("by_rule", False, True),
        "1.5",
        "an ace saves a hand from being pictureless (by rule: NL no, under ten yes)",
    ),
    _option(
        "redeal_partner_no_trump",
        NO_YES,
        "1.5",
        "the caller's partner without a trump proposes a redeal, the caller must agree",
    ),
    _option(
        "redeal_trump_count", ("off", 7), "1.5", "anyone with so many trumps annuls the deal", 5, 13
    ),
    _option("challenge", NO_YES, "1.8", "a member of side B may change the trump"),
    _option("challenge_leader", ("caller", "challenger"), "1.8", "who leads after a challenge"),
    _option("challenge_target", ("first7", "any_run_of_7"), "1.8", "what the challenger must take"),
    _option("anti_kot_value", (1,), "1.8", "kots of a failed challenge", 0, 99),
    # stop, kot, rotation and score (1.6, 1.9, 1.10, 3.4, 4.3)
    _option(
        "continue_fail",
        ("keep_kot", "simple_win", "opponents_win"),
        "1.6",
        "a side at 7-0 goes on and loses a trick",
    ),
    _option(
        "who_may_stop",
        ("winner_of_trick_7", "either_partner"),
        "1.6",
        "who may stop at 7-0 without losing the kot",
    ),
    _option(
        "partner_stop",
        ("keep_kot", "simple_win"),
        "1.6",
        "what a kot is worth when the wrong partner stops the play",
    ),
    _option(
        "capitulate_early_is_baunie",
        NO_YES,
        "1.6",
        "resigning before both sides have a trick costs a bavney",
    ),
    _option(
        "rotation",
        ("winner_keeps", "every_hand"),
        "1.9 dealer_rotation_nl",
        "the call stays with the winner, or the deal moves every hand",
    ),
    _option("kot_swaps_partner", YES_NO, "1.9", "after a kot of the caller his partner calls"),
    _option("streak_kot_swaps", YES_NO, "1.9", "a kot by seven straight hands swaps too"),
    _option("goon_value", (1, 3, 10), "1.10, 3.4", "kots of a kot by the dealer's side", 1, 99),
    _option(
        "beranga_goon",
        ("dealer_side", "not_trump_setter_side"),
        "5",
        "whose kot counts as a goon where trump is made in play",
    ),
    _option(
        "dehla_result",
        ("pagat", "w25", "tricks_decide", "no_winner"),
        "4.3",
        "who wins with how many tens",
    ),
    _option(
        "dealer_four",
        ("gains_kot", "cancels_opponents_kot"),
        "4.3",
        "what four tens of the dealer's side do",
    ),
    # satat's exchange (2)
    _option("exchange", NO_YES, "2", "losers of a kot give cards in the next hand"),
    _option(
        "pass_which_trump",
        ("any_trump_of_choice", "lowest", "highest"),
        "2",
        "which trump a loser gives",
    ),
    _option("pass_highest_tie", ("choice",), "2", "which of equal highest cards is given"),
    _option(
        "void_check", ("before", "after"), "2", "the receiver's hand without or with the card got"
    ),
    # other tables (7.3, 8)
    _option("daba_bids", (7,), "7.3", "lowest bid", 1, 13),
    _option("daba_capture", ("single", "double"), "7.3", "how tricks are taken under daba"),
    _option("three_tie", ("third_wins", "no_score", "both"), "8.1", "two players tie on top"),
    _option("three_next", ("right", "winner_becomes"), "8.1", "the hakem after a lost hand"),
    _option("removed_two", ("C2", "D2", "H2", "S2"), "8.1", "the two left out for three players"),
    _option("two_discards", ("3_2", "3_3"), "8.2", "discards of the hakem and of the other"),
    _option("see_second", YES_NO, "8.2", "a draw shows the second card even when the first stays"),
    _option("dummy_who", ("rotate", "highest_bidder"), "8.3", "who plays with the dummy"),
    _option("dummy_score", ("side", "individual"), "8.3", "whose tricks a player scores"),
    _option("dummy_capture", ("double", "single"), "8.3", "how tricks are taken with a dummy"),
    _option("chokri", ("CHK", "majority"), "8.4", "bids from five up, or a plain majority"),
)

_BY_NAME = {option.name: option for option in HOUSE_OPTIONS}
_ALIASES = {"dealer_rotation_nl": "rotation"}


def find_option(name: str) -> HouseOption:
    """The option of that name; OptionError with the nearest name otherwise."""
    key = name.strip().lower().replace("-", "_")
    key = _ALIASES.get(key, key)
    if key in _BY_NAME:
        return _BY_NAME[key]
    from difflib import get_close_matches

    near = get_close_matches(key, _BY_NAME, 1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    raise OptionError(f"there is no house option {name.strip()!r}{hint}")


@dataclass(frozen=True, slots=True)
class House:
    """A set of house rules: the name of a preset and the value of every option.

    `house["goon_value"]` reads an option; `with_options` and `set` return a changed copy. `play`
    holds options of the variant that this house sets (such as `stop_rule`), `scoring` the name of
    its usual scoring.
    """

    name: str
    title: str
    game: str
    scoring: str
    settings: Mapping[str, Setting] = field(default_factory=dict)
    play: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        full: dict[str, Setting] = {option.name: option.default for option in HOUSE_OPTIONS}
        for name, value in self.settings.items():
            option = find_option(name)
            full[option.name] = option.parse(value)
        object.__setattr__(self, "settings", Settings(full))
        object.__setattr__(self, "play", Settings(self.play))

    def __getitem__(self, name: str) -> Any:
        return self.settings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.settings)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.settings.items())))

    def with_options(self, **options: Setting) -> House:
        """A copy with these options; OptionError names an unknown one or a wrong value."""
        changed = {find_option(name).name: value for name, value in options.items()}
        merged = {**self.settings, **changed}
        return House(self.name, self.title, self.game, self.scoring, merged, self.play)

    def set(self, text: str) -> House:
        """A copy with `name=value` applied."""
        name, sign, value = text.partition("=")
        if not sign:
            raise OptionError(f"an option is written name=value, not {text!r}")
        return self.with_options(**{find_option(name).name: value})

    def changed(self) -> dict[str, Setting]:
        """The settings that differ from the preset of that name; all if there is no such preset."""
        base = next((house.settings for house in HOUSES if house.name == self.name), {})
        return {
            name: value
            for name, value in self.settings.items()
            if name not in base or base[name] != value
        }

    def __str__(self) -> str:
        words = [f"{name}={str(value).lower()}" for name, value in self.changed().items()]
        return " ".join([self.name, *words])


_IR: dict[str, Setting] = {"kot_swaps_partner": False, "first_caller": "first_ace"}
_NL: dict[str, Setting] = {
    "kot_swaps_partner": False,
    "first_caller": "first_jack",
    "direction": "cw",
    "caller_first": True,
    "continue_fail": "simple_win",
    "partner_stop": "simple_win",
    "redeal_full13": "caller_no_KQJ",
    "capitulate_early_is_baunie": True,
}

HOUSES: tuple[House, ...] = (
    House("iran", "Hokm in Iran", "hokm", "ir", _IR, {"stop_rule": "hard7"}),
    House("netherlands", "Troefcall in the Netherlands and Suriname", "hokm", "nl", _NL),
    House("india-pakistan", "Rang in India and Pakistan", "hokm", "inpk"),
    House("points", "Court piece for points", "hokm", "points"),
    House(
        "satat",
        "Satat in Mauritius",
        "satat",
        "inpk",
        {
            "direction": "cw",
            "kot_swaps_partner": False,
            "turnup_trump": "caller_may_choose",
            "turnup_pool": "last_batch",
            "redeal_first5": "no_KQJ",
            "redeal_partner_no_trump": True,
            "exchange": True,
        },
    ),
    House("double-sar", "Double sar", "double-sar", "double_sar", {"goon_value": 3}),
    House("be-ranga", "Be-ranga double sar", "be-ranga", "double_sar", {"goon_value": 3}),
    House("dehla", "Dehla pakad", "dehla", "dehla"),
    House("three", "Hokm for three", "three", "three", {**_IR, "deal_batches": "5-4-4-4"}),
    House(
        "two",
        "Hokm for two",
        "two",
        "ir",
        {**_IR, "deal_batches": "5"},
        {"stop_rule": "hard7"},
    ),
    House("dummy", "Dummy rang", "double-sar", "dummy", {"goon_value": 3}),
    House("daba", "Daba rang", "daba", "daba", {"rotation": "every_hand"}),
    House(
        "chokri", "Chokri", "chokri", "chokri", {"rotation": "every_hand", "deal_batches": "5-3"}
    ),
)

_HOUSE_ALIASES = {
    "ir": "iran",
    "hokm": "iran",
    "nl": "netherlands",
    "troefcall": "netherlands",
    "suriname": "netherlands",
    "inpk": "india-pakistan",
    "rang": "india-pakistan",
    "rung": "india-pakistan",
    "india": "india-pakistan",
    "pakistan": "india-pakistan",
    "court piece": "india-pakistan",
    "mauritius": "satat",
    "double sir": "double-sar",
    "double rang": "double-sar",
    "beranga": "be-ranga",
    "bilanga": "be-ranga",
    "dehla pakad": "dehla",
    "chakri": "chokri",
}


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())


def find_house(text: str) -> House:
    """The preset of that name in any spelling; OptionError lists the presets otherwise."""
    word = _plain(text)
    word = _plain(_HOUSE_ALIASES.get(word, word))
    for house in HOUSES:
        if word in (_plain(house.name), _plain(house.title)):
            return house
    names = ", ".join(house.name for house in HOUSES)
    raise OptionError(f"there is no house {text.strip()!r}; known are {names}")
