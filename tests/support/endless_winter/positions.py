"""Positions of Endless Winter in a few words: a bare table, on which a test puts what it is about."""

from __future__ import annotations

from functools import cache
from typing import Any

from cairn_rules import endless_winter as ew
from cairn_rules.chance import Chance
from cairn_rules.endless_winter import Megalith, Spot, Variant
from cairn_rules.endless_winter.effects import Effect, parse_effect
from cairn_rules.endless_winter.rules.rules import settled
from cairn_rules.endless_winter.state.agenda import Figure, Frame
from cairn_rules.endless_winter.state.hexes import BASE, HEXES, Hex
from cairn_rules.endless_winter.state.state import Player, Rival, State, ThisTurn, remember
from cairn_rules.replace import replaced

LAND = {
    "grassland": Hex(1, 0),
    "forest": Hex(0, 1),
    "river_valley": Hex(-1, 1),
    "mountains": Hex(-1, 0),
    "cave_hills": Hex(0, -1),
    "tundra": Hex(1, -1),
}
"""The six land tiles of the bare table, clockwise around the Base. All other tiles are Glaciers."""
DECLINE, END, PAY = ew.Decline(), ew.End(), ew.Pay()
OFFERING, HONOR = ew.MoveIdol("offering"), ew.MoveIdol("honor")
DRAW, TOOL, FOOD = ew.Gain("draw"), ew.Gain("tool"), ew.Gain("food")


@cache
def _bare(seats: int, variant: Variant, pack: ew.Pack) -> State:
    """Return a game whose table and players have nothing but their pieces, in the block pattern M1 M2 / M3 M4."""
    state = ew.new_game(seed=0, players=seats, variant=variant, content=pack)
    player = Player(
        chief="CH1",
        camps_left=4,
        camps=(BASE,),
        villages_left=3,
        neutrals=2,
        megaliths=8,
        figures=2,
    )
    kinds = {tile: terrain for terrain, tile in LAND.items()} | {BASE: "base"}
    culture = [card.id for card in pack.culture]
    stones = [stone.id for stone in pack.stones]
    table = replaced(
        state.table,
        piles=(12,) * 5,
        row=tuple(culture[:8]),
        tokens=(False,) * 8,
        culture_decks=(tuple(culture[8:20]), tuple(culture[20:])),
        animals=(),
        animal_deck=("woolly_rhino", "argentavis", "glyptodon", "woolly_mammoth"),
        terrain=tuple(kinds.get(tile, "glacier") for tile in HEXES),
        pools=tuple(tuple(stones[2 * pool : 2 * pool + 2]) for pool in range(4)),
        layout="A_block",
        megalith_tiles=("M1", "M2", "M3", "M4"),
        honor=(tuple(range(len(state.players))), *[()] * 10),
        chiefs=(),
        setups=(),
        megaliths=(),
        bottoms=(False,) * 4,
    )
    rival = replaced(player, chief=None, chief_ready=False, figures=3)
    return replaced(
        state,
        players=(player, rival) if seats == 1 else (player,) * seats,
        rival=None if state.rival is None else Rival(deck=tuple(card.id for card in pack.rival)),
        table=table,
        order=tuple(range(len(state.players))),
        phase="action",
        active=0,
        agenda=(),
        chance=Chance.from_seed(0),
    )


def position(
    *agenda: Frame | str,
    seats: int = 2,
    others: tuple[dict[str, Any], ...] = (),
    table: dict[str, Any] | None = None,
    turn: dict[str, Any] | None = None,
    variant: Variant = Variant(),  # noqa: B008 - it is frozen
    pack: ew.Pack | None = None,
    state: dict[str, Any] | None = None,
    **player: Any,
) -> State:
    """Return a position at its next decision.

    Args:
        agenda: What is still to do, the next thing last. A text is an effect.
        seats: Number of players; one plays against the rival.
        others: Attributes of the players after the first one, or of the rival.
        table: Attributes of the table.
        turn: Attributes of the turn so far.
        variant: The rule options.
        pack: The content pack.
        state: Attributes of the state.
        player: Attributes of the first player.
    """
    bare = _bare(seats, variant, ew.default_pack() if pack is None else pack)
    changes = (player, *others, *[{}] * 4)
    return settled(
        replaced(
            bare,
            players=tuple(replaced(each, **change) for each, change in zip(bare.players, changes, strict=False)),
            table=replaced(bare.table, **(table or {})),
            this_turn=replaced(ThisTurn(), **(turn or {})),
            agenda=tuple(parse_effect(frame) if isinstance(frame, str) else frame for frame in agenda),
            **(state or {}),
        )
    )


def fragment(state: State, **changes: Any) -> State:
    """Return a state with other attributes, which the rules take although it need not be sound as a whole."""
    changed = replaced(state, **changes)
    remember(changed, None)
    return changed


def effect(text: str | Effect, **more: Any) -> State:
    """Return a position in which an effect is gained; then a figure is placed (see `over`)."""
    return position(Figure(), text, **{"turn": {"column": "hunt"}} | more)


def over(state: State) -> bool:
    """Return whether the effect of `effect` is over."""
    return state.agenda == (Figure(),)


def play(state: State, *actions: ew.Action) -> State:
    """Return the state after some actions."""
    for action in actions:
        state = ew.apply(state, action)
    return state


def options(state: State) -> list[ew.Action]:
    """Return the legal actions."""
    return list(ew.legal_actions(state))


def me(state: State) -> Player:
    """Return the first player."""
    return state.players[0]


def at(x: float, y: float, level: int = 1) -> Spot:
    """Return a place on the Megalith board by its space; halves lie between two spaces."""
    return Spot(int(2 * x), int(2 * y), level)


def on(x: float, y: float, level: int = 1) -> ew.PlaceMegalith:
    """Return the action that places a Megalith."""
    return ew.PlaceMegalith(at(x, y, level))


def lies(x: float, y: float, level: int = 1, owner: int | None = 0) -> Megalith:
    """Return a Megalith on the board, the first player's by default."""
    return Megalith(at(x, y, level), owner)
