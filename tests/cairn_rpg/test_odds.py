"""Odds of fights: exact figures, simulation, policies and reports."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_creatures import simulated

from cairn_rules.cairn_rpg import book
from cairn_rules.cairn_rpg.characters.attacks import Attack, Feast, Loss, Ruin, Story
from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import CriticalHp
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Uses
from cairn_rules.cairn_rpg.combat.actions import BEGIN, Action, Aid, Recover, Strike, Wait, wait
from cairn_rules.cairn_rpg.combat.rules.rules import (
    apply,
    attacks_by_target,
    current_player,
    is_legal,
    legal_actions,
    resolve,
)
from cairn_rules.cairn_rpg.combat.rules.setup import creature, fighter, new_game, person
from cairn_rules.cairn_rpg.combat.state import Fighter, Question, State
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.estimates.improve import WorkBudget
from cairn_rules.cairn_rpg.odds import (
    Estimate,
    FleeWhenHurt,
    Odds,
    Policy,
    TooManyStatesError,
    focus_fire,
    markdown_report,
    odds,
    odds_chart,
    odds_in_steps,
    odds_page,
    random_target,
    text_report,
    weakest_first,
)
from cairn_rules.cairn_rpg.odds.exact import Solver
from cairn_rules.cairn_rpg.odds.markov import visits
from cairn_rules.cairn_rpg.odds.policies import decide
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Dice, DiceError, branches
from cairn_rules.errors import DefinitionError
from cairn_rules.steps import finished
from support.cairn_rpg import people

HESTIA = person("Hestia", hp=4, strength=11, dexterity=11, armor=2, attacks=["sword d8"], kind="pc")
BASIL = person("Basil", hp=3, strength=9, dexterity=12, armor=1, attacks=["daggers d6+d6"], kind="pc")
BEAR = person("Bear", hp=6, strength=15, willpower=8, attacks=["claws d8"])
GOBLIN = person("Goblin", hp=4, strength=8, willpower=8, attacks=["spear d6"])
HOODED = person("Hooded man", hp=12, strength=9, willpower=14, attacks=["blade d8"])
COPY = evolve(HESTIA, name="Copy")

TO_THE_END = [
    (BEAR, "0.637027", "0.424770", "0.541511"),
    (GOBLIN, "0.963822", "0.856086", "0.915341"),
    (HOODED, "0.460787", "0.273863", "0.376671"),
    (COPY, "0.593205", "0.406795", "0.509320"),
]
WITH_MORALE = [
    (BEAR, "0.778040", "0.568029", "0.683535"),
    (GOBLIN, "0.980986", "0.901929", "0.945410"),
    (HOODED, "0.495400", "0.299337", "0.407172"),
]
COLUMNS = ("pcs_ready", "foes_first", "save")


def win(found: Odds) -> str:
    """Return the probability that the party wins, with six digits."""
    return f"{float(found.wins[0].value):.6f}"


def fight(party: list[Character], foes: list[Character], **rulings: Any) -> State:
    """Return a fight with some rulings."""
    return new_game(seed=1, party=party, foes=foes, rulings=Rulings(**rulings))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("foe", "morale", "initiative", "expected"),
    [
        (foe, morale, initiative, figure)
        for morale, table in ((False, TO_THE_END), (True, WITH_MORALE))
        for foe, *figures in table
        for initiative, figure in zip(COLUMNS, figures, strict=True)
    ],
    ids=lambda value: value.name if isinstance(value, Character) else str(value),
)
def test_duels_have_their_exact_odds(foe: Character, initiative: Any, expected: str, *, morale: bool) -> None:
    """A duel has the figures of an independent solver (R73, R83, R96 to R99, R131)."""
    found = odds(fight([HESTIA], [foe], initiative=initiative, morale=morale), exact=True)
    assert win(found) == expected


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("party", "foes", "expected"),
    [
        ([HESTIA, BASIL], [BEAR], "0.923133"),
        ([HESTIA], [GOBLIN, GOBLIN], "0.504646"),
        ([HESTIA, BASIL], [GOBLIN, GOBLIN], "0.945726"),
    ],
    ids=["two-bear", "one-goblins", "two-goblins"],
)
def test_groups_have_their_exact_odds(party: list[Character], foes: list[Character], expected: str) -> None:
    """Fights of two and more have the figures of an independent solver (R76, R79, R83)."""
    assert win(odds(fight(party, foes, morale=False), exact=True)) == expected


@pytest.mark.untraced
def test_fractions_are_exact_and_add_up_to_one() -> None:
    """With fractions, all probabilities add up to exactly 1 (R2)."""
    start = fight([HESTIA], [GOBLIN])
    found, approximate = odds(start, fractions=True), odds(start)
    values = [ending.probability.value for ending in found.endings]
    assert all(isinstance(value, Fraction) for value in values)
    assert sum(values) == 1
    for one in found.fighters:
        assert one.standing.value + one.out.value + one.dead.value + one.fled.value == 1
    assert [float(value) for value in values] == pytest.approx(
        [ending.probability.value for ending in approximate.endings], abs=1e-12
    )
    assert found.rounds.value == pytest.approx(approximate.rounds.value)
    assert found.exact
    assert found.states == approximate.states


class TestRepeatedRounds:
    """Rounds that change nothing."""

    def test_are_solved_as_linear_equations(self) -> None:
        """A knight who needs a 4 on a d4 against armour 3 strikes four times on average (R68, R96, R101)."""
        target = person("Stone", hp=1, strength=1, armor=3, willpower=0, attacks=["pebble d4"])
        knight = person("Knight", hp=3, strength=10, armor=3, attacks=["stick d4"])
        start = fight([knight], [evolve(target, hp=evolve(target.hp, value=0))], initiative="pcs_ready")
        found = odds(start, foes=wait_only, fractions=True)
        assert found.wins[0].value == 1
        assert found.rounds.value == 4

    def test_may_never_end(self) -> None:
        """Two sides that only wait are found out, exactly and by the limit of rounds."""
        start = fight([HESTIA], [BEAR], initiative="pcs_ready")
        found = odds(start, party=wait_only, foes=wait_only, fractions=True)
        assert [(each.winner, each.reason, each.probability.value) for each in found.endings] == [(None, "endless", 1)]
        assert found.rounds.value == float("inf")
        assert found.fighters[0].standing.value == 1
        assert "may never end" in text_report(found)
        played = odds(start, party=wait_only, foes=wait_only, exact=False, games=2, seed=1)
        assert [(each.reason, each.probability.value) for each in played.endings] == [("endless", 1)]

    def test_chains_with_cycles_and_traps_are_exact(self) -> None:
        """A chain of states with a cycle of three, an end, and a trap, worked out by hand."""
        half, third = Fraction(1, 2), Fraction(1, 3)
        chain = [[(1, Fraction(1))], [(2, half), (4, half)], [(0, third), (3, 2 * third)], [(3, Fraction(1))], []]
        found = visits(chain, Fraction(0))
        # Visits to 0: x = 1 + x / 2 / 3, so 6/5; the same for 1, half of it for 2.
        assert found.expected == [Fraction(6, 5), Fraction(6, 5), Fraction(3, 5), 0, Fraction(3, 5)]
        assert found.traps == [(3, Fraction(2, 5))]


def wait_only(state: State) -> Action:
    """Begin, then wait."""
    if not state.round:
        return BEGIN
    return next(action for action in legal_actions(state) if isinstance(action, Wait))


def strike_the_dying(state: State) -> Action:
    """Strike the last opponent, also when it is down."""
    strikes = [action for action in legal_actions(state) if isinstance(action, Strike) and not action.attack]
    return strikes[-1] if strikes else legal_actions(state)[0]


@pytest.mark.untraced
def test_who_strikes_the_dying_may_kill_them() -> None:
    """A hit on a dying character goes to STR, and may kill it (A61, R101)."""
    ada = person("Ada", hp=2, strength=7, attacks=["knife d4"], kind="pc")
    rat = person("Rat", hp=2, strength=4, attacks=["bite d4"])
    start = fight([ada, evolve(ada, name="Bea")], [rat], initiative="foes_first")
    merciful, cruel = odds(start), odds(start, foes=strike_the_dying)
    assert float(cruel.fighters[1].dead.value) > 2 * float(merciful.fighters[1].dead.value)
    assert win(cruel) != win(merciful)
    played = odds(start, foes=strike_the_dying, exact=False, games=100, seed=3)
    assert close(cruel, played, 4)


def close(exact: Odds, played: Odds, sigmas: float) -> bool:
    """Return whether simulated odds agree with exact ones within some standard errors of the true distribution."""
    games = played.games
    assert games is not None
    pairs = list(zip(exact.wins, played.wins, strict=True))
    for one, other in zip(exact.fighters, played.fighters, strict=True):
        pairs += [(one.standing, other.standing), (one.out, other.out), (one.dead, other.dead), (one.fled, other.fled)]
        if one.scars is not None and other.scars is not None:
            pairs.append((one.scars, other.scars))
    for truth, estimate in pairs:
        p = float(truth.value)
        error = (max(p * (1 - p), 0.0) / games) ** 0.5
        if abs(p - float(estimate.value)) > sigmas * error + 1.5 / games:
            return False
    rounds = abs(float(exact.rounds.value) - float(played.rounds.value))
    return rounds <= sigmas * max(played.rounds.error, 1 / games)


@pytest.mark.untraced
@pytest.mark.slow
def test_twenty_thousand_duels_agree_within_four_sigma() -> None:
    """The seeded mean of 20,000 duels is within four standard errors of the exact value."""
    start = fight([HESTIA], [BEAR], morale=False)
    assert close(odds(start), odds(start, exact=False, games=20_000, seed=19), 4)


@pytest.mark.untraced
def test_simulation_agrees_with_exact_odds() -> None:
    """A small simulation agrees with exact odds."""
    start = fight([HESTIA, BASIL], [GOBLIN])
    assert close(odds(start), odds(start, exact=False, games=120, seed=7), 4)


@pytest.mark.untraced
def test_simulation_is_reproducible_on_any_executor() -> None:
    """The same seed gives the same odds, in one process or many; another seed gives others."""
    start = fight([HESTIA], [BEAR])
    here = odds(start, exact=False, games=150, seed=5)
    with ThreadPoolExecutor(2) as pool:
        there = odds(start, exact=False, games=150, seed=5, executor=pool)
    assert here == there
    assert here != odds(start, exact=False, games=150, seed=6)
    assert (here.games, here.seed, here.states, here.exact) == (150, 5, None, False)
    assert odds(start, exact=False, games=1).rounds.error == float("inf")


def test_a_large_fight_is_simulated_and_says_so() -> None:
    """Above the stated number of states, odds simulate by themselves, unless exact odds were demanded."""
    start = fight([HESTIA], [BEAR])
    told: list[str] = []
    found = odds(start, most_states=50, games=20, seed=1, progress=told.append)
    assert not found.exact
    assert found.note == "the fight has more than 50 states"
    assert told[-2:] == ["10 of 20 games are played", "20 of 20 games are played"]
    assert "simulated because the fight has more than 50 states" in text_report(found)
    with pytest.raises(TooManyStatesError, match=r"more than 50 states; raise most_states, or simulate"):
        odds(start, most_states=50, exact=True)


def of_the_book(*names: str) -> list[Character]:
    """Return creatures of the book by id."""
    return [creature(book().creatures[name]) for name in names]


SLOW = (pytest.mark.slow, pytest.mark.untraced)
RATS = person("Rats", hp=3, strength=5, attacks=["bites d4"], detachment=True)
BOSS = evolve(BASIL, name="Boss", willpower=Score(5, 10))


@pytest.mark.parametrize(
    ("state", "foes", "expected"),
    [
        (new_game(party=[HESTIA], foes=of_the_book("red-cap", "red-cap")), focus_fire, ("0.479910326", "2.372836056")),
        (
            new_game(party=[BASIL], foes=of_the_book("warp-panther", "hobgoblin")),
            focus_fire,
            ("0.027012346", "1.330250167"),
        ),
        (
            new_game(party=[HESTIA], foes=[GOBLIN, BOSS, GOBLIN], leader=1),
            weakest_first,
            ("0.240424932", "2.672985467"),
        ),
        (
            fight([HESTIA], [GOBLIN, GOBLIN], cross_side_simultaneous=True),
            focus_fire,
            ("0.532015391", "2.410188241"),
        ),
        pytest.param(
            new_game(party=[HESTIA, BASIL], foes=[RATS], crowd=True),
            focus_fire,
            ("0.856537357", "1.535328922"),
            marks=SLOW,
        ),
        pytest.param(
            new_game(party=[HESTIA, BASIL], foes=of_the_book("gelatinous-ooze")),
            focus_fire,
            ("0.929703924", "2.635259202"),
            marks=SLOW,
        ),
        pytest.param(
            new_game(party=[HESTIA, BASIL], foes=of_the_book("water-elemental")),
            focus_fire,
            ("0.592973461", "4.313836225"),
            marks=SLOW,
        ),
    ],
    ids=["feast", "blast", "leader-with-scars", "simultaneous", "crowd", "harm-every-round", "doom"],
)
def test_fights_with_more_than_plain_hits_have_their_exact_odds(
    state: State, foes: Policy, expected: tuple[str, str]
) -> None:
    """The figures are those of a solver that kept all scores and conditions apart (R76, R88, R89, R100, R114, R130)."""
    found = odds(state, foes=foes, exact=True)
    assert (f"{float(found.wins[0].value):.9f}", f"{float(found.rounds.value):.9f}") == expected


@pytest.mark.parametrize(
    ("foe", "work", "note"),
    [
        ("treant", 10_000, "the fight leads to more than 10,000 states at once"),
        ("titan", 10_000, "a turn of the fight has more than 10,000 results"),
        ("vampire", 2_000, "more than 2,000 turns of the fight have little in common"),
    ],
)
def test_a_fight_with_too_much_work_is_told_early(
    foe: str, work: int, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wounds of four at once, and HP that go up and down, are told by a count, long before the last state is found."""
    monkeypatch.setattr("cairn_rules.cairn_rpg.odds.exact._WORK", work)
    start = new_game(seed=1, party=[HESTIA, BASIL, HESTIA, BASIL], foes=of_the_book(foe))
    told: list[str] = []
    with pytest.raises(TooManyStatesError, match=note):
        odds(start, exact=True, most_states=5 * work, progress=told.append)
    assert len(told) < 500


