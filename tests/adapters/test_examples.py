"""The examples of the adapters run: those in docstrings, and those of the page on training agents."""

from __future__ import annotations

import doctest
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from public_names import ADAPTERS, MODULES

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "train-agents.md"
ADAPTED = [name for name in MODULES if name.startswith(ADAPTERS)]


@pytest.mark.parametrize("name", ADAPTED)
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert (result.failed, result.attempted > 0) == (0, True)


@pytest.mark.parametrize("name", ADAPTED)
def test_names_of_adapters_can_be_imported(name: str) -> None:
    assert tuple(import_module(name).__all__) == MODULES[name]
    assert all(hasattr(import_module(name), each) for each in MODULES[name])


class Clip:
    """The class of MoviePy to which Gymnasium gives frames; MoviePy 2.2.1 needs an older Pillow than other packages."""

    frames: list[np.ndarray]

    def __init__(self, frames: list[np.ndarray], fps: int) -> None:
        Clip.frames = frames
        assert fps == 2

    def write_videofile(self, path: str, logger: object = None) -> None:
        """Check what an encoder checks."""
        assert (Path(path).name, Path(path).parent.is_dir(), logger) == ("agent-episode-0.mp4", True, None)
        ((height, width, _),) = {frame.shape for frame in self.frames}
        assert (height % 2, width % 2) == (0, 0)


def test_the_page_on_training_agents_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("moviepy", "moviepy.video", "moviepy.video.io", module := "moviepy.video.io.ImageSequenceClip"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(sys.modules[module], "ImageSequenceClip", Clip, raising=False)
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        exec(block, namespace)  # noqa: S102 - our own page
    assert "env" in namespace
    assert len(Clip.frames) > 2
