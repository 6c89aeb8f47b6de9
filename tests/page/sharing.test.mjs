// What is shared is read back, and lines that were tried are kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { commandHand, ownForms, wordsOf } from "../../cli/page/static/share.js";
import { common, Tried, withLine } from "../../cli/page/static/lines.js";

test("address, command and record are told apart", () => {
  const record = '[Game "hokm"]\n[Trump "S"]';
  const all = `#/deal?d=0:A|K&t=S\n\nhakem solve -t S '0:A|K'\n\n${record}\n`;
  assert.deepEqual(ownForms(all), { address: "d=0:A|K&t=S", command: "-t S '0:A|K'", rest: record });
  assert.equal(ownForms("http://127.0.0.1:8000/#/deal?d=x&at=3").address, "d=x&at=3");
  assert.equal(ownForms("http://127.0.0.1:8000/#k=abc-_9&/deal?d=x").address, "d=x");
  assert.equal(ownForms("$ hakem solve 'a b'").command, "'a b'");
  assert.deepEqual(ownForms("AQ.K84.."), { address: null, command: null, rest: "AQ.K84.." });
});

test("a command is read as the shell reads it", () => {
  assert.deepEqual(wordsOf(`-t S --play 'SA S2' "0:A B"`), ["-t", "S", "--play", "SA S2", "0:A B"]);
  assert.deepEqual(commandHand("-t S --variant satat --set direction=cw --set=no_collect=1,2 --leader 2 --player=1 --play 'SA ask S2' --json '0:A|B indicator=SA'"), {
    options: { direction: "cw", no_collect: "1,2" }, trump: "S", variant: "satat", leader: 2, player: 1,
    play: ["SA", "ask", "S2"], deal: "0:A|B indicator=SA",
  });
  assert.deepEqual(commandHand("A B C D"), { options: {}, deal: "A B C D" });
});

test("lines that were left are kept once, the longest of each", () => {
  let lines = withLine([], ["SA", "S2"]);
  lines = withLine(lines, ["SA"]);
  assert.deepEqual(lines, [["SA", "S2"]]);
  lines = withLine(lines, ["SA", "S3"]);
  lines = withLine(lines, ["SA", "S3", "S4"]);
  assert.deepEqual(lines, [["SA", "S3", "S4"], ["SA", "S2"]]);
  assert.equal(withLine(lines, []), lines);
  for (let at = 0; at < 40; at += 1) lines = withLine(lines, [`x${at}`]);
  assert.equal(lines.length, 12);
  assert.equal(common(["SA", "S2"], ["SA", "S3"]), 1);
  assert.equal(common(["SA"], ["SA", "S3"]), 1);
});

test("a store that is broken or full loses nothing else", () => {
  const kept = { "hakem-lines": "[" };
  const tried = new Tried({ getItem: (name) => kept[name], setItem: (name, text) => { kept[name] = text; } });
  assert.deepEqual(tried.of("a"), []);
  tried.add("a", ["SA"]);
  tried.add("b", ["SK"]);
  assert.deepEqual([tried.of("a"), tried.of("b")], [[["SA"]], [["SK"]]]);
  for (let at = 0; at < 50; at += 1) tried.add(`deal ${at}`, ["SA"]);
  assert.equal(Object.keys(tried.all()).length, 30);
  const full = new Tried({ getItem: () => null, setItem: () => { throw new Error("full"); } });
  assert.deepEqual(full.add("a", ["SA"]), [["SA"]]);
});
