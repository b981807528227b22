"""The drawing of a state in text."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from cairn_rules import korrigans
from cairn_rules.korrigans import ChooseCloud, Link, LinkKind, Pawn, default_board, diagram, make_state
from cairn_rules.korrigans.texts.diagrams import small_diagrams
from support.tables import final, play, seat, table


def test_a_state_in_the_middle_of_a_game():
    """Everything that is public, by hand."""
    state = table(
        seat("A+elf K", "hare g3", open="mole", backups="squirrel", menhirs="gold2"),
        seat("D+goblin J", "g1 g4 frog", screen=False),
        seat("A B"),
        fields="A: g1 g2, V: frog",
        menhirs="A: troll",
        troll="A|B",
        suns="red . blue",
        clouds=". . red",
        pending=ChooseCloud(2, Pawn.BLUE),
    )
    lines = diagram(state).splitlines()
    assert lines[:5] == [
        "Korrigans, round 3: Violet must put the pawn on a Cloud (blue)",
        "  Sun     1      2      3      4      5      6      7",
        "Clouds    -      -      red    -      -      -      -",
        "1 red     A      A      B      B      C      CD     D",
        "2 -       A      AB     BL     BCL    C      CD     D",
    ]
    assert lines[11] == "Field                       Clover Links       Korrigans"
    assert lines[12] == "A Barley Corner    yellow  m   2 M KP|B        blue.0+elf violet.0"
    assert lines[14] == "C Foxglove Bank    pink    p   0   M|D=B"
    assert lines[15] == "D Dewy Meadow      green   m   0   E|C         green.0+goblin"
    assert lines[28] == "V The Village      village     1   P|L=MO"
    assert lines[29:] == [
        "m molehill, p pontoon, M Menhir; - free Sun or Cloud; links: AB open, |C through",
        "a door, =D over a bridge; blue.0+elf: Blue's first Korrigan carries an Elf",
        "",
        "Troll on A|B. Elves 1, Goblins 1, Backup Companions 4 left.",
        "Bag: 10 pawns, Blue has it.",
        "Blue    2 behind the screen; open mole; Backup squirrel; Menhirs 2",
        "Green   no screen, frog g1 g4",
        "Violet  0 behind the screen",
    ]


def test_the_end():
    """The Cauldron is drawn where it stands, and the winner is named."""
    state = play(final(seat("A I", open="hare"), seat("D J", screen=False)), "0:hare>K", "end", "end")
    lines = diagram(state).splitlines()
    assert lines[0] == "Korrigans, round 7: Blue wins: most gold"
    assert lines[20] == "I Scree Hollow     grey    m   0   JO|H        Cauldron blue.1"
    assert lines[-2:] == ["Blue    0 behind the screen; used hare", "Green   no screen, nothing"]


def test_much_in_one_place():
    """However much there is, a line has at most 80 columns, and nothing is left out."""
    state = table(*[seat("V+elf V+goblin" if number == 0 else "V V", "hare") for number in range(5)])
    drawn = diagram(state)
    assert max(map(len, drawn.splitlines())) <= 80
    assert all(f"{name}.{which}" in drawn for name in ("blue", "pink", "yellow") for which in (0, 1))


def test_long_names_are_cut():
    """On a board of one's own names may be longer than there is room."""
    board = default_board()
    fields = (evolve(board.fields[0], name="Blackberry Meadow Hill", colour="aquamarine"), *board.fields[1:])
    assert "\nA Blackberry Mead… aquama… m" in diagram(korrigans.new_game(board=evolve(board, fields=fields)))


def test_many_neighbours_are_cut():
    """There is room for eleven letters and signs; Korrigans keep their column."""
    board = default_board()
    more = [Link(LinkKind.OPEN, ("V", field)) for field in "ABCDEF"]
    for count, neighbours in ((5, "ABCDEP|L=MO"), (6, "ABCDEFP|L=…")):
        wide = evolve(board, links=(*more[:count], *board.links))
        state = make_state(board=wide, seats=(seat("A V"), seat("D J")))
        assert f"V The Village      village     0   {neighbours} blue.1" in diagram(state).splitlines()


