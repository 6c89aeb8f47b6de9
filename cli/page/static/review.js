// The review: a played hand stepped through, with what every card changed as the cards lay.

import { about, ask, askOne, cardName, cardText, fileText, fill, h, picture, say, scroll, settings, stop } from "./lib.js";
import { Board } from "./board.js";
import { classWord, lineList, reasonsOf } from "./deal.js";

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** "mistake ?, 0.21 points", "mistake ?, 0.031 kots" */
function gradeText(card) {
  if (!card.grade) return "";
  const cost = card.lost && SIGNS[card.grade] !== undefined ? `, ${card.lost.mean.toFixed(card.unit === "kots" ? 3 : 2)} ${card.unit}` : "";
  return `${card.grade}${SIGNS[card.grade] ? ` ${SIGNS[card.grade]}` : ""}${cost}`;
}

/** The best cards by its own view where that has a fault, else with all hands open. */
const betterThan = (card) => (card.better?.length ? card.better : card.best);

export class ReviewView {
  constructor({ go, title }) {
    this.go = go;
    this.title = title;
    this.at = 0;
    this.cards = [];
    this.build();
  }

  build() {
    this.verdict = h("h1", "Review");
    this.below = h("p.below");
    this.fault = h("p.fault", { role: "alert" });
    this.board = new Board({});
    this.curve = h("div");
    this.chance = h("div");
    this.list = h("div");
    this.progress = h("p.small.muted");
    this.scale = h("p.small.muted", about.scale);
    this.words = h("div.answer");
    this.keeping = h("div");
    this.tries = h("div.choices", { role: "group", "aria-label": "try another card" });
    this.text = h("textarea", { id: "review-text", spellcheck: "false", placeholder: "[Trump \"S\"] …" });
    this.seat = h("select", { onchange: () => this.showList() });
    this.small = h("input", { type: "checkbox", onchange: () => this.showList() });
    this.learn = h("input", { type: "checkbox", onchange: () => {
      this.curve.hidden = this.chance.hidden = this.learn.checked; // they tell where the faults are
      this.showList();
      this.goto(this.at);
    } });
    this.file = h("input", { type: "file", "aria-label": "a file with a record", onchange: () => {
      if (this.file.files[0]) this.readFile(this.file.files[0]);
    } });
    const step = (text, label, run) => h("button", { type: "button", "aria-label": label, title: label, onclick: run }, text);
    this.where = h("span.where");
    this.pick = h("div.row");
    this.node = h("div",
      this.board.status, h("div.verdict", this.verdict, this.below), this.fault,
      h("div.columns",
        h("div", this.board.node,
          h("div.steps", { role: "group", "aria-label": "steps" },
            step("|‹", "to the first lead", () => this.goto(0)), step("‹", "a card back", () => this.goto(this.at - 1)),
            this.where,
            step("›", "a card on", () => this.goto(this.at + 1)), step("›|", "to the end", () => this.goto(this.places.length)),
            h("button", { type: "button", onclick: () => this.nextFault(1) }, "Next fault (n)")),
          this.words, this.tries, this.keeping,
          h("div.row", h("label", this.learn, "try first: hide the answer before each fault"))),
        h("div",
          this.curve, this.chance, this.progress,
          h("div.row", h("label.field", h("span", "whose cards"), this.seat), h("label", this.small, "also single tricks")),
          this.list, this.scale,
          h("details.panel", h("summary", h("h2", "Another record")),
            h("label", { for: "review-text" }, "Paste a record, or a deal with its play:"), this.text,
            h("div.row", h("button", { type: "button", onclick: () => this.read(this.text.value) }, "Review it"), this.file), this.pick))));
    this.places = [];
  }

  async enter(query) {
    const kept = settings.get("review", "");
    if (kept && kept !== this.loaded) {
      this.loaded = kept;
      await this.load(JSON.parse(kept));
    } else if (!this.hand) {
      this.verdict.textContent = "Nothing to review yet";
      this.below.textContent = "Paste a record below, or play a hand on the page Deal and press “Review this play”.";
      this.node.querySelector("details").open = true;
      this.board.node.hidden = true;
      this.words.hidden = true;
    }
    if (query.get("at") && this.hand) this.goto(Number(query.get("at")));
    this.title("Review");
  }

  leave() {
    stop("review");
    stop("line");
  }

