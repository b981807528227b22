"""Every link that leads out of the project follows from the one setting of its repository."""

import re
import subprocess
import sys
from email import message_from_string
from pathlib import Path
from shutil import copyfile

import addresses
import pytest

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parent.parent
SAMPLE = "https://github.com/Someone/cairn-rules"


def project(folder: Path, repository: str) -> Path:
    file = folder / "pyproject.toml"
    file.write_text(f'[tool.hatch.metadata.hooks.custom]\nrepository = "{repository}"\n', encoding="utf-8")
    return file


def test_links_follow_from_the_repository(tmp_path: Path) -> None:
    repository = addresses.repository_in(project(tmp_path, SAMPLE))
    links = addresses.links_of(repository)
    assert links["Source"] == SAMPLE
    assert links["Documentation"] == "https://someone.github.io/cairn-rules/"
    assert links["Issues"] == f"{SAMPLE}/issues"
    assert all(link.startswith("https://") for link in links.values())


def test_without_a_repository_there_are_no_links(tmp_path: Path) -> None:
    assert addresses.repository_in(project(tmp_path, "")) == ""
    assert addresses.links_of("") == {}
    assert addresses.with_absolute_links("[a](docs/a.md)", "") == "[a](docs/a.md)"


@pytest.mark.parametrize("repository", ["cairn-rules", "http://github.com/a/b", f"{SAMPLE}/", "https://github.com/a"])
def test_another_address_is_refused(tmp_path: Path, repository: str) -> None:
    with pytest.raises(ValueError, match=r"should be like https://github\.com/owner/name, not"):
        addresses.repository_in(project(tmp_path, repository))


def test_relative_links_and_images_become_absolute() -> None:
    page = "[a](docs/a.md#b) ![c](docs/c.svg) [d](https://example.org) [e](#e)"
    assert addresses.with_absolute_links(page, SAMPLE) == (
        f"[a]({SAMPLE}/blob/main/docs/a.md#b) ![c]({SAMPLE}/raw/main/docs/c.svg) [d](https://example.org) [e](#e)"
    )


def test_every_relative_link_of_the_readme_leads_to_a_file() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = [found[2].rstrip(")").partition("#")[0] for found in addresses.LINK.finditer(text)]
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize("repository", ["", SAMPLE])
def test_the_metadata_has_the_links_of_the_setting(tmp_path: Path, repository: str) -> None:
    """Build the metadata of a copy of the project that has this repository."""
    (tmp_path / "scripts").mkdir()
    for name in ("README.md", "LICENSE", "hatch_build.py", "scripts/addresses.py"):
        copyfile(ROOT / name, tmp_path / name)
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.sub(r'^repository = ".*"$', f'repository = "{repository}"', settings, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(named, encoding="utf-8")
    for folder in ("src/cairn_rules", "made"):
        (tmp_path / folder).mkdir(parents=True)
    program = "from hatchling.build import prepare_metadata_for_build_wheel as make; print(make('made'))"
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True)  # noqa: S603
    (file,) = (tmp_path / "made").rglob("METADATA")
    metadata = message_from_string(file.read_text(encoding="utf-8"))
    assert [*metadata.get_all("Project-URL", [])] == [
        f"{name}, {url}" for name, url in addresses.links_of(repository).items()
    ]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata.get_payload() == addresses.with_absolute_links(readme, repository)
