"""The texts of the game, looked up by id, so that another wording or language can replace them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, final

from attrs import field, frozen

from cairn_rules.errors import DefinitionError, hint, quoted

CREDIT: Final = (
    "Based on Cairn Second Edition by Yochai Gal (https://cairnrpg.com), licensed under CC BY-SA 4.0 "
    "(https://creativecommons.org/licenses/by-sa/4.0/). Changes: retold in own words as structured data, with a "
    "structured reading added. Not affiliated with or endorsed by the author."
)
"""The credit that goes with everything that shows texts of the game."""
