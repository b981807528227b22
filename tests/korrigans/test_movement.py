"""Movement: the six companions, the Troll, revealing, Backup Companions (rules page, section 4)."""

from __future__ import annotations

import pytest
from attrs import evolve

from cairn_rules import korrigans
from cairn_rules.korrigans import ChooseMove, Clover, Companion, Link, LinkKind, default_board
from cairn_rules.korrigans.events import Revealed, RuledOut, Sacrificed
from support.tables import code, play, seat, table, texts


def goals(state, which: int = 0) -> str:
    """Where a Korrigan can go, as one text."""
    return "".join(text[-1] for text in texts(state) if text.startswith(f"{which}:"))


@pytest.mark.parametrize(
    ("origin", "companion", "expected"),
    [
        ("A", "hare", "KP"),
        ("V", "hare", "P"),
        ("A", "squirrel", "B"),
        ("V", "squirrel", "L"),
        ("B", "mouse", "C"),
        ("V", "mouse", "MO"),
        ("A", "mouse", ""),
        ("A", "bird", "HJM"),
        ("E", "bird", "CNP"),
        ("V", "bird", ""),
        ("A", "mole", "DFHIK"),
        ("V", "mole", ""),
        ("C", "frog", "GJLNP"),
        ("A", "frog", ""),
    ],
)
def test_each_companion_has_its_own_way(origin, companion, expected):
    """Open links, doors, bridges, colours, molehills, pontoons (rules 4.4 to 4.9)."""
    state = table(seat(f"{origin} E+elf", f"{companion} hare"))
    reached = [text for text in texts(state) if text.startswith(f"0:{companion}-")]
    assert reached == [f"0:{companion}-{to}" for to in expected]


OTHER_DECISIONS = (
    *("@A", "+hare", "sun1", "cloud1", "decline", "goblin:green.0", "unmask:green", "troll:A|B", "cauldron:E"),
    *("0:hare>K", "end"),
)
"""An action of each class that is for another decision than a turn."""


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("0:hare-B", "move/no-open 4.4"),
        ("0:squirrel-K", "move/no-door 4.5"),
        ("0:mouse-B", "move/no-bridge 4.6"),
        ("0:bird-B", "move/other-colour 4.7"),
        ("0:mole-B", "move/no-molehill 4.8"),
        ("1:mole-A", "move/no-molehill 4.8"),
        ("0:frog-C", "move/no-pontoon 4.9"),
        ("1:frog-A", "move/no-pontoon 4.9"),
        ("0:hare-A", "move/same-field 4.1"),
        ("pass", "pass/can-move 4.15"),
        ("-g1=hare", "sacrifice/can-move 4.11"),
        # Every decision that is not asked now.
        *((action, "decision/move 4.1") for action in OTHER_DECISIONS),
    ],
)
def test_a_movement_that_is_none_has_a_reason(action, reason):
    """Each reason names its rule."""
    state = table(seat("A P", "hare squirrel mouse bird mole frog g1"))
    assert code(state, action) == reason


def test_only_own_companions_carry():
    """A movement needs a companion that its player owns (rule 4.1)."""
    state = table(seat("A V", "hare"), seat("D J", "mole"))
    assert code(state, "0:mole-D") == "move/no-companion 4.1"
    assert code(state, "0:hare-K") is None


def test_reasons_name_players_fields_and_tokens():
    """A reason is a sentence for people."""
    state = table(seat("A V", "hare"))
    reason = korrigans.why_illegal(state, korrigans.Move(0, Companion.HARE, "B"))
    assert str(reason) == "no open link joins Barley Corner (A) and Boulder Lane (B) [move/no-open, rule 4.4]"
    reason = korrigans.why_illegal(state, korrigans.Move(0, Companion.MOLE, "D"))
    assert str(reason) == "Blue has no mole [move/no-companion, rule 4.1]"


