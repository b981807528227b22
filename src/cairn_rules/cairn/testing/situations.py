"""Strategies for states in which a megalith's power is pending or its ward has a say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from cairn_rules.errors import missing_extra

if _missing := missing_extra("cairn_rules.testing", "testing", "hypothesis"):
    raise _missing

from hypothesis import strategies as st

from cairn_rules.cairn.megaliths.effects import Banish, FlipTile, ReplaceMegalith, Summon, TakeExtraTurn
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.megaliths.power_rules import do_effect, next_decision, positions_seen, yields
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.rules.rules import apply, legal_actions
from cairn_rules.cairn.rules.setup import new_game
from cairn_rules.cairn.state.actions import Effect
from cairn_rules.cairn.state.bitboards import bit_set
from cairn_rules.cairn.state.board import Space
from cairn_rules.cairn.state.megalith_data import Megalith, StoneColour
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.pending_queue import TRANSFORM_OR_PASS
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.state.tiles import ARRANGEMENTS, Tile
from cairn_rules.cairn.testing.activation import with_shaman, woken_by
from cairn_rules.cairn.testing.drawing import PLAIN_STONES, UNUSUAL_STONES, nothing
from cairn_rules.cairn.testing.strategies import goes_on, going_on_from, positions
from cairn_rules.registry import Registry

GAMES: Final = 20
"""Number of random games that are played if the positions do not show the megalith's effect."""
OTHERS: Final = (*PLAIN_STONES, *BASE_SET, *UNUSUAL_STONES)
"""Other megaliths for the board, plain ones first, so that examples shrink to them."""


def wakings(megalith: Megalith) -> st.SearchStrategy[State]:
    """Return a strategy for states in which a decision of the megalith's power is pending."""
    return _wakings(positions(megaliths=beside(megalith), on_board=(megalith,), going_on=True), megalith)


def lies_on(megalith: Megalith, state: State) -> Space:
    """Return the space of a megalith on the board."""
    return next(space for space, stone in state.megaliths.items() if stone == megalith)


def beside(megalith: Megalith) -> tuple[Megalith, ...]:
    """Return the other megaliths that a case may contain."""
    return tuple(stone for stone in OTHERS if stone.id != megalith.id)


@st.composite
def _wakings(draw: st.DrawFn, starts: st.SearchStrategy[State], megalith: Megalith) -> State:
    position = draw(starts)
    state = woken_by(position, lies_on(megalith, position), enemy=draw(st.booleans()))
    further = len(megalith.powers) - 1
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=further)) if further else ():
        after = _decided(state, choice)
        if after is None:
            break
        state = after
    return state


def _decided(state: State, choice: int) -> State | None:
    """Return the state at the power's next decision; None if it has none, or fails before it."""
    pending = state._pending
    assert isinstance(pending, UsePower), "a power is pending"
    try:
        options = yields(state)
        option = options[choice % len(options)]
        further = next_decision(pending, option)
        after = do_effect(state, option)
    except Exception:  # noqa: BLE001 - the checks report the failure in the state before it
        return None
    assert further is not None, "the last decision is never made here"
    after._pending = further
    after._seen = positions_seen(state)
    return after


def _everything(site: Site) -> Iterator[Effect]:
    for shaman in site.shamans():
        yield Banish(shaman)
        yield from site.steps(shaman)
    if site.village:
        yield from map(Summon, site.free(site.first_row))
    for space in site.megaliths:
        yield from site.slides(space)
        for upcoming in site.upcoming:
            yield ReplaceMegalith(space, upcoming)
    yield from map(FlipTile, Tile)
    yield TakeExtraTurn()


_ANY_POWER: Final = Megalith("any-power", "Any Power", "Yield every kind of option.", StoneColour.LIGHT, (_everything,))
"""A megalith whose power offers every kind of option, to put questions to wards."""


def situations(megalith: Megalith) -> st.SearchStrategy[State]:
    """Return a strategy for states with the megalith on the board, drawn as if its ward forbade nothing."""
    silent = _silent(megalith)
    starts = positions(megaliths=beside(megalith), on_board=(silent, _ANY_POWER), going_on=True)
    found = _situations(starts, silent).filter(lambda state: goes_on(state) and silent in state.megaliths.values())
    return found.map(lambda state: _exchanged(state, silent, megalith))


def _silent(megalith: Megalith) -> Megalith:
    """Return a megalith of the same id whose power and ward do nothing."""
    return Megalith(megalith.id, megalith.name, megalith.text, megalith.stone, (nothing,))


def decisions_of_games(megalith: Megalith) -> Iterator[State]:
    """Return the states of random games with the megalith on the board, played as if its ward forbade nothing.

    Drawn positions rarely offer a transformation; games often do.
    """
    silent = _silent(megalith)
    return (_exchanged(state, silent, megalith) for state in _games(silent) if silent in state.megaliths.values())


def wakings_of_games(megalith: Megalith) -> Iterator[State]:
    """Yield the states of random games in which a decision of the megalith's power is pending."""
    for state in _games(megalith):
        if isinstance(state.pending, UsePower) and state.pending.megalith == megalith:
            yield state


def _games(megalith: Megalith) -> Iterator[State]:
    """Yield the states of random games that begin with the megalith on a Stone Circle."""
    others = [each for each in BASE_SET if each.id != megalith.id]
    for seed in range(GAMES):
        rng, circles = Random(seed), (megalith.id, others[seed % 12].id)
        state = new_game(seed=seed, megaliths=Registry((megalith, *others)), circles=circles)
        while legal := legal_actions(state):
            yield state
            state = apply(state, rng.choice(legal))


def _exchanged(state: State, old: Megalith, new: Megalith) -> State:
    """Return the state with one megalith of the board replaced by another."""
    after = draft(state)
    after._layout = state._layout.arranged({**state.megaliths, lies_on(old, state): new})
    return after


@st.composite
def _situations(draw: st.DrawFn, starts: st.SearchStrategy[State], megalith: Megalith) -> State:
    position = draw(starts)
    space = lies_on(megalith, position)
    kinds = ("as it is", "own", "enemy", "victim")
    match draw(st.sampled_from(kinds)):
        case "victim":
            face = position.tiles.transformation
            around = [each for each in ARRANGEMENTS[face] if each.victim == space]
            return _to_transform(position, draw(st.sampled_from(around)).own, 1 << space) if around else position
        case "as it is":
            pass
        case tribe:
            position = with_shaman(position, 1 << space, enemy=tribe == "enemy")
    return draw(going_on_from(st.just(position))) if draw(st.booleans()) else position


def _to_transform(position: State, own: tuple[int, int], enemy: int) -> State:
    """Return the position with only an arrangement on the board, whose own shamans have just moved."""
    after = draft(position)
    after._own = after._moved = bit_set(own)
    after._enemy = enemy
    after._pending = TRANSFORM_OR_PASS
    return after
