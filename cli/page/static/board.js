// The table: hands round it, the trick in the middle, the cards of the seat to play below.

import { cardName, cardsOf, h, fill, icon, rankText, suitSign, SUITS, trumpText } from "./lib.js";

const PLACES = { 2: ["bottom", "top"], 3: ["bottom", "right", "left"],
  4: ["bottom", "right", "top", "left"], 6: ["bottom", "right", "top2", "top", "left", "left2"] };

/** Where each seat sits when `view` sits at the bottom; the next seat is right when `ccw`. */
export function placeOf(seat, state, view) {
  const at = (seat - view + state.seats) % state.seats;
  const places = PLACES[state.seats] || PLACES[4];
  return state.direction === "cw" ? places[(places.length - at) % places.length] : places[at];
}

export class Board {
  /** `onPlay(card)` hears a card of the tray; `onTake()` a click on the trick. */
  constructor({ onPlay = () => {}, onTake = null } = {}) {
    this.onPlay = onPlay;
    this.onTake = onTake;
    this.marks = new Map();
    this.buttons = [];
    this.seats = [];
    this.board = h("div.board");
    this.trick = h("div.trick", { role: "group", "aria-label": "the trick" });
    this.middle = h("div.middle");
    this.tray = h("div.tray", { role: "group", onkeydown: (event) => this.move(event) });
    this.status = h("div.status");
    this.node = h("div.on-table", this.board, this.tray);
    this.state = null;
    this.names = []; // of the seats, where they have any
  }

  name(seat) {
    return this.names[seat] || `seat ${seat}`;
  }

  /** Draw a state; `view` sits at the bottom, with `see` false only that seat's cards are shown. */
  show(state, { view = 0, see = true } = {}) {
    const built = this.built === `${state.seats} ${state.direction} ${view} ${this.names}`;
    this.state = state;
    this.see = see;
    this.view = view;
    if (!built) this.build(state, view);
    this.seats.forEach((seat, number) => this.showSeat(seat, number));
    this.showTrick();
    this.showStatus();
    this.showTray();
  }

  build(state, view) {
    this.built = `${state.seats} ${state.direction} ${view} ${this.names}`;
    this.board.dataset.seats = state.seats;
    this.seats = [];
    this.slots = [];
    const order = [...Array(state.seats).keys()].map((at) => (at + view) % state.seats);
    for (const seat of order) {
      const place = placeOf(seat, state, view);
      const head = h("h2");
      const suits = h("div.suits");
      this.seats[seat] = { head, suits, node: h("section.seat", { "data-place": place }, head, suits) };
      const face = h("span.face.empty");
      const note = h("span.note");
      this.slots[seat] = { face, note,
        node: h("div.slot", { "data-place": place }, h("span.who", { "aria-hidden": "true" }, this.name(seat)), face, note) };
    }
    fill(this.trick, order.map((seat) => this.slots[seat].node), this.middle);
    const shown = order.filter((seat) => seat !== view).map((seat) => this.seats[seat].node);
    // In reading order: the others in the order of play, the trick, the seat at the bottom.
    fill(this.board, shown, this.trick, this.seats[view].node);
    if (this.onTake) {
      for (const slot of this.slots) slot.face.addEventListener("click", this.onTake);
    }
  }

  showSeat({ head, suits, node }, seat) {
    const { state } = this;
    const turn = state.to_play === seat;
    node.classList.toggle("turn", turn);
    fill(head,
      h("span.name", this.name(seat)),
      seat === state.caller ? icon("crown", "crown") : null,
      seat === state.caller ? h("span", "hâkem") : null,
      seat === state.seats - 1 && state.seats === 4 ? h("span.tag", "dealer") : null,
      turn ? h("span.tag.now", "to play") : null);
    const open = this.see || seat === this.view;
    if (!open) {
      const held = state.hands[seat].length;
      fill(suits, h("p.hidden-hand", `${held} card${held === 1 ? "" : "s"}, hidden`));
      return;
    }
    const lines = [...(state.trump ? [state.trump] : []), ..."SHDC"].filter(
      (suit, at, all) => all.indexOf(suit) === at);
    fill(suits, lines.map((suit) => {
      const ranks = state.hands[seat].filter((card) => card[0] === suit);
      return h(`div.suit-line${suit === state.trump && state.trump_open ? ".trump" : ""}`, suitSign(suit),
        h("span.quiet", `${SUITS[suit]}: `),
        h("span.ranks", ranks.length ? ranks.map((card) =>
          h(`span.rank${card[1] === "T" ? ".ten" : ""}`, rankText(card[1]))) : h("span.muted", "–")));
    }),
    state.indicator && seat === state.caller && !state.trump_open
      ? h("p.hidden-hand", `laid down: ${cardName(state.indicator)}`) : null);
  }

  showTrick() {
    const { state } = this;
    const begun = state.trick.length > 0;
    const shown = begun ? state.trick : [];
    this.slots.forEach(({ face, note, node }, seat) => {
      const at = shown.findIndex((played) => played.seat === seat);
      const card = at < 0 ? null : shown[at].card;
      node.classList.toggle("winning", begun && at === state.winning && at >= 0);
      face.classList.toggle("empty", !card);
      face.className = `face${card ? ` ${card[0]}` : " empty"}`;
      fill(face, card ? [icon(`suit-${card[0]}`, "suit"), rankText(card[1])] : []);
      face.title = card && this.onTake ? "take the last card back" : "";
      note.textContent = at === 0 ? "led" : "";
      if (begun && at === state.winning) note.textContent = at === 0 ? "led, winning" : "winning";
    });
    const turn = state.direction === "cw" ? "↻" : "↺";
    let said = `${turn} trick ${state.trick_number} of ${state.tricks_total}`;
    if (state.over) said = "the hand is over";
    else if (!begun && state.last_trick) said += `; ${this.name(state.last_trick.won_by)} won the last`;
    this.middle.textContent = said;
    const words = state.trick.map(({ seat, card }) => `${this.name(seat)} ${cardName(card)}`);
    this.trick.setAttribute("aria-label", words.length ? `the trick: ${words.join(", ")}` : "the trick: no card yet");
  }

