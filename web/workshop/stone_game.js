// A game with the text's megalith. The text, the game and the computer players run in the sandbox; what it answers is checked.
import { Game } from "../shared/game.js";
import { Setup } from "../shared/setup.js";
import { button, download, element, Problem } from "../shared/shell.js";
import { ANSWERS, exactly, LINE, list, PICTURE, TABLE, text } from "../shared/checked.js";
import { Places } from "./places.js";
import { answered, NoAnswer } from "../shared/sandbox.js";

const QUICK = ["text", "picture", "why"]; // questions for which no player thinks
const [SHORT, LONG] = [10_000, 60_000]; // milliseconds: a computer player thinks about a second, as long as the text is quick
const OFFERS = {
  browser: "This game was under way when you left the page. Read the Python code of its megalith, then run it to go on.",
  link: "The link has a game. Its megalith is the Python code of whoever made the link: read it, then run it.",
  file: "The record has Python code of whoever wrote its megalith. Read it, then run it to open the game.",
};
const SOURCE = text(100_000);
const ACTION = exactly({ action: LINE, words: LINE, ways: list(list(text(100), 2), 4) });
const THING = exactly({ place: text(100), name: LINE, text: LINE });

/** Returns a function that checks the answer to a question of a game whose places have these names. */
function answers(places) {
  const isView = exactly({
    ...TABLE, game: (value) => value === "cairn", handover: (value) => value === null,
    seat: (value) => [null, "sea", "forest"].includes(value), actions: list(ACTION, 2_000), picture: PICTURE, choices: PICTURE,
    things: list(THING, 100), threats: list(LINE, 100), title: LINE,
    places: exactly(Object.fromEntries(places.map((place) => [place, LINE]))),
  });
  const kinds = { ...ANSWERS, text: exactly({ source: SOURCE }) };
  return (question, answer) => (kinds[question.ask] ?? isView)(answer);
}

/**
 * Opens the tool.
 *
 * `games` has what can be chosen for new games, and `sides` the places by the tribe at the bottom. `sandbox` answers,
 * `source` returns the reader's text, `allow` lets it run, `mark` shows a fault of it at its line, `go` goes to a line, `edit` puts a text in its place, `isDark`
 * returns whether the page is, `keep` saves the record, and `link` returns a link with some parts in place of the page's.
 */
