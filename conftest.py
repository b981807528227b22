"""Runs the examples of the README and of the documentation, and sets the signals right for the tests."""

import signal
from pathlib import Path

from support.pages import runner

pytest_plugins = ["support.limits"]
pytest_collect_file = runner(
    Path(__file__).parent, "README.md", "CONTRIBUTING.md", "docs/*.md", "docs/*/*.md", "docs/*/*/*.md"
)


def pytest_configure() -> None:
    """Let programs that tests start hear the signals that whoever started the tests does not (as with `nohup`)."""
    for name in ("SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)
