"""The best lines of a position: `analyse`."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import Budget, DefinitionError, analyse, cairn, endless_winter, korrigans, manifest_of
from cairn_rules.cairn.players import lookahead
from cairn_rules.cairn.players.lookahead import Lookahead
from cairn_rules.cairn.players.net import sage_net
from cairn_rules.cairn_rpg import campaign, combat, creation, dungeon, wilderness
from cairn_rules.manifest import Manifest, Seats
from cairn_rules.players import AnalysedLine, Analysis, RandomPlayer, SagePlayer, SeerPlayer, TreePlayer
from cairn_rules.players.analysis_results import in_order
from support.play import play
from support.stones import echo
from support.subtraction import PAIR, Subtraction

EXIT = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
"""Sea wins when it leaves the board from c5, and builds there."""
MIDDLE = "1f2f/2s2/1fs2/5/s3s s bdoe b3=stormwell,d2=tumulus,a5=haven fairy,mound source,deer,menhir 1-0"
SOME, CLOCK = Budget(simulations=300), Budget(seconds=0.001)
COMPETING: list[tuple[Any, dict[str, object]]] = [
    (cairn, {}),
    (korrigans, {}),
    (korrigans, {"players": 4}),
    (endless_winter, {"players": 3}),
    (combat, {}),
]


def taking(*seats: str) -> Subtraction:
    """A game of taking one or two, with a manifest."""
    game: Any = Subtraction(len(seats))
    game.MANIFEST = Manifest(name="taking", seats=Seats(names=seats))
    return game


TWO, THREE = taking("one", "two"), taking("one", "two", "three")


def last(game: Any, position: object, budget: Budget = SOME, **options: Any) -> Analysis[Any]:
    *_, analysis = analyse(game, position, budget=budget, **{"seed": 1, **options})
    return analysis


def some_way_into(game: Any, seed: int, decisions: int, **options: Any) -> Any:
    """Return a state of a random game, which is not over."""
    rng, state = Random(seed), game.new_game(seed=seed, **options)
    for _ in range(decisions):
        after = game.apply(state, rng.choice(game.legal_actions(state)))
        if game.current_player(after) is None:
            break
        state = after
    return state


@pytest.mark.untraced
@pytest.mark.parametrize("player", [SagePlayer, SeerPlayer, TreePlayer])
def test_a_win_comes_first_and_its_chance_is_great(player: Any) -> None:
    state = cairn.parse_position(EXIT)
    analysis = last(cairn, state, player=player, lines=3)
    best, *others = analysis.lines
    assert (analysis.seat, len(others)) == (0, 2)
    assert cairn.format_action(best.actions[0]) == "c5-x"
    assert best.value > 0.9
    assert best.wins_in == (None if player is TreePlayer else 1)
    assert best.chances[0] == pytest.approx((1 + best.value) / 2)
    assert all(other.value <= best.value for other in others)


def test_the_other_tribe_has_the_other_chance() -> None:
    """The same position with the colours changed, seen by the other seat."""
    state = cairn.parse_position(EXIT)
    turned = cairn.parse_position("4s/5/5/5/2f2 f wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 0-2")
    one, other = last(cairn, state), last(cairn, turned)
    assert (one.seat, one.lines[0].chances, one.lines[0].wins_in) == (0, (1, 0), 1)
    assert (other.seat, other.lines[0].chances, other.lines[0].wins_in) == (1, (0, 1), 1)


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "options"), COMPETING)
@pytest.mark.parametrize("decisions", [0, 9])
def test_lines_are_legal_and_different_and_chances_are_chances(
    game: Any, options: dict[str, object], decisions: int
) -> None:
    state = some_way_into(game, 5, decisions, **options)
    legal = game.legal_actions(state)
    seats = manifest_of(game).seats.count_in(state)
    for analysis in analyse(game, state, budget=Budget(simulations=120), lines=3, seed=2):
        firsts = [line.actions[0] for line in analysis.lines]
        assert analysis.seat == game.current_player(state)
        assert len(firsts) == len({*firsts}) <= min(3, len(legal))
        assert {*firsts} <= {*legal}
        for line in analysis.lines:
            assert len(line.chances) == seats
            assert sum(line.chances) == pytest.approx(1)
            assert min(line.chances) >= 0
            assert -1 <= line.value <= 1
    assert analysis.lines[0].actions[0] in legal


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "options"), COMPETING)
def test_nothing_that_the_seat_does_not_know_matters(game: Any, options: dict[str, object]) -> None:
    state = some_way_into(game, 8, 4, **options)
    observation = game.observe(state, game.current_player(state))
    redrawn = game.sample_hidden(observation, Random(3))
    budget = Budget(simulations=60)
    found = [[*analyse(game, each, budget=budget, lines=2, seed=4)] for each in (state, redrawn, observation)]
    assert found[0] == found[1] == found[2]


class Blind:
    """An analyst that does not look at what it gets."""

    def __init__(self, game: Any, *, seed: int | None = None) -> None: ...

    def analyse(self, *_: object, **__: object) -> Iterator[Analysis[Any]]:
        return iter(())


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "options"), [each for each in COMPETING if each[0] not in (cairn, combat)])
@pytest.mark.parametrize("player", [None, TreePlayer, Blind])
def test_what_another_seat_or_a_spectator_sees_is_refused(game: Any, options: dict[str, object], player: Any) -> None:
    state = some_way_into(game, 8, 4, **options)
    seat = game.current_player(state)
    assert analyse(game, game.observe(state, seat), player=player)
    for viewer in {None, *range(manifest_of(game).seats.count_in(state) or 0)} - {seat}:
        refused = f"the observation is not that of seat {seat}, which decides; give observe"
        with pytest.raises(DefinitionError, match=refused):
            analyse(game, game.observe(state, viewer), player=player)


def test_a_game_that_is_over_is_refused_whoever_analyses() -> None:
    with pytest.raises(DefinitionError, match="the game is over"):
        analyse(TWO, (0, 1), player=Blind)


@pytest.mark.untraced
@pytest.mark.parametrize("player", [TreePlayer, SeerPlayer, SagePlayer])
def test_the_number_of_simulations_is_the_true_one(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the budget, but for one look at all of a turn, as its documentation says."""
    judged: list[object] = []
    for owner, name in ((Lookahead, "_judgement"), (TreePlayer, "_judged")):
        monkeypatch.setattr(owner, name, counted(getattr(owner, name), judged))
    state = cairn.parse_position(MIDDLE)
    for simulations in (1, 5, 30, 1_500):
        judged.clear()
        analysis = last(cairn, state, Budget(simulations=simulations), player=player)
        assert analysis.simulations == len(judged)
        assert analysis.simulations <= simulations or (player is not TreePlayer and analysis.simulations <= 1_000)
    assert analysis.simulations == 1_500


