// Keeps the page for visits without a network.

/** Starts the service worker; does nothing where browsers allow none. */
export async function keepOffline() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(new URL("service-worker.js", import.meta.url));
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const own = loaded.filter((address) => new URL(address).origin === location.origin);
    active.postMessage({ keep: [location.href.split("#")[0], ...own] });
  } catch {
    // the page works without it, online
  }
}
