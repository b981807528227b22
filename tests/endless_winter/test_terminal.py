"""What decisions of Endless Winter do, in words, and what is shown to whom at the terminal."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from cairn_rules import endless_winter as ew
from cairn_rules.cli.main import main
from cairn_rules.cli.play.blocks import Kind
from cairn_rules.cli.play.session import Session
from cairn_rules.cli.play.table import Table
from cairn_rules.cli.words import words_for
from cairn_rules.endless_winter import describe
from cairn_rules.endless_winter.content import Stone
from cairn_rules.endless_winter.effects import KINDS, Benefit, InOrder, parse_effect
from cairn_rules.endless_winter.samples import SAMPLES
from cairn_rules.endless_winter.state.agenda import Arrows, EndTurn, Figure, Frame, Middle, Ritual, Tiles, Top
from cairn_rules.endless_winter.state.agenda import Culture as CultureStep
from cairn_rules.endless_winter.state.agenda import Tribe as TribeStep
from cairn_rules.endless_winter.state.hexes import JUNCTURES, Hex
from cairn_rules.endless_winter.state.megaliths import Spot
from cairn_rules.endless_winter.texts.view import view_of
from cairn_rules.endless_winter.texts.words import (
    animal_name,
    asked,
    card_name,
    chief_text,
    description,
    effect_sign,
    effect_text,
    setup_text,
    stone_text,
    tile_name,
    title,
)
from cairn_rules.errors import DefinitionError
from cairn_rules.history import Match
from cairn_rules.history.match_log import is_hidden
from support.endless_winter.games import games
from support.endless_winter.positions import END, LAND, TOOL, effect, play, position

WORDS = words_for(ew)
STATE = position(EndTurn(), Figure(), CultureStep(), hand=("hunter", "C104"), animals=("glyptodon",), food=1)

DESCRIBED: list[tuple[ew.State, ew.Action, str]] = [
    (STATE, ew.TakeChief("CH1"), "Take the Chief Tuskbreaker, side B: +2 Labor on Hunt"),
    (STATE, ew.TakeChief("CH2"), "Take the Chief Thunderpaw, side B: +1 Labor on any column, and +2 for 1 Tool"),
    (STATE, ew.ChooseSide("B"), "Choose Tuskbreaker, side B: +2 Labor on Hunt"),
    (
        STATE,
        ew.ChooseSide("A"),
        "Choose Tuskbreaker, side A: +1 Labor on any column, +1 in the Eclipse at rest",
    ),
    (ew.new_game(seed=1, variant=ew.Variant(draft="chief")), ew.ChooseSide("B"), "Choose side B"),
    (STATE, ew.TakeSetup("SU2"), "Take the Setup card SU2: 2 Food and 2 Tools, Hunter, Giant Sloth, Glyptodon"),
    (STATE, ew.TakeSetup("SU4"), "Take the Setup card SU4: 2 Food and 3 Tools, Elder, Woolly Mammoth, bury a card"),
    (STATE, ew.TakeSetup("SU9"), "Take the Setup card SU9: SU9"),
    (STATE, ew.PlayCulture("C104"), "Play Campfire Tales: draw 2 cards"),
    (STATE, ew.PlayCulture("C999"), "Play C999"),
    (STATE, ew.PlaceFigure("chief", "hunt"), "Place the Chief on Hunt"),
    (STATE, ew.PlaceFigure("tribe", "rest"), "Place a Tribe figure on the Eclipse space"),
    (STATE, ew.PlayTribe("hunter"), "Play Hunter for 1 Labor"),
    (position(Top(), turn={"column": "hunt"}), ew.PlayTribe("hunter"), "Play Hunter for 2 Labor"),
    (STATE, ew.PlayTribe("nobody"), "Play nobody"),
    (STATE, ew.SpendFood(), "Spend 1 Food for 1 Labor"),
    (position(Figure(), food=2), ew.SpendFood(), "Spend 1 Food for 0 Labor"),
    (position(Figure(), chief="CH2"), ew.Boost(), "Pay 1 Tool for 2 Labor"),
    (position(Figure(), chief=None), ew.Boost(), "Use the Chief's boost"),
    (STATE, ew.TakeTribe("elder"), "Take an Elder"),
    (STATE, ew.TakeCulture("C220"), "Take Permanent Hearth: build a Village without Food"),
    (STATE, ew.TakeCulture("C999"), "Take C999"),
    (STATE, ew.PlaceCamp(), "Place a Camp on the Base"),
    (STATE, ew.MoveCamp(Hex(0, 0), Hex(1, 0)), "Move a Camp from Base (0,0) to Grassland (1,0)"),
    (STATE, ew.MoveCamp(Hex(0, 0), Hex(9, 0)), "Move a Camp from Base (0,0) to (9,0)"),
    (STATE, ew.RevealAnimals(), "Reveal an Animal"),
    (position(Top(), turn={"column": "hunt"}), ew.RevealAnimals(), "Reveal 2 Animals"),
    (STATE, ew.TakeAnimal("argentavis"), "Take the Argentavis"),
    (STATE, ew.DrawAnimal(), "Draw an Animal"),
    (STATE, ew.Bury("played", "brave"), "Bury Brave from the played cards"),
    (STATE, ew.Bury("pocket", "brave"), "Bury Brave from pocket"),
    (STATE, ew.TakeStone("SS02"), "Take the Sacred Stone SS02: 2 for each own Megalith on an upper level"),
    (STATE, ew.BuildVillage(JUNCTURES[0]), "Build a Village at (0,-2) (1,-2) (0,-1)"),
    (STATE, ew.Tip("glyptodon"), "Tip the Glyptodon: 1 Tool and draw a card"),
    (STATE, ew.Tip("dragon"), "Tip the dragon"),
    (STATE, ew.Gain("draw"), "Draw a card"),
    (STATE, ew.Gain("tool"), "Gain a Tool"),
    (STATE, ew.Gain("food"), "Gain a Food"),
    (STATE, ew.Gain("gold"), "Gain gold"),
    (STATE, ew.MoveIdol("honor"), "Move the Idol on Honor"),
    (STATE, ew.PlaceMegalith(Spot(2, 0, 1)), "Place a Megalith at 2,0: 1 Tool"),
    (STATE, ew.PlaceMegalith(Spot(4, 0, 1)), "Place a Megalith at 4,0: an extra Megalith"),
    (STATE, ew.PlaceMegalith(Spot(4, 4, 1)), "Place a Megalith at 4,4: 2 Food"),
    (STATE, ew.PlaceMegalith(Spot(3, 0, 2)), "Place a Megalith at 3,0 on level 2"),
    (effect("draw(1)+tool(1)"), ew.TakePart(0), "Choose to draw a card first"),
    (effect("draw(1)+tool(1)"), ew.TakePart(1), "Choose 1 Tool first"),
    (effect("tool(1)|draw(1)"), ew.Choose(1), "Choose to draw a card"),
    (STATE, ew.Choose(1), "Choose part 2"),
    (STATE, ew.Pay(), "Pay"),
    (effect("pay tool(1) -> idol(2)", tools=1), ew.Pay(), "Pay 1 Tool for: move Idols 2 times"),
    (STATE, ew.Discard("brave"), "Discard Brave"),
    (STATE, ew.Decline(), "Decline"),
    (effect("draw(2)"), ew.Decline(), "Decline to draw a card"),
    (effect("draw(1)+tool(1)"), ew.Decline(), "Decline to draw a card and 1 Tool"),
    (position(Arrows((Spot(2, 0, 1),))), ew.Decline(), "Decline the extra Megalith of the arrows"),
    (STATE, ew.AddToRitual("brave"), "Put Brave on the Ritual pile"),
    (STATE, ew.ResolveTribe("crafter"), "Use Crafter: 2 Tools"),
    (STATE, ew.ResolveTribe("brave"), "Use Brave"),
    (STATE, ew.TakeTile(LAND["tundra"]), "Use Tundra (1,-1): 2 points"),
    (STATE, ew.TakeTile(Hex(0, 0)), "Use Base (0,0)"),
    (STATE, ew.TakeTile(Hex(5, 5)), "Use (5,5)"),
    (STATE, END, "Go on to place a figure"),
    (position(Top(), turn={"column": "hunt"}), END, "Go on to the middle of the column"),
    (position(Middle(), animals=("argentavis",), turn={"column": "hunt"}), END, "Go on to the bottom of the column"),
    (position(Ritual(), hand=("brave",)), END, "Put no more cards on the Ritual pile"),
    (position(TribeStep(), ritual=("crafter",), state={"phase": "eclipse"}), END, "Use no more abilities"),
    (position(Tiles(), camps=(LAND["tundra"],), state={"phase": "eclipse"}), END, "Use no more tiles"),
    (effect("tool(1)"), END, "End the step"),
]


@pytest.mark.parametrize(("state", "action", "sentence"), DESCRIBED)
def test_descriptions(state, action, sentence):
    """Every kind of action, also those that are not legal or name nothing of the pack."""
    assert describe(state, action) == sentence
    assert WORDS.sentence(state, action) == sentence


def test_every_kind_of_action_is_described():
    """The list above leaves none out, nor do the samples."""
    assert {type(action) for _, action, _ in DESCRIBED} == set(get_args(ew.Action))
    assert {type(action) for action in SAMPLES.actions()} == set(get_args(ew.Action))
    with pytest.raises(DefinitionError, match="'x' is not an action of Endless Winter"):
        describe(STATE, "x")  # type: ignore[arg-type]


@pytest.mark.untraced
def test_the_samples_have_every_kind_of_decision():
    """Their states come from random games of all numbers of players."""
    states = list(SAMPLES.states())
    kinds = {type(state.pending) for state in states}
    steps = (*get_args(Frame),)
    undecided = {"EndTurn", "EclipseTurn", "Pile", "AfterAbility", "BoardBenefits", "InOrder", "InColumn", "Either"}
    assert {kind.__name__ for kind in kinds} >= {kind.__name__ for kind in steps} - undecided
    assert {len(state.players) - (state.rival is not None) for state in states} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("text", "words", "sign"),
    [
        ("food_fill", "Food up to the capacity", "F full"),
        ("village", "build a Village", "village"),
        ("village(free_food)", "build a Village without Food", "village"),
        ("labor(2) if hunt", "2 Labor if on Hunt", "L2 on Hunt"),
        ("food(1)+tool(1)|draw(2)", "1 Food; and 1 Tool or draw 2 cards", "F1+T1|D2"),
        ("camp(1) then move(1)", "place a Camp, then move a Camp", "camp 1, move 1"),
        ("pay food(1)+tool(2) -> megalith(1)", "pay 1 Food and 2 Tools for: place a Megalith", "F1+T2>M1"),
        ("points(1)", "1 point", "P1"),
    ],
)
def test_effects(text, words, sign):
    """In words, and in signs of the drawing."""
    assert effect_text(parse_effect(text)) == words
    assert effect_sign(parse_effect(text)) == sign


def test_every_kind_of_benefit_has_words():
    """Also for several units."""
    for kind in KINDS:
        assert effect_text(Benefit(kind)) != effect_text(Benefit(kind, 3)) or kind in {"food_fill", "village"}
        assert effect_sign(InOrder((Benefit(kind), Benefit(kind))))


def test_things_that_the_pack_does_not_have():
    """Are called by their ids."""
    pack = ew.default_pack()
    assert card_name(pack, "x") == animal_name(pack, "x") == stone_text(pack, "x") == setup_text(pack, "x") == "x"
    assert chief_text(pack, "x", "A") == "x"
    assert tile_name(STATE.table, pack, Hex(3, 3)) == "(3,3)"


def test_stones():
    """Each with what it counts (rule 14.6)."""
    pack = ew.default_pack()
    rules = {stone.rule: stone_text(pack, stone.id) for stone in pack.stones}
    assert rules["tipped_animals"].startswith("3 for each tipped ")
    assert rules["camps_on_land"].startswith("Camps on ")
    assert rules["camps_on_land"].endswith(" 1:3 2:6 3:10")
    assert rules["buried_different"] == "different buried cards 1:2 3:4 4:6 5:8 6:10"
    assert rules["buried_identical"] == "equal buried cards 2:3 3:6 4:10"
    assert isinstance(pack.stones[0], Stone)


@pytest.mark.parametrize(
    ("state", "question"),
    [
        (STATE, "Cyan must play a Culture card or go on"),
        (position(Top(), turn={"column": "develop"}), "Cyan must act on the Develop column"),
        (
            position(Middle(), tools=1, hand=("brave",), turn={"column": "initiate"}),
            "Cyan must act on the Initiate column: bury cards for 1 Tool each",
        ),
        (position(Top(), turn={"column": "hunt"}), "Cyan must act on the Hunt column"),
        (effect("idol(2)"), "Cyan must take or decline: move an Idol"),
        (effect("discard(2)", hand=("brave", "elder")), "Cyan must discard a card"),
        (effect("idol(1)+tool(1)"), "Cyan must choose what comes first: move an Idol or 1 Tool"),
        (effect("tool(1)|idol(1)"), "Cyan must choose: 1 Tool or move an Idol"),
        (effect("pay tool(1) -> idol(1)", tools=1), "Cyan must decide whether to pay 1 Tool for: move an Idol"),
    ],
)
def test_questions(state, question):
    """Short enough for a prompt: what follows the colon of long ones is in the heading of the drawing."""
    assert WORDS.question(state) == question
    assert asked(view_of(state)).startswith(question)


def test_titles():
    """The phase, the round and the question."""
    assert title(view_of(STATE)) == "Endless Winter, round 1 of 4: Cyan must play a Culture card or go on"
    drafting = ew.new_game(seed=1, variant=ew.Variant(draft="setup"))
    assert title(view_of(drafting)).startswith("Endless Winter, set-up: ")
    eclipse = position(TribeStep(), ritual=("crafter",), state={"phase": "eclipse"})
    assert title(view_of(eclipse)).startswith("Endless Winter, round 1 of 4, Eclipse: ")
    over = play(position("tool(1)", state={"phase": "eclipse", "round": 4, "turn": 24}, points=7), TOOL)
    assert title(view_of(over)) == "Endless Winter, the end: Cyan wins: most points"


def test_descriptions_of_states():
    """For screen readers; the hand only for its owner."""
    own, other = description(view_of(STATE, 0)), description(view_of(STATE, 1))
    assert "Cyan: 0 points, 1 Food, 0 Tools, Camps on 0,0, Honor 0, Offering 0, hand Hunter, Campfire Tales." in own
    assert "Cyan: 0 points, 1 Food, 0 Tools, Camps on 0,0, Honor 0, Offering 0." in other
    assert other.startswith("Turn order: Cyan, Red. Claimed bottoms: none. Culture cards: Controlled Fire, ")
    built = position(Figure(), villages=(JUNCTURES[0],))
    assert "Villages at (0,-2) (1,-2) (0,-1)" in description(view_of(built))


# What is shown to whom


def test_hidden_cards_are_not_shown():
    """Cards put on a Ritual pile or buried from the hand or at set-up (rule 13.2)."""
    ritual, added = position(Ritual(), hand=("brave",)), ew.AddToRitual("brave")
    after = ew.apply(ritual, added)
    assert WORDS.told(ritual, added, after, 0)[0] == "Cyan puts Brave on the Ritual pile"
    for viewer in (1, None):
        assert WORDS.told(ritual, added, after, viewer)[0] == "Cyan puts a card on the Ritual pile"
    burying = effect("bury(1)", hand=("brave",), discard=("brave",))
    for action, hidden in (
        (ew.Bury("hand", "brave"), True),
        (ew.Bury("deck", "brave"), True),
        (ew.Bury("discard", "brave"), False),
        (ew.PlayCulture("C104"), False),
    ):
        assert [is_hidden(ew, burying, action, viewer) for viewer in (0, 1, None)] == [False, hidden, hidden]


def test_explanations():
    """The hand of the player who decides, and the upright Animals."""
    assert WORDS.explained(STATE) == "Cyan has Hunter, Campfire Tales. Animals: Glyptodon"
    assert WORDS.explained_briefly(STATE) == "Cyan has Hunter, Campfire Tales"
    assert WORDS.explained(effect("tool(1)")) == "Cyan has nothing"
    assert WORDS.explained_briefly(ew.new_game(seed=1, variant=ew.Variant(draft="setup"))) == ""


def test_events_leave_out_what_is_asked():
    """The decision and the next question show it."""
    placed = play(STATE, END, ew.PlaceFigure("tribe", "hunt"))
    hunter = ew.PlayTribe("hunter")
    assert WORDS.events(placed, hunter, play(placed, hunter)) == ("Cyan plays Hunter",)


@pytest.mark.parametrize(
    ("before", "action", "reveals"),
    [
        (effect("draw(1)", deck=("brave",)), ew.Gain("draw"), True),
        (effect("draw(1)", deck=("brave",)), ew.MoveIdol("honor"), False),
        (effect("animal_reveal(1)"), ew.RevealAnimals(), True),
        (effect("animal_draw(1)"), ew.DrawAnimal(), True),
        (effect("culture(1)"), ew.TakeCulture("C101"), False),
        (position("tool(1)", state={"phase": "eclipse", "round": 4, "turn": 24}), ew.Gain("tool"), True),
    ],
)
def test_what_reveals_something(before, action, reveals):
    """Such decisions are not taken back where several people share a terminal (rule 13.2)."""
    assert ew.reveals(before, play(before, action), viewer=0) is reveals


def test_help():
    """Parts of the drawing, cards, Animals, stones, Chiefs, terrain, seats and signs are explained."""
    assert str(WORDS.about(STATE, "map")).splitlines()[0].startswith("          0,-2 Gla")
    assert WORDS.about(STATE, "C104") == WORDS.about(STATE, "campfire tales")
    assert WORDS.about(STATE, "c104") == ("Campfire Tales (C104): draw 2 cards. Points at the end: 0 (rule 7.2).")
    hunter = "Hunter: 1 Labor, +1 on Hunt. In the Eclipse: draw an Animal. Points at the end: 1 (rule 7.1)."
    assert WORDS.about(STATE, "Hunter") == hunter
    shaman = "Shaman: 1 Labor, +1.5 in the Eclipse. In the Eclipse: move an Idol. Points at the end: 2 (rule 7.1)."
    assert WORDS.about(STATE, "shaman") == shaman
    assert "set green, 6 cards; tipped: 3 Food" in str(WORDS.about(STATE, "giant sloth"))
    assert str(WORDS.about(STATE, "SS01")).startswith("Sacred Stone SS01: 1 for each own Megalith")
    assert "side A: " in str(WORDS.about(STATE, "thunderpaw"))
    assert str(WORDS.about(STATE, "glacier")).startswith("Glacier: nothing in the Eclipse")
    assert str(WORDS.about(STATE, "tundra")).startswith("Tundra: 2 points in the Eclipse")
    assert str(WORDS.about(STATE, "red")).startswith("Red       0 points")
    assert str(WORDS.about(STATE, "fig")).startswith("The figures")
    assert WORDS.about(STATE, "green") is None
    assert all(WORDS.about(STATE, word) for word in WORDS.parts(STATE))
    assert {"map", "red", "C101", "labor"} <= {*WORDS.parts(STATE)}


def test_groups():
    """Choices are listed by kind, and similar ones have their beginning once."""
    assert WORDS.kind(ew.PlaceFigure("chief", "hunt")) == "Place"
    assert WORDS.kind(END) == ""
    assert WORDS.split(ew.PlayTribe("hunter")) == ("work:", "hunter")
    assert WORDS.split(ew.Bury("hand", "brave")) == ("bury:", "hand:brave")
    assert WORDS.split(END) == ("", "end")


def test_the_result():
    """With the points by origin when the rules end the game; a resignation does not show them."""
    over = play(position("tool(1)", state={"phase": "eclipse", "round": 4, "turn": 24}, points=7), TOOL)
    outcome = ew.outcome(over)
    assert outcome is not None
    assert WORDS.result(over, outcome) == "Cyan wins: most points (points: Cyan 7 (immediate 7), Red 0)"
    assert WORDS.result(STATE, outcome) == "Cyan wins: most points"


def shown(match: Match[Any, Any], lines: int) -> list[str]:
    """The lines of a screen for a terminal, without the changes, which may scroll away."""
    names = dict.fromkeys(range(match.state.seats), "human")
    session = Session(match, Table(names=names), lines=lines)
    blocks = [block.text for block in session.screen() if block.kind is not Kind.CHANGES]
    return [*"\n".join(blocks).splitlines(), session.prompt]


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize(("players", "layout"), [(1, "A_block"), (2, "B_line"), (3, "C_steps"), (4, "D_tee")])
def test_the_drawing_and_the_question_fit_the_terminal(players, layout):
    """Drawing, hand, choices and question fit 24 lines of 80 characters, whatever the pattern of the Megaliths."""
    rng = Random(players)
    match = Match(ew, ew.new_game(seed=players, players=players, layout=layout))
    while match.outcome is None:
        lines = shown(match, 24)
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
        going_on = [each for each in match.legal_actions if not isinstance(each, ew.End | ew.Decline)]
        match.do(rng.choice(going_on if going_on and rng.random() < 0.7 else match.legal_actions))


def test_a_large_terminal_shows_everything():
    """The full drawing."""
    match = Match(ew, STATE)
    assert "\n".join(shown(match, 80)).startswith(ew.diagram(STATE))
    assert words_for(ew, unicode=False, compact=True).board(STATE) == ew.diagram(STATE, unicode=False, compact=True)


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 4])
def test_a_demo(players, capsys):
    """Of one player and the rival, or of four players, on the command line."""
    assert main(["demo", "--game", "endless-winter", "--players", str(players), "--seed", "3", "--all"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("A game of Endless Winter between random players, seed 3")
    assert "(points: Cyan " in told
    assert ("Rival" in told) == (players == 1)


@pytest.mark.untraced
@pytest.mark.slow
def test_every_decision_is_described():
    """In random games, with all variants."""
    for state in games(6):
        for action in ew.legal_actions(state):
            assert describe(state, action)
        if state.agenda:
            assert WORDS.question(state)
            assert len(WORDS.question(state)) <= 64