def test_with_ascii_alone():
    """Accents are left out, other characters are question marks, and all columns keep their places."""
    board = default_board()
    names = ("Pr\u00e9 de l'\u00c9toile long", "\u4e18\u306e\u7551")
    fields = (*(evolve(field, name=name) for field, name in zip(board.fields, names, strict=False)), *board.fields[2:])
    state = korrigans.new_game(board=evolve(board, fields=fields))
    drawn = diagram(state, unicode=False)
    assert drawn.isascii()
    assert not diagram(state).isascii()
    assert "\nA Pre de l'Etoile. yellow" in drawn
    assert "\nB ???              " in drawn
    assert [*map(len, drawn.splitlines())] == [*map(len, diagram(state).splitlines())]
    plain = korrigans.new_game(seed=7)
    assert diagram(plain, unicode=False) == diagram(plain)


BUSY = table(
    seat("A+elf K", "hare g3", open="mole", backups="squirrel", menhirs="gold2"),
    seat("D+goblin J", "g1 g4 frog", screen=False),
    fields="A: g1 g2, V: frog",
    menhirs="A: troll",
    troll="A|B",
    suns="red . blue",
    clouds=". . red",
)
"""A position with something of every kind."""


def test_compact():
    """The grid stands beside the fields, the seats below it; by hand."""
    assert diagram(BUSY, compact=True).splitlines() == [
        "Korrigans, round 3: Blue must move a Korrigan",
        "Field      Clover Links       Korrigans         Sun 1   2   3   4   5   6   7",
        "A yellow  m   2 M KP|B        b0+e            Cloud -   -   red -   -   -   -",
        "B grey        0   LP|A=C                      1 red A   A   B   B   C   CD  D",
        "C pink    p   0   M|D=B                       2 -   A   AB  BL  BCL C   CD  D",
        "D green   m   0   E|C         g0+g            3 blu K   P   LP  LV  LM  EM  E",
        "E pink        0   DM|F                        4 -   K   KP  PV  V   MV  FM  EF",
        "F green   m   0   GM|E                        5 -   J   JOP OV  V   N   FM  F",
        "G grey    p   0   F|M=H                       6 -   J   IJO O   HNO HN  GN  G",
        "H yellow  m   0   NO|I=G                      7 -   IJ  I   I   H   H   GH  G",
        "I grey    m   0   JO|H                        Troll A|B, Elves 1, Goblins 1,",
        "J yellow  p   0   I|O=K       g1              Backups 4, bag 11 (Blue)",
        "K grey    m   0   A|P=J       b1              Blue    2 hidden; open mole;",
        "L green   p   0   B|PV                                Backup squirrel; Menhirs 2",
        "M yellow      0   CEF|G=NV                    Green   no screen, frog g1 g4",
        "N pink    p   0   H|O=M                       m molehill, p pontoon, M Menhir,",
        "O green       0   HI|JN=V                     links: AB open, |C door, =D bridge",
        "P pink    p   0   ABV|KL                      b0+e: Blue's first Korrigan + Elf",
        "V village     1   P|L=MO",
    ]


