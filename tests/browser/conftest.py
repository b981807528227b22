"""A browser, and the site as it is built, for all tests of this folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, sync_playwright

from open_pages import Quiet

BUILD = Path(__file__).with_name("build_site.py")
TOGETHER = ("--process-per-site", "--disable-features=IsolateSandboxedIframes")
"""Lets all pages of a site run in one process, which keeps what it compiled of Python while a page holds it."""
HOLD = """async () => {
    const python = await fetch(new URL("/play/python/pyodide.asm.wasm", location));
    window.held = python.ok && await WebAssembly.compileStreaming(python);
}"""


@pytest.fixture(scope="session")
def browser(served: str) -> Iterator[Browser]:
    """A browser whose first context has a page that holds Python, so that no other page compiles it again."""
    program = os.environ.get("BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=TOGETHER)
        page = browser.new_context().new_page()
        page.goto(served.replace("//localhost", "//site.localhost") + "/404.html")
        page.evaluate(HOLD)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the documentation: the one that $SITE names, or else a new one."""
    if given := os.environ.get("SITE"):
        return Path(given)
    folder = tmp_path_factory.mktemp("site")
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([sys.executable, str(BUILD), str(folder)], env=env, check=True)  # noqa: S603
    return folder


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address at which the site is served, as files and nothing else."""
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=site))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def pages(site: Path, served: str) -> str:
    """The address of the site, whose pages run Python."""
    if shutil.which("npm") is None:
        pytest.skip("there is no npm to fetch Python for browsers with")
    for each in ("play/python/modules.zip", "workshop/codemirror.js"):
        assert (site / each).exists(), "npm failed: build the site to see why"
    return served
