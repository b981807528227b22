// The check of the text's megalith: a quick one after a pause, the whole one by a button.
//
// It runs in a cell of its own, so that the board answers meanwhile. What `cairn-rules check-megalith` looks for in a
// second process is looked for in a second cell, with another hash seed and folder.
import { button, element, isOutdated, Problem } from "../shared/shell.js";
import { either, exactly, LINE, LINE_NUMBER, list, optional, PICTURE, SETTING, text, whole } from "../shared/checked.js";
import { answered, NoAnswer, Sandbox, TooLate } from "../shared/sandbox.js";

const PAUSE = 1_000; // milliseconds after the last key until the quick check
/** Milliseconds to wait for a step: the checks themselves end after 8 and 60 seconds. */
const PATIENCE = { quick: 10_000, whole: 70_000 };
/** Milliseconds to wait for the options of one state in the second cell, and after which no further state is looked at. */
const [RETURN, ENOUGH] = [10_000, 8_000];
/** Milliseconds that a cell has to return to an answer that is not wanted any more. */
const SOON = 1_500;
const OUTDATED = "This page is out of date: the site has a newer version, which may judge otherwise. Reload the page; your text is kept.";
const BEFORE = "Before your last change: ";
const BOARD = exactly({ setting: SETTING, picture: PICTURE, words: LINE });
const NOTES = list(LINE, 20);
const isStep = exactly({ done: whole(1_000), checks: whole(1_000), line: LINE, states: optional(text(1_000_000)) });
const isVerdict = exactly({
  verdict: LINE, check: optional(LINE), line: optional(LINE_NUMBER), board: optional(BOARD), warnings: NOTES, missing: NOTES,
});
const isAnswer = either(isStep, isVerdict);
const isBegun = exactly({ absent: optional(LINE) });
const isSeen = optional(exactly({ seen: list(LINE, 5_000), read: list(LINE, 5_000) }));

/**
 * Opens the check, and returns what to call after each change of the text, and what loads the packages beforehand.
 *
 * `mayRun` says whether a pause lets the text run, `allow` lets it run, and `save` saves it, and whether it is running.
 * `release` is that of the site from which the page was loaded.
 */
export function openCheck(part, { source, mayRun, allow, save, dark, mark, go, present, release }) {
  const first = new Sandbox("web.workshop.check_page", () => {}, {
    packages: ["checks.zip"], environment: { PYTHONHASHSEED: "0" }, hasSpare: false,
  });
  const second = new Sandbox("web.workshop.second_page", () => {}, { environment: { PYTHONHASHSEED: "1" }, hasSpare: false });
  let begun = 0; // counts the checks: only the last one goes on
  let pausing = null;
  let waiting = null; // for an answer of the first cell
  let isLooking = false; // in the second cell

  // 1. the check, step by step

  async function check(kind) {
    leave();
    const mine = begun;
    const isWanted = () => mine === begun;
    const checked = source();
    show(kind);
    if (kind === "whole") second.start(); // while the first cell draws positions
    let answer;
    try {
      await save(true);
      answer = await ask({ source: checked, kind, dark: dark() }, checked, kind);
      while (isWanted() && isStep(answer)) {
        step(answer);
        const look = answer.states === null ? null : await lookAgain(checked, answer.states, isWanted);
        if (isWanted()) answer = await ask({ look }, checked, kind);
      }
    } catch (problem) {
      const words = problem instanceof Problem ? "" : "The check has no verdict. ";
      answer = { problem: words + problem.message, line: problem.line ?? null };
    }
    const isOld = isWanted() && kind === "whole" && (await isOutdated(release));
    if (!isWanted()) return;
    show(null, answer, isOld ? [OUTDATED] : []);
    await save(false);
  }

  async function ask(question, text, kind) {
    const mine = { isOpen: true };
    waiting = mine;
    try {
      return await answered(first, question, isAnswer, { patience: PATIENCE[kind], text });
    } finally {
      mine.isOpen = false;
    }
  }

  /** Returns what is seen in the second cell, which is used for this look alone. */
  async function lookAgain(checked, states, isWanted) {
    const look = { seen: [], read: [], ended: null, absent: null };
    const options = { patience: RETURN, text: checked };
    isLooking = true;
    try {
      ({ absent: look.absent } = await answered(second, { source: checked, states }, isBegun, options));
      const start = performance.now();
      while (look.absent === null && isWanted() && performance.now() - start < ENOUGH) {
        const found = await answered(second, {}, isSeen, options);
        if (found === null) break;
        look.seen.push(found.seen);
        look.read.push(found.read);
      }
    } catch (problem) {
      if (problem instanceof TooLate) look.ended = `does not return within ${RETURN / 1000} seconds`;
      else if (problem instanceof NoAnswer || problem instanceof Problem) look.ended = "ends the process";
      else look.absent = `no second worker can be started here (${problem.message})`;
    }
    if (isWanted()) second.stop();
    if (isWanted()) isLooking = false;
    return look;
  }

  /** Drops the check that is under way. A cell that does not return soon is ended. */
  function leave() {
    clearTimeout(pausing);
    begun += 1;
    const left = waiting;
    setTimeout(() => { if (left?.isOpen && first.ready) first.stop(); }, SOON);
    if (isLooking) second.stop();
    isLooking = false;
  }

  function stop() {
    leave();
    show(null, { problem: "The check was stopped, without a verdict.", line: null });
    save(false);
  }

  /** Checks a text quickly after a pause. A verdict on the text as it was before is not wanted any more. */
  function changed() {
    const said = part.checking.textContent;
    if (!part.cease.disabled) stop();
    else {
      leave();
      if (said && !said.startsWith(BEFORE)) part.checking.textContent = BEFORE + said;
    }
    if (!mayRun()) return show(null);
    first.startFor(source());
    pausing = setTimeout(check, PAUSE, "quick");
  }

  // 2. what is shown

  /** Shows that a check runs, or its end. While a quick one runs, the last finding stays. */
  function show(kind, answer = null, more = []) {
    part.cease.disabled = kind !== "whole";
    part.checked.hidden = kind !== "whole";
    part.step.textContent = kind === "whole" ? "Drawing positions …" : "";
    if (kind === "quick") return;
    part.checking.textContent = answer?.problem ?? answer?.verdict ?? "";
    part.finding.replaceChildren();
    mark(answer?.line ?? null, answer?.problem ?? answer?.verdict);
    if (answer === null) return;
    const { line, board = null, warnings = [], missing = [] } = answer;
    if (line !== null) part.finding.append(button(`Line ${line}`, () => go(line)));
    if (board !== null) part.finding.append(pictured(board));
    const notes = [
      ...warnings.map((each) => `Warning: ${each}`), ...missing.map((each) => `Not looked for: ${each}`), ...more,
    ];
    const shown = element("ul");
    shown.append(...notes.map((each) => element("li", each)));
    if (notes.length) part.finding.append(shown);
  }

  function step({ done, checks, line }) {
    if (part.checked.hidden) return;
    part.checked.max = checks;
    part.checked.value = done;
    part.step.textContent = `${done + 1} of ${checks}: ${line}`;
  }

  /** Returns a button with the picture of a position, which puts the position on the board. */
  function pictured({ setting, picture, words }) {
    const made = button("Put this position on the board", () => present(setting));
    const image = element("img");
    image.alt = `${words}.`;
    image.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
    made.prepend(image);
    return made;
  }

  part.check.addEventListener("click", () => { allow(); check("whole"); });
  part.cease.addEventListener("click", stop);
  return { changed, load: () => first.load() };
}
