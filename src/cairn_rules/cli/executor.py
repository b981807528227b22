"""The executor that plays many games: worker processes, or a cluster."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from pathlib import Path

from cairn_rules.errors import CairnRulesError
from cairn_rules.simulation.cluster import dask_cluster
from cairn_rules.simulation.pool import process_pool


class WorkersLostError(CairnRulesError):
    """A worker process, or the cluster, ended unexpectedly."""


@contextmanager
def executor_for(options: Namespace) -> Generator[Executor | None]:
    """Open the executor that the options of `add_jobs` ask for; None for one process, this one.

    Raises:
        CairnRulesError: if the cluster cannot be used.
        WorkersLostError: in the block, if a worker process or the cluster ends unexpectedly.
    """
    # Code under development is seldom installed: worker processes also import from this folder.
    folder = str(Path.cwd())
    opened = process_pool(options.jobs, look_in=folder) if options.cluster is None else dask_cluster(options.cluster)
    try:
        with opened as executor:
            yield executor
    except BrokenExecutor as error:
        told = "a worker process ended unexpectedly" if options.cluster is None else str(error)
        raise WorkersLostError(told) from error
