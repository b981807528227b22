"""Pictures of Korrigans: what they show, to whom, what they mark, and that every board can be drawn."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random
from typing import Any, get_args

import attrs
import pytest
from attrs import evolve

from cairn_rules import korrigans
from cairn_rules.errors import DefinitionError
from cairn_rules.korrigans import (
    Action,
    Board,
    Carried,
    Clover,
    Companion,
    CoverCloud,
    CoverSun,
    Decline,
    EndFinalTurn,
    Field,
    FinalMove,
    GiveGoblin,
    Menhir,
    Move,
    Over,
    Pass,
    Pawn,
    Pending,
    Place,
    PlaceCauldron,
    PlaceTroll,
    Sacrifice,
    State,
    Take,
    TakeClover,
    Unmask,
    Variant,
    default_board,
    svg,
)
from cairn_rules.korrigans.pictures.colours import DARK, FIELD_COLOURS, LIGHT, STYLING, Colours
from cairn_rules.korrigans.pictures.field_shapes import Regions, connected, regions
from cairn_rules.korrigans.pictures.symbols import MOTIFS
from cairn_rules.korrigans.rules.observation import observe
from cairn_rules.korrigans.state.seats import SEAT_NAMES
from cairn_rules.korrigans.texts.words import description, title
from support.pictures import contrast, drawn, mixed, of_class
from support.tables import final, link, play, seat, table


@cache
def visited() -> tuple[State, ...]:
    """States of games of all numbers of players, among them one of each decision."""
    found: list[State] = []
    kinds: Counter[type] = Counter()
    rng = Random(11)
    for number in range(40):
        board = odd_board() if number % 4 == 3 else None
        variant = Variant(final_meetings=True)
        state = korrigans.new_game(seed=number, players=2 + number % 4, board=board, variant=variant)
        while True:
            kind = type(state.pending)
            kinds[kind] += 1
            if kinds[kind] in {1, 9, 60} or (number < 8 and rng.random() < 0.02):
                found.append(state)
            if isinstance(state.pending, Over):
                break
            state = korrigans.apply(state, rng.choice(korrigans.legal_actions(state)))
        if number >= 8 and kinds.keys() == set(get_args(Pending)):
            break
    assert kinds.keys() == set(get_args(Pending))
    return tuple(found)


ODD = """
A    A    A    B    B      C  C
A    D    A    B    B      C  C
A    A    A    B    BCEFG  C  C
E    E    E    EFJ  F      G  G
E    H    H    F    F      G  G
H    H    H    F    I      I  G
H    H    H    I    I      I  A
"""
"""D lies in the middle of A, which also has a cell far away; J has a part of one cell only."""


@cache
def odd_board() -> Board:
    """A board on which all is odd: a ring, a cell of five fields, links of fields that do not touch, many colours."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(ODD.split("\n")[1:-1], 1):
        for column, ids in enumerate(line.split(), 1):
            for id in ids:
                cells.setdefault(id, []).append((row, column))
    colours = (*FIELD_COLOURS, "sand", "moss")
    fields = [
        Field(
            id=id,
            name=f"<{id}> & a name that does not end",
            colour=colours[number],
            clovers=12,
            start=number // 2 + 1,
            menhir=id != "J",
            molehill=True,
            pontoon=True,
            cells=of,
        )
        for number, (id, of) in enumerate(sorted(cells.items()))
    ]
    return Board(
        id="odd",
        status="odd",
        fields=fields,
        links=[link(each) for each in ("A-D", "A|D", "E|H", "E=H", "B-I", "B=I", "A-B", "B|C", "C-G", "F=J", "A-E")],
        water=["EF", "GI"],
        base_clovers={Clover.HARE: 20, Clover.SQUIRREL: 20, Clover.FROG: 20, Clover.GOLD1: 60},
        extra_clovers={Clover.GOLD4: 10},
        menhirs={Menhir.ELF: 3, Menhir.TROLL: 3, Menhir.GOLD3: 3},
    )


def crowd() -> State:
    """Five players whose Korrigans all stand in J, which is small, with the Cauldron."""
    seats = [seat("J+elf J" if number == 0 else "J J+goblin" if number == 1 else "J J") for number in range(5)]
    return table(*seats, suns="red orange yellow . green blue indigo", cauldron="J", board=odd_board())


