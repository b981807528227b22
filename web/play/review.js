// The review of a game that is over: a chart of the chances, the marked turns, and the sum of each seat.
import { button, element } from "../shared/shell.js";

/**
 * Shows a finished review in the elements of the page.
 *
 * `step` goes to the state after a number of decisions, and points at an action there if it gets one.
 */
export function show({ chart, sums, turns }, count, part, step) {
  part.chart.innerHTML = chart; // made by the library, which escapes names
  part.chart.dataset.count = count;
  part.chart.querySelector("svg").addEventListener("click", ({ clientX }) => {
    const { left, width } = part.chart.querySelector(".chart-plot").getBoundingClientRect();
    step(Math.min(Math.max(Math.round((count * (clientX - left)) / width), 0), count));
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
  const plot = part.chart.querySelector(".chart-plot");
  if (plot === null) return;
  const { x, y, width, height } = plot.getBBox();
  part.chart.querySelector(".chart-at").setAttribute("d", `M${x + (width * place) / part.chart.dataset.count} ${y}v${height}`);
}
