// The review of a game that is over: a chart of the chances, the marked turns, and the sum of each seat.
import { button, element } from "../shared/shell.js";

/**
 * Shows a finished review in the elements of the page.
 *
 * `step` goes to the state after a number of decisions, and points at an action there if it gets one.
 */
export function show({ chart, sums, turns }, count, part, step) {
  part.chart.innerHTML = chart; // made by the library, which escapes names
  const drawn = part.chart.querySelector("figure > svg");
  drawn?.addEventListener("click", ({ clientX }) => {
    const { left, width } = drawn.getBoundingClientRect();
    step(Math.round((count * (clientX - left)) / width));
  });
  part.sums.replaceChildren(...sums.map((sentence) => element("li", sentence)));
  part.mistakes.replaceChildren(...turns.map(({ place, head, said, better, action }) => {
    const made = element("li");
    made.append(button(head, () => step(place, action)), element("span", said), element("span", `Better: ${better}.`));
    return made;
  }));
  part.flawless.hidden = turns.length > 0;
}

/** Marks the state that is shown in the chart. */
export function point(place, part) {
  part.chart.querySelector("#at")?.setAttribute("d", `M${place} -1V1`);
}