  async readFile(file) {
    try {
      await this.read(await fileText(file));
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
  }

  async read(text) {
    this.fault.textContent = "";
    try {
      const found = await askOne("parse", { text }, "parse");
      const played = found?.hands?.filter((one) => one.hand.play.length) || [];
      if (!played.length) {
        this.fault.textContent = "No card is played in this text: a review needs the play.";
        return;
      }
      const pick = h("select", { "aria-label": "the hand to review", onchange: () => this.load(played[Number(pick.value)].hand) },
        played.map((one, at) => h("option", { value: at }, one.title.slice(0, 60))));
      fill(this.pick, played.length > 1 ? h("label.field", h("span", `${played.length} played hands`), pick) : null);
      await this.load(played[0].hand);
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
  }

  async load(hand) {
    this.hand = hand;
    this.loaded = JSON.stringify(hand);
    settings.set("review", this.loaded); // a reload brings it back
    this.fault.textContent = "";
    this.at = 0;
    this.lineAt = null;
    this.graded = false;
    this.cards = [];
    fill(this.curve);
    fill(this.chance);
    this.board.node.hidden = false;
    this.words.hidden = false;
    this.node.querySelector("details").open = false;
    this.verdict.textContent = "Reviewing…";
    this.below.textContent = "Every card is compared with the best one: a second or two.";
    await this.goto(0);
    try {
      const ended = await ask("review", { hand }, (event) => {
        if (event.event === "review") this.hear(event);
        else if (event.event === "progress") this.progress.textContent = `As each player saw it: ${Math.round(100 * event.fraction)}% of the cards judged…`;
        else if (event.event === "grades") this.hearGrades(event);
      });
      this.progress.textContent = "";
      if (ended === false) this.below.textContent = "Stopped.";
    } catch (fault) {
      this.fault.textContent = fault.message;
      if (this.cards.length) { // with all hands open it is known: where more is hidden, that is all
        this.progress.textContent = "";
        return;
      }
      this.verdict.textContent = "Review";
      this.below.textContent = "";
    }
  }

  hear(event) {
    this.cards = event.cards;
    this.places = event.places;
    fill(this.curve, h("h2", event.heading), picture(event.svg));
    fill(this.seat, h("option", { value: "" }, "all"), [...new Set(this.cards.map((card) => card.seat))].sort().map((seat) => h("option", { value: seat }, `seat ${seat}`)));
    const big = this.cards.filter((card) => card.kind === "class").length;
    const little = this.cards.filter((card) => card.kind === "fewer").length;
    this.verdict.textContent = big ? `${big} card${big === 1 ? "" : "s"} changed the result` : "No card changed the result";
    this.below.textContent = `${little} more cost a trick or more only. Judged with all hands open: what a player could know is another question.`;
    say(this.verdict.textContent);
    this.showList();
    const first = this.cards.findIndex((card) => card.kind === "class");
    this.goto(first < 0 ? 0 : this.places[first]);
  }

  /** What each card cost by what its own seat could know: the words of `hakem review`. */
  hearGrades(event) {
    this.graded = true;
    if (event.svg) fill(this.chance, h("h2", event.heading), picture(event.svg));
    this.scale.textContent = event.scale;
    event.cards.forEach((one, at) => Object.assign(this.cards[at], { grade: one.grade, lost: one.loss, better: one.better, unit: event.unit }));
    const count = (grade) => this.cards.filter((card) => card.grade === grade).length;
    const said = ["blunder", "mistake", "inaccuracy"].map((grade) => [count(grade), grade]).filter(([n]) => n)
      .map(([n, grade]) => `${n} ${n === 1 ? grade : { inaccuracy: "inaccuracies" }[grade] || `${grade}s`}`);
    this.below.textContent = `As the players could see it (over deals that fit, seed ${event.seed}): ${said.join(", ") || "no fault"}. With all hands open other cards may have cost the result.`;
    say(this.below.textContent);
    this.showList();
    this.showCard();
  }

  wanted(card) {
    const fault = SIGNS[card.grade] !== undefined;
    return (fault || card.kind === "class" || (this.small.checked && card.kind === "fewer"))
      && (this.seat.value === "" || String(card.seat) === this.seat.value);
  }

  showList() {
    const rows = this.cards.map((card, at) => ({ card, at })).filter(({ card }) => this.wanted(card));
    fill(this.list, rows.length ? scroll("cards that cost something", h("table.figures",
      h("caption.quiet", "Cards that cost something"),
      h("thead", h("tr", ["trick", "seat", "card", "by its own view", "all hands open", "better"].map((name) => h("th.start", { scope: "col" }, name)))),
      h("tbody", rows.map(({ card, at }) => h("tr",
        h("td.start", card.trick), h("td.start", card.seat),
        h("td.start", h("button.plain", { type: "button", "aria-label": `go to ${cardName(card.card)}, trick ${card.trick}`, onclick: () => this.goto(this.places[at]) }, cardText(card.card))),
        h("td.start", gradeText(card)),
        h("td.start", this.hidden(card) ? "?" : card.kind === "class" ? `${classWord(card.class_before)} → ${classWord(card.class_after)}` : card.kind === "fewer" ? `${card.sign} tricks` : "nothing"),
        h("td.start", this.hidden(card) ? "?" : betterThan(card).slice(0, 4).flatMap((one) => [cardText(one), " "]))))))) : h("p.muted", this.cards.length ? "None of these cards cost anything." : ""));
  }

  hidden(card) {
    return this.learn.checked && !card.solved;
  }

  async goto(at) {
    const last = this.hand?.play.length ?? 0;
    this.at = Math.max(0, Math.min(last, at));
    try {
      const state = await askOne("state", { hand: this.hand, at: this.at }, "state");
      if (!state) return;
      this.state = state;
      this.board.marks.clear();
      this.showCard(state);
      this.board.show(state, {});
      this.where.textContent = state.over ? "the end" : `trick ${state.trick_number}/${state.tricks_total}, card ${state.trick.length + 1}`;
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
  }

  /** The card that comes next, and what it changed. */
  showCard() {
    const number = this.places.indexOf(this.at);
    const card = number < 0 ? null : this.cards[number];
    fill(this.tries);
    this.offerLine(card);
    if (!card) {
      fill(this.words, h("p", this.cards.length ? "The end of the record." : ""));
      this.cursor(null);
      return;
    }
    this.cursor(number);
    if (this.hidden(card) && this.wanted(card)) {
      fill(this.words, h("p", h("b", `Trick ${card.trick}, seat ${card.seat}: find a better card than was played.`), " Press it below, or show the answer."));
      fill(this.tries, this.state.legal.map((one) => h("button", { type: "button", onclick: () => this.tryCard(one, card) }, cardText(one))),
        h("button", { type: "button", onclick: () => this.solve(card) }, "Show"));
      return;
    }
    fill(this.words, h("p", h("b", `Trick ${card.trick}, seat ${card.seat}: `), cardText(card.card), ` ${card.text}`),
      card.grade ? h("p", `As seat ${card.seat} saw it: ${gradeText(card)}.`) : null);
    this.board.mark(card.card, { kind: card.kind, badge: card.sign, label: `${cardName(card.card)}, played` });
    if (card.kind !== "best") for (const one of card.best) this.board.mark(one, { kind: "best", badge: "=", label: `${cardName(one)}, better` });
  }

  /** A button for the line from here, unless the answer is still to be found. */
  offerLine(card) {
    const there = this.state && !this.state.over && !(card && this.hidden(card) && this.wanted(card));
    if (this.lineAt === this.at && there) return;
    this.lineAt = null;
    stop("line");
    fill(this.keeping, there ? h("button", { type: "button", onclick: () => this.askLine() }, "Best play from here (b)") : null);
  }

  /** The line that keeps what the hand is worth here with all hands open. */
  async askLine() {
    const at = this.at;
    let found = null;
    this.lineAt = at;
    fill(this.keeping, h("p.muted", "searching…"));
    try {
      await ask("line", { hand: this.hand, at }, (event) => {
        if (this.lineAt !== at) return;
        if (event.event === "line") found = event;
        else if (event.event === "reasons" && found) found.reasons = reasonsOf(event);
        const kept = found?.class ? `: ${classWord(found.class)}` : "";
        if (found) fill(this.keeping, h("h2", `Best play with all hands open${kept}`), lineList(found));
      });
      if (!found && this.lineAt === at) fill(this.keeping, h("p.muted", "No line from here: chance or a side decides it."));
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
  }

  tryCard(one, card) {
    if (betterThan(card).includes(one)) {
      fill(this.words, h("p", h("b", "Right: "), cardText(one), " is better."));
      say("Right");
      card.solved = true;
      this.showList();
    } else {
      fill(this.words, h("p", h("b", "Try again: "), cardText(one), one === card.card ? " is what was played." : " is not the best either."));
      say("Try again");
    }
  }

  solve(card) {
    card.solved = true;
    this.showList();
    this.goto(this.at);
  }

  cursor(number) {
    for (const svg of this.node.querySelectorAll("svg.timeline")) {
      svg.querySelector(".cursor")?.remove();
      if (number === null) continue;
      const x = `${Number(svg.dataset.left) + svg.dataset.wide * (number + 1) / this.cards.length}%`;
      const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
      for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 4, y2: svg.getAttribute("height") - 28, class: "cursor" })) line.setAttribute(name, value);
      svg.append(line);
    }
  }

  nextFault(way) {
    const faults = this.cards.flatMap((card, at) => (this.wanted(card) ? [this.places[at]] : []));
    const next = way > 0 ? faults.find((at) => at > this.at) : faults.findLast((at) => at < this.at);
    if (next === undefined) say("no further fault");
    else this.goto(next);
  }

  /** To the lead of the next trick, or of the one before. */
  trick(way) {
    const leads = (this.state?.history ?? []).flatMap((word, at) => (word.lead ? [at] : []));
    const to = way > 0 ? leads.find((at) => at > this.at) : leads.findLast((at) => at < this.at);
    this.goto(to ?? (way > 0 ? this.hand?.play.length ?? 0 : 0));
  }

  key(event) {
    const moves = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1, Backspace: -1 };
    if (event.key in moves) {
      if (event.shiftKey) this.trick(moves[event.key]);
      else this.goto(this.at + moves[event.key]);
      return true;
    }
    if (event.key === "Home") this.goto(0);
    else if (event.key === "End") this.goto(this.hand?.play.length ?? 0);
    else if (event.key === "n") this.nextFault(1);
    else if (event.key === "p") this.nextFault(-1);
    else if (event.key === "b" && this.keeping.querySelector("button")) this.askLine();
    else return false;
    return true;
  }
}
