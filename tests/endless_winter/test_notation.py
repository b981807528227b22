"""Actions of Endless Winter as text (rules page, section 13)."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import DefinitionError, NotationError
from cairn_rules.endless_winter import (
    AddToRitual,
    Boost,
    BuildVillage,
    Bury,
    Choose,
    ChooseSide,
    Decline,
    Discard,
    DrawAnimal,
    End,
    Gain,
    Hex,
    MoveCamp,
    MoveIdol,
    Pay,
    PlaceCamp,
    PlaceFigure,
    PlaceMegalith,
    PlayCulture,
    PlayTribe,
    ResolveTribe,
    RevealAnimals,
    SpendFood,
    Spot,
    TakeAnimal,
    TakeChief,
    TakeCulture,
    TakePart,
    TakeSetup,
    TakeStone,
    TakeTile,
    TakeTribe,
    Tip,
    default_pack,
    describe,
    format_action,
    legal_actions,
    new_game,
    observe,
    parse_action,
)
from cairn_rules.endless_winter.packs.pack_file import format_pack, parse_pack
from cairn_rules.history.record_text import is_plain
from support.endless_winter.games import conceivable, games, random_states
from support.endless_winter.packs import random_pack

WRITTEN = [
    (TakeChief("CH1"), "chief:CH1"),
    (ChooseSide("B"), "side:B"),
    (TakeSetup("SU4"), "setup:SU4"),
    (PlayCulture("C101"), "play:C101"),
    (PlaceFigure("chief", "hunt"), "chief>hunt"),
    (PlaceFigure("tribe", "rest"), "tribe>rest"),
    (PlayTribe("hunter"), "work:hunter"),
    (SpendFood(), "food"),
    (Boost(), "boost"),
    (TakeTribe("hunter"), "take:hunter"),
    (TakeCulture("C101"), "learn:C101"),
    (PlaceCamp(), "camp"),
    (MoveCamp(Hex(0, 0), Hex(1, -1)), "move:0,0>1,-1"),
    (RevealAnimals(), "reveal"),
    (TakeAnimal("giant_sloth"), "animal:giant_sloth"),
    (DrawAnimal(), "draw-animal"),
    (Bury("hand", "tribesman"), "bury:hand:tribesman"),
    (TakeStone("SS01"), "stone:SS01"),
    (BuildVillage((Hex(0, -2), Hex(1, -2), Hex(0, -1))), "village:0,-2/1,-2/0,-1"),
    (Tip("glyptodon"), "tip:glyptodon"),
    (Gain("draw"), "gain:draw"),
    (MoveIdol("honor"), "idol:honor"),
    (PlaceMegalith(Spot(x=4, y=2, level=1)), "megalith:4,2,1"),
    (PlaceMegalith(Spot(x=999, y=-999, level=1)), "megalith:999,-999,1"),
    (TakePart(1), "part:1"),
    (Choose(0), "option:0"),
    (Pay(), "pay"),
    (Discard("brave"), "discard:brave"),
    (Decline(), "decline"),
    (AddToRitual("shaman"), "ritual:shaman"),
    (ResolveTribe("elder"), "resolve:elder"),
    (TakeTile(Hex(-1, 2)), "tile:-1,2"),
    (End(), "end"),
]


@pytest.mark.parametrize(("action", "text"), WRITTEN)
def test_every_class_of_actions_has_its_own_form(action, text):
    """A form is read in every state; neither case nor space around it matters."""
    state = new_game(seed=1)
    assert format_action(action) == text
    assert parse_action(text, state) == action
    assert parse_action(f" {text.swapcase()}\n", state) == action


@pytest.mark.untraced
def test_every_action_of_a_game_reads_back():
    """Whatever is legal, with any number of players and any options; none of the texts confuses a record."""
    for count, state in enumerate(games(8)):
        for action in legal_actions(state) if count % 3 == 0 else ():
            text = format_action(action)
            assert parse_action(text, state) == action
            assert is_plain(text)


UNKNOWN = re.compile("nothing|rival|home|bury:ritual|side:C|fame|gain:(idol|megalith|labor)|(tile|move).*(3,0|-1,-2)")


def test_every_conceivable_action_reads_back():
    """What names something that is not in the pack or on the map is refused; the rest reads back, legal or not."""
    state = new_game(seed=1)
    for action in conceivable(state):
        text = format_action(action)
        if UNKNOWN.search(text):
            with pytest.raises(NotationError):
                parse_action(text, state)
        elif text != "village:1,-2/0,-2/0,-1":  # the tiles are out of order
            assert parse_action(text, state) == action


def test_the_ids_of_any_pack_survive():
    """Packs choose their own ids."""
    for seed in range(3):
        rng = Random(seed)
        for count, state in enumerate(random_states(seed, content=random_pack(rng))):
            for action in legal_actions(state) if count % 5 == 0 else ():
                assert parse_action(format_action(action), state) == action


def test_ids_that_differ_in_case():
    """Then case counts: the text means the id that it is, and nothing if it is none of them."""
    text = format_pack(default_pack()).replace('"id": "C101"', '"id": "Hunter"')
    state = new_game(seed=1, content=parse_pack(text))
    assert parse_action("discard:hunter", state) == Discard("hunter")
    assert parse_action("discard:Hunter", state) == Discard("Hunter")
    with pytest.raises(NotationError, match="'HUNTER' is not a card of the pack; did you mean 'hunter'"):
        parse_action("discard:HUNTER", state)


def test_the_tiles_of_a_village_come_in_any_order():
    """They are read in the order of the map: row by row, each row from the left."""
    village = BuildVillage((Hex(0, -2), Hex(1, -2), Hex(0, -1)))
    assert parse_action("village:0,-1/1,-2/0,-2", new_game(seed=1)) == village


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an action; one is written like chief:CH2, side:A, setup:SU4, play:C104, chief>hunt, work:hunter"),
        ("xyzzy", "not an action; one is written like chief:CH2"),
        ("wrok:hunter", "not an action; did you mean one such as 'work:hunter'?"),
        ("declin", "not an action; did you mean one such as 'decline'?"),
        ("cheif>hunt", "'cheif' is not a figure; did you mean 'chief'?"),
        ("cheef", "did you mean one such as 'chief:CH2'?"),
        ("trib", "did you mean one such as 'tribe>rest'?"),
        ("work", "not an action; 'work' is written as in 'work:hunter'"),
        ("end:turn", "not an action; 'end' is written on its own"),
        ("tribe>hnut", "'hnut' is not a place for a figure; did you mean 'hunt'?"),
        ("tribe>hunt:1", "not an action"),
        ("work:huntr", "'huntr' is not a Tribe card of the pack; did you mean 'hunter'?"),
        ("work:zzz", "'zzz' is not a Tribe card of the pack; known: crafter, hunter, explorer, elder, shaman, tribesm"),
        ("learn:C199", "'C199' is not a Culture card of the pack"),
        ("chief:CH9", "'CH9' is not a Chief card of the pack"),
        ("setup:SU9", "'SU9' is not a Setup card of the pack"),
        ("stone:SS99", "'SS99' is not a Sacred Stone of the pack"),
        ("animal:sloth", "'sloth' is not an Animal of the pack"),
        ("side:C", "'C' is not a side of a Chief card; known: A, B"),
        ("gain:idol", "'idol' is not a benefit without a target; known: draw, tool, food"),
        ("idol:offer", "'offer' is not an Idol track; did you mean 'offering'?"),
        ("bury:tribesman", "not an action; 'bury' is written as in 'bury:hand:brave'"),
        ("bury:home:tribesman", "'home' is not a zone; known: hand, discard, played, supply, deck"),
        ("bury:hand:", "not an action; 'bury' is written as in 'bury:hand:brave'"),
        ("move:0,0", "not an action; 'move' is written as in 'move:0,0>1,-1'"),
        ("move:0,0>3,0", "'3,0' is not a tile of the map: q, r and q + r are from -2 to 2"),
        ("tile:1", "not an action; 'tile' is written as in 'tile:-1,2'"),
        ("tile:1,1000000000", "not an action; 'tile' is written as in 'tile:-1,2'"),
        ("village:0,-2/1,-2", "not an action; 'village' is written as in 'village:0,-2/1,-2/0,-1'"),
        ("village:0,-2/1,-2/1,-2", "'0,-2/1,-2/1,-2' should be three different tiles"),
        ("megalith:4,2", "not an action; 'megalith' is written as in 'megalith:2,0,1'"),
        ("part:one", "not an action; 'part' is written as in 'part:1'"),
        ("option:٣", "not an action; 'option' is written as in 'option:0'"),
        ("work:" + "x" * 100_000, "is not a Tribe card"),
    ],
)
def test_what_is_no_action(text, message):
    """The text is quoted, with what would be right."""
    with pytest.raises(NotationError) as caught:
        parse_action(text, new_game(seed=1))
    assert message in str(caught.value)
    assert repr(text[:100])[:-1] in str(caught.value)
    assert len(str(caught.value)) < 2000


@given(st.text() | st.from_regex(r"[a-z-]{1,9}[:>][a-z0-9,:>/-]{0,20}", fullmatch=True))
def test_any_text_is_read_or_refused(text):
    """Whatever it is, an action or an error of the library comes out; an action can be written again."""
    state = new_game(seed=1)
    try:
        action = parse_action(text, state)
    except NotationError:
        return
    assert parse_action(format_action(action), state) == action


@pytest.mark.parametrize("wrong", [Pay(), None, 3])
def test_what_is_no_text(wrong):
    """An action is read from text only."""
    with pytest.raises(NotationError, match=f"expected text, got {type(wrong).__name__}"):
        parse_action(wrong, new_game(seed=1))


def test_an_action_is_read_for_a_state():
    """Anything else is refused with a hint."""
    with pytest.raises(DefinitionError, match="'no state' is not a state"):
        parse_action("end", "no state")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("end", "'end' is not an action of Endless Winter"),
        (None, "None is not an action of Endless Winter"),
        (PlayTribe("two words"), "'two words' cannot be part of an action: it should be an id such as 'hunter'"),
        (PlayTribe(3), "3 cannot be part of an action: it should be an id"),
        (PlaceFigure("chief", ""), "'' cannot be part of an action: it should be an id"),
        (MoveCamp(Hex(0, 0), 5), "5 cannot be part of an action: it should be a tile such as Hex(1, 0)"),
        (TakeTile((1, "2")), "(1, '2') cannot be part of an action: it should be a tile"),
        (TakeTile(Hex(0, -1000)), "Hex(q=0, r=-1000) cannot be part of an action: it should be a tile"),
        (TakeTile(Hex(0, 1000)), "Hex(q=0, r=1000) cannot be part of an action: it should be a tile"),
        (PlaceMegalith(Hex(0, 0)), "it should be a place such as Spot(x=2, y=0, level=1)"),
        (TakePart("1"), "('1',) cannot be part of an action: it should be a number such as 1"),
        (BuildVillage("abc"), "'abc' cannot be part of an action: it should be a juncture of three tiles"),
        (BuildVillage((Hex(0, 1), Hex(1, 1))), "it should be a juncture of three tiles"),
        (BuildVillage((1, 2, 3)), "1 cannot be part of an action: it should be a tile"),
    ],
)
def test_what_cannot_be_written(wrong, message):
    """Only actions whose parts are of their kind have a text."""
    with pytest.raises(DefinitionError) as caught:
        format_action(wrong)
    assert message in str(caught.value)


def test_actions_are_described_from_an_observation() -> None:
    """A button of a seat needs no more than what the seat knows."""
    state = new_game(seed=7)
    seen = observe(state, 0)
    assert describe(seen, PlaceFigure("chief", "hunt")) == "Place the Chief on Hunt"
    assert all(describe(seen, action) == describe(state, action) for action in legal_actions(state))
