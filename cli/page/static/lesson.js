// Learning from the mistakes of a reviewed hand, one after the other: which is asked, how many are
// found. Pure: no element, no server.

/** The places among `cards` where a seat made a fault; `seat` "" for all seats. */
export const faultsOf = (cards, seat = "") =>
  cards.flatMap((card, at) => (card.fault && (seat === "" || String(card.seat) === String(seat)) ? [at] : []));

/** A lesson over these faults: `at` is the one asked, `tries` the wrong answers of each. */
export const newLesson = (faults) => ({ faults, at: 0, tries: faults.map(() => 0), state: faults.map(() => "asked") });

export const askedOf = (lesson) => (lesson && lesson.at < lesson.faults.length ? lesson.faults[lesson.at] : null);

/** Whether the answer to what is asked is still to be found. */
export const isOpen = (lesson) => askedOf(lesson) !== null && lesson.state[lesson.at] === "asked";

const changed = (lesson, name, value) => ({ ...lesson, [name]: lesson[name].map((old, at) => (at === lesson.at ? value(old) : old)) });

/** After an answer: `right` closes the question, another one counts as a wrong try. */
export const answered = (lesson, right) => {
  if (!isOpen(lesson)) return lesson;
  return right ? changed(lesson, "state", () => "found") : changed(lesson, "tries", (tries) => tries + 1);
};

/** The answer is shown. */
export const shownAnswer = (lesson) => (isOpen(lesson) ? changed(lesson, "state", () => "shown") : lesson);

/** The next mistake; one that was skipped stays unanswered. */
export const nextOf = (lesson) => ({ ...lesson, at: Math.min(lesson.at + 1, lesson.faults.length) });

/** "3 of 4 found, 2 of them at once." */
export function scoreOf(lesson) {
  const found = lesson.state.filter((one) => one === "found").length;
  const atOnce = lesson.state.filter((one, at) => one === "found" && !lesson.tries[at]).length;
  return `${found} of ${lesson.faults.length} found${found ? `, ${atOnce === found ? "all" : atOnce} of them at once` : ""}.`;
}
