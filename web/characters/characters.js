// The page: turns the form into an address, asks Python in the worker for its party, and shows it.
import { Dice } from "../shared/dice.js";
import { ended } from "../shared/links.js";
import { button, download, element, isBuilt, partsOf, Python } from "../shared/shell.js";
import { sheetOf } from "./sheets.js";

const MOST = 12;
const TRAITS = ["physique", "skin", "hair", "face", "speech", "clothing", "virtue", "vice"];
const MORE = ["row1", "row2", "bond", ...TRAITS]; // choices that are folded away
const CHOICES = ["background", "name", "swap", "str", "dex", "wil", ...MORE];
const KEYS = [...CHOICES, "reroll"];
const python = new Python("web.characters.page", (done) => {
  part.progress.value = done;
  part.loading.hidden = done === 1;
});
const part = partsOf("characters");
const dice = new Dice(part.dice, roll);
const { players, seed, omen } = part.setup.elements;
let party = null; // the shown party, as Python answered it
let made = ""; // the seed of the shown party
let busy = false;
let moved = false; // to another address

// 1. the form

/** Shows the fields of some characters, and keeps what is filled in. */
function resize(number) {
  players.value = number;
  const rows = part.members.children;
  while (rows.length > number) rows[rows.length - 1].remove();
  while (rows.length < number) {
    const row = part.member.content.cloneNode(true);
    row.querySelector("legend").textContent = `Character ${rows.length + 1}`;
    part.members.append(row);
  }
}

function fieldsOf(row) {
  return Object.fromEntries([...row.querySelectorAll("[data-key]")].map((field) => [field.dataset.key, field]));
}

function fill(choices) {
  resize(choices.members.length);
  seed.value = choices.seed;
  omen.checked = choices.omen;
  choices.members.forEach((member, index) => {
    const row = part.members.children[index];
    for (const [key, field] of Object.entries(fieldsOf(row))) field.value = member[key];
    row.dataset.reroll = member.reroll;
    row.querySelector("details").open ||= MORE.some((key) => member[key]);
  });
}

/** Returns the address of the form. Python checks it, like any other address. */
function address() {
  const rows = [...part.members.children].map((row) => ({ fields: fieldsOf(row), reroll: row.dataset.reroll ?? "0" }));
  const values = (key) => rows.map(({ fields, reroll }) => (key === "reroll" ? reroll : fields[key].value.trim()));
  const lists = KEYS.map((key) => `${key}=${values(key).map(encodeURIComponent).join(",")}`);
  const typed = encodeURIComponent(seed.value.trim());
  return [`v=1&seed=${typed}&players=${rows.length}&omen=${omen.checked ? "yes" : "no"}`, ...lists].join("&");
}

function rerollNone() {
  for (const row of part.members.children) row.dataset.reroll = "0";
}

// 2. the party

/** Says that dice roll, or that Python loads. */
function rolling() {
  part.loading.hidden = python.ready;
  part.status.textContent = python.ready ? "Rolling …" : "";
}

/** Makes the party of an address, and returns true if it is shown. */
async function make(text, { from = "form" } = {}) {
  part.problem.replaceChildren();
  rolling();
  const answer = await python.ask({ ask: "make", address: text, private: part.private.checked });
  part.size.hidden = true;
  if (from === "address" || answer.party) fill(answer.choices);
  part.status.textContent = "";
  if (!answer.party) {
    explain(answer.faults, from);
    return false;
  }
  made = answer.choices.seed;
  part.make.textContent = "Update the party";
  const target = `#${answer.party.address}`;
  if (location.hash !== target) history[from === "address" ? "replaceState" : "pushState"](null, "", target);
  show(answer.party);
  return true;
}

function explain(faults, from) {
  const list = element("ul");
  part.choices.open = true;
  list.append(...faults.map((fault) => element("li", fault)));
  if (from === "address") {
    hide();
    part.problem.append(element("p", "The address of this page does not make a party:"), list,
      element("p", "The form below shows what could be read. Correct it, and make a party from there."));
  } else part.problem.append(list);
  part.problem.scrollIntoView({ block: "nearest" });
}

function hide() {
  party = null;
  dice.members([]);
  part.status.textContent = "";
  part.party.hidden = true;
}

function show(answer) {
  party = answer;
  const { members } = party;
  part.heading.textContent = members.length === 1 ? members[0].name : `A party of ${members.length}`;
  part.omitted.replaceChildren();
  part.copied.textContent = "";
  part.table.href = new URL(`../warden/#${party.address}`, import.meta.url).href;
  part.download.textContent = members.length === 1 ? "Download" : "Download all";
  part.reroll.textContent = members.length === 1 ? "Reroll" : "Reroll all";
  part.overview.hidden = members.length === 1;
  part.overview.tBodies[0].replaceChildren(...members.map(line));
  part.sheets.replaceChildren(...members.map(card));
  dice.members(members.map(({ name }) => name));
  part.program.textContent = party.program;
  part.party.hidden = false;
}

