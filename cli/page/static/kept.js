// What the page keeps in this browser: matches, newest first. Pure but for the store that is given,
// `localStorage` on the page. A store that is full or closed keeps nothing and says so.

const NAME = "hakem-matches";
const MOST = 40;

/** The matches of a text that was kept; what is no match is left out. */
export function matchesOf(text) {
  let found = null;
  try {
    found = JSON.parse(text || "[]");
  } catch {
    return [];
  }
  const whole = (one) => one && typeof one.id === "string" && one.match && Array.isArray(one.match.hands);
  return Array.isArray(found) ? found.filter(whole) : [];
}

export class Kept {
  constructor(store) {
    this.store = store;
  }

  all() {
    try {
      return matchesOf(this.store.getItem(NAME));
    } catch {
      return [];
    }
  }

  find(id) {
    return this.all().find((one) => one.id === id) ?? null;
  }

  /** Keep a match as it stands now; whether it could be kept. */
  put(entry) {
    return this.write([entry, ...this.all().filter((one) => one.id !== entry.id)].slice(0, MOST));
  }

  remove(id) {
    return this.write(this.all().filter((one) => one.id !== id));
  }

  write(entries) {
    try {
      this.store.setItem(NAME, JSON.stringify(entries));
      return true;
    } catch {
      return false;
    }
  }
}
