// The panel of fights: the foes, the odds while they are typed, and the fight itself.
import { element } from "../shared/shell.js";
import { bar, Estimate, listOf, tableOf } from "./estimates.js";
import { figureRow, Game } from "./panel_game.js";
import { ruled } from "../shared/rules.js";

const SIDES = ["The party", "The foes"];
const HELD = ["asleep", "charmed", "confused", "entangled", "paralysed"];
const FATES = ["stands", "critical or out", "dead", "fled"];
const HTML = `
<details open>
<summary><h2>The fight</h2></summary>
<form class="plan" autocomplete="off" novalidate>
<label class="wide">Foes <input name="foes" list="warden-creatures" maxlength="1000" placeholder="2 wolf; Chief: 6 HP, axe (d8)" aria-describedby="warden-foes-hint"></label>
<datalist id="warden-creatures"></datalist>
<p id="warden-foes-hint" class="quiet wide">Creatures of the book, or stat lines such as <em>Chief: 6 HP, 1 Armor, axe (d8)</em>, separated by semicolons; a number in front makes several.</p>
<fieldset class="wide" hidden><legend>Who fights</legend></fieldset>
<details class="wide">
<summary>Circumstances</summary>
<div class="fields">
<label>The first round <select name="first"><option value="save">DEX saves of the party</option><option value="pcs_ready">the party surprises the foes</option><option value="foes_first">the foes surprise the party</option></select></label>
<label>Leader of the foes <input name="leader" inputmode="numeric" maxlength="3" placeholder="number, or empty"></label>
<label>The party's policy <select name="party"></select></label>
<label>The foes' policy <select name="warden"></select></label>
<label class="check"><input type="checkbox" name="morale" checked> Foes test morale</label>
<label class="check"><input type="checkbox" name="companions" checked> Companions fight</label>
</div>
</details>
<button class="primary">Begin the fight</button>
</form>
<div class="running" hidden>
<div class="sides"></div>
<div class="game"></div>
<div class="refused"></div>
<details class="arranging">
<summary>Circumstances of a fighter, and more foes</summary>
<form class="judge" autocomplete="off" novalidate>
<div class="fields wide">
<label>Attacks <select name="aspect"><option value="position">by</option><option value="exposure">on</option></select></label>
<label>Whom <select name="fighter"></select></label>
<label>Position <select name="mode"><option>enhanced</option><option>impaired</option><option>normal</option></select></label>
<label>Until <select name="until"><option value="">changed again</option><option value="now">the end of this round</option></select></label>
</div>
<button>Judge the position</button>
</form>
<form class="arrange" autocomplete="off" novalidate>
<div class="fields wide">
<label>Fighter <select name="fighter"></select></label>
<label>It is <select name="held"></select></label>
</div>
<button>Change</button>
</form>
<form class="join" autocomplete="off" novalidate>
<label>More foes <input name="foes" maxlength="1000" placeholder="wolf"></label>
<button>They join</button>
</form>
</details>
</div>
<div class="odds" hidden>
<h3>The odds</h3>
<p role="status" class="verdict"></p>
<p class="quiet progress"></p>
<div class="found"></div>
</div>
</details>`;

