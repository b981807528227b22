"""The board of the library, and what a board is as a value (rules 1.1, 1.2, section 11)."""

import pickle
from collections import Counter
from itertools import combinations, pairwise

import pytest
from attrs import evolve

from cairn_rules.errors import DefinitionError, UnknownIdError
from cairn_rules.korrigans.state.board import Cell, Field, Link, LinkKind, Step
from cairn_rules.korrigans.state.board_file import default_board
from cairn_rules.korrigans.state.tokens import CLOVERS, Clover, Companion, Menhir, clovers_of, menhirs_of

BOARD = default_board()

# Each field with its neighbours by open links, doors, bridges and water; drawn up field by field.
NEIGHBOURS = """
A  KP   B   -   -
B  LP   A   C   -
C  M    D   B   L
D  E    C   -   -
E  DM   F   -   -
F  GM   E   -   -
G  F    M   H   N
H  NO   I   G   -
I  JO   H   -   -
J  I    O   K   P
K  A    P   J   -
L  B    PV  -   CM
M  CEF  G   NV  L
N  H    O   M   GV
O  HI   JN  V   P
P  ABV  KL  -   JO
V  P    L   MO  N
"""

# Each cell of the grid with the fields that touch it.
GRID = """
A   A    B    B    C   CD  D
A   AB   BL   BCL  C   CD  D
K   P    LP   LV   LM  EM  E
K   KP   PV   V    MV  FM  EF
J   JOP  OV   V    N   FM  F
J   IJO  O    HNO  HN  GN  G
IJ  I    I    H    H   GH  G
"""

# The same cells, drawn: four letters each.
DRAWING = """
A A  A A  B B  B B  C C  C D  D D
A A  A A  B B  B B  C C  C D  D D
A A  A B  B B  B C  C C  C D  D D
A A  A B  B L  L L  C C  C D  D D
K K  P P  L L  L L  L M  M E  E E
K K  P P  P L  V V  L M  M E  E E
K K  K P  P V  V V  V M  M M  E E
K K  K P  P V  V V  V M  M F  F F
J J  P P  O V  V V  N N  M F  F F
J J  J O  O O  V V  N N  M M  F F
J J  J O  O O  O N  N N  N G  G G
J J  I I  O O  H N  N H  G G  G G
J J  I I  I I  H H  H H  G G  G G
J I  I I  I I  H H  H H  H G  G G
"""

SAME_COLOUR = ("AHJM", "DFLO", "CENP", "BGIK")
MOLEHILLS, PONTOONS = "ADFHIK", "CGJLNP"


def ids(indices):
    return "".join(BOARD.fields[index].id for index in indices)


def reached(companion, origin):
    return "".join(sorted(ids(step.to for step in BOARD.steps(companion)[BOARD.index(origin)])))


def rows(text):
    return [["" if word == "-" else word for word in line.split()] for line in text.split("\n") if line]


def candidates(free_rows, free_columns):
    return {field for row in free_rows for column in free_columns for field in ids(BOARD.fields_at(row, column))}


@pytest.mark.parametrize("row", rows(NEIGHBOURS), ids=lambda row: row[0])
def test_hare_squirrel_and_mouse_cross_the_three_kinds_of_links(row):
    """Rules 4.4 to 4.6: an open link for the hare, a door for the squirrel, a bridge for the mouse."""
    origin, *near = row
    assert [reached(each, origin) for each in (Companion.HARE, Companion.SQUIRREL, Companion.MOUSE)] == near[:3]
    assert "".join(sorted(end for pair in BOARD.water if origin in pair for end in pair if end != origin)) == near[3]


def test_the_bird_flies_to_the_same_colour():
    """Rule 4.7: four fields of each of four colours; the village has a colour of its own."""
    for group in SAME_COLOUR:
        for origin in group:
            assert reached(Companion.BIRD, origin) == group.replace(origin, "")
    assert reached(Companion.BIRD, "V") == ""


def test_mole_and_frog_go_between_molehills_and_pontoons():
    """Rules 4.8 and 4.9: from one to any other; nowhere without one."""
    for companion, places in ((Companion.MOLE, MOLEHILLS), (Companion.FROG, PONTOONS)):
        for field in BOARD.fields:
            expected = places.replace(field.id, "") if field.id in places else ""
            assert reached(companion, field.id) == expected


