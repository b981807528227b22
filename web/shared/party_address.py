"""The address of a party: `format_address` writes its seed and choices, and `parse_address` reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeVar, final

from attrs import field, frozen

from cairn_rules.cairn_rpg import Attribute, book
from cairn_rules.cairn_rpg.content.book import TRAITS
from cairn_rules.cairn_rpg.creation import Swap
from cairn_rules.cairn_rpg.creation.state import MOST_NAME, is_name
from cairn_rules.cairn_rpg.creation.steps import SWAPS
from cairn_rules.errors import hint, quoted

VERSION: Final = 1
"""The version of the addresses. It must grow when an address would give another party than before."""
MOST_MEMBERS: Final = 12
"""Maximum number of characters in a party."""
MOST_REROLLS: Final = 999
"""Maximum number of rerolls of a character."""
MOST_SEED: Final = 2**32 - 1
"""The largest seed."""
LONGEST: Final = 10_000
"""Maximum length of an address, in characters."""
MOST_PARTS: Final = 40
"""Maximum number of parts in an address."""
LOWEST: Final = 3
HIGHEST: Final = 18
"""The range of a score (R14)."""
TABLE_ROWS: Final = 6
"""Number of rows of the tables of a background (R12)."""
_ROWS: Final = ("row1", "row2")
_WISHES: Final = MappingProxyType({attribute.lower(): attribute for attribute in Attribute})
_NUMBER: Final = re.compile(r"[0-9]{1,10}")
T = TypeVar("T")


@final
@frozen(kw_only=True)
class Member:
    """The choices for a character. Empty ones are rolled."""

    background: str = ""
    """The id of the background (R9)."""
    name: str = ""
    """The name (R10)."""
    swap: Swap = "none"
    """The two attributes to swap (R15)."""
    at_least: Mapping[Attribute, int] = field(factory=dict[Attribute, int])
    """The least score of some attributes, after the swap."""
    rows: tuple[int | None, int | None] = (None, None)
    """The rows of the two tables of the background (R12)."""
    bond: int | None = None
    """The row of the bond (R18)."""
    traits: Mapping[str, str] = field(factory=dict[str, str])
    """The words of some traits (R17)."""
    reroll: int = 0
    """Number of times that the character was rolled anew."""


@final
@frozen(kw_only=True)
class Request:
    """The choices that determine a party."""

    seed: int | None = None
    """The seed of all dice; None for a random one."""
    members: tuple[Member, ...] = (Member(),) * 4
    """The choices for each character."""
    omen: bool = True
    """True if the youngest takes an omen (R20)."""


def format_address(request: Request) -> str:
    """Return the address of a request, without the `#`. Choices left to the dice are omitted.

    Example:
        >>> format_address(Request(seed=7, members=(Member(name="Ash"), Member(background="aurifex"))))
        'v=1&seed=7&players=2&background=,aurifex&name=Ash'
    """
    from urllib.parse import quote  # noqa: PLC0415 - slow to import

    members = request.members
    parts = [f"v={VERSION}", *(f"seed={seed}" for seed in [request.seed] if seed is not None)]
    parts.append(f"players={len(members)}")
    lists: dict[str, list[str]] = {
        "background": [member.background for member in members],
        "name": [member.name for member in members],
        "swap": ["" if member.swap == "none" else member.swap for member in members],
        **{key: [str(member.at_least.get(attribute, "")) for member in members] for key, attribute in _WISHES.items()},
        **{key: [str(member.rows[place] or "") for member in members] for place, key in enumerate(_ROWS)},
        "bond": [str(member.bond or "") for member in members],
        **{trait: [member.traits.get(trait, "") for member in members] for trait in TRAITS},
        "reroll": [str(member.reroll or "") for member in members],
    }
    for key, values in lists.items():
        listed = ",".join(quote(value, safe="").replace(".", "%2E") for value in values).rstrip(",")
        parts += [f"{key}={listed}"] * bool(listed)
    parts += ["omen=no"] * (not request.omen)
    return "&".join(parts)


def parse_address(address: str) -> tuple[Request, tuple[str, ...]]:
    """Return the request of an address, and a sentence for each fault. A faulty part is left out of the request.

    Example:
        >>> request, faults = parse_address("#v=1&seed=x&players=2")
        >>> request.seed, len(request.members), faults[0]
        (None, 2, "'x' is not a seed: use a whole number from 0 to 4294967295.")
    """
    if len(address) > LONGEST:
        return Request(), (f"It is longer than {LONGEST} characters.",)
    if address.count("&") > MOST_PARTS:
        return Request(), (f"It has more than {MOST_PARTS} parts.",)
    faults: list[str] = []
    parts = _parts(address.removeprefix("#"), faults)
    version = parts.pop("v", "")
    if _NUMBER.fullmatch(version) and int(version) > VERSION:
        newer = f"It was made by a newer version of this page (version {version}; this page reads version {VERSION})."
        return Request(), (newer,)
    if version != str(VERSION):
        wrong = f"{quoted(version)} is not a version" if version else "It has no version"
        faults.append(f"{wrong}: an address starts with #v={VERSION}.")
    seed = _number(parts.pop("seed", ""), "a seed", 0, MOST_SEED, faults)
    number = _number(parts.pop("players", ""), "a number of characters", 1, MOST_MEMBERS, faults) or 4
    omen = _one_of(parts.pop("omen", "") or "yes", ("yes", "no"), "an answer to omen", faults) != "no"
    score = partial(_number, what="a score", least=LOWEST, most=HIGHEST, faults=faults)
    readers: dict[str, Callable[[str], Any]] = {
        "background": partial(_one_of, options=tuple(book().backgrounds), what="a background", faults=faults),
        "name": partial(_name, faults=faults),
        "swap": partial(_one_of, options=tuple(SWAPS), what="a swap", faults=faults),
        **dict.fromkeys(_WISHES, score),
        **dict.fromkeys(_ROWS, partial(_number, what="a row", least=1, most=TABLE_ROWS, faults=faults)),
        "bond": partial(_number, what="a bond", least=1, most=len(book().bonds), faults=faults),
        **{
            trait: partial(_one_of, options=words, what=f"a word for {trait}", faults=faults)
            for trait, words in book().traits.items()
        },
        "reroll": partial(_number, what="a number of rerolls", least=0, most=MOST_REROLLS, faults=faults),
    }
    lists = {key: _list(key, parts.pop(key, ""), read, number, faults) for key, read in readers.items()}
    known = ("v", "seed", "players", "omen", *readers)
    faults += [f"{quoted(key)} is not a part of an address; {_hint(key, known)}" for key in parts]
    return Request(seed=seed, members=tuple(_members(lists, number)), omen=omen), tuple(faults)


def _hint(word: str, known: tuple[str, ...]) -> str:
    said = hint(word, known)
    return said if said.endswith("?") else f"{said}."


def _members(lists: Mapping[str, tuple[Any, ...]], number: int) -> Iterator[Member]:
    for index in range(number):
        found = {key: values[index] for key, values in lists.items()}
        yield Member(
            background=found["background"] or "",
            name=found["name"] or "",
            swap=found["swap"] or "none",
            at_least={attribute: found[key] for key, attribute in _WISHES.items() if found[key] is not None},
            rows=(found["row1"], found["row2"]),
            bond=found["bond"],
            traits={trait: found[trait] for trait in TRAITS if found[trait] is not None},
            reroll=found["reroll"] or 0,
        )


def _parts(text: str, faults: list[str]) -> dict[str, str]:
    """Return the values of an address by their keys, still encoded."""
    parts: dict[str, str] = {}
    for part in filter(None, text.split("&")):
        key, equals, value = part.partition("=")
        if not equals:
            faults.append(f"{quoted(part)} has no value: write it as in seed=7.")
        elif key in parts:
            faults.append(f"{quoted(key)} is given twice.")
        else:
            parts[key] = value
    return parts


def _list(key: str, text: str, read: Callable[[str], T | None], number: int, faults: list[str]) -> tuple[T | None, ...]:
    """Return a value for each member; None if it is missing or faulty."""
    texts = text.split(",") if text else []
    if len(texts) > number:
        faults.append(f"{key} has {len(texts)} values for {number} character{'s' * (number > 1)}.")
    values: list[T | None] = []
    for place, each in enumerate(texts[:number], 1):
        before = len(faults)
        try:
            value = _decoded(each) if "%" in each else each
        except UnicodeDecodeError:
            faults.append(f"{quoted(each)} is not encoded as UTF-8.")
            value = ""
        values.append(read(value) if value else None)
        faults[before:] = [f"Character {place}: {fault}" for fault in faults[before:]]
    return (*values, *(None,) * (number - len(values)))


def _decoded(text: str) -> str:
    from urllib.parse import unquote  # noqa: PLC0415 - slow to import, and needed for few addresses

    return unquote(text, errors="strict")


def _number(text: str, what: str, least: int, most: int, faults: list[str]) -> int | None:
    if not text:
        return None
    if _NUMBER.fullmatch(text) and least <= int(text) <= most:
        return int(text)
    faults.append(f"{quoted(text)} is not {what}: use a whole number from {least} to {most}.")
    return None


def _one_of(text: str, options: tuple[str, ...], what: str, faults: list[str]) -> str | None:
    if text in options:
        return text
    faults.append(f"{quoted(text)} is not {what}; {_hint(text, options)}")
    return None


def _name(text: str, faults: list[str]) -> str | None:
    if is_name(text.strip()):
        return text.strip()
    faults.append(f"{quoted(text)} is not a name: use one line of at most {MOST_NAME} characters.")
    return None
