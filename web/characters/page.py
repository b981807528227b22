"""The characters of the page: `Page` answers JSON messages with JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from typing_extensions import override

from cairn_rules.cairn_rpg import Attribute, Rulings
from cairn_rules.cairn_rpg.content.book import TRAITS
from cairn_rules.cairn_rpg.sheets import sheet
from cairn_rules.cairn_rpg.sheets.content import COLUMNS, party_content_of
from web.shared.answers import Backend, unanswered
from web.shared.dice import saved, thrown
from web.shared.party_address import Request, format_address, parse_address
from web.shared.party_maker import Made, WishError, make


def program(made: Made) -> str:
    """Return a Python program that makes the same party."""
    lines = ["from cairn_rules.cairn_rpg.creation import create_character", "", "party = ["]
    for seed, choices in zip(made.seeds, made.choices, strict=True):
        written = ", ".join(f"{name}={value!r}" for name, value in {"seed": seed, **choices}.items())
        lines.append(f"    create_character({written}),")
    return "\n".join([*lines, "]"])


@final
class Page(Backend):
    """The page's backend, which holds the current party."""

    def __init__(self) -> None:
        self._made: Made | None = None

    @override
    def reply(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        private = bool(asked.get("private"))
        match asked:
            case {"ask": "make", "address": str(address)}:
                return self._make(address, private=private)
            case {"ask": "show"} if self._made is not None:
                return view(self._made, private=private)
            case {"ask": "file", "format": str(format), "member": int() | None as member} if self._made is not None:
                from web.characters.files import file_of  # noqa: PLC0415 - needed only for files

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
                raise unanswered(asked)

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