def counted(function: Any, calls: list[object]) -> Any:
    def call(*arguments: Any) -> Any:
        found = function(*arguments)
        calls.append(found)
        return found

    return call


@pytest.mark.untraced
def test_the_same_seed_gives_the_same_analyses() -> None:
    state = korrigans.new_game(seed=7)
    found = [[*analyse(korrigans, state, budget=SOME, seed=seed)] for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


@pytest.mark.untraced
@given(st.integers(0, 10**6), st.integers(0, 60), st.sampled_from([SagePlayer, SeerPlayer]))
def test_the_best_line_begins_with_what_the_player_chooses(seed: int, decisions: int, maker: Any) -> None:
    state = some_way_into(cairn, seed, decisions)
    observation = cairn.observe(state, cairn.current_player(state))
    budget = Budget(simulations=60)
    best = last(cairn, state, budget, player=maker).lines[0]
    assert maker(cairn, seed=1).choose(observation, budget) == best.actions[0]


@pytest.mark.untraced
@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(1, 4))
def test_some_lines_are_the_first_of_all(seed: int, decisions: int, most: int) -> None:
    """Searching only for the best ones cuts off nothing that belongs to them."""
    state = some_way_into(cairn, seed, decisions)
    some_of, all_of = [Lookahead(sage_net()).deepen(state, Budget(simulations=10**9), each) for each in (most, 999)]
    for some, every in islice(zip(some_of, all_of, strict=True), 2):
        assert len(every) == len(cairn.legal_actions(state))
        assert [each.value for each in some] == [each.value for each in every[:most]]
        if max(abs(each.value) for each in every) > 500:
            break


