// The quiz: the questions of `hakem quiz`, the same for the same seed, in sets of ten with a score,
// and the ten of the day. What was answered is kept by `scores.js`.

import { about, askOne, cardName, cardText, fill, h, printed, say, SUITS, suitSign } from "./lib.js";
import { Board, fan } from "./board.js";
import { OF_DAY, Scores, today, weakest } from "./scores.js";

const KINDS = [["", "all kinds"], ["trump", "which trump?"], ["kot", "kot or not?"], ["seat", "which card, seeing your hand?"], ["card", "which card, seeing all hands?"]];
const kindText = (kind) => KINDS.find(([name]) => name === kind)[1];

export class QuizView {
  constructor({ go, title }) {
    this.go = go;
    this.title = title;
    this.scores = new Scores(localStorage);
    this.day = null; // of the ten that everybody is asked
    this.seed = null;
    this.number = 0;
    this.answers = [];
    this.build();
  }

  build() {
    this.verdict = h("h1", "Quiz");
    this.below = h("p.below");
    this.fault = h("p.fault", { role: "alert" });
    this.board = new Board({ onPlay: (card, legal) => { if (legal) this.answer(card); } });
    this.shown = h("div");
    this.before = h("div");
    this.choices = h("div.choices", { role: "group", "aria-label": "answers" });
    this.feedback = h("div.answer");
    this.next = h("button.main", { type: "button", onclick: () => this.ask(this.number + 1) }, "Next question");
    this.give = h("button", { type: "button", onclick: () => this.answer("") }, "Show the answer");
    this.daily = h("button.main", { type: "button", onclick: () => this.openDay(today()) }, "Ten of the day");
    this.streak = h("p.small.muted");
    this.kind = h("select", { onchange: () => this.restart() }, KINDS.map(([value, text]) => h("option", { value }, text)));
    this.level = h("select", { onchange: () => this.restart() }, ["", "easy", "middle", "hard"].map((value) => h("option", { value }, value || "any")));
    this.seedField = h("input", { type: "number", min: 0, onchange: () => { this.seed = wholeSeed(this.seedField.value); this.restart(); } });
    this.fields = h("div.row", h("label.field", h("span", "questions"), this.kind), h("label.field", h("span", "difficulty"), this.level),
      h("label.field", h("span", "seed"), this.seedField));
    this.whole = h("p.small.muted");
    this.score = h("p", { "aria-live": "off" });
    this.habits = h("ul");
    this.node = h("div",
      h("div.verdict", this.verdict, this.below), this.fault,
      h("div.columns",
        h("div", this.shown, this.choices, this.feedback, h("div.row", this.next, this.give), this.before),
        h("div.panel", h("div.row", this.daily), this.streak, h("h2", "Score"), this.score, this.habits, this.whole, this.fields,
          h("p.small.muted", `The same seed gives everybody the same questions. Answers of equal worth are all right. ${about.scale}`),
          h("p.small.muted", "Kots, and cards where you see all hands, are judged exactly; calls, and cards where you see your hand only, over deals that fit what you know, each solved with open hands."))));
  }

  enter(query) {
    const seed = query.get("seed");
    const day = query.get("day");
    if (day) {
      if (day !== this.day) this.openDay(day);
    } else if (seed !== null && (this.day || wholeSeed(seed) !== this.seed)) {
      this.day = null;
      this.seed = wholeSeed(seed);
      this.kind.value = query.get("kind") || "";
      this.level.value = query.get("level") || "";
      this.restart(Math.max(0, wholeSeed(query.get("n") || 1) - 1));
    } else if (this.seed === null) {
      [this.seed] = crypto.getRandomValues(new Uint16Array(1));
      this.restart();
    } else {
      this.address();
    }
    this.title("Quiz");
  }

  restart(number = 0) {
    this.day = null;
    this.answers = this.scores.set(this.setName);
    if (this.answers.length !== number) this.answers = [];
    this.showScore();
    this.ask(number);
  }

  /** The set in hand, by what determines its questions. */
  get setName() {
    return [this.seed, this.kind.value, this.level.value].join("/");
  }

  /** The ten questions of a day, from the first that was not answered on. */
  openDay(day) {
    this.day = day;
    this.answers = this.scores.marks(day).map((mark) => ({ correct: mark, kind: "", loss: 0 }));
    this.showScore();
    this.ask(this.answers.length);
  }

