"""Nothing that was tried is lost: lines, shared places, keys, pasted records, the focus.

As `test_browser.py`, a group of its own: `python -m pytest -m browser -n 0 tests/page`.
"""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

LEGAL = ".tray .card[aria-disabled=false]:visible"


def play(shown, cards):
    for _ in range(cards):
        shown.tab.keyboard.press("Space")
        shown.tab.wait_for_timeout(20)
        shown.done()


def to_the_end(shown):
    """The last card of the line, from wherever the focus is."""
    shown.done()
    shown.tab.locator("#main").focus()
    shown.tab.keyboard.press("End")
    shown.tab.wait_for_timeout(100)
    shown.done()


@pytest.fixture
def dealt(show):
    shown = show()
    shown.open()
    shown.done()
    return shown


def test_retry_asks_the_failed_question_again(dealt):
    tab = dealt.tab
    tab.route("**/api/v1/solve", lambda route: route.abort())
    tab.locator(LEGAL).first.click()
    tab.get_by_role("button", name="Retry").wait_for()
    tab.unroute("**/api/v1/solve")
    tab.get_by_role("button", name="Retry").click()
    dealt.until("document.querySelector('.steps .where').textContent === 'trick 1/13, card 2'")
    dealt.done()
    play(dealt, 1)
    assert dealt.where() == "trick 1/13, card 3"
    dealt.said[:] = [each for each in dealt.said if "Failed to load" not in each]


def test_the_five_card_start_is_dealt_anew(dealt):
    dealt.tab.locator("main select").first.select_option("dehla_five_card")
    dealt.until("location.hash.includes('g=dehla_five_card')")
    dealt.done()
    assert dealt.tab.locator(".fault").first.inner_text() == ""


def test_hidden_hands_hide_the_cards_to_come(dealt):
    tab = dealt.tab
    play(dealt, 8)
    assert tab.locator(".tricks button").count() == 8
    tab.keyboard.press("Home")
    dealt.done()
    tab.get_by_role("button", name="Hide the other hands").click()
    dealt.until("!document.querySelector('.tricks button')")
    assert not tab.get_by_label("a line that was tried").count()


def test_a_line_that_was_left_can_be_gone_back_to(dealt):
    tab = dealt.tab
    play(dealt, 6)
    first = tab.evaluate("location.hash")
    tab.keyboard.press("Home")
    dealt.done()
    tab.locator(LEGAL).last.click()
    dealt.done()
    second = tab.evaluate("location.hash")
    assert second != first
    tab.get_by_label("a line that was tried").select_option(index=1)
    to_the_end(dealt)
    assert tab.evaluate("location.hash") == first
    tab.reload()
    dealt.done()
    tab.get_by_label("a line that was tried").select_option(index=1)
    to_the_end(dealt)
    assert tab.evaluate("location.hash").split("&r=")[0] == second.split("&r=")[0]


def test_what_is_shared_is_read_back(dealt):
    tab = dealt.tab
    play(dealt, 5)
    place = dealt.where()
    tab.get_by_text("Paste, share, save").click()
    tab.get_by_role("button", name="Share as text").click()
    dealt.until("document.querySelector('textarea[readonly]').value.includes('hakem solve')")
    text = tab.locator("textarea[readonly]").input_value()
    address, command, record = re.split(r"\n\n", text, maxsplit=2)
    for part in (text, address, command, record):
        tab.get_by_role("button", name="Random deal").click()
        tab.wait_for_timeout(200)
        dealt.done()
        tab.locator("#deal-text").fill(part)
        tab.get_by_role("button", name="Show it").click()
        tab.wait_for_timeout(300)
        dealt.done()
        to_the_end(dealt)
        assert tab.locator(".fault").first.inner_text() == ""
        assert dealt.where() == place, part


def test_an_address_without_its_key_takes_one_and_keeps_the_deal(show):
    shown = show()
    tab = shown.open()
    shown.done()
    play(shown, 2)
    address = tab.evaluate("location.href")
    other = show()
    other.tab.goto(address)
    other.tab.get_by_label("the address that the terminal shows").fill(shown.server.address)
    other.tab.get_by_role("button", name="Go on").click()
    other.until("document.querySelector('.steps .where')?.textContent === 'trick 1/13, card 3'")
    other.said[:] = [each for each in other.said if "401" not in each]
    deal = address.partition("#")[2]
    third = show()
    third.tab.goto(f"{shown.server.address}&{deal}")
    third.until("document.querySelector('.steps .where')?.textContent === 'trick 1/13, card 3'")


def test_a_pasted_record_survives_a_reload(show):
    shown = show()
    tab = shown.open("review")
    tab.locator("#review-text").fill(Path("docs/examples/lost_kot.txt").read_text("utf-8"))
    tab.get_by_role("button", name="Review it").click()
    tab.locator("svg.timeline").first.wait_for(timeout=60_000)
    tab.reload()
    tab.locator("svg.timeline").first.wait_for(timeout=60_000)


