// The own mistakes of reviewed hands, kept in a store such as `localStorage`, asked again at growing
// intervals. Pure but for that store.

const NAME = "hakem-mistakes";
const MOST = 300;
export const INTERVALS = [1, 3, 7, 21, 60]; // days until a mistake is asked again, by times found

const after = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const nameOf = (hand) => [hand.variant, hand.trump, hand.deal, ...(hand.play ?? [])].join(" ");
const whole = (one) => one && typeof one.id === "string" && one.hand && one.card && Number.isInteger(one.at);

export class Mistakes {
  constructor(store) {
    this.store = store;
  }

  read() {
    try {
      const { hands, faults } = JSON.parse(this.store.getItem(NAME) || "{}");
      return { hands: Array.isArray(hands) ? hands.filter((id) => typeof id === "string") : [], faults: Array.isArray(faults) ? faults.filter(whole) : [] };
    } catch {
      return { hands: [], faults: [] };
    }
  }

  write(kept) {
    try {
      this.store.setItem(NAME, JSON.stringify(kept));
      return true;
    } catch {
      return false; // a full or closed store keeps nothing
    }
  }

  /** A reviewed hand of one's own: `faults` are [{at, card}], the card as the review tells it. */
  add(hand, names, faults, day) {
    const { hands, faults: old } = this.read();
    const id = nameOf(hand);
    if (hands.includes(id)) return;
    const made = faults.map(({ at, card }) => ({ id, hand, names, at, card, step: 0, due: day }));
    this.write({ hands: [...hands, id].slice(-3 * MOST), faults: [...old, ...made].slice(-MOST) });
  }

  /** Those to be asked on this day, the dearest first. */
  due(day) {
    const cost = (one) => one.card.lost?.mean ?? 0;
    return this.read().faults.filter((one) => one.step < INTERVALS.length && one.due <= day).sort((a, b) => cost(b) - cost(a));
  }

  /** A mistake was asked on this day: found at once, it comes back later; else tomorrow. */
  answered(asked, found, day) {
    const { hands, faults } = this.read();
    const next = faults.map((one) => {
      if (one.id !== asked.id || one.at !== asked.at) return one;
      const step = found ? one.step + 1 : 0;
      return { ...one, step, due: after(day, INTERVALS[Math.min(step, INTERVALS.length - 1)]) };
    });
    this.write({ hands, faults: next });
  }

  /** {hands, faults, kinds}: what each kind cost a hand, the dearest first. */
  summary() {
    const { hands, faults } = this.read();
    const kinds = new Map();
    for (const { card } of faults) {
      const { times, lost } = kinds.get(card.kind) ?? { times: 0, lost: 0 };
      kinds.set(card.kind, { times: times + 1, lost: lost + (card.lost?.mean ?? 0) });
    }
    const rows = [...kinds].map(([kind, { times, lost }]) => ({ kind, times, loss: lost / Math.max(1, hands.length) }));
    return { hands: hands.length, faults: faults.length, kinds: rows.sort((a, b) => b.loss - a.loss) };
  }
}
