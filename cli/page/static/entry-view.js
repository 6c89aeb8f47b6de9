// The dialog in which a deal is entered with a pack; `entry.js` knows where each card is.

import { cardName, fill, h, rankText, say, suitSign, SUITS } from "./lib.js";
import { dealText, filled, handAt, newEntry, put, ready, WHOLE } from "./entry.js";

export class EntryView {
  /** `onDeal(text)` hears the deal when it is shown. */
  constructor(onDeal) {
    this.onDeal = onDeal;
    this.seats = h("div.row", { role: "group", "aria-label": "whose cards are pressed" });
    this.pack = h("div.pack");
    this.shown = h("button.main", { type: "button", onclick: () => this.show() }, "Show it");
    const rest = h("button", { type: "button", onclick: () => this.change(filled(this.entry, below)) }, "The rest at random");
    const clear = h("button", { type: "button", onclick: () => this.change(newEntry(this.entry.seats, this.entry.size, this.entry.pack)) }, "Clear");
    this.node = h("dialog.entry", { "aria-label": "enter a deal" }, h("h2", "Enter a deal"),
      h("p.small.muted", "Press the cards of a seat; a full hand hands on to the next, and the last hand falls out. Fewer cards, as many for each seat, are an ending."),
      this.seats, this.pack,
      h("div.row", this.shown, rest, clear, h("button", { type: "button", onclick: () => this.node.close() }, "Close")));
  }

  /** Begin, or go on with what was entered of a game of this shape. */
  open(seats, size, name) {
    const pack = WHOLE;
    if (!this.entry || this.entry.seats !== seats || this.entry.size !== size) this.entry = newEntry(seats, size, pack);
    this.name = name;
    this.draw();
    if (!this.node.isConnected) document.body.append(this.node);
    this.node.showModal();
  }

  change(entry) {
    this.entry = entry;
    this.draw();
  }

  draw() {
    const { entry } = this;
    if (this.seats.children.length !== entry.seats) {
      fill(this.seats, [...Array(entry.seats).keys()].map((seat) => h("button", { type: "button", onclick: () => this.change({ ...this.entry, at: seat }) })));
    }
    [...this.seats.children].forEach((button, seat) => {
      button.textContent = `${this.name(seat)}: ${handAt(entry, seat).length}`;
      button.setAttribute("aria-pressed", String(seat === entry.at));
    });
    if (!this.pack.children.length) {
      fill(this.pack, [..."SHDC"].map((suit) => h("div.pack-row", { role: "group", "aria-label": SUITS[suit] }, suitSign(suit),
        h("div", WHOLE.filter((card) => card[0] === suit).map((card) => h(`button.${suit}`, { type: "button", "data-card": card, onclick: () => this.press(card) }))))));
    }
    for (const button of this.pack.querySelectorAll("button")) {
      const { card } = button.dataset;
      const owner = entry.owner[card];
      fill(button, document.createTextNode(rankText(card[1])), owner === undefined ? null : h("sub", String(owner)));
      button.setAttribute("aria-pressed", String(owner === entry.at));
      button.setAttribute("aria-label", owner === undefined ? cardName(card) : `${cardName(card)}, ${this.name(owner)}`);
      button.classList.toggle("given", owner !== undefined && owner !== entry.at);
    }
    this.shown.disabled = !ready(entry);
  }

  press(card) {
    const before = this.entry.at;
    this.change(put(this.entry, card));
    say(this.entry.at === before ? `${this.name(before)}: ${handAt(this.entry, before).length} cards` : `${this.name(this.entry.at)} now`);
  }

  show() {
    this.node.close();
    this.onDeal(dealText(this.entry));
  }
}

/** A whole number below n, every one as likely. */
function below(n) {
  const most = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < most) return drawn % n;
  }
}
