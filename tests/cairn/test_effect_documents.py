"""Effects of one's own in documents: whatever their fields are, and what stands in the way."""

from __future__ import annotations

import json
import sys
from enum import Enum
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

import pytest
from attrs import evolve, frozen

from cairn_rules import DocumentError, DuplicateIdError, Registry, cairn, dumps, from_data, loads, to_data
from cairn_rules.cairn import BASE_SET, VILLAGE, Banish, Effect, Space, Together, Tribe, megalith
from support.own_effects import EVERYTHING, Everything, Vector
from support.stones import CUSTOM, ExchangeShamans

if TYPE_CHECKING:
    from collections import Counter

FULL = Everything(
    count=3,
    share=0.5,
    word="é",
    yes=True,
    way="up",
    space=Space.A1,
    to=VILLAGE,
    tribe=Tribe.SEA,
    tile=cairn.Tile.ADD,
    face=cairn.MoveFace.DIAGONAL,
    tiles=cairn.Tiles(),
    stone=BASE_SET["deer"],
    inner=Together(Banish(Space.A1)),
    spaces=(Space.C3, Space.A1),
    pair=(1, Space.B2),
    nobody=None,
    table={Space.A1: 1},
    vector=Vector(1, 2),
)


class Quiet(Effect):
    """An ancestor of effects that do nothing."""

    __slots__ = ()

    def apply(self, state: cairn.State) -> cairn.State:
        return state


def naming(*effects: type[Effect]) -> Registry[cairn.Megalith]:
    """The box with a megalith more that names some effects."""
    return BASE_SET | megalith("Own", text="Its own.", id="own", effects=effects)(lambda _: ())


def read(text: str, *effects: type[Effect]) -> Any:
    return loads(text, naming(*effects))


def action(**value: Any) -> str:
    return json.dumps({"format": 1, "game": "cairn", "document": "action", "value": value})


def test_fields_of_every_kind() -> None:
    assert to_data(FULL)["value"] == {
        "type": "everything",
        "count": 3,
        "share": 0.5,
        "word": "é",
        "yes": True,
        "way": "up",
        "space": "a1",
        "to": "village",
        "tribe": "sea",
        "tile": "add",
        "face": "diagonal",
        "tiles": {"add": "white", "move": "orthogonal", "jump": "own", "transformation": "end"},
        "stone": "deer",
        "inner": {"type": "together", "effects": [{"type": "banish", "space": "a1"}]},
        "spaces": ["c3", "a1"],
        "pair": [1, "b2"],
        "nobody": None,
        "table": {"a1": 1},
        "vector": {"file": 1, "rank": 2},
        "note": "",
    }
    for value in (FULL, evolve(FULL, nobody=Tribe.FOREST, inner=FULL, share=3.0, to=Space.E5, spaces=())):
        assert loads(dumps(value), BASE_SET | EVERYTHING) == value
        assert loads(dumps(Together(value)), BASE_SET | EVERYTHING) == Together(value)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("count", "3", "'3' is not a whole number"),
        ("count", 3.0, "3.0 is not a whole number"),
        ("share", "0.5", "'0.5' is not a number"),
        ("share", True, "True is not a number"),
        ("share", None, "None is not a number"),
        ("word", 3, "3 is not a text"),
        ("yes", 1, "1 is not true or false"),
        ("way", "left", "'left' is not 'up' or 'down'"),
        ("way", 1, "1 is not 'up' or 'down'"),
        ("space", 0, "0 is not a space"),
        ("to", "x", "'x' is not a space, a1 to e5, or village"),
        ("stone", ["deer"], "['deer'] is not a megalith's id"),
        ("inner", "xa1", "'xa1' is not an object with a 'type'"),
        ("spaces", "a1", "'a1' is not a list"),
        ("pair", ["b2", 1], "'b2' is not a whole number"),
        ("pair", [1], "a list of length 1; it should have 2 items"),
        ("nobody", "none", "'none' is not sea or forest"),
        ("table", [], "[] is not an object"),
        ("table", {"a1": "1"}, "'1' is not a whole number"),
        ("vector", {"file": 1}, "missing"),
        ("vector", [1, 2], "[1, 2] is not an object with file, rank"),
    ],
)
def test_fields_take_nothing_for_what_it_is_not(field: str, value: Any, message: str) -> None:
    data = to_data(FULL)
    data["value"][field] = value
    with pytest.raises(DocumentError) as caught:
        from_data(data, BASE_SET | EVERYTHING)
    (fault, *_) = caught.value.faults
    assert fault.where.startswith(f"$.value.{field}")
    assert message in fault.message


def test_a_whole_number_will_do_for_any_number() -> None:
    data = to_data(FULL)
    data["value"]["share"] = 2
    assert from_data(data, BASE_SET | EVERYTHING) == evolve(FULL, share=2.0)


