"""The drawing of a state in text."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter import diagram, observe
from cairn_rules.endless_winter.effects import parse_effect
from cairn_rules.endless_winter.pictures.picture import PARTS as PICTURE_PARTS
from cairn_rules.endless_winter.state.agenda import Arrows, EndTurn, Figure, Middle, Tiles, Top
from cairn_rules.endless_winter.state.hexes import BASE, Hex
from cairn_rules.endless_winter.texts.diagrams import PARTS, part_diagram, seat_diagram, small_diagrams
from cairn_rules.errors import DefinitionError
from support.endless_winter.games import games
from support.endless_winter.packs import random_pack
from support.endless_winter.positions import LAND, effect, fragment, lies, position

VILLAGE = (Hex(1, -2), Hex(2, -2), Hex(1, -1))
BUSY = position(
    EndTurn(),
    Top(),
    turn={"column": "hunt", "labor": 2, "is_chief": True},
    hand=("hunter", "brave", "brave", "C101"),
    deck=("elder",) * 3,
    discard=("tribesman",),
    played=("shaman",),
    buried=("tribesman",),
    buried_openly=("tribeswoman",),
    food=3,
    tools=2,
    points=4,
    camps=(BASE, BASE, LAND["tundra"]),
    camps_left=2,
    villages=(),
    neutrals=0,
    megaliths=6,
    stones=("SS01",),
    animals=("woolly_rhino", "woolly_rhino"),
    tipped=("giant_sloth",),
    offering=4,
    chief_ready=False,
    figures=1,
    others=(
        {
            "camps": (BASE, LAND["forest"]),
            "camps_left": 3,
            "villages": (VILLAGE,),
            "villages_left": 2,
            "chief": "CH2",
            "resting": 1,
            "figures": 1,
            "hand": ("elder", "elder"),
        },
    ),
    table={
        "bottoms": (False, True, False, True),
        "megaliths": (lies(1, 0, owner=None), lies(0, 0), lies(0.5, 0, 2), lies(0, 1, owner=1)),
        "animals": ("glyptodon", "argentavis", "glyptodon"),
        "honor": ((), (), (), (1, 0), *[()] * 7),
        "row": ("C101", None, "C103", "C104", "C105", "C106", "C107", "C108"),
        "tokens": (True, *[False] * 7),
    },
    state={"round": 2, "turn": 8},
)
"""A position with something of every kind."""


def test_everything_public():
    """The full drawing, by hand."""
    lines = diagram(BUSY).splitlines()
    assert lines[:10] == [
        "Endless Winter, round 2 of 4: Cyan must act on the Hunt column: reveal Animals",
        "  for 1 Labor or take them for 2",
        "Columns   free bottoms: Initiate, Migrate",
        # Two players have six turns a round, so the ninth one is the third of round 2.
        "Order     Cyan, Red; turn 3 of 6; Cyan on Hunt with 2 Labor",
        "Culture   price, name, points, effect; decks 12 of Era I, 20 of Era II",
        "C101      2L Controlled Fire   1p 3 Food",
        "C103      3L Hide Tanning      2p 1 Food and 1 Tool",
        "C104      3L Campfire Tales    0p draw 2 cards",
        "C105      3L Spear Thrower     2p 2 Labor if on Hunt",
        "C106      3L Stone Anvil       2p 2 Labor if on Develop",
    ]
    assert lines[12:19] == [
        "Tribe     Crafter 12, Hunter 12, Explorer 12, Elder 12, Shaman 12",
        "Animals   2 Glyptodon, Argentavis; 4 in the deck",
        "Stones    SS01 1 for each own Megalith on level 1",
        "          SS02 2 for each own Megalith on an upper level",
        "          SS03 3 for each tipped red Animal",
        "          SS04 3 for each tipped purple Animal",
        "          SS05 3 for each tipped green Animal, closed until round 3",
    ]
    assert lines[22:] == [
        "",
        "          0,-2 Gla  1,-2 Gla  2,-2 Gla",
        # In the middle of the two tiles above and the one below.
        "                            Vr",
        "     -1,-1 Gla 0,-1 Cav  1,-1 Tun  2,-1 Gla",
        "                         c1",
        "-2,0 Gla  -1,0 Mou  0,0 Bas   1,0 Gra   2,0 Gla",
        "                    c2r1",
        "     -2,1 Gla  -1,1 Riv  0,1 For   1,1 Gla",
        "                         r1",
        "          -2,2 Gla  -1,2 Gla  0,2 Gla",
        "Influence 1,-1 Cyan 1, Red 2; 0,1 Red 1",
        "",
        "    0  1  2   4   6   8   10",
        "  0 c1 c2 n1  <v  D1  P1  T1",
        "  2 r1    P2  D1  F1* ^>  I1",
        "  4 I1    <>  F2* T1  I1  P2",
        "  6 P2    T1  F1  ^>  F1* D1",
        "",
        "Honor     Red, Cyan 3 (the first is ahead)",
        "Offering  Cyan 4 (4 a point); Red 0 (none)",
        "Cyan      4 points; Food 3 of 8, Tools 2 of 8; Chief Tuskbreaker A; figures 1;",
        "          in supply 2 Camps, 3 Villages, 0 neutral and 6 own Megaliths; stones",
        "          SS01; Animals 2 Woolly Rhino; tipped Giant Sloth; hand 4; deck 3;",
        "          played Shaman; discard Tribesman; buried 1; buried openly Tribeswoman",
        "Red       0 points; Food 0 of 7, Tools 0 of 8; Chief Thunderpaw A; figures Chief",
        "          + 1, 1 resting; Eclipse Labor 2; in supply 3 Camps, 2 Villages, 2",
        "          neutral and 8 own Megaliths; hand 2; deck 0",
    ]


def test_the_viewer_sees_their_own_cards():
    """The hand and the buried cards (rule 13.2)."""
    own = diagram(BUSY, viewer=0)
    assert "hand 4 (Hunter, 2 Brave, Controlled Fire)" in " ".join(own.split())
    assert "buried 1 (Tribesman)" in " ".join(own.split())
    assert "Elder, Elder" not in own
    assert "hand 2 (2 Elder)" in " ".join(diagram(BUSY, viewer=1).split())
    assert diagram(observe(BUSY, 0)) == own
    assert diagram(observe(BUSY, None)) == diagram(BUSY)


def test_compact():
    """What matters for the decision, and a line for each player: on Hunt, the Animals."""
    assert diagram(BUSY, compact=True).splitlines() == [
        "Endless Winter, round 2 of 4: Cyan must act on the Hunt column: reveal Animals",
        "  for 1 Labor or take them for 2",
        "Columns   free bottoms: Initiate, Migrate",
        "Order     Cyan, Red; turn 3 of 6; Cyan on Hunt with 2 Labor",
        "Tribe     Crafter 12, Hunter 12, Explorer 12, Elder 12, Shaman 12",
        "Animals   2 Glyptodon, Argentavis; 4 in the deck",
        "Cyan   4p  F3/8 T2  fig 1  camps 2 vill 3 meg 0+6  hand 4 deck 3 bur 2",
        "Red    0p  F0/7 T0  fig C1 rest 1  camps 3 vill 2 meg 2+8  hand 2 deck 0 bur 0",
    ]


def test_compact_with_the_cards_of_the_viewer():
    """The viewer's own hidden cards follow (rule 13.2)."""
    drawn = diagram(BUSY, compact=True)
    own = diagram(observe(BUSY, 0), compact=True)
    assert own == drawn + "\nHand      Hunter, 2 Brave, Controlled Fire\nBuried    Tribesman"
    assert diagram(BUSY, compact=True, viewer=1) == drawn + "\nHand      2 Elder"
    assert diagram(observe(BUSY, None), compact=True) == drawn
    ritual = position(Figure(), ritual=("shaman",))
    assert diagram(ritual, compact=True, viewer=0).splitlines()[-1] == "Ritual    Shaman"


