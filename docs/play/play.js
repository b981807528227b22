// The page: shows the answers of Python in the worker, and sends it what the reader does.
import { ownPlaces, placeAt, placesIn } from "./board.js";
import { going, list, listen, meaning, next } from "./clicks.js";
import * as evaluation from "./evaluation.js";
import { PlaceKeys } from "./keyboard.js";
import { linked, linkTo, unlink } from "./links.js";
import { moving } from "./motion.js";
import { show } from "./picture.js";
import * as review from "./review.js";
import { Setup } from "./setup.js";
import { download, element, isBuilt, keepOffline, partsOf, Python, Saves } from "./shell.js";

const NUMBER = /^(seat|count|clovers|value|level|owner) /; // data of a picture that is no place to click by itself
const MOVED = 400; // milliseconds until the pieces have moved
const PAUSE = 900; // milliseconds to show each decision of the opponent
const play = document.getElementById("play");
const part = partsOf("play");
const saves = new Saves("play");
const python = new Python("play_page", loaded);
const pictures = [part.field, part.tiles, part.display];
const keys = new PlaceKeys(pictures, (place) => attempt(() => click(place)), () => attempt(() => click(clicked.at(-1) ?? null)));
let setup = null;
let rematch = null; // the question that deals another game like this one
let seen = null; // the last answer of Python
let clicked = []; // the places of an action that is not complete yet
let pointing = null; // the actions that the reader points at
let stepping = null; // the place to which the reader steps, while Python draws another one
let evaluations = 0; // counts them, so that an abandoned one stops
let reviews = 0; // counts them, so that an abandoned one stops
let reviewed = null; // the page of the last review
let game = 0; // counts the games, so that an abandoned one stops

/** Shows how much of Python is there. What the reader asked meanwhile is answered when all of it is. */
function loaded(done) {
  part.progress.value = done;
  part.loading.hidden = python.ready;
  if (!python.ready) return;
  keepOffline(); // once there is something to keep
  if (seen) controls();
  if (clicked.length) attempt(mark);
  attempt(evaluate);
}

/** Returns Python's answer, and says so if it has to wait for Python. */
function ask(question, meanwhile = "You get the answer as soon as Python is loaded.") {
  if (!python.ready) part.meanwhile.textContent = meanwhile;
  return python.ask(question);
}

/** Shows the stored first position of a game at once, and lets Python deal the same game. */
async function openBoard({ question, view }) {
  rematch = { ...question, seed: null };
  update(view);
  await ask(question, "Python is loading. You can play already.");
}

/** Starts or opens a game, unless the reader keeps the one in progress. Returns false if there is none to show. */
async function begin(question, { failed = "" } = {}) {
  if (seen && !seen.finished && (seen.can_undo || seen.leave) && !confirm("The game in progress will be lost. Start another one?")) return true;
  const mine = (game += 1);
  const before = seen;
  part.question.textContent = "Preparing the game …";
  part.problem.textContent = "";
  disable();
  const dealt = await ask(question, "Python is loading.");
  if (mine !== game) return true;
  if (dealt.problem) {
    part.problem.textContent = `${failed}${dealt.problem}`;
    if (before) await goOn(before);
    return false;
  }
  forgetReview();
  rematch = question;
  part.new.open = false;
  part.question.focus({ preventScroll: true });
  part.table.scrollIntoView();
  await goOn(dealt);
  return true;
}

/** Opens the text of a record or of a position. */
function open(text, failed) {
  return begin({ ask: "open", ...setup.chosen(), text }, { failed });
}

/** Shows the game and lets the computer players decide until a person does. */
async function goOn(view) {
  const mine = game;
  update(view);
  while (!seen.yours && !seen.over && !seen.handover && !seen.stepping) {
    const [reply] = await Promise.all([ask({ ask: "reply" }), new Promise((done) => setTimeout(done, PAUSE))]);
    if (mine !== game) return;
    update(reply);
  }
}

async function change(question) {
  const mine = game;
  const inPicture = keys.holds(document.activeElement);
  const byKeyboard =
    (inPicture || part.choices.contains(document.activeElement)) && document.activeElement.matches(":focus-visible");
  stayInSight();
  if (byKeyboard) part.question.focus({ preventScroll: true });
  disable();
  const view = await ask(question, "Your decision is carried out as soon as Python is loaded.");
  if (mine !== game) return;
  await goOn(view);
  if (!byKeyboard || document.activeElement !== part.question) return;
  if (!inPicture || !keys.focus()) part.actions.querySelector("button")?.focus();
}