function line({ name, background, cells }, index) {
  const row = element("tr");
  const head = element("th");
  const link = element("button", name);
  link.type = "button";
  link.addEventListener("click", () => {
    const card = part.sheets.children[index];
    card.scrollIntoView();
    card.focus({ preventScroll: true });
  });
  head.scope = "row";
  head.append(link, element("span", background));
  row.append(head, ...cells.map((cell) => element("td", cell)));
  return row;
}

function card({ name, sheet }, index) {
  const made = element("article");
  made.setAttribute("aria-label", name);
  made.tabIndex = -1;
  const tools = element("div");
  tools.className = "row tools";
  if (party.members.length > 1) {
    tools.append(
      tool("Reroll", `Reroll ${name}`, () => reroll(index)),
      tool("Download", `Download ${name}`, () => save(index)),
    );
  }
  made.append(tools, sheetOf(sheet));
  return made;
}

function tool(text, label, act) {
  const made = button(text, () => attempt(act));
  made.setAttribute("aria-label", label);
  return made;
}

// 3. what the reader does

async function submit() {
  if (party && seed.value.trim() !== made) rerollNone();
  if (!(await make(address()))) return;
  announce();
  part.heading.focus({ preventScroll: true });
  part.party.scrollIntoView();
}

async function rerollAll() {
  const before = seed.value;
  rerollNone();
  seed.value = "";
  if (await make(address())) announce();
  else seed.value = before;
}

async function reroll(index) {
  const row = part.members.children[index];
  const before = row.dataset.reroll;
  row.dataset.reroll = (Number(before) + 1) % 1000;
  if (!(await make(address()))) {
    row.dataset.reroll = before;
    return;
  }
  const { name, background } = party.members[index];
  part.status.textContent = `Character ${index + 1} is now ${name}, ${background}.`;
  part.sheets.children[index].querySelector("button").focus({ preventScroll: true });
}

function announce() {
  const names = party.members.map(({ name }) => name).join(", ");
  part.status.textContent = `Made with seed ${made}: ${names}.`;
}

async function reveal() {
  if (party) show((await python.ask({ ask: "show", private: part.private.checked })));
}

async function save(member = null) {
  const asked = { ask: "file", format: part.format.value, member, private: part.private.checked };
  const { name, type, base64, omissions } = await python.ask(asked);
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  download(name, type, bytes);
  part.status.textContent = `Downloaded ${name}.`;
  part.omitted.replaceChildren(...omissions.map((omission) => element("li", `Left out: ${omission}`)));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    part.copied.textContent = "Copied.";
  } catch {
    part.copied.textContent = "Copy it from the address bar.";
  }
}

/** Returns the answer to a roll, or null if something else is being done. */
async function roll(question) {
  let answer = null;
  await attempt(async () => {
    part.loading.hidden = python.ready;
    answer = await python.ask(question);
    part.size.hidden = true;
  });
  return answer;
}

/** Makes the party of the page's address, unless it leads to a heading or there is none. */
async function open() {
  const text = ended(location.hash).slice(1);
  if (!text) {
    hide();
    part.problem.replaceChildren();
  } else if (party?.address !== text && !document.getElementById(text) && (await make(text, { from: "address" }))) {
    part.choices.open = new RegExp(`&(${CHOICES.join("|")})=`).test(text);
    announce();
  }
}

/** Does one thing at a time. What is clicked meanwhile is ignored. */
async function attempt(what) {
  if (busy) return;
  busy = true;
  part.party.classList.add("busy");
  try {
    await what();
  } catch (problem) {
    part.status.textContent = "";
    part.loading.hidden = true;
    part.problem.replaceChildren(element("p", "Something went wrong. Reload the page to start again."),
      element("p", problem.message));
  }
  busy = false;
  part.party.classList.remove("busy");
  follow();
}

/** Opens the address once nothing else is being done. */
function follow() {
  if (!moved || busy) return;
  moved = false;
  attempt(open);
}

players.append(...Array.from({ length: MOST }, (_, index) => new Option(index + 1)));
resize(4);
players.addEventListener("change", () => resize(Number(players.value)));
part.setup.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(submit);
});
part.reroll.addEventListener("click", () => attempt(rerollAll));
part.print.addEventListener("click", () => print());
part.link.addEventListener("click", copy);
part.download.addEventListener("click", () => attempt(() => save()));
part.private.addEventListener("change", () => attempt(reveal));
const built = await isBuilt();
part.missing.hidden = built;
for (const submit of part.setup.querySelectorAll("button")) submit.disabled = !built;
dice.enable(built);
if (built) {
  for (const form of [part.setup, part.dice]) form.addEventListener("focusin", () => python.wake());
  addEventListener("hashchange", () => {
    moved = true;
    follow();
  });
  await attempt(open);
}
