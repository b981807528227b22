"""Documents that are far too large are refused before their values are built."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cairn_rules import from_data, loads, to_data
from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.common.documents import MOST_PARTS
from cairn_rules.cairn_rpg.creation.create import create_party
from cairn_rules.cairn_rpg.formats import FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT, FileFormat
from cairn_rules.errors import DocumentError

pytestmark = pytest.mark.untraced

LIMIT = "more than 100000 parts (lists, objects, texts, numbers); at most 100000 are read"


def fault_of(error: DocumentError) -> str:
    (fault,) = error.faults
    return f"{fault.where}: {fault.message}"


def large_party() -> dict[str, Any]:
    document = to_data(create_party(1, seed=7))
    document["value"] *= 1 + MOST_PARTS // 250  # a character has about 300 parts
    return document


def large_fight() -> dict[str, Any]:
    document = to_data(combat.new_game(seed=7))
    document["value"]["fighters"] *= MOST_PARTS // 250
    return document


@pytest.mark.parametrize("document", [large_party(), large_fight()], ids=["party", "fight"])
def test_a_document_with_too_many_parts_is_refused_with_the_limit(document: dict[str, Any]) -> None:
    with pytest.raises(DocumentError) as caught:
        from_data(document)
    assert fault_of(caught.value) == f"$: {LIMIT}"
    with pytest.raises(DocumentError) as caught:
        loads(json.dumps(document))
    assert fault_of(caught.value) == f"$: {LIMIT}"


@pytest.mark.slow
def test_what_is_written_can_be_read() -> None:
    """A party too large to be read cannot be written either."""
    party = create_party(1, seed=7)
    hundred = party * 100
    assert from_data(to_data(hundred)) == hundred
    with pytest.raises(DocumentError) as caught:
        to_data(party * 500)
    assert fault_of(caught.value) == f"$: {LIMIT}"


@pytest.mark.parametrize("format", [KETTLEWRIGHT, FOUNDRY_CAIRN, FOUNDRY_CAIRN2E], ids=lambda each: each.name)
def test_a_document_of_another_program_with_too_many_parts_is_refused(format: FileFormat) -> None:
    document, _ = format.write(create_party(1, seed=7)[0])
    crowded = {**document, "junk": [0] * MOST_PARTS}
    for given in (crowded, json.dumps(crowded)):
        with pytest.raises(DocumentError) as caught:
            format.read(given)
        assert fault_of(caught.value) == f"$: {LIMIT}"
