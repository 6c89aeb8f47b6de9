// What every view uses: elements, cards as text, the server's answers, announcements. No rule of
// a game is known here or in any other file of this folder: the server says what may be played.

import { cardName, PACK, rankText, SUITS } from "./names.js";

export { cardName, PACK, rankText, SUITS };
const SVG = "http://www.w3.org/2000/svg";

// Elements ----------------------------------------------------------------------------------------

/** An element: `h("button.main", {onclick}, "text", child)`; null and false are left out. */
export function h(tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  if (classes.length) made.className = classes.join(" ");
  for (const part of parts.flat()) {
    if (part === null || part === undefined || part === false) continue;
    if (typeof part === "string" || typeof part === "number") made.append(String(part));
    else if (part instanceof Node) made.append(part);
    else for (const [key, value] of Object.entries(part)) set(made, key, value);
  }
  return made;
}

export function set(node, key, value) {
  if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else if (value === false || value === null || value === undefined) node.removeAttribute(key);
  else if (value === true) node.setAttribute(key, "");
  else node.setAttribute(key, value);
}

export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== false));
  return node;
}

/** A part that scrolls sideways where it is wider than the page; the keyboard reaches it, too. */
export function scroll(label, ...children) {
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, ...children);
}

export function icon(id, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", id === "crown" ? "0 0 20 16" : "0 0 20 20");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

/** A picture that the server has drawn; it is parsed as SVG and holds no script. */
export function picture(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return read.nodeName === "svg" ? document.importNode(read, true) : h("span");
}

// Cards -------------------------------------------------------------------------------------------

export function suitSign(suit) {
  return h(`span.${suit}`, icon(`suit-${suit}`, "suit"));
}

/** A card as text and sign, with its name for screen readers. */
export function cardText(card) {
  return h(`span.card-text.${card[0]}`, { role: "img", "aria-label": cardName(card) },
    icon(`suit-${card[0]}`, "suit"), rankText(card[1]));
}

export function trumpText(trump) {
  if (!trump) return h("span", "no trump");
  return h(`span.card-text.${trump}`, { role: "img", "aria-label": SUITS[trump] },
    icon(`suit-${trump}`, "suit"));
}

/** "AQ.K84.." as cards. */
export function cardsOf(hand) {
  return hand.split(".").flatMap((ranks, suit) => [...ranks].map((rank) => "SHDC"[suit] + rank));
}

export function handOf(cards) {
  return [..."SHDC"].map((suit) =>
    [...PACK].filter((rank) => cards.includes(suit + rank)).join("")).join(".");
}

/** A sentence with its cards as they are printed: `♠T7` as ♠10 ♠7, signs that no font turns to pictures. */
export const printed = (text) => text
  .replace(/([♠♥♦♣])([2-9TJQKA]{2,})/g, (_, suit, ranks) => [...ranks].map((rank) => suit + rank).join(" "))
  .replace(/([♠♥♦♣])T/g, "$110").replace(/[♠♥♦♣]/g, "$&\ufe0e");

// The server --------------------------------------------------------------------------------------

const LARGEST = 1 << 20;
const KEY = "hakem-key";
const tab = (() => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16)).join("");
})();

/** Take the key out of the address, where it came from the terminal, into this tab. */
export function takeKey() {
  const found = /^#k=([\w-]+)(?:&(\/.*))?$/.exec(location.hash);
  if (!found) return;
  sessionStorage.setItem(KEY, found[1]);
  history.replaceState(null, "", `${location.pathname}#${found[2] ?? "/deal"}`);
}

/** Take the key out of what was typed: the address that the terminal shows, or the key alone. */
export function useKey(text) {
  const found = /k=([\w-]+)/.exec(text) ?? /^\s*([\w-]+)\s*$/.exec(text);
  if (found) sessionStorage.setItem(KEY, found[1]);
  return Boolean(found);
}

export class Refusal extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

const running = new Map();
export const hooks = { gone: () => {}, back: () => {}, key: () => {} };

