// Own mistakes: kept once a hand, asked again at growing intervals, added up by kind.

import assert from "node:assert/strict";
import { test } from "node:test";

import { INTERVALS, Mistakes } from "../../cli/page/static/mistakes.js";

class Store {
  constructor() { this.held = {}; }
  getItem(name) { return this.held[name] ?? null; }
  setItem(name, value) { this.held[name] = value; }
}

const HAND = { variant: "hokm", trump: "S", deal: "0:A|K|Q|J", play: ["SA"] };
const fault = (at, kind, mean) => ({ at, card: { kind, lost: { mean } } });

test("a hand is kept once, its dearest mistake is asked first", () => {
  const kept = new Mistakes(new Store());
  for (let times = 0; times < 2; times += 1) kept.add(HAND, ["you"], [fault(0, "lead", 0.1), fault(4, "ruff", 0.4)], "2026-11-23");
  assert.deepEqual(kept.due("2026-11-23").map((one) => one.at), [4, 0]);
  assert.deepEqual(kept.due("2026-11-22"), []);
  kept.add({ ...HAND, play: ["SK"] }, ["you"], [], "2026-11-23");
  const { hands, faults, kinds } = kept.summary();
  assert.deepEqual([hands, faults], [2, 2]);
  assert.deepEqual(kinds, [{ kind: "ruff", times: 1, loss: 0.2 }, { kind: "lead", times: 1, loss: 0.05 }]);
});

test("what is found comes back later and later, and then no more; what is not, tomorrow", () => {
  const kept = new Mistakes(new Store());
  kept.add(HAND, [], [fault(0, "lead", 0.1)], "2026-12-30");
  const [asked] = kept.due("2026-12-30");
  kept.answered(asked, false, "2026-12-30");
  assert.deepEqual(kept.due("2026-12-30"), []);
  assert.equal(kept.due("2026-12-31").length, 1);
  kept.answered(asked, true, "2026-12-31");
  assert.deepEqual([kept.due("2027-01-02").length, kept.due("2027-01-03").length], [0, 1]);
  for (let times = 1; times < INTERVALS.length; times += 1) kept.answered(asked, true, "2027-01-03");
  assert.deepEqual(kept.due("2099-01-01"), []);
  assert.equal(kept.summary().faults, 1);
});

test("a store that holds something else, or nothing", () => {
  for (const held of ["[]", "nonsense", "{\"hands\": 3, \"faults\": [{\"id\": 1}]}", "null"]) {
    const store = new Store();
    store.held["hakem-mistakes"] = held;
    assert.deepEqual(new Mistakes(store).summary(), { hands: 0, faults: 0, kinds: [] });
  }
});
