"""What is commonly given in place of something else is read, or refused with a sentence that says what to do."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import (
    CairnRulesError,
    DefinitionError,
    IllegalActionError,
    Match,
    NotationError,
    Record,
    cairn,
    format_record,
    html_page,
    korrigans,
    parse_record,
    read_records,
    to_png,
)
from cairn_rules.cairn import compiled
from cairn_rules.checks import agreed_actions
from cairn_rules.errors import hint
from cairn_rules.players import GreedyPlayer, RandomPlayer, SagePlayer, SeerPlayer, TreePlayer

GAMES: dict[str, Any] = {"cairn": cairn, "korrigans": korrigans}


@pytest.mark.parametrize("name", GAMES)
def test_a_text_is_no_action(name: str) -> None:
    game = GAMES[name]
    with pytest.raises(IllegalActionError, match=r"it is text; convert it with parse_action\('c1-c2', state\)"):
        game.apply(game.new_game(seed=7), "c1-c2")
    with pytest.raises(IllegalActionError) as caught:
        game.apply(game.new_game(seed=7), 3)
    assert "parse_action" not in str(caught.value)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_no_state(name: str) -> None:
    game = GAMES[name]
    match = Match(game, seed=7)
    (action, *_) = match.legal_actions
    for ask in (
        game.diagram,
        game.legal_actions,
        lambda value: game.parse_action("pass", value),
        lambda value: game.observe(value, None),
        *(() if compiled and game is cairn else (lambda value: game.apply(value, action),)),  # refused as a TypeError
    ):
        with pytest.raises(DefinitionError, match=r"a Match is not a state: give its state, match\.state"):
            ask(match)
        with pytest.raises(DefinitionError, match=r"a Record is not a state: give one of its states"):
            ask(Record.of(match))
        with pytest.raises(DefinitionError, match="None is not a state"):
            ask(None)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_no_observation(name: str) -> None:
    game = GAMES[name]
    with pytest.raises(
        DefinitionError, match=r"is not an Observation of this game; observe\(state, player\) makes one"
    ):
        game.sample_hidden(game.new_game(seed=7), Random(1))


def test_what_is_no_game_is_told_from_a_game() -> None:
    state = cairn.new_game(seed=7)
    record = format_record(Record.of(Match(cairn, state)))
    for use in (Match, TreePlayer, lambda game: parse_record(record, game)):
        with pytest.raises(
            DefinitionError, match=r"^<State .*> is not a game, since it has no new_game; give a module"
        ):
            use(state)
    match = Match(cairn, state)
    with pytest.raises(DefinitionError, match=r"not a State; Match\(game, state\) starts one from a state$"):
        Record.of(state)
    with pytest.raises(DefinitionError, match=r"not a Match; Record\.of\(match\) makes one$"):
        html_page(match)
    with pytest.raises(DefinitionError, match=r"picture should be an SVG as text, such as svg\(state\), not <State"):
        to_png(state)
    told = "State object expected; got" if compiled else "an Observation is not a state: sample_hidden"
    with pytest.raises(TypeError if compiled else DefinitionError, match=told):
        cairn.successors(cairn.observe(state, 0))


@pytest.mark.parametrize("maker", [RandomPlayer, GreedyPlayer, TreePlayer])
def test_players_refuse_what_somebody_else_knows(maker: Any) -> None:
    """Nobody chooses from the observation of another seat or of another game."""
    state = korrigans.new_game(seed=7)
    with pytest.raises(DefinitionError, match=r"seat 0,? .*decides.*observe\(state, 0\)$"):
        maker(korrigans).choose(korrigans.observe(state, 1))
    with pytest.raises(DefinitionError, match="is not an Observation of this game"):
        maker(cairn).choose(korrigans.observe(state, 0))
    with pytest.raises(DefinitionError, match="is not a state of this game"):
        cairn.legal_actions(state)


@pytest.mark.parametrize("maker", [RandomPlayer, GreedyPlayer, TreePlayer, SeerPlayer, SagePlayer])
def test_players_refuse_a_game_that_is_over(maker: Any) -> None:
    over = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    with pytest.raises(DefinitionError, match="the game is over, so there is nothing to decide in <Observation"):
        maker(cairn).choose(cairn.observe(over, 0))


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_read_from_a_text(name: str) -> None:
    game = GAMES[name]
    with pytest.raises(NotationError, match="expected text, got NoneType"):
        game.parse_action(None, game.new_game(seed=7))


@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_who_decides_can_ask_what_is_legal(name: str, data: st.DataObject) -> None:
    """By what they may know alone; in Korrigans others are told to ask for their own seat."""
    game = GAMES[name]
    state = game.new_game(seed=data.draw(st.integers(0, 99)))
    rng = Random(data.draw(st.integers(0, 99)))
    for _ in range(data.draw(st.integers(0, 60))):
        if game.outcome(state) is None:
            state = game.apply(state, rng.choice(game.legal_actions(state)))
    player = game.current_player(state)
    seen, legal = game.observe(state, player), game.legal_actions(state)
    assert game.legal_actions(seen) == game.legal_actions(copy(seen)) == legal  # the copy remembers nothing
    if name == "korrigans" and player is not None:
        ask = rf"seat {player} decides, not {{}}: list the actions from observe\(state, {player}\)"
        with pytest.raises(DefinitionError, match=ask.format("a spectator")):
            game.legal_actions(game.observe(state, None))
        with pytest.raises(DefinitionError, match=ask.format(f"seat {1 - player}")):
            game.legal_actions(game.observe(state, 1 - player))


def test_what_depends_on_a_secret_is_not_told() -> None:
    seen = cairn.observe(cairn.new_game(seed=7), None)
    assert agreed_actions(seen, cairn.Observation, [(1, 2), (1, 2)]) == (1, 2)
    with pytest.raises(DefinitionError, match="the legal actions depend on information hidden from this seat"):
        agreed_actions(seen, cairn.Observation, [(1, 2), (1,)])


@pytest.mark.parametrize(
    "ask",
    [
        lambda number: cairn.observe(cairn.new_game(seed=7), number),
        lambda number: korrigans.observe(korrigans.new_game(seed=7), number),
        lambda number: Match(cairn, draw_after_turns=-number),
        lambda number: Match(cairn, seed=7).do(number),
        lambda number: Match(cairn, seed=7).end(number),
        lambda number: Match(cairn, seed=7).resign(number),
        lambda number: Match(cairn, seed=7).undo_to(number),
        lambda number: cairn.BASE_SET[number],
        parse_record,
        lambda number: list(read_records([number])),
        cairn.parse_position,
    ],
)
def test_a_number_too_long_to_be_written_is_named_in_our_words(ask: Any) -> None:
    """Python writes no number of more than 4300 digits, and says so with a ValueError of its own."""
    with pytest.raises(CairnRulesError) as caught:
        ask(10**5000)
    assert "a number of thousands of digits" in str(caught.value)


@pytest.mark.parametrize("value", [None, 3, b"f4"])
def test_a_position_is_a_text(value: Any) -> None:
    with pytest.raises(NotationError, match=f"expected text, got {type(value).__name__}"):
        cairn.parse_position(value)


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("Bear", ("bugbear", "grizzly-bear", "wolf"), "did you mean 'grizzly-bear' or 'bugbear'?"),
        ("wulf", ("wolf", "bear"), "did you mean 'wolf'?"),
        ("ab", ("cdabefg",), "known: cdabefg"),
        ("rat", tuple(f"long-named-rat-{number}" for number in range(6)), "'long-named-rat-3' or 'long-named-rat-4'?"),
        (7, ("seven",), "known: seven"),
        ("wulf", (), "known: none"),
    ],
)
def test_a_hint_names_words_that_are_similar_or_contain_the_word(
    word: object, known: tuple[str, ...], said: str
) -> None:
    """Whole parts between hyphens come first. Two letters are in too many words; five suggestions are enough."""
    assert hint(word, known).endswith(said)
