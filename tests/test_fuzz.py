"""Whatever text is handed in, the parsers end, soon, in a value or in the library's own error."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cairn_rules as cairn
from cairn_rules import NotationError

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent / "golden" / "records"
RECORDS = [path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.txt"))]
POSITION = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir|sanctuary 0-0"
STATE = cairn.parse_position(POSITION)
PIECES = [
    *'[]{};"\\*.:-=,|/ \n\r\t\0\u2028\u0660',
    "1.",
    "result:",
    "draw",
    "[Turn",
    '[State "',
    "9" * 20,
    "\ud800",
    "",
]


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """One of some texts with parts of it cut out, put in and repeated."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        at, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        end = end if draw(st.booleans()) else at + draw(st.integers(0, 2))
        text = text[:at] + draw(st.sampled_from([*PIECES, text[at:end] * 2])) + text[end:]
    return text


@given(damaged(RECORDS) | st.text(max_size=60))
def test_a_damaged_record_is_read_or_refused(text: str) -> None:
    for read in (cairn.parse_record, lambda text: list(cairn.read_records(text.splitlines(keepends=True)))):
        try:
            read(text)
        except NotationError as error:
            assert error.faults  # noqa: PT017 - any other error would fail the test
            assert str(error)  # noqa: PT017 - as above


@given(damaged([POSITION]) | st.text(max_size=60))
def test_a_damaged_position_is_read_or_refused(text: str) -> None:
    try:
        state = cairn.parse_position(text)
    except NotationError as error:
        assert error.faults  # noqa: PT017 - any other error would fail the test
    else:
        assert cairn.parse_position(cairn.format_position(state)) == state


@given(damaged(["+d1", "c1-c2", "c4^x", "a2:menhir", "b3%d5", "!add", "=deer", "pass"]))
def test_a_damaged_action_is_read_or_refused(text: str) -> None:
    try:
        action = cairn.parse_action(text, STATE)
    except NotationError as error:
        assert error.faults  # noqa: PT017 - any other error would fail the test
    else:
        assert cairn.parse_action(cairn.format_action(action), STATE) == action


N = 3_000_000


@pytest.mark.untraced
@pytest.mark.parametrize(
    "text",
    [
        *("x" * N, "x " * N, "{" * N, "}" * N, "{}" * N, "{ab\n" * N, "\n" * N, " " * N, "1." * N, "[" * N, ";" * N),
        *('[A "' + "\\" * N, '[A "' + "a" * N + '"]', "[A" + " " * N, "{" + "\\" * N, "result: " + "a" * N),
        "\n".join(f'[A{number} "x"]' for number in range(100_000)),
        RECORDS[0].replace("1. c5-x", "9" * N + ". c5-x"),
        RECORDS[0].replace("1. c5-x", "1. =" + "a" * N),
        f'[Game "cairn"]\n[Position "{"x" * N}"]\nresult: *',
        f'[Game "cairn"]\n[State "{"[" * N}"]\nresult: *',
        f'[Game "cairn"]\n[Turn "{"9" * N}"]\n[Variant "{"a," * N}"]\nresult: *',
    ],
    ids=lambda text: text[:20] + str(len(text)),
)
def test_a_hostile_record_is_refused(text: str) -> None:
    """Each takes some tenths of a second at most; a way that is not linear would not end."""
    with pytest.raises(NotationError) as caught:
        cairn.parse_record(text)
    assert len(str(caught.value)) < 10_000


@pytest.mark.untraced
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
