"""The view Match in Chromium: whole hands by mouse and by keys, one screen, nothing lost.

As `test_browser.py`, a group of its own: `python -m pytest -m browser -n 0 tests/page`.
"""

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

SCREENS = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844), "small": (320, 568)}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LEGAL = ".held-card[aria-disabled=false]:visible"


@pytest.fixture
def sit(show):
    """sit(width, scheme, game, seed) opens the page and sits down to a match against thumb."""

    def make(width="desk", scheme="light", game="hokm", seed=7, first=0, practice=False, **more):
        shown = show(SCREENS[width], scheme, **more)
        shown.tab.add_init_script("localStorage.setItem('hakem-pace', 'quick')")
        tab = shown.open("match")
        tab.locator(".sit option").first.wait_for(state="attached")
        tab.locator(".sit select").first.select_option(game)
        tab.locator(".sit select").nth(1).select_option(str(first))
        tab.locator("input[value=easy]").check()
        if practice:
            tab.get_by_label("practice").check()
        tab.locator(".sit details summary").click()
        tab.locator(".sit details input").fill(str(seed))
        tab.get_by_role("button", name="Sit down").click()
        ready(shown)
        return shown

    return make


def ready(shown):
    """Something may be pressed: a card, a call, the trick, or the hand is over."""
    shown.until(
        "document.querySelector('.match')?.getAttribute('aria-busy') === 'false' && "
        "(() => { const seen = (one) => one && one.checkVisibility();"
        "return seen(document.querySelector('.talk button.main')) || "
        "seen(document.querySelector('.result')) || seen(document.querySelector('.calls button')) "
        "|| seen(document.querySelector('.held-card[aria-disabled=false]')); })()"
    )


def over(tab):
    return tab.locator(".result").is_visible()


def press_one(shown, dice):
    """One press of the mouse: the trick, a call, or a card."""
    tab = shown.tab
    if tab.locator(".talk button.main").is_visible():
        tab.locator(".talk button.main").click()
    elif tab.locator(".calls button").first.is_visible():
        tab.locator(".calls button").first.click()
    else:
        cards = tab.locator(LEGAL)
        cards.nth(dice.randrange(cards.count())).click()
    ready(shown)


def stands(tab):
    """What stands on the table, for comparison."""
    tab.wait_for_timeout(60)
    return tab.evaluate(
        "({head: document.querySelector('.match-head')?.innerText,"
        " say: document.querySelector('.talk h1')?.innerText,"
        " trick: document.querySelector('.cross')?.getAttribute('aria-label'),"
        " own: [...document.querySelectorAll('.held-card')].map((one) => [one.dataset.card, "
        "one.getAttribute('aria-disabled')])})"
    )


def test_a_hand_takes_27_clicks_or_fewer(sit):
    shown, dice, clicks = sit(), random.Random(1), 0
    while not over(shown.tab):
        press_one(shown, dice)
        clicks += 1
    assert clicks <= 27
    assert re.search(r"(You|They) (win this hand|make a kot)", shown.tab.locator("h1").inner_text())
    assert shown.tab.locator(".dealt tr").count() == 4
    shown.tab.get_by_role("button", name="Next hand").click()
    ready(shown)
    assert "hand 2" in shown.tab.locator(".match-head").inner_text()


def test_a_hand_is_played_by_keys_and_told_to_the_ear(sit):
    """Tab to the table once; from there on Enter alone plays, and the focus is never lost."""
    shown = sit()
    tab = shown.tab
    tab.evaluate(
        "(() => { window.said = []; new MutationObserver(() => said.push("
        "document.getElementById('live').textContent)).observe(document.getElementById('live'), "
        "{childList: true, characterData: true, subtree: true}); })()"
    )
    tab.locator(".calls button").first.focus()
    for number in range(40):
        if over(tab):
            break
        tab.keyboard.press("Enter")
        tab.wait_for_timeout(1100 if number < 4 else 30)  # at most one sentence a second is said
        ready(shown)
        at = tab.evaluate("document.activeElement.className + document.activeElement.tagName")
        assert "BODY" not in at, at
    assert over(tab)
    assert tab.evaluate("document.activeElement.textContent") == "Next hand"
    tab.wait_for_timeout(1100)
    said = " ".join(tab.evaluate("said"))
    assert re.search(r"Right plays the \w+ of \w+\.", said)
    assert re.search(r"(You win|\w+ wins) the trick\.", said)
    assert "this hand" in said or "kot" in said


