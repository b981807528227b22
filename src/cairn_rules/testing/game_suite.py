"""Conformance checks for rule systems: the promises of `Game`, state by state and over whole games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from inspect import signature
from itertools import combinations
from random import Random
from typing import Any, Final, TypeAlias
from xml.etree import ElementTree as ET

from cairn_rules.checks import check_least, checked
from cairn_rules.encoding import Encoder
from cairn_rules.errors import DefinitionError, EncodingError, IllegalActionError, NotationError, Reason, quoted, raised
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Game
from cairn_rules.history.match import Match
from cairn_rules.history.record import Record
from cairn_rules.history.record_text import format_record, parse_record
from cairn_rules.json_documents import dumps, loads
from cairn_rules.lazy import resolve
from cairn_rules.manifest import events_for, is_legal, manifest_of, phrase_of, plain_diagram, players_of, refusal
from cairn_rules.phrasebook import Phrasebook, code_of
from cairn_rules.players.player import Budget
from cairn_rules.testing.check import Check, Found, Trials, first_fault
from cairn_rules.testing.faults import GameFault, Reached, reaching

AnyGame: TypeAlias = Game[Any, Any, Any]
Case: TypeAlias = Reached[Any, Any]

WIDTH: Final = 80
"""Maximum width of a diagram, in columns."""
COMPARED: Final = 10
"""About the number of decisions of a state whose changes are compared."""
_SVG: Final = "{http://www.w3.org/2000/svg}svg"
_NONSENSE: Final = ("", "no such action", "\u00bf?")


@frozen
class Rules:
    """The game under test, with its players."""

    game: AnyGame
    players: tuple[int, ...]
    """The seats of all players."""
    most_decisions: int | None
    """Number of decisions after which a game counts as endless; None for no limit."""

    @property
    def listed_players(self) -> str:
        """The seats for messages, such as `0, 1`."""
        return ", ".join(map(str, self.players))


def in_states(problem: Callable[[Rules, Any], str | None]) -> Callable[[Rules, Trials[Case]], Found | None]:
    """Return a finder that looks for a problem in each state in turn."""

    def find(rules: Rules, trials: Trials[Case]) -> Found | None:
        return trials.look(lambda case: problem(rules, case.state))

    return find


def same_seed(rules: Rules, trials: Trials[Case]) -> Found | None:
    """Check that a seed always gives the same game."""
    for seed in {case.seed for case in trials.cases}:
        if rules.game.new_game(seed=seed) != rules.game.new_game(seed=seed):
            return f"new_game(seed={seed}) gives different games; draw from Random(seed) alone", None
    return None


def raises(rules: Rules, state: Any) -> str | None:
    """Check that no function raises in a state of a game."""
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
            return f"{name} refuses an action that legal_actions lists: {error}"
        except Exception as error:  # noqa: BLE001 - any exception breaks the promise
            return f"{name} fails with {raised(error)}"
    return None


def not_hashable(rules: Rules, state: Any) -> str | None:
    """Check that the state and its actions are hashable."""
    for value in (state, *rules.game.legal_actions(state)):
        try:
            hash(value)
        except TypeError as error:
            return f"{quoted(value)} cannot be hashed ({error}); build it from frozen values"
    return None


def not_deterministic(rules: Rules, state: Any) -> str | None:
    """Check that functions return the same value when they are called again."""
    game = rules.game
    legal = game.legal_actions(state)
    if game.legal_actions(state) != legal:
        return "legal_actions returns a different list when it is called again; also keep the order the same"
    for action in legal:
        if game.apply(state, action) != game.apply(state, action):
            return f"{action!r} leads to different states; draw all random numbers in new_game"
    return None


def changes_state(rules: Rules, state: Any) -> str | None:
    """Check that no function changes the state that it is given."""
    game = rules.game
    kept = deepcopy(state)
    for action in game.legal_actions(kept):
        game.apply(kept, action)
        if kept != state:
            return f"applying {action!r} changes the given state; return a new state instead"
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
    """Check that the game either is over or has a player with legal actions, and that the outcome is valid."""
    game = rules.game
    player, outcome, legal = game.current_player(state), game.outcome(state), game.legal_actions(state)
    if not (player is None) == (outcome is not None) == (not legal):
        found = f"current_player is {player}, outcome is {outcome!r}, and there are {len(legal)} legal actions"
        return f"either the game must be over, or a player must have legal actions; but {found}"
    if player is not None and player not in rules.players:
        return f"current_player is {player!r}, which is not one of the players {rules.listed_players}"
    if outcome is not None and tuple(each for each in rules.players if each in outcome.winners) != outcome.winners:
        winners = ", ".join(map(str, outcome.winners))
        return f"the winners {winners} are not players in seat order; the players are {rules.listed_players}"
    reasons = manifest_of(game).reasons
    if outcome is not None and reasons and outcome.reason not in reasons:
        return f"the outcome's reason {outcome.reason!r} is not in the manifest's reasons {', '.join(reasons)}; add it"
    if outcome is not None and outcome.scores is not None and len(outcome.scores) != len(rules.players):
        return f"there are {len(outcome.scores)} scores for {len(rules.players)} players; give one for each"
    if outcome is not None and outcome.is_draw and len(rules.players) == 1:
        return "a game for one player without a winner is a loss, not a draw; give its points as scores="
    return None


def duplicate_actions(rules: Rules, state: Any) -> str | None:
    """Check that no action is listed twice."""
    for action, count in Counter(rules.game.legal_actions(state)).items():
        if count > 1:
            return f"{action!r} is listed {count} times"
    return None


def no_sample(rules: Rules, trials: Trials[Case]) -> Found | None:
    """Check that each class of open actions has a sample in `legal_actions` wherever one of them is legal."""
    game = rules.game
    opened = manifest_of(game).open_actions
    known = [(kind, action) for kind in opened for action in _known_actions(rules, trials) if isinstance(action, kind)]

    def unlisted(case: Case) -> str | None:
        legal = game.legal_actions(case.state)
        for kind, action in known:
            if not any(isinstance(each, kind) for each in legal) and is_legal(game, case.state, action):
                return f"{action!r} is legal, but legal_actions lists no {kind.__name__} as a sample"
        return None

    return trials.look(unlisted)


def _is_open(game: AnyGame, action: object) -> bool:
    manifest = manifest_of(game)
    return isinstance(action, (*manifest.open_actions, *manifest.referee_actions))


def accepts_illegal(rules: Rules, trials: Trials[Case]) -> Found | None:
    """Check that an action that is not listed raises `IllegalActionError` with a reason, unless it is an open one."""
    known = _known_actions(rules, trials)
    return trials.look(lambda case: _refusing(rules.game, case.state, known))


def _known_actions(rules: Rules, trials: Trials[Case]) -> tuple[Any, ...]:
    """Return open actions among the samples of the manifest, and actions that are listed in some of the states."""
    samples = manifest_of(rules.game).samples
    sampled = () if samples is None else resolve(samples).actions()
    known = dict.fromkeys(action for action in sampled if _is_open(rules.game, action))
    known |= dict.fromkeys(action for case in trials.cases for action in rules.game.legal_actions(case.state))
    return tuple(known)[:100]


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
            if not isinstance(reason, Reason) or not (reason.code and reason.text):
                return f"{action!r} is refused without a reason; give it a code and a text"
            table = None if reason.parts else manifest_of(game).reason_table
            untold = table and _not_in_table(resolve(table).english, reason, "reason_table")
            if untold is not None:
                return f"{action!r} is refused for {reason.code!r}, {untold}"
        except Exception as error:  # noqa: BLE001 - any other exception breaks the promise
            return f"{action!r} is illegal, but fails with {raised(error)} instead of IllegalActionError"
        else:
            if not _is_open(game, action):
                return f"{action!r} is accepted, but legal_actions does not list it"
        if kept != state:
            return f"refusing {action!r} changes the state"
    return None


def other_reason(rules: Rules, trials: Trials[Case]) -> Found | None:
    """Check that `why_illegal`, if the game has it, returns the reason for which `apply` refuses an action."""
    why_illegal: Callable[[Any, Any], object] | None = getattr(rules.game, "why_illegal", None)
    if why_illegal is None:
        return None
    known = _known_actions(rules, trials)

    def differing(case: Case) -> str | None:
        for action in known:
            reason, why = refusal(rules.game, case.state, action), why_illegal(case.state, action)
            if why != reason:
                applied = "accepts it" if reason is None else f"refuses it for {str(reason)!r}"
                returned = repr(str(why)) if isinstance(why, Reason) else quoted(why)
                return f"why_illegal returns {returned} for {action!r}, but apply {applied}"
        return None

    return trials.look(differing)


def _not_in_table(book: Phrasebook, value: object, table: str) -> str | None:
    """Return the difference between the sentence of a reason or an event and the game's table; None if they agree."""
    said = Phrasebook({}).sentence(value)
    if code_of(value) not in book.templates:
        return f"which is not in the {table} of the manifest"
    remedy = (
        ""
        if hasattr(value, "arguments")
        else "; give its class a property `arguments` that returns `arguments(self)` of the table"
    )
    try:
        sentence = book.sentence(value)
    except DefinitionError as error:
        return f"whose sentence cannot be made: {error}{remedy}"
    if sentence == said:
        return None
    return f"whose text is {said!r}, but the template in the {table} makes {sentence!r}{remedy}"


