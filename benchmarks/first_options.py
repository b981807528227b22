"""Compare the waiting time of a visitor to the workshop with a page that only starts Pyodide and the library.

The program needs a built site (`nox -s docs`) and Playwright (the dependency group `browser`).
"""

from __future__ import annotations

import argparse
import os
import shutil
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Final

from first_decision import Quiet
from playwright.sync_api import Browser, sync_playwright
from timing import figure, machine, spread, table

BARE: Final = """async () => {
    const python = new URL("../play/python/", location.href).href;
    const code = `import { loadPyodide } from "${python}pyodide.mjs";
        const modules = fetch("${python}modules.zip").then((response) => response.arrayBuffer());
        const python = await loadPyodide();
        python.FS.writeFile("/modules.zip", new Uint8Array(await modules));
        postMessage(python.runPython(\\`import sys
sys.path.insert(0, "/modules.zip")
import cairn_rules
len(cairn_rules.legal_actions(cairn_rules.new_game(seed=1)))\\`));`;
    const start = performance.now();
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
    await new Promise((done) => worker.addEventListener("message", done));
    return performance.now() - start;
}"""
"""Starts Pyodide in a worker and asks the library for legal actions; returns the milliseconds until the answer."""
FIRST: Final = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const part = (name) => document.getElementById(`workshop-${name}`);
    while (!part("loading")?.hidden || part("table").getAttribute("aria-busy") !== "false") await frame();
    return performance.now();
}"""
"""Returns the milliseconds from the start of the visit until the sandbox has marked the options on the board."""
SIDES: Final = ("Pyodide and the library alone", "the workshop marks the first options")


def visit(browser: Browser, url: str) -> list[float]:
    """Return the times of both sides, each from a fresh profile without a cache."""
    times: list[float] = []
    for address, program in ((f"{url}names.json", BARE), (url, FIRST)):
        context = browser.new_context(service_workers="block")  # which would keep files while the page starts
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(address, wait_until="commit")
        times.append(page.evaluate(program))
        context.close()
    return times


def main() -> None:
    """Print the median times, and the ratio of both sides in the same round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="Folder of the built site.")
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=chosen.site))
    Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://localhost:{server.server_port}/workshop/"
    program = os.environ.get("BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        rounds = [visit(browser, url) for _ in range(chosen.rounds + 1)][1:]
        print(f"{machine(())}Chromium {browser.version}; {chosen.rounds} rounds\n")
        browser.close()
    server.shutdown()
    rows = []
    for place, name in enumerate(SIDES):
        ratios = [each[place] / each[0] for each in rounds]
        rows.append((name, f"{figure(median(each[place] for each in rounds))} ms", spread(ratios) if place else ""))
    print(table(("", "median", "times Pyodide and the library alone, median (lowest to highest)"), rows))


if __name__ == "__main__":
    main()