  showStatus() {
    const { state } = this;
    const won = state.owned;
    const game = state.hand?.variant; // the question of a quiz on one seat has no hand
    const label = !game || state.variant.startsWith(game) ? state.variant : `${game}, ${state.variant}`;
    const bits = [
      h("span", h("b", label)),
      h("span", "trump ", h("b", state.trump ? trumpText(state.trump) : state.trump_hidden ? "hidden" : state.makes_trump ? "not made yet" : "none")),
      h("span", `${state.unit} `, h("b", `${won[0]}–${won[1]}`)),
      ...state.notes.map((note) => h("span", note)),
    ];
    fill(this.status, bits);
  }

  showTray() {
    const { state } = this;
    const seat = state.to_play;
    const known = seat !== null && (this.see || seat === this.view);
    const cards = known ? order(state.hands[seat], state.trump) : [];
    if (known && state.indicator && seat === state.caller && !state.trump_open) {
      // the card laid apart may be played when its seat may play it
      for (const card of state.legal) if (!cards.includes(card)) cards.push(card);
    }
    this.cards = cards;
    this.tray.setAttribute("aria-label", seat === null ? "no card to play" : `the cards of ${this.name(seat)}, to play`);
    const had = this.buttons.indexOf(document.activeElement);
    while (this.buttons.length < cards.length) this.buttons.push(this.button());
    this.buttons.forEach((button, at) => {
      button.hidden = at >= cards.length;
      if (at < cards.length) this.showCard(button, cards[at]);
    });
    if (this.tray.children.length !== this.buttons.length) fill(this.tray, this.buttons, this.empty());
    this.note.textContent = state.over ? "All cards have been played." :
      seat === null ? "Chance makes the trump now." : !known ? `${this.name(seat)} is to play, with hidden cards.` : "";
    this.note.hidden = !this.note.textContent;
    const usable = cards.findIndex((card) => state.legal.includes(card));
    this.focusAt(Math.max(0, had >= 0 && had < cards.length ? had : usable), had >= 0);
  }

  empty() {
    this.note ??= h("p.muted");
    return this.note;
  }

  button() {
    const made = h("button.card", { type: "button", tabindex: "-1" }, h("span.name"), h("span.badge"));
    made.addEventListener("click", () => {
      const card = made.dataset.card;
      if (made.getAttribute("aria-disabled") === "true") this.onPlay(card, false);
      else this.onPlay(card, true);
    });
    return made;
  }

  showCard(button, card) {
    const legal = this.state.legal.includes(card);
    button.dataset.card = card;
    button.setAttribute("aria-disabled", String(!legal));
    button.title = legal ? "" : this.state.why_not[card] || "";
    button.className = `card ${card[0]}`;
    fill(button.firstChild, icon(`suit-${card[0]}`, "suit"), rankText(card[1]));
    this.showMark(button, card, legal);
  }

  showMark(button, card, legal = this.state.legal.includes(card)) {
    const mark = legal ? this.marks.get(card) : null;
    const badge = button.lastChild;
    badge.textContent = mark ? mark.badge : legal && this.expecting ? "·" : "";
    badge.className = `badge${mark ? ` ${mark.kind}` : ""}${mark?.loss?.classes > 1 || mark?.far ? " far" : ""}`;
    const why = legal ? "" : `, ${this.state.why_not[card] || "may not be played"}`;
    button.setAttribute("aria-label", mark ? mark.label : `${cardName(card)}${why}`);
  }

  /** Forget the worth of all cards; `expecting`: it is on its way. */
  clearMarks(expecting = false) {
    this.marks.clear();
    this.expecting = expecting;
    this.refresh();
  }

  /** The worth of a card: {kind, badge, label}. */
  mark(card, mark) {
    this.marks.set(card, mark);
    const button = this.buttons.find((one) => !one.hidden && one.dataset.card === card);
    if (button) this.showMark(button, card);
  }

  refresh() {
    for (const button of this.buttons) if (!button.hidden) this.showMark(button, button.dataset.card);
  }

  focusAt(at, really = true) {
    const shown = this.buttons.filter((button) => !button.hidden);
    shown.forEach((button, place) => { button.tabIndex = place === at ? 0 : -1; });
    if (really) shown[at]?.focus();
  }

  get hasFocus() {
    return this.tray.contains(document.activeElement);
  }

  move(event) {
    const shown = this.buttons.filter((button) => !button.hidden);
    const at = shown.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: shown.length - 1,
      ArrowDown: at + 7, ArrowUp: at - 7 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.focusAt(Math.max(0, Math.min(shown.length - 1, next)));
  }
}

/** The cards of the tray: trumps first, then the suits with colours by turns. */
function order(cards, trump) {
  const suits = trump ? [trump, ...[..."SHCD"].filter((suit) => suit !== trump)] : [..."SHCD"];
  return suits.flatMap((suit) => cards.filter((card) => card[0] === suit));
}

/** Hands of a deal without a play, as for the quiz: cards of one seat only. */
export function fan(hand) {
  return h("div.tray", { role: "group", "aria-label": "the cards" }, cardsOf(hand).map((card) =>
    h(`span.face.${card[0]}`, { role: "img", "aria-label": cardName(card) },
      icon(`suit-${card[0]}`, "suit"), rankText(card[1]))));
}
