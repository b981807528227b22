"""Compare the waiting times of visitors to pages of the site with a page that only starts Pyodide, in one browser.

That page has Pyodide as it is published, whose standard library are sources. The program needs a built site
(`nox -s docs`), with which this Pyodide comes, and Playwright (the dependency group `browser`).
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Final

from playwright.sync_api import Browser, sync_playwright
from timing import figure, machine, spread, table

PYODIDE: Final = "/pyodide/"
"""The path at which Pyodide is served as it is published."""
PUBLISHED: Final = Path(__file__).parent.parent / "build" / "play"
"""The folder in which the building of a site keeps it."""
BARE: Final = """async () => {
    const pyodide = new URL("pyodide.mjs", location.href).href;
    const code = `import { loadPyodide } from "${pyodide}";
        postMessage((await loadPyodide()).runPython("1 + 1"));`;
    const start = performance.now();
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
    await new Promise((done) => worker.addEventListener("message", done));
    return performance.now() - start;
}"""
"""Starts Pyodide in a worker and asks it for a sum; returns the milliseconds until the answer."""
FIRST: Final = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    while (!document.querySelector("#play-table.yours:not(.loading) #play-actions button:enabled")) await frame();
    const asked = performance.now();
    const record = document.getElementById("play-record");
    const before = record.value;
    document.querySelector("#play-actions button").click();
    while (record.value === before) await frame();
    return [asked, performance.now()];
}"""
"""Takes the first decision as soon as the page asks for it.

Returns the milliseconds from the start of the visit until it is asked for, and until it is carried out.
"""
PARTY: Final = "#v=1&seed=7&players=4"
"""The link of a party, which the page of the Warden opens."""
CHANGED: Final = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const less = () => document.querySelector("#warden-members [data-at='hp less']");
    while (!less()) await frame();
    const shown = performance.now();
    const log = document.getElementById("warden-log");
    less().click();
    while (log.children.length === 0) await frame();
    return [shown, performance.now()];
}"""
"""Takes a point of HP as soon as the page of the Warden shows the sheets of a party.

Returns the milliseconds from the start of the visit until they are shown, and until the change is carried out.
"""
KEPT: Final = "async () => Boolean(await caches.match('python/pyodide.asm.wasm'))"
"""True once the service worker has kept the files for later visits."""


SIDES: Final = (
    "Pyodide alone",
    "first visit: the page asks for a decision",
    "first visit: the decision is carried out",
    "second visit: the page asks for a decision",
    "second visit: the decision is carried out",
    "first visit at the table: the sheets of a party can be used",
    "first visit at the table: the first change is carried out",
)


class Quiet(SimpleHTTPRequestHandler):
    """A file server without a log, of a site and of Pyodide."""

    def translate_path(self, path: str) -> str:
        """Return the path of the file at an address."""
        if path.startswith(PYODIDE):
            (folder,) = PUBLISHED.glob("pyodide-*")
            return str(folder / path.removeprefix(PYODIDE))
        return super().translate_path(path)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def visits(browser: Browser, url: str) -> list[float]:
    """Return the times of Pyodide alone and of visits to both pages, first visits from a fresh profile without a cache.

    Args:
        browser: The browser.
        url: The address of the site.
    """
    context = browser.new_context(service_workers="block")  # which would keep files for later
    page = context.new_page()
    page.goto(f"{url}pyodide/pyodide-lock.json")  # which loads nothing itself
    alone = page.evaluate(BARE)
    context.close()
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{url}play/", wait_until="commit")
    cold = page.evaluate(FIRST)
    page.wait_for_function(KEPT)
    page.evaluate("localStorage.clear()")  # a saved game would be opened instead
    page.goto("about:blank")
    page.goto(f"{url}play/", wait_until="commit")
    warm = page.evaluate(FIRST)
    context.close()
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{url}warden/{PARTY}", wait_until="commit")
    table = page.evaluate(CHANGED)
    context.close()
    return [alone, *cold, *warm, *table]


def compare(
    visits: Callable[[Browser, str], list[float]], sides: Sequence[str], base: str, description: str | None
) -> None:
    """Print the median times of visits to a built site, and their ratios to the first time of the same round.

    Args:
        visits: A function that returns the time of each side, in milliseconds, given the address of the site.
        sides: The names of the sides.
        base: The name of the first side in the table.
        description: The text of the help.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("site", type=Path, help="Folder of the built site.")
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=chosen.site))
    Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://localhost:{server.server_port}/"
    program = os.environ.get("BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        rounds = [visits(browser, url) for _ in range(chosen.rounds + 1)][1:]
        print(f"{machine(())}Chromium {browser.version}; {chosen.rounds} rounds\n")
        browser.close()
    server.shutdown()
    rows = []
    for place, name in enumerate(sides):
        ratios = [each[place] / each[0] for each in rounds]
        rows.append((name, f"{figure(median(each[place] for each in rounds))} ms", spread(ratios) if place else ""))
    print(table(("", "median", f"times {base}, median (lowest to highest)"), rows))


if __name__ == "__main__":
    compare(visits, SIDES, "Pyodide alone", __doc__)
