"""Questions with known answers: which trump, kot or not, which card; the same for the same seed.

A question is made from its seed and number alone, so that a class of pupils gets the same ones,
and an answer is judged without anything being remembered. `trump` shows five cards and is judged by
the book, or by sampled deals where there is none; `seat` shows what one seat knows of a hand in
play and is judged over deals that fit; `kot` and `card` show all four hands and are judged exactly.
All answers of equal worth are right.
"""

from __future__ import annotations

from .asked import KINDS, AskedQuestion, asked_question
from .daily import DAILY, day_named, question_of_day, seed_of_day, share_hand, share_text, streak
from .question import HABITS, LEVELS, QuizAnswer, QuizQuestion, habits_of

__all__ = ["DAILY", "HABITS", "KINDS", "LEVELS", "AskedQuestion", "QuizAnswer", "QuizQuestion",
           "asked_question", "day_named", "habits_of", "question_of_day", "seed_of_day",
           "share_hand", "share_text", "streak"]  # fmt: skip