def test_values_that_no_text_has_are_refused():
    """Korrigans are 0 and 1, and fields are those of the board (rule 4.1)."""
    state = table(seat("A V", "hare"))
    assert korrigans.why_illegal(state, korrigans.Move(2, Companion.HARE, "K")).code == "move/no-korrigan"
    assert korrigans.why_illegal(state, korrigans.Move(0, Companion.HARE, "Z")).code == "move/no-field"
    assert korrigans.why_illegal(state, "0:hare-K").code == "action/unknown"


def test_a_companion_is_revealed_at_its_first_use():
    """It goes before the screen and stays, and serves again (rules 4.1, 4.2)."""
    state = play(table(seat("A V", "hare hare g1"), seat("D J", "hare")), "0:hare-K")
    assert state.seats[0].hidden == (Clover.HARE, Clover.GOLD1)
    assert state.seats[0].revealed == (Companion.HARE,)
    assert state.ledger == (Revealed(0, Companion.HARE),)
    again = play(state, "0:hare-E", "sun1", "0:hare-A")
    assert again.seats[0] == evolve(state.seats[0], korrigans=again.seats[0].korrigans)
    assert again.ledger == (Revealed(0, Companion.HARE), Revealed(1, Companion.HARE))


def test_fields_have_room():
    """A Korrigan may go where others stand, those of its own player too (rule 4.3)."""
    state = table(seat("A K", "hare"), seat("P J"))
    assert {"0:hare-K", "0:hare-P"} <= set(texts(state))
    assert [each.field for each in play(state, "0:hare-K").seats[0].korrigans] == ["K", "K"]


def test_korrigans_that_are_alike_are_one():
    """Two Korrigans in one field that carry the same cannot be told apart (rule 14.2)."""
    state = table(seat("A A", "hare"))
    assert texts(state) == ["0:hare-K", "0:hare-P"]
    assert code(state, "1:hare-K") == "move/same-korrigan 4.1"
    different = table(seat("A A+elf", "hare"))
    assert texts(different) == ["0:hare-K", "0:hare-P", "1:hare-K", "1:hare-P"]


def test_the_troll_closes_its_link():
    """Nobody crosses it, in either direction (rule 4.10)."""
    state = table(seat("A K", "hare mole"), troll="A-K")
    assert [text for text in texts(state) if "hare" in text] == ["0:hare-P"]
    assert code(state, "0:hare-K") == "move/troll 4.10"
    assert code(state, "1:hare-A") == "move/troll 4.10"
    assert code(state, "0:mole-K") is None


@pytest.mark.parametrize(
    ("origin", "companion", "to", "troll"),
    [("A", "mole", "K", "A-K"), ("L", "frog", "P", "L|P"), ("B", "bird", "K", "")],
)
def test_the_troll_may_stop_jumps(origin, companion, to, troll):
    """With `troll_blocks_jumps` birds, moles and frogs are stopped between its two fields (rule 10.4)."""
    state = table(seat(f"{origin} V", companion), troll=troll or "A-K", variant={"troll_blocks_jumps": True})
    assert code(state, f"0:{companion}-{to}") == ("move/troll 4.10" if troll else None)


def test_another_link_between_the_same_fields_stays_open():
    """The Troll closes one link, not a pair of fields (rules 1.1, 4.10)."""
    board = default_board()
    both = evolve(board, links=(*board.links, Link(LinkKind.DOOR, ("A", "K"))))
    state = table(seat("A V", "hare squirrel"), troll="A-K", board=both)
    assert code(state, "0:hare-K") == "move/troll 4.10"
    assert code(state, "0:squirrel-K") is None


STUCK = "bird g1 g1"
"""In the village, whose colour no other field has, a bird goes nowhere."""


