"""Open a page of the site as its reader does, for the tests in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler
from itertools import count
from urllib.parse import urljoin, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, expect

LONG = 60_000
"""Milliseconds: starting Python takes a while where much else is going on."""
VISITS = count(1)
"""Numbers for the host names under which a site is visited."""
HOST = re.compile(r"\d+\.(?=site\.localhost$)")
AT_REST = """document.getAnimations().every(
    each => each.playState != "running" || each.effect.getTiming().iterations == Infinity
)"""
"""Says that nothing on a page changes its looks any more, but for signs that turn while one waits."""


class Quiet(SimpleHTTPRequestHandler):
    """A server of files."""

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


@contextmanager
def opened(
    browser: Browser,
    url: str,
    *,
    width: int = 1280,
    scheme: str = "light",
    touch: bool = False,
    prepare: Callable[[Page], object] = lambda _: None,
) -> Iterator[Page]:
    """The page, for somebody new to it; a word in the console, an error or a request to another host fails the test.

    All are pages of the first context, and of one process, which compiles Python once for them; what is stored is that
    of a host of their own. `prepare` is called before the page loads, for instance to replace a file of the site.
    """
    problems: list[str] = []
    hosts: set[str] = set()
    url = urlsplit(url)._replace(netloc=f"{next(VISITS)}.site.localhost:{urlsplit(url).port}").geturl()
    size = {"width": width, "height": 900}
    context = browser.new_context(has_touch=True) if touch else browser.contexts[0]
    page = context.new_page()
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_default_timeout(LONG)

    def note(request: Request) -> None:
        if not request.url.startswith("blob:"):
            hosts.add(HOST.sub("", urlsplit(request.url).hostname or ""))

    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    context.on("request", note)
    prepare(page)
    page.goto(url)
    yield page
    context.remove_listener("request", note)
    if touch:
        context.close()
    else:
        origin = urljoin(url, "/")
        everything = {"origin": origin.removesuffix("/"), "storageTypes": "all"}
        context.new_cdp_session(context.pages[0]).send("Storage.clearDataForOrigin", everything)
        for each in context.pages:
            if each == page or each.url.startswith(origin):
                each.close()
    assert problems == []
    assert hosts == {"site.localhost"}


def at_home(page: Page, url: str) -> str:
    """Return the address of a page of the site under the host of one that is open."""
    return urlsplit(url)._replace(netloc=urlsplit(page.url).netloc).geturl()


def loaded(page: Page, name: str) -> None:
    """Wait until the Python of a page has started, and nothing runs."""
    expect(page.locator(f"#{name}-loading")).to_be_hidden(timeout=LONG)
    expect(page.locator(f"#{name}-table")).to_have_attribute("aria-busy", "false", timeout=LONG)


def without_python(page: Page) -> None:
    """Let the page find a site that was built where there is no npm."""
    page.route("**/release.json", lambda route: route.fulfill(json={"release": "none", "files": []}))


def choose_scheme(page: Page, scheme: str) -> None:
    """Choose the colours, "light" or "dark", as a reader does with the button of the site."""
    page.locator(f"#__palette_{('light', 'dark').index(scheme)}").evaluate("button => button.click()")


def check_serious(page: Page, *parts: str, besides: str = "none") -> None:
    """Check that axe finds nothing serious on the page, or in some parts of it.

    It may find something in elements whose selectors begin with `besides`. What still fades in is waited for, since
    it has less contrast on its way.
    """
    page.wait_for_function(AT_REST)
    found = Axe().run(page, context=[*parts] or None).response["violations"]
    serious = [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in found
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
        if not node["target"][0].startswith(besides)
    ]
    assert not serious, "\n".join(serious)


def write(page: Page, text: str) -> None:
    """Put a text in place of the one in the editor, as if it were pasted."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def check_access(page: Page, part: str, *widths: int) -> None:
    """Check that a part of the page fits in windows of these widths, and that axe finds nothing in it."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        found = Axe().run(page, context=part)
        assert found.violations_count == 0, found.generate_report()
