"""Compare the waiting time of a visitor to the workshop with a page that only starts Pyodide and the library.

That page has Pyodide as it is published, whose standard library are sources. The program needs a built site
(`nox -s docs`), with which this Pyodide comes, and Playwright (the dependency group `browser`).
"""

from __future__ import annotations

from typing import Final

from first_decision import compare
from playwright.sync_api import Browser

BARE: Final = """async () => {
    const code = `import { loadPyodide } from "${new URL("pyodide.mjs", location.href)}";
        const address = "${new URL("../play/python/modules.zip", location.href)}";
        const modules = fetch(address).then((response) => response.arrayBuffer());
        const python = await loadPyodide();
        python.FS.writeFile("/modules.zip", new Uint8Array(await modules));
        postMessage(python.runPython(\\`import sys
sys.path.insert(0, "/modules.zip")
from cairn_rules import cairn
len(cairn.legal_actions(cairn.new_game(seed=1)))\\`));`;
    const start = performance.now();
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
    await new Promise((done) => worker.addEventListener("message", done));
    return performance.now() - start;
}"""
"""Starts Pyodide in a worker and asks the library for legal actions; returns the milliseconds until the answer."""
FIRST: Final = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const part = (name) => document.getElementById(`workshop-${name}`);
    while (!part("loading")?.hidden || part("table")?.getAttribute("aria-busy") !== "false") await frame();
    return performance.now();
}"""
"""Returns the milliseconds from the start of the visit until the sandbox has marked the options on the board."""
SIDES: Final = ("Pyodide and the library alone", "the workshop marks the first options")


def visit(browser: Browser, url: str) -> list[float]:
    """Return the times of both sides, each from a fresh profile without a cache."""
    times: list[float] = []
    for address, program in ((f"{url}pyodide/pyodide-lock.json", BARE), (f"{url}workshop/", FIRST)):
        context = browser.new_context(service_workers="block")  # which would keep files while the page starts
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(address, wait_until="commit")
        times.append(page.evaluate(program))
        context.close()
    return times


if __name__ == "__main__":
    compare(visit, SIDES, SIDES[0], __doc__)