@pytest.mark.parametrize(("foe", "games"), [("titan", 100), ("warp-panther", 200)])
def test_games_are_played_until_the_winner_is_known_well_enough(foe: str, games: int) -> None:
    """A fight that is lost needs fewer games than one that may go either way; rough odds follow each hundred."""
    start = new_game(seed=1, party=[HESTIA, BASIL, HESTIA, BASIL], foes=of_the_book(foe))
    told: list[str] = []
    rough = [step for step in odds_in_steps(start, exact=False, seed=1) if isinstance(step, Odds)]
    assert odds(start, exact=False, seed=1, progress=told.append) == rough[-1]
    assert told[9] == "100 of at most 400 games are played"
    assert games == 100 or told[10] == f"{rough[0]}; 110 of at most 400 games are played"
    assert [each.games for each in rough] == [*range(100, games + 1, 100)]
    widths = [high - low for low, high in (each.wins[0].interval or (0, 1) for each in rough)]
    assert [width <= 0.1 for width in widths] == [False] * (len(rough) - 1) + [True]
    assert all(each.standing.interval is not None for each in rough[0].fighters)


@pytest.mark.parametrize(("foe", "most"), [("gelatinous-ooze", 800), ("red-cap", 800), ("water-elemental", 2_000)])
def test_exact_odds_are_given_up_before_they_take_longer_than_a_simulation(
    foe: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work is counted, and the rough odds of the first hundred games come before most of it."""
    spent: list[float] = []
    spend = WorkBudget.spend

    def noted(budget: WorkBudget, work: float, waste: float) -> None:
        spent.append(max(work, waste))
        spend(budget, work, waste)

    monkeypatch.setattr(WorkBudget, "spend", noted)
    monkeypatch.setattr("cairn_rules.cairn_rpg.odds.simulated.ENOUGH", 100)
    monkeypatch.setattr("cairn_rules.cairn_rpg.estimates.improve._AT_ONCE", 200)
    start = new_game(seed=1, party=[HESTIA, BASIL, HESTIA, BASIL], foes=of_the_book(foe))
    steps = odds_in_steps(start, seed=1)
    first = next(step for step in steps if isinstance(step, Odds))
    assert (first.games, first.note) == (100, "")
    assert max(spent) < 400
    found = finished(steps, lambda _: None)
    assert (found.games, found.note) == (100, "an exact solution would take longer")
    assert "simulated because an exact solution would take longer" in text_report(found)
    assert most / 2 < max(spent) < most + 300


def test_a_death_after_the_fight_is_not_followed() -> None:
    """A viper's victim dies hours later: the die for them takes no work (R100)."""
    (viper,) = of_the_book("viper")
    told: list[list[str]] = []
    for consequences in (viper.attacks[0].consequences, ()):
        bite = evolve(viper.attacks[0], consequences=consequences)
        told.append([])
        odds(fight([HESTIA], [evolve(viper, attacks=(bite,))]), exact=True, progress=told[-1].append)
    assert told[0] == told[1]


def test_casualties_at_the_start_keep_their_fate() -> None:
    """Fighters who are out before the first round are counted as they are, in a fight and in one that is over."""
    dead = evolve(BASIL, conditions=Conditions(dead=True))
    dying = evolve(BASIL, conditions=Conditions(down="critical"))
    for foe in (GOBLIN, evolve(GOBLIN, conditions=Conditions(dead=True))):
        found = odds(fight([HESTIA, dead, dying], [foe]), exact=True, fractions=True)
        assert (found.fighters[1].dead.value, found.fighters[2].out.value) == (1, 1)


@pytest.mark.untraced
def test_a_second_hit_of_a_turn_finds_the_wounds_of_the_first() -> None:
    """Separate hits of a turn on one target follow each other: the second one may kill whom the first put out (A61)."""
    rats = person("Rats", hp=3, strength=5, attacks=["bites d12"], detachment=True)
    start = fight([evolve(HESTIA, armor=0)], [rats, rats], initiative="foes_first", blast_pools=False)
    found = odds(start, exact=True)
    assert close(found, odds(start, exact=False, games=400, seed=3), 4)


def looked_at(policy: Policy) -> Policy:
    """Return a policy that decides in the same way, but may look at everything for all that the solver knows."""

    def look(state: State) -> Action | Mapping[Action, Fraction]:
        return policy(state)

    return look


@pytest.mark.untraced
@pytest.mark.slow
def test_odds_of_one_creature_against_four_are_exact_unless_the_page_names_it() -> None:
    """All other creatures of the book are solved with the default limits."""
    named = {id for id, _, _ in simulated()}
    found = {
        id: odds(new_game(seed=1, party=[HESTIA, BASIL, HESTIA, BASIL], foes=[creature(kind)]), seed=1).exact
        for id, kind in book().creatures.items()
    }
    assert {id for id, exact in found.items() if not exact} == named
    assert len(found) == 84


@pytest.mark.untraced
def test_a_story_costs_no_states() -> None:
    """What the table tells after Critical Damage changes nothing in a fight, so that hits are resolved apart (R100)."""
    weak = [evolve(each, hp=Score(1, 1), strength=Score(3, 3)) for each in (HESTIA, BASIL)]
    claws = evolve(BEAR.attacks[0], consequences=(Story(),))
    plain = odds(fight(weak, [BEAR]), exact=True)
    told = odds(fight(weak, [evolve(BEAR, attacks=(claws,))]), exact=True)
    assert (told.wins, told.rounds, told.states) == (plain.wins, plain.rounds, plain.states)


def test_progress_is_told_while_states_are_found() -> None:
    """Exact odds report their progress every twenty states or changes of fighters."""
    told: list[str] = []
    found = odds(fight([HESTIA, BASIL], [BEAR]), exact=True, progress=told.append)
    assert told[-1].endswith(f"of {found.states} states found so far are solved")
    assert len(told) > 10


def test_a_turn_with_too_many_results_is_simulated() -> None:
    """Blasts on many targets have too many results to follow (R88)."""
    breath = Attack(name="breath", dice=(12,), blast=True)
    dragon = person("Dragon", hp=6, strength=10, attacks=[breath])
    crowd = [evolve(HESTIA, name=f"Hero {number}") for number in range(7)]
    start = fight(crowd, [dragon], initiative="foes_first")
    found = odds(start, games=2, seed=1)
    assert found.note == "a turn of the fight has more than 10,000 results"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 0}, "games should be a whole number from 1 up, not 0"),
        ({"games": True}, "odds_in_steps: games should be a whole number or None, not True"),
        ({"most_states": -1}, "most_states should be a whole number from 1 up, not -1"),
        ({"seed": "x"}, "odds_in_steps: seed should be a whole number or None, not 'x'"),
    ],
)
def test_impossible_numbers_are_refused(change: Mapping[str, Any], message: str) -> None:
    """Numbers are checked before anything is played."""
    with pytest.raises(DefinitionError, match=f"^{message}$"):
        odds(fight([HESTIA], [BEAR]), **change)


