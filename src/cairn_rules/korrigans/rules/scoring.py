"""The score and the winner (rules page, section 8)."""

from __future__ import annotations

from typing import Final, final

from cairn_rules.checks import check_state
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Outcome
from cairn_rules.korrigans.state.seats import Carried, Seat
from cairn_rules.korrigans.state.state import State

CARRIED_GOLD: Final = 2
"""Gold that an Elf adds and a Goblin takes away."""
CAULDRON_GOLD: Final = (0, 10, 15)
"""Gold for the Cauldron, by the number of a player's Korrigans that reached it."""
MOST_GOLD: Final = "most-gold"
"""Reason code: one player has the most gold (rule 8.2)."""
MOST_COMPANIONS: Final = "most-companions"
"""Reason code: among the players with the most gold, one has the most companions left (rule 8.3)."""
LATER: Final = "later-in-turn-order"
"""Reason code: among players equal in both, one is the last in turn order (rule 8.3)."""


@final
@frozen(kw_only=True)
class Score:
    """The gold of a player, by source (rule 8.1)."""

    clovers: int
    """Gold on Clover tokens."""
    menhirs: int
    """Gold on Menhirs."""
    elves: int
    """Gold for Elves under the Korrigans."""
    goblins: int
    """Gold lost to Goblins under the Korrigans: 0 or less."""
    cauldron: int
    """Gold for Korrigans that reached the Cauldron: 0, 10 or 15."""
    companions: int
    """Number of companions left, which breaks ties (rule 8.3) and is not part of the gold."""

    @property
    def total(self) -> int:
        """The sum of the gold."""
        return self.clovers + self.menhirs + self.elves + self.goblins + self.cauldron


def scores(state: State) -> tuple[Score, ...]:
    """Return the score that each seat would have if the game ended now, including hidden tokens.

    During a game, the scores reveal the gold behind the screens: show them to no player.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules import korrigans
        >>> [score.total for score in korrigans.scores(korrigans.new_game(seed=7, players=3))]
        [0, 0, 0]
    """
    check_state(state, State)
    return tuple(_score(state, seat) for seat in state.seats)


def _score(state: State, seat: Seat) -> Score:
    carried = [korrigan.carries for korrigan in seat.korrigans]
    arrived = [korrigan.field for korrigan in seat.korrigans].count(state.cauldron) if state.cauldron else 0
    gold = [clover.gold for clover in seat.hidden]
    return Score(
        clovers=sum(gold),
        menhirs=sum([menhir.gold for menhir in seat.menhirs]),
        elves=CARRIED_GOLD * carried.count(Carried.ELF),
        goblins=-CARRIED_GOLD * carried.count(Carried.GOBLIN),
        cauldron=CAULDRON_GOLD[arrived],
        companions=gold.count(0) + len(seat.revealed) + len(seat.backups),
    )


def result(state: State) -> Outcome:
    """Return the winner and the reason, once the last final turn is over."""
    ranked = [(score.total, score.companions) for score in scores(state)]
    best = max(ranked)
    gold = [total for total, _ in ranked].count(best[0])
    reason = MOST_GOLD if gold == 1 else MOST_COMPANIONS if ranked.count(best) == 1 else LATER
    return Outcome(winners=(max(seat for seat, rank in enumerate(ranked) if rank == best),), reason=reason)
