"""Documents of Korrigans: whatever is written is read back, and what cannot be is refused with its places."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from time import process_time

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cairn_rules import (
    DocumentError,
    Match,
    Record,
    cairn,
    dumps,
    from_data,
    json_schema,
    loads,
    to_data,
)
from cairn_rules import (
    korrigans as k,
)
from cairn_rules.json_documents import schema_names
from cairn_rules.korrigans import Clover, Companion, Variant
from support.mutations import mutated
from support.tables import final, play, seat, table

KINDS = [document for _, document in schema_names("korrigans")]
VALIDATORS = {kind: Draft202012Validator(json_schema(kind, game="korrigans")) for kind in KINDS}
VARIANTS = [
    Variant(),
    Variant(side="advanced", backup="voluntary", fairy_gathers=False),
    Variant(troll_blocks_jumps=True, memory_aid=True, cauldron_match="projection"),
]


def again(value):
    """What is written of a value, read; its schema accepts it, too."""
    text = dumps(value)
    data = json.loads(text)
    assert VALIDATORS[data["document"]].is_valid(data)
    return loads(text)


@pytest.mark.untraced
@pytest.mark.parametrize(("players", "variant"), [(2, 0), (3, 1), (5, 2)])
def test_a_game_reads_back(players, variant):
    """States of it, what each seat in turn may know of them, and all its actions."""
    rng = Random(players)
    state = k.new_game(seed=players, players=players, variant=VARIANTS[variant])
    for count in range(1_000):
        assert count % 3 or loads(dumps(state)) == state
        if count % 10 == 0:
            seen = k.observe(state, (None, *range(players))[count // 10 % (players + 1)])
            assert again(seen) == seen
            assert again(state) == state
        if k.outcome(state):
            break
        action = rng.choice(k.legal_actions(state))
        assert again(action) == action
        state = k.apply(state, action)
    assert k.outcome(state)


def test_the_game_of_a_document_decides():
    """Actions of two games may be called alike."""
    assert loads(dumps(k.Pass())) == k.Pass() != cairn.Pass() == loads(dumps(cairn.Pass()))
    assert json.loads(dumps(k.Pass()))["value"] == json.loads(dumps(cairn.Pass()))["value"]
    text = dumps(k.new_game(seed=1)).replace('"korrigans"', '"cairn"')
    with pytest.raises(DocumentError, match=r"\$\.value\.shamans: missing"):
        loads(text)


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_read_back(variant):
    """All of them."""
    assert again(variant) == variant


def test_boards_are_told_by_their_ids_or_whole():
    """The one of the library has an id that stands for it; any other board is told in full."""
    board = evolve(k.default_board(), id="mine")
    assert to_data(k.new_game(seed=1))["value"]["board"] == "reconstruction-1"
    state = k.new_game(seed=1, board=board)
    assert to_data(state)["value"]["board"] == to_data(board)["value"]
    assert again(state) == state
    assert again(board) == board
    assert again(k.default_board()) == k.default_board()
    # A board that only looks like that of the library is none of it.
    renamed = evolve(k.default_board(), status="published")
    assert again(k.new_game(seed=1, board=renamed)).board == renamed


STATE = table(
    seat("A V", "hare g3", open="mouse"),
    fields="K: bird g4",
    menhirs="K: troll",
    suns="red",
    ledger=(k.events.Unmasked(1),),
)
BOARD = k.new_game(seed=1, board=evolve(k.default_board(), id="mine"))


def changed(value, changes):
    """The document of a value with other things at some paths."""
    data = deepcopy(to_data(value))
    for path, item in changes.items():
        *keys, last = ["value", *path.split("/")]
        place = data
        for key in keys:
            place = place[int(key) if isinstance(place, list) else key]
        if isinstance(place, list):
            place[int(last)] = item
        else:
            place[last] = item
    return data


@pytest.mark.parametrize(
    ("value", "changes", "faults"),
    [
        (
            STATE,
            {"elves": 3, "seats/0/backups": ["frog"], "clovers/K": ["gold4"] * 5},
            [
                "$.value.clovers.K: 5 tokens; with 2 players the field has at most 4",
                "$.value.clovers: 5 tokens with 4 gold; the game has 3",
                "$.value.elves: 3 in the supply",
                "$.value.backups: 5 in the supply and 1 bought",
                "$.value.seats[0].backups: Backup Companions are hares and squirrels, not frog",
            ],
        ),
        (STATE, {"seats/1/korrigans/0/field": "Z"}, ["$.value.seats[1]: 'Z' is not a field of the board"]),
        (STATE, {"ledger/0/seat": 2}, ["$.value.ledger[0]: seat 2 does not exist"]),
        (STATE, {"ledger/0/seat": -1}, ["$.value.ledger[0]: Unmasked: seat should be a whole number from 0 up"]),
        (
            STATE,
            {"suns": [], "troll": {"kind": "wall", "ends": "AB"}, "moon": 1},
            [
                "$.value.troll.kind: 'wall' is not a kind of link: open, door, bridge",
                "$.value.troll.ends: 'AB' is not a list",
                "$.value.suns: a list of length 0; it should have 7 items",
                "$.value.moon: unknown key; known: board",
            ],
        ),
        (STATE, {"clovers/Z": []}, ["$.value.clovers: 'Z' is not a field of the board"]),
        (STATE, {"seats/0/hidden/1": "gold5"}, ["$.value.seats[0].hidden[1]: 'gold5' is not a Clover: hare, squ"]),
        (STATE, {"pending/type": "think"}, ["$.value.pending.type: 'think' is unknown; known: place-korrigan"]),
        (STATE, {"board": "printed"}, ["$.value.board: 'printed' is not the id of a board of the library"]),
        (
            BOARD,
            {"board/field/2/cells": ["9.9"], "board/links/door/4": "HX"},
            ["$.value.board.field[2].cells[0]: '9.9' is not a cell", "$.value.board.links.door[4]: 'HX' names no"],
        ),
        (k.default_board(), {"menhirs": {"elf": 17}}, ["$.value.menhirs: 17"]),
        (Variant(), {"side": "back"}, ["$.value.side: 'back' is not 'standard' or 'advanced'"]),
        (k.Take(Clover.HARE), {"type": "add"}, ["$.value.type: 'add' is unknown"]),
    ],
)
def test_what_cannot_be_is_refused_with_its_places(value, changes, faults):
    """Every fault is there, with its path."""
    with pytest.raises(DocumentError) as caught:
        from_data(changed(value, changes))
    told = [str(fault) for fault in caught.value.faults]
    assert len(told) == len(faults), "\n".join(told)
    for one, start in zip(told, faults, strict=True):
        assert one.startswith(start)


LOOKED = play(table(seat("A V", "hare g3"), seat("D J", "mole"), fields="K: bird g4 frog, D: g1"), "0:hare-K", "+bird")
SEEN = k.observe(LOOKED, 0)


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"player": 2}, ["$.value.player: seat 2 does not exist (0 to 1)"]),
        ({"player": -1}, ["$.value.player: seat -1 does not exist"]),
        ({"player": 1}, ["$.value.looks: each token"]),
        ({"seats": []}, ["$.value.seats: 0 players; Korrigans is for 2 to 5"]),
        (
            {"pending": {"type": "take-clover", "seat": 0, "korrigan": 2}},
            ["$.value.pending: Korrigan 2 does not exist"],
        ),
        ({"pending/seat": 5}, ["$.value.pending: seat 5 does not exist"]),
        ({"clovers/Z": 1, "menhirs": ["Y"]}, ["$.value.clovers: 'Z' is no", "$.value.menhirs: 'Y' is no"]),
        (
            {"clovers/A": 10**15, "clovers/B": -1, "seats/1/tokens": 10**15, "seats/0/tokens": 0},
            [
                "$.value.clovers.A: 1000000000000000 tokens; with 2 players the field has 0 to 3",
                "$.value.clovers.B: -1 tokens",
                "$.value.seats[0].hidden: 2 tokens, where the seat has 0",
                "$.value.seats[1].tokens: 1000000000000000 behind the screen; the game has 48",
            ],
        ),
        ({"ledger/1/field": "Z"}, ["$.value.ledger[1]: 'Z' is not a field"]),
        ({"ledger": [{"type": "unmasked", "seat": 1}] * 251, "looks": []}, ["$.value.ledger: 251 entries"]),
        ({"looks": []}, ["$.value.looks: each token that the seat took needs one"]),
        ({"looks/0/clovers": ["hare", "hare"]}, ["$.value.ledger: the observation contradicts itself"]),
        ({"offered": ["hare"]}, ["$.value.offered: (Clover.HARE,) contradicts the other parts, from which () follows"]),
        ({"seats/1/hidden": ["mole"]}, ["$.value.seats: (SeenSeat("]),
        ({"elves": 3}, ["$.value.elves: 3 in the supply"]),
        ({"menhirs_left": ["elf"] * 9}, ["$.value.menhirs_left: 9 Menhirs, where 0 fields have one"]),
    ],
)
def test_observations_that_nobody_can_have_are_refused(changes, faults):
    """As strictly as states, and at once, however much is claimed."""
    start = process_time()
    with pytest.raises(DocumentError) as caught:
        from_data(changed(SEEN, changes))
    assert process_time() - start < 2
    told = [str(fault) for fault in caught.value.faults]
    assert len(told) == len(faults), "\n".join(told)
    for one, begin in zip(told, faults, strict=True):
        assert one.startswith(begin)


SAMPLES = [
    STATE,
    final(seat("I I", "g4")),
    SEEN,
    Variant(),
    k.Sacrifice(Clover.GOLD1, Companion.HARE),
    evolve(Record.of(Match(k, seed=1)), comments={0: "x"}),
]


@pytest.mark.untraced
@settings(max_examples=100)
@given(st.data(), st.sampled_from(SAMPLES))
def test_what_a_schema_refuses_is_not_read(data, value):
    """Whatever is changed in a document, it is read or refused, as its schema says."""
    damaged = data.draw(mutated(to_data(value)))
    damaged["document"] = kind = to_data(value)["document"]
    try:
        from_data(damaged)
    except DocumentError:
        return
    assert VALIDATORS[kind].is_valid(damaged)


def test_renamed_classes_keep_their_tags():
    """Documents that were written before a class got its name stay readable."""
    members = json_schema("action", game="korrigans")["properties"]["value"]["oneOf"]
    tags = {member["properties"]["type"]["const"] for member in members}
    for action, tag in ((k.CoverSun(3), "sun"), (k.CoverCloud(5), "cloud"), (k.EndFinalTurn(), "end")):
        data = to_data(action)
        assert data["value"]["type"] == tag
        assert from_data(data) == action
        assert tag in tags


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("players", [2, 3, 5])
def test_changes_read_back_for_every_viewer(players):
    """What each seat, or nobody, learns of decisions in turn, through a whole game."""
    rng = Random(players)
    state = k.new_game(seed=players, players=players, variant=VARIANTS[1])
    for count in range(1_000):
        if k.outcome(state):
            break
        after = k.apply(state, rng.choice(k.legal_actions(state)))
        told = k.changes(state, after, viewer=(None, *range(players))[count % (players + 1)])
        assert again(told) == told
        state = after
    assert k.outcome(state)
