// The evaluation beside the board: each seat's chance, and the best lines. Python improves it step by step.
import { element } from "../shared/shell.js";

const KEPT = "cairn-rules.evaluate";

/** Returns whether the reader wants evaluations, as this browser remembers it. */
export function wanted() {
  try {
    return localStorage.getItem(KEPT) === "yes";
  } catch {
    return false; // the browser stores nothing
  }
}

/** Remembers whether the reader wants evaluations. */
export function remember(yes) {
  try {
    localStorage.setItem(KEPT, yes ? "yes" : "no");
  } catch {
    // the choice lasts as long as the page
  }
}

/** Shows an evaluation in two elements: a bar for two seats, or one for each, and the best lines. */
export function tell({ seat, chances, lines }, bars, list) {
  const shares = chances.map(({ name, chance }) => ({ name, percent: Math.round(100 * chance) }));
  if (shares.length === 2) shares[1].percent = 100 - shares[0].percent;
  const rows = shares.length === 2 ? [shares] : shares.map((share) => [share]);
  bars.replaceChildren(...rows.map(bar));
  list.replaceChildren(...lines.map((line) => {
    const made = element("li");
    const wins = line.wins_in === null ? "" : `, wins in ${line.wins_in} turn${line.wins_in === 1 ? "" : "s"}`;
    made.append(element("strong", `${seat} ${line.rough ? "about " : ""}${Math.round(100 * line.chance)} %${wins}: `), line.words);
    if (line.more) made.append(" ", element("code", line.more));
    return made;
  }));
}

function bar(shares) {
  const made = element("p");
  const track = element("span");
  track.className = "track";
  track.style.setProperty("--share", `${shares[0].percent}%`);
  made.append(element("span", `${shares[0].name} ${shares[0].percent} %`), track);
  if (shares[1]) made.append(element("span", `${shares[1].name} ${shares[1].percent} %`));
  return made;
}
