"""The colours of the page and of reports: enough contrast, in light and in dark.

Axe measures what it finds on the page; here every pair is measured that can come to stand together,
those of pictures as well (WCAG 2.2: 4.5 for text, 3 for signs and borders).
"""

import re

import pytest
from conftest import ROOT

from solver.views.looks import DRAWN

PAGE = (ROOT / "cli" / "page" / "static" / "style.css").read_text(encoding="utf-8")
PLACES = ("bg", "panel")
SUITS = ("spades", "hearts", "diamonds", "clubs")
TEXT = [(one, on) for one in ("text", "muted", *SUITS, "best", "turn") for on in (*PLACES, "felt")]
TEXT += [("on-fill", "down"), ("on-fill", "far"), ("on-fill", "focus"), ("far", "bg")]
TEXT += [("on-dark-bar", "kot"), ("on-dark-bar", "goon"), ("on-mid-bar", "win")]
TEXT += [("on-mid-bar", "loss")]
SIGNS = [(one, on) for one in ("border", "focus", "kot", "win", "loss", "goon") for on in PLACES]
REPORT_TEXT = [(one, on) for one in ("text", "muted", *"SHDC") for on in PLACES]
REPORT_TEXT += [("dark", "kot"), ("dark", "goon"), ("mid", "win"), ("mid", "loss")]
REPORT_SIGNS = [(one, on) for one in ("edge", "kot", "win", "loss", "goon") for on in PLACES]


def colours(style, scheme):
    """Name -> colour of one scheme, from `--name: light-dark(#fff, #000)`."""
    found = re.findall(r"--([\w-]+):\s*light-dark\(\s*(#\w+)\s*,\s*(#\w+)\s*\)", style)
    return {name: (light, dark)[scheme == "dark"] for name, light, dark in found}


def luminance(colour):
    """The relative luminance of `#rgb` or `#rrggbb`, by WCAG."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """The ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_is_that_of_the_standard():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("style", "text", "signs"),
    [(PAGE, TEXT, SIGNS), (DRAWN, REPORT_TEXT, REPORT_SIGNS)],
    ids=["page", "report"],
)
def test_every_colour_is_seen_on_its_ground(style, text, signs, scheme):
    named = colours(style, scheme)
    for pairs, least in ((text, 4.5), (signs, 3.0)):
        for one, on in pairs:
            ratio = contrast(named[one], named[on])
            assert ratio >= least, f"{one} on {on}: {ratio:.2f}"