def other_sentence(rules: Rules, state: Any) -> str | None:
    """Check that the sentences of events and actions agree with the manifest's templates for translations."""
    game = rules.game
    manifest = manifest_of(game)
    describe: Callable[[Any, Any], str] | None = getattr(game, "describe", None)
    for action in game.legal_actions(state):
        if manifest.phrase is not None and describe is not None:
            phrase, sentence = phrase_of(game, state, action).text, describe(state, action)
            if phrase != sentence:
                return f"{action!r} is described as {sentence!r}, but its phrase is {phrase!r}"
        if manifest.events is None or manifest.event_table is None:
            continue
        for event in resolve(manifest.events)(state, action, game.apply(state, action)):
            untold = _not_in_table(resolve(manifest.event_table).english, event, "event_table")
            if untold is not None:
                return f"{action!r} leads to the event {code_of(event)!r}, {untold}"
    return None


def same_text(rules: Rules, state: Any) -> str | None:
    """Check that no two actions have the same text."""
    written: dict[str, Any] = {}
    for action in rules.game.legal_actions(state):
        text = rules.game.format_action(action)
        if text in written:
            return f"{written[text]!r} and {action!r} are both written as {text!r}"
        written[text] = action
    return None


def numeric_text(rules: Rules, state: Any) -> str | None:
    """Check that no action is written as a number alone."""
    for action in rules.game.legal_actions(state):
        text = rules.game.format_action(action)
        if str(text).isdigit():
            found = f"{action!r} is written as {text!r}, which `play` cannot tell from a number in its list of actions"
            return f"{found}; add a letter or a sign, as in 'take-{text}'"
    return None


