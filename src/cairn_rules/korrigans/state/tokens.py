"""The kinds of tokens: companions, Clovers, Menhirs, and the pawns of the rainbow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum, unique
from typing import Final, TypeVar, cast

from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.game import NamedEnum
from cairn_rules.phrasebook import Named


class NumberedKind(IntEnum):
    """A kind of thing. Its number is its place in the documented order, its text its name in board files."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


@unique
class Companion(NumberedKind):
    """One of the six animals that carry Korrigans (rules 4.4 to 4.9)."""

    HARE = 0
    SQUIRREL = 1
    BIRD = 2
    MOUSE = 3
    MOLE = 4
    FROG = 5


@unique
class Clover(NumberedKind):
    """The face of a Clover token (rule 1.3). The first six have the numbers of their companions.

    Example:
        >>> Clover.MOLE.companion, Clover.MOLE.gold, Clover.GOLD3.companion, Clover.GOLD3.gold
        (Companion.MOLE, 0, None, 3)
    """

    HARE = 0
    SQUIRREL = 1
    BIRD = 2
    MOUSE = 3
    MOLE = 4
    FROG = 5
    GOLD1 = 6
    GOLD2 = 7
    GOLD3 = 8
    GOLD4 = 9

    @property
    def companion(self) -> Companion | None:
        """The companion on the token, or None on gold."""
        return COMPANIONS[self] if self < len(COMPANIONS) else None

    @property
    def gold(self) -> int:
        """The gold on the token, 0 on a companion."""
        return max(0, self - Clover.FROG)


@unique
class Menhir(NumberedKind):
    """The hidden side of a Menhir (rule 1.4).

    Example:
        >>> Menhir.TROLL.gold, Menhir.GOLD2.gold
        (0, 2)
    """

    ELF = 0
    GOBLIN = 1
    LEPRECHAUN = 2
    FAIRY = 3
    TROLL = 4
    GOLD1 = 5
    GOLD2 = 6
    GOLD3 = 7
    GOLD4 = 8

    @property
    def gold(self) -> int:
        """The gold on the Menhir (rule 6.7), 0 on the other kinds."""
        return max(0, self - Menhir.TROLL)


class Pawn(NamedEnum):
    """The colour of a Rainbow pawn. The game has two pawns of each colour."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    INDIGO = "indigo"
    VIOLET = "violet"

    def __str__(self) -> str:
        return self.value


COMPANIONS: Final = tuple(Companion)
CLOVERS: Final = tuple(Clover)
MENHIRS: Final = tuple(Menhir)
PAWNS: Final = tuple(pawn for pawn in Pawn for _ in range(2))
"""The pawns in the bag at the start, in the order of the rainbow."""
RUSH: Final = 5
"""Number of pawns on Clouds from which pawns are drawn until the seventh colour appears (rule 3.6)."""
MOST_TOKENS: Final = 999
"""Maximum number of tokens of a kind, or in a field, on any board."""
KindT = TypeVar("KindT", Clover, Menhir)


def clovers_of(value: Mapping[Clover, int] | Iterable[Clover]) -> tuple[Clover, ...]:
    """Return Clover tokens sorted by kind, from the tokens or from a mapping of kinds to counts.

    Raises:
        DefinitionError: if the value is something else.

    Example:
        >>> clovers_of({Clover.GOLD1: 2, Clover.HARE: 1})
        (Clover.HARE, Clover.GOLD1, Clover.GOLD1)
    """
    return _tokens(Clover, value)


def menhirs_of(value: Mapping[Menhir, int] | Iterable[Menhir]) -> tuple[Menhir, ...]:
    """Return Menhirs sorted by kind, from the Menhirs or from a mapping of kinds to counts.

    Raises:
        DefinitionError: if the value is something else.
    """
    return _tokens(Menhir, value)


def _tokens(kind: type[KindT], value: Mapping[KindT, int] | Iterable[KindT]) -> tuple[KindT, ...]:
    if isinstance(value, Mapping):
        numbers = cast("Mapping[KindT, int]", value)
        for number in numbers.values():
            if type(number) is not int or not 0 <= number <= MOST_TOKENS:
                raise DefinitionError(f"{quoted(number)} is not a number of tokens, from 0 to {MOST_TOKENS}")
        given = tuple(each for each, number in numbers.items() for _ in range(number))
    elif isinstance(value, Iterable):
        given = tuple(value)
    else:
        raise DefinitionError(
            f"{quoted(value)} is neither a collection of {kind.__name__}s nor a mapping from {kind.__name__} to count"
        )
    for each in given:
        if not isinstance(each, kind):
            raise DefinitionError(f"{quoted(each)} is not a {kind.__name__}")
    return tuple(sorted(given))


def token_text(token: Clover | Companion | Menhir) -> str:
    """Return a token in words.

    Example:
        >>> token_text(Clover.GOLD3), token_text(Menhir.GOLD2), token_text(Companion.FROG)
        ('3 gold', 'Menhir with 2 gold', 'frog')
    """
    if isinstance(token, Menhir):
        return f"Menhir with {token.gold} gold"
    amount = token.gold if isinstance(token, Clover) else 0
    return f"{amount} gold" if amount else str(token)


def named_clover(clover: Clover) -> Named:
    """Return a Clover token as an argument of a sentence."""
    return Named(clover, token_text(clover))


def clover_text(clover: Clover) -> str:
    """Return a Clover token as in the text of an action: a companion's name, or `g` and the gold.

    Example:
        >>> clover_text(Clover.GOLD3), clover_text(Clover.FROG)
        ('g3', 'frog')
    """
    return f"g{clover.gold}" if clover.companion is None else str(clover)
