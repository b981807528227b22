// Searches the site, in a worker: what the theme asks, it answers. It loads the pages with the first word that is typed.

"use strict";

const SETUP = 0;
const READY = 1;
const QUERY = 2;
const RESULT = 3;
const MOST = 25; // pages found

const STOP_WORDS = new Set(
  `a about all am an and any are as at be by can could do does for from get have how i if in into is it its like many me much my no not
  of on or our should so some than that the their them then there these they this to up us using want was we what when where which who
  why will with would you your`.split(/\s+/),
);
const TITLE = 0;
const HEADINGS = 1;
const TEXT = 2;
const WEIGHTS = [9, 3, 1];
const SYNONYM = 0.7; // the weight of a word that means the same, and of the beginning of a word

/** Return a word without its ending: "scored", "scores" and "scoring" are one word. */
function stem(word) {
  if (word.length < 4) return word;
  let stem = word.replace(/ies$/, "y").replace(/([^siu])s$/, "$1").replace(/(ss|sh|ch|x)es$/, "$1");
  if (stem.length > 5) stem = stem.replace(/(?:ing|ed)$/, "").replace(/([bdgmnprt])\1$/, "$1");
  return stem.length > 3 ? stem.replace(/e$/, "") : stem;
}

/** Return the words of a text, in lower case; `make_state` and `plug-in` are one word, and their parts are others. */
function wordsOf(text) {
  const words = [];
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu) ?? []) {
    const parts = word.split("-");
    words.push(...parts.map(stem));
    if (parts.length === 2) words.push(stem(parts.join("")));
    if (/[^_]_[^_]/.test(word)) words.push(...word.split("_").filter(Boolean).map(stem));
  }
  return words;
}

/** The pages and their words: `places` has the pages in which a word is, with how often it is in each field. */
class Index {
  constructor({ synonyms, pages }) {
    this.pages = pages;
    this.places = new Map();
    this.synonyms = new Map();
    for (const [words, others] of Object.entries(synonyms)) {
      this.synonyms.set(wordsOf(words).join(" "), others.map((other) => wordsOf(other)));
    }
    pages.forEach((page, number) => {
      this.add(number, TITLE, `${page.title} ${page.words}`);
      for (const [, heading, text] of page.sections) {
        this.add(number, HEADINGS, heading);
        this.add(number, TEXT, text);
      }
    });
  }

  add(number, field, text) {
    for (const word of wordsOf(text)) {
      let pages = this.places.get(word);
      if (!pages) this.places.set(word, (pages = new Map()));
      let counts = pages.get(number);
      if (!counts) pages.set(number, (counts = [0, 0, 0]));
      counts[field] += 1;
    }
  }

  /** Return what is asked for, a list of words for each word of the query: itself and others that mean the same. */
  asked(query) {
    const all = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    const some = all.filter((word) => !STOP_WORDS.has(word));
    const words = (some.length ? some : all).map(stem);
    const asked = words.map((word) => [{ word, weight: 1 }]);
    for (const length of [1, 2, 3]) {
      for (let begin = 0; begin + length <= words.length; begin += 1) {
        for (const others of this.synonyms.get(words.slice(begin, begin + length).join(" ")) ?? []) {
          for (const word of others) asked[begin].push({ word, weight: SYNONYM / others.length ** 0.5 });
        }
      }
    }
    const last = words.at(-1);
    if (last?.length > 2 && !query.endsWith(" ")) {
      for (const word of this.places.keys()) {
        if (word.startsWith(last) && word !== last) asked.at(-1).push({ word, weight: SYNONYM });
      }
    }
    return asked;
  }

