"""What MkDocs is told beside mkdocs.yml: how pictures are drawn, and which files are made when the site is built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from attrs import asdict
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "examples")]

import docstring_links  # noqa: E402, F401  (griffe finds it by its name once it is imported)
from generated_reference import with_generated_parts  # noqa: E402  (these lie beside this file, which MkDocs loads by path)
from json_shapes import schema_files  # noqa: E402
from page_pictures import picture  # noqa: E402
from rule_links import with_rule_links  # noqa: E402

from cairn_rules.cairn.pictures.colours import DARK, LIGHT  # noqa: E402


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Draw what fences of the language `picture` ask for."""
    fence = {"name": "picture", "class": "picture", "format": _format, "validator": _validate}
    config.mdx_configs.setdefault("pymdownx.superfences", {})["custom_fences"] = [
        fence,
    ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files that are made of the library and of the project's own."""
    files.append(File.generated(config, "assets/pictures.css", content=_colours()))
    files.append(File.generated(config, "changelog.md", content=(ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    for path, schema in schema_files():
        files.append(File.generated(config, path, content=schema))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Make the parts of the reference that are made from the code."""
    return with_generated_parts(markdown)


def on_page_content(html: str, page: Page, **_: Any) -> str:
    """Lead from docstrings to the rules that they tell of."""
    return with_rule_links(html, page.url)


def _validate(_language: str, inputs: dict[str, str], options: dict[str, Any], *_: Any) -> bool:
    options.update(inputs)
    return True


def _format(source: str, _language: str, _class: str, options: dict[str, Any], *_: Any, **__: Any) -> str:
    return picture(source, options)


def _colours() -> str:
    """The pictures' colours for the site's two schemes: the reader may have chosen another than the system's."""
    schemes = {"default": LIGHT, "slate": DARK}
    return "\n".join(
        f'[data-md-color-scheme="{scheme}"] .cairn-picture.cairn-picture {{\n'
        + "".join(f"  --cairn-{name.replace('_', '-')}: {colour};\n" for name, colour in asdict(colours).items())
        + "}"
        for scheme, colours in schemes.items()
    )
