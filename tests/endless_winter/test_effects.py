"""Effects as text (rules 3.1, 14.0): the grammar, what is refused, and round trips."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules.endless_winter.effects import (
    COLUMNS,
    KINDS,
    LADDER,
    LONGEST,
    Benefit,
    Both,
    Either,
    Exchange,
    InColumn,
    InOrder,
    parse_effect,
)
from cairn_rules.errors import DefinitionError
from support.endless_winter.packs import random_effect

WORDS = ("food", "(", ")", "1", "99", "+", "|", "then", "pay", "->", "if", "hunt", "village", "x")
FOOD, TOOL, DRAW, IDOL = Benefit("food"), Benefit("tool"), Benefit("draw"), Benefit("idol")


def test_the_vocabulary_is_that_of_the_rules():
    """Rule 3.1: the benefits, and rule 3.2: the order of the lesser ones; rule 6.3: the columns."""
    assert LADDER == ("megalith", "draw", "idol", "tool", "food")
    assert COLUMNS == ("initiate", "develop", "migrate", "hunt")
    words = """labor food tool food_fill draw discard idol megalith camp move village tribe_to_hand tribe_to_discard
        bury bury_supply culture animal_take animal_draw animal_reveal tip points"""
    assert sorted(KINDS) == sorted(words.split())
    assert len(set(KINDS)) == len(KINDS)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("food_fill", Benefit("food_fill")),
        ("village", Benefit("village")),
        ("village(free_food)", Benefit("village", free_food=True)),
        ("tribe_to_discard(99)", Benefit("tribe_to_discard", 99)),
        ("food(1)+tool(1)", Both((FOOD, TOOL))),
        ("food(1)+tool(1)+draw(1)", Both((FOOD, TOOL, DRAW))),
        ("food(1)|tool(1)", Either((FOOD, TOOL))),
        ("food(1)|tool(1)+draw(1)|idol(1)", Both((Either((FOOD, TOOL)), Either((DRAW, IDOL))))),
        ("food(1) then tool(1)", InOrder((FOOD, TOOL))),
        ("food(1)+tool(1) then draw(1) then idol(1)", InOrder((Both((FOOD, TOOL)), DRAW, IDOL))),
        ("pay food(2) -> draw(1)", Exchange(2, 0, DRAW)),
        ("pay tool(3) -> draw(1)|idol(1)", Exchange(0, 3, Either((DRAW, IDOL)))),
        ("pay food(1)+tool(2) -> draw(1)+idol(1)", Exchange(1, 2, Both((DRAW, IDOL)))),
        ("labor(2) if hunt", InColumn("hunt", Benefit("labor", 2))),
        ("food(1)+tool(1) if initiate", InColumn("initiate", Both((FOOD, TOOL)))),
        ("pay food(1) -> draw(1) if migrate", InColumn("migrate", Exchange(1, 0, DRAW))),
        (
            "labor(2) if develop then pay tool(1) -> idol(1) then food(1)",
            InOrder((InColumn("develop", Benefit("labor", 2)), Exchange(0, 1, IDOL), FOOD)),
        ),
        *((f"{kind}(7)", Benefit(kind, 7)) for kind in KINDS if kind not in {"food_fill", "village"}),
    ],
)
def test_every_form_of_an_effect(text, effect):
    """Rule 14.0: `|` binds tighter than `+`, `+` tighter than `then`; a step can have a price and a column."""
    assert parse_effect(text) == effect
    assert str(effect) == text


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("  food ( 2 )+ tool(1)  ", "food(2)+tool(1)"),
        ("pay tool(1)+food(2)->draw(1)", "pay food(2)+tool(1) -> draw(1)"),
        ("draw(03)", "draw(3)"),
        ("food(1)\n\tthen tool(1)", "food(1) then tool(1)"),
    ],
)
def test_an_effect_has_one_usual_spelling(text, usual):
    """Space, zeros in front and the order of a price mean nothing."""
    assert str(parse_effect(text)) == usual


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (5, "an effect is a text such as 'draw(1)', not 5"),
        (None, "an effect is a text such as 'draw(1)', not None"),
        ("", "expected a benefit before 'the end'"),
        ("   ", "expected a benefit before 'the end'"),
        ("food(1) & tool(1)", "'& tool(1)' is not part of an effect"),
        ("Food(1)", "'Food(1)' is not part of an effect"),
        ("food(\u0662)", "'\u0662)' is not part of an effect"),
        ("@my_handler", "'@my_handler' is not part of an effect"),
        ("foods(1)", "'foods' is not a benefit; did you mean 'food'?"),
        ("_(1)", "expected a benefit before '_'"),
        ("food", "'food' needs a number, such as food(1)"),
        ("food()", "expected ')' before 'the end'"),
        ("food(", "expected ')' before 'the end'"),
        ("food(1", "expected ')' before 'the end'"),
        ("food(1 2)", "expected ')' before '2'"),
        ("food(x)", "'x' is not an argument of 'food'"),
        ("food_fill(1)", "'1' is not an argument of 'food_fill'"),
        ("village(1)", "'1' is not an argument of 'village'"),
        ("food(free_food)", "'free_food' is not an argument of 'food'"),
        ("food(0)", "food(0) is not from 1 to 99 units"),
        ("food(100)", "food(100) is not from 1 to 99 units"),
        ("food(0000000012345)", "food(000000001…) is not from 1 to 99 units"),
        ("food(1) or tool(1)", "write '|' in place of 'or'"),
        ("food(1) and tool(1)", "write '+' in place of 'and'"),
        ("food(1) tool(1)", "expected 'then' or the end before 'tool'"),
        ("food(1) then", "expected a benefit before 'the end'"),
        ("food(1)+", "expected a benefit before 'the end'"),
        ("food(1)||tool(1)", "expected a benefit before '|'"),
        ("(food(1))", "expected a benefit before '('"),
        ("then food(1)", "'then' is not a benefit"),
        ("pay food(1)", "expected '->' before 'the end'"),
        ("pay food(1) draw(1)", "expected '->' before 'draw'"),
        ("pay draw(1) -> food(1)", "a price is food(n), tool(n) or both, not draw(1)"),
        ("pay food(1)+food(1) -> draw(1)", "a price is food(n), tool(n) or both, not food(1)"),
        ("pay food(1)|tool(1) -> draw(1)", "expected '->' before '|'"),
        ("pay food(1) -> pay tool(1) -> draw(1)", "'pay' is not a benefit"),
        ("food(1)+pay tool(1) -> draw(1)", "'pay' is not a benefit"),
        ("food(1) if", "expected a column before 'the end'"),
        ("food(1) if 3", "expected a column before '3'"),
        ("food(1) if hunting", "'hunting' is not a column; did you mean 'hunt'?"),
        ("food(1) if hunt if hunt", "expected 'then' or the end before 'if'"),
        ("food(1) if hunt + tool(1)", "expected 'then' or the end before '+'"),
        ("food(1)" + "then food(1)" * 82, "1073 characters in its usual spelling; an effect has at most 1000"),
        ("food(1)" + " " * LONGEST, f"{LONGEST + 7} characters; an effect has at most {LONGEST}"),
    ],
)
def test_what_is_not_an_effect_is_refused(text, problem):
    """The message quotes the text and the place."""
    with pytest.raises(DefinitionError) as caught:
        parse_effect(text)
    message = str(caught.value)
    assert problem in message
    if isinstance(text, str):
        assert message.startswith(f"the effect {text!r}"[:150])


@given(st.integers(0, 2**32).map(lambda seed: random_effect(Random(seed))))
def test_effects_are_written_and_read(text):
    """The text of an effect stands for the same effect; its usual spelling stays the same."""
    effect = parse_effect(text)
    assert parse_effect(str(effect)) == effect
    assert str(parse_effect(str(effect))) == str(effect)
    assert hash(effect) == hash(parse_effect(text))


@given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_an_effect_or_an_error(text):
    """No text makes the parser fail in another way."""
    try:
        effect = parse_effect(text)
    except DefinitionError:
        return
    assert parse_effect(str(effect)) == effect
