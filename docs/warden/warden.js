// The page: shows the table as Python answers it, sends what the Warden does, and keeps it.
//
// A panel is a section of the page, such as the fight: the element `warden-NAME` of index.md, and a module of Javascript
// and one of Python, each named once: here in PANELS, and in PANELS of warden_table.py, whose `Panel` describes it.
// The module of Javascript has a function `open` of its page:
//
//   section           its element, hidden until the function has filled it
//   ask(question)     asks its module of Python; resolves to the answer, or to null once a sentence was shown of why it
//                     cannot be done. If the table changed, everything is shown and kept before, undo included.
//   party()           the members as Python shows them, in marching order: { name, … } of warden_sheet.py
//   say(text)         tells the reader, also one with a screen reader
//
// and returns a function `show(view)`, called after each change of the table, whoever made it, with what `view` of its
// module of Python returned, or with null while the panel keeps nothing.
import { Dice } from "../characters/dice.js";
import { linked, linkTo, unlink } from "../play/links.js";
import { download, element, isBuilt, keepOffline, partsOf, Python, Saves } from "../play/shell.js";

const PANELS = {}; // the functions `open`, by the names of the panels
const MAKING = /#(v=.*)$/; // the address of a party in a link of Make characters
const part = partsOf("warden");
const saves = new Saves("warden");
const python = new Python("warden_page", loaded);
const dice = new Dice(part.dice, ask);
const shows = {};
let seen = { members: [], log: [], panels: {}, undo: "", redo: "" }; // the table, as Python answered it
let latest = Promise.resolve(); // the last question, so that questions are answered in order

// 1. Python

function loaded(done) {
  part.progress.value = done;
  part.loading.hidden = python.ready;
  if (python.ready) keepOffline(new URL("service-worker.js", import.meta.url)); // once there is something to keep
}

/** Returns the answer to a question, or null if it cannot be done; then a sentence says why. */
function ask(question) {
  const answered = latest.then(() => answer(question));
  latest = answered.catch(() => {});
  return answered;
}

async function answer(question) {
  let found;
  try {
    found = await python.ask(question);
  } catch (problem) {
    part.problem.textContent = `Something went wrong. ${problem.message}`;
    return null;
  }
  if ("problem" in found && !("lines" in found)) {
    part.problem.textContent = found.problem;
    return null;
  }
  part.problem.textContent = "";
  if (found.table) {
    update(found.table);
    if (!(await saves.keep(found.text))) say("This browser keeps nothing: save the table as a file before you leave.");
  }
  if (found.done) say(found.done);
  return found;
}

function say(text) {
  part.status.textContent = text;
}

// 2. the table

function update(table) {
  seen = table;
  part.undo.disabled = !seen.undo;
  part.redo.disabled = !seen.redo;
  part.undo.title = seen.undo;
  part.redo.title = seen.redo;
  part.members.replaceChildren(...seen.members.map(card));
  part.log.replaceChildren(...seen.log.map((line) => element("li", line)).reverse());
  dice.members(seen.members.map(({ name }) => name));
  for (const [name, show] of Object.entries(shows)) show(seen.panels[name] ?? null);
}

function card({ name, subtitle, figures }, index) {
  const made = element("article");
  made.setAttribute("aria-label", name);
  const figured = Object.entries(figures).map(([label, figure]) => `${label} ${figure}`);
  const remove = element("button", "Remove");
  remove.type = "button";
  remove.setAttribute("aria-label", `Remove ${name}`);
  remove.addEventListener("click", () => ask({ ask: "remove", member: index }));
  made.append(element("h3", name), element("p", subtitle), element("p", figured.join(", ")), remove);
  return made;
}

// 3. what comes and goes

async function addFiles() {
  for (const file of part.file.files) await ask({ ask: "file", name: file.name, text: await file.text() });
  part.file.value = "";
}

async function addAddress() {
  const { address } = part.add.elements;
  const party = MAKING.exec(address.value)?.[1] ?? address.value.trim();
  if (await ask({ ask: "make", address: party })) address.value = "";
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

/** Opens what the address of the page names: a table, or a party to add. Returns false if there is nothing. */
async function follow() {
  const party = MAKING.exec(location.hash)?.[1];
  const damaged = "This link is damaged, for instance cut short, so its table cannot be opened. Ask for it again.";
  try {
    const text = party ? null : await linked("table");
    if (!party && text === null) return false;
    unlink();
    if (await ask(party ? { ask: "make", address: party } : { ask: "open", text })) return true;
    if (!party) part.problem.textContent = `${damaged} ${part.problem.textContent}`;
  } catch {
    unlink();
    part.problem.textContent = damaged;
  }
  return false;
}

/** Opens the table of the address, or else the one that this browser keeps. */
async function resume() {
  if (await follow()) return;
  const problem = part.problem.textContent;
  const text = await saves.newest();
  if (text !== null && !(await ask({ ask: "resume", text }))) {
    part.problem.textContent = `The table that this browser keeps is damaged and cannot be opened. ${part.problem.textContent}`;
  } else part.problem.textContent = problem;
}

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
for (const [name, open] of Object.entries(PANELS)) {
  const section = part[name];
  shows[name] = open({
    section,
    ask: async (question) => (await ask({ ...question, panel: name }))?.answer ?? null,
    party: () => seen.members,
    say,
  });
  section.hidden = false;
}
const built = await isBuilt();
part.missing.hidden = built;
part.loading.hidden = !built;
if (built) {
  for (const control of [part.random, part.file, part.link, part.save, ...part.add.querySelectorAll("button")]) control.disabled = false;
  dice.enable(true);
  python.wake();
  await resume();
}
