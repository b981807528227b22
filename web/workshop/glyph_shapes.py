"""Glyphs of megaliths: a few shapes in a box of 24 by 24 units become path data, which is put into a text."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from inspect import cleandoc
from typing import Final

from cairn_rules import DefinitionError
from cairn_rules.errors import quoted
from cairn_rules.pictures.path_data import GLYPH_BOX

_MOST: Final = 30
"""Maximum number of shapes."""
_NUMBER: Final = re.compile("[0-9]{1,2}([.][0-9])?")


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f"M{x:g} {y:g}L{to_x:g} {to_y:g}"


def _curve(x: float, y: float, by_x: float, by_y: float, to_x: float, to_y: float) -> str:
    return f"M{x:g} {y:g}Q{by_x:g} {by_y:g} {to_x:g} {to_y:g}"


def _circle(x: float, y: float, radius: float) -> str:
    half = f"A{radius:g} {radius:g} 0 0 1"
    return f"M{x - radius:g} {y:g}{half} {x + radius:g} {y:g}{half} {x - radius:g} {y:g}Z"


def _box(x: float, y: float, to_x: float, to_y: float) -> str:
    return f"M{x:g} {y:g}H{to_x:g}V{to_y:g}H{x:g}Z"


def _dot(x: float, y: float) -> str:
    return _line(x, y, x, y)


SHAPES: Final[Mapping[str, tuple[Callable[..., str], str]]] = {
    "line": (_line, "line 4 10 20 10"),
    "curve": (_curve, "curve 3 18 12 2 21 18"),
    "circle": (_circle, "circle 12 12 8"),
    "box": (_box, "box 4 4 20 20"),
    "dot": (_dot, "dot 12 12"),
}
"""The path data of each shape from its numbers, and an example.

