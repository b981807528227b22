"""The player that looks at whole turns of Cairn ahead."""

from __future__ import annotations

from random import Random
from threading import Event
from time import process_time

import pytest
from twelve_stones import STONES

from cairn_rules import Budget, DefinitionError, Registry, UnknownIdError, cairn, player_named, players_for
from cairn_rules.cairn import BASE_SET
from cairn_rules.cairn.players import lookahead, seer
from cairn_rules.cairn.players.evaluation import FEATURES, WEIGHTS, completed_by, features, judged
from cairn_rules.cairn.players.lookahead import Lookahead, Planner
from cairn_rules.players import SeerPlayer
from support.play import play
from support.subtraction import PAIR

EXIT = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
"""Sea wins when it leaves the board from c5, and builds there."""
MENHIR = "5/5/3sf/5/2s2 s wooe c2=menhir,a5=chaos,b5=dawn,a4=pillars alley,deer - 2-0"
"""Sea wins with a step from c1 to the Menhir on c2, another one to c3, and the transformation of e3."""
LINE = "5/5/5/1s1f1/2s2 s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
"""Sea wins when it comes between b2 and d2."""
DANGER = "4f/5/2s2/5/3f1 s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 0-2"
"""Forest is about to leave from d1, and to win; Sea can add a shaman there."""
PUSHED = "5/5/1f3/5/s2s1 s wooe b3=sanctuary,d2=fairy,e5=pillars,a5=dawn alley,deer - 1-1"
"""On d2 Sea pushes the enemy of b3; wherever that one comes to, it may wake what lies there."""
SMALL = Budget(simulations=300)


@pytest.fixture
def judgements(monkeypatch: pytest.MonkeyPatch) -> list[cairn.State]:
    """All states that are judged, in their order."""
    seen: list[cairn.State] = []

    def listed(state: cairn.State, tribe: int) -> float:
        seen.append(state)
        return judged(state, tribe)

    monkeypatch.setattr(seer, "judged", listed)
    return seen


def decided(state: cairn.State, player: SeerPlayer, budget: Budget | None = None) -> tuple[list[str], cairn.State]:
    """What a player does until another one has to decide, and what it leads to."""
    seat, turn, said = cairn.current_player(state), state.turn, []
    while cairn.current_player(state) == seat and state.turn == turn:
        said.append(cairn.format_action(player.choose(cairn.observe(state, seat), budget)))
        state = play(state, said[-1])
    return said, state


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        (EXIT, ["c5-x"]),
        (MENHIR, ["c1-c2", "c2>c3", "*e3"]),
        (LINE, ["c1-c2", "*d2"]),
    ],
    ids=["out", "by a chain", "by a transformation"],
)
def test_it_wins_in_one_turn(text: str, begun: list[str]) -> None:
    said, state = decided(cairn.parse_position(text), SeerPlayer(cairn, seed=1))
    assert said[:-1] == begun
    outcome = cairn.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize("budget", [Budget(simulations=200), Budget(simulations=2000)])
def test_it_keeps_the_enemy_from_winning(budget: Budget) -> None:
    state = cairn.parse_position(DANGER)
    assert len(cairn.legal_actions(state)) > 4
    said, _ = decided(state, SeerPlayer(cairn, seed=1), budget)
    assert said[0] == "+d1"


def test_it_loses_as_late_as_it_can() -> None:
    """Nothing helps against two enemies who are about to leave: every action is as good."""
    state = cairn.parse_position("4f/5/2s2/5/f1f2 s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 0-2")
    assert decided(state, SeerPlayer(cairn, seed=1))[0]


def test_what_it_decided_for_its_turn_it_does(judgements: list[cairn.State]) -> None:
    state, player = cairn.parse_position(MENHIR), SeerPlayer(cairn, seed=1)
    said = [cairn.format_action(player.choose(cairn.observe(state, 0)))]
    spent = len(judgements)
    for _ in range(3):
        state = play(state, said[-1])
        said.append(cairn.format_action(player.choose(cairn.observe(state, 0))))
    assert said[:3] == ["c1-c2", "c2>c3", "*e3"]
    assert spent > 0
    assert len(judgements) == spent


