"""Many games on a Dask cluster of two processes, one of which is killed on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import islice

import pytest
from distributed import Client, LocalCluster

import cairn_rules as cairn
from cairn_rules import playouts

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