@pytest.mark.parametrize("width", SCREENS)
def test_table_cards_and_buttons_are_on_one_screen(sit, width):
    shown, dice = sit(width), random.Random(2)
    tab = shown.tab
    for _ in range(12):
        inside = tab.evaluate(
            "[...document.querySelectorAll('.match-head, .cloth, .talk, .held-card, .calls button, "
            ".actions button')].filter((one) => one.checkVisibility()).map((one) => "
            "one.getBoundingClientRect()).every((box) => box.top >= 0 && box.left >= 0 && "
            "box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1)"
        )
        assert inside, (width, tab.locator("h1").inner_text())
        small = tab.evaluate(
            "Math.min(...[...document.querySelectorAll('.held-card')].map((one) => "
            "one.getBoundingClientRect().width))"
        )
        assert small >= 40
        press_one(shown, dice)


def test_the_large_view_has_large_ranks(sit):
    shown = sit()
    shown.tab.get_by_role("button", name="Look").click()
    shown.tab.get_by_label("large").check()
    shown.tab.keyboard.press("Escape")
    size = shown.tab.evaluate(
        "(() => { const text = document.querySelector('.held-card .index'); "
        "return 31 * text.getScreenCTM().a; })()"
    )
    assert size >= 32


def test_a_reload_changes_nothing(sit):
    shown, dice = sit(first=1), random.Random(3)
    tab = shown.tab
    for _ in range(14):
        before = stands(tab)
        tab.reload()
        ready(shown)
        assert stands(tab) == before
        press_one(shown, dice)


def test_hints_come_in_steps_and_the_last_trick_on_demand(sit):
    shown, dice = sit(), random.Random(4)
    tab = shown.tab
    press_one(shown, dice)
    hint, below = tab.get_by_role("button", name="Hint"), tab.locator(".talk .below")
    texts = []
    for _ in range(3):
        hint.click()
        shown.until(
            f"document.querySelector('.talk .below').textContent !== {texts[-1:] or ''!r}[0]"
        )
        tab.wait_for_timeout(150)
        texts.append(below.inner_text())
    assert "Its suit" not in texts[0]
    assert "Its suit" in texts[1]
    assert "Best" in texts[2]
    assert tab.locator(".held-card.hinted").count() == 1
    press_one(shown, dice)
    while tab.get_by_role("button", name="Last trick").is_disabled():
        press_one(shown, dice)
    while tab.locator(".talk button.main").is_visible():
        press_one(shown, dice)
    tab.get_by_role("button", name="Last trick").click()
    assert tab.locator(".cross").get_attribute("aria-label").startswith("the last trick: ")
    assert tab.locator(".cross .face-svg").count() == 4


def test_only_practice_takes_back(sit):
    shown = sit()
    assert not shown.tab.get_by_role("button", name="Take back").is_visible()
    shown, dice = sit(practice=True), random.Random(5)
    tab = shown.tab
    press_one(shown, dice)
    before = stands(tab)
    press_one(shown, dice)
    tab.get_by_role("button", name="Take back").click()
    ready(shown)
    assert stands(tab) == before


def test_a_match_is_kept_saved_opened_and_played_again(sit, tmp_path):
    shown, dice = sit(), random.Random(6)
    tab = shown.tab
    while not over(tab):
        press_one(shown, dice)
    score = tab.locator(".match-head b").nth(2).inner_text()
    with tab.expect_download() as kept:
        tab.get_by_role("button", name="Save").click()
    kept.value.save_as(tmp_path / "match.hkm")
    tab.locator(".again select").select_option("1")
    tab.get_by_role("button", name="Same cards again").click()
    ready(shown)
    assert "again, for nothing" in tab.locator(".match-head").inner_text()
    while not over(tab):
        press_one(shown, dice)
    assert "counts for nothing" in tab.locator(".talk .below").inner_text()
    tab.get_by_role("button", name="Leave").click()
    tab.locator(".kept-list li").first.wait_for()
    assert tab.locator(".kept-list li").count() == 1
    tab.get_by_role("button", name="Go on").click()
    ready(shown)
    assert over(tab)
    tab.go_back()
    tab.locator(".kept-list li").first.wait_for()
    tab.get_by_text("A match from a file").click()
    tab.locator(".setup input[type=file]").set_input_files(tmp_path / "match.hkm")
    ready(shown)
    assert tab.locator(".match-head b").nth(2).inner_text() == score != "0–0"
    assert "hand 2" in tab.locator(".match-head").inner_text()  # the file goes on with the next
    while not over(tab):
        press_one(shown, dice)
    tab.get_by_role("button", name="Review this hand").click()
    tab.locator("svg.timeline").first.wait_for(timeout=60_000)
    tab.evaluate("location.hash = '#/match'")
    tab.locator(".kept-list li").first.wait_for()
    assert tab.locator(".kept-list li").count() == 2