def test_the_reference_names_every_part():
    """Pictures have one part more: the cards of one seat."""
    assert (*PARTS, "area") == PICTURE_PARTS
    assert all(f"`{part}`" in str(diagram.__doc__) for part in PARTS)
    assert all(f"`{part}`" in str(ew.svg.__doc__) for part in PICTURE_PARTS)


def test_smaller_ones():
    """Without the columns, then without the players."""
    compact, smaller, least = small_diagrams(BUSY)
    assert compact == diagram(BUSY, compact=True)
    lines = compact.splitlines()
    assert smaller.splitlines() == [*lines[:2], *lines[4:]]
    assert least.splitlines() == [*lines[:2], *lines[4:6]]


FIRST_SPACE, *OTHERS = ew.default_pack().megalith_tiles["M1"]
SIGNS = evolve(
    ew.default_pack(),
    megalith_tiles={
        **ew.default_pack().megalith_tiles,
        "M1": (evolve(FIRST_SPACE, benefit=parse_effect("food(1)|tool(1)")), *OTHERS),
    },
    data=f"{ew.default_pack().data} with another space",
)
"""A pack in which the first space of the tile M1 gives Food or a Tool."""


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (position(Figure()), ["3L C101 Controlled Fire F3 1p            3L C102 Flint Knapping T2 1p"]),
        # A long name is cut, not the points.
        (position(Figure()), ["3L C108 Rite of Pass\u2026 L2 on Initiate 2p"]),
        (position(Top(), turn={"column": "develop"}), ["3L C103 Hide Tanning F1+T1 2p            3L C104 Campfire"]),
        (position(Top(), turn={"column": "migrate"}), ["c1r1"]),
        (
            position(Middle(), food=2, tools=1, turn={"column": "develop"}),
            [
                "Stones    next space of Cyan: pay 2 Food and 1 Tool for: place a Megalith",
                "SS01 1 for each own Megalith on level 1  SS02 2 for each own Megalith on an upp…",
            ],
        ),
        (position(Middle(), tools=1, hand=("brave",), turn={"column": "initiate"}), ["Honor     Cyan, Red 0"]),
        (effect("megalith(1)"), ["  0 F2  T1* <v  D1  P1  T1"]),
        # The first space has a benefit too long for its column.
        (effect("megalith(1)", pack=SIGNS), ["  0 ~   T1* <v  D1  P1  T1"]),
        (effect("idol(1)"), ["Offering  Cyan 0 (none); Red 0 (none)"]),
        (effect("tool(1)|food(1)"), ["Offering  Cyan 0 (none); Red 0 (none)"]),
        (effect("culture(1)"), ["3L C101 Controlled Fire"]),
        (fragment(BUSY, phase="eclipse", agenda=(Tiles(),)), ["0,0 Bas", "c2r1"]),
        (position(Arrows((ew.Spot(2, 0, 1),))), ["  0 F2  T1* <v  D1  P1  T1"]),
        (ew.new_game(seed=1, variant=ew.Variant(draft="chief")), ["+2 Labor on ", "SU", "Honor"]),
    ],
)
def test_what_matters_for_a_decision(state, expected):
    """Each decision has its parts."""
    drawn = diagram(state, compact=True)
    assert all(text in drawn for text in expected)