@pytest.mark.parametrize("share", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_are_none_are_not_written(share: float) -> None:
    with pytest.raises(DocumentError, match="is not a number"):
        dumps(evolve(FULL, share=share))


def test_fields_with_a_wrong_value_are_not_written() -> None:
    """What is written can be read again, also when a field holds what its type does not allow."""
    with pytest.raises(DocumentError, match="'x' is not a whole number"):
        dumps(evolve(FULL, count="x"))
    with pytest.raises(DocumentError, match="3 is not a text"):
        dumps(evolve(FULL, word=3))
    for wrong in ("x", []):
        with pytest.raises(DocumentError, match="is not a space, a1 to e5"):
            dumps(evolve(FULL, space=wrong))


def test_an_effect_that_no_megalith_names_is_unknown() -> None:
    text = dumps(ExchangeShamans(Space.A1, Space.B2))
    assert loads(text, CUSTOM) == ExchangeShamans(Space.A1, Space.B2)
    with pytest.raises(DocumentError) as caught:
        loads(text)
    (fault,) = caught.value.faults
    assert fault.where == "$.value.type"
    assert fault.message.startswith("'exchange-shamans' is unknown; known: add, move, jump, construct")
    assert fault.message.endswith(
        "(a custom effect can be read when a megalith in the registry declares it with effects=)"
    )


def twin(name: str) -> type[Effect]:
    return frozen(type(name, (Quiet,), {}))


def test_two_effects_of_one_name_in_a_registry() -> None:
    first, second = twin("Twin"), twin("Twin")
    assert isinstance(read(action(type="twin"), first), first)
    other = megalith("Other", text="Too.", id="other", effects=(second,))(lambda _: ())
    message = "'other' each define a different effect 'twin'; rename one of the classes"
    with pytest.raises(DuplicateIdError, match=message):
        _ = naming(first) | other
    with pytest.raises(DuplicateIdError, match=message):
        cairn.new_game(megaliths=(*naming(first), other))
    with pytest.raises(DuplicateIdError, match="each define a different effect 'twin'"):
        naming(first, second)


def test_two_megaliths_may_name_the_same_effect() -> None:
    kind = twin("Shared")
    other = megalith("Other", text="Too.", id="other", effects=(kind,))(lambda _: ())
    assert loads(action(type="shared"), naming(kind) | other) == kind()


def test_an_effect_with_the_name_of_one_of_the_box() -> None:
    """It could be taken for that one, so it is not written; the name in a document stands for that of the box."""
    mine = twin("Banish")
    with pytest.raises(DocumentError, match="cannot be written: a member of the union has the same tag"):
        dumps(mine())
    assert read(action(type="banish", space="a1"), mine) == Banish(Space.A1)


def test_an_effect_that_is_no_attrs_class() -> None:
    class Plain(Quiet):
        pass

    message = "Plain cannot be written or read: it is not an attrs class"
    with pytest.raises(DocumentError, match=message):
        dumps(Plain())
    with pytest.raises(DocumentError, match=message):
        read(action(type="plain"), Plain)


def test_an_effect_with_a_field_called_as_the_tag() -> None:
    @frozen
    class Typed(Quiet):
        type: str

    with pytest.raises(DocumentError, match="Typed has a field 'type', a name reserved for the tag"):
        dumps(Typed("x"))


class Direction(Enum):
    UP = 1


@pytest.mark.untraced
@pytest.mark.parametrize(
    "kind",
    [
        *(Any, object, Direction, bytes, complex, list[int], set[int], dict[str, int], tuple, tuple[()]),
        *(tuple[object, ...], int | float, int | str | None, object | None, Literal[1, 2], type[int], None),
    ],
)
def test_types_without_a_form_in_json_are_refused(kind: Any) -> None:
    """The error names the field, when a value is written as when one is read."""
    made = frozen(type("Odd", (Quiet,), {"__annotations__": {"field": kind}}))
    message = r"Odd\.field has a type that cannot be written as JSON"
    with pytest.raises(DocumentError, match=message):
        dumps(made(None))
    with pytest.raises(DocumentError, match=message):
        read(action(type="odd", field=None), made)


@frozen
class Unknowable(Quiet):
    """Its type is known to type checkers alone."""

    counted: Counter[str]


def test_types_that_cannot_be_found_are_named() -> None:
    message = "cannot find the field types of Unknowable: name 'Counter' is not defined; import it when the module runs"
    with pytest.raises(DocumentError, match=message):
        dumps(Unknowable(None))
    with pytest.raises(DocumentError, match=message):
        read(action(type="unknowable", counted={}), Unknowable)


def test_names_of_ones_own_module_come_first() -> None:
    """A module may call a type of its own as one of the library is called."""
    source = """
from __future__ import annotations
from typing import Literal
from attrs import frozen
from cairn_rules.cairn import Effect
Tile = Literal["wood", "stone"]
@frozen
class Lay(Effect):
    tile: Tile
    def apply(self, state): return state
"""
    module = sys.modules["own_tiles"] = ModuleType("own_tiles")
    try:
        exec(source, vars(module))  # noqa: S102 - written above
        text = dumps(module.Lay("wood"))
        assert read(text, module.Lay) == module.Lay("wood")
    finally:
        del sys.modules["own_tiles"]


def test_a_class_that_refuses_a_value_is_heard() -> None:
    @frozen
    class Even(Quiet):
        number: int

        def __attrs_post_init__(self) -> None:
            if self.number % 2:
                raise ArithmeticError("an odd number")

    assert read(action(type="even", number=2), Even) == Even(2)
    with pytest.raises(DocumentError, match=r"\$\.value: ArithmeticError: an odd number"):
        read(action(type="even", number=3), Even)
