"""What happened between two states, as a seat or a spectator sees it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import endless_winter as ew
from cairn_rules.chance import ScriptedDice
from cairn_rules.endless_winter import changes, observe, sample_hidden
from cairn_rules.endless_winter.effects import parse_effect
from cairn_rules.endless_winter.events import (
    Asked,
    CardsDrawn,
    Reshuffled,
    Scored,
    SetAnew,
    Won,
)
from cairn_rules.endless_winter.state.agenda import (
    BoardBenefits,
    Culture,
    EndTurn,
    Figure,
    Middle,
    Pile,
    Ritual,
    Tiles,
    Top,
)
from cairn_rules.endless_winter.state.agenda import Tribe as TribeStep
from cairn_rules.endless_winter.state.hexes import BASE, Hex
from cairn_rules.endless_winter.state.state import Rival
from cairn_rules.errors import DefinitionError
from cairn_rules.replace import replaced
from support.endless_winter.games import games, random_states
from support.endless_winter.packs import random_pack
from support.endless_winter.positions import (
    DECLINE,
    DRAW,
    END,
    FOOD,
    HONOR,
    LAND,
    OFFERING,
    PAY,
    TOOL,
    effect,
    fragment,
    lies,
    on,
    play,
    position,
)

NEXT = "Cyan must place a figure"
SITE = (Hex(1, -2), Hex(2, -2), Hex(1, -1))
HONOR_7 = tuple((1, 0) if level == 7 else () for level in range(11))


def sentences(before: ew.State, action: ew.Action, viewer: int | None = None) -> list[str]:
    """What a decision leads to, in words."""
    return list(map(str, changes(before, ew.apply(before, action), viewer=viewer)))


GAINS: list[tuple[str, dict[str, Any], ew.Action, list[str]]] = [
    ("idol(1)", {}, OFFERING, ["Cyan reaches level 1 of Offering"]),
    ("idol(1)", {"offering": 10}, OFFERING, ["Cyan gains 1 point"]),
    ("idol(1)", {"offering": 10, "points": 3}, OFFERING, ["Cyan gains 1 point"]),
    (
        "idol(1)",
        {"table": {"honor": HONOR_7}},
        HONOR,
        ["Cyan reaches level 8 of Honor", "Cyan gains 1 point"],
    ),
    ("tool(1)", {}, TOOL, ["Cyan gains 1 Tool"]),
    ("tool(1)", {}, FOOD, ["Cyan gains 1 Food"]),
    ("tool(1)", {}, DECLINE, []),
    (
        "pay food(2)+tool(1) -> food(1)",
        {"food": 4, "tools": 1},
        PAY,
        ["Cyan spends 2 Food and 1 Tool", "Cyan gains 1 Food"],
    ),
    ("pay tool(1) -> points(3)", {"tools": 1}, PAY, ["Cyan spends 1 Tool", "Cyan gains 3 points"]),
    ("pay tool(1) -> labor(3)", {"tools": 1}, PAY, ["Cyan spends 1 Tool", "Cyan has 3 Labor"]),
    ("discard(1)", {"hand": ("brave", "elder")}, ew.Discard("brave"), ["Cyan discards Brave"]),
    ("bury(1)", {"discard": ("brave",)}, ew.Bury("discard", "brave"), ["Cyan buries Brave from the discard pile"]),
    (
        "bury(1)",
        {"played": ("brave",), "discard": ("brave",)},
        ew.Bury("played", "brave"),
        ["Cyan buries Brave from the played cards"],
    ),
    ("bury_supply(1)", {}, ew.Bury("supply", "elder"), ["Cyan buries Elder from the supply"]),
    ("tribe_to_hand(1)", {}, ew.TakeTribe("elder"), ["Cyan takes Elder"]),
    ("tribe_to_discard(1)", {}, ew.TakeTribe("elder"), ["Cyan takes Elder to the discard pile"]),
    ("culture(1)", {}, ew.TakeCulture("C104"), ["Cyan takes Campfire Tales"]),
    ("camp(1)", {}, ew.PlaceCamp(), ["Cyan places a Camp on the Base"]),
    (
        "move(1)",
        {},
        ew.MoveCamp(BASE, LAND["tundra"]),
        ["Cyan moves a Camp from Base (0,0) to Tundra (1,-1)"],
    ),
    (
        "village(free_food)",
        {"camps": SITE, "camps_left": 2},
        ew.BuildVillage(SITE),
        ["Cyan builds a Village at (1,-2) (2,-2) (1,-1) and takes three Camps back"],
    ),
    # The first tile is M1: a Tool on its starting space, 2 Food to the left of it.
    (
        "megalith(1)",
        {},
        on(1, 0),
        ["Cyan places a neutral Megalith at 2,0", "Cyan must take or decline: 1 Tool"],
    ),
    (
        "megalith(1)",
        {"neutrals": 0, "table": {"megaliths": (lies(1, 0, owner=None),)}},
        on(0, 0),
        ["Cyan places a Megalith at 0,0", "Cyan gains 2 Food"],
    ),
    (
        "megalith(1)",
        {"neutrals": 0, "table": {"megaliths": (lies(0, 0), lies(1, 0))}},
        on(0.5, 0, 2),
        ["Cyan places a Megalith at 1,0 on level 2"],
    ),
    (
        "animal_take(1)",
        {"table": {"animals": ("glyptodon", "argentavis", "glyptodon")}},
        ew.TakeAnimal("argentavis"),
        ["Cyan takes an Argentavis"],
    ),
    ("animal_draw(1)", {}, ew.DrawAnimal(), ["Cyan draws a Woolly Rhino"]),
    ("animal_reveal(1)", {}, ew.RevealAnimals(), ["Animals are revealed: Woolly Rhino"]),
    (
        "tip(1)",
        {"animals": ("giant_sloth", "giant_sloth")},
        ew.Tip("giant_sloth"),
        ["Cyan tips a Giant Sloth", "Cyan gains 3 Food"],
    ),
]


@pytest.mark.untraced
@pytest.mark.parametrize(("text", "position_of", "action", "told"), GAINS)
def test_gains(text, position_of, action, told):
    """What each benefit gives; then a figure is placed, unless something follows from it."""
    before = effect(text, **position_of)
    last = [] if told and "must" in told[-1] else [NEXT]
    assert sentences(before, action) == [*told, *last]


def test_drawn_cards_are_named_to_their_owner_only():
    """The number is public, the names are not (rule 13.2)."""
    before = effect("draw(1)", deck=("brave", "elder"))
    assert sentences(before, DRAW, 0) == ["Cyan draws Brave", NEXT]
    assert sentences(before, DRAW, 1) == sentences(before, DRAW) == ["Cyan draws 1 card", NEXT]


def test_a_reshuffle_is_told():
    """The discard pile becomes the deck when a card is to be drawn from an empty one (rule 3.4)."""
    before = effect("draw(1)", discard=("brave",))
    assert sentences(before, DRAW, 0) == ["Cyan shuffles the discard pile into a new deck", "Cyan draws Brave", NEXT]
    two = effect("draw(1)", discard=("hunter", "brave"))
    assert sentences(two, DRAW) == ["Cyan shuffles the discard pile into a new deck", "Cyan draws 1 card", NEXT]


def test_a_card_buried_from_the_hand_is_hidden():
    """Only its owner sees it (rule 7.4)."""
    before = effect("bury(1)", hand=("brave",))
    assert sentences(before, ew.Bury("hand", "brave"), 0) == ["Cyan buries Brave from the hand", NEXT]
    assert sentences(before, ew.Bury("hand", "brave"), 1) == ["Cyan buries a card from the hand", NEXT]


def test_a_card_put_on_the_ritual_pile_is_hidden():
    """Until the Eclipse reveals it (rules 6.1, 11.1)."""
    before = position(Ritual(), hand=("hunter", "brave"))
    asked = "Cyan must put cards on the Ritual pile or go on"
    assert sentences(before, ew.AddToRitual("hunter"), 0) == ["Cyan puts Hunter on the Ritual pile", asked]
    assert sentences(before, ew.AddToRitual("hunter"), 1) == ["Cyan puts a card on the Ritual pile", asked]


def test_a_turn():
    """A figure with its bottom, cards for Labor, and the discard at the end (rules 6.1 to 6.3)."""
    asked = "Cyan must act on the Hunt column: reveal Animals for 1 Labor or take them for 2"
    start = position(EndTurn(), Figure(), hand=("hunter",), food=1)
    assert sentences(start, ew.PlaceFigure("chief", "hunt")) == [
        "Cyan places the Chief on Hunt",
        "The bottom of Hunt is claimed",
        "Cyan has 1 Labor",
        asked,
    ]
    placed = play(start, ew.PlaceFigure("chief", "hunt"))
    # A Hunter gives 1 Labor and 1 more on Hunt (rule 14.1); the step from 1 to 0 Food gives 1 (rule 2.1).
    assert sentences(placed, ew.PlayTribe("hunter")) == ["Cyan plays Hunter", "Cyan has 3 Labor", asked]
    assert sentences(placed, ew.SpendFood()) == ["Cyan spends 1 Food", "Cyan has 2 Labor", asked]
    assert sentences(placed, ew.RevealAnimals()) == [
        "Animals are revealed: Woolly Rhino, Argentavis",
        "Cyan has 0 Labor",
        asked,
    ]
    bottom = play(placed, ew.PlayTribe("hunter"), END)
    assert sentences(bottom, DECLINE) == ["Cyan discards the played cards: Hunter", "Turn 1 is complete", RED_FIGURE]


RED_FIGURE = "Red must place a figure"


def test_another_figure_finds_the_bottom_claimed():
    """It is claimed once (rule 6.1)."""
    before = position(Figure(), table={"bottoms": (False, False, False, True)})
    told = sentences(before, ew.PlaceFigure("tribe", "hunt"))
    assert told[0] == "Cyan places a Tribe figure on Hunt"
    assert len(told) == 2


def test_rest():
    """A figure on the Eclipse space draws a card (rule 6.1)."""
    before = position(EndTurn(), Figure(), deck=("brave",))
    assert sentences(before, ew.PlaceFigure("tribe", "rest")) == [
        "Cyan places a Tribe figure on the Eclipse space",
        "Cyan must take or decline: draw a card",
    ]
    placed = play(before, ew.PlaceFigure("tribe", "rest"))
    assert sentences(placed, DRAW) == ["Cyan draws 1 card", "Turn 1 is complete", RED_FIGURE]


def test_culture_cards_are_played_and_discarded():
    """After the second one the step ends by itself (rule 6.1)."""
    before = position(Figure(), Culture(), hand=("C101", "C102"))
    asked = "Cyan must play a Culture card or go on"
    assert sentences(before, ew.PlayCulture("C101")) == ["Cyan plays Controlled Fire", "Cyan gains 3 Food", asked]
    first = play(before, ew.PlayCulture("C101"))
    assert sentences(first, END) == ["Cyan discards the played cards: Controlled Fire", NEXT]
    # Spear Thrower waits for a figure on Hunt and asks nothing, so that the step ends in the same decision.
    second = position(Figure(), Culture(played=1), hand=("C105",), played=("C101",))
    assert sentences(second, ew.PlayCulture("C105")) == [
        "Cyan plays Spear Thrower",
        "Cyan discards the played cards: Controlled Fire, Spear Thrower",
        NEXT,
    ]


def test_purchases():
    """Labor is spent for cards of the supply and of the row (rule 6.3)."""
    on_initiate = position(Top(), turn={"column": "initiate", "labor": 3})
    assert sentences(on_initiate, ew.TakeTribe("shaman"))[:2] == ["Cyan takes Shaman", "Cyan has 1 Labor"]
    on_develop = position(Top(), turn={"column": "develop", "labor": 3})
    assert sentences(on_develop, ew.TakeCulture("C101"))[:2] == ["Cyan takes Controlled Fire", "Cyan has 0 Labor"]


@pytest.mark.parametrize(
    ("stone", "rule"), [("SS01", "1 for each own Megalith on level 1"), ("SS03", "3 for each tipped red Animal")]
)
def test_a_sacred_stone(stone, rule):
    """It is paid, and its reward follows (rules 7.3, 14.8)."""
    before = position(Middle(), food=2, tools=1, turn={"column": "develop"}, state={"round": 2, "turn": 12})
    assert sentences(before, ew.TakeStone(stone)) == [
        f"Cyan takes the Sacred Stone {stone}: {rule}",
        "Cyan spends 2 Food and 1 Tool",
        "Cyan must take or decline: place a Megalith",
    ]


def test_the_eclipse_begins():
    """Piles are revealed with their Labor, and the order is new (rule 11.1): 1 for a Hunter, a half for Culture."""
    state = {"turn": 5, "order": (1, 0)}
    others = ({"ritual": ("shaman", "C101")},)
    before = position(Ritual(), hand=("hunter",), state=state, others=others)
    assert sentences(before, ew.AddToRitual("hunter")) == [
        "Cyan puts a card on the Ritual pile",
        "Turn 6 is complete",
        "Cyan reveals Hunter, 1 Labor in all",
        # A Shaman has 1 and 1.5 more, a Culture card a half (rules 7.2, 14.1).
        "Red reveals Shaman, Controlled Fire, 3 Labor in all",
        "The new turn order: Red, Cyan",
        "Red must take or decline: place a Megalith",
    ]


def test_a_benefit_that_needs_no_decision_in_the_eclipse():
    """With a pack that gives Food for the turn order, Culture cards leave the pile in the same decision."""
    pack = ew.default_pack()
    food = evolve(pack, order_benefits=(parse_effect("food(1)"),) * 4, data=f"{pack.data} with other benefits")
    before = position(Ritual(), hand=("hunter",), ritual=("C101",), state={"turn": 5, "order": (1, 0)}, pack=food)
    assert sentences(before, ew.AddToRitual("hunter")) == [
        "Cyan puts a card on the Ritual pile",
        "Turn 6 is complete",
        "Cyan reveals Hunter, Controlled Fire, 1.5 Labor in all",
        "Red reveals nothing, 0 Labor in all",
        "The new turn order: Cyan, Red",
        "Cyan gains 1 Food",
        "Cyan discards Controlled Fire from the Ritual pile",
        "Cyan must use an ability of the Ritual pile or go on",
    ]


def test_the_ritual_pile_in_the_eclipse():
    """Culture cards go first, Tribe cards after their ability (rule 11.1)."""
    eclipse: dict[str, Any] = {"phase": "eclipse", "turn": 6}
    before = position(Tiles(), TribeStep(), Pile(), "idol(1)", ritual=("crafter", "hunter", "C101"), state=eclipse)
    asked = "Cyan must use an ability of the Ritual pile or go on"
    assert sentences(before, OFFERING) == [
        "Cyan reaches level 1 of Offering",
        "Cyan discards Controlled Fire from the Ritual pile",
        asked,
    ]
    step = play(before, OFFERING)
    assert sentences(step, ew.ResolveTribe("crafter")) == [
        "Cyan uses the ability of Crafter",
        "Cyan must take or decline: 1 Tool",
    ]
    used = play(step, ew.ResolveTribe("crafter"), TOOL)
    assert sentences(used, TOOL) == ["Cyan gains 1 Tool", "Cyan discards Crafter from the Ritual pile", asked]
    assert sentences(step, END)[0] == "Cyan discards Crafter, Hunter from the Ritual pile"


def test_terrain_and_the_board_in_the_eclipse():
    """Tiles with most Influence, then Villages and Megaliths removed (rules 8.4, 11.1)."""
    eclipse: dict[str, Any] = {"phase": "eclipse", "turn": 6}
    camps = (LAND["tundra"], LAND["forest"])
    before = position(BoardBenefits(), Tiles(), camps=camps, camps_left=3, villages_left=2, state=eclipse)
    assert sentences(before, ew.TakeTile(LAND["tundra"])) == [
        "Cyan uses Tundra (1,-1)",
        "Cyan gains 2 points",
        "Cyan must use a terrain tile or go on",
    ]
    assert sentences(before, END) == ["Cyan must take or decline: draw a card"]


def test_a_round_begins():
    """Refills, tokens and draws (rule 11.2): the marked card leaves, one is new; Animals up to players + 1."""
    row = ("C101", None, "C103", "C104", "C105", "C106", "C107", "C108")
    before = position(
        "tool(1)",
        state={"phase": "eclipse", "turn": 6, "chance": ew.new_game(seed=1).chance},
        deck=("brave", "elder"),
        hand=("hunter",),
        discard=("shaman",),
        others=({"deck": ("brave",) * 6},),
        table={
            "row": row,
            "tokens": (True, *[False] * 7),
            "culture_decks": (("C109", "C110"), ()),
            "animals": ("glyptodon",),
            "animal_deck": ("argentavis", "woolly_rhino", "glyptodon"),
        },
    )
    assert sentences(before, TOOL, 0) == [
        "Cyan gains 1 Tool",
        "Round 2 begins",
        "Culture cards leave the row: Controlled Fire",
        "New Culture cards: Shared Burden, Hide Tents",
        "Animals are revealed: Argentavis, Woolly Rhino",
        "Cyan shuffles the discard pile into a new deck",
        "Cyan draws Elder, Shaman, Brave",
        "Red draws 5 cards",
        "Cyan must play a Culture card or go on",
    ]


def test_a_round_with_a_full_row():
    """Cards without a token stay, and no new ones come (rule 11.2)."""
    before = position("tool(1)", state={"phase": "eclipse", "turn": 6})
    told = sentences(before, TOOL)
    assert "Round 2 begins" in told
    assert not any("Culture cards" in each for each in told)


def test_the_set_up():
    """Drafted cards are told, and the first hands (rules 4.1, 4.4)."""
    before = ew.new_game(seed=3, variant=ew.Variant(draft="chief"))
    chief = before.table.chiefs[0]
    name = before.pack.chief[chief].name
    seat = "Cyan" if before.active == 0 else "Red"
    assert sentences(before, ew.TakeChief(chief))[0].startswith(f"{seat} has the Chief {name}, side B: +")
    state = before
    while state.phase == "setup":
        last, state = state, ew.apply(state, ew.legal_actions(state)[0])
    told = list(map(str, changes(last, state)))
    shown = next(place for place, each in enumerate(told) if each.startswith("Animals are revealed: "))
    # Hands are dealt in turn order, each with the goods of its place (rule 4.1).
    assert told[shown + 1 : shown + 4] == ["Red draws 5 cards", "Cyan draws 5 cards", "Cyan gains 1 Food"]
    drafting = ew.new_game(seed=3, variant=ew.Variant(draft="setup"))
    told = sentences(drafting, ew.TakeSetup(drafting.table.setups[0]))
    assert f"takes the Setup card {drafting.table.setups[0]}: " in told[0]


def test_a_side_of_the_chief_and_a_camp_at_set_up():
    """They are told like everything that is chosen or gained there (rules 4.1, 4.4)."""
    state = ew.new_game(seed=3, variant=ew.Variant(draft="none", chief_side="choice"))
    assert sentences(state, ew.ChooseSide("B"))[0] == "Red has the Chief Tuskbreaker, side B: +2 Labor on Hunt"
    drafts = (ew.new_game(seed=seed, variant=ew.Variant(draft="setup")) for seed in range(50))
    state, card = next(
        (state, card) for state in drafts for card in state.table.setups if state.pack.setup_card[card].extra == "camp"
    )
    who = "Cyan" if state.active == 0 else "Red"
    assert sentences(state, ew.TakeSetup(card))[1] == f"{who} places a Camp on the Base"


def test_a_card_buried_at_set_up_is_hidden():
    """It comes from the deck (rule 4.1)."""
    state = next(
        state
        for state in (ew.new_game(seed=seed) for seed in range(50))
        if ew.Bury("deck", "brave") in ew.legal_actions(state)
    )
    who = "Cyan" if state.active == 0 else "Red"
    action = ew.Bury("deck", "brave")
    assert sentences(state, action, state.active)[0] == f"{who} buries Brave from the deck"
    assert sentences(state, action)[0] == f"{who} buries a card from the deck"


def test_the_rival():
    """Its turn is part of the decision before it (rule 14.13), and nothing of it is the player's."""
    solo = ew.new_game(seed=1, players=1)
    state = position(EndTurn(), "tool(1)", state={"rival": Rival(deck=("INI1",))}, table={"bottoms": (False,) * 4})
    state = fragment(state, players=(state.players[0], replaced(solo.players[1], points=0)))
    # The largest pile is the first one, a Crafter; two Idols on Honor, one for the bottom.
    assert sentences(state, TOOL) == [
        "Cyan gains 1 Tool",
        "Turn 1 is complete",
        "Rival turns over INI1 and places a figure on Initiate",
        "The bottom of Initiate is claimed",
        "Rival buries Crafter from the supply",
        "Rival reaches level 1 of Honor",
        "Rival reaches level 2 of Honor",
        "Turn 2 is complete",
        "Cyan must place a figure",
    ]
    develops = fragment(state, rival=Rival(deck=("DEV1",)))
    told = sentences(develops, TOOL)
    assert "Rival takes Controlled Fire" in told
    assert "Rival takes the Sacred Stone SS01: 1 for each own Megalith on level 1" in told
    assert "Rival places a neutral Megalith at 2,0" in told
    migrates = sentences(fragment(state, rival=Rival(deck=("MIG1",))), TOOL)
    assert [each for each in migrates if "Camp" in each] == [
        "Rival places a Camp on the Base",
        "Rival moves a Camp from Base (0,0) to Cave Hills (0,-1)",
    ]


