"""Checked by mypy and pyright, not run: mistakes in an action are type errors. Each comment must be needed."""
# pyright: reportUnnecessaryTypeIgnoreComment=true

from cairn_rules.cairn import VILLAGE, Add, FlipTile, Jump, Move, Pass, Relocate, Space, TakeExtraTurn, Tile, Transform

right = (
    Add(Space.A1),
    Add("a1"),
    Move(Space("a1"), "b1"),
    Move(Space.A1, Space.B1),
    Jump(origin=Space.C4, to=VILLAGE),
    Transform(Space.A1),
    Pass(),
)

Add(Space.A1, (1, 2, 3))  # type: ignore[call-arg]
Add(["a1"])  # type: ignore[arg-type]
Move(Space.A1)  # type: ignore[call-arg]
Jump(Space.A1, Space.A3, Space.A5)  # type: ignore[call-arg]
Transform()  # type: ignore[call-arg]
Pass(Space.A1)  # type: ignore[call-arg]
Relocate(Space.A1, Space.A2, 3)  # type: ignore[call-arg]
FlipTile(Tile.ADD, to=Tile.MOVE)  # type: ignore[call-arg]
TakeExtraTurn(2)  # type: ignore[call-arg]
