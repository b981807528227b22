"""The build of the engine: whether it runs as machine code."""

from types import FunctionType
from typing import Final

from cairn_rules.cairn.rules.rules import apply

compiled: Final[bool] = not isinstance(apply, FunctionType)
"""True if the engine runs as machine code. The results are the same either way."""
