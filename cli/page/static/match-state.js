// A hand of a match as the page knows it: what was told so far, how much of it has been shown, and
// what stands on the table then. Pure: no element, no server, no clock; `node --test` runs it. It
// knows no rule of a game: who is next, who wins and what may be played is told by the server.

import { PACK, SUITS, cardName } from "./names.js";

/**
 * A hand: `table` (what stays), `story` (the events so far), `seen` (how many are shown), `cleared`
 * (the last trick was taken from the table), `due` (what is asked once all is shown), `dueAt` (the
 * length of the story that `due` speaks of).
 */
export function newHand(table, seen = 0, cleared = false) {
  return { table, story: [], seen, cleared, due: null, dueAt: 0, wanted: seen };
}

/** The hand after one event of the server's answer. */
export function heard(hand, event) {
  if (event.event === "happened") {
    const story = [...hand.story, event];
    const old = event.old && story.length <= hand.wanted;
    return { ...hand, story, seen: old ? story.length : Math.min(hand.seen, hand.story.length) };
  }
  if (event.event === "due") return { ...hand, due: event, dueAt: hand.story.length };
  return hand;
}

export const waiting = (hand) => !hand.cleared && hand.seen > 0 && hand.story[hand.seen - 1]?.what === "trick";
export const behind = (hand) => hand.seen < hand.story.length;

/** One event further; a trick that is complete stays until it is cleared. */
export function step(hand) {
  if (waiting(hand) || !behind(hand)) return hand;
  return { ...hand, seen: hand.seen + 1, cleared: false, wanted: hand.seen + 1 };
}

/** The complete trick is taken from the table. */
export const clear = (hand) => (waiting(hand) ? { ...hand, cleared: true } : hand);

/** All that was told is shown, the last trick cleared. */
export const allSeen = (hand) => ({ ...hand, seen: hand.story.length, wanted: hand.story.length, cleared: true });

/** The cards in the order of a hand that is held: the trump first, colours by turns. */
export function sorted(cards, trump) {
  const suits = trump ? [trump, ...[..."SHCD"].filter((suit) => suit !== trump)] : [..."SHCD"];
  const rank = (card) => PACK.indexOf(card[1]);
  return [...cards].sort((a, b) => suits.indexOf(a[0]) - suits.indexOf(b[0]) || rank(a) - rank(b));
}

/** What stands on the table: of a hand, all that a drawing of it needs. */
export function shown(hand) {
  const { table, story, seen, due } = hand;
  const past = story.slice(0, seen);
  const tricks = past.filter((one) => one.what === "trick");
  const last = past.findLastIndex((one) => one.what === "trick");
  const waits = waiting(hand);
  const from = waits ? past.slice(0, last).findLastIndex((one) => one.what === "trick") : last;
  const plays = past.slice(from + 1).filter((one) => one.what === "play");
  const now = past.at(-1);
  const ready = due !== null && !behind(hand) && hand.dueAt === story.length;
  const trump = trumpOf(past, ready ? due : null);
  return {
    trick: plays.map((one) => ({ seat: one.seat, card: one.cards[0] })),
    winning: waits ? now.seat : plays.at(-1)?.winning ?? null,
    waits,
    next: waits ? null : ready && due.what ? due.from ?? table.seat : now?.next ?? null,
    taken: tricks.at(-1)?.taken ?? (table.sides ? [0, 0] : Array(table.seats).fill(0)),
    lastTrick: lastTrick(past, waits ? from : last),
    mine: past.some((one) => one.seat === table.seat && one.what !== "trick" && one.what !== "trump"),
    trump,
    own: sorted(moved(hand, due?.own ?? [], table.seat), trump.suit),
    open: due?.open ? sorted(moved(hand, due.open, table.dummy), trump.suit) : null,
    held: (due?.held ?? []).map((held, seat) => moved(hand, Array(held).fill(null), seat).length),
    asked: ready && due.what ? due : null,
    over: ready && !waits ? due.over : null,
    score: ready && !(waits && due.over) ? due.score : hand.score ?? due?.score ?? [],
    notes: ready ? due.notes : [],
  };
}

/** What a seat held at `due`, moved to what is shown: plays not yet shown come back, newer ones go. */
function moved(hand, cards, seat) {
  const played = (from, to) => hand.story.slice(from, to).filter((one) => one.what === "play" && one.seat === seat);
  const back = played(hand.seen, hand.dueAt).map((one) => one.cards[0]);
  const gone = played(hand.dueAt, hand.seen).map((one) => one.cards[0]);
  const left = cards[0] === null ? cards.slice(gone.length) : cards.filter((card) => !gone.includes(card));
  return [...left, ...back.filter((card) => !left.includes(card))];
}

function trumpOf(past, due) {
  if (due?.trump) return { suit: due.trump, hidden: due.trump_hidden };
  const told = past.findLast((one) => ["call", "request", "trump"].includes(one.what));
  return { suit: told?.suit ?? null, hidden: Boolean(told) && !told.suit };
}

/** The trick that ended at `at` in the story, with its winner. */
function lastTrick(past, at) {
  if (at < 0) return null;
  const before = past.slice(0, at).findLastIndex((one) => one.what === "trick");
  const plays = past.slice(before + 1, at).filter((one) => one.what === "play");
  return { plays: plays.map((one) => ({ seat: one.seat, card: one.cards[0] })), winner: past[at].seat };
}

// Words -------------------------------------------------------------------------------------------

const does = (name, you, others) => (name === "you" ? `You ${you}` : `${name[0].toUpperCase()}${name.slice(1)} ${others}`);

/** What happened, for the ear. */
export function told(event, names) {
  const name = names[event.seat];
  const trump = SUITS[event.suit];
  switch (event.what) {
    case "call": return trump ? `${does(name, "call", "calls")} ${trump}.` : `${does(name, "lay", "lays")} the trump down, hidden.`;
    case "request": return `${does(name, "ask", "asks")} for the trump: ${trump}.`;
    case "trump": return `Trump is ${trump}.`;
    case "play": return `${does(name, "play", "plays")} the ${cardName(event.cards[0])}.`;
    default: return `${does(name, "win", "wins")} the trick.`;
  }
}

/** What there is to do, in one sentence. */
export function sentence(view, table) {
  const name = (seat) => table.names[seat];
  if (view.over) return view.over.head;
  if (view.waits) return told({ what: "trick", seat: view.winning }, table.names);
  if (!view.asked) return view.next === null ? "…" : `${does(name(view.next), "are", "is")} to play…`;
  const { what, from, legal } = view.asked;
  if (what === "call") return "Call the trump from your five cards.";
  if (what === "request") return "Ask for the trump to be shown?";
  const whom = from === table.seat ? "" : " for the dummy";
  const led = view.trick[0]?.card[0];
  if (!led) return whom ? `Lead${whom}.` : "Your lead.";
  if (legal.every((card) => card[0] === led)) return `Follow ${SUITS[led]}${whom}.`;
  return whom ? `Play${whom}.` : "Your turn: you cannot follow.";
}

/** The tricks (or tens) of both sides, the person's first: "3–2", or "4, 2, 1" of three. */
export function points(view, table) {
  if (!table.sides) return [0, 1, 2].map((at) => view.taken[(table.seat + at) % 3]).join(", ");
  const mine = table.seat % 2;
  return `${view.taken[mine]}–${view.taken[1 - mine]}`;
}

export function scoreText(score) {
  if (score.length === 2) return `${score[0].points}–${score[1].points}`;
  return score.map(({ who, points: each }) => `${who} ${each}`).join(", ");
}