def idle(_: State) -> Any:
    """Return nothing."""
    return None


def strikes_itself(state: State) -> Any:
    """Return an attack on oneself."""
    return Strike(0, 0, 0) if state.round else BEGIN


def unsure(state: State) -> Any:
    """Return an illegal action among others."""
    return {wait(99): 1} if state.round else BEGIN


def half_hearted(state: State) -> Any:
    """Return probabilities that do not add up to 1."""
    return {legal_actions(state)[0]: Fraction(1, 2)}


def approximate(state: State) -> Any:
    """Return a probability that is not exact."""
    return {legal_actions(state)[0]: 1.0}


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (idle, "the policy 'idle' of the party chose None, which is not a legal action"),
        (strikes_itself, "the policy 'strikes itself' of the party chose Strike"),
        (unsure, r"the policy 'unsure' of the party chose Wait\(by=99\), which is not a legal action"),
        (half_hearted, "the policy 'half hearted' of the party gave probabilities that add up to 1/2, not to 1"),
        (approximate, "the policy 'approximate' of the party gave an action the probability 1.0; use Fraction"),
    ],
)
def test_policies_that_misbehave_are_refused(policy: Policy, message: str, *, exact: bool) -> None:
    """A wrong answer of a policy is an error that names the policy and its side."""
    with pytest.raises(DefinitionError, match=message):
        odds(fight([HESTIA], [BEAR], initiative="pcs_ready"), party=policy, exact=exact, games=1)


