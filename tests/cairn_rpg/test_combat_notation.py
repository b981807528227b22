"""The text of an action in a fight."""

from __future__ import annotations

import pytest

from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.combat import Aid, Cast, Drop, Flee, Lose, Recover, Strike, Wait
from cairn_rules.cairn_rpg.combat.actions import BEGIN
from cairn_rules.errors import DefinitionError, NotationError
from support.cairn_rpg.fights import begun, conceivable, foe, hero

TEXTS = {
    "begin": BEGIN,
    "1:2>5": Strike(0, 1, 4),
    "12:1>3": Strike(11, 0, 2),
    "1:cast:tome": Cast(0, "tome"),
    "1:cast:tome>5": Cast(0, "tome", 4),
    "1:flee": Flee(0),
    "2:recover": Recover(1),
    "1:aid>2": Aid(0, 1),
    "3:wait": Wait(2),
    "1:drop:rope": Drop(0, "rope"),
    "1:drop:a%3A%20b%3Ec": Drop(0, "a: b>c"),
    "1:lose:hand": Lose(0, "hand"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_written_and_read(text: str) -> None:
    assert combat.format_action(TEXTS[text]) == text
    assert combat.parse_action(f" {text}\n", begun()) == TEXTS[text]


def test_every_action_has_its_own_text() -> None:
    state = begun(hero("Ada"), hero("Bo"))
    actions = conceivable(state)
    texts = [combat.format_action(action) for action in actions]
    assert len({*texts}) == len(texts)
    assert [combat.parse_action(text, state) for text in texts] == actions


def test_case_makes_no_difference_and_names_stand_for_numbers() -> None:
    state = begun(hero("Ada"), foes=[foe("Big Man"), foe("Wolf"), foe("Wolf")])
    assert combat.parse_action("BEGIN", state) == BEGIN
    assert combat.parse_action("1:FLEE", state) == Flee(0)
    assert combat.parse_action("ADA:Sword>big-man", state) == Strike(0, 0, 1)
    assert combat.parse_action("ada:unarmed>Big Man", state) == Strike(0, 1, 1)
    with pytest.raises(NotationError, match="several have the name 'wolf': use the number, 3 or 4"):
        combat.parse_action("1:sword>wolf", state)
    with pytest.raises(NotationError, match="'sward' is not the number or name of an attack; did you mean 'sword'"):
        combat.parse_action("1:sward>2", state)
    with pytest.raises(NotationError, match="'bear' is not the number or name of a fighter; known: ada, big-man"):
        combat.parse_action("1:1>bear", state)
    with pytest.raises(NotationError, match="known: none"):
        combat.parse_action("9:sword>2", state)


@pytest.mark.parametrize(
    "text",
    [
        *("", "1", "1:", ":flee", "1:flee>2", "1:aid", "1:aid>", "1:wait:2", "1:cast", "1:cast:", "1:drop:rope>2"),
        *("1:drop", "1:lose", "1:lose:hand>2", "1:2:3>4", "1:>3", "wait"),
    ],
)
def test_other_texts_are_refused_with_the_forms(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        combat.parse_action(text, begun())
    assert refused.value.text == text
    assert [fault.where for fault in refused.value.faults] == ["action"]


def test_fighters_are_numbered_from_1() -> None:
    with pytest.raises(NotationError, match="fighters and attacks are numbered from 1"):
        combat.parse_action("0:flee", begun())
    with pytest.raises(NotationError, match="'1000' is not the number or name of a fighter"):
        combat.parse_action("1000:flee", begun())


def test_what_is_no_text_and_what_is_no_action_is_refused() -> None:
    with pytest.raises(NotationError, match="expected text, got int"):
        combat.parse_action(7, begun())  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="7 is not an action of a fight"):
        combat.format_action(7)  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="is not a state"):
        combat.parse_action("begin", None)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, True, 1.0, "1", None])
def test_numbers_of_actions_are_whole_numbers(number) -> None:
    for make in (Wait, lambda value: Strike(0, value, 1), lambda value: Strike(0, 0, value)):
        with pytest.raises(DefinitionError, match="should be a whole number from 0 up"):
            make(number)


def test_a_spell_has_an_item_and_perhaps_a_target() -> None:
    with pytest.raises(DefinitionError, match="target should be the index of a fighter or None, not 'Bear'"):
        Cast(0, "tome", "Bear")  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="item should be a text without lone surrogates, not 3"):
        Drop(0, 3)  # type: ignore[arg-type]
