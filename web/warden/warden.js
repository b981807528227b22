// The page: shows the table as Python answers it, sends what the Warden does, and keeps it.
//
// A panel is a section of the page, such as the fight: the element `warden-NAME` of index.md, and a module of Javascript
// and one of Python, each named once: here in PANELS, and in PANELS of table.py, whose `Panel` describes it.
// The module of Javascript has a function `open` of its page:
//
//   section           its element, hidden until the function has filled it
//   ask(question)     asks its module of Python; resolves to the answer, or to null once a sentence was shown of why it
//                     cannot be done. If the table changed, everything is shown and kept before, undo included. With
//                     { quiet: true } as second argument, for questions that no click asks, older sentences stay.
//   party()           the members as Python shows them, in marching order: { name, … } of sheet.py
//   say(text)         tells the reader, also one with a screen reader
//
// and returns a function `show(view)`, called after each change of the table, whoever made it, with what `view` of its
// module of Python returned, or with null while the panel keeps nothing.
import { Dice } from "../shared/dice.js";
import { ended, linked, linkTo, unlink } from "../shared/links.js";
import { download, element, isBuilt, keepOffline, partsOf, Problem, Python, Saves } from "../shared/shell.js";
import { card, exchange } from "./card.js";
import { open as dungeon } from "./dungeon.js";
import { open as fight } from "./fight.js";
import { open as journey } from "./journey.js";
import { ruled, withRules } from "../shared/rules.js";

const PANELS = { fight, journey, dungeon }; // the functions `open`, by the names of the panels
const MAKING = /#(v=.*)$/; // the address of a party in a link of Make characters
const part = partsOf("warden");
const TABLES = 20; // number of tables that the browser keeps
const saves = new Saves("warden", TABLES);
const python = new Python("web.warden.page", loaded);
const dice = new Dice(part.dice, ask);
const shows = {};
let seen = { members: [], log: [], panels: {}, undo: "", redo: "" }; // the table, as Python answered it
let waiting = 0; // the number of clicks that wait for Python
let latest = Promise.resolve(); // the last question, so that questions are answered in order

// 1. Python

function loaded(done) {
  part.progress.value = done;
  part.loading.hidden = python.ready;
  if (!python.ready) return;
  if (waiting) say("");
  keepOffline(new URL("service-worker.js", import.meta.url)); // once there is something to keep
}

/** Says that what was just clicked waits, as long as Python loads. */
function wait() {
  if (python.ready) return;
  waiting += 1;
  say(`Python is loading. ${waiting === 1 ? "Your change comes" : `Your ${waiting} changes come`} as soon as it is there.`);
}

/**
 * Returns the answer to a question, or null if it cannot be done; then a sentence says why.
 *
 * `damaged` is a sentence to say instead, with the details folded away.
 */
function ask(question, { quiet = false, damaged = "" } = {}) {
  const answered = latest.then(() => answer(question, quiet, damaged));
  latest = answered.catch(() => {});
  return answered;
}

async function answer(question, quiet, damaged) {
  let found;
  try {
    found = await python.ask(question).catch(Problem.take);
  } catch (problem) {
    if (!python.ready) {
      waiting = 0;
      say("");
    }
    refuse(`Something went wrong. ${problem.message}`);
    return null;
  }
  if (found instanceof Problem) {
    if (damaged) refuse(damaged, found.message);
    else refuse(found.message);
    if (found.drops) part.problem.append(dropping(question, found.drops));
    return null;
  }
  if (!quiet) part.problem.replaceChildren();
  if (found.opened) saves.part(); // the table before stays with the browser
  let said = found.done ?? "";
  if (found.table) {
    update(found.table);
    if (!(await saves.keep(found.text))) said += ". This browser keeps nothing: save the table as a file before you leave.";
  }
  if (said) say(said);
  return found;
}

/** Shows a sentence of why something cannot be done, and folds its details away. */
function refuse(text, details = "") {
  part.problem.replaceChildren(ruled("p", text));
  if (!details) return;
  const folded = element("details");
  folded.append(element("summary", "Details"), ruled("p", details));
  part.problem.append(folded);
}

/** Returns a form that asks again, with one more item to drop for Fatigue. */
function dropping(question, drops) {
  const made = element("form");
  const label = element("label", "First drop");
  const select = element("select");
  select.append(...drops.map(({ key, words }) => new Option(words, key)));
  label.append(select);
  const cancel = element("button", "Cancel");
  cancel.type = "button";
  cancel.addEventListener("click", () => {
    part.undo.focus({ preventScroll: true });
    part.problem.replaceChildren();
  });
  made.append(label, element("button", "Drop it"), cancel);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    part.undo.focus({ preventScroll: true });
    ask({ ...question, drops: [...(question.drops ?? []), select.value] });
  });
  return made;
}

function say(text) {
  part.status.replaceChildren(...withRules(text));
}

// 2. the table

