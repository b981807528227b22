// The page: shows the answers of Python in the worker, and sends it what the reader does.
import { ownPlaces, placeAt, placesIn } from "../shared/board.js";
import { going, listen } from "../shared/clicks.js";
import * as evaluation from "./evaluation.js";
import { Game } from "../shared/game.js";
import { PlaceKeys } from "../shared/keyboard.js";
import { linked, linkTo, unlink } from "../shared/links.js";
import { moving } from "../shared/motion.js";
import { show } from "../shared/picture.js";
import * as review from "./review.js";
import { Setup } from "../shared/setup.js";
import { download, element, isBuilt, keepOffline, partsOf, Python, Saves } from "../shared/shell.js";

const NUMBER = /^(seat|count|clovers|value|level|owner) /; // data of a picture that is no place to click by itself
const MOVED = 400; // milliseconds until the pieces have moved
const play = document.getElementById("play");
const part = partsOf("play");
const saves = new Saves("play");
const python = new Python("web.play.page", loaded);
const pictures = [part.field, part.tiles, part.display];
const game = new Game(part, {
  ask, attempt, draw, begin: begun, show: showMore, isReady: () => python.ready, get site() { return play.dataset.site; },
  holds: (each) => keys.holds(each), focus: () => keys.focus(),
});
const keys = new PlaceKeys(pictures, (place) => attempt(() => game.click(place)), () => attempt(() => game.click(game.clicked.at(-1) ?? null)));
let setup = null;
let rematch = null; // the question that deals another game like this one
let evaluations = 0; // counts them, so that an abandoned one stops
let reviews = 0; // counts them, so that an abandoned one stops
let reviewed = null; // the page of the last review

/** Shows how much of Python is there. What the reader asked meanwhile is answered when all of it is. */
function loaded(done) {
  part.progress.value = done;
  part.loading.hidden = python.ready;
  if (!python.ready) return;
  keepOffline(); // once there is something to keep
  if (game.seen) game.control();
  if (game.clicked.length) attempt(() => game.mark());
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
  game.update(view);
  await ask(question, "Python is loading. You can play already.");
}

function begun(question) {
  forgetReview();
  rematch = question;
  part.new.open = false;
}

/** Opens the text of a record or of a position. */
function open(text, failed) {
  return game.begin({ ask: "open", ...setup.chosen(), text }, failed);
}

/** Evaluates the position step by step, until the evaluation is done or the reader goes on. */
async function evaluate() {
  const mine = (evaluations += 1);
  const shown = game.seen;
  const possible = part.evaluate.checked && python.ready && shown?.yours && shown.can_evaluate;
  part.evaluation.classList.toggle("waiting", !possible);
  part.evaluation.hidden = !part.evaluate.checked;
  if (!possible) return;
  const isCurrent = () => mine === evaluations && shown === game.seen;
  await new Promise((done) => setTimeout(done, MOVED));
  while (isCurrent()) {
    const { evaluation: found } = await ask({ ask: "evaluate" });
    if (!isCurrent() || !found || found.done) return;
    evaluation.tell(found, part.chances, part.lines);
    if (!found.picture) continue;
    shown.choices = found.picture;
    if (!game.clicked.length && !game.pointing) draw(shown.choices, true);
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
    review.point(game.seen.place, part);
    part.reviewed.querySelector("h3").focus({ preventScroll: true });
    return;
  }
}

/** Shows a state of the game itself, out of a variation if one is tried, and points at an action. */
async function stepInGame(place, action = null) {
  while (game.seen.varied) game.update(await ask({ ask: "leave" }));
  await game.step(place);
  if (action && game.seen.place === place) await game.mark([action]);
}

/** Forgets the review of a game that goes on, or of another one. */
function forgetReview() {
  reviews += 1;
  reviewed = null;
  part.reviewing.hidden = part.reviewed.hidden = true;
  part.chart.replaceChildren();
}

