"""A site can be built where there is no npm: then the pages that need Python say so."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from open_pages import opened, without_python


@pytest.mark.parametrize(
    ("page", "form", "button"),
    [
        ("play", "play", "start"),
        ("puzzles", "puzzles", "hint"),
        ("characters", "characters", "make"),
        ("warden", "warden", "random"),
    ],
)
def test_without_python_the_page_says_so(browser: Browser, served: str, page: str, form: str, button: str) -> None:
    with opened(browser, f"{served}/{page}/", prepare=without_python) as shown:
        expect(shown.locator(f"#{form}-missing")).to_be_visible()
        expect(shown.locator(f"#{form}-{button}")).to_be_disabled()