@pytest.mark.parametrize(
    "game", ["three_hokm", "dummy_rang", "band_rang", "beranga", "dehla_five_card", "DS_PK3"]
)
def test_every_kind_of_game_has_its_table(sit, game):
    shown, dice = sit(game=game, first=1), random.Random(8)
    for _ in range(70):
        if over(shown.tab):
            break
        press_one(shown, dice)
    assert over(shown.tab)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", ["desk", "small"])
def test_axe_finds_nothing(sit, width, scheme):
    shown, dice = sit(width, scheme), random.Random(9)
    tab = shown.tab

    def looked_at():
        found = Axe().run(tab, options={"runOnly": {"type": "tag", "values": RULES}})
        said = [
            f"{each['id']}: {each['help']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
            for each in found.response["violations"]
        ]
        assert said == []

    looked_at()
    for _ in range(5):
        press_one(shown, dice)
    looked_at()
    while not over(tab):
        press_one(shown, dice)
    looked_at()
    tab.get_by_role("button", name="Leave").click()
    tab.locator(".kept-list li").first.wait_for()
    for each in tab.locator("main details").all():
        each.evaluate("one => { one.open = true; }")
    looked_at()


KEYS = ["Enter", " ", "ArrowLeft", "ArrowRight", "Tab", "Shift+Tab", "h", "l", "u", "n", "Escape",
        "Home", "End", "Backspace", "1", "2", "b", "r", "f", "v", "p", "t", "s", "x"]  # fmt: skip


PRESS = """pick => {
  const all = [...document.querySelectorAll('main button, nav a')].filter((one) =>
    one.checkVisibility() && !one.disabled && !/Print|Save/.test(one.textContent));
  all[Math.floor(pick * all.length)]?.click();
}"""


def monkey(shown, presses, seed, views=("match", "deal", "call", "quiz?seed=7", "review")):
    """Random clicks and keys from a seed in all views; the console says nothing but what was
    refused with a sentence."""
    tab, dice = shown.tab, random.Random(seed)
    for number in range(presses):
        if dice.random() < 0.02:
            tab.evaluate(f"location.hash = '#/{dice.choice(views)}'")
        elif dice.random() < 0.4:
            tab.keyboard.press(dice.choice(KEYS))
        elif dice.random() < 0.8:
            tab.evaluate(PRESS, dice.random())
        else:
            size = tab.viewport_size
            tab.mouse.click(dice.randrange(size["width"]), dice.randrange(60, size["height"]))
        if number == presses - 1:
            tab.wait_for_load_state("networkidle")
        shown.said[:] = [each for each in shown.said if "status of 400" not in each]
        assert shown.said == [], (seed, number)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_monkey_finds_no_error(sit, seed):
    shown = sit(seed=seed, practice=True)
    monkey(shown, 100, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_monkey_finds_no_error_in_the_long_run(sit, seed):
    width = list(SCREENS)[seed % 4]
    shown = sit(width, seed=seed, practice=bool(seed % 2))
    monkey(shown, 100, seed)


@pytest.mark.parametrize("seed", [4, 5])
def test_a_monkey_at_the_table_leaves_what_a_reload_brings_back(sit, seed):
    shown = sit(seed=seed, practice=True)
    tab, dice = shown.tab, random.Random(seed)
    for _ in range(50):
        spots = tab.locator(".match button:visible:enabled")
        spot = spots.nth(dice.randrange(spots.count()))
        if spot.text_content() not in ("Leave", "Save", "Review this hand"):
            spot.click(force=True)
            ready(shown)
    if tab.locator(".actions [aria-pressed=true]").count():
        tab.get_by_role("button", name="Last trick").click()
    before = stands(tab)
    tab.reload()
    ready(shown)
    assert stands(tab) == before