def test_the_first_stop_leads_to_the_cards_and_a_swap_keeps_the_focus(dealt):
    tab = dealt.tab
    tab.locator(".skip").focus()
    tab.keyboard.press("Enter")
    assert "card" in tab.evaluate("document.activeElement.className")
    tab.get_by_role("button", name="Edit the cards").click()
    tab.wait_for_timeout(300)
    one = tab.locator(".seat[data-place=bottom] .pick").first
    name = one.get_attribute("data-card")
    one.focus()
    tab.keyboard.press("Enter")
    tab.locator(".seat[data-place=top] .pick").first.focus()
    tab.keyboard.press("Enter")
    dealt.until(f"document.activeElement.dataset?.card === '{name}'")


def test_the_card_played_and_the_trick_won_are_spoken(dealt):
    tab = dealt.tab
    said = "document.getElementById('live').textContent"
    tab.wait_for_timeout(1200)
    play(dealt, 1)
    dealt.until(f"/Seat 0 played the \\w+ of \\w+\\./.test({said})")
    play(dealt, 3)
    dealt.until(f"/Seat \\d wins the trick\\./.test({said})")
    assert ".." not in tab.evaluate(said)


def test_a_view_that_was_left_does_not_come_back(show):
    """What Deal hears after it was left writes no address."""
    shown = show()
    tab = shown.open()
    for _ in range(3):
        tab.evaluate("location.hash = '#/deal'")
        tab.get_by_role("button", name="Random deal").click()
        tab.evaluate("location.hash = '#/match'")
        tab.wait_for_timeout(400)
        assert tab.locator(".sit").count() == 1
        assert tab.evaluate("location.hash") == "#/match"


def test_own_mistakes_are_kept_and_asked_again(show):
    """The faults of `you` in a reviewed hand: listed by kind, asked today, later when found."""
    shown = show()
    tab = shown.open("review")
    text = Path("docs/examples/match.txt").read_text("utf-8").replace("Ali", "you")
    tab.locator("#review-text").fill(text)
    tab.get_by_role("button", name="Review it").click()
    ask = tab.get_by_role("button", name="Ask me the 2 of today")
    ask.wait_for(timeout=240_000)
    panel = tab.locator(".panel", has_text="My mistakes").first
    assert "2 in 1 hand that you played" in panel.inner_text()
    assert "The dearest: kot play 0.58 a hand (1 time); lead 0.32" in panel.inner_text()
    tab.reload()
    ask.wait_for(timeout=240_000)
    ask.click()
    said = "document.querySelector('.answer').textContent"
    shown.until(f"{said}.includes('Trick 5, you: find a better card than 6')")
    assert tab.locator(".hidden-hand:visible").count() == 3
    tab.locator(".tray [data-card=S7]:visible").click()
    shown.until(f"{said}.includes('a blunder: over what you knew')", seconds=60)
    tab.keyboard.press("n")
    shown.until(f"{said}.includes('Trick 4, you: find a better card than K')")
    tab.get_by_role("button", name="Show it").click()
    shown.until(f"{said}.includes('a blunder: over what you knew')")
    tab.keyboard.press("n")
    shown.until(f"{said} === '1 of 2 found, all of them at once.'")
    tab.get_by_role("button", name="Back to the review").click()
    tab.get_by_text("None is due today").wait_for()
    steps = "JSON.parse(localStorage.getItem('hakem-mistakes')).faults.map((one) => one.step)"
    assert sorted(tab.evaluate(steps)) == [0, 1]


def test_a_change_of_the_deal_is_taken_back_with_its_line(dealt):
    tab = dealt.tab
    play(dealt, 5)
    place, address = dealt.where(), tab.evaluate("location.hash")
    back = tab.get_by_role("button", name="Take the change back")
    assert not back.is_visible()
    tab.get_by_role("group", name="trump").get_by_role("button", name="clubs").click()
    dealt.until("document.querySelector('.steps .where').textContent === 'trick 1/13, card 1'")
    dealt.done()
    tab.get_by_role("button", name="Random deal").click()
    dealt.until("!location.hash.includes('A8.A4.KT972')")
    dealt.done()
    back.click()
    dealt.done()
    back.click()
    dealt.until(f"document.querySelector('.steps .where').textContent === {place!r}")
    assert tab.evaluate("location.hash") == address
    assert not back.is_visible()


def test_all_that_is_kept_is_saved_and_comes_back(show, tmp_path):
    shown = show()
    tab = shown.open()
    shown.done()
    play(shown, 3)
    tab.keyboard.press("Home")
    shown.done()
    tab.locator(LEGAL).last.click()
    shown.done()
    kept = tab.evaluate("JSON.stringify({...localStorage})")
    assert "hakem-lines" in kept
    tab.get_by_role("button", name="Look").click()
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save all that is kept here").click()
    saved.value.save_as(tmp_path / "kept.json")
    tab.evaluate("localStorage.clear()")
    other = tmp_path / "other.json"
    other.write_text("[1]", "utf-8")
    tab.locator("#load-all").set_input_files(other)
    shown.until("document.getElementById('kept-said').textContent.includes('This is no file')")
    tab.locator("#load-all").set_input_files(tmp_path / "kept.json")
    shown.until("document.getElementById('kept-said').textContent.includes('here again')")
    assert tab.evaluate("JSON.stringify({...localStorage})") == kept
    tab.get_by_label("a line that was tried").wait_for(state="attached")