def test_steps_name_the_link_that_they_cross():
    """Rule 4.10: the Troll stops who crosses its link; bird, mole and frog cross none."""
    assert BOARD.steps(Companion.SQUIRREL)[BOARD.village] == (
        Step(BOARD.index("L"), BOARD.links.index(Link(LinkKind.DOOR, "LV"))),
    )
    for companion in Companion:
        for origin, steps in enumerate(BOARD.steps(companion)):
            assert [step.to for step in steps] == sorted({step.to for step in steps} - {origin})
            for step in steps:
                if companion in {Companion.BIRD, Companion.MOLE, Companion.FROG}:
                    assert step.link is None
                else:
                    assert set(BOARD.link_ends[step.link]) == {origin, step.to}


def test_steps_lead_both_ways():
    """Section 4: no movement has a direction."""
    for companion in Companion:
        pairs = {(origin, step) for origin, steps in enumerate(BOARD.steps(companion)) for step in steps}
        assert {(step.to, Step(origin, step.link)) for origin, step in pairs} == pairs


def test_the_links_are_in_order_and_as_many_as_the_rules_say():
    """Rule 11.3: 14 open, 10 doors, 6 bridges, 6 borders of water; each pair of fields once."""
    assert Counter(link.kind for link in BOARD.links) == {LinkKind.OPEN: 14, LinkKind.DOOR: 10, LinkKind.BRIDGE: 6}
    assert len({link.ends for link in BOARD.links} | set(BOARD.water)) == 36
    assert [str(BOARD.links[index]) for index in (0, 13, 14, 29)] == ["open AK", "open PV", "door AB", "bridge OV"]


def test_the_fields_lie_on_the_grid_as_drawn():
    """Rule 11.2: the cells of the list, of the table and of the drawing are the same."""
    drawing = [line.replace(" ", "") for line in DRAWING.split("\n") if line]
    for row, line in enumerate(rows(GRID), 1):
        for column, fields in enumerate(line, 1):
            assert ids(BOARD.fields_at(row, column)) == fields
            drawn = "".join(part[2 * column - 2 : 2 * column] for part in drawing[2 * row - 2 : 2 * row])
            assert set(drawn) == set(fields)
    assert sum(len(field.cells) for field in BOARD.fields) == 76


@pytest.mark.parametrize(("row", "column"), [(0, 1), (1, 0), (8, 1), (1, 8)])
def test_there_are_seven_rows_and_columns(row, column):
    """A row of each Sun and a column of each Cloud (rule 1.2)."""
    with pytest.raises(KeyError):
        BOARD.fields_at(row, column)


def test_fields_that_touch_in_the_drawing_have_a_border():
    """Rule 11.3: the borders are those of the drawing, each with one kind."""
    drawing = [line.replace(" ", "") for line in DRAWING.split("\n") if line]
    touching = {
        frozenset(pair)
        for lines in (drawing, map("".join, zip(*drawing, strict=True)))
        for line in lines
        for pair in pairwise(line)
        if pair[0] != pair[1]
    }
    borders = [frozenset(link.ends) for link in BOARD.links] + [frozenset(pair) for pair in BOARD.water]
    assert set(borders) == touching
    assert len(borders) == len(touching)
    colour = {field.id: field.colour for field in BOARD.fields}
    assert all(len({colour[end] for end in pair}) == 2 for pair in touching)


def test_the_river_divides_the_land_into_three():
    """Rule 11.3: open links join each part by itself, two bridges lead from each part to each other one."""
    parts = ["ABKLPV", "CDEFGM", "HIJNO"]
    for part in parts:
        met, new = set(), {part[0]}
        while new:
            met |= new
            new = {near for field in met for near in reached(Companion.HARE, field)} - met
        assert met == set(part)
    assert all(reached(each, field.id) for field in BOARD.fields for each in (Companion.HARE, Companion.SQUIRREL))
    for one, other in combinations(parts, 2):
        bridges = [link for link in BOARD.links if link.kind is LinkKind.BRIDGE and set(link.ends) <= set(one + other)]
        assert len(bridges) == 2


def test_the_example_of_the_rulebook_has_three_candidates():
    """Rule 7.2: row 3 and the columns 5 and 6 free leave three fields."""
    assert candidates([3], [5, 6]) == {"E", "L", "M"}


