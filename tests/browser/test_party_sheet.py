"""The sheet of a party in a browser."""

from __future__ import annotations

import pytest
from attrs import evolve
from playwright.sync_api import Browser

from cairn_rules.cairn_rpg.creation import create_party
from cairn_rules.cairn_rpg.sheets import party_sheet


@pytest.mark.parametrize(("width", "media"), [(703, "print"), (360, "screen")])
def test_no_word_of_the_table_is_broken(browser: Browser, width: int, media: str) -> None:
    """Headings, names and numbers stay on one line, on A4 paper and on a phone, next to a member with many remarks."""
    first, *others = create_party(4, seed=7)
    ill = evolve(first.conditions, needs=("food",), doomed=True, deaf=True, hamstrung=True, diseased=True)
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.emulate_media(media=media)  # type: ignore[arg-type]
    page.set_content(party_sheet((evolve(first, conditions=ill), *others), format="html"))
    heights = page.eval_on_selector_all("thead tr, tbody tr:not(:first-child)", "rows => rows.map(r => r.offsetHeight)")
    assert len(heights) == 4
    assert max(heights) < 40
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
