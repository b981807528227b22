"""Validation of an agenda: its items fit the phase, and its effects are those of the pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, assert_never, final, get_args

from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.effects import Benefit, Both, Effect, Either, Exchange, InColumn, InOrder
from cairn_rules.endless_winter.rules.eclipse import times
from cairn_rules.endless_winter.rules.pieces import terrain_of
from cairn_rules.endless_winter.rules.turns import BOTTOMS, REST
from cairn_rules.endless_winter.state.agenda import (
    AfterAbility,
    Arrows,
    BoardBenefits,
    Culture,
    DraftChief,
    DraftSetup,
    EclipseTurn,
    EndTurn,
    Figure,
    Middle,
    PickSide,
    Pile,
    Ritual,
    SetupChoice,
    StartBurial,
    StartIdol,
    Tiles,
    Top,
    Tribe,
)
from cairn_rules.endless_winter.state.hexes import HEXES
from cairn_rules.endless_winter.state.megaliths import Spot, spaces_of
from cairn_rules.endless_winter.state.state import NO_TURN, State
from cairn_rules.errors import Fault, quoted
from cairn_rules.frozen_classes import frozen

MOST_FRAMES: Final = 200
"""Maximum length of an agenda, far more than a game needs."""
_EFFECTS: Final[tuple[type, ...]] = (*get_args(Effect), Arrows)
_STEPS: Final = (BoardBenefits, Tiles, Tribe, Pile)
"""The steps of a player's part of the Eclipse, the last one first (rule 11.1)."""


