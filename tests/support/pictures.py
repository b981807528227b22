"""Pictures as tests look at them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

_SVG = "{http://www.w3.org/2000/svg}"


def drawn(picture: str) -> ET.Element:
    """The parsed picture, with plain names of elements."""
    root = ET.fromstring(picture)  # noqa: S314 - made by the library
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
    return root


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    """The elements that have a class."""
    return [element for element in root.iter() if name in element.get("class", "").split()]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours such as `#1d4e79`, as the guidelines for web content define it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mixed(over: str, under: str, share: float) -> str:
    """A colour that lies over another one and lets it shine through."""
    pairs = ((int(over[index : index + 2], 16), int(under[index : index + 2], 16)) for index in (1, 3, 5))
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)
