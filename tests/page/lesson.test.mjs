// A lesson over the mistakes of a hand: what is asked, found, shown, skipped.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, askedOf, faultsOf, isOpen, newLesson, nextOf, scoreOf, shownAnswer } from "../../cli/page/static/lesson.js";

const CARDS = [{ seat: 0, fault: true }, { seat: 1 }, { seat: 2, fault: true }, { seat: 0, fault: true }];

test("the faults of a hand, of all or of one seat", () => {
  assert.deepEqual(faultsOf(CARDS), [0, 2, 3]);
  assert.deepEqual(faultsOf(CARDS, "0"), [0, 3]);
  assert.deepEqual(faultsOf(CARDS, 1), []);
});

test("an answer is found, shown or skipped, and is counted so", () => {
  let lesson = newLesson([0, 2, 3]);
  assert.equal(askedOf(lesson), 0);
  lesson = answered(lesson, false);
  assert.equal(isOpen(lesson), true);
  lesson = answered(lesson, true);
  assert.equal(isOpen(lesson), false);
  assert.deepEqual(answered(lesson, false), lesson); // it is closed
  lesson = answered(nextOf(lesson), true);
  assert.equal(scoreOf(lesson), "2 of 3 found, 1 of them at once.");
  lesson = shownAnswer(nextOf(lesson));
  assert.equal(isOpen(lesson), false);
  lesson = nextOf(lesson);
  assert.equal(askedOf(lesson), null);
  assert.deepEqual(nextOf(lesson), lesson);
  assert.equal(scoreOf(lesson), "2 of 3 found, 1 of them at once.");
});

test("nothing found, and all found at once", () => {
  assert.equal(scoreOf(nextOf(newLesson([1]))), "0 of 1 found.");
  assert.equal(scoreOf(answered(newLesson([1]), true)), "1 of 1 found, all of them at once.");
  assert.equal(askedOf(newLesson([])), null);
});
