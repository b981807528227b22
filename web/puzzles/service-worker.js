// The page works offline as the play page does, with the same files of Python.
addEventListener("fetch", (event) => { // Python draws the boards offline
  if (!event.request.url.startsWith(new URL("boards/", self.registration.scope).href)) return;
  event.stopImmediatePropagation();
  event.respondWith(fetch(event.request).catch(() => new Response(null, { status: 204 })));
});
self.home = new URL("../play/", self.registration.scope).href;
importScripts("../play/service-worker.js");
