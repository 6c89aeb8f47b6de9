// The pure half of the view Match: what stands on the table, at each step of a hand that is told.

import assert from "node:assert/strict";
import { test } from "node:test";

import { allSeen, behind, clear, heard, newHand, points, sentence, shown, step, told, waiting } from "../../cli/page/static/match-state.js";
import { Kept, matchesOf } from "../../cli/page/static/kept.js";

const TABLE = { seats: 4, seat: 0, names: ["you", "right", "partner", "left"], sides: true, dummy: null, direction: "ccw", unit: "tricks" };
const play = (seat, card, next, winning, more = {}) => ({ event: "happened", what: "play", seat, cards: [card], suit: null, next, winning, taken: [0, 0], old: false, ...more });
const CALL = { event: "happened", what: "call", seat: 0, suit: "S", cards: [], next: 0, winning: null, taken: [0, 0], old: false };
const TRICK = [CALL, play(0, "H9", 1, 0), play(1, "HT", 2, 1), play(2, "H2", 3, 1), play(3, "SK", 3, null),
  { event: "happened", what: "trick", seat: 3, suit: null, cards: ["H9", "HT", "H2", "SK"], next: 3, winning: null, taken: [0, 1], old: false },
  play(3, "DA", 0, 3)];
const due = (more) => ({ event: "due", what: "play", from: 0, own: ["SA", "D2", "C3"], held: [3, 3, 3, 2], legal: ["D2"], why_not: {}, open: null, notes: [], trump: "S", trump_hidden: false, over: null, score: [{ who: "you", points: 2 }, { who: "they", points: 1 }], ...more });

const all = (events, hand = newHand(TABLE)) => events.reduce(heard, hand);
const walk = (hand) => {
  const found = [shown(hand)];
  for (let at = hand; behind(at) || waiting(at);) {
    at = waiting(at) ? clear(at) : step(at);
    found.push(shown(at));
  }
  return found;
};

test("a hand is shown event by event, and a trick waits until it is cleared", () => {
  const hand = all([...TRICK, due()]);
  assert.equal(hand.seen, 0);
  const views = walk(hand);
  assert.deepEqual(views.map((one) => one.trick.length), [0, 0, 1, 2, 3, 4, 4, 0, 1]);
  assert.deepEqual(views.map((one) => one.waits), [false, false, false, false, false, false, true, false, false]);
  assert.deepEqual(views.map((one) => one.winning), [null, null, 0, 1, 1, null, 3, null, 3]);
  assert.deepEqual(views.at(-1).taken, [0, 1]);
  assert.deepEqual(views.at(-1).lastTrick, { plays: TRICK.slice(1, 5).map((one) => ({ seat: one.seat, card: one.cards[0] })), winner: 3 });
  assert.equal(step(all([...TRICK, due()], { ...hand, seen: 6 })).seen, 6); // it waits
});

test("the own cards are those held at that step, not those at the end", () => {
  const views = walk(all([...TRICK, due()]));
  assert.deepEqual(views[0].own, ["D2", "C3", "H9", "SA"].sort((a, b) => "SHCD".indexOf(a[0]) - "SHCD".indexOf(b[0])));
  assert.deepEqual(views[2].own, ["SA", "C3", "D2"]);
  assert.deepEqual(views[0].held, [4, 4, 4, 4]);
  assert.deepEqual(views.at(-1).held, [3, 3, 3, 2]);
});

test("while the answer still comes, cards already told are gone from the hand", () => {
  const before = allSeen(all([CALL, due({ own: ["SA", "H9", "D2", "C3"], held: [4, 4, 4, 4] })]));
  const after = step(heard(before, TRICK[1]));
  assert.deepEqual(shown(after).own, ["SA", "C3", "D2"]);
  assert.deepEqual(shown(after).held, [3, 4, 4, 4]);
  assert.equal(shown(after).asked, null);
});