def numbers(text: str) -> list[float]:
    return list(map(float, re.findall(r"-?\d+(?:\.\d+)?", text)))


def texts(root: Any) -> str:
    return " ".join("".join(each.itertext()) for each in root.iter("text"))


@pytest.mark.slow
def test_every_decision_of_every_number_of_players_is_drawn() -> None:
    """Each picture is well-formed XML and shows what lies and stands in each field, and what is asked."""
    for state in (*visited(), crowd()):
        root = drawn(svg(state))
        assert root.findtext("title") == title(state)
        assert root.findtext("desc") == description(observe(state, None))
        labels = root.get("aria-labelledby", "").split()
        assert labels == [each.get("id") for each in root if each.tag in {"title", "desc"}]
        contents = {each.get("data-field"): each.get("data-clovers") for each in of_class(root, "korrigans-contents")}
        ids = [field.id for field in state.board.fields]
        assert contents == {id: str(len(state.clovers_in(id))) for id in ids}
        stones = [each for each in of_class(root, "korrigans-contents") if of_class(each, "korrigans-menhir")]
        assert [each.get("data-field") for each in stones] == [id for id in ids if state.menhir_in(id) is not None]
        shown = {
            (each.get("data-seat"), each.get("data-korrigan")): each.get("data-field")
            for each in of_class(root, "korrigans-korrigan")
        }
        assert shown == {
            (str(number), str(which)): field for field, there in state.standing.items() for number, which in there
        }
        cauldrons = [each.get("data-field") for each in of_class(root, "korrigans-cauldron")]
        assert cauldrons == ([] if state.cauldron is None else [state.cauldron])
        assert len(of_class(root, "korrigans-troll-token")) == (state.troll is not None)
        assert [each.get("data-count") for each in of_class(root, "korrigans-bag")] == [str(len(state.bag))]
        kind = "korrigans-wins" if isinstance(state.pending, Over) else "korrigans-decides"
        who = state.pending.outcome.winners[0] if isinstance(state.pending, Over) else state.pending.seat
        marked = [each.get("data-seat") for each in of_class(root, "korrigans-seat") if of_class(each, kind)]
        assert marked == [str(who)]
        assert SEAT_NAMES[who].capitalize() in texts(of_class(root, "korrigans-status")[0])


def test_pieces_lie_inside_the_picture() -> None:
    """Everything that is put at a place is put at one inside the view box."""
    for state in (visited()[0], visited()[-1], crowd()):
        root = drawn(svg(state))
        _, _, width, height = numbers(root.get("viewBox", ""))
        for each in root:
            if place := re.search(r"translate\(([^)]*)\)", each.get("transform", "")):
                x, y = numbers(place[1])
                assert 10 < x < width - 10
                assert 10 < y < height - 10
        cards = [each.find("rect") for each in of_class(root, "korrigans-seat")]
        assert all(
            float(card.get("y", 0)) + float(card.get("height", 0)) < height for card in cards if card is not None
        )


@pytest.mark.untraced
@pytest.mark.slow
def test_hidden_things_are_hidden() -> None:
    """Section 9: the picture for a viewer depends on what the viewer may know alone."""
    for state in visited():
        for player in (None, *range(len(state.seats))):
            assert svg(observe(state, player)) == svg(state, viewer=player)


def test_tokens_behind_a_screen() -> None:
    """Rules 6.4, 9.2: only their owner sees them, and everybody when the screen is gone."""
    one, other = (table(seat("A A", tokens), seat("B B", "frog g1")) for tokens in ("hare g4", "mole g2"))
    assert svg(one) == svg(other)
    assert svg(one, viewer=1) == svg(other, viewer=1)
    assert svg(one, viewer=0) != svg(other, viewer=0)
    assert unused(one, 0) == {0: ["hare 1", "4 gold 1"], 1: ["Clover token 2"]}
    assert unused(one, None) == {0: ["Clover token 2"], 1: ["Clover token 2"]}
    open = table(seat("A A", "hare g4 g4", screen=False), seat("B B", "frog g1"))
    assert unused(open, 1) == {0: ["hare 1", "4 gold 2"], 1: ["frog 1", "1 gold 1"]}
    assert "no screen (hare, 2 \u00d7 4 gold)" in description(observe(open, None))


