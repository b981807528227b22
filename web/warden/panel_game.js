// A game that is played in a panel, the fight or the dungeon: its question, its choices, real dice, and what happened.
import { button, element } from "../shared/shell.js";
import { bare, cited, ruled, withRules } from "../shared/rules.js";

const HTML = `
<h3 class="question" tabindex="-1"></h3>
<p class="cited"></p>
<div class="choices"></div>
<form class="throw" autocomplete="off" novalidate hidden>
<label><span class="needed"></span> <input name="faces" inputmode="numeric" maxlength="200"></label>
<button class="primary">Enter</button>
</form>
<div class="row tools"></div>
<details class="typed">
<summary>Type a decision</summary>
<form autocomplete="off" novalidate>
<label>Decision <input name="action" maxlength="200"></label>
<button>Decide</button>
</form>
</details>
<h4>The latest lines</h4>
<div class="lines" tabindex="0" aria-label="The latest lines" role="log"></div>`;

export class Game {
  #ask;
  #root;
  #focus = false; // on the next choice, because the last one was made here
  #last = null; // the button that is left when the game is over

  /** Fills an element. `example` is a decision as it can be typed. */
  constructor(root, ask, example) {
    this.#ask = ask;
    this.#root = root;
    root.innerHTML = HTML;
    root.querySelector(".typed input").placeholder = example;
    this.#onSubmit(".throw", ({ faces }) => ({ ask: "throw", faces: faces.value }));
    this.#onSubmit(".typed form", ({ action }) => ({ ask: "act", action: action.value }));
    this.hand = this.box("Real dice, typed in", (on) => ({ ask: "hand", on }));
  }

  get tools() {
    return this.#root.querySelector(".tools");
  }

  /** Adds a button that asks a question. */
  button(text, question) {
    const made = button(text, () => this.#take(question));
    this.tools.append(made);
    return made;
  }

  /** Adds the button that puts the game away: the only one that is left when it is over. */
  leaving(text) {
    this.#last = this.button(text, { ask: "leave" });
    return this.#last;
  }

  /** Adds a box to tick; `question` takes whether it is ticked. */
  box(text, question) {
    const label = element("label");
    const box = element("input");
    box.type = "checkbox";
    box.addEventListener("change", async () => {
      if (!(await this.#ask(question(box.checked)))) box.checked = !box.checked;
    });
    label.append(box, ` ${text}`);
    this.tools.append(label);
    return box;
  }

  /** Shows the view of `game.py`. */
  show(view) {
    const { question, over, groups, hand, needed, lines } = view;
    const held = this.#focus || this.#root.querySelector(".choices").contains(document.activeElement);
    this.#focus = false;
    this.#root.querySelector(".question").textContent = bare(question);
    this.#root.querySelector(".cited").replaceChildren(...withRules(cited(question)));
    this.#root.querySelector(".choices").replaceChildren(...groups.map((group) => this.#group(group)));
    this.#root.querySelector(".choices button")?.classList.add("primary");
    this.hand.checked = hand;
    this.hand.disabled = needed !== "";
    for (const tool of this.tools.children) tool.hidden = over && tool !== this.#last;
    this.#last.classList.toggle("primary", over);
    const thrown = this.#root.querySelector(".throw");
    thrown.hidden = needed === "";
    thrown.querySelector(".needed").replaceChildren(...withRules(`Type ${needed}`));
    this.#root.querySelector(".typed").hidden = over || needed !== "";
    this.#tell(lines);
    if (held) this.#next(needed).focus({ preventScroll: true });
  }

  /** Shows the latest lines, and adds only new ones to those that are there: a screen reader reads what is added. */
  #tell(lines) {
    const list = this.#root.querySelector(".lines");
    const there = [...list.children].map((line) => line.textContent);
    const first = there.findIndex((_, place) => there.slice(place).every((line, index) => line === lines[index]));
    const kept = first < 0 ? 0 : there.length - first;
    for (let left = there.length - kept; left > 0; left -= 1) list.firstChild.remove();
    list.append(...lines.slice(kept).map((line) => ruled("p", line)));
    list.scrollTop = list.scrollHeight;
  }

  /** Returns what the reader decides next. */
  #next(needed) {
    if (needed) return this.#root.querySelector(".throw input");
    return this.#root.querySelector(".choices button, .tools .primary") ?? this.#root.querySelector(".question");
  }

  #group({ name, choices }) {
    const made = element("div");
    made.className = "group";
    made.role = "group";
    if (name) {
      made.append(element("span", name));
      made.setAttribute("aria-label", name);
    }
    for (const { action, text, sentence } of choices) {
      const choice = button(text, () => this.#take({ ask: "act", action }));
      if (text !== sentence) choice.setAttribute("aria-label", `${text}: ${sentence}`);
      made.append(choice);
    }
    return made;
  }

  async #take(question) {
    this.#focus = true;
    const answer = await this.#ask(question);
    this.#focus = false;
    return answer;
  }

  #onSubmit(selector, question) {
    const form = this.#root.querySelector(selector);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.#take(question(form.elements))) form.reset();
    });
  }
}

/** Returns a row of figures: a name with its mark, figures and conditions, for lists of fighters or members. */
export function figureRow({ name, decides, declared, state }, figures) {
  const row = element("li");
  row.classList.toggle("decides", decides);
  if (decides) row.setAttribute("aria-current", "true");
  row.append(element("strong", name), " ", element("span", figures));
  for (const line of [...state, ...(declared ? [`declared: ${declared}`] : [])]) {
    const words = ruled("span", line);
    words.className = "condition";
    row.append(" ", words);
  }
  return row;
}