class TestPolicies:
    """The policies of the library."""

    def test_focus_fire_strikes_the_first_who_stands_with_the_best_attack(self) -> None:
        """The attack with the highest mean after armour is chosen: d12 less 2 beats 2d4 that ignore armour."""
        sting = Attack(name="sting", dice=(4, 4), ignores_armor=True)
        ogre = person("Ogre", hp=9, attacks=[sting, "club d12"])
        start = fight([BASIL, HESTIA], [ogre], initiative="foes_first")
        state = apply(start, BEGIN)
        chosen = focus_fire(state)
        # Basil has 1 armour: (d12 - 1) is 5.5 on average, more than 3.125.
        assert chosen == Strike(2, 1, 0)
        shielded = replaced(state, fighters=(replaced(state.fighters[0], armor=3), *state.fighters[1:]))
        # With 3 armour d12 deals 45/12, still more than 3.125.
        assert focus_fire(shielded) == Strike(2, 1, 0)

    @pytest.mark.untraced
    def test_an_attack_to_which_the_foe_is_immune_is_passed_over(self) -> None:
        """A hellhound is immune to fire: the axe hits it. Whoever has nothing but fire strikes somebody else."""
        hound = of_the_book("hellhound")
        armed = person("Ada", hp=4, attacks=["fire sword d10", "axe d8"], kind="pc")
        start = apply(fight([armed], [*hound, GOBLIN], initiative="pcs_ready"), BEGIN)
        assert focus_fire(start) == Strike(0, 1, 1)
        assert set(random_target(start)) == {Strike(0, 1, 1), Strike(0, 0, 2)}
        # The unarmed attack of everybody is left out, so that nothing harms the hellhound.
        only_fire = replaced(start.fighters[0], attacks=start.fighters[0].attacks[:1])
        burning = replaced(start, fighters=(only_fire, *start.fighters[1:]))
        assert focus_fire(burning) == weakest_first(burning) == Strike(0, 0, 2)
        assert set(random_target(burning)) == {Strike(0, 0, 2)}
        alone = replaced(burning, fighters=(only_fire, start.fighters[1]))
        assert focus_fire(alone) == Strike(0, 0, 1)
        axe = person("Ada", hp=4, attacks=["axe d8"], kind="pc")
        both, one = (odds(new_game(party=[each], foes=hound), fractions=True) for each in (armed, axe))
        assert both.wins == one.wins

    def test_a_target_that_a_spell_protects_is_passed_over(self) -> None:
        """No weapon harms a target that only magic harms (R144)."""
        start = apply(fight([HESTIA], [BEAR, GOBLIN], initiative="pcs_ready"), BEGIN)
        warded = replaced(start.fighters[1], ward="magic", ward_for=2)
        assert focus_fire(replaced(start, fighters=(start.fighters[0], warded, start.fighters[2]))) == Strike(0, 0, 2)

    def test_weakest_first_looks_for_the_least_hp_then_str(self) -> None:
        """Among equal HP the lower STR counts."""
        weak = evolve(GOBLIN, strength=evolve(GOBLIN.strength, value=3))
        state = apply(fight([HESTIA], [BEAR, GOBLIN, weak], initiative="pcs_ready"), BEGIN)
        assert weakest_first(state) == Strike(0, 0, 3)
        assert weakest_first(fight([HESTIA], [BEAR])) == BEGIN

    def test_random_target_strikes_all_alike(self) -> None:
        """Every standing opponent has the same probability."""
        state = apply(fight([HESTIA], [BEAR, GOBLIN, GOBLIN], initiative="pcs_ready"), BEGIN)
        third = Fraction(1, 3)
        assert random_target(state) == {Strike(0, 0, 1): third, Strike(0, 0, 2): third, Strike(0, 0, 3): third}

    def test_flee_when_hurt_flees_below_its_limit(self) -> None:
        """With a limit above all HP everyone flees at once: DEX 11 and 12 pass with 11/20 and 12/20 (R134)."""
        start = fight([HESTIA], [BEAR], initiative="pcs_ready")
        found = odds(start, party=FleeWhenHurt(hp=10), foes=wait_only, fractions=True)
        assert found.fighters[0].fled.value == 1
        # A geometric number of rounds with a probability of 11/20 each.
        assert found.rounds.value == Fraction(20, 11)
        assert [(each.winner, each.reason) for each in found.endings] == [(1, "flight")]
        assert odds(start, party=FleeWhenHurt(hp=0)).policies == ("flee at 0 HP, else focus fire", "focus fire")

    def test_probabilities_of_a_policy_are_followed_exactly(self) -> None:
        """A policy that waits half of the time needs twice as many rounds (R72)."""

        def lazy(state: State) -> Mapping[Action, Fraction]:
            first, last = legal_actions(state)[0], legal_actions(state)[-1]
            return {first: Fraction(1)} if first == last else {first: Fraction(1, 2), last: Fraction(1, 2)}

        frail = person("Frail", hp=1, strength=1, willpower=1, attacks=["claw d4"])
        start = fight([HESTIA], [evolve(frail, hp=evolve(frail.hp, value=0))], initiative="pcs_ready")
        assert odds(start, party=focus_fire, foes=wait_only, fractions=True).rounds.value == 1
        assert odds(start, party=lazy, foes=wait_only, fractions=True).rounds.value == 2