/**
 * Ask the server; `on(event)` hears each line of the answer as it comes. A newer question in the
 * same slot ends this one; then the promise gives false. Raises Refusal with a sentence.
 */
export async function ask(verb, body, on, slot = verb) {
  stop(slot);
  const control = new AbortController();
  running.set(slot, control);
  let answer;
  try {
    answer = await fetch(`/api/v1/${verb}`, {
      method: "POST",
      signal: control.signal,
      headers: {
        "Content-Type": "application/json",
        "X-Hakem-Tab": tab,
        Authorization: `Bearer ${sessionStorage.getItem(KEY) || ""}`,
      },
      body: JSON.stringify({ ...body, slot }),
    });
  } catch (fault) {
    if (control.signal.aborted) return false;
    hooks.gone();
    throw new Refusal("gone", "Hakem does not answer.");
  }
  hooks.back();
  if (!answer.ok) {
    const fault = await answer.json().catch(() => ({ code: "unknown", text: answer.statusText }));
    if (fault.code === "token") hooks.key();
    throw new Refusal(fault.code, fault.text);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let part = null;
    try {
      part = await reader.read();
    } catch (fault) {
      if (control.signal.aborted) return false;
      hooks.gone();
      throw new Refusal("gone", "Hakem does not answer.");
    }
    if (part.done) break;
    rest += part.value;
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (running.get(slot) !== control) return false;
      const event = JSON.parse(line);
      if (event.event === "stopped") return false;
      if (event.event === "error") throw new Refusal(event.code, event.text);
      on(event);
    }
  }
  if (running.get(slot) === control) running.delete(slot);
  return true;
}

/** End what is asked in this slot. */
export function stop(slot) {
  const control = running.get(slot);
  running.delete(slot);
  control?.abort();
}

export const busy = (slot) => running.has(slot);

/** The first event of an answer with one event. */
export async function askOne(verb, body, slot = verb) {
  let found = null;
  await ask(verb, body, (event) => { if (!found && event.event !== "done") found = event; }, slot);
  return found;
}

export const LONGEST_TEXT = 400_000; // letters of a text that is sent to be read
export const tooLong = (text) => `This text has ${text.length.toLocaleString("en")} letters; deals and records have a few thousand.`;

/** The text of a file that was chosen or dropped; one too large for a record is refused unread. */
export async function fileText(file) {
  if (file.size > LARGEST) {
    const size = `${Math.round(file.size / 1e6).toLocaleString("en")} MB`;
    throw new Refusal("size", `This file has ${size}; records have a few kB.`);
  }
  return file.text();
}

/** Give the person a file to keep. */
export function saveAs(name, text, type = "text/plain") {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Announcements -----------------------------------------------------------------------------------

let waiting = null;
let spoken = 0;

/** Say a sentence to a screen reader, at most one a second, the newest of several. */
export function say(sentence) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    spoken = Date.now();
    document.getElementById("live").textContent = sentence;
  }, Math.max(0, 1000 - (Date.now() - spoken)));
}

export const settings = {
  get(name, usual) {
    return localStorage.getItem(`hakem-${name}`) ?? usual;
  },
  set(name, value) {
    localStorage.setItem(`hakem-${name}`, value);
  },
};

export const about = { games: [], presets: [], scorings: [], version: "" };

export function gameOf(name) {
  return about.games.find((game) => game.name === name);
}

/** A game or a preset of one by its name; a preset has `game` and `options`. */
export function choiceOf(name) {
  return gameOf(name) || about.presets.find((preset) => preset.name === name);
}

/** The options of a list of games, each game with its presets below it. */
export function gameChoices(wanted = () => true) {
  return about.games.flatMap((game) => [game, ...about.presets.filter((preset) => preset.game === game.name)])
    .filter(wanted)
    .map((one) => h("option", { value: one.name, title: one.text }, one.game ? `${one.game}: ${one.name}` : one.name));
}

/** Whether a key press belongs to a field that takes text. */
export function inField(event) {
  const tag = event.target.tagName;
  return (tag === "INPUT" && event.target.type !== "checkbox") || tag === "TEXTAREA" || tag === "SELECT";
}
