"""What breaks programs since the last release: found, told, and let through when the changelog tells."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from schema_changes import losses

from cairn_rules import json_schema

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "api_changes.py"
FRONT = '"""A package."""\n\nfrom cairn_rules.things import Thing, do\n\n__all__ = ["Thing", "do"]\n'
THINGS = '''"""Things."""


class Thing:
    """A thing."""

    size: int = 0
    """How large."""


def do(thing: Thing, *, twice: bool = False) -> None:
    """Do it."""


def inner(thing: Thing) -> None:
    """Nobody else does that."""
'''

COMMAND = """import sys
from pathlib import Path

for path, text in {}.items():
    file = Path(sys.argv[-1], path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
"""
"""What writes schemas."""
ACTION = {"type": "object", "properties": {"size": {"type": "integer"}}, "required": []}


def with_schemas(package: Path, **schemas: dict[str, Any]) -> None:
    texts = {f"game/{kind}.json": json.dumps(schema) for kind, schema in schemas.items()}
    (package / "__main__.py").write_text(COMMAND.format(texts))


def git(root: Path, *arguments: str) -> None:
    command = ("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *arguments)
    subprocess.run(command, cwd=root, check=True, capture_output=True)  # noqa: S603 (our own)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one release."""
    package = tmp_path / "src" / "cairn_rules"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(FRONT)
    (package / "things.py").write_text(THINGS)
    with_schemas(package, action=ACTION, state={"type": "object"})
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- `Thing`.\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


def compared(root: Path) -> tuple[int, str]:
    command = (sys.executable, str(SCRIPT), str(root))
    told = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own)
    return told.returncode, told.stdout + told.stderr


def test_nothing_changed_for_programs(project: Path) -> None:
    """What is not public may change."""
    things = project / "src" / "cairn_rules" / "things.py"
    things.write_text(THINGS.replace("def inner(thing", "def inner(other"))
    assert compared(project) == (0, "compared with v0.1.0: 0 untold changes that break programs\n")


def test_changes_that_break_programs(project: Path) -> None:
    """A parameter, a member and a name that are gone are told until the changelog tells of them."""
    package = project / "src" / "cairn_rules"
    (package / "things.py").write_text(THINGS.replace("twice: bool = False", "again: bool = False"))
    code, told = compared(project)
    assert code == 1
    assert "do(twice): Parameter was removed  <- the changelog does not tell" in told
    (package / "__init__.py").write_text(FRONT.replace('"Thing", "do"', '"Thing"'))
    code, told = compared(project)
    assert code == 1
    assert told.startswith("cairn_rules.do: it is gone  <- the changelog does not tell\n")
    changelog = "# Changelog\n\n## [Unreleased]\n\n- `do(thing)` is gone.\n\n## [0.1.0]\n"
    (project / "CHANGELOG.md").write_text(changelog)
    expected = "cairn_rules.do: it is gone\ncompared with v0.1.0: 0 untold changes that break programs\n"
    assert compared(project) == (0, expected)


def test_a_module_that_the_package_offers(project: Path) -> None:
    """Its members are compared with it."""
    package = project / "src" / "cairn_rules"
    front = FRONT.replace("\nfrom", "\nfrom cairn_rules import things\nfrom").replace('["Thing", "do"]', '["things"]')
    (package / "__init__.py").write_text(front)
    git(project, "commit", "--quiet", "--all", "--message", "Offer a module")
    git(project, "tag", "v0.2.0")
    assert compared(project) == (0, "compared with v0.2.0: 0 untold changes that break programs\n")
    (package / "things.py").write_text(THINGS.replace("twice: bool = False", "again: bool = False"))
    assert "cairn_rules.things: " in compared(project)[1]


def test_changes_of_formats(project: Path) -> None:
    """A schema may accept more. One that accepts less is told until the changelog names what it refuses."""
    package = project / "src" / "cairn_rules"
    longer = {**ACTION, "properties": {**ACTION["properties"], "name": {"type": "string"}}}
    with_schemas(package, action=longer, state={"type": "object"}, record={"type": "object"})
    said = "game/action.json: changed, but accept all that they accepted\n"
    end = "compared with v0.1.0: {} untold changes that break programs\n"
    assert compared(project) == (0, said + end.format(0))
    with_schemas(package, action={**longer, "required": ["name"]})
    lines = ("game/action.json: action.name: it is required now", "game/state.json: state: it is gone")
    mark = "  <- the changelog does not tell\n"
    assert compared(project) == (1, "".join(f"{line}{mark}" for line in lines) + end.format(2))
    (project / "CHANGELOG.md").write_text("## [Unreleased]\n\n- An action needs a `name`, and there is no `state`.\n")
    assert compared(project) == (0, "".join(f"{line}\n" for line in lines) + end.format(0))


