"""Several people at one keyboard: what one may see, another one does not."""

from __future__ import annotations

import sys
from contextlib import ExitStack

import pytest

from cairn_rules import Match, MatchError, korrigans
from cairn_rules.cli.play.blocks import Kind
from cairn_rules.cli.play.input_line import answer, completions
from cairn_rules.cli.play.session import Session, Wish
from cairn_rules.cli.play.table import Table
from support.tables import final, seat, table


def session(state, *names):
    """A session with these players, people by default."""
    names = names or ("human",) * len(state.seats)
    return Session(Match(korrigans, state), Table(names=dict(enumerate(names))), seed=1)


def done(playing):
    """The decisions so far, as text."""
    return list(map(korrigans.format_action, playing.match.history))


def said(answered):
    """All that was answered, in one line."""
    return " ".join(" ".join(block.text.split()) for block in answered.blocks)


PLACED = "1. Blue @A: Blue's first Korrigan is placed in A"
OWN = "You can only take back your own last decision, while you still decide."
SHOWN = "What has shown something hidden is not taken back between people."


def assert_kept(playing, refused):
    """Undo is refused, and tells nothing."""
    before = playing.match.history
    answered = answer(playing, "undo")
    assert (answered.wish, said(answered)) == (Wish.AGAIN, refused)
    with pytest.raises(MatchError, match=refused):
        playing.undo()
    assert playing.match.history == before
    assert "Undo" not in playing.record().tags


def test_nobody_takes_back_what_another_one_decided():
    """Blue took a mouse; Green, who is asked now, can neither take that back nor read it."""
    playing = session(korrigans.new_game(seed=4))
    for line in ("@A", "+mouse"):
        answer(playing, line)
    assert_kept(playing, OWN)


def test_nobody_looks_and_goes_elsewhere():
    """Blue saw what lies in A (rule 9.1), and stays there."""
    playing = session(korrigans.new_game(seed=4))
    answer(playing, "@A")
    assert_kept(playing, SHOWN)


def test_people_can_agree_beforehand_that_everything_is_taken_back():
    """The record says what was, and that it may be."""
    state = korrigans.new_game(seed=4)
    playing = Session(Match(korrigans, state), Table(names={0: "human", 1: "human"}, undo="free"), seed=1)
    for line in ("@A", "+mouse"):
        answer(playing, line)
    assert said(answer(playing, "undo")) == "Taken back: Blue +mouse"
    assert said(answer(playing, "undo")) == "Taken back: Blue @A"
    assert playing.record().tags["Undo"] == "free; 1: @A"


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        # The last token shows the Menhir (rule 5.5).
        (table(seat("A V", "hare"), seat("D J", "hare"), fields="K: g1", menhirs="K: troll"), "0:hare-K +g1"),
        # In the rush the next pawn is drawn at once (rule 3.6).
        (
            table(
                seat("A V"),
                suns="red orange yellow green blue",
                clouds="red orange yellow green",
                bag="indigo indigo violet violet",
                bag_holder=1,
                pending=korrigans.ChooseCloud(1, korrigans.Pawn.BLUE),
            ),
            "cloud5",
        ),
    ],
)
def test_what_came_up_is_not_taken_back(state, lines):
    """A Menhir and a pawn cannot be covered again."""
    playing = session(state)
    for line in lines.split():
        answer(playing, line)
    assert_kept(playing, SHOWN)


def test_an_own_decision_that_showed_nothing_is_taken_back():
    """A movement of the final turn, and which sun is covered by the one who moves then."""
    playing = session(final(seat("A V", open="hare hare"), seat("D J")))
    for line in ("0:hare>K", "1:hare>P"):
        answer(playing, line)
    assert said(answer(playing, "undo")) == "Taken back: Blue 1:hare>P"
    assert said(answer(playing, "undo")) == "Taken back: Blue 0:hare>K"
    assert done(playing) == []
    assert_kept(playing, "You have no decision to take back.")


def test_one_person_takes_back_what_the_computer_answered():
    """Alone there is nobody to hide anything from; what it has shown is asked about once, and recorded."""
    playing = session(korrigans.new_game(seed=4), "human", "random")
    for line in ("@A", "+mouse"):
        answer(playing, line)
    while not playing.asks_person:
        playing.opponent_decides()
    assert said(answer(playing, "undo")).startswith("Taken back: Blue +mouse, Green ")
    asked = answer(playing, "undo")
    assert said(asked) == (
        "This has shown you something hidden: Blue's first Korrigan is placed in A. "
        "Type undo again to take it back; the record will say so."
    )
    assert (asked.wish, done(playing)) == (Wish.AGAIN, ["@A"])
    assert said(answer(playing, "undo")) == "Taken back: Blue @A"
    assert playing.record().tags["Undo"] == "1: @A"
    assert playing.awaited is None
    answer(playing, "2")
    (other,) = done(playing)
    assert said(answer(playing, "undo")) == f"Taken back: Blue {other}"
    assert playing.record().tags["Undo"] == f"1: @A; 1: {other}"


def test_the_keyboard_is_handed_over_before_anything_is_shown():
    """Green is awaited; nothing of Green's can be completed before, and all that is new is told after."""
    playing = session(korrigans.new_game(seed=4))
    assert playing.awaited == 0
    assert completions(playing, "@") == []
    playing.hand_over()
    assert playing.awaited is None
    assert completions(playing, "@") == ["@A", "@G"]
    assert "1 @A  Place a Korrigan in Barley Corner (A)" in playing.screen()[-1].text
    for line in ("@A", "+mouse"):
        answer(playing, line)
        if playing.awaited is None:
            playing.screen()
    assert playing.awaited == 1
    playing.hand_over()
    told = [block.text for block in playing.screen() if block.kind is Kind.CHANGES]
    assert told == [PLACED, "1. Blue: Blue takes a token from A"]
    for line in ("@D", "1"):
        answer(playing, line)
        playing.screen()
    playing.hand_over()
    told = [block.text for block in playing.screen() if block.kind is Kind.CHANGES]
    assert told[-2:] == [
        "2. Green @D: Green's first Korrigan is placed in D",
        "2. Green: Green takes a token from D",
    ]
    assert PLACED not in told


@pytest.mark.untraced
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_the_screen_is_cleared_and_typed_lines_are_forgotten(tmp_path, terminal):
    """Nothing that Blue saw or typed is there when Green sits down; Green's part is shown after Enter."""
    from support.pseudo_terminal import PseudoTerminal  # noqa: PLC0415 - not on every system

    with ExitStack() as stack:
        arguments = ("--game", "korrigans", "--seed", "4", "--blue", "human", "--green", "human")
        opened = stack.enter_context(PseudoTerminal(tmp_path, *arguments, TERM=terminal))
        hand_over = r"%s, press Enter when nobody else is looking: "
        assert "saved in game-" in opened.until(hand_over % "Blue")
        assert "Tokens in A: bird, mouse" in opened.answer("") + opened.answer("@A")
        opened.type("+mouse\r")
        shown = opened.until(hand_over % "Green")
        last = opened.raw[opened.raw.rindex("+mouse") :]
        if terminal == "dumb":
            assert "\x1b" not in last
            assert last.count("\n") >= 24
        else:
            assert "\x1b[H\x1b[2J\x1b[3J" in last
        assert "lie" not in shown
        opened.type("\x1b[A")  # the line that was typed last
        told = opened.answer("")
        assert "1. Blue: Blue takes a token from A" in told
        assert "mouse" not in told
