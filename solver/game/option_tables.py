"""Every option of the games and of the table, as data: name, values, default, source, text.

Names, values and defaults are those of docs/rules.md. The options of the table (calls, redeals,
rotation) are put together for each country in house_rules.py, those of a game in variants.py. What
an option is stands in options.py; nothing here knows a rule.
"""

from __future__ import annotations

from dataclasses import replace

from .options import OptionSpec, Value

__all__ = ["HOUSE_OPTIONS", "SOURCES"]

SOURCES: dict[str, str] = {
    "W10": "English Wikipedia, Court piece, about 2010",
    "W25": "Wikipedia, Court piece, 2025",
    "PG-DP": "pagat.com, Dehla Pakad",
    "PG-CP": "pagat.com, Court Piece and Rang, through pages that quote it",
    "PG-PK": "pagat.com, card games in Pakistan",
    "GB-SA": "gambiter.com, Satat",
    "GB-TC": "gambiter.com, Troefcall",
    "TC-RB": "Troefcall Regelboek, a Dutch open-source rule book",
    "BIA": "biahokm.com, the rules of Hokm",
    "WUM": "wumbagic.com, Hokm",
    "ZH": "zhinam.github.io, Hokm for two",
    "HK-SRC": "an open-source Hokm engine for two, three and four",
    "ART": "the app Court Piece by Artoon",
    "FD": "the app My Rung by fdmania",
    "AB": "the app Rung by abubaker",
    "SARB": "sarbsukh.com, COAT and Hide Trump",
    "TASH": "TashZone, an open-source digest of rule pages",
    "RUNG": "an open-source register of rung rules",
    "GAMN": "Gamenite, an open-source app without a caller",
    "CHK": "an open-source chakri for six",
    "BOT": "an open-source bridge and court piece bot",
    "CRP": "cardrulesplus.com, Dehla Pakad",
}
"""The meaning of the short names in every `source`; "ours" marks a choice of this project."""


# Options ---------------------------------------------------------------------------------------

