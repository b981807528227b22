"""Public instances made with lists in place of tuples can be hashed, or are refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import attrs
import pytest

from cairn_rules import CairnRulesError, cairn_rpg, endless_winter, korrigans, manifest_of
from cairn_rules.games import LIBRARY, load
from cairn_rules.lazy import resolve
from support.calls import arguments_of, called, functions, methods, public_classes

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

MOST = 12
"""Instances of a class that are tried."""


def parts(things: Iterator[Any]) -> dict[type, list[Any]]:
    """Some instances of each public class in what is given, at any depth."""
    public = public_classes()
    found: dict[type, list[Any]] = {}
    waiting, seen = [*things], dict[int, Any]()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen[id(thing)] = thing  # which keeps it, so that no other gets its id
        kind = type(thing)
        if kind in public:
            found.setdefault(kind, []).append(thing)
        if attrs.has(kind):
            waiting += [getattr(thing, each.name) for each in attrs.fields(kind)]
        elif isinstance(thing, Mapping):
            waiting += [*thing.keys(), *thing.values()][:600]
        elif isinstance(thing, list | tuple | set | frozenset):
            waiting += [*thing][:300]
    return found


def things() -> Iterator[Any]:
    """Samples of every game, the content of the games, and the answers of functions."""
    for name in LIBRARY:
        game: Any = load(name)
        samples: Any = resolve(manifest_of(game).samples)
        yield from (manifest_of(game), *samples.actions())
        for state in [*samples.states()][:150]:
            yield from (state, game.observe(state, 0), game.outcome(state))
            for action in game.legal_actions(state)[:3]:
                yield from (action, after := game.apply(state, action), game.events_of(state, action, after))
    yield from (cairn_rpg.book(), endless_winter.default_pack(), korrigans.default_board())
    for name, function in functions():
        if ".testing." not in name:
            with suppress(CairnRulesError):
                yield called(function, arguments_of(name, function))
    for _, function, arguments in methods():
        with suppress(CairnRulesError):
            yield from (arguments, called(function, arguments))


@pytest.mark.filterwarnings("ignore")
def test_every_public_instance_can_be_hashed_whatever_sequences_it_was_made_of() -> None:
    found = parts(things())
    assert len(found) > 400
    faults = set[str]()
    for kind, instances in found.items():
        for instance in instances[:MOST]:
            try:
                hash(instance)
            except TypeError:
                faults.add(f"{kind.__name__} itself")
            for each in attrs.fields(kind):
                part = getattr(instance, each.name)
                if type(part) is tuple and each.init and each.alias == each.name:
                    with suppress(CairnRulesError):
                        changed = with_list(instance, each.alias, part)
                        try:
                            hash(changed)
                        except TypeError:
                            faults.add(f"{kind.__name__}.{each.name}")
    assert faults == set()


def with_list(instance: Any, name: str, part: tuple[Any, ...]) -> Any:
    """An instance with a list in place of a tuple; unchanged if its constructor takes the items themselves."""
    try:
        return attrs.evolve(instance, **{name: [*part]})
    except TypeError:
        return type(instance)(*part)
