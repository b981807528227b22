// Lets the page work offline: new files come from the network first, those of Python from the cache of this release.
const PREFIX = "cairn-rules-play-";
const here = (name) => new URL(name, self.home ?? self.registration.scope).href; // another page names the folder of the release
let name = null;

/** Returns the cache of the release on the network, or offline that of the last one; older ones are deleted. */
async function cache({ fresh = false } = {}) {
  if (fresh || name === null) {
    const kept = (await caches.keys()).filter((each) => each.startsWith(PREFIX));
    try {
      const { release } = await (await fetch(here("release.json"), { cache: "no-cache" })).json();
      name = PREFIX + release;
      for (const old of kept) if (old !== name) await caches.delete(old);
    } catch {
      name = kept[0] ?? `${PREFIX}none`;
    }
  }
  return caches.open(name);
}

async function answer(request) {
  const kept = await cache({ fresh: request.mode === "navigate" });
  const large = request.url.startsWith(here("python/")) && !request.url.endsWith(".json");
  const found = large ? await kept.match(request.url) : undefined;
  if (found) return found;
  try {
    const response = await fetch(request);
    if (response.ok && response.status !== 206) await kept.put(request.url, response.clone());
    return response;
  } catch (problem) {
    const last = await kept.match(request.url, { ignoreSearch: true });
    if (last) return last;
    throw problem;
  }
}

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
addEventListener("fetch", (event) => {
  const { url, method } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) event.respondWith(answer(event.request));
});
addEventListener("message", (event) => event.waitUntil(keep(event.data.keep)));

/** Keeps the files of the page that were loaded before this worker, and those of the release. */
async function keep(addresses) {
  const kept = await cache();
  const { files } = await (await fetch(here("release.json"))).json();
  for (const address of [...addresses, here("release.json"), ...files.map(here)]) {
    if (!(await kept.match(address))) await kept.add(address).catch(() => {}); // it is tried again at the next visit
  }
}
