"""A Dask cluster whose workers play the games (extra `cluster`)."""

from __future__ import annotations

import pickle
import re
import socket
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final, TypeVar, final

from typing_extensions import override

from cairn_rules.errors import CairnRulesError, DefinitionError, missing_extra, quoted, raised

T = TypeVar("T")

TIME_LIMIT: Final = 10
"""Seconds to wait for the scheduler, and again for its first worker."""
_ADDRESS: Final = re.compile(r"tcp://(\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]{1,253}):(\d{1,5})")
_MAX_GREETING: Final = 1 << 20
"""A Dask scheduler begins with the length of its greeting in bytes, far below this, as a number of 64 bits."""
_PACKAGE: Final = "cairn-rules"


@contextmanager
def dask_cluster(address: str) -> Generator[Executor]:
    """Connect to a Dask cluster, whose workers then play the games.

    The scheduler and the workers need the same release of this library as this process, and the modules of custom
    players, megaliths and games. The cluster keeps running afterwards. The address is that of the scheduler, such as
    `"tcp://192.168.0.5:8786"`.

    Raises:
        DefinitionError: if the address does not have this form.
        MissingExtraError: if Dask is not installed.
        CairnRulesError: if the scheduler does not answer within 10 seconds, it has no workers, or a machine lacks a
            module or has another release of this library.
        BrokenExecutor: in the block, if the workers or the scheduler end while they play.
    """
    place = _ADDRESS.fullmatch(address) if isinstance(address, str) else None
    if place is None or int(place[2]) >= 1 << 16:
        raise DefinitionError(
            f"{quoted(address)} is not the address of a Dask scheduler; use one such as 'tcp://192.168.0.5:8786'"
        )
    if missing := missing_extra("a cluster", "cluster", "distributed"):
        raise missing
    distributed: Any = import_module("distributed")
    _check_scheduler(address, place[1].strip("[]"), int(place[2]))
    try:
        client = distributed.Client(address, timeout=TIME_LIMIT, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        raise CairnRulesError(f"cannot connect to the cluster at {address}: {raised(error)}") from error
    with client:
        _check_workers(client, address)
        try:
            yield _ByteExecutor(client)
        except ImportError as error:
            raise CairnRulesError(
                f"a machine of the cluster at {address} cannot import {error.name}; install it there"
            ) from error
        except (distributed.KilledWorker, CancelledError) as error:
            raise BrokenExecutor(f"the cluster at {address} stopped: {raised(error)}") from error


@final
class _ByteExecutor(Executor):
    """An executor that sends calls as bytes.

    They are unpickled within the task, because a worker of Dask that fails to unpickle one never answers. Nor does a
    scheduler that is gone, so that nothing is sent to it.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor: Executor = client.get_executor(pure=False)

    @override
    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        if self._client.status != "running":
            raise CancelledError("the scheduler is gone")
        return self._executor.submit(_call, pickle.dumps((fn, args, kwargs)))


def _call(sent: bytes) -> Any:
    fn, args, kwargs = pickle.loads(sent)  # noqa: S301 - a worker runs what its cluster sends
    return fn(*args, **kwargs)


def _check_scheduler(address: str, host: str, port: int) -> None:
    """Check that a scheduler listens, because Dask itself waits forever for a program that does not answer."""
    try:
        with socket.create_connection((host, port), TIME_LIMIT) as connection:
            connection.settimeout(TIME_LIMIT)
            length = connection.recv(8, socket.MSG_WAITALL)
    except (OSError, UnicodeError) as error:  # the latter for a label of a host name that is too long
        raise CairnRulesError(f"no Dask scheduler answers at {address}: {raised(error)}") from error
    if len(length) < 8 or int.from_bytes(length, "little") > _MAX_GREETING:
        raise CairnRulesError(f"no Dask scheduler answers at {address}, but another program")


def _check_workers(client: Any, address: str) -> None:
    """Check that there are workers, and that all machines have this release of the library."""
    try:
        client.wait_for_workers(1, timeout=TIME_LIMIT)
    except TimeoutError:
        raise CairnRulesError(
            f"the cluster at {address} has no workers; start some with: dask worker {address}"
        ) from None
    found = client.run(version, _PACKAGE, on_error="return")
    try:
        found["the scheduler"] = client.run_on_scheduler(version, _PACKAGE)
    except ImportError as error:
        found["the scheduler"] = error
    ours = version(_PACKAGE)
    for machine, theirs in found.items():
        if theirs != ours:
            has = f"version {theirs} of cairn-rules" if isinstance(theirs, str) else "no cairn-rules"
            raise CairnRulesError(f"{machine} has {has}; all machines of a cluster need version {ours}")