STOP_RULE = OptionSpec(
    "stop_rule",
    ("may_continue", "hard7"),
    "may_continue",
    "W10; hard7 in Iran: BIA, WUM",
    "a side standing at 7-0 may go on for all thirteen, or play ends at a side's seventh trick",
)
HARD_STOP = replace(STOP_RULE, default="hard7")
CONTINUE_FAIL = OptionSpec(
    "continue_fail",
    ("keep_kot", "simple_win", "opponents_win"),
    "keep_kot",
    "W10; NL: W10, TC-RB",
    "what a side that stood at 7-0, went on and lost a trick gets; the open-hand value never "
    "depends on it",
    needs=("stop_rule", "may_continue"),
)
VOID_DUTY = OptionSpec(
    "void_duty",
    ("none", "must_trump"),
    "none",
    "RUNG",
    "a player who cannot follow plays any card, or must play a trump if he has one",
)
OVERTRUMP_DUTY = OptionSpec(
    "overtrump_duty",
    ("off", "vs_opponent", "always"),
    "off",
    "RUNG",
    "a player who cannot follow and plays a trump must beat the trump winning so far if he can: "
    "never, when it is an opponent's, or always",
)
DIRECTION = OptionSpec(
    "direction",
    ("ccw", "cw"),
    "ccw",
    "W10; cw: GB-TC, GB-SA, SARB",
    "the direction of play; it matters only where seats are named by compass",
    "deal",
)
CLOCKWISE = replace(DIRECTION, default="cw")
SATAT_EXEMPT = OptionSpec(
    "satat_exempt",
    (True, False),
    True,
    "W10",
    "a player without another trump need not play the 2 of hearts when trumps are led",
)
KASIET = (
    OptionSpec(
        "kasiet_known",
        ("deduction", "first_ruff", "indicator_played"),
        "deduction",
        "W10, the reading ours",
        "when the suit counts as known: when the announced winners leave only one suit, after the "
        "first trick won by a ruff, or only when the indicator is played",
    ),
    OptionSpec(
        "kasiet_free_on_W",
        ("any", "led"),
        "any",
        "W10, W25; led: ours",
        "while the suit is unknown any card may be played after the 2 of hearts in its trick, or "
        "only where it was led",
    ),
    OptionSpec(
        "indicator_playable",
        ("yes", "after_known"),
        "yes",
        "ours",
        "the card that shows trump may be played at any time, or only once the suit is known",
    ),
)
COLLECTING = (
    OptionSpec(
        "no_collect",
        tuple(range(1, 13)),
        frozenset(),
        "W10, W25, PG-CP, FD, RUNG, TASH",
        "numbers of the tricks at whose end nobody may collect; {2} is the usual Pakistani game, "
        "the first heap then has three tricks",
        many=True,
    ),
    OptionSpec(
        "first_streak",
        (2, 3),
        2,
        "AB",
        "tricks in a row one player must win for the first collection of the hand",
    ),
    OptionSpec(
        "ace_rule",
        ("off", "block", "reset", "demote"),
        "off",
        "W10, PG-CP; ART; RUNG",
        "two tricks in a row won with aces by one player: they collect, they do not, the second "
        "win does not count, or an ace led right after winning with one ranks below the two",
    ),
    OptionSpec(
        "ace_trumps_count",
        (True, False),
        True,
        "not stated",
        "whether the ace of trumps is an ace for the ace rule; a hidden trump's ace is one of "
        "trumps, shown or not",
    ),
)
SET_TRICK_ACTIVE = OptionSpec(
    "set_trick_active",
    (True, False),
    True,
    "PG-DP, BOT; TASH leaves it open",
    "whether the card that makes trump is already a trump in its own trick",
)
BERANGA_DELAY = OptionSpec(
    "beranga_delay",
    (1, 0),
    1,
    "W10",
    "tricks after the one that made trump before anybody may collect; without effect while the "
    "setting card is a trump at once",
)
BERANGA_LEADER = OptionSpec(
    "beranga_leader",
    ("P0", "holder_of_2C"),
    "P0",
    "PG-CP; GAMN",
    "who leads the first trick: the player after the dealer, or who holds the 2 of clubs",
    "deal",
)
BERANGA_GOON = OptionSpec(
    "beranga_goon",
    ("dealer_side", "not_trump_setter_side"),
    "dealer_side",
    "W25; GAMN",
    "whose kot is the goon kot",
    "score",
)
HEAP_UNTIL_TRUMP = OptionSpec(
    "single_heap_until_trump",
    (False, True),
    False,
    "GAMN",
    "whether tricks lie in a heap until the trick that makes trump takes them all",
)
DEHLA_TRUMP = OptionSpec(
    "dehla_trump",
    ("M2", "M1"),
    "M2",
    "PG-DP",
    "trump is announced after five cards (M2), or made in play with five cards each (M1)",
)
DEHLA_RESULT = OptionSpec(
    "dehla_result",
    ("pagat", "w25", "tricks_decide", "no_winner"),
    "pagat",
    "TASH of PG-DP; W25; TASH MI-09; CRP",
    "who wins with two tens each (the caller's side, that side even with one ten, who has more "
    "tricks, or nobody)",
)
DEALER_FOUR = OptionSpec(
    "dealer_four",
    ("gains_kot", "cancels_opponents_kot"),
    "gains_kot",
    "TASH; W25",
    "what four tens of the dealer's side do to the score",
    "score",
)
STREAK_NEEDS = OptionSpec(
    "streak_needs",
    ("three_tens", "any_win"),
    "three_tens",
    "W10, W25; any_win: PG-DP, TASH",
    "the hands that count among the straight wins which make a kot: those won with three tens, or "
    "all; another win adds nothing and ends nothing of its own side",
    "score",
)
M1_FALLBACK = OptionSpec(
    "m1_fallback",
    ("chance", "given_suit"),
    "chance",
    "TASH of PG-DP",
    "trump when all five tricks were followed: the suit of a random card of the heap, or a suit "
    "given beforehand",
)
M1_SUIT = OptionSpec(
    "given_suit",
    ("S", "H", "D", "C"),
    "S",
    "ours",
    "the suit that is trump when all five tricks were followed",
    needs=("m1_fallback", "given_suit"),
)
COUNTS = OptionSpec(
    "counts",
    ("tens", "tricks"),
    "tens",
    "PG-DP; tricks: the same start played as double sar",
    "what a side collects: tens, or tricks",
)
HIDDEN = (
    OptionSpec(
        "may_ask",
        ("any_void", "opponents_only"),
        "any_void",
        "PG-CP, TASH; W25",
        "who may request the hidden trump when unable to follow; the caller always may",
    ),
    OptionSpec(
        "asker_must_trump",
        (True, False),
        True,
        "PG-CP, TASH",
        "whether a player who requested the trump must play one if able; the caller always must",
    ),
    OptionSpec(
        "activation",
        ("card_level", "whole_trick"),
        "card_level",
        "PG-CP, TASH",
        "cards of the trump suit played before it was shown are no trumps, or are trumps for the "
        "whole trick",
    ),
)
DABA_CAPTURE = OptionSpec(
    "daba_capture",
    ("single", "double"),
    "single",
    "W25",
    "every trick is taken at once, or only by two in a row",
)
DUMMY_CAPTURE = OptionSpec(
    "dummy_capture",
    ("double", "single"),
    "double",
    "W25; PG-PK",
    "tricks are taken by two in a row, or every trick at once",
)
DUMMY_SCORE = OptionSpec(
    "dummy_score",
    ("side", "individual"),
    "side",
    "W25",
    "each player scores the tricks of his side, or each defender those he took himself; such a "
    "hand is solved for one player against the others",
)
DUMMY_WHO = OptionSpec(
    "dummy_who",
    ("rotate", "highest_bidder"),
    "rotate",
    "W25; PG-PK",
    "who plays the dummy's cards",
    "deal",
)
REMOVED_TWO = OptionSpec(
    "removed_two", ("C2", "D2", "H2", "S2"), "C2", "ours", "the two that is left out of the pack"
)
THREE_TIE = OptionSpec(
    "three_tie",
    ("third_wins", "no_score", "both"),
    "third_wins",
    "HK-SRC",
    "who wins when two players share the most tricks",
)
TWO_DISCARDS = OptionSpec(
    "two_discards",
    ("3_2", "3_3"),
    "3_2",
    "W25, ZH; W10",
    "cards the caller and the other player lay away before the draw",
    "deal",
)
SEE_SECOND = OptionSpec(
    "see_second",
    (True, False),
    True,
    "W25, ZH; W10",
    "whether a draw that keeps its first card also looks at the second card and buries it",
    "deal",
)
CHOKRI_RULES = OptionSpec(
    "chokri",
    ("CHK", "majority"),
    "CHK",
    "CHK; majority is ours",
    "the caller's side must take as many tricks as it bid (five to eight), or the majority",
)


