// The deal: a hand that is played card by card, with what every card is worth.

import { ask, askOne, busy, cardName, cardText, choiceOf, fileText, fill, gameChoices, gameOf, h, handOf, icon, LONGEST_TEXT, printed, rankText,
  saveAs, say, scroll, settings, stop, SUITS, suitSign, tooLong } from "./lib.js";
import { Board } from "./board.js";
import { EntryView } from "./entry-view.js";
import { legend } from "./legend.js";
import { common, Tried } from "./lines.js";
import { commandHand, ownForms } from "./share.js";

export class DealView {
  constructor({ go, title }) {
    this.go = go;
    this.title = title;
    this.hands = [];
    this.hand = null; // the question: deal, trump, leader, variant, options
    this.line = []; // the words played or to be played again
    this.record = []; // the words that were loaded
    this.at = 0;
    this.view = 0;
    this.see = true;
    this.editing = null;
    this.names = []; // of the seats of a record
    this.edits = []; // what stood before trump, game, caller or cards were changed
    this.tried = new Tried(localStorage);
    this.build();
  }

  build() {
    this.board = new Board({ onPlay: (card, legal) => this.play(card, legal), onTake: () => this.undo() });
    this.verdict = h("h1", "Hakem");
    this.below = h("p.below");
    this.progress = h("div", { role: "progressbar", "aria-label": "cards solved", "aria-valuemin": "0", "aria-valuemax": "100" });
    this.bar = h("div.progress", this.progress);
    this.waitText = h("span");
    this.wait = h("div.waiting", this.waitText,
      h("button", { type: "button", onclick: () => this.stopped() }, "Stop"));
    this.fault = h("p.fault", { role: "alert", id: "deal-fault" });
    const step = (text, label, run) => h("button", { type: "button", "aria-label": label, title: label, onclick: run }, text);
    this.where = h("span.where");
    this.askButton = h("button", { type: "button", onclick: () => this.play("ask", true) }, "Ask for the trump");
    this.typed = h("input", { type: "text", size: 4, maxlength: 4, "aria-label": "a card to play, such as SA", placeholder: "SA",
      onkeydown: (event) => this.typedKey(event) });
    this.steps = h("div.steps", { role: "group", "aria-label": "steps" },
      step("|‹", "to the first lead", () => this.goto(0)),
      step("«", "a trick back", () => this.trickBack()),
      step("‹", "a card back", () => this.goto(this.at - 1)),
      this.where,
      step("›", "a card on", () => this.goto(this.at + 1)),
      step("»", "a trick on", () => this.trickOn()),
      step("›|", "to the end", () => this.goto(this.line.length)),
      h("button", { type: "button", title: "play a best card (Space)", onclick: () => this.playBest() }, "Best card"),
      this.askButton,
      this.typed,
    );
    this.table = h("div.the-table", { "aria-busy": "true" },
      this.board.status, h("div.verdict", this.verdict, this.below), this.fault, this.board.node,
      this.bar, this.wait, this.steps, legend());
    this.tricks = h("ol.tricks", { "aria-label": "the play" });
    this.backButton = h("button", { type: "button", onclick: () => this.toRecord() }, "Back to the record");
    this.others = h("div.row");
    this.worth = h("div");
    this.lines = h("div");
    this.trumps = h("div");
    this.text = h("textarea", { id: "deal-text", "aria-describedby": "deal-fault", spellcheck: "false",
      placeholder: "A deal, PBN, LIN or a record" });
    this.list = h("div.row");
    const panel = (name, open, ...inside) => {
      const made = h("details.panel", h("summary", h("h2", name)), ...inside);
      made.open = open;
      return made;
    };
    this.linePanel = panel("Best line", false, this.lines);
    this.linePanel.addEventListener("toggle", () => this.showLine());
    this.trumpPanel = panel("Trumps and callers", false, this.trumps);
    this.trumpPanel.addEventListener("toggle", () => { if (this.trumpPanel.open) { this.showTable(); this.askTable(); } });
    const wide = matchMedia("(min-width: 1180px)").matches;
    this.left = h("div.left-panels.panels",
      panel("Play", wide, this.tricks, h("div.row", this.backButton), this.others),
      panel("Deal and game", wide, this.setup()));
    this.right = h("div.right-panels.panels",
      panel("Worth of each card", true, this.worth), this.linePanel, this.trumpPanel,
      panel("Paste, share, save", false, this.sharing()));
    this.node = h("div.deal", this.left, this.table, this.right);
    // On a narrow page the table comes first.
    const place = () => {
      if (matchMedia("(min-width: 1180px)").matches) this.node.prepend(this.left);
      else this.table.after(this.left);
    };
    matchMedia("(min-width: 1180px)").addEventListener("change", place);
    place();
    this.idle();
    this.table.setAttribute("aria-busy", "true"); // until the first deal stands
  }