def unused(state: State, player: int | None) -> dict[int, list[str]]:
    """The tokens that each seat has not used yet, as the picture shows them."""
    cards = of_class(drawn(svg(state, viewer=player)), "korrigans-seat")
    return {
        number: [f"{each.get('data-unused')} {each.get('data-count')}" for each in of_class(card, "korrigans-unused")]
        for number, card in enumerate(cards)
    }


def test_what_lies_under_menhirs_and_in_the_bag_is_hidden() -> None:
    """Rules 9.1, 9.3, 9.4: tokens in fields, symbols of Menhirs and the order of the pawns."""
    seats = seat("A G", "hare"), seat("D J", "hare")
    one = table(*seats, fields="B: hare g1, C: frog", menhirs="B: elf, C: troll")
    other = table(*seats, fields="B: g1 g3, C: g4", menhirs="B: troll, C: elf", bag=" ".join(map(str, one.bag[::-1])))
    for player in (None, 0, 1):
        assert svg(one, viewer=player) == svg(other, viewer=player)


def test_only_who_takes_a_token_sees_what_there_is() -> None:
    """Rule 9.1."""
    state = play(table(seat("A G", "hare"), fields="K: frog g2 g2"), "0:hare-K")
    assert isinstance(state.pending, TakeClover)
    offers = {player: of_class(drawn(svg(state, viewer=player)), "korrigans-looked-at") for player in (None, 0, 1)}
    assert offers[None] == offers[1] == []
    looked = of_class(offers[0][0], "korrigans-looked")
    assert [f"{each.get('data-looked')} {each.get('data-count')}" for each in looked] == ["frog 1", "2 gold 2"]
    assert "Tokens in K: frog, 2 \u00d7 2 gold." in description(observe(state, 0))


def test_a_memory_is_told_to_whom_it_belongs() -> None:
    """Rule 10.5: what a player left in a field stands in its tooltip."""
    state = table(seat("A G", "hare"), fields="K: frog g2 g2", variant={"memory_aid": True})
    state = play(state, "0:hare-K", "+g2")
    told = "last seen there frog, 2 gold, 0 taken since"
    assert told in svg(state, viewer=0)
    assert told not in svg(state)


def test_what_lies_before_a_screen() -> None:
    """Rule 9.3: revealed companions, Backup Companions and gold Menhirs, with how many there are of each."""
    state = table(seat("A G", "g1", open="hare hare frog", backups="squirrel", menhirs="gold2 gold3"))
    card = of_class(drawn(svg(state)), "korrigans-seat")[0]
    shown = {each.get("data-front"): each.get("data-count") for each in of_class(card, "korrigans-front")}
    assert shown == {
        "hare": "2",
        "frog": "1",
        "Backup squirrel": "1",
        "Menhir with 2 gold": "1",
        "Menhir with 3 gold": "1",
    }
    told = card.findtext("title", "")
    assert told == (
        "Blue: 1 behind the screen, in front 2 \u00d7 hare, frog, Backup Companions squirrel,"
        " Menhir with 2 gold, Menhir with 3 gold"
    )


def test_the_score_is_told_at_the_end() -> None:
    """Rules 8.1, 9.7: all is open then; here 4 gold and one Korrigan at the Cauldron against 3 gold."""
    state = final(seat("I A", "g4"), seat("D D", "g3"))
    assert "14 gold" not in svg(state, viewer=0)
    over = play(state, "end", "end")
    assert title(over) == f"Korrigans, after round {over.round}: Blue wins: most gold"
    cards = [texts(each) for each in of_class(drawn(svg(over)), "korrigans-seat")]
    assert "14 gold" in cards[0]
    assert "3 gold" in cards[1]
    assert unused(over, None) == {0: ["4 gold 1"], 1: ["3 gold 1"]}


