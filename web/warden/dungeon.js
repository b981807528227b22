// The panel of dungeons: the turns of a party with a map on paper, or with one of the library, and its lights.
import { element } from "../shared/shell.js";
import { figureRow, Game } from "./panel_game.js";
import { ruled } from "../shared/rules.js";

const TABLES = { encounters: "Encounters (R163)", signs: "Signs", environments: "Environments", losses: "Losses (R164)" };
const HTML = `
<details>
<summary><h2>The dungeon</h2></summary>
<form class="enter" autocomplete="off" novalidate>
<p class="quiet wide">With a map on paper, the page counts the turns, the lights and the events. With a map as a file, it also knows the ways, doors, traps and finds.</p>
<label class="check"><input type="checkbox" name="dark" checked> It is dark</label>
<label>A map as a file <input type="file" name="map" accept=".json,.toml,application/json"></label>
<details class="wide">
<summary>Tables for its events</summary>
<div class="fields"></div>
</details>
<button class="primary">Enter the dungeon</button>
</form>
<div class="running" hidden>
<p class="where"></p>
<ul class="surroundings"></ul>
<ul class="notes"></ul>
<div class="sides">
<div><h3>The party</h3><ul class="members"></ul></div>
<div><h3>Lights</h3><ul class="lights"></ul></div>
</div>
<div class="game"></div>
<form class="area" autocomplete="off" novalidate>
<label>This area <input name="name" maxlength="60"></label>
<label class="check"><input type="checkbox" name="dark"> dark</label>
<label class="check"><input type="checkbox" name="safe"> safe</label>
<label class="check"><input type="checkbox" name="danger"> danger</label>
<button>Change the area</button>
</form>
</div>
</details>`;

/** Opens the panel; see `warden.js`. */
export function open({ section, ask }) {
  section.innerHTML = HTML;
  const find = (selector) => section.querySelector(selector);
  const [enter, area] = [find(".enter"), find(".area")];
  const game = new Game(find(".game"), ask, "1:light:torch");
  const waits = game.button("Nobody else does anything", { ask: "rest-waits" });
  const panic = game.button("Everyone saves against panic", { ask: "panic" });
  game.leaving("Put the dungeon away");
  find(".fields").append(...Object.entries(TABLES).map(([name, title]) => {
    const label = element("label", title);
    const text = element("textarea");
    text.name = name;
    text.rows = 4;
    text.placeholder = "a row on each line";
    label.append(" ", text);
    return label;
  }));

  enter.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { dark, map, ...fields } = enter.elements;
    const [file] = map.files;
    const tables = Object.fromEntries(Object.keys(TABLES).map((name) => [name, fields[name].value]));
    const question = { ask: "enter", map: file ? await file.text() : "", dark: dark.checked, tables };
    if (await ask(question)) find(".question").focus();
  });
  area.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, dark, safe, danger } = area.elements;
    ask({ ask: "area", name: name.value, dark: dark.checked, safe: safe.checked, danger: danger.checked });
  });

  return function show(view) {
    enter.hidden = view !== null;
    find(".running").hidden = view === null;
    if (!view) return;
    const kinds = ["dark", "safe", "danger"].filter((name) => view.area[name]);
    find(".where").textContent = `${view.area.name}${kinds.length ? ` (${kinds.join(", ")})` : ""}. Turns so far: ${view.turn}.`;
    find(".surroundings").replaceChildren(...view.surroundings.map((line) => ruled("li", line)));
    const notes = [...view.troubles, view.stay].filter(Boolean);
    find(".notes").replaceChildren(...notes.map((line) => ruled("li", line)));
    find(".members").replaceChildren(...view.members.map((member) => {
      const scores = Object.entries(member.scores).map(([name, score]) => `${name} ${score}`).join(", ");
      return figureRow(member, `${member.hp} HP, ${scores}`);
    }));
    const lights = view.lights.map(({ who, item, burns }) => {
      const row = element("li", `${item}, ${who}: ${burns ? "burns" : "does not burn"}`);
      row.classList.toggle("burns", burns);
      return row;
    });
    find(".lights").replaceChildren(...(lights.length ? lights : [element("li", "Nobody carries a light.")]));
    for (const name of ["dark", "safe", "danger"]) area.elements[name].checked = view.area[name];
    if (document.activeElement !== area.elements.name) area.elements.name.value = view.area.name;
    area.hidden = !view.between || view.over;
    panic.disabled = area.hidden;
    waits.disabled = !view.members.some(({ decides }) => decides);
    game.show(view);
  };
}
