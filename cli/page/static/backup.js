// Everything that the page keeps in this browser as one file, and back: matches, lines, reviews, quizzes,
// mistakes, settings. What is here already is never lost by it. Pure but for the store.

import { matchesOf } from "./kept.js";

const PREFIX = "hakem-";
const KIND = "hakem kept";

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
const object = (text) => {
  const found = parsed(text);
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
};

/** All that is kept, as the text of a file. */
export function exported(store) {
  const kept = {};
  for (let at = 0; at < store.length; at += 1) {
    const name = store.key(at);
    if (name.startsWith(PREFIX)) kept[name] = store.getItem(name);
  }
  return `${JSON.stringify({ kind: KIND, version: 1, kept }, null, 1)}\n`;
}

/** How two values of one name become one, where that is not the one of the file. */
const JOINED = {
  "hakem-matches": (here, there) => {
    const all = new Map([...matchesOf(there), ...matchesOf(here)].sort((a, b) => a.at - b.at).map((one) => [one.id, one]));
    return JSON.stringify([...all.values()].sort((a, b) => b.at - a.at));
  },
  "hakem-days": (here, there) => JSON.stringify({ ...object(there), ...object(here) }), // the first result of a day stands
  "hakem-lines": (here, there) => {
    const [mine, theirs] = [object(here), object(there)];
    const lines = (deal) => [...(mine[deal] ?? []), ...(theirs[deal] ?? [])].filter((line) => Array.isArray(line));
    const once = (deal) => [...new Map(lines(deal).map((line) => [line.join(), line])).values()];
    return JSON.stringify(Object.fromEntries([...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map((deal) => [deal, once(deal)])));
  },
  "hakem-mistakes": (here, there) => {
    const [mine, theirs] = [object(here), object(there)];
    const faults = [...(theirs.faults ?? []), ...(mine.faults ?? [])];
    return JSON.stringify({
      hands: [...new Set([...(theirs.hands ?? []), ...(mine.hands ?? [])])],
      faults: [...new Map(faults.map((one) => [`${one.id} ${one.at}`, one])).values()],
    });
  },
  "hakem-quiz-all": (here, there) => {
    const [mine, theirs] = [object(here), object(there)];
    const larger = (kind) => ((mine[kind]?.asked ?? 0) >= (theirs[kind]?.asked ?? 0) ? mine[kind] : theirs[kind]);
    return JSON.stringify(Object.fromEntries([...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map((kind) => [kind, larger(kind)])));
  },
};

/** Take a file back in; the number of things it held. Throws an Error with a sentence for another file. */
export function imported(store, text) {
  const found = parsed(text);
  if (found?.kind !== KIND || found.version !== 1 || typeof found.kept !== "object") {
    throw new Error("This is no file that “Save all” wrote.");
  }
  const names = Object.keys(found.kept).filter((name) => name.startsWith(PREFIX) && typeof found.kept[name] === "string");
  const next = names.map((name) => {
    const here = store.getItem(name);
    return [name, here === null || !JOINED[name] ? found.kept[name] : JOINED[name](here, found.kept[name])];
  });
  for (const [name, value] of next) {
    try {
      store.setItem(name, value);
    } catch {
      throw new Error("This browser has no room for all of it: what did not fit is left out.");
    }
  }
  return names.length;
}
