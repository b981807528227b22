"""Files of packs, of both games that have them: one that cannot be read is another error than one that is faulty."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_rules import DocumentError, UnreadableFileError, cairn_rpg, endless_winter

READERS = pytest.mark.parametrize("read", [endless_winter.read_pack, cairn_rpg.read_pack], ids=["winter", "rpg"])


def test_neither_error_is_the_other() -> None:
    """So the order in which a program catches them does not matter."""
    assert not issubclass(UnreadableFileError, DocumentError)
    assert not issubclass(DocumentError, UnreadableFileError)


@READERS
@pytest.mark.parametrize("name", ["missing.toml", "no/folder.json", "folder.toml", "a\0b.json", "pack.yaml", ""])
def test_a_file_that_cannot_be_read(read, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path is named, and a program asks for another one."""
    monkeypatch.chdir(tmp_path)
    Path("folder.toml").mkdir()
    Path("pack.yaml").write_text("id: fen", encoding="utf-8")
    with pytest.raises(UnreadableFileError) as caught:
        read(name)
    assert str(caught.value).startswith("cannot read '" + name.replace("\0", r"\x00"))


@READERS
def test_the_name_of_a_file_is_cut_where_no_path_is_as_long(read) -> None:
    for name in ("x" * 60_000, "\0" * 60_000):
        with pytest.raises(UnreadableFileError, match="…: ") as caught:
            read(name)
        assert len(str(caught.value)) < 5000


@READERS
def test_a_file_that_may_not_be_read(read, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(UnreadableFileError, match=r"cannot read 'pack\.toml': Permission denied"):
        read("pack.toml")


@READERS
@pytest.mark.parametrize(
    ("name", "written", "fault"),
    [
        ("latin.toml", b'id = "\xe9"', "latin.toml: not UTF-8: the byte 0xE9 on line 1; save the file as UTF-8"),
        (
            "wide.json",
            "{}".encode("utf-16"),
            "wide.json: not UTF-8 but UTF-16, as '>' writes it in Windows PowerShell; save it as UTF-8",
        ),
        ("long.toml", b"#" * (1 << 19), "long.toml: more than 262144 bytes, the maximum for a pack"),
        ("broken.toml", b"id = = 1", "line 1, column 6: not valid TOML: Invalid value"),
        ("open.toml", b'a = 1\nid = "b\r\n', "line 2, column 8: not valid TOML: a quote is not closed"),
        ("open.toml", b"id = 'b\nc = 'd'", "line 1, column 8: not valid TOML: a quote is not closed"),
        ("open.toml", b'id = "b', "line 1, end of document: not valid TOML: a quote is not closed"),
        ("open.toml", b"id = 'b", "line 1, end of document: not valid TOML: a quote is not closed"),
        ("open.toml", b"id = '''b\n", "line 1, end of document: not valid TOML: a quote is not closed"),
        ("twice.toml", b"[a.b]\n[c]\n[a.b]", "line 3, column 5: not valid TOML: the table [a.b] occurs twice"),
        ("twice.toml", b"[a]\n[a]", "line 2, column 3: not valid TOML: the table [a] occurs twice"),
        ("broken.json", b'{"id": ', "$: not JSON: Expecting value, line 1, column 8"),
        ("twice.json", b'{"id": 1, "id": 2}', "$: the key 'id' occurs twice in one object"),
        ("list.json", b"[1]", "$: [1] is not a table with the keys of a content pack: "),
        ("other.toml", b"[project]", "$: it has keys such as 'project' instead of those of a content pack: "),
    ],
)
def test_a_file_that_is_faulty(read, name: str, written: bytes, fault: str, tmp_path: Path, monkeypatch) -> None:
    """Its faults have places."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(written)
    with pytest.raises(DocumentError) as caught:
        read(name)
    assert [str(each).startswith(fault) for each in caught.value.faults] == [True]