def test_there_is_always_a_field_for_the_cauldron():
    """Rules 3.7 and 7.2: one row and one to seven columns are free; so many fields come into question."""
    numbers = {
        free: {len(candidates([row], columns)) for row in range(1, 8) for columns in combinations(range(1, 8), free)}
        for free in range(1, 8)
    }
    assert {free: (min(found), max(found)) for free, found in numbers.items()} == {
        1: (1, 3), 2: (1, 5), 3: (2, 6), 4: (2, 7), 5: (3, 7), 6: (3, 7), 7: (4, 7),
    }  # fmt: skip


def test_the_numbers_of_clovers_add_up():
    """Rule 2.1: 48 printed on 17 fields, and one more in each for four or five players."""
    assert len(BOARD.fields) == 17
    assert Counter(field.clovers for field in BOARD.fields) == {4: 3, 3: 8, 2: 6}
    assert sum(field.clovers for field in BOARD.fields) == len(BOARD.base_clovers) == 48
    assert len(BOARD.base_clovers) + len(BOARD.extra_clovers) == 65


def test_the_distributions_are_those_of_the_rules_page():
    """Rules 11.4 and 11.5: so many tokens of each kind."""
    base, extra, menhirs = map(Counter, (BOARD.base_clovers, BOARD.extra_clovers, BOARD.menhirs))
    assert [base[kind] for kind in CLOVERS] == [5, 5, 4, 4, 3, 3, 8, 8, 5, 3]
    assert [extra[kind] for kind in CLOVERS] == [2, 2, 1, 1, 1, 1, 3, 3, 2, 1]
    assert [menhirs[kind] for kind in Menhir] == [2, 2, 2, 3, 3, 0, 2, 2, 0]
    assert (sum(each.gold for each in BOARD.base_clovers), sum(each.gold for each in BOARD.extra_clovers)) == (51, 19)
    assert sum(kind.companion is not None for kind in BOARD.base_clovers) == 24


def test_each_player_has_two_start_fields():
    """Rules 2.5 and 11.2: the two fields with a player's number, six tokens together, of different colours."""
    assert [ids(pair) for pair in BOARD.starts] == ["AG", "DJ", "BH", "FK", "CI"]
    for one, other in BOARD.starts:
        assert BOARD.fields[one].clovers + BOARD.fields[other].clovers == 6
        assert BOARD.fields[one].colour != BOARD.fields[other].colour


def test_the_village_is_the_field_without_a_menhir():
    """Rule 2.2: every field but the village has a Menhir."""
    assert BOARD.fields[BOARD.village].name == "The Village"
    assert [field.menhir for field in BOARD.fields].count(True) == len(BOARD.menhirs) == 16


def test_fields_are_found_by_their_ids():
    """States name fields by index, texts by id."""
    assert ids(BOARD.index(field.id) for field in BOARD.fields) == "ABCDEFGHIJKLMNOPV"
    with pytest.raises(UnknownIdError, match="'X'"):
        BOARD.index("X")


def test_tokens_tell_their_gold_and_their_companion():
    """Rules 1.3 and 1.4: a token is a companion or 1 to 4 gold."""
    assert [each.gold for each in Clover] == [0] * 6 + [1, 2, 3, 4]
    assert [each.companion for each in Clover] == [*Companion, None, None, None, None]
    assert [each.gold for each in Menhir] == [0] * 5 + [1, 2, 3, 4]
    assert (str(Clover.GOLD2), repr(Clover.GOLD2), repr(Menhir.ELF)) == ("gold2", "Clover.GOLD2", "Menhir.ELF")
    assert (str(LinkKind.DOOR), repr(LinkKind.DOOR)) == ("door", "LinkKind.DOOR")


def test_a_board_is_a_value():
    """A board can be compared, hashed and pickled, with its tables used or not."""
    copy = evolve(BOARD)
    assert copy is not BOARD
    assert {copy: 1}[BOARD] == 1
    copy.steps(Companion.HARE)
    for board in (BOARD, copy, pickle.loads(pickle.dumps(copy))):  # noqa: S301
        assert board == BOARD
        assert hash(board) == hash(BOARD)
        assert board.steps(Companion.HARE) == BOARD.steps(Companion.HARE)
    assert evolve(BOARD, status="another") != BOARD


