"""The parts of the package's metadata that need the address of the repository: its links, and those in the README."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "scripts"))

from addresses import links_of, repository_in, with_absolute_links  # noqa: E402 - found only now


class Addresses(MetadataHookInterface):
    """Adds links to the metadata, if the repository is known."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the project's links and its README."""
        repository = repository_in(ROOT / "pyproject.toml")
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = links_of(repository)
        metadata["readme"] = {"content-type": "text/markdown", "text": with_absolute_links(text, repository)}
