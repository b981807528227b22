// The page: shows the answers of Python in the worker, and sends it what the reader does.
import { ownPlaces, placeAt, placesIn } from "./board.js";
import { going, list, listen, meaning, next } from "./clicks.js";
import { PlaceKeys } from "./keyboard.js";
import { linked, linkTo, unlink } from "./links.js";
import { moving } from "./motion.js";
import { show } from "./picture.js";
import { Setup } from "./setup.js";
import { download, element, isBuilt, keepOffline, partsOf, Python, Saves } from "./shell.js";

const NUMBER = /^(seat|count|clovers|value|level|owner) /; // data of a picture that is no place to click by itself
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
let game = 0; // counts the games, so that an abandoned one stops

/** Shows how much of Python is there. What the reader asked meanwhile is answered when all of it is. */
function loaded(done) {
  part.progress.value = done;
  part.loading.hidden = python.ready;
  if (!python.ready) return;
  keepOffline(); // once there is something to keep
  if (seen) controls();
  if (clicked.length) attempt(mark);
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
  if (seen && !seen.over && seen.can_undo && !confirm("The game in progress will be lost. Start another one?")) return true;
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
  while (!seen.yours && !seen.over && !seen.handover) {
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
  for (const button of [part.undo, part.redo, part.hint, part.resign]) button.disabled = true;
  for (const button of part.actions.querySelectorAll("button")) button.disabled = true;
}

function update(view) {
  seen = view;
  clicked = [];
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
  controls();
  moving(part.field, () => draw(seen.yours ? seen.choices : seen.picture));
  listOpen();
  if (seen.can_undo || python.ready) saves.keep(seen.record); // not the stored board, which nobody has played on
}

/** Allows what is possible now. */
function controls() {
  part.undo.disabled = !seen.can_undo || !(seen.yours || seen.over);
  part.redo.disabled = !seen.can_redo || !(seen.yours || seen.over);
  part.hint.disabled = part.resign.disabled = !seen.yours || !python.ready;
}

/** Lists the buttons: all actions, or those that begin with the clicked places. */
function listOpen() {
  const take = (action) => attempt(() => change({ ask: "do", action }));
  list(part.actions, going(seen.actions, clicked), take, (actions) => attempt(() => mark(actions)));
}

/** Marks actions in the picture: several by their spaces, a single one with an arrow. */
async function mark(actions = null) {
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
for (const name of ["undo", "redo", "resign", "look"]) {
  part[name].addEventListener("click", () => attempt(() => change({ ask: name })));
}
part.hint.addEventListener("click", () => attempt(hint));
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
