// What every page that runs the library needs: its parts, Python in a worker, saved work, and visits without a network.

const PREFIX = "cairn-rules.";
const KEPT = 5;

// 1. the page

/** Returns the elements whose ids begin with the name of the page, by the rest of their ids. */
export function partsOf(page) {
  const found = document.querySelectorAll(`[id^=${page}-]`);
  return Object.fromEntries([...found].map((each) => [each.id.slice(page.length + 1), each]));
}

export function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Returns a button that does something. */
export function button(words, act) {
  const made = element("button", words);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** Lets the reader save a file. */
export function download(name, type, content) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// 2. Python

/** Returns true if this copy of the site was built with Python. */
export async function isBuilt() {
  const response = await fetch(new URL("release.json", import.meta.url));
  return (await response.json()).files.includes("python/modules.zip");
}

/** Returns true if the site has other files of Python than when the page of this release was loaded. */
export async function isOutdated(release) {
  try {
    const response = await fetch(new URL("release.json", import.meta.url), { cache: "no-cache" });
    return (await response.json()).release !== release;
  } catch {
    return false; // nobody knows without a network
  }
}

/** What cannot be done: the message is a sentence for the reader, and `line` that of their text or null. */
export class Problem extends Error {
  constructor({ problem, ...more }) {
    super(problem);
    Object.assign(this, { line: null, ...more });
  }

  /** Returns a problem in place of an answer, and throws any other error: for the `catch` of a promise. */
  static take(error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** A class `Page` of Python, the backend of a page, in a worker. It starts at the first question, which takes a while. */
export class Python {
  #module;
  #thread = null;
  #waiting = new Map();
  #asked = 0;
  #progress;
  #ready = false;
  #broken = null; // why there is no worker

  /**
   * Takes the name of the module that has the class.
   *
   * While Python loads, `progress` is called with the fraction that is there; with 1, it is ready.
   */
  constructor(module, progress = () => {}) {
    this.#progress = progress;
    this.#module = module;
  }

  /** True once Python answers at once. Questions from before are answered then. */
  get ready() {
    return this.#ready;
  }

  /** Starts Python unless it is running. */
  wake() {
    if (this.#thread) return;
    this.#thread = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#thread.addEventListener("message", ({ data }) => {
      if ("progress" in data) return this.#loaded(data.progress);
      const { resolve, reject } = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if (data.problem) return reject(this.#error(data.problem));
      const answer = JSON.parse(data.answer);
      if (answer?.problem) reject(new Problem(answer));
      else resolve(answer);
    });
    this.#thread.addEventListener("error", ({ message }) => {
      this.#broken = this.#error(message ?? "the worker did not start");
      for (const { reject } of this.#waiting.values()) reject(this.#broken);
      this.#waiting.clear();
    });
    this.#thread.postMessage({ module: this.#module });
  }

  /** Returns the answer to a question. It rejects with a `Problem` if something cannot be done. */
  ask(question) {
    this.wake();
    if (this.#broken) return Promise.reject(this.#broken);
    const number = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#thread.postMessage({ number, question: JSON.stringify(question) });
    });
  }

  #loaded(done) {
    this.#ready = done === 1;
    this.#progress(done);
  }

  #error(problem) {
    return new Error(this.#ready ? problem : `Python could not be loaded: ${problem}. Reload the page to try again.`);
  }
}

// 3. saved work

/** Texts that outlast a reload. Each tab keeps one of its own, which it locks while it is open. */
export class Saves {
  #prefix;
  #most;
  #own = null;

  /** Takes the name of the page, and the number of texts that are kept; the oldest ones are forgotten. */
  constructor(page, most = KEPT) {
    this.#prefix = `${PREFIX}${page}.`;
    this.#most = most;
  }

  /** Returns the newest saved text that no other tab has open, or null; this tab keeps it from now on. */
  async newest() {
    for (const { key, text } of this.#all()) {
      if (!(await lock(key))) continue;
      this.#own = key;
      return text;
    }
    return null;
  }

  /** Keeps the text of this tab. Returns false if the browser stores nothing. */
  async keep(text) {
    if (this.#own === null) {
      this.#own = this.#prefix + crypto.getRandomValues(new Uint32Array(2)).join("-");
      await lock(this.#own);
    }
    try {
      localStorage.setItem(this.#own, JSON.stringify({ text, saved: Date.now() }));
      for (const { key } of this.#all().slice(this.#most)) if (key !== this.#own) localStorage.removeItem(key);
      return true;
    } catch {
      return false;
    }
  }

  /** Lets the next text of this tab be another one, next to that which it has kept so far. */
  part() {
    this.#own = null;
  }

  /** Forgets the saved text of this tab. */
  forget() {
    if (this.#own !== null) localStorage.removeItem(this.#own);
  }

  /** Returns the saved texts, newest first. Whatever is damaged counts as a text, which the page then refuses. */
  #all() {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix));
      return keys.map((key) => ({ key, ...read(localStorage.getItem(key)) })).sort((a, b) => b.saved - a.saved);
    } catch {
      return []; // the browser stores nothing
    }
  }
}

function read(stored) {
  try {
    const { text, saved } = JSON.parse(stored);
    return { text: String(text), saved: Number(saved) || 0 };
  } catch {
    return { text: stored, saved: 0 };
  }
}

/** Locks a name until the tab is closed; returns false if another tab has locked it. */
function lock(name) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(name, { ifAvailable: true }, (held) => {
      resolve(held !== null);
      return held && new Promise(() => {});
    });
  });
}

// 4. visits without a network

/**
 * Keeps the files of the page and of the release; does nothing where browsers allow no service worker.
 *
 * A page in another folder has a service worker of its own there, which imports this one. Python still needs this one.
 */
export async function keepOffline(own = null) {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", import.meta.url));
    if (own) await navigator.serviceWorker.register(own);
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const local = loaded.filter((address) => new URL(address).origin === location.origin);
    active.postMessage({ keep: [location.href.split("#")[0], ...local] });
  } catch {
    // the page works without it, online
  }
}