@pytest.mark.untraced
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_a_line_of_cairn_can_be_played_and_ends_where_something_is_revealed(seed: int, decisions: int) -> None:
    state = some_way_into(cairn, seed, decisions)
    for line in last(cairn, state, lines=3).lines:
        now, hidden = state, len(state.deck) - state.tucked
        for action in line.actions:
            assert len(now.deck) - now.tucked == hidden
            now = cairn.apply(now, action)


def test_an_analysis_within_a_turn_goes_on_with_the_turn() -> None:
    state = play(cairn.parse_position(EXIT), "c5-x")
    analysis = last(cairn, state, lines=9)
    assert {cairn.format_action(line.actions[0]) for line in analysis.lines} == {"=alley", "=menhir"}
    assert analysis.lines[0].value > 0.9


@pytest.mark.untraced
@given(
    seed=st.integers(0, 999), decisions=st.integers(0, 40), simulations=st.integers(1, 150), chosen=st.integers(0, 3)
)
def test_values_never_rise_among_lines_that_are_equally_sure(
    seed: int, decisions: int, simulations: int, chosen: int
) -> None:
    game, options = COMPETING[chosen]
    state = some_way_into(game, seed, decisions, **options)
    for analysis in analyse(game, state, budget=Budget(simulations=simulations), lines=8, seed=seed):
        first, *others = analysis.lines
        assert not first.is_rough
        for kind in (False, True):
            values = [line.value for line in (first, *others) if line.is_rough == kind]
            assert values == sorted(values, reverse=True)
        assert [line.is_rough for line in others] == sorted(line.is_rough for line in others)


def test_a_value_found_at_a_lesser_depth_or_in_few_simulations_is_rough() -> None:
    def line(name: str, value: float, **how: int) -> AnalysedLine[str]:
        return AnalysedLine(actions=(name,), value=value, chances=(value, 1 - value), **how)

    lines = [line("a", 0.5, depth=3), line("b", 0.25, depth=2), line("c", 0.375, depth=3), line("d", 0.375, depth=2)]
    assert [*map(str, in_order(lines))] == [
        "a: value +0.50",
        "c: value +0.38",
        "d: value about +0.38",
        "b: value about +0.25",
    ]
    lines = [
        line("a", 0.5, visits=90),
        line("b", 0.75, visits=80),
        line("c", 0.25, visits=9),
        line("d", 0.375, visits=8),
    ]
    assert [(each.actions, each.is_rough) for each in in_order(lines)] == [
        (("a",), False),
        (("c",), False),
        (("b",), True),
        (("d",), True),
    ]
    won = line("a", 1.0, depth=1, wins_in=1)
    assert [each.is_rough for each in in_order([won, *lines[2:]])] == [False, False, False]
    doubted = evolve(lines[3], is_rough=True)  # by the player itself
    assert in_order([won, doubted, lines[2]]) == (won, lines[2], doubted)


@pytest.mark.parametrize("lines", [1, 2, 9])
def test_a_proven_win_is_first_even_if_the_search_ends_before_it(lines: int) -> None:
    """Only the whole line of the proof wins for sure; no other line begins with its action."""
    state = cairn.parse_position(EXIT)
    proof = cairn.forced_win(state)
    assert proof.turns == 1
    for analysis in analyse(cairn, state, budget=Budget(simulations=1), lines=lines):
        first, *others = analysis.lines
        assert (first.actions, first.wins_in, first.value, first.depth) == (proof.line, 1, 1, 1)
        assert len(others) == min(lines, len(cairn.legal_actions(state))) - 1
        assert all(line.actions[0] != first.actions[0] and line.wins_in is None for line in others)