export function openGame(games, sides, part, { sandbox, source, allow, mark, go, edit, isDark, keep, link }) {
  const isAnswer = answers(Object.keys(sides.sea));
  const isBeside = ([name]) => /^(?:tile|upcoming)/.test(name);
  const boxes = Object.entries(sides.sea);
  const field = new Places(part.field, "The board of the game", Object.fromEntries(boxes.filter((box) => !isBeside(box))), click, tell);
  const panel = new Places(part.panel, "The tiles and the upcoming megaliths", Object.fromEntries(boxes.filter(isBeside)), click, tell);
  const setup = new Setup(part.setup, part, games.filter(({ name }) => name === "cairn"));
  let playing = ""; // the text that the game began with
  let offered = null; // the record that the reader may open, and its text
  let asked = 0; // counts the longer questions: after the last one nothing runs

  const game = new Game(part, {
    ask, attempt, draw, show: showMore, begin: begun, isReady: () => sandbox.ready, site: "../",
    holds: (each) => part.pictures.contains(each), focus: () => field.focus(),
  });

  // 1. questions

  async function ask(question) {
    const isQuick = QUICK.includes(question.ask);
    const mine = (asked += isQuick ? 0 : 1);
    if (!isQuick) busy(true);
    const { seen } = game;
    const shown = { record: seen?.record ?? "", place: seen?.stepping && !seen.varied ? seen.place : null };
    if (question.ask === "new") allow();
    try {
      const asking = { ask: "play", question, ...shown, dark: isDark() };
      const text = question.ask === "text" ? null : question.source ?? playing;
      return await answered(sandbox, asking, (found) => isAnswer(question, found), { patience: isQuick ? SHORT : LONG, what: "game", text });
    } catch (problem) {
      if (problem instanceof Problem && problem.line !== null && question.ask === "new") mark(problem.line, problem.message);
      throw problem;
    } finally {
      if (mine === asked && !isQuick) busy(false);
    }
  }

  function busy(isBusy) {
    part.stop.disabled = !isBusy;
    part.table.setAttribute("aria-busy", String(isBusy));
  }

  /** Does something. If the game's text fails, the game is opened again as it was before. */
  async function attempt(what) {
    try {
      await what();
    } catch (problem) {
      if (!(problem instanceof NoAnswer || problem instanceof Problem)) throw problem;
      if (!game.seen) return say(problem.message);
      const { record } = game.seen;
      const before = await ask({ ask: "open", text: record }).catch((other) => ({ problem: other.message }));
      if (before.problem) return say(`${problem.message} The game cannot be opened again: ${before.problem} Its record is kept.`);
      game.update(before, { halted: true });
      blame(problem);
    }
  }

  function say(words) {
    part.problem.textContent = words;
  }

  /** Tells why the game is halted. */
  function blame(problem) {
    const { reason } = part;
    reason.replaceChildren();
    if (problem instanceof NoAnswer) reason.append(`No answer. ${problem.message} `);
    else reason.append("The megalith fails: ");
    if (problem.line && source() === playing) {
      reason.append(button(`Line ${problem.line}`, () => go(problem.line)), " ");
    } else if (problem.line) reason.append(`on line ${problem.line} of the text that the game began with (${(playing.split("\n")[problem.line - 1] ?? "").trim()}): `);
    if (problem instanceof Problem) reason.append(problem.message.replace(/\.?$/, ". "));
    reason.append("The game is as it was before.");
    part.again.hidden = game.seen.yours || game.seen.over;
  }

  // 2. the game

  function begun({ source: began }) {
    playing = began;
    part.offer.hidden = true;
    part.table.hidden = false; // so that it can take the focus
  }

  function showMore() {
    const { seen } = game;
    part.again.hidden = true;
    for (const places of [field, panel]) places.arrange(sides[seen.seat ?? "sea"]);
    part.stones.replaceChildren(...seen.things.flatMap(({ place, name, text: says }) => [
      element("dt", `${name}, ${place.startsWith("stone") ? "upcoming" : place}`), element("dd", says),
    ]));
    compare();
    keep(seen.finished ? "" : seen.record);
    return draw(seen.yours ? seen.choices : seen.picture);
  }

  /** Returns the places of upcoming megaliths by the names that actions have for them. */
  function slots() {
    const upcoming = game.seen.things.filter(({ place }) => place.startsWith("stone "));
    return new Map(upcoming.map(({ place }, index) => [place, `upcoming ${index + 1}`]));
  }

  async function draw(picture) {
    const { seen } = game;
    const slot = slots();
    const open = new Set([...game.reachable()].map((place) => slot.get(place) ?? place));
    if (picture !== null) await Promise.all([field, panel].map((each) => each.show(picture, seen.title, seen.places, open)));
  }

  function click(place) {
    if (!game.seen) return;
    const [name] = [...slots()].find(([, slot]) => slot === place) ?? [place];
    attempt(() => game.click(name));
  }

  /** Tells what the megalith on a place does. */
  function tell(place) {
    const [name] = [...slots()].find(([, slot]) => slot === place) ?? [place];
    const thing = game.seen?.things.find((each) => each.place === name);
    if (thing) part.stone.textContent = `${thing.name}: ${thing.text}`;
  }

  /** Says that the game keeps its text, if the editor has another one. */
  function compare() {
    part.changed.hidden = !game.seen || source() === playing;
  }

  /** Returns the record to give away. What runs with the game writes it, but the text in it has to be that of the game. */
  async function given() {
    const { record } = game.seen;
    const { source: held } = await ask({ ask: "text", text: record });
    if (held !== playing) throw new Problem({ problem: "its record has another text." });
    return record;
  }

  /** Shows the text of a record. It runs when the reader presses the button. `from` is where the record was. */
  async function offer(record, from) {
    part.section.open = true;
    say("");
    const found = await ask({ ask: "text", text: record }).catch(Problem.take);
    if (found instanceof Problem) return say(`This cannot be opened: ${found.message}`);
    offered = { record, source: found.source };
    part.offered.textContent = OFFERS[from];
    part.text.textContent = found.source;
    part.offer.hidden = false;
    if (from === "link") part.offer.scrollIntoView({ block: "center" });
  }

  part.setup.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => game.begin({ ask: "new", ...setup.chosen(), source: source(), where: part.deal.value }));
  });
  part.open.addEventListener("click", () => attempt(() => game.begin({ ask: "open", text: offered.record, source: offered.source }, "This cannot be opened: ")));
  part.edit.addEventListener("click", () => edit(offered.source));
  part.file.addEventListener("change", () => attempt(async () => {
    await offer(await part.file.files[0].text(), "file");
    part.file.value = "";
  }));
  part.pictures.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") attempt(() => game.click(game.clicked.at(-1) ?? null));
  });
  part.again.addEventListener("click", () => attempt(() => game.goOn(game.seen)));
  part.stop.addEventListener("click", () => sandbox.stop());
  part.save.addEventListener("click", () => attempt(async () => download("cairn-game.txt", "text/plain", await given())));
  part.link.addEventListener("click", () => attempt(async () => {
    part.address.value = await link({ source: playing, game: await given() });
    part.address.hidden = false;
    part.address.select();
    await navigator.clipboard.writeText(part.address.value).then(() => { part.copied.textContent = "Copied."; }, () => {});
  }));
  new MutationObserver(() => {
    if (game.seen?.yours || game.seen?.over) attempt(async () => game.update(await ask({ ask: "look" })));
  }).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
  return { offer: (...given) => attempt(() => offer(...given)), compare };
}