# Random small fights


def aid_first(state: State) -> Action:
    """Bandage the dying, flee with 0 HP, else focus fire."""
    for action in legal_actions(state):
        if isinstance(action, Aid):
            return action
    chosen = FleeWhenHurt()(state)
    assert not isinstance(chosen, Mapping)
    return chosen


def recover_first(state: State) -> Action:
    """Overcome panic first."""
    for action in legal_actions(state):
        if isinstance(action, Recover):
            return action
    return focus_fire(state)


def with_bandages(character: Character) -> Character:
    """Return a character with a use of bandages."""
    return evolve(character, inventory=Inventory(items=(evolve(people.BANDAGES, uses=Uses.full(1)),)))


@pytest.mark.untraced
def test_items_that_nobody_uses_do_not_change_the_odds() -> None:
    """Bandages count only for a policy that uses them: then every score and condition matters (R54)."""
    ada = person("Ada", hp=1, strength=3, attacks=["knife d4"], kind="pc")
    rat = person("Rat", hp=2, strength=3, willpower=0, attacks=["bite d4"])
    bare, equipped = ([ada, ada], [with_bandages(ada), ada])
    without, idle_items = (odds(fight(party, [rat])) for party in (bare, equipped))
    assert (idle_items.wins, idle_items.states) == (without.wins, without.states)
    used = odds(fight(equipped, [rat]), party=aid_first)
    assert (used.states or 0) > (without.states or 0)
    assert close(used, odds(fight(equipped, [rat]), party=aid_first, exact=False, games=100, seed=4), 5)


