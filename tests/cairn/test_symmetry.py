"""The two symmetries of the board, by hand (rule 1.8); that the rules commute with them is a property."""

from __future__ import annotations

import pytest

from cairn_rules import Outcome, cairn
from cairn_rules.cairn import BASE_SET, Space, Tribe


@pytest.mark.parametrize(
    ("action", "rotated", "mirrored"),
    [
        (cairn.Add(Space.D1), cairn.Add(Space.B5), cairn.Add(Space.B1)),
        (cairn.Move(Space.A5, cairn.VILLAGE), cairn.Move(Space.E1, cairn.VILLAGE), cairn.Move(Space.E5, cairn.VILLAGE)),
        (cairn.Jump(Space.A1, Space.C3), cairn.Jump(Space.E5, Space.C3), cairn.Jump(Space.E1, Space.C3)),
        (cairn.Construct(BASE_SET["deer"]), cairn.Construct(BASE_SET["deer"]), cairn.Construct(BASE_SET["deer"])),
        (
            cairn.SwapMegaliths(Space.A1, Space.B3),
            cairn.SwapMegaliths(Space.D3, Space.E5),
            cairn.SwapMegaliths(Space.D3, Space.E1),
        ),
        (
            cairn.Together(cairn.Banish(Space.A1), cairn.FlipTile(cairn.Tile.ADD)),
            cairn.Together(cairn.Banish(Space.E5), cairn.FlipTile(cairn.Tile.ADD)),
            cairn.Together(cairn.Banish(Space.E1), cairn.FlipTile(cairn.Tile.ADD)),
        ),
    ],
)
def test_actions(action, rotated, mirrored) -> None:
    assert cairn.rotate(action) == rotated
    assert cairn.mirror(action) == mirrored


def test_a_position() -> None:
    text = "f4/5/5/3s1/s4 s wooe a3=chaos,d2=dawn alley,deer - 0-0"
    state = cairn.parse_position(text)
    assert cairn.format_position(cairn.rotate(state)) == "4f/1f3/5/5/4s f wooe e3=chaos,b4=dawn alley,deer - 0-0"
    assert cairn.format_position(cairn.mirror(state)) == "4f/5/5/1s3/4s s booe b2=dawn,e3=chaos alley,deer - 0-0"


def test_the_middle_of_a_chain() -> None:
    """Everything that a turn remembers is turned, too: who won, who is next, what was seen, what waits."""
    state = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=cromlech,e1=menhir - - 0-0")
    for text in ("c2-c3", "c3>e1"):
        state = cairn.apply(state, cairn.parse_action(text, state))
    turned = cairn.rotate(state)
    assert turned.moved == (Space.A5,)
    assert turned.seen[0].pending == cairn.UsePower(Space.C3, BASE_SET["cromlech"], Tribe.FOREST)
    assert cairn.legal_actions(turned) == tuple(
        sorted((cairn.rotate(action) for action in cairn.legal_actions(state)), key=cairn.format_action)
    )
    over = cairn.parse_position("5/5/5/5/s3f f wdoe a3=deer,b3=alley,c3=chaos,d3=dawn,e3=menhir - - 3-0")
    assert cairn.outcome(cairn.rotate(over)) == Outcome((Tribe.FOREST,), "third-megalith")
    assert cairn.outcome(cairn.mirror(over)) == cairn.outcome(over)
