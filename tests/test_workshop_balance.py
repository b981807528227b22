"""The balance of a megalith in the workshop: progress without figures, then the report beside the printed megaliths."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cairn_rules.cairn import BASE_SET, Megalith, Site, StoneColour
from cairn_rules.cairn.balance import balance
from cairn_rules.cairn.balance.text import rows
from web.workshop import balance as balance_page
from web.workshop.balance import GAMES, SEED, Measurement, figure, printed_figures, told

pytestmark = pytest.mark.untraced

REPORT = Path(__file__).parent.parent / "docs" / "balance" / "README.md"
DEER = BASE_SET["deer"]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """A number of games that a test can wait for."""
    monkeypatch.setattr(balance_page, "GAMES", (4,))
    return 4


def test_no_figure_is_told_before_all_games_are_played(few: int) -> None:
    measurement = Measurement(DEER, few)
    for played in range(1, few):
        assert measurement.go_on(0) == {"games": few, "played": played}
    last = measurement.go_on(0)
    assert last["played"] == few
    (found,) = balance([DEER], games=few, seed=1).stones
    assert last["report"] == told(found)
    assert json.loads(json.dumps(last)) == last


def test_it_plays_until_time_is_over(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is read at the beginning, and after each pair."""
    times = iter([0.0, 1.0, 2.0, 2.0, 2.1, 9.9])
    monkeypatch.setattr(balance_page, "perf_counter", lambda: next(times))
    measurement = Measurement(DEER, few)
    assert measurement.go_on(2)["played"] == 2
    assert "report" in measurement.go_on(1000)


def test_the_number_of_games_is_fixed_beforehand() -> None:
    assert GAMES == (300, 1000)
    with pytest.raises(ValueError, match=r"games should be one of \(300, 1000\), not 20"):
        Measurement(DEER, 20)


def test_a_megalith_that_fails_is_said_to_be_unplayable(few: int) -> None:
    def fail(_: Site) -> tuple[()]:
        raise LookupError("nothing here")

    measurement = Measurement(Megalith("fails", "Fails", "It fails.", StoneColour.LIGHT, (fail,)), few)
    report = measurement.go_on(1000)["report"]
    assert "misbehaving megalith" in report["verdict"] or "every game was aborted" in report["verdict"]
    assert "LookupError('nothing here')" in report["faults"][0]


def test_rows_have_the_labels_and_numbers_of_the_report() -> None:
    (found,) = balance([DEER], games=6, seed=1).stones
    by_label = {row["label"]: row for row in told(found)["rows"]}
    assert list(by_label) == [row.label for row in rows(found)]
    first = by_label["first player wins"]
    low, high = (100 * each for each in found.alone.first_wins.interval)
    assert first["with"]["value"] == pytest.approx(100 * found.alone.first_wins.value, abs=0.5)
    assert (first["with"]["low"], first["with"]["high"]) == pytest.approx((low, high), abs=0.5)
    assert first["differs"] == 0


def test_a_figure_without_data_has_no_numbers() -> None:
    assert figure("-") == {"text": "-"}


def test_the_printed_megaliths_stand_beside_every_figure() -> None:
    """Their report is the one in the documentation, with the same labels, in the order of the set."""
    report = REPORT.read_text(encoding="utf-8")
    assert f"seed {SEED}." in report
    printed = printed_figures(report)
    (found,) = balance([DEER], games=2, seed=1).stones
    assert {row.label for row in rows(found)} == set(printed)
    for label, figures in printed.items():
        assert [each["name"] for each in figures] == [stone.name for stone in BASE_SET], label
        assert all(each["low"] <= each["value"] <= each["high"] for each in figures), label
    deer = printed["more frequent visitor wins"][5]
    assert deer == {"name": "Deer Rock", "text": "77% (76 to 78)", "value": 77, "low": 76, "high": 78}
