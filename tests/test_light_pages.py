"""Pages of the site are light: they look the same, and repeat nothing."""

from __future__ import annotations

from light_pages import light, not_indented

SHEET = "<style>.stone { fill: grey }</style>"
SHAPE = f'<path class="stone" d="M0 0{"h1v1" * 15}z"/>'
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg">'


def test_a_shape_and_a_style_sheet_are_there_once() -> None:
    first = SHAPE.replace("<path", '<path id="shape-0"')
    html = f"<p>{PICTURE}{SHEET}{SHAPE}<path d='M0 0'/></svg>{PICTURE}{SHEET}<g>{SHAPE}</g></svg>"
    assert light(html) == (
        f"<p>{PICTURE}{SHEET}{first}<path d='M0 0'/></svg>{PICTURE}<g>" + '<use href="#shape-0"/></g></svg>'
    )


def test_a_shape_with_an_id_stays_as_it_is() -> None:
    html = PICTURE + SHAPE.replace("<path", '<path id="stone"') + "</svg>"
    assert light(html * 2) == html * 2


def test_code_keeps_the_colours_that_can_be_seen() -> None:
    code = (
        '<span></span><span class="k">if</span><span class="w"> </span><span class="n">x</span><span class="p">:</span>'
    )
    assert light(code) == "<span class=k>if</span> x:"


def test_sources_are_plain() -> None:
    begin = '<details class="mkdocstrings-source"><summary>Source</summary>'
    numbers = '<td class="linenos"><div><pre><span class="normal">1</span></pre></div></td>'
    code = '<td class="code"><span class="k">if</span></td></details>'
    assert light(f"{begin}{numbers}{code}") == f'{begin}<td class="code">if</td></details>'


def test_quotes_in_code_are_plain_but_not_those_of_attributes() -> None:
    code = '<code>f(&quot;&lt;&quot;) <a title="&quot;x&quot;">it&#39;s</a></code>'
    assert light(code) == """<code>f("&lt;") <a title="&quot;x&quot;">it's</a></code>"""
    assert light("<p>&quot;</p>") == "<p>&quot;</p>"


def test_lines_are_not_indented_unless_it_can_be_seen() -> None:
    assert (
        not_indented("<p>\n\n  <b>x\n y</b>\n  <pre>\n  z\n</pre>\n  </p>")
        == "<p>\n<b>x\ny</b>\n<pre>\n  z\n</pre>\n</p>"
    )