def test_elves_and_goblins_are_seen_under_their_korrigans() -> None:
    """Rules 6.1, 6.2: with what they are worth."""
    root = drawn(svg(table(seat("A+elf G"), seat("D J+goblin"))))
    carriers = {
        f"{each.get('data-seat')}.{each.get('data-korrigan')}": kind
        for kind in ("elf", "goblin")
        for each in of_class(root, "korrigans-korrigan")
        if of_class(each, f"korrigans-{kind}")
    }
    assert carriers == {"0.0": "elf", "1.1": "goblin"}
    told = [each.findtext("title") for each in of_class(root, "korrigans-korrigan")]
    assert "Blue's first Korrigan with an Elf in A" in told
    assert "Green's second Korrigan with a Goblin in J" in told


def test_the_rainbow_is_seen() -> None:
    """Rules 3.3, 3.4: which suns and clouds are free, and which pawns lie on the others."""
    root = drawn(svg(table(seat("A G"), suns="red . blue", clouds=". red", round=3)))
    told = [each.findtext("title") for each in (*of_class(root, "korrigans-sun"), *of_class(root, "korrigans-cloud"))]
    assert told[:4] == ["Sun of row 1: red", "Sun of row 2: free", "Sun of row 3: blue", "Sun of row 4: free"]
    assert told[7:9] == ["Cloud of column 1: free", "Cloud of column 2: red"]
    assert len(told) == 14
    drawing = table(seat("A G"), pending=korrigans.ChooseSun(1, Pawn.RED), bag_holder=1)
    assert "Green must put the pawn on a Sun (red)" in svg(drawing)


def test_links_are_drawn_by_their_kinds() -> None:
    """Rule 1.1; the Troll stands on one of them (rule 6.6)."""
    state = table(seat("A G"), troll="A|B")
    root = drawn(svg(state))
    kinds = Counter(each.findtext("title", "").split()[0] for each in of_class(root, "korrigans-link"))
    assert kinds == {"open": 14, "door": 10, "bridge": 6}
    assert {"A|B", "A-K", "B=C"} <= {each.get("data-link") for each in of_class(root, "korrigans-link")}
    assert len(of_class(root, "korrigans-water")) == 12, "six bridges and six borders of water alone"
    assert len(of_class(root, "korrigans-open")) == 14
    assert len(of_class(root, "korrigans-wall")) == 10
    (troll,) = of_class(root, "korrigans-troll-token")
    assert troll.findtext("title") == "The Troll closes the door A|B"
    (door,) = (each for each in of_class(root, "korrigans-link") if each.get("data-link") == "A|B")
    assert numbers(troll.get("transform", ""))[:2] == numbers(door.get("transform", ""))[:2]


def neighbours(divided: Regions) -> set[frozenset[int]]:
    """The fields whose squares lie side by side."""
    found: set[frozenset[int]] = set()
    for (row, column), owner in divided.owners.items():
        for beside in ((row + 1, column), (row, column + 1)):
            if divided.owners.get(beside, owner) != owner:
                found.add(frozenset((owner, divided.owners[beside])))
    return found


def everywhere() -> Board:
    """A board on which every field touches every cell: more work than a picture is worth."""
    cells = [(row, column) for row in range(1, 8) for column in range(1, 8)]
    return evolve(odd_board(), fields=tuple(evolve(each, cells=cells) for each in odd_board().fields))


