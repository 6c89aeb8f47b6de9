// What stands round the table of a match: trump and score, the sentence of what there is to do, the
// calls, the buttons. It draws what it is given; `match.js` hears what is pressed.

import { fill, h, SUITS, suitSign, trumpText } from "./lib.js";
import { points, scoreText } from "./match-state.js";

export class Panel {
  constructor(on) {
    const button = (text, run, more = {}) => h("button", { type: "button", onclick: run, ...more }, text);
    this.on = on;
    this.head = h("div.match-head");
    this.verdict = h("h1");
    this.below = h("p.below");
    this.fault = h("p.fault", { role: "alert" });
    this.onward = button("Go on", on.press, { class: "main" });
    this.talk = h("div.talk", h("div", this.verdict, this.below, this.fault), this.onward);
    this.calls = h("div.calls", { role: "group", "aria-label": "the call" });
    this.hint = button("Hint", on.hint, { title: "a reason, then the suit, then the card (h)" });
    this.last = button("Last trick", on.last, { "aria-pressed": "false", title: "the trick before (l)" });
    this.back = button("Take back", on.back, { title: "your last card comes back (u)" });
    this.next = button("Next hand", on.next, { class: "main", title: "deal the next hand (n)" });
    this.chair = h("select", { "aria-label": "your seat when the same cards are played again" });
    this.again = button("Same cards again", () => on.again(Number(this.chair.value)));
    this.review = button("Review this hand", on.review);
    this.save = button("Save", on.save, { title: "the hands that are over, as a record" });
    this.share = button("Share", on.share, { title: "a line that tells no card, copied" });
    this.leave = button("Leave", on.leave, { title: "the match is kept in this browser" });
    this.actions = h("div.actions", this.hint, this.last, this.back, this.next,
      h("span.again", this.again, this.chair), this.review, this.share, this.save, this.leave);
  }

  get said() {
    return this.verdict.textContent;
  }

  get hasFocus() {
    return [this.talk, this.calls, this.next, this.again, this.back].some((one) => one.contains(document.activeElement));
  }

  /** `asked` is what may be answered now; `steps` those of a hint. */
  show(view, table, { asked, sentence, steps, peek, day }) {
    this.verdict.textContent = sentence;
    this.below.textContent = view.over ? view.over.lines.slice(table.trial ? 0 : 1).join(" ") : steps ? steps.join(" ") : "";
    this.showHead(view, table);
    this.showCalls(asked, view);
    this.showButtons(view, table, asked, peek);
    this.share.hidden = !day || !view.over;
  }

  showHead(view, table) {
    const trump = view.trump.suit ? trumpText(view.trump.suit) : view.trump.hidden ? "hidden" : "–";
    const said = (name, ...value) => h("span", h("span.small", ...[name].flat()), h("b", ...value));
    fill(this.head,
      h("span.big-trump", h("span.small", "trump"), h("b", trump)),
      said(table.unit === "tens" ? "tens" : "tricks", points(view, table)),
      said(table.trial ? "again, for nothing" : ["match", h("span.more", ` to ${table.target}`)], scoreText(view.score)),
      h("span.wide", { title: table.title }, h("span.small", `hand ${table.hand}`), h("b", table.variant.split(" ")[0])),
      h("span.wide.notes", [table.practice ? "practice" : null, ...view.notes].filter(Boolean).join(" · ")));
  }

  showCalls(asked, view) {
    const key = asked && asked.what !== "play" ? `${asked.what} ${view.own.join()}` : "";
    this.calls.hidden = !key;
    if (this.called === key) return;
    this.called = key;
    const call = (word, ...inside) => h("button", { type: "button", onclick: () => this.on.answer(word) }, ...inside);
    if (asked?.what === "call") {
      fill(this.calls, [..."SHDC"].map((suit) => call(suit, suitSign(suit), ` ${SUITS[suit]}`)));
    } else {
      fill(this.calls, key ? [call("ask", "Ask for the trump"), call("pass", "Not now")] : []);
    }
  }

  showButtons(view, table, asked, peek) {
    const { over } = view;
    this.onward.hidden = !view.waits;
    this.onward.setAttribute("aria-label", view.waits ? `Go on: ${this.said}` : "Go on");
    for (const one of [this.hint, this.last]) one.hidden = Boolean(over);
    this.hint.disabled = !asked;
    this.last.disabled = !view.lastTrick;
    this.last.setAttribute("aria-pressed", String(Boolean(peek)));
    this.back.hidden = Boolean(over) || !(table.practice || table.trial);
    this.back.disabled = !view.mine;
    this.next.hidden = !over || over.match_over;
    this.again.parentNode.hidden = this.save.hidden = !over;
    this.review.hidden = !over?.review;
    if (!over || this.chairs === table.names.join()) return;
    this.chairs = table.names.join();
    fill(this.chair, table.names.map((name, seat) => (seat === table.dummy ? null
      : h("option", { value: seat, selected: seat === table.seat }, `as ${name}`))));
  }

  /** The focus on what is to be pressed next. */
  focus(view) {
    const to = view.waits ? this.onward : view.over ? (this.next.hidden ? this.again : this.next)
      : this.calls.hidden ? null : this.calls.firstElementChild;
    if (to && !this.calls.contains(document.activeElement)) to.focus({ preventScroll: true });
  }
}
