"""The conformance suite for a rule system: `check_game`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from cairn_rules.documents import dumps, loads
from cairn_rules.game import Game, players_of
from cairn_rules.history.match import Match
from cairn_rules.history.record import Record
from cairn_rules.history.text import format_record, parse_record
from cairn_rules.testing import game_promises as promises
from cairn_rules.testing.check import Check, Found, first_fault
from cairn_rules.testing.faults import GameFault
from cairn_rules.testing.game_promises import Case, Rules, in_states
from cairn_rules.testing.reached import reaching
from cairn_rules.testing.trials import Trials

GameCheck: TypeAlias = Check[Rules, Case]

GAMES: Final = 10
"""So many whole games are played."""


def _never_ends(rules: Rules, _: Trials[Case]) -> Found | None:
    if rules.most_decisions is None:
        return None
    for seed in range(GAMES):
        rng = Random(seed)
        state = rules.game.new_game(seed=seed)
        for _count in range(rules.most_decisions):
            legal = rules.game.legal_actions(state)
            if not legal:
                break
            state = rules.game.apply(state, rng.choice(legal))
        else:
            told = f"the game from seed {seed} goes on after {rules.most_decisions} decisions at random"
            return f"{told}; give most_decisions=None for games that need not end", None
    return None


def _not_recorded(rules: Rules, trials: Trials[Case]) -> Found | None:
    return trials.look(lambda case: _recording(rules, case))


def _recording(rules: Rules, case: Case) -> str | None:
    game = rules.game
    match: Match[Any, Any] = Match(game, seed=case.seed)
    for action in case.actions:
        match.do(action)
    record = Record.of(match)
    read: dict[str, Callable[[], object]] = {
        "text": lambda: parse_record(format_record(record), game),
        "JSON": lambda: loads(dumps(record), game=game),
    }
    for form, again in read.items():
        try:
            same = again() == record
        except Exception as error:  # noqa: BLE001 - whatever it raises
            return f"a match cannot be written as {form} and read again: {error!r}"
        if not same:
            return f"a match is another one when it is read from {form}; does start_state reverse start_tags?"
    return None


GAME_CHECKS: Final[tuple[Check[Any, Any], ...]] = (
    Check("same-seed", "the same seed gives the same game", promises.same_seed),
    Check("raises", "no function fails in a state of a game", in_states(promises.raises)),
    Check("not-hashable", "states and actions are hashable", in_states(promises.not_hashable)),
    Check("not-deterministic", "asked twice, a game answers the same", in_states(promises.not_deterministic)),
    Check("changes-state", "states are left as they are", in_states(promises.changes_state)),
    Check("nobody-decides", "it is over, or a player has a choice", in_states(promises.nobody_decides)),
    Check("duplicate-actions", "an action is listed once", in_states(promises.duplicate_actions)),
    Check("accepts-illegal", "what is not listed is refused, with a reason", promises.accepts_illegal),
    Check("same-text", "no two actions are written alike", in_states(promises.same_text)),
    Check("unreadable-text", "actions read back as written", in_states(promises.unreadable_text)),
    Check("reads-nonsense", "what names no action is refused", in_states(promises.reads_nonsense)),
    Check("sample-disagrees", "what is sampled looks the same", in_states(promises.sample_disagrees)),
    Check("leaks", "what one may do tells nothing hidden", in_states(promises.leaks)),
    Check("bad-diagram", "diagrams fit 80 columns", in_states(promises.bad_diagram)),
    Check("never-ends", "games end", _never_ends),
    Check("not-recorded", "matches can be written down and read", _not_recorded),
)
"""What is looked for, in this order."""


def check_game(
    game: Game[Any, Any, Any],
    *,
    players: tuple[int, ...] | None = None,
    max_examples: int = 50,
    most_decisions: int | None = 2_000,
    depth: int = 30,
    seed: int | None = 0,
    progress: Callable[[str], None] | None = None,
) -> None:
    """Check that a rule system keeps what every `Game` promises; the checks are `GAME_CHECKS`.

    Args:
        game: The rules: a module, or any other `Game`.
        players: Who takes part; None for those of its bookkeeping, or else two.
        max_examples: How many states are looked at, each reached by some decisions from a seed.
        most_decisions: A game with more is taken for one that never ends; None for games that need not.
        depth: How many decisions lead to such a state at most.
        seed: The same seed draws the same states; None for others each time.
        progress: Called with a line of text before each check.

    Raises:
        GameFault: at the first check that finds something. It says what is wrong, and shows the
            state with the shortest way to it that was found in which it is.

    Example:
        >>> import cairn_rules
        >>> check_game(cairn_rules, max_examples=5)
    """
    rules = Rules(game, tuple(range(players_of(game) or 2)) if players is None else players, most_decisions)
    trials = Trials(reaching(game, depth), max_examples=max_examples, seed=seed)
    found = first_fault(((check, trials) for check in GAME_CHECKS), rules, progress)
    if found is not None:
        check, message, reached = found
        raise GameFault(game, check, message, reached) from None
