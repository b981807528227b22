"""The release script refuses when something is off, says all of it at once, and leaves the files as they were."""

import zipfile
from pathlib import Path

import pytest
import release

PROJECT = """[project]
name = "cairn-rules"
version = "0.1.0"

[tool.hatch.metadata.hooks.custom]
repository = "https://github.com/someone/cairn-rules"
"""
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A dance.\n\n## [0.1.0] - 2031-05-04\n\n- All.\n"
DAY = "2031-06-01"


def git(root: Path, *words: str) -> str:
    return release.run("git", *words, cwd=root)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that is ready for a release; building it and running its checks are left out."""
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ann@example.org")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    git(tmp_path, "tag", "v0.1.0")
    run = release.run
    monkeypatch.setattr(
        release, "run", lambda *words, cwd, **more: "" if words[1:3] == ("-m", "nox") else run(*words, cwd=cwd, **more)
    )
    monkeypatch.setattr(release, "build", lambda _root, _version: None)
    return tmp_path


def refusals(root: Path, version: str) -> str:
    with pytest.raises(release.Refused) as refused:
        release.release(root, version, date=DAY)
    return "\n".join(refused.value.args)


def test_a_release_is_written_down_committed_and_tagged(root: Path) -> None:
    release.release(root, "0.2.0", date=DAY)
    assert release.declared(root) == "0.2.0"
    changelog = (root / "CHANGELOG.md").read_text()
    assert "## [Unreleased]\n\n## [0.2.0] - 2031-06-01\n\n### Added\n\n- A dance.\n\n## [0.1.0]" in changelog
    assert git(root, "tag", "--points-at", "HEAD") == "v0.2.0"
    assert git(root, "status", "--porcelain") == ""
    release.check(root, "0.2.0")  # and what is tagged is in order


@pytest.mark.parametrize("version", ["0.1.0", "0.0.9", "0.1", "v0.2.0", "0.2.0+mine", "two", "00.2.0", ""])
def test_a_version_that_is_none_or_does_not_come_after_the_last_is_refused(root: Path, version: str) -> None:
    told = refusals(root, version)
    assert "0.1.0" in told or repr(version) in told
    assert release.declared(root) == "0.1.0"


def test_all_that_is_off_is_told_at_once(root: Path) -> None:
    (root / "CHANGELOG.md").write_text(CHANGELOG.replace("### Added\n\n- A dance.\n\n", ""))
    git(root, "checkout", "--quiet", "-b", "other")
    told = refusals(root, "0.1.0")
    for fault in ("not committed", "made from main, but this is other", "a tag v0.1.0 already", "has no entries below"):
        assert fault in told


def test_a_project_without_a_repository_is_not_released(root: Path) -> None:
    (root / "pyproject.toml").write_text(PROJECT.replace("https://github.com/someone/cairn-rules", ""))
    git(root, "commit", "--quiet", "--all", "--message", "Move out")
    assert refusals(root, "0.2.0").startswith("pyproject.toml does not name the project's repository")


def test_files_are_as_they_were_when_building_fails(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def build(_root: Path, _version: str) -> None:
        raise release.Refused("the wheel has no py.typed")

    before = git(root, "rev-parse", "HEAD")
    monkeypatch.setattr(release, "build", build)
    assert refusals(root, "0.2.0") == "the wheel has no py.typed"
    assert git(root, "rev-parse", "HEAD") == before, "the release is not committed"
    assert git(root, "status", "--porcelain") == ""
    assert (root / "CHANGELOG.md").read_text() == CHANGELOG
    assert git(root, "tag") == "v0.1.0"


def test_a_failing_check_refuses_before_anything_is_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = release.run

    def failing(*words: str, cwd: Path) -> str:
        if words[1:3] == ("-m", "nox"):
            raise release.Refused("tests failed")
        return run(*words, cwd=cwd)

    monkeypatch.setattr(release, "run", failing)
    assert refusals(root, "0.2.0") == "tests failed"
    assert release.declared(root) == "0.1.0"


def test_a_tag_on_a_commit_that_says_otherwise_is_refused(root: Path) -> None:
    git(root, "tag", "v0.3.0")
    with pytest.raises(release.Refused) as refused:
        release.check(root, "0.3.0")
    told = "\n".join(refused.value.args)
    for fault in ("pyproject.toml says 0.1.0", "no section on 0.3.0", "entries below"):
        assert fault in told
    with pytest.raises(release.Refused, match=r"this commit has no tag v0\.4\.0"):
        release.check(root, "0.4.0")


def test_what_a_program_said_is_part_of_the_refusal(root: Path) -> None:
    with pytest.raises(release.Refused, match=r"`git no-such-word` failed:\n.*no-such-word"):
        release.run("git", "no-such-word", cwd=root)


TEXTS = '[[text]]\npage = "README.md"\nold = "Not yet.\\n"\nnew = "Install it.\\n"\n'


def test_texts_change_with_the_first_release(root: Path) -> None:
    """Their file is gone then, and the next release changes no text; one that is not found is refused."""
    file, page = root / release.FIRST_RELEASE, root / "README.md"
    file.parent.mkdir()
    file.write_text(TEXTS)
    page.write_text("Above\nNot yet.\nNot yet.\nBelow\n")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "Write pages")
    assert "README.md should have this text once, not 2 times: 'Not yet.'" in refusals(root, "0.2.0")
    page.write_text("Above\nNot yet.\nBelow\n")
    git(root, "commit", "--quiet", "--all", "--message", "Write it once")
    release.release(root, "0.2.0", date=DAY)
    assert page.read_text() == "Above\nInstall it.\nBelow\n"
    assert not file.exists()
    assert git(root, "status", "--porcelain") == ""


def test_the_texts_of_the_first_release_are_on_their_pages() -> None:
    assert [*release.faults_of_texts(Path(__file__).parents[2])] == []


def test_checks_are_left_out_if_they_were_run(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = release.run

    def no_nox(*words: str, cwd: Path) -> str:
        assert "nox" not in words
        return run(*words, cwd=cwd)

    monkeypatch.setattr(release, "run", no_nox)
    release.release(root, "0.2.0", date=DAY, checked=True)
    assert git(root, "tag", "--points-at", "HEAD") == "v0.2.0"


def test_what_the_archives_lack_or_should_not_have_is_told(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every tracked file belongs in the source distribution, and those of `src/` in the wheel."""
    for name in ("src/cairn_rules/__init__.py", "src/cairn_rules/py.typed", ".github/x.yml"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "Add a package")
    folder = tmp_path_factory.mktemp("archives")
    source, wheel = folder / "cairn_rules-0.2.0", folder / "cairn_rules-0.2.0-py3-none-any.whl"
    source.mkdir()
    for name in ("PKG-INFO", "CHANGELOG.md", "pyproject.toml", "left.pyc"):
        (source / name).touch()
    with zipfile.ZipFile(wheel, "w") as packed:
        for name in ("cairn_rules/__init__.py", "cairn_rules-0.2.0.dist-info/METADATA", "node_modules/x.js"):
            packed.writestr(name, "")
    assert [*release.faults_of_contents(root, wheel, source)] == [
        "the source distribution has no src/cairn_rules/__init__.py",
        "the source distribution has no src/cairn_rules/py.typed",
        "the source distribution should not have left.pyc",
        "the wheel has no cairn_rules/py.typed",
        "the wheel should not have node_modules/x.js",
    ]


def test_archives_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "run", lambda *_words, **_more: (tmp_path / "cairn_rules-0.1.0.tar.gz").touch())
    with pytest.raises(release.Refused, match=r"0\.2\.0\.tar\.gz should have been built, not cairn_rules-0\.1\.0\.tar"):
        release.archives(tmp_path, tmp_path, "0.2.0", "0")


@pytest.mark.parametrize("readme", ["", "<!-- main job -->\n```sh\npip install cairn-rules\n```\n"])
def test_a_readme_that_installs_nothing_from_a_clone_is_refused(tmp_path: Path, readme: str) -> None:
    (tmp_path / "README.md").write_text(readme)
    with pytest.raises(release.Refused, match=r"README\.md has no command below <!-- main job -->"):
        release.try_out(tmp_path / "a.whl", tmp_path, "0.2.0")
