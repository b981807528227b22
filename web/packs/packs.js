// The page: shows a pack and what its check finds. The check runs in the sandbox of the workshop, which ends one that takes too long.
import { linked, linkTo, unlink } from "../shared/links.js";
import { button, download, element, keepOffline, partsOf, Saves } from "../shared/shell.js";
import { exactly, flag, LINE, LINE_NUMBER, list, optional, whole } from "../shared/checked.js";
import { answered, Sandbox } from "../shared/sandbox.js";
import { openGames, PARTS } from "./pack_game.js";

const KEY = "pack";
const [SETTLE, PAUSE, PATIENCE] = [400, 1_200, 60_000]; // milliseconds: until the text is saved, and checked; for a check
const KINDS = {
  cards: "A pack of Endless Winter", "role-playing": "A pack of the role-playing game", dungeon: "A dungeon", land: "A land",
};
const LINKED = "This text comes from a link. Read it, then press Check. A text that you wrote here before stays saved: a new tab opens it.";
const FINDING = exactly({
  severity: (value) => ["fault", "warning"].includes(value), where: LINE, message: LINE, line: optional(LINE_NUMBER),
});
const isCheck = exactly({
  kind: (value) => value === "" || Object.hasOwn(KINDS, value), name: LINE, playable: flag, findings: list(FINDING, 200), more: whole(100_000),
  ...PARTS,
});
const part = partsOf("packs");
const saves = new Saves("packs");
const sandbox = new Sandbox("web.packs.page", loaded, { hasSpare: false });
const opening = await (await fetch(new URL("opening.json", import.meta.url))).json();
let editor = null;
let offer = null; // shows what can be played
let isRead = false; // true once the text may be checked: one from a link waits for the button
let asked = 0; // counts the checks: only the last one is shown
let [saving, pausing] = [null, null];

// 1. the check

function loaded(done) {
  part.progress.value = done;
  part.loading.hidden = sandbox.ready;
  if (sandbox.ready) keepOffline(new URL("service-worker.js", import.meta.url)); // once there is something to keep
}

/** Checks the text, and shows what is found. It is saved before. */
async function check() {
  const mine = (asked += 1);
  isRead = true;
  part.unread.hidden = true;
  clearTimeout(pausing);
  busy(true);
  await save();
  try {
    const found = await answered(sandbox, { ask: "check", text: editor.text }, isCheck, { patience: PATIENCE, what: "check" });
    if (mine === asked) show(found);
  } catch (problem) {
    if (mine === asked) show(null, `The check did not end. ${problem.message} Your text is saved.`);
  } finally {
    if (mine === asked) busy(false);
  }
}

function busy(isBusy) {
  part.stop.disabled = !isBusy;
  part.table.setAttribute("aria-busy", String(isBusy));
  if (isBusy) part.status.textContent = "Checking …";
}

function show(found, problem = "") {
  part.status.textContent = problem || summary(found);
  const findings = found?.findings ?? [];
  part.findings.replaceChildren(...findings.map(finding));
  if (found?.more) part.findings.append(element("li", `and ${found.more} more`));
  editor.mark(findings);
  offer(found ?? { kind: "", playable: false, backgrounds: [], creatures: [] });
}

function summary({ kind, name, findings, more }) {
  const what = [KINDS[kind] ?? "A text", name].filter(Boolean).join(": ");
  if (!findings.length) return `${what}. Nothing found.`;
  const faults = findings.filter(({ severity }) => severity === "fault").length;
  const counted = [[faults, "fault"], [findings.length - faults, "warning"]].filter(([count]) => count);
  return `${what}. ${counted.map(([count, word]) => `${count} ${word}${count > 1 ? "s" : ""}`).join(", ")}${more ? ` and ${more} more` : ""}.`;
}

function finding({ severity, where, message, line }) {
  const item = element("li");
  if (line !== null) item.append(button(`Line ${line}`, () => editor.go(line)), " ");
  if (severity === "warning") item.append("Warning: ");
  if (where !== "$") item.append(element("code", where), " ");
  item.append(message);
  return item;
}

// 2. saved work, files and links

async function save() {
  clearTimeout(saving);
  await saves.keep(JSON.stringify({ text: editor.text }));
}

function changed() {
  part.link.hidden = true; // it holds the text before
  part.shared.textContent = "";
  clearTimeout(saving);
  saving = setTimeout(save, SETTLE);
  clearTimeout(pausing);
  if (isRead) pausing = setTimeout(check, PAUSE);
}

/** Returns a stored or linked text, or null if it is damaged. */
function read(stored) {
  try {
    const { text } = JSON.parse(stored);
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

/** Returns the text with which the page opens, whether it comes from a link, and what to say of it. */
async function begun() {
  const linkedText = await linked(KEY).catch(() => "");
  if (linkedText !== null) unlink();
  const text = read(linkedText);
  if (text !== null) return { text, isLinked: true, notice: LINKED };
  const saved = read(await saves.newest());
  return { text: saved ?? opening.examples[0].text, isLinked: false, notice: linkedText === null ? "" : "The link is damaged: ask for it again." };
}

async function share() {
  part.link.value = await linkTo(JSON.stringify({ format: 1, text: editor.text }), KEY);
  part.link.hidden = false;
  part.link.select();
  const copied = await navigator.clipboard.writeText(part.link.value).then(() => true, () => false);
  part.shared.textContent = copied ? "The link is copied. It holds your text." : "This link holds your text: copy it.";
}

/** Puts another text in place of the reader's, if they agree. */
async function replace(text) {
  const isOwn = editor.text.trim() && !opening.examples.some((each) => each.text === editor.text);
  if (isOwn && !confirm("Your text will be replaced. Replace it?")) return;
  editor.text = text;
  await check();
}

// 3. the page

part.missing.hidden = opening.built;
if (opening.built) {
  part.table.hidden = false;
  part.loading.hidden = false;
  sandbox.start();
  part.example.replaceChildren(...opening.examples.map(({ title }, index) => new Option(title, index)));
  const [{ PackEditor }, { text, isLinked, notice }] = await Promise.all([import("./pack_editor.js"), begun()]);
  editor = new PackEditor(part.editor, changed, check);
  editor.text = text;
  offer = openGames(opening.levels, part, { sandbox, source: () => editor.text });
  part.unread.hidden = notice === "";
  part.unread.textContent = notice;
  part.check.addEventListener("click", check);
  part.stop.addEventListener("click", () => sandbox.stop());
  part.share.addEventListener("click", share);
  part.open.addEventListener("click", () => replace(opening.examples[Number(part.example.value)].text));
  part.file.addEventListener("change", async () => {
    await replace(await part.file.files[0].text());
    part.file.value = "";
  });
  part.save.addEventListener("click", () => {
    const ending = editor.text.trimStart().startsWith("{") ? "json" : "toml";
    download(`pack.${ending}`, `application/${ending}`, editor.text);
    part.command.replaceChildren(element("code", `cairn-rules check-pack pack.${ending}`));
  });
  addEventListener("pagehide", save);
  addEventListener("hashchange", () => { if (location.hash.startsWith(`#${KEY}=`)) location.reload(); });
  if (text === opening.examples[0].text && !isLinked) {
    isRead = true;
    show(opening.found); // as it was found when the site was built
    busy(false);
  } else if (!isLinked) await check();
}
