"""Fails a run in which a test or the import of a module of tests costs too much.

    TEST_LIMITS=1.5 python -m pytest

Costs are in seconds of processor time, with that of the programs that a test starts. $TEST_LIMITS multiplies the
limits, for a slow machine; without it, nothing is measured.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

import pytest

TEST: Final = 2.0
"""The limit of a test that is not marked `slow`."""
IMPORT: Final = 0.5
"""The limit of the import of a module of tests, without the modules that it imports."""


def spent() -> float:
    """Return the seconds of processor time of this process and of those that it started."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def seconds_to_import(path: Path) -> float:
    """Return what it costs to import a module once more, when all that it imports is there."""
    start = spent()
    spec = spec_from_file_location(f"{path.stem}_again", path)
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(module_from_spec(spec))
    return spent() - start


class Limits:
    """A plug-in that remembers what costs too much."""

    def __init__(self, factor: float) -> None:
        """Multiply the limits by a factor."""
        self.test, self.imported = TEST * factor, IMPORT * factor
        self.faults: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Measure a test."""
        start = spent()
        result = yield
        seconds = spent() - start
        if seconds > self.test and item.get_closest_marker("slow") is None:
            self.faults.append(
                f"{item.nodeid} took {seconds:.1f} s, at most {self.test:g} s: make it cheaper, or mark it `slow`"
            )
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, Any, Any]:
        """Measure an import."""
        start = spent()
        result = yield
        # the first time, assertions are rewritten, and what all tests use is imported
        if isinstance(collector, pytest.Module) and result.passed and spent() - start > self.imported:
            seconds = seconds_to_import(collector.path)
            remedy = "do that work in a test"
            if seconds > self.imported:
                self.faults.append(
                    f"{collector.nodeid} took {seconds:.1f} s to import, at most {self.imported:g} s: {remedy}"
                )
        return result

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail the run."""
        if self.faults and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name what costs too much."""
        if self.faults:
            terminalreporter.section("too much processor time")
            terminalreporter.write("".join(f"{each}\n" for each in self.faults))


def pytest_configure(config: pytest.Config) -> None:
    """Measure only if that is asked for: a machine can be slower than those that the limits are for."""
    if factor := os.environ.pop("TEST_LIMITS", None):
        config.pluginmanager.register(Limits(float(factor)))
