"""Conversion of rule options to text, such as `power_exit=true`, and back, for any game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeVar, get_args, get_type_hints

from attrs import AttrsInstance, asdict, fields

from cairn_rules.errors import Fault, NotationError, SetupError

VariantT = TypeVar("VariantT", bound=AttrsInstance)


def changed_options(variant: VariantT, base: VariantT | None = None) -> dict[str, Any]:
    """Return the options that differ from `base` (default: the default options), by name."""
    usual = type(variant)() if base is None else base
    options = {each.name: getattr(variant, each.name) for each in fields(type(variant))}
    return {name: value for name, value in options.items() if value != getattr(usual, name)}


def format_variant(variant: VariantT, base: VariantT | None = None) -> str:
    """Return the options that differ from `base` (default: the default options), separated by commas.

    Example:
        >>> from cairn_rules.cairn import Variant
        >>> format_variant(Variant(power_exit=True, transformation_trigger="acted"))
        'power_exit=true,transformation_trigger=acted'
    """
    return ",".join(f"{name}={_word(value)}" for name, value in changed_options(variant, base).items())


def read_variant(text: str, kind: type[VariantT], base: VariantT | None = None) -> VariantT:
    """Parse the tag `Variant` of a record. This is the inverse of `format_variant`.

    Each option of the class is a bool, or one of a few texts or numbers. `base` is the variant that the text modifies
    (default: the default options). Raise a `NotationError` with every fault if the text is not valid.
    """
    words = {name: _words(hint) for name, hint in get_type_hints(kind).items()}
    faults = dict.fromkeys(_faults(text, words))
    if faults:
        raise NotationError(text, [Fault("tag Variant", fault) for fault in faults])
    pairs = (item.split("=") for item in text.split(",") if text)
    chosen = {name: words[name][word] for name, word in pairs}
    return kind(**{**({} if base is None else asdict(base)), **chosen})


def read_option(text: str, kind: type[VariantT]) -> VariantT:
    """Parse the rule options of a set-up option.

    Raises:
        SetupError: if the text is not valid. It lists every fault.
    """
    try:
        return read_variant(text, kind)
    except NotationError as error:
        raise SetupError("; ".join(fault.message for fault in error.faults[:20])) from None


def _words(hint: Any) -> dict[str, Any]:
    return {"true": True, "false": False} if hint is bool else {_word(value): value for value in get_args(hint)}


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _faults(text: str, words: dict[str, dict[str, Any]]) -> Iterator[str]:
    items = text.split(",") if text else []
    names = [item.partition("=")[0] for item in items]
    for item in islice(items, 100):
        name, equals, word = item.partition("=")
        if name not in words:
            known = ", ".join(f"{option}={'|'.join(each)}" for option, each in words.items())
            yield f"{item[:100]!r} is not an option; the options are {known}"
        elif not equals:
            yield f"the option {name!r} needs a value: {' or '.join(f'{name}={each}' for each in words[name])}"
        elif word not in words[name]:
            yield f"the option {name!r} should be {' or '.join(words[name])}, not {word[:100]!r}"
        elif names.count(name) > 1:
            yield f"the option {name!r} is given twice"