@pytest.mark.untraced
def test_a_proven_line_ends_where_a_megalith_is_drawn() -> None:
    """The rest of the proof supposes one that may not come."""
    state = cairn.parse_position(
        "f1sf1/s2f1/5/2f2/1s3 s wdoe b3=cromlech,d3=pillars,a4=dawn,d4=mound menhir,fairy"
        " sanctuary,chaos,tumulus,deer,haven,alley,stormwell|source 1-1"
    )
    proof = cairn.forced_win(state)
    assert (proof.turns, len(proof.drawn)) == (2, 1)
    best = last(cairn, state).lines[0]
    assert (best.wins_in, best.depth) == (2, 3)
    built = [cairn.format_action(action) for action in proof.line].index("=menhir")
    assert best.actions == proof.line[: built + 1]


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(7, 13))
def test_a_line_of_korrigans_ends_where_something_is_revealed(seed: int) -> None:
    """So it can be played, even if it is not what will happen."""
    state = korrigans.new_game(seed=seed, players=3)
    for line in last(korrigans, state, lines=2).lines:
        assert 1 <= len(line.actions) <= 2
        now = state
        for action in line.actions:
            assert now == state or not korrigans.reveals(state, now, viewer=0)
            now = korrigans.apply(now, action)


def test_the_values_of_a_line_are_those_of_a_record() -> None:
    line = last(cairn, cairn.new_game(seed=3, first=1)).lines[0]
    assert line.values == pytest.approx((-line.value, line.value))


def test_a_win_by_a_guess_at_the_deck_is_not_proven() -> None:
    """What the search sees is as sure as its guess."""
    state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
    found = Lookahead(sage_net()).deepen(state, Budget(simulations=500), 1)
    assert max(each[0].value for each in found) > 500
    *_, analysis = analyse(cairn, state, budget=Budget(simulations=500), lines=3)
    assert all(line.value < 1 for line in analysis.lines if line.wins_in is None)


def test_visits_are_those_of_the_first_action() -> None:
    analysis = last(TWO, (4, 1), Budget(simulations=800), player=TreePlayer, lines=9)
    assert [line.actions[0] for line in analysis.lines] == [1, 2]
    assert sum(line.visits or 0 for line in analysis.lines) == analysis.simulations == 800
    assert analysis.lines[0].value > 0.8
    assert analysis.lines[1].value < analysis.lines[0].value
    assert analysis.lines[0].chances == pytest.approx(
        (0.5 - 0.5 * analysis.lines[0].value, 0.5 + 0.5 * analysis.lines[0].value)
    )


def test_each_of_three_seats_has_a_chance_of_its_own() -> None:
    """Whoever takes the last one wins: the first seat takes both."""
    best = last(THREE, (2, 0), player=TreePlayer).lines[0]
    assert best.actions[0] == 2
    assert best.chances == pytest.approx((1, 0, 0))


@pytest.mark.untraced
def test_an_analysis_improves_and_goes_on_where_it_stopped() -> None:
    analyses = analyse(cairn, cairn.new_game(seed=3), budget=Budget(simulations=3_000), seed=1)
    first = next(analyses)
    rest = [*analyses]
    simulations = [each.simulations for each in (first, *rest)]
    assert simulations == sorted(simulations)
    depths = [each.lines[0].depth for each in (first, *rest)]
    assert depths[:-1] == [*range(1, len(depths))]
    assert depths[-1] in (depths[-2], len(depths)), "the last depth may be incomplete"
    assert len(depths) > 3


