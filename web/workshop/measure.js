// The balance of the text's megalith: progress while games are played, and figures only at the end.
import { element } from "../shared/shell.js";
import { either, exactly, LINE, list, number, whole } from "../shared/checked.js";

const FIGURE = either(exactly({ text: LINE }), exactly({ text: LINE, value: number, low: number, high: number }));
const STOPPED = "Stopped, without a figure.";
const MARKS = { "-1": "lower", 0: "", 1: "higher" };
const ROW = exactly({ label: LINE, with: FIGURE, without: FIGURE, differs: (value) => value in MARKS });
const GAMES = { games: whole(10_000), played: whole(10_000) };
const isStep = either(exactly(GAMES), exactly({ ...GAMES, report: exactly({ verdict: LINE, faults: list(LINE, 10), rows: list(ROW, 50) }) }));

/** Opens the tool. `printed` has the figures of the printed megaliths by label, `use` asks about a text, and `source` returns the reader's. */
export function openMeasure(printed, part, { use, source, mark }) {
  let measured = 0; // counts the measurements: only the last one goes on

  async function measure() {
    const mine = (measured += 1);
    part.report.replaceChildren();
    part.measured.textContent = "";
    let problem = STOPPED;
    const refused = ({ message, line }) => {
      if (mine !== measured) return;
      problem = message;
      mark(line, message);
    };
    const text = source();
    let step = await use({ ask: "balance", games: Number(part.games.value) }, isStep, refused, { text });
    while (step !== null && mine === measured && !step.report) {
      show(step);
      step = await use({ ask: "balance" }, isStep, refused, { text, goesOn: true });
    }
    if (mine !== measured) return;
    part.counted.hidden = true;
    part.halt.disabled = true;
    part.measured.textContent = step?.report.verdict ?? problem;
    if (step === null) return;
    if (step.report.faults.length) part.report.append(element("p", step.report.faults[0]));
    part.report.append(table(step.report.rows));
  }

  function show({ played, games }) {
    part.counted.hidden = false;
    part.halt.disabled = false;
    part.counted.max = games;
    part.counted.value = played;
    part.measured.textContent = `${played} of ${games} pairs of games`;
  }

  function table(rows) {
    const made = element("table");
    const line = (cells, name) => {
      const row = element("tr");
      row.append(...cells.map((each) => element(name, each)));
      return row;
    };
    made.tabIndex = 0; // it may scroll
    made.append(line(["", "with it", "with another", "", "the fourteen"], "th"));
    for (const row of rows) {
      made.append(line([row.label, row.with.text, row.without.text, MARKS[row.differs], among(printed[row.label])], "td"));
    }
    return made;
  }

  part.measure.addEventListener("click", measure);
  part.halt.addEventListener("click", () => {
    measured += 1;
    part.counted.hidden = true;
    part.halt.disabled = true;
    part.measured.textContent = STOPPED;
  });
}

/** Returns the lowest and the highest of some figures, with the names of their megaliths. */
function among(figures = []) {
  const known = figures.filter(({ value }) => value !== undefined).sort((one, other) => one.value - other.value);
  if (known.length === 0) return "";
  return [known[0], known.at(-1)].map(({ name, text }) => `${text.split(" ")[0]} (${name})`).join(" to ");
}
