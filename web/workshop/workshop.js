// The page: shows a text and a board, and what the text's megalith does on it. The text runs in a sandbox alone.
import { going, list, meaning, next } from "../shared/clicks.js";
import { linked, linkTo, unlink } from "../shared/links.js";
import { button, element, keepOffline, partsOf, Problem, Saves } from "../shared/shell.js";
import { openCheck } from "./check.js";
import { views } from "../shared/checked.js";
import { openGlyphs } from "./glyphs.js";
import { openKeep } from "./keep.js";
import { openLessons } from "./lessons.js";
import { openMeasure } from "./measure.js";
import { Places } from "./places.js";
import { answered, NoAnswer, Sandbox } from "../shared/sandbox.js";
import { openGame } from "./stone_game.js";

const KEY = "stone";
const FORMAT = 1; // of links
const SETTLE = 400; // milliseconds after the last key until the text is saved
const OPTIONS = "options";
const part = partsOf("workshop");
const saves = new Saves("workshop");
const sandbox = new Sandbox("web.workshop.page", loaded);
const opening = await (await fetch(new URL("opening.json", import.meta.url))).json();
const isView = views(Object.keys(opening.places));
const dark = () => document.body.dataset.mdColorScheme === "slate";
let editor = null;
let seen = null; // the last view
let board = null; // the position, and the space of the megalith
let taken = []; // the decisions since the power woke
let clicked = []; // the places of an option that is not complete yet
let runs = false; // true once the reader has let the text run
let unread = null; // a text from elsewhere that the reader has not let run yet
let asked = 0; // counts the questions: only the answer to the last one is shown
let saving = null;
let played = null; // the game with the text's megalith
let record = ""; // that of the game under way
let checks = { changed() {}, async load() {} };

// 1. the sandbox

function loaded(done) {
  part.progress.value = done;
  part.loading.hidden = sandbox.ready;
}

/** Asks for a view, and shows it. The text is saved before it runs. Returns false if there is no answer. */
async function ask(more = {}) {
  const mine = (asked += 1);
  busy(true);
  const source = runs ? editor.text : "";
  if (runs) fault(null, null);
  try {
    await save(runs);
    const view = await answered(sandbox, { source, ...board, taken, marked: [], dark: dark(), ...more }, isView, { text: source || null });
    if (mine !== asked) return false;
    await show(view, source);
    return true;
  } catch (problem) {
    if (mine !== asked) return false;
    fault(problem instanceof NoAnswer ? `Your text did not answer. ${problem.message} It is saved.` : problem.message, null);
    return false;
  } finally {
    if (mine === asked) {
      busy(false);
      save(false);
    }
  }
}

function busy(isBusy) {
  part.stop.disabled = !isBusy;
  part.status.textContent = isBusy && runs ? "Running …" : "";
  part.table.setAttribute("aria-busy", String(isBusy));
}

async function run() {
  allow();
  taken = [];
  await ask();
}

// 2. the view

async function show(view, source) {
  seen = { ...view, source };
  clicked = [];
  board = { position: view.position, at: view.at };
  if (runs) fault(view.fault, view.line);
  part.problem.textContent = view.problem;
  part.question.textContent = view.question;
  part.printed.textContent = view.printed;
  part.told.replaceChildren(...view.told.map((each) => element("li", each)));
  part.position.value = view.position;
  part.back.disabled = taken.length === 0;
  listOpen();
  await draw();
}

/** Shows a fault of the text, or none, with its line. */
function fault(words, line) {
  part.fault.replaceChildren();
  if (words !== null) {
    if (line !== null) part.fault.append(button(`Line ${line}`, () => editor.go(line)), " ");
    part.fault.append(words);
  }
  editor.mark(words === null ? null : line, words);
}

async function draw(view = seen) {
  const open = tool() === OPTIONS ? next(seen.actions, clicked) : new Set(Object.keys(opening.places).filter(isSettable));
  await Promise.all([
    field.show(view.board, view.title, view.words, open),
    panel.show(view.panel, "The tiles and the upcoming megaliths", view.words, open),
  ]);
}

function isSettable(place) {
  return !place.startsWith("village");
}

function listOpen() {
  list(part.actions, going(seen.actions, clicked), take, (actions) => mark(actions));
}

/** Marks some options in the picture, or all that begin with the clicked places. */
async function mark(actions = null) {
  const chosen = actions ?? (clicked.length ? going(seen.actions, clicked).map(({ action }) => action) : []);
  const shown = seen;
  if (!sandbox.ready || !shown.source) return;
  if (!chosen.length) return draw();
  try {
    const question = { source: shown.source, ...board, taken, marked: chosen, dark: dark() };
    const view = await sandbox.ask(question, { text: shown.source, goesOn: true });
    if (shown === seen && isView(view)) await draw(view);
  } catch {
    // the next question says what is wrong
  }
}

// 3. clicks

function tool() {
  const { value } = part.tools.elements.tool;
  return value === "other" ? part.megalith.value : value;
}

