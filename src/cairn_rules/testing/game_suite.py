"""What every rule system promises of one state: who decides, what is legal, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from cairn_rules.documents import dumps, loads
from cairn_rules.errors import IllegalActionError, NotationError, Reason, raised
from cairn_rules.game import Game
from cairn_rules.history.match import Match
from cairn_rules.history.record import Record
from cairn_rules.history.record_text import format_record, parse_record
from cairn_rules.manifest import players_of
from cairn_rules.testing.check import Check, Found, Trials, first_fault
from cairn_rules.testing.faults import GameFault, Reached, reaching

AnyGame: TypeAlias = Game[Any, Any, Any]
Case: TypeAlias = Reached[Any, Any]

WIDTH: Final = 80
"""A diagram is at most so wide."""
_NONSENSE: Final = ("", "no such action", "\u00bf?")


@frozen
class Rules:
    """A game that is checked, and who takes part in it."""

    game: AnyGame
    """The rules."""
    players: tuple[int, ...]
    """The players."""
    most_decisions: int | None
    """A game with more is taken for one that never ends."""


def in_states(problem: Callable[[Rules, Any], str | None]) -> Callable[[Rules, Trials[Case]], Found | None]:
    """A finder that looks at one state after the other."""

    def find(rules: Rules, trials: Trials[Case]) -> Found | None:
        return trials.look(lambda case: problem(rules, case.state))

    return find


def same_seed(rules: Rules, trials: Trials[Case]) -> Found | None:
    """A seed gives different games."""
    for seed in {case.seed for case in trials.cases}:
        if rules.game.new_game(seed=seed) != rules.game.new_game(seed=seed):
            return f"new_game(seed={seed}) gives different games; draw from Random(seed) alone", None
    return None


def raises(rules: Rules, state: Any) -> str | None:
    """A function raises where it should not."""
    game = rules.game
    asked: dict[str, Callable[[], object]] = {
        "current_player": lambda: game.current_player(state),
        "outcome": lambda: game.outcome(state),
        "legal_actions": lambda: game.legal_actions(state),
        "apply": lambda: [game.apply(state, action) for action in game.legal_actions(state)],
        "format_action": lambda: [game.format_action(action) for action in game.legal_actions(state)],
        "observe": lambda: [game.observe(state, player) for player in (None, *rules.players)],
        "sample_hidden": lambda: [
            game.sample_hidden(game.observe(state, player), Random(0)) for player in (None, *rules.players)
        ],
        "diagram": lambda: game.diagram(state),
    }
    for name, ask in asked.items():
        try:
            ask()
        except IllegalActionError as error:
            return f"{name} refuses what legal_actions lists: {error}"
        except Exception as error:  # noqa: BLE001 - whatever it raises
            return f"{name} fails with {raised(error)}"
    return None


def not_hashable(rules: Rules, state: Any) -> str | None:
    """A state or an action cannot be hashed."""
    for value in (state, *rules.game.legal_actions(state)):
        try:
            hash(value)
        except TypeError as error:
            return f"{value!r} cannot be hashed ({error}); make it of frozen values"
    return None


def not_deterministic(rules: Rules, state: Any) -> str | None:
    """Asked twice, a function answers differently."""
    game = rules.game
    legal = game.legal_actions(state)
    if game.legal_actions(state) != legal:
        return "legal_actions lists different actions when it is asked again; the order is fixed, too"
    for action in legal:
        if game.apply(state, action) != game.apply(state, action):
            return f"{action!r} leads to different states; chance is spent in new_game"
    return None


def changes_state(rules: Rules, state: Any) -> str | None:
    """A function changes the state that it is given."""
    game = rules.game
    kept = deepcopy(state)
    for action in game.legal_actions(kept):
        game.apply(kept, action)
        if kept != state:
            return f"applying {action!r} changes the state that it is applied to; make a new one"
    for name, ask in (
        ("legal_actions", game.legal_actions),
        ("current_player", game.current_player),
        ("outcome", game.outcome),
        ("diagram", game.diagram),
    ):
        ask(kept)
        if kept != state:
            return f"{name} changes the state"
    return None


def nobody_decides(rules: Rules, state: Any) -> str | None:
    """The game goes on and nobody can do anything, or it is over and somebody can."""
    game = rules.game
    player, outcome, legal = game.current_player(state), game.outcome(state), game.legal_actions(state)
    if not (player is None) == (outcome is not None) == (not legal):
        told = f"{player} decides, the outcome is {outcome}, there are {len(legal)} actions"
        return f"either the game is over, or somebody has something to decide; but {told}"
    if player is not None and player not in rules.players:
        return f"{player!r} decides, who is none of the players {rules.players}"
    if outcome is not None and tuple(each for each in rules.players if each in outcome.winners) != outcome.winners:
        return f"the winners {outcome.winners!r} are not players in seat order"
    if outcome is not None and outcome.scores is not None and len(outcome.scores) != len(rules.players):
        return f"the scores {outcome.scores!r} are not one for each of the players {rules.players}"
    if outcome is not None and outcome.is_draw and len(rules.players) == 1:
        return "nobody wins a game for one, which is a loss; give its points as scores="
    return None


def duplicate_actions(rules: Rules, state: Any) -> str | None:
    """An action is listed twice."""
    legal = rules.game.legal_actions(state)
    for action in legal:
        if legal.count(action) > 1:
            return f"{action!r} is listed {legal.count(action)} times"
    return None


def accepts_illegal(rules: Rules, trials: Trials[Case]) -> Found | None:
    """An action that is not listed is accepted, or refused in another way than it should be."""
    known = tuple(dict.fromkeys(action for case in trials.cases for action in rules.game.legal_actions(case.state)))
    return trials.look(lambda case: _refusing(rules.game, case.state, known[:100]))


def _refusing(game: AnyGame, state: Any, actions: Iterable[Any]) -> str | None:
    legal = game.legal_actions(state)
    kept = deepcopy(state)
    for action in actions:
        if action in legal:
            continue
        try:
            game.apply(kept, action)
        except IllegalActionError as error:
            reason: object = error.reason
            if not isinstance(reason, Reason) or not (reason.code and reason.text and reason.rule):
                return f"{action!r} is refused without a reason; it should have a code, a text and a rule"
        except Exception as error:  # noqa: BLE001 - whatever it raises
            return f"{action!r} is illegal, but fails with {raised(error)} instead of IllegalActionError"
        else:
            return f"{action!r} is accepted, but legal_actions does not list it"
        if kept != state:
            return f"refusing {action!r} changes the state"
    return None


def same_text(rules: Rules, state: Any) -> str | None:
    """Two actions have the same text."""
    written: dict[str, Any] = {}
    for action in rules.game.legal_actions(state):
        text = rules.game.format_action(action)
        if text in written:
            return f"{written[text]!r} and {action!r} are both written {text!r}"
        written[text] = action
    return None


def unreadable_text(rules: Rules, state: Any) -> str | None:
    """The text of an action does not stand for it."""
    game = rules.game
    for action in game.legal_actions(state):
        text: object = game.format_action(action)
        if not isinstance(text, str) or not text or text != "".join(text.split()):
            return f"{action!r} is written {text!r}; it should be a text without white space"
        try:
            read = game.parse_action(text, state)
        except Exception as error:  # noqa: BLE001 - whatever it raises
            return f"{text!r} is the text of {action!r}, but reading it fails with {raised(error)}"
        if read != action:
            return f"{text!r} is the text of {action!r}, but is read as {read!r}"
    return None


def reads_nonsense(rules: Rules, state: Any) -> str | None:
    """A text that names no action is read, or refused in another way than it should be."""
    for text in _NONSENSE:
        try:
            read = rules.game.parse_action(text, state)
        except NotationError:
            continue
        except Exception as error:  # noqa: BLE001 - whatever it raises
            return f"reading {text!r} fails with {raised(error)} instead of NotationError"
        return f"{text!r} is read as {read!r}; it should be refused with NotationError"
    return None


def sample_disagrees(rules: Rules, state: Any) -> str | None:
    """What is sampled from an observation does not look the same."""
    for player in (None, *rules.players):
        seen = rules.game.observe(state, player)
        for seed in range(3):
            if rules.game.observe(rules.game.sample_hidden(seen, Random(seed)), player) != seen:
                return f"what sample_hidden makes of the observation of {player} does not look the same to {player}"
    return None


def leaks(rules: Rules, state: Any) -> str | None:
    """What a player may do depends on what is hidden from the player."""
    game = rules.game
    player = game.current_player(state)
    if player is None:
        return None
    seen = game.observe(state, player)
    for seed in range(3):
        sampled = game.sample_hidden(seen, Random(seed))
        if game.current_player(sampled) != player or game.legal_actions(sampled) != game.legal_actions(state):
            return f"what player {player} may do differs in states that look the same to them, so it tells a secret"
    return None


def bad_diagram(rules: Rules, state: Any) -> str | None:
    """The drawing is none, or too wide."""
    drawing: object = rules.game.diagram(state)
    if not isinstance(drawing, str) or not drawing.strip():
        return f"the diagram is {drawing!r}; it should be a drawing in text"
    widest = max(map(len, drawing.splitlines()))
    return f"the diagram is {widest} columns wide; at most {WIDTH} fit" if widest > WIDTH else None


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
            return f"a match cannot be written as {form} and read again: {raised(error)}"
        if not same:
            return f"a match is another one when it is read from {form}; does start_state reverse start_tags?"
    return None


GAME_CHECKS: Final[tuple[Check[Any, Any], ...]] = (
    Check("same-seed", "the same seed gives the same game", same_seed),
    Check("raises", "no function fails in a state of a game", in_states(raises)),
    Check("not-hashable", "states and actions are hashable", in_states(not_hashable)),
    Check("not-deterministic", "asked twice, a game answers the same", in_states(not_deterministic)),
    Check("changes-state", "states are left as they are", in_states(changes_state)),
    Check("nobody-decides", "it is over, or a player has a choice", in_states(nobody_decides)),
    Check("duplicate-actions", "an action is listed once", in_states(duplicate_actions)),
    Check("accepts-illegal", "what is not listed is refused, with a reason", accepts_illegal),
    Check("same-text", "no two actions are written alike", in_states(same_text)),
    Check("unreadable-text", "actions read back as written", in_states(unreadable_text)),
    Check("reads-nonsense", "what names no action is refused", in_states(reads_nonsense)),
    Check("sample-disagrees", "what is sampled looks the same", in_states(sample_disagrees)),
    Check("leaks", "what one may do tells nothing hidden", in_states(leaks)),
    Check("bad-diagram", "diagrams fit 80 columns", in_states(bad_diagram)),
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
        players: Who takes part; None for those of its manifest, or else two.
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
