// Moves pieces from where they were to where they are, unless the reader prefers less motion.
const PIECES = ".cairn-shaman[data-space], .cairn-megalith, .korrigans-korrigan, .winter-camp";
const TIME = 350; // milliseconds

/** Draws a picture anew by calling `draw`, and shows how the pieces in `place` have moved. */
export function moving(place, draw) {
  const before = pieces(place);
  draw();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const after = pieces(place);
  for (const [kind, now] of after) {
    const was = before.get(kind) ?? [];
    const left = was.filter(({ x, y }) => !now.some((piece) => near(piece, x, y)));
    const come = now.filter(({ x, y }) => !was.some((piece) => near(piece, x, y)));
    come.forEach((piece, number) => animate(piece, left[number]));
  }
}

/** Returns the pieces by kind, each with its middle in the coordinates of its picture. */
function pieces(place) {
  const found = new Map();
  for (const picture of place.querySelectorAll("svg")) {
    const scale = picture.getScreenCTM()?.a;
    if (!scale) continue;
    const frame = picture.getBoundingClientRect();
    const { x: left, y: top } = picture.viewBox.baseVal;
    for (const element of picture.querySelectorAll(PIECES)) {
      const { seat, korrigan, id } = element.dataset;
      const kind = [element.getAttribute("class"), seat, korrigan, id].join();
      const box = element.getBoundingClientRect();
      const x = left + (box.x + box.width / 2 - frame.x) / scale;
      const y = top + (box.y + box.height / 2 - frame.y) / scale;
      found.set(kind, [...(found.get(kind) ?? []), { element, x, y }]);
    }
  }
  return found;
}

function near(piece, x, y) {
  return Math.hypot(piece.x - x, piece.y - y) < 4;
}

function animate({ element, x, y }, from) {
  const start = from ? { translate: `${from.x - x}px ${from.y - y}px` } : { opacity: 0 };
  element.animate([start, from ? { translate: "0 0" } : { opacity: 1 }], { duration: TIME, easing: "ease-in-out" });
}
