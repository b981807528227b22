"""The odds of a fight, solved exactly if that takes no longer than a simulation, and simulated otherwise."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import Any, Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, State
from cairn_rules.cairn_rpg.estimates.estimate import Estimate
from cairn_rules.cairn_rpg.estimates.improve import WorkBudget, improve
from cairn_rules.cairn_rpg.estimates.policies import policy_name
from cairn_rules.cairn_rpg.odds.exact import Solved, solve
from cairn_rules.cairn_rpg.odds.policies import Policy, focus_fire
from cairn_rules.cairn_rpg.odds.result import FATES, Ending, FighterOdds, Odds
from cairn_rules.cairn_rpg.odds.simulated import Counts, simulate
from cairn_rules.checks import check_least, seed_of
from cairn_rules.game import SEED_BITS
from cairn_rules.steps import finished

MOST_STATES: Final = 50_000
"""Default maximum number of states of exact odds."""


@checked
def odds(
    fight: State,
    *,
    party: Policy = focus_fire,
    foes: Policy = focus_fire,
    exact: bool | None = None,
    most_states: int = MOST_STATES,
    fractions: bool = False,
    games: int | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Odds:
    """Return the odds of a fight: the winner, the number of rounds, and the fate of each fighter.

    The policies of the library do not stop a fight, use powers or spells, or let a slain creature get up again. An
    open offer to stop fighting counts as refused.

    Exact odds follow every result of the dice. Rounds that repeat are solved as linear equations. Two states are one if
    they differ only in what can no longer change the fight. By default, the fight is simulated if exact odds would take
    longer, and `Odds.note` says so. The work of both is compared after 100 games, by a count that is the same on every
    machine: decisions of games, and states and changes of fighters of exact odds.

    A fight with more states than `most_states` has no exact odds. It is told early, by counts of states that wait to be
    solved, of results of a turn, and of uses of the rules beyond one a state. Their limit is 10,000, or a fifth of
    `most_states` if that is more; for uses of the rules it is `most_states` if a hit may concern everyone, as with
    spells and bandages.

    Args:
        fight: The fight, at its start or at any later decision.
        party: The policy of the party.
        foes: The policy of the foes.
        exact: True to refuse a simulation, False to ask for one (default: exact if that takes no longer).
        most_states: Maximum number of states of an exact solution.
        fractions: True for exact fractions; they are slower than floating-point numbers.
        games: Number of games of a simulation (default: up to 400, until the probability that the party wins is known
            within 5 percentage points, with 95 % confidence; after 100 games, any other one is within 10).
        seed: The seed of a simulation (default: a different one each time). The same seed gives the same odds.
        executor: The executor that plays the games, such as that of `process_pool` (default: this process). Other
            processes need policies defined at the top level of a module.
        progress: Called with a line of text from time to time. It begins with the odds so far, if there are any.

    Raises:
        DefinitionError: if a number is impossible, a policy returns something that is not a legal action, or
            `exact=True` and the fight has too many states.

    Example:
        >>> from cairn_rules.cairn_rpg.combat import new_game, person
        >>> from cairn_rules.cairn_rpg import Rulings
        >>> ada = person("Ada", hp=4, strength=11, dexterity=11, armor=2, attacks=["sword d8"], kind="pc")
        >>> bear = person("Bear", hp=6, strength=15, willpower=8, attacks=["claws d8"])
        >>> found = odds(new_game(party=[ada], foes=[bear], rulings=Rulings(morale=False)))
        >>> print(found)
        the party wins: 54.2 %; the foes win: 45.8 %
        >>> round(found.wins[0].value, 6), found.exact
        (0.541511, True)
    """
    steps = odds_in_steps(
        fight,
        party=party,
        foes=foes,
        exact=exact,
        most_states=most_states,
        fractions=fractions,
        games=games,
        seed=seed,
        executor=executor,
    )
    return finished(steps, progress)


@checked
def odds_in_steps(
    fight: State,
    *,
    party: Policy = focus_fire,
    foes: Policy = focus_fire,
    exact: bool | None = None,
    most_states: int = MOST_STATES,
    fractions: bool = False,
    games: int | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
) -> Generator[str | Odds, None, Odds]:
    """Return a generator that works the odds out step by step, for programs that must do other things meanwhile.

    It takes the arguments of `odds`, yields lines about its progress and rough odds after every 100 games, and returns
    the odds.

    Raises:
        DefinitionError: as `odds`; some at the step that finds it.

    Example:
        >>> from cairn_rules.cairn_rpg.combat import new_game
        >>> steps = odds_in_steps(new_game(), exact=False, games=30)
        >>> next(steps)
        '10 of 30 games are played'
    """
    games = None if games is None else check_least("games", games, 1)
    most_states = check_least("most_states", most_states, 1)
    seed = seed_of(seed)
    if seed is None:
        seed = Random().getrandbits(SEED_BITS)
    policies, budget = (party, foes), WorkBudget()
    return (
        yield from improve(
            budget,
            solve(fight, policies, budget, most_states=most_states, fractions=fractions),
            simulate(fight, policies, budget, games=games, seed=seed, executor=executor),
            partial(_exact_odds, fight, policies),
            partial(_simulated_odds, fight, policies, seed),
            exact=exact,
        )
    )


def _exact_odds(fight: State, policies: tuple[Policy, Policy], solved: Solved) -> Odds:
    return _odds(
        fight,
        policies,
        endings={ending: Estimate(share) for ending, share in solved.endings.items()},
        share=lambda what, which: Estimate(solved.counts.get((what, which), 0)),
        scars=lambda index: Estimate(solved.counts.get((index, "scars"), 0)),
        rounds=Estimate(solved.counts.get(("all", "rounds"), 0)),
        states=solved.states,
    )


def _simulated_odds(fight: State, policies: tuple[Policy, Policy], seed: int, counted: Counts, note: str) -> Odds:
    return _odds(
        fight,
        policies,
        endings={ending: Estimate.share(count, counted.games) for ending, count in counted.endings.items()},
        share=lambda what, which: Estimate.share(counted.shares[what, which], counted.games),
        scars=lambda index: Estimate.mean(counted.sums[index], counted.squares[index], counted.games),
        rounds=Estimate.mean(counted.sums["rounds"], counted.squares["rounds"], counted.games),
        games=counted.games,
        seed=seed,
        note=note,
    )


def _odds(
    fight: State,
    policies: tuple[Policy, Policy],
    *,
    endings: Mapping[tuple[int | None, str], Estimate],
    share: Callable[[object, object], Estimate],
    scars: Callable[[int], Estimate],
    **more: Any,
) -> Odds:
    """Return odds from the share of endings, winners and fates, exact or simulated."""
    order = sorted(endings, key=lambda each: (2 if each[0] is None else each[0], each[1]))
    return Odds(
        fight=fight,
        policies=(policy_name(policies[PARTY]), policy_name(policies[FOES])),
        endings=tuple(Ending(*each, endings[each]) for each in order),
        wins=(share("winner", PARTY), share("winner", FOES)),
        fighters=tuple(
            FighterOdds(
                name=fighter.character.name,
                side=fighter.side,
                **{fate: share(index, fate) for fate in FATES},
                scars=scars(index) if fighter.character.kind == "pc" else None,
            )
            for index, fighter in enumerate(fight.fighters)
        ),
        **more,
    )
