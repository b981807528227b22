"""The addresses of the project, all derived from its repository, which `pyproject.toml` names in one place."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

BRANCH: Final = "main"
REPOSITORY: Final = re.compile(r"https://github\.com/([A-Za-z0-9-]+)/([A-Za-z0-9._-]+)")
LINK: Final = re.compile(r"(!?\[[^]]*\]\()(?!https?:|#)([^)]+\))")
"""A Markdown link or image with a relative target."""


def repository_in(project: Path) -> str:
    """Return the repository that a `pyproject.toml` names; empty until there is one.

    Raises:
        ValueError: if it is not the address of a repository.
    """
    settings = tomllib.loads(project.read_text(encoding="utf-8"))
    repository = str(settings["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"])
    if repository and not REPOSITORY.fullmatch(repository):
        raise ValueError(f"the repository should be like https://github.com/owner/name, not {repository!r}")
    return repository


def site_of(repository: str) -> str:
    """Return the address of the documentation."""
    found = REPOSITORY.fullmatch(repository)
    assert found is not None, "checked when it was read"
    return f"https://{found[1].lower()}.github.io/{found[2]}/"


def links_of(repository: str) -> dict[str, str]:
    """Return the project's links, as a package index lists them; empty without a repository."""
    if not repository:
        return {}
    return {
        "Homepage": site_of(repository),
        "Documentation": site_of(repository),
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/{BRANCH}/CHANGELOG.md",
    }


def with_absolute_links(page: str, repository: str) -> str:
    """Return a page with links into the repository, for places without its files; unchanged without a repository."""
    if not repository:
        return page

    def absolute(found: re.Match[str]) -> str:
        kind = "raw" if found[1].startswith("!") else "blob"
        return f"{found[1]}{repository}/{kind}/{BRANCH}/{found[2]}"

    return LINK.sub(absolute, page)
