// What is played with a pack: a character and a fight in the sandbox, and a game of cards, which the play page opens.
import { Game } from "../shared/game.js";
import { linkTo } from "../shared/links.js";
import { download } from "../shared/shell.js";
import { withRules } from "../shared/rules.js";
import { ANSWERS, exactly, LINE, list, optional, TABLE, text } from "../shared/checked.js";
import { answered } from "../shared/sandbox.js";

const PATIENCE = 60_000; // milliseconds
const CONTENT = list(exactly({ id: LINE, name: LINE }), 10_000);
/** The parts of a pack that are played, in the answer to a check. */
export const PARTS = { backgrounds: CONTENT, creatures: CONTENT };
const isRecord = exactly({ record: text(1_000_000) });
const isSheet = exactly({ sheet: text(50_000) });
const ACTION = exactly({ action: LINE, words: LINE, ways: list(list(LINE, 0), 0) });
const isView = exactly({
  ...TABLE, game: (value) => value === "cairn-rpg-combat", handover: optional(LINE), seat: optional(LINE), actions: list(ACTION, 5_000),
  picture: LINE, choices: LINE, things: list(LINE, 0), threats: list(LINE, 0), diagram: text(50_000),
});
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Opens the tools. `levels` are the computer players of Endless Winter, and `source` returns the text. */
export function openGames(levels, part, { sandbox, source }) {
  const tools = { cards: part.cards, "role-playing": part.character, dungeon: part.dungeon, land: part.land };
  part.opponent.replaceChildren(new Option("A friend at this screen", "person"), ...levels.map(({ name, words }) => new Option(`Computer: ${words}`, name)));
  part.opponent.value = (levels.find(({ words }) => words === "Easy") ?? levels[0]).name;

  const game = new Game(part, {
    ask: (question) => (question.ask === "fight" ? ask(question, isView) : ask({ ask: "play", question }, ANSWERS[question.ask] ?? isView)),
    attempt, draw: () => {}, begin: () => {}, isReady: () => sandbox.ready, site: "../", holds: () => false, focus: () => false,
    show: () => {
      for (const line of [part.question, ...part.told.children]) line.replaceChildren(...withRules(line.textContent));
      part.diagram.textContent = game.seen.diagram;
      part.fight.hidden = false;
    },
  });

  function ask(question, isAnswer) {
    return answered(sandbox, question, isAnswer, { patience: PATIENCE, what: "game" });
  }

  async function attempt(what) {
    part.problem.textContent = "";
    try {
      await what();
    } catch (problem) {
      part.problem.textContent = problem.message;
    }
  }

  /** Fills a choice with the parts of a pack. */
  function offer(select, content, ...more) {
    const { value } = select;
    select.replaceChildren(...content.map(({ id, name }) => new Option(name, id)), ...more);
    if (content.some(({ id }) => id === value)) select.value = value;
  }

  part.deal.addEventListener("click", () => attempt(async () => {
    const { record } = await ask({ ask: "deal", text: source(), opponent: part.opponent.value, seed: seed() }, isRecord);
    const [, hash] = (await linkTo(record)).split("#");
    location.assign(new URL(`../play/#${hash}`, import.meta.url));
  }));
  part.roll.addEventListener("click", () => attempt(async () => {
    const { sheet } = await ask({ ask: "roll", text: source(), background: part.background.value, seed: seed() }, isSheet);
    part.sheet.textContent = sheet;
    part.rolled.hidden = false;
    part.fight.hidden = true;
  }));
  part.keep.addEventListener("click", () => download("character.txt", "text/plain", part.sheet.textContent));
  part.begin.addEventListener("click", () => attempt(() => game.begin({ ask: "fight", creature: part.creature.value, seed: seed() })));

  /** Shows the tool for a pack that was checked, or none for a text that cannot be played. */
  return ({ kind, playable, backgrounds, creatures }) => {
    for (const [name, tool] of Object.entries(tools)) tool.hidden = !playable || name !== kind;
    offer(part.background, backgrounds, new Option("rolled from all", ""));
    offer(part.creature, creatures);
    part.foes.hidden = creatures.length === 0;
  };
}