  /** Return the pages found, the best first, each with the words that it lacks. */
  pagesFor(asked) {
    const scores = new Map();
    asked.forEach((alternatives, which) => {
      const best = new Map();
      for (const { word, weight } of alternatives) {
        const pages = this.places.get(word);
        if (!pages) continue;
        const rarity = Math.log(1 + this.pages.length / pages.size);
        for (const [number, counts] of pages) {
          const sum = WEIGHTS.reduce((sum, field, each) => sum + (field * counts[each]) / (counts[each] + 1.5), 0);
          best.set(number, Math.max(best.get(number) ?? 0, weight * rarity * sum));
        }
      }
      for (const [number, score] of best) {
        const entry = scores.get(number) ?? { score: 0, found: new Set() };
        entry.score += score;
        entry.found.add(which);
        scores.set(number, entry);
      }
    });
    const found = [...scores].map(([number, { score, found }]) => ({
      page: this.pages[number],
      score: score * (found.size / asked.length) ** 2 * this.pages[number].weight,
      lacks: asked.flatMap(([{ word }], which) => (found.has(which) ? [] : [word])),
    }));
    return found.sort((one, other) => other.score - one.score).slice(0, MOST);
  }

  /** Return the section of a page that answers best, with its score. */
  sectionOf(page, asked) {
    let best = { score: 0 };
    page.wordSets ??= page.sections.map(([, heading, text]) => [new Set(wordsOf(heading)), new Set(wordsOf(text))]);
    for (const [number, [anchor, heading, text]] of page.sections.entries()) {
      const [headed, told] = page.wordSets[number];
      let score = 0;
      for (const alternatives of asked) {
        score += Math.max(0, ...alternatives.map(({ word, weight }) => weight * (3 * headed.has(word) + told.has(word))));
      }
      if (asked.length === 1 && headed.has(asked[0][0].word)) score += 3 / headed.size; // the name itself, not a longer one
      if (score > best.score) best = { anchor, heading, text, score };
    }
    return best;
  }

  /** Return what the theme shows for a query: for each page its title, and its best section. */
  items(query) {
    const asked = this.asked(query);
    if (!asked.length) return [];
    const words = new Set(asked.flat().map(({ word }) => word));
    const found = this.pagesFor(asked).map((each) => ({ ...each, section: this.sectionOf(each.page, asked) }));
    for (const each of found) each.score *= 1 + Math.min(each.section.score / asked.length, 1) / 2; // what is said in one place
    found.sort((one, other) => other.score - one.score);
    return found.map(({ page, score, lacks, section }) => {
      const terms = Object.fromEntries(lacks.map((word) => [word, false]));
      const text = teaser(section.text ?? page.sections[0][2], words);
      const item = { location: page.location, title: marked(page.title, words), text, score, terms };
      if (!section.anchor) return [item];
      const location = `${page.location}#${section.anchor}`;
      return [item, { location, title: marked(section.heading, words), text, score, terms }];
    });
  }
}

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Return a text as HTML, with the words that were asked for marked. */
function marked(text, words) {
  const escaped = (part) => part.replace(/[&<>]/g, (sign) => SIGNS[sign]);
  return text.replace(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]+/gu, (part) =>
    words.has(stem(part.toLowerCase())) ? `<mark>${escaped(part)}</mark>` : escaped(part),
  );
}

/** Return about two lines of a text, from shortly before the first word that was asked for. */
function teaser(text, words) {
  const hit = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].find(([word]) => words.has(stem(word.toLowerCase())));
  const begin = hit && hit.index > 60 ? text.lastIndexOf(" ", hit.index - 40) + 1 : 0;
  const end = text.length > begin + 180 ? text.lastIndexOf(" ", begin + 180) : text.length;
  return `${begin ? "… " : ""}${marked(text.slice(begin, end), words)}${end < text.length ? " …" : ""}`;
}

let index = null;

/** Return the index, once it is loaded; what fails, for instance offline, is tried again with the next word. */
async function loaded() {
  index ??= fetch(new URL("../search/pages.json", location.href))
    .then((answer) => answer.json())
    .then((pages) => new Index(pages));
  try {
    return await index;
  } catch {
    index = null;
    return new Index({ synonyms: {}, pages: [] });
  }
}

addEventListener("message", async ({ data: { type, data } }) => {
  if (type === SETUP) postMessage({ type: READY });
  if (type === QUERY) postMessage({ type: RESULT, data: { items: data.trim() ? (await loaded()).items(data) : [] } });
});
