"""The log of a whole campaign in words: decisions and events, day by day, each event with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.actions import Action
from cairn_rules.cairn_rpg.campaign.changes import log
from cairn_rules.cairn_rpg.campaign.manifest import MANIFEST
from cairn_rules.cairn_rpg.campaign.notation import describe
from cairn_rules.cairn_rpg.campaign.state import State
from cairn_rules.cairn_rpg.common.action_log import Log
from cairn_rules.cairn_rpg.wilderness.state import WATCHES
from cairn_rules.errors import DefinitionError, printable
from cairn_rules.frozen_classes import frozen
from cairn_rules.history.match import Match
from cairn_rules.history.record import Record
from cairn_rules.manifest import manifest_of

Campaign: TypeAlias = Match[State, Action] | Record[State, Action]
"""A campaign with its history: a match, or the record of one."""


@final
@frozen(kw_only=True)
class Entry:
    """A decision in the log of a campaign."""

    day: int
    """The day, from 1."""
    watch: int
    """The watch of the day, as an index of `morning`, `afternoon` and `night` (R179)."""
    place: str
    """The place of the party, such as `Thornwick` or `on the way to King's Barrow`."""
    text: str
    """The decision as a sentence without a full stop."""
    log: Log
    """The rolls and the events."""


@final
@frozen
class Chronicle:
    """The log of a campaign. As text, it has a heading for each day."""

    entries: tuple[Entry, ...]
    """The decisions, oldest first."""

    def text(self, *, rolls: bool = False) -> str:
        """Return the log as plain text. `rolls` lists every roll as well."""
        return "\n".join(_lines(self.entries, rolls=rolls))

    def __str__(self) -> str:
        return self.text()


@checked
def chronicle(campaign: Campaign) -> Chronicle:
    """Return the log of a campaign, computed from its start and its decisions.

    Undone decisions of a match are not part of it.

    Raises:
        DefinitionError: if it is not the match or record of a campaign.
        IllegalActionError: if a decision of a record is not legal in its state.

    Example:
        >>> from cairn_rules import Match
        >>> from cairn_rules.cairn_rpg import campaign
        >>> match = Match(campaign, campaign.new_game(seed=5, weather="fair"))
        >>> for text in ("set-out:mill-road", "season:summer"):
        ...     state = match.do(text)
        >>> print(campaign.chronicle(match))
        Day 1
        <BLANKLINE>
          Morning, Thornwick
            The party sets out for Ottersford: short road, easy
              the party travels: watch 1 of 1 to Ottersford [R199]
              event: Sign [R211]
              the party arrives: Ottersford [R181]
          Afternoon, Ottersford
            The season changes to summer
              summer begins [R188]
    """
    game = manifest_of(campaign.game).name
    if game != MANIFEST.name:
        raise DefinitionError(f"a chronicle is that of a match or record of {MANIFEST.name}, not of {game}")
    if isinstance(campaign, Match):
        decided = zip(campaign.states, campaign.history, strict=False)
    else:
        decided = zip(campaign.replay(), campaign.actions, strict=False)
    return Chronicle(tuple(_entry(state, action) for state, action in decided))


def _entry(state: State, action: Action) -> Entry:
    journey = state.journey
    return Entry(
        day=journey.day, watch=journey.watch, place=state.place, text=describe(state, action), log=log(state, action)
    )


def _lines(entries: tuple[Entry, ...], *, rolls: bool) -> Iterator[str]:
    day, heading = 0, ""
    for entry in entries:
        if entry.day != day:
            if day:
                yield ""
            day, heading = entry.day, ""
            yield f"Day {day}"
            yield ""
        here = f"  {WATCHES[entry.watch].capitalize()}, {printable(entry.place)}"
        if here != heading:
            heading = here
            yield heading
        yield f"    {printable(entry.text)}"
        for line in (*(entry.log.rolls if rolls else ()), *entry.log.events):
            yield f"      {printable(str(line))}"
