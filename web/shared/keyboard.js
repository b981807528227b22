// The pictures by keyboard: Tab leads to a place to click, the arrow keys from one to the next, Enter clicks, Escape takes back.
import { ownPlaces } from "./board.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The places in some pictures that can be clicked now. One of them is a tab stop. */
export class PlaceKeys {
  #areas;
  #places = new Map(); // the element of each place

  /** Takes the elements with pictures, what to do with a clicked place, and what to do on Escape. */
  constructor(areas, click, cancel) {
    this.#areas = areas;
    for (const area of areas) {
      area.addEventListener("keydown", (event) => {
        const place = this.#placeOf(document.activeElement);
        if (event.key === "Escape") cancel();
        else if (place === undefined) return;
        else if (event.key === "Enter" || event.key === " ") click(place);
        else if (STEPS[event.key]) this.#go(place, STEPS[event.key]);
        else return;
        event.preventDefault();
      });
    }
  }

  /** Returns whether an element is a place. */
  holds(element) {
    return this.#placeOf(element) !== undefined;
  }

  /** Calls `draw`, then lets the keyboard reach `places`; the focus stays on a place if it was on one. */
  around(draw, places) {
    const before = document.activeElement.matches(":focus-visible") ? this.#placeOf(document.activeElement) : undefined;
    draw();
    const found = new Map();
    for (const element of this.#areas.flatMap((area) => [...area.querySelectorAll("svg *")])) {
      for (const place of ownPlaces(element)) if (places.has(place)) found.set(place, element); // the one on top
    }
    for (const element of this.#places.values()) element.removeAttribute("tabindex");
    this.#places = found;
    for (const element of found.values()) {
      element.ownerSVGElement.setAttribute("role", "group");
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      const titled = element.closest("g:has(> title)") ?? element;
      element.setAttribute("aria-label", titled.querySelector("title")?.textContent ?? "");
    }
    for (const [place, element] of found) if (!element.getAttribute("aria-label")) element.setAttribute("aria-label", place);
    this.#stopAt(this.#first());
    if (before !== undefined) this.focus(before);
  }

  /** Focuses a place, or else the first one. Returns whether there is one. */
  focus(place) {
    const element = this.#places.get(place) ?? this.#first();
    this.#stopAt(element);
    element?.focus();
    return element !== undefined;
  }

  #placeOf(element) {
    return [...this.#places].find(([, each]) => each === element)?.[0];
  }

  #first() {
    return this.#inOrder()[0];
  }

  #inOrder() {
    return [...this.#places.values()].sort((one, other) => (one.compareDocumentPosition(other) & 4 ? -1 : 1));
  }

  #go(place, step) {
    const order = this.#inOrder();
    const next = order[(order.indexOf(this.#places.get(place)) + step + order.length) % order.length];
    this.#stopAt(next);
    next.focus();
  }

  /** Makes an element the only tab stop. */
  #stopAt(element) {
    for (const each of this.#places.values()) each.setAttribute("tabindex", each === element ? "0" : "-1");
  }
}
