// What was answered in quizzes, kept in a store such as `localStorage`: the days with their ten
// questions, the set in hand, and all answers by kind. Pure but for that store.

const DAYS = "hakem-days";
const NOW = "hakem-quiz-now";
const ALL = "hakem-quiz-all";
export const OF_DAY = 10;

function read(store, name) {
  try {
    const found = JSON.parse(store.getItem(name) || "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

function write(store, name, value) {
  try {
    store.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // a full or closed store keeps nothing
  }
}

/** The day by the clock here, as 2026-11-23. */
export const today = (now = new Date()) =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

export class Scores {
  constructor(store) {
    this.store = store;
  }

  /** The marks of a day so far: true, false, or null where the answer was shown. */
  marks(day) {
    const found = read(this.store, DAYS)[day];
    return Array.isArray(found) ? found.slice(0, OF_DAY) : [];
  }

  /** One more mark of a day; beyond the tenth the first result stands. */
  mark(day, value) {
    const marks = this.marks(day);
    if (marks.length < OF_DAY) write(this.store, DAYS, { ...read(this.store, DAYS), [day]: [...marks, value] });
  }

  /** The days that were answered to their end. */
  days() {
    return Object.entries(read(this.store, DAYS)).filter(([, marks]) => Array.isArray(marks) && marks.length >= OF_DAY).map(([day]) => day);
  }

  /** The answers of the set that `key` names, as far as it went. */
  set(key) {
    const now = read(this.store, NOW);
    return now.key === key && Array.isArray(now.answers) ? now.answers : [];
  }

  keepSet(key, answers) {
    write(this.store, NOW, { key, answers: answers.map(({ kind, correct, loss, habit, habit_text }) => ({ kind, correct, loss, habit, habit_text })) });
  }

  /** One more answer of all: {kind: {asked, right}}. */
  count(kind, correct) {
    const all = read(this.store, ALL);
    const { asked = 0, right = 0 } = all[kind] ?? {};
    write(this.store, ALL, { ...all, [kind]: { asked: asked + 1, right: right + (correct ? 1 : 0) } });
  }

  all() {
    return read(this.store, ALL);
  }
}

/** The kind with the smallest share of right answers, of at least `least` each; null where all are as good. */
export function weakest(counts, least = 3) {
  const kinds = Object.entries(counts).filter(([, { asked }]) => asked >= least).map(([kind, { asked, right }]) => [kind, right / asked]);
  kinds.sort((a, b) => a[1] - b[1]);
  return kinds.length > 1 && kinds[0][1] < kinds.at(-1)[1] ? kinds[0][0] : null;
}
