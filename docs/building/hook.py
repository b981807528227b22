"""What MkDocs is told beside mkdocs.yml: how pictures are drawn, and which files are made when the site is built."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from attrs import asdict
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
_SESSION = re.compile(r"^```python(?=\n>>> )", re.MULTILINE)
sys.path[:0] = [str(HERE), str(ROOT / "examples")]

from made_parts import with_made_parts  # noqa: E402  (it lies beside this file, which MkDocs loads by its path)
from page_pictures import picture  # noqa: E402

from cairn_rules.cairn.pictures.colours import STYLING as CAIRN  # noqa: E402
from cairn_rules.korrigans.pictures.colours import STYLING as KORRIGANS  # noqa: E402


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Make the parts that a page asks for, and colour sessions with prompts as such."""
    return _SESSION.sub("```pycon", with_made_parts(markdown))


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
    for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"):
        files.append(File.generated(config, name.lower(), content=_page(ROOT / name)))
    return files


def _page(path: Path) -> str:
    """A file beside the folder of the documentation, as a page in it: what the site does not have is no link there."""

    def link(found: re.Match[str]) -> str:
        words, target = found.groups()
        if target.startswith(("https:", "#")):
            return found[0]
        return f"[{words}]({target.removeprefix('docs/')})" if target.startswith("docs/") else words

    return re.sub(r"\[([^]]*)\]\(([^)]*)\)", link, path.read_text(encoding="utf-8"))


def _validate(_language: str, inputs: dict[str, str], options: dict[str, Any], *_: Any) -> bool:
    options.update(inputs)
    return True


def _format(source: str, _language: str, _class: str, options: dict[str, Any], *_: Any, **__: Any) -> str:
    return picture(source, options)


def _colours() -> str:
    """The pictures' colours for the site's two schemes: the reader may have chosen another than the system's."""
    schemes = {"default": "light", "slate": "dark"}
    return "\n".join(
        f'[data-md-color-scheme="{scheme}"] .{styling.prefix}-picture.{styling.prefix}-picture {{\n'
        + "".join(
            f"  --{styling.prefix}-{name.replace('_', '-')}: {colour};\n"
            for name, colour in asdict(getattr(styling, kind)).items()
        )
        + "}"
        for styling in (CAIRN, KORRIGANS)
        for scheme, kind in schemes.items()
    )
