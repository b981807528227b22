"""References to what is in modules, and the values that a manifest may be made of."""

from __future__ import annotations

import pickle
import subprocess
import sys
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import pytest

import cairn_rules
from cairn_rules import DefinitionError, cairn, cairn_rpg, endless_winter, korrigans
from cairn_rules.cairn import BASE_SET
from cairn_rules.lazy import load_lazily
from cairn_rules.manifest import Manifest, Ref, ids_for
from cairn_rules.registry import Content


@pytest.mark.parametrize("package", [cairn, cairn_rpg, endless_winter, korrigans])
def test_dir_lists_what_is_public_loaded_or_not(package) -> None:
    """And nothing that the package imports for itself."""
    assert dir(package) == sorted(package.__all__)


def printed(program: str) -> list[str]:
    """Return the words that a program prints in an interpreter of its own."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout.split()


@pytest.mark.untraced
def test_the_package_loads_no_game() -> None:
    """Programs for one game do not pay for another, though all are there when they are asked for."""
    loaded = printed("import sys, cairn_rules; print(*sys.modules); cairn_rules.cairn.new_game")
    assert "cairn_rules.errors" in loaded
    assert [name for name in loaded if name.startswith("cairn_rules.cairn")] == []


@pytest.mark.untraced
def test_an_import_loads_what_a_game_needs_and_nothing_else() -> None:
    """A whole random game loads no more than the import itself."""
    loaded = printed(
        "import sys, random, cairn_rules.cairn as cairn\n"
        "before, state, rng = {*sys.modules}, cairn.new_game(seed=7), random.Random(7)\n"
        "while cairn.outcome(state) is None: state = cairn.apply(state, rng.choice(cairn.legal_actions(state)))\n"
        "print(*before, '|', *{*sys.modules} - before)"
    )
    assert loaded[-1] == "|"
    parts = ("manifest", "phrasebook", "action_table", "simulation", "history", "players")
    texts = ("notation", "position_text", "words", "diagrams")
    games = ("manifest", *(f"texts.{each}" for each in texts), "rules.reasons", "keys", "differences")
    late = {"cattrs", *(f"cairn_rules.{each}" for each in parts), *(f"cairn_rules.cairn.{each}" for each in games)}
    assert late.intersection(loaded) == set()
    assert all(find_spec(each) for each in late)


@pytest.mark.untraced
def test_the_first_analysis_loads_nothing_slow() -> None:
    """No tensors, no reader of packages, and no backports for type checkers."""
    loaded = printed(
        "import sys; from cairn_rules import Budget, analyse, cairn; state = cairn.new_game(seed=7)\n"
        "next(analyse(cairn, state, budget=Budget(simulations=1), batch=False)); print(*sys.modules)"
    )
    assert "cairn_rules.cairn.players.net" in loaded
    assert {"cairn_rules.encoding", "importlib.resources", "typing_extensions"}.intersection(loaded) == set()


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("package", [cairn_rules, cairn, cairn_rpg, endless_winter, korrigans])
def test_no_name_that_is_loaded_late_is_that_of_a_submodule(package) -> None:
    """Such a submodule, when something else imports it, would take the place of the name."""
    place = package.__name__
    late = printed(f"import {place} as it; print(*[name for name in it.__all__ if name not in vars(it)])")
    assert late
    values = [name for name in late if not isinstance(getattr(package, name), ModuleType)]
    assert [name for name in values if find_spec(f"{place}.{name}")] == []


PLAYER = "SagePlayer", "cairn_rules.players: from cairn_rules.players import SagePlayer"
ELSEWHERE = [
    (cairn_rules, *PLAYER),
    (cairn_rules, "Add", "cairn_rules.cairn: from cairn_rules.cairn import Add"),
    (cairn_rules, "SeatEnv", "cairn_rules.adapters.gymnasium: from cairn_rules.adapters.gymnasium import SeatEnv"),
    (
        cairn_rules,
        "legal_actions",
        (
            "cairn_rules.cairn, cairn_rules.endless_winter, cairn_rules.korrigans: from cairn_rules import cairn, then"
            " cairn.legal_actions"
        ),
    ),
    (cairn, "Match", "cairn_rules: from cairn_rules import Match"),
    (korrigans, *PLAYER),
]
"""A module, a name that it does not have, and what is said of the place that has it."""


@pytest.mark.parametrize(("module", "name", "told"), ELSEWHERE)
def test_a_missing_name_is_told_where_it_is(module: ModuleType, name: str, told: str) -> None:
    """However it is asked for; a program that only tries finds it missing, as always."""
    message = f"module {module.__name__!r} has no attribute {name!r}, which is in {told}"
    with pytest.raises(ImportError) as imported:
        exec(f"from {module.__name__} import {name}", {})  # noqa: S102 - our own
    assert (str(imported.value), imported.value.name) == (message, module.__name__)
    with pytest.raises(AttributeError) as asked:
        getattr(module, name)
    assert (str(asked.value), asked.value.name) == (message, name)
    assert not hasattr(module, name)


def test_a_name_that_is_nowhere_gets_the_words_of_python() -> None:
    for name in ("Sage", "_getframe"):
        with pytest.raises(AttributeError, match=f"^module 'cairn_rules' has no attribute '{name}'$"):
            getattr(cairn_rules, name)
        with pytest.raises(ImportError, match=f"^cannot import name '{name}' from 'cairn_rules'"):
            exec(f"from cairn_rules import {name}", {})  # noqa: S102 - our own


def test_what_a_module_itself_misses_is_no_missing_name() -> None:
    package: dict[str, Any] = {"__name__": "cairn_rules"}
    load_lazily(package, {"no_module_of_this_name": ("Sum",)})
    with pytest.raises(ModuleNotFoundError, match="no_module_of_this_name"):
        package["__getattr__"]("Sum")


@pytest.mark.untraced
def test_looking_for_a_missing_name_imports_no_game() -> None:
    """Not even when it is found in one, or in an adapter, whose framework need not be there."""
    program = (
        "import sys, cairn_rules; hasattr(cairn_rules, 'SeatEnv'), hasattr(cairn_rules, 'Add'); print(*sys.modules)"
    )
    loaded = printed(program)
    assert "cairn_rules.lazy" in loaded
    assert [name for name in loaded if name.startswith(("cairn_rules.cairn", "cairn_rules.adapters"))] == []


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
