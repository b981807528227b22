"""A cluster by its address: what is checked before any game is sent there. The session `cluster` has a real one."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from threading import Thread
from types import ModuleType
from typing import ClassVar, Self

import pytest

from cairn_rules import CairnRulesError, DefinitionError, cairn, playouts
from cairn_rules.cli.main import main
from cairn_rules.simulation import cluster, dask_cluster

GREETING = (58).to_bytes(8, "little")
"""The first bytes that a scheduler sends."""
OURS = version("cairn-rules")


class FakeClient:
    """A cluster of this process: as much of Dask's client as is used."""

    versions: ClassVar[dict[str, object]] = {"tcp://worker:1": OURS}
    of_scheduler: object = OURS
    workers = 1
    status = "running"

    def __init__(self, address: str, *, timeout: float, set_as_default: bool) -> None:
        assert timeout == cluster.TIME_LIMIT
        assert not set_as_default
        self.address = address
        self.pool = ThreadPoolExecutor(2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown()

    def wait_for_workers(self, n: int, timeout: float) -> None:
        assert timeout == cluster.TIME_LIMIT
        if self.workers < n:
            raise TimeoutError

    def run(self, *_: object, on_error: str) -> dict[str, object]:
        assert on_error == "return"
        return dict(self.versions)

    def run_on_scheduler(self, *_: object) -> object:
        if isinstance(self.of_scheduler, Exception):
            raise self.of_scheduler
        return self.of_scheduler

    def get_executor(self, *, pure: bool) -> Executor:
        assert not pure
        return self.pool


class KilledWorker(Exception):  # noqa: N818 - its name there
    """As Dask's."""


@pytest.fixture
def dask(monkeypatch) -> type[FakeClient]:
    class Client(FakeClient):
        pass

    module = ModuleType("distributed")
    module.Client = Client  # type: ignore[attr-defined]
    module.KilledWorker = KilledWorker  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "distributed", module)
    return Client


@contextmanager
def listening(answer: bytes = GREETING) -> Iterator[str]:
    """The address of a program that sends something to whoever connects, and then ends the connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                while True:
                    connection, _ = server.accept()
                    with connection:
                        connection.sendall(answer)
            except OSError:  # closed
                return

        Thread(target=serve, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    "address",
    ["", "here", "127.0.0.1:8786", "tcp://", "tcp://host", "tcp://host:", "tcp://host:port", "tcp://host:65536",
     "tcp://ho st:1", "udp://host:1", "tcp://a/b:1", "tcp://host:1/", "tcp://::1:1", 8786, None],
)  # fmt: skip
def test_what_is_no_address_is_refused(address) -> None:
    with pytest.raises(DefinitionError, match="is not the address of a Dask scheduler; use one such as 'tcp://"):
        dask_cluster(address).__enter__()


def test_nothing_is_sent_to_a_scheduler_that_is_gone(dask) -> None:
    """It would never answer."""

    def submitted(address: str) -> None:
        with dask_cluster(address) as executor:
            assert executor.submit(int, "7").result() == 7
            dask.status = "connecting"
            executor.submit(int, "7")

    with listening() as address, pytest.raises(BrokenExecutor, match="the scheduler is gone"):
        submitted(address)


def test_without_dask_the_error_says_how_to_get_it(monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", "--lineup", "random,random", "-n", "1", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "a cluster needs Dask; install it with: pip install 'cairn-rules[cluster]'" in capsys.readouterr().err


def test_only_one_of_processes_and_cluster_is_given(capsys) -> None:
    assert main(["balance", "x:y", "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "--cluster: not allowed with argument --jobs/-j" in capsys.readouterr().err


@pytest.mark.usefixtures("dask")
def test_nothing_that_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    for host in ("127.0.0.1", "[::1]", "no-such-host.invalid", "a" * 64):
        with pytest.raises(CairnRulesError, match=r"no Dask scheduler answers at tcp://.*: \w+\("):
            dask_cluster(f"tcp://{host}:{port}").__enter__()


@pytest.mark.usefixtures("dask")
def test_what_accepts_and_is_silent_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(cluster, "TIME_LIMIT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(CairnRulesError, match=r"no Dask scheduler answers at .*: TimeoutError"):
            dask_cluster(address).__enter__()


@pytest.mark.usefixtures("dask")
@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-OpenSSH", b"ok\n"])
def test_another_program_is_told_from_a_scheduler(answer: bytes) -> None:
    with listening(answer) as address, pytest.raises(CairnRulesError, match=f"{address}, but another program"):
        dask_cluster(address).__enter__()


def test_the_games_are_the_same(dask: type[FakeClient]) -> None:
    with listening() as address:
        with dask_cluster(address) as executor:
            assert list(playouts(cairn, 3, seed=7, executor=executor)) == list(playouts(cairn, 3, seed=7))
        assert executor._executor._shutdown
        dask.workers = 0
        with pytest.raises(CairnRulesError, match=f"{address} has no workers; start some with: dask worker {address}"):
            dask_cluster(address).__enter__()


def test_other_releases_are_refused(dask: type[FakeClient]) -> None:
    with listening() as address:
        dask.versions = {"tcp://one:1": OURS, "tcp://two:1": "0.0.9"}
        with pytest.raises(
            CairnRulesError, match=f"tcp://two:1 has version 0.0.9 of cairn-rules; all .* version {OURS}"
        ):
            dask_cluster(address).__enter__()
        dask.versions = {"tcp://two:1": PackageNotFoundError("cairn-rules")}
        with pytest.raises(CairnRulesError, match="tcp://two:1 has no cairn-rules; all machines of a cluster"):
            dask_cluster(address).__enter__()
        dask.versions, dask.of_scheduler = {"tcp://one:1": OURS}, PackageNotFoundError("cairn-rules")
        with pytest.raises(CairnRulesError, match="the scheduler has no cairn-rules"):
            dask_cluster(address).__enter__()


def test_a_connection_that_fails_is_told(dask: type[FakeClient], monkeypatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("Timed out")

    monkeypatch.setattr(dask, "__init__", fail)
    with listening() as address, pytest.raises(CairnRulesError, match=f"cluster at {address}: OSError.'Timed out'"):
        dask_cluster(address).__enter__()


@pytest.mark.usefixtures("dask")
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ModuleNotFoundError("No module named 'my_bot'", name="my_bot"), "cannot import my_bot; install it there"),
        (KilledWorker("died"), "stopped: KilledWorker"),
        (CancelledError(), "stopped: CancelledError"),
    ],
)
def test_a_cluster_that_fails_is_told(error: Exception, told: str, monkeypatch, capsys) -> None:
    with listening() as address:
        kind = CairnRulesError if isinstance(error, ImportError) else BrokenExecutor
        with pytest.raises(kind, match=told), dask_cluster(address):
            raise error

        def broken(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr("cairn_rules.simulation.contest.Series.games", broken)
        assert main(["simulate", "--lineup", "random,random", "-n", "1", "--seed", "1", "--cluster", address]) == 2
    told_there = capsys.readouterr().err
    assert told in told_there
    assert ("; with --output or --records you can resume" in told_there) is (kind is BrokenExecutor)
