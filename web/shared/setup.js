// The form for a new game, made from the games that the site was built with.
const PERSON = "person";

export class Setup {
  #form;
  #games;
  #place;

  /** Takes the form, the places of its parts, and the games of games.json. */
  constructor(form, place, games) {
    this.#form = form;
    this.#place = place;
    this.#games = games;
    place.game.replaceChildren(...games.map(({ name, title }) => new Option(title, name)));
    place.game.addEventListener("change", () => this.#showGame());
    place.players.addEventListener("change", () => this.#showSeats());
    this.#showGame();
  }

  get #game() {
    return this.#games.find(({ name }) => name === this.#place.game.value);
  }

  #showGame() {
    const { players, options } = this.#game;
    this.#place.players.replaceChildren(...players.map((number) => new Option(number, number)));
    if (players.includes(2)) this.#place.players.value = "2";
    this.#place.number.hidden = players.length === 1;
    this.#place.options.replaceChildren(...options.map(({ name, value, help }) => {
      const input = document.createElement("input");
      Object.assign(input, value ? { placeholder: value } : { type: "checkbox" }, { name: `option ${name}` });
      const label = document.createElement("label");
      label.append(...(value ? [help, input] : [input, ` ${help}`]));
      return label;
    }));
    this.#showSeats();
  }

  #showSeats() {
    const { seats, levels } = this.#game;
    const chosen = [...this.#place.seats.querySelectorAll("select")].map(({ value }) => value);
    const usual = levels.find(({ words }) => words === "Easy") ?? levels[1];
    const count = Number(this.#place.players.value);
    this.#place.seats.replaceChildren(...seats.slice(0, count).map((seat, number) => {
      const select = document.createElement("select");
      select.name = "seat";
      select.append(new Option("A person", PERSON));
      select.append(...levels.map(({ name, words }) => new Option(`Computer: ${words}`, name)));
      select.value = chosen[number] ?? (number === 0 ? PERSON : usual.name);
      if (select.selectedIndex < 0) select.value = number === 0 ? PERSON : usual.name;
      const label = document.createElement("label");
      label.append(seat, select);
      return label;
    }));
  }

  /** Returns what is chosen, for the question `new`. */
  chosen() {
    const options = {};
    for (const { name, type, checked, value } of this.#place.options.querySelectorAll("input")) {
      const filled = type === "checkbox" ? checked : value.trim() !== "";
      if (filled) options[name.slice("option ".length)] = type === "checkbox" ? true : value.trim();
    }
    const count = Number(this.#place.players.value);
    if (!this.#place.number.hidden) options.players = String(count);
    const seats = [...this.#place.seats.querySelectorAll("select")].map(({ value }) => value);
    const seed = this.#form.elements.seed.value;
    const undo = this.#form.elements.undo?.checked ?? false; // the page may lack this choice
    return { game: this.#place.game.value, seats, options, undo, seed: seed === "" ? null : Number(seed) };
  }
}