@pytest.mark.parametrize(("view", "button"), [("deal", "Show it"), ("review", "Review it")])
def test_a_text_that_is_too_long_is_not_sent(show, view, button):
    shown = show()
    tab = shown.open(view)
    for each in tab.locator("main details").all():
        each.evaluate("one => { one.open = true; }")
    tab.locator(f"#{view}-text").evaluate("one => { one.value = 'x'.repeat(900_000); }")
    shown.asked.clear()
    tab.get_by_role("button", name=button, exact=True).click()
    tab.get_by_text("This text has 900,000 letters").wait_for()
    assert not [url for url in shown.asked if url.endswith("/parse")]


def test_a_deal_is_entered_with_a_pack(dealt):
    """Thirty-nine presses, the fourth hand falls out; an ending of two cards each; at random."""
    tab = dealt.tab
    tab.get_by_role("button", name="Enter a deal").click()
    for suit in ("S", "H", "D"):
        for rank in "AKQJT98765432":
            tab.locator(f".entry [data-card={suit}{rank}]").click()
    tab.locator(".entry").get_by_role("button", name="Show it").click()
    whole = "AKQJT98765432"
    dealt.until(f"location.hash.includes('d=0:{whole}...|.{whole}..|..{whole}.|...{whole}')")
    dealt.done()
    tab.get_by_role("button", name="Enter a deal").click()
    entry = tab.locator(".entry")
    entry.get_by_role("button", name="Clear").click()
    assert entry.get_by_role("button", name="Show it").is_disabled()
    for seat, cards in enumerate(("SA SK", "HA HK", "DA DK", "CA CK")):
        entry.get_by_role("button", name=f"seat {seat}: 0").click()
        for card in cards.split():
            entry.locator(f"[data-card={card}]").click()
    entry.get_by_role("button", name="Show it").click()
    dealt.until("location.hash.includes('d=0:AK...|.AK..|..AK.|...AK')")
    dealt.done()
    assert tab.locator(".fault").first.inner_text() == ""
    tab.get_by_role("button", name="Enter a deal").click()
    entry.get_by_role("button", name="The rest at random").click()
    entry.get_by_role("button", name="Show it").click()
    dealt.until("/d=0:AK[^.|]*\\./.test(location.hash) && !location.hash.includes('0:AK...|')")
    dealt.done()
    found = Axe().run(tab, options={"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa"]}})
    assert found.response["violations"] == []


def test_the_legend_is_there_until_it_is_put_away(dealt):
    tab = dealt.tab
    said = tab.locator(".legend").inner_text()
    for word in ("Press a card to play it", "kot", "hâkem", "keeps the result"):
        assert word in said
    tab.get_by_role("link", name="Sit down to a match").click()
    tab.locator(".sit").wait_for()
    tab.go_back()
    tab.get_by_role("button", name="Put this away").click()
    tab.reload()
    dealt.done()
    assert tab.locator(".legend").count() == 0


def test_a_place_is_saved_as_a_page(dealt, show, tmp_path):
    tab = dealt.tab
    play(dealt, 3)
    verdict = tab.locator("h1").inner_text()
    tab.get_by_text("Paste, share, save").click()
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save as a page").click()
    path = tmp_path / "place.html"
    saved.value.save_as(path)
    other = dealt.context.new_page()
    said, asked = [], []
    other.on("console", lambda message: said.append(message.text))
    other.on("request", lambda request: asked.append(request.url))
    other.goto(path.as_uri())
    assert other.locator("h1").inner_text() == verdict
    assert other.locator("table tbody tr").count() >= 1
    assert said == []
    assert [url for url in asked if not url.startswith("file:")] == []


def test_a_fault_of_a_call_takes_the_old_answer_away(show):
    """A score that is none, and an address that names no hand: one sentence, no old figures."""
    shown = show()
    tab = shown.open("call?h=AQ.K84..")
    tab.wait_for_selector("svg.bars", timeout=60_000)
    tab.locator("input[placeholder='5-3']").fill("abc")
    tab.keyboard.press("Enter")
    fault = tab.locator("#call-fault")
    shown.until("document.getElementById('call-fault').textContent !== ''")
    assert fault.inner_text().startswith("score: 'abc' is no score")
    assert tab.locator("svg.bars").count() == 0
    shown.said[:] = [each for each in shown.said if "status of 400" not in each]
    tab.evaluate("location.hash = '#/call?h=zz'")
    shown.until("document.getElementById('call-fault').textContent.includes('names no hand: zz')")
    assert tab.locator("h1").inner_text() == "Which trump?"
