// Days, sets and all answers of the quiz, kept in a store.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OF_DAY, Scores, today, weakest } from "../../cli/page/static/scores.js";

class Store {
  constructor() { this.held = {}; }
  getItem(name) { return this.held[name] ?? null; }
  setItem(name, value) { this.held[name] = value; }
}

test("a day is done with its tenth mark, and the first result stands", () => {
  const scores = new Scores(new Store());
  for (let at = 0; at < OF_DAY; at += 1) {
    assert.deepEqual(scores.days(), []);
    scores.mark("2026-11-23", at % 2 ? null : true);
  }
  assert.deepEqual(scores.days(), ["2026-11-23"]);
  const before = scores.marks("2026-11-23");
  scores.mark("2026-11-23", false);
  assert.deepEqual(scores.marks("2026-11-23"), before);
  assert.deepEqual(scores.marks("2026-11-24"), []);
});

test("a set is taken up again by its name alone", () => {
  const scores = new Scores(new Store());
  scores.keepSet("7//", [{ kind: "kot", correct: true, loss: 0, habit: "", habit_text: "", why: ["long"] }]);
  assert.deepEqual(scores.set("7//"), [{ kind: "kot", correct: true, loss: 0, habit: "", habit_text: "" }]);
  assert.deepEqual(scores.set("8//"), []);
});

test("what is no such thing in the store is taken as nothing", () => {
  const store = new Store();
  for (const held of ["[1]", "nonsense", "null", "{\"2026-11-23\": 4}"]) {
    store.held = { "hakem-days": held, "hakem-quiz-now": held, "hakem-quiz-all": held };
    const scores = new Scores(store);
    assert.deepEqual([scores.days(), scores.marks("2026-11-23"), scores.set("7//")], [[], [], []]);
  }
  const closed = new Scores({ getItem() { throw new Error("closed"); }, setItem() { throw new Error("closed"); } });
  closed.mark("2026-11-23", true);
  closed.count("kot", true);
  assert.deepEqual(closed.days(), []);
});

test("the weakest kind", () => {
  const scores = new Scores(new Store());
  for (const [kind, right] of [["kot", true], ["kot", true], ["kot", false], ["card", false], ["card", false], ["card", true], ["trump", false]]) scores.count(kind, right);
  assert.deepEqual(scores.all().kot, { asked: 3, right: 2 });
  assert.equal(weakest(scores.all()), "card");
  assert.equal(weakest({ kot: { asked: 5, right: 5 } }), null);
  assert.equal(weakest({ kot: { asked: 5, right: 5 }, card: { asked: 3, right: 3 } }), null);
});

test("the day by the clock here", () => {
  assert.equal(today(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});
