// The library's picture of a game, cut into parts that are large enough to read, what matters now first.

const EDGE = 10; // around a part
const ON_FIELD = "[data-space], .cairn-village, .cairn-arrow, .cairn-badge";
const MARKS = "[class$=-target], [class$=-origin], [class$=-arrow]";
const SPLITS = { "cairn-picture": splitCairn, "korrigans-picture": splitKorrigans, "winter-picture": splitWinter };

/**
 * Shows a picture: in `field` the board, or what is to be decided; the rest in `tiles` and `display`.
 *
 * The marks of another picture, of the last action, are added in a style of their own; Cairn's has them already.
 * With `stay`, each part stays where it is.
 */
export function show(text, last, place, stay = false) {
  const whole = document.importNode(parsed(text), true);
  const name = whole.classList[0];
  if (last !== null && name !== "cairn-picture") addMarks(whole, parsed(last));
  const first = stay ? [...place.field.children].map(({ dataset }) => dataset.part) : null;
  for (const each of [place.field, place.tiles, place.display]) each.replaceChildren();
  (SPLITS[name] ?? showWhole)(whole, place, first);
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

function showWhole(whole, { field }) {
  field.append(whole);
}

/** Splits the picture of Cairn into the board with its villages, the tiles, and the upcoming megaliths. */
function splitCairn(whole, { field, tiles, display }) {
  const [, , width, height] = boxOf(whole);
  const edge = end(whole.querySelector(".cairn-field"), "x", "width");
  const cards = [...whole.querySelectorAll("rect.cairn-card")].filter((card) => number(card, "x") > edge);
  const left = number(cards[0], "x") - 10;
  const top = number(cards[0], "y") - 10;
  const bottom = end(cards.at(-1), "y", "height") + 8;
  put(field, whole, [0, 0, left, height], ".cairn-status, .cairn-tile, .cairn-upcoming, .cairn-deck");
  put(tiles, whole, [left, top, width - left, bottom - top], `${ON_FIELD}, .cairn-status, .cairn-upcoming, .cairn-deck`,
    "The tiles");
  put(display, whole, [left, bottom, width - left, height - bottom], `${ON_FIELD}, .cairn-status, .cairn-tile`,
    "Upcoming megaliths and the deck");
}

/** Splits the picture of Korrigans into the board, what lies beside it, and the cards of the seats. */
function splitKorrigans(whole, { field, tiles, display }) {
  const [, , width] = boxOf(whole);
  const rim = whole.querySelector(".korrigans-rim");
  const [top, bottom] = [number(rim, "y"), end(rim, "y", "height")];
  const cards = [...whole.querySelectorAll("rect.korrigans-card")];
  const words = ".korrigans-status text, .korrigans-looked-at > text, svg > text.korrigans-muted"; // the page has them
  for (const told of whole.querySelectorAll(words)) told.remove();
  put(field, whole, [0, top - 50, width, bottom - top + 60], ".korrigans-seat, .korrigans-bag, .korrigans-status");
  const beside = [number(rim, "x"), bottom + 8, number(rim, "width"), 44];
  fit(put(tiles, whole, beside, ".korrigans-seat", "Beside the board"));
  fit(put(tiles, whole, [width - 156, 10, 146, 72], ".korrigans-seat", "The bag"));
  for (const card of cards) {
    const box = [number(card, "x") - 2, number(card, "y") - 2, number(card, "width") + 4, number(card, "height") + 4];
    put(display, whole, box, ".korrigans-status", card.parentElement.querySelector("title").textContent);
  }
}

/** Splits the picture of Endless Winter into its parts: first those named, or else what is marked, or who has won. */
function splitWinter(whole, { field, display }, first) {
  field.append(whole); // parts are measured where they are drawn
  const [, , right] = boxOf(whole); // of two columns
  const edges = 16;
  const groups = Map.groupBy(whole.querySelectorAll(":scope > g[transform]"), (each) => each.getAttribute("transform"));
  const parts = [...groups.values()].filter(([group]) => !group.matches(".winter-status")).map((shapes) => {
    const { y, height } = placed(shapes[0]);
    const { e: left } = matrixOf(shapes[0]);
    const box = [left - EDGE, y - EDGE, (right - edges) / 2 - edges + 2 * EDGE, height + 2 * EDGE];
    const name = shapes[0].querySelector("text").textContent;
    const matters = first?.includes(name) ?? shapes[0].querySelector(".winter-target, .winter-wins") !== null;
    return { box, shapes, name, matters };
  });
  whole.remove();
  if (!parts.some(({ matters }) => matters)) parts.at(-1).matters = true; // the goods and cards of the player
  for (const { box, shapes, name, matters } of parts) {
    const part = whole.cloneNode(false);
    const place = matters ? field : display;
    part.dataset.part = name;
    if (place === field && !field.hasChildNodes()) part.append(...whole.querySelectorAll(":scope > :is(title, desc)"));
    else {
      part.removeAttribute("aria-labelledby");
      part.setAttribute("aria-label", name);
    }
    part.setAttribute("role", "group");
    part.append(...whole.querySelectorAll(":scope > style"), whole.querySelector(".winter-background").cloneNode(), ...shapes);
    frame(part, box);
    place.append(part);
  }
}

/** Adds the part of a picture inside a box, without the rest, which a screen reader would still read out. */
function put(place, whole, box, elsewhere, label = "") {
  const part = whole.cloneNode(true);
  const [left, top, width, height] = box;
  for (const other of part.querySelectorAll(elsewhere)) other.remove();
  part.setAttribute("role", "group");
  frame(part, box);
  if (label) { // the board keeps the description of the whole picture
    part.removeAttribute("aria-labelledby");
    part.setAttribute("aria-label", label);
    for (const told of part.querySelectorAll(":scope > title, :scope > desc")) told.remove();
  }
  for (const stone of part.querySelectorAll(".cairn-megalith, .cairn-upcoming")) {
    stone.setAttribute("tabindex", "0");
    stone.setAttribute("role", "img");
    stone.setAttribute("aria-label", stone.querySelector("title").textContent);
  }
  place.append(part);
  const shapes = [...part.querySelectorAll(":scope > :is(g, text, rect, circle, path)")];
  const outside = shapes.filter((shape) => { // all are measured before any is removed, which is much faster
    const { x, y, width: across, height: down } = placed(shape);
    return x + across <= left || x >= left + width || y + down <= top || y >= top + height;
  });
  for (const shape of outside) shape.remove();
  return part;
}

/** Lets a part show a box of its picture. */
function frame(part, box) {
  const ground = part.querySelector("[class$=-background]");
  part.setAttribute("viewBox", box.join(" "));
  part.style.setProperty("--width", `${box[2]}px`);
  for (const [index, name] of ["x", "y", "width", "height"].entries()) ground.setAttribute(name, box[index]);
}

/** Makes a part as small as its shapes. */
function fit(part) {
  const boxes = [...part.querySelectorAll(":scope > g")].map(placed).filter(({ width }) => width > 0);
  const left = Math.min(...boxes.map(({ x }) => x)) - EDGE;
  const [, top, , height] = boxOf(part);
  frame(part, [left, top, Math.max(...boxes.map(({ x, width }) => x + width)) + EDGE - left, height]);
}

/** Returns the box of a shape in the coordinates of its picture. */
function placed(shape) {
  const { x, y, width, height } = shape.getBBox();
  const moved = matrixOf(shape);
  return { x: moved.a * x + moved.e, y: moved.d * y + moved.f, width: moved.a * width, height: moved.d * height };
}

/** Returns how a shape is moved and scaled. */
function matrixOf(shape) {
  return [...shape.transform.baseVal].reduce((all, { matrix }) => all.multiply(matrix), new DOMMatrix());
}

function boxOf(picture) {
  return picture.getAttribute("viewBox").split(" ").map(Number);
}

function number(rect, name) {
  return Number(rect.getAttribute(name));
}

function end(rect, start, size) {
  return number(rect, start) + number(rect, size);
}