def test_attacks_are_listed_and_checked_like_all_actions() -> None:
    """An attack is legal if its attacker declares now, has the attack, and the target can be attacked (R79, R82)."""
    before = fight([HESTIA, BASIL], [BEAR, GOBLIN], initiative="pcs_ready")
    state = apply(before, BEGIN)
    attacks = [each for strikes in attacks_by_target(state).values() for each in strikes]
    assert {*attacks} == {action for action in legal_actions(state) if isinstance(action, Strike)}
    fresh = replaced(state)
    for action, right in (
        (attacks[0], True),
        (Strike(1, 0, 2), False),
        (Strike(0, 9, 2), False),
        (Strike(0, 0, 1), False),
    ):
        assert is_legal(fresh, action) is right
    asked = replaced(state, questions=(Question("limb", 0),))
    for closed in (before, asked):
        assert attacks_by_target(replaced(closed)) == {}
        assert not is_legal(replaced(closed), attacks[0])
    over = replaced(state, fighters=tuple(replaced(each, gone="fled" if each.side else "") for each in state.fighters))
    assert attacks_by_target(over) == {}


POLICIES: list[Policy] = [focus_fire, weakest_first, random_target, aid_first, recover_first, strike_the_dying]
KNOWN: list[Policy] = [focus_fire, weakest_first, random_target, FleeWhenHurt(hp=1, otherwise=random_target)]
SIZES = st.sampled_from([(4,), (6,), (8,), (10,), (6, 6)])
CONSEQUENCES = st.sampled_from(
    [(), (), (Story(),), (Feast(),), (Ruin(save=Attribute.WIL),), (Loss(attribute=Attribute.DEX, dice=Formula(1, 4)),)]
)
ATTACKS = st.builds(
    Attack,
    name=st.just("attack"),
    dice=SIZES,
    blast=st.booleans(),
    ignores_armor=st.booleans(),
    reload=st.integers(0, 1),
    attribute=st.sampled_from([None, None, None, Attribute.DEX]),
    consequences=CONSEQUENCES,
)


@st.composite
def people_of_a_side(draw: st.DrawFn, side: int, rulings: Rulings) -> Fighter:
    """Draw a fighter: a character, a creature or a detachment, perhaps in panic, with bandages or an effect."""
    character = person(
        "Anyone",
        hp=draw(st.integers(1, 3)),
        strength=draw(st.integers(1, 4)),
        dexterity=draw(st.integers(1, 12)),
        willpower=draw(st.sampled_from([0, 5, 10])),
        armor=draw(st.integers(0, 2)),
        attacks=[draw(ATTACKS)],
        kind=draw(st.sampled_from(["pc", "npc"])),
        detachment=draw(st.integers(0, 5)) == 0,
    )
    if draw(st.booleans()):
        bandages = evolve(people.BANDAGES, uses=Uses.full(1))
        character = evolve(character, inventory=Inventory(items=(bandages,)))
    if draw(st.integers(0, 3)) == 0:
        character = evolve(character, conditions=Conditions(panicked=True))
    if draw(st.integers(0, 5)) == 0:
        character = evolve(character, effects=(CriticalHp(dice=Formula(1, 4)),))
    position = draw(st.sampled_from(["normal", "normal", "impaired", "enhanced"]))
    return fighter(character, side, rulings=rulings, position=position)


