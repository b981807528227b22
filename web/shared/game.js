// A game at the screen: shows what Python answers, and sends it what the reader does. The page draws the pictures.
import { going, list, meaning, next } from "./clicks.js";
import { element, Problem } from "./shell.js";

const PAUSE = 900; // milliseconds to show each decision of the opponent

export class Game {
  /** The last answer of Python; null before the first one. */
  seen = null;
  /** The places of an action that is not complete yet. */
  clicked = [];
  /** The actions that the reader points at; null if there are none. */
  pointing = null;
  #part;
  #page;
  #count = 0;
  #stepping = null; // the place to which the reader steps, while Python draws another one
  #halted = false; // true while no opponent decides although it is their turn

  /**
   * Takes the elements of the page, and what the page does: `ask` a question, which resolves with the answer; `attempt`
   * something, and tell its error; `draw` a picture, or with null the places to click alone, where with `stay` its parts
   * stay where they are; `show` the rest of an answer; `begin` with the question that a new game came from.
   *
   * `isReady` returns whether Python answers at once, `holds` whether an element is a place in a picture, and `focus`
   * focuses such a place, if there is one. `site` leads to the start of the site.
   */
  constructor(part, page) {
    this.#part = part;
    this.#page = page;
    for (const name of ["redo", "resign", "leave"]) this.#listen(part[name], "click", () => this.change({ ask: name }));
    this.#listen(part.undo, "click", () => this.change({ ask: "undo" }));
    this.#listen(part.hint, "click", () => this.#hint());
    this.#listen(part.place, "input", () => this.step(Number(part.place.value)));
    this.#listen(part.back, "click", () => this.step(this.seen.place - 1));
    this.#listen(part.forth, "click", () => this.step(this.seen.place + 1));
  }

  #listen(place, event, what) {
    place.addEventListener(event, () => this.#page.attempt(what));
  }

  /** The number of games so far: if it changes, the one before was left. */
  get count() {
    return this.#count;
  }

