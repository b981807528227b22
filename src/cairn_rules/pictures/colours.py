"""Colours of pictures, and the style sheets made from them. A style sheet applies only to pictures with its colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, cast, final, get_args
from zlib import crc32

from attrs import AttrsInstance, asdict, field, fields, frozen

from cairn_rules.checks import fits, highlighted
from cairn_rules.errors import DefinitionError, quoted

_COLOUR: Final = re.compile(
    r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/ +-]*\)", re.ASCII
)
"""A CSS colour. The pattern excludes anything that could end a declaration or load a resource."""
_IN_PARTS: Final = re.compile(
    r"(rgb|hsl)a?\(([^ ,()/]+)[ ,]+([^ ,()/]+)[ ,]+([^ ,()/]+)(?: *[/,] *(\d*\.?\d+)(%?))? *\)", re.ASCII
)
"""A colour in the notation without commas, or with an opacity, which many renderers draw black."""
_HEX: Final = re.compile("#(?:[0-9a-fA-F]{3}){1,2}")
_PAINTS: Final = ("fill", "stroke")


def _is_colour(value: object) -> bool:
    return isinstance(value, str) and bool(_COLOUR.fullmatch(value))


_css_colour: Final = fits("a CSS colour such as '#1d4e79', 'teal' or 'rgb(29 78 121)'", _is_colour)

Word: TypeAlias = Literal["auto", "light", "dark"]
"""The name of a colour scheme. `auto` follows the preference of the reader's system."""
_WORDS: Final[tuple[Word, ...]] = get_args(Word)

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
    """CSS declarations by selector: a class, several as in `.a.b`, or an empty text for the root element.

    In a declaration, `@sea` is replaced with the colour `sea`.
    """
    light: ColoursT
    """The colours of the light scheme."""
    dark: ColoursT
    """The colours of the dark scheme."""
    arrows: tuple[str, ...] = ()
    """The names of the colours of arrows, besides `highlight` and `muted`."""
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

    def arrows_in(self, arrows: object, kinds: tuple[type, ...]) -> dict[Any, str]:
        """Return the actions of an argument `arrows=`, best first, each with the CSS classes of its marks.

        Raises:
            DefinitionError: if anything else is among them, or a colour is not valid.
        """
        right = "actions, best first, such as [line.actions[0] for line in analysis.lines]"
        found: dict[Any, str] = dict.fromkeys(highlighted(arrows, kinds, right, name="arrows"), "")
        known = ("highlight", "muted", *self.arrows)
        for action, colour in cast("Mapping[Any, object]", arrows).items() if isinstance(arrows, Mapping) else ():
            if colour not in known and not _HEX.fullmatch(str(colour)):
                names = ", ".join(map(repr, known))
                raise DefinitionError(f"an arrow's colour should be {names} or like '#1d4e79', not {quoted(colour)}")
            found[action] = f" {self.prefix}-in-{str(colour).lstrip('#')}"
        return {one: (f"{self.prefix}-fainter" * bool(place) + found[one]).strip() for place, one in enumerate(found)}

    def scope(self, colours: ColoursT | Word) -> str:
        """Return the CSS class of pictures with these colours, to which their style sheet is limited."""
        name = colours if isinstance(colours, str) else f"{crc32(repr(colours).encode()):08x}"
        return f"{self.prefix}-colours-{name}"


