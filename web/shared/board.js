// The places of the library's pictures: what a reader points at.

const FILES = "abcde";

/** Returns the places around an element of a picture, the innermost first, such as "field K" or "korrigan 1.0". */
export function placesIn(element) {
  const found = [];
  for (let part = element; part?.closest("svg"); part = part.parentElement) found.push(...ownPlaces(part));
  return found;
}

/** Returns the places that an element of a picture stands for itself. */
export function ownPlaces({ dataset: { seat, korrigan, space, id, ...others } }) {
  const found = korrigan ? [`korrigan ${seat}.${korrigan}`] : [];
  if (space) found.push(space);
  if (id) found.push(`stone ${id}`);
  for (const [kind, name] of Object.entries(others)) found.push(`${kind} ${name}`);
  if (seat) found.push(`seat ${seat}`);
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
