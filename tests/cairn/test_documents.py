"""States, observations, actions, variants and changes as JSON: read as they were written, or refused whole."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import DocumentError, Outcome, Registry, cairn, dumps, from_data, loads, to_data
from cairn_rules.cairn import BASE_SET, Banish, Space, State, Together, Tribe, Variant, megalith
from cairn_rules.cairn.events import Asked, Scored
from support.mutations import mutated, values
from support.play import play
from support.strategies import ALL_STONES, states, variants

STONES = Registry(ALL_STONES)
START = cairn.parse_position("f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir 0-0")
CHAIN = play(
    cairn.parse_position("4f/2f2/5/5/1s3 s wooe b2=acme.far-stone,b3=charge alley,deer menhir 0-0", STONES),
    *("b1-b2", "b2>b3", "b3>b4"),
)
TUCKED = cairn.parse_position("5/5/5/5/s3f s wooe c3=source,d3=deer alley,menhir mound|dawn 0-0")


def same(value: Any, indent: int | None = None) -> None:
    """A value is read as it was written, in each of the ways to do so."""
    text = dumps(value, indent=indent)
    assert loads(text, STONES) == value
    assert loads(text.encode(), STONES, expect=type(value)) == value
    assert from_data(to_data(value), STONES) == value
    assert dumps(loads(text, STONES), indent=indent) == text


@pytest.mark.untraced
@pytest.mark.slow
@settings(max_examples=120)
@given(states(), st.sampled_from([None, 2]), st.integers(0, 10_000))
def test_every_decision_of_a_game_is_read_as_it_was_written(state: State, indent: int | None, turn: int) -> None:
    """Whatever the variant, the megaliths and the place within a turn; the number of turns is kept, too."""
    same(state, indent)
    same(cairn.observe(state, None), indent)
    assert loads(dumps(state), STONES, expect=State).turn == state.turn
    actions = cairn.legal_actions(state)
    for action in {actions[turn % len(actions)], actions[-1]} if actions else ():
        same(action, indent)
        same(cairn.changes(state, cairn.apply(state, action)), indent)


@given(variants)
def test_every_variant_is_read_as_it_was_written(variant: Variant) -> None:
    same(variant)


def changed(state: State | cairn.Observation = START, **parts: Any) -> str:
    """The document of a state with some parts replaced."""
    data = to_data(state)
    return json.dumps({**data, "value": {**data["value"], **parts}})


def action(text: str) -> str:
    return f'{{"format":1,"game":"cairn","document":"action","value":{text}}}'


def faults_of(text: str, registry: Registry[cairn.Megalith] | None = STONES) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        loads(text, registry)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("parts", "faults"),
    [
        ({"shamans": []}, ["$.value.shamans: [] is not an object"]),
        ({"shamans": {"a9": "sea"}}, ["$.value.shamans.a9: 'a9' is not a space, a1 to e5"]),
        ({"shamans": {"a1": "see"}}, ["$.value.shamans.a1: 'see' is not sea or forest"]),
        ({"shamans": {"a1": 0}}, ["$.value.shamans.a1: 0 is not sea or forest"]),
        (
            {"megaliths": {"b3": "deer"}},
            ["$.value.deck: megalith 'deer' occurs twice", "$.value.scores: 0-0 needs 2"],
        ),
        ({"deck": ["dear"]}, ["$.value.deck[0]: unknown id 'dear'; did you mean 'deer'?"]),
        ({"deck": "deer"}, ["$.value.deck: 'deer' is not a list"]),
        ({"deck": ["deer"] * 10_001}, ["$.value.deck: 10001 items; at most 10000 are read"]),
        ({"tiles": {"add": "white"}}, [f"$.value.tiles.{n}: missing" for n in ("move", "jump", "transformation")]),
        ({"scores": [0]}, ["$.value.scores: a list of length 1; it should have 2 items"]),
        ({"scores": [0, 0, 0]}, ["$.value.scores: a list of length 3; it should have 2 items"]),
        ({"scores": [0, "0"]}, ["$.value.scores[1]: '0' is not a whole number"]),
        ({"turn": True}, ["$.value.turn: True is not a whole number"]),
        ({"turn": 1.0}, ["$.value.turn: 1.0 is not a whole number"]),
        ({"turn": -1}, ["$.value.turn: -1 is not a whole number from 0 up"]),
        ({"turn": None}, ["$.value.turn: None is not a whole number"]),
        ({"extra_turn": "nobody"}, ["$.value.extra_turn: 'nobody' is not sea or forest"]),
        ({"pending": None}, ["$.value.pending: None is not an object with a 'type'"]),
        ({"pending": {}}, ["$.value.pending.type: missing"]),
        ({"pending": {"type": "use-powr"}}, ["$.value.pending.type: 'use-powr' is unknown; did you mean 'use-power'?"]),
        ({"pending": {"type": 3}}, ["$.value.pending.type: 3 is not a text"]),
        ({"pending": {"type": "transform-or-pass"}}, ["$.value.pending: no arrangement can be used"]),
        ({"waiting": ["a1"]}, ["$.value.waiting: must not be set between turns"]),
        ({"waiting": ["x"]}, ["$.value.waiting[0]: 'x' is not a space"]),
        ({"waiting": [{"type": "pass"}]}, ["$.value.waiting[0].type: 'pass' is unknown; known: build-megalith"]),
        ({"seen": [{}]}, ["$.value.seen[0].own: missing", "$.value.seen[0].deck_size: missing"]),
        ({"variant": {"power_exit": 1}}, ["$.value.variant.power_exit: 1 is not true or false"]),
        (
            {"variant": {"transformation_trigger": "moved"}},
            ["$.value.variant.transformation_trigger: 'moved' is not 'moved_by_you' or 'acted'"],
        ),
        ({"variant": {"power_exits": True}}, ["$.value.variant.power_exits: unknown key; did you mean 'power_exit'?"]),
        ({"tucked": 4}, ["$.value.tucked: 4 megaliths cannot be known in a deck of 3"]),
        (
            {"zzz": 1, "turnn": 2},
            ["$.value.turnn: unknown key; did you mean 'turn'?", "$.value.zzz: unknown key; known:"],
        ),
        ({"a b": 1}, ["$.value['a b']: unknown key"]),
        (
            {"active": "see", "turn": "x", "deck": ["dear", "alley", "chao"], "tiles": 3},
            [
                "$.value.active: 'see'",
                "$.value.turn: 'x'",
                "$.value.deck[0]: unknown id 'dear'",
                "$.value.deck[2]: unknown id 'chao'; did you mean 'chaos'?",
                "$.value.tiles: 3 is not an object with add, move, jump, transformation",
            ],
        ),
    ],
)
def test_every_fault_of_a_state_is_listed_with_its_path(parts: dict[str, Any], faults: list[str]) -> None:
    found = faults_of(changed(**parts))
    assert all(any(each.startswith(fault) for each in found) for fault in faults), found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"type":"add","to":"x"}', "$.value.to: 'x' is not a space, a1 to e5"),
        ('{"type":"move","origin":"c5","to":"x"}', "$.value.to: 'x' is not a space, a1 to e5, or village"),
        ('{"type":"add"}', "$.value.to: missing"),
        ('{"type":"add","to":"d1","landing":3}', "$.value.landing: unknown key; known: to"),
        ('{"type":"pass","to":"d1"}', "$.value.to: unknown key; known: none"),
        ('"pass"', "$.value: 'pass' is not an object with a 'type'"),
        ('{"type":"Pass"}', "$.value.type: 'Pass' is unknown; did you mean 'pass'?"),
        ('{"type":["pass"]}', "$.value.type: ['pass'] is not a text"),
        ('{"type":"flip-tile","tile":"transformation"}', "$.value.tile: 'transformation' is not add, move or jump"),
        ('{"type":"swap-megaliths","first":"a1","second":"a1"}', "$.value: a swap needs two spaces, not a1 twice"),
        ('{"type":"together","effects":[{"type":"pass"}]}', "$.value.effects[0].type: 'pass' is unknown"),
        ('{"type":"together","effects":{}}', "$.value.effects: {} is not a list"),
    ],
)
def test_what_is_no_action(text: str, fault: str) -> None:
    (found,) = faults_of(action(text))
    assert found.startswith(fault)


def test_an_observation_is_checked_as_a_state_is() -> None:
    seen = cairn.observe(TUCKED, None)
    twice = "megalith 'deer' occurs twice (also in megaliths)"
    assert faults_of(changed(seen, unknown=["deer"])) == [f"$.value.unknown: {twice}"]
    assert faults_of(changed(seen, unknown=[], tucked=["deer"])) == [f"$.value.tucked: {twice}"]
    assert faults_of(changed(seen, turn=-1)) == ["$.value.turn: -1 is not a whole number from 0 up"]
    (fault,) = faults_of(changed(seen, deck=[]))
    assert fault.startswith("$.value.deck: unknown key")


def test_the_order_of_what_is_unknown_does_not_matter() -> None:
    seen = cairn.observe(START, None)
    assert loads(changed(seen, unknown=["menhir", "alley", "deer"])) == seen


def test_what_has_a_default_may_be_left_out() -> None:
    data = to_data(START)
    for name in ("turn", "moved", "extra_turn", "waiting", "seen", "variant", "tucked"):
        del data["value"][name]
    assert from_data(data) == START


def test_a_great_many_faults_are_cut_short() -> None:
    """A hundred are listed; a text that should be an id is not repeated whole."""
    assert len(faults_of(changed(deck=["nosuch"] * 10_000))) == 100
    assert len(faults_of(changed(deck=["deer"] * 10_000))) == 100
    assert len(faults_of(changed(**{f"k{number}": 1 for number in range(100_000)}))) == 100
    (fault,) = faults_of(changed(deck=["d" * 1_000_000]))
    assert len(fault) < 600
    assert "d…" in fault


def test_ids_are_looked_up_where_one_says() -> None:
    text = dumps(CHAIN)
    assert loads(text, STONES) == CHAIN
    assert "$.value.pending.megalith: unknown id 'charge'" in str(faults_of(text, None))
    mine = megalith("Mine", text="Mine.", id="deer")(lambda _: ())
    others = Registry([mine, *(stone for stone in BASE_SET if stone.id != "deer")])
    assert loads(dumps(START), others, expect=State).deck[1] is mine


def test_registries_do_not_mix_between_threads() -> None:
    """Each reading looks up the ids in its own registry, also while others read."""
    stones = [megalith("Mine", text="Mine.", id="mine")(lambda _: ()) for _ in range(8)]
    text = action('{"type":"construct","megalith":"mine"}')

    def read(index: int) -> bool:
        found = loads(text, Registry([stones[index % 8]]), expect=cairn.Construct)
        return found.megalith is stones[index % 8]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(read, range(400)))
    assert "unknown id 'mine'" in str(faults_of(text, None))


def fails(_: object) -> None:
    raise ZeroDivisionError("oops")


def test_a_power_that_fails_while_a_state_is_checked_is_named() -> None:
    """Reading a state asks its megalith whether there is something to decide."""
    good = megalith("Broken", text="It is.", id="broken")(lambda _: [Together()])
    bad = megalith("Broken", text="It is.", id="broken")(fails)
    start = cairn.parse_position("5/5/5/1s3/f4 s wooe b3=broken,d3=menhir - - 0-0", BASE_SET | good)
    text = dumps(play(start, "b2-b3"))
    assert loads(text, BASE_SET | good) == play(start, "b2-b3")
    (fault,) = faults_of(text, BASE_SET | bad)
    assert fault.startswith("$.value: the power of 'broken' on b3 failed with ZeroDivisionError('oops')")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "3 cannot be written as JSON: no loaded game has documents for it"),
        ([cairn.Pass()], "cannot be written as JSON: no loaded game has documents for it"),
        ((3,), "cannot be written as JSON: no loaded game has documents for it"),
        (None, "None cannot be written as JSON"),
        (State, "cannot be written as JSON"),
        ("x" * 1000, "cannot be written as JSON: no loaded game has documents for it"),
        (
            (Asked(cairn.Over(Outcome((0,), "x"))),),
            "$.value: Over is not one of choose-action, use-power",
        ),
        ((Scored(Tribe.SEA, 1 << 60),), "1152921504606846976 is beyond 9007199254740991"),
    ],
)
def test_what_cannot_be_written(value: Any, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        dumps(value)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


def test_effects_may_be_nested_as_deep_as_they_are_read() -> None:
    effect: cairn.Effect = Banish(Space.A1)
    for _ in range(31):
        effect = Together(effect)
    same(effect)
    with pytest.raises(DocumentError, match="nested more than 64 deep"):
        dumps(Together(effect))
    for _ in range(2000):
        effect = Together(effect)
    with pytest.raises(DocumentError, match="nested too deeply"):
        dumps(effect)


@pytest.mark.untraced
@pytest.mark.slow
@settings(max_examples=400)
@given(st.data(), st.sampled_from([START, CHAIN, cairn.observe(TUCKED, None), Together(Banish(Space.A1))]))
def test_a_damaged_document_is_read_or_refused(data: st.DataObject, value: Any) -> None:
    """What is read is sound, and would be written so that it is read again."""
    damaged = data.draw(mutated(to_data(value)))
    try:
        found = from_data(damaged, STONES)
    except DocumentError as error:
        assert all(fault.where.startswith("$") and fault.message for fault in error.faults)  # noqa: PT017 - see above
    else:
        same(found)


@given(st.sampled_from(["state", "observation", "action", "variant", "changes", "record"]), values)
def test_any_value_is_read_or_refused(document: str, value: Any) -> None:
    """What is read is the value that was written, and would be written so that it is read again."""
    data = {"format": 1, "game": "cairn", "document": document, "value": value}
    try:
        found = from_data(data, STONES)
    except DocumentError as error:
        assert error.faults  # noqa: PT017 - any other error would fail the test
    else:
        same(found)
