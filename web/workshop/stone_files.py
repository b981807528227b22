"""The package of a text's megaliths, which pip installs."""

from __future__ import annotations

import re
import sys
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from keyword import iskeyword
from typing import Final, final
from zipfile import ZipFile, ZipInfo

from attrs import field, frozen

from cairn_rules import DefinitionError
from cairn_rules.cairn import Megalith, megalith
from cairn_rules.checks import is_line
from cairn_rules.errors import quoted

VERSION: Final = "1.0"
"""The version of a package, unless its author chooses another."""
_NUMBER: Final = "(0|[1-9][0-9]{0,8})"
_VERSION: Final = re.compile(rf"{_NUMBER}(\.{_NUMBER}){{0,3}}")
_LONGEST: Final = 60
"""Maximum length of the name of a package."""
_GROUP: Final = "cairn_rules.megaliths"


@final
@frozen
class StoneFile:
    """A file to download."""

    name: str
    """Its name."""
    content: bytes = field(repr=False)
    """Its content."""


def _no_power(_: object) -> tuple[()]:
    return ()


def described(stones: Sequence[Mapping[str, str]]) -> dict[str, Megalith]:
    """Return megaliths without power, by their names in a text, from their descriptions.

    Args:
        stones: The `place`, the `id`, the `name` and the `text` of each megalith.

    Raises:
        DefinitionError: if an id or a name cannot be that of a megalith.

    Example:
        >>> described([{"place": "far", "id": "acme.far", "name": "Far Stone", "text": "It does nothing."}])["far"].id
        'acme.far'
    """
    return {each["place"]: megalith(each["name"], text=each["text"], id=each["id"])(_no_power) for each in stones}


def package_name(text: str) -> str:
    """Return a name of a package that is made of a text.

    Raises:
        DefinitionError: if no letter or digit is left, it is too long, or the name is that of another module.

    Example:
        >>> package_name("Stones from the Harbour"), package_name("Café №2")
        ('stones-from-the-harbour', 'cafe-no2')
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    name = "-".join(re.findall("[a-z0-9]+", plain))
    if not name or len(name) > _LONGEST:
        kind = f"of 1 to {_LONGEST} letters, digits and hyphens"
        raise DefinitionError(f"the name of a package should be {kind}, such as 'harbour-stones', not {quoted(text)}")
    module = name.replace("-", "_")
    if not module.isidentifier() or iskeyword(module) or _is_taken(module):
        other = f"stones-{name}" if name[0].isdigit() else f"{name}-stones"
        raise DefinitionError(f"{name!r} cannot be the name of a package of megaliths; try {other!r}")
    return name


def _is_taken(module: str) -> bool:
    """Return whether a package would hide another module, or be hidden by it."""
    return module in sys.stdlib_module_names or module in sys.modules or find_spec(module) is not None


def package_of(
    source: str, stones: Mapping[str, Megalith], *, name: str, version: str = VERSION, author: str = ""
) -> StoneFile:
    """Return a text as a package, a wheel, which pip installs without building it.

    Installed, it is a plug-in: `BASE_SET.with_plugins()` and `--plugins` load its megaliths.

    Args:
        source: The text.
        stones: Its megaliths, at least one, by their names in it.
        name: A name for people; see `package_name`.
        version: Numbers joined by full stops.
        author: The author's name; empty for none.

    Raises:
        DefinitionError: if the name, the version or the author cannot be those of a package.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> package_of("# my text", {"far": BASE_SET["deer"]}, name="Far Stones")
        StoneFile(name='far_stones-1.0-py3-none-any.whl')
    """
    # 1. the arguments
    package = package_name(name)
    module = package.replace("-", "_")
    if not _VERSION.fullmatch(version):
        raise DefinitionError(
            f"the version should be up to four numbers joined by full stops, such as '1.0', not {quoted(version)}"
        )
    if author and not is_line(author):
        raise DefinitionError(f"the author should be a line of text, not {quoted(author)}")
    # 2. the files
    *_, last = stones.values()
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {package}",
        f"Version: {version}",
        f"Summary: {' '.join(last.text.split())}",
        *([f"Author: {author}"] if author else []),
        "Requires-Python: >=3.11",
        "Requires-Dist: cairn-rules",
        "Description-Content-Type: text/markdown",
        "",
        *(f"- {stone.name}: {stone.text}" for stone in stones.values()),
        "",
        f"    cairn-rules play --plugins --circles {last.id},dawn",
    ]
    wheel = ["Wheel-Version: 1.0", "Generator: cairn-rules", "Root-Is-Purelib: true", "Tag: py3-none-any"]
    entries = [f"[{_GROUP}]", *(f"{stone.id} = {module}:{place}" for place, stone in stones.items())]
    about = f"{module}-{version}.dist-info"
    files = {
        f"{module}/__init__.py": source.encode(),
        f"{about}/METADATA": _lines(metadata),
        f"{about}/WHEEL": _lines(wheel),
        f"{about}/entry_points.txt": _lines(entries),
    }
    record = f"{about}/RECORD"
    files[record] = _lines([*(f"{path},{_digest(content)}" for path, content in files.items()), f"{record},,"])
    # 3. the archive
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for path, content in files.items():
            archive.writestr(ZipInfo(path), content)  # at a fixed time, so that the same text makes the same file
    return StoneFile(f"{module}-{version}-py3-none-any.whl", packed.getvalue())


def _lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _digest(content: bytes) -> str:
    """Return the digest and the size of a file, as wheels record them."""
    digest = urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
    return f"sha256={digest},{len(content)}"
