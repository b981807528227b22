// A sandbox for Python that nobody has read: the browser itself withholds network, storage and page from it.
//
// Each cell is a frame of an origin of its own with a policy that forbids every request, and a worker in it. Python comes
// as bytes. All that comes out is text, which whoever asked has to check. Removing the frame ends whatever runs in it.
import { PROBLEM } from "./checked.js";
import { Problem } from "./shell.js";

const PYTHON = new URL("../play/python/", import.meta.url);
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip", "modules.zip"];
/** Maximum length of an answer, in characters. */
const LONGEST = 1_000_000;
/** Milliseconds to wait for an answer, and for Python to start. */
const [PATIENCE, START] = [10_000, 120_000];
const known = new Map(); // bytes by address

/** The reason why there is no answer: the code was stopped, took too long, or broke its interpreter. */
export class NoAnswer extends Error {}

/** The answer took too long. */
export class TooLate extends NoAnswer {}

/**
 * Returns the answer of a sandbox to a question, as soon as it is checked; `what` answers it, the `rest` is for `ask`.
 *
 * It rejects as `ask` does, with a `Problem` if something cannot be done, and with `NoAnswer` if the answer is anything
 * else; the code is then stopped.
 */
export async function answered(sandbox, question, isGood, { what = "megalith", ...rest } = {}) {
  const answer = await sandbox.ask(question, rest);
  if (isGood(answer)) return answer;
  if (PROBLEM(answer)) throw new Problem(answer);
  sandbox.stop();
  throw new NoAnswer(`It answered what no ${what} answers, and was stopped.`);
}

/** Python in a sandbox. A class `Page` of a module answers questions, as on the other pages. */
export class Sandbox {
  #setup;
  #progress;
  #hasSpare;
  #bytes = null;
  #cell = null;
  #spare = null;
  #last = Promise.resolve(); // settles with the last question

  /**
   * Takes the name of the module, and what to call with the fraction that is loaded; with 1, Python is ready.
   *
   * `packages` are archives next to this file that Python can import from, too, and `environment` its variables.
   * With a spare cell, a stop costs no start of Python, but memory.
   */
  constructor(module, progress = () => {}, { packages = [], environment = {}, hasSpare = true } = {}) {
    this.#setup = { module, packages, environment };
    this.#progress = progress;
    this.#hasSpare = hasSpare;
  }

  /** True if a question is answered without a start of Python. */
  get ready() {
    return this.#cell?.ready ?? false;
  }

  /** Loads what a cell needs, without a start of Python. */
  load() {
    this.#bytes ??= this.#loaded();
    this.#bytes.catch(() => { this.#bytes = null; }); // the next one tries again
    return this.#bytes;
  }