@st.composite
def fights(draw: st.DrawFn) -> State:
    """Draw a fight of one or two against one or two, with some rulings."""
    rulings = Rulings(
        morale=draw(st.booleans()),
        npc_crit=draw(st.sampled_from(["dead", "out"])),
        cross_side_simultaneous=draw(st.integers(0, 3)) == 0,
        morale_unit=draw(st.sampled_from(["group", "individual"])),
        initiative=draw(st.sampled_from(["save", "pcs_ready", "foes_first"])),
        blast_pools=draw(st.booleans()),
    )
    sides = [
        draw(st.lists(people_of_a_side(side, rulings), min_size=1, max_size=2 - side + draw(st.integers(0, side))))
        for side in (0, 1)
    ]
    return new_game(seed=1, party=sides[0], foes=sides[1], rulings=rulings, crowd=draw(st.integers(0, 3)) == 0)


def after(solver: Solver, state: State, policy: Policy) -> dict[int, Fraction]:
    """Return what a decision or a turn leads to, by the steps of play alone.

    Raises:
        DiceError: if there are more than 200 results.
    """
    found: dict[int, Fraction] = {}
    for action, share in decide(policy, state):

        def run(dice: Dice, action: Action = action) -> State:
            return resolve(state, action, solver.reduction.dice(dice)).state

        for branch in branches(run, limit=200):
            result, chance = branch.result, share * branch.probability
            ways = after(solver, result, policy) if result.declared else {solver.place(result): Fraction(1)}
            for place, more in ways.items():
                found[place] = found.get(place, Fraction(0)) + chance * more
    return found


@pytest.mark.untraced
@pytest.mark.slow
@given(fights(), st.sampled_from(POLICIES), st.sampled_from(POLICIES))
@settings(max_examples=15)
def test_every_step_of_exact_odds_is_a_step_of_play(start: State, party: Policy, foes: Policy) -> None:
    """The phases of a turn lead where play leads, with the same probabilities (R2, R76)."""
    carried = any(each.character.inventory.items for each in start.fighters)
    solver = Solver(
        start, (party, foes), Fraction, WorkBudget(), most=50_000, matters=("down", "items") if carried else ("down",)
    )
    solver.place(start)
    for place in range(6):
        if place == len(solver.nodes):
            break
        if len(solver.nodes[place]) == 1:  # an end
            assert not solver.successors(place)
            continue
        state = solver.state(solver.nodes[place])
        player = current_player(state)
        assert player is not None
        try:
            expected = after(solver, state, (party, foes)[player])
        except DiceError:
            continue
        found = dict(solver.successors(place))
        assert found == expected
        assert sum(found.values()) == 1


@pytest.mark.untraced
@pytest.mark.slow
@given(fights(), st.sampled_from(KNOWN), st.sampled_from(KNOWN))
@settings(max_examples=12)
def test_what_is_left_out_cannot_change_a_fight(start: State, party: Policy, foes: Policy) -> None:
    """Odds that keep everything apart that a policy might look at are the same, as fractions."""
    try:
        whole = odds(start, party=looked_at(party), foes=looked_at(foes), exact=True, fractions=True, most_states=1500)
    except TooManyStatesError:
        return
    found = odds(start, party=party, foes=foes, exact=True, fractions=True, most_states=1500)
    assert found.endings == whole.endings
    assert found.fighters == whole.fighters
    assert found.rounds == whole.rounds
    assert (found.states or 0) <= (whole.states or 0)


def check_against_simulation(start: State, party: Policy, foes: Policy, most_states: int, games: int) -> None:
    """Check that exact odds are within five standard errors of simulated games, and add up to 1."""
    exact = odds(start, party=party, foes=foes, most_states=most_states, games=1)
    if exact.exact and exact.rounds.value != float("inf"):
        assert sum(float(each.probability.value) for each in exact.endings) == pytest.approx(1)
        assert close(exact, odds(start, party=party, foes=foes, exact=False, games=games, seed=1), 5)


@pytest.mark.slow
@given(fights(), st.sampled_from(POLICIES), st.sampled_from(POLICIES))
@settings(max_examples=4)
def test_random_fights_agree_with_simulation(start: State, party: Policy, foes: Policy) -> None:
    """Exact odds of random small fights are within five standard errors of simulated games."""
    check_against_simulation(start, party, foes, 400, 50)


@pytest.mark.untraced
@pytest.mark.slow
@given(fights(), st.sampled_from(POLICIES), st.sampled_from(POLICIES))
@settings(max_examples=10)
def test_more_random_fights_agree_with_simulation(start: State, party: Policy, foes: Policy) -> None:
    """The same with more fights and more games."""
    check_against_simulation(start, party, foes, 2000, 300)


# Reports


