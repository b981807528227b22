"""What decisions of Korrigans do, in words, and what may be told of them to whom."""

from __future__ import annotations

import pytest

from cairn_rules import korrigans
from cairn_rules.cli.words import words_for
from support.tables import final, play, seat, table

WORDS = words_for(korrigans)
STATE = table(
    seat("A V", "hare g3", open="mouse"),
    seat("D J", "g1", screen=False),
    seat("D B"),
    fields="K: bird g4, L: frog",
    menhirs="L: elf",
)


@pytest.mark.parametrize(
    ("state", "text", "told"),
    [
        (play(STATE, "0:hare-K"), "+g4", {0: "+g4", 1: "+?", None: "+?"}),
        (STATE, "-g3=hare", {0: "-g3=hare", 2: "-?=hare", None: "-?=hare"}),
        (STATE, "0:hare-K", {0: "0:hare-K", 1: "0:hare-K", None: "0:hare-K"}),
        (table(STATE.seats[0], STATE.seats[1], pending=korrigans.ChooseMove(1)), "-g1=hare", {0: "-g1=hare"}),
    ],
)
def test_tokens_are_told_to_those_who_see_them(state, text, told):
    """To their owner; to everybody when there is no screen (rule 9.2)."""
    action = korrigans.parse_action(text, state)
    assert {viewer: WORDS.shown(state, action, viewer) for viewer in told} == told


def test_whoever_decides_is_told_what_the_own_seat_may_see():
    """The tokens behind the own screen, and those in the field where one is to be taken."""
    gathering = play(STATE, "0:hare-K")
    assert WORDS.question(gathering) == "Blue is to take a Clover token"
    assert WORDS.explained(gathering).endswith("In K lie bird, 4 gold.")
    assert WORDS.explained(STATE).startswith("Blue: 2 behind the screen (hare, 3 gold), in front mouse")
    assert WORDS.about(STATE, "violet") == "Violet: 0 behind the screen, in front nothing"
    assert WORDS.about(STATE, "k") == WORDS.about(STATE, "standing stones")
    assert "2 Clover tokens" in str(WORDS.about(STATE, "k"))
    assert WORDS.about(STATE, "pink") is None
    assert {"A", "V", "green"} <= set(WORDS.parts(STATE))
    kinds = [WORDS.kind(action) for action in korrigans.legal_actions(STATE)]
    assert kinds == ["Move"] * len(kinds)
    assert WORDS.kind(korrigans.EndFinalTurn()) == ""


def test_what_everybody_sees_is_told():
    """The Menhir that comes with the last token, and who carries what (rules 5.5, 6.3)."""
    before = play(table(seat("A V", "squirrel"), fields="L: frog", menhirs="L: elf"), "1:squirrel-L")
    after = play(before, "+frog")
    assert WORDS.changes(before, after) == ("The Menhir of L: Elf", "Korrigan 1 of Blue carries the Elf")
    gold = play(table(seat("A V", "squirrel"), fields="L: frog", menhirs="L: gold2"), "1:squirrel-L")
    assert WORDS.changes(gold, play(gold, "+frog")) == ("The Menhir of L: 2 gold",)
    lost = table(seat("A V", "hare"), seat("K+elf J"), fields="K: g1")
    told = WORDS.changes(lost, play(lost, "0:hare-K"))
    assert told == ("The Elf passes from Korrigan 0 of Green to Korrigan 0 of Blue",)


@pytest.mark.parametrize(
    ("blue", "others", "told"),
    [
        # The Goblin goes to who is there (rule 6.10).
        ("A+goblin V", ["K J"], ["The Goblin passes from Korrigan 0 of Blue to Korrigan 0 of Green"]),
        # Both at once: they are swapped (rule 6.11).
        (
            "A+goblin V",
            ["K+elf J"],
            [
                "The Elf passes from Korrigan 0 of Green to Korrigan 0 of Blue",
                "The Goblin passes from Korrigan 0 of Blue to Korrigan 0 of Green",
            ],
        ),
        # Of two Elves one stays (rule 6.9).
        (
            "A V",
            ["K+elf J", "D K+elf"],
            [
                "The Elf passes from Korrigan 0 of Green to Korrigan 0 of Blue",
                "The Elf of Korrigan 1 of Violet leaves the game",
            ],
        ),
        ("A+elf V", ["K+elf J"], ["The Elf of Korrigan 0 of Green leaves the game"]),
        ("A V", ["D J"], []),
    ],
)
def test_what_passes_is_told_with_both_korrigans(blue, others, told):
    """From whom to whom, or that it leaves the game (rules 6.8 to 6.11)."""
    before = table(seat(blue, "hare"), *map(seat, others), fields="K: g1")
    assert WORDS.changes(before, play(before, "0:hare-K")) == tuple(told)


def test_a_menhirs_token_replaces_what_is_carried():
    """The old one leaves the game (rule 6.3)."""
    before = play(table(seat("A+goblin V", "hare"), fields="K: g1", menhirs="K: elf"), "0:hare-K")
    assert WORDS.changes(before, play(before, "+g1")) == (
        "The Menhir of K: Elf",
        "Korrigan 0 of Blue carries the Elf",
        "The Goblin of Korrigan 0 of Blue leaves the game",
    )


def test_every_sign_of_the_drawing_is_explained():
    """Each word of a drawing that is no name, number, place or neighbour; `m` is a field, too."""
    assert WORDS.about(STATE, "bird") == "A bird flies to any other field of the same colour (rule 4.7)."
    both = str(WORDS.about(STATE, "M")).splitlines()
    assert both[0].startswith("Wheat Bend (M, yellow)")
    assert both[1].startswith("m before the number of tokens is a molehill")
    assert {"bird", "m", "|", "elf"} <= set(WORDS.parts(STATE))
    for sign in ("m", "p", "|", "=", "-", "Sun", "Cloud", "Menhir", "elf", "goblin", "Troll", "Cauldron"):
        assert WORDS.about(STATE, sign), sign
    for sign in ("Backup", "screen", "open", "used", "bag", "gold", "g1"):
        assert WORDS.about(STATE, sign), sign
    assert all(WORDS.about(STATE, str(companion)) for companion in korrigans.Companion)


def test_the_terminal_draws_as_it_can():
    """Small, and with ASCII alone, where that is asked for."""
    small = words_for(korrigans, unicode=False, compact=True)
    assert small.board(STATE) == korrigans.diagram(STATE, unicode=False, compact=True)
    assert WORDS.board(STATE) == korrigans.diagram(STATE)


def test_the_end_is_told_with_the_gold_of_everybody():
    """When the rules end it; who resigns does not show it."""
    over = play(final(seat("I I", "g4"), seat("D J", "g1")), "end", "end")
    outcome = korrigans.outcome(over)
    assert (
        WORDS.result(over, outcome)
        == "Blue wins: most gold (gold: Blue 19 (Clovers 4, Cauldron 15), Green 1 (Clovers 1))"
    )
    assert WORDS.result(STATE, outcome) == "Blue wins: most gold"
    told = [str(WORDS.about(over, name)).rpartition(", ")[2] for name in ("blue", "green")]
    assert told == ["19 gold in all", "1 gold in all"]
    assert "in all" not in str(WORDS.about(STATE, "blue"))
