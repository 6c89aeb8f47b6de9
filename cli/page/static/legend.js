// The first ten seconds: what the marks and words on the table mean, until it is put away.

import { h, settings } from "./lib.js";
import { today } from "./scores.js";

const MARKS = [["best", "=", "keeps the result"], ["fewer", "−1", "keeps it, a trick fewer"], ["class", "loss", "what is left of the hand"]];
const WORDS = [["hâkem", "who calls the trump and leads first"], ["kot", "the first seven tricks in a row, worth more"],
  ["goon kot", "a kot against the hâkem"]];

/** The legend under the tray; null once it was put away. */
export function legend() {
  if (settings.get("legend", "on") !== "on") return null;
  const made = h("aside.legend.small", { "aria-label": "what the table shows" },
    h("p", h("b", "Press a card to play it. "), "Under each stands what it is worth to its side: ",
      MARKS.flatMap(([kind, badge, text], at) => [at ? ", " : "", h(`span.badge.${kind}`, badge), ` ${text}`]), "."),
    h("p", WORDS.flatMap(([word, text], at) => [at ? "; " : "", h("b", word), `: ${text}`]), "."),
    h("p", "Rather play than look? ", h("a", { href: "#/match" }, "Sit down to a match"), ", answer ",
      h("a", { href: `#/quiz?day=${today()}` }, "the ten questions of the day"), ", or see which trump ", h("a", { href: "#/call" }, "five cards"), " call for. ",
      h("button", { type: "button", onclick: () => { settings.set("legend", "off"); made.remove(); } }, "Put this away")));
  return made;
}
