// Checks of what comes out of the sandbox: nothing in it is trusted.

export const text = (longest) => (value) => typeof value === "string" && value.length <= longest;
export const matching = (pattern) => (value) => typeof value === "string" && pattern.test(value);
export const list = (kind, most) => (value) => Array.isArray(value) && value.length <= most && value.every(kind);
export const optional = (kind) => (value) => value === null || kind(value);
export const whole = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;
export const exactly = (fields) => (value) => typeof value === "object" && value !== null && !Array.isArray(value)
  && Object.keys(value).length === Object.keys(fields).length
  && Object.entries(fields).every(([name, kind]) => Object.hasOwn(value, name) && kind(value[name]));

export const either = (...kinds) => (value) => kinds.some((kind) => kind(value));
export const flag = (value) => typeof value === "boolean";
export const number = (value) => Number.isFinite(value);

export const LINE = text(5_000);
export const LINE_NUMBER = whole(1_000_000);
/** The answer to a question if something cannot be done, or a text does not work. */
export const PROBLEM = either(exactly({ problem: LINE }), exactly({ problem: LINE, line: optional(LINE_NUMBER) }));
export const PICTURE = text(200_000);
const SPACE = matching(/^[a-e][1-5]$/);
/** A board: a position, the space of the megalith, and the decisions that are made already. */
export const SETTING = exactly({ position: LINE, at: SPACE, taken: list(LINE, 10) });
const ACTION = exactly({ action: LINE, words: LINE, ways: list(list(text(100), 2), 4) });

/** Returns a function that checks a view of the page, whose places have these names. */
export function views(places) {
  return exactly({
    name: LINE, text: LINE, position: LINE, at: SPACE, problem: LINE, fault: optional(LINE), line: optional(LINE_NUMBER),
    question: LINE, told: list(LINE, 1_000), actions: list(ACTION, 2_000), board: PICTURE, panel: PICTURE, title: LINE,
    words: exactly(Object.fromEntries(places.map((place) => [place, LINE]))), printed: LINE,
  });
}

const PLACE = whole(100_000); // a number of decisions
/** The parts of the view of a table that are the same for all games. */
export const TABLE = {
  yours: flag, over: flag, question: LINE, told: list(list(LINE, 1_000), 1_000), can_undo: flag, asks: LINE, refusal: LINE, can_redo: flag, can_step: flag,
  can_evaluate: flag, first: PLACE, place: PLACE, count: PLACE, where: LINE, stepping: flag, varied: flag, leave: LINE, finished: flag,
  record: text(500_000),
};
/** The answers of a table that are no views, by the question. */
export const ANSWERS = {
  picture: exactly({ picture: PICTURE }), why: exactly({ text: LINE, rule: optional(text(20)) }), hint: exactly({ action: LINE, words: LINE }),
};