async function take(action) {
  taken.push(action);
  if (!(await ask())) taken.pop();
}

async function click(place) {
  if (!seen) return;
  part.problem.textContent = "";
  if (tool() !== OPTIONS) return isSettable(place) ? change(tool(), place) : undefined;
  const found = meaning(seen.actions, clicked, place);
  if (found.action) return take(found.action);
  if (found.wrong) {
    part.problem.textContent = `There is no option on ${place}. To change the board, choose what a click puts there.`;
    return;
  }
  clicked = found.clicked;
  listOpen();
  await mark();
}

/** Changes the position. The power then wakes anew. */
async function change(name, place) {
  taken = [];
  await ask({ tool: name, place });
}

/** Takes a position from a text, unless it is none. */
async function place(position, at = "") {
  const before = { board, taken };
  [board, taken] = [{ position, at }, []];
  if ((await ask()) && !seen.problem) return;
  const problem = seen?.problem ?? "";
  ({ board, taken } = before);
  await ask();
  part.problem.textContent = problem;
}

// 4. saved work and links

/** Saves the text and the board, whether the text may run by itself, and whether it is running. */
async function save(isRunning) {
  clearTimeout(saving);
  await saves.keep(JSON.stringify({ source: editor.text, ...board, mayRun: runs, isRunning, game: record }));
}

function changed() {
  clearTimeout(saving);
  saving = setTimeout(() => save(false), SETTLE);
  if (editor.text === unread) { // again
    runs = false;
    part.unread.hidden = false;
  }
  part.shared.textContent = "";
  part.link.hidden = true;
  played?.compare();
  checks.changed();
}

/** Returns a stored or linked text and position, or null if it is damaged or has another format. */
function read(text) {
  try {
    const { format = FORMAT, version = opening.version, source, position, at, mayRun, isRunning, game = "" } = JSON.parse(text);
    const isGood = format === FORMAT && [version, source, position, at, game].every((each) => typeof each === "string");
    return isGood ? { version, source, position, at, mayRun: mayRun === true, isRunning: isRunning !== false, game } : null;
  } catch {
    return null;
  }
}

/** Returns a link with the text and the board, or other parts in place of them. */
function linkWith(parts) {
  return linkTo(JSON.stringify({ format: FORMAT, version: opening.version, source: editor.text, ...board, ...parts }), KEY);
}

async function share() {
  const link = await linkWith({});
  part.link.value = link;
  part.link.hidden = false;
  part.link.select();
  try {
    await navigator.clipboard.writeText(link);
    part.shared.textContent = "The link is copied. It holds your text and the board.";
  } catch {
    part.shared.textContent = "This link holds your text and the board: copy it.";
  }
}

/** Opens a link that was put into the address of the open page, if the reader agrees. */
function follow() {
  if (!location.hash.startsWith(`#${KEY}=`)) return;
  if (editor.text === opening.source || confirm("Your text will be replaced by that of the link. Replace it?")) location.reload();
  else unlink();
}

/** Returns what the page opens with, from the link, the last saved text or the stored one, and what to say of it. */
async function begun() {
  const stored = { source: opening.source, position: opening.views.light.position, at: opening.views.light.at, mayRun: true, isRunning: false, game: "" };
  const text = await linked(KEY).catch(() => "");
  if (text !== null) {
    unlink();
    const found = read(text);
    if (found) {
      const other = found.version === opening.version ? "" : ` It was written for version ${found.version} of the library; this page has ${opening.version}.`;
      const game = found.game ? "This link has a game. As soon as Python is loaded, you find it below, under Play it. " : "";
      const notice = `${game}This text comes from a link, and has not run yet. Read it, then press Run.${other}`;
      return { ...found, from: "link", mayRun: false, notice };
    }
  }
  const saved = await saves.newest();
  const found = { ...stored, ...(saved === null ? {} : read(saved)) };
  const isSafe = found.mayRun || found.source === opening.source;
  const running = found.isRunning ? "Your text was still running when the page was left. Look at it, then press Run." : "";
  const notice = isSafe ? running : "This text does not run by itself. Read it, then press Run.";
  return { ...found, from: "browser", mayRun: notice === "", notice: text === null ? notice : `The link is damaged, or of a newer version of this page: reload the page, or ask for the link again. ${notice}` };
}

// 5. the tools below the board

/**
 * Returns the checked answer to a question about the text, or null if there is none; `refused` takes the problem.
 *
 * It is saved before it runs. With null as the `text` that runs, the question is about a `source` that does not.
 */
async function use(question, isAnswer, refused, { text = editor.text, source = text, goesOn = false } = {}) {
  if (text !== null && !goesOn) allow();
  try {
    await save(text !== null);
    return await answered(sandbox, { ...question, source }, isAnswer, { text, goesOn });
  } catch (problem) {
    if (problem instanceof Problem) refused(problem);
    else fault(problem instanceof NoAnswer ? `Your text did not answer. ${problem.message} It is saved.` : problem.message, null);
    return null;
  } finally {
    await save(false);
  }
}