  address() {
    if (this.day) {
      this.go("quiz", { day: this.day });
      return;
    }
    const query = { seed: this.seed, n: this.number + 1 };
    if (this.kind.value) query.kind = this.kind.value;
    if (this.level.value) query.level = this.level.value;
    this.go("quiz", query);
  }

  body() {
    if (this.day) return { day: this.day, n: this.number };
    return { seed: this.seed, n: this.number, kind: this.kind.value || null, level: this.level.value || null };
  }

  async ask(number) {
    this.number = number;
    this.seedField.value = this.seed;
    this.question = null;
    this.next.hidden = true;
    this.fault.textContent = "";
    this.address();
    fill(this.feedback);
    this.feedback.hidden = true;
    this.give.hidden = true;
    this.fields.hidden = Boolean(this.day);
    if (this.day && number >= OF_DAY) {
      await this.showDay();
      return;
    }
    this.below.textContent = "looking for a question…";
    try {
      const question = await askOne("quiz", this.body());
      if (!question) return;
      this.give.hidden = false;
      this.question = question;
      this.show(question);
    } catch (fault) {
      this.fault.textContent = fault.message;
      this.below.textContent = "";
    }
  }

  show(question) {
    this.verdict.textContent = question.text;
    this.below.textContent = `${this.day ? `${this.day}, question ${this.number + 1} of ${OF_DAY}` : `Question ${this.number + 1}`}, ${question.level}.`;
    this.title(`Question ${this.number + 1}`);
    this.board.marks.clear();
    this.board.expecting = false;
    const cards = question.kind === "card" || question.kind === "seat";
    if (question.state) {
      const own = question.kind === "seat";
      this.board.show(question.state, { view: own ? question.seat : 0, see: !own });
      fill(this.shown, this.board.status, this.board.node);
      fill(this.before, own ? this.played(question) : null);
      this.board.tray.hidden = !cards;
    } else {
      fill(this.shown, fan(question.hand));
      fill(this.before);
    }
    const name = { trump: (one) => [suitSign(one), ` ${SUITS[one]}`], kot: (one) => [one === "yes" ? "Yes, a kot" : "No kot"], card: (one) => [cardText(one)], seat: (one) => [cardText(one)] }[question.kind];
    fill(this.choices, cards ? h("p.muted", "Choose a card above.") : question.choices.map((one, at) => h("button", {
      type: "button", "data-choice": one, onclick: () => this.answer(one),
    }, name(one), h("span.small.muted", ` ${at + 1}`))));
    say(`${question.text} Question ${this.number + 1}`);
    if (document.activeElement !== document.body) return;
    this.verdict.tabIndex = -1; // the button that was pressed is gone: the focus goes to the question
    this.verdict.focus({ preventScroll: true });
  }

  /** The tricks so far, of which one seat has seen no more than the cards. */
  played(question) {
    return h("details.panel", { open: true }, h("summary", h("h2", "Played so far")),
      h("ol", question.tricks.map((trick) => h("li", `seat ${trick.leader}: `, trick.cards.flatMap((card) => [cardText(card), " "])))));
  }

  async answer(chosen) {
    if (!this.question || !this.next.hidden || this.answering) return;
    this.answering = true;
    try {
      const found = await askOne("answer", { ...this.body(), chosen });
      if (found) this.told(found);
    } catch (fault) {
      this.fault.textContent = fault.message;
    } finally {
      this.answering = false;
    }
  }

  told(found) {
    this.answers.push({ ...found, correct: found.skipped ? null : found.correct, kind: this.question.kind });
    if (this.day) this.scores.mark(this.day, found.skipped ? null : found.correct);
    else this.scores.keepSet(this.setName, this.answers);
    if (!found.skipped) this.scores.count(this.question.kind, found.correct);
    this.give.hidden = true;
    const lost = ["trump", "seat"].includes(this.question.kind) && found.loss >= 0.005 ? ` It costs ${found.loss.toFixed(2)} points a deal.` : "";
    const head = found.skipped ? "The answer." : found.correct ? (found.word === "fine" ? "Fine." : "Right.") : found.word === "wrong" ? "Wrong." : `${found.word[0].toUpperCase()}${found.word.slice(1)}.`;
    this.feedback.hidden = false;
    fill(this.feedback, h("p", h("b", head), lost), found.why.map((one) => h("p", printed(one))));
    for (const button of this.choices.querySelectorAll("button")) {
      const one = button.dataset.choice;
      button.disabled = true;
      if (found.right.includes(one)) {
        button.classList.add("right");
        button.append(" ✓");
      } else if (one === found.chosen && !found.skipped) {
        button.classList.add("wrong");
        button.append(" ✗");
      }
    }
    if (["seat", "card"].includes(this.question.kind)) {
      fill(this.choices);
      for (const one of this.question.choices) {
        const right = found.right.includes(one);
        if (right || one === found.chosen) {
          this.board.mark(one, { kind: right ? "best" : "class", badge: right ? "✓" : "✗", label: `${cardName(one)}, ${right ? "right" : "chosen, wrong"}` });
        }
      }
    }
    this.next.hidden = false;
    this.next.textContent = this.day && this.answers.length >= OF_DAY ? "The result" : "Next question";
    if (!this.day && this.answers.length && this.answers.length % 10 === 0) this.feedback.append(this.setOver());
    this.showScore();
    say(`${head} ${found.why.join(" ")}`);
    this.next.focus();
  }