def test_a_place_without_a_card_is_left_out():
    """The row of Culture cards is not filled up once the deck is empty (rule 4.2)."""
    state = position(Figure())
    row = (state.table.row[0], None, *state.table.row[2:])
    drawn = diagram(fragment(state, table=evolve(state.table, row=row)), compact=True)
    assert "3L C101 Controlled Fire F3 1p            3L C103 Hide Tanning" in drawn


def test_no_stone_space_left():
    """No price is drawn after the last Sacred Stone."""
    full = position(Figure(), stones=("SS01", "SS02", "SS03"))
    assert "next space" not in diagram(full, compact=True)


def test_turns_are_counted_in_the_action_phase_alone():
    """The set-up and the Eclipse have no turns to count."""
    states = [
        ew.new_game(seed=5, variant=ew.Variant(draft="setup")),
        fragment(BUSY, phase="eclipse", agenda=(Tiles(),)),
    ]
    assert [state.phase for state in states] == ["setup", "eclipse"]
    for state in states:
        assert "; turn" not in part_diagram(state, "columns")
    assert "; turn 3 of 6;" in part_diagram(BUSY, "columns")


def test_parts():
    """A part has the heading, several come in the given order."""
    only = diagram(BUSY, parts="idols").splitlines()
    assert only[2:] == diagram(BUSY).splitlines()[40:42]
    two = diagram(BUSY, parts=["idols", "columns"]).splitlines()
    assert [line.split()[0] for line in two[2:]] == ["Honor", "Offering", "Columns", "Order"]
    assert part_diagram(BUSY, "idols").splitlines() == only[2:]
    assert seat_diagram(BUSY, 1).startswith("Red       0 points; Food 0 of 7")
    assert set(PARTS) >= {"columns", "culture", "supply", "stones", "map", "megaliths", "idols", "players"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"parts": ["mpa"]}, "'mpa' is not a part of the drawing; did you mean 'map'?"),
        ({"viewer": 2}, "2 is not a player (0 to 1, or None for a spectator)"),
        ({"state": "x"}, "'x' is not a state of this game"),
        ({"state": observe(BUSY, 1), "viewer": 0}, "viewer should be None, not 0, for an Observation"),
    ],
)
def test_bad_arguments(arguments, message):
    """Errors quote them."""
    with pytest.raises(DefinitionError) as error:
        diagram(**{"state": BUSY} | arguments)
    assert message.lower() in str(error.value).lower()


