// The page works offline as the play page does, with the same files of Python.
self.home = new URL("../play/", self.registration.scope).href;
importScripts("../play/service-worker.js");
