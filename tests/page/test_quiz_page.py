"""The quiz in Chromium: the ten of the day, sets that are kept, the hand of the day.

As `test_browser.py`, a group of its own: `python -m pytest -m browser -n 0 tests/page`.
"""

import json

import pytest

pytestmark = pytest.mark.browser

BELOW, TALK = "document.querySelector('.below')", "document.querySelector('.talk .below')"


def answer(shown, skip=False):
    """Answer the question with the first choice, or have the answer shown; go on."""
    tab = shown.tab
    shown.until(
        "[...document.querySelectorAll('main button')].some((one) => one.checkVisibility() && "
        "one.textContent === 'Show the answer')"
    )
    choices = tab.locator(".choices button[data-choice]:visible")
    cards = tab.locator(".tray .card[aria-disabled=false]:visible")
    if skip:
        tab.get_by_role("button", name="Show the answer").click()
    else:
        (choices if choices.count() else cards).first.click()
    onward = tab.locator("button.main:visible").filter(has_text="Next question")
    last = tab.locator("button.main:visible").filter(has_text="The result")
    onward.or_(last).wait_for()
    onward.or_(last).click()


def test_ten_of_the_day_are_kept_and_shared(show):
    shown = show()
    tab = shown.open("quiz?day=2026-11-22")
    for number in range(1, 4):
        shown.until(
            f"document.querySelector('.below').textContent.includes('question {number} of')"
        )
        answer(shown, skip=number == 2)
    shown.until("document.querySelector('.below').textContent.includes('question 4 of 10')")
    tab.reload()
    shown.until("document.querySelector('.below')?.textContent.includes('question 4 of 10')")
    for number in range(4, 11):
        shown.until(
            f"document.querySelector('.below').textContent.includes('question {number} of')"
        )
        answer(shown)
    shown.until("/^\\d+ of 10$/.test(document.querySelector('h1').textContent)")
    text = tab.get_by_label("to share").input_value()
    marks = json.loads(tab.evaluate("localStorage.getItem('hakem-days')"))["2026-11-22"]
    signs = "".join("·" if mark is None else "✓" if mark else "✗" for mark in marks)
    assert len(marks) == 10
    assert marks[1] is None
    first, second = text.split("\n")[:2]
    assert first == f"Hakem, 22 November 2026: {sum(map(bool, marks))} of 10"
    assert second == f"{signs[:5]} {signs[5:]}"
    tab.reload()
    shown.until("document.querySelector('h1')?.textContent.endsWith('of 10')")
    tab.get_by_role("button", name="More questions").click()
    shown.until("location.hash.includes('seed=')")


def test_a_set_is_kept_over_a_reload(show):
    shown = show()
    tab = shown.open("quiz?seed=7&kind=kot")
    for _ in range(2):
        answer(shown)
    shown.until("document.querySelector('.below').textContent.startsWith('Question 3')")
    tab.reload()
    shown.until("document.querySelector('.below')?.textContent.startsWith('Question 3')")
    assert "of 2 right" in tab.locator("main .panel").inner_text()
    assert "In all: kot or not" in tab.locator("main .panel").inner_text()


def test_no_seed_is_a_seed(show):
    """An address that names none is answered by the questions of seed 0."""
    shown = show()
    tab = shown.open("quiz?seed=abc&n=-5")
    shown.until("location.hash === '#/quiz?seed=0&n=1'")
    assert tab.locator("main .fault").inner_text() == ""


def test_the_hand_of_the_day_goes_on_and_is_shared(show):
    shown = show()
    shown.tab.add_init_script("localStorage.setItem('hakem-pace', 'quick')")
    tab = shown.open("match")
    tab.get_by_role("button", name="Hand of the day").click()
    tab.locator(".calls button").first.click()
    for _ in range(60):
        tab.locator(".match[aria-busy=false]").wait_for()
        if tab.locator(".result").is_visible():
            break
        onward = tab.locator(".talk button.main")
        (
            onward
            if onward.is_visible()
            else tab.locator(".held-card[aria-disabled=false]:visible").first
        ).click()
    tab.get_by_role("button", name="Share").click()
    shown.until(
        "document.querySelector('.talk .below').textContent.startsWith('Hakem, the hand of')"
    )
    tab.get_by_role("button", name="Leave").click()
    tab.get_by_role("button", name="Hand of the day", exact=True).click()
    shown.until("document.querySelector('.result')?.checkVisibility()")