@pytest.mark.untraced
@pytest.mark.parametrize("maker", [SagePlayer, SeerPlayer, TreePlayer])
def test_analyses_and_decisions_of_a_player_do_not_disturb_one_another(maker: Any) -> None:
    one, other = [cairn.observe(cairn.new_game(seed=seed, first=0), 0) for seed in (3, 4)]
    alone = [[*maker(cairn, seed=1).analyse(each, SOME, lines=2)] for each in (one, other)]
    chosen = maker(cairn, seed=1).choose(one, SOME)
    player = maker(cairn, seed=1)
    if maker is TreePlayer:  # which draws random numbers for each
        alone = [[*player.analyse(each, SOME, lines=2)] for each in (one, other)]
        chosen, player = player.choose(one, SOME), maker(cairn, seed=1)
    first, second = player.analyse(one, SOME, lines=2), player.analyse(other, SOME, lines=2)
    turns = [next(first), next(second)]
    assert player.choose(one, SOME) == chosen
    assert [[turns[0], *first], [turns[1], *second]] == alone


def test_a_tree_tells_the_rest_of_its_simulations_in_the_end() -> None:
    told = [each.simulations for each in analyse(korrigans, korrigans.new_game(seed=3), budget=Budget(simulations=250))]
    assert told == [100, 200, 250]
    told = [each.simulations for each in analyse(korrigans, korrigans.new_game(seed=3), budget=Budget(simulations=200))]
    assert told == [100, 200]


def test_a_player_that_only_chooses_is_the_judge_of_a_tree() -> None:
    """From four, the tree alone would find the answer; with one simulation each it needs to play on well."""
    seen: list[int] = []

    class Perfect:
        """It leaves a multiple of three where it can."""

        def __init__(self, game: object, *, seed: int | None = None) -> None:
            assert (game, seed is None) == (TWO, False)

        def choose(self, observation: tuple[int, int], budget: Budget | None = None) -> int:
            assert budget is None
            seen.append(observation[1])
            return observation[0] % 3 or 1

    analysis = last(TWO, (8, 0), Budget(simulations=2), player=Perfect, lines=2)
    assert {line.actions[0]: line.value for line in analysis.lines} == {1: -1, 2: 1}
    assert {*seen} == {0, 1}


def test_an_analyst_of_your_own_analyses_itself() -> None:
    line: AnalysedLine[int] = AnalysedLine(actions=(1,), value=0, chances=(0.5, 0.5))

    class Own(RandomPlayer[Any, Any, Any]):
        def analyse(self, observation: Any, _: Budget | None = None, *, lines: int = 1) -> Iterator[Analysis[int]]:
            yield Analysis(seat=observation[1], lines=(line,) * lines, simulations=0)

    found = [*analyse(TWO, (7, 1), player=Own, lines=2)]
    assert found == [Analysis(seat=1, lines=(line, line), simulations=0)]


def test_custom_megaliths_are_judged_as_the_seer_does() -> None:
    state = cairn.new_game(seed=3, megaliths=(*cairn.BASE_SET, echo))
    with pytest.warns(RuntimeWarning, match="sage does not know custom megaliths"):
        by_sage = last(cairn, state)
    assert by_sage.lines[0].actions == last(cairn, state, player=SeerPlayer).lines[0].actions


@pytest.mark.parametrize("game", [campaign, creation, dungeon, wilderness])
def test_seats_that_do_not_compete_have_nothing_to_analyse(game: Any) -> None:
    with pytest.raises(DefinitionError, match=f"the seats of {manifest_of(game).name} do not compete"):
        analyse(game, game.new_game(seed=1))


def test_a_game_for_one_has_nothing_to_analyse() -> None:
    with pytest.raises(DefinitionError, match="the seats of endless-winter do not compete"):
        analyse(endless_winter, endless_winter.new_game(seed=1, players=1))


