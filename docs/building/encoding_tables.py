"""Tables of action indices and observation tensors, read from the code that encodes."""

from __future__ import annotations

from importlib import import_module
from math import prod

from cairn_rules import manifest_of
from cairn_rules.encoding import Encoder, Section
from cairn_rules.games import LIBRARY, load


def encoding_table() -> str:
    """Return a table of the encodings of all games."""
    lines = ["| game | action indices | observation tensor |", "|---|---|---|"]
    for name in LIBRARY:
        encoding = Encoder(load(name)).encoding
        actions, tensor = f"{encoding.actions}, the place in `legal_actions`", f"none: {encoding.no_tensor}"
        if encoding.indices is not None:
            actions = f"{encoding.actions}, [each with a fixed meaning](#{_anchor(encoding.indices)})"
        if encoding.tensor is not None:
            tensor = f"[{prod(encoding.shape)} entries](#{_anchor(encoding.tensor)})"
        lines.append(f"| {manifest_of(load(name)).title} | {actions} | {tensor} |")
    return "\n".join(lines)


def _anchor(function: object) -> str:
    """Return the anchor of the section on the module of a function, or of one with some arguments given."""
    _, game, _, module = getattr(function, "func", function).__module__.split(".")
    return f"{game}-{module}".replace("_", "-")


def section_table(module: str, counted: str, sections: str = "SECTIONS") -> str:
    """Return a table of the sections of a tensor, or of the action indices of a game.

    Args:
        module: The module that encodes, below `cairn_rules`.
        counted: What the sections consist of, such as "entries".
        sections: The name of the sections in the module.
    """
    listed: tuple[Section, ...] = getattr(import_module(f"cairn_rules.{module}"), sections)
    lines = [f"| {counted} | name | shape | meaning |", "|---|---|---|---|"]
    for section in listed:
        last = section.stop - 1
        numbers = f"{section.first} to {last}" if last > section.first else f"{last}"
        lines.append(f"| {numbers} | {section.name} | `{section.shape}` | {section.meaning} |")
    return "\n".join(lines)