@pytest.mark.slow
@pytest.mark.parametrize("board", [default_board(), odd_board(), everywhere()])
def test_every_field_has_a_part_of_its_cells_and_of_no_other(board: Board) -> None:
    """Rule 1.2: what is drawn in a cell are the fields that touch it."""
    divided = regions(board)
    for row in range(7):
        for column in range(7):
            here = {
                owner
                for (down, right), owner in divided.owners.items()
                if (down // divided.parts, right // divided.parts) == (row, column)
            }
            assert here == set(board.fields_at(row + 1, column + 1))


@pytest.mark.untraced
def test_the_fields_of_the_default_board_hang_together_and_meet_where_they_have_a_border() -> None:
    """From the cells alone: all 36 borders are there, and no others."""
    board = default_board()
    divided = regions(board)
    assert all(len(connected(divided.squares(index))) == 1 for index in range(17))
    borders = [*(each.ends for each in board.links), *board.water]
    assert neighbours(divided) == {frozenset(map(board.index, ends)) for ends in borders}


def test_an_odd_board_is_drawn_too() -> None:
    """Links of fields that do not touch are lines between them; several links of two fields have a sign each."""
    board = odd_board()
    root = drawn(svg(korrigans.new_game(seed=1, board=board)))
    assert len(of_class(root, "korrigans-link")) == len(board.links)
    places = [each.get("transform") for each in of_class(root, "korrigans-link")]
    assert len(set(places)) == len(places)
    assert len(of_class(root, "korrigans-far")) >= 1
    assert "<A> & a name that" in root.findtext("desc", "")
    drawn_again = {each.get("class") for each in root.iter("path") if str(each.get("class")).endswith("-field")}
    assert drawn_again <= {f"korrigans-{kind}-field" for kind in FIELD_COLOURS}


@pytest.mark.untraced
def test_a_colour_of_ones_own_is_drawn_like_none_that_is_used() -> None:
    """Fields of one colour look alike, and different from others (rule 4.7)."""
    fields = tuple(
        evolve(each, colour="sand" if each.colour == "grey" else each.colour) for each in default_board().fields
    )
    root = drawn(svg(korrigans.new_game(seed=1, board=evolve(default_board(), fields=fields))))
    kinds: dict[str, set[str]] = {}
    for each in of_class(root, "korrigans-field"):
        field = next(one for one in fields if one.id == each.get("data-field"))
        kinds.setdefault(field.colour, set()).add(each.find("path").get("class"))  # type: ignore[union-attr, arg-type]
    assert all(len(each) == 1 for each in kinds.values())
    assert len({kind for each in kinds.values() for kind in each}) == len(kinds) == 5


def marks(root: Any) -> dict[str, list[str]]:
    """Everything that is marked, by kind."""
    found: dict[str, list[str]] = {}
    for kind in ("origin", "target", "arrow"):
        for each in of_class(root, f"korrigans-{kind}"):
            data = {key: value for key, value in each.attrib.items() if key.startswith("data-")}
            found.setdefault(kind, []).append(" ".join(f"{key[5:]}={value}" for key, value in data.items()))
    return found


MOVING = table(seat("A G", "hare mole"), seat("D J"), fields="K: g1 g2", bag_holder=1)
ARROW = {"origin": ["field=A"], "target": ["field=K"], "arrow": ["seat=0 korrigan=0 to=K"]}


@pytest.mark.parametrize(
    ("state", "highlight", "expected"),
    [
        (MOVING, (), {}),
        (MOVING, "C", {"target": ["field=C"]}),
        (MOVING, ["C", "E"], {"target": ["field=C", "field=E"]}),
        (MOVING, Move(0, Companion.HARE, "K"), ARROW),
        (MOVING, [Move(0, Companion.HARE, "K"), "C"], ARROW | {"target": ["field=K", "field=C"]}),
        (MOVING, Move(0, Companion.MOLE, "K"), ARROW),
        (MOVING, Move(0, Companion.MOUSE, "K"), {"target": ["field=K"]}),
        (MOVING, FinalMove(0, Companion.HARE, "K"), {"target": ["field=K"]}),
        (
            iter([Move(0, Companion.HARE, "K"), Move(0, Companion.HARE, "P")]),
            None,
            {"origin": ["field=A"], "target": ["field=K", "field=P"]},
        ),
        (final(seat("A G", open="hare")), FinalMove(0, Companion.HARE, "K"), ARROW),
        (final(seat("A G", open="hare"), cauldron="J"), FinalMove(0, Companion.HARE, "K"), ARROW),
        (play(MOVING, "0:hare-K"), Move(0, Companion.HARE, "K"), {"target": ["field=K"]}),
        (play(MOVING, "0:hare-K"), Take(Clover.GOLD1), {"target": ["field=K"]}),
        (play(MOVING, "0:hare-K", "+g1"), Take(Clover.GOLD1), {"target": ["field=K"]}),
        (MOVING, Take(Clover.GOLD1), {}),
        (MOVING, Place("B"), {"target": ["field=B"]}),
        (MOVING, PlaceCauldron("V"), {"target": ["field=V"]}),
        (MOVING, CoverSun(3), {"target": ["row=3"]}),
        (MOVING, CoverCloud(7), {"target": ["column=7"]}),
        (MOVING, GiveGoblin(1, 1), {"target": ["seat=1 korrigan=1"]}),
        (korrigans.new_game(seed=1), GiveGoblin(1, 1), {}),
        (final(seat("A G"), seat("I I"), cauldron="I"), GiveGoblin(1, 0), {"target": ["seat=1 korrigan=0"]}),
        (MOVING, Unmask(1), {"target": ["seat=1"]}),
        (MOVING, PlaceTroll(link("B=C")), {"target": ["link=B=C"]}),
        (MOVING, [Pass(), Decline(), EndFinalTurn(), Sacrifice(Clover.HARE, Companion.HARE)], {}),
    ],
)
def test_every_kind_of_action_marks_where_it_leads(state: Any, highlight: Any, expected: dict[str, list[str]]) -> None:
    """One movement is drawn with an arrow, several mark where they start and where they lead."""
    if highlight is None:
        state, highlight = MOVING, state
    assert marks(drawn(svg(state, highlight=highlight))) == expected


def test_an_origin_that_is_also_a_goal_is_marked_as_a_goal() -> None:
    """A to K and K to A."""
    state = table(seat("A K", "hare"))
    found = marks(drawn(svg(state, highlight=[Move(0, Companion.HARE, "K"), Move(1, Companion.HARE, "A")])))
    assert found == {"target": ["field=K", "field=A"]}


@pytest.mark.untraced
def test_all_legal_actions_can_be_highlighted() -> None:
    """In every kind of decision, also each for itself."""
    for state in visited():
        actions = korrigans.legal_actions(state)
        found = marks(drawn(svg(state, highlight=actions)))
        goals = {each.to for each in actions if isinstance(each, Move | FinalMove)}
        assert {f"field={id}" for id in goals} <= set(found.get("target", ()))
        svg(state, highlight=actions[-1:])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "size should be None or a whole number of pixels from 1 up, not 0"),
        ({"size": True}, "not True"),
        ({"colours": "blue"}, "colours should be Colours, 'auto', 'light' or 'dark', not 'blue'"),
        ({"viewer": 2}, "2 is not a player (0 to 1, or None for a spectator)"),
        ({"viewer": True}, "True is not a player"),
        ({"viewer": "blue"}, "'blue' is not a player"),
        ({"highlight": None}, "highlight should be an action, the id of a field, or several of them"),
        ({"highlight": [3]}, "not 3"),
        ({"highlight": "Z"}, "highlight: 'Z' is not a field of the board (A, B,"),
        ({"highlight": Place("Z")}, "'Z' is not a field"),
        ({"highlight": Move(0, Companion.HARE, "Z")}, "'Z' is not a field"),
        ({"highlight": Move(2, Companion.HARE, "K")}, "2 is not a Korrigan (0 to 1)"),
        ({"highlight": CoverSun(8)}, "8 is not a row (1 to 7)"),
        ({"highlight": CoverCloud(0)}, "0 is not a column (1 to 7)"),
        ({"highlight": Unmask(2)}, "2 is not a seat (0 to 1)"),
        ({"highlight": GiveGoblin(1, 5)}, "5 is not a Korrigan (0 to 1)"),
        ({"highlight": PlaceTroll(link("A-V"))}, "open AV is not a link of the board"),
    ],
)
def test_an_argument_that_cannot_be_used(options: dict[str, Any], message: str) -> None:
    """The error quotes what was given and says what would be right."""
    with pytest.raises(DefinitionError) as caught:
        svg(MOVING, **options)
    assert message in str(caught.value)


