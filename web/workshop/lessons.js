// The lessons: a task, boards to try the text on, and what the judge says about it.
import { button, element } from "../shared/shell.js";
import { exactly, flag, LINE, LINE_NUMBER, optional, SETTING } from "../shared/checked.js";

const KEY = "cairn-rules.workshop-lessons";
const isVerdict = exactly({ passed: flag, words: LINE, board: optional(SETTING), line: optional(LINE_NUMBER) });

/**
 * Opens the lessons.
 *
 * `use` asks about the text, `replace` puts another in its place and shows a board if the reader agrees, `present` shows
 * a board, and `mark` shows a fault of the text with its line.
 */
export function openLessons(lessons, part, { use, replace, present, mark }) {
  const passed = new Set(stored().filter((name) => lessons.some((each) => each.name === name)));
  let lesson = lessons.find(({ name }) => !passed.has(name)) ?? lessons[0];

  function list() {
    part.lesson.replaceChildren(...lessons.map(({ name, title }, index) => {
      const option = new Option(`${index + 1}. ${title}${passed.has(name) ? " ✓" : ""}`, name);
      option.selected = name === lesson.name;
      return option;
    }));
    part.passed.textContent = `${passed.size} of ${lessons.length} passed`;
  }

  function show() {
    part.task.replaceChildren(...coded(lesson.task));
    part.boards.replaceChildren(...lesson.boards.map((board, index) => {
      const item = element("li");
      item.append(placing(`Board ${index + 1}`, board), " ", board.goal);
      return item;
    }));
    part.verdict.replaceChildren();
    part.help.replaceChildren();
  }

  /** Returns a button that shows a board. */
  function placing(words, { position, at, taken }) {
    return button(words, () => present({ position, at, taken }));
  }

  function help(...content) {
    part.help.replaceChildren(...content);
  }

  async function judge() {
    const tell = (words, line) => {
      part.verdict.replaceChildren(words);
      mark(line, line === null ? null : words);
    };
    const verdict = await use({ ask: "lesson", name: lesson.name }, isVerdict, ({ message, line }) => tell(message, line));
    if (verdict === null) return;
    tell(verdict.words, verdict.line);
    if (verdict.board) part.verdict.append(" ", placing("Show this board", verdict.board));
    if (!verdict.passed) return;
    passed.add(lesson.name);
    store([...passed]);
    list();
    const next = lessons[lessons.indexOf(lesson) + 1];
    if (!next) return;
    part.verdict.append(" ", button(`Go on: ${next.title}`, () => { choose(next); begin(); }));
  }

  function choose(other) {
    lesson = other;
    list();
    show();
  }

  function begin() {
    return replace(lesson.start, lesson.boards[0]);
  }

  part.lesson.addEventListener("change", () => choose(lessons[part.lesson.selectedIndex]));
  part.begin.addEventListener("click", begin);
  part.judge.addEventListener("click", judge);
  part.hint.addEventListener("click", () => help(...coded(lesson.hint)));
  part.solution.addEventListener("click", () => {
    const solution = element("pre", lesson.solution);
    solution.tabIndex = 0;
    help(solution);
  });
  list();
  show();
}

/** Returns a text in which parts between backticks are code. */
function coded(text) {
  return text.split("`").map((each, index) => (index % 2 ? element("code", each) : each));
}

/** Returns the names of the passed lessons that the browser has stored. */
function stored() {
  try {
    const names = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(names) ? names : [];
  } catch {
    return []; // the browser stores nothing, or something else
  }
}

function store(names) {
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // the browser stores nothing
  }
}
