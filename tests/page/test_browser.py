"""The page in a real browser: played by click and by keys, looked at by axe, quiet in the console.

These tests need a Chromium on the machine (`CHROMIUM` names another one than that on the path), so
that they are a group of their own: `python -m pytest -m browser -n 0 tests/page`.
"""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from cli.page.verbs import EXAMPLE

pytestmark = pytest.mark.browser

WIDTHS = {"phone": (360, 780), "tablet": (800, 1000), "desk": (1400, 900)}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def test_a_hand_is_played_by_click_and_taken_back(show):
    shown = show()
    tab = shown.open()
    shown.done()
    for _ in range(8):
        tab.locator(".tray .card[aria-disabled=false]:visible").first.click()
        shown.done()
    assert shown.where() == "trick 3/13, card 1"
    assert tab.locator(".tricks li").count() == 2
    for _ in range(8):
        tab.get_by_role("button", name="a card back").click()
        shown.done()
    assert shown.where() == "trick 1/13, card 1"
    tab.get_by_role("button", name="to the end").click()
    shown.done()
    assert shown.where() == "trick 3/13, card 1"


def test_a_whole_hand_is_played_by_keys(show):
    shown = show()
    tab = shown.open()
    shown.done()
    tab.locator("#main").focus()
    for _ in range(52):
        tab.keyboard.press("Space")
        tab.wait_for_timeout(10)
        shown.done()
    assert shown.where() == "the end, 13 tricks"
    assert tab.locator("h1").inner_text() == "Seats 0 and 2 make a kot: 12 of 13 tricks."
    tab.keyboard.press("Home")
    shown.done()
    assert shown.where() == "trick 1/13, card 1"
    tab.keyboard.press("Shift+ArrowRight")
    shown.done()
    assert shown.where() == "trick 2/13, card 1"
    tab.keyboard.press("Backspace")
    shown.done()
    assert shown.where() == "trick 1/13, card 4"


def test_the_keyboard_alone_reaches_and_plays_a_card(show):
    """Arrows go from card to card, Enter plays, and the focus stays among the cards."""
    shown = show()
    tab = shown.open()
    shown.done()
    tab.locator("#main").focus()
    for _ in range(30):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.classList.contains('card')"):
            break
    first = tab.evaluate("document.activeElement.dataset.card")
    tab.keyboard.press("ArrowRight")
    second = tab.evaluate("document.activeElement.dataset.card")
    assert first != second
    tab.keyboard.press("Enter")
    shown.done()
    assert shown.where() == "trick 1/13, card 2"
    assert tab.evaluate("document.activeElement.classList.contains('card')")


def test_every_badge_is_the_figure_of_the_library(show):
    from solver import Position, card_values

    shown = show()
    tab = shown.open()
    shown.done()
    deal = EXAMPLE.partition(" trump")[0]
    known = card_values(Position.start(deal, "D"))
    best = max((lead.outcome, lead.class_value) for lead in known)
    for lead in known:
        button = tab.locator(f".tray .card[data-card={lead.card}]")
        badge, label = button.locator(".badge").inner_text(), button.get_attribute("aria-label")
        if (lead.outcome, lead.class_value) == best:
            assert badge == "="
        elif lead.outcome == best[0]:
            assert badge == f"−{best[1] - lead.class_value}"
        else:
            assert badge == "win"
        assert str(lead.class_value) in label


def test_a_card_that_may_not_be_played_is_named_and_stays(show):
    shown = show()
    tab = shown.open()
    shown.done()
    tab.locator(".tray .card[data-card=H4]").click()
    shown.done()
    tab.locator(".tray .card[aria-disabled=true]:visible").first.click(force=True)
    assert "heart" in tab.locator("#deal-fault").inner_text().lower()
    assert shown.where() == "trick 1/13, card 2"


