// Dice at the table: a form that throws dice, rolls on the tables of the book, and rolls the saves of a party.
import { element } from "./shell.js";
import { ruled } from "./rules.js";

const TABLES = ["d20", "reaction", "Die of Fate", "Dungeon Events", "Wilderness Events", "weather in spring", "weather in summer",
  "weather in fall", "weather in winter", "spell", "omen", "bond", "scar", "background"];

export class Dice {
  #ask;
  #form;
  #saves;
  #rolls;

  /**
   * Fills an empty form.
   *
   * `ask` takes a question, `roll` or `save` with `faces`, and returns the answer of `dice.py`: lines, and whether it was refused.
   */
  constructor(form, ask) {
    this.#ask = ask;
    this.#form = form;
    const page = form.id.split("-")[0];
    form.innerHTML = `<h2>Dice at the table</h2>
<div class="main">
<label>Dice or table <input name="what" value="2d6" maxlength="60" list="${page}-tables"></label>
<label>Faces of real dice <input name="faces" placeholder="rolled" maxlength="60"></label>
<button disabled>Roll</button>
</div>
<datalist id="${page}-tables"></datalist>
<div class="main" id="${page}-saves" hidden>
<label>Save <select name="attribute"><option>STR</option><option>DEX</option><option>WIL</option></select></label>
<label>Of <select name="member"></select></label>
<button type="button" disabled>Roll the save</button>
</div>
<div class="rolls" role="log" tabindex="0" aria-label="Rolls, the latest first"><ol id="${page}-rolls"></ol></div>`;
    form.classList.add("dice");
    form.querySelector("datalist").append(...TABLES.map((name) => new Option("", name)));
    this.#saves = form.querySelector("div[id]");
    this.#rolls = form.querySelector("ol");
    const { what, attribute, member } = form.elements;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#roll({ ask: "roll", what: what.value });
    });
    this.#saves.querySelector("button").addEventListener("click", () => {
      this.#roll({ ask: "save", attribute: attribute.value, member: Number(member.value) });
    });
  }

  /** Lets the form be used, or not. */
  enable(possible) {
    for (const button of this.#form.querySelectorAll("button")) button.disabled = !possible;
  }

  /** Offers the saves of the members with these names; without any, there are none. */
  members(names) {
    const { member } = this.#form.elements;
    const chosen = member.value;
    member.replaceChildren(...names.map((name, index) => new Option(name, index)));
    if (chosen < names.length) member.value = chosen || "0";
    this.#saves.hidden = names.length === 0;
  }

  /** Shows the lines of a roll above those of earlier ones, or what is wrong with it. */
  async #roll(question) {
    const { faces } = this.#form.elements;
    const answer = await this.#ask({ ...question, faces: faces.value });
    if (!answer) return;
    const entry = element("li");
    entry.append(...answer.lines.map((line) => ruled("p", line)));
    entry.classList.toggle("quiet", answer.refused);
    this.#rolls.prepend(entry);
    if (!answer.refused) faces.value = "";
  }
}
