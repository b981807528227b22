"""References to what is in modules, and the values that a manifest may be made of."""

from __future__ import annotations

import pickle

import pytest

import cairn_rules as cairn
from cairn_rules import BASE_SET, DefinitionError, cairn_rpg, endless_winter, korrigans
from cairn_rules.manifest import Manifest, Ref, ids_for
from cairn_rules.registry import Content


@pytest.mark.parametrize("package", [cairn, cairn_rpg, endless_winter, korrigans])
def test_dir_lists_what_is_public_loaded_or_not(package) -> None:
    """And nothing that the package imports for itself."""
    assert dir(package) == sorted(package.__all__)


@pytest.mark.parametrize("place", ["", "no place", "math:", ":sqrt", "math.sqrt()", 3])
def test_a_reference_is_a_module_and_a_name(place) -> None:
    with pytest.raises(DefinitionError, match=r"is not a place such as 'package\.module:NAME'"):
        Ref(place)


@pytest.mark.parametrize("place", ["cairn_rules.nowhere:X", "cairn_rules.nowhere", "math:no_such_root"])
def test_what_is_not_there_cannot_be_loaded(place: str) -> None:
    reference: Ref[object] = Ref(place)
    with pytest.raises(DefinitionError, match=f"cannot load '{place}'"):
        reference.load()


@pytest.mark.parametrize("name", ["", "two words", "7th", "a/b", None])
def test_the_name_of_a_game_is_a_slug(name) -> None:
    with pytest.raises(DefinitionError, match="the name of a game must be a slug such as 'endless-winter'"):
        Manifest(name=name)


def test_ids_are_looked_up_in_a_registry() -> None:
    assert ids_for(cairn, BASE_SET) is BASE_SET
    with pytest.raises(DefinitionError, match="should be a Registry or Content, not 3"):
        ids_for(cairn, 3)  # type: ignore[arg-type]


def test_content_can_be_sent() -> None:
    content = Content({"megaliths": BASE_SET})
    sent = pickle.loads(pickle.dumps(content))  # noqa: S301 - our own
    assert sent == content
    assert hash(sent) == hash(content)
