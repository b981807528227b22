"""The maker of parties: `make` finds the characters that a request asks for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import SystemRandom
from typing import Final, final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg import Attribute, Character, Rulings
from cairn_rules.cairn_rpg.creation import Choices, create_character, find_character
from cairn_rules.cairn_rpg.creation.steps import youngest
from cairn_rules.errors import SetupError
from web.shared.party_address import MOST_SEED, Member, Request

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
