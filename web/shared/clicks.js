// Actions by clicks: each has ways, the places to click in order. And by buttons: each has words.
import { element } from "./shell.js";

/** Returns the actions that begin with some places; without places, all of them. */
export function going(actions, places) {
  return actions.filter(({ ways }) => places.length === 0 || ways.some((way) => begins(way, places)));
}

/** Returns the places that go on with the clicks. */
export function next(actions, clicked) {
  const open = actions.flatMap(({ ways }) => ways).filter((way) => begins(way, clicked));
  return new Set(open.map((way) => way[clicked.length]).filter(Boolean));
}

/**
 * Returns what a click on a place means after other clicks: an `action`, or the places that are `clicked` now.
 *
 * If no action goes on there, and none begins there, it returns the `wrong` places.
 */
export function meaning(actions, clicked, place) {
  const places = place === clicked.at(-1) ? [] : [...clicked, place];
  const exact = actions.filter(({ ways }) => ways.some((way) => way.join() === places.join()));
  if (exact.length === 1) return { action: exact[0].action };
  if (places.length === 0 || going(actions, places).length) return { clicked: places };
  return going(actions, [place]).length ? meaning(actions, [], place) : { wrong: places };
}

function begins(way, places) {
  return places.every((place, number) => way[number] === place);
}

/**
 * Listens to the pointer in a picture: `tell` takes the place it is over, and `click` the clicked one.
 *
 * No `click` event comes when the picture is drawn anew while a button or a finger is down.
 */
export function listen(picture, placeUnder, tell, click) {
  let pressed = null;
  picture.addEventListener("pointermove", (event) => tell(placeUnder(event), event.target));
  picture.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0 ? placeUnder(event) : null;
    tell(pressed, event.target);
  });
  picture.addEventListener("pointerup", (event) => {
    if (placeUnder(event) === pressed) click(pressed);
  });
}

/** Lists buttons that take actions. While the reader points at one, or it has the focus, `mark` shows its action. */
export function list(place, actions, take, mark) {
  place.replaceChildren(...actions.map(({ action, words }) => {
    const button = element("button", words);
    button.type = "button";
    button.addEventListener("click", () => take(action));
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => mark([action]));
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => mark());
    const made = element("li");
    made.append(button);
    return made;
  }));
}