/** Shows the state after a number of decisions. While Python draws one, only the latest wish counts. */
async function step(place) {
  const isFirst = stepping === null;
  stepping = place;
  if (!isFirst) return;
  const mine = game;
  seen = { ...seen, yours: false };
  for (const button of part.actions.querySelectorAll("button")) button.disabled = true;
  try {
    while (stepping !== null && mine === game) {
      const wish = stepping;
      const view = await ask({ ask: "go", place: wish });
      if (stepping === wish) stepping = null;
      if (mine === game && stepping === null) await goOn(view);
    }
  } finally {
    stepping = null;
  }
}

/** Evaluates the position step by step, until the evaluation is done or the reader goes on. */
async function evaluate() {
  const mine = (evaluations += 1);
  const shown = seen;
  const possible = part.evaluate.checked && python.ready && seen?.yours && seen.can_evaluate;
  part.evaluation.classList.toggle("waiting", !possible);
  part.evaluation.hidden = !part.evaluate.checked;
  if (!possible) return;
  const isCurrent = () => mine === evaluations && shown === seen;
  await new Promise((done) => setTimeout(done, MOVED));
  while (isCurrent()) {
    const { evaluation: found } = await ask({ ask: "evaluate" });
    if (!isCurrent() || !found || found.done) return;
    evaluation.tell(found, part.chances, part.lines);
    if (!found.picture) continue;
    seen.choices = found.picture;
    if (!clicked.length && !pointing) draw(seen.choices, true);
  }
}

/** Reviews the game turn by turn, and shows how far it is. */
async function reviewGame() {
  const mine = (reviews += 1);
  part.reviewed.hidden = part.review.hidden = true;
  part.reviewing.hidden = false;
  part.reviewing.value = 0;
  while (mine === reviews) {
    const { done, count: all, review: found } = await ask({ ask: "review" });
    if (mine !== reviews) return;
    part.reviewing.value = done / all;
    if (!found) continue;
    reviewed = found.page;
    part.reviewing.hidden = true;
    part.reviewed.hidden = false;
    review.show(found, all, part, (...wish) => attempt(() => stepInGame(...wish)));
    review.point(seen.place, part);
    part.reviewed.querySelector("h3").focus({ preventScroll: true });
    return;
  }
}

/** Shows a state of the game itself, out of a variation if one is tried, and points at an action. */
async function stepInGame(place, action = null) {
  while (seen.varied) update(await ask({ ask: "leave" }));
  await step(place);
  if (action && seen.place === place) await mark([action]);
}

/** Forgets the review of a game that goes on, or of another one. */
function forgetReview() {
  reviews += 1;
  reviewed = null;
  part.reviewing.hidden = part.reviewed.hidden = true;
  part.chart.replaceChildren();
}

/** Scrolls back to the board if it is out of sight. */
function stayInSight() {
  const { top } = part.field.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) part.table.scrollIntoView();
}

/** Blocks all decisions until Python has answered. */
function disable() {
  if (seen) seen = { ...seen, yours: false };
  clicked = [];
  part.reason.replaceChildren();
  part.table.classList.remove("yours");
  for (const each of [part.undo, part.redo, part.hint, part.resign, part.leave, ...steps()]) each.disabled = true;
  for (const button of part.actions.querySelectorAll("button")) button.disabled = true;
}

