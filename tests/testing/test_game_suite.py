"""The conformance suite for rule systems finds what is broken, and nothing else."""

from __future__ import annotations

import re

import pytest

from cairn_rules import Outcome, cairn
from cairn_rules.encoding import Encoding
from cairn_rules.errors import EncodingError
from cairn_rules.manifest import Manifest
from cairn_rules.testing import GameFault, check_game
from cairn_rules.testing.game_suite import GAME_CHECKS
from support.subtraction import Subtraction
from testing.broken_games import (
    BROKEN_GAMES,
    Explained,
    Heaps,
    Pictured,
    Plain,
    Playing,
    Reasoned,
    Secrets,
    Told,
    Two,
    Walking,
    Whispered,
)

pytestmark = pytest.mark.slow

GAMES = [(slug, game) for slug, games in BROKEN_GAMES.items() for game in games]


@pytest.mark.parametrize(("slug", "game"), GAMES, ids=[f"{slug}-{type(game).__name__}" for slug, game in GAMES])
def test_a_broken_game_is_found_by_its_own_check(slug: str, game) -> None:
    with pytest.raises(GameFault) as caught:
        check_game(game, max_examples=30)
    fault = caught.value
    assert fault.check == slug
    assert fault.game is game
    assert str(fault).startswith(f"{type(game).__name__ if not hasattr(game, '__name__') else 'walk'}: {fault.message}")
    assert f"[{slug}]" in str(fault)
    assert fault.__cause__ is None


def test_every_check_has_a_game_that_only_it_finds() -> None:
    assert set(BROKEN_GAMES) == {check.slug for check in GAME_CHECKS}


@pytest.mark.untraced
@pytest.mark.parametrize(
    "game",
    [
        *(cairn, cairn, Two(), Heaps(), Secrets(), Whispered(), Reasoned(), Explained(), Told(), Plain()),
        *(Pictured(), Playing()),
    ],
)
def test_good_games_pass(game) -> None:
    check_game(game)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Propertyless", r"makes '1 is taken'; give its class a property `arguments` that returns `arguments\(self\)`"),
        ("Agreeing", "why_illegal returns None for 2, but apply refuses it for 'too many"),
        ("Contrary", "why_illegal returns 'nothing can be taken .take/never.' for 1, but apply accepts it"),
        ("Unreasoned", "the outcome's reason 'last-one' is not in the manifest's reasons first-one; add it"),
        ("Numbering", "1 is written as '1', which `play` cannot tell .*; add a letter or a sign, as in 'take-1'"),
        ("Unlit", r"the picture with highlight=\(\) fails with TypeError"),
        ("Pointless", r"the picture with arrows=.* fails with ParseError"),
        ("Nameless", "the picture is <svg>; it should be <svg xmlns="),
        ("Leaking", "the legal actions reveal a secret: they differ in states that look the same to player 0"),
        ("Drawn", "the diagram reveals a secret: it differs in states that look the same to a spectator"),
        ("DrawnPlainly", "the plain diagram reveals a secret"),
        ("Painted", "the picture reveals a secret"),
        ("Gossip", "the events reveal a secret: they differ in decisions that look the same to player 0; leave out"),
        ("Named", "the events reveal a secret: they differ in decisions that look the same to a spectator"),
        ("Hesitating", "the player 'first' chooses None, which is not a legal action"),
    ],
)
def test_faults_name_the_remedy(name: str, message: str) -> None:
    game = next(game for games in BROKEN_GAMES.values() for game in games if type(game).__name__ == name)
    with pytest.raises(GameFault, match=message):
        check_game(game, max_examples=30)


@pytest.mark.untraced
def test_games_with_more_players_and_games_without_an_end_pass() -> None:
    check_game(Subtraction(3), players=(0, 1, 2))
    check_game(Walking(), most_decisions=None)


@pytest.mark.untraced
def test_a_fault_tells_the_shortest_way_there() -> None:
    with pytest.raises(GameFault) as caught:
        check_game(next(game for game in BROKEN_GAMES["nobody-decides"] if type(game).__name__ == "Stuck"))
    assert caught.value.state[0] == 0
    assert repr(caught.value.state) not in str(caught.value)
    found = re.search(r"Reached from seed (\d+) by: ([12 ]+)$", str(caught.value))
    assert found is not None
    state = Two().new_game(seed=int(found[1]))
    for action in map(int, found[2].split()):
        state = Two().apply(state, action)
    assert state == caught.value.state


def test_progress_is_told_and_a_seed_can_be_chosen() -> None:
    told: list[str] = []
    check_game(Two(), seed=None, max_examples=5, progress=told.append)
    assert told == [f"{check.slug}: {check.promise}" for check in GAME_CHECKS]


@pytest.mark.parametrize(
    ("outcome", "players", "message"),
    [
        (
            Outcome((0,), "most-points", (3, 5, 8)),
            (0, 1),
            r"there are 3 scores for 2 players",
        ),
        (Outcome((), "out-of-food"), (0,), "a game for one player without a winner is a loss"),
    ],
)
def test_points_and_losses_are_told_as_they_should_be(outcome: Outcome, players: tuple[int, ...], message: str) -> None:
    class Ends(Two):
        def outcome(self, state):  # noqa: ARG002 - always the same
            return outcome

        def legal_actions(self, state):  # noqa: ARG002 - it is over
            return ()

        def current_player(self, state):  # noqa: ARG002 - it is over
            return None

    with pytest.raises(GameFault, match=message) as caught:
        check_game(Ends(), players=players, max_examples=5)
    assert caught.value.check == "nobody-decides"


def test_an_encoding_need_not_cover_every_state() -> None:
    def refuse(_) -> tuple[int, ...]:
        raise EncodingError("no index")

    game = Two()
    game.MANIFEST = Manifest(name="Partial", encoding=Encoding(indices=refuse))
    check_game(game, max_examples=5)
