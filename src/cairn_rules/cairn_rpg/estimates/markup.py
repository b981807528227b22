"""Parts that the reports on fights and on journeys share: pages, tables, and lines of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.pictures.svg import escape

WIDTH: Final = 80
"""Maximum width of plain text, in columns."""

_STYLE: Final = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #26241f; --quiet: #5f5a50; --line: #d9d2c3; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #101418; --ink: #f1efe9; --quiet: #b0ada6; --line: #3d4650; }
}
@media print { :root { --paper: #fff; --ink: #000; --quiet: #333; } body { padding: 0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 50rem; padding: 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 1.25rem 0 .25rem; font-size: 1.15rem; }
.verdict { margin: .5rem 0 1rem; font-weight: 600; }
svg { display: block; width: 100%; max-width: 36rem; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  font-weight: inherit; }
thead th { color: var(--quiet); }
th[scope="row"] { min-width: 7rem; }
td { font-variant-numeric: tabular-nums; }
ul { margin: .25rem 0; padding-left: 1.2rem; color: var(--quiet); }
"""


def html_page(title: str, body: str) -> str:
    """Return a self-contained HTML page. The title is plain text, the body HTML."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def html_list(lines: Iterable[str]) -> str:
    """Return a list of plain texts."""
    return f"<ul>\n{''.join(f'<li>{escape(each)}</li>' for each in lines)}\n</ul>"


def html_table(first: str, columns: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table, the first column of which holds names."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in (first, *columns))
    body = "\n".join(_rows(rows))
    region = f'<div class="scroll" role="region" aria-label="{escape(first)}" tabindex="0">'
    return f"{region}<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>"


def _rows(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for name, *cells in rows:
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<tr><th scope="row">{escape(name)}</th>{shown}</tr>'


def listed(names: Sequence[str]) -> str:
    """Return names in a sentence, such as `Ada, Bo and Cy`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def changed_rulings(rulings: Rulings) -> str:
    """Return a sentence that names the rulings with other values than their defaults."""
    changed = ", ".join(f"{name}={value}" for name, value in rulings.changed.items())
    return f"Changed rulings: {changed}." if changed else "All rulings have their defaults."


def markdown_table(head: Iterable[str], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    head = tuple(head)
    yield f"| {' | '.join(head)} |"
    yield "| --- " * len(head) + "|"
    for row in rows:
        yield f"| {' | '.join(map(markdown_line, row))} |"


def markdown_line(text: str) -> str:
    """Return a text on one line, with the special characters of Markdown escaped."""
    for sign in "\\`*_|<[":
        text = text.replace(sign, "\\" + sign)
    return " ".join(text.split())
