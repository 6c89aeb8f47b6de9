// The view Match: a person plays hand after hand against three players. What stands on the table is
// told by `match-state.js`, drawn by `felt.js`; here is what happens when something is pressed.

import { ask, askOne, fileText, fill, h, say, saveAs, settings, stop } from "./lib.js";
import { Held } from "./cards.js";
import { Felt } from "./felt.js";
import { Kept } from "./kept.js";
import { Panel } from "./match-panel.js";
import { Setup } from "./match-setup.js";
import { today } from "./scores.js";
import { allSeen, behind, clear, heard, newHand, scoreText, sentence, shown, step, told, waiting } from "./match-state.js";

const PACES = { calm: 900, usual: 450, quick: 0 };

export class MatchView {
  constructor({ go, title }) {
    this.go = go;
    this.title = title;
    this.kept = new Kept(localStorage);
    this.id = null; // of the match in play
    this.match = null; // what the server is sent of it
    this.hand = null; // what was told of its hand, and how much is shown
    this.spoken = [];
    this.build();
  }

  build() {
    this.panel = new Panel({
      press: () => this.press(), answer: (word) => this.answer(word), hint: () => this.hint(),
      last: () => this.peekLast(), back: () => this.back(), next: () => this.change("match_next"),
      again: (seat) => this.change("match_again", { seat }), review: () => this.review(),
      save: () => this.save(), share: () => this.share(), leave: () => this.toSetup(),
    });
    this.felt = new Felt(() => this.press());
    this.held = new Held("your cards", (card, may) => this.card(card, may));
    const { head, talk, calls, actions } = this.panel;
    this.play = h("div.match", head, this.felt.node, talk, calls, this.held.node, actions);
    this.setup = new Setup({
      begin: (fields) => this.started("match_new", { match: fields }),
      day: () => this.handOfDay(),
      go: (id) => this.goOn(id),
      forget: (id) => { this.kept.remove(id); this.setup.showKept(); },
      open: (text) => this.started("match_open", { text }),
    }, this.kept);
    this.node = h("div.match-view", this.setup.node);
  }

  // Coming and going ------------------------------------------------------------------------------

  async enter(query) {
    document.body.dataset.view = "match";
    this.title("Match");
    const id = query.get("id");
    if (id && id === this.id && this.match) return;
    const entry = id ? this.kept.find(id) : null;
    if (!entry) {
      await this.toSetup(false);
      return;
    }
    this.id = id;
    await this.change("match_show", { match: entry.match }, entry);
  }

  leave() {
    delete document.body.dataset.view;
    this.halt();
  }

  halt() {
    clearTimeout(this.timer);
    stop("match");
  }

  async toSetup(address = true) {
    this.halt();
    this.id = this.match = this.hand = null;
    fill(this.node, this.setup.node);
    if (address) this.go("match", {}, { push: true });
    try {
      if (!this.about) this.about = await askOne("match_about", {});
      this.setup.show(this.about);
    } catch (fault) {
      this.setup.fault.textContent = fault.message;
    }
  }