  setup() {
    this.game = h("select", { onchange: () => this.switchGame(choiceOf(this.game.value)) });
    this.trumpPick = h("div.trump-pick", { role: "group", "aria-label": "trump" });
    this.leader = h("select", { onchange: () => this.change({ leader: Number(this.leader.value) }) });
    this.caller = h("select", { onchange: () => this.turnTo(Number(this.caller.value)) });
    this.alone = h("select", { onchange: () => this.change({ player: Number(this.alone.value) }) });
    this.aloneField = h("label.field", h("span", "against all others"), this.alone);
    this.options = h("div.options");
    this.hideButton = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.hide() }, "Hide the other hands");
    this.editButton = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.edit() }, "Edit the cards");
    this.backEdit = h("button", { type: "button", title: "the deal and the line before the last change", onclick: () => this.takeBack() }, "Take the change back");
    this.backEdit.hidden = true;
    this.seed = h("input", { type: "number", min: 0, placeholder: "seed", "aria-label": "seed of the random deal" });
    return h("div",
      h("div.row", h("button", { type: "button", onclick: () => this.random() }, "Random deal"), this.seed,
        h("button", { type: "button", "aria-haspopup": "dialog", onclick: () => this.enterDeal() }, "Enter a deal")),
      h("div.row", this.hideButton,
        h("button", { type: "button", onclick: () => this.turnView() }, "Next seat's view"), this.editButton, this.backEdit),
      h("span.small.muted", "Trump"), this.trumpPick,
      h("div.row",
        h("label.field", h("span", "game"), this.game),
        h("label.field", h("span", "first lead"), this.leader),
        h("label.field", h("span", "caller"), this.caller),
        this.aloneField),
      h("details", h("summary", "Rule options"), this.options));
  }

  sharing() {
    this.file = h("input", { type: "file", accept: ".txt,.hkm,.pbn,.lin,.json,.csv", "aria-label": "a file with deals or a record",
      onchange: () => { if (this.file.files[0]) this.readFile(this.file.files[0]); } });
    this.shared = h("textarea", { readonly: true, "aria-label": "to share" });
    this.shared.hidden = true;
    return h("div",
      h("label", { for: "deal-text" }, "Paste a deal, PBN, LIN, five cards or a record:"), this.text,
      h("div.row", h("button.main", { type: "button", onclick: () => this.read(this.text.value) }, "Show it")),
      h("div.row", this.file),
      this.list,
      h("div.row",
        h("button", { type: "button", onclick: () => this.share() }, "Share as text"),
        h("button", { type: "button", onclick: () => this.save() }, "Save the record"),
        h("button", { type: "button", title: "this place as one file that needs nothing else", onclick: () => this.savePage() }, "Save as a page"),
        h("button", { type: "button", onclick: () => this.toReview() }, "Review this play"),
        h("button", { type: "button", onclick: () => print() }, "Print")),
      this.shared);
  }

  // Coming and going ------------------------------------------------------------------------------

  async enter(query) {
    if (query.get("d")) {
      await this.fromAddress(query);
    } else if (!this.hand) {
      try {
        this.take(await askOne("first", {}, "parse"));
      } catch (fault) {
        this.refuse(fault);
      }
    } else {
      this.address();
      this.title("Deal");
    }
  }

  retry() {
    if (this.hand) this.refresh();
    else this.enter(new URLSearchParams());
  }

  leave() {
    stop("solve");
    stop("table");
    this.idle();
  }

  async fromAddress(query) {
    const words = (text) => (text.match(/\?|[SHDC][2-9TJQKA]/g) || []).map((word) => (word === "?" ? "ask" : word));
    const hand = { variant: query.get("g") || "hokm", deal: query.get("d"), leader: Number(query.get("l") || 0),
      trump: query.get("t") || null, options: {} };
    for (const part of (query.get("o") || "").split(";")) {
      const [name, value] = part.split(":");
      if (name && value !== undefined) hand.options[name] = value;
    }
    if (query.get("player")) hand.player = Number(query.get("player"));
    if (query.get("ind")) hand.indicator = query.get("ind");
    if (query.get("res")) hand.reserves = query.get("res").split("|");
    const play = words(query.get("p") || "");
    const key = JSON.stringify([hand, play]);
    if (key === this.written) return; // our own address
    try {
      const found = await askOne("state", { hand: { ...hand, play } }, "check");
      if (!found) return;
      this.names = [];
      this.head = null;
      this.hand = { ...found.hand, play: undefined };
      this.line = found.hand.play;
      this.record = words(query.get("r") || "") ;
      if (!this.record.length) this.record = this.line;
      this.at = Math.min(this.line.length, Number(query.get("at") ?? this.line.length));
      this.view = Number(query.get("from") || 0) % found.seats;
      this.see = query.get("see") !== "0";
      this.refresh();
    } catch (fault) {
      this.refuse(fault, "The address could not be read: ");
      if (!this.hand) this.enter(new URLSearchParams());
    }
  }

  address(push = false) {
    const { hand } = this;
    const query = {};
    if (hand.variant !== "hokm") query.g = hand.variant;
    const options = Object.entries(hand.options || {}).map(([name, value]) => `${name}:${Array.isArray(value) ? value.join(",") || "none" : value}`);
    if (options.length) query.o = options.join(";");
    query.d = hand.deal;
    if (hand.trump) query.t = hand.trump;
    if (hand.leader) query.l = hand.leader;
    if (hand.player !== undefined) query.player = hand.player;
    if (hand.indicator) query.ind = hand.indicator;
    if (hand.reserves) query.res = hand.reserves.join("|");
    const packed = (words) => words.map((word) => (word === "ask" ? "?" : word)).join("");
    if (this.line.length) query.p = packed(this.line);
    if (packed(this.record) !== packed(this.line) && this.record.length) query.r = packed(this.record);
    if (this.at !== this.line.length) query.at = this.at;
    if (this.view) query.from = this.view;
    if (!this.see) query.see = 0;
    this.written = JSON.stringify([{ variant: hand.variant, deal: hand.deal, leader: hand.leader, trump: hand.trump,
      options: Object.fromEntries(options.map((one) => one.split(":"))),
      ...(hand.player !== undefined ? { player: hand.player } : {}),
      ...(hand.indicator ? { indicator: hand.indicator } : {}),
      ...(hand.reserves ? { reserves: hand.reserves } : {}) }, this.line]);
    this.go("deal", query, { push });
  }

  /** Take what the server read from a text: a list of hands, or five cards for the other page. */
  take(found, push = false) {
    if (!found) return;
    if (found.event === "five") {
      location.hash = `#/call?h=${found.hand}`;
      return;
    }
    this.hands = found.hands;
    this.showList(found);
    this.load(0, push);
  }

  load(number, push = true) {
    if (this.hand) this.edits = [...this.edits, this.place()].slice(-50);
    const { hand, names, head } = this.hands[number];
    this.head = head; // of the record it was read from
    const { play, ...rest } = hand;
    this.names = names ?? [];
    this.hand = rest;
    this.line = [...play];
    this.record = [...play];
    this.at = 0;
    this.chosen = number;
    this.editing = null;
    this.fault.textContent = "";
    this.showList();
    this.refresh(push);
  }

  showList(found) {
    if (found?.remarks?.length) this.remarks = found.remarks;
    if (this.hands.length < 2) {
      fill(this.list);
      return;
    }
    const pick = h("select", { "aria-label": "the hand of the list", onchange: () => this.load(Number(pick.value)) },
      this.hands.map((one, at) => h("option", { value: at, selected: at === this.chosen }, `${at + 1}: ${one.title.slice(0, 60)}`)));
    fill(this.list, h("label.field", h("span", `${this.hands.length} hands`), pick));
  }

  /** A text that was pasted: a deal or a record, or one of the page's own forms. */
  async read(pasted) {
    this.fault.textContent = "";
    if (pasted.length > LONGEST_TEXT) {
      this.fault.textContent = tooLong(pasted);
      return;
    }
    const { address, command, rest } = ownForms(pasted);
    const text = rest || !(address || command) ? rest || pasted : null;
    try {
      if (text === null && address) {
        location.hash = `#/deal?${address}`;
        return;
      }
      if (text === null) {
        await this.readCommand(commandHand(command));
        return;
      }
      const found = await askOne("parse", { text, variant: this.hand?.variant, options: this.hand?.options }, "parse");
      this.take(found, true);
    } catch (fault) {
      this.refuse(fault);
      this.text.focus();
    }
  }

  /** The place that `hakem solve ...` asks about. */
  async readCommand({ deal, play = [], leader = 0, player, ...more }) {
    const found = await askOne("parse", { text: deal, ...more }, "parse");
    if (!found?.hands?.length) return;
    const hand = { ...found.hands[0].hand, leader, ...(player === undefined ? {} : { player }), play };
    const checked = await askOne("state", { hand }, "check");
    if (!checked) return;
    this.take({ hands: [{ hand: checked.hand, title: found.hands[0].title, at: 0 }] }, true);
    this.goto(play.length);
  }

  /** A deal with a pack, for the game that is on the table. */
  enterDeal() {
    this.entry ??= new EntryView((text) => this.read(text));
    const game = gameOf(this.hand?.variant ?? "hokm");
    this.entry.open(game.seats, game.cards_per_hand, (seat) => `seat ${seat}`);
  }

  async readFile(file) {
    try {
      const text = await fileText(file);
      this.text.value = text.slice(0, 100000);
      await this.read(text);
    } catch (fault) {
      this.refuse(fault);
    }
  }

  refuse(fault, before = "") {
    if (fault.code === "gone") return;
    this.fault.textContent = before + fault.message;
    say(this.fault.textContent);
  }

  async random() {
    try {
      const seed = this.seed.value === "" ? null : Number(this.seed.value);
      this.take(await askOne("deal", { variant: this.hand?.variant, options: this.hand?.options, seed }), true);
      this.seed.value = "";
    } catch (fault) {
      this.refuse(fault);
    }
  }

  // Changing the hand -----------------------------------------------------------------------------

  /** Another game, or a preset of one. */
  switchGame(choice) {
    const game = gameOf(choice.game || choice.name);
    const what = { variant: game.name, options: choice.options && choice.game ? choice.options : {} };
    if (game.makes_trump) what.trump = null;
    else if (!this.hand.trump) what.trump = longest(this.handsNow()[0]);
    this.change(what);
  }

  /** Another trump, leader, game or option: the same cards from the first lead. */
  async change(what) {
    const [old, game] = [gameOf(this.hand.variant), gameOf(what.variant || this.hand.variant)];
    const shape = (one) => [one.seats, one.cards_per_hand, one.deals_later].join();
    if (old && game && shape(old) !== shape(game)) {
      this.hand = { ...this.hand, variant: game.name, options: what.options || {} }; // these cards are none of that game
      await this.random();
      return;
    }
    const before = this.place();
    const next = { ...this.hand, ...what };
    if (what.deal) this.names = []; // others hold these cards
    if (what.variant) {
      delete next.player;
      delete next.indicator;
      delete next.reserves;
    }
    if (what.trump !== undefined) delete next.indicator;
    const play = "trump" in what || "variant" in what || "options" in what || "leader" in what ? [] : this.line;
    try {
      const found = await askOne("state", { hand: { ...next, play } }, "check");
      if (!found) return;
      const { play: line, ...hand } = found.hand;
      this.edits = [...this.edits, before].slice(-50);
      this.hand = hand;
      this.line = line;
      this.record = this.record.length && line.length ? this.record : [];
      this.at = Math.min(this.at, line.length);
      this.fault.textContent = "";
      this.refresh(true);
    } catch (fault) {
      this.refuse(fault);
      this.optionsOf = null; // the fields go back to what holds
      this.showSetup();
    }
  }

  /** The deal with its line, to come back to. */
  place() {
    const { hand, line, record, at, view, names, head } = this;
    return { hand, line, record, at, view, names, head };
  }

  /** The last change of trump, game, caller or cards is taken back, with the line that was played. */
  takeBack() {
    const before = this.edits.pop();
    if (!before) return;
    Object.assign(this, before);
    this.optionsOf = null;
    this.fault.textContent = "";
    this.refresh(true);
    say("taken back");
  }

  handsNow() {
    return this.hand.deal.replace(/^0:/, "").split("|");
  }

  /** The same cards with this seat as the caller: it becomes seat 0. */
  turnTo(seat) {
    const hands = this.handsNow();
    const turned = [...hands.slice(seat), ...hands.slice(0, seat)];
    this.view = (this.view - seat + hands.length) % hands.length;
    this.change({ deal: `0:${turned.join("|")}`, leader: 0, trump: this.hand.trump });
  }

  edit() {
    this.editing = this.editing ? null : { chosen: null };
    if (this.editing && this.at) {
      this.at = 0;
    }
    this.refresh();
  }

  /** In the editor two cards of two seats change places: by clicks, or one dropped on the other. */
  swap(one, other) {
    if (!this.editing) return;
    const hands = this.handsNow().map((hand) => hand.split("."));
    const home = (card) => hands.findIndex((suits) => suits["SHDC".indexOf(card[0])].includes(card[1]));
    const [from, to] = [home(one), home(other)];
    if (from < 0 || to < 0 || from === to) {
      this.editing.chosen = null;
      this.showEditor();
      return;
    }
    const cards = this.handsNow().map((hand) => hand.split(".").flatMap((ranks, suit) => [...ranks].map((r) => "SHDC"[suit] + r)));
    cards[from] = [...cards[from].filter((card) => card !== one), other];
    cards[to] = [...cards[to].filter((card) => card !== other), one];
    this.editing.chosen = null;
    this.swapped = one;
    say(`${cardName(one)} and ${cardName(other)} have changed places`);
    this.change({ deal: `0:${cards.map(handOf).join("|")}`, trump: this.hand.trump });
  }

  showEditor() {
    if (!this.editing || !this.state) return;
    this.state.hands.forEach((cards, seat) => {
      const lines = [..."SHDC"].map((suit) => h("div.suit-line", suitSign(suit), h("span.ranks",
        cards.filter((card) => card[0] === suit).map((card) => this.pick(card, seat)))));
      fill(this.board.seats[seat].suits, lines);
    });
    this.board.board.classList.add("edit");
    if (!this.swapped) return;
    this.board.board.querySelector(`[data-card="${this.swapped}"]`)?.focus();
    this.swapped = null;
  }

  pick(card, seat) {
    const made = h("button.pick", {
      type: "button", draggable: "true", "data-card": card, "aria-label": `${cardName(card)}, seat ${seat}`,
      "aria-pressed": String(this.editing.chosen === card),
      onclick: () => {
        if (!this.editing) return; // closed, and not drawn anew yet
        if (this.editing.chosen && this.editing.chosen !== card) {
          this.swap(this.editing.chosen, card);
        } else {
          this.editing.chosen = this.editing.chosen === card ? null : card;
          made.setAttribute("aria-pressed", String(this.editing.chosen === card));
        }
      },
      ondragstart: (event) => event.dataTransfer.setData("text/plain", card),
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        const other = event.dataTransfer.getData("text/plain");
        if (!/^[SHDC][2-9TJQKA]$/.test(other)) return;
        event.preventDefault();
        event.stopPropagation();
        this.swap(other, card);
      },
    }, rankText(card[1]));
    return made;
  }

  hide() {
    this.see = !this.see;
    this.hideButton.setAttribute("aria-pressed", String(!this.see));
    this.refresh();
  }

  turnView() {
    this.view = (this.view + 1) % (this.state?.seats || 4);
    this.refresh();
  }

  // Playing ---------------------------------------------------------------------------------------

  play(card, legal) {
    if (this.editing || !this.fresh) return;
    if (!legal) {
      const why = this.state?.why_not[card] || `${cardName(card)} may not be played`;
      this.fault.textContent = why;
      say(why);
      return;
    }
    this.fault.textContent = "";
    if (this.line[this.at] === card) {
      this.goto(this.at + 1);
      return;
    }
    this.tried.add(this.hand.deal, this.line);
    this.line = [...this.line.slice(0, this.at), card];
    this.goto(this.at + 1);
  }

  playBest() {
    if (!this.fresh) return;
    const best = [...this.board.marks].find(([, mark]) => mark.kind === "best" || mark.best);
    const legal = this.state?.legal || [];
    const only = legal.length === 1 ? legal[0] : null;
    const next = best?.[0] || only;
    if (next) this.play(next, true);
    else if (legal.length) say("not known yet");
  }

  goto(at) {
    const place = Math.max(0, Math.min(this.line.length, at));
    if (place === this.at && at !== place) return;
    this.at = place;
    this.refresh();
  }

  undo() {
    this.goto(this.at - 1);
  }

  trickBack() {
    const starts = this.starts().filter((start) => start < this.at);
    this.goto(starts.length ? starts.at(-1) : 0);
  }

  trickOn() {
    const start = this.starts().find((one) => one > this.at);
    this.goto(start ?? this.line.length);
  }

  starts() {
    const history = this.state?.history || [];
    return history.flatMap((word, at) => (word.lead ? [at] : []));
  }

  toRecord() {
    this.toLine(this.record);
  }

  /** Another line of this deal, from the card on where it leaves the one shown. */
  toLine(line) {
    this.tried.add(this.hand.deal, this.line);
    this.at = Math.min(this.at, common(line, this.line));
    this.line = [...line];
    this.refresh();
  }

  followLine() {
    if (!this.fresh || !this.best?.line.length) return;
    this.tried.add(this.hand.deal, this.line);
    this.line = [...this.line.slice(0, this.at), ...this.best.line];
    this.goto(this.at + 1);
  }

  stopped() {
    stop("solve");
    stop("table");
    this.board.expecting = false;
    this.board.refresh();
    this.idle();
    this.below.textContent = "Stopped. Any step asks again.";
  }

  // Asking ----------------------------------------------------------------------------------------

  idle() {
    clearTimeout(this.slow);
    this.wait.hidden = true;
    this.bar.style.visibility = "hidden";
    this.table.setAttribute("aria-busy", "false");
  }

  async refresh(push = false) {
    this.address(push);
    this.table.setAttribute("aria-busy", "true");
    this.fresh = false; // what the table shows is not yet this place
    this.leads = [];
    this.best = null;
    this.answer = null;
    this.estimate = null;
    clearTimeout(this.slow);
    this.slow = setTimeout(() => {
      if (!busy("solve")) return;
      this.wait.hidden = false;
      this.bar.style.visibility = "visible";
    }, 150);
    this.progress.style.width = "0";
    this.waitText.textContent = "searching…";
    const hand = { ...this.hand, play: this.line };
    const verb = this.see ? "solve" : "play";
    try {
      const ended = await ask(verb, { hand, at: this.at, ...(this.see ? {} : { view: this.view }) }, (event) => this.hear(event), "solve");
      if (ended) {
        this.finish();
        this.idle();
      }
    } catch (fault) {
      this.idle();
      this.refuse(fault);
      if (this.good && !this.fresh && fault.code !== "gone") {
        Object.assign(this, this.good); // the table still shows the last good place
        this.fresh = true;
        this.address();
      }
    }
  }

  hear(event) {
    if (event.event === "state") {
      this.showState(event);
    } else if (event.event === "class") {
      this.answer = event;
      this.verdict.textContent = event.verdict;
      this.title(this.state.over ? "The end" : `Trick ${this.state.trick_number}, ${event.verdict}`);
    } else if (event.event === "lead") {
      this.leads.push(event);
      if (!event.card.startsWith("ask+")) this.board.mark(event.card, event.mark);
      const share = Math.round(100 * event.done / event.of);
      this.progress.style.width = `${share}%`;
      this.progress.setAttribute("aria-valuenow", share);
      this.waitText.textContent = `${event.done} of ${event.of} cards`;
      this.showWorth();
    } else if (event.event === "line") {
      this.best = event;
      this.showLine();
    } else if (event.event === "reasons") {
      this.best.reasons = reasonsOf(event);
      this.showLine();
    } else if (event.event === "progress") {
      const share = Math.round(100 * event.fraction);
      this.progress.style.width = `${share}%`;
      this.progress.setAttribute("aria-valuenow", share);
      this.waitText.textContent = `${event.deals} deals that fit what the seat knows`;
    } else if (event.event === "estimate") {
      this.hearEstimate(event);
    }
  }

  showState(state) {
    this.state = state;
    const { play, ...hand } = state.hand;
    this.hand = hand;
    this.line = play;
    this.good = { hand, line: play, at: this.at };
    this.fresh = true;
    this.board.board.classList.remove("edit");
    this.board.marks.clear();
    this.board.expecting = !state.over;
    this.board.names = this.names.map((name, seat) => `${name} · seat ${seat}`);
    this.board.show(state, { view: this.view, see: this.see });
    this.showEditor();
    this.showTricks();
    this.showSetup();
    this.showWorth();
    this.showLine();
    this.showTable();
    this.below.textContent = "";
    this.where.textContent = state.over ? `the end, ${state.tricks_total} tricks` :
      `trick ${state.trick_number}/${state.tricks_total}, card ${state.trick.length + 1}`;
    this.askButton.hidden = !state.may_ask;
    this.backEdit.hidden = !this.edits.length;
    if (!this.see || state.seats === 3 && this.hand.player === undefined) this.verdict.textContent = this.quietVerdict();
    if (this.spokenAt !== this.at) this.announce = this.whatHappened(this.spokenAt + 1 === this.at);
    this.spokenAt = this.at;
  }

  /** For the ear: the card just played, who won the trick with it, and whose turn it is. */
  whatHappened(forward) {
    const { history, to_play: next } = this.state;
    const last = forward ? history[this.at - 1] : null;
    const said = [];
    if (last) said.push(last.word === "ask" ? `Seat ${last.seat} asks for the trump` : `Seat ${last.seat} played the ${cardName(last.word)}`);
    if (last?.won_by !== undefined) said.push(`Seat ${last.won_by} wins the trick`);
    if (next !== null && this.at) said.push(`Seat ${next} to play`);
    return said.join(". ");
  }

  quietVerdict() {
    const { state } = this;
    return state.over ? "All cards have been played." : `Seat ${state.to_play} is to play.`;
  }

  finish() {
    this.board.expecting = false;
    this.board.refresh();
    if (this.state.over) this.below.textContent = "";
    const kinds = new Set(this.leads.map((lead) => lead.mark.badge));
    if (this.see && this.leads.length > 1 && kinds.size === 1 && kinds.has("=")) {
      this.below.textContent = "Every card is equal here.";
      for (const [card, mark] of this.board.marks) this.board.mark(card, { ...mark, badge: "", best: true });
    } else if (this.see && this.leads.length === 1 && this.state.legal.length === 1) {
      this.below.textContent = "The only card that may be played.";
    } else if (this.see && this.leads.length) {
      this.below.textContent = this.bestText();
    }
    if (!this.see && !this.estimate) this.verdict.textContent = this.quietVerdict();
    const verdict = this.verdict.textContent;
    const said = [this.announce, verdict === this.lastVerdict ? "" : verdict, this.below.textContent];
    say(said.filter(Boolean).map((one) => one.replace(/[.]?$/, ".")).join(" "));
    this.announce = "";
    this.lastVerdict = verdict;
    if (this.trumpPanel.open) this.askTable();
  }

  bestText() {
    const best = this.leads.filter((lead) => lead.mark.kind === "best").length;
    return `${best} of ${this.leads.length} cards keep${best === 1 ? "s" : ""} it (marked =).`;
  }

  // Panels ----------------------------------------------------------------------------------------

  showTricks() {
    const history = this.see ? this.state.history : this.state.history.slice(0, this.at);
    const rows = [];
    history.forEach((word, at) => {
      if (!rows.length || rows.at(-1).trick !== word.trick) rows.push({ trick: word.trick, words: [] });
      rows.at(-1).words.push({ ...word, at });
    });
    fill(this.tricks, rows.map(({ trick, words }) => h("li",
      h("span.number", `${trick}.`),
      words.map((word) => h(`button${word.at >= this.at ? ".ahead" : ""}`, {
        type: "button", "aria-current": word.at === this.at - 1 ? "step" : null,
        "aria-label": word.word === "ask" ? `seat ${word.seat} asks for the trump` : `seat ${word.seat}: ${cardName(word.word)}`,
        onclick: () => this.goto(word.at + 1),
      }, word.word === "ask" ? "ask" : h(`span${word.lead ? ".lead" : ""}`, cardText(word.word)))),
      words.at(-1).won_by !== undefined
        ? h("span.score", `seat ${words.at(-1).won_by} · ${words.at(-1).taken.join("–")}`) : null)));
    if (!history.length) fill(this.tricks, h("li.muted", "No card has been played."));
    this.backButton.hidden = !this.record.length || this.record.join() === this.line.join();
    this.showOthers();
  }

  /** The lines that were tried and left, to go back to each. */
  showOthers() {
    const shown = (line) => common(line, this.line) === line.length && line.length <= this.line.length;
    const lines = this.see ? this.tried.of(this.hand.deal).filter((line) => !shown(line)) : [];
    const pick = h("select", { "aria-label": "a line that was tried", onchange: () => this.toLine(lines[Number(pick.value)]) },
      h("option", { value: "" }, "go back to …"), lines.map((line, at) => {
        const from = common(line, this.line);
        return h("option", { value: at }, `${line.length} cards, leaves this one at card ${from + 1}${line[from] ? `: ${line[from] === "ask" ? "asks" : cardName(line[from])}` : ""}`);
      }));
    fill(this.others, lines.length ? h("label.field", h("span", `${lines.length} line${lines.length === 1 ? "" : "s"} tried`), pick) : []);
  }

  showSetup() {
    const { state, hand } = this;
    if (!this.game.options.length) fill(this.game, gameChoices());
    this.game.value = choiceOf(state.variant)?.game === hand.variant ? state.variant : hand.variant;
    const game = gameOf(hand.variant);
    const choices = [..."SHDC", ...(game && (game.name === "hokm" || game.makes_trump) ? [null] : [])];
    fill(this.trumpPick, choices.map((suit) => h("button", {
      type: "button", "aria-pressed": String(hand.trump === suit && !state.trump_hidden), "aria-label": suit ? SUITS[suit] : game.makes_trump ? "trump not made yet" : "no trump",
      onclick: () => this.change({ trump: suit }),
    }, suit ? suitSign(suit) : "none")));
    const seats = [...Array(state.seats).keys()];
    fill(this.leader, seats.map((seat) => h("option", { value: seat }, `seat ${seat}`)));
    this.leader.value = hand.leader;
    fill(this.caller, seats.map((seat) => h("option", { value: seat }, seat ? `seat ${seat} instead` : "seat 0")));
    this.caller.value = 0;
    this.aloneField.hidden = hand.player === undefined;
    fill(this.alone, seats.map((seat) => h("option", { value: seat }, `seat ${seat}`)));
    this.alone.value = hand.player ?? 0;
    this.hideButton.setAttribute("aria-pressed", String(!this.see));
    this.editButton.setAttribute("aria-pressed", String(Boolean(this.editing)));
    if (game && this.optionsOf !== JSON.stringify([hand.variant, hand.options])) this.showOptions(game);
  }

  showOptions(game) {
    this.optionsOf = JSON.stringify([this.hand.variant, this.hand.options]);
    fill(this.options, Object.entries(game.options).filter(([, spec]) => spec.scope === "play").map(([name, spec]) => {
      const value = this.hand.options?.[name] ?? spec.default;
      if (spec.many) {
        const typed = h("input", { type: "text", value: shownValue(value), placeholder: "none",
          onchange: () => this.change({ options: { ...this.hand.options, [name]: typed.value.trim() || "none" } }) });
        return h("label.field", { title: spec.text }, h("span", `${name}, such as none or 2,12`), typed);
      }
      const values = [...spec.values];
      const pick = h("select", { onchange: () => this.change({ options: { ...this.hand.options, [name]: pick.value } }) },
        values.map((one) => h("option", { value: shownValue(one) }, shownValue(one))));
      pick.value = shownValue(value);
      return h("label.field", { title: spec.text }, h("span", name), pick);
    }));
    if (!this.options.children.length) fill(this.options, h("p.muted", "This game has no options of the play."));
  }

  showWorth() {
    const { state } = this;
    if (!state) return;
    if (!this.see) {
      this.showEstimates();
      return;
    }
    if (state.over) {
      fill(this.worth, h("p", "The hand is over."));
      return;
    }
    const groups = new Map();
    for (const lead of this.leads) {
      const key = [lead.class ?? "", lead.class_value ?? "", lead.value ?? "", lead.mark.kind, lead.card.startsWith("ask+")].join();
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(lead);
    }
    const rank = (lead) => [lead.mark.loss.classes, lead.mark.loss.points];
    const rows = [...groups.values()].sort((a, b) => rank(a[0])[0] - rank(b[0])[0] || rank(a[0])[1] - rank(b[0])[1]);
    const alone = this.leads.some((lead) => lead.class_value !== undefined && lead.class_value !== lead.value);
    fill(this.worth, rows.length ? h("table.figures",
      h("caption.quiet", "What each card is worth, the best first"),
      h("thead", h("tr", h("th", { scope: "col" }, "card"), h("th.start", { scope: "col" }, `result for ${state.side_names[0]}`),
        alone ? h("th", { scope: "col" }, `${state.unit} alone`) : null)),
      h("tbody", rows.map((leads) => h("tr",
        h("th", { scope: "row" }, leads[0].card.startsWith("ask+") ? "ask, then " : "",
          leads.flatMap((lead) => [cardText(lead.card.replace("ask+", "")), " "])),
        h("td.start", resultText(leads[0], state)),
        alone ? h("td", numberText(leads[0].value)) : null)))) : h("p.muted", "searching…"));
    const foot = [];
    if (this.answer?.value !== undefined && this.answer.class_value !== undefined && this.answer.value !== this.answer.class_value) {
      foot.push(`If ${state.unit} alone counted: ${this.answer.value}.`);
    }
    if (foot.length) this.worth.append(h("p.small.muted", foot.join(" ")));
  }

  showLine() {
    if (!this.state) return;
    if (!this.best || !this.see) {
      fill(this.lines, h("p.muted", this.see ? this.state.over ? "The hand is over." : "searching…" : "The line of open hands is hidden, too."));
      return;
    }
    fill(this.lines, h("div.row", h("button", { type: "button", onclick: () => this.followLine() }, "Follow it (b)")),
      lineList(this.best));
  }

  tableKey() {
    return JSON.stringify([this.hand.deal, this.hand.variant, this.hand.options]);
  }

  async askTable() {
    const key = this.tableKey();
    if (!this.see) return;
    if (!gameOf(this.hand.variant)?.table) {
      this.tableOf = this.cells = null;
      fill(this.trumps, h("p", `${this.hand.variant} has no table: that takes a trump called openly and two sides.`));
      return;
    }
    if (this.tableOf === key) return;
    this.tableOf = key;
    this.cells = [];
    this.showTable();
    try {
      const ended = await ask("table", { hand: { ...this.hand, play: [] } }, (event) => {
        if (event.event === "trump") {
          this.cells.push(event);
          this.showTable();
        }
      });
      if (ended === false) this.tableOf = null;
    } catch (fault) {
      this.cells = null;
      fill(this.trumps, h("p", fault.message));
    }
  }

  showTable() {
    if (this.tableOf !== this.tableKey()) this.cells = null; // another deal or game
    if (!this.trumpPanel.open || !this.state) return;
    if (!this.see) {
      fill(this.trumps, h("p.muted", "The results of open hands are hidden, too."));
      return;
    }
    if (!this.cells) return;
    const seats = [...Array(this.state.seats).keys()];
    fill(this.trumps, h("p.small.muted", "For the caller's side; the caller leads. A cell shows that hand."),
      scroll("every trump and caller", h("table.figures.dense",
        h("caption.quiet", "Class and tricks for every trump and caller"),
        h("thead", h("tr", h("th", { scope: "col" }, "trump"), seats.map((seat) => h("th", { scope: "col" }, `seat ${seat}`)))),
        h("tbody", [..."SHDC"].map((suit) => {
          const row = this.cells.find((one) => one.trump === suit);
          return h("tr", h("th", { scope: "row" }, suitSign(suit), h("span.quiet", SUITS[suit])),
            seats.map((seat) => h("td", row ? h("button.plain", {
              type: "button", "aria-label": `${SUITS[suit]}, seat ${seat} calls: ${row.words[seat].word}, ${row.words[seat].tricks}`,
              onclick: () => this.callerAndTrump(seat, suit),
            }, `${row.words[seat].word} ${row.words[seat].tricks}`) : "·")));
        })))));
  }

  callerAndTrump(seat, suit) {
    const hands = this.handsNow();
    const turned = [...hands.slice(seat), ...hands.slice(0, seat)];
    this.view = (this.view - seat + hands.length) % hands.length;
    this.change({ deal: `0:${turned.join("|")}`, leader: 0, trump: suit });
  }

  // Sharing ---------------------------------------------------------------------------------------

  async share() {
    try {
      const found = await askOne("record", { hand: { ...this.hand, play: this.line }, at: this.at, head: this.head });
      if (!found) return;
      this.shared.hidden = false;
      this.shared.value = `${location.hash}\n\n${found.command}\n\n${found.record}`;
      this.shared.focus();
      this.shared.select();
    } catch (fault) {
      this.refuse(fault);
    }
  }

  async save() {
    try {
      const found = await askOne("record", { hand: { ...this.hand, play: this.line }, at: this.at, head: this.head });
      if (!found) return;
      saveAs("hand.hkm", found.record);
    } catch (fault) {
      this.refuse(fault);
    }
  }

  /** This place as a file to send: verdict, table, worth of the cards, best play, the play so far. */
  async savePage() {
    try {
      const found = await askOne("saved_page", { hand: { ...this.hand, play: this.line }, at: this.at }, "page");
      if (found) saveAs("hakem.html", found.html, "text/html");
    } catch (fault) {
      this.refuse(fault);
    }
  }

  toReview() {
    settings.set("review", JSON.stringify({ hand: { ...this.hand, play: this.line }, names: this.names }));
    location.hash = "#/review";
  }

  // Keys ------------------------------------------------------------------------------------------

  typedKey(event) {
    if (event.key === "Escape") this.board.focusAt(0);
    if (event.key !== "Enter") return;
    const text = this.typed.value.trim().toUpperCase().replace("10", "T");
    const found = /^[SHDC][2-9TJQKA]$/.test(text) ? text : /^[2-9TJQKA][SHDC]$/.test(text) ? text[1] + text[0] : null;
    this.typed.value = "";
    if (!found) {
      this.fault.textContent = "That is no card: type a suit and a rank, such as SA or H10.";
      return;
    }
    const held = this.state.hands[this.state.to_play ?? 0];
    this.state.why_not[found] ??= held.includes(found) ? undefined : `seat ${this.state.to_play} does not hold the ${cardName(found)}`;
    this.play(found, this.state.legal.includes(found));
  }

  key(event) {
    if (this.pending === "t") {
      this.pending = null;
      const suit = event.key.toUpperCase();
      if ("SHDC".includes(suit)) {
        this.change({ trump: suit });
        return true;
      }
    }
    const on = event.target.tagName === "BUTTON" || event.target.tagName === "SUMMARY" || event.target.tagName === "A";
    const card = event.target.classList?.contains("card");
    switch (event.key) {
      case "ArrowLeft": event.shiftKey ? this.trickBack() : this.goto(this.at - 1); return true;
      case "ArrowRight": event.shiftKey ? this.trickOn() : this.goto(this.at + 1); return true;
      case ",": this.goto(this.at - 1); return true;
      case ".": this.goto(this.at + 1); return true;
      case "Home": this.goto(0); return true;
      case "End": this.goto(this.line.length); return true;
      case "Backspace": this.goto(this.at + (event.shiftKey ? 1 : -1)); return true;
      case " ": if (on && !card) return false; this.playBest(); return true;
      case "b": this.followLine(); return true;
      case "r": this.toRecord(); return true;
      case "h": this.hide(); return true;
      case "f": this.turnView(); return true;
      case "t": this.pending = "t"; return true;
      case "/": this.typed.focus(); return true;
      default: return false;
    }
  }

  /** What one seat's cards are worth over all that the other hands may be. */
  hearEstimate(event) {
    this.estimate = event;
    this.verdict.textContent = printed(event.verdict);
    for (const row of event.rows) {
      for (const card of row.cards) {
        this.board.mark(card, { kind: row.best ? "sampled top" : "sampled", best: row.best, badge: row.badge, label: row.label });
      }
    }
    const deals = event.n.toLocaleString("en");
    this.below.textContent = event.exact ? `Exact: all ${deals} deals that fit.` : `${deals} deals that fit, seed ${event.seed}; 95% intervals. Each is solved with open hands.`;
    this.showEstimates();
  }

  showEstimates() {
    const event = this.estimate;
    if (!event) {
      fill(this.worth, h("p.muted", this.state.to_play === this.view
        ? "dealing the hidden cards…" : `Only seat ${this.view}'s cards are seen; it is not to play.`));
      return;
    }
    const cell = (one) => h("td", one.text, one.range ? h("span.range", one.range) : null);
    fill(this.worth, scroll("chances of each card", h("table.figures",
      h("caption.quiet", "Chances of each card for the side that plays it, the best first"),
      h("thead", h("tr", ["card", "win", "kot", event.scoring.unit].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", event.rows.map((row) => h(`tr${row.best ? ".chosen" : ""}`,
        h("th", { scope: "row" }, row.cards.flatMap((card) => [cardText(card), " "])),
        cell(row.win), cell(row.kot), cell(row.points)))))));
  }
}