def test_trump_caller_and_game_are_switched(show):
    shown = show()
    tab = shown.open()
    shown.done()
    tab.locator(".trump-pick button").first.click()
    shown.until("location.hash.includes('t=S')")
    shown.done()
    assert tab.locator(".status [aria-label=spades]").count() == 1
    tab.locator("label", has_text="caller").locator("select").select_option("2")
    shown.until("location.hash.includes('0:K9532')")
    shown.done()
    tab.locator("label", has_text="game").locator("select").first.select_option("satat")
    shown.until("location.hash.includes('g=satat')")
    shown.done()
    assert "satat" in tab.locator(".status").inner_text()


def test_presets_are_games_and_be_ranga_begins_without_a_trump(show):
    """A preset sets the options of its game; an option of several values is typed."""
    shown = show()
    tab = shown.open()
    shown.done()
    game = tab.locator("label.field", has_text=re.compile("^game")).locator("select")
    game.select_option("DS_PK3")
    shown.until("location.hash.includes('o=no_collect:2')")
    shown.done()
    assert game.input_value() == "DS_PK3"
    assert "DS_PK3" in tab.locator(".status").inner_text()
    tab.get_by_text("Rule options").click()
    tricks = tab.get_by_label("no_collect, such as none or 2,12")
    assert tricks.input_value() == "2"
    tricks.fill("2, 12")
    tricks.press("Enter")
    shown.until("decodeURIComponent(location.hash).includes('o=no_collect:2,12')")
    shown.done()
    assert game.input_value() == "double_sar"
    assert "no_collect=2,12" in tab.locator(".status").inner_text()
    tricks.fill("2,99")
    tricks.press("Enter")
    shown.until("document.getElementById('deal-fault').textContent.includes('no_collect')")
    assert tricks.input_value() == "2,12"
    assert all("400" in line for line in shown.said)
    shown.said.clear()
    game.select_option("beranga")
    shown.until("location.hash.includes('g=beranga')")
    shown.done()
    assert "not made yet" in tab.locator(".status").inner_text()
    tab.get_by_text("Trumps and callers").click()
    tab.locator(".right-panels").get_by_text("has no table").wait_for()
    game.select_option("satat")
    shown.until("location.hash.includes('g=satat')")
    shown.done()
    assert tab.locator(".tray .badge:visible").count() == 13


def test_the_table_of_trumps_is_filled_and_a_cell_shows_its_hand(show):
    shown = show()
    tab = shown.open()
    shown.done()
    tab.get_by_text("Trumps and callers").click()
    cell = tab.get_by_role("button", name="spades, seat 1 calls")
    cell.wait_for(timeout=60_000)
    cell.click()
    shown.until("location.hash.includes('t=S')")
    shown.done()
    assert "kot" in tab.locator("h1").inner_text() or "win" in tab.locator("h1").inner_text()


def test_cards_are_edited_by_click_and_by_drag(show):
    shown = show()
    tab = shown.open()
    shown.done()
    tab.get_by_role("button", name="Edit the cards").click()
    shown.done()
    tab.get_by_role("button", name="ace of spades, seat 0").click()
    tab.get_by_role("button", name="seven of spades, seat 3").click()
    tab.get_by_role("button", name="ace of spades, seat 3").wait_for()
    assert tab.get_by_role("button", name="seven of spades, seat 0").count() == 1
    shown.done()
    one = tab.get_by_role("button", name="eight of spades, seat 0")
    one.drag_to(tab.get_by_role("button", name="ace of spades, seat 3"))
    tab.get_by_role("button", name="ace of spades, seat 0").wait_for()


def test_hidden_hands_show_chances_and_no_cards(show):
    shown = show()
    tab = shown.open()
    shown.done()
    for _ in range(36):
        tab.get_by_role("button", name="Best card").click()
        tab.wait_for_timeout(10)
        shown.done()
    state = tab.locator(".seat.turn .name").inner_text()
    tab.keyboard.press("h")
    while tab.locator(".seat[data-place=bottom] .name").inner_text() != state:
        tab.keyboard.press("f")
        tab.wait_for_timeout(100)
    tab.locator(".badge.sampled").first.wait_for(timeout=60_000)
    shown.done()
    assert tab.locator(".hidden-hand").count() == 3
    assert tab.locator(".seat .ranks").count() == 4
    assert "see=0" in tab.evaluate("location.hash")
    for name in ("Best line", "Trumps and callers"):
        tab.get_by_text(name, exact=True).click()
    for place in (0, 1):
        tab.get_by_text(re.compile("hidden, too")).nth(place).wait_for()
    assert tab.locator(".right-panels table.dense").count() == 0


