"""The web pages: their list, what is made of it, the addresses of their files, and which file imports which."""

from __future__ import annotations

import doctest
import json
from collections.abc import Mapping
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from page_files import IMPORT, page_files
from typing_extensions import override

from cairn_rules import DefinitionError
from web import pages
from web.pages import PAGES, SHARED
from web.shared.answers import Backend
from web.workshop.stone import StoneError

ROOT: Final = Path(__file__).parent.parent
WEB: Final = ROOT / "web"
ADDRESSES: Final = {
    "characters": "characters.css characters.js dice.css dice.js sheets.js",
    "packs": "pack_editor.js pack_game.js packs.css packs.js service-worker.js",
    "play": "board.js clicks.js evaluation.js game.js keyboard.js links.js motion.js picture.js play.css play.js"
    " review.js service-worker.js setup.js shell.css shell.js worker.js",
    "puzzles": "progress.js puzzles.css puzzles.js service-worker.js",
    "warden": "card.js dungeon.js estimates.js fight.js journey.js panel_game.js panels.css rules.js service-worker.js"
    " warden.css warden.js",
    "workshop": "check.js checked.js editor.js glyphs.js keep.js lessons.js measure.js places.js sandbox.js"
    " sandbox_worker.js service-worker.js stone_game.js workshop.css workshop.js",
}
"""Addresses that pages of others link to, and that browsers keep for visits without a network."""


def test_everything_that_names_the_pages_agrees_with_the_list() -> None:
    folders = {file.parent.name for file in WEB.glob("*/*.py")}
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    (menu,) = (part["Play"] for part in navigation if "Play" in part)
    assert folders == {*PAGES, SHARED}
    assert [entry for entry in menu if isinstance(entry, str)] == [f"{page}/index.md" for page in PAGES]


@pytest.mark.parametrize("page", PAGES)
def test_the_documentation_has_the_text_of_a_page_and_nothing_else(page: str) -> None:
    assert [file.name for file in (ROOT / "docs" / page).iterdir() if file.name != "__pycache__"] == ["index.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_answers_in_the_same_way(page: str) -> None:
    backend: Backend = import_module(f"web.{page}.page").Page()
    assert isinstance(backend, Backend)
    for message in ("[]", "3", "null", "{}", '{"ask": "fly"}'):
        with pytest.raises(ValueError, match=r"nothing to answer|no game yet"):
            backend.answer(message)


def test_what_a_reader_may_cause_is_a_sentence_with_the_line_of_their_text() -> None:
    class Refusing(Backend):
        def __init__(self, error: Exception) -> None:
            self.error = error

        @override
        def reply(self, asked: Mapping[str, Any]) -> Any:
            raise self.error

    def told(error: Exception) -> Any:
        return json.loads(Refusing(error).answer("{}"))

    assert told(DefinitionError("No.")) == {"problem": "No."}
    assert told(RecursionError("too deep")) == {"problem": "too deep"}
    assert told(StoneError("No.", 3)) == {"problem": "No.", "line": 3}
    assert told(StoneError("No.")) == {"problem": "No.", "line": None}


def test_the_addresses_of_scripts_and_styles_stay() -> None:
    wanted = {f"{folder}/{name}" for folder, names in ADDRESSES.items() for name in names.split()}
    files = page_files(WEB)
    assert wanted - files.keys() == set()
    assert len(files) == len([*WEB.glob("*/*.js"), *WEB.glob("*/*.css")]), "no two files have the same address"


def test_imports_lead_to_the_addresses_of_the_files() -> None:
    files = page_files(WEB)
    assert 'from "../play/shell.js"' in files["warden/card.js"]
    assert 'from "../characters/dice.js"' in files["warden/warden.js"]
    assert 'from "./shell.js"' in files["play/play.js"]
    assert 'import("./editor.js")' in files["workshop/workshop.js"]
    assert 'from "./codemirror.js"' in files["workshop/editor.js"]


def imports(file: Path) -> set[str]:
    """The scripts that one imports, as paths in the folder of the pages."""
    found = IMPORT.findall(file.read_text(encoding="utf-8"))
    return {(file.parent / path).resolve().relative_to(WEB).as_posix() for _, path in found}


def test_scripts_import_from_their_page_and_what_pages_share() -> None:
    graph = {file.relative_to(WEB).as_posix(): imports(file) for file in WEB.glob("*/*.js")}
    wanted = {path for found in graph.values() for path in found}
    assert wanted - graph.keys() == {"shared/codemirror.js"}, "npm brings this one"
    for file, found in graph.items():
        assert {path.split("/")[0] for path in found} <= {SHARED, file.split("/")[0]}, file
    TopologicalSorter(graph).prepare()  # it raises CycleError if scripts import one another in a circle


def test_no_page_and_no_server_imports_the_command_line() -> None:
    """Only a game that brings words and commands for it does."""
    files = [*WEB.glob("**/*.py"), *(ROOT / "examples").glob("**/*.py")]
    importing = [file.relative_to(ROOT).parts[:2] for file in files if "cairn_rules.cli" in file.read_text("utf-8")]
    assert {*importing} == {("examples", "pebbles-game")}


def test_the_examples_run() -> None:
    assert doctest.testmod(pages).failed == 0
