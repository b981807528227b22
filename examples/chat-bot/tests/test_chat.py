"""Games in a channel, by what people type and what they are sent."""

from __future__ import annotations

import pytest
from chat_bot import Message, Table, answer, begin, board, hint

from cairn_rules import CairnRulesError, IllegalActionError, Match, cairn, dumps, endless_winter, korrigans, loads

PEOPLE = ("Ann", "Ben")
START = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"


def table_of(game, state) -> Table:
    return Table(PEOPLE, dumps(Match(game, state)))


def state_of(table: Table):
    return loads(table.match).state


def said(table: Table, *lines: tuple[str, str]) -> tuple[Table, tuple[Message, ...]]:
    messages: tuple[Message, ...] = ()
    for person, line in lines:
        table, messages = answer(table, person, line)
    return table, messages


@pytest.fixture
def table() -> Table:
    return table_of(cairn, cairn.parse_position(START))


def test_a_move_is_shown_to_all(table: Table) -> None:
    table, [message] = answer(table, "Ann", " c5-x ")
    start = cairn.parse_position(START)
    assert state_of(table) == cairn.apply(start, cairn.parse_action("c5-x", start))
    assert message.to is None
    assert message.picture.startswith("<svg")
    assert message.text.endswith("It is Ann's turn.")  # who builds a megalith


def test_a_refused_move_gets_its_reason(table: Table) -> None:
    with pytest.raises(IllegalActionError) as refused:
        loads(table.match).do("c5-c3")
    after, [message] = answer(table, "Ann", "c5-c3")
    assert after == table
    assert message == Message(refused.value.reason.text, "Ann")


def test_what_is_not_a_move_is_refused(table: Table) -> None:
    after, [message] = answer(table, "Ann", "hello")
    assert after == table
    assert message.to == "Ann"
    assert "'hello'" in message.text


def test_an_answer_needs_a_question(table: Table) -> None:
    refused = Message("Nobody has asked to take a decision back.", "Ben")
    assert answer(table, "Ben", "yes") == answer(table, "Ben", "no") == (table, (refused,))


def test_only_the_person_whose_turn_it_is_moves(table: Table) -> None:
    assert answer(table, "Ben", "e1-x") == (table, (Message("It is Ann's turn.", "Ben"),))
    assert answer(table, "Eve", "c5-x") == (table, (Message("Eve does not play in this game.", "Eve"),))


def test_moves_and_hints_are_private(table: Table) -> None:
    _, [moves] = answer(table, "Ann", "moves")
    assert moves.to == "Ann"
    assert "c5-x" in moves.text.split()
    _, [suggestion] = answer(table, "Ann", "hint")
    assert suggestion.to == "Ann"
    assert suggestion.text.removeprefix("Try ").split(":")[0] in moves.text.split()
    assert hint(table, "Ben") == Message("It is Ann's turn.", "Ben")
    assert answer(table, "Ben", "moves")[1] == (Message("It is Ann's turn.", "Ben"),)


def test_a_decision_is_taken_back_if_the_other_agrees(table: Table) -> None:
    assert answer(table, "Ann", "undo")[1] == (Message("Ann has not made a decision yet."),)
    moved, _ = answer(table, "Ann", "c5-x")
    asked, [question] = answer(moved, "Ann", "undo")
    assert question == Message("Ann asks to take the last decision back. Do you agree, Ben: yes or no?")
    assert answer(asked, "Ann", "yes") == (asked, (Message("The others have to agree.", "Ann"),))
    assert answer(asked, "Ben", "no") == (moved, (Message("Ben does not agree; the game continues."),))
    back, [message] = answer(asked, "Ben", "yes")
    assert state_of(back) == state_of(table)
    assert message.text == "Ann takes the last decision back. It is Ann's turn."


def test_a_move_ends_the_question_of_an_undo(table: Table) -> None:
    asked, _ = said(table, ("Ann", "c5-x"), ("Ann", "undo"), ("Ann", "=alley"))
    assert asked.asker == ""


def test_all_others_have_to_agree() -> None:
    table, _ = begin("korrigans", ("Ann", "Ben", "Cem"), seed=7)
    asked = Table(table.people, said(table, ("Ann", "@A"))[0].match, asker="Ann")
    waiting, messages = answer(asked, "Cem", "yes")
    assert messages == (Message("Cem agrees."),)
    assert answer(waiting, "Ben", "yes")[0].asker == ""


def test_a_game_ends_by_resignation(table: Table) -> None:
    over, [message] = answer(table, "Ben", "resign")
    assert message.text == "Ben resigns. The game is over. Ann wins: Ben resigned."
    assert answer(over, "Ann", "c5-x") == (
        over,
        (Message("The game is over. Ann wins: Ben resigned."),),
    )
    assert answer(over, "Ann", "board")[1] == (board(over),)


def test_hidden_things_are_sent_in_private() -> None:
    """Only its owner sees the token that a Korrigan takes."""
    table, _ = begin("korrigans", PEOPLE, seed=7)
    table, messages = answer(table, "Ann", "@A")
    assert [message.to for message in messages] == [None, "Ann", "Ben"]
    offered = korrigans.legal_actions(state_of(table))
    table, [public, ann, ben] = answer(table, "Ann", korrigans.format_action(offered[0]))
    token = str(offered[0].clover)
    assert state_of(table).seats[0].hidden
    assert token not in public.text.split()
    assert ann.text == korrigans.diagram(korrigans.observe(state_of(table), 0))
    assert ben.text == korrigans.diagram(korrigans.observe(state_of(table), 1)) != ann.text
    assert answer(table, "Ben", "board")[1] == (board(table, "Ben"),)


def test_what_was_seen_is_not_taken_back() -> None:
    table, _ = begin("korrigans", PEOPLE, seed=7)
    table, _ = answer(table, "Ann", "@A")
    refused = Message("This cannot be taken back, because something hidden has been revealed since.")
    assert answer(table, "Ann", "undo") == (table, (refused,))


def test_a_single_player_has_secrets_too() -> None:
    """Endless Winter alone: the player sees the hand, and needs nobody's consent."""
    start, [public, own] = begin("endless-winter", ("Ann",), seed=7)
    hand = endless_winter.diagram(endless_winter.observe(state_of(start), 0))
    assert (public.to, own.to, own.text) == (None, "Ann", hand)
    assert hand != endless_winter.diagram(state_of(start))
    moved, _ = answer(start, "Ann", endless_winter.format_action(endless_winter.End()))
    back, messages = answer(moved, "Ann", "undo")
    assert messages[0].text == "Ann takes the last decision back. It is Ann's turn."
    assert state_of(back) == state_of(start)


def test_each_person_has_one_seat() -> None:
    with pytest.raises(CairnRulesError, match="each person has one seat, but the people are Ann, Ann"):
        begin("cairn", ("Ann", "Ann"))


def test_a_game_needs_its_number_of_people() -> None:
    with pytest.raises(CairnRulesError, match="Cairn is a game for 2, not for 3"):
        begin("cairn", ("Ann", "Ben", "Cem"))


@pytest.mark.parametrize("game", ["cairn", "korrigans", "endless-winter"])
def test_any_game_begins(game: str) -> None:
    table, messages = begin(game, PEOPLE, seed=7)
    assert messages[0].to is None
    assert table.people == PEOPLE
