// The frame: which view the address names, the keys, the look, and what happens when the server
// is gone.

import { about, askOne, fill, h, hooks, inField, say, saveAs, settings, stop, takeKey, useKey } from "./lib.js";
import { exported, imported } from "./backup.js";
import { CallView } from "./call.js";
import { DealView } from "./deal.js";
import { MatchView } from "./match.js";
import { QuizView } from "./quiz.js";
import { ReviewView } from "./review.js";

const views = { match: MatchView, deal: DealView, call: CallView, quiz: QuizView, review: ReviewView };
const made = {};
const main = document.getElementById("main");
const banner = document.getElementById("banner");
let now = null;
let entered = null; // when the view that was entered has what it shows

/** `#/deal?t=S` as ["deal", URLSearchParams]. */
function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return [Object.hasOwn(views, path) ? path : "deal", new URLSearchParams(query)];
}

function show() {
  const [name, query] = place();
  const changed = now !== name;
  if (changed && now) made[now].leave?.();
  now = name;
  // Neither a view that was left writes an address, nor one whose address has changed already.
  made[name] ??= new views[name]({ go: (...to) => { if (now === name && place()[0] === name) go(...to); }, title });
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (changed) {
    const moved = main.childElementCount > 0;
    fill(main, made[name].node);
    if (moved) focusTitle();
  }
  entered = Promise.resolve(made[name].enter(query));
}

/** After a change of the view the focus, and with it a screen reader, is at the title. */
function focusTitle() {
  const heading = main.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Write the address: a step replaces it, another deal or view is a place to come back to. A view that
 * was left while it waited for an answer writes none.
 */
function go(view, query, { push = false } = {}) {
  const text = new URLSearchParams(query).toString().replaceAll("%7C", "|").replaceAll("%3A", ":");
  const hash = `#/${view}${text ? `?${text}` : ""}`;
  if (hash === location.hash) return;
  if (push) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
  if (view !== now) show();
}

function title(text) {
  document.title = `${text}: Hakem`;
}

// The look ----------------------------------------------------------------------------------------

/** The switches of the menu: a name in the settings, what it is without one, and its attribute. */
const SWITCHES = {
  colours: ["4", "2", (root, on) => { root.dataset.colours = on ? "4" : "2"; }],
  large: ["on", "off", (root, on) => root.toggleAttribute("data-large", on)],
  motion: ["on", "off", (root, on) => { root.dataset.motion = on ? "on" : "off"; }],
};
const USUAL = { colours: "4", large: "off", motion: "on" };

function look() {
  const root = document.documentElement;
  const theme = settings.get("theme", "");
  if (theme) root.dataset.theme = theme;
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.getElementById("theme").textContent = dark ? "Light" : "Dark";
  for (const [name, [yes, , apply]] of Object.entries(SWITCHES)) {
    const on = settings.get(name, USUAL[name]) === yes;
    document.getElementById(name).checked = on;
    apply(root, on);
  }
  document.getElementById("pace").value = settings.get("pace", "usual");
}

document.getElementById("theme").addEventListener("click", () => {
  settings.set("theme", document.getElementById("theme").textContent === "Dark" ? "dark" : "light");
  look();
});
for (const [name, [yes, no]] of Object.entries(SWITCHES)) {
  document.getElementById(name).addEventListener("change", (event) => {
    settings.set(name, event.target.checked ? yes : no);
    look();
  });
}
document.getElementById("pace").addEventListener("change", (event) => settings.set("pace", event.target.value));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look);

// Keys --------------------------------------------------------------------------------------------

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  const card = main.querySelector('.tray .card[tabindex="0"], .held-card[tabindex="0"]');
  (card?.checkVisibility() ? card : main).focus();
});

const keys = document.getElementById("keys");
const single = document.getElementById("single");
single.checked = settings.get("keys", "on") === "on";
single.addEventListener("change", () => settings.set("keys", single.checked ? "on" : "off"));
document.getElementById("help").addEventListener("click", () => {
  document.getElementById("tools").hidePopover();
  keys.showModal();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
  if (event.key === "Escape") {
    for (const slot of ["solve", "table", "call", "play", "review", "line"]) stop(slot);
    made[now]?.stopped?.();
    return;
  }
  if (inField(event)) return;
  const letter = event.key.length === 1 && event.key !== " ";
  if (letter && !single.checked) return;
  if (event.key === "?") {
    keys.showModal();
    event.preventDefault();
  } else if (event.key === "v") {
    say("");
    say(document.querySelector("h1")?.textContent || "");
  } else if (made[now]?.key?.(event)) {
    event.preventDefault();
  }
});

// All that is kept -------------------------------------------------------------------------------

const keptSaid = document.getElementById("kept-said");
document.getElementById("save-all").addEventListener("click", () => {
  saveAs("hakem-kept.json", exported(localStorage), "application/json");
});
document.getElementById("load-all").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    imported(localStorage, await file.text());
    look();
    keptSaid.textContent = "It is here again; what was here is still here.";
    made[now]?.leave?.();
    for (const name of Object.keys(made)) delete made[name]; // made anew they show it
    now = null;
    show();
  } catch (fault) {
    keptSaid.textContent = fault.message;
  }
  event.target.value = "";
});

// Dropped files -----------------------------------------------------------------------------------

document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", async (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  if (!made[now].readFile) go("deal", {}, { push: true });
  await entered;
  made[now].readFile(file);
});

// The server gone and back ------------------------------------------------------------------------

hooks.gone = () => {
  if (!banner.hidden) return;
  banner.hidden = false;
  fill(banner, "Hakem has stopped. Start “hakem explore” again and open its new address; if it still runs:",
    h("button", { type: "button", onclick: retry }, "Retry"));
};

/** The question that found nobody is asked again. */
function retry() {
  banner.hidden = true;
  if (!now) begin();
  else if (made[now].retry) made[now].retry();
  else show();
}

/** The page has no key, or an old one: what it shows is kept while another is taken. */
hooks.key = () => {
  const typed = h("input", { type: "text", "aria-label": "the address that the terminal shows", autocomplete: "off" });
  banner.hidden = false;
  fill(banner, "This page has no key: open the address that the terminal shows.", h("form", {
    onsubmit: (event) => {
      event.preventDefault();
      if (useKey(typed.value)) location.reload();
    },
  }, h("label", "Or paste it here, and this place is kept:", typed), h("button", { type: "submit" }, "Go on")));
};
hooks.back = () => { banner.hidden = true; };

/** The first question may be lost while a browser starts: it is asked three times. */
async function begin(tries = 3) {
  takeKey();
  look();
  try {
    Object.assign(about, await askOne("about", {}));
  } catch (fault) {
    if (fault.code === "gone" && tries > 1) {
      setTimeout(() => begin(tries - 1), 500);
      return;
    }
    if (fault.code !== "token") {
      banner.hidden = false;
      banner.textContent = fault.message;
    }
    return;
  }
  document.getElementById("about").textContent = `Hakem ${about.version}, on this machine only. Answers are for open hands: all cards seen.`;
  addEventListener("hashchange", show);
  show();
}

begin();