def test_the_rival_begins():
    """Its first turn follows the set-up, and its turn in a new round the Preparation (rules 11.2, 14.13)."""
    for seed in range(60):
        before = ew.new_game(seed=seed, players=1, variant=ew.Variant(draft="setup"))
        for action in ew.legal_actions(before):
            after = ew.apply(before, action)
            if after.rival is None or after.phase == "setup" or not after.players[1].animals:
                continue
            told = list(map(str, changes(before, after)))
            turned = next(place for place, each in enumerate(told) if each.startswith("Rival turns over HUN"))
            assert told[turned - 1].startswith("Cyan gains ")
            assert any(each.startswith("Rival takes a") for each in told[turned:])
            return
    raise AssertionError("no rival hunts first")


def test_the_end():
    """The points of all by origin, and the winner (rule 12)."""
    before = position("tool(1)", state={"phase": "eclipse", "round": 4, "turn": 24}, points=7, tools=7)
    assert sentences(before, TOOL) == [
        "Cyan gains 1 Tool",
        "Cyan scores 7 (immediate 7)",
        "Red scores 0",
        "Cyan wins: most points",
    ]
    events = changes(before, ew.apply(before, TOOL))
    assert isinstance(events[-1], Won)
    assert isinstance(events[-2], Scored)


def test_a_jump_back():
    """A state before another one does not follow from it."""
    before = effect("idol(1)")
    after = play(before, OFFERING)
    assert list(map(str, changes(after, before))) == [
        "The game jumps to another position",
        "Cyan must take or decline: move an Idol",
    ]
    assert changes(before, before) == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("x", "x"), "'x' is not a State of Endless Winter"),
        ((ew.new_game(seed=1), ew.new_game(seed=1, players=3)), "numbers of players are 2 and 3"),
        (
            (ew.new_game(seed=1), ew.new_game(seed=1, variant=ew.Variant(rest_tips=True))),
            "rule options are the default and rest_tips=",
        ),
        (
            (ew.new_game(seed=1), ew.new_game(seed=1, content=random_pack(Random(1)))),
            "content packs are <Pack prerelease",
        ),
    ],
)
def test_states_of_different_games(arguments, message):
    """An error says in what they differ."""
    with pytest.raises(DefinitionError) as error:
        changes(*arguments)
    assert message in str(error.value)