def agenda_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the agenda of a state that is otherwise sound."""
    agenda = state.agenda
    too_long = [
        Fault(where, f"{len(items)} items; at most {MOST_FRAMES} are possible")
        for where, items in (("agenda", agenda), ("this_turn.waiting", state.this_turn.waiting))
        if len(items) > MOST_FRAMES
    ]
    if too_long:
        yield from too_long
        return
    if bool(agenda) != (state.phase != "over"):
        yield Fault("agenda", "should be empty if and only if the game is over")
        return
    yield from _effect_faults(state)
    if agenda:
        checks = {"setup": _setup_faults, "action": _action_faults, "eclipse": _eclipse_faults}
        yield from checks[state.phase](state)


def _wrong(place: int, frame: object) -> Fault:
    return Fault(f"agenda[{place}]", f"{type(frame).__name__} cannot be here in this phase")


# 1. Effects


def _effect_faults(state: State) -> Iterator[Fault]:
    """Yield effects that the pack does not have."""
    known = _known_effects(state.pack)
    for place, frame in enumerate(state.agenda):
        if isinstance(frame, Arrows):
            if place < len(state.agenda) - 1 or frame.spots != _last_arrows(state):
                yield Fault(f"agenda[{place}]", "should be the arrows of the Megalith placed last")
        elif isinstance(frame, _EFFECTS) and not known.has(frame):
            yield Fault(f"agenda[{place}]", f"the pack has no effect {quoted(str(frame))}")
    for place, (column, effect) in enumerate(state.this_turn.waiting):
        if not known.has(InColumn(column, effect)):
            yield Fault(f"this_turn.waiting[{place}]", f"the pack has no effect {quoted(f'{effect} if {column}')}")


def _last_arrows(state: State) -> tuple[Spot, ...] | None:
    """Return the spaces that the arrows under the last Megalith point to; None if there are no arrows."""
    table = state.table
    spot = table.megaliths[-1].spot if table.megaliths else Spot(0, 0, 2)
    if spot.level > 1:
        return None
    spaces = spaces_of(state.pack, table.layout, table.megalith_tiles)
    x, y = spot.x // 2, spot.y // 2
    ends = [(x + right, y + down) for right, down in spaces[x, y].arrows]
    return tuple(Spot(2 * x, 2 * y, 1) for x, y in ends if (x, y) in spaces) if ends else None


@final
@frozen
class _Effects:
    """The effects of a pack and their parts."""

    most: dict[tuple[str, bool], int]
    """The largest count of each kind of benefit."""
    groups: tuple[tuple[Effect, ...], ...]
    """The parts of effects in any order."""
    others: frozenset[Effect]

    def has(self, effect: Any) -> bool:
        """Return whether an effect can be on an agenda: one of the pack, or the rest of one."""
        if isinstance(effect, Benefit):
            return 1 <= effect.count <= self.most.get((effect.kind, effect.free_food), 0)
        if isinstance(effect, Both):
            return len(effect.parts) > 1 and any(_is_within(effect.parts, group) for group in self.groups)
        return effect in self.others


def _is_within(parts: Sequence[Effect], group: Iterable[Effect]) -> bool:
    """Return whether parts occur in a group in the same order."""
    left = iter(group)
    return all(part in left for part in parts)


@lru_cache(maxsize=8)
def _known_effects(pack: Pack) -> _Effects:
    most: dict[tuple[str, bool], int] = {}
    groups: dict[tuple[Effect, ...], None] = {}
    others: set[Effect] = set()
    left = [*_sources(pack)]
    while left:
        effect = left.pop()
        match effect:
            case Benefit(kind, count, free_food):
                most[kind, free_food] = max(count, most.get((kind, free_food), 0))
            case Both(parts):
                groups[parts] = None
                left += parts
            case Either(options):
                left += options
            case InOrder(steps):
                left += steps
            case Exchange(_, _, inner) | InColumn(_, inner):
                left.append(inner)
            case _:
                assert_never(effect)
        if not isinstance(effect, Benefit | Both):
            others.add(effect)
    return _Effects(most, tuple(groups), frozenset(others))


def _sources(pack: Pack) -> Iterator[Effect]:
    """Yield every effect of a pack and of the rules."""
    yield from BOTTOMS.values()
    yield Both((Benefit("draw"), Benefit("tip")))
    yield Benefit("discard")
    for card in (*pack.tribe, *pack.starting):
        if card.eclipse is not None:
            yield card.eclipse
    yield from (card.effect for card in pack.culture)
    yield from (animal.tip for animal in pack.animals)
    yield from (tile.benefit for tile in pack.terrain if tile.benefit is not None)
    yield from (space.gain for space in pack.stone_spaces)
    yield from (space.benefit for tile in pack.megalith_tiles.values() for space in tile if space.benefit is not None)
    yield from pack.order_benefits
    for villages in range(pack.limits.villages + 1):
        for pairs in range(pack.limits.own_megaliths // 2 + 1):
            parts = ((pack.village_benefit, villages), (pack.megalith_benefit, pairs))
            yield Both(tuple(times(effect, count) for effect, count in parts if count))


# 2. The order of the items


def _setup_faults(state: State) -> Iterator[Fault]:
    """Yield choices before the first turn that are not due."""
    last = -1
    ranks = (StartIdol, StartBurial), (DraftSetup,), (PickSide,), (DraftChief,)
    due = Counter(_due(state))
    for place, frame in enumerate(state.agenda):
        rank = next((rank for rank, kinds in enumerate(ranks) if isinstance(frame, kinds)), None)
        if not isinstance(frame, SetupChoice) or rank is None or rank < last:
            yield _wrong(place, frame)
            return
        last = rank
        if not due[frame]:
            yield Fault(f"agenda[{place}]", f"{type(frame).__name__} is not due for seat {frame.seat}")
        due[frame] -= 1
    for choice, count in due.items():
        if count > 0 and not isinstance(choice, PickSide | StartIdol):
            yield Fault("agenda", f"{type(choice).__name__} of seat {choice.seat} is missing")
    choices = [frame for frame in state.agenda if isinstance(frame, SetupChoice)]
    reverse = state.order[::-1]
    kinds: tuple[tuple[type[SetupChoice], tuple[int, ...]], ...]
    kinds = ((DraftChief, reverse), (PickSide, reverse), (DraftSetup, state.order))
    for kind, order in kinds:
        seats = [frame.seat for frame in choices if isinstance(frame, kind)]
        if seats != [seat for seat in order if seat in seats]:
            yield Fault("agenda", f"{kind.__name__} should be in turn order, for Setup cards in reverse")
    if state.active != choices[-1].seat:
        yield Fault("active", f"seat {choices[-1].seat} decides, not {state.active}")


def _due(state: State) -> Iterator[SetupChoice]:
    """Yield the choices that the players have before their first turns, as far as the state shows them."""
    for seat, player in enumerate(state.players[: state.seats]):
        if player.chief is None:
            yield DraftChief(seat)
        elif state.variant.draft != "chief" and state.variant.chief_side == "choice":
            yield PickSide(seat)
        extra = None if player.setup is None else state.pack.setup_card[player.setup].extra
        if player.setup is None:
            yield DraftSetup(seat)
        elif extra == "idol":
            yield StartIdol(seat)
        elif extra == "bury_starting" and not player.buried:
            yield StartBurial(seat)


def _action_faults(state: State) -> Iterator[Fault]:
    """Yield items that are not part of a turn (rule 6.1)."""
    agenda, turn = state.agenda, state.this_turn
    player = state.players[state.active]
    if isinstance(agenda[0], Ritual):
        last = max(map(state.pack.order.__getitem__, player.ritual), default=0)
        if agenda != (Ritual(last),):
            yield Fault("agenda", f"should be only the Ritual, with {last} as the least place of the next card")
        if turn != NO_TURN:
            yield Fault("this_turn", "the turn is over when the Ritual begins")
        if player.played:
            yield Fault(f"players[{state.active}].played", "the played cards are discarded before the Ritual")
        return
    if not isinstance(agenda[0], EndTurn):
        yield _wrong(0, agenda[0])
        return
    place = 1
    if turn.column is None:
        place = yield from _before_figure(state)
    elif turn.column != REST:
        place = yield from _in_column(state)
    if turn.column is not None and turn.waiting:
        yield Fault("this_turn.waiting", "effects wait only for the figure")
    yield from _rest_faults(state, place)


def _before_figure(state: State) -> Generator[Fault, None, int]:
    """Yield the faults of a turn before its figure is placed, and return the index of the first effect."""
    agenda, player = state.agenda, state.players[state.active]
    where = f"players[{state.active}].played"
    if len(agenda) < 2 or not isinstance(agenda[1], Figure):
        yield Fault("agenda[1]", "before a figure is placed, Figure should be here")
        return len(agenda)
    if len(agenda) == 2 or not isinstance(agenda[2], Culture):
        if player.played:
            yield Fault(where, "the played cards are discarded when the Culture step ends")
        if len(agenda) > 2:
            yield _wrong(2, agenda[2])
        return len(agenda)
    played, most = agenda[2].played, state.pack.limits.culture_plays_per_turn
    if not 0 <= played <= most:
        yield Fault("agenda[2]", f"{played} Culture cards are played; 0 to {most} are possible")
    if len(player.played) > played or any(card in state.pack.tribe_cards for card in player.played):
        yield Fault(where, f"should be the Culture cards played in this turn, at most {played}")
    return 3


def _in_column(state: State) -> Generator[Fault, None, int]:
    """Yield the faults of a turn in a column, and return the index of the first effect."""
    agenda, column = state.agenda, state.this_turn.column
    if any(card not in state.pack.tribe_cards for card in state.players[state.active].played):
        yield Fault(f"players[{state.active}].played", "should be the Tribe cards played for Labor")
    place = 1
    middle = next((place for place, frame in enumerate(agenda) if isinstance(frame, Middle)), None)
    if middle is None:
        return place
    if middle > 2 or (middle == 2 and agenda[1] != BOTTOMS[column or ""]):
        yield Fault("agenda", f"only the bottom of {column} should be before the Middle")
    place = middle + 1
    if place < len(agenda) and isinstance(agenda[place], Top):
        place += 1
    return place


def _rest_faults(state: State, place: int) -> Iterator[Fault]:
    """Yield the items from an index on that are not effects."""
    for number, frame in enumerate(state.agenda[place:], place):
        if not isinstance(frame, _EFFECTS):
            yield _wrong(number, frame)
            return


def _eclipse_faults(state: State) -> Iterator[Fault]:
    """Yield items that are not part of an Eclipse (rule 11.1)."""
    agenda, turn, seats = state.agenda, state.this_turn, len(state.players)
    place = 0
    while place < len(agenda) and isinstance(agenda[place], EclipseTurn):
        place += 1
    positions = [frame.position for frame in agenda if isinstance(frame, EclipseTurn)]
    now = seats - 1 - place
    if positions != [*range(seats - 1, now, -1)] or now < 0:
        yield Fault("agenda", f"the turns of the Eclipse should be {seats - 1} and down, the last one first")
        return
    if state.active != state.order[now]:
        yield Fault("active", f"seat {state.order[now]} decides, not {state.active}")
    if turn.bought or turn.waiting:
        yield Fault("this_turn", "nothing is bought and no effect waits in the Eclipse")
    steps = 0
    while steps < len(_STEPS) and place < len(agenda) and isinstance(agenda[place], _STEPS[steps]):
        steps += 1
        place += 1
    yield from _pile_faults(state, now, steps)
    yield from _tile_faults(state)
    if steps == 3 and place < len(agenda):
        frame = agenda[place]
        if not isinstance(frame, AfterAbility) or frame.card not in state.players[state.active].ritual:
            yield Fault(f"agenda[{place}]", "should be the end of the ability of a card of the Ritual pile")
        place += 1
    if steps == 1:
        yield Fault("agenda", "BoardBenefits need no decision")
    yield from _rest_faults(state, place)


def _pile_faults(state: State, now: int, steps: int) -> Iterator[Fault]:
    """Yield Ritual piles that should have been discarded."""
    for position, seat in enumerate(state.order[: now + 1]):
        ritual = state.players[seat].ritual
        if ritual and (position < now or steps < 3):
            yield Fault(f"players[{seat}].ritual", "the pile is discarded before the tiles give their benefits")
        elif steps == 3 and any(card not in state.pack.tribe_cards for card in ritual):
            yield Fault(f"players[{seat}].ritual", "the Culture cards of the pile are discarded first")


def _tile_faults(state: State) -> Iterator[Fault]:
    for place, frame in enumerate(state.agenda):
        if isinstance(frame, Tiles):
            gives = [tile for tile in HEXES if state.pack.tiles[terrain_of(state.table, tile)].benefit is not None]
            if len({*frame.taken}) < len(frame.taken) or not {*frame.taken} <= {*gives}:
                yield Fault(f"agenda[{place}]", "should have tiles with a benefit, each once")
