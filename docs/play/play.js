// The page: shows the answers of Python in the worker, and sends it what the reader does.
import { placeAt, placeOf, show } from "./board.js";
import { isBuilt, Python } from "./python.js";

const PAUSE = 900; // milliseconds to show each decision of the opponent
const part = Object.fromEntries(
  [...document.querySelectorAll("#play [id^=play-]")].map((element) => [element.id.slice("play-".length), element]),
);
const modules = ["play_clicks.py", "play_words.py", "play_page.py"];
const python = new Python(modules.map((name) => new URL(name, import.meta.url).href));
const ask = (question) => python.ask(question);
let tribe = "sea";
let seen = null; // the last answer of Python
let clicked = []; // the places of an action that is not complete yet
let game = 0; // counts the games, so that an abandoned one stops

async function begin() {
  const asked = Object.fromEntries(new FormData(part.setup));
  const mine = (game += 1);
  part.question.textContent = seen ? "Dealing a new game …" : "Loading Python …";
  part.table.hidden = false;
  part.table.classList.toggle("loading", !seen);
  disable();
  const dealt = await ask({ ask: "new", ...asked });
  if (mine !== game) return;
  tribe = asked.tribe;
  part.table.classList.remove("loading");
  part.new.open = false;
  part.question.focus({ preventScroll: true });
  part.table.scrollIntoView();
  await goOn(dealt);
}

/** Shows the game and lets the opponent decide until it is the reader's decision. */
async function goOn(view) {
  const mine = game;
  update(view);
  while (!seen.yours && !seen.over) {
    const [reply] = await Promise.all([ask({ ask: "reply" }), new Promise((done) => setTimeout(done, PAUSE))]);
    if (mine !== game) return;
    update(reply);
  }
}

async function change(question) {
  const mine = game;
  const byKeyboard = part.choices.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
  if (byKeyboard) part.question.focus({ preventScroll: true });
  disable();
  const view = await ask(question);
  if (mine !== game) return;
  await goOn(view);
  if (byKeyboard && document.activeElement === part.question) part.actions.querySelector("button")?.focus();
}

/** Blocks all decisions until Python has answered. */
function disable() {
  if (seen) seen = { ...seen, yours: false };
  clicked = [];
  part.reason.replaceChildren();
  part.table.classList.remove("yours");
  part.undo.disabled = true;
  for (const button of part.actions.querySelectorAll("button")) button.disabled = true;
}

function update(view) {
  seen = view;
  clicked = [];
  part.reason.replaceChildren();
  part.question.textContent = seen.question;
  part.told.replaceChildren(...seen.told.map((changes) => item(`${changes.join(". ")}.`)));
  part.threats.replaceChildren(...seen.threats.map(item));
  part.stones.replaceChildren(...seen.stones.flatMap(({ place, name, text }) => [
    element("dt", `${name}, ${place.startsWith("stone") ? "upcoming" : place}`), element("dd", text),
  ]));
  part.record.value = seen.record;
  part.copied.textContent = "";
  part.undo.disabled = !seen.can_undo || !(seen.yours || seen.over);
  part.table.classList.toggle("yours", seen.yours);
  part.table.classList.toggle("over", seen.over);
  show(seen.yours ? seen.choices : seen.picture, part);
  list();
}

/** Lists the buttons: all actions, or those that begin with the clicked places. */
function list() {
  const open = seen.actions.filter(({ ways }) => clicked.length === 0 || ways.some((way) => begins(way, clicked)));
  part.actions.replaceChildren(...open.map(({ action, words }) => {
    const button = element("button", words);
    button.type = "button";
    button.addEventListener("click", () => attempt(() => change({ ask: "do", action })));
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => attempt(() => mark([action])));
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => attempt(() => mark()));
    const made = item("");
    made.append(button);
    return made;
  }));
}

/** Marks actions in the picture: several by their spaces, a single one with an arrow. */
async function mark(actions = null) {
  const shown = seen;
  const chosen = actions ?? (clicked.length ? going(clicked) : null);
  const picture = chosen ? (await ask({ ask: "picture", actions: chosen })).picture : seen.choices;
  if (shown === seen && seen.yours) show(picture, part);
}

function going(places) {
  return seen.actions.filter(({ ways }) => ways.some((way) => begins(way, places))).map(({ action }) => action);
}

function begins(way, places) {
  return places.every((place, number) => way[number] === place);
}

async function click(place) {
  if (!seen?.yours || place === null) return;
  part.reason.replaceChildren();
  const places = place === clicked.at(-1) ? [] : [...clicked, place];
  const exact = seen.actions.find(({ ways }) => ways.some((way) => way.join() === places.join()));
  if (exact) return change({ ask: "do", action: exact.action });
  if (places.length === 0 || going(places).length) clicked = places;
  else if (going([place]).length) return restart(place);
  else return explain(places);
  list();
  await mark();
}

function restart(place) {
  clicked = [];
  return click(place);
}

async function explain(places) {
  const shown = seen;
  const { text, rule } = await ask({ ask: "why", clicked: places });
  if (shown !== seen) return;
  part.reason.replaceChildren(`Not possible: ${text}. `);
  if (rule) {
    const link = element("a", `Rule ${rule}`);
    link.href = `../games/cairn/#rule-${rule.replace(".", "-")}`;
    part.reason.append(link);
  }
}

function tell(place) {
  const stone = seen?.stones.find((each) => each.place === place);
  if (stone) part.stone.textContent = `${stone.name}: ${stone.text}`;
}

async function copy() {
  part.record.select();
  try {
    await navigator.clipboard.writeText(part.record.value);
    part.copied.textContent = "Copied.";
  } catch {
    part.copied.textContent = "The text is selected: copy it with your keyboard or the menu.";
  }
}

async function attempt(what) {
  try {
    await what();
  } catch (problem) {
    part.question.textContent = "Something went wrong, and the game cannot continue. Start a new game.";
    part.reason.textContent = problem.message;
  }
}

function item(text) {
  return element("li", text);
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

part.setup.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(begin);
});
part.setup.addEventListener("focusin", () => { if (!part.start.disabled) python.wake(); });
for (const place of [part.field, part.tiles, part.display]) {
  let pressed = null; // no `click` comes when the picture is drawn anew while a button or a finger is down
  place.addEventListener("pointermove", (event) => tell(placeAt(event, tribe)));
  place.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0 ? placeAt(event, tribe) : null;
    tell(pressed);
  });
  place.addEventListener("pointerup", (event) => {
    if (placeAt(event, tribe) === pressed) attempt(() => click(pressed));
  });
  place.addEventListener("focusin", (event) => tell(placeOf(event.target)));
}
part.undo.addEventListener("click", () => attempt(() => change({ ask: "undo" })));
part.copy.addEventListener("click", copy);
part.hints.addEventListener("change", () => { part.threats.hidden = !part.hints.checked; });
const built = await isBuilt();
part.missing.hidden = built;
part.start.disabled = !built;
