// The table as it is seen from a chair: the others with their cards, the trick in the middle, who is
// next and who wins it. It draws what `match-state.js` says and asks nothing.

import { cardText, fill, h, icon } from "./lib.js";
import { cardName } from "./names.js";
import { back, face } from "./cards.js";
import { placeOf } from "./board.js";

export class Felt {
  /** `onPress` hears a press anywhere on the cloth. */
  constructor(onPress) {
    this.trick = h("div.cross", { role: "group" });
    this.plates = [];
    this.slots = [];
    this.result = h("div.result");
    this.note = h("p.felt-note", { "aria-hidden": "true" });
    this.node = h("div.cloth", { onclick: onPress });
    this.built = "";
  }

  build(table) {
    const key = JSON.stringify([table.seats, table.seat, table.direction, table.names, table.dummy]);
    if (key === this.built) return;
    this.built = key;
    const order = [...Array(table.seats).keys()].map((at) => (at + table.seat) % table.seats);
    this.plates = [];
    this.slots = [];
    for (const seat of order) {
      const place = placeOf(seat, table, table.seat);
      const card = h("span.spot");
      this.slots[seat] = { node: h("div.slot-at", { "data-place": place }, card), card, shown: null };
      const held = h("span.backs");
      const tags = h("span.tags");
      const open = h("div.open-hand");
      this.plates[seat] = { held, tags, open, node: h("section.plate", { "data-place": place },
        h("h2", table.names[seat]), tags, held, open) };
    }
    fill(this.trick, order.map((seat) => this.slots[seat].node));
    this.centre = h("div.centre", this.trick, this.note);
    fill(this.node, order.slice(1).map((seat) => this.plates[seat].node), this.centre, this.plates[table.seat].node, this.result);
    this.node.dataset.seats = table.seats;
  }

  /** Draw `view`; `peek`: the last trick in place of the one in play. */
  show(view, table, peek = false) {
    this.build(table);
    this.plates.forEach((plate, seat) => this.showPlate(plate, seat, view, table));
    const old = peek && view.lastTrick;
    const plays = old ? view.lastTrick.plays : view.trick;
    const winning = old ? view.lastTrick.winner : view.winning;
    this.slots.forEach((slot, seat) => {
      const card = plays.find((one) => one.seat === seat)?.card ?? null;
      if (card !== slot.shown) {
        slot.shown = card;
        fill(slot.card, card ? face(card) : []);
        slot.card.classList.toggle("fresh", Boolean(card) && !old);
      }
      const next = !old && !card && view.next === seat;
      slot.node.classList.toggle("wins", Boolean(card) && winning === seat);
      slot.node.classList.toggle("next", next);
    });
    const said = plays.map(({ seat, card }) => `${table.names[seat]} ${cardName(card)}`).join(", ");
    const whose = winning === null || !plays.length ? "" : `; ${table.names[winning]} ${table.names[winning] === "you" ? "win" : "wins"} it`;
    this.trick.setAttribute("aria-label", `${old ? "the last trick" : "the trick"}: ${said || "no card yet"}${whose}`);
    this.note.textContent = old ? "last trick" : "";
    this.node.classList.toggle("waits", view.waits);
    this.node.classList.toggle("is-over", Boolean(view.over));
    this.showResult(view, table);
  }

  showPlate({ held, tags, open, node }, seat, view, table) {
    const mine = seat === table.seat;
    node.classList.toggle("turn", view.next === seat && !view.over);
    fill(tags, seat === 0 ? h("span.hakem", { title: "called the trump and leads first" }, icon("crown", "crown"), "hâkem") : null,
      seat === table.dealer ? h("span.tag", "dealer") : null,
      view.next === seat && !view.over ? h("span.tag.now", mine ? "your turn" : "to play") : null);
    const count = view.held[seat] ?? 0;
    const seen = seat === table.dummy && view.open;
    fill(held, mine || seen || view.over || !count ? [] : [...Array(Math.min(count, 5))].map(() => back()),
      mine || seen || view.over ? [] : h("span.count", { "aria-label": `${count} cards` }, String(count)));
    fill(open, seen && !mine ? view.open.map((card) => [cardText(card), " "]).flat() : []);
  }

  showResult(view, table) {
    const { over } = view;
    this.result.hidden = !over;
    if (!over || this.drawn === over) return;
    this.drawn = over;
    fill(this.result, h("h2", "The hands as they were dealt"), h("table.dealt",
      h("tbody", over.deal.map((cards, at) => (at + table.seat) % table.seats).map((seat) => h("tr",
        h("th", { scope: "row" }, table.names[seat]),
        h("td", [..."SHDC"].map((suit) => {
          const held = over.deal[seat].filter((card) => card[0] === suit);
          return h("span.dealt-suit", held.length ? held.flatMap((card, at) => (at ? [rank(card)] : [cardText(card)])) : []);
        })))))));
  }
}

const rank = (card) => h(`span.more.${card[0]}`, { role: "img", "aria-label": cardName(card) }, card[1] === "T" ? "10" : card[1]);