def test_ascii():
    """Accents are dropped, and what has no letter becomes a question mark; columns keep their places."""
    pack = ew.default_pack()
    names = ("F\u00eate", "\u706b\u704c")
    culture = (*(evolve(card, name=name) for card, name in zip(pack.culture, names, strict=False)), *pack.culture[2:])
    state = position(Figure(), pack=evolve(pack, culture=culture, data=f"{pack.data} with other names"))
    plain = diagram(state, unicode=False)
    assert plain.isascii()
    assert "C101      3L Fete" in plain
    assert "C102      3L ??" in plain
    assert [*map(len, plain.splitlines())] == [*map(len, diagram(state).splitlines())]
    assert diagram(BUSY, unicode=False) == diagram(BUSY)


def test_the_end_has_the_points():
    """By origin (rule 12)."""
    state = ew.apply(position("tool(1)", state={"phase": "eclipse", "round": 4, "turn": 24}, points=7), ew.Gain("tool"))
    assert diagram(state).splitlines()[-2:] == ["Points    Cyan 7 (immediate 7)", "          Red 0"]


def test_the_rival():
    """It has a name, no hand, and the cards of its turns (rule 14.13)."""
    rng, state = Random(1), ew.new_game(seed=1, players=1)
    while ew.legal_actions(state):
        state = ew.apply(state, rng.choice(ew.legal_actions(state)))
    drawn = diagram(state)
    assert "\nRival " in drawn
    assert "used " in drawn
    assert "hand" not in drawn.split("\nRival ")[1].split("\nPoints")[0]
    assert "Rival  " in diagram(state, compact=True)
    drafting = diagram(ew.new_game(seed=1, players=1, variant=ew.Variant(draft="setup")))
    assert drafting.endswith("used nothing")


def test_cards_that_the_rival_buried():
    """They lie open (rule 14.13)."""
    state = position(Figure(), seats=1, others=({"buried_openly": ("hunter", "elder")},))
    assert "buried Hunter, Elder" in " ".join(seat_diagram(state, 1).split())
    assert "buried" not in seat_diagram(position(Figure(), seats=1), 1)


def test_the_board_in_sentences():
    """The Megaliths, then the free spaces with what they give, as `test_everything_public` draws them."""
    lines = diagram(BUSY, plain=True).splitlines()
    start = lines.index("Megalith of Cyan at 0,0.")
    assert lines[start : start + 10] == [
        "Megalith of Cyan at 0,0.",
        "Neutral Megalith at 2,0.",
        "Megalith of Red at 0,2.",
        "Megalith of Cyan at 1,0 on level 2.",
        "Free Megalith space 4,0: arrows left, down.",
        "Free Megalith space 6,0: draw a card.",
        "Free Megalith space 8,0: 1 point.",
        "Free Megalith space 10,0: 1 Tool.",
        "Free Megalith space 2,2: 2 points.",
        "Free Megalith space 4,2: draw a card.",
    ]
    assert "Free Megalith space 8,2: arrows up, right." in lines
    assert "Free Megalith space 8,6: 1 Food, a starting space." in lines
    assert len(lines) - start == 4 + 21


@pytest.mark.untraced
@pytest.mark.slow
def test_every_state_is_drawn_within_80_columns():
    """In all forms, for all seats and in all variants, and without anything that the seat may not know."""
    for number, state in enumerate(games(5)):
        texts = [*small_diagrams(state)]
        if number % 5 == 0 or not state.agenda:
            for viewer in (None, *range(state.seats)):
                texts.append(diagram(state, viewer=viewer))
                assert diagram(observe(state, viewer)) == texts[-1]
        assert max(len(line) for text in texts for line in text.splitlines()) <= 80
        assert all(text.isascii() or "\u2026" in text for text in texts)


@pytest.mark.untraced
@pytest.mark.slow
def test_every_pack_is_drawn():
    """Also boards, tracks and rows of other sizes."""
    for seed in range(4):
        pack = random_pack(Random(seed))
        for layout in pack.layouts:
            for number, state in enumerate(games(1, content=pack, layout=layout, players=1 + seed)):
                if number % 9 == 0:
                    assert max(map(len, diagram(state).splitlines())) <= 80