The numbers are points, from the top left; a curve bends towards the second one. The last number of a circle is its
radius.
"""
_GLYPHS: Final = {
    "sun": """
        circle 12 12 4
        line 12 2 12 4
        line 12 20 12 22
        line 2 12 4 12
        line 20 12 22 12
        line 5 5 6.4 6.4
        line 17.6 17.6 19 19
        line 5 19 6.4 17.6
        line 17.6 6.4 19 5
    """,
    "moon": """
        curve 16 3 3 2 4.5 13
        curve 4.5 13 7 23 19 18
        curve 16 3 8 12 19 18
    """,
    "star": """
        line 12 2 18 21
        line 18 21 2.5 9
        line 2.5 9 21.5 9
        line 21.5 9 6 21
        line 6 21 12 2
    """,
    "bolt": """
        line 14 2 6 13
        line 6 13 12 13
        line 12 13 9 22
        line 9 22 18 10
        line 18 10 12 10
        line 12 10 14 2
    """,
    "drop": """
        curve 12 2 3 12 7 18
        curve 7 18 12 24 17 18
        curve 17 18 20 12 12 2
        curve 12 12 9 16 12 18
    """,
    "wave": """
        curve 2 9 7 4 12 9
        curve 12 9 17 14 22 9
        curve 2 17 7 12 12 17
        curve 12 17 17 22 22 17
    """,
    "mountain": """
        line 2 20 9 6
        line 9 6 16 20
        line 13 14 16 10
        line 16 10 22 20
        line 2 20 22 20
    """,
    "tree": """
        circle 12 9 7
        line 12 16 12 22
    """,
    "eye": """
        curve 2 12 12 1 22 12
        curve 2 12 12 23 22 12
        circle 12 12 3
    """,
    "ring": """
        circle 12 12 9.5
        circle 12 12 4
    """,
    "gate": """
        box 3 3 21 8
        line 6 8 6 21
        line 18 8 18 21
        line 3 21 9 21
        line 15 21 21 21
    """,
    "arrow": """
        line 12 21 12 3
        line 5 10 12 3
        line 19 10 12 3
    """,
}
GLYPHS: Final[Mapping[str, str]] = {name: cleandoc(shapes) for name, shapes in _GLYPHS.items()}
"""Glyphs to pick, as shapes, by their names."""


def path_of(shapes: str) -> str:
    r"""Return the path data of a glyph.

    Args:
        shapes: A shape in each line: a word of `SHAPES`, then its numbers. Blank lines do not count.

    Raises:
        DefinitionError: if there is no shape or too many, or if a line is no shape in the box.

    Example:
        >>> path_of("circle 12 12 8 \n dot 12 12")
        'M4 12A8 8 0 0 1 20 12A8 8 0 0 1 4 12ZM12 12L12 12'
    """
    lines = [(number, line.split()) for number, line in enumerate(shapes.splitlines(), 1) if line.strip()]
    if not 0 < len(lines) <= _MOST:
        raise DefinitionError(f"a glyph should have 1 to {_MOST} shapes, not {len(lines)}")
    return "".join(_path(number, words) for number, words in lines)


def _path(line: int, words: list[str]) -> str:
    name, *numbers = words
    if name not in SHAPES:
        raise DefinitionError(f"line {line}: {quoted(name)} is not a shape; the shapes are {', '.join(SHAPES)}")
    draw, example = SHAPES[name]
    if len(words) != len(example.split()) or not all(map(_NUMBER.fullmatch, numbers)):
        raise DefinitionError(f"line {line}: {quoted(' '.join(words))} should be like {example!r}")
    values = [float(each) for each in numbers]
    ends = [values[axis] + side * values[2] for axis in (0, 1) for side in (-1, 1)] if name == "circle" else values
    if not all(0 <= each <= GLYPH_BOX for each in ends):
        outside = f"{quoted(' '.join(words))} reaches out of the box"
        raise DefinitionError(f"line {line}: {outside}, which is {GLYPH_BOX} by {GLYPH_BOX} units")
    return draw(*values)


def with_glyph(source: str, path: str) -> str:
    r"""Return a text with a glyph for its last megalith, in place of the one that this has.

    Args:
        source: The text.
        path: The path data of the glyph.

    Raises:
        DefinitionError: if the text cannot be read, or has no function below `@megalith(…)` or `@ward(…)`.

    Example:
        >>> source = '@ward("Wall", text="Nobody jumps.")\ndef wall(site, action): ...\n'
        >>> print(with_glyph(source, "M4 12H20"))
        @ward("Wall", text="Nobody jumps.", glyph="M4 12H20")
        def wall(site, action): ...
        <BLANKLINE>
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        raise DefinitionError(f"the text cannot be read: {error}") from None
    decorators = [each for part in tree.body if isinstance(part, ast.FunctionDef) for each in part.decorator_list]
    call = next(filter(None, map(_call, reversed(decorators))), None)
    if call is None:
        raise DefinitionError("the text has no function below @megalith(…) or @ward(…) that could have a glyph")
    text = f'"{path}"'
    given = next((each.value for each in call.keywords if each.arg == "glyph"), None)
    if given is not None:
        return _replaced(source, _place(source, given), _end(source, given), text)
    last = call.keywords[-1]
    line = source.encode().splitlines()[last.lineno - 1][: last.col_offset].decode()
    end = _end(source, last)
    return _replaced(source, end, end, f",\n{line}glyph={text}" if not line.strip() else f", glyph={text}")


def _call(decorator: ast.expr) -> ast.Call | None:
    """Return the call of a decorator that makes a megalith; None if it is another one."""
    if not isinstance(decorator, ast.Call):
        return None
    name = decorator.func.attr if isinstance(decorator.func, ast.Attribute) else getattr(decorator.func, "id", "")
    return decorator if name in {"megalith", "ward"} and decorator.keywords else None


def _place(source: str, node: ast.expr | ast.keyword) -> int:
    return _offset(source, node.lineno, node.col_offset)


def _end(source: str, node: ast.expr | ast.keyword) -> int:
    assert node.end_lineno is not None, "the parser knows where it ends"
    assert node.end_col_offset is not None, "likewise"
    return _offset(source, node.end_lineno, node.end_col_offset)


def _offset(source: str, line: int, column: int) -> int:
    """Return the offset in bytes of a line and a column in bytes."""
    return sum(map(len, source.encode().splitlines(keepends=True)[: line - 1])) + column


def _replaced(source: str, start: int, end: int, text: str) -> str:
    content = source.encode()
    return (content[:start] + text.encode() + content[end:]).decode()
