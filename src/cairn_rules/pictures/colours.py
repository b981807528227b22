"""Colours of pictures, and the style sheets made from them. A style sheet applies only to pictures with its colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, final
from zlib import crc32

from attrs import AttrsInstance, asdict, field, fields, frozen

from cairn_rules.checks import fits
from cairn_rules.errors import DefinitionError, quoted

_COLOUR: Final = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/ +-]*\)", re.ASCII
)
"""A CSS colour. The pattern excludes anything that could end a declaration or load a resource."""


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and bool(_COLOUR.fullmatch(value))


_css_colour: Final = fits("a CSS colour such as '#1d4e79', 'teal' or 'rgb(29 78 121)'", _is_colour)

Word: TypeAlias = Literal["auto", "light", "dark"]
"""The name of a colour scheme. `auto` follows the preference of the reader's system."""
_WORDS: Final[tuple[Word, ...]] = ("auto", "light", "dark")

ColoursT = TypeVar("ColoursT", bound=AttrsInstance)


def colour(light: str, dark: str) -> Any:
    """Return an attrs field of a CSS colour, whose default is that of the light scheme; `dark_scheme` has the other."""
    return field(default=light, validator=_css_colour, metadata={"dark": dark})


def dark_scheme(colours: type[ColoursT]) -> ColoursT:
    """Return the colours of the dark scheme, from a class of colours whose fields are made by `colour`."""
    return colours(**{each.name: each.metadata["dark"] for each in fields(colours)})


@final
@frozen(kw_only=True, eq=False)
class Styling(Generic[ColoursT]):
    """The style of a game's pictures: CSS rules, and colours for a light and a dark scheme."""

    prefix: str
    """The prefix of the game's CSS classes and custom properties."""
    rules: Mapping[str, str]
    """CSS declarations by selector. In a declaration, `@sea` is replaced with the colour `sea`."""
    light: ColoursT
    """The colours of the light scheme."""
    dark: ColoursT
    """The colours of the dark scheme."""
    small: Mapping[int, Mapping[str, str]] = MappingProxyType({})
    """Further CSS declarations by selector, without colours, for pictures below a width in pixels."""

    def size_classes(self, size: int | None) -> tuple[str, ...]:
        """Return the CSS classes of a picture with a width in pixels; None if the width is unknown."""
        return tuple(f"{self.prefix}-below-{width}" for width in self.small if size is not None and size < width)

    def checked(self, colours: object) -> ColoursT | Word:
        """Return an argument `colours=` after checking it.

        Raises:
            DefinitionError: if it is neither colours of the game nor `auto`, `light` or `dark`.
        """
        if isinstance(colours, type(self.light)):
            return colours
        for known in _WORDS:
            if colours == known:
                return known
        raise DefinitionError(f"colours should be Colours, 'auto', 'light' or 'dark', not {quoted(colours)}")

    def scope(self, colours: ColoursT | Word) -> str:
        """Return the CSS class of pictures with these colours, to which their style sheet is limited."""
        name = colours if isinstance(colours, str) else f"{crc32(repr(colours).encode()):08x}"
        return f"{self.prefix}-colours-{name}"


@cache
def style_sheet(styling: Styling[Any], colours: Any) -> str:
    """Return the CSS of a picture, in which every rule applies only to pictures of the same colours."""
    picture = f".{styling.scope(colours)}"
    light, dark = asdict(styling.light), asdict(styling.dark)
    if colours != "auto":
        fixed = {"light": light, "dark": dark}[colours] if isinstance(colours, str) else asdict(colours)
        return _rules(styling, picture, fixed, "{property}:{colour}") + _small_rules(styling, picture)
    preferred = f"@media(prefers-color-scheme:dark){{{_properties(styling, picture, dark)}}}"
    with_both = f"{{property}}:{{colour}};{{property}}:var(--{styling.prefix}-{{name}})"
    rules = _rules(styling, picture, light, with_both) + _small_rules(styling, picture)
    return _properties(styling, picture, light) + preferred + rules


def _small_rules(styling: Styling[Any], picture: str) -> str:
    """Return the CSS rules of small pictures: those with a small known width, and those on a small screen.

    For a picture in an image file, the screen is as wide as the picture.
    """
    found = ""
    for width, rules in styling.small.items():
        known, narrow = (
            "".join(f"{which} {selector}{{{body}}}" for selector, body in rules.items())
            for which in (f"{picture}.{styling.prefix}-below-{width}", picture)
        )
        found += f"{known}@media(max-width:{width - 1}px){{{narrow}}}"
    return found


def _properties(styling: Styling[Any], picture: str, colours: dict[str, str]) -> str:
    named = (f"--{styling.prefix}-{name.replace('_', '-')}:{colour}" for name, colour in colours.items())
    return f"{picture}{{{';'.join(named)}}}"


def _rules(styling: Styling[Any], picture: str, colours: dict[str, str], declaration: str) -> str:
    """Return the CSS rules with their colours filled in.

    A declaration with both a fixed colour and a custom property puts the fixed colour first, for renderers that
    do not support custom properties.
    """

    def filled(found: re.Match[str]) -> str:
        name = found[2]
        return declaration.format(property=found[1], colour=colours[name], name=name.replace("_", "-"))

    return "".join(
        f"{picture} {selector}{{{re.sub('([a-z]+):@([a-z_]+)', filled, body)}}}"
        for selector, body in styling.rules.items()
    )
