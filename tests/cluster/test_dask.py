"""Many games on a Dask cluster of two processes, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from itertools import islice
from pathlib import Path
from time import sleep

import pytest
import training
from distributed import Client, LocalCluster

from cairn_rules import CairnRulesError, cairn, playouts
from cairn_rules.cli.main import main
from cairn_rules.simulation import dask_cluster

# What the cluster warns about is not ours.
pytestmark = pytest.mark.filterwarnings("default")

GAMES = 4000


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, Client(cluster) as client:
        yield client


def test_a_cluster_gives_what_one_process_gives(client: Client) -> None:
    executor = client.get_executor()
    assert list(playouts(cairn, 500, seed=7, executor=executor)) == list(playouts(cairn, 500, seed=7))


def test_the_commands_give_what_they_give_here(client: Client, tmp_path: Path, capsys) -> None:
    """The same file and the same report, by the address of the scheduler."""
    address = client.scheduler.address
    simulate = ("simulate", "--lineup", "greedy,random", "-n", "20", "--seed", "7", "--output")
    balance = ("balance", "cairn_rules.cairn:BASE_SET", "--games", "2", "--player", "random")
    assert main([*simulate, str(tmp_path / "here.csv"), "--jobs", "2"]) == 0
    assert main([*balance]) == 0
    here = capsys.readouterr().out
    assert main([*simulate, str(tmp_path / "there.csv"), "--cluster", address]) == 0
    assert main([*balance, "--cluster", address]) == 0
    assert capsys.readouterr().out == here
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_a_net_learns_the_same_from_games_on_a_cluster(client: Client, monkeypatch) -> None:
    """A task for each game, played by either worker."""
    monkeypatch.setattr(training, "SLICE", 1)
    plan = training.Plan(depths=(1, 2), games=3, max_turns=4, random_turns=2, passes=1)

    def learned(executor: Executor | None) -> tuple[list[training.Round], bytes]:
        net = training.Training(plan, executor)
        return list(net.rounds()), net.file()

    here = learned(None)
    assert [each.positions > 0 for each in here[0]] == [True, True]
    with dask_cluster(client.scheduler.address) as executor:
        assert learned(executor) == here
    assert learned(client.get_executor()) == here


def test_a_module_that_the_cluster_lacks_is_told(client: Client, tmp_path: Path, monkeypatch, capsys) -> None:
    (tmp_path / "my_bot.py").write_text(
        "from cairn_rules.players import RandomPlayer\ndef mine(game, *, seed): return RandomPlayer(game, seed=seed)\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    address = client.scheduler.address
    assert main(["simulate", "--lineup", "my_bot:mine,random", "-n", "2", "--seed", "1", "--cluster", address]) == 2
    assert f"a machine of the cluster at {address} cannot import my_bot; install it there" in capsys.readouterr().err


def test_a_cluster_without_workers_is_told(monkeypatch) -> None:
    monkeypatch.setattr("cairn_rules.simulation.cluster.TIME_LIMIT", 3)
    with (
        LocalCluster(n_workers=0, dashboard_address=None) as empty,
        pytest.raises(CairnRulesError, match=f"the cluster at {empty.scheduler_address} has no workers; start some"),
        dask_cluster(empty.scheduler_address),
    ):
        pass


def test_when_a_worker_is_killed_its_games_are_played_by_another(client: Client) -> None:
    """Nothing is lost, and nothing is counted twice."""
    pids = client.run(os.getpid)
    results = playouts(cairn, GAMES, seed=5, executor=client.get_executor())
    got = list(islice(results, 300))
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    got += results
    assert [result.number for result in got] == list(range(GAMES))
    assert got == list(playouts(cairn, GAMES, seed=5))
    assert client.run(os.getpid) != pids


def test_a_cluster_that_ends_is_told() -> None:
    """Whoever waits is not left waiting."""

    def interrupted(cluster: LocalCluster) -> None:
        with cluster, dask_cluster(cluster.scheduler_address) as executor:
            results = playouts(cairn, 10**6, seed=1, executor=executor)
            next(results)
            sleep(3)  # some tasks are done, so that others are submitted after the end
            cluster.close()
            list(results)

    with pytest.raises(BrokenExecutor, match="stopped: "):
        interrupted(LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None))
