"""The final scoring and the outcome (rules page, section 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, final

from cairn_rules.endless_winter.content import WILD, Pack, Stone
from cairn_rules.endless_winter.rules.pieces import heights, terrain_of
from cairn_rules.endless_winter.rules.rival import RIVAL
from cairn_rules.endless_winter.state.state import Player, State, check_sound_once
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Outcome

MOST_POINTS: Final = "most-points"
"""The reason of a win by points."""
EARLIER: Final = "earlier-in-turn-order"
"""The reason of a win in a tie by the turn order."""
FEWER_POINTS: Final = "fewer-points-than-rival"
"""The reason of a lost solo game."""


@final
@frozen(kw_only=True)
class Score:
    """The points of a player, by origin (rule 12)."""

    immediate: int
    """Points gained during the game."""
    stones: int
    """Points for Sacred Stones."""
    offering: int
    """Points for goods, by the level on the Offering track."""
    honor: int
    """Points for buried cards, by the rank on the Honor track."""
    cards: int
    """Printed points of cards."""
    animals: int
    """Points for sets of upright Animals."""
    megaliths: int
    """Points for own Megaliths on upper levels."""

    @property
    def total(self) -> int:
        """The sum."""
        return self.immediate + self.stones + self.offering + self.honor + self.cards + self.animals + self.megaliths


def scores(state: State) -> tuple[Score, ...]:
    """Return the points of each player if the game ended now; in a solo game those of the rival follow.

    They count face-down buried cards, which some Sacred Stones score: show them to no player during a game.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules import endless_winter
        >>> [score.total for score in scores(endless_winter.new_game(seed=20))]
        [3, 2]
    """
    check_sound_once(state)
    return tuple(score_of(state, seat) for seat in range(len(state.players)))


def score_of(state: State, seat: int) -> Score:
    """Return the points of a player if the game ended now."""
    player, pack = state.players[seat], state.pack
    levels = heights(state, seat)
    buried = (*player.buried, *player.buried_openly)
    rival = state.rival if seat == RIVAL else None
    ratio = pack.offering[player.offering] if rival is None else None
    cards = (*player.deck, *player.hand, *player.played, *player.discard, *player.ritual, *buried)
    if rival is not None:
        cards = rival.culture
    return Score(
        immediate=player.points,
        stones=sum(stone_points(state, player, pack.stone[stone], levels) for stone in player.stones)
        if rival is None
        else len(player.stones) * pack.rival_stone_points,
        offering=(player.food + player.tools) // ratio if ratio else 0,
        honor=honor_points(state, seat, len(buried)),
        cards=sum(_printed(pack, card) for card in cards),
        animals=animal_points(pack, player.animals, overflow=state.variant.wild_overflow),
        megaliths=megalith_points(levels),
    )


def _printed(pack: Pack, card: str) -> int:
    culture = pack.culture_cards.get(card)
    return pack.tribe_cards[card].points if culture is None else culture.points


def megalith_points(levels: Counter[int]) -> int:
    """Return the points of Megaliths, given their numbers by level (rule 12.6)."""
    below = total = 0
    for level in sorted(levels):
        total += levels[level] * below if level > 1 else 0
        below += levels[level]
    return total


def honor_points(state: State, seat: int, buried: int) -> int:
    """Return the points for a number of buried cards, by the rank on the Honor track (rule 12.3)."""
    pack = state.pack
    column = sum(buried >= least for least in pack.honor_thresholds)
    if not column:
        return 0
    ranking = [each for seats in reversed(state.table.honor) for each in seats]
    charts = ("left", "right") if len(state.players) <= 2 else ("left", "middle", "right")
    chart = charts[min(ranking.index(seat), len(charts) - 1)]
    return pack.honor_charts[chart][column - 1]


def stone_points(state: State, player: Player, stone: Stone, levels: Counter[int]) -> int:
    """Return the points of a Sacred Stone (rule 14.6)."""
    buried = Counter((*player.buried, *player.buried_openly))
    count: int
    match stone.rule:
        case "megaliths_level_1":
            count = levels[1]
        case "megaliths_upper":
            count = levels.total() - levels[1]
        case "tipped_animals":
            count = sum(state.pack.species[animal].set == stone.counts for animal in player.tipped)
        case "camps_on_land":
            count = sum(terrain_of(state.table, tile) == stone.counts for tile in player.camps)
        case "buried_different":
            count = len(buried)
        case _:
            count = max(buried.values(), default=0)
    if not stone.table:
        return count * stone.each
    return max((points for least, points in stone.table if count >= least), default=0)


def animal_points(pack: Pack, animals: Iterable[str], *, overflow: bool = True) -> int:
    """Return the points of upright Animals, with the best use of wild ones (rule 12.5)."""
    colours = Counter(pack.species[animal].set for animal in animals)
    wild = colours.pop(WILD, 0)
    return _best_sets(tuple(sorted(colours.values(), reverse=True)), wild, pack.animal_sets, overflow=overflow)


@lru_cache(maxsize=4096)
def _best_sets(real: tuple[int, ...], wild: int, values: tuple[int, ...], *, overflow: bool) -> int:
    """Return the maximum points of colours with these numbers of real Animals, and of wild ones spread over them."""
    if not real:
        return 0
    first, *rest = real
    size = len(values)
    best = 0
    for added in range(wild + 1):
        count = first + added
        sets = -(-count // size)
        # Every set needs a real Animal; by the strict reading, real ones fill sets before wild ones do.
        if sets > (first if overflow else -(-first // size)):
            break
        points = count // size * values[-1] + ((0, *values)[count % size])
        best = max(best, points + _best_sets(tuple(rest), wild - added, values, overflow=overflow))
    return best


def outcome_of(state: State) -> Outcome:
    """Return the outcome of a finished game (rule 12)."""
    totals = [score.total for score in scores(state)]
    place = {seat: position for position, seat in enumerate(state.order)}
    winner = max(range(len(totals)), key=lambda seat: (totals[seat], -place[seat]))
    points, rival = tuple(totals[: state.seats]), None if state.rival is None else totals[RIVAL]
    if rival is not None and winner == RIVAL:
        return Outcome((), FEWER_POINTS, points, rival)
    tied = totals.count(totals[winner]) > 1
    return Outcome((winner,), EARLIER if tied else MOST_POINTS, points, rival)
