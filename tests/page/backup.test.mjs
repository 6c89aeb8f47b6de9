// All that is kept as one file, and back without a loss.

import assert from "node:assert/strict";
import { test } from "node:test";

import { exported, imported } from "../../cli/page/static/backup.js";

class Store {
  constructor(held = {}) { this.held = { ...held }; }
  get length() { return Object.keys(this.held).length; }
  key(at) { return Object.keys(this.held)[at]; }
  getItem(name) { return this.held[name] ?? null; }
  setItem(name, value) { this.held[name] = String(value); }
}

const match = (id, at) => ({ id, at, match: { hands: [] } });
const FULL = {
  "hakem-matches": JSON.stringify([match("a", 5), match("b", 3)]),
  "hakem-days": JSON.stringify({ "2026-11-22": [true] }),
  "hakem-lines": JSON.stringify({ deal: [["SA", "S2"]] }),
  "hakem-mistakes": JSON.stringify({ hands: ["x"], faults: [{ id: "x", at: 4, step: 2 }] }),
  "hakem-quiz-all": JSON.stringify({ kot: { asked: 5, right: 3 } }),
  "hakem-theme": "dark",
};

test("what was saved is there again in an empty browser, and nothing else", () => {
  const text = exported(new Store({ ...FULL, other: "not ours" }));
  const empty = new Store();
  assert.equal(imported(empty, text), 6);
  assert.deepEqual(empty.held, FULL);
});

test("what is here already stays", () => {
  const here = new Store({
    "hakem-matches": JSON.stringify([match("b", 9), match("c", 1)]),
    "hakem-days": JSON.stringify({ "2026-11-22": [false], "2026-11-23": [true] }),
    "hakem-lines": JSON.stringify({ deal: [["SK"], ["SA", "S2"]], more: [["HA"]] }),
    "hakem-mistakes": JSON.stringify({ hands: ["x", "y"], faults: [{ id: "x", at: 4, step: 3 }, { id: "y", at: 0, step: 0 }] }),
    "hakem-quiz-all": JSON.stringify({ kot: { asked: 2, right: 2 }, card: { asked: 1, right: 0 } }),
    "hakem-theme": "light",
  });
  imported(here, exported(new Store(FULL)));
  const held = (name) => JSON.parse(here.held[name]);
  assert.deepEqual(held("hakem-matches").map((one) => [one.id, one.at]), [["b", 9], ["a", 5], ["c", 1]]);
  assert.deepEqual(held("hakem-days"), { "2026-11-22": [false], "2026-11-23": [true] });
  assert.deepEqual(held("hakem-lines"), { deal: [["SK"], ["SA", "S2"]], more: [["HA"]] });
  assert.deepEqual(held("hakem-mistakes").faults.map((one) => one.step), [3, 0]);
  assert.deepEqual(held("hakem-quiz-all"), { kot: { asked: 5, right: 3 }, card: { asked: 1, right: 0 } });
  assert.equal(here.held["hakem-theme"], "dark");
  const twice = JSON.stringify(here.held);
  imported(here, exported(new Store(FULL)));
  assert.equal(JSON.stringify(here.held), twice);
});

test("another file is refused and changes nothing", () => {
  for (const text of ["", "nonsense", "[1]", "{}", JSON.stringify({ kind: "hakem kept", version: 2, kept: {} })]) {
    const store = new Store(FULL);
    assert.throws(() => imported(store, text), /no file that/);
    assert.deepEqual(store.held, FULL);
  }
  const bad = JSON.stringify({ kind: "hakem kept", version: 1, kept: { "hakem-theme": 3, other: "x", "hakem-days": "{" } });
  const store = new Store(FULL);
  imported(store, bad);
  assert.deepEqual(store.held, FULL);
});
