// The page: shows a puzzle, sends Python in the worker what the solver does, and shows the replies.
import { ownPlaces, placeAt } from "../shared/board.js";
import { going, list, listen, meaning, next } from "../shared/clicks.js";
import { PlaceKeys } from "../shared/keyboard.js";
import { ended } from "../shared/links.js";
import { moving } from "../shared/motion.js";
import { show } from "../shared/picture.js";
import { element, isBuilt, keepOffline, partsOf, Problem, Python } from "../shared/shell.js";
import { Progress } from "./progress.js";

const PAUSE = 900; // milliseconds to show each decision
const DAY = 86_400_000; // milliseconds
const EPOCH = 719_163; // the ordinal of 1 January 1970, counted from the year 1
const WORDS = { seen: "not solved, with help so far", helped: "solved with help", solved: "solved" };
const part = partsOf("puzzles");
const filter = part.filter.elements;
const python = new Python("web.puzzles.page", loaded);
const pictures = [part.field, part.tiles, part.display];
const keys = new PlaceKeys(pictures, (place) => attempt(() => click(place)), () => attempt(() => click(clicked.at(-1) ?? null)));
let known = []; // the length and difficulty of each puzzle
let progress = null;
let seen = null; // the last answer of Python
let clicked = []; // the places of an action that is not complete yet
let steps = null; // of the solution, while it is shown
let step = 0;
let opened = 0; // counts the puzzles, so that an abandoned one stops
let waiting = false; // for Python's answer
let days = []; // the numbers of the puzzles of the day, in turn
let today = null; // the number of the puzzle of the day

// 1. Python

/** Shows how much of Python is there. */
function loaded(done) {
  part.progress.value = done;
  part.loading.hidden = python.ready;
  if (!python.ready) return;
  keepOffline(new URL("service-worker.js", import.meta.url)); // once there is something to keep
  controls();
  if (clicked.length) attempt(mark);
}

/** Opens a puzzle: while Python loads, as it is stored. Returns its number, or null if there is none; then the board before stays. */
async function open(number, { focus = true, problem = "" } = {}) {
  const mine = (opened += 1);
  const question = { ask: "open", number };
  part.problem.textContent = problem;
  disable();
  if (!seen) part.question.textContent = "Preparing the puzzle …";
  const board = python.ready ? null : await storedBoard(number);
  if (mine !== opened) return null;
  if (board) attempt(() => python.ask(question)); // whatever is asked from now on is about this puzzle
  else if (!python.ready) part.meanwhile.textContent = "The puzzle opens as soon as Python is loaded.";
  const view = board ?? (await python.ask(question).catch(Problem.take));
  if (mine !== opened) return null;
  waiting = false;
  if (view instanceof Problem) {
    part.problem.textContent = view.message;
    if (seen) update(seen);
    return null;
  }
  begin(view);
  if (focus) part.question.focus({ preventScroll: true });
  return view.number;
}

/** Returns a puzzle as the site has stored it, or null if it has not or is out of reach. */
async function storedBoard(number) {
  if (!known[number - 1]) return null;
  try {
    const response = await fetch(new URL(`boards/${number}.bin`, import.meta.url));
    if (response.status !== 200) return null;
    return await new Response(response.body.pipeThrough(new DecompressionStream("deflate"))).json();
  } catch {
    return null;
  }
}

/** Opens the puzzle with a number, which the address then names. */
async function go(number, options) {
  if ((await open(number, options)) !== null) address(`#${number}`);
}

/** Opens the puzzle of the day, by the reader's calendar. */
async function daily(options) {
  const now = new Date();
  const ordinal = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY + EPOCH;
  today = days[ordinal % days.length];
  if ((await open(today, options)) === null) return;
  if (location.hash && !document.getElementById(location.hash.slice(1))) address("");
}

function address(hash) {
  if (location.hash !== hash) history.pushState(null, "", hash || location.pathname + location.search);
}

/** Opens the puzzle that the address names. Returns false if it names none. */
async function follow() {
  const text = ended(location.hash).slice(1);
  if (!text || document.getElementById(text)) return false;
  if (/^\d{1,6}$/.test(text)) await go(Number(text), { focus: false });
  else part.problem.textContent = `'${text.slice(0, 20)}' is not a puzzle. A link names one by its number, such as #250.`;
  return !part.problem.textContent;
}

// 2. the puzzle

/** Shows a puzzle from its first decision. */
function begin(view) {
  part.told.replaceChildren();
  update(view, { isNew: true });
}

/** Blocks all decisions until Python has answered. */
function disable() {
  waiting = true;
  clicked = [];
  part.reason.replaceChildren();
  part.table.classList.remove("yours");
  for (const button of part.choices.querySelectorAll("button")) button.disabled = true;
}