@pytest.mark.parametrize(
    ("position", "options", "message"),
    [
        (EXIT, {"lines": 0}, "lines should be a whole number from 1 up, not 0"),
        (EXIT, {"seed": "x"}, "seed"),
        (EXIT, {"budget": 100}, r"budget should be a Budget or None, not 100; write Budget\(simulations=…\)"),
        (EXIT, {"player": "sage"}, "should be a MakesPlayer or None, not 'sage'; give a class of players, such as S"),
    ],
)
def test_wrong_arguments_are_refused_at_once(position: str, options: Any, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        analyse(cairn, cairn.parse_position(position), **options)


def test_what_is_no_position_is_refused_at_once() -> None:
    over = play(cairn.parse_position(EXIT), "c5-x", "=alley")
    with pytest.raises(DefinitionError, match="the game is over"):
        analyse(cairn, over)
    with pytest.raises(DefinitionError, match="the observation is not that of seat 0"):
        analyse(korrigans, korrigans.observe(korrigans.new_game(seed=1), 1))
    with pytest.raises(DefinitionError, match="a1"):
        analyse(cairn, "a1")


def test_a_tree_needs_to_know_the_number_of_seats() -> None:
    with pytest.raises(DefinitionError, match=r"should say in Manifest\(seats=Seats\(names=...\)\)"):
        analyse(PAIR, (4, 0))


def test_an_analysis_knows_its_game_and_position_and_can_be_sent() -> None:
    state = cairn.parse_position(EXIT)
    analysis = last(cairn, state)
    again = pickle.loads(pickle.dumps(analysis))  # noqa: S301 - our own
    assert (again, again.game, again.position) == (analysis, cairn, state)
    bare = Analysis(seat=analysis.seat, lines=analysis.lines, simulations=analysis.simulations)
    assert pickle.loads(pickle.dumps(bare)) == bare == analysis  # noqa: S301 - our own
    assert repr(bare) == repr(analysis)


def test_a_player_that_cannot_play_or_analyse_is_named() -> None:
    def nobody(*_: object, **__: object) -> Any:
        return 3

    class Silent(RandomPlayer):  # pyright: ignore[reportGeneralTypeIssues] - it is final
        def analyse(self, *_: object, **__: object) -> Any:
            return None

    with pytest.raises(DefinitionError, match="player should make players with a method choose or analyse, not 3"):
        last(cairn, cairn.parse_position(EXIT), player=nobody)
    with pytest.raises(DefinitionError, match=r"analyse should return an iterator of Analysis, not None"):
        last(cairn, cairn.parse_position(EXIT), player=Silent)


def test_a_compiled_search_is_asked_for_only_of_a_player_that_has_one() -> None:
    state = cairn.parse_position(EXIT)
    assert last(cairn, state, batch=False) == last(cairn, state)
    assert last(cairn, state, player=SeerPlayer, batch=False) == last(cairn, state, player=SeerPlayer)
    for game, player in ((cairn, SeerPlayer), (korrigans, None)):
        with pytest.raises(DefinitionError, match=r"(Seer|Tree)Player.*has no compiled search; leave out batch"):
            last(game, game.new_game(seed=7), player=player, batch=True)


@pytest.mark.parametrize(
    ("batch", "budget", "asked"),
    [
        (None, SOME, False),
        (False, SOME, False),
        (None, Budget(seconds=0.001), None),
        (False, Budget(seconds=0.001), False),
    ],
)
def test_a_proof_is_searched_as_the_lines_are(
    batch: object, budget: Budget, asked: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[object] = []
    prove = lookahead.forced_win

    def noted(state: Any, **how: Any) -> Any:
        given.append(how["batch"])
        return prove(state, **how)

    monkeypatch.setattr(lookahead, "forced_win", noted)
    last(cairn, cairn.parse_position(EXIT), budget, player=SagePlayer, batch=batch)
    assert given == [asked]


@pytest.mark.parametrize("player", [SagePlayer, SeerPlayer])
def test_simulations_find_the_same_where_a_search_was_compiled(player: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a clock may use it unasked: it reaches the limit of a proof at another state."""
    asked: list[str] = []
    for place in ("proofs.forced_wins", "players.sage"):
        monkeypatch.setattr(f"cairn_rules.cairn.{place}.is_ready", asked.append)
    state = cairn.parse_position(EXIT)
    last(cairn, state, player=player)
    assert asked == []
    last(cairn, state, CLOCK, player=player)
    assert asked[0] == "compiled_forced_wins"