  /** After ten questions: how they went, and ten of the kind that goes worst. */
  setOver() {
    const ten = this.answers.slice(-10);
    const counts = {};
    for (const one of ten) {
      counts[one.kind] ??= { asked: 0, right: 0 };
      counts[one.kind].asked += 1;
      if (one.correct) counts[one.kind].right += 1;
    }
    const weak = weakest(counts, 2);
    return h("p", h("b", `Ten questions: ${ten.filter((one) => one.correct).length} right. `),
      weak ? h("button", { type: "button", onclick: () => { this.kind.value = weak; this.restart(); } }, `Ten of your weakest: ${kindText(weak)}`) : null);
  }

  /** The result of a day, with the lines to share. */
  async showDay() {
    const marks = this.scores.marks(this.day);
    fill(this.shown);
    fill(this.before);
    this.verdict.textContent = `${marks.filter(Boolean).length} of ${OF_DAY}`;
    this.below.textContent = `The ten questions of ${this.day}; the next come with the next day.`;
    try {
      const found = await askOne("day", { day: this.day, marks, days: this.scores.days(), today: today() });
      if (!found) return;
      const text = h("textarea", { readonly: true, rows: 3, "aria-label": "to share" });
      text.value = found.text;
      fill(this.choices, text, h("button", { type: "button", onclick: () => { text.select(); navigator.clipboard?.writeText(text.value).catch(() => {}); say("copied"); } }, "Copy"),
        h("button", { type: "button", onclick: () => { [this.seed] = crypto.getRandomValues(new Uint16Array(1)); this.restart(); } }, "More questions"));
      this.streak.textContent = found.streak > 1 ? `${found.streak} days in a row.` : "";
      this.verdict.tabIndex = -1;
      this.verdict.focus({ preventScroll: true });
      say(`${this.verdict.textContent}. ${this.streak.textContent}`);
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
  }

  showScore() {
    const right = this.answers.filter((one) => one.correct).length;
    const all = Object.entries(this.scores.all());
    this.whole.textContent = all.length ? `In all: ${all.map(([kind, { asked, right: good }]) => `${kindText(kind).replace("?", "")} ${good} of ${asked}`).join("; ")}.` : "";
    const chances = this.answers.filter((one) => ["trump", "seat"].includes(one.kind));
    const lost = chances.reduce((sum, one) => sum + one.loss, 0);
    this.score.textContent = this.answers.length
      ? `${right} of ${this.answers.length} right${chances.length ? `; the answers judged by chances cost ${(lost / chances.length).toFixed(2)} points each` : ""}.` : "No answer yet.";
    const counts = new Map();
    for (const one of this.answers) if (one.habit) counts.set(one.habit_text, (counts.get(one.habit_text) || 0) + 1);
    const often = [...counts].filter(([, times]) => times > 1).sort((a, b) => b[1] - a[1]);
    fill(this.habits, often.map(([text, times]) => h("li", `${text} (${times} times)`)));
    this.habits.hidden = !often.length;
  }

  key(event) {
    if (/^[1-4]$/.test(event.key) && this.question?.choices[event.key - 1] && !["seat", "card"].includes(this.question.kind)) {
      this.answer(this.question.choices[event.key - 1]);
      return true;
    }
    if (event.key === "n" && !this.next.hidden) {
      this.ask(this.number + 1);
      return true;
    }
    return false;
  }
}

/** A whole number that the server takes as a seed; anything else is 0. */
const wholeSeed = (text) => Math.max(0, Math.min(2 ** 53 - 1, Math.trunc(Number(text)) || 0));