def unreadable_text(rules: Rules, state: Any) -> str | None:
    """Check that the text of each action parses to the same action."""
    game = rules.game
    for action in game.legal_actions(state):
        text: object = game.format_action(action)
        if not isinstance(text, str) or not text or text != "".join(text.split()):
            return f"{action!r} is written as {text!r}; it should be text without white space"
        try:
            read = game.parse_action(text, state)
        except Exception as error:  # noqa: BLE001 - any exception breaks the promise
            return f"{text!r} is the text of {action!r}, but parsing it fails with {raised(error)}"
        if read != action:
            return f"{text!r} is the text of {action!r}, but is parsed as {read!r}"
    return None


def reads_nonsense(rules: Rules, state: Any) -> str | None:
    """Check that a text that does not name an action raises `NotationError`."""
    for text in _NONSENSE:
        try:
            read = rules.game.parse_action(text, state)
        except NotationError:
            continue
        except Exception as error:  # noqa: BLE001 - any other exception breaks the promise
            return f"parsing {text!r} fails with {raised(error)} instead of NotationError"
        return f"{text!r} is parsed as {read!r}; it should raise NotationError"
    return None


def sample_disagrees(rules: Rules, state: Any) -> str | None:
    """Check that a state sampled from an observation gives the same observation."""
    for player in (None, *rules.players):
        seen = rules.game.observe(state, player)
        for seed in range(3):
            if rules.game.observe(rules.game.sample_hidden(seen, Random(seed)), player) != seen:
                found = f"a state that sample_hidden draws from the observation of {_seat(player)}"
                return f"{found} does not give it again"
    return None