def test_what_is_no_state_is_refused() -> None:
    """And an observation is nobody else's."""
    nothing: Any = None
    with pytest.raises(DefinitionError, match="None is not a state of this game"):
        svg(nothing)
    with pytest.raises(DefinitionError, match="viewer should be None, not 1, for an Observation"):
        svg(observe(MOVING, 0), viewer=1)
    assert svg(observe(MOVING, 0), viewer=0) == svg(MOVING, viewer=0)


def test_a_notebook_shows_a_state_as_a_spectator_sees_it() -> None:
    assert MOVING._repr_svg_() == svg(MOVING)


def test_the_size_is_the_width_in_pixels() -> None:
    """The height keeps the proportions, and grows with the cards of the seats."""
    two, five = (drawn(svg(korrigans.new_game(seed=1, players=players), size=330)) for players in (2, 5))
    for root in (two, five):
        _, _, width, height = numbers(root.get("viewBox", ""))
        assert (root.get("width"), root.get("height")) == ("330", str(round(height * 330 / width)))
    assert float(two.get("height", 0)) < float(five.get("height", 0))
    assert drawn(svg(MOVING)).get("width") is None


@pytest.mark.parametrize(
    ("size", "below"), [(None, set()), (440, set()), (439, {440}), (180, {440}), (179, {440, 180})]
)
def test_small_pictures_leave_out_names(size: int | None, below: set[int]) -> None:
    """The rules hold for a small picture on a large screen, and for any picture on a small screen."""
    root = drawn(svg(MOVING, size=size))
    assert {name for name in root.get("class", "").split() if "below" in name} == {
        f"korrigans-below-{width}" for width in below
    }
    rules = root.findtext("style", "")
    assert ".korrigans-below-440 .korrigans-name{display:none}" in rules
    assert "@media(max-width:439px){.korrigans-colours-auto .korrigans-name{display:none}" in rules
    names = [each for each in root.iter("tspan") if each.get("class") == "korrigans-name"]
    tooltips = [each.findtext("title") for each in root.iter("g") if each.get("class") == "korrigans-field"]
    assert [each.text for each in names] == [f" {field.name}" for field in MOVING.board.fields]
    assert tooltips[0] == "Barley Corner (A, yellow)"


