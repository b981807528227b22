"""The decisions are one page of the site: a heading each, and links that lead there."""

from __future__ import annotations

from pathlib import Path

from decision_log import PAGE, decision_log, with_decision_links


def test_each_decision_has_a_heading_below_the_list(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Decisions\n\n[1](0001-one.md)\n", encoding="utf-8")
    (tmp_path / "0002-two.md").write_text("# 2. Two\n\n**Decision.** Both.\n", encoding="utf-8")
    (tmp_path / "0001-one.md").write_text("# 1. One\n\n**Decision.** One.\n", encoding="utf-8")
    assert decision_log(tmp_path) == (
        "# Decisions\n\n[1](0001-one.md)\n\n"
        "## 1. One { #0001-one }\n\n**Decision.** One.\n\n"
        "## 2. Two { #0002-two }\n\n**Decision.** Both.\n"
    )


def test_links_lead_to_the_heading() -> None:
    page = "[x](../decisions/0001-one.md) [y](0001-one.md#why) [z](../games/0001-one.md)"
    assert with_decision_links(page, "how-to/undo.md") == (
        "[x](../decisions/README.md#0001-one) [y](0001-one.md#why) [z](../games/0001-one.md)"
    )
    assert with_decision_links("[y](0001-one.md#why)", PAGE) == "[y](README.md#0001-one)"
