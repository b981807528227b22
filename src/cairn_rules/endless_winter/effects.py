"""Effects of cards, tiles and spaces, as immutable syntax trees, and their text form (rules page, section 3)."""

from __future__ import annotations

import re
from typing import Final, TypeAlias, final

from cairn_rules.errors import DefinitionError, cut, hint, quoted
from cairn_rules.frozen_classes import frozen

__all__ = ["Benefit", "Both", "Effect", "Either", "Exchange", "InColumn", "InOrder", "parse_effect"]

COLUMNS: Final = ("initiate", "develop", "migrate", "hunt")
"""The columns of the Main board, from the left (rule 6.3)."""
LADDER: Final = ("megalith", "draw", "idol", "tool", "food")
"""The benefits that a player may exchange for a lesser one, best first (rule 3.2)."""
KINDS: Final = (
    *LADDER,
    "labor",
    "food_fill",
    "discard",
    "camp",
    "move",
    "village",
    "tribe_to_hand",
    "tribe_to_discard",
    "bury",
    "bury_supply",
    "culture",
    "animal_take",
    "animal_draw",
    "animal_reveal",
    "tip",
    "points",
)
"""Every kind of benefit (rule 3.1)."""
MOST_UNITS: Final = 99
"""Maximum count of a benefit."""
LONGEST: Final = 1000
"""Maximum length of the text of an effect, in characters."""


@final
@frozen
class Benefit:
    """Some units of one kind of benefit, gained one after another (rule 3.1)."""

    kind: str
    """One of `KINDS`."""
    count: int = 1
    """Number of units."""
    free_food: bool = False
    """True for a Village that costs no Food."""

    def __str__(self) -> str:
        if self.kind == "food_fill":
            return self.kind
        if self.kind == "village":
            return "village(free_food)" if self.free_food else "village"
        return f"{self.kind}({self.count})"


@final
@frozen
class Both:
    """Several effects, in the order that the player chooses (rule 3.3)."""

    parts: tuple[Effect, ...]
    """The effects."""

    def __str__(self) -> str:
        return "+".join(map(str, self.parts))


@final
@frozen
class Either:
    """One of several effects."""

    options: tuple[Effect, ...]
    """The effects."""

    def __str__(self) -> str:
        return "|".join(map(str, self.options))


@final
@frozen
class InOrder:
    """Several effects, one after another."""

    steps: tuple[Effect, ...]
    """The effects, the first one first."""

    def __str__(self) -> str:
        return " then ".join(map(str, self.steps))


@final
@frozen
class Exchange:
    """An effect that the player may buy with goods, paid in full beforehand."""

    food: int
    """The price in Food."""
    tools: int
    """The price in Tools."""
    gain: Effect
    """The effect."""

    def __str__(self) -> str:
        price = [f"{kind}({count})" for kind, count in (("food", self.food), ("tool", self.tools)) if count]
        return f"pay {'+'.join(price)} -> {self.gain}"


@final
@frozen
class InColumn:
    """An effect for a turn in one column only (rule 3.1)."""

    column: str
    """One of `COLUMNS`."""
    effect: Effect
    """The effect."""

    def __str__(self) -> str:
        return f"{self.effect} if {self.column}"


Effect: TypeAlias = Benefit | Both | Either | InOrder | Exchange | InColumn
"""Any effect."""

_TOKEN: Final = re.compile(r"\s*(->|[a-z_]+|[0-9]+|[()+|])")


def parse_effect(text: str) -> Effect:
    """Parse the text form of an effect.

    From the loosest to the tightest: `then`, `+`, `|`. A step can begin with a price (`pay food(1)+tool(1) ->`) and end
    with a column (`if hunt`).

    Raises:
        DefinitionError: if it is not an effect. The message quotes the place.

    Example:
        >>> parse_effect("pay tool(1) -> idol(2)")
        Exchange(food=0, tools=1, gain=Benefit(kind='idol', count=2, free_food=False))
        >>> str(parse_effect("food(1) + tool(1)|draw(1) then labor(2) if hunt"))
        'food(1)+tool(1)|draw(1) then labor(2) if hunt'
    """
    return _Parser(text).effect()