def test_names_have_twelve_pixels_in_a_picture_of_650() -> None:
    """As large as the page to play on draws the board where the window is 1280 by 800."""
    root = drawn(svg(MOVING))
    scale = 650 / numbers(root.get("viewBox", ""))[2]
    labels = [text for text in root.iter("text") if any(each.get("class") == "korrigans-name" for each in text)]
    assert len(labels) == len(MOVING.board.fields)
    assert min(float(each.get("font-size", 0)) for each in labels) * scale >= 12


SEATS = ("blue", "green", "violet", "pink", "yellow")


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_everything_can_be_told_apart(scheme: Colours) -> None:
    """Text has a contrast of 4.5 to 1 or more on what it stands on, and shapes or their outlines have 3 to 1."""
    fields = [getattr(scheme, f"{name}_field") for name in FIELD_COLOURS]
    marked = [mixed(scheme.highlight, ground, 0.16) for ground in fields]
    for ground in (*fields, *marked, scheme.background, scheme.panel):
        assert contrast(scheme.text, ground) >= 4.5
    for ground in (scheme.background, scheme.panel):
        assert contrast(scheme.muted, ground) >= 4.5
    for ground in (scheme.face, scheme.gold, scheme.wood):
        assert contrast(scheme.ink, ground) >= 4.5
    for ground in (scheme.troll, scheme.elf):
        assert contrast(scheme.troll_text, ground) >= 4.5
    assert contrast(scheme.face, scheme.back) >= 4.5
    for ground in fields:
        for shape in (scheme.river, scheme.wall, scheme.clover, scheme.earth, scheme.highlight):
            assert contrast(shape, ground) >= 3
        for piece in (*(getattr(scheme, name) for name in SEATS), scheme.stone, scheme.wood, scheme.gold):
            assert max(contrast(piece, ground), contrast(scheme.ink, ground)) >= 3
            assert contrast(piece, scheme.ink) >= 3


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_fields_differ_in_texture(scheme: Colours) -> None:
    """Each colour of fields has an ornament of its own, with a contrast of 3 to 1 or more on every field."""
    rule = STYLING.rules[".korrigans-motif"]
    share = float(rule.partition("stroke-opacity:")[2])
    assert "stroke:@text;" in rule
    for name in FIELD_COLOURS:
        ground = getattr(scheme, f"{name}_field")
        assert contrast(mixed(scheme.text, ground, share), ground) >= 3
    assert len({MOTIFS[name] for name in FIELD_COLOURS}) == len(FIELD_COLOURS)


