"""The balance of a megalith, for the page: a number of games chosen beforehand, and no figure before all are played.

Intervals narrow while games are played. Whoever watches them is tempted to stop when they please.
"""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any, Final, final

from cairn_rules.cairn import Megalith
from cairn_rules.cairn.balance import StoneBalance, balance_in_steps
from cairn_rules.cairn.balance.text import rows, shown, verdict

GAMES: Final = (300, 1000)
"""The numbers of pairs of games among which to choose."""
SEED: Final = 1
"""The seed of the games, that of the report on the printed megaliths."""
SECONDS: Final = 0.5
"""Time after which the page is told how many games are played."""
_TABLE: Final = re.compile(r"^### (.+)\n\n.*\n\n\|  \| with it \| with another \|\n.*\n((?:\|.*\n)+)", re.MULTILINE)
_CELLS: Final = re.compile(r"^\| (.*?) \| \**(.*?)(?:, (?:lower|higher)\*\*)? \|", re.MULTILINE)
_FIGURE: Final = re.compile(r"([\d.]+)%? \(([\d.]+) to ([\d.]+)\)")


@final
class Measurement:
    """The balance of a megalith, measured bit by bit.

    Raises:
        ValueError: if the number of games is not one of `GAMES`.
    """

    def __init__(self, stone: Megalith, games: int) -> None:
        if games not in GAMES:
            raise ValueError(f"games should be one of {GAMES}, not {games}")
        self._steps = balance_in_steps([stone], games=games, seed=SEED)
        self._games = games
        self._played = 0

    def go_on(self, seconds: float = SECONDS) -> dict[str, Any]:
        """Play for some time, but at least one pair of games.

        Returns:
            The number of pairs of games played, and that of all; with the last ones also the report.
        """
        end = perf_counter() + seconds
        progress = {"games": self._games}
        try:
            while True:
                next(self._steps)
                self._played += 1
                if self._played < self._games and perf_counter() >= end:
                    return {**progress, "played": self._played}
        except StopIteration as finished:
            (found,) = finished.value.stones
            return {**progress, "played": self._played, "report": told(found)}


def told(found: StoneBalance) -> dict[str, Any]:
    """Return the figures of a megalith, as JSON.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> from cairn_rules.cairn.balance import balance
        >>> (deer,) = balance([BASE_SET["deer"]], games=5, seed=1).stones
        >>> told(deer)["verdict"], told(deer)["rows"][0]["label"]
        ('No sign of unfairness in 5 games.', 'first player wins')
    """
    return {
        "verdict": verdict(found),
        "faults": list(found.faults),
        "rows": [
            {
                "label": row.label,
                "with": figure(shown(row.alone)),
                "without": figure(shown(row.instead)),
                "differs": row.differs,
            }
            for row in rows(found)
        ],
    }


def printed_figures(report: str) -> dict[str, list[dict[str, Any]]]:
    r"""Return the figures of the printed megaliths, by the labels of rows.

    Args:
        report: A report as Markdown, that of `cairn-rules balance --markdown`.

    Example:
        >>> heading = "### Uses per game\n\nMean number.\n\n|  | with it | with another |\n| --- | --- | --- |\n"
        >>> printed_figures(heading + "| Deer Rock | **1.2 (1.1 to 1.3), higher** | 0.9 (0.8 to 1.0) |\n")
        {'uses per game': [{'name': 'Deer Rock', 'text': '1.2 (1.1 to 1.3)', 'value': 1.2, 'low': 1.1, 'high': 1.3}]}
    """
    figures: dict[str, list[dict[str, Any]]] = {}
    for heading, table in _TABLE.findall(report):
        found = [{"name": name, **figure(cell)} for name, cell in _CELLS.findall(table)]
        if any("value" in each for each in found):  # the longest chain is no figure with an interval
            figures[f"{heading[0].lower()}{heading[1:]}"] = found
    return figures


def figure(text: str) -> dict[str, Any]:
    """Return a figure with its interval, as text and as numbers, which are missing if there are no data.

    Example:
        >>> figure("56% (46 to 65)"), figure("no data")
        ({'text': '56% (46 to 65)', 'value': 56.0, 'low': 46.0, 'high': 65.0}, {'text': 'no data'})
    """
    numbers = _FIGURE.fullmatch(text)
    if numbers is None:
        return {"text": text}
    value, low, high = map(float, numbers.groups())
    return {"text": text, "value": value, "low": low, "high": high}
