"""What MkDocs is told beside mkdocs.yml: how pictures are drawn, and which files are made when the site is built."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any

from attrs import asdict
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
LOG = logging.getLogger("mkdocs.plugins.play")
sys.path[:0] = [str(HERE), str(ROOT / "examples")]

from page_pictures import picture  # noqa: E402  (it lies beside this file, which MkDocs loads by its path)
from page_python import PURE, python_for_browsers  # noqa: E402

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
    for file in _python(config):
        files.append(file)
    return files


def _python(config: MkDocsConfig) -> list[File]:
    """The Python of the page on which one plays, and a list of its wheels: none when there is no Python."""
    found = python_for_browsers(ROOT)
    if found is None:
        LOG.info("npm is not on the PATH: the site is built without the game on its page Play")
        found = {}
    wheels = [name for name in found if name.endswith(PURE)]
    listed = File.generated(config, "play/python/wheels.json", content=json.dumps(wheels))
    return [
        listed,
        *(File.generated(config, f"play/python/{name}", abs_src_path=str(path)) for name, path in found.items()),
    ]


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