function update(table) {
  const before = new Map(seen.members.map((member, place) => [member.key, { text: shownOf(member, seen), element: part.members.children[place] }]));
  seen = table;
  part.undo.disabled = !seen.undo;
  part.redo.disabled = !seen.redo;
  part.undo.title = seen.undo;
  part.redo.title = seen.redo;
  const cards = seen.members.map((member) => {
    const old = before.get(member.key);
    before.delete(member.key);
    if (old?.text === shownOf(member, seen)) return old.element;
    const made = card(member, seen.members, (question) => ask({ ...question, member: member.key }));
    if (old) exchange(old.element, made);
    return made;
  });
  const focused = part.members.contains(document.activeElement);
  for (const { element: gone } of before.values()) gone.remove();
  cards.forEach((each, place) => { if (part.members.children[place] !== each) part.members.insertBefore(each, part.members.children[place] ?? null); });
  if (focused && !part.members.contains(document.activeElement)) part.undo.focus({ preventScroll: true });
  part.log.replaceChildren(...seen.log.map((line) => ruled("li", line)).reverse());
  part.empty.hidden = seen.members.length > 0;
  part.random.classList.toggle("primary", seen.members.length === 0);
  part.together.hidden = seen.members.length === 0;
  dice.members(seen.members.map(({ name }) => name));
  for (const [name, show] of Object.entries(shows)) show(seen.panels[name] ?? null);
}

/** Returns everything that the card of a member shows, as a text. */
function shownOf(member, { members }) {
  return JSON.stringify([member, members.map(({ key }) => key)]);
}

// 3. what comes and goes

async function addFiles() {
  for (const file of part.file.files) await ask({ ask: "file", name: file.name, text: await file.text() });
  part.file.value = "";
}

async function addAddress() {
  const { address } = part.add.elements;
  const given = ended(address.value.trim());
  const party = MAKING.exec(given)?.[1] ?? given;
  if (await ask({ ask: "make", address: party })) address.value = "";
}

/** Fills the list of items that the book knows, once. */
async function listItems() {
  if (part.items.children.length) return;
  const { items } = await ask({ ask: "items" });
  if (!part.items.children.length) part.items.append(...items.map((name) => new Option("", name)));
}

async function shared() {
  return (await ask({ ask: "write", private: part.private.checked })).shared;
}

async function copyLink() {
  const link = await linkTo(await shared(), "table");
  try {
    await navigator.clipboard.writeText(link);
    say("Copied.");
  } catch {
    location.hash = new URL(link).hash;
    say("Copy it from the address bar.");
  }
}

/** Adds the party or opens the table that the address of the page names. Returns false if there is none. */
async function follow() {
  const party = MAKING.exec(ended(location.hash))?.[1];
  const damaged = "This link is damaged, for instance cut short, so its table cannot be opened. Ask for it again.";
  try {
    const text = party ? null : await linked("table");
    if (!party && text === null) return false;
    unlink();
    if (await (party ? ask({ ask: "make", address: party }) : ask({ ask: "open", text }, { damaged }))) return true;
  } catch {
    unlink();
    refuse(damaged);
  }
  return false;
}

/** Opens the table that this browser keeps, and then what the address of the page names. */
async function resume() {
  const text = await saves.newest();
  const damaged = "The table that this browser keeps is damaged and cannot be opened.";
  if (text !== null && !(await ask({ ask: "resume", text }, { damaged }))) saves.part(); // it stays as it is
  await follow();
}

document.getElementById("warden").addEventListener("click", ({ target }) => { if (target.closest("button")) wait(); });
part.file.addEventListener("change", wait);
part.undo.addEventListener("click", () => ask({ ask: "undo" }));
part.redo.addEventListener("click", () => ask({ ask: "redo" }));
part.random.addEventListener("click", () => ask({ ask: "random", number: 1 }));
part.file.addEventListener("change", addFiles);
part.add.addEventListener("submit", (event) => {
  event.preventDefault();
  addAddress();
});
part.link.addEventListener("click", copyLink);
part.save.addEventListener("click", async () => download("table.json", "application/json", await shared()));
addEventListener("hashchange", follow);
part.members.addEventListener("focusin", ({ target }) => { if (target.list === part.items) listItems(); });
for (const each of part.rests.querySelectorAll("button")) {
  each.addEventListener("click", () => ask({ ask: "all", what: each.value }));
}
part.share.addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ ask: "act", action: `share:${part.share.elements.gold.valueAsNumber}` });
});
for (const [name, open] of Object.entries(PANELS)) {
  const section = part[name];
  shows[name] = open({
    section,
    ask: async (question, options) => (await ask({ ...question, panel: name }, options))?.answer ?? null,
    party: () => seen.members,
    say,
  });
  section.hidden = false;
}
const built = await isBuilt();
part.missing.hidden = built;
part.loading.hidden = !built;
if (built) {
  python.wake();
  await resume();
  for (const control of [part.random, part.file, part.link, part.save, ...part.add.querySelectorAll("button")]) control.disabled = false;
  dice.enable(true);
  part.empty.hidden = seen.members.length > 0;
  part.random.classList.toggle("primary", seen.members.length === 0);
}