  /** Starts or opens a game, unless the reader keeps the one in progress. Returns false if there is none to show. */
  async begin(question, failed = "") {
    const { seen } = this;
    if (seen && !seen.finished && seen.count && !confirm("The game in progress will be lost. Start another one?")) return true;
    const mine = (this.#count += 1);
    this.#part.question.textContent = "Preparing the game …";
    this.#part.problem.textContent = "";
    this.#disable();
    const dealt = await this.#page.ask(question, "Python is loading.").catch(Problem.take);
    if (mine !== this.#count) return true;
    if (dealt instanceof Problem) {
      this.#part.problem.textContent = `${failed}${dealt.message}`;
      if (seen) await this.goOn(seen);
      return false;
    }
    this.#page.begin(question);
    this.#part.question.focus({ preventScroll: true });
    this.#part.table.scrollIntoView();
    await this.goOn(dealt);
    return true;
  }

  /** Shows the game and lets the computer players decide until a person does. */
  async goOn(view) {
    const mine = this.#count;
    this.update(view);
    while (!this.seen.yours && !this.seen.over && !this.seen.handover && !this.seen.stepping) {
      const [reply] = await Promise.all([this.#page.ask({ ask: "reply" }), new Promise((done) => setTimeout(done, PAUSE))]);
      if (mine !== this.#count) return;
      this.update(reply);
    }
  }

  /** Changes the game, and shows what follows. Before something hidden is shown, Python asks once, and is asked again. */
  async change(question) {
    const mine = this.#count;
    const { question: heading, choices, actions } = this.#part;
    const inPicture = this.#page.holds(document.activeElement);
    const byKeyboard = (inPicture || choices.contains(document.activeElement)) && document.activeElement.matches(":focus-visible");
    this.#stayInSight();
    if (byKeyboard) heading.focus({ preventScroll: true });
    this.#disable();
    const view = await this.#page.ask(question, "Your decision is carried out as soon as Python is loaded.");
    if (mine !== this.#count) return;
    await this.goOn(view);
    if (view.asks && confirm(view.asks)) return this.change(question);
    if (!byKeyboard || document.activeElement !== heading) return;
    if (!inPicture || !this.#page.focus()) actions.querySelector("button")?.focus();
  }

  /** Shows the state after a number of decisions. While Python draws one, only the latest wish counts. */
  async step(place) {
    const isFirst = this.#stepping === null;
    this.#stepping = place;
    if (!isFirst) return;
    const mine = this.#count;
    this.seen = { ...this.seen, yours: false };
    for (const button of this.#part.actions.querySelectorAll("button")) button.disabled = true;
    try {
      while (this.#stepping !== null && mine === this.#count) {
        const wish = this.#stepping;
        const view = await this.#page.ask({ ask: "go", place: wish });
        if (this.#stepping === wish) this.#stepping = null;
        if (mine === this.#count && this.#stepping === null) await this.goOn(view);
      }
    } finally {
      this.#stepping = null;
    }
  }

  /** Shows an answer. If the game is halted, no opponent is about to decide. */
  update(view, { halted = false } = {}) {
    const part = this.#part;
    this.#halted = halted;
    this.seen = { ...view, plain: view.choices };
    this.clicked = [];
    this.pointing = null;
    const { seen } = this;
    part.reason.replaceChildren();
    part.question.textContent = seen.question;
    part.told.replaceChildren(...seen.told.map((changes) => element("li", `${changes.join(". ").replace(/\.$/, "")}.`)));
    part.told.scrollTop = part.told.scrollHeight;
    for (const name of ["yours", "over"]) part.table.classList.toggle(name, seen[name]);
    part.place.min = seen.first;
    part.place.max = seen.count;
    part.place.value = seen.place;
    part.place.setAttribute("aria-valuetext", seen.where);
    part.where.textContent = seen.where;
    part.leave.textContent = seen.leave;
    part.leave.hidden = !seen.leave;
    this.control();
    this.#page.show();
    this.#listOpen();
  }

  /** Allows what is possible now. */
  control() {
    const { seen } = this;
    const { undo, redo, hint, resign, back, place, forth, leave } = this.#part;
    const isReady = this.#page.isReady();
    const rests = seen.yours || seen.over || seen.stepping || this.#halted;
    const mayStep = seen.can_step && rests && isReady;
    undo.disabled = !seen.can_undo || !rests;
    undo.title = seen.refusal;
    redo.disabled = !seen.can_redo || !rests;
    hint.disabled = !seen.yours || !isReady;
    resign.disabled = hint.disabled || seen.leave !== "";
    back.disabled = !mayStep || seen.place === seen.first;
    forth.disabled = !mayStep || seen.place === seen.count;
    place.disabled = !mayStep || seen.count === seen.first;
    leave.disabled = !rests;
  }

  /** Blocks all decisions until Python has answered. */
  #disable() {
    if (this.seen) this.seen = { ...this.seen, yours: false };
    this.clicked = [];
    this.#part.reason.replaceChildren();
    this.#part.table.classList.remove("yours", "over");
    const { undo, redo, hint, resign, leave, back, place, forth, actions } = this.#part;
    for (const each of [undo, redo, hint, resign, leave, back, place, forth]) each.disabled = true;
    for (const button of actions.querySelectorAll("button")) button.disabled = true;
  }

  /** Scrolls back to the board if it is out of sight. */
  #stayInSight() {
    const { top } = this.#part.field.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) this.#part.table.scrollIntoView();
  }

  /** Lists the buttons: all actions, or those that begin with the clicked places. */
  #listOpen() {
    const take = (action) => this.#page.attempt(() => this.change({ ask: "do", action }));
    list(this.#part.actions, going(this.seen.actions, this.clicked), take, (actions) => this.#page.attempt(() => this.mark(actions)));
  }

  /** Marks actions in the picture: several by their spaces, a single one with an arrow; else those that are possible. */
  async mark(actions = null) {
    this.pointing = actions;
    if (!this.#page.isReady()) return this.#page.draw(null);
    const shown = this.seen;
    const chosen = actions ?? (this.clicked.length ? going(shown.actions, this.clicked).map(({ action }) => action) : null);
    const picture = chosen ? (await this.#page.ask({ ask: "picture", actions: chosen })).picture : shown.choices;
    if (shown === this.seen && shown.yours) return this.#page.draw(picture, true);
  }

  /** Returns the places that can be clicked now. */
  reachable() {
    return next(this.seen.yours ? this.seen.actions : [], this.clicked);
  }

  /** Takes a click on a place, or a second one on the last place, which takes it back. */
  async click(place) {
    if (!this.seen?.yours || place === null) return;
    this.#part.reason.replaceChildren();
    const found = meaning(this.seen.actions, this.clicked, place);
    if (found.action) return this.change({ ask: "do", action: found.action });
    if (found.wrong) return this.#explain(found.wrong);
    this.clicked = found.clicked;
    this.#listOpen();
    await this.mark();
  }

  async #explain(places) {
    const shown = this.seen;
    const { text, rule } = await this.#page.ask({ ask: "why", clicked: places });
    if (shown !== this.seen) return;
    this.#part.reason.replaceChildren(`Not possible: ${text}. `);
    if (rule) {
      const link = element("a", `Rule ${rule}`);
      link.href = `${this.#page.site}games/${shown.game}/#rule-${rule.replace(".", "-")}`;
      this.#part.reason.append(link);
    }
  }

  async #hint() {
    const shown = this.seen;
    this.#part.hint.disabled = true;
    this.#stayInSight();
    const { action, words } = await this.#page.ask({ ask: "hint" });
    if (shown !== this.seen) return;
    this.#part.hint.disabled = false;
    this.#part.reason.textContent = `Hint: ${words}.`;
    await this.mark([action]);
  }
}
