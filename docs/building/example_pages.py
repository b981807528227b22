"""The pages of the examples: the README of each package, and the files of each example to read and to download."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_HEADINGS: Final = {"first_game.py": "A first game as a script", "twelve_stones.py": "Twelve megaliths"}
"""The headings of the examples that are a single file."""
_LANGUAGES: Final = {".py": "python", ".toml": "toml", ".html": "html", ".css": "css", ".js": "js"}
"""The languages of the files that are shown, by suffix."""
_OTHERS: Final = frozenset({"README.md", "py.typed"})
"""Further files that belong to a package."""
_LEFT_OUT: Final = re.compile(r"\..*|__pycache__|build|dist|.+\.egg-info")
_DOCS: Final = "](../../docs/"


def example_pages(examples: Path) -> Iterator[tuple[str, str | bytes]]:
    """Yield the path below the site's folder for examples, and the content, of each page and each download."""
    for path in sorted(examples.iterdir()):
        if path.name in _HEADINGS:
            yield path.name, path.read_text(encoding="utf-8")
            yield f"{path.stem}.md", _script(path)
        elif (path / "README.md").is_file():
            yield f"{path.name}.zip", _archive(path)
            yield f"{path.name}.md", _package(path)


def _script(path: Path) -> str:
    download = f"[Download `{path.name}`]({path.name}){{ download }}, or copy it."
    block = _block(path.read_text(encoding="utf-8"), "python", f' title="{path.name}"')
    return f"# {_HEADINGS[path.name]}\n\n{download}\n\n{_unsearched(block)}"


def _package(package: Path) -> str:
    readme = (package / "README.md").read_text(encoding="utf-8").replace(_DOCS, "](../")
    files = "\n\n".join(
        _folded(path.relative_to(package), path.read_text(encoding="utf-8")) for path in _shown(package)
    )
    download = f"[Download all files]({package.name}.zip){{ download }}, or open one to read and copy it."
    return f"{readme}\n## Files\n\n{download}\n\n{_unsearched(files)}"


def _files(package: Path) -> list[Path]:
    """Return the files of a package, without what tools leave in its folder."""
    return sorted(
        path
        for path in package.rglob("*")
        if (path.suffix in _LANGUAGES or path.name in _OTHERS)
        and not any(map(_LEFT_OUT.fullmatch, path.relative_to(package).parts))
    )


def _shown(package: Path) -> list[Path]:
    """Return the files to show: those at the top first, tests last."""
    shown = (path for path in _files(package) if path.suffix in _LANGUAGES)
    return sorted(shown, key=lambda path: (path.parent != package, "src" not in path.parts, path))


def _folded(path: Path, source: str) -> str:
    """Return the block of a file below its name, which opens it."""
    block = re.sub("^(?=.)", "    ", _block(source, _LANGUAGES[path.suffix]), flags=re.MULTILINE)
    return f'??? example "`{path.as_posix()}`"\n\n{block}'


def _block(source: str, language: str, options: str = "") -> str:
    return f"````{language}{options}\n{source}````"


def _unsearched(markdown: str) -> str:
    """Return a part of a page that the search leaves out: words of code are found where they are explained."""
    return f"<div data-search-exclude markdown>\n\n{markdown}\n\n</div>\n"


def _archive(package: Path) -> bytes:
    """Return a package as a ZIP archive, the same for the same files."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for path in _files(package):
            archive.writestr(
                ZipInfo(path.relative_to(package.parent).as_posix()), path.read_bytes(), compress_type=ZIP_DEFLATED
            )
    return written.getvalue()