function update(view) {
  seen = { ...view, plain: view.choices };
  clicked = [];
  pointing = null;
  part.reason.replaceChildren();
  part.question.textContent = seen.question;
  part.told.replaceChildren(...seen.told.map((changes) => item(`${changes.join(". ").replace(/\.$/, "")}.`)));
  part.told.scrollTop = part.told.scrollHeight;
  part.threats.replaceChildren(...seen.threats.map(item));
  part.stones.replaceChildren(...seen.things.flatMap(({ place, name, text }) => [
    element("dt", `${name}, ${place.startsWith("stone") ? "upcoming" : place}`), element("dd", text),
  ]));
  part.things.hidden = seen.things.length === 0;
  part.warn.hidden = seen.game !== "cairn";
  part.record.value = seen.handover ? "" : seen.record;
  part.copied.textContent = "";
  part.rematch.hidden = !seen.over;
  part.look.hidden = !seen.handover;
  part.look.textContent = `Show what ${seen.handover} may see`;
  for (const name of ["yours", "over"]) part.table.classList.toggle(name, seen[name]);
  part.table.classList.remove("loading");
  part.table.dataset.game = seen.game;
  part.place.min = seen.first;
  part.place.max = seen.count;
  part.place.value = seen.place;
  part.place.setAttribute("aria-valuetext", seen.where);
  part.where.textContent = seen.where;
  part.leave.textContent = seen.leave;
  part.leave.hidden = !seen.leave;
  if (!seen.finished) forgetReview();
  part.review.hidden = !seen.finished || !part.reviewing.hidden || !part.reviewed.hidden || seen.count === 0;
  review.point(seen.varied ? seen.first : seen.place, part);
  controls();
  moving(part.field, () => draw(seen.yours ? seen.choices : seen.picture));
  listOpen();
  if (seen.can_undo || python.ready) saves.keep(seen.record); // not the stored board, which nobody has played on
  attempt(evaluate);
}

function steps() {
  return [part.back, part.place, part.forth];
}

/** Allows what is possible now. */
function controls() {
  part.undo.disabled = !seen.can_undo || !(seen.yours || seen.over);
  part.redo.disabled = !seen.can_redo || !(seen.yours || seen.over);
  part.hint.disabled = !seen.yours || !python.ready;
  part.resign.disabled = part.hint.disabled || seen.leave !== "";
  const rests = seen.yours || seen.over || seen.stepping;
  const mayStep = seen.can_step && rests && python.ready;
  part.back.disabled = !mayStep || seen.place === seen.first;
  part.forth.disabled = !mayStep || seen.place === seen.count;
  part.place.disabled = !mayStep || seen.count === seen.first;
  part.leave.disabled = !rests;
}

/** Lists the buttons: all actions, or those that begin with the clicked places. */
function listOpen() {
  const take = (action) => attempt(() => change({ ask: "do", action }));
  list(part.actions, going(seen.actions, clicked), take, (actions) => attempt(() => mark(actions)));
}

/** Marks actions in the picture: several by their spaces, a single one with an arrow. */
async function mark(actions = null) {
  pointing = actions;
  if (!python.ready) return keys.around(() => {}, reachable());
  const shown = seen;
  const chosen = actions ?? (clicked.length ? going(seen.actions, clicked).map(({ action }) => action) : null);
  const picture = chosen ? (await ask({ ask: "picture", actions: chosen })).picture : seen.choices;
  if (shown === seen && seen.yours) draw(picture, true);
}

/** Shows a picture. If it marks choices, the last action stays marked, too. With `stay`, its parts stay where they are. */
function draw(picture, stay = false) {
  keys.around(() => show(picture, seen.yours ? seen.picture : null, part, stay), reachable());
}

/** Returns the places that can be clicked now. */
function reachable() {
  return next(seen.yours ? seen.actions : [], clicked);
}

async function click(place) {
  if (!seen?.yours || place === null) return;
  part.reason.replaceChildren();
  const found = meaning(seen.actions, clicked, place);
  if (found.action) return change({ ask: "do", action: found.action });
  if (found.wrong) return explain(found.wrong);
  clicked = found.clicked;
  listOpen();
  await mark();
}

async function explain(places) {
  const shown = seen;
  const { text, rule } = await ask({ ask: "why", clicked: places });
  if (shown !== seen) return;
  part.reason.replaceChildren(`Not possible: ${text}. `);
  if (rule) {
    const link = element("a", `Rule ${rule}`);
    link.href = `${play.dataset.site}games/${seen.game}/#rule-${rule.replace(".", "-")}`;
    part.reason.append(link);
  }
}

/** Returns the place of an event in a picture: of several, the one that goes on with the clicks, or begins an action. */
function placeUnder(event) {
  if (!seen) return null;
  if (seen.game === "cairn") return placeAt(event, seen.seat ?? "sea");
  const places = placesIn(event.target);
  const fits = (earlier) => places.find((place) => going(seen.actions, [...earlier, place]).length);
  return fits(clicked) ?? fits([]) ?? places.find((place) => !NUMBER.test(place)) ?? null;
}

/** Tells what a place or an element of the picture is. */
function tell(place, target) {
  const thing = seen?.things.find((each) => each.place === place);
  if (thing) part.stone.textContent = `${thing.name}: ${thing.text}`;
  else if (seen && seen.game !== "cairn") {
    const title = target.closest("g:has(> title)")?.querySelector("title").textContent;
    if (title) part.stone.textContent = title;
  }
}

