// Playing cards as SVG: own drawings with a large index, in the colours of the page's suits. The
// signs of the suits and the crown are the symbols of index.html.

import { fill, h } from "./lib.js";
import { cardName, rankText } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";
const COURTS = { K: "crown", Q: "crown", J: "crown" };

function svg(tag, fields, ...inside) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(fields)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

const sign = (suit, x, y, size) => svg("use", { href: `#suit-${suit}`, x, y, width: size, height: size });

/** The face of a card, 64 by 92: index at the top left, a large sign; a court wears a crown. */
export function face(card) {
  const [suit, rank] = card;
  const index = svg("text", { x: rank === "T" ? 18.5 : 17, y: 30, class: rank === "T" ? "index ten" : "index", "text-anchor": "middle" }, rankText(rank));
  const parts = [svg("rect", { x: 1, y: 1, width: 62, height: 90, rx: 7, class: "paper" }),
    index, sign(suit, 8, 36, 18)];
  if (COURTS[rank]) {
    parts.push(svg("rect", { x: 30, y: 30, width: 26, height: 54, rx: 4, class: "panel-line" }),
      svg("use", { href: `#${rank === "J" ? "cap" : "crown"}`, x: 33, y: 34, width: 20, height: 16, class: rank === "Q" ? "queen" : "" }),
      sign(suit, 34, 58, 18));
  } else {
    parts.push(sign(suit, 24, 50, 32));
  }
  return svg("svg", { viewBox: "0 0 64 92", class: `face-svg ${suit}`, "aria-hidden": "true", focusable: "false" }, ...parts);
}

/** The back of a card. */
export function back() {
  return svg("svg", { viewBox: "0 0 64 92", class: "back-svg", "aria-hidden": "true", focusable: "false" },
    svg("rect", { x: 1, y: 1, width: 62, height: 90, rx: 7, class: "paper" }),
    svg("rect", { x: 7, y: 7, width: 50, height: 78, rx: 4, class: "weave" }),
    svg("path", { d: "M32 16 52 46 32 76 12 46zM32 31 42 46 32 61 22 46z", class: "lines" }));
}

/** A card that lies: drawn, with its name for screen readers. */
export function lying(card) {
  return h("span.lying", { role: "img", "aria-label": cardName(card) }, face(card));
}

/**
 * A hand that is held: a button for each card, of which the arrows walk and Enter presses. `onPlay`
 * hears a card and whether it may be played.
 */
export class Held {
  constructor(label, onPlay) {
    this.onPlay = onPlay;
    this.buttons = new Map();
    this.node = h("div.held", { role: "group", "aria-label": label, onkeydown: (event) => this.walk(event) });
  }

  /** Show these cards; `legal` may be played (null: nothing is asked), `whyNot` of others. */
  show(cards, legal, whyNot = {}, hinted = null) {
    const had = document.activeElement?.dataset?.card;
    const focused = this.hasFocus;
    const at = this.cards?.indexOf(had) ?? -1;
    this.cards = cards;
    this.node.dataset.count = cards.length;
    for (const [card, button] of this.buttons) {
      if (!cards.includes(card)) {
        button.remove();
        this.buttons.delete(card);
      }
    }
    const shown = cards.map((card) => this.button(card));
    shown.forEach((button, place) => {
      if (this.node.children[place] !== button) this.node.insertBefore(button, this.node.children[place] ?? null);
    });
    for (const card of cards) {
      const may = legal === null || legal.includes(card);
      const button = this.buttons.get(card);
      button.setAttribute("aria-disabled", String(legal === null || !may));
      button.classList.toggle("dim", !may);
      button.classList.toggle("hinted", card === hinted);
      button.title = may ? "" : whyNot[card] ?? "";
      button.setAttribute("aria-label", may ? cardName(card) : `${cardName(card)}, ${whyNot[card] ?? "may not be played"}`);
    }
    const usable = Math.max(0, legal ? cards.findIndex((card) => legal.includes(card)) : 0);
    this.tabStop(cards.includes(had) ? cards.indexOf(had) : focused ? Math.min(at, cards.length - 1) : usable, focused);
  }

  button(card) {
    if (!this.buttons.has(card)) {
      const made = h("button.held-card", { type: "button", tabindex: "-1", "data-card": card }, face(card));
      made.addEventListener("click", (event) => {
        event.stopPropagation();
        this.onPlay(card, made.getAttribute("aria-disabled") !== "true");
      });
      this.buttons.set(card, made);
    }
    return this.buttons.get(card);
  }

  get hasFocus() {
    return this.node.contains(document.activeElement);
  }

  /** The card that Tab reaches; `take`: and takes the focus. */
  tabStop(at, take = false) {
    const card = this.cards[Math.max(0, at)];
    for (const [each, button] of this.buttons) button.tabIndex = each === card ? 0 : -1;
    if (take) this.buttons.get(card)?.focus();
  }

  /** The focus on the first card that may be played. */
  focus() {
    if (this.hasFocus && document.activeElement.getAttribute("aria-disabled") === "false") return;
    this.tabStop(this.cards.findIndex((card) => this.buttons.get(card).getAttribute("aria-disabled") === "false"), true);
  }

  walk(event) {
    const at = this.cards.indexOf(document.activeElement?.dataset?.card);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.cards.length - 1,
      ArrowDown: at + 7, ArrowUp: at - 7 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.tabStop(Math.max(0, Math.min(this.cards.length - 1, to)), true);
  }
}

/** A hand that was dealt, as a line of text with its signs. */
export function handLine(cards, cardText) {
  return fill(h("span.hand-line"), cards.flatMap((card) => [cardText(card), " "]));
}