TEXT: dict[str, Any] = {"type": "string"}
NULL: dict[str, Any] = {"type": "null"}
SUN = {"type": "object", "properties": {"type": {"const": "sun"}, "size": {"type": "integer", "minimum": 0}}}
MOON = {"type": "object", "properties": {"type": {"const": "moon"}}}
CLOSED = {"type": "object", "properties": {}, "additionalProperties": False}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TEXT, {"anyOf": [NULL, TEXT]}),
        ({"oneOf": [SUN]}, {"oneOf": [MOON, SUN]}),
        ({"anyOf": [{"$ref": "#/$defs/sun"}, NULL]}, {"anyOf": [NULL, {"$ref": "#/$defs/sun"}]}),
        ({"enum": ["a"]}, {"enum": ["b", "a"]}),
        ({"minimum": 0, "maximum": 9}, {"minimum": -1, "maximum": 10}),
        ({"maxItems": 9}, {}),
        ({"required": ["a", "b"]}, {"required": ["b"]}),
        (CLOSED, {**CLOSED, "properties": {"size": TEXT}}),
        (CLOSED, {**CLOSED, "additionalProperties": TEXT}),
        ({"$id": "a", "not": {"enum": ["a"]}}, {"$id": "b", "not": {"enum": ["a", "b"]}}),
    ],
)
def test_a_schema_that_accepts_more_loses_nothing(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert [*losses(old, new, "action")] == []


@pytest.mark.parametrize(
    ("old", "new", "lost"),
    [
        ({"anyOf": [TEXT, NULL]}, NULL, ("action.string", "it is gone")),
        ({"oneOf": [SUN, MOON]}, {"oneOf": [SUN]}, ("action.moon", "it is gone")),
        ({"anyOf": [{"items": TEXT}, {"items": NULL}]}, {"anyOf": [{"items": TEXT}]}, ("action.items'", "it is gone")),
        (
            {"$ref": "#/$defs/sun"},
            {"$ref": "#/$defs/moon"},
            ("action", '$ref was "#/$defs/sun", and is "#/$defs/moon"'),
        ),
        ({"$defs": {"sun": TEXT}}, {"$defs": {}}, ("sun", "it is gone")),
        ({"enum": ["a", "b"]}, {"enum": ["b"]}, ("action.a", "it is gone")),
        ({"properties": {"a": TEXT}}, {"properties": {"a": NULL}}, ("action.a", 'type was "string", and is "null"')),
        ({"items": {"maxItems": 9}}, {"items": {"maxItems": 8}}, ("action", "maxItems was 9, and is 8")),
        ({}, {"minItems": 1}, ("action", "it has minItems now, 1")),
        ({"prefixItems": [TEXT, TEXT]}, {"prefixItems": [TEXT]}, ("action.1", "it is gone")),
        (
            {"additionalProperties": TEXT},
            CLOSED,
            ("action", 'additionalProperties was {"type": "string"}, and is false'),
        ),
    ],
)
def test_a_schema_that_accepts_less_loses_something(
    old: dict[str, Any], new: dict[str, Any], lost: tuple[str, str]
) -> None:
    assert lost in [*losses(old, new, "action")]


def test_what_a_game_s_schema_loses_is_named() -> None:
    old = json_schema("state", game="korrigans")
    new = deepcopy(old)
    name, changed = next((name, each) for name, each in new["$defs"].items() if "required" in each)
    changed["required"] = [*changed["required"], "tune"]
    new["properties"]["format"] = {"const": 2}
    assert [*losses(old, old, "state")] == []
    found = {(f"{name}.tune", "it is required now"), ("state.format", "const was 1, and is 2")}
    assert {*losses(old, new, "state")} == found


@pytest.mark.parametrize("history", ["no tag", "no repository", "within another repository"])
def test_without_a_release_it_says_so(project: Path, history: str) -> None:
    """A shallow clone, or a source distribution wherever it lies, has nothing to compare with."""
    root = project
    if history == "no tag":
        git(project, "tag", "--delete", "v0.1.0")
    elif history == "no repository":
        shutil.rmtree(project / ".git")
    else:
        root = project / "src"
    said = "no release to compare with: no tag such as v0.1.0 can be reached from here\n"
    assert compared(root) == (0, said)
