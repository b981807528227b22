"""Documents of Endless Winter: whatever is written is read back, and what cannot be is refused with its places."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cairn_rules import (
    DefinitionError,
    DocumentError,
    Registry,
    cairn,
    dumps,
    from_data,
    json_schema,
    loads,
    to_data,
)
from cairn_rules import (
    endless_winter as ew,
)
from cairn_rules.endless_winter import Hex, Spot, State, Variant, apply, default_pack, legal_actions, new_game, observe
from cairn_rules.endless_winter.packs.pack_file import parse_pack
from cairn_rules.endless_winter.state import agenda as on
from cairn_rules.json_documents import schema_names
from support.endless_winter.games import VARIANTS, games, random_states
from support.endless_winter.packs import random_pack
from support.mutations import mutated
from support.seeds import seeds

KINDS = [document for _, document in schema_names("endless-winter")]
VALIDATORS = {kind: Draft202012Validator(json_schema(kind, game="endless-winter")) for kind in KINDS}


def again(value: Any, registry: Registry[Any] | None = None) -> Any:
    """What is written of a value, read; its schema accepts it, too."""
    text = dumps(value)
    data = json.loads(text)
    assert VALIDATORS[data["document"]].is_valid(data)
    return loads(text, registry)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", seeds(5))
def test_a_game_reads_back_at_every_decision(seed: int) -> None:
    """Its states, what each seat in turn may know of them, and its actions."""
    players, number = 1 + seed % 4, 0
    for number, state in enumerate(random_states(seed, players=players, variant=VARIANTS[seed])):
        if number % players == 0:
            assert loads(dumps(state)) == state
        if number % 30 == 0:
            assert again(state) == state
            seen = observe(state, (None, *range(players))[number // 30 % (players + 1)])
            assert again(seen) == seen
            for action in legal_actions(state):
                assert again(action) == action
            for action in legal_actions(state)[:2]:
                changes = ew.changes(state, apply(state, action))
                assert again(changes) == changes
    assert number > 50


def test_a_burial_before_a_gain_reads_back() -> None:
    """The Hunter was gained after another one was buried, so it gives no Labor (rule 6.2)."""
    state = new_game(seed=20)
    start = "end chief>develop work:brave learn:C112 end end decline end tribe>rest decline"
    turn = "play:C112 bury:hand:hunter end tribe>initiate work:brave take:hunter"
    for text in f"{start} {turn}".split():
        state = apply(state, ew.parse_action(text, state))
    assert ew.PlayTribe("hunter") not in legal_actions(state)
    assert ew.PlayTribe("hunter") not in legal_actions(again(state))
    assert again(state) == state
    assert again(observe(state, 1)) == observe(state, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_read_back(variant: Variant) -> None:
    assert again(variant) == variant


def test_places_are_short_texts() -> None:
    assert to_data(ew.MoveCamp(Hex(0, 0), Hex(1, -1)))["value"] == {"type": "move-camp", "start": "0,0", "end": "1,-1"}
    assert to_data(ew.PlaceMegalith(Spot(1, 0, 2)))["value"] == {"type": "place-megalith", "spot": "1,0,2"}
    state = next(state for state in games(9) if len({each.owner for each in state.table.megaliths}) > 1)
    for written, megalith in zip(to_data(state)["value"]["table"]["megaliths"], state.table.megaliths, strict=True):
        spot = megalith.spot
        owner = "" if megalith.owner is None else f",{megalith.owner}"
        assert written == f"{spot.x},{spot.y},{spot.level}{owner}"


def busy(seed: int) -> list[State]:
    """The states of a game for four in which players do what they can."""
    rng = Random(seed)
    state = new_game(seed=seed, players=4)
    states = [state]
    while legal := legal_actions(state):
        doing = [action for action in legal if not isinstance(action, ew.End | ew.Decline)]
        state = apply(state, rng.choice(doing if doing and rng.random() < 0.7 else legal))
        states.append(state)
    return states


@pytest.mark.untraced
@pytest.mark.parametrize("seed", seeds(4))
def test_states_are_small(seed: int) -> None:
    """With the built-in pack under 6 KB as JSON and under 4 KB as a pickle, whatever happens."""
    for state in busy(seed)[::3]:
        assert len(dumps(state)) < 6000
        kept = pickle.dumps(state)
        assert len(kept) < 4000
    assert pickle.loads(kept) == state  # noqa: S301 - written here


# Packs


def other_pack() -> ew.Pack:
    """The built-in pack with another number."""
    data = json.loads(default_pack().data)
    data["tool_max"] = 9
    return parse_pack(data)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", seeds(4))
def test_states_of_other_packs_read_back(seed: int) -> None:
    """The pack is given to the reader; it is named in the state by id and hash."""
    rng = Random(seed)
    pack = random_pack(rng)
    registry = Registry([pack])
    for number, state in enumerate(random_states(seed, players=1 + seed % 4, content=pack)):
        if number % 20 == 0:
            assert again(state, registry) == state
            assert again(observe(state, 0), registry) == observe(state, 0)
            assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - written here
    assert to_data(state)["value"]["pack"] == {"id": pack.id, "hash": pack.hash}


def test_a_pack_that_is_missing() -> None:
    """The error has the hash of the pack that is missing and of the one that is known."""
    pack = random_pack(Random(1))
    text = dumps(new_game(seed=1, content=pack))
    with pytest.raises(
        DocumentError, match=rf"\$\.value\.pack: the pack '{pack.id}' with the hash '{pack.hash}' is missing"
    ):
        loads(text)
    with pytest.raises(DocumentError, match=default_pack().hash):
        loads(text)


def test_a_pack_with_other_content() -> None:
    pack = other_pack()
    text = dumps(new_game(seed=1, content=pack))
    assert loads(text, Registry([pack])).pack == pack
    with pytest.raises(DocumentError, match=rf"should be '{pack.hash}', but is {default_pack().hash}"):
        loads(text)


def test_a_registry_of_other_things() -> None:
    with pytest.raises(DefinitionError, match="registry= should hold packs of Endless Winter, not"):
        loads(dumps(new_game(seed=1)), cairn.BASE_SET)


# Hostile documents

STATE = next(
    state for state in random_states(3, players=3) if isinstance(state.pending, on.Culture) and state.round == 2
)
ACTIVE = STATE.active


def changed(value: Any, changes: dict[str, Any]) -> dict[str, Any]:
    """The document of a value with other things at some paths."""
    data = deepcopy(to_data(value))
    for path, item in changes.items():
        *keys, last = ["value", *path.split("/")]
        place: Any = data
        for key in keys:
            place = place[int(key) if isinstance(place, list) else key]
        place[int(last) if isinstance(place, list) else last] = item
    return data


@pytest.mark.parametrize(
    ("value", "changes", "faults"),
    [
        (
            STATE,
            {"players/0/food": 99, "players/1/tools": 99, "turn": 0},
            [
                "$.value.turn: 0 turns are complete; there should be 9 to 17",
                "$.value.players[0].food: 99 is beyond",
                "$.value.players[1].tools: 99 is beyond 8, the last space",
            ],
        ),
        (
            STATE,
            {"players/0/hand": ["hunters"], "table/layout": "A", "order": [0, 0, 1]},
            [
                "$.value.order: should have each seat from 0 to 2 once",
                "$.value.players[0].hand: 'hunters' is not the id of a card of the pack; did you mean 'hunter'?",
                "$.value.table.layout: 'A' is not the id of a pattern of Megalith tiles",
            ],
        ),
        (
            STATE,
            {
                "phase": "night",
                "players/0/camps": ["9,9"],
                "table/megaliths": ["1,1", "0,0,0,10"],
                "agenda/0": {"type": "sleep"},
                "moon": 1,
            },
            [
                "$.value.phase: 'night' is not 'setup' or 'action' or 'eclipse' or 'over'",
                "$.value.players[0].camps[0]: '9,9' is not a tile such as '1,-2'",
                "$.value.table.megaliths[0]: '1,1' is not a Megalith such as",
                "$.value.table.megaliths[1]: '0,0,0,10' is not a Megalith such as",
                "$.value.agenda[0].type: 'sleep' is unknown",
                "$.value.moon: unknown key",
            ],
        ),
        (STATE, {"pack": "prerelease"}, ["$.value.pack: 'prerelease' is not an object with id, hash"]),
        (STATE, {"chance": {"key": -1, "used": 0}}, ["$.value.chance: key of a Chance must be a whole number"]),
        (STATE, {"agenda": []}, ["$.value.agenda: should be empty if and only if the game is over"]),
        (STATE, {"variant/draft": "all"}, ["$.value.variant.draft: 'all' is not 'none' or 'setup' or 'chief'"]),
        (Variant(), {"rival_level": 3}, ["$.value: Variant: rival_level should be"]),
        (
            ew.PlaceMegalith(Spot(0, 0, 1)),
            {"spot": "1,2"},
            ["$.value.spot: '1,2' is not a place for a Megalith such as"],
        ),
        (ew.Decline(), {"type": "declined"}, ["$.value.type: 'declined' is unknown; did you mean 'decline'?"]),
    ],
)
def test_what_cannot_be_is_refused_with_its_places(value: Any, changes: dict[str, Any], faults: list[str]) -> None:
    """Every fault is there, with its path."""
    with pytest.raises(DocumentError) as caught:
        from_data(changed(value, changes))
    assert_starts(caught.value, faults)


def assert_starts(error: DocumentError, faults: list[str]) -> None:
    found = sorted(str(fault) for fault in error.faults)
    assert len(found) == len(faults), "\n".join(found)
    for one, start in zip(found, sorted(faults), strict=True):
        assert one.startswith(start), "\n".join(found)


SEEN = observe(STATE, 0)


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"player": 3}, ["$.value.player: seat 3 does not exist (0 to 2)"]),
        ({"player": -1, "active": 3}, ["$.value.player: seat -1", "$.value.active: seat 3 does not exist (0 to 2)"]),
        ({"players": []}, ["$.value.players: 0 players", "$.value.player: seat 0", f"$.value.active: seat {ACTIVE}"]),
        ({"players/1/hand_size": 10**15}, ["$.value.players[1].face_down: "]),
        ({"players/1/hand": []}, ["$.value.players[1]: a seat sees the hand, the Ritual pile"]),
        ({"turn": 0}, ["$.value.turn: 0 turns are complete; there should be 9 to 17"]),
        ({"table/animal_deck": [*SEEN.table.animal_deck][::-1]}, ["$.value.table.animal_deck: "]),
        ({"players/1/face_down": [*SEEN.players[1].face_down][::-1]}, ["$.value.players[1].face_down: "]),
        ({"player": None}, ["$.value.players[0]." + name + ": " for name in ("face_down", "hand", "ritual", "buried")]),
    ],
)
def test_observations_that_nobody_can_have_are_refused(changes: dict[str, Any], faults: list[str]) -> None:
    """As strictly as states, and at once, however much is claimed."""
    start = process_time()
    with pytest.raises(DocumentError) as caught:
        from_data(changed(SEEN, changes))
    assert process_time() - start < 10  # a moment, and what coverage and a busy machine add
    assert_starts(caught.value, faults)


def test_observations_of_solo_games_are_checked() -> None:
    state = next(state for state in random_states(3, players=1) if state.phase == "action")
    seen = observe(state, 0)
    assert seen.rival is not None
    with pytest.raises(DocumentError, match=r"\$\.value\.rival\.deck: .* contradicts the other parts"):
        from_data(changed(seen, {"rival/deck": [*seen.rival.deck][::-1]}))


@pytest.mark.untraced
@pytest.mark.parametrize(
    "changes",
    [
        {"agenda": [{"type": "top"}] * 10_000},
        {"agenda": [{"type": "benefit", "kind": "draw", "count": 10**15, "free_food": False}] * 10_000},
        {"players/0/hand": ["hunter"] * 10_000, "players/1/hand": ["x"] * 10_000},
        {"table/megaliths": [f"{2 * (each % 99)},{each // 99},1,0" for each in range(10_000)]},
        {"table/honor": [[0] * 10_000] * 11, "players/2/camps": ["0,0"] * 10_000},
        {"players": [to_data(STATE)["value"]["players"][0]] * 1000},
        {"this_turn/waiting": [["hunt", {"type": "both", "parts": []}]] * 10_000, "this_turn/labor": 10**15},
        {"this_turn/burials": 10**15, "this_turn/gained": ["hunter"] * 10_000, "round": -(10**15)},
    ],
)
def test_large_documents_are_refused_at_once(changes: dict[str, Any]) -> None:
    """Within a second on a machine that does nothing else, whatever is in them."""
    data = changed(STATE, changes)
    start = process_time()
    with pytest.raises(DocumentError) as caught:
        from_data(data)
    assert process_time() - start < 10  # the same
    assert all(len(fault.message) < 600 for fault in caught.value.faults)


def test_deep_effects_are_refused() -> None:
    effect: dict[str, Any] = {"type": "benefit", "kind": "draw", "count": 1, "free_food": False}
    for _ in range(200):
        effect = {"type": "both", "parts": [effect]}
    with pytest.raises(DocumentError, match="nested more than 64 deep"):
        from_data(changed(STATE, {"agenda/0": effect}))


SAMPLES = [STATE, SEEN, Variant(), ew.Bury("hand", "hunter"), ew.BuildVillage((Hex(1, 0), Hex(1, 1), Hex(2, 0)))]


@given(st.data(), st.sampled_from(SAMPLES))
def test_what_a_schema_refuses_is_not_read(data: st.DataObject, value: Any) -> None:
    """Whatever is changed in a document, it is read or refused, as its schema says."""
    damaged = data.draw(mutated(to_data(value)))
    damaged["document"] = kind = to_data(value)["document"]
    try:
        from_data(damaged)
    except DocumentError:
        return
    assert VALIDATORS[kind].is_valid(damaged)


def exchanged(data: Any, rng: Random) -> Any:
    """A document in which two parts of one kind have changed places, or a number or a list is another one."""
    data = deepcopy(data)
    places: list[tuple[Any, Any]] = []
    waiting = [data["value"]]
    while waiting:
        part = waiting.pop()
        keys = list(part) if isinstance(part, dict) else range(len(part))
        places += [(part, key) for key in keys]
        waiting += [part[key] for key in keys if isinstance(part[key], dict | list)]
    where, key = rng.choice(places)
    value = where[key]
    if type(value) is int and rng.random() < 0.7:
        where[key] = value + rng.choice((-1, 1, 10))
    elif isinstance(value, list) and rng.random() < 0.5:
        rng.shuffle(value)
    else:
        other, other_key = rng.choice([(one, at) for one, at in places if type(one[at]) is type(value)])
        where[key], other[other_key] = deepcopy(other[other_key]), deepcopy(value)
    return data


@pytest.mark.untraced
@pytest.mark.parametrize("seed", seeds(6))
def test_what_is_read_can_be_played(seed: int) -> None:
    """A document that is a little different is refused, or is a state that can be played, seen and sampled."""
    rng = Random(seed)
    refused = 0
    for number, state in enumerate(games(3, variant=VARIANTS[seed % len(VARIANTS)])):
        if number % 25:
            continue
        for value in (state, observe(state, 0), observe(state, None)):
            try:
                read = from_data(exchanged(to_data(value), rng))
            except DocumentError:
                refused += 1
                continue
            played = read if isinstance(read, State) else ew.sample_hidden(read, rng)
            for _ in range(60):
                seen = observe(played, 0)
                assert observe(ew.sample_hidden(seen, rng), 0) == seen
                legal = legal_actions(played)
                if not legal:
                    break
                played = apply(played, rng.choice(legal))
            ew.check_state(played)
    assert refused > 20