function shownValue(value) {
  if (Array.isArray(value)) return value.join(",") || "none";
  return value === true ? "on" : value === false ? "off" : String(value);
}

const CLASSES = { BAVNEY_A: "bavney", KOT_A: "kot", WIN_A: "win", NONE: "tie", WIN_B: "loss", KOT_B: "goon kot", BAVNEY_B: "goon bavney" };

/** A line of best play, a trick in a row, with the reasons once they are known. */
export function lineList({ tricks, reasons }) {
  const why = (trick) => printed(reasons?.get(trick) || "");
  return h("ol.line-list", tricks.map((trick) => h("li", `${trick.trick}. `,
    trick.cards.flatMap(({ seat, card }) => [h("span.small.muted", `${seat}:`), cardText(card), " "]),
    h("span.small.muted", ` seat ${trick.won_by}, ${trick.taken.join("–")}`),
    why(trick.trick) ? h("span.why", why(trick.trick)) : null)));
}

/** The longest suit of a hand "AQ.K84..", the first of equals: a trump where there was none. */
function longest(hand) {
  const suits = hand.split(".");
  return "SHDC"[suits.reduce((best, ranks, at) => (ranks.length > suits[best].length ? at : best), 0)];
}

export const reasonsOf = (event) => new Map(event.reasons.map((one) => [one.trick, one.why]));

export const classWord = (name) => CLASSES[name] || name;

export function numberText(value) {
  if (value === undefined || value === null) return "open";
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function resultText(lead, state) {
  const tricks = lead.class_value ?? lead.value;
  const bounds = lead.class_value_bounds || lead.bounds;
  const said = tricks !== undefined ? numberText(tricks) : bounds ? `${numberText(bounds[0])}–${numberText(bounds[1])}` : "open";
  const word = lead.class ? `${classWord(lead.class)}, ` : "";
  return `${word}${said} ${tricks === 1 ? state.unit.slice(0, -1) : state.unit}`;
}
