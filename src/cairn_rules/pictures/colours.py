"""Colours of pictures, and the style sheets that are made of them, each for its own pictures only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, final
from zlib import crc32

from attrs import AttrsInstance, asdict, frozen

from cairn_rules.checks import fits
from cairn_rules.errors import DefinitionError

_COLOUR: Final = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/ +-]*\)", re.ASCII
)
"""What can be a colour in CSS, and nothing that could end a declaration or load something."""


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and bool(_COLOUR.fullmatch(value))


css_colour: Final = fits("a CSS colour such as '#1d4e79', 'teal' or 'rgb(29 78 121)'", _is_colour)
"""A check that a field's value is a colour."""

Word: TypeAlias = Literal["auto", "light", "dark"]
"""A word for colours; `auto` follows what the reader's system prefers."""
_WORDS: Final[tuple[Word, ...]] = ("auto", "light", "dark")

ColoursT = TypeVar("ColoursT", bound=AttrsInstance)


@final
@frozen(kw_only=True, eq=False)
class Styling(Generic[ColoursT]):
    """How the pictures of a game are coloured."""

    prefix: str
    """What the names of its classes and custom properties begin with."""
    rules: Mapping[str, str]
    """Selectors and declarations; `@sea` stands for the colour of that name."""
    light: ColoursT
    dark: ColoursT

    def checked(self, colours: object) -> ColoursT | Word:
        """The colours that a value stands for.

        Raises:
            DefinitionError: when it is neither colours nor a word for them.
        """
        if isinstance(colours, type(self.light)):
            return colours
        for known in _WORDS:
            if colours == known:
                return known
        raise DefinitionError(f"colours should be Colours, 'auto', 'light' or 'dark', not {colours!r}")

    def scope(self, colours: ColoursT | Word) -> str:
        """The class of a picture with these colours, which keeps its style sheet to itself."""
        name = colours if isinstance(colours, str) else f"{crc32(repr(colours).encode()):08x}"
        return f"{self.prefix}-colours-{name}"


@cache
def style_sheet(styling: Styling[Any], colours: Any) -> str:
    """The CSS of a picture; every rule holds in pictures of the same colours only."""
    picture = f".{styling.scope(colours)}"
    light, dark = asdict(styling.light), asdict(styling.dark)
    if colours != "auto":
        fixed = {"light": light, "dark": dark}[colours] if isinstance(colours, str) else asdict(colours)
        return _rules(styling, picture, fixed, "{property}:{colour}")
    preferred = f"@media(prefers-color-scheme:dark){{{_properties(styling, picture, dark)}}}"
    with_both = f"{{property}}:{{colour}};{{property}}:var(--{styling.prefix}-{{name}})"
    return _properties(styling, picture, light) + preferred + _rules(styling, picture, light, with_both)


def _properties(styling: Styling[Any], picture: str, colours: dict[str, str]) -> str:
    named = (f"--{styling.prefix}-{name.replace('_', '-')}:{colour}" for name, colour in colours.items())
    return f"{picture}{{{';'.join(named)}}}"


def _rules(styling: Styling[Any], picture: str, colours: dict[str, str], declaration: str) -> str:
    """The rules with their colours filled in; a renderer that knows no custom property keeps the first one."""

    def filled(found: re.Match[str]) -> str:
        name = found[2]
        return declaration.format(property=found[1], colour=colours[name], name=name.replace("_", "-"))

    return "".join(
        f"{picture} {selector}{{{re.sub('([a-z]+):@([a-z_]+)', filled, body)}}}"
        for selector, body in styling.rules.items()
    )
