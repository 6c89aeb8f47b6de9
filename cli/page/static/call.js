// The call: five cards, and what calling each suit is worth.

import { about, ask, cardsOf, cardName, choiceOf, fill, gameChoices, h, handOf, icon, PACK, picture, printed,
  rankText, say, scroll, stop, SUITS, suitSign } from "./lib.js";

export class CallView {
  constructor({ go, title }) {
    this.go = go;
    this.title = title;
    this.cards = [];
    this.build();
  }

  build() {
    this.verdict = h("h1", "Which trump?");
    this.below = h("p.below", "Choose the five cards you hold.");
    this.slots = h("div.slots", { role: "group", "aria-label": "your five cards" });
    this.fault = h("p.fault", { role: "alert", id: "call-fault" });
    this.pack = h("div.pack", [..."SHDC"].map((suit) => h("div.pack-row", { role: "group", "aria-label": SUITS[suit] },
      suitSign(suit), h("div", [...PACK].map((rank) => h(`button.${suit}`, {
        type: "button", "aria-pressed": "false", "data-card": suit + rank, "aria-label": cardName(suit + rank),
        onclick: () => this.toggle(suit + rank),
      }, rankText(rank)))))));
    this.text = h("input", { type: "text", id: "call-text", size: 18, placeholder: "AQ.K84.. or SA SQ …", "aria-describedby": "call-fault",
      onkeydown: (event) => { if (event.key === "Enter") this.read(); } });
    this.game = h("select", { onchange: () => this.ask() },
      gameChoices((one) => one.calls));
    this.game.value = "hokm";
    this.scoring = h("select", { onchange: () => this.ask() },
      h("option", { value: "" }, "usual"),
      about.scorings.map((one) => h("option", { value: one.name }, one.title)));
    this.score = h("input", { type: "text", size: 6, placeholder: "5-3", onchange: () => this.ask() });
    this.samples = h("input", { type: "number", min: 1, max: 100000, value: "", onchange: () => this.ask() });
    this.answer = h("div");
    this.progress = h("div", { role: "progressbar", "aria-label": "deals solved", "aria-valuemin": "0", "aria-valuemax": "100" });
    this.bar = h("div.progress", this.progress);
    this.waitText = h("span");
    this.wait = h("div.waiting", this.waitText, h("button", { type: "button", onclick: () => this.stopped() }, "Stop"));
    this.node = h("div",
      this.verdict, this.below, this.fault,
      h("div.columns.call",
        h("div", this.slots, this.pack,
          h("div.row", h("button", { type: "button", onclick: () => this.random() }, "Random five"),
            h("button", { type: "button", onclick: () => this.choose([]) }, "None"),
            h("label", "typed", this.text))),
        h("div.call-answer", this.bar, this.wait, this.answer),
        h("div.row.call-fields",
          h("label.field", h("span", "game"), this.game),
          h("label.field", h("span", "scoring"), this.scoring),
          h("label.field", h("span", "score of the match, us-them"), this.score),
          h("label.field", h("span", "deals to solve anew"), this.samples))));
    this.showCards();
    this.idle();
  }

  enter(query) {
    this.title("Call");
    const hand = query.get("h");
    const said = { score: query.get("score"), game: query.get("g"), scoring: query.get("s") };
    let other = false;
    for (const [name, value] of Object.entries(said)) {
      if (value === null || value === this[name].value) continue;
      this[name].value = value;
      other = true;
    }
    if (hand && !/^[2-9TJQKA]{0,5}(\.[2-9TJQKA]{0,5}){3}$/.test(hand)) {
      this.choose([]);
      this.fault.textContent = `The address names no hand: ${hand.slice(0, 40)}; five cards are written as AQ.K84..`;
    } else if (hand && (other || hand !== handOf(this.cards))) {
      this.cards = cardsOf(hand).slice(0, 5);
      this.showCards();
      this.ask();
    } else if (!hand && !this.cards.length) {
      this.choose(["SA", "SQ", "HK", "H8", "H4"]);
    }
  }

  leave() {
    stop("call");
  }

  toggle(card) {
    const held = this.cards.includes(card);
    if (!held && this.cards.length === 5) {
      this.fault.textContent = "Five cards are chosen: put one back first.";
      return;
    }
    this.choose(held ? this.cards.filter((one) => one !== card) : [...this.cards, card]);
  }

  choose(cards) {
    this.cards = cards;
    this.fault.textContent = "";
    this.showCards();
    this.ask();
  }

  random() {
    const pack = [..."SHDC"].flatMap((suit) => [...PACK].map((rank) => suit + rank));
    const five = [];
    while (five.length < 5) {
      const [at] = crypto.getRandomValues(new Uint32Array(1));
      five.push(...pack.splice(at % pack.length, 1));
    }
    this.choose(five);
  }

  read() {
    const text = this.text.value;
    this.given = text;
    this.ask(text);
  }