  /** A match that was not played here yet: it gets a name of its own. */
  async started(verb, body, id = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`) {
    this.halt();
    const before = this.id;
    this.id = id;
    this.match = null;
    const begun = await this.ask(verb, body, { seen: 0 });
    if (begun) this.go("match", { id: this.id }, { push: true });
    else this.id = before;
    return begun;
  }

  /** The hand of today: begun, or gone on with where it was begun. */
  async handOfDay() {
    const id = `day-${today()}`;
    if (this.kept.find(id)) this.goOn(id);
    else await this.started("match_day", { day: today() }, id);
  }

  /** A match that is kept, as a place to come back from. */
  goOn(id) {
    this.go("match", { id }, { push: true });
    return this.enter(new URLSearchParams({ id }));
  }

  get day() {
    return /^day-(.*)$/.exec(this.id ?? "")?.[1] ?? null;
  }

  async share() {
    try {
      const found = await askOne("match_day_shared", { match: this.match, day: this.day }, "record");
      if (!found) return;
      this.panel.below.textContent = found.text;
      await navigator.clipboard?.writeText(found.text).catch(() => {});
      say(found.text);
    } catch (fault) {
      this.panel.fault.textContent = fault.message;
    }
  }

  retry() {
    if (this.match) this.change("match_show", {}, this.hand);
    else this.toSetup(false);
  }

  // The server ------------------------------------------------------------------------------------

  /** Ask for another hand or another place of this one; `kept`: how far it had been shown. */
  change(verb, body = {}, kept = { seen: verb === "match_undo" ? Infinity : 0, cleared: true }) {
    this.peek = false;
    return this.ask(verb, { match: this.match, ...body }, kept);
  }

  async ask(verb, body, kept) {
    this.asking = true;
    this.play.setAttribute("aria-busy", "true");
    this.panel.fault.textContent = this.setup.fault.textContent = "";
    try {
      const whole = await ask(verb, body, (event) => this.hear(event, kept), "match");
      return whole && this.match !== null;
    } catch (fault) {
      if (fault.code !== "gone") (this.match ? this.panel.fault : this.setup.fault).textContent = fault.message;
      return false;
    } finally {
      this.asking = false;
      if (this.hand) this.draw();
    }
  }

  hear(event, kept) {
    if (event.event === "table") {
      this.hand = newHand(event, kept.seen, kept.cleared ?? false);
      this.steps = null;
      if (!this.play.isConnected) fill(this.node, this.play);
    } else {
      this.hand = heard(this.hand, event);
    }
    if (event.event === "due") {
      this.match = event.match;
      this.steps = null;
      if (kept?.seen === Infinity) this.hand = allSeen(this.hand);
      this.keep();
    }
    this.run();
  }

  /** Keep the match, and how much of its hand has been seen. */
  keep() {
    const { table, seen, cleared, due } = this.hand;
    const over = Boolean(due?.over?.match_over);
    const kept = this.kept.put({
      id: this.id, match: this.match, seen, cleared, at: Date.now(), over, title: this.day ? `Hand of the day, ${this.day}` : `${table.title}, ${table.level}`,
      standing: `${scoreText(due?.score ?? [])}, hand ${table.hand}${over ? ", over" : ""}`,
    });
    if (!kept) this.panel.fault.textContent = "This browser keeps nothing: save the match before you close the page.";
  }

  // What is shown ---------------------------------------------------------------------------------

  get pace() {
    return PACES[settings.get("pace", "usual")] ?? PACES.usual;
  }

  /** Show what was told, event by event, until a trick waits or all is shown. */
  run() {
    clearTimeout(this.timer);
    this.draw();
    if (!this.hand || waiting(this.hand) || !behind(this.hand)) {
      this.speak();
      return;
    }
    const event = this.hand.story[this.hand.seen];
    const pause = event.old || event.what === "trick" || event.seat === this.hand.table.seat ? 0 : this.pace;
    const next = () => {
      this.hand = step(this.hand);
      this.spoken.push(told(event, this.hand.table.names));
      if (this.match && !this.asking) this.keep();
      this.run();
    };
    if (pause) this.timer = setTimeout(next, pause);
    else next();
  }

  speak() {
    const sentence = this.panel.said;
    if (!this.hand || (!this.spoken.length && this.said === sentence)) return;
    const tail = waiting(this.hand) ? "" : sentence;
    const { over } = this.view;
    this.said = sentence;
    say([...this.spoken, tail, ...(over ? over.lines.slice(1) : [])].join(" "));
    this.spoken = [];
  }

  draw() {
    const { table } = this.hand;
    const { panel, held } = this;
    const view = shown(this.hand);
    // What had the focus may be hidden before the next press is known.
    this.focused = held.hasFocus || panel.hasFocus || (this.focused && document.activeElement === document.body);
    this.view = view;
    this.felt.show(view, table, this.peek);
    this.play.classList.toggle("is-over", Boolean(view.over));
    const asked = this.asking ? null : view.asked;
    const mine = asked?.what === "play";
    const dummy = mine && asked.from !== table.seat;
    panel.show(view, table, { asked, sentence: sentence(view, table), steps: this.steps, peek: this.peek, day: this.day });
    held.show(dummy ? view.open : view.own, mine ? asked.legal : null, asked?.why_not, this.hinted);
    held.node.setAttribute("aria-label", dummy ? "the cards of the dummy" : "your cards");
    held.node.classList.toggle("theirs", Boolean(dummy));
    this.play.setAttribute("aria-busy", String(this.asking || (behind(this.hand) && !view.waits)));
    if (!this.focused) return;
    if (mine && !view.waits) held.focus();
    else panel.focus(view);
  }

  // What is pressed -------------------------------------------------------------------------------

  /** Anywhere on the cloth, Go on, Space: the trick is taken, or what comes is shown at once. */
  press() {
    if (!this.hand) return;
    if (this.peek) {
      this.peekLast();
      return;
    }
    if (waiting(this.hand)) {
      this.hand = clear(this.hand);
      if (this.match && !this.asking) this.keep();
    } else if (behind(this.hand)) {
      this.hand = step(this.hand);
    }
    this.run();
  }

  card(card, may) {
    this.peek = false;
    if (this.asking || !this.view) return;
    if (!this.view.asked || behind(this.hand)) {
      this.press();
      return;
    }
    if (!may) {
      const why = this.view.asked.why_not[card];
      if (why) this.panel.fault.textContent = why;
      return;
    }
    this.answer(card);
  }

  async answer(word) {
    if (this.asking) return;
    this.hand = clear(this.hand);
    this.steps = this.hinted = null;
    await this.ask("match_answer", { match: this.match, answer: word }, null);
  }

  async hint() {
    if (!this.view?.asked || this.asking) return;
    const asked = this.match;
    if (this.hintOf !== asked) {
      this.hintOf = asked;
      this.hints = null;
      try {
        this.hints = await askOne("match_hint", { match: asked }, "hint");
      } catch (fault) {
        this.panel.fault.textContent = fault.message;
      }
      if (this.match !== asked) return;
    }
    if (!this.hints) return;
    const { steps, answer } = this.hints;
    this.steps = steps.slice(0, (this.steps?.length ?? 0) + 1);
    this.hinted = this.steps.length === steps.length ? answer : null;
    say(this.steps.at(-1));
    this.draw();
  }

  peekLast() {
    if (!this.view?.lastTrick || this.view.over) return;
    this.peek = !this.peek;
    this.draw();
    if (this.peek) say(this.felt.trick.getAttribute("aria-label"));
  }

  back() {
    if (this.asking || this.panel.back.hidden) return;
    this.change("match_undo");
  }

  review() {
    settings.set("review", JSON.stringify({ hand: this.view.over.hand, names: this.hand.table.names }));
    location.hash = "#/review";
  }

  async save() {
    try {
      const found = await askOne("match_record", { match: this.match }, "record");
      if (found) saveAs("match.hkm", found.record);
    } catch (fault) {
      this.panel.fault.textContent = fault.message;
    }
  }

  readFile(file) {
    return fileText(file).then((text) => this.started("match_open", { text })).catch((fault) => { this.setup.fault.textContent = fault.message; });
  }

  key(event) {
    if (!this.play.isConnected || !this.hand) return false;
    const onButton = ["BUTTON", "A", "SUMMARY"].includes(event.target.tagName);
    switch (event.key) {
      case " ": case "Enter":
        if (onButton) return false;
        this.press();
        return true;
      case "h": this.hint(); return true;
      case "l": this.peekLast(); return true;
      case "u": this.back(); return true;
      case "n": if (!this.panel.next.hidden) this.change("match_next"); return true;
      default: return false;
    }
  }
}
