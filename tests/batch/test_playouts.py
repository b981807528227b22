"""The functions for any game that take the batch: the same counts, and the same statistics of other games."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import fmean, stdev

import pytest

from cairn_rules import DefinitionError, MissingExtraError, Outcome, cairn, perft, playouts
from cairn_rules.cairn import BASE_SET, LIGHT_SET
from cairn_rules.cairn.balance import difference
from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.batch import playouts as batch_playouts
from cairn_rules.cli.main import main
from cairn_rules.simulation import Share, perft_turns, with_options
from cairn_rules.simulation import playouts as playing
from support.crowded import VARIANTS, chained, crowded
from support.stones import echo
from support.subtraction import PAIR

SHARE = 1 if drive.COMPILED else 40
"""The plain text of the kernel is slow, and plays a part of the games."""


def test_statistics_of_playouts_agree() -> None:
    """The differences are within 3.9 standard errors (99.99 %) on a fixed seed."""
    games = 600 // SHARE
    batch, scalar = (list(playouts(cairn, games, seed=3, batch=each)) for each in (True, False))
    assert [game.seed for game in batch] == [game.seed for game in scalar]
    assert batch != scalar
    for name in ("turns", "decisions"):
        one, two = ([getattr(game, name) for game in each] for each in (batch, scalar))
        assert abs(fmean(one) - fmean(two)) < 3.9 * ((stdev(one) ** 2 + stdev(two) ** 2) / games) ** 0.5
    outcomes = [game.outcome for game in batch]
    for outcome in {*outcomes, *(game.outcome for game in scalar)}:
        one, two = (Share(sum(game.outcome == outcome for game in each), games) for each in (batch, scalar))
        by, low, high = difference(one, two)
        assert by - 2 * (by - low) < 0 < by + 2 * (high - by), outcome


def test_a_game_depends_on_the_seed_and_its_number(monkeypatch) -> None:
    options = {"max_turns": None if drive.COMPILED else 5, "batch": True}
    whole = list(playouts(cairn, 30, seed=5, **options))
    assert [game.number for game in whole] == list(range(30))
    assert list(playouts(cairn, 30, seed=6, **options)) != whole
    monkeypatch.setattr(playing, "GAMES_PER_BATCH", 7)
    assert list(playouts(cairn, 30, seed=5, **options)) == whole
    assert list(playouts(cairn, 30, seed=5, first=11, **options)) == whole[11:]
    with ThreadPoolExecutor(2) as threads:
        assert list(playouts(cairn, 30, seed=5, **options, executor=threads)) == whole
    assert list(playouts(cairn, 0, seed=5, **options)) == []


def test_a_game_is_played_from_its_set_up() -> None:
    """With the options of the game, and at most so many turns."""
    closed = cairn.Variant(corner_exit=False)
    light = with_options(cairn, megaliths=LIGHT_SET, circles=("chaos", "dawn"), variant=closed)
    results = list(playouts(light, 5, seed=1, max_turns=4, batch=True))
    assert [(game.turns, game.outcome) for game in results] == [(4, None)] * 5
    assert all(game.decisions >= 4 for game in results)
    stuck = with_options(Frozen(), text="5/5/4f/ffff1/sssss f wooe c3=chaos,d3=dawn - - 0-0")
    ends = {game.outcome for game in playouts(stuck, 60, seed=1, max_turns=2, batch=True)}
    assert Outcome((1,), "no-action") in ends


class Frozen:
    """Cairn from a position."""

    def new_game(self, *, text: str, seed: int | None = None) -> cairn.State:  # noqa: ARG002
        return cairn.parse_position(text)

    def __getattr__(self, name: str) -> object:
        return getattr(cairn, name)


def over() -> cairn.State:
    """A game that is over: Sea left by c5 and built its third megalith."""
    state = cairn.parse_position("2s2/5/5/5/f4 s wooe b3=chaos,d3=dawn,e3=menhir,e4=mound alley,deer - 2-0")
    for text in ("c5-x", "=alley"):
        state = cairn.apply(state, cairn.parse_action(text, state))
    return state


def test_counts_are_the_same() -> None:
    """Of decisions and of turns, from new games, crowded positions, chains of powers, and when the game is over."""
    rng = Random(1)
    states = [cairn.new_game(seed=seed, variant=variant) for seed, variant in enumerate(VARIANTS[::3])]
    states += [crowded(rng, variant) for variant in VARIANTS]
    states += [chained(rng, variant, 3) for variant in VARIANTS]
    states.append(over())
    for state in states[:: 1 if drive.COMPILED else 5]:
        for depth in range(4 if drive.COMPILED else 3):
            assert perft(cairn, state, depth, batch=True) == perft(cairn, state, depth)
        for turns in range(2):
            assert perft_turns(cairn, state, turns, batch=True) == perft_turns(cairn, state, turns)


def test_positions_seen_before_the_count_begins_are_not_repeated() -> None:
    """The guard against repetition knows the chains of the given states two decisions later (rule 6.7)."""
    rng = Random(2)
    states = [chained(rng, variant, powers) for powers in (1, 2, 3, 5) for variant in VARIANTS]
    assert [perft(cairn, state, 2, batch=True) for state in states] == [perft(cairn, state, 2) for state in states]


def test_deep_counts_get_more_room(monkeypatch) -> None:
    """With few lines, and a few steps at a time."""
    state = cairn.new_game(seed=7)
    monkeypatch.setattr(batch_playouts, "FIRST_LINES", 1)
    monkeypatch.setattr(batch_playouts, "STEPS", 10)
    assert perft(cairn, state, 3, batch=True) == perft(cairn, state, 3)
    assert perft_turns(cairn, state, 2, batch=True) == perft_turns(cairn, state, 2)


def test_a_count_may_be_deeper_than_any_game() -> None:
    assert perft(cairn, over(), 10**30, batch=True) == perft_turns(cairn, over(), 10**30, batch=True) == 0


def test_the_commands_take_the_batch(capsys, tmp_path) -> None:
    for arguments in (("perft", "2"), ("perft", "2", "--turns"), ("perft", "2", "--divide")):
        told = []
        for batch in ((), ("--batch",)):
            assert main([*arguments, "--seed", "7", *batch]) == 0
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]
    report = tmp_path / "report.md"
    balance = ("balance", "cairn_rules.cairn:LIGHT_SET", "--games", "2", "--player", "random", "--batch")
    assert main([*balance, "--markdown", str(report)]) == 0
    assert "RandomPlayer plays both sides" in capsys.readouterr().out
    command = "cairn-rules balance cairn_rules.cairn:LIGHT_SET --games 2 --seed 1 --player random"
    assert command in report.read_text("utf-8")
    assert "--batch\n" in report.read_text("utf-8")


def test_what_a_batch_does_not_know_is_refused() -> None:
    custom = with_options(cairn, megaliths=[*BASE_SET, echo])
    with pytest.raises(DefinitionError, match=r"'echo' is not one of the base megaliths, .* make a BatchOfScalar"):
        list(playouts(custom, 5, seed=1, batch=True))
    with pytest.raises(DefinitionError, match="'echo' is not one of the base megaliths"):
        perft(cairn, custom.new_game(seed=1), 2, batch=True)
    for count in (perft, perft_turns):
        with pytest.raises(DefinitionError, match="has no functions for batches; leave out batch"):
            count(PAIR, 3, 2, batch=True)
    with pytest.raises(DefinitionError, match="has no functions for batches"):
        playouts(PAIR, 5, seed=1, batch=True)


@pytest.mark.parametrize("batch", [0, 1, None, "yes"])
def test_the_choice_is_true_or_false(batch) -> None:
    for ask in (
        lambda: playouts(cairn, 1, seed=1, batch=batch),
        lambda: perft(cairn, cairn.new_game(seed=1), 1, batch=batch),
        lambda: perft_turns(cairn, cairn.new_game(seed=1), 1, batch=batch),
    ):
        with pytest.raises(DefinitionError, match="batch should be True or False, not"):
            ask()


def test_without_the_extra_the_error_says_how_to_get_it(monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    told = "a batch needs numpy; install it with: pip install 'cairn-rules[batch]'"
    with pytest.raises(MissingExtraError) as error:
        playouts(cairn, 5, seed=1, batch=True)
    assert str(error.value) == told
    for arguments in (["perft", "2", "--batch"], ["balance", "cairn_rules.cairn:LIGHT_SET", "--batch"]):
        assert main(arguments) == 2
        assert told in capsys.readouterr().err
