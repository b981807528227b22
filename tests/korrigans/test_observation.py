"""What each seat may know of a state (rules page, section 9)."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from cairn_rules import DefinitionError
from cairn_rules.korrigans import (
    Clover,
    Companion,
    Look,
    Menhir,
    Over,
    PlaceKorrigan,
    Remembered,
    Take,
    apply,
    current_player,
    legal_actions,
    new_game,
    observe,
)
from cairn_rules.korrigans.events import (
    FinalTurnBegun,
    Revealed,
    RuledOut,
    Sacrificed,
    SacrificedUnseen,
    Taken,
    TakenUnseen,
    Unmasked,
)
from support.tables import SIX_SUNS, clovers, final, play, seat, table

EVERYBODY = (None, 0, 1)


def placing(fields, **others):
    """The first decision of two players, with these tokens in the fields."""
    return table(seat(), seat(), fields=fields, **others)


def two_placed():
    """Blue took a mole in A, where gold stays; Green must take in D."""
    return play(placing("A: mole g1, D: hare g4, G: g2 g3, J: bird frog"), "@A", "+mole", "@D")


def test_only_who_gathers_sees_what_lies_in_the_field():
    """Tokens of a field are seen by the player who is to take one there, at that moment (rule 9.1)."""
    state = two_placed()
    assert observe(state, 1).offered == clovers("hare g4")
    assert observe(state, 0).offered == observe(state, None).offered == ()
    after = play(state, "+g4")
    assert [observe(after, player).offered for player in EVERYBODY] == [(), (), ()]


def test_the_number_of_tokens_in_a_field_is_public():
    """Everybody can count the tokens of a field (rule 9.1)."""
    state = two_placed()
    for player in EVERYBODY:
        seen = observe(state, player)
        counts = {field.id: number for field, number in zip(state.board.fields, seen.clovers, strict=True) if number}
        assert counts == {"A": 1, "D": 2, "G": 2, "J": 2}


def test_who_took_knows_what():
    """The owner sees the tokens behind the screen; the others know how many there are (rule 9.2)."""
    state = two_placed()
    mine, theirs = observe(state, 0), observe(state, 1)
    assert (mine.seats[0].hidden, mine.seats[0].tokens) == (clovers("mole"), 1)
    assert (theirs.seats[0].hidden, theirs.seats[0].tokens) == (None, 1)
    assert mine.ledger == (Taken(0, "A", Clover.MOLE),)
    assert theirs.ledger == observe(state, None).ledger == (TakenUnseen(0, "A"),)


def test_looks_are_remembered():
    """A seat remembers all that it found in a field, the token that it took included (rule 9.1)."""
    state = play(two_placed(), "+g4", "@G", "+g3", "@J", "+bird")
    assert observe(state, 0).looks == (Look("A", clovers("mole g1")), Look("G", clovers("g2 g3")))
    assert observe(state, 1).looks == (Look("D", clovers("hare g4")), Look("J", clovers("bird frog")))
    assert observe(state, None).looks == ()


def test_a_removed_screen_shows_what_comes_and_what_is_there_but_not_what_was():
    """Tokens of a seat without a screen lie open, those taken later too (rules 6.4, 9.2)."""
    state = table(seat("A G", "hare g1"), seat("D J", "hare"), fields="E: g2 g3, P: g4", menhirs="P: leprechaun")
    state = play(state, "0:hare-P", "+g4", "unmask:green")
    assert observe(state, None).seats[1].hidden == clovers("hare")
    assert observe(state, None).seats[0].hidden is None
    state = play(state, "0:hare-E", "+g3")
    assert observe(state, 0).ledger == (
        Revealed(0, Companion.HARE),
        Taken(0, "P", Clover.GOLD4),
        Unmasked(1),
        Revealed(1, Companion.HARE),
        Taken(1, "E", Clover.GOLD3),
    )
    assert observe(state, None).ledger[1:] == (TakenUnseen(0, "P"), *observe(state, 0).ledger[2:])
    assert observe(state, 0).seats[1].hidden == clovers("g3")
    # What Green left in E, Blue did not see.
    assert observe(state, 0).looks == (Look("P", clovers("g4")),)


def test_what_was_taken_before_the_screen_was_removed_stays_unseen():
    """Only the tokens are seen, not in which fields they were taken (rule 6.4)."""
    taken = (Taken(1, "D", Clover.HARE), Sacrificed(1, Clover.GOLD1), Unmasked(1), Sacrificed(1, Clover.GOLD2))
    state = table(seat("A G"), seat("D J", "hare", backups="hare hare", screen=False), ledger=taken)
    assert observe(state, 0).ledger == (TakenUnseen(1, "D"), SacrificedUnseen(1), *taken[2:])
    assert observe(state, 1).ledger == taken
    assert observe(state, 0).seats[1].hidden == clovers("hare")


def test_a_sacrifice_is_unseen_but_tells_what_is_not_there():
    """The others do not see what is given up; that nothing fits they all learn (rules 4.12, 9.6)."""
    state = play(table(seat("A G", "g1 g2")), "-g2=hare")
    # Any companion leads on from A or from G.
    assert observe(state, 1).ledger == (RuledOut(0, tuple(Companion)), SacrificedUnseen(0))
    assert observe(state, 0).ledger == (RuledOut(0, tuple(Companion)), Sacrificed(0, Clover.GOLD2))
    assert str(observe(state, 1).ledger[1]) == "Blue gives up a token"
    assert str(observe(state, 0).ledger[1]) == "Blue gives up a token: 2 gold"
    assert observe(state, 1).seats[0].tokens == 1


def test_menhirs_and_the_bag_are_known_but_for_their_order():
    """Which Menhirs and pawns are left is public; where they lie and what comes next is not (rules 9.3, 9.4)."""
    state = table(seat("A G"), fields="K: g1, P: g1", menhirs="K: troll, P: elf")
    other = table(
        seat("A G"), fields="K: g1, P: g1", menhirs="K: elf, P: troll", bag=" ".join(map(str, state.bag[::-1]))
    )
    assert other.bag != state.bag
    for player in EVERYBODY:
        seen = observe(other, player)
        assert seen.menhirs_left == (Menhir.ELF, Menhir.TROLL)
        assert [field.id for field, there in zip(state.board.fields, seen.menhirs, strict=True) if there] == ["K", "P"]
        assert seen.bag == state.bag
        assert seen == observe(state, player)


def test_gold_stays_hidden_until_the_score_is_counted():
    """Companions are revealed at the start of the own final turn, gold at the end of the game (rules 7.4, 9.7)."""
    state = final(seat("A G", "g1 g2"), seat("D J", "hare g3"))
    assert observe(state, 0).seats[1].hidden is None
    state = play(state, "end")
    assert observe(state, 0).ledger == (Revealed(1, Companion.HARE), FinalTurnBegun(1))
    assert (observe(state, 0).seats[1].hidden, observe(state, 0).seats[1].tokens) == (None, 1)
    state = play(state, "end")
    assert isinstance(state.pending, Over)
    for player in EVERYBODY:
        assert [each.hidden for each in observe(state, player).seats] == [clovers("g1 g2"), clovers("g3")]


def test_the_end_does_not_tell_who_took_what():
    """What is counted at the end are the tokens that are left (rule 9.7)."""
    state = table(
        seat("A G"),
        seat("D J", "g3"),
        ledger=(Taken(1, "D", Clover.GOLD3), Taken(1, "J", Clover.FROG)),
        cauldron="I",
        suns=SIX_SUNS,
    )
    state = play(state, "end", "end")
    assert observe(state, 0).ledger[:2] == (TakenUnseen(1, "D"), TakenUnseen(1, "J"))


def test_the_library_remembers_what_a_player_left_where_the_option_asks_for_it():
    """The option shows what was left at the last look, and how many were taken since (rule 10.5)."""
    fields = "A: mole g1 g2, G: hare g3, D: hare, J: g1"
    state = play(placing(fields, variant={"memory_aid": True, "side": "advanced"}), "@A", "+g1", "@A", "+mole")
    assert dict(observe(state, 0).remembered) == {"A": Remembered(clovers("mole g2"), 1)}
    assert dict(observe(state, 1).remembered) == {"A": Remembered(clovers("g2"), 0)}
    state = play(state, "@G", "+hare")
    assert list(observe(state, 0).remembered.items()) == [
        ("A", Remembered(clovers("mole g2"), 1)),
        ("G", Remembered(clovers("g3"), 0)),
    ]
    assert not observe(state, None).remembered
    state = play(placing(fields), "@A", "+g1")
    assert not observe(state, 0).remembered
    assert observe(state, 0).looks == (Look("A", clovers("mole g1 g2")),)


@pytest.mark.parametrize("player", [2, -1, True, "blue", 0.0])
def test_there_is_no_such_player(player):
    """Only the seats of the game, and a spectator, observe it."""
    with pytest.raises(DefinitionError, match=r"is not a player \(0 to 1, or None for a spectator\)"):
        observe(new_game(seed=1), player)


def test_an_observation_says_whose_it_is():
    """In short, as a state does."""
    state = new_game(seed=1)
    assert repr(observe(state, 1)) == (
        "<Observation of Green in round 0, after 0 turns, Blue: PlaceKorrigan(seat=0, korrigan=0)>"
    )
    assert repr(observe(state, None)).startswith("<Observation of a spectator in")
    over = play(final(seat("A G"), seat("D J")), "end", "end")
    assert "Over(" in repr(observe(over, 0))


# Pairs of states that differ only in what somebody may not know.

FIELDS = "K: hare g1, E: frog g2, P: g3 g4"


def hidden_pair(name):
    """Two states by what is different: where, and for whom they are equal."""
    stones = {"menhirs": "K: elf, E: fairy"}
    blue, green, poor = seat("A G", "hare mole"), seat("D J", "bird g1"), seat("D J", "bird g4")
    plain = table(blue, green, fields=FIELDS, **stones)
    taken = (Taken(1, "D", Clover.BIRD), Taken(1, "J", Clover.GOLD1), Taken(0, "A", Clover.HARE))
    swapped = (Taken(1, "D", Clover.GOLD1), Taken(1, "J", Clover.BIRD), taken[2])
    pairs = {
        "two fields": (plain, table(blue, green, fields="K: frog g1, E: hare g2, P: g3 g4", **stones)),
        "two menhirs": (plain, table(blue, green, fields=FIELDS, menhirs="K: fairy, E: elf")),
        "a token of green": (plain, table(blue, poor, fields="K: hare g1, E: frog g2, P: g1 g3", **stones)),
        "who took which": (evolve(plain, ledger=taken), evolve(plain, ledger=swapped)),
        "a sacrifice": tuple(evolve(plain, ledger=(Sacrificed(1, each),)) for each in (Clover.GOLD1, Clover.MOLE)),
    }
    return pairs[name]


@pytest.mark.parametrize(
    ("name", "blind"),
    [
        ("two fields", [None, 0, 1]),
        ("two menhirs", [None, 0, 1]),
        ("a token of green", [None, 0]),
        ("who took which", [None, 0]),
        ("a sacrifice", [None, 0]),
    ],
)
def test_what_a_seat_may_not_know_makes_no_difference_to_it(name, blind):
    """States that differ only in what a seat may not know give it equal observations (rules 9.1 to 9.4)."""
    one, other = hidden_pair(name)
    assert one != other
    for player in EVERYBODY:
        is_equal = observe(one, player) == observe(other, player)
        assert is_equal is (player in blind)
        if is_equal:
            assert hash(observe(one, player)) == hash(observe(other, player))
            assert repr(observe(one, player)) == repr(observe(other, player))


def test_a_field_that_was_looked_at_makes_a_difference():
    """Who saw what lay in K knows what is there after another one took from it (rule 9.1)."""
    green = seat("D J", "frog")
    known = (Taken(0, "K", Clover.HARE),)
    blue = seat("A G", "hare")
    one, other = (table(blue, green, fields=there, ledger=known) for there in ("K: g1 g2, E: g3", "K: g1 g3, E: g2"))
    assert observe(one, 0) != observe(other, 0)
    assert observe(one, 1) == observe(other, 1)
    assert observe(one, None) == observe(other, None)


def test_games_that_go_alike_look_alike_from_outside():
    """However different the tokens are, from outside no difference is seen while Korrigans are placed (rule 2.5)."""
    rng = Random(5)
    for seed in range(10):
        one = new_game(seed=seed, players=3)
        other = evolve(new_game(seed=seed + 100, players=3), bag=one.bag)
        for _ in range(12):
            assert one != other
            assert observe(one, None) == observe(other, None)
            if isinstance(one.pending, PlaceKorrigan):
                action = rng.choice(legal_actions(one))
                one, other = apply(one, action), apply(other, action)
            else:
                one, other = (apply(each, rng.choice(legal_actions(each))) for each in (one, other))
            assert current_player(one) == current_player(other)


def test_who_decides_lists_the_actions_from_what_they_see():
    """A seat knows what it may do; nobody else knows what lies there to be taken (rule 9.1)."""
    state = two_placed()
    assert legal_actions(observe(state, 1)) == legal_actions(state) == (Take(Clover.HARE), Take(Clover.GOLD4))
    for player, viewer in ((None, "a spectator"), (0, "seat 0")):
        with pytest.raises(DefinitionError, match=f"seat 1 decides, not {viewer}: list the actions"):
            legal_actions(observe(state, player))
