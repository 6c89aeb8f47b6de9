// The lines that were tried of a deal, newest first, so that another card at an earlier place loses
// nothing. Kept in a store such as `localStorage`. Pure but for that store.

const NAME = "hakem-lines";
const MOST_LINES = 12;
const MOST_DEALS = 30;

const begins = (line, start) => start.every((word, at) => line[at] === word);

/** The lines with another one in front; those that it goes on from are part of it. */
export function withLine(lines, line) {
  if (!line.length || lines.some((one) => begins(one, line))) return lines;
  return [line, ...lines.filter((one) => !begins(line, one))].slice(0, MOST_LINES);
}

/** How many words two lines have in common. */
export function common(one, other) {
  const at = one.findIndex((word, place) => other[place] !== word);
  return at < 0 ? one.length : at;
}

export class Tried {
  constructor(store) {
    this.store = store;
  }

  all() {
    try {
      const found = JSON.parse(this.store.getItem(NAME) || "{}");
      return found && typeof found === "object" && !Array.isArray(found) ? found : {};
    } catch {
      return {};
    }
  }

  /** The lines kept of a deal, `key` names it. */
  of(key) {
    const found = this.all()[key];
    return Array.isArray(found) ? found.filter((line) => Array.isArray(line)) : [];
  }

  add(key, line) {
    const { [key]: old, ...others } = this.all();
    const lines = withLine(Array.isArray(old) ? old : [], line);
    const kept = Object.fromEntries([[key, lines], ...Object.entries(others)].slice(0, MOST_DEALS));
    try {
      this.store.setItem(NAME, JSON.stringify(kept));
    } catch {
      // a full or closed store keeps nothing; the page goes on
    }
    return lines;
  }
}
