// The library's picture of a game. Those of Cairn and Endless Winter are split into parts that fit below each other on a phone.

const FILES = "abcde";
const EDGE = 10; // around a column of Endless Winter
const ON_FIELD = "[data-space], .cairn-village, .cairn-arrow, .cairn-badge";

const MARKS = "[class$=-target], [class$=-origin], [class$=-arrow]";

/**
 * Shows a picture: of Cairn the board with its villages, the tiles, and the upcoming megaliths; of Endless Winter its columns.
 *
 * The marks of another picture, of the last action, are added in a style of their own; Cairn's has them already.
 */
export function show(text, last, { field, tiles, display }) {
  const whole = parsed(text);
  if (!whole.matches(":has(.cairn-field)")) {
    if (last !== null) addMarks(whole, parsed(last));
    field.replaceChildren(document.importNode(whole, true));
    if (whole.matches(".winter-picture")) splitColumns(field);
    for (const place of [tiles, display]) place.replaceChildren();
    return;
  }
  const [, , width, height] = whole.getAttribute("viewBox").split(" ").map(Number);
  const edge = end(whole.querySelector(".cairn-field"), "x", "width");
  const cards = [...whole.querySelectorAll("rect.cairn-card")].filter((card) => number(card, "x") > edge);
  const left = number(cards[0], "x") - 10;
  const top = number(cards[0], "y") - 10;
  const bottom = end(cards.at(-1), "y", "height") + 8;
  put(field, whole, [0, 0, left, height], ".cairn-status, .cairn-tile, .cairn-upcoming, .cairn-deck");
  put(tiles, whole, [left, top, width - left, bottom - top], `${ON_FIELD}, .cairn-status, .cairn-upcoming, .cairn-deck`);
  put(display, whole, [left, bottom, width - left, height - bottom], `${ON_FIELD}, .cairn-status, .cairn-tile`);
}

function parsed(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

/** Adds the marks of a picture to another one, where they cannot be clicked. */
function addMarks(picture, marked) {
  for (const mark of marked.querySelectorAll(MARKS)) {
    let shown = mark.cloneNode(true);
    shown.classList.add("play-last");
    for (const { name } of [...shown.attributes]) if (name.startsWith("data-")) shown.removeAttribute(name);
    for (let group = mark.parentElement; group !== marked; group = group.parentElement) {
      const copy = group.cloneNode(false); // for where it moves the mark
      for (const { name } of [...copy.attributes]) if (name !== "transform") copy.removeAttribute(name);
      copy.append(shown);
      shown = copy;
    }
    picture.append(shown);
  }
}

/** Splits the picture of Endless Winter into its two columns. What is to be decided is above the board anyway. */
function splitColumns(field) {
  const [whole] = field.children;
  whole.querySelector(".winter-status").remove();
  const [, , width, height] = whole.getAttribute("viewBox").split(" ").map(Number);
  const halves = [whole, whole.cloneNode(true)];
  field.append(halves[1]);
  halves.forEach((half, column) => {
    const boxes = [...half.querySelectorAll(":scope > g[transform]")].map((group) => {
      const { e: x, f: y } = group.transform.baseVal[0].matrix;
      if (x > width / 2 !== Boolean(column)) return group.remove();
      const { y: top, height: high } = group.getBBox();
      return [y, y + top + high];
    }).filter(Boolean);
    const top = Math.min(...boxes.map(([start]) => start)) - EDGE;
    const bottom = Math.max(...boxes.map(([, end]) => end)) + EDGE;
    half.setAttribute("viewBox", `${(column * width) / 2} ${top} ${width / 2} ${Math.min(bottom, height) - top}`);
  });
  for (const name of ["role", "aria-labelledby"]) halves[1].removeAttribute(name); // the first half has the description
  halves[1].setAttribute("aria-hidden", "true");
  for (const told of halves[1].querySelectorAll(":scope > title, :scope > desc")) told.remove();
}

/** Shows the part of a picture inside a box, and removes the rest, which a screen reader would still read out. */
function put(place, whole, box, elsewhere) {
  const part = whole.cloneNode(true);
  const [left, top, width, height] = box;
  for (const other of part.querySelectorAll(elsewhere)) other.remove();
  for (const text of part.querySelectorAll(":scope > text")) {
    const [x, y] = [number(text, "x") - left, number(text, "y") - top];
    if (x < 0 || x > width || y < 0 || y > height) text.remove();
  }
  part.setAttribute("viewBox", box.join(" "));
  part.setAttribute("role", "group");
  if (place.dataset.label) { // the board keeps the description of the whole picture
    part.removeAttribute("aria-labelledby");
    part.setAttribute("aria-label", place.dataset.label);
    for (const told of part.querySelectorAll(":scope > title, :scope > desc")) told.remove();
  }
  for (const stone of part.querySelectorAll(".cairn-megalith, .cairn-upcoming")) {
    stone.setAttribute("tabindex", "0");
    stone.setAttribute("role", "img");
    stone.setAttribute("aria-label", stone.querySelector("title").textContent);
  }
  place.replaceChildren(document.importNode(part, true));
}

/** Returns the places that the element of a picture stands for, the innermost first, such as "field K" or "korrigan 1.0". */
export function placesIn(element) {
  const found = [];
  for (let part = element; part?.closest("svg"); part = part.parentElement) {
    const { seat, korrigan, ...others } = part.dataset;
    if (korrigan) found.push(`korrigan ${seat}.${korrigan}`);
    for (const [kind, name] of Object.entries(others)) found.push(`${kind} ${name}`);
    if (seat) found.push(`seat ${seat}`);
  }
  return found;
}

/** Returns the place of Cairn under the pointer, such as "c5", "village sea", "stone deer" or "tile move". */
export function placeAt(event, tribe) {
  const part = event.target.closest("[data-tile], .cairn-upcoming");
  if (part) return part.dataset.tile ? `tile ${part.dataset.tile}` : `stone ${part.dataset.id}`;
  const box = event.currentTarget.querySelector(".cairn-field").getBoundingClientRect();
  const across = Math.floor((5 * (event.clientX - box.left)) / box.width);
  const down = Math.floor((5 * (event.clientY - box.top)) / box.height);
  if (!FILES[across]) return null;
  if (down < 0) return `village ${tribe === "sea" ? "forest" : "sea"}`;
  if (down > 4) return `village ${tribe}`;
  return tribe === "sea" ? FILES[across] + (5 - down) : FILES[4 - across] + (down + 1);
}

/** Returns the place of the focused part of Cairn's picture. */
export function placeOf({ dataset: { space, id } }) {
  return space ?? `stone ${id}`;
}

function number(rect, name) {
  return Number(rect.getAttribute(name));
}

function end(rect, start, size) {
  return number(rect, start) + number(rect, size);
}
