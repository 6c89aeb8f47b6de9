// Before a match: which game, against whom, from which chair; and the matches that were begun.

import { choiceOf, fileText, fill, gameChoices, h } from "./lib.js";

const LEVELS = [["easy", "Easy", "plays by rules of thumb"], ["good", "Good", "thinks through what the others may hold"],
  ["best", "Best", "plays it out a thousand times in its head"]];
const FIRST = { 3: ["you call", "the player on your right calls", "the player on your left calls"],
  4: ["you call", "the player on your right calls", "your partner calls", "the player on your left calls"] };

export class Setup {
  /** `run`: {begin(fields), day(), go(id), forget(id), open(text)}; `kept` has the matches of this browser. */
  constructor(run, kept) {
    this.run = run;
    this.kept = kept;
    this.games = [];
    this.game = h("select", { onchange: () => this.showGame() });
    this.level = h("div.levels", { role: "radiogroup", "aria-label": "how well the others play" }, LEVELS.map(([name, word, text]) =>
      h("label.level", h("input", { type: "radio", name: "level", value: name, checked: name === "good" }), h("b", word), h("span.small.muted", text))));
    this.seat = h("select");
    this.target = h("input", { type: "number", min: 1, max: 999 });
    this.targetField = h("label.field", h("span", "the match is won at"), this.target);
    this.practice = h("input", { type: "checkbox" });
    this.seed = h("input", { type: "number", min: 0, placeholder: "at random" });
    this.fault = h("p.fault", { role: "alert" });
    this.list = h("div.kept");
    this.file = h("input", { type: "file", accept: ".hkm,.txt", "aria-label": "the file of a match", onchange: () => this.read() });
    this.begin = h("button.main.big", { type: "submit", disabled: true }, "Sit down"); // until the games are known
    const start = h("form.sit", { onsubmit: (event) => { event.preventDefault(); this.sit(); } },
      h("h2", "The others play"), this.level, this.fault, h("div.row", this.begin),
      h("div.row", h("label.field", h("span", "game"), this.game), h("label.field", h("span", "first hand"), this.seat), this.targetField),
      h("div.row", h("label", this.practice, "practice: cards may be taken back")),
      h("details", h("summary", "Cards by a seed, the same for a friend"), h("label.field", h("span", "seed of the cards"), this.seed)));
    this.node = h("div.setup", h("div", h("h1", "A match"), h("p.below", "Five cards, a trump, eight more: you play, three others answer."), start),
      h("div", h("h2", "Matches you began"), this.list,
        h("div.row", h("button", { type: "button", onclick: () => this.run.day() }, "Hand of the day")),
        h("p.small.muted", "The same cards for everybody today: you call, three players of rules of thumb answer."),
        h("details.panel", h("summary", h("h2", "A match from a file")), h("div.row", this.file))));
  }

  /** `about`: the games that can be played. */
  show(about) {
    if (about && !this.games.length) {
      this.games = about.games;
      const names = new Set(this.games.map((game) => game.name));
      fill(this.game, gameChoices((one) => names.has(one.name)));
      this.game.value = "hokm";
      this.showGame();
      this.begin.disabled = false;
    }
    this.showKept();
  }

  showGame() {
    const game = this.games.find((one) => one.name === this.game.value);
    const target = /^(\d+) (.*)$/.exec(game.target);
    const counted = target && target[2] !== "hands";
    this.targetField.hidden = !counted;
    if (counted) {
      this.target.value = target[1];
      this.targetField.firstChild.textContent = `the match is won at (${target[2]})`;
    }
    const held = this.seat.value;
    fill(this.seat, FIRST[game.seats].map((text, value) => h("option", { value }, text)));
    this.seat.value = [...this.seat.options].some((one) => one.value === held) ? held : "0";
    this.game.title = choiceOf(game.name)?.text ?? "";
  }

  sit() {
    const { seats, direction } = this.games.find((one) => one.name === this.game.value);
    const ahead = Number(this.seat.value) * (direction === "cw" ? -1 : 1); // table seat 0 calls first
    this.run.begin({
      variant: this.game.value,
      level: this.level.querySelector("input:checked").value,
      person: (seats - ahead) % seats,
      practice: this.practice.checked,
      target: this.targetField.hidden ? null : Number(this.target.value) || null,
      seed: this.seed.value === "" ? null : Number(this.seed.value),
    });
  }

  showKept() {
    const matches = this.kept.all();
    fill(this.list, matches.length ? h("ul.kept-list", matches.map((one) => h("li",
      h("button", { type: "button", onclick: () => this.run.go(one.id) }, one.over ? "Look at" : "Go on"),
      h("span", h("b", one.title), h("br"), h("span.small.muted", `${one.standing}; ${new Date(one.at).toLocaleString()}`)),
      h("button.plain", { type: "button", "aria-label": `forget ${one.title}, ${one.standing}`, onclick: () => this.run.forget(one.id) }, "✕"))))
      : h("p.muted", "None yet. Each is kept in this browser, card by card."));
  }

  async read() {
    try {
      await this.run.open(await fileText(this.file.files[0]));
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
    this.file.value = "";
  }
}