/** Puts a text in place of the reader's, and runs it. */
async function rewrite(source) {
  editor.text = source;
  await run();
}

/** Puts a text in place of the reader's if they agree, and shows a board for it. */
async function replace(source, setting) {
  const isOwn = editor.text !== opening.source && !opening.lessons.some(({ start, solution }) => [start, solution].includes(editor.text));
  if (isOwn && !confirm("Your text will be replaced by that of the lesson. Replace it?")) return;
  editor.text = source;
  await present(setting);
}

/** Puts the text of a game in place of the reader's if they agree. */
function putIn(source) {
  if (source === editor.text) return;
  if (editor.text !== opening.source && !confirm("Your text will be replaced by that of the game. Replace it?")) return;
  put({ source, mayRun: false, notice: "This text comes from a game, and has not run yet. Read it, then press Run." });
}

/** Puts a text into the editor. Unless it may run by itself, it waits until the reader lets it run. */
function put({ source, mayRun, notice }) {
  runs = mayRun;
  unread = mayRun ? null : source;
  part.unread.textContent = notice;
  part.unread.hidden = notice === "";
  editor.text = source;
}

/** Shows a board of a lesson with the reader's megalith. */
async function present({ position, at, taken: decisions }) {
  allow();
  [board, taken] = [{ position, at }, [...decisions]];
  await ask();
}

/** Lets the text run from now on, as the reader wants it. */
function allow() {
  if (editor.text === unread) unread = null;
  part.unread.hidden = true;
  fault(null, null);
  if (runs) return;
  runs = true;
  checks.changed();
}

// 6. the page

const [spaces, rest] = [{}, {}];
for (const [name, box] of Object.entries(opening.places)) (name.startsWith("tile") ? rest : spaces)[name] = box;
const field = new Places(part.field, "The board", spaces, click);
const panel = new Places(part.panel, "The tiles", rest, click);
part.missing.hidden = opening.built;
if (opening.built) {
  part.table.hidden = false;
  part.loading.hidden = false;
  sandbox.start();
  part.megalith.replaceChildren(...opening.megaliths.map(({ id, name }) => new Option(name, id)));
  const stored = async (name) => (await fetch(new URL(name, import.meta.url))).json();
  const [{ Editor }, names, games, first] = await Promise.all([
    import("./editor.js"), stored("names.json"), stored("../play/games.json"), begun(),
  ]);
  editor = new Editor(part.editor, names, changed, run);
  put(first);
  record = first.game;
  board = { position: first.position, at: first.at };
  part.run.addEventListener("click", run);
  part.stop.addEventListener("click", () => sandbox.stop());
  part.back.addEventListener("click", () => { taken.pop(); ask(); });
  part.tools.addEventListener("change", () => {
    clicked = [];
    if (!seen) return;
    listOpen();
    draw();
  });
  part.megalith.addEventListener("change", () => { part.tools.elements.tool.value = "other"; });
  part.turn.addEventListener("click", () => change("turn", ""));
  part.use.addEventListener("click", () => place(part.position.value.trim()));
  part.share.addEventListener("click", share);
  part.anew.addEventListener("click", () => {
    if (!confirm("Your text and board will be replaced by those that the page opens with. Replace them?")) return;
    sandbox.stop();
    editor.text = opening.source;
    board = { position: opening.views.light.position, at: opening.views.light.at };
    run();
  });
  const marked = (line, words) => fault(words, line);
  const source = () => editor.text;
  openLessons(opening.lessons, part, { use, replace, present, mark: marked });
  openMeasure(opening.printed, part, { use, source, mark: marked });
  openKeep(part, { use, source, mark: marked });
  played = openGame(games, opening.game, partsOf("game"), {
    sandbox, mark: marked, go: (line) => editor.go(line), source, allow, edit: putIn,
    isDark: dark, link: linkWith, keep: (text) => { record = text; save(part.stop.disabled === false); },
  });
  openGlyphs(opening.glyphs, part, { use, source, rewrite });
  part.checkless.hidden = opening.checks;
  part.checks.hidden = !opening.checks;
  if (opening.checks) {
    checks = openCheck(part, {
      source, mayRun: () => runs && editor.text !== opening.source, allow, save, dark,
      mark: (line, words) => editor.mark(line, words, "check"), go: (line) => editor.go(line), present,
      release: opening.release,
    });
  }
  addEventListener("pagehide", () => save(part.stop.disabled === false));
  new MutationObserver(() => ask()).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  addEventListener("hashchange", follow);
  const view = opening.views[dark() ? "dark" : "light"];
  if (runs && first.source === opening.source && first.position === view.position) await show(view, first.source);
  await ask();
  if (first.game) await played.offer(first.game, first.from);
  await checks.load().catch(() => {}); // the first check tries again
  if (sandbox.ready) keepOffline(new URL("service-worker.js", import.meta.url)); // once there is something to keep
}
