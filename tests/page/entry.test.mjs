// A deal entered card by card.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dealText, filled, handAt, newEntry, put, ready, sizes, WHOLE } from "../../cli/page/static/entry.js";

const all = (cards, entry = newEntry(4, 13)) => cards.reduce(put, entry);

test("thirteen presses a seat, and the fourth hand falls out", () => {
  const entry = all(WHOLE.slice(0, 38));
  assert.deepEqual(sizes(entry), [13, 13, 12, 0]);
  assert.equal(entry.at, 2);
  assert.equal(ready(entry), false);
  const done = put(entry, WHOLE[38]);
  assert.deepEqual(sizes(done), [13, 13, 13, 13]);
  assert.equal(dealText(done), "0:AKQJT98765432...|.AKQJT98765432..|..AKQJT98765432.|...AKQJT98765432");
  assert.equal(ready(done), true);
});

test("a card is put back by its own seat, taken over by another, and never held twice", () => {
  let entry = put(put(newEntry(4, 13), "SA"), "SA");
  assert.deepEqual(sizes(entry), [0, 0, 0, 0]);
  entry = put({ ...put(entry, "SA"), at: 2 }, "SA");
  assert.deepEqual([handAt(entry, 0), handAt(entry, 2)], [[], ["SA"]]);
});

test("the rest at random, every card once", () => {
  let number = 7;
  const random = (below) => { number = (number * 48271) % 2147483647; return number % below; };
  const entry = filled(all(["SA", "HK", "D2"]), random);
  assert.deepEqual(sizes(entry), [13, 13, 13, 13]);
  assert.deepEqual(handAt(entry, 0).filter((card) => ["SA", "HK", "D2"].includes(card)), ["SA", "HK", "D2"]);
  assert.notEqual(dealText(entry), dealText(filled(all(["SA", "HK", "D2"]), random)));
});

test("an ending has hands of one size", () => {
  let entry = newEntry(4, 13);
  for (const [seat, cards] of [["SA", "SK"], ["HA", "HK"], ["DA", "DK"], ["CA"]].entries()) entry = cards.reduce(put, { ...entry, at: seat });
  assert.equal(ready(entry), false);
  entry = put({ ...entry, at: 3 }, "CK");
  assert.equal(ready(entry), true);
  assert.equal(dealText(entry), "0:AK...|.AK..|..AK.|...AK");
});

test("where a card stays out, nothing falls out", () => {
  const entry = all(WHOLE.slice(0, 34), newEntry(3, 17));
  assert.deepEqual(sizes(entry), [17, 17, 0]);
  assert.deepEqual(sizes(filled(entry, () => 0)), [17, 17, 17]);
});
