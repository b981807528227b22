"""What MkDocs is told beside mkdocs.yml: how pictures are drawn, and which files are made when the site is built."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module, invalidate_caches
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from pymdownx.superfences import SuperFencesException

from cairn_rules.json_documents import schema_files

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WEB: Final = ROOT / "web"
LOG: Final = logging.getLogger("mkdocs.plugins.play")
_SESSION: Final = re.compile(r"^```python(?=\n>>> )", re.MULTILINE)
sys.path[:0] = [str(HERE), str(ROOT / "scripts"), str(ROOT)]  # until this file is read: MkDocs takes it away then

# Most of these lie beside this file, which MkDocs loads by its path.
import docstring_links  # noqa: E402, F401  (griffe finds it by its name once it is imported)
from addresses import BRANCH, repository_in, site_of  # noqa: E402
from decision_log import FILES, PAGE, decision_log, with_decision_links  # noqa: E402
from editor_names import editor_names  # noqa: E402
from example_pages import example_pages  # noqa: E402
from light_pages import light, not_indented  # noqa: E402
from pack_examples import SHORT, examples  # noqa: E402
from page_checks import NoWheelError, checks_for_browsers  # noqa: E402
from page_editor import editor_for_browsers  # noqa: E402
from page_files import page_files  # noqa: E402
from page_pictures import GAMES, picture  # noqa: E402
from page_python import NoNpmError, python_for_browsers  # noqa: E402
from rule_links import with_rule_links  # noqa: E402
from ruling_marks import with_pills  # noqa: E402
from site_search import search_pages  # noqa: E402

from web.packs.page import found_in  # noqa: E402
from web.pages import HOME, PAGES, SHARED, address_of  # noqa: E402
from web.shared.games import described  # noqa: E402
from web.workshop.balance import printed_figures  # noqa: E402

_MODULE: Final = re.compile(r'^```python title="(\w+)\.py"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_PROPERTIES: Final = re.compile(r"\.(\w+)-colours-auto\{(--[^}]+)\}")
"""The colours in the style sheet of a picture: the light ones, then the dark ones."""
_ASSET: Final = re.compile('="(assets/[^"]+)"')
_WORKER: Final = re.compile(r"assets/javascripts/workers/search[.]\w+[.]min[.]js")
_SOURCE: Final = '<details class="mkdocstrings-source">'
_PLAIN: Final = re.compile(r'<tr class="doc-plain">\s*<td>\s*<a id="([^"]+)"></a>')
_shown: Final = TemporaryDirectory(prefix="page-")


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Keep the modules that a page shows, turn marks into pills, and colour sessions."""
    uri = page.file.src_uri
    _keep_modules(markdown)
    if uri.startswith("games/"):
        markdown = with_pills(markdown)
    return _SESSION.sub("```pycon", with_decision_links(markdown, uri))


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Draw what fences of the language `picture` ask for, and add the addresses that follow from the repository."""
    if repository := config.extra.get("repository") or repository_in(ROOT / "pyproject.toml"):
        config.site_url, config.repo_url = site_of(repository), repository
        config.repo_name, config.edit_uri = repository.removeprefix("https://github.com/"), f"edit/{BRANCH}/docs/"
    sys.path += [str(ROOT / "examples"), _shown.name]
    fence = {"name": "picture", "class": "picture", "format": _format, "validator": _validate}
    config.mdx_configs.setdefault("pymdownx.superfences", {})["custom_fences"] = [fence]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files that are made of the library and of the project's own."""
    files.append(File.generated(config, "assets/pictures.css", content=_colours()))
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"):
        files.append(File.generated(config, name.lower(), content=_page(ROOT / name)))
    for path, content in example_pages(ROOT / "examples"):
        files.append(File.generated(config, f"examples/{path}", content=content))
    for path, schema in schema_files():
        files.append(File.generated(config, f"schemas/{path}", content=schema))
    for file in _pages(config):
        files.append(file)
    decisions = ROOT / "docs" / Path(PAGE).parent
    for decision in decisions.glob(FILES):
        files.remove(files.src_uris[f"{decisions.name}/{decision.name}"])
    files.src_uris[PAGE].content_string = decision_log(decisions)
    return files


def on_page_content(html: str, page: Page, **_: Any) -> str:
    """Link docstrings to rules; leave sources out of the search, and rows of tables out of the contents; save weight.

    The keyboard reaches wide tables, which scroll.
    """
    plain = set(_PLAIN.findall(html))
    page.toc.items = _without(plain, page.toc.items)
    html = html.replace(_SOURCE, f"{_SOURCE[:-1]} data-search-exclude>").replace("<table>", '<table tabindex="0">')
    return light(with_rule_links(html, page.url))


def _without(anchors: set[str], links: list[AnchorLink]) -> list[AnchorLink]:
    """Return the links of a table of contents without those to some anchors."""
    for link in links:
        link.children = _without(anchors, link.children)
    return [link for link in links if link.id not in anchors]


def on_post_page(output: str, page: Page, **_: Any) -> str:
    """Name the search dialog, which the theme leaves without a name; let the play page be hosted alone; save weight.

    The site's own search takes the place of the theme's, which loads all of the site's text with every page.
    """
    output = _WORKER.sub("assets/search.js", not_indented(output), count=1)
    if page.url == f"{HOME}/":
        output = output.replace('="../assets/', '="assets/')
    return output.replace(
        'data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"', 1
    )