def test_a_game_of_other_seats_is_dealt_anew(show):
    """The table of trumps is that of the deal before: it is emptied, and nobody is called gone."""
    shown = show("phone")
    tab = shown.open()
    shown.done()
    for each in tab.locator("main details").all():
        each.evaluate("one => { one.open = true; }")
    game = tab.locator("label", has_text="game").locator("select").first
    for name, cards in (("chokri", 8), ("two_hokm", 13)):
        game.select_option(name)
        shown.until(f"location.hash.includes('g={name}')")
        shown.done()
        assert shown.tray().count() == cards
        assert tab.locator("#banner").is_hidden()


def test_a_bad_text_leaves_the_deal_and_says_why(show):
    shown = show()
    tab = shown.open()
    shown.done()
    before = tab.evaluate("location.hash")
    tab.get_by_text("Paste, share, save").click()
    for text in ("0:AA... K... Q... J...", "0:A... K... Q...", "nonsense", "", "[Play]\n1. SA S2"):
        tab.locator("#deal-text").fill(text)
        tab.get_by_role("button", name="Show it").click()
        shown.until("document.getElementById('deal-fault').textContent !== ''")
        assert tab.evaluate("location.hash") == before
    # the console names answers of the server that refuse; nothing else may be there
    assert all("400" in line for line in shown.said)
    shown.said.clear()
    tab.locator("#deal-text").fill("0:AK..2. ..A.32 .AKQ.. Q.J.K. trump=H")
    tab.get_by_role("button", name="Show it").click()
    shown.until("location.hash.includes('AK..2.')")
    shown.done()
    assert shown.where() == "trick 1/3, card 1"


def test_a_huge_file_is_not_read(show, tmp_path):
    shown = show()
    tab = shown.open()
    shown.done()
    big = tmp_path / "big.hkm"
    with big.open("wb") as file:
        file.truncate(100_000_000)
    tab.get_by_text("Paste, share, save").click()
    tab.locator(".right-panels input[type=file]").set_input_files(big)
    shown.until("document.getElementById('deal-fault').textContent !== ''")
    assert "100 MB" in tab.locator("#deal-fault").inner_text()


DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text ?? new ArrayBuffer(1e8)], name, { type: 'text/plain' }));
  document.dispatchEvent(
    new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
"""Drop a file of this name and text on the page; without a text, one of 100 MB."""


@pytest.mark.parametrize("view", ["call", "quiz?seed=7&kind=kot", "review"])
def test_a_file_dropped_on_any_view_is_read_or_refused(show, view):
    """Also where the page was opened at that view and has shown no deal yet."""
    shown = show()
    tab = shown.open()
    tab.evaluate(f"location.hash = '#/{view}'")
    tab.reload()
    shown.until("document.querySelector('main h1')")
    tab.evaluate(DROP, ["big.hkm", None])
    shown.until("document.querySelector('main .fault')?.textContent.includes('100 MB')")
    tab.evaluate(DROP, ["hand.hkm", Path("docs/examples/lost_kot.txt").read_text("utf-8")])
    shown.until("document.querySelector('.board') && !document.querySelector('.board').hidden")
    shown.until("document.querySelector('main .fault')?.textContent === ''")
    shown.until("[...document.querySelectorAll('.ranks')].some(x => x.textContent === 'KQ107643')")


def test_the_address_brings_the_same_place_back(show):
    shown = show()
    tab = shown.open()
    shown.done()
    for _ in range(6):
        tab.keyboard.press("Space")
        tab.wait_for_timeout(10)
        shown.done()
    tab.keyboard.press("ArrowLeft")
    shown.done()
    where, words = shown.where(), tab.evaluate("location.hash")
    tab.reload()
    shown.arrived()
    shown.done()
    assert (shown.where(), tab.evaluate("location.hash")) == (where, words)
    assert "k=" not in words


def test_a_record_is_saved_shared_and_reviewed(show):
    shown = show()
    tab = shown.open()
    shown.done()
    for _ in range(52):
        legal = tab.locator(".tray .card[aria-disabled=false]:visible")
        legal.last.click()
        tab.wait_for_timeout(10)
        shown.done()
    tab.get_by_text("Paste, share, save").click()
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save the record").click()
    assert download.value.suggested_filename == "hand.hkm"
    tab.get_by_role("button", name="Share as text").click()
    shown.until("!document.querySelector('textarea[readonly]').hidden")
    shared = tab.locator("textarea[readonly]").input_value()
    assert "hakem solve" in shared
    assert "[Play]" in shared
    tab.get_by_role("button", name="Review this play").click()
    tab.locator("svg.timeline").first.wait_for(timeout=60_000)
    place = shown.where()
    tab.keyboard.press("ArrowRight")
    shown.until(f"document.querySelector('.steps .where').textContent !== {place!r}")
    shown.until("document.querySelectorAll('svg.timeline').length === 2", seconds=240)
    heading = tab.locator("h1").inner_text()
    assert re.search(r"\d (blunder|mistake|inaccurac)|No card that its player", heading)
    assert tab.locator("svg.timeline .cursor").count() == 2
    tab.get_by_role("button", name="to the first lead").click()
    tab.get_by_role("button", name="Best play from here (b)").click()
    tab.locator("main .line-list .why").first.wait_for(timeout=60_000)
    assert tab.locator("main .line-list:visible li").count() == 13
    shown.until("document.querySelector('main .fault')?.textContent === ''")


@pytest.fixture
def reviewed(show):
    """The example match reviewed: four players with names, four faults in the first hand."""
    shown = show()
    tab = shown.open("review")
    tab.locator("#review-text").fill(Path("docs/examples/match.txt").read_text("utf-8"))
    tab.get_by_role("button", name="Review it").click()
    tab.get_by_role("button", name="Learn from mistakes").wait_for(timeout=240_000)
    return shown


def test_a_review_has_one_voice(reviewed):
    """The faulty card wears its mark, the better ones theirs, the line begins with one of them."""
    tab = reviewed.tab
    assert tab.locator("h1").inner_text() == "2 blunders, 1 mistake, 1 inaccuracy"
    assert tab.locator("p.below").inner_text().startswith("The dearest: trick 5, Ali, the six of")
    reviewed.until("document.querySelector('.answer').textContent.includes('Trick 4, Ali')")
    said = tab.locator(".answer").inner_text()
    assert "a blunder: over what Ali knew it cost 0.32 points" in said
    assert "as the cards lay it cost nothing." in said
    badge = "one => one.querySelector('.badge').textContent"
    worn = {
        one.get_attribute("data-card"): one.evaluate(badge)
        for one in tab.locator(".tray .card:visible").all()
    }
    assert {card: mark for card, mark in worn.items() if mark} == {
        "HK": "??", "S7": "✓", "S5": "✓",
    }  # fmt: skip
    tab.get_by_role("button", name="Best play from here (b)").click()
    tab.locator("main .line-list .why").first.wait_for(timeout=60_000)
    first = tab.locator("main .line-list li").first.locator("[role=img]").first
    assert first.get_attribute("aria-label") in ("seven of spades", "five of spades")
    assert tab.locator("svg.timeline text", has_text="??").count() == 2
    box = tab.locator("svg.timeline").first.bounding_box()
    tab.mouse.click(box["x"] + 0.11 * box["width"] + 2, box["y"] + 40)
    reviewed.until("document.querySelector('.steps .where').textContent === 'trick 1/13, card 1'")


def test_learning_from_mistakes_hides_the_answer_until_it_is_found(reviewed):
    """Only the own hand is seen, and the better cards stand nowhere; a wrong try tells its loss."""
    tab = reviewed.tab
    said = "document.querySelector('.answer').textContent"
    tab.get_by_role("button", name="Learn from mistakes").click()
    reviewed.until(f"{said}.includes('find a better card than')")
    assert tab.locator("h1").inner_text() == "Mistake 1 of 4"
    assert tab.locator(".hidden-hand:visible").count() == 3
    reviewed.until("document.activeElement.closest('.tray') !== null")
    whole = tab.locator("main").inner_text()
    assert not re.search("blunder|better card than (?!.*K)|dearest|0\\.\\d", whole)
    names = tab.locator(".tray .card:visible").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert not [name for name in names if "better" in name or "best" in name]
    tab.locator(".tray [data-card=C3]:visible").click()
    reviewed.until(f"/Try again: 3 costs 0\\.\\d\\d points/.test({said})", seconds=120)
    tab.locator(".tray [data-card=S7]:visible").click()
    reviewed.until(f"{said}.includes('Right: 7 is best.')", seconds=120)
    reviewed.until(f"{said}.includes('a blunder: over what Ali knew it cost 0.32')")
    assert tab.locator(".hidden-hand:visible").count() == 0
    for number in (2, 3, 4):
        tab.keyboard.press("n")
        reviewed.until(f"document.querySelector('h1').textContent === 'Mistake {number} of 4'")
        tab.get_by_role("button", name="Show it").click()
        tab.locator(".lesson button.main").wait_for()
    tab.keyboard.press("n")
    reviewed.until(f"{said} === '1 of 4 found, 0 of them at once.'")
    tab.get_by_role("button", name="Back to the review").click()
    assert tab.locator("h1").inner_text() == "2 blunders, 1 mistake, 1 inaccuracy"


def test_the_call_by_clicks(show):
    shown = show()
    tab = shown.open("call")
    tab.wait_for_selector("svg.bars, .answer button, button.main", timeout=60_000)
    tab.get_by_role("button", name="None", exact=True).click()
    for card in ("ace of spades", "queen of spades", "king of hearts", "eight of hearts"):
        tab.get_by_role("button", name=card, exact=True).click()
    assert "1 to go" in tab.locator(".below").inner_text()
    tab.get_by_role("button", name="four of hearts", exact=True).click()
    tab.locator("input[placeholder='from the book']").fill("32")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("svg.bars .part.win", timeout=60_000)
    shown.until("document.querySelectorAll('table.figures tbody tr').length >= 4")
    assert "h=AQ.K84.." in tab.evaluate("location.hash")


def test_the_call_by_keys_alone(show):
    """The five cards chosen, a game with its book, a scoring, a score: never a mouse."""
    shown = show()
    tab = shown.open()
    shown.done()

    def to(condition):
        """Press Tab until the focus is on an element that meets it."""
        for _ in range(120):
            tab.keyboard.press("Tab")
            if tab.evaluate(f"(one => {condition})(document.activeElement)"):
                return
        raise AssertionError(condition)

    to("one.dataset.view === 'call'")
    tab.keyboard.press("Enter")
    shown.until("document.activeElement.tagName === 'H1'")
    tab.locator("svg.bars").wait_for()
    to("one.textContent === 'None'")
    tab.keyboard.press("Enter")
    assert "5 to go" in tab.locator(".below").inner_text()
    tab.evaluate("document.querySelector('#main').focus()")
    for card in ("SA", "SQ", "HK", "H8", "H4"):
        to(f"one.dataset.card === '{card}'")
        tab.keyboard.press("Space")
        assert tab.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    tab.locator("svg.bars").wait_for()
    shown.until("location.hash.includes('h=AQ.K84..')")
    to("one.tagName === 'SELECT' && one.previousSibling.textContent === 'game'")
    while tab.evaluate("document.activeElement.value") != "DS_PK3":
        tab.keyboard.press("ArrowDown")
    shown.until("location.hash.includes('g=DS_PK3')")
    shown.until("document.querySelector('.below')?.textContent.startsWith('Better than')")
    shown.until("!document.querySelector('.call-answer .waiting:not([hidden])')")
    while tab.evaluate("document.activeElement.value") != "hokm":
        tab.keyboard.press("ArrowUp")
    shown.until("!location.hash.includes('g=')")
    to("one.placeholder === '5-3'")
    tab.keyboard.type("6-2")
    tab.keyboard.press("Enter")
    shown.until("location.hash.includes('score=6-2')")
    shown.until("document.querySelector('table.figures')?.textContent.includes('match')")
    tab.keyboard.press("Escape")
    to("one.tagName === 'SUMMARY'")
    tab.keyboard.press("Enter")
    assert tab.locator("table.dense:visible tbody tr").count() >= 6
    tab.locator("#main").focus()
    tab.keyboard.press("r")
    shown.until("!location.hash.includes('AQ.K84..')")


def test_a_quiz_by_clicks_and_keys(show):
    """The same seed twice: the same questions; the answer is nowhere before the reply."""
    shown = show()
    tab = shown.open("quiz?seed=7&kind=kot")
    texts = []
    for number in range(3):
        shown.until(
            f"document.querySelector('.below')?.textContent.startsWith('Question {number + 1}')"
        )
        shown.until("document.querySelectorAll('.choices button').length === 2")
        texts.append(tab.locator(".board").inner_text())
        assert tab.locator(".right").count() == 0
        if number % 2:
            tab.locator("#main").focus()
            tab.keyboard.press("1")
        else:
            tab.get_by_role("button", name="No kot").click()
        tab.locator(".choices .right").wait_for()
        assert tab.locator(".answer p").count() >= 2
        tab.keyboard.press("n")
    assert len(set(texts)) == 3
    assert "of 3 right" in tab.locator("main").inner_text()
    again = show().open("quiz?seed=7&kind=kot")
    again.locator(".choices button").first.wait_for()
    assert again.locator(".board").inner_text() == texts[0]


def test_a_card_question_is_answered_on_the_table(show):
    shown = show("phone")
    tab = shown.open("quiz?seed=3&kind=card")
    tab.locator(".tray .card[aria-disabled=false]:visible").first.click()
    tab.locator(".badge", has_text="✓").first.wait_for()
    assert tab.get_by_role("button", name="Next question").is_visible()


def test_a_page_without_the_key_says_what_to_do(chromium, page_server):
    context = chromium.new_context()
    tab = context.new_page()
    tab.goto(f"http://{page_server.hosts[0]}/")
    tab.wait_for_selector("#banner:not([hidden])")
    assert "address that the terminal shows" in tab.locator("#banner").inner_text()
    context.close()


VIEWS = ["deal", "call", "quiz", "review"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_and_nothing_is_cut(show, view, width, scheme):
    shown = show(width, scheme)
    tab = shown.open()
    shown.done()
    if view == "review":
        for _ in range(12):
            tab.locator(".tray .card[aria-disabled=false]:visible").first.click()
            tab.wait_for_timeout(10)
            shown.done()
        tab.get_by_text("Paste, share, save").click()
        tab.get_by_role("button", name="Review this play").click()
        tab.locator("svg.timeline").first.wait_for(timeout=60_000)
    elif view != "deal":
        tab.evaluate(f"location.hash = '#/{view}'")
        tab.wait_for_timeout(300)
    for each in tab.locator("main details").all():
        if not each.evaluate("one => one.open"):
            each.evaluate("one => { one.open = true; }")
    tab.wait_for_timeout(400)
    inside, outside = tab.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert outside <= inside
    found = Axe().run(tab, options={"runOnly": {"type": "tag", "values": RULES}})
    said = [
        f"{each['id']}: {each['help']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found.response["violations"]
    ]
    assert said == []


@pytest.mark.parametrize("size", [(320, 16), (360, 32), (800, 32)])
@pytest.mark.parametrize("view", ["deal", "call", "quiz?seed=7&kind=seat", "review"])
def test_nothing_is_cut_on_a_very_narrow_page_or_with_large_text(show, view, size):
    """320 px, and text twice as large: the page is never wider than the screen."""
    shown = show("phone")
    tab = shown.open()
    shown.done()
    tab.set_viewport_size({"width": size[0], "height": 800})
    tab.evaluate(f"document.documentElement.style.fontSize = '{size[1]}px'")
    tab.evaluate(f"location.hash = '#/{view}'")
    if view == "review":
        tab.locator("#review-text").fill(Path("docs/examples/lost_kot.txt").read_text("utf-8"))
        tab.get_by_role("button", name="Review it").click()
        tab.locator("svg.timeline").first.wait_for(timeout=60_000)
    tab.wait_for_timeout(400)
    for each in tab.locator("main details").all():
        each.evaluate("one => { one.open = true; }")
    tab.wait_for_timeout(100)
    inside, outside = tab.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert outside <= inside


@pytest.mark.parametrize("more", [{"forced_colors": "active"}, {"reduced_motion": "reduce"}])
def test_it_works_in_forced_colours_and_without_motion(show, more):
    shown = show(**more)
    tab = shown.open()
    shown.done()
    tab.keyboard.press("Space")
    shown.done()
    assert shown.where() == "trick 1/13, card 2"


def test_little_is_loaded_before_the_first_paint(page_server):
    """How long that takes is measured by benchmarks/test_page.py."""
    assert sum(len(body) for _, body in page_server.files.values()) < 300_000


# On paper -------------------------------------------------------------------------------------


def on_paper(tab):
    """The number of pages on A4, where nothing is cut and all is black on white."""
    tab.emulate_media(media="print")
    tab.set_viewport_size({"width": 680, "height": 960})
    inside, outside = tab.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert outside <= inside
    ground, text = tab.evaluate(
        "(() => { const s = getComputedStyle(document.querySelector('main')); "
        "const all = [document.body, document.documentElement].map((one) => "
        "getComputedStyle(one).backgroundColor); return [all, s.color]; })()"
    )
    assert set(ground) <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
    assert max(map(int, re.findall(r"\d+", text)[:3])) < 48
    return len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4")))


CONTROLS = (".top", ".tray", ".steps", ".foot", "main select", "main input", "main textarea")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_deal_prints_its_hands_and_no_controls(show, scheme):
    shown = show("desk", scheme)
    tab = shown.open()
    shown.done()
    verdict = tab.locator("h1").inner_text()
    assert on_paper(tab) <= 3
    for name in CONTROLS:
        assert tab.locator(f"{name}:visible").count() == 0, name
    assert tab.locator(".board .ranks:visible").count() == 16
    assert tab.locator(".board .rank:visible").count() == 52
    assert tab.locator("h1").inner_text() == verdict
    assert tab.locator("h1").is_visible()


def test_a_call_prints_its_cards_and_figures(show):
    shown = show("desk", "dark")
    tab = shown.open("call?h=AQ.K84..")
    tab.locator(".slots .face").first.wait_for()
    tab.locator("input[placeholder='from the book']").fill("16")
    tab.keyboard.press("Enter")
    shown.until("document.querySelectorAll('table.figures tbody tr').length >= 4")
    tab.locator("svg.bars").wait_for()
    assert on_paper(tab) <= 2
    for name in (*CONTROLS, ".pack"):
        assert tab.locator(f"{name}:visible").count() == 0, name
    assert tab.locator(".slots .face:visible").count() == 5
    assert tab.locator("svg.bars").is_visible()
    assert tab.locator("table.figures").first.is_visible()


@pytest.fixture
def report(chromium, hakem, tmp_path):
    """report(words, **context) opens what a command writes with --html; it may ask for nothing."""
    opened = []

    def make(*words, **more):
        path = tmp_path / "report.html"
        assert hakem(*words, "--html", path).code == 0
        context = chromium.new_context(viewport={"width": 800, "height": 900}, **more)
        tab = context.new_page()
        said, asked = [], []
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(path.as_uri())
        opened.append((context, said, asked, path.as_uri()))
        return tab

    yield make
    for context, said, asked, own in opened:
        context.close()
        assert said == []
        assert asked == [own]


REVIEW = ("review", "docs/examples/lost_kot.txt", "--quick")


def test_a_report_steps_through_its_play_by_buttons_and_keys(report):
    tab = report(*REVIEW)
    says = tab.locator(".says")
    assert says.inner_text() == "Before the first card."
    for _ in range(5):
        tab.keyboard.press("ArrowRight")
    assert tab.locator("section svg.hand .gone").count() == 5
    assert says.inner_text().startswith("Trick 2, seat 1 plays ♠")
    assert tab.locator("svg.timeline .cursor").count() == 1
    tab.get_by_role("button", name="a card back").click()
    assert tab.locator("section svg.hand .gone").count() == 4
    assert tab.locator(".trick span").count() == 4
    tab.keyboard.press("End")
    last = tab.locator("section svg.hand .gone").count()
    assert last == tab.locator("section details").count() * 4
    tab.keyboard.press("Home")
    assert tab.locator("section svg.hand .gone").count() == 0


def test_a_report_is_read_without_a_script(report):
    tab = report(*REVIEW, java_script_enabled=False)
    assert tab.locator(".bar").is_hidden()
    assert tab.locator("svg.hand:visible").count() == 4
    assert tab.locator("svg.timeline").is_visible()
    tricks = tab.locator("details summary")
    assert tricks.count() >= 7
    tricks.nth(1).click()
    assert tab.locator("details").nth(1).locator("svg.hand:visible").count() == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_prints_without_its_buttons(report, scheme):
    tab = report(*REVIEW, color_scheme=scheme)
    assert on_paper(tab) <= 3
    for name in (".bar", ".says"):
        assert tab.locator(f"{name}:visible").count() == 0
    assert tab.locator("section > .deal svg.hand:visible").count() == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_in_a_report(report, width, scheme):
    tab = report(*REVIEW, color_scheme=scheme)
    tab.set_viewport_size(dict(zip(("width", "height"), WIDTHS[width], strict=True)))
    inside, outside = tab.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert outside <= inside
    for each in tab.locator("details").all():
        each.evaluate("one => { one.open = true; }")
    found = Axe().run(tab, options={"runOnly": {"type": "tag", "values": RULES}})
    said = [
        f"{each['id']}: {each['help']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found.response["violations"]
    ]
    assert said == []


# What is brought along ----------------------------------------------------------------------


def test_a_record_is_loaded_from_a_file_or_dropped(show):
    """A saved record comes back with its play; one with a revoke is named and changes nothing."""
    shown = show()
    tab = shown.open()
    shown.done()
    tab.get_by_text("Paste, share, save").click()
    tab.locator(".right-panels input[type=file]").set_input_files("docs/examples/lost_kot.txt")
    shown.until("location.hash.includes('p=') || location.hash.includes('r=')")
    shown.done()
    before = tab.evaluate("location.hash")
    revoke = '[Trump "S"]\n[Deal "0:A.2.. K.3.. Q.4.. .J5.."]\n[Play]\n1. SA H3 SQ HJ\n'
    for text, words in ((revoke, "H3"), ("0:AK... Q... J... T...", "seat 0 holds 2 cards")):
        tab.evaluate(DROP, ["hand.txt", text])
        shown.until(f"document.getElementById('deal-fault').textContent.includes({words!r})")
        assert tab.evaluate("location.hash") == before
    assert all("400" in line for line in shown.said)
    shown.said.clear()


def test_a_card_of_one_seat_is_asked_without_the_others(show):
    """The other hands are nowhere in the page; the tricks so far are."""
    shown = show("phone")
    tab = shown.open("quiz?seed=8&kind=seat")
    tab.locator(".tray .card[aria-disabled=false]:visible").first.wait_for()
    assert tab.locator(".hidden-hand").count() == 3
    assert tab.get_by_text("Played so far").is_visible()
    assert tab.locator("details ol li").count() >= 5
    tab.locator(".tray .card[aria-disabled=false]:visible").first.click()
    tab.locator(".badge", has_text="✓").first.wait_for()
    assert "deals that fit" in tab.locator(".answer").inner_text()
