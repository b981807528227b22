// Checks of what comes out of the sandbox: nothing in it is trusted.

const text = (longest) => (value) => typeof value === "string" && value.length <= longest;
const list = (kind, most) => (value) => Array.isArray(value) && value.length <= most && value.every(kind);
const optional = (kind) => (value) => value === null || kind(value);
const whole = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;
const exactly = (fields) => (value) => typeof value === "object" && value !== null && !Array.isArray(value)
  && Object.keys(value).length === Object.keys(fields).length
  && Object.entries(fields).every(([name, kind]) => Object.hasOwn(value, name) && kind(value[name]));

const LINE = text(5_000);
const PICTURE = text(200_000);
const SPACE = (value) => typeof value === "string" && /^[a-e][1-5]$/.test(value);
const ACTION = exactly({ action: LINE, words: LINE, ways: list(list(text(100), 2), 4) });

/** Returns a function that checks a view of the page, whose places have these names. */
export function views(places) {
  return exactly({
    name: LINE, text: LINE, position: LINE, at: SPACE, problem: LINE, fault: optional(LINE), line: optional(whole(1_000_000)),
    question: LINE, told: list(LINE, 1_000), actions: list(ACTION, 2_000), board: PICTURE, panel: PICTURE, title: LINE,
    words: exactly(Object.fromEntries(places.map((place) => [place, LINE]))), printed: LINE,
  });
}