/** Opens the panel; see `warden.js`. */
export function open({ section, ask, party }) {
  section.innerHTML = HTML;
  const find = (selector) => section.querySelector(selector);
  const [form, fold, found] = [find(".plan"), find("details"), find(".found")];
  const fields = form.elements;
  const estimate = new Estimate((question) => ask(question, { quiet: true }), odds);
  const game = new Game(find(".game"), ask, "1:1>3");
  let away = []; // the places of members who do not fight
  let running = null;
  let asked = null; // what can be chosen, once it is needed
  let drawn = null; // the odds on the page
  let judged = ""; // the state of the fight whose odds were asked for
  let seen = ""; // the plan that was filled in last
  game.button("The computer decides this turn", { ask: "computer" });
  const automatic = game.box("The computer plays the foes", (on) => ({ ask: "automatic", on }));
  const leave = game.leaving("Leave the fight");

  const judge = find(".judge");
  const arrange = find(".arrange");
  const join = find(".join");
  arrange.elements.held.append(new Option("able to act", ""), ...HELD.map((name) => new Option(name)));

  // 1. the plan

  function plan() {
    const texts = ["foes", "first", "leader", "party", "warden"].map((name) => [name, fields[name].value]);
    const boxes = ["morale", "companions"].map((name) => [name, fields[name].checked]);
    return { ...Object.fromEntries([...texts, ...boxes]), away };
  }

  /** Shows a plan that is kept, unless it is the one before: what is being typed stays. */
  function fill(kept) {
    if (JSON.stringify(kept) === seen) return;
    seen = JSON.stringify(kept);
    for (const name of ["foes", "first", "leader", "party", "warden"]) if (fields[name].value !== kept[name]) fields[name].value = kept[name];
    for (const name of ["morale", "companions"]) fields[name].checked = kept[name];
    away = kept.away;
  }

  function members() {
    const legend = element("legend", "Who fights");
    const boxes = party().map(({ name }, place) => {
      const label = element("label");
      const box = element("input");
      box.type = "checkbox";
      box.checked = !away.includes(place);
      box.addEventListener("change", () => {
        away = box.checked ? away.filter((each) => each !== place) : [...away, place];
      });
      label.className = "check";
      label.append(box, ` ${name}`);
      return label;
    });
    form.querySelector("fieldset").replaceChildren(legend, ...boxes);
    form.querySelector("fieldset").hidden = boxes.length === 0;
  }

  /** Completes the last of the foes, and asks for what can be chosen when it is first needed. */
  async function complete() {
    asked ??= ask({ ask: "options" }, { quiet: true });
    const { creatures, policies } = await asked;
    choose(policies);
    const before = /^(?:.*;\s*)?(?:\d+\s*x?\s+)?/i.exec(fields.foes.value)[0];
    form.querySelector("datalist").replaceChildren(...creatures.map((name) => new Option("", before + name)));
  }

  function choose(policies) {
    for (const select of [fields.party, fields.warden]) {
      if (!select.length) select.append(...policies.map((name) => new Option(name)));
    }
  }

  async function changed() {
    await complete();
    if (fields.foes.value.trim()) estimate.soon({ ask: "odds", plan: plan() });
    else hide();
  }

  function hide() {
    estimate.stop();
    drawn = null;
    judged = "";
    find(".odds").hidden = true;
  }

  // 2. the odds

  /** Shows a slice of the odds. A screen reader hears the last one alone. */
  function odds(slice) {
    find(".odds").hidden = false;
    const { fault, result, state, line } = slice;
    find(".progress").textContent = fault ?? (state === "running" ? `Working out the odds: ${line}.` : "");
    if (result) {
      drawn = result;
      found.replaceChildren(...parts(result));
    }
    if (state === "done") find(".verdict").textContent = `${drawn.verdict} ${drawn.rounds}`;
    else if (result || fault) find(".verdict").textContent = "";
  }

  function parts({ title, wins, judged, endings, fighters, assumptions, exact }) {
    const bars = element("dl");
    wins.forEach((share, side) => {
      const value = element("dd", share.text);
      value.append(bar(share, `side-${side}`));
      bars.append(element("dt", share.name), value);
    });
    for (const share of judged) {
      const value = element("dd", share.text);
      value.append(bar(share, "side-0"));
      bars.append(element("dt", `The party wins ${share.name}`), value);
    }
    const rows = fighters.map(({ name, side, fates, scars }) => {
      const cells = fates.map((fate, index) => {
        const cell = element("td", fate.text);
        if (index === 0) cell.append(bar(fate, `side-${side}`));
        return cell;
      });
      return [name, ...cells, scars || "–"];
    });
    const more = element("details");
    more.append(element("summary", "How it ends, and what is assumed"), tableOf("How it ends", ["Ending", "Probability"],
      endings.map(({ name, text }) => [name, text])), listOf(assumptions));
    const kind = exact ? "Exact." : "Simulated; brackets hold 95 % intervals.";
    return [element("p", title), bars, element("p", kind), tableOf("The fate of each", ["Fighter", ...FATES, "scars"], rows), more];
  }

  // 3. the fight

  function side(number) {
    const list = element("ul");
    list.append(...running.fighters.filter((each) => each.side === number).map((each) => {
      const scores = Object.entries(each.scores).map(([name, score]) => `${name} ${score}`).join(", ");
      const row = figureRow(each, `${each.hp} HP, Armor ${each.armor}, ${scores}`);
      row.classList.toggle("out", !each.in);
      row.title = each.attacks.join(", ");
      return row;
    }));
    const made = element("div");
    made.append(element("h3", SIDES[number]), list);
    return made;
  }

  function refusals() {
    if (!running.refused.length) return [];
    const made = element("details");
    const list = element("ul");
    list.append(...running.refused.map(({ sentence, reason }) => ruled("li", `${sentence}: no, ${reason}`)));
    made.append(element("summary", "What is not possible now, and why"), list);
    return [made];
  }

  /** Offers the fighters, and shows what holds the chosen one. */
  function circumstances() {
    const { fighter, held } = arrange.elements;
    const names = running.fighters.map(({ name }) => name);
    if (names.some((name, index) => fighter[index]?.text !== name) || fighter.length !== names.length) {
      fighter.replaceChildren(...names.map((name, index) => new Option(name, index)));
      judge.elements.fighter.replaceChildren(new Option(SIDES[0], "party"), new Option(SIDES[1], "foes"),
        ...names.map((name, index) => new Option(name, index + 1)));
    }
    held.value = running.fighters[fighter.value].held;
  }

  arrange.elements.fighter.addEventListener("change", circumstances);
  arrange.addEventListener("submit", (event) => {
    event.preventDefault();
    const { fighter, held } = arrange.elements;
    ask({ ask: "arrange", fighter: Number(fighter.value), held: held.value });
  });
  judge.addEventListener("submit", (event) => {
    event.preventDefault();
    const { aspect, fighter, mode, until } = judge.elements;
    const end = until.value ? `:${Math.max(running.round, 1)}` : "";
    ask({ ask: "act", action: `${aspect.value}:${fighter.value}=${mode.value}${end}` });
  });
  join.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await ask({ ask: "join", foes: join.elements.foes.value })) join.reset();
  });
  form.addEventListener("input", changed);
  form.addEventListener("change", async () => {
    await complete();
    seen = JSON.stringify(plan());
    await ask({ ask: "plan", plan: plan() }, { quiet: true });
  });
  form.addEventListener("focusin", complete, { once: true });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await complete();
    hide();
    if (await ask({ ask: "begin", plan: plan() })) find(".game .question").focus();
  });

  return function show(view) {
    if (view) {
      choose(view.policies);
      fill(view.plan);
    }
    members();
    find(".plan button").classList.toggle("primary", party().length > 0);
    running = view?.running ?? null;
    form.hidden = running !== null;
    find(".running").hidden = running === null;
    if (!running) {
      if (view && fold.open && view.plan.foes.trim()) changed();
      return;
    }
    find(".sides").replaceChildren(side(0), side(1));
    find(".refused").replaceChildren(...refusals());
    find(".arranging").hidden = running.over;
    game.show(running);
    circumstances();
    automatic.checked = running.automatic;
    leave.textContent = running.over ? "Put the fight away" : "Leave the fight";
    const now = JSON.stringify([running.fighters, running.question]);
    if (running.over) hide();
    else if (now !== judged) estimate.soon({ ask: "odds" });
    judged = now;
  };
}
