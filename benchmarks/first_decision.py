"""What visitors of the play page wait for, beside a page that only starts Pyodide, in one browser: needs a built site.

`nox -s docs` builds the site, and the group `browser` has Playwright.
"""

from __future__ import annotations

import argparse
import os
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright
from timing import figure, machine, spread, table

BARE: Final = """async () => {
    const pyodide = new URL("python/pyodide.mjs", location.href).href;
    const code = `import { loadPyodide } from "${pyodide}";
        postMessage((await loadPyodide()).runPython("1 + 1"));`;
    const start = performance.now();
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
    await new Promise((done) => worker.addEventListener("message", done));
    return performance.now() - start;
}"""
"""Starts Pyodide in a worker and asks it for a sum; returns the milliseconds until the answer."""
FIRST: Final = """async () => {
    const part = (name) => document.getElementById(`play-${name}`);
    for (const seat of part("seats").querySelectorAll("select")) seat.value = "person"; // so no other turn comes first
    const start = performance.now();
    part("start").click();
    while (!document.querySelector("#play-table.yours:not(.loading)")) {
        if (!part("look").hidden) part("look").click(); // shows what the first person may see
        await new Promise(requestAnimationFrame);
    }
    return performance.now() - start;
}"""
"""Starts the chosen game for people; returns the milliseconds until the page asks for the first decision."""
GAMES: Final = ("cairn", "korrigans", "endless-winter")


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that does not log."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def milliseconds(browser: Browser, url: str, game: str | None) -> float:
    """The time in a fresh profile, without a cache, to the first decision of a game; None: that of the bare page."""
    context = browser.new_context(service_workers="block")  # which would keep files for later
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(url)
    page.locator("#play-start:enabled").wait_for()
    took = page.evaluate(BARE) if game is None else first(page, game)
    context.close()
    return float(took)


def first(page: Page, game: str) -> float:
    """The time to the first decision of a game."""
    page.locator("#play-game").select_option(game)
    return float(page.evaluate(FIRST))


def main() -> None:
    """Print the median times, and their ratios to that of the bare page in the same round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="the folder of the built site")
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=chosen.site))
    Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://localhost:{server.server_port}/play/"
    program = os.environ.get("BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        sides = (None, *GAMES)
        rounds = [[milliseconds(browser, url, side) for side in sides] for _ in range(chosen.rounds + 1)][1:]
        print(f"{machine(())}Chromium {browser.version}; {chosen.rounds} rounds\n")
        browser.close()
    server.shutdown()
    rows = []
    for place, side in enumerate(sides):
        name = "Pyodide alone" if side is None else f"first decision of {side}"
        ratios = [each[place] / each[0] for each in rounds]
        rows.append((name, f"{figure(median(each[place] for each in rounds))} ms", spread(ratios) if side else ""))
    print(table(("", "median", "times Pyodide alone, median (lowest to highest)"), rows))


if __name__ == "__main__":
    main()
