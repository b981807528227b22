// Python in a worker, for the pages that run the library.

/** Returns true if this copy of the site was built with Python. */
export async function isBuilt() {
  const response = await fetch(new URL("release.json", import.meta.url));
  return (await response.json()).files.includes("python/modules.zip");
}

/** A class `Page` of Python, the backend of a page. It starts at the first question, which takes a while. */
export class Python {
  #module;
  #thread = null;
  #waiting = new Map();
  #asked = 0;
  #progress;

  /**
   * Takes the name of the module that has the class.
   *
   * While Python loads, `progress` is called with the fraction that is there.
   */
  constructor(module, progress = () => {}) {
    this.#progress = progress;
    this.#module = module;
  }

  /** Starts Python unless it is running. */
  wake() {
    if (this.#thread) return;
    this.#thread = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#thread.addEventListener("message", ({ data }) => {
      if ("progress" in data) return this.#progress(data.progress);
      const { resolve, reject } = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if (data.problem) reject(new Error(data.problem));
      else resolve(JSON.parse(data.answer));
    });
    this.#thread.addEventListener("error", (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message ?? "Python did not start"));
      this.#waiting.clear();
    });
    this.#thread.postMessage({ module: this.#module });
  }

  /** Returns the answer to a question. */
  ask(question) {
    this.wake();
    const number = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#thread.postMessage({ number, question: JSON.stringify(question) });
    });
  }
}
