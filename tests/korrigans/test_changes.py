"""What happened between two states, as somebody at the table sees it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest
from attrs import evolve

from cairn_rules import korrigans
from cairn_rules.codec.shapes import tag_of
from cairn_rules.errors import DefinitionError
from cairn_rules.korrigans import (
    Action,
    Board,
    Carried,
    Clover,
    Companion,
    Menhir,
    Pass,
    Place,
    State,
    Variant,
    changes,
    observe,
    sample_hidden,
)
from cairn_rules.korrigans.events import (
    Asked,
    Bought,
    Carries,
    Change,
    MenhirTaken,
    SetAnew,
    TokensShown,
    Unmasked,
    Won,
)
from cairn_rules.korrigans.state.event_table import EVENTS
from cairn_rules.phrasebook import Named, Phrasebook
from support.tables import SIX_SUNS, final, play, seat, table

UNMASKED = seat("A V", "squirrel", screen=False)
VARIANTS = (Variant(), Variant(side="advanced", backup="voluntary"), Variant(fairy_gathers=False))


def decisions() -> Iterator[tuple[State, Action, State]]:
    """Decisions of random games of all numbers of players."""
    for players in (2, 3, 4, 5):
        rng = Random(players)
        state = korrigans.new_game(seed=players, players=players, variant=VARIANTS[players % 3])
        while actions := korrigans.legal_actions(state):
            action = rng.choice(actions)
            after = korrigans.apply(state, action)
            yield state, action, after
            state = after


@pytest.mark.parametrize(
    ("before", "decision", "told"),
    [
        (
            korrigans.new_game(seed=7),
            "@A",
            ["Blue's first Korrigan is placed in A", "Blue must take a Clover token"],
        ),
        (
            table(seat("A V", "hare g3"), seat("D J"), fields="K: g1"),
            "0:hare-K",
            ["Blue reveals a hare", "Blue's first Korrigan moves from A to K", "Blue must take a Clover token"],
        ),
        (
            play(table(seat("A V", "squirrel"), seat("D J"), fields="L: frog", menhirs="L: elf"), "1:squirrel-L"),
            "+frog",
            [
                "Blue takes a token from L",
                "The Menhir of L: Elf",
                "Blue's second Korrigan carries the Elf",
                "Turn 1 is complete",
                "Green must move a Korrigan",
            ],
        ),
        (
            play(
                table(UNMASKED, seat("D J"), fields="L: g3 g4", ledger=(Unmasked(0),)),
                "1:squirrel-L",
            ),
            "+g4",
            ["Blue takes a token from L: 4 gold", "Turn 1 is complete", "Green must move a Korrigan"],
        ),
        (
            table(seat("A V", "g3"), seat("D J")),
            "-g3=hare",
            [
                "Blue cannot move: no hare or squirrel or bird or mouse or mole is behind the screen",
                "Blue gives up a token",
                "Blue gets a Backup Companion: hare",
                "Blue must move a Korrigan",
            ],
        ),
        (
            table(seat("A V"), seat("D J", "hare g1"), pending=korrigans.ChooseOpponent(0)),
            "unmask:green",
            [
                "The screen of Green is removed",
                "Green shows hare, 1 gold",
                "Turn 1 is complete",
                "Green must move a Korrigan",
            ],
        ),
        (
            table(seat("A V"), seat("D J"), pending=korrigans.ChooseLink(0)),
            "troll:A|B",
            ["The Troll closes A|B", "Turn 1 is complete", "Green must move a Korrigan"],
        ),
    ],
)
def test_a_decision_is_told_in_order(before, decision, told):
    """Each decision is told with everything that follows from it, and with what is asked then."""
    assert [str(each) for each in changes(before, play(before, decision))] == told


def test_the_rainbow_is_told():
    """A pawn is drawn when the round begins, and covers a sun (rules 3.1 to 3.3)."""
    state = table(seat("A V"), seat("D J"), pending=korrigans.ChooseLink(1))
    told = changes(state, play(state, "troll:A|B"))
    drawn = str(state.bag[0])
    assert [str(each) for each in told[2:]] == [
        "Round 2 begins" if state.round == 1 else f"Round {state.round + 1} begins",
        f"The {drawn} pawn is drawn",
        f"Blue must put the pawn on a Sun ({drawn})",
    ]
    after = play(state, "troll:A|B")
    assert str(changes(after, play(after, "sun3"))[0]) == f"The {drawn} pawn covers the Sun of row 3"
    second = evolve(after, pending=korrigans.ChooseCloud(0, state.bag[0]))
    assert str(changes(second, play(second, "cloud2"))[0]) == f"The {drawn} pawn covers the Cloud of column 2"


def test_the_final_turns_are_told():
    """Companions are revealed when a final turn begins, discarded when they are used; all is shown at the end."""
    full = table(seat("A V", "hare g1"), seat("D J"), suns=SIX_SUNS, pending=korrigans.ChooseCauldronField(1))
    assert [str(each) for each in changes(full, play(full, "cauldron:I"))] == [
        "The Cauldron appears in I",
        "Blue reveals a hare",
        "The final turn of Blue begins",
        "Blue must move on or end the final turn",
    ]
    state = final(seat("A I", open="hare"), seat("D J", "g4"))
    moved = play(state, "0:hare>K")
    assert [str(each) for each in changes(state, moved)] == [
        "Blue discards a hare",
        "Blue's first Korrigan moves from A to K",
        "Blue must move on or end the final turn",
    ]
    ended = play(moved, "end")
    assert "The final turn of Green begins" in [str(each) for each in changes(moved, ended)]
    assert [str(each) for each in changes(ended, play(ended, "end"))][-3:-1] == [
        "Green shows 4 gold",
        f"Turn {ended.turn + 1} is complete",
    ]
    assert isinstance(changes(ended, play(ended, "end"))[-1], Won)


@pytest.mark.slow
def test_equal_for_whoever_looks_means_that_nothing_is_told():
    """Changes are told if and only if the viewer can tell the states apart; the last one is what is asked."""
    for before, _, after in decisions():
        for viewer in (None, *range(len(before.seats))):
            assert changes(before, before, viewer=viewer) == ()
            told = changes(before, after, viewer=viewer)
            assert bool(told) == (observe(before, viewer) != observe(after, viewer))
            assert isinstance(told[-1], Asked | Won)
            assert SetAnew() not in told
            assert all(isinstance(each, Change) and str(each) for each in told)


def test_nothing_hidden_is_told():
    """Decisions that a viewer cannot tell apart have the same changes for that viewer (rule 9)."""
    rng, compared = Random(1), 0
    for before, _, after in list(decisions())[::6]:
        for viewer in (None, *range(len(before.seats))):
            other = sample_hidden(observe(before, viewer), rng)
            for action in korrigans.legal_actions(other):
                later = korrigans.apply(other, action)
                if observe(later, viewer) == observe(after, viewer):
                    assert changes(other, later, viewer=viewer) == changes(before, after, viewer=viewer)
                    compared += later != after
    assert compared > 250


def test_several_decisions_at_once():
    """No single decision leads from one state to the other: what came between is not told."""
    start = korrigans.new_game(seed=7)
    later = play(start, "@A", korrigans.format_action(korrigans.legal_actions(play(start, "@A"))[0]))
    assert changes(start, later) == (SetAnew(), Asked(later.pending))
    assert changes(start, later, viewer=0) == (SetAnew(), Asked(later.pending))


@pytest.mark.untraced
def test_going_back_sets_the_table_anew():
    """As after an undo: it is told that everything may differ, and what is asked."""
    for before, action, after in decisions():
        if not isinstance(action, Pass | korrigans.Sacrifice):
            told = changes(after, before)
            assert told[-1] == Asked(before.pending)
    start = korrigans.new_game(seed=7)
    placed = korrigans.apply(start, Place("A"))
    assert changes(placed, start) == (SetAnew(), Asked(start.pending))
    assert str(SetAnew()) == "The game jumps to another position"


def test_only_states_of_one_game():
    """Of one board, variant and number of players."""
    start = korrigans.new_game(seed=7)
    other: Board = evolve(start.board, status="mine")
    for wrong, message in (
        (
            korrigans.new_game(seed=7, players=3),
            "the states belong to different games: their numbers of players are 2 and 3",
        ),
        (korrigans.new_game(seed=7, variant=Variant(side="advanced")), "their rule options are the default and "),
        (
            korrigans.new_game(seed=7, board=evolve(start.board, id="mine")),
            "their boards are reconstruction-1 and mine",
        ),
        (korrigans.new_game(seed=7, board=other), "their boards differ, though both have the id reconstruction-1"),
        (7, "7 is not a State of Korrigans"),
    ):
        with pytest.raises(DefinitionError, match=message):
            changes(start, wrong)
    with pytest.raises(DefinitionError, match="9 is not a player"):
        changes(start, start, viewer=9)


def test_every_change_has_a_sentence():
    """Without a full stop, as for a log."""
    assert str(TokensShown(0, ())) == "Blue has no token to show"
    assert str(TokensShown(1, (Clover.HARE,))) == "Green shows hare"
    assert str(MenhirTaken("A", Menhir.GOLD3)) == "The Menhir of A: 3 gold"
    assert str(MenhirTaken("A", None)) == "The Menhir of A is taken", "as stored documents can say"
    assert str(Bought(0, Companion.HARE)) == "Blue gets a Backup Companion: hare"
    assert str(Carries(0, 1, None)) == "Blue's second Korrigan carries nothing"
    assert str(Carries(1, 0, Carried.GOBLIN)) == "Green's first Korrigan carries the Goblin"
    codes = {code.partition("/")[0] for code in EVENTS.english.templates}
    assert codes == {tag_of(kind) for kind in get_args(Change)}


def test_a_change_is_said_in_another_language():
    """A seat comes with its number and its English name."""

    def words(value):
        return "Bleu" if value == Named(0, "Blue") else {Companion.HARE: "un lièvre"}.get(value, str(value))

    french = Phrasebook({"bought": "{seat} achète {backup}"}, words=words)
    assert french.sentence(Bought(0, Companion.HARE)) == "Bleu achète un lièvre"


def test_a_field_shows_its_tokens_to_the_korrigan_there():
    """Nobody else sees them (rule 5.1). Once one is chosen, nothing further is seen."""
    start = korrigans.new_game(seed=7)
    placed = korrigans.apply(start, korrigans.Place("A"))
    assert [korrigans.reveals(start, placed, viewer=viewer) for viewer in (0, 1, None)] == [True, False, False]
    taken = korrigans.apply(placed, korrigans.legal_actions(placed)[0])
    assert not korrigans.reveals(placed, taken, viewer=0)
