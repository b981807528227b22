"""The package of the workshop, which pip installs."""

from __future__ import annotations

import re
import subprocess
import sys
import venv
from base64 import urlsafe_b64decode
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from cairn_rules import DefinitionError
from cairn_rules.cairn import Megalith
from web.workshop import stone_files
from web.workshop.stone import StoneError, read_stone, read_stones
from web.workshop.stone_files import StoneFile, described, package_name, package_of

SOURCE = """\
from cairn_rules.cairn import BASE_SET, Banish, Site, StoneColour, megalith
from cairn_rules.cairn.megaliths.megaliths import deer

Colour = StoneColour


@megalith("Gale", text="Banish an enemy next to this “stone”.", id="harbour.gale")
def gale(site: Site):
    return map(Banish, site.enemies(site.adjacent))


@megalith("Far Thunder", text="Banish any enemy.", stone=Colour.DARK)
def far(site: Site):
    return map(Banish, site.enemies())


thunder = far
"""


@pytest.fixture
def stones() -> dict[str, Megalith]:
    return read_stones(SOURCE)


def test_megaliths_of_the_text_are_found_once_and_printed_ones_are_not(stones: dict[str, Megalith]) -> None:
    assert [(name, stone.id) for name, stone in stones.items()] == [("gale", "harbour.gale"), ("far", "far")]
    assert read_stone(SOURCE).id == "far"
    with pytest.raises(StoneError, match="The text defines no megalith"):
        read_stones("from cairn_rules.cairn.megaliths.megaliths import deer")


def test_ids_that_clash_are_refused() -> None:
    with pytest.raises(StoneError, match="two different things have the id 'alley'"):
        read_stones(SOURCE.replace("harbour.gale", "alley"))
    with pytest.raises(StoneError, match="two different things have the id 'far'") as caught:
        read_stones(SOURCE.replace("harbour.gale", "far"))
    assert caught.value.line == SOURCE[: SOURCE.index('@megalith("Far')].count("\n") + 1


def test_descriptions_make_the_same_package_as_the_text(stones: dict[str, Megalith]) -> None:
    """So nothing of the text has to run where the package is made."""
    facts = [{"place": place, "id": each.id, "name": each.name, "text": each.text} for place, each in stones.items()]
    assert package_of(SOURCE, described(facts), name="Harbour") == package_of(SOURCE, stones, name="Harbour")


@pytest.mark.parametrize(
    "wrong", [{"id": "far = os:system\nx"}, {"name": "Far\nRequires-Dist: evil"}, {"text": "x\ny"}]
)
def test_descriptions_of_no_megalith_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(DefinitionError, match="should be"):
        described([{"place": "far", "id": "far", "name": "Far", "text": "x", **wrong}])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Harbour Stones", "harbour-stones"),
        ("  harbour.stones__2  ", "harbour-stones-2"),
        ("Pierres dressées", "pierres-dressees"),
        ("stones/../../etc", "stones-etc"),
        ("x" * 60, "x" * 60),
    ],
)
def test_a_name_for_people_becomes_one_of_a_package(text: str, name: str) -> None:
    assert package_name(text) == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "",
            "the name of a package should be of 1 to 60 letters, digits and hyphens, such as 'harbour-stones', not ''",
        ),
        (
            "…",
            "the name of a package should be of 1 to 60 letters, digits and hyphens, such as 'harbour-stones', not '…'",
        ),
        ("x" * 61, "the name of a package should be of 1 to 60 letters"),
        ("Random", "'random' cannot be the name of a package of megaliths; try 'random-stones'"),
        ("tkinter", "'tkinter' cannot be the name of a package of megaliths; try 'tkinter-stones'"),
        ("Cairn rules", "'cairn-rules' cannot be the name of a package of megaliths; try 'cairn-rules-stones'"),
        ("web", "'web' cannot be the name of a package of megaliths; try 'web-stones'"),
        ("class", "'class' cannot be the name of a package of megaliths; try 'class-stones'"),
        ("12 stones", "'12-stones' cannot be the name of a package of megaliths; try 'stones-12-stones'"),
    ],
)
def test_names_that_would_not_work_are_refused(text: str, said: str) -> None:
    with pytest.raises(DefinitionError, match=re.escape(said)):
        package_name(text)


def test_names_of_modules_that_a_browser_lacks_are_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stone_files, "find_spec", lambda _: None)
    with pytest.raises(DefinitionError, match="'tkinter' cannot be the name of a package of megaliths"):
        package_name("tkinter")