test("nothing may be answered before all is shown", () => {
  const views = walk(all([...TRICK, due()]));
  assert.deepEqual(views.slice(0, -1).map((one) => one.asked), Array(8).fill(null));
  assert.deepEqual(views.at(-1).asked.legal, ["D2"]);
});

test("what was seen before a reload is shown at once, the rest step by step", () => {
  const old = TRICK.map((one) => ({ ...one, old: true }));
  assert.equal(all([...old, due()], newHand(TABLE, 4, false)).seen, 4);
  assert.equal(waiting(all([...old, due()], newHand(TABLE, 6, false))), true);
  assert.equal(waiting(all([...old, due()], newHand(TABLE, 6, true))), false);
  assert.equal(all([...old, due()], newHand(TABLE, 99)).seen, old.length);
});

test("the hand that is over is shown after its last trick was cleared", () => {
  const over = { head: "You win this hand.", lines: [] };
  const hand = all([...TRICK.slice(0, 6), due({ what: null, legal: [], over })]);
  const views = walk(hand);
  assert.deepEqual(views.map((one) => Boolean(one.over)), [false, false, false, false, false, false, false, true]);
  assert.equal(sentence(views.at(-1), TABLE), "You win this hand.");
  assert.equal(shown(allSeen(hand)).over, over);
});

test("a trump that was laid down stays hidden until it is shown", () => {
  const hidden = [{ ...CALL, seat: 3, suit: null }, play(3, "H2", 0, null)];
  const asked = due({ trump: null, trump_hidden: true });
  assert.deepEqual(shown(allSeen(all([...hidden, asked]))).trump, { suit: null, hidden: true });
  const shownNow = [...hidden, { ...CALL, what: "request", seat: 0, suit: "C" }];
  assert.deepEqual(shown(allSeen(all([...shownNow, due({ trump: "C" })]))).trump, { suit: "C", hidden: false });
});

test("every step is told in words", () => {
  assert.equal(told(TRICK[1], TABLE.names), "You play the nine of hearts.");
  assert.equal(told(TRICK[2], TABLE.names), "Right plays the ten of hearts.");
  assert.equal(told(TRICK[5], TABLE.names), "Left wins the trick.");
  assert.equal(told(CALL, TABLE.names), "You call spades.");
  const last = walk(all([...TRICK, due()])).at(-1);
  assert.equal(sentence(last, TABLE), "Follow diamonds.");
  assert.equal(points(last, TABLE), "0–1");
  assert.equal(points({ taken: [4, 2, 1] }, { ...TABLE, sides: false, seats: 3, seat: 1 }), "2, 1, 4");
});

test("a store that is broken, full or closed loses nothing else", () => {
  const whole = { id: "a", match: { hands: [""] } };
  assert.deepEqual(matchesOf("{"), []);
  assert.deepEqual(matchesOf('{"a": 1}'), []);
  assert.deepEqual(matchesOf(JSON.stringify([null, 3, { id: 1 }, whole])), [whole]);
  const kept = {};
  const store = { getItem: (name) => kept[name] ?? null, setItem: (name, text) => { kept[name] = text; } };
  const matches = new Kept(store);
  assert.equal(matches.put(whole), true);
  assert.equal(matches.put({ ...whole, id: "b" }), true);
  assert.deepEqual(matches.all().map((one) => one.id), ["b", "a"]);
  assert.equal(matches.put({ ...whole, seen: 5 }), true);
  assert.deepEqual(matches.all().map((one) => [one.id, one.seen]), [["a", 5], ["b", undefined]]);
  matches.remove("a");
  assert.equal(matches.find("a"), null);
  for (let at = 0; at < 60; at += 1) matches.put({ ...whole, id: `x${at}` });
  assert.equal(matches.all().length, 40);
  const closed = new Kept({ getItem: () => { throw new Error("closed"); }, setItem: () => { throw new Error("full"); } });
  assert.deepEqual(closed.all(), []);
  assert.equal(closed.put(whole), false);
});