def leaks(rules: Rules, state: Any) -> str | None:
    """Check that legal actions, drawings and changes do not depend on information hidden from those who see them."""
    game = rules.game
    player = game.current_player(state)
    seen = game.observe(state, player)
    for seed in range(3 if player is not None else 0):
        sampled = game.sample_hidden(seen, Random(seed))
        if game.current_player(sampled) != player or game.legal_actions(sampled) != game.legal_actions(state):
            return f"the legal actions reveal a secret: they differ in states that look the same to player {player}"
    return _drawn_secret(game, state) or (_told_secret(rules, state) if manifest_of(game).events else None)


def other_observed(rules: Rules, state: Any) -> str | None:
    """Check that the observation of the seat that decides lists the legal actions of its state."""
    game = rules.game
    player = game.current_player(state)
    if player is None or not manifest_of(game).legal_from_observation:
        return None
    try:
        listed = game.legal_actions(game.observe(state, player))
    except Exception as error:  # noqa: BLE001 - any exception breaks the promise
        return f"legal_actions fails with {raised(error)} for the observation of player {player}"
    legal = game.legal_actions(state)
    return None if listed == legal else f"the observation of player {player} lists {listed!r}, its state {legal!r}"


def _drawn_secret(game: AnyGame, state: Any) -> str | None:
    """Return the fault if a drawing depends on what is hidden from spectators; None if none does."""
    manifest = manifest_of(game)
    draws: dict[str, Callable[[Any], str]] = {"diagram": game.diagram}
    if manifest.has_plain_diagram:
        draws["plain diagram"] = lambda state: plain_diagram(game, state)
    if manifest.pictures is not None:
        draws["picture"] = resolve(manifest.pictures)
    sampled = game.sample_hidden(game.observe(state, None), Random(0))
    for name, draw in draws.items():
        if draw(sampled) != draw(state):
            return f"the {name} reveals a secret: it differs in states that look the same to a spectator"
    return None


