"""The characters of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import SystemRandom
from typing import Any, Final, final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg import Attribute, Character, Rulings
from cairn_rules.cairn_rpg.content.book import TRAITS
from cairn_rules.cairn_rpg.creation import Choices, create_character, find_character
from cairn_rules.cairn_rpg.creation.steps import youngest
from cairn_rules.cairn_rpg.sheets import sheet
from cairn_rules.cairn_rpg.sheets.content import COLUMNS, party_content_of
from cairn_rules.errors import SetupError
from party_address import MOST_SEED, Member, Request, format_address, parse_address
from party_files import file_of
from table_dice import saved, thrown

TRIES: Final = 10_000
"""Maximum number of characters that are tried for the wishes of a member."""
RAREST: Final = 2_000
"""A wish that fewer than one in this number of characters meets is refused at once."""


class WishError(Exception):
    """Wishes that no character meets; a sentence."""


@final
@frozen(kw_only=True)
class Made:
    """A party with the request and the seeds that made it."""

    request: Request
    characters: tuple[Character, ...]
    choices: tuple[Choices, ...]
    """The choices of each character."""
    seeds: tuple[int, ...]
    """The seed of each character."""

    @property
    def title(self) -> str:
        """The name of the files of the party."""
        return f"party-{self.request.seed}"


def make(request: Request) -> Made:
    """Make the party of a request. The choices for a member do not change the others.

    Raises:
        WishError: if the wishes for a member cannot be met, or are too rare to look for.
    """
    if request.seed is None:
        request = evolve(request, seed=SystemRandom().randint(0, MOST_SEED))
    seeds: list[int] = []
    characters: list[Character] = []
    choices = [_choices(member) for member in request.members]
    for index, member in enumerate(request.members):
        seed, character = _found(request, index, member, choices[index])
        seeds.append(seed)
        characters.append(character)
    if request.omen:
        seat = youngest(tuple(each.age or 0 for each in characters), Rulings())
        if characters[seat].omen is None:
            choices[seat] = {**choices[seat], "omen": True}
            characters[seat] = create_character(seed=seeds[seat], **choices[seat])
    return Made(request=request, characters=tuple(characters), choices=tuple(choices), seeds=tuple(seeds))


def _found(request: Request, index: int, member: Member, choices: Choices) -> tuple[int, Character]:
    """Return the first character that meets the wishes for a member, with its seed."""
    chance = likelihood(member.at_least)
    if chance * RAREST < 1:
        *others, last = (f"{attribute} {least}" for attribute, least in member.at_least.items())
        wish = f"{', '.join(others)} and {last}" if others else last
        rare = f"only one character in {round(1 / chance):,} has at least {wish}"
        raise WishError(f"Character {index + 1}: {rare}, too few to look for.")
    # Seeds that no other member, reroll or party has: seed, member, reroll and try stand side by side in decimal.
    first = (((request.seed or 0) * 100 + index + 1) * 1000 + member.reroll) * TRIES
    try:
        return find_character(at_least=member.at_least, seed=first, limit=TRIES, **choices)
    except SetupError:
        raise WishError(f"Character {index + 1}: none of {TRIES:,} characters has scores as high as that.") from None


def _choices(member: Member) -> Choices:
    choices = Choices()
    if member.background:
        choices["background"] = member.background
    if member.name:
        choices["name"] = member.name
    if member.swap != "none":
        choices["swap"] = member.swap
    if member.rows != (None, None):
        choices["tables"] = member.rows
    if member.bond is not None:
        choices["bond"] = member.bond
    if member.traits:
        choices["traits"] = member.traits
    return choices


def likelihood(at_least: Mapping[Attribute, int]) -> Fraction:
    """Return the probability that the attributes of a character are high enough: 3d6 each (R14).

    Example:
        >>> likelihood({Attribute.STR: 18})
        Fraction(1, 216)
    """
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    chance = Fraction(1)
    for least in at_least.values():
        chance *= Fraction(sum(roll >= least for roll in rolls), len(rolls))
    return chance


def program(made: Made) -> str:
    """Return a Python program that makes the same party."""
    lines = ["from cairn_rules.cairn_rpg.creation import create_character", "", "party = ["]
    for seed, choices in zip(made.seeds, made.choices, strict=True):
        written = ", ".join(f"{name}={value!r}" for name, value in {"seed": seed, **choices}.items())
        lines.append(f"    create_character({written}),")
    return "\n".join([*lines, "]"])


@final
class Page:
    """The page's backend, which holds the current party."""

    def __init__(self) -> None:
        self._made: Made | None = None

    def answer(self, message: str) -> str:
        """Answer a message; both are JSON.

        Raises:
            ValueError: if the page never sends such a message.
        """
        return json.dumps(self._answer(json.loads(message)))

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        private = bool(asked.get("private"))
        match asked:
            case {"ask": "make", "address": str(address)}:
                return self._make(address, private=private)
            case {"ask": "show"} if self._made is not None:
                return view(self._made, private=private)
            case {"ask": "file", "format": str(format), "member": int() | None as member} if self._made is not None:
                made = self._made
                characters = made.characters if member is None else made.characters[member : member + 1]
                return file_of(characters, format, made.title, private=private).data()
            case {"ask": "roll", "what": str(what), "faces": str(faces)}:
                return thrown(what, faces)
            case {"ask": "save", "attribute": str(attribute), "member": int(member), "faces": str(faces)} if (
                self._made is not None and attribute in list(Attribute) and member in range(len(self._made.characters))
            ):
                return saved(self._made.characters[member], Attribute(attribute), faces)
            case _:
                raise ValueError(f"nothing to answer to the message {json.dumps(asked)}")

    def _make(self, address: str, *, private: bool) -> dict[str, Any]:
        """Return the choices of an address; with its party, or with what is wrong."""
        request, faults = parse_address(address)
        if faults:
            return {"choices": choices_of(request), "faults": faults, "party": None}
        try:
            self._made = make(request)
        except WishError as error:
            faults = (f"{error} Ask for lower scores.",)
            return {"choices": choices_of(request), "faults": faults, "party": None}
        request = self._made.request
        return {"choices": choices_of(request), "faults": [], "party": view(self._made, private=private)}


def choices_of(request: Request) -> dict[str, Any]:
    """Return a request as the fields of the form, all of them texts except for `omen`."""
    return {
        "seed": "" if request.seed is None else str(request.seed),
        "omen": request.omen,
        "members": [
            {
                "background": member.background,
                "name": member.name,
                "swap": member.swap,
                **{each.lower(): str(member.at_least.get(each, "")) for each in Attribute},
                "row1": str(member.rows[0] or ""),
                "row2": str(member.rows[1] or ""),
                "bond": str(member.bond or ""),
                **{trait: member.traits.get(trait, "") for trait in TRAITS},
                "reroll": str(member.reroll),
            }
            for member in request.members
        ],
    }


def view(made: Made, *, private: bool) -> dict[str, Any]:
    """Return everything that the page shows of a party."""
    content = party_content_of(made.characters, None, Rulings(), None, private=private)
    return {
        "address": format_address(made.request),
        "members": [
            {
                "name": member.name,
                "background": member.background,
                "cells": [cell for cell, column in zip(member.cells, COLUMNS[2:], strict=True) if column != "Free"],
                "sheet": sheet(character, format="html", private=private),
            }
            for member, character in zip(content.members, made.characters, strict=True)
        ],
        "program": program(made),
    }
