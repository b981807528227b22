"""Records of the games of a series, made while they are played and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cairn_rules.game import Game, Outcome
from cairn_rules.lazy import Ref
from cairn_rules.manifest import manifest_of, seat_tag

if TYPE_CHECKING:
    from cairn_rules.history.record import Record
    from cairn_rules.history.record_text import RecordText

# References, because reviews of records are played like series, so that `history` imports this package.
RECORD: Final[Ref[Callable[..., Record[Any, Any]]]] = Ref("cairn_rules.history.record:Record")
"""The class of records."""
TEXT: Final[Ref[Callable[..., str]]] = Ref("cairn_rules.history.record_text:game_text")
"""The function that writes the record of a game just played."""
SPLIT: Final[Ref[Callable[..., Iterator[RecordText]]]] = Ref("cairn_rules.history.record_text:split_records")
"""The function that finds the records in lines."""
SERIES_SEED: Final = "SeriesSeed"
"""The tag with the seed of the series; the tag `Seed` has that of the game."""


def parts_of(
    game: Game[Any, Any, Any],
    start: object,
    players: Sequence[str],
    numbers: Mapping[str, float | None],
    actions: Sequence[object] = (),
    outcome: Outcome | None = None,
    fault: str | None = None,
) -> dict[str, Any]:
    """Return the parts of a record, with the players and the numbers as tags, and the fault as a comment at the end."""
    names = manifest_of(game).seats.names_in(start)
    tags = {seat_tag(names, seat): player for seat, player in enumerate(players)}
    tags |= {tag: str(number) for tag, number in numbers.items() if number is not None}
    comments = {} if fault is None else {len(actions): fault.encode(errors="backslashreplace").decode()}
    return {"game": game, "start": start, "actions": actions, "outcome": outcome, "tags": tags, "comments": comments}