class Page(HTMLParser):
    """A reader of a page that keeps its tags and text, and checks that tags are closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


class TestReports:
    """Reports in text, Markdown and HTML."""

    exact = odds(fight([HESTIA, BASIL], [GOBLIN, GOBLIN], morale=False))
    played = odds(fight([HESTIA], [BEAR]), party=FleeWhenHurt(), exact=False, games=50, seed=3)

    def test_the_share_of_an_ending_stands_apart_from_it(self) -> None:
        lines = text_report(self.exact).splitlines()
        assert all("  " in line for line in lines if line.endswith(" %") and not line.startswith(" "))

    def test_give_the_result_in_a_sentence(self) -> None:
        """All reports have the title, the probability and the number of rounds."""
        for report in (text_report, markdown_report, odds_page):
            said = report(self.exact)
            assert "Hestia and Basil against 2 x Goblin" in said
            assert "The party wins with a probability of 94.6 %." in said
            assert f"It takes {float(self.exact.rounds.value):.2f} rounds on average." in said

    def test_list_the_assumptions(self) -> None:
        """Policies, changed rulings, method and figures are listed."""
        said = markdown_report(self.exact)
        assert "- Policies: focus fire (party), focus fire (foes)." in said
        assert "- Changed rulings: morale=False." in said
        assert f"through {self.exact.states:,} states." in said
        assert "- Basil: 3 HP, 1 Armor, 9 STR, 12 DEX, 10 WIL, daggers (d6+d6)" in said
        assert "All rulings have their defaults." in text_report(self.played)
        assert "50 games, seed 3." in text_report(self.played)
        assert "flee at 0 HP, else focus fire (party)" in text_report(self.played)

    def test_list_positions_and_detachments(self) -> None:
        """A position that is not the normal one is an assumption, and a stat line names a detachment."""
        rats = person("Rats", hp=3, strength=5, detachment=True)
        hidden = fighter(HESTIA, position="enhanced", exposure="impaired")
        said = text_report(odds(new_game(seed=1, party=[hidden], foes=[rats]), exact=False, games=5, seed=1))
        assert "Attacks by Hestia are enhanced.\nAttacks on Hestia are impaired.\n" in said
        page = odds_page(odds(new_game(seed=1, party=[hidden], foes=[rats])))
        assert "Rats: 3 HP, 0 Armor, 5 STR, 10 DEX, 10 WIL, unarmed (d4), detachment" in page

    def test_have_a_row_for_each_ending_and_fighter(self) -> None:
        """Equal names are numbered, and only player characters have scars (R107)."""
        rows = markdown_report(self.exact).splitlines()
        (basil,) = (row for row in rows if row.startswith("| Basil |"))
        assert basil.count("%") == 5
        (goblin,) = (row for row in rows if row.startswith("| Goblin 2 |"))
        assert goblin.endswith("| - |")
        assert any(row.startswith("| The party wins, no foe flees | 94.6 %") for row in rows)
        assert "The foes win, some of the party flee" in text_report(self.played)

    def test_text_fits_a_terminal(self) -> None:
        """No line is longer than 80 columns."""
        for found in (self.exact, self.played):
            assert max(map(len, text_report(found).splitlines())) <= 80

    @pytest.mark.untraced
    def test_names_cannot_break_a_report(self) -> None:
        """Names are escaped in Markdown and HTML, and long ones are cut in the chart."""
        mean = evolve(HESTIA, name="<b>|x|* " + "long " * 50)
        found = odds(fight([mean], [BEAR]))
        page = Page(odds_page(found))
        assert "b" not in {tag for tag, _ in page.tags}
        assert "\\<b>\\|x\\|\\*" in markdown_report(found)
        assert "…" in odds_chart(found)

    def test_the_page_is_accessible_and_complete(self) -> None:
        """The page has a language, a title, headers of rows and columns, a labelled chart, and needs nothing else."""
        page = Page(odds_page(self.played))
        tags = [tag for tag, _ in page.tags]
        assert ("html", {"lang": "en"}) in page.tags
        assert tags.count("h1") == tags.count("main") == tags.count("svg") == 1
        assert not {"script", "link", "img"} & set(tags)
        assert {attrs["scope"] for tag, attrs in page.tags if tag == "th"} == {"row", "col"}
        (svg,) = (attrs for tag, attrs in page.tags if tag == "svg")
        assert svg["role"] == "img"
        named = str(svg["aria-labelledby"]).split()
        assert named == [attrs["id"] for tag, attrs in page.tags if tag in {"title", "desc"} and "id" in attrs]
        assert f"The party wins: {self.played.wins[0]}; " in "".join(page.words)

    def test_the_chart_has_error_bars_for_simulated_odds_only(self) -> None:
        """Bars are as long as their probabilities, with error bars where there are errors."""
        exact, played = (Page(odds_chart(found, colours="light", size=300)) for found in (self.exact, self.played))
        bars = [
            float(str(attrs["width"]))
            for tag, attrs in exact.tags
            if tag == "rect" and attrs["class"] in {"odds-party", "odds-foes"}
        ]
        shares = [float(each.value) for each in (*self.exact.wins, *(each.standing for each in self.exact.fighters))]
        assert bars == pytest.approx([360 * share for share in shares], abs=0.06)
        assert "path" not in {tag for tag, _ in exact.tags}
        assert sum(tag == "path" for tag, _ in played.tags) == 4


def test_estimates_show_that_nothing_is_certain_but_certainty() -> None:
    """Rounding makes nothing impossible or certain."""
    shares = (0, 1e-5, 0.5, 0.99999, 1)
    assert [str(Estimate(share)) for share in shares] == ["0.0 %", "<0.1 %", "50.0 %", ">99.9 %", "100.0 %"]
    assert str(Estimate.share(1, 2)).startswith("50.0 % (")


@pytest.mark.untraced
def test_odds_of_a_fight_under_way_count_from_the_present_round() -> None:
    """A fight that is over takes no round, and one in its first round takes at least that."""
    start = fight([HESTIA], [BEAR], initiative="pcs_ready", morale=False)
    begun = apply(start, BEGIN)
    exact = odds(begun)
    assert float(exact.rounds.value) == pytest.approx(float(odds(start).rounds.value))
    assert str(exact) == "the party wins: 63.7 %; the foes win: 36.3 %"
    assert close(exact, odds(begun, exact=False, games=100, seed=2), 4)
    over = replaced(begun, fighters=(begun.fighters[0], replaced(begun.fighters[1], gone="fled")))
    found = odds(over)
    assert (found.wins[0].value, found.rounds.value, found.states) == (1, 0, 1)
    assert odds(over, exact=False, games=1, seed=1).rounds.value == 0