def test_seats_that_do_not_exist():
    """An error of ours."""
    state = ew.new_game(seed=1)
    with pytest.raises(DefinitionError):
        changes(state, state, viewer=2)


def steps(number: int, **options: Any) -> Iterator[tuple[ew.State, ew.State]]:
    """The states before and after each decision of random games."""
    before: ew.State | None = None
    for state in games(number, **options):
        if before is not None and before.agenda:
            yield before, state
        before = state


@pytest.mark.untraced
@pytest.mark.slow
def test_every_decision_of_random_games():
    """Each has a sentence, the last one is the question or the result, and all seats see as many events.

    Also with random effects everywhere.
    """
    packs = (steps(1, content=random_pack(Random(seed)), players=1 + seed) for seed in range(4))
    for before, after in chain(steps(4), *packs):
        events = changes(before, after)
        assert all(str(each) for each in events)
        assert SetAnew not in map(type, events)
        last = events[-1] if events else None
        assert isinstance(last, Asked | Won | None)
        own = changes(before, after, viewer=before.active if before.active < before.seats else 0)
        assert len(own) == len(events) or not events


@pytest.mark.untraced
@pytest.mark.slow
def test_what_is_hidden_changes_nothing():
    """Two games that look the same before and after a decision have the same events."""
    rng, same = Random(5), 0
    for before, after in steps(2):
        for viewer in (None, 0):
            other = sample_hidden(observe(before, viewer), rng)
            for action in ew.legal_actions(other):
                result = ew.apply(other, action)
                if observe(result, viewer) == observe(after, viewer):
                    assert changes(other, result, viewer=viewer) == changes(before, after, viewer=viewer)
                    same += 1
                    break
    assert same > 250


