"""`describe` of the games of this package: a text for every action, as the board games have it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import campaign, combat, creation, dungeon, wilderness
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.dungeon.observation import observe
from cairn_rules.cairn_rpg.procedures.party import with_member
from cairn_rules.errors import DefinitionError
from cairn_rules.lazy import resolve

pytestmark = pytest.mark.untraced

GAMES = (campaign, combat, creation, dungeon, wilderness)


def samples(game: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    found = resolve(game.MANIFEST.samples)
    return (game.new_game(seed=7), *found.states()), tuple(found.actions())


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_has_words(game: Any) -> None:
    """They say more than the notation, and no two of one state are the same."""
    states, _ = samples(game)
    for state in states:
        legal = game.legal_actions(state)
        texts = [game.describe(state, action) for action in legal]
        assert all(texts)
        assert len({*texts}) == len(texts)
        assert not {*texts} & {*map(game.format_action, legal)}


@pytest.mark.parametrize("game", GAMES)
def test_an_action_that_is_not_legal_has_words_or_its_notation(game: Any) -> None:
    states, actions = samples(game)
    for state in states:
        for action in actions:
            assert game.describe(state, action)


@pytest.mark.parametrize(
    ("game", "action", "words"),
    [
        (combat, combat.Strike(by=0, attack=9, target=2), "1:10>3"),
        (combat, combat.Aid(by=7, target=0), "8:aid>1"),
        (dungeon, dungeon.Lead(5), "lead:6"),
        (dungeon, dungeon.Go("nowhere"), "The party goes to nowhere"),
        (wilderness, wilderness.Camp(5), "Member 6 makes camp and sleeps"),
        (campaign, campaign.SetOut("nowhere"), "set-out:nowhere"),
        (campaign, dungeon.Leave(), "leave"),
        (creation, creation.Choose(creation.Step.BACKGROUND, 99), "background=99"),
        (creation, creation.Buy("the-moon"), "buy=the-moon"),
    ],
)
def test_what_is_not_there_is_named_as_in_the_notation(game: Any, action: Any, words: str) -> None:
    assert game.describe(game.new_game(seed=7), action) == words


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_state_or_action_is_refused(game: Any) -> None:
    (state, *_), actions = samples(game)
    with pytest.raises(DefinitionError, match="'x' is not a state"):
        game.describe("x", actions[0])
    with pytest.raises(DefinitionError, match="'x' is not an action"):
        game.describe(state, "x")


def test_one_who_is_dying_does_not_sleep() -> None:
    """They are dead before the watch of eight hours is over, whatever is declared for them (R99, R179)."""
    start = wilderness.new_game(seed=7, weather="fair")
    basil = start.party.members[1]
    dying = evolve(basil, conditions=Conditions(down="critical"))
    state = wilderness.apply(evolve(start, party=with_member(start.party, 1, dying)), wilderness.Camp(0))
    assert [wilderness.describe(state, action) for action in wilderness.legal_actions(state)] == [
        "Basil lies dying in the camp",
        "Basil lies dying",
    ]
    assert str(wilderness.log(state, wilderness.Camp(1)).events[0]) == "Basil dies [R99]"


def test_what_the_players_see_is_enough_for_the_words_of_a_dungeon() -> None:
    state = dungeon.new_game(seed=7)
    for action in dungeon.legal_actions(state):
        assert dungeon.describe(observe(state, 0), action) == dungeon.describe(state, action)
