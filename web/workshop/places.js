// The places of a picture as buttons above it: the picture itself is an image, in which nothing can be clicked.
import { element } from "../shared/shell.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Places {
  #image = element("img");
  #buttons = new Map();
  #address = null;

  /**
   * Takes where to put the picture, its name, and its places: left, top, width and height as parts of the picture's.
   *
   * Tab leads to one place, the arrow keys from there to the others. `tell` takes the place that the reader points at.
   */
  constructor(parent, name, places, click, tell = () => {}) {
    const layer = element("div");
    layer.className = "places";
    layer.setAttribute("role", "group");
    layer.setAttribute("aria-label", name);
    for (const place of Object.keys(places)) {
      const button = element("button");
      button.type = "button";
      button.dataset.place = place;
      button.setAttribute("aria-label", place);
      button.addEventListener("click", () => click(place));
      button.addEventListener("keydown", (event) => this.#go(event, button));
      for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => tell(place));
      button.addEventListener("focus", () => this.#stopAt(button));
      this.#buttons.set(place, button);
      layer.append(button);
    }
    this.arrange(places);
    this.#stopAt(this.#buttons.values().next().value);
    this.#image.hidden = true; // until there is a picture
    parent.append(this.#image, layer);
  }

  /** Puts the places where they are in the picture. */
  arrange(places) {
    for (const [place, button] of this.#buttons) {
      const [left, top, width, height] = places[place].map((part) => `${100 * part}%`);
      Object.assign(button.style, { left, top, width, height });
    }
  }

  /** Focuses the place to which Tab leads. Returns true, as there is always one. */
  focus() {
    [...this.#buttons.values()].find(({ tabIndex }) => tabIndex === 0).focus();
    return true;
  }

  /** Shows a picture, the words of each place, and which places can be clicked. It resolves once the picture is drawn. */
  async show(picture, title, words, open) {
    const address = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    for (const [place, button] of this.#buttons) {
      const isOpen = open.has(place);
      button.setAttribute("aria-label", words[place]);
      button.classList.toggle("open", isOpen);
      button.setAttribute("aria-disabled", String(!isOpen));
    }
    this.#image.alt = title;
    this.#image.src = address;
    this.#image.hidden = false;
    URL.revokeObjectURL(this.#address);
    this.#address = address;
    await this.#image.decode().catch(() => {}); // it is replaced by a newer one, or is no picture
  }

  #stopAt(button) {
    for (const each of this.#buttons.values()) each.tabIndex = each === button ? 0 : -1;
  }

  /** Goes to the nearest place in the direction of an arrow key. */
  #go(event, from) {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const centre = (each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = centre(from);
    let [best, least] = [from, Infinity];
    for (const each of this.#buttons.values()) {
      const [across, down] = centre(each).map((value, axis) => value - [x, y][axis]);
      const ahead = across * way[0] + down * way[1];
      const distance = ahead + 3 * Math.abs(across * way[1] + down * way[0]);
      if (ahead > 1 && distance < least) [best, least] = [each, distance];
    }
    this.#stopAt(best);
    best.focus();
  }
}