def test_who_is_stuck_must_sacrifice():
    """Any token behind the screen for a hare or a squirrel, then the movement (rules 4.11 to 4.13)."""
    state = table(seat("V V+elf", STUCK))
    assert texts(state) == ["-bird=hare", "-bird=squirrel", "-g1=hare", "-g1=squirrel"]
    assert code(state, "pass") == "pass/can-sacrifice 4.15"
    after = play(state, "-g1=squirrel")
    assert after.seats[0].hidden == (Clover.BIRD, Clover.GOLD1)
    assert after.seats[0].backups == (Companion.SQUIRREL,)
    assert after.backups == 4
    assert after.pending == ChooseMove(0)
    assert texts(after) == ["0:squirrel-L", "1:squirrel-L"]
    moved = play(after, "0:squirrel-L")
    assert moved.seats[0].backups == (Companion.SQUIRREL,)
    assert not moved.seats[0].revealed


def test_a_forced_sacrifice_tells_everybody():
    """No hidden companion fits, so those that would are not there (rule 9.6)."""
    after = play(table(seat("V V", STUCK)), "-g1=hare")
    fitting = (Companion.HARE, Companion.SQUIRREL, Companion.MOUSE)
    assert after.ledger == (RuledOut(0, fitting), Sacrificed(0, Clover.GOLD1))


def test_the_side_must_help_if_one_does():
    """With the Troll before the hare only a squirrel can be bought (rule 4.13)."""
    state = table(seat("V V", STUCK), troll="P-V")
    assert texts(state) == ["-bird=squirrel", "-g1=squirrel"]
    assert code(state, "-g1=hare") == "sacrifice/useless-side 4.13"


def test_what_cannot_be_paid():
    """Only what is behind the screen, while Backup Companions are left, for one of their sides (rules 4.12 to 4.14)."""
    state = table(seat("V V", STUCK))
    assert code(state, "-g2=hare") == "sacrifice/no-token 4.12"
    reason = korrigans.why_illegal(state, korrigans.parse_action("-g2=hare", state))
    assert reason is not None
    assert reason.text == "Blue has no 2 gold token behind the screen"
    assert code(state, "-g1=frog") == "sacrifice/no-side 4.13"
    without = table(seat("V V", STUCK), backups=0)
    assert code(without, "-g1=hare") == "sacrifice/no-backup 4.14"


@pytest.mark.parametrize(("hidden", "backups"), [("", 5), (STUCK, 0)])
def test_who_can_do_nothing_passes(hidden, backups):
    """No token or no Backup Companion (rule 4.15); everybody learns the same of it (rule 9.6)."""
    state = table(seat("V V", hidden, open="bird"), backups=backups)
    assert texts(state) == ["pass"]
    after = play(state, "pass")
    assert after.pending == ChooseMove(1)
    assert after.turn == state.turn + 1
    assert after.ledger == (RuledOut(0, (Companion.HARE, Companion.SQUIRREL, Companion.MOUSE)),)


def lonely_village():
    """A board whose village has one link, a door."""
    board = default_board()
    return evolve(board, links=[link for link in board.links if "V" not in link.ends or link.kind is LinkKind.DOOR])


@pytest.mark.parametrize("rule", ["forced", "voluntary"])
def test_a_sacrifice_of_no_use_is_none(rule):
    """When neither side allows a movement the turn is passed, in both variants (rules 4.15, 10.2)."""
    state = table(seat("V V", STUCK), troll="L|V", board=lonely_village(), variant={"backup": rule})
    assert texts(state) == ["pass"]
    assert code(state, "-g1=hare") == "sacrifice/useless 4.15"
    assert play(state, "pass").ledger == ()


def test_a_voluntary_sacrifice():
    """With `backup="voluntary"` one may be made before any movement, and tells nothing (rules 9.6, 10.2)."""
    state = table(seat("A A", "hare"), variant={"backup": "voluntary"})
    assert texts(state) == ["0:hare-K", "0:hare-P", "-hare=hare", "-hare=squirrel"]
    after = play(state, "-hare=squirrel")
    assert after.ledger == (Sacrificed(0, Clover.HARE),)
    assert texts(after) == ["0:squirrel-B"]
    stuck = table(seat("V V", "g1"), troll="P-V", variant={"backup": "voluntary"})
    assert texts(stuck) == ["-g1=squirrel"]
    assert play(stuck, "-g1=squirrel").ledger == (Sacrificed(0, Clover.GOLD1),)
