// Which puzzles the reader has solved, kept in the browser. Whatever else is stored there is ignored.
const KEY = "cairn-rules.puzzles";
const STATES = ["seen", "helped", "solved"]; // a hint or the solution; solved after one; solved without

/** The states of puzzles by their numbers. They last as long as the page where the browser stores nothing. */
export class Progress {
  #total;
  #states = new Map();

  /** Takes the number of puzzles. */
  constructor(total) {
    this.#total = total;
    this.#load();
  }

  /** Returns the state of a puzzle: "seen", "helped", "solved" or undefined. */
  of(number) {
    return this.#states.get(number);
  }

  isSolved(number) {
    return ["helped", "solved"].includes(this.of(number));
  }

  /** Returns how many puzzles have been solved, and how many of these with help. */
  counts() {
    const all = [...this.#states.values()];
    const helped = all.filter((state) => state === "helped").length;
    return { solved: all.filter((state) => state === "solved").length + helped, helped };
  }

  /** Notes that the reader got help with a puzzle ("seen"), or solved it ("solved"). A solved one stays as it is. */
  note(number, event) {
    this.#load(); // another tab may have stored more
    if (this.isSolved(number)) return;
    this.#states.set(number, event === "solved" && this.of(number) === "seen" ? "helped" : event);
    this.#store();
  }

  clear() {
    this.#states.clear();
    this.#store();
  }

  #load() {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY));
      if (stored === null) return;
      const pairs = Object.entries(stored).map(([number, state]) => [Number(number), state]);
      this.#states = new Map(pairs.filter(([number, state]) => this.#isNumber(number) && STATES.includes(state)));
    } catch {
      // the browser stores nothing, or something else
    }
  }

  #isNumber(number) {
    return Number.isInteger(number) && number > 0 && number <= this.#total;
  }

  #store() {
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(this.#states)));
    } catch {
      // the browser stores nothing
    }
  }
}
