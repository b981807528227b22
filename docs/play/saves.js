// Games that outlast a reload. Each tab keeps a game of its own, which it locks while it is open.
const PREFIX = "cairn-rules.play.";
const KEPT = 5;
let own = null;

/** Returns the text of the newest saved game that no other tab has open, or null; this tab keeps it from now on. */
export async function newest() {
  for (const { key, text } of all()) {
    if (!(await lock(key))) continue;
    own = key;
    return text;
  }
  return null;
}

/** Keeps the game of this tab. Returns false if the browser stores nothing. */
export async function keep(text) {
  if (own === null) {
    own = PREFIX + crypto.getRandomValues(new Uint32Array(2)).join("-");
    await lock(own);
  }
  try {
    localStorage.setItem(own, JSON.stringify({ text, saved: Date.now() }));
    for (const { key } of all().slice(KEPT)) if (key !== own) localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** Forgets the saved game of this tab. */
export function forget() {
  if (own !== null) localStorage.removeItem(own);
}

/** Returns the saved games, newest first. Whatever is damaged counts as the text of a game, which is then refused. */
function all() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => ({ key, ...read(localStorage.getItem(key)) })).sort((a, b) => b.saved - a.saved);
  } catch {
    return []; // the browser stores nothing
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
