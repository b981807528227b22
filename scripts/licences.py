"""List the licence of every package that the library or one of its extras installs, and refuse unknown ones.

    nox -s licences                      # write the table of docs/licences.md
    python scripts/licences.py --check   # in an environment with all extras: is every package on the page?

A licence is known if `ALLOWED` has each of its parts.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "licences.md"
BEGIN: Final = "<!-- written by nox -s licences -->\n"
ALWAYS: Final = "every installation"

ALLOWED: Final = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "CC0-1.0",
        "HPND",
        "ISC",
        "LLVM-exception",
        "MIT",
        "MIT-CMU",
        "MPL-2.0",
        "PSF-2.0",
        "Zlib",
    }
)
"""The parts of licence expressions that let anyone use, change and pass on a package, also within closed programs."""

CLASSIFIERS: Final = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
}
"""The classifiers that name one licence."""

READ_BY_HAND: Final = {
    "contourpy": "BSD-3-Clause",
    "cycler": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "kiwisolver": "BSD-3-Clause",
    "numba": "BSD-2-Clause",
    "partd": "BSD-3-Clause",
    "reportlab": "BSD-3-Clause",
    "resvg-py": "MIT",
    "scipy": "BSD-3-Clause",
    "zict": "BSD-3-Clause",
}
"""The licences of packages whose metadata name none, or only a family, by the text that they install."""


class Unknown(Exception):  # noqa: N818 (it says what it is)
    """A package without a licence that is known and allowed."""


def licence_of(package: Distribution) -> str:
    """Return the licence expression (SPDX) of an installed package.

    Raises:
        Unknown: if it names none, or one that is not allowed.
    """
    name, metadata = canonicalize_name(package.name), package.metadata
    expression = "".join(metadata.get_all("License-Expression") or ()) or _expression(
        "".join(metadata.get_all("License") or ())
    )
    named = {CLASSIFIERS[each] for each in metadata.get_all("Classifier") or () if each in CLASSIFIERS}
    licence = expression or READ_BY_HAND.get(name) or (named.pop() if len(named) == 1 else None)
    if licence is None:
        raise Unknown(f"{name} names no licence: read it, and add it to READ_BY_HAND in scripts/licences.py")
    if others := set(re.findall(r"[\w.+-]+", licence)) - ALLOWED - {"AND", "OR", "WITH"}:
        raise Unknown(
            f"{name} is under {licence}: {', '.join(sorted(others))} is not in ALLOWED of scripts/licences.py"
        )
    return licence


def _expression(text: str) -> str:
    """Return a text as an expression; empty if it is none, such as the text of a licence."""
    try:
        return canonicalize_license_expression(text)
    except InvalidLicenseExpression:
        return ""


def requirements(project: Path) -> dict[str, list[Requirement]]:
    """Return what every installation of the library needs, and each of its extras."""
    settings = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    parts = {ALWAYS: settings["dependencies"], **settings["optional-dependencies"]}
    return {part: [Requirement(each) for each in needed] for part, needed in parts.items()}


def installed(needed: list[Requirement]) -> Iterator[Distribution]:
    """Yield the packages that requirements bring, each once, with those that they bring in turn.

    Raises:
        PackageNotFoundError: if one is not installed.
    """
    known: set[tuple[str, str]] = set()
    waiting = [(each, "") for each in needed]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        package = distribution(requirement.name)
        for wanted in ("", *requirement.extras):
            key = canonicalize_name(package.name), wanted
            if key not in known:
                known.add(key)
                waiting += [(Requirement(each), wanted) for each in package.requires or ()]
                if not wanted:
                    yield package


def licences(parts: Mapping[str, list[Requirement]]) -> dict[str, tuple[str, list[str]]]:
    """Return the licence of each package, and the parts that bring it. A part that is not installed is left out.

    Raises:
        Unknown: with a reason for each package whose licence is unknown.
    """
    found: dict[str, Distribution] = {}
    brought: dict[str, list[str]] = defaultdict(list)
    for part, needed in parts.items():
        try:
            packages: dict[str, Distribution] = {canonicalize_name(each.name): each for each in installed(needed)}
        except PackageNotFoundError:
            continue
        found |= packages
        for name in packages:
            brought[name].append(part)
    told: dict[str, tuple[str, list[str]]] = {}
    faults: list[str] = []
    for name in sorted(found):
        try:
            told[name] = licence_of(found[name]), brought[name]
        except Unknown as unknown:
            faults += unknown.args
    if faults:
        raise Unknown(*faults)
    return told


def table(found: Mapping[str, tuple[str, list[str]]]) -> str:
    """Return the table of the page."""
    rows = []
    for name, (licence, parts) in found.items():
        bringing = ALWAYS if ALWAYS in parts else ", ".join(f"`{part}`" for part in parts)
        rows.append(f"| {name} | {licence} | {bringing} |")
    return "\n".join(["| package | licence | comes with |", "|---|---|---|", *rows, ""])


def main() -> int:
    """Write the table, or check it.

    Returns:
        1 if a licence is unknown or missing on the page, or if an extra is not installed; otherwise 0.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing: look whether each package is on the page")
    options = parser.parse_args()
    parts = requirements(ROOT / "pyproject.toml")
    try:
        found = licences(parts)
    except Unknown as unknown:
        print("\n".join(unknown.args))
        return 1
    if missing := {*parts} - {part for _, bringing in found.values() for part in bringing}:
        print(f"not installed here: {', '.join(sorted(missing))}")
        return 1
    text = PAGE.read_text(encoding="utf-8")
    if options.check:
        listed = {*re.findall(r"^\| (\S+) \| (.+?) \|", text, re.MULTILINE)}
        unlisted = sorted(name for name, (licence, _) in found.items() if (name, licence) not in listed)
        if unlisted:
            print(f"run nox -s licences: docs/licences.md does not list {', '.join(unlisted)} as it is here")
        return 1 if unlisted else 0
    PAGE.write_text(f"{text.partition(BEGIN)[0]}{BEGIN}\n{table(found)}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
