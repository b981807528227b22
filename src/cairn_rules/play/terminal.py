"""A session at a terminal: what is shown is written here, with rich, and what is typed is handed to the session."""

from __future__ import annotations

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Final, NoReturn, final

from attrs import evolve
from rich.console import Console
from rich.text import Text

from cairn_rules.errors import CairnRulesError
from cairn_rules.game import bookkeeping
from cairn_rules.history import Match
from cairn_rules.play import keyboard
from cairn_rules.play.answers import answer, completions
from cairn_rules.play.blocks import Block, Kind
from cairn_rules.play.keeping import Kept, check_new, found_in, new_name
from cairn_rules.play.keyboard import StoppedError, TimeUpError
from cairn_rules.play.opponents import OpponentError
from cairn_rules.play.session import Session, Wish
from cairn_rules.play.starts import CAIRN_ALONE, game_named, given, start_of
from cairn_rules.play.table import Table, named, placed
from cairn_rules.play.speech import words_for

_STYLES: Final = {
    Kind.CHANGES: "bold",
    Kind.BOARD: "",
    Kind.CHOICES: "",
    Kind.ANSWER: "italic",
    Kind.WARNING: "red",
    Kind.RESULT: "bold green",
}
_TINTS: Final = {"sea": "cyan", "forest": "green"}
_INTERRUPTED: Final = 128
"""The exit code of a program that a signal has ended, less the signal's number."""