def on_post_build(config: MkDocsConfig) -> None:
    """Copy the style of the play page into its folder, and write what the search loads once it is used.

    What the theme brings and the site does not use goes: its search, and the maps of its sources.
    """
    site = Path(config.site_dir)
    for asset in _ASSET.findall((site / HOME / "index.html").read_text(encoding="utf-8")):
        copy = site / HOME / asset
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((site / asset).read_bytes())
    index = site / "search" / "search_index.json"  # the theme loads it with every page
    found = json.loads(index.read_text(encoding="utf-8"))
    pages = search_pages(found["docs"], (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
    index.with_name("pages.json").write_text(json.dumps(pages, separators=(",", ":")), encoding="utf-8")
    index.write_text(json.dumps({**found, "docs": []}), encoding="utf-8")
    for folder in ("lunr", "workers"):
        rmtree(site / "assets" / "javascripts" / folder)
    for each in (site / "assets").rglob("*.map"):
        each.unlink()


def _keep_modules(markdown: str) -> None:
    """Let the pictures of a page have stones of the modules that the page shows, as they are in the end."""
    for module in Path(_shown.name).glob("*.py"):
        module.unlink()
        sys.modules.pop(module.stem, None)
    for name, source in _MODULE.findall(markdown):
        Path(_shown.name, f"{name}.py").write_text(source, encoding="utf-8")
    invalidate_caches()


def _page(path: Path) -> str:
    """A file beside the folder of the documentation, as a page in it: what the site does not have is no link there."""

    def link(found: re.Match[str]) -> str:
        words, target = found.groups()
        if target.startswith(("https:", "#")):
            return found[0]
        if target.startswith("examples/"):
            return f"[{words}]({Path(target).with_suffix('.md').as_posix()})"
        return f"[{words}]({target.removeprefix('docs/')})" if target.startswith("docs/") else words

    return re.sub(r"\[([^]]*)\]\(([^)]*)\)", link, path.read_text(encoding="utf-8"))


def _pages(config: MkDocsConfig) -> Iterator[File]:
    """The scripts, styles and Python of the pages that run the library, and the data with which they open."""
    found: dict[str, Path] = {}
    editor: dict[str, Path] = {}
    checks: dict[str, Path] = {}
    try:
        found = python_for_browsers(ROOT)
        editor = editor_for_browsers(ROOT)
        checks = checks_for_browsers(ROOT)
    except NoNpmError as error:
        LOG.info("the site is built without what its pages run in the browser: %s", error)
    except NoWheelError as error:
        LOG.info("the site is built without the check of the workshop: %s", error)
    built = {
        **{f"{HOME}/python/{name}": path for name, path in found.items()},
        **{address_of(SHARED, name): path for name, path in (editor | checks).items()},
    }
    texts = page_files(WEB)
    home = [address for address in texts if address.startswith(f"{HOME}/")]
    content = [*(texts[address].encode() for address in home), *(path.read_bytes() for path in found.values())]
    release = sha256(b"".join(content)).hexdigest()[:16]
    report = (ROOT / "docs" / "balance" / "README.md").read_text(encoding="utf-8")
    facts: dict[str, dict[str, Any]] = {
        "packs": {"built": bool(editor), "examples": examples(), "found": found_in(SHORT)},
        "workshop": {
            "built": bool(editor),
            "checks": bool(checks),
            "printed": printed_figures(report),
            "release": release,
            "version": version("cairn-rules"),
        },
    }
    data: dict[str, Any] = {f"{HOME}/games.json": described(), "workshop/names.json": editor_names()}
    for page in PAGES:
        module = import_module(f"web.{page}.page")
        if opening := getattr(module, "opening", None):
            data[f"{page}/opening.json"] = {**opening(), **facts.get(page, {})}
        if stored := getattr(module, "stored", None):
            for name, content in stored():
                yield File.generated(config, f"{page}/{name}", content=content)
    kept = [address.removeprefix(f"{HOME}/") for address in (*texts, *data, *built) if address.startswith(f"{HOME}/")]
    data[f"{HOME}/release.json"] = {"release": release, "files": kept}
    for address, text in texts.items():
        yield File.generated(config, address, content=text)
    for address, value in data.items():
        yield File.generated(config, address, content=json.dumps(value))
    for address, path in built.items():
        yield File.generated(config, address, abs_src_path=str(path))


def _validate(_language: str, inputs: dict[str, str], options: dict[str, Any], *_: Any) -> bool:
    options.update(inputs)
    return True


def _format(source: str, _language: str, _class: str, options: dict[str, Any], *_: Any, **__: Any) -> str:
    try:
        return picture(source, options)
    except Exception as error:  # any other exception makes text of the fence, and nobody notices
        raise SuperFencesException(f"{error}, in the picture of:\n{source}") from error


def _colours() -> str:
    """The pictures' colours for the site's two schemes: the reader may have chosen another than the system's."""
    sheets = [_PROPERTIES.findall(game.svg(game.new_game(seed=0), colours="auto")) for game in GAMES.values()]
    return "\n".join(
        f'[data-md-color-scheme="{scheme}"] .{prefix}-picture.{prefix}-picture {{\n'
        + "".join(f"  {each.replace(':', ': ', 1)};\n" for each in properties.split(";"))
        + "}"
        for sheet in sheets
        for scheme, (prefix, properties) in zip(("default", "slate"), sheet, strict=True)
    )
