"""The odds of a fight, as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias, final

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.notes import texts_at
from cairn_rules.cairn_rpg.combat.rules.rules import outcome
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, State
from cairn_rules.cairn_rpg.estimates.estimate import Estimate, Reported
from cairn_rules.frozen_classes import frozen

ENDLESS: Final = "endless"
"""The reason of a fight without end, in which rounds repeat for ever."""

Fate: TypeAlias = Literal["standing", "out", "dead", "fled"]
"""The fate of a fighter. `out` covers all who are not dead but cannot act, and routed detachments."""
FATES: Final[tuple[Fate, ...]] = ("standing", "out", "dead", "fled")


def fate_of(fighter: Fighter) -> Fate:
    """Return the fate of a fighter."""
    if fighter.character.conditions.dead:
        return "dead"
    if fighter.gone == "fled":
        return "fled"
    return "standing" if fighter.is_in else "out"


def ending_of(state: State) -> tuple[int | None, str]:
    """Return the winning side of a fight and the reason; None and a reason if there is no winner."""
    end = outcome(state)
    if end is None:
        return None, ENDLESS
    return (end.winners[0] if end.winners else None), end.reason


def unread_attacks(characters: Iterable[Character]) -> Iterator[str]:
    """Yield a sentence for each attack that is left out, because its damage in a file was not understood."""
    for character in characters:
        for item in character.inventory.items:
            for damage in texts_at(item.notes, "damage"):
                yield f"{character.name} has an attack that is left out: {item.name} ({damage})."


@final
@frozen
class Ending:
    """A way in which a fight can end."""

    winner: int | None
    """The winning side: 0 for the party, 1 for the foes; None if there is no winner."""
    reason: str
    """`defeat`, `flight`, `stalemate` or `endless`."""
    probability: Estimate
    """The share of fights with this ending, from 0 to 1."""


@final
@frozen(kw_only=True)
class FighterOdds:
    """The odds of a fighter."""

    name: str
    """The name. Several fighters may share one."""
    side: int
    """0 for the party, 1 for the foes."""
    standing: Estimate
    """The probability that it stands at the end."""
    out: Estimate
    """The probability that it is out of the fight but not dead, such as dying, spared or routed."""
    dead: Estimate
    """The probability that it dies."""
    fled: Estimate
    """The probability that it flees."""
    scars: Estimate | None
    """The expected number of new scars; None if it takes none (R107). It is the probability of a scar, unless HP is
    regained in the fight."""


@final
@frozen(kw_only=True, repr=False)
class Odds(Reported):
    """The odds of a fight."""

    fight: State
    """The fight at its start."""
    policies: tuple[str, str]
    """The names of the policies of the party and of the foes."""
    endings: tuple[Ending, ...]
    """All endings, those won by the party first. Their probabilities add up to 1."""
    wins: tuple[Estimate, Estimate]
    """The probability that the party wins, and that the foes win."""
    fighters: tuple[FighterOdds, ...]
    """The odds of each fighter."""
    rounds: Estimate
    """The expected number of rounds; infinite if the fight may never end."""
    states: int | None = None
    """Number of states of an exact solution; None if the fight was simulated."""
    games: int | None = None
    """Number of simulated games; None if the odds are exact."""
    seed: int | None = None
    """The seed of the simulation."""
    note: str = ""
    """The reason for a simulation that was not requested, such as `an exact solution would take longer`; empty if
    there is none."""

    @property
    def exact(self) -> bool:
        """True if the odds are exact, False if they were simulated."""
        return self.games is None

    def __str__(self) -> str:
        return f"the party wins: {self.wins[PARTY]}; the foes win: {self.wins[FOES]}"