# Options of the table -------------------------------------------------------------------------


def _table(
    name: str,
    values: tuple[Value, ...],
    section: str,
    text: str,
    low: int = 0,
    high: int = -1,
    aliases: tuple[str, ...] = (),
) -> OptionSpec:
    """An option of the table; its default is the first value, its source docs/rules.md."""
    source = f"docs/rules.md {section}"
    return OptionSpec(
        name, values, values[0], source, text, "table", low=low, high=high, aliases=aliases
    )


_YES_NO = (True, False)
_NO_YES = (False, True)

HOUSE_OPTIONS: tuple[OptionSpec, ...] = (
    # the deal and the call (rules.md 1.1, 1.2, 1.5, 1.9)
    DIRECTION,
    _table(
        "deal_batches",
        ("5-4-4", "5-4-2-2", "5-3-3-2", "5-4-4-4", "5-3", "13", "5"),
        "1.1",
        "how many cards each seat gets at a time",
    ),
    _table("caller_first", _NO_YES, "1.1", "only the caller gets the first batch before the call"),
    _table(
        "first_caller", ("draw", "first_ace", "first_jack"), "1.9", "how the first caller is found"
    ),
    _table("partners", ("fixed", "random_two_aces"), "1.5", "fixed partners, or found by two aces"),
    _table(
        "turnup_trump", ("off", "caller_may_choose"), "1.5", "a later card of the caller decides"
    ),
    _table(
        "turnup_pool",
        ("second_batch", "last_batch", "any_of_8"),
        "1.5",
        "which of the caller's later cards may be turned up",
    ),
    _table("blind_from_five", _NO_YES, "1.5", "a random card of the caller's own five decides"),
    _table("named_position", ("off", 7, 10), "1.5", "the caller names a card by its position"),
    _table(
        "redeal_first5",
        ("off", "no_KQJ", "no_AKQJ"),
        "1.5",
        "the caller may throw in five cards without these ranks",
    ),
    _table("redeal_first5_limit", (2,), "1.5", "redeals in a row before he must call", 0, 99),
    _table(
        "redeal_full13",
        ("off", "caller_no_KQJ", "any_player_no_court"),
        "1.5",
        "a full hand without these ranks may be thrown in",
    ),
    _table(
        "ace_is_court",
        ("by_rule", False, True),
        "1.5",
        "an ace saves a hand from being pictureless (by rule: NL no, as the first version of TC-RB "
        "has it, not the later ones; under ten yes)",
    ),
    _table(
        "redeal_partner_no_trump",
        _NO_YES,
        "1.5",
        "the caller's partner without a trump proposes a redeal, the caller must agree",
    ),
    _table(
        "redeal_trump_count", ("off", 7), "1.5", "anyone with so many trumps annuls the deal", 5, 13
    ),
    _table("challenge", _NO_YES, "1.8", "a member of side B may change the trump"),
    _table("challenge_leader", ("caller", "challenger"), "1.8", "who leads after a challenge"),
    _table("challenge_target", ("first7", "any_run_of_7"), "1.8", "what the challenger must take"),
    _table("anti_kot_value", (1,), "1.8", "kots of a failed challenge", 0, 99),
    # stop, kot, rotation and score (1.6, 1.9, 1.10, 3.4, 4.3)
    CONTINUE_FAIL,
    _table(
        "who_may_stop",
        ("winner_of_trick_7", "either_partner"),
        "1.6",
        "who may stop at 7-0 without losing the kot",
    ),
    _table(
        "partner_stop",
        ("keep_kot", "simple_win"),
        "1.6",
        "what a kot is worth when the wrong partner stops the play",
    ),
    _table(
        "capitulate_early_is_baunie",
        _NO_YES,
        "1.6",
        "resigning before both sides have a trick costs a bavney",
    ),
    _table(
        "rotation",
        ("winner_keeps", "every_hand"),
        "1.9",
        "the call stays with the winner, or the deal moves every hand",
        aliases=("dealer_rotation_nl",),
    ),
    _table("kot_swaps_partner", _YES_NO, "1.9", "after a kot of the caller his partner calls"),
    _table("streak_kot_swaps", _YES_NO, "1.9", "a kot by seven straight hands swaps too"),
    _table("goon_value", (1, 3, 10), "1.10, 3.4", "kots of a kot by the dealer's side", 1, 99),
    BERANGA_GOON,
    DEHLA_RESULT,
    DEALER_FOUR,
    STREAK_NEEDS,
    # satat's exchange (2)
    _table("exchange", _NO_YES, "2", "losers of a kot give cards in the next hand"),
    _table(
        "pass_which_trump",
        ("any_trump_of_choice", "lowest", "highest"),
        "2",
        "which trump a loser gives",
    ),
    _table("pass_highest_tie", ("choice",), "2", "which of equal highest cards is given"),
    _table(
        "void_check", ("before", "after"), "2", "the receiver's hand without or with the card got"
    ),
    # other tables (7.3, 8)
    _table("daba_bids", (7,), "7.3", "lowest bid", 1, 13),
    DABA_CAPTURE,
    THREE_TIE,
    _table("three_next", ("right", "winner_becomes"), "8.1", "the hakem after a lost hand"),
    REMOVED_TWO,
    TWO_DISCARDS,
    SEE_SECOND,
    DUMMY_WHO,
    DUMMY_SCORE,
    DUMMY_CAPTURE,
    CHOKRI_RULES,
)
"""Every option that a house sets: those of the table, and those that it shares with some games."""