def test_seats_differ_in_more_than_colour() -> None:
    """The Korrigans of each seat have a shape of their own, and each of the two its number."""
    shapes: dict[str, set[str]] = {}
    signs: set[str] = set()
    root = drawn(svg(table(*(seat("A G") for _ in range(5)))))
    for each in of_class(root, "korrigans-korrigan"):
        (body,) = of_class(each, "korrigans-body")
        shapes.setdefault(each.get("data-seat", ""), set()).add(str(sorted(body[0].attrib.items())))
        signs.add(texts(each))
    assert len({shape for each in shapes.values() for shape in each}) == 5
    assert signs == {"1", "2"}


@pytest.mark.parametrize("colours", ["auto", "light", "dark", Colours(river="navy")])
def test_a_picture_keeps_its_style_to_itself(colours: Any) -> None:
    """Every rule of the style sheet holds inside pictures of the same colours only, and loads nothing."""
    root = drawn(svg(MOVING, colours=colours))
    (own,) = [each for each in root.get("class", "").split() if each != "korrigans-picture"]
    rules = root.findtext("style", "")
    rules = re.sub(r"@(?:media|supports)\([^{}]+\)\{", "", rules)
    selectors = [each.rpartition("}")[2] for each in rules.split("{")[:-1]]
    assert selectors
    assert all(re.match(rf"\.{own}(\.korrigans-below-[0-9]+)?( |$)", selector) for selector in selectors)
    assert not re.search("url|import|http|script|href", rules)
    assert {"script", "image", "use", "a", "foreignObject"}.isdisjoint(each.tag for each in root.iter())
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == 2
    classes = {name for each in root.iter() for name in each.get("class", "").split()}
    assert all(name.startswith("korrigans-") for name in classes)


def test_every_colour_is_used() -> None:
    """`auto` has all of them as custom properties, in both schemes."""
    light, _, dark = drawn(svg(MOVING)).findtext("style", "").partition("@media(prefers-color-scheme:dark)")
    names = {f"--korrigans-{each.name.replace('_', '-')}" for each in attrs.fields(Colours)}
    assert set(re.findall(r"var\((--korrigans-[a-z-]+)\)", dark)) == names
    assert f"--korrigans-river:{LIGHT.river};" in light
    assert f"--korrigans-river:{DARK.river};" in dark
    with pytest.raises(DefinitionError, match="Colours: river should be a CSS colour such as"):
        Colours(river="url(x)")


def test_every_kind_of_action_was_marked() -> None:
    """The table above leaves none out."""
    named = {Move, FinalMove, Take, Place, PlaceCauldron, CoverSun, CoverCloud, GiveGoblin, Unmask, PlaceTroll}
    assert named | {Pass, Decline, EndFinalTurn, Sacrifice} == set(get_args(Action))
    assert {each.value for each in Carried} == {"elf", "goblin"}


def test_arrows_draw_each_action_apart() -> None:
    """The best one is drawn last, so on top, as a single highlight is; the others have a class of their own."""
    state = table(seat("A K", "hare"))
    moves = [Move(0, Companion.HARE, "K"), Move(1, Companion.HARE, "A")]
    root = drawn(svg(state, arrows=moves))
    assert [each.get("data-to") for each in of_class(root, "korrigans-arrow")] == ["A", "K"]
    fainter = {each for group in of_class(root, "korrigans-fainter") for each in group.iter()}
    assert [each in fainter for each in of_class(root, "korrigans-arrow")] == [True, False]
    assert svg(state, arrows=moves[:1]) == svg(state, highlight=moves[0])
    both = drawn(svg(state, highlight=moves, arrows=moves[:1]))
    assert len(of_class(both, "korrigans-target")) == 3
    assert sum("korrigans-fainter" in each.get("class", "") for each in of_class(both, "korrigans-target")) == 2
    with pytest.raises(DefinitionError, match=r"arrows should be actions, best first, such as .*, not 'K'"):
        svg(state, arrows=["K"])
