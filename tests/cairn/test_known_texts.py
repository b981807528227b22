"""Texts of which a part was read before: they are read as if it had not been."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import (
    CairnRulesError,
    NotationError,
    Registry,
    UnsoundStateError,
    cairn,
    dumps,
    from_data,
    loads,
    to_data,
)
from cairn_rules.cairn import BASE_SET, State, Variant, megalith
from cairn_rules.cairn.documents import state_text_cache as cache
from cairn_rules.cairn.state.state import draft
from cairn_rules.cairn.texts.position_text import LONGEST, MOST, ParseCache, read_carefully
from cairn_rules.codec.json_text import read_json
from support.mutations import mutated
from support.play import play
from support.strategies import ALL_STONES, positions, states

STONES = Registry(ALL_STONES)
START = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir,sanctuary 0-0"


def outcome(made: Callable[[], State | str]) -> object:
    """What reading or writing ends in: every value of a state, a text, or an error with all that it tells."""
    try:
        value = made()
    except CairnRulesError as error:
        return type(error), error.args
    return value if isinstance(value, str) else (value, value.turn, value.variant, cairn.legal_actions(value))


def check_position(text: str, registry: Registry[cairn.Megalith], variant: Variant | None = None) -> None:
    careful = outcome(lambda: read_carefully(text, registry, variant or Variant()))
    for _ in range(2):
        assert outcome(lambda: cairn.parse_position(text, registry, variant)) == careful


@given(st.data(), positions())
def test_a_position_is_read_as_with_care(data: st.DataObject, state: State) -> None:
    """Also when it is damaged in any of its fields, and its megaliths are known from another text."""
    text = cairn.format_position(state)
    variant = state.variant if state.variant != Variant() or data.draw(st.booleans()) else None
    check_position(text, STONES, variant)
    assert cairn.parse_position(text, STONES, variant) == state
    at = data.draw(st.integers(0, len(text)))
    damaged = (
        text[:at] + data.draw(st.sampled_from(["", *"sf51/ wxod=-?|"])) + text[at + data.draw(st.integers(0, 2)) :]
    )
    check_position(damaged, STONES, variant)


@pytest.mark.parametrize(
    "text",
    [
        START.replace("5/5/5", "sss2/5/fff2"),
        START.replace("5/5/5", "ss3/5/5"),
        START.replace("5/5/5", "fff2/5/5"),
        START.replace("5/5/5", "11111/5/5"),
        START.replace("5/5/5", "5/5"),
        START.replace("5/5/5", "5/5/5/5"),
        START.replace("5/5/5", "5/6/5"),
        START.replace(" s ", " x "),
        START.replace("wooe", "xooe"),
        START.replace(" ", "\t\n "),
        f"  {START} ",
        f"{START} 0",
        START.replace("f1f1f/5/5/5/s1s1s", "5/5/5/5/5").replace(" s ", " f "),
        START.replace("f1f1f/5/5/5/s1s1s s wooe", "sssss/5/5/5/ff3 s booe"),
        "",
        "5",
    ],
)
def test_what_is_odd_beside_a_known_layout_is_read_with_care(text: str) -> None:
    cairn.parse_position(START)
    check_position(text, BASE_SET)


def test_a_game_that_is_over_is_read_again() -> None:
    text = "5/5/5/5/s3f f wdoe a3=deer,b3=alley,c3=chaos,d3=dawn,e3=menhir - - 3-0"
    check_position(text, BASE_SET)
    check_position(text.replace(" f ", " s ").replace("s3f", "s3s"), BASE_SET)
    check_position(text.replace("3-0", "1-2"), BASE_SET)


def test_texts_are_known_by_registry_and_variant() -> None:
    """The same text stands for other states with other megaliths, or with other options."""
    text = START.replace("deer", "mine")
    registries = [BASE_SET | megalith("Mine", text="Mine.", id="mine")(lambda _: ()) for _ in range(3)]
    found = [cairn.parse_position(text, registry) for registry in registries * 2]
    assert len(set(found)) == 3
    assert all(state.deck[1] is registry["mine"] for state, registry in zip(found, registries * 2, strict=True))
    documents = [dumps(state) for state in found]
    assert len(set(documents)) == 1
    assert [loads(documents[0], registry) for registry in registries * 2] == found
    with pytest.raises(NotationError, match="unknown id 'mine'"):
        cairn.parse_position(text)
    odd = Variant(power_exit=True)
    assert [cairn.parse_position(START, variant=variant).variant for variant in (None, odd, None, odd)] == [
        Variant(),
        odd,
        Variant(),
        odd,
    ]


def test_a_variant_that_is_none_is_refused_also_for_a_known_text() -> None:
    cairn.parse_position(START)
    for variant in ([], "acted"):
        with pytest.raises(UnsoundStateError, match="is not a Variant"):
            cairn.parse_position(START, variant=variant)


def test_only_so_much_is_kept() -> None:
    kept: ParseCache[int] = ParseCache()
    registry: Registry[cairn.Megalith] = Registry()
    kept.keep("x" * LONGEST, registry, None, 1)
    kept.keep("x" * (LONGEST + 1), registry, None, 1)
    assert kept.get("x" * LONGEST, registry, None) == 1
    assert kept.get("x" * (LONGEST + 1), registry, None) is None
    for number in range(1, MOST):
        kept.keep(str(number), registry, None, number)
    assert kept.get("x" * LONGEST, registry, None) == 1
    assert kept.get("5", registry, "other") is kept.get("5", Registry(), None) is None
    kept.keep("new", registry, None, 7)
    assert kept.get("5", registry, None) is None
    assert kept.get("new", registry, None) == 7


def check_document(text: str, registry: Registry[cairn.Megalith] = STONES) -> None:
    """A text is read as plain data are, for which nothing is known."""
    careful = outcome(lambda: from_data(read_json(text), registry))
    for _ in range(2):
        for given_as in (text, text.encode(), bytearray(text.encode())):
            assert outcome(lambda given_as=given_as: loads(given_as, registry)) == careful


def careful_text(state: State) -> str:
    return json.dumps(to_data(state), separators=(",", ":"))


@pytest.mark.untraced
@pytest.mark.slow
@settings(max_examples=200)
@given(st.data(), states() | states(tuple(BASE_SET)))
def test_a_document_is_read_and_written_as_with_care(data: st.DataObject, state: State) -> None:
    """Also when parts of it are exchanged, and its layout is known from the text of another state."""
    text = careful_text(state)
    assert [dumps(state) for _ in range(2)] == [text, text]
    check_document(text)
    for action in cairn.legal_actions(state)[:3]:
        after = cairn.apply(state, action)
        assert dumps(after) == careful_text(after)
        check_document(dumps(after))
    check_document(json.dumps(data.draw(mutated(json.loads(text))), separators=(",", ":")))


@given(st.data(), states(tuple(BASE_SET)))
def test_a_damaged_text_is_read_as_with_care(data: st.DataObject, state: State) -> None:
    text = dumps(state)
    loads(text)
    at, end = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    end = end if data.draw(st.booleans()) else min(at + 2, end)
    piece = data.draw(st.sampled_from(["", '"', "}", "{", "]", "0", "-", ",", " ", '"c1":"sea",', text[at:end] * 2]))
    check_document(text[:at] + piece + text[end:], BASE_SET)


FIELD = '"a1":"sea","c1":"sea","e1":"sea","a5":"forest","c5":"forest","e5":"forest"'
AWAY = "4f/5/5/2s2/5 s wooe c3=deer,d3=dawn alley,menhir mound,source 0-0"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (FIELD, FIELD.replace("e5", "a1")),
        (FIELD, FIELD + ',"a1":"sea"'),
        (FIELD, FIELD + ',"c3":"sea","c3":"sea"'),
        (FIELD, FIELD + ',"c3":"sea","d3":"sea","e3":"sea"'),
        (FIELD, FIELD + ',"c3":"forest","d3":"forest","e3":"forest"'),
        (FIELD, '"e1":"sea","a1":"sea","c5":"forest"'),
        (FIELD, '"a1": "sea"'),
        (FIELD, ""),
        (FIELD, '"a9":"sea"'),
        (FIELD, '"a5":"forest","b5":"forest"'),
        ('"turn":0', '"turn":7'),
        ('"turn":0', '"turn":-1'),
        ('"turn":0', '"turn":-0'),
        ('"turn":0', '"turn":07'),
        ('"turn":0', '"turn":7.0'),
        ('"turn":0', '"turn":+7'),
        ('"turn":0', '"turn":1_000'),
        ('"turn":0', '"turn":\u0667'),
        ('"turn":0', f'"turn":{2**53 - 1}'),
        ('"turn":0', f'"turn":{2**53}'),
        ('"turn":0', f'"turn":{"9" * 4000}'),
        ('"turn":0', f'"turn":{"9" * 9000}'),
        ('"turn":0', '"turn":0,"turn":0'),
        ('"active":"sea"', '"active":"forest"'),
        ('"active":"sea"', '"active":"see"'),
        ('"active":"sea"', '"active":0'),
        ('"add":"white"', '"add":"black"'),
        ('"add":"white"', '"add":"white","add":"white"'),
        ('"add":"white"', '"add":"grey"'),
        ('{"type":"choose-action"}', '{"type": "choose-action"}'),
        ('{"type":"choose-action"}', '{"type":"choose-action","type":"choose-action"}'),
        ('{"type":"choose-action"}', '{"type":"transform-or-pass"}'),
        ('{"type":"choose-action"}', '{"type":"over","outcome":{"winners":["sea"],"reason":"no-action"}}'),
        ('{"type":"choose-action"}', '{"type":"choose-action"},"deck":[]'),
        ('{"type":"choose-action"}', '{"type":"choose-action"}}'),
        ('{"type":"choose-action"}', '"' + "[" * 200 + '"'),
        ('{"type":"choose-action"}', "[" * 63 + "]" * 63),
        ('"moved":[]', '"moved":["a1"]'),
        ('"moved":[],', ""),
        ('"seen":[]', '"seen":[],"seen":[]'),
        ('"seen":[]', '"seen":[],"waiting":[]'),
        ('"seen":[]', '"seen":[{}]'),
        ('"extra_turn":null', '"extra_turn":"sea"'),
        ('"waiting":[]', '"waiting":["a1"]'),
        ('"tucked":0', '"tucked":1'),
        ('"tucked":0', '"tucked":9'),
        ('"scores":[0,0]', '"scores":[0,1]'),
        ('"format":1', '"format":2'),
        ("}}", "}}}"),
        ("}}", "}} "),
        ("{", " {"),
        ("{", "\ufeff{"),
    ],
)
def test_what_is_odd_in_a_document_with_a_known_layout_is_read_with_care(old: str, new: str) -> None:
    text = dumps(cairn.parse_position(START))
    loads(text)
    assert text.count(old) >= 1
    changed = new.join(text.rsplit(old, 1)) if old == "}}" else text.replace(old, new, 1)
    check_document(changed, BASE_SET)


CHAIN = cairn.parse_position("4f/2f2/5/5/1s3 s wooe b2=acme.far-stone,b3=charge alley,deer menhir 0-0", STONES)
WITHIN = play(CHAIN, "b1-b2", "b2>b3", "b3>b4")
CHOSEN = '{"type":"relocate","origin":"b3","to":"b4"}'


def nested(depth: int) -> cairn.Effect:
    effect: cairn.Effect = cairn.Banish(cairn.Space.A1)
    for _ in range(depth):
        effect = cairn.Together(effect)
    return effect


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ('"deck_size":1', '"deck_size":-1'),
        ('"turn":0', '"turn":3'),
        ('"type":"use-power"', '"type":"use-pow"'),
        ('"megalith":"charge"', '"megalith":"deer"'),
        ('"megalith":"charge"', '"megalith":"nosuch"'),
        ('"owner":"sea"', '"owner":"forest"'),
        (CHOSEN, ""),
        (CHOSEN, f"{CHOSEN},{CHOSEN}"),
        *((CHOSEN, '{"type":"together","effects":[' * depth + CHOSEN + "]}" * depth) for depth in range(24, 34)),
        ('"extra_turn":null', '"extra_turn":"sea"'),
        ('"extra_turn":null', '"extra_turn":0'),
    ],
)
def test_what_is_odd_within_a_turn_is_read_with_care(old: str, new: str) -> None:
    loads(dumps(CHAIN), STONES)
    text = dumps(WITHIN)
    assert text.count(old) >= 1
    check_document(text.replace(old, new, 1))


@pytest.mark.parametrize("state", [CHAIN, WITHIN, cairn.apply(CHAIN, cairn.legal_actions(CHAIN)[0])])
def test_what_is_known_is_not_read_and_written_again(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    text = dumps(state)
    loads(dumps(CHAIN), STONES)
    position = cairn.format_position(CHAIN)
    cairn.parse_position(position, STONES)
    for way in ("cairn_rules.json_documents._value_of", "cairn_rules.cairn.texts.position_text.read_carefully"):
        monkeypatch.delattr(way)
    monkeypatch.setattr("cairn_rules.codec.envelope.Documents.wrap", None)
    assert loads(text, STONES) == state
    assert dumps(state) == text
    assert cairn.parse_position(position, STONES) == CHAIN
    assert loads(text.replace('"turn":0', '"turn":9').replace('"turn":1', '"turn":9'), STONES).turn == 9


@pytest.mark.untraced
@pytest.mark.parametrize("depth", [*range(24, 34), 3000])
def test_what_is_nested_too_deeply_within_a_turn_is_not_written(depth: int) -> None:
    dumps(WITHIN)
    state = draft(WITHIN)
    state._pending = evolve(WITHIN.pending, chosen=(nested(depth),))
    for _ in range(2):
        assert outcome(lambda: dumps(state)) == outcome(lambda: careful_text(state))


@pytest.mark.parametrize("turn", [0, 7, 2**53 - 1, 2**53, 1 << 80, cairn.Tribe.FOREST])
def test_the_number_of_turns_is_written_as_with_care(turn: int) -> None:
    dumps(CHAIN)
    state = draft(CHAIN)
    state._turn = turn
    assert outcome(lambda: dumps(state)) == outcome(lambda: careful_text(state))


@frozen
class Confusing(cairn.Effect):
    """An effect with fields of the names that a state has."""

    pending: int
    variant: int

    def apply(self, state: State) -> State:
        return state


@megalith("Confusing", text="Twice.", id="confusing", effects=(Confusing,), then=(lambda _: [Confusing(1, 3)],))
def confusing(_: cairn.Site) -> list[cairn.Effect]:
    return [Confusing(1, 2)]


def test_effects_may_have_fields_of_the_names_that_a_state_has() -> None:
    registry = BASE_SET | confusing
    start = cairn.parse_position("5/5/5/1s3/f4 s wooe b3=confusing,d3=menhir - - 0-0", registry)
    asked = play(start, "b2-b3")
    within = cairn.apply(asked, Confusing(1, 2))
    for state in (within, asked, start, within):
        assert dumps(state) == careful_text(state)
        check_document(dumps(state), registry)
        check_document(dumps(state).replace('"variant":2', '"variant":{'), registry)


def test_texts_too_long_for_the_cache_are_written_and_read_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a turn with many powers, whose positions are all part of the state."""
    monkeypatch.setattr(cache, "LONGEST", 100)
    state = cairn.parse_position("f4/5/5/5/s4 s wdee a1=mound,b3=chaos,d3=dawn alley,deer menhir 1-0")
    text = dumps(state)
    assert len(text) > 100
    assert loads(text) == state
    assert dumps(loads(text)) == text


def test_states_of_many_layouts_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered of layouts is bounded."""
    monkeypatch.setattr(cache, "MOST", 1)
    monkeypatch.setattr(cache, "_TEMPLATES", {})
    for seed in (1, 2, 3, 1):
        state = cairn.new_game(seed=seed)
        assert loads(dumps(state)) == state
