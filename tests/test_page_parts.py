"""Long pages are several on the site: titles, headings, links, the navigation, and the way from old addresses."""

from __future__ import annotations

import pytest
from page_parts import PageParts

LONG = """# The rules: all

Begin with [the end](#the-end), or [a move](#moves).

## The start

Text.

<!-- page: rules-moves -->
## `Moves` and [jumps](jumps.md)

### A step { #step }

```python
## not a heading
```

::: toy.Move
    options:
      heading_level: 3

<!-- page: rules-end The end, and after it -->
### The end

**A term**{ #term } and <span id="spot"></span>, as [at the start](#the-start).

### After it
"""
OTHER = '# Other\n\n[x](rules.md#term) [y](rules.md#the-start) [z](../a.md#term) <a href="rules/#term">w</a>\n'
NAVIGATION = [{"Play": ["index.md", {"Rules": "guide/rules.md"}, {"Other": "guide/other.md"}]}]
PARTS = PageParts({"guide/rules.md": LONG, "guide/other.md": OTHER, "index.md": "# Home\n"}, NAVIGATION)


def test_a_page_without_marks_stays_as_it_is() -> None:
    assert PARTS.shown("guide/other.md", OTHER) == OTHER
    assert PARTS.lead("guide/other.md") == ""
    assert PARTS.source("guide/other.md") == "guide/other.md"
    assert [PARTS.is_split(uri) for uri in ("guide/other.md", "guide/rules.md")] == [False, True]


def test_the_source_ends_with_links_to_the_other_parts() -> None:
    shown = PARTS.shown("guide/rules.md", LONG)
    assert shown.startswith(LONG[: LONG.index("<!-- page")].rstrip())
    assert shown.endswith("- [Moves and jumps](rules-moves.md)\n- [The end, and after it](rules-end.md)\n")


def test_a_part_has_a_title_and_raised_headings() -> None:
    """Its first heading is its title, and those below it come next; a title of its own stands above sections."""
    moves, end = PARTS.added()
    assert (moves.uri, moves.title) == ("guide/rules-moves.md", "Moves and jumps")
    assert moves.markdown.startswith(
        "# Rules: `Moves` and [jumps](jumps.md) { #moves-and-jumps }\n\nA part of [Rules]("
    )
    assert "\n## A step { #step }\n" in moves.markdown
    assert "\n## not a heading\n" in moves.markdown
    assert "\n      heading_level: 2\n" in moves.markdown
    assert end.markdown.startswith("# Rules: The end, and after it\n\nA part of [Rules](rules.md).\n\n## The end\n")
    assert "\n## After it\n" in end.markdown


def test_documented_names_keep_their_level_when_it_is_the_first() -> None:
    page = "# A\n<!-- page: b -->\n## B { #b }\n\n::: toy.B\n\n<!-- page: c C -->\n::: toy.C\n\n### Below\n"
    b, c = PageParts({"a.md": page}, []).added()
    assert b.markdown == "# A: B { #b }\n\nA part of [A](a.md).\n\n\n::: toy.B\n\n"
    assert c.markdown.endswith("::: toy.C\n\n### Below\n")


def test_a_part_of_two_sections_needs_a_title() -> None:
    with pytest.raises(ValueError, match="a part of 'A' is not one section"):
        PageParts({"a.md": "# A\n<!-- page: b -->\n## B\n## C\n"}, [])


def test_two_pages_with_one_path_are_refused() -> None:
    page = "# A\n<!-- page: b -->\n## B\n"
    with pytest.raises(ValueError, match=r"two pages have the path 'b\.md'"):
        PageParts({"a.md": page, "b.md": "# B\n"}, [])
    with pytest.raises(ValueError, match=r"two pages have the path 'b\.md'"):
        PageParts({"a.md": page, "c.md": page}, [])


def test_links_lead_to_the_part_with_the_anchor() -> None:
    assert PARTS.with_links(OTHER, "guide/other.md") == (
        '# Other\n\n[x](rules-end.md#term) [y](rules.md#the-start) [z](../a.md#term) <a href="rules/#term">w</a>\n'
    )
    assert (
        PARTS.with_links("[x](#the-end) [y](#nowhere)", "guide/rules.md") == "[x](rules-end.md#the-end) [y](#nowhere)"
    )
    assert PARTS.with_links("[x](#the-start)", "guide/rules-end.md") == "[x](rules.md#the-start)"
    assert PARTS.with_links('<a href="#step">', "guide/rules-end.md") == '<a href="../rules-moves/#step">'
    assert PARTS.with_links("[x](guide/rules.md#spot)", "index.md") == "[x](guide/rules-end.md#spot)"


def test_members_are_where_their_names_are() -> None:
    assert PARTS.home("guide/rules.md", "toy.Move.origin") == "guide/rules-moves.md"
    assert PARTS.home("guide/rules.md", "toy.Jump") == "guide/rules.md"


def test_the_navigation_has_the_parts_below_their_source() -> None:
    parts = [{"Moves and jumps": "guide/rules-moves.md"}, {"The end, and after it": "guide/rules-end.md"}]
    new = PARTS.navigation(NAVIGATION)
    assert new == [
        {"Play": ["index.md", {"Rules": [{"Rules": "guide/rules.md"}, *parts]}, {"Other": "guide/other.md"}]}
    ]
    assert PARTS.navigation(["guide/rules.md"]) == ["guide/rules.md", *parts]


def test_the_old_address_leads_to_each_anchor() -> None:
    script = PARTS.lead("guide/rules.md")
    assert '"toy.Move": "../rules-moves/"' in script
    assert '"spot": "../rules-end/"' in script
    assert "the-start" not in script
    assert '"b": "c/"' in PageParts({"README.md": "# A\n<!-- page: c -->\n## B\n"}, []).lead("README.md")


def test_the_sections_of_a_report_are_pages() -> None:
    """`cairn-rules balance` writes the report, and knows nothing of pages."""
    report = "# Report\n\n## Findings\n\n## Winners\n\n### Sea\n\n## Use\n\n## The end\n"
    parts = PageParts({"balance/sage/README.md": report}, [])
    assert [part.uri for part in parts.added()] == ["balance/sage/use.md", "balance/sage/the-end.md"]
    assert "### Sea" in parts.shown("balance/sage/README.md", report)
