"""What can be told of a megalith before megaliths are defined."""

from __future__ import annotations


def is_megalith(value: object) -> bool:
    """Whether a value is a megalith, as far as those can tell that come before megaliths are defined."""
    return hasattr(value, "powers")
