// The review: a played hand stepped through, with one verdict on every card: what it cost over what
// its seat knew, and in the same sentence what it did as the cards lay.

import { about, ask, askOne, cardName, cardText, fileText, fill, h, LONGEST_TEXT, picture, printed, saveAs, say, scroll, settings, stop, tooLong } from "./lib.js";
import { Board } from "./board.js";
import { classWord, lineList, reasonsOf } from "./deal.js";
import { Mistakes } from "./mistakes.js";
import { today } from "./scores.js";
import { answered, askedOf, faultsOf, isOpen, newLesson, nextOf, scoreOf, shownAnswer } from "./lesson.js";

const PLURALS = { inaccuracy: "inaccuracies" };
const costText = (card) => (card.lost ? `${card.lost.mean.toFixed(card.unit === "kots" ? 3 : 2)} ${card.unit}` : "");
const capital = (text) => text[0].toUpperCase() + text.slice(1);

export class ReviewView {
  constructor({ go, title }) {
    this.go = go;
    this.title = title;
    this.at = 0;
    this.cards = [];
    this.lesson = null;
    this.drill = null; // own mistakes of several hands, one for each of the lesson
    this.mistakes = new Mistakes(localStorage);
    this.build();
  }

  build() {
    this.verdict = h("h1", "Review");
    this.below = h("p.below");
    this.fault = h("p.fault", { role: "alert" });
    this.board = new Board({ onPlay: (card, legal) => { if (legal) this.tryCard(card); } });
    this.curve = h("div.course", { onclick: (event) => this.jump(event) });
    this.chance = h("div.course", { onclick: (event) => this.jump(event) });
    this.list = h("div");
    this.progress = h("p.small.muted");
    this.scale = h("p.small.muted", about.scale);
    this.words = h("div.answer");
    this.keeping = h("div");
    this.lessonRow = h("div.row.lesson");
    this.text = h("textarea", { id: "review-text", spellcheck: "false", placeholder: "[Trump \"S\"] …" });
    this.seat = h("select", { onchange: () => this.showList() });
    this.small = h("input", { type: "checkbox", onchange: () => this.showList() });
    this.learnButton = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.learn() }, "Learn from mistakes");
    this.file = h("input", { type: "file", "aria-label": "a file with a record", onchange: () => {
      if (this.file.files[0]) this.readFile(this.file.files[0]);
    } });
    const step = (text, label, run) => h("button", { type: "button", "aria-label": label, title: label, onclick: run }, text);
    this.where = h("span.where");
    this.pick = h("div.row");
    this.ways = h("div.steps", { role: "group", "aria-label": "steps" },
      step("|‹", "to the first lead", () => this.goto(0)), step("‹", "a card back", () => this.goto(this.at - 1)),
      this.where,
      step("›", "a card on", () => this.goto(this.at + 1)), step("›|", "to the end", () => this.goto(this.places.length)),
      h("button", { type: "button", onclick: () => this.nextFault(1) }, "Next fault (n)"));
    this.mine = h("div.panel");
    this.pageButton = h("button", { type: "button", title: "the reviewed hand as one file that needs nothing else", onclick: () => this.savePage() }, "Save as a page");
    this.judged = h("div",
      this.chance, this.curve, this.progress,
      h("div.row", h("label.field", h("span", "whose cards"), this.seat), h("label", this.small, "also what cost a trick as the cards lay")),
      this.list, this.scale);
    this.node = h("div",
      this.board.status, h("div.verdict", this.verdict, this.below), this.fault,
      h("div.columns",
        h("div", this.board.node, this.words, this.lessonRow, this.ways, this.keeping,
          h("div.row", this.learnButton, this.pageButton)),
        h("div", this.judged, this.mine,
          h("details.panel", h("summary", h("h2", "Another record")),
            h("label", { for: "review-text" }, "Paste a record, or a deal with its play:"), this.text,
            h("div.row", h("button", { type: "button", onclick: () => this.read(this.text.value) }, "Review it"), this.file), this.pick))));
    this.empty(true);
    this.places = [];
  }

  async enter(query) {
    const kept = settings.get("review", "");
    if (kept && kept !== this.loaded) {
      const { hand, names } = keptHand(kept);
      await this.load(hand, names);
    } else if (!this.hand) {
      this.verdict.textContent = "Nothing to review yet";
      this.below.textContent = "Paste a record below, or play a hand on the page Deal and press “Review this play”.";
      this.node.querySelector("details").open = true;
    }
    this.showMine();
    if (query.get("at") && this.hand) this.goto(Number(query.get("at")));
    this.title("Review");
  }

  /** Without a hand there is nothing to step through. */
  empty(nothing) {
    for (const one of [this.board.node, this.board.status, this.words, this.ways, this.judged, this.learnButton, this.pageButton]) one.hidden = nothing;
  }

  who(seat) {
    return this.board.name(seat);
  }

  leave() {
    stop("review");
    stop("tried");
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
    this.fault.textContent = text.length > LONGEST_TEXT ? tooLong(text) : "";
    if (this.fault.textContent) return;
    try {
      const found = await askOne("parse", { text }, "parse");
      const played = found?.hands?.filter((one) => one.hand.play.length) || [];
      if (!played.length) {
        this.fault.textContent = "No card is played in this text: a review needs the play.";
        return;
      }
      const pick = h("select", { "aria-label": "the hand to review", onchange: () => this.load(played[Number(pick.value)].hand, played[Number(pick.value)].names) },
        played.map((one, at) => h("option", { value: at }, one.title.slice(0, 60))));
      fill(this.pick, played.length > 1 ? h("label.field", h("span", `${played.length} played hands`), pick) : null);
      await this.load(played[0].hand, played[0].names);
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
  }

  async load(hand, names = null) {
    this.hand = hand;
    this.names = names ?? [];
    this.board.names = this.names;
    this.loaded = JSON.stringify({ hand, names: this.names });
    settings.set("review", this.loaded); // a reload brings it back
    this.drill = null;
    this.stopLearning();
    this.empty(false);
    this.fault.textContent = "";
    this.at = 0;
    this.lineAt = null;
    this.graded = false;
    this.cards = [];
    fill(this.curve);
    fill(this.chance);
    this.learnButton.hidden = true;
    this.node.querySelector("details").open = false;
    this.verdict.textContent = "Reviewing…";
    this.below.textContent = "Every card is compared with the best one: a second or two.";
    await this.goto(0);
    try {
      const ended = await ask("review", { hand, names: this.names }, (event) => {
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
        this.openVerdict();
        return;
      }
      this.verdict.textContent = "Review";
      this.below.textContent = "";
    }
  }

  /** What is known first: what each card did with all hands open. */
  hear(event) {
    this.cards = event.cards;
    this.places = event.places;
    fill(this.curve, h("h2", event.heading), picture(event.svg));
    fill(this.seat, h("option", { value: "" }, "all"), [...new Set(this.cards.map((card) => card.seat))].sort().map((seat) => h("option", { value: seat }, this.who(seat))));
    this.verdict.textContent = "Judging each card by what its player knew…";
    this.below.textContent = "";
    this.showList();
    this.goto(this.at);
  }

  /** The headline where no card is judged by what its seat knew. */
  openVerdict() {
    const big = this.cards.filter((card) => card.kind === "class").length;
    this.verdict.textContent = big ? `${big} card${big === 1 ? "" : "s"} changed the result` : "No card changed the result";
    this.below.textContent = "Judged with all hands open: what a player could know is another question.";
    say(this.verdict.textContent);
  }

  /** The verdicts: the words of `hakem review`. */
  hearGrades(event) {
    this.graded = true;
    if (event.svg) fill(this.chance, h("h2", event.heading), picture(event.svg));
    this.scale.textContent = event.scale;
    event.cards.forEach((one, at) => Object.assign(this.cards[at], { grade: one.grade, lost: one.loss, better: one.better, unit: event.unit,
      fault: one.fault, sign: one.sign, sentence: one.sentence, habit: one.kind }));
    this.keepMine();
    const count = (grade) => this.cards.filter((card) => card.grade === grade).length;
    const said = ["blunder", "mistake", "inaccuracy"].map((grade) => [count(grade), grade]).filter(([n]) => n)
      .map(([n, grade]) => `${n} ${n === 1 ? grade : PLURALS[grade] ?? `${grade}s`}`);
    this.verdict.textContent = said.length ? capital(said.join(", ")) : "No card that its player could know to be wrong";
    const turn = this.cards[event.turning_point];
    this.below.textContent = turn ? `The dearest: trick ${turn.trick}, ${this.who(turn.seat)}, the ${cardName(turn.card)}: ${costText(turn)}.` : "";
    this.progress.textContent = `Over deals that fit what each player knew, seed ${event.seed}.`;
    this.learnButton.hidden = !faultsOf(this.cards).length;
    say(`${this.verdict.textContent}. ${this.below.textContent}`);
    this.showList();
    const first = faultsOf(this.cards)[0];
    this.goto(this.at || first === undefined ? this.at : this.places[first]);
  }

  /** The faults of "you" are kept, to be asked again. */
  keepMine() {
    const mine = this.names.indexOf("you");
    if (mine < 0) return;
    const told = ({ trick, seat, card, grade, sign, sentence, better, best, lost, unit, habit }) => ({ trick, seat, card, grade, sign, sentence, better, best, lost, unit, kind: habit, fault: true });
    this.mistakes.add(this.hand, this.names, faultsOf(this.cards, mine).map((at) => ({ at: this.places[at], card: told(this.cards[at]) })), today());
    this.showMine();
  }

  /** What the own mistakes cost, by kind, and those that are due. */
  showMine() {
    const { hands, faults, kinds } = this.mistakes.summary();
    this.mine.hidden = !hands || Boolean(this.lesson);
    const due = this.mistakes.due(today());
    const dear = kinds.slice(0, 3).map(({ kind, times, loss }) => `${kind} ${loss.toFixed(2)} a hand (${times} time${times === 1 ? "" : "s"})`);
    fill(this.mine, h("h2", "My mistakes"),
      h("p", `${faults} in ${hands} hand${hands === 1 ? "" : "s"} that you played and reviewed here.${dear.length ? ` The dearest: ${dear.join("; ")}.` : ""}`),
      due.length ? h("button.main", { type: "button", onclick: () => this.practise(due) }, `Ask me ${due.length === 1 ? "the one" : `the ${due.length}`} of today`)
        : h("p.small.muted", "None is due today. What you find comes back after 1, 3, 7, 21 and 60 days."));
  }

  /** Own mistakes of several hands, one after the other. */
  practise(due) {
    stop("review");
    this.drill = due;
    this.cards = due.map((one) => one.card);
    this.places = due.map((one) => one.at);
    this.empty(false);
    this.graded = true;
    this.begin(newLesson(due.map((_, at) => at)));
  }

  wanted(card) {
    return (card.fault || (!this.graded && card.kind === "class") || (this.small.checked && card.kind !== "best"))
      && (this.seat.value === "" || String(card.seat) === this.seat.value);
  }

  showList() {
    const rows = this.cards.map((card, at) => ({ card, at })).filter(({ card }) => this.wanted(card));
    fill(this.list, rows.length ? scroll("cards that cost something", h("table.figures",
      h("caption.quiet", "Cards that cost something"),
      h("thead", h("tr", ["trick", "who", "card", "verdict", "as the cards lay", "better"].map((name) => h("th.start", { scope: "col" }, name)))),
      h("tbody", rows.map(({ card, at }) => h("tr",
        h("td.start", card.trick), h("td.start", this.who(card.seat)),
        h("td.start", h("button.plain", { type: "button", "aria-label": `go to ${cardName(card.card)}, trick ${card.trick}`, onclick: () => this.goto(this.places[at]) }, cardText(card.card))),
        h("td.start", card.fault ? `${card.sign} ${card.grade}, ${costText(card)}` : card.grade ?? ""),
        h("td.start", card.kind === "class" ? `${classWord(card.class_before)} → ${classWord(card.class_after)}` : card.kind === "fewer" ? `−${card.loss.points}` : "nothing"),
        h("td.start", (card.better?.length ? card.better : card.best).slice(0, 4).flatMap((one) => [cardText(one), " "]))))))) : h("p.muted", this.graded ? "No card that its player could know to be wrong." : ""));
  }

  async goto(at) {
    const last = this.hand?.play.length ?? 0;
    this.at = Math.max(0, Math.min(last, at));
    try {
      const state = await askOne("state", { hand: this.hand, at: this.at }, "state");
      if (!state) return;
      this.state = state;
      this.board.marks.clear();
      const asked = isOpen(this.lesson) && this.places[askedOf(this.lesson)] === this.at;
      this.board.show(state, asked ? { view: state.to_play, see: false } : {});
      this.showCard();
      this.where.textContent = state.over ? "the end" : `trick ${state.trick_number}/${state.tricks_total}, card ${state.trick.length + 1}`;
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
  }

  /** The card that comes next, and its verdict. */
  showCard() {
    const number = this.places.indexOf(this.at);
    const card = number < 0 ? null : this.cards[number];
    if (this.lesson) {
      this.showLesson();
      return;
    }
    this.offerLine(card);
    this.cursor(card ? number : null);
    if (!card) {
      fill(this.words, h("p", this.cards.length ? "The end of the record." : ""));
      return;
    }
    const told = card.sentence ?? `with all hands open: ${card.text.replace(/^[^:]*: /, "")}`;
    fill(this.words, h("p", h("b", `Trick ${card.trick}, ${this.who(card.seat)}: `), cardText(card.card), `: ${printed(told)}`));
    this.markCard(card);
  }

  /** The faulty card wears its mark, the better ones theirs. */
  markCard(card) {
    const graded = Boolean(card.grade);
    const kind = graded ? (card.fault ? "class" : "best") : card.kind;
    this.board.mark(card.card, { kind, far: card.grade === "blunder", badge: card.sign, label: `${cardName(card.card)}, played${card.fault ? `: ${card.grade}` : ""}` });
    const better = graded ? card.better ?? [] : card.kind === "best" ? [] : card.best;
    for (const one of better) this.board.mark(one, { kind: "best", badge: "✓", label: `${cardName(one)}, better` });
  }

  // Learning from mistakes ------------------------------------------------------------------------

  /** The mistakes of the chosen player one after the other, each from his own cards; or no more. */
  learn() {
    if (this.lesson) {
      const drilled = this.drill;
      this.stopLearning();
      if (!drilled) this.goto(this.at);
      return;
    }
    const mine = this.seat.value === "" && this.names.includes("you") ? String(this.names.indexOf("you")) : this.seat.value;
    const faults = faultsOf(this.cards, mine);
    this.begin(newLesson(faults.length ? faults : faultsOf(this.cards)));
  }

  begin(lesson) {
    this.lesson = lesson;
    this.mine.hidden = true;
    this.learnButton.hidden = false;
    this.headline = [this.verdict.textContent, this.below.textContent]; // they tell the answers
    this.below.textContent = "";
    this.learnButton.textContent = "Back to the review";
    this.learnButton.setAttribute("aria-pressed", "true");
    this.judged.hidden = this.ways.hidden = true;
    fill(this.keeping);
    this.lineAt = null;
    this.askNext();
  }

  stopLearning() {
    if (this.drill) {
      this.drill = this.lesson = null;
      this.hand = null;
      this.loaded = "";
      this.empty(true);
      fill(this.lessonRow);
      this.learnButton.textContent = "Learn from mistakes";
      this.learnButton.setAttribute("aria-pressed", "false");
      this.enter(new URLSearchParams());
      return;
    }
    this.mine.hidden = !this.mistakes.summary().hands;
    if (this.lesson) [this.verdict.textContent, this.below.textContent] = this.headline;
    this.lesson = null;
    this.learnButton.textContent = "Learn from mistakes";
    this.learnButton.setAttribute("aria-pressed", "false");
    this.judged.hidden = this.ways.hidden = !this.hand;
    fill(this.lessonRow);
  }

  askNext() {
    const asked = askedOf(this.lesson);
    this.tries = [];
    this.verdict.textContent = asked === null ? "The lesson is over" : `Mistake ${this.lesson.at + 1} of ${this.lesson.faults.length}`;
    if (asked === null) {
      fill(this.words, h("p", h("b", scoreOf(this.lesson))));
      fill(this.lessonRow, h("button.main", { type: "button", onclick: () => { this.lesson = newLesson(this.lesson.faults); this.askNext(); } }, "Once more"));
      this.lessonRow.firstChild.focus();
      say(scoreOf(this.lesson));
      return;
    }
    if (this.drill) {
      this.hand = this.drill[asked].hand;
      this.board.names = this.names = this.drill[asked].names;
    }
    this.goto(this.places[asked]).then(() => { if (this.lesson) this.board.focusAt(Math.max(0, this.board.cards.findIndex((one) => this.state.legal.includes(one)))); });
  }

  showLesson() {
    const asked = askedOf(this.lesson);
    if (asked === null || this.places[asked] !== this.at) return;
    const card = this.cards[asked];
    const { at, faults } = this.lesson;
    const place = `Trick ${card.trick}, ${this.who(card.seat)}: `;
    const step = (text, run, main = false) => h(main ? "button.main" : "button", { type: "button", onclick: run }, text);
    const onward = () => { this.lesson = nextOf(this.lesson); this.askNext(); };
    if (isOpen(this.lesson)) {
      fill(this.words, h("p", h("b", place), "find a better card than ", cardText(card.card), "."), this.tries.map((one) => h("p", one)));
      fill(this.lessonRow, step("Show it", () => { this.settle(false); this.lesson = shownAnswer(this.lesson); this.goto(this.at); }), step("Skip", onward));
      return;
    }
    fill(this.words, this.tries.map((one) => h("p", one)), h("p", h("b", place), cardText(card.card), `: ${printed(card.sentence)}`));
    this.markCard(card);
    fill(this.lessonRow, step(at + 1 < faults.length ? "Next (n)" : "The end (n)", onward, true));
    this.lessonRow.firstChild.focus();
  }

  /** How a mistake of one's own was answered today. */
  settle(found) {
    if (this.drill) this.mistakes.answered(this.drill[askedOf(this.lesson)], found, today());
  }

  /** A card of the tray: what it would have cost in place of the one that was played. */
  async tryCard(one) {
    const card = this.cards[this.lesson ? askedOf(this.lesson) : this.places.indexOf(this.at)];
    const open = isOpen(this.lesson);
    if (!card || !this.graded || (this.lesson && !open)) return;
    const at = this.at;
    let found = null;
    const wait = h("p.muted", "judging ", cardText(one), "…");
    this.fault.textContent = "";
    this.words.append(wait);
    try {
      found = await askOne("tried", { hand: this.hand, at, card: one, names: this.names }, "tried");
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
    wait.remove();
    if (!found || this.at !== at || (open && !isOpen(this.lesson))) return;
    const cost = found.loss && found.fault ? costText({ lost: found.loss, unit: found.unit }) : "";
    if (!open) {
      const told = h("p", cardText(one), one === card.card ? " was played." : ` in its place: ${printed(found.sentence)}`);
      if (this.words.children.length > 3) this.words.children[1].remove();
      this.words.append(told);
      if (one !== card.card) this.board.mark(one, { kind: found.fault ? "class" : "best", badge: found.sign, far: found.grade === "blunder", label: `${cardName(one)}, ${found.grade}` });
      say(told.textContent);
      return;
    }
    // No sentence before it is found: it names the better cards.
    this.tries.push(found.fault ? h("span", h("b", "Try again: "), cardText(one), one === card.card ? " is what was played." : ` costs ${cost}.`)
      : h("span", h("b", "Right: "), cardText(one), ` is ${found.grade}.`));
    say(this.tries.at(-1).textContent);
    if (!found.fault) this.settle(!this.lesson.tries[this.lesson.at]);
    this.lesson = answered(this.lesson, !found.fault);
    if (found.fault) this.showLesson();
    else this.goto(at); // with all hands seen again
  }

  async savePage() {
    const said = this.progress.textContent;
    let found = null;
    try {
      await ask("saved_page", { hand: this.hand, review: true }, (event) => {
        if (event.event === "page") found = event;
        else this.progress.textContent = `Writing the page: ${Math.round(100 * event.fraction)}%…`;
      }, "page");
      if (found) saveAs("hakem-review.html", found.html, "text/html");
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
    this.progress.textContent = said;
  }

  /** A press on a curve goes to the card below it. */
  jump(event) {
    const svg = event.target.closest("svg.timeline");
    if (!svg || !this.cards.length) return;
    const box = svg.getBoundingClientRect();
    const share = (100 * (event.clientX - box.left) / box.width - Number(svg.dataset.left)) / Number(svg.dataset.wide);
    const number = Math.round(share * this.cards.length) - 1;
    this.goto(this.places[Math.max(0, Math.min(this.cards.length - 1, number))]);
  }

  /** A button for the line from here, unless the answer is still to be found. */
  offerLine(card) {
    const there = this.state && !this.state.over;
    if (this.lineAt === this.at && there) return;
    this.lineAt = null;
    stop("line");
    fill(this.keeping, there ? h("button", { type: "button", onclick: () => this.askLine() }, "Best play from here (b)") : null);
  }

  /** The line that keeps what the hand is worth here with all hands open. */
  async askLine() {
    const at = this.at;
    const card = this.cards[this.places.indexOf(at)];
    const first = card?.fault ? card.better.join(" ") : "";
    let found = null;
    this.lineAt = at;
    fill(this.keeping, h("p.muted", "searching…"));
    try {
      await ask("line", { hand: this.hand, at, first }, (event) => {
        if (this.lineAt !== at) return;
        if (event.event === "line") found = event;
        else if (event.event === "reasons" && found) found.reasons = reasonsOf(event);
        const kept = found?.class ? `: ${classWord(found.class)}` : "";
        if (found) fill(this.keeping, h("h2", `Best play with all hands open${kept}`), lineList(found));
      });
      if (!found && this.lineAt === at) fill(this.keeping, h("p.muted", first ? "As the cards lay none of the better cards keeps the result from here." : "No line from here: chance or a side decides it."));
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
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
    if (this.lesson) {
      const onward = this.lessonRow.querySelector("button.main");
      if (event.key === "n" && onward) onward.click();
      return event.key === "n";
    }
    if (!this.hand) return false;
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

/** What was kept of the last review: a hand, with the names of its seats. */
function keptHand(text) {
  const kept = JSON.parse(text);
  return kept.hand ? kept : { hand: kept, names: [] };
}