def _told_secret(rules: Rules, state: Any) -> str | None:
    """Return the fault if the events for a viewer depend on what only another seat sees; None if they do not.

    What no seat sees is not compared: a roll may change the hidden chance alone, and yet all may read its result.
    """
    game = rules.game
    for viewer in (None, *rules.players):
        sampled = game.sample_hidden(game.observe(state, viewer), Random(0))
        decided: list[tuple[Any, list[Any], list[str]]] = []
        for before in dict.fromkeys((state, sampled)):
            legal = game.legal_actions(before)
            for action in legal[:: len(legal) // COMPARED + 1]:
                after = game.apply(before, action)
                seen = [game.observe(after, player) for player in rules.players]
                events = events_for(game, before, action, after, viewer=viewer)
                decided.append((game.observe(after, viewer), seen, list(map(str, events))))
        for (own, seen, said), (other_own, other_seen, other_said) in combinations(decided, 2):
            if own == other_own and seen != other_seen and said != other_said:
                found = f"they differ in decisions that look the same to {_seat(viewer)}"
                return f"the events reveal a secret: {found}; leave out what `viewer` may not know"
    return None


def _seat(player: int | None) -> str:
    return "a spectator" if player is None else f"player {player}"


def bad_diagram(rules: Rules, state: Any) -> str | None:
    """Check that the diagram is text and fits the width."""
    drawing: object = rules.game.diagram(state)
    if not isinstance(drawing, str) or not drawing.strip():
        return f"the diagram is {drawing!r}; it should be a text drawing"
    widest = max(map(len, drawing.splitlines()))
    if widest > WIDTH:
        return f"the diagram is {widest} columns wide; at most {WIDTH} are allowed"
    return _bad_plain_diagram(rules.game, state) if manifest_of(rules.game).has_plain_diagram else None


_DRAWN: Final = re.compile("[\u2500-\u25ff]|^ |  |^$", re.MULTILINE)
"""Patterns that a screen reader cannot read: drawn lines and shapes, indents, columns, empty lines."""


def _bad_plain_diagram(game: AnyGame, state: Any) -> str | None:
    """Return the line of a plain diagram that a screen reader cannot read; None if there is none."""
    plain = plain_diagram(game, state)
    line = next((line for line in plain.split("\n") if _DRAWN.search(line)), None)
    return None if line is None else f"the plain diagram has the line {line!r}; give it words, without columns"


def bad_encoding(rules: Rules, state: Any) -> str | None:
    """Check that action indices are different and reveal nothing hidden, and that tensors fit their shape."""
    game = rules.game
    try:
        encoder = Encoder(game)
        indices = encoder.indices(state)
        if encoder.shape:
            for seat in rules.players:
                encoder.tensor(state, seat)
    except EncodingError:
        return None  # an encoding need not cover every state
    except Exception as error:  # noqa: BLE001 - any other exception breaks the promise
        return f"the encoding fails with {raised(error)}"
    player = game.current_player(state)
    if player is None:
        return None
    seen = game.observe(state, player)
    if any(encoder.indices(game.sample_hidden(seen, Random(seed))) != indices for seed in range(3)):
        return f"the action indices reveal a secret: they differ in states that look the same to player {player}"
    return None


def bad_picture(rules: Rules, state: Any) -> str | None:
    """Check that the picture of a state is SVG, also with actions highlighted."""
    pictures = manifest_of(rules.game).pictures
    if pictures is None:
        return None
    legal = rules.game.legal_actions(state)
    draw: Callable[..., str] = resolve(pictures)
    shown: list[tuple[str, object]] = [("highlight", highlight) for highlight in ((), *legal[:1], legal)]
    if "arrows" in signature(draw).parameters:
        shown += [("arrows", legal), ("arrows", dict.fromkeys(legal, "muted"))]
    for name, actions in shown:
        try:
            picture = ET.fromstring(draw(state, **{name: actions}))  # noqa: S314 - a trusted game
        except Exception as error:  # noqa: BLE001 - any exception breaks the promise
            return f"the picture with {name}={actions!r} fails with {raised(error)}"
        if picture.tag != _SVG:
            return f'the picture is <{picture.tag}>; it should be <svg xmlns="http://www.w3.org/2000/svg">'
    return None


def _bad_player(rules: Rules, trials: Trials[Case]) -> Found | None:
    """Check that each player of the manifest chooses a legal action in a few states."""
    game = rules.game
    open_cases = [case for case in trials.cases if game.current_player(case.state) is not None][:DECISIONS]
    for name, made in manifest_of(game).players.items():
        for case in open_cases:
            seen = game.observe(case.state, game.current_player(case.state))
            try:
                action = resolve(made)(game, seed=0).choose(seen, Budget(simulations=1))
            except Exception as error:  # noqa: BLE001 - any exception breaks the promise
                return f"the player {name!r} fails with {raised(error)}", case
            if not is_legal(game, case.state, action):
                return f"the player {name!r} chooses {quoted(action)}, which is not a legal action", case
    return None


GAMES: Final = 10
"""Number of complete games played."""
DECISIONS: Final = 3
"""Number of decisions of each player of the manifest."""


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
            found = f"the game from seed {seed} is not over after {rules.most_decisions} random decisions"
            return f"{found}; pass most_decisions=None for games that need not end", None
    return None


def _not_recorded(rules: Rules, trials: Trials[Case]) -> Found | None:
    return trials.look(lambda case: _recording(rules, case))


def _recording(rules: Rules, case: Case) -> str | None:
    game = rules.game
    match: Match[Any, Any] = Match(game, seed=case.seed)
    for action in case.actions:
        match.do(action)
    if match.history:
        match.start_variation(after=0)
        match.do(match.legal_actions[0])
        match.end_variation()
    record = Record.of(match)
    read: dict[str, Callable[[], object]] = {
        "text": lambda: parse_record(format_record(record), game),
        "JSON": lambda: loads(dumps(record), game=game),
    }
    for form, again in read.items():
        try:
            same = again() == record
        except Exception as error:  # noqa: BLE001 - any exception breaks the promise
            return f"a record cannot be written as {form} and read back: {raised(error)}"
        if not same:
            return f"a record differs after it is read back from {form}; is the manifest's state the inverse of tags?"
    return None


GAME_CHECKS: Final[tuple[Check[Any, Any], ...]] = (
    Check("same-seed", "the same seed gives the same game", same_seed),
    Check("raises", "no function fails in a state of a game", in_states(raises)),
    Check("not-hashable", "states and actions are hashable", in_states(not_hashable)),
    Check("not-deterministic", "functions return the same result each time", in_states(not_deterministic)),
    Check("changes-state", "states are never changed", in_states(changes_state)),
    Check(
        "nobody-decides",
        "the game is over for a reason of the manifest, or a player can act",
        in_states(nobody_decides),
    ),
    Check("duplicate-actions", "no action is listed twice", in_states(duplicate_actions)),
    Check("no-sample", "open actions are listed by a sample", no_sample),
    Check("accepts-illegal", "illegal actions are refused with a reason", accepts_illegal),
    Check("other-reason", "why_illegal returns the reason for which apply refuses an action", other_reason),
    Check("other-sentence", "sentences agree with the templates of the manifest", in_states(other_sentence)),
    Check("same-text", "no two actions have the same text", in_states(same_text)),
    Check("numeric-text", "no action is written as a number alone", in_states(numeric_text)),
    Check("unreadable-text", "actions parse back from their text", in_states(unreadable_text)),
    Check("reads-nonsense", "text that is not an action is refused", in_states(reads_nonsense)),
    Check("sample-disagrees", "sampled states give the same observation", in_states(sample_disagrees)),
    Check("leaks", "legal actions, drawings and changes reveal nothing hidden", in_states(leaks)),
    Check("other-observed", "observations list the legal actions of their states", in_states(other_observed)),
    Check("bad-diagram", "diagrams fit 80 columns, and plain ones are only words", in_states(bad_diagram)),
    Check(
        "bad-picture", "pictures are SVG, also with actions highlighted or drawn with arrows", in_states(bad_picture)
    ),
    Check("bad-player", "the players of the manifest choose legal actions", _bad_player),
    Check("bad-encoding", "action indices are different, and tensors fit their shape", in_states(bad_encoding)),
    Check("never-ends", "games end", _never_ends),
    Check("not-recorded", "records read back as text and JSON", _not_recorded),
)
"""The checks of `check_game`, in the order in which they run."""


@checked
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
    """Check that a rule system keeps the promises of `Game`.

    Args:
        game: The rules: a module, or any other `Game`. A game for several numbers of players is checked with the number
            that `new_game` has by default; `with_options(game, players=4)` gives it with another.
        players: The seats of all players in these games (default: by the manifest, or else two).
        max_examples: Number of states to check, each reached by some decisions from a seed.
        most_decisions: Number of decisions after which a game counts as endless; None for games that need not end.
        depth: Maximum number of decisions that lead to a checked state.
        seed: The same seed draws the same states; None draws different ones each time.
        progress: Called with a line of text before each check.

    Raises:
        GameFault: if a check finds a fault. It describes the fault, and shows the state in which it occurs, reached by
            the fewest decisions known.

    Example:
        >>> from cairn_rules import cairn
        >>> check_game(cairn, max_examples=5)
    """
    rules = Rules(game, tuple(range(players_of(game) or 2)) if players is None else players, most_decisions)
    trials = Trials(reaching(game, check_least("depth", depth, 0)), max_examples=max_examples, seed=seed)
    found = first_fault(((check, trials) for check in GAME_CHECKS), rules, progress)
    if found is not None:
        check, message, reached = found
        raise GameFault(game, check, message, reached) from None