/** Shows an answer of Python, and what can be done now. The pieces of a new puzzle do not come from the one before. */
function update(view, { isNew = false, isRight = false } = {}) {
  seen = view;
  clicked = [];
  steps = null;
  part.reason.replaceChildren();
  part.question.textContent = isRight && !seen.over ? `Right. ${seen.question}` : seen.question;
  part.stones.replaceChildren(...seen.things.flatMap(({ place, name, text }) => [
    element("dt", `${name}, ${place.startsWith("stone") ? "upcoming" : place}`), element("dd", text),
  ]));
  for (const name of ["yours", "over"]) part.table.classList.toggle(name, seen[name]);
  part.table.classList.remove("loading");
  if (seen.over) progress.note(seen.number, "solved");
  tellProgress();
  controls();
  const redraw = () => draw(seen.yours ? seen.choices : seen.picture);
  if (isNew) redraw();
  else moving(part.field, redraw);
  listOpen();
}

/** Allows what is possible now. */
function controls() {
  if (!seen || waiting) return;
  part.hint.disabled = !seen.yours || steps !== null || !python.ready;
  part.solution.disabled = steps !== null || !python.ready;
  part.again.disabled = !(seen.begun || steps !== null) || !python.ready;
  for (const button of [part.previous, part.next, part.daily]) button.disabled = false;
  part.next.classList.toggle("primary", seen.over);
  part.actions.hidden = steps !== null;
  part.steps.hidden = part.stepping.hidden = steps === null;
}

/** Lists the buttons: all actions, or those that begin with the clicked places. */
function listOpen() {
  const take = (action) => attempt(() => act(action));
  list(part.actions, going(seen.actions, clicked), take, (actions) => attempt(() => mark(actions)));
}

/** Takes an action, and shows what follows step by step. */
async function act(action) {
  const mine = opened;
  const { number } = seen;
  const inPicture = keys.holds(document.activeElement);
  const byKeyboard = (inPicture || part.choices.contains(document.activeElement)) && document.activeElement.matches(":focus-visible");
  stayInSight();
  if (byKeyboard) part.question.focus({ preventScroll: true });
  disable();
  if (!python.ready) part.meanwhile.textContent = "Your action is judged as soon as Python is loaded.";
  const answer = await python.ask({ ask: "do", action });
  if (mine !== opened || number !== seen.number) return;
  if (answer.wrong) {
    waiting = false;
    update(seen);
    part.reason.textContent = answer.wrong;
  } else {
    seen = { ...seen, yours: false };
    part.told.replaceChildren();
    part.question.textContent = "Right.";
    for (const [index, { told, picture }] of answer.steps.entries()) {
      if (index) await new Promise((done) => setTimeout(done, PAUSE));
      if (mine !== opened) return;
      part.told.append(element("li", `${told.join(". ")}.`));
      part.told.scrollTop = part.told.scrollHeight;
      moving(part.field, () => draw(picture));
    }
    waiting = false;
    update(answer.view, { isRight: true });
  }
  if (!byKeyboard || document.activeElement !== part.question) return;
  if (seen.over) part.next.focus();
  else if (!inPicture || !keys.focus()) part.actions.querySelector("button")?.focus();
}

/** Scrolls back to the board if it is out of sight. */
function stayInSight() {
  const { top } = part.field.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) part.table.scrollIntoView();
}

/** Marks actions in the picture: several by their spaces, a single one with an arrow. */
async function mark(actions = null) {
  if (!python.ready) return keys.around(() => {}, reachable());
  if (steps !== null || waiting) return;
  const shown = seen;
  const chosen = actions ?? (clicked.length ? going(seen.actions, clicked).map(({ action }) => action) : null);
  const picture = chosen ? (await python.ask({ ask: "picture", actions: chosen })).picture : seen.choices;
  if (shown === seen && seen.yours && steps === null && !waiting) draw(picture);
}

function draw(picture) {
  keys.around(() => show(picture, null, part), reachable());
}

/** Returns the places that can be clicked now. */
function reachable() {
  return next(seen.yours && steps === null ? seen.actions : [], clicked);
}

async function click(place) {
  if (!seen?.yours || waiting || steps !== null || place === null) return;
  part.reason.replaceChildren();
  const found = meaning(seen.actions, clicked, place);
  if (found.action) return act(found.action);
  if (found.wrong) return explain(found.wrong);
  clicked = found.clicked;
  listOpen();
  await mark();
}

async function explain(places) {
  const shown = seen;
  const { text, rule } = await python.ask({ ask: "why", clicked: places });
  if (shown !== seen) return;
  part.reason.replaceChildren(`Not possible: ${text}. `);
  if (rule) {
    const link = element("a", `Rule ${rule}`);
    link.href = `../games/cairn/#rule-${rule.replace(".", "-")}`;
    part.reason.append(link);
  }
}

/** Tells what a place of the picture is. */
function tell(place) {
  const thing = seen?.things.find((each) => each.place === place);
  if (thing) part.stone.textContent = `${thing.name}: ${thing.text}`;
}

// 3. help

async function hint() {
  const shown = seen;
  stayInSight();
  const { words, actions, more } = await python.ask({ ask: "hint" });
  if (shown !== seen) return;
  progress.note(seen.number, "seen");
  tellProgress();
  part.reason.textContent = `Hint: ${words}${more ? " Press Hint again for more." : ""}`;
  if (actions.length) await mark(actions);
}