def test_the_name_of_a_module_that_is_installed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert package_name("harbour-wall") == "harbour-wall"
    (tmp_path / "harbour_wall.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DefinitionError, match="'harbour-wall' cannot be the name of a package of megaliths"):
        package_name("harbour-wall")


@pytest.mark.parametrize("version", ["", "1.", "one", "1.0\nX: y", "1.2.3.4.5", "01", "1" * 10])
def test_a_version_is_made_of_numbers(stones: dict[str, Megalith], version: str) -> None:
    with pytest.raises(DefinitionError, match="the version should be up to four numbers joined by full stops"):
        package_of(SOURCE, stones, name="Harbour", version=version)


@pytest.mark.parametrize("author", [" ", "A\nRequires-Dist: other"])
def test_an_author_is_a_line(stones: dict[str, Megalith], author: str) -> None:
    with pytest.raises(DefinitionError, match="the author should be a line of text, not"):
        package_of(SOURCE, stones, name="Harbour", author=author)


def test_the_same_text_makes_the_same_package(stones: dict[str, Megalith]) -> None:
    first = package_of(SOURCE, stones, name="Harbour Stones")
    assert first == package_of(SOURCE, stones, name="harbour-stones")
    assert first.name == "harbour_stones-1.0-py3-none-any.whl"
    assert first != package_of(SOURCE, stones, name="harbour-stones", author="Ada")


INSTALLED = """\
from importlib.metadata import metadata
from cairn_rules import cairn, dumps, loads
known = cairn.BASE_SET.with_plugins()
state = cairn.new_game(seed=7, megaliths=known, circles=("harbour.gale", "far"))
about = metadata("harbour-stones")
print(about["Author"], about["Version"], about["Summary"], sep="; ")
print(*sorted({*known.ids} - {*cairn.BASE_SET.ids}), known["harbour.gale"].text)
print(loads(dumps(state), registry=known) == state, '"far":"harbour-stones 1.2.0"' in dumps(state))
"""


def installed(wheel: StoneFile, folder: Path) -> str:
    """Install a wheel with pip in an environment of its own that has the library, and return its Python."""
    file = folder / wheel.name
    file.write_bytes(wheel.content)
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    (python,) = (each for each in environment.glob("*/python*") if each.stem == "python")
    places = [str(Path(each).resolve()) for each in sys.path if each and Path(each).is_dir()]
    (packages,) = environment.glob("[Ll]ib/**/site-packages")
    (packages / "library.pth").write_text("\n".join(places), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*pip, "install", "--no-index", "--quiet", str(file)], check=True, timeout=120)  # noqa: S603 - pip
    return str(python)


@pytest.mark.untraced
@pytest.mark.slow
def test_pip_installs_the_package_as_a_plug_in(stones: dict[str, Megalith], tmp_path: Path) -> None:
    """Without a network, as the wheel needs no build. Removing it leaves nothing."""
    pytest.importorskip("pip")
    wheel = package_of(SOURCE, stones, name="Harbour Stones", version="1.2.0", author="Ada Ünal")
    python = installed(wheel, tmp_path)

    def told(*arguments: str) -> str:
        command = [python, *arguments]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path, check=True, timeout=120)  # noqa: S603 - ours
        return done.stdout

    assert told("-X", "utf8", "-c", INSTALLED).splitlines() == [
        "Ada Ünal; 1.2.0; Banish any enemy.",
        "far harbour.gale Banish an enemy next to this “stone”.",
        "True True",
    ]
    listed = told("-X", "utf8", "-m", "cairn_rules", "megaliths", "--plugins")
    assert "(plugin harbour.gale of harbour-stones 1.2.0)" in listed
    assert "(plugin far of harbour-stones 1.2.0)" in listed
    pip = [sys.executable, "-m", "pip", "--python", python, "uninstall", "--yes", "--quiet", "harbour-stones"]
    subprocess.run(pip, check=True, timeout=120)  # noqa: S603 - pip
    assert not list((tmp_path / "environment").rglob("*harbour*"))


def test_the_record_has_the_digest_of_every_file(stones: dict[str, Megalith]) -> None:
    """As the specification of wheels says: of all but the record itself, in base64 for URLs without padding."""
    with ZipFile(BytesIO(package_of(SOURCE, stones, name="Harbour Stones").content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    about = "harbour_stones-1.0.dist-info"
    assert list(files) == ["harbour_stones/__init__.py"] + [
        f"{about}/{name}" for name in ("METADATA", "WHEEL", "entry_points.txt", "RECORD")
    ]
    assert files["harbour_stones/__init__.py"].decode() == SOURCE
    *lines, last = files.pop(f"{about}/RECORD").decode().splitlines()
    assert last == f"{about}/RECORD,,"
    for line, (name, content) in zip(lines, files.items(), strict=True):
        path, digest, size = line.split(",")
        kind, _, coded = digest.partition("=")
        assert (path, kind, int(size)) == (name, "sha256", len(content))
        assert urlsafe_b64decode(coded + "=") == sha256(content).digest()
