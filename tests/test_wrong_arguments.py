"""What is of a wrong kind gets an error of the library, in every game, and not one that Python raises somewhere."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from attrs import evolve

from cairn_rules import (
    CairnRulesError,
    DefinitionError,
    DocumentError,
    Match,
    UnsoundStateError,
    cairn,
    dumps,
    manifest_of,
)
from cairn_rules.cairn_rpg import creation, wilderness
from cairn_rules.cairn_rpg.combat.setup_options import parse_side
from cairn_rules.cairn_rpg.content.book_with_packs import find_packs
from cairn_rules.cairn_rpg.formats import FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT
from cairn_rules.endless_winter import check_state
from cairn_rules.endless_winter import new_game as winter
from cairn_rules.games import LIBRARY, load
from cairn_rules.lazy import resolve


def given_states() -> Iterator[Any]:
    """Every public function of a game that takes a state or an observation, and arguments for it.

    The compiled ones of Cairn are no functions of Python; they raise a TypeError.
    """
    for name in LIBRARY:
        game: Any = load(name)
        state = game.new_game(seed=3)
        others = {"action": game.legal_actions(state)[0], "after": state, "player": 0, "rng": Random(1)}
        for each in game.__all__:
            function = getattr(game, each)
            parameters = list(inspect.signature(function).parameters.values()) if inspect.isfunction(function) else []
            needed = [
                each.name for each in parameters if each.default is each.empty and each.kind != each.VAR_POSITIONAL
            ]
            if not parameters or not any(kind in str(parameters[0].annotation) for kind in ("State", "Obs", "Scene")):
                continue
            yield pytest.param(function, {name: others.get(name) for name in needed}, id=f"{name}-{each}")


@pytest.mark.parametrize(("function", "arguments"), [*given_states()])
def test_a_function_of_a_game_refuses_what_is_no_state(
    function: Callable[..., object], arguments: Mapping[str, Any]
) -> None:
    others = [*arguments][1:]
    for value in (None, "x", 7, (), Match(cairn, seed=1)):
        with pytest.raises(DefinitionError):
            function(value, **{name: arguments[name] for name in others})


def test_every_game_is_asked() -> None:
    asked = [parameter.id for parameter in given_states()]
    for name in LIBRARY:
        assert {f"{name}-{each}" for each in ("observe", "sample_hidden", "diagram", "why_illegal")} <= {*asked}
    assert {"korrigans-scores", "endless-winter-scores", "endless-winter-check_state"} <= {*asked}


@pytest.mark.parametrize("name", LIBRARY)
def test_an_observation_is_drawn_or_refused(name: str) -> None:
    game = load(name)
    seen = game.observe(game.new_game(seed=3), 0)
    try:
        assert game.diagram(seen)
    except DefinitionError as error:
        assert "an Observation is not a state" in str(error)  # noqa: PT017 - any other error fails the test


@pytest.mark.parametrize("name", LIBRARY)
def test_hidden_parts_are_drawn_by_a_source_of_randomness(name: str) -> None:
    game: Any = load(name)
    seen = game.observe(game.new_game(seed=3), 0)
    for value in (None, 7, Random):
        with pytest.raises(DefinitionError):
            game.sample_hidden(seen, value)


VALUES: list[Any] = [None, "1", 1, 1.5, True, b"", object(), {}, {"a": b""}, frozenset(), (), (None,), ("1",), [1]]
"""Values of many kinds. For each attribute, most are wrong."""


def with_wrong_parts(value: Any) -> Iterator[Any]:
    """A value with each of its attributes, and each of theirs, replaced by values of other kinds."""
    if not attrs.has(type(value)):
        return
    for each in attrs.fields(type(value)):
        part = getattr(value, each.name)
        inner = [part[0]] if isinstance(part, tuple) and part else [part]
        deeper = [(new, *part[1:]) if isinstance(part, tuple) and part else new for new in _first_level(inner[0])]
        for new in (*VALUES, *deeper):
            if each.init:
                try:
                    yield evolve(value, **{each.alias: new})
                except CairnRulesError:  # refused at once
                    continue


def _first_level(value: Any) -> Iterator[Any]:
    for each in attrs.fields(type(value)) if attrs.has(type(value)) else ():
        for new in VALUES if each.init else ():
            try:
                yield evolve(value, **{each.alias: new})
            except Exception:  # noqa: BLE001, S112 - only values that can be made are of interest
                continue


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in LIBRARY if name != "cairn"])
def test_a_value_with_a_part_of_a_wrong_kind_is_written_and_read_or_refused(name: str) -> None:
    """The states of Cairn cannot hold such parts."""
    game: Any = load(name)
    state = next(iter(resolve(manifest_of(game).samples).states()))  # type: ignore[arg-type]
    for value in (state, game.observe(state, 0)):
        for wrong in with_wrong_parts(value):
            try:
                text = dumps(wrong)
            except DocumentError:
                continue
            assert text.isascii()


@pytest.mark.untraced
def test_every_state_of_endless_winter_is_checked_or_refused() -> None:
    for wrong in with_wrong_parts(winter(seed=3)):
        try:
            check_state(wrong)
        except UnsoundStateError as error:
            assert error.faults  # noqa: PT017 - any other error fails the test
        else:
            assert dumps(wrong)


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ({"round": "1"}, "round: '1' is not a whole number"),
        ({"round": True}, "round: True is not a whole number"),
        ({"round": 10**5000}, "is not a round"),
        ({"active": None}, "active: None is not a whole number"),
        ({"players": ()}, "players: 0 players"),
        ({"order": (True, 0)}, "order: True is not a whole number"),
    ],
)
def test_the_attribute_of_a_wrong_type_is_named(part: dict[str, Any], fault: str) -> None:
    with pytest.raises(UnsoundStateError) as caught:
        check_state(evolve(winter(seed=3), **part))
    assert fault in str(caught.value) or caught.value.faults[0].where == next(iter(part))


@pytest.mark.parametrize("text", ["b" * 300, "a/" * 3000, "2 " + "b" * 300, "b" * 300 + ".json", "b\0", "b\0.json"])
def test_the_fighters_of_a_side_are_no_path_that_is_too_long(text: str) -> None:
    with pytest.raises(CairnRulesError):
        parse_side(text)


def test_a_pack_is_no_path_that_is_too_long() -> None:
    with pytest.raises(CairnRulesError, match="is not the id of an installed pack"):
        find_packs(["b" * 300])


@pytest.mark.parametrize("number", ["--1", "+-1", "-+", "-", "1-", "\u0663", "1_0", "1000"])
def test_the_watches_of_a_leg_are_a_number(number: str) -> None:
    with pytest.raises(DefinitionError, match="does not describe a leg"):
        wilderness.parse_legs(f"Mill: trail guide={number}")


@pytest.mark.untraced
@pytest.mark.parametrize("rows", [(2, 99), (99, 2), (99, 99), (0, -1)])
@pytest.mark.parametrize("format", [FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT], ids=lambda each: each.name)
def test_a_character_with_rows_of_another_book_is_written(format: Any, rows: tuple[int, int]) -> None:
    """The rows can be those of a pack, which are unknown here; the complete state keeps them."""
    character = evolve(creation.create_character(seed=3), rows=rows)
    document, lost = format.write(character)
    assert any(omission.path.startswith("$.rows") for omission in lost)
    assert format.read(document)[0].rows == rows


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["party", "2", "--output", "loop"], ["play", "--save", "loop"]])
@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_circle_of_links_cannot_be_written(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "loop").symlink_to("other")
    (tmp_path / "other").symlink_to("loop")
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "cairn_rules", *arguments], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert run.returncode != 0
    assert run.stderr.splitlines()[-1].startswith("cairn-rules: cannot write 'loop': ")