def test_when_something_else_is_asked_it_looks_again() -> None:
    state, player = cairn.parse_position(MENHIR), SeerPlayer(cairn, seed=1)
    player.choose(cairn.observe(state, 0))
    other = cairn.parse_position(EXIT)
    assert cairn.format_action(player.choose(cairn.observe(other, 0))) == "c5-x"


def test_the_only_action_needs_no_look_at_later_turns(judgements: list[cairn.State]) -> None:
    state = play(cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley - 0-0"), "c5-x")
    assert decided(state, SeerPlayer(cairn, seed=1))[0] == ["=alley"]
    assert len(judgements) == 1


def test_simulations_are_the_states_it_judges(judgements: list[cairn.State]) -> None:
    state = cairn.new_game(seed=7)
    seen = cairn.observe(state, cairn.current_player(state))
    SeerPlayer(cairn, seed=1).choose(seen, Budget(simulations=500))
    assert 250 < len(judgements) <= 500


def test_a_turn_is_looked_at_whatever_the_budget(judgements: list[cairn.State]) -> None:
    gone = Event()
    gone.set()
    state = cairn.parse_position(DANGER)
    for budget in (Budget(simulations=1), Budget(seconds=1e-9), Budget(seconds=60, cancelled=gone)):
        judgements.clear()
        answer = SeerPlayer(cairn, seed=1).choose(cairn.observe(state, 0), budget)
        assert answer in cairn.legal_actions(state)
        assert {each.turn for each in judgements} <= {state.turn, state.turn + 1}
        assert len(judgements) >= len(cairn.legal_actions(state))


def test_even_that_look_has_an_end(judgements: list[cairn.State], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "AT_LEAST", 3)
    state = cairn.new_game(seed=7)
    seen = cairn.observe(state, cairn.current_player(state))
    assert SeerPlayer(cairn, seed=1).choose(seen, Budget(simulations=1)) in cairn.legal_actions(state)
    assert len(judgements) == 3


def test_time_ends_its_thinking() -> None:
    state = cairn.new_game(seed=7)
    start = process_time()
    SeerPlayer(cairn, seed=1).choose(cairn.observe(state, cairn.current_player(state)), Budget(seconds=0.05))
    assert process_time() - start < 0.5


def test_it_looks_no_further_than_it_may(judgements: list[cairn.State], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "MOST_TURNS", 2)
    state = cairn.new_game(seed=7)
    SeerPlayer(cairn, seed=1).choose(cairn.observe(state, cairn.current_player(state)))
    assert max(each.turn for each in judgements) == 2
    assert len(judgements) < 20_000


def test_what_was_judged_is_known_later_until_it_is_too_much(
    judgements: list[cairn.State], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookahead, "MOST_TURNS", 2)
    state = cairn.new_game(seed=7)
    seen, player = cairn.observe(state, cairn.current_player(state)), SeerPlayer(cairn, seed=1)
    player.choose(seen)
    once = len(judgements)
    player.choose(seen)
    assert len(judgements) == once
    monkeypatch.setattr(lookahead, "MOST_KEPT", 1)
    player.choose(seen)
    assert len(judgements) > once


@pytest.mark.untraced
def test_the_same_seed_gives_the_same_answers() -> None:
    def game(seed: int) -> list[str]:
        state, player, said = cairn.new_game(seed=3), SeerPlayer(cairn, seed=seed), []
        while len(said) < 12:
            more, state = decided(state, player, SMALL)
            said += more
        return said

    assert game(5) == game(5)


def positions(stones: Registry, count: int) -> list[cairn.State]:
    """Positions of random games, also in the middle of a turn."""
    rng, found = Random(1), []
    while len(found) < count:
        state = cairn.new_game(seed=rng.getrandbits(32), megaliths=stones)
        for _ in range(rng.randrange(40)):
            legal = cairn.legal_actions(state)
            state = cairn.apply(state, rng.choice(legal)) if legal else cairn.new_game(seed=1, megaliths=stones)
        if cairn.legal_actions(state):
            found.append(state)
    return found


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("stones", [BASE_SET, Registry(STONES), Registry([*BASE_SET, *STONES])])
def test_it_answers_what_is_legal(stones: Registry) -> None:
    for state in positions(stones, 20 if stones is BASE_SET else 7):
        seat = cairn.current_player(state)
        answer = SeerPlayer(cairn, seed=1).choose(cairn.observe(state, seat), SMALL)
        assert answer in cairn.legal_actions(state)


def test_the_enemy_may_decide_in_the_middle_of_a_turn() -> None:
    """Sea pushes Forest onto the Sanctuary: which megalith slides is for Forest to say."""
    state = cairn.parse_position(PUSHED)
    assert len(decided(state, SeerPlayer(cairn, seed=1), SMALL)[0]) >= 1


def test_a_long_chain_is_judged_as_it_stands(monkeypatch: pytest.MonkeyPatch, judgements: list[cairn.State]) -> None:
    monkeypatch.setattr(lookahead, "MOST_POWERS", 0)
    state = cairn.parse_position(
        "5/5/5/1s3/4f s wooe b3=raft,e5=wall alley,deer - 0-0", BASE_SET | STONES[-1] | STONES[0]
    )
    SeerPlayer(cairn, seed=1).choose(cairn.observe(state, 0), SMALL)
    assert any(each.seen for each in judgements)


def test_another_game_is_refused() -> None:
    with pytest.raises(DefinitionError, match="plays only cairn, not Subtraction"):
        SeerPlayer(PAIR)


def test_what_is_counted_has_names_and_weights() -> None:
    assert len(FEATURES) == len(WEIGHTS) == len(features(cairn.new_game(seed=1)))


def test_a_position_is_judged_alike_for_both_tribes_and_all_images() -> None:
    for state in positions(BASE_SET, 20):
        assert judged(state, 0) == -judged(state, 1)
        if isinstance(state.pending, cairn.ChooseAction):
            assert judged(cairn.rotate(state), 0) == pytest.approx(judged(state, 1))
            assert judged(cairn.mirror(state), 0) == pytest.approx(judged(state, 0))


@pytest.mark.untraced
@pytest.mark.parametrize("face", list(cairn.TransformationFace))
def test_where_a_shaman_completes_an_arrangement(face: cairn.TransformationFace) -> None:
    """The same as putting one there, and looking."""
    for state in positions(BASE_SET, 30):
        shamans = dict(state.shamans)
        standing = len(cairn.find_arrangements(shamans, face, cairn.Tribe.SEA))
        completing = {
            space
            for space in cairn.Space
            if space not in shamans
            and len(cairn.find_arrangements({**shamans, space: cairn.Tribe.SEA}, face, cairn.Tribe.SEA)) > standing
        }
        found = completed_by(state.bits_of(0), state.bits_of(1), face is cairn.TransformationFace.MIDDLE)
        assert {space for space in cairn.Space if found >> space & 1} == completing


def test_players_have_names_the_weakest_first() -> None:
    assert list(players_for(cairn)) == ["random", "greedy", "tree", "seer", "sage"]
    assert player_named("seer", cairn) is SeerPlayer
    with pytest.raises(UnknownIdError, match="did you mean 'greedy'"):
        player_named("greed", cairn)


@pytest.mark.parametrize(("space", "said"), [(cairn.Space.C2, "c1-c2"), (cairn.Space.B1, "c1-b1")])
def test_the_search_goes_by_the_judgement_it_is_given(space: cairn.Space, said: str) -> None:
    """One that likes a shaman on some space leads it there."""
    state = cairn.parse_position("f4/5/5/5/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0")

    def likes(state: cairn.State, tribe: int) -> float:
        return (-1) ** tribe * (state.shamans.get(space) == cairn.Tribe.SEA)

    planner, search = Planner("Test", cairn, 1), Lookahead(likes)
    action = planner.choose(cairn.observe(state, 0), Budget(simulations=1), lambda _: search)
    assert cairn.format_action(action) == said