@final
class _Parser:
    """The tokens of a text, read from left to right."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise DefinitionError(f"an effect is a text such as 'draw(1)', not {quoted(text)}")
        self._text = text
        if len(text) > LONGEST:
            raise self._error(f"{len(text)} characters; an effect has at most {LONGEST}")
        self._tokens: list[str] = []
        place = 0
        while place < len(text.rstrip()):
            match = _TOKEN.match(text, place)
            if match is None:
                raise self._error(f"{text[place:].strip()[:20]!r} is not part of an effect")
            self._tokens.append(match[1])
            place = match.end()
        self._next = 0

    def effect(self) -> Effect:
        """Return the whole effect."""
        steps = [self._step()]
        while self._taken("then"):
            steps.append(self._step())
        if self._token is not None:
            sign = {"or": "|", "and": "+"}.get(self._token)
            right = f"write {sign!r} in place of" if sign else "expected 'then' or the end before"
            raise self._error(f"{right} {self._token!r}")
        effect = steps[0] if len(steps) == 1 else InOrder(tuple(steps))
        if len(str(effect)) > LONGEST:  # its usual spelling is longer than the text
            raise self._error(f"{len(str(effect))} characters in its usual spelling; an effect has at most {LONGEST}")
        return effect

    def _step(self) -> Effect:
        price = self._price() if self._taken("pay") else None
        effect = self._group()
        if price is not None:
            effect = Exchange(*price, effect)
        if self._taken("if"):
            column = self._word("a column")
            if column not in COLUMNS:
                raise self._error(f"{column!r} is not a column; {hint(column, COLUMNS)}")
            effect = InColumn(column, effect)
        return effect

    def _price(self) -> tuple[int, int]:
        price = {"food": 0, "tool": 0}
        while True:
            part = self._atom()
            if part.kind not in price or price[part.kind]:
                raise self._error(f"a price is food(n), tool(n) or both, not {part}")
            price[part.kind] = part.count
            if not self._taken("+"):
                self._expect("->")
                return price["food"], price["tool"]

    def _group(self) -> Effect:
        parts = [self._either()]
        while self._taken("+"):
            parts.append(self._either())
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def _either(self) -> Effect:
        options = [self._atom()]
        while self._taken("|"):
            options.append(self._atom())
        return options[0] if len(options) == 1 else Either(tuple(options))

    def _atom(self) -> Benefit:
        kind = self._word("a benefit")
        if kind not in KINDS:
            raise self._error(f"{kind!r} is not a benefit; {hint(kind, KINDS)}")
        if not self._taken("("):
            if kind not in {"food_fill", "village"}:
                raise self._error(f"{kind!r} needs a number, such as {kind}(1)")
            return Benefit(kind)
        argument = self._token
        self._next += 1
        self._expect(")")
        if kind == "village" and argument == "free_food":
            return Benefit(kind, free_food=True)
        if argument is None or not argument.isdigit() or kind in {"food_fill", "village"}:
            raise self._error(f"{argument!r} is not an argument of {kind!r}")
        if not 1 <= int(argument) <= MOST_UNITS:
            raise self._error(f"{kind}({cut(argument, 9)}) is not from 1 to {MOST_UNITS} units")
        return Benefit(kind, int(argument))

    @property
    def _token(self) -> str | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _taken(self, token: str) -> bool:
        """Step over a token, if it is next."""
        found = self._token == token
        self._next += found
        return found

    def _expect(self, token: str) -> None:
        if not self._taken(token):
            raise self._error(f"expected {token!r} before {self._token or 'the end'!r}")

    def _word(self, what: str) -> str:
        token = self._token
        if token is None or not token[0].isalpha():
            raise self._error(f"expected {what} before {token or 'the end'!r}")
        self._next += 1
        return token

    def _error(self, problem: str) -> DefinitionError:
        return DefinitionError(f"the effect {quoted(self._text)} is not valid: {problem}")