def test_states_far_apart():
    """No single decision leads from one to the other: what came between is not told."""
    states = list(random_states(2, players=2))
    assert list(map(type, changes(states[20], states[60]))) == [SetAnew, Asked]
    assert list(map(type, changes(states[20], states[-1]))) == [SetAnew, Scored, Scored, Won]
    assert changes(states[20], evolve(states[20])) == ()


def test_other_dice_lead_elsewhere():
    """What they did is not known: here the discard pile was shuffled into an order of a script (rule 3.4)."""
    before = effect("draw(1)", discard=("hunter", "brave"))
    assert list(map(type, ew.events_of(before, DRAW, ew.apply(before, DRAW)))) == [Reshuffled, CardsDrawn, Asked]
    after = ew.resolve(before, DRAW, ScriptedDice([(0, 1)])).state
    assert list(map(type, ew.events_of(before, DRAW, after))) == [SetAnew, Asked]


@pytest.mark.untraced
def test_an_action_taken_back_sets_the_state_anew() -> None:
    """The earlier state does not follow from the later one."""
    bought = (ew.PlaceCamp, ew.PlaceFigure, ew.TakeTribe, ew.TakeCulture, ew.TakeAnimal, ew.Bury, ew.MoveIdol)
    visible = (*bought, ew.PlayTribe, ew.PlayCulture, ew.AddToRitual, ew.SpendFood)
    seen: set[type] = set()
    for before, after in steps(2):
        placed = [kind for kind in visible if any(after == ew.apply(before, each) for each in ew.legal_actions(before)
                  if isinstance(each, kind))]  # fmt: skip
        if placed:
            assert changes(after, before)[0] == SetAnew()
        seen |= {*placed}
    assert seen == {*visible}
