// A deal that is entered card by card: a seat, its cards, and the last hand falls out. Pure: no element.

import { PACK } from "./names.js";

export const WHOLE = [..."SHDC"].flatMap((suit) => [...PACK].map((rank) => suit + rank));

/** No card placed yet: `size` cards for each of `seats` seats out of `pack`; `at`: the seat in turn. */
export const newEntry = (seats, size, pack = WHOLE) => ({ seats, size, pack, at: 0, owner: {} });

export const handAt = (entry, seat) => entry.pack.filter((card) => entry.owner[card] === seat);
export const sizes = (entry) => [...Array(entry.seats).keys()].map((seat) => handAt(entry, seat).length);
const full = (entry, seat) => handAt(entry, seat).length >= entry.size;

/** The last hand, once all others are full. */
function fallenOut(entry) {
  const open = [...Array(entry.seats).keys()].filter((seat) => !full(entry, seat));
  if (open.length !== 1) return entry;
  const rest = entry.pack.filter((card) => entry.owner[card] === undefined);
  if (handAt(entry, open[0]).length + rest.length !== entry.size) return entry; // some cards stay out, as with 51 of 52
  return { ...entry, owner: { ...entry.owner, ...Object.fromEntries(rest.map((card) => [card, open[0]])) } };
}

/** A card is given to the seat in turn, or put back when it has it; a full seat hands the turn on. */
export function put(entry, card) {
  if (entry.owner[card] === entry.at) {
    const { [card]: _, ...owner } = entry.owner;
    return { ...entry, owner };
  }
  if (full(entry, entry.at)) return entry;
  const next = fallenOut({ ...entry, owner: { ...entry.owner, [card]: entry.at } });
  if (!full(next, next.at)) return next;
  const open = [...Array(next.seats).keys()].map((step) => (next.at + step) % next.seats).find((seat) => !full(next, seat));
  return { ...next, at: open ?? next.at };
}

/** The cards left over, dealt at random; `random(n)` gives a whole number below n. */
export function filled(entry, random) {
  const rest = entry.pack.filter((card) => entry.owner[card] === undefined);
  const owner = { ...entry.owner };
  for (let seat = 0; seat < entry.seats; seat += 1) {
    for (let held = handAt(entry, seat).length; held < entry.size && rest.length; held += 1) {
      const [card] = rest.splice(random(rest.length), 1);
      owner[card] = seat;
    }
  }
  return { ...entry, owner };
}

/** Whether this is a deal or an ending: hands of one size, none empty. */
export const ready = (entry) => new Set(sizes(entry)).size === 1 && sizes(entry)[0] > 0;

/** The hands as a deal that is read: `0:AQ.K.8.4|...`. */
export const dealText = (entry) => `0:${[...Array(entry.seats).keys()].map((seat) =>
  [..."SHDC"].map((suit) => handAt(entry, seat).filter((card) => card[0] === suit).map((card) => card[1]).join("")).join(".")).join("|")}`;
