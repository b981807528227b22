// The panel of journeys: what to expect of a way.
import { element } from "../shared/shell.js";
import { Estimate, listOf, tableOf } from "./estimates.js";

const HTML = `
<details>
<summary><h2>The journey</h2></summary>
<form class="plan" autocomplete="off" novalidate>
<div class="fields wide leg">
<label>To <input name="to" maxlength="60" placeholder="the mill"></label>
<label>Path <select name="path"></select></label>
<label>Distance <select name="distance"></select></label>
<label>Terrain <select name="terrain"></select></label>
<button type="button">Add this leg</button>
</div>
<label class="wide">Legs of the way <input name="legs" maxlength="2000" placeholder="Mill: road short; Tower: trail long tough" aria-describedby="warden-legs-hint"></label>
<p id="warden-legs-hint" class="quiet wide">Separated by semicolons. A leg can also have <em>vast</em>, <em>settlement</em>, <em>toll-fatigue</em>, <em>toll-ration</em>, and watches that it adds or saves, such as <em>guide=-1</em>.</p>
<div class="fields wide">
<label>Season <select name="season"></select></label>
<label>Weather of the first day <select name="weather"><option value="">rolled</option></select></label>
<label>Departure <select name="watch"></select></label>
<label>The party's policy <select name="policy"></select></label>
</div>
<details class="wide">
<summary>A second plan, events and nights</summary>
<div class="fields">
<label>With more goods, besides <input name="goods" maxlength="2000" list="warden-goods" placeholder="mule, rations"></label>
<label>Environment events change <select name="change"></select></label>
<label>A night is disturbed <select name="disturbed"></select></label>
<label class="check"><input type="checkbox" name="braves"> They travel in Catastrophic weather (R194)</label>
</div>
<datalist id="warden-goods"></datalist>
</details>
<button class="primary">Forecast</button>
</form>
<div class="forecast" hidden>
<h3 class="title" tabindex="-1"></h3>
<p role="status" class="verdict"></p>
<p class="quiet progress"></p>
<div class="found"></div>
</div>
</details>`;
const LISTS = { path: "paths", distance: "distances", terrain: "terrains", season: "seasons", weather: "weathers", watch: "watches",
  policy: "policies", change: "changes", disturbed: "disturbed" };
const KEPT = ["legs", "season", "weather", "watch", "goods", "policy", "change", "disturbed"];

/** Opens the panel; see `warden.js`. */
export function open({ section, ask }) {
  section.innerHTML = HTML;
  const find = (selector) => section.querySelector(selector);
  const form = find(".plan");
  const fields = form.elements;
  const estimate = new Estimate((question) => ask(question, { quiet: true }), forecast);
  let options = null;
  let seen = ""; // the plan that was filled in last
  let drawn = null; // the forecast on the page

  /** Fills the lists, once. */
  async function choose() {
    options ??= ask({ ask: "options" }, { quiet: true });
    const found = await options;
    if (fields.path.length) return;
    for (const [name, list] of Object.entries(LISTS)) {
      fields[name].append(...found[list].map((word) => new Option(word)));
    }
    find("datalist").append(...found.goods.map(({ name, id }) => new Option(name, id)));
  }

  function plan() {
    return { ...Object.fromEntries(KEPT.map((name) => [name, fields[name].value])), braves: fields.braves.checked };
  }

  async function fill(kept) {
    await choose();
    if (JSON.stringify(kept) === seen) return;
    seen = JSON.stringify(kept);
    for (const name of KEPT) fields[name].value = kept[name];
    fields.braves.checked = kept.braves;
  }

  async function keep() {
    await choose();
    seen = JSON.stringify(plan());
    await ask({ ask: "plan", plan: plan() }, { quiet: true });
  }

  function forecast(slice) {
    const { fault, result, state, line } = slice;
    find(".forecast").hidden = false;
    find(".progress").textContent = fault ?? (state === "running" ? `Working out the forecast: ${line}.` : "");
    if (result) {
      drawn = result;
      find(".title").textContent = result.title;
      found(result);
    }
    find(".verdict").textContent = state === "done" ? drawn.verdicts.join(" ") : "";
  }

  function found({ chart, columns, rows, plans, days, assumptions, exact }) {
    const drawing = element("div");
    drawing.className = "chart";
    drawing.innerHTML = chart;
    const more = element("details");
    more.append(element("summary", "What is assumed"), listOf(assumptions));
    find(".found").replaceChildren(drawing, element("p", exact ? "Exact." : "Simulated; brackets hold 95 % intervals."),
      tableOf("Means", ["Measure", ...columns], rows), tableOf("Arrived by the end of the day", ["Day", ...plans], days), more);
  }

  find(".leg button").addEventListener("click", async () => {
    await choose();
    const { to, path, distance, terrain, legs } = fields;
    const words = [path.value, distance.value, terrain.value].join(" ");
    const leg = to.value.trim() ? `${to.value.replaceAll(/[;:]/g, " ").trim()}: ${words}` : words;
    legs.value = [legs.value.trim().replace(/;$/, ""), leg].filter(Boolean).join("; ");
    to.value = "";
    to.focus();
    await keep();
  });
  form.addEventListener("focusin", choose, { once: true });
  form.addEventListener("change", (event) => {
    if (!event.target.closest(".leg")) keep();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await choose();
    estimate.now({ ask: "forecast", plan: plan() });
  });

  return function show(view) {
    if (view) fill(view.plan);
  };
}
