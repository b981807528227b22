// Odds and forecasts: asked for in slices, so that the table is never blocked; a newer question replaces an older one.
import { element } from "../shared/shell.js";

const PAUSE = 350; // milliseconds after the last change of what is typed

export class Estimate {
  #ask;
  #show;
  #latest = 0;
  #timer = null;

  /**
   * `ask` asks the module of Python; `show` is called with each slice of `steps.py`, or with `{ fault }`.
   */
  constructor(ask, show) {
    this.#ask = ask;
    this.#show = show;
  }

  /** Asks after a short pause, unless another question comes first. */
  soon(question) {
    this.stop();
    this.#timer = setTimeout(() => this.now(question), PAUSE);
  }

  /** Asks at once. */
  async now(question) {
    this.stop();
    const mine = this.#latest;
    let slice = await this.#ask(question);
    while (slice && mine === this.#latest) {
      this.#show(slice);
      if (slice.state !== "running") return;
      slice = await this.#ask({ ask: "go-on", number: slice.number });
    }
  }

  /** Stops what is being asked. */
  stop() {
    this.#latest += 1;
    clearTimeout(this.#timer);
  }
}

/** Returns a bar for a probability, with its interval if it was simulated. The text beside it says the same. */
export function bar({ value, low, high }, kind) {
  const track = element("span");
  track.className = `track ${kind}`;
  track.setAttribute("aria-hidden", "true");
  const filled = element("span");
  filled.style.inlineSize = `${value * 100}%`;
  track.append(filled);
  if (high > low) {
    const interval = element("span");
    interval.className = "interval";
    interval.style.insetInlineStart = `${low * 100}%`;
    interval.style.inlineSize = `${(high - low) * 100}%`;
    track.append(interval);
  }
  return track;
}

/** Returns a table from its columns and rows, whose first cells are names. The keyboard reaches it, since it may scroll. */
export function tableOf(label, columns, rows) {
  const made = element("table");
  made.setAttribute("aria-label", label);
  const head = made.createTHead().insertRow();
  for (const column of columns) {
    const cell = element("th", column);
    cell.scope = "col";
    head.append(cell);
  }
  const body = made.createTBody();
  for (const [name, ...cells] of rows) {
    const row = body.insertRow();
    const first = element("th", name);
    first.scope = "row";
    row.append(first, ...cells.map((cell) => (typeof cell === "string" ? element("td", cell) : cell)));
  }
  const scroll = element("div");
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  scroll.role = "region";
  scroll.setAttribute("aria-label", label);
  scroll.append(made);
  return scroll;
}

/** Returns a list of plain texts. */
export function listOf(lines, name = "ul") {
  const made = element(name);
  made.append(...lines.map((line) => element("li", line)));
  return made;
}
