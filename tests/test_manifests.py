"""Manifests: every part of every game of the library can be loaded and is what it should be."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from attrs import fields

from cairn_rules import games, manifest_of, picture_for
from cairn_rules.cli.commands import Command
from cairn_rules.cli.words import Words
from cairn_rules.codec.envelope import Documents
from cairn_rules.errors import DefinitionError, SetupError
from cairn_rules.game import missing_functions
from cairn_rules.json_documents import dumps, loads
from cairn_rules.lazy import Ref, resolve
from cairn_rules.manifest import Manifest, Option, RecordStart, Samples, Seats, SetupOptions
from cairn_rules.registry import Content
from support.random_play import random_states

GAMES = tuple(games.LIBRARY)
PARTS = {
    "records": RecordStart,
    "setup": SetupOptions,
    "documents": Documents,
    "samples": Samples,
    "content": Content,
}
"""The parts that are values, each with its class."""


def loaded(name: str) -> tuple[Any, Manifest[Any]]:
    game = games.load(name)
    return game, manifest_of(game)


def sampled(name: str) -> list[Any]:
    _, manifest = loaded(name)
    assert manifest.samples is not None
    return list(resolve(manifest.samples).states())


@pytest.mark.parametrize("name", GAMES)
def test_every_reference_leads_somewhere(name: str) -> None:
    game, manifest = loaded(name)
    assert missing_functions(game) == ()
    assert manifest.name == name
    parts = [getattr(manifest, field.name) for field in fields(Manifest)]
    references = [each for each in (*parts, *manifest.players.values()) if isinstance(each, Ref)]
    assert len(references) >= 6
    for reference in references:
        assert reference.load() is not None


@pytest.mark.parametrize("name", GAMES)
def test_every_part_is_what_it_should_be(name: str) -> None:
    game, manifest = loaded(name)
    for part, kind in PARTS.items():
        value = getattr(manifest, part)
        assert value is None or isinstance(resolve(value), kind), part
    assert manifest.documents is not None
    assert resolve(manifest.documents).game == name
    assert manifest.terminal is not None
    words = resolve(manifest.terminal)
    assert issubclass(words, Words)
    assert words(game).manifest is manifest
    commands = {each: resolve(command) for each, command in manifest.commands.items()}
    assert all(isinstance(command, Command) and command.name == each for each, command in commands.items())
    for option in () if manifest.setup is None else resolve(manifest.setup).options:
        assert isinstance(option, Option)
        assert option.help


@pytest.mark.parametrize(
    ("name", "chosen", "message"),
    [
        ("cairn", {"first": "sky"}, "'sky' is not a first player; use 'sea' or 'forest'"),
        (
            "cairn",
            {"variant": "power_exit"},
            "the option 'power_exit' needs a value: power_exit=true or power_exit=false",
        ),
        ("korrigans", {"variant": "memory_aid=yes"}, "the option 'memory_aid' should be true or false, not 'yes'"),
        ("korrigans", {"side": "round"}, "the option 'side' should be standard or advanced, not 'round'"),
        ("korrigans", {"side": "advanced", "variant": "side=standard"}, "the option 'side' is given twice"),
        ("endless-winter", {"variant": "rival_level=9"}, "the option 'rival_level' should be 0 or 1 or 2, not '9'"),
    ],
)
def test_a_bad_value_of_an_option_is_named(name: str, chosen: dict[str, str], message: str) -> None:
    """Once, in words that hold for a program, a form and a command line."""
    game, manifest = loaded(name)
    assert manifest.setup is not None
    with pytest.raises(SetupError) as caught:
        game.new_game(**resolve(manifest.setup).arguments(chosen))
    assert str(caught.value) == message


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_players_of_a_game_decide_in_it(name: str) -> None:
    game, manifest = loaded(name)
    for player in manifest.players.values():
        made = resolve(player)(game, seed=1)
        state = game.new_game(seed=1)
        assert made.choose(game.observe(state, game.current_player(state))) in game.legal_actions(state)


@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
def test_samples_are_legal_states_and_actions_of_every_kind(name: str) -> None:
    """The states ask for every decision there is, and one is an end; all of them can be stored."""
    game, manifest = loaded(name)
    assert manifest.samples is not None
    states, actions = sampled(name), list(resolve(manifest.samples).actions())
    assert [game.outcome(state) is None for state in states].count(False) >= 1
    for state in states:
        assert loads(dumps(state)) == state
        assert (game.current_player(state) is None) == (not game.legal_actions(state))
        assert game.diagram(state)
        for player in (None, *range(manifest.seats.count_in(state) or 0)):
            seen = game.observe(state, player)
            assert game.observe(game.sample_hidden(seen, Random(1)), player) == seen
    for action in actions:
        assert loads(dumps(action)) == action
    documents = resolve(manifest.documents) if manifest.documents is not None else None
    assert documents is not None
    union = documents.codec().unions[documents.kinds["action"].type]
    assert {*union.members.values()} <= {type(action) for action in actions}


@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
def test_the_functions_of_a_manifest_work_for_its_samples(name: str) -> None:
    """Seats, turns, repetition, values, starts of records, pictures and events."""
    game, manifest = loaded(name)
    for state in sampled(name):
        players = manifest.seats.count_in(state)
        assert players is not None
        assert len(manifest.seats.names_in(state)) == players
        assert manifest.pace.turns_complete(state, 0) >= 0
        assert hash(manifest.pace.key_of(state)) is not None
        if manifest.pace.value is not None:
            assert all(-1 <= manifest.pace.value(state, player) <= 1 for player in range(players))
        if manifest.pace.estimate is not None:
            estimates = resolve(manifest.pace.estimate)(state)
            assert len(estimates) == players
            assert all(-1 <= each <= 1 for each in estimates)
        outcome = game.outcome(state)
        assert outcome is None or outcome.reason in manifest.reasons
        if manifest.records is not None:
            start = resolve(manifest.records)
            tags = start.tags(state)
            assert {*tags} <= {*start.own_tags}
            assert start.state(tags, None) == state
        if manifest.pictures is not None:
            assert resolve(manifest.pictures)(state, highlight=()).startswith("<svg")
        for action in game.legal_actions(state)[:1]:
            after = game.apply(state, action)
            if manifest.pictures is not None:
                assert resolve(manifest.pictures)(after, highlight=action).endswith("</svg>")
            if manifest.events is not None:
                assert all(map(str, resolve(manifest.events)(state, action, after)))


@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
def test_turns_never_go_back(name: str) -> None:
    game, manifest = loaded(name)
    states = [*random_states(game, game.new_game(seed=3), 300)]
    turns = [manifest.pace.turns_complete(state, count) for count, state in enumerate(states)]
    most = 3 * 365 if name == "cairn-rpg-campaign" else 1  # a downtime is one decision about many watches
    assert all(0 <= after - before <= most for before, after in pairwise(turns))


@pytest.mark.parametrize("names", [("Sea",), ("sea", "sea"), ("draw",), ("lost",), (3,)])
def test_names_of_seats_are_different_slugs(names: Any) -> None:
    with pytest.raises(DefinitionError, match="seats should be different slugs"):
        Seats(names=names)


def test_a_title_is_made_from_the_name_unless_it_is_given() -> None:
    assert Manifest[Any](name="night-market").title == "Night Market"
    assert Manifest[Any](name="night-market", title="The Night Market: 2nd edition").title == (
        "The Night Market: 2nd edition"
    )
    assert [loaded(name)[1].title for name in GAMES] == [
        "Cairn",
        "Korrigans",
        "Endless Winter",
        "Cairn RPG: creation",
        "Cairn RPG: combat",
        "Cairn RPG: dungeon",
        "Cairn RPG: wilderness",
        "Cairn RPG: campaign",
    ]


@pytest.mark.parametrize("title", ["", "  ", "two\nlines", "x" * 101, 3])
def test_a_title_is_one_line(title: Any) -> None:
    with pytest.raises(DefinitionError, match="the title of a game must be a line of 1 to 100 characters, not"):
        Manifest(name="countdown", title=title)


def test_a_name_that_is_no_text_is_refused_before_a_title_is_made() -> None:
    name: Any = 3
    with pytest.raises(DefinitionError, match="the name of a game must be a slug"):
        Manifest(name=name)


class Plain:
    """A game whose pictures know no arrows."""

    MANIFEST: Manifest[int] = Manifest(name="plain", pictures=lambda state, *, highlight=(): f"{state} {highlight}")


def test_pictures_without_arrows_highlight_the_best_action() -> None:
    game: Any = Plain()
    assert picture_for(game, 1) == "1 ()"
    assert picture_for(game, 1, arrows=["b", "c"]) == "1 b"
    assert picture_for(game, 1, arrows={"b": "muted", "c": "muted"}) == "1 b"
    assert picture_for(game, 1, highlight="a", arrows=["b", "c"]) == "1 a"
    with pytest.raises(DefinitionError, match="the pictures of this game have no colours to choose"):
        picture_for(game, 1, colours="dark")


def test_a_game_without_pictures_has_none() -> None:
    game: Any = object.__new__(type("Undrawn", (), {"MANIFEST": Manifest(name="undrawn")}))
    assert picture_for(game, 1) is None
