"""Reports on stones: the figures, their intervals, the words, the same whoever plays."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest
from attrs import evolve
from twelve_stones import raft, wall

from cairn_rules import Budget, DefinitionError, cairn
from cairn_rules.cairn import BASE_SET, LIGHT_SET, Effect, Site, Space, megalith, ward
from cairn_rules.cairn.balance import (
    BalanceReport,
    Figures,
    Mean,
    Measured,
    StoneBalance,
    balance,
    balance_in_steps,
    difference,
    p_value,
    significant,
)
from cairn_rules.cairn.balance.report import Task, exchanged
from cairn_rules.cairn.balance.text import Row, heading, markdown, plain, rows, sentences, shown, verdict
from cairn_rules.players import GreedyPlayer, RandomPlayer
from cairn_rules.simulation import Share
from cairn_rules.simulation.shares_and_elo import SURE
from cairn_rules.steps import finished

GAME = Measured(
    number=0,
    first=0,
    winner=0,
    ending="exit",
    turns=30,
    decisions=40,
    options=280,
    turn_options=240,
    started=30,
    points=(),
    on_display=True,
    builder=0,
    built_last=False,
    walked=(2, 1),
    pushed=(0, 1),
    arrivals=5,
    idle=1,
    cuts=0,
    longest=2,
    fault=None,
)
LOST = evolve(GAME, winner=1, ending="transformation", turns=50, walked=(0, 0), pushed=(0, 0), builder=None, cuts=2)
STOPPED = evolve(GAME, winner=None, ending="undecided", turns=300, on_display=False, walked=(1, 1), built_last=True)
BROKEN = evolve(GAME, winner=None, ending="broken", number=3, fault="'x' failed")


@megalith("Quarrel", text="It never works.", id="quarrel")
def quarrel(site: Site) -> Iterator[Effect]:
    raise LookupError(str(site.space))


def told(alone: list[Measured], instead: list[Measured], stone: cairn.Megalith = BASE_SET["deer"]) -> StoneBalance:
    return StoneBalance.of(stone, zip(alone, instead, strict=True))


def report(*stones: StoneBalance) -> BalanceReport:
    return BalanceReport(stones, 100, 7, "GreedyPlayer", None, 300)


def test_the_figures_of_some_games() -> None:
    figures = Figures.of([GAME, LOST, STOPPED, BROKEN])
    assert (figures.games, figures.broken, figures.longest) == (3, 1, 2)
    assert {ending: share.count for ending, share in figures.endings.items()} == {
        "exit": 1,
        "transformation": 1,
        "power": 0,
        "stuck": 0,
        "undecided": 1,
    }
    assert figures.first_wins == Share(1.5, 3)
    assert figures.built == Share(1, 2)
    assert figures.builder_wins == Share(1, 1)
    assert (figures.used, figures.uses.value) == (Share(2, 3), pytest.approx(7 / 3))
    assert figures.pushes == Share(2, 7)
    assert figures.walker_wins == Share(1, 1)
    assert figures.pushed_wins == Share(0.5, 2)
    assert figures.idle == Share(3, 15)
    assert figures.cut == Share(1, 3)
    assert figures.lengths == {30: 1, 50: 1, 300: 1}
    assert (figures.options.value, figures.turn_options.value) == (7, 8)
    assert Figures.of([]).longest == 0


def test_means_and_their_intervals() -> None:
    assert Mean.of([]) == Mean(0.0, float("inf"))
    assert Mean.of([5]) == Mean(5.0, float("inf"))
    low, high = Mean.of([1, 2, 3, 4]).interval
    assert (low, high) == pytest.approx((2.5 - 1.2651, 2.5 + 1.2651), abs=1e-3)


def test_differences_are_those_of_the_literature() -> None:
    """Newcombe 1998, method 10: the examples of table II."""
    for one, other, expected in (
        (Share(56, 70), Share(48, 80), (0.0524, 0.3339)),
        (Share(9, 10), Share(3, 10), (0.1705, 0.8090)),
        (Share(5, 56), Share(0, 29), (-0.0381, 0.1926)),
    ):
        assert difference(one, other)[1:] == pytest.approx(expected, abs=2e-4)


def test_p_values_are_those_of_the_z_test() -> None:
    """Worked out by hand: shares by their common share, means by their standard errors; two-sided."""
    assert p_value(Share(70, 100), Share(50, 100)) == pytest.approx(0.003892, abs=1e-6)
    assert p_value(Share(50, 100), Share(70, 100)) == p_value(Share(70, 100), Share(50, 100))
    assert p_value(Mean(5, SURE), Mean(3, 0)) == pytest.approx(0.0455, abs=1e-5)
    assert p_value(Mean(5, SURE), Mean(3, SURE)) == pytest.approx(0.157299, abs=1e-6)


def test_figures_without_data_or_spread_have_a_p_value() -> None:
    assert p_value(Share(0, 0), Share(50, 100)) == p_value(Share(50, 100), Share(0, 0)) == 1
    assert p_value(Share(0, 10), Share(0, 20)) == 1
    assert p_value(Mean(5, float("inf")), Mean(3, 1)) == 1
    assert p_value(Mean(5, 0), Mean(3, 0)) == 0
    assert p_value(Mean(3, 0), Mean(3, 0)) == 1


@pytest.mark.parametrize(
    ("p_values", "found"),
    [
        ([], ()),
        ([0.05], (True,)),
        ([0.01, 0.04, 0.03, 0.005], (True, False, False, True)),
        ([0.02, 0.03], (True, True)),
        ([0.03, 0.03], (False, False)),
        ([0.001] * 50, (True,) * 50),
        ([0.0011] * 50, (False,) * 50),
    ],
)
def test_many_comparisons_are_corrected(p_values: list[float], found: tuple[bool, ...]) -> None:
    """Holm: the least of m p-values by m, the next by m - 1, and so on, until one is above the level."""
    assert significant(p_values) == found


@pytest.mark.untraced
def test_chance_rarely_marks_anything() -> None:
    """Of 2000 tables with twenty comparisons without a difference, about one in twenty has a mark."""
    rng = Random(1)
    tables = [[rng.random() for _ in range(20)] for _ in range(2000)]
    assert 60 < sum(any(significant(table)) for table in tables) < 140
    assert sum(any(p < 0.05 for p in table) for table in tables) > 1000


def test_a_row_says_what_is_sure() -> None:
    assert Row("", Share(70, 100), Share(50, 100), 1).cells == ("", "70% (60 to 78)", "50% (40 to 60)", "higher")
    assert Row("", Share(50, 100), Share(70, 100), -1).cells[3] == "lower"
    assert Row("", Share(50, 100), Share(0, 0)).cells[1:] == ("50% (40 to 60)", "no data", "")
    assert shown(Mean(4, float("inf"))) == "-"
    assert shown(Share(1, 1000)) == "0.1% (0.0 to 0.6)"


def differing(alone: list[Measured], instead: list[Measured]) -> dict[str, int]:
    return {row.label: row.differs for row in rows(told(alone, instead)) if row.differs}


def test_rows_are_marked_if_they_stay_significant_together() -> None:
    """A p-value of 0.004 is not enough among sixteen comparisons, a lower one is."""
    won = [evolve(GAME, ending="transformation", built_last=True, walked=(0, 0), pushed=(0, 0))] * 100
    lost = [evolve(game, winner=1) for game in won]
    assert differing(won[:70] + lost[:30], won[:50] + lost[:50]) == {}
    assert differing(won[:80] + lost[:20], won[:50] + lost[:50]) == {"first player wins": 1}
    assert differing(won[:50] + lost[:50], won[:80] + lost[:20]) == {"first player wins": -1}


def test_turns_are_compared_game_by_game() -> None:
    """Games of very different lengths, each one turn longer with the stone."""
    lengths = range(20, 120)
    longer = [evolve(GAME, turns=turns + 1 + turns % 2) for turns in lengths]
    assert differing(longer, [evolve(GAME, turns=turns) for turns in lengths]) == {"turns per game": 1}


def test_the_rows_of_a_stone() -> None:
    both = told([GAME] * 4, [LOST] * 4)
    assert len(list(rows(both))) == 16
    granted = told([evolve(GAME, ending="power")] * 4, [LOST] * 4)
    assert "last point: granted by a power" in [row.label for row in rows(granted)]
    assert "last point: granted by a power" in [row.label for row in rows(told([LOST], [evolve(GAME, ending="power")]))]
    labels = [row.label for row in rows(told([GAME], [LOST], wall))]
    assert "games in which it is used" not in labels
    assert "first player wins" in labels


def test_a_fair_stone_is_called_so() -> None:
    both = told([GAME, LOST], [LOST, GAME])
    assert verdict(both) == "No sign of unfairness in 2 games."
    assert verdict(told([], [])) == "No games were played."
    assert verdict(told([BROKEN], [LOST])) == "It is unplayable: every game was aborted."
    assert list(sentences(told([], []))) == []


def test_what_is_worth_a_look_is_named() -> None:
    good = [evolve(GAME, turns=20 + number % 2, pushed=(1, 0)) for number in range(50)]
    bad = [evolve(GAME, winner=1, pushed=(1, 0), turns=30) for _ in range(50)]
    assert verdict(told(good, bad)) == (
        "Worth a look: the first player wins more often than with another megalith;"
        " its builder wins more often than with another megalith;"
        " the tribe pushed onto it wins more often than with another megalith; games are more than 10% shorter."
    )
    assert "the first player wins less often" in verdict(told(bad, good))
    assert "games are more than 10% longer" in verdict(told(bad, good))
    ends = told([evolve(GAME, ending="stuck")] * 50, [GAME] * 50)
    assert verdict(ends) == "Worth a look: players are more often unable to act."
    without_end = told([STOPPED] * 50, [evolve(STOPPED, ending="exit")] * 50)
    assert "games are more often undecided" in verdict(without_end)
    assert verdict(told([GAME, BROKEN], [GAME, GAME])) == "Worth a look: 1 game aborted by a misbehaving megalith."


def test_sentences_say_what_a_designer_asks() -> None:
    good = [evolve(GAME, turns=20 + number % 2) for number in range(50)]
    bad = [evolve(GAME, winner=1, turns=30) for _ in range(50)]
    text = " ".join(sentences(told(good, bad)))
    assert (
        "The first player wins 100% (93 to 100) of 50 games, 100 percentage points more than with another megalith"
        in text
    )
    assert "Its power is used 4.0 (4.0 to 4.0) times per game, in 100% (93 to 100) of the games." in text
    assert "Of these uses, 25% (20 to 31) are by a tribe whose shaman the enemy brought there." in text
    assert "A game takes 20.5 (20.4 to 20.6) turns, 9.5 (9.4 to 9.6) fewer than with another megalith." in text
    assert "9.5 (9.4 to 9.6) more than with another megalith" in " ".join(sentences(told(bad, good)))
    assert "Of the shamans that arrive on it, 20% (16 to 25) do not wake it." in text
    assert "A player cannot act, and loses, in 0 games" in text


def test_what_was_never_seen_is_said() -> None:
    quiet = evolve(GAME, walked=(0, 0), pushed=(0, 0), arrivals=0, idle=0, on_display=False, builder=None)
    text = " ".join(sentences(told([quiet], [GAME])))
    assert "Its power was never used." in text
    assert "it is built" not in text
    assert "It has no power" in " ".join(sentences(told([quiet], [GAME], wall)))
    pushed_only = evolve(GAME, walked=(1, 1), pushed=(0, 1), idle=0)
    text = " ".join(sentences(told([pushed_only], [quiet])))
    assert "by its own decisions" not in text
    assert "A tribe that is pushed onto it more often than the enemy wins" in text
    assert "Its builder wins 100% (21 to 100) of 1 game. Games that end with its construction" in text
    walked_only = evolve(GAME, pushed=(0, 0))
    assert "pushed onto it" not in " ".join(sentences(told([walked_only], [quiet])))


def test_a_report_fits_into_80_columns() -> None:
    lines = list(plain(report(told([GAME, LOST, STOPPED], [LOST, GAME, GAME]), told([GAME], [GAME], wall))))
    assert max(map(len, "\n".join(lines).splitlines())) <= 80
    assert "Deer Rock (deer)" in lines
    assert heading(report()) in " ".join(" ".join(lines).split())


def test_markdown_means_what_it_says() -> None:
    @ward("A *bold* | name", text="It [is] <b>so</b>.", id="bold")
    def bold(_: Site, __: cairn.Action) -> bool:
        return False

    text = "\n".join(markdown(report(told([GAME], [LOST], bold)), "cairn-rules balance m:bold"))
    assert text.startswith("# Cairn: balance of A \\*bold\\* \\| name\n\nEach megalith is tested in 100 games")
    assert "*It \\[is] \\<b>so\\</b>.*" in text
    assert "```text\ncairn-rules balance m:bold\n```" in text


def test_several_stones_are_compared_figure_by_figure() -> None:
    good = [evolve(GAME, turns=20 + number % 2) for number in range(50)]
    bad = [evolve(GAME, winner=1, turns=30) for _ in range(50)]
    both = report(told(good, bad), told([GAME] * 50, [GAME] * 50, wall))
    text = "\n".join(markdown(both, "cairn-rules balance m:stones", page="page.html"))
    assert text.startswith("# Cairn: balance of 2 megaliths\n")
    assert "[same report with charts](page.html)" in text
    assert text.index("**Deer Rock**: Worth a look") < text.index(f"**{wall.name}**: No sign of unfairness")
    table = "|  | with it | with another |\n| --- | --- | --- |\n"
    deer = "| Deer Rock | **100% (93 to 100), higher** | 0.0% (0.0 to 7.1) |\n"
    assert f"{table}{deer}| {wall.name} | 100% (93 to 100) | 100% (93 to 100) |" in text
    used = text.split("### Games in which it is used\n")[1].split("\n#")[0]
    assert "Deer Rock" in used
    assert wall.name not in used
    assert f"| Deer Rock | -9.5 (-9.6 to -9.4) |\n| {wall.name} | not significant |" in text
    assert f"| Deer Rock | 2 | 2 |\n| {wall.name} | 2 | 2 |" in text
    assert "Last point: granted by a power" not in text
    assert {line.count("|") for line in text.splitlines() if line.startswith("|")} == {3, 4}
    assert f"- **{wall.name}**: {wall.text}" in text


def test_a_pair_differs_in_one_stone() -> None:
    task = Task(raft, tuple(LIGHT_SET), 5, RandomPlayer, None, 9)
    places = {with_it.on_display for with_it, _ in map(task.play, range(12))}
    assert places == {True, False}
    with_it, without = task.play(3)
    assert (with_it.first, with_it.number, with_it.on_display) == (without.first, 3, without.on_display)
    assert task.play(3) == (with_it, without)
    state = cairn.new_game(seed=1)
    old = state.megaliths[Space.B3]
    after = exchanged(state, old, raft)
    assert after.megaliths[Space.B3] == raft
    assert exchanged(after, raft, old) == state


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.untraced
@pytest.mark.slow
def test_the_report_is_the_same_whoever_plays(pool: Executor) -> None:
    lines: list[str] = []
    stones = (BASE_SET["deer"], BASE_SET["mound"])
    alone = balance(stones, games=30, seed=7, player=RandomPlayer, max_turns=6, progress=lines.append)
    assert lines == [
        f"{stone}: {played} of 30 pairs of games are played" for stone in stones for played in range(1, 31)
    ]
    assert balance(stones, games=30, seed=7, player=RandomPlayer, max_turns=6, executor=pool) == alone
    with ThreadPoolExecutor(2) as threads:
        assert balance(stones, games=30, seed=7, player=RandomPlayer, max_turns=6, executor=threads) == alone
    assert balance(stones, games=30, seed=8, player=RandomPlayer, max_turns=6) != alone
    assert (alone.player, alone.games, alone.seed) == ("RandomPlayer", 30, 7)


def test_steps_lead_to_the_same_report() -> None:
    """A step is a pair of games, so that whoever waits can do something else after each."""
    stones = (BASE_SET["deer"], BASE_SET["mound"])
    steps = balance_in_steps(stones, games=3, seed=7, player=RandomPlayer, max_turns=6)
    lines: list[str] = []
    report = finished(steps, lines.append)
    assert lines[:4] == [
        "Deer Rock: 1 of 3 pairs of games are played",
        "Deer Rock: 2 of 3 pairs of games are played",
        "Deer Rock: 3 of 3 pairs of games are played",
        "Memorial Mound: 1 of 3 pairs of games are played",
    ]
    assert report == balance(stones, games=3, seed=7, player=RandomPlayer, max_turns=6)


def test_a_step_plays_one_pair_alone() -> None:
    played: list[int] = []

    class Counting(RandomPlayer):
        def __init__(self, *arguments: object, seed: int) -> None:
            played.append(seed)
            super().__init__(*arguments, seed=seed)

    steps = balance_in_steps([BASE_SET["deer"]], games=50, seed=7, player=Counting, max_turns=2)
    assert played == []
    next(steps)
    assert len(played) == 4  # two players in each of two games
    with pytest.raises(DefinitionError, match="stones should contain at least one megalith"):
        next(balance_in_steps([], games=1, seed=7))


@pytest.mark.untraced
def test_a_player_looks_further_than_chance() -> None:
    (deer,) = balance([BASE_SET["deer"]], games=4, seed=1, player=GreedyPlayer, among=LIGHT_SET).stones
    assert deer.alone.turns.value < 80
    assert deer.alone.endings["undecided"].count == 0


def test_a_broken_stone_is_named_and_the_others_go_on() -> None:
    (broken,) = balance([quarrel], games=6, seed=3, player=RandomPlayer).stones
    assert broken.alone.broken > 0
    assert broken.alone.games + broken.alone.broken == 6
    assert broken.instead.broken == 0
    assert len(broken.faults) == min(len(set(broken.faults)), 5)
    assert "the power of 'quarrel' on" in broken.faults[0]
    assert "misbehaved in" in " ".join(sentences(broken))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stones": []}, "stones should contain at least one megalith"),
        ({"stones": ["deer"]}, "stones\\[0\\] should be a Megalith, not 'deer'"),
        ({"games": -1}, "games should be a whole number from 0 up"),
        ({"seed": None}, "seed should be a whole number"),
        ({"max_turns": 0}, "max_turns should be"),
        ({"among": [BASE_SET["deer"], BASE_SET["dawn"]]}, "games with 'deer' need at least two other stones"),
    ],
)
def test_what_cannot_be_played_is_refused(options, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        balance(**{"stones": [BASE_SET["deer"]], "games": 1, "seed": 1, **options})


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        (None, ""),
        (Budget(simulations=1), " with 1 simulation per decision"),
        (Budget(simulations=5, seconds=1.5), " with 5 simulations or 1.5 s per decision"),
    ],
)
def test_the_heading_tells_who_played_and_what_it_could_spend(budget: Budget | None, expected: str) -> None:
    told = heading(BalanceReport((), 3, 1, "TreePlayer", budget, 300))
    assert f"TreePlayer plays both sides{expected}; seed 1." in told


@pytest.mark.untraced
def test_players_spend_what_they_may() -> None:
    seen: list[Budget | None] = []

    class Told(RandomPlayer):  # type: ignore[misc, type-arg]
        def choose(self, observation: object, budget: Budget | None = None) -> object:
            seen.append(budget)
            return super().choose(observation, budget)

    budget = Budget(simulations=3)
    assert balance([raft], games=1, seed=1, player=Told, budget=budget, max_turns=2).budget == budget
    assert set(seen) == {budget}
    balance([raft], games=1, seed=1, player=Told, max_turns=2)
    assert seen[-1] is None