@final
class Attributes(dict[str, str]):
    """The classes and presentation attributes of elements in pictures of the same colours, by the classes.

    By the attributes, renderers without style sheets or custom properties draw the colours `auto` as the light scheme.
    A class with neither `fill` nor `stroke`, such as one for bold text, is left out: its attributes say the same.
    """

    def __init__(self, styling: Styling[Any], colours: Any) -> None:
        schemes = {"auto": styling.light, "light": styling.light, "dark": styling.dark}
        self._colours = asdict(schemes[colours] if isinstance(colours, str) else colours)
        rules = sorted(styling.rules.items(), key=lambda rule: rule[0].count("."))
        self._rules = [({*selector.split(".")[1:]}, _declarations(body)) for selector, body in rules]
        self._left_out = {selector[1:] for selector, body in rules if not {*_PAINTS} & _declarations(body).keys()}
        self.sheet: Final = _style_sheet(styling, colours)

    def __missing__(self, classes: str) -> str:
        names = classes.split()
        found = {"class": " ".join(name for name in names if name not in self._left_out)}
        for needed, body in self._rules:
            if needed <= {*names} and bool(needed) == bool(names):
                found |= body
        colours = self._colours
        for arrow in (name.partition("-in-")[2] for name in names if "-in-" in name):
            colours = {**colours, "highlight": colours.get(arrow, f"#{arrow}")}
            found |= {} if arrow in self._colours else {"color": f"#{arrow}"}
        for paint in _PAINTS:
            if found.get(paint, "")[:1] == "@":
                found[paint], opacity = _in_parts(colours[found[paint][1:]])
                if opacity < 1:
                    opacity *= float(found.get(f"{paint}-opacity", 1))
                    found[f"{paint}-opacity"] = f"{opacity:.4g}".lstrip("0") or "0"
        written = "".join(f' {name}="{value}"' for name, value in found.items() if value)
        if "color" not in found:  # of which there are millions
            self[classes] = written
        return written


attributes_in: Final = lru_cache(maxsize=64)(Attributes)
"""Return the attributes of pictures of a style in some colours, which the style has checked."""


def _declarations(body: str) -> dict[str, str]:
    return dict(each.split(":") for each in body.split(";"))


def _in_parts(colour: str) -> tuple[str, float]:
    """Return a colour without its opacity, in a notation that every renderer knows, and the opacity."""
    found = _IN_PARTS.fullmatch(colour)
    if found is None:
        return colour, 1
    notation, *parts, opacity, percent = found.groups()
    plain = f"{notation}({','.join(parts)})"
    if notation == "rgb" and all(each.isdigit() and int(each) < 256 for each in parts):
        plain = f"#{bytes(map(int, parts)).hex()}"  # shorter
    return plain, float(opacity or 1) / (100 if percent else 1)


def _style_sheet(styling: Styling[Any], colours: Any) -> str:
    """Return the CSS of a picture, in which every rule applies only to pictures of the same colours.

    It has the custom properties of the colours `auto`, and the rules of small pictures.
    """
    picture = f".{styling.scope(colours)}"
    if colours != "auto":
        return _small_rules(styling, picture)
    light, dark = (_properties(styling, picture, asdict(each)) for each in (styling.light, styling.dark))
    rules = "".join(
        f"{picture} {selector}".rstrip() + f"{{{painted}}}"
        for selector, body in styling.rules.items()
        if (painted := _painted(styling, body))
    )
    named = ((f".{styling.prefix}-in-{name}", f"var(--{styling.prefix}-{name})") for name in ("muted", *styling.arrows))
    for selector, colour in (*named, ("[color]", "currentColor")) if styling.arrows else ():
        rules += f"{picture} {selector}{{--{styling.prefix}-highlight:{colour}}}"
    preferred = f"@media(prefers-color-scheme:dark){{{dark}}}"
    return f"@supports(color:var(--c)){{{light}{preferred}{rules}}}{_small_rules(styling, picture)}"


def _painted(styling: Styling[Any], body: str) -> str:
    """Return the declarations of paints with custom properties, which undo the opacity of an attribute."""
    declared = _declarations(body)
    found = {name: value for name, value in declared.items() if name in _PAINTS}
    for paint, value in tuple(found.items()):
        if value[0] == "@":
            found[paint] = f"var(--{styling.prefix}-{value[1:].replace('_', '-')})"
            if _in_parts(getattr(styling.light, value[1:]))[1] < 1:
                found[f"{paint}-opacity"] = declared.get(f"{paint}-opacity", "1")
    return ";".join(map(":".join, found.items()))


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