  /** Starts Python unless it is running. */
  start() {
    if (this.#cell?.isOpen) return;
    this.#cell = this.#spare?.isOpen ? this.#spare : this.#made();
    this.#spare = null;
  }

  /**
   * Returns the answer to a question, one after another. Whoever asks has to check the answer: it may be any JSON.
   *
   * `text` is the code that runs for the answer, null for none. It may change its Python for good, so no cell in which
   * another text has run answers. A question that `goesOn` needs the cell in which its text has run.
   *
   * It rejects with `NoAnswer` if there is none in time. The next question is then answered by another cell.
   */
  ask(question, { patience = PATIENCE, text = null, goesOn = false } = {}) {
    const answer = this.#last.then(() => this.#answer(JSON.stringify(question), patience, text, goesOn));
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** Starts Python in which no other text has run. */
  startFor(text) {
    if (![null, text].includes(this.#cell?.text ?? null)) this.#cell.end(new NoAnswer("Another text was run."));
    this.start();
  }

  /** Ends whatever runs. A spare cell takes over, or a new one. */
  stop(reason = "It was stopped.") {
    this.#cell?.end(new NoAnswer(reason));
    this.start();
  }

  async #answer(question, patience, text, goesOn) {
    if (goesOn && this.#cell?.text !== text) throw new NoAnswer("It was stopped, or another text has run.");
    this.startFor(text);
    this.#cell.text = text;
    try {
      return await this.#cell.ask(question, patience);
    } catch (problem) {
      if (problem instanceof NoAnswer) this.start();
      throw problem;
    } finally {
      if (this.#hasSpare && this.#cell.ready && !this.#spare?.isOpen) this.#spare = this.#made();
    }
  }

  #made() {
    const cell = new Cell(this.#setup, this.load());
    cell.started.then(() => { if (cell === this.#cell) this.#progress(1); }, () => {});
    return cell;
  }

  async #loaded() {
    let done = 0;
    const code = fetched(new URL("sandbox_worker.js", import.meta.url)).then((bytes) => new TextDecoder().decode(bytes));
    const wanted = [...FILES.map((name) => [name, PYTHON]), ...this.#setup.packages.map((name) => [name, import.meta.url])];
    const files = wanted.map(async ([name, folder]) => {
      const bytes = await fetched(new URL(name, folder));
      done += 1;
      this.#progress(done / (wanted.length + 1));
      return [name, bytes];
    });
    return { code: await code, files: Object.fromEntries(await Promise.all(files)) };
  }
}

/** A frame with a worker that has Python. */
class Cell {
  #frame = document.createElement("iframe");
  #port = null;
  #waiting = null; // for the answer to the question that was asked
  #ended = null; // why there is no worker any more
  ready = false;
  /** The text that has run in it, or null. */
  text = null;

  /** False once the worker has ended. */
  get isOpen() {
    return this.#ended === null;
  }

  constructor(setup, bytes) {
    this.started = this.#start(setup, bytes);
    this.started.then(() => { this.ready = true; }, (problem) => this.end(problem));
  }

  async ask(question, patience) {
    await this.started;
    const answer = await this.#said(question, patience);
    try {
      return JSON.parse(answer);
    } catch {
      this.end(this.#broken());
      throw this.#ended;
    }
  }

  /** Ends the worker, whatever it does. */
  end(problem) {
    this.#ended ??= problem;
    this.ready = false;
    this.#port?.close();
    this.#frame.remove();
    this.#waiting?.reject(this.#ended);
    this.#waiting = null;
  }

  async #start({ module, packages, environment }, bytes) {
    const { code, files } = await bytes;
    if (this.#ended) throw this.#ended;
    Object.assign(this.#frame, { sandbox: "allow-scripts", srcdoc: framed(), hidden: true, title: "Sandbox" });
    const loaded = new Promise((done) => this.#frame.addEventListener("load", done, { once: true }));
    document.body.append(this.#frame);
    await loaded;
    if (this.#ended) throw this.#ended;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#hear(data);
    this.#frame.contentWindow.postMessage({ code, files, packages, environment }, "*", [port2]); // an opaque origin has no other name
    if ((await this.#said(module, START)) !== "ready") throw this.#broken();
  }

  /** Returns the text that the worker says next. */
  #said(text, patience) {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const seconds = Math.round(patience / 1000);
      const clock = setTimeout(() => this.end(new TooLate(`It took longer than ${seconds} seconds, and was stopped.`)), patience);
      const settled = (settle) => (value) => { clearTimeout(clock); settle(value); };
      this.#waiting = { resolve: settled(resolve), reject: settled(reject) };
      this.#port.postMessage(text);
    });
  }

  /** Takes what the worker says: one text for each question. A worker that says anything else is ended. */
  #hear(text) {
    const isAnswer = typeof text === "string" && text !== "broken" && text.length <= LONGEST && this.#waiting;
    if (!isAnswer) return this.end(this.#broken());
    const { resolve } = this.#waiting;
    this.#waiting = null;
    resolve(text);
  }

  #broken() {
    if (!this.ready) return new Error("Python could not be started. Reload the page to try again.");
    return new NoAnswer("It ended or damaged its Python, and was stopped.");
  }
}

/** Returns the page of a frame: it starts one worker, and hands over what the worker needs. */
function framed() {
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join("");
  const policy = `default-src 'none'; script-src 'nonce-${nonce}' 'wasm-unsafe-eval' blob:; worker-src blob:`;
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script nonce="${nonce}">
    addEventListener("message", ({ data: { code, files, ...setup }, ports }) => {
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
      worker.postMessage({ files, ...setup }, [...ports, ...Object.values(files)]);
    }, { once: true });
  </script>`;
}

/** Returns the bytes at an address, which all sandboxes of the page share. */
function fetched(address) {
  const { href } = address;
  if (!known.has(href)) {
    known.set(href, download(href));
    known.get(href).catch(() => known.delete(href)); // the next one tries again
  }
  return known.get(href);
}

async function download(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} failed to load (HTTP ${response.status})`);
  return response.arrayBuffer();
}
