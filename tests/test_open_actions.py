"""Open actions: those of which a game lists only a sample are played, stored and refused as all others."""

from __future__ import annotations

import pytest

from cairn_rules import IllegalActionError, Match, Record, cairn, contests
from cairn_rules.cli.play.input_line import answer
from cairn_rules.cli.play.session import Session, Wish
from cairn_rules.cli.play.table import OpponentError, Opponents, Table
from cairn_rules.encoding import Encoder
from cairn_rules.errors import EncodingError
from cairn_rules.manifest import is_legal
from cairn_rules.testing import check_game
from support.offers import OFFERS, Offer
from support.subtraction import PAIR


class Bold:
    """A player that offers all but one, or one."""

    def __init__(self, game, *, seed=None) -> None:
        pass

    def choose(self, observation, budget=None):  # noqa: ARG002 - no search
        return Offer(max(1, observation[0] - 1))


class Greedy(Bold):
    """A player that offers more than there is."""

    def choose(self, observation, budget=None):  # noqa: ARG002 - no search
        return Offer(observation[0] + 1)


@pytest.mark.parametrize(("amount", "legal"), [(0, False), (1, True), (5, True), (9, True), (10, False)])
def test_an_open_action_is_legal_unless_it_is_refused(amount: int, *, legal: bool) -> None:
    assert is_legal(OFFERS, (9, 0), Offer(amount)) is legal


def test_actions_of_other_classes_are_legal_only_if_they_are_listed() -> None:
    assert not is_legal(OFFERS, (9, 0), 1)
    assert is_legal(PAIR, (9, 0), 2)
    assert not is_legal(PAIR, (9, 0), 3)


def test_nothing_is_legal_when_the_game_is_over() -> None:
    assert not is_legal(OFFERS, (0, 1), Offer(1))


def test_a_match_takes_open_actions_and_its_record_keeps_them() -> None:
    match = Match(OFFERS, (9, 0))
    match.do(Offer(4))
    match.do("offer-3")
    assert match.state == (2, 0)
    with pytest.raises(IllegalActionError, match=r"an offer is 1 to 2"):
        match.do(Offer(3))
    assert match.history == (Offer(4), Offer(3))
    assert list(Record.of(match).replay()) == [(9, 0), (5, 1), (2, 0)]
    assert match.undo() == (5, 1)


def test_players_may_choose_what_is_not_listed() -> None:
    played = tuple(contests(OFFERS, {"bold": Bold, "greedy": Greedy}, 4, seed=1))
    assert [contest.winners for contest in played] == [("bold",)] * 4
    assert all("not legal" in contest.fault for contest in played)


def test_a_seat_of_the_terminal_may_choose_what_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn_rules.cli.play.table.player_at", lambda name, _: (name, {"b": Bold, "g": Greedy}[name]))
    opponents = Opponents(OFFERS, seed=1)
    assert opponents.decision("b", (9, 0), None) == Offer(8)
    with pytest.raises(OpponentError, match="not legal"):
        opponents.decision("g", (9, 0), None)


def test_an_open_action_is_typed() -> None:
    session = Session(Match(OFFERS, (9, 0)), Table(names={0: "human", 1: "human"}), seed=1)
    assert answer(session, "offer-4").wish is Wish.DECIDED
    assert session.match.state == (5, 1)
    warned = answer(session, "offer-6")
    assert [block.text for block in warned.blocks] == ["an offer is 1 to 5 [offer/amount, rule 1]"]
    assert session.match.state == (5, 1)


def test_learners_choose_among_the_samples() -> None:
    encoder = Encoder(OFFERS, dynamic=4)
    assert encoder.index((9, 0), Offer(1)) == 0
    with pytest.raises(
        EncodingError, match=r"Offer\(amount=5\) has no index: of the open actions, only listed samples"
    ):
        encoder.index((9, 0), Offer(5))
    with pytest.raises(EncodingError, match=r"Offer\(amount=10\) has no index: it is not legal here"):
        encoder.index((9, 0), Offer(10))


def test_the_checks_pass() -> None:
    check_game(OFFERS)


def test_the_games_without_open_actions_name_none() -> None:
    assert cairn.MANIFEST.open_actions == ()