  showCards() {
    const cards = [..."SHDC"].flatMap((suit) => [...PACK].map((rank) => suit + rank)).filter((card) => this.cards.includes(card));
    fill(this.slots, [0, 1, 2, 3, 4].map((at) => cards[at]
      ? h(`button.card.face.${cards[at][0]}`, { type: "button", "aria-label": `put the ${cardName(cards[at])} back`, onclick: () => this.toggle(cards[at]) },
        icon(`suit-${cards[at][0]}`, "suit"), rankText(cards[at][1]))
      : h("span.face.empty", h("span.quiet", "empty"))));
    for (const button of this.pack.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(this.cards.includes(button.dataset.card)));
    }
  }

  idle() {
    clearTimeout(this.slow);
    this.bar.style.visibility = "hidden";
    this.wait.hidden = true;
  }

  stopped() {
    stop("call");
    this.idle();
    this.below.textContent = "Stopped: the figures are those of the deals solved so far.";
  }

  async ask(typed = null, samples = null) {
    stop("call");
    this.idle();
    this.samples.placeholder = choiceOf(this.game.value)?.book ? "from the book" : "256";
    if (typed === null && this.cards.length !== 5) {
      this.verdict.textContent = "Which trump?";
      this.below.textContent = `Choose the five cards you hold: ${5 - this.cards.length} to go.`;
      fill(this.answer);
      return;
    }
    const five = typed ?? handOf(this.cards);
    if (typed === null) {
      const query = { h: five };
      if (this.game.value !== "hokm") query.g = this.game.value;
      if (this.scoring.value) query.s = this.scoring.value;
      if (this.score.value) query.score = this.score.value;
      this.go("call", query);
    }
    this.slow = setTimeout(() => { this.wait.hidden = false; this.bar.style.visibility = "visible"; }, 150);
    this.waitText.textContent = "reading…";
    this.progress.style.width = "0";
    const body = { five, variant: this.game.value, scoring: this.scoring.value || null, score: this.score.value || null,
      samples: samples ?? (this.samples.value ? Number(this.samples.value) : null) };
    try {
      const ended = await ask("call", body, (event) => this.hear(event), "call");
      if (ended) this.idle();
    } catch (fault) {
      this.idle();
      if (fault.code === "gone") return;
      this.verdict.textContent = "Which trump?"; // the answer to something else goes
      this.below.textContent = "";
      fill(this.answer);
      this.fault.textContent = fault.message.replace(/^--(\w)/, "$1"); // an option of the command
      say(this.fault.textContent);
    }
  }

  hear(event) {
    if (event.event === "no_book") {
      this.verdict.textContent = "Which trump?";
      this.below.textContent = event.text;
      fill(this.answer, h("button.main", { type: "button", onclick: () => this.ask(null, event.samples) }, `Deal and solve ${event.samples} hands`));
    } else if (event.event === "progress") {
      const share = Math.round(100 * event.fraction);
      this.progress.style.width = `${share}%`;
      this.progress.setAttribute("aria-valuenow", share);
      this.waitText.textContent = `${event.deals} of ${event.of ?? "?"} deals solved`;
    } else if (event.event === "call" || event.event === "estimate") {
      this.show(event);
    }
  }

  show(event) {
    this.fault.textContent = "";
    const cards = cardsOf(event.hand);
    if (cards.join() !== [...this.cards].join()) {
      this.cards = cards;
      this.showCards();
    }
    this.verdict.textContent = event.verdict;
    this.title(event.verdict);
    const better = event.percentile === undefined ? "" : `Better than ${(100 * event.percentile).toFixed(1)}% of all hands. `;
    const from = event.source === "book"
      ? `From the book: ${event.book.deals.toLocaleString("en")} deals, worth ${Math.round(event.worth_deals).toLocaleString("en")} for this hand${alike(event.book.alike_below)}.`
      : `${event.n.toLocaleString("en")} deals solved, seed ${event.seed}.`;
    this.below.textContent = better + from + " Open hands: all cards seen by all.";
    const unit = event.scoring.unit;
    const cell = (one) => h("td", one.text, h("span.range", one.range));
    fill(this.answer,
      picture(event.svg),
      scroll("chances of each call", h("table.figures",
        h("caption.quiet", "Chances and mean points of each call, with 95% intervals"),
        h("thead", h("tr", ["trump", "win", "kot", "goon kot", unit].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", event.rows.map((row) => h(`tr${row.best ? ".chosen" : ""}`,
          h("th", { scope: "row" }, suitSign(row.trump), h("span.quiet", SUITS[row.trump]), row.best ? " best" : ""),
          cell(row.win), cell(row.kot), cell(row.goon), cell(row.points)))))),
      h("details", h("summary", "By every scoring"),
        scroll("by every scoring", h("table.figures.dense",
          h("thead", h("tr", h("th", { scope: "col" }, "scoring"), h("th", { scope: "col" }, "best"),
            [..."SHDC"].map((suit) => h("th", { scope: "col" }, suitSign(suit), h("span.quiet", SUITS[suit]))))),
          h("tbody", event.by_scoring.map((row) => h("tr", h("th", { scope: "row" }, row.title),
            h("td", row.best.map((suit) => suitSign(suit))),
            [..."SHDC"].map((suit) => h("td", suit in row.points ? signed(row.points[suit]) : "–")))))))),
      h("p.small.muted", "The line under a bar is the 95% interval of the win."),
      event.at_the_table.length ? h("div.small", h("p", event.at_the_table[0]),
        h("ul", event.at_the_table.slice(1).map((one) => h("li", printed(one))))) : null);
    if (event.event === "call") say(event.verdict);
  }

  key(event) {
    if (event.key === "r") {
      this.random();
      return true;
    }
    return false;
  }
}

/** The cards that a book does not tell apart. */
const alike = (below) => (below ? `, where cards below the ${rankText(below)} count alike` : "");

export function signed(value) {
  const text = `${value > 0 ? "+" : ""}${value.toFixed(2)}`;
  return Number(text) === 0 ? "0.00" : text;
}
