"""Whatever text is handed in, the parsers end, soon, in a value or in the library's own error."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import CairnRulesError, NotationError, cairn, parse_record
from cairn_rules.games import LIBRARY
from support.mutations import halved, strange
from support.readers import EXCLUDED, READERS, Reader, public_readers

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

RECORD = (Path(__file__).parent / "golden" / "records" / "comments.txt").read_text(encoding="utf-8")


def check_written(reader: Reader, value: object) -> None:
    """Check that what was read can be written, and is then read as the same."""
    if reader.write is not None:
        written = reader.write(value)
        assert reader.write(reader.read(written)) == written


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_what_a_stranger_sends_is_read_or_refused(name: str, data: st.DataObject) -> None:
    reader = READERS[name]
    sent = data.draw(strange(reader.samples()), label="sent")
    try:
        value = reader.read(sent)
    except CairnRulesError as error:
        assert len(str(error)) < 50_000  # noqa: PT017 - any other error would fail the test
    else:
        check_written(reader, value)


@pytest.mark.parametrize("name", [name for name, reader in READERS.items() if reader.strict])
@given(data=st.data())
def test_half_a_character_is_refused_wherever_it_stands(name: str, data: st.DataObject) -> None:
    """In the middle of texts and keys that are valid without it. The error can be encoded."""
    reader = READERS[name]
    with pytest.raises(CairnRulesError) as caught:
        reader.read(data.draw(halved(reader.samples()), label="sent"))
    assert str(caught.value).encode()


@pytest.mark.parametrize("name", READERS)
def test_the_samples_are_valid(name: str) -> None:
    """Otherwise, little of what is made of them would be read."""
    reader = READERS[name]
    for sample in reader.samples():
        check_written(reader, reader.read(sample))


def test_every_public_reader_is_listed() -> None:
    """List a new one in `READERS` of tests/support/readers.py, with samples; or in `EXCLUDED`, with the reason."""
    public = {*public_readers()}
    listed = {name.partition(" ")[0] for name in READERS if name.startswith("cairn_rules.")}
    assert public == listed | {*EXCLUDED}
    assert not listed & {*EXCLUDED}


def test_every_kind_of_reader_is_found() -> None:
    """Functions, methods, those that read files, and those of the games."""
    found = {*public_readers()}
    for name in ("cairn.parse_position", "read_records", "Match.do", "korrigans.read_board", "cairn_rpg.Formula.parse"):
        assert f"cairn_rules.{name}" in found
    assert {f"{place}.parse_action" for place in LIBRARY.values()} <= found


N = 3_000_000


@pytest.mark.parametrize(
    "text",
    [
        *("x" * N, "x " * N, "{" * N, "}" * N, "{}" * N, "{ab\n" * N, "\n" * N, " " * N, "1." * N, "[" * N, ";" * N),
        *('[A "' + "\\" * N, '[A "' + "a" * N + '"]', "[A" + " " * N, "{" + "\\" * N, "result: " + "a" * N),
        "\n".join(f'[A{number} "x"]' for number in range(100_000)),
        RECORD.replace("1. c5-x", "9" * N + ". c5-x"),
        RECORD.replace("1. c5-x", "1. =" + "a" * N),
        f'[Game "cairn"]\n[Position "{"x" * N}"]\nresult: *',
        f'[Game "cairn"]\n[State "{"[" * N}"]\nresult: *',
        f'[Game "cairn"]\n[Turn "{"9" * N}"]\n[Variant "{"a," * N}"]\nresult: *',
    ],
    ids=lambda text: text[:20] + str(len(text)),
)
def test_a_hostile_record_is_refused(text: str) -> None:
    """Each takes some tenths of a second at most; a way that is not linear would not end."""
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    assert len(str(caught.value)) < 10_000


@pytest.mark.parametrize(
    "text",
    [
        *(f"{row}/5/5/5/5 s wooe - - - 0-0" for row in ("x" * N, "1" * N, "s" * N)),
        *(f"5/5/5/5/5 s wooe {stones} - - 0-0" for stones in ("a1=x," * N, "a1=deer," * N, "x" * N)),
        *(f"5/5/5/5/5 s wooe - - {deck} 0-0" for deck in ("deer," * N, "x" * N, "|" * N, "?" * N)),
        "x " * N,
        "/" * N,
        f"5/5/5/5/5 {'s' * N} wooe - - - 0-0",
        f"5/5/5/5/5 s {'w' * N} - - - 0-0",
        f"5/5/5/5/5 s wooe - - - {'9' * N}-0",
    ],
    ids=lambda text: text[:20] + str(len(text)),
)
def test_a_hostile_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        cairn.parse_position(text)
    assert len(caught.value.faults) <= 100
    assert len(str(caught.value)) < 10_000