async function hint() {
  const shown = seen;
  part.hint.disabled = true;
  stayInSight();
  const { action, words } = await ask({ ask: "hint" });
  if (shown !== seen) return;
  part.hint.disabled = false;
  part.reason.textContent = `Hint: ${words}.`;
  await mark([action]);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    part.copied.textContent = "Copied.";
  } catch {
    part.record.value = text;
    part.record.select();
    part.copied.textContent = "The text is selected: copy it with your keyboard or the menu.";
  }
}

/** Opens the game in the address, if there is one. */
async function follow() {
  const damaged = "This link is damaged, so its game cannot be opened. ";
  const tooLong = "The game in this link is too long to be opened.";
  try {
    const text = await linked();
    if (text === null) return false;
    unlink();
    return await open(text, damaged);
  } catch (problem) {
    unlink();
    part.problem.textContent = problem instanceof RangeError ? tooLong : damaged;
    return false;
  }
}

/** Goes on with the game of a link, or else with the saved one, or else opens on the stored board. */
async function resume() {
  if (location.hash.length > 1 && (await follow())) return;
  const before = game;
  const text = part.problem.textContent ? null : await saves.newest();
  if (before !== game) return; // the reader has started one meanwhile
  if (text !== null && (await open(text, "The saved game is damaged and cannot be opened: "))) return;
  if (text !== null) saves.forget();
  const latest = game;
  const stored = await fetched("opening.json");
  if (latest === game) await openBoard(stored);
}

async function fetched(name) {
  return (await fetch(new URL(name, import.meta.url))).json();
}

async function attempt(what) {
  try {
    await what();
  } catch (problem) {
    part.question.textContent = python.ready ? "Something went wrong, and the game cannot continue. Start a new game."
      : "The game cannot start.";
    (python.ready ? part.reason : part.problem).textContent = problem.message;
  }
}

function item(text) {
  return element("li", text);
}

part.setup.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => begin({ ask: "new", ...setup.chosen() }));
});
for (const place of pictures) {
  listen(place, placeUnder, tell, (found) => attempt(() => click(found)));
  place.addEventListener("focusin", (event) => tell(ownPlaces(event.target)[0], event.target));
}
for (const name of ["undo", "redo", "resign", "look", "leave"]) {
  part[name].addEventListener("click", () => attempt(() => change({ ask: name })));
}
part.hint.addEventListener("click", () => attempt(hint));
part.place.addEventListener("input", () => attempt(() => step(Number(part.place.value))));
part.back.addEventListener("click", () => attempt(() => step(seen.place - 1)));
part.forth.addEventListener("click", () => attempt(() => step(seen.place + 1)));
part.review.addEventListener("click", () => attempt(reviewGame));
part.report.addEventListener("click", () => download(`${seen.game}-review.html`, "text/html", reviewed));
part.evaluate.checked = evaluation.wanted();
part.evaluate.addEventListener("change", () => attempt(async () => {
  evaluation.remember(part.evaluate.checked);
  if (seen && !part.evaluate.checked) {
    seen.choices = seen.plain;
    await mark();
  }
  await evaluate();
}));
part.rematch.addEventListener("click", () => attempt(() => begin(rematch)));
part.open.addEventListener("click", () => attempt(() => open(part.text.value, "This cannot be opened: ")));
part.file.addEventListener("change", () => attempt(async () => { part.text.value = await part.file.files[0].text(); }));
part.copy.addEventListener("click", () => copy(part.record.value));
part.link.addEventListener("click", () => attempt(async () => copy(await linkTo(seen.record))));
part.save.addEventListener("click", () => download(`${seen.game}.txt`, "text/plain", seen.record));
part.draw.addEventListener("click", () => download(`${seen.game}.svg`, "image/svg+xml", seen.picture));
part.hints.addEventListener("change", () => { part.threats.hidden = !part.hints.checked; });
addEventListener("hashchange", () => { if (!part.start.disabled) attempt(follow); });
const [games, built] = await Promise.all([fetched("games.json"), isBuilt()]);
part.missing.hidden = built;
part.start.disabled = part.open.disabled = !built;
setup = new Setup(part.setup, part, games);
if (built) {
  python.wake();
  part.loading.hidden = false;
  await attempt(resume);
}