def test_the_order_in_which_links_and_tokens_are_given_makes_no_difference():
    """Equality: by what is printed."""
    turned = tuple(Link(link.kind, reversed(link.ends)) for link in reversed(BOARD.links))
    assert evolve(BOARD, links=turned, water=[b + a for a, b in BOARD.water], menhirs=BOARD.menhirs[::-1]) == BOARD


def test_two_fields_may_have_several_links():
    """Rule 1.1: an open stretch and a door between the same two fields are two links."""
    board = evolve(BOARD, links=(*BOARD.links, Link(LinkKind.DOOR, "AK"), Link(LinkKind.BRIDGE, "CL")))
    assert [board.fields[step.to].id for step in board.steps(Companion.HARE)[0]] == ["K", "P"]
    doors = board.steps(Companion.SQUIRREL)[0]
    assert [(board.fields[step.to].id, str(board.links[step.link])) for step in doors] == [
        ("B", "door AB"),
        ("K", "door AK"),
    ]


def test_distributions_can_be_given_as_numbers_or_as_tokens():
    """Rule 10.7: other distributions on the same map."""
    numbers = {Menhir.GOLD1: 15, Menhir.ELF: 1}
    assert evolve(BOARD, menhirs=numbers) == evolve(BOARD, menhirs=[Menhir.GOLD1] * 15 + [Menhir.ELF])
    assert evolve(BOARD, menhirs=numbers).menhirs[:2] == (Menhir.ELF, Menhir.GOLD1)
    with pytest.raises(DefinitionError, match="menhirs: 15 tokens in all, but the fields with a Menhir are 16"):
        evolve(BOARD, menhirs=[Menhir.ELF] * 15)


def test_a_board_that_cannot_be_played_on_is_refused_with_every_fault():
    """Rule 11.6."""
    with pytest.raises(DefinitionError, match=r"clovers\.base: 0 tokens.*clovers\.extra: 1 tokens.*but .* 17"):
        evolve(BOARD, base_clovers=[], extra_clovers=[Clover.HARE])
    with pytest.raises(DefinitionError, match=r"links\.bridge\[1\]: 'CZ' names no field: Z"):
        evolve(BOARD, links=(*BOARD.links, Link(LinkKind.BRIDGE, "CZ")))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Link(LinkKind.OPEN, "ABC"), "'ABC' is not the ids of two fields"),
        (lambda: Link(LinkKind.OPEN, ("", "AB")), "is not the ids of two fields"),
        (lambda: Link(LinkKind.OPEN, 3), "3 is not the ids of two fields"),
        (lambda: Link("open", "AB"), "Link: kind should be a LinkKind, not 'open'"),
        (lambda: evolve(BOARD.fields[0], cells=["1.1"]), "'1.1' is not a cell"),
        (lambda: evolve(BOARD.fields[0], cells=[(1, 2, 3)]), "is not a cell"),
        (lambda: evolve(BOARD, fields=None), "None is not fields"),
        (lambda: evolve(BOARD, fields=["A"]), "fields should be a tuple of Fields, not"),
        (lambda: evolve(BOARD, links=["AB"]), "links should be a tuple of Links, not"),
        (lambda: evolve(BOARD, water=["A"]), "'A' is not the ids of two fields"),
        (lambda: clovers_of([Menhir.ELF]), "Menhir.ELF is not a Clover"),
        (lambda: clovers_of(3), "3 is neither a collection of Clovers nor a mapping"),
        (lambda: menhirs_of({Menhir.ELF: -1}), "-1 is not a number of tokens"),
        (lambda: menhirs_of({"elf": 1}), "'elf' is not a Menhir"),
    ],
)
def test_values_of_the_wrong_kind_are_refused(make, said):
    """Bad input gets an error of the library that quotes it."""
    with pytest.raises(DefinitionError, match=said):
        make()


def test_cells_are_kept_in_order():
    """A field's cells have a documented order, whatever order they are given in."""
    field = evolve(BOARD.fields[0], cells=[(2, 1), Cell(1, 2), (1, 1)])
    assert isinstance(field, Field)
    assert list(map(str, field.cells)) == ["1.1", "1.2", "2.1"]
