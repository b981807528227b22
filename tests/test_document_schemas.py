"""The JSON Schemas of documents: unchanged unless someone meant it, and in agreement with what is read."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
import schemas
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cairn_rules import (
    DocumentError,
    Match,
    Record,
    Registry,
    UnknownIdError,
    cairn,
    dumps,
    from_data,
    json_schema,
    loads,
    to_data,
)
from cairn_rules.cairn import Variant
from cairn_rules.cairn_rpg import wilderness
from cairn_rules.games import LIBRARY
from cairn_rules.json_documents import schema_names
from support.mutations import mutated
from support.play import play
from support.strategies import ALL_STONES, states, variants

pytestmark = pytest.mark.untraced

KINDS = ("state", "observation", "action", "variant", "changes", "record")
VALIDATORS = {kind: Draft202012Validator(json_schema(kind)) for kind in KINDS}
STONES = Registry(ALL_STONES)


def accepts(data: Any) -> bool:
    """Whether the schema of the kind of document accepts one."""
    return bool(VALIDATORS[data["document"]].is_valid(data))


def test_no_format_changed_by_accident() -> None:
    golden, found = json.loads(schemas.FILE.read_text(encoding="utf-8")), schemas.digests()
    changed = [name for name in {**golden, **found} if golden.get(name) != found.get(name)]
    assert not changed, (
        f"the schemas of {', '.join(changed)} changed; if that is meant, write their digests anew with"
        " 'nox -s schemas', and see with 'nox -s api' whether they still accept what the last release wrote"
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", LIBRARY)
def test_the_schemas_are_schemas(game: str) -> None:
    for _, kind in schema_names(game):
        schema = json_schema(kind, game=game)
        assert schema["$id"] == f"urn:cairn-rules:{game}:{kind}:1"
        for part in ({**schema, "$defs": {}}, *schema["$defs"].values()):
            check_schema(json.dumps(part))


@cache
def check_schema(text: str) -> None:
    """Check a part of a schema; most schemas share most of their definitions."""
    Draft202012Validator.check_schema(json.loads(text))


@pytest.mark.parametrize(
    ("document", "game", "message"),
    [
        ("stat", "cairn", "unknown id 'stat'; did you mean 'state'?"),
        ("state", "go", "unknown id 'go'; known: cairn, korrigans"),
    ],
)
def test_there_are_no_other_schemas(document: str, game: str, message: str) -> None:
    with pytest.raises(UnknownIdError, match=message.replace("?", r"\?")):
        json_schema(document, game=game)


@given(states(), variants)
def test_a_schema_accepts_what_is_written(state: cairn.State, variant: Variant) -> None:
    """Whatever the variant and the megaliths, those with effects of their own too."""
    assert accepts(to_data(state))
    assert accepts(to_data(cairn.observe(state, None)))
    assert accepts(to_data(variant))
    for action in cairn.legal_actions(state)[:3]:
        assert accepts(to_data(action))
        assert accepts(to_data(cairn.changes(state, cairn.apply(state, action))))


@pytest.mark.parametrize("seed", range(4))
def test_a_schema_accepts_the_records_of_games(seed: int) -> None:
    rng = Random(seed)
    match = Match(cairn, cairn.new_game(seed=seed, megaliths=Registry(ALL_STONES)), draw_after_turns=40)
    while match.outcome is None:
        match.do(rng.choice(match.legal_actions))
    record = evolve(Record.of(match, tags={"Round": str(seed)}), comments={0: "Start.", 3: "Third."})
    assert accepts(to_data(record))
    assert loads(dumps(record), STONES) == record


CHAIN = play(
    cairn.parse_position("4f/2f2/5/5/1s3 s wooe b2=acme.far-stone,b3=charge alley,deer menhir 0-0", STONES),
    *("b1-b2", "b2>b3", "b3>b4"),
)
LEAVING = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
SAMPLES = [
    CHAIN,
    cairn.observe(CHAIN, None),
    cairn.changes(LEAVING, play(LEAVING, "c5-x")),
    Variant(dawn_banishes=True),
    cairn.Together(cairn.Banish(cairn.Space.A1), cairn.TakeExtraTurn()),
    evolve(Record.of(Match(cairn, LEAVING)), comments={0: "x"}),
]


@pytest.mark.slow
@settings(max_examples=300)
@given(st.data(), st.sampled_from(SAMPLES))
def test_what_a_schema_refuses_is_not_read(data: st.DataObject, value: Any) -> None:
    """Whoever checks a document by its schema refuses nothing that could be read.

    What cannot be told from its shape, such as whether a state is sound, the schema lets pass.
    """
    damaged = data.draw(mutated(to_data(value)))
    damaged["document"] = kind = to_data(value)["document"]
    if not VALIDATORS[kind].is_valid(damaged):
        with pytest.raises(DocumentError):
            from_data(damaged, STONES)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", 2),
        ("game", "go"),
        ("value", []),
        ("new", 1),
        ("value.new", 1),
        ("value.shamans", {"a9": "sea"}),
        ("value.shamans", {"a1": "see"}),
        ("value.megaliths", {"b3": "No Id"}),
        ("value.deck", ["deer"] * 10_001),
        ("value.deck", [3]),
        ("value.scores", [0]),
        ("value.scores", [0, 0, 0]),
        ("value.turn", "0"),
        ("value.turn", 1 << 60),
        ("value.extra_turn", "nobody"),
        ("value.tiles", {"add": "white"}),
        ("value.pending", {"type": "wait"}),
        ("value.pending", {"type": "choose-action", "space": "a1"}),
        ("value.pending.chosen", [{"to": "a1"}]),
        ("value.pending.chosen", [{"type": "banish", "to": "a1"}]),
        ("value.waiting", [{"type": "use-power"}]),
        ("value.seen", [{}]),
        ("value.variant", {"transformation_trigger": "moved"}),
    ],
)
def test_faults_of_shape_are_refused_by_the_schema_too(path: str, value: Any) -> None:
    data = to_data(CHAIN)
    assert accepts(data)
    *outer, key = path.split(".")
    part = data
    for each in outer:
        part = part[each]
    part[key] = value
    assert not accepts(data)
    with pytest.raises(DocumentError):
        from_data(data, STONES)


def test_a_set_has_nothing_twice() -> None:
    """Neither by the schema nor when it is read."""
    data = to_data(wilderness.new_game(seed=1))
    validator = Draft202012Validator(json_schema("state", game="cairn-rpg-wilderness"))
    assert validator.is_valid(data)
    data["value"]["camped"] = [0, 0]
    assert not validator.is_valid(data)
    with pytest.raises(DocumentError, match="camped"):
        from_data(data)


def test_a_schema_leaves_the_keys_of_an_effect_of_others_open() -> None:
    document = {"format": 1, "game": "cairn", "document": "action"}
    assert accepts({**document, "value": {"type": "acme.lift", "height": 3}})
    assert not accepts({**document, "value": {"type": "banish", "height": 3}})