def test_a_tight_drawing():
    """Three fields to a line; the seats' lines name the fields of their Korrigans; the grid can go. By hand."""
    fields = [
        "A yell… m   2 M KP|B        B grey      0   LP|A=C      C pink  p   0   M|D=B",
        "D green m   0   E|C         E pink      0   DM|F        F green m   0   GM|E",
        "G grey  p   0   F|M=H       H yell… m   0   NO|I=G      I grey  m   0   JO|H",
        "J yell… p   0   I|O=K       K grey  m   0   A|P=J       L green p   0   B|PV",
        "M yell…     0   CEF|G=NV    N pink  p   0   H|O=M       O green     0   HI|JN=V",
        "P pink  p   0   ABV|KL      V vill…     1   P|L=MO",
    ]
    compact, without_headings, with_grid, without = small_diagrams(BUSY)
    assert compact == diagram(BUSY, compact=True)
    first, _, *rows = compact.splitlines()
    left = [first, *(line[:45].rstrip() for line in rows)]
    assert [line[:45].rstrip() if number else line for number, line in enumerate(without_headings.splitlines())] == left
    assert with_grid.splitlines() == [
        "Korrigans, round 3: Blue must move a Korrigan",
        *fields,
        "  Sun 1   2   3   4   5   6   7    Troll A|B, Elves 1, Goblins 1, Backups 4, bag",
        "Cloud -   -   red -   -   -   -    11 (Blue), Cauldron off",
        "1 red A   A   B   B   C   CD  D    Blue    0:A+e 1:K; 2 hidden; open mole;",
        "2 -   A   AB  BL  BCL C   CD  D            Backup squirrel; Menhirs 2",
        "3 blu K   P   LP  LV  LM  EM  E    Green   0:D+g 1:J; no screen, frog g1 g4",
        "4 -   K   KP  PV  V   MV  FM  EF",
        "5 -   J   JOP OV  V   N   FM  F",
        "6 -   J   IJO O   HNO HN  GN  G",
        "7 -   IJ  I   I   H   H   GH  G",
    ]
    assert without.splitlines() == [
        "Korrigans, round 3: Blue must move a Korrigan",
        "Suns red - blu - - - -, Clouds - - red - - - -",
        *fields,
        "Troll A|B, Elves 1, Goblins 1, Backups 4, bag 11 (Blue), Cauldron off",
        "Blue    0:A+e 1:K; 2 hidden; open mole; Backup squirrel; Menhirs 2",
        "Green   0:D+g 1:J; no screen, frog g1 g4",
    ]


def test_compact_with_as_many_lines_on_both_sides():
    """The grid, the pieces, a look and five seats leave no room for the legend next to the 17 fields."""
    seats = (seat("A V", "hare"), seat("D J"), seat("B H"), seat("F K"), seat("C I"))
    seen = korrigans.observe(play(table(*seats, fields="K: bird g4"), "0:hare-K"), 0)
    lines = diagram(seen, compact=True).splitlines()
    assert len(lines) == 2 + 17
    assert lines[17].split()[-3:] == ["Yellow", "0", "hidden"]
    assert not any("molehill" in line for line in lines)


@pytest.mark.parametrize("players", [2, 5])
def test_a_compact_drawing_fits_a_small_terminal(players):
    """At every decision of a game it leaves room for the question on 24 lines."""
    rng = Random(3)
    state = korrigans.new_game(seed=3, players=players)
    while actions := korrigans.legal_actions(state):
        lines = diagram(state, compact=True).splitlines()
        assert len(lines) <= 23
        assert max(map(len, lines)) <= 80
        state = korrigans.apply(state, rng.choice(actions))
    assert "hidden: " in diagram(state, compact=True)


def test_an_observation_is_drawn_as_its_seat_sees_it():
    """The own tokens, and those to choose from; a spectator sees neither."""
    state = play(table(seat("A V", "hare g1"), fields="K: bird g4"), "0:hare-K")
    own = diagram(korrigans.observe(state, 0)).splitlines()
    assert own[-3:-1] == ["In K:   bird g4", "Blue    1 behind the screen: g1; open hare"]
    assert diagram(korrigans.observe(state, 1)) == diagram(korrigans.observe(state, None)) == diagram(state)
    assert "g4" not in diagram(state)


def test_the_end_opens_what_is_open_and_counts_it():
    """The tokens behind the screens (rule 9.7), and the gold by where it comes from (rule 8.1)."""
    first = seat("I I+elf", "g4", menhirs="gold2")
    state = play(final(first, seat("D+goblin J", "g1", open="hare")), "end", "end")
    for seen in (state, korrigans.observe(state, None), korrigans.observe(state, 1)):
        assert diagram(seen).splitlines()[-4:] == [
            "Gold    Blue 23 (Clovers 4, Menhirs 2, Elves 2, Cauldron 15)",
            "        Green -1 (Clovers 1, Goblins -2)",
            "Blue    1 behind the screen: g4; Menhirs 2",
            "Green   1 behind the screen: g1; open hare",
        ]
