"""Boards of Korrigans on which the rules can be played, but hardly anybody would."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from cairn_rules.korrigans import Board, Clover, Field, Link, LinkKind, Menhir, default_board

BOARD = default_board()


def with_fields(*, board: Board = BOARD, **changes: Any) -> Board:
    """A board all of whose fields are changed in the same way."""
    fields = tuple(evolve(field, **changes) for field in board.fields)
    tokens = sum(field.clovers for field in fields)
    base = board.base_clovers if tokens == len(board.base_clovers) else (board.base_clovers * 9)[:tokens]
    return evolve(board, fields=fields, base_clovers=base)


def without(*kinds: LinkKind) -> Board:
    """A board without links of some kinds."""
    return evolve(BOARD, links=[link for link in BOARD.links if link.kind not in kinds])


def only(menhir: Menhir, board: Board = BOARD) -> Board:
    """A board with Menhirs of one kind, in fields of few tokens."""
    return evolve(board, menhirs={menhir: len(board.menhirs)})


def island() -> Board:
    """A board with a field that nobody reaches, which is a start field of the First Player."""
    lonely = evolve(BOARD.fields[0], colour="none", molehill=False, pontoon=False)
    links = [link for link in BOARD.links if "A" not in link.ends]
    return evolve(BOARD, fields=(lonely, *BOARD.fields[1:]), links=links)


def small() -> Board:
    """A board of ten fields, each of which touches every cell; the village is a start field."""
    cells = [(row, column) for row in range(1, 8) for column in range(1, 8)]
    fields = tuple(
        Field(
            id="ABCDEFGHIJ"[number],
            name=f"Field {number}",
            colour="one",
            clovers=number % 2,
            start=number // 2 + 1,
            menhir=number > 0,
            molehill=False,
            pontoon=False,
            cells=cells,
        )
        for number in range(10)
    )
    return evolve(
        BOARD,
        id="small",
        fields=fields,
        links=[Link(LinkKind.OPEN, ("A", "B"))],
        water=(),
        base_clovers={Clover.HARE: 5},
        extra_clovers={Clover.GOLD4: 10},
        menhirs={Menhir.TROLL: 4, Menhir.FAIRY: 5},
    )


FEW = with_fields(clovers=1)
ODD_BOARDS = {
    "one token in each field": FEW,
    "no tokens at all": with_fields(clovers=0),
    "one colour": with_fields(colour="green"),
    "no molehills and no pontoons": with_fields(molehill=False, pontoon=False),
    "molehills and pontoons everywhere": with_fields(molehill=True, pontoon=True),
    "no open links": without(LinkKind.OPEN),
    "no doors": without(LinkKind.DOOR),
    "no bridges": without(LinkKind.BRIDGE),
    "no links, no ways": evolve(with_fields(molehill=False, pontoon=False), links=()),
    "all links of every kind": evolve(
        BOARD, links={Link(kind, link.ends) for link in BOARD.links for kind in LinkKind}
    ),
    "a field that nobody reaches": island(),
    "only gold": evolve(BOARD, base_clovers={Clover.GOLD1: 48}, extra_clovers={Clover.GOLD4: 17}),
    "only birds": evolve(BOARD, base_clovers={Clover.BIRD: 48}, extra_clovers={Clover.BIRD: 17}),
    "only Fairies": only(Menhir.FAIRY, FEW),
    "only Trolls": only(Menhir.TROLL, FEW),
    "only Leprechauns": only(Menhir.LEPRECHAUN, FEW),
    "Elves and Goblins": evolve(FEW, menhirs={Menhir.ELF: 8, Menhir.GOBLIN: 8}),
    "ten fields": small(),
}
"""Boards by what is odd about them."""