async function showSolution() {
  const shown = seen;
  const found = await python.ask({ ask: "solution" });
  if (shown !== seen || waiting) return;
  clicked = [];
  steps = found.steps;
  progress.note(seen.number, "seen");
  tellProgress();
  part.reason.replaceChildren();
  part.told.replaceChildren();
  part.table.classList.remove("yours");
  part.steps.replaceChildren(...steps.map(({ words }) => element("li", words)));
  controls();
  stayInSight();
  goTo(0);
  part.forth.focus({ preventScroll: true });
}

/** Shows a step of the solution. */
function goTo(number) {
  step = number;
  for (const [index, line] of [...part.steps.children].entries()) {
    if (index === step) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
  part.question.textContent = `Step ${step + 1} of ${steps.length}. ${steps[step].words}.`;
  for (const [button, last] of [[part.back, 0], [part.forth, steps.length - 1]]) {
    const isFocused = document.activeElement === button; // a disabled one may lose the focus at once
    button.disabled = step === last;
    if (button.disabled && isFocused) (last ? part.again : part.forth).focus();
  }
  moving(part.field, () => draw(steps[step].picture));
}

// 4. choice and progress

/** Returns whether a puzzle is among those that the reader has chosen. */
function isChosen(number) {
  const [turns, difficulty] = known[number - 1];
  const fits = (field, value) => field.value === "" || Number(field.value) === value;
  return fits(filter.turns, turns) && fits(filter.difficulty, difficulty) && !(filter.state.value && progress.isSolved(number));
}

/** Opens the next chosen puzzle in a direction. After the last one comes the first. */
async function move(way) {
  const from = seen?.number ?? 1;
  const order = known.map((_, index) => ((from - 1 + way * (index + 1)) % known.length + known.length) % known.length + 1);
  const number = order.find(isChosen);
  if (number) await go(number);
  else part.reason.textContent = "There is no such puzzle. Choose another length or difficulty.";
}

async function choose() {
  tellProgress();
  if (seen && !isChosen(seen.number) && known.some((_, index) => isChosen(index + 1))) {
    const from = document.activeElement;
    await move(1);
    from.focus({ preventScroll: true }); // the reader may go on choosing
  }
}

function tellProgress() {
  const { solved, helped } = progress.counts();
  const chosen = known.filter((_, index) => isChosen(index + 1)).length;
  part.progressed.textContent = `${solved} of ${known.length} solved${helped ? `, ${helped} of them with help` : ""}.`;
  part.clear.hidden = solved === 0 && !known.some((_, index) => progress.of(index + 1));
  part.found.textContent = `${chosen} ${chosen === 1 ? "puzzle" : "puzzles"} to choose from.`;
  if (!seen) return;
  const [turns, difficulty] = known[seen.number - 1];
  const state = progress.of(seen.number);
  part.which.textContent = `Puzzle ${seen.number}, ${turns} turn${turns === 1 ? "" : "s"}, difficulty ${difficulty} of 6${seen.number === today ? ", the puzzle of the day" : ""}${state ? `, ${WORDS[state]}` : ""}`;
}

function clear() {
  if (!confirm("Your progress will be lost. Clear it?")) return;
  progress.clear();
  tellProgress();
}

async function attempt(what) {
  try {
    await what();
  } catch (problem) {
    part.question.textContent = python.ready ? "Something went wrong. Reload the page to start again." : "The puzzle cannot start.";
    part.problem.textContent = problem.message;
  }
}

for (const place of pictures) {
  listen(place, (event) => (seen ? placeAt(event, seen.tribe) : null), tell, (found) => attempt(() => click(found)));
  place.addEventListener("focusin", (event) => tell(ownPlaces(event.target)[0]));
}
part.hint.addEventListener("click", () => attempt(hint));
part.solution.addEventListener("click", () => attempt(showSolution));
part.again.addEventListener("click", () => attempt(() => open(seen.number)));
part.back.addEventListener("click", () => goTo(step - 1));
part.forth.addEventListener("click", () => goTo(step + 1));
part.previous.addEventListener("click", () => attempt(() => move(-1)));
part.next.addEventListener("click", () => attempt(() => move(1)));
part.daily.addEventListener("click", () => attempt(daily));
part.filter.addEventListener("change", () => attempt(choose));
part.filter.addEventListener("submit", (event) => event.preventDefault());
part.go.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => go(Number(part.go.elements.number.value)));
});
part.clear.addEventListener("click", clear);
const [stored, built] = await Promise.all([(await fetch(new URL("opening.json", import.meta.url))).json(), isBuilt()]);
known = stored.puzzles;
days = stored.days;
progress = new Progress(known.length);
part.go.elements.number.max = known.length;
tellProgress();
part.missing.hidden = built;
if (built) {
  python.wake();
  part.loading.hidden = false;
  if (matchMedia("(max-width: 60em)").matches) part.choose.open = false;
  addEventListener("hashchange", () => attempt(async () => { if (!(await follow()) && !location.hash) await daily(); }));
  await attempt(async () => {
    if (!(await follow())) await daily({ focus: false, problem: part.problem.textContent });
  });
}