/** Shows what this page has besides the game. */
function showMore() {
  const { seen } = game;
  part.threats.replaceChildren(...seen.threats.map((threat) => element("li", threat)));
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
  part.table.classList.remove("loading");
  part.table.dataset.game = seen.game;
  if (!seen.finished) forgetReview();
  part.review.hidden = !seen.finished || !part.reviewing.hidden || !part.reviewed.hidden || seen.count === 0;
  review.point(seen.varied ? seen.first : seen.place, part);
  moving(part.field, () => draw(seen.yours ? seen.choices : seen.picture));
  if (seen.can_undo || python.ready) saves.keep(seen.record); // not the stored board, which nobody has played on
  attempt(evaluate);
}

/** Shows a picture. If it marks choices, the last action stays marked, too. With `stay`, its parts stay where they are. */
function draw(picture, stay = false) {
  const last = game.seen.yours ? game.seen.picture : null;
  keys.around(() => { if (picture !== null) show(picture, last, part, stay); }, game.reachable());
}

/** Returns the place of an event in a picture: of several, the one that goes on with the clicks, or begins an action. */
function placeUnder(event) {
  const { seen, clicked } = game;
  if (!seen) return null;
  if (seen.game === "cairn") return placeAt(event, seen.seat ?? "sea");
  const places = placesIn(event.target);
  const fits = (earlier) => places.find((place) => going(seen.actions, [...earlier, place]).length);
  return fits(clicked) ?? fits([]) ?? places.find((place) => !NUMBER.test(place)) ?? null;
}

/** Tells what a place or an element of the picture is. */
function tell(place, target) {
  const { seen } = game;
  const thing = seen?.things.find((each) => each.place === place);
  if (thing) part.stone.textContent = `${thing.name}: ${thing.text}`;
  else if (seen && seen.game !== "cairn") {
    const title = target.closest("g:has(> title)")?.querySelector("title").textContent;
    if (title) part.stone.textContent = title;
  }
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
  const before = game.count;
  const text = part.problem.textContent ? null : await saves.newest();
  if (before !== game.count) return; // the reader has started one meanwhile
  if (text !== null && (await open(text, "The saved game is damaged and cannot be opened: "))) return;
  if (text !== null) saves.forget();
  const latest = game.count;
  const stored = await fetched("opening.json");
  if (latest === game.count) await openBoard(stored);
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

part.setup.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => game.begin({ ask: "new", ...setup.chosen() }));
});
for (const place of pictures) {
  listen(place, placeUnder, tell, (found) => attempt(() => game.click(found)));
  place.addEventListener("focusin", (event) => tell(ownPlaces(event.target)[0], event.target));
}
part.look.addEventListener("click", () => attempt(() => game.change({ ask: "look" })));
part.review.addEventListener("click", () => attempt(reviewGame));
part.report.addEventListener("click", () => download(`${game.seen.game}-review.html`, "text/html", reviewed));
part.evaluate.checked = evaluation.wanted();
part.evaluate.addEventListener("change", () => attempt(async () => {
  evaluation.remember(part.evaluate.checked);
  if (game.seen && !part.evaluate.checked) {
    game.seen.choices = game.seen.plain;
    await game.mark();
  }
  await evaluate();
}));
part.rematch.addEventListener("click", () => attempt(() => game.begin(rematch)));
part.open.addEventListener("click", () => attempt(() => open(part.text.value, "This cannot be opened: ")));
part.file.addEventListener("change", () => attempt(async () => { part.text.value = await part.file.files[0].text(); }));
part.copy.addEventListener("click", () => copy(part.record.value));
part.link.addEventListener("click", () => attempt(async () => copy(await linkTo(game.seen.record))));
part.save.addEventListener("click", () => download(`${game.seen.game}.txt`, "text/plain", game.seen.record));
part.draw.addEventListener("click", () => download(`${game.seen.game}.svg`, "image/svg+xml", game.seen.picture));
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
